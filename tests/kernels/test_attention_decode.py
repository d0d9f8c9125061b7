"""Attention of few queries over many keys: numbers, lengths, pages, splits, machine code, gradients."""

from __future__ import annotations

import math
import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.kernels import build_attention_decode, decode_attention
from pyptx.program import directing
from pyptx.runtime.simulation import simulating
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import report_of, smallest_loop

built_attention_decode = keeping(build_attention_decode)

ELEMENTS = {bf16: ml_dtypes.bfloat16, f16: np.float16}


class Problem:
    """Inputs, and the result and the logarithms in f64. Values after the last key are NaN."""

    def __init__(
        self, batch: int, queries: int, keys: int, heads: int, shared: int, width: int, *,
        lengths: list[int] | None = None, page: int | None = None, causal: bool = True, dtype: PtxType = bf16,
    ) -> None:  # fmt: skip
        rng = np.random.default_rng(queries + keys)
        element = ELEMENTS[dtype]
        shapes = (batch, queries, heads, width), (batch, keys, shared, width), (batch, keys, shared, width)
        q, k, v = (rng.standard_normal(shape).astype(element) for shape in shapes)
        every = lengths or [keys] * batch
        self.causal, self.dtype, self.width = causal, dtype, width
        self.out, self.lse = np.zeros(q.shape), np.full((batch, heads, queries), -np.inf)
        for number, length in enumerate(every):
            seen = np.arange(length) <= length - queries + np.arange(queries)[:, None]
            for head in range(heads):
                of_head = number, slice(length), head * shared // heads
                self._attend(number, head, q[number, :, head], k[of_head], v[of_head], seen)
            k[number, length:] = v[number, length:] = np.nan
        self.inputs = [q, k, v]
        self.options: dict[str, Any] = {"causal": causal, "arch": "sm_90a"}
        if lengths is not None:
            self.options["seqlens_k"] = np.array(lengths, np.int32)
        if page is not None:
            count = -(-keys // page)
            table = rng.permutation(batch * count).astype(np.int32).reshape(batch, count)
            for i, x in enumerate((k, v), 1):
                padded = np.full((batch, count * page, shared, width), np.nan, element)
                padded[:, :keys] = x
                pages = np.zeros((batch * count, page, shared, width), element)
                pages[table.ravel()] = padded.reshape(pages.shape)
                self.inputs[i] = pages
            self.options["block_table"] = table

    def _attend(
        self, number: int, head: int, q: np.ndarray, k: np.ndarray, v: np.ndarray, seen: np.ndarray
    ) -> None:
        q, k, v = (x.astype(float) for x in (q, k, v))
        scores = q @ k.T / math.sqrt(self.width)
        for query, row in enumerate(scores):
            known = seen[query] if self.causal else slice(None)
            if row[known].size:
                weights = np.exp(row[known])
                self.out[number, query, head] = weights @ v[known] / weights.sum()
                self.lse[number, head, query] = np.log(weights.sum())

    def check(self, splits: int | None = None) -> None:
        """Compare the result of the function with f64."""
        made, lse = decode_attention(*self.inputs, splits=splits, return_lse=True, **self.options)
        bound = 1e-2 if self.dtype == bf16 else 2e-3
        np.testing.assert_allclose(made.astype(float), self.out, atol=bound)
        np.testing.assert_allclose(lse, self.lse, rtol=1e-5, atol=1e-5)


CASES: list[tuple[tuple[int, ...], int | None, dict[str, Any]]] = [
    ((1, 1, 200, 8, 2, 128), 1, {}),
    ((2, 1, 600, 8, 1, 128), None, {"dtype": f16}),
    ((1, 3, 333, 12, 2, 64), 2, {}),
    ((3, 2, 200, 4, 4, 64), 4, {"lengths": [200, 0, 37]}),
    ((2, 1, 300, 4, 1, 128), 2, {"lengths": [300, 129], "page": 48, "dtype": f16}),
    ((2, 4, 70, 2, 1, 64), 1, {"lengths": [70, 3], "page": 16}),
    ((1, 8, 260, 8, 2, 128), 5, {"causal": False}),
]
"""Sizes, splits and options: rows of one tile and of two, splits without keys, queries that see none."""


@pytest.mark.parametrize(("sizes", "splits", "options"), CASES, ids=str)
def test_result_and_logarithms(sizes: tuple[int, ...], splits: int | None, options: dict[str, Any]) -> None:
    Problem(*sizes, **options).check(splits)


@pytest.mark.parametrize(("sizes", "splits", "options"), CASES[2:5], ids=str)
def test_caches_with_heads_before_keys(
    sizes: tuple[int, ...], splits: int | None, options: dict[str, Any]
) -> None:
    """They are read as they lie, with pages and lengths, too."""
    problem = Problem(*sizes, **options)
    for i in (1, 2):
        problem.inputs[i] = problem.inputs[i].swapaxes(1, 2).copy().swapaxes(1, 2)
    problem.check(splits)


def packed(k: np.ndarray, v: np.ndarray) -> list[np.ndarray]:
    """Views of one array: (batch, keys, 2, shared, width)."""
    both = np.stack([k, v], axis=2)
    return [both[:, :, 0], both[:, :, 1]]


def spread(k: np.ndarray, v: np.ndarray) -> list[np.ndarray]:
    """K between NaN on every axis, and V with the axes in another order."""
    wide = np.full((2 * k.shape[0], k.shape[1] + 3, 2 * k.shape[2], k.shape[3] + 8), np.nan, k.dtype)
    wide[1::2, :-3, ::2, :-8] = k
    return [wide[1::2, :-3, ::2, :-8], np.ascontiguousarray(v.transpose(2, 1, 0, 3)).transpose(2, 1, 0, 3)]


@pytest.mark.parametrize("view", [packed, spread])
@pytest.mark.parametrize(("sizes", "splits", "options"), CASES[1:5], ids=str)
def test_strides(view: Any, sizes: tuple[int, ...], splits: int | None, options: dict[str, Any]) -> None:
    """K and V are read as they lie, each with strides of its own."""
    problem = Problem(*sizes, **options)
    problem.inputs[1:] = view(*problem.inputs[1:])
    with simulating(checks="all"):
        problem.check(splits)


def test_rows_between_vectors_are_refused() -> None:
    q, wide = np.zeros((1, 1, 1, 64), np.float16), np.zeros((1, 8, 1, 68), np.float16)
    k = wide[..., :64]
    with pytest.raises(LaunchError, match=r"argument K\b"):
        decode_attention(q, k, k)


def test_torch_reads_a_cache_with_heads_before_keys() -> None:
    torch: Any = pytest.importorskip("torch")
    problem = Problem(2, 1, 200, 4, 2, 64, dtype=f16)
    q, k, v = (torch.tensor(x) for x in problem.inputs)
    k, v = (x.transpose(1, 2).contiguous().transpose(1, 2) for x in (k, v))
    compiled = torch.compile(decode_attention, fullgraph=True, backend="aot_eager")
    for function in (decode_attention, compiled):
        np.testing.assert_allclose(function(q, k, v).numpy(), problem.out, atol=2e-3)
    wide = [x.contiguous().requires_grad_() for x in (q, k, v)]
    k.requires_grad_()
    for inputs in ((q, k, v), wide):
        decode_attention(*inputs).float().square().sum().backward()
    torch.testing.assert_close(k.grad, wide[1].grad)


@pytest.mark.ptx_sim(seeds=1, gpu=False)
@pytest.mark.parametrize(("sizes", "splits", "options"), CASES[3:5], ids=str)
def test_it_is_free_of_races(sizes: tuple[int, ...], splits: int, options: dict[str, Any]) -> None:
    Problem(*sizes, **options).check(splits)


@pytest.mark.ptx_sim(schedule="late", seeds=1, gpu=False)
def test_the_stages_go_round() -> None:
    Problem(1, 1, 600, 2, 1, 64).check(1)


def test_there_are_no_bank_conflicts() -> None:
    with directing("sim", profile=True) as reports:
        for width in (64, 128):
            Problem(1, 1, 500, 8, 1, width).check(2)
    traffic = [space for report in reports for space in report.detail.profile.traffic.items()]
    assert [name for name, _ in traffic].count("shared") == 2
    assert all(counters.conflicts == 0 for _, counters in traffic)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
@pytest.mark.parametrize(("width", "page", "size"), [(64, None, 230), (128, None, 350), (128, 64, 385)])
def test_instructions_for_sixteen_keys(arch: str, width: int, page: int | None, size: int) -> None:
    """Two CTAs of 96 KiB have registers and shared memory on an SM of Hopper."""
    kernels = built_attention_decode(width, page=page, arch=arch)
    report = report_of(kernels.attend)
    assert report.messages == ()
    assert report.spill_store_bytes == 0
    assert report.registers * 128 * 2 <= 65536
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 99 * 1024
    products = width // 4
    body = smallest_loop(kernels.attend, "HMMA", products)
    assert sum("HMMA" in line for line in body) == products
    assert len(body) <= size
    assert not re.search(r"MEMBAR|LDL|STL|BAR\.SYNC", "\n".join(body))
    assert kernels.combine is not None
    assert kernels.combine.report().spill_store_bytes == 0


def reference(torch: Any, q: Any, k: Any, v: Any) -> tuple[Any, Any]:
    """Result and logarithms in torch, which differentiates them."""
    group = q.shape[2] // k.shape[2]
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    k, v = (x.repeat_interleave(group, 1) for x in (k, v))
    scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[3])
    hidden = ~torch.ones(scores.shape[2:], dtype=torch.bool).tril(k.shape[2] - q.shape[2])
    scores = scores.masked_fill(hidden, -1e30)
    return (scores.softmax(-1) @ v).transpose(1, 2), scores.logsumexp(-1)


