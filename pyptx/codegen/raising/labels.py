"""Labels: which of them are needed, and short names for those that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.flow import label_of, loop_label, target_of
from pyptx.codegen.raising.scopes import renamed
from pyptx.codegen.raising.words import Words, ptx_target
from pyptx.codegen.tree import Call, Do, For, Text, With, walk_statements
from pyptx.ir import Block, Declaration, Directive, Instruction, Label
from pyptx.ir.visit import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.words import Mentions
    from pyptx.codegen.tree import Body, Statement
    from pyptx.ir import Statement as Node


class Labels(NamedTuple):
    """The labels of a function.

    Attributes:
        placed: The labels of the body itself, in order.
        targets: The labels that branches go to.
        fixed: The labels that keep their names: a statement other than a branch names them, or the name has a
            second meaning.
    """

    placed: tuple[str, ...]
    targets: frozenset[str]
    fixed: frozenset[str]


def labels_of(body: Sequence[Node], held: Collection[str], mentions: Mentions) -> Labels:
    """Return the labels of a body; `held` are names that the module uses outside functions."""
    placed: dict[str, None] = {}
    targets: set[str] = set()
    tangled: set[str] = set()
    named: set[str] = set()
    for statement in body:
        if type(statement) is Label:
            if statement.name in placed:
                tangled.add(statement.name)
            placed[statement.name] = None
            continue
        for node in walk((statement,)) if type(statement) is Block else (statement,):
            if type(node) is Instruction:
                target = ptx_target(node) if node.opcode == "bra" else ""
                if target:
                    targets.add(target)
                else:
                    named.update(mentions.names_in(node.operands))
            elif type(node) is Label:
                tangled.add(node.name)
            elif type(node) is Directive:
                named.update(node.words)
            elif type(node) is Declaration:
                named.update(declarator.name for declarator in node.declarators)
    fixed = tangled | {name for name in placed if name in named or name in held}
    return Labels(tuple(placed), frozenset(targets), frozenset(fixed))


def drop_labels(body: Sequence[Node], labels: Labels) -> tuple[Node, ...]:
    """Leave out labels that nothing names, but not those that a directive other than ``.loc`` follows."""
    named = labels.targets | labels.fixed
    out: list[Node] = []
    for position, statement in enumerate(body):
        if type(statement) is Label and statement.name not in named:
            after = body[position + 1] if position + 1 < len(body) else None
            if type(after) is not Directive or after.name == "loc":
                continue
        out.append(statement)
    return tuple(out)


def names_in_sight(body: Sequence[Node], labels: Labels) -> Words:
    """The names that a body declares, and labels that keep theirs."""
    names = Words(labels.fixed)
    for statement in body:
        if type(statement) in (Block, Declaration):
            for node in walk((statement,)):
                if type(node) is Label:
                    names.add(node.name)
                elif type(node) is Declaration:
                    names.declare(node)
    return names


def shorten_labels(
    body: Sequence[Node], labels: Labels, is_taken: Callable[[str], bool]
) -> tuple[tuple[Node, ...], int]:
    """Call the labels of PTX ``L1``, ``L2`` … in the order of the text; return how many there were.

    Labels that a statement other than a branch names, such as a section for debuggers, keep their names.
    """
    names = _short_names(labels.placed, labels.fixed, is_taken)
    return renamed(body, names), len(names)


def name_labels(body: Body, facts: Facts) -> Body:
    """Call the labels of Python ``L1``, ``L2`` … in the order of the text.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.writer import render_body
    >>> body = Do(Call("ptx.label", (Text('"$L__BB0_2"'),))), Do(Call("f"))
    >>> print(render_body(name_labels(body, Facts())))
    ptx.label("L1")
    f()
    """
    placed = [name for each in walk_statements(body) if (name := label_of(each) or loop_label(each))]
    names = _short_names(placed, facts.fixed, facts.is_taken)
    facts.report.labels += len(names)
    return _relabelled(body, names) if names else body


def _short_names(
    placed: Iterable[str], fixed: Collection[str], is_taken: Callable[[str], bool]
) -> dict[str, str]:
    """Return a name for each label that may have another."""
    names: dict[str, str] = {}
    number = 0
    for name in placed:
        if name in fixed:
            continue
        number += 1
        while is_taken(f"L{number}"):
            number += 1
        names[name] = f"L{number}"
    return names


def _relabelled(body: Body, names: dict[str, str]) -> Body:
    """Return a body with other labels."""
    out: list[Statement] = []
    for each in body:
        name = names.get(label_of(each) or loop_label(each) or target_of(each))
        if name is not None and isinstance(each, Do) and isinstance(each.value, Call):
            out.append(each._replace(value=each.value._replace(arguments=(Text(f'"{name}"'),))))
        elif isinstance(each, With):
            inner = each._replace(body=_relabelled(each.body, names))
            out.append(inner if name is None else inner._replace(head=Call("ptx.loop", (Text(f'"{name}"'),))))
        elif isinstance(each, For):
            out.append(each._replace(body=_relabelled(each.body, names)))
        else:
            out.append(each)
    return tuple(out)
