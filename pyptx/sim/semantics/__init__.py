"""What each PTX instruction does, as NumPy functions over lanes; one file per section of the manual.

Instructions that only compute are in `PURE`; those that need the machine (memory, other lanes, where
a lane goes on) in `MACHINE`.
"""

from pyptx.sim.semantics import (
    async_copy,
    atomic,
    barrier,
    bulk_copy,
    comparison,
    control,
    conversion,
    data_movement,
    extended,
    fence,
    floating,
    half,
    integer,
    logic,
    matrix_access,
    mbarrier,
    misc,
    registers,
    tensor_copy,
    unmodelled,
    warp,
    warp_matrix,
    wgmma,
)
from pyptx.sim.semantics.machine import MACHINE, resolve_machine
from pyptx.sim.semantics.registry import PURE, Array, Modifiers, Pure, Result, pure, resolve

__all__ = [
    "MACHINE",
    "PURE",
    "Array",
    "Modifiers",
    "Pure",
    "Result",
    "async_copy",
    "atomic",
    "barrier",
    "bulk_copy",
    "comparison",
    "control",
    "conversion",
    "data_movement",
    "extended",
    "fence",
    "floating",
    "half",
    "integer",
    "logic",
    "matrix_access",
    "mbarrier",
    "misc",
    "pure",
    "registers",
    "resolve",
    "resolve_machine",
    "tensor_copy",
    "unmodelled",
    "warp",
    "warp_matrix",
    "wgmma",
]
