"""Memory that outlives a launch: arrays, variables of modules, undefined and freed memory."""

from __future__ import annotations

import copy
import pickle
import resource
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import Tile, kernel, ptx, reg, simulating
from pyptx.errors import LaunchError, SimFault
from pyptx.program import from_ptx
from pyptx.sim import Device, simulate
from pyptx.sim.allocations import Allocations
from pyptx.types import u32

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
    with pytest.raises(LaunchError, match=r"memory that was freed: x, uint32 \(8,\)"):
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
    monkeypatch.setattr("pyptx.sim.allocations.MOST_FREED", 4096)
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


@ENGINES
def test_freed_arrays_and_those_of_other_devices_are_refused_by_name(native: bool | None) -> None:
    copy_, gpu, other = from_ptx(COPY), Device(), Device()
    x, y = gpu.array(np.arange(8, dtype=np.uint32), name="inputs"), gpu.empty(8, np.uint32)
    for device in (None, other):
        with pytest.raises(
            LaunchError, match=r"x is in the memory of a device that .*: inputs, uint32 \(8,\)"
        ):
            copy_.launch(x[2:], np.zeros(8, np.uint32), grid=1, block=4, native=native, device=device)
    copy_.launch(x.copy(), y.copy(), grid=1, block=4, native=native)
    part = x[4:]
    gpu.free(x)
    del x
    with pytest.raises(LaunchError, match="x is in memory that was freed: inputs"):
        copy_.launch(part, y, grid=1, block=4, device=gpu, native=native)
    with pytest.raises(LaunchError, match="memory that was freed: inputs"):
        gpu.address(part)


def test_host_memory_of_a_freed_array_can_be_that_of_an_ordinary_one() -> None:
    copy_, gpu = from_ptx(COPY), Device()
    y = gpu.array(np.zeros(4, np.uint32))
    for number in range(300):
        gpu.free(gpu.empty(4, np.uint32))
        copy_.launch(np.full(68, number, np.uint32), y, grid=1, block=4, device=gpu)
        assert y.tolist() == [number] * 4
    del gpu
    copy_.launch(y, y, grid=1, block=4)


@ENGINES
def test_an_input_that_shares_an_array_with_an_output_may_be_written(native: bool | None) -> None:
    """As it is for arrays of the host."""
    gpu = Device()
    for whole in (gpu.array(np.arange(64, dtype=np.uint32)), np.arange(64, dtype=np.uint32)):
        with simulating(device=gpu, native=native):
            add_one(whole[:32], out=whole[32:])
        assert whole.tolist() == [*range(32), *range(1, 33)]


@kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), grid=1, block=32)
def add_one(x: Any, y: Any) -> None:
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.special.tid.x() * 4
    value = reg.scalar(u32)
    ptx.ld(u32, value, ptx.addr(px + offset))
    ptx.st(u32, ptx.addr(py + offset), value + 1)


@ENGINES
def test_a_view_that_the_host_must_not_write_is_read_only(native: bool | None) -> None:
    copy_, gpu = from_ptx(COPY), Device()
    x, y = gpu.array(np.arange(4, dtype=np.uint32)), gpu.array(np.zeros(4, np.uint32), name="y")
    view = y[:]
    view.flags.writeable = False
    with pytest.raises(SimFault, match=r"y\+0 .* read-only"):
        copy_.launch(x, view, grid=1, block=4, device=gpu, native=native)
    copy_.launch(view, x, grid=1, block=4, device=gpu, native=native)
    assert (x.tolist(), y.tolist()) == ([0] * 4, [0] * 4)


