"""An instruction where it is written: the record that faults, queues and observers keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.ir import Instruction


@dataclass(slots=True, eq=False)
class Site:
    """An instruction of the program.

    Attributes:
        instruction: Its tree.
        name: Opcode and modifiers, dotted.
        place: Function and flat position of the statement in it, for the line table.
        polls: Whether it reads what other threads may write while this one waits.
        effects: Its effects beyond writing registers, from its row: `pyptx.isa.form.EFFECTS`.
    """

    instruction: Instruction
    name: str
    place: tuple[int, int]
    polls: bool
    effects: frozenset[str]
