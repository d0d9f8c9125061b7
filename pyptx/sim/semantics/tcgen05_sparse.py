"""Sparse A of `tcgen05.mma.sp`: the metadata in tensor memory (manual section 9.7.18.10.8)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.sparsity import chunk_columns, tensor_metadata
from pyptx.sim.observers import TensorBox
from pyptx.sim.semantics.sparse import kept_table, need_metadata
from pyptx.sim.semantics.tcgen05_form import GROUP_ROWS, PACKED
from pyptx.sim.tensor_memory import TensorMemory, column_of, lane_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.tcgen05_form import Product

Array: TypeAlias = "NDArray[Any]"


def metadata_boxes(product: Product) -> list[TensorBox]:
    """Return the rectangles of tensor memory that hold the metadata."""
    if not product.form.sparse:
        return []
    lanes, columns, _ = metadata_places(product)
    low = lane_of(product.given["sp_meta_tmem"])
    first = int(columns.min())
    return [
        TensorBox(cta, (low, int(lanes.max()) + 1), (first, int(columns.max()) + 1)) for cta in product.ctas
    ]


def expand_columns(m: Machine, product: Product, values: Array) -> Array:
    """Expand the stored columns of A with zeros: shape (…, M, K).

    Raises:
        Trap: The metadata was not written, or does not select half of a chunk.
    """
    if not product.form.sparse:
        return values
    lanes, columns, shifts = metadata_places(product)
    table = kept_table(_table_type(product), ordered=False)
    memory = m.part(TensorMemory)
    parts = []
    boxes = metadata_boxes(product)
    for box in boxes:
        memory.need_open(box, product.lane, "the metadata of A")
        at = box.cta, lanes, columns
        if "uninitialized" in m.memory.checks and not memory.known[at].all():
            memory.read(m, box, product.lane, "the metadata of A")
        bits = memory.words[at] >> shifts.astype(np.uint32) & np.uint32(15)
        parts.append(table[bits.astype(np.int64)])
    kept = np.concatenate(parts)
    if (kept < 0).any():
        need_metadata(product.lane)
    wide = chunk_width(product)
    place = kept + wide * np.arange(kept.shape[1])[None, :, None]
    place = place.reshape(len(kept), -1)
    made = np.zeros((*values.shape[:-1], product.idesc.k), values.dtype)
    np.put_along_axis(made, np.broadcast_to(place, values.shape), values, axis=-1)
    return made


def chunk_width(product: Product) -> int:
    """Return the number of columns of A that four bits of metadata select from."""
    return chunk_columns(product.idesc.a, f"kind::{product.form.kind}")


def metadata_places(product: Product) -> tuple[Array, Array, Array]:
    """Return lane, column and lowest bit of the metadata of every chunk in its CTA: shape (rows, chunks)."""
    lanes, columns, shifts = _places(product.idesc.a, product.idesc.k, product.rows, _packed(product))
    address = product.given["sp_meta_tmem"]
    first = column_of(address) + _selected(product)
    return lane_of(address) + _spread(product, lanes), first + columns, shifts


def _packed(product: Product) -> bool:
    return product.form.kind in PACKED


def _table_type(product: Product) -> str:
    """A type whose chunks are as wide as those of A."""
    type_ = product.idesc.a
    return "e4m3" if type_ == "e2m1" and not _packed(product) else type_


def _selected(product: Product) -> int:
    """Columns from the address to the metadata that the sparsity selector names."""
    return product.idesc.selector if product.form.kind in ("f16", "tf32") else 0


def _spread(product: Product, lanes: Array) -> Array:
    """Return the lanes of metadata if only half of the lanes is used."""
    if not product.path.halved:
        return lanes
    spread: Array = lanes % GROUP_ROWS + 2 * GROUP_ROWS * (lanes // GROUP_ROWS)
    return spread


@cache
def _places(type_: str, k: int, rows: int, packed: bool) -> tuple[Array, Array, Array]:
    """Lane, column and lowest bit of the metadata of every chunk: shape (rows, chunks)."""
    chunks = k // (4 if type_ == "e2m1" and not packed else chunk_columns(type_))
    found = np.array(
        [
            [tensor_metadata(type_, row, chunk, packed=packed) for chunk in range(chunks)]
            for row in range(rows)
        ],
        np.int64,
    )
    return found[..., 0], found[..., 1], found[..., 2]
