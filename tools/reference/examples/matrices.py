"""Matrices in the registers of warps and warpgroups."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b16, b32, f16, f16x2, f32, f64, u32
from reference.shown import shows


@shows("mma")
@kernel(in_specs=(Tile(8, 4, f64), Tile(4, 8, f64)), out_specs=(Tile(8, 8, f64),), block=32, arch="sm_80")
def multiply_f64(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """The product of 8 by 4 and 4 by 8 numbers: each lane holds one of A, one of B and two of D.

    >>> a, b = np.arange(32.0).reshape(8, 4), np.arange(32.0).reshape(4, 8)
    >>> np.array_equal(multiply_f64(a, b), a @ b)
    True
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    lane = reg.from_(ptx.special.laneid(), u32)
    row, column = lane >> 2, lane & 3
    a, b, d = reg.array(f64, 1), reg.array(f64, 1), reg.array(f64, 2)
    ptx.inst.ld.global_.f64(a[0], ptx.addr(pa, lane * 8))
    ptx.inst.ld.global_.f64(b[0], ptx.addr(pb, (column * 8 + row) * 8))
    ptx.inst.mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64(d, a, b, [0.0, 0.0])
    ptx.inst.st.global_.v2.f64(ptx.addr(pd, lane * 16), d)


@shows("ldmatrix", "mma")
@kernel(in_specs=(Tile(16, 16, f16), Tile(16, 8, f16)), out_specs=(Tile(16, 8, f32),), block=32, arch="sm_80")
def multiply_f16(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """A 16 x 16 matrix times a 16 x 8 matrix; `ldmatrix` loads both in the layout that `mma` reads.

    Lane i names row i % 16 of A, in its left or right half; B lies row by row, so `.trans` turns it around.

    >>> a, b = np.eye(16, dtype=np.float16), np.arange(128, dtype=np.float16).reshape(16, 8)
    >>> np.array_equal(multiply_f16(a, b), b)
    True
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    left, right = smem.alloc(f16, (16, 16)), smem.alloc(f16, (16, 8))
    lane = reg.from_(ptx.special.laneid(), u32)
    a, b, d = reg.array(b32, 4), reg.array(b32, 2), reg.array(f32, 4)
    ptx.inst.ld.global_.v4.b32(a, ptx.addr(pa, lane * 16))
    ptx.inst.ld.global_.v2.b32(b, ptx.addr(pb, lane * 8))
    ptx.inst.st.shared.v4.b32(ptx.addr(left.address(lane >> 1, (lane & 1) * 8)), a)
    ptx.inst.st.shared.v2.b32(ptx.addr(right.address(lane >> 1, (lane & 1) * 4)), b)
    ptx.warp.sync()
    ptx.inst.ldmatrix.sync.aligned.m8n8.x4.shared.b16(a, ptx.addr(left.address(lane & 15, (lane >> 4) * 8)))
    ptx.inst.ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16(b, ptx.addr(right.address(lane & 15, 0)))
    ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(d, a, b, [0.0, 0.0, 0.0, 0.0])
    place = (lane >> 2) * 32 + (lane & 3) * 8
    ptx.inst.st.global_.v2.f32(ptx.addr(pd, place), d[0:2])
    ptx.inst.st.global_.v2.f32(ptx.addr(pd, place + 256), d[2:4])


@shows("mma.sp")
@kernel(in_specs=(Tile(32, 2, u32), Tile(32, 2, u32)), out_specs=(Tile(32, 4, f32),), block=32, arch="sm_80")
def multiply_sparse(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """A product where of every four numbers of A only two are kept, here always the first two.

    Each kept number has two bits of metadata, its place among the four: 0100 for places 0 and 1.

    >>> zeros = np.zeros((32, 2), dtype=np.uint32)
    >>> multiply_sparse(zeros, zeros)[0]
    array([0., 0., 0., 0.], dtype=float32)
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    lane = reg.from_(ptx.special.laneid(), u32)
    a, b, d = reg.array(b32, 2), reg.array(b32, 2), reg.array(f32, 4)
    metadata = reg.scalar(u32, init=0x44444444)
    ptx.inst.ld.global_.v2.b32(a, ptx.addr(pa, lane * 8))
    ptx.inst.ld.global_.v2.b32(b, ptx.addr(pb, lane * 8))
    ptx.inst.mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(d, a, b, [0.0] * 4, metadata, 0)
    ptx.inst.st.global_.v4.f32(ptx.addr(pd, lane * 16), d)


@shows("stmatrix", "ldmatrix")
@kernel(in_specs=(Tile(8, 8, f16),), out_specs=(Tile(8, 8, f16),), block=32, arch="sm_90")
def transpose_by_store(X: TensorSpec, Y: TensorSpec) -> None:
    """A matrix is loaded to registers, and stored to shared memory transposed.

    >>> x = np.arange(64, dtype=np.float16).reshape(8, 8)
    >>> np.array_equal(transpose_by_store(x), x.T)
    True
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, lane = smem.alloc(f16, (8, 8)), reg.from_(ptx.special.laneid(), u32)
    pair = reg.array(b32, 1)
    ptx.inst.ld.global_.b32(pair[0], ptx.addr(px, lane * 4))
    ptx.inst.st.shared.b32(ptx.addr(tile.address(lane >> 2, (lane & 3) * 2)), pair[0])
    ptx.warp.sync()
    ptx.inst.ldmatrix.sync.aligned.m8n8.x1.shared.b16(pair, ptx.addr(tile.address(lane & 7, 0)))
    ptx.inst.stmatrix.sync.aligned.m8n8.x1.trans.shared.b16(ptx.addr(tile.address(lane & 7, 0)), pair)
    ptx.warp.sync()
    ptx.inst.ld.shared.b32(pair[0], ptx.addr(tile.address(lane >> 2, (lane & 3) * 2)))
    ptx.inst.st.global_.b32(ptx.addr(py, lane * 4), pair[0])


@shows("movmatrix")
@kernel(in_specs=(Tile(8, 8, f16),), out_specs=(Tile(8, 8, f16),), block=32, arch="sm_80")
def transpose_in_registers(X: TensorSpec, Y: TensorSpec) -> None:
    """Lane i holds two numbers of row i // 4; after it, two of column i // 4.

    >>> x = np.arange(64, dtype=np.float16).reshape(8, 8)
    >>> np.array_equal(transpose_in_registers(x), x.T)
    True
    """
    px, py = ptx.global_ptrs(X, Y)
    lane, pair = reg.from_(ptx.special.laneid(), u32), reg.scalar(f16x2)
    ptx.inst.ld.global_.b32(pair, ptx.addr(px, lane * 4))
    ptx.inst.movmatrix.sync.aligned.m8n8.trans.b16(pair, pair)
    ptx.inst.st.global_.b32(ptx.addr(py, lane * 4), pair)


@shows("wmma.mma", "wmma.load", "wmma.store")
@kernel(
    in_specs=(Tile(16, 16, f16), Tile(16, 16, f16)), out_specs=(Tile(16, 16, f32),), block=32, arch="sm_80"
)
def multiply_fragments(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """A product straight from and to memory: only `wmma` reads fragments, whose layout PTX leaves open.

    >>> a, b = np.eye(16, dtype=np.float16), np.arange(256, dtype=np.float16).reshape(16, 16)
    >>> np.array_equal(multiply_fragments(a, b), b)
    True
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    a, b, d = reg.array(b32, 8), reg.array(b32, 8), reg.array(f32, 8)
    ptx.inst.wmma.load.a.sync.aligned.row.m16n16k16.global_.f16(a, ptx.addr(pa), 16)
    ptx.inst.wmma.load.b.sync.aligned.row.m16n16k16.global_.f16(b, ptx.addr(pb), 16)
    for element in d:
        ptx.inst.mov.f32(element, 0.0)
    ptx.inst.wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32(d, a, b, d)
    ptx.inst.wmma.store.d.sync.aligned.row.m16n16k16.global_.f32(ptx.addr(pd), d, 16)


@shows("wgmma.mma_async", "wgmma.fence", "wgmma.commit_group", "wgmma.wait_group")
@kernel(
    in_specs=(Tile(64, 16, f16), Tile(8, 16, f16)), out_specs=(Tile(64, 8, f32),), block=128, arch="sm_90a"
)
def warpgroup_product(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """The product of 64 by 16 numbers with the transpose of 8 by 16, both in shared memory.

    Four warps start it together; a descriptor says where a tile is and how it is swizzled. The fences order
    what the threads wrote to shared memory and to registers before it.

    >>> a, b = np.ones((64, 16), dtype=np.float16), np.ones((8, 16), dtype=np.float16)
    >>> np.array_equal(warpgroup_product(a, b), np.full((64, 8), 16, dtype=np.float32))
    True
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    a, b = smem.wgmma_tile(f16, (64, 16)), smem.wgmma_tile(f16, (8, 16))
    thread, d, x = reg.from_(ptx.special.tid.x(), u32), reg.array(f32, 4), reg.scalar(b16)
    for each in range(8):
        element = thread + each * 128
        ptx.inst.ld.global_.b16(x, ptx.addr(pa, element * 2))
        a[element >> 4, element & 15] = x
    ptx.inst.ld.global_.b16(x, ptx.addr(pb, thread * 2))
    b[thread >> 4, thread & 15] = x
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    a_matrix = ptx.wgmma.auto_descriptor(a, dtype=f16, shape=(64, 16), major="K")
    b_matrix = ptx.wgmma.auto_descriptor(b, dtype=f16, shape=(8, 16), major="K")
    ptx.inst.wgmma.fence.sync.aligned()
    ptx.inst.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16(d, a_matrix, b_matrix, 0, 1, 1, 0, 0)
    ptx.inst.wgmma.commit_group.sync.aligned()
    ptx.inst.wgmma.wait_group.sync.aligned(0)
    row = (thread >> 5) * 16 + ((thread & 31) >> 2)
    place = row * 32 + (thread & 3) * 8
    ptx.inst.st.global_.v2.f32(ptx.addr(pd, place), d[0:2])
    ptx.inst.st.global_.v2.f32(ptx.addr(pd, place + 256), d[2:4])


@shows("wgmma.mma_async.sp")
@kernel(out_specs=(Tile(128, 4, f32),), block=128, arch="sm_90a")
def warpgroup_sparse_product(D: TensorSpec) -> None:
    """A product like `wgmma.mma_async` of twice the depth, of whose first matrix half is kept.

    Here both matrices are zeros in shared memory; by the metadata the first two of every four are kept.

    >>> np.array_equal(warpgroup_sparse_product(), np.zeros((128, 4)))
    True
    """
    (pd,) = ptx.global_ptrs(D)
    a, b = smem.wgmma_tile(f16, (64, 16)), smem.wgmma_tile(f16, (8, 32))
    thread, d = reg.from_(ptx.special.tid.x(), u32), reg.array(f32, 4)
    metadata, zero = reg.scalar(u32, init=0x44444444), reg.scalar(b16, init=0)
    for each in range(8):
        a[thread >> 1, (thread & 1) * 8 + each] = zero
    for each in range(2):
        b[thread >> 4, (thread & 15) * 2 + each] = zero
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    a_matrix = ptx.wgmma.auto_descriptor(a, dtype=f16, shape=(64, 16), major="K")
    b_matrix = ptx.wgmma.auto_descriptor(b, dtype=f16, shape=(8, 32), major="K")
    ptx.inst.wgmma.fence.sync.aligned()
    ptx.inst.wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16(
        d, a_matrix, b_matrix, metadata, 0, 0, 1, 1, 0, 0
    )
    ptx.inst.wgmma.commit_group.sync.aligned()
    ptx.inst.wgmma.wait_group.sync.aligned(0)
    ptx.inst.st.global_.v4.f32(ptx.addr(pd, thread * 16), d)
