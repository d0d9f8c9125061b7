"""Declarations of registers, variables and parameters (manual chapter 5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.ir.literals import literal_value, read_int
from pyptx.ir.nodes import Declaration, Declarator
from pyptx.ir.operands import Expression, Literal
from pyptx.ir.spacing import HEAD_ORDER, list_gaps, word_gap
from pyptx.parser.cursor import Notes
from pyptx.parser.operands import read_operand

if TYPE_CHECKING:
    from pyptx.ir.operands import Operand
    from pyptx.parser.cursor import Cursor

LINKAGE = frozenset({"common", "extern", "visible", "weak"})
SPACES = frozenset({"const", "global", "local", "param", "reg", "shared", "sreg", "tex"})

VECTORS = frozenset({"v2", "v3", "v4", "v8"})
NO_TYPES = LINKAGE | SPACES | {"align", "attribute", "ptr"}
"""Dotted words of a declaration that are never its type."""

_PLACE = {"linkage": 0, "space": 0, "align": 0, "attribute": 0, "vector": 1, "type": 2, "pointer": 3}
"""The place of each kind of word in a declaration; those with one place may change places."""

_BANK = re.compile(r"\[\d+\]", re.ASCII)


def begins_declaration(cursor: Cursor) -> bool:
    """Whether the current dotted word begins a declaration."""
    word = cursor.word[1:]
    return word in SPACES or word in {"align", "attribute"}


def read_bank(cursor: Cursor) -> None:
    """Make ``.const[2]``, a bank of old PTX, one word."""
    if cursor.word in {".const", "const"} and (bank := _BANK.match(cursor.source, cursor.end)):
        cursor.extend(bank[0])


def read_linkage(cursor: Cursor, notes: Notes) -> tuple[str, ...]:
    """Read ``.visible``, ``.extern``, ``.weak`` and ``.common``."""
    words: list[str] = []
    while cursor.kind == "dotted" and cursor.word[1:] in LINKAGE:
        if words:
            notes.note("linkage", cursor.gap, len(words))
        words.append(cursor.take()[1:])
    return tuple(words)


def read_declaration(cursor: Cursor, notes: Notes, linkage: tuple[str, ...]) -> Declaration:
    """Read a declaration and its semicolon; its linkage is read already."""
    head = _Head(cursor, notes, linkage)
    declarators = _read_declarators(cursor, notes)
    if cursor.word != ";":
        cursor.fail('expected "," or ";" after the declared name')
    notes.note("end", cursor.gap)
    cursor.advance()
    return head.declaration(declarators)


def read_parameter(cursor: Cursor) -> Declaration:
    """Read one parameter of a function: a declaration with one name and no semicolon."""
    notes = Notes(cursor.gap)
    if cursor.kind != "dotted" or not begins_declaration(cursor):
        cursor.fail('expected a parameter such as ".param .u64 name"')
    head = _Head(cursor, notes, (), parameter=True)
    notes.note("name", cursor.gap)
    return head.declaration((_read_declarator(cursor),))


def read_attributes(cursor: Cursor, notes: Notes) -> tuple[str, ...]:
    """Read ``.attribute(.managed)`` from its parenthesis on (manual section 5.4.8)."""
    if cursor.word != "(":
        cursor.fail('expected "(" after .attribute')
    notes.note("attribute(", cursor.gap)
    cursor.advance()
    words: list[str] = []
    depth = 0
    previous = "("
    while depth or cursor.word != ")":
        if cursor.kind not in {"dotted", "number"} and cursor.word not in {"(", ")", ","}:
            cursor.fail('expected an attribute such as ".managed" or ")"')
        depth += (cursor.word == "(") - (cursor.word == ")")
        if cursor.gap != ("" if cursor.word == "(" else word_gap(previous, cursor.word)):
            notes.record("attribute word", cursor.gap, len(words))
        previous = cursor.word
        words.append(cursor.take().removeprefix("."))
    notes.note("attribute)", cursor.gap)
    cursor.advance()
    return tuple(words)


class _Head:
    """The words before the names of a declaration: space, alignment and attribute come before the type.

    In a parameter the alignment may come last.
    """

    def __init__(
        self, cursor: Cursor, notes: Notes, linkage: tuple[str, ...], *, parameter: bool = False
    ) -> None:
        self.linkage = linkage
        self.space = ""
        self.align: int | None = None
        self.type: str | None = None
        self.vector: str | None = None
        self.pointer: tuple[str, ...] | None = None
        self.attributes: tuple[str, ...] = ()
        self.notes = notes
        self.order = ["linkage"] if linkage else []
        self._may_align_last = parameter
        while cursor.kind == "dotted":
            self._read_word(cursor)
        if not self.space:
            cursor.fail("expected a state space such as .global")
        if "type" not in self.order:
            cursor.fail("expected a type such as .u32 before the name")
        if self.order != [role for role in HEAD_ORDER if role in self.order]:
            notes.record("order", " ".join(self.order))

    def declaration(self, declarators: tuple[Declarator, ...]) -> Declaration:
        """The node, its names read."""
        return Declaration(
            self.space,
            self.type,
            declarators,
            self.linkage,
            self.align,
            self.vector,
            self.pointer,
            self.attributes,
            self.notes.gaps(),
        )

    def _read_word(self, cursor: Cursor) -> None:
        """Read one word with its arguments."""
        word = cursor.word[1:]
        role = self._role(word)
        if not role:
            cursor.fail("expected a name")
        if role in self.order:
            cursor.fail(f"the declaration has two words for its {role}")
        last = _PLACE[self.order[-1]] if self.order else 0
        if _PLACE[role] < last and not (role == "align" and self._may_align_last and last == _PLACE["type"]):
            cursor.fail(f"{cursor.word} must come before the type")
        if self.order:
            self.notes.note(role, cursor.gap)
        self.order.append(role)
        read_bank(cursor)
        word = cursor.take()[1:]
        if role == "space":
            self.space = word
        elif role == "vector":
            self.vector = word
        elif role == "type":
            self.type = word
        elif role == "align":
            self.align = self._read_alignment(cursor)
        elif role == "attribute":
            self.attributes = read_attributes(cursor, self.notes)
        else:
            self.pointer = self._read_pointer(cursor)

    def _role(self, word: str) -> str:
        """The role of a dotted word; empty where it has none here."""
        if word in SPACES and not self.space:
            return "space"
        if word in VECTORS and self.type is None:
            return "vector"
        if word in {"align", "attribute"}:
            return word
        if word == "ptr":
            return "pointer"
        return "type" if self.type is None and word not in NO_TYPES else ""

    def _read_alignment(self, cursor: Cursor) -> int:
        """The number after ``.align``."""
        self.notes.note("alignment", cursor.gap)
        return _read_int(cursor, "the number of bytes to align to")

    def _read_pointer(self, cursor: Cursor) -> tuple[str, ...]:
        """``.global .align 16`` after ``.ptr``."""
        words: list[str] = []
        while cursor.kind == "dotted":
            aligned = cursor.word == ".align"
            self._note_pointer(cursor.gap, len(words))
            words.append(cursor.take()[1:])
            if aligned:
                self._note_pointer(cursor.gap, len(words))
                words.append(cursor.take_number("the number of bytes to align to"))
        return tuple(words)

    def _note_pointer(self, gap: str, index: int) -> None:
        if gap != " ":
            self.notes.record("pointer word", gap, index)


def _read_declarators(cursor: Cursor, notes: Notes) -> tuple[Declarator, ...]:
    """The names, separated by commas."""
    notes.note("name", cursor.gap)
    found = [_read_declarator(cursor)]
    gaps: list[str] = []
    while cursor.word == ",":
        notes.note("comma", cursor.gap, len(gaps))
        cursor.advance()
        gaps.append(cursor.gap)
        found.append(_read_declarator(cursor))
    notes.extend(list_gaps("item", gaps))
    return tuple(found)


def _read_declarator(cursor: Cursor) -> Declarator:
    """``name``, ``%f<12>``, ``table[4][2] = {…}``."""
    notes = Notes()
    name = cursor.take_name("the name to declare")
    count: int | None = None
    dims: list[Literal | Expression | None] = []
    initializer: Operand | None = None
    if cursor.word == "<":
        notes.note("<", cursor.gap)
        cursor.advance()
        notes.note("count", cursor.gap)
        count = _read_int(cursor, 'the number of registers, as in "%r<8>"')
        if cursor.word != ">":
            cursor.fail('expected ">"')
        notes.note(">", cursor.gap)
        cursor.advance()
    while cursor.word == "[":
        notes.note("[", cursor.gap, len(dims))
        cursor.advance()
        size: Literal | Expression | None = None
        if cursor.word != "]":
            notes.note("dim", cursor.gap, len(dims))
            size = _read_size(cursor)
        if cursor.word != "]":
            cursor.fail('expected "]"')
        notes.note("]", cursor.gap, len(dims))
        dims.append(size)
        cursor.advance()
    if cursor.word == "=":
        notes.note("=", cursor.gap)
        cursor.advance()
        notes.note("initializer", cursor.gap)
        initializer = read_operand(cursor, fields=True)
    return Declarator(name, count, tuple(dims), initializer, notes.gaps() if notes.rest else None)


def _read_size(cursor: Cursor) -> Literal | Expression:
    """The size of one dimension."""
    start = cursor.start
    size = read_operand(cursor)
    if isinstance(size, Expression):
        return size
    if isinstance(size, Literal):
        value = literal_value(size.text)
        if isinstance(value, int) and value >= 0:
            return size
    cursor.seek(start)
    cursor.fail("expected the size of the array")


def _read_int(cursor: Cursor, what: str) -> int:
    """An integer constant."""
    if cursor.kind != "number":
        cursor.fail(f"expected {what}")
    try:
        value = read_int(cursor.word)
    except ValueError:
        cursor.fail(f"expected {what}")
    cursor.advance()
    return value
