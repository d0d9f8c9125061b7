"""Kernels of rows in bf16, of which a thread computes each, with variants that are right and wrong."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx import Tile, kernel, ptx, reg
from pyptx.types import bf16, f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel


def rows_of(columns: int, compute: Callable[[list[Any]], list[Any]]) -> Kernel:
    """32 rows in bf16, of which a thread computes each."""

    @kernel(
        in_specs=(Tile(32, columns, bf16),),
        out_specs=(Tile(32, columns, bf16),),
        grid=1,
        block=32,
        arch="sm_90",
    )
    def row_kernel(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        first = ptx.special.tid.x() * (2 * columns)
        values = []
        for column in range(columns):
            half, value = reg.scalar(bf16), reg.scalar(f32)
            ptx.inst.ld.global_.b16(half, ptx.addr(px + first + 2 * column))
            ptx.inst.cvt.f32.bf16(value, half)
            values.append(value)
        for column, result in enumerate(compute(values)):
            half = reg.scalar(bf16)
            ptx.inst.cvt.rn.bf16.f32(half, result)
            ptx.inst.st.global_.b16(ptx.addr(py + first + 2 * column), half)

    return row_kernel


def applied(instruction: Any, *operands: Any) -> Any:
    made = reg.scalar(f32)
    instruction(made, *operands)
    return made


def total_of(values: list[Any], *, pairs: bool = False) -> Any:
    """The sum, in order or by pairs."""
    if pairs and len(values) > 1:
        half = len(values) // 2
        return total_of(values[:half], pairs=True) + total_of(values[half:], pairs=True)
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


LOG2_E = math.log2(math.e)
ANGLE = 1e-3


def softmax(
    values: list[Any],
    *,
    log2_e: float = LOG2_E,
    start: float = 0.0,
    summed: int = 0,
    seen: int = 0,
    online: bool = False,
    rescaled: int | None = None,
) -> list[Any]:
    """The softmax of a row; `summed`, `seen`: last keys without a part in the sum, in the maximum."""
    top: Any = None
    total = reg.scalar(f32, start)
    if online:  # the sum so far is rescaled when the maximum may change
        for number, value in enumerate(values):
            higher = value if top is None else applied(ptx.inst.max.f32, top, value)
            if top is not None and number != rescaled:
                total = total * applied(ptx.inst.ex2.approx.f32, (top - higher) * log2_e)
            total, top = total + applied(ptx.inst.ex2.approx.f32, (value - higher) * log2_e), higher
    else:
        top = values[0]
        for value in values[1 : len(values) - seen]:
            top = applied(ptx.inst.max.f32, top, value)
    powers = [applied(ptx.inst.ex2.approx.f32, (value - top) * log2_e) for value in values]
    if not online:
        total = total + total_of(powers[: len(powers) - summed])
    inverse = applied(ptx.inst.rcp.approx.f32, total)
    return [power * inverse for power in powers]


def layer_norm(
    values: list[Any],
    *,
    epsilon: float = 1e-5,
    outside: bool = False,
    one_pass: bool = False,
    unbiased: bool = False,
    counted: int = 0,
) -> list[Any]:
    """The layer norm of a row; `counted`: last columns without a part in the variance."""
    count = len(values)
    mean = total_of(values, pairs=True) * (1.0 / count)
    centred = [value - mean for value in values]
    if one_pass:
        squares = total_of([value * value for value in values]) * (1.0 / count)
        variance = squares - mean * mean
    else:
        squares = total_of([each * each for each in centred[: count - counted]])
        variance = squares * (1.0 / (count - unbiased))
    if outside:
        inverse = applied(ptx.inst.rcp.approx.f32, applied(ptx.inst.sqrt.approx.f32, variance) + epsilon)
    else:
        inverse = applied(ptx.inst.rsqrt.approx.f32, variance + epsilon)
    return [each * inverse for each in centred]


def silu(values: list[Any], *, log2_e: float = LOG2_E, start: float = 1.0) -> list[Any]:
    powers = [applied(ptx.inst.ex2.approx.f32, value * -log2_e) for value in values]
    return [
        value * applied(ptx.inst.rcp.approx.f32, power + start)
        for value, power in zip(values, powers, strict=True)
    ]


def rotated(values: list[Any], *, angle: float = ANGLE, cosine: float = math.cos(ANGLE)) -> list[Any]:
    """Pairs of elements rotated by a small angle."""
    sine = math.sin(angle)
    pairs = zip(values[::2], values[1::2], strict=True)
    return [part for x, y in pairs for part in (x * cosine - y * sine, x * sine + y * cosine)]
