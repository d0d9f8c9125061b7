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
from tests.kernels.kept import keeping
from tests.kernels.loops import loops_of, report_of, smallest_loop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.inspect import Resources
    from pyptx.kernels.attention_backward_hopper import AttentionBackward


built_attention_backward_hopper = keeping(build_attention_backward_hopper)
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

    ends: tuple[np.ndarray, ...] = ()

    def run(self, kernels: AttentionBackward) -> list[np.ndarray]:
        """Launch the three kernels."""
        queries, scale = self.q.shape[-3], self.scale
        blocks = kernels.count(queries, len(self.ends[0]) - 1 if self.ends else None)
        given, own = (self.out, self.do, self.lse, self.dlse), self.ends[:1]
        stats, sums, *turns = kernels.prepare(*given, *own, blocks=blocks)
        tensors = self.q, self.k, self.v, self.do, stats, sums, *turns, *self.ends
        dk, dv = kernels.gradients(*tensors, scale=scale, **self.numbers)
        return [kernels.finish(sums, *own, queries=queries, scale=scale), dk, dv]

    def cut(self, queries: int, keys: int) -> None:
        """Remove the queries, or the keys, if there are none."""
        if not keys:
            self.lse[:] = -np.inf
            self.out[:] = 0
        if not (queries and keys):
            for gradient in self.expected:
                gradient[:] = 0
        for name in ("q", "do", "out"):
            setattr(self, name, getattr(self, name)[:, :queries])
        for name in ("k", "v"):
            setattr(self, name, getattr(self, name)[:, :keys])
        self.lse, self.dlse = self.lse[..., :queries], self.dlse[..., :queries]
        sizes = queries, keys, keys
        self.expected = [x[:, :size] for x, size in zip(self.expected, sizes, strict=True)]

    def check(self, **options: Any) -> None:
        """Compare the gradients with f64: weights and slopes are rounded to 16 bits before a product."""
        kernels = built_attention_backward_hopper(
            self.width, mask=self.mask, dtype=self.dtype, softcap=self.capped, **options
        )
        for name, made, expected in zip(NAMES, self.run(kernels), self.expected, strict=True):
            bound = 1e-2 if self.dtype == bf16 else 2e-3
            close = np.abs(made.astype(np.float64) - expected) <= bound * np.abs(expected).max()
            assert close.all(), name


class Sequences(Problem):
    """Concatenated sequences of different lengths; arrays are (rows, heads, width).

    Some have no queries, and some no keys.
    """

    def __init__(
        self, lengths: Sequence[tuple[int, int]], heads: int, shared: int, width: int, **options: Any
    ) -> None:
        each = [Problem(1, max(q, 1), max(k, 1), heads, shared, width, **options) for q, k in lengths]
        for problem, (queries, keys) in zip(each, lengths, strict=True):
            problem.cut(queries, keys)
        first = each[0]
        self.width, self.mask, self.dtype, self.scale = first.width, first.mask, first.dtype, first.scale
        self.capped, self.numbers = first.capped, first.numbers
        for name in ("q", "k", "v", "do", "out"):
            setattr(self, name, np.concatenate([getattr(x, name)[0] for x in each]))
        self.lse, self.dlse = (np.concatenate([getattr(x, n)[0] for x in each], 1) for n in ("lse", "dlse"))
        self.expected = [np.concatenate([x.expected[i][0] for x in each]) for i in range(3)]
        sizes = np.cumsum([(0, 0), *lengths], axis=0).astype(np.int32)
        self.ends = np.ascontiguousarray(sizes[:, 0]), np.ascontiguousarray(sizes[:, 1])

    def check(self, **options: Any) -> None:
        super().check(ragged=True, **options)


ORDER, RACES = "order", "races"
SHAPES: list[tuple[tuple[int, ...], dict[str, Any], set[str]]] = [
    ((1, 130, 300, 2, 1, 128), {"mask": "causal"}, {ORDER, RACES}),
    ((2, 70, 129, 2, 2, 128), {"scale": 0.3, "dtype": f16}, {ORDER}),
    ((1, 200, 330, 4, 2, 64), {"mask": "causal", "dtype": f16}, set()),
    ((1, 260, 130, 1, 1, 64), {}, {RACES}),
    ((1, 1, 1, 3, 1, 128), {}, set()),
    # The first queries see no key.
    ((1, 140, 70, 1, 1, 128), {"mask": "causal"}, {ORDER}),
    ((1, 300, 500, 2, 1, 64), {"mask": "window", "edges": (150, 0)}, {ORDER, RACES}),
    # Some keys have no query.
    ((1, 400, 270, 1, 1, 128), {"mask": "window", "edges": (40, 30), "dtype": f16}, {ORDER}),
    ((1, 200, 400, 1, 1, 64), {"mask": "window", "edges": (0, 0)}, set()),
    ((1, 150, 260, 1, 1, 128), {"mask": "window", "edges": (250, UNBOUNDED)}, {ORDER}),
    ((1, 260, 140, 1, 1, 64), {"mask": "window", "edges": (UNBOUNDED, UNBOUNDED)}, {ORDER}),
    ((1, 130, 290, 2, 1, 64), {"mask": "window", "edges": (90, 20), "softcap": 0.7}, {RACES}),
    ((1, 150, 70, 2, 2, 128), {"mask": "causal", "softcap": 2.5, "scale": 0.4, "dtype": f16}, set()),
    # All scores are equal.
    ((1, 70, 200, 1, 1, 128), {"softcap": 1e-3}, set()),
    ((1, 70, 130, 2, 1, 256), {"mask": "causal"}, {ORDER, RACES}),
    ((2, 150, 70, 2, 2, 256), {"dtype": f16}, {ORDER}),
    ((1, 200, 150, 1, 1, 256), {"mask": "window", "edges": (50, 30), "softcap": 1.5}, {ORDER, RACES}),
]
"""Sizes and options of a problem, and the tests that have it beside `test_gradients`."""


