"""Broken rules, before the engine adds the place and the thread.

Memory and semantics work on arrays over lanes: they find the rule, the lane and the address. The engine has
the instruction, its lines and the thread of a lane; it turns a `Trap` into the `SimFault` that the user sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyptx.sim.site import Site


@dataclass(frozen=True, slots=True)
class OtherAccess:
    """The conflicting access of a race, or the use of an undefined value that another instruction read.

    Attributes:
        step: Its instruction.
        thread: Its thread; of an asynchronous operation, the one that started it; None for another grid.
        who: The actor, in words.
        did: Its action, in words.
        waits: The waits for groups that its thread has executed, if it is a pending operation; else None.
    """

    step: Site | None
    thread: dict[str, Any] | None
    who: str
    did: str
    waits: Collection[Site] | None = None


class Trap(Exception):  # noqa: N818 - named like the instruction
    """A rule broken by the instruction now executed.

    Attributes:
        rule: Stable name of the rule.
        message: The sentence, without place and thread.
        lane: Lane of the batch at fault; None where several are.
        address: ``space``, ``value``, ``name`` and ``offset`` of the address at fault, if any.
        step: The instruction at fault, where it is not the one now executed.
        other: The conflicting access, of two.
        slot: The mbarrier at fault, as `Barriers` numbers them, if its operations explain the fault.
        unwritten: Arena index of an undefined byte at fault; -1 for none. It may hold an undefined value.
    """

    def __init__(
        self,
        rule: str,
        message: str,
        lane: int | None = None,
        address: dict[str, Any] | None = None,
        step: Site | None = None,
        other: OtherAccess | None = None,
        slot: int | None = None,
        unwritten: int = -1,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.lane = lane
        self.address = address
        self.step = step
        self.other = other
        self.slot = slot
        self.unwritten = unwritten


def explained_by(rule: str) -> str:
    """The last line of a report: the command that explains the rule.

    >>> explained_by("race")
    'for more: pyptx explain race'
    """
    return f"for more: pyptx explain {rule}"


def lane_ranges(lanes: list[int]) -> str:
    """Spell lane numbers in ranges.

    >>> lane_ranges([0, 1, 2, 3, 8, 30, 31])
    '0-3, 8, 30-31'
    """
    spans: list[list[int]] = []
    for lane in lanes:
        if spans and spans[-1][1] == lane - 1:
            spans[-1][1] = lane
        else:
            spans.append([lane, lane])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def bits(word: int) -> list[int]:
    """The positions of the bits that are set in a word.

    >>> bits(0b10011)
    [0, 1, 4]
    """
    return [position for position in range(word.bit_length()) if word >> position & 1]
