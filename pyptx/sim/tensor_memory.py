"""Tensor memory of a batch: its words, their state, and its allocation (manual section 9.7.18.1).

A multiprocessor has 128 lanes by 512 columns of 32 bits, shared by the CTAs that run on it: a CTA can access
the columns that it allocated, and waits if too few are free. CTAs are distributed round-robin over `SMS`
multiprocessors, as a GPU places a grid that does not fill it; those that do not fit on one together never
wait for each other's columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.arch import arch
from pyptx.layouts.tensor_memory import COLUMNS, LANE_SHIFT, LANES
from pyptx.sim.abi import NUMBERS
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Part
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.definedness import Origin
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import TensorBox
    from pyptx.sim.site import Site

Array: TypeAlias = "NDArray[Any]"

SMS = NUMBERS["MULTIPROCESSORS"]
"""Multiprocessors of the GPU: those of a B200."""

LANE_MASK = NUMBERS["TENSOR_LANE_MASK"]
"""The lane field of an address; libraries keep the id of a scale factor in the two bits above it."""

GRANULE = 32
"""The smallest allocation, in columns."""

_SM = arch("sm_100a").sm
_SYSTEM_BYTES = 1024  # of shared memory, which the system keeps for each CTA


def crowd_of(geometry: Geometry) -> int:
    """CTAs of a grid that may run on one multiprocessor, if their registers allow it."""
    assert _SM is not None
    shared = geometry.static_shared + geometry.dynamic_shared + _SYSTEM_BYTES
    threads = -(-geometry.threads // WARP) * WARP
    return min(-(-geometry.ctas // SMS), _SM.ctas, _SM.threads // threads, max(_SM.shared_bytes // shared, 1))


@dataclass(slots=True)
class Holding:
    """Columns that a CTA holds.

    Attributes:
        columns: Number of columns.
        step: The instruction that allocated them.
        lane: The lane that executed it.
        exclusive: Whether no other CTA shares the tensor memory.
    """

    columns: int
    step: Site | None
    lane: int
    exclusive: bool


@dataclass(slots=True)
class Request:
    """A pending allocation or release: the warp waits for free columns and for the peer's warp.

    Attributes:
        columns: Number of columns.
        base: The first column of a release.
        step: The instruction.
        lane: The first lane of the warp.
        exclusive: Whether no other CTA may share the tensor memory.
    """

    columns: int
    base: int
    step: Site | None
    lane: int
    exclusive: bool


@dataclass
class Owner:
    """The allocations of one CTA.

    Attributes:
        held: The columns that it holds, by first column.
        smallest: Columns of its last allocation; a later one must not be larger.
        relinquished: Whether it gave up the right to allocate.
        group: The ``cta_group`` of its instructions; 0 before the first.
        wanted: The allocation that a warp waits for.
        freeing: The release that a warp waits for.
        granted: First columns of allocations that were made for a waiting warp, by its first lane.
        released: First lanes of warps whose release was made while they waited.
    """

    held: dict[int, Holding] = field(default_factory=dict)
    smallest: int = COLUMNS
    relinquished: bool = False
    group: int = 0
    wanted: Request | None = None
    freeing: Request | None = None
    granted: dict[int, int] = field(default_factory=dict)
    released: set[int] = field(default_factory=set)


class TensorMemory(Part):
    """The tensor memory of a batch.

    Attributes:
        words: The words: shape (CTAs, lanes, columns).
        known: Whether each word was written.
        open: Whether a CTA has allocated each column: shape (CTAs, columns).
        owners: The allocations, by CTA.
        crowd: CTAs of the grid that may run on one multiprocessor.
    """

    waits_for = "tensor memory"

    def __init__(self, m: Machine) -> None:
        ctas = m.scheduler.ctas
        self.words: Array = np.zeros((ctas, LANES, COLUMNS), np.uint32)
        self.known: Array = np.zeros((ctas, LANES, COLUMNS), np.bool_)
        self.open: Array = np.zeros((ctas, COLUMNS), np.bool_)
        self._origins: list[Origin] = []
        self._origin_of: Array | None = None  # of each undefined word its number in the list, and 1
        self.owners = [Owner() for _ in range(ctas)]
        self.crowd = crowd_of(m.geometry)
        places = m.first + np.arange(ctas)
        self._sm = places % SMS + places // SMS // self.crowd * SMS

    # Allocation

    def pair(self, cta: int) -> tuple[int, int]:
        """The two CTAs of the pair that a CTA belongs to."""
        return cta & ~1, cta | 1

    def take(
        self,
        cta: int,
        columns: int,
        *,
        exclusive: bool,
        also: int = -1,
        step: Site | None = None,
        lane: int = 0,
    ) -> int:
        """Allocate columns for a CTA, and the same ones for its peer; return -1 if too few are free.

        Args:
            cta: The CTA.
            columns: Number of columns.
            exclusive: Whether no other CTA may hold columns.
            also: The other CTA of its pair; -1 for none.
            step: The instruction.
            lane: The lane that executes it.

        Returns:
            The first column.
        """
        ctas = (cta,) if also < 0 else (cta, also)
        taken = np.zeros(COLUMNS, np.bool_)
        for each in ctas:
            sharing = np.flatnonzero(self._sm == self._sm[each])
            taken |= self.open[sharing].any(0)
            holders = [other for other in sharing.tolist() if other != each and self.owners[other].held]
            if holders and (
                exclusive
                or any(held.exclusive for other in holders for held in self.owners[other].held.values())
            ):
                return -1
        align = GRANULE if exclusive else columns
        for base in range(0, COLUMNS - columns + 1, align):
            if not taken[base : base + columns].any():
                for each in ctas:
                    self.open[each, base : base + columns] = True
                    self.owners[each].held[base] = Holding(columns, step, lane, exclusive)
                return base
        return -1

    def give(self, cta: int, base: int) -> None:
        """Release columns; their contents are lost."""
        held = self.owners[cta].held.pop(base)
        self.open[cta, base : base + held.columns] = False
        self.known[cta, :, base : base + held.columns] = False
        if self._origin_of is not None:
            self._origin_of[cta, :, base : base + held.columns] = 0

    def free(self, cta: int) -> int:
        """Columns that are free on the multiprocessor of a CTA."""
        return COLUMNS - int(self.open[self._sm == self._sm[cta]].any(0).sum())

    def describe_wait(self, m: Machine, lane: int) -> str:
        """Describe the condition that a parked lane waits for."""
        cta = int(m.cta[lane])
        owner = self.owners[cta]
        if owner.freeing is not None:
            return "a warp of the other CTA of the pair, which must execute tcgen05.dealloc too"
        if owner.wanted is None:  # only the native engine, in which the lane waits, has its request
            return "columns of tensor memory, or a warp of the other CTA of the pair"
        if owner.group == 2 and self.owners[cta ^ 1].wanted is None:
            return "a warp of the other CTA of the pair, which must execute tcgen05.alloc too"
        sharing = np.flatnonzero(self._sm == self._sm[cta]).tolist()
        holders = [
            f"CTA {m.thread_of(held.lane)['ctaid']} holds {held.columns}"
            for other in sharing
            for held in self.owners[other].held.values()
        ]
        return (
            f"{owner.wanted.columns} columns of tensor memory, of which {self.free(cta)} are free: "
            f"{', '.join(holders) or 'no CTA holds any'}; tcgen05.dealloc frees them"
        )

    def exited(self, m: Machine) -> None:
        """Report a CTA that has ended and holds columns.

        Raises:
            Trap: A CTA has ended without a `dealloc`.
        """
        for cta in np.flatnonzero(m.memory.exited).tolist():
            for base, held in self.owners[cta].held.items():
                said = (
                    f"the CTA ends with {held.columns} columns of tensor memory allocated here, at column "
                    f"{base}: tcgen05.dealloc of the same address and number of columns must come before "
                    "the end"
                )
                raise Trap("tensor-memory-leak", said, held.lane, step=held.step)

    # Access

    def need_open(self, box: TensorBox, lane: int, what: str) -> None:
        """Check that a rectangle lies in columns that its CTA has allocated.

        Args:
            box: The rectangle.
            lane: The lane that accesses it.
            what: Name of the operand, for the message.

        Raises:
            Trap: The rectangle has a column that the CTA has not allocated.
        """
        first, stop = box.columns
        if first < 0 or stop > COLUMNS or box.lanes[1] > LANES:
            said = (
                f"{what} takes lanes {box.lanes[0]} to {box.lanes[1] - 1} and columns {first} to "
                f"{stop - 1}; tensor memory has {LANES} lanes and {COLUMNS} columns"
            )
            raise Trap("tensor-memory-bounds", said, lane)
        if not self.open[box.cta, first:stop].all():
            missing = first + int((~self.open[box.cta, first:stop]).argmax())
            held = ", ".join(
                f"{base} to {base + each.columns - 1}" for base, each in self.owners[box.cta].held.items()
            )
            said = (
                f"{what} takes columns {first} to {stop - 1}, but the CTA has not allocated {missing}: "
                f"it holds {'columns ' + held if held else 'none'}"
            )
            raise Trap("tensor-memory-bounds", said, lane)

    def read(self, m: Machine, box: TensorBox, lane: int, what: str) -> Array:
        """Read the words of a rectangle, which must have been written.

        Raises:
            Trap: A word was not written, or the CTA has not allocated its column.
        """
        self.need_open(box, lane, what)
        known = self.known[box.place]
        if "uninitialized" in m.memory.checks and not known.all():
            row, column = np.argwhere(~known)[0].tolist()
            said = (
                f"{what}: lane {box.lanes[0] + row}, column {box.columns[0] + column} of tensor memory "
                f"was never written, nor were {int((~known).sum()) - 1} others that are read"
            )
            raise Trap("uninitialized-tensor-memory", said, lane)
        words: Array = self.words[box.place]
        return words

    def write(self, box: TensorBox, values: Array, lacking: Array, origin: Origin | None) -> None:
        """Write the words of a rectangle, whose columns are allocated; some are undefined."""
        self.words[box.place] = values
        self.known[box.place] = True
        if origin is not None:
            self.forget(box, np.broadcast_to(lacking, self.known[box.place].shape), origin)

    # Undefined values

    def forget(self, box: TensorBox, words: Array, origin: Origin) -> None:
        """Mark words of a rectangle undefined, with the origin of their values."""
        if not words.any():
            return
        if self._origin_of is None:
            self._origin_of = np.zeros(self.known.shape, np.int32)
        self._origins.append(origin)
        self.known[box.place] &= ~words
        self._origin_of[box.place][words] = len(self._origins)

    def origin_numbers(self, at: tuple[Array, ...]) -> Array:
        """Return the numbers of the origins of undefined words; 0 for one that was never written."""
        if self._origin_of is None:
            return np.zeros(np.broadcast_shapes(*(each.shape for each in at)), np.int32)
        return np.asarray(self._origin_of[at])

    def origin(self, number: int) -> Origin | None:
        """Return an origin by its number; None for 0."""
        return self._origins[number - 1] if number else None

    def shift(self, box: TensorBox) -> None:
        """Give each lane of a rectangle but the last the values of the next one."""
        for words in (self.words, self.known, self._origin_of):
            if words is not None:
                words[box.place][:-1] = words[box.place][1:].copy()


def lane_of(address: int) -> int:
    """The lane of an address."""
    return address >> LANE_SHIFT & LANE_MASK


def column_of(address: int) -> int:
    """The column of an address."""
    return address & ((1 << LANE_SHIFT) - 1)


def need_group(m: Machine, cta: int, group: int, lane: int) -> None:
    """Check that the ``tcgen05`` instructions of a CTA name one ``cta_group``, and that a pair exists.

    Raises:
        Trap: The instructions name both, or the pair does not exist.
    """
    owner = m.part(TensorMemory).owners[cta]
    if group == 2 and m.cluster_size % 2:
        said = f"cta_group::2 is for two CTAs of a cluster, but a cluster has {m.cluster_size} here"
        raise Trap("cta-group", said, lane)
    if owner.group not in (0, group):
        said = (
            f"cta_group::{group}, but the CTA has executed an instruction of cta_group::{owner.group}: "
            "all tcgen05 instructions of a kernel name the same"
        )
        raise Trap("cta-group", said, lane)
    owner.group = group
