"""GEMM for Blackwell: `act(alpha * A @ B_T.T + beta * C + bias)` with `tcgen05.mma`, in two designs.

The warps, the barriers and the order of waits are those of `roles_blackwell.py`. This file has the rest:

* The tiles: as many CTAs as the GPU has multiprocessors, each with every n-th tile.
* The copies of a stage: swizzled boxes of 64 columns of A and of B_T.
* In the design of pairs two CTAs have a tile of 256 x 256. Each CTA copies its 128 rows of A and half of the
  rows of B_T, and the leader issues one `tcgen05.mma.cta_group::2` for both: an SM reads 8 KB of shared
  memory per MMA instead of 12 KB.
* A thread of the epilogue has a row of the tile. It loads the values of the row, 16 bytes at a time.

M and N are launch arguments. There is a trace for each K, so that addresses in the ring are constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES, pitched
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import Epilogue, activated, widened
from pyptx.kernels.panels_blackwell import Panels
from pyptx.kernels.roles_blackwell import ROWS, SMS, EveryNth, Roles, Sizes, in_bands, mmas
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b16, b32, bf16, f16, f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

COLUMNS, BOX = 256, 64
ROUNDS = 2


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
        order: Finds row and column of a tile from its number, in a grid of this many rows and columns.
        panel_rows: Rows of D that one copy stores: 32, those of a warp, or 128.
    """

    ctas: int
    boxes: int
    stages: int
    kept: int
    source: Any = EveryNth
    order: Callable[[Any, Any, Any], tuple[Any, Any]] = in_bands
    panel_rows: int = 32

    def clusters(self, m: int, n: int, sms: int) -> int:
        """Return the number of clusters to launch."""
        tiles = -(-m // (ROWS * self.ctas)) * -(-n // COLUMNS)
        launched: int = self.source.launched(tiles, sms // self.ctas)
        return launched


SINGLE = Design(ctas=1, boxes=1, stages=4, kept=4)
PAIR = Design(ctas=2, boxes=2, stages=3, kept=1)
DESIGNS = {"single": SINGLE, "pair": PAIR}


def build_gemm_blackwell(
    *shape: int, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False, bias: bool = False,
    activation: str | None = None, design: str | Design = "single", pdl: bool = False, sms: int = SMS,
    arch: str = "sm_100a",
) -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K].

    Rows of A, B_T, C and D are multiples of 16 bytes. They may be apart, as in views of some columns.

    Args:
        shape: M, N and K; none for a kernel of any sizes.
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D, C and the bias: bf16, f16 or f32; that of A if None.
        scaled: Whether it is `alpha * A @ B_T.T + beta * C`. C[M, N] is the input after B_T, and alpha and
            beta are keyword arguments of the call.
        bias: Whether the numbers of the last input, bias[N], are added to each row.
        activation: Function of the result: `"relu"`, `"gelu"` (by tanh), or `"silu"`.
        design: `"single"`, one CTA for a tile, `"pair"`, or another `Design`.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU; as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: There is no such kernel, or a size is not a multiple that a tensor copy needs.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> a, b_t = numpy.full((16, 64), 0.5, "float16"), numpy.full((32, 64), 3, "float16")
    >>> build_gemm_blackwell(dtype=f16)(a, b_t)[0, :2].tolist()
    [96.0, 96.0]
    """
    result = out or dtype
    if dtype not in (bf16, f16) or result not in (bf16, f16, f32):
        raise ValueError(f"dtype={dtype}, out={result}: this kernel takes bf16 or f16 and gives these or f32")
    if isinstance(design, str) and design not in DESIGNS:
        raise ValueError(f"design={design!r}: this kernel has {', '.join(map(repr, DESIGNS))}")
    way = DESIGNS[design] if isinstance(design, str) else design
    epilogue = Epilogue(result, scaled, bias, activation)
    m, n, k = shape or (Dim("M", dynamic=True), Dim("N", dynamic=True), Dim("K"))

    def grid(M: int, N: int, K: int) -> tuple[int]:
        for name, size, each in (("K", K, dtype), ("N", N, result)):
            if size * each.bytes % ALIGNED_BYTES:
                multiple = ALIGNED_BYTES // each.bytes
                raise ValueError(
                    f"{name}={size}: tensor copies take rows of 16 bytes, a multiple of {multiple}"
                )
        return (way.clusters(M, N, sms) * way.ctas,)

    def body(A: Any, B_T: Any, D: Any, C: Any = None, Bias: Any = None) -> None:
        multiply(way, epilogue, A, B_T, D, C, Bias, pdl=pdl)
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda A, B_T, D: body(A, B_T, D),
        (True, False): lambda A, B_T, C, D: body(A, B_T, D, C),
        (False, True): lambda A, B_T, Bias, D: body(A, B_T, D, Bias=Bias),
        (True, True): lambda A, B_T, C, Bias, D: body(A, B_T, D, C, Bias),
    }
    aligned = ALIGNED_BYTES // result.bytes
    added = [
        *[pitched("C", m, n, result, multiple=aligned, align=ALIGNED_BYTES, dynamic=True)] * scaled,
        *[Tile(n, result, align=ALIGNED_BYTES)] * bias,
    ]
    return kernel(
        in_specs=(Tile(m, k, dtype), Tile(n, k, dtype), *added),
        out_specs=(Tile(m, n, result),),
        raw_params=[("f32", "alpha"), ("f32", "beta")] if scaled else None,
        grid=grid(*shape) if shape else grid,
        block=(way.source.threads, 1, 1),
        cluster=(way.ctas, 1, 1),
        # Without it ptxas limits registers for two CTAs on a multiprocessor, and spills; memory allows one.
        raw_directives=[("minnctapersm", 1)],
        pdl=pdl,
        parallel=() if shape else ("M",),
        arch=arch,
        name="gemm_pair_blackwell" if way.ctas > 1 else "gemm_blackwell",
    )(functions[scaled, bias])


def multiply(
    design: Design, epilogue: Epilogue, A: Any, B_T: Any, D: Any, C: Any, Bias: Any, *, pdl: bool
) -> None:
    """Trace the kernel."""
    (M, K), (N, _), dtype = A.shape, B_T.shape, A.dtype
    ctas, boxes, stages = design.ctas, design.boxes, design.stages
    rows_b, depth = COLUMNS // ctas, boxes * BOX
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS * ctas, n=COLUMNS, a=dtype, d=f32, cta_group=ctas)
    map_a = A.tma_desc(box=(ROWS, BOX), swizzle="128B")
    map_b = B_T.tma_desc(box=(rows_b, BOX), swizzle="128B")
    ring_a = smem.alloc(dtype, (stages, boxes, ROWS, BOX), "128B")
    ring_b = smem.alloc(dtype, (stages, boxes, rows_b, BOX), "128B")
    high, wide = ptx.ceil_div(M, ROWS * ctas), ptx.ceil_div(N, COLUMNS)
    source = design.source(high * wide, ctas)
    pipeline = Sizes(
        ctas=ctas, stages=stages, rounds=ROUNDS, kept=design.kept, columns=COLUMNS,
        steps=-(-K // depth), stage_bytes=ring_a[0].nbytes + ring_b[0].nbytes,
    )  # fmt: skip
    roles = Roles(pipeline)
    follow(pdl=pdl)
    panels = Panels(roles, epilogue.out, rows=design.panel_rows)
    map_d = D.tma_desc(box=(panels.rows, panels.columns), swizzle="128B")

    def tiles(act: Callable[..., None]) -> None:
        def act_on(tile: Any) -> None:
            row, column = design.order(tile, high, wide)
            act((row * ctas + roles.rank) * ROWS, column * COLUMNS)

        source.each(act_on)

    def fill(stage: int, barrier: Any, step: Any, row: Any, column: Any) -> None:
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

    finish = None
    if epilogue.scaled or epilogue.bias or epilogue.activation:
        finish = Finish(epilogue, C, Bias, M, N).apply
    source.run(roles)
    roles.run(
        tiles,
        fill=fill,
        issue=mmas(ring_a, ring_b, shape, pipeline),
        store=panels.copied_to(map_d, COLUMNS, finish),
    )
    panels.finish()


class Finish:
    """The steps from the MMA to the result, for a row of a thread."""

    def __init__(self, epilogue: Epilogue, C: Any, Bias: Any, M: Any, N: Any) -> None:
        """Load what all rows share: the addresses and the factors."""
        self.epilogue, self.M, self.N = epilogue, M, N
        if epilogue.scaled:
            (self.c,), self.pitch = ptx.global_ptrs(C), C.strides[0]
        if epilogue.bias:
            (self.bias,) = ptx.global_ptrs(Bias)

    def apply(self, values: Any, row: Any, column: Any) -> list[Any]:
        """Scale, add and activate numbers of a row, from a column on."""
        epilogue, count = self.epilogue, ALIGNED_BYTES // self.epilogue.out.bytes
        results: list[Any] = []
        for first in range(0, len(values), count):
            some, inside = list(values[first : first + count]), column + first < self.N
            if epilogue.scaled:
                alpha, beta = ptx.param(f32, "alpha"), ptx.param(f32, "beta")
                place = reg.scalar(self.c.dtype)
                ptx.inst.mul.wide.u32(place, row, self.pitch)
                place += reg.from_(column + first, self.c.dtype)
                some = [x * alpha for x in some]
                for x, c in zip(some, self._load(self.c, place, inside & (row < self.M)), strict=True):
                    ptx.inst.fma.rn.f32(x, c, beta, x)
            if epilogue.bias:
                added = self._load(self.bias, reg.from_(column + first, self.bias.dtype), inside)
                some = [x + b for x, b in zip(some, added, strict=True)]
            results += [activated(x, epilogue.activation) for x in some]
        return results

    def _load(self, base: Any, number: Any, inside: Any) -> list[Any]:
        """Load 16 bytes of elements, from element `number` on; zeros where they are outside the matrix."""
        out = self.epilogue.out
        held = f32 if out == f32 else b32
        words, place = reg.array(held, ALIGNED_BYTES // held.bytes), reg.scalar(base.dtype)
        for word in words:
            ptx.mov(word, 0.0 if out == f32 else 0)
        ptx.inst.mad.lo.u64(place, number, out.bytes, base)
        ptx.ld(held, words, ptx.addr(place), vec=len(words), pred=inside)
        if out == f32:
            return list(words)
        halves = reg.array(b16, 2 * len(words))
        for i, word in enumerate(words):
            ptx.inst.mov.b32(halves[2 * i : 2 * i + 2], word)
        return [widened(half, out) for half in halves]
