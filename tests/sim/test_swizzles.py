"""Tiles that a tensor copy writes with one swizzle, and that an operation reads with the same or another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.layouts.descriptors import TCGEN05_MATRIX, TCGEN05_SWIZZLES, WGMMA_MATRIX, BitLayout
from pyptx.layouts.instruction import instruction_descriptor
from pyptx.layouts.swizzle import find
from pyptx.layouts.tensor_map import TensorMap
from tests.sim.pipeline import SCHEDULES

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS, COLUMNS = 64, 64
WGMMA_CODE = {"NONE": 0, "128B": 1, "64B": 2, "32B": 3}
WIDTH = {"NONE": 128, "128B": 128, "64B": 64, "32B": 32}

KERNEL = """
    .shared .align 1024 .b8 tile[8192];
    .shared .align 8 .b64 full;
    .shared .align 8 .b64 done;
    .shared .align 4 .b32 slot;
    .reg .b32 %d<4>;
    .reg .b32 %taddr;
    mov.b64 %rd1, x; cvta.param.u64 %rd1, %rd1;
    mov.b64 %rd2, out; cvta.param.u64 %rd2, %rd2;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    @%p1 mbarrier.init.shared::cta.b64 [done], 1;
    bar.sync 0;
    @!%p1 bra LOADED;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {bytes};
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [tile], [%rd1, {{0, 0}}], [full];
LOADED:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra LOADED;
    {between}
    {read}
"""
STORE = """
    @!%p1 bra STORED;
    cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd2, {0, 0}], [tile];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
STORED:
"""
WGMMA = """
    mov.b64 %rd3, {matrix:#x};
    setp.ne.u32 %p5, %r1, %r1;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%d0, %d1, %d2, %d3}}, %rd3, %rd3, %p5, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
"""
TCGEN05 = """
    setp.lt.u32 %p3, %r1, 32;
    @%p3 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %taddr, [slot];
    @!%p1 bra ISSUED;
    mov.b64 %rd3, {matrix:#x};
    mov.b32 %r7, {idesc:#x};
    setp.ne.u32 %p5, %r1, %r1;
    tcgen05.mma.cta_group::1.kind::f16 [%taddr], %rd3, %rd3, %r7, %p5;
    tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done];
ISSUED:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [done], 0;
    @!%p2 bra ISSUED;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    @%p3 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %taddr, 32;
"""
LDMATRIX = """
    mad.lo.u32 %r3, %r1, {width}, 16;
    and.b32 %r4, %r3, {lines:#x};
    shr.u32 %r4, %r4, 3;
    xor.b32 %r3, %r3, %r4;
    add.u32 %r3, %r3, %r2;
    setp.lt.u32 %p3, %r1, 32;
    @%p3 ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%d0, %d1, %d2, %d3}}, [%r3];
"""
REWRITTEN = """
    bar.sync 0;
    mad.lo.u32 %r3, %r1, 64, %r2;
    mov.u32 %r4, 0;
NEXT:
    add.u32 %r5, %r3, %r4;
    ld.shared.u32 %r6, [%r5];
    st.shared.u32 [%r5], %r1;
    add.u32 %r4, %r4, 4;
    setp.lt.u32 %p4, %r4, 64;
    @%p4 bra NEXT;
    fence.proxy.async.shared::cta;
    bar.sync 0;
