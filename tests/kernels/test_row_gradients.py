"""Gradients of the functions over rows, by torch and JAX, against those of f64; and their machine code."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any

import numpy as np
import pytest

from pyptx.kernels import layer_norm, rms_norm, softmax, swiglu
from pyptx.kernels.rows_gradients import (
    build_column_sums,
    build_fused_silu_mul_backward,
    build_norm_backward,
    build_softmax_backward,
)
from pyptx.toolchain import ptxas
from pyptx.types import bf16, f16, f32

FUNCTIONS: dict[str, tuple[Any, int]] = {
    "rms_norm": (rms_norm, 1),
    "layer_norm": (layer_norm, 2),
    "softmax": (softmax, 0),
    "swiglu": (swiglu, 0),
}
"""The function, and the number of its vectors."""


def exact(torch: Any, name: str, x: Any, *others: Any) -> Any:
    """The function in the operators of torch."""
    if name == "swiglu":
        return torch.nn.functional.silu(x) * others[0]
    if name == "softmax":
        return x.softmax(-1)
    if name == "layer_norm":
        return torch.nn.functional.layer_norm(x, x.shape[-1:], *others, eps=1e-5)
    return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * others[0]


def inputs_of(torch: Any, name: str, rows: int, columns: int, dtype: Any) -> list[Any]:
    torch.manual_seed(rows + columns)
    shapes = [(rows, columns)] * (1 + (name == "swiglu")) + [(columns,)] * FUNCTIONS[name][1]
    return [torch.randn(shape).to(dtype).requires_grad_() for shape in shapes]


def check(torch: Any, name: str, inputs: list[Any], function: Any, grad: Any) -> None:
    function(*inputs).backward(grad)
    wide = [x.detach().double().requires_grad_() for x in inputs]
    exact(torch, name, *wide).backward(grad.double())
    tolerance = 2e-5 if inputs[0].dtype == torch.float32 else 2e-2
    for x, y in zip(inputs, wide, strict=True):
        assert x.grad.dtype == x.dtype
        assert (x.grad.double() - y.grad).abs().max() <= tolerance * y.grad.abs().max()


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
@pytest.mark.parametrize("sizes", [(3, 7), (300, 40), (5, 2055), (2, 40000)], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_torch_differentiates_rows(name: str, sizes: tuple[int, int], arch: str) -> None:
    torch: Any = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.bfloat16) if arch == "sm_90a" else (torch.float16,):
        inputs = inputs_of(torch, name, *sizes, dtype)
        grad = torch.randn(sizes).to(dtype)
        check(torch, name, inputs, lambda *each: FUNCTIONS[name][0](*each, arch=arch), grad)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_of_other_types_and_expanded_ones(name: str) -> None:
    torch: Any = pytest.importorskip("torch")
    inputs = inputs_of(torch, name, 4, 72, torch.float16)
    grad = torch.rand(72).expand(4, 72)
    check(torch, name, inputs, lambda *each: FUNCTIONS[name][0](*each, out_dtype=f32), grad)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_torch_differentiates_a_graph_of_rows(name: str) -> None:
    torch: Any = pytest.importorskip("torch")
    compiled = torch.compile(
        lambda *each: FUNCTIONS[name][0](*each) * 1.0, fullgraph=True, backend="aot_eager"
    )
    for rows in (5, 270):
        inputs = inputs_of(torch, name, rows, 64, torch.float32)
        check(torch, name, inputs, compiled, torch.randn(rows, 64))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_jax_differentiates_rows(name: str) -> None:
    jax: Any = pytest.importorskip("jax")
    torch: Any = pytest.importorskip("torch")
    inputs = inputs_of(torch, name, 4, 96, torch.float32)
    arrays = [jax.numpy.asarray(x.detach().numpy()) for x in inputs]
    made = jax.jit(
        jax.grad(lambda *each: (FUNCTIONS[name][0](*each) ** 2).sum(), argnums=tuple(range(len(arrays))))
    )(*arrays)
    wide = [x.detach().double().requires_grad_() for x in inputs]
    exact(torch, name, *wide).square().sum().backward()
    for x, y in zip(made, wide, strict=True):
        np.testing.assert_allclose(np.asarray(x), y.grad, rtol=1e-4, atol=1e-4 * float(y.grad.abs().max()))


COLUMNS = (33, 129, 1000, 8192, 8193, 40001, 131072)
TYPES = {"sm_80": (f32, bf16), "sm_90a": (bf16, f32), "sm_100a": (f32, f32, bf16, bf16)}
"""Types of each target; they take turns at the columns, so each column has each type on one target or two."""


def kernels(columns: int, **options: Any) -> list[Any]:
    return [
        build_softmax_backward(columns, **options),
        *(build_norm_backward(columns, centred=centred, **options) for centred in (False, True)),
    ]


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", TYPES)
def test_gradients_of_rows_spill_no_registers(arch: str) -> None:
    others = [build_column_sums(centred=centred, dtype=bf16, arch=arch) for centred in (False, True)]
    others.append(build_fused_silu_mul_backward(dtype=f16, arch=arch))
    for columns, dtype in zip(COLUMNS, cycle(TYPES[arch]), strict=False):
        others += kernels(columns, dtype=dtype, arch=arch)
    for kernel in others:
        compiled = ptxas.assemble(kernel.ptx(), arch)
        assert (compiled.spill_bytes, compiled.warnings) == (0, ()), kernel


@pytest.mark.ptxas(current=True)
def test_gradients_of_rows_have_one_barrier_for_each_sum() -> None:
    alone = [kernel.sass() for kernel in kernels(8192, arch="sm_90a")]
    assert [len(re.findall(r"\bBAR\.SYNC", code)) for code in alone] == [1, 1, 2]
    assert not re.search("MEMBAR|ERRBAR", "".join(alone))
