"""The pytest plugin: tests whose kernels run on the simulator, under several schedules, and on a GPU.

Pytest loads it if pyptx is installed. A test uses it by the marker ``ptx_sim`` or the fixture of that
name; it then runs once for each schedule, and each run is an item of its own (``test_rows[random-2]``). Every
kernel and every `Program` that it launches goes to the simulator, regardless of the requested engine. A
`SimFault` that the test does not catch fails it with the simulator's report alone.
"""

from __future__ import annotations

import shlex
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.errors import MissingDeviceError, PtxError, SimFault
from pyptx.notebook import users_frames
from pyptx.program import directing
from pyptx.runtime import detect_arch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.program import Report

SCHEDULES = ("late", "early", "random")
SEEDS = 3
"""Random schedules of a test that does not say how many."""

_NAME = "ptx_sim"
_MARKER = (
    "ptx_sim(schedule=('late', 'early', 'random'), seeds=3, checks=None, gpu=True, shadow=False): "
    "run the kernels of the test on the simulator: under each schedule, the random one with each seed "
    "(a number counts from 0); checks= selects the optional checks, all if not given; gpu= whether a run on "
    "the GPU belongs to it; "
    "shadow= whether values have float64 shadows"
)


@dataclass(slots=True)
class SimRun:
    """The value of the fixture ``ptx_sim``.

    Attributes:
        engine: ``"sim"`` or ``"gpu"``.
        schedule: ``"late"``, ``"early"`` or ``"random"``; empty on a GPU.
        seed: Seed of the random schedule.
        checks: The optional checks of the simulator that are on.
        reports: Reports of the launches so far, in order.
        shadow: Whether values carry shadows in float64; ``"double-double"`` gives them 106 bits, and
            ``"slices"`` keeps the lines behind them.
    """

    engine: str
    schedule: str = ""
    seed: int = 0
    checks: tuple[str, ...] = ("all",)
    reports: list[Report] = field(default_factory=list)
    shadow: bool | str = False

    def __str__(self) -> str:
        if self.engine == "gpu":
            return "gpu"
        return f"random-{self.seed}" if self.schedule == "random" else self.schedule

    @property
    def options(self) -> dict[str, Any]:
        """Options for the engine of this run."""
        if self.engine == "gpu":
            return {}
        return {
            "schedule": self.schedule,
            "seed": self.seed,
            "checks": self.checks,
            "shadow": self.shadow,
        }

    def compare(self, reference: Any, name: str = "", **options: Any) -> bool:
        """Fail unless the last launch computes a reference in float64, rounding aside; return true.

        So `assert ptx_sim.compare(…)` stands, too. On a GPU nothing is compared: there are no shadows.

        Args:
            reference: The output in float64.
            name: Name of the output; it may be left out if there is only one.
            options: Those of `pyptx.sim.shadow.report.ShadowReport.compare`.

        Raises:
            UsageError: The test is not marked ``shadow=True``, or nothing was launched.
        """
        if self.engine == "gpu":
            return True
        if not self.shadow or not self.reports:
            raise pytest.UsageError("ptx_sim.compare follows a launch of a test marked ptx_sim(shadow=True)")
        verdict = self.reports[-1].detail.shadow.compare(reference, name, **options)
        if not verdict:
            raise pytest.fail.Exception(str(verdict), pytrace=False)
        return True


