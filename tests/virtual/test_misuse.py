"""Programs that misuse the runtime: calls have the results of a card, and a report names each mistake."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

RESULTS = """
wrong_size ErrorInvalidValue ErrorInvalidValue ErrorInvalidValue
symbol_and_pitch Success ErrorInvalidValue ErrorInvalidValue ErrorInvalidPitchValue ErrorInvalidValue
wrong_direction Success ErrorInvalidValue ErrorInvalidValue ErrorInvalidValue Success ErrorInvalidValue \
ErrorInvalidValue ErrorInvalidValue ErrorInvalidValue Success Success Success
calls_from_a_function ErrorInvalidValue Success ErrorNotPermitted Success
negative_size ErrorInvalidValue ErrorInvalidValue
huge ErrorMemoryAllocation ErrorMemoryAllocation ErrorMemoryAllocation ErrorMemoryAllocation
freed Success ErrorIllegalAddress ErrorIllegalAddress
double_free Success ErrorInvalidValue ErrorInvalidValue ErrorInvalidValue
endless ErrorLaunchTimeout
wild ErrorMisalignedAddress
host_pointer ErrorIllegalAddress
used_stream Success Success ErrorInvalidResourceHandle ErrorInvalidResourceHandle Success
two_contexts 0 0 0 0 0 400 0 1 201 201
bad_launch ErrorInvalidConfiguration ErrorInvalidConfiguration ErrorInvalidValue ErrorInvalidValue \
ErrorInvalidValue \
ErrorInvalidDeviceFunction Success Success ErrorNotSupported
many_threads ErrorIllegalAddress
after_a_fault ErrorIllegalAddress ErrorIllegalAddress ErrorIllegalAddress Success Success 9
"""

REPORTS = {
    "wrong_size": ("the 128 bytes must be inside one allocation", "the 65 bytes must be inside one"),
    "symbol_and_pitch": (
        "the 68 bytes must be inside one allocation",
        "the 1048580 bytes must be inside one allocation",
        "is table+0 (",
        "a pitch of 8 for rows of 12 bytes",
        "a pitch of 8 for rows of 9 bytes",
    ),
    "wrong_direction": (
        "cuMemcpyHtoD_v2: the source, allocation",
        "is not memory of the host",
        "cuMemcpyDtoHAsync_v2: the source, 0x",
        "cuMemcpyDtoD_v2: the source, 0x",
        "is not memory of the device",
        "cuMemcpyDtoHAsync_v2: the destination, allocation",
        "cuMemcpy2D_v2: the source, allocation",
    ),
    "calls_from_a_function": ("the default stream calls must not call CUDA; call", "cuMemsetD8, uses it"),
    "negative_size": ("the 18446744073709551612 bytes must be inside one allocation",),
    "huge": (),
    "freed": ("4096 bytes of cuMemAlloc, freed) are out of bounds", "misuse.cu:"),
    "double_free": ("4096 bytes of cuMemAlloc, freed", "+4 (64 bytes of cuMemAlloc)", "cuMemFreeHost: 0x"),
    "endless": ("livelock: threads go round in loops", "misuse.cu:"),
    "wild": ("global address 0xffffffffffffffff", "misuse.cu:"),
    "host_pointer": ("are out of bounds", "misuse.cu:", "the address is memory of the program"),
    "used_stream": ("was destroyed by call", "cuStreamDestroy, uses it"),
    "two_contexts": ("is of another context than stream", "64 bytes of cuMemAlloc, freed"),
    "bad_launch": (
        "x is 1025",
        "y is 70000",
        "smem is 4294967295 bytes",
        "smem is 1048576 bytes",
        "cudaLaunchKernelExC with an event is not supported: record an event after the launch",
    ),
    "many_threads": ("+256 (global address", "thread (64, 0, 0)"),
    "after_a_fault": ("+64 (global address", "thread (16, 0, 0)"),
}
"""The texts of the reports of each program; a program without one did nothing wrong that it cannot notice."""


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_each_program_ends_with_the_results_of_a_card(
    on_gpu: Callable[..., Ran], compiled: Callable[[str], str], streams: str
) -> None:
    ran = on_gpu([compiled("misuse.cu")], "--streams", streams)
    assert ran.printed.splitlines() == RESULTS.strip().splitlines(), ran.reported
    assert ran.code == 1
    assert "device" not in ran.rules
    texts = dict(part.split("\n", 1) for part in ran.reported.split("case ")[1:])
    assert texts.keys() == REPORTS.keys()
    for name, reports in REPORTS.items():
        assert ("pyptx gpu:" in texts[name]) == bool(reports)
        for report in reports:
            assert report in texts[name], name


def test_a_function_that_is_not_supported_is_named_as_the_first_call_too(on_gpu: Callable[..., Ran]) -> None:
    call = "import ctypes; print('>', ctypes.CDLL('libcudart.so.13').cudaMallocArray(None, None, 1, 1, 0))"
    ran = on_gpu([sys.executable, "-c", call])
    assert ran.printed == "801"
    assert ran.summary["refused"] == {"cudaMallocArray": 1}
    assert "is not supported: read memory of cudaMalloc" in ran.reported
