"""Five programs of Triton for `bench_virtual.py`, with the same kernels on both simulators.

``python triton_programs.py SCALE`` prints, for each program, its name and the seconds of its second launch,
after it has compared the result with NumPy's. Triton's interpreter takes tensors of torch; the virtual GPU
takes addresses.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import triton
import triton.language as tl
from interpreted_triton import add, multiply, rms_norm

if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK, TILE, STEP = 1024, 64, 32
IS_INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"


@triton.jit  # type: ignore[untyped-decorator]
def softmax(x, out, columns: tl.constexpr):  # type: ignore[no-untyped-def]  # Triton reads annotations
    """A row for each program."""
    at = tl.program_id(0) * columns + tl.arange(0, columns)
    row = tl.load(x + at)
    weights = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + at, weights / tl.sum(weights, axis=0))


@triton.jit  # type: ignore[untyped-decorator]
def row_sums(x, out, columns: tl.constexpr):  # type: ignore[no-untyped-def]  # as above
    """A row for each program."""
    row = tl.program_id(0)
    tl.store(out + row, tl.sum(tl.load(x + row * columns + tl.arange(0, columns)), axis=0))


def copied(array: Any) -> Any:
    """Return an array for kernels: a tensor for the interpreter, memory of the device otherwise."""
    if IS_INTERPRETED:
        return import_module("torch").from_numpy(array.copy())
    return import_module("triton_device").OnDevice(array)


def read(array: Any) -> Any:
    """Return its contents."""
    return array.numpy() if IS_INTERPRETED else array.get()


def programs(scale: int) -> dict[str, tuple[Callable[[], Any], Any]]:
    """Return the launch and the expected result of each program."""
    rng = np.random.default_rng(0)
    rows = 64 * scale
    x, w = rng.uniform(-1, 1, (rows, BLOCK)).astype(np.float32), np.ones(BLOCK, np.float32)
    a, b = (rng.integers(-4, 4, (TILE * 2 * scale, 128)).astype(np.float32) for _ in range(2))
    wide = x.astype(np.float64)
    weights = np.exp(wide)

    def launched(kernel: Any, grid: Any, out: Any, *given: Any, **constants: int) -> Callable[[], Any]:
        arrays, result = [copied(each) for each in given], copied(np.zeros_like(out))

        def run() -> Any:
            kernel[grid](*arrays, result, **constants)
            return read(result)

        return run

    tiles = len(a) // TILE
    product = a @ b.T
    sizes = {"n": len(b), "k": 128, "tile": TILE, "step": STEP}
    return {
        "add": (launched(add, (rows,), x, x, x, n=x.size, size=BLOCK), x + x),
        "rms_norm": (
            launched(rms_norm, (rows,), x, x, w, columns=BLOCK),
            x / np.sqrt((wide**2).mean(1, keepdims=True) + 1e-6),
        ),
        "multiply": (launched(multiply, (tiles, tiles), product, a, b, **sizes), product),
        "softmax": (launched(softmax, (rows,), x, x, columns=BLOCK), weights / weights.sum(1, keepdims=True)),
        "row_sums": (launched(row_sums, (rows,), x[:, 0], x, columns=BLOCK), wide.sum(1)),
    }


if __name__ == "__main__":
    if not IS_INTERPRETED:
        sys.path.append(str(Path(__file__).parents[1] / "tests" / "virtual" / "clients"))
        import_module("triton_device").activate()
    for name, (run, expected) in programs(int(sys.argv[1])).items():
        run()
        started = time.perf_counter()
        found = run()
        seconds = time.perf_counter() - started
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
        print("time", name, seconds, flush=True)
