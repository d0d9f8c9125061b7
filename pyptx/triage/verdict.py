"""The engine `triage`, and its answer."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pyptx.emitter import emit
from pyptx.errors import LaunchError
from pyptx.ir import Function
from pyptx.ir.visit import instructions
from pyptx.mangling import readable
from pyptx.notebook import Displayed
from pyptx.triage.builds import CRASH, DIFFERS, FAULT, HANG, KINDS, REFUSED, SCHEDULE, VALUES, builds_of
from pyptx.triage.reduction import count, reduce
from pyptx.triage.symptoms import Case
from pyptx.verify import verify_module

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.ir import Module
    from pyptx.program import Program
    from pyptx.triage.builds import Build, Outcome
    from pyptx.triage.symptoms import Symptom


@dataclass(frozen=True, slots=True)
class Verdict(Displayed):
    """The answer to "is it me or ptxas?".

    Attributes:
        entry: Name of the kernel.
        answer: The part that is at fault, in words.
        symptom: The symptom; None if nothing was found.
        outcomes: The end of each build, the newest ptxas first.
        findings: Errors that the verifier found.
        notes: Symptoms that could not be searched, and why.
        reduced: The reduced program as PTX; empty if there was nothing to reduce.
        instructions: Numbers of instructions before and after the reduction.
        tests: Programs that the reduction tried.
        finished: Whether the reduction ended before its time was over.
    """

    entry: str
    answer: str
    symptom: Symptom | None
    outcomes: tuple[Outcome, ...]
    findings: tuple[str, ...]
    notes: tuple[str, ...]
    reduced: str = ""
    instructions: tuple[int, int] = (0, 0)
    tests: int = 0
    finished: bool = True

    def __str__(self) -> str:
        rows = [f"{readable(self.entry)}: {self.answer}"]
        rows += [f"  verifier: {finding.splitlines()[0]}" for finding in self.findings]
        rows += [f"  {outcome}" for outcome in self.outcomes]
        rows += [f"  {note}" for note in self.notes]
        if self.symptom is not None and self.symptom.report:
            rows += ["", self.symptom.report]
        if self.reduced:
            before, after = self.instructions
            end = "" if self.finished else ", stopped by its time limit"
            rows += [
                "",
                f"reduced from {before} to {after} instructions ({self.tests} tests{end}):",
                self.reduced,
            ]
        return "\n".join(rows)


class SymptomFound(Exception):  # noqa: N818 - it ends a file's main, and is not an error
    """A launch shows a symptom, so the launches after it are of no use.

    Attributes:
        verdict: The verdict on the launch.
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.answer)
        self.verdict = verdict


