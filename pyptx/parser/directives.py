"""Directives with plain arguments, sections of data, debugging lines of old PTX (manual chapter 11)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.ir.nodes import Directive, Section
from pyptx.ir.spacing import data_gap, glues, word_gap
from pyptx.parser.cursor import Notes
from pyptx.parser.lexer import NAME

if TYPE_CHECKING:
    from pyptx.parser.cursor import Cursor

CLOSED = frozenset({"alias", "branchtargets", "callprototype", "calltargets", "pragma"})
"""Directives that run up to a semicolon."""

_FIRST = {
    "address_size": "number", "file": "number", "loc": "number", "target": "name", "version": "number",
    "maxclusterrank": "number", "maxnctapersm": "number", "maxnreg": "number", "maxntid": "number",
    "minnctapersm": "number", "pragma": "string", "reqnctapercluster": "number", "reqntid": "number",
}  # fmt: skip
"""Kind of a directive's first argument, if it must have one."""

_SINGLE = frozenset({"address_size", "version"})
"""Directives with one argument and no more."""

_EMBEDDING = "nv_intermediate_source_section"
"""The directive whose braces hold the source text of another language (manual section 11.5.6)."""

_EMBEDDED = re.compile(
    r"""\.source_begin\b.*?\.source_end\b|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|(?P<brace>[{}])""", re.DOTALL
)

_DATUM = rf"(?:{NAME}|0[xX][\da-fA-F]+|\d+)(?![\w$.])"
_ROW = re.compile(rf"(\.[bsuf]\d+ {_DATUM}(?:[,+-]{_DATUM})*|(?:{NAME}):)(\s+)", re.ASCII)
"""A row of data as compilers write it, ``.b8 1,2`` or ``.b64 begin+4``, or a label; and the space after."""
_DATA = re.compile(r"[^ ,+:-]+|[,+:-]")

_TYPE = re.compile(r"[bsuf]\d+\w*|bf16\w*|pred|v[248]", re.ASCII)
_BEFORE_WORD = frozenset({"function_name", "inlined_at", "+"})


def read_directive(cursor: Cursor, lead: str, *, header: bool = False) -> Directive:
    """Read a directive.

    Args:
        cursor: The cursor, at the directive's name.
        lead: The gap before it.
        header: Whether it is between the parameters and the body of a function, where a semicolon belongs to
            the function.
    """
    notes = Notes(lead)
    if _TYPE.fullmatch(cursor.word, 1):
        cursor.fail("expected a state space such as .global before the type")
    name = cursor.take()[1:]
    words: list[str] = []
    if name in _FIRST and cursor.kind != _FIRST[name]:
        cursor.fail(f"expected a {_FIRST[name]} after .{name}")
    if name == _EMBEDDING:
        _extend_to_brace(cursor)
        _take_word(cursor, name, words, notes)
    elif name in CLOSED:
        while cursor.word != ";":
            if cursor.kind == "end" or cursor.word in {"{", "}"}:
                cursor.fail(f'expected ";" to end .{name}')
            _take_word(cursor, name, words, notes)
    else:
        _read_arguments(cursor, name, words, notes)
    semicolon = cursor.word == ";" and (name in CLOSED or not header)
    if semicolon:
        notes.note("end", cursor.gap)
        cursor.advance()
    return Directive(name, tuple(words), semicolon, notes.gaps())


def read_empty(cursor: Cursor, lead: str) -> Directive:
    """Read a semicolon that closes nothing."""
    notes = Notes(lead)
    cursor.advance()
    return Directive("", (), semicolon=True, gaps=notes.gaps())


def read_dwarf_line(cursor: Cursor, lead: str) -> Directive:
    """Read ``@@DWARF …`` up to the end of its line (manual section 11.5.1)."""
    notes = Notes(lead)
    cursor.advance()
    if cursor.word != "@" or cursor.gap:
        cursor.fail('expected "@@DWARF"')
    cursor.advance()
    if cursor.kind != "name" or cursor.gap:
        cursor.fail('expected "@@DWARF"')
    name = f"@@{cursor.take()}"
    words: list[str] = []
    while cursor.kind != "end" and "\n" not in cursor.gap:
        _take_word(cursor, name, words, notes)
    return Directive(name, tuple(words), gaps=notes.gaps())


