"""The arrays that a launch wrote, with their shadows, which are read from the memory of the launch on use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.sim.shadow.cells import BOUND, CONSTANTS, INPUTS, KINDS, LINES, MAGNITUDE, NODE, as_double

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.shadow.cells import Columns

    Array = NDArray[Any]

PACKED = 1 / 12
"""Part of the errors of lines that the native engine may lose when it stores them."""


class Share(NamedTuple):
    """The part of a line in the error of an output.

    Attributes:
        line: The line; ``"rounding of the inputs"``, or ``"other lines"`` for the last of long programs.
        share: Its part, from 0 to 1; those of an output sum to 1.
        largest: The largest error that the line alone gives an element, to first order.
    """

    line: str
    share: float
    largest: float


@dataclass(frozen=True, slots=True, eq=False)
class ShadowedArray:
    """An array that a launch wrote, and its contents without rounding.

    Its arrays are computed when they are read; keep those that are used often.

    Attributes:
        name: Name of the parameter.
        dtype: Its element type.
        columns: Its values, and the copies of their shadows.
        lines: The lines of `by_line`.
        bounded: Whether the rounding errors have a bound.
    """

    name: str
    dtype: str
    columns: Columns
    lines: tuple[str, ...]
    bounded: bool = True

    def viewed(self, places: Array) -> ShadowedArray:
        """Return the elements with some numbers."""
        return replace(self, columns=self.columns.of(places))

    def _copy(self, copy: int, otherwise: Array | float) -> Array:
        """A copy of the shadows, and other numbers where there are none."""
        found: Array = np.where(self.known, self.columns.read(copy).reshape(self.shape), otherwise)
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return self.columns.shape

    @property
    def held(self) -> Array:
        """Its value, in its own type."""
        return self.columns.values()

    @property
    def value(self) -> Array:
        """Its value, as float64."""
        return as_double(self.held)

    @property
    def known(self) -> Array:
        """Elements with a computed shadow; the shadow of the others is their value."""
        found: Array = (self.columns.kinds() == KINDS.index(self.dtype)).reshape(self.shape)
        return found

    @property
    def shadow(self) -> Array:
        """Its value without rounding."""
        return self._copy(0, self.value)

    @property
    def rest(self) -> Array:
        """The second half of its double-double shadow: zeros without ``shadow="double-double"``."""
        return np.where(self.known, self.columns.rest().reshape(self.shape), 0.0)

    @property
    def constants(self) -> Array:
        """The change of each shadow if the constants of the program are half a last place off."""
        return self._copy(CONSTANTS, 0.0)

    @property
    def magnitude(self) -> Array:
        """The sum of the magnitudes of the terms of each shadow, to first order.

        The native engine keeps it in float32: the size of a shadow outside that range takes its place.
        """
        found, size = self._copy(MAGNITUDE, 0.0), np.abs(self.shadow)
        return np.fmax(np.where(np.isinf(found), 0.0, found), size)

    @property
    def bound(self) -> Array:
        """A bound of the rounding error of each element, from the formats and the depth of the sums.

        Infinite for sums in the order of hardware, whose matrix units keep fewer bits. Zero where the shadow
        is infinite or NaN.
        """
        if not self.bounded:
            return np.full(self.shape, np.inf)
        return np.where(np.isfinite(self.shadow), self._copy(BOUND, 0.0), 0.0)

    @property
    def nodes(self) -> Array:
        """The nodes of the shadows, for slices; 0 where there is none."""
        return self._copy(NODE, 0.0)

    @property
    def by_line(self) -> Array:
        """The error of each element by line, to first order: shape (lines, *shape).

        The native engine keeps four bits of an error in global memory; the line with the largest error of an
        element takes the rest.
        """
        found = np.array([self._copy(copy, 0.0) for copy in self._lines()])
        if not found.size:
            return found.reshape(len(self.lines), *self.shape)
        with np.errstate(all="ignore"):
            rest = self.error - found.sum(0)
            rest = np.where(np.abs(rest) <= PACKED * np.abs(found).sum(0), rest, 0.0)
        largest = np.abs(found).argmax(0)[None]
        np.put_along_axis(found, largest, np.take_along_axis(found, largest, 0) + rest, 0)
        return found

    def _lines(self) -> list[int]:
        """The copies that are the errors of lines."""
        return [INPUTS, *range(LINES, LINES + len(self.lines) - 1)][: len(self.lines)]

    @property
    def shares(self) -> tuple[Share, ...]:
        """The parts of the lines in the error, the largest first, without those that have none."""
        kind, copies = KINDS.index(self.dtype), self._lines()
        sums = self.columns.sizes(kind, copies)
        found = []
        for line, (name, copy) in enumerate(zip(self.lines, copies, strict=True)):
            if sums[line]:
                errors = np.abs(self.columns.read(copy))
                errors[~np.isfinite(errors) | (self.columns.kinds() != kind)] = 0.0
                place = np.array([errors.argmax()])
                largest = self.viewed(place).by_line[line, 0]
                found.append(Share(name, float(sums[line] / sums.sum()), abs(float(largest))))
        return tuple(sorted(found, key=lambda share: -share.share))

    @property
    def error(self) -> Array:
        """The rounding error of each element; those that are not finite are NaN."""
        with np.errstate(invalid="ignore"):
            difference = self.value - self.shadow - self.rest
        return np.where(np.isfinite(difference), difference, np.nan)

    @property
    def largest(self) -> float:
        """The largest error of an element."""
        return float(np.nanmax(np.abs(self.error), initial=0.0))

    @property
    def typical(self) -> float:
        """The root mean square of the errors."""
        error = self.error
        finite = error[np.isfinite(error)]
        return float(np.sqrt(np.mean(finite**2))) if finite.size else 0.0

    @property
    def lost(self) -> int:
        """Infinite or NaN elements whose shadow is finite."""
        return int((np.isfinite(self.shadow) & ~np.isfinite(self.value)).sum())