"""


def matrix(layout: BitLayout, code: int, swizzle: str, *, apart: bool, base: int) -> int:
    """The descriptor of a K-major matrix at the start of shared memory.

    Args:
        layout: The fields of the descriptor.
        code: The swizzle, as they encode it.
        swizzle: Its name.
        apart: Whether the core matrices of one without swizzle are the first 128 bytes of 1024.
        base: Its base offset.
    """
    leading, stride = (128, 256) if swizzle == "NONE" else (16, 8 * WIDTH[swizzle])
    leading, stride = (1024, 0) if apart else (leading, stride)
    version = {"version": 1} if layout is TCGEN05_MATRIX else {}
    return layout.encode(leading=leading, stride=stride, base_offset=base, swizzle=code, **version)


def reader(how: str, swizzle: str, **fields: Any) -> str:
    if how == "wgmma":
        return WGMMA.format(matrix=matrix(WGMMA_MATRIX, WGMMA_CODE[swizzle], swizzle, **fields))
    if how == "tcgen05":
        idesc = instruction_descriptor("f16", a="f16", b="f16", d="f32", m=64, n=8)
        code = TCGEN05_SWIZZLES[swizzle]
        return TCGEN05.format(matrix=matrix(TCGEN05_MATRIX, code, swizzle, **fields), idesc=idesc)
    if how == "ldmatrix":
        mode = find(swizzle)
        return LDMATRIX.format(width=WIDTH[swizzle], lines=mode.line_mask if mode else 0)
    return STORE


def launch(
    run: Callable[..., Any],
    wrote: str,
    how: str,
    read: str,
    *,
    between: str = "",
    rows: int = ROWS,
    apart: bool = False,
    base: int = 0,
    **options: Any,
) -> None:
    """Load a box with a swizzle, and read its first rows with another."""
    x = np.arange(ROWS * COLUMNS, dtype=np.float16).reshape(ROWS, COLUMNS)
    load, store = (
        TensorMap.tiled("f16", sizes=(COLUMNS, ROWS), box=(WIDTH[name] // 2, many), swizzle=name)
        for name, many in ((wrote, ROWS), (read, rows))
    )
    body = KERNEL.format(
        bytes=ROWS * WIDTH[wrote], between=between, read=reader(how, read, apart=apart, base=base)
    )
    target = "sm_100a" if how == "tcgen05" else "sm_90a"
    options = {"checks": "all", **options}
    run(body, x=load.of(x), out=store.of(np.zeros_like(x)), block=128, target=target, **options)


EVERY = pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
READERS = pytest.mark.parametrize("how", ["store", "wgmma", "tcgen05", "ldmatrix"])
PAIRS = [("NONE", "128B"), ("128B", "NONE"), ("128B", "64B"), ("64B", "32B"), ("64B", "NONE"), ("32B", "64B")]


@EVERY
@READERS
@pytest.mark.parametrize("swizzle", ["NONE", "128B", "64B", "32B"])
def test_one_swizzle(run: Callable[..., Any], swizzle: str, how: str, schedule: str, seed: int) -> None:
    launch(run, swizzle, how, swizzle, schedule=schedule, seed=seed)


@EVERY
@READERS
@pytest.mark.parametrize(("wrote", "read"), PAIRS)
def test_two_swizzles(
    run: Callable[..., Any], wrote: str, read: str, how: str, schedule: str, seed: int
) -> None:
    of_rows = how == "ldmatrix"
    who = "this warp" if of_rows else "the operation started here"
    remedy = (
        "the addresses of the rows must" if of_rows else "the tensor maps and matrix descriptors of a tile"
    )
    said = f"{who} reads .* with swizzle {read}, but a tensor copy wrote it with swizzle {wrote}: {remedy}"
    with pytest.raises(SimFault, match=said) as caught:
        launch(run, wrote, how, read, rows=16, schedule=schedule, seed=seed)
    assert caught.value.rule == "swizzle-mismatch"


@READERS
@pytest.mark.parametrize(("wrote", "read"), PAIRS)
def test_threads_that_write_the_tile_may_swizzle_it(
    run: Callable[..., Any], wrote: str, read: str, how: str
) -> None:
    launch(run, wrote, how, read, between=REWRITTEN)


def test_lines_that_neither_swizzle_moves(run: Callable[..., Any]) -> None:
    launch(run, "NONE", "store", "128B", rows=1)
    with pytest.raises(SimFault, match=r"swizzle-mismatch: .* reads tile.128"):
        launch(run, "NONE", "store", "128B", rows=2)


@pytest.mark.parametrize("wrote", ["128B", "64B", "32B"])
@pytest.mark.parametrize("how", ["wgmma", "tcgen05"])
def test_a_matrix_has_the_layout_of_the_whole_tile(run: Callable[..., Any], wrote: str, how: str) -> None:
    """An MMA that reads only lines that the swizzle of the copy leaves in place finds other elements, too."""
    launch(run, "NONE", how, "NONE", apart=True)
    said = f"with swizzle NONE, but a tensor copy wrote it with swizzle {wrote}"
    with pytest.raises(SimFault, match=said) as caught:
        launch(run, wrote, how, "NONE", apart=True)
    assert caught.value.rule == "swizzle-mismatch"


@pytest.mark.parametrize("swizzle", ["128B", "64B", "32B"])
@pytest.mark.parametrize("how", ["wgmma", "tcgen05"])
def test_a_base_offset_for_a_tile_of_a_tensor_copy(run: Callable[..., Any], swizzle: str, how: str) -> None:
    """Tensor copies swizzle by the address, wherever their tile starts."""
    with pytest.raises(SimFault, match=f"with swizzle {swizzle}.*a tensor copy wrote it") as caught:
        launch(run, swizzle, how, swizzle, base=1)
    assert caught.value.rule == "swizzle-mismatch"
    launch(run, swizzle, how, swizzle, base=1, between=REWRITTEN)


GATHERED = """
    and.b32 %r3, %r1, 7;
    mul.lo.u32 %r3, %r3, {pitch};
    and.b32 %r4, %r3, 0x380;
    shr.u32 %r4, %r4, 3;
    xor.b32 %r3, %r3, %r4;
    add.u32 %r3, %r3, %r2;
    setp.lt.u32 %p3, %r1, 32;
    @%p3 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%d0}}, [%r3];
"""


@pytest.mark.parametrize("pitch", [128, 256, 1024])
def test_rows_that_are_apart(run: Callable[..., Any], pitch: int) -> None:
    """Every row, every second one, and rows that the swizzle does not move."""
    launch(run, "128B", "store", "128B", between=GATHERED.format(pitch=pitch))


def test_data_that_is_swizzled_in_global_memory(run: Callable[..., Any]) -> None:
    launch(run, "NONE", "wgmma", "128B", checks=("races",))


def test_the_check_needs_race_checking(run: Callable[..., Any]) -> None:
    with pytest.raises(LaunchError, match=r"checks=\('races', 'swizzles'\)"):
        launch(run, "NONE", "store", "128B", checks=("swizzles",))
