"""`st.bulk`, tensor maps that a program makes, and exclusive tensor memory, on the native engine itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import text
from tests.sim.test_bulk_options import BLACKWELL, ZEROS
from tests.sim.test_tensor_copy import REPLACE

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

ACQUIRE = "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"


@pytest.mark.parametrize("checks", [None, ("races",)])
@pytest.mark.parametrize("fence", [ACQUIRE, ""])
def test_a_map_that_a_kernel_makes(fence: str, checks: tuple[str, ...] | None) -> None:
    program = from_ptx(
        text(REPLACE.format(fence=fence), params=".param .u64 maps, .param .u64 x, .param .u64 out")
    )
    maps, x, out = np.zeros(128, np.uint8), np.arange(48, dtype=np.uint32), np.zeros(16, np.uint32)
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (32, 1, 1), "checks": checks, "native": True}
    if fence:
        assert simulate(program, (maps, x, out), **options).engine == "native"
        assert out[:8].tolist() == [20, 21, 22, 23, 36, 37, 38, 39]
        return
    with pytest.raises(SimFault) as caught:
        simulate(program, (maps, x, out), **options)
    assert caught.value.rule == "tensormap-proxy"


FIELDS = {
    "global_address": ("b64", "", 1 << 40),
    "global_dim": ("b32", "2, ", 77),
    "global_stride": ("b64", "1, ", 1 << 20),
    "box_dim": ("b32", "4, ", 9),
    "element_stride": ("b32", "3, ", 2),
    "rank": ("b32", "", 4),
    "fill_mode": ("b32", "", 1),
}


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_on_both_engines(run: Callable[..., object], field: str) -> None:
    type_, ordinal, value = FIELDS[field]
    maps = np.zeros(128, np.uint8)
    body = f"""
        ld.param.u64 %rd1, [maps];
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p1, %r1, 3;
        @%p1 exit;
        tensormap.replace.tile.{field}.global.b1024.{type_} [%rd1], {ordinal}{value};
    """
    run(body, maps=maps)
    assert maps[:8].tobytes() == b"pyptxTM1"
    assert maps[8:].any()


def test_another_dimension_than_a_map_has_is_a_fault(run: Callable[..., object]) -> None:
    body = """
        ld.param.u64 %rd1, [maps];
        tensormap.replace.tile.global_stride.global.b1024.b64 [%rd1], 4, 64;
    """
    with pytest.raises(SimFault, match="4 ordinals") as caught:
        run(body, maps=np.zeros(128, np.uint8), block=1)
    assert caught.value.rule == "tensor-map"


def test_two_threads_that_change_a_map_race(run: Callable[..., object]) -> None:
    body = """
        ld.param.u64 %rd1, [maps];
        mov.u32 %r1, %tid.x;
        and.b32 %r2, %r1, 31;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 exit;
        {meet}
        tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, %r1;
    """
    with pytest.raises(SimFault) as caught:
        run(body.format(meet=""), maps=np.zeros(128, np.uint8), block=64, checks="all")
    assert caught.value.rule == "race"
    alone = "setp.ne.u32 %p1, %r1, 32; @%p1 exit;"
    run(body.format(meet=alone), maps=np.zeros(128, np.uint8), block=64, checks="all")


def test_zeros_with_race_checking() -> None:
    fill = "st.bulk.shared::cta [%r2], 128, 0;"
    out = np.zeros(64, np.uint32)
    program = from_ptx(text(ZEROS.format(fill=fill), params=".param .u64 out", **BLACKWELL))
    report = simulate(program, (out,), grid=(1, 1, 1), block=(32, 1, 1), checks="all", native=True)
    assert report.engine == "native"
    assert not out[:32].any()
    assert (out[32:] == 0x01010101).all()
