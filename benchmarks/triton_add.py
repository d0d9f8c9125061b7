"""The kernel of `bench_launch.py` in Triton, which is imported where that is installed."""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit  # type: ignore[untyped-decorator]
def add(x, y, z, columns: tl.constexpr):  # type: ignore[no-untyped-def]  # Triton reads annotations
    """``z = x + y``, a row for each program."""
    at = tl.program_id(0) * columns + tl.arange(0, columns)
    tl.store(z + at, tl.load(x + at) + tl.load(y + at))
