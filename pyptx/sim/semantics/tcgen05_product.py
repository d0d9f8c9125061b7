"""Arithmetic of `tcgen05.mma`: D = A * B, or D + A * B, when an MMA takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.column_mask import zero_columns
from pyptx.sim.faults import Trap
from pyptx.sim.semantics.dot_add import Unit, dot_add, unit_of
from pyptx.sim.semantics.exact import sum_in_order
from pyptx.sim.semantics.rounding import F16, round_to
from pyptx.sim.semantics.tcgen05_operands import from_words, read_tile
from pyptx.sim.semantics.tcgen05_scale import scale_factors
from pyptx.sim.semantics.tcgen05_sparse import expand_columns
from pyptx.sim.semantics.tcgen05_undefined import UndefinedLines
from pyptx.sim.tensor_memory import TensorMemory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.tcgen05_form import Block, Product
    from pyptx.sim.semantics.tcgen05_operands import Tile
    from pyptx.sim.site import Site

Array: TypeAlias = "NDArray[Any]"

NAN = np.uint32(0x7FFF_FFFF)
BLACKWELL = 100
"""The first target with these units."""


def compute(m: Machine, product: Product, number: int | None, step: Site | None) -> None:
    """Let an MMA take effect.

    Args:
        m: The machine.
        product: The MMA.
        number: Number of the target whose units' sums are reproduced; None for sums in any order.
        step: Its instruction, for observers.

    Raises:
        Trap: The memory of an operand is no longer allocated, or the metadata of A was not written.
    """
    for cta in product.ctas:
        if m.memory.exited[cta]:
            said = f"the CTA of rank {cta % m.cluster_size} has exited, but this MMA uses its memory"
            raise Trap("exited-cta", said, product.lane)
    for each in m.observers.tensor_computing:
        each.tensor_computing(product, step)
    undefined = UndefinedLines(m, product, step)
    left, right = _left(m, product, undefined), _right(m, product, undefined)
    scales = scale_factors(m, product, undefined) if product.form.scaled else None
    held = _read_d(m, product)
    total = _sums(product, left, right, scales, held, number)
    memory = m.part(TensorMemory)
    for block, box in zip(product.blocks(), product.d_boxes(), strict=True):
        words = _encoded(product, total[block.rows, block.columns])
        writes = written_lanes(product, block)
        some = slice(None) if writes is None else writes
        memory.words[box.place][some] = words[some]
        if not (product.adds and undefined.checked):
            memory.known[box.place][some] = True
        undefined.note_added(box, writes)
        undefined.mark(block, box, writes)
    for each in m.observers.tensor_computed:
        each.tensor_computed(product, step)


def _left(m: Machine, product: Product, undefined: UndefinedLines) -> Array:
    """Return A: shape (copies, M, K), with one copy for each band of D that has its own in tensor memory."""
    tile = product.a_tile()
    if tile is not None:
        rows = _tiles(m, product, tile, undefined.rows[0], undefined)[None]
    else:
        memory, elements = m.part(TensorMemory), product.elements(product.idesc.a)
        copies = []
        for copy, boxes in enumerate(product.a_boxes()):
            parts, own = [], undefined.rows[copy].reshape(len(boxes), -1)
            for place, box in enumerate(boxes):
                memory.need_open(box, product.lane, "A")
                undefined.note_words(own[place], box)
                parts.append(from_words(elements, memory.words[box.place]))
            copies.append(np.concatenate(parts))
        rows = np.stack(copies)
    if product.form.shifted:
        split = rows.reshape(len(rows), len(product.ctas), product.rows, -1)
        rows = np.concatenate([split[:, :, 1:], split[:, :, -1:]], axis=2).reshape(rows.shape)
        undefined.shift()
    rows = expand_columns(m, product, rows)
    return -rows if product.idesc.negate else rows


def _right(m: Machine, product: Product, undefined: UndefinedLines) -> Array:
    """B: shape (K, N)."""
    columns = _tiles(m, product, product.b_tile(), undefined.columns, undefined)
    zeroed = zeroed_columns(product)
    if any(zeroed):
        columns = np.where(np.array(zeroed)[:, None], 0.0, columns)
        undefined.columns[zeroed] = 0
    return columns.T


def _tiles(m: Machine, product: Product, tile: Tile, lines: Array, undefined: UndefinedLines) -> Array:
    """Read a matrix in the shared memory of each CTA: shape (lines, K)."""
    parts, own = [], lines.reshape(len(product.ctas), -1)
    for place, cta in enumerate(product.ctas):
        values, unwritten = read_tile(m, tile, cta, product.lane)
        undefined.note_shared(own[place], unwritten)
        parts.append(values)
    return np.concatenate(parts)


def zeroed_columns(product: Product) -> list[bool]:
    """Return which columns of B a mask replaces by zero; none without a mask.

    Raises:
        Trap: The mask is malformed.
    """
    mask = product.given.get("zero_column_mask_desc", 0)
    if not mask:
        return []
    try:
        return zero_columns(mask, m=product.idesc.m, n=product.idesc.n)
    except ValueError as error:
        raise Trap("tensor-descriptor", str(error), product.lane) from None


def _read_d(m: Machine, product: Product) -> Array:
    """Return D as numbers, or zeros if it is not added: shape (M, N)."""
    made = np.zeros((product.idesc.m, product.idesc.n))
    if not product.adds:
        return made
    memory = m.part(TensorMemory)
    for block, box in zip(product.blocks(), product.d_boxes(), strict=True):
        memory.need_open(box, product.lane, "D")
        words: Array = memory.words[box.place]
        if product.idesc.d == "f32":
            made[block.rows, block.columns] = words.view(np.float32)
        elif product.idesc.d == "f16":
            made[block.rows, block.columns] = words.astype(np.uint16).view(np.float16)
        else:
            made[block.rows, block.columns] = words.view(np.int32)
    return made * 2.0**-product.scale_d if product.scale_d else made


def _sums(
    product: Product,
    left: Array,
    right: Array,
    scales: tuple[Array, Array] | None,
    held: Array,
    number: int | None,
) -> Array:
    """Compute D + A * B, by bands if A has a copy for each."""
    made = np.empty_like(held)
    bands = {block.band: block.columns for block in product.blocks()} if len(left) > 1 else {0: slice(None)}
    for band, columns in bands.items():
        factors = None if scales is None else (scales[0], scales[1][:, columns])
        made[:, columns] = _sum(product, left[band], right[:, columns], factors, held[:, columns], number)
    return made


def _sum(
    product: Product,
    left: Array,
    right: Array,
    scales: tuple[Array, Array] | None,
    held: Array,
    number: int | None,
) -> Array:
    idesc = product.idesc
    unit = unit_of_product(product, number)
    if unit is not None:
        types = idesc.a, idesc.b, idesc.d
        factors = None if scales is None else (*scales, idesc.scale_type)
        return dot_add(unit, left, right, held, types, idesc.d, factors)
    if scales is not None:
        scaled: Array = np.matmul(left * scales[0], right * scales[1]) + held
        return scaled
    if idesc.d == "f32":
        return sum_in_order(left, right, held)
    products = sum_in_order(left, right, np.zeros_like(held))
    total: Array = products + (held.astype(np.float32) if idesc.d == "f16" else held)
    return total


def unit_of_product(product: Product, number: int | None) -> Unit | None:
    """The unit of a target that sums a product; None without a target, and where it was not measured."""
    idesc, form = product.idesc, product.form
    if number is None or number < BLACKWELL or form.sparse or idesc.d == "s32" or product.scale_d:
        return None
    return unit_of(number, "tcgen05", idesc.a, idesc.b, idesc.k, f"kind::{form.kind}")


def _encoded(product: Product, values: Array) -> Array:
    """Return the words of elements of D; f16 elements occupy the lower half."""
    idesc = product.idesc
    if idesc.d == "f32":
        single = values.astype(np.float32)
        return np.where(np.isnan(single), NAN, single.view(np.uint32))
    if idesc.d == "f16":
        return round_to(F16, values).astype(np.uint32)
    clamped = np.clip(values, -(2.0**31), 2.0**31 - 1) if idesc.saturate else values
    return clamped.astype(np.int64).astype(np.uint32)


def written_lanes(product: Product, block: Block) -> Array | None:
    """Return the lanes of a block that are written; None for all."""
    if not any(product.disabled):
        return None
    bits = np.array(product.disabled, np.uint32).reshape(product.form.group, 4)[block.cta]
    lanes = np.unpackbits(bits.view(np.uint8), bitorder="little")
    rows = block.rows.stop - block.rows.start
    return np.asarray(lanes[block.lane : block.lane + rows] == 0)
