"""Matrix multiplication of warps against plain sums over the manual's fragments."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.layouts.fragments import Fragment, mma_fragment, mma_shape

Run = Callable[..., Any]
Array = np.ndarray[Any, Any]

WARPS = 3
FLOATS = {
    "f16": (np.dtype(np.float16), 16), "bf16": (np.dtype(ml_dtypes.bfloat16), 16),
    "tf32": (np.dtype(np.float32), 32),
    "e4m3": (np.dtype(ml_dtypes.float8_e4m3fn), 8), "e5m2": (np.dtype(ml_dtypes.float8_e5m2), 8),
    "e3m2": (np.dtype(ml_dtypes.float6_e3m2fn), 6), "e2m3": (np.dtype(ml_dtypes.float6_e2m3fn), 6),
    "e2m1": (np.dtype(ml_dtypes.float4_e2m1fn), 4),
}  # fmt: skip


def encoded(type_: str, values: Array) -> Array:
    """Bits of numbers in a type."""
    if type_ in FLOATS:
        dtype, _ = FLOATS[type_]
        return values.astype(dtype).view(f"u{dtype.itemsize}").astype(np.uint64)
    if type_ in ("f32", "f64"):
        return (
            values.astype(type_.replace("f32", "f4").replace("f64", "f8"))
            .view(f"u{int(type_[1:]) // 8}")
            .astype(np.uint64)
        )
    bits = int(type_[1:])
    return values.astype(np.int64).astype(np.uint64) & np.uint64((1 << bits) - 1)


def spread(fragment: Fragment, bits: Array, shift: int = 0) -> Array:
    """Registers of warps that hold matrices given as bits: (warps, matrices, rows, columns)."""
    width = fragment.bits * fragment.elements
    registers = np.zeros((fragment.registers, bits.shape[0] * 32), np.uint64)
    for (lane, register, element), (matrix, row, column) in fragment.places():
        registers[register, lane::32] |= bits[:, matrix, row, column] << np.uint64(
            element * fragment.bits + shift
        )
    return registers.astype(f"u{width // 8}")


def collect(fragment: Fragment, registers: Array) -> Array:
    """Bits of the matrices that registers hold."""
    raw = registers.view(f"u{registers.itemsize}").astype(np.uint64)
    bits = np.zeros((registers.shape[1] // 32, fragment.matrices, fragment.rows, fragment.columns), np.uint64)
    mask = np.uint64((1 << fragment.bits) - 1)
    for (lane, register, element), (matrix, row, column) in fragment.places():
        bits[:, matrix, row, column] = raw[register, lane::32] >> np.uint64(element * fragment.bits) & mask
    return bits


def shaped(fragment: Fragment) -> tuple[int, ...]:
    return WARPS, fragment.matrices, fragment.rows, fragment.columns


def small(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Numbers that every format holds and whose sums are exact in f16."""
    return rng.choice([-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0], shape)


@pytest.mark.parametrize("unit", [None, 120])
@pytest.mark.parametrize(("shape", "types"), [
    ("m16n8k8", ("f32", "f16", "f16", "f32")), ("m16n8k16", ("f32", "f16", "f16", "f32")),
    ("m16n8k16", ("f16", "f16", "f16", "f16")), ("m16n8k8", ("f16", "f16", "f16", "f16")),
    ("m16n8k8", ("f32", "bf16", "bf16", "f32")), ("m16n8k16", ("f32", "bf16", "bf16", "f32")),
    ("m16n8k4", ("f32", "tf32", "tf32", "f32")), ("m16n8k8", ("f32", "tf32", "tf32", "f32")),
    ("m16n8k16", ("f32", "e4m3", "e5m2", "f32")), ("m16n8k32", ("f16", "e5m2", "e4m3", "f16")),
])  # fmt: skip
def test_floats(run: Run, shape: str, types: tuple[str, str, str, str], unit: int | None) -> None:
    check_floats(run, shape, types, "", unit)


