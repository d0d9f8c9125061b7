"""Fixtures of all tests: markers that skip with the reason, and ``--update`` for golden files."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from pyptx.arch import arch, runs_on
from pyptx.errors import PtxError
from pyptx.mangling import demangled
from pyptx.runtime import detect_arch
from pyptx.toolchain import find_or_none

# A busy machine fails no property: only results count, not times.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


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
    if item.get_closest_marker("ptxas") is not None and find_or_none("ptxas") is None:
        pytest.skip("needs ptxas: pip install nvidia-cuda-nvcc")
    gpu = item.get_closest_marker("gpu")
    if gpu is not None:
        _skip_without_gpu(*gpu.args)


def _skip_without_gpu(wanted: str | None = None) -> None:
    try:
        device = arch(detect_arch())
    except PtxError as error:
        pytest.skip(f"needs an NVIDIA GPU: {error}")
    if wanted is not None and not runs_on(wanted, device):
        pytest.skip(f"needs a GPU that runs {wanted}; this one is {device.name}")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))
