"""`PYPTX_WAIT_LIMIT`: a wait for an mbarrier that never completes reports itself, as it would on a card."""

from __future__ import annotations

import inspect
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from pyptx import SimFault, Tile, TraceError, kernel, ptx, reg, smem
from pyptx.toolchain import ptxas
from pyptx.types import u32


def handing_over(*, arrivals: int) -> Any:
    """One warp hands a number to the other one, over an mbarrier that is due so many arrivals."""

    @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(64,), arch="sm_90")
    def hand_over(Y: Any, *, arrivals: int = arrivals) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        full, box = smem.mbarrier(1), smem.alloc(u32, 1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], arrivals)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        with ptx.if_(tid == 0):
            box[0] = tid + 7
            ptx.mbarrier.arrive(full[0])
        with ptx.if_(tid >= 32):
            ptx.mbarrier.wait(full[0], 0)
            ptx.st(u32, ptx.addr(py + (tid - 32) * 4), box[0])

    return hand_over


def test_a_wait_that_completes_gives_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = handing_over(arrivals=1)
    assert "vprintf" not in plain.ptx()
    monkeypatch.setenv("PYPTX_WAIT_LIMIT", "1000")
    bounded = handing_over(arrivals=1)
    assert "vprintf" in bounded.ptx()
    for each in (plain, bounded):
        np.testing.assert_array_equal(each(), np.full(32, 7, np.uint32))


def test_a_wait_that_never_completes_names_barrier_phase_and_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYPTX_WAIT_LIMIT", "50")
    with pytest.raises(SimFault, match="the phase of the mbarrier completes within 50 polls") as caught:
        handing_over(arrivals=2)()
    lines, first = inspect.getsourcelines(handing_over)
    wait = next(number for number, line in enumerate(lines, first) if "mbarrier.wait" in line)
    assert caught.value.rule == "assert"
    assert f"test_wait_limit.py:{wait}" in str(caught.value)
    assert "mbarrier at shared address 0x0, phase 0: incomplete after 50 polls" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["-1", "many", "4294967296", ""])
def test_other_values_are_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_WAIT_LIMIT", text)
    with pytest.raises(TraceError, match=r"PYPTX_WAIT_LIMIT=.*a number of polls, 1 to 4294967295"):
        handing_over(arrivals=1).ptx()


@pytest.mark.ptxas
def test_a_warp_specialised_gemm_assembles_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_WAIT_LIMIT", "1000000")
    file = Path(__file__).parents[2] / "examples" / "hopper" / "gemm_warp_specialised.py"
    built = run_path(str(file))["build_gemm_warp_specialised"](64, 128, 64)
    assert built.ptx().count("__assertfail, ") > 2
    assert ptxas.assemble(built.ptx(), "sm_90a").spill_bytes == 0
