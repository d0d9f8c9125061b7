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
import warnings
from contextlib import nullcontext
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Literal, ParamSpec

import numpy as np

from pyptx.arch import MAX_LOCAL_BYTES, arch
from pyptx.errors import LaunchError
from pyptx.program import VARIABLES, check_geometry
from pyptx.record import replace
from pyptx.sim.arguments import Arguments
from pyptx.sim.asynchrony import SCHEDULES
from pyptx.sim.checks import selected
from pyptx.sim.decode import decode
from pyptx.sim.device import Device, LoadedModule
from pyptx.sim.footprint import Footprint
from pyptx.sim.geometry import Geometry, launch_order
from pyptx.sim.lowering import Lowered, Uncovered
from pyptx.sim.memory import Memory
from pyptx.sim.native import extension, obstacle
from pyptx.sim.profile import Counts
from pyptx.sim.report import Fidelity, SimReport
from pyptx.sim.runs import (
    Handed,
    Launch,
    Run,
    fill_segments,
    lines_of,
    lowered_for,
    run_again,
    run_native,
)
from pyptx.sim.shadow.carried import CarriedShadows
from pyptx.sim.shadow.cells import E2M1, KINDS
from pyptx.sim.shadow.launch_shadows import ExactInput, Shadows, kind_of
from pyptx.sim.shadow.nibbles import numbers_of_four_bits
from pyptx.sim.shadow.provenance import Provenance
from pyptx.sim.shadow.report import report_of
from pyptx.sim.shadow.rounding_lines import RoundingLines
from pyptx.sim.steps import Counted
from pyptx.sim.timeline import Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.program import Program
    from pyptx.sim.counters import Counters
    from pyptx.sim.geometry import Dim3
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Observer
    from pyptx.sim.steps import Code

_P = ParamSpec("_P")

HANDED_OVER = "the native engine came to an instruction whose outcome only the reference engine decides"
"""Why a launch ran again on the reference engine."""

CTAS_A_SECOND = {"native": 15_000_000, "NumPy": 1_500_000}
"""CTAs of one warp without instructions that each engine runs in a second (December 2026, Zen 5)."""

PLACED = "sim.placed"
"""The name under which a program keeps what is derived from it for other places of its variables."""

MOST_PLACED = 8
"""Places of variables for which a program is kept decoded, the latest ones."""

MOST_THREADS = 256
"""Operating system threads of a launch."""


def _in_turn(run: Callable[_P, SimReport]) -> Callable[_P, SimReport]:
    """Let a launch wait until no other thread uses its device, and report a lack of memory in words."""

    @wraps(run)
    def running(*args: _P.args, **options: _P.kwargs) -> SimReport:
        device = options.get("device")
        try:
            with device.lock if isinstance(device, Device) else nullcontext():
                return run(*args, **options)
        except MemoryError as error:
            lacks = f": {error}" if str(error) else ""
            said = (
                "this machine lacks the memory for the variables of the program and the arrays of the launch"
            )
            raise LaunchError(said + lacks) from error

    return running


