"""Tests in processes that fork from this one, which has imported the libraries of the tests."""

from __future__ import annotations

import math
import os
import resource
import signal
import sys
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OUTPUT = "tests_output.txt"

_START = 60
"""Seconds for the start of a run of tests."""

_SECONDS = 10
"""Seconds that every test may take, beside five times those that it is known to take."""

_MEMORY = 64 << 30
"""Bytes of address space of a process of tests: a changed size must not fill the machine."""

_USAGE_ERROR = 4
"""The exit code of pytest if a test does not exist, as after a change of a test's parameters."""


class TestLimits:
    """A plugin of pytest that ends the process if a test takes too long, in native code too.

    Attributes:
        seconds: How long each test takes, by its id.
        started: The file for the id of the last test that started.
    """

    def __init__(self, seconds: Mapping[str, float], started: Path) -> None:
        self.seconds, self.started = seconds, started

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Write the id of the test; start its time."""
        self.started.write_text(nodeid, encoding="utf-8")
        signal.alarm(math.ceil(_SECONDS + 5 * self.seconds.get(nodeid, 0)))


def import_libraries(names: Iterable[str]) -> None:
    """Import modules, except those that only a test can import, so that later processes have them."""
    for name in names:
        with suppress(ImportError):
            import_module(name)


def run_tests(arguments: Iterable[str], *plugins: object, limit: int = 0) -> int:
    """Run pytest in a process that forks; return its exit code, or the negative number of a signal.

    The processes that the tests started end with it. The file `OUTPUT` has what pytest prints.

    Args:
        arguments: Options and tests.
        plugins: Plugins of pytest.
        limit: Seconds until a signal ends the process, unless a plugin starts a new time; 0 for no limit.
    """
    process = get_context("fork").Process(target=_run, args=(list(arguments), plugins, limit))
    process.start()
    process.join()
    with suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)
    return process.exitcode or 0


def first_failure(tests: Mapping[str, float]) -> str:
    """Run tests up to the first that fails, ends its process or exceeds its time.

    Args:
        tests: Ids of tests, with the seconds that each takes.

    Returns:
        The id of that test; "imports" if an import fails before the first test; '' if all pass.
    """
    started = Path("started_test.txt").absolute()
    started.unlink(missing_ok=True)
    limits = TestLimits(tests, started)
    code = run_tests(["-x", *tests], limits, limit=_START)
    if code == _USAGE_ERROR:
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        code = run_tests(["-x", *files], limits, limit=_START)
    if code == 0:
        return ""
    return started.read_text(encoding="utf-8") if started.exists() else "imports"


def noticing_test(path: Path, changed: str, tests: dict[str, float]) -> str:
    """Return the first of some tests that fails after a change of a file but not without it; '' if none.

    The caller turns the writing of bytecode off: that of the change would pass for that of the file.
    """
    before, times = path.read_bytes(), path.stat()
    while True:
        path.write_text(changed, encoding="utf-8")
        failure = first_failure(tests)
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # its bytecode is valid again
        if failure not in tests or not first_failure({failure: tests[failure]}):
            return failure
        print(f"{failure} fails without a change, too", file=sys.stderr)
        tests = {test: seconds for test, seconds in tests.items() if test != failure}


def _run(arguments: list[str], plugins: tuple[object, ...], limit: int) -> None:
    os.setsid()
    output = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(output, stream)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.alarm(limit)
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *arguments], plugins))
