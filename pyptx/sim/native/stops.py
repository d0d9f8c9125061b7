"""Explanations of the native engine's stops.

The engine's registers, memory and program counters become a `Machine` of that CTA. The reference engine
executes the instruction again, breaks the rule again, and writes the message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.errors import SimFault
from pyptx.rules import RULES
from pyptx.sim.abi import BROKEN, RULE, STOP, TENSOR_ACCESS, WAIT
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.gates import gate
from pyptx.sim.interpreter import connected, control, execute
from pyptx.sim.machine import Machine, cta_warps
from pyptx.sim.native.traced import step_of
from pyptx.sim.scheduler import CLUSTER_BARRIER, WARP, WARPGROUP
from pyptx.sim.segments import align_up
from pyptx.sim.semantics.registers import RegisterPool
from pyptx.sim.steps import steps_of
from pyptx.sim.tensor_memory import TensorMemory
from pyptx.sim.tensor_races import met_in_tensor_memory

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.sim.machine import Part
    from pyptx.sim.memory import Memory
    from pyptx.sim.native.arrays import Arrays
    from pyptx.sim.native.grid import Grid
    from pyptx.sim.steps import Code, Step

_STANDSTILLS = ("deadlock", "livelock", "max-steps")
_UNITS_EFFECTS = frozenset({"asynchronous", "calls", "ends"})
_UNITS_WORDS = frozenset({"async", "cluster"})
"""Words of instructions that start asynchronous operations."""
_MET = ": they met as warps ran on the native engine, and did not as they ran on the NumPy engine"

_UNWRITTEN = ", as warps ran on the native engine; as they ran on the NumPy engine it was written before"
_ELSEWHERE = ", as warps ran on the native engine; as they ran on the NumPy engine no rule is broken"

_OF_UNITS = BROKEN - {
    "call-target", "cluster-rank", "exited-cta", "mbarrier-uninitialized", "out-of-bounds", "stack-overflow"
}  # fmt: skip
"""Rules about units, whose state a machine made for a stop does not have."""

_LACKS = {
    "proxy-fence": "no fence.proxy.async comes between",
    "swizzle-mismatch": "the two have different swizzles",
}


class HandedOver(Exception):  # noqa: N818 - like `Trap`
    """The native engine stopped where only the reference engine can decide; the launch must run again.

    Attributes:
        stopped: The rule that the engine found broken, in its own words, in case the reference engine finds
            none broken; None if the engine has no message.
        spreads: The machine that read an undefined value, if the lowered program does not propagate these;
            else None.
        crowded: Whether a write came to memory that more warps had read than the engine keeps.
        follows: Whether the program must propagate undefined values, and the reference engine has their
            origins.
        ordered: Whether a rule may be broken only in the engine's order of warps.
        cta: Place in the launch order of the CTA whose accesses of its own cluster's memory are unordered; -1
            for another reason.
    """

    def __init__(
        self,
        stopped: Stopped | SimFault | None,
        *,
        spreads: Machine | None = None,
        crowded: bool = False,
        follows: bool = False,
        ordered: bool = False,
        cta: int = -1,
    ) -> None:
        super().__init__()
        self.stopped = stopped
        self.spreads = spreads
        self.crowded = crowded
        self.follows = follows or spreads is not None
        self.ordered = ordered or stopped is not None
        self.cta = cta


class Stopped(Exception):  # noqa: N818 - like `Trap`
    """The engine stopped before the grid ended.

    Attributes:
        trap: The rule that was broken.
        machine: The state of the CTA at the stop.
    """

    def __init__(self, trap: Trap, machine: Machine) -> None:
        super().__init__()
        self.trap, self.machine = trap, machine


def is_of_a_unit(code: Code, stop: Mapping[str, int]) -> bool:
    """Whether the engine stopped at an instruction that depends on pending operations, which only it has."""
    step = steps_of(code.blocks[stop["block"]])[stop["step"]]
    if step.operation.calls is not None and step.operation.calls.node.body is None:
        return False
    words = not _UNITS_WORDS.isdisjoint(step.instruction.modifiers)
    return words or step.operation.warpgroup or not _UNITS_EFFECTS.isdisjoint(step.effects)


def explained(grid: Grid, made: Arrays, stop: Mapping[str, int]) -> Stopped:
    """Rebuild the machine of a stop, and return it with the rule that the reference engine finds broken.

    Raises:
        HandedOver: The reference engine finds no rule broken: the instruction reads an undefined value.
    """
    machine, mask = _stopped_machine(grid, made, stop)
    kind = STOP.word(stop["kind"])
    if kind in _STANDSTILLS:
        return Stopped(Trap(kind, ""), machine)
    step = _stopped_step(grid, stop)
    _begin(grid, machine, stop, mask, step)
    spreads = any(machine.undefined(number) is not None for number in step.operation.keeps)
    trap = _repeated(grid, machine, stop, step, kind)
    if trap is not None:
        return Stopped(trap, machine)
    if spreads or machine.defined.spreads:
        raise HandedOver(None, spreads=machine)
    raise SimFault(
        f"the native engine stopped at {step.name}, where its definition breaks no rule: "
        "this is a bug of pyptx; native=False runs without that engine",
        rule="internal",
        instruction=step.name,
    )


def suspected(grid: Grid, made: Arrays, stop: Mapping[str, int]) -> Stopped | None:
    """Describe the broken rule of an instruction that the reference engine cannot repeat alone.

    The reference engine may find none broken in its order of warps: then this is the report. None if the
    engine stopped at one of its own limits.
    """
    kind = STOP.word(stop["kind"])
    named = kind in BROKEN
    machine, mask = _stopped_machine(grid, made, stop)
    step = step_of(grid, stop["step"])[0] if named else _stopped_step(grid, stop)
    _begin(grid, machine, stop, mask, step)
    lane = int(mask.argmax())
    trap = None if named else _undefined_operand(machine, step)
    if trap is not None:
        return _with_order(trap, machine, _UNWRITTEN)
    if kind.startswith("uninitialized"):
        memory = "tensor memory" if kind == "uninitialized-tensor-memory" else "memory"
        said = f"this {step.name} reads {memory} that was never written"
        return _with_order(Trap(kind, said, lane, step=step), machine, _UNWRITTEN)
    if named:
        title = RULES[kind].title
        return _with_order(Trap(kind, title[0].lower() + title[1:], lane, step=step), machine, _ELSEWHERE)
    trap = _repeated(grid, machine, stop, step, "step" if kind == "handover" else kind)
    if trap is not None and trap.rule not in _OF_UNITS:
        return _with_order(trap, machine, _ELSEWHERE)
    if grid.malformed is not None:
        trap = grid.malformed
        return _with_order(Trap(trap.rule, trap.message, lane, step=step), machine, _ELSEWHERE)
    return None


def _with_order(trap: Trap, machine: Machine, how: str) -> Stopped:
    """Add the order of the warps to the message of a broken rule."""
    found = Trap(trap.rule, trap.message + how, trap.lane, trap.address, trap.step, trap.other, trap.slot)
    return Stopped(found, machine)


def _undefined_operand(machine: Machine, step: Step) -> Trap | None:
    """Return the fault of an undefined register that an instruction needs; None if there is none."""
    try:
        for number in (*step.reads, *step.operation.accumulators):
            if number not in step.operation.keeps:
                machine.need_defined(number)
    except Trap as trap:
        return trap
    return None


def _repeated(grid: Grid, machine: Machine, stop: Mapping[str, int], step: Step, kind: str) -> Trap | None:
    """Execute the instruction of a stop again; return the fault."""
    block = grid.code.blocks[stop["block"]]
    try:
        with np.errstate(all="ignore"):
            if step is block.gate:
                gate(machine, grid.code, step, stop["block"])
            elif kind == "step":
                execute(machine, step)
            elif kind == "control":
                control(machine, grid.code, block, stop["block"])
    except Trap as trap:
        return trap
    return None


def finding_explained(grid: Grid, finding: Mapping[str, int]) -> Stopped:
    """Describe a race in the native engine's words, for when the reference engine finds none in its order."""
    rule = RULE.word(finding["rule"])
    code, memory, geometry = grid.code, grid.memory, grid.geometry
    size, warps = geometry.cluster_size, cta_warps(code, geometry)
    first = finding["cta"] // size * size
    machine = Machine(code, memory, geometry, (first, size), grid.counters, schedule=(grid.schedule, 0))
    block = code.blocks[finding["block"]]
    machine.begin((*block.steps, *((block.end,) if block.end else ()))[finding["step"]])
    thread = machine.place_of(finding["other_cta"], finding["other_warp"] * WARP + finding["other_lane"])
    lane = ((finding["cta"] - first) * warps + finding["warp"]) * WARP + finding["lane"]
    if finding["access"]:
        kind, earlier = (TENSOR_ACCESS.word(finding[name]) for name in ("access", "other_access"))
        pending = bool(finding["other_pending"])
        said, other = met_in_tensor_memory(kind, earlier, finding["index"], thread, pending=pending)
        return Stopped(Trap(rule, said + _MET, lane, other=other), machine)
    index = finding["index"]
    if index >= memory.batch_start:
        slot, within = divmod(index - memory.batch_start, memory.shared_stride)
        index = memory.batch_start + slot % size * memory.shared_stride + within
    name, address = memory.describe_at(index, 1)
    did = "read" if finding["after_read"] else "initialised" if rule == "mbarrier-init" else "wrote"
    if finding["other_pending"]:
        did = f"that is pending may still {'read' if finding['after_read'] else 'write'}"
    same = all(finding[f"other_{name}"] == finding[name] for name in ("cta", "warp", "lane"))
    actor = "an operation" if finding["other_engine"] else "the same thread" if same else "another thread"
    other = OtherAccess(None, thread, actor, did)
    who = "the operation started here" if finding["engine"] else "this thread"
    does = "writes" if finding["writes"] else "uses" if rule == "mbarrier-init" else "reads"
    lacks = _LACKS.get(rule, "nothing orders the two")
    said = f"{who} {does} {name}, which {other.who} {other.did}, and {lacks}{_MET}"
    return Stopped(Trap(rule, said, lane, address, other=other), machine)