@pytest.mark.parametrize("compiled", [False, True])
def test_torch_differentiates_result_and_logarithms(compiled: bool) -> None:
    torch: Any = pytest.importorskip("torch")
    torch.manual_seed(0)
    shapes = (1, 3, 4, 64), (1, 530, 2, 64), (1, 530, 2, 64)
    inputs = [torch.randn(shape).half().requires_grad_() for shape in shapes]
    run = lambda *each: decode_attention(*each, return_lse=True)  # noqa: E731 - what is compiled
    run = torch.compile(run, fullgraph=True, backend="aot_eager") if compiled else run
    made = run(*inputs)
    grads = [torch.randn(x.shape, dtype=x.dtype) for x in made]
    torch.autograd.backward(made, grads)
    wide = [x.detach().double().requires_grad_() for x in inputs]
    torch.autograd.backward(reference(torch, *wide), [grad.double() for grad in grads])
    for x, y in zip(inputs, wide, strict=True):
        assert (x.grad.double() - y.grad).abs().max() < 2e-3 * y.grad.abs().max()


def test_jax_differentiates_the_result() -> None:
    torch: Any = pytest.importorskip("torch")
    jax: Any = pytest.importorskip("jax")
    torch.manual_seed(0)
    inputs = [torch.randn(shape).half() for shape in ((1, 1, 2, 64), (1, 90, 1, 64), (1, 90, 1, 64))]

    def loss(*each: Any) -> Any:
        return (decode_attention(*each).astype(np.float32) ** 2).sum()

    made = jax.jit(jax.grad(loss, argnums=(0, 1, 2)))(*(jax.numpy.asarray(x.numpy()) for x in inputs))
    wide = [x.double().requires_grad_() for x in inputs]
    (reference(torch, *wide)[0] ** 2).sum().backward()
    for x, y in zip(made, wide, strict=True):
        assert np.abs(np.asarray(x, float) - y.grad.numpy()).max() < 2e-3 * float(y.grad.abs().max())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 96}, r"width=96: these kernels take one of \(64, 128\)"),
        ({"width": 64, "dtype": f32}, "dtype=f32: these kernels take bf16 or f16"),
        ({"width": 64, "page": 24}, "page=24: these kernels take a multiple of 16"),
    ],
)
def test_builder_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        built_attention_decode(**options)


@pytest.mark.parametrize(
    ("heads", "width", "dtype", "options", "said"),
    [
        (2, 64, np.float32, {}, "decode_attention takes bf16 or f16, not float32"),
        (2, 32, np.float16, {}, "q has the width 32"),
        (2, 64, np.float16, {"scale": 0.0}, r"scale=0\.0: decode_attention takes a number above 0"),
        (2, 64, np.float16, {"block_table": np.zeros((1, 1), np.int32)}, "pass seqlens_k with block_table"),
        (3, 64, np.float16, {}, "3 heads of q are not a multiple of 2"),
    ],
)
def test_function_says_what_it_takes(
    heads: int, width: int, dtype: Any, options: dict[str, Any], said: str
) -> None:
    q, k = (np.zeros((1, 16, count, width), dtype) for count in (heads, 2))
    with pytest.raises(ValueError, match=said):
        decode_attention(q, k, k, **options)
