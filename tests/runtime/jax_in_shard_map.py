"""Kernels inside `jax.shard_map` on four CPU devices, compared with the same in JAX: prints equal results."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from pyptx import Tile, differentiable_kernel, kernel, ptx, reg
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

V = Tile("N", f32)


def pointers(*tensors: Any) -> list[Any]:
    i = reg.from_(ptx.special.ctaid.x(), u32) * 4
    return [pointer + i for pointer in ptx.global_ptrs(*tensors)]


def load(pointer: Any) -> Any:
    value = reg.scalar(f32)
    ptx.ld(f32, value, ptx.addr(pointer))
    return value


def product(X: Any, W: Any, Y: Any) -> None:
    x, w, y = pointers(X, W, Y)
    ptx.st(f32, ptx.addr(y), load(x) * load(w))


times = kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N)(product)
times_parallel = kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N, parallel=("N",))(product)


@kernel(in_specs=(V, V, V), out_specs=(V, V), grid=lambda N: N)
def product_gradient(X: Any, W: Any, G: Any, GX: Any, GW: Any) -> None:
    x, w, g, gx, gw = pointers(X, W, G, GX, GW)
    ptx.st(f32, ptx.addr(gx), load(g) * load(w))
    ptx.st(f32, ptx.addr(gw), load(g) * load(x))


BY_DEVICE = P("d")
X, W = jnp.arange(8.0), jnp.array([1.0, 2.0])


def mapped(
    function: Callable[..., Any], inputs: Any = BY_DEVICE, outputs: Any = BY_DEVICE
) -> Callable[..., Any]:
    mesh = jax.make_mesh((4,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
    found: Callable[..., Any] = jax.jit(
        jax.shard_map(function, mesh=mesh, in_specs=inputs, out_specs=outputs)
    )
    return found


def steps(times: Callable[..., Any], smooth: Callable[..., Any]) -> dict[str, Callable[[], Any]]:
    """Return computations with a product, and with one that can be differentiated."""
    both, shared = (BY_DEVICE, P()), P()

    def loss(w: Any, x: Any) -> Any:
        return (smooth(x, w) ** 2).sum()

    return {
        "varying": lambda: mapped(lambda x: times(x, x))(X),
        "shared": lambda: mapped(times, both)(X, W),
        "scan": lambda: mapped(
            lambda x: jax.lax.scan(lambda c, _: (times(c, x), None), x, None, length=2)[0]
        )(X),
        "cond": lambda: mapped(lambda x: jax.lax.cond(x[0] > 1, lambda x: times(x, x), lambda x: x, x))(X),
        "vmap": lambda: mapped(lambda x: jax.vmap(lambda x: times(x, x))(x.reshape(2, 1)).reshape(2))(X),
        "gradient inside": lambda: mapped(lambda x, w: jax.grad(loss)(w, x), both, shared)(X, W),
        "gradients outside": lambda: jnp.concatenate(
            jax.grad(lambda x, w: (mapped(smooth, both)(x, w) ** 2).sum(), (0, 1))(X, W)
        ),
    }


def main() -> None:
    smooth = differentiable_kernel(times, product_gradient)
    wanted = {name: step() for name, step in steps(jnp.multiply, jnp.multiply).items()}
    said: dict[str, Any] = {}
    for kind, function in (("plain", times), ("parallel", times_parallel)):
        for name, step in steps(function, smooth).items():
            said[f"{kind}: {name}"] = bool(np.array_equal(step(), wanted[name]))
        try:
            mapped(lambda x, function=function: function(x, x), outputs=P())(X)
        except ValueError as error:
            said[f"{kind}: one shard as the whole"] = "out_specs" in str(error)
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
