"""Bounds of errors: the scale of float64's own error, the effect of constants, a bound of rounding.

The magnitude of an input is its absolute value; the magnitude of a sum is the sum of the magnitudes of its
terms. That of any
function is the sum of those of its operands, each times the slope of the function there. A result that
almost cancels has a magnitude much larger than itself.

The change by constants and the bound of rounding errors are absolute values too. The change of a result is
the sum of the changes that each operand alone causes. The bound grows by one last place at each instruction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.shadow.cells import BOUND, CONSTANTS, MAGNITUDE, NODE
from pyptx.sim.shadow.double_double import high

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.semantics.registry import Modifiers, Pure

    Array = NDArray[Any]

SPREADS = [CONSTANTS, MAGNITUDE, BOUND]
"""The copies of a shadow that are absolute values."""

SUMS = ("add", "sub")
"""The functions of two terms."""

NEGLIGIBLE = 2.0**-45
"""Part of its magnitude below which a sum is its own error in float64."""

KEPT = 2.0**-13
"""Part of its magnitude and change by constants that such a sum keeps. The compensation of a compensated
sum is such a sum; without this, both would grow by a factor at each step."""

STEP = 2.0**-24
"""Part of its magnitude by which an operand changes to find the slope."""


def spreads_of(definition: Pure, modifiers: Modifiers, operands: list[Array]) -> Array:
    """The `SPREADS` of the results of an instruction.

    Args:
        definition: The instruction.
        modifiers: Its modifiers.
        operands: Their shadows: shape (copies + 1, ..., L).
    """
    real = definition.real
    assert real is not None
    exact = [each[:1] for each in operands]
    value = real(modifiers, *exact)
    assert value is not None
    result = np.zeros((len(SPREADS), *value.shape[1:]))
    scale = np.array([STEP if copy == MAGNITUDE else 1.0 for copy in SPREADS]).reshape(-1, 1, 1)
    for place, operand in enumerate(operands):
        moves = scale * operand[SPREADS]
        moved = [np.broadcast_to(each, (2 * len(SPREADS), *each.shape[1:])) for each in exact]
        moved[place] = exact[place] + np.concatenate((moves, -moves))
        other = real(modifiers, *moved)
        assert other is not None
        changes = np.where((other == value) | np.isnan(value), 0.0, high(np.abs(other - value)))
        result += np.fmax(*np.split(changes, 2)) / scale
    magnitude = SPREADS.index(MAGNITUDE)
    if definition.key.partition(":")[0] in SUMS:
        cancelled = high(np.abs(value[0])) < NEGLIGIBLE * result[magnitude]
        for copy in (magnitude, SPREADS.index(CONSTANTS)):
            result[copy] *= np.where(cancelled, KEPT, 1.0)
    result[magnitude] = at_least(result[magnitude], high(value[0]))
    return result


def sums_of_products(left: Array, right: Array, place: float) -> Array:
    """The `SPREADS` of a product of matrices, whose sums have as many rounding errors as products."""
    a, b = np.abs(left[0]), np.abs(right[0])
    found: Array = np.matmul(a, right[SPREADS]) + np.matmul(left[SPREADS], b)
    found[SPREADS.index(BOUND)] += left.shape[-1] * place * found[SPREADS.index(MAGNITUDE)]
    return found


def scaled(values: Array, factors: Array | float) -> Array:
    """Values with their shadows, times scale factors that have no shadows."""
    found = values * factors
    found[SPREADS] = values[SPREADS] * np.abs(factors)
    found[NODE] = values[NODE]
    return found


def at_least(magnitude: Array, value: Array) -> Any:
    """Magnitudes that are not smaller than the values; the latter where a magnitude is not finite."""
    least = np.abs(value)
    return np.where(np.isfinite(magnitude), np.maximum(magnitude, least), least)
