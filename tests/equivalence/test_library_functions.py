"""Proofs about kernels that compute functions of libraries out of bits, ranges and polynomials."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import pyptx
from pyptx import Tile
from pyptx.equivalence import Search
from pyptx.program import from_ptx
from pyptx.sim.launch import decoded
from pyptx.sim.shadow.functions import library_functions
from pyptx.sim.shadow.idioms import polynomials
from pyptx.types import f32

LANES = 32
TEXT = """
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{{
    .reg .b64 %q<5>; .reg .f32 %f<40>; .reg .b32 %r<30>; .reg .pred %p<30>;
    ld.param.u64 %q1, [x]; ld.param.u64 %q2, [y];
    mov.u32 %r0, %tid.x; mul.wide.u32 %q3, %r0, 4;
    add.u64 %q1, %q1, %q3; add.u64 %q2, %q2, %q3;
    ld.global.f32 %f0, [%q1];
    fma.rn.f32 %f1, %f0, %f0, 0f40000000;
    {body}
    st.global.f32 [%q2], {result};
    ret;
}}
"""
COEFFICIENTS = (2 / 9, 2 / 7, 2 / 5, 2 / 3)


def bits(value: float) -> str:
    return f"0f{np.float32(value).view(np.uint32):08X}"


def logarithm(coefficients: tuple[float, ...] = COEFFICIENTS) -> str:
    """The exponent, and a series of (m - 1) / (m + 1) of a mantissa m around 1; infinite from infinity on."""
    first, *rest = map(bits, coefficients)
    series = "".join(f"fma.rn.f32 %f8, %f8, %f7, {each};" for each in rest)
    return f"""
    mov.b32 %r1, %f1; add.s32 %r2, %r1, 0xC0CAFB0D; and.b32 %r3, %r2, 0xFF800000; sub.s32 %r4, %r1, %r3;
    mov.b32 %f2, %r4; cvt.rn.f32.s32 %f3, %r3; mul.f32 %f3, %f3, 0f34000000;
    sub.f32 %f4, %f2, 0f3F800000; add.f32 %f5, %f2, 0f3F800000; div.rn.f32 %f6, %f4, %f5;
    mul.f32 %f7, %f6, %f6; mov.f32 %f8, {first}; {series}
    mul.f32 %f9, %f7, %f6; mul.f32 %f8, %f8, %f9; fma.rn.f32 %f8, %f6, 0f40000000, %f8;
    fma.rn.f32 %f9, %f3, 0f3F317218, %f8;
    setp.lt.u32 %p1, %r1, 0x7F800000;
    @%p1 bra finite;
    mov.f32 %f10, 0f7F800000; fma.rn.f32 %f9, %f1, %f10, %f10;
finite:
    """


def kernel(body: str, result: str = "%f9") -> Any:
    program = from_ptx(TEXT.format(body=body, result=result))

    def run(x: Any) -> Any:
        y = np.zeros_like(x)
        program.launch(x, y, grid=1, block=LANES)
        return y

    return run


def proved(first: Any, second: Any) -> Any:
    search = Search(kinds=("uniform",), draws=1)
    return pyptx.equal(first, second, Tile(LANES, f32), search=search, prove=True)


def test_a_function_is_found_behind_the_branches_of_another() -> None:
    """The argument of the second logarithm is read before the first one."""
    second = re.sub(r"%([frp])(\d+)", lambda found: f"%{found[1]}{int(found[2]) + 20}", logarithm())
    body = f"""
        fma.rn.f32 %f21, %f0, %f0, 0f40400000; add.f32 %f11, %f21, %f21;
        {logarithm()} {second.replace("finite", "other")}
        add.f32 %f12, %f9, %f29; add.f32 %f12, %f12, %f11;
    """
    verdict = proved(kernel(body, "%f12"), lambda x: np.log(x * x + 2) + np.log(x * x + 3) + 2 * (x * x + 3))
    assert verdict.verdict == "proved over the reals", verdict


def test_a_logarithm_out_of_bits_is_the_logarithm() -> None:
    verdict = proved(kernel(logarithm()), lambda x: np.log(x * x + 2))
    assert verdict.verdict == "proved over the reals", verdict
    assert any("log, which the instructions approximate" in each for each in verdict.proof.assumptions)
    assert proved(kernel(logarithm()), lambda x: np.log(x * x + 2.0001)).verdict == "refuted"


EXPONENTIAL = f"""
    fma.rn.sat.f32 %f2, %f0, {bits(np.log2(np.e) / 254)}, 0f3F000000;
    fma.rm.f32 %f3, %f2, 0f437E0000, 0f4B400000; sub.f32 %f4, %f3, 0f4B40007F; neg.f32 %f4, %f4;
    fma.rn.f32 %f5, %f0, 0f3FB8AA3B, %f4; fma.rn.f32 %f5, %f0, 0f32A57060, %f5;
    mov.b32 %r1, %f3; shl.b32 %r2, %r1, 23; mov.b32 %f6, %r2; ex2.approx.ftz.f32 %f7, %f5;
"""
"""2^(x log2(e)) as the product of %f6, a power of two, and %f7."""


@pytest.mark.parametrize(
    ("last", "reference"),
    [
        ("mul.f32 %f9, %f7, %f6;", np.exp),
        ("fma.rn.f32 %f9, %f7, %f6, 0f3F800000;", lambda x: 1 + np.exp(x)),
        ("fma.rn.f32 %f9, %f7, %f6, %f0;", lambda x: x + np.exp(x)),
    ],
)
def test_an_exponential_may_be_a_factor_of_a_multiply_add(last: str, reference: Any) -> None:
    verdict = proved(kernel(EXPONENTIAL + last), reference)
    assert verdict.verdict == "proved over the reals", verdict
    assert proved(kernel(EXPONENTIAL + last), lambda x: reference(x) * 1.0001).verdict == "refuted"


@pytest.mark.parametrize(
    ("body", "result"),
    [
        (logarithm((*COEFFICIENTS[:3], 0.6669)), "%f9"),  # a coefficient is off
        (logarithm().split("setp")[0], "%f9"),  # infinity and negative numbers have finite results
        (logarithm(), "%f2"),  # the mantissa is stored
        (logarithm() + "add.f32 %f9, %f9, %f2;", "%f9"),  # the mantissa is read beside the logarithm
        (logarithm() + "selp.f32 %f9, %f9, %f0, %p1;", "%f9"),  # so is a decision
        (EXPONENTIAL + "fma.rn.f32 %f9, %f7, %f6, %f6;", "%f9"),  # the power of two is read twice
    ],
)
def test_other_functions_of_bits_stay_outside(body: str, result: str) -> None:
    assert proved(kernel(body, result), kernel(body, result)).verdict == "outside the fragment"


def test_a_value_left_of_an_iteration_before_is_not_that_of_a_function() -> None:
    body = f"""
        mov.u32 %r7, 0; mov.f32 %f13, %f1;
    again:
        mov.f32 %f1, %f13; mov.f32 %f13, %f0; setp.ge.f32 %p2, %f1, 0f3F800000;
        {logarithm()}
        add.u32 %r7, %r7, 1; setp.lt.u32 %p0, %r7, 2; @%p0 bra again;
    """

    def names(body: str) -> set[str]:
        code = decoded(from_ptx(TEXT.format(body=body, result="%f9")), "any")
        return {each.name for each in library_functions(code, polynomials(code)).results.values()}

    assert names(body) == {"log"}
    assert not names(body.replace("mul.f32 %f9", "@%p2 mul.f32 %f9"))
