"""Reports and warnings of a launch about itself: its engine, a missing native engine, a very large grid."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING, extension

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

STORES = "ld.param.u64 %rd1, [x]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1;"
EMPTY = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry empty() { ret; }"


def run(program: Program, **options: Any) -> Any:
    return simulate(program, [np.zeros(1, np.uint32)], grid=(1, 1, 1), block=(1, 1, 1), **options)


def test_the_report_says_why_the_reference_engine_ran(program: Callable[..., Program]) -> None:
    report = run(program(STORES), native=False)
    assert report.reason == "native=False"
    assert "  not on the native engine: native=False" in str(report)


@pytest.mark.skipif(bool(MISSING), reason="needs the native engine")
def test_nothing_is_said_about_a_launch_on_the_native_engine(program: Callable[..., Program]) -> None:
    report = run(program(STORES))
    assert not report.reason
    assert "not on the native engine" not in str(report)


def test_a_missing_engine_is_a_warning_with_the_command_that_shows_why(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = extension.absence("it was not compiled")
    monkeypatch.setattr(extension, "MISSING", missing)
    with pytest.warns(RuntimeWarning, match="without its native engine.*python -m pip install --verbose"):
        report = run(program(STORES))
    assert report.reason == missing
    assert report.engine == "numpy"


@pytest.mark.parametrize(
    ("native", "said"), [(None, "2,147,483,647 CTAs takes 2 minutes"), (False, "CTAs takes 23 minutes")]
)
def test_a_huge_grid_is_announced_and_can_be_interrupted(native: bool | None, said: str) -> None:
    class Enough(Exception):  # noqa: N818 - no error
        """The alarm."""

    def stop(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)  # again, if a callback of the collector swallows the first
    try:
        with pytest.warns(RuntimeWarning, match=said), pytest.raises(Enough):
            simulate(from_ptx(EMPTY), [], grid=(2**31 - 1, 1, 1), block=(1, 1, 1), native=native)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
