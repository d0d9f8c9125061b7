"""Kernels and helpers that the gradients of the library's functions share."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.kernel.gradients import DifferentiableKernel
from pyptx.kernels.epilogue import GELU
from pyptx.runtime import graphs, require

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

prepared = SimpleNamespace()
"""Kernels that calls have used, as attributes: torch's tracer would not see new items of a dictionary."""


def prepare(build: Callable[..., Any], **options: Any) -> str:
    """Build kernels at their first use, and return the name of their attribute of `prepared`."""
    place = f"{build.__name__}({', '.join(f'{name}={value}' for name, value in options.items())})"
    if not hasattr(prepared, place):
        setattr(prepared, place, build(**options))
    return place


def differentiable(
    place: str, forward: Callable[..., Any], backward: Callable[..., Any], saved: Sequence[int] | None = None
) -> str:
    """Join a function and its gradient at their first use, and return the name of their attribute.

    Args:
        place: The name without its prefix.
        forward: Maps inputs to outputs.
        backward: Maps saved arrays and gradients of the outputs to those of the inputs.
        saved: Positions of the saved arrays among inputs and then outputs; None for all inputs.
    """
    name = f"gradient of {place}".replace(".", "_")  # torch's tracer takes a dot for another attribute
    if not hasattr(prepared, name):
        setattr(prepared, name, DifferentiableKernel(forward, backward, saved))
    return name


def constant_factor(number: float) -> float:
    """Return a factor of a call that has a gradient as a number, also in a graph that torch traces.

    The gradient keeps its factors, under a name with their text: an array could change after the call. Only a
    factor that JAX traces has no value yet.

    Raises:
        LaunchError: It is a tensor that requires grad.
    """
    if graphs.capturing():
        value: float = graphs.operators().settle_symbols(number)
        return value
    if getattr(number, "requires_grad", False) and require("torch").is_grad_enabled():
        raise LaunchError("a factor that requires grad has no gradient here: pass factor.detach()")
    return number if _is_traced(number) else float(number)


def followed(*arrays: Any) -> bool:
    """Whether a framework may differentiate with respect to one of the arrays; some may be None."""
    return any(getattr(array, "requires_grad", False) or _is_traced(array) for array in arrays)


def _is_traced(array: Any) -> bool:
    """Whether JAX traces an array."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(array, jax.core.Tracer)


def converted(array: Any, like: Any) -> Any:
    """Return an array of torch or JAX with the element type of another one."""
    if array.dtype == like.dtype:
        return array
    return array.to(like.dtype) if hasattr(array, "requires_grad") else array.astype(like.dtype)


def widened(array: Any) -> Any:
    """Return an array of torch or JAX in f32."""
    return array.float() if hasattr(array, "requires_grad") else array.astype("float32")


def slope(activation: str, x: Any) -> Any:
    """Return the derivative of an activation of `epilogue` at each number of an array of torch or JAX.

    GELU and SiLU are `x * sigmoid(y)`, where y is a polynomial of x.
    """
    if activation == "relu":
        return widened(x > 0)
    torch = hasattr(x, "requires_grad")
    if activation == "silu":
        y, rise = x, 1.0
    else:
        linear, cubic = GELU[0], GELU[0] * GELU[1]
        y, rise = x * (linear + cubic * x * x), linear + 3 * cubic * x * x
    part = y.sigmoid() if torch else require("jax.nn").sigmoid(y)
    return part + x * part * (1 - part) * rise


def contiguous(array: Any) -> Any:
    """Return an array of torch or JAX whose elements are one behind the other."""
    return array.contiguous() if hasattr(array, "requires_grad") else array


def padded(matrix: Any, multiple: int) -> Any:
    """Return a matrix of torch or JAX with columns of zeros up to a multiple, contiguous."""
    missing = -matrix.shape[1] % multiple
    if hasattr(matrix, "requires_grad"):
        return require("torch").nn.functional.pad(matrix, (0, missing)).contiguous()
    return require("jax.numpy").pad(matrix, ((0, 0), (0, missing)))
