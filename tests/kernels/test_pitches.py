"""Views of some columns of wider arrays: kernels take them as they lie, and name what they refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx import kernels
from pyptx.errors import LaunchError
from pyptx.types import bf16, f16, f32
from tests.frameworks import torch

if TYPE_CHECKING:
    from collections.abc import Callable

NORMS: dict[str, tuple[Callable[..., Any], int]] = {
    "rms_norm": (kernels.rms_norm, 1),
    "layer_norm": (kernels.layer_norm, 2),
    "softmax": (kernels.softmax, 0),
}
TARGETS = ("sm_80", "sm_90a", "sm_100a")


def numbers(*shape: int, dtype: Any = np.float32, seed: int = 0) -> np.ndarray:
    """Return some numbers."""
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(dtype)


def assert_close(one: Any, other: Any) -> None:
    """Compare arrays of any type: they differ by the order of sums at most."""
    one, other = (np.asarray(x, np.float32) for x in (one, other))
    np.testing.assert_allclose(one, other, rtol=1e-2, atol=1e-5)


@pytest.mark.parametrize("function", NORMS)
@settings(max_examples=12, deadline=None)
@given(
    rows=st.integers(1, 9),
    columns=st.sampled_from([8, 64, 136, 61, 1000, 1031]),
    first=st.integers(0, 2),
    behind=st.integers(0, 3),
    dtype=st.sampled_from([np.float32, ml_dtypes.bfloat16, np.float16]),
    arch=st.sampled_from(TARGETS),
)
def test_rows_of_a_wider_array(
    function: str, rows: int, columns: int, first: int, behind: int, dtype: Any, arch: str
) -> None:
    apply, vectors = NORMS[function]
    start = 16 * first
    width = -(-(start + columns) // 16) * 16 + 16 * behind
    x = numbers(rows, width, dtype=dtype)[:, start : start + columns]
    others = [numbers(columns, dtype=dtype, seed=1 + k) for k in range(vectors)]
    assert_close(apply(x, *others, arch=arch), apply(x.copy(), *others, arch=arch))


@pytest.mark.parametrize("arch", TARGETS)
@pytest.mark.parametrize("columns", [64, 61, 1031])
@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_gates_and_factors_are_halves_of_a_matrix(columns: int, dtype: Any, arch: str) -> None:
    wide = -(-columns // 32) * 32
    both = numbers(5, 2 * wide, dtype=dtype)
    gate, up = both[:, :columns], both[:, wide : wide + columns]
    assert_close(kernels.swiglu(gate, up, arch=arch), kernels.swiglu(gate.copy(), up.copy(), arch=arch))
    assert_close(kernels.swiglu(gate, up.copy(), arch=arch), kernels.swiglu(gate.copy(), up, arch=arch))


def test_more_dimensions_need_no_copy() -> None:
    wide = numbers(2, 3, 4, 256)
    assert_close(kernels.softmax(wide[..., 64:192]), kernels.softmax(wide[..., 64:192].copy()))


def test_results_in_a_view_leave_the_gaps_alone() -> None:
    wide = np.full((6, 96), 7, np.float32)
    made = kernels.build_softmax(64)(numbers(6, 64), out=wide[:, 16:80])
    assert np.shares_memory(made, wide)
    assert_close(made, kernels.softmax(numbers(6, 64)))
    assert (wide[:, :16] == 7).all()
    assert (wide[:, 80:] == 7).all()


@pytest.mark.parametrize("columns", [128, 256])
@pytest.mark.parametrize("out", [None, f32])
@pytest.mark.parametrize("n", [96, 61])
def test_gemm_on_ampere(columns: int, out: Any, n: int) -> None:
    a = numbers(150, 200, dtype=ml_dtypes.bfloat16)[:, 8:152]
    b_t = numbers(n, 160, dtype=ml_dtypes.bfloat16, seed=1)[:, 16:160]
    made = kernels.build_gemm_ampere(columns=columns, out=out)
    want = made(a.copy(), b_t.copy())
    wide = np.full((150, 130), 7, want.dtype)
    for place in (None, wide[:, 8 : 8 + n], wide[:, 1 : 1 + n]):
        assert np.array_equal(made(a, b_t, out=place), want)
    assert (wide[:, 0] == 7).all()
    assert (wide[:, 8 + n :] == 7).all()


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
@pytest.mark.parametrize("out", [bf16, f32])
def test_terms_and_results_of_a_gemm(arch: str, out: Any) -> None:
    a, b_t = (numbers(150, 96, dtype=ml_dtypes.bfloat16, seed=k)[:, 16:80] for k in (0, 1))
    dtype = np.float32 if out == f32 else ml_dtypes.bfloat16
    c = numbers(150, 200, dtype=dtype, seed=2)[:, 8:158]
    a, b_t, c = a[:, :], b_t[:144], c[:, :144]
    want = kernels.gemm(a.copy(), b_t.copy(), c.copy(), alpha=0.5, beta=2.0, out_dtype=out, arch=arch)
    wide = np.full((150, 160), 7, dtype)
    made = kernels.gemm(a, b_t, c, alpha=0.5, beta=2.0, out_dtype=out, out=wide[:, 8:152], arch=arch)
    assert np.array_equal(made, want)
    assert (wide[:, 152:] == 7).all()


@pytest.mark.needs("torch")
def test_torch_differentiates_through_views() -> None:
    wide = torch.rand(5, 160, dtype=torch.float32)
    weight, bias = torch.rand(64), torch.rand(64)

    def gradients(x: Any) -> list[Any]:
        x = x.detach().requires_grad_()
        w, b = weight.clone().requires_grad_(), bias.clone().requires_grad_()
        total = (
            kernels.rms_norm(x[:, 16:80], w).square().sum()
            + kernels.layer_norm(x[:, 80:144], w, b).square().sum()
            + kernels.softmax(x[:, 16:80]).square().sum()
            + kernels.swiglu(x[:, 16:80], x[:, 80:144]).square().sum()
        )
        return list(torch.autograd.grad(total, (x, w, b)))

    def expected() -> list[Any]:
        x, w, b = (each.clone().requires_grad_() for each in (wide, weight, bias))
        functional = torch.nn.functional
        total = (
            functional.rms_norm(x[:, 16:80], (64,), w, 1e-6).square().sum()
            + functional.layer_norm(x[:, 80:144], (64,), w, b).square().sum()
            + x[:, 16:80].softmax(1).square().sum()
            + (functional.silu(x[:, 16:80]) * x[:, 80:144]).square().sum()
        )
        return list(torch.autograd.grad(total, (x, w, b)))

    for one, other in zip(gradients(wide), expected(), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.needs("torch")
def test_graphs_of_torch_take_views() -> None:
    wide, weight = torch.rand(5, 160), torch.rand(64)

    def both(x: Any) -> Any:
        return kernels.rms_norm(x[:, 16:80], weight) + kernels.swiglu(x[:, 16:80], x[:, 80:144])

    torch.testing.assert_close(torch.compile(both, backend="aot_eager", fullgraph=True)(wide), both(wide))
    many = torch.rand(3, 5, 160)
    wanted = torch.stack([both(x) for x in many])
    torch.testing.assert_close(torch.vmap(both)(many), wanted)
    graph = torch.compile(torch.vmap(both), backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(graph(many), wanted)
    followed = many.clone().requires_grad_()
    torch.testing.assert_close(graph(followed), wanted)


@pytest.mark.parametrize(
    ("view", "legal"),
    [
        (
            lambda: numbers(8, 130)[:, :128],
            r"X \(shape \(8, 128\), strides \(520, 4\) bytes\): .*\(a multiple of 16, 4\)",
        ),
        (
            lambda: numbers(8, 256)[:, ::2],
            r"strides \(1024, 8\) bytes.*\(a multiple of 16, 4\) bytes.*ascontiguous",
        ),
        (lambda: numbers(8, 256)[::-1, :128], r"strides \(-1024, 4\) bytes"),
        (lambda: numbers(128, 8).T, r"strides \(4, 32\) bytes"),
    ],
)
def test_strides_that_rows_cannot_have(view: Callable[[], Any], legal: str) -> None:
    with pytest.raises(LaunchError, match=rf"argument {legal}" if legal[0] == "X" else legal):
        kernels.build_softmax(128)(view())


def test_strides_that_a_gemm_on_ampere_cannot_have() -> None:
    a, b_t = (numbers(16, 76, dtype=np.float16)[:, :64] for _ in range(2))
    made = kernels.build_gemm_ampere(dtype=f16)
    with pytest.raises(LaunchError, match=r"A \(shape .*strides \(152, 2\) .*\(a multiple of 16, 2\)"):
        made(a, b_t)
    with pytest.raises(LaunchError, match=r"B_T \(shape .*strides \(152, 2\) .*\(a multiple of 16, 2\)"):
        made(a.copy(), b_t)
    with pytest.raises(LaunchError, match=r"K=60, which is not a multiple of 8"):
        made(a[:, :60].copy(), b_t[:, :60].copy())


def test_results_must_not_overlap_each_other() -> None:
    x = np.zeros(200, np.float32)
    over = np.lib.stride_tricks.as_strided(x, (8, 64), (64, 4))
    with pytest.raises(LaunchError, match=r"Y .*share memory"):
        kernels.build_softmax(64)(numbers(8, 64), out=over)
