"""LayerNorm of f32 rows: the mean first, then the variance of what is already in registers.

`rows_per_cta` gives each row a group of warps of its own; rows that need few threads then share a CTA.
"""

from __future__ import annotations

import sys
from math import gcd

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import f32, u32


def build_layer_norm(
    B: int, N: int, *, eps: float = 1e-5, rows_per_cta: int | None = None, vector: int = 4,
    arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y = (X - mean) / sqrt(var + eps) * W + b` by row, for X[B, N], W[N], b[N] in f32.

    Args:
        B: Rows.
        N: Columns.
        eps: Added to the variance.
        rows_per_cta: Rows a CTA normalises, a group of warps each; by default what fits in 128 threads.
        vector: Elements of an access at most: 4, or 8 where the target has accesses of 256 bits.
        arch: Target.
    """
    vec = gcd(N, vector)
    threads = min(1024, 32 * -(-N // (32 * 4 * vec)))
    rows = rows_per_cta or max(1, 128 // threads)
    if rows * threads > 1024:
        raise ValueError(f"rows_per_cta={rows} needs {rows * threads} threads; a CTA has at most 1024")
    piece = threads * vec
    pieces = -(-N // piece)

    @kernel(
        in_specs=(Tile(B, N, f32), Tile(N, f32), Tile(N, f32)),
        out_specs=(Tile(B, N, f32),),
        grid=(-(-B // rows),),
        block=(threads, rows, 1),
        arch=arch,
    )
    def layer_norm(X, W, b, Y):
        px, pw, pb, py = ptx.global_ptrs(X, W, b, Y)
        row = reg.from_(ptx.special.ctaid.x(), u32) * rows + ptx.special.tid.y()
        column = reg.from_(ptx.special.tid.x(), u32) * vec
        for pointer in (px, py):
            ptx.inst.mad.wide.u32(pointer, row, N * 4, pointer)
        for pointer in (px, pw, pb, py):
            ptx.inst.mad.wide.u32(pointer, column, 4, pointer)
        in_batch = row < B if B % rows else None
        inside_row = column < N - (pieces - 1) * piece if N % piece else None
        both = in_batch if inside_row is None else inside_row if in_batch is None else inside_row & in_batch
        guards = [in_batch] * (pieces - 1) + [both]

        x = [reg.array(f32, vec) for _ in range(pieces)]
        mean = reg.scalar(f32, init=0.0)
        for i, inside in enumerate(guards):
            if inside is not None:
                for value in x[i]:
                    ptx.inst.mov.f32(value, 0.0)
            ptx.ld(f32, x[i], ptx.addr(px, i * piece * 4), vec=vec, pred=inside)
            for value in x[i]:
                mean += value
        ptx.cta.reduce_sum(mean, threads=threads, groups=rows)
        mean *= 1.0 / N

        variance = reg.scalar(f32, init=0.0)
        for i in range(pieces):
            for value in x[i]:
                value -= mean
                square = value * value
                last = inside_row if i == pieces - 1 else None
                ptx.inst.add.f32(variance, variance, square, pred=last)
        ptx.cta.reduce_sum(variance, threads=threads, groups=rows)
        scale = reg.scalar(f32)
        ptx.inst.fma.rn.f32(scale, variance, 1.0 / N, eps)
        ptx.inst.rsqrt.approx.f32(scale, scale)

        for i, inside in enumerate(guards):
            w, bias = reg.array(f32, vec), reg.array(f32, vec)
            if inside is not None:
                for value in (*w, *bias):
                    ptx.inst.mov.f32(value, 0.0)
            ptx.ld(f32, w, ptx.addr(pw, i * piece * 4), vec=vec, pred=inside)
            ptx.ld(f32, bias, ptx.addr(pb, i * piece * 4), vec=vec, pred=inside)
            for value, weight, shift in zip(x[i], w, bias, strict=True):
                value *= scale
                ptx.inst.fma.rn.f32(value, value, weight, shift)
            ptx.st(f32, ptx.addr(py, i * piece * 4), x[i], vec=vec, pred=inside)
        ptx.ret()

    return layer_norm


def layer_norm_ref(x: np.ndarray, w: np.ndarray, b: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """The same in NumPy, in f64."""
    wide = x.astype(np.float64)
    centred = wide - wide.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) * w + b


def main(B: int = 64, N: int = 4096, *, vector: int = 4, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((B, N), dtype=np.float32)
    w, b = rng.standard_normal((2, N), dtype=np.float32)
    trial(
        build_layer_norm(B, N, vector=vector, arch=arch),
        (x, w, b),
        expected=layer_norm_ref(x, w, b),
        tolerance=1e-5,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
