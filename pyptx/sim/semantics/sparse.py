"""Sparse A of `mma.sp` and `wgmma.mma_async.sp` (manual sections 9.7.16.6 and 9.7.17.6).

A stores half of its columns; metadata selects them, with four bits for each chunk of a row. The stored
elements are put in their columns, with zeros elsewhere, and an ordinary MMA follows.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import mma_fragment
from pyptx.layouts.sparsity import chunk_columns, metadata_fragment, stored_parts
from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.fragments import MatrixProduct, lower_matrix_product
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.warp_matrix import element_factors, gather, scale_fields, scatter
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run

SCALES = ("scale_a", "select_a", "scale_b", "select_b")
"""Operands with the scale factors of A and of B, and with what selects them."""


@machine("mma.sp", "mma.sp::ordered_metadata")
def multiply(op: Operation) -> Run:
    """``mma.sp``: D = A * B + C, where A stores half of its columns.

    A scale factor counts for a block of the whole A, with the elements that are not stored.
    """
    words, shape, kind = op.modifiers, op.modifiers["shape"], op.modifiers.get("kind", "")
    op.members = op.constant_reader(0xFFFF_FFFF, u32)
    types = words["atype"], words["btype"], words["ctype"]
    a_at = mma_fragment(shape, "a", types[0], kind=kind, sparse=True)
    b_at, c_at = mma_fragment(shape, "b", types[1], kind=kind), mma_fragment(shape, "c", types[2])
    d_at = mma_fragment(shape, "d", words["dtype"])
    a, b, c, meta = op.read("a"), op.read("b"), op.read("c"), op.read("e", u32)
    scales = [op.read(name) for name in SCALES] if op.has("scale_a") else []
    write = op.write("d")
    depth, saturates = b_at.rows, "satfinite" in op.words
    integer = from_name(words["dtype"]).kind == "s"
    op.fidelity = "exact" if integer else "unconfirmed" if a_at.bits == 4 else "approximate"

    def run(m: Machine) -> None:
        active = (m.executing()).reshape(-1, WARP).all(1)
        columns, wrong = columns_read(op, meta(m))
        wrong &= active
        if wrong.any():
            need_metadata(int(wrong.argmax()) * WARP)
        stored = gather(a_at, a(m), types[0])[:, 0]
        whole = np.zeros((*stored.shape[:2], depth), stored.dtype)
        np.put_along_axis(whole, np.maximum(columns, 0), stored, axis=2)
        left, right = whole[:, None], gather(b_at, b(m), types[1])
        if scales:
            by_row, by_column, _ = element_factors(words, left, right, *(scale(m) for scale in scales))
            left, right = left * by_row, right * by_column
        total = np.matmul(left, right) + gather(c_at, c(m), types[2])
        if integer and saturates:
            total = np.clip(total, -(2**31), 2**31 - 1)
        write(m, scatter(d_at, total))

    return run


def columns_read(op: Operation, held: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the columns that the metadata of an ``mma.sp`` selects, given by lane; see `columns_of`."""
    words, kind = op.modifiers, op.modifiers.get("kind", "")
    fragment = metadata_fragment(words["shape"], words["atype"], op.constant("f"), kind)
    by_warp, ordered = held.reshape(-1, WARP), "sp::ordered_metadata" in op.words
    return columns_of(fragment, words["atype"], by_warp, ordered=ordered, kind=kind)


def columns_of(
    fragment: Fragment, type_: str, words: NDArray[np.uint32], *, ordered: bool, kind: str = ""
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the columns of the stored elements of A, and the MMAs with invalid metadata.

    Args:
        fragment: The lane that holds the metadata of each chunk.
        type_: Type of A.
        words: The metadata: MMAs by lanes.
        ordered: Whether the indices of a chunk must rise.
        kind: Kind of the MMA, which may give every element a byte.

    Returns:
        Columns, of shape (MMAs, rows, K / 2), and for each MMA whether some metadata is invalid.
    """
    wide, table = chunk_columns(type_, kind), kept_table(type_, ordered=ordered, kind=kind)
    columns = np.zeros((len(words), fragment.rows, fragment.columns, table.shape[1]), np.int64)
    wrong = np.zeros(len(words), np.bool_)
    for lane in fragment.lanes:
        for element in range(fragment.elements):
            row, chunk = fragment.at(lane, 0, element)
            bits = (words[:, lane] >> np.uint32(4 * element)) & np.uint32(15)
            found = table[bits.astype(np.int64)]
            wrong |= (found < 0).any(1)
            columns[:, row, chunk] = chunk * wide + found
    return columns.reshape(len(words), fragment.rows, -1), wrong


def need_metadata(lane: int) -> None:
    """Report metadata that does not select elements."""
    said = (
        "the sparsity metadata of this MMA selects no half of a chunk: the indices of a chunk must differ "
        "and be in rising order"
    )
    raise Trap("sparse-metadata", said, lane)


@cache
def kept_table(type_: str, *, ordered: bool, kind: str = "") -> Any:
    """Return the kept columns of a chunk, by metadata; -1 if the metadata is invalid."""
    wide = chunk_columns(type_, kind)
    pair = 2 if wide == 8 else 1
    table = np.full((16, wide // 2), -1, np.int64)
    for bits in range(16):
        try:
            found = stored_parts(bits, type_)
        except ValueError:
            continue
        if not ordered or list(found) == sorted(found):
            table[bits] = [pair * part + offset for part in found for offset in range(pair)]
    return table


# The native engine


@lowered(multiply)
def lower_multiply(step: StepLowering) -> None:
    """Give the lane and the bits that hold the metadata of each chunk."""
    op = step.op
    words, shape, kind = op.modifiers, op.modifiers["shape"], op.modifiers.get("kind", "")
    types = words["atype"], words["btype"], words["ctype"], words["dtype"]
    a, b = (
        mma_fragment(shape, "a", types[0], kind=kind, sparse=True),
        mma_fragment(shape, "b", types[1], kind=kind),
    )
    c, d = mma_fragment(shape, "c", types[2]), mma_fragment(shape, "d", types[3])
    fragment = metadata_fragment(shape, types[0], op.constant("f"), kind)
    product = MatrixProduct(
        (a, b, c, d),
        types,
        b.rows,
        metadata={
            "meta": step.read("e", from_name("u32")),
            "ordered": int("sp::ordered_metadata" in op.words),
            "chunk": chunk_columns(types[0], kind),
        },
        places=metadata_places(fragment),
        scales=scale_fields(step),
    )
    lower_matrix_product(step, product)


@cache
def metadata_places(fragment: Fragment) -> tuple[int, ...]:
    """Return the place of each chunk's metadata, for A's first 16 rows: eight times the lane, plus 0 to 7."""
    places = [0] * (16 * fragment.columns)
    for lane in fragment.lanes:
        for element in range(fragment.elements if lane < WARP else 0):
            row, chunk = fragment.at(lane, 0, element)
            places[row * fragment.columns + chunk] = 8 * lane + element
    return tuple(places)
