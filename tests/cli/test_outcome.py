"""Progress of a command, its exit codes, and its errors as text and data."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import pytest

from pyptx.cli.outcome import SECONDS_BETWEEN_LINES, Exit, Progress, exit_code, reporting, show
from pyptx.errors import (
    LaunchError,
    MissingDeviceError,
    MissingToolError,
    ParseError,
    StaleExtensionError,
    TraceError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Clock = Callable[[float], None]


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


def test_a_file_gets_a_line_every_few_seconds(capsys: pytest.CaptureFixture[str], wait: Clock) -> None:
    progress = Progress("inputs", quiet=False)
    progress(1, 9)
    wait(SECONDS_BETWEEN_LINES)
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


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MissingDeviceError("no driver"), Exit.ENVIRONMENT),
        (MissingToolError("no ptxas"), Exit.ENVIRONMENT),
        (StaleExtensionError("old"), Exit.ENVIRONMENT),
        (LaunchError("no such argument"), Exit.USAGE),
        (TraceError("no such name"), Exit.FINDINGS),
    ],
)
def test_the_error_decides_the_exit_code(error: Exception, code: Exit) -> None:
    assert exit_code(error) is code  # type: ignore[arg-type]
    with pytest.raises(SystemExit) as stop, reporting(as_json=False):
        raise error
    assert stop.value.code == code


def test_an_error_is_text_or_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), reporting(as_json=False):
        raise ParseError("expected ;", 3, 7)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ParseError: ")
    with pytest.raises(SystemExit), reporting(as_json=True):
        raise ParseError("expected ;", 3, 7)
    said = capsys.readouterr()
    error = json.loads(said.out)["error"]
    assert (error["type"], error["line"], error["col"]) == ("ParseError", 3, 7)
    assert said.err == ""
    with pytest.raises(SystemExit) as stop, reporting(as_json=True):
        raise KeyError("x")
    said = capsys.readouterr()
    assert json.loads(said.out)["error"] == {"type": "KeyError", "message": "'x'"}
    assert said.err.endswith("KeyError: 'x'\n")
    assert stop.value.code == Exit.FINDINGS


def test_numbers_that_json_lacks_are_words(capsys: pytest.CaptureFixture[str]) -> None:
    show({"a": [float("nan"), (float("inf"), {"b": -float("inf")})], "c": 1.5}, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"a": ["NaN", ["Infinity", {"b": "-Infinity"}]], "c": 1.5}
    show({"a": 1}, as_json=False, text="one")
    assert capsys.readouterr().out == "one\n"
