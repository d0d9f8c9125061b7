"""Runs kernels in executables of XLA through the handler of CUDA; prints what the fake driver was asked."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from pyptx import Layout, Tile, kernel, ptx, reg
from pyptx.runtime import extension
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXTENSION = extension.launching
V = Tile("N", f32)
resolved: list[str] = []


class Extension:
    """The native module, with the handler of CUDA in place of that of the CPU."""

    def __init__(self, library: str) -> None:
        self.library = ctypes.CDLL(library)

    def __getattr__(self, name: str) -> Any:
        return getattr(EXTENSION, name)

    def xla_use(self, resolve: Any, explain: Any) -> None:
        def counted(platform: str, *call: Any) -> Any:
            resolved.append(platform)
            return resolve(platform, *call)

        EXTENSION.xla_use(counted, explain)

    def xla_handler(self, platform: str) -> Any:
        found = EXTENSION.xla_handler("CUDA")
        if platform == "CUDA":
            return found
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        self.library.wrap(ctypes.c_void_p(pointer(found, None)))
        return jax.ffi.pycapsule(self.library.wrapped)


@kernel(in_specs=(V,), out_specs=(V,), grid=lambda N: -(-N // 32), block=(32,), raw_params=[("f32", "alpha")])
def scale(X: Any, Y: Any) -> None:
    i = reg.from_(ptx.special.ctaid.x(), u32) * 32 + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px, py = ptx.global_ptrs(X, Y)
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px + i * 4))
        ptx.inst.st.global_.f32(ptx.addr(py + i * 4), x * ptx.param(f32, "alpha"))


@kernel(in_specs=(V, V), out_specs=(V,), grid=(1, 1, 2), block=(32,))
def planes(X: Any, Y: Any, Z: Any) -> None:
    """No direction of the grid is free for a batch: it is launched once for each example."""
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    x, y = reg.scalar(f32), reg.scalar(f32)
    at = (reg.from_(ptx.special.ctaid.z(), u32) + ptx.special.ctaid.y() + ptx.special.ctaid.x()) * 4
    ptx.ld(f32, x, ptx.addr(px + at))
    ptx.ld(f32, y, ptx.addr(py + at))
    ptx.st(f32, ptx.addr(pz + at), x + y)


@kernel(in_specs=(Tile(32, 32, f32, Layout.TMA_128B, tma_box=(32, 32)),), mutates=("X",), block=(32,))
def mapped(X: Any) -> None:
    ptx.inst.prefetch.tensormap(ptx.addr(X.tma_desc()))


@kernel(in_specs=(Tile("M", "N", f32, Layout.COL),) * 2, out_specs=(Tile("M", "N", f32),), block=(32,))
def columns(X: Any, Y: Any, Z: Any) -> None:
    value = reg.scalar(f32)
    ptx.ld(f32, value, ptx.addr(ptx.global_ptrs(X)[0]))
    ptx.st(f32, ptx.addr(ptx.global_ptrs(Z)[0]), value)


def main() -> None:
    """Print for each step what the driver was asked, or the error, and how often Python was."""
    vars(extension)["launching"] = Extension(sys.argv[1])
    said = {}
    for name, call in steps():
        resolved.clear()
        try:
            call()
            said[name] = [look(), len(resolved)]
        except (jax.errors.JaxRuntimeError, ValueError) as error:  # which of them is XLA's choice
            said[name] = [[str(error)], len(resolved)]
    sys.stdout.write(json.dumps(said))


def look() -> list[str]:
    log = Path(os.environ["FAKECUDA_LOG"])
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    x = jnp.zeros(100)
    step = jax.jit(lambda x: scale(x, alpha=2.0))
    traced = jax.jit(lambda x, alpha: scale(x, alpha=alpha))
    yield "first", lambda: step(x).block_until_ready()
    yield "second", lambda: step(x).block_until_ready()
    yield "another size", lambda: step(x[:5]).block_until_ready()
    yield "batch", lambda: jax.vmap(step)(jnp.zeros((3, 100))).block_until_ready()
    yield "traced", lambda: traced(x, 3.0).block_until_ready()
    yield "traced again", lambda: traced(x, 4.0).block_until_ready()
    yield "batch of scalars", lambda: jax.vmap(traced, (None, 0))(x, jnp.ones(3)).block_until_ready()
    yield "empty", lambda: step(x[:0]).block_until_ready()
    rows, row = jnp.zeros((3, 100)), jnp.zeros(100)
    left, right = (jax.jit(jax.vmap(planes, axes)) for axes in ((0, None), (None, 0)))
    yield "own rows", lambda: left(rows, row).block_until_ready()
    yield "a shared row", lambda: right(row, rows).block_until_ready()
    grids = jnp.zeros((2, 3, 4))
    yield "columns", lambda: jax.jit(columns)(grids[0], grids[1]).block_until_ready()
    yield "batch of columns", lambda: jax.jit(jax.vmap(columns))(grids, grids).block_until_ready()
    step_mapped = jax.jit(mapped)
    yield "map", lambda: step_mapped(jnp.zeros((32, 32))).block_until_ready()
    yield "map again", lambda: step_mapped(jnp.ones((32, 32))).block_until_ready()
    os.environ["FAKECUDA_LAUNCH"] = "9"
    yield "refused", lambda: step(x).block_until_ready()


if __name__ == "__main__":
    main()
