"""A map of the banks of shared memory: the worst access of each instruction of a launch.

`BankMap` observes a launch on the reference engine: ``kernel.run(x, observers=[banks.attach])``. For each
instruction it keeps the access of a group of lanes that takes most passes, with the number of words that it
needs from each of the 32 banks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.notebook import Displayed
from pyptx.sim.profile import BANKS, Counts, Profiler, Traffic
from pyptx.svg import BAD, GOOD, LINE, WAITING, Drawing, width_of

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array, Observer
    from pyptx.sim.site import Site

_CELL = 17
_MOST_ROWS = 16
_SEVERE = 4
"""Passes from which on a bank has the colour of a fault."""


@dataclass(slots=True)
class BankUse:
    """The accesses of an instruction to shared memory.

    Attributes:
        instruction: Opcode and modifiers.
        place: The Python line, or ``""``.
        words: Words that the worst access needs from each bank.
        traffic: Passes through the banks, and the fewest, of all accesses.
    """

    instruction: str
    place: str
    words: tuple[int, ...] = (0,) * BANKS
    traffic: Traffic = field(default_factory=Traffic)

    @property
    def passes(self) -> int:
        """Passes of the worst access."""
        return max(self.words)


class BankMap(Displayed):
    """The use of the banks of shared memory by the instructions of a launch."""

    def __init__(self) -> None:
        self._found: dict[Site, BankUse] = {}

    def attach(self, m: Machine) -> Observer:
        """Make the observer of a batch, for ``observers=`` of a launch on the simulator."""
        return _Banks(m, self)

    def add(self, step: Site, words: Array, traffic: Traffic) -> None:
        """Record an access: the words that each group of lanes needs from each bank, and its passes."""
        source = step.instruction.source
        use = self._found.setdefault(step, BankUse(step.name, source.short if source is not None else ""))
        use.traffic.add(traffic)
        worst = words[words.max(1).argmax()]
        if worst.max() > use.passes:
            use.words = tuple(worst.tolist())

    @property
    def uses(self) -> tuple[BankUse, ...]:
        """The instructions, those with most conflicts first."""
        return tuple(sorted(self._found.values(), key=lambda use: -use.traffic.conflicts))

    def __str__(self) -> str:
        rows = [f"{self._title()}\n  passes (fewest)  words of banks 0 to {BANKS - 1} in the worst access"]
        for use in self.uses:
            passes = f"{use.traffic.wavefronts:,} ({use.traffic.fewest_wavefronts:,})"
            rows.append(f"  {passes:15}  {' '.join(map(str, use.words))}  {_label(use)}")
        return "\n".join(rows)

    def _title(self) -> str:
        return "banks of shared memory: passes of the worst access of each instruction"

    def _picture(self) -> str:
        """A row of banks for each instruction, with the words that its worst access needs from each."""
        drawing, uses = Drawing(self._title()), self.uses
        drawing.text(0, LINE / 2, drawing.title, bold=True)
        for bank in range(0, BANKS, 4):
            drawing.text((bank + 0.5) * _CELL, 1.5 * LINE, str(bank), anchor="middle")
        drawing.text(BANKS * _CELL + 6, 1.5 * LINE, "bank")
        for number, use in enumerate(uses[:_MOST_ROWS]):
            y = (2 + number) * (LINE + 2)
            for bank, words in enumerate(use.words):
                colour = "" if not words else GOOD if words == 1 else BAD if words >= _SEVERE else WAITING
                text, hint = str(words) if words else "", f"bank {bank}: {words} words"
                drawing.box(bank * _CELL, y, _CELL, LINE, colour=colour, text=text, hint=hint)
            conflicts = f", {use.traffic.conflicts:,} passes too many" if use.traffic.conflicts else ""
            drawing.text(BANKS * _CELL + 6, y + LINE / 2, f"{_label(use)}{conflicts}")
        y = (2 + min(len(uses), _MOST_ROWS)) * (LINE + 2) + 4
        x = 0.0
        for meaning, colour in (("1 word", GOOD), ("2 or 3", WAITING), (f"{_SEVERE} or more", BAD)):
            drawing.box(x, y, LINE - 4, LINE - 4, colour=colour)
            drawing.text(x + LINE, y + LINE / 2 - 2, meaning)
            x += width_of(meaning) + 2 * LINE
        if len(uses) > _MOST_ROWS:
            drawing.text(0, y + 1.5 * LINE, f"{len(uses) - _MOST_ROWS} more instructions; print() shows all")
        return str(drawing)


class _Banks(Profiler):
    """Records the banks that a batch accesses."""

    def __init__(self, m: Machine, found: BankMap) -> None:
        super().__init__(m, Counts())
        self._found = found

    def banks_accessed(self, step: Site, moved: Traffic, words: Array) -> None:
        """Record the words of each bank, and the passes that they take."""
        added = Traffic()
        super().banks_accessed(step, added, words)
        moved.add(added)
        self._found.add(step, words, added)


def _label(use: BankUse) -> str:
    return f"{use.place}: {use.instruction}" if use.place else use.instruction
