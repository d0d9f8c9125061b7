"""Attention on Blackwell: numbers, masks, places of rows in memory, schedules, machine code."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels import attention, build_attention_blackwell
from pyptx.kernels.attention_blackwell import STAGES, WIDTHS
from pyptx.kernels.attention_position_blackwell import KEYS
from pyptx.kernels.attention_rows_blackwell import POLYNOMIAL
from pyptx.kernels.attention_softmax import MASKS
from pyptx.types import bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import check_issuing_loop, check_report, smallest_loop
from tests.kernels.test_attention_hopper import UNBOUNDED, check, exact, normal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "blackwell"
ATTENTION = run_path(str(EXAMPLES / "flash_attention.py"))
built_attention = keeping(ATTENTION["build_flash_attention"])


@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ((1, 1, 1, 128), {"causal": True}),
        ((1, 256, 128, 64), {}),
        ((1, 70, 300, 128), {"dtype": f16}),
        ((2, 200, 200, 64), {"causal": True}),
        ((4, 130, 390, 64), {"causal": True, "group": 2, "dtype": f16}),
        ((1, 257, 1200, 128), {}),
        ((1, 300, 513, 128), {"causal": True}),
    ],
    ids=str,
)
def test_flash_attention(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    masks = {name: options[name] for name in ("group", "causal") if name in options}
    inputs = ATTENTION["example"](
        *sizes, **{name: options[name] for name in ("group", "dtype") if name in options}
    )
    made, sums = built_attention(*sizes, **options)(*inputs)
    expected, expected_sums = ATTENTION["flash_attention_ref"](*inputs, **masks)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-7, atol=1e-2)
    np.testing.assert_allclose(sums, expected_sums, rtol=1e-5, atol=5e-5)


@pytest.mark.parametrize("steep", [0.0, 1.0, 30.0])
def test_flash_attention_is_as_exact_however_the_scores_grow(steep: float) -> None:
    """The correction of a row is left out, made now and then, or made for every block."""
    ones = np.ones((1, 1, 64), np.float64)
    q, k = (ones * np.ones((rows, 1)) for rows in (20, 600))
    k *= np.linspace(0, steep, 600)[:, None]
    v = np.random.default_rng(0).uniform(-1, 1, (1, 600, 64))
    inputs = [x.astype(ml_dtypes.bfloat16) for x in (q, k, v)]
    made, sums = built_attention(1, 20, 600, 64)(*inputs)
    expected, expected_sums = ATTENTION["flash_attention_ref"](*inputs)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-7, atol=2**-9)
    np.testing.assert_allclose(sums, expected_sums, rtol=1e-5, atol=5e-5)


@pytest.mark.parametrize("schedule", ["early", "random"])
def test_flash_attention_is_free_of_races(schedule: str) -> None:
    """The ring of K and V goes round, and every barrier has phases of both parities."""
    sizes = (1, 130, 520, 128) if schedule == "early" else (1, 40, 300, 64)
    inputs = ATTENTION["example"](*sizes)
    made, sums = np.zeros(inputs[0].shape, ml_dtypes.bfloat16), np.zeros(sizes[:2], np.float32)
    kernel = built_attention(*sizes, causal=True)
    kernel.program().launch(
        *inputs, made, sums, grid=kernel.grid, engine="sim", schedule=schedule, seed=5, checks="all"
    )
    expected, expected_sums = ATTENTION["flash_attention_ref"](*inputs, causal=True)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-7, atol=1e-2)
    np.testing.assert_allclose(sums, expected_sums, rtol=1e-5, atol=5e-5)


def test_flash_attention_has_no_bank_conflicts() -> None:
    sizes = (1, 130, 260, 128)
    inputs = ATTENTION["example"](*sizes)
    outputs = np.zeros(inputs[0].shape, ml_dtypes.bfloat16), np.zeros(sizes[:2], np.float32)
    kernel = built_attention(*sizes)
    report = kernel.program().launch(*inputs, *outputs, grid=kernel.grid, engine="sim", profile=True)
    assert report.detail.profile.traffic["shared"].conflicts == 0


@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ((2, 40, 70, 4, 2, 64), {}),
        ((1, 300, 150, 2, 1, 128), {"causal": True}),
        ((2, 270, 20, 1, 1, 64), {"causal": True, "scale": 0.3}),
        ((3, 257, 140, 3, 3, 64), {"causal": True, "dtype": f16}),
        ((1, 1, 300, 8, 2, 128), {"scale": 0.01}),
    ],
    ids=str,
)
def test_sequences(sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    """Also queries that see no key: their results are zeros, and their logarithms minus infinity."""
    batch, queries, keys, heads, shared, width = sizes
    dtype, causal = options.pop("dtype", bf16), options.get("causal", False)
    q, k, v = (
        normal(batch, rows, count, width, dtype=dtype)
        for rows, count in ((queries, heads), (keys, shared), (keys, shared))
    )
    v = v[:, ::-1].copy()
    made = attention(q, k, v, return_lse=True, arch="sm_100a", **options)
    masks: Any = {"scale": options.get("scale", width**-0.5)} | ({"right": 0} if causal else {})
    check(made, *(exact(*each, **masks) for each in zip(q, k, v, strict=True)))


WINDOWS = [(0, 0), (100, 0), (300, 20), (None, 30), (10, None), (40, 400), (None, None)]
"""Keys before a query's own and after it."""


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize(("queries", "keys", "width"), [(140, 900, 64), (300, 300, 128), (260, 90, 64)])
def test_windows(queries: int, keys: int, width: int, window: tuple[int | None, int | None]) -> None:
    """Also of queries that see no key, and of tiles that see fewer blocks than the other one of their CTA."""
    q, k = normal(1, queries, 2, width), normal(1, keys, 1, width)
    v = normal(1, keys, 1, width)[:, ::-1].copy()
    made = attention(q, k, v, window=window, return_lse=True, arch="sm_100a")
    left, right = (UNBOUNDED if each is None else each for each in window)
    check(made, exact(q[0], k[0], v[0], scale=width**-0.5, left=left, right=right))


