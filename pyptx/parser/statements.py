"""The statements of a body, read on a fast path or a slow path to the same tree.

The fast path reads the usual output of compilers. It splits an instruction at white space and commas, and
looks up the words before its operands, and each operand, in tables of texts read so far; one pattern
recognises other statements. The slow path reads all other text word by word. A test compares both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyptx.ir.nodes import Block, Declaration, Directive, Guard, Instruction, Label
from pyptx.ir.spacing import Gaps, list_gaps
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
    Locations,
    Uncommon,
    checked_name,
    spellings,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.errors import ParseError
    from pyptx.ir.nodes import Statement
    from pyptx.ir.operands import Operand

MAX_BLOCKS = 128
"""Greatest depth of nested ``{ }`` in a body."""

_STATEMENT = re.compile(
    r"(\s*(?://[^\n]*\n\s*)*)"
    r"(?:"
    r"(?:@!?[%$\w]+[ \t]+)?"
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
_BARE, _OPERANDS, _LABEL, _BRACE, _LOC, _REG = 2, 3, 4, 5, 7, 11
_INSTRUCTIONS = frozenset({_BARE, _OPERANDS})
_NEAR = 4096
"""Longest statement in characters that is split at white space; the pattern recognises longer ones."""


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
        self._operands, self._prefixes = spellings()
        self._locations = Locations()
        self._declarators = Declarators()
        self._register_gaps: dict[tuple[str, str, str], Gaps] = {}
        self._leads: dict[tuple[str, str], Gaps] = {}

    def read(self, position: int, *, closed: bool) -> tuple[tuple[Statement, ...], int, str]:
        """Read statements from `position` on.

        Args:
            position: Start of the body.
            closed: Whether a brace ends it, instead of the end of the text.

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
                lead, brace, lead_end = at_brace[1], at_brace[_BRACE], at_brace.start(_BRACE)
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
        """Read statements on the fast path until one needs the slow path.

        Returns:
            The start of the next statement's lead, and the brace there if a brace ended the run.
        """
        text, new, append = self.text, object.__new__, found.append
        prefix_of, operand_of = self._prefixes.__getitem__, self._operands.__getitem__
        find, match_at = text.find, _STATEMENT.match
        while True:
            end = find(";", position, position + _NEAR)
            piece = text[position:end] if end > 0 else ""
            words = piece.split(None, 1)
            blob, prefix = "", None
            if words and words[0][0] == "@":
                words = piece.split(None, 2)[1:]
            if len(words) == 2:
                blob = words[-1]
                prefix = prefix_of(piece[: -len(blob)])
            try:
                if prefix is None:
                    match = match_at(text, position)
                    assert match is not None, "the statement pattern matches everywhere"
                    kind = match.lastindex
                    if kind in _INSTRUCTIONS:
                        end = match.end() - 1
                        blob = match[_OPERANDS] or ""
                        prefix = prefix_of(text[position : end - len(blob)])
                        if prefix is None or prefix.bare is (blob != ""):
                            return position, None
                    else:
                        if kind == _LOC:
                            append(self._location(*match.group(1, 6, 7)))
                        elif kind == _LABEL:
                            append(Label(checked_name(match[_LABEL]), self._lead(match[1], "")))
                        elif kind == _REG:
                            append(self._registers(*match.group(1, 8, 9, 10, 11)))
                        else:
                            return position, match if kind == _BRACE else None
                        position = match.end()
                        continue
                opcode, modifiers, guard, gaps, compact, _ = prefix
                operands: tuple[Operand, ...] = ()
                if blob:
                    if "{" in blob or ("[" in blob and ", " in blob[blob.index("[") : blob.rfind("]")]):
                        parts = _PARTS.findall(blob)
                        if ", ".join(parts) != blob:
                            if ",".join(parts) != blob:
                                return position, None
                            gaps = compact
                    elif ", " in blob:
                        parts = blob.split(", ")
                    else:
                        parts = blob.split(",")
                        if len(parts) > 1:
                            gaps = compact
                    operands = tuple(map(operand_of, parts))
            except Uncommon:
                return position, None
            node = new(Instruction)
            _set_opcode(node, opcode)
            _set_modifiers(node, modifiers)
            _set_operands(node, operands)
            _set_guard(node, guard)
            _set_gaps(node, gaps)
            _set_source(node, None)
            append(node)
            position = end + 1

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


def _setter(slot: str) -> Callable[[Instruction, Any], None]:
    """Write a slot of a frozen node: as its own initialiser does, without the call."""
    setter: Callable[[Instruction, Any], None] = Instruction.__dict__[slot].__set__
    return setter


_set_opcode, _set_modifiers, _set_operands, _set_guard, _set_gaps, _set_source = map(
    _setter, ("opcode", "modifiers", "operands", "guard", "gaps", "source")
)