@_in_turn
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
    read_only: Collection[str] = (),
    checks: Collection[str] | None = None,
    profile: bool = False,
    timeline: bool = False,
    shadow: bool | Literal["slices", "double-double"] | Mapping[str, Any] | CarriedShadows = False,
    order: str = "any",
    native: bool | None = None,
    threads: int = 1,
    fresh: bool = False,
    observers: Collection[Callable[[Machine], Observer]] = (),
    footprint: bool = False,
    after: SimReport | None = None,
    device: Device | None = None,
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
        seed: Seed of the random schedule and of the order in which CTAs start: 0 for rising order, any other
            number for a random one.
        uninitialized: Names of array parameters whose contents are undefined at the start. Reading them is a
            fault, and unwritten bytes come out as `pyptx.sim.arena.UNWRITTEN`: NaN in floating point.
        read_only: Names of array parameters that the program must not write.
        checks: Optional rules to check: ``"uninitialized"``, ``"exits"`` (a CTA does not end before its
            bulk copies have read its shared memory), ``"races"`` (see `pyptx.sim.races`; on one thread,
            and with exits), ``"swizzles"`` in addition to races (tensor copies and the operations that read
            what they wrote have one swizzle), ``"wraps"`` (see `pyptx.sim.wraps`), ``"arrays"`` (see
            `pyptx.sim.array_bounds`), or ``"all"`` for these six; the first two for None.
            With ``"scopes"`` in addition to races, mbarriers order CTAs only if their instructions name the
            scope of the cluster.
        profile: Whether to count executions and traffic of each line, see `pyptx.sim.profile`; slower.
        timeline: Whether to record when warps, copies and MMAs run, see `pyptx.sim.timeline`; slower, and
            takes memory for every line of every warp. A fault has the timeline up to the fault.
        shadow: Whether every floating-point value carries a shadow in float64 that no instruction rounds, see
            `pyptx.sim.shadow`. A mapping gives inputs in float64, by the names of their parameters: their
            arguments are these, rounded. ``"double-double"`` gives shadows 106 bits, which also show the
            errors of f64. ``"slices"`` keeps the lines behind every element, for small launches: the verdict
            on a wrong element names them. `CarriedShadows` hands shadows on from launch to launch. With
            slices, double-double, or instructions through which the native engine does not follow shadows,
            this runs on the NumPy engine.
        order: How MMAs sum: exact products in ``"any"`` order, in f64 or f32; or bit for bit as the
            ``"hardware"`` of the program's target, or of another target such as ``"sm_90"``, where
            measurements exist (see `pyptx.sim.semantics.dot_add`). The report names the instructions that
            were summed this way.
        native: Whether to use the native engine: None if it supports every instruction, True always, False
            never. The report names the engine that ran.
        threads: Operating system threads of the native engine, each with a CTA of its own. With more than
            one, the order in which CTAs access common memory differs between runs. The random schedule uses
            one.
        fresh: Whether ``.global`` variables of the module start with their initial values. Otherwise they
            keep their values from the last launch of `program`, as variables of a loaded module do.
        observers: Functions that make an observer of the machine of each batch, see `pyptx.sim.observers`.
            They run on the NumPy engine.
        footprint: Whether to keep which global memory the grid accessed, for a launch with ``after=``. This
            needs race checking, and runs on the NumPy engine.
        after: Report of the launch before this one, made with ``footprint=True``, if this grid may start
            before that one has ended (programmatic dependent launch). If a thread of that grid executed
            `griddepcontrol.launch_dependents`, accesses that conflict with its own are reported unless
            `griddepcontrol.wait` comes first. If that grid had an earlier one before it, and each of its CTAs
            let dependent grids start, or ended, without a wait for that, the same holds for the earlier one.
            This runs on the NumPy engine.
        device: Device whose memory the launch uses: its arrays as arguments, addresses in it, and its copy of
            the module's ``.global`` variables. Without one, the variables are those of `program`.

    Raises:
        LaunchError: The arguments do not fit the parameters, or ``native=True`` and the native engine does
            not support an instruction, which the message names.
        SimFault: The program broke a rule, or an instruction is not modelled.
    """
    started = time.perf_counter()
    if len(args) != len(program.params):
        raise LaunchError(f"{program.entry} takes {len(program.params)} arguments, not {len(args)}")
    check_geometry(program.arch, grid, block, cluster, smem)
    if schedule not in SCHEDULES:
        raise LaunchError(f"no schedule {schedule!r}; there are {', '.join(map(repr, SCHEDULES))}")
    if seed < 0:
        raise LaunchError(f"seed={seed}; it must be 0 or more")
    if threads < 1:
        raise LaunchError(f"{threads} threads; there must be one at least")
    if max_steps is not None:
        _check_steps(max_steps)
    if device is None:
        if fresh:
            program.forget_variables()
        device = program.derived.get(VARIABLES) or program.derived.setdefault(VARIABLES, Device())
    elif fresh:
        raise LaunchError("fresh=True is for launches without device=; a new Device has the initial values")
    program, code, loaded = _loaded(program, order, device)
    geometry = Geometry(grid, block, cluster, code.shared_bytes, smem)
    geometry.order = launch_order(geometry, seed)
    arguments = Arguments(program, args, frozenset(uninitialized), frozenset(read_only), device)
    heap = device.heap if code.uses_heap else None
    memory = Memory(selected(checks), device.segment())
    _check_dependence(memory.checks, after, footprint=footprint)
    fill_segments(memory, code, arguments, smem, program, loaded)
    if heap is not None:
        memory.use_heap(heap)
    _need_memory(program, code, memory)
    before = None if after is None else after.footprint
    counts = Counts() if profile else None
    trace = Trace(code, lines_of(program)) if timeline else None
    shadows = None if shadow is False else _shadows(shadow, code, program, arguments)
    launch = Launch(
        program, code, geometry, memory, arguments, schedule, seed, max_steps, before,
        counts=counts, trace=trace, shadows=shadows,
    )  # fmt: skip
    options = {
        "native=False": native is False, "observers=": observers, "footprint=True": footprint,
        "after=": after is not None,
    }  # fmt: skip
    reason = next((option for option, given in options.items() if given), "")
    reason = reason or obstacle(code, geometry, races=launch.races, shadows=shadows)
    found = None if reason else lowered_for(launch)
    reason = str(found) if isinstance(found, Uncovered) else reason
    if native is None and extension.MISSING:
        _warn(f"the simulator runs without its native engine, 7 to 80 times slower: {extension.MISSING}")
    _warn_of_time(program, geometry, "native" if isinstance(found, Lowered) else "NumPy")
    if native and reason:
        raise LaunchError(f"{program.entry} cannot run on the native engine: {reason}")
    one = code.waits_on_grid or launch.races or timeline or shadows is not None or schedule == "random"
    most = 1 if one else min(threads, geometry.ctas // geometry.cluster_size, MOST_THREADS)
    try:
        run = run_native(launch, found, most) if isinstance(found, Lowered) else Handed()
        if isinstance(run, Handed):
            reason = reason or HANDED_OVER
            run = run_again(launch, list(observers), run)
    finally:
        launch.output.flush()
    errors = report_of(shadows, arguments, memory) if shadows is not None else None
    if errors is not None and isinstance(shadow, CarriedShadows):
        shadow.keep({name: array for name, array, _ in arguments.placed()}, errors)
    report = _report(code, geometry, run, time.perf_counter() - started, reason)
    if not footprint and counts is None and trace is None and errors is None:
        return report
    return replace(
        report,
        footprint=_footprint(report, run, launch) if footprint else None,
        profile=counts.profile(code, run.counters, lines_of(program)) if counts is not None else None,
        timeline=trace.timeline(program.entry) if trace is not None else None,
        shadow=errors,
    )


def _check_dependence(checks: frozenset[str], after: SimReport | None, *, footprint: bool) -> None:
    """Check the options of a launch that may overlap with another.

    Raises:
        LaunchError: They do not fit each other.
    """
    if not isinstance(after, SimReport | None):
        raise LaunchError(
            f"after= takes the detail of a simulated launch's report, not {type(after).__name__}"
        )
    if (footprint or after is not None) and "races" not in checks:
        raise LaunchError("footprint= and after= are for race checking: checks='all', or with 'races'")
    if after is not None and after.footprint is None:
        raise LaunchError("after= names a launch that was made without footprint=True")


def _warn_of_time(program: Program, geometry: Geometry, engine: str) -> None:
    """Warn of a grid that takes minutes even if its threads end at once."""
    rate = CTAS_A_SECOND[engine]
    if minutes := geometry.ctas // (60 * rate):
        _warn(
            f"{program.entry}: a grid of {geometry.ctas:,} CTAs takes {minutes} minute{'s' * (minutes > 1)} "
            f"or more, because the {engine} engine starts about {rate:,} in a second; Ctrl-C stops it"
        )


def _shadows(
    shadow: Literal[True, "slices", "double-double"] | Mapping[str, Any] | CarriedShadows,
    code: Code,
    program: Program,
    arguments: Arguments,
) -> Shadows:
    """The shadows of a launch.

    Raises:
        LaunchError: The inputs in float64 do not fit the arguments.
    """
    arrays = {name: array for name, array, _ in arguments.placed()}
    kept = f"sim.shadow.{code.unit}.{isinstance(shadow, CarriedShadows)}"
    lines: RoundingLines | None = program.derived.get(kept)
    if lines is None:
        lines = RoundingLines(code, lines_of(program), shares=not isinstance(shadow, CarriedShadows))
        program.derived[kept] = lines
    if isinstance(shadow, CarriedShadows):
        carried = {
            name: ExactInput(each.shadow, each.magnitude, each.constants, each.nodes, KINDS.index(each.dtype))
            for name, each in shadow.shadows_of(arrays).items()
        }
        return Shadows(code, lines, arguments, carried, provenance=shadow.provenance)
    if shadow == "slices":
        return Shadows(code, lines, arguments, {}, provenance=Provenance())
    if shadow == "double-double":
        return Shadows(code, lines, arguments, {}, precise=True)
    if isinstance(shadow, str):
        raise LaunchError(
            f"shadow={shadow!r}; it must be True, 'double-double', 'slices', or inputs in float64 by name"
        )
    given = {}
    for name, numbers in () if shadow is True else shadow.items():
        value, array = np.asarray(numbers), arrays.get(name)
        if array is None or not (kind_of(array) or _may_be_packed(array)):
            names = ", ".join(each for each, array in arrays.items() if kind_of(array)) or "none"
            packed = ", ".join(each for each, array in arrays.items() if _may_be_packed(array)) or "none"
            raise LaunchError(
                f"shadow= gives values for {name!r}; floating-point arrays are: {names}; "
                f"arrays of bytes or unsigned words, which may hold numbers of 4 bits, are: {packed}"
            )
        kind = kind_of(array) or E2M1
        shape = numbers_of_four_bits(array).shape if kind == E2M1 else array.shape
        if value.shape != shape or value.dtype != np.float64:
            packed = ", two numbers of 4 bits for each byte" if kind == E2M1 else ""
            raise LaunchError(
                f"shadow= gives {name} as {value.dtype} {value.shape}; it is float64 {shape}{packed}"
            )
        given[name] = ExactInput(value, np.abs(value), kind=kind)
    return Shadows(code, lines, arguments, given)


def _may_be_packed(array: NDArray[Any]) -> bool:
    """Whether an array may hold numbers of four bits: one of bytes, or of words without a sign."""
    return array.dtype.kind == "u" or array.dtype == np.int8


def _footprint(report: SimReport, run: Run, launch: Launch) -> Footprint:
    """The global memory that a grid accessed."""
    assert run.history is not None
    overlaps = report.histogram.get("griddepcontrol.launch_dependents", 0) > 0
    lanes = launch.cta_lanes * launch.geometry.cluster_size
    return Footprint.of(run.history, launch.arguments, lanes, launch.after, overlaps=overlaps)


def _check_steps(steps: Any) -> None:
    """Check a limit of instructions.

    Raises:
        LaunchError: The limit is not a number from 1 to 2**63 - 1.
    """
    if not hasattr(steps, "__index__") or not 1 <= steps < 2**63:
        raise LaunchError(f"max_steps={steps!r}; it must be a number of instructions from 1 to 2**63 - 1")


def decoded(program: Program, order: str, first: int = 0) -> Code:
    """Return the program decoded for an order of sums; decode it at the first use.

    Args:
        program: The program.
        order: Order of sums, as `simulate` takes it.
        first: Offset in global memory after which the variables of the module are placed.

    Raises:
        LaunchError: `order` is not a known order.
    """
    unit = _unit(program, order)
    kept = "sim" if unit is None else f"sim.{unit}"
    code: Code | None = program.derived.get(kept)
    if code is None:
        code = program.derived[kept] = decode(program.module, program.entry, program.arch, unit, first)
    return code


def _loaded(program: Program, order: str, device: Device) -> tuple[Program, Code, LoadedModule | None]:
    """Return the program as it is on a device, its code with the addresses of its variables, and these."""
    code = decoded(program, order)
    if not code.variables:
        return program, code, None
    loaded = device.loaded(program.module)
    if loaded.first:
        placed: dict[int, dict[str, Any]] = program.derived.setdefault(PLACED, {})
        derived = placed[loaded.first] = placed.pop(loaded.first, {})
        if len(placed) > MOST_PLACED:
            del placed[next(iter(placed))]
        program = program.sharing(derived)
        code = decoded(program, order, loaded.first)
    return program, code, loaded


def _unit(program: Program, order: str) -> int | None:
    """The number of the target whose matrix units decide how sums round; None for any order.

    Raises:
        LaunchError: `order` is not a known order.
    """
    if order == "any":
        return None
    try:
        return (program.arch if order == "hardware" else arch(order)).number
    except ValueError:
        said = f"no order {order!r}; there are 'any', 'hardware', and targets such as 'sm_90'"
        raise LaunchError(said) from None


def _need_memory(program: Program, code: Code, memory: Memory) -> None:
    """Check that a thread and a CTA of the target have the local and shared memory of the program.

    Raises:
        LaunchError: The program needs more.
    """
    if code.local_bytes > MAX_LOCAL_BYTES:
        raise LaunchError(
            f"{program.entry} needs {code.local_bytes} bytes of local memory in each thread; a thread of "
            f"every target has {MAX_LOCAL_BYTES}"
        )
    if memory.shared_bytes > program.arch.max_shared_bytes:
        raise LaunchError(
            f"{program.entry} needs {memory.shared_bytes} bytes of shared memory, {code.shared_bytes} of "
            f"them static; a CTA of {program.arch.name} has {program.arch.max_shared_bytes}"
        )


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=4)


def _report(code: Code, geometry: Geometry, run: Run, seconds: float, reason: str) -> SimReport:
    counters = run.counters
    counted = code.counted
    if counted is None or (counted.lanes, counted.levels) != (counters.lanes, counters.levels):
        counted = code.counted = _counted(code, counters)
    return SimReport(
        steps=counters.steps,
        lane_instructions=counted.instructions,
        histogram=counted.histogram.copy(),
        fidelity=counted.fidelity,
        threads=geometry.ctas * geometry.threads,
        batches=run.batches,
        seconds=seconds,
        engine=run.engine,
        reason=reason,
    )


def _counted(code: Code, counters: Counters) -> Counted:
    """Count the instructions of a launch by name."""
    histogram: dict[str, int] = {}
    levels: dict[str, str] = {}
    for counts, lanes in zip(code.counts, counters.lanes, strict=True):
        for name, (count, operation) in counts.items() if lanes else ():
            histogram[name] = histogram.get(name, 0) + count * lanes
            levels[name] = counters.levels.get(name, operation.fidelity)
    return Counted(
        list(counters.lanes),
        dict(counters.levels),
        sum(histogram.values()),
        dict(sorted(histogram.items(), key=lambda entry: -entry[1])),
        tuple(_fidelity(name, levels[name]) for name in sorted(levels)),
    )


_fidelity = cache(Fidelity)
"""Instances of it, each made once."""
