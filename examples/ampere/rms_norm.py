"""RMSNorm of f32 rows: one CTA a row, the row held in registers, one read and one write of memory.

Each thread loads its share of the row in pieces of 128 or 256 bits and sums the squares; a shuffle tree in
each warp and one more over the warps give every thread the sum of the row.
"""

from __future__ import annotations

import sys
from math import gcd

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import f32, u32


def build_rms_norm(B: int, N: int, *, eps: float = 1e-6, vector: int = 4, arch: str = "sm_80") -> Kernel:
    """Build `Y[b, :] = X[b, :] * W / sqrt(mean(X[b, :] ** 2) + eps)` for X[B, N], W[N] in f32.

    Args:
        B: Rows.
        N: Columns.
        eps: Added to the mean of the squares.
        vector: Elements of an access at most: 4, or 8 where the target has accesses of 256 bits.
        arch: Target.
    """
    vec = gcd(N, vector)
    threads = min(1024, 32 * -(-N // (32 * 4 * vec)))
    piece = threads * vec
    pieces = -(-N // piece)

    @kernel(
        in_specs=(Tile(B, N, f32), Tile(N, f32)),
        out_specs=(Tile(B, N, f32),),
        grid=(B,),
        block=(threads, 1, 1),
        arch=arch,
    )
    def rms_norm(X, W, Y):
        px, pw, py = ptx.global_ptrs(X, W, Y)
        row = reg.from_(ptx.special.ctaid.x(), u32)
        column = reg.from_(ptx.special.tid.x(), u32) * vec
        for pointer in (px, py):
            ptx.inst.mad.wide.u32(pointer, row, N * 4, pointer)
        for pointer in (px, pw, py):
            ptx.inst.mad.wide.u32(pointer, column, 4, pointer)
        inside_row = column < N - (pieces - 1) * piece if N % piece else None
        guards = [None] * (pieces - 1) + [inside_row]

        x = [reg.array(f32, vec) for _ in range(pieces)]
        total = reg.scalar(f32, init=0.0)
        for i, inside in enumerate(guards):
            if inside is not None:
                for value in x[i]:
                    ptx.inst.mov.f32(value, 0.0)
            ptx.ld(f32, x[i], ptx.addr(px, i * piece * 4), vec=vec, pred=inside)
            for value in x[i]:
                ptx.inst.fma.rn.f32(total, value, value, total)

        ptx.cta.reduce_sum(total, threads=threads)
        scale = reg.scalar(f32)
        ptx.inst.fma.rn.f32(scale, total, 1.0 / N, eps)
        ptx.inst.rsqrt.approx.f32(scale, scale)

        for i, inside in enumerate(guards):
            w = reg.array(f32, vec)
            if inside is not None:
                for weight in w:
                    ptx.inst.mov.f32(weight, 0.0)
            ptx.ld(f32, w, ptx.addr(pw, i * piece * 4), vec=vec, pred=inside)
            for value, weight in zip(x[i], w, strict=True):
                value *= scale
                value *= weight
            ptx.st(f32, ptx.addr(py, i * piece * 4), x[i], vec=vec, pred=inside)
        ptx.ret()

    return rms_norm


def rms_norm_ref(x: np.ndarray, w: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    """The same in NumPy, in f64."""
    wide = x.astype(np.float64)
    return wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + eps) * w


def main(B: int = 64, N: int = 4096, *, vector: int = 4, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((B, N), dtype=np.float32)
    w = rng.standard_normal(N, dtype=np.float32)
    trial(build_rms_norm(B, N, vector=vector, arch=arch), (x, w), expected=rms_norm_ref(x, w), tolerance=1e-5)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
