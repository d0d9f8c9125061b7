"""CTAs of a cluster: its barrier, its ranks, and the shared memory of its other CTAs.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     cluster.sync()
...     cluster.arrive_remote(scalar(u32), 1)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
barrier.cluster.arrive;
barrier.cluster.wait;
mapa.shared::cluster.u32 %r1, %r0, 1;
mbarrier.arrive.shared::cluster.b64 _, [%r1], 1;

CTA 0 lets the four CTAs of its cluster go on:

>>> from pyptx import Tile, kernel, ptx, smem
>>> @kernel(out_specs=(Tile(4, u32),), grid=4, block=1, cluster=4, arch="sm_90")
... def ranks(Y):
...     go, rank = smem.mbarrier(1), ptx.special.cluster_ctarank()
...     ptx.mbarrier.init(go[0], 1)
...     ptx.fence.mbarrier_init()
...     cluster.arrive()
...     cluster.wait()
...     cluster.arrive_multicast(go[0], 0b1111, pred=cluster.rank(0))
...     ptx.mbarrier.wait(go[0], 0)
...     (py,) = ptx.global_ptrs(Y)
...     ptx.inst.st.global_.u32(ptx.addr(py + rank * 4), rank)
...     cluster.sync()
>>> ranks()
array([0, 1, 2, 3], dtype=uint32)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.ptx import special
from pyptx.ptx.addressing import addr
from pyptx.ptx.control import as_predicate
from pyptx.ptx.mbarrier import arrive_remote, map_shared
from pyptx.reg import Reg, from_, scalar
from pyptx.trace import at, caller, checked_methods, current, emit
from pyptx.types import b32, u32
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

CLUSTER_MASK = 0xFFFF  # no cluster has more than 16 CTAs


@checked_methods("ptx.cluster")
class Cluster:
    """``ptx.cluster``: barriers of a cluster, and arrivals at mbarriers of its other CTAs."""

    def arrive(self, *, aligned: bool = False, relaxed: bool = False, pred: Predicate | None = None) -> None:
        """``barrier.cluster.arrive``: arrive at the barrier of the cluster, without waiting.

        Args:
            aligned: Promise that all threads of the warp execute it together.
            relaxed: Order no memory accesses: ``.relaxed`` in place of ``.release``.
            pred: Guard.
        """
        words = (*(("relaxed",) if relaxed else ()), *(("aligned",) if aligned else ()))
        emit("barrier", ("cluster", "arrive", *words), (), pred)

    def wait(self, *, aligned: bool = False, pred: Predicate | None = None) -> None:
        """``barrier.cluster.wait``: wait until all threads of the cluster have arrived.

        Args:
            aligned: Promise that all threads of the warp execute it together.
            pred: Guard.
        """
        emit("barrier", ("cluster", "wait", *(("aligned",) if aligned else ())), (), pred)

    def sync(self, *, aligned: bool = False, pred: Predicate | None = None) -> None:
        """``barrier.cluster.arrive; barrier.cluster.wait``.

        Args:
            aligned: Whether all threads of the warp execute it together.
            pred: Guard.
        """
        self.arrive(aligned=aligned, pred=pred)
        self.wait(aligned=aligned, pred=pred)

    def rank(self, cta_rank: Value) -> Reg:
        """``setp.eq.u32 p, %cluster_ctarank, cta_rank``: whether this is that CTA of the cluster."""
        return special.cluster_ctarank() == cta_rank

    def map_shared_u32(self, bar_addr: Value, cta_id: Value, *, pred: Predicate | None = None) -> Reg:
        """``mapa.shared::cluster.u32 there, bar_addr, cta_id``: the same place in another CTA.

        Args:
            bar_addr: A place in this CTA's shared memory.
            cta_id: Rank of the other CTA in the cluster.
            pred: Guard; where it is false, the result is not written.
        """
        return map_shared(addr(bar_addr), cta_id, pred)

    def arrive_remote(
        self,
        bar_addr: Value,
        cta_id: Value,
        count: Value | None = 1,
        *,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``mbarrier.arrive.shared::cluster.b64 _, [there], count`` at another CTA's barrier.

        Manual section 9.7.15.16.16.

        Args:
            bar_addr: The mbarrier at the same offset in this CTA.
            cta_id: Rank of the other CTA in the cluster.
            count: Arrivals; with None the operand is left out, for one arrival.
            scope: ``"cluster"`` writes ``.release.cluster``, for threads that wait there with that scope and
                read writes of this thread. It costs a fence of the whole GPU, and is not needed to signal
                that copies, MMAs or reads of this thread have completed.
            pred: Guard.
        """
        arrive_remote(addr(bar_addr), cta_id, count, scope, pred)

    def arrive_multicast(
        self,
        bar_addr: Value,
        mask: Value,
        count: Value = 1,
        *,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """Arrive at the barrier at the same offset in several CTAs of the cluster.

        No instruction does this on all targets with clusters: it is one `arrive_remote` for each bit of a
        number, and a loop over the bits of a register.

        Args:
            bar_addr: The mbarrier at the same offset in this CTA.
            mask: Bit r for the CTA of rank r.
            count: Arrivals at each.
            scope: Scope, as for `arrive_remote`.
            pred: Guard.

        Raises:
            TraceError: The mask is a number outside 1 to 0xffff.
        """
        place = addr(bar_addr)
        if isinstance(mask, Reg):
            _arrive_by_register(place, mask, count, scope, pred)
            return
        if not isinstance(mask, int) or not 0 < mask <= CLUSTER_MASK:
            raise TraceError(
                f"ptx.cluster.arrive_multicast: the mask has one bit for each CTA of a cluster, 1 to "
                f"{CLUSTER_MASK:#x}, not {mask!r}{at(caller())}"
            )
        for rank in range(mask.bit_length()):
            if mask >> rank & 1:
                arrive_remote(place, rank, count, scope, pred)

    def __repr__(self) -> str:
        return "<ptx.cluster>"


cluster = Cluster()


def _arrive_by_register(
    place: Address, mask: Reg, count: Value, scope: str | None, pred: Predicate | None
) -> None:
    """Trace a loop that takes the highest bit of the mask until none is left."""
    trace = current()
    left, rank, bit, none = from_(mask, u32), scalar(u32), scalar(b32), scalar(predicate)
    again, done = trace.scopes.fresh_label("multicast"), trace.scopes.fresh_label("multicast_end")
    if pred is not None:
        emit("bra", (), (Name(done),), ~as_predicate(pred))
    trace.label(again)
    emit("setp", ("eq", "u32"), (none, left, 0))
    emit("bra", (), (Name(done),), none)
    emit("bfind", ("u32",), (rank, left))
    arrive_remote(place, rank, count, scope, None)
    emit("shl", ("b32",), (bit, 1, rank))
    emit("xor", ("b32",), (left, left, bit))
    emit("bra", ("uni",), (Name(again),))
    trace.label(done)
