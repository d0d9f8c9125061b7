"""Shadows in memory that a program overwrites with tensor maps."""

import numpy as np
import pytest

from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.shadow_engines import simulate_both
from tests.sim.test_tensor_copy import REPLACE

LANES = 32
FENCE = "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"
PARAMS = ".param .u64 maps, .param .u64 x, .param .u64 out"
REPLACED = REPLACE.replace("shared::cta.b1024", "global.b1024").replace("[copy], ", "[%rd1], ")


@pytest.mark.parametrize("replaced", [False, True])
def test_a_tensor_map_ends_the_shadows_of_what_it_overwrites(replaced: bool) -> None:
    code = text(REPLACE.format(fence=FENCE), params=PARAMS)
    if replaced:
        body = "ld.param.u64 %rd1, [maps]; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0;"
        code = text(body + "@%p1 tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;", params=PARAMS)
    maps = np.zeros(32, np.float32)
    args = (maps, np.arange(48, dtype=np.uint32), np.zeros(16, np.uint32))
    report = simulate_both(
        from_ptx(code), args, grid=(1, 1, 1), block=(LANES, 1, 1), shadow={"maps": np.full(32, 2.0**-140)}
    )
    assert report.engine == "native"
    assert report.shadow is not None
    assert "maps" in report.shadow.written
    (output,) = (each for each in report.shadow.outputs if each.name == "maps")
    assert not output.known.any()
