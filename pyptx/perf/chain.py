"""The shortest time in which one warp can issue the instructions of an iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.perf.cards import LEAST_LATENCY
from pyptx.perf.machine import WARPGROUP_MATRICES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.perf.cards import Card
    from pyptx.perf.costs import Mma
    from pyptx.perf.machine import MachineInstruction

ROUNDS = 4
"""Iterations that are followed; the last one is measured, after the distances have become steady."""


def chain_clocks(
    instructions: Sequence[MachineInstruction], mmas: Mapping[int, Mma], card: Card, *, repeated: bool
) -> float:
    """Return the clocks between two iterations of a warp, or of one execution.

    The sum of the stalls in the control codes, and of the waits for scoreboards and for groups of `wgmma`.
    Every instruction takes its least latency, barriers and mbarriers pass at once.

    Args:
        instructions: The instructions in order.
        mmas: Multiplications of the matrix instructions, by address.
        card: The card.
        repeated: Whether they are the body of a loop.
    """
    warp = _Warp(mmas, card)
    before = 0.0
    for _ in range(ROUNDS if repeated else 1):
        before = warp.time
        for instruction in instructions:
            warp.issue(instruction)
    return warp.time - before


class _Warp:
    """A warp that issues instructions.

    Attributes:
        time: Clock at which it may issue the next one.
    """

    def __init__(self, mmas: Mapping[int, Mma], card: Card) -> None:
        self.time = 0.0
        self._mmas, self._card = mmas, card
        self._free: dict[int, float] = {}
        self._tensor_free = 0.0
        self._groups: list[float] = []

    def issue(self, instruction: MachineInstruction) -> None:
        """Issue an instruction as soon as its operands are ready."""
        control = instruction.control
        self.time = max(self.time, *(self._free.get(barrier, 0.0) for barrier in control.waits), 0.0)
        if instruction.name in WARPGROUP_MATRICES:
            self._multiply(instruction)
        elif instruction.opcode.startswith("WARPGROUP.DEPBAR"):
            pending = int(instruction.operands.rsplit(",", 1)[-1].strip(), 0)
            if len(self._groups) > pending:
                self.time = max(self.time, self._groups[-1 - pending])
        if control.write_barrier is not None:
            latency = LEAST_LATENCY.get(instruction.name, 0)
            self._free[control.write_barrier] = self.time + latency
        self.time += max(control.stall, 1)

    def _multiply(self, instruction: MachineInstruction) -> None:
        """Occupy the tensor core until the MMA has completed."""
        mma = self._mmas.get(instruction.address)
        start = max(self.time, self._tensor_free)
        self._tensor_free = start + (mma.clocks(self._card) if mma is not None else 0)
        if "gsb0" in instruction.operands:
            self._groups = [*self._groups[-8:], self._tensor_free]
