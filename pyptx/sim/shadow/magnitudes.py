"""Magnitudes of shadows: the scale of the error that float64 itself makes in them.

The magnitude of an input is its absolute value, that of a sum the sum of those of its terms. That of any
function is the sum of those of its operands, each times the slope of the function there. A result that
almost cancels has a magnitude much larger than itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.semantics.registry import SumOfProducts
from pyptx.sim.shadow.cells import MAGNITUDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.semantics.registry import Modifiers, Pure

    Array = NDArray[Any]

STEP = 2.0**-24
"""Part of its magnitude by which an operand changes to find the slope."""


def magnitude_of(definition: Pure, modifiers: Modifiers, operands: list[Array]) -> Array:
    """The magnitudes of the results of an instruction, whose operands have the shape (copies + 1, ..., L)."""
    real = definition.real
    assert real is not None
    exact = [each[:1] for each in operands]
    if isinstance(real, SumOfProducts):
        matrices = real.lay_out(modifiers, *operands)
        assert matrices is not None
        left, right, addend = matrices
        total = sum_of_products(left, right) + addend[MAGNITUDE]
        sums: Array = real.take(modifiers, total[None], operands[0].shape[-1])[0]
        return sums
    value = real(modifiers, *exact)
    assert value is not None
    result = np.zeros_like(value)
    for place, operand in enumerate(operands):
        slopes = []
        for sign in (1.0, -1.0):
            moved = list(exact)
            moved[place] = exact[place] + sign * STEP * operand[MAGNITUDE]
            slopes.append(np.abs(np.asarray(real(modifiers, *moved)) - value))
        result += np.fmax(*slopes) / STEP
    magnitudes: Array = at_least(result, value)[0]
    return magnitudes


def sum_of_products(left: Array, right: Array) -> Array:
    """The magnitudes of the elements of a product of matrices."""
    a, b = np.abs(left[0]), np.abs(right[0])
    found: Array = np.matmul(a, right[MAGNITUDE]) + np.matmul(left[MAGNITUDE], b)
    return found


def at_least(magnitude: Array, value: Array) -> Any:
    """Magnitudes that are not smaller than the values; the latter where a magnitude is not finite."""
    least = np.abs(value)
    return np.where(np.isfinite(magnitude), np.maximum(magnitude, least), least)
