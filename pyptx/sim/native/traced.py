"""The timeline of a launch on the native engine: its lines, and its events as a `Trace`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import TIMELINE, TIMELINE_EVENT, WAIT, WORK
from pyptx.sim.native import extension
from pyptx.sim.scheduler import CLUSTER_BARRIER, WARPGROUP
from pyptx.sim.semantics.registers import RegisterPool
from pyptx.sim.steps import steps_of
from pyptx.sim.tensor_memory import TensorMemory
from pyptx.sim.timeline import MOST_WARPS, REASONS, object_name, operation_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.native.grid import Grid
    from pyptx.sim.steps import Step

_REASONS = {
    **REASONS,
    WAIT["cluster_barrier"]: REASONS[CLUSTER_BARRIER],
    WAIT["warpgroup"]: REASONS[WARPGROUP],
    WAIT["products"]: REASONS[WARPGROUP],
    WAIT["register_pool"]: RegisterPool.waits_for,
    WAIT["tensor_memory"]: TensorMemory.waits_for,
}


def step_of(grid: Grid, record: int) -> tuple[Step, int]:
    """Return the instruction of a record and its block."""
    place = int(np.searchsorted(grid.program.blocks, record, "right")) - 1
    return steps_of(grid.code.blocks[place])[int(grid.program.records[record]["step"])], place


def lines_of_records(grid: Grid) -> NDArray[np.int32]:
    """Return the number of the line of each record that begins an instruction."""
    assert grid.trace is not None
    records = grid.program.records
    lines = np.full(len(records), -1, np.int32)
    for number in np.flatnonzero(records["handler"] == extension.handlers()["issue"]).tolist():
        lines[number] = grid.trace.line_of(*step_of(grid, number))
    return lines


def take_events(grid: Grid, raw: bytes) -> None:
    """Add the events of the engine to the trace of a launch."""
    trace = grid.trace
    assert trace is not None
    processes: dict[int, int] = {}

    def process_of(cta: int) -> int:
        if cta not in processes:
            processes[cta] = trace.process_of(grid.geometry, cta)
        return processes[cta]

    for event in np.frombuffer(raw, TIMELINE_EVENT.dtype).tolist():
        number, warp, cta, since, until, index, detail, other = event
        kind, process = TIMELINE.word(number), process_of(cta)
        track = process * MOST_WARPS + warp
        if kind == "line":
            trace.spans.append((track, since, until, index))
        elif kind == "wait":
            trace.waits.append((track, since, until, _REASONS[index]))
        elif kind == "poll":
            said = f"{_object_at(grid, cta, index)}, phase of parity {detail}"
            trace.waits.append((track, since, until, said))
        elif kind == "work":
            step, _ = step_of(grid, index)
            work = WORK.word(detail)
            trace.work.append((process, since, until, operation_name(work, step, warp // 4), work, step))
        elif kind == "level":
            trace.levels.append((process, until, _object_at(grid, cta, index), detail, other))
        else:
            to = process_of(detail) * MOST_WARPS + index
            trace.arrows.append((to, since - 0.5, track, until - 0.5))
        trace.now = max(trace.now, until)


def _object_at(grid: Grid, cta: int, offset: int) -> str:
    """The name of the mbarrier at an offset of the shared memory of a CTA."""
    memory = grid.memory
    rank = cta % grid.geometry.cluster_size
    return object_name(memory.shared_name(memory.batch_start + rank * memory.shared_stride + offset))
