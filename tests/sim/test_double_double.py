"""Double-double numbers, and launches whose shadows are such numbers."""

import math
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from operator import mul
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pyptx.kernel import Kernel
from pyptx.kernels import build_gemm_ampere, build_gemm_blackwell
from pyptx.program import from_ptx
from pyptx.sim import SimReport, simulate
from pyptx.sim.shadow.double_double import DoubleDouble
from tests.sim.test_shadow import FUNCTIONS, HEAD, LANES, NEWER, SPACES

Array = NDArray[Any]

PLACE = 2.0**-100
"""The relative error of a function that a test accepts."""

FINITE = st.floats(-1e30, 1e30).filter(lambda x: x == 0 or abs(x) > 1e-30)


def exact(number: DoubleDouble) -> Fraction:
    return Fraction(float(number.high.reshape(-1)[0])) + Fraction(float(number.low.reshape(-1)[0]))


@st.composite
def numbers(draw: st.DrawFn) -> DoubleDouble:
    high = draw(FINITE)
    whole = Fraction(high) + Fraction(high) * Fraction(draw(st.floats(-1, 1))) / 2**53
    rounded = float(whole)
    return DoubleDouble(np.array([rounded]), np.array([float(whole - Fraction(rounded))]))


@settings(deadline=None)
@given(a=numbers(), b=numbers())
def test_arithmetic_is_that_of_fractions(a: DoubleDouble, b: DoubleDouble) -> None:
    first, second = exact(a), exact(b)
    size = abs(first) + abs(second)
    assert abs(exact(a + b) - (first + second)) <= size * Fraction(PLACE)
    assert abs(exact(a - b) - (first - second)) <= size * Fraction(PLACE)
    assert abs(exact(a * b) - first * second) <= abs(first * second) * Fraction(PLACE)
    if second:
        assert abs(exact(a / b) - first / second) <= abs(first / second) * Fraction(PLACE)
    roots: Any = np.sqrt(np.abs(a))
    root = exact(roots)
    assert abs(root**2 - abs(first)) <= abs(first) * Fraction(PLACE)


def _decimal(function: Callable[[Decimal], Decimal]) -> Callable[[Fraction], Fraction]:
    getcontext().prec = 60
    return lambda x: Fraction(function(Decimal(x.numerator) / Decimal(x.denominator)))


def _sine(x: Decimal) -> Decimal:
    return sum(((-1) ** n * x ** (2 * n + 1) / math.factorial(2 * n + 1) for n in range(60)), Decimal(0))


def _cosine(x: Decimal) -> Decimal:
    return sum(((-1) ** n * x ** (2 * n) / math.factorial(2 * n) for n in range(60)), Decimal(0))


def _tanh(x: Decimal) -> Decimal:
    return (x.exp() - (-x).exp()) / (x.exp() + (-x).exp())


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        (np.exp2, lambda x: (x * Decimal(2).ln()).exp()),
        (lambda x: np.log2(np.abs(x)), lambda x: abs(x).ln() / Decimal(2).ln()),
        (np.sin, _sine),
        (np.cos, _cosine),
        (np.tanh, _tanh),
        (np.reciprocal, lambda x: 1 / x),
    ],
    ids=["exp2", "log2", "sin", "cos", "tanh", "reciprocal"],
)
def test_a_function_has_a_hundred_bits(function: Any, wanted: Any) -> None:
    for x in (0.0625, 0.3, 0.999999999, 1.0, 1.5, 3.0, 9.7, -0.1, -2.5, -7.0):
        number = DoubleDouble.of(np.array([x])) + DoubleDouble.of(np.array([x * 1e-17]))
        found, right = exact(function(number)), _decimal(wanted)(exact(number))
        assert abs(found - right) <= max(abs(right), Fraction(1, 100)) * Fraction(PLACE), x


@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan, 0.0, -0.0, 5e-324, 1e-310, 1e308, -1e308])
@pytest.mark.parametrize(
    "function",
    [np.exp2, np.log2, np.sin, np.cos, np.tanh, np.sqrt, np.reciprocal, np.rint, np.floor, np.ceil, np.trunc],
    ids=lambda function: function.__name__,
)
def test_special_numbers_are_those_of_float64(function: Any, x: float) -> None:
    with np.errstate(all="ignore"):
        found = function(DoubleDouble.of(np.array([x]))).high
        wanted = function(np.array([x]))
    np.testing.assert_array_equal(found, wanted)
    assert (np.signbit(found) == np.signbit(wanted)).all() or np.isnan(wanted).all()


@pytest.mark.parametrize(
    ("high", "low", "wanted"),
    [(0.5, 1e-20, 1.0), (0.5, 0.0, 0.0), (1.5, 0.0, 2.0), (2.5, -1e-20, 2.0), (3.0, -1e-20, 3.0)],
)
def test_the_second_half_decides_a_rounding_to_an_integer(high: float, low: float, wanted: float) -> None:
    found: Any = np.rint(DoubleDouble(np.array([high]), np.array([low])))
    assert found.high[0] == wanted


def test_nothing_loses_the_second_half_unsaid() -> None:
    number = DoubleDouble.of(np.array([1.0]))
    with pytest.raises(TypeError, match="would lose the second half"):
        np.asarray(number)
    for function in (np.arctan, np.cumsum):
        with pytest.raises(TypeError, match="has no meaning for double-double"):
            function(number)


