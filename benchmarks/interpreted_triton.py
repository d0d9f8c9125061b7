"""Kernels of `bench_simulators.py` in Triton, for its interpreter: ``TRITON_INTERPRET=1`` is set by then."""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit  # type: ignore[untyped-decorator]
def add(x, y, z, n, size: tl.constexpr):  # type: ignore[no-untyped-def]  # Triton reads annotations
    """``z = x + y``."""
    at = tl.program_id(0) * size + tl.arange(0, size)
    inside = at < n
    tl.store(z + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit  # type: ignore[untyped-decorator]
def rms_norm(x, w, out, columns: tl.constexpr):  # type: ignore[no-untyped-def]  # as above
    """A row for each program."""
    column = tl.arange(0, columns)
    at = tl.program_id(0) * columns + column
    row = tl.load(x + at)
    scale = tl.rsqrt(tl.sum(row * row, axis=0) / columns + 1e-6)
    tl.store(out + at, row * scale * tl.load(w + column))


@triton.jit  # type: ignore[untyped-decorator]
def multiply(a, b, d, n, k, tile: tl.constexpr, step: tl.constexpr):  # type: ignore[no-untyped-def]  # as above
    """``d = a @ b.T``, a tile for each program."""
    rows = tl.program_id(0) * tile + tl.arange(0, tile)
    columns = tl.program_id(1) * tile + tl.arange(0, tile)
    inner = tl.arange(0, step)
    total = tl.zeros((tile, tile), dtype=tl.float32)
    for first in range(0, k, step):
        left = tl.load(a + rows[:, None] * k + (first + inner)[None, :])
        right = tl.load(b + columns[None, :] * k + (first + inner)[:, None])
        total += tl.dot(left, right)
    tl.store(d + rows[:, None] * n + columns[None, :], total)
