"""The comments of a PTX text in its Python: they stand where they stood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.codegen.operands import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.codegen.writer import Writer
    from pyptx.ir import Block, Function, Item, Statement

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Comments:
    """Writes comments as ``ptx.comment``.

    Attributes:
        said: Whether a style says a comment by itself, of a node and its text.
    """

    def __init__(self, said: Callable[[object, str], bool]) -> None:
        self.said = said

    def before(self, node: Statement, writer: Writer) -> None:
        """Write the comments before a statement."""
        if node.gaps is not None:
            for text in self.texts(node, node.gaps.lead):
                writer.line(f"ptx.comment({quoted(text)})")

    def end(self, node: Block | Function, writer: Writer) -> None:
        """Write the comments before the end of a block or body."""
        for text in self.texts(None, closing_gap(node)):
            writer.line(f"ptx.comment({quoted(text)})")

    def between(self, item: Item, writer: Writer) -> None:
        """Write the comments before an item of the module."""
        if item.gaps is not None:
            for text in self.texts(item, item.gaps.lead):
                writer.line(f"module.comment({quoted(text)})")

    def texts(self, node: object, gap: str) -> Iterator[str]:
        """The comments of a gap that no style says by itself."""
        if "/" in gap:
            for text in comments_of(gap):
                if not self.said(node, text):
                    yield text


def comments_of(gap: str) -> Iterator[str]:
    r"""The comments of a gap, line by line, without what begins them and ends them.

    >>> list(comments_of("\t// one\n/* two\n three */"))
    ['one', 'two', 'three']
    """
    for match in _COMMENT.finditer(gap):
        text = match[0]
        if text.startswith("//"):
            yield text[2:].strip()
        else:
            yield from (line.strip() for line in text[2:-2].strip().split("\n"))


def closing_gap(node: Block | Function) -> str:
    """What stands before the brace that closes a body."""
    rest = node.gaps.rest if node.gaps is not None else ()
    return next((gap for role, _, gap in rest if role == "}"), "")
