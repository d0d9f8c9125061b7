"""The heap of a device: `malloc` and `free` of kernels."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.device import Device

TEXT = """
.version 8.3
.target sm_80
.address_size 64
.extern .func (.param .b64 made) malloc(.param .b64 size);
.extern .func free(.param .b64 block);
.visible .entry take(.param .u64 to, .param .u64 bytes) {
    .reg .b64 %d<6>; .reg .b32 %r<2>;
    ld.param.u64 %d1, [to]; ld.param.u64 %d2, [bytes];
    mov.u32 %r1, %tid.x; mul.wide.u32 %d3, %r1, 8; add.u64 %d1, %d1, %d3;
    .param .b64 size; .param .b64 made;
    st.param.b64 [size], %d2;
    call (made), malloc, (size);
    ld.param.b64 %d4, [made];
    st.global.u64 [%d1], %d4;
    ret;
}
.visible .entry give(.param .u64 from) {
    .reg .b64 %d<6>; .reg .b32 %r<2>;
    ld.param.u64 %d1, [from];
    mov.u32 %r1, %tid.x; mul.wide.u32 %d3, %r1, 8; add.u64 %d1, %d1, %d3;
    ld.global.u64 %d2, [%d1];
    .param .b64 block;
    st.param.b64 [block], %d2;
    call free, (block);
    ret;
}
.visible .entry fill(.param .u64 at) {
    .reg .b64 %d<4>; .reg .b32 %r<2>;
    ld.param.u64 %d1, [at];
    mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}
.visible .entry copy(.param .u64 at, .param .u64 to) {
    .reg .b64 %d<4>; .reg .b32 %r<3>;
    ld.param.u64 %d1, [at]; ld.param.u64 %d3, [to];
    mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.u64 %d1, %d1, %d2; add.u64 %d3, %d3, %d2;
    ld.global.u32 %r2, [%d1];
    st.global.u32 [%d3], %r2;
    ret;
}
"""


class Kernels:
    """The kernels on one device with a heap of 4096 bytes."""

    def __init__(self) -> None:
        self.device = Device()
        self.device.heap_bytes = 4096
        self._programs = {name: from_ptx(TEXT, name) for name in ("take", "give", "fill", "copy")}

    def run(self, name: str, *values: object, block: int = 1) -> str:
        """Run one; return the engine that did."""
        report = simulate(
            self._programs[name], values, grid=(1, 1, 1), block=(block, 1, 1), device=self.device
        )
        return report.engine

    def take(self, size: int, block: int = 1) -> list[int]:
        """Allocate a block for each thread; return their addresses."""
        found = np.zeros(block, np.uint64)
        self.run("take", found, size, block=block)
        return [int(each) for each in found]


def test_blocks_are_apart_and_live_until_another_kernel_frees_them() -> None:
    gpu = Kernels()
    blocks = gpu.take(20, 32)
    assert all(blocks)
    assert not any(each % 16 for each in blocks)
    assert min(np.diff(sorted(blocks))) >= 20
    assert gpu.run("fill", blocks[3], block=5) == "native"
    found = np.zeros(5, np.uint32)
    gpu.run("copy", blocks[3], found, block=5)
    assert found.tolist() == [0, 1, 2, 3, 4]
    gpu.run("give", np.array(blocks, np.uint64), block=32)
    assert gpu.device.bytes_in_use == 0


def test_an_exhausted_heap_gives_zero_and_freed_room_again() -> None:
    gpu = Kernels()
    blocks = gpu.take(1000, 6)
    assert [bool(each) for each in blocks] == [True] * 4 + [False] * 2
    assert gpu.take(1000) == [0]
    assert gpu.take(0) == [0]
    gpu.run("give", np.array([blocks[1], 0], np.uint64), block=2)
    assert gpu.take(1000) == [blocks[1]]


@pytest.mark.parametrize(
    ("block", "said"),
    [(6, "heap block 1+20"), (5, "heap block 1+0")],
)
def test_accesses_outside_blocks_and_reads_of_unwritten_ones_are_reported(block: int, said: str) -> None:
    gpu = Kernels()
    (first,) = gpu.take(20)
    name, rule = ("fill", "out-of-bounds") if block == 6 else ("copy", "uninitialized-memory")
    with pytest.raises(SimFault) as caught:
        gpu.run(name, first, *[np.zeros(8, np.uint32)][: name == "copy"], block=block)
    assert caught.value.rule == rule
    assert said in str(caught.value)


def test_freed_blocks_and_addresses_of_none_are_reported() -> None:
    gpu = Kernels()
    first, second = gpu.take(20, 2)
    gpu.run("give", np.array([first], np.uint64))
    for address, said in ((first, "20 bytes of malloc, freed"), (second + 4, r"heap block 2\+4")):
        with pytest.raises(SimFault, match=said) as caught:
            gpu.run("give", np.array([address], np.uint64))
        assert caught.value.rule == "invalid-free"
    with pytest.raises(SimFault, match="20 bytes of malloc, freed") as caught:
        gpu.run("fill", first)
    assert caught.value.rule == "out-of-bounds"
    array = gpu.device.array(np.zeros(4, np.uint32), name="x")
    with pytest.raises(SimFault, match=r"free of x\+0") as caught:
        gpu.run("give", np.array([gpu.device.address(array)], np.uint64))
    assert caught.value.rule == "invalid-free"