def read_section(cursor: Cursor, lead: str) -> Section:
    """Read ``.section name { … }``."""
    notes = Notes(lead)
    cursor.advance()
    if cursor.kind not in {"name", "dotted"}:
        cursor.fail("expected the name of a section")
    notes.note("name", cursor.gap)
    name = cursor.take()
    if cursor.word != "{":
        cursor.fail('expected "{" to begin the section')
    notes.note("body", cursor.gap)
    cursor.advance()
    words: list[str] = []
    row = cursor.gap if cursor.gap.isspace() else "\n"
    notes.note("row", row)
    previous = ""
    known: dict[str, list[str]] = {}
    while cursor.word != "}":
        expected = data_gap(previous, cursor.word, row)
        if cursor.gap == row == expected and _read_rows(cursor, row, words, known):
            continue
        if cursor.kind == "end" or cursor.word in {"{", ";"}:
            cursor.fail('expected data or "}" to end the section')
        word = cursor.word
        if not cursor.gap and glues(previous, word):
            cursor.fail(f'expected a space or "," after {previous}')
        if cursor.gap != expected:
            notes.record("word", cursor.gap, len(words))
        words.append(word)
        previous = word
        cursor.advance()
    notes.note("}", cursor.gap)
    cursor.advance()
    return Section(name, tuple(words), notes.gaps())


def _read_rows(cursor: Cursor, row: str, words: list[str], known: dict[str, list[str]]) -> bool:
    """Read rows of data that are spaced like those of compilers; return False if the first is not.

    Args:
        cursor: The cursor, at the first row.
        row: The gap before each row.
        words: The words of the section so far.
        known: The words of rows by their text.
    """
    end = 0
    found = _ROW.match(cursor.source, cursor.start)
    while found is not None:
        text = found[1]
        if text not in known:
            known[text] = _DATA.findall(text)
        words += known[text]
        end = found.end(1)
        found = _ROW.match(cursor.source, found.end()) if found[2] == row else None
    if end:
        cursor.seek(end)
    return end > 0


def _read_arguments(cursor: Cursor, name: str, words: list[str], notes: Notes) -> None:
    """Read numbers, strings and names, separated by commas or spaces."""
    if cursor.kind == "name" and name not in _FIRST and "\n" in cursor.gap:
        return
    if cursor.kind not in {"number", "string", "name"}:
        return
    _take_word(cursor, name, words, notes)
    while name not in _SINGLE:
        if cursor.word == ",":
            _take_word(cursor, name, words, notes)
            if cursor.kind not in {"number", "string", "name"}:
                cursor.fail(f'expected an argument of .{name} after ","')
        elif cursor.word == "+":
            _take_word(cursor, name, words, notes)
            if cursor.kind != "number":
                cursor.fail('expected a number after "+"')
        elif cursor.kind == "name":
            if words[-1] not in _BEFORE_WORD:
                return
        elif cursor.kind == "dotted" and words[-1] == "function_name":
            pass
        elif cursor.kind not in {"number", "string"}:
            return
        _take_word(cursor, name, words, notes)


def _extend_to_brace(cursor: Cursor) -> None:
    """Make a single word of the text from the current brace to the one that closes it."""
    if cursor.word != "{":
        cursor.fail(f'expected "{{" after .{_EMBEDDING}')
    depth = 1
    for found in _EMBEDDED.finditer(cursor.source, cursor.end):
        depth += {"{": 1, "}": -1}.get(found["brace"] or "", 0)
        if depth == 0:
            cursor.extend(cursor.source[cursor.end : found.end()])
            return
    cursor.fail('this "{" is never closed')


def _take_word(cursor: Cursor, name: str, words: list[str], notes: Notes) -> None:
    """Take any word as an argument."""
    if cursor.gap != word_gap(words[-1] if words else name, cursor.word):
        notes.record("word", cursor.gap, len(words))
    words.append(cursor.word)
    cursor.advance()
