"""Collection of tests: no search for cycles, and imports for doctests only of files that have some."""

from __future__ import annotations

import doctest
import gc
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.collection import collection_paused
from pyptx.errors import MissingToolError

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).parent
SEARCHES = 20_000, 20, 10
"""New objects before a search for cycles of those, and searches before one of older objects."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect without a search for cycles, which would take a third of the time.

    Later searches skip the tests and modules that exist then. They are rare: each one reads the kernels that
    tests keep, torch and JAX.
    """
    with collection_paused():
        found = yield
    gc.freeze()
    gc.set_threshold(*SEARCHES)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    """Skip a doctest whose example needs a tool of CUDA that is not installed."""
    try:
        return (yield)
    except doctest.UnexpectedException as error:
        if not isinstance(error.exc_info[1], MissingToolError):
            raise
        pytest.skip(str(error.exc_info[1]))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """Leave out the doctests of a Python file without a prompt: its import may be that of torch or JAX.

    The package of any other file of `pyptx` is imported first: for a module that its own package imports,
    pytest would otherwise make a second module of the same name, and patches of it would have no effect.
    """
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [collector for collector in found if type(collector) is pytest.Module]
    if found and file_path.is_relative_to(ROOT / "pyptx"):
        import_module(".".join(file_path.parent.relative_to(ROOT).parts))
    return found
