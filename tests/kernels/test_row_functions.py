"""`rms_norm`, `layer_norm`, `softmax` and `swiglu` on arrays of NumPy, torch and JAX."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.kernels import layer_norm, rms_norm, softmax, swiglu
from pyptx.types import f32

ARCHS = ["sm_80", "sm_90a", "sm_100a"]


def arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape, dtype=np.float32) for shape in shapes]


def centred(x: Any) -> Any:
    return x - x.mean(-1, keepdims=True)


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("shape", [(3, 40), (2, 3, 33)], ids=str)
def test_functions_give_what_numpy_gives(shape: tuple[int, ...], dtype: Any, arch: str) -> None:
    x, up, w, b = (each.astype(dtype) for each in arrays(shape, shape, shape[-1:], shape[-1:]))
    wide, power = x.astype(float), np.exp(x.astype(float))
    expected: dict[Any, tuple[Any, tuple[Any, ...]]] = {
        rms_norm: (wide / np.sqrt((wide**2).mean(-1, keepdims=True) + 1e-6) * w, (x, w)),
        layer_norm: (centred(wide) / np.sqrt(wide.var(-1, keepdims=True) + 1e-5) * w + b, (x, w, b)),
        softmax: (power / power.sum(-1, keepdims=True), (x,)),
        swiglu: (wide / (1 + 1 / power) * up, (x, up)),
    }
    for function, (result, inputs) in expected.items():
        made = function(*inputs, out_dtype=f32, arch=arch)
        assert made.shape == shape
        np.testing.assert_allclose(made, result, rtol=1e-5, atol=1e-5)
        assert function(*inputs, arch=arch).dtype == dtype


def test_torch_and_jax_take_them_into_a_graph() -> None:
    torch: Any = pytest.importorskip("torch")
    jax: Any = pytest.importorskip("jax")
    x, w = arrays((5, 40), (40,))

    def both(x: Any, w: Any) -> Any:
        return softmax(rms_norm(x, w, eps=1e-3))

    compiled = torch.compile(both, fullgraph=True, backend="eager")
    for rows in (5, 3, 4):
        made = compiled(torch.from_numpy(x[:rows]), torch.from_numpy(w))
        np.testing.assert_allclose(made, both(x[:rows], w), rtol=1e-6)
    np.testing.assert_allclose(jax.jit(both)(x, w), both(x, w), rtol=1e-6)


def test_they_say_what_they_take() -> None:
    with pytest.raises(ValueError, match="softmax takes f32, bf16 or f16, not float64"):
        softmax(np.zeros((2, 8)))
