"""Definite assignment: the registers that were surely written before they are read.

A register with a writer on every path to the reader is resolved here; only the others are tracked lane by
lane while the program runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.sim.semantics.undefined import led_round
from pyptx.sim.steps import following, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.sim.lowering.records import LoweredStep
    from pyptx.sim.steps import Block, Code, Step


_NONE: frozenset[int] = frozenset()

_Effect: TypeAlias = "tuple[int, tuple[int, int] | None, bool, int, int, int]"
"""The effect of a step: registers that it writes, by bit; target and source of a copy, and whether the copy
is unconditional; registers that may be unwritten afterwards, by bit; if undefined values are tracked, the
registers that decide whether its results are defined, and those results."""


class _Summary(NamedTuple):
    """The effect of a block, if all registers that it needs are written before it.

    Attributes:
        needs: Registers that it reads and does not write before that, by bit.
        defines: Registers that it writes, by bit.
    """

    needs: int
    defines: int


class Detour(NamedTuple):
    """A branch around code that only computes, whose predicate may be undefined.

    Attributes:
        meeting: The block where its paths meet.
        registers: The registers that are written on the way there, and are undefined from there on.
        place: Position of the lanes with a defined predicate, after those of the tracked registers.
    """

    meeting: int
    registers: tuple[int, ...]
    place: int


class DefiniteAssignment:
    """The definite assignment of a program: a data-flow analysis, forwards over its blocks.

    Attributes:
        detours: The branches around code that only computes, by the identity of the branch, if undefined
            values are propagated.
        index: Number of every register that must be tracked while the program runs.
        follows: Whether undefined values are propagated through computations.
    """

    def __init__(self, code: Code, steps: dict[int, LoweredStep], *, follows: bool = False) -> None:
        self.code = code
        self.steps = steps
        self.follows = follows
        blocks = code.blocks
        around = {
            place: found
            for place, block in enumerate(blocks)
            if follows and block.end is not None and block.end.guard >= 0
            if block.end.operation.target is not None and (found := led_round(blocks, place))
        }
        undefined_from = [0] * len(blocks)
        self._summaries = [self._summary(block) for block in blocks]
        self._effects: dict[int, list[_Effect]] = {}
        everything = (1 << len(code.registers)) - 1
        entering = [everything] * len(blocks)
        entering[code.entry_block] = 0
        waiting = [code.entry_block]
        seen = {code.entry_block}
        while waiting:
            place = waiting.pop()
            leaving = self._leaving(place, entering[place] & ~undefined_from[place])
            if place in around:
                meeting, given = around[place]
                if self._is_undefined(blocks[place], leaving) and _bits(given) & ~undefined_from[meeting]:
                    undefined_from[meeting] |= _bits(given)
                    if meeting in seen:
                        waiting.append(meeting)
            for after in following(blocks[place], place):
                if after >= len(blocks):  # after a call that does not return
                    continue
                merged = entering[after] & leaving
                if merged != entering[after] or after not in seen:
                    entering[after] = merged
                    seen.add(after)
                    waiting.append(after)
        self._maybe_undefined: dict[int, frozenset[int]] = {}
        self._written_at: dict[int, int] = {}
        """The registers surely written at the start of each block that reads no others, by bit."""
        wanted: set[int] = set()
        for place, block in enumerate(blocks):
            known = entering[place] & ~undefined_from[place]
            if self._is_surely_defined(place, known):
                self._written_at[place] = known
                continue
            for step, effect in zip(steps_of(block), self._effects_in(place), strict=True):
                made = steps[id(step)]
                missing = [number for number in (*step.reads, *made.added) if not known >> number & 1]
                if step.guard >= 0 and not known >> step.guard_register & 1:
                    missing.append(step.guard_register)
                wanted.update(missing)
                if made.copies is not None and not known >> made.copies[1] & 1:
                    missing.append(made.copies[1])
                if missing:
                    self._maybe_undefined[id(step)] = frozenset(missing)
                known = _defined_after(effect, known)
        # a register that is copied into a tracked one is tracked too
        grown = bool(wanted)
        while grown:
            grown = False
            for block in blocks:
                for step in steps_of(block):
                    copied = steps[id(step)].copies
                    if copied and copied[0] in wanted and copied[1] in self.maybe_undefined(step) - wanted:
                        wanted.add(copied[1])
                        grown = True
        self.index = {number: position for position, number in enumerate(sorted(wanted))}
        self.detours: dict[int, Detour] = {}
        for place, (meeting, given) in around.items():
            end = blocks[place].end
            if end is not None and end.guard_register in self.maybe_undefined(end):
                at = len(self.index) + len(self.detours)
                self.detours[id(end)] = Detour(meeting, tuple(sorted(given & self.index.keys())), at)

    def maybe_undefined(self, step: Step) -> frozenset[int]:
        """Return the registers that a step reads and that may be unwritten there."""
        return self._maybe_undefined.get(id(step), _NONE)

    def _summary(self, block: Block) -> _Summary | None:
        """Return the effect of a block whose registers were written; None if it may undefine some."""
        needs: set[int] = set()
        defines: set[int] = set()
        for step in steps_of(block):
            made = self.steps[id(step)]
            if made.undefines or made.loads:
                return None
            for number in step.reads:
                if number not in defines:
                    needs.add(number)
            if made.added:
                needs.update(set(made.added) - defines)
            if made.copies is not None and made.copies[1] not in defines:
                needs.add(made.copies[1])
            if step.guard < 0:
                defines.update(made.defines)
                if made.copies is not None:
                    defines.add(made.copies[0])
            elif step.guard_register not in defines:
                needs.add(step.guard_register)
        return _Summary(_bits(needs), _bits(defines))

    def _is_surely_defined(self, place: int, known: int) -> bool:
        """Whether all registers that a block reads are written, if some were before it."""
        summary = self._summaries[place]
        return summary is not None and not summary.needs & ~known

    def _leaving(self, place: int, known: int) -> int:
        """Return the registers that are surely written after a block, by those before it."""
        summary = self._summaries[place]
        if summary is not None and self._is_surely_defined(place, known):
            return known | summary.defines
        for effect in self._effects_in(place):
            known = _defined_after(effect, known)
        return known

    def _effects_in(self, place: int) -> list[_Effect]:
        """Return the effects of the steps of a block."""
        found = self._effects.get(place)
        if found is None:
            found = self._effects[place] = [self._effect(step) for step in steps_of(self.code.blocks[place])]
        return found

    @staticmethod
    def _is_undefined(block: Block, known: int) -> bool:
        """Whether the predicate of the branch that closes a block may be undefined."""
        return block.end is not None and not known >> block.end.guard_register & 1

    def unmarked(self, place: int) -> set[int]:
        """Return the tracked registers that may not be marked as written yet at the start of a block."""
        known = 0 if self.follows else self._written_at.get(place, 0)
        return {number for number in self.index if not known >> number & 1}

    def stays_marked(self, place: int) -> bool:
        """Whether a register that a step of a block marks as written stays so until its end."""
        return not self.follows and place in self._written_at

    def _effect(self, step: Step) -> _Effect:
        """Return the effect of a step on definite assignment."""
        made = self.steps[id(step)]
        defined = _bits(made.defines) if step.guard < 0 and not made.loads else 0
        if not made.undefines and not made.loads and not self.follows:
            return defined, made.copies, step.guard < 0, 0, 0, 0
        loaded = [number for number, _ in made.loads]
        undefines = _bits(number for number in (*made.undefines, *loaded) if number >= 0)
        hangs = _bits(step.reads) if self.follows and (step.operation.spreads or made.spread_matrices) else 0
        if self.follows and step.guard >= 0 and step.operation.computes:
            hangs |= 1 << step.guard_register
        return defined, made.copies, step.guard < 0, undefines, hangs, _bits(made.given) if hangs else 0


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _defined_after(effect: _Effect, known: int) -> int:
    """The registers surely written after a step."""
    defined, copies, always, undefines, hangs, given_ = effect
    if hangs & ~known:
        return known & ~(given_ | undefines)
    known |= defined
    if copies is not None:
        target, source = copies
        if not known >> source & 1:
            known &= ~(1 << target)
        elif always:
            known |= 1 << target
    return known & ~undefines if undefines else known
