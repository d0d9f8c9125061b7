"""Progress of long work on stderr."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import progress as room
from pyptx.program import from_ptx
from pyptx.progress import SECONDS_BETWEEN_LINES, LaunchProgress, Progress, Underway, states, working
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from pyptx.sim.observers import Observer

if TYPE_CHECKING:
    from collections.abc import Callable

    Clock = Callable[[float], None]

SPIN = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry spin(.param .u32 rounds) {
    .reg .u32 %r<2>;
    .reg .pred %p;
    ld.param.u32 %r0, [rounds];
    mov.u32 %r1, 0;
again:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p, %r1, %r0;
    @%p bra again;
    ret;
}
"""


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let time pass."""
    now = [100.0]

    def advance(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return advance


def test_a_terminal_has_one_line_that_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wait: Clock
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = Progress("inputs", quiet=False)
    progress(1, 9)
    progress(2, 9)
    progress.note("too early")
    wait(0.2)
    progress.note("a stage")
    progress.end()
    assert capsys.readouterr().err == "\r\033[K1 of 9 inputs\r\033[K2 of 9 inputs\r\033[Ka stage\r\033[K"


def test_a_file_gets_a_line_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wait: Clock
) -> None:
    monkeypatch.setattr(room, "SECONDS_BEFORE_LINES", 1.0)
    progress = Progress("inputs", quiet=False)
    progress(1, 9)
    wait(1)
    progress(2, 9)
    progress(3, 9)
    wait(SECONDS_BETWEEN_LINES - 0.5)
    progress.note("too early")
    wait(0.5)
    progress.note("a stage")
    progress.end()
    assert capsys.readouterr().err == "2 of 9 inputs\na stage\n"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_quiet_command_shows_no_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wait: Clock, *, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    progress = Progress("inputs", quiet=True)
    wait(2 * SECONDS_BETWEEN_LINES)
    progress(1, 2)
    progress.note("a stage")
    progress.end()
    assert capsys.readouterr().err == ""


@pytest.fixture
def frequent_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come a hundred times a second."""
    for name in ("SECONDS_BEFORE_LINES", "SECONDS_BETWEEN_LINES"):
        monkeypatch.setattr(room, name, 0.01)


@pytest.mark.usefixtures("frequent_lines")
def test_work_that_reports_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    said = ""
    with working("assembling k.ptx", quiet=False, units="files"):
        while not said:
            said = capsys.readouterr().err
    assert said.splitlines()[0] == "assembling k.ptx: 0 s"
    assert not any(thread.name == "pyptx progress" for thread in threading.enumerate())


@pytest.mark.usefixtures("frequent_lines")
def test_work_shows_its_count_until_that_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    with working("assembling", quiet=False, units="files") as count:
        for made, shown in ((1, ", 1 of 2 files\n"), (2, " s\n")):
            count(made, 2)
            capsys.readouterr()
            while not capsys.readouterr().err.endswith(shown):
                time.sleep(0.001)


@pytest.mark.usefixtures("frequent_lines")
def test_quiet_work_starts_no_thread(capsys: pytest.CaptureFixture[str]) -> None:
    with working("assembling", quiet=True) as count:
        count(1, 2)
        assert not any(thread.name == "pyptx progress" for thread in threading.enumerate())
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("terminal", [True, False])
def test_only_a_launch_that_takes_long_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wait: Clock, *, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(room, "SECONDS_BEFORE_LINES", 1.0)
    progress = LaunchProgress("gpu", quiet=False)
    progress.look()
    for name in ("short", "long"):
        with Underway(lambda name=name: f"{name}: 1 instruction"):  # type: ignore[misc]
            for _ in range(3 if name == "long" else 1):
                progress.look()
                wait(1)
        progress.end()
    progress.look()
    said = capsys.readouterr().err
    assert said == (
        "\r\033[Kgpu: long: 1 instruction" * 2 + "\r\033[K" if terminal else "gpu: long: 1 instruction\n"
    )


def test_batches_on_the_reference_engine_are_counted() -> None:
    seen: list[str] = []

    class Seeing(Observer):
        def __init__(self, machine: Any) -> None:
            del machine
            seen.extend(states())

    simulate(from_ptx(SPIN), (2,), grid=(32, 1, 1), block=(1024, 1, 1), native=False, observers=(Seeing,))
    assert seen == [
        "spin: 16 of 32 CTAs started, 0 instructions issued",
        "spin: 32 of 32 CTAs started, 9 instructions issued",
    ]
    assert states() == []


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_native_engine_counts_while_it_runs() -> None:
    program, rounds = from_ptx(SPIN), np.uint32(1_000_000)
    launch = threading.Thread(
        target=lambda: simulate(program, (rounds,), grid=(2, 1, 1), block=(32, 1, 1), native=True)
    )
    launch.start()
    seen = set()
    while launch.is_alive():
        seen.update(states())
    launch.join()
    assert any(state.startswith("spin: 1 of 2 CTAs started, ") for state in seen)
    assert states() == []
