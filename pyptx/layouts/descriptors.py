"""Operands of tensor cores in shared memory: layouts of tiles, and their descriptors.

A matrix descriptor is 64 bits (manual sections 9.7.17.5 for `wgmma`, 9.7.18.4.1 for `tcgen05`), an
instruction descriptor of `tcgen05` 32 (section 9.7.18.4.2, tables 51 to 53 of PTX 9.4, which give a meaning
to bits that the tables of PTX 9.3 reserve: those of K, of the lanes of scale factors, and of the sparsity
version). Byte offsets and addresses are multiples of 16.

>>> hex(WGMMA_MATRIX.encode(address=0x400, leading=16, stride=1024, swizzle=LayoutType.B128))
'0x4000004000010040'
>>> TCGEN05_MATRIX.decode(0x8000402000000040)["stride"]
512
>>> hex(TCGEN05_INSTRUCTION.encode(d_type=1, a_type=1, b_type=1, n=256, m=128))
'0x8400490'
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from pyptx.layouts.swizzle import CHUNK_BYTES
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.types import PtxType

CORE_ROWS = 8  # a core matrix is 8 rows of 16 bytes
ADDRESS_MASK = 0x3FFFF  # the bits of a shared address that a descriptor keeps


class LayoutType(IntEnum):
    """The swizzle of a `wgmma` tile: bits 62 and 63 of its descriptor."""

    INTERLEAVE = 0
    B128 = 1
    B64 = 2
    B32 = 3


class Major(IntEnum):
    """The dimension along which the elements of a tile are neighbours: the transpose operand of `wgmma`."""

    K = 0
    MN = 1


WGMMA_SWIZZLES = ("NONE", "128B", "64B", "32B")
"""Names of the swizzles of `LayoutType`, by value."""
TCGEN05_SWIZZLES: dict[str, int] = {"NONE": 0, "128B_32B": 1, "128B": 2, "64B": 4, "32B": 6}
"""Bits 61 to 63 of a `tcgen05` descriptor; ``"128B_32B"`` moves 32 bytes at a time, the others 16."""


TENSOR_ROW_BYTES: dict[str, int] = {"NONE": 16, "32B": 32, "64B": 64, "128B": 128, "128B_32B": 128}
"""Bytes of a row of a block, by swizzle."""


@record(frozen=True, slots=True)
class Field:
    """A bit field of a word.

    Attributes:
        low: The lowest bit.
        bits: Number of bits.
        unit: The value that 1 represents.
    """

    low: int
    bits: int = 1
    unit: int = 1

    @property
    def mask(self) -> int:
        """The mask of the field in the word."""
        return ((1 << self.bits) - 1) << self.low


class BitLayout:
    """A word made of fields.

    Attributes:
        name: Name in error messages.
        fields: The fields, by name.
    """

    __slots__ = ("fields", "name")

    def __init__(self, name: str, fields: Mapping[str, Field]) -> None:
        self.name = name
        self.fields = fields

    def encode(self, **values: int) -> int:
        """Encode some values as a word; fields without a value are 0.

        Raises:
            ValueError: A field does not hold its value.
        """
        word = 0
        for name, value in values.items():
            field = self.fields[name]
            if not hasattr(value, "__index__"):
                raise ValueError(f"{self.name}: {name} is a number, not {value!r}")
            units, rest = divmod(int(value), field.unit)
            if rest or not 0 <= units < 1 << field.bits:
                steps = f" in steps of {field.unit}" if field.unit > 1 else ""
                raise ValueError(
                    f"{self.name}: {name} is 0 to {((1 << field.bits) - 1) * field.unit}{steps}, not {value}"
                )
            word |= units << field.low
        return word

    def decode(self, word: int) -> dict[str, int]:
        """Decode the values of all fields of a word.

        Raises:
            ValueError: A bit outside the fields is set.
        """
        inside = 0
        for field in self.fields.values():
            inside |= field.mask
        if word & ~inside:
            raise ValueError(f"{self.name}: {word:#x} has the bits {word & ~inside:#x}, which are always 0")
        return {name: self.field(name, word) for name in self.fields}

    def field(self, name: str, word: int) -> int:
        """Decode the value of one field of a word, ignoring the other bits."""
        field = self.fields[name]
        return ((word & field.mask) >> field.low) * field.unit


_SMEM = {
    "address": Field(0,  14, CHUNK_BYTES),
    "leading": Field(16, 14, CHUNK_BYTES),
    "stride":  Field(32, 14, CHUNK_BYTES),
}  # fmt: skip

# fmt: off
WGMMA_MATRIX = BitLayout("wgmma descriptor", {
    **_SMEM,
    "base_offset": Field(49, 3),
    "swizzle":     Field(62, 2),
})
TCGEN05_MATRIX = BitLayout("tcgen05 descriptor", {
    **_SMEM,
    "version":      Field(46, 3),
    "base_offset":  Field(49, 3),
    "leading_mode": Field(52),
    "lut_half":     Field(53),
    "swizzle":      Field(61, 3),
})

_ALL_KINDS = {
    "sparse":   Field(2),
    "a_type":   Field(7, 3),
    "negate_a": Field(13),
    "negate_b": Field(14),
    "n":        Field(17, 6, 8),
}
TCGEN05_INSTRUCTION = BitLayout("tcgen05 instruction descriptor", {  # kinds f16, tf32, f8f6f4, i8, ti16
    **_ALL_KINDS,
    "sparsity_selector": Field(0, 2),
    "saturate":          Field(3),
    "d_type":            Field(4, 2),
    "b_type":            Field(10, 3),
    "transpose_a":       Field(15),
    "transpose_b":       Field(16),
    "m":                 Field(24, 5, 16),
    "k_code":            Field(29),
    "max_shift":         Field(30, 2),
})
TCGEN05_MXF8F6F4_INSTRUCTION = BitLayout("tcgen05 mxf8f6f4 instruction descriptor", {
    **_ALL_KINDS,
    "sfb_id":      Field(4, 2),
    "b_type":      Field(10, 3),
    "transpose_a": Field(15),
    "transpose_b": Field(16),
    "scale_type":  Field(23),
    "sfa_lanes":   Field(26),
    "m":           Field(27, 2, 128),
    "sfa_id":      Field(29, 2),
    "k_code":      Field(31),
})
TCGEN05_MXF4_INSTRUCTION = BitLayout("tcgen05 mxf4 instruction descriptor", {  # kinds mxf4, mxf4nvf4
    **_ALL_KINDS,
    "k_high":           Field(3),
    "sfb_id":           Field(4, 2),
    "b_type":           Field(10, 2),
    "sparsity_version": Field(12),
    "scale_type":       Field(23, 2),
    "sfa_lanes":        Field(26),
    "m":                Field(27, 2, 128),
    "sfa_id":           Field(29, 2),
    "k_code":           Field(31),
})
ZERO_COLUMN_MASK = BitLayout("zero-column mask descriptor", {
    **{f"start{mask}": Field(8 * mask, 8) for mask in range(4)},
    **{f"first{mask}": Field(32 + mask) for mask in range(4)},
    "non_zero": Field(39),
    "skip":     Field(40, 8),
    "use":      Field(48, 8),
    "shift":    Field(56, 6),
})

TCGEN05_TYPES: dict[str, int] = {
    "f16": 0, "bf16": 1, "tf32": 2, "u8": 0, "s8": 1,
    "e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5,
}
TCGEN05_D_TYPES: dict[str, int] = {"f16": 0, "f32": 1, "s32": 2}
# fmt: on


@record(frozen=True, slots=True)
class GmmaLayout:
    """The layout of an operand tile in shared memory, as `wgmma` and `tcgen05` read it.

    Attributes:
        layout_type: The swizzle.
        leading_byte_offset: Bytes between blocks of rows; 16 if unused.
        stride_byte_offset: Bytes between groups of eight rows of a block; 16 if unused.
        tma_swizzle: Swizzle of the tensor map: ``"NONE"``, ``"32B"``, ``"64B"``, ``"128B"``.
        smem_swizzle: Swizzle for `smem.alloc`: the same, with None in place of ``"NONE"``.
    """

    layout_type: LayoutType
    leading_byte_offset: int
    stride_byte_offset: int
    tma_swizzle: str
    smem_swizzle: str | None

    @property
    def swizzle_code(self) -> int:
        """The code of the swizzle for `ptx.wgmma.make_descriptor`."""
        return int(self.layout_type)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of a block: the width of the swizzle."""
        return _ROW_BYTES[self.layout_type]

    def offset(self, mn: int, k: int, *, elem_bytes: int, major: Major) -> int:
        """Return the byte offset of an element from the start of its tile, before the swizzle."""
        along, across = (k, mn) if major == Major.K else (mn, k)
        steps = self.leading_byte_offset, self.stride_byte_offset
        if self.layout_type == LayoutType.INTERLEAVE and major == Major.MN:
            steps = steps[::-1]
        return _offset(along * elem_bytes, across, self.row_bytes, CORE_ROWS, steps)