def test_memory_that_nobody_touches_costs_nothing() -> None:
    copy_, gpu = from_ptx(COPY), Device()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    y = gpu.empty(1 << 30, np.uint32)
    gpu.write(y[-3:], [5, 6, 7])
    gpu.write(y[:1], 8)
    copy_.launch(y[-3:], y[1:], grid=1, block=3, device=gpu)
    assert y[:5].tolist() == [8, 5, 6, 7, 0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1 << 18


def test_the_parts_that_the_host_writes_are_known_to_the_bit() -> None:
    words = {".u32 %r2": ".u8 %r2", "%r1, 4": "%r1, 1", ".u32 [%rd5]": ".u8 [%rd5]"}
    text = COPY
    for word, byte in words.items():
        text = text.replace(word, byte)
    load = from_ptx(text)
    for first in range(20):
        for count in range(1, 20 - first):
            gpu = Device()
            x, y = gpu.empty(20, np.uint8), gpu.array(np.zeros(20, np.uint8))
            gpu.write(x[first : first + count], 7)
            load.launch(x[first:], y, grid=1, block=count, device=gpu)
            for outside in {first - 1, first + count} & set(range(20)):
                with pytest.raises(SimFault, match="never written"):
                    load.launch(x[outside:], y, grid=1, block=1, device=gpu)


def test_what_is_no_array_of_a_device() -> None:
    gpu = Device()
    x = gpu.array(np.arange(4, dtype=np.uint32))
    for shape in (-1, (-1, -4), (3, 0)):
        with pytest.raises(LaunchError, match="has no memory on a device"):
            gpu.empty(shape, np.float32)
    with pytest.raises(LaunchError, match="lacks the 4503599627370496 bytes"):
        gpu.empty(1 << 52, np.uint8)
    with pytest.raises(LaunchError, match="elements that no kernel reads"):
        gpu.array(np.array([object()]))
    with pytest.raises(LaunchError, match=r"the part of shape \(4,\) of array 1 is not contiguous"):
        gpu.write(x[::-1], 1)
    with pytest.raises(LaunchError, match=r"free\(\) takes the whole array"):
        gpu.free(np.lib.stride_tricks.as_strided(x, (4,), (0,)))
    with pytest.raises(LaunchError, match=r"\[1\] is not in the memory of this device"):
        gpu.address([1])  # type: ignore[arg-type]
    assert gpu.address(x[::-1]) == gpu.address(x) + 12
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            duplicate(gpu)
    assert gpu.bytes_in_use == x.nbytes


def test_threads_take_turns_on_a_device() -> None:
    copy_, gpu = from_ptx(COPY), Device()
    x, y = gpu.array(np.arange(64, dtype=np.uint32)), gpu.empty(64 * 16, np.uint32)

    def fill(part: int) -> None:
        gpu.free(gpu.empty(part + 1, np.uint8))
        copy_.launch(x, y[64 * part :], grid=1, block=64, device=gpu)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(16)))
    copy_.launch(y[64 * 15 :], x, grid=1, block=64, device=gpu)
    copy_.launch(y, np.zeros(1024, np.uint32), grid=1, block=1024, device=gpu)
    assert y.tolist() == list(range(64)) * 16


class Model:
    """The arrays of a device as lists, in which None is an undefined element."""

    def __init__(self, native: bool | None) -> None:
        self.native, self.gpu, self.copy = native, Device(), from_ptx(COPY)
        self.arrays: list[tuple[Any, list[int | None]]] = []

    def make(self, size: int, first: int | None) -> None:
        if first is None:
            self.arrays.append((self.gpu.empty(size, np.uint32), [None] * size))
            return
        values = list(range(first, first + size))
        self.arrays.append((self.gpu.array(np.array(values, np.uint32)), list(values)))

    def write(self, place: int, start: int, value: int) -> None:
        array, known = self.arrays[place % len(self.arrays)]
        start %= len(known)
        self.gpu.write(array[start:], value)
        known[start:] = [value] * (len(known) - start)

    def free(self, place: int) -> None:
        array, _ = self.arrays.pop(place % len(self.arrays))
        address = self.gpu.address(array)
        self.gpu.free(array)
        with pytest.raises(SimFault, match="freed"):
            self.launch(address, np.zeros(1, np.uint32), 1)

    def launch(self, source: Any, target: Any, threads: int) -> None:
        self.copy.launch(source, target, grid=1, block=threads, device=self.gpu, native=self.native)

    def move(self, one: int, other: int, threads: int) -> None:
        source, values = self.arrays[one % len(self.arrays)]
        target, known = self.arrays[other % len(self.arrays)]
        threads = min(threads, len(values), len(known))
        if None in values[:threads]:
            with pytest.raises(SimFault, match="never written"):
                self.launch(source, target, threads)
            return
        self.launch(source, target, threads)
        known[:threads] = values[:threads]

    def compare(self) -> None:
        assert self.gpu.bytes_in_use == sum(array.nbytes for array, _ in self.arrays)
        for array, known in self.arrays:
            for place, value in enumerate(known):
                assert value is None or array[place] == value


