"""GEMM on Hopper, step five: `act(alpha * A @ B_T.T + beta * C + bias)`, four stages, and warps that store.

What this adds to `gemm_tma_store.py`:

* The results of a consumer leave by two panels in turn. They take 32 KiB in all, so that four stages of
  48 KiB fit.
* Each consumer has a warp that stores for it: an idle warp of the producer's warpgroup. A consumer waits for
  a free panel, writes it, arrives at a barrier, and goes on. The storing warp starts the copy and waits until
  it has read the panel.
* The storing warp also loads C: a panel is free when its part of C has arrived. The consumer reads its own
  elements with `ldmatrix`, as `stmatrix` writes them to the same place. No thread computes an address of C
  or D.
* Sizes are launch arguments, and arrays have any strides that a tensor map has: one kernel serves them all.
* Each role counts stages in registers of its own. They are uniform registers then, and so are descriptors.
* There is no `stmatrix` for results in f32. Odd rows write their columns in another order than even ones do,
  so that the eight-byte stores of half a warp touch every bank once.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `full[stage]` | copies | consumers | A and B_T are in shared memory |
| `empty[stage]` | consumers of both CTAs | producer | they have been multiplied |
| `free[panel]` | storing warp, or the copy of C | consumer | the panel may be written, and C is in it |
| `written[panel]` | warps of the consumer | storing warp | results are in the panel |
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Dim, Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, b16, b32, bf16, f16, f32, u32

ROWS, COLUMNS, STEP = 128, 256, 64
STAGES = 4
BUFFERS = 2
PANEL_ROWS, PANEL_BYTES = 64, 128  # rows of a consumer; bytes of each of them in a panel
CTAS = 2
CONSUMERS, WARPS = 2, 4  # warps of each
SMS = 132
BAND = 8
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232
ACTIVATIONS = ("relu", "gelu", "silu")
LOG2_E = math.log2(math.e)
GELU = 2 * math.sqrt(2 / math.pi), 0.044715  # of the approximation by tanh


@dataclass(frozen=True)
class Epilogue:
    """The way from a product to D.

    Attributes:
        out: Element type of D, C and the bias.
        scaled: Whether there are C and the launch arguments alpha and beta.
        bias: Whether there is a bias, one number for each column.
        activation: `"relu"`, `"gelu"`, `"silu"` or None.
    """

    out: PtxType
    scaled: bool = False
    bias: bool = False
    activation: str | None = None


def build_gemm_highperf(
    *, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False, bias: bool = False,
    activation: str | None = None, sms: int = SMS, arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] of any sizes.

    Strides are multiples of 16 bytes; those of the columns are one element.

    Args:
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        scaled: Whether it is `alpha * A @ B_T.T + beta * C`. C[M, N] is the input behind B_T, and alpha and
            beta are keyword arguments of the call.
        bias: Whether the numbers of the last input, bias[N], are added to each row.
        activation: Function of the result: `"relu"`, `"gelu"` (by tanh), or `"silu"`.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    out = out or dtype
    if dtype not in (bf16, f16) or out not in (dtype, f32):
        raise ValueError(f"dtype={dtype}, out={out}: this kernel takes bf16 or f16 and gives the same or f32")
    if activation not in (None, *ACTIVATIONS):
        names = ", ".join(map(repr, ACTIVATIONS))
        raise ValueError(f"activation={activation!r}: this kernel has {names}")
    epilogue = Epilogue(out, scaled, bias, activation)
    m, n, k = (Dim(name, dynamic=True) for name in "MNK")

    def grid(M: int, N: int) -> tuple[int]:
        return (min(sms // CTAS, -(-M // (ROWS * CTAS)) * -(-N // COLUMNS)) * CTAS,)

    def body(A: Any, B_T: Any, D: Any, C: Any = None, Bias: Any = None) -> None:
        Roles(epilogue, A, B_T, D, C, Bias).run()
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda A, B_T, D: body(A, B_T, D),
        (True, False): lambda A, B_T, C, D: body(A, B_T, D, C),
        (False, True): lambda A, B_T, Bias, D: body(A, B_T, D, Bias=Bias),
        (True, True): lambda A, B_T, C, Bias, D: body(A, B_T, D, C, Bias),
    }
    added = [Tile(m, n, out)] * scaled + [Tile(n, out)] * bias
    return kernel(
        in_specs=(Tile(m, k, dtype), Tile(n, k, dtype), *added),
        out_specs=(Tile(m, n, out),),
        raw_params=[("f32", "alpha"), ("f32", "beta")] if scaled else None,
        grid=grid,
        block=(128 * (1 + CONSUMERS), 1, 1),
        cluster=(CTAS, 1, 1),
        arch=arch,
        name="gemm_highperf_hopper",
    )(functions[scaled, bias])


class Roles:
    """The warps of a CTA: one copies, two store, and two warpgroups multiply."""

    def __init__(self, epilogue: Epilogue, A: Any, B_T: Any, D: Any, C: Any, Bias: Any) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.epilogue, self.dtype, self.bias = epilogue, A.dtype, Bias
        self.panel_columns = PANEL_BYTES // epilogue.out.bytes
        self.map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B", l2_promotion="256B")
        self.map_b = B_T.tma_desc(box=(COLUMNS // CTAS, STEP), swizzle="128B", l2_promotion="256B")
        panel = {"box": (PANEL_ROWS, self.panel_columns), "swizzle": "128B"}
        self.map_d, self.map_c = D.tma_desc(**panel), C.tma_desc(**panel) if epilogue.scaled else None
        (M, self.K), (self.N, _) = A.shape, B_T.shape
        self.high, self.wide = ptx.ceil_div(M, ROWS * CTAS), ptx.ceil_div(self.N, COLUMNS)
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        self.rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        self.warp = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(self.warp, self.tid >> 5, 0, 31, 0xFFFFFFFF)
        self.ring_a = smem.alloc(self.dtype, (STAGES, ROWS, STEP), "128B")
        self.ring_b = smem.alloc(self.dtype, (STAGES, COLUMNS, STEP), "128B")
        shape = CONSUMERS, BUFFERS, PANEL_ROWS, self.panel_columns
        self.panels = reg.from_(smem.alloc(epilogue.out, shape, "128B"), u32)
        self.full, self.empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        counts = CONSUMERS * BUFFERS
        self.free, self.written = (smem.mbarrier(counts) for _ in range(2))
        with ptx.if_(self.tid == 0):
            for tensor_map in (
                self.map_a,
                self.map_b,
                self.map_d,
                *([self.map_c] if epilogue.scaled else []),
            ):
                ptx.prefetch.tensormap(tensor_map)
            self.full.init_all(1)
            self.empty.init_all(CONSUMERS * CTAS)
            ptx.mbarrier.array(self.free, 0, counts).init_all(1)
            ptx.mbarrier.array(self.written, 0, counts).init_all(WARPS)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()

    def run(self) -> None:
        """Trace the roles."""
        with ptx.if_(self.warp < WARPS):
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            with ptx.if_(self.lane == 0):
                with ptx.if_(self.warp == 0):
                    self.produce()
                with ptx.if_((self.warp > 0) & (self.warp <= CONSUMERS)):
                    self.store(self.warp - 1)
        with ptx.else_():
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            self.consume((self.warp >> 2) - 1)
        ptx.cluster.sync()

    def tiles(self) -> Iterator[Any]:
        """Trace a loop over the tiles of this cluster: every n-th, where n is the number of clusters."""
        clusters = reg.from_(ptx.special.nclusterid.x(), u32)
        yield from ptx.range_(reg.from_(ptx.special.clusterid.x(), u32), self.high * self.wide, clusters)

    def corner(self, tile: Any) -> tuple[Any, Any]:
        """First row and column of the part of a tile that is this CTA's."""
        above = tile // (self.wide * BAND) * BAND
        band = tile % (self.wide * BAND)
        rows = (self.high - above).min(BAND)
        return ((above + band % rows) * CTAS + self.rank) * ROWS, band // rows * COLUMNS

    def produce(self) -> None:
        """Fill the stages, tile after tile."""
        turns = ptx.pipeline(STAGES)
        half = self.rank * (COLUMNS // CTAS)
        for tile in self.tiles():
            row, column = self.corner(tile)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(self.ring_a[0].nbytes + self.ring_b[0].nbytes)
                ptx.cp.async_.bulk.tensor_2d(
                    dst=self.ring_a[stage], src=self.map_a, coord=(k, row), mbar=full
                )
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ptx.addr(reg.from_(self.ring_b[stage], u32) + half * (STEP * 2)),
                    src=self.map_b,
                    coord=(k, column + half),
                    mbar=full,
                    multicast_mask=(1 << CTAS) - 1,
                )

    def own(self, consumer: Any) -> tuple[Any, Any, Any]:
        """Return the address of the panels of a consumer, and their barriers `free` and `written`."""
        free, written = (
            ptx.mbarrier.array(reg.from_(barriers, u32) + consumer * (8 * BUFFERS), 0, BUFFERS)
            for barriers in (self.free, self.written)
        )
        return self.panels + consumer * (BUFFERS * PANEL_ROWS * PANEL_BYTES), free, written

    def store(self, consumer: Any) -> None:
        """Store the panels of a consumer as they are written, and load C where they are free again."""
        panels, free, written = self.own(consumer)
        count = COLUMNS // self.panel_columns

        def place(panel: int, tile: Any) -> tuple[Any, tuple[Any, Any]]:
            """Address of a panel, and its first column and row."""
            row, column = self.corner(tile)
            here = ptx.addr(panels, panel % BUFFERS * PANEL_ROWS * PANEL_BYTES)
            return here, (column + panel * self.panel_columns, row + consumer * PANEL_ROWS)

        def fetch(panel: int, tile: Any) -> None:
            """Make a panel free, with C in it."""
            barrier = free[panel % BUFFERS]
            if self.map_c is None:
                barrier.arrive()
                return
            here, corner = place(panel, tile)
            barrier.arrive_expect_tx(PANEL_ROWS * PANEL_BYTES)
            ptx.cp.async_.bulk.tensor_2d(dst=here, src=self.map_c, coord=corner, mbar=barrier)

        for panel in range(BUFFERS):
            fetch(panel, reg.from_(ptx.special.clusterid.x(), u32))
        for tile in self.tiles():
            following = tile + ptx.special.nclusterid.x()
            for panel in range(count):
                written[panel % BUFFERS].wait(panel // BUFFERS % 2)
                here, corner = place(panel, tile)
                ptx.cp.async_.bulk.tensor_2d.store(dst=self.map_d, src=here, coord=corner)
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0, read=True)
                if panel + BUFFERS < count:
                    fetch(panel + BUFFERS, tile)
                else:
                    with ptx.if_(following < self.high * self.wide):
                        fetch(panel + BUFFERS - count, following)

    def consume(self, consumer: Any) -> None:
        """Multiply the stages as they come; write the panels of each tile."""
        turns = ptx.pipeline(STAGES)
        acc = reg.wgmma_frag(m=PANEL_ROWS, n=COLUMNS, dtype=f32)
        base_a = reg.from_(self.ring_a, u32) + consumer * (PANEL_ROWS * STEP * 2)
        matrix_a = ptx.wgmma.masked_descriptor(base_a)
        matrix_b = ptx.wgmma.masked_descriptor(reg.from_(self.ring_b, u32))
        releases = (self.tid & 127) < CTAS
        done = reg.scalar(u32, init=0)
        results = Results(self, consumer)

        def release() -> None:
            """Release a stage of this warpgroup: one thread arrives on the mbarrier of each CTA."""
            with ptx.if_(releases):
                self.empty.at(done).arrive_remote(self.tid & 127)

        for tile in self.tiles():
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
                        a_k_offset=32 * part, b_k_offset=32 * part,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(1)
                with ptx.if_(later):
                    release()
                ptx.inst.mov.u32(done, stage)
            ptx.wgmma.wait_group(0)
            release()
            _, column = self.corner(tile)
            results.write(acc, column)


