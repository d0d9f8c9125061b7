"""``order="hardware"``: facts measured on hardware, a definition on fractions, and whole instructions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import LaunchError
from pyptx.sim.native import MISSING
from pyptx.sim.semantics.dot_add import Unit, dot_add, unit_of
from pyptx.types import PtxType, b32, bf16, e4m3, f16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel
    from pyptx.sim import SimReport

Types = tuple[str, str, str]
DTYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "f32": np.float32,
}
LEAST = {"f16": -14, "bf16": -126, "tf32": -126, "e4m3": -6, "e5m2": -14, "f32": -126}


def one(unit: Unit, a: list[float], b: list[float], c: float, types: Types, d_type: str = "f32") -> float:
    """One element of D."""
    left, right = np.array([a]), np.array(b)[:, None]
    return float(dot_add(unit, left, right, np.array([[c]]), types, d_type)[0, 0])


def known_unit(number: int, opcode: str = "mma", type_: str = "f16", k: int = 16) -> Unit:
    unit = unit_of(number, opcode, type_, type_, k)
    assert unit is not None
    return unit


HALVES = ("f16", "f16", "f32")


@pytest.mark.parametrize(
    ("number", "last"), [(70, 23), (75, 24), (80, 24), (86, 24), (89, 24), (90, 25), (100, 25), (120, 25)]
)
def test_bits_below_the_largest_term(number: int, last: int) -> None:
    """Fasi et al., "Numerical behavior of NVIDIA tensor cores": V100 drops what T4 and A100 still add."""
    unit = known_unit(number, k=4 if number < 75 else 8)
    for bit, kept in ((last, True), (last + 1, False)):
        small = 2.0 ** -(bit // 2), 2.0 ** -(bit - bit // 2)
        total = one(unit, [small[0]] * 4, [small[1]] * 4, 1.0, HALVES)
        assert total == (np.float32(1 + 4 * 2.0**-bit) if kept and bit < 26 else 1.0)


def test_sums_are_cut_off_toward_zero() -> None:
    unit = known_unit(80)
    products = [1.0, 2.0**-12], [1.0, 2.0**-12]
    assert one(unit, *products, 0.0, HALVES) == 1.0  # 1 + 2^-24 is between 1 and the next f32
    three = [1.0, 2.0**-12, 2.0**-12, 2.0**-12]
    assert one(unit, three, three, 0.0, HALVES) == 1 + 2.0**-23  # to nearest it would be 1 + 2^-22
    assert one(unit, [-x for x in three], three, 0.0, HALVES) == -(1 + 2.0**-23)


def test_more_is_not_always_more() -> None:
    """As on V100: with an addend just below 1 small products count, with 1 they do not."""
    unit = known_unit(70, k=4)
    small = [2.0**-12] * 4
    below = one(unit, small, small, 1 - 2.0**-24, HALVES)
    assert below > one(unit, small, small, 1.0, HALVES) == 1.0


def test_ampere_takes_a_row_in_halves() -> None:
    small, large = [2.0**-13] * 8, [1.0] + [0.0] * 7
    for number, first, second in ((80, 1 + 2.0**-23, 1.0), (90, 1.0, 1.0)):
        unit = known_unit(number)
        assert one(unit, small + large, small + large, 0.0, HALVES) == first
        assert one(unit, large + small, large + small, 0.0, HALVES) == second


def test_fp8_of_hopper_keeps_13_bits() -> None:
    eights = ("e4m3", "e4m3", "f32")
    unit, full = known_unit(90, "wgmma", "e4m3", 32), known_unit(90, "mma", "e4m3", 32)
    ones = [1.0] * 32
    tiny = [2.0**-7] * 31 + [1.0]  # the products are 2^-14 but one
    assert one(unit, tiny, tiny, 0.0, eights) == 1.0
    assert one(full, tiny, tiny, 0.0, eights) == 1 + 31 * 2.0**-14
    assert one(unit, ones, ones, 2.0**13 + 1, eights) == 2.0**13 + 33  # 14 bits hold it
    assert one(unit, ones, ones, 2.0**14 + 1, eights) == 2.0**14  # and no more
    assert one(known_unit(89, "mma", "e4m3", 32), tiny, tiny, 0.0, eights) == 1 + 2.0**-10  # Ada: two halves


def test_scale_factors_count_as_exponents() -> None:
    unit = unit_of(120, "mma", "e4m3", "e5m2", 32, "kind::mxf8f6f4")
    assert unit == Unit(25, 32, -133)
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((2, 4, 32)), rng.standard_normal((32, 3))
    a, b = a.astype(ml_dtypes.float8_e4m3fn).astype(float), b.astype(ml_dtypes.float8_e5m2).astype(float)
    types, zero = ("e4m3", "e5m2", "f32"), np.zeros((2, 4, 3))
    scales = np.full(a.shape, 2.0**9), np.full(b.shape, 2.0**-4), "ue8m0"
    np.testing.assert_array_equal(
        dot_add(unit, a, b, zero, types, "f32", scales), 32 * dot_add(unit, a, b, zero, types, "f32")
    )


def test_four_bits_are_summed_by_groups() -> None:
    """Sixteen products exactly; then their scale factors, and 35 bits below the largest of these."""
    unit = unit_of(120, "mma", "e2m1", "e2m1", 64, "kind::mxf4")
    assert unit is not None
    a, b = np.zeros((1, 64)), np.ones((64, 1))
    a[0, [0, 16, 32]] = 1, -1, 1
    for exponent, left in ((-35, 2.0**-35), (-36, 0.0)):
        by_row = np.repeat([[1.0, 1.0, 2.0**exponent, 1.0]], 16, axis=1)
        scales = by_row, np.ones((64, 1)), "ue8m0"
        total = dot_add(unit, a, b, np.zeros((1, 1)), ("e2m1", "e2m1", "f32"), "f32", scales)
        assert total[0, 0] == left


@pytest.mark.parametrize(("last", "total"), [(-1.0, 0.0), (0.0, 1.0)])
def test_groups_that_cancel_keep_the_exponent_of_their_scale_factors(last: float, total: float) -> None:
    """A small addend is lost beside a group whose products cancel, not beside a group of zeros."""
    unit = unit_of(120, "mma", "e2m1", "e2m1", 64, "kind::mxf4")
    assert unit is not None
    a, b = np.zeros((1, 64)), np.ones((64, 1))
    a[0, :2] = -last, last
    scales = np.repeat([[2.0**36, 1.0, 1.0, 1.0]], 16, axis=1), np.ones((64, 1)), "ue8m0"
    made = dot_add(unit, a, b, np.full((1, 1), 1.0), ("e2m1", "e2m1", "f32"), "f32", scales)
    assert made[0, 0] == total


def test_what_is_not_finite_goes_as_in_ieee() -> None:
    unit = known_unit(90)
    inf = float("inf")
    assert one(unit, [inf, 1.0], [1.0, 1.0], 0.0, HALVES) == inf
    assert one(unit, [-65504.0], [65504.0], -inf, HALVES) == -inf
    assert np.isnan(one(unit, [inf, 0.0], [0.0, 1.0], 0.0, HALVES))
    assert np.isnan(one(unit, [inf, -inf], [1.0, 1.0], 0.0, HALVES))
    wide = ("bf16", "bf16", "f32")
    assert one(unit, [2.0**127] * 2, [1.0] * 2, 0.0, wide) == inf
    assert one(unit, [2.0**127, -(2.0**127)], [1.0] * 2, 0.0, wide) == 0.0
    assert one(unit, [65504.0, 65504.0], [1.0, 1.0], 0.0, ("f16", "f16", "f16"), "f16") == inf


def test_what_nobody_measured_has_no_unit() -> None:
    assert unit_of(61, "mma", "f16", "f16", 8) is None
    assert unit_of(80, "mma", "f16", "f16", 4) is None  # Volta's shape
    assert unit_of(75, "mma", "f16", "f16", 4) == unit_of(75, "mma", "f16", "f16", 8)
    assert unit_of(120, "mma", "e4m3", "e5m2", 32, "kind::f8f6f4") == Unit(25, 32, -133)
    for type_ in ("e2m1", "e3m2", "e2m3"):
        for kind in ("kind::f8f6f4", "kind::mxf8f6f4"):
            assert unit_of(120, "mma", "e4m3", type_, 32, kind) is None


@pytest.mark.parametrize(
    ("opcode", "type_", "kind", "before", "first"),
    [
        ("mma", "bf16", "", 75, 80),
        ("mma", "tf32", "", 75, 80),
        ("mma", "e4m3", "", 86, 89),
        ("mma", "e5m2", "", 80, 89),
        ("mma", "e4m3", "kind::mxf8f6f4", 90, 100),
        ("mma", "e2m1", "kind::mxf4", 90, 120),
        ("wgmma", "f16", "", 80, 90),
        ("wgmma", "e4m3", "", 100, 90),
    ],
)
def test_targets_without_a_type_have_no_unit(
    opcode: str, type_: str, kind: str, before: int, first: int
) -> None:
    """There is nothing that could be measured: the sums of such a launch are not called those of hardware."""
    assert unit_of(before, opcode, type_, type_, 32, kind) is None
    assert unit_of(first, opcode, type_, type_, 32, kind) is not None


def defined(unit: Unit, a: list[float], b: list[float], c: float, types: Types, d_type: str) -> float:
    """The definition once more, on fractions, one term after the other."""

    def exponent(x: float, type_: str) -> int:
        return max(int(np.frexp(x)[1]) - 1, LEAST[type_])

    for start in range(0, len(a), unit.terms):
        if not np.isfinite(c):
            return c
        terms = [(Fraction(c), exponent(c, types[2] if start == 0 else d_type))]
        for x, y in zip(a[start : start + unit.terms], b[start : start + unit.terms], strict=True):
            terms.append((Fraction(x) * Fraction(y), exponent(x, types[0]) + exponent(y, types[1])))
        top = max(e if value else unit.floor for value, e in terms)
        last = Fraction(2) ** (top - unit.fraction)
        total = sum(int(value / last) for value, _ in terms) * last  # int() cuts off toward zero
        if d_type == "f16":
            with np.errstate(over="ignore"):
                c = float(np.float16(float(total)))  # a float64 holds it: at most 36 bits
            continue
        step = Fraction(2) ** (exponent(float(total), "f32") - unit.result)
        c = float(int(total / step) * step)
        c = c if abs(c) < 2.0**128 else float(np.copysign(np.inf, c))
    return c


CASES = [
    (80, "mma", "f16", "f32", 16),
    (80, "mma", "f16", "f16", 16),
    (80, "mma", "bf16", "f32", 16),
    (89, "mma", "e4m3", "f32", 32),
    (90, "mma", "e5m2", "f16", 32),
    (90, "wgmma", "bf16", "f32", 16),
    (90, "wgmma", "e5m2", "f32", 32),
    (90, "wgmma", "f16", "f16", 16),
]


@settings(max_examples=60)
@given(st.sampled_from(CASES), st.integers(0, 2**32 - 1))
def test_as_defined(case: tuple[int, str, str, str, int], seed: int) -> None:
    number, opcode, type_, d_type, k = case
    rng = np.random.default_rng(seed)

    def draw(dtype: Any, count: int) -> list[float]:
        """Numbers of a few exponents, zeros and subnormals among them, or any at all."""
        if rng.random() < 0.5:
            bits = rng.integers(0, 1 << 8 * np.dtype(dtype).itemsize, count)
            values = bits.astype(f"u{np.dtype(dtype).itemsize}").view(dtype)
        else:
            scale = 2.0 ** rng.integers(-20, 4, count)
            values = (rng.standard_normal(count) * scale).astype(dtype)
        with np.errstate(invalid="ignore"):  # signaling NaN
            plain = values.astype(np.float64)
        return [float(x) if np.isfinite(x) else 0.0 for x in plain]

    a, b = draw(DTYPES[type_], k), draw(DTYPES[type_], k)
    (c,) = draw(DTYPES[d_type], 1)
    unit = known_unit(number, opcode, type_, k)
    types = (type_, type_, d_type)
    assert one(unit, a, b, c, types, d_type) == defined(unit, a, b, c, types, d_type)


# Whole instructions


def product(arch: str, dtype: PtxType, k: int) -> Kernel:
    """One `mma` of 16 by 8."""

    @kernel(
        in_specs=(Tile(16, k, dtype), Tile(8, k, dtype)),
        out_specs=(Tile(16, 8, f32),),
        grid=(1,),
        block=(32, 1, 1),
        arch=arch,
    )
    def one_product(A: Any, B: Any, D: Any) -> None:
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        lane = reg.from_(ptx.special.tid.x(), u32)
        each = 32 // dtype.bits
        row, column = lane >> 2, (lane & 3) * each
        a, b, d = reg.array(b32, 4), reg.array(b32, 2), reg.array(f32, 4)
        for r in range(4):
            at = (row + 8 * (r % 2)) * k + column + 4 * each * (r // 2)
            ptx.inst.ld.global_.b32(a[r], ptx.addr(pa + at * dtype.bytes))
        for r in range(2):
            ptx.inst.ld.global_.b32(b[r], ptx.addr(pb + (row * k + column + 4 * each * r) * dtype.bytes))
        ptx.mma.sync(
            shape=(16, 8, k), dtype_d=f32, dtype_a=dtype, dtype_b=dtype, dtype_c=f32, d=d, a=a, b=b,
            c=[0.0] * 4,
        )  # fmt: skip
        for i in range(4):
            at = (row + 8 * (i // 2)) * 8 + (lane & 3) * 2 + i % 2
            ptx.inst.st.global_.f32(ptx.addr(pd + at * 4), d[i])

    return one_product


def group_product(dtype: PtxType, k: int) -> Kernel:
    """Two `wgmma` of 64 by 8, one after the other on one accumulator."""

    @kernel(
        in_specs=(Tile(64, 2 * k, dtype), Tile(8, 2 * k, dtype)),
        out_specs=(Tile(64, 8, f32),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def two_products(A: Any, B: Any, D: Any) -> None:
        map_a, map_b = (X.tma_desc(box=(rows, k), swizzle="32B") for X, rows in ((A, 64), (B, 8)))
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        a = [smem.wgmma_tile(dtype, (64, k)) for _ in range(2)]
        b = [smem.wgmma_tile(dtype, (8, k)) for _ in range(2)]
        full = smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.arrive_expect_tx(full[0], 2 * 72 * k * dtype.bytes)
            for half in range(2):
                ptx.cp.async_.bulk.tensor_2d(dst=a[half], src=map_a, coord=(half * k, 0), mbar=full[0])
                ptx.cp.async_.bulk.tensor_2d(dst=b[half], src=map_b, coord=(half * k, 0), mbar=full[0])
        ptx.bar.sync()
        ptx.mbarrier.wait(full[0], 0)
        acc = reg.wgmma_frag(m=64, n=8, dtype=f32)
        ptx.wgmma.fence()
        for half in range(2):
            ptx.wgmma.mma_async(
                shape=(64, 8, k), dtype_d=f32, dtype_a=dtype, dtype_b=dtype, d=acc, a=a[half], b=b[half],
                scale_d=half > 0,
            )  # fmt: skip
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        lane = tid & 31
        for i in range(4):
            at = ((tid >> 5) * 16 + (lane >> 2) + 8 * (i // 2)) * 8 + (lane & 3) * 2 + i % 2
            ptx.inst.st.global_.f32(ptx.addr(pd + at * 4), acc[i])

    return two_products


def launched(made: Kernel, a: np.ndarray, b: np.ndarray, **options: Any) -> tuple[np.ndarray, SimReport]:
    out = np.zeros((len(a), 8), np.float32)
    report = made.program().launch(a, b, out, grid=(1, 1, 1), engine="sim", **options)
    return out, report.detail


def level(report: SimReport, opcode: str) -> str:
    (found,) = {entry.level for entry in report.fidelity if entry.instruction.startswith(opcode)}
    return found


def spread(dtype: Any, *shape: int) -> np.ndarray:
    rng = np.random.default_rng(sum(shape))
    return (rng.standard_normal(shape) * 2.0 ** rng.integers(-6, 6, shape)).astype(dtype)


@pytest.mark.parametrize(
    ("arch", "dtype", "k"),
    [("sm_80", f16, 16), ("sm_80", bf16, 16), ("sm_90a", f16, 16), ("sm_89", e4m3, 32)],
)
def test_mma(arch: str, dtype: PtxType, k: int) -> None:
    numpy_type = DTYPES[dtype.name]
    a, b = spread(numpy_type, 16, k), spread(numpy_type, 8, k)
    made = product(arch, dtype, k)
    out, report = launched(made, a, b, order="hardware")
    assert level(report, "mma") == "hardware"
    assert MISSING or report.engine == "native"
    assert not report.approximate
    unit = known_unit(int(arch[3:5]), "mma", dtype.name, k)
    types = (dtype.name, dtype.name, "f32")
    for i, row in enumerate(a.astype(float).tolist()):
        for j, column in enumerate(b.astype(float).tolist()):
            assert out[i, j] == defined(unit, row, column, 0.0, types, "f32")
    free, report = launched(made, a, b)
    assert level(report, "mma") == "approximate"
    assert not np.array_equal(out, free)
    np.testing.assert_allclose(out, free, rtol=2e-3, atol=1e-2)


@pytest.mark.parametrize(("dtype", "k"), [(bf16, 16), (e4m3, 32)])
def test_wgmma(dtype: PtxType, k: int) -> None:
    numpy_type = DTYPES[dtype.name]
    a, b = spread(numpy_type, 64, 2 * k), spread(numpy_type, 8, 2 * k)
    out, report = launched(group_product(dtype, k), a, b, order="hardware")
    assert level(report, "wgmma.mma_async") == "hardware"
    unit, types = known_unit(90, "wgmma", dtype.name, k), (dtype.name, dtype.name, "f32")
    left, right = a.astype(float), b.astype(float)
    for i in range(0, 64, 7):
        for j in range(8):
            total = 0.0
            for half in (slice(0, k), slice(k, None)):
                total = defined(unit, left[i, half].tolist(), right[j, half].tolist(), total, types, "f32")
            assert out[i, j] == total


def test_the_units_of_another_target() -> None:
    made = product("sm_80", f16, 16)
    a, b = np.zeros((16, 16), np.float16), np.zeros((8, 16), np.float16)
    a[0, :8] = b[0, :8] = 2.0**-13
    a[0, 8] = b[0, 8] = 1
    assert launched(made, a, b, order="hardware")[0][0, 0] == 1 + 2.0**-23
    assert launched(made, a, b, order="sm_80")[0][0, 0] == 1 + 2.0**-23
    assert launched(made, a, b, order="sm_90")[0][0, 0] == 1
    with pytest.raises(LaunchError, match="no order 'random'; there are 'any', 'hardware', and targets"):
        launched(made, a, b, order="random")
