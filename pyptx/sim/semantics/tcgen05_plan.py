"""Operations on tensor memory for the native engine: a `TENSOR_PLAN` and the offsets that follow it.

A plan holds the rectangles of D in tensor memory, the offsets of the 16-byte chunks of the matrices in shared
memory, and the places of the metadata of a sparse A. A launch requests one plan for each set of operands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.scaling import scale_columns
from pyptx.layouts.swizzle import CHUNK_BYTES, find
from pyptx.layouts.tensor_memory import LANES
from pyptx.sim.abi import (
    ELEMENT,
    SUM,
    TENSOR_BLOCK,
    TENSOR_MATRIX,
    TENSOR_METADATA,
    TENSOR_OPERANDS,
    TENSOR_PLAN,
)
from pyptx.sim.faults import Trap
from pyptx.sim.semantics.dot_add import numbers_of
from pyptx.sim.semantics.tcgen05_operands import STORED_BITS, Elements, Tile, matrix_of, offsets
from pyptx.sim.semantics.tcgen05_product import unit_of_product, zeroed_columns
from pyptx.sim.semantics.tcgen05_scale import factor_operands, factors_of
from pyptx.sim.semantics.tcgen05_sparse import chunk_width, metadata_boxes, metadata_places
from pyptx.sim.tensor_memory import column_of, lane_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.layouts.tensor_memory import CopyShape
    from pyptx.sim.semantics.tcgen05_form import Product

Array: TypeAlias = "NDArray[Any]"

MOST_BLOCKS = TENSOR_PLAN.dtype["blocks"].shape[0]


def given_of(raw: bytes) -> dict[str, int]:
    """Return the operands of an operation, by name."""
    (found,) = np.frombuffer(raw, TENSOR_OPERANDS.dtype)
    return {name: int(found[name]) for name in TENSOR_OPERANDS.names}


def plan_of_product(product: Product, target: int, number: int | None) -> bytes:
    """Return the plan of an MMA that breaks no rule.

    Args:
        product: The MMA.
        target: Number of the target.
        number: Number of the target whose units' sums are reproduced; None for sums in any order.

    Raises:
        Trap: A matrix descriptor or the zero-column mask is malformed.
    """
    idesc = product.idesc
    places: list[Array] = []
    left, right = product.a_tile(), product.b_tile()
    a = _in_tensor_memory(product) if left is None else _in_shared_memory(left, target, places)
    b = _in_shared_memory(right, target, places)
    unit = unit_of_product(product, number)
    collected = (idesc.b, idesc.n) if product.form.ws else (idesc.a, idesc.m)
    found = [_block(product, place) for place in range(len(product.blocks()))]
    return _packed(
        ctas=len(product.ctas),
        shape=product.shape,
        depth=idesc.k,
        sum=SUM[idesc.d],
        negates=idesc.negate,
        saturates=idesc.saturate and idesc.d == "s32",
        scale=product.scale_d,
        column=column_of(product.d),
        columns=product.path.columns(idesc.n),
        block_count=len(found),
        blocks=np.array([*found, *[(0,) * 7] * (MOST_BLOCKS - len(found))], TENSOR_BLOCK.dtype),
        a=a,
        b=b,
        shifted=product.form.shifted,
        collected=(ELEMENT[collected[0]] * 512 + collected[1]) * 512 + idesc.k,
        zeroed=_bitmap(zeroed_columns(product)),
        unit=numbers_of(unit, (idesc.a, idesc.b, idesc.d), idesc.k, idesc.scale_type),
        metadata=_metadata(product, places),
        behind=places,
        **_factors(product),
    )


def plan_of_copy(shape: CopyShape, bits: int, given: dict[str, int], target: int, ctas: int) -> bytes:
    """Return the plan of a copy to tensor memory.

    Args:
        shape: Its shape.
        bits: Width of elements that are expanded to bytes; 0 if none are.
        given: Its operands: the address ``d`` and the descriptor ``a``.
        target: Number of the target.
        ctas: Number of CTAs that copy: 1 or 2.

    Raises:
        Trap: The matrix descriptor is malformed, or the destination exceeds the lanes.
    """
    places: list[Array] = []
    tile = Tile(given["a"], shape.rows, shape.row_bytes, mn_major=False, elements=Elements("u8"))
    source = _in_shared_memory(tile, target, places)
    lanes = lane_of(given["d"]) + np.array([shape.lanes(row) for row in range(shape.rows)])
    if lanes.max() >= LANES:
        raise Trap(
            "tensor-memory-lane",
            f"this copy writes lane {lanes.max()}; tensor memory has lanes 0 to {LANES - 1}",
        )
    return _packed(
        ctas=ctas,
        column=column_of(given["d"]),
        columns=shape.columns,
        a={**source, "used": 2 * bits or 16},
        copies=lanes.shape[1],
        bits=bits,
        behind=[*places, lanes],
    )


def _packed(
    *, a: dict[str, int], behind: list[Array], b: dict[str, int] | None = None, **fields: Any
) -> bytes:
    """Return a plan and the offsets that follow it; fields that are not given are 0."""
    plan = TENSOR_PLAN.zeros()
    for name, value in {**fields, "a": _matrix(a), "b": _matrix(b or {})}.items():
        plan[name] = value
    words = [np.ascontiguousarray(each, np.int32).tobytes() for each in behind]
    return b"".join((plan.tobytes(), *words))


def _matrix(fields: dict[str, int]) -> tuple[int, ...]:
    return tuple(fields.get(name, 0) for name in TENSOR_MATRIX.names)


def _in_shared_memory(tile: Tile, target: int, places: list[Array]) -> dict[str, int]:
    """Return the fields of a matrix in shared memory; append the offsets of its chunks to `places`."""
    elements, per = tile.elements, 8 * CHUNK_BYTES // tile.elements.bits
    matrix = matrix_of(tile.descriptor, target, 0)
    pattern = find(matrix.swizzle)
    found, _ = offsets(matrix, tile.first + tile.extent, tile.depth, elements.bits, mn_major=tile.mn_major)
    found = found[:, tile.first // per :] if tile.mn_major else found[tile.first :]
    places.append(found)
    return {
        "type": ELEMENT[
            f"{elements.type_}{'_packed' * elements.packed}" if elements.type_ in ELEMENT else "u8"
        ],
        "mn_major": int(tile.mn_major),
        "extent": tile.extent,
        "lines": found.shape[0],
        "chunks": found.shape[1],
        "used": elements.used_bytes,
        "column": -1,
        "skipped": tile.first % per if tile.mn_major else 0,
        "line_mask": pattern.line_mask if pattern else 0,
        "shift": pattern.shift if pattern else 0,
        "start": matrix.start,
    }


def _in_tensor_memory(product: Product) -> dict[str, int]:
    """Return the fields of A in tensor memory."""
    elements = product.elements(product.idesc.a)
    narrow = STORED_BITS[elements.type_] < 8
    way = "_packed" if elements.packed else "_byte" * narrow
    return {
        "type": ELEMENT[f"{elements.type_}{way}"],
        "extent": product.rows,
        "lines": product.rows,
        "chunks": product.stored * elements.bits // 128,
        "column": column_of(product.given["a_tmem"]),
    }


def _factors(product: Product) -> dict[str, Any]:
    """Return the fields of the scale factors."""
    if not product.form.scaled:
        return {}
    found = [
        (
            column_of(product.given[each.name]),
            each.first,
            each.extent,
            each.halves,
            scale_columns(each.extent),
            each.columns,
        )
        for each in factor_operands(product)
    ]
    return {
        "factors": factors_of(product),
        "e4m3": product.idesc.scale_type == "ue4m3",
        "of_a": found[0],
        "of_b": found[1],
    }


def _metadata(product: Product, places: list[Array]) -> tuple[int, ...]:
    """Return the fields of the metadata of A; append where that of each chunk is to `places`."""
    if not product.form.sparse:
        return (0,) * len(TENSOR_METADATA.names)
    lanes, columns, shifts = metadata_places(product)
    places.append(lanes << 14 | columns << 5 | shifts)
    box = metadata_boxes(product)[0]
    (low, high), (first, last) = box.lanes, box.columns
    return chunk_width(product), low, high - low, first, last - first


def _bitmap(flags: list[bool]) -> Array:
    """Return flags as bits of 32-bit words, the first one lowest."""
    bits = np.zeros(32 * TENSOR_PLAN.dtype["zeroed"].shape[0], np.bool_)
    bits[: len(flags)] = flags
    return np.packbits(bits, bitorder="little").view(np.uint32)


def _block(product: Product, place: int) -> tuple[int, ...]:
    """Return one `TENSOR_BLOCK`, a rectangle of D."""
    block = product.blocks()[place]
    a_lane = 0
    if "a_tmem" in product.given:
        _, lanes = product.path.a_lanes(block.rows.start, lane=lane_of(product.given["a_tmem"]))
        a_lane = lanes[block.band if len(lanes) > 1 else 0]
    rows, columns = block.rows, block.columns
    return (
        block.cta,
        rows.start,
        rows.stop - rows.start,
        columns.start,
        columns.stop - columns.start,
        block.lane,
        a_lane,
    )
