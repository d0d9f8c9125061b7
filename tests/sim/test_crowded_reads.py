"""Writes to global memory that many warps have read with nothing that orders these reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

needs_native = pytest.mark.skipif(bool(MISSING), reason=MISSING)
GRID, BLOCK = 80, 128
# Every warp reads the same lines; then all CTAs meet, and each rewrites its part of them.
BODY = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [count];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    ld.global.u32 %r4, [%rd4];
    ld.global.u32 %r5, [%rd4+512];
    add.u32 %r4, %r4, %r5;
    setp.ge.u32 %p1, %r2, {wanted};
    @%p1 bra DONE;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MET;
    fence.acq_rel.gpu;
    atom.relaxed.gpu.global.add.u32 %r6, [%rd2], 1;
SPIN:
    ld.relaxed.gpu.global.u32 %r6, [%rd2];
    setp.lt.u32 %p2, %r6, {wanted};
    @%p2 bra SPIN;
    fence.acq_rel.gpu;
MET:
    bar.sync 0;
    setp.ge.u32 %p3, %r2, 8;
    @%p3 bra DONE;
    mul.wide.u32 %rd5, %r2, 512;
    mul.wide.u32 %rd6, %r1, 4;
    add.s64 %rd5, %rd5, %rd6;
    add.s64 %rd5, %rd1, %rd5;
    st.global.u32 [%rd5], %r4;
DONE:
    ret;
"""


def launch(program: Callable[..., Program], wanted: int, *, native: bool | None) -> str:
    x, count = np.arange(1024, dtype=np.uint32), np.zeros(1, np.uint32)
    made = program(BODY.format(wanted=wanted), params=".param .u64 x, .param .u64 count")
    report = made.launch(x, count, grid=GRID, block=BLOCK, checks="all", native=native)
    expected = np.arange(1024, dtype=np.uint32)
    for cta in range(8):
        expected[128 * cta : 128 * cta + 128] = np.arange(128) * 2 + 128
    np.testing.assert_array_equal(x, expected)
    return str(report.detail.engine)


@needs_native
def test_a_write_after_a_barrier_of_the_grid_stays_on_the_native_engine(
    program: Callable[..., Program],
) -> None:
    assert launch(program, GRID, native=None) == "native"


def test_the_reference_engine_agrees(program: Callable[..., Program]) -> None:
    assert launch(program, GRID, native=False) == "numpy"


@pytest.mark.parametrize("native", [None, False])
def test_one_reader_that_the_writer_does_not_await_is_reported(
    program: Callable[..., Program], native: bool | None
) -> None:
    with pytest.raises(SimFault) as caught:
        launch(program, GRID - 1, native=native)
    assert caught.value.rule == "race"
    assert "which another thread read" in str(caught.value)
