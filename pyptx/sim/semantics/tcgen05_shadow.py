"""The shadows of tensor memory: `tcgen05.mma`, `tcgen05.ld` and `tcgen05.st` over the real numbers.

A store gives tensor memory its shadows when it is executed: an operation that accesses the words before its
``tcgen05.wait::st`` is a race.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.swizzle import CHUNK_BYTES
from pyptx.layouts.tensor_memory import COLUMNS, LANES
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.tcgen05_copy import copy, shift
from pyptx.sim.semantics.tcgen05_mma import multiply
from pyptx.sim.semantics.tcgen05_operands import (
    STORED_BITS,
    encodings,
    from_words,
    numbers,
    places,
    read_chunks,
)
from pyptx.sim.semantics.tcgen05_product import written_lanes, zeroed_columns
from pyptx.sim.semantics.tcgen05_scale import scale_boxes, scale_factors
from pyptx.sim.semantics.tcgen05_sparse import expand_columns
from pyptx.sim.semantics.tcgen05_transfer import load, places_of, store
from pyptx.sim.shadow.cells import (
    BOUND,
    MAGNITUDE,
    NODE,
    VALUES_AND_NODES,
    Cell,
    Elements,
    part,
    shifted,
)
from pyptx.sim.shadow.magnitudes import SPREADS, spreads_of, sums_of_products
from pyptx.sim.shadow.state import F32
from pyptx.sim.steps import Step
from pyptx.sim.tensor_memory import TensorMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.observers import TensorBox
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.tcgen05_form import Product
    from pyptx.sim.semantics.tcgen05_operands import Elements as TileElements
    from pyptx.sim.semantics.tcgen05_operands import Tile
    from pyptx.sim.shadow.cells import MemoryCells, Word
    from pyptx.sim.shadow.state import ShadowState

_WORD = 4


@shadowed(multiply, rounds=True)
def shadow_multiply(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Do nothing: D gets its shadows when the MMA takes effect."""
    del op, shadows
    return lambda: None


@lowered_shadow(shadow_multiply)
def lower_shadow_multiply(step: StepShadows) -> Record:
    """Name the instruction: the engine computes when the MMA takes effect."""
    step.precede("TensorMultiply")
    return step.ends(step.record("shadow.tensor_mma", line=step.line(), flags=step.flags()))


