"""The repair that a report of a race names: of the widest scope that is needed, and a missing commit."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.program import directing, from_ptx
from pyptx.types import f32, u32
from tests.sim.conftest import text

GRID = "CTAs share memory by atomics"
CTA = "a barrier of the CTA, or an mbarrier,"
WARP = "bar.warp.sync"


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("ctas", "warps", "advice"), [(4, 2, GRID), (1, 2, CTA), (1, 1, WARP)])
def test_the_widest_scope_of_the_pairs_of_an_instruction(
    native: bool, ctas: int, warps: int, advice: str
) -> None:
    count = 32 * warps * ctas

    @kernel(out_specs=(Tile(count, u32), Tile(count, u32)), grid=(ctas,), block=(32 * warps,), arch="sm_80")
    def shift(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        i = reg.from_(ptx.special.ctaid.x(), u32) * (32 * warps) + reg.from_(ptx.special.tid.x(), u32)
        ptx.st(u32, ptx.addr(px + i * 4), i)
        value = reg.scalar(u32)
        ptx.ld(u32, value, ptx.addr(px + ((i + 1) & (count - 1)) * 4))
        ptx.st(u32, ptx.addr(py + i * 4), value)

    with pytest.raises(SimFault) as caught, directing("sim", checks="all", native=native):
        shift()
    assert caught.value.rule == "race"
    assert f"nothing orders the two: {advice}" in str(caught.value)
    assert ("; a barrier orders only threads of its CTA, and " in str(caught.value)) == (advice == GRID)


@pytest.mark.parametrize("commit", [True, False])
@pytest.mark.parametrize("allowed", [0, 1])
def test_a_missing_commit_is_named(commit: bool, allowed: int) -> None:
    @kernel(in_specs=(Tile(128, f32),), out_specs=(Tile(128, f32),), grid=(1,), block=(32,), arch="sm_80")
    def copy(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, row = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 128)
        place = reg.from_(row, u32) + tid * 16
        ptx.inst.cp.async_.cg.shared.global_(ptx.addr(place), ptx.addr(px + tid * 16), 16)
        if commit:
            ptx.inst.cp.async_.commit_group()
        ptx.inst.cp.async_.wait_group(allowed)
        value = reg.scalar(f32)
        ptx.inst.ld.shared.f32(value, ptx.addr(place))
        ptx.st(f32, ptx.addr(py + tid * 4), value)

    x = np.ones(128, np.float32)
    with directing("sim", checks="all"):
        if commit and not allowed:
            copy(x, out=np.zeros(128, np.float32))
            return
        with pytest.raises(SimFault) as caught:
            copy(x, out=np.zeros(128, np.float32))
    assert caught.value.rule == "race"
    said = "no thread has executed cp.async.commit_group"
    assert (said in str(caught.value)) != commit


# Each thread copies to its own place, and all wait for an mbarrier.
ARRIVED = """
    @%p1 mbarrier.init.shared::cta.b64 [full], 32;
    bar.sync 0;
    mad.lo.u32 %r5, %r1, 16, %r3;
    cp.async.ca.shared.global [%r5], [%rd1], 16;
    ARRIVE
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    ld.shared.u32 %r6, [%r5];
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("arrive", ["cp.async.mbarrier.arrive.noinc", "mbarrier.arrive"])
def test_an_arrival_that_is_not_that_of_the_copies(native: bool | None, arrive: str) -> None:
    """The report names that arrival, and no commit group, which a program without groups does not lack."""
    state = "%rd3, " if arrive == "mbarrier.arrive" else ""
    body = HEAD + ARRIVED.replace("ARRIVE", f"{arrive}.shared::cta.b64 {state}[full];")
    program = from_ptx(text(body, params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 1, "block": 32, "checks": "all", "native": native}
    if not state:
        program.launch(np.zeros(1024, np.uint32), **options)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(1024, np.uint32), **options)
    assert "or a wait for the mbarrier of cp.async.mbarrier.arrive, must come first" in str(caught.value)
    assert "commit_group" not in str(caught.value)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("waits", [32, 5])
