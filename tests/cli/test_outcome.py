"""The exit codes of a command, and its errors as text and data."""

from __future__ import annotations

import json

import pytest

from pyptx.cli.outcome import Exit, exit_code, reporting, show
from pyptx.errors import (
    LaunchError,
    MissingDeviceError,
    MissingToolError,
    ParseError,
    StaleExtensionError,
    TraceError,
)


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
