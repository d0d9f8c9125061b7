"""Undefined operands of asynchronous operations, whichever engine's order of warps meets them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim.native import MISSING
from tests.sim.conftest import text

if TYPE_CHECKING:
    from pyptx.program import Program

FRAME = """
    .shared .align 1024 .b8 tile[8192];
    .shared .align 8 .b64 full;
    .shared .align 4 .b32 slot;
    .reg .b32 %d<4>;
    .reg .b32 %a<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, tile;
    mov.u32 %r5, full;
    setp.eq.u32 %p4, %r1, 0;
    setp.lt.u32 %p1, %r1, 128;
    {prologue}
    @%p1 bra READ;
    and.b32 %r2, %r1, 127;
    mad.lo.u32 %r4, %r2, 64, %r3;
    st.shared.v4.u32 [%r4], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r4+16], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r4+32], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r4+48], {{0, 0, 0, 0}};
    fence.proxy.async.shared::cta;
    {written}
    bra END;
READ:
    {awaited}
    {body}
END:
    {epilogue}
    ret;
"""
"""Warps 4 to 7 write shared memory, warps 0 to 3 start an operation that reads it."""

WAIT = """
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.arrive.shared::cta.b64 _, [full];
WAIT:
    mbarrier.test_wait.parity.shared::cta.b64 %p3, [full], 0;
    @!%p3 bra WAIT;
"""
ALLOCATE = """
    setp.lt.u32 %p2, %r1, 32;
    @%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %r6, [slot];
    @%p4 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