PLACE = st.integers(0, 7)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("make"), st.integers(1, 9), st.none() | st.integers(0, 99)),
        st.tuples(st.just("write"), PLACE, st.integers(0, 8), st.integers(0, 99)),
        st.tuples(st.just("free"), PLACE),
        st.tuples(st.just("move"), PLACE, PLACE, st.integers(1, 9)),
        st.tuples(st.just("move"), PLACE, PLACE, st.integers(1, 9)),
    ),
    max_size=20,
)


@ENGINES
@given(actions=ACTIONS)
def test_a_device_does_what_lists_do(native: bool | None, actions: list[tuple[Any, ...]]) -> None:
    model = Model(native)
    for name, *values in actions:
        if model.arrays or name == "make":
            getattr(model, name)(*values)
            model.compare()


def test_a_module_is_loaded_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    next_, gpu, out = from_ptx(COUNTING, "next"), Device(), np.zeros(1, np.uint32)
    next_.launch(out, grid=1, block=1)

    content = Allocations._content

    def small(self: Allocations, offset: int, size: int) -> Any:
        if size > 4:
            raise MemoryError
        return content(self, offset, size)

    with monkeypatch.context() as patch:
        patch.setattr(Allocations, "_content", small)
        with pytest.raises(LaunchError, match="lacks the memory for the variables"):
            next_.launch(out, grid=1, block=1, device=gpu)
    assert gpu.bytes_in_use == 0
    gpu.array(np.zeros(64, np.uint32))
    next_.launch(out, grid=1, block=1, device=gpu)
    assert out[0] == 6


def test_the_host_reads_what_was_written_and_nothing_else() -> None:
    gpu, copy_ = Device(), from_ptx(COPY)
    x, y = gpu.array(np.arange(8, dtype=np.uint32)), gpu.empty(8, np.uint32, name="y")
    copy_.launch(x, y[1:], grid=1, block=4, device=gpu)
    assert gpu.read(y[1:5]).tolist() == [0, 1, 2, 3]
    with pytest.raises(
        SimFault, match=r"reads 32 bytes at y\+0, and 16 of them were never written, the first at y\+0; y is"
    ) as fault:
        gpu.read(y)
    assert fault.value.rule == "uninitialized-memory"
    assert gpu.read(y, unwritten=0xFF)[0] == 0xFFFF_FFFF
    gpu.write(y[:1], 7)
    with pytest.raises(SimFault, match=r"the first at y\+20"):
        gpu.read(y)
    with pytest.raises(LaunchError, match="is not in the memory of this device"):
        gpu.read(np.zeros(3))
    with pytest.raises(LaunchError, match="is not contiguous"):
        gpu.read(y[::2])


SYMBOLS = """
.version 8.0
.target sm_80
.address_size 64
.const .u32 factor = 3;
.global .u32 total = 5;
.visible .entry add(.param .u64 out) {
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.const.u32 %r1, [factor];
    ld.global.u32 %r2, [total];
    mul.lo.u32 %r3, %r1, %r2;
    st.global.u32 [%rd1], %r3;
    ret;
}
"""


