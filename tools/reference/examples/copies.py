"""Copies that go on by themselves, with and without tensor maps."""

import ml_dtypes
import numpy as np

from pyptx import Layout, Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b64, bf16, f32, u32, u64
from reference.shown import shows


@shows("cp.async", "cp.async.commit_group", "cp.async.wait_group")
@kernel(in_specs=(Tile(4, 128, f32),), out_specs=(Tile(128, f32),), block=32, arch="sm_80")
def sum_rows(X: TensorSpec, Y: TensorSpec) -> None:
    """Two rows are always on their way while one is added: a ring of three buffers, a group for each copy.

    >>> sum_rows(np.arange(512, dtype=np.float32).reshape(4, 128))[:4]
    array([768., 772., 776., 780.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    ring, lane = smem.alloc(f32, (3, 128)), reg.from_(ptx.special.tid.x(), u32)
    total = [reg.scalar(f32, init=0.0) for _ in range(4)]

    def start(row: int) -> None:
        if row < 4:
            place = ring.address(row % 3, lane * 4)
            ptx.inst.cp.async_.cg.shared.global_(ptx.addr(place), ptx.addr(px + row * 512, lane * 16), 16)
        ptx.inst.cp.async_.commit_group()

    start(0)
    start(1)
    for row in range(4):
        start(row + 2)
        ptx.inst.cp.async_.wait_group(2)
        for element, value in enumerate(total):
            value += ring[row % 3, lane * 4 + element]
    ptx.inst.st.global_.v4.f32(ptx.addr(py, lane * 16), total)


@shows("cp.async.wait_all")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32, arch="sm_80")
def copy_and_pad(X: TensorSpec, Y: TensorSpec) -> None:
    """Lanes from 24 on copy nothing of their four bytes, which become zeros.

    >>> copy_and_pad(np.ones(32, dtype=np.float32))[[0, 23, 24, 31]]
    array([1., 1., 0., 0.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, lane = smem.alloc(f32, 32), reg.from_(ptx.special.tid.x(), u32)
    size = reg.scalar(u32)
    ptx.inst.selp.u32(size, 4, 0, lane < 24)
    ptx.inst.cp.async_.ca.shared.global_(ptx.addr(tile.address(lane)), ptx.addr(px, lane * 4), 4, size)
    ptx.inst.cp.async_.wait_all()
    ptx.inst.st.global_.f32(ptx.addr(py, lane * 4), tile[lane])


@shows("cp.async.mbarrier.arrive")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=64, arch="sm_90")
def copy_for_others(X: TensorSpec, Y: TensorSpec) -> None:
    """One warp copies, another waits: each copying lane arrives when its copies are done, not before.

    >>> copy_for_others(np.arange(32, dtype=np.float32))[:4]
    array([0., 1., 2., 3.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, bar, thread = smem.alloc(f32, 32), smem.mbarrier(1), reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread == 0):
        ptx.mbarrier.init(bar[0], 32)
    ptx.bar.sync(0)
    with ptx.if_(thread < 32):
        ptx.inst.cp.async_.ca.shared.global_(ptx.addr(tile.address(thread)), ptx.addr(px, thread * 4), 4)
        ptx.inst.cp.async_.mbarrier.arrive.noinc.shared.b64(ptx.addr(bar[0]))
    with ptx.else_():
        lane = thread - 32
        ptx.mbarrier.wait(bar[0], 0)
        ptx.inst.st.global_.f32(ptx.addr(py, lane * 4), tile[lane])


@shows("cp.async.bulk")
@kernel(in_specs=(Tile(256, f32),), out_specs=(Tile(256, f32),), block=256, arch="sm_90")
def double_bulk(X: TensorSpec, Y: TensorSpec) -> None:
    """One thread copies 1024 bytes in and the result out; an mbarrier counts the bytes that arrived.

    Before the copy out, the threads' writes are made visible to the proxy that copies.

    >>> double_bulk(np.arange(256, dtype=np.float32))[:4]
    array([0., 2., 4., 6.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, bar, thread = smem.alloc(f32, 256, align=128), smem.mbarrier(1), reg.from_(ptx.special.tid.x(), u32)
    place = tile.address(0)
    with ptx.if_(thread == 0):
        ptx.mbarrier.init(bar[0], 1)
        ptx.inst.fence.mbarrier_init.release.cluster()
        ptx.mbarrier.arrive_expect_tx(bar[0], 1024)
        ptx.inst["cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"](
            ptx.addr(place), ptx.addr(px), 1024, ptx.addr(bar[0])
        )
    ptx.bar.sync(0)
    ptx.mbarrier.wait(bar[0], 0)
    tile[thread] = tile[thread] * 2.0
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    with ptx.if_(thread == 0):
        ptx.inst.cp.async_.bulk.global_.shared__cta.bulk_group(ptx.addr(py), ptx.addr(place), 1024)
        ptx.inst.cp.async_.bulk.commit_group()
        ptx.inst.cp.async_.bulk.wait_group(0)


@shows("cp.reduce.async.bulk", "cp.async.bulk.commit_group", "cp.async.bulk.wait_group")
@kernel(in_specs=(Tile(4, 64, f32),), out_specs=(Tile(64, f32),), grid=4, block=64, arch="sm_90")
def add_rows(X: TensorSpec, Y: TensorSpec) -> None:
    """Each CTA adds its row to the output, which starts as zeros, with one instruction of one thread.

    `.read` waits until shared memory may be written again; the sums may still be pending.

    >>> add_rows(np.ones((4, 64), dtype=np.float32), out=np.zeros(64, dtype=np.float32))[:4]
    array([4., 4., 4., 4.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, thread = smem.alloc(f32, 64, align=128), reg.from_(ptx.special.tid.x(), u32)
    x = reg.scalar(f32)
    row = reg.from_(ptx.special.ctaid.x(), u32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, (row * 64 + thread) * 4))
    tile[thread] = x
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    with ptx.if_(thread == 0):
        ptx.inst.cp.reduce.async_.bulk.global_.shared__cta.bulk_group.add.f32(
            ptx.addr(py), ptx.addr(tile.address(0)), 256
        )
        ptx.inst.cp.async_.bulk.commit_group()
        ptx.inst.cp.async_.bulk.wait_group.read(0)


@shows("cp.async.bulk.prefetch", "applypriority.async.bulk")
@kernel(in_specs=(Tile(1024, f32),), out_specs=(Tile(1, f32),), arch="sm_107a")
def fetch_ahead(X: TensorSpec, Y: TensorSpec) -> None:
    """4096 bytes come into the L2 cache before they are needed, and lose their place afterwards.

    >>> fetch_ahead(np.arange(1024, dtype=np.float32))
    array([1023.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x = reg.scalar(f32)
    ptx.inst.cp.async_.bulk.prefetch.L2.global_(ptx.addr(px), 4096)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, 4092))
    ptx.inst["applypriority.async.bulk.global.bulk_group.L2::evict_normal"](ptx.addr(px), 4096)
    ptx.inst.cp.async_.bulk.commit_group()
    ptx.inst.st.global_.f32(ptx.addr(py), x)


@shows("cp.async.bulk.tensor")
@kernel(
    in_specs=(Tile(128, 128, bf16, Layout.TMA_128B, tma_box=(64, 64)),),
    out_specs=(Tile(128, 128, bf16, Layout.TMA_128B, tma_box=(64, 64)),),
    grid=(2, 2),
    block=32,
    arch="sm_90a",
)
def swap_blocks(X: TensorSpec, Y: TensorSpec) -> None:
    """A box of 64 by 64 bfloat16 numbers comes in, and goes out again at the mirrored place.

    The tensor is described by its map, a parameter made at the launch; one thread names the box by its
    coordinates, the column first.

    >>> x = np.arange(4).repeat(64 * 64).reshape(2, 2, 64, 64).swapaxes(1, 2).reshape(128, 128)
    >>> y = swap_blocks(x.astype(ml_dtypes.bfloat16)).astype(int)
    >>> y[::64, ::64]
    array([[0, 2],
           [1, 3]])
    """
    tile, bar = smem.alloc(bf16, (64, 64), swizzle="128B"), smem.mbarrier(1)
    x, y = reg.from_(ptx.special.ctaid.x(), u32) * 64, reg.from_(ptx.special.ctaid.y(), u32) * 64
    source, target = X.tma_desc(), Y.tma_desc()
    with ptx.if_(reg.from_(ptx.special.tid.x(), u32) == 0):
        ptx.mbarrier.init(bar[0], 1)
        ptx.fence.mbarrier_init()
        ptx.mbarrier.arrive_expect_tx(bar[0], 64 * 64 * 2)
        ptx.inst["cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"](
            ptx.addr(tile.address(0)), ptx.spelled(f"[{source}, {{{x}, {y}}}]"), ptx.addr(bar[0])
        )
        ptx.mbarrier.wait(bar[0], 0)
        ptx.inst.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(
            ptx.spelled(f"[{target}, {{{y}, {x}}}]"), ptx.addr(tile.address(0))
        )
        ptx.inst.cp.async_.bulk.commit_group()
        ptx.inst.cp.async_.bulk.wait_group(0)


@shows("cp.async.bulk.prefetch.tensor", "cp.reduce.async.bulk.tensor")
@kernel(out_specs=(Tile(4, 64, f32, tma_box=(1, 64)),), grid=4, block=64, arch="sm_90a")
def add_to_box(Y: TensorSpec) -> None:
    """Ones are added to each row of 64 numbers of a tensor, whose box is brought into the L2 cache first.

    >>> add_to_box(out=np.full((4, 64), 2, dtype=np.float32))[:, :3]
    array([[3., 3., 3.],
           [3., 3., 3.],
           [3., 3., 3.],
           [3., 3., 3.]], dtype=float32)
    """
    tile, thread = smem.alloc(f32, 64, align=128), reg.from_(ptx.special.tid.x(), u32)
    row, tensor = reg.from_(ptx.special.ctaid.x(), u32), Y.tma_desc()
    box = ptx.spelled(f"[{tensor}, {{0, {row}}}]")
    with ptx.if_(thread == 0):
        ptx.inst.cp.async_.bulk.prefetch.tensor._2d.L2.global_(box)
    tile[thread] = 1.0
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    with ptx.if_(thread == 0):
        ptx.inst.cp.reduce.async_.bulk.tensor._2d.global_.shared__cta.add.bulk_group(
            box, ptx.addr(tile.address(0))
        )
        ptx.inst.cp.async_.bulk.commit_group()
        ptx.inst.cp.async_.bulk.wait_group(0)


@shows("applypriority.async.bulk.tensor")
@kernel(in_specs=(Tile(64, 64, f32, tma_box=(64, 64)),), arch="sm_107a")
def done_with_box(X: TensorSpec) -> None:
    """A box of a tensor need no longer be kept in the L2 cache before others.

    >>> done_with_box(np.zeros((64, 64), dtype=np.float32))
    """
    tensor = X.tma_desc()
    ptx.inst["applypriority.async.bulk.tensor.2d.global.bulk_group.tile.L2::evict_normal"](
        ptx.spelled(f"[{tensor}, {{0, 0}}]")
    )
    ptx.inst.cp.async_.bulk.commit_group()


@shows("tensormap.replace", "tensormap.cp_fenceproxy")
@kernel(
    in_specs=(Tile(64, f32, tma_box=(64,)), Tile(64, f32)),
    out_specs=(Tile(64, f32),),
    block=32,
    arch="sm_90a",
)
def point_elsewhere(X: TensorSpec, Z: TensorSpec, Y: TensorSpec) -> None:
    """A map of one tensor is made to describe another, which is then copied with it.

    A kernel that works on many tensors needs one map as a pattern. It is changed in shared memory, written to
    global memory, and acquired there by the proxy that copies.

    >>> x, z = np.zeros(64, dtype=np.float32), np.arange(64, dtype=np.float32)
    >>> point_elsewhere(x, z)[:4]
    array([0., 1., 2., 3.], dtype=float32)
    """
    pz, py = ptx.global_ptrs(Z, Y)
    ptx.var("global", b64, "changed", size=16, align=128)
    pattern, lane = X.tma_desc(), reg.from_(ptx.special.tid.x(), u32)
    copy, tile, bar = smem.alloc(b64, 16, align=128), smem.alloc(f32, 64, align=128), smem.mbarrier(1)
    word, tensor, place = reg.scalar(b64), reg.scalar(u64), copy.address(0)
    with ptx.if_(lane < 16):
        ptx.inst.ld.b64(word, ptx.addr(pattern, lane * 8))
        copy[lane] = word
    ptx.warp.sync()
    with ptx.if_(lane == 0):
        ptx.inst.tensormap.replace.tile.global_address.shared__cta.b1024.b64(ptx.addr(place), pz)
        ptx.inst.tensormap.replace.tile.global_dim.shared__cta.b1024.b32(ptx.addr(place), 0, 64)
        ptx.mbarrier.init(bar[0], 1)
    ptx.warp.sync()
    ptx.inst["tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"](
        ptx.addr("changed"), ptx.addr(place), 128
    )
    ptx.inst.mov.u64(tensor, "changed")
    ptx.inst.cvta.global_.u64(tensor, tensor)
    with ptx.if_(lane == 0):
        ptx.inst.fence.proxy["tensormap::generic.acquire.gpu"](ptx.addr(tensor), 128)
        ptx.mbarrier.arrive_expect_tx(bar[0], 256)
        ptx.inst["cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes"](
            ptx.addr(tile.address(0)), ptx.spelled(f"[{tensor}, {{0}}]"), ptx.addr(bar[0])
        )
    ptx.mbarrier.wait(bar[0], 0)
    for half in range(2):
        ptx.inst.st.global_.f32(ptx.addr(py, (lane + 32 * half) * 4), tile[lane + 32 * half])
