"""Fills of rows: their alignment, and the bytes that they write."""

from __future__ import annotations

import pytest

from pyptx.errors import SimFault
from pyptx.virtual.direct import VirtualGpu


@pytest.mark.parametrize(
    ("offset", "pitch", "rows", "said"),
    [
        (0, 18, 1, ""),
        (4, 20, 2, ""),
        (0, 12, 2, ""),
        (0, 18, 2, "pitch 18: not a multiple of 4 bytes"),
        (2, 20, 1, "pitch 20: not a multiple of 4 bytes"),
        (0, 8, 2, "a pitch of 8 for rows of 12 bytes"),
    ],
)
def test_the_pitch_of_several_rows_and_the_address_are_multiples_of_an_element(
    offset: int, pitch: int, rows: int, said: str
) -> None:
    gpu = VirtualGpu()
    x = gpu.cuMemAllocManaged(64, 1)
    gpu.cuMemsetD8(x, 0, 64)
    if said:
        with pytest.raises(SimFault, match=said):
            gpu.cuMemsetD2D32(x + offset, pitch, 7, 3, rows)
        return
    gpu.cuMemsetD2D32(x + offset, pitch, 7, 3, rows)
    gpu.cuCtxSynchronize(0)
    written = {offset + row * pitch + at for row in range(rows) for at in range(0, 12, 4)}
    assert [at for at, byte in enumerate(gpu.read(x, 64)) if byte] == sorted(written)


@pytest.mark.parametrize(
    ("start", "size", "races"), [(8, 8, False), (7, 8, True), (9, 8, True), (24, 8, False)]
)
def test_the_bytes_between_the_rows_are_free_for_another_stream(
    start: int, size: int, *, races: bool
) -> None:
    gpu = VirtualGpu(late=True)
    x = gpu.cuMemAlloc(64)
    first, second = (gpu.cuStreamCreate(1) for _ in range(2))
    gpu.cuMemsetD2D32Async(x, 16, 7, 2, 4, first)
    gpu.cuMemsetD8Async(x + start, 1, size, second)
    if races:
        with pytest.raises(SimFault, match="stream-race"):
            gpu.cuCtxSynchronize(0)
    else:
        gpu.cuCtxSynchronize(0)
