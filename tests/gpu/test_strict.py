"""The stand-in against ``cuda.h``: the parameters of its functions, and the calls it refuses."""

from __future__ import annotations

import ctypes
from ctypes import c_int, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any

import pytest

from tests.cuda_header import enumerators, prototypes
from tests.gpu.strict import StrictDriver

_SCALARS = {
    "unsigned int": c_uint, "cuuint32_t": c_uint, "int": c_int, "size_t": c_size_t, "CUdeviceptr": c_uint64,
    "CUdevice": c_int, "CUdevice_attribute": c_int, "CUfunction_attribute": c_int,
    "CUpointer_attribute": c_int, "CUresult": c_int, "CUstreamCaptureMode": c_int,
    "CUtensorMapDataType": c_int, "CUtensorMapInterleave": c_int, "CUtensorMapSwizzle": c_int,
    "CUtensorMapL2promotion": c_int, "CUtensorMapFloatOOBfill": c_int, "unsigned long long": c_uint64,
}  # fmt: skip

FUNCTIONS = [
    name
    for name in dir(StrictDriver)
    if name.startswith("cu") and hasattr(getattr(StrictDriver, name), "types")
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_the_parameters_of_the_header(name: str) -> None:
    wanted = [_SCALARS.get(kind, c_void_p) for kind in prototypes()[name]]
    assert list(getattr(StrictDriver, name).types) == wanted


@pytest.fixture
def strict() -> Any:
    made: Any = StrictDriver(enumerators())
    return made


def named(status: int) -> str:
    return next(
        name for name, number in enumerators().items() if number == status and name.startswith("CUDA_ERROR_")
    )


def test_nothing_works_before_it_is_initialised(strict: Any) -> None:
    assert named(strict.cuDeviceGet(ctypes.byref(c_int()), 0)) == "CUDA_ERROR_NOT_INITIALIZED"
    assert strict.cuInit(0) == 0
    assert strict.cuDeviceGet(ctypes.byref(c_int()), 0) == 0
    assert named(strict.cuDeviceGet(ctypes.byref(c_int()), 1)) == "CUDA_ERROR_INVALID_DEVICE"


def test_a_context_is_needed_and_memory_has_bounds(strict: Any) -> None:
    strict.cuInit(0)
    address = c_uint64()
    assert named(strict.cuMemAlloc_v2(ctypes.byref(address), 16)) == "CUDA_ERROR_INVALID_CONTEXT"
    context = c_void_p()
    strict.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    assert strict.cuCtxPushCurrent_v2(context) == 0
    assert strict.cuMemAlloc_v2(ctypes.byref(address), 16) == 0
    source = ctypes.create_string_buffer(17)
    assert strict.cuMemcpyHtoD_v2(address, source, 16) == 0
    assert named(strict.cuMemcpyHtoD_v2(address, source, 17)) == "CUDA_ERROR_INVALID_VALUE"
    assert strict.cuMemFree_v2(address) == 0
    assert named(strict.cuMemFree_v2(address)) == "CUDA_ERROR_INVALID_VALUE"
