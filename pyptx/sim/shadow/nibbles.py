"""The shadows of numbers of four bits, of which a byte holds two.

A shadow belongs to a byte. A byte with two numbers has the shadows of both, so instructions that move the
byte move both. Instructions that move its halves end them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.sim.shadow.cells import E2M1, Cell, Elements, HeldColumns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


PAIR = Elements("e2m1", 2)


class CellNumbers:
    """The numbers in cells: one of a byte or more, or two of four bits.

    In launches with numbers of four bits, every cell has the rows of two: those of one number end with zeros.

    Args:
        copies: Numbers that a shadow consists of.
        pairs: Whether the launch has numbers of four bits.
    """

    def __init__(self, copies: int, *, pairs: bool) -> None:
        self._copies, self._pairs = copies, pairs

    def store(self, real: Array) -> Array:
        """Return the rows of cells for the shadows of their numbers: shape (copies, numbers, L)."""
        first = real[:, 0]
        if not self._pairs:
            return first
        rows: Array = np.concatenate((first, real[:, 1] if real.shape[1] > 1 else np.zeros_like(first)))
        return rows

    def load(self, cell: Cell, elements: Elements) -> Array:
        """Return the shadows of the numbers of cells of one format: shape (copies, numbers, L)."""
        first = cell.real[: self._copies]
        if elements.together == 1:
            return first[:, None]
        found: Array = np.stack([first, cell.real[self._copies :] if self._pairs else first], axis=1)
        return found

    def singles(self, cell: Cell) -> list[Cell]:
        """Return cells for each number: two for those with bytes of two."""
        pairs = cell.kind == E2M1
        if not pairs.any():
            return [cell]
        first, second = self.load(cell, PAIR).swapaxes(0, 1)
        return [Cell(cell.kind, first), Cell(np.where(pairs, cell.kind, 0), second)]

    def columns(self, held: Array, cell: Cell) -> HeldColumns:
        """Return numbers of four bits with the shadows of the bytes that hold two of them each."""
        real = self.load(cell, PAIR)
        flat = np.moveaxis(real, 1, 2).reshape(len(real), -1)
        return HeldColumns(held, Cell(np.repeat(np.where(cell.kind == E2M1, E2M1, 0), 2), flat))


def numbers_of_four_bits(array: Array) -> Array:
    """The numbers in the bytes of an array, the lower half of each byte first.

    >>> numbers_of_four_bits(np.uint8([[0x21, 0xF3]])).astype(float)
    array([[ 0.5,  1. ,  1.5, -6. ]])
    """
    raw = np.ascontiguousarray(array).reshape(array.shape or (1,)).view(np.uint8)
    halves = np.stack([raw & np.uint8(15), raw >> np.uint8(4)], axis=-1)
    return halves.reshape(*raw.shape[:-1], -1).view(ml_dtypes.float4_e2m1fn)
