"""The comments of a PTX text, and which of them its Python has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.emitter.templates import comments_of, derived_comment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.ir import Block, Function, Statement


class Comments:
    """The comments of the Python text.

    Attributes:
        files: Names of the source files by their index.
        place: The redundant comment after the last ``.loc``.
    """

    def __init__(self, files: Mapping[str, str], *, repeats_places: bool, quiet: bool) -> None:
        """Start.

        Args:
            files: Names of the source files by their index.
            repeats_places: Whether the layout writes the comment after a ``.loc`` that repeats its place.
            quiet: Whether empty comments and the compilers' own are left out.
        """
        self.files = files
        self._repeats_places = repeats_places
        self._quiet = quiet
        self.place = ""

    def located(self, words: Sequence[str]) -> None:
        """Come past a ``.loc``."""
        self.place = derived_comment(words, self.files) if self._repeats_places else ""

    def place_of(self, words: Sequence[str]) -> str:
        """Return the file and line of a ``.loc``; "" if the file has no name."""
        if len(words) < 2:
            return ""
        name = self.files.get(words[0], "").replace("\\", "/").rpartition("/")[2]
        return f"{name}:{words[1]}" if name and words[1] != "0" and name.isprintable() else ""

    def texts(self, gap: str) -> list[str]:
        """The comments of a gap, less the place of a ``.loc``."""
        if "/" not in gap:
            return []
        found = list(comments_of(gap))
        if self.place and found[0] == self.place:
            del found[0]
        self.place = ""
        return [text for text in found if text and _OWN.match(text) is None] if self._quiet else found


_OWN = re.compile(
    r"(?:begin|end) inline asm|%[\w.$]+|=>|\s*(?:Child|Parent) Loop|\s+in Loop|-- (?:Begin|End) function"
    r"|callseq \d|wait for regs: |demoted variable|\S+ has been demoted|@[\w$.]+\Z|\.(?:globl|weak)\s"
)
"""Comments of a compiler about its own work."""


def closing_gap(node: Block | Function) -> str:
    """Return the gap before the closing brace of a body."""
    rest = node.gaps.rest if node.gaps is not None else ()
    return next((gap for role, _, gap in rest if role == "}"), "")


def leading_gap(node: Statement) -> str:
    """Return the gap before a statement."""
    return node.gaps.lead if node.gaps is not None else ""
