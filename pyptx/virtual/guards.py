"""Memory of the host that operations may still access, and accesses of the program to it.

The pages of managed and pinned memory that an operation accesses are protected from the call until the host
has waited for the operation. If the program accesses one of the same bytes in between, and one of the two
accesses is a write, that is a race. The program continues after the report.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pyptx.virtual.clocks import Access, Operation, span
from pyptx.virtual.effects import ALL, NONE, PAGE, PROTECT, READ_ONLY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.virtual.clocks import Clock
    from pyptx.virtual.effects import Effects

_HOST: Final = Operation(0, 0, {}, "the program", "the host", 0)


@dataclass(slots=True)
class _Guarded:
    size: int
    accesses: list[Access] = field(default_factory=list)
    is_changed: bool = True


class Guards:
    """The accesses to memory of the host that the host has not waited for, by the address of the allocation.

    Args:
        host: The clock of the host.
        effects: Effects of the call that is answered.
    """

    def __init__(self, host: Clock, effects: Effects) -> None:
        self._host = host
        self._effects = effects
        self._kept: dict[int, _Guarded] = {}
        self._functions: list[Operation] = []

    def add(self, start: int, size: int, access: Access) -> None:
        """Guard the bytes of an access to an allocation; `update` protects them."""
        found = self._kept.setdefault(start, _Guarded(size))
        found.accesses.append(access)
        found.is_changed = True

    def forget(self, start: int) -> None:
        """Forget an allocation, which is freed."""
        self._kept.pop(start, None)

    def suspend(self, function: Operation) -> None:
        """Let a function of the program access what operations behind it guard."""
        self._functions.append(function)
        self._change()

    def resume(self, function: Operation) -> None:
        """Guard that again, as the function has returned."""
        self._functions.remove(function)
        self._change()

    def _change(self) -> None:
        for guarded in self._kept.values():
            guarded.is_changed = True

    def update(self) -> None:
        """Protect the memory that pending operations may access, and no other."""
        for start, guarded in list(self._kept.items()):
            left = [each for each in guarded.accesses if not self._is_over(each.operation)]
            if guarded.is_changed or len(left) < len(guarded.accesses):
                self._protect(start, guarded.size, [each for each in left if not self._is_suspended(each)])
            guarded.accesses, guarded.is_changed = left, False
            if not left:
                del self._kept[start]

    def race(self, start: int, address: int, *, writes: bool) -> Access | None:
        """Return the access that an access of the program races with, and let the program access the page.

        After a race the program may access all of the allocation.

        Args:
            start: Address of the allocation.
            address: The byte that the program accesses.
            writes: Whether it writes.
        """
        mine = Access(_HOST, "write" if writes else "read", span(address, 1))
        guarded = self._kept.get(start, _Guarded(0))
        for each in guarded.accesses:
            if self._is_suspended(each):
                continue
            if each.conflicts(mine) and mine.common(each) is not None:
                self._protect(start, guarded.size, [])
                del self._kept[start]
                return each
        self._effects.add(PROTECT, address // PAGE * PAGE, PAGE, ALL)
        return None

    def _is_suspended(self, access: Access) -> bool:
        """Whether an access comes after a function that runs."""
        return any(access.operation.follows(each) for each in self._functions)

    def _is_over(self, operation: Operation) -> bool:
        """Whether the host has waited for an operation."""
        return self._host.get(operation.stream, 0) >= operation.number

    def _protect(self, start: int, size: int, accesses: list[Access]) -> None:
        """Give the program the rights to each page of an allocation that pending accesses leave."""
        pages = np.full(-(-size // PAGE), ALL, np.int8)
        for is_read, allowed in ((True, READ_ONLY), (False, NONE)):
            for each in accesses:
                if (each.kind == "read") is is_read:
                    pages[_pages(each, start, len(pages))] = allowed
        edges = [0, *(np.flatnonzero(np.diff(pages)) + 1).tolist(), len(pages)]
        for first, end in pairwise(edges):
            self._effects.add(PROTECT, start + first * PAGE, (end - first) * PAGE, int(pages[first]))


def _pages(access: Access, start: int, count: int) -> NDArray[Any] | slice:
    """The pages of an allocation that an access has bytes of."""
    first, last = (access.spans.first - start) // PAGE, (access.spans.end - 1 - start) // PAGE
    if len(first) == 1:
        return slice(int(first[0]), int(last[0]) + 1)
    changes = np.zeros(count + 1, np.int64)
    np.add.at(changes, first, 1)
    np.add.at(changes, last + 1, -1)
    return np.cumsum(changes[:-1]) > 0
