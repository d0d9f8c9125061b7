"""Loops that never end are found at once where all comes back to what it was, and say where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;"

LOOPS = {
    "nothing else": "AGAIN: bra AGAIN;",
    "a period of three": "mov.u32 %r2, 0; AGAIN: add.u32 %r2, %r2, 1; rem.u32 %r2, %r2, 3; bra AGAIN;",
    "one warp": FIRST + "@!%p1 bra DONE; AGAIN: add.u32 %r2, %r1, 1; bra AGAIN; DONE:",
    "one lane": "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 5; AGAIN: @!%p1 bra AGAIN;",
    "others wait for it": FIRST + "AGAIN: @%p1 bra AGAIN; bar.sync 0;",
    "others poll for it": FIRST
    + """
        setp.eq.u32 %p2, %r1, 0;
        @%p2 mbarrier.init.shared.b64 [full], 1;
        bar.sync 0;
        AGAIN: @%p1 bra AGAIN;
        POLL: mbarrier.try_wait.parity.shared.b64 %p3, [full], 0;
        @!%p3 bra POLL;
    """,
    "what a weak load finds": """
        ld.param.u64 %rd1, [x];
        AGAIN: ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0;
        @%p2 bra AGAIN;
    """,
}


@pytest.mark.parametrize("schedule", ["late", "random"])
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_that_changes_nothing_is_reported(
    run: Callable[..., object], name: str, schedule: str
) -> None:
    module = ".shared .align 8 .b64 full;"
    options: dict[str, Any] = {"schedule": schedule, "seed": 1}
    if name == "a period of three" and schedule == "random":
        options["max_steps"] = 20_000  # warps that are paused in turn take long to repeat a state
    with pytest.raises(SimFault, match=r"(livelock|max-steps): .*\n.*in a loop of PTX lines \d+ to \d+"):
        run(LOOPS[name], x=np.zeros(4, np.uint32), block=64, module=module, **options)


def test_long_loops_end(run: Callable[..., object], own: str) -> None:
    out = np.zeros(64, np.uint32)
    body = "mov.u32 %r1, 0; AGAIN: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 20000; @%p1 bra AGAIN;"
    run(own + body + "st.global.u32 [%rd32], %r1;", out=out, block=64)
    assert (out == 20000).all()


def test_who_polls_says_what_is_there(run: Callable[..., object]) -> None:
    body = """
        ld.param.u64 %rd1, [flags];
        AGAIN: ld.acquire.gpu.global.u32 %r2, [%rd1+8];
        setp.ne.u32 %p1, %r2, 9;
        @%p1 bra AGAIN;
    """
    said = r"in a loop .* that reads flags\+8 \(global .*\), which holds 7"
    with pytest.raises(SimFault, match=said) as caught:
        run(body, flags=np.full(4, 7, np.uint32), block=1)
    assert caught.value.rule == "livelock"
    assert "warp 0 of CTA (0, 0, 0) is at" in str(caught.value)


POLLS = """
    ld.param.u64 %rd1, [count];
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    atom.acq_rel.gpu.global.add.u32 %r2, [%rd1], 1;
    mov.u32 %r4, 0;
AGAIN:
    ld.acquire.gpu.global.u32 %r3, [%rd1];
    setp.lt.u32 %p2, %r3, 31;
    {counts}
    @%p2 bra AGAIN;
DONE:
    bar.sync 0;
"""


def test_ctas_that_poll_for_one_that_is_missing_are_found_at_once(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run(POLLS.format(counts=""), count=np.zeros(1, np.uint32), grid=30, block=64, max_steps=100_000)
    assert caught.value.rule == "livelock"


def test_polls_that_are_counted_end(run: Callable[..., object]) -> None:
    counts = "add.u32 %r4, %r4, 1; setp.lt.and.u32 %p2, %r4, 3000, %p2;"
    run(POLLS.format(counts=counts), count=np.zeros(1, np.uint32), grid=30, block=64)


def test_the_watchdog_names_its_option(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault, match=r"max-steps: \d+ instructions .*max_steps= lets it come there"):
        run("mov.u32 %r1, 0;\nAGAIN: add.u32 %r1, %r1, 1; bra AGAIN;", max_steps=20_000)
