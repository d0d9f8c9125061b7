"""Shadows through atomic operations: sums on both engines, and endings of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from pyptx.sim import SimReport

Array = np.ndarray[Any, Any]
LANES = 32

BODY = """
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3;
    and.b32 %r2, %r1, {places}; mul.wide.u32 %rd4, %r2, {size}; add.u64 %rd4, %rd2, %rd4;
    ld.global.f32 %f1, [%rd3]; mul.f32 %f2, %f1, %f1;
    {body}
    ret;
"""


def launched(
    body: str, x: Array, y: Array, *, places: int = 31, exact: Array | None = None, module: str = ""
) -> SimReport:
    """Run on 32 lanes: `%f2` is the square of an element of `x`, `%rd4` the place of the lane in `y`."""
    code = text(
        BODY.format(body=body, places=places, size=y.itemsize * (2 if y.dtype == np.float16 else 1)),
        params=".param .u64 x, .param .u64 y",
        module=module,
    )
    shadow: Any = True if exact is None else {"y": exact}
    report = simulate_both(from_ptx(code), (x, y), grid=(1, 1, 1), block=(LANES, 1, 1), shadow=shadow)
    assert report.engine == "native"
    assert report.shadow is not None
    return report


def numbers(seed: int = 0) -> Array:
    return np.random.default_rng(seed).uniform(0.5, 2, LANES).astype(np.float32)


@pytest.mark.parametrize("places", [0, 1, 7, 31])
def test_sums_of_lanes_are_those_of_their_shadows(places: int) -> None:
    x, y = numbers(), numbers(1)
    exact = y.astype(np.float64) * (1 + 2.0**-30)  # the contents have shadows, too
    expected = exact.copy()
    np.add.at(expected, np.arange(LANES) & places, x.astype(np.float64) ** 2)
    shadow = launched("red.global.add.f32 [%rd4], %f2;", x, y.copy(), places=places, exact=exact).shadow
    assert shadow is not None
    verdict = shadow.compare(expected)
    assert verdict, verdict
    assert verdict.rounding > 0
    assert not shadow.restarted
    expected[0] *= 1 + 1e-8
    assert not shadow.compare(expected)


def test_lanes_that_do_not_update_add_nothing() -> None:
    x, y = numbers(), np.zeros(LANES, np.float32)
    body = "setp.lt.u32 %p1, %r1, 31; @%p1 red.global.add.f32 [%rd4], %f2;"
    shadow = launched(body, x, y, places=0).shadow
    assert shadow is not None
    squares = x.astype(np.float64) ** 2
    assert shadow.compare(np.append(squares[:-1].sum(), np.zeros(LANES - 1)))
    assert not shadow.compare(np.append(squares.sum(), np.zeros(LANES - 1)))


def test_sums_of_pairs_of_halves() -> None:
    x, y = numbers(), np.zeros(2 * LANES, np.float16)
    body = "cvt.rn.f16x2.f32 %r3, %f1, %f2; red.global.add.noftz.f16x2 [%rd4], %r3;"
    shadow = launched(body, x, y, places=3).shadow
    assert shadow is not None
    wide = x.astype(np.float64)
    sums = np.zeros(2 * LANES)
    for place in range(4):
        sums[2 * place], sums[2 * place + 1] = (wide[place::4] ** 2).sum(), wide[place::4].sum()
    verdict = shadow.compare(sums)
    assert verdict, verdict
    assert verdict.rounding > 1e-3


VECTORS = {
    "red.v4.f32": ("red.global.add.v4.f32 [%rd4], {%f1, %f2, %f1, 0f3F800000};", 4, np.float32),
    "atom.v2.f32": ("atom.global.add.v2.f32 {%f1, %f2}, [%rd4], {%f1, %f2};", 2, np.float32),
    "red.v2.bf16x2": (
        "cvt.rn.bf16x2.f32 %r3, %f2, %f1; red.global.add.noftz.v2.bf16x2 [%rd4], {%r3, %r3};",
        4,
        ml_dtypes.bfloat16,
    ),
}


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.parametrize("places", [0, 3, 31])
def test_sums_of_vectors(name: str, places: int) -> None:
    body, width, dtype = VECTORS[name]
    x, y = numbers(), np.zeros(width * LANES, dtype)
    stride = "and.b32 %r2, %r1, {}; mul.wide.u32 %rd4, %r2, {}; add.u64 %rd4, %rd2, %rd4;"
    shadow = launched(stride.format(places, y.itemsize * width) + body, x, y).shadow
    assert shadow is not None
    wide = x.astype(np.float64)
    sums = np.zeros((LANES, width))
    for lane in range(LANES):
        terms = (wide[lane], wide[lane] ** 2, wide[lane], 1.0 if "v4" in name else wide[lane] ** 2)
        sums[lane & places] += terms[:width]
    verdict = shadow.compare(sums.reshape(-1))
    assert verdict, verdict
    assert verdict.rounding > 0
    assert bool(shadow.restarted) == body.startswith("atom"), "the old contents that it returns"


READ = "st.global.f32 [%rd3], %f3;"
OLD = ".func (.reg .f32 %f7) old(.reg .u64 %rd7, .reg .f32 %f8) { atom.add.f32 %f7, [%rd7], %f8; ret; }"


@pytest.mark.parametrize("read", ["", READ, "{ .reg .f32 %f3; mov.f32 %f3, 0f00000000; " + READ + " }"])
def test_old_contents_that_nothing_reads_end_no_shadow(read: str) -> None:
    x, y = numbers(), numbers(1)
    exact = y.astype(np.float64) * (1 + 2.0**-30)
    sums = exact + x.astype(np.float64) ** 2
    shadow = launched(f"atom.global.add.f32 %f3, [%rd4], %f2; {read}", x, y, exact=exact).shadow
    assert shadow is not None
    assert bool(shadow.restarted) == (read == READ)
    assert shadow.compare(sums, "y")


def test_old_contents_that_a_function_returns_end_shadows() -> None:
    shadow = launched(f"call (%f3), old, (%rd4, %f2); {READ}", numbers(), numbers(1), module=OLD).shadow
    assert shadow is not None
    assert shadow.restarted


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("atom.global.add.f32 %f3, [%rd4], %f2; st.global.f32 [%rd3], %f3;", True),
        ("mov.b32 %r3, %f2; atom.global.exch.b32 %r4, [%rd4], %r3;", True),
        ("mov.u32 %r3, 1; red.global.add.u32 [%rd4], %r3;", False),
        ("mov.u32 %r3, 1; atom.global.max.u32 %r4, [%rd4], %r3;", False),
    ],
)
def test_other_operations_end_shadows(body: str, ends: bool) -> None:
    shadow = launched(body, numbers(), numbers(1)).shadow
    assert shadow is not None
    assert bool(shadow.restarted) == ends


def test_an_operand_in_the_first_register_ends_its_shadow() -> None:
    body = """
        .reg .f32 first;
        .reg .b64 %rd<2>;
        mov.f32 first, 0f3F800001;
        mul.f32 first, first, first;
        ld.param.u64 %rd1, [y];
        atom.global.add.f32 first, [%rd1], first;
        st.global.f32 [%rd1+4], first;
        ret;
    """
    kernel = f".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 y) {{{body}}}"
    report = simulate_both(from_ptx(kernel), (numbers(),), grid=(1, 1, 1), block=(1, 1, 1), shadow=True)
    assert report.engine == "native"
    assert report.shadow is not None
    assert report.shadow.restarted


def test_a_counter_over_contents_with_a_shadow_ends_it() -> None:
    y = numbers(1)
    body = "mov.u32 %r3, 1; red.global.add.u32 [%rd4], %r3;"
    shadow = launched(body, numbers(), y.copy(), exact=y.astype(np.float64) * (1 + 2.0**-30)).shadow
    assert shadow is not None
    assert shadow.restarted
