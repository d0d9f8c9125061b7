"""Sparse A: the stored half of its columns, and the layout of the metadata that selects it.

Half of each chunk of a row is stored: one of two 32-bit elements, two of four 16 or 8-bit elements, or two
pairs of eight 4-bit elements. Four bits of metadata select it (manual sections 9.7.16.6.1, 9.7.18.10.8.2 and
9.7.18.10.8.3): two indices of 2 bits, that of the first stored part in the low bits.

>>> indices((1, 3), "f16"), stored_parts(0b1101, "f16")
(13, (1, 3))
>>> indices((1,), "tf32"), stored_parts(0b1110, "tf32")
(14, (1,))

Tests check that the maps of metadata in registers (`metadata_fragment`) and in tensor memory
(`tensor_metadata`) cover each chunk of A once. The manual's text defines the lanes, and only draws the bits.
For 16 bits, tf32, and 8 bits with K = 64 they agree with another library; the functions list the unproven
cases.
"""

from __future__ import annotations

from functools import cache

from pyptx.layouts.fragments import WARP_LANES, WARPGROUP_LANES, Fragment, mma_shape

CHUNK_BITS = 4
CHUNKS_OF_REGISTER = 8

# fmt: off
CHUNK_COLUMNS: dict[str, int] = {
    "tf32": 2,
    "f16": 4, "bf16": 4, "s8": 4, "u8": 4, "e4m3": 4, "e5m2": 4, "e3m2": 4, "e2m3": 4,
    "s4": 8, "u4": 8, "e2m1": 8,
}
# fmt: on
"""Columns of A selected by four bits of metadata, by type; ``"e2m1"`` in bytes has 4 (`chunk_columns`)."""

_BYTE_CONTAINERS = frozenset({"kind::f8f6f4", "kind::mxf8f6f4"})


def chunk_columns(type_: str, kind: str = "") -> int:
    """Return the number of columns of A that four bits of metadata select from.

    Args:
        type_: Type of the elements.
        kind: ``"kind::f8f6f4"`` and ``"kind::mxf8f6f4"`` give every element a byte.

    Raises:
        ValueError: No sparse A has this type.
    """
    if type_ not in CHUNK_COLUMNS:
        raise ValueError(f"no sparse A is of {type_!r}; its types are {', '.join(CHUNK_COLUMNS)}")
    return 4 if kind in _BYTE_CONTAINERS else CHUNK_COLUMNS[type_]


def indices(positions: tuple[int, ...], type_: str) -> int:
    """Return the four bits of metadata of one chunk.

    Args:
        positions: The stored parts of the chunk, in the order of A: one of 0 and 1 for ``"tf32"``, else two
            of 0 to 3 (pairs for 4-bit types). ``mma.sp::ordered_metadata`` and `wgmma` require rising order.
        type_: Type of the elements.

    Raises:
        ValueError: The positions are not half of a chunk.
    """
    if chunk_columns(type_) == 2:
        if positions in ((0,), (1,)):
            return _TF32[positions[0]]
    elif len(positions) == len(set(positions)) == 2 and set(positions) <= set(range(4)):
        return positions[0] | positions[1] << 2
    legal = "one of 0 and 1" if chunk_columns(type_) == 2 else "two of 0 to 3"
    raise ValueError(f"a chunk of {type_} keeps {legal}, not {positions}")


def stored_parts(bits: int, type_: str) -> tuple[int, ...]:
    """Return the stored parts of a chunk: the inverse of `indices`.

    Raises:
        ValueError: The bits are not valid metadata.
    """
    if chunk_columns(type_) == 2:
        if bits in _TF32:
            return (_TF32.index(bits),)
    elif 0 <= bits < 16 and bits & 3 != bits >> 2:
        return bits & 3, bits >> 2
    legal = "0b0100 and 0b1110 do" if chunk_columns(type_) == 2 else "two different indices do"
    raise ValueError(f"the metadata {bits:#06b} does not select elements of {type_}; {legal}")


