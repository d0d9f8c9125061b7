"""A `wgmma` comes after a write by each warp of its warpgroup: by an mbarrier, or by a barrier of warps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import b16, b32, bf16, f32, u32

FORMS = ("mbarrier and barrier", "barrier and mbarrier", "nothing and barrier", "mbarrier and nothing")
ONES = 0x3F803F80


def handing_over(form: str) -> Any:
    """A lane of warp 4 changes B; warps 0 and 1 are ordered after it in one way, warps 2 and 3 in another."""

    @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=160, arch="sm_90a")
    def multiply(
        D: Any, *, first: str = form.split(" and ")[0], second: str = form.split(" and ")[1]
    ) -> None:
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        a, b, full = smem.wgmma_tile(bf16, (64, 16)), smem.wgmma_tile(bf16, (8, 16)), smem.mbarrier(1)
        for tile, words in ((a, 512), (b, 64)):
            for word in ptx.range_(tid, words, 160):
                ptx.st(b32, ptx.addr(tile.address(0, 0) + word * 4), ONES, space="shared")
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 1)
        ptx.fence.proxy_async()
        ptx.bar.sync(0)
        with ptx.if_(tid >= 128):
            with ptx.if_(tid == 144):
                ptx.st(b16, ptx.addr(b.address(0, 0)), 0x4000, space="shared")  # two
                ptx.fence.proxy_async()
                ptx.mbarrier.arrive(full[0])
            ptx.warp.sync()
            ptx.bar.sync(1, 96)
        for how, low in ((first, 0), (second, 64)):
            with ptx.if_((tid >= low) & (tid < low + 64)):
                if how == "mbarrier":
                    ptx.mbarrier.wait(full[0], 0)
                if how == "barrier":
                    ptx.bar.sync(1, 96)
        if "barrier" not in (first, second):
            with ptx.if_(tid < 64):
                ptx.bar.sync(1, 96)
        with ptx.if_(tid < 128):
            acc = reg.wgmma_frag(m=64, n=8, dtype=f32)
            ptx.wgmma.fence()
            ptx.wgmma.mma_async(
                shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=a, b=b, scale_d=False
            )
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)
            for number, value in enumerate(acc):
                ptx.st(f32, ptx.addr(pd + tid * 16, 4 * number), value)

    return multiply


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("form", FORMS[:2])
def test_two_ways_to_come_after_a_write_are_enough(form: str, schedule: str, native: bool | None) -> None:
    out, _ = handing_over(form).run(checks="all", schedule=schedule, native=native)
    assert np.unique(out).tolist() == [16, 17]


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("form", FORMS[2:])
def test_a_warp_that_does_not_come_after_a_write_races(form: str, native: bool | None) -> None:
    with pytest.raises(SimFault, match="race: ") as caught:
        handing_over(form).run(checks="all", native=native)
    assert caught.value.rule == "race"
