"""Run a grid on the native engine (``csrc/engine``), and explain what it stopped at.

The engine works in the arena of `Memory` and in arrays that are made here, so that whatever it leaves can be
looked at. Where it stops it says at which instruction of which warp; its registers, memory and places then
become a `Machine` of that CTA, and the NumPy definition of the instruction breaks the rule again: it finds
the words.
"""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault
from pyptx.sim.arena import INITIALISED
from pyptx.sim.asynchrony import SCHEDULES
from pyptx.sim.engine import cta_warps
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.gates import gate
from pyptx.sim.interpreter import control, execute, machine_of
from pyptx.sim.lowering import STOP_CONTROL, STOP_GATE, STOP_HANDOVER, STOP_STEP, Lowered, Uncovered, lower
from pyptx.sim.scheduler import WARP, WARPGROUP
from pyptx.sim.segments import align_up
from pyptx.sim.semantics.tensor_copy import fill_of, simulated_map

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.sim.counters import Counters
    from pyptx.sim.engine import Machine
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.memory import Memory
    from pyptx.sim.steps import Code

LAYOUT = 9
"""The number of the layout of launches and records: `LAYOUT` of csrc/engine/run.cpp, raised with it."""

_engine: Any = None
MISSING = ""
"""Why the native engine cannot be used; empty where it can."""
try:
    _engine = importlib.import_module("pyptx._native")
except ImportError as error:
    MISSING = f"pyptx._native cannot be imported ({error}); reinstall pyptx where there is a C++ compiler"
else:
    if not hasattr(_engine, "engine_run"):
        MISSING = "pyptx._native was built without the engine; reinstall pyptx where there is a C++ compiler"
    elif getattr(_engine, "engine_layout", int)() != LAYOUT:
        MISSING = "pyptx._native was built from other sources than these; reinstall pyptx"

MAX_STEPS = 2_000_000_000
"""Instructions that one warp issues before the watchdog speaks, unless `max_steps` says otherwise."""

MOST_WARPS = 64
"""Warps of a CTA that the engine takes."""

MOST_WATCHED = 1 << 25
"""Warps of a grid that the engine tells apart where it looks for races."""

_STATE = np.dtype(
    [
        ("live", "u4"), ("exists", "u4"), ("converged", "u4"), ("place", "i4"), ("parked", "u4"),
        ("yielded", "u4"), ("arrives", "u4"), ("predicate", "u4"), ("key", "i4", 32), ("barrier", "i1", 32),
    ]
)  # fmt: skip
"""`WarpState` of csrc/engine/engine.h."""

_CTA = np.dtype([("arrived", "i4", 16), ("wanted", "i4", 16)])
"""`CtaState` of csrc/engine/engine.h."""

_FINDING = (
    "rule", "sure", "cta", "warp", "lane", "block", "step", "index", "writes", "engine", "after_read",
    "other_engine", "other_pending", "other_cta", "other_warp", "other_lane",
)  # fmt: skip
"""`Finding` of csrc/engine/races.h."""

_STOP = ("kind", "cta", "slot", "warp", "block", "step", "mask", "reserved")
_MAP_TYPES = ("", "u32", "s32", "u64", "s64", "f32")
"""Types whose elements the engine combines, by `MapType` of csrc/engine/transfers.inl."""

STOP_STEPS = 6
_STANDSTILLS = {4: "deadlock", 5: "livelock", STOP_STEPS: "max-steps"}
_UNITS_EFFECTS = frozenset({"asynchronous", "calls", "ends"})
_UNITS_WORDS = frozenset({"async", "cluster"})
"""Instructions of units, by effect and by word."""

_RANGE = np.dtype(
    [
        ("first", "u8"), ("end", "u8"), ("bytes", "u8"), ("written", "u8"), ("writable", "u4"),
        ("lent", "u4"),
    ]
)  # fmt: skip
"""`Range` of csrc/engine/engine.h."""


@functools.cache
def handlers() -> Mapping[str, int]:
    """The number of every handler of the engine, by name; empty where there is no engine."""
    names = () if MISSING else _engine.engine_handlers()
    return {name: number for number, name in enumerate(names)}


