"""Names and arguments that the documented interface has, and errors of calls that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx import (
    LaunchError,
    Tile,
    TraceError,
    differentiable_kernel,
    jax_support,
    kernel,
    ptx,
    reg,
    torch_support,
)
from pyptx.types import b64, f32, u32

untyped: Any = ptx
declare: Any = kernel


# -- calls that do not fit are TypeErrors, too


def test_unknown_keywords_are_type_errors() -> None:
    made: Any = kernel(lambda X: None)
    with pytest.raises(TypeError, match="has no parameter 'M'") as caught:
        made.ptx(M=1)
    assert isinstance(caught.value, LaunchError)
    with pytest.raises(TypeError, match="takes 1 array"):
        made(np.zeros(1), np.zeros(1))
    with pytest.raises(TypeError, match="unexpected keyword argument 'shape'") as caught:
        declare(shape=1)
    assert isinstance(caught.value, TraceError)
    with pytest.raises(TypeError, match="only keyword is pred="):
        kernel(lambda X: untyped.inst.ret(when=1)).ptx()


def test_other_errors_are_not() -> None:
    with pytest.raises(LaunchError) as caught:
        declare(lambda X: None, in_specs=(Tile("N", f32),))(np.zeros(1, np.int32))
    assert not isinstance(caught.value, TypeError)


# -- parameters by the words of their type


@pytest.mark.parametrize(
    ("dtype", "said"),
    [
        (u32, ".param .u32 p"),
        ("u32", ".param .u32 p"),
        ("b8.align64.array128", ".param .align 64 .b8 p[128]"),
        ("u64.ptr", ".param .u64 .ptr p"),
        ("u64.ptr.global", ".param .u64 .ptr .global p"),
        ("u64.ptr.global.palign16", ".param .u64 .ptr .global .align 16 p"),
    ],
)
def test_types_of_launch_scalars(dtype: Any, said: str) -> None:
    assert said in declare(lambda X: None, raw_params=[(dtype, "p")]).ptx()


def test_an_array_is_read_by_its_address() -> None:
    def body() -> None:
        ptx.param(b64, "map")

    assert "mov.b64 %rd0, map;" in declare(body, raw_params=[("b8.align64.array128", "map")]).ptx()


@pytest.mark.parametrize("dtype", ["b8.align", "u32.wide", "u64.global"])
def test_other_words_are_refused(dtype: str) -> None:
    with pytest.raises(TraceError, match=r"such as 'b8.align64.array128'"):
        declare(lambda X: None, raw_params=[(dtype, "p")])


# -- methods


def test_a_method_is_refused() -> None:
    with pytest.raises(TraceError, match=r"Norm.scale\(self, …\) is a method"):

        class Norm:
            @kernel
            def scale(self, X: Any) -> None:
                ptx.ret()


class Norm:
    @kernel
    def static(X: Any) -> None:  # noqa: N805 - a kernel takes arrays
        ptx.ret()

    def __init__(self, factor: float) -> None:
        @kernel
        def scale(X: Any) -> None:
            reg.scalar(f32, init=factor)

        self.scale = scale


def test_kernels_of_a_class_and_of_an_object() -> None:
    assert "ret;" in Norm.static.ptx()
    assert Norm(1.0).scale.ptx() != Norm(2.0).scale.ptx()


# -- gradients of some inputs


def test_gradients_of_the_first_inputs() -> None:
    torch = pytest.importorskip("torch")
    pair = differentiable_kernel(lambda x, y: x * y, lambda x, y, g: (g * y,), num_grad_inputs=1)
    x, y = (torch.full((4,), value, requires_grad=True) for value in (2.0, 3.0))
    pair(x, y).sum().backward()
    assert (x.grad.tolist(), y.grad) == ([3.0] * 4, None)


def test_gradients_of_the_first_inputs_in_jax() -> None:
    jax = pytest.importorskip("jax")
    pair = differentiable_kernel(lambda x, y: x * y, lambda x, y, g: (g * y,), num_grad_inputs=1)
    x, y = jax.numpy.full(4, 2.0), jax.numpy.full(4, 3.0)
    both = jax.grad(lambda *given: pair(*given).sum(), (0, 1))(x, y)
    assert [each.tolist() for each in both] == [[3.0] * 4, [0.0] * 4]


def test_another_number_of_gradients_is_refused() -> None:
    pair = differentiable_kernel(lambda x, y: x, lambda x, y, g: (g, g), num_grad_inputs=1)
    with pytest.raises(LaunchError, match="returns 2 gradients, but num_grad_inputs is 1"):
        pair.gradients((1, 2), (3,), 2)
    with pytest.raises(TraceError, match="num_grad_inputs is 0"):
        differentiable_kernel(lambda x: x, lambda x, g: g, num_grad_inputs=0)


# -- modules of the frameworks


def test_torch_support() -> None:
    assert torch_support.differentiable_kernel is differentiable_kernel
    assert not torch_support.any_torch_tensors([np.zeros(1)])
    assert torch_support.extract_input_shapes([np.zeros((2, 3)), np.zeros(4)]) == [(2, 3), (4,)]
    with pytest.raises(AttributeError, match="call the kernel"):
        torch_support.call_kernel_via_torch  # noqa: B018
    torch = pytest.importorskip("torch")
    assert torch_support.is_torch_tensor(torch.zeros(1))


def test_jax_support() -> None:
    assert jax_support.shim_is_available() == (jax_support.shim_load_error() is None)
    with pytest.raises(AttributeError, match="tma_desc"):
        jax_support.synthesize_tma_descriptor  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        jax_support.other  # noqa: B018
