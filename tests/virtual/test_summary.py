"""The summary that follows a program on the virtual GPU."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import progress, virtual
from pyptx.arch import arch
from pyptx.errors import MissingToolError
from pyptx.virtual import hub, server
from pyptx.virtual.environment import libraries
from pyptx.virtual.options import Options
from pyptx.virtual.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import CommandResult

    Command = Callable[..., CommandResult]

STATIC_RUNTIME_THAT_CRASHES = """
import ctypes, os, signal
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
driver.cuGetExportTable(ctypes.byref(ctypes.c_void_p()), None)
os.kill(os.getpid(), signal.SIGSEGV)
"""


def test_the_summary_names_what_ended_the_program_and_the_remedy_for_what_it_lacked(pyptx: Command) -> None:
    try:
        libraries()
    except MissingToolError as error:
        pytest.skip(str(error))
    program = [sys.executable, "-c", STATIC_RUNTIME_THAT_CRASHES]
    ran = pyptx(["gpu", "--memory", "1G", "--", *program])
    assert ran.code == 128 + 11
    assert "the program was ended by SIGSEGV" in ran.stderr
    assert "cuGetExportTable, called 1 time; " in ran.stderr
    assert "link with -cudart shared" in ran.stderr


@pytest.mark.filterwarnings("ignore:os.fork")  # of JAX, if another test imported it
def test_a_summary_that_takes_long_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        environment = virtual.variables()
    except MissingToolError as error:
        pytest.skip(str(error))
    summary = Session.summary

    def slow(session: Session) -> dict[str, Any]:
        time.sleep(0.5)
        return summary(session)

    monkeypatch.setattr(Session, "summary", slow)
    monkeypatch.setattr(hub, "PATIENCE", 0.1)
    command = [sys.executable, "-c", "import ctypes; ctypes.CDLL('libcuda.so.1').cuInit(0)"]
    outcome = virtual.run(command, Options(arch("sm_90"), memory=1 << 20), environment)
    assert (outcome.status, outcome.clients, outcome.faults) == (0, 1, [])
    assert capfd.readouterr().err == ""


LONG = """
from client import *
start()
assert launch(function(load(), "forever")) != 0
print("next")
"""


@pytest.mark.filterwarnings("ignore:os.fork")  # of JAX, if another test imported it
@pytest.mark.parametrize("quiet", [False, True])
def test_a_long_launch_is_shown_while_it_runs(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *, quiet: bool
) -> None:
    try:
        environment = {**virtual.variables(), "PYTHONPATH": str(Path(__file__).parent)}
    except MissingToolError as error:
        pytest.skip(str(error))
    for name in ("SECONDS_BEFORE_LINES", "SECONDS_BETWEEN_LINES"):
        monkeypatch.setattr(progress, name, 0.01)
    monkeypatch.setattr(server, "SECONDS_BETWEEN_LOOKS", 0.01)
    options = Options(arch("sm_90"), memory=1 << 20, quiet=quiet)
    virtual.run([sys.executable, "-c", LONG], options, environment)
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("pyptx gpu: forever: ")]
    assert bool(lines) is not quiet
    assert all(line.endswith(" instructions issued") for line in lines)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--check", "race"), "no check 'race'; there are arrays, exits, races,"),
        (("--check", "scopes"), "the check 'scopes' is one of race checking"),
        (("--arch", "sm_107"), "the resources of its multiprocessors are unknown; known: sm_75, sm_80,"),
    ],
)
def test_a_wrong_option_ends_the_command_before_the_program_starts(
    pyptx: Command, option: tuple[str, str], said: str
) -> None:
    ran = pyptx(["gpu", *option, "--", sys.executable, "-c", "print('started')"])
    assert (ran.code, ran.stdout) == (2, "")
    assert said in ran.stderr