def test_the_lane_that_did_not_wait_is_named(native: bool, waits: int) -> None:
    @kernel(in_specs=(Tile(128, f32),), out_specs=(Tile(128, f32),), grid=(1,), block=(32,), arch="sm_80")
    def copy(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, row = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 128)
        place = reg.from_(row, u32) + tid * 16
        ptx.inst.cp.async_.cg.shared.global_(ptx.addr(place), ptx.addr(px + tid * 16), 16)
        ptx.inst.cp.async_.commit_group()
        with ptx.if_(tid < waits):
            ptx.inst.cp.async_.wait_group(0)
        ptx.bar.sync()
        value = reg.scalar(f32)
        ptx.inst.ld.shared.f32(value, ptx.addr(reg.from_(row, u32) + (tid ^ 1) * 16))
        ptx.st(f32, ptx.addr(py + tid * 4), value)

    x = np.ones(128, np.float32)
    with directing("sim", checks="all", native=native):
        if waits == 32:
            copy(x, out=np.zeros(128, np.float32))
            return
        with pytest.raises(SimFault, match=r"race: .* an operation that is pending") as caught:
            copy(x, out=np.zeros(128, np.float32))
    assert caught.value.other is not None
    assert caught.value.thread is not None
    assert caught.value.other["thread"]["lane"] == caught.value.thread["lane"] ^ 1


HEAD = """
    .shared .align 128 .b8 tile[1024];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 4, %r3;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd2, %rd1, %rd2;
"""
PUBLISHED = """
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra READ;
    {enter}
    st.global.u32 [%rd1+64], 7;
    {leave}
FLAG:
    {publish}
    bra END;
READ:
    {observe}
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra READ;
    {after}
    ld.global.u32 %r6, [%rd1+64];
    st.global.u32 [%rd1+128], %r6;
END:
"""
RELAXED = "ld.relaxed.gpu.global.u32 %r5, [%rd1];"


def published(
    publish: str = "st.release.gpu.global.u32 [%rd1], 1;",
    observe: str = "ld.acquire.gpu.global.u32 %r5, [%rd1];",
    after: str = "",
    enter: str = "",
    leave: str = "",
) -> str:
    return PUBLISHED.format(publish=publish, observe=observe, after=after, enter=enter, leave=leave)


STORED = """
    st.shared.u32 [%r4], %r1;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 256;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group.read 0;
    bar.sync 0;
    ld.global.u32 %r5, [%rd2];
"""
LOADED = """
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    @%p1 fence.proxy.async;
    bar.sync 0;
    mov.u32 %r5, 0;
AGAIN:
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], %r5;
    @!%p2 bra WAIT;
    ld.shared.u32 %r6, [%r4];
    xor.b32 %r5, %r5, 1;
    setp.ne.u32 %p3, %r5, 0;
    @%p3 bra AGAIN;
"""
COPIED = """
    mad.lo.u32 %r5, %r1, 16, %r3;
    cp.async.ca.shared.global [%r5], [%rd1], 16;
    cp.async.commit_group;
    bar.sync 0;
    cp.async.wait_group 0;
    xor.b32 %r6, %r1, 33;
    mad.lo.u32 %r6, %r6, 16, %r3;
    ld.shared.u32 %r7, [%r6];
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("body", "ctas", "advice"),
    [
        (
            published(publish="st.release.cta.global.u32 [%rd1], 1;"),
            2,
            "st.release.cta.global.u32 has the scope of its CTA, which excludes the other: it needs .gpu",
        ),
        (
            published(publish="membar.cta; st.volatile.global.u32 [%rd1], 1;"),
            2,
            "membar.cta has the scope of its CTA",
        ),
        (
            published(observe=RELAXED, after="fence.acq_rel.cluster;"),
            2,
            "fence.acq_rel.cluster has the scope of its cluster, which excludes the other: it needs .gpu",
        ),
        (
            "red.relaxed.cta.global.add.u32 [%rd1], 1;",
            2,
            "red.relaxed.cta.global.add.u32 has the scope of its CTA",
        ),
        (
            published(publish="st.relaxed.gpu.global.u32 [%rd1], 1;"),
            2,
            "st.relaxed.gpu.global.u32 writes a flag that this CTA reads, but releases nothing: make it "
            ".release, or write a fence before it",
        ),
        (published(observe=RELAXED), 2, "ld.relaxed.gpu.global.u32 reads what another thread released"),
        (STORED, 1, "cp.async.bulk.wait_group, without .read, must come first"),
        (LOADED, 1, CTA),  # lanes of the same warp, and the other warp, read what is overwritten
        (COPIED, 1, "the thread that copied must execute cp.async.wait_group, and a barrier must follow"),
    ],
)
def test_the_repair(native: bool | None, body: str, ctas: int, advice: str) -> None:
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    with pytest.raises(SimFault) as caught:
        program.launch(
            np.zeros(1024, np.uint32), grid=ctas, block=64 if ctas == 1 else 1, checks="all", native=native
        )
    assert caught.value.rule == "race"
    assert f"nothing orders the two: {advice}" in str(caught.value)


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("leave", ["bra END;", "bar.sync 0;"])
def test_a_release_without_a_barrier_before_it(native: bool | None, leave: str) -> None:
    """The report names the release, which another thread of the CTA that wrote executes."""
    enter = "@%p1 bra FLAG;" if leave == "bra END;" else ""
    body = published("@%p1 st.release.gpu.global.u32 [%rd1], 1;", enter=enter, leave=leave)
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 2, "block": 2, "checks": "all", "native": native}
    if leave == "bar.sync 0;":
        program.launch(np.zeros(1024, np.uint32), **options)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(1024, np.uint32), **options)
    said = (
        "st.release.gpu.global.u32 does not release what other threads of its CTA did: a barrier of that CTA"
    )
    assert f"nothing orders the two: {said} must come before it" in str(caught.value)


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(("writer", "flagger"), [(0, 1), (1, 0)])
def test_the_flag_of_a_third_cta_is_not_named(native: bool | None, writer: int, flagger: int) -> None:
    """CTA 2 reads the flag of one CTA, and then what another one wrote before."""
    body = f"""
        setp.eq.u32 %p2, %r2, {writer};
        @%p2 st.global.u32 [%rd1+64], 7;
        setp.eq.u32 %p2, %r2, {flagger};
        mov.u32 %r5, 9;
    LATER:
        sub.u32 %r5, %r5, 1;
        setp.ne.u32 %p3, %r5, 0;
        @%p3 bra LATER;
        @%p2 st.relaxed.gpu.global.u32 [%rd1], 1;
        setp.ne.u32 %p2, %r2, 2;
        @%p2 bra END;
    READ:
        {RELAXED}
        setp.eq.u32 %p3, %r5, 0;
        @%p3 bra READ;
        ld.global.u32 %r6, [%rd1+64];
    END:
    """
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    with pytest.raises(SimFault, match=f"nothing orders the two: {GRID}") as caught:
        program.launch(np.zeros(1024, np.uint32), grid=3, block=1, checks="all", native=native)
    assert caught.value.other is not None
    assert caught.value.other["thread"]["ctaid"] == (writer, 0, 0)


# Lane 0 of CTA 0 releases what its CTA wrote; lane 0 of CTA 1 acquires it, and all lanes of CTA 1 read. CTA 0
# may raise a counter, too, which CTA 1 copies.
READ_BY_ALL = """
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra READ;
    @!%p1 st.global.u32 [%rd1+64], 7;
    bar.sync 0;
    {count}
    @%p1 st.release.gpu.global.u32 [%rd1], 1;
    bra END;