@dataclass(frozen=True)
class Piece:
    """Elements of a panel that a thread reads and writes together.

    Attributes:
        values: The elements of the product.
        place: Where they are in a panel.
        columns: Their columns: for each a register and a number that is added to it.
    """

    values: list[Any]
    place: Any
    columns: list[tuple[Any, int]]


class Results:
    """The results of a consumer, from its accumulator to its panels."""

    def __init__(self, roles: Roles, consumer: Any) -> None:
        """Compute the addresses of this thread."""
        self.roles, self.epilogue = roles, roles.epilogue
        self.panels, self.free, self.written = roles.own(consumer)
        lane, warp_row = roles.lane, (roles.warp & 3) * 16
        self.column, self.odd = (lane & 3) * 2, (lane >> 2 & 1) == 1
        if self.epilogue.out == f32:
            line = self.panels + (warp_row + (lane >> 2)) * PANEL_BYTES + (lane & 1) * 8
            chunk = (lane >> 1 & 1) ^ (lane >> 2) ^ (lane >> 2 & 1) * 4
            self.chunks = [line + ((chunk ^ 2 * tile) << 4) for tile in range(2)]
            self.others = [place ^ 64 for place in self.chunks]
        else:
            # Lane by lane the rows of four matrices: 16 rows, in the left and in the right chunk of 16 bytes.
            line = self.panels + (warp_row + (lane & 15)) * PANEL_BYTES
            chunks = range(roles.panel_columns // 16)
            self.chunks = [line + (((lane >> 4) + 2 * pair ^ lane & 7) << 4) for pair in chunks]

    def write(self, acc: Any, column: Any) -> None:
        """Write the accumulator of a tile, panel by panel."""
        columns = self.roles.panel_columns
        for panel in range(COLUMNS // columns):
            buffer = panel % BUFFERS
            self.free[buffer].wait(panel // BUFFERS % 2)
            first = panel * columns // 2
            for piece in self.pieces(acc[first : first + columns // 2], column + panel * columns, buffer):
                self.put(piece.place, self.finish(piece))
            ptx.fence.proxy_async_shared_cta()
            ptx.warp.sync()
            self.written[buffer].arrive(pred=self.roles.lane == 0)

    def pieces(self, acc: Any, column: Any, buffer: int) -> Iterator[Piece]:
        """Divide a panel of the accumulator: 8 columns of 16 rows have four elements in each thread."""
        offset = buffer * PANEL_ROWS * PANEL_BYTES
        column = column + self.column
        if self.epilogue.out != f32:
            for pair, chunk in enumerate(self.chunks):
                columns = [(column, 16 * pair + 8 * (i // 4) + i % 2) for i in range(8)]
                yield Piece(list(acc[8 * pair : 8 * pair + 8]), ptx.addr(chunk, offset), columns)
            return
        for swapped, places in enumerate((self.chunks, self.others)):
            start = reg.scalar(u32)
            ptx.selp(u32, start, column + 16 * (1 - swapped), column + 16 * swapped, self.odd)
            for tile, place in enumerate(places):
                for upper in range(2):
                    even, odd = (4 * (tile + 2 * half) + 2 * upper for half in (swapped, 1 - swapped))
                    values = reg.array(f32, 2)
                    for i in range(2):
                        ptx.selp(f32, values[i], acc[odd + i], acc[even + i], self.odd)
                    here = ptx.addr(place, offset + upper * 8 * PANEL_BYTES)
                    yield Piece(list(values), here, [(start, 8 * tile + i) for i in range(2)])

    def finish(self, piece: Piece) -> list[Any]:
        """Scale, add and activate the elements of a piece."""
        values, epilogue = piece.values, self.epilogue
        if epilogue.scaled:
            alpha, beta = ptx.param(f32, "alpha"), ptx.param(f32, "beta")
            values = [x * alpha for x in values]
            for x, c in zip(values, self.get(piece.place, len(values)), strict=True):
                ptx.inst.fma.rn.f32(x, c, beta, x)
        if epilogue.bias:
            values = [x + self.bias_of(*where) for x, where in zip(values, piece.columns, strict=True)]
        return [activated(x, epilogue.activation) for x in values]

    def bias_of(self, start: Any, number: int) -> Any:
        """Load the bias of a column; 0 behind the last one."""
        out, (bias,) = self.epilogue.out, ptx.global_ptrs(self.roles.bias)
        held, place = reg.scalar(out if out == f32 else b16), reg.scalar(bias.dtype)
        ptx.inst.mad.wide.u32(place, start, out.bytes, bias)
        ptx.mov(held, 0.0 if out == f32 else 0)
        ptx.ld(held.dtype, held, ptx.addr(place, number * out.bytes), pred=start + number < self.roles.N)
        return held if out == f32 else widened(held, out)

    def get(self, place: Any, count: int) -> list[Any]:
        """Read elements of C from a panel."""
        if self.epilogue.out == f32:
            values = reg.array(f32, count)
            ptx.ld(f32, values, place, vec=count, space="shared")
            return list(values)
        words, halves = reg.array(b32, count // 2), reg.array(b16, count)
        ptx.ldmatrix(dst=words, src=place)
        for i, word in enumerate(words):
            ptx.inst.mov.b32(halves[2 * i : 2 * i + 2], word)
        return [widened(half, self.epilogue.out) for half in halves]

    def put(self, place: Any, values: list[Any]) -> None:
        """Write elements to a panel."""
        if self.epilogue.out == f32:
            ptx.st(f32, place, values, vec=len(values), space="shared")
            return
        words = reg.array(b32, len(values) // 2)
        for i, word in enumerate(words):
            ptx.inst[f"cvt.rn.{self.epilogue.out}x2.f32"](word, values[2 * i + 1], values[2 * i])
        ptx.stmatrix(smem=place, regs=words)


def widened(half: Any, dtype: PtxType) -> Any:
    """Convert 16 bits to f32."""
    wide = reg.scalar(f32)
    ptx.inst[f"cvt.f32.{dtype}"](wide, half)
    return wide


def activated(x: Any, activation: str | None) -> Any:
    """The function of a number; of `x * sigmoid(y)` GELU and SiLU differ in y alone."""
    if activation is None:
        return x
    if activation == "relu":
        positive = reg.scalar(f32)
        ptx.inst.max.NaN.f32(positive, x, 0.0)  # without `.NaN` it would make 0 of a NaN
        return positive
    y = x if activation == "silu" else x * GELU[0] * (x * x * GELU[1] + 1.0)
    power = y * -LOG2_E
    ptx.inst.ex2.approx.f32(power, power)
    power += 1.0
    ptx.inst.rcp.approx.f32(power, power)
    return x * power


def gemm_ref(
    a: np.ndarray, b_t: np.ndarray, c: np.ndarray | None = None, bias: np.ndarray | None = None, *,
    alpha: float = 1.0, beta: float = 0.0, activation: str | None = None,
) -> np.ndarray:  # fmt: skip
    """The same in NumPy, in f64."""
    x = alpha * (a.astype(np.float64) @ b_t.astype(np.float64).T)
    for added in (None if c is None else beta * c.astype(np.float64), bias):
        if added is not None:
            x = x + added.astype(np.float64)
    if activation == "relu":
        return np.maximum(x, 0)
    if activation is None:
        return x
    y = x if activation == "silu" else GELU[0] * (x + GELU[1] * x**3)
    return x / (1 + np.exp(-y))


def example(
    M: int, N: int, K: int, *, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False,
    bias: bool = False,
) -> list[np.ndarray]:  # fmt: skip
    """The inputs of a kernel."""
    rng = np.random.default_rng(M + N + K)
    shapes = [(M, K), (N, K), *([(M, N)] if scaled else []), *([(N,)] if bias else [])]
    types = [dtype, dtype, out or dtype, out or dtype]
    elements = {bf16: ml_dtypes.bfloat16, f16: np.float16, f32: np.float32}
    return [rng.uniform(-1, 1, shape).astype(elements[of]) for shape, of in zip(shapes, types, strict=False)]


def main(M: int = 512, N: int = 512, K: int = 128, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference, alone and with all that it can add."""
    a, b_t, c, bias = example(M, N, K, scaled=True, bias=True)
    plain = build_gemm_highperf(arch=arch)
    trial(plain, (a, b_t), expected=gemm_ref(a, b_t), tolerance=4e-3)
    whole = build_gemm_highperf(scaled=True, bias=True, activation="gelu", arch=arch)
    factors = {"alpha": 0.5, "beta": 2.0}
    expected = gemm_ref(a, b_t, c, bias, activation="gelu", **factors)
    trial(whole, (a, b_t, c, bias), expected=expected, tolerance=1e-2, **factors)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
