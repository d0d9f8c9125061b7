"""A pytest plugin for `tools/check.py`: it records the time of each test; `--seconds` picks the fastest.

The times are in pytest's cache. A test without one counts `UNKNOWN` seconds, so that new tests run.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

UNKNOWN = 0.05
_KEY = "quick/seconds"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--seconds", type=float, help="run the tests whose recorded times fit into this, fastest first"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that do not fit."""
    limit = config.getoption("--seconds")
    if limit is None:
        return
    cache = getattr(config, "cache", None)  # none with -p no:cacheprovider
    known = {} if cache is None else cache.get(_KEY, {})
    chosen = fastest(limit, {item.nodeid: known.get(item.nodeid, UNKNOWN) for item in items})
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]


def fastest(limit: float, seconds: dict[str, float]) -> set[str]:
    """Return the names of the fastest tests that take `limit` seconds together.

    >>> sorted(fastest(3, {"slow": 2.5, "fast": 0.5, "also": 1}))
    ['also', 'fast']
    """
    chosen, total = set(), 0.0
    for name in sorted(seconds, key=seconds.__getitem__):
        total += seconds[name]
        if total > limit:
            break
        chosen.add(name)
    return chosen


class _Times:
    """Sums the phases of each test; with pytest-xdist, those of its processes."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        cache = getattr(self._config, "cache", None)
        if cache is not None and not hasattr(self._config, "workerinput"):
            cache.set(_KEY, {**cache.get(_KEY, {}), **self._seconds})


def pytest_configure(config: pytest.Config) -> None:
    """Start to record."""
    config.pluginmanager.register(_Times(config))
