"""Memory that outlives a launch: arrays, variables of modules, undefined and freed memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pyptx import simulating
from pyptx.errors import LaunchError, SimFault
from pyptx.program import from_ptx
from pyptx.sim import Device

ENGINES = pytest.mark.parametrize("native", [None, False])

COPY = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 x, .param .u64 y) {
    .reg .b32 %r<3>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.u32 %r2, [%rd4];
    st.global.u32 [%rd5], %r2;
    ret;
}
"""

VARIABLES = """
.version 8.0
.target sm_80
.address_size 64
.global .u32 count = {first};
.global .u64 place = count;
.visible .entry next(.param .u64 out) {{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    ld.global.u64 %rd2, [place];
    ld.global.u32 %r1, [%rd2];
    add.u32 %r2, %r1, 1;
    st.global.u32 [count], %r2;
    st.global.u32 [%rd1], %r2;
    ret;
}}
.visible .entry twice(.param .u64 out) {{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    .global .u32 own = 100;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [count];
    add.u32 %r1, %r1, %r1;
    st.global.u32 [count], %r1;
    st.global.u32 [%rd1], %r1;
    ret;
}}
"""

COUNTING = VARIABLES.format(first=5)


@ENGINES
def test_an_address_that_one_launch_stored_is_right_for_the_next(native: bool | None) -> None:
    store = from_ptx("""
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry store(.param .u64 cell, .param .u64 to) {
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [cell];
        ld.param.u64 %rd2, [to];
        st.global.u64 [%rd1], %rd2;
        ret;
    }
    """)
    follow = from_ptx("""
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry follow(.param .u64 cell) {
        .reg .b32 %r<2>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [cell];
        ld.global.u64 %rd2, [%rd1];
        mov.u32 %r1, 7;
        st.global.u32 [%rd2], %r1;
        ret;
    }
    """)
    gpu = Device()
    cell, x = gpu.empty(1, np.uint64), gpu.array(np.zeros(2, np.uint32))
    store.launch(cell, x[1:], grid=1, block=1, device=gpu, native=native)
    follow.launch(cell, grid=1, block=1, device=gpu, native=native)
    assert x.tolist() == [0, 7]
    assert cell[0] == gpu.address(x[1:])


@ENGINES
def test_what_no_launch_has_written_is_reported_in_a_later_one(native: bool | None) -> None:
    copy, gpu = from_ptx(COPY), Device()
    x = gpu.array(np.arange(8, dtype=np.uint32))
    y, z = gpu.empty(8, np.uint32, name="y"), gpu.empty(8, np.uint32)
    copy.launch(x, y, grid=1, block=4, device=gpu, native=native)
    copy.launch(y, z, grid=1, block=4, device=gpu, native=native)
    assert z[:4].tolist() == [0, 1, 2, 3]
    with pytest.raises(SimFault, match=r"4 of 4 bytes read at y\+16 .* were never written") as fault:
        copy.launch(y, z, grid=1, block=8, device=gpu, native=native)
    assert fault.value.rule == "uninitialized-memory"
    gpu.write(y[4:], 9)
    copy.launch(y, z, grid=1, block=8, device=gpu, native=native)
    assert z.tolist() == [0, 1, 2, 3, 9, 9, 9, 9]


@ENGINES
def test_freed_memory_is_named(native: bool | None) -> None:
    copy, gpu = from_ptx(COPY), Device()
    x, y = gpu.array(np.arange(8, dtype=np.uint32), name="x"), gpu.empty(8, np.uint32)
    address = gpu.address(x)
    gpu.free(x)
    assert gpu.bytes_in_use == y.nbytes
    with pytest.raises(SimFault, match=r"x\+0 \(.*; x is 32 bytes, uint32 \(8,\), .*, freed\)"):
        copy.launch(address, y, grid=1, block=1, device=gpu, native=native)
    with pytest.raises(LaunchError, match="not in the memory of this device"):
        gpu.free(x)
    with pytest.raises(LaunchError, match=r"free\(\) takes the whole array, not 4 of its 32 bytes"):
        gpu.free(y[:1])


