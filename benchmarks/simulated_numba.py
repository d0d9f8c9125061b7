"""Kernels of `bench_simulators.py` for Numba's CUDA simulator: ``NUMBA_ENABLE_CUDASIM=1`` is set by then."""

from __future__ import annotations

import math

from numba import cuda, float32

TILE = 16
THREADS = 128


@cuda.jit
def add(x, y, z):  # type: ignore[no-untyped-def]  # Numba's types are inferred
    """``z = x + y``, a thread for each element."""
    at = cuda.grid(1)
    if at < x.size:
        z[at] = x[at] + y[at]


@cuda.jit
def rms_norm(x, w, out):  # type: ignore[no-untyped-def]  # Numba's types are inferred
    """A row for each block: the squares are summed in shared memory."""
    sums = cuda.shared.array(THREADS, float32)
    row, lane = cuda.blockIdx.x, cuda.threadIdx.x
    total = float32(0)
    for column in range(lane, x.shape[1], THREADS):
        total += x[row, column] * x[row, column]
    sums[lane] = total
    cuda.syncthreads()
    half = THREADS // 2
    while half:
        if lane < half:
            sums[lane] += sums[lane + half]
        cuda.syncthreads()
        half //= 2
    scale = float32(1) / math.sqrt(sums[0] / x.shape[1] + 1e-6)
    for column in range(lane, x.shape[1], THREADS):
        out[row, column] = x[row, column] * scale * w[column]


@cuda.jit
def multiply(a, b, d):  # type: ignore[no-untyped-def]  # Numba's types are inferred
    """``d = a @ b.T``, tiles of both in shared memory."""
    left = cuda.shared.array((TILE, TILE), float32)
    right = cuda.shared.array((TILE, TILE), float32)
    y, x = cuda.threadIdx.y, cuda.threadIdx.x
    row, column = cuda.blockIdx.y * TILE + y, cuda.blockIdx.x * TILE + x
    total = float32(0)
    for k in range(0, a.shape[1], TILE):
        left[y, x] = a[row, k + x]
        right[y, x] = b[cuda.blockIdx.x * TILE + y, k + x]
        cuda.syncthreads()
        for inner in range(TILE):
            total += left[y, inner] * right[x, inner]
        cuda.syncthreads()
    d[row, column] = total
