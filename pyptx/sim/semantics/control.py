"""Branches and the end of threads (manual section 9.7.14); `calls` has the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import VerifyError
from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import YIELDED
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered
from pyptx.sim.symbols import Label
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


@machine("bra")
def branch(op: Operation) -> Run:
    """``bra``: continue at a label; the scheduler does this, because only the guard matters."""
    op.control = True
    op.target = op.label("target")
    op.targets = (op.target,)
    return nothing


@machine("brx.idx")
def branch_by_index(op: Operation) -> Run:
    """``brx.idx``: continue at a label of a list, by the index in a register."""
    op.control = True
    index = op.read("index")
    targets: list[Label] = []
    for name in op.label("targets").targets:
        found = op.scope.find(name)
        if not isinstance(found, Label):
            raise VerifyError(f"brx.idx: {name} is not a label of this function")
        targets.append(found)
    op.targets = tuple(targets)

    def run(m: Machine) -> None:
        chosen, active = index(m), m.active()
        beyond = active & (chosen >= len(targets))
        if beyond.any():
            lane = int(beyond.argmax())
            raise Trap(
                "branch-index", f"index {int(chosen[lane])} is beyond the {len(targets)} labels listed", lane
            )
        scheduler = m.scheduler
        polls = m.step is not None and m.step.polls
        for position, label in enumerate(targets):
            going = active & (chosen == position)
            if going.any():
                spent = scheduler.turn(label.block, polls=polls)
                scheduler.goto(going, label.block + (YIELDED if spent else 0))

    return run


@machine("exit")
def exit_(op: Operation) -> Run:
    """``exit``: end the thread."""
    op.control = True
    return lambda m: m.exit(m.active())


@machine("trap")
def trap(op: Operation) -> Run:
    """``trap``: abort the grid."""
    del op

    def run(m: Machine) -> None:
        raise Trap("trap", "the program executed trap", int(m.active().argmax()))

    return run


@machine("brkpt")
def breakpoint_(op: Operation) -> Run:
    """``brkpt``: stop the launch; there is no debugger."""
    del op

    def run(m: Machine) -> None:
        raise Trap("breakpoint", "the program executed brkpt", int(m.active().argmax()))

    return run


# The native engine


@lowered(branch)
def lower_branch(step: StepLowering) -> None:
    """Go to a block, under a predicate."""
    target = step.op.target
    assert target is not None
    place, block = step.block()
    guarded = step.step.guard >= 0
    step.emit(
        "bra",
        predicate=step.program.rows[step.step.guard_register] if guarded else -1,
        negated=step.step.negated,
        target=target.block,
        next=place + 1,
        polls=block.polls,
    )


@lowered(branch_by_index)
def lower_indexed_branch(step: StepLowering) -> None:
    """Go to one of several blocks."""
    blocks = tuple(label.block for label in step.op.targets)
    _, block = step.block()
    step.emit("brx", index=step.read("index", from_name("u32")), polls=block.polls, blocks=blocks)


@lowered(exit_)
def lower_exit(step: StepLowering) -> None:
    """End the lanes."""
    step.emit("exit")


@lowered(trap, breakpoint_)
def lower_trap(step: StepLowering) -> None:
    """Stop the launch: the reference engine names the fault."""
    step.emit("trap")
