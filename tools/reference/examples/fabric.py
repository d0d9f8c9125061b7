"""Memory of several GPUs."""

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import f32, u32, u64
from reference.shown import shows


@shows("multimem.ld_reduce", "multimem.st", "multimem.red")
@kernel(in_specs=(Tile(1, u64),), block=256, arch="sm_90")
def all_reduce(P: TensorSpec) -> None:
    """The sum of the same four numbers on all GPUs, written back to all of them.

    The address is a multicast address from the host; the switch between the GPUs computes the sum.
    """
    (pp,) = ptx.global_ptrs(P)
    base, values = reg.scalar(u64), reg.array(f32, 4)
    ptx.inst.ld.global_.u64(base, ptx.addr(pp))
    place = ptx.addr(base, reg.from_(ptx.special.tid.x(), u32) * 16)
    ptx.inst.multimem.ld_reduce.relaxed.sys.global_.add.v4.f32(values, place)
    ptx.inst.multimem.st.relaxed.sys.global_.v4.f32(place, values)
    ptx.inst.multimem.red.release.sys.global_.add.u32(ptx.addr(base, 4096), 1)


@shows("multimem.st.async", "multimem.red.async")
@kernel(in_specs=(Tile(1, u64),), block=32, arch="sm_107a")
def announce(P: TensorSpec) -> None:
    """Write a number to all GPUs without waiting for its arrival, and increment a counter on each."""
    (pp,) = ptx.global_ptrs(P)
    base, lane = reg.scalar(u64), reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.ld.global_.u64(base, ptx.addr(pp))
    ptx.inst.multimem.st.async_.release.sys.global_.u32(ptx.addr(base, lane * 4), lane)
    ptx.inst.multimem.red.async_.release.sys.global_.add.u32(ptx.addr(base, 128), 1)


@shows("multimem.cp.async.bulk", "multimem.cp.reduce.async.bulk")
@kernel(in_specs=(Tile(1, u64),), block=256, arch="sm_90")
def broadcast_tile(P: TensorSpec) -> None:
    """Copy a tile of shared memory to all GPUs, and add it to a second tile on each."""
    (pp,) = ptx.global_ptrs(P)
    tile, base = smem.alloc(f32, 256, align=128), reg.scalar(u64)
    thread = reg.from_(ptx.special.tid.x(), u32)
    tile[thread] = reg.from_(thread, f32)
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)
    ptx.inst.ld.global_.u64(base, ptx.addr(pp))
    place = tile.address(0)
    with ptx.if_(thread == 0):
        ptx.inst.multimem.cp.async_.bulk.global_.shared__cta.bulk_group(ptx.addr(base), ptx.addr(place), 1024)
        ptx.inst.multimem.cp.reduce.async_.bulk.global_.shared__cta.bulk_group.add.f32(
            ptx.addr(base, 1024), ptx.addr(place), 1024
        )
        ptx.inst.cp.async_.bulk.commit_group()
        ptx.inst.cp.async_.bulk.wait_group(0)


@shows("fabric.try_get", "fabric.try_put", "fabric.submit", "fabric.wait")
@kernel(in_specs=(Tile(1, u32),), block=1, arch="sm_107a")
def fetch_and_return(E: TensorSpec) -> None:
    """Read 256 bytes of another device's memory, and write them to another offset of it.

    The memory is a logical endpoint, named by a handle and an offset in bytes. Requests start when they are
    submitted; an mbarrier counts the bytes that arrived, and reports failures.
    """
    (pe,) = ptx.global_ptrs(E)
    endpoint, start, back = reg.scalar(u32), reg.scalar(u64, init=0), reg.scalar(u64, init=256)
    tile, bar = smem.alloc(u32, 64, align=128), smem.mbarrier(2)
    ptx.inst.ld.global_.u32(endpoint, ptx.addr(pe))
    for each in range(2):
        ptx.inst.mbarrier.init.layout__v1.shared.b64(ptx.addr(bar[each]), 1)
    ptx.inst[
        "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128"
    ](ptx.addr(tile), ptx.spelled(f"[{endpoint}, {start}]"), 256, ptx.addr(bar[0]))
    ptx.inst.fabric.submit()
    ptx.mbarrier.arrive_expect_tx(bar[0], 256)
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst[
        "fabric.try_put.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.b128"
    ](ptx.spelled(f"[{endpoint}, {back}]"), ptx.addr(tile), 256, ptx.addr(bar[1]))
    ptx.inst.fabric.submit()
    ptx.inst.fabric.wait.sync_restrict__reads()


@shows("fabric.try_red", "fabric.try_pullred")
@kernel(in_specs=(Tile(1, u32),), block=32, arch="sm_107a")
def gather_and_add(E: TensorSpec) -> None:
    """Fetch the sums over several endpoints, and add them to another place of one of them."""
    (pe,) = ptx.global_ptrs(E)
    endpoint, start, there = reg.scalar(u32), reg.scalar(u64, init=0), reg.scalar(u64, init=128)
    tile, bar, lane = smem.alloc(f32, 32, align=128), smem.mbarrier(2), reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.ld.global_.u32(endpoint, ptx.addr(pe))
    with ptx.if_(lane == 0):
        for each in range(2):
            ptx.inst.mbarrier.init.layout__v1.shared.b64(ptx.addr(bar[each]), 1)
        ptx.mbarrier.arrive_expect_tx(bar[0], 128)
    ptx.warp.sync()
    ptx.inst[
        "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric"
        ".relaxed.sys.add.f32.sync"
    ](ptx.addr(tile), ptx.spelled(f"[{endpoint}, {start}]"), 128, ptx.addr(bar[0]), 0xFFFFFFFF)
    ptx.inst.fabric.submit()
    ptx.mbarrier.wait(bar[0], 0)
    with ptx.if_(lane == 0):
        ptx.inst[
            "fabric.try_red.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric"
            ".relaxed.sys.add.f32"
        ](ptx.spelled(f"[{endpoint}, {there}]"), ptx.addr(tile), 128, ptx.addr(bar[1]))
        ptx.inst.fabric.submit()
        ptx.inst.fabric.wait.sync_restrict__reads()


@shows("fabric.try_atom")
@kernel(in_specs=(Tile(1, u32),), block=1, arch="sm_107a")
def take_a_ticket(E: TensorSpec) -> None:
    """Increment a counter of another device by one, and fetch its old value.

    The addend is in shared memory too. The mbarrier counts 16 bytes for the number that arrives.
    """
    (pe,) = ptx.global_ptrs(E)
    endpoint, counter = reg.scalar(u32), reg.scalar(u64, init=0)
    one, ticket, bar = smem.alloc(u64, 2, align=16), smem.alloc(u64, 2, align=16), smem.mbarrier(1)
    ptx.inst.ld.global_.u32(endpoint, ptx.addr(pe))
    ptx.inst.mbarrier.init.layout__v1.shared.b64(ptx.addr(bar[0]), 1)
    one[0] = reg.scalar(u64, init=1)
    ptx.inst.fence.proxy.async_.shared__cta()
    ptx.inst[
        "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.add.u64"
    ](ptx.spelled(f"[{endpoint}, {counter}]"), ptx.addr(ticket), ptx.addr(one), ptx.addr(bar[0]))
    ptx.inst.fabric.submit()
    ptx.mbarrier.arrive_expect_tx(bar[0], 16)
    ptx.mbarrier.wait(bar[0], 0)
