"""The documented names of `pyptx.torch_support`: kernels take tensors of torch by themselves.

>>> import numpy
>>> is_torch_tensor(numpy.zeros(2)), extract_input_shapes([numpy.zeros((2, 3))])
(False, [(2, 3)])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from pyptx.kernel import differentiable_kernel
from pyptx.runtime.arrays import is_torch as is_torch_tensor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["any_torch_tensors", "differentiable_kernel", "extract_input_shapes", "is_torch_tensor"]


def any_torch_tensors(inputs: Iterable[Any]) -> bool:
    """Whether one of the values is a tensor of torch."""
    return any(map(is_torch_tensor, inputs))


def extract_input_shapes(inputs: Sequence[Any]) -> list[tuple[int, ...]]:
    """Return the shape of each array."""
    return [tuple(map(int, array.shape)) for array in inputs]


_CALLS = {"call_kernel_via_torch", "call_kernel_via_torch_compile", "get_or_register_torch_op"}
"""Functions on handles of compiled kernels, which kernels do not have here."""


def __getattr__(name: str) -> NoReturn:
    if name in _CALLS:
        raise AttributeError(
            f"pyptx.torch_support.{name} launches by handle, and kernels have none: call the kernel, "
            "k(x, y), also under torch.compile; its torch operator is k.operator"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
