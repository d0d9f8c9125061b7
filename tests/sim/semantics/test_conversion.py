"""Conversions against exact fractions and the formats as ml_dtypes knows them."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

Run = Callable[..., Any]
Rounded = Callable[..., float]

INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
FLOATS = ("f16", "bf16", "f32", "f64")
DTYPES = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16),
          "f32": np.dtype(np.float32), "f64": np.dtype(np.float64)}  # fmt: skip


def limits(type_: str) -> tuple[int, int]:
    bits = int(type_[1:])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type_[0] == "s" else (0, (1 << bits) - 1)


def integers(type_: str) -> list[int]:
    low, high = limits(type_)
    rng = np.random.default_rng(9)
    near = [
        sign * (1 << power) + step for power in range(0, 64, 3) for step in (-1, 0, 1) for sign in (1, -1)
    ]
    more = [
        int(x) >> int(s)
        for x, s in zip(rng.integers(-(2**63), 2**63 - 1, 40), rng.integers(0, 60, 40), strict=True)
    ]
    return sorted({x for x in (low, low + 1, high, high - 1, *near, *more) if low <= x <= high})


def floats(type_: str) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(10)
    base = [
        0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49, 127.5, 128.0, -128.5, 255.5, 32767.5, 65504.0, 65520.0,
        2.0**31, 2.0**31 - 1, -(2.0**31), 2.0**32, 2.0**63, -(2.0**63), 2.0**64, 2.0**-149, 2.0**-140,
        2.0**-24, 2.0**-25, 1 + 2.0**-11, 1 + 3 * 2.0**-11, 1 + 2.0**-8, 3.4e38,
        math.inf, -math.inf, math.nan,
    ]  # fmt: skip
    random = np.ldexp(rng.uniform(-2, 2, 150), rng.integers(-30, 40, 150))
    with np.errstate(all="ignore"):
        return (
            np.array([*base, *random])
            .astype(np.float32 if type_ == "bf16" else DTYPES[type_])
            .astype(DTYPES[type_])
        )


def same(got: float, want: float) -> bool:
    return (math.isnan(got) and math.isnan(want)) or (
        got == want and math.copysign(1, got) == math.copysign(1, want)
    )


@pytest.mark.parametrize(("target", "origin"), list(product(INTEGERS, INTEGERS)))
def test_integer_to_integer(run: Run, target: str, origin: str) -> None:
    values = integers(origin)
    (low, high), bits = limits(target), int(target[1:])
    wrapped = [(x - low) % (1 << bits) + low for x in values]
    assert run(f"cvt.{target}.{origin}", values).tolist() == wrapped
    least, most = limits(origin)
    if least < low or most > high:
        assert run(f"cvt.sat.{target}.{origin}", values).tolist() == [max(low, min(high, x)) for x in values]


@pytest.mark.parametrize(("target", "origin"), list(product(FLOATS, INTEGERS)))
def test_integer_to_float(run: Run, rounded: Rounded, target: str, origin: str) -> None:
    values = integers(origin)
    for mode in ("rn", "rz", "rm", "rp"):
        got = run(f"cvt.{mode}.{target}.{origin}", values).astype(float).tolist()
        assert got == [rounded(x, target, mode) if x else 0.0 for x in values], mode


@pytest.mark.parametrize(("target", "origin"), list(product(INTEGERS, FLOATS)))
def test_float_to_integer(run: Run, target: str, origin: str) -> None:
    values = floats(origin)
    low, high = limits(target)
    directions: dict[str, Callable[[Fraction], int]] = {
        "rni": round,
        "rzi": int,
        "rmi": math.floor,
        "rpi": math.ceil,
    }
    for mode, direction in directions.items():
        got = run(f"cvt.{mode}.{target}.{origin}", values).tolist()
        for result, x in zip(got, values.astype(float).tolist(), strict=True):
            if math.isnan(x):
                zero = origin != "f64" and target not in ("s64", "u64")
                want = 0 if zero else low if target[0] == "s" else (high >> 1) + 1
            elif math.isinf(x):
                want = high if x > 0 else low
            else:
                want = max(low, min(high, direction(Fraction(x))))
            assert result == want, (mode, x)


@pytest.mark.parametrize(("target", "origin"), list(product(FLOATS, FLOATS)))
def test_float_to_float(run: Run, rounded: Rounded, target: str, origin: str) -> None:
    values = floats(origin)
    narrower = {"f16": {"f32", "f64", "bf16"}, "bf16": {"f32", "f64", "f16"}, "f32": {"f64"}, "f64": set()}[
        target
    ]
    for mode in ("rn", "rz", "rm", "rp") if origin in narrower else ("",):
        if target == origin == "bf16":
            break
        text = f"cvt.{mode}.{target}.{origin}" if mode else f"cvt.{target}.{origin}"
        got = run(text, values).astype(float).tolist()
        for result, x in zip(got, values.astype(float).tolist(), strict=True):
            if x == 0 or not math.isfinite(x):
                want = x
            else:
                want = math.copysign(rounded(Fraction(x), target, mode or "rn"), x)
            assert same(result, want), (text, x, result)
    if target == origin:
        for mode, direction in (("rni", round), ("rzi", int), ("rmi", math.floor), ("rpi", math.ceil)):
            got = run(f"cvt.{mode}.{target}.{origin}", values).astype(float).tolist()
            for result, x in zip(got, values.astype(float).tolist(), strict=True):
                want = math.copysign(float(direction(x)), x) if math.isfinite(x) else x
                assert same(result, want), (mode, x, result)


def test_saturation_and_flushing(run: Run) -> None:
    values = np.array([-1.0, -0.0, 0.25, 2.0, np.nan, 2.0**-140], np.float32)
    assert run("cvt.sat.f32.f32", values).tolist() == [0.0, 0.0, 0.25, 1.0, 0.0, 2.0**-140]
    assert run("cvt.ftz.sat.f32.f32", values)[5] == 0.0
    assert run("cvt.rn.sat.f16.f32", values).tolist() == [0.0, 0.0, 0.25, 1.0, 0.0, 0.0]
    assert run("cvt.rpi.s32.f32", values).tolist() == [-1, 0, 1, 2, 0, 1]
    assert run("cvt.rpi.ftz.s32.f32", values)[5] == 0
    assert run("cvt.ftz.f64.f32", values)[5] == 0.0
    assert run("cvt.rn.ftz.f32.f64", np.array([2.0**-140, -(2.0**-140)])).view(np.uint32).tolist() == [
        0,
        0x80000000,
    ]


def test_pairs_of_halves(run: Run) -> None:
    a = np.array([1.0, -2.0, 70000.0, np.nan, -1e-9], np.float32)
    b = np.array([0.5, 65519.9, -np.inf, -1.0, 3.0], np.float32)
    got = run("cvt.rn.f16x2.f32", a, b)
    with np.errstate(all="ignore"):
        halves = [x.astype(np.float16) for x in (a, b)]
    assert (got >> 16).astype(np.uint16).tolist()[:3] == halves[0].view(np.uint16).tolist()[:3]
    assert (got & 0xFFFF).astype(np.uint16).tolist() == halves[1].view(np.uint16).tolist()
    assert got[3] >> 16 == 0x7FFF
    limited = run("cvt.rn.satfinite.f16x2.f32", a, b)
    assert [hex(x >> 16) for x in limited.tolist()] == ["0x3c00", "0xc000", "0x7bff", "0x7fff", "0x8000"]
    assert limited[2] & 0xFFFF == 0xFBFF
    assert [hex(x & 0xFFFF) for x in run("cvt.rn.relu.f16x2.f32", a, b).tolist()] == [
        "0x3800",
        "0x7bff",
        "0x0",
        "0x0",
        "0x4200",
    ]
    pair = run("cvt.rn.bf16x2.f32", a, b)
    want = b.astype(ml_dtypes.bfloat16).view(np.uint16)
    assert (pair & 0xFFFF).tolist() == want.tolist()
    assert (
        run("cvt.rz.bf16x2.f32", np.array([1.9999], np.float32), np.array([-1.9999], np.float32))[0]
        == 0x3FFFBFFF
    )


def test_tf32(run: Run, rounded: Rounded) -> None:
    values = floats("f32")
    for mode in ("rna", "rn", "rz"):
        got = run(f"cvt.{mode}.tf32.f32", values)
        assert not (got[np.isfinite(values)] & 0x1FFF).any()
        for result, x in zip(
            got.view(np.float32).astype(float).tolist(), values.astype(float).tolist(), strict=True
        ):
            want = (
                x if x == 0 or not math.isfinite(x) else math.copysign(rounded(Fraction(x), "tf32", mode), x)
            )
            assert same(result, want), (mode, x)


NARROW = {
    "e4m3": (ml_dtypes.float8_e4m3fn, 448.0, 8), "e5m2": (ml_dtypes.float8_e5m2, 57344.0, 8),
    "e2m3": (ml_dtypes.float6_e2m3fn, 7.5, 8), "e3m2": (ml_dtypes.float6_e3m2fn, 28.0, 8),
    "e2m1": (ml_dtypes.float4_e2m1fn, 6.0, 4),
}  # fmt: skip


def table(name: str) -> list[float]:
    """The value of each encoding."""
    dtype, _, _ = NARROW[name]
    count = 1 << {"e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4}[name]
    return [float(x) for x in np.arange(count, dtype=np.uint8).view(dtype).astype(np.float32)]


def nearest(name: str, x: float) -> float:
    """The nearest finite value, ties to an even encoding; the largest beyond it."""
    finite = [
        (value, code)
        for code, value in enumerate(table(name))
        if math.isfinite(value) and minus(value) == minus(x)
    ]
    x = max(min(x, 1e9), -1e9)
    best = min(abs(value - x) for value, _ in finite)
    candidates = [(value, code) for value, code in finite if abs(value - x) == best]
    return next((value for value, code in candidates if code % 2 == 0), candidates[0][0])


def minus(x: float) -> bool:
    return math.copysign(1, x) < 0


@pytest.mark.parametrize("name", NARROW)
def test_narrow_floats(run: Run, name: str) -> None:
    _, largest, width = NARROW[name]
    values, finite = table(name), [x for x in table(name) if math.isfinite(x)]
    middles = [(x + y) / 2 for x, y in zip(sorted(finite), sorted(finite)[1:], strict=False)]
    nudged = [x * (1 + s * 2.0**-20) for x in middles for s in (-1, 0, 1)]
    inputs = [*finite, *nudged, largest * 1.1, -largest * 100, math.inf, -math.inf, 1e-30, -1e-30]
    inputs += [0.0] * (len(inputs) % 2)
    a, b = (np.array(x, np.float32) for x in (inputs, inputs[::-1]))
    got = run(f"cvt.rn.satfinite.{name}x2.f32", a, b).tolist()
    positive = run(f"cvt.rn.satfinite.relu.{name}x2.f32", a, b).tolist()
    for word, rectified, x, y in zip(got, positive, a.tolist(), b.tolist(), strict=True):
        assert same(values[word >> width], nearest(name, x)), (x, word)
        assert same(values[word & ((1 << width) - 1)], nearest(name, y)), (y, word)
        assert same(values[rectified >> width], 0.0 if minus(x) else nearest(name, x))
    nan = (
        run(f"cvt.rn.satfinite.{name}x2.f32", np.array([np.nan], np.float32), np.array([0], np.float32))[0]
        >> width
    )
    assert math.isnan(values[nan]) if name in ("e4m3", "e5m2") else values[nan] == largest
    codes = np.arange(len(values), dtype=np.uint16)
    words = (codes[::-1] << width | codes).astype(np.uint8 if width == 4 else np.uint16)
    for half in ("f16", "bf16"):
        up = run(f"cvt.rn.{half}x2.{name}x2", words)
        upper, lower = (
            (up >> s & 0xFFFF).astype(np.uint16).view(DTYPES[half]).astype(float) for s in (16, 0)
        )
        assert all(same(x, y) for x, y in zip(lower.tolist(), values, strict=True))
        assert all(same(x, y) for x, y in zip(upper.tolist(), values[::-1], strict=True))
        back = run(f"cvt.rn.satfinite.{name}x2.{half}x2", up)
        keep = [
            lane for lane in range(len(values)) if all(math.isfinite(v[lane]) for v in (values, values[::-1]))
        ]
        assert back[keep].tolist() == words[keep].tolist()


def test_scale_factors(run: Run) -> None:
    x = np.array([1.0, 1.5, 3.0, 2.0**-130, np.inf, np.nan, 2.0**127 * 1.5, 0.0], np.float32)
    zero = np.zeros_like(x)
    down = [word >> 8 for word in run("cvt.rz.satfinite.ue8m0x2.f32", x, zero).tolist()]
    up = [word >> 8 for word in run("cvt.rp.satfinite.ue8m0x2.f32", x, zero).tolist()]
    assert down == [127, 127, 128, 0, 254, 255, 254, 0]
    assert up == [127, 128, 129, 0, 254, 255, 254, 0]
    wide = run("cvt.rn.bf16x2.ue8m0x2", np.array([0x7F80, 0xFF01], np.uint16))
    assert [hex(word) for word in wide.tolist()] == ["0x3f804000", "0x7fff0080"]
    scaled = run(
        "cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2", np.array([0x3838], np.uint16), np.array([0x8081], np.uint16)
    )
    assert scaled.tolist() == [0x40004080]
    divided = run(
        "cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32",
        np.array([8.0], np.float32),
        np.array([4.0], np.float32),
        np.array([129], np.uint8),
    )
    assert divided.tolist() == [0x4038]


def test_fixed_point(run: Run) -> None:
    got = run(
        "cvt.rn.satfinite.s2f6x2.f32",
        np.array([1.0, -2.5, 0.0078125, np.nan], np.float32),
        np.array([-1.0, 5.0, 0.0, 0.5], np.float32),
    )
    assert [hex(word) for word in got.tolist()] == ["0x40c0", "0x807f", "0x0", "0x7f20"]
    back = run("cvt.rn.bf16x2.s2f6x2", np.array([0x4080], np.uint16))
    assert back.tolist() == [0x3F80C000]


def test_stochastic_rounding(run: Run) -> None:
    """The random bits carry into the last bit that is kept, or do not (figures 39 to 42 of the manual)."""
    x = np.array([1 + 0.25 * 2.0**-10] * 4, np.float32)
    random = np.array([0, 0x17FF, 0x1800, 0xFFFF], np.uint32) << 16
    got = run("cvt.rs.f16x2.f32", x, np.zeros_like(x), random)
    assert [word >> 16 for word in got.tolist()] == [0x3C00, 0x3C00, 0x3C01, 0x3C01]
    y = np.array([[1.0625]] * 4, np.float32)
    word = run(
        "cvt.rs.satfinite.e4m3x4.f32", np.repeat(y, 2, axis=1), np.array([0x80000000, 0x7FFF8000], np.uint32)
    )
    assert [hex(int(w)) for w in word] == ["0x39393838", "0x38383939"]


def test_packing_integers(run: Run) -> None:
    a, b = [70000, -70000, 5], [-1, 1, 300]
    assert run("cvt.pack.sat.u16.s32", a, b).tolist() == [0xFFFF0000, 0x00000001, 0x0005012C]
    assert run("cvt.pack.sat.s16.s32", a, b).tolist() == [0x7FFFFFFF, 0x80000001, 0x0005012C]
    assert run("cvt.pack.sat.u8.s32.b32", a, b, [0xAABBCCDD] * 3).tolist() == [
        0xCCDDFF00,
        0xCCDD0001,
        0xCCDD05FF,
    ]
    assert run("cvt.pack.sat.s4.s32.b32", [9], [-9], [0x12345678])[0] == 0x34567878
    assert run("cvt.pack.sat.u2.s32.b32", [2], [9], [1])[0] == 0x1B
