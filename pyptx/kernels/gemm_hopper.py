"""GEMM for Hopper: `act(alpha * A @ B_T.T + beta * C + bias)` with `wgmma`, in two designs.

CTAs are persistent, in clusters of two: a cluster takes every n-th pair of tiles, one above the other, where
n is the number of clusters. Each CTA copies its rows of A and half of the rows of B_T, which both receive.

| design | tile of a CTA | stages | consumers |
|---|---|---|---|
| cooperative | 128 x 256 | 4 of 48 KiB | each has 64 rows of every tile |
| pingpong | 64 x 256 | 5 of 40 KiB | each has every other tile |

The cooperative design needs the fewest copies for each MMA. A consumer of the pingpong design writes the
results of a tile while the other one multiplies: that is worth more where a CTA has one or two tiles. It
waits for its stages when the other one has awaited those of the tile before: the parity of a
round of the ring is that of the round before the last, too.

Sizes are launch arguments, and arrays may have all strides that a tensor map allows: one kernel serves all.
Each role counts stages in registers of its own. They are uniform registers then, and so are descriptors.
The roles and their barriers are those of `roles.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import PANEL_ROWS, Epilogue, Results, output_type
from pyptx.kernels.roles import CONSUMERS, CTAS, SMS, THREADS, Roles
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

COLUMNS, STEP = 256, 64
TURN = 1  # barrier of the first consumer's turns; the next number is the second one's


@dataclass(frozen=True)
class Design:
    """A way to divide the work of a CTA.

    Attributes:
        rows: Rows of its tiles.
        stages: Stages in shared memory.
        buffers: Panels of each consumer.
    """

    rows: int
    stages: int
    buffers: int

    @property
    def alternates(self) -> bool:
        """Whether a tile is that of one consumer."""
        return self.rows == PANEL_ROWS

    def tiles(self, m: int, n: int) -> int:
        """Return the number of tiles of a cluster in a matrix."""
        return -(-m // (self.rows * CTAS)) * -(-n // COLUMNS)


COOPERATIVE = Design(rows=2 * PANEL_ROWS, stages=4, buffers=2)
PINGPONG = Design(rows=PANEL_ROWS, stages=5, buffers=1)


def build_gemm_hopper(
    *, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False, bias: bool = False,
    activation: str | None = None, pingpong: bool = False, transposed: tuple[bool, bool] = (False, False),
    pdl: bool = False, sms: int = SMS, arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] of any sizes.

    Strides are multiples of 16 bytes; those of the columns are one element.

    Args:
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        scaled: Whether it is `alpha * A @ B_T.T + beta * C`. C[M, N] is the input after B_T, and alpha and
            beta are keyword arguments of the call.
        bias: Whether the numbers of the last input, bias[N], are added to each row.
        activation: Function of the result: `"relu"`, `"gelu"` (by tanh), or `"silu"`.
        pingpong: Whether the consumers have tiles of their own: for one or two tiles of each CTA.
        transposed: Whether the first input is A[K, M] in place of A[M, K], and the second one B[K, N] in
            place of B_T[N, K]: rows of both are a multiple of 16 bytes.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> a, b_t = numpy.full((16, 64), 0.5, "float16"), numpy.full((32, 64), 3, "float16")
    >>> build_gemm_hopper(dtype=f16)(a, b_t)[0, :2].tolist()
    [96.0, 96.0]
    """
    out = output_type(dtype, out)
    epilogue, design = Epilogue(out, scaled, bias, activation), PINGPONG if pingpong else COOPERATIVE
    m, n, k = (Dim(name, dynamic=True) for name in "MNK")

    def grid(M: int, N: int) -> tuple[int]:
        return (min(sms // CTAS, design.tiles(M, N)) * CTAS,)

    def body(A: Any, B_T: Any, D: Any, C: Any = None, Bias: Any = None) -> None:
        product = Product(design, epilogue, transposed, A, B_T, D, C, Bias)
        follow(pdl=pdl)
        product.run()
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda A, B_T, D: body(A, B_T, D),
        (True, False): lambda A, B_T, C, D: body(A, B_T, D, C),
        (False, True): lambda A, B_T, Bias, D: body(A, B_T, D, Bias=Bias),
        (True, True): lambda A, B_T, C, Bias, D: body(A, B_T, D, C, Bias),
    }
    added = [Tile(m, n, out)] * scaled + [Tile(n, out)] * bias
    return kernel(
        in_specs=(
            Tile(*((k, m) if transposed[0] else (m, k)), dtype),
            Tile(*((k, n) if transposed[1] else (n, k)), dtype),
            *added,
        ),
        out_specs=(Tile(m, n, out),),
        raw_params=[("f32", "alpha"), ("f32", "beta")] if scaled else None,
        grid=grid,
        block=(THREADS, 1, 1),
        cluster=(CTAS, 1, 1),
        pdl=pdl,
        parallel=() if transposed[0] else ("M",),
        arch=arch,
        name="gemm_pingpong_hopper" if pingpong else "gemm_hopper",
    )(functions[scaled, bias])


class Product(Roles):
    """The roles of a GEMM."""

    def __init__(
        self, design: Design, epilogue: Epilogue, transposed: tuple[bool, bool], A: Any, B_T: Any, D: Any,
        C: Any, Bias: Any,
    ) -> None:  # fmt: skip
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        M, self.K = reversed(A.shape) if transposed[0] else A.shape
        self.N = B_T.shape[1 if transposed[1] else 0]
        self.transposed = transposed
        super().__init__(
            epilogue, D, C, stages=design.stages, buffers=design.buffers,
            panel_count=COLUMNS // epilogue.panel_columns,
            high=ptx.ceil_div(M, design.rows * CTAS), wide=ptx.ceil_div(self.N, COLUMNS),
        )  # fmt: skip
        self.design, self.dtype, self.bias = design, A.dtype, Bias
        if design.alternates:
            self.step = self.clusters * CONSUMERS
        self.map_a, self.map_b = (
            tensor.tma_desc(box=(STEP, PANEL_ROWS) if turned else box, swizzle="128B", l2_promotion="256B")
            for tensor, turned, box in (
                (A, transposed[0], (design.rows, STEP)),
                (B_T, transposed[1], (COLUMNS // CTAS, STEP)),
            )
        )
        self.ring_a = smem.alloc(self.dtype, (design.stages, design.rows, STEP), "128B")
        self.ring_b = smem.alloc(self.dtype, (design.stages, COLUMNS, STEP), "128B")
        self.set_up((self.map_a, self.map_b), CTAS if design.alternates else CONSUMERS * CTAS)

    def first_of(self, consumer: Any) -> Any:
        """Return the first tile of a consumer."""
        return self.first + consumer * self.clusters if self.design.alternates else self.first

    def own_row(self, consumer: Any) -> Any:
        """Return the row of a tile where those of a consumer begin."""
        return 0 if self.design.alternates else consumer * PANEL_ROWS

    def corner(self, tile: Any) -> tuple[Any, Any]:
        """First row and column of the part of a tile that is this CTA's."""
        row, column = self.place(tile)
        return (row * CTAS + self.rank) * self.design.rows, column * COLUMNS

    def panel_corner(self, consumer: Any, panel: int, tile: Any) -> tuple[Any, Any]:
        """Return the first column and row of a panel of a consumer."""
        row, column = self.corner(tile)
        return column + panel * self.epilogue.panel_columns, row + self.own_row(consumer)

    def produce(self) -> None:
        """Fill the stages, tile after tile."""
        turns = ptx.pipeline(self.stages)
        half = self.rank * (COLUMNS // CTAS)
        for tile in self.tiles(self.first, self.clusters):
            row, column = self.corner(tile)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(self.ring_a[0].nbytes + self.ring_b[0].nbytes)
                self.load(0, self.ring_a[stage], k, row, self.design.rows, full)
                own = reg.from_(self.ring_b[stage], u32) + half * (STEP * 2)
                self.load(1, own, k, column + half, COLUMNS // CTAS, full, multicast_mask=(1 << CTAS) - 1)

    def load(self, which: int, place: Any, k: Any, first: Any, count: int, full: Any, **options: Any) -> None:
        """Copy rows of operand A (0) or B_T (1), or columns in panels of 64 if it is transposed."""
        turned, source = self.transposed[which], (self.map_a, self.map_b)[which]
        for part in range(0, count, PANEL_ROWS if turned else count):
            ptx.cp.async_.bulk.tensor_2d(
                dst=ptx.addr(place, part * STEP * 2) if turned else ptx.addr(place),
                src=source,
                coord=(first + part, k) if turned else (k, first),
                mbar=full,
                **options,
            )

    def matrix(self, which: int, place: Any, columns: int) -> tuple[Any, int]:
        """Return the descriptor of an operand in the first stage, and the bytes to its next step of K."""
        if not self.transposed[which]:
            return ptx.wgmma.masked_descriptor(place), 32
        made = ptx.wgmma.auto_descriptor(place, dtype=self.dtype, shape=(STEP, columns), major="MN")
        return made, 16 * PANEL_ROWS * 2

    def consume(self, consumer: Any) -> None:
        """Multiply the stages as they come; write the panels of each tile."""
        design = self.design
        turns = ptx.pipeline(design.stages)
        acc = reg.wgmma_frag(m=PANEL_ROWS, n=COLUMNS, dtype=f32)
        base_a = reg.from_(self.ring_a, u32) + self.own_row(consumer) * (STEP * 2)
        matrix_a, step_a = self.matrix(0, base_a, PANEL_ROWS)
        matrix_b, step_b = self.matrix(1, reg.from_(self.ring_b, u32), COLUMNS)
        done, remote = reg.scalar(u32, init=0), self.remote_empty(self.tid & 127)
        results = Results(self.epilogue, self.panels_of(consumer), self.warp, self.lane, self.bias, self.N)
        steps = ptx.ceil_div(self.K, STEP)
        filled = consumer * steps  # stages of the tiles before, where the consumers take turns

        if design.alternates:
            with ptx.if_(consumer == 1):
                ptx.bar.arrive(TURN, 128 * CONSUMERS)
        for tile in self.tiles(self.first_of(consumer), self.step):
            if design.alternates:
                ptx.inst.rem.u32(turns.cursor, filled, design.stages)
                ptx.inst.and_.b32(turns.phase, filled // design.stages, 1)
                ptx.inst.mad.lo.u32(filled, steps, CONSUMERS, filled)
                ptx.bar.sync(TURN + consumer, 128 * CONSUMERS)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                self.full.at(stage).wait(parity)
                here_a, here_b = reg.scalar(matrix_a.dtype), reg.scalar(matrix_b.dtype)
                ptx.inst.mad.wide.u32(here_a, stage, self.ring_a[0].nbytes >> 4, matrix_a)
                ptx.inst.mad.wide.u32(here_b, stage, self.ring_b[0].nbytes >> 4, matrix_b)
                later = k > 0
                ptx.wgmma.fence()
                for part in range(STEP // 16):
                    ptx.wgmma.mma_async(
                        shape=(PANEL_ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=self.dtype, dtype_b=self.dtype,
                        d=acc, a=here_a, b=here_b, scale_d=later if part == 0 else True,
                        trans_a=int(self.transposed[0]), trans_b=int(self.transposed[1]),
                        a_k_offset=step_a * part, b_k_offset=step_b * part,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(1)
                with ptx.if_(later):
                    self.release(done, remote)
                ptx.inst.mov.u32(done, stage)
            if design.alternates:
                with ptx.if_(tile + self.clusters < self.high * self.wide):
                    ptx.bar.arrive(TURN + 1 - consumer, 128 * CONSUMERS)
            ptx.wgmma.wait_group(0)
            self.release(done, remote)
            _, column = self.corner(tile)
            results.write(acc, column)
