"""Softmax of f32 rows: maximum, exponentials and their sum without leaving the registers.

`exp(x - m)` is `ex2((x - m) * log2(e))`, which is one fused multiply-add and one special-function
instruction.
"""

from __future__ import annotations

import sys
from math import e, gcd, inf, log2

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import f32, u32

LOG2_E = log2(e)


def build_softmax(B: int, N: int, *, vector: int = 4, arch: str = "sm_80") -> Kernel:
    """Build `Y[b, :] = exp(X[b, :] - max) / sum(exp(X[b, :] - max))` for X[B, N] in f32.

    Args:
        B: Rows.
        N: Columns.
        vector: Elements of an access at most: 4, or 8 where the target has accesses of 256 bits.
        arch: Target.
    """
    vec = gcd(N, vector)
    threads = min(1024, 32 * -(-N // (32 * 4 * vec)))
    piece = threads * vec
    pieces = -(-N // piece)

    @kernel(
        in_specs=(Tile(B, N, f32),),
        out_specs=(Tile(B, N, f32),),
        grid=(B,),
        block=(threads, 1, 1),
        arch=arch,
    )
    def softmax(X, Y):
        px, py = ptx.global_ptrs(X, Y)
        row = reg.from_(ptx.special.ctaid.x(), u32)
        column = reg.from_(ptx.special.tid.x(), u32) * vec
        for pointer in (px, py):
            ptx.inst.mad.wide.u32(pointer, row, N * 4, pointer)
            ptx.inst.mad.wide.u32(pointer, column, 4, pointer)
        inside_row = column < N - (pieces - 1) * piece if N % piece else None
        guards = [None] * (pieces - 1) + [inside_row]

        x = [reg.array(f32, vec) for _ in range(pieces)]
        top = reg.scalar(f32, init=-inf)
        for i, inside in enumerate(guards):
            if inside is not None:
                for value in x[i]:
                    ptx.inst.mov.f32(value, -inf)
            ptx.ld(f32, x[i], ptx.addr(px, i * piece * 4), vec=vec, pred=inside)
            for value in x[i]:
                ptx.inst.max.f32(top, top, value)
        ptx.cta.reduce_max(top, threads=threads)

        total = reg.scalar(f32, init=0.0)
        shift = top * -LOG2_E
        for values in x:
            for value in values:
                ptx.inst.fma.rn.f32(value, value, LOG2_E, shift)
                ptx.inst.ex2.approx.f32(value, value)
                total += value
        ptx.cta.reduce_sum(total, threads=threads)
        scale = reg.scalar(f32)
        ptx.inst.rcp.approx.f32(scale, total)

        for i, inside in enumerate(guards):
            for value in x[i]:
                value *= scale
            ptx.st(f32, ptx.addr(py, i * piece * 4), x[i], vec=vec, pred=inside)
        ptx.ret()

    return softmax


def softmax_ref(x: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    wide = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return wide / wide.sum(axis=1, keepdims=True)


def main(B: int = 64, N: int = 4096, *, vector: int = 4, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    x = np.random.default_rng(0).standard_normal((B, N), dtype=np.float32)
    trial(build_softmax(B, N, vector=vector, arch=arch), (x,), expected=softmax_ref(x), tolerance=1e-5)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
