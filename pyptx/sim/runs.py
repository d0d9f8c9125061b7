"""Run a launch on the native engine, or on the reference engine if the native one cannot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.emitter import emit_with_lines
from pyptx.errors import SimFault
from pyptx.progress import Underway, launch_state
from pyptx.record import record
from pyptx.sim.address_chains import address_chains
from pyptx.sim.array_bounds import ArrayBounds
from pyptx.sim.array_origins import bounded_accesses
from pyptx.sim.counters import Counters
from pyptx.sim.epochs import History
from pyptx.sim.explain import explain
from pyptx.sim.faults import Trap
from pyptx.sim.interpreter import connected, run
from pyptx.sim.lines import Lines
from pyptx.sim.lowering import Lowered, Uncovered
from pyptx.sim.machine import Machine, cta_warps
from pyptx.sim.native import MAX_STEPS as NATIVE_STEPS
from pyptx.sim.native import Grid, HandedOver, Stopped, lowered, restore, run_grid
from pyptx.sim.native.shadows import NativeCells
from pyptx.sim.printing import Output
from pyptx.sim.profile import Profiler
from pyptx.sim.race_facts import race_facts
from pyptx.sim.scheduler import WARP
from pyptx.sim.segments import Allocation, align_up
from pyptx.sim.shadow.cells import MemoryCells
from pyptx.sim.shadow.observer import ShadowObserver
from pyptx.sim.tensor_races import TensorRaces
from pyptx.sim.tensor_windows import lacking_windows
from pyptx.sim.timeline import Recorder
from pyptx.sim.touch_observer import TouchObserver
from pyptx.sim.unstarted import Unstarted
from pyptx.sim.wraps import AddressWraps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.program import Program
    from pyptx.sim.arguments import Arguments
    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.device import LoadedModule
    from pyptx.sim.footprint import Footprint
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.memory import Memory
    from pyptx.sim.observers import Observer
    from pyptx.sim.profile import Counts
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.steps import Code, Step
    from pyptx.sim.timeline import Trace

BATCH_LANES = 16_384
"""Lanes that run together: enough to hide the interpreter's overhead, few enough to stay in a cache."""

BATCH_BYTES = 1 << 30
"""Registers, shared and local memory of one batch."""

RESIDENT_LANES = 1 << 20
"""Lanes up to which a grid whose CTAs wait for each other runs as one batch."""

STARTED = 4
"""If the program cancels clusters that have not started, one in this many starts at once; two at least."""

MAX_STEPS = 20_000_000
"""Instructions issued before the watchdog stops a launch, unless `max_steps` is given."""

STEPS_IN_TURNS = 300_000
"""Instructions issued while warps run one after the other: a few seconds."""


MOST_SPARE = 1 << 20
"""Bytes of shared and local memory up to which the arrays of a launch are kept for the next one."""


MOST_KINDS = 4
"""Kinds of launches of a program whose arrays are kept."""


