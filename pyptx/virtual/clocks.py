"""Clocks over streams: which operations come before others, and accesses that nothing orders.

An operation is a copy, a fill, a launch, or another piece of work of a stream. Its clock has, for each
stream, the number of the last operation that comes before it: because a stream is in order, because of an
event, or because the host had waited. The host has a clock too. An access of an operation races with an
earlier one of another operation if one of them writes, and the clock does not have that operation. Clocks do
not depend on when the operations run.

>>> write = Operation(1, 10, {}, "cuMemsetD8Async", "stream 1", 1)
>>> read = Operation(2, 20, {}, "cuMemcpyDtoHAsync", "stream 2", 1)
>>> history = History()
>>> history.add(0, Access(write, "write", span(64, 16)))
>>> found = history.add(0, Access(read, "read", span(72, 4)))
>>> found.address, str(found.first)
(72, 'cuMemsetD8Async (operation 1 of stream 1) writes')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from pyptx.sim.touched import Spans
from pyptx.virtual.sites import mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Clock = dict[int, int]
"""By the key of each stream, the number of its last operation that comes before."""

VERBS: Final = {"read": "reads", "write": "writes", "atomic": "updates", "own": "allocates or frees"}
"""Kinds of accesses, with their verbs. Atomic operations do not race with each other."""

MANY: Final = 32
"""Accesses to one allocation from which on those that every later operation follows are dropped."""


def join(clock: Clock, other: Mapping[int, int]) -> None:
    """Add the operations of another clock to `clock`."""
    for stream, number in other.items():
        if number > clock.get(stream, 0):
            clock[stream] = number


def span(address: int, size: int, pitch: int = 0, rows: int = 1) -> Spans:
    """Return the bytes of rows as ranges of addresses."""
    first = address + np.arange(rows if pitch > size else 1, dtype=np.int64) * pitch
    return Spans(first, first + (size if pitch > size else size + (rows - 1) * pitch))


@dataclass(slots=True, eq=False)
class Operation:
    """An operation of a stream.

    Attributes:
        number: Its number in the order of calls.
        stream: Key of its stream.
        clock: The operations ordered before it.
        what: The call or the kernel, for reports.
        owner: The name of its stream or graph.
        place: Its number there.
        is_node: Whether it is a node of a graph.
        site: The number of the line of the program that started it; 0 for none.
        before: The clock that a later launch gets if it does not wait for this one: `clock` without its own
            number; None if every later operation waits.
        permits: Whether the next launch may have started before it ended.
        primary: The launch before it in its stream, while it is not known whether this one waited for it.
    """

    number: int
    stream: int
    clock: Clock
    what: str
    owner: str
    place: int
    is_node: bool = False
    site: int = 0
    before: Clock | None = None
    permits: bool = False
    primary: Operation | None = None

    def __str__(self) -> str:
        kind = "node" if self.is_node else "operation"
        return f"{self.what} ({kind} {self.place} of {self.owner}){mark(self.site)}"

    @property
    def in_loop(self) -> tuple[str, str, int]:
        """The call and the stream or node, which the same operation in another iteration of a loop shares."""
        return self.what, self.owner, self.place if self.is_node else 0

    def has_run(self, *, permitted: bool, waited: bool) -> None:
        """Note whether a launch let a dependent one start, and waited for the launch before it.

        A wait of one thread orders the whole launch after the one before it: accesses ahead of the wait, and
        those of warps that never wait, are not compared with that one.
        """
        self.permits = permitted
        primary, self.primary = self.primary, None
        if primary is not None:
            found = primary.clock if waited or not primary.permits else primary.before or {}
            join(self.clock, found)
            if self.before is not None:
                join(self.before, found)

    def follows(self, other: Operation) -> bool:
        """Whether another operation comes before this one."""
        return self.clock.get(other.stream, 0) >= other.number


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """Bytes that an operation accesses, by their addresses."""

    operation: Operation
    kind: str
    spans: Spans

    def conflicts(self, other: Access) -> bool:
        """Whether the two need an order."""
        kinds = {self.kind, other.kind}
        return kinds != {"read"} and kinds != {"atomic"}

    def common(self, other: Access) -> int | None:
        """Return the first address that both have, if there is one."""
        a, b = self.spans, other.spans
        if not len(a.first) or not len(b.first):
            return None
        place = np.minimum(np.searchsorted(b.end, a.first, "right"), len(b.first) - 1)
        low, high = np.maximum(a.first, b.first[place]), np.minimum(a.end, b.end[place])
        found = np.flatnonzero(low < high)
        return int(low[found[0]]) if len(found) else None

    def covers(self, other: Access) -> bool:
        """Whether the other one lies inside this one."""
        place = np.searchsorted(self.spans.first, other.spans.first, "right") - 1
        return bool((place >= 0).all() and (self.spans.end[place] >= other.spans.end).all())

    def __str__(self) -> str:
        return f"{self.operation} {VERBS[self.kind]}"


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses that nothing orders, and the first address that both have."""

    first: Access
    second: Access
    address: int


@dataclass
class History:
    """The accesses to each allocation that a later one may race with.

    Attributes:
        is_over: Whether an operation comes before every one that is still to run.
    """

    is_over: Callable[[Operation], bool] = lambda _: False
    _kept: dict[int, list[Access]] = field(default_factory=dict)

    def add(self, allocation: int, access: Access) -> Race | None:
        """Add an access, and return a race of it with an earlier one."""
        kept = self._kept.setdefault(allocation, [])
        race = None
        left = []
        for each in kept:
            if access.operation.follows(each.operation):
                is_alike = access.kind in ("write", "own", each.kind)
                if is_alike and access.covers(each):
                    continue  # a later access that races with it races with the new one too
            elif race is None and access.operation is not each.operation and access.conflicts(each):
                address = access.common(each)
                race = None if address is None else Race(each, access, address)
            left.append(each)
        if len(left) > MANY:
            left = [each for each in left if not self.is_over(each.operation)]
        self._kept[allocation] = [*left, access]
        return race

    def forget(self, allocation: int) -> None:
        """Forget the accesses to an allocation, which is freed."""
        self._kept.pop(allocation, None)
