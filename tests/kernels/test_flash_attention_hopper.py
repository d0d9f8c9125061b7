"""Attention on Hopper: element types, scales, logarithms of the sums, and the instructions for a score."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels.attention_hopper import DESIGNS
from pyptx.types import bf16, f16, f32
from tests.kernels.loops import report_of, smallest_loop

KEYS = DESIGNS[128, 2].keys
SOURCE = run_path(str(Path(__file__).resolve().parents[2] / "examples" / "hopper" / "flash_attention.py"))
ELEMENTS = {bf16: ml_dtypes.bfloat16, f16: np.float16}


def inputs(heads: int, queries: int, keys: int, width: int, group: int, dtype: Any) -> list[np.ndarray]:
    rng = np.random.default_rng(queries + keys)
    shapes = [(heads, queries, width), (heads // group, keys, width), (heads // group, keys, width)]
    return [rng.standard_normal(shape).astype(ELEMENTS[dtype]) for shape in shapes]


@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ((1, 129, 177, 64), {"dtype": f16}),
        ((1, 70, 353, 128), {"dtype": f16, "scale": 0.3}),
        ((2, 200, 360, 64), {"group": 2, "causal": True, "scale": 0.05}),
        ((1, 1, 176, 128), {"causal": True}),
    ],
)
def test_result_and_logarithms(sizes: tuple[int, int, int, int], options: dict[str, Any]) -> None:
    q, k, v = inputs(*sizes, options.get("group", 1), options.get("dtype", bf16))
    attention = SOURCE["build_flash_attention"](*sizes, statistics=True, **options)
    made, logarithms = np.zeros_like(q), np.full(q.shape[:2], np.nan, np.float32)
    attention.program().launch(
        q, k, v, made, logarithms, grid=attention.grid, engine="sim", checks="all", schedule="random", seed=3
    )
    masks = {name: option for name, option in options.items() if name != "dtype"}
    expected, expected_logarithms = SOURCE["weighted_sums"](q, k, v, **masks)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-8, atol=4e-3)
    np.testing.assert_allclose(logarithms, expected_logarithms, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dtype": f32}, "dtype=f32: this kernel takes bf16 or f16"),
        ({"scale": 0.0}, r"scale=0\.0: this kernel takes a number above 0"),
        ({"scale": -1.0}, "negate Q"),
    ],
)
def test_attention_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        SOURCE["build_flash_attention"](1, 64, 64, 64, **options)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("width", "causal", "others"), [(128, False, 6.4), (128, True, 7.0), (64, False, 5.8), (64, True, 5.9)]
)
def test_instructions_for_a_score(width: int, causal: bool, others: float) -> None:
    """Instructions of a thread other than MMAs, in the loop without masks."""
    attention = SOURCE["build_flash_attention"](16, 4096, 4096, width, causal=causal, statistics=True)
    products = (width + KEYS) // 16
    body = smallest_loop(attention, "HGMMA", products)
    assert sum("HGMMA" in line for line in body) == products
    assert len(body) - products <= others * KEYS / 2
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))
    report = report_of(attention)
    assert (report.spill_store_bytes, report.registers) == (0, 168)
    assert not report.messages
