"""Grouped GEMM for Blackwell: rows of A are sorted by group, and each group has a matrix B of its own.

As in a mixture of experts, only the GPU knows how many rows a group has. No group is padded, and some are
empty. The warps and their barriers are those of `roles_blackwell.py`; a tile is 128 x 256 of D, in one group.

* Every role walks the same list: the groups in order, and of their tiles every n-th, where n is the number of
  CTAs. The ends of the groups are in shared memory before the roles start, so that no role waits for loads.
* One tensor map holds the matrices B of all groups, in three dimensions: zeros replace the columns after the
  last one of the group. After the last row of the group the tile has rows of the next one.
* A tensor copy would store those rows too. So a warp reads its panel again, eight lanes a row, and stores the
  rows of the group: 128 bytes side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import output_type
from pyptx.kernels.gemm_grouped_hopper import element
from pyptx.kernels.panels_blackwell import Panels
from pyptx.kernels.roles_blackwell import ROW_BYTES, ROWS, SMS, THREADS, Roles, Sizes, mmas
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b32, bf16, f16, s32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

COLUMNS, BOX, STAGES = 256, 64, 4
ALIGNED = 8
MOST_GROUPS = 640
LINES = 4  # rows of a panel that a warp stores at once


def build_gemm_grouped_blackwell(
    *shape: int, dtype: PtxType = bf16, out: PtxType | None = None, rows_each: int | None = None,
    transposed: bool = False, pdl: bool = False, sms: int = SMS, arch: str = "sm_100a",
) -> Kernel:  # fmt: skip
    """Build `D[ends[g - 1] : ends[g]] = A[ends[g - 1] : ends[g]] @ B_T[g].T` for each group g.

    A has the shape (rows, K), B_T (groups, N, K), D (rows, N); N and K are multiples of 8. `ends` has a
    32-bit number for each group, in ascending order: where its rows end. Rows past the last end are not
    written.

    Args:
        shape: Rows, groups, N and K; none for a kernel of any sizes.
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        rows_each: Rows of each group, where all have as many; then there is no input `ends`.
        transposed: Whether the second input is B[groups, K, N].
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU: as many CTAs are launched.
        arch: Target.

    Raises:
        ValueError: There is no such kernel, or a size is not a multiple that a tensor copy needs.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> a, b_t = numpy.full((16, 64), 0.5, "float16"), numpy.full((2, 32, 64), 3, "float16")
    >>> ends = numpy.array([4, 16], "int32")  # rows 0 to 3 are of group 0, rows 4 to 15 of group 1
    >>> build_gemm_grouped_blackwell(dtype=f16)(a, b_t, ends)[0, :2].tolist()
    [96.0, 96.0]
    """
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: this kernel takes bf16 or f16")
    out = output_type(dtype, out)
    rows, groups, n = shape[:3] or (Dim(name, dynamic=True) for name in "MGN")
    k = shape[3] if shape else Dim("K")

    def grid(M: int, G: int, N: int, K: int) -> tuple[int]:
        if rows_each is not None and G * rows_each != M:
            raise ValueError(f"{M} rows cannot be {G} groups of {rows_each} rows")
        for name, size in (("N", N), ("K", K)):
            if size % ALIGNED:
                raise ValueError(
                    f"{name}={size}: this kernel takes a multiple of {ALIGNED}, the elements of 16 bytes"
                )
        if G > MOST_GROUPS:
            raise ValueError(f"{G} groups: this kernel has shared memory for the ends of {MOST_GROUPS}")
        return (sms,)

    def body(A: Any, B_T: Any, Ends: Any, D: Any) -> None:
        multiply(A, B_T, rows_each if Ends is None else Ends, D, transposed=transposed, pdl=pdl)
        ptx.ret()

    matrices = Tile(groups, k, n, dtype) if transposed else Tile(groups, n, k, dtype)
    return kernel(
        in_specs=(Tile(rows, k, dtype), matrices, *[Tile(groups, s32)] * (rows_each is None)),
        out_specs=(Tile(rows, n, out, align=ALIGNED_BYTES),),
        grid=grid(*shape) if shape else grid,
        block=(THREADS, 1, 1),
        raw_directives=[("minnctapersm", 1)],
        pdl=pdl,
        arch=arch,
        name="grouped_gemm",
    )(
        (lambda A, B_T, Ends, D: body(A, B_T, Ends, D))
        if rows_each is None
        else (lambda A, B_T, D: body(A, B_T, None, D))
    )


def multiply(A: Any, B_T: Any, given_ends: Any, D: Any, *, transposed: bool, pdl: bool) -> None:
    """Trace the kernel; instead of ends there may be the number of rows of each group."""
    (groups, N, K), dtype = B_T.shape, A.dtype
    if transposed:
        K, N = N, K
    wide = ptx.ceil_div(N, COLUMNS)
    major = "MN" if transposed else "K"
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=COLUMNS, a=dtype, b_major=major)
    map_a = A.tma_desc(box=(ROWS, BOX), swizzle="128B")
    map_b = B_T.tma_desc(box=(1, BOX, BOX) if transposed else (1, COLUMNS, BOX), swizzle="128B")
    (pd,) = ptx.global_ptrs(D)
    ring_a = smem.alloc(dtype, (STAGES, 1, ROWS, BOX), "128B")
    ring_b = smem.alloc(dtype, (STAGES, 1, COLUMNS, BOX), "128B")
    ends = smem.alloc(u32, (MOST_GROUPS,))
    tid = reg.from_(ptx.special.tid.x(), u32)
    follow(pdl=pdl)
    for group in ptx.range_(tid, groups, THREADS):
        constant = isinstance(given_ends, int)
        ends[group] = (group + 1) * given_ends if constant else element(given_ends, group)
    pipeline = Sizes(
        ctas=1, stages=STAGES, rounds=2, kept=STAGES, columns=COLUMNS, steps=-(-K // BOX),
        stage_bytes=ring_a[0].nbytes + ring_b[0].nbytes,
    )  # fmt: skip
    roles = Roles(pipeline)
    panels = Panels(roles, D.dtype)
    together = 16 // D.dtype.bytes  # elements of D that a lane stores at once
    lane = roles.lane

    def tiles(act: Callable[..., None]) -> None:
        tile, ctas = reg.from_(ptx.special.ctaid.x(), u32), reg.from_(ptx.special.nctaid.x(), u32)
        begin = reg.scalar(u32, init=0)
        for group in ptx.range_(reg.scalar(u32, init=0), groups):
            end = ends[group]
            count = (end - begin + (ROWS - 1)) // ROWS * wide
            for mine in ptx.range_(tile, count, ctas):
                act(group, begin + mine // wide * ROWS, mine % wide * COLUMNS, end)
            # `mine` is the first tile that was not of this group
            ptx.inst.sub.u32(tile, mine, count)  # pyptx: fixed
            ptx.inst.mov.u32(begin, end)

    def fill(stage: int, barrier: Any, step: Any, group: Any, row: Any, column: Any, _end: Any) -> None:
        k = step * BOX
        ptx.cp.async_.bulk.tensor_2d(dst=ring_a[stage], src=map_a, coord=(k, row), mbar=barrier)
        for first in range(0, COLUMNS, BOX if transposed else COLUMNS):
            ptx.cp.async_.bulk.tensor_3d(
                dst=ptx.addr(reg.from_(ring_b[stage], u32), first * ROW_BYTES), src=map_b, mbar=barrier,
                coord=(column + first, k, group) if transposed else (k, column, group),
            )  # fmt: skip

    def store(
        release: Callable[[], None], accumulator: Any, _group: Any, row: Any, column: Any, end: Any
    ) -> None:
        for first in range(0, COLUMNS, panels.columns):
            values = panels.load(accumulator, first)
            if first + panels.columns == COLUMNS:
                release()
            panels.write(values, first)
            ptx.warp.sync()
            for above in range(0, 32, LINES):
                line, chunk = (lane >> 3) + above, lane & 7
                y, x = row + roles.warp * 32 + line, column + first + chunk * together
                words, target = reg.array(b32, 4), reg.scalar(pd.dtype)
                place = ptx.addr(panels.chunk(line, chunk), panels.buffer(first))
                ptx.ld(b32, words, place, vec=4, space="shared")
                ptx.inst.mad.wide.u32(target, y, N, reg.from_(x, pd.dtype))
                ptx.inst.mad.lo.u64(target, target, D.dtype.bytes, pd)
                ptx.st(b32, ptx.addr(target), words, vec=4, pred=(y < end) & (x < N))

    roles.run(tiles, fill=fill, issue=mmas(ring_a, ring_b, shape, pipeline, major), store=store)
