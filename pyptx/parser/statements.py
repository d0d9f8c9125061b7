"""The statements of a body, by two roads to the same tree.

What compilers write by the million takes the short road: one pattern per statement, and tables that hold
each spelling met so far of a head, a guard, an operand and a spacing. Everything else takes the long road,
word by word. A test holds both to the same result.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyptx.errors import ParseError
from pyptx.ir.nodes import Block, Declaration, Declarator, Directive, Guard, Instruction, Label
from pyptx.ir.operands import Address, Literal, Name, Operand, Vector
from pyptx.ir.spacing import EVERY, Gaps, list_gaps
from pyptx.parser.cursor import Cursor, Notes
from pyptx.parser.declarations import (
    LINKAGE,
    NO_TYPES,
    VECTORS,
    begins_declaration,
    read_bank,
    read_declaration,
    read_linkage,
)
from pyptx.parser.directives import read_directive, read_dwarf_line, read_empty
from pyptx.parser.lexer import NAME, error_at
from pyptx.parser.operands import PLAIN_NAME, read_operand

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir.nodes import Statement

MAX_BLOCKS = 128
"""How deep ``{ }`` may nest in a body."""

_STATEMENT = re.compile(
    r"(\s*(?://[^\n]*\n\s*)*)"
    r"(?:"
    r"(@!?[%$\w]+[ \t]+)?"
    r"([A-Za-z_]\w*(?:\.[\w.:]*)?(?![\w.:])[ \t]*)"
    r'([^\s;/"][^;/"\n]*)?;'
    r"|([%$\w]+):(?!:)"
    r"|([{}])"
    r"|\.loc([ \t]+)(\d+ \d+ \d+(?:, function_name [A-Za-z_$][\w$]+, inlined_at \d+ \d+ \d+)?)"
    r"(?![\w$.])(?=\s*(?://[^\n]*\n\s*)*[^\s/,+\"\d#;])"
    r"|\.reg([ \t]+)\.(\w+)([ \t]+)([%$\w]+(?:<[1-9]\d*>)?);"
    r"|)",
    re.ASCII,
)
_HEAD = re.compile(r"([A-Za-z_]\w*)((?:\.\w+(?:::\w+)*)*)([ \t]*)", re.ASCII)
_GUARD = re.compile(rf"@(!?)({NAME})([ \t]+)", re.ASCII)
_WORDS = re.compile(r"[^\s,]+|,")
_PARTS = re.compile(r"\{[^{}]*\}|\[[^][]*\]|[^][{}, ]+")
_INTEGER_OPERAND = re.compile(r"-?(?:0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)\Z", re.ASCII)
_ADDRESS_OPERAND = re.compile(
    rf"\[( ?)((?:{NAME})(?:\.\w+)*)(?:( ?)\+( ?)(-?(?:0|[1-9]\d*)))?( ?)\]\Z", re.ASCII
)
_VECTOR_STYLES = (("{", ", ", "}"), ("{ ", ", ", " }"), ("{", ",", "}"))

_LABEL, _BRACE, _LOC, _REG = 5, 6, 8, 12


class Body:
    """Reads bodies of one text; the tables are shared by all of them.

    Attributes:
        cursor: The long road's place in the text.
        short: Whether the short road is open.
    """

    def __init__(self, text: str, *, short: bool = True) -> None:
        self.text = text
        self.cursor = Cursor(text)
        self.short = short
        self._operands = _Operands()
        self._heads = _Heads()
        self._guards = _Guards()
        self._locations = _Locations()
        self._gaps: dict[tuple[str, str, str, bool], Gaps] = {}
        self._declarators = _Declarators()
        self._register_gaps: dict[tuple[str, str, str], Gaps] = {}
        self._leads: dict[tuple[str, str], Gaps] = {}

    def read(self, position: int, *, closed: bool) -> tuple[tuple[Statement, ...], int, str]:
        """Read statements from `position` on.

        Args:
            position: Where the body begins.
            closed: Whether a brace ends it; else the end of the text does.

        Returns:
            The statements, where the body ends, and the gap before that end.

        Raises:
            ParseError: The text there is not a body.
        """
        outer: list[tuple[list[Statement], str, int]] = []
        found: list[Statement] = []
        opened = position - 1
        while True:
            at_brace = None
            if self.short:
                position, at_brace = self._read_run(position, found)
            if at_brace:
                lead, brace, lead_end = at_brace[1], at_brace[6], at_brace.start(6)
            else:
                cursor = self.cursor
                cursor.seek(position)
                lead = cursor.gap
                brace = cursor.word
                lead_end = cursor.start
                if cursor.kind == "end":
                    if closed or outer:
                        raise self._unclosed(opened)
                    return tuple(found), cursor.start, lead
                if brace not in {"{", "}"}:
                    self._read_long(found)
                    position = cursor.start - len(cursor.gap)
                    continue
            position = lead_end + 1
            if brace == "{":
                if len(outer) >= MAX_BLOCKS:
                    raise error_at(self.text, lead_end, f"blocks nest deeper than {MAX_BLOCKS}")
                outer.append((found, lead, opened))
                found, opened = [], lead_end
            elif outer:
                body = tuple(found)
                found, opening_lead, opened = outer.pop()
                found.append(Block(body, Gaps(opening_lead, (("}", 0, lead),))))
            elif closed:
                return tuple(found), position, lead
            else:
                raise error_at(self.text, lead_end, 'expected a statement, found "}"')

    def _read_run(self, position: int, found: list[Statement]) -> tuple[int, re.Match[str] | None]:
        """Read statements by the short road as far as it goes.

        Returns:
            Where the lead of the next statement begins, and the brace there if it is one that ended the road.
        """
        new = object.__new__
        heads, operand_of, guards = self._heads, self._operands.__getitem__, self._guards
        gaps_of, append = self._gaps, found.append
        for match in _STATEMENT.finditer(self.text, position):
            kind = match.lastindex
            try:
                if kind == 4 or kind == 3:
                    lead, guard_text, head, blob = match.group(1, 2, 3, 4)
                    opcode, modifiers, gap = heads[head]
                    compact = False
                    operands: tuple[Operand, ...] = ()
                    if kind == 4:
                        if opcode == "call":
                            return match.start(), None
                        if "{" in blob or "[" in blob:
                            parts = _PARTS.findall(blob)
                            if ", ".join(parts) != blob:
                                if ",".join(parts) != blob:
                                    return match.start(), None
                                compact = True
                        elif ", " in blob:
                            parts = blob.split(", ")
                        else:
                            parts = blob.split(",")
                            compact = len(parts) > 1
                        operands = tuple(map(operand_of, parts))
                    if (gap == "") is (kind == 4):
                        return match.start(), None
                    guard, guard_gap = guards[guard_text] if guard_text else (None, " ")
                    key = (lead, gap, guard_gap, compact)
                    gaps = gaps_of.get(key)
                    if gaps is None:
                        gaps = gaps_of[key] = _instruction_gaps(*key)
                    node = new(Instruction)
                    _set_opcode(node, opcode)
                    _set_modifiers(node, modifiers)
                    _set_operands(node, operands)
                    _set_guard(node, guard)
                    _set_gaps(node, gaps)
                    _set_source(node, None)
                    append(node)
                elif kind == _LOC:
                    append(self._location(*match.group(1, 7, 8)))
                elif kind == _LABEL:
                    append(Label(_checked_name(match[5]), self._lead(match[1], "")))
                elif kind == _REG:
                    append(self._registers(*match.group(1, 9, 10, 11, 12)))
                elif kind == _BRACE:
                    return match.start(), match
                else:
                    return match.start(), None
            except _Uncommon:
                return match.start(), None
        raise AssertionError("the statement pattern matches everywhere")

    def _location(self, lead: str, gap: str, blob: str) -> Directive:
        """``.loc 1 2 3`` and ``.loc 1 2 3, function_name $L, inlined_at 1 2 3``."""
        return Directive("loc", self._locations[blob], gaps=self._lead(lead, gap))

    def _registers(self, lead: str, space_gap: str, type_: str, name_gap: str, text: str) -> Declaration:
        """``.reg .b32 %r<12>;``."""
        if type_ in VECTORS or type_ in NO_TYPES:
            raise _Uncommon
        key = (lead, space_gap, name_gap)
        gaps = self._register_gaps.get(key)
        if gaps is None:
            rest = []
            if space_gap != " ":
                rest.append(("type", 0, space_gap))
            if name_gap != " ":
                rest.append(("name", 0, name_gap))
            gaps = self._register_gaps[key] = Gaps(lead, tuple(rest))
        return Declaration("reg", type_, self._declarators[text], gaps=gaps)

    def _lead(self, lead: str, gap: str) -> Gaps:
        """The gaps of a label or, with the gap after its name, of a ``.loc``."""
        gaps = self._leads.get((lead, gap))
        if gaps is None:
            rest = (("word", 0, gap),) if gap not in {"", " "} else ()
            gaps = self._leads[lead, gap] = Gaps(lead, rest)
        return gaps

    def _read_long(self, found: list[Statement]) -> None:
        """Read one statement word by word."""
        cursor = self.cursor
        lead = cursor.gap
        if cursor.kind == "dotted":
            if cursor.word[1:] in LINKAGE or begins_declaration(cursor):
                notes = Notes(lead)
                linkage = read_linkage(cursor, notes)
                self._refuse_function()
                found.append(read_declaration(cursor, notes, linkage))
            else:
                self._refuse_function()
                found.append(read_directive(cursor, lead))
        elif cursor.kind == "name":
            self._read_named(found)
        elif cursor.word == "@":
            if cursor.follows("@"):
                found.append(read_dwarf_line(cursor, lead))
            else:
                found.append(self._read_instruction(Notes(lead)))
        elif cursor.word == ";":
            found.append(read_empty(cursor, lead))
        else:
            cursor.fail("expected a statement")

    def _refuse_function(self) -> None:
        """Functions do not nest."""
        if self.cursor.word in {".entry", ".func"}:
            self.cursor.fail('expected "}" before the next function')

    def _read_named(self, found: list[Statement]) -> None:
        """Read a label or an instruction without a guard."""
        cursor = self.cursor
        notes = Notes(cursor.gap)
        name = cursor.take()
        if cursor.word == ":":
            notes.note(":", cursor.gap)
            found.append(Label(name, notes.gaps()))
            cursor.advance()
            return
        found.append(self._read_rest(notes, name, None))

    def _read_instruction(self, notes: Notes) -> Instruction:
        """Read an instruction with its guard."""
        cursor = self.cursor
        cursor.advance()
        negated = cursor.word == "!"
        if negated:
            notes.note("!", cursor.gap)
            cursor.advance()
        notes.note("guard", cursor.gap)
        register = cursor.take_name("the predicate of the guard")
        notes.note("opcode", cursor.gap)
        return self._read_rest(
            notes, cursor.take_name("an instruction after the guard"), Guard(register, negated)
        )

    def _read_rest(self, notes: Notes, opcode: str, guard: Guard | None) -> Instruction:
        """Read the modifiers and operands, the opcode taken."""
        cursor = self.cursor
        if not _HEAD.fullmatch(opcode):
            cursor.seek(cursor.start - len(cursor.gap) - len(opcode))
            cursor.fail("expected an instruction")
        modifiers: list[str] = []
        while cursor.kind == "dotted":
            notes.note("modifier", cursor.gap, len(modifiers))
            read_bank(cursor)
            modifiers.append(cursor.take()[1:])
        operands: list[Operand] = []
        gaps: list[str] = []
        if cursor.word != ";":
            notes.note("operands", cursor.gap)
            while True:
                operands.append(read_operand(cursor, call=opcode == "call"))
                if cursor.word != ",":
                    break
                notes.note("comma", cursor.gap, len(gaps))
                cursor.advance()
                gaps.append(cursor.gap)
            if cursor.word != ";":
                cursor.fail('expected "," or ";" after the operand')
            notes.extend(list_gaps("item", gaps))
        notes.note("end", cursor.gap)
        cursor.advance()
        return Instruction(opcode, tuple(modifiers), tuple(operands), guard, notes.gaps())

    def _unclosed(self, opened: int) -> ParseError:
        """The error for a brace that nothing closes."""
        return error_at(self.text, opened, 'this "{" is never closed')


class _Uncommon(Exception):  # noqa: N818 - it is no error: the long road reads the statement
    """A spelling that the short road leaves to the long one."""


class _Operands(dict[str, Operand]):
    """Operands by their spelling."""

    def __missing__(self, text: str) -> Operand:
        node: Operand
        if PLAIN_NAME.fullmatch(text):
            node = Name(text)
        elif _INTEGER_OPERAND.match(text):
            node = Literal(text)
        elif text[:1] == "{":
            node = self._vector(text)
        elif address := _ADDRESS_OPERAND.match(text):
            node = self._address(*address.groups())
        else:
            node = _read_alone(text)
        self[text] = node
        return node

    def _vector(self, text: str) -> Operand:
        """``{a, b}`` in one of three styles."""
        for opening, separator, closing in _VECTOR_STYLES:
            inner = text[len(opening) : -len(closing)]
            if text.startswith(opening) and text.endswith(closing) and inner.strip() == inner != "":
                parts = inner.split(separator)
                if separator == "," and len(parts) > 1 and ", " in inner:
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
        rest = [("open", 0, opening)] if opening else []
        if plus:
            rest.append(("+", 0, plus))
        if after:
            rest.append(("offset", 0, after))
        if closing:
            rest.append(("close", 0, closing))
        node = None if offset is None else self[offset]
        return Address(self[base], node, (), _ADDRESS_GAPS.setdefault(tuple(rest), Gaps("", tuple(rest))))


class _Heads(dict[str, tuple[str, tuple[str, ...], str]]):
    """Opcode, modifiers and the gap after them, by their spelling."""

    def __missing__(self, text: str) -> tuple[str, tuple[str, ...], str]:
        match = _HEAD.fullmatch(text)
        if match is None:
            raise _Uncommon
        head = match[1], tuple(match[2].split(".")[1:]), match[3]
        self[text] = head
        return head


class _Guards(dict[str, tuple[Guard, str]]):
    """Guard and the gap after it, by their spelling."""

    def __missing__(self, text: str) -> tuple[Guard, str]:
        match = _GUARD.fullmatch(text)
        if match is None:
            raise _Uncommon
        guard = Guard(match[2], negated=bool(match[1])), match[3]
        self[text] = guard
        return guard


class _Locations(dict[str, tuple[str, ...]]):
    """The words of ``.loc`` by their spelling."""

    def __missing__(self, text: str) -> tuple[str, ...]:
        words = self[text] = tuple(_WORDS.findall(text))
        return words


class _Declarators(dict[str, tuple[Declarator, ...]]):
    """The name or names that a ``.reg`` declares, by their spelling."""

    def __missing__(self, text: str) -> tuple[Declarator, ...]:
        name, _, count = text.rstrip(">").partition("<")
        declared = self[text] = (Declarator(_checked_name(name), int(count) if count else None),)
        return declared


def _read_alone(text: str) -> Operand:
    """Read an operand that is the whole of `text`."""
    try:
        cursor = Cursor(text)
        if cursor.gap:
            raise _Uncommon
        node = read_operand(cursor)
    except ParseError:
        raise _Uncommon from None
    if cursor.kind != "end" or cursor.gap:
        raise _Uncommon
    return node


def _checked_name(text: str) -> str:
    """A label's name."""
    if not _NAME_ONLY.match(text):
        raise _Uncommon
    return text


def _instruction_gaps(lead: str, gap: str, guard_gap: str, compact: bool) -> Gaps:
    """The gaps of an instruction of the short road."""
    rest: list[tuple[str, int, str]] = []
    if guard_gap != " ":
        rest.append(("opcode", 0, guard_gap))
    if gap not in {"", " "}:
        rest.append(("operands", 0, gap))
    if compact:
        rest.append(("item", EVERY, ""))
    return Gaps(lead, tuple(rest))


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


_NAME_ONLY = re.compile(rf"(?:{NAME})\Z", re.ASCII)
_ADDRESS_GAPS: dict[tuple[tuple[str, int, str], ...], Gaps] = {}


def _setter(slot: str) -> Callable[[Instruction, Any], None]:
    """Write a slot of a frozen node: as its own initialiser does, without the call."""
    setter: Callable[[Instruction, Any], None] = Instruction.__dict__[slot].__set__
    return setter


_set_opcode, _set_modifiers, _set_operands, _set_guard, _set_gaps, _set_source = map(
    _setter, ("opcode", "modifiers", "operands", "guard", "gaps", "source")
)
