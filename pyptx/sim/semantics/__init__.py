"""What each PTX instruction computes, as NumPy functions over lanes; one file per section of the manual."""

from pyptx.sim.semantics import (
    comparison,
    conversion,
    extended,
    floating,
    half,
    integer,
    logic,
    warp_matrix,
)
from pyptx.sim.semantics.registry import PURE, Array, Modifiers, Pure, Result, pure, resolve

__all__ = [
    "PURE",
    "Array",
    "Modifiers",
    "Pure",
    "Result",
    "comparison",
    "conversion",
    "extended",
    "floating",
    "half",
    "integer",
    "logic",
    "pure",
    "resolve",
    "warp_matrix",
]