def level() -> str:
    """The level of the instruction set that the engine runs with on this machine."""
    return "" if MISSING else str(_engine.engine_level())


def lowered(
    code: Code, derived: dict[str, Any], *, races: bool, follows: bool = False
) -> Lowered | Uncovered:
    """The program for the engine, or what keeps it from it; found once per program."""
    kept = f"sim.native.{code.unit}{'.races' * races}{'.follows' * follows}"
    found: Lowered | Uncovered | None = derived.get(kept)
    if found is None:
        try:
            found = lower(code, handlers(), races=races, follows=follows)
        except Uncovered as reason:
            found = reason
        derived[kept] = found
    return found


def obstacle(code: Code, geometry: Geometry, derived: dict[str, Any], *, races: bool = False) -> str:
    """What keeps a launch from the native engine; empty where nothing does."""
    if MISSING:
        return MISSING
    if cta_warps(code, geometry) > MOST_WARPS:
        return f"a CTA of more than {MOST_WARPS * WARP} threads"
    if races and geometry.ctas * cta_warps(code, geometry) >= MOST_WATCHED:
        return f"{MOST_WATCHED} warps with races looked for"
    found = lowered(code, derived, races=races)
    return str(found) if isinstance(found, Uncovered) else ""


@dataclass(slots=True)
class Grid:
    """A launch on the native engine.

    Attributes:
        code: The program.
        program: It, for the engine.
        memory: Its memory, with room for `slots` CTAs.
        geometry: Grid and block.
        counters: What was executed.
        threads: Operating system threads.
        resident: CTAs that run together on each.
        schedule: One of `SCHEDULES`.
        seed: Of the random one.
        met: The machine that first met a value nobody defined, where that is why the launch runs again.
    """

    code: Code
    program: Lowered
    memory: Memory
    geometry: Geometry
    counters: Counters
    threads: int
    resident: int
    schedule: str
    seed: int
    met: Machine | None = None

    def run(self) -> None:
        """Run it.

        Raises:
            Stopped: It broke a rule.
            HandedOver: It did something of which only its definition can tell what becomes of it.
        """
        made = _Arrays(self)
        lent = made.ranges["lent"].copy()
        try:
            _engine.engine_run(made.launch.ctypes.data, _map_words)
        finally:  # an interrupted one wrote, too
            self.memory.fill_unwritten()
            claimed = lent & ~made.ranges["lent"]
            self.memory.lent.difference_update(made.ranges["first"][claimed != 0].tolist())
        blocks = self.code.blocks
        issues, lanes = made.issues.sum(axis=0).tolist(), made.lanes.sum(axis=0).tolist()
        for place, block in enumerate(blocks):
            self.counters.issues[place] += issues[place]
            self.counters.lanes[place] += lanes[place]
            self.counters.steps += issues[place] * (len(block.steps) + (block.end is not None))
        if made.finding[0]:
            finding = dict(zip(_FINDING, made.finding.tolist(), strict=True))
            raise HandedOver(finding_explained(self, finding) if finding["sure"] else None)
        if made.stop[0]:
            self._stopped(made)

    def _stopped(self, made: _Arrays) -> None:
        """Tell of a rule that was broken, or have the launch run again where only the definition can."""
        stop = dict(zip(_STOP, made.stop.tolist(), strict=True))
        asynchronous = self.program.asynchronous
        rule = _STANDSTILLS.get(stop["kind"])
        if asynchronous and rule is not None and stop["kind"] != STOP_STEPS:
            said = (
                "threads wait for what never comes, as warps ran on the native engine with this seed; "
                "as they ran on the NumPy engine all came to their end"
            )
            raise HandedOver(SimFault(f"{rule}: {said}", rule=rule) if self.schedule == "random" else None)
        if stop["kind"] == STOP_HANDOVER or (asynchronous and _is_of_a_unit(self.code, stop)):
            raise HandedOver(None)
        found = _explained(self, made, stop)
        if asynchronous or (self.program.follows and found.trap.rule.startswith("uninitialized")):
            raise HandedOver(found)
        raise found


