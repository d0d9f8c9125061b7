"""Time of calls on a GPU, with events of a made-up one."""

from __future__ import annotations

from typing import Any

from pyptx.runtime.timing import CALLS, WARM_UP, measure


class Cuda:
    """A GPU whose clock is the number of calls, 2 ms each; the first measured one takes 100 ms."""

    def __init__(self) -> None:
        self.calls = 0
        self.waited = 0

    def work(self) -> None:
        self.calls += 1

    def milliseconds(self) -> float:
        return 2.0 * self.calls + 98.0 * (self.calls > WARM_UP)

    def Event(self, *, enable_timing: bool) -> Any:  # noqa: N802 - its name in torch
        assert enable_timing
        return Event(self)


class Event:
    """An event of that GPU."""

    def __init__(self, cuda: Cuda) -> None:
        self.cuda, self.at = cuda, -1.0

    def record(self) -> None:
        self.at = self.cuda.milliseconds()

    def synchronize(self) -> None:
        self.cuda.waited += 1

    def elapsed_time(self, last: Event) -> float:
        return last.at - self.at


def test_the_median_of_measured_calls_after_a_warm_up() -> None:
    cuda = Cuda()
    assert measure(cuda.work, cuda) == 2e-3
    assert cuda.calls == WARM_UP + CALLS
    assert cuda.waited == CALLS
