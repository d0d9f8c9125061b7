"""The statements of a body, by two roads to the same tree.

What compilers write by the million takes the short road: one pattern per statement, and tables that hold
each spelling met so far of a head, a guard, an operand and a spacing. Everything else takes the long road,
word by word. A test holds both to the same result.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyptx.ir.nodes import Block, Declaration, Directive, Guard, Instruction, Label
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
from pyptx.parser.lexer import error_at
from pyptx.parser.operands import read_operand
from pyptx.parser.tables import (
    HEAD,
    Declarators,
    Guards,
    Heads,
    Locations,
    Operands,
    Uncommon,
    checked_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.errors import ParseError
    from pyptx.ir.nodes import Statement
    from pyptx.ir.operands import Operand

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
"""A statement that compilers write, after its lead; matches everywhere, with only the lead before any other.

The negative lookaheads keep it linear: a word that has been cut short is given up at once.
"""
_PARTS = re.compile(r"\{[^{}]*\}|\[[^][]*\]|[^][{}, ]+")
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
        self._operands = Operands()
        self._heads = Heads()
        self._guards = Guards()
        self._locations = Locations()
        self._gaps: dict[tuple[str, str, str, bool], Gaps] = {}
        self._declarators = Declarators()
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
                    append(Label(checked_name(match[5]), self._lead(match[1], "")))
                elif kind == _REG:
                    append(self._registers(*match.group(1, 9, 10, 11, 12)))
                elif kind == _BRACE:
                    return match.start(), match
                else:
                    return match.start(), None
            except Uncommon:
                return match.start(), None
        raise AssertionError("the statement pattern matches everywhere")

    def _location(self, lead: str, gap: str, blob: str) -> Directive:
        """``.loc 1 2 3`` and ``.loc 1 2 3, function_name $L, inlined_at 1 2 3``."""
        return Directive("loc", self._locations[blob], gaps=self._lead(lead, gap))

    def _registers(self, lead: str, space_gap: str, type_: str, name_gap: str, text: str) -> Declaration:
        """``.reg .b32 %r<12>;``."""
        if type_ in VECTORS or type_ in NO_TYPES:
            raise Uncommon
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
        if not HEAD.fullmatch(opcode):
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


def _setter(slot: str) -> Callable[[Instruction, Any], None]:
    """Write a slot of a frozen node: as its own initialiser does, without the call."""
    setter: Callable[[Instruction, Any], None] = Instruction.__dict__[slot].__set__
    return setter


_set_opcode, _set_modifiers, _set_operands, _set_guard, _set_gaps, _set_source = map(
    _setter, ("opcode", "modifiers", "operands", "guard", "gaps", "source")
)
