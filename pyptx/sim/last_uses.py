"""The instructions after which no thread reads a register: liveness, block by block.

Registers are the bits of an integer. A lane that does not execute the last use, because it exited or took
another branch, keeps its shadow of the register.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from pyptx.sim.named_registers import registers_of, registers_read, registers_written
from pyptx.sim.steps import following, steps_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pyptx.sim.steps import Code, Step


class _Use(NamedTuple):
    """The registers of an instruction.

    Attributes:
        step: The instruction.
        named: Registers that the instruction names.
        read: Registers whose values it reads.
        kept: Registers that it does not certainly overwrite.
    """

    step: Step
    named: int
    read: int
    kept: int

    def before(self, live: int) -> int:
        """Return the registers that are live before the instruction, from those that are live after it."""
        return live & self.kept | self.read


def last_uses(code: Code, registers: Collection[int]) -> dict[Step, list[int]]:
    """Return the registers that no thread reads after an instruction which names them.

    Instructions that close a block are left out.

    Args:
        code: The program.
        registers: The numbers of the registers that count; calls pass values in none of them.
    """
    numbers = sorted(registers)
    bits = {number: 1 << place for place, number in enumerate(numbers)}
    uses = [[_use(step, bits) for step in steps_of(block)] for block in code.blocks]
    after = [following(block, place) for place, block in enumerate(code.blocks)]
    before: list[list[int]] = [[] for _ in range(len(uses) + 1)]
    for place, places in enumerate(after):
        for each in places:
            before[each].append(place)
    entering = [0] * len(before)
    pending = set(range(len(uses)))
    heap = [-place for place in reversed(range(len(uses)))]  # blocks at the end come first
    while heap:
        place = -heappop(heap)
        pending.remove(place)
        live = _any_of(entering[each] for each in after[place])
        for use in reversed(uses[place]):
            live = use.before(live)
        if live != entering[place]:
            entering[place] = live
            for each in before[place]:
                if each not in pending:
                    pending.add(each)
                    heappush(heap, -each)
    found = {}
    for place, block in enumerate(code.blocks):
        live = _any_of(entering[each] for each in after[place])
        for use in reversed(uses[place]):
            last = use.named & ~live
            if last and use.step is not block.end:
                found[use.step] = [number for number in numbers if last & bits[number]]
            live = use.before(live)
    return found


def _use(step: Step, bits: dict[int, int]) -> _Use:
    op = step.operation
    named = _any_of(bits.get(number, 0) for number, _ in registers_of(op))
    read = _any_of(bits.get(number, 0) for number in registers_read(op))
    written = 0 if step.guard >= 0 else _any_of(bits.get(number, 0) for number in registers_written(op))
    return _Use(step, named, read, ~written)


def _any_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
