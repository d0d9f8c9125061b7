"""The events of a batch that observers see: the profiler, the timeline, the race detector.

An observer is a class that overrides the hooks that it needs. The machine, its memory and its queues call a
hook on the observers that override it, and on no others:

>>> class Stores(Observer):
...     count = 0
...     def stored(self, index, size, mask, values):
...         self.count += 1
>>> stores = Stores()
>>> observers = Observers([stores, Observer()])
>>> for each in observers.stored:
...     each.stored(None, 4, None, None)
>>> stores.count, observers.loaded
(1, ())

So a hook without an observer costs the test of an empty tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.asynchrony import Transfer, Work
    from pyptx.sim.site import Site

Array: TypeAlias = "NDArray[Any]"
Mask: TypeAlias = "NDArray[Any] | None"
"""The lanes that take part; None where all do."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Memory that an asynchronous operation accesses.

    Attributes:
        index: Arena indices of its parts.
        size: Bytes of each.
        swizzle: Name of the swizzle that a tensor map or descriptor gives to shared memory; None without one.
        start: Bytes from a multiple of its period to the start of the pattern.
    """

    index: Array
    size: int
    swizzle: str | None = None
    start: int = 0

    @property
    def first(self) -> int:
        """The arena index of its first part; -1 where there is none."""
        return int(self.index[0]) if len(self.index) else -1


class TensorBox(NamedTuple):
    """A rectangle of the tensor memory of a CTA.

    Attributes:
        cta: CTA of the batch.
        lanes: Its first lane, and the one after its last.
        columns: Its first column, and the one after its last.
    """

    cta: int
    lanes: tuple[int, int]
    columns: tuple[int, int]

    @property
    def place(self) -> tuple[int, slice, slice]:
        """The index of the rectangle in an array over CTAs, lanes and columns."""
        return self.cta, slice(*self.lanes), slice(*self.columns)

    def overlaps(self, other: TensorBox) -> bool:
        """Whether two rectangles have a word in common."""
        return (
            self.cta == other.cta
            and self.lanes[0] < other.lanes[1]
            and other.lanes[0] < self.lanes[1]
            and self.columns[0] < other.columns[1]
            and other.columns[0] < self.columns[1]
        )


class TensorFootprint(NamedTuple):
    """Memory that a product, a copy or a shift of tensor memory accesses.

    Attributes:
        kind: ``"mma"``, ``"cp"`` or ``"shift"``.
        shared: Shared memory that it reads, by matrix and CTA.
        reads: The parts of tensor memory that it reads.
        writes: The rectangles that it writes.
        shape: A number of kind and shape: MMAs that have it in common need no wait between them.
        operands: For an MMA, the rectangles of each operand in tensor memory, by its name.
        layout: For an MMA, the letter of the layout of D (manual section 9.7.18.10.5).
    """

    kind: str
    shared: Sequence[Region]
    reads: Sequence[TensorBox]
    writes: Sequence[TensorBox]
    shape: int = 0
    operands: Mapping[str, Sequence[TensorBox]] = MappingProxyType({})
    layout: str = ""


class Observer:
    """Base of all observers: every hook does nothing.

    Lanes, CTAs and slots of mbarrier objects are numbers in the batch; an index is one of the arena; a mask
    is a bool for each lane. Hooks are called before an operation changes the state, unless they say
    otherwise.
    """

    # The batch

    def started(self) -> None:
        """The batch starts."""

    def completed(self) -> None:
        """All lanes have exited and all operations have completed."""

    def stopped(self) -> None:
        """The batch has ended, by itself or by a fault."""

    # Instructions

    def issued(self, step: Site, *, branches: bool) -> None:
        """The active lanes reach an instruction, which may be a branch."""

    def gated(self, step: Site, place: int, came: Array) -> None:
        """Lanes reached an instruction that waits, alone in its block, and some of them may be parked now."""

    def executing(self, step: Site) -> None:
        """The lanes that the guard lets through execute an instruction next; its operands are unchanged."""

    def executed(self, step: Site) -> None:
        """They have executed it."""

    def polled(self, index: Array, parity: Array, done: Array) -> None:
        """The active lanes polled mbarrier objects; `done` has the lanes for which the phase was complete."""

    def exited(self) -> None:
        """Lanes have exited, and those that waited only for them have been released."""

    def ctas_exited(self, ctas: Array) -> None:
        """All lanes of these CTAs have exited."""

    # Calls

    def values_passing(self, places: Sequence[Any]) -> None:
        """The active lanes pass values of registers, variables and literals; None for others."""

    def values_passed(self, places: Sequence[Any], lanes: Array) -> None:
        """Lanes have got them, in registers or variables; None for a value that is not kept."""

    def registers_saved(self, callee: Any, lanes: Array) -> None:
        """Lanes enter a function next, which saves its registers if it is recursive."""

    def registers_restored(self, callee: Any, lanes: Array) -> None:
        """Lanes leave a function, which has restored the registers that it saved."""

    # Memory

    def located(self, index: Array, size: int, mask: Mask) -> None:
        """Lanes have named `size` bytes each."""

    def loaded(self, index: Array, size: int, mask: Mask) -> None:
        """Lanes read."""

    def stored(self, index: Array, size: int, mask: Mask, values: Array) -> None:
        """Lanes write values, shape (L,) or (count, L)."""

    def updated(self, index: Array, size: int, mask: Mask) -> None:
        """Lanes read, combine and write as one, or write values that are not known here."""

    def combined(self, size: int, values: Array, operand: Array) -> None:
        """The values, shape (L,), that the turns of lanes left in memory after `updated`; their operand."""

    def overwritten(self, index: Array, size: int) -> None:
        """`size` bytes at each index get other contents."""

    def fetched(self, index: Array, size: int, inside: Mask) -> None:
        """A copy has read `size` bytes at each index; those not `inside` are filled instead."""

    def copied(self, source: Array, target: Array, size: int, read: Array) -> None:
        """Lanes have copied: the first `read` bytes of `size`, each lane its own number; zeros follow."""

    def moved(self, index: int, size: int, *, write: bool) -> None:
        """Bytes of a range are read or written as a whole: by a copy, or by a store after its checks."""

    # Barriers of a CTA, a warp and a cluster

    def ctas_met(self) -> None:
        """All living lanes of every CTA meet at a barrier at once."""

    def barrier_arrived(self, mask: Array, numbers: Array) -> None:
        """Lanes have arrived at barriers of their CTAs without waiting."""

    def barrier_released(self, lanes: Array, complete: Array) -> None:
        """Lanes go on from the barrier at which `complete` ended the phase."""

    def barrier_completed(self, number: int) -> None:
        """The complete phases of the barriers of a number have ended."""

    def warps_met(self, lanes: Array, members: Array | None = None) -> None:
        """Lanes of each warp have met: all of these, or those of them with one member mask (by lane)."""

    def values_exchanged(self, lanes: Array, members: Array) -> None:
        """Lanes have got values of those lanes of their warp that their member masks name."""

    def cluster_arrived(self, mask: Array, *, relaxed: bool) -> None:
        """Lanes arrive at the barrier of their cluster."""

    def cluster_completed(self, clusters: Array) -> None:
        """The phase of the barriers of clusters, a bool for each, has completed."""

    def cluster_waited(self, mask: Array) -> None:
        """Lanes go on from the barrier of their cluster."""

    # mbarrier objects, by their slots

    def mbarrier_initialised(self, slots: Array, lanes: Array) -> None:
        """Lanes make objects."""

    def mbarrier_invalidated(self, slots: Array, lanes: Array) -> None:
        """Lanes end objects."""

    def mbarrier_used(self, slots: Array, lanes: Array) -> None:
        """Lanes use objects in some way."""

    def bytes_expected(self, slots: Array, lanes: Array) -> None:
        """Lanes are about to make more bytes pending at objects without an arrival."""

    def bytes_started(self, slots: Array, lanes: Array) -> None:
        """Lanes are about to complete bytes at objects."""

    def mbarrier_arrived(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Lanes arrive at objects."""

    def mbarrier_waited(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Lanes have found the phase of objects complete."""

    def mbarrier_completed(self, slots: Array, lanes: Array | None) -> None:
        """The phase of objects has completed, by the arrival of these lanes; None for transactions."""

    def mbarrier_changed(self, slots: Array) -> None:
        """The pending arrivals or bytes of objects have changed."""

    # Fences

    def fenced(self, mask: Array, scope: int) -> None:
        """Lanes execute a fence."""

    def inits_fenced(self, mask: Array) -> None:
        """Lanes execute `fence.mbarrier_init`."""

    def grids_awaited(self, mask: Array) -> None:
        """Lanes have waited for the grids that theirs depends on."""

    def dependents_launched(self, mask: Array) -> None:
        """Lanes let the grids that depend on theirs start."""

    def proxy_fenced(self, mask: Array, spaces: Sequence[str]) -> None:
        """Lanes execute `fence.proxy.async`, or release tensor maps (``"maps"``)."""

    def map_acquired(self, index: int, cta: int) -> None:
        """A thread of a CTA executes the acquiring fence of a tensor map."""

    def map_used(self, index: int, size: int, lane: int) -> None:
        """A copy that a lane starts reads a tensor map."""

    # Asynchronous operations

    def work_started(self, work: Work) -> None:
        """An operation has been started that goes on beside the warps."""

    def work_completed(self, work: Work, lanes: Array) -> None:
        """The part of an operation that belongs to these lanes has taken effect."""

    def transfer_started(self, transfer: Transfer) -> None:
        """A transfer has been started; an observer may wrap its functions `fetch` and `deliver`."""

    def write_sent(self, index: Array, lanes: Array) -> None:
        """Lanes start a transfer next, which writes values of their registers to arena indices."""

    def combining(self, index: Array, values: Array, type_: str, operation: str) -> None:
        """A transfer combines elements with those at arena indices next."""

    def copies_started(
        self, lanes: Array, group: Array, source: Array, target: Array, size: int, read: Array
    ) -> None:
        """Lanes start `cp.async` of commit groups, which write `size` bytes each and read `read` of them."""

    def copies_waited(self, before: Array | None, mask: Array) -> None:
        """Lanes have waited for their `cp.async` of the groups below `before`; for all of them where None."""

    def copies_tied(self, slots: Array, lanes: Array) -> None:
        """Objects get an arrival of lanes when the `cp.async` that these have started have completed."""

    def copies_arrived(self, slots: Array) -> None:
        """Objects get such arrivals."""

    def bulk_started(
        self,
        key: Hashable,
        lane: int,
        read: Region | None,
        targets: Sequence[tuple[Region, int]],
        *,
        scope: int,
        proxy: bool,
    ) -> None:
        """A lane starts a copy that completes at mbarrier objects.

        Args:
            key: Names the copy.
            lane: The lane.
            read: Its source; None for values of registers.
            targets: Its destinations, each with the arena index of its object.
            scope: Scope of writes that are atomic; 0 for others.
            proxy: Whether it goes through the async proxy.
        """

    def release_landed(self) -> None:
        """The first pending asynchronous release takes effect."""

    def bulk_landed(self, key: Hashable, barriers: Sequence[int]) -> None:
        """A copy has written; its objects are completed next."""

    def store_started(self, lane: int, group: int, source: Region, target: Region, *, scope: int) -> None:
        """A lane starts a copy to global memory, which belongs to a bulk group of it."""

    def stores_waited(self, lanes: Array, before: Array, *, reading: bool) -> None:
        """Lanes have waited for their bulk groups below `before`, or for what those read."""

    def wgmma_started(self, group: int, batch: int, operands: Sequence[Region]) -> None:
        """A warpgroup starts a `wgmma` of a commit group, which reads parts of shared memory."""

    def wgmma_computing(self, products: Sequence[Any]) -> None:
        """Consecutive `wgmma` of one accumulator take effect next: `Product` of `semantics.wgmma_product`."""

    def wgmma_computed(self, products: Sequence[Any]) -> None:
        """They have taken effect."""

    def wgmma_waited(self, warps: Array, before: Array) -> None:
        """Warps have waited for the `wgmma` of their commit groups below `before`."""

    # Tensor memory

    def tensor_transferred(
        self, warps: Sequence[int], boxes: Sequence[Sequence[TensorBox]], *, write: bool
    ) -> None:
        """Warps start a `tcgen05.ld`, or a `tcgen05.st`, of parts of tensor memory."""

    def tensor_waited(self, warps: Sequence[int], *, write: bool) -> None:
        """Warps have waited for their `tcgen05.ld`, or for their `tcgen05.st`."""

    def tensor_started(self, lane: int, footprint: TensorFootprint) -> None:
        """A lane starts a product, a copy or a shift of tensor memory."""

    def tensor_computing(self, product: Any, step: Site | None) -> None:
        """An MMA of tensor memory takes effect next."""

    def tensor_computed(self, product: Any, step: Site | None) -> None:
        """An MMA of tensor memory has taken effect."""

    def tensor_copied(self, source: Array | None, target: tuple[int, Sequence[int], slice]) -> None:
        """A row of shared memory was copied to tensor memory.

        Args:
            source: Arena indices of its chunks of 16 bytes; None if the copy widened its elements.
            target: The CTA, the lanes that got it, and the columns.
        """

    def tensor_shifted(self, box: TensorBox) -> None:
        """Each lane of a box but the last got the values of the next one."""

    def tensor_committed(self, key: Hashable, lane: int, slots: Array) -> None:
        """A lane executes the `tcgen05.commit` of the key, which will arrive at mbarrier objects."""

    def tensor_arrived(self, key: Hashable, lane: int, slots: Array) -> None:
        """The operations before a commit have completed; it arrives at objects next."""

    def tensor_fenced(self, lanes: Array, *, after: bool) -> None:
        """Lanes execute `tcgen05.fence::before_thread_sync`, or `::after_thread_sync`."""

    def tensor_address_written(self) -> None:
        """The last store was that of `tcgen05.alloc`: the address of its columns."""

    def tensor_freed(self, lane: int, box: TensorBox) -> None:
        """A warp, whose first lane this is, gives columns of tensor memory back."""


class Observers:
    """The observers of a batch: for the name of each hook, those that override it."""

    def __init__(self, observers: Sequence[Observer] = ()) -> None:
        self._all = tuple(observers)

    def __getattr__(self, hook: str) -> tuple[Observer, ...]:
        """The observers that override a hook, found at its first use."""
        default = getattr(Observer, hook)
        found = tuple(each for each in self._all if getattr(type(each), hook) is not default)
        setattr(self, hook, found)
        return found
