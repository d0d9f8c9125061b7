"""A decoded program: numbered blocks of instructions that are ready to run."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.sim.deferred import Deferred
from pyptx.sim.image import Image
from pyptx.sim.site import Site

if TYPE_CHECKING:
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.symbols import Callee


_completing = threading.Lock()
"""Held while deferred executions are built: launches on several threads share a program."""


@dataclass(slots=True, eq=False)
class Step(Site):
    """One instruction, ready to run.

    Attributes:
        run: Executes it for the active lanes.
        reads: Numbers of the registers that must be defined.
        guard: Array of its guard predicate, by number in the pool; -1 without a guard.
        guard_register: Number of that register.
        negated: Whether the guard is ``@!p``.
        operation: Its words, its row, the names in its scope, and its effects.
        watched: Positions in `Code.watched` of the sets of registers that it must not share with a `wgmma`.
    """

    run: Run
    reads: tuple[int, ...]
    guard: int
    guard_register: int
    negated: bool
    operation: Operation
    watched: tuple[int, ...] = ()


@dataclass(slots=True)
class Block:
    """Consecutive steps.

    Attributes:
        steps: The steps, without a closing control step.
        end: The control step that closes it; None if it continues in the next block.
        gate: Its only step, if lanes wait at it.
        polls: Whether its closing branch jumps back over a step that polls.
    """

    steps: list[Step] = field(default_factory=list)
    end: Step | None = None
    gate: Step | None = None
    polls: bool = False


class Counted(NamedTuple):
    """The instructions of a launch by name, for the next launch that executes as many.

    Attributes:
        lanes: Executions of each block, by lanes.
        levels: Precision of instructions that a launch determined, by name.
        instructions: All instructions, by lanes.
        histogram: The same by name, the most frequent first.
        fidelity: Precision of each.
    """

    lanes: list[int]
    levels: dict[str, str]
    instructions: int
    histogram: dict[str, int]
    fidelity: tuple[Any, ...]


@dataclass(slots=True)
class Code(Image):
    """A decoded program.

    Attributes:
        blocks: All blocks.
        waits_on_grid: Whether a loop polls memory that other CTAs may write.
        cancels: Whether it requests the cancellation of clusters that have not started.
        calls: Whether it calls functions.
        uses_heap: Whether it calls `malloc` or `free` of the device.
        callees: Its functions, by address.
        sites: Its calls, by number.
        deferred: Executions of steps that `complete` builds at their first use.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.
        counted: The instructions of the last launch; None before.
    """

    blocks: list[Block]
    waits_on_grid: bool
    cancels: bool
    calls: bool
    uses_heap: bool
    callees: dict[int, Callee]
    sites: list[Any]
    deferred: list[Deferred]
    unit: int | None
    counted: Counted | None = field(init=False, default=None)
    _counts: list[dict[str, tuple[int, Operation]]] = field(init=False, default_factory=list)

    @property
    def counts(self) -> list[dict[str, tuple[int, Operation]]]:
        """For each block, how often it has an instruction, by name, with the words of the last one."""
        if not self._counts:
            for block in self.blocks:
                found: dict[str, tuple[int, Operation]] = {}
                for step in steps_of(block):
                    found[step.name] = found.get(step.name, (0,))[0] + 1, step.operation
                self._counts.append(found)
        return self._counts

    @property
    def steps(self) -> list[Step]:
        """All instructions, in the order of the program."""
        return [step for block in self.blocks for step in steps_of(block)]

    def complete(self) -> None:
        """Build the deferred executions, before a machine is made of the pool."""
        with _completing:
            if not self.deferred:
                return
            for each in self.deferred:
                each.build()
            for step in self.steps:
                if isinstance(step.run, Deferred):
                    step.run = step.run.build()
            self.deferred.clear()


def steps_of(block: Block) -> tuple[Step, ...]:
    """The steps of a block, including the one that closes it."""
    return (*block.steps, *((block.end,) if block.end else ()))


def following(block: Block, place: int) -> list[int]:
    """The blocks that lanes may go on to from a block at a place; after the last block there is none."""
    end = block.end
    if end is None or end.operation.callees == ():
        return following_in_body(block, place)
    callees = end.operation.callees
    if callees is None:  # by address
        callees = tuple(each for each in end.operation.scope.callees() if each.node.kind == "func")
    called = [callee.block for callee in callees if callee.node.body is not None]
    return [*following_in_body(block, place), *called]


def following_in_body(block: Block, place: int) -> list[int]:
    """The blocks of the same function that lanes may go on to, from a block at a place, also after calls."""
    end = block.end
    if end is None:
        return [place + 1]
    op = end.operation
    beyond = [place + 1] if end.guard >= 0 or op.callees != () else []
    return [*beyond, *(label.block for label in op.targets)]
