"""Performance seen without a GPU: machine code, its loops and slow spots, and lower bounds of the time.

`perf` reads the machine code that ptxas makes of a program. `pyptx perf FILE` and `kernel.perf()` call it.

>>> from pyptx.perf import CARDS
>>> sorted(CARDS)
['A100', 'B200', 'H100', 'H200']
>>> CARDS["H100"].sms, CARDS["H100"].memory_bytes / 1e12
(132, 3.35)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.perf.analysis import perf, perf_of_launch
    from pyptx.perf.cards import CARDS, Card
    from pyptx.perf.lints import Finding
    from pyptx.perf.pressure import RegisterPressure, register_pressure
    from pyptx.perf.report import PerfReport
    from pyptx.perf.rooflines import roofline

__all__ = [
    "CARDS",
    "Card",
    "Finding",
    "PerfReport",
    "RegisterPressure",
    "perf",
    "perf_of_launch",
    "register_pressure",
    "roofline",
]

_PLACES = {
    "CARDS": "cards", "Card": "cards", "Finding": "lints", "PerfReport": "report", "perf": "analysis",
    "perf_of_launch": "analysis",
    "RegisterPressure": "pressure", "register_pressure": "pressure", "roofline": "rooflines",
}  # fmt: skip

__getattr__, __dir__ = late_names(__name__, _PLACES)