@ENGINES
def test_the_host_writes_variables_of_a_module(native: bool | None) -> None:
    program, gpu, other = from_ptx(SYMBOLS), Device(), Device()
    gpu.array(np.zeros(1000, np.uint32))
    gpu.variable(program, "factor").view(np.uint32)[0] = 10
    gpu.variable(program, "total").view(np.uint32)[0] = 20
    for device, product in ((gpu, 200), (other, 15), (None, 15)):
        out = np.zeros(1, np.uint32)
        program.launch(out, grid=1, block=1, device=device, native=native)
        assert out[0] == product
    with pytest.raises(LaunchError, match=r"no \.global or \.const variable 'facto'; it has factor, total"):
        gpu.variable(program, "facto")


def test_a_variable_of_another_module_is_missed() -> None:
    program = from_ptx(SYMBOLS.replace(".global .u32 total = 5", ".extern .global .u32 total"))
    with pytest.raises(LaunchError, match=r"\.global total is \.extern, and the module does not define it"):
        program.launch(np.zeros(1, np.uint32), grid=1, block=1)


def test_a_program_is_kept_decoded_for_few_places_of_its_variables() -> None:
    program, out = from_ptx(COUNTING, "next"), np.zeros(1, np.uint32)
    devices = []
    for count in range(1, 20):
        gpu = Device()
        gpu.array(np.zeros(64 * count, np.uint32))
        devices.append(gpu)
        program.launch(out, grid=1, block=1, device=gpu)
        assert out[0] == 6
    assert len(program.derived["sim.placed"]) < 10
    program.launch(out, grid=1, block=1, device=devices[0])
    assert out[0] == 7


REMEMBERS = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry remembers(.param .u64 out, .param .u32 writes) {
    .local .b32 own;
    .shared .b32 tile[32];
    .reg .pred %p;
    .reg .b32 %r<5>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [writes];
    setp.eq.u32 %p, %r1, 0;
    @%p bra READ;
    mov.u32 %r2, 5;
    st.shared.u32 [tile], %r2;
    st.local.u32 [own], %r2;
READ:
    ld.shared.u32 %r3, [tile];
    ld.local.u32 %r4, [own];
    add.u32 %r3, %r3, %r4;
    add.u32 %r3, %r3, %r2;
    st.global.u32 [%rd1], %r3;
    ret;
}
"""


@ENGINES
def test_a_launch_finds_nothing_of_the_one_before(native: bool | None) -> None:
    program, gpu = from_ptx(REMEMBERS), Device()
    out = gpu.array(np.zeros(1, np.uint32))
    for block in (1, 33, 1, 33):
        program.launch(out, 1, grid=2, block=block, device=gpu, native=native)
        assert out[0] == 15
        for _ in range(2):
            with pytest.raises(SimFault, match="never written") as fault:
                program.launch(out, 0, grid=2, block=block, device=gpu, native=native)
            assert fault.value.rule.startswith("uninitialized")
        program.launch(out, 1, grid=3, block=block, device=gpu, native=native, checks=())
        program.launch(out, 0, grid=3, block=block, device=gpu, native=native, checks=())
        assert out[0] == 0


def test_the_inputs_of_one_launch_may_be_written_by_the_next() -> None:
    gpu = Device()
    x, y = gpu.array(np.arange(4, dtype=np.uint32)), gpu.array(np.zeros(4, np.uint32))
    there, back = from_ptx(COPY), from_ptx(COPY)
    for step in range(3):
        for protected in ((), ("x",)):
            simulate(there, (x, y), grid=(1, 1, 1), block=(4, 1, 1), device=gpu, read_only=protected)
        y += 1
        simulate(back, (y, x), grid=(1, 1, 1), block=(4, 1, 1), device=gpu)
        assert x.tolist() == [k + step + 1 for k in range(4)]
