"""Operands as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.emitter.spacing import Layout
from pyptx.ir.operands import Address, Expression, Group, Literal, Name, Negated, Operand, Pair, Vector
from pyptx.ir.spacing import expression_gap, glues

if TYPE_CHECKING:
    from collections.abc import Sequence


def spell_operand(operand: Operand) -> str:
    """Spell an operand.

    >>> from pyptx.ir import Address, Literal, Name
    >>> spell_operand(Address(Name("%rd1"), Literal("-8")))
    '[%rd1+-8]'

    Raises:
        TypeError: The tree contains a node that is not an operand.
    """
    match operand:
        case Name():
            text = operand.name
        case Literal():
            text = operand.text
        case Address():
            text = _spell_address(operand, Layout(operand.gaps))
        case Vector():
            text = _spell_enclosed(operand.items, Layout(operand.gaps), "{", "}")
        case Group():
            text = _spell_enclosed(operand.items, Layout(operand.gaps), "(", ")")
        case Pair():
            layout = Layout(operand.gaps)
            between = f"{layout.gap('|')}|{layout.gap('second')}"
            text = f"{spell_operand(operand.first)}{between}{spell_operand(operand.second)}"
        case Negated():
            text = f"!{Layout(operand.gaps).gap('negated')}{spell_operand(operand.operand)}"
        case Expression():
            text = _spell_expression(operand, Layout(operand.gaps))
        case _:
            raise TypeError(f"{operand!r} is not an operand")
    return text


def spell_items(items: Sequence[Operand], layout: Layout) -> str:
    """Spell operands with commas between them."""
    parts: list[str] = []
    for index, item in enumerate(items):
        if index:
            parts.append(f"{layout.gap('comma', index - 1)},{layout.gap('item', index)}")
        parts.append(spell_operand(item))
    return "".join(parts)


def _spell_enclosed(items: Sequence[Operand], layout: Layout, opening: str, closing: str) -> str:
    """A list between two marks."""
    before = layout.gap("open") if items else ""
    return f"{opening}{before}{spell_items(items, layout)}{layout.gap('close')}{closing}"


def _spell_address(address: Address, layout: Layout) -> str:
    """``[base+offset, rest]``."""
    parts = ["[", layout.gap("open"), spell_operand(address.base)]
    if address.offset is not None:
        parts += [layout.gap("+"), "+", layout.gap("offset"), spell_operand(address.offset)]
    for index, item in enumerate(address.rest):
        gap = layout.gap("item", index + 1)
        parts += [layout.gap("comma", index), ",", gap, spell_operand(item)]
    parts += [layout.gap("close"), "]"]
    return "".join(parts)


def _spell_expression(expression: Expression, layout: Layout) -> str:
    """The words of an expression."""
    parts: list[str] = []
    previous = ""
    for index, word in enumerate(expression.words):
        gap = layout.source_gap("word", index) if index else ""
        if gap is None:
            gap = expression_gap(previous, word)
        parts += [gap or (" " if glues(previous, word) else ""), word]
        previous = word
    return "".join(parts)
