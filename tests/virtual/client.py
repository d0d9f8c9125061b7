"""Calls of the driver by ctypes, for scripts on the virtual GPU; it imports nothing of pyptx."""

import ctypes
import os
import struct  # noqa: F401 - for scripts
import sys
from ctypes import (  # noqa: F401 - for scripts
    byref,
    c_float,
    c_int,
    c_size_t,
    c_uint,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from pathlib import Path
from typing import Any

cu = ctypes.CDLL(os.environ.get("PYPTX_TEST_DRIVER", "libcuda.so.1"))

ADD = (
    Path(__file__).with_name("add.ptx").read_bytes()
    + b"""
.visible .entry forever() {
    .reg .b64 %rd<2>;
    mov.u64 %rd1, 0;
L:  add.u64 %rd1, %rd1, 1;
    bra L;
}
.visible .entry race(.param .u64 x) {
    .reg .b32 %r<7>;
    .reg .b64 %rd<4>;
    .shared .align 4 .b8 tile[256];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, tile;
    add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    sub.u32 %r5, 252, %r2;
    add.u32 %r5, %r3, %r5;
    ld.shared.u32 %r6, [%r5];
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r6;
    ret;
}
"""
)


def ok(result: int) -> None:
    """Check that a call succeeded."""
    if result:
        name = ctypes.c_char_p()
        cu.cuGetErrorName(result, byref(name))
        sys.exit(f"{(name.value or b'').decode()} ({result})")


def start() -> None:
    """Make the context of the device current."""
    ok(cu.cuInit(0))
    context = c_uint64()
    ok(cu.cuDevicePrimaryCtxRetain(byref(context), 0))
    ok(cu.cuCtxSetCurrent(context))


def out(function: Any, *arguments: Any, kind: Any = c_uint64) -> Any:
    """Call a function whose first parameter is its output; return that."""
    value = kind()
    ok(function(byref(value), *arguments))
    return value.value


def load(text: bytes = ADD) -> c_uint64:
    """Load a module."""
    return c_uint64(out(cu.cuModuleLoadData, text))


def function(module: c_uint64, name: str = "add") -> c_uint64:
    """Return a function of a module."""
    return c_uint64(out(cu.cuModuleGetFunction, module, name.encode()))


def allocate(size: int) -> c_uint64:
    """Allocate memory of the device."""
    return c_uint64(out(cu.cuMemAlloc_v2, c_size_t(size)))


def put(address: c_uint64, *numbers: int) -> None:
    """Copy numbers of 32 bits to the device."""
    data = (c_uint * len(numbers))(*numbers)
    ok(cu.cuMemcpyHtoD_v2(address, data, c_size_t(4 * len(numbers))))


def get(address: c_uint64, count: int) -> list[int]:
    """Copy numbers of 32 bits from the device."""
    data = (c_uint * count)()
    ok(cu.cuMemcpyDtoH_v2(data, address, c_size_t(4 * count)))
    return list(data)


def prepare_add() -> tuple[c_uint64, c_uint64, c_uint64]:
    """Start; return a module, its kernel ``add``, and the address of the numbers 1, 2, 3 and 4."""
    start()
    module, numbers = load(), allocate(16)
    put(numbers, 1, 2, 3, 4)
    return module, function(module), numbers


def launch(
    kernel: c_uint64, *values: Any, grid: int = 1, block: int = 4, shared: int = 0, stream: Any = None
) -> int:
    """Launch a kernel; return the result."""
    places = (c_void_p * max(1, len(values)))(*map(ctypes.addressof, values))
    result: int = cu.cuLaunchKernel(kernel, grid, 1, 1, block, 1, 1, shared, stream, places, None)
    return result
