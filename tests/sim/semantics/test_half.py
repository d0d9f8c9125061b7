"""Half-precision instructions against exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]
Rounded = Callable[..., float]

EDGES = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x0080, 0x007F, 0x3C00, 0xBC00, 0x3C01, 0x3F80, 0xBF80,
    0x3F81, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7F7F, 0x7F80, 0xFF80, 0x7E00, 0x7FC1, 0x1400, 0x3B80,
]  # fmt: skip


def value(bits: int, type_: str) -> float:
    """The number that 16 bits represent."""
    if type_ == "bf16":
        return float(np.array([bits << 16], np.uint32).view(np.float32)[0])
    sign, exponent, fraction = bits >> 15, bits >> 10 & 31, bits & 1023
    if exponent == 31:
        number = math.nan if fraction else math.inf
    else:
        number = math.ldexp(fraction + (1024 if exponent else 0), max(exponent, 1) - 25)
    return -number if sign else number


def columns(count: int) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(count)
    parts = [rng.integers(0, 2**16, (count, 900)), rng.choice(EDGES, (count, 900))]
    middle = rng.integers(0x3000, 0x5000, (count, 600)) | rng.integers(0, 2, (count, 600)) << 15
    return list(np.concatenate([*parts, middle], axis=1).astype(np.uint16))


def expect(rounded: Rounded, type_: str, exact: Callable[..., Fraction], *values: float) -> float | None:
    """The rounded value; None where IEEE special cases decide."""
    if not all(math.isfinite(x) for x in values):
        return None
    number = exact(*(Fraction(x) for x in values))
    if number == 0:
        return None
    return math.copysign(rounded(number, type_), 1 if number > 0 else -1)


def special(type_: str, native: Callable[..., float], *values: float) -> float:
    """Zeros, infinities and NaN, where float64 arithmetic is exact."""
    del type_
    with np.errstate(all="ignore"):
        return float(native(*(np.float64(x) for x in values)))


def same(got: float, want: float) -> bool:
    return (math.isnan(got) and math.isnan(want)) or (
        got == want and math.copysign(1, got) == math.copysign(1, want)
    )


OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "fma.rn": lambda a, b, c: a * b + c,
}


@pytest.mark.parametrize("type_", ["f16", "bf16"])
@pytest.mark.parametrize("head", OPERATIONS)
def test_rounded_once(run: Run, rounded: Rounded, head: str, type_: str) -> None:
    function = OPERATIONS[head]
    sources = columns(3 if head == "fma.rn" else 2)
    got = run(f"{head}.{type_}", *sources).view(np.uint16)
    for lane, bits in enumerate(zip(*(column.tolist() for column in sources), strict=True)):
        values = [value(x, type_) for x in bits]
        want = expect(rounded, type_, function, *values)
        if want is None:
            want = special(type_, function, *values)
        result = int(got[lane])
        assert same(value(result, type_), want), (head, [hex(x) for x in bits], hex(result), want)
        assert not math.isnan(want) or result == 0x7FFF
    packed = run(f"{head}.{type_}x2", *(column.view(np.uint32) for column in sources))
    assert np.array_equal(packed.view(np.uint16), got)


def test_modifiers_of_f16(run: Run) -> None:
    a, b, c = columns(3)
    plain = [value(int(x), "f16") for x in run("fma.rn.f16", a, b, c).view(np.uint16)]
    clamped = [value(int(x), "f16") for x in run("fma.rn.sat.f16", a, b, c).view(np.uint16)]
    positive = run("fma.rn.relu.f16", a, b, c).view(np.uint16)
    for lane, want in enumerate(plain):
        assert same(clamped[lane], 0.0 if math.isnan(want) or want <= 0 else min(want, 1.0))
        assert (
            positive[lane] == 0x7FFF
            if math.isnan(want)
            else same(value(int(positive[lane]), "f16"), max(want, 0.0) or 0.0)
        )
    tiny = np.array([0x0001, 0x83FF, 0x0400, 0x0400], np.uint16)
    assert run("add.ftz.f16", tiny, np.zeros(4, np.uint16)).view(np.uint16).tolist() == [0, 0, 0x0400, 0x0400]
    halves = np.array([0x3800] * 4, np.uint16)
    assert run("mul.ftz.f16", tiny, halves).view(np.uint16).tolist() == [0, 0x8000, 0, 0]
    assert run("mul.f16", tiny, halves).view(np.uint16).tolist() == [0, 0x8200, 0x0200, 0x0200]


def test_the_nan_of_elements_outside_a_tensor_is_zero(run: Run) -> None:
    one = np.full(4, 0x3C00, np.uint16)
    outside = np.array([0x7FF7, 0x7E00, 0x3C00, 0x7FF7], np.uint16)
    assert run("fma.rn.oob.f16", outside, one, one).view(np.uint16).tolist() == [0, 0x7FFF, 0x4000, 0]
    assert run("fma.rn.oob.f16", one, outside, one).view(np.uint16).tolist() == [0, 0x7FFF, 0x4000, 0]
    packed = run("fma.rn.oob.relu.f16x2", outside.view(np.uint32), one.view(np.uint32), one.view(np.uint32))
    assert packed.view(np.uint16).tolist() == [0, 0x7FFF, 0x4000, 0]


@pytest.mark.parametrize("type_", ["f16", "bf16"])
def test_order_and_sign(run: Run, type_: str) -> None:
    a, b = columns(2)
    results = {op: run(f"{op}.{type_}", a, b).view(np.uint16).tolist() for op in ("min", "max", "min.NaN")}
    absolute, negative = (run(f"{op}.{type_}", a).view(np.uint16).tolist() for op in ("abs", "neg"))
    for lane, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        u, v = value(x, type_), value(y, type_)
        if math.isnan(u) and math.isnan(v):
            low = high = 0x7FFF
        elif math.isnan(u) or math.isnan(v):
            low = high = y if math.isnan(u) else x
        else:
            low, high = sorted((x, y), key=lambda bits: (value(bits, type_), bits < 0x8000))
        assert results["min"][lane] == low
        assert results["max"][lane] == high
        assert results["min.NaN"][lane] == (0x7FFF if math.isnan(u) or math.isnan(v) else low)
        assert absolute[lane] == (0x7FFF if math.isnan(u) else x & 0x7FFF)
        assert negative[lane] == (0x7FFF if math.isnan(u) else x ^ 0x8000)
    xorsign = run(f"min.xorsign.abs.{type_}", np.array([0xBC00], np.uint16), np.array([0x4000], np.uint16))
    assert xorsign.view(np.uint16).tolist() == [0xBC00]


@pytest.mark.parametrize(("text", "type_", "bound"), [
    ("tanh.approx", "f16", 2.0**-10.987), ("tanh.approx", "bf16", 2.0**-8),
    ("ex2.approx", "f16", 2.0**-9.9), ("ex2.approx.ftz", "bf16", 2.0**-7),
])  # fmt: skip
def test_approximations(run: Run, text: str, type_: str, bound: float) -> None:
    bits = np.arange(0, 2**16, 7).astype(np.uint16)
    got = run(f"{text}.{type_}", bits).view(np.uint16)
    normal = 2.0**-14 if type_ == "f16" else 2.0**-126
    for x, y in zip(bits.tolist(), got.tolist(), strict=True):
        a, d = value(x, type_), value(y, type_)
        if math.isnan(a):
            assert y == 0x7FFF
            continue
        if text.startswith("tanh"):
            assert abs(d - math.tanh(a)) <= bound
        elif a < 200 and 2.0**a >= normal and math.isfinite(d):
            assert abs(d - 2.0**a) <= bound * 2.0**a
