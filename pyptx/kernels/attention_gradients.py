"""Gradients of the library's functions for attention: how torch and JAX call the kernels."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.kernels.attention_backward_hopper import ROWS, build_attention_backward_hopper
from pyptx.kernels.choice import HOPPER, TYPES
from pyptx.kernels.gradients import differentiable, followed, prepare, prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ALTERNATIVES = {
    "softcap": "torch.nn.attention.flex_attention differentiates functions of the scores",
    "cu_seqlens_q": "call attention for each sequence, q[None, first:end]",
    "block_table": "copy the pages of a sequence into contiguous k and v",
    "out": "leave it out",
}
"""How to get the gradient without an option."""


def has_gradient(width: int, target: str, *arrays: Any) -> bool:
    """Whether a framework may differentiate with respect to the arrays, and kernels compute the gradient."""
    return target == HOPPER and width in ROWS and followed(*arrays)


def refuse_gradient(width: int, target: str, options: Mapping[str, bool], *arrays: Any) -> None:
    """Refuse a call that torch would differentiate, and no kernel can.

    Args:
        width: Columns of a head.
        target: Target of the call.
        options: Which options the call has, by name.
        arrays: Q, K and V.

    Raises:
        LaunchError: An array requires a gradient.
    """
    torch = sys.modules.get("torch")
    needed = any(getattr(array, "requires_grad", False) for array in arrays)
    if not needed or torch is None or not torch.is_grad_enabled():
        return
    reasons = [f"{name}: {ALTERNATIVES[name]}" for name, given in options.items() if given]
    if width not in ROWS:
        reasons.append(f"width={width}: torch.nn.functional.scaled_dot_product_attention differentiates it")
    if target != HOPPER:
        reasons.append(f"{target}: the kernels of the gradient are for {HOPPER}")
    raise LaunchError(
        f"attention has no backward with these options; call it under torch.no_grad(), or replace "
        f"{'; '.join(reasons)}"
    )


def with_gradient(
    place: str, forward: Callable[..., Any], name: str, width: int, mask: str, scale: float,
    edges: tuple[tuple[str, int], ...] = (),
) -> str:  # fmt: skip
    """Join attention and its gradient, and return the name of their attribute of `prepared`.

    Args:
        place: A name of `forward`.
        forward: Maps Q, K and V to the result and the logarithms of the queries' sums of exponentials.
        name: Name of the element type.
        width: Columns of a head.
        mask: The mask of the kernels.
        scale: Factor of the scores.
        edges: The edges of a window, and their names.
    """
    gradient = prepare(build_attention_backward_hopper, width=width, mask=mask, dtype=TYPES[name])
    numbers = {"scale": scale, **dict(edges)}

    def backward(q: Any, k: Any, v: Any, out: Any, lse: Any, *grads: Any) -> tuple[Any, ...]:
        kernels, queries = getattr(prepared, gradient), q.shape[1]
        blocks = (queries + kernels.rows - 1) // kernels.rows
        stats, sums = kernels.prepare(out, grads[0], lse, grads[1], blocks=blocks)
        # JAX returns the new value of the sums, too.
        dk, dv, *changed = kernels.gradients(q, k, v, grads[0], stats, sums, **numbers)
        dq = kernels.finish(changed[0] if changed else sums, queries=queries, scale=scale)
        return dq, dk, dv

    return differentiable(f"{place}, {gradient}, {numbers}", forward, backward, (0, 1, 2, 3, 4))
