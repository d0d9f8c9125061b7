"""The instructions after which no thread reads a register: liveness, block by block.

Registers are the bits of an integer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.sim.named_registers import registers_of, registers_read, registers_written
from pyptx.sim.steps import following, steps_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pyptx.sim.steps import Code, Step


class _Use(NamedTuple):
    """The registers that an instruction names.

    Attributes:
        step: The instruction.
        named: All of them.
        read: Those whose values it reads.
        kept: All registers but those that it gives a value in any case.
    """

    step: Step
    named: int
    read: int
    kept: int

    def before(self, live: int) -> int:
        """The registers that it or a later instruction reads, from those that later ones read."""
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
    while pending:
        place = max(pending)
        pending.remove(place)
        live = _any_of(entering[each] for each in after[place])
        for use in reversed(uses[place]):
            live = use.before(live)
        if live != entering[place]:
            entering[place] = live
            pending.update(before[place])
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
