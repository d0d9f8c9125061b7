"""Rules of instructions that say where lanes go on: branches, calls, exits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ir import Group, Name
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.symbols import Register, Variable
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation


@rule("bra")
def _bra(step: StepLowering) -> None:
    target = step.step.target
    assert target is not None
    place, block = step.block()
    guarded = step.step.guard >= 0
    step.emit(
        "bra",
        d=target.block,
        a=step.program.rows[step.step.guard_register] if guarded else -1,
        f=int(step.step.negated),
        e=int(block.polls),
        n=place + 1,
    )


@rule("brx")
def _brx(step: StepLowering) -> None:
    blocks = tuple(label.block for label in step.step.targets)
    _, block = step.block()
    step.emit(
        "brx", a=step.read("index", from_name("u32")), n=len(blocks), extra=blocks or (0,), e=int(block.polls)
    )


@rule("exit", "ret")
def _exit(step: StepLowering) -> None:
    program, caller = step.program, step.op.caller
    if step.op.instruction.opcode == "exit" or caller.node.kind == "entry":
        step.emit("exit")
        return
    sites: list[int] = []
    count = 0
    for place, block in enumerate(program.code.blocks):
        end = block.end
        if end is None or end.instruction.opcode != "call" or caller not in (end.calls or ()):
            continue
        homes = _items_of_group(end.operation, "returns")
        moves = [
            _move(step, source, _home(end.operation, item))
            for source, item in zip(
                (_of_formal(step, formal) for formal in caller.returns), homes, strict=False
            )
            if item != Name("_")
        ]
        sites += [place, place + 1, end.operation.caller.frame, len(moves), *sum(moves, ())]
        count += 1
    step.emit("ret", a=program.frame(), b=program.site(caller), n=count, extra=tuple(sites or [0]))


@rule("call")
def _call(step: StepLowering) -> None:
    op, program = step.op, step.program
    callees = step.step.calls or ()
    if len(callees) != 1 or callees[0].recursive:
        raise step.uncovered("by address, or of itself")
    (callee,) = callees
    program.asynchronous = True
    if callee.node.name == "vprintf":
        raise step.uncovered("vprintf")
    if callee.node.body is None:  # it ends the launch, and the definition says how
        step.emit("handover")
        return
    place, _ = step.block()
    moves: list[int] = []
    for item, formal in zip(_items_of_group(op, "arguments"), callee.params, strict=True):
        source = _home(op, item)
        if source is None:
            if not isinstance(formal, Variable | Register):
                raise step.uncovered("an argument")
            type_ = formal.type if isinstance(formal, Register) else from_name(formal.type)
            if type_.bits < 8 or (isinstance(formal, Variable) and formal.size != type_.bytes):
                raise step.uncovered("an argument")
            source = type_.bytes, 1, step.value(item, type_)
        moves += _move(step, source, _of_formal(step, formal))
        if isinstance(formal, Register):
            step.out.defines.append(formal.number)
    for item in _items_of_group(op, "returns"):
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if isinstance(found, Register):
            step.out.defines.append(found.number)
    step.emit(
        "call",
        d=callee.block,
        a=program.frame(),
        b=program.site(callee),
        c=place,
        e=op.caller.frame,
        f=callee.frame,
        n=len(moves) // 5,
        extra=tuple(moves or [0]),
    )


def _items_of_group(op: Operation, name: str) -> tuple[Operand, ...]:
    """The operands inside parentheses of a call."""
    if not op.has(name):
        return ()
    operand, _ = op.operand(name)
    return operand.items if isinstance(operand, Group) else ()


def _home(op: Operation, item: Operand) -> tuple[int, int, int] | None:
    """Bytes, whether a register, and place of what a call gives or takes; None for other operands."""
    found = op.scope.find(item.name) if isinstance(item, Name) else None
    if isinstance(found, Variable) and found.framed:
        return found.size, 0, found.offset
    if isinstance(found, Register) and found.bits == found.type.bits and found.bits in (8, 16, 32, 64):
        return found.bits // 8, 1, -1 - found.number
    return None


def _of_formal(step: StepLowering, formal: Any) -> tuple[int, int, int]:
    """The same of a parameter or result of a function."""
    if isinstance(formal, Variable):
        return formal.size, 0, formal.offset
    if isinstance(formal, Register) and formal.bits == formal.type.bits and formal.bits in (8, 16, 32, 64):
        return formal.bits // 8, 1, -1 - formal.number
    raise step.uncovered("a vector of registers as a parameter")


def _move(
    step: StepLowering, source: tuple[int, int, int], target: tuple[int, int, int] | None
) -> tuple[int, ...]:
    """The words of a move: `MOVE_WORDS` of csrc/engine/control.cpp."""
    if target is None or source[0] != target[0]:
        raise step.uncovered("an argument")
    rows = step.program.rows
    places = [rows[-1 - place[2]] if place[1] and place[2] < 0 else place[2] for place in (source, target)]
    return source[0], source[1], places[0], target[1], places[1]


@rule("trap", "brkpt")
def _trap(step: StepLowering) -> None:
    step.emit("trap")