@dataclass(slots=True)
class Launch:
    """One launch, ready to run.

    Attributes:
        program: The module and its entry.
        code: The decoded program.
        geometry: Grid and block.
        memory: The memory of the launch, before it is built.
        arguments: The arguments.
        schedule: The schedule of asynchronous operations.
        seed: The seed of the random schedule.
        max_steps: Instructions issued before the watchdog stops the launch; None for the engine's default.
        after: Footprint of the grid before, which may not have ended; None for no such grid.
        output: The buffer of `printf`.
        counts: The counts of a profile; None without.
        trace: The recorded events of the timeline; None without one.
        shadows: The shadows; None without.
    """

    program: Program
    code: Code
    geometry: Geometry
    memory: Memory
    arguments: Arguments
    schedule: str
    seed: int
    max_steps: int | None
    after: Footprint | None = None
    output: Output = field(default_factory=Output)
    counts: Counts | None = None
    trace: Trace | None = None
    shadows: Shadows | None = None

    @property
    def races(self) -> bool:
        """Whether races are detected."""
        return "races" in self.memory.checks

    @property
    def wraps(self) -> bool:
        """Whether address arithmetic is checked."""
        return "wraps" in self.memory.checks

    @property
    def bounded(self) -> Mapping[Step, Sequence[BoundedAccess]]:
        """The accesses that must stay inside their shared arrays; none if that is not checked."""
        if "arrays" not in self.memory.checks:
            return {}
        derived: dict[str, Any] = self.program.derived
        found: dict[Step, tuple[BoundedAccess, ...]] | None = derived.get(f"sim.arrays.{self.code.unit}")
        if found is None:
            found = bounded_accesses(self.code, self.program.shared_parts)
            derived[f"sim.arrays.{self.code.unit}"] = found
        return found

    @property
    def cta_lanes(self) -> int:
        """Lanes that a CTA takes up."""
        return cta_warps(self.code, self.geometry) * WARP

    @property
    def private(self) -> int:
        """Bytes of the shared and local memory of a CTA."""
        return self.memory.shared_stride + self.cta_lanes * align_up(self.memory.local_bytes, 16)

    @property
    def batch(self) -> int:
        """The number of CTAs that run together: all if they wait for each other.

        If the program cancels clusters, most have not started while the others run: these take so many that
        they use their rings of answers again.
        """
        code, geometry, memory = self.code, self.geometry, self.memory
        size = geometry.cluster_size
        bytes_per_lane = sum(rows * max(bits // 8, 1) for bits, rows in code.rows.items())
        bytes_per_lane += 8 * len(code.pool.recipes) + len(code.registers) + memory.local_bytes
        bytes_per_cta = self.cta_lanes * bytes_per_lane + memory.shared_bytes
        wanted = max(BATCH_LANES // self.cta_lanes, 1)
        if code.waits_on_grid and geometry.ctas * self.cta_lanes <= RESIDENT_LANES:
            wanted = geometry.ctas
        elif code.cancels:
            wanted = min(wanted, max(2 * size, geometry.ctas // STARTED), geometry.ctas - size)
        whole = min(wanted, geometry.ctas, BATCH_BYTES // max(bytes_per_cta, 1)) // size * size
        return max(size, whole)

    @property
    def together(self) -> int:
        """CTAs that start together in a timeline."""
        return 0 if self.trace is None else self.batch

    def kind(self, threads: int, resident: int, *, keeps_readers: bool) -> Any:
        """The key of the launches that can use the same arrays; None if its arrays are not kept."""
        geometry = self.geometry
        observed = self.counts is not None or self.trace is not None
        if observed or self.seed:  # which sets the order of the CTAs, too
            return None
        sizes = geometry.grid, geometry.block, geometry.cluster, geometry.dynamic_shared, threads, resident
        return *sizes, self.schedule, self.memory.checks, keeps_readers

    def clear(self) -> None:
        """Discard the output and the counts of an earlier attempt to run the launch."""
        self.output.clear()
        if self.counts is not None:
            self.counts.clear()
        if self.trace is not None:
            self.trace.clear()
        if self.shadows is not None:
            self.shadows.clear()


@record(frozen=True, slots=True)
class Run:
    """A launch that has run.

    Attributes:
        engine: Which engine ran: ``"native"`` or ``"numpy"``.
        counters: Counts of executed instructions.
        batches: Batches of CTAs.
        history: State of the race detector; None without, and on the native engine.
    """

    engine: str
    counters: Counters
    batches: int
    history: History | None = None


@dataclass(frozen=True, slots=True)
class Handed:
    """A launch that the native engine hands over to the reference engine.

    Attributes:
        suspected: The fault to report if the reference engine finds none; None for none.
        ordered: Whether a rule may be broken only in the native engine's order of warps.
        cta: Place in the launch order of the CTA whose accesses of its own cluster's memory are unordered; -1
            for another reason.
    """

    suspected: SimFault | None = None
    ordered: bool = False
    cta: int = -1


def run_native(launch: Launch, program: Lowered, threads: int) -> Run | Handed:
    """Run on the native engine.

    Returns:
        The run, or how the reference engine is to run the launch again.

    Raises:
        SimFault: The program broke a rule.
    """
    code, geometry, memory = launch.code, launch.geometry, launch.memory
    together = code.waits_on_grid or code.cancels or launch.schedule == "random"
    resident = launch.batch if together else geometry.cluster_size
    met: Machine | None = None
    keeps_readers = False
    while True:
        steps = NATIVE_STEPS if launch.max_steps is None else launch.max_steps
        counters = Counters(len(code.blocks), steps)
        launch.clear()
        kind = launch.kind(threads, resident, keeps_readers=keeps_readers)
        spare, room = program.spare.pop(kind, (None, None))
        private = resident * threads * launch.private
        memory.build(private, lend=True, overlooks=program.overlooks, spare=room)
        spare = spare if memory.room is room else None
        if launch.shadows is not None:
            launch.shadows.place(memory, NativeCells)
        grid = Grid(
            code, program, memory, geometry, counters, threads, resident, launch.schedule, launch.seed,
            launch.output, launch.counts, launch.trace, launch.together, keeps_readers, met,
            shadows=launch.shadows,
        )  # fmt: skip
        try:
            arrays = run_grid(grid, spare)
            launch.arguments.copy_back(memory)
            if kind is not None and private <= MOST_SPARE:
                if len(program.spare) >= MOST_KINDS:
                    program.spare.clear()
                program.spare[kind] = arrays, memory.room
            started = geometry.ctas - counters.cancelled * geometry.cluster_size
            return Run("native", counters, -(-started // resident))
        except HandedOver as handed:
            stopped = handed.stopped
            suspected = (
                _explained(launch, stopped.trap, stopped.machine) if isinstance(stopped, Stopped) else stopped
            )
            restore(memory)
            if handed.crowded:
                keeps_readers = True
                continue
            again = Handed(suspected, handed.ordered, handed.cta)
            if not handed.follows or program.follows:
                return again
            met = handed.spreads
            following = lowered_for(launch, follows=True)
            if not isinstance(following, Lowered):
                return again
            program = following
        except Stopped as stopped:
            fault = _explained(launch, stopped.trap, stopped.machine)
            if launch.races and fault.rule != "max-steps":
                restore(memory)
                return Handed(fault, ordered=True)  # NumPy's order of warps may show the race after it
            launch.arguments.copy_back(memory)
            raise fault from None
        except BaseException as stop:  # an interrupt, too: bytes written before it belong to the caller
            if launch.races and isinstance(stop, SimFault) and stop.rule != "max-steps":
                restore(memory)
                return Handed(stop, ordered=True)
            launch.arguments.copy_back(memory)
            raise


def run_again(launch: Launch, observers: Sequence[Callable[[Machine], Observer]], handed: Handed) -> Run:
    """Run on the reference engine a launch that the native engine handed over.

    If accesses of a cluster's own memory are at fault, the clusters after it start only if it ends without a
    fault. If the launch breaks no rule in the order of that engine, and may in the order of the native
    one, it runs once more with one warp after the other.

    Raises:
        SimFault: The program broke a rule, in one of the two orders, or on the native engine.
    """
    if not handed.ordered or launch.schedule == "random":
        run = run_reference(launch, observers)
    else:
        run = run_reference(launch, observers, copies_back=False, cta=handed.cta)
        most = STEPS_IN_TURNS if launch.max_steps is None else min(launch.max_steps, STEPS_IN_TURNS)
        try:
            run = run_reference(launch, observers, steps_in_turns=most)
        except SimFault as fault:
            if fault.rule != "max-steps":
                raise
            if handed.suspected is None:
                run = run_reference(launch, observers)
            else:
                launch.arguments.copy_back(launch.memory)
    if handed.suspected is not None:
        raise handed.suspected
    return run


def run_reference(
    launch: Launch,
    observers: Sequence[Callable[[Machine], Observer]],
    *,
    copies_back: bool = True,
    steps_in_turns: int = 0,
    cta: int = -1,
) -> Run:
    """Run on the reference engine.

    Args:
        launch: The launch.
        observers: Functions that make an observer of the machine of each batch.
        copies_back: Whether arrays get their new contents if no rule is broken.
        steps_in_turns: The most instructions to issue while warps run one after the other, each until it
            waits, yields or exits; 0 to run them in lockstep.
        cta: Place in the launch order of a CTA whose cluster is the last of its batch, unless CTAs wait for
            each other; -1 for none.

    Raises:
        SimFault: The program broke a rule.
    """
    code, geometry, memory, batch = launch.code, launch.geometry, launch.memory, launch.batch
    together = code.waits_on_grid or code.cancels
    if steps_in_turns and not together:
        batch = geometry.cluster_size
    last = 0 if together else (cta // geometry.cluster_size + 1) * geometry.cluster_size
    if memory.heap is not None:
        memory.heap.start()
    memory.build(batch * launch.private)
    launch.clear()
    if launch.shadows is not None:
        pairs, precise = launch.shadows.pairs, launch.shadows.precise
        launch.shadows.place(
            memory, lambda size, _, copies: MemoryCells(size, copies, pairs=pairs, precise=precise)
        )
        observers = [*observers, partial(ShadowObserver, launch=launch.shadows)]
    most = steps_in_turns or (MAX_STEPS if launch.max_steps is None else launch.max_steps)
    counters = Counters(len(code.blocks), most)
    history = None
    if launch.races:
        history = History(code, memory, launch.arguments.elements(), race_facts(code, launch.program.derived))
        if launch.after is not None:
            launch.after.precede(history, launch.arguments)
        observers = [
            *observers,
            partial(TensorRaces, history=history, lack_windows=lacking_windows(code)),
        ]
    on_device = memory.global_.on_device
    if on_device is not None and on_device.touched is not None:
        observers = [*observers, partial(TouchObserver, touched=on_device.touched)]
    if launch.wraps:
        observers = [*observers, partial(AddressWraps, chains=address_chains(code))]
    if launch.counts is not None:
        observers = [*observers, partial(Profiler, counts=launch.counts)]
    if bounded := launch.bounded:
        observers = [*observers, partial(ArrayBounds, bounded=bounded)]
    if launch.trace is not None:
        observers = [*observers, Recorder(launch.trace).attach]
    schedule = launch.schedule, launch.seed
    unstarted, batches = Unstarted(0, geometry.ctas, geometry.cluster_size), 0
    try:
        name, ctas = code.entry.node.name, geometry.ctas
        underway = Underway(lambda: launch_state(name, counters.steps, unstarted.next, ctas))
        with np.errstate(all="ignore"), underway:
            while unstarted.next < unstarted.end:
                before_last = last - unstarted.next
                places = unstarted.start(min(batch, before_last) if before_last > 0 else batch)
                machine = Machine(
                    code, memory, geometry, places, counters, schedule=schedule, observers=observers,
                    unstarted=unstarted, output=launch.output, in_turns=steps_in_turns > 0,
                )  # fmt: skip
                _run_batch(launch, connected(machine))
                batches += 1
    except BaseException as stop:
        if not (steps_in_turns and isinstance(stop, SimFault) and stop.rule == "max-steps"):
            launch.arguments.copy_back(memory)
        raise
    if copies_back:
        launch.arguments.copy_back(memory)
    return Run("numpy", counters, batches, history)


def _run_batch(launch: Launch, machine: Machine) -> None:
    """Run a batch; turn a broken rule into the fault that the user sees."""
    try:
        run(machine, launch.code)
    except Trap as trap:
        raise _explained(launch, trap, machine) from None


def _explained(launch: Launch, trap: Trap, machine: Machine) -> SimFault:
    fault = explain(trap, machine, launch.code, lines_of(launch.program))
    if launch.trace is not None:
        fault.timeline = launch.trace.timeline(launch.program.entry)
    return fault


def lines_of(program: Program) -> Lines:
    """The lines of a program."""
    return Lines(*emit_with_lines(program.module))


def lowered_for(launch: Launch, *, follows: bool = False) -> Lowered | Uncovered:
    """Return the program for the native engine, or the reason why that cannot run it.

    Args:
        launch: The launch.
        follows: Whether to follow undefined values.
    """
    return lowered(
        launch.code,
        launch.program.derived,
        races=launch.races,
        wraps=launch.wraps,
        bounded=launch.bounded,
        follows=follows,
        observes=launch.counts is not None,
        times=launch.trace is not None,
        shadows=launch.shadows,
    )


def fill_segments(
    memory: Memory,
    code: Code,
    arguments: Arguments,
    smem: int,
    program: Program,
    loaded: LoadedModule | None,
) -> None:
    """Lay out constants, arrays and parameters, after the global memory of the device.

    Args:
        memory: The memory of the launch.
        code: The decoded program.
        arguments: The arguments.
        smem: Dynamic shared memory of a CTA, in bytes.
        program: The program, which may have names of the arrays in shared memory.
        loaded: Its module on the device; None for one without variables.
    """
    for found, placed in zip(code.variables, loaded.variables if loaded else (), strict=True):
        variable = found.variable
        if variable.space == "const":
            allocation = Allocation(
                variable.name,
                0,
                variable.size,
                note=".const variable",
                writable=False,
                content=placed.content,
            )
            memory.const.add(allocation, variable.align)
    arguments.allocate(memory)
    for variable, content in zip(code.params, arguments.values(), strict=True):
        raw = np.frombuffer(content, np.uint8)
        allocation = Allocation(
            variable.name, 0, variable.size, "kernel parameter", writable=False, content=((0, raw),)
        )
        memory.param.add(allocation, variable.align)
    memory.shared_names.extend(code.shared_names)
    memory.local_names.extend(code.local_names)
    memory.reserve(max(code.shared_bytes, code.dynamic_offset + smem if smem else 0), code.local_bytes)
    if smem:
        memory.shared_names.add("dynamic shared memory", code.dynamic_offset, smem)
        for part in program.shared_parts:
            memory.shared_names.add(part.name, code.dynamic_offset + part.offset, part.bytes)
    if program.shared_names:
        memory.shared_names.rename(program.shared_names)
