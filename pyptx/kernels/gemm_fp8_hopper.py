"""GEMM of fp8 for Hopper, with a scale for each row of A and block of B_T, every 128 of K.

The tensor cores of Hopper keep 13 bits of a sum of fp8 products. So a sum of 128 products is scaled and added
to an accumulator in f32 by ordinary instructions (promotion).

A CTA has tiles of 256 x 128, four stages of 49 KiB, and two consumers with 128 x 128 each. A consumer
multiplies 64 rows and promotes them, then the other 64, by one set of registers: while it promotes, the
other consumer multiplies. The two CTAs of a cluster are side by side: each copies half of the rows of A and
of their scales, which both receive, and its own rows of B_T. A consumer loads the scale of its next block of
B_T while it multiplies the one before. Each warp releases a stage for itself, because its lanes read scales.

Sizes are launch arguments. The roles and their barriers are those of `roles.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import pitched
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import PANEL_ROWS, Epilogue, Results
from pyptx.kernels.roles import CONSUMERS, CTAS, SMS, THREADS, WARPS, Roles, hold
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, e4m3, e5m2, f16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

ROWS, COLUMNS, STEP = 256, 128, 128
STAGES, BUFFERS = 4, 1
HALVES = 2  # parts of 64 rows of a consumer
INSTRUCTION = 32  # elements along K that one MMA multiplies
BLOCK = 128  # rows of B_T, and elements along K, that share a scale
BLOCK_SHIFT = BLOCK.bit_length() - 1


def build_gemm_fp8_hopper(
    *, dtype: PtxType = e4m3, out: PtxType = bf16, pdl: bool = False, sms: int = SMS, arch: str = "sm_90a"
) -> Kernel:
    """Build `D[m, n] = sum_k A[m, k] * scales_a[k // 128, m] * B_T[n, k] * scales_b[n // 128, k // 128]`.

    Inputs are A[M, K], scales_a, B_T[N, K] and scales_b, the scales in f32. Rows begin at multiples of 16
    bytes, those of scales_b anywhere.

    Args:
        dtype: Element type of A and B_T: e4m3 or e5m2.
        out: Element type of the result: bf16, f16 or f32.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from ml_dtypes import float8_e4m3fn
    >>> a, b_t = numpy.ones((16, 128), float8_e4m3fn), numpy.ones((32, 128), float8_e4m3fn)
    >>> scales_a, scales_b = numpy.ones((1, 16), "float32"), numpy.full((1, 1), 2, "float32")
    >>> float(build_gemm_fp8_hopper()(a, scales_a, b_t, scales_b)[0, 0])
    256.0
    """
    if dtype not in (e4m3, e5m2) or out not in (bf16, f16, f32):
        raise ValueError(
            f"dtype={dtype}, out={out}: this kernel takes e4m3 or e5m2 and gives bf16, f16 or f32"
        )
    m, n, k, blocks, high = (Dim(name, dynamic=True) for name in ("M", "N", "K", "blocks", "high"))

    def grid(M: int, N: int, K: int, blocks: int, high: int) -> tuple[int]:
        wanted = -(-N // BLOCK), -(-K // BLOCK)
        if (high, blocks) != wanted:
            raise ValueError(
                f"N={N}, K={K}: scales_b has the shape {wanted} and scales_a {wanted[1]} rows, not "
                f"{(high, blocks)} and {blocks}"
            )
        return (min(sms // CTAS, -(-M // ROWS) * -(-N // (COLUMNS * CTAS))) * CTAS,)

    @kernel(
        in_specs=(
            Tile(m, k, dtype),
            Tile(blocks, m, f32),
            Tile(n, k, dtype),
            pitched("Scales_B", high, blocks, f32, dynamic=True),
        ),
        out_specs=(Tile(m, n, out),),
        grid=grid,
        block=(THREADS, 1, 1),
        cluster=(CTAS, 1, 1),
        pdl=pdl,
        arch=arch,
    )
    def gemm_fp8_hopper(A: Any, Scales_A: Any, B_T: Any, Scales_B: Any, D: Any) -> None:
        product = Product(Epilogue(out), A, Scales_A, B_T, Scales_B, D)
        follow(pdl=pdl)
        product.run()
        ptx.ret()

    return gemm_fp8_hopper


class Product(Roles):
    """The roles of a GEMM with scales."""

    def __init__(self, epilogue: Epilogue, A: Any, Scales_A: Any, B_T: Any, Scales_B: Any, D: Any) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        (M, self.K), (self.N, _) = A.shape, B_T.shape
        self.panels_of_half = COLUMNS // epilogue.panel_columns
        super().__init__(
            epilogue, D, None, stages=STAGES, buffers=BUFFERS, panel_count=HALVES * self.panels_of_half,
            high=ptx.ceil_div(M, ROWS), wide=ptx.ceil_div(self.N, COLUMNS * CTAS),
        )  # fmt: skip
        self.dtype, self.blocks, self.pitch = A.dtype, Scales_B.shape[1], Scales_B.strides[0]
        (self.scales_b,) = ptx.global_ptrs(Scales_B)
        self.map_a = A.tma_desc(box=(ROWS // CTAS, STEP), swizzle="128B", l2_promotion="256B")
        self.map_b = B_T.tma_desc(box=(COLUMNS, STEP), swizzle="128B", l2_promotion="256B")
        self.map_scales = Scales_A.tma_desc(box=(1, ROWS // CTAS))
        self.ring_a = smem.alloc(self.dtype, (STAGES, ROWS, STEP), "128B")
        self.ring_b = smem.alloc(self.dtype, (STAGES, COLUMNS, STEP), "128B")
        self.ring_scales = smem.alloc(f32, (STAGES, ROWS))
        self.set_up((self.map_a, self.map_b, self.map_scales), CONSUMERS * WARPS * CTAS)

    def corner(self, tile: Any) -> tuple[Any, Any]:
        """Return the first row and column of the part of a tile that is this CTA's."""
        row, column = self.place(tile)
        return row * ROWS, (column * CTAS + self.rank) * COLUMNS

    def panel_corner(self, consumer: Any, panel: int, tile: Any) -> tuple[Any, Any]:
        """Return the first column and row of a panel of a consumer."""
        row, column = self.corner(tile)
        half, across = divmod(panel, self.panels_of_half)
        down = consumer * (HALVES * PANEL_ROWS) + half * PANEL_ROWS
        return column + across * self.epilogue.panel_columns, row + down

    def produce(self) -> None:
        """Fill the stages, tile after tile."""
        turns = ptx.pipeline(STAGES)
        part = self.rank * (ROWS // CTAS)
        mask = (1 << CTAS) - 1
        count = self.ring_a[0].nbytes + self.ring_b[0].nbytes + self.ring_scales[0].nbytes
        for tile in self.tiles(self.first, self.step):
            row, column = self.corner(tile)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(count)
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ptx.addr(reg.from_(self.ring_a[stage], u32) + part * STEP),
                    src=self.map_a, coord=(k, row + part), mbar=full, multicast_mask=mask,
                )  # fmt: skip
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ptx.addr(reg.from_(self.ring_scales[stage], u32) + part * 4),
                    src=self.map_scales, coord=(row + part, k >> BLOCK_SHIFT), mbar=full, multicast_mask=mask,
                )  # fmt: skip
                ptx.cp.async_.bulk.tensor_2d(
                    dst=self.ring_b[stage], src=self.map_b, coord=(k, column), mbar=full
                )

    def consume(self, consumer: Any) -> None:
        """Multiply and promote the stages as they come; write the panels of each tile."""
        turns, remote = ptx.pipeline(STAGES), self.remote_empty(self.lane)
        acc = [reg.wgmma_frag(m=PANEL_ROWS, n=COLUMNS, dtype=f32) for _ in range(HALVES)]
        part = reg.wgmma_frag(m=PANEL_ROWS, n=COLUMNS, dtype=f32)
        own = consumer * (HALVES * PANEL_ROWS)
        matrix_a = ptx.wgmma.masked_descriptor(reg.from_(self.ring_a, u32) + own * STEP)
        matrix_b = ptx.wgmma.masked_descriptor(reg.from_(self.ring_b, u32))
        line = own + (self.warp & 3) * 16 + (self.lane >> 2)
        scales_a = reg.from_(self.ring_scales, u32) + line * 4
        results = Results(self.epilogue, self.panels_of(consumer), self.warp, self.lane, None, self.N)
        scale, full = reg.scalar(f32), hold(self.full)
        for tile in self.tiles(self.first, self.step):
            _, column = self.corner(tile)
            for value in (value for half in acc for value in half):
                ptx.inst.mov.f32(value, 0.0)
            # The last column of CTAs may have no column of D: it reads the last scales, and stores nothing.
            first = (column // BLOCK).min(ptx.ceil_div(self.N, BLOCK) - 1) * self.pitch
            scales_b = reg.scalar(self.scales_b.dtype)
            ptx.inst.mad.wide.u32(scales_b, first, 4, self.scales_b)
            last = reg.from_(self.blocks, u32) - 1
            ptx.inst.ld.global_.nc.f32(scale, ptx.addr(scales_b))
            for block in ptx.range_(self.blocks):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                scales = self.scales_of(scales_a + stage * self.ring_scales[0].nbytes, scale)
                place = reg.scalar(scales_b.dtype)
                ptx.inst.mad.wide.u32(place, (block + 1).min(last), 4, scales_b)
                ptx.inst.ld.global_.nc.f32(scale, ptx.addr(place))
                here_a, here_b = reg.scalar(matrix_a.dtype), reg.scalar(matrix_b.dtype)
                ptx.inst.mad.wide.u32(here_a, stage, self.ring_a[0].nbytes >> 4, matrix_a)
                ptx.inst.mad.wide.u32(here_b, stage, self.ring_b[0].nbytes >> 4, matrix_b)
                for half in range(HALVES):
                    ptx.wgmma.fence()
                    for chunk in range(STEP // INSTRUCTION):
                        ptx.wgmma.mma_async(
                            shape=(PANEL_ROWS, COLUMNS, INSTRUCTION), dtype_d=f32,
                            dtype_a=self.dtype, dtype_b=self.dtype, d=part, a=here_a, b=here_b,
                            scale_d=chunk > 0, a_k_offset=half * PANEL_ROWS * STEP + INSTRUCTION * chunk,
                            b_k_offset=INSTRUCTION * chunk,
                        )  # fmt: skip
                    ptx.wgmma.commit_group()
                    ptx.wgmma.wait_group(0)
                    if half == HALVES - 1:
                        self.release(stage, remote)
                    for i, value in enumerate(acc[half]):
                        ptx.inst.fma.rn.f32(value, part[i], scales[half][i // 2 % 2], value)
            for rows in acc:
                results.write(rows, column)

    def scales_of(self, place: Any, scale: Any) -> list[list[Any]]:
        """Return the scales of this thread's rows, two in each half: of A times that of B_T."""
        scales = [[reg.scalar(f32) for _ in range(2)] for _ in range(HALVES)]
        for half, rows in enumerate(scales):
            for upper, value in enumerate(rows):
                ptx.ld(f32, value, ptx.addr(place, (half * PANEL_ROWS + upper * 8) * 4), space="shared")
                value *= scale
        return scales
