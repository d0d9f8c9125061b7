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
from functools import cache
from typing import TYPE_CHECKING

from pyptx.ir import Declaration
from pyptx.ir.visit import walk
from pyptx.isa.vocabulary import BRANCHES, ENDS
from pyptx.perf.stages import Stages
from pyptx.perf.steps import decode, forget, read, run_from
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.perf.steps import Step
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
        stages: Bytes of each stage of a ring in shared memory, from the largest to the smallest; None if they
            are unknown.
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
    steps, deciding = decode(program, values)
    shared = _shared_variables(program)
    parts = (grid[0] // cluster[0], grid[1] // cluster[1], grid[2] // cluster[2])
    members = min(math.prod(cluster), MOST_OF_A_CLUSTER)

    known: dict[tuple[int, ...], Counts] = {}

    @cache
    def counts_of(number: int) -> tuple[Counts, ...]:
        """The counts of the CTAs of a cluster."""
        origin = [at * size for at, size in zip(_coordinates(number, parts), cluster, strict=True)]
        found = []
        for rank in range(members):
            x, y, z = (at + step for at, step in zip(origin, _coordinates(rank, cluster), strict=True))
            specials = tuple(
                _specials(grid, block, cluster, (x, y, z), warp)
                for warp in range(-(-math.prod(block) // LANES))
            )
            seen = tuple(each[name] for each in specials for name in sorted(deciding & each.keys()))
            if seen not in known:
                known[seen] = _execute(steps, shared, specials)
            found.append(replace(known[seen], cluster=number))
        return tuple(found)

    weights = _weights(parts, lambda number: _work(counts_of(number)))
    size = math.prod(cluster) / members
    return tuple(
        replace(each, weight=weight * size)
        for number, weight in sorted(weights.items())
        for each in counts_of(number)
    )


def _execute(steps: list[Step], shared: Mapping[str, int], specials: Sequence[Mapping[str, int]]) -> Counts:
    """The counts of a CTA whose warps have these special registers."""
    run = _Run(steps, shared)
    warps = tuple(map(run.execute, specials))
    assumed = tuple(sorted(run.assumed))
    return Counts(0, 0.0, warps, run.constants, assumed, run.left <= 0, run.stages.sizes())


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


def _shared_variables(program: Program) -> dict[str, int]:
    """Addresses of the shared variables, apart from each other by more than a multiprocessor has."""
    nodes = (*program.module.items, *walk(program.function.body or ()))
    declared = (each for each in nodes if isinstance(each, Declaration) and each.space == "shared")
    names = dict.fromkeys(declarator.name for each in declared for declarator in each.declarators)
    return {name: place << _SHARED_BITS for place, name in enumerate(names)}


class _Run:
    """Execution of the warps of a CTA, one after another."""

    def __init__(self, steps: list[Step], shared: Mapping[str, int]) -> None:
        self.steps, self.shared = steps, shared
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
            step = self.steps[place]
            if step.end > place:
                runs[place] += 1
                for write in run_from(self.steps, place):
                    write(registers)
                self.left -= step.end - place
                place = step.end
                continue
            self.left -= 1
            instruction = step.instruction
            guard = instruction.guard
            allowed: int | None = 1
            if guard is not None and (allowed := registers.get(guard.register)) is not None:
                allowed ^= guard.negated
            if instruction.opcode in BRANCHES:
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
            if instruction.opcode in ENDS and allowed:
                break
            if step.stages:
                self.stages.see(instruction, step.line, self.warps, lambda operand: read(operand, registers))
            if step.write is not None and (allowed or instruction.opcode == "elect"):
                step.write(registers)
            elif step.write is not None:
                forget(step.names, registers)
            elif step.descriptor and (value := registers.get(step.descriptor)) is not None:
                self.constants[step.line, step.descriptor] = value
        for start, times in runs.items():
            for step in self.steps[start : self.steps[start].end]:
                counts[step.line] += times
        return counts


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
