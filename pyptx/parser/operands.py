"""Operands and constant expressions: names, constants, ``[…]``, ``{…}``, ``p|q``, ``!p``, ``(…)``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.ir.literals import LITERAL
from pyptx.ir.operands import Address, Expression, Group, Literal, Name, Negated, Operand, Pair, Vector
from pyptx.ir.spacing import Gaps, expression_gap, list_gaps
from pyptx.parser.cursor import Notes
from pyptx.parser.lexer import NAME

if TYPE_CHECKING:
    from pyptx.parser.cursor import Cursor

MAX_DEPTH = 64
"""Greatest depth of nested operands: initialisers of arrays of that many dimensions."""

_BINARY = frozenset({"+", "-", "*", "/", "%", "&", "|", "^", "&&", "||"}) | frozenset(
    {"<<", ">>", "<", ">", "<=", ">=", "==", "!="}
)
PLAIN_NAME = re.compile(rf"(?:{NAME})(?:\.\w+)*", re.ASCII)
"""A name with its selectors, such as ``%tid.x`` and ``%r1.b0``."""

_SELECTORS = re.compile(r"(?:\.\w+)+", re.ASCII)
_FLAT = re.compile(r"\{([\w$%., -]*)\}", re.ASCII)
_TABLE = 8
_UNARY = frozenset("+-!~")


def read_operand(cursor: Cursor, *, depth: int = 0, call: bool = False, fields: bool = False) -> Operand:
    """Read one operand; the gap before it is the caller's.

    Args:
        cursor: The cursor, at the first word.
        depth: Nesting depth of the operand.
        call: Whether parentheses hold the returns or arguments of a `call`.
        fields: Whether ``field = value`` is legal, as in the initialiser of a sampler.
    """
    word = cursor.word
    if depth > MAX_DEPTH:
        cursor.fail(f"operands nest deeper than {MAX_DEPTH}")
    if word == "[":
        return _read_address(cursor, depth)
    if word == "{":
        vector = _read_vector(cursor, depth, fields=fields)
        return _read_pair(cursor, vector) if cursor.word == "|" else vector
    if word == "(" and call:
        return _read_group(cursor, depth)
    if word == "!" and not _negates_constant(cursor):
        return _read_negated(cursor, depth)
    return _read_words(cursor, fields=fields)


def read_list(
    cursor: Cursor, notes: Notes, closing: str, depth: int, *, fields: bool = False
) -> list[Operand]:
    """Read operands up to the closing mark, which is not consumed."""
    items: list[Operand] = []
    gaps: list[str] = []
    while True:
        items.append(read_operand(cursor, depth=depth, fields=fields))
        if cursor.word != ",":
            break
        notes.note("comma", cursor.gap, len(gaps))
        cursor.advance()
        gaps.append(cursor.gap)
    if cursor.word != closing:
        cursor.fail(f'expected "," or "{closing}"')
    notes.extend(list_gaps("item", gaps))
    return items


def _read_vector(cursor: Cursor, depth: int, *, fields: bool) -> Vector:
    """``{a, b}``; long tables of constants in one go."""
    flat = _FLAT.match(cursor.source, cursor.start)
    if flat and (table := _read_table(flat[1])) is not None:
        cursor.seek(flat.end())
        return Vector(table, Gaps())
    items, notes = _read_enclosed(cursor, "}", depth, fields=fields)
    return Vector(tuple(items), notes.gaps())


def _read_pair(cursor: Cursor, first: Vector) -> Pair:
    """``{a, b}|p``, its vector taken."""
    notes = Notes()
    notes.note("|", cursor.gap)
    cursor.advance()
    notes.note("second", cursor.gap)
    return Pair(first, Name(cursor.take_name("the predicate after the |")), notes.gaps())


def _read_table(text: str) -> tuple[Operand, ...] | None:
    """Names and constants separated by a comma and a space; None where there is anything else, or little."""
    words = text.split(", ")
    if len(words) < _TABLE:
        return None
    table = {word: _read_plain(word) for word in set(words)}
    if None in table.values():
        return None
    return tuple([node for word in words if (node := table[word])])


def _read_plain(word: str) -> Operand | None:
    """A name or a constant, if that is all the word is."""
    if LITERAL.fullmatch(word):
        return Literal(word)
    return Name(word) if PLAIN_NAME.fullmatch(word) else None


def _read_group(cursor: Cursor, depth: int) -> Group:
    """``(a, b)`` of a call."""
    items, notes = _read_enclosed(cursor, ")", depth, fields=False)
    return Group(tuple(items), notes.gaps())


def _read_enclosed(cursor: Cursor, closing: str, depth: int, *, fields: bool) -> tuple[list[Operand], Notes]:
    """A list between two marks, possibly empty."""
    notes = Notes()
    cursor.advance()
    items: list[Operand] = []
    if cursor.word != closing:
        notes.note("open", cursor.gap)
        items = read_list(cursor, notes, closing, depth + 1, fields=fields)
    notes.note("close", cursor.gap)
    cursor.advance()
    return items, notes


def _negates_constant(cursor: Cursor) -> bool:
    """Whether the current ``!`` is the operator of a constant expression."""
    start, gap = cursor.start, cursor.gap
    cursor.advance()
    found = cursor.kind in ("number", "dotted") or cursor.word in ("WARP_SZ", "(", "-", "~", "!")
    cursor.seek(start)
    cursor.gap = gap
    return found


def _read_negated(cursor: Cursor, depth: int) -> Negated:
    """``!p``."""
    notes = Notes()
    cursor.advance()
    notes.note("negated", cursor.gap)
    return Negated(read_operand(cursor, depth=depth + 1), notes.gaps())


def _read_address(cursor: Cursor, depth: int) -> Address:
    """``[base+offset, rest]``."""
    notes = Notes()
    cursor.advance()
    notes.note("open", cursor.gap)
    base = _read_words(cursor, before_offset=True)
    offset: Operand | None = None
    rest: list[Operand] = []
    if cursor.word == "+":
        notes.note("+", cursor.gap)
        cursor.advance()
        notes.note("offset", cursor.gap)
        offset = _read_words(cursor)
    if cursor.word == ",":
        gaps = []
        while cursor.word == ",":
            notes.note("comma", cursor.gap, len(rest))
            cursor.advance()
            gaps.append(cursor.gap)
            rest.append(read_operand(cursor, depth=depth + 1))
        notes.extend(list_gaps("item", gaps))
    if cursor.word != "]":
        cursor.fail('expected "+", "," or "]" in the address')
    notes.note("close", cursor.gap)
    cursor.advance()
    return Address(base, offset, tuple(rest), notes.gaps())


def _read_words(cursor: Cursor, *, before_offset: bool = False, fields: bool = False) -> Operand:
    """A name, a constant, a pair, or an expression of them.

    Args:
        cursor: The cursor, at the first word.
        before_offset: Whether a ``+`` after a single word begins the offset of an address.
        fields: Whether ``=`` is an operator.
    """
    words: list[str] = []
    gaps: list[str] = []
    closing: list[str] = []
    choices = 0
    want = True
    while True:
        word, kind = cursor.word, cursor.kind
        if want:
            if kind == "name":
                _join_selectors(cursor)
                want = False
            elif kind == "number" or (kind == "dotted" and LITERAL.fullmatch(word)):
                if not LITERAL.fullmatch(word):
                    cursor.fail("expected a constant")
                want = False
            elif word == "(":
                closing.append(")")
            elif kind == "dotted" and words and words[-1] == "(":
                _read_cast(cursor, words, gaps)
                closing.pop()
                continue
            elif word not in _UNARY:
                cursor.fail("expected an operand" if not words else "expected a name or a constant")
        elif closing and word == closing[-1]:
            closing.pop()
        elif closing and word == ",":
            want = True
        elif (word == "(" and words[-1] not in {")", "]"}) or (word == "[" and words[-1] != ")"):
            closing.append(")" if word == "(" else "]")
            want = True
        elif word == "?":
            choices += 1
            want = True
        elif word == ":" and choices:
            choices -= 1
            want = True
        elif (word in _BINARY or (fields and word == "=")) and not (
            before_offset and word == "+" and _is_single(words, gaps)
        ):
            want = True
        else:
            break
        words.append(cursor.word)
        gaps.append(cursor.gap)
        cursor.advance()
    if closing:
        cursor.fail(f'expected an operator or "{closing[-1]}"')
    if choices:
        cursor.fail('expected an operator or the ":" of the choice')
    return _as_operand(words, gaps)


def _join_selectors(cursor: Cursor) -> None:
    """Make ``%tid.x`` and ``%r1.b0`` one word."""
    if selectors := _SELECTORS.match(cursor.source, cursor.end):
        cursor.extend(selectors[0])


def _read_cast(cursor: Cursor, words: list[str], gaps: list[str]) -> None:
    """The rest of ``(.s64)``, whose parenthesis is taken already."""
    words.append(cursor.word)
    gaps.append(cursor.gap)
    cursor.advance()
    if cursor.word != ")":
        cursor.fail('expected ")" after the type of a cast')
    words.append(")")
    gaps.append(cursor.gap)
    cursor.advance()


def _is_single(words: list[str], gaps: list[str]) -> bool:
    """Whether the words so far are one operand without an operator between."""
    return len(words) == 1 or (len(words) == 2 and words[0] == "-" and not gaps[1])


def _as_operand(words: list[str], gaps: list[str]) -> Operand:
    """The simplest operand that these words make."""
    if len(words) == 1:
        return Literal(words[0]) if LITERAL.fullmatch(words[0]) else Name(words[0])
    if len(words) == 2 and words[0] == "-" and not gaps[1] and LITERAL.fullmatch(words[1]):
        return Literal(f"-{words[1]}")
    if (
        len(words) == 3
        and words[1] == "|"
        and not any(LITERAL.fullmatch(word) or word == "WARP_SZ" for word in words)
    ):
        notes = Notes()
        notes.note("|", gaps[1])
        notes.note("second", gaps[2])
        return Pair(Name(words[0]), Name(words[2]), notes.gaps())
    rest = tuple(
        ("word", index, gap)
        for index, gap in enumerate(gaps)
        if index and gap != expression_gap(words[index - 1], words[index])
    )
    return Expression(tuple(words), Gaps("", rest))
