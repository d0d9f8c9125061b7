"""Registers that warpgroups give to each other: `setmaxnreg` (manual section 9.7.21.5).

Registers are virtual in the simulator, but a warpgroup that requests more than its CTA has waits for ever, as
on a GPU.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pyptx.ir.literals import literal_value
from pyptx.sim.faults import Trap
from pyptx.sim.gates import gather_warpgroups
from pyptx.sim.machine import Part
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.steps import Block
    from pyptx.sim.symbols import Callee

REGISTERS_OF_CTA = 65_536
GRANULE = 8
MOST_REGISTERS = 256
LANES = 128


class RegisterPool(Part):
    """The registers of every warpgroup of a batch.

    Attributes:
        held: Registers of each thread, by warpgroup.
        free: Registers that no warpgroup holds, by CTA.
        wanted: The registers that each warpgroup waits for, in the order of arrival.
    """

    waits_for = "registers"

    def __init__(self, m: Machine) -> None:
        self.held = np.full(m.lanes // LANES, m.code.registers_at_start or 0, np.int64)
        self.free = np.zeros(m.scheduler.ctas, np.int64)
        self.wanted: dict[int, int] = {}

    def describe_wait(self, m: Machine, lane: int) -> str:
        """The number of registers that a parked lane waits for, and the number of free ones."""
        group = lane // LANES
        cta = int(m.cta[lane])
        more = (self.wanted[group] - int(self.held[group])) * LANES
        return (
            f"{self.wanted[group]} registers for each thread: {more} more for the warpgroup, "
            f"of which {int(self.free[cta])} are free; setmaxnreg.dec of the others frees some"
        )

    def grant(self, m: Machine, cta: int) -> None:
        """Give free registers to the warpgroups that wait, in their order."""
        for group, count in tuple(self.wanted.items()):
            if int(m.cta[group * LANES]) != cta:
                continue
            more = (count - int(self.held[group])) * LANES
            if more > self.free[cta]:
                return
            self.free[cta] -= more
            self.held[group] = count
            del self.wanted[group]
            lanes = np.zeros(m.lanes, np.bool_)
            lanes[group * LANES : (group + 1) * LANES] = True
            m.scheduler.release(lanes & m.waiting(self))


@machine("setmaxnreg")
def change(op: Operation) -> Run:
    """``setmaxnreg``: give registers of each thread back, or wait until there are more."""
    count = op.constant("count")
    grows = "inc" in op.words
    word = "increase" if grows else "decrease"
    op.warpgroup = True
    op.meets = (*op.words, count)  # kernels with a role for each warp write one for each

    def passing(m: Machine, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        going = gather_warpgroups(m, mask)
        elsewhere = going & (m.scheduler.parked_at >= 0)
        if m.code.registers_at_start is None or not going.any():
            m.scheduler.release(elsewhere)
            return going & ~elsewhere
        pool = m.part(RegisterPool)
        groups = np.flatnonzero(going.reshape(-1, LANES).any(1)).tolist()
        waiting = np.zeros(m.lanes, np.bool_)
        for group in groups:
            held, cta = int(pool.held[group]), int(m.cta[group * LANES])
            if (held > count) if grows else (held < count):
                said = f"the warpgroup has {held} registers for each thread; to {count} is no {word}"
                raise Trap("setmaxnreg", said, group * LANES)
            if grows and (count - held) * LANES > pool.free[cta]:
                waiting[group * LANES : (group + 1) * LANES] = True
                pool.wanted[group] = count
            else:
                pool.free[cta] += (held - count) * LANES
                pool.held[group] = count
        m.scheduler.note_progress()
        if waiting.any():
            m.park(waiting & ~elsewhere, pool)
            m.scheduler.barrier[waiting & elsewhere] = m.reason(pool)
            going = going & ~waiting
        for cta in {int(m.cta[group * LANES]) for group in groups}:
            pool.grant(m, cta)
        m.scheduler.release(going & elsewhere)
        return going & ~elsewhere

    op.passing = passing
    return nothing


def registers_at_start(entry: Callee, blocks: Sequence[Block]) -> int | None:
    """Registers of a thread when the kernel starts; None where its directives do not fix them.

    ``ptxas`` reads off the directives how many there may be, and takes no more than the kernel asks for.
    Without ``.maxnreg`` and ``.minnctapersm`` it may also ignore `setmaxnreg`, with a warning, if several
    CTAs of the kernel fit on a multiprocessor: that is not known here.
    """
    words = {item.name: item.words for item in entry.node.directives}
    limits = []
    threads = words.get("maxntid") or words.get("reqntid")
    if threads:
        sizes = (*threads, *words.get("minnctapersm", ()))
        lanes = math.prod(_number(word) for word in sizes if word != ",")
        limits.append(min(REGISTERS_OF_CTA // max(lanes, 1) // GRANULE * GRANULE, MOST_REGISTERS))
    if "maxnreg" in words:
        limits.append(_number(words["maxnreg"][0]))
    if not limits:
        return None
    asked = [
        step.operation.constant("count")
        for block in blocks
        for step in ((block.gate,) if block.gate is not None else block.steps)
        if step.operation.warpgroup and "inc" in step.operation.words
    ]
    return min(*limits, max(asked, default=MOST_REGISTERS), MOST_REGISTERS)


def _number(word: str) -> int:
    return int(literal_value(word))


# The native engine


@lowered(change)
def lower_change(step: StepLowering) -> None:
    """Name the direction."""
    step.emit("setmaxnreg", count=step.op.constant("count"), more="inc" in step.op.words)
