"""The memory of the race detector: epochs of granules, asynchronous operations, the time.

An epoch is one number: the thread, or the operation and `ENGINE`; the scope of a strong access; and
the time, which identifies the instruction. 0 means that there was no access. An asynchronous operation has
one number and one line in a table, so that its end needs no second epoch.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.released_values import ReleasedValues
from pyptx.sim.scopes import GPU, Strength, has_narrow_scopes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.sim.clocks import Array, RemoteClocks
    from pyptx.sim.memory import Memory
    from pyptx.sim.observers import Region
    from pyptx.sim.race_facts import RaceFacts
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

Record: TypeAlias = "dict[tuple[int, int], RemoteClocks]"
"""Clocks that were released at a location, by CTA and scope."""

WHO = (1 << 32) - 1
SCOPE_SHIFT, SCOPES = 32, 3
TIME_SHIFT, TIMES = 34, (1 << 28) - 1
ENGINE = 1 << 62
IDENTITY = ENGINE | WHO
"""The bits of an epoch that name the thread or operation."""

PENDING = 1 << 40
"""The end of a pending operation: later than any time."""

_GRANULE = 4
_MOST_ACCESSES = 1 << 24

_SINGLE_BYTES = frozenset({"cp_mask", "ignore_oob"})
"""Words of copies that begin and end at any byte."""

_MOVES = frozenset({"ld", "ldu", "st", "atom", "red", "multimem"})


def first_of_runs(epochs: Array) -> Array:
    """Find the places of the epochs that differ from the one before.

    >>> first_of_runs(np.array([7, 7, 9, 7])).tolist()
    [0, 2, 3]
    """
    fresh = np.ones(len(epochs), np.bool_)
    np.not_equal(epochs[1:], epochs[:-1], out=fresh[1:])
    return np.flatnonzero(fresh)


class AccessLog:
    """Accesses of one kind to a state space, in the order of their times.

    Shadows keep the last ones of each granule only. Displaced writes are found here, when a conflicting
    access reaches the granule.

    Attributes:
        displaced: Latest time of an access that another one displaced, of each granule.
        scope: The narrowest scope of a strong write among them.
    """

    def __init__(self, size: int) -> None:
        self.displaced: Array = np.zeros(size, np.int32)
        self.scope = GPU
        self._times: list[int] = []
        self._accesses: list[tuple[Array, Array]] = []
        self._ranges: list[tuple[int, int]] = []
        self._size = 0

    def add(self, time: int, granules: Array, epochs: Array) -> None:
        """Keep accesses to granules with their epochs, and drop the oldest beyond a limit.

        An epoch without dimensions is that of all: the granules of one operation.
        """
        self._times.append(time)
        kept = np.broadcast_to(epochs, granules.shape).reshape(-1) if epochs.ndim else epochs
        self._accesses.append((granules.reshape(-1), kept))
        self._ranges.append((int(granules.min()), int(granules.max())) if granules.size else (0, -1))
        self._size += granules.size
        if self._size > _MOST_ACCESSES:
            self.drop(self._times[len(self._times) // 2])

    def drop(self, time: int) -> None:
        """Drop the accesses up to a time."""
        count = bisect_right(self._times, time)
        if count:
            self._size -= sum(granules.size for granules, _ in self._accesses[:count])
            del self._times[:count], self._accesses[:count], self._ranges[:count]

    def leave(self, held: Array, granules: Array, epochs: Array, floor: Array) -> None:
        """Leave epochs in an array, and note where they displace others.

        Writes of the same thread, or up to the floor, count only if their scope is smaller.
        """
        old = held.take(granules)
        weaker = (old & ENGINE == 0) & (old >> SCOPE_SHIFT & SCOPES < epochs >> SCOPE_SHIFT & SCOPES)
        lost = ((old > floor) & ((old ^ epochs) & IDENTITY != 0)) | ((old != 0) & weaker)
        held[granules] = epochs
        left = [(lost, old)]
        if epochs.ndim:
            left.append((held.take(granules) != epochs, epochs))
        for some, kept in left:
            if some.any():
                times = np.where(kept & ENGINE, TIMES, kept >> TIME_SHIFT & TIMES)
                at = granules[some]
                self.displaced[at] = np.maximum(self.displaced[at], times[some])

    def find(self, granules: Array, since: int) -> Iterator[Array]:
        """The epochs of accesses to granules after a time, latest first: arrays shaped alike, 0 for none.

        >>> log = AccessLog(8)
        >>> log.add(1, np.array([3, 4]), np.array([10, 11]))
        >>> log.add(2, np.array([4, 4]), np.array([12, 13]))
        >>> [found.tolist() for found in log.find(np.array([4, 7]), 0)]
        [[12, 0], [13, 0], [11, 0]]
        """
        wanted = granules.reshape(-1)
        for index in range(len(self._times) - 1, bisect_right(self._times, since) - 1, -1):
            first, last = self._ranges[index]
            near = np.flatnonzero((wanted >= first) & (wanted <= last))
            if not near.size:
                continue
            accessed, epochs = self._accesses[index]
            if not epochs.ndim:
                hit = near[np.isin(wanted[near], accessed)]
                if hit.size:
                    found = np.zeros(wanted.shape, np.int64)
                    found[hit] = epochs
                    yield found.reshape(granules.shape)
                continue
            order = np.argsort(accessed, kind="stable")
            start, stop = (np.searchsorted(accessed[order], wanted[near], side) for side in ("left", "right"))
            for k in range(int((stop - start).max(initial=0))):
                there = start + k < stop
                found = np.zeros(wanted.shape, np.int64)
                found[near[there]] = epochs[order[start[there] + k]]
                yield found.reshape(granules.shape)


@dataclass(slots=True, eq=False)
class Shadow:
    """The epochs of a state space.

    Attributes:
        start: Arena index of its first byte.
        stop: Arena index after its last.
        shift: Binary logarithm of the bytes of a granule.
        write: The last weak write of each granule.
        strong: The last strong write of each granule.
        reads: Reads of each granule; warps with different numbers modulo the count do not displace each
            other.
        log: All reads, displaced ones too.
        sums: Strong writes, and the latest time of one that was displaced by a write that had not read it.
        observed: The time of the last access of each granule that read the value which it replaced.
    """

    start: int
    stop: int
    shift: int
    write: Array
    strong: Array
    reads: tuple[Array, ...]
    log: AccessLog
    sums: AccessLog
    observed: Array

    @property
    def writes(self) -> tuple[Array, Array]:
        """The last writes of each granule: weak ones, then strong ones."""
        return self.write, self.strong

    @classmethod
    def of(cls, start: int, size: int, granule: int, readers: int) -> Shadow:
        """Make the epochs of a range of the arena, none set."""
        count = -(-size // granule)
        reads = tuple(np.zeros(count, np.int64) for _ in range(readers))
        return cls(
            start,
            start + size,
            granule.bit_length() - 1,
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            reads,
            AccessLog(count),
            AccessLog(count),
            np.zeros(count, np.int64),
        )

    def record_sums(self, granules: Array, epochs: Array, floor: Array, *, reads: bool, narrow: bool) -> None:
        """Leave the earlier strong writes; a write that reads the previous value comes after its writer.

        With scopes that are `narrow`, the previous write may race with other strong accesses nevertheless.
        """
        if epochs.ndim:
            epochs = np.broadcast_to(epochs, granules.shape)
        time = int(epochs.flat[0]) >> TIME_SHIFT & TIMES
        self.sums.add(time, granules, epochs)
        self.sums.scope = min(self.sums.scope, int(epochs.flat[0]) >> SCOPE_SHIFT & SCOPES)
        if reads and not narrow:
            self.strong[granules] = epochs
        else:
            self.sums.leave(self.strong, granules, epochs, floor)
        if reads:
            self.observed[granules] = time

    def granules(self, index: Array, size: int) -> Array:
        """Return the granules of accesses: shape (accesses, granules)."""
        first = (index - self.start) >> self.shift
        count = max(size >> self.shift, 1)
        return first[:, None] if count == 1 else first[:, None] + np.arange(count)


@dataclass(slots=True, eq=False)
class Copies:
    """The `cp.async` of some lanes that no wait has covered.

    Attributes:
        lanes: The lanes.
        group: The commit group of each.
        granules: The granules that each lane writes.
        epochs: The epochs of those granules.
        tied: Whether each completes at an mbarrier object.
        step: The instruction.
    """

    lanes: Array
    group: Array
    granules: Array
    epochs: Array
    tied: Array
    step: Site | None

    def select(self, some: Array) -> Copies:
        """Select the copies of some of the lanes."""
        return Copies(
            self.lanes[some],
            self.group[some],
            self.granules[some],
            self.epochs[some],
            self.tied[some],
            self.step,
        )


class Swizzled(NamedTuple):
    """The swizzle and the lines of the shared memory that a tensor copy writes.

    Attributes:
        name: Name of the swizzle.
        lines: The bits that are set in any of its arena indices.
    """

    name: str
    lines: int

    @classmethod
    def of(cls, region: Region) -> Swizzled | None:
        """Return the values that a copy to consecutive bytes writes; None if it has no swizzle mode."""
        if region.swizzle is None:
            return None
        first, last = region.first, region.first + region.size - 1
        return cls(region.swizzle, last | (1 << (first ^ last).bit_length()) - 1)


@dataclass(slots=True, eq=False)
class Operations:
    """The asynchronous operations, by number.

    Attributes:
        end: Time of each completion; `PENDING` before that.
        thread: The thread that waits for its group; -1 if it has an agent.
        agent: Column of the agent that orders it.
        cluster: Cluster of that agent.
        steps: The instructions.
        starters: Threads that started them.
        swizzles: The boxes that tensor copies write to shared memory; None for other operations.
        generic: Whether it writes through the generic proxy.
        waits: The threads that have executed each wait for groups.
    """

    end: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    thread: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    agent: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    cluster: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    steps: list[Site | None] = field(default_factory=list)
    starters: list[int] = field(default_factory=list)
    swizzles: list[Swizzled | None] = field(default_factory=list)
    generic: Array = field(default_factory=lambda: np.zeros(256, np.bool_))
    waits: dict[Site, set[int]] = field(default_factory=dict)

    def note_wait(self, step: Site | None, threads: Array) -> None:
        """Note that threads execute a wait for groups."""
        if step is not None:
            self.waits.setdefault(step, set()).update(threads.tolist())

    def start(
        self,
        step: Site | None,
        starter: int,
        thread: int,
        agent: int,
        cluster: int,
        swizzle: Swizzled | None = None,
        *,
        generic: bool = False,
    ) -> int:
        """Number an operation that starts now."""
        number = len(self.steps)
        if number == len(self.end):
            for name in ("end", "thread", "agent", "cluster", "generic"):
                setattr(self, name, np.pad(getattr(self, name), (0, number)))
        self.end[number], self.thread[number] = PENDING, thread
        self.agent[number], self.cluster[number] = agent, cluster
        self.steps.append(step)
        self.starters.append(starter)
        self.swizzles.append(swizzle)
        self.generic[number] = generic
        return number


class History:
    """The state of the race detector over all batches: global memory, releases, operations, the time.

    Attributes:
        time: Advanced by every access.
        steps: The instruction of every time.
        granule: Bytes that one epoch covers, in shared and in global memory.
        records: Clocks that were released, by arena index.
        released: The values of these locations.
        strengths: Ordering of the accesses of each instruction.
        compares: Whether the program compares and swaps.
        narrow: Whether strong accesses of the program have a scope below that of the GPU.
        narrow_orders: The last fence, or strong access to global memory, of each thread whose scope is below
            that of the GPU, with the scope.
        facts: The instructions to which special rules apply.
        tensor_fences: The kinds of `tcgen05.fence` in the program, by name.
        observed: Strong writes that strong reads observed, and the epochs of the reads, by arena index.
        earlier_grid: The operations that have the accesses of the grid before this one, by number, each with
            the flags (`pyptx.sim.footprint.flag_number`) that were released after them; empty without. Epochs
            of earlier grids come first.
        grid_before: The first of these operations that is of the grid directly before.
        waiting_ctas: CTAs with a thread that waited for the previous grid.
        triggers: Whether the first thread of a CTA that let dependent grids start had waited, or was ordered
            after a thread that had, by CTA.
    """

    def __init__(self, code: Code, memory: Memory, elements: Sequence[int], facts: RaceFacts) -> None:
        self.time = 1  # at 0 nothing has happened
        self.steps: list[Site | None] = [None, None]
        self.granule = min([_GRANULE, *elements, *_sizes(code)])
        segment = memory.global_
        self.global_ = Shadow.of(segment.start, segment.extent, self.granule, 1)
        self.operations = Operations()
        self.earlier_grid: dict[int, set[int]] = {}
        self.grid_before = 0
        self.waiting_ctas: set[int] = set()
        self.triggers: dict[int, bool] = {}
        self.records: dict[int, Record] = {}
        self.released: ReleasedValues[Record] = ReleasedValues()
        self.strengths: dict[int, Strength] = {}
        self.observed: dict[int, tuple[int, list[int]]] = {}
        self.compares = any("cas" in step.instruction.modifiers for step in code.steps)
        self.narrow = has_narrow_scopes(code)
        self.narrow_orders: dict[int, tuple[Site, int]] = {}
        self.facts = facts
        names = {step.name for step in code.steps}
        self.tensor_fences = {name for name in names if name.startswith("tcgen05.fence")}

    def overlaps_grid_before(self) -> bool:
        """Whether a grid that depends on this one may start before the grid before this one has ended.

        It starts when each CTA has let it, or has ended; a CTA that waits first holds it back.
        """
        return not any(self.triggers.values()) and self.waiting_ctas <= self.triggers.keys()

    def of_earlier_grid(self, epochs: Array) -> Array:
        """Find those of grids before this one."""
        if not self.earlier_grid:
            return np.zeros(np.shape(epochs), np.bool_)
        number = (epochs & WHO) - min(self.earlier_grid)
        found: Array = ((epochs & ENGINE) != 0) & (number >= 0) & (number < len(self.earlier_grid))
        return found

    def tick(self, step: Site | None) -> int:
        """Return the time of an access that is made now."""
        if self.time >= TIMES:
            raise Trap("unmodelled", f"more than {TIMES} accesses: checks=('races',) cannot count them")
        self.time += 1
        self.steps.append(step)
        return self.time


def _sizes(code: Code) -> Iterator[int]:
    """Bytes of the elements that instructions access."""
    for step in code.steps:
        if step.instruction.opcode in _MOVES and "type" in step.operation.modifiers:
            yield _bytes(step.operation.modifiers["type"])
        elif step.name.startswith(("wmma.load", "wmma.store")):
            yield _bytes(step.instruction.modifiers[-1])
        elif step.name.startswith("tensormap.replace") or _SINGLE_BYTES & set(step.operation.words):
            yield 1


def _bytes(type_: str) -> int:
    """Bytes of an element of a type; 1 for smaller ones."""
    return max(int("".join(filter(str.isdigit, type_.partition("x")[0])) or 32) // 8, 1)
