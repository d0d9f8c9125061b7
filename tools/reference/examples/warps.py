"""Exchanges among lanes of a warp, and atomic updates of memory."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import f32, pred, s32, u32
from reference.shown import shows


@shows("shfl")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32, arch="sm_80")
def warp_sum(X: TensorSpec, Y: TensorSpec) -> None:
    """The sum over a warp, in every lane: five exchanges with the lane 16, 8, 4, 2, 1 away.

    >>> warp_sum(np.arange(32, dtype=np.float32))[:4]
    array([496., 496., 496., 496.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    total, other = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(total, ptx.addr(px, offset))
    for distance in (16, 8, 4, 2, 1):
        ptx.inst.shfl.sync.bfly.b32(other, total, distance, 31, 0xFFFFFFFF)
        ptx.inst.add.f32(total, total, other)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), total)


@shows("shfl")
@kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), block=32, arch="sm_80")
def running_sum(X: TensorSpec, Y: TensorSpec) -> None:
    """A running sum: the predicate is true if there is a lane so far below; otherwise nothing is added.

    >>> running_sum(np.ones(32, dtype=np.uint32))[[0, 1, 2, 31]]
    array([ 1,  2,  3, 32], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    total, below, is_there = reg.scalar(u32), reg.scalar(u32), reg.scalar(pred)
    ptx.inst.ld.global_.u32(total, ptx.addr(px, offset))
    for distance in (1, 2, 4, 8, 16):
        ptx.inst.shfl.sync.up.b32(below | is_there, total, distance, 0, 0xFFFFFFFF)
        ptx.inst.add.u32(total, total, below, pred=is_there)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), total)


@shows("vote")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32), Tile(1, u32)), block=32, arch="sm_80")
def compact(X: TensorSpec, Y: TensorSpec, N: TensorSpec) -> None:
    """Compact the positive numbers: from the ballot each lane counts the positive numbers before its own.

    >>> kept, count = compact(np.float32([5, -1, 7, 0] * 8))
    >>> kept[: count[0]][:4], count
    (array([5., 7., 5., 7.], dtype=float32), array([16], dtype=uint32))
    """
    px, py, pn = ptx.global_ptrs(X, Y, N)
    x, mask, place = reg.scalar(f32), reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, reg.from_(ptx.special.tid.x(), u32) * 4))
    positive = x > 0.0
    ptx.inst.vote.sync.ballot.b32(mask, positive, 0xFFFFFFFF)
    ptx.inst.popc.b32(place, mask & reg.from_(ptx.special.sreg("%lanemask_lt"), u32))
    with ptx.if_(positive):
        ptx.inst.st.global_.f32(ptx.addr(py, place * 4), x)
    ptx.inst.popc.b32(place, mask)
    ptx.inst.st.global_.u32(ptx.addr(pn), place)


@shows("match")
@kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), block=32, arch="sm_80")
def count_equal(X: TensorSpec, Y: TensorSpec) -> None:
    """The number of lanes that hold the same key, for each lane.

    >>> count_equal(np.uint32([7] * 20 + [8] * 11 + [9]))[[0, 20, 31]]
    array([20, 11,  1], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    key, peers = reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.u32(key, ptx.addr(px, offset))
    ptx.inst.match.any.sync.b32(peers, key, 0xFFFFFFFF)
    ptx.inst.popc.b32(peers, peers)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), peers)


