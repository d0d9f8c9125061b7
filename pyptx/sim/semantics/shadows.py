"""Rules for the shadows of instructions that copy values or need the machine.

The shadow of an instruction that only computes is its `real` function (`pyptx.sim.semantics.registry`). Other
instructions have a rule beside their definition, as they have a lowering:

>>> from pyptx.sim.semantics import data_movement, shadows
>>> shadows.SHADOWS[data_movement.move] is data_movement.shadow_move
True

An instruction with neither ends the shadows of its operands: its results start with shadows of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.operands import Operation
    from pyptx.sim.shadow.state import ShadowState

ShadowRule: TypeAlias = "Callable[[Operation, ShadowState], Callable[[], None] | None]"
"""Called before the instruction runs; returns a function to call after it has run, None if it does not cover
these operands."""

ShadowRecord: TypeAlias = "Callable[[StepShadows], Record | list[Record] | None]"
"""Makes the records before the instruction on the native engine, one or one for each of
the last records of the instruction; None if the operands are not covered."""

SHADOWS: dict[Callable[..., Any], ShadowRule] = {}
"""The rule of instructions, by their definition or builder."""

LOWERED_SHADOWS: dict[ShadowRule, ShadowRecord] = {}
"""The functions that make the record of a rule for the native engine."""

ROUNDING: set[Callable[..., Any]] = set()
"""The definitions and builders of those that round, although they have a rule."""


def shadowed(*definitions: Callable[..., Any], rounds: bool = False) -> Callable[[ShadowRule], ShadowRule]:
    """Register the rule of the instructions of some definitions or builders.

    Args:
        definitions: Functions that `pure` or `machine` registered.
        rounds: Whether the instructions round.
    """

    def register(rule: ShadowRule) -> ShadowRule:
        for definition in definitions:
            if definition in SHADOWS:
                raise ValueError(f"{definition} has two rules: {SHADOWS[definition]} and {rule}")
            SHADOWS[definition] = rule
            if rounds:
                ROUNDING.add(definition)
        return rule

    return register


def lowered_shadow(rule: ShadowRule) -> Callable[[ShadowRecord], ShadowRecord]:
    """Register the function that makes the record of a rule for the native engine."""

    def register(lowering: ShadowRecord) -> ShadowRecord:
        LOWERED_SHADOWS[rule] = lowering
        return lowering

    return register
