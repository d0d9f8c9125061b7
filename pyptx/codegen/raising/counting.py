"""Loops that count become ``with ptx.counting(…)`` and ``for i in ptx.range_(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import Count, If, Loop, Range, target_of, walk_nodes
from pyptx.ir import Directive, Instruction, Label, Literal, Name
from pyptx.trace import written_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Operand


def raise_counting(nodes: Sequence[Node], flow: Flow) -> tuple[Node, ...]:
    """Note of loops how they count.

    ``label: … add i, i, step; setp p, i, stop; @p bra label;`` is what `ptx.counting` traces, word for word,
    and ``mov i, start; label: setp.ge p, i, stop; @p bra end; … add i, i, step; bra.uni label; end:`` what
    `ptx.range_` traces. Any other loop is left, one whose label or end another branch goes to, and one whose
    body writes the counter or a bound: `ptx.range_` refuses that.

    Args:
        nodes: A body with its loops, conditionals and waits raised.
        flow: Its labels.
    """
    out: list[Node] = []
    for node in nodes:
        if type(node) is Instruction:
            out.append(node)
        elif isinstance(node, If):
            out.append(node.holding(lambda part: raise_counting(part, flow)))
        elif isinstance(node, Loop):
            body = raise_counting(node.body, flow)
            out.append(Loop(node.label, body, node.back, _count(node, body, flow)))
        elif isinstance(node, Label) and len(out) > 1 and _is_range(out[-2], out[-1], node, flow):
            loop, start = out.pop(), out.pop()
            assert isinstance(loop, Loop)
            assert isinstance(start, Instruction)
            out.append(Range(start, loop, node))
        else:
            out.append(node)
    return tuple(out)


def _count(loop: Loop, body: Sequence[Node], flow: Flow) -> Count | None:
    """How a loop with its test at the end counts."""
    guard = loop.back.guard
    coded = [at for at, node in enumerate(body) if not _is_mark(node)][-2:]
    if len(coded) < 2 or guard is None or guard.negated or not _is_alone(loop.label.name, flow):
        return None
    add, compare = (body[at] for at in coded)
    if not (isinstance(add, Instruction) and isinstance(compare, Instruction) and _adds(add)):
        return None
    counter = add.operands[0]
    if not _asks(compare, counter) or compare.operands[0] != Name(guard.register):
        return None
    return Count(add, compare, coded[0]) if counter not in (add.operands[2], compare.operands[2]) else None


def _is_range(start: Node, loop: Node, end: Label, flow: Flow) -> bool:
    """Whether three statements in a row are a loop that asks before each round."""
    if not isinstance(loop, Loop) or not isinstance(start, Instruction) or loop.back.guard is not None:
        return False
    if len(loop.body) < 3 or not (_is_alone(loop.label.name, flow) and _is_alone(end.name, flow)):
        return False
    compare, leave, add = loop.body[0], loop.body[1], loop.body[-1]
    if not all(isinstance(each, Instruction) for each in (compare, leave, add)):
        return False
    assert isinstance(compare, Instruction)
    assert isinstance(leave, Instruction)
    assert isinstance(add, Instruction)
    if not _adds(add):
        return False
    counter = add.operands[0]
    counts = counter, compare.operands[2], add.operands[2]
    fixed = {each.name for each in counts if isinstance(each, Name)}
    if any(fixed & written_names(inner) for inner in walk_nodes(loop.body[2:-1])):  # type: ignore[arg-type]
        return False
    return (
        start.opcode == "mov"
        and start.modifiers == add.modifiers
        and start.guard is None
        and start.operands[0] == counter
        and _asks(compare, counter)
        and compare.modifiers[1:] == add.modifiers
        and target_of(leave) == end.name
        and leave.modifiers == ()
        and leave.guard is not None
        and not leave.guard.negated
        and compare.operands[0] == Name(leave.guard.register)
        and counter not in (start.operands[1], compare.operands[2], add.operands[2])
    )


def _is_mark(node: Node) -> bool:
    """Whether a node says where in a source the next one comes from."""
    return isinstance(node, Directive) and node.name == "loc"


def _is_alone(name: str, flow: Flow) -> bool:
    """Whether one branch goes to a label, and nothing else knows it."""
    return len(flow.branches.get(name, ())) == 1 and name not in flow.held and name not in flow.tangled


def _adds(node: Instruction) -> bool:
    """Whether an instruction is ``add i, i, step``."""
    return (
        node.opcode == "add"
        and len(node.modifiers) == 1
        and node.guard is None
        and isinstance(node.operands[0], Name)
        and node.operands[0] == node.operands[1]
        and _is_bound(node.operands[2])
    )


def _asks(node: Instruction, counter: Operand) -> bool:
    """Whether an instruction is ``setp p, i, stop``."""
    return (
        node.opcode == "setp"
        and len(node.modifiers) == 2
        and node.guard is None
        and len(node.operands) == 3
        and node.operands[1] == counter
        and _is_bound(node.operands[2])
    )


def _is_bound(operand: Operand) -> bool:
    return isinstance(operand, (Name, Literal))
