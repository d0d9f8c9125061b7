"""Floating-point instructions against exact fractions, rounded by the book."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

Run = Callable[..., Any]
Rounded = Callable[..., float]
Array = np.ndarray[Any, Any]

MODES = ("rn", "rz", "rm", "rp")
EDGES32 = [
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000, 0x00800001,
    0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x33800000, 0x33800001, 0xB3800000, 0x34000000,
    0x4B800000, 0x4B800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F000000, 0x7E800000, 0x7F800000, 0xFF800000,
    0x7FC00000, 0x7F800001, 0x40490FDB,
]  # fmt: skip
EDGES64 = [
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800FFFFFFFFFFFFF, 0x0010000000000000,
    0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001, 0x3FEFFFFFFFFFFFFF, 0x3CA0000000000000,
    0xBCA0000000000001, 0x4340000000000001, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x7FE0000000000000,
    0x7FF0000000000000, 0xFFF0000000000000, 0x400921FB54442D18,
]  # fmt: skip


def f32(*bits: int) -> Array:
    return np.array(bits, np.uint32).view(np.float32)


def f64(*bits: int) -> Array:
    return np.array(bits, np.uint64).view(np.float64)


def grid(edges: Array, count: int) -> list[Array]:
    return [np.array(column, edges.dtype) for column in zip(*product(edges, repeat=count), strict=True)]


def same(got: float, want: float) -> bool:
    if math.isnan(want):
        return math.isnan(got)
    return got == want and math.copysign(1, got) == math.copysign(1, want)


def exact(function: Callable[..., Fraction], *values: float) -> Fraction | None:
    """The exact value of an operation on numbers; None where one is not finite."""
    if not all(math.isfinite(value) for value in values):
        return None
    return function(*(Fraction(value) for value in values))


def zero_sum(mode: str, *signs: bool) -> float:
    """The zero that terms of these signs sum to."""
    if all(sign == signs[0] for sign in signs):
        return -0.0 if signs[0] else 0.0
    return -0.0 if mode == "rm" else 0.0


def minus(value: float) -> bool:
    return math.copysign(1, value) < 0


def expect_fma(rounded: Rounded, type_: str, mode: str, a: float, b: float, c: float) -> float:
    value = exact(lambda a, b, c: a * b + c, a, b, c)
    if value is None:
        if math.isnan(a) or math.isnan(b) or math.isnan(c):
            return math.nan
        if math.isinf(a) or math.isinf(b):
            if a == 0 or b == 0:
                return math.nan
            infinity = math.inf if minus(a) == minus(b) else -math.inf
            return math.nan if math.isinf(c) and c != infinity else infinity
        return c
    if value == 0:
        return zero_sum(mode, minus(a) != minus(b), minus(c))
    result = rounded(value, type_, mode)
    return math.copysign(result, 1 if value > 0 else -1)


@pytest.mark.parametrize("mode", MODES)
def test_fma_f32(run: Run, rounded: Rounded, mode: str) -> None:
    rng = np.random.default_rng(1)
    edges = grid(f32(*EDGES32[:24]), 3)
    chosen = rng.choice(len(edges[0]), 1500, replace=False)
    a, b, c = (column[chosen] for column in edges)
    mantissas = rng.integers(-(2**24), 2**24, (3, 1500)).astype(np.float32)
    scaled = np.ldexp(mantissas, rng.integers(-40, 10, (3, 1500)).astype(np.int32))
    near = (-scaled[0].astype(np.float64) * scaled[1]).astype(np.float32)
    scaled[2] = np.where(rng.integers(0, 2, 1500) == 0, near, scaled[2])
    tiny = np.ldexp(mantissas, -np.array([[88], [88], [160]], np.int32)).astype(np.float32)
    columns = [np.concatenate(parts) for parts in zip((a, b, c), scaled, tiny, strict=True)]
    got = run(f"fma.{mode}.f32", *columns)
    for lane, (x, y, z) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        want = expect_fma(rounded, "f32", mode, x, y, z)
        assert same(float(got[lane]), want), (x.hex(), y.hex(), z.hex(), float(got[lane]).hex())
    assert np.array_equal(run(f"mad.{mode}.f32", *columns).view(np.uint32), got.view(np.uint32))


def test_fma_f32_does_not_round_twice(run: Run) -> None:
    """Rounding through float64 would fall on a tie here, and go the wrong way."""
    a, b = f32(0x3F800001), f32(0x3F800001)
    c = f32(0x33800000) * np.float32(2.0**-60)
    product_ = Fraction(float(a[0])) * Fraction(float(b[0]))
    assert run("fma.rn.f32", a, b, c)[0] == np.float32(float(product_))
    tie = np.float32(1 + 2.0**-23), np.float32(1.0), np.float32(2.0**-24)
    above = run(
        "fma.rn.f32", *(np.array([x]) for x in (np.float32(1 + 2.0**-12), np.float32(1 + 2.0**-12), tie[2]))
    )
    want = Fraction(1 + 2.0**-12) ** 2 + Fraction(2.0**-24)
    assert abs(Fraction(float(above[0])) - want) <= Fraction(2.0**-24)


@pytest.mark.parametrize("mode", MODES)
def test_fma_f64(run: Run, rounded: Rounded, mode: str) -> None:
    rng = np.random.default_rng(2)
    edges = grid(f64(*EDGES64), 3)
    chosen = rng.choice(len(edges[0]), 1200, replace=False)
    count = 600
    mantissas = rng.integers(-(2**53), 2**53, (3, count)).astype(np.float64)
    scaled = np.ldexp(mantissas, rng.integers(-110, 10, (3, count)))
    nudged = -(scaled[0] * scaled[1]) * rng.choice([1.0, 1 + 2.0**-52, 1 - 2.0**-53], count)
    scaled[2] = np.where(rng.integers(0, 2, count) == 0, nudged, scaled[2])
    tiny = np.ldexp(mantissas, np.array([[-600], [-520], [-1120]]))
    huge = np.ldexp(mantissas, np.array([[450], [467], [970]]))
    columns = [
        np.concatenate([e[chosen], s, t, h]) for e, s, t, h in zip(edges, scaled, tiny, huge, strict=True)
    ]
    got = run(f"fma.{mode}.f64", *columns)
    for lane, (x, y, z) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        want = expect_fma(rounded, "f64", mode, x, y, z)
        assert same(float(got[lane]), want), (x.hex(), y.hex(), z.hex(), float(got[lane]).hex(), want.hex())


@pytest.mark.parametrize(("type_", "mode"), list(product(("f32", "f64"), MODES)))
def test_sum_difference_product(run: Run, rounded: Rounded, type_: str, mode: str) -> None:
    rng = np.random.default_rng(3)
    edges = f32(*EDGES32) if type_ == "f32" else f64(*EDGES64)
    a, b = grid(edges, 2)
    precision = 24 if type_ == "f32" else 53
    more = np.ldexp(
        rng.integers(-(2**precision), 2**precision, (2, 300)).astype(edges.dtype),
        rng.integers(-60, 5, (2, 300)).astype(np.int32),
    )
    a, b = np.concatenate([a, more[0]]), np.concatenate([b, more[1]])
    one = edges.dtype.type(1)
    for lane, (total, difference, multiple, x, y) in enumerate(
        zip(
            *(run(f"{op}.{mode}.{type_}", a, b).tolist() for op in ("add", "sub", "mul")),
            a.tolist(),
            b.tolist(),
            strict=True,
        )
    ):
        assert same(total, expect_fma(rounded, type_, mode, x, float(one), y)), (lane, x, y)
        assert same(difference, expect_fma(rounded, type_, mode, x, float(one), -y)), (lane, x, y)
        zero = -0.0 if minus(x) != minus(y) else 0.0
        assert same(multiple, expect_fma(rounded, type_, mode, x, y, zero)), (lane, x, y)


@pytest.mark.parametrize(("type_", "mode"), list(product(("f32", "f64"), MODES)))
def test_quotient_and_root(run: Run, rounded: Rounded, type_: str, mode: str) -> None:
    rng = np.random.default_rng(4)
    edges = f32(*EDGES32) if type_ == "f32" else f64(*EDGES64)
    a, b = grid(edges, 2)
    precision = 24 if type_ == "f32" else 53
    more = np.ldexp(
        rng.integers(1, 2**precision, (2, 400)).astype(edges.dtype),
        rng.integers(-30, 5, (2, 400)).astype(np.int32),
    )
    a, b = np.concatenate([a, more[0]]), np.concatenate([b, more[1]])
    got, inverse, root = (run(f"{op}.{mode}.{type_}", *args).tolist() for op, args in
                          (("div", (a, b)), ("rcp", (b,)), ("sqrt", (a,))))  # fmt: skip
    for lane, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        assert same(got[lane], expect_quotient(rounded, type_, mode, x, y)), (
            x.hex(),
            y.hex(),
            got[lane].hex(),
        )
        assert same(inverse[lane], expect_quotient(rounded, type_, mode, 1.0, y)), y.hex()
        assert_root(root[lane], x, type_, mode)


def expect_quotient(rounded: Rounded, type_: str, mode: str, a: float, b: float) -> float:
    sign = -1.0 if minus(a) != minus(b) else 1.0
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    if math.isinf(a) or b == 0:
        return math.copysign(math.inf, sign)
    if math.isinf(b) or a == 0:
        return math.copysign(0.0, sign)
    return math.copysign(rounded(Fraction(a) / Fraction(b), type_, mode), sign)


def assert_root(got: float, a: float, type_: str, mode: str) -> None:
    """A rounded root has the radicand between the squares of its neighbours."""
    if math.isnan(a) or a < 0:
        assert math.isnan(got)
        return
    if a == 0 or math.isinf(a):
        assert same(got, a)
        return
    dtype = np.float32 if type_ == "f32" else np.float64
    below, above = (Fraction(float(np.nextafter(dtype(got), dtype(to)))) for to in (0, math.inf))
    root, radicand = Fraction(got), Fraction(a)
    if mode == "rn":
        assert ((root + below) / 2) ** 2 <= radicand <= ((root + above) / 2) ** 2
    elif mode == "rp":
        assert below**2 < radicand <= root**2
    else:
        assert root**2 <= radicand < above**2


PATTERNS = st.lists(st.integers(0, 2**32 - 1) | st.sampled_from(EDGES32), min_size=3, max_size=3)


@given(PATTERNS, st.sampled_from(MODES), st.booleans())
def test_any_bits_of_f32(run: Run, rounded: Rounded, bits: list[int], mode: str, flushed: bool) -> None:
    columns = [f32(x) for x in bits]
    values = [float(column[0]) for column in columns]
    if flushed:
        values = [math.copysign(0.0, x) if abs(x) < 2.0**-126 else x for x in values]
    want = expect_fma(rounded, "f32", mode, *values)
    if flushed and abs(want) < 2.0**-126:
        want = math.copysign(0.0, want)
    got = float(run(f"fma.{mode}{'.ftz' if flushed else ''}.f32", *columns)[0])
    assert same(got, want)
    clamped = float(run(f"fma.{mode}{'.ftz' if flushed else ''}.sat.f32", *columns)[0])
    assert same(clamped, 0.0 if math.isnan(want) or want <= 0 else min(want, 1.0))


def test_nan_is_canonical(run: Run) -> None:
    nans, ones = f32(0x7FC00001, 0xFFFFFFFF, 0x7F800001), f32(*[0x3F800000] * 3)
    for text, *sources in (
        ("add.f32", nans, ones), ("sub.rz.f32", ones, nans), ("mul.f32", nans, nans),
        ("fma.rn.f32", ones, nans, ones), ("div.rn.f32", nans, ones), ("sqrt.rn.f32", nans),
        ("abs.f32", nans), ("neg.f32", nans), ("min.f32", nans, nans), ("max.NaN.f32", nans, ones),
        ("ex2.approx.f32", nans),
        ("sin.approx.f32", nans),
        ("rsqrt.approx.f32", -ones), ("lg2.approx.f32", -ones), ("sin.approx.f32", f32(*[0x7F800000] * 3)),
    ):  # fmt: skip
        assert set(run(text, *sources).view(np.uint32).tolist()) == {0x7FFFFFFF}, text


def test_min_and_max_order_zeros_and_skip_nan(run: Run) -> None:
    a = np.array([0.0, -0.0, 1.0, np.nan, 2.0, -3.0, np.nan], np.float32)
    b = np.array([-0.0, 0.0, np.nan, 5.0, 1.0, -4.0, np.nan], np.float32)
    for type_ in ("f32", "f64"):
        wide = np.float32 if type_ == "f32" else np.float64
        low, high = (run(f"{op}.{type_}", a.astype(wide), b.astype(wide)).tolist() for op in ("min", "max"))
        for got, want in ((low, [-0.0, -0.0, 1.0, 5.0, 1.0, -4.0, math.nan]),
                          (high, [0.0, 0.0, 1.0, 5.0, 2.0, -3.0, math.nan])):  # fmt: skip
            assert all(same(x, y) for x, y in zip(got, want, strict=True)), (got, want)
    strict = run("min.NaN.f32", a, b).tolist()
    assert all(
        same(x, y) for x, y in zip(strict, [-0.0, -0.0, math.nan, math.nan, 1.0, -4.0, math.nan], strict=True)
    )
    signed = run("max.xorsign.abs.f32", f32(0xBF800000, 0x40000000), f32(0x40400000, 0x3F800000)).tolist()
    assert signed == [-3.0, 2.0]
    three = [np.array([x], np.float32) for x in (3.0, np.nan, -5.0)]
    assert run("min.f32", *three).tolist() == [-5.0]
    assert run("max.abs.f32", *three).tolist() == [5.0]
    assert math.isnan(run("max.NaN.f32", *three)[0])


def test_testp_and_copysign(run: Run) -> None:
    values = f32(
        0x00000000, 0x80000000, 0x00000001, 0x00800000, 0x3F800000, 0x7F800000, 0xFF800000, 0x7FC00000
    )
    want = {
        "finite": [1, 1, 1, 1, 1, 0, 0, 0],
        "infinite": [0, 0, 0, 0, 0, 1, 1, 0],
        "number": [1, 1, 1, 1, 1, 1, 1, 0],
        "notanumber": [0, 0, 0, 0, 0, 0, 0, 1],
        "normal": [1, 1, 0, 1, 1, 0, 0, 0],
        "subnormal": [0, 0, 1, 0, 0, 0, 0, 0],
    }
    for op, flags in want.items():
        assert run(f"testp.{op}.f32", values).astype(int).tolist() == flags, op
    assert run("copysign.f32", f32(0x80000000, 0x3F800000), f32(0x40000000, 0xC0000000)).tolist() == [
        -2.0,
        2.0,
    ]


def test_division_by_huge_numbers(run: Run) -> None:
    """Beyond 2**126 the approximate reciprocal is zero (section 9.7.3.8)."""
    a = np.array([2.0**127, -1.0, np.inf, 2.0**127], np.float32)
    b = np.array([2.0**126 * 1.5, 2.0**127, -(2.0**127), 2.0**126], np.float32)
    got = run("div.approx.f32", a, b).tolist()
    assert same(got[0], 0.0)
    assert same(got[1], -0.0)
    assert math.isnan(got[2])
    assert got[3] == 2.0
    assert run("div.full.f32", a[:1], b[:1])[0] == np.float32(4 / 3)


BOUNDS: dict[
    str, tuple[Callable[[float], float], float, float, str, float]
] = {  # absolute or relative error of the manual, over the range it is given for
    "ex2.approx.f32": (lambda x: 2.0**x, -126, 127, "relative", 2.0**-22),
    "lg2.approx.f32": (math.log2, 2.0**-10, 2.0**10, "either", 2.0**-22),
    "sin.approx.f32": (math.sin, -6.28, 6.28, "absolute", 2.0**-20.5),
    "cos.approx.f32": (math.cos, -6.28, 6.28, "absolute", 2.0**-20.5),
    "tanh.approx.f32": (math.tanh, -9, 9, "relative", 2.0**-11),
    "rcp.approx.f32": (lambda x: 1 / x, 0.01, 100, "relative", 2.0**-23),
    "sqrt.approx.f32": (math.sqrt, 0.01, 1e30, "relative", 2.0**-23),
    "rsqrt.approx.f32": (lambda x: 1 / math.sqrt(x), 0.01, 1e30, "relative", 2.0**-22.9),
}


@pytest.mark.parametrize("text", BOUNDS)
def test_approximations_keep_the_bounds_of_the_manual(run: Run, text: str) -> None:
    function, low, high, kind, bound = BOUNDS[text]
    x = np.random.default_rng(5).uniform(low, high, 500).astype(np.float32)
    for got, value in zip(run(text, x).tolist(), x.tolist(), strict=True):
        want = function(value)
        error = abs(got - want)
        assert error <= bound * (1 if kind == "absolute" else abs(want)) or (
            kind == "either" and error <= bound
        )


def test_edges_of_approximations(run: Run) -> None:
    special = f32(0xFF800000, 0x80000000, 0x00000000, 0x7F800000)
    table = {
        "rcp.approx.f32": [-0.0, -math.inf, math.inf, 0.0],
        "sqrt.approx.f32": [math.nan, -0.0, 0.0, math.inf],
        "rsqrt.approx.f32": [math.nan, -math.inf, math.inf, 0.0],
        "sin.approx.f32": [math.nan, -0.0, 0.0, math.nan],
        "cos.approx.f32": [math.nan, 1.0, 1.0, math.nan],
        "lg2.approx.f32": [math.nan, -math.inf, -math.inf, math.inf],
        "ex2.approx.f32": [0.0, 1.0, 1.0, math.inf],
        "tanh.approx.f32": [-1.0, -0.0, 0.0, 1.0],
    }
    for text, want in table.items():
        got = run(text, special).tolist()
        assert all(same(x, y) for x, y in zip(got, want, strict=True)), (text, got)
    tiny = f32(0x80000001, 0x00000001)
    assert run("rcp.approx.ftz.f32", tiny).tolist() == [-math.inf, math.inf]
    assert run("lg2.approx.ftz.f32", tiny).tolist() == [-math.inf, -math.inf]
    assert run("ex2.approx.f32", f32(0xC3000000)).view(np.uint32)[0] == 0x00200000
    assert run("ex2.approx.ftz.f32", f32(0xC3000000)).view(np.uint32)[0] == 0


def test_gross_approximations_of_f64(run: Run) -> None:
    special = f64(0xFFF0000000000000, 0x8000000000000001, 0x8000000000000000, 0, 1, 0x7FF0000000000000)
    rcp = [-0.0, -math.inf, -math.inf, math.inf, math.inf, 0.0]
    got = run("rcp.approx.ftz.f64", special)
    assert all(same(x, y) for x, y in zip(got.tolist(), rcp, strict=True))
    root = run("rsqrt.approx.ftz.f64", special)
    assert math.isnan(root[0])
    assert all(same(x, y) for x, y in zip(root.tolist()[1:], rcp[1:], strict=True))
    nan = run("rcp.approx.ftz.f64", f64(0x7FF8000000000123))
    assert nan.view(np.uint64)[0] == 0x7FFFFFFF00000000
    values = np.random.default_rng(6).uniform(0.1, 100, 64)
    result = run("rcp.approx.ftz.f64", values)
    assert not (result.view(np.uint64) & np.uint64(0xFFFFFFFF)).any()
    assert np.allclose(result, 1 / values, rtol=2.0**-19)
    assert run("rcp.approx.ftz.f64", f64(0x7FE0000000000000))[0] == 0


def test_pairs_of_f32_are_two_f32(run: Run) -> None:
    rng = np.random.default_rng(7)
    words = rng.integers(0, 2**63, (3, 64)).astype(np.uint64)
    for text in ("add.rp.ftz", "sub.rn", "mul.rz", "fma.rm.ftz"):
        sources = words[: 3 if text.startswith("fma") else 2]
        pairs = run(f"{text}.f32x2", *sources)
        for shift in (0, 32):
            halves = [(word >> np.uint64(shift)).astype(np.uint32).view(np.float32) for word in sources]
            single = run(f"{text}.f32", *halves).view(np.uint32)
            assert np.array_equal((pairs >> np.uint64(shift)).astype(np.uint32), single), text


@pytest.mark.parametrize("narrow", ["f16", "bf16"])
def test_mixed_precision(run: Run, rounded: Rounded, narrow: str) -> None:
    rng = np.random.default_rng(8)
    bits = rng.integers(0, 2**16, (2, 200)).astype(np.uint16)
    dtype = np.float16 if narrow == "f16" else None
    values = [
        [float(x) for x in (row.view(dtype) if dtype else (row.astype(np.uint32) << 16).view(np.float32))]
        for row in bits
    ]
    c = rng.integers(0, 2**32, 200).astype(np.uint32).view(np.float32)
    for mode in MODES:
        fma = run(f"fma.{mode}.f32.{narrow}", bits[0], bits[1], c).tolist()
        add = run(f"add.{mode}.f32.{narrow}", bits[0], c).tolist()
        sub = run(f"sub.{mode}.f32.{narrow}", bits[0], c).tolist()
        for lane, (x, y, z) in enumerate(zip(*values, c.tolist(), strict=True)):
            assert same(fma[lane], expect_fma(rounded, "f32", mode, x, y, z))
            assert same(add[lane], expect_fma(rounded, "f32", mode, x, 1.0, z))
            assert same(sub[lane], expect_fma(rounded, "f32", mode, x, 1.0, -z))