@pytest.mark.parametrize("softcap", [1.0, 20.0])
@pytest.mark.parametrize("options", [{}, {"causal": True}, {"window": (200, 0)}], ids=str)
def test_softcap(softcap: float, options: dict[str, Any]) -> None:
    q, k, v = normal(1, 100, 1, 64), normal(1, 400, 1, 64), normal(1, 400, 1, 64)[:, ::-1].copy()
    made, sums = attention(q, k, v, scale=0.5, softcap=softcap, return_lse=True, arch="sm_100a", **options)
    masks: Any = {"left": 200, "right": 0} if "window" in options else {"right": 0} if options else {}
    expected, expected_sums = exact(q[0], k[0], v[0], scale=0.5, softcap=softcap, **masks)
    np.testing.assert_allclose(made[0].astype(float), expected, rtol=2**-6, atol=2e-2)
    np.testing.assert_allclose(sums[0], expected_sums, atol=softcap * 2**-10)


@pytest.mark.ptx_sim(seeds=2, gpu=False)
@pytest.mark.parametrize("softcap", [False, True])
def test_windows_are_free_of_races(softcap: bool) -> None:
    q, k, v = normal(1, 140, 1, 64), normal(1, 600, 1, 64), normal(1, 600, 1, 64)[:, ::-1].copy()
    options: dict[str, Any] = {"softcap": 4.0} if softcap else {}
    made = attention(q, k, v, window=(150, 40), return_lse=True, arch="sm_100a", **options)
    expected = exact(q[0], k[0], v[0], scale=0.125, left=150, right=40, **options)
    np.testing.assert_allclose(made[0][0].astype(float), expected[0], rtol=2**-6, atol=2e-2)


@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
def test_packed_tensors_and_heads_outside_of_rows(arch: str) -> None:
    qkv = normal(2, 150, 3, 2, 64)
    packed = [qkv[:, :, i] for i in range(3)]
    turned = [x.transpose(0, 2, 1, 3).copy().transpose(0, 2, 1, 3) for x in packed]
    for q, k, v in (packed, turned):
        out = np.zeros(q.shape, q.dtype), np.zeros((2, 2, 150), np.float32)
        attention(q, k, v, causal=True, return_lse=True, out=out, arch=arch)
        check(out, *(exact(*each, scale=0.125, right=0) for each in zip(q, k, v, strict=True)))


