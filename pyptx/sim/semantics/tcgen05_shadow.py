"""The shadows of tensor memory: `tcgen05.mma`, `tcgen05.ld` and `tcgen05.st` over the real numbers.

A store gives tensor memory its shadows when it is executed: an operation that accesses the words before its
``tcgen05.wait::st`` is a race.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.swizzle import CHUNK_BYTES
from pyptx.layouts.tensor_memory import COLUMNS, LANES
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.shadows import shadowed
from pyptx.sim.semantics.tcgen05_mma import multiply
from pyptx.sim.semantics.tcgen05_operands import STORED_BITS, from_words, places, read_tile
from pyptx.sim.semantics.tcgen05_product import written_lanes
from pyptx.sim.semantics.tcgen05_transfer import load, places_of, store
from pyptx.sim.shadow.cells import BOUND, MAGNITUDE, NODE, Cell, Elements, part, shifted
from pyptx.sim.shadow.magnitudes import SPREADS, sums_of_products
from pyptx.sim.tensor_memory import TensorMemory

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.observers import TensorBox
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.tcgen05_form import Product
    from pyptx.sim.semantics.tcgen05_operands import Tile
    from pyptx.sim.shadow.cells import Word
    from pyptx.sim.shadow.state import ShadowState

_WORD = 4


@shadowed(multiply, rounds=True)
def shadow_multiply(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Do nothing: D gets its shadows when the MMA takes effect."""
    del op, shadows
    return lambda: None


