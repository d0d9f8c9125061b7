"""The instructions that may have written a register where another one reads it.

Compilers write most registers once; people write some again for another purpose. Only the registers that
several instructions write are followed through the blocks: each pair of such a register and a writer is a
bit, and the pairs that reach a block are an integer.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pyptx.sim.named_registers import registers_changed
from pyptx.sim.steps import following, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pyptx.sim.steps import Block, Step


class ReachingWriters:
    """The last writers of the registers of a program, wherever they are read.

    Attributes:
        writers: All writers of each register.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        successors: Callable[[Block, int], list[int]] = following,
        changed: Mapping[Step, Collection[int]] | None = None,
    ) -> None:
        """Find the writers.

        Args:
            blocks: The blocks of a program, or of one function.
            successors: Returns the blocks that lanes may go on to from a block at a place.
            changed: The registers that instructions may change, by number; None for all.
        """
        if changed is None:
            changed = {
                step: registers_changed(step.operation) for block in blocks for step in steps_of(block)
            }
        self.writers: dict[int, list[Step]] = defaultdict(list)
        self._places: dict[Step, tuple[int, int]] = {}
        inside: list[dict[int, list[Step]]] = []
        for place, block in enumerate(blocks):
            written: dict[int, list[Step]] = defaultdict(list)
            for order, step in enumerate(steps_of(block)):
                self._places[step] = place, order
                for number in changed.get(step, ()):
                    self.writers[number].append(step)
                    written[number].append(step)
            inside.append(written)
        several = {number for number, steps in self.writers.items() if len(steps) > 1}
        self._inside = [
            {number: steps for number, steps in written.items() if number in several} for written in inside
        ]
        self._several = several
        self._first_bits: dict[int, int] = {}
        """The first bit of each such register; its writers have consecutive bits."""
        bits = 0
        for number in several:
            self._first_bits[number] = bits
            bits += len(self.writers[number])
        self._entering = self._follow(blocks, successors)
        self._found: dict[tuple[int, int], tuple[Step, ...]] = {}

    def before(self, step: Step, number: int) -> Sequence[Step]:
        """Return the instructions that may have written a register last when a step reads it."""
        if number not in self._several:
            return self.writers.get(number, ())
        place, order = self._places[step]
        found: list[Step] = []
        for writer in reversed(self._inside[place].get(number, ())):
            if self._places[writer][1] < order:
                found.append(writer)
                if writer.guard < 0:
                    return found
        return tuple(dict.fromkeys((*found, *self._from_other_blocks(place, number))))

    def _from_other_blocks(self, place: int, number: int) -> tuple[Step, ...]:
        """The writers of a register that reach the start of a block."""
        found = self._found.get((place, number))
        if found is None:
            reached, writers = self._entering[place] >> self._first_bits[number], self.writers[number]
            found = tuple(writer for bit, writer in enumerate(writers) if reached >> bit & 1)
            self._found[place, number] = found
        return found

    def _follow(self, blocks: Sequence[Block], successors: Callable[[Block, int], list[int]]) -> list[int]:
        """Find the pairs that reach the start of each block, as bits."""
        effects = [self._effect(written) for written in self._inside]
        entering = [0] * len(blocks)
        waiting = dict.fromkeys(range(len(blocks) - 1, -1, -1))
        while waiting:
            place, _ = waiting.popitem()
            kept, added = effects[place]
            leaving = entering[place] & kept | added
            for after in successors(blocks[place], place):
                if after < len(blocks) and leaving & ~entering[after]:
                    entering[after] |= leaving
                    waiting[after] = None
        return entering

    def _effect(self, written: dict[int, list[Step]]) -> tuple[int, int]:
        """The pairs that pass through a block, and those that it adds, as bits."""
        ended = added = 0
        for number, steps in written.items():
            first, writers = self._first_bits[number], self.writers[number]
            if any(step.guard < 0 for step in steps):
                ended |= ((1 << len(writers)) - 1) << first
            for step in reversed(steps):
                added |= 1 << first + writers.index(step)
                if step.guard < 0:
                    break
        return ~ended, added
