"""Time of calls on a GPU."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

WARM_UP, CALLS = 5, 20


def measure(work: Callable[[], Any], cuda: Any) -> float:
    """Return the seconds of a call on the current stream: the median of several.

    Args:
        work: Queues the call.
        cuda: `torch.cuda`.
    """
    for _ in range(WARM_UP):
        work()
    seconds = []
    for _ in range(CALLS):
        first, last = (cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        work()
        last.record()
        last.synchronize()
        seconds.append(float(first.elapsed_time(last)) * 1e-3)
    return statistics.median(seconds)
