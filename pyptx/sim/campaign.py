"""The variants of a launch that the checks detect, and those that they do not.

A missing fence or barrier changes the result only under an unlucky schedule. `campaign` is an engine: it runs
a launch unchanged, then each variant under several schedules with all checks, and reports which variants were
detected, by a fault or by a different result. Rules find some redundant instructions among the others. The
rest removed something redundant, too, or something that the checks cannot see.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from ml_dtypes import finfo

from pyptx.emitter import emit_with_lines
from pyptx.errors import LaunchError, PtxError, SimFault, agreeing, counted
from pyptx.ir import Instruction
from pyptx.ir.visit import functions, walk
from pyptx.layouts.tensor_map import MappedArray
from pyptx.layouts.tensor_map_words import SWIZZLES
from pyptx.notebook import Displayed
from pyptx.record import replace as edited
from pyptx.sim.launch import decoded, simulate
from pyptx.sim.mutants import KINDS, MISSING, TIMELESS, Mutant, mutants
from pyptx.sim.redundancy import Flow, redundancy
from pyptx.structure import arrays_in, holding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Source
    from pyptx.program import Program
    from pyptx.sim.report import SimReport

STEPS = 30
"""A variant hangs if it takes more than this many times the program's instructions, plus `MORE`."""

MORE = 100_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of running a variant.

    Attributes:
        kind: Kind of the change.
        what: The change, in words.
        instruction: The instruction as PTX text; for a tensor map, its parameter.
        ptx_line: Line of the instruction in the PTX text; 0 for a tensor map.
        source: Python file and line that wrote it, or None.
        noticed: How the variant was detected: ``"report"``, ``"result"``, or empty.
        rule: The broken rule in the report, or empty.
        schedule: The schedule under which it was detected, or empty.
        seed: Seed of the random schedule.
        said: First line of the report, or the difference between the results.
        executed: Whether any thread executed the instruction; if none did, the variant was not run.
        redundant: Why the program does not need the instruction, by a rule of `pyptx.sim.redundancy`; empty
            if the variant was detected, or if no rule says so.
    """

    kind: str
    what: str
    instruction: str
    ptx_line: int
    source: Source | None
    noticed: str = ""
    rule: str = ""
    schedule: str = ""
    seed: int = 0
    said: str = ""
    executed: bool = True
    redundant: str = ""


@dataclass(frozen=True, slots=True)
class Campaign(Displayed):
    """The results of all variants of a launch.

    Attributes:
        entry: Name of the kernel.
        outcomes: One outcome per variant, in the order of the text.
        seconds: Wall time.
        report: Report of the unchanged program.
        left: Variants that did not run, because of Ctrl-C.
        launches: Launches that the outcomes are of.
    """

    entry: str
    outcomes: tuple[Outcome, ...]
    seconds: float
    report: SimReport
    left: int = 0
    launches: int = 1

    @property
    def survivors(self) -> tuple[Outcome, ...]:
        """The undetected variants of executed instructions that no rule explains."""
        return tuple(
            outcome
            for outcome in self.outcomes
            if outcome.executed and not outcome.noticed and not outcome.redundant
        )

    @property
    def redundant(self) -> tuple[Outcome, ...]:
        """The variants without an instruction that is redundant by a rule."""
        return tuple(outcome for outcome in self.outcomes if outcome.redundant)

    def __str__(self) -> str:
        ran = [outcome for outcome in self.outcomes if outcome.executed]
        idle = len(self.outcomes) - len(ran)
        unnoticed, redundant = len(self.survivors), len(self.redundant)
        of = f"{self.entry}, {self.launches:,} launches" if self.launches > 1 else self.entry
        rows = [f"{of}: {counted(len(ran), 'variant')}, {unnoticed} {agreeing(unnoticed, 'go')} unnoticed"]
        if redundant:
            rows[0] += f"; {redundant} {agreeing(redundant, 'lack')} a redundant instruction"
        if self.left:
            rows[0] += f"; interrupted, {self.left} did not run"
        if idle:
            rows[0] += f"; {idle} more {agreeing(idle, 'are')} of instructions that no thread reached"
        for kind in dict.fromkeys(outcome.kind for outcome in ran):
            of_kind = [outcome for outcome in ran if outcome.kind == kind]
            reports = sum(outcome.noticed == "report" for outcome in of_kind)
            results = sum(outcome.noticed == "result" for outcome in of_kind)
            spare = sum(bool(outcome.redundant) for outcome in of_kind)
            rows.append(
                f"  {kind:12s} {len(of_kind):4d}: {reports} reported, {results} with another result, "
                + (f"{spare} redundant, " if spare else "")
                + f"{len(of_kind) - reports - results - spare} unnoticed"
            )
        for outcome in self.survivors:
            where = f"{outcome.source}, " if outcome.source else ""
            place = f" ({where}PTX line {outcome.ptx_line})" if outcome.ptx_line else ""
            rows.append(f"  unnoticed: {outcome.instruction} {outcome.what}{place}")
        lines: dict[tuple[str, str], list[int]] = {}
        for outcome in self.redundant:
            lines.setdefault((outcome.instruction, outcome.redundant), []).append(outcome.ptx_line)
        for (instruction, reason), numbers in lines.items():
            at = f"PTX line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
            rows.append(f"  redundant: {instruction} ({at}): {reason}")
        return "\n".join(rows)


def joined(campaigns: Sequence[Campaign]) -> list[Campaign]:
    """Join the campaigns of launches with the same variants: one is detected if any launch detects it."""
    alike: dict[Any, list[Campaign]] = {}
    for each in campaigns:
        of = each.outcomes
        variants = [(one.kind, one.what, one.instruction, one.ptx_line, one.source) for one in of]
        alike.setdefault((each.entry, each.left, *variants), []).append(each)
    return [
        replace(
            same[0],
            outcomes=tuple(
                max(of, key=lambda one: (bool(one.noticed), bool(one.redundant), one.executed))
                for of in zip(*(each.outcomes for each in same), strict=True)
            ),
            seconds=sum(each.seconds for each in same),
            launches=len(same),
        )
        for same in alike.values()
    ]


def campaign(
    program: Program,
    args: Sequence[Any],
    *,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    cluster: tuple[int, int, int] = (1, 1, 1),
    smem: int = 0,
    seeds: int = 2,
    seed: int = 0,
    kinds: Sequence[str] = (),
    sample: int | None = None,
    uninitialized: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Campaign:
    """Run a launch unchanged, then its variants.

    The program itself must be correct: it first runs under every schedule, with all checks.

    Args:
        program: The module and its entry.
        args: Arguments as for `pyptx.sim.simulate`; the unchanged program writes arrays in place.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        seeds: Number of random schedules, in addition to late and early.
        seed: Seed of the first random schedule, and of the sample.
        kinds: Kinds of changes to make; all if none is given.
        sample: Number of variants to draw from those of executed instructions; None for all.
        uninitialized: Names of array parameters whose contents are undefined at the start.
        progress: Called with the number of variants that have run, and the number of all variants; first
            before the unchanged program runs.

    Returns:
        The outcomes; after Ctrl-C those of the variants that have run.

    Raises:
        LaunchError: The arguments do not fit the parameters, a kind is unknown, or the results of the program
            depend on the schedule.
        SimFault: The unchanged program breaks a rule.
    """
    started = time.perf_counter()
    if unknown := set(kinds) - KINDS:
        raise LaunchError(f"no kind of variant {sorted(unknown)[0]!r}; there are {', '.join(sorted(KINDS))}")
    launch = Repeatable(program, args, grid, block, cluster, smem, tuple(uninitialized))
    schedules = [("late", 0), ("early", 0), *(("random", seed + k) for k in range(seeds))]
    every = chain(mutants(program), _maps(launch))
    chosen = deque(mutant for mutant in every if not kinds or mutant.kind in kinds)
    if progress is not None:
        progress(0, len(chosen) if sample is None else min(sample, len(chosen)))
    report, reference = launch.run(program, None, "late", 0, None, profile=True)
    assert report.profile is not None
    reached = {line.ptx_line for line in report.profile.lines}
    for schedule, number in schedules[1:]:
        _, results = launch.run(program, None, schedule, number, None)
        if (said := difference(results, reference)) is not None:
            raise LaunchError(f"{program.entry}: under the schedule {schedule}, seed {number}, {said}")
    limit = STEPS * report.steps + MORE
    lines = _Lines(program)
    if sample is not None:
        executed = [each for each in chosen if lines.outcome(each).ptx_line in (0, *reached)]
        drawn = Random(seed).sample(range(len(executed)), min(sample, len(executed)))
        chosen = deque(executed[number] for number in sorted(drawn))
    outcomes, of = [], len(chosen)
    flow = Flow(decoded(program, "any"), cluster[0] * cluster[1] * cluster[2])
    done = 0
    with suppress(KeyboardInterrupt):  # the outcomes so far are a result
        while chosen:
            mutant = chosen.popleft()  # the decoded program of a variant takes megabytes
            made = lines.outcome(mutant)
            if made.ptx_line and made.ptx_line not in reached:
                outcomes.append(replace(made, executed=False))
            elif (outcome := _try(launch, mutant, made, schedules, reference, limit)) is not None:
                if not outcome.noticed and (mutant.what == MISSING or mutant.kind in ("wait", "phase")):
                    why = redundancy(flow, (mutant.function, mutant.statement))
                    outcome = replace(outcome, redundant=why)
                outcomes.append(outcome)
            done += 1
            if progress is not None:
                progress(done, of)
    launch.write(reference)
    seconds = time.perf_counter() - started
    return Campaign(program.entry, tuple(outcomes), seconds, report, of - done)


def _maps(launch: Repeatable) -> Iterator[Mutant]:
    """Make the variants whose tensor maps have another swizzle."""
    for param, arg in zip(launch.program.params, launch.args, strict=True):
        if isinstance(arg, MappedArray):
            inner = arg.tensor.inner_bytes
            for name, swizzle in SWIZZLES.items():
                fits = getattr(swizzle, "row_bytes", inner) >= inner
                if name != arg.tensor.swizzle and fits and name in ("NONE", "32B", "64B", "128B"):
                    yield Mutant("swizzle", f"swizzle {name}", -1, 0, None, (param.name, name))


def _try(
    launch: Repeatable,
    mutant: Mutant,
    made: Outcome,
    schedules: Sequence[tuple[str, int]],
    reference: Sequence[NDArray[Any]],
    limit: int,
) -> Outcome | None:
    """Run a variant until it is detected; None if it is not a legal program."""
    for schedule, seed in schedules[:1] if mutant.kind in TIMELESS else schedules:
        try:
            program = mutant.program or launch.program
            _, results = launch.run(program, mutant.map, schedule, seed, limit)
        except SimFault as fault:
            if fault.rule == "unmodelled":
                return None
            said = str(fault).splitlines()[0]
            return replace(made, noticed="report", rule=fault.rule, schedule=schedule, seed=seed, said=said)
        except PtxError:
            return None
        if (differs := difference(results, reference)) is not None:
            return replace(made, noticed="result", schedule=schedule, seed=seed, said=differs)
    return made


class Repeatable:
    """A launch that can be repeated with the original arrays."""

    def __init__(
        self,
        program: Program,
        args: Sequence[Any],
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        cluster: tuple[int, int, int],
        smem: int,
        uninitialized: tuple[str, ...],
    ) -> None:
        self.program, self.args = program, args
        self.sizes: dict[str, Any] = {"grid": grid, "block": block, "cluster": cluster, "smem": smem}
        self.uninitialized = uninitialized
        arrays = [array for arg in args for _, array in arrays_in("", arg)]
        self.arrays = list({id(array): array for array in arrays if isinstance(array, np.ndarray)}.values())
        self.before = [array.copy() for array in self.arrays]

    def run(
        self,
        program: Program,
        map_: tuple[str, str] | None,
        schedule: str,
        seed: int,
        limit: int | None,
        *,
        profile: bool = False,
    ) -> tuple[SimReport, list[NDArray[Any]]]:
        """Run a variant on copies of the arrays; return its report and the copies."""
        args, copies = self.copies(map_)
        report = simulate(
            program,
            args,
            **self.sizes,
            max_steps=limit,
            schedule=schedule,
            seed=seed,
            uninitialized=self.uninitialized,
            checks="all",
            profile=profile,
            fresh=True,
        )
        return report, copies

    def copies(self, map_: tuple[str, str] | None = None) -> tuple[list[Any], list[NDArray[Any]]]:
        """Return the arguments with copies of the original arrays, and the copies.

        Args:
            map_: A parameter with a tensor map, and the swizzle that it has instead of its own.
        """
        copies = {id(array): kept.copy() for array, kept in zip(self.arrays, self.before, strict=True)}
        args = []
        for param, arg in zip(self.program.params, self.args, strict=True):
            if isinstance(arg, MappedArray) and map_ is not None and map_[0] == param.name:
                arg = edited(arg.tensor, swizzle=map_[1]).of(arg.array)
            args.append(holding(arg, lambda array: copies.get(id(array), array)))
        return args, list(copies.values())

    def write(self, results: Sequence[NDArray[Any]]) -> None:
        """Write results into the arrays of the caller."""
        for array, result in zip(self.arrays, results, strict=True):
            if array.flags.writeable:
                array[...] = result


class _Lines:
    """The lines of a program's statements."""

    def __init__(self, program: Program) -> None:
        self.program = program
        text, self.numbers = emit_with_lines(program.module)
        self.text = text.splitlines()

    def outcome(self, mutant: Mutant) -> Outcome:
        """Make the outcome of a variant that was not detected."""
        if mutant.map is not None:
            return Outcome(mutant.kind, mutant.what, f"tensor map {mutant.map[0]}", 0, None)
        line = self.numbers[mutant.function][mutant.statement]
        body = functions(self.program.module)[mutant.function].body or ()
        statement = next(each for place, each in enumerate(walk(body)) if place == mutant.statement)
        assert isinstance(statement, Instruction)
        return Outcome(mutant.kind, mutant.what, self.text[line - 1].strip(), line, statement.source)


def difference(results: Sequence[NDArray[Any]], reference: Sequence[NDArray[Any]]) -> str | None:
    """Describe the differences of arrays beyond rounding; None if there are none."""
    for number, (got, wanted) in enumerate(zip(results, reference, strict=True)):
        if got.dtype.kind in "iub":
            wrong = got != wanted
        else:
            mine, theirs = got.astype(np.float64), wanted.astype(np.float64)
            allowed = float(finfo(got.dtype).eps) ** 0.5  # type: ignore[no-untyped-call]
            usual = _root_mean_square(theirs[np.isfinite(theirs)])
            with np.errstate(invalid="ignore"):
                close = np.abs(mine - theirs) <= allowed * np.maximum(np.abs(theirs), usual)
            wrong = ~(close | (mine == theirs) | (np.isnan(mine) & np.isnan(theirs)))
        if wrong.any():
            return f"{int(wrong.sum())} of {wrong.size} elements of array {number} differ"
    return None


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(values**2))) if values.size else 0.0
