"""The lessons of ``docs/learn`` run; each exercise is solved by its solution and not by the lesson."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path

import pytest

from pyptx import PtxError
from pyptx.kernel import Kernel

LESSONS = sorted((Path(__file__).parents[2] / "docs" / "learn").glob("*.py"))
found = importlib.util.spec_from_file_location("solutions", Path(__file__).with_name("solutions.py"))
assert found is not None
assert found.loader is not None
solutions = importlib.util.module_from_spec(found)
found.loader.exec_module(solutions)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_lesson(path: Path) -> None:
    lesson = runpy.run_path(str(path))
    kernels = [value for value in lesson.values() if isinstance(value, Kernel)]
    assert kernels
    for unsolved in kernels:
        with pytest.raises((AssertionError, PtxError)):
            lesson["check"](unsolved)
    lesson["check"](solutions.SOLUTIONS[path.stem]())
