"""The gaps of a node and of the nodes in it: as JSON has them, and put into another node."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from pyptx.emitter.declarations import spell_declaration, spell_directive
from pyptx.emitter.module import emit_statement
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label, Section
from pyptx.ir.operands import Name
from pyptx.ir.spacing import Gaps

if TYPE_CHECKING:
    from pyptx.ir import Statement


Spacing: TypeAlias = "list[Any]"
"""The gaps of a node and of the nodes in it: ``[[role, index, gap]…, [part, spacing]…]``, as JSON has it."""


def end_column(node: Any) -> int:
    """Return the end column of a statement as LLVM counts: a tab goes to the next multiple of 8."""
    if type(node) is Directive:
        text = spell_directive(node)
    elif type(node) is Label:
        text = f"{node.name}:"
    elif type(node) is Declaration:
        text = spell_declaration(node)
    else:
        text = emit_statement(node)
    lead = node.gaps.lead.rpartition("\n")[2] if node.gaps is not None else "\t"
    column = 0
    for part in f"{lead}{text}".rpartition("\n")[2].split("\t"):
        column += -column % 8 + len(part)
    return column


def head_of(node: Any) -> object:
    """Return a key that is equal for two nodes with the same words, without writing them out."""
    if type(node) is Instruction:
        return node.opcode, node.modifiers, len(node.operands)
    return type(node)


def words_of(node: Any) -> str:
    """The words of a node, spaced plainly."""
    if node is None:
        return "}"
    if isinstance(node, Function):
        return node.name
    plain = _bare(node)
    if isinstance(plain, (Directive, Section, Declaration)):
        if isinstance(plain, Section):
            return plain.name
        return spell_directive(plain) if isinstance(plain, Directive) else spell_declaration(plain)
    return emit_statement(cast("Statement", plain))


def _bare(node: Any) -> Any:
    if isinstance(node, Block):
        return Block((), None)
    return spaced(node, [])


def spaced(node: Any, spacing: Spacing) -> Any:
    """Return a node with those gaps of a spacing whose parts it has."""
    own = [each for each in spacing if each and isinstance(each[0], str)]
    inner = {each[0]: each[1] for each in spacing if each and isinstance(each[0], int)}
    changes: dict[str, Any] = {"gaps": None}
    kept = tuple(each for each in node.gaps.rest if each[0] == "order") if node.gaps is not None else ()
    if own or kept:
        gaps = Gaps("", (*kept, *((role, index, gap) for role, index, gap in own)))
        changes["gaps"] = gaps
    position = 0
    for name in _parts_of(node.__class__):
        value = getattr(node, name)
        if isinstance(value, tuple):
            made = []
            for part in value:
                made.append(spaced(part, inner.get(position, [])) if hasattr(part, "gaps") else part)
                position += hasattr(part, "gaps")
            changes[name] = tuple(made)
        elif hasattr(value, "gaps"):
            changes[name] = spaced(value, inner.get(position, []))
            position += 1
    return replace(node, **changes)


def spacing_of(node: Any) -> Spacing:
    """The gaps of a node and of the nodes in it."""
    gaps = node.gaps
    made: Spacing = [list(each) for each in gaps.rest if each[0] != "order"] if gaps is not None else []
    position = 0
    for name in _parts_of(node.__class__):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if type(part) is not Name and hasattr(part, "gaps"):
                inner = spacing_of(part)
                if inner:
                    made.append([position, inner])
                position += 1
    return made


@cache
def _parts_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a node that hold nodes."""
    if not is_dataclass(kind):
        return ()
    return tuple(
        each.name
        for each in fields(kind)
        if each.name in ("operands", "base", "offset", "rest", "items", "first", "second", "operand",
                         "declarators", "dims", "initializer")
    )  # fmt: skip


def with_lead(node: Any, lead: str) -> Any:
    """Return a node with another gap before it."""
    gaps = node.gaps
    return replace(node, gaps=Gaps(lead, gaps.rest if gaps is not None else ()))
