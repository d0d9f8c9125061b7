"""The CUDA runtime: as compiled programs register code, and whole programs by nvcc."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from virtual_sources import DRIVER, written_by_hand

from pyptx.virtual.calls import EXPORTED
from pyptx.virtual.runtime import FORWARDED, runtime_names, runtime_results
from tests.cuda_header import include_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

    Script = Callable[..., Ran]

CLIENTS = Path(__file__).parent / "clients"
REGISTERED = """
    rt = ctypes.CDLL("libcudart.so.13")
    rt.__getattr__("__cudaRegisterFatBinary").restype = c_void_p
    rt.cudaGetErrorName.restype = ctypes.c_char_p
    text = create_string_buffer(ADD)
    wrapper = create_string_buffer(struct.pack("<IIQQ", 0x466243b1, 1, ctypes.addressof(text), 0))
    code = c_void_p(getattr(rt, "__cudaRegisterFatBinary")(wrapper))
    kernel, step = create_string_buffer(8), create_string_buffer(8)
    getattr(rt, "__cudaRegisterFunction")(code, kernel, b"add", b"add", -1, *[None] * 5)
    getattr(rt, "__cudaRegisterVar")(code, step, b"step", b"step", 0, c_size_t(4), 1, 0)
    getattr(rt, "__cudaRegisterFatBinaryEnd")(code)
    class Dim3(ctypes.Structure):
        _fields_ = [("x", c_uint), ("y", c_uint), ("z", c_uint)]
    def run(x, y, threads=4):
        places = (c_void_p * 2)(ctypes.addressof(x), ctypes.addressof(y))
        return rt.cudaLaunchKernel(kernel, Dim3(1, 1, 1), Dim3(threads, 1, 1), places, c_size_t(0), None)
"""


def test_registered_kernels_and_variables(script: Script) -> None:
    ran = script(f"""{REGISTERED}
    x, data, back = c_void_p(), (c_uint * 4)(1, 2, 3, 4), (c_uint * 4)()
    ok(rt.cudaMalloc(byref(x), c_size_t(16)))
    ok(rt.cudaMemcpy(x, data, c_size_t(16), 1))
    ok(rt.cudaMemcpyToSymbol(step, (c_uint * 1)(100), c_size_t(4), c_size_t(0), 1))
    ok(run(x, c_uint(10)))
    ok(rt.cudaMemcpy(back, x, c_size_t(16), 2))
    print("> ", list(back))
    print("> ", rt.cudaMemcpy(back, x, c_size_t(16), 9), rt.cudaMemcpy(back, x, c_size_t(17), 2),
          rt.cudaMemcpyToSymbol(kernel, data, c_size_t(4), c_size_t(0), 1), run(x, c_uint(1), 2000),
          rt.cudaGetLastError(), rt.cudaGetLastError())
    print("> ", run(x, c_uint(10), 5), rt.cudaDeviceSynchronize(),
          rt.cudaGetErrorName(rt.cudaPeekAtLastError()))
    ok(rt.cudaDeviceReset())
    ok(rt.cudaMalloc(byref(x), c_size_t(16)))
    ok(rt.cudaMemset(x, 0, c_size_t(16)))
    ok(run(x, c_uint(10)))
    ok(rt.cudaMemcpy(back, x, c_size_t(16), 2))
    print("> ", list(back))
    print("> ", rt.cudaMallocArray(None, None, 1), rt.cudaStreamQuery(c_void_p(5)), rt.cudaSetDevice(1))
    """)
    assert ran.printed.split("\n") == [
        " [111, 112, 113, 114]",
        " 21 1 13 9 9 0",
        " 700 700 b'cudaErrorIllegalAddress'",
        " [13, 13, 13, 13]",
        " 801 400 101",
    ], ran.reported
    assert ran.rules == ["invalid-value", "invalid-launch", "out-of-bounds", "unsupported"]
    assert "there is no device 1: the virtual GPU is one device, with the number 0" in ran.reported
    assert ran.summary["refused"] == {"cudaMallocArray": 1}


def test_forwarded_functions_exist_on_both_sides() -> None:
    assert FORWARDED.keys() <= runtime_names().keys()
    assert set(FORWARDED.values()) <= {row.name for row in EXPORTED} | written_by_hand(*DRIVER)


def test_results_are_those_of_the_header() -> None:
    text = (include_folder() / "driver_types.h").read_text()
    known = {
        int(number): name for name, number in re.findall(r"(cudaSuccess|cudaError\w+)\s*=\s*(\d+)", text)
    }
    for number, name in runtime_results().items():
        assert known[number] == name


def test_a_program_of_nvcc_runs_unchanged(on_gpu: Script, compiled: Callable[..., str]) -> None:
    ran = on_gpu([compiled("program.cu", options=("-g",)), "broken"], "--check", "all", timeout=600)
    assert ran.printed.split("\n") == [
        "device 1", "saxpy 1", "reduce 1", "walk 1", "rows 1", "scan 1", "grid 1", "managed 1", "hello 0 42",
        "hello 1 42", "occupancy 1", "configuration 1", "pointer 1", "pointer 1", "cudaErrorIllegalAddress",
        "not cooperative 1", "one less 1",
    ], ran.reported  # fmt: skip
    assert ran.rules == ["invalid-launch", "out-of-bounds", "grid-synchronisation", "out-of-bounds"]
    assert "program.cu:" in ran.summary["faults"][1]["message"]
    lines = (Path(__file__).parent / "clients" / "program.cu").read_text(encoding="utf-8").splitlines()
    (launched,) = (place for place, line in enumerate(lines, 1) if "        cub::DeviceScan::" in line)
    assert ran.summary["faults"][3]["line"] == f"program.cu:{launched}", "the line that called the library"