READ:
    @!%p1 bra MET;
POLL:
    ld.acquire.gpu.global.u32 %r5, [%rd1];
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra POLL;
    {statistics}
MET:
    {barrier}
    ld.global.u32 %r6, [%rd1+64];
END:
"""
COUNT = "@%p1 red.relaxed.gpu.global.add.u32 [%rd1+128], 1;"
STATISTICS = "ld.relaxed.gpu.global.u32 %r5, [%rd1+128]; st.global.u32 [%rd1+256], %r5;"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("barrier", ["", "bar.sync 0;"])
@pytest.mark.parametrize(("count", "statistics"), [("", ""), (COUNT, STATISTICS)])
def test_an_acquire_without_a_barrier_after_it(
    native: bool | None, barrier: str, count: str, statistics: str
) -> None:
    """The report names the barrier of the reader, not that of the writer, and passes over the counter."""
    body = READ_BY_ALL.format(barrier=barrier, count=count, statistics=statistics)
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 2, "block": 2, "checks": "all", "native": native}
    if barrier:
        program.launch(np.zeros(1024, np.uint32), **options)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(1024, np.uint32), **options)
    said = "a barrier of this CTA must come between the read of the flag and this access"
    assert f"nothing orders the two: {said}" in str(caught.value)


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("warps", [1, 2])
def test_lanes_of_one_warp_among_several(native: bool | None, warps: int) -> None:
    """If other warps of the CTA may do the same, a barrier of the warp may be too little."""
    body = "setp.gt.u32 %p2, %r1, 31; @%p2 ret; @%p1 st.shared.u32 [tile], 7; ld.shared.u32 %r5, [tile];"
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(1024, np.uint32), grid=1, block=32 * warps, checks="all", native=native)
    assert f"{WARP} must come between accesses of different lanes of a warp" in str(caught.value)
    assert ("or a barrier of the CTA if other warps access the memory, too" in str(caught.value)) == (
        warps > 1
    )


@pytest.mark.parametrize("native", [None, False])
def test_a_weak_read_that_no_compare_and_swap_confirms(native: bool | None) -> None:
    """It is reported when the CTAs have ended, and the report names the read, not the end."""
    body = "@%p1 atom.global.cas.b32 %r5, [%rd1], %r2, 7; ld.global.u32 %r6, [%rd1];"
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(1024, np.uint32), grid=2, block=1, checks="all", native=native)
    assert caught.value.rule == "race"
    other = caught.value.other
    assert other is not None
    named = [str(caught.value.instruction), str(other["instruction"])]
    assert any(each.startswith("ld.global.u32") for each in named)
    assert not any(each.startswith("ret") for each in named)


RELEASED_FOR_ANOTHER = """
    setp.eq.u32 %p2, %r2, 1;
    @%p2 bra READ;
    setp.eq.u32 %p2, %r2, 2;
    @%p2 bra OTHER;
    @!%p1 st.global.u32 [%rd1+64], 7;
    bar.sync 0;
    @%p1 fence.acq_rel.{scope};
    @%p1 red.relaxed.gpu.global.add.u32 [%rd1], 1;
    bra END;
