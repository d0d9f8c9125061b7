"""Statements of a block that repeat: how far apart like ones are, and how often they follow each other."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.codegen.raising.slots import StatementTemplate

PERIOD = 96
"""Statements of one round, at most."""
REACH = 768
"""Most statements that one loop replaces."""


class Block:
    """The statements of a block, for one pass.

    Attributes:
        nodes: The statements of the block, in program order.
        offsets: Number of slots before each statement.
        lines: Number of lines before each statement.
        owners: The statement and the slot in it that bind a variable.
    """

    def __init__(self, nodes: list[StatementTemplate]) -> None:
        self.nodes = nodes
        self.offsets = [0, *accumulate([len(node.tokens) for node in nodes])]
        self.lines = [0, *accumulate([node.size for node in nodes])]
        self.owners = {
            node.tokens[position]: (index, position)
            for index, node in enumerate(nodes)
            for position in node.defines
        }
        self._keys = [node.key for node in nodes]
        self._places: dict[int, list[int]] = {}
        for index, key in enumerate(self._keys):
            self._places.setdefault(key, []).append(index)
        self._matching: dict[int, int] = {}

    def is_repeated(self, index: int) -> bool:
        """Whether one like a statement comes after it."""
        return self._places[self._keys[index]][-1] > index

    def periods(self, index: int, most: int) -> list[int]:
        """Return the distance to the next statements like one, if they are near."""
        places = self._places[self._keys[index]]
        first = bisect_right(places, index)
        return [place - index for place in places[first : first + most] if place - index <= PERIOD]

    def rounds(self, index: int, period: int) -> int:
        """Return the number of times that statements like the next few follow each other."""
        keys = self._keys
        end = self._matching.get(period, 0)
        if end <= index:
            end, limit = index, len(keys) - period
            while end < limit and keys[end] == keys[end + period]:
                end += 1
            self._matching[period] = end
        return min(1 + (end - index) // period, -(-REACH // period))
