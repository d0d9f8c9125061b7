"""Operands of `tcgen05.mma` and `tcgen05.cp` as numbers: matrices in shared memory and in tensor memory.

Manual sections 9.7.18.3, .4.1 and .10. Elements of 4 and 6 bits fill the first 8 or 12 of each 16 bytes of
shared memory, and take a byte each in tensor memory. Kinds mxf4 and mxf4nvf4 pack them in both.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pyptx.layouts.descriptors import CORE_ROWS, TCGEN05_MATRIX, TCGEN05_SWIZZLES
from pyptx.layouts.swizzle import CHUNK_BYTES, LINE_BYTES, find
from pyptx.sim.arena import swizzled
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.semantics.rounding import FORMATS, decode
from pyptx.sim.semantics.undefined_matrices import unwritten_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine

Array: TypeAlias = "NDArray[Any]"

STORED_BITS = {
    "f16": 16, "bf16": 16, "tf32": 32, "s8": 8, "u8": 8,
    "e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4,
}  # fmt: skip
"""Bits of an element."""

_NAMES = {code: name for name, code in TCGEN05_SWIZZLES.items()}
_E2M1_SHIFT = 2
"""Bits below an e2m1 element that occupies a byte of tensor memory."""


class Elements(NamedTuple):
    """The elements of an operand.

    Attributes:
        type_: Their type.
        packed: Whether elements of 4 bits are packed; if not, each takes a byte.
    """

    type_: str
    packed: bool = False

    @property
    def bits(self) -> int:
        """Bits of an element in shared memory, including its padding."""
        return 4 if self.packed else max(STORED_BITS[self.type_], 8)

    @property
    def used_bytes(self) -> int:
        """Bytes of each 16 of shared memory that hold elements; the others are padding."""
        return CHUNK_BYTES if self.packed else min(CHUNK_BYTES, 2 * STORED_BITS[self.type_])


class Tile(NamedTuple):
    """A matrix in shared memory, described by a descriptor and an instruction.

    Attributes:
        descriptor: The descriptor.
        extent: Rows of A or columns of B.
        depth: Bytes of a row along K; for an MN-major matrix, the number of rows.
        mn_major: Whether its rows lie along M or N.
        elements: The element type and packing.
        first: Row of A or column of B that is the first.
    """

    descriptor: int
    extent: int
    depth: int
    mn_major: bool
    elements: Elements
    first: int = 0


class Matrix(NamedTuple):
    """The fields of a matrix descriptor.

    Attributes:
        address: Shared address of the first element.
        leading: Bytes between blocks of rows, or the address of the second block.
        stride: Bytes between groups of rows.
        swizzle: Name of the swizzle.
        absolute: Whether `leading` is an address.
        start: Bytes from a multiple of the swizzle's period to the start of the pattern: the base offset.
    """

    address: int
    leading: int
    stride: int
    swizzle: str
    absolute: bool
    start: int


def matrix_of(word: int, number: int, lane: int) -> Matrix:
    """The fields of a matrix descriptor.

    Args:
        word: The descriptor.
        number: Number of the target: 103 for ``sm_103a``.
        lane: The lane that has the descriptor.

    Raises:
        Trap: The descriptor is malformed.
    """
    try:
        fields = _fields(word)
    except ValueError as error:
        raise Trap("tensor-descriptor", str(error), lane) from None
    if fields["version"] != 1:
        said = f"descriptor {word:#x}: bits 46 to 48 hold 1, not {fields['version']}"
        raise Trap("tensor-descriptor", said, lane)
    if fields["swizzle"] not in _NAMES:
        said = f"descriptor {word:#x}: the swizzle is {', '.join(map(str, _NAMES))}, not {fields['swizzle']}"
        raise Trap("tensor-descriptor", said, lane)
    if fields["lut_half"]:
        said = f"descriptor {word:#x}: bit 53 (the half of a lookup table) goes with .decompress::lut::b"
        raise Trap("tensor-descriptor", said, lane)
    if fields["leading_mode"] and fields["base_offset"]:
        said = f"descriptor {word:#x}: a leading offset that is an address (bit 52) has a base offset of 0"
        raise Trap("tensor-descriptor", said, lane)
    if fields["leading_mode"] and number != 103:
        said = f"descriptor {word:#x}: bit 52 (a leading offset that is an address) is for sm_103a only"
        raise Trap("tensor-descriptor", said, lane)
    return Matrix(
        fields["address"],
        fields["leading"],
        fields["stride"],
        _NAMES[fields["swizzle"]],
        bool(fields["leading_mode"]),
        fields["base_offset"] * LINE_BYTES,
    )


@lru_cache(maxsize=1024)
def _fields(word: int) -> dict[str, int]:
    """The fields of a matrix descriptor, cached: do not change them."""
    return TCGEN05_MATRIX.decode(word)


@cache
def offsets(matrix: Matrix, extent: int, depth: int, bits: int, *, mn_major: bool) -> tuple[Array, int]:
    """Return the offsets of an operand's 16-byte chunks from the start of shared memory, and their end.

    Args:
        matrix: The descriptor.
        extent: Rows of A or columns of B.
        depth: Bytes of a row along K; for an MN-major operand, the number of rows.
        bits: Bits of an element.
        mn_major: Whether rows lie along M or N.

    Returns:
        The shape is (extent, chunks along K) for a K-major operand, and (depth, chunks along MN) for an
        MN-major one.
    """
    pattern = find(matrix.swizzle)
    if not mn_major:
        row = np.arange(extent, dtype=np.int64)[:, None]
        along = np.arange(0, depth, CHUNK_BYTES, dtype=np.int64)[None, :]
        width = CHUNK_BYTES if pattern is None else pattern.row_bytes
        start = 0 if pattern is None else matrix.address % width
        block, within = np.divmod(start + along, width)
        first = matrix.address - start
        head = (
            np.where(block > 0, matrix.leading, first) if matrix.absolute else first + block * matrix.leading
        )
        place = head + row % CORE_ROWS * width + row // CORE_ROWS * matrix.stride + within
    else:
        row = np.arange(depth, dtype=np.int64)[:, None]
        along = np.arange(0, extent * bits // 8, CHUNK_BYTES, dtype=np.int64)[None, :]
        if pattern is None:
            chunk = along // CHUNK_BYTES
            place = chunk * matrix.stride + row % CORE_ROWS * CHUNK_BYTES + row // CORE_ROWS * matrix.leading
        else:
            group = 4 if matrix.swizzle == "128B_32B" else CORE_ROWS
            block, within = np.divmod(along, pattern.row_bytes)
            place = (
                within
                + block * matrix.leading
                + row % group * pattern.row_bytes
                + row // group * matrix.stride
            )
        place = matrix.address + place
    place = swizzled(place, matrix.swizzle, matrix.start)
    return place, int(place.max()) + CHUNK_BYTES


def places(m: Machine, tile: Tile, cta: int, lane: int) -> Array:
    """Arena indices of the 16-byte chunks of a matrix in the shared memory of a CTA.

    Raises:
        Trap: The matrix is not in shared memory.
    """
    matrix = matrix_of(tile.descriptor, m.code.target, lane)
    extent, bits = tile.first + tile.extent, tile.elements.bits
    found, end = offsets(matrix, extent, tile.depth, bits, mn_major=tile.mn_major)
    if end > m.memory.shared_bytes:
        said = (
            f"the matrix of descriptor {tile.descriptor:#x} ends at shared address {end:#x}; the CTA has "
            f"{m.memory.shared_bytes} bytes"
        )
        raise Trap("out-of-bounds", said, lane)
    read = found[:, tile.first * bits // 8 // CHUNK_BYTES :] if tile.mn_major else found[tile.first :]
    index: Array = read + int(m.memory.cta_start[cta])
    return index


def region(m: Machine, tile: Tile, cta: int, lane: int) -> Region:
    """The shared memory of a matrix, for observers."""
    matrix = matrix_of(tile.descriptor, m.code.target, lane)
    return Region(places(m, tile, cta, lane).reshape(-1), CHUNK_BYTES, matrix.swizzle, matrix.start)


def read_tile(m: Machine, tile: Tile, cta: int, lane: int) -> tuple[Array, Array | None]:
    """Read a matrix in shared memory as numbers: shape (extent, columns along K).

    Returns:
        The numbers, and the first unwritten byte of each line, as `unwritten_lines` finds them.

    Raises:
        Trap: The matrix is not in shared memory.
    """
    index = places(m, tile, cta, lane)
    raw, state = read_chunks(m, index)
    values = numbers(tile.elements.type_, encodings(tile.elements, raw))
    element = tile.elements.bits // 8 if tile.mn_major else 0
    found = unwritten_lines(m, index[None], state, element, tile.elements.used_bytes)
    lacking = None if found is None else found[0]
    if not tile.mn_major:
        return values, lacking
    before = tile.first % (8 * CHUNK_BYTES // tile.elements.bits)
    lines = slice(before, before + tile.extent)
    lacking = None if lacking is None or (lacking[lines] < 0).all() else lacking[lines]
    return values[:, lines].T, lacking


def read_chunks(m: Machine, index: Array) -> tuple[Array, Array]:
    """Read 16-byte chunks: the bytes, shape (rows, chunks, 16), and their states."""
    data, state = m.memory.gather_units(index, CHUNK_BYTES)
    bytes_, states = (
        np.ascontiguousarray(each).view(np.uint8).reshape(*index.shape, CHUNK_BYTES) for each in (data, state)
    )
    return bytes_, states


def encodings(elements: Elements, raw: Array) -> Array:
    """The encodings in chunks of shared memory: shape (rows, elements)."""
    rows, narrow = len(raw), STORED_BITS[elements.type_]
    if narrow >= 8:
        return np.ascontiguousarray(raw).view(f"u{narrow // 8}").reshape(rows, -1)
    return unpacked(narrow, raw[..., : elements.used_bytes]).reshape(rows, -1)


def unpacked(bits: int, raw: Array) -> Array:
    """Unpack consecutive elements of 4 or 6 bits to a byte each."""
    if bits == 4:
        return np.stack([raw & np.uint8(15), raw >> np.uint8(4)], axis=-1).reshape(*raw.shape[:-1], -1)
    wide = raw.reshape(*raw.shape[:-1], -1, 3).astype(np.uint32)
    word = wide[..., 0] | wide[..., 1] << np.uint32(8) | wide[..., 2] << np.uint32(16)
    parts = [(word >> np.uint32(6 * place) & np.uint32(63)).astype(np.uint8) for place in range(4)]
    return np.stack(parts, axis=-1).reshape(*raw.shape[:-1], -1)


def from_words(elements: Elements, words: Array) -> Array:
    """Return A in tensor memory as numbers of shape (rows, columns along K), from words by row and column."""
    raw = np.ascontiguousarray(words).view(np.uint8)
    narrow = STORED_BITS[elements.type_]
    if elements.packed:
        return numbers(elements.type_, unpacked(4, raw))
    if narrow >= 8:
        return numbers(elements.type_, raw.view(f"u{narrow // 8}"))
    return numbers(
        elements.type_, raw >> np.uint8(_E2M1_SHIFT) & np.uint8(15) if narrow == 4 else raw & np.uint8(63)
    )


def numbers(type_: str, raw: Array) -> Array:
    """Return the numbers that encodings represent, as float64."""
    if type_ == "tf32":
        cut = np.ascontiguousarray(raw, np.uint32) & np.uint32(0xFFFF_E000)
        return cut.view(np.float32).astype(np.float64)
    if type_ == "s8":
        return np.ascontiguousarray(raw, np.uint8).view(np.int8).astype(np.float64)
    if type_ == "u8":
        return raw.astype(np.float64)
    return decode(FORMATS[type_], raw)
