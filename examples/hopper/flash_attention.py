"""Attention on Hopper, forward, for heads of fixed sizes.

The kernel is in the library, `pyptx/kernels/attention_hopper.py`. Here are the builder for constant sizes,
and the reference.
"""

from __future__ import annotations

import math
import sys

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels.attention_hopper import build_attention_hopper
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16

WIDTHS = (64, 128)


def build_flash_attention(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, causal: bool = False,
    scale: float | None = None, dtype: PtxType = bf16, statistics: bool = False, arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build `softmax(Q @ K.T * scale) @ V` for every head, in bf16 or f16.

    Q and the result have the shape (heads, queries, width), K and V (heads / group, keys, width).

    Args:
        heads: Heads of Q, those of all sequences of a batch.
        queries: Rows of Q.
        keys: Rows of K and V.
        width: Columns: 64, 128 or 256.
        group: Heads of Q that share one of K and V.
        causal: Whether a query sees only the keys up to its own; the last query is that of the last key.
        scale: Factor of the scores, above 0; 1 / sqrt(width) if not given.
        dtype: Element type of all four: bf16 or f16.
        statistics: Whether the logarithms of each query's sum of exponentials, in f32, are the second output.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    check_sizes(heads, queries, keys, width, group=group, causal=causal, widths=(*WIDTHS, 256))
    return build_attention_hopper(
        width, dtype=dtype, mask="causal" if causal else "full", statistics=statistics,
        scale=1 / math.sqrt(width) if scale is None else scale, sizes=(heads, heads // group, queries, keys),
        arch=arch, name="flash_attention",
    )  # fmt: skip


def check_sizes(
    heads: int, queries: int, keys: int, width: int, *, group: int, causal: bool,
    widths: tuple[int, ...] = WIDTHS,
) -> None:  # fmt: skip
    """Refuse sizes that the kernels for attention do not take.

    Raises:
        ValueError: There is no such kernel.
    """
    if width not in widths:
        raise ValueError(f"width={width}: this kernel takes one of {widths}")
    if heads % group:
        raise ValueError(f"heads={heads} do not divide into groups of {group}")
    if causal and keys < queries:
        raise ValueError(f"queries={queries}, keys={keys}: the first queries of causal attention see no key")


def flash_attention_ref(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False,
    scale: float | None = None,
) -> np.ndarray:  # fmt: skip
    """Compute the reference in NumPy, in f64."""
    return weighted_sums(q, k, v, group=group, causal=causal, scale=scale)[0]


def weighted_sums(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False,
    scale: float | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The result of attention in f64, and the logarithm of each query's sum of exponentials."""
    k, v = (np.repeat(x.astype(np.float64), group, axis=0) for x in (k, v))
    scores = q.astype(np.float64) @ k.swapaxes(1, 2) * (scale or 1 / math.sqrt(q.shape[2]))
    if causal:
        queries, keys = scores.shape[1:]
        scores[:, ~np.tri(queries, keys, keys - queries, dtype=bool)] = -np.inf
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(axis=2, keepdims=True)
    return weights / total @ v, (largest + np.log(total))[..., 0]


def main(
    heads: int = 2, queries: int = 200, keys: int = 320, width: int = 128, *, arch: str = "sm_90a"
) -> None:
    """Run it against the reference, causal and not."""
    rng = np.random.default_rng(0)
    q, k, v = (
        rng.standard_normal((heads, rows, width)).astype(ml_dtypes.bfloat16) for rows in (queries, keys, keys)
    )
    for causal in (False, True):
        attention = build_flash_attention(heads, queries, keys, width, causal=causal, arch=arch)
        trial(attention, (q, k, v), expected=flash_attention_ref(q, k, v, causal=causal), tolerance=2e-2)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
