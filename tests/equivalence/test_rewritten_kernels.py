"""Proofs that kernels are the same function after a rewrite: other orders, formulas, tiles and passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pyptx
from pyptx import Tile, kernel, ptx, reg
from pyptx.equivalence import Search
from pyptx.kernels import build_gemm_ampere
from pyptx.types import bf16, f32
from tests.sim.row_kernels import layer_norm, rotated, rows_of, silu, softmax, total_of

Array = np.ndarray[Any, Any]
QUICK = Search(kinds=("uniform",), draws=1, tries=4)
COLUMNS = 4


def kernel_of(compute: Any, **options: Any) -> Any:
    return rows_of(COLUMNS, lambda values: compute(values, **options))


def attention(values: list[Any], *, online: bool = False, keys: int = 2) -> list[Any]:
    """The first element is a query, the first half of a row has the keys, and the second half the values."""
    scores = [values[0] * value for value in values[:keys]]
    weights = softmax(scores, online=online)
    total = total_of([weight * value for weight, value in zip(weights, values[keys:], strict=True)])
    return [total] * len(values)


def convolution_as_products(x: Any) -> Any:
    """Sums over a window of three elements, as a product with a matrix of the windows."""
    kernel = np.array([0.25, 0.5, 0.25])
    windows = np.stack([x[:, k : k + x.shape[1] - 2] for k in range(3)], axis=2)
    return windows @ kernel


def convolution(x: Any) -> Any:
    return 0.25 * x[:, :-2] + 0.5 * x[:, 1:-1] + 0.25 * x[:, 2:]


PAIRS = {
    "softmax, online": (kernel_of(softmax), kernel_of(softmax, online=True)),
    "softmax, without a key in the maximum": (kernel_of(softmax), kernel_of(softmax, seen=1)),
    "layer norm, one pass": (kernel_of(layer_norm), kernel_of(layer_norm, one_pass=True)),
    "attention, online": (kernel_of(attention), kernel_of(attention, online=True)),
    "silu, by the other formula": (kernel_of(silu), lambda x: x * np.exp(x) / (1 + np.exp(x))),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_rewritten_kernels_are_proved(pair: str) -> None:
    found = pyptx.equal(*PAIRS[pair], search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


def larger(a: Any, b: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.max.f32(made, a, b)
    return made


def smaller(a: Any, b: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.min.f32(made, a, b)
    return made


MAXIMA: dict[str, tuple[Any, Any]] = {
    "another order": (
        lambda v: larger(larger(v[0], v[1]), larger(v[2], v[3])),
        lambda v: larger(v[3], larger(v[1], larger(v[2], v[0]))),
    ),
    "a term twice": (lambda v: larger(larger(v[0], v[1]), v[0]), lambda v: larger(v[0], v[1])),
    "an addend outside": (
        lambda v: larger(larger(v[0] + v[2], v[1] + v[2]), v[3]),
        lambda v: larger(larger(v[0], v[1]) + v[2], v[3]),
    ),
    "a factor outside": (
        lambda v: larger(v[0] * 2.0, larger(v[1] * 2.0, v[2])),
        lambda v: larger(larger(v[0], v[1]) * 2.0, v[2]),
    ),
    "the minimum beside it": (lambda v: smaller(v[0], v[1]) + larger(v[0], v[1]), lambda v: v[0] + v[1]),
    "a minimum by it": (lambda v: smaller(v[0], v[1]), lambda v: 0.0 - larger(0.0 - v[0], 0.0 - v[1])),
}


@pytest.mark.parametrize("name", MAXIMA)
def test_nested_maxima_are_proved(name: str) -> None:
    sides = [kernel_of(lambda v, compute=compute: [compute(v)] * len(v)) for compute in MAXIMA[name]]
    found = pyptx.equal(*sides, search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


MINIMA: dict[str, tuple[Any, Any]] = {
    "a maximum that distributes over a minimum": (
        lambda v: larger(v[0], smaller(v[1], v[2])),
        lambda v: smaller(larger(v[0], v[1]), larger(v[0], v[2])),
    ),
    "the median of three": (
        lambda v: larger(smaller(v[0], v[1]), smaller(larger(v[0], v[1]), v[2])),
        lambda v: smaller(larger(v[0], v[1]), larger(smaller(v[0], v[1]), v[2])),
    ),
    "bounds in another order": (
        lambda v: smaller(larger(v[0], -1.0), 2.0) + v[1],
        lambda v: larger(smaller(v[0] + v[1], v[1] + 2.0), v[1] - 1.0),
    ),
    "a term between two others": (
        lambda v: larger(larger(v[0] * 2.0, v[1] * 2.0), v[0] + v[1]),
        lambda v: larger(v[0], v[1]) * 2.0,
    ),
}


@pytest.mark.parametrize("name", MINIMA)
def test_maxima_of_minima_are_proved(name: str) -> None:
    sides = [kernel_of(lambda v, compute=compute: [compute(v)] * len(v)) for compute in MINIMA[name]]
    found = pyptx.equal(*sides, search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


def test_a_maximum_of_minima_with_another_bound_is_refuted() -> None:
    one, two = (
        kernel_of(lambda v, least=least: [larger(smaller(v[0], v[1]), least)] * len(v))
        for least in (-0.5, -0.501)
    )
    assert pyptx.equal(one, two, prove=True).verdict == "refuted"


BUGS = {
    "softmax, without a key in the sum": (kernel_of(softmax), kernel_of(softmax, summed=1)),
    "softmax, online, a sum that is not rescaled": (
        kernel_of(softmax),
        kernel_of(softmax, online=True, rescaled=2),
    ),
    "layer norm, another epsilon": (kernel_of(layer_norm), kernel_of(layer_norm, epsilon=1e-6)),
    "layer norm, a variance of fewer columns": (kernel_of(layer_norm), kernel_of(layer_norm, counted=1)),
    "rotation by another angle": (kernel_of(rotated), kernel_of(rotated, angle=1.01e-3)),
}


@pytest.mark.parametrize("pair", BUGS)
def test_bugs_of_a_rewrite_are_refuted(pair: str) -> None:
    found = pyptx.equal(*BUGS[pair], search=QUICK, prove=True)
    assert found.verdict == "refuted", found


def test_a_convolution_is_a_product_of_windows() -> None:
    found = pyptx.equal(convolution, convolution_as_products, Tile(3, 8, f32), search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


def test_tiles_of_a_gemm_do_not_matter() -> None:
    small, large = (build_gemm_ampere(columns=columns) for columns in (128, 256))
    found = pyptx.equal(small, large, sizes={"M": 8, "N": 8, "K": 40}, search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


def split_over_k(overlap: int) -> Any:
    """A GEMM whose products of the halves of K are added by another kernel; some columns are added twice."""
    gemm = build_gemm_ampere()

    @kernel(in_specs=(Tile(8, 8, bf16), Tile(8, 8, bf16)), out_specs=(Tile(8, 8, bf16),), grid=1, block=64)
    def add(X: Any, Y: Any, Z: Any) -> None:
        places = [pointer + ptx.special.tid.x() * 2 for pointer in ptx.global_ptrs(X, Y, Z)]
        halves = [reg.scalar(bf16) for _ in range(2)]
        for half, place in zip(halves, places, strict=False):
            ptx.ld(bf16, half, ptx.addr(place))
        ptx.inst.fma.rn.bf16(halves[0], halves[0], reg.scalar(bf16, 1.0), halves[1])
        ptx.st(bf16, ptx.addr(places[2]), halves[0])

    return lambda a, b: add(
        *(gemm(a[:, at : at + 8 + overlap], b[:, at : at + 8 + overlap]) for at in (0, 8))
    )


@pytest.mark.parametrize(("overlap", "verdict"), [(0, "proved over the reals"), (8, "refuted")])
def test_a_gemm_split_over_k(overlap: int, verdict: str) -> None:
    tiles = Tile(8, 16, bf16), Tile(8, 16, bf16)
    found = pyptx.equal(split_over_k(overlap), build_gemm_ampere(), *tiles, search=QUICK, prove=True)
    assert found.verdict == verdict, found
