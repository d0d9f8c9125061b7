"""The boxes of tensor copies: which elements of a tensor one copy moves, and where they are in shared memory.

A box of a tensor is a list of rows: runs of neighbouring elements along dimension 0. Tiles, gathered rows and
the pixels of im2col differ in the start of their rows. In shared memory all rows are consecutive, swizzled by
their addresses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pyptx.layouts.tensor_map_words import GROUP
from pyptx.sim.arena import swizzled
from pyptx.sim.faults import Trap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.layouts.tensor_map import TensorMap

_UNITS = (16, 8, 4, 2, 1)

Index: TypeAlias = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Box:
    """The elements that one copy moves.

    Attributes:
        tensor: The tensor map.
        rows: Byte offset of each row's element 0 of dimension 0 from the start of the tensor.
        inside: Whether a row is inside the tensor.
        first: Offset of the first element of every row from element 0 of dimension 0, in bytes.
    """

    tensor: TensorMap
    rows: Index
    inside: NDArray[np.bool_]
    first: int

    @property
    def bytes_(self) -> int:
        """Size in shared memory, in bytes, with the padding of narrow elements."""
        return len(self.rows) * self.tensor.inner_bytes

    @property
    def moved(self) -> int:
        """Bytes that are copied, as completed at an mbarrier."""
        return len(self.rows) * self.row_bytes

    @property
    def row_bytes(self) -> int:
        """Bytes of a row in global memory."""
        return self.tensor.extents[0] * self.tensor.element.bits // 8

    @property
    def end(self) -> int:
        """Bytes of dimension 0 of the tensor."""
        return self.tensor.sizes[0] * self.tensor.element.bits // 8

    @property
    def is_inside(self) -> bool:
        """Whether every element is inside the tensor."""
        beyond = self.first < 0 or self.first + self.row_bytes > self.end
        return not beyond and bool(self.inside.all())

    def places(self, start: int, unit: int) -> Index:
        """Arena indices in shared memory of every unit of every row: shape (rows, units)."""
        element = self.tensor.element
        group = GROUP * element.bits // 8 if element.padded else element.group_bytes
        linear = start + _linear(len(self.rows), self.row_bytes, unit, group, element.group_bytes)
        found: Index = swizzled(linear, self.tensor.swizzle)
        return found

    def elements(self, origin: int, unit: int) -> tuple[Index, NDArray[np.bool_]]:
        """Return the arena index in global memory of every unit, by row, and if it is inside the tensor."""
        offset = self.first + np.arange(0, self.row_bytes, unit, dtype=np.int64)
        inside = self.inside[:, None]
        if not self.is_inside:
            inside = inside & (offset >= 0) & (offset < self.end)
        index = origin + self.rows[:, None] + offset
        return index, np.broadcast_to(inside, index.shape)


@lru_cache(maxsize=64)
def _linear(rows: int, row_bytes: int, unit: int, group: int, padded: int) -> Index:
    """Offsets of the units of rows whose groups of this many bytes take `padded` bytes each."""
    offset = np.arange(0, rows * row_bytes, unit, dtype=np.int64).reshape(rows, -1)
    return offset if group == padded else offset // group * padded + offset % group


def element_bytes(tensor: TensorMap) -> int:
    """Bytes that are inside a tensor or outside together: an element, or one byte of narrower ones."""
    return max(tensor.element.bits // 8, 1)


def tile(tensor: TensorMap, place: tuple[int, ...]) -> Box:
    """Return a box whose rows run along the outer dimensions, the innermost fastest."""
    rows = np.zeros(1, np.int64)
    inside = np.ones(1, np.bool_)
    axes = list(zip(place, tensor.sizes, tensor.element_strides, tensor.extents, strict=True))[1:]
    for (at, size, step, extent), stride in zip(axes, tensor.strides, strict=True):
        coordinate = at + step * np.arange(extent, dtype=np.int64)
        rows = (coordinate[:, None] * stride + rows).reshape(-1)
        inside = (((coordinate >= 0) & (coordinate < size))[:, None] & inside).reshape(-1)
    return Box(tensor, rows, inside, place[0] * tensor.element.bits // 8)


def gathered(tensor: TensorMap, place: tuple[int, ...], lane: int) -> Box:
    """Return a box of parts of four rows."""
    if tensor.box[1] != 1:
        raise Trap("tensor-map", f"gathered rows need a box of 1 in dimension 1, not {tensor.box[1]}", lane)
    coordinate = np.array(place[1:], np.int64)
    inside = (coordinate >= 0) & (coordinate < tensor.sizes[1])
    return Box(tensor, coordinate * tensor.strides[0], inside, place[0] * tensor.element.bits // 8)


def pixels(tensor: TensorMap, place: tuple[int, ...], offsets: tuple[int, ...]) -> Box:
    """Return the pixels of im2col: the base runs through its bounding box, W fastest, then the next image."""
    assert tensor.im2col is not None
    im2col, spatial = tensor.im2col, tensor.rank - 2
    position = list(place[1:])
    rows = np.zeros(im2col.pixels, np.int64)
    inside = np.zeros(im2col.pixels, np.bool_)
    for pixel in range(im2col.pixels):
        coordinate = [base + offset for base, offset in zip(position[:spatial], offsets, strict=True)]
        coordinate.append(position[spatial])
        rows[pixel] = sum(at * stride for at, stride in zip(coordinate, tensor.strides, strict=True))
        inside[pixel] = all(0 <= at < size for at, size in zip(coordinate, tensor.sizes[1:], strict=True))
        for axis in range(spatial):
            position[axis] += tensor.element_strides[1 + axis]
            if position[axis] <= tensor.sizes[1 + axis] - 1 + im2col.upper[axis]:
                break
            position[axis] = im2col.lower[axis]
        else:
            position[spatial] += 1
    return Box(tensor, rows, inside, place[0] * tensor.element.bits // 8)


def unit_of(box: Box, origin: int) -> int:
    """Return the widest unit that divides the rows, in shared and in global memory."""
    if not box.is_inside:
        return element_bytes(box.tensor)
    group = box.tensor.element.bits * GROUP // 8
    bits = origin + box.first | box.row_bytes | group | int(np.bitwise_or.reduce(box.rows))
    return next(unit for unit in _UNITS if bits % unit == 0)
