"""Barriers, fences and barrier objects."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b64, f32, pred, u32
from reference.shown import shows


@shows("bar")
@kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(64, f32),), block=64, arch="sm_80")
def reverse(X: TensorSpec, Y: TensorSpec) -> None:
    """All threads write before any reads what another one wrote.

    >>> reverse(np.arange(64, dtype=np.float32))[:4]
    array([63., 62., 61., 60.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, x = smem.alloc(f32, 64), reg.scalar(f32)
    thread = reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    tile[thread] = x
    ptx.inst.bar.sync(0)
    ptx.inst.st.global_.f32(ptx.addr(py, thread * 4), tile[63 - thread])


@shows("barrier")
@kernel(out_specs=(Tile(32, u32),), block=64, arch="sm_80")
def producer_consumer(Y: TensorSpec) -> None:
    """One warp writes and goes on; the other waits for it at barrier 1, which counts 64 threads.

    >>> producer_consumer()[:4]
    array([100, 101, 102, 103], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    tile, thread = smem.alloc(u32, 32), reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread < 32):
        tile[thread] = thread + 100
        ptx.inst.barrier.arrive(1, 64)
    with ptx.else_():
        ptx.inst.barrier.sync(1, 64)
        ptx.inst.st.global_.u32(ptx.addr(py, (thread - 32) * 4), tile[thread - 32])


@shows("bar")
@kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(1, u32),), block=64, arch="sm_80")
def count_positive(X: TensorSpec, Y: TensorSpec) -> None:
    """A barrier that counts for how many threads a predicate holds.

    >>> count_positive(np.float32([1, -1, 0, 2] * 16))
    array([32], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, count = reg.scalar(f32), reg.scalar(u32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, reg.from_(ptx.special.tid.x(), u32) * 4))
    ptx.inst.bar.red.popc.u32(count, 0, x > 0.0)
    ptx.inst.st.global_.u32(ptx.addr(py), count)


@shows("bar.warp.sync")
@kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), block=32, arch="sm_80")
def rotate_in_warp(X: TensorSpec, Y: TensorSpec) -> None:
    """Lanes of one warp exchange through shared memory; there is no need to wait for the whole CTA.

    >>> rotate_in_warp(np.arange(32, dtype=np.uint32))[:4]
    array([1, 2, 3, 4], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    tile, x = smem.alloc(u32, 32), reg.scalar(u32)
    lane = reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.ld.global_.u32(x, ptx.addr(px, lane * 4))
    tile[lane] = x
    ptx.inst.bar.warp.sync(0xFFFFFFFF)
    ptx.inst.st.global_.u32(ptx.addr(py, lane * 4), tile[lane + 1 & 31])


@shows("barrier.cluster")
@kernel(out_specs=(Tile(2, u32),), grid=2, cluster=2, arch="sm_90")
def read_neighbour(Y: TensorSpec) -> None:
    """A CTA reads the other's shared memory, between two barriers.

    The first waits until there is something to read; the second keeps each CTA alive until it has been read.

    >>> read_neighbour()
    array([11, 10], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    mine, there, got = smem.alloc(u32, 1), reg.scalar(u32), reg.scalar(u32)
    rank = reg.from_(ptx.special.cluster_ctarank(), u32)
    mine[0] = rank + 10
    ptx.inst.barrier.cluster.arrive.release.aligned()
    ptx.inst.barrier.cluster.wait.acquire.aligned()
    ptx.inst.mapa.shared__cluster.u32(there, mine, rank ^ 1)
    ptx.inst.ld.shared__cluster.u32(got, ptx.addr(there))
    ptx.inst.barrier.cluster.arrive.aligned()
    ptx.inst.barrier.cluster.wait.aligned()
    ptx.inst.st.global_.u32(ptx.addr(py, rank * 4), got)


@shows("fence", "membar")
@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(1, u32),), grid=4, arch="sm_80")
def last_one_sums(X: TensorSpec, Y: TensorSpec) -> None:
    """Four CTAs write their parts; the one whose ticket is the last adds them up.

    The fences order the parts before the ticket, and the ticket before the reads; `membar.gl` is the older
    word for the same.

    >>> last_one_sums(np.uint32([1, 10, 100, 1000]))
    array([1111], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    ptx.var("global", u32, "parts", size=4)
    ptx.var("global", u32, "tickets", init=0)
    cta = reg.from_(ptx.special.ctaid.x(), u32)
    x, ticket, place = reg.scalar(u32), reg.scalar(u32), reg.scalar(b64)
    ptx.inst.ld.global_.u32(x, ptx.addr(px, cta * 4))
    ptx.inst.mov.u64(place, "parts")
    ptx.inst.st.global_.u32(ptx.addr(place, cta * 4), x)
    ptx.inst.fence.acq_rel.gpu()
    ptx.inst.atom.global_.add.u32(ticket, ptx.addr("tickets"), 1)
    with ptx.if_(ticket == 3):
        ptx.inst.membar.gl()
        total = reg.scalar(u32, init=0)
        for part in range(4):
            ptx.inst.ld.global_.u32(x, ptx.addr("parts", part * 4))
            total += x
        ptx.inst.st.global_.u32(ptx.addr(py), total)


@shows("mbarrier.init", "mbarrier.arrive", "mbarrier.try_wait", "mbarrier.inval")
@kernel(out_specs=(Tile(32, u32),), block=64, arch="sm_90")
def handshake(Y: TensorSpec) -> None:
    """A warp writes and arrives; the other waits for the 32 arrivals of the first phase, which has parity 0.

    >>> handshake()[:4]
    array([100, 101, 102, 103], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    tile, bar, done = smem.alloc(u32, 32), smem.mbarrier(1), reg.scalar(pred)
    thread = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread == 0):
        ptx.inst.mbarrier.init.shared.b64(ptx.addr(bar[0]), 32)
    ptx.bar.sync(0)
    with ptx.if_(thread < 32):
        tile[thread] = thread + 100
        ptx.inst.mbarrier.arrive.shared.b64("_", ptx.addr(bar[0]))
    with ptx.else_():
        ptx.label("waiting")
        ptx.inst.mbarrier.try_wait.parity.shared.b64(done, ptx.addr(bar[0]), 0)
        ptx.bra("waiting", pred=~done)
        ptx.inst.st.global_.u32(ptx.addr(py, (thread - 32) * 4), tile[thread - 32])
    ptx.bar.sync(0)
    with ptx.if_(thread == 0):
        ptx.inst.mbarrier.inval.shared.b64(ptx.addr(bar[0]))


