"""Grouped GEMM on Blackwell: rows of A are sorted by group, and each group has a matrix B of its own.

As in a mixture of experts, only the GPU knows how many rows a group has. No group is padded, and some are
empty. The warps and their barriers are those of `gemm_roles.py`; a tile is 128 x 256 of D, in one group.

* Every role walks the same list: the groups in order, and of their tiles every n-th, where n is the number of
  CTAs. The ends of the groups are in shared memory before the roles start, so that no role waits for loads.
* One tensor map holds the matrices B of all groups, in three dimensions: zeros replace the columns behind the
  last one of the group. Behind the last row of the group the tile has rows of the next one.
* A tensor copy would store those rows too. So a warp reads its panel again, eight lanes a row, and stores the
  rows of the group: 128 bytes side by side.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.types import b32, bf16, s32, u32

ROLES: Any = SimpleNamespace(**run_path(str(Path(__file__).with_name("gemm_roles.py"))))
HOPPER = run_path(str(Path(__file__).resolve().parents[1] / "hopper" / "grouped_gemm.py"))
ROWS, THREADS = ROLES.ROWS, ROLES.THREADS
COLUMNS, BOX, STAGES = 256, 64, 4
SMS = 148
ALIGNED = 8
LINES = 4  # rows of a panel that a warp stores at once


def build_grouped_gemm(
    rows: int, groups: int, N: int, K: int, *, sms: int = SMS, arch: str = "sm_100a"
) -> Kernel:
    """Build `D[ends[g - 1] : ends[g]] = A[ends[g - 1] : ends[g]] @ B_T[g].T` for each group g.

    A has the shape (rows, K), B_T (groups, N, K), D (rows, N), all in bf16; N and K are multiples of 8.
    `ends` has a 32-bit number for each group, in ascending order: where its rows end. Rows past the last end
    are not written.

    Args:
        rows: Rows of A and D.
        groups: Matrices in B_T.
        N: Columns of D.
        K: Columns of A and B_T.
        sms: Multiprocessors of the GPU: as many CTAs are launched.
        arch: Target.

    Raises:
        ValueError: A size is not a multiple of what a tensor copy needs.
    """
    for name, size in (("N", N), ("K", K)):
        if size % ALIGNED:
            raise ValueError(
                f"{name}={size}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes"
            )
    wide = -(-N // COLUMNS)
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=COLUMNS, a=bf16)

    @kernel(
        in_specs=(Tile(rows, K, bf16), Tile(groups, N, K, bf16), Tile(groups, s32)),
        out_specs=(Tile(rows, N, bf16),),
        grid=(sms,),
        block=(THREADS, 1, 1),
        arch=arch,
    )
    def grouped_gemm(A, B_T, Ends, D):
        map_a = A.tma_desc(box=(ROWS, BOX), swizzle="128B")
        map_b = B_T.tma_desc(box=(1, COLUMNS, BOX), swizzle="128B")
        pe, pd = ptx.global_ptrs(Ends, D)
        ring_a = smem.alloc(bf16, (STAGES, 1, ROWS, BOX), "128B")
        ring_b = smem.alloc(bf16, (STAGES, 1, COLUMNS, BOX), "128B")
        ends = smem.alloc(u32, (groups,))
        tid = reg.from_(ptx.special.tid.x(), u32)
        for group in ptx.range_(tid, groups, THREADS):
            place, end = reg.scalar(pe.dtype), reg.scalar(u32)
            ptx.inst.mad.wide.u32(place, group, 4, pe)
            ptx.ld(u32, end, ptx.addr(place))
            ends[group] = end
        pipeline = ROLES.Sizes(
            ctas=1, stages=STAGES, rounds=2, kept=STAGES, columns=COLUMNS, steps=-(-K // BOX),
            stage_bytes=ring_a[0].nbytes + ring_b[0].nbytes,
        )  # fmt: skip
        roles = ROLES.Roles(pipeline)
        panels = ROLES.Panels(roles, bf16)
        lane = roles.lane

        def tiles(act):
            tile = reg.from_(ptx.special.ctaid.x(), u32)
            begin = reg.scalar(u32, init=0)
            for group in ptx.range_(reg.scalar(u32, init=0), groups):
                end = ends[group]
                count = (end - begin + (ROWS - 1)) // ROWS * wide
                for mine in ptx.range_(tile, count, sms):
                    act(group, begin + mine // wide * ROWS, mine % wide * COLUMNS, end)
                # `mine` is the first tile that was not of this group
                ptx.inst.sub.u32(tile, mine, count)  # pyptx: fixed
                ptx.inst.mov.u32(begin, end)

        def fill(stage, barrier, step, group, row, column, _end):
            k = step * BOX
            ptx.cp.async_.bulk.tensor_2d(dst=ring_a[stage], src=map_a, coord=(k, row), mbar=barrier)
            ptx.cp.async_.bulk.tensor_3d(dst=ring_b[stage], src=map_b, coord=(k, column, group), mbar=barrier)

        def store(release, accumulator, _group, row, column, end):
            for first in range(0, COLUMNS, panels.columns):
                values = panels.load(accumulator, first)
                if first + panels.columns == COLUMNS:
                    release()
                panels.write(values, first)
                ptx.warp.sync()
                for above in range(0, 32, LINES):
                    line, chunk = (lane >> 3) + above, lane & 7
                    y, x = row + roles.warp * 32 + line, column + first + chunk * 8
                    words, target = reg.array(b32, 4), reg.scalar(pd.dtype)
                    place = ptx.addr(panels.chunk(line, chunk), panels.buffer(first))
                    ptx.ld(b32, words, place, vec=4, space="shared")
                    ptx.inst.mad.wide.u32(target, y * N + x, 2, pd)
                    ptx.st(b32, ptx.addr(target), words, vec=4, pred=(y < end) & (x < N))

        roles.run(tiles, fill=fill, issue=ROLES.products(ring_a, ring_b, shape, pipeline), store=store)
        ptx.ret()

    return grouped_gemm


grouped_gemm_ref = HOPPER["grouped_gemm_ref"]
main = partial(HOPPER["main"], arch="sm_100a", build=build_grouped_gemm)

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
