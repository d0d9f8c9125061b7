"""The fifth generation of tensor cores and its memory."""

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b16, b32, bf16, f32, u32
from reference.shown import shows


@shows(
    "tcgen05.mma",
    "tcgen05.alloc",
    "tcgen05.relinquish_alloc_permit",
    "tcgen05.dealloc",
    "tcgen05.commit",
    "tcgen05.ld",
    "tcgen05.fence",
)
@kernel(
    in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)),
    out_specs=(Tile(128, 64, f32),),
    block=128,
    arch="sm_100a",
)
def tensor_core_product(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """Multiply a matrix of 128 by 64 by the transpose of one of 64 by 64: from the allocation to the result.

    One warp allocates 64 columns of tensor memory. One thread starts four MMAs with K = 16, and an mbarrier
    completes with them. Then each thread reads its row.
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    a, b = smem.alloc(bf16, (128, 64), swizzle="128B"), smem.alloc(bf16, (64, 64), swizzle="128B")
    slot, bar, thread = smem.alloc(u32, 1), smem.mbarrier(1), reg.from_(ptx.special.tid.x(), u32)
    x, d = reg.scalar(b16), reg.array(b32, 64)
    for column in ptx.range_(0, 64):
        ptx.inst.ld.global_.b16(x, ptx.addr(pa, (thread * 64 + column) * 2))
        a[thread, column] = x
        with ptx.if_(thread < 64):
            ptx.inst.ld.global_.b16(x, ptx.addr(pb, (thread * 64 + column) * 2))
            b[thread, column] = x
    with ptx.if_(thread < 32):
        ptx.inst.tcgen05.alloc.cta_group__1.sync.aligned.shared__cta.b32(ptx.addr(slot), 64)
        ptx.inst.tcgen05.relinquish_alloc_permit.cta_group__1.sync.aligned()
        ptx.mbarrier.init(bar[0], 1, pred=thread == 0)
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.inst.tcgen05.fence__before_thread_sync()
    ptx.bar.sync(0)
    ptx.inst.tcgen05.fence__after_thread_sync()
    memory = smem.load(b32, ptx.addr(slot))
    shape = reg.scalar(u32, init=ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=64))
    with ptx.if_(thread == 0):
        for k in range(4):
            a_matrix = ptx.tcgen05.descriptor(a, byte_offset=32 * k, stride_bytes=1024)
            b_matrix = ptx.tcgen05.descriptor(b, byte_offset=32 * k, stride_bytes=1024)
            ptx.tcgen05.mma(memory, a_matrix, b_matrix, shape, enable_input_d=k > 0)
        ptx.inst["tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64"](ptx.addr(bar[0]))
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.tcgen05.fence__after_thread_sync()
    rows = memory + ((thread >> 5) << 21)
    ptx.inst["tcgen05.ld.sync.aligned.32x32b.x64.b32"](d, ptx.addr(rows))
    ptx.inst.tcgen05.wait__ld.sync.aligned()
    for first in range(0, 64, 4):
        ptx.inst.st.global_.v4.b32(ptx.addr(pd, thread * 256 + first * 4), d[first : first + 4])
    ptx.inst.tcgen05.fence__before_thread_sync()
    ptx.bar.sync(0)
    with ptx.if_(thread < 32):
        ptx.inst.tcgen05.dealloc.cta_group__1.sync.aligned.b32(memory, 64)


@shows("tcgen05.st", "tcgen05.wait", "tcgen05.ld", "tcgen05.shift")
@kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), block=32, arch="sm_100a")
def through_tensor_memory(X: TensorSpec, Y: TensorSpec) -> None:
    """A warp stores a column of 32 numbers to tensor memory, moves its rows down by one and loads it again.

    Loads and stores go on by themselves: `tcgen05.wait` says when a register may be used again.
    """
    px, py = ptx.global_ptrs(X, Y)
    slot, bar, lane = smem.alloc(u32, 1), smem.mbarrier(1), reg.from_(ptx.special.laneid(), u32)
    x = reg.array(b32, 1)
    ptx.inst.ld.global_.b32(x[0], ptx.addr(px, lane * 4))
    ptx.tcgen05.alloc(slot, 32)
    ptx.mbarrier.init(bar[0], 1, pred=lane == 0)
    ptx.warp.sync()
    memory = smem.load(b32, ptx.addr(slot))
    ptx.inst["tcgen05.st.sync.aligned.32x32b.x1.b32"](ptx.addr(memory), x)
    ptx.inst.tcgen05.wait__st.sync.aligned()
    with ptx.if_(lane == 0):
        ptx.inst["tcgen05.shift.cta_group::1.down"](ptx.addr(memory))
        ptx.tcgen05.commit(bar[0])
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.tcgen05.fence__after_thread_sync()
    ptx.inst["tcgen05.ld.sync.aligned.32x32b.x1.b32"](x, ptx.addr(memory))
    ptx.inst.tcgen05.wait__ld.sync.aligned()
    ptx.inst.st.global_.b32(ptx.addr(py, lane * 4), x[0])
    ptx.tcgen05.dealloc(memory, 32)


@shows("tcgen05.cp", "tcgen05.mma")
@kernel(block=32, arch="sm_100a")
def scaled_product() -> None:
    """A product of 4-bit numbers of which each 32 share a scale, copied to tensor memory first.

    The copy and the product run one after the other, in the order in which one thread starts them.
    """
    a, b = smem.alloc(u32, (128, 8), align=1024), smem.alloc(u32, (128, 8), align=1024)
    scales, slot, bar = smem.alloc(u32, 256, align=128), smem.alloc(u32, 1), smem.mbarrier(1)
    lane = reg.from_(ptx.special.laneid(), u32)
    ptx.tcgen05.alloc(slot, 256)
    ptx.mbarrier.init(bar[0], 1, pred=lane == 0)
    ptx.warp.sync()
    memory = smem.load(b32, ptx.addr(slot))
    shape = reg.scalar(u32, init=1 << 7 | 1 << 10 | 128 // 8 << 17 | 128 // 128 << 27)
    with ptx.if_(lane == 0):
        of_a, of_b = memory + 128, memory + 136
        table = ptx.tcgen05.descriptor(scales, stride_bytes=128, swizzle="NONE")
        ptx.inst["tcgen05.cp.cta_group::1.32x128b.warpx4"](ptx.addr(of_a), table)
        ptx.inst["tcgen05.cp.cta_group::1.32x128b.warpx4"](ptx.addr(of_b), table)
        a_matrix = ptx.tcgen05.descriptor(a, stride_bytes=256, swizzle="32B")
        b_matrix = ptx.tcgen05.descriptor(b, stride_bytes=256, swizzle="32B")
        ptx.tcgen05.mma(
            memory, a_matrix, b_matrix, shape, kind="mxf4", sfa=of_a, sfb=of_b, scale_vec="2X",
            enable_input_d=False,
        )  # fmt: skip
        ptx.tcgen05.commit(bar[0])
    ptx.mbarrier.wait(bar[0], 0)
    ptx.tcgen05.dealloc(memory, 256)


@shows("tcgen05.mma.sp")
@kernel(block=32, arch="sm_100a")
def sparse_tensor_core_product() -> None:
    """A product whose first matrix has two of every four numbers; which, says metadata in tensor memory."""
    a, b = smem.alloc(bf16, (128, 64), swizzle="128B"), smem.alloc(bf16, (64, 64), swizzle="128B")
    slot, bar, lane = smem.alloc(u32, 1), smem.mbarrier(1), reg.from_(ptx.special.laneid(), u32)
    ptx.tcgen05.alloc(slot, 128)
    ptx.mbarrier.init(bar[0], 1, pred=lane == 0)
    ptx.warp.sync()
    memory = smem.load(b32, ptx.addr(slot))
    ptx.inst["tcgen05.st.sync.aligned.32x32b.x1.b32"](
        ptx.addr(memory + 64), [reg.scalar(b32, init=0x44444444)]
    )
    ptx.inst.tcgen05.wait__st.sync.aligned()
    shape = reg.scalar(u32, init=ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=64, sparse=True))
    with ptx.if_(lane == 0):
        a_matrix = ptx.tcgen05.descriptor(a, stride_bytes=1024)
        b_matrix = ptx.tcgen05.descriptor(b, stride_bytes=1024)
        ptx.tcgen05.mma(
            memory, a_matrix, b_matrix, shape, sparse=True, sparse_metadata=memory + 64, enable_input_d=False
        )
        ptx.tcgen05.commit(bar[0])
    ptx.mbarrier.wait(bar[0], 0)
    ptx.tcgen05.dealloc(memory, 128)


@shows("tcgen05.mma.ws", "tcgen05.mma.ws.sp")
@kernel(block=32, arch="sm_100a")
def keep_weights() -> None:
    """Two products with the same second matrix: the first fills a buffer with it, the second uses that.

    The third is sparse: of every four numbers of its first matrix two are kept.
    """
    a, b = smem.alloc(bf16, (128, 64), swizzle="128B"), smem.alloc(bf16, (64, 64), swizzle="128B")
    slot, bar, lane = smem.alloc(u32, 1), smem.mbarrier(1), reg.from_(ptx.special.laneid(), u32)
    ptx.tcgen05.alloc(slot, 256)
    ptx.mbarrier.init(bar[0], 1, pred=lane == 0)
    ptx.warp.sync()
    memory = smem.load(b32, ptx.addr(slot))
    shape = reg.scalar(u32, init=ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=64))
    half = reg.scalar(u32, init=ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=64, sparse=True))
    with ptx.if_(lane == 0):
        a_matrix = ptx.tcgen05.descriptor(a, stride_bytes=1024)
        b_matrix = ptx.tcgen05.descriptor(b, stride_bytes=1024)
        first, second, third, where = (ptx.addr(memory, 64 * each) for each in range(4))
        product = ptx.inst["tcgen05.mma.ws.cta_group::1.kind::f16"]
        adds = memory == 0xFFFFFFFF  # never: each product is written as it is
        product["collector::b0::fill"](first, a_matrix, b_matrix, shape, adds)
        product["collector::b0::lastuse"](second, a_matrix, b_matrix, shape, adds)
        ptx.inst["tcgen05.mma.ws.sp.cta_group::1.kind::f16"](third, a_matrix, b_matrix, where, half, adds)
        ptx.tcgen05.commit(bar[0])
    ptx.mbarrier.wait(bar[0], 0)
    ptx.tcgen05.dealloc(memory, 256)
