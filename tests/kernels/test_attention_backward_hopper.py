"""Gradients of attention on Hopper: numbers, shapes, schedules, bank conflicts, and machine code."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels import build_attention_backward_hopper
from pyptx.program import directing
from pyptx.runtime.simulation import simulating
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.loops import smallest_loop

if TYPE_CHECKING:
    from pyptx.kernels.attention_backward_hopper import AttentionBackward

ELEMENTS = {bf16: ml_dtypes.bfloat16, f16: np.float16}
NAMES = ("dq", "dk", "dv")


UNBOUNDED = 2**30


class Problem:
    """Inputs, and the results and gradients in f64. Arrays are (batch, rows, heads, width)."""

    def __init__(
        self, batch: int, queries: int, keys: int, heads: int, shared: int, width: int, *,
        mask: str = "full", edges: tuple[int, int] = (UNBOUNDED, 0), scale: float | None = None,
        dtype: PtxType = bf16, softcap: float | None = None,
    ) -> None:  # fmt: skip
        rng = np.random.default_rng(queries + keys)
        element = ELEMENTS[dtype]
        self.width, self.mask, self.dtype = width, mask, dtype
        self.scale = scale or 1 / math.sqrt(width)
        many, few = (batch, queries, heads, width), (batch, keys, shared, width)
        self.q, self.k, self.v, self.do = (
            rng.standard_normal(shape).astype(element) for shape in (many, few, few, many)
        )
        self.dlse = rng.standard_normal((batch, heads, queries)).astype(np.float32)
        group = heads // shared
        q, do = (x.astype(np.float64).swapaxes(1, 2) for x in (self.q, self.do))
        k, v = (x.astype(np.float64).swapaxes(1, 2).repeat(group, axis=1) for x in (self.k, self.v))
        scores = q @ k.swapaxes(2, 3) * self.scale
        self.capped, derivative = softcap is not None, np.ones_like(scores)
        self.numbers: dict[str, Any] = (
            dict(zip(("left", "right"), edges, strict=True)) if mask == "window" else {}
        )
        if softcap is not None:
            self.numbers["softcap"] = softcap
            bounded = np.tanh(scores / softcap)
            scores, derivative = softcap * bounded, 1 - bounded**2
        if mask != "full":
            behind = np.arange(keys) - np.arange(queries)[:, None] - (keys - queries)
            scores[..., (behind > edges[1]) | (behind < -edges[0])] = -np.inf
        largest = np.maximum(scores.max(axis=3, keepdims=True), -1e9)
        weights = np.exp(scores - largest)
        total = weights.sum(axis=3, keepdims=True)
        weights /= np.maximum(total, 1e-300)
        out = weights @ v
        self.out = np.ascontiguousarray(out.swapaxes(1, 2)).astype(element)
        with np.errstate(divide="ignore"):
            self.lse = (largest + np.log(total))[..., 0].astype(np.float32)
        changes = do @ v.swapaxes(2, 3) - (do * out).sum(axis=3, keepdims=True) + self.dlse[..., None]
        slopes = weights * changes * derivative * self.scale
        several = (batch, shared, group, keys, width)
        made = (
            slopes @ k,
            (slopes.swapaxes(2, 3) @ q).reshape(several).sum(axis=2),
            (weights.swapaxes(2, 3) @ do).reshape(several).sum(axis=2),
        )
        self.expected = [x.swapaxes(1, 2) for x in made]

    def run(self, kernels: AttentionBackward) -> list[np.ndarray]:
        """Launch the three kernels."""
        queries, scale = self.q.shape[1], self.scale
        blocks = -(-queries // kernels.rows)
        stats, sums, *turns = kernels.prepare(self.out, self.do, self.lse, self.dlse, blocks=blocks)
        tensors = self.q, self.k, self.v, self.do, stats, sums, *turns
        dk, dv = kernels.gradients(*tensors, scale=scale, **self.numbers)
        return [kernels.finish(sums, queries=queries, scale=scale), dk, dv]

    def check(self, **options: Any) -> None:
        """Compare the gradients with f64: weights and slopes are rounded to 16 bits before a product."""
        kernels = build_attention_backward_hopper(
            self.width, mask=self.mask, dtype=self.dtype, softcap=self.capped, **options
        )
        for name, made, expected in zip(NAMES, self.run(kernels), self.expected, strict=True):
            bound = 1e-2 if self.dtype == bf16 else 2e-3
            close = np.abs(made.astype(np.float64) - expected) <= bound * np.abs(expected).max()
            assert close.all(), name


SHAPES: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((1, 130, 300, 2, 1, 128), {"mask": "causal"}),
    ((2, 70, 129, 2, 2, 128), {"scale": 0.3, "dtype": f16}),
    ((1, 200, 330, 4, 2, 64), {"mask": "causal", "dtype": f16}),
    ((1, 260, 130, 1, 1, 64), {}),
    ((1, 1, 1, 3, 1, 128), {}),
    ((1, 140, 70, 1, 1, 128), {"mask": "causal"}),  # the first queries see no key
    ((1, 300, 500, 2, 1, 64), {"mask": "window", "edges": (150, 0)}),
    (
        (1, 400, 270, 1, 1, 128),
        {"mask": "window", "edges": (40, 30), "dtype": f16},
    ),  # some keys have no query
    ((1, 200, 400, 1, 1, 64), {"mask": "window", "edges": (0, 0)}),
    ((1, 150, 260, 1, 1, 128), {"mask": "window", "edges": (250, UNBOUNDED)}),
    ((1, 260, 140, 1, 1, 64), {"mask": "window", "edges": (UNBOUNDED, UNBOUNDED)}),
    ((1, 130, 290, 2, 1, 64), {"mask": "window", "edges": (90, 20), "softcap": 0.7}),
    ((1, 150, 70, 2, 2, 128), {"mask": "causal", "softcap": 2.5, "scale": 0.4, "dtype": f16}),
    ((1, 70, 200, 1, 1, 128), {"softcap": 1e-3}),  # all scores are equal
]


@pytest.mark.parametrize(("sizes", "options"), SHAPES, ids=str)
def test_gradients(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    Problem(*sizes, **options).check()


@pytest.mark.ptx_sim(seeds=1, gpu=False)
@pytest.mark.parametrize(("sizes", "options"), [SHAPES[0], SHAPES[3], SHAPES[6], SHAPES[-3]], ids=str)
def test_it_is_free_of_races(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    """The rings of two stages and of two buffers go round."""
    Problem(*sizes, **options).check()


@pytest.mark.parametrize(("sizes", "options"), SHAPES[:2] + SHAPES[5:], ids=str)
def test_gradients_in_the_order_of_keys(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    with simulating(checks="all", schedule="random", seed=1):
        Problem(*sizes, **options).check(deterministic=True)


@pytest.mark.parametrize(("width", "mask"), [(64, "full"), (128, "window")])
def test_equal_launches_have_equal_bits(width: int, mask: str) -> None:
    """Three CTAs and more add to an element: their sum depends on the order, unless that is fixed."""
    problem = Problem(1, 150, 500, 2, 1, width, mask=mask, edges=(300, 40), dtype=f16)
    found = {}
    for deterministic in (False, True):
        kernels = build_attention_backward_hopper(width, mask=mask, dtype=f16, deterministic=deterministic)
        sums = set()
        for seed in range(6):
            with simulating(schedule="random", seed=seed):
                stats, *state = kernels.prepare(
                    problem.out, problem.do, problem.lse, problem.dlse, blocks=-(-150 // kernels.rows)
                )
                tensors = problem.q, problem.k, problem.v, problem.do, stats, *state
                kernels.gradients(*tensors, scale=problem.scale, **problem.numbers)
            sums.add(state[0].tobytes())
        found[deterministic] = len(sums)
    assert found[False] > 1
    assert found[True] == 1


@pytest.mark.ptxas
@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("softcap", [False, True])
def test_the_order_costs_no_spills(width: int, softcap: bool) -> None:
    kernels = build_attention_backward_hopper(width, mask="window", softcap=softcap, deterministic=True)
    report = kernels.gradients.report()
    assert report.messages == ()
    assert report.spill_store_bytes == 0


def test_keys_that_would_overflow_are_masked() -> None:
    """Behind the last key the score is zero, and e to the power of minus the logarithm is infinite."""
    problem = Problem(1, 64, 100, 1, 1, 128, scale=8.0)
    problem.q[:] = -np.abs(problem.q)
    problem.k[:] = np.abs(problem.k)
    problem.lse[:] = -500.0
    kernels = build_attention_backward_hopper(128)
    assert all(np.isfinite(made.astype(np.float32)).all() for made in problem.run(kernels))


def test_strides() -> None:
    """Tensor copies read Q, K and V in the order (batch, heads, rows, width)."""
    problem = Problem(2, 70, 90, 4, 2, 64)
    for name in "qkv":
        there = np.ascontiguousarray(getattr(problem, name).swapaxes(1, 2)).swapaxes(1, 2)
        assert not there.flags.c_contiguous
        setattr(problem, name, there)
    problem.check()


@pytest.mark.parametrize("width", [64, 128])
def test_there_are_no_bank_conflicts(width: int) -> None:
    with directing("sim", profile=True) as reports:
        Problem(1, 256, 256, 1, 1, width, mask="causal").check()
    traffic = [space for report in reports for space in report.detail.profile.traffic.items()]
    assert [name for name, _ in traffic].count("shared") == 2
    assert all(counters.conflicts == 0 for _, counters in traffic)


@pytest.mark.ptxas
@pytest.mark.parametrize("mask", ["full", "causal", "window"])
@pytest.mark.parametrize(("width", "others"), [(64, 7.8), (128, 10.9)])
@pytest.mark.parametrize(("softcap", "more"), [(False, 0), (True, 4.2)])
def test_instructions_for_a_score(width: int, others: float, mask: str, softcap: bool, more: int) -> None:
    """Those beside the matrix products, of a thread, in the loop without masks.

    The fences between stores to shared memory and the products that read them are of the CTA.
    """
    kernels = build_attention_backward_hopper(width, mask=mask, softcap=softcap)
    for kernel in (kernels.prepare, kernels.gradients, kernels.finish):
        report = kernel.report()
        assert report.messages == ()
        assert report.spill_store_bytes == report.spill_load_bytes == 0
    report = kernels.gradients.report()
    assert report.registers == 168
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448
    products = 32
    body = smallest_loop(kernels.gradients, "HGMMA", products)
    assert sum("HGMMA" in line for line in body) == products
    assert len(body) - products <= (others + more) * kernels.rows * 64 / 128
    assert not re.search("MEMBAR(?!.ALL.CTA)|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))
    assert sum("MEMBAR" in line for line in body) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 96}, r"width=96: these kernels take one of \(64, 128\)"),
        ({"width": 64, "dtype": f32}, "dtype=f32: these kernels take bf16 or f16"),
        ({"width": 64, "mask": "alibi"}, "mask='alibi': these kernels have 'full', 'causal', 'window'"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        build_attention_backward_hopper(**options)


def test_it_says_which_heads_it_takes() -> None:
    kernels = build_attention_backward_hopper(64)
    many, few = (np.zeros((1, 64, heads, 64), ml_dtypes.bfloat16) for heads in (3, 2))
    stats, sums = (np.zeros((1, 3, 1, size), np.float32) for size in (2 * kernels.rows, kernels.rows * 64))
    with pytest.raises(ValueError, match="heads=3 are not a multiple of shared=2"):
        kernels.gradients(many, few, few, many, stats, sums, scale=1.0)
