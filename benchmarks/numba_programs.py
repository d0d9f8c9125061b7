"""Five programs of Numba-CUDA for `bench_virtual.py`, unchanged on both simulators.

``python numba_programs.py SCALE`` prints, for each program, its name and the seconds of its second launch,
after it has compared the result with NumPy's.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda, int32
from simulated_numba import THREADS, TILE, add, multiply, rms_norm

if TYPE_CHECKING:
    from collections.abc import Callable

BINS = 64


@cuda.jit
def histogram(x, counts):  # type: ignore[no-untyped-def]  # Numba's types are inferred
    """Counts of a block in shared memory, added to those of all blocks."""
    own = cuda.shared.array(BINS, int32)
    lane = cuda.threadIdx.x
    if lane < BINS:
        own[lane] = 0
    cuda.syncthreads()
    at = cuda.grid(1)
    if at < x.size:
        cuda.atomic.add(own, x[at], 1)
    cuda.syncthreads()
    if lane < BINS:
        cuda.atomic.add(counts, lane, own[lane])


@cuda.jit
def blur(x, y):  # type: ignore[no-untyped-def]  # Numba's types are inferred
    """The mean of each element and its two neighbours."""
    at = cuda.grid(1)
    if at > 0 and at < x.size - 1:
        y[at] = (x[at - 1] + x[at] + x[at + 1]) / 3


def programs(scale: int) -> dict[str, tuple[Callable[[], Any], Any]]:
    """Return the launch and the expected result of each program."""
    rng = np.random.default_rng(0)
    rows, columns = 8 * scale, 1024
    x, w = rng.uniform(-1, 1, (rows, columns)).astype(np.float32), np.ones(columns, np.float32)
    flat, numbers = x.reshape(-1), rng.integers(0, BINS, rows * columns).astype(np.int32)
    a, b = (rng.uniform(-1, 1, (TILE * 2 * scale, 64)).astype(np.float32) for _ in range(2))
    blocks = -(-flat.size // THREADS)

    def launched(kernel: Any, grid: Any, block: Any, out: Any, *given: Any) -> Callable[[], Any]:
        arrays = [cuda.to_device(each) for each in given]

        def run() -> Any:
            result = cuda.to_device(out)
            kernel[grid, block](*arrays, result)
            cuda.synchronize()
            return result.copy_to_host()

        return run

    tiles = len(a) // TILE
    mean = flat.copy() * 0
    mean[1:-1] = (flat[:-2] + flat[1:-1] + flat[2:]) / 3
    norm = x / np.sqrt((x.astype(np.float64) ** 2).mean(1, keepdims=True) + 1e-6)
    return {
        "add": (launched(add, blocks, THREADS, flat * 0, flat, flat), flat + flat),
        "rms_norm": (launched(rms_norm, rows, THREADS, x * 0, x, w), norm),
        "multiply": (
            launched(multiply, (tiles, tiles), (TILE, TILE), a @ b.T * 0, a, b),
            a.astype(np.float64) @ b.T,
        ),
        "histogram": (
            launched(histogram, blocks, THREADS, np.zeros(BINS, np.int32), numbers),
            np.bincount(numbers, minlength=BINS),
        ),
        "blur": (launched(blur, blocks, THREADS, flat * 0, flat), mean),
    }


if __name__ == "__main__":
    for name, (run, expected) in programs(int(sys.argv[1])).items():
        run()
        started = time.perf_counter()
        found = run()
        seconds = time.perf_counter() - started
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
        print("time", name, seconds, flush=True)