def triage(
    program: Program,
    args: Sequence[Any] | None,
    *,
    grid: tuple[int, int, int] = (1, 1, 1),
    block: tuple[int, int, int] = (1, 1, 1),
    cluster: tuple[int, int, int] = (1, 1, 1),
    smem: int = 0,
    builds: Sequence[Build] | None = None,
    symptom: str | None = None,
    timeout: float = 30.0,
    seconds: float = 60.0,
    stop: bool = False,
    uninitialized: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Name the part that is at fault, and reduce the program to its symptom.

    Args:
        program: The module and its entry.
        args: Arguments as for `pyptx.sim.simulate`; without a symptom, the simulator's results are
            written in place. None: no launch.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        builds: Versions of ptxas with levels; None for all that are installed, at each level.
        symptom: The kind to search, one of `KINDS`; None for the first in that order.
        timeout: Seconds after which a run of ptxas counts as a hang.
        seconds: Time limit of the reduction; 0 for none at all.
        stop: Whether a symptom raises `SymptomFound`; else the arrays of the caller stay as they were.
        uninitialized: Names of array parameters whose contents are undefined at the start.
        progress: Called with the number of instructions removed, and the number of the whole program.

    Raises:
        LaunchError: The kind of symptom is unknown, or the program has no text or no known target.
        ToolError: An executable of `builds` does not run.
        SymptomFound: A build shows a symptom, and `stop` is true.
    """
    if symptom is not None and symptom not in KINDS:
        raise LaunchError(f"no kind of symptom {symptom!r}; there are {', '.join(KINDS)}")
    if program.cubin:
        raise LaunchError(f"{program.entry} is machine code; triage needs its PTX")
    sizes = {"grid": grid, "block": block, "cluster": cluster, "smem": smem}
    case = Case(program, args, sizes, builds_of() if builds is None else builds, timeout, uninitialized)
    if not case.builds:
        case.notes.append("not assembled: no ptxas is installed (pip install nvidia-cuda-nvcc)")
    findings = tuple(finding.message for finding in verify_module(program.module))
    outcomes = case.outcomes(emit(program.module))
    found = _search(case, outcomes, symptom, accepted=not findings)
    verdict = Verdict(
        program.entry, _answer(program, found, findings), found, tuple(outcomes), findings, tuple(case.notes)
    )
    if found is None:
        case.write()
        return verdict
    if seconds:
        verdict = _reduced(case, found, verdict, seconds, progress)
    if stop:
        raise SymptomFound(verdict)
    return verdict


def _search(case: Case, outcomes: Sequence[Outcome], wanted: str | None, *, accepted: bool) -> Symptom | None:
    """The first symptom of the wanted kind, or of any."""
    simulated = case.simulated() if wanted in (None, FAULT, SCHEDULE, VALUES) else None
    if simulated is not None and wanted in (None, simulated.kind):
        return simulated
    for kind in (CRASH, HANG, REFUSED):
        found = case.failed(kind, outcomes, accepted=accepted)
        if found is not None and wanted in (None, kind):
            return found
    if wanted in (None, DIFFERS):
        unstable = case.unstable(outcomes, accepted=accepted)
        if unstable is not None:
            return unstable
    return case.miscompiled(outcomes, accepted=accepted) if wanted in (None, VALUES) else None


def _answer(program: Program, symptom: Symptom | None, findings: Sequence[str]) -> str:
    """Name the part that is at fault."""
    if symptom is None:
        return "no symptom was found"
    said, build = symptom.said, symptom.build
    schedule = "schedule {}, seed {}".format(*symptom.schedule)
    only = f"; {symptom.sound} does not" if symptom.sound is not None else ""
    builders = "ptxas" if symptom.sound is not None else "ptxas or the verifier"
    faulty = "the program is at fault"
    depends = f"its results depend on the schedule ({schedule}: {said})"
    if symptom.kind == SCHEDULE and _has_atomics(program):
        return f"undecided: {depends}, which may be meant: it has atomics, whose order is free"
    answers = {
        FAULT: f"{faulty}: it breaks the rule {said} ({schedule})",
        SCHEDULE: f"{faulty}: {depends}",
        CRASH: f"ptxas is at fault: {build} crashes{only}: {said}",
        HANG: f"ptxas is at fault: {build} does not end{only}: {said}",
        REFUSED: f"{builders} is at fault: {build} refuses what the verifier accepts{only}: {said}",
        DIFFERS: f"ptxas is at fault: {build} is not deterministic{only}: {said}",
        VALUES: f"ptxas is at fault: {build} miscompiles{only}: {said}",
    }
    if symptom.kind == REFUSED and findings:
        return f"{faulty}: {build} and the verifier refuse it{only}"
    if symptom.kind == VALUES and symptom.sound is None:
        return f"undecided: all builds differ from the simulator, {build} first: {said}"
    return answers[symptom.kind]


def _has_atomics(program: Program) -> bool:
    """Whether a function of the module has an atomic instruction."""
    bodies = (item.body or () for item in program.module.items if isinstance(item, Function))
    return any(each.opcode in ("atom", "red") for body in bodies for each in instructions(body))


def _reduced(
    case: Case,
    symptom: Symptom,
    verdict: Verdict,
    seconds: float,
    progress: Callable[[int, int], None] | None,
) -> Verdict:
    """The verdict with the reduced program."""
    from_, until = count(case.program.module), time.monotonic() + seconds
    tests = 0

    def shows(module: Module) -> bool:
        nonlocal tests
        if time.monotonic() > until:
            return False
        tests += 1
        kept = case.shows(symptom, module)
        if kept and progress is not None:
            progress(from_ - count(module), from_)
        return kept

    if not shows(case.program.module):
        notes = (*verdict.notes, "not reduced: the symptom did not show a second time")
        return replace(verdict, notes=notes)
    smallest = reduce(case.program.module, case.program.entry, shows)
    return replace(
        verdict,
        reduced=emit(smallest),
        instructions=(from_, count(smallest)),
        tests=tests,
        finished=time.monotonic() <= until,
    )