OTHER:
    @%p1 fence.acq_rel.cluster;
    @%p1 red.relaxed.gpu.global.add.u32 [%rd1], 1;
    bra END;
READ:
    ld.acquire.gpu.global.u32 %r5, [%rd1];
    setp.lt.u32 %p3, %r5, 2;
    @%p3 bra READ;
    ld.global.u32 %r6, [%rd1+64];
END:
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("scope", ["cta", "gpu"])
def test_a_fence_of_one_thread_for_its_cta(native: bool | None, scope: str) -> None:
    """The report names the scope of that release, not of the others, nor of the read, which acquires."""
    program = from_ptx(text(HEAD + RELEASED_FOR_ANOTHER.format(scope=scope), params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 3, "block": 2, "checks": "all", "native": native}
    if scope == "gpu":
        program.launch(np.zeros(64, np.uint32), **options)
        return
    with pytest.raises(SimFault, match="another thread releases with the scope of its CTA, which excludes"):
        program.launch(np.zeros(64, np.uint32), **options)


PASSED_ON = """
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra PASS;
    @%p1 st.global.u32 [%rd1+64], 7;
    @%p1 st.release.gpu.global.u32 [%rd1], 1;
    bra END;
PASS:
    @!%p1 bra READ;
WAIT:
    ld.acquire.gpu.global.u32 %r5, [%rd1];
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra WAIT;
    st.release.cta.global.u32 [%rd1+32], 1;
    bra END;
READ:
    setp.ne.u32 %p2, %r1, 32;
    @%p2 bra END;
POLL:
    ld.{order}.gpu.global.u32 %r5, [%rd1+32];
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra POLL;
    ld.global.u32 %r6, [%rd1+64];
END:
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("order", ["relaxed", "acquire"])
def test_a_release_within_the_cta_of_the_reader(native: bool | None, order: str) -> None:
    """The scope of the CTA is enough there: the read lacks only `.acquire`."""
    program = from_ptx(text(HEAD + PASSED_ON.format(order=order), params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 2, "block": 64, "checks": "all", "native": native}
    if order == "acquire":
        program.launch(np.zeros(64, np.uint32), **options)
        return
    said = (
        "ld.relaxed.gpu.global.u32 reads what another thread released, but acquires nothing: make it .acquire"
    )
    with pytest.raises(SimFault, match=said):
        program.launch(np.zeros(64, np.uint32), **options)


STAGES = """
    setp.lt.u32 %p2, %r1, 32;
    cp.async.ca.shared.global [%r4], [%rd2], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r4+256], [%rd2], 4;
    cp.async.commit_group;
    {end}
    xor.b32 %r6, %r1, 33;
    mad.lo.u32 %r6, %r6, 4, %r3;
    @%p2 ld.shared.u32 %r7, [%r6+{stage}];
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("end", "stage", "races", "named"),
    [
        ("cp.async.wait_group 1; bar.sync 0;", 0, False, False),
        ("cp.async.wait_group 1;", 0, True, False),
        ("cp.async.wait_group 1; bar.sync 0;", 256, True, True),
        ("@%p2 cp.async.wait_group 1; bar.sync 0;", 0, True, False),  # not the thread that copied
    ],
)
def test_a_wait_that_leaves_another_stage(
    native: bool | None, end: str, stage: int, races: bool, named: bool
) -> None:
    program = from_ptx(text(HEAD + STAGES.format(end=end, stage=stage), params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 1, "block": 64, "checks": "all", "native": native}
    if not races:
        program.launch(np.zeros(64, np.uint32), **options)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(64, np.uint32), **options)
    assert caught.value.rule == "race"
    said = "cp.async.wait_group 1 does not wait for the last group of its thread"
    assert (said in str(caught.value)) == named


