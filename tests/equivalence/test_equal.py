"""Right kernels are equal however they round; bugs smaller than the rounding make them different."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx
from pyptx import LaunchError, Tile, kernel, load_ptx, ptx, reg
from pyptx.equivalence import RAGGED, Geometry, ProgramSide, Search
from pyptx.kernels import build_attention_hopper, build_gemm_hopper
from pyptx.program import from_ptx
from pyptx.types import PtxType, b16, b32, bf16, e4m3, f32, s8, s32, u8, u32
from tests.equivalence.multiples import FOUR, THREE, multiplied, with_body

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Array = np.ndarray[Any, Any]
FEW = Search(kinds=("uniform", "zeros", "constant rows", RAGGED), draws=1)


def load(dtype: PtxType, address: Any) -> Any:
    """Load a value as f32."""
    value = reg.scalar(f32)
    if dtype is f32:
        ptx.ld(f32, value, address)
    elif dtype is bf16:
        half = reg.scalar(bf16)
        ptx.ld(bf16, half, address)
        ptx.inst.cvt.f32.bf16(value, half)
    return value


def store(dtype: PtxType, address: Any, value: Any) -> None:
    """Store an f32, rounded."""
    if dtype is bf16:
        half = reg.scalar(bf16)
        ptx.inst.cvt.rn.bf16.f32(half, value)
        ptx.st(bf16, address, half)
    else:
        ptx.st(f32, address, value)


def row_sums(
    dtype: PtxType = bf16, *, order: str = "forwards", dropped: int = 0, scale: float | None = None
) -> Any:
    """Sums of rows by one thread each, in some order, without the last columns."""

    @kernel(in_specs=(Tile("R", "C", dtype),), out_specs=(Tile("R", dtype),), grid=lambda R: R, block=1)
    def sums(X: Any, Y: Any) -> None:
        columns = X.shape[1]
        px, py = ptx.global_ptrs(X, Y)
        row = ptx.special.ctaid.x()
        numbers = list(range(columns - dropped))
        values = [
            load(dtype, ptx.addr(px + row * (dtype.bytes * columns) + dtype.bytes * n)) for n in numbers
        ]
        if order == "tree":
            while len(values) > 1:
                values = [
                    values[n] + values[n + 1] if n + 1 < len(values) else values[n]
                    for n in range(0, len(values), 2)
                ]
        total = reg.scalar(f32, 0.0)
        for value in reversed(values) if order == "backwards" else values:
            ptx.inst.add.f32(total, total, value)
        if scale is not None:
            ptx.inst.mul.f32(total, total, scale)
        store(dtype, ptx.addr(py + row * dtype.bytes), total)

    return sums


@pytest.mark.parametrize("dtype", [f32, bf16])
@pytest.mark.parametrize("order", ["backwards", "tree"])
def test_orders_of_a_sum_are_equal(dtype: PtxType, order: str) -> None:
    found = pyptx.equal(row_sums(dtype), row_sums(dtype, order=order), sizes={"R": 3, "C": 13})
    assert found, found
    assert found.verdict == "equal"
    assert set(found.kinds) == {*pyptx.equivalence.KINDS, RAGGED}
    assert found.compared > 3 * found.inputs / 2
    assert str(found).startswith(f"equal on {found.inputs} inputs of 11 kinds")


def test_the_smallest_input_that_shows_a_dropped_element() -> None:
    found = pyptx.equal(row_sums(), row_sums(dropped=1), sizes={"R": 4, "C": 24})
    assert found.verdict == "different"
    assert found.example is not None
    assert found.example.case.sizes == {"R": 1, "C": 1}
    assert found.example.arguments["X"].tolist() == [[1.0]]
    assert (found.example.difference.first, found.example.difference.second) == (1.0, 0.0)
    assert "Y[0] without rounding: 1 and 0" in str(found)
    first, second = found.example.slices
    assert first is not None
    assert second is not None
    assert len(first.lines) == len(second.lines) + 2  # the conversion and the sum of the element
    assert {name: str(region) for name, region in first.reads.items()} == {"X": "[0, 0]"}
    assert not second.reads


def test_a_dropped_element_smaller_than_the_rounding_is_a_difference() -> None:
    def weighted(x: Array) -> Array:
        return np.asarray(x[:, :-1].sum(1) + x[:, -1] * (1 - 1e-5))

    found = pyptx.equal(row_sums(), weighted, sizes={"R": 2, "C": 9})
    assert found.verdict == "different"
    assert found.example is not None
    nonzero = np.argwhere(found.example.arguments["X"])
    assert nonzero.tolist() == [[0, found.example.case.sizes["C"] - 1]]


def test_constants_that_round_to_their_format_are_equal() -> None:
    third = float(np.float32(1 / 3))
    assert pyptx.equal(row_sums(f32, scale=third), lambda x: x.sum(1) / 3, sizes={"R": 2, "C": 4}, search=FEW)
    found = pyptx.equal(
        row_sums(f32, scale=third * (1 + 1e-6)), lambda x: x.sum(1) / 3, sizes={"R": 2, "C": 4}
    )
    assert found.verdict == "different"


def normalise(*, eps: float = 1e-5, two: bool = False) -> Any:
    """Centre rows, and divide them by their deviation, in one kernel or in two."""

    def kernel_of(name: str, body: Any) -> Any:
        def rows(X: Any, Y: Any) -> None:
            columns = X.shape[1]
            px, py = ptx.global_ptrs(X, Y)
            start = ptx.special.ctaid.x() * (4 * columns)
            values = [load(f32, ptx.addr(px + start + 4 * n)) for n in range(columns)]
            for n, value in enumerate(body(values)):
                store(f32, ptx.addr(py + start + 4 * n), value)

        rows.__name__ = name
        tile = Tile("R", "C", f32)
        return kernel(in_specs=(tile,), out_specs=(tile,), grid=lambda R: R, block=1)(rows)

    def mean(values: list[Any]) -> Any:
        total = values[0]
        for value in values[1:]:
            total = total + value
        return total * (1 / len(values))

    def centre(values: list[Any]) -> list[Any]:
        middle = mean(values)
        return [value - middle for value in values]

    def divide(values: list[Any]) -> list[Any]:
        root = reg.scalar(f32)
        ptx.inst.rsqrt.approx.f32(root, mean([value * value for value in values]) + eps)
        return [value * root for value in values]

    if not two:
        return kernel_of("fused", lambda values: divide(centre(values)))
    first, second = kernel_of("centre", centre), kernel_of("divide", divide)
    return lambda x: second(first(x))


def test_fused_and_split_rows_are_equal() -> None:
    sizes = {"R": 2, "C": 4}
    found = pyptx.equal(normalise(), normalise(two=True), sizes=sizes)
    assert found, found

    def reference(x: Array) -> Array:
        centred = x - x.mean(1, keepdims=True)
        return np.asarray(centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5))

    assert pyptx.equal(normalise(two=True), reference, Tile("R", "C", f32), sizes=sizes, search=FEW)


def test_a_forgotten_epsilon_is_a_difference() -> None:
    found = pyptx.equal(normalise(), normalise(eps=0.0, two=True), sizes={"R": 2, "C": 4})
    assert found.verdict == "different"
    only_constant = Search(kinds=("constant rows",), draws=2)
    found = pyptx.equal(
        normalise(), normalise(eps=0.0, two=True), sizes={"R": 2, "C": 4}, search=only_constant
    )
    assert found.verdict == "different"
    assert found.example is not None
    fused, split = found.example.slices
    assert fused is not None
    assert split is not None
    assert set(fused.lines) == set(split.lines)  # those of both launches of the split one
    assert str(split.reads["X"]) == str(fused.reads["X"])
    assert found.example.difference.first == 0
    assert not np.isfinite(float(found.example.difference.second))


def test_gemms_of_two_generations_are_equal() -> None:
    ampere = run_path(str(EXAMPLES / "ampere/gemm_highperf_ampere.py"))["build_gemm_highperf"](out=bf16)
    search = Search(kinds=("uniform", RAGGED), draws=1)
    found = pyptx.equal(build_gemm_hopper(), ampere, sizes={"M": 72, "N": 16, "K": 24}, search=search)
    assert found, found
    assert {"K is a multiple of 8", "N is a multiple of 8"} <= set(found.refused)


def attention(q: Array, k: Array, v: Array, last: int | None = None) -> Array:
    """Attention as NumPy computes it, without the keys from `last` on."""
    q, k, v = (each.transpose(0, 2, 1, 3) for each in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / 8
    powers = np.exp(scores - scores.max(-1, keepdims=True))[..., :last]
    return np.asarray(powers / powers.sum(-1, keepdims=True) @ v[..., :last, :]).transpose(0, 2, 1, 3)


def test_attention_is_that_of_numpy_and_one_key_less_is_not() -> None:
    built, search = build_attention_hopper(64), Search(kinds=("uniform",), draws=1, tries=3)
    tile, other = Tile(1, "M", 1, 64, bf16), Tile(1, "N", 1, 64, bf16)

    def compare(reference: Any) -> Any:
        return pyptx.equal(
            built, reference, tile, other, other, sizes={"M": 5, "N": 72, "scale": 0.125}, search=search
        )

    assert compare(attention)
    found = compare(lambda q, k, v: attention(q, k, v, -1))
    assert found.verdict == "different"


def scaled(*, shift: int = 0, dropped: int = 0) -> Any:
    """Rows of fp8 numbers, summed and scaled by a factor of each row."""

    @kernel(
        in_specs=(Tile("R", 16, e4m3), Tile("R", f32)),
        out_specs=(Tile("R", bf16),),
        grid=lambda R: R,
        block=1,
        arch="sm_90",
    )
    def rows(X: Any, S: Any, Y: Any) -> None:
        count = X.shape[0]
        px, ps, py = ptx.global_ptrs(X, S, Y)
        row = ptx.special.ctaid.x()
        total = reg.scalar(f32, 0.0)
        for column in range(0, 16 - dropped, 2):
            pair, halves = reg.scalar(b16), reg.scalar(b32)
            ptx.ld(b16, pair, ptx.addr(px + row * 16 + column))
            ptx.inst.cvt.rn.f16x2.e4m3x2(halves, pair)
            low, high = reg.scalar(b16), reg.scalar(b16)
            ptx.inst.mov.b32([low, high], halves)
            for half in (low, high):
                value = reg.scalar(f32)
                ptx.inst.cvt.f32.f16(value, half)
                ptx.inst.add.f32(total, total, value)
        other = row + shift
        if shift:
            wrapped = reg.scalar(u32)
            ptx.inst.rem.u32(wrapped, other, count)
            other = wrapped
        factor = load(f32, ptx.addr(ps + other * 4))
        ptx.inst.mul.f32(total, total, factor)
        store(bf16, ptx.addr(py + row * 2), total)

    return rows


def test_fp8_rows_scaled_by_the_wrong_row_are_a_difference() -> None:
    def reference(x: Array, s: Array) -> Array:
        return np.asarray(x.sum(1) * s)

    assert pyptx.equal(scaled(), reference, sizes={"R": 3})
    found = pyptx.equal(scaled(shift=1), reference, sizes={"R": 3})
    assert found.verdict == "different"
    assert found.example is not None
    assert found.example.case.sizes == {"R": 2}
    assert [int((each != 0).sum()) for each in found.example.arguments.values()] == [1, 1]
    assert pyptx.equal(scaled(), scaled(dropped=2), sizes={"R": 3}).verdict == "different"


def test_values_that_exceed_float64_are_not_compared() -> None:
    def naive(x: Array) -> Array:
        powers = np.exp(x)
        return np.asarray(powers / powers.sum(1, keepdims=True))

    def stable(x: Array) -> Array:
        return naive(x - x.max(1, keepdims=True))

    found = pyptx.equal(naive, stable, Tile("R", 8, f32), sizes={"R": 4})
    assert found, found
    assert "elements beyond the range of float64, on inputs of the kind large and small" in found.refused
    found = pyptx.equal(naive, lambda x: stable(x) * (1 + 1e-8), Tile("R", 8, f32), sizes={"R": 4})
    assert found.verdict == "different"


def test_a_division_by_zero_is_compared() -> None:
    found = pyptx.equal(lambda x: x / 0.0, lambda x: x / 1e-30, Tile("R", 8, f32), sizes={"R": 4})
    assert found.verdict == "different"


def launch(block: int, limit: str = "%r1") -> Any:
    text = multiplied(limit=limit)

    def run(x: Array) -> Array:
        y = np.zeros_like(x)
        load_ptx(text).launch(grid=-(-len(x) // block), block=block)(x, y, len(x))
        return y

    return run


def test_functions_that_launch_ptx() -> None:
    tile, sizes = Tile("N", f32), {"N": 70}
    assert pyptx.equal(launch(32), launch(64), tile, sizes=sizes, search=FEW)
    assert pyptx.equal(launch(32), lambda x: 3 * x, tile, sizes=sizes, search=FEW)
    found = pyptx.equal(launch(32), launch(64, "69"), tile, sizes=sizes, search=FEW)
    assert found.verdict == "different"
    assert found.example is not None
    assert found.example.difference.element == (69,)


def test_a_fault_of_one_side_is_a_difference() -> None:
    found = pyptx.equal(launch(32), launch(32, "96"), Tile("N", f32), sizes={"N": 64}, search=FEW)
    assert found.verdict == "different"
    assert found.example is not None
    assert "faults: " in str(found.example.difference.second)
    assert "triple" not in str(found.example.difference.first)
    assert ": runs\n" in str(found)


def tricky(*, real: bool = True) -> Any:
    """A tenth of numbers, one last place off or negated by integer arithmetic; the former ends shadows."""

    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=lambda N: N, block=1)
    def double(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        offset = ptx.special.ctaid.x() * 4
        value = load(f32, ptx.addr(px + offset))
        third = reg.scalar(f32)
        ptx.inst.mul.f32(third, value, 0.1)
        bits = reg.scalar(b32)
        ptx.inst.mov.b32(bits, third)
        ptx.inst.xor.b32(bits, bits, 1 if real else 1 << 31)
        ptx.inst.mov.b32(third, bits)
        store(f32, ptx.addr(py + offset), third)

    return double


def test_a_difference_that_may_be_rounding_is_undecided() -> None:
    only = Search(kinds=("positive",), draws=1)
    found = pyptx.equal(tricky(), lambda x: x * np.float64(np.float32(0.1)), sizes={"N": 8}, search=only)
    assert found.verdict == "undecided"
    assert not found
    assert "this may be rounding: shadows end at" in str(found)
    found = pyptx.equal(tricky(real=False), lambda x: x / 10, sizes={"N": 8}, search=only)
    assert found.verdict == "different"


def test_integers_are_compared_as_they_are() -> None:
    @kernel(in_specs=(Tile("N", s32),), out_specs=(Tile("N", s32),), grid=lambda N: N, block=1)
    def negate(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        offset = ptx.special.ctaid.x() * 4
        value = reg.scalar(s32)
        ptx.ld(s32, value, ptx.addr(px + offset))
        ptx.inst.neg.s32(value, value)
        ptx.st(s32, ptx.addr(py + offset), value)

    assert pyptx.equal(negate, lambda x: -x, sizes={"N": 4}, search=FEW)
    assert not pyptx.equal(negate, lambda x: x, sizes={"N": 4}, search=FEW)


@pytest.mark.parametrize("large", [2**31 - 9, 2**60])
def test_large_integers_that_differ_by_one_are_different(large: int) -> None:
    def constant(x: Array) -> Array:
        return np.full(len(x), large)

    tile, sizes = Tile("N", f32), {"N": 4}
    assert pyptx.equal(constant, constant, tile, sizes=sizes, search=FEW)
    found = pyptx.equal(constant, lambda x: constant(x) + (x > 0), tile, sizes=sizes)
    assert found.verdict == "different"


def test_comparisons_of_nothing_are_refused() -> None:
    tile, sizes = Tile("N", f32), {"N": 4}
    for one, other in (
        (lambda x: np.exp(x + 1000), lambda x: np.exp(x + 2000)),
        (lambda x: x[:0], lambda x: x[:0]),
    ):
        with pytest.raises(LaunchError, match="nothing was compared: on all"):
            pyptx.equal(one, other, tile, sizes=sizes, search=Search(kinds=("uniform",)))
    with pytest.raises(LaunchError, match="elements of complex128; return real numbers"):
        pyptx.equal(lambda x: x + 1j, lambda x: x, tile, sizes=sizes, search=FEW)


COUNT = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry count(.param .u64 x, .param .u64 c)
{
    .reg .b64 %q; .reg .b32 %r;
    ld.param.u64 %q, [c];
    red.global.add.u32 [%q], 1;
    ret;
}
"""


