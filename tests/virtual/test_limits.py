"""Limits of launches are those of the card, not of the target that the PTX was written for."""

from __future__ import annotations

import struct

import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.virtual.direct import VirtualGpu

PTX = b"""
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 tile[];
.visible .entry last(.param .u64 out, .param .u32 place) {
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [place];
    mov.u32 %r2, tile;
    add.u32 %r2, %r2, %r1;
    st.shared.u32 [%r2], %r1;
    ld.shared.u32 %r3, [%r2];
    st.global.u32 [%rd1], %r3;
    ret;
}
"""
ONE = struct.pack("<3I", 1, 1, 1)
MAX_DYNAMIC = 8


def launched(target: str, shared: int) -> int:
    """Launch a kernel with shared memory; return what its last word was."""
    gpu = VirtualGpu(target=target)
    out = gpu.cuMemAllocManaged(4, 1)
    kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(PTX), "last")
    gpu.cuFuncSetAttribute(kernel, MAX_DYNAMIC, shared)
    for _ in range(2):
        gpu.launch(kernel, ONE, ONE, bytes(12), shared, 0, 0, struct.pack("<QI", out, shared - 4))
        gpu.cuCtxSynchronize(0)
    return int(gpu.read(out, 4).view("<u4")[0])


@pytest.mark.parametrize("target", ["sm_90", "sm_90a", "sm_100"])
def test_ptx_of_an_older_target_has_the_shared_memory_of_the_card(target: str) -> None:
    assert launched(target, 200 << 10) == (200 << 10) - 4


def test_the_card_has_no_more() -> None:
    assert launched("sm_80", 160 << 10) == (160 << 10) - 4
    with pytest.raises(LaunchError, match="INVALID_VALUE"):
        launched("sm_80", 200 << 10)


def test_a_launch_is_checked_again_after_a_change_of_the_function() -> None:
    gpu = VirtualGpu()
    kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(PTX), "last")
    out = gpu.cuMemAlloc(4)
    gpu.cuFuncSetAttribute(kernel, MAX_DYNAMIC, 4096)
    gpu.launch(kernel, ONE, ONE, bytes(12), 4096, 0, 0, struct.pack("<QI", out, 0))
    gpu.cuFuncSetAttribute(kernel, MAX_DYNAMIC, 1024)
    with pytest.raises(SimFault, match="4096 bytes of dynamic shared memory; the function allows 1024"):
        gpu.launch(kernel, ONE, ONE, bytes(12), 4096, 0, 0, struct.pack("<QI", out, 0))
