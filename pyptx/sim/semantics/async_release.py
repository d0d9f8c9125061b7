"""Asynchronous releases: `st.async.release`, `red.async.release` (manual sections 9.7.10.12 and 9.7.15.7).

They write global memory after everything that their thread did before, at some later time: nothing waits for
them. Here they take effect in the order in which they start. The race detector counts the write as the
thread's own, and publishes its release when it takes effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.asynchrony import Transfer, Work
from pyptx.sim.faults import Trap
from pyptx.sim.queues import TransferQueue
from pyptx.types import from_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


def write_later(op: Operation, *, adds: bool) -> Run:
    """Store a value later, or add it to the one that is there then."""
    space, address = op.place("a")
    type_ = from_name(op.operand("b")[1].type)
    size, value = type_.bytes, op.read("b", type_)
    bits = np.dtype(f"uint{8 * size}")

    def run(m: Machine) -> None:
        memory, where = m.memory, address(m)
        index = memory.locate(space, where, size, m.mask)
        if adds:
            memory.need_initialised(space, where, index, size, m.mask)
        memory.need_writable(space, where, index, size, m.mask)
        values = np.ascontiguousarray(value(m)).view(bits)
        for each in m.observers.updated if adds else ():
            each.updated(index, size, m.mask)
        for each in m.observers.stored if not adds else ():
            each.stored(index, size, m.mask, values)
        lanes = np.flatnonzero(m.executing())
        for lane in lanes.tolist():
            if not memory.is_global(int(index[lane])):
                said = f"the address is not in global memory: {int(where[lane]):#x}"
                raise Trap("out-of-bounds", said, lane)
        at, written = index[lanes].copy(), values[lanes].copy()

        def deliver(_: Any) -> None:
            _write(m, at, size, written, adds=adds)
            for each in m.observers.release_landed:
                each.release_landed()

        for each in m.observers.write_sent:
            each.write_sent(index, lanes)
        transfer = Transfer(Work(m.step, "copy"), int(lanes[0]), lambda: None, deliver)
        m.part(TransferQueue).start_in_order(m, transfer)

    return run


def _write(m: Machine, index: NDArray[np.int64], size: int, values: NDArray[Any], *, adds: bool) -> None:
    """Store values at arena indices, or add those of all lanes."""
    if adds:
        index, which = np.unique(index, return_inverse=True)
        total = m.memory.gather(index, size, 1).copy()
        np.add.at(total, which.reshape(-1), values)
        values = total
    m.memory.scatter(index, size, values)


# The native engine


def lower_later(step: StepLowering, *, adds: bool) -> None:
    """Emit the record of an asynchronous release."""
    type_ = from_name(step.op.operand("b")[1].type)
    step.program.asynchronous = True
    value, place = step.read("b", type_), step.place("a")._asdict()
    if adds:
        step.emit(f"later.add.u{type_.bits}", **place, operand=value)
    else:
        step.emit(f"later.st.u{type_.bits}.u{max(type_.bits, 8)}", **place, values=[value])