def test_integer_arrays_are_changed_once_by_a_function_that_launches() -> None:
    def count(x: Array, c: Array) -> Array:
        load_ptx(COUNT).launch(grid=1, block=len(x))(x, c)
        return c

    def reference(x: Array, c: Array) -> Array:
        return c + len(x)

    found = pyptx.equal(count, reference, Tile("N", f32), np.zeros(1, np.uint32), sizes={"N": 4}, search=FEW)
    assert found, found


def test_multiples_of_sizes() -> None:
    seen: list[int] = []

    def half(x: Array) -> Array:
        seen.append(len(x))
        return x / 2

    search = Search(kinds=(RAGGED,), draws=8)
    halve = row_sums(f32, scale=0.5)
    pyptx.equal(halve, lambda x: half(x[:, 0]), sizes={"R": 12, "C": 1}, multiples={"R": 4}, search=search)
    assert {size % 4 for size in seen} == {0}
    assert set(seen) == {4, 8}


def test_errors_name_the_cause() -> None:
    sums = row_sums()
    with pytest.raises(LaunchError, match="no argument gives the size of C"):
        pyptx.equal(sums, sums, sizes={"R": 2})
    with pytest.raises(LaunchError, match="nothing has the size 'Q': tiles have"):
        pyptx.equal(sums, sums, sizes={"R": 2, "C": 3, "Q": 4})
    with pytest.raises(LaunchError, match="no kind 'zero'; did you mean zeros"):
        Search(kinds=("zero",))
    with pytest.raises(LaunchError, match="neither side is a kernel; give the inputs"):
        pyptx.equal(np.sin, np.cos)
    with pytest.raises(LaunchError, match="3 cannot be compared"):
        pyptx.equal(sums, 3)
    with pytest.raises(LaunchError, match="C=5 is not a multiple of 2"):
        pyptx.equal(sums, sums, sizes={"R": 2, "C": 5}, multiples={"C": 2})
    with pytest.raises(
        LaunchError, match=r"Y has the shape \(1,\) on sums and \(1, 4\) on <lambda>; elements"
    ):
        pyptx.equal(sums, lambda x: x, sizes={"R": 2, "C": 4})
    with pytest.raises(LaunchError, match="Y has the shape"):
        pyptx.equal(sums, lambda x: np.outer(x.sum(1), [1, 2]).T, sizes={"R": 2, "C": 4})
    with pytest.raises(LaunchError, match="launches no kernel and returns nothing"):
        pyptx.equal(sums, lambda x: None, sizes={"R": 2, "C": 4})
    with pytest.raises(LaunchError, match="R=0 is not a size"):
        pyptx.equal(sums, sums, sizes={"R": 0, "C": 4})
    with pytest.raises(
        LaunchError, match="different arrays: sums Y, and <lambda> output 0, output 1; compare functions"
    ):
        pyptx.equal(sums, lambda x: (x.sum(1), x.sum(1)), sizes={"R": 2, "C": 4})
    for pair in ((lambda x: (x,), lambda x: (x, x)), (lambda x: (x, x), lambda x: (x,))):
        with pytest.raises(LaunchError, match="the sides write different arrays"):
            pyptx.equal(*pair, Tile(2, f32))
    for word, value in (("draws", 0), ("tries", -1), ("max_steps", 0), ("tolerance", float("nan"))):
        with pytest.raises(LaunchError, match=f"{word}={value}; it must be at least"):
            Search(**{word: value})  # type: ignore[arg-type]