@shadowed(load)
def shadow_load(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Copy the shadows of words of tensor memory to registers."""
    if "red" in op.words:
        return None
    m, cells = shadows.m, shadows.tensor
    warps, at = places_of(op, m)
    registers = shadows.registers_of(op, op.operand("r")[0])
    halves = at[0].shape[-1]
    lanes = (warps[:, None] * WARP + np.arange(WARP)).reshape(-1)
    mask = np.zeros(m.lanes, np.bool_)
    mask[lanes] = True

    def give_shadows() -> None:
        for number, register in enumerate(registers):
            word: Word = {}
            for half in range(halves):
                index = np.zeros(m.lanes, np.int64)
                index[lanes] = _index(*(each[:, number, :, half].reshape(-1) for each in at))
                found = cells.word(index, _WORD)
                word.update(shifted(part(found, 0, _WORD // halves), half * _WORD // halves))
            for cell in word.values():
                cell.kind[~mask] = 0
            shadows.registers.write(register.number, word, m.where)

    return give_shadows


@shadowed(store)
def shadow_store(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Give words of tensor memory the shadows of registers."""
    m, cells = shadows.m, shadows.tensor
    warps, at = places_of(op, m)
    held = [shadows.registers.word(each.number) for each in shadows.registers_of(op, op.operand("r")[0])]
    lanes = (warps[:, None] * WARP + np.arange(WARP)).reshape(-1)
    halves = at[0].shape[-1]
    size = _WORD // halves

    def give_shadows() -> None:
        for number, word in enumerate(held):
            for half in range(halves):
                index = _index(*(each[:, number, :, half].reshape(-1) for each in at))
                cells.clear(index, _WORD)
                cells.write(index, shadows.of_lanes(part(word, half * size, size), lanes), None)

    return give_shadows


def _index(cta: Array, lane: Array, column: Array) -> Array:
    """The places of words among the cells of tensor memory."""
    found: Array = ((cta * LANES + lane) * COLUMNS + column) * _WORD
    return found


def has_shadows(product: Product) -> bool:
    """Whether an MMA has a meaning for shadows."""
    form, idesc = product.form, product.idesc
    types = (idesc.a, idesc.b, idesc.d)
    plain = not (form.sparse or form.scaled or form.shifted or product.given.get("zero_column_mask_desc", 0))
    return plain and idesc.d != "s32" and all(STORED_BITS.get(each, 32) >= 8 for each in types)


def product_of(shadows: ShadowState, product: Product) -> Array:
    """Compute D of an MMA over the real numbers, before it takes effect: shape (copies + 1, M, N)."""
    left, right = _left(shadows, product), _right(shadows, product)
    elements = Elements(product.idesc.d, 1)
    made = _read_d(shadows, product, elements)
    bands = (
        {block.band: block.columns for block in product.blocks()} if left.shape[1] > 1 else {0: slice(None)}
    )
    for band, columns in bands.items():
        rows, narrow = left[:, band], right[:, :, columns]
        total = np.matmul(rows, narrow)
        total[SPREADS] = sums_of_products(rows, narrow, elements.place)
        held = made[:, :, columns].copy()
        made[:, :, columns] = total + held
        if shadows.provenance is not None:
            nodes = (rows[NODE], narrow[NODE], held[NODE])
            made[NODE, :, columns] = shadows.provenance.product(shadows.line.source, *nodes)
    made[BOUND] += elements.place * made[MAGNITUDE]
    return made


def give_product(shadows: ShadowState, product: Product, expected: Array | None) -> None:
    """Give D of an MMA that has taken effect its shadows; none if it has no meaning for them."""
    memory = shadows.m.part(TensorMemory)
    elements = Elements("f32" if expected is None else product.idesc.d, 1)
    for block, box in zip(product.blocks(), product.d_boxes(), strict=True):
        written = written_lanes(product, block)
        rows = slice(None) if written is None else written
        index = _box_index(box)[rows]
        shadows.tensor.clear(index, _WORD)
        if expected is None:
            continue
        words = memory.words[box.place][rows]
        raw = words.astype(f"uint{8 * elements.bytes_}")
        actual = elements.decode(raw.reshape(-1))[0].reshape(raw.shape)
        real = shadows.add_rounding(expected[:, block.rows, block.columns][:, rows], actual, elements, None)
        kind = np.full(index.size, elements.kind, np.uint8)
        shadows.tensor.put(index.reshape(-1), Cell(kind, real.reshape(len(real), -1)))


def _box_index(box: TensorBox) -> Array:
    lanes, columns = np.arange(*box.lanes)[:, None], np.arange(*box.columns)[None, :]
    return _index(np.asarray(box.cta), lanes, columns)


def _elements(type_: str) -> Elements:
    return Elements(type_, 1)


def _left(shadows: ShadowState, product: Product) -> Array:
    """A with its shadows: shape (copies + 1, bands, M, K)."""
    tile, m = product.a_tile(), shadows.m
    if tile is not None:
        found = np.concatenate([_tile(shadows, tile, cta, product.lane) for cta in product.ctas], axis=1)[
            :, None
        ]
    else:
        memory, type_ = m.part(TensorMemory), product.elements(product.idesc.a)
        elements = _elements(product.idesc.a)
        copies = []
        for boxes in product.a_boxes():
            parts = []
            for box in boxes:
                actual = from_words(type_, memory.read(m, box, product.lane, "A"))
                index = (_box_index(box)[..., None] + np.arange(0, _WORD, elements.bytes_)).reshape(-1)
                parts.append(shadows.with_shadows(index, actual, elements, shadows.tensor))
            copies.append(np.concatenate(parts, axis=1))
        found = np.stack(copies, axis=1)
    if product.idesc.negate:
        found = -found
        found[[*SPREADS, NODE]] *= -1
    return found


def _right(shadows: ShadowState, product: Product) -> Array:
    """B with its shadows: shape (copies + 1, K, N)."""
    tiles = [_tile(shadows, product.b_tile(), cta, product.lane) for cta in product.ctas]
    return np.concatenate(tiles, axis=1).swapaxes(1, 2)


def _tile(shadows: ShadowState, tile: Tile, cta: int, lane: int) -> Array:
    """A matrix in shared memory with its shadows: shape (copies + 1, extent, K)."""
    elements = _elements(tile.elements.type_)
    chunks = places(shadows.m, tile, cta, lane)
    index = (chunks[..., None] + np.arange(0, CHUNK_BYTES, elements.bytes_)).reshape(len(chunks), -1)
    if tile.mn_major:
        before = tile.first % (CHUNK_BYTES // elements.bytes_)
        index = index[:, before : before + tile.extent].T
    actual = read_tile(shadows.m, tile, cta, lane)
    return shadows.with_shadows(index.reshape(-1), actual, elements)


def _read_d(shadows: ShadowState, product: Product, elements: Elements) -> Array:
    """D with its shadows, or zeros if it is not added: shape (copies + 1, M, N)."""
    m = shadows.m
    made: Any = np.zeros((shadows.copies + 1, product.idesc.m, product.idesc.n))
    if not product.adds:
        return np.asarray(made)
    memory = m.part(TensorMemory)
    for block, box in zip(product.blocks(), product.d_boxes(), strict=True):
        words = memory.read(m, box, product.lane, "D")
        raw = words.astype(f"uint{8 * elements.bytes_}").reshape(-1)
        actual = elements.decode(raw)[0].reshape(words.shape)
        index = _box_index(box).reshape(-1)
        made[:, block.rows, block.columns] = shadows.with_shadows(index, actual, elements, shadows.tensor)
    if product.scale_d:
        nodes = made[NODE].copy()
        made *= 2.0**-product.scale_d
        made[NODE] = nodes
    return np.asarray(made)
