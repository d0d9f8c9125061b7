"""SwiGLU's fused `silu(gate) * up` on f32: read two, write one, 128 or 256 bits at a time.

`silu(g) = g / (1 + exp(-g))`, with `ex2.approx` and `rcp.approx` for the exponential and the division.
"""

from __future__ import annotations

import sys
from math import e, gcd, log2

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import f32, u32

LOG2_E = log2(e)


def build_fused_silu_mul(
    M: int, F: int, *, rows_per_cta: int | None = None, vector: int = 4, arch: str = "sm_80"
) -> Kernel:
    """Build `out = silu(gate) * up` for gate[M, F], up[M, F] in f32.

    Args:
        M: Rows.
        F: Columns.
        rows_per_cta: Rows that share a CTA, side by side; by default as many as fit in 256 threads.
        vector: Elements of an access at most: 4, or 8 where the target has accesses of 256 bits.
        arch: Target.
    """
    vec = gcd(F, vector)
    threads = min(256, 32 * -(-F // (32 * vec)))
    rows = rows_per_cta or max(1, 256 // threads)
    if rows * threads > 1024:
        raise ValueError(f"rows_per_cta={rows} needs {rows * threads} threads; a CTA has at most 1024")

    @kernel(
        in_specs=(Tile(M, F, f32), Tile(M, F, f32)),
        out_specs=(Tile(M, F, f32),),
        grid=(-(-M // rows), -(-F // (threads * vec))),
        block=(threads, rows, 1),
        arch=arch,
    )
    def fused_silu_mul(gate, up, out):
        pointers = ptx.global_ptrs(gate, up, out)
        row = reg.from_(ptx.special.ctaid.x(), u32) * rows + ptx.special.tid.y()
        column = (reg.from_(ptx.special.ctaid.y(), u32) * threads + ptx.special.tid.x()) * vec
        with ptx.if_((row < M) & (column < F)):
            for pointer in pointers:
                ptx.inst.mad.wide.u32(pointer, row, F * 4, pointer)
                ptx.inst.mad.wide.u32(pointer, column, 4, pointer)
            pg, pu, po = pointers
            g, u = reg.array(f32, vec), reg.array(f32, vec)
            ptx.ld(f32, g, ptx.addr(pg), vec=vec)
            ptx.ld(f32, u, ptx.addr(pu), vec=vec)
            for gated, value in zip(g, u, strict=True):
                sigmoid = gated * -LOG2_E
                ptx.inst.ex2.approx.f32(sigmoid, sigmoid)
                sigmoid += 1.0
                ptx.inst.rcp.approx.f32(sigmoid, sigmoid)
                gated *= sigmoid
                gated *= value
            ptx.st(f32, ptx.addr(po), g, vec=vec)
        ptx.ret()

    return fused_silu_mul


def fused_silu_mul_ref(gate: np.ndarray, up: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    wide = gate.astype(np.float64)
    return wide / (1 + np.exp(-wide)) * up


def main(M: int = 64, F: int = 4096, *, vector: int = 4, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    gate, up = np.random.default_rng(0).standard_normal((2, M, F), dtype=np.float32)
    trial(
        build_fused_silu_mul(M, F, vector=vector, arch=arch),
        (gate, up),
        expected=fused_silu_mul_ref(gate, up),
        tolerance=1e-5,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
