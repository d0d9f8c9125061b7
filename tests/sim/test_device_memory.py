"""Memory of a device by addresses: launches by parameter bytes, constants, undefined and freed bytes."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.errors import LaunchError, SimFault
from pyptx.parser import parse
from pyptx.program import Program, from_module, from_ptx
from pyptx.sim import simulate
from pyptx.sim.device_memory import DeviceMemory
from pyptx.sim.segments import GLOBAL_BASE

ENGINES = pytest.mark.parametrize("native", [None, False])

ADD = (Path(__file__).parents[1] / "virtual" / "add.ptx").read_text()


def memory(most: int = 1 << 20) -> DeviceMemory:
    return DeviceMemory(np.zeros(4 * most, np.uint8), most)


def launch(
    gpu: DeviceMemory, program: Program, x: int, y: int, threads: int = 4, native: bool | None = None
) -> None:
    given = [struct.pack("<Q", x), struct.pack("<I", y)]
    simulate(program, given, grid=(1, 1, 1), block=(threads, 1, 1), device=gpu, native=native)


@ENGINES
def test_launches_share_memory_constants_and_variables(native: bool | None) -> None:
    gpu = memory()
    program = from_module(parse(ADD))
    variables = gpu.load_module(program.module)
    x = gpu.allocate(16, name="x")
    gpu.write(x, np.arange(4, dtype=np.uint32).tobytes())
    launch(gpu, program, x, 10, native=native)
    gpu.write(variables["step"][0], struct.pack("<I", 100))
    launch(gpu, program, x, 0, native=native)
    assert gpu.view(x, 16).view(np.uint32).tolist() == [113, 114, 115, 116]
    assert gpu.view(*variables["count"]).view(np.uint32)[0] == 13


@ENGINES
def test_reports_name_freed_and_undefined_memory(native: bool | None) -> None:
    gpu = memory()
    program = from_ptx(ADD)
    x = gpu.allocate(16, name="the input", note="16 bytes")
    with pytest.raises(SimFault, match="never written") as undefined:
        launch(gpu, program, x, 1, native=native)
    assert undefined.value.rule == "uninitialized-memory"
    gpu.write(x, bytes(16))
    with pytest.raises(SimFault, match="the input is 16 bytes") as beyond:
        launch(gpu, program, x, 1, threads=5, native=native)
    assert beyond.value.rule == "out-of-bounds"
    gpu.release(x)
    with pytest.raises(SimFault, match=r"the input.*freed"):
        launch(gpu, program, x, 1, native=native)
    found = gpu.freed(x + 3)
    assert found is not None
    assert found.name == "the input"


def test_memory_has_an_end() -> None:
    gpu = memory(1 << 12)
    held = gpu.allocate(1 << 12, name="all")
    with pytest.raises(MemoryError):
        gpu.allocate(1, name="more")
    with pytest.raises(LaunchError, match="no allocation starts"):
        gpu.release(held + 4)
    gpu.release(held)
    for _ in range(100):
        gpu.release(gpu.allocate(1 << 8, name="again"))
    for size in (0, -1, 1 << 62):
        with pytest.raises(MemoryError):
            gpu.allocate(size, name="strange")


def test_aligned_memory_shares_no_page() -> None:
    gpu = memory()
    pages = [gpu.allocate(size, name="p", align=4096) for size in (1, 4096, 5000)]
    after = gpu.allocate(4, name="after")
    assert all(page % 4096 == 0 for page in pages)
    assert after >> 12 > (pages[-1] + 4999) >> 12


def test_an_unloaded_module_loses_its_variables() -> None:
    gpu = memory()
    module = parse(ADD)
    address, size = gpu.load_module(module)["count"]
    assert gpu.allocation(address, size) is not None
    in_use = gpu.bytes_in_use
    gpu.unload(module)
    assert gpu.allocation(address) is None
    assert gpu.bytes_in_use == in_use - 8
    assert gpu.load_module(module)["count"][0] != address


def test_a_module_without_entries_has_its_variables() -> None:
    module = parse(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .u32 table[4] = {1, 2};\n"
    )
    gpu = memory()
    address, size = gpu.load_module(module)["table"]
    assert gpu.view(address, size).view(np.uint32).tolist() == [1, 2, 0, 0]


@given(st.data())
def test_copies_carry_which_bytes_were_written(data: st.DataObject) -> None:
    gpu = memory(1 << 12)
    sizes = [data.draw(st.integers(1, 100)) for _ in range(2)]
    places = [gpu.allocate(size, name=str(size)) for size in sizes]
    known = [np.zeros(size, bool) for size in sizes]
    for _ in range(data.draw(st.integers(0, 5))):
        to = data.draw(st.integers(0, 1))
        size = data.draw(st.integers(0, min(sizes)))
        at, of = (data.draw(st.integers(0, sizes[each] - size)) for each in (to, 1 - to))
        if data.draw(st.booleans()):
            gpu.note_written(places[to] + at, size)
            known[to][at : at + size] = True
        else:
            gpu.copy_written(places[to] + at, places[1 - to] + of, size)
            known[to][at : at + size] = known[1 - to][of : of + size]
    for place, size, expected in zip(places, sizes, known, strict=True):
        found = gpu.allocation(place)
        assert found is not None
        assert found.offset == place - GLOBAL_BASE
        bits = (
            np.ones(size, bool) if found.written is None else np.unpackbits(found.written, bitorder="little")
        )
        assert (bits[:size].astype(bool) == expected).all()