def test_an_exception_of_a_function_is_named_with_its_arguments() -> None:
    def divides(x: Any) -> Any:
        return x * (1 // 0)

    def fails(x: Any) -> Any:
        raise ValueError

    sizes = {"R": 2, "C": 4}
    with pytest.raises(
        LaunchError,
        match=r"<lambda> raised ZeroDivisionError: .*, at .*test_equal.py:\d+, with x=float64\[2, 4\]",
    ):
        pyptx.equal(row_sums(), lambda x: divides(x), sizes=sizes)
    with pytest.raises(
        LaunchError, match=r"fails raised ValueError, at .*:\d+, with x=float64\[2, 4\]"
    ) as raised:
        pyptx.equal(row_sums(), fails, sizes=sizes)
    assert isinstance(raised.value.__cause__, ValueError)

    def needs_even(x: Any) -> Any:
        assert x.shape[1] % 2 == 0
        return x.sum(1)

    found = pyptx.equal(row_sums(), needs_even, sizes=sizes, search=Search(kinds=("ragged sizes", "ones")))
    assert found, found
    assert "C is a multiple of 2" in str(found)


ENDLESS = """
.version 8.6
.target sm_80
.address_size 64
.visible .entry counts(.param .u64 x, .param .u64 y) {
    .reg .b64 %q<2>; .reg .b32 %r<2>; .reg .f32 %f<2>; .reg .pred %p<2>;
    ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];
    ld.global.f32 %f0, [%q0];
    mov.u32 %r0, 0;
AGAIN:
    add.s32 %r0, %r0, 1;
    setp.ge.f32 %p0, %f0, 0f00000000;
    @%p0 bra AGAIN;
    st.global.f32 [%q1], %f0;
    ret;
}
"""


def test_a_kernel_that_does_not_end_is_an_error() -> None:
    launch = from_ptx(ENDLESS)
    side = ProgramSide("counts.ptx", launch, lambda sizes: Geometry(1, 1), {})
    with pytest.raises(
        LaunchError, match=r"counts.ptx issued 50000 instructions and has not ended.*--max-steps"
    ) as e:
        pyptx.equal(
            side, lambda x, y: x, Tile("N", f32), np.zeros(1, np.float32), sizes={"N": 1},
            search=Search(kinds=("zeros",), max_steps=50_000),
        )  # fmt: skip
    assert "in a loop" in str(e.value)


def test_the_verdict_as_json() -> None:
    found = pyptx.equal(row_sums(), row_sums(dropped=1), sizes={"R": 2, "C": 4}).to_json()
    assert found["verdict"] == "different"
    assert found["example"]["sizes"] == {"R": 1, "C": 1}
    assert found["example"]["nonzero"] == {"X": [[0, 0, 1.0]]}
    assert found["example"]["difference"]["element"] == (0,)


def scaled_up(*, wide: bool) -> Kernel:
    """Numbers times 65536, which overflow in f16, then divided by 4."""

    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=lambda N: N, block=1)
    def quarter(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        offset = ptx.special.ctaid.x() * 4
        value = load(f32, ptx.addr(px + offset))
        ptx.inst.mul.f32(value, value, 65536.0)
        if not wide:
            half = reg.scalar(b16)
            ptx.inst.cvt.rn.f16.f32(half, value)
            ptx.inst.cvt.f32.f16(value, half)
        ptx.inst.mul.f32(value, value, 0.25)
        store(f32, ptx.addr(py + offset), value)

    return quarter


def test_an_overflow_of_one_side_is_a_difference() -> None:
    only = Search(kinds=("ones",), draws=1)
    sizes = {"N": 4}
    found = pyptx.equal(scaled_up(wide=True), scaled_up(wide=False), sizes=sizes, search=only)
    assert found.verdict == "different"
    assert "Y[0] is 16384 and inf; without rounding it is 16384 and 16384" in str(found)
    assert pyptx.equal(scaled_up(wide=True), lambda x: x * 16384, sizes=sizes, search=only)
    assert pyptx.equal(scaled_up(wide=False), scaled_up(wide=False), sizes=sizes, search=only)


def widened(type_: Any) -> Kernel:
    """Bytes as s32, with or without their sign."""

    @kernel(in_specs=(Tile("N", u8),), out_specs=(Tile("N", s32),), grid=lambda N: N, block=1)
    def widen(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        place = ptx.special.ctaid.x()
        value, result = reg.scalar(b32), reg.scalar(s32)
        ptx.ld(type_, value, ptx.addr(px + place))
        ptx.inst.mov.b32(result, value)
        ptx.st(s32, ptx.addr(py + place * 4), result)

    return widen


def test_signed_bytes_that_are_read_as_unsigned_are_seen() -> None:
    found = pyptx.equal(widened(u8), widened(s8), sizes={"N": 16}, search=FEW)
    assert found.verdict == "different"
    assert pyptx.equal(widened(u8), lambda x: x.astype(np.int32), sizes={"N": 16}, search=FEW)


def test_an_argument_that_neither_side_takes_is_an_error() -> None:
    with pytest.raises(LaunchError, match="takes the argument input 1"):
        pyptx.equal(
            lambda x: 2 * x, lambda x: x + x, Tile("N", f32), Tile("N", f32), sizes={"N": 4}, search=FEW
        )


def test_parameters_by_keyword_only() -> None:
    def times(x: Array, *, factor: float) -> Array:
        return factor * x

    tile = Tile("N", f32)
    assert pyptx.equal(times, lambda x: 3 * x, tile, sizes={"N": 4, "factor": 3}, search=FEW)
    with pytest.raises(LaunchError, match="times takes factor= by keyword"):
        pyptx.equal(times, lambda x: 3 * x, tile, sizes={"N": 4}, search=FEW)


def test_stores_that_change_nothing_are_outputs() -> None:
    text = with_body("mov.u32 %r6, 0; st.global.u32 [%q4], %r6;")

    def zero(x: Array, y: Array) -> None:
        load_ptx(text).launch(grid=1, block=32)(x, y, len(x))

    zeros, tile = np.zeros(32, np.int32), Tile(32, f32)
    assert pyptx.equal(zero, lambda x, y: {"y": 0 * y}, tile, zeros, sizes={}, search=FEW)


def test_arrays_that_are_updated_in_place() -> None:
    def update(factor: str) -> Any:
        text = with_body(f"ld.global.f32 %f0, [%q3]; mul.f32 %f1, %f0, {factor}; st.global.f32 [%q3], %f1;")
        return lambda x: load_ptx(text).launch(grid=1, block=32)(x, x, len(x))

    tile = Tile(32, f32)
    assert pyptx.equal(update(THREE), update(THREE), tile, sizes={}, search=FEW)
    assert pyptx.equal(update(THREE), update(FOUR), tile, sizes={}, search=FEW).verdict == "different"


def test_integers_are_shown_in_full() -> None:
    found = pyptx.equal(
        lambda x: x.astype(np.int64) + 2**53, lambda x: x.astype(np.int64) + 2**53 + 1, Tile("N", u8),
        sizes={"N": 1}, search=FEW,
    )  # fmt: skip
    assert "9007199254740992 and 9007199254740993" in str(found)
