"""The words of tensor maps: element types, swizzles, and the parameters of im2col."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from pyptx.record import record
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Sequence

BYTES = 128
ALIGN = 64  # of a map in memory; 128 for `tensormap.cp_fenceproxy`
MAX_RANK = 5
GROUP = 16  # elements narrower than a byte come in groups of 16
PADDED_BOX = 128  # elements of the innermost dimension of a box of a padded type


class ElementType(NamedTuple):
    """An element type of tensor maps.

    Attributes:
        name: Name in the manual's `tensormap.replace`, such as ``"f32.ftz"``.
        driver: Number in the driver's ``CUtensorMapDataType``.
        field: Number in `tensormap.replace`.
        bits: Bits in global memory.
        kind: ``"u"``, ``"s"``, ``"f"`` for floating point, ``"b"`` for several in a byte.
        group_bytes: Bytes of `GROUP` elements in shared memory, including padding.
    """

    name: str
    driver: int
    field: int
    bits: int
    kind: str
    group_bytes: int

    @property
    def padded(self) -> bool:
        """Whether it is padded in shared memory but not in global memory."""
        return self.group_bytes * 8 > self.bits * GROUP

    @property
    def packed(self) -> bool:
        """Whether an element is narrower than a byte."""
        return self.bits < 8


ELEMENTS: dict[str, ElementType] = {
    element.name: element
    for element in (
        # name,                  driver, field, bits, kind, shared bytes of 16
        ElementType("u8",        0,      0,     8,    "u",  16),
        ElementType("u16",       1,      1,     16,   "u",  32),
        ElementType("u32",       2,      2,     32,   "u",  64),
        ElementType("s32",       3,      3,     32,   "s",  64),
        ElementType("u64",       4,      4,     64,   "u",  128),
        ElementType("s64",       5,      5,     64,   "s",  128),
        ElementType("f16",       6,      6,     16,   "f",  32),
        ElementType("f32",       7,      7,     32,   "f",  64),
        ElementType("f64",       8,      9,     64,   "f",  128),
        ElementType("bf16",      9,      10,    16,   "f",  32),
        ElementType("f32.ftz",   10,     8,     32,   "f",  64),
        ElementType("tf32",      11,     11,    32,   "f",  64),
        ElementType("tf32.ftz",  12,     12,    32,   "f",  64),
        ElementType("b4x16",     13,     13,    4,    "b",  8),
        ElementType("b4x16_p64", 14,     14,    4,    "b",  16),
        ElementType("b6x16_p32", 15,     15,    6,    "b",  16),
    )
}  # fmt: skip
"""Every element type by name. A store of ``b6x16_p32`` reads sixteen bytes, 6 bits of each."""

_OF_REGISTERS = {"e2m1": "b4x16", "e3m2": "b6x16_p32", "e2m3": "b6x16_p32"}
_OF_BITS = {8: "u8", 16: "u16", 32: "u32", 64: "u64"}


class SwizzleMode(NamedTuple):
    """A swizzle of tensor maps.

    Attributes:
        driver: Number in the driver's ``CUtensorMapSwizzle``; None if it has none.
        mode: ``.swizzle_mode`` of `tensormap.replace`.
        atomicity: ``.swizzle_atomicity`` of `tensormap.replace`.
        row_bytes: The widest box of dimension 0, in bytes; 0 for any.
    """

    driver: int | None
    mode: int
    atomicity: int
    row_bytes: int


SWIZZLES: dict[str, SwizzleMode] = {
    # name                       driver, mode, atomicity, row bytes
    "NONE":          SwizzleMode(0,      0,    0,         0),
    "32B":           SwizzleMode(1,      1,    0,         32),
    "64B":           SwizzleMode(2,      2,    0,         64),
    "128B":          SwizzleMode(3,      3,    0,         128),
    "128B_32B":      SwizzleMode(4,      3,    1,         128),
    "128B_32B_FLIP": SwizzleMode(5,      3,    2,         128),
    "128B_64B":      SwizzleMode(6,      3,    3,         128),
    "96B":           SwizzleMode(None,   4,    0,         96),
}  # fmt: skip
"""The swizzles of a tensor map: those of `layouts.swizzle`, and one that flips 8 bytes, for loads only."""

INTERLEAVES = ("NONE", "16B", "32B")
PROMOTIONS = ("NONE", "64B", "128B", "256B")
FILLS = ("ZERO", "NAN")
WIDE_MODES = ("W", "W128")
"""The wide modes of im2col, in the order of their numbers in the driver and in `tensormap.replace`."""


@record(frozen=True, slots=True)
class Im2col:
    """The im2col parameters of a map, in place of a box: a copy gathers the pixels that a convolution reads.

    Attributes:
        lower: Lower corner of the filter base's bounding box, innermost spatial dimension (W) first; only W
            for a wide mode.
        upper: Upper corner of that box, counted from the last pixel.
        channels: Elements of dimension 0 of each pixel.
        pixels: Pixels of a copy; ignored by ``"W128"``, which always takes 128.
        wide: ``"W"`` or ``"W128"`` for the modes that stay in one row of pixels; None for ``.im2col``.

    >>> Im2col(lower=(-1, -1), upper=(-1, -1), channels=64, pixels=128).wide is None
    True
    """

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    channels: int
    pixels: int
    wide: str | None = None

    @property
    def column(self) -> int:
        """Pixels of a copy, without halo."""
        return 128 if self.wide == "W128" else self.pixels


def element_type(dtype: PtxType | str) -> ElementType:
    """Return the tensor map element type of a type.

    Integers of 8 and 16 bits, and formats without a name of their own, map to the unsigned type of their
    width.

    >>> from pyptx.types import bf16, e2m1, e4m3
    >>> [element_type(dtype).name for dtype in (bf16, e4m3, e2m1, "f32.ftz")]
    ['bf16', 'u8', 'b4x16', 'f32.ftz']

    Raises:
        ValueError: Tensor maps do not support the type.
    """
    name = dtype.name if isinstance(dtype, PtxType) else dtype
    found = ELEMENTS.get(_OF_REGISTERS.get(name, name))
    if found is not None:
        return found
    width = _OF_BITS.get(dtype.bits) if isinstance(dtype, PtxType) else None
    if width is None:
        raise ValueError(f"tensor maps have no elements of {dtype}; they have {', '.join(ELEMENTS)}")
    return ELEMENTS[width]


def packed_strides(element: ElementType, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a tensor without gaps, in bytes, of each dimension except the innermost."""
    return tuple(prod(sizes[: axis + 1]) * element.bits // 8 for axis in range(len(sizes) - 1))
