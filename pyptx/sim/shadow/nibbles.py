"""The shadows of numbers of four bits, of which a byte holds two.

A shadow belongs to a byte. That of a byte with two numbers is the place at which the shadows of both are
kept, so instructions that move the byte move both. Instructions that move its halves end them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.sim.shadow.cells import E2M1, Cell, Elements, HeldColumns, zeros
from pyptx.sim.shadow.double_double import high

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


PAIR = Elements("e2m1", 2)


class ByteShadows:
    """The shadows of the numbers in the bytes of a launch: one of a number of a byte or more, else two.

    Args:
        copies: Numbers that a shadow consists of.
        precise: Whether these are double-double numbers.
    """

    def __init__(self, copies: int, *, precise: bool) -> None:
        self._precise = precise
        self._kept = zeros((1024, 2, copies), precise=precise)
        self._used = 0

    def closed(self, elements: Elements, real: Array) -> Array:
        """Return what a cell keeps for the shadows of the numbers of a byte or more: (copies, count, L)."""
        if elements.kind != E2M1:
            return real[:, 0]
        lanes = real.shape[-1]
        while self._used + lanes > len(self._kept):
            self._kept = np.concatenate((self._kept, np.zeros_like(self._kept)))
        places = np.arange(self._used, self._used + lanes)
        self._kept[places] = np.moveaxis(real, 2, 0).swapaxes(1, 2)
        self._used += lanes
        found = zeros((len(real), lanes), precise=self._precise)
        found[0] = places
        return found

    def opened(self, cell: Cell, elements: Elements) -> Array:
        """Return the shadows of the numbers of cells of one format: shape (copies, count, L)."""
        if elements.kind != E2M1:
            return cell.real[:, None]
        places = np.where(cell.kind == E2M1, high(cell.real[0]), 0.0).astype(np.int64)
        found: Array = np.moveaxis(self._kept[places].swapaxes(1, 2), 0, 2)
        return found

    def singles(self, cell: Cell) -> list[Cell]:
        """Return cells for each number: two for those with bytes of two."""
        pairs = cell.kind == E2M1
        if not pairs.any():
            return [cell]
        opened = self.opened(cell, PAIR)
        return [
            Cell(cell.kind, np.where(pairs, opened[:, 0], cell.real)),
            Cell(np.where(pairs, cell.kind, 0), opened[:, 1]),
        ]

    def columns(self, cell: Cell) -> HeldColumns:
        """Return the shadows of the numbers of four bits in consecutive bytes, two of each."""
        real = self.opened(cell, PAIR)
        flat = np.moveaxis(real, 1, 2).reshape(len(real), -1)
        return HeldColumns(Cell(np.repeat(np.where(cell.kind == E2M1, E2M1, 0), 2), flat))


def numbers_of_four_bits(array: Array) -> Array:
    """The numbers in the bytes of an array, the lower half of each byte first.

    >>> numbers_of_four_bits(np.uint8([[0x21, 0xF3]])).astype(float)
    array([[ 0.5,  1. ,  1.5, -6. ]])
    """
    raw = np.ascontiguousarray(array).reshape(array.shape or (1,)).view(np.uint8)
    halves = np.stack([raw & np.uint8(15), raw >> np.uint8(4)], axis=-1)
    return halves.reshape(*raw.shape[:-1], -1).view(ml_dtypes.float4_e2m1fn)
