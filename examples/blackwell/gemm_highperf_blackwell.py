"""GEMM on Blackwell: tensor memory, one issuing thread, and an epilogue that overlaps the next tile.

The warps, the barriers and the order of waits are those of `gemm_roles.py`. This file has the rest:

* The tiles: as many CTAs as the GPU has multiprocessors, each with every n-th tile.
* The copies of a stage: swizzled boxes of 64 columns of A and of B_T.
* `build_gemm_2sm` gives a tile of 256 x 256 to a pair of CTAs. Each CTA copies its 128 rows of A and half of
  the rows of B_T, and the leader issues one `tcgen05.mma.cta_group::2` for both: an SM reads 8 KB of shared
  memory per product instead of 12 KB.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16, f32

ROLES: Any = SimpleNamespace(**run_path(str(Path(__file__).with_name("gemm_roles.py"))))
ROWS = ROLES.ROWS
COLUMNS, BOX = 256, 64
SMS = 148
ALIGNED_BYTES = 16


@dataclass(frozen=True)
class Design:
    """A way to divide the work.

    Attributes:
        ctas: CTAs of a tile.
        boxes: Boxes of 64 columns of A and B_T in a stage.
        stages: Stages of the ring, 48 or 64 KB of shared memory in each CTA.
        kept: Stages whose descriptors are computed once for the two rounds of an iteration of the loop that
            issues.
        source: The source of the tile numbers of a cluster.
        order: Finds row and column of a tile from its number, in a grid of so many rows and columns.
        panel_rows: Rows of D that one copy stores: 32, those of a warp, or 128.
    """

    ctas: int
    boxes: int
    stages: int
    kept: int
    source: Any = ROLES.EveryNth
    order: Callable[[Any, int, int], tuple[Any, Any]] = ROLES.in_bands
    panel_rows: int = 32


SINGLE = Design(ctas=1, boxes=1, stages=4, kept=4)
PAIR = Design(ctas=2, boxes=2, stages=3, kept=1)
ROUNDS = 2


def build_gemm(M: int, N: int, K: int, *, stages: int = SINGLE.stages, out: PtxType = bf16, sms: int = SMS,
               arch: str = "sm_100a") -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] in bf16, with one CTA per tile of 128 x 256.

    Args:
        M: Rows of A and D.
        N: Rows of B_T, columns of D; D's rows are a multiple of 16 bytes.
        K: Columns of A and B_T, a multiple of 8.
        stages: Stages of the ring: 48 KB of shared memory each, at most 4.
        out: Element type of D: bf16, f16 or f32.
        sms: Multiprocessors of the GPU; as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: A size is not a multiple of what a tensor copy needs.
    """
    return build_design((M, N, K), replace(SINGLE, stages=stages), out=out, sms=sms, arch=arch)


def build_gemm_2sm(M: int, N: int, K: int, *, stages: int = PAIR.stages, out: PtxType = bf16, sms: int = SMS,
                   arch: str = "sm_100a") -> Kernel:  # fmt: skip
    """Build the same with a pair of CTAs per tile of 256 x 256; a stage has 64 KB in each CTA."""
    return build_design((M, N, K), replace(PAIR, stages=stages), out=out, sms=sms, arch=arch)


def build_design(
    sizes: tuple[int, int, int], design: Design, *, out: PtxType = bf16, sms: int = SMS, arch: str = "sm_100a"
) -> Kernel:
    """Build the same in another design; the arguments are those of `build_gemm`."""
    M, N, K = sizes
    for name, size, bits in (("K", K, bf16.bits), ("N", N, out.bits)):
        if size * bits % (8 * ALIGNED_BYTES):
            multiple = 8 * ALIGNED_BYTES // bits
            raise ValueError(f"{name}={size}: tensor copies take rows of 16 bytes, a multiple of {multiple}")
    ctas, boxes, stages = design.ctas, design.boxes, design.stages
    rows_b = COLUMNS // ctas
    depth = boxes * BOX
    high, wide = -(-M // (ROWS * ctas)), -(-N // COLUMNS)
    clusters = design.source.launched(high * wide, sms // ctas)
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS * ctas, n=COLUMNS, a=bf16, d=f32, cta_group=ctas)

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, out),),
        grid=(clusters * ctas,),
        block=(design.source.threads, 1, 1),
        cluster=(ctas, 1, 1),
        arch=arch,
    )
    def gemm_highperf_blackwell(A, B_T, D):
        map_a = A.tma_desc(box=(ROWS, BOX), swizzle="128B")
        map_b = B_T.tma_desc(box=(rows_b, BOX), swizzle="128B")
        ring_a = smem.alloc(bf16, (stages, boxes, ROWS, BOX), "128B")
        ring_b = smem.alloc(bf16, (stages, boxes, rows_b, BOX), "128B")
        source = design.source(high * wide, clusters, ctas)
        pipeline = ROLES.Sizes(
            ctas=ctas, stages=stages, rounds=ROUNDS, kept=design.kept, columns=COLUMNS,
            steps=-(-K // depth), stage_bytes=ring_a[0].nbytes + ring_b[0].nbytes,
        )  # fmt: skip
        roles = ROLES.Roles(pipeline)
        panels = ROLES.Panels(roles, out, rows=design.panel_rows)
        map_d = D.tma_desc(box=(panels.rows, panels.columns), swizzle="128B")

        def tiles(act):
            def act_on(tile):
                row, column = design.order(tile, high, wide)
                act((row * ctas + roles.rank) * ROWS, column * COLUMNS)

            source.each(act_on)

        def fill(stage, barrier, step, row, column):
            for ring, tensor, start in (
                (ring_a, map_a, row),
                (ring_b, map_b, column + roles.rank * rows_b),
            ):
                for box in range(boxes):
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ring[stage, box],
                        src=tensor,
                        coord=(step * depth + box * BOX, start),
                        mbar=barrier,
                        cta_group=ctas,
                    )

        issue = ROLES.products(ring_a, ring_b, shape, pipeline)
        source.run(roles)
        roles.run(tiles, fill=fill, issue=issue, store=panels.copied_to(map_d, COLUMNS))
        panels.finish()
        ptx.ret()

    return gemm_highperf_blackwell


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 512, K: int = 256, *, arch: str = "sm_100a") -> None:
    """Run both once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    for build in (build_gemm, build_gemm_2sm):
        trial(build(M, N, K, out=f32, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