def test_torch_and_jax_take_it_into_a_graph() -> None:
    torch, jax = (pytest.importorskip(name) for name in ("torch", "jax"))
    q, k, v = (normal(1, 40, heads, 64) for heads in (2, 1, 1))
    wanted = exact(q[0], k[0], v[0], scale=0.125, right=0)[0]

    def call(*arrays: Any) -> Any:
        return attention(*arrays, causal=True, arch="sm_100a")

    compiled = torch.compile(call, fullgraph=True, backend="eager")
    made = compiled(*(torch.tensor(x.astype(np.float32)).to(torch.bfloat16) for x in (q, k, v)))
    np.testing.assert_allclose(made[0].float().numpy(), wanted, rtol=2**-7, atol=6e-3)
    made = jax.jit(call)(*map(jax.numpy.asarray, (q, k, v)))
    np.testing.assert_allclose(np.asarray(made[0], float), wanted, rtol=2**-7, atol=6e-3)


@pytest.mark.parametrize(
    ("width", "options"),
    [
        (256, {}),
        (64, {"seqlens_k": np.ones(1, np.int32), "block_table": np.zeros((1, 1), np.int32)}),
    ],
)
def test_the_library_says_what_has_no_kernel(width: int, options: dict[str, Any]) -> None:
    q = normal(1, 16, 1, width)
    with pytest.raises(
        ValueError, match=r"on Blackwell attention takes one of \(64, 128\), without cu_seqlens_q"
    ):
        attention(q, q, q, arch="sm_100a", **options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 96}, "width=96"),
        ({"dtype": f32}, "dtype=f32"),
        ({"mask": "band"}, "mask='band': this kernel has 'full', 'causal', 'window'"),
        ({"scale": -1.0}, "negate Q"),
    ],
)
def test_the_builder_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        build_attention_blackwell(**{"width": 64, **options})


def test_the_polynomial_is_close_to_a_power_of_two() -> None:
    x = np.linspace(-0.5, 0.5, 10001)
    assert (abs(np.polyval(POLYNOMIAL, x) / np.exp2(x) - 1) < 2**-13).all()


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("width", "mask", "softcap", "arch"),
    [
        *((width, mask, mask == "window", "sm_100a") for width, mask in product(WIDTHS, MASKS)),
        (128, "causal", True, "sm_100a"),
        *((width, "causal", True, "sm_103a") for width in WIDTHS),
    ],
)
def test_machine_code(width: int, mask: str, softcap: bool, arch: str) -> None:
    """No spills, no advice, room in tensor and shared memory, and short loops."""
    kernel = build_attention_blackwell(width, mask=mask, softcap=softcap, statistics=True, arch=arch)
    check_report(kernel)
    assert STAGES[width] * KEYS * width * 2 >= 128 * 1024  # in flight
    products = 2 * (width // 16 + KEYS // 16)  # of a block of keys, for two tiles
    products *= STAGES[width] // 2  # of a round of the ring, which has two stages for a block
    issuing = smallest_loop(kernel, "UTCHMMA", products)
    assert sum("UTCHMMA" in line for line in issuing) == products
    check_issuing_loop(issuing)
    softmax = smallest_loop(kernel, "MUFU.EX2", 64)
    assert len(softmax) <= KEYS * ((4.5 if arch == "sm_100a" else 3.5) + 2 * softcap)
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL", "\n".join(softmax))


@pytest.mark.parametrize(
    ("sizes", "options", "said"),
    [
        ((1, 64, 64, 96), {}, "width=96"),
        ((3, 64, 64, 64), {"group": 2}, "heads=3"),
        ((1, 64, 32, 64), {"causal": True}, "see no key"),
        ((1, 64, 64, 64), {"dtype": f32}, "dtype=f32: this kernel takes bf16 or f16"),
    ],
)
def test_flash_attention_says_what_it_takes(
    sizes: tuple[int, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        built_attention(*sizes, **options)