class HandedOver(Exception):  # noqa: N818 - like `Trap`
    """The engine stopped where only the definition tells what becomes of it: the launch is to run again.

    Attributes:
        stopped: The rule that the engine found broken, in its own words, for where the definition finds
            none broken; None where it cannot tell.
        spreads: The machine that met a value nobody defined, which the program as it was lowered does not
            follow; None for other reasons.
    """

    def __init__(self, stopped: Stopped | SimFault | None, *, spreads: Machine | None = None) -> None:
        super().__init__()
        self.stopped = stopped
        self.spreads = spreads


class Stopped(Exception):  # noqa: N818 - like `Trap`
    """The engine stopped before the grid ended.

    Attributes:
        trap: The rule that was broken.
        machine: The CTA as it was then.
    """

    def __init__(self, trap: Trap, machine: Machine) -> None:
        super().__init__()
        self.trap, self.machine = trap, machine


class _Arrays:
    """The arrays that the engine reads and writes, their addresses in the order of `Launch` in run.cpp."""

    def __init__(self, grid: Grid) -> None:
        code, program, memory, geometry = grid.code, grid.program, grid.memory, grid.geometry
        self.warps = cta_warps(code, geometry)
        self.slots = grid.threads * grid.resident
        self.bytes = program.warp_bytes
        self.tracked = len(program.tracked)
        self.registers = _aligned(self.slots * self.warps * self.bytes)
        self.image = self._image(grid)
        self.known = np.zeros((self.slots, self.warps, max(self.tracked, 1)), np.uint32)
        self.states = np.zeros((self.slots, self.warps), _STATE)
        self.ctas = np.zeros(self.slots, _CTA)
        self.issues = np.zeros((grid.threads, len(code.blocks)), np.int64)
        self.lanes = np.zeros((grid.threads, len(code.blocks)), np.int64)
        self.stop = np.zeros(len(_STOP), np.int64)
        self.finding = np.zeros(len(_FINDING), np.int64)
        self.ranges = _ranges(memory, restores=_may_run_again(program, memory))
        self.varying = np.array(program.varying or [(0, 0, 0, 0)], np.int64)
        self.order = None if geometry.order is None else np.ascontiguousarray(geometry.order, np.int64)
        data, state = memory.raw()
        segments = [
            word
            for segment in (memory.global_, memory.const, memory.param)
            for word in (segment.base, segment.start, segment.extent)
        ]
        self.launch = np.array(
            [
                _at(data), _at(state), *segments, _at(self.ranges), len(self.ranges), memory.shared_bytes,
                memory.local_bytes, INITIALISED if "uninitialized" in memory.checks else 0,
                grid.counters.limit, SCHEDULES.index(grid.schedule), _word(grid.seed), grid.threads,
                grid.resident, self.warps,
                self.bytes, _at(self.registers), _at(self.image), _at(self.known), self.known.shape[2],
                _at(self.states), _at(self.ctas), _at(self.issues), _at(self.lanes), _at(self.stop),
                geometry.ctas, memory.batch_start, memory.shared_stride, align_up(memory.local_bytes, 16),
                geometry.threads, code.entry_block, _at(program.records), len(program.records),
                _at(program.extra), _at(program.blocks), _at(program.gates), _at(program.warp_gates),
                len(code.blocks), _at(self.varying), len(program.varying), geometry.grid[0], geometry.grid[1],
                0 if self.order is None else _at(self.order), *geometry.cluster,
                -1 if code.registers_at_start is None else code.registers_at_start,
                len(code.watched), program.register_bytes,
                _at(program.sites) if len(program.sites) else 0, _at(self.finding), int(_guesses(code)),
                int("scopes" in memory.checks),
            ],
            np.int64,
        )  # fmt: skip

    def _image(self, grid: Grid) -> NDArray[np.uint8]:
        """The registers of a CTA before it starts: zeros, constants and special registers."""
        image = _aligned(self.warps * self.bytes).reshape(self.warps, self.bytes)
        for offset, raw in grid.program.constants:
            row = np.tile(np.frombuffer(raw, np.uint8), WARP)
            image[:, offset : offset + len(row)] = row
        lanes = self.warps * WARP
        first, thread = np.zeros(lanes, np.int64), np.arange(lanes, dtype=np.int64)
        for offset, name, dtype in grid.program.specials:
            values = np.ascontiguousarray(grid.geometry.special(name, first, thread).astype(dtype))
            rows = values.reshape(self.warps, WARP).view(np.uint8)
            image[:, offset : offset + rows.shape[1]] = rows
        return image


