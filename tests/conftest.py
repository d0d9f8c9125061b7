"""Fixtures of all tests: markers that skip with the reason, and ``--update`` for golden files."""

from __future__ import annotations

import gc
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from pyptx import progress
from pyptx.arch import arch, runs_on
from pyptx.errors import PtxError, ToolError
from pyptx.isa import availability
from pyptx.mangling import demangled
from pyptx.runtime import detect_arch
from pyptx.toolchain import find_or_none

if TYPE_CHECKING:
    from collections.abc import Generator

    from pyptx.toolchain import Tool

# A busy machine fails no property: only results count, not times.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# The output of a command in a test does not depend on its time.
progress.SECONDS_BEFORE_LINES = 3600.0

# Inductor takes the flags of the processor, and compiles no program that tests its vector instructions.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files with what the code says now")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if demangled("_Z1kv") is not None:
        return
    for item in items:
        doctest = isinstance(item, pytest.DoctestItem) and item.path.name == "mangling.py"
        if doctest or item.get_closest_marker("demangler") is not None:
            item.add_marker(pytest.mark.skip(reason="needs pycxxfilt, which needs Python 3.11"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        if find_spec(mark.args[0]) is None:
            pytest.skip(f"{mark.args[0]} is not installed")
    _skip_without_ptxas(item)
    gpu = item.get_closest_marker("gpu")
    if gpu is not None:
        _skip_without_gpu(*gpu.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    try:
        return (yield)
    except ToolError as error:
        if " refused the PTX for " not in str(error) or _older_ptxas() is None:
            raise
        _skip_older_ptxas(" ".join(str(error).splitlines()[:2]))


def _skip_without_ptxas(item: pytest.Item) -> None:
    mark = item.get_closest_marker("ptxas")
    if mark is None:
        return
    if find_or_none("ptxas") is None:
        pytest.skip("needs ptxas: pip install nvidia-cuda-nvcc")
    if mark.kwargs.get("current") and (older := _older_ptxas()) is not None:
        _skip_older_ptxas(f"this is {older.version}")


def _older_ptxas() -> Tool | None:
    """The ptxas that tests run, if it is older than the one from which the instruction rows are derived."""
    tool = find_or_none("ptxas")
    return tool if tool is not None and _release(tool.version) < _release(_rows_release()) else None


def _rows_release() -> str:
    return availability.table()["ptxas"]


def _release(dotted: str) -> tuple[int, ...]:
    return tuple(map(int, dotted.split(".")))


def _skip_older_ptxas(why: str) -> NoReturn:
    pytest.skip(f"needs ptxas {_rows_release()}, from which the instruction rows are derived: {why}")


def _skip_without_gpu(wanted: str | None = None) -> None:
    try:
        device = arch(detect_arch())
    except PtxError as error:
        pytest.skip(f"needs an NVIDIA GPU: {error}")
    if wanted is not None and not runs_on(wanted, device):
        pytest.skip(f"needs a GPU that runs {wanted}; this one is {device.name}")


_COLLECTIONS = pytest.StashKey[int]()
"""The number of full collections when objects were last exempted from them."""


@pytest.fixture(scope="module", autouse=True)
def _exempt_objects_of_earlier_files(request: pytest.FixtureRequest) -> None:
    """Exempt from garbage collection what earlier files left: a search of all of it takes up to 10 s."""
    if gc.get_stats()[2]["collections"] > request.config.stash.get(_COLLECTIONS, 0):
        gc.collect()
        gc.freeze()
        request.config.stash[_COLLECTIONS] = gc.get_stats()[2]["collections"]


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))
