"""Kernels and helpers that the gradients of the library's functions share."""

from __future__ import annotations

import math
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.kernel.gradients import DifferentiableKernel
from pyptx.kernels.epilogue import GELU
from pyptx.runtime import graphs, require
from pyptx.runtime.arrays import adapter

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
    function: str, place: str, forward: Callable[..., Any], backward: Callable[..., Any],
    saved: Sequence[int] | None = None, factors: Sequence[str] = (), count: int | None = None,
) -> str:  # fmt: skip
    """Join a kernel and its gradient at their first use, and return the name of their attribute.

    Args:
        function: Function of the library, for messages.
        place: A name, different for each kernel.
        forward: Maps inputs to outputs.
        backward: Maps saved arrays and gradients of the outputs to those of the inputs.
        saved: Positions of the saved arrays among inputs and then outputs; None for all inputs.
        factors: Keyword arguments of `forward` that `backward` takes, too.
        count: Number of leading inputs that have a gradient; None for all.
    """
    name = f"gradient of {place}".replace(".", "_")  # torch's tracer takes a dot for another attribute
    if not hasattr(prepared, name):
        pair = DifferentiableKernel(forward, backward, saved, count, factors)
        pair.__name__ = function
        setattr(prepared, name, pair)
    return name


def factor(function: str, name: str, value: Any) -> Any:
    """Return a factor of a call: a number, or an array whose value only a graph will have.

    Raises:
        LaunchError: It is not one number, or torch would differentiate with respect to it.
    """
    if isinstance(value, (int, float)):
        return value
    if math.prod(value.shape) != 1:
        raise LaunchError(
            f"argument {name} of {function} has the shape {tuple(value.shape)}: pass one number"
        )
    one = value.reshape(())
    if hasattr(value, "requires_grad"):
        return graphs.operators().scalar_of(function, name, one)
    return one if _is_traced(one) else float(one)


def positive_factor(function: str, name: str, value: Any, instead: str) -> Any:
    """Return a factor above 0. Where only a graph will have the value, one that is not above 0 becomes NaN.

    The error for a factor that is not above 0 names the argument to pass instead.

    Raises:
        LaunchError: As `factor`.
        ValueError: It is not above 0.
    """
    made = factor(function, name, value)
    if _is_traced(made):
        return require("jax.numpy").where(made > 0, made, math.nan)
    if graphs.capturing() or not isinstance(made, (int, float)):
        made = graphs.operators().above_zero(made)
    if isinstance(made, (int, float)) and made <= 0:
        raise ValueError(f"{name}={value}: {function} takes a number above 0; {instead}")
    return made


def without_gradient(message: str, *arrays: Any) -> tuple[Any, ...]:
    """Return arrays for a call without a gradient; some may be None.

    JAX raises the error when it differentiates.

    Raises:
        LaunchError: Torch would differentiate with respect to one of them.
    """
    torch = sys.modules.get("torch")
    if torch is not None and any(map(_requires_gradient, arrays)):
        if torch.is_grad_enabled():
            raise LaunchError(message)
        return arrays
    if not any(map(_is_traced, arrays)):
        return arrays
    undifferentiated = adapter("jax").undifferentiated
    return tuple(undifferentiated(array, message) if _is_traced(array) else array for array in arrays)


def refusing(function: str, place: str, message: str) -> str:
    """Return where a kernel is whose gradient is an error.

    A graph that is captured inside a transform, such as `torch.vmap`, does not show `without_gradient` which
    arrays autograd follows. In such a graph the kernel has a backward function, which raises the error.

    Args:
        function: Function of the library.
        place: The kernel.
        message: The error.
    """
    inside = graphs.capturing() and graphs.operators().inside_transform()
    return _refusing(function, place, message) if inside else place


@graphs.constant
def _refusing(function: str, place: str, message: str, /) -> str:
    def backward(*_: Any) -> Any:
        raise LaunchError(message)

    return differentiable(function, f"{place} that is refused", getattr(prepared, place), backward)


def followed(*arrays: Any) -> bool:
    """Whether a framework may differentiate with respect to one of the values: arrays, numbers, None."""
    kept = [array for array in arrays if array is not None and not isinstance(array, (int, float))]
    if graphs.capturing() and graphs.operators().inside_transform():
        return True
    return any(_requires_gradient(array) or _is_traced(array) for array in kept)


def _requires_gradient(array: Any) -> bool:
    """Whether torch differentiates with respect to an array, also where it is a batch of `torch.vmap`."""
    if not hasattr(array, "requires_grad") or graphs.capturing():
        return bool(getattr(array, "requires_grad", False))
    return bool(adapter("torch").requires_gradient(array))


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
    """Return a contiguous array of torch or JAX."""
    return array.contiguous() if hasattr(array, "requires_grad") else array


def padded(matrix: Any, multiple: int) -> Any:
    """Return a matrix of torch or JAX with columns of zeros up to a multiple, contiguous."""
    missing = -matrix.shape[1] % multiple
    if hasattr(matrix, "requires_grad"):
        return require("torch").nn.functional.pad(matrix, (0, missing)).contiguous()
    return require("jax.numpy").pad(matrix, ((0, 0), (0, missing)))