def _may_run_again(program: Lowered, memory: Memory) -> bool:
    """Whether a launch may stop and be handed over: where only the definition follows what was found."""
    spreads = "uninitialized" in memory.checks and (
        program.tracked or memory.shared_bytes or memory.local_bytes
    )
    return bool(program.asynchronous or len(program.sites) or spreads)


def _guesses(code: Code) -> bool:
    """Whether a program compares and swaps: who does may read before without order."""
    return any("cas" in step.instruction.modifiers for block in code.blocks for step in block.steps)


def _map_words(data: bytes) -> bytes | None:
    """A tensor map as `TensorMap` of csrc/engine/transfers.h has it; None for one that is not simulated."""
    try:
        tensor = simulated_map(data)
    except Trap:
        return None
    pattern, fill, im2col = tensor.pattern, fill_of(tensor), tensor.im2col
    name = tensor.dtype.removesuffix(".ftz")
    words = [
        tensor.rank, tensor.element.bits // 8, tensor.inner_bytes,
        pattern.line_mask if pattern else 0, pattern.shift if pattern else 0, tensor.address,
        im2col.pixels if im2col else 0, -1 if fill is None else fill, int(name != tensor.dtype),
        _MAP_TYPES.index(name) if name in _MAP_TYPES else 0, tensor.box[1] if len(tensor.box) > 1 else 0,
        *_filled(tensor.sizes, 5), *_filled(tensor.strides, 5), *_filled(tensor.extents, 5),
        *_filled(tensor.element_strides, 5), *_filled(im2col.lower if im2col else (), 3),
        *_filled(im2col.upper if im2col else (), 3),
    ]  # fmt: skip
    return np.array([word - (1 << 64) if word >> 63 == 1 else word for word in words], np.int64).tobytes()


def _filled(values: tuple[int, ...], count: int) -> tuple[int, ...]:
    return (*values, *(0,) * (count - len(values)))


def _ranges(memory: Memory, *, restores: bool) -> NDArray[Any]:
    """The allocations of global memory; a launch that may have to run again leaves what it was given."""
    arena = _at(memory.raw()[0]) + memory.global_.start
    found = []
    for each in memory.global_.allocations:
        lent = each.offset in memory.lent
        written = memory.written.get(each.offset)
        found.append(
            (
                each.offset, each.offset + each.size, each.host if lent else arena + each.offset,
                0 if written is None else _at(written), int(each.writable),
                int(restores and lent and written is None),
            )
        )  # fmt: skip
    return np.array(found or [(0, 0, 0, 0, 0, 0)], _RANGE)


