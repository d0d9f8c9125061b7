"""The rounding errors of an instruction, counted over all its executions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.shadow.double_double import high

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    Mask = NDArray[np.bool_] | None

GROWTH = 1024.0
"""Growth of a relative error in one instruction from which it counts as a cancellation."""


@dataclass(slots=True)
class LineErrors:
    """Counts of one instruction over all its executions.

    Attributes:
        place: Its line, in words.
        source: Its line in the source; that in the PTX if there is no source.
        instruction: Opcode and modifiers.
        copy: Number of the copies of shadows that take its rounding errors; -1 for none.
        results: Results, over all lanes and executions.
        rounded: Those that are not the exact function of the operands.
        worst: The largest relative error of a result against that function.
        overflows: Results that are infinite though the function of the operands is finite.
        subnormal_losses: Rounding errors of results below the smallest normal number.
        cancellations: Results whose relative error is a thousand times that of the operands.
        broken: Results that are infinite or NaN though the operands and the shadow are finite.
        disagreements: Decisions that the shadows take otherwise.
        choices: Those among them that choose the smaller or larger operand: the result does not jump.
        restarts: Executions in which shadows of operands ended.
        exceeds: Executions in which a shadow exceeded the range of float64.
    """

    place: str
    source: str
    instruction: str
    copy: int
    results: int = 0
    rounded: int = 0
    worst: float = 0.0
    overflows: int = 0
    subnormal_losses: int = 0
    cancellations: int = 0
    broken: int = 0
    disagreements: int = 0
    choices: int = 0
    restarts: int = 0
    exceeds: int = 0

    def note_exceeding(self, *_: object) -> None:
        """Count an execution in which a shadow exceeded float64; `numpy.errstate` calls it."""
        self.exceeds += 1

    @property
    def words(self) -> list[str]:
        """Opcode and modifiers."""
        return self.instruction.split(".")

    def note(self, real: Array, computed: Array, actual: Array, smallest: float, mask: Mask) -> None:
        """Count results: their shadows, the function of the operands, themselves."""
        if mask is not None:
            real, computed, actual = real[..., mask], computed[..., mask], actual[..., mask]
        finite = np.isfinite(computed)
        differs = finite & (actual != computed)
        self.results += actual.size
        self.rounded += int(differs.sum())
        inexact = differs & np.isfinite(actual)
        if inexact.any():
            exact = computed[inexact]
            errors = high(np.abs(actual[inexact] - exact) / np.maximum(np.abs(exact), smallest))
            self.worst = max(self.worst, float(errors.max()))
        self.overflows += int((finite & np.isinf(actual)).sum())
        self.subnormal_losses += int((inexact & (np.abs(actual) < smallest)).sum())
        self.broken += int((finite & np.isfinite(real) & ~np.isfinite(actual)).sum())

    def note_growth(self, operands: list[Array], expected: Array, mask: Mask) -> None:
        """Count the results whose relative error has grown."""
        if any(each.shape != expected.shape for each in operands):
            return
        before = np.max([_relative(each[-1], each[0]) for each in operands], axis=0)
        grown = (before > 0) & (_relative(expected[-1], expected[0]) > GROWTH * before)
        self.cancellations += int((grown if mask is None else grown[..., mask]).sum())


def _relative(value: Array, exact: Array) -> Array:
    """Relative errors; those that are not finite are 0."""
    error = high(np.abs(value - exact) / np.abs(exact))
    return np.where(np.isnan(error), 0.0, error)
