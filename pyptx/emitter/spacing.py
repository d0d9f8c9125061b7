"""Gaps of a text: from the node's own notes, else from the layout compilers write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir.spacing import DEFAULTS, EVERY, glues

if TYPE_CHECKING:
    from pyptx.ir.spacing import Gaps


class Layout:
    """The gaps of one node, by role."""

    __slots__ = ("_given",)

    def __init__(self, gaps: Gaps | None) -> None:
        self._given = {(role, index): gap for role, index, gap in gaps.rest} if gaps else {}

    def gap(self, role: str, index: int = 0) -> str:
        """The gap before the word of a role."""
        gap = self.source_gap(role, index)
        return DEFAULTS[role] if gap is None else gap

    def source_gap(self, role: str, index: int = 0) -> str | None:
        """Return the gap of the source, or None if it is the usual one."""
        gap = self._given.get((role, index))
        return self._given.get((role, EVERY)) if gap is None else gap


class Words:
    """Words and gaps, put together so that no two words grow into one."""

    __slots__ = ("_last", "parts")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._last = ""

    def put(self, gap: str, word: str) -> None:
        """Add a gap and a word."""
        if not gap and glues(self._last, word):
            gap = " "
        self.parts.append(gap)
        self.parts.append(word)
        self._last = word

    def text(self) -> str:
        """All of it."""
        return "".join(self.parts)
