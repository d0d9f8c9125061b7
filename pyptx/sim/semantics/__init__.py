"""The semantics of PTX instructions as NumPy functions over lanes, one file per section of the manual.

Instructions that only compute are in `PURE`; those that need the machine (memory, other lanes, control flow)
are in `MACHINE`. Beside each is its lowering to the native engine.
"""

from __future__ import annotations

from functools import cache

from pyptx.sim.semantics import (
    async_copy,
    async_store,
    atomic,
    barrier,
    bit_shadow,
    bulk_copy,
    calls,
    cluster_launch,
    comparison,
    control,
    conversion,
    data_movement,
    extended,
    fence,
    floating,
    half,
    integer,
    load_store,
    logic,
    matrix_access,
    mbarrier,
    misc,
    native,
    registers,
    sparse,
    tcgen05_alloc,
    tcgen05_copy,
    tcgen05_mma,
    tcgen05_order,
    tcgen05_transfer,
    tensor_copy,
    tensor_map,
    unmodelled,
    video,
    warp,
    warp_matrix,
    warp_matrix_shadow,
    wgmma,
    wgmma_shadow,
    wmma,
)
from pyptx.sim.semantics.machine import MACHINE, Builder, resolve_machine
from pyptx.sim.semantics.registry import (
    PURE,
    Array,
    Modifiers,
    Native,
    Pure,
    Result,
    pure,
    resolve,
)

__all__ = [
    "MACHINE",
    "PURE",
    "Array",
    "Builder",
    "Modifiers",
    "Native",
    "Pure",
    "Result",
    "async_copy",
    "async_store",
    "atomic",
    "barrier",
    "bit_shadow",
    "bulk_copy",
    "calls",
    "cluster_launch",
    "comparison",
    "control",
    "conversion",
    "data_movement",
    "defined",
    "definition_of",
    "extended",
    "fence",
    "floating",
    "half",
    "integer",
    "load_store",
    "logic",
    "matrix_access",
    "mbarrier",
    "misc",
    "native",
    "pure",
    "registers",
    "resolve",
    "resolve_machine",
    "sparse",
    "tcgen05_alloc",
    "tcgen05_copy",
    "tcgen05_mma",
    "tcgen05_order",
    "tcgen05_transfer",
    "tensor_copy",
    "tensor_map",
    "unmodelled",
    "video",
    "warp",
    "warp_matrix",
    "warp_matrix_shadow",
    "wgmma",
    "wgmma_shadow",
    "wmma",
]


@cache
def defined(opcode: str, modifiers: tuple[str, ...]) -> tuple[Pure | None, Builder | None]:
    """Return the definition and the builder of an instruction; None for either that does not exist."""
    return resolve(opcode, modifiers), resolve_machine(opcode, modifiers)


@cache
def definition_of(opcode: str, modifiers: tuple[str, ...]) -> object:
    """Return the function or builder that defines an instruction; None if there is none."""
    pure, builder = defined(opcode, modifiers)
    return builder or (pure.function if pure is not None else None)
