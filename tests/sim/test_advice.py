"""The repair that a report of a race names: of the widest scope that is needed, and a missing commit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.program import directing
from pyptx.types import f32, u32

GRID = "CTAs share memory by atomics"
CTA = "a barrier of the CTA, or an mbarrier,"
WARP = "bar.warp.sync"


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("ctas", "warps", "advice"), [(4, 2, GRID), (1, 2, CTA), (1, 1, WARP)])
def test_the_widest_scope_of_the_pairs_of_an_instruction(
    native: bool, ctas: int, warps: int, advice: str
) -> None:
    count = 32 * warps * ctas

    @kernel(out_specs=(Tile(count, u32), Tile(count, u32)), grid=(ctas,), block=(32 * warps,), arch="sm_80")
    def shift(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        i = reg.from_(ptx.special.ctaid.x(), u32) * (32 * warps) + reg.from_(ptx.special.tid.x(), u32)
        ptx.st(u32, ptx.addr(px + i * 4), i)
        value = reg.scalar(u32)
        ptx.ld(u32, value, ptx.addr(px + ((i + 1) & (count - 1)) * 4))
        ptx.st(u32, ptx.addr(py + i * 4), value)

    with pytest.raises(SimFault) as caught, directing("sim", checks="all", native=native):
        shift()
    assert caught.value.rule == "race"
    assert f"nothing orders the two: {advice}" in str(caught.value)


@pytest.mark.parametrize("commit", [True, False])
@pytest.mark.parametrize("allowed", [0, 1])
def test_a_missing_commit_is_named(commit: bool, allowed: int) -> None:
    @kernel(in_specs=(Tile(128, f32),), out_specs=(Tile(128, f32),), grid=(1,), block=(32,), arch="sm_80")
    def copy(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, row = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 128)
        place = reg.from_(row, u32) + tid * 16
        ptx.inst.cp.async_.cg.shared.global_(ptx.addr(place), ptx.addr(px + tid * 16), 16)
        if commit:
            ptx.inst.cp.async_.commit_group()
        ptx.inst.cp.async_.wait_group(allowed)
        value = reg.scalar(f32)
        ptx.inst.ld.shared.f32(value, ptx.addr(place))
        ptx.st(f32, ptx.addr(py + tid * 4), value)

    x = np.ones(128, np.float32)
    with directing("sim", checks="all"):
        if commit and not allowed:
            copy(x, out=np.zeros(128, np.float32))
            return
        with pytest.raises(SimFault) as caught:
            copy(x, out=np.zeros(128, np.float32))
    assert caught.value.rule == "race"
    said = "no thread has executed cp.async.commit_group"
    assert (said in str(caught.value)) != commit


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("waits", [32, 5])
def test_the_lane_that_did_not_wait_is_named(native: bool, waits: int) -> None:
    @kernel(in_specs=(Tile(128, f32),), out_specs=(Tile(128, f32),), grid=(1,), block=(32,), arch="sm_80")
    def copy(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, row = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 128)
        place = reg.from_(row, u32) + tid * 16
        ptx.inst.cp.async_.cg.shared.global_(ptx.addr(place), ptx.addr(px + tid * 16), 16)
        ptx.inst.cp.async_.commit_group()
        with ptx.if_(tid < waits):
            ptx.inst.cp.async_.wait_group(0)
        ptx.bar.sync()
        value = reg.scalar(f32)
        ptx.inst.ld.shared.f32(value, ptx.addr(reg.from_(row, u32) + (tid ^ 1) * 16))
        ptx.st(f32, ptx.addr(py + tid * 4), value)

    x = np.ones(128, np.float32)
    with directing("sim", checks="all", native=native):
        if waits == 32:
            copy(x, out=np.zeros(128, np.float32))
            return
        with pytest.raises(SimFault, match=r"race: .* an operation that is pending") as caught:
            copy(x, out=np.zeros(128, np.float32))
    assert caught.value.other is not None
    assert caught.value.thread is not None
    assert caught.value.other["thread"]["lane"] == caught.value.thread["lane"] ^ 1
