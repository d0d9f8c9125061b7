"""Calls with JAX CPU arrays, eager and inside transformations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, types
from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

jax = pytest.importorskip("jax", reason="JAX is not installed")
jnp = jax.numpy


def x() -> Any:
    return jnp.arange(100, dtype=jnp.float32)


def test_arrays_in_arrays_out(axpy: Kernel) -> None:
    made = axpy(x(), jnp.ones(100), alpha=2.0)
    assert isinstance(made, jax.Array)
    np.testing.assert_array_equal(made, 2 * x() + 1)


def test_numpy_arrays_go_along(axpy: Kernel) -> None:
    assert isinstance(axpy(x(), np.ones(100, np.float32), alpha=1.0), jax.Array)


def test_inside_jit(axpy: Kernel) -> None:
    step = jax.jit(lambda a, b: axpy(a + 1, b, alpha=2.0) * 3)
    np.testing.assert_array_equal(step(x(), jnp.ones(100)), (2 * (x() + 1) + 1) * 3)
    shape = jax.eval_shape(lambda a, b: axpy(a, b, alpha=2.0), x(), x())
    assert (shape.shape, shape.dtype) == ((100,), jnp.float32)


def test_jit_of_the_kernel_itself(copy: Any) -> None:
    given = jnp.arange(12, dtype=jnp.bfloat16).reshape(3, 4)
    made = jax.jit(copy(types.bf16))(given)
    assert made.dtype == jnp.bfloat16
    np.testing.assert_array_equal(made, given)


def test_inside_vmap_and_scan(axpy: Kernel) -> None:
    rows = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
    np.testing.assert_array_equal(jax.vmap(lambda a: axpy(a, a, alpha=1.0))(rows), 2 * rows)
    last, _ = jax.lax.scan(lambda a, _: (axpy(a, a, alpha=1.0), None), jnp.ones(4), None, length=3)
    np.testing.assert_array_equal(last, jnp.full(4, 8.0))


def test_column_major_tiles_see_the_transposed_memory(copy: Any) -> None:
    given = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
    np.testing.assert_array_equal(copy(types.f32, Layout.COL)(given), given)
    np.testing.assert_array_equal(jax.jit(copy(types.f32, Layout.COL))(given), given)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda axpy, negate: axpy(x(), x().astype(jnp.int32), alpha=1.0), "argument Y is int32"),
        (lambda axpy, negate: axpy(x(), x()[:3], alpha=1.0), "dimension N is 100 in argument X but 3"),
        (lambda axpy, negate: negate(x()), "JAX arrays cannot be written in place"),
        (lambda axpy, negate: axpy(x(), x(), alpha=1.0, out=x()), "JAX arrays cannot be written in place"),
        (lambda axpy, negate: jax.jit(negate)(x()), "JAX arrays cannot be written in place"),
        (lambda axpy, negate: jax.jit(lambda a: axpy(a, a.astype(jnp.int32), alpha=1.0))(x()), "is int32"),
    ],
)
def test_calls_that_do_not_fit(call: Any, message: str, axpy: Kernel, negate: Kernel) -> None:
    with pytest.raises(LaunchError, match=message):
        call(axpy, negate)


def test_64_bit_outputs_need_x64() -> None:
    @kernel(in_specs=(Tile("N", types.f32),), out_specs=(Tile("N", types.f64),))
    def widen(X: Any, Y: Any) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="jax_enable_x64"):
        widen(x())


def test_launch_scalars_may_be_traced(axpy: Kernel) -> None:
    step = jax.jit(lambda a, alpha: axpy(a, a, alpha=alpha))
    for alpha in (2.0, 3.0):
        np.testing.assert_array_equal(step(x(), alpha), (alpha + 1) * x())
    fixed = np.ones(4, np.float32)
    only = jax.jit(lambda alpha: axpy(fixed, fixed, alpha=alpha))
    np.testing.assert_array_equal(only(4), np.full(4, 5.0))
    rows = jax.vmap(lambda alpha: axpy(fixed, fixed, alpha=alpha))(jnp.arange(3.0))
    np.testing.assert_array_equal(rows, np.arange(1.0, 4.0)[:, None] * fixed)
    with pytest.raises(LaunchError, match=r"argument alpha has shape \(2,\); a launch scalar is one number"):
        only(jnp.ones(2))


def test_launch_scalars_may_be_arrays_without_dimensions(axpy: Kernel) -> None:
    np.testing.assert_array_equal(axpy(x(), x(), alpha=jnp.float32(2)), 3 * x())
    with pytest.raises(LaunchError, match=r"argument alpha is an array, but the parameter is a \.f32"):
        axpy(x(), x(), alpha=jnp.ones(2))
