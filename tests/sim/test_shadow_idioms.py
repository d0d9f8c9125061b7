"""Shadows through idioms of libraries: extrema of a warp, polynomials, exponents and signs taken as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from pyptx.sim.shadow.report import ShadowReport

Array = np.ndarray[Any, Any]
LANES = 32

BODY = """
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
    ld.global.f32 %f1, [%rd1]; {body}
    st.global.f32 [%rd2], %f2; ret;
"""


def launched(body: str, x: Array, *, target: str = "sm_90a", exact: Array | None = None) -> ShadowReport:
    """Run on 32 lanes, on both engines: `%f1` is an element of `x`, `%f2` that of `y`."""
    code = text(BODY.format(body=body), params=".param .u64 x, .param .u64 y", target=target, version="8.8")
    shadow: Any = True if exact is None else {"x": exact}
    y = np.zeros(LANES, np.float32)
    report = simulate_both(from_ptx(code), (x, y), grid=(1, 1, 1), block=(LANES, 1, 1), shadow=shadow)
    assert report.engine == "native", report.reason
    assert report.shadow is not None
    return report.shadow


def numbers(seed: int = 0) -> Array:
    made: Array = np.random.default_rng(seed).normal(size=LANES).astype(np.float32)
    return made


GROUPS = "setp.lt.u32 %p1, %r1, 8; selp.b32 %r2, 0xff, 0xffffff00, %p1;"
"""Masks of two groups of lanes."""


@pytest.mark.parametrize("members", ["0xffffffff", "%r2"])
@pytest.mark.parametrize("operation", ["max", "min", "max.NaN", "max.abs", "min.abs"])
def test_the_extremum_of_a_warp_is_that_of_the_shadows(operation: str, members: str) -> None:
    x = numbers()
    body = f"{GROUPS} mul.f32 %f1, %f1, %f1; sub.f32 %f1, %f1, 0f3F000000;"
    shadow = launched(f"{body} redux.sync.{operation}.f32 %f2, %f1, {members};", x, target="sm_100a")
    exact = x.astype(np.float64) ** 2 - 0.5
    sizes = np.abs(exact) if "abs" in operation else exact
    groups = [slice(0, 8), slice(8, LANES)] if members == "%r2" else [slice(0, LANES)]
    expected = np.zeros(LANES)
    for lanes in groups:
        expected[lanes] = sizes[lanes].max() if operation.startswith("max") else sizes[lanes].min()
    verdict = shadow.compare(expected)
    assert verdict, verdict
    assert verdict.rounding > 0
    assert not shadow.restarted
    assert not shadow.compare(expected + 1e-6)


def test_an_extremum_counts_the_lanes_whose_shadows_choose_otherwise() -> None:
    x = np.ones(LANES, np.float32)
    exact = x + np.where(np.arange(LANES) == 3, 2.0**-30, 0.0)
    shadow = launched("redux.sync.max.f32 %f2, %f1, 0xffffffff;", x, target="sm_100a", exact=exact)
    assert shadow.compare(np.full(LANES, 1 + 2.0**-30))
    assert sum(line.disagreements for line in shadow.lines) == LANES


EXPONENTIAL = (0.078642237, 0.22262022, 0.69865394, 0.99939459)
"""A polynomial of degree 3 for 2**x between 1/4 and 3/4, within 7e-6."""


def horner(coefficients: Any) -> str:
    """Instructions that evaluate a polynomial at `%f3`."""
    first, *others = (f"0f{np.float32(each).view(np.uint32):08X}" for each in coefficients)
    return f"mov.f32 %f2, {first};" + "".join(f"fma.rn.f32 %f2, %f2, %f3, {each};" for each in others)


def test_an_approximation_is_not_called_wrong() -> None:
    x = np.random.default_rng(0).uniform(0.25, 0.75, LANES).astype(np.float32)
    shadow = launched(f"mov.f32 %f3, %f1; {horner(EXPONENTIAL)}", x)
    assert len(shadow.polynomials) == 1
    exact, rough = np.exp2(x.astype(np.float64)), shadow.output("y").shadow
    error = np.abs(rough / exact - 1).max()
    assert 2.4e-7 < error < 1e-5
    verdict = shadow.compare(exact)
    assert not verdict
    assert "is wrong" not in str(verdict)
    assert "the error of the polynomial at" in str(verdict)
    assert shadow.compare(exact, tolerance=2 * error)
    assert "is wrong" in str(shadow.compare(exact * 1.01))
    close = shadow.compare(rough * (1 + 4e-7))
    assert close
    assert "that of the polynomial at" in str(close)
    assert not shadow.compare(rough * (1 + 4e-7), tolerance=1e-9)
    assert not shadow.compare(rough * (1 + 1e-6))


@pytest.mark.parametrize(
    "body",
    [
        "fma.rn.f32 %f2, %f1, 0f3F317218, 0f3EAAAAAB;",  # two coefficients
        "mul.f32 %f3, %f1, %f1; fma.rn.f32 %f2, %f1, %f3, 0f3EAAAAAB; fma.rn.f32 %f2, %f2, %f1, 0f3F000000;",
    ],
)
def test_other_sums_with_constants_are_no_polynomials(body: str) -> None:
    shadow = launched(body, numbers())
    assert not shadow.polynomials
    assert "is wrong" in str(shadow.compare(shadow.output("y").shadow * (1 + 1e-6)))


LOGARITHM = """
    mul.f32 %f1, %f1, %f1; mov.b32 %r2, %f1; setp.gt.u32 %p1, %r2, 0x7F7FFFFF;
    add.s32 %r3, %r2, 0xC0D55555; and.b32 %r4, %r3, 0xFF800000; sub.s32 %r5, %r2, %r4; mov.b32 %f3, %r5;
    shr.s32 %r6, %r4, 23; cvt.rn.f32.s32 %f4, %r6; lg2.approx.f32 %f5, %f3; add.f32 %f2, %f5, %f4;
    selp.f32 %f2, 0f7F800000, %f2, %p1;
