"""Definedness of registers, and the origins of undefined values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from pyptx.sim.site import Site

    Lanes = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an undefined value: a register, or memory.

    Attributes:
        step: The instruction that first read the value.
        lanes: The lanes that read it.
        register: Name of the register; empty if it was read from memory.
        space: State space of the memory, or ``""`` for a generic address.
        address: The address that each lane read.
        size: Size of the access in bytes.
        missing: Number of those bytes that were never written.
        givers: For a shuffle, the lane that each lane got the value from; else None.
        said: The sentence of the report, where the place does not make it.
        rule: The rule of that report.
    """

    step: Site
    lanes: Lanes
    register: str = ""
    space: str = ""
    address: NDArray[np.uint64] | None = None
    size: int = 0
    missing: NDArray[np.int64] | None = None
    givers: NDArray[np.int64] | None = None
    said: str = ""
    rule: str = "uninitialized-tensor-memory"


class Definedness:
    """The definedness of the registers of a batch.

    Attributes:
        full: Whether a register is defined in all lanes, by number.
        initialised: The lanes in which a register is defined, if not in all.
        origins: Origins of the undefined values of a register, by number: each with its lanes.
        stored: Origin of undefined values in shared and local memory, by arena index.
        spreads: Whether an instruction read an undefined value without a fault.
        undefined_branches: Branches under an undefined predicate, by the block where their ways meet: the
            lanes, the registers written on the way, and the origin of the predicate.
    """

    def __init__(self, registers: int, lanes: int) -> None:
        self.full = [False] * registers
        self.initialised = np.zeros((registers, lanes), np.bool_)
        self.origins: dict[int, list[tuple[Lanes, Origin]]] = {}
        self.stored: dict[int, Origin] = {}
        self.spreads = False
        self.undefined_branches: dict[int, list[tuple[Lanes, frozenset[int], Origin]]] = {}

    def define(self, number: int, lanes: Lanes | None) -> None:
        """Record that a register was written in some lanes; in all of them for None."""
        if lanes is None:
            self.full[number] = True
        elif not self.full[number]:
            self.initialised[number] |= lanes

    def poison(self, number: int, lanes: Lanes, origin: Origin | None = None) -> None:
        """Mark a register undefined in some lanes, with the origin of its value."""
        self.poison_parts(number, lanes, [] if origin is None else [(lanes.copy(), origin)])

    def poison_parts(self, number: int, lanes: Lanes, origins: list[tuple[Lanes, Origin]]) -> None:
        """Mark a register undefined in some lanes, with the origins of its values: each with its lanes."""
        if self.full[number]:
            self.initialised[number] = True
            self.full[number] = False
        self.initialised[number] &= ~lanes
        before = self.origins.pop(number, ())
        kept = [(left, found) for some, found in before if (left := some & ~lanes).any()]
        if kept or origins:
            self.origins[number] = kept + origins

    def copy(self, source: int, target: int, lanes: Lanes) -> None:
        """Mark a register undefined in the lanes where the source of its move is undefined."""
        before = self.origins.get(source, [])
        parts = [(here, origin) for some, origin in before if (here := some & lanes).any()]
        self.poison_parts(target, lanes, parts)

    def origin(self, number: int, lane: int) -> Origin | None:
        """Return the origin of the undefined value that a register has in a lane, if it is known."""
        return next((found for lanes, found in self.origins.get(number, ()) if lanes[lane]), None)

    def undefined(self, number: int, mask: Lanes | None) -> Lanes | None:
        """The lanes of a mask in which a register has no defined value; None if there are none."""
        bad: Lanes = ~self.initialised[number]
        if mask is not None:
            bad &= mask
        return bad if bad.any() else None

    def poison_all(self, lanes: Lanes, registers: Iterable[int], origin: Origin) -> None:
        """Record registers whose writes in some lanes depend on an undefined value."""
        for number in registers:
            self.poison(number, lanes, origin)
        self.spreads = True

    def branch(self, meeting: int, lanes: Lanes, registers: frozenset[int], origin: Origin) -> None:
        """Note a branch of lanes under an undefined predicate: registers are poisoned where its ways meet."""
        self.undefined_branches.setdefault(meeting, []).append((lanes, registers, origin))
        self.spreads = True

    def take_origins(self, other: Definedness, mask: Lanes) -> None:
        """Take the origins that another batch found of registers that lanes of a mask do not have defined."""
        self.origins = {
            number: some
            for number, found in other.origins.items()
            if (some := [each for each in found if (each[0] & mask & ~self.initialised[number]).any()])
        }

    def note_spread(self) -> None:
        """Record that an instruction read an undefined value without a fault."""
        self.spreads = True

    def meet(self, block: int, here: Lanes) -> None:
        """Poison the registers of the lanes that reach the block where the paths of a branch meet."""
        left = []
        for lanes, registers, origin in self.undefined_branches.pop(block):
            self.poison_all(lanes & here, registers, origin)
            if (lanes & ~here).any():
                left.append((lanes & ~here, registers, origin))
        if left:
            self.undefined_branches[block] = left
