"""Tables of the operands and prefixes read so far: each is read once, and its node is shared."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pyptx.errors import ParseError
from pyptx.ir.nodes import Declarator, Guard
from pyptx.ir.operands import Address, Literal, Name, Operand, Vector
from pyptx.ir.spacing import EVERY, Gaps
from pyptx.parser.cursor import Cursor
from pyptx.parser.lexer import NAME
from pyptx.parser.operands import PLAIN_NAME, read_operand

HEAD = re.compile(r"([A-Za-z_]\w*)((?:\.\w+(?:::\w+)*)*)", re.ASCII)
_PREFIX = re.compile(rf"(\s*(?://[^\n]*\n\s*)*)(?:@(!?)({NAME})([ \t]+))?{HEAD.pattern}([ \t]*)", re.ASCII)
_WORDS = re.compile(r"[^\s,]+|,")
_INTEGER_OPERAND = re.compile(r"-?(?:0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)\Z", re.ASCII)
_ADDRESS_OPERAND = re.compile(
    rf"\[( ?)((?:{NAME})(?:\.\w+)*)(?:( ?)\+( ?)(-?(?:0|[1-9]\d*)))?( ?)\]\Z", re.ASCII
)
_VECTOR_STYLES = (("{", ", ", "}"), ("{ ", ", ", " }"), ("{", ",", "}"))

_NAME_ONLY = re.compile(rf"(?:{NAME})\Z", re.ASCII)
_CLOSE = Gaps()
_ADDRESS_GAPS: dict[tuple[tuple[str, int, str], ...], Gaps] = {(): _CLOSE}


class Uncommon(Exception):  # noqa: N818 - not an error: the general parser reads the statement
    """Text that the fast path leaves to the slow path."""


class Operands(dict[str, Operand]):
    """Operands by their spelling."""

    def __missing__(self, text: str) -> Operand:
        node: Operand
        first = text[:1]
        if first == "[":
            address = _ADDRESS_OPERAND.match(text)
            node = _read_alone(text) if address is None else self._address(*address.groups())
        elif first == "{":
            node = self._vector(text)
        elif PLAIN_NAME.fullmatch(text):
            node = Name(text)
        elif first == ".":
            raise Uncommon  # the first operand would be a modifier
        else:
            node = Literal(text) if _INTEGER_OPERAND.match(text) else _read_alone(text)
        self[text] = node
        return node

    def _vector(self, text: str) -> Operand:
        """``{a, b}`` in one of three styles."""
        for opening, separator, closing in _VECTOR_STYLES:
            inner = text[len(opening) : -len(closing)]
            if text.startswith(opening) and text.endswith(closing) and inner.strip() == inner != "":
                parts = inner.split(separator)
                if separator == "," and ", " in inner:
                    continue
                if any(not part or part[0] in " {[(" or part[-1] == " " or "," in part for part in parts):
                    continue
                return Vector(
                    tuple(map(self.__getitem__, parts)), _vector_gaps(opening, separator, len(parts))
                )
        return _read_alone(text)

    def _address(
        self, opening: str, base: str, plus: str | None, after: str | None, offset: str | None, closing: str
    ) -> Address:
        """``[base+offset]``."""
        if not (opening or plus or after or closing):
            return Address(self[base], None if offset is None else self[offset], (), _CLOSE)
        rest = [("open", 0, opening)] if opening else []
        if plus:
            rest.append(("+", 0, plus))
        if after:
            rest.append(("offset", 0, after))
        if closing:
            rest.append(("close", 0, closing))
        node = None if offset is None else self[offset]
        return Address(self[base], node, (), _ADDRESS_GAPS.setdefault(tuple(rest), Gaps("", tuple(rest))))


class Prefix(NamedTuple):
    """The words before the operands of an instruction.

    Attributes:
        opcode: Its opcode.
        modifiers: Its modifiers.
        guard: Its guard.
        gaps: Its gaps, if a space follows each comma.
        compact: Its gaps, if no space does.
        bare: Whether no space separates it from the operands.
    """

    opcode: str
    modifiers: tuple[str, ...]
    guard: Guard | None
    gaps: Gaps
    compact: Gaps
    bare: bool


class Prefixes(dict[str, "Prefix | None"]):
    """Prefixes by their text; None for those that the slow path reads."""

    def __init__(self) -> None:
        super().__init__()
        self._gaps: dict[Gaps, Gaps] = {}

    def __missing__(self, text: str) -> Prefix | None:
        match = _PREFIX.fullmatch(text)
        if match is None or match[5] == "call":
            self[text] = None
            return None
        lead, negated, register, guard_gap, opcode, modifiers, gap = match.groups()
        rest: list[tuple[str, int, str]] = []
        guard = None
        if register is not None:
            guard = Guard(register, negated=negated != "")
            if guard_gap != " ":
                rest.append(("opcode", 0, guard_gap))
        if gap not in {"", " "}:
            rest.append(("operands", 0, gap))
        gaps, compact = Gaps(lead, tuple(rest)), Gaps(lead, (*rest, ("item", EVERY, "")))
        prefix = self[text] = Prefix(
            opcode,
            tuple(modifiers.split(".")[1:]),
            guard,
            self._gaps.setdefault(gaps, gaps),
            self._gaps.setdefault(compact, compact),
            bare=not gap,
        )
        return prefix


class Spellings(NamedTuple):
    """Tables of operands and prefixes, shared by all texts.

    Attributes:
        operands: Operands by their text.
        prefixes: Prefixes by their text.
    """

    operands: Operands
    prefixes: Prefixes


MOST_SPELLINGS = 1 << 15
"""Number of entries kept from one text to the next."""


def spellings() -> Spellings:
    """The spellings of the texts read so far; none where these had many."""
    known = _spellings()
    if len(known.operands) + len(known.prefixes) > MOST_SPELLINGS:
        _spellings.cache_clear()
        known = _spellings()
    return known


@lru_cache(maxsize=1)
def _spellings() -> Spellings:
    return Spellings(Operands(), Prefixes())


class Locations(dict[str, tuple[str, ...]]):
    """The words of ``.loc`` by their spelling."""

    def __missing__(self, text: str) -> tuple[str, ...]:
        words = self[text] = tuple(_WORDS.findall(text))
        return words


class Declarators(dict[str, tuple[Declarator, ...]]):
    """The name or names that a ``.reg`` declares, by their spelling."""

    def __missing__(self, text: str) -> tuple[Declarator, ...]:
        name, _, count = text.rstrip(">").partition("<")
        declared = self[text] = (Declarator(checked_name(name), int(count) if count else None),)
        return declared


def _read_alone(text: str) -> Operand:
    """Read an operand that is the whole of `text`."""
    try:
        cursor = Cursor(text)
        if cursor.gap:
            raise Uncommon
        node = read_operand(cursor)
    except ParseError:
        raise Uncommon from None
    if cursor.kind != "end" or cursor.gap:
        raise Uncommon
    return node


def checked_name(text: str) -> str:
    """A label's name."""
    if not _NAME_ONLY.match(text):
        raise Uncommon
    return text


def _vector_gaps(opening: str, separator: str, count: int) -> Gaps:
    """The gaps of a vector of the short road."""
    rest: list[tuple[str, int, str]] = []
    if opening == "{ ":
        rest.append(("open", 0, " "))
    if separator == "," and count > 1:
        rest.append(("item", EVERY, ""))
    if opening == "{ ":
        rest.append(("close", 0, " "))
    key = tuple(rest)
    return _ADDRESS_GAPS.setdefault(key, Gaps("", key))
