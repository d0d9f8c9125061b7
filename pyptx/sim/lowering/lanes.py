"""Rules of instructions for lanes together: barriers, shuffles, votes."""

from __future__ import annotations

from pyptx.ir import Name, Pair
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.symbols import Register
from pyptx.types import from_name


@rule("bar", "barrier")
def _barrier(step: StepLowering) -> None:
    op, barrier = step.op, step.step.barrier
    if barrier is None:
        if op.words[0] == "cluster":
            step.program.asynchronous = True
            step.emit(f"barrier.cluster.{op.words[1]}")
        return
    u32 = from_name("u32")
    result = {"": "", "popc": "d"}.get(barrier.reduce, "p")
    row = step.write(result) if result else -1
    number = step.out.defines[0] if step.out.defines else -1
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.emit(
        "barrier",
        d=row,
        a=step.read("a", u32),
        b=step.read("b", u32) if op.has("b") else -1,
        c=step.read("c") if barrier.reduce else -1,
        e=("sync", "arrive", "red").index(barrier.kind),
        f=int(barrier.aligned),
        imm=("popc", "and", "or").index(barrier.reduce) if barrier.reduce else 0,
        extra=(-1,),
        tracks=number,
    )


@rule("shfl")
def _shfl(step: StepLowering) -> None:
    op = step.op
    u32 = from_name("u32")
    operand, _ = op.operand("d")
    first = operand.first if isinstance(operand, Pair) else operand
    found = op.scope.find(first.name) if isinstance(first, Name) else None
    value = step.read("a", u32)
    distance, bounds = (op.known(op.operand(name)[0]) for name in "bc")
    if distance is not None and bounds is not None:
        fixed, distance, bounds = ".fixed", distance & 31, bounds & 0x1F1F
    else:
        fixed, distance, bounds = "", step.read("b", u32), step.read("c", u32)
    row = step.needed(step.write("d"), 32)
    number = -1
    if isinstance(found, Register):
        step.out.defines.remove(found.number)
        step.out.clouds = number = found.number
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.emit(
        f"shfl.{op.modifiers['mode']}{fixed}",
        d=row,
        a=value,
        b=distance,
        c=bounds,
        e=step.write_second("d"),
        f=-1,
        imm=-1 if step.out.members == step.program.everyone else step.out.members,
        tracks=number,
    )


@rule("vote")
def _vote(step: StepLowering) -> None:
    op = step.op
    mode = op.modifiers["mode"]
    step.emit(
        f"vote.{mode}",
        d=step.needed(step.write("d"), 32 if mode == "ballot" else 1),
        a=step.read("a"),
        b=step.read("membermask", from_name("u32")) if op.has("membermask") else -1,
    )


@rule("match")
def _match(step: StepLowering) -> None:
    op = step.op
    type_ = from_name(op.modifiers["type"])
    step.emit(
        f"match.{op.modifiers['mode']}.b{type_.bits}",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("membermask", from_name("u32")),
        e=step.write_second("d"),
    )


@rule("activemask")
def _activemask(step: StepLowering) -> None:
    step.emit("activemask", d=step.needed(step.write("d"), 32))


@rule("elect")
def _elect(step: StepLowering) -> None:
    step.emit(
        "elect", d=step.write("d"), e=step.write_second("d"), b=step.read("membermask", from_name("u32"))
    )


@rule("redux")
def _redux(step: StepLowering) -> None:
    op = step.op
    type_ = from_name(op.modifiers["type"])
    operation = op.modifiers["op"]
    words = (
        "redux",
        operation,
        "NaN" if "NaN" in op.words else "",
        "u32" if operation == "add" else type_.name,
    )
    step.emit(
        ".".join(filter(None, words)),
        d=step.needed(step.write("dst"), 32),
        a=step.read("src"),
        b=step.read("membermask", from_name("u32")),
        e=int("abs" in op.words),
    )
