"""Attention on Blackwell, forward: scores and weights are in tensor memory, and the roles are those of warps.

A CTA computes 256 rows of `softmax(Q @ K.T / sqrt(width)) @ V` for one head, as two tiles of 128 rows. It
walks the keys in blocks of 128; while one tile has its softmax, the tensor cores multiply for the other.

* Warps 0 to 3 and 4 to 7, softmax: a warpgroup for each tile, a thread for each row. A thread loads its row
  of scores from tensor memory, writes the exponentials back as 16-bit weights, and sums them.
* Warps 8 to 11, correction: scale a row of the result when the largest score of the row has grown, and at
  the end divide by the sum, round, and store. The softmax does not wait for that.
* Warp 12, copies: loads Q, then K and V of each block into one ring.
* Warp 13, products: one thread issues all of them. Warps 14 and 15 only complete their warpgroup, which
  gives registers to the others.

Tensor memory has 512 columns. Row i of a tile is in lane i; with a head dimension of 128:

```text
    0      64     128    192    256           384           512
    | scores 0    | scores 1    | result 0    | result 1    |
           |weights|     |weights|
```

The weights take columns of scores that their thread has loaded. `tcgen05.mma` reads them there as A. The
tensor cores run the products of a thread in the order of their issue, so the next scores replace the weights
without a wait.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `loaded[tile]` | copies | products | Q is in shared memory |
| `full[stage]` | copies | products | so is a block of K or V |
| `empty[stage]` | commit | copies | the products have read it |
| `scored[tile]` | commit | softmax | the scores are complete, and all products before them |
| `scaled[tile]` | softmax | correction | the factors of the rows are in shared memory |
| `weighted[tile]` | softmax, correction | products | the weights are written, the result is scaled |
| `summed[tile]` | softmax | correction | the inverse sums are in shared memory |
| `multiplied[tile]` | commit | correction | the result is complete |

* The online softmax is in units of log2, for `ex2`. Until the largest score of a row exceeds the one in use
  by more than 8, that one stays in use, and no result is scaled: weights of up to 256 are as exact.
* The walk starts at the first key, so every row sees a key in its first block and no row is a special case.
  Only blocks past the diagonal or the last key are masked, in a loop of their own.
* The unit for `ex2` is as busy as the tensor cores, with a head dimension of 64 twice as busy. On sm_100a a
  quarter of the exponentials are polynomials instead; sm_103a has a faster unit.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.kernels import panels_blackwell, roles_blackwell
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16, f16, f32, pred, s32, u32

HERE = Path(__file__).resolve()
MATHS: Any = SimpleNamespace(**run_path(str(HERE.with_name("attention_rows.py"))))
HOPPER: Any = SimpleNamespace(**run_path(str(HERE.parents[1] / "hopper" / "flash_attention.py")))
TILES, ROWS, KEYS = 2, roles_blackwell.ROWS, 128
WEIGHTS = KEYS // 2  # columns from the scores to the weights of the same tile
PANEL = 64  # columns of Q, K and V in 128 swizzled bytes
STAGES = {64: 8, 128: 4}
SOFTMAX_WARPS, CORRECTION_WARPS = 4, roles_blackwell.EPILOGUE_WARPS  # of each tile; of both
CORRECTION_WARP = TILES * SOFTMAX_WARPS
COPY_WARP, MMA_WARP = CORRECTION_WARP + 4, CORRECTION_WARP + 5
THREADS = 32 * 16
SOFTMAX_REGISTERS, CORRECTION_REGISTERS, OTHER_REGISTERS = 192, 80, 48
LOADED = 32  # columns of a load from tensor memory
LOG2_E = math.log2(math.e)
COMPUTED = {"sm_100a": 4}  # of so many pairs of exponentials, one is without `ex2`


@dataclass(frozen=True)
class Problem:
    """Sizes and types, as `build_flash_attention` takes them, and the value of `COMPUTED`."""

    heads: int
    queries: int
    keys: int
    width: int
    group: int
    causal: bool
    dtype: PtxType
    computed: int


def build_flash_attention(
    heads: int,
    queries: int,
    keys: int,
    width: int,
    *,
    group: int = 1,
    causal: bool = False,
    dtype: PtxType = bf16,
    arch: str = "sm_100a",
) -> Kernel:
    """Build `softmax(Q @ K.T / sqrt(width)) @ V` for every head, and the logarithms of the sums.

    Q and the result have the shape (heads, queries, width), K and V (heads / group, keys, width). The second
    result, in f32, has the shape (heads, queries): the natural logarithm of the sum of exp(scores).

    Args:
        heads: Heads of Q, those of all sequences of a batch.
        queries: Rows of Q.
        keys: Rows of K and V.
        width: Columns: 64 or 128.
        group: Heads of Q that share one of K and V.
        causal: Whether a query sees only the keys up to its own; the last query is that of the last key.
        dtype: Element type: bf16 or f16.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    HOPPER.check_sizes(heads, queries, keys, width, group=group, causal=causal)
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: this kernel takes bf16 or f16")
    problem = Problem(heads, queries, keys, width, group, causal, dtype, COMPUTED.get(arch, 0))
    shared_heads = Tile(heads // group, keys, width, dtype)

    @kernel(
        in_specs=(Tile(heads, queries, width, dtype), shared_heads, shared_heads),
        out_specs=(Tile(heads, queries, width, dtype), Tile(heads, queries, f32)),
        grid=(-(-queries // (TILES * ROWS)), heads),
        block=(THREADS, 1, 1),
        arch=arch,
    )
    def flash_attention(Q, K, V, Out, Lse):
        Roles(problem).run(Q, K, V, Out, Lse)
        ptx.ret()

    return flash_attention


def arrive(barrier: Any, pred: Any) -> None:
    """Arrive in one thread of the warp, for all of its lanes."""
    ptx.warp.sync()
    barrier.arrive(pred=pred)


@dataclass(frozen=True)
class Position:
    """The work of a CTA.

    Attributes:
        head: The head of Q.
        first_row: The first row of Q.
        blocks: Blocks of keys that some row sees.
    """

    head: Any
    first_row: Any
    blocks: Any


class Roles:
    """The roles of a CTA, with their barriers and their memory."""

    def __init__(self, problem: Problem) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.problem = problem
        width, dtype, stages = problem.width, problem.dtype, STAGES[problem.width]
        self.panels = width // PANEL
        self.tile_q = smem.alloc(dtype, (TILES, self.panels, ROWS, PANEL), "128B")
        self.ring = smem.alloc(dtype, (stages, self.panels, KEYS, PANEL), "128B")
        self.numbers = smem.alloc(f32, (2, TILES, ROWS))  # factors of the rows, inverse sums
        self.cta = roles_blackwell.Warps(TILES * (KEYS + width), issuer=MMA_WARP)
        self.full, self.empty = roles_blackwell.barriers(stages), roles_blackwell.barriers(stages)
        self.loaded, self.scored, self.scaled, self.summed, self.weighted, self.multiplied = (
            roles_blackwell.barriers(TILES) for _ in range(6)
        )
        one = [
            (barriers, 1) for barriers in (self.full, self.empty, self.loaded, self.scored, self.multiplied)
        ]
        by_softmax = [(barriers, SOFTMAX_WARPS) for barriers in (self.scaled, self.summed)]
        self.cta.begin([*one, *by_softmax, (self.weighted, SOFTMAX_WARPS + CORRECTION_WARPS)])

    def run(self, Q: Any, K: Any, V: Any, Out: Any, Lse: Any) -> None:
        """Trace the roles."""
        warp = self.cta.warp
        with ptx.if_(warp < CORRECTION_WARP):
            ptx.setmaxnreg_inc(SOFTMAX_REGISTERS)
            self.soften(Lse)
        with ptx.if_((warp >= CORRECTION_WARP) & (warp < COPY_WARP)):
            ptx.setmaxnreg_dec(CORRECTION_REGISTERS)
            self.correct(Out)
        with ptx.if_(warp >= COPY_WARP):
            ptx.setmaxnreg_dec(OTHER_REGISTERS)
            with ptx.if_(warp == COPY_WARP), ptx.if_(ptx.elect()):
                self.copy(Q, K, V)
            with ptx.if_(warp == MMA_WARP):
                self.multiply()
        self.cta.end()

    def position(self) -> Position:
        """Compute what a role needs to find its work, in registers of its own."""
        problem = self.problem
        # The last queries of causal attention see most keys: their CTAs come first.
        number = (problem.queries - 1) // (TILES * ROWS) - reg.from_(ptx.special.ctaid.x(), s32)
        first_row = number * (TILES * ROWS)
        last = self.visible(first_row + (TILES * ROWS - 1))
        return Position(reg.from_(ptx.special.ctaid.y(), s32), first_row, (last + (KEYS - 1)) // KEYS)

    def visible(self, query: Any) -> Any:
        """The number of keys that a query sees."""
        keys = self.problem.keys
        return (query + (keys - self.problem.queries + 1)).min(keys) if self.problem.causal else keys

    def window(self) -> Any:
        """The lanes of tensor memory that this warp reaches."""
        return self.cta.tensor_memory + ((self.cta.warp & 3) << 21)

    def result(self, base: Any, tile: int, column: int = 0) -> Any:
        """The address of some columns of a result."""
        return ptx.tcgen05.address(base, column=TILES * KEYS + tile * self.problem.width + column)

    def copy(self, Q: Any, K: Any, V: Any) -> None:
        """Load both tiles of Q, then K and V of each block."""
        at = self.position()
        map_q, map_k, map_v = (
            tensor.tma_desc(box=(1, rows, PANEL), swizzle="128B")
            for tensor, rows in ((Q, ROWS), (K, KEYS), (V, KEYS))
        )

        def load(target: Any, source: Any, barrier: Any, row: Any, head: Any) -> None:
            barrier.arrive_expect_tx(target.nbytes)
            for panel in range(self.panels):
                ptx.cp.async_.bulk.tensor_3d(
                    dst=target[panel], src=source, coord=(panel * PANEL, row, head), mbar=barrier
                )

        for tile in range(TILES):
            load(self.tile_q[tile], map_q, self.loaded[tile], at.first_row + tile * ROWS, at.head)
        shared_head = at.head // self.problem.group
        turns = ptx.pipeline(len(self.full))
        for row in ptx.range_(0, at.blocks * KEYS, KEYS):
            for source in (map_k, map_v):
                stage, parity = turns.advance()
                self.empty.at(stage).wait(parity ^ 1)
                load(self.ring[stage], source, self.full.at(stage), row, shared_head)

    def multiply(self) -> None:
        """Issue the products. The whole warp waits, so that its registers are uniform; one thread issues."""
        width, dtype = self.problem.width, self.problem.dtype
        chosen, memory, blocks = ptx.elect(), self.cta.tensor_memory, reg.scalar(s32)
        # ptxas would keep the descriptors of a constant number of blocks out of uniform registers.
        ptx.inst.shfl.sync.idx.b32(blocks, reg.from_(self.position().blocks, s32), 0, 31, 0xFFFFFFFF)
        stages = len(self.full)
        to_scores = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=KEYS, a=dtype, d=f32)
        to_result = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=width, a=dtype, d=f32, b_major="MN")
        base = reg.from_(self.ring, u32)
        matrix_q = ptx.tcgen05.masked_descriptor(reg.from_(self.tile_q, u32))
        matrix_k = ptx.tcgen05.masked_descriptor(base)
        matrix_v = ptx.tcgen05.auto_descriptor(base, dtype=dtype, shape=(KEYS, width), major="MN")

        def matrix_in(stage: int, matrix: Any) -> Any:
            """The descriptor of a matrix in a stage."""
            return matrix + (self.ring[0].nbytes * stage >> 4)

        def multiply_keys(tile: int, keys: Any) -> None:
            for part in range(width // 16):
                panel, along = divmod(part * 32, 2 * PANEL)
                a = matrix_q + (self.tile_q[0].nbytes * tile + self.tile_q[0, 0].nbytes * panel + along >> 4)
                b = keys + (self.ring[0, 0].nbytes * panel + along >> 4)
                scores = ptx.tcgen05.address(memory, column=tile * KEYS)
                ptx.tcgen05.mma(scores, a, b, to_scores, enable_input_d=part > 0, pred=chosen)
            ptx.tcgen05.commit(self.scored[tile], pred=chosen)

        def multiply_values(tile: int, values: Any, parity: Any, later: Any) -> None:
            self.weighted[tile].wait(parity)
            ptx.tcgen05.fence_after_thread_sync()
            for part in range(KEYS // 16):
                weights = ptx.tcgen05.address(memory, column=tile * KEYS + WEIGHTS + 8 * part)
                ptx.tcgen05.mma(
                    self.result(memory, tile), weights, values + (part * 16 * 2 * PANEL >> 4), to_result,
                    a_is_tmem=True, enable_input_d=True if part else later, pred=chosen,
                )  # fmt: skip

        def advance(turn: int, parity: Any, *, later: Any) -> None:
            """Multiply the values of one block and the keys of the next one; stages and parities repeat."""
            stage_v, stage_k = 2 * turn + 1, (2 * turn + 2) % stages
            values, keys = matrix_in(stage_v, matrix_v), matrix_in(stage_k, matrix_k)
            self.full[stage_v].wait(parity)
            multiply_values(0, values, turn % 2, later)
            self.full[stage_k].wait(parity if stage_k else parity ^ 1)
            multiply_keys(0, keys)
            multiply_values(1, values, turn % 2, later)
            ptx.tcgen05.commit(self.empty[stage_v], pred=chosen)
            multiply_keys(1, keys)
            ptx.tcgen05.commit(self.empty[stage_k], pred=chosen)

        self.full[0].wait(0)
        for tile in range(TILES):
            self.loaded[tile].wait(0)
            multiply_keys(tile, matrix_k)
        ptx.tcgen05.commit(self.empty[0], pred=chosen)
        parity = reg.scalar(u32, init=0)
        for block in ptx.range_(1, blocks, stages // 2):
            advance(0, parity, later=block > 1)
            for turn in range(1, stages // 2):
                with ptx.if_(block + turn < blocks):
                    advance(turn, parity, later=True)
            parity ^= 1
        last = reg.from_(2 * blocks - 1, u32)
        stage, values = last % stages, reg.scalar(matrix_v.dtype)
        self.full.at(stage).wait(last // stages & 1)
        ptx.inst.mad.wide.u32(values, stage, self.ring[0].nbytes >> 4, matrix_v)
        for tile in range(TILES):
            multiply_values(tile, values, reg.from_(blocks - 1 & 1, u32), blocks > 1)
            ptx.tcgen05.commit(self.multiplied[tile], pred=chosen)

    def soften(self, Lse: Any) -> None:
        """Make the scores of a row weights, block by block."""
        problem, at, tile = self.problem, self.position(), self.cta.warp // SOFTMAX_WARPS
        thread = reg.from_(ptx.special.tid.x(), s32)  # also the row, of both tiles
        starts = thread % 32 == 0
        scale = LOG2_E / math.sqrt(problem.width)
        scores = self.window() + tile * KEYS
        scored, scaled, summed, weighted = (
            barriers.at(tile) for barriers in (self.scored, self.scaled, self.summed, self.weighted)
        )
        numbers = reg.from_(self.numbers, u32) + thread * 4
        seen = self.visible(at.first_row + thread)
        whole = self.visible(at.first_row + (thread & -ROWS)) // KEYS  # blocks that no row is masked in
        largest, total = reg.scalar(f32, init=-math.inf), reg.scalar(f32, init=0.0)
        parity = reg.scalar(u32, init=0)

        def step(block: Any, *, masked: bool) -> None:
            scored.wait(parity)
            ptx.tcgen05.fence_after_thread_sync()
            values = reg.array(f32, KEYS)
            for first in range(0, KEYS, LOADED):
                place = ptx.tcgen05.address(scores, column=first)
                ptx.tcgen05.ld(values[first : first + LOADED], place, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_ld()
            if masked:
                end = seen - block * KEYS
                for column, value in enumerate(values):
                    ptx.inst.mov.f32(value, -math.inf, pred=end <= column)
            factor = MATHS.raise_largest(values, largest, scale)
            ptx.st(f32, ptx.addr(numbers), factor, space="shared")
            arrive(scaled, starts & (block > 0))
            ptx.inst.mul.f32(total, total, factor)
            below, computed = largest * -scale, 0 if masked else problem.computed
            for first in range(0, WEIGHTS, LOADED):
                part = values[2 * first : 2 * (first + LOADED)]
                ptx.inst.add.f32(total, total, MATHS.exponentials(part, scale, below, computed=computed))
                words = panels_blackwell.rounded(part, problem.dtype)
                place = ptx.tcgen05.address(scores, column=WEIGHTS + first)
                ptx.tcgen05.st(place, words, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_st()
            ptx.tcgen05.fence_before_thread_sync()
            arrive(weighted, starts)
            ptx.inst.xor.b32(parity, parity, 1)

        for block in ptx.range_(0, whole):
            step(block, masked=False)
        if problem.causal or problem.keys % KEYS:
            for block in ptx.range_(whole, at.blocks):
                step(block, masked=True)

        inverse = reg.scalar(f32)
        ptx.inst.rcp.approx.ftz.f32(inverse, total)
        ptx.st(f32, ptx.addr(numbers, self.numbers[0].nbytes), inverse, space="shared")
        arrive(summed, starts)
        logarithm = reg.scalar(f32)
        ptx.inst.lg2.approx.ftz.f32(logarithm, total)
        ptx.inst.fma.rn.f32(logarithm, largest, scale, logarithm)
        at, (sums,) = self.position(), ptx.global_ptrs(Lse)
        query, target = at.first_row + reg.from_(ptx.special.tid.x(), s32), reg.scalar(sums.dtype)
        ptx.inst.mad.wide.s32(target, at.head * problem.queries + query, 4, sums)
        ptx.st(f32, ptx.addr(target), logarithm * math.log(2), pred=query < problem.queries)

    def correct(self, Out: Any) -> None:
        """Scale the results when the largest score of a row has grown; at the end divide and store them."""
        width, at, window = self.problem.width, self.position(), self.window()
        thread = reg.from_(ptx.special.tid.x(), u32) - 32 * CORRECTION_WARP
        starts = thread % 32 == 0
        parity = reg.scalar(u32, init=0)
        numbers = reg.from_(self.numbers, u32) + thread * 4

        def number_of(kind: int, tile: int) -> Any:
            """The factor or the inverse sum of this thread's row."""
            number = reg.scalar(f32)
            ptx.ld(f32, number, ptx.addr(numbers, (kind * TILES + tile) * ROWS * 4), space="shared")
            return number

        for tile in range(TILES):
            self.weighted[tile].arrive(pred=starts)  # the first products replace the result
        for _ in ptx.range_(1, at.blocks):
            for tile in range(TILES):
                self.scaled[tile].wait(parity)
                factor = number_of(0, tile)
                grown = reg.scalar(pred)
                ptx.vote("any", grown, factor != 1.0)
                with ptx.if_(grown):
                    ptx.tcgen05.fence_after_thread_sync()
                    self.rescale(window, tile, factor)
                    ptx.tcgen05.fence_before_thread_sync()
                arrive(self.weighted[tile], starts)
            parity ^= 1
        panels = panels_blackwell.Panels(self.cta, self.problem.dtype, first=CORRECTION_WARP)
        map_out = Out.tma_desc(box=(1, 32, panels.columns), swizzle="128B")
        for tile in range(TILES):
            self.summed[tile].wait(0)
            inverse = number_of(1, tile)
            self.multiplied[tile].wait(0)
            ptx.tcgen05.fence_after_thread_sync()
            row = at.first_row + reg.from_(panels.warp * 32 + tile * ROWS, s32)

            def copy(panel: Any, first: int, tile: int = tile, row: Any = row) -> None:
                where = first - tile * width, row, at.head
                ptx.cp.async_.bulk.tensor_3d.store(dst=map_out, src=panel, coord=where)

            for first in range(tile * width, (tile + 1) * width, panels.columns):
                values = panels.load(self.result(window, 0), first)
                MATHS.multiply_by(values, inverse)
                panels.store(values, first, copy)
        panels.finish()

    def rescale(self, window: Any, tile: int, factor: Any) -> None:
        """Multiply each row of the result by its factor."""
        for first in range(0, self.problem.width, LOADED):
            values = reg.array(f32, LOADED)
            part = self.result(window, tile, first)
            ptx.tcgen05.ld(values, part, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_ld()
            MATHS.multiply_by(values, factor)
            ptx.tcgen05.st(part, values, shape="32x32b", count=LOADED)
        ptx.tcgen05.wait_st()


def flash_attention_ref(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """The same in NumPy, in f64."""
    return HOPPER.weighted_sums(q, k, v, group=group, causal=causal)


def example(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, dtype: PtxType = bf16
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Q, K and V for a kernel: scores that fall from key to key, that do neither, and that grow."""
    rng = np.random.default_rng(heads + queries + keys + width)
    element = ml_dtypes.bfloat16 if dtype == bf16 else np.float16
    q, k, v = (
        rng.standard_normal((count, rows, width))
        for count, rows in ((heads, queries), (heads // group, keys), (heads // group, keys))
    )
    q[..., 0], k[..., 0] = np.resize((-15, 0, 15), queries), np.linspace(0, 15, keys)
    return q.astype(element), k.astype(element), v.astype(element)


def main(
    heads: int = 2, queries: int = 200, keys: int = 320, width: int = 128, *, arch: str = "sm_100a"
) -> None:
    """Run it against the reference, causal and not."""
    inputs = example(heads, queries, keys, width)
    for causal in (False, True):
        attention = build_flash_attention(heads, queries, keys, width, causal=causal, arch=arch)
        trial(attention, inputs, expected=flash_attention_ref(*inputs, causal=causal), tolerance=2e-2)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
