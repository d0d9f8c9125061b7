"""Removal of ``{ }`` blocks that only declare registers and labels.

A brace generates no machine code. A register that inline assembly declares in one gets a unique name, and the
statements join those around the block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.comments import closing_gap
from pyptx.codegen.declarations import register_type
from pyptx.codegen.raising.words import names_of
from pyptx.ir import (
    Address,
    Block,
    Declaration,
    Declarator,
    Directive,
    Expression,
    Group,
    Instruction,
    Label,
    Negated,
    Pair,
    Vector,
)
from pyptx.ir.spacing import Gaps
from pyptx.ir.visit import map_statements, numbered, walk, with_names, without_gaps
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.codegen.raising.words import Mentions
    from pyptx.ir import Guard, Operand, Statement

MARK = "$$"
"""Parts the name of a register from the number of the block that it was declared in."""

MOST = 64
"""Largest number of registers of a block of inline assembly."""


def open_scopes(body: Sequence[Statement], mentions: Mentions) -> tuple[tuple[Statement, ...], int]:
    """Open the blocks of a body that contain only registers, labels and instructions.

    The registers of a block are declared at the head of the body, as ``<name>$$<block>``. A block stays if it
    names a part of one of its registers, declares memory or parameters, or names labels in a directive.

    Args:
        body: The statements.
        mentions: Returns the names in operands.

    Returns:
        The body, and how many blocks were opened.
    """
    if not any(type(statement) is Block for statement in body):
        return tuple(body), 0
    opening = _Opening(body, mentions)
    made = opening.of(body)
    return (*opening.declared, *made) if opening.count else tuple(body), opening.count


def plain_name(name: str) -> tuple[str, str]:
    """The name that a register had in its block, and the block; ``("%r1", "")`` outside one.

    >>> plain_name("p$$3"), plain_name("%r1")
    (('p', '3'), ('%r1', ''))
    """
    stem, _, block = name.partition(MARK)
    return stem, block


class _Local(NamedTuple):
    """Names of a block: new names by the old, and the type of each register."""

    names: dict[str, str]
    types: dict[str, str]


class _Opening:
    """The blocks of one body being opened."""

    def __init__(self, body: Sequence[Statement], mentions: Mentions) -> None:
        self.declared: list[Declaration] = []
        self.count = 0
        names: set[str] = set()
        for node in walk(body):
            names.update(_mentioned(node, mentions))
        self._marked = any(MARK in name for name in names)
        self._number = 0
        self._nested = 0

    def of(self, body: Sequence[Statement]) -> list[Statement]:
        """The statements of a block that stays, with those in it opened."""
        out: list[Statement] = []
        for statement in body:
            if type(statement) is not Block or self._marked:  # names may be taken
                out.append(statement)
                continue
            self._number += 1
            self._nested = 0
            self._waiting: list[Declaration] = []
            opened = self._opened(statement)
            if opened is None:
                out.append(statement)
            else:
                out += opened
                self.declared += self._waiting
                self.count += self._nested
        return out

    def _opened(self, block: Block) -> list[Statement] | None:
        """The statements of a block under names of the function; None where it stays."""
        inner: list[Statement] = []
        for statement in block.body:
            if type(statement) is not Block:
                inner.append(statement)
                continue
            opened = self._opened(statement)
            if opened is None:
                return None
            inner += opened
        local = self._local(inner)
        if local is None or "/" in closing_gap(block):
            return None
        self._nested += 1
        for old, type_ in local.types.items():
            self._waiting.append(Declaration("reg", type_, (Declarator(local.names[old]),)))
        lead = block.gaps.lead if block.gaps is not None else ""
        out: list[Statement] = []
        for statement in inner:
            gaps = statement.gaps
            if type(statement) is Declaration:
                lead += gaps.lead if gaps is not None else ""
                continue
            made = _renamed(statement, local.names)
            if "/" in lead:
                above = lead + (gaps.lead if gaps is not None else "")
                made = replace(made, gaps=Gaps(above, gaps.rest if gaps is not None else ()))
            lead = ""
            out.append(made)
        return out if "/" not in lead else None

    def _local(self, body: Sequence[Statement]) -> _Local | None:
        """Return the registers and labels of a block; None if the block has to stay."""
        types: dict[str, str] = {}
        numbered: dict[str, tuple[int, str]] = {}
        labels: list[str] = []
        before: set[str] = set()
        for statement in body:
            match statement:
                case Declaration():
                    for plain in _each(statement):
                        dtype = register_type(plain)
                        (declarator,) = plain.declarators
                        if dtype is None or declarator.name in before:
                            return None
                        if declarator.count is None:
                            types[declarator.name] = dtype.name
                        elif before:
                            return None
                        else:
                            numbered[declarator.name] = declarator.count, dtype.name
                case Label(name):
                    labels.append(name)
                case Instruction():
                    before.update(names_of(statement))
                case Directive("loc" | "pragma"):
                    pass
                case _:
                    return None
        if numbered:
            types.update(_used(body, numbered))
        names = [*types, *labels]
        if len(set(names)) < len(names) or len(types) > MOST or not _is_renamable(body, set(names)):
            return None
        end = f"{self._number}{f'_{self._nested}' if self._nested else ''}"
        return _Local({name: f"{name}{MARK}{end}" for name in names if MARK not in name}, types)


def _each(declaration: Declaration) -> Iterator[Declaration]:
    """The declaration of each name."""
    plain = without_gaps(declaration)
    for declarator in plain.declarators:
        yield replace(plain, declarators=(declarator,))


def _used(body: Sequence[Statement], declared: dict[str, tuple[int, str]]) -> dict[str, str]:
    """The types of the numbered registers that instructions name."""
    found: dict[str, str] = {}
    for statement in body:
        if type(statement) is not Instruction:
            continue
        for name in names_of(statement):
            for prefix, number in numbered(name):
                count, type_ = declared.get(prefix, (0, ""))
                if number < count:
                    found[name] = type_
    return found


def _mentioned(node: Statement, mentions: Mentions) -> Iterable[str]:
    """The names that a statement places, declares or names."""
    if type(node) is Instruction:
        names = mentions.names_in(node.operands)
        return names if node.guard is None else (*names, node.guard.register)
    if type(node) is Label:
        return (node.name,)
    return [declarator.name for declarator in node.declarators] if type(node) is Declaration else ()


def _is_renamable(body: Sequence[Statement], names: set[str]) -> bool:
    """Whether names stand alone wherever they stand, not as a part or in an expression."""
    for statement in body:
        if type(statement) is not Instruction:
            continue
        for name in names_of(statement):
            if "." in name and name.partition(".")[0] in names:
                return False
        if not all(_is_simple(operand, names) for operand in statement.operands):
            return False
    return True


def _is_simple(operand: Operand, names: set[str]) -> bool:
    match operand:
        case Expression(words):
            return names.isdisjoint(words)
        case Address(base, offset, rest):
            return all(_is_simple(each, names) for each in (base, *rest, *([offset] if offset else [])))
        case Vector(items) | Group(items):
            return all(_is_simple(item, names) for item in items)
        case Pair(first, second):
            return _is_simple(first, names) and _is_simple(second, names)
        case Negated(inner):
            return _is_simple(inner, names)
    return True


def renamed(body: Sequence[Statement], names: dict[str, str]) -> tuple[Statement, ...]:
    """Return statements under other names, those in blocks too."""
    return map_statements(body, lambda node: _renamed(node, names))


def _renamed(node: Statement, names: dict[str, str]) -> Statement:
    """A statement of a block under other names."""
    if type(node) is Label:
        return replace(node, name=names.get(node.name, node.name))
    if type(node) is not Instruction:
        return node
    operands = tuple([with_names(operand, lambda name: names.get(name, name)) for operand in node.operands])
    guard: Guard | None = node.guard
    if guard is not None and guard.register in names:
        guard = replace(guard, register=names[guard.register])
    return replace(node, operands=operands, guard=guard)