def launched(body: str, a: Array, b: Array, shadow: Any) -> SimReport:
    text = f"""
    .version 8.6
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out) {{
        .reg .b64 %q<8>; .reg .b32 %r<4>; .reg .f64 %d<16>; .reg .pred %p<2>;
        ld.param.u64 %q0, [a]; ld.param.u64 %q1, [b]; ld.param.u64 %q2, [out];
        mov.u32 %r0, %tid.x; mul.wide.u32 %q3, %r0, 8;
        add.u64 %q0, %q0, %q3; add.u64 %q1, %q1, %q3; add.u64 %q2, %q2, %q3;
        ld.global.f64 %d0, [%q0]; ld.global.f64 %d1, [%q1];
        {body}
        st.global.f64 [%q2], %d9;
        ret;
    }}"""
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (LANES, 1, 1), "shadow": shadow}
    return simulate(from_ptx(text), (a, b, np.zeros(LANES)), **options)


def test_a_sum_that_cancels_in_f64_loses_all_and_only_double_double_shows_it() -> None:
    a, b = np.full(LANES, 1e20), np.ones(LANES)
    body = "add.f64 %d2, %d0, %d1; sub.f64 %d9, %d2, %d0;"
    plain, precise = (launched(body, a, b, each).shadow for each in (True, "double-double"))
    assert plain is not None
    assert precise is not None
    assert (plain.output().shadow == 0).all()
    assert plain.output().largest == 0
    assert 'shadow="double-double" does' in str(plain)
    assert 'shadow="double-double" does' in str(plain.compare(np.zeros(LANES)))
    assert (precise.output().shadow == 1).all()
    assert (precise.output().error == -1).all()
    assert precise.lines[0].cancellations == 0
    assert precise.output().shares[0].share == 1
    assert "double-double" not in str(precise)
    assert precise.compare(b)


def test_the_error_of_a_kernel_in_f64_is_that_against_fractions() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.uniform(-1, 1, LANES), rng.uniform(1, 2, LANES)
    body = """mul.f64 %d2, %d0, %d1; div.rn.f64 %d3, %d2, %d1; sqrt.rn.f64 %d4, %d1;
        fma.rn.f64 %d9, %d3, %d4, %d2;"""
    report = launched(body, a, b, "double-double").shadow
    assert report is not None
    output = report.output()
    roots = [Fraction(Decimal(x).sqrt()) for x in b.tolist()]
    right = [
        Fraction(x) * root + Fraction(x) * Fraction(y)
        for x, y, root in zip(a.tolist(), b.tolist(), roots, strict=True)
    ]
    errors = [float(Fraction(x) - y) for x, y in zip(output.value.tolist(), right, strict=True)]
    np.testing.assert_allclose(output.error, errors, rtol=1e-10)
    assert output.largest > 0
    assert (np.abs(output.error) <= output.bound).all()
    np.testing.assert_allclose(output.by_line.sum(0), errors, rtol=1e-10)
    wanted = DoubleDouble(output.shadow, output.rest)
    assert report.compare(wanted, tolerance=1e-30)
    wrong = np.longdouble(output.shadow) + np.longdouble(output.rest) + np.longdouble(2.0) ** -60
    assert not report.compare(wrong, tolerance=1e-20), "smaller than the last place of f64"
    assert report.compare(wrong)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_instruction_has_double_double_shadows(name: str) -> None:
    target = "sm_90a" if any(word in name for word in NEWER) else "sm_89"
    program = from_ptx(HEAD.format(body=FUNCTIONS[name][0], declared=SPACES, before="", target=target))
    rng = np.random.default_rng(5)
    arrays = [rng.uniform(0.1, 2.0, LANES).astype(np.float32) for _ in range(2)]
    reports = []
    for shadow in (True, "double-double"):
        out = np.zeros(LANES, np.float32)
        options: dict[str, Any] = {"grid": (1, 1, 1), "block": (LANES, 1, 1), "shadow": shadow}
        reports.append(simulate(program, (*(each.copy() for each in arrays), out), **options))
    plain, precise = (each.shadow for each in reports)
    assert plain is not None
    assert precise is not None
    assert reports[1].engine == "numpy"
    assert "double-double" in reports[1].reason
    one, two = plain.output("out"), precise.output("out")
    assert (one.known == two.known).all()
    assert (np.abs(one.shadow - two.shadow) <= 1e-13 * two.magnitude).all()
    assert [each.restarts > 0 for each in plain.restarted] == [
        each.restarts > 0 for each in precise.restarted
    ]


def build_small_gemm_hopper() -> Kernel:
    """A GEMM whose tiles are small: one warpgroup multiplies 64 x 128."""
    source = run_path(str(Path(__file__).resolve().parents[2] / "examples" / "hopper" / "gemm.py"))
    kernel: Kernel = source["build_gemm"](16, 16, 24)
    return kernel


@pytest.mark.parametrize("build", [build_gemm_ampere, build_small_gemm_hopper, build_gemm_blackwell])
def test_matrix_units_multiply_in_double_double(build: Callable[[], Kernel]) -> None:
    rng = np.random.default_rng(7)
    a, b = (rng.uniform(-1, 1, (16, 24)).astype(ml_dtypes.bfloat16) for _ in range(2))
    launched = build().run(a, b, shadow="double-double").report
    assert launched is not None
    report = launched.detail.shadow
    rows = [[Fraction(float(x)) for x in row] for row in a[:2]]
    columns = [[Fraction(float(x)) for x in column] for column in b]
    output = report.output()
    assert output.known.all()
    assert np.abs(output.rest).max() == 0  # products of bf16 need 16 bits: their sums are exact
    for row, found in zip(rows, output.shadow, strict=False):
        wanted = [float(sum(map(mul, row, column), Fraction(0))) for column in columns]
        assert found.tolist() == wanted
    assert report.compare(a.astype(np.float64) @ b.astype(np.float64).T)
