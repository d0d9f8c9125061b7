"""Sums of matrix units: the fused dot-add of tensor cores, bit for bit, for ``order="hardware"``.

PTX leaves the order, the rounding and the precision of these sums open; hardware is deterministic. For an
element of D it takes several exact products at once, and the addend:

1. every term is aligned to the largest exponent among them, that of a product being the sum of the exponents
   of its factors, and cut off (toward zero) `fraction` bits below it; a zero has the exponent `floor`, but a
   group of products that cancel each other has that of its scale factors,
2. the terms are summed exactly,
3. the sum is rounded once to the type of D: toward zero to f32, to nearest to f16.

If an instruction has more than `terms` products, several such steps follow each other. The parameters of each
unit were measured on hardware by others: P. Xie et al., "MMA-Sim", arXiv 2511.10909, with over a million
cases for each, and F. Khattak, M. Mikaitis, arXiv 2512.07004. Infinities and NaN follow IEEE 754.

>>> row, column = np.array([[1.0] + 7 * [2.0**-13]]), np.array([[1.0]] + 7 * [[2.0**-12]])
>>> for number in (80, 90):
...     unit = unit_of(number, "mma", "f16", "f16", 8)
...     float(dot_add(unit, row, column, np.zeros((1, 1)), ("f16", "f16", "f32"), "f32")[0, 0])
1.0
1.0000001192092896
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import MATRIX_UNIT
from pyptx.sim.semantics.rounding import F16, FORMATS, decode, round_to

if TYPE_CHECKING:
    from pyptx.sim.semantics.registry import Array

FP8 = ("e4m3", "e5m2")
F32_EXPONENTS = (-126, 128)
GROUP = 16


@dataclass(frozen=True, slots=True)
class Unit:
    """The parameters of a matrix unit that affect its sums.

    Attributes:
        fraction: Bits kept below the largest exponent.
        terms: Products summed in one step.
        floor: Exponent of a term that is zero.
        result: Bits of the fraction of an f32 result.
        group: Products that are summed exactly before their scale factors are applied; 1 without.
    """

    fraction: int
    terms: int
    floor: int
    result: int = 23
    group: int = 1


_GENERATIONS = (
    # from sm, fraction, bytes of a row of A taken at once, floor
    (70,  23,  8, -131),
    (75,  24, 16, -132),
    (90,  25, 32, -133),
)  # fmt: skip
"""The last that does not come after a target is its own; those between are alike."""

_SHORT_FRACTION = 13
_BYTES = {"tf32": 4, "f16": 2, "bf16": 2}
_NARROW = ("kind::f8f6f4", "kind::mxf8f6f4")
"""Kinds of which the products of 8-bit types were measured, and those of 6 and 4 bits were not."""
_FIRST_TARGETS = {"f16": 70, "tf32": 80, "bf16": 80, "e4m3": 89, "e5m2": 89, "e2m1": 100}
"""The first target with products of a type. Earlier ones have none that could be measured."""
_SCALED = "kind::mx"
_TARGETS = {"wgmma": range(90, 100)}
"""The targets of the opcodes that not all later ones have."""


def unit_of(number: int, opcode: str, a_type: str, b_type: str, k: int, kind: str = "") -> Unit | None:
    """Return the unit that runs an MMA on a target; None if it has none, or no measurement is published.

    Args:
        number: Number of the target: 90 for ``sm_90a``.
        opcode: ``"mma"`` or ``"wgmma"``.
        a_type: Type of A.
        b_type: Type of B.
        k: Columns of A.
        kind: The ``.kind::`` of the instruction, or nothing.
    """
    found = [row for row in _GENERATIONS if row[0] <= number]
    if not found or (k == 4 and a_type == "f16" and number >= 80):  # later targets emulate Volta's shape
        return None
    scaled_from = 100 if kind.startswith(_SCALED) else 0
    first = max(scaled_from, *(_FIRST_TARGETS.get(type_, 0) for type_ in (a_type, b_type)))
    if number < first or number not in _TARGETS.get(opcode, (number,)):
        return None
    if kind in _NARROW and not {a_type, b_type} <= set(FP8):
        return None
    _, fraction, row_bytes, floor = found[-1]
    if kind in ("kind::mxf4", "kind::mxf4nvf4"):
        return Unit(35, k, -139, group=GROUP)
    unit = Unit(fraction, row_bytes // _BYTES.get(a_type, 1), floor)
    if {a_type, b_type} <= set(FP8) and (number == 89 or opcode == "wgmma"):
        return replace(unit, fraction=_SHORT_FRACTION, result=_SHORT_FRACTION)
    return unit


def numbers_of(
    unit: Unit | None, types: tuple[str, str, str], k: int, scale_type: str = ""
) -> tuple[int, ...]:
    """Return the fields of a `MATRIX_UNIT`; all are zero without a unit.

    Args:
        unit: The matrix unit whose sums are reproduced; None for sums in any order.
        types: Types of A, B and C.
        k: Columns of A.
        scale_type: Type of the scale factors; empty without scale factors.
    """
    if unit is None:
        return (0,) * len(MATRIX_UNIT.names)
    a, b, c, scale = map(_least_exponent, (*types, scale_type or "ue8m0"))
    return MATRIX_UNIT.numbers(
        fraction=unit.fraction,
        terms=min(unit.terms, k),
        floor=unit.floor,
        result=unit.result,
        group=unit.group,
        least_a=a,
        least_b=b,
        least_c=c,
        least_scale=scale,
    )


def dot_add(
    unit: Unit,
    a: Array,
    b: Array,
    c: Array,
    types: tuple[str, str, str],
    d_type: str,
    scales: tuple[Array, Array, str] | None = None,
) -> Array:
    """Compute D of MMAs, rounded to its type, as float64.

    Args:
        unit: The matrix unit.
        a: Values of A: shape (…, M, K).
        b: Values of B: shape (…, K, N).
        c: Values of C: shape (…, M, N).
        types: Types of A, B and C.
        d_type: ``"f16"`` or ``"f32"``.
        scales: Scale factors of the elements of A and of B, shaped alike, and their type.
    """
    total = np.asarray(c, np.float64)
    c_type = types[2]
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    with np.errstate(all="ignore"):
        for start in range(0, a.shape[-1], unit.terms):
            part = slice(start, start + unit.terms)
            products, exponents = _terms(unit, a, b, part, types, scales)
            total = _step(unit, products, exponents, total, c_type, d_type)
            c_type = d_type
    return total


def _terms(
    unit: Unit,
    a: Array,
    b: Array,
    part: slice,
    types: tuple[str, str, str],
    scales: tuple[Array, Array, str] | None,
) -> tuple[Array, Array]:
    """Return the products of a part of K, or sums of groups, and their exponents: shape (…, M, terms, N)."""
    left, right = a[..., part, None], b[..., None, part, :]
    products = left * right
    if scales is None:
        exponents = _exponent(left, types[0]) + _exponent(right, types[1])
        return products, np.where(products == 0, unit.floor, exponents)
    by_row, by_column, type_ = scales
    scale_a, scale_b = by_row[..., part, None], by_column[..., None, part, :]
    exponents = _exponent(scale_a, type_) + _exponent(scale_b, type_)
    if unit.group == 1:
        exponents = exponents + _exponent(left, types[0]) + _exponent(right, types[1])
        products = products * (scale_a * scale_b)
        return products, np.where(products == 0, unit.floor, exponents)
    grouped = products.reshape(*products.shape[:-2], -1, unit.group, products.shape[-1])
    factors = (scale_a * scale_b)[..., :: unit.group, :]
    empty = (grouped == 0).all(-2) | (factors == 0)
    return grouped.sum(-2) * factors, np.where(empty, unit.floor, exponents[..., :: unit.group, :])


def _step(unit: Unit, products: Array, exponents: Array, addend: Array, c_type: str, d_type: str) -> Array:
    """Compute one fused dot-add."""
    own = np.where(addend == 0, unit.floor, _exponent(addend, c_type))
    shift = unit.fraction - np.maximum(exponents.max(axis=-2), own)
    plain = products.sum(axis=-2) + addend
    aligned = np.trunc(np.ldexp(products, shift[..., None, :])).sum(axis=-2)
    whole = aligned + np.trunc(np.ldexp(addend, shift))
    exact = np.ldexp(np.where(whole == 0, 0.0, whole), -shift)
    rounded = _to_f16(exact) if d_type == "f16" else _truncated(exact, unit.result)
    return np.where(np.isfinite(plain), rounded, plain)


def _exponent(values: Array, type_: str) -> Array:
    """Return the exponents of values of a type; those of subnormals are that of the least normal number."""
    _, exponent = np.frexp(values)
    return np.maximum(exponent.astype(np.int32) - 1, _least_exponent(type_))


def _least_exponent(type_: str) -> int:
    return -127 if type_ == "ue8m0" else 1 - FORMATS[type_.removeprefix("u")].bias


def _to_f16(values: Array) -> Array:
    return decode(F16, round_to(F16, values).astype(np.uint16))


def _truncated(values: Array, fraction: int) -> Array:
    """Truncate numbers to f32 with so many bits of fraction; too large ones become infinite."""
    least, beyond = F32_EXPONENTS
    _, exponent = np.frexp(values)
    shift = fraction + 1 - np.maximum(exponent, least + 1)
    cut = np.ldexp(np.trunc(np.ldexp(values, shift)), -shift)
    return np.where(np.abs(cut) < 2.0**beyond, cut, np.copysign(np.inf, values))