def _stopped_machine(grid: Grid, made: Arrays, stop: Mapping[str, int]) -> tuple[Machine, NDArray[np.bool_]]:
    """Make the machine of a stop; return it with the lanes that stopped."""
    size = grid.geometry.cluster_size
    together = grid.code.waits_on_grid and made.slots == grid.geometry.ctas
    slot = 0 if together else stop["slot"] // size * size
    slots = list(range(slot, slot + (made.slots if together else size)))
    machine = _machine(grid, made, 0 if together else stop["cta"] // size * size, slots)
    warp = (stop["slot"] - slot) * made.warps + stop["warp"]
    mask = np.zeros(machine.lanes, np.bool_)
    mask[warp * WARP : (warp + 1) * WARP] = _lanes(np.array([stop["mask"]], np.uint32))
    return machine, mask


def _stopped_step(grid: Grid, stop: Mapping[str, int]) -> Step:
    """The instruction of a stop, if the engine stopped at one."""
    return steps_of(grid.code.blocks[stop["block"]])[stop["step"]]


def _begin(
    grid: Grid, machine: Machine, stop: Mapping[str, int], mask: NDArray[np.bool_], step: Step
) -> None:
    """Begin an instruction in the block of a stop, for the lanes that stopped."""
    machine.scheduler.stand_at(stop["block"])
    machine.select(mask, mask)
    machine.begin(step)
    if grid.met is not None and grid.met.first == machine.first:
        machine.defined.take_origins(grid.met.defined, mask)


def _machine(grid: Grid, made: Arrays, first: int, slots: list[int]) -> Machine:
    """Make a NumPy machine in the state of some CTAs of the engine."""
    code, memory, geometry = grid.code, grid.memory, grid.geometry
    memory.take_in()
    contents = _private(memory, made, slots)
    schedule = (grid.schedule, 0)
    machine = connected(
        Machine(
            code, memory, geometry, (first, len(slots)), grid.counters, schedule=schedule, output=grid.output
        )
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
    if (frames := grid.program.frames) >= 0:
        starts = np.ascontiguousarray(registers[:, frames : frames + 8 * WARP]).view(np.uint64)
        sites = {
            index: np.ascontiguousarray(registers[:, row : row + 4 * WARP]).view(np.int32).reshape(-1)
            for index, row in grid.program.call_sites.items()
        }
        machine.calls.restore(starts.reshape(-1), sites)
    machine.defined.initialised[...] = True
    for position, number in enumerate(grid.program.tracked):
        machine.defined.initialised[number] = _lanes(made.known[slots, :, position].reshape(-1))
    _place(machine, made, slots)
    return machine


def _place(machine: Machine, made: Arrays, slots: list[int]) -> None:
    """Set a scheduler to the program counters of the engine's warps."""
    scheduler = machine.scheduler
    states = made.states[slots].reshape(-1)
    live, parked = _lanes(states["live"]), _lanes(states["parked"])
    block = np.where(states["converged"][:, None] != 0, states["place"][:, None], states["key"]).reshape(-1)
    scheduler.restore(live, block, parked, _lanes(states["yielded"]))
    machine.memory.end_ctas(np.flatnonzero(live.reshape(len(slots), -1).any(1)))
    waits = scheduler.barrier[...] = states["barrier"].reshape(-1)
    scheduler.barrier[waits == WAIT["cluster_barrier"]] = CLUSTER_BARRIER
    scheduler.barrier[(waits == WAIT["warpgroup"]) | (waits == WAIT["products"])] = WARPGROUP
    parts: dict[str, type[Part]] = {"register_pool": RegisterPool, "tensor_memory": TensorMemory}
    for name, part in parts.items():
        waiting = waits == WAIT[name]
        if waiting.any():
            scheduler.barrier[waiting] = machine.reason(machine.part(part))
    barriers = machine.cta_barriers
    barriers.passing[...] = _lanes(states["arrives"])
    barriers.predicate[...] = _lanes(states["predicate"])
    barriers.arrived[...] = made.ctas["arrived"][slots]
    barriers.wanted[...] = made.ctas["wanted"][slots]


def _private(memory: Memory, made: Arrays, slots: list[int]) -> list[NDArray[np.uint8]]:
    """Copy the shared and local memory of some slots, contents and states, in the layout of a batch."""
    shared, local = memory.shared_stride, made.warps * WARP * align_up(memory.local_bytes, 16)
    start = memory.batch_start
    found = []
    for array in memory.raw():
        parts = [array[start + slot * shared : start + (slot + 1) * shared] for slot in slots]
        beyond = start + made.slots * shared
        parts += [array[beyond + slot * local : beyond + (slot + 1) * local] for slot in slots]
        found.append(np.concatenate(parts))
    return found


def _restore(memory: Memory, made: Arrays, contents: list[NDArray[np.uint8]]) -> None:
    """Write the memory of the slots into a batch."""
    del made
    start = memory.batch_start
    for array, content in zip(memory.raw(), contents, strict=True):
        array[start : start + len(content)] = content


def _lanes(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """The bits of words, lane by lane."""
    raw = np.ascontiguousarray(words, np.uint32).view(np.uint8)
    return np.unpackbits(raw, bitorder="little").view(np.bool_)
