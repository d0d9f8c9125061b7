"""Loops that ask a barrier until its phase is complete become ``ptx.mbarrier.wait(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import If, Loop, Wait, target_of
from pyptx.ir import Address, Directive, Instruction, Label, Literal, Name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node


def raise_waits(nodes: Sequence[Node], flow: Flow) -> tuple[Node, ...]:
    """Raise the loops that `ptx.mbarrier.wait` traces, word for word.

    They are ``again: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], phase; @!done bra again;``, as
    Triton and the DSL write it, and ``… @done bra end; bra again; end:``, as CUTLASS does. A loop is left
    whose labels another branch goes to, or that asks in another way.

    Args:
        nodes: A body with its loops and conditionals raised, but not counted.
        flow: Its labels.
    """
    out: list[Node] = []
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if type(node) is Instruction:
            out.append(node)
            index += 1
            continue
        made = _wait(nodes, index, flow)
        if made is not None:
            out.append(made[0])
            index = made[1]
            continue
        if isinstance(node, If):
            node = node.holding(lambda part: raise_waits(part, flow))
        elif isinstance(node, Loop):
            node = Loop(node.label, raise_waits(node.body, flow), node.back)
        out.append(node)
        index += 1
    return tuple(out)


def _wait(nodes: Sequence[Node], index: int, flow: Flow) -> tuple[Wait, int] | None:
    """The wait that starts at a node, and the index after it; None where there is none."""
    parts: list[tuple[Node, int]] = []
    at = index
    while at < len(nodes) and len(parts) <= LONGEST:
        node = nodes[at]
        at += 1
        if isinstance(node, Loop) and not parts:
            parts += [(part, at) for part in (node.label, *node.body, node.back) if not _is_mark(part)]
        elif isinstance(node, (Label, Instruction)) and (parts or isinstance(node, Label)):
            parts.append((node, at))
        elif not parts or not _is_mark(node):
            break
    for size in (SHORTEST, LONGEST):
        made = _shape([part for part, _ in parts[:size]], flow)
        if made is not None and (len(parts) == size or parts[size - 1][1] < parts[size][1]):
            return Wait(tuple(nodes[index : parts[size - 1][1]]), *made), parts[size - 1][1]
    return None


SHORTEST, LONGEST = 3, 5
"""Statements of a wait: a label, a question and a branch, or two and another label."""


def _shape(nodes: Sequence[Node], flow: Flow) -> tuple[Instruction, bool, bool] | None:
    """The question of a wait that these are, whether its branches are uniform, and whether one exits."""
    if len(nodes) not in (SHORTEST, LONGEST):
        return None
    again, ask, first = nodes[:3]
    if not (isinstance(again, Label) and isinstance(ask, Instruction) and isinstance(first, Instruction)):
        return None
    guard, words = first.guard, first.modifiers
    if not _asks(ask) or guard is None or Name(guard.register) != ask.operands[0]:
        return None
    place = again.name
    if words not in ((), ("uni",)) or not _is_sole(place, flow):
        return None
    if len(nodes) == SHORTEST:
        right = guard.negated and target_of(first) == place
    else:
        back, end = nodes[3:]
        right = (
            isinstance(end, Label)
            and _is_sole(end.name, flow)
            and not guard.negated
            and target_of(first) == end.name
            and back == Instruction("bra", words, (Name(place),))
        )
    return (ask, bool(words), len(nodes) == LONGEST) if right else None


def _asks(node: Instruction) -> bool:
    words = node.modifiers
    order = words[2:-2]
    return (
        node.opcode == "mbarrier"
        and node.guard is None
        and words[:2] in (("try_wait", "parity"), ("test_wait", "parity"))
        and words[-2:] == ("shared::cta", "b64")
        and (not order or (len(order) == 2 and order[0] == "acquire"))
        and len(node.operands) in (3, 4)
        and isinstance(node.operands[0], Name)
        and isinstance(node.operands[1], Address)
        and all(isinstance(operand, (Name, Literal)) for operand in node.operands[2:])
    )


def _is_sole(name: str, flow: Flow) -> bool:
    """Whether one branch goes to a label, and nothing else knows it."""
    return len(flow.branches.get(name, ())) == 1 and name not in flow.held and name not in flow.tangled


def _is_mark(node: Node) -> bool:
    """Whether a node says where in a source the next one comes from."""
    return isinstance(node, Directive) and node.name == "loc"
