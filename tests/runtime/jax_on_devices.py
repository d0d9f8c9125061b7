"""Kernels on four CPU devices of JAX; prints what came of each step."""

from __future__ import annotations

import json
import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

from pyptx import LaunchError, Tile, kernel, ptx, reg
from pyptx.types import f32, u32

V, M = Tile("N", f32), Tile("M", "N", f32)


@kernel(in_specs=(V, V), out_specs=(V,), grid=lambda N: N, parallel=("N",))
def add(X: Any, Y: Any, Z: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * 4
    px, py, pz = (pointer + i for pointer in ptx.global_ptrs(X, Y, Z))
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px))
    ptx.inst.ld.global_.f32(y, ptx.addr(py))
    ptx.inst.st.global_.f32(ptx.addr(pz), x + y)


@kernel(in_specs=(M,), out_specs=(M,), grid=lambda M: M, block=(32,), parallel=("M",))
def normalise(X: Any, Y: Any) -> None:
    """Each row less its first element: independent by rows, and by nothing else."""
    at = reg.from_(ptx.special.ctaid.x(), u32) * X.shape[1] * 4
    px, py = (pointer + at for pointer in ptx.global_ptrs(X, Y))
    first, x = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(first, ptx.addr(px))
    for column in ptx.range_(reg.from_(ptx.special.tid.x(), u32), X.shape[1], 32):
        ptx.inst.ld.global_.f32(x, ptx.addr(px + column * 4))
        ptx.inst.st.global_.f32(ptx.addr(py + column * 4), x - first)


def main() -> None:
    mesh = jax.make_mesh((4,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
    x, m = jnp.arange(8.0), jnp.arange(32.0).reshape(8, 4)
    by_row, by_column = NamedSharding(mesh, P("d")), NamedSharding(mesh, P(None, "d"))
    xs = jax.device_put(x, by_row)
    said: dict[str, Any] = {}

    def note(name: str, made: Any, wanted: Any) -> None:
        said[name] = [list(made.sharding.spec), bool(np.array_equal(made, wanted))]

    mapped = jax.shard_map(lambda a, b: add(a, b), mesh=mesh, in_specs=(P("d"), P("d")), out_specs=P("d"))
    note("shard_map", jax.jit(mapped)(x, x), 2 * x)
    note("jit", jax.jit(add)(xs, xs), 2 * x)
    note("eager", add(xs, xs), 2 * x)
    note("mixed", jax.jit(lambda a, b: add(a * 2, b))(xs, x), 3 * x)
    note("rows", jax.jit(normalise)(jax.device_put(m, by_row)), m - m[:, :1])
    note("columns", jax.jit(normalise)(jax.device_put(m, by_column)), m - m[:, :1])
    batch = NamedSharding(mesh, P("d", None, None))
    ms = jax.device_put(jnp.stack([m] * 4), batch)
    note("batch", jax.jit(jax.vmap(normalise))(ms), jnp.stack([m - m[:, :1]] * 4))
    device = jax.devices()[2]
    moved = jax.device_put(x, device)
    for name, made in (("placed", add(moved, moved)), ("drawn", add(x, moved))):
        said[name] = [["d"] if made.devices() == {device} else [], bool(np.array_equal(made, 2 * x))]
    try:
        add(moved, jax.device_put(x, jax.devices()[1]))
    except LaunchError as error:
        said["apart"] = [["d"], str(error) == "argument Y is on cpu:1, but argument X is on cpu:2"]
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
