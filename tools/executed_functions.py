"""A plugin of pytest that records which functions of the working folder each test executes.

``python -m pytest -p executed_functions tests/parser`` with a path in ``EXECUTED_FUNCTIONS`` writes there,
as JSON, the seconds and the functions of each test by its id, each function as its file and its first line
(that of its first decorator). The entry with the empty id has those that run outside tests, as at an import.
Tests that fail have no entry.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import CodeType, FrameType

_codes: dict[int, CodeType] = {}  # the code executed since the last record, by identity: its hash takes long
_tests: dict[str, tuple[float, list[tuple[str, int]]]] = {}
_failed: set[str] = set()


def _note(frame: FrameType, event: str, argument: object) -> None:
    code = frame.f_code
    _codes[id(code)] = code


def _take_functions() -> list[tuple[str, int]]:
    executed = list(_codes.values())
    root = f"{Path.cwd()}{os.sep}"
    functions = {
        (code.co_filename.removeprefix(root), code.co_firstlineno)
        for code in executed
        if code.co_filename.startswith(root)
    }
    _codes.clear()
    return sorted(functions)


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
    sys.settrace(None)
    threading.settrace(None)
    for test in _failed:
        del _tests[test]
    Path(os.environ["EXECUTED_FUNCTIONS"]).write_text(json.dumps(_tests), encoding="utf-8")


threading.settrace(_note)
sys.settrace(_note)
