"""Fragments of a warp's matrices: the order of their elements, and MMAs of them on the native engine."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import MMA_SHAPE, MMA_SUM, MMA_TYPE, ROUND
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.dot_add import Unit, numbers_of
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.lowering.step import StepLowering


@cache
def register_order(fragment: Fragment) -> np.ndarray[Any, np.dtype[np.intp]]:
    """For each (register, lane, element) in order, the index of its element in the matrices laid flat."""
    places = sorted(fragment.places(), key=lambda place: (place[0][1], place[0][0], place[0][2]))
    return np.array(
        [(matrix * fragment.rows + row) * fragment.columns + column for _, (matrix, row, column) in places]
    )


@cache
def element_positions(fragment: Fragment) -> np.ndarray[Any, np.dtype[np.intp]]:
    """For each element of the matrices laid flat, the index of its (register, lane, element)."""
    return np.argsort(register_order(fragment))


def words_of(numbers: np.ndarray[Any, np.dtype[np.intp]]) -> array[int]:
    """Return numbers as extra words of a record, in one array that is copied at once."""
    return array("q", numbers.astype(np.int64).tobytes())


SCALES = ("scales", "scale_type", "scale_a", "byte_a", "thread_a", "scale_b", "byte_b", "thread_b")


@dataclass(frozen=True, slots=True)
class MatrixProduct:
    """The operands of an MMA.

    Attributes:
        fragments: Fragments of A, B, C and D.
        types: Types of their elements.
        depth: Columns of A, including those that a sparse A does not store.
        mode: Rounding of a chain of sums.
        differing: Whether bits are compared instead of multiplied.
        metadata: Fields of `MMA_SHAPE` for the metadata of a sparse A.
        places: Location of the metadata of each chunk of a sparse A.
        scales: Fields of `MMA_SHAPE` for scale factors.
        unit: The matrix unit whose sums are reproduced; None for sums in any order.
    """

    fragments: tuple[Fragment, Fragment, Fragment, Fragment]
    types: tuple[str, str, str, str]
    depth: int
    mode: str = "rn"
    differing: bool = False
    metadata: Mapping[str, int] = field(default_factory=lambda: {"meta": -1, "ordered": 0, "chunk": 0})
    places: tuple[int, ...] = ()
    scales: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SCALES, 0))
    unit: Unit | None = None


def lower_matrix_product(step: StepLowering, product: MatrixProduct) -> None:
    """Make the record of an MMA."""
    op = step.op
    a, b, _, d = product.fragments
    bits: dict[str, array[int]] = {}
    for name, fragment in zip("abc", product.fragments, strict=False):
        operand, spec = op.operand(name)
        rows = np.array([step.value(item, from_name(spec.type)) for item in step.items(operand)])
        number, per_row = element_positions(fragment), WARP * fragment.elements
        bits[name] = words_of(8 * rows[number // per_row] + number % per_row * fragment.bits)
    types = dict(
        zip(
            ("a_type", "b_type", "c_type", "d_type"),
            map(_type_of, product.types, product.fragments),
            strict=True,
        )
    )
    by_unit, differing = product.unit is not None, product.differing
    in_order = product.types[0] == "f64"
    shape = MMA_SHAPE.numbers(
        matrices=a.matrices,
        rows=a.rows,
        columns=b.columns,
        depth=product.depth,
        stored=a.columns,
        **types,
        sum=MMA_SUM[
            "by_unit" if by_unit else "differing" if differing else "in_order" if in_order else "in_any_order"
        ],
        mode=ROUND[product.mode],
        saturates="satfinite" in op.words,
        **product.metadata,
        **product.scales,
    )
    scale_type = "ue4m3" if product.scales["scale_type"] else "ue8m0"
    step.emit(
        "mma.general",
        shape=shape,
        unit=numbers_of(product.unit, product.types[:3], product.depth, scale_type),
        **bits,
        places=product.places,
        order=words_of(register_order(d)),
        d=target_rows(step)[: d.registers],
    )


def target_rows(step: StepLowering) -> list[int]:
    """The rows of the registers of D."""
    operand, spec = step.op.operand("d")
    type_ = from_name(spec.type)
    return [step.needed(step.target(item, type_), type_.bits) for item in step.items(operand)]


def _type_of(type_: str, fragment: Fragment) -> int:
    return MMA_TYPE["e2m1_byte" if type_ == "e2m1" and fragment.bits == 8 else type_]