def shapes(test: str = "") -> pytest.MarkDecorator:
    """Run a test with all shapes, or with those that name it."""
    chosen = [(sizes, options) for sizes, options, tests in SHAPES if not test or test in tests]
    return pytest.mark.parametrize(("sizes", "options"), chosen, ids=str)


@shapes()
def test_gradients(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    Problem(*sizes, **options).check()


@pytest.mark.ptx_sim(seeds=1, gpu=False)
@shapes(RACES)
def test_it_is_free_of_races(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    """The rings of two stages and of two buffers go round."""
    Problem(*sizes, **options).check()


@shapes(ORDER)
def test_gradients_in_the_order_of_keys(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    """The order depends on the mask; `test_sequences` has soft caps in it."""
    with simulating(checks="all", schedule="random", seed=1):
        Problem(*sizes, **options).check(deterministic=True)


LENGTHS: list[tuple[tuple[tuple[int, int], ...], tuple[int, ...], dict[str, Any]]] = [
    (((130, 130), (0, 40), (1, 300), (40, 0), (128, 129)), (2, 1, 64), {"mask": "causal"}),
    (((70, 129), (64, 128), (3, 2)), (2, 2, 128), {"scale": 0.3, "dtype": f16}),
    (((0, 0), (70, 65), (100, 64), (0, 0)), (1, 1, 256), {"mask": "causal", "softcap": 0.9}),
    (((200, 140), (1, 1), (30, 200)), (1, 1, 128), {"mask": "window", "edges": (60, 10), "dtype": f16}),
    (((64, 64),), (1, 1, 256), {}),
    (((60, 100), (130, 70)), (4, 2, 256), {"mask": "window", "edges": (30, 20)}),
    (((150, 300), (260, 10)), (1, 1, 64), {"softcap": 1.5}),
]
"""Queries and keys of sequences; heads, shared heads and width; options."""


@pytest.mark.parametrize(("lengths", "sizes", "options"), LENGTHS, ids=str)
@pytest.mark.parametrize("deterministic", [False, True])
def test_sequences(lengths: Any, sizes: Any, options: dict[str, Any], deterministic: bool) -> None:
    with simulating(checks="all", schedule="random", seed=1):
        Sequences(lengths, *sizes, **options).check(deterministic=deterministic)


@pytest.mark.parametrize(("lengths", "sizes", "options"), LENGTHS[:2], ids=str)
def test_sequences_without_options_of_a_simulation(lengths: Any, sizes: Any, options: dict[str, Any]) -> None:
    Sequences(lengths, *sizes, **options).check()


@pytest.mark.parametrize("width", [64, 128, 256])
def test_the_next_sequence_changes_nothing(width: int) -> None:
    """Blocks of the first and the third sequence read rows of the next one: NaN and infinity."""
    problem = Sequences([(70, 70), (30, 50), (40, 129), (9, 9)], 1, 1, width, mask="causal")
    for name, ends in zip(("q", "do", "k", "v"), (0, 0, 1, 1), strict=True):
        for sequence, value in ((1, np.nan), (3, np.inf)):
            first, last = problem.ends[ends][sequence : sequence + 2]
            getattr(problem, name)[first:last] = value
    found = problem.run(built_attention_backward_hopper(width, mask="causal", ragged=True))
    for made, expected, ends in zip(found, problem.expected, (0, 1, 1), strict=True):
        for sequence in (0, 2):
            first, last = problem.ends[ends][sequence : sequence + 2]
            ours, theirs = made[first:last].astype(np.float64), expected[first:last]
            assert (np.abs(ours - theirs) <= 1e-2 * np.abs(theirs).max()).all()


@pytest.mark.parametrize(("width", "mask"), [(64, "full"), (128, "window"), (256, "causal")])
def test_equal_launches_have_equal_bits(width: int, mask: str) -> None:
    """Three CTAs and more add to an element: their sum depends on the order, unless that is fixed."""
    problem = Problem(1, 150, 500, 2, 1, width, mask=mask, edges=(300, 40), dtype=f16)
    found = {}
    for deterministic in (False, True):
        kernels = built_attention_backward_hopper(width, mask=mask, dtype=f16, deterministic=deterministic)
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


def reports_of(kernels: AttentionBackward) -> list[Resources]:
    return [kernels.prepare.report(), report_of(kernels.gradients), kernels.finish.report()]


WAITS = "MEMBAR(?!.ALL.CTA)|ERRBAR|CCTL|LDL|STL|R2UR"
"""Machine instructions that no loop of MMAs may have; a fence of the CTA orders stores to shared memory."""


@pytest.mark.ptxas
@pytest.mark.parametrize(
    ("width", "options"),
    [
        (64, {"deterministic": True, "ragged": True}),
        (128, {"deterministic": True, "ragged": True}),
        (256, {"deterministic": True}),
        (256, {"ragged": True}),
    ],
    ids=str,
)
def test_options_cost_no_spills_and_no_fences(width: int, options: dict[str, Any]) -> None:
    kernels = built_attention_backward_hopper(width, mask="window", softcap=True, **options)
    for report in reports_of(kernels):
        assert report.messages == ()
        assert report.spill_store_bytes == 0
    bodies = ["\n".join(loop) for loop in loops_of(kernels.gradients)]
    walks = [body for body in bodies if "HGMMA" in body]
    assert len(walks) > 3
    assert not [found[0] for body in walks if (found := re.search(WAITS, body))]


def test_keys_that_would_overflow_are_masked() -> None:
    """Behind the last key the score is zero, and e to the power of minus the logarithm is infinite."""
    problem = Problem(1, 64, 100, 1, 1, 128, scale=8.0)
    problem.q[:] = -np.abs(problem.q)
    problem.k[:] = np.abs(problem.k)
    problem.lse[:] = -500.0
    kernels = built_attention_backward_hopper(128)
    assert all(np.isfinite(made.astype(np.float32)).all() for made in problem.run(kernels))


def test_strides() -> None:
    """Tensor copies read Q, K and V in the order (batch, heads, rows, width)."""
    problem = Problem(2, 70, 90, 4, 2, 64)
    for name in "qkv":
        there = np.ascontiguousarray(getattr(problem, name).swapaxes(1, 2)).swapaxes(1, 2)
        assert not there.flags.c_contiguous
        setattr(problem, name, there)
    problem.check()


@pytest.mark.parametrize("width", [64, 128, 256])
def test_there_are_no_bank_conflicts(width: int) -> None:
    with directing("sim", profile=True) as reports:
        Problem(1, 256, 256, 1, 1, width, mask="causal").check()
    traffic = [space for report in reports for space in report.detail.profile.traffic.items()]
    assert [name for name, _ in traffic].count("shared") == 2
    assert all(counters.conflicts == 0 for _, counters in traffic)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("width", "mask", "softcap"),
    [
        *((width, mask, mask == "window") for width in (64, 128, 256) for mask in ("full", "window")),
        *((width, "causal", False) for width in (64, 128, 256)),
        *((width, "window", False) for width in (64, 128)),
    ],
)
def test_instructions_for_a_score(width: int, mask: str, softcap: bool) -> None:
    """Instructions of a thread other than MMAs, in the loop without masks."""
    others = {64: 7.5, 128: 10.5, 256: 20}[width] + 4.2 * softcap
    kernels = built_attention_backward_hopper(width, mask=mask, softcap=softcap)
    for report in reports_of(kernels):
        assert report.messages == ()
        assert report.spill_store_bytes == report.spill_load_bytes == 0
    report = report_of(kernels.gradients)
    assert report.registers == 168
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448
    products, scores = (44, kernels.rows * 32) if width == 256 else (32, kernels.rows * 64)
    body = smallest_loop(kernels.gradients, "HGMMA", products)
    assert sum("HGMMA" in line for line in body) == products
    assert len(body) - products <= others * scores / 128
    assert not re.search(WAITS, "\n".join(body))
    assert sum("MEMBAR" in line for line in body) == (1 if width == 256 else 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 96}, r"width=96: these kernels take one of \(64, 128, 256\)"),
        ({"width": 64, "dtype": f32}, "dtype=f32: these kernels take bf16 or f16"),
        ({"width": 64, "mask": "alibi"}, "mask='alibi': these kernels have 'full', 'causal', 'window'"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        built_attention_backward_hopper(**options)


def test_it_says_which_heads_it_takes() -> None:
    kernels = built_attention_backward_hopper(64)
    many, few = (np.zeros((1, 64, heads, 64), ml_dtypes.bfloat16) for heads in (3, 2))
    stats, sums = (np.zeros((1, 3, 1, size), np.float32) for size in (2 * kernels.rows, kernels.rows * 64))
    with pytest.raises(ValueError, match="heads=3 are not a multiple of shared=2"):
        kernels.gradients(many, few, few, many, stats, sums, scale=1.0)
