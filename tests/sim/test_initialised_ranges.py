"""A tile that a copy has initialised, parts of which lose their values before an MMA reads it."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from tests.sim.conftest import text

BYTES_A, BYTES_B = 2048, 256

BODY = f"""
    .shared .align 1024 .b8 tile[{BYTES_A + BYTES_B}];
    .shared .align 8 .b64 full;
    .shared .align 8 .b64 second;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    setp.gt.u32 %p2, %r1, 1000;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    @%p1 mbarrier.init.shared::cta.b64 [second], 1;
    fence.mbarrier_init.release.cluster;
    fence.proxy.async.shared::cta;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {BYTES_A + BYTES_B};
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], {BYTES_A + BYTES_B}, [full];
    bar.sync 0;
LOADED:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [full], 0;
    @!%p3 bra LOADED;
    {{change}}
    bar.sync 0;
    {{again}}
    fence.proxy.async.shared::cta;
    bar.sync 0;
    mov.u32 %r2, tile;
    shr.u32 %r2, %r2, 4;
    cvt.u64.u32 %rd3, %r2;
    or.b64 %rd3, %rd3, {128 >> 4 << 16 | 256 >> 4 << 32};
    add.u64 %rd4, %rd3, {BYTES_A >> 4};
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}}, %rd3, %rd4, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mad.wide.u32 %rd5, %r1, 16, %rd2;
    st.global.v4.f32 [%rd5], {{%f0, %f1, %f2, %f3}};
    ret;
""".replace("{{", "{").replace("}}", "}")  # noqa: E501 - one instruction
"""Every byte of A and B is read; the middle of the second kibibyte changes before."""

UNWRITTEN = "add.u64 %rd9, %rd2, 512;"
CHANGES = {
    "an mbarrier": (
        "@%p1 mbarrier.init.shared::cta.b64 [tile+1160], 1; @%p1 mbarrier.inval.shared::cta.b64 [tile+1160];"
    ),
    "an undefined register": "@%p2 mov.u32 %r5, 7; @%p1 st.shared.u32 [tile+1160], %r5;",
    "an undefined matrix": (
        "@%p2 mov.u32 %r5, 7; mov.u32 %r6, tile; add.u32 %r6, %r6, 1152; setp.lt.u32 %p4, %r1, 32;"
        "@!%p4 bra SKIP; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r6], {%r5}; SKIP:"
    ),
    "a copy of a thread": (
        f"{UNWRITTEN} @%p1 cp.async.ca.shared.global [tile+1152], [%rd9], 16; cp.async.wait_all;"
    ),
    "a bulk copy": (
        f"{UNWRITTEN} @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [second], 16;"
        "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[tile+1152], [%rd9], 16, [second];"
        "MORE: mbarrier.try_wait.parity.shared::cta.b64 %p3, [second], 0; @!%p3 bra MORE;"
    ),
}  # fmt: skip
AGAIN = """
    mov.u32 %r7, tile;
    mad.lo.u32 %r7, %r1, 4, %r7;
    setp.lt.u32 %p4, %r1, 32;
    @%p4 st.shared.u32 [%r7+1152], 0x3F803F80;
"""


def launch(change: str, again: str, *, native: bool | None) -> np.ndarray[Any, Any]:
    body = BODY.replace("{change}", change).replace("{again}", again)
    program = from_ptx(text(body, params=".param .u64 x, .param .u64 out"))
    x, out = np.full((BYTES_A + BYTES_B) // 2, 0x3F80, np.uint16), np.zeros(512, np.float32)
    program.launch(x, out, grid=1, block=128, uninitialized=("out",), native=native)
    return out


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_part_loses_its_value(change: str, native: bool | None) -> None:
    with pytest.raises(SimFault) as caught:
        launch(change, "", native=native)
    assert caught.value.rule in ("uninitialized-memory", "uninitialized-register")


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_part_is_written_again(change: str, native: bool | None) -> None:
    np.testing.assert_array_equal(launch(change, AGAIN, native=native), np.full(512, 16, np.float32))


TILES = f"""
    .shared .align 1024 .b8 tiles[{3 * BYTES_A + BYTES_B}];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tiles;
    mad.lo.u32 %r3, %r1, 16, %r2;
    mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
    {{stores}}
    setp.lt.u32 %p1, %r1, {BYTES_B // 16};
    @%p1 st.shared.v4.f32 [%r3+{3 * BYTES_A}], {{%f0, %f1, %f2, %f3}};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    shr.u32 %r2, %r2, 4;
    cvt.u64.u32 %rd1, %r2;
    or.b64 %rd1, %rd1, {128 >> 4 << 16 | 256 >> 4 << 32};
    add.u64 %rd4, %rd1, {3 * BYTES_A >> 4};
    wgmma.fence.sync.aligned;
    {{mmas}}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    ld.param.u64 %rd5, [out];
    mad.wide.u32 %rd5, %r1, 16, %rd5;
    st.global.v4.f32 [%rd5], {{%f0, %f1, %f2, %f3}};
    ret;
""".replace("{{", "{").replace("}}", "}")


@pytest.mark.parametrize("order", [*permutations(range(3))])
@pytest.mark.parametrize("written", [(0, 1, 2), (0, 2)])
def test_three_tiles_of_which_one_is_unwritten(order: tuple[int, ...], written: tuple[int, ...]) -> None:
    stores = "".join(f"st.shared.v4.f32 [%r3+{k * BYTES_A}], {{%f0, %f1, %f2, %f3}};\n" for k in written)
    mma = (
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd3, %rd4, 1, 1, 1, 0, 0;"
    )
    mmas = "\n".join(f"add.u64 %rd3, %rd1, {k * BYTES_A >> 4}; {mma}" for k in order)
    program = from_ptx(
        text(TILES.replace("{stores}", stores).replace("{mmas}", mmas), params=".param .u64 out")
    )
    with nullcontext() if len(written) == 3 else pytest.raises(SimFault, match="uninitialized-memory"):
        program.launch(np.zeros(512, np.float32), grid=1, block=128)
