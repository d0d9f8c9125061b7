"""The instructions that may have written a register where another one reads it.

Compilers write most registers once; people write some again for another purpose. Only the registers that
several instructions write are followed through the blocks.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pyptx.sim.named_registers import registers_changed
from pyptx.sim.steps import following, steps_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.steps import Block, Code, Step

Reached = dict[int, frozenset["Step"]]
"""The last writers of registers, by the number of the register."""


class ReachingWriters:
    """The last writers of the registers of a program, wherever they are read.

    Attributes:
        writers: All writers of each register.
    """

    def __init__(self, code: Code) -> None:
        self.writers: dict[int, list[Step]] = defaultdict(list)
        written = {step: registers_changed(step.operation) for step in code.steps}
        for step, numbers in written.items():
            for number in numbers:
                self.writers[number].append(step)
        self._several = {number for number, steps in self.writers.items() if len(steps) > 1}
        self._written = {step: some for step, numbers in written.items() if (some := numbers & self._several)}
        self._before: dict[Step, Reached] = {}
        if self._several:
            self._follow(code.blocks)

    def before(self, step: Step, number: int) -> Sequence[Step]:
        """Return the instructions that may have written a register last when a step reads it."""
        if number not in self._several:
            return self.writers.get(number, ())
        return tuple(self._before[step].get(number, ()))

    def _follow(self, blocks: Sequence[Block]) -> None:
        entering: list[Reached] = [{} for _ in blocks]
        waiting = list(range(len(blocks) - 1, -1, -1))
        while waiting:
            place = waiting.pop()
            leaving = self._through(blocks[place], entering[place])
            for after in following(blocks[place], place):
                if after < len(blocks) and _join(entering[after], leaving) and after not in waiting:
                    waiting.append(after)

    def _through(self, block: Block, entering: Mapping[int, frozenset[Step]]) -> Reached:
        """Return the last writers behind a block; note those before each of its steps."""
        reached = dict(entering)
        for step in steps_of(block):
            self._before[step] = reached
            given = self._written.get(step, ())
            if given:
                reached = dict(reached)
            for number in given:
                kept = reached.get(number, frozenset()) if step.guard >= 0 else frozenset()
                reached[number] = kept | {step}
        return reached


def _join(held: Reached, more: Mapping[int, frozenset[Step]]) -> bool:
    """Add writers that reach a block from another one; return whether some are new."""
    changed = False
    for number, steps in more.items():
        both = held.get(number, frozenset()) | steps
        if both != held.get(number):
            held[number] = both
            changed = True
    return changed
