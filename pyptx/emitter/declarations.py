"""Declarations, directives and sections as text, without the gap before their first word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.emitter.operands import spell_operand
from pyptx.emitter.spacing import Layout, Words
from pyptx.ir.spacing import HEAD_ORDER, data_gap, word_gap

if TYPE_CHECKING:
    from pyptx.ir.nodes import Declaration, Declarator, Directive, Section


def spell_declaration(node: Declaration, *, semicolon: bool = True) -> str:
    """Spell a declaration; a parameter has no semicolon."""
    layout = Layout(node.gaps)
    words = Words()
    for role in _head_order(layout):
        _put_head(words, layout, node, role)
    for index, declarator in enumerate(node.declarators):
        if index:
            words.put(layout.gap("comma", index - 1), ",")
        gap = layout.gap("item", index) if index else layout.gap("name")
        words.put(gap, _spell_declarator(declarator))
    if semicolon:
        words.put(layout.gap("end"), ";")
    return words.text()


def spell_directive(node: Directive) -> str:
    """Spell a directive."""
    layout = Layout(node.gaps)
    words = Words()
    if node.name:
        words.put("", node.name if node.name.startswith("@@") else f".{node.name}")
    previous = node.name
    for index, word in enumerate(node.words):
        gap = layout.source_gap("word", index)
        words.put(word_gap(previous, word) if gap is None else gap, word)
        previous = word
    if node.semicolon:
        words.put(layout.gap("end") if node.name else "", ";")
    return words.text()


def spell_section(node: Section) -> str:
    """Spell a section."""
    layout = Layout(node.gaps)
    words = Words()
    words.put("", ".section")
    words.put(layout.gap("name"), node.name)
    words.put(layout.gap("body"), "{")
    row = layout.gap("row")
    previous = ""
    for index, word in enumerate(node.words):
        gap = layout.source_gap("word", index)
        words.put(data_gap(previous, word, row) if gap is None else gap, word)
        previous = word
    words.put(layout.gap("}"), "}")
    return words.text()


def put_attributes(words: Words, layout: Layout, attributes: tuple[str, ...]) -> None:
    """Append ``.attribute(…)``."""
    words.put(layout.gap("attribute") if words.parts else "", ".attribute")
    words.put(layout.gap("attribute("), "(")
    previous = "("
    for index, plain in enumerate(attributes):
        word = f".{plain}" if plain[0].isalpha() else plain
        gap = layout.source_gap("attribute word", index)
        words.put(("" if word == "(" else word_gap(previous, word)) if gap is None else gap, word)
        previous = word
    words.put(layout.gap("attribute)"), ")")


def put_linkage(words: Words, layout: Layout, linkage: tuple[str, ...]) -> None:
    """Spell ``.visible``, ``.extern`` …."""
    for index, word in enumerate(linkage):
        words.put(layout.gap("linkage", index) if words.parts else "", f".{word}")


def _head_order(layout: Layout) -> list[str]:
    """The order of the words before the names: that of the source, then the usual one for new words."""
    given = (layout.source_gap("order") or "").split()
    order = list(given)
    for position, role in enumerate(HEAD_ORDER):
        if role not in order:
            earlier = [order.index(other) + 1 for other in HEAD_ORDER[:position] if other in order]
            order.insert(max(earlier, default=0), role)
    return order


def _put_head(words: Words, layout: Layout, node: Declaration, role: str) -> None:
    """Write the part of a declaration for one role, if it has one."""
    gap = layout.gap(role) if words.parts else ""
    if role == "linkage":
        put_linkage(words, layout, node.linkage)
    elif role == "space":
        words.put(gap, f".{node.space}")
    elif role == "attribute" and node.attributes:
        put_attributes(words, layout, node.attributes)
    elif role == "align" and node.align is not None:
        words.put(gap, ".align")
        words.put(layout.gap("alignment"), str(node.align))
    elif role == "vector" and node.vector is not None:
        words.put(gap, f".{node.vector}")
    elif role == "type" and node.type is not None:
        words.put(gap, f".{node.type}")
    elif role == "pointer" and node.pointer is not None:
        words.put(gap, ".ptr")
        for index, plain in enumerate(node.pointer):
            inner = layout.source_gap("pointer word", index)
            words.put(" " if inner is None else inner, f".{plain}" if plain[0].isalpha() else plain)


def _spell_declarator(node: Declarator) -> str:
    """``name<12>[4] = {…}``."""
    if node.gaps is None and not node.dims and node.initializer is None:
        return node.name if node.count is None else f"{node.name}<{node.count}>"
    layout = Layout(node.gaps)
    words = Words()
    words.put("", node.name)
    if node.count is not None:
        words.put(layout.gap("<"), "<")
        words.put(layout.gap("count"), str(node.count))
        words.put(layout.gap(">"), ">")
    for index, size in enumerate(node.dims):
        words.put(layout.gap("[", index), "[")
        if size is not None:
            words.put(layout.gap("dim", index), spell_operand(size))
        words.put(layout.gap("]", index), "]")
    if node.initializer is not None:
        words.put(layout.gap("="), "=")
        words.put(layout.gap("initializer"), spell_operand(node.initializer))
    return words.text()
