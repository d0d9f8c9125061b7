"""Facts about the virtual GPU: attributes of the device and of functions, by the driver's numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyptx.arch import MAX_CTA_DIM, MAX_CTA_THREADS, MAX_GRID_DIM, STATIC_SHARED_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.arch import Arch

DRIVER_VERSION: Final = 13050
"""The release of CUDA whose driver this is."""

MULTIPROCESSORS: Final = 4
"""Multiprocessors of the device: few, so that kernels that start a block for each stay small."""

PCI_BUS_ID: Final = "0000:01:00.0"
UUID: Final = b"pyptx virtual gp"

RESERVED_SHARED_BYTES: Final = 1024
"""Shared memory that the system keeps of each block, from sm_80 on."""

DEVICE_ATTRIBUTES: Final[dict[int, Callable[[Arch], int]]] = {
    1: lambda _: MAX_CTA_THREADS,
    2: lambda _: MAX_CTA_DIM[0],
    3: lambda _: MAX_CTA_DIM[1],
    4: lambda _: MAX_CTA_DIM[2],
    5: lambda _: MAX_GRID_DIM[0],
    6: lambda _: MAX_GRID_DIM[1],
    7: lambda _: MAX_GRID_DIM[2],
    8: lambda _: STATIC_SHARED_BYTES,
    9: lambda _: 64 * 1024,  # constant memory
    10: lambda _: 32,
    11: lambda _: 2**31 - 1,  # pitch
    12: lambda arch: _registers(arch),
    13: lambda _: 1_000_000,  # clock in kHz
    14: lambda _: 512,  # alignment of textures
    15: lambda _: 1,
    16: lambda _: MULTIPROCESSORS,
    19: lambda _: 1,
    30: lambda _: 512,
    31: lambda _: 1,
    33: lambda _: 1,  # PCI bus
    36: lambda _: 1_000_000,  # clock of the memory in kHz
    37: lambda _: 1024,  # bits of its bus
    38: lambda _: 32 << 20,  # L2 cache
    39: lambda arch: _of_sm(arch, 1),
    40: lambda _: 1,
    41: lambda _: 1,
    51: lambda _: 32,
    75: lambda arch: arch.capability[0],
    76: lambda arch: arch.capability[1],
    78: lambda _: 1,
    79: lambda _: 1,
    80: lambda _: 1,
    81: lambda arch: _of_sm(arch, 0),
    82: lambda arch: _registers(arch),
    83: lambda _: 1,
    86: lambda _: 1,
    89: lambda _: 1,
    90: lambda _: 1,
    95: lambda _: 1,
    97: lambda arch: arch.max_shared_bytes,
    99: lambda _: 1,
    106: lambda arch: _of_sm(arch, 2),
    111: lambda arch: RESERVED_SHARED_BYTES if arch.number >= 80 else 0,
    115: lambda _: 1,
    120: lambda arch: int(arch.number >= 90),
    127: lambda arch: int(arch.number >= 90),
}
"""The attributes that are not 0. Features that are not built are 0: virtual memory, textures, IPC …"""

MOST_ATTRIBUTE: Final = 161
"""Numbers above are refused."""


def _of_sm(arch: Arch, place: int) -> int:
    """Shared bytes, threads or blocks of a multiprocessor."""
    limits = arch.sm
    assert limits is not None
    return (limits.shared_bytes, limits.threads, limits.ctas)[place]


def _registers(arch: Arch) -> int:
    assert arch.sm is not None
    return arch.sm.registers
