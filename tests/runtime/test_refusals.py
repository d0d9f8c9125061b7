"""Arrays that no kernel can take are refused by name, and the advice does not lose written data."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import LaunchError, differentiable_kernel
from pyptx.types import b128
from tests.frameworks import torch

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

pytestmark = pytest.mark.needs("torch")

X = np.ones(5, np.float32)


@pytest.mark.parametrize(
    ("array", "why"),
    [
        (np.ma.masked_array(X, mask=X > 2), r"argument X has a mask; .* such as its \.filled\(\)"),
        (X.astype(">f4"), r"argument X has foreign byte order \(>f4\); convert it by \.astype\('<f4'\)"),
        (X[::-1], r"argument X .* is not contiguous .* pass numpy\.ascontiguousarray\(X\)"),
        (X.astype("f8"), r"argument X is float64, .* convert it: X\.astype\(numpy\.float32\)"),
        (X.view([("a", "f4")]), "argument X is void32"),
    ],
)
def test_arrays_of_numpy(axpy: Kernel, array: Any, why: str) -> None:
    with pytest.raises(LaunchError, match=why):
        axpy(array, X, alpha=1.0)


@pytest.mark.parametrize("made", [np.asarray, lambda array: torch.from_numpy(array)], ids=["numpy", "torch"])
def test_a_copy_of_what_is_written_is_not_advised(
    axpy: Kernel, negate: Kernel, made: Callable[[Any], Any]
) -> None:
    x, wide = made(X.copy()), made(np.zeros((5, 2), np.float32))[:, 0]
    with pytest.raises(
        LaunchError, match=r"Z is float64, .*; the kernel writes to it, so pass an array of float32"
    ):
        axpy(x, x, out=made(np.zeros(5)), alpha=1.0)
    with pytest.raises(LaunchError, match=r"Z .* writes to it, so pass an array that is row-major"):
        axpy(x, x, out=wide, alpha=1.0)
    with pytest.raises(LaunchError, match=r"X .* writes to it, so pass an array that is row-major"):
        negate(wide)


def test_elements_that_no_library_has(copy: Callable[..., Kernel]) -> None:
    with pytest.raises(LaunchError, match="no array library has elements of uint128; split them"):
        copy(b128)(np.zeros((2, 2), np.complex128))


@pytest.mark.parametrize("layout", ["strided", "jagged"])
def test_nested_tensors(axpy: Kernel, layout: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nested = torch.nested.nested_tensor([torch.ones(5), torch.ones(3)], layout=getattr(torch, layout))
    with pytest.raises(LaunchError, match=r"argument X is a nested tensor; .* its \.values\(\)"):
        axpy(nested, nested, alpha=1.0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
def test_a_trace_of_torch_jit_would_lose_the_launch(axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match=r"followed by torch\.jit\.trace, .* use torch\.export"):
        torch.jit.trace(lambda x: axpy(x, x, alpha=1.0), (torch.ones(5),), check_trace=False)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_a_wrong_rank_inside_a_graph(axpy: Kernel) -> None:
    step = torch.compile(lambda x: axpy(x, x, alpha=1.0), backend="eager", fullgraph=True)
    with pytest.raises(Exception, match=r"argument X has shape \(5, 2\), 2 dimensions; .* has 1"):
        step(torch.ones(5, 2))


@pytest.mark.parametrize("requires_grad", [False, True])
def test_a_launch_scalar_that_requires_grad(axpy: Kernel, *, requires_grad: bool) -> None:
    pair = differentiable_kernel(axpy, lambda x, y, grad: (grad, grad))
    x, alpha = torch.ones(5, requires_grad=requires_grad), torch.tensor(2.0, requires_grad=True)
    call = pair if requires_grad else axpy
    with pytest.raises(LaunchError, match=r"argument alpha .*requires grad .* pass alpha\.detach\(\)"):
        call(x, x, alpha=alpha)
    with pytest.raises(LaunchError, match=r"argument alpha .*requires grad"):
        torch.func.grad(lambda alpha: call(x, x, alpha=alpha).sum())(torch.tensor(2.0))
    step = torch.compile(lambda x, alpha: call(x, x, alpha=alpha), backend="eager", fullgraph=True)
    with pytest.raises(Exception, match=r"argument alpha .*requires grad"):
        step(x, alpha)
    torch.testing.assert_close(call(x, x, alpha=alpha.detach()), 3 * x)
    with torch.no_grad():
        torch.testing.assert_close(call(x, x, alpha=alpha), 3 * x)


def test_gradients_are_refused_by_name(axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match=r"argument Y of axpy requires grad .* pass Y\.detach\(\)"):
        torch.func.grad(lambda y: axpy(torch.ones(5), y, alpha=1.0).sum())(torch.ones(5))
    jax = pytest.importorskip("jax", reason="jax is not installed")
    with pytest.raises(LaunchError, match=r"^axpy has no backward"):
        jax.grad(lambda x: axpy(x, x, alpha=1.0).sum())(jax.numpy.ones(5))
