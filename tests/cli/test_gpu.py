"""`pyptx gpu`: the options that a run gets, its summary as text and JSON, and the exit code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pyptx import virtual
from pyptx.cli import main
from pyptx.virtual import Outcome

if TYPE_CHECKING:
    from click.testing import Result

    Runs = list[tuple[Any, dict[str, Any]]]

ADD = {"launches": 2, "seconds": 0.25, "slow": "", "profile": ""}
SLOW = {"launches": 1, "seconds": 1.0, "slow": "it uses x.y", "profile": "line 4\nline 9"}
LEFT = [
    {"what": f"cuMemAlloc at {name}.py:1", "count": 2, "bytes": size}
    for name, size in (("a", 1), ("b", 9), ("c", 4), ("d", 7))
]


@pytest.fixture
def runs() -> Runs:
    """The options of each run."""
    return []


def gpu(
    monkeypatch: pytest.MonkeyPatch, runs: Runs, *outcomes: Outcome, words: tuple[str, ...] = ()
) -> Result:
    """Run the command with a program that has these outcomes."""
    waiting = iter(outcomes)

    def run(command: tuple[str, ...], options: Any, environment: object, **more: Any) -> Outcome:
        assert command == ("program", "-x")
        runs.append((options, more))
        return next(waiting)

    monkeypatch.setattr(virtual, "variables", dict)
    monkeypatch.setattr(virtual, "run", run)
    return CliRunner().invoke(main, ["gpu", *words, "--", "program", "-x"])


@pytest.mark.parametrize(
    ("outcome", "rows"),
    [
        (Outcome(), ["pyptx gpu: the program did not use CUDA, or not through libcuda.so.1"]),
        (Outcome(clients=1), ["pyptx gpu: 0 kernels, 0 launches in 0.00 s, 0 faults"]),
        pytest.param(
            Outcome(clients=2, kernels={"add": ADD, "_Z4slowPf": SLOW}),
            [
                "pyptx gpu: 2 kernels, 3 launches in 1.25 s, 0 faults, 2 processes",
                "    2 launches,   0.25 s  add",
                "      1 launch,   1.00 s  slow(float*); on the slower reference engine: it uses x.y",
                "    line 4",
                "    line 9",
            ],
            marks=pytest.mark.demangler,
        ),
        (
            Outcome(clients=1, refused={"cuGetExportTable": 2, "cuArrayCreate": 1}),
            [
                "pyptx gpu: 0 kernels, 0 launches in 0.00 s, 0 faults",
                "  not supported: cuArrayCreate, called 1 time",
                "  not supported: cuGetExportTable, called 2 times; only a program with a static CUDA "
                "runtime needs it: link with -cudart shared",
            ],
        ),
        (
            Outcome(clients=1, kernels={"add": ADD}, refused={"cuGetExportTable": 2, "cuArrayCreate": 1}),
            [
                "pyptx gpu: 1 kernel, 2 launches in 0.25 s, 0 faults",
                "    2 launches,   0.25 s  add",
                "  not supported: cuArrayCreate, called 1 time",
            ],
        ),
        (
            Outcome(clients=1, unfreed=LEFT),
            [
                "pyptx gpu: 0 kernels, 0 launches in 0.00 s, 0 faults",
                "  not freed: 8 allocations, 21 bytes: 2 x cuMemAlloc at b.py:1; 2 x cuMemAlloc at d.py:1; "
                "2 x cuMemAlloc at c.py:1; ...",
            ],
        ),
        (
            Outcome(clients=1, unfreed=LEFT[:3]),
            [
                "pyptx gpu: 0 kernels, 0 launches in 0.00 s, 0 faults",
                "  not freed: 6 allocations, 14 bytes: 2 x cuMemAlloc at b.py:1; 2 x cuMemAlloc at c.py:1; "
                "2 x cuMemAlloc at a.py:1",
            ],
        ),
    ],
)
def test_the_summary_of_a_program_without_faults(
    monkeypatch: pytest.MonkeyPatch, runs: Runs, outcome: Outcome, rows: list[str]
) -> None:
    done = gpu(monkeypatch, runs, outcome)
    assert (done.exit_code, done.stderr.splitlines()) == (0, rows)


def test_faults_are_named_with_their_kernel_or_call_and_their_line(
    monkeypatch: pytest.MonkeyPatch, runs: Runs
) -> None:
    faults = [
        {"kernel": "add", "line": "a.py:3", "message": "race: x\nmore"},
        {"call": "cuMemFree", "message": "double free"},
        {"message": "unknown"},
    ]
    done = gpu(monkeypatch, runs, Outcome(status=4, clients=1, faults=faults))
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "pyptx gpu: 0 kernels, 0 launches in 0.00 s, 3 faults",
        "  fault: add at a.py:3: race: x",
        "  fault: cuMemFree: double free",
        "  fault: unknown",
    ]


@pytest.mark.parametrize(("status", "code"), [(0, 0), (4, 4), (-11, 139)])
def test_the_exit_code_is_that_of_the_program(
    monkeypatch: pytest.MonkeyPatch, runs: Runs, status: int, code: int
) -> None:
    done = gpu(monkeypatch, runs, Outcome(status=status, clients=1))
    assert done.exit_code == code
    assert ("  the program was ended by SIGSEGV" in done.stderr.splitlines()) == (status == -11)


def test_every_schedule_is_run_until_one_fails(monkeypatch: pytest.MonkeyPatch, runs: Runs) -> None:
    good, bad = Outcome(clients=1), Outcome(status=3, clients=1)
    done = gpu(monkeypatch, runs, good, good, bad, words=("--explore", "4", "--seed", "7"))
    assert done.exit_code == 3
    assert done.stderr.startswith("pyptx gpu: run 3 of 6, schedule random, seed 7\n")
    assert [(options.schedule, options.seed) for options, _ in runs] == [
        ("late", 7), ("early", 7), ("random", 7),
    ]  # fmt: skip
    assert {options.checks for options, _ in runs} == {("all",)}
    runs.clear()
    done = gpu(monkeypatch, runs, good, bad, words=("--explore", "4", "--json"))
    found = json.loads(done.stdout)
    assert (found["runs"], found["schedule"], found["launches"]) == (2, {"name": "early", "seed": 0}, 0)


def test_options_reach_the_program(monkeypatch: pytest.MonkeyPatch, runs: Runs) -> None:
    words = (
        "--arch",
        "sm_90a",
        "--memory",
        "1G",
        "--check",
        "none",
        "--schedule",
        "early",
        "--trace",
        "t.json",
    )
    done = gpu(monkeypatch, runs, Outcome(clients=1), Outcome(clients=1, traces=["t.json"]), words=words)
    assert "t.json is not written" in done.stderr
    gpu(monkeypatch, runs, Outcome(clients=1, traces=["t.json"]), words=(*words, "--json"))
    (options, more), (_, quiet) = runs
    assert (options.arch.name, options.memory, options.checks) == ("sm_90a", 1 << 30, ())
    assert (options.schedule, options.seed, options.profile, options.trace) == ("early", 0, False, True)
    assert (more["quiet"], quiet["quiet"]) == (False, True)
    runs.clear()
    done = gpu(monkeypatch, runs, Outcome(clients=1), words=("--profile",))
    ((options, _),) = runs
    assert (options.schedule, options.profile, options.trace, options.checks) == ("late", True, False, None)
    assert options.memory % (1 << 20) == 0
    assert 0 < options.memory <= 16 << 30
    assert "is not written" not in done.stderr


def test_checks_beside_none_are_refused(monkeypatch: pytest.MonkeyPatch, runs: Runs) -> None:
    done = gpu(monkeypatch, runs, words=("--check", "none", "--check", "races"))
    assert (done.exit_code, runs) == (2, [])
    assert "--check none cannot be combined with other checks" in done.stderr
