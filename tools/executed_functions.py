"""A plugin of pytest that records which functions of this folder's tree each test executes.

``python -m pytest -p executed_functions tests/parser`` writes JSON to the path in ``EXECUTED_FUNCTIONS``.
``tests`` has the seconds and the functions of each test by its id, and whether it passes. A function is its
file and its first line (that of its first decorator). The functions include those of the Python processes
that the test starts, if their `sitecustomize` calls `function_trace.record_process`. The entry with the empty
id has those that run outside tests, as at an import. ``libraries`` has the top-level modules from elsewhere
that were imported.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import function_trace
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

_tests: dict[str, tuple[float, list[tuple[str, int]]]] = {}
_failed: set[str] = set()
_processes = Path(tempfile.mkdtemp())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record the functions of one test, those of its fixtures included."""
    _tests.setdefault("", (0.0, []))[1].extend(_take_functions())
    begun = time.perf_counter()
    result = yield
    _tests[item.nodeid] = time.perf_counter() - begun, _take_functions()
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember the tests that fail."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the record."""
    function_trace.stop()
    shutil.rmtree(_processes)
    tests = {test: (*executed, test not in _failed) for test, executed in _tests.items()}
    files = {name: getattr(sys.modules[name], "__file__", None) for name in sys.modules if "." not in name}
    libraries = [name for name, file in files.items() if file and not file.startswith(function_trace.ROOT)]
    record = {"tests": tests, "libraries": libraries}
    Path(os.environ["EXECUTED_FUNCTIONS"]).write_text(json.dumps(record), encoding="utf-8")


def _take_functions() -> list[tuple[str, int]]:
    """Return the functions executed since the last call, here and in processes that have ended since."""
    functions = function_trace.take()
    for record in _processes.glob("*.json"):
        functions |= {(file, line) for file, line in json.loads(record.read_text(encoding="utf-8"))}
        record.unlink()
    return sorted(functions)


os.environ[function_trace.PROCESSES] = str(_processes)
function_trace.start()
