"""Executions of each PTX line by the warps of a CTA, without data: only counters and branches are computed.

Lane 0 of a warp represents it. Values that come from memory are unknown, and waits succeed at once. An
unknown condition of a branch is false the first time and true the next, so that a loop of unknown length
runs once; `Counts.assumed` lists those branches.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pyptx.emitter import emit_with_lines
from pyptx.ir import Declaration, Function, Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.operands import Address, Expression, Negated, Pair, Vector
from pyptx.ir.visit import operand_names, walk
from pyptx.perf.arithmetic import FUNCTIONS, Type
from pyptx.perf.stages import Stages, concerns_stages, operands_of_stages
from pyptx.record import record, replace
from pyptx.trace import written_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Operand
    from pyptx.program import Dim3, Program

MOST_STEPS = 3_000_000
"""Instructions of a CTA after which its execution is cut off."""
MOST_BETWEEN = 7
"""Clusters that are executed to find where the work of a cluster changes along an axis of the grid."""
PROBES, SCATTERED = 8, 64
"""Clusters that are executed to test a rule for the others, and those whose mean replaces the rule."""
CLOSE = 0.05
"""Difference of works that a rule may leave, as a part of the most work of a cluster."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, without their whole parts, are spread evenly between 0 and 1.

Scattered clusters are one of each equal part of the grid, each at such a place of its part: neither a period
of the work nor a power of two in the sizes of the grid distorts their mean.
"""
MOST_OF_A_CLUSTER = 2
"""CTAs of a cluster that are executed."""
LANES = 32
_SHARED_BITS = 18
"""Bits of an address of shared memory."""

_POLLS = {"try_wait", "test_wait"}
_ENDS = {"ret", "exit", "trap"}
_FLOW = {"bra", "brx"} | _ENDS


@record(frozen=True, slots=True)
class Counts:
    """Executions of the warps of one CTA.

    Attributes:
        cluster: Number of its cluster in the grid.
        weight: Number of CTAs of the launch that it represents.
        warps: Executions of each PTX line, for each warp.
        constants: Values of registers that instructions use as descriptors: by line and register.
        assumed: Lines of branches whose condition was unknown.
        cut_off: Whether the execution ended before the program did.
        stages: Bytes of each stage in shared memory that is filled more than once, the most first; None if
            they are unknown.
    """

    cluster: int
    weight: float
    warps: tuple[Mapping[int, int], ...]
    constants: Mapping[tuple[int, str], int]
    assumed: tuple[int, ...]
    cut_off: bool
    stages: tuple[int, ...] | None = ()

    @property
    def roles(self) -> dict[tuple[int, ...], Mapping[int, int]]:
        """Executions of each PTX line, for groups of warps with the same ones."""
        groups: dict[frozenset[tuple[int, int]], list[int]] = {}
        for warp, counts in enumerate(self.warps):
            groups.setdefault(frozenset(counts.items()), []).append(warp)
        return {tuple(warps): self.warps[warps[0]] for warps in groups.values()}


@record(slots=True)
class _Step:
    """An instruction as it is executed.

    Attributes:
        instruction: The instruction.
        line: Its PTX line.
        target: The step that a branch goes to.
        computed: Whether its result decides a branch or a guard.
        plain: The end of the steps from here on that are only counted; 0 if there are none.
        types: The types that its modifiers name.
        names: The registers of its first operand.
        stages: Whether it concerns the stages of an mbarrier.
    """

    instruction: Instruction
    line: int
    target: int | None = None
    computed: bool = False
    plain: int = 0
    types: tuple[Type | None, ...] = ()
    names: tuple[str, ...] = ()
    stages: bool = False


def count_executions(
    program: Program, grid: Dim3, block: Dim3, cluster: Dim3, values: Mapping[str, int]
) -> tuple[Counts, ...]:
    """Count how often the warps of some CTAs execute each PTX line.

    Args:
        program: The program.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        values: Values of scalar parameters, by name.

    Returns:
        The counts of the CTAs of some clusters, from the first to the last, with the number of CTAs that each
        represents. The work of clusters may change along one axis of the grid: where it does, further ones
        between are executed. If another cluster does not follow that rule, many from all over the grid are.
    """
    steps, shared = _decode(program), _shared_variables(program)
    parts = (grid[0] // cluster[0], grid[1] // cluster[1], grid[2] // cluster[2])
    members = min(math.prod(cluster), MOST_OF_A_CLUSTER)

    @cache
    def counts_of(number: int) -> tuple[Counts, ...]:
        """The counts of the CTAs of a cluster."""
        origin = [at * size for at, size in zip(_coordinates(number, parts), cluster, strict=True)]
        found = []
        for rank in range(members):
            x, y, z = (at + step for at, step in zip(origin, _coordinates(rank, cluster), strict=True))
            run = _Run(steps, shared, values)
            warps = tuple(
                run.execute(_specials(grid, block, cluster, (x, y, z), warp))
                for warp in range(-(-math.prod(block) // LANES))
            )
            cut_off = run.left <= 0
            assumed = tuple(sorted(run.assumed))
            stages = run.stages.sizes()
            found.append(Counts(number, 0.0, warps, run.constants, assumed, cut_off, stages))
        return tuple(found)

    weights = _weights(parts, lambda number: _work(counts_of(number)))
    size = math.prod(cluster) / members
    return tuple(
        replace(each, weight=weight * size)
        for number, weight in sorted(weights.items())
        for each in counts_of(number)
    )


def _weights(parts: Dim3, work: Callable[[int], int]) -> dict[int, float]:
    """Choose clusters of a grid, and return how many each represents."""
    many = math.prod(parts)
    strides = (1, parts[0], parts[0] * parts[1])
    axes = list(zip(parts, strides, strict=True))
    varied = [(size, step) for size, step in axes if work(0) != work((size - 1) * step)]
    varied = varied or [(size, step) for size, step in axes if work(0) != work((size - 1) // 2 * step)]
    size, step = next(iter(varied), max(axes))
    places = _places_of_change(size, lambda at: work(at * step))
    expected = [work(place * step) for place in places]
    for probe in range(1, PROBES + 1):
        number = int(probe * GOLDEN % 1 * many)
        rule = _between(number // step % size, places, expected)
        if abs(work(number) - rule) > CLOSE * max(expected):
            spread = {int((index + index * GOLDEN % 1) * many / SCATTERED) for index in range(SCATTERED)}
            return dict.fromkeys(spread, many / len(spread))
    weights = dict.fromkeys(places, 0.0)
    weights[0] = 1.0
    for start, end in itertools.pairwise(places):
        weights[start] += (end - start - 1) / 2
        weights[end] += (end - start + 1) / 2
    return {place * step: weight * (many // size) for place, weight in weights.items()}


def _places_of_change(size: int, work: Callable[[int], int]) -> list[int]:
    """Places on an axis between which the work is linear, checked at a few of them."""
    places = sorted({0, (size - 1) // 2, size - 1})
    for _ in range(MOST_BETWEEN):
        apart = [(b - a, a) for a, b in itertools.pairwise(places) if b - a > 1 and work(a) != work(b)]
        if not apart:
            break
        distance, first = max(apart)
        places = sorted([*places, first + distance // 2])
    return places


def _between(at: int, places: Sequence[int], works: Sequence[int]) -> float:
    """The work at a place, linear between the known ones."""
    after = bisect.bisect_left(places, at)
    if places[after] == at:
        return works[after]
    start, end = places[after - 1], places[after]
    return works[after - 1] + (works[after] - works[after - 1]) * (at - start) / (end - start)


def _work(counts: Sequence[Counts]) -> int:
    """Executions of all warps together."""
    return sum(sum(warp.values()) for each in counts for warp in each.warps)


def _coordinates(number: int, sizes: Sequence[int]) -> tuple[int, int, int]:
    """The place in three directions of a number that counts along the first."""
    return number % sizes[0], number // sizes[0] % sizes[1], number // sizes[0] // sizes[1]


def _decode(program: Program) -> list[_Step]:
    """The instructions of the entry in order, with the targets of branches."""
    _, lines = emit_with_lines(program.module)
    functions = [item for item in program.module.items if isinstance(item, Function)]
    (numbers,) = (found for item, found in zip(functions, lines, strict=True) if item is program.function)
    steps: list[_Step] = []
    labels: dict[str, int] = {}
    for statement, line in zip(walk(program.function.body or ()), numbers, strict=True):
        if isinstance(statement, Label):
            labels[statement.name] = len(steps)
        elif isinstance(statement, Instruction):
            types = tuple(map(Type.named, statement.modifiers))
            names, stages = tuple(_results(statement)), concerns_stages(statement)
            steps.append(_Step(statement, line, types=types, names=names, stages=stages))
    for step in steps:
        if step.instruction.opcode == "bra" and isinstance(named := step.instruction.operands[0], Name):
            step.target = labels.get(named.name)
    _mark_computed(steps)
    end = len(steps)
    for place in range(len(steps) - 1, -1, -1):
        instruction = steps[place].instruction
        if instruction.guard is not None or instruction.opcode in _FLOW or steps[place].computed:
            end = place
        elif not _descriptor(instruction) and not steps[place].stages:
            steps[place].plain = end
        else:
            end = place
    return steps


def _shared_variables(program: Program) -> dict[str, int]:
    """Addresses of the shared variables, apart from each other by more than a multiprocessor has."""
    nodes = (*program.module.items, *walk(program.function.body or ()))
    declared = (each for each in nodes if isinstance(each, Declaration) and each.space == "shared")
    names = dict.fromkeys(declarator.name for each in declared for declarator in each.declarators)
    return {name: place << _SHARED_BITS for place, name in enumerate(names)}


def _mark_computed(steps: list[_Step]) -> None:
    """Mark the instructions whose results decide branches, guards, descriptors or stages, through others."""
    wanted = {step.instruction.guard.register for step in steps if step.instruction.guard is not None}
    for step in steps:
        if descriptor := _descriptor(step.instruction):
            wanted.add(descriptor)
        if step.stages:
            wanted.update(
                name for each in operands_of_stages(step.instruction) for name in operand_names(each)
            )
    writers: dict[str, list[_Step]] = {}
    for step in steps:
        for name in step.names:
            writers.setdefault(name, []).append(step)
    waiting = list(wanted)
    while waiting:
        for step in writers.get(waiting.pop(), ()):
            if not step.computed:
                step.computed = True
                waiting += [name for name in _sources(step.instruction) if name not in wanted]
                wanted.update(_sources(step.instruction))


def _results(instruction: Instruction) -> Iterator[str]:
    """Registers that an instruction may write, those of its first operand, in order."""
    if written := written_names(instruction):
        yield from (name for name in operand_names(instruction.operands[0]) if name in written)


def _sources(instruction: Instruction) -> list[str]:
    found = [name for operand in instruction.operands[1:] for name in operand_names(operand)]
    return found + ([instruction.guard.register] if instruction.guard is not None else [])


def _descriptor(instruction: Instruction) -> str:
    """The register with the instruction descriptor of a `tcgen05.mma`; empty for others."""
    if instruction.opcode != "tcgen05" or instruction.modifiers[0] != "mma" or len(instruction.operands) < 4:
        return ""
    operand = instruction.operands[3]
    return operand.name if isinstance(operand, Name) else ""


class _Run:
    """Execution of the warps of a CTA, one after another."""

    def __init__(self, steps: list[_Step], shared: Mapping[str, int], values: Mapping[str, int]) -> None:
        self.steps, self.shared, self.values = steps, shared, values
        self.constants: dict[tuple[int, str], int] = {}
        self.assumed: set[int] = set()
        self.stages = Stages()
        self.warps = 0
        self.left = MOST_STEPS

    def execute(self, specials: Mapping[str, int]) -> Mapping[int, int]:
        """Execute a warp; return how often it executed each line."""
        counts: Counter[int] = Counter()
        runs: Counter[int] = Counter()
        registers: dict[str, int | None] = {**self.shared, **specials}
        self.warps += 1
        taken: dict[int, bool] = {}
        place = 0
        while place < len(self.steps) and self.left > 0:
            self.left -= 1
            step = self.steps[place]
            if step.plain:
                runs[place] += 1
                self.left -= step.plain - place
                place = step.plain
                continue
            instruction = step.instruction
            guard = instruction.guard
            allowed: int | None = 1
            if guard is not None and (allowed := registers.get(guard.register)) is not None:
                allowed ^= guard.negated
            if instruction.opcode in ("bra", "brx"):
                counts[step.line] += 1
                if allowed is None:
                    self.assumed.add(step.line)
                    allowed = taken[place] = not taken.get(place, True)
                if allowed and step.target is None:
                    self.assumed.add(step.line)
                place = step.target if allowed and step.target is not None else place + 1
                continue
            place += 1
            if allowed == 0:
                continue
            counts[step.line] += 1
            if instruction.opcode in _ENDS and guard is None:
                break
            if instruction.opcode in _ENDS and allowed:
                break
            if step.stages:
                self.stages.see(instruction, step.line, self.warps, lambda operand: _read(operand, registers))
            if step.computed:
                self._compute(step, registers, certain=allowed is not None)
            elif (name := _descriptor(instruction)) and (value := registers.get(name)) is not None:
                self.constants[step.line, name] = value
        for start, times in runs.items():
            for step in self.steps[start : self.steps[start].plain]:
                counts[step.line] += times
        return counts

    def _compute(self, step: _Step, registers: dict[str, int | None], *, certain: bool) -> None:
        """Write the results of an instruction, None for unknown values."""
        value = self._value(step, registers) if certain else None
        written, names = step.instruction.operands[0], step.names
        if step.instruction.opcode == "elect":
            registers[names[-1]] = 1
        elif isinstance(written, Pair) and len(names) == 2:
            registers[names[0]], registers[names[1]] = value, None if value is None else 1 - value
        elif len(names) == 1 and not isinstance(written, Vector):
            registers[names[0]] = value
        else:
            for name in names:
                registers[name] = None

    def _value(self, step: _Step, registers: Mapping[str, int | None]) -> int | None:
        instruction = step.instruction
        opcode, modifiers, operands = instruction.opcode, instruction.modifiers, instruction.operands
        if opcode == "mbarrier" and modifiers[0] in _POLLS:
            return 1
        if opcode == "ld":
            base = operands[1].base if isinstance(operands[1], Address) else None
            whole = isinstance(operands[1], Address) and operands[1].offset is None
            return (
                self.values.get(base.name)
                if "param" in modifiers and whole and isinstance(base, Name)
                else None
            )
        if opcode == "shfl":
            return _read(operands[1], registers) if "idx" in modifiers else None
        compute = FUNCTIONS.get(opcode)
        if compute is None or not modifiers:
            return None
        given = [_read(operand, registers) for operand in operands[1:]]
        return compute(modifiers, step.types, given)


def _read(operand: Operand, registers: Mapping[str, int | None]) -> int | None:
    """The value of an operand, None if it is unknown."""
    if isinstance(operand, Name):
        return registers.get(operand.name)
    if isinstance(operand, Literal):
        return _number(operand.text)
    if isinstance(operand, Expression) and set(operand.words[1::2]) == {"+"}:
        parts = [registers.get(word) if word in registers else _number(word) for word in operand.words[::2]]
        return None if None in parts else sum(part or 0 for part in parts)
    if isinstance(operand, Negated):
        opposite = _read(operand.operand, registers)
        return None if opposite is None else 1 - opposite
    return None


@lru_cache(maxsize=4096)
def _number(text: str) -> int | None:
    """The value of an integer literal; None for other words."""
    try:
        value = literal_value(text)
    except ValueError:
        return None
    return value if isinstance(value, int) else None


def _specials(grid: Dim3, block: Dim3, cluster: Dim3, ctaid: Dim3, warp: int) -> dict[str, int]:
    """Special registers of lane 0 of a warp."""
    thread = warp * LANES
    tid = _coordinates(thread, block)
    inside = tuple(at % size for at, size in zip(ctaid, cluster, strict=True))
    found: dict[str, int] = {}
    of_axes = {
        "tid": tid,
        "ntid": block,
        "ctaid": ctaid,
        "nctaid": grid,
        "cluster_ctaid": inside,
        "cluster_nctaid": cluster,
        "clusterid": tuple(at // size for at, size in zip(ctaid, cluster, strict=True)),
        "nclusterid": tuple(size // part for size, part in zip(grid, cluster, strict=True)),
    }
    for name, axes in of_axes.items():
        found |= {f"%{name}.{axis}": value for axis, value in zip("xyz", axes, strict=True)}
    found["%cluster_ctarank"] = inside[0] + cluster[0] * (inside[1] + cluster[1] * inside[2])
    found["%cluster_nctarank"] = cluster[0] * cluster[1] * cluster[2]
    return found | {"%laneid": 0, "%lanemask_eq": 1, "%lanemask_lt": 0, "%lanemask_le": 1}
