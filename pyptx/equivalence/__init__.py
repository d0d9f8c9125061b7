"""Equivalence of two kernels: do they compute one function, rounding aside?

`equal` runs both on random and adversarial inputs and compares their shadows (`pyptx.sim.shadow`), so that
differences of rounding do not count, and bugs smaller than the rounding do. With ``prove=True`` it also
compares the canonical forms of both over the real numbers (`pyptx.equivalence.proof`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.equivalence.inputs import KINDS, RAGGED, Inputs
    from pyptx.equivalence.proof import Proof
    from pyptx.equivalence.search import Search, compare, equal, tiles_of
    from pyptx.equivalence.sides import FunctionSide, Geometry, KernelSide, ProgramSide, Side
    from pyptx.equivalence.verdict import Equivalence

__all__ = [
    "KINDS",
    "RAGGED",
    "Equivalence",
    "FunctionSide",
    "Geometry",
    "Inputs",
    "KernelSide",
    "ProgramSide",
    "Proof",
    "Search",
    "Side",
    "compare",
    "equal",
    "tiles_of",
]

_PLACES = {
    **dict.fromkeys(("KINDS", "RAGGED", "Inputs"), "inputs"),
    **dict.fromkeys(("Search", "compare", "equal", "tiles_of"), "search"),
    **dict.fromkeys(("FunctionSide", "Geometry", "KernelSide", "ProgramSide", "Side"), "sides"),
    "Equivalence": "verdict",
    "Proof": "proof",
}

__getattr__, __dir__ = late_names(__name__, _PLACES)