def _word(number: int) -> int:
    """The 64 low bits of a number, as a signed one."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def _aligned(size: int) -> NDArray[np.uint8]:
    """Zeros that start at a multiple of 64."""
    room = np.zeros(size + 64, np.uint8)
    first = -room.ctypes.data % 64
    return room[first : first + size]


def _at(array: NDArray[Any]) -> int:
    return int(array.ctypes.data)


# Explaining


def _is_of_a_unit(code: Code, stop: Mapping[str, int]) -> bool:
    """Whether the engine stopped at an instruction of whose operations only it knows those under way."""
    block = code.blocks[stop["block"]]
    step = (*block.steps, *((block.end,) if block.end else ()))[stop["step"]]
    words = not _UNITS_WORDS.isdisjoint(step.instruction.modifiers)
    return words or step.operation.warpgroup or not _UNITS_EFFECTS.isdisjoint(step.effects)


def _explained(grid: Grid, made: _Arrays, stop: Mapping[str, int]) -> Stopped:
    """The machine as it was when the engine stopped, and the rule that its definition finds broken.

    Raises:
        HandedOver: It breaks none: it reads what nobody defined, or depends on what only the engine knows.
    """
    size = grid.geometry.cluster_size
    together = grid.code.waits_on_grid and made.slots == grid.geometry.ctas
    slot = 0 if together else stop["slot"] // size * size
    slots = list(range(slot, slot + (made.slots if together else size)))
    first = 0 if together else stop["cta"] // size * size
    machine = _machine(grid, made, first, slots)
    rule = _STANDSTILLS.get(stop["kind"])
    if rule is not None:
        return Stopped(Trap(rule, ""), machine)
    scheduler = machine.scheduler
    warp = (stop["slot"] - slot) * made.warps + stop["warp"]
    mask = np.zeros(machine.lanes, np.bool_)
    mask[warp * WARP : (warp + 1) * WARP] = _lanes(np.array([stop["mask"]], np.uint32))
    block = grid.code.blocks[stop["block"]]
    step = (*block.steps, *((block.end,) if block.end else ()))[stop["step"]]
    scheduler.stand_at(stop["block"])
    machine.select(mask, mask)
    machine.begin(step)
    if grid.met is not None and grid.met.first == first:
        machine.defined.take_origins(grid.met.defined, mask)
    spreads = any(machine.undefined(number) is not None for number in step.operation.keeps)
    try:
        with np.errstate(all="ignore"):
            if stop["kind"] == STOP_STEP:
                execute(machine, step)
            elif stop["kind"] == STOP_GATE:
                gate(machine, grid.code, step, stop["block"])
            elif stop["kind"] == STOP_CONTROL:
                control(machine, grid.code, block, stop["block"])
    except Trap as trap:
        return Stopped(trap, machine)
    if spreads or machine.defined.spreads:
        raise HandedOver(None, spreads=machine)
    if grid.program.asynchronous:
        raise HandedOver(None)
    raise SimFault(
        f"the native engine stopped at {step.name}, where its definition breaks no rule: "
        "this is a bug of pyptx; native=False runs without that engine",
        rule="internal",
        instruction=step.name,
    )


_PRODUCTS = 19
"""`PRODUCTS` of csrc/engine/engine.h: warps that wait for their warpgroup, to wait for products together."""
_RULES = {1: "race", 2: "proxy-fence", 3: "mbarrier-init"}
"""`Rule` of csrc/engine/races.h."""


def finding_explained(grid: Grid, finding: Mapping[str, int]) -> Stopped:
    """A race that the engine found, in its own words: the definition, whose order is another, finds none."""
    code, memory, geometry = grid.code, grid.memory, grid.geometry
    size, warps = geometry.cluster_size, cta_warps(code, geometry)
    first = finding["cta"] // size * size
    machine = machine_of(code, memory, geometry, (first, size), grid.counters, schedule=(grid.schedule, 0))
    block = code.blocks[finding["block"]]
    machine.begin((*block.steps, *((block.end,) if block.end else ()))[finding["step"]])
    index = finding["index"]
    if index >= memory.batch_start:
        slot, within = divmod(index - memory.batch_start, memory.shared_stride)
        index = memory.batch_start + slot % size * memory.shared_stride + within
    name, address = memory.describe_at(index, 1)
    thread = machine.place_of(finding["other_cta"], finding["other_warp"] * WARP + finding["other_lane"])
    did = "read" if finding["after_read"] else "initialised" if finding["rule"] == 3 else "wrote"
    if finding["other_pending"]:
        did = f"that is still under way may still {'read' if finding['after_read'] else 'write'}"
    other = OtherAccess(None, thread, "an operation" if finding["other_engine"] else "another thread", did)
    who = "the operation started here" if finding["engine"] else "this thread"
    does = "writes" if finding["writes"] else "uses" if finding["rule"] == 3 else "reads"
    lacks = "no fence.proxy.async comes between" if finding["rule"] == 2 else "nothing orders the two"
    said = (
        f"{who} {does} {name}, which {other.who} {other.did}, and {lacks}: "
        "they met as warps ran on the native engine, and did not as they ran on the NumPy engine"
    )
    lane = ((finding["cta"] - first) * warps + finding["warp"]) * WARP + finding["lane"]
    return Stopped(Trap(_RULES[finding["rule"]], said, lane, address, other=other), machine)


def _machine(grid: Grid, made: _Arrays, first: int, slots: list[int]) -> Machine:
    """A NumPy machine in the state of some CTAs of the engine."""
    code, memory, geometry = grid.code, grid.memory, grid.geometry
    memory.take_in()
    contents = _private(memory, made, slots)
    machine = machine_of(
        code, memory, geometry, (first, len(slots)), grid.counters, schedule=(grid.schedule, 0)
    )
    _restore(memory, made, contents)
    registers = made.registers.reshape(made.slots, made.warps, made.bytes)[slots].reshape(-1, made.bytes)
    for register in code.registers:
        offset = grid.program.rows[register.number]
        row = machine.files[register.bits][register.row]
        if register.bits == 1:
            words = np.ascontiguousarray(registers[:, offset : offset + 4]).view(np.uint32)
            row[...] = _lanes(words.reshape(-1))
        elif register.bits == 128:
            raw = np.ascontiguousarray(registers[:, offset : offset + 16 * WARP]).view(np.uint64)
            row[...] = raw.reshape(-1, 2, WARP).swapaxes(0, 1).reshape(2, -1)
        else:
            size = register.bits // 8
            raw = np.ascontiguousarray(registers[:, offset : offset + size * WARP])
            row[...] = raw.view(f"u{size}").reshape(-1)
    machine.defined.initialised[...] = True
    for position, number in enumerate(grid.program.tracked):
        machine.defined.initialised[number] = _lanes(made.known[slots, :, position].reshape(-1))
    _place(machine, made, slots)
    return machine


def _place(machine: Machine, made: _Arrays, slots: list[int]) -> None:
    """Give a scheduler the places that the engine's warps have."""
    scheduler = machine.scheduler
    states = made.states[slots].reshape(-1)
    live, parked = _lanes(states["live"]), _lanes(states["parked"])
    block = np.where(states["converged"][:, None] != 0, states["place"][:, None], states["key"]).reshape(-1)
    scheduler.restore(live, block, parked, _lanes(states["yielded"]))
    scheduler.barrier[...] = states["barrier"].reshape(-1)
    scheduler.barrier[scheduler.barrier == _PRODUCTS] = WARPGROUP
    barriers = machine.cta_barriers
    barriers.passing[...] = _lanes(states["arrives"])
    barriers.predicate[...] = _lanes(states["predicate"])
    barriers.arrived[...] = made.ctas["arrived"][slots]
    barriers.wanted[...] = made.ctas["wanted"][slots]


def _private(memory: Memory, made: _Arrays, slots: list[int]) -> list[NDArray[np.uint8]]:
    """Copies of the shared and local memory of some slots, contents and states, as a batch has them."""
    shared, local = memory.shared_stride, made.warps * WARP * align_up(memory.local_bytes, 16)
    start = memory.batch_start
    found = []
    for array in memory.raw():
        parts = [array[start + slot * shared : start + (slot + 1) * shared] for slot in slots]
        beyond = start + made.slots * shared
        parts += [array[beyond + slot * local : beyond + (slot + 1) * local] for slot in slots]
        found.append(np.concatenate(parts))
    return found


def _restore(memory: Memory, made: _Arrays, contents: list[NDArray[np.uint8]]) -> None:
    """Put the memory of the slots where a batch has it."""
    del made
    start = memory.batch_start
    for array, content in zip(memory.raw(), contents, strict=True):
        array[start : start + len(content)] = content


def _lanes(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """The bits of words, lane by lane."""
    raw = np.ascontiguousarray(words, np.uint32).view(np.uint8)
    return np.unpackbits(raw, bitorder="little").view(np.bool_)
