"""The function that picks kernels for attention of few queries over many keys."""

from __future__ import annotations

from typing import Any

from pyptx.kernels.arguments import type_name
from pyptx.kernels.attention_decode import KEYS, ROWS, WARPS, WIDTHS, build_attention_decode
from pyptx.kernels.attention_gradients import (
    check_attention,
    has_gradient,
    is_ordered,
    refuse_gradient,
    score_factor,
    with_gradient,
)
from pyptx.kernels.choice import TYPES, target_for
from pyptx.kernels.gradients import prepare, prepared
from pyptx.kernels.roles import SMS
from pyptx.runtime.graphs import constant, likely_size, settled_size

CTAS = 2 * SMS  # that run together on a GPU
LEAST_KEYS = 4 * KEYS * WARPS  # of a split: below, `combine` costs more than the split saves


def decode_attention(
    q: Any, k: Any, v: Any, *, causal: bool = True, scale: Any = None, seqlens_k: Any = None,
    block_table: Any = None, splits: int | None = None, return_lse: bool = False,
    deterministic: bool = False, pdl: bool = False, arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `softmax(q @ k.T * scale) @ v` for few queries and many keys of each sequence.

    The keys are divided among CTAs. The arrays are NumPy, torch or JAX arrays of bf16 or f16, with 64 or 128
    columns. The last stride of K and V is 1, and the others are multiples of 8: pass `k.transpose(1, 2)` for
    a cache of the shape (batch, shared, keys, width). Torch and JAX differentiate the function on Hopper,
    without `seqlens_k` and `block_table`.

    The last query sees the last key. A query that sees no key has a result of zeros.

    >>> import numpy
    >>> q, k, v = (numpy.full((1, n, 1, 64), x, "float16") for n, x in ((1, 1), (70, 0.5), (70, 3)))
    >>> float(decode_attention(q, k, v)[0, 0, 0, 0])
    3.0

    Args:
        q: Queries of the shape (batch, queries, heads, width).
        k: Keys of the shape (batch, keys, shared, width); heads are a multiple of shared.
        v: Values, as the keys.
        causal: Whether a query sees only keys up to its own.
        scale: Factor of the scores, as in `attention`.
        seqlens_k: Keys of each sequence, 32-bit numbers; all if None.
        block_table: For keys in pages: 32-bit numbers of the pages of each sequence, (batch, count). Then k
            and v have the shape (pages, page, shared, width), where page is a multiple of 16, and `seqlens_k`
            is required.
        splits: Parts of the keys of a sequence; if None, enough to fill a GPU.
        return_lse: Whether to return the logarithms of each query's sum of exponentials, too, in f32: (batch,
            heads, queries).
        deterministic: Whether equal calls have gradients of q with equal bits; see `attention`.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target from sm_80 on; that of the GPU with the arrays if None, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    check_attention("decode_attention", q, k, v, seqlens_k=seqlens_k, block_table=block_table)
    name = type_name(q)
    width = settled_size(q.shape[3])
    if width not in WIDTHS:
        raise ValueError(f"decode_attention: q has the width {width}: it takes one of {WIDTHS}")
    if block_table is not None and seqlens_k is None:
        raise ValueError("decode_attention: pass seqlens_k with block_table: the keys of each sequence")
    factor = score_factor("decode_attention", scale, width)
    target = target_for("decode_attention", str(getattr(q, "device", "cpu")), arch)
    keys = k.shape[1] if block_table is None else block_table.shape[1] * k.shape[1]
    parts = _splits(q, k, keys) if splits is None else splits
    page = None if block_table is None else settled_size(k.shape[1])
    options = (name, width, causal, seqlens_k is not None, page, pdl, target)
    if seqlens_k is None and has_gradient(target, q, k, v, factor):
        made = getattr(prepared, _with_gradient(*options, splits, is_ordered(deterministic, q)))(
            q, k, v, scale=factor
        )
    else:
        given = {"seqlens_k": seqlens_k is not None, "block_table": block_table is not None}
        q, k, v = refuse_gradient("decode_attention", target, given, q, k, v)
        inputs = [x for x in (q, k, v, seqlens_k, block_table) if x is not None]
        made = _attend(options, inputs, factor, parts)
    return tuple(made) if return_lse else made[0]


def _splits(q: Any, k: Any, keys: int) -> int:
    """Return into how many parts the keys are divided; sizes may be symbols of a graph."""
    batch, queries, heads, _ = map(likely_size, q.shape)
    shared, keys = likely_size(k.shape[2]), likely_size(keys)
    ctas = max(1, batch * shared * ((queries * (heads // shared) + ROWS - 1) // ROWS))
    splits: int = max(1, min(keys // LEAST_KEYS, CTAS // ctas))
    return splits


def _attend(
    options: tuple[str, int, bool, bool, int | None, bool, str], inputs: list[Any], scale: float, splits: int
) -> Any:
    """Run the kernels for some options of `_kernels`."""
    several = settled_size(min(splits, 2)) == 2
    kernels = getattr(prepared, _kernels(*options, several))
    if kernels.combine is None:
        return kernels.attend(*inputs, scale=scale)
    return kernels.combine(*kernels.attend(*inputs, scale=scale, splits=splits))


@constant
def _kernels(
    name: str, width: int, causal: bool, ragged: bool, page: int | None, pdl: bool, arch: str, split: bool, /
) -> str:  # fmt: skip
    """Prepare kernels, and return where they are."""
    return prepare(
        build_attention_decode, width=width, dtype=TYPES[name], split=split, ragged=ragged, page=page,
        causal=causal, pdl=pdl, arch=arch,
    )  # fmt: skip


@constant
def _with_gradient(
    name: str, width: int, causal: bool, ragged: bool, page: int | None, pdl: bool, arch: str,
    splits: int | None, deterministic: bool, /,
) -> str:  # fmt: skip
    """Join the kernels and the gradient, and return where they are."""

    def forward(q: Any, k: Any, v: Any, *, scale: Any) -> Any:
        parts = _splits(q, k, k.shape[1]) if splits is None else splits
        return _attend((name, width, causal, ragged, page, pdl, arch), [q, k, v], scale, parts)

    mask = "causal" if causal else "full"
    return with_gradient(
        "decode_attention", f"decode_attention, {splits}{', pdl' * pdl}", forward, name, width, mask=mask,
        deterministic=deterministic,
    )  # fmt: skip