@shadowed(load)
def shadow_load(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Copy the shadows of words of tensor memory to registers; ``.red`` chooses among those of a thread."""
    m, cells = shadows.m, shadows.tensor
    warps, at = places_of(op, m)
    registers = shadows.registers_of(op, op.operand("r")[0])
    halves = at[0].shape[-1]
    lanes = (warps[:, None] * WARP + np.arange(WARP)).reshape(-1)
    mask = np.zeros(m.lanes, np.bool_)
    mask[lanes] = True
    best = None
    if "red" in op.words and op.words[-1] == "f32":
        words = m.part(TensorMemory).words[at][..., 0]
        values = [shadows.zeros(1, m.lanes) for _ in registers]
        for number in range(len(registers)):
            index = _index(*(each[:, number, :, 0].reshape(-1) for each in at))
            actual = F32.decode(words[:, number].reshape(-1))
            values[number][..., lanes] = shadows.with_shadows(index, actual, F32, cells)
        best = _choose(op, shadows, values)

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
            shadows.ended |= "red" in op.words and best is None and shadows.is_live(word)
        for register in shadows.registers_of(op, op.operand("redval")[0]) if op.has("redval") else ():
            shadows.registers.clear(register.number, m.where)
            if best is not None:
                shadows.write_values([register.number], F32, best[:-1], m.where)

    return give_shadows


@lowered_shadow(shadow_load)
def lower_shadow_load(step: StepShadows) -> Record:
    """Name the registers."""
    if "red" in step.op.words:
        raise step.uncovered()
    step.precede("TensorLoad")
    return step.record("shadow.tensor_load", targets=step.parts(step.op.operand("r")[0]))


def _choose(op: Operation, shadows: ShadowState, values: list[Array]) -> Array:
    """The extremum of the values of each thread, two by two, as `min` and `max` have it."""
    definition, step = resolve("min" if "min" in op.words else "max", ["f32"]), shadows.m.step
    assert isinstance(step, Step)
    assert definition is not None
    assert definition.real is not None
    best = values[0]
    for each in values[1:]:
        pair = [best, each]
        made = definition.real(op.modifiers, *pair)
        assert made is not None
        made[SPREADS] = spreads_of(definition, op.modifiers, pair)
        if shadows.provenance is not None:
            given = [operand[VALUES_AND_NODES] for operand in pair]
            made[NODE] = shadows.provenance.computed(
                step, definition, shadows.line, given, shadows.m.active()
            )
        shadows.note_choice(pair, made)
        best = made
    return best


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


@lowered_shadow(shadow_store)
def lower_shadow_store(step: StepShadows) -> Record:
    """Name the registers."""
    step.precede("TensorStore")
    sources = step.parts(step.op.operand("r")[0], size=_WORD)
    return step.ends(step.record("shadow.tensor_store", sources=sources))


@shadowed(copy, shift)
def shadow_copy(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Do nothing: the shadows move when the operation takes effect."""
    del op, shadows
    return lambda: None


@lowered_shadow(shadow_copy)
def lower_shadow_copy(step: StepShadows) -> list[Record]:
    """Make no record: the engine moves the shadows when the operation takes effect."""
    del step
    return []


def copy_to_tensor(
    shadows: ShadowState, source: Array | None, target: tuple[int, Sequence[int], slice]
) -> None:
    """Give words of tensor memory the shadows of the row of shared memory that was copied to them."""
    cta, lanes, columns = target
    for lane in lanes:
        index = _index(*np.broadcast_arrays(cta, lane, np.arange(columns.start, columns.stop)))
        shadows.tensor.clear(index, _WORD)
        if source is not None:
            shadows.tensor.place(_bytes(index, _WORD), shadows.memory.take(_bytes(source, CHUNK_BYTES)))


def shift_tensor(shadows: ShadowState, box: TensorBox) -> None:
    """Give each lane of a box but the last the shadows of the next one."""
    index = _box_index(box)
    cell = shadows.tensor.take(_bytes(index[1:], _WORD))
    shadows.tensor.clear(index[:-1], _WORD)
    shadows.tensor.place(_bytes(index[:-1], _WORD), cell)


def _bytes(starts: Array, size: int) -> Array:
    """The bytes of units of memory, in order."""
    found: Array = (starts.reshape(-1, 1) + np.arange(size)).reshape(-1)
    return found


def _index(cta: Array, lane: Array, column: Array) -> Array:
    """The places of words among the cells of tensor memory."""
    found: Array = ((cta * LANES + lane) * COLUMNS + column) * _WORD
    return found


def has_shadows(product: Product) -> bool:
    """Whether an MMA has a meaning for shadows: integers have none."""
    return product.idesc.d != "s32"


def product_of(shadows: ShadowState, product: Product) -> Array:
    """Compute D of an MMA over the real numbers, before it takes effect: shape (copies + 1, M, N)."""
    left, right = _left(shadows, product), _right(shadows, product)
    if product.form.scaled:
        by_row, by_column = scale_factors(shadows.m, product)
        cells = (shadows.tensor.get(_bytes(_box_index(box), _WORD)) for box in scale_boxes(product))
        shadows.ended |= any(cell.kind.any() for cell in cells)
        left, right = shadows.scaled(left, by_row), shadows.scaled(right, by_column)
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
            matrices = (each[VALUES_AND_NODES] for each in (rows, narrow, held))
            made[NODE, :, columns] = shadows.provenance.product(shadows.line, *matrices)
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
        rows_of_d = shadows.numbers.store(real.reshape(len(real), 1, -1))
        shadows.tensor.put(index.reshape(-1), Cell(kind, rows_of_d))


def _box_index(box: TensorBox) -> Array:
    lanes, columns = np.arange(*box.lanes)[:, None], np.arange(*box.columns)[None, :]
    return _index(np.asarray(box.cta), lanes, columns)


def _left(shadows: ShadowState, product: Product) -> Array:
    """A with its shadows: shape (copies + 1, bands, M, K)."""
    tile, m = product.a_tile(), shadows.m
    if tile is not None:
        found = np.concatenate([_tile(shadows, tile, cta, product.lane) for cta in product.ctas], axis=1)[
            :, None
        ]
    else:
        memory, type_ = m.part(TensorMemory), product.elements(product.idesc.a)
        copies = []
        for boxes in product.a_boxes():
            parts = []
            for box in boxes:
                words = memory.words[box.place]
                actual = from_words(type_, words)
                parts.append(
                    _with_shadows(shadows, _box_index(box), _WORD, words, actual, type_, shadows.tensor)
                )
            copies.append(np.concatenate(parts, axis=1))
        found = np.stack(copies, axis=1)
    if product.form.shifted:
        split = found.reshape(*found.shape[:2], len(product.ctas), product.rows, -1)
        found = np.concatenate([split[..., 1:, :], split[..., -1:, :]], axis=3).reshape(found.shape)
    found = expand_columns(m, product, found)
    if product.idesc.negate:
        found = shadows.scaled(found, -1.0)
    return found


def _right(shadows: ShadowState, product: Product) -> Array:
    """B with its shadows: shape (copies + 1, K, N)."""
    tiles = [_tile(shadows, product.b_tile(), cta, product.lane) for cta in product.ctas]
    columns = np.concatenate(tiles, axis=1)
    if any(zeroed := zeroed_columns(product)):
        columns[:, zeroed] = 0.0
    return columns.swapaxes(1, 2)


def _tile(shadows: ShadowState, tile: Tile, cta: int, lane: int) -> Array:
    """A matrix in shared memory with its shadows: shape (copies + 1, extent, K)."""
    raw, _ = read_chunks(shadows.m, chunks := places(shadows.m, tile, cta, lane))
    codes = encodings(tile.elements, raw)
    actual = numbers(tile.elements.type_, codes)
    found = _with_shadows(shadows, chunks, CHUNK_BYTES, codes, actual, tile.elements)
    if not tile.mn_major:
        return found
    before = tile.first % (8 * CHUNK_BYTES // tile.elements.bits)
    return found[..., before : before + tile.extent].swapaxes(1, 2)


def _with_shadows(
    shadows: ShadowState,
    starts: Array,
    size: int,
    codes: Array,
    actual: Array,
    elements: TileElements,
    memory: MemoryCells | None = None,
) -> Array:
    """Elements with their shadows; for padded elements of less than a byte, the shadows of their values.

    Args:
        shadows: The shadows of the batch.
        starts: The places of units of memory, by row.
        size: Bytes of a unit.
        codes: The bits in memory, by row.
        actual: The elements, by row.
        elements: Their type and packing.
        memory: The memory that holds them; shared memory if None.
    """
    if STORED_BITS[elements.type_] < 8 and not elements.packed:
        shadows.ended |= bool((memory or shadows.memory).get(_bytes(starts, size)).kind.any())
        return shadows.exact(actual)
    read = Elements(elements.type_, 2 if elements.packed else 1)
    index = starts[..., None] + np.arange(0, size, read.bytes_)
    whole = np.ascontiguousarray(codes).view(np.float32) if elements.type_ == "tf32" else None
    return shadows.with_shadows(index.reshape(-1), actual, read, memory, whole)


def _read_d(shadows: ShadowState, product: Product, elements: Elements) -> Array:
    """D with its shadows, or zeros if it is not added: shape (copies + 1, M, N)."""
    m = shadows.m
    made = shadows.zeros(product.idesc.m, product.idesc.n)
    if not product.adds:
        return made
    memory = m.part(TensorMemory)
    for block, box in zip(product.blocks(), product.d_boxes(), strict=True):
        words = memory.words[box.place]
        raw = words.astype(f"uint{8 * elements.bytes_}").reshape(-1)
        actual = elements.decode(raw)[0].reshape(words.shape)
        index = _box_index(box).reshape(-1)
        made[:, block.rows, block.columns] = shadows.with_shadows(index, actual, elements, shadows.tensor)
    if product.scale_d:
        made = shadows.scaled(made, 2.0**-product.scale_d)
    return made
