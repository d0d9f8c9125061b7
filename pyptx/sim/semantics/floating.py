"""Floating-point arithmetic of f32, f64 and f32x2, and mixed precision (manual sections 9.7.3 and 9.7.5).

The rounded instructions are exact. The ``.approx`` ones give the correctly rounded value (up to the last bit
of float64's own functions), which lies within the manual's bounds; hardware may give a neighbour.

Every NaN result of f32 is the canonical 0x7fffffff; f64 passes the payload of a NaN operand on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.semantics.exact import div_f64, fma_f32, fma_f64, odd_sum, signed_zero, sqrt_f64, to_f32
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has, join, split
from pyptx.sim.semantics.registry import Native, named_real, over_reals, pure
from pyptx.sim.semantics.rounding import BF16, ROUNDINGS, decode
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.semantics.registry import Array, Modifiers

TYPES = "f32 f64 f32x2"

_ROUNDED = Native("{opcode}.{rnd:rn}.{ftz}.{sat}.{type}")
_FUSED = Native("fma.{rnd:rn}.{ftz}.{sat}.{type}")
_EXTREMUM = Native("{opcode}.{NaN}.{xorsign}.{abs}.{ftz}.{type}")
_INVERSE = Native("{opcode}.{rnd:rn}.{ftz}.{type}", ignoring="approx full")
_APPROXIMATE = Native("{opcode}.{ftz}.{type}", ignoring="approx")

_NAN = np.uint32(0x7FFFFFFF).view(np.float32)


def extremum(m: Modifiers, before: Callable[[Array, Array], Array], *terms: Array) -> Array:
    """Minimum (`before` is less) or maximum by the rules of the manual: -0 below +0, NaN by ``.NaN``."""
    signs = np.signbit(terms[0])
    for term in terms[1:]:
        signs = signs ^ np.signbit(term)
    if has(m, "abs"):
        terms = tuple(np.abs(term) for term in terms)
    best = terms[0]
    for term in terms[1:]:
        ahead = before(term, best) | (
            (term == best) & before(-1.0 * np.signbit(term), -1.0 * np.signbit(best))
        )
        nan = np.isnan(term) if has(m, "NaN") else np.isnan(best)
        best = np.where(nan | (ahead & ~np.isnan(best)), term, best)
    if has(m, "xorsign"):
        signed = np.copysign(best, np.where(signs, -1, 1).astype(best.dtype))
        best = np.where(np.isnan(best), best, signed)
    return best


@named_real("minimum")
def real_min(m: Modifiers, *terms: Array) -> Array:
    """The minimum of real numbers."""
    return extremum(m, np.less, *terms)


@named_real("maximum")
def real_max(m: Modifiers, *terms: Array) -> Array:
    """The maximum of real numbers."""
    return extremum(m, np.greater, *terms)


@pure("testp")
def is_of_class(m: Modifiers, a: Array) -> Array:
    """``testp``: whether a number is of a class; zeros count as normal."""
    tiny = np.finfo(a.dtype).smallest_normal
    tests: dict[str, Callable[[], Array]] = {
        "finite": lambda: np.isfinite(a),
        "infinite": lambda: np.isinf(a),
        "number": lambda: ~np.isnan(a),
        "notanumber": lambda: np.isnan(a),
        "normal": lambda: np.isfinite(a) & ((np.abs(a) >= tiny) | (a == 0)),
        "subnormal": lambda: (np.abs(a) < tiny) & (a != 0),
    }
    return tests[choice(m, tests)]()


@pure("copysign", real=over_reals(lambda a, b: np.copysign(b, a), "copysign"))
def copysign(m: Modifiers, a: Array, b: Array) -> Array:
    """``copysign``: `b` with the sign of `a`."""
    del m
    return np.copysign(b, a)


@pure("add", types=TYPES, native=_ROUNDED, real=over_reals(np.add))
def add(m: Modifiers, *sources: Array) -> Array:
    """``add``: the sum, rounded once."""
    return _arithmetic(
        m, _add_f32, lambda a, b, mode: a + b if mode == "rn" else fma_f64(a, 1.0, b, mode), *sources
    )


@pure("sub", types=TYPES, native=_ROUNDED, real=over_reals(np.subtract))
def sub(m: Modifiers, *sources: Array) -> Array:
    """``sub``: the difference, rounded once."""
    return _arithmetic(
        m,
        lambda a, b, mode: _add_f32(a, -b, mode),
        lambda a, b, mode: a - b if mode == "rn" else fma_f64(a, 1.0, -b, mode),
        *sources,
    )


@pure("mul", types=TYPES, native=_ROUNDED, real=over_reals(np.multiply))
def mul(m: Modifiers, *sources: Array) -> Array:
    """``mul``: the product, rounded once."""
    return _arithmetic(m, _multiply_f32, _multiply_f64, *sources)


@pure("fma", "mad", types=TYPES, native=_FUSED, real=over_reals(lambda a, b, c: a * b + c, "fma"))
def fma(m: Modifiers, *sources: Array) -> Array:
    """``fma``: `a * b + c`, rounded once."""
    return _arithmetic(m, fma_f32, fma_f64, *sources)


@lowered(add, sub, fma)
def lower_sum(step: StepLowering) -> None:
    """Widen operands of 16 bits, which is exact, to those of the instruction of f32."""
    narrow = step.op.words[-1]
    if narrow not in ("f16", "bf16"):
        step.as_written()
        return
    rows: dict[str, int] = {}
    for field, (operand, spec) in zip("abc", step.op.pairs()[1:], strict=False):
        rows[field] = step.value(operand, from_name(spec.type))
        if spec.type == narrow:
            source, rows[field] = rows[field], step.spare(32)
            step.emit(f"cvt.rn.f32.{narrow}", d=rows[field], a=source)
    handler, _ = step.handler(without=narrow)
    step.emit(handler, d=step.needed(step.write("d"), 32), **rows)


@pure("div", types="f32 f64", native=_INVERSE, real=over_reals(np.divide))
def div(m: Modifiers, a: Array, b: Array) -> Array:
    """``div``: the quotient."""
    return _arithmetic(m, _divide_f32, div_f64, a, b)


@pure("div.approx", real=over_reals(np.divide))
def div_approx(m: Modifiers, a: Array, b: Array) -> Array:
    """``div.approx``: `a` times 1/b, which is zero beyond 2**126."""
    return _single(m, _approximate_divide, a, b, mode="rn")


@pure("abs", types=TYPES, real=over_reals(np.abs))
def abs_(m: Modifiers, a: Array) -> Array:
    """``abs``: the magnitude."""
    return _arithmetic(m, lambda a, mode: np.abs(a), lambda a, mode: np.abs(a), a)


@pure("neg", types=TYPES, real=over_reals(np.negative))
def neg(m: Modifiers, a: Array) -> Array:
    """``neg``: the other sign."""
    return _arithmetic(m, lambda a, mode: -a, lambda a, mode: -a, a)


@pure("min", types=TYPES, native=_EXTREMUM, real=real_min, decides="choice")
def min_(m: Modifiers, *sources: Array) -> Array:
    """``min``: the least of two or three operands; NaN only if all are NaN, or with ``.NaN`` if any is."""
    return _extremum(m, np.less, *sources)


@pure("max", types=TYPES, native=_EXTREMUM, real=real_max, decides="choice")
def max_(m: Modifiers, *sources: Array) -> Array:
    """``max``: the greatest of two or three operands; NaN only if all are NaN, or with ``.NaN`` if any is."""
    return _extremum(m, np.greater, *sources)


@lowered(min_, max_)
def lower_extremum(step: StepLowering) -> None:
    """Compare the first two of three, then the result with the third."""
    if not step.op.has("c"):
        step.as_written()
        return
    handler, _ = step.handler()
    (target,), (a, b, c) = step.specs()
    between = step.spare(32)
    step.emit(handler, d=between, a=a, b=b)
    step.emit(handler, d=step.needed(target, 32), a=between, b=c)


@pure("rcp", native=_INVERSE, real=over_reals(np.reciprocal))
def rcp(m: Modifiers, a: Array) -> Array:
    """``rcp``: the reciprocal."""
    return _arithmetic(
        m, lambda a, mode: _divide_f32(np.ones_like(a), a, mode), lambda a, mode: div_f64(1.0, a, mode), a
    )


@pure("rcp.approx.ftz.f64", real=over_reals(np.reciprocal))
def rcp_f64(m: Modifiers, a: Array) -> Array:
    """``rcp.approx.ftz.f64``: the reciprocal of the upper word, as an upper word."""
    del m
    return _upper_word(lambda x: 1 / x, a)


@pure("sqrt", native=_INVERSE, real=over_reals(np.sqrt))
def sqrt(m: Modifiers, a: Array) -> Array:
    """``sqrt``: the square root."""
    return _arithmetic(m, lambda a, mode: to_f32(np.sqrt(a.astype(np.float64)), mode), sqrt_f64, a)


@pure("rsqrt", native=_APPROXIMATE, real=over_reals(lambda a: 1 / np.sqrt(a), "rsqrt"))
def rsqrt(m: Modifiers, a: Array) -> Array:
    """``rsqrt``: the reciprocal of the square root."""
    return _arithmetic(m, _in_double(lambda x: 1 / np.sqrt(x)), lambda a, mode: 1 / np.sqrt(a), a)


@pure("rsqrt.approx.ftz.f64", real=over_reals(lambda a: 1 / np.sqrt(a), "rsqrt"))
def rsqrt_f64(m: Modifiers, a: Array) -> Array:
    """``rsqrt.approx.ftz.f64``: the reciprocal root of the upper word, as an upper word."""
    del m
    return _upper_word(lambda x: 1 / np.sqrt(x), a)


@pure("sin", native=_APPROXIMATE, real=over_reals(np.sin))
def sin(m: Modifiers, a: Array) -> Array:
    """``sin``: the sine of an angle in radians."""
    return _function(m, np.sin, a)


@pure("cos", native=_APPROXIMATE, real=over_reals(np.cos))
def cos(m: Modifiers, a: Array) -> Array:
    """``cos``: the cosine of an angle in radians."""
    return _function(m, np.cos, a)


@pure("lg2", native=_APPROXIMATE, real=over_reals(np.log2))
def lg2(m: Modifiers, a: Array) -> Array:
    """``lg2``: the logarithm to base 2."""
    return _function(m, np.log2, a)


@pure("ex2", types="f32", native=_APPROXIMATE, real=over_reals(np.exp2))
def ex2(m: Modifiers, a: Array) -> Array:
    """``ex2``: 2 to the power `a`."""
    return _function(m, np.exp2, a)


@pure("tanh", types="f32", native=_APPROXIMATE, real=over_reals(np.tanh))
def tanh(m: Modifiers, a: Array) -> Array:
    """``tanh``: the hyperbolic tangent."""
    return _function(m, np.tanh, a)


def saturate(a: Array) -> Array:
    """Clamp to [+0, 1]; NaN gives +0."""
    return np.where(a > 0, np.minimum(a, np.ones_like(a)), np.zeros_like(a))


def flush(a: Array) -> Array:
    """Replace subnormals of float32 or float16 by zeros of their sign."""
    tiny = np.abs(a) < np.finfo(a.dtype).smallest_normal
    if not tiny.any():
        return a
    return np.where(tiny, np.copysign(a.dtype.type(0), a), a)


def canonical(a: Array) -> Array:
    """Replace every NaN of float32 by 0x7fffffff."""
    nan = np.isnan(a)
    return np.where(nan, _NAN, a) if nan.any() else a


def _extremum(m: Modifiers, before: Callable[[Array, Array], Array], *sources: Array) -> Array:
    """Minimum or maximum in the type of the sources."""

    def best(*terms_and_mode: Any) -> Array:
        return extremum(m, before, *terms_and_mode[:-1])

    return _arithmetic(m, best, best, *sources)


def _arithmetic(
    m: Modifiers,
    single: Callable[..., Array],
    double: Callable[..., Array],
    *sources: Array,
) -> Array:
    """Apply the definition for the type, around it ``.ftz`` and ``.sat``; both get the rounding last."""
    mode = choice(m, ROUNDINGS, "rn")
    if has(m, "f32x2"):
        halves = (split(source, np.float32) for source in sources)
        return join(_single(m, single, *halves, mode=mode), np.uint64)
    if sources[0].dtype == np.float64:
        return double(*sources, mode)
    return _single(m, single, *(_widen(source) for source in sources), mode=mode)


def _single(m: Modifiers, single: Callable[..., Array], *sources: Array, mode: str) -> Array:
    """Apply a definition on float32."""
    if has(m, "ftz"):
        sources = tuple(flush(source) for source in sources)
    result = single(*sources, mode)
    if has(m, "ftz"):
        result = flush(result)
    return saturate(result) if has(m, "sat") else canonical(result)


def _widen(a: Array) -> Array:
    """The float32 value of an f16 or bf16 operand of a mixed-precision instruction."""
    if a.dtype == np.float32:
        return a
    if a.dtype == np.float16:
        return a.astype(np.float32)
    return decode(BF16, a.view(np.uint16)).astype(np.float32)


def _add_f32(a: Array, b: Array, mode: str) -> Array:
    if mode == "rn":
        return a + b
    x, y = a.astype(np.float64), b.astype(np.float64)
    return to_f32(signed_zero(odd_sum(x, y), x, y, mode), mode)


def _multiply_f32(a: Array, b: Array, mode: str) -> Array:
    return a * b if mode == "rn" else to_f32(a.astype(np.float64) * b.astype(np.float64), mode)


def _multiply_f64(a: Array, b: Array, mode: str) -> Array:
    if mode == "rn":
        return a * b
    return fma_f64(a, b, np.copysign(0.0, np.copysign(1.0, a) * np.copysign(1.0, b)), mode)


def _divide_f32(a: Array, b: Array, mode: str) -> Array:
    """Divide; rounding through float64 is exact, as no quotient of f32 lies so close to a midpoint."""
    quotient: Array = a / b if mode == "rn" else to_f32(a.astype(np.float64) / b.astype(np.float64), mode)
    return quotient


def _approximate_divide(a: Array, b: Array, mode: str) -> Array:
    far = (np.abs(b) > np.float32(2.0**126)) & np.isfinite(b)
    gone = np.where(np.isinf(a), np.float32(np.nan), np.copysign(np.float32(0), a) * np.sign(b))
    return np.where(far & ~np.isnan(a), gone, a / b)


def _in_double(function: Callable[[Array], Array]) -> Callable[[Array, str], Array]:
    """A float32 definition from a float64 function."""
    return lambda a, mode: function(a.astype(np.float64)).astype(np.float32)


def _function(m: Modifiers, function: Callable[[Array], Array], a: Array) -> Array:
    """An approximate float32 function of one operand."""
    return _single(m, _in_double(function), a, mode="rn")


def _upper_word(function: Callable[[Array], Array], a: Array) -> Array:
    """A function of the upper 32 bits of float64, subnormals flushed, rounded to its upper 32 bits."""
    word = np.uint64(0xFFFFFFFF00000000)
    x = flush((a.view(np.uint64) & word).view(np.float64))
    exact = function(np.where(np.isnan(a), a, x))
    bits = exact.view(np.uint64)
    rounded = np.where(np.isfinite(exact), bits + np.uint64(0x80000000), bits) & word
    result = flush(rounded.view(np.float64))
    return np.where(np.isnan(result), np.uint64(0x7FFFFFFF00000000).view(np.float64), result)
