"""Functions of the library in `jax.vmap`: one launch where slices of the first dimension are independent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx.kernels as library
from pyptx.runtime.simulation import simulating
from tests.frameworks import jax, jnp

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.needs("jax")

BATCH = 2
GEMM, HEADS = (16, 16), (1, 8, 1, 64)
CASES: list[tuple[str, tuple[int, ...], tuple[int | None, ...], int, dict[str, Any]]] = [
    ("gemm", GEMM, (0, None), 1, {}),
    ("gemm", GEMM, (0, None), 1, {"arch": "sm_80"}),
    ("gemm", GEMM, (0, None), 1, {"arch": "sm_100a"}),
    ("gemm", GEMM, (0, None), 1, {"activation": "relu"}),
    ("gemm", GEMM, (0, 0), BATCH, {}),
    ("gemm", GEMM, (None, 0), BATCH, {}),
    ("attention", HEADS, (0, 0, 0), 1, {}),
    ("attention", HEADS, (0, 0, 0), 1, {"arch": "sm_100a"}),
    ("attention", HEADS, (0, 0, 0), 1, {"causal": True}),
    ("attention", HEADS, (0, None, None), BATCH, {}),
    ("attention", HEADS, (None, 0, 0), BATCH, {}),
]
"""Function, shape of its arrays, axes of the batch, launches, and options."""


def batches(shape: tuple[int, ...], axes: tuple[int | None, ...]) -> list[Any]:
    """Return the arrays of a call: those with an axis have one for each example."""
    rng = np.random.default_rng(0)
    shapes = [shape if axis is None else (BATCH, *shape) for axis in axes]
    return [jnp.asarray(rng.uniform(-1, 1, each), "float16") for each in shapes]


def one_by_one(function: Callable[..., Any], arrays: list[Any], axes: tuple[int | None, ...]) -> np.ndarray:
    """Return the results of the function for each example."""
    each = [[x if axis is None else x[i] for x, axis in zip(arrays, axes, strict=True)] for i in range(BATCH)]
    return np.stack([np.asarray(function(*given), np.float32) for given in each])


@pytest.mark.parametrize(("name", "shape", "axes", "launched", "options"), CASES, ids=str)
def test_batches(
    name: str, shape: tuple[int, ...], axes: tuple[int | None, ...], launched: int, options: dict[str, Any]
) -> None:
    arrays = batches(shape, axes)

    def function(*given: Any) -> Any:
        return getattr(library, name)(*given, **options)

    with simulating() as launches:
        made = jax.vmap(function, in_axes=axes)(*arrays)
    assert len(launches) == launched
    wanted = one_by_one(function, arrays, axes)
    np.testing.assert_allclose(np.asarray(made, np.float32), wanted, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize(("name", "shape", "axes"), [case[:3] for case in CASES if not case[4]], ids=str)
def test_gradients(name: str, shape: tuple[int, ...], axes: tuple[int | None, ...]) -> None:
    """A batch has the gradients of its examples."""
    arrays = batches(shape, axes)
    first = next(i for i, axis in enumerate(axes) if axis == 0)

    def squares(*given: Any) -> Any:
        return (getattr(library, name)(*given).astype("float32") ** 2).sum()

    wanted = one_by_one(jax.grad(squares, first), arrays, axes)
    every = jax.vmap(squares, in_axes=axes)
    for made in (
        jax.vmap(jax.grad(squares, first), in_axes=axes)(*arrays),
        jax.grad(lambda *given: every(*given).sum(), first)(*arrays),
    ):
        np.testing.assert_allclose(np.asarray(made, np.float32), wanted, rtol=2e-3, atol=5e-3)
