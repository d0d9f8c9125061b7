"""Rules that only the native engine's order of warps breaks: the launch is reported all the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim.native import MISSING
from tests.sim.conftest import text

# The reference engine first runs threads that stand earlier in the program, the native one those of warp 0.
FRAME = """
    .shared .align 16 .b8 tile[256];
    .shared .align 8 .b64 full[2];
    .shared .align 4 .b32 slot[2];
    .shared .align 16 .b32 values[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, full;
    mov.u32 %r3, tile;
    mov.u32 %r4, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    setp.lt.u32 %p2, %r1, 32;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    @%p1 st.shared.u32 [values], 65536;
    setp.ge.u32 %p5, %r1, 64;
    bar.sync 0;
    @%p5 bra END;
    @%p2 bra FIRST;
    {earlier}
    {twin}
    bra END;
FIRST:
    {twin}
    {later}
END:
    {end}
    ret;
"""
CASES: dict[str, tuple[dict[str, str], str, str, dict[str, Any]]] = {
    "an mbarrier that another warp makes": (
        {
            "earlier": "setp.eq.u32 %p3, %r1, 32; @%p3 mbarrier.init.shared::cta.b64 [full+8], 1;",
            "later": "@%p1 mbarrier.arrive.shared::cta.b64 _, [full+8];",
        },
        "mbarrier-uninitialized",
        "mbarrier.arrive.shared::cta",
        {},
    ),
    "a copy that signals it": (
        {
            "earlier": "setp.eq.u32 %p3, %r1, 32; @%p3 mbarrier.init.shared::cta.b64 [full+8], 1;",
            "later": "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            " [tile], [%rd1], 16, [full+8];"
            "@!%p1 bra BESIDE; mbarrier.arrive.expect_tx.shared::cta.b64 _, [full+8], 16;"
            "W: mbarrier.test_wait.parity.shared::cta.b64 %p4, [full+8], 0; @!%p4 bra W; BESIDE:",
        },
        "mbarrier-uninitialized",
        "cp.async.bulk",
        {},
    ),
    "a parity that another warp writes": (
        {
            "earlier": "st.shared.u32 [values], 1;",
            "later": "ld.shared.u32 %r5, [values]; and.b32 %r5, %r5, 1;"
            "W: mbarrier.test_wait.parity.shared::cta.b64 %p4, [full], %r5; @!%p4 bra W;",
        },
        "deadlock",
        "",
        {},
    ),
    "an index that another warp writes": (
        {
            "earlier": "st.shared.u32 [values], 1;",
            "later": "ld.shared.u32 %r5, [values]; and.b32 %r6, %r5, 65536; shr.u32 %r6, %r6, 8;"
            "mov.u32 %r7, tile; add.u32 %r7, %r7, %r6; st.shared.u32 [%r7], 0;",
        },
        "array-bounds",
        "st.shared.u32",
        {"checks": ("arrays",)},
    ),
    "an offset that wraps": (
        {
            "earlier": "st.shared.u32 [values], 0;",
            "later": "ld.shared.u32 %r5, [values]; mul.lo.u32 %r6, %r5, 65536; cvt.u64.u32 %rd3, %r6;"
            "add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], 0;",
        },
        "address-wrap",
        "st.global.u32",
        {"checks": ("wraps",)},
    ),
    "a depth of calls": (
        {
            "earlier": "st.shared.u32 [values], 1;",
            "later": "ld.shared.u32 %r5, [values]; { .param .b32 n; st.param.b32 [n], %r5; call down, (n); }",
        },
        "stack-overflow",
        "call",
        {},
    ),
    "an arrival at a CTA that has ended": (
        {
            "earlier": "mapa.shared::cluster.u32 %r5, %r2, 0; setp.eq.u32 %p3, %r4, 1;"
            "setp.eq.and.u32 %p3, %r1, 32, %p3;"
            "@%p3 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];",
            "later": "",
        },
        "exited-cta",
        "mbarrier.arrive",
        {"cluster": 2, "grid": 2},
    ),
    "tensor memory that grows": (
        {
            "earlier": "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot+4], 64;"
            "ld.shared.u32 %r5, [slot+4]; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r5, 64;",
            "later": "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;"
            "ld.shared.u32 %r5, [slot]; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r5, 32;",
        },
        "tensor-memory-growth",
        "tcgen05.alloc",
        {"target": "sm_100a"},
    ),
    "tensor memory that another warp allocates": (
        {
            "earlier": "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;",
            "later": "ld.shared.u32 %r5, [slot]; and.b32 %r5, %r5, 0;"
            "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r5, 32;",
        },
        "tensor-memory-free",
        "tcgen05.dealloc",
        {"target": "sm_100a", "checks": ()},
    ),
}
DOWN = """
.func down(.param .b32 n) {
    .local .align 8 .b8 frame[4096];
    .reg .pred %p; .reg .b32 %r;
    ld.param.b32 %r, [n];
    setp.eq.u32 %p, %r, 0;
    @%p bra OUT;
    sub.u32 %r, %r, 1;
    { .param .b32 m; st.param.b32 [m], %r; call down, (m); }
OUT:
    ret;
}
"""


def launched(name: str, *, ordered: bool, native: bool | None) -> None:
    lines, _, _, options = CASES[name]
    options = {"grid": 1, "block": 96, **options}
    meeting = "barrier.cluster.arrive; barrier.cluster.wait;" if ordered and "cluster" in options else ""
    body = FRAME.format(twin="bar.sync 1, 64;" if ordered else "", end=meeting, **lines)
    module = ".func down(.param .b32 n);" + DOWN if "call down" in body else ""
    program = from_ptx(
        text(body, params=".param .u64 out", module=module, target=options.pop("target", "sm_90a"))
    )
    program.launch(np.zeros(64, np.uint32), **options, native=native)


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("name", CASES)
def test_with_an_order_no_rule_is_broken(name: str, native: bool | None) -> None:
    launched(name, ordered=True, native=native)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("name", CASES)
def test_the_native_order_decides(name: str) -> None:
    launched(name, ordered=False, native=False)
    with pytest.raises(SimFault, match="each warp ran on until it waited") as caught:
        launched(name, ordered=False, native=None)
    _, rule, instruction, _ = CASES[name]
    assert caught.value.rule == rule
    assert instruction in (caught.value.instruction or "")
    if rule == "deadlock":
        assert "full expected 1 arrival in phase 0, none arrived" in str(caught.value)
        assert [each["warp"] for each in caught.value.waiting] == [0]


ONE_ARRIVAL = """
    .shared .align 8 .b64 full;
    .shared .align 4 .b32 cell;
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
    setp.eq.u32 %p1, %r1, {writer};
    setp.eq.u32 %p2, %r1, {reader};
    @%p1 st.shared.u32 [cell], 7;
    @%p1 mbarrier.arrive.shared::cta.b64 _, [full];
    @!%p2 bra END;
    {wait}
    ld.shared.u32 %r2, [cell];
END:
    ret;
"""
TEST = "mbarrier.test_wait.parity.shared::cta.b64 {result}, [full], 0;"
HINT = TEST.format(result="%p4")


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("threads", [(0, 32), (32, 0)])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(
    ("wait", "rule"),
    [
        pytest.param(HINT, "race", id="the result is not read"),
        pytest.param(f"{HINT} {TEST.format(result='%p3')} @!%p3 bra END;", "", id="it guards the read"),
        pytest.param(f"{HINT} W: {TEST.format(result='%p3')} @!%p3 bra W;", "", id="a loop after a hint"),
        pytest.param(f"{HINT} setp.eq.u32 %p4, %r1, 99; @%p4 bra END;", "race", id="it is overwritten"),
    ],
)
def test_a_wait_whose_result_is_not_read_orders_no_more_than_a_relaxed_one(
    wait: str, rule: str, threads: tuple[int, int], schedule: str, native: bool | None
) -> None:
    """The reader goes on whether the phase is complete or not, which the order of the warps decides."""
    writer, reader = threads
    program = from_ptx(text(ONE_ARRIVAL.format(writer=writer, reader=reader, wait=wait)))
    launch: dict[str, Any] = {
        "grid": 1,
        "block": 64,
        "checks": ("races",),
        "schedule": schedule,
        "native": native,
    }
    if not rule:
        program.launch(**launch)
        return
    with pytest.raises(
        SimFault, match=r"no instruction reads the result of mbarrier.test_wait\S*: repeat it"
    ) as caught:
        program.launch(**launch)
    assert caught.value.rule == rule


@pytest.mark.parametrize("native", [None, False])
def test_an_allocation_at_a_bad_address_is_a_fault(native: bool | None) -> None:
    """Its lanes gather before it, and do when the reference engine repeats it."""
    body = "mov.u32 %r1, 4096; tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 32; ret;"
    program = from_ptx(text(body, target="sm_100a"))
    with pytest.raises(SimFault) as caught:
        program.launch(grid=1, block=32, native=native)
    assert caught.value.rule == "out-of-bounds"
    assert "tcgen05.alloc" in (caught.value.instruction or "")
