"""Operands of `wgmma.mma_async` as numbers: A and B in shared memory by their descriptors, A in registers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.layouts.descriptors import WGMMA_MATRIX, LayoutType
from pyptx.layouts.fragments import WARPGROUP_LANES, Fragment, wgmma_fragment
from pyptx.layouts.sparsity import metadata_fragment
from pyptx.layouts.swizzle import LINE_BYTES, find
from pyptx.sim.arena import swizzled
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.semantics.rounding import E4M3, E5M2, decode
from pyptx.sim.semantics.sparse import columns_of, need_metadata
from pyptx.sim.semantics.undefined_matrices import unwritten_lines
from pyptx.sim.semantics.wgmma_form import ROWS

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.wgmma_form import Form

CHUNK = 16
_BITS = {"b1": 1, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32}
_SWIZZLES = {
    LayoutType.INTERLEAVE: "NONE",
    LayoutType.B128: "128B",
    LayoutType.B64: "64B",
    LayoutType.B32: "32B",
}


def from_registers(form: Form, values: Array, groups: Array) -> Array:
    """A from registers: shape (groups, 64, columns stored)."""
    order = a_order(form.shape, form.a_type, sparse=form.sparse)
    block = values.reshape(len(form.a), -1, WARPGROUP_LANES)[:, groups].swapaxes(0, 1)
    words = np.ascontiguousarray(block).view(np.uint32).reshape(len(groups), -1)
    return (
        _numbers(form.a_type, _elements(form.a_type, words))
        .take(order, axis=1)
        .reshape(len(groups), ROWS, -1)
    )


@cache
def a_order(shape: str, type_: str, *, sparse: bool) -> Array:
    """For each place in A the (register, lane, element) that holds it."""
    return np.argsort(flat_places(wgmma_fragment(shape, "a", type_, sparse=sparse)))


@cache
def d_order(shape: str, type_: str) -> tuple[Array, Array]:
    """Return, for each (register, lane, element), the place in the matrix, and the inverse."""
    order = flat_places(wgmma_fragment(shape, "d", type_))
    return order, np.argsort(order)


def flat_places(fragment: Fragment) -> Array:
    """The places of (register, lane, element) in the matrix, one after the other."""
    places = np.zeros((fragment.registers, len(fragment.lanes), fragment.elements), np.int64)
    for lane in fragment.lanes:
        for register in range(fragment.registers):
            for element in range(fragment.elements):
                row, column = fragment.at(lane, register, element)
                places[register, lane, element] = row * fragment.columns + column
    return places.reshape(-1)


def columns_of_a(form: Form, meta: Array, groups: Array) -> Array:
    """The columns of the stored elements of a sparse A: shape (groups, 64, K / 2)."""
    words = meta.reshape(-1, WARPGROUP_LANES)[groups]
    fragment = metadata_fragment(form.shape, form.a_type, form.selector)
    columns, wrong = columns_of(fragment, form.a_type, words, ordered=True)
    if wrong.any():
        need_metadata(int(groups[int(wrong.argmax())]) * WARPGROUP_LANES)
    return columns


def matrix(
    m: Machine, descriptors: Array, groups: Array, type_: str, extent: int, depth: int, *, mn_major: bool
) -> Array:
    """An operand in shared memory as numbers: shape (groups, extent along M or N, depth along K).

    An MN-major operand is transposed.
    """
    return read_matrix(m, descriptors, groups, type_, extent, depth, mn_major=mn_major)[0]


def read_matrix(
    m: Machine, descriptors: Array, groups: Array, type_: str, extent: int, depth: int, *, mn_major: bool
) -> tuple[Array, Array | None]:
    """Return `matrix` and the first unwritten byte of each of its lines, as `unwritten_lines` does."""
    index = chunk_places(m, descriptors, groups, type_, extent, depth, mn_major=mn_major)
    data, state = m.memory.gather_units(index, CHUNK)
    raw = np.ascontiguousarray(data).view(np.uint8).reshape(len(descriptors), index.shape[1], -1)
    lacking = unwritten_lines(m, index, state, _BITS[type_] // 8 if mn_major else 0)
    return _numbers(type_, _elements(type_, raw)), lacking


def chunk_places(
    m: Machine, descriptors: Array, groups: Array, type_: str, extent: int, depth: int, *, mn_major: bool
) -> Array:
    """The arena indices of the chunks of an operand in shared memory: shape (groups, rows, chunks of a row).

    The rows of an MN-major operand are those of its transpose.
    """
    memory, bits = m.memory, _BITS[type_]
    parts = []
    base = memory.cta_start[m.cta[groups * WARPGROUP_LANES]]
    for place, (descriptor, start) in enumerate(zip(descriptors.tolist(), base.tolist(), strict=True)):
        lane = int(groups[place]) * WARPGROUP_LANES
        offsets, highest = _offsets(
            _need_descriptor(descriptor, lane), extent, depth * bits // 8, mn_major=mn_major
        )
        if highest > memory.shared_bytes:
            said = (
                f"the matrix of descriptor {descriptor:#x} ends at shared address {highest:#x}; the CTA has "
                f"{memory.shared_bytes} bytes"
            )
            raise Trap("out-of-bounds", said, lane)
        parts.append(start + offsets)
    return np.stack(parts)


def note_reads(m: Machine, form: Form, groups: Array, committed: Array, a: Array | None, b: Array) -> None:
    """Notify observers of the parts of shared memory that MMAs will read."""
    stored = form.k // 2 if form.sparse else form.k
    bits = _BITS[form.a_type]
    base = m.memory.cta_start[m.cta[groups * WARPGROUP_LANES]]
    for place, (group, batch) in enumerate(zip(groups.tolist(), committed.tolist(), strict=True)):
        operands = [(b[place], form.n, form.k, form.mn_major_b)]
        if a is not None:
            operands.append((a[place], ROWS, stored, form.mn_major_a))
        lane = group * WARPGROUP_LANES
        read = []
        for descriptor, extent, depth, mn_major in operands:
            fields = _need_descriptor(int(descriptor), lane)
            offsets, highest = _offsets(fields, extent, depth * bits // 8, mn_major=mn_major)
            if highest > m.memory.shared_bytes:
                return
            index = int(base[place]) + offsets.reshape(-1)
            read.append(Region(index, CHUNK, fields.swizzle, fields.start))
        for each in m.observers.wgmma_started:
            each.wgmma_started(group, batch, read)


class Matrix(NamedTuple):
    """The fields of a matrix descriptor.

    Attributes:
        address: Shared address of the first element.
        leading: Leading byte offset.
        stride: Stride byte offset.
        swizzle: Name of the swizzle.
        start: Bytes from a multiple of its period to the start of the pattern: the base offset.
    """

    address: int
    leading: int
    stride: int
    swizzle: str
    start: int


def _need_descriptor(word: int, lane: int) -> Matrix:
    try:
        fields = WGMMA_MATRIX.decode(word)
    except ValueError as error:
        raise Trap("wgmma-descriptor", str(error), lane) from None
    return Matrix(
        fields["address"],
        fields["leading"],
        fields["stride"],
        _SWIZZLES[LayoutType(fields["swizzle"])],
        fields["base_offset"] * LINE_BYTES,
    )


@cache
def _offsets(matrix: Matrix, extent: int, depth_bytes: int, *, mn_major: bool) -> tuple[Array, int]:
    """Return the offsets of an operand's 16-byte chunks from the start of shared memory, and their end.

    K-major: shape (extent, chunks along K). MN-major, whose elements have 16 bits: shape (K, chunks along
    MN).
    """
    address, leading, stride, swizzle, start = matrix
    pattern = find(swizzle)
    if not mn_major:
        row = np.arange(extent)[:, None]
        chunk = np.arange(depth_bytes // CHUNK)[None, :]
        width, across = (CHUNK, leading) if pattern is None else (pattern.row_bytes, CHUNK)
        offset = row % 8 * width + row // 8 * stride + chunk * across
    else:
        k = np.arange(depth_bytes // 2)[:, None]
        chunk = np.arange(extent * 2 // CHUNK)[None, :]
        if pattern is None:
            offset = chunk * stride + k % 8 * CHUNK + k // 8 * leading
        else:
            block, within = divmod(chunk * CHUNK, pattern.row_bytes)
            offset = within + block * leading + k % 8 * pattern.row_bytes + k // 8 * stride
    place = swizzled(address + offset, swizzle, start)
    return place, int(place.max()) + CHUNK


def _elements(type_: str, raw: Array) -> Array:
    """The encodings in words or bytes, along the last axis."""
    if type_ == "b1":
        bytes_ = np.ascontiguousarray(raw).view(np.uint8)
        return np.unpackbits(bytes_, axis=-1, bitorder="little")
    return np.ascontiguousarray(raw).view(f"u{_BITS[type_] // 8}")


def _numbers(type_: str, raw: Array) -> Array:
    """Return the numbers that encodings represent: float32, or float64 for integers to keep sums exact."""
    if type_ == "f16":
        return raw.view(np.float16).astype(np.float32)
    if type_ == "bf16":
        return (raw.astype(np.uint32) << np.uint32(16)).view(np.float32)
    if type_ == "tf32":
        return (raw & np.uint32(0xFFFF_E000)).view(np.float32)
    if type_ in ("e4m3", "e5m2"):
        return _byte_table(type_).take(raw)
    if type_ == "s8":
        return raw.view(np.int8).astype(np.float64)
    return raw.astype(np.float64)


@cache
def _byte_table(type_: str) -> Array:
    """The values of an 8-bit format."""
    return decode({"e4m3": E4M3, "e5m2": E5M2}[type_], np.arange(256)).astype(np.float32)
