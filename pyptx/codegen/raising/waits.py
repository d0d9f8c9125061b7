"""Loops that test an mbarrier until its phase is complete become ``ptx.mbarrier.wait(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from pyptx.codegen.raising.tree import If, Loop, Question, Wait, target_of
from pyptx.ir import Address, Directive, Instruction, Label, Literal, Name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Operand


def raise_waits(nodes: Sequence[Node], flow: Flow) -> tuple[Node, ...]:
    """Raise the loops that `ptx.mbarrier.wait` traces, word for word.

    They are ``again: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], phase; @!done bra again;``, as
    Triton and the DSL write it, ``… @done bra end; bra again; end:``, as CUTLASS does, and ``… selp n, 1, 0,
    done; setp.eq none, n, 0; @none bra again;``, as nvcc compiles libcu++. A loop is left if another
    branch goes to its labels, or if it tests in another way.

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
    for size in (LONGEST, LONGEST - 1, SHORTEST):
        question = _question([part for part, _ in parts[:size]], flow) if len(parts) >= size else None
        if question is not None and (len(parts) == size or parts[size - 1][1] < parts[size][1]):
            return Wait(tuple(nodes[index : parts[size - 1][1]]), question), parts[size - 1][1]
    return None


SHORTEST, LONGEST = 3, 6
"""Statements of a wait: a label, a question and a branch, to the address, the question and three for it."""


def _question(nodes: Sequence[Node], flow: Flow) -> Question | None:
    """How these ask, if they are a wait."""
    again, *rest = nodes
    if not isinstance(again, Label) or not _is_sole(again.name, flow):
        return None
    match rest:
        case [Instruction() as ask, Instruction() as back]:
            right = _asks(ask) and _repeats(back, again, done=ask.operands[0])
            return Question(ask, uni=bool(back.modifiers)) if right else None
        case [Instruction() as ask, Instruction() as leave, Instruction() as back, Label() as end]:
            right = (
                _asks(ask) and _is_sole(end.name, flow) and _exits(leave, back, again, end, ask.operands[0])
            )
            return Question(ask, uni=bool(leave.modifiers), exits=True) if right else None
        case [*before, Instruction() as ask, Instruction() as number, Instruction() as none, back]:
            if not _asks(ask) or not _is_number(number, none, back, again, done=ask.operands[0]):
                return None
            moves = [each for each in before if _moves(each, none.modifiers[1], ask.operands[1])]
            if len(moves) == len(before):
                return Question(ask, through=(number, none), move=moves[0] if moves else None)
    return None


def _repeats(back: Instruction, again: Label, *, done: Operand) -> bool:
    """Whether a branch goes back until an answer is yes."""
    guard = back.guard
    return (
        guard is not None
        and guard.negated
        and Name(guard.register) == done
        and back.modifiers in ((), ("uni",))
        and target_of(back) == again.name
    )


def _exits(leave: Instruction, back: Instruction, again: Label, end: Label, done: Operand) -> bool:
    """Whether one branch goes to the end when an answer is yes, and another back."""
    guard, words = leave.guard, leave.modifiers
    return (
        guard is not None
        and not guard.negated
        and Name(guard.register) == done
        and words in ((), ("uni",))
        and target_of(leave) == end.name
        and back == Instruction("bra", words, (Name(again.name),))
    )


def _is_number(number: Instruction, none: Instruction, back: Node, again: Label, *, done: Operand) -> bool:
    """Whether a branch goes back while the number that is made of an answer is 0."""
    one, zero = Literal("1"), Literal("0")
    guard = back.guard if isinstance(back, Instruction) and back.modifiers == () else None
    return (
        (number.opcode, number.modifiers, number.guard) == ("selp", ("b32",), None)
        and number.operands[1:] == (one, zero, done)
        and none.opcode == "setp"
        and none.modifiers in (("eq", "s32"), ("eq", "b32"))
        and none.guard is None
        and none.operands[1:] == (number.operands[0], zero)
        and isinstance(none.operands[0], Name)
        and guard is not None
        and not guard.negated
        and guard.register == none.operands[0].name
        and target_of(back) == again.name
    )


def _moves(move: Node, compared: str, place: Operand) -> TypeGuard[Instruction]:
    """Whether a node sets the address that a question is about, in the type that goes with the comparison."""
    return (
        isinstance(move, Instruction)
        and (move.opcode, move.modifiers, move.guard) == ("mov", (_MOVED[compared],), None)
        and isinstance(place, Address)
        and move.operands[0] == place.base
        and isinstance(move.operands[1], Name)
    )


_MOVED = {"s32": "u32", "b32": "b32"}
"""How nvcc moves addresses where it compares numbers in a type."""


def _asks(node: Instruction) -> bool:
    words = tuple([word for word in node.modifiers if word != "parity"])
    order = words[1:-2]
    return (
        node.opcode == "mbarrier"
        and node.guard is None
        and words[:1] in (("try_wait",), ("test_wait",))
        and words[-2:] in (("shared::cta", "b64"), ("shared", "b64"))
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
