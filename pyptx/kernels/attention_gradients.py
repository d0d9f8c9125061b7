"""Gradients of the library's functions for attention: how torch and JAX call the kernels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pyptx.kernels.arguments import HALVES, INDICES, check_arrays, type_name
from pyptx.kernels.attention_backward_hopper import build_attention_backward_hopper
from pyptx.kernels.choice import HOPPER, TYPES
from pyptx.kernels.gradients import (
    differentiable,
    followed,
    positive_factor,
    prepare,
    prepared,
    without_gradient,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAGE = 16
"""Keys of a page are a multiple of it."""
ALTERNATIVES = {
    "seqlens_k": "call it for each sequence, k[i:i + 1, :keys]",
    "block_table": "copy the pages of a sequence into contiguous k and v",
    "out": "leave it out",
}
"""The calls that compute the gradient without an option."""


def check_attention(function: str, q: Any, k: Any, v: Any, **others: Any) -> None:
    """Refuse arrays that do not fit together.

    Args:
        function: The function, for messages.
        q: Queries.
        k: Keys.
        v: Values.
        others: `cu_seqlens_q`, `cu_seqlens_k`, `seqlens_k`, `block_table`, and `out`, which is a pair if
            `return_lse` is true; None for none.

    Raises:
        ValueError: The arrays do not fit together.
    """
    ragged, table = others.get("cu_seqlens_q") is not None, others["block_table"]
    queries = "rows heads width" if ragged else "batch queries heads width"
    keys = "batch keys shared width"
    if table is not None:
        keys = "pages page shared width"
    elif ragged:
        keys = "keys shared width"
    check_arrays(function, ("q", q, HALVES, queries))
    own, out = (type_name(q),), others.get("out")
    results = [("out", out, own, queries)]
    if out is not None and others["return_lse"]:
        if not isinstance(out, (tuple, list)) or len(out) != 2:
            raise ValueError(f"{function}: with return_lse out is a pair of arrays: (result, logarithms)")
        logarithms = "heads rows" if ragged else "batch heads queries"
        results = [("out[0]", out[0], own, queries), ("out[1]", out[1], ("float32",), logarithms)]
    check_arrays(
        function, ("q", q, own, queries), ("k", k, own, keys), ("v", v, own, keys),
        ("cu_seqlens_q", others.get("cu_seqlens_q"), INDICES, "ends"),
        ("cu_seqlens_k", others.get("cu_seqlens_k"), INDICES, "ends"),
        ("seqlens_k", others["seqlens_k"], INDICES, "batch"), ("block_table", table, INDICES, "batch count"),
        *results,
    )  # fmt: skip
    heads, shared = q.shape[-2], k.shape[-2]
    if shared == 0 or heads % shared:
        raise ValueError(f"{function}: {heads} heads of q are not a multiple of {shared} heads of k and v")
    if table is not None and (k.shape[1] == 0 or k.shape[1] % PAGE):
        raise ValueError(f"{function}: k has pages of {k.shape[1]} keys: they have a multiple of {PAGE}")


def score_factor(function: str, scale: Any, width: int) -> Any:
    """Return the factor of the scores: the argument of the call, or 1 / sqrt(width) if it is None."""
    if scale is None:
        return float(width) ** -0.5
    return positive_factor(function, "scale", scale, "negate q for one below")


def has_gradient(target: str, *arrays: Any) -> bool:
    """Whether a framework may differentiate with respect to the arrays, and kernels compute the gradient."""
    return target == HOPPER and followed(*arrays)


def is_ordered(deterministic: bool, array: Any) -> bool:
    """Whether sums have an order: a call asks for it, or all code of torch does."""
    torch = sys.modules.get("torch")
    if deterministic or torch is None or not hasattr(array, "requires_grad"):
        return deterministic
    return bool(torch.are_deterministic_algorithms_enabled())


def refuse_gradient(function: str, target: str, options: Mapping[str, bool], *arrays: Any) -> tuple[Any, ...]:
    """Return the arrays of a call whose gradient no kernel computes: torch or JAX must not differentiate it.

    Args:
        function: The function, for messages.
        target: Target of the call.
        options: The options of the call, by name.
        arrays: Q, K and V.

    Raises:
        LaunchError: An array of torch requires a gradient.
    """
    reasons = [f"{name}: {ALTERNATIVES[name]}" for name, given in options.items() if given]
    if target != HOPPER:
        reasons.append(f"{target}: the kernels of the gradient are for {HOPPER}")
    message = (
        f"{function} has no backward with these options; stop the gradient (torch.no_grad(), "
        f"jax.lax.stop_gradient), or replace {'; '.join(reasons)}"
    )
    return without_gradient(message, *arrays)


def with_gradient(
    function: str, place: str, forward: Callable[..., Any], name: str, width: int, *,
    ragged: bool = False, **variant: Any,
) -> str:  # fmt: skip
    """Join attention and its gradient, and return the name of their attribute of `prepared`.

    Args:
        function: The function, for messages.
        place: A name of `forward`.
        forward: Maps Q, K and V, and the ends of sequences if they differ in length, to the result and the
            logarithms of the queries' sums of exponentials. Keyword arguments are the factor of the scores,
            `softcap`, and `left` and `right` of a window.
        name: Name of the element type.
        width: Columns of a head.
        ragged: Whether sequences differ in length.
        variant: `mask`, `softcap` and `deterministic` of the kernels.
    """
    gradient = prepare(
        build_attention_backward_hopper, width=width, dtype=TYPES[name], ragged=ragged, **variant
    )
    ends = 2 if ragged else 0

    def backward(q: Any, k: Any, v: Any, *others: Any, scale: Any, **numbers: Any) -> tuple[Any, ...]:
        both, (out, lse, grad, lse_grad) = others[:ends], others[ends:]
        kernels, queries, own = getattr(prepared, gradient), q.shape[-3], both[:1]
        blocks = kernels.count(queries, both[0].shape[0] - 1 if both else None)
        stats, *sums = kernels.prepare(out, grad, lse, lse_grad, *own, blocks=blocks)
        # JAX returns the new value of the sums, too.
        dk, dv, *changed = kernels.gradients(q, k, v, grad, stats, *sums, *both, scale=scale, **numbers)
        dq = kernels.finish((changed or sums)[0], *own, queries=queries, scale=scale)
        return dq, dk, dv

    factors, saved = ("scale", "softcap", "left", "right"), range(5 + ends)
    return differentiable(function, f"{place}, {gradient}", forward, backward, saved, factors, count=3)