@shows("redux")
@kernel(in_specs=(Tile(32, s32),), out_specs=(Tile(32, 2, s32),), block=32, arch="sm_80")
def warp_range(X: TensorSpec, Y: TensorSpec) -> None:
    """The least and the greatest number of a warp, each with one instruction.

    >>> warp_range(np.arange(-5, 27, dtype=np.int32))[0]
    array([-5, 26], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, least, greatest = reg.scalar(s32), reg.scalar(s32), reg.scalar(s32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px, thread * 4))
    ptx.inst.redux.sync.min.s32(least, x, 0xFFFFFFFF)
    ptx.inst.redux.sync.max.s32(greatest, x, 0xFFFFFFFF)
    ptx.inst.st.global_.v2.s32(ptx.addr(py, thread * 8), [least, greatest])


@shows("activemask")
@kernel(out_specs=(Tile(1, u32),), block=32, arch="sm_80")
def who_is_here(Y: TensorSpec) -> None:
    """The lanes that took this side of a branch; hardware decides which lanes are active together.

    >>> hex(who_is_here()[0])
    '0xff'
    """
    (py,) = ptx.global_ptrs(Y)
    mask = reg.scalar(u32)
    with ptx.if_(reg.from_(ptx.special.tid.x(), u32) < 8):
        ptx.inst.activemask.b32(mask)
        ptx.inst.st.global_.u32(ptx.addr(py), mask)


@shows("elect")
@kernel(out_specs=(Tile(2, u32),), block=64, arch="sm_90")
def one_lane_writes(Y: TensorSpec) -> None:
    """One lane of each warp does work that is needed once, such as starting a copy.

    >>> one_lane_writes()
    array([100, 101], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    warp = reg.from_(ptx.special.tid.x(), u32) >> 5
    leader, is_leader = reg.scalar(u32), reg.scalar(pred)
    ptx.inst.elect.sync(leader | is_leader, 0xFFFFFFFF)
    ptx.inst.st.global_.u32(ptx.addr(py, warp * 4), warp + 100, pred=is_leader)


@shows("atom")
@kernel(out_specs=(Tile(64, u32),), block=64, arch="sm_80")
def take_tickets(Y: TensorSpec) -> None:
    """Each thread takes a ticket: the value of the counter before the thread added 1.

    >>> sorted(take_tickets()) == list(range(64))
    True
    """
    (py,) = ptx.global_ptrs(Y)
    counter, ticket = smem.alloc(u32, 1), reg.scalar(u32)
    thread = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread == 0):
        counter[0] = 0
    ptx.bar.sync(0)
    ptx.inst.atom.shared.add.u32(ticket, ptx.addr(counter), 1)
    ptx.inst.st.global_.u32(ptx.addr(py, thread * 4), ticket)


@shows("atom")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(1, f32),), block=32, arch="sm_80")
def atomic_product(X: TensorSpec, Y: TensorSpec) -> None:
    """An operation without an atomic of its own: a loop around `.cas`, which swaps if the value is unchanged.

    >>> atomic_product(np.float32([2] * 10 + [1] * 22))
    array([1024.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    product = smem.alloc(f32, 1)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, old, new, seen = reg.scalar(f32), reg.scalar(f32), reg.scalar(f32), reg.scalar(f32)
    with ptx.if_(thread == 0):
        product[0] = 1.0
    ptx.bar.sync(0)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    ptx.inst.ld.shared.f32(seen, ptx.addr(product))
    ptx.label("again")
    ptx.inst.mov.f32(old, seen)
    ptx.inst.mul.f32(new, old, x)
    ptx.inst.atom.shared.cas.b32(seen, ptx.addr(product), old, new)
    ptx.bra("again", pred=seen != old)
    ptx.bar.sync(0)
    ptx.inst.st.global_.f32(ptx.addr(py), product[0])


@shows("red")
@kernel(in_specs=(Tile(256, u32),), out_specs=(Tile(4, u32),), block=256, arch="sm_80")
def histogram(X: TensorSpec, Y: TensorSpec) -> None:
    """A histogram with four bins in shared memory; the old contents of a bin are not needed.

    >>> histogram(np.uint32([0, 1, 1, 3] * 64))
    array([ 64, 128,   0,  64], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    bins, value = smem.alloc(u32, 4), reg.scalar(u32)
    thread = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread < 4):
        bins[thread] = 0
    ptx.bar.sync(0)
    ptx.inst.ld.global_.u32(value, ptx.addr(px, thread * 4))
    ptx.inst.red.shared.add.u32(ptx.addr(bins.address(value)), 1)
    ptx.bar.sync(0)
    with ptx.if_(thread < 4):
        ptx.inst.st.global_.u32(ptx.addr(py, thread * 4), bins[thread])


@shows("red.async")
@kernel(out_specs=(Tile(2, u32),), grid=2, cluster=2, block=32, arch="sm_90")
def add_at_neighbour(Y: TensorSpec) -> None:
    """32 threads of each CTA add 1 to a counter of the other, whose barrier waits for 32 times four bytes.

    >>> add_at_neighbour()
    array([32, 32], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    counter, bar = smem.alloc(u32, 1), smem.mbarrier(1)
    rank, thread = reg.from_(ptx.special.cluster_ctarank(), u32), reg.from_(ptx.special.tid.x(), u32)
    there, bar_there = reg.scalar(u32), reg.scalar(u32)
    with ptx.if_(thread == 0):
        counter[0] = 0
        ptx.mbarrier.init(bar[0], 1)
        ptx.mbarrier.arrive_expect_tx(bar[0], 32 * 4)
    ptx.cluster.sync()
    ptx.inst.mapa.shared__cluster.u32(there, counter, rank ^ 1)
    ptx.inst.mapa.shared__cluster.u32(bar_there, bar[0], rank ^ 1)
    ptx.inst["red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"](
        ptx.addr(there), 1, ptx.addr(bar_there)
    )
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.st.global_.u32(ptx.addr(py, rank * 4), counter[0])
    ptx.cluster.sync()
