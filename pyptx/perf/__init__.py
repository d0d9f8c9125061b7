"""Performance seen without a GPU: machine code, its loops and slow spots, and lower bounds of the time.

`perf` reads the machine code that ptxas makes of a program. `pyptx perf FILE` and `kernel.perf()` call it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyptx.perf.analysis import perf, perf_of_launch
    from pyptx.perf.cards import CARDS, Card
    from pyptx.perf.lints import Finding
    from pyptx.perf.report import PerfReport

__all__ = ["CARDS", "Card", "Finding", "PerfReport", "perf", "perf_of_launch"]

_MODULES = {
    "CARDS": "cards", "Card": "cards", "Finding": "lints", "PerfReport": "report", "perf": "analysis",
    "perf_of_launch": "analysis",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"pyptx.perf.{_MODULES[name]}"), name)
