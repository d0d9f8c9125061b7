"""Reports of races in tensor memory: the rule, the rectangle, and the earlier operation, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.sim.conftest import text
from tests.sim.tensor_cores import VERSION

# Each warp has its lanes at %r4. A barrier with fences comes before the body, and another one before the end.
FRAME = """
    .shared .align 4 .b32 slot;
    .shared .align 8 .b64 done;
    mov.u32 %r1, %tid.x;
    shr.u32 %r5, %r1, 5;
    setp.eq.u32 %p1, %r5, 0;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 mbarrier.init.shared::cta.b64 [done], 1;
    @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;
    {meet}
    ld.shared.b32 %r2, [slot];
    and.b32 %r3, %r1, 96;
    shl.b32 %r3, %r3, 16;
    add.u32 %r4, %r2, %r3;
    {body}
    {meet}
    @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;
"""
BEFORE, AFTER = "tcgen05.fence::before_thread_sync;", "tcgen05.fence::after_thread_sync;"
BARRIER = "bar.sync 0;"
MEET = BEFORE + BARRIER + AFTER
LD, WAIT_LD = "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r6, %r7}, [%r4+5];", "tcgen05.wait::ld.sync.aligned;"
ST, WAIT_ST = "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r4+5], {%r1, %r1};", "tcgen05.wait::st.sync.aligned;"
COMMIT = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done];"
DONE = "DONE: mbarrier.try_wait.parity.shared::cta.b64 %p9, [done], 0; @!%p9 bra DONE;"


def of(warp: int, lines: str) -> str:
    """Lines that only one warp executes."""
    return f"{{ setp.ne.u32 %p3, %r5, {warp}; @%p3 bra SKIP; {lines} SKIP: }}"


def shift(thread: int, column: int = 0, lines: str = "") -> str:
    """A thread shifts lanes 64 to 95 of 8 columns from a column on, and goes on with lines."""
    place = (64 << 16) + column
    return (
        f"{{ setp.ne.u32 %p4, %r1, {thread}; @%p4 bra SKIP; "
        f"tcgen05.shift.cta_group::1.down [%r2+{place}]; {lines} SKIP: }}"
    )


def launch(body: str, *, meet: str = MEET, ctas: int = 1, cluster: int = 1, **options: Any) -> None:
    """Run a body in its frame on CTAs of 256 threads."""
    source = text(FRAME.format(body=body, meet=meet), target="sm_100a", version=VERSION)
    simulate(
        from_ptx(source), (), grid=(ctas, 1, 1), cluster=(cluster, 1, 1), block=(256, 1, 1), checks="all",
        native=False, **options,
    )  # fmt: skip


BOX = "lanes 64 to 95, columns 5 to 6 of tensor memory"
APART = "accessed, and nothing orders the two: a barrier of the CTA, or an mbarrier, must come between"
RELEASED = "tcgen05.fence::before_thread_sync stands between"
ACQUIRED = "this thread has executed no tcgen05.fence::after_thread_sync since it waited for that"

REPORTS = [
    # body, rule, sentence, thread of the earlier operation
    (
        of(2, ST + LD),
        "tensor-wait-st",
        f"this warp loads {BOX}, which a tcgen05.st may still access: tcgen05.wait::st must come first",
        64,
    ),
    (
        of(2, LD + ST),
        "tensor-wait-ld",
        f"this warp stores to {BOX}, which a tcgen05.ld may still access: tcgen05.wait::ld must come first, "
        "even where the loaded registers have been used",
        64,
    ),
    (
        of(1, LD),
        "tensor-wait-ld",
        "this warp frees lanes 0 to 127, columns 0 to 63 of tensor memory, which a tcgen05.ld may still "
        "access: tcgen05.wait::ld must come first",
        32,
    ),
    (
        of(5, ST + WAIT_ST) + of(1, LD),
        "race",
        f"this warp loads lanes 32 to 63, columns 5 to 6 of tensor memory, which a tcgen05.st {APART}",
        160,
    ),
    (
        of(1, LD + WAIT_LD) + of(5, ST + WAIT_ST),
        "race",
        f"this warp stores to lanes 32 to 63, columns 5 to 6 of tensor memory, which a tcgen05.ld {APART}",
        32,
    ),
    (
        shift(33) + of(2, LD),
        "tensor-commit",
        f"this warp loads {BOX}, which a tcgen05.shift may still access: tcgen05.commit and a wait for its "
        "mbarrier must come first",
        33,
    ),
    (
        of(2, LD + WAIT_LD) + shift(161),
        "race",
        f"this shift moves lanes 64 to 95, columns 0 to 7 of tensor memory, which a tcgen05.ld {APART}",
        64,
    ),
    (
        of(2, ST + WAIT_ST) + BARRIER + AFTER + shift(33),
        "tensor-fence",
        "this shift moves lanes 64 to 95, columns 0 to 7 of tensor memory, which a tcgen05.st accessed, and "
        f"no {RELEASED} its tcgen05.wait and the barrier",
        64,
    ),
    (
        of(2, ST + WAIT_ST) + BEFORE + BARRIER + shift(33),
        "tensor-fence",
        "this shift moves lanes 64 to 95, columns 0 to 7 of tensor memory, which a tcgen05.st accessed, and "
        + ACQUIRED,
        64,
    ),
    (
        shift(33, lines=COMMIT) + DONE + of(2, LD),
        "tensor-fence",
        f"this warp loads {BOX}, which a tcgen05.shift accessed, and {ACQUIRED}",
        33,
    ),
]


@pytest.mark.parametrize(("body", "rule", "said", "started"), REPORTS)
def test_a_report(body: str, rule: str, said: str, started: int) -> None:
    with pytest.raises(SimFault) as caught:
        launch(body)
    assert caught.value.rule == rule
    assert said in str(caught.value)
    other = caught.value.other
    assert other is not None
    assert other["did"] == "was started"
    assert other["thread"]["tid"][0] == started
    assert other["instruction"].partition(".sync")[0].partition(".cta_group")[0] in said


def test_a_shift_that_has_completed_unobserved() -> None:
    with pytest.raises(SimFault, match=r"a tcgen05\.shift accessed, and nothing orders the two") as caught:
        launch(shift(33, lines=COMMIT) + of(2, LD), schedule="early")
    assert caught.value.rule == "tensor-commit"


ORDERED = [
    of(2, ST + WAIT_ST + LD + WAIT_LD),
    of(5, ST + WAIT_ST) + MEET + of(1, LD + WAIT_LD) + MEET + of(5, ST + WAIT_ST),
    # two groups of warps load the same lanes, and a third warp stores to them later
    of(1, LD) + of(5, LD) + WAIT_LD + MEET + of(1, ST + WAIT_ST),
    of(2, ST + WAIT_ST) + MEET + shift(33, lines=COMMIT) + DONE + AFTER + of(2, LD + WAIT_LD),
    # other columns, or other lanes, at the same time
    shift(33, 7, COMMIT) + of(2, ST + WAIT_ST + LD + WAIT_LD) + DONE,
    shift(33, 0, COMMIT) + of(1, ST + WAIT_ST + LD + WAIT_LD) + DONE,
]


@pytest.mark.parametrize("body", ORDERED)
def test_no_report_where_operations_are_ordered_or_apart(body: str) -> None:
    launch(body, ctas=4, cluster=2)


@pytest.mark.parametrize("cta", [1, 3])
@pytest.mark.parametrize("report", [0, 3, 7, 8], ids=str)
def test_a_report_of_one_cta_among_others(report: int, cta: int) -> None:
    """The other CTAs of its cluster, and of another one, leave the lines out."""
    body, rule, said, started = REPORTS[report]
    branch, meets = f"setp.ne.u32 %p6, %r9, {cta}; @%p6 bra OTHERS;", BARRIER if BARRIER in body else ""
    others = f"mov.u32 %r9, %ctaid.x; {branch} {body} bra END; OTHERS: {meets} END:"
    with pytest.raises(SimFault) as caught:
        launch(others, ctas=4, cluster=2)
    assert caught.value.rule == rule
    assert said in str(caught.value)
    assert caught.value.thread is not None
    assert caught.value.other is not None
    for thread in (caught.value.thread, caught.value.other["thread"]):
        assert thread["ctaid"][0] == cta
    assert caught.value.other["thread"]["tid"][0] == started


def test_two_groups_of_warps_load_the_same_lanes() -> None:
    """The load of the second warp, which waits for its own, does not replace that of the first."""
    for first, second in ((0, 4), (7, 3)):
        with pytest.raises(SimFault) as caught:
            launch(of(first, LD) + of(second, LD + WAIT_LD) + MEET + of(second, ST + WAIT_ST))
        assert caught.value.rule == "tensor-wait-ld"
        assert caught.value.other is not None
        assert caught.value.other["thread"]["tid"][0] == 32 * first


def test_fences_are_required_only_of_programs_with_a_fence_of_their_kind() -> None:
    shifted = of(2, ST + WAIT_ST) + BARRIER + shift(33, lines=COMMIT) + DONE + BARRIER
    launch(shifted, meet=BARRIER)
    for meet in (BEFORE + BARRIER, BARRIER + AFTER):
        with pytest.raises(SimFault) as caught:
            launch(shifted, meet=meet)
        assert caught.value.rule == "tensor-fence"
        assert (RELEASED in str(caught.value)) == (BEFORE in meet)


@pytest.mark.parametrize(("first", "second"), [(33, 161), (161, 33)])
def test_the_arrival_of_a_commit_completes_no_operation_of_another_thread(first: int, second: int) -> None:
    own = "mbarrier.init.shared::cta.b64 [own], 1; fence.mbarrier_init.release.cluster;"
    apart = shift(first, lines=own + COMMIT.replace("done", "own")) + BARRIER + shift(second, 32, COMMIT)
    with pytest.raises(SimFault, match=r"a tcgen05\.shift may still access") as caught:
        launch(".shared .align 8 .b64 own;" + apart + DONE + AFTER + of(2, LD), schedule="late")
    assert caught.value.rule == "tensor-commit"
    assert caught.value.other is not None
    assert caught.value.other["thread"]["tid"][0] == first


def test_bytes_are_expected_before_the_commit_of_their_phase() -> None:
    mbarrier = "mbarrier.{}_tx.relaxed.cta.shared::cta.b64 [done], 16;"
    expected, completed = mbarrier.format("expect"), mbarrier.format("complete")
    launch(shift(33, lines=expected + completed + COMMIT) + DONE)
    with pytest.raises(SimFault, match="this expect_tx may come after the end of its phase") as caught:
        launch("@%p2 " + expected + "@%p2 " + completed + shift(33, lines=COMMIT) + DONE)
    assert caught.value.rule == "mbarrier-tx"
