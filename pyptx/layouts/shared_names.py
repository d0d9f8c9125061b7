"""Names of arrays in shared memory and of their elements, as the author of a kernel wrote them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pyptx.layouts.swizzle import find
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence


@record(frozen=True, slots=True)
class SharedName:
    """Name of an array in shared memory, as the author of a kernel wrote it.

    Attributes:
        name: The name; indices follow it.
        variable: The shared variable that holds the array.
        offset: Bytes from there to its first element.
        shape: Its sizes, outermost first; empty for one element.
        element_bytes: Bytes of an element.
        swizzle: Name of its swizzle, or None.
        row_bytes: Bytes of a row that are kept together, in rows of several blocks; 0 for whole rows.

    >>> ring = SharedName("ring[1]", "smem_0", 0, (8, 64), 2)
    >>> ring.bytes, ring.element(130), ring.element(131)
    (1024, 'ring[1][1, 1]', 'ring[1][1, 1]+1')
    """

    name: str
    variable: str
    offset: int
    shape: tuple[int, ...]
    element_bytes: int
    swizzle: str | None = None
    row_bytes: int = 0

    @property
    def bytes(self) -> int:
        """Its size."""
        return prod(self.shape) * self.element_bytes

    def element(self, place: int) -> str:
        """Name the element that holds the byte at an offset in the array."""
        pattern = find(self.swizzle)
        place = place if pattern is None else pattern.apply(self.offset + place) - self.offset
        if self.row_bytes:
            whole = self.shape[-1] * self.element_bytes
            block, inside = divmod(place, self.bytes // whole * self.row_bytes)
            row, column = divmod(inside, self.row_bytes)
            place = row * whole + block * self.row_bytes + column
        number, byte = divmod(place, self.element_bytes)
        indices: list[int] = []
        for size in reversed(self.shape):
            number, index = divmod(number, size)
            indices.insert(0, index)
        return f"{self.name}{indices or ''}" + (f"+{byte}" if byte else "")


def array_name(names: Sequence[SharedName], variable: str, offset: int) -> str:
    """Return the author's name of the array at an offset in a shared variable; else that of the variable.

    >>> array_name([SharedName("ring", "smem_0", 0, (8, 64), 2)], "smem_0", 0)
    'ring'
    """
    found = (each.name for each in names if each.variable == variable and each.offset == offset)
    return next(found, variable)


def element_name(names: Sequence[SharedName], variable: str, place: int) -> str:
    """Return the author's name of the element that holds a byte of a shared variable.

    >>> element_name([SharedName("full", "mbar_0", 0, (4,), 8)], "mbar_0", 8)
    'full[1]'
    """
    for each in reversed(names):
        if each.variable == variable and 0 <= place - each.offset < each.bytes:
            return each.element(place - each.offset)
    return f"{variable}+{place}" if place else variable
