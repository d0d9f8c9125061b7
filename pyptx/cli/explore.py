"""Run a program under many schedules of the simulator, and keep the first failure."""

from __future__ import annotations

import contextlib
import io
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from pyptx.cli.outcome import describe
from pyptx.errors import SimFault
from pyptx.program import directing
from pyptx.runtime import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyptx.program import Report


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule of the simulator.

    Attributes:
        name: ``"late"``, ``"early"`` or ``"random"``.
        seed: Seed of the random schedule.
    """

    name: str
    seed: int

    def __str__(self) -> str:
        return f"{self.name}, seed {self.seed}" if self.name == "random" else self.name


@dataclass(slots=True)
class Attempt:
    """One run.

    Attributes:
        reports: One report per kernel launch.
        arrays: Final contents of the arrays that two runs should agree about.
        failure: The failure as text; empty if there is none.
        details: The failure as data.
        output: Printed text.
    """

    reports: list[Report] = field(default_factory=list)
    arrays: Mapping[str, Any] = field(default_factory=dict)
    failure: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    output: str = ""


class Runner(Protocol):
    """A function that runs a file once; `directing` chooses the engine of its launches."""

    def __call__(self) -> Mapping[str, Any]:
        """Return the arrays that two runs should agree about."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A schedule under which a run failed, and the failure."""

    schedule: Schedule
    attempt: Attempt


def schedules(count: int, first: int) -> Iterator[Schedule]:
    """Late, early, and `count` random ones, by rising seed.

    >>> [str(schedule) for schedule in schedules(2, 7)]
    ['late', 'early', 'random, seed 7', 'random, seed 8']
    """
    yield Schedule("late", first)
    yield Schedule("early", first)
    for seed in range(first, first + count):
        yield Schedule("random", seed)


def explore(
    run: Runner,
    count: int,
    first: int,
    *,
    everything: bool,
    progress: Callable[[int, int], None],
    checks: tuple[str, ...] | None = None,
) -> tuple[int, list[Failure]]:
    """Run under every schedule until one fails, or under all of them.

    Args:
        run: Runs the file once.
        count: Random schedules.
        first: Seed of the first of them.
        everything: Whether to continue after a failure; only the first of each kind is kept.
        progress: Called with the number of runs made so far, and the number of all.
        checks: Optional checks of the simulator; those that are on anyway for None.

    Returns:
        How many runs were made, fewer after Ctrl-C, and the failures, those with the smallest seeds first.
    """
    failures: dict[Any, Failure] = {}
    baseline: Mapping[str, Any] | None = None
    made = 0
    for schedule in schedules(count, first):
        try:
            done = attempt(run, schedule, checks)
        except KeyboardInterrupt:  # the failures so far are a result
            break
        made += 1
        progress(made, count + 2)
        if not done.failure:
            if baseline is None:
                baseline = done.arrays
            else:
                _compare(done, baseline)
        if done.failure:
            failures.setdefault(_kind(done), Failure(schedule, done))
            if not everything:
                break
    return made, list(failures.values())


def attempt(run: Runner, schedule: Schedule, checks: tuple[str, ...] | None = None) -> Attempt:
    """Run once under a schedule; faults, failed assertions and a non-zero exit are its failure."""
    done = Attempt()
    output = io.StringIO()
    with directing("sim", schedule=schedule.name, seed=schedule.seed, checks=checks) as reports:
        done.reports = reports
        try:
            with contextlib.redirect_stdout(output):
                done.arrays = run()
        except SimFault as fault:
            done.failure, done.details = f"SimFault: {fault}", describe(fault)
        except SystemExit as stop:
            if stop.code:
                done.failure = str(stop.code)
                done.details = {"type": "SystemExit", "message": done.failure}
        except AssertionError as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = str(error) or place.line or "assertion failed"
            done.failure = f"AssertionError: {said}\n  at {place.filename}:{place.lineno}"
            done.details = {"type": "AssertionError", "message": done.failure}
    done.output = output.getvalue()
    return done


def _kind(done: Attempt) -> tuple[Any, ...]:
    """Return the key by which failures count as equal: the rule and the line, or the type of error."""
    details = done.details
    return details["type"], details.get("rule"), details.get("ptx_line"), str(details.get("source"))


def _compare(done: Attempt, baseline: Mapping[str, Any]) -> None:
    """Turn arrays that differ from those of the first run into a failure."""
    numpy = require("numpy")
    said = [
        text
        for name, array in done.arrays.items()
        if (text := _difference(numpy, name, array, baseline[name])) is not None
    ]
    if said:
        done.failure = "results differ from those of the schedule late:\n  " + "\n  ".join(said)
        done.details = {"type": "Difference", "message": done.failure}


def _difference(numpy: Any, name: str, array: Any, wanted: Any) -> str | None:
    """Describe a difference of two arrays beyond the rounding of reordered sums; None if there is none."""
    exact = array.dtype.kind in "iub"
    if exact:
        wrong = array != wanted
    else:
        got, reference = array.astype(numpy.float64), wanted.astype(numpy.float64)
        allowed = float(require("ml_dtypes").finfo(array.dtype).eps) ** 0.5
        with numpy.errstate(invalid="ignore"):
            close = numpy.abs(got - reference) <= allowed * numpy.maximum(numpy.abs(reference), 1.0)
        wrong = ~(close | (got == reference) | (numpy.isnan(got) & numpy.isnan(reference)))
    if not wrong.any():
        return None
    place = numpy.unravel_index(int(wrong.argmax()), wrong.shape)
    where = ", ".join(map(str, place))
    return (
        f"{name}: {int(wrong.sum())} of {wrong.size} elements, the first "
        f"{name}[{where}] = {array[place]}, not {wanted[place]}"
    )


def listed(failures: list[Failure], commands: list[str]) -> str:
    """Return the failures as text: schedule, report, output, and the command that repeats it."""
    parts = []
    for failure, command in zip(failures, commands, strict=True):
        output = failure.attempt.output.strip()
        printed = f"\nit printed:\n{output}\n" if output else ""
        parts.append(
            f"{failure.schedule}: {failure.attempt.failure}\n{printed}\nit happens again with\n  {command}"
        )
    return "\n\n".join(parts)