def runs(
    schedule: str | Iterable[str] = SCHEDULES,
    seeds: int | Iterable[int] = SEEDS,
    checks: Iterable[str] | None = None,
    *,
    gpu: bool = True,
    shadow: bool | str = False,
) -> list[SimRun]:
    """Return the runs of a test.

    >>> [str(run) for run in runs(seeds=2)]
    ['late', 'early', 'random-0', 'random-1', 'gpu']
    >>> [str(run) for run in runs("random", seeds=(5, 9), gpu=False)]
    ['random-5', 'random-9']

    Raises:
        UsageError: There is no such schedule, or a seed is not a number from 0 up.
    """
    names = (schedule,) if isinstance(schedule, str) else tuple(schedule)
    for name in names:
        if name not in SCHEDULES:
            raise pytest.UsageError(
                f"ptx_sim has no schedule {name!r}; there are {', '.join(map(repr, SCHEDULES))}"
            )
    numbers = tuple(range(seeds) if isinstance(seeds, int) else seeds)
    if min(numbers, default=0) < 0:
        raise pytest.UsageError(f"ptx_sim: seeds are numbers from 0 up, not {seeds!r}")
    chosen = ("all",) if checks is None else tuple(checks)
    made = [
        SimRun("sim", name, seed, chosen, shadow=shadow)
        for name in names
        for seed in (numbers if name == "random" else (0,))
    ]
    return [*made, SimRun("gpu")] if gpu else made


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that sets the number of random schedules of every test."""
    parser.getgroup("pyptx").addoption(
        "--ptx-sim-seeds",
        type=int,
        metavar="N",
        help="run tests marked ptx_sim under N random schedules, whatever the marker says",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", _MARKER)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make an item for each run of a test."""
    marker = metafunc.definition.get_closest_marker(_NAME)
    if marker is None and _NAME not in metafunc.fixturenames:
        return
    words = dict(marker.kwargs) if marker is not None else {}
    if marker is not None and marker.args:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: ptx_sim takes keywords only")
    if unknown := words.keys() - {"schedule", "seeds", "checks", "gpu", "shadow"}:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: ptx_sim has no {sorted(unknown)[0]!r}")
    given = metafunc.config.getoption("--ptx-sim-seeds")
    if given is not None:
        words["seeds"] = given
    if _NAME not in metafunc.fixturenames:
        metafunc.fixturenames.append(_NAME)
    metafunc.parametrize(_NAME, runs(**words), indirect=True, ids=str)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let a marked test have the fixture though it does not name it."""
    if isinstance(item, pytest.Function) and _takes_part(item) and _NAME not in item.fixturenames:
        item.fixturenames.append(_NAME)


@pytest.fixture
def ptx_sim(request: pytest.FixtureRequest) -> Iterator[SimRun]:
    """Send the launches of a test to the simulator, or to the GPU in its run there."""
    run: SimRun = request.param
    if run.engine == "gpu":
        _need_gpu()
    with directing(run.engine, **run.options) as reports:
        run.reports = reports
        yield run


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Fail with the simulator's report, not with the way Python took to it."""
    run = pyfuncitem.funcargs.get(_NAME) if _takes_part(pyfuncitem) else None
    if not isinstance(run, SimRun):
        return (yield)
    try:
        return (yield)
    except SimFault as fault:
        if fault.rule == "unmodelled":
            raise pytest.skip.Exception(f"the simulator cannot run it: {fault}") from None
        raise pytest.fail.Exception(_report(fault, run, pyfuncitem), pytrace=False) from None
    except MissingDeviceError as error:
        if run.engine != "gpu":
            raise
        raise pytest.skip.Exception(f"this GPU cannot run it: {error}") from None


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Leave out the frames of pyptx from the traceback of an error of pyptx; ``--full-trace`` keeps them."""
    found = call.excinfo
    if found is None or not isinstance(found.value, PtxError) or item.config.getoption("fulltrace"):
        return
    short = found.value.with_traceback(users_frames(found.tb))
    call.excinfo = pytest.ExceptionInfo.from_exception(short)


def _takes_part(item: pytest.Function) -> bool:
    """Whether a test is one for the simulator."""
    callspec = getattr(item, "callspec", None)
    return callspec is not None and isinstance(callspec.params.get(_NAME), SimRun)


def _need_gpu() -> None:
    """Skip where there is no GPU, and say why."""
    try:
        detect_arch()
    except PtxError as error:
        pytest.skip(f"no GPU to run it on: {error}")


def _report(fault: SimFault, run: SimRun, item: pytest.Function) -> str:
    """The report of a fault, the line of the test that launched, and how to run it again."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [frame for frame in frames if frame.filename == str(item.path)]
    said = [f"SimFault: {fault}"]
    if own:
        said.append(f"  launched by {own[-1].filename}:{own[-1].lineno}: {own[-1].line}")
    said.append(f"under the schedule {run.schedule!r}, seed {run.seed}; again with")
    words = ["pytest", item.nodeid]
    given = item.config.getoption("--ptx-sim-seeds")
    if given is not None:
        words += ["--ptx-sim-seeds", str(given)]
    said.append(f"  {shlex.join(words)}")
    return "\n".join(said)