@pytest.mark.parametrize("types", [("f32", "e2m1", "e4m3", "f32"), ("f32", "e3m2", "e2m3", "f32")])
def test_floats_of_six_and_four_bits(run: Run, types: tuple[str, str, str, str]) -> None:
    check_floats(run, "m16n8k32", types, "kind::f8f6f4", None)


def check_floats(run: Run, shape: str, types: tuple[str, str, str, str], kind: str, unit: int | None) -> None:
    rng = np.random.default_rng(20)
    d_type, a_type, b_type, c_type = types
    fa, fb = (mma_fragment(shape, x, t, kind=kind) for x, t in (("a", a_type), ("b", b_type)))
    fc, fd = mma_fragment(shape, "c", c_type), mma_fragment(shape, "d", d_type)
    a, b, c = (small(rng, shaped(f)) for f in (fa, fb, fc))
    text = ".".join(("mma.sync.aligned", shape, "row.col", *([kind] if kind else []), *types))
    sources = (
        spread(f, encoded(t, x), 2 if kind and t == "e2m1" else 0)
        for f, t, x in ((fa, a_type, a), (fb, b_type, b), (fc, c_type, c))
    )
    got = collect(fd, run(text, *sources, unit=unit)).astype(f"u{fd.bits // 8}")
    assert np.array_equal(got.view(np.float16 if d_type == "f16" else np.float32).astype(float), a @ b + c)


@pytest.mark.parametrize(("layouts", "d_type", "c_type"), [
    (pair, *types) for pair in product(("row", "col"), repeat=2)
    for types in (("f16", "f16"), ("f32", "f32"), ("f32", "f16"))
])  # fmt: skip
def test_four_products_of_quad_pairs(run: Run, layouts: tuple[str, str], d_type: str, c_type: str) -> None:
    rng = np.random.default_rng(21)
    fa, fb = (mma_fragment("m8n8k4", x, "f16", layout) for x, layout in zip("ab", layouts, strict=True))
    fc, fd = mma_fragment("m8n8k4", "c", c_type), mma_fragment("m8n8k4", "d", d_type)
    a, b, c = (small(rng, shaped(f)) for f in (fa, fb, fc))
    text = f"mma.sync.aligned.m8n8k4.{layouts[0]}.{layouts[1]}.{d_type}.f16.f16.{c_type}"
    got = collect(
        fd,
        run(
            text, *(spread(f, encoded(t, x)) for f, t, x in ((fa, "f16", a), (fb, "f16", b), (fc, c_type, c)))
        ),
    )
    values = got.astype(f"u{fd.bits // 8}").view(np.float16 if d_type == "f16" else np.float32)
    assert np.array_equal(values.astype(float), a @ b + c)


@pytest.mark.parametrize(("shape", "a_type", "b_type"), [
    ("m8n8k16", "u8", "s8"), ("m16n8k16", "s8", "s8"), ("m16n8k32", "s8", "u8"),
    ("m8n8k32", "s4", "u4"), ("m16n8k32", "u4", "u4"), ("m16n8k64", "s4", "s4"),
])  # fmt: skip
def test_integers_wrap_or_saturate(run: Run, shape: str, a_type: str, b_type: str) -> None:
    rng = np.random.default_rng(22)
    fa, fb = mma_fragment(shape, "a", a_type), mma_fragment(shape, "b", b_type)
    fc = mma_fragment(shape, "c", "s32")
    a, b = (integers(rng, t, shaped(f)) for t, f in ((a_type, fa), (b_type, fb)))
    c = rng.choice([2**31 - 1, -(2**31), 0, 12345], shaped(fc))
    sources = [spread(f, encoded(t, x)) for f, t, x in ((fa, a_type, a), (fb, b_type, b), (fc, "s32", c))]
    exact = np.einsum("wmik,wmkj->wmij", a, b) + c
    for word, want in (
        ("", (exact + 2**31) % 2**32 - 2**31),
        (".satfinite", np.clip(exact, -(2**31), 2**31 - 1)),
    ):
        text = f"mma.sync.aligned.{shape}.row.col{word}.s32.{a_type}.{b_type}.s32"
        got = collect(fc, run(text, *sources)).astype(np.uint32).view(np.int32)
        assert np.array_equal(got, want)