def pick_gmma_layout(*, elem_bytes: int, m_or_n: int, k: int, major: Major) -> GmmaLayout:
    """Return the layout of a tile with the widest swizzle that its rows allow, in the direction of `major`.

    Rows wider than the swizzle are cut into consecutive blocks, each with all rows.

    Args:
        elem_bytes: Bytes of an element.
        m_or_n: Rows of A, columns of B.
        k: Columns of A, rows of B.
        major: The dimension along which the elements of a row are neighbours.

    Raises:
        ValueError: The tile has no such layout.

    >>> pick_gmma_layout(elem_bytes=2, m_or_n=64, k=16, major=Major.K)
    GmmaLayout(layout_type=<LayoutType.B32: 3>, leading_byte_offset=16, stride_byte_offset=256,
               tma_swizzle='32B', smem_swizzle='32B')
    """
    if elem_bytes not in (1, 2, 4):
        raise ValueError(f"wgmma has elements of 1, 2 and 4 bytes, not {elem_bytes}")
    along, across = (k, m_or_n) if major == Major.K else (m_or_n, k)
    names = ("K", "M") if major == Major.K else ("M or N", "K")
    if across < 1 or across % CORE_ROWS:
        raise ValueError(
            f"a {'K' if major == Major.K else 'MN'}-major tile has {names[1]} divisible by 8, not {across}"
        )
    if major == Major.MN and elem_bytes > 2:
        raise ValueError(f"an MN-major tile has elements of 1 or 2 bytes, not {elem_bytes}")
    wide = along * elem_bytes
    layout_type = next((kind for width, kind in _WIDEST_FIRST if wide > 0 and wide % width == 0), None)
    if wide == CHUNK_BYTES:
        layout_type = LayoutType.INTERLEAVE
    if layout_type is None:
        raise ValueError(
            f"a row of {names[0]}={along} elements has {wide} bytes, not one of the canonical 16, 32, 64 and "
            "128, or a multiple of the last three"
        )
    width = _ROW_BYTES[layout_type]
    block = CHUNK_BYTES if wide == width else across * width
    group = CORE_ROWS * width
    if layout_type == LayoutType.INTERLEAVE and major == Major.MN:
        block, group = group, block
    name = _TMA_SWIZZLES[layout_type]
    return GmmaLayout(layout_type, block, group, name, None if name == "NONE" else name)


