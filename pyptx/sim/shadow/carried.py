"""Shadows that pass from one launch to the next.

>>> import numpy as np
>>> from pyptx import Tile, kernel, ptx, reg, simulating
>>> from pyptx.types import f32
>>> @kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), grid=1, block=32)
... def root(X, Y):
...     px, py = ptx.global_ptrs(X, Y)
...     offset = ptx.special.tid.x() * 4
...     value = reg.scalar(f32)
...     ptx.ld(f32, value, ptx.addr(px + offset))
...     ptx.inst.sqrt.rn.f32(value, value)
...     ptx.st(f32, ptx.addr(py + offset), value)
>>> carried = CarriedShadows()
>>> x = np.arange(1, 33, dtype=np.float32)
>>> with simulating(shadow=carried):
...     y = root(root(x))
>>> np.testing.assert_allclose(carried.of(y).shadow, x.astype(float) ** 0.25, rtol=1e-14)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.shadow.cells import KINDS, LINES, NODE, Cell, HeldColumns, as_double, exact_copies
from pyptx.sim.shadow.launch_shadows import kind_of
from pyptx.sim.shadow.nibbles import numbers_of_four_bits
from pyptx.sim.shadow.outputs import ShadowedArray

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.sim.shadow.provenance import Provenance
    from pyptx.sim.shadow.report import ShadowReport

    Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class _HeldArray:
    """An array with shadows: kept, so that its memory has no other owner."""

    array: Array
    shadows: ShadowedArray


class CarriedShadows:
    """The value of ``shadow=`` for launches that hand on their results: the shadows of arrays in host memory.

    The lines of these launches have no shares in the errors.

    Attributes:
        provenance: Keeper of the operands of all values, for slices, or of their terms; None for neither.
        reports: The reports of the launches, in order.
    """

    def __init__(self, provenance: Provenance | None = None) -> None:
        self.provenance = provenance
        self.reports: list[ShadowReport] = []
        self._held: list[_HeldArray] = []
        self._written: list[Array] = []

    def shadows_of(self, arrays: Mapping[str, Array]) -> dict[str, ShadowedArray]:
        """The shadows of the arrays that an earlier launch wrote, by name."""
        found = {name: self.of(array) for name, array in arrays.items()}
        return {name: shadows for name, shadows in found.items() if shadows is not None}

    def keep(self, arrays: Mapping[str, Array], report: ShadowReport) -> None:
        """Keep the shadows of the arrays that a launch wrote."""
        self.reports.append(report)
        written = [_HeldArray(arrays[each.name], each) for each in report.outputs]
        self._held = [*written, *self._held]
        self._written += [arrays[name] for name in report.written]

    def wrote(self, array: Array) -> bool:
        """Whether a launch stored into an array, of any type."""
        return any(np.may_share_memory(array, each) for each in self._written)

    def give(self, name: str, array: Array, nodes: Array) -> None:
        """Give an array that launches will read its nodes; its values are exact."""
        axes = np.argsort(np.negative(array.strides), kind="stable")  # the order of elements in memory
        array, nodes = array.transpose(axes), nodes.transpose(axes)
        real = exact_copies(as_double(array).reshape(-1), LINES)
        real[NODE] = nodes.reshape(-1)
        kind = kind_of(array)
        columns = HeldColumns(np.array(array), Cell(np.full(array.size, kind, np.uint8), real))
        shadows = ShadowedArray(name, KINDS[kind], columns, ())
        self._held.append(_HeldArray(array, shadows))

    def of(self, array: Array) -> ShadowedArray | None:
        """The shadows of an array, or of a view of one, that was written or given; None for none.

        They are gone, too, if the array has changed since.
        """
        for held in self._held:
            places = _places(array, held.array)
            if places is None:
                continue
            values = array
            if held.shadows.dtype == "e2m1":
                count = 2 * array.itemsize
                places = (places[..., None] * count + np.arange(count)).reshape(*array.shape[:-1], -1)
                values = numbers_of_four_bits(array)
            view = held.shadows.viewed(places)
            return view if np.array_equal(as_double(values), view.value, equal_nan=True) else None
        return None


def _places(array: Array, whole: Array) -> Array | None:
    """The elements of an array of which another one is a view; None if it is not."""
    if array.dtype != whole.dtype:
        return None
    start, first = (int(each.__array_interface__["data"][0]) for each in (array, whole))
    places = np.full(array.shape, start - first)
    for axis, (size, stride) in enumerate(zip(array.shape, array.strides, strict=True)):
        places += (np.arange(size) * stride).reshape(
            [-1 if axis == each else 1 for each in range(array.ndim)]
        )
    inside = (places >= 0) & (places < whole.nbytes) & (places % whole.itemsize == 0)
    return places // whole.itemsize if inside.all() else None
