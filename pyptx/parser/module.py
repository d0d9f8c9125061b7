"""Modules and functions (manual sections 4.1 and 11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.collection import collection_paused
from pyptx.ir.nodes import Function, Module
from pyptx.parser.cursor import Cursor, Notes
from pyptx.parser.declarations import (
    LINKAGE,
    SPACES,
    begins_declaration,
    read_attributes,
    read_declaration,
    read_linkage,
    read_parameter,
)
from pyptx.parser.directives import read_directive, read_dwarf_line, read_empty, read_section
from pyptx.parser.operands import read_operand
from pyptx.parser.statements import Body

if TYPE_CHECKING:
    from pyptx.ir.nodes import Declaration, Directive, Item, Statement
    from pyptx.ir.operands import Operand

_ITEMS = (
    LINKAGE
    | SPACES
    | {"address_size", "align", "alias", "entry", "file", "func", "section", "target", "version"}
)
"""Dotted words that end the head of a function without a body."""


def parse(source: str) -> Module:
    """Parse a PTX module; `pyptx.emitter.emit` writes the same text byte for byte.

    >>> [type(item).__name__ for item in parse(".version 8.0 .target sm_90 .global .u32 x;").items]
    ['Directive', 'Directive', 'Declaration']

    Raises:
        ParseError: The text is not PTX; the error gives the place and the expected words.
    """
    with collection_paused():
        return ModuleReader(Body(source)).read()


def parse_statements(text: str) -> tuple[Statement, ...]:
    """Parse statements of a function body.

    >>> [statement.opcode for statement in parse_statements("ld.u32 %r1, [a]; ret;")]
    ['ld', 'ret']

    Raises:
        ParseError: The text is not a sequence of statements.
    """
    return Body(text).read(0, closed=False)[0]


def parse_operand(text: str) -> Operand:
    """Parse one operand of an instruction.

    >>> parse_operand("[%rd1+8]"), parse_operand("0x10")
    (Address(base=Name(name='%rd1'), offset=Literal(text='8'), ...), Literal(text='0x10'))

    Raises:
        ParseError: The text is not an operand.
    """
    cursor = Cursor(text)
    operand = read_operand(cursor)
    if cursor.kind != "end":
        cursor.fail("expected one operand and no more")
    return operand


class ModuleReader:
    """One parse of one text."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.cursor = body.cursor

    def read(self) -> Module:
        """Read every item."""
        items: list[Item] = []
        cursor = self.cursor
        while cursor.kind != "end":
            items.append(self._read_item())
        return Module(tuple(items), cursor.gap)

    def _read_item(self) -> Item:
        """Read one directive, declaration, function or section."""
        cursor = self.cursor
        lead = cursor.gap
        if cursor.word == ";":
            return read_empty(cursor, lead)
        if cursor.word == "@":
            return read_dwarf_line(cursor, lead)
        if cursor.kind != "dotted":
            cursor.fail("expected a directive, a variable or a function")
        if cursor.word == ".section":
            return read_section(cursor, lead)
        word = cursor.word[1:]
        if word in LINKAGE or word in {"entry", "func"} or begins_declaration(cursor):
            notes = Notes(lead)
            linkage = read_linkage(cursor, notes)
            if cursor.word in {".entry", ".func"}:
                return self._read_function(notes, linkage)
            if cursor.kind != "dotted":
                cursor.fail("expected .entry, .func or a state space such as .global")
            return read_declaration(cursor, notes, linkage)
        return read_directive(cursor, lead)

    def _read_function(self, notes: Notes, linkage: tuple[str, ...]) -> Function:
        """Read an entry or a function, its linkage read."""
        cursor = self.cursor
        if linkage:
            notes.note("kind", cursor.gap)
        kind = cursor.take()[1:]
        attributes: tuple[str, ...] = ()
        returns: tuple[Declaration, ...] | None = None
        params: tuple[Declaration, ...] | None = None
        if cursor.word == ".attribute":
            notes.note("attribute", cursor.gap)
            cursor.advance()
            attributes = read_attributes(cursor, notes)
        if kind == "func" and cursor.word == "(":
            notes.note("returns", cursor.gap)
            returns = self._read_parameters(notes, "return comma")
            notes.note("returns)", cursor.gap)
            cursor.advance()
        notes.note("name", cursor.gap)
        name = cursor.take_name(f"the name of the .{kind}")
        if cursor.word == "(":
            notes.note("params", cursor.gap)
            params = self._read_parameters(notes, "comma")
            if cursor.gap != ("\n" if params else ""):
                notes.record("params)", cursor.gap)
            cursor.advance()
        directives: list[Directive] = []
        while cursor.kind == "dotted" and cursor.word[1:] not in _ITEMS:
            directives.append(read_directive(cursor, cursor.gap, header=True))
        body: tuple[Statement, ...] | None = None
        semicolon = True
        if cursor.word == "{":
            notes.note("body", cursor.gap)
            body, end, closing_gap = self.body.read(cursor.end, closed=True)
            notes.note("}", closing_gap)
            cursor.seek(end)
        elif cursor.word == ";":
            notes.note("end", cursor.gap)
            cursor.advance()
        elif cursor.kind == "end" or cursor.kind == "dotted":
            semicolon = False
        else:
            cursor.fail('expected "{" or ";" after the head of the function')
        return Function(
            kind, name, params, returns, tuple(directives), body, linkage, attributes, semicolon, notes.gaps()
        )

    def _read_parameters(self, notes: Notes, comma: str) -> tuple[Declaration, ...]:
        """Read parameters up to the closing parenthesis, which is not consumed."""
        cursor = self.cursor
        cursor.advance()
        params: list[Declaration] = []
        if cursor.word == ")":
            return ()
        while True:
            params.append(read_parameter(cursor))
            if cursor.word != ",":
                break
            notes.note(comma, cursor.gap, len(params) - 1)
            cursor.advance()
        if cursor.word != ")":
            cursor.fail('expected "," or ")" after the parameter')
        return tuple(params)
