"""Builders of the execution of instructions that need the machine: memory, other lanes, control flow.

A builder is called once per instruction, at decode, with its `Operation`; it returns the function that every
execution calls. The longest registered head of the dotted name wins, as for `PURE`:

>>> from pyptx.sim.semantics.machine import resolve_machine
>>> resolve_machine("bar", ("warp", "sync")) is resolve_machine("bar", ("sync",))
False
>>> resolve_machine("add", ("u32",)) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run

Builder: TypeAlias = Callable[["Operation"], "Run"]

MACHINE: dict[str, Builder] = {}
"""Every builder, by dotted head."""


def machine(*heads: str) -> Callable[[Builder], Builder]:
    """Register a builder for the instructions with these heads."""

    def register(builder: Builder) -> Builder:
        for head in heads:
            if head in MACHINE:
                raise ValueError(f"{head} is defined twice: by {MACHINE[head]} and by {builder}")
            MACHINE[head] = builder
        return builder

    return register


def resolve_machine(opcode: str, modifiers: Sequence[str]) -> Builder | None:
    """The builder of ``opcode.modifier.modifier…``; None if there is none."""
    words = (opcode, *modifiers)
    for length in range(len(words), 0, -1):
        found = MACHINE.get(".".join(words[:length]))
        if found is not None:
            return found
    return None


def nothing(m: Machine) -> None:
    """Do nothing: the instruction takes effect when it is decoded or scheduled."""
    del m