@cache
def metadata_fragment(shape: str, type_: str, selector: int = 0, kind: str = "") -> Fragment:
    """Return the fragment of the metadata: the operand after C of `mma.sp`, or B of `wgmma`.

    A column is a chunk of `chunk_columns` columns of A, an element the four bits that `indices` returns. One,
    two or four lanes of a quad hold metadata, chosen by the sparsity selector; the others are ignored.

    Unproven, because the manual only draws them and there is no other source: the 8-bit shapes with K = 32,
    where the map is the part of K = 64 in the selected lanes, and all 4-bit shapes, which have the same
    chunks.

    Args:
        shape: Shape, such as ``"m16n8k32"``, or ``"m64n8k32"`` of `wgmma`.
        type_: Type of A.
        selector: The lane of the quad, or pair of lanes, that holds the metadata.
        kind: Kind of `mma`: ``"kind::f8f6f4"`` and ``"kind::mxf8f6f4"`` give every element a byte.

    Raises:
        ValueError: The sparse MMA does not exist.

    >>> f16 = metadata_fragment("m16n8k32", "f16", 1)
    >>> f16.lanes[:4], f16.at(7, 0, 5)
    ((2, 3, 6, 7), (9, 5))
    """
    m, _, k = mma_shape(shape)
    chunks, rest = divmod(k, chunk_columns(type_, kind))
    lanes_of_quad = 2 * chunks // CHUNKS_OF_REGISTER
    if m not in (16, 64) or rest or lanes_of_quad not in (1, 2, 4) or chunks % 4:
        raise ValueError(f"no sparse MMA of {type_} has the shape {shape}")
    if not 0 <= selector < 4 // lanes_of_quad:
        raise ValueError(
            f"the selector of {shape} with {type_} is below {4 // lanes_of_quad}, not {selector}"
        )
    first = selector * lanes_of_quad
    halves_apart = chunk_columns(type_, kind) > 2 and type_ not in ("f16", "bf16")

    def at(lane: int, register: int, element: int) -> tuple[int, int]:
        del register
        group, part = lane % WARP_LANES // 4, lane % 4 - first
        row = group + 16 * (lane // WARP_LANES)
        if halves_apart:  # a lane has a whole register of one row
            return row + 8 * (part % 2), part // 2 * CHUNKS_OF_REGISTER + element
        return row + 8 * (element // 4), part * 4 + element % 4  # a lane has half a register of two rows

    lanes = tuple(
        lane
        for lane in range(WARP_LANES if m == 16 else WARPGROUP_LANES)
        if first <= lane % 4 < first + lanes_of_quad
    )
    return Fragment(m, chunks, 1, 1, CHUNKS_OF_REGISTER, CHUNK_BITS, at, lanes=lanes)


def tensor_metadata(type_: str, row: int, chunk: int, *, packed: bool = False) -> tuple[int, int, int]:
    """Return the place in tensor memory of a chunk's metadata, for `tcgen05.mma.sp` with M = 128 per CTA.

    The place is the lowest of four bits, and a lane and a column relative to those of the operand. The 16-bit
    types and tf32 take one column, chosen by the sparsity selector from the two at an even address; the
    others take two.

    Tests check that it covers lanes, columns and bits once; it equals another library's map. Unproven: M =
    64, which the manual only draws.

    Args:
        type_: Type of A.
        row: Row of A in this CTA, 0 to 127.
        chunk: Number of the chunk along K: of 2, 4 or 8 elements.
        packed: Whether two ``"e2m1"`` share a byte: kinds mxf4 and mxf4nvf4.

    Returns:
        Lane, column, lowest bit.

    Raises:
        ValueError: The row or chunk is outside A.

    >>> tensor_metadata("f16", 9, 5)
    (9, 0, 20)
    """
    columns = chunk_columns(type_) if packed or type_ != "e2m1" else 4
    half = type_ in ("tf32", "f16", "bf16")
    chunks = 8 if half else 16
    if columns == 8 and not packed:
        raise ValueError(f"tcgen05 has no sparse A of {type_}")
    if not (0 <= row < 128 and 0 <= chunk < chunks):
        raise ValueError(
            f"{type_}: the row must be below 128 and the chunk below {chunks}; not {row} and {chunk}"
        )
    if half:
        return row % 8 + 8 * (chunk // 4) + 16 * (row // 16), 0, 4 * (chunk % 4) + 16 * (row // 8 % 2)
    column, place = divmod(chunk, CHUNKS_OF_REGISTER)
    return row, column, 4 * place


_TF32 = (0b0100, 0b1110)
"""Metadata that stores the first, and the second, of two 32-bit elements: indices of both halves."""
