"""Spacing of a node in its source: the gaps between its words, by role.

A node never keeps its words a second time. It keeps the spacing and comments *before its first word* (`lead`)
and, of the gaps between its words, only those that differ from the layout a compiler writes. Each of these is
filed under the role of the word that follows it, so that a word added or taken away moves no other gap.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

EVERY = -1
"""As the index of a role: this gap precedes each of them but the first."""


class Gaps(NamedTuple):
    """The spacing of one node.

    Attributes:
        lead: Before the first word, whichever that is; empty for operands, whose lead belongs to their
            statement.
        rest: ``(role, index, gap)`` of each gap that differs from `DEFAULTS`.
    """

    lead: str = ""
    rest: tuple[tuple[str, int, str], ...] = ()


DEFAULTS = {
    # instructions and labels
    "!": "", "guard": "", "opcode": " ", "modifier": "", "operands": " ", "item": " ", "comma": "", "end": "",
    ":": "",
    # operands
    "open": "", "close": "", "+": "", "offset": "", "|": "", "second": "", "negated": "",
    # declarations
    "linkage": " ", "space": " ", "align": " ", "alignment": " ", "vector": " ", "type": " ", "pointer": " ",
    "attribute": " ", "attribute(": "", "attribute)": "", "name": " ",
    # declarators
    "<": "", "count": "", ">": "", "[": "", "dim": "", "]": "", "=": " ", "initializer": " ",
    # functions, blocks and sections
    "kind": " ", "returns": " ", "return comma": "", "returns)": "", "params": "", "body": "\n", "}": "\n",
    "row": "\n",
}  # fmt: skip
"""The gap before a word of each role, as compilers write it."""


HEAD_ORDER = ("linkage", "space", "attribute", "align", "vector", "type", "pointer")
"""The usual order of the words before the names of a declaration; a node notes where its own differs."""


def word_gap(previous: str, word: str) -> str:
    """The gap between two words of a directive: ``.reqntid 128, 1, 1``, ``.loc 1 2 3, function_name $L+5``.

    >>> [word_gap(*pair) for pair in (("reqntid", "128"), ("128", ","), ("(", ".param"))]
    [' ', '', '']
    """
    if word in _TIGHT_BEFORE or previous in _TIGHT_AFTER:
        return ""
    return " "


def expression_gap(previous: str, word: str) -> str:
    """The gap between two words of a constant expression: none, but ``a % b`` must not read as ``a %b``."""
    return " " if "%" in (previous, word) or previous in {",", "="} or word == "=" else ""


def data_gap(previous: str, word: str, row: str) -> str:
    """The gap between two words of a section of data; `row` precedes each ``.b8`` and label."""
    if word in _TIGHT_BEFORE or previous in {",", "+", "-"} or word == "-":
        return ""
    return " " if previous[:1] == "." else row


def glues(before: str, after: str) -> bool:
    """Whether two words would read as one without a space between them.

    >>> glues("bra", "loop"), glues("bra", "%r1"), glues("", "ret")
    (True, False, False)
    """
    return before[-1:] in _WORD_CHARACTERS and after[:1] in _WORD_CHARACTERS


def list_gaps(role: str, gaps: Sequence[str]) -> list[tuple[str, int, str]]:
    """File the gaps before the second and later members of a list.

    Spacing without comments, alike before each of them, becomes one entry, which new members follow too.
    """
    default = DEFAULTS[role]
    if not gaps:
        return []
    first = gaps[0]
    if not first.strip() and all(gap == first for gap in gaps):
        return [] if first == default else [(role, EVERY, first)]
    return [(role, index, gap) for index, gap in enumerate(gaps, 1) if gap != default]


_TIGHT_BEFORE = frozenset({",", ")", ":", "+", "]", ";"})
_TIGHT_AFTER = frozenset({"(", "+", "["})
_WORD_CHARACTERS = frozenset(string.ascii_letters + string.digits + "_$")
