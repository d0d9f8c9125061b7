"""Stages of rings in shared memory: the bytes for which mbarriers wait in each phase."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from pyptx.ir.operands import Address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.ir import Instruction, Operand

_ARRIVALS = {"arrive", "arrive_drop"}


def concerns_stages(instruction: Instruction) -> bool:
    """Whether an instruction sets the arrivals of an mbarrier, or the bytes for which it waits."""
    modifiers = instruction.modifiers
    return instruction.opcode == "mbarrier" and (modifiers[0] == "init" or "expect_tx" in modifiers)


def operands_of_stages(instruction: Instruction) -> Iterator[Operand]:
    """Yield the parts of the operands that name the mbarrier, and its arrivals or bytes."""
    for operand in instruction.operands[instruction.modifiers[0] in _ARRIVALS :]:
        if isinstance(operand, Address):
            yield operand.base
            if operand.offset is not None:
                yield operand.offset
        else:
            yield operand


class Stages:
    """The arrivals and bytes that the warps of a CTA expect at its mbarriers; lane 0 represents its warp."""

    def __init__(self) -> None:
        self.complete = True
        self._arrivals: dict[int, int] = {}
        self._times: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
        self._bytes: Counter[int] = Counter()

    def see(
        self, instruction: Instruction, line: int, warp: int, read: Callable[[Operand], int | None]
    ) -> None:
        """Note the execution of an instruction by a warp."""
        *address, number = map(read, operands_of_stages(instruction))
        if number is None or None in address:
            self.complete = False
            return
        barrier = sum(part or 0 for part in address)
        if instruction.modifiers[0] == "init":
            self._arrivals[barrier] = number
        else:
            self._times[barrier][warp, line] += 1
            self._bytes[barrier] += number

    def sizes(self) -> tuple[int, ...] | None:
        """Return the bytes of each stage of a ring, from the largest to the smallest.

        A ring is filled where one of its stages is filled again. Return None if the sizes are unknown: an
        address is unknown, or other lanes may expect bytes of the same phase.
        """
        if not self.complete:
            return None
        sizes, refills = {}, set[tuple[int, int]]()
        for barrier, times in self._times.items():
            arrivals, each_phase = times.total(), self._arrivals.get(barrier)
            if each_phase is None or each_phase * max(times.values()) > arrivals:
                return None
            sizes[barrier] = self._bytes[barrier] * each_phase // arrivals
            if arrivals > each_phase:
                refills.update(times)
        stages = (size for barrier, size in sizes.items() if refills.intersection(self._times[barrier]))
        return tuple(sorted(stages, reverse=True))
