"""The end of a command: its exit code, and its result as text or JSON."""

from __future__ import annotations

import contextlib
import json
import math
import sys
import traceback
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import click

from pyptx.errors import (
    LaunchError,
    MissingDeviceError,
    MissingToolError,
    ParseError,
    PtxError,
    SimFault,
    StaleExtensionError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    ENVIRONMENT = 3


def exit_code(error: PtxError) -> Exit:
    """Return the exit code that an error ends a command with."""
    if isinstance(error, (MissingDeviceError, MissingToolError, StaleExtensionError)):
        return Exit.ENVIRONMENT
    return Exit.USAGE if isinstance(error, LaunchError) else Exit.FINDINGS


@contextlib.contextmanager
def reporting(*, as_json: bool) -> Iterator[None]:
    """End the command with the report of an error: its text on stderr, or an object on stdout."""
    try:
        yield
    except PtxError as error:
        if as_json:
            show({"error": describe(error)}, as_json=True)
        else:
            click.echo(f"{type(error).__name__}: {error}", err=True)
        sys.exit(exit_code(error))
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except Exception as error:
        if as_json:
            show({"error": describe(error)}, as_json=True)
        click.echo(traceback_of(error), err=True)
        sys.exit(Exit.FINDINGS)


def traceback_of(error: Exception) -> str:
    """Return the traceback of an error: frames of the user's files, and all frames after the last of them."""
    shown = traceback.TracebackException.from_exception(error)
    modules = [frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__)]
    users = [position for position, module in enumerate(modules) if not _is_of_command(module)]
    if users:
        frames = [
            frame for position, frame in enumerate(shown.stack) if position in users or position > users[-1]
        ]
        shown.stack = traceback.StackSummary.from_list(frames)
    return "".join(shown.format()).rstrip()


def _is_of_command(module: str) -> bool:
    """Whether frames of a module lie between the command and the user's file."""
    return module.partition(".")[0] in ("pyptx", "click", "runpy", "contextlib")


def describe(error: Exception) -> dict[str, Any]:
    """Return an error as JSON data."""
    said: dict[str, Any] = {"type": type(error).__name__, "message": str(error)}
    if isinstance(error, ParseError):
        said |= {"line": error.line, "col": error.col}
    if isinstance(error, SimFault):
        said |= json.loads(error.to_json())
    return said


def show(result: dict[str, Any], *, as_json: bool, text: str = "") -> None:
    """Print a result: as an object, or as `text`."""
    click.echo(json.dumps(_strict(result), indent=2, default=str, allow_nan=False) if as_json else text)


def _strict(value: Any) -> Any:
    """Replace numbers that JSON cannot write by the strings ``"NaN"``, ``"Infinity"`` and ``"-Infinity"``.

    Python, NumPy and JavaScript read these strings back as numbers.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _strict(item) for key, item in value.items()}
    return [_strict(item) for item in value] if isinstance(value, (list, tuple)) else value