@shows("mbarrier.test_wait", "mbarrier.arrive", "mbarrier.pending_count")
@kernel(out_specs=(Tile(32, 2, u32),), block=32, arch="sm_80")
def arrive_and_look(Y: TensorSpec) -> None:
    """Each arrival gives a state: how many were missing then, and which phase to wait for.

    >>> np.sort(arrive_and_look()[:, 0])[[0, 31]]
    array([ 1, 32], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    bar, state, last, done = smem.mbarrier(1), reg.scalar(b64), reg.scalar(b64), reg.scalar(pred)
    missing, rounds = reg.scalar(u32), reg.scalar(u32, init=0)
    thread = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(thread == 0):
        ptx.inst.mbarrier.init.shared.b64(ptx.addr(bar[0]), 33)
    ptx.bar.sync(0)
    ptx.inst.mbarrier.arrive.noComplete.shared.b64(state, ptx.addr(bar[0]), 1)
    ptx.inst.mbarrier.pending_count.b64(missing, state)
    with ptx.if_(thread == 0):
        ptx.inst.mbarrier.arrive.shared.b64(last, ptx.addr(bar[0]))
    ptx.label("waiting")
    rounds += 1
    ptx.inst.mbarrier.test_wait.shared.b64(done, ptx.addr(bar[0]), state)
    ptx.bra("waiting", pred=~done)
    ptx.inst.st.global_.v2.u32(ptx.addr(py, thread * 8), [missing - 1, rounds])


@shows("mbarrier.arrive_drop")
@kernel(out_specs=(Tile(1, u32),), block=32, arch="sm_90")
def fewer_each_phase(Y: TensorSpec) -> None:
    """Half of the lanes leave after the first phase; the second is complete without them.

    >>> fewer_each_phase()
    array([16], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    bar, total = smem.mbarrier(1), smem.alloc(u32, 1)
    lane = reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(lane == 0):
        total[0] = 0
        ptx.mbarrier.init(bar[0], 32)
    ptx.bar.sync(0)
    with ptx.if_(lane >= 16):
        ptx.inst.mbarrier.arrive_drop.shared.b64("_", ptx.addr(bar[0]))
        ptx.exit()
    ptx.mbarrier.arrive(bar[0])
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.red.shared.add.u32(ptx.addr(total), 1)
    ptx.mbarrier.arrive(bar[0])
    ptx.mbarrier.wait(bar[0], 1)
    ptx.inst.st.global_.u32(ptx.addr(py), total[0])


@shows("mbarrier.expect_tx", "mbarrier.complete_tx")
@kernel(out_specs=(Tile(1, u32),), block=32, arch="sm_90")
def count_bytes(Y: TensorSpec) -> None:
    """The phase needs 128 bytes beside its arrival; here the lanes account for four each, as a copy would.

    >>> count_bytes()
    array([1], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    bar, lane = smem.mbarrier(1), reg.from_(ptx.special.tid.x(), u32)
    with ptx.if_(lane == 0):
        ptx.mbarrier.init(bar[0], 1)
        ptx.inst.mbarrier.expect_tx.relaxed.cta.shared__cta.b64(ptx.addr(bar[0]), 128)
        ptx.mbarrier.arrive(bar[0])
    ptx.bar.sync(0)
    ptx.inst.mbarrier.complete_tx.relaxed.cta.shared__cta.b64(ptx.addr(bar[0]), 4)
    ptx.mbarrier.wait(bar[0], 0)
    ptx.inst.st.global_.u32(ptx.addr(py), 1)


@shows("mbarrier.check_layout")
@kernel(out_specs=(Tile(1, u32),), arch="sm_107a")
def which_layout(Y: TensorSpec) -> None:
    """Whether a barrier object has the layout that can report failed copies."""
    (py,) = ptx.global_ptrs(Y)
    bar, has_reports, answer = smem.mbarrier(1), reg.scalar(pred), reg.scalar(u32)
    ptx.inst.mbarrier.init.layout__v1.shared.b64(ptx.addr(bar[0]), 1)
    ptx.inst.mbarrier.check_layout.layout__v1.shared.b64(has_reports, ptx.addr(bar[0]))
    ptx.inst.selp.u32(answer, 1, 0, has_reports)
    ptx.inst.st.global_.u32(ptx.addr(py), answer)
