"""The numbers and structures of the driver's interface that pyptx passes, under the names of ``cuda.h``.

``tests/runtime/test_cuda_header.py`` compares all of them with that file. The constants of tensor
maps are in `pyptx.layouts.tensor_map`.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.program import Dim3

CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75
CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76

CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0
CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1
CU_FUNC_ATTRIBUTE_NUM_REGS = 4
CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14

CU_JIT_ERROR_LOG_BUFFER = 5
CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6

CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2
CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4
CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6
CU_LAUNCH_ATTRIBUTE_PRIORITY = 8

CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9

CU_STREAM_CAPTURE_STATUS_NONE = 0

CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900
CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906

CUDA_ERROR_ILLEGAL_ADDRESS = 700
CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701
CUDA_ERROR_LAUNCH_TIMEOUT = 702
CUDA_ERROR_ASSERT = 710
CUDA_ERROR_HARDWARE_STACK_ERROR = 714
CUDA_ERROR_ILLEGAL_INSTRUCTION = 715
CUDA_ERROR_MISALIGNED_ADDRESS = 716
CUDA_ERROR_INVALID_ADDRESS_SPACE = 717
CUDA_ERROR_INVALID_PC = 718
CUDA_ERROR_LAUNCH_FAILED = 719
CUDA_ERROR_TENSOR_MEMORY_LEAK = 721


class LaunchAttribute(ctypes.Structure):
    """``CUlaunchAttribute``: an id and 64 bytes of value."""

    _fields_ = (("id", ctypes.c_uint), ("pad", ctypes.c_uint), ("value", ctypes.c_uint * 16))


class LaunchConfig(ctypes.Structure):
    """``CUlaunchConfig``."""

    _fields_ = (
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared_bytes", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(LaunchAttribute)),
        ("attribute_count", ctypes.c_uint),
    )

    @classmethod
    def of(cls, grid: Dim3, block: Dim3, smem: int, attributes: bytes, stream: int | None) -> LaunchConfig:
        """Return that of a launch; it keeps the attributes."""
        kept = ctypes.create_string_buffer(attributes, len(attributes))
        made = cls(
            grid=grid,
            block=block,
            shared_bytes=smem,
            stream=stream,
            attributes=ctypes.cast(kept, ctypes.POINTER(LaunchAttribute)),
            attribute_count=len(attributes) // ctypes.sizeof(LaunchAttribute),
        )
        made.kept = kept
        return made


def launch_attribute(which: int, *words: int) -> bytes:
    """Return a ``CUlaunchAttribute`` whose value begins with these words."""
    made = LaunchAttribute(id=which)
    made.value[: len(words)] = [word % (1 << 32) for word in words]
    return bytes(made)


def release_of(version: tuple[int, int]) -> tuple[int, int]:
    """Return the CUDA release whose driver is the first to take a PTX version (manual, chapter 13).

    >>> release_of((6, 3)), release_of((7, 8)), release_of((8, 6)), release_of((9, 0))
    ((10, 0), (11, 8), (12, 7), (13, 0))
    """
    major, minor = version
    if version < (6, 0):
        return 8, 0  # that of PTX 5.0, and older than each driver for a GPU of today
    if major == 6:
        return (9, minor) if minor < 3 else (10, minor - 3)
    skipped = (8, 6) <= version <= (8, 8)  # CUDA 12.6 has the PTX version of 12.5
    return major + 4, minor + skipped
