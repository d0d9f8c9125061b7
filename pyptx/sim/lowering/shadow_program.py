"""The facts of a program that the records of its shadows share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import SHADOW_LITERAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from pyptx.sim.steps import Code, Step


@dataclass(slots=True)
class ShadowProgram:
    """A program whose shadows the native engine follows.

    Attributes:
        code: The program.
        steps: Its instructions by number.
        lines: The copy that takes the rounding errors of each instruction that has one.
        holders: The registers that may hold a value with a shadow.
        used: The registers whose values are read.
        exponent_steps: The integer instructions that read no bit of a fraction.
        constant_bits: The constants in f32 of registers that hold their bits.
        last: The registers of `holders` that no thread reads after an instruction which names them.
        numbers: The number of each instruction.
        literals: Values of constants, and the change of each if it is half a last place off.
    """

    code: Code
    steps: Sequence[Step]
    lines: Mapping[Step, int]
    holders: AbstractSet[int]
    used: AbstractSet[int]
    exponent_steps: AbstractSet[Step]
    constant_bits: Mapping[int, str]
    last: Mapping[Step, Sequence[int]]
    numbers: dict[Step, int] = field(init=False)
    literals: list[tuple[float, float]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.numbers = {step: number for number, step in enumerate(self.steps)}

    def packed_literals(self) -> np.ndarray[Any, Any]:
        """The values of constants, as the engine reads them."""
        return np.array(self.literals or [(0.0, 0.0)], SHADOW_LITERAL.dtype)
