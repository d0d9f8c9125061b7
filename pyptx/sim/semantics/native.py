"""Functions that make the records of an instruction for the native engine.

Most instructions need none: the definition of an instruction that only computes names its handler
(`pyptx.sim.semantics.registry.Native`), by default with the words of the instruction, and passes the operands
in the order of the row. Otherwise a function beside the definition makes the records:

>>> from pyptx.sim.semantics import logic, native
>>> native.LOWERINGS[logic.lop3] is logic.lower_lop3
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.step import StepLowering

Lowering: TypeAlias = "Callable[[StepLowering], None]"

LOWERINGS: dict[Callable[..., Any], Lowering] = {}
"""The function that makes the records of instructions, by their definition or builder."""


def lowered(*definitions: Callable[..., Any]) -> Callable[[Lowering], Lowering]:
    """Register a function that makes the records of the instructions of some definitions or builders.

    Args:
        definitions: Functions that `pure` or `machine` registered.
    """

    def register(lowering: Lowering) -> Lowering:
        for definition in definitions:
            if definition in LOWERINGS:
                raise ValueError(
                    f"{definition} is lowered twice: by {LOWERINGS[definition]} and by {lowering}"
                )
            LOWERINGS[definition] = lowering
        return lowering

    return register


def no_records(*definitions: Callable[..., Any]) -> None:
    """Register that instructions of some definitions or builders need no records of their own."""
    lowered(*definitions)(lambda step: None)