def integers(rng: np.random.Generator, type_: str, shape: tuple[int, ...]) -> Array:
    bits = int(type_[1:])
    low = -(1 << bits - 1) if type_[0] == "s" else 0
    return rng.integers(low, low + (1 << bits), shape)


@pytest.mark.parametrize(
    ("shape", "op"), list(product(("m8n8k128", "m16n8k128", "m16n8k256"), ("and", "xor")))
)
def test_bits_are_counted(run: Run, shape: str, op: str) -> None:
    rng = np.random.default_rng(23)
    fa, fb, fc = (mma_fragment(shape, x, t) for x, t in (("a", "b1"), ("b", "b1"), ("c", "s32")))
    a, b, c = (rng.integers(0, 2, shaped(f)) for f in (fa, fb, fc))
    sources = (spread(f, encoded(t, x)) for f, t, x in ((fa, "b1", a), (fb, "b1", b), (fc, "s32", c)))
    got = collect(fc, run(f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{op}.popc", *sources))
    both = a @ b if op == "and" else a @ (1 - b) + (1 - a) @ b
    assert np.array_equal(got, both + c)


@pytest.mark.parametrize(
    ("shape", "mode"), list(product(("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"), ("", ".rz")))
)
def test_doubles_are_a_chain_of_fma(run: Run, shape: str, mode: str) -> None:
    rng = np.random.default_rng(24)
    fa, fb, fc = (mma_fragment(shape, x, "f64") for x in "abc")
    a, b, c = (rng.standard_normal(shaped(f)) for f in (fa, fb, fc))
    sources = (spread(f, encoded("f64", x)).view(np.float64) for f, x in ((fa, a), (fb, b), (fc, c)))
    got = collect(fc, run(f"mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64{mode}", *sources)).view(
        np.float64
    )
    want = c
    for k in range(mma_shape(shape)[2]):
        left, right = np.broadcast_arrays(a[..., :, k, None], b[..., None, k, :])
        want = run(f"fma{mode or '.rn'}.f64", left.ravel(), right.ravel(), want.ravel()).reshape(c.shape)
    assert np.array_equal(got, want)


def test_tf32_drops_low_bits_and_nan_is_canonical(run: Run) -> None:
    fa, fb, fc = (mma_fragment("m16n8k8", x, t) for x, t in (("a", "tf32"), ("b", "tf32"), ("c", "f32")))
    a, b, c = (np.zeros(shaped(f)) for f in (fa, fb, fc))
    a[:, :, 0, 0], b[:, :, 0, 0] = 1 + 2.0**-11, 1.0
    a[:, :, 1, 1], b[:, :, 1, 1] = np.nan, 2.0
    text = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
    sources = (spread(f, encoded(t, x)) for f, t, x in ((fa, "tf32", a), (fb, "tf32", b), (fc, "f32", c)))
    got = collect(fc, run(text, *sources))
    assert got[0, 0, 0, 0] == 0x3F800000
    assert got[0, 0, 1, 1] == 0x7FFFFFFF


def test_one_rounding_of_the_sum(run: Run) -> None:
    """Random bf16 within the rounding of f32; f16 sums rounded once."""
    rng = np.random.default_rng(25)
    fa, fb, fc = (mma_fragment("m16n8k16", x, t) for x, t in (("a", "bf16"), ("b", "bf16"), ("c", "f32")))
    a, b = (rng.standard_normal(shaped(f)).astype(ml_dtypes.bfloat16).astype(float) for f in (fa, fb))
    c = rng.standard_normal(shaped(fc)).astype(np.float32).astype(float)
    text = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
    sources = (spread(f, encoded(t, x)) for f, t, x in ((fa, "bf16", a), (fb, "bf16", b), (fc, "f32", c)))
    got = collect(fc, run(text, *sources)).astype(np.uint32).view(np.float32)
    np.testing.assert_allclose(got, a @ b + c, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("unit", [None, 120])
@pytest.mark.parametrize(("kind", "shape", "type_", "scale", "stype", "count"), [
    ("kind::mxf8f6f4", "m16n8k32", "e4m3", "", "ue8m0", 1),
    ("kind::mxf4", "m16n8k64", "e2m1", "", "ue8m0", 2),
    ("kind::mxf4nvf4", "m16n8k64", "e2m1", ".scale_vec::4X", "ue4m3", 4),
])  # fmt: skip
def test_block_scaling(
    run: Run, kind: str, shape: str, type_: str, scale: str, stype: str, count: int, unit: int | None
) -> None:
    """The numbers are small enough for any unit to sum them exactly."""
    rng = np.random.default_rng(26)
    fa, fb = (mma_fragment(shape, x, type_, kind=kind) for x in "ab")
    fc = mma_fragment(shape, "c", "f32")
    a, b, c = (small(rng, shaped(f)) for f in (fa, fb, fc))
    first, last = (126, 130) if stype == "ue8m0" else (0x38, 0x40)
    codes = [rng.integers(first, last, (WARPS, n, count)) for n in (16, 8)]
    factors = [2.0 ** (code - 127) if stype == "ue8m0" else 1 + (code - 0x38) / 8 for code in codes]
    words = np.zeros((2, WARPS * 32), np.uint32)
    first_byte, a_thread, b_thread = (2 if count == 1 else 0), 1, 3
    for warp, block in product(range(WARPS), range(count)):
        shift = 8 * (first_byte + block)
        for row in range(16):
            words[0, warp * 32 + row % 8 * 4 + 2 * a_thread + row // 8] |= np.uint32(
                codes[0][warp, row, block] << shift
            )
        for column in range(8):
            words[1, warp * 32 + column * 4 + b_thread] |= np.uint32(codes[1][warp, column, block] << shift)
    select = [
        np.array([[first_byte] * WARPS * 32, [thread] * WARPS * 32], np.uint16)
        for thread in (a_thread, b_thread)
    ]
    text = f"mma.sync.aligned.{shape}.row.col.{kind}.block_scale{scale}.f32.{type_}.{type_}.f32.{stype}"
    sources = [spread(f, encoded(t, x)) for f, t, x in ((fa, type_, a), (fb, type_, b), (fc, "f32", c))]
    got = collect(fc, run(text, *sources, words[0], select[0], words[1], select[1], unit=unit))
    length = mma_shape(shape)[2] // count
    scaled_a = a * np.repeat(factors[0], length, axis=2)[:, None]
    scaled_b = b * np.repeat(factors[1], length, axis=2).swapaxes(1, 2)[:, None]
    want = (scaled_a @ scaled_b + c).astype(np.float32)
    assert np.array_equal(got.astype(np.uint32).view(np.float32), want)


def test_movmatrix_transposes(run: Run) -> None:
    fragment = mma_fragment("m16n8k8", "b", "f16")
    matrix = np.arange(64, dtype=np.uint64).reshape(1, 1, 8, 8)
    held = spread(fragment, matrix.swapaxes(-1, -2))[0]
    moved = run("movmatrix.sync.aligned.m8n8.trans.b16", held)
    assert np.array_equal(collect(fragment, moved[None]), matrix)


def test_thousands_of_warps_at_once(run: Run) -> None:
    rng = np.random.default_rng(27)
    warps = 2048
    a = rng.integers(0, 2**16, (4, warps * 32)).astype(np.uint32) & np.uint32(0x3FFF3FFF)
    b, c = a[:2], np.zeros((4, warps * 32), np.float32)
    text = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
    run(text, a[:, :32], b[:, :32], c[:, :32])
    start = time.perf_counter()
    run(text, a, b, c)
    assert time.perf_counter() - start < 5
