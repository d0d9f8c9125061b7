"""Vector addition: four elements a thread, the tail guarded.

``python examples/ampere/vector_add.py`` runs it on the GPU that is there, or on the simulator, and says
which.
"""

from __future__ import annotations

import sys
from math import gcd

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import f32, u32

THREADS = 256


def build_vector_add(n: int, *, arch: str = "sm_80") -> Kernel:
    """Build `x + y` for f32 vectors of `n` elements."""
    vec = gcd(n, 4)
    per_cta = THREADS * vec

    @kernel(
        in_specs=(Tile(n, f32), Tile(n, f32)),
        out_specs=(Tile(n, f32),),
        grid=(-(-n // per_cta),),
        block=(THREADS, 1, 1),
        arch=arch,
    )
    def vector_add(X, Y, Z):
        px, py, pz = ptx.global_ptrs(X, Y, Z)
        first = reg.scalar(u32)
        ptx.inst.mad.lo.u32(first, ptx.special.ctaid.x(), THREADS, ptx.special.tid.x())
        first *= vec
        with ptx.if_(first < n):
            offset = reg.scalar(u32, init=4) * first
            a, b = reg.array(f32, vec), reg.array(f32, vec)
            ptx.ld(f32, a, ptx.addr(px + offset), vec=vec)
            ptx.ld(f32, b, ptx.addr(py + offset), vec=vec)
            for i in range(vec):
                a[i] += b[i]
            ptx.st(f32, ptx.addr(pz + offset), a, vec=vec)
        ptx.ret()

    return vector_add


def vector_add_ref(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The same in NumPy."""
    return x + y


def main(n: int = 1_000_003, *, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, n), dtype=np.float32)
    trial(build_vector_add(n, arch=arch), (x, y), expected=vector_add_ref(x, y), tolerance=0.0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