"""
"""log2(x²) by the exponent and a mantissa between 2/3 and 4/3, as in the logarithms of libraries."""


def test_a_logarithm_out_of_bits_keeps_its_shadow() -> None:
    x = numbers()
    shadow = launched(LOGARITHM, x)
    assert not shadow.restarted
    exact = np.log2(x.astype(np.float64) ** 2)
    assert shadow.compare(exact)
    assert "is wrong" in str(shadow.compare(exact + 1e-6))


SIGN = "mov.b32 %r2, %f1; and.b32 %r3, %r2, {mask}; mov.b32 %r4, %f3; or.b32 %r5, %r3, %r4; mov.b32 %f2, %r5;"


@pytest.mark.parametrize(("mask", "ends"), [("0x80000000", False), ("0x80000001", True)])
def test_a_copied_sign_keeps_the_shadow_of_the_size(mask: str, ends: bool) -> None:
    x = numbers()
    body = f"mul.f32 %f3, %f1, %f1; mul.f32 %f1, %f1, 0f40400000; {SIGN.format(mask=mask)}"
    shadow = launched(body, x)
    assert bool(shadow.restarted) == ends
    wide = x.astype(np.float64)
    assert ends or shadow.compare(np.copysign(wide**2, wide))


def test_a_power_of_two_out_of_bits_is_decided_by_the_values() -> None:
    x = np.full(LANES, 2.0, np.float32)
    exact = np.where(np.arange(LANES) < 5, 2 - 2.0**-30, 2.0)
    body = "mov.b32 %r2, %f1; and.b32 %r3, %r2, 0x7F800000; mov.b32 %f2, %r3;"
    shadow = launched(body, x, exact=exact)
    assert sum(line.disagreements for line in shadow.lines) == 5
    assert not shadow.restarted
    assert shadow.compare(np.full(LANES, 2.0))
    verdict = shadow.compare(2.0 ** np.floor(np.log2(exact)))
    assert not verdict
    assert "the shadows decide otherwise" in str(verdict)


def test_a_rounding_that_decides_otherwise_is_not_called_wrong() -> None:
    x = np.full(LANES, 2.25, np.float32)
    exact = x + np.where(np.arange(LANES) < 5, 0.5, 0.0)
    shadow = launched("cvt.rni.f32.f32 %f2, %f1;", x, exact=exact)
    assert "the shadows decide otherwise" in str(shadow.compare(np.rint(exact)))
    assert shadow.compare(np.full(LANES, 2.0))


def test_a_constant_moved_as_bits_is_one() -> None:
    x = numbers()
    body = "mov.b32 %r2, 0x3FB8AA3B; mul.f32 %f3, %f1, %r2; ex2.approx.ftz.f32 %f2, %f3;"
    shadow = launched(body, x)
    assert shadow.compare(np.exp(x.astype(np.float64)))
    assert "is wrong" in str(shadow.compare(np.exp(x * (1 + 1e-5))))


@pytest.mark.parametrize(
    ("wanted", "right"),
    [
        (np.log2(np.e) / np.sqrt(96), True),  # which ends in six zeros by chance
        (0.75 * (1 + 2e-8), False),
        (50257 * (1 + 2e-8), False),
    ],
)
def test_a_constant_with_few_bits_or_a_whole_one_is_exact(wanted: float, right: bool) -> None:
    x = numbers()
    bits = np.float32(wanted).view(np.uint32)
    shadow = launched(f"mul.f32 %f2, %f1, 0f{bits:08X};", x)
    assert bool(shadow.compare(x.astype(np.float64) * wanted)) == right


@pytest.mark.parametrize(("eps", "right"), [(1e-5, True), (np.float32(1e-5), True), (1.00001e-5, False)])
def test_a_number_given_in_its_format_may_be_any_that_rounds_to_it(eps: Any, right: bool) -> None:
    body = BODY.format(body="ld.param.f32 %f3, [eps]; add.f32 %f2, %f1, %f3;")
    code = text(body, params=".param .u64 x, .param .u64 y, .param .f32 eps")
    x, y = np.full(LANES, 1e-6, np.float32), np.zeros(LANES, np.float32)
    report = simulate_both(from_ptx(code), (x, y, eps), grid=(1, 1, 1), block=(LANES, 1, 1), shadow=True)
    assert report.shadow is not None
    assert bool(report.shadow.compare(x.astype(np.float64) + 1e-5)) == right


def test_a_rounding_of_an_input_by_its_bits_is_not_called_wrong() -> None:
    x = numbers()
    shadow = launched("mov.b32 %r2, %f1; and.b32 %r3, %r2, 0xFFFF0000; mov.b32 %f2, %r3;", x)
    wide = x.astype(np.float64)
    verdict = shadow.compare(wide)
    assert not verdict
    assert "the element has no shadow" in str(verdict)
    other = wide.copy()
    other[3] *= 1.1
    assert "is wrong at [3]" in str(shadow.compare(other))


def test_an_integer_by_a_large_sum_has_the_size_of_the_integer_where_all_lanes_have_one_number() -> None:
    x = np.full(LANES, 0.33, np.float32)
    shadow = launched(
        "mul.f32 %f2, %f1, 0f41200000; add.f32 %f2, %f2, 0f4B400000; sub.f32 %f2, %f2, 0f4B400000;"
        "add.f32 %f2, %f2, %f1;",
        x,
    )
    expected = 3.0 + x.astype(np.float64)
    assert shadow.compare(expected)
    assert not shadow.compare(expected + 1e-6)