@record(frozen=True, slots=True)
class TensorLayout:
    """The layout of an operand tile of `tcgen05.mma`: those of `wgmma`, and one more.

    Attributes:
        major: The dimension along which the elements of a row are neighbours.
        swizzle: A name of `TCGEN05_SWIZZLES`; pass None to `smem.alloc` for ``"NONE"``.
        leading: Bytes between blocks of rows.
        stride: Bytes between groups of rows of a block: eight, or four with ``"128B_32B"``.
    """

    major: Major
    swizzle: str
    leading: int
    stride: int

    def offset(self, mn: int, k: int, *, elem_bytes: int) -> int:
        """Return the byte offset of an element from the start of its tile, before the swizzle."""
        along, across = (k, mn) if self.major == Major.K else (mn, k)
        steps = self.leading, self.stride
        if self.swizzle == "NONE" and self.major == Major.MN:
            steps = steps[::-1]
        return _offset(along * elem_bytes, across, TENSOR_ROW_BYTES[self.swizzle], self.group_rows, steps)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of a block: the width of the swizzle."""
        return TENSOR_ROW_BYTES[self.swizzle]

    @property
    def group_rows(self) -> int:
        """Rows of a group."""
        return 4 if self.swizzle == "128B_32B" else CORE_ROWS


def pick_tensor_layout(*, elem_bytes: int, m_or_n: int, k: int, major: Major) -> TensorLayout:
    """Return the layout of a `tcgen05.mma` tile with the widest swizzle its rows allow (section 9.7.18.3).

    Like `pick_gmma_layout`, except that elements of 4 bytes may be MN-major, with 32-byte atoms.

    Args:
        elem_bytes: Bytes of an element; 1 for 4 and 6-bit elements in bytes. Count two packed 4-bit elements
            as one, and pass half of `k`.
        m_or_n: Rows of A, columns of B.
        k: Columns of A, rows of B.
        major: The dimension along which the elements of a row are neighbours.

    Raises:
        ValueError: The tile has no such layout.

    >>> pick_tensor_layout(elem_bytes=4, m_or_n=64, k=8, major=Major.MN)
    TensorLayout(major=<Major.MN: 1>, swizzle='128B_32B', leading=1024, stride=512)
    """
    if major == Major.K or elem_bytes < 4:
        layout = pick_gmma_layout(elem_bytes=elem_bytes, m_or_n=m_or_n, k=k, major=major)
        return TensorLayout(major, layout.tma_swizzle, layout.leading_byte_offset, layout.stride_byte_offset)
    width = TENSOR_ROW_BYTES["128B_32B"]
    if elem_bytes != 4 or m_or_n < 1 or m_or_n * 4 % width or k < 1 or k % CORE_ROWS:
        raise ValueError(
            f"an MN-major tile of 4-byte elements has M or N divisible by 32 and K by 8, not {m_or_n}, {k}"
        )
    return TensorLayout(major, "128B_32B", CHUNK_BYTES if m_or_n * 4 == width else k * width, 4 * width)


def layout_of_tile(dtype: PtxType, shape: Sequence[int], major: Major) -> GmmaLayout:
    """Return the layout of a tile; its rows are along K with ``Major.K``, else along M or N.

    Raises:
        ValueError: The tile has no such layout.
    """
    if len(shape) != 2:
        raise ValueError(
            f"a tile has rows and columns, not {len(shape)} dimensions; a ring of tiles is "
            f"smem.alloc({dtype}, {tuple(shape)}, swizzle=…), and ring[stage] a tile of it"
        )
    rows, columns = shape
    mn, k = (rows, columns) if major == Major.K else (columns, rows)
    return pick_gmma_layout(elem_bytes=dtype.bytes, m_or_n=mn, k=k, major=major)


def layout_for_a(*, dtype: PtxType, m: int, k: int) -> GmmaLayout:
    """Return the layout of an M by K operand A, row-major: K-major."""
    return pick_gmma_layout(elem_bytes=dtype.bytes, m_or_n=m, k=k, major=Major.K)


def layout_for_b(*, dtype: PtxType, k: int, n: int) -> GmmaLayout:
    """Return the layout of a K by N operand B, row-major: MN-major."""
    return pick_gmma_layout(elem_bytes=dtype.bytes, m_or_n=n, k=k, major=Major.MN)


def major_of(major: str | int) -> Major:
    """Return the `Major` of ``"K"`` or ``"MN"``; a `Major` is returned unchanged.

    Raises:
        ValueError: The argument is neither.
    """
    if isinstance(major, str):
        if major.upper() in Major.__members__:
            return Major[major.upper()]
    elif major in (0, 1):
        return Major(major)
    raise ValueError(f'major is "K" or "MN", not {major!r}')


def _offset(along_bytes: int, across: int, row_bytes: int, group_rows: int, steps: tuple[int, int]) -> int:
    """Return the offset of a byte of a row: rows as wide as the swizzle, in groups, in blocks."""
    block, within = divmod(along_bytes, row_bytes)
    group, row = divmod(across, group_rows)
    return block * steps[0] + group * steps[1] + row * row_bytes + within


_ROW_BYTES = {LayoutType.INTERLEAVE: 16, LayoutType.B32: 32, LayoutType.B64: 64, LayoutType.B128: 128}
_WIDEST_FIRST = ((128, LayoutType.B128), (64, LayoutType.B64), (32, LayoutType.B32))
_TMA_SWIZZLES = {
    LayoutType.INTERLEAVE: "NONE",
    LayoutType.B32: "32B",
    LayoutType.B64: "64B",
    LayoutType.B128: "128B",
}
