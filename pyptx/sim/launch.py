"""One launch on the simulator: arguments into memory, batches of CTAs through the machine, results back.

>>> import numpy as np
>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry fill(.param .u64 out, .param .u32 value) {
...     .reg .b32 %r<3>;
...     .reg .b64 %rd<4>;
...     ld.param.u64 %rd1, [out];
...     ld.param.u32 %r1, [value];
...     mov.u32 %r2, %tid.x;
...     mul.wide.u32 %rd2, %r2, 4;
...     add.u64 %rd3, %rd1, %rd2;
...     st.global.u32 [%rd3], %r1;
...     ret;
... }
... ''')
>>> out = np.zeros(4, np.uint32)
>>> report = simulate(program, (out, 7), grid=(1, 1, 1), block=(4, 1, 1))
>>> out.tolist(), report.steps
([7, 7, 7, 7], 7)
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from pyptx.arch import arch
from pyptx.emitter import emit_with_lines
from pyptx.errors import LaunchError, SimFault
from pyptx.program import check_geometry
from pyptx.sim.arguments import Arguments
from pyptx.sim.asynchrony import SCHEDULES
from pyptx.sim.checks import selected
from pyptx.sim.counters import Counters
from pyptx.sim.decode import decode
from pyptx.sim.engine import cta_warps
from pyptx.sim.explain import explain
from pyptx.sim.faults import Trap
from pyptx.sim.geometry import Geometry, launch_order
from pyptx.sim.interpreter import machine_of, run
from pyptx.sim.lines import Lines
from pyptx.sim.lowering import Lowered
from pyptx.sim.memory import Allocation, Memory, align_up
from pyptx.sim.native import MAX_STEPS as NATIVE_STEPS
from pyptx.sim.native import Grid, HandedOver, Stopped, lowered, obstacle
from pyptx.sim.profile import Profiler
from pyptx.sim.races import Races
from pyptx.sim.report import Fidelity, SimReport
from pyptx.sim.scheduler import WARP
from pyptx.sim.stamps import History
from pyptx.sim.timeline import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from pyptx.program import Program
    from pyptx.sim.engine import Machine
    from pyptx.sim.geometry import Dim3
    from pyptx.sim.observers import Observer
    from pyptx.sim.steps import Code

BATCH_LANES = 16_384
"""Lanes that run together: enough to drown the interpreter's cost, few enough to stay in a cache."""

BATCH_BYTES = 1 << 30
"""Registers, shared and local memory of one batch."""

CTA_BYTES = 1 << 32
"""Shared and local memory of one CTA."""

RESIDENT_LANES = 1 << 20
"""Lanes up to which a grid whose CTAs wait for each other runs as one batch."""

_P = ParamSpec("_P")

MAX_STEPS = 20_000_000
"""Instructions issued before the watchdog speaks, unless `max_steps` says otherwise."""

MOST_THREADS = 256
"""Operating system threads of a launch."""


def _saying_what_needs_memory(run: Callable[_P, SimReport]) -> Callable[_P, SimReport]:
    """Let a launch that is too large for the machine be refused as one."""

    @wraps(run)
    def running(*args: _P.args, **options: _P.kwargs) -> SimReport:
        try:
            return run(*args, **options)
        except MemoryError as error:
            lacks = f": {error}" if str(error) else ""
            said = (
                "this machine has not the memory for what the program declares and the arrays of the launch"
            )
            raise LaunchError(said + lacks) from error

    return running


