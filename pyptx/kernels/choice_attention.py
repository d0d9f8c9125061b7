"""The function that picks a kernel for attention by the shapes, the types and the target of a call."""

from __future__ import annotations

from typing import Any

from pyptx.kernels.arguments import type_name
from pyptx.kernels.attention_blackwell import WIDTHS as WIDTHS_BLACKWELL
from pyptx.kernels.attention_blackwell import build_attention_blackwell
from pyptx.kernels.attention_gradients import (
    check_attention,
    has_gradient,
    is_ordered,
    refuse_gradient,
    score_factor,
    with_gradient,
)
from pyptx.kernels.attention_hopper import WIDTHS, build_attention_hopper
from pyptx.kernels.choice import BLACKWELL, HOPPER, TYPES, target_of
from pyptx.kernels.gradients import positive_factor, prepare, prepared
from pyptx.runtime.graphs import constant, likely_size, settled_size

FEW_QUERIES = 128  # the tile of two consumers has as many rows
UNBOUNDED = 2**30  # keys of a window without a bound; sums with sizes below it have 32 bits


def attention(
    q: Any, k: Any, v: Any, *, causal: bool = False, window: tuple[int | None, int | None] | None = None,
    softcap: Any = None, scale: Any = None, cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None, max_seqlen_q: int | None = None, seqlens_k: Any = None, block_table: Any = None,
    return_lse: bool = False, deterministic: bool = False, out: Any = None, pdl: bool = False,
    arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `softmax(q @ k.T * scale) @ v` for every head of every sequence.

    The arrays are NumPy, torch or JAX arrays of bf16 or f16, with 64, 128 or 256 columns. Arrays on a GPU are
    processed there, arrays in host memory on the simulator. Strides may be any multiples of 16 bytes: pass
    `q.transpose(1, 2)` for a tensor of torch of the shape (batch, heads, queries, width), and `qkv[:, :, i]`
    for packed ones. On Blackwell there are 64 or 128 columns, and neither pages nor sequences of different
    lengths.

    Torch and JAX differentiate it on Hopper, without `out` and pages.

    The last query sees the last key. A query that sees no key has a result of zeros.

    >>> import numpy
    >>> q, k, v = (numpy.full((1, 4, 2, 64), x, "float16") for x in (1, 0.5, 3))
    >>> float(attention(q, k, v, causal=True)[0, 0, 0, 0])
    3.0

    Args:
        q: Queries of the shape (batch, queries, heads, width).
        k: Keys of the shape (batch, keys, shared, width); heads are a multiple of shared.
        v: Values, as the keys.
        causal: Whether a query sees no key after its own.
        window: Keys that a query sees before its own and after it; None for all of a side.
        softcap: Bound c of the scores s, which become `c * tanh(s / c)`; a number as `scale`.
        scale: Factor of the scores, above 0: a number, or an array of one; 1 / sqrt(width) if None. It has no
            gradient. If its value comes after a graph is traced, one that is not above 0 makes results NaN.
        cu_seqlens_q: For sequences of different lengths, one behind the other: 32-bit numbers of the rows
            where they begin and, last, where the last one ends. Then q has the shape (rows, heads, width).
        cu_seqlens_k: The same for k and v of the shape (rows, shared, width).
        max_seqlen_q: Queries of the longest sequence, with `cu_seqlens_q`.
        seqlens_k: For keys in pages: keys of each sequence, 32-bit numbers.
        block_table: For keys in pages: 32-bit numbers of the pages of each sequence, (batch, count). Then k
            and v have the shape (pages, page, shared, width), where page is a multiple of 16.
        return_lse: Whether to return the logarithms of each query's sum of exponentials, too, in f32:
            (batch, heads, queries), or (heads, rows).
        deterministic: Whether equal calls have gradients of q with equal bits; slower.
            `torch.use_deterministic_algorithms` has the same effect.
        out: Array for the result, or with `return_lse` a pair of arrays; new ones if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target: sm_90a, sm_100a or sm_103a; if None, the target of the GPU, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    _check_lengths(cu_seqlens_q, cu_seqlens_k, max_seqlen_q, seqlens_k, block_table)
    check_attention(
        "attention", q, k, v,
        cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k, seqlens_k=seqlens_k, block_table=block_table,
        out=out, return_lse=return_lse,
    )  # fmt: skip
    name = type_name(q)
    target = arch or target_of(str(getattr(q, "device", "cpu")))
    if target not in (HOPPER, *BLACKWELL):
        raise ValueError(
            f"attention has kernels for {HOPPER} and {' and '.join(BLACKWELL)}, not {target}; "
            "decode_attention runs from sm_80 on"
        )
    width = settled_size(q.shape[-1])
    if width not in WIDTHS:
        raise ValueError(f"attention: q has the width {width}: it takes one of {WIDTHS}")
    if k.shape[0 if cu_seqlens_k is not None or block_table is not None else 1] == 0:
        raise ValueError(
            f"attention: k has the shape {tuple(k.shape)}, without keys: attention takes one or more, "
            "and decode_attention also none, with a result of zeros"
        )
    numbers: dict[str, Any] = {"scale": score_factor("attention", scale, width)}
    if softcap is not None:
        numbers["softcap"] = positive_factor("attention", "softcap", softcap, "pass None for no bound")
    mask = "causal" if causal else "full"
    if window is not None:
        mask = "window"
        left, right = window
        numbers["left"] = _bound(left)
        numbers["right"] = 0 if causal else _bound(right)
    if cu_seqlens_q is not None:
        numbers["max_queries"] = max_seqlen_q
    page = None if block_table is None else settled_size(k.shape[1])
    rows: Any = q.shape[1] if cu_seqlens_q is None else max_seqlen_q
    consumers = 3 if width == 64 and likely_size(rows) > FEW_QUERIES else 2
    used = {"block_table": block_table, "out": out}
    ends = [x for x in (cu_seqlens_q, cu_seqlens_k) if x is not None]
    if all(x is None for x in used.values()) and has_gradient(target, q, k, v, *numbers.values()):
        ordered = is_ordered(deterministic, q)
        place = _with_gradient(name, width, mask, softcap is not None, bool(ends), consumers, pdl, ordered)
        made = getattr(prepared, place)(q, k, v, *ends, **numbers)
        return tuple(made) if return_lse else made[0]
    given = {name: x is not None for name, x in used.items()}
    q, k, v = refuse_gradient("attention", target, given, q, k, v)
    if target in BLACKWELL:
        if ends or page is not None or width not in WIDTHS_BLACKWELL:
            raise ValueError(
                f"width={width}, {target}: on Blackwell attention takes one of {WIDTHS_BLACKWELL}, without "
                "cu_seqlens_q and block_table; decode_attention has pages and lengths"
            )
        place = _blackwell(name, width, mask, softcap is not None, return_lse, pdl, target)
    else:
        place = _hopper(
            name, width, mask, softcap is not None, cu_seqlens_q is not None, page, return_lse, consumers, pdl
        )
    inputs = [q, k, v, *ends, *(x for x in (seqlens_k, block_table) if x is not None)]
    kernel = getattr(prepared, place)
    return kernel(*inputs, **numbers) if out is None else kernel(*inputs, out=out, **numbers)


def _bound(keys: int | None) -> int:
    """Return the keys on a side of a window.

    Raises:
        ValueError: The number of keys is below 0.
    """
    if keys is None:
        return UNBOUNDED
    if keys < 0:
        raise ValueError(f"window has {keys} keys on a side: pass a number from 0 on, or None for all")
    return min(keys, UNBOUNDED)


def _check_lengths(
    cu_seqlens_q: Any, cu_seqlens_k: Any, max_seqlen_q: Any, seqlens_k: Any, block_table: Any
) -> None:
    """Refuse lengths of sequences and pages that do not fit together.

    Raises:
        ValueError: The lengths do not fit together.
    """
    ragged, paged = cu_seqlens_q is not None, block_table is not None
    if ragged != (max_seqlen_q is not None):
        raise ValueError("attention: pass both or neither of cu_seqlens_q and max_seqlen_q")
    if paged != (seqlens_k is not None):
        raise ValueError("attention: pass both or neither of seqlens_k and block_table")
    if (cu_seqlens_k is not None) != (ragged and not paged):
        raise ValueError("attention: pass cu_seqlens_k with cu_seqlens_q, unless keys are in pages")


@constant
def _hopper(
    name: str, width: int, mask: str, softcap: bool, ragged: bool, page: int | None, statistics: bool,
    consumers: int, pdl: bool, /,
) -> str:  # fmt: skip
    """Prepare a kernel for Hopper, and return where it is."""
    return prepare(
        build_attention_hopper, width=width, dtype=TYPES[name], mask=mask, softcap=softcap, ragged=ragged,
        page=page, statistics=statistics, consumers=consumers, pdl=pdl,
    )  # fmt: skip


@constant
def _blackwell(
    name: str, width: int, mask: str, softcap: bool, statistics: bool, pdl: bool, arch: str, /
) -> str:
    """Prepare a kernel for Blackwell, and return where it is."""
    return prepare(
        build_attention_blackwell, width=width, dtype=TYPES[name], mask=mask, softcap=softcap,
        statistics=statistics, pdl=pdl, arch=arch,
    )  # fmt: skip


@constant
def _with_gradient(
    name: str, width: int, mask: str, softcap: bool, ragged: bool, consumers: int, pdl: bool,
    deterministic: bool, /,
) -> str:  # fmt: skip
    """Join the kernel for Hopper that returns logarithms and its gradient; return the pair's name."""
    place = _hopper(name, width, mask, softcap, ragged, None, True, consumers, pdl)  # noqa: FBT003
    return with_gradient(
        "attention", place, getattr(prepared, place), name, width,
        mask=mask, softcap=softcap, ragged=ragged, deterministic=deterministic,
    )  # fmt: skip