OVERWRITES, READS_BACK = "st.shared.u32 [%r4], 1;", "ld.global.u32 %r5, [%rd1];"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("end", "access", "said"),
    [
        ("cp.async.bulk.wait_group.read 0;", OVERWRITES, ""),
        (
            "cp.async.bulk.wait_group.read 1;",
            OVERWRITES,
            "wait_group.read 1 does not wait for the last group of its thread",
        ),
        (
            "cp.async.bulk.wait_group 2; cp.async.bulk.wait_group.read 1;",
            OVERWRITES,
            "wait_group.read 1 does not wait for the last group of its thread",
        ),
        (
            "cp.async.bulk.wait_group 1; cp.async.bulk.wait_group.read 0;",
            READS_BACK,
            "wait_group 1 does not wait for the last group of its thread",
        ),
        (
            "",
            OVERWRITES,
            "cp.async.bulk.wait_group.read must come first, in the thread that started the operation",
        ),
    ],
)
def test_a_wait_that_leaves_the_last_group(native: bool | None, end: str, access: str, said: str) -> None:
    body = f"""
    @!%p1 bra END;
    st.shared.v4.u32 [%r4], {{%r1, %r1, %r1, %r1}};
    fence.proxy.async;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
    cp.async.bulk.commit_group;
    {end}
    {access}
    END:
"""
    program = from_ptx(text(HEAD + body, params=".param .u64 x"))
    options: dict[str, Any] = {"grid": 1, "block": 32, "checks": "all", "native": native}
    if not said:
        program.launch(np.zeros(64, np.uint32), **options)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(64, np.uint32), **options)
    assert caught.value.rule == "race"
    assert said in str(caught.value)


@pytest.mark.parametrize("native", [None, False])
def test_a_wide_scope_is_right(native: bool | None) -> None:
    program = from_ptx(text(HEAD + published(), params=".param .u64 x"))
    x = np.zeros(64, np.uint32)
    program.launch(x, grid=2, block=1, checks="all", native=native)
    assert x[32] == 7


SENT = """
    .shared .align 8 .b64 full;
    .shared .align 8 .b32 box[2];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %cluster_ctarank;
    mbarrier.init.shared::cta.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 4;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    xor.b32 %r2, %r1, 1;
    mov.u32 %r3, box;
    mov.u32 %r4, full;
    mapa.shared::cluster.u32 %r3, %r3, %r2;
    mapa.shared::cluster.u32 %r4, %r4, %r2;
    st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r3], %r1, [%r4];
    {waits}
    ld.shared.u32 %r5, [box];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    st.global.u32 [%rd1], %r5;
"""
WAIT = "again: mbarrier.try_wait.parity{}.shared::cta.b64 %p1, [full], 0;"
LOOP = "@!%p1 bra again;"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("waits", "advice"),
    [
        (WAIT.format(".acquire.cluster") + LOOP, ""),
        (WAIT.format(".relaxed.cluster") + LOOP + "fence.acq_rel.cluster;", ""),
        (WAIT.format("") + LOOP, "orders only threads of its CTA: give it the scope .cluster"),
        (WAIT.format(".relaxed.cluster") + LOOP, "orders accesses only with a fence: leave out .relaxed"),
        (WAIT.format(".acquire.cluster") + "nanosleep.u32 9;", "repeat it until that is true"),
        ("", "a wait for the mbarrier of the operation must come first"),
    ],
)
def test_a_wait_that_does_not_order_an_operation(native: bool | None, waits: str, advice: str) -> None:
    out = np.zeros(2, np.uint32)
    program = from_ptx(text(SENT.format(waits=waits), params=".param .u64 out"))
    options: dict[str, Any] = {"native": native, "checks": ("races", "scopes"), "schedule": "early"}
    with directing("sim", **options), pytest.raises(SimFault) if advice else nullcontext() as caught:
        program.launch(out, grid=2, block=1, cluster=2)
    if caught is None:
        assert out.tolist() == [1, 0]
    else:
        assert (caught.value.rule, advice in str(caught.value)) == ("race", True)