@_saying_what_needs_memory
def simulate(
    program: Program,
    args: Sequence[Any],
    *,
    grid: Dim3,
    block: Dim3,
    cluster: Dim3 = (1, 1, 1),
    smem: int = 0,
    max_steps: int | None = None,
    schedule: str = "late",
    seed: int = 0,
    uninitialized: Collection[str] = (),
    checks: Collection[str] | None = None,
    profile: bool = False,
    timeline: bool = False,
    order: str = "any",
    native: bool | None = None,
    threads: int = 1,
    observers: Collection[Callable[[Machine], Observer]] = (),
) -> SimReport:
    """Run an entry over a grid on the CPU.

    Args:
        program: The module and its entry.
        args: One per parameter: a C-contiguous array (read and written in place) or an address for a
            pointer, a number for a scalar, `bytes` or a `Structure` for a structure,
            ``tensor_map.of(array)`` for a tensor map.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        max_steps: Instructions issued before the watchdog stops a launch that does not end.
        schedule: When asynchronous operations take effect: ``"late"``, ``"early"`` or ``"random"``, see
            `pyptx.sim.asynchrony`.
        seed: Of the random schedule, and of the order in which CTAs are placed: 0 for rising order, any other
            number for a random one.
        uninitialized: Names of array parameters whose contents no one has defined yet. Reading them is a
            fault, and bytes the program leaves alone come out as `memory.UNWRITTEN`: NaN in floating point.
        checks: Optional rules to look after: ``"uninitialized"``, ``"races"`` (see `pyptx.sim.races`; on one
            thread), or ``"all"`` for both; the first for None. With ``"scopes"`` beside races mbarriers order
            CTAs only where their instructions name the scope of the cluster.
        profile: Whether to count what each line does, see `pyptx.sim.profile`; it takes longer.
        timeline: Whether to note when warps, copies and products do what, see `pyptx.sim.timeline`; it takes
            longer, and memory for every line of every warp. A fault has the timeline up to it.
        order: How matrix units sum: in ``"any"`` order and with more precision than they have; as the
            ``"hardware"`` of the program's target does it, or that of another target, ``"sm_90"``, bit for
            bit as far as it was measured: see `pyptx.sim.semantics.dot_add`, and the report for what was.
        native: Whether the native engine runs: None where it knows every instruction, True in any case, False
            never. Which one ran stands in the report.
        threads: Operating system threads of the native engine, each with a CTA of its own. The order in which
            CTAs reach memory that they share is only the same in every run with one, which the random
            schedule takes.
        observers: Functions that make an observer of the machine of each batch, see `pyptx.sim.observers`.
            They run on the NumPy engine.

    Raises:
        LaunchError: The arguments do not fit the parameters, or ``native=True`` and the native engine does
            not know an instruction, which the message names.
        SimFault: The program broke a rule, or is not modelled.
    """
    started = time.perf_counter()
    if len(args) != len(program.params):
        raise LaunchError(f"{program.entry} takes {len(program.params)} arguments, not {len(args)}")
    check_geometry(program.arch, grid, block, cluster, smem)
    if schedule not in SCHEDULES:
        raise LaunchError(f"no schedule {schedule!r}; there are {', '.join(map(repr, SCHEDULES))}")
    unit = _unit(program, order)
    kept = "sim" if unit is None else f"sim.{unit}"
    code = program.derived.get(kept)
    if code is None:
        code = program.derived[kept] = decode(program.module, program.entry, program.arch, unit)
    geometry = Geometry(grid, block, cluster, code.shared_bytes, smem)
    geometry.order = launch_order(geometry, seed)
    profiler = Profiler() if profile else None
    recorder = Recorder(code) if timeline else None
    memory = Memory(selected(checks))
    arguments = Arguments(program, args, frozenset(uninitialized))
    _fill_segments(memory, code, arguments)
    memory.shared_bytes = max(code.shared_bytes, code.dynamic_offset + smem if smem else 0)
    if memory.shared_bytes > program.arch.max_shared_bytes:
        raise LaunchError(
            f"{program.entry} needs {memory.shared_bytes} bytes of shared memory, {code.shared_bytes} of "
            f"them static; a CTA of {program.arch.name} has {program.arch.max_shared_bytes}"
        )
    if smem:
        memory.shared_names.add("dynamic shared memory", code.dynamic_offset, smem)
    memory.local_bytes = code.local_bytes
    cta_lanes = cta_warps(code, geometry) * WARP
    wanted = {
        "profile=True": profile,
        "timeline=True": timeline,
        "observers=": bool(observers),
    }
    numpy_only = next((word for word, given in wanted.items() if given), "")
    races = "races" in memory.checks
    found = _native(program, code, geometry, races=races, wanted=native, numpy_only=numpy_only)
    if threads < 1:
        raise LaunchError(f"{threads} threads; there must be one at least")
    threads = (
        1
        if code.waits_on_grid or races or schedule == "random"
        else min(threads, geometry.ctas // geometry.cluster_size, MOST_THREADS)
    )
    batch = _batch(code, geometry, memory, cta_lanes)
    private = memory.shared_stride + cta_lanes * align_up(memory.local_bytes, 16)
    if private > CTA_BYTES:
        raise LaunchError(
            f"{program.entry}: the shared and local memory of one CTA takes {private} bytes; "
            f"the simulator gives it {CTA_BYTES}"
        )
    counters, batches = Counters(0, 0), 0
    suspected: SimFault | None = None
    met: Machine | None = None
    while found is not None:
        counters = Counters(len(code.blocks), NATIVE_STEPS if max_steps is None else max_steps)
        resident = batch if code.waits_on_grid or schedule == "random" else geometry.cluster_size
        memory.build(resident * threads * private, lend=True, overlooks=found.overlooks)
        batches = -(-geometry.ctas // resident)
        grid_ = Grid(code, found, memory, geometry, counters, threads, resident, schedule, seed, met)
        try:
            _run_native(program, grid_)
            arguments.copy_back(memory)
            break
        except HandedOver as handed:
            met = handed.spreads if not found.follows else None
            found = None if met is None else _following(program, code, races=races)
            if isinstance(handed.stopped, Stopped):
                suspected = _explained(program, code, handed.stopped)
            else:
                suspected = handed.stopped
        except BaseException as stop:  # an interrupt, too: what was written up to it is the caller's
            if not (races and isinstance(stop, SimFault) and stop.rule != "max-steps"):
                arguments.copy_back(memory)
                raise
            found, suspected = None, stop  # NumPy's order of warps may show the race behind it
    if found is None:
        memory.build(batch * private)
        counters = Counters(len(code.blocks), MAX_STEPS if max_steps is None else max_steps)
        watching: list[Callable[[Machine], Observer]] = [*observers]
        if races:
            watching.append(partial(Races, history=History(code, memory, arguments.elements())))
        watching += [each.attach for each in (profiler, recorder) if each is not None]
        batches = -(-geometry.ctas // batch)
        try:
            with np.errstate(all="ignore"):
                for first in range(0, geometry.ctas, batch):
                    places = first, min(batch, geometry.ctas - first)
                    machine = machine_of(
                        code,
                        memory,
                        geometry,
                        places,
                        counters,
                        schedule=(schedule, seed),
                        observers=watching,
                    )
                    _run(program, machine, code, recorder)
        finally:
            arguments.copy_back(memory)
        if suspected is not None:
            raise suspected
    engine = "numpy" if found is None else "native"
    report = _report(code, counters, geometry, batches, time.perf_counter() - started, engine)
    if profiler is None and recorder is None:
        return report
    lines = Lines(*emit_with_lines(program.module))
    return replace(
        report,
        profile=profiler.profile(code, counters, lines) if profiler is not None else None,
        timeline=recorder.timeline(program.entry, lines) if recorder is not None else None,
    )


def _unit(program: Program, order: str) -> int | None:
    """The number of the target whose matrix units decide how sums round; None for any order.

    Raises:
        LaunchError: There is no such order.
    """
    if order == "any":
        return None
    try:
        return (program.arch if order == "hardware" else arch(order)).number
    except ValueError:
        said = f"no order {order!r}; there are 'any', 'hardware', and targets such as 'sm_90'"
        raise LaunchError(said) from None


def _native(
    program: Program,
    code: Code,
    geometry: Geometry,
    *,
    races: bool,
    wanted: bool | None,
    numpy_only: str,
) -> Lowered | None:
    """The program for the native engine; None where the NumPy engine runs it.

    Raises:
        LaunchError: The native engine is wanted and cannot run it.
    """
    if wanted is False:
        return None
    reason = numpy_only or obstacle(code, geometry, program.derived, races=races)
    if reason and wanted:
        raise LaunchError(f"{program.entry} cannot run on the native engine: {reason}")
    found = None if reason else lowered(code, program.derived, races=races)
    return found if isinstance(found, Lowered) else None


def _run_native(program: Program, grid: Grid) -> None:
    """Run on the native engine; turn a broken rule into the fault the user sees."""
    try:
        grid.run()
    except Stopped as stopped:
        raise _explained(program, grid.code, stopped) from None


def _explained(program: Program, code: Code, stopped: Stopped) -> SimFault:
    return explain(stopped.trap, stopped.machine, code, Lines(*emit_with_lines(program.module)))


def _following(program: Program, code: Code, *, races: bool) -> Lowered | None:
    """The program with what follows values that nobody defined."""
    found = lowered(code, program.derived, races=races, follows=True)
    return found if isinstance(found, Lowered) else None


def _run(program: Program, machine: Machine, code: Code, recorder: Recorder | None) -> None:
    """Run a batch; turn a broken rule into the fault the user sees."""
    try:
        run(machine, code)
    except Trap as trap:
        lines = Lines(*emit_with_lines(program.module))
        fault = explain(trap, machine, code, lines)
        if recorder is not None:
            fault.timeline = recorder.timeline(program.entry, lines)
        raise fault from None


def _fill_segments(memory: Memory, code: Code, arguments: Arguments) -> None:
    """Lay out module variables, arrays and parameters, in this order: decoding fixed the first."""
    for found in code.variables:
        variable = found.variable
        segment = memory.global_ if variable.space == "global" else memory.const
        allocation = Allocation(
            variable.name,
            0,
            variable.size,
            note=f".{variable.space} variable",
            writable=variable.space == "global",
            content=((0, found.content),) if found.content is not None else (),
        )
        segment.add(allocation, variable.align)
    arguments.allocate(memory)
    for variable, content in zip(code.params, arguments.values(), strict=True):
        raw = np.frombuffer(content, np.uint8)
        allocation = Allocation(
            variable.name, 0, variable.size, "kernel parameter", writable=False, content=((0, raw),)
        )
        memory.param.add(allocation, variable.align)
    memory.shared_names.extend(code.shared_names)
    memory.local_names.extend(code.local_names)


def _batch(code: Code, geometry: Geometry, memory: Memory, cta_lanes: int) -> int:
    """CTAs that run together: all of them where they wait for each other."""
    bytes_per_lane = sum(rows * max(bits // 8, 1) for bits, rows in code.rows.items())
    bytes_per_lane += 8 * len(code.pool.recipes) + len(code.registers) + memory.local_bytes
    bytes_per_cta = cta_lanes * bytes_per_lane + memory.shared_bytes
    wanted = max(BATCH_LANES // cta_lanes, 1)
    if code.waits_on_grid and geometry.ctas * cta_lanes <= RESIDENT_LANES:
        wanted = geometry.ctas
    size = geometry.cluster_size
    whole = min(wanted, geometry.ctas, BATCH_BYTES // max(bytes_per_cta, 1)) // size * size
    return max(size, whole)


def _report(
    code: Code, counters: Counters, geometry: Geometry, batches: int, seconds: float, engine: str
) -> SimReport:
    histogram: dict[str, int] = {}
    levels: dict[str, str] = {}
    for block, lanes in zip(code.blocks, counters.lanes, strict=True):
        for step in (*block.steps, *((block.end,) if block.end else ())):
            if lanes:
                histogram[step.name] = histogram.get(step.name, 0) + lanes
                levels[step.name] = step.fidelity
    return SimReport(
        steps=counters.steps,
        lane_instructions=sum(histogram.values()),
        histogram=dict(sorted(histogram.items(), key=lambda entry: -entry[1])),
        fidelity=tuple(Fidelity(name, levels[name]) for name in sorted(levels)),
        threads=geometry.ctas * geometry.threads,
        batches=batches,
        seconds=seconds,
        engine=engine,
    )