@ENGINES
def test_variables_live_on_the_device_and_belong_to_their_module(native: bool | None) -> None:
    def count(program: object, device: Device) -> int:
        out = np.zeros(1, np.uint32)
        program.launch(out, grid=1, block=1, device=device, native=native)  # type: ignore[attr-defined]
        return int(out[0])

    next_ = from_ptx(COUNTING, "next")
    other, gpu, second = from_ptx(VARIABLES.format(first=50), "next"), Device(), Device()
    x = gpu.array(np.zeros(1, np.uint32))
    assert [count(next_, gpu), count(other, gpu), count(next_, gpu), count(other, gpu)] == [6, 51, 7, 52]
    assert [count(next_, second), count(next_, gpu)] == [6, 8]
    assert x[0] == 0


@ENGINES
def test_entries_of_a_module_share_its_variables(native: bool | None) -> None:
    first = from_ptx(COUNTING, "next")
    second = replace(from_ptx(COUNTING, "twice"), module=first.module, derived={})
    gpu, out = Device(), np.zeros(1, np.uint32)
    gpu.array(np.zeros(3, np.uint8))
    found = []
    for program in (first, second, first, second):
        program.launch(out, grid=1, block=1, device=gpu, native=native)
        found.append(int(out[0]))
    assert found == [6, 12, 13, 26]


@ENGINES
def test_arrays_of_a_launch_leave_with_it(native: bool | None) -> None:
    copy, gpu = from_ptx(COPY), Device()
    x, own = gpu.array(np.arange(4, dtype=np.uint32)), np.zeros(4, np.uint32)
    with simulating(device=gpu, native=native):
        copy.launch(x, own, grid=1, block=4)
        copy.launch(own, x[:2], grid=1, block=2)
    assert own.tolist() == [0, 1, 2, 3]
    assert gpu.bytes_in_use == x.nbytes


def test_a_part_of_an_undefined_array_survives_a_launch_that_runs_again() -> None:
    """A launch that ends on the reference engine starts from what the device had."""
    copy, gpu = from_ptx(COPY), Device()
    x, y = gpu.array(np.arange(8, dtype=np.uint32)), gpu.empty(8, np.uint32)
    copy.launch(x, y, grid=1, block=4, device=gpu, checks="all")
    with pytest.raises(SimFault):
        copy.launch(y, y[:4], grid=1, block=8, device=gpu, checks="all")
    assert y[:4].tolist() == [0, 1, 2, 3]


def test_many_allocations_and_the_reuse_of_freed_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyptx.sim.device.MOST_FREED", 4096)
    copy, gpu = from_ptx(COPY), Device()
    kept = [gpu.array(np.full(16, number, np.uint32)) for number in range(50)]
    for _ in range(100):
        gpu.free(gpu.empty(256, np.uint32))
    high = gpu.address(gpu.empty(256, np.uint32))
    assert high < gpu.address(kept[-1]) + 64 * 1024
    copy.launch(kept[3], kept[40], grid=1, block=16, device=gpu)
    assert [int(each[0]) for each in kept[38:42]] == [38, 39, 3, 41]


def test_the_memory_of_a_device_is_not_taken_for_undefined() -> None:
    copy, gpu = from_ptx(COPY), Device()
    x = gpu.array(np.arange(4, dtype=np.uint32))
    with pytest.raises(LaunchError, match="the device has noted which bytes of this array were written"):
        copy.launch(x, x, grid=1, block=4, device=gpu, uninitialized=("x",))
    with pytest.raises(LaunchError, match="has no memory on a device"):
        gpu.empty(0, np.float32)
    with pytest.raises(LaunchError, match="fresh=True is for launches without device="):
        copy.launch(x, x, grid=1, block=4, device=gpu, fresh=True)


@ENGINES
def test_an_input_of_a_launch_is_not_written(native: bool | None) -> None:
    copy, gpu = from_ptx(COPY), Device()
    x, y = gpu.array(np.arange(4, dtype=np.uint32), name="x"), gpu.array(np.arange(4, dtype=np.uint32))
    copy.launch(y, x, grid=1, block=4, device=gpu, native=native)
    with pytest.raises(SimFault, match=r"x\+0 .* read-only"):
        copy.launch(y, x, grid=1, block=4, device=gpu, native=native, read_only=("y",))
