"""Kernels with a gradient kernel, under torch and JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, differentiable_kernel, kernel, ptx, reg
from pyptx.errors import LaunchError, TraceError
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

V = Tile("N", f32)


def elementwise(inputs: int, outputs: int, body: Any) -> Kernel:
    """A kernel that maps the elements of its inputs by `body`."""

    def map_elements(tensors: tuple[Any, ...]) -> None:
        i = reg.from_(ptx.special.ctaid.x(), u32)
        pointers = [pointer + i * 4 for pointer in ptx.global_ptrs(*tensors)]
        values = [reg.scalar(f32) for _ in range(inputs)]
        for value, pointer in zip(values, pointers, strict=False):
            ptx.inst.ld.global_.f32(value, ptx.addr(pointer))
        for pointer, result in zip(pointers[inputs:], body(*values), strict=True):
            ptx.inst.st.global_.f32(ptx.addr(pointer), result)

    functions: dict[int, Any] = {
        3: lambda A, B, C: map_elements((A, B, C)),
        5: lambda A, B, C, D, E: map_elements((A, B, C, D, E)),
    }
    return kernel(in_specs=(V,) * inputs, out_specs=(V,) * outputs, grid=lambda N: N)(
        functions[inputs + outputs]
    )


PRODUCT = elementwise(2, 1, lambda a, b: [a * b])
PRODUCT_GRADIENT = elementwise(3, 2, lambda a, b, grad: [grad * b, grad * a])


def test_torch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[0, 1])
    a = torch.arange(4, dtype=torch.float32, requires_grad=True)
    b = torch.full((4,), 3.0, requires_grad=True)
    (product(a, b) * 2).sum().backward()
    assert torch.equal(a.grad, torch.full((4,), 6.0))
    assert torch.equal(b.grad, 2 * a.detach())
    assert not product(a.detach(), b.detach()).requires_grad


# torch's own tracer instantiates autograd functions.
@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_torch_compiled() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT)
    a = torch.arange(4, dtype=torch.float32, requires_grad=True)
    compiled = torch.compile(lambda a: product(a, a * 2).sum(), backend="aot_eager")
    compiled(a).backward()
    assert torch.equal(a.grad, 4 * a.detach())
    torch._dynamo.reset()


def test_jax() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[0, 1])
    a, b = jax.numpy.arange(4.0), jax.numpy.full(4, 3.0)
    grads = jax.jit(jax.grad(lambda a, b: (product(a, b) * 2).sum(), argnums=(0, 1)))(a, b)
    np.testing.assert_array_equal(grads[0], 2 * b)
    np.testing.assert_array_equal(grads[1], 2 * a)


def test_numpy_only_runs_forward() -> None:
    a = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(differentiable_kernel(PRODUCT, PRODUCT_GRADIENT)(a, a), a * a)


def test_what_does_not_fit() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    a = torch.ones(4, requires_grad=True)
    with pytest.raises(LaunchError, match="save_for_backward has 3, but there are 2 inputs and 1 outputs"):
        differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[3])(a, a)
    with pytest.raises(LaunchError, match=r"returns 1 gradients, but .* has 2 inputs"):
        differentiable_kernel(PRODUCT, PRODUCT, save_for_backward=[0])(a, a).sum().backward()


def test_what_is_no_kernel_is_refused_where_it_is_given() -> None:
    nothing: Any = None
    with pytest.raises(TraceError, match="backward_kernel is None; it is a kernel") as caught:
        differentiable_kernel(PRODUCT, nothing)
    assert __file__ in str(caught.value)