"""
FREE = """
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    @%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r6, 32;
"""
COMMITTED = """
    @%p4 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r5];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [full], 0;
    @!%p3 bra WAIT;
    tcgen05.fence::after_thread_sync;
    shl.b32 %r8, %r1, 16;
    and.b32 %r8, %r8, 0x600000;
    add.u32 %r8, %r8, %r6;
    tcgen05.ld.sync.aligned.32x32b.x1.b32 {%d0}, [%r8];
    tcgen05.wait::ld.sync.aligned;
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    st.global.u32 [%rd2], %d0;
"""
DESCRIPTOR = "mov.u32 %r7, tile; shr.u32 %r7, %r7, 4; cvt.u64.u32 %rd5, %r7;"
OPERATIONS = {
    "wgmma": (
        "sm_90a",
        f"""
    {DESCRIPTOR}
    or.b64 %rd5, %rd5, {64 << 16 | 8 << 32};
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%d0, %d1, %d2, %d3}}, %rd5, %rd5, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    st.global.u32 [%rd2], %d0;
    """,
        "wgmma.mma_async",
    ),
    "tcgen05.mma": (
        "sm_100a",
        f"""
    {DESCRIPTOR}
    or.b64 %rd5, %rd5, {128 << 16 | 8 << 32 | 1 << 46};
    @%p4 tcgen05.mma.cta_group::1.kind::f16 [%r6], %rd5, %rd5, {1 << 4 | 2 << 17 | 8 << 24}, 0;
    {COMMITTED}""",
        "tcgen05.mma",
    ),
    "tcgen05.cp": (
        "sm_100a",
        f"""
    {DESCRIPTOR}
    or.b64 %rd5, %rd5, {128 << 16 | 8 << 32 | 1 << 46};
    @%p4 tcgen05.cp.cta_group::1.128x128b [%r6], %rd5;
    {COMMITTED}""",
        "tcgen05.cp",
    ),
    "cp.async.bulk": (
        "sm_90a",
        """
    @%p4 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 512;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    """,
        "cp.async.bulk.global",
    ),
}


def compiled(name: str, *, ordered: bool) -> Program:
    target, body, _ = OPERATIONS[name]
    blackwell = target == "sm_100a"
    source = FRAME.format(
        prologue=ALLOCATE if blackwell else "",
        epilogue=FREE if blackwell else "",
        written="bar.arrive 1, 256;" if ordered else "",
        awaited="bar.sync 1, 256;" if ordered else "",
        body=body,
    )
    return from_ptx(text(source, params=".param .u64 out", target=target, version="8.6"))


@pytest.mark.parametrize("schedule", ["late", "early"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_that_waits_for_its_operands_is_right(name: str, schedule: str) -> None:
    program = compiled(name, ordered=True)
    for native in (None, False):
        report = program.launch(np.zeros(128, np.uint32), grid=1, block=256, native=native, schedule=schedule)
        assert report.detail.engine == ("numpy" if native is False or MISSING else "native")


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(
    ("name", "schedule"),
    [*((name, "early") for name in OPERATIONS), ("wgmma", "late"), ("cp.async.bulk", "late")],
)
def test_operands_that_only_the_order_of_one_engine_leaves_unwritten(name: str, schedule: str) -> None:
    """The NumPy engine runs the writers first, which stand earlier in the program."""
    program = compiled(name, ordered=False)
    program.launch(np.zeros(128, np.uint32), grid=1, block=256, native=False, schedule=schedule)
    with pytest.raises(SimFault) as caught:
        program.launch(np.zeros(128, np.uint32), grid=1, block=256, schedule=schedule)
    assert caught.value.rule == "uninitialized-memory"
    assert OPERATIONS[name][2] in (caught.value.instruction or "")
    assert "each warp ran on until it waited" in str(caught.value)


def multiplied(rng: random.Random) -> str:
    """A `wgmma` some of whose operands may be undefined in some threads, and a use of some registers."""

    def some_lanes() -> str:
        return rng.choice((f"setp.ne.u32 %p2, %r1, {rng.randrange(128)};", "setp.lt.u32 %p2, %r1, 9999;"))

    lines = [
        ".shared .align 1024 .b8 tile[4096]; .reg .b32 %d<4>; .reg .b32 %a<4>; .reg .b32 %v;",
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r3, tile; mad.lo.u32 %r4, %r1, 16, %r3;",
        f"{some_lanes()} @%p2 st.shared.v4.u32 [%r4], {{%r1, %r1, %r1, %r1}};",
        f"{some_lanes()} @%p2 st.shared.v4.u32 [%r4+2048], {{%r1, %r1, %r1, %r1}};",
        "fence.proxy.async.shared::cta; bar.sync 0;",
        f"{rng.choice(('', DESCRIPTOR))} {DESCRIPTOR} or.b64 %rd5, %rd5, {64 << 16 | 8 << 32};",
        f"setp.eq.u32 %p1, 0, 0; {some_lanes()} @%p2 ld.shared.u32 %v, [%r3+{rng.randrange(0, 4096, 4)}];",
    ]
    for name in ("%d", "%a"):
        for number in range(4):
            value = "%v" if rng.random() < 0.08 else f"{number}"
            if rng.random() < 0.9:
                lines.append(f"{some_lanes() if rng.random() < 0.1 else 'setp.eq.u32 %p2, 0, 0;'}")
                lines.append(f"@%p2 mov.b32 {name}{number}, {value};")
    if rng.random() < 0.1:
        lines.append("setp.ne.u32 %p1, %v, 77;")
    a = rng.choice(("%rd5", "{%a0, %a1, %a2, %a3}"))
    last = "1, 1, 0" if a.startswith("{") else "1, 1, 0, 0"
    lines += [
        "wgmma.fence.sync.aligned;",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, "
        f"{a}, %rd5, {rng.choice(('0', '1', '%p1'))}, {last};",
        "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;",
        f"mad.wide.u32 %rd1, %r1, 4, %rd1; st.global.u32 [%rd1], %d{rng.randrange(4)}; ret;",
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_judge_operands_alike(seed: int) -> None:
    rng = random.Random(seed)
    schedule = rng.choice(("late", "early"))
    program = from_ptx(text(multiplied(rng), params=".param .u64 out"))
    found: list[tuple[object, ...]] = []
    for native in (None, False):
        out = np.zeros(128, np.uint32)
        try:
            report = program.launch(out, grid=1, block=128, native=native, schedule=schedule)
        except SimFault as fault:
            found.append((fault.rule, fault.instruction, str(fault)))
        else:
            found.append(("", out.tolist()))
            assert report.detail.engine == ("numpy" if native is False or MISSING else "native")
    assert found[0] == found[1]
