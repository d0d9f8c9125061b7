"""Barriers of a CTA and fences: ``ptx.bar.sync(0)``, ``ptx.fence.sc.gpu()``.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.barriers import bar, fence, named_barrier
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     bar.sync(0)
...     named_barrier(1, count=128).arrive()
...     fence.proxy_async()
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
bar.sync 0;
bar.arrive 1, 128;
fence.proxy.async;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.layouts.tensor_map_words import BYTES as TENSOR_MAP_BYTES
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tensor_maps import map_place
from pyptx.ptx.typed import Namespace, typed
from pyptx.trace import checked, checked_methods, emit

if TYPE_CHECKING:
    from pyptx.reg import Predicate, Reg
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value


class Bar(Namespace):
    """``ptx.bar``: the sixteen barriers of a CTA."""

    _opcode = Opcode("bar")

    def sync(self, n: Value = 0, count: Value | None = None, *, pred: Predicate | None = None) -> None:
        """``bar.sync n, count``: wait until `count` threads have arrived, all of the CTA if not given.

        Args:
            n: The barrier, 0 to 15.
            count: Threads, a multiple of the warp's 32.
            pred: Guard; it must agree in all threads of a warp.
        """
        emit("bar", ("sync",), (n,) if count is None else (n, count), pred)

    def arrive(self, n: Value, count: Value, *, pred: Predicate | None = None) -> None:
        """``bar.arrive n, count``: arrive without waiting; `count` includes those who wait."""
        emit("bar", ("arrive",), (n, count), pred)

    def red(
        self,
        op: str,
        dst: Reg,
        value: Predicate,
        n: Value = 0,
        count: Value | None = None,
        *,
        pred: Predicate | None = None,
    ) -> None:
        """``bar.red.<op>``: wait as `sync` does, and combine a predicate of all threads.

        Args:
            op: ``"popc"`` to count into a u32, ``"and"`` or ``"or"`` into a predicate.
            dst: The result, the same in every thread.
            value: This thread's predicate, or its negation.
            n: The barrier, 0 to 15.
            count: Threads, a multiple of 32; all of the CTA if not given.
            pred: Guard.
        """
        place = (n,) if count is None else (n, count)
        emit("bar", ("red", op, "u32" if op == "popc" else "pred"), (dst, *place, value), pred)


bar = Bar()


@checked_methods("ptx.named_barrier(...)")
class NamedBarrier:
    """A barrier of a CTA with its number of participants.

    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     consumers = NamedBarrier(1, 128)
    ...     consumers.sync()
    >>> emit_statement(trace.body[0]).strip()
    'bar.sync 1, 128;'

    Attributes:
        barrier_id: The barrier, 0 to 15.
        count: Threads, a multiple of 32; None for all of the CTA.
    """

    __slots__ = ("barrier_id", "count")

    @checked("ptx.NamedBarrier")
    def __init__(self, barrier_id: Value, count: Value | None = None) -> None:
        self.barrier_id = barrier_id
        self.count = count

    def sync(self, *, pred: Predicate | None = None) -> None:
        """``bar.sync``: wait for all participants."""
        bar.sync(self.barrier_id, self.count, pred=pred)

    def arrive(self, *, pred: Predicate | None = None) -> None:
        """``bar.arrive``: arrive without waiting."""
        emit(
            "bar",
            ("arrive",),
            (self.barrier_id,) if self.count is None else (self.barrier_id, self.count),
            pred,
        )


@checked("ptx.named_barrier")
def named_barrier(barrier_id: Value, *, count: Value | None = None) -> NamedBarrier:
    """Name barrier `barrier_id` for `count` threads."""
    return NamedBarrier(barrier_id, count)


class Fence(Namespace):
    """``ptx.fence``: order this thread's memory accesses; ``ptx.fence.acq_rel.gpu()`` and all other forms."""

    _opcode = Opcode("fence")

    def proxy_async(self, *, pred: Predicate | None = None) -> None:
        """``fence.proxy.async``: order accesses of the generic and the async proxy."""
        emit("fence", ("proxy", "async"), (), pred)

    def proxy_async_shared_cta(self, *, pred: Predicate | None = None) -> None:
        """``fence.proxy.async.shared::cta``: the same for the CTA's own shared memory."""
        emit("fence", ("proxy", "async", "shared::cta"), (), pred)

    def proxy_async_generic_acquire_shared_cluster(self, *, pred: Predicate | None = None) -> None:
        """``fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster``."""
        words = ("proxy", "async::generic", "acquire", "sync_restrict::shared::cluster", "cluster")
        emit("fence", words, (), pred)

    def proxy_async_generic_release_shared_cta(self, *, pred: Predicate | None = None) -> None:
        """``fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster``: its other half."""
        words = ("proxy", "async::generic", "release", "sync_restrict::shared::cta", "cluster")
        emit("fence", words, (), pred)

    def proxy_tensormap_release(self, scope: str = "gpu", *, pred: Predicate | None = None) -> None:
        """``fence.proxy.tensormap::generic.release.<scope>``: release tensor maps this thread wrote.

        Args:
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
        emit("fence", ("proxy", "tensormap::generic", "release", scope), (), pred)

    def proxy_tensormap_acquire(
        self, addr: Value | TensorSpec, scope: str = "gpu", *, pred: Predicate | None = None
    ) -> None:
        """``fence.proxy.tensormap::generic.acquire.<scope> [addr], 128``: acquire a map before its use.

        Args:
            addr: The tensor map, a generic address.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            pred: Guard.
        """
        words = ("proxy", "tensormap::generic", "acquire", scope)
        emit("fence", words, (map_place(addr), TENSOR_MAP_BYTES), pred)

    def mbarrier_init(self, *, pred: Predicate | None = None) -> None:
        """``fence.mbarrier_init.release.cluster``: show this thread's mbarrier inits to the cluster."""
        emit("fence", ("mbarrier_init", "release", "cluster"), (), pred)


fence = Fence()


@typed("membar")
def membar(level: str = "cta", *, pred: Predicate | None = None) -> None:
    """``membar.<level>``: order this thread's accesses as ``"cta"``, ``"gl"`` or ``"sys"`` sees them."""
    emit("membar", (level,), (), pred)
