"""Modules, functions and bodies as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.emitter.declarations import (
    put_attributes,
    put_linkage,
    spell_declaration,
    spell_directive,
    spell_section,
)
from pyptx.emitter.operands import spell_items, spell_operand
from pyptx.emitter.spacing import Layout, Words
from pyptx.ir.nodes import Block, Declaration, Directive, Function, Instruction, Label, Section
from pyptx.ir.operands import Name
from pyptx.ir.spacing import EVERY, glues

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir.nodes import Item, Module, Statement


def emit(module: Module) -> str:
    """Write a module: byte-for-byte identical to the source, except for edited fields.

    >>> from pyptx.ir import Directive, Function, Instruction, Module
    >>> print(emit(Module((
    ...     Directive("version", ("8.0",)),
    ...     Directive("target", ("sm_90",)),
    ...     Function("entry", "k", params=(), body=(Instruction("ret"),), linkage=("visible",)),
    ... ))), end="")
    .version 8.0
    .target sm_90
    <BLANKLINE>
    .visible .entry k()
    {
        ret;
    }
    """
    writer = _Writer()
    writer.module(module)
    return "".join(writer.out)


def emit_statement(statement: Statement) -> str:
    """Spell one statement, without the spacing and comments before it."""
    writer = _Writer()
    writer.statement(statement, 0)
    return "".join(writer.out[1:])


def emit_with_lines(module: Module) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """Write a module, and return the lines of its statements.

    Returns:
        The text and, for each function in order, the line (from 1) of the first word of each statement of its
        body, as `pyptx.ir.visit.walk` meets them; empty for a prototype.
    """
    writer = _Writer()
    writer.marks = []
    writer.module(module)
    lines: list[tuple[int, ...]] = []
    line, written = 1, 0
    for marks in writer.marks:
        found: list[int] = []
        for mark in marks:
            line += sum(part.count("\n") for part in writer.out[written:mark])
            written = mark
            found.append(line)
        lines.append(tuple(found))
    return "".join(writer.out), tuple(lines)


class _Writer:
    """One text being written; its tables are keyed by identity, which holds while the tree does.

    Attributes:
        out: The text so far, in pieces; each node's lead is a piece of its own.
        marks: For each function, the index in `out` of each statement's first word; None if not requested.
    """

    def __init__(self) -> None:
        self.out: list[str] = []
        self.marks: list[list[int]] | None = None
        self._plain: dict[int, tuple[str, str, str] | None] = {}
        self._modifiers: dict[int, str] = {}
        self._operands: dict[int, str] = {}

    def module(self, module: Module) -> None:
        """Write every item and the tail."""
        previous: Item | None = None
        for item in module.items:
            self._item(item, previous)
            previous = item
        self.out.append(module.tail)

    def statement(self, node: Statement, depth: int) -> None:
        """Write one statement: its lead, then its words."""
        self._statements((node,), depth)

    def _item(self, item: Item, previous: Item | None) -> None:
        """Write one item of a module."""
        if item_gaps := getattr(item, "gaps", None):
            self.out.append(item_gaps.lead)
        elif previous is None:
            self.out.append("")
        else:
            apart = isinstance(item, Function) or isinstance(previous, Function)
            begins = not isinstance(item, (Directive, Function)) and isinstance(previous, Directive)
            self.out.append("\n\n" if apart or begins else "\n")
        if isinstance(item, Function):
            self._function(item)
        elif isinstance(item, Declaration):
            self.out.append(spell_declaration(item))
        elif isinstance(item, Section):
            self.out.append(spell_section(item))
        else:
            self.out.append(spell_directive(item))

    def _function(self, node: Function) -> None:
        """Write a function from its first word on."""
        layout = Layout(node.gaps)
        words = Words()
        put_linkage(words, layout, node.linkage)
        words.put(layout.gap("kind") if node.linkage else "", f".{node.kind}")
        if node.attributes:
            put_attributes(words, layout, node.attributes)
        if node.returns is not None:
            words.put(layout.gap("returns"), "(")
            _put_parameters(words, layout, node.returns, "return comma", "")
            words.put(layout.gap("returns)"), ")")
        words.put(layout.gap("name"), node.name)
        if node.params is not None:
            words.put(layout.gap("params"), "(")
            _put_parameters(words, layout, node.params, "comma", "\n\t")
            closing = layout.source_gap("params)")
            words.put(("\n" if node.params else "") if closing is None else closing, ")")
        for directive in node.directives:
            lead = "\n" if directive.gaps is None else directive.gaps.lead
            words.put(lead, spell_directive(directive))
        if self.marks is not None:
            self.marks.append([])
        if node.body is None:
            if node.semicolon:
                words.put(layout.gap("end"), ";")
            self.out.append(words.text())
            return
        words.put(layout.gap("body"), "{")
        self.out.append(words.text())
        self._statements(node.body, 1)
        self.out.append(layout.gap("}"))
        self.out.append("}")

    def _statements(self, statements: Iterable[Statement], depth: int) -> None:
        """Write statements in order."""
        out, plain_of, modifiers_of = self.out, self._plain, self._modifiers
        operand_of = self._operands
        indent = "\n" + "\t" * depth
        marks = self.marks[-1] if self.marks else None
        for node in statements:
            if not isinstance(node, Instruction):
                self._other(node, depth, marks)
                continue
            gaps = node.gaps
            plain: tuple[str, str, str] | None
            if gaps is None:
                lead, plain = indent, _USUAL
            else:
                lead, rest = gaps
                key = id(rest)
                if key in plain_of:
                    plain = plain_of[key]
                else:
                    plain = plain_of[key] = _plain_layout(rest)
            if not lead:
                lead = self._separator_before(node.opcode)
            out.append(lead)
            if marks is not None:
                marks.append(len(out))
            if plain is None:
                out.append(_spell_instruction(node))
                continue
            modifiers = node.modifiers
            suffix = modifiers_of.get(id(modifiers))
            if suffix is None:
                suffix = modifiers_of[id(modifiers)] = "".join([f".{word}" for word in modifiers])
            guard_gap, gap, separator = plain
            operands = node.operands
            if operands:
                texts = []
                for operand in operands:
                    if operand.__class__ is Name:
                        texts.append(operand.name)
                    else:
                        key = id(operand)
                        text = operand_of.get(key)
                        if text is None:
                            text = operand_of[key] = spell_operand(operand)
                        texts.append(text)
                tail = f"{suffix}{gap}{separator.join(texts)};"
            else:
                tail = f"{suffix};"
            guard = node.guard
            if guard is None:
                out.append(f"{node.opcode}{tail}")
            else:
                mark = "@!" if guard.negated else "@"
                out.append(f"{mark}{guard.register}{guard_gap}{node.opcode}{tail}")

    def _other(self, node: Statement, depth: int, marks: list[int] | None) -> None:
        """Write a statement other than an instruction."""
        gaps = node.gaps
        if gaps is not None:
            self.out.append(gaps.lead or self._separator_before(node.name if isinstance(node, Label) else ""))
        elif isinstance(node, Label):
            self.out.append("\n")
        elif isinstance(node, Directive) and not node.name:
            self.out.append("")
        else:
            self.out.append("\n" + "\t" * depth)
        if marks is not None:
            marks.append(len(self.out))
        if isinstance(node, Label):
            self.out.append(f"{node.name}{Layout(gaps).gap(':')}:" if gaps and gaps.rest else f"{node.name}:")
        elif isinstance(node, Declaration):
            self.out.append(spell_declaration(node))
        elif isinstance(node, Block):
            self.out.append("{")
            self._statements(node.body, depth + 1)
            closing = Layout(gaps).source_gap("}")
            self.out.append("\n" + "\t" * depth if closing is None else closing)
            self.out.append("}")
        elif isinstance(node, Directive):
            self.out.append(spell_directive(node))

    def _separator_before(self, word: str) -> str:
        """Return a line break if `word` would join the statement before it."""
        return "\n" if self.out and glues(self.out[-1], word) else ""


_USUAL = (" ", " ", ", ")


def _plain_layout(rest: Sequence[tuple[str, int, str]]) -> tuple[str, str, str] | None:
    """The gaps after the guard and before the operands, and the separator, where these are all there is."""
    guard_gap, gap, separator = _USUAL
    for role, index, text in rest:
        if role == "opcode" and text:
            guard_gap = text
        elif role == "operands" and text:
            gap = text
        elif role == "item" and index == EVERY:
            separator = f",{text}"
        else:
            return None
    return guard_gap, gap, separator


def _spell_instruction(node: Instruction) -> str:
    """Spell an instruction word by word."""
    layout = Layout(node.gaps)
    words = Words()
    if node.guard is not None:
        words.put("", "@")
        if node.guard.negated:
            words.put(layout.gap("!"), "!")
        words.put(layout.gap("guard"), node.guard.register)
    words.put(layout.gap("opcode") if node.guard else "", node.opcode)
    for index, modifier in enumerate(node.modifiers):
        words.put(layout.gap("modifier", index), f".{modifier}")
    if node.operands:
        words.put(layout.gap("operands"), spell_items(node.operands, layout))
    words.put(layout.gap("end"), ";")
    return words.text()


def _put_parameters(
    words: Words, layout: Layout, params: Sequence[Declaration], comma: str, lead: str
) -> None:
    """Spell parameters with commas between them, each with its own lead."""
    for index, param in enumerate(params):
        if index:
            words.put(layout.gap(comma, index - 1), ",")
        usual = lead or (" " if index else "")
        words.put(usual if param.gaps is None else param.gaps.lead, spell_declaration(param, semicolon=False))
