"""Registers, memory, caches and the stack."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b32, b64, f32, u32, u64
from reference.shown import shows


@shows("mov")
@kernel(in_specs=(Tile(1, u64),), out_specs=(Tile(4, u32),), arch="sm_80")
def split_and_join(X: TensorSpec, Y: TensorSpec) -> None:
    """A 64-bit number, split into two words and joined again; a special register and a constant.

    >>> [hex(word) for word in split_and_join(np.uint64([0x1111_2222_3333_4444]))]
    ['0x33334444', '0x11112222', '0x1', '0x7']
    """
    px, py = ptx.global_ptrs(X, Y)
    both, words, swapped = reg.scalar(b64), reg.array(b32, 4), reg.scalar(b64)
    ptx.inst.ld.global_.b64(both, ptx.addr(px))
    ptx.inst.mov.b64([words[1], words[0]], both)
    ptx.inst.mov.b64(swapped, [words[1], words[0]])
    ptx.inst.mov.b64([words[0], words[1]], both)
    ptx.inst.mov.u32(words[2], "%ntid.x")
    ptx.inst.mov.u32(words[3], 7)
    ptx.inst.st.global_.v4.b32(ptx.addr(py), words)


@shows("ld", "st")
@kernel(in_specs=(Tile(8, f32),), out_specs=(Tile(8, f32),), block=2, arch="sm_80")
def copy_vectors(X: TensorSpec, Y: TensorSpec) -> None:
    """Four numbers (16 bytes) at a time: `.nc` loads through the read-only cache, `.cg` stores past L1.

    >>> copy_vectors(np.arange(8, dtype=np.float32))
    array([0., 1., 2., 3., 4., 5., 6., 7.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 16
    values = reg.array(f32, 4)
    ptx.inst.ld.global_.nc.v4.f32(values, ptx.addr(px, offset))
    ptx.inst.st.global_.cg.v4.f32(ptx.addr(py, offset), values)


@shows("ld", "st")
@kernel(out_specs=(Tile(1, u32),), grid=2, arch="sm_80")
def message(Y: TensorSpec) -> None:
    """One CTA writes a number and then a flag; the other waits for the flag and reads the number.

    `.release` orders the number before the flag for every thread that reads the flag with `.acquire`.

    >>> message()
    array([42], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    ptx.var("global", u32, "number")
    ptx.var("global", u32, "flag", init=0)
    flag = reg.scalar(u32, init=0)
    with ptx.if_(reg.from_(ptx.special.ctaid.x(), u32) == 0):
        ptx.inst.st.relaxed.gpu.global_.u32(ptx.addr("number"), 42)
        ptx.inst.st.release.gpu.global_.u32(ptx.addr("flag"), 1)
    with ptx.else_():
        ptx.label("waiting")
        ptx.inst.ld.acquire.gpu.global_.u32(flag, ptx.addr("flag"))
        ptx.bra("waiting", pred=flag == 0)
        ptx.inst.ld.relaxed.gpu.global_.u32(flag, ptx.addr("number"))
        ptx.inst.st.global_.u32(ptx.addr(py), flag)


@shows("ldu")
@kernel(in_specs=(Tile(4, f32), Tile(1, f32)), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def scale_by_one_number(X: TensorSpec, S: TensorSpec, Y: TensorSpec) -> None:
    """All threads read the same factor.

    >>> scale_by_one_number(np.float32([1, 2, 3, 4]), np.float32([10]))
    array([10., 20., 30., 40.], dtype=float32)
    """
    px, ps, py = ptx.global_ptrs(X, S, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, factor = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ldu.global_.f32(factor, ptx.addr(ps))
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x * factor)


@shows("prefetch", "prefetchu", "discard", "applypriority")
@kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(32, f32),), block=32, arch="sm_80")
def hints(X: TensorSpec, Y: TensorSpec) -> None:
    """Prefetch the second half while the first is summed; data that was read need not stay in the cache.

    `discard` drops the 128 bytes of the output from the cache before all of them are written.

    >>> hints(np.arange(64, dtype=np.float32))[:4]
    array([32., 34., 36., 38.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    first, second, generic = reg.scalar(f32), reg.scalar(f32), reg.scalar(u64)
    ptx.inst.prefetch.global_.L2(ptx.addr(px, 128))
    ptx.inst.cvta.global_.u64(generic, px)
    ptx.inst.prefetchu.L1(ptx.addr(generic))
    ptx.inst.discard.global_.L2(ptx.addr(py), 128)
    ptx.inst.ld.global_.f32(first, ptx.addr(px, offset))
    ptx.inst.ld.global_.L1__no_allocate.f32(second, ptx.addr(px + 128, offset))
    ptx.inst.applypriority.global_.L2__evict_normal(ptx.addr(px), 128)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), first + second)


@shows("createpolicy")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def read_once(X: TensorSpec, Y: TensorSpec) -> None:
    """A cache policy for data that is read once: half of it may be evicted first, the rest normally.

    >>> read_once(np.float32([1, 2, 3, 4]))
    array([1., 2., 3., 4.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    policy, x = reg.scalar(b64), reg.scalar(f32)
    ptx.inst.createpolicy.fractional.L2__evict_first.b64(policy, 0.5)
    ptx.inst.ld.global_.L2__cache_hint.f32(x, ptx.addr(px, offset), policy)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x)


@shows("st.async")
@kernel(out_specs=(Tile(2, u32),), grid=2, cluster=2, arch="sm_90")
def send_to_neighbour(Y: TensorSpec) -> None:
    """Each CTA of a pair sends a number to the other and waits for its own four bytes.

    The mbarrier completes when one thread and four bytes have arrived.

    >>> send_to_neighbour()
    array([101, 100], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    inbox, bar = smem.alloc(u32, 1), smem.mbarrier(1)
    rank = reg.from_(ptx.special.cluster_ctarank(), u32)
    there, bar_there, got = reg.scalar(u32), reg.scalar(u32), reg.scalar(u32)
    ptx.mbarrier.init(bar[0], 1)
    ptx.mbarrier.arrive_expect_tx(bar[0], 4)
    ptx.cluster.sync()
    ptx.inst.mapa.shared__cluster.u32(there, inbox, rank ^ 1)
    ptx.inst.mapa.shared__cluster.u32(bar_there, bar[0], rank ^ 1)
    ptx.inst["st.async.shared::cluster.mbarrier::complete_tx::bytes.u32"](
        ptx.addr(there), rank + 100, ptx.addr(bar_there)
    )
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.ld.shared.u32(got, ptx.addr(inbox))
    ptx.inst.st.global_.u32(ptx.addr(py, rank * 4), got)
    ptx.cluster.sync()


@shows("st.bulk")
@kernel(out_specs=(Tile(64, u32),), block=64, arch="sm_100")
def clear_shared(Y: TensorSpec) -> None:
    """One thread clears 256 bytes of shared memory, and then all threads read them.

    >>> clear_shared()[:4]
    array([0, 0, 0, 0], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    tile = smem.alloc(u32, 64)
    thread = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread == 0):
        ptx.inst.st.bulk.shared__cta(ptx.addr(tile.address(0)), 256, 0)
    ptx.bar.sync(0)
    ptx.inst.st.global_.u32(ptx.addr(py, thread * 4), tile[thread])


@shows("spcompress", "spdecompress")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(2, u32),), arch="sm_107a")
def keep_two_of_four(X: TensorSpec, Y: TensorSpec) -> None:
    """Keep the two largest of every four bytes, then restore them to their places, with zeros elsewhere."""
    px, py = ptx.global_ptrs(X, Y)
    data, kept, where = reg.array(b32, 2), reg.array(b32, 1), reg.array(b32, 1)
    ptx.inst.ld.global_.v2.b32(data, ptx.addr(px))
    ptx.inst["spcompress.b8.b2.sp::2:4.x1"](where, kept, data, reg.scalar(b32, init=0))
    ptx.inst["spdecompress.b8.b2.sp::2:4.x2"](data, where, kept)
    ptx.inst.st.global_.v2.b32(ptx.addr(py), data)


@shows("alloca", "stacksave", "stackrestore")
@kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(1, u32),), arch="sm_80")
def stack_array(X: TensorSpec, Y: TensorSpec) -> None:
    """Allocate memory of a size read at run time on the stack, and restore the stack pointer.

    >>> stack_array(np.uint32([48]))
    array([48], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    size, top, place, value = reg.scalar(u32), reg.scalar(u64), reg.scalar(u64), reg.scalar(u32)
    ptx.inst.ld.global_.u32(size, ptx.addr(px))
    ptx.inst.stacksave.u64(top)
    ptx.inst.alloca.u64(place, reg.from_(size, u64), 16)
    ptx.inst.st.local.u32(ptx.addr(place), size)
    ptx.inst.ld.local.u32(value, ptx.addr(place))
    ptx.inst.stackrestore.u64(top)
    ptx.inst.st.global_.u32(ptx.addr(py), value)
