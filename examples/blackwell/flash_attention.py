"""Attention on Blackwell, forward, for heads of fixed sizes: scores and weights are in tensor memory.

The kernel is in the library, `pyptx/kernels/attention_blackwell.py`: its docstring lists the roles of the
warps, their barriers and the columns of tensor memory. This file has the builder for constant sizes. The
reference is that of the example for Hopper.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels.attention_blackwell import build_attention_blackwell
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16

HOPPER: Any = SimpleNamespace(
    **run_path(str(Path(__file__).resolve().parents[1] / "hopper" / "flash_attention.py"))
)


def build_flash_attention(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, causal: bool = False,
    dtype: PtxType = bf16, arch: str = "sm_100a",
) -> Kernel:  # fmt: skip
    """Build `softmax(Q @ K.T / sqrt(width)) @ V` for every head, and the logarithms of the sums.

    Q and the result have the shape (heads, queries, width), K and V (heads / group, keys, width). The second
    result, in f32, has the shape (heads, queries): the natural logarithm of the sum of exp(scores).

    Args:
        heads: Heads of Q, those of all sequences of a batch.
        queries: Rows of Q.
        keys: Rows of K and V.
        width: Columns: 64 or 128.
        group: Heads of Q that share one of K and V.
        causal: Whether a query sees only the keys up to its own; the last query is that of the last key.
        dtype: Element type: bf16 or f16.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    HOPPER.check_sizes(heads, queries, keys, width, group=group, causal=causal)
    return build_attention_blackwell(
        width, dtype=dtype, mask="causal" if causal else "full", statistics=True, scale=1 / math.sqrt(width),
        sizes=(heads, heads // group, queries, keys), arch=arch, name="flash_attention",
    )  # fmt: skip


def flash_attention_ref(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Compute the reference in NumPy, in f64."""
    return HOPPER.weighted_sums(q, k, v, group=group, causal=causal)


def example(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, dtype: PtxType = bf16
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Q, K and V for a kernel: scores that fall from key to key, that do neither, and that grow."""
    rng = np.random.default_rng(heads + queries + keys + width)
    element = ml_dtypes.bfloat16 if dtype == bf16 else np.float16
    q, k, v = (
        rng.standard_normal((count, rows, width))
        for count, rows in ((heads, queries), (heads // group, keys), (heads // group, keys))
    )
    q[..., 0], k[..., 0] = np.resize((-15, 0, 15), queries), np.linspace(0, 15, keys)
    return q.astype(element), k.astype(element), v.astype(element)


def main(
    heads: int = 2, queries: int = 200, keys: int = 320, width: int = 128, *, arch: str = "sm_100a"
) -> None:
    """Run it against the reference, causal and not."""
    inputs = example(heads, queries, keys, width)
    for causal in (False, True):
        attention = build_flash_attention(heads, queries, keys, width, causal=causal, arch=arch)
        trial(attention, inputs, expected=flash_attention_ref(*inputs, causal=causal), tolerance=2e-2)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
