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
from pyptx.runtime import trial
from pyptx.types import PtxType, b64, bf16, f16, f32, pred, s32, u32

HERE = Path(__file__).resolve()
ROLES: Any = SimpleNamespace(**run_path(str(HERE.with_name("gemm_roles.py"))))
HOPPER: Any = SimpleNamespace(**run_path(str(HERE.parents[1] / "hopper" / "flash_attention.py")))
TILES, ROWS, KEYS = 2, ROLES.ROWS, 128
WEIGHTS = KEYS // 2  # columns from the scores to the weights of the same tile
PANEL = 64  # columns of Q, K and V in 128 swizzled bytes
STAGES = {64: 8, 128: 4}
SOFTMAX_WARPS, CORRECTION_WARPS = 4, ROLES.EPILOGUE_WARPS  # of each tile; of both
CORRECTION_WARP = TILES * SOFTMAX_WARPS
COPY_WARP, MMA_WARP = CORRECTION_WARP + 4, CORRECTION_WARP + 5
THREADS = 32 * 16
SOFTMAX_REGISTERS, CORRECTION_REGISTERS, OTHER_REGISTERS = 192, 80, 48
RISE = 8.0  # in log2: by less the largest score of a row may grow without a correction
LOADED = 32  # columns of a load from tensor memory
LOG2_E = math.log2(math.e)


@dataclass(frozen=True)
class Problem:
    """Sizes of attention, as `build_flash_attention` takes them."""

    heads: int
    queries: int
    keys: int
    width: int
    group: int
    causal: bool
    dtype: PtxType


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
    problem = Problem(heads, queries, keys, width, group, causal, dtype)
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


def release(barrier: Any, pred: Any) -> None:
    """Arrive in one thread of the warp: its lanes have accessed tensor memory or shared memory."""
    ptx.tcgen05.fence_before_thread_sync()
    ptx.warp.sync()
    barrier.arrive(pred=pred)


@dataclass(frozen=True)
class Position:
    """The work of a CTA.

    Attributes:
        head: The head of Q.
        first_row: The first row of Q.
        blocks: Blocks of keys that some row sees.
        whole: Blocks at the start of which every row sees every key.
    """

    head: Any
    first_row: Any
    blocks: Any
    whole: Any


class Roles:
    """The roles of a CTA, with their barriers and their memory."""

    def __init__(self, problem: Problem) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.problem = problem
        width, dtype, stages = problem.width, problem.dtype, STAGES[problem.width]
        self.panels = width // PANEL
        self.tile_q = smem.alloc(dtype, (TILES, self.panels, ROWS, PANEL), "128B")
        self.ring = smem.alloc(dtype, (stages, self.panels, KEYS, PANEL), "128B")
        self.factors, self.inverses = (smem.alloc(f32, (TILES, ROWS)) for _ in range(2))
        self.cta = ROLES.Warps(TILES * (KEYS + width), issuer=MMA_WARP)
        self.full, self.empty = ROLES.barriers(stages), ROLES.barriers(stages)
        self.loaded, self.scored, self.scaled, self.summed, self.weighted, self.multiplied = (
            ROLES.barriers(TILES) for _ in range(6)
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
        blocks: Any = -(-problem.keys // KEYS)
        whole: Any = problem.keys // KEYS
        if problem.causal:
            seen = first_row + (problem.keys - problem.queries + 1)  # by the first row
            blocks = (seen + (TILES * ROWS - 1 + KEYS - 1)).min(problem.keys + KEYS - 1) // KEYS
            whole = seen.min(problem.keys) // KEYS
        return Position(reg.from_(ptx.special.ctaid.y(), s32), first_row, blocks, whole)

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
        chosen, memory, blocks = ptx.elect(), self.cta.tensor_memory, self.position().blocks
        turns = ptx.pipeline(len(self.full))
        to_scores = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=KEYS, a=dtype, d=f32)
        to_result = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=width, a=dtype, d=f32, b_major="MN")
        base = reg.from_(self.ring, u32)
        matrix_q = ptx.tcgen05.masked_descriptor(reg.from_(self.tile_q, u32))
        matrix_k = ptx.tcgen05.masked_descriptor(base)
        matrix_v = ptx.tcgen05.auto_descriptor(base, dtype=dtype, shape=(KEYS, width), major="MN")

        def acquire(matrix: Any) -> tuple[Any, Any]:
            """Wait for the next stage; give its `empty` and the descriptor of a matrix there."""
            stage, parity = turns.advance()
            self.full.at(stage).wait(parity)
            here = reg.scalar(matrix.dtype)
            ptx.inst.mad.wide.u32(here, stage, self.ring[0].nbytes >> 4, matrix)
            return self.empty.at(stage), here

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

        empty, keys = acquire(matrix_k)
        for tile in range(TILES):
            self.loaded[tile].wait(0)
            multiply_keys(tile, keys)
        ptx.tcgen05.commit(empty, pred=chosen)
        parity = reg.scalar(u32, init=0)
        for block in ptx.range_(1, blocks):
            empty_v, values = acquire(matrix_v)
            multiply_values(0, values, parity, block > 1)
            empty_k, keys = acquire(matrix_k)
            multiply_keys(0, keys)
            multiply_values(1, values, parity, block > 1)
            ptx.tcgen05.commit(empty_v, pred=chosen)
            multiply_keys(1, keys)
            ptx.tcgen05.commit(empty_k, pred=chosen)
            parity ^= 1
        _, values = acquire(matrix_v)
        for tile in range(TILES):
            multiply_values(tile, values, parity, blocks > 1)
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
        factors, inverses = (reg.from_(x, u32) + thread * 4 for x in (self.factors, self.inverses))
        query = at.first_row + thread
        seen = (query + (problem.keys - problem.queries + 1)).min(problem.keys) if problem.causal else None
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
                end = (problem.keys if seen is None else seen) - block * KEYS
                for column, value in enumerate(values):
                    ptx.inst.mov.f32(value, -math.inf, pred=end <= column)
            factor = self.risen(values, largest, scale)
            ptx.st(f32, ptx.addr(factors), factor, space="shared")
            release(scaled, starts & (block > 0))
            ptx.inst.mul.f32(total, total, factor)
            below = largest * -scale
            for first in range(0, WEIGHTS, LOADED):
                part = values[2 * first : 2 * (first + LOADED)]
                ptx.inst.add.f32(total, total, exponentials(part, scale, below))
                words = ROLES.rounded(part, problem.dtype)
                place = ptx.tcgen05.address(scores, column=WEIGHTS + first)
                ptx.tcgen05.st(place, words, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_st()
            release(weighted, starts)
            ptx.inst.xor.b32(parity, parity, 1)

        for block in ptx.range_(0, at.whole):
            step(block, masked=False)
        if problem.causal or problem.keys % KEYS:
            for block in ptx.range_(at.whole, at.blocks):
                step(block, masked=True)

        inverse = reg.scalar(f32)
        ptx.inst.rcp.approx.ftz.f32(inverse, total)
        ptx.st(f32, ptx.addr(inverses), inverse, space="shared")
        release(summed, starts)
        logarithm = reg.scalar(f32)
        ptx.inst.lg2.approx.ftz.f32(logarithm, total)
        ptx.inst.fma.rn.f32(logarithm, largest, scale, logarithm)
        (sums,) = ptx.global_ptrs(Lse)
        target = reg.scalar(sums.dtype)
        ptx.inst.mad.wide.s32(target, at.head * problem.queries + query, 4, sums)
        ptx.st(f32, ptx.addr(target), logarithm * math.log(2), pred=query < problem.queries)

    def risen(self, values: Any, largest: Any, scale: float) -> Any:
        """Raise the largest score of a row if one is far above it; the factor of what was summed so far."""
        tops = [reg.from_(value, f32) for value in values[:4]]
        for first in range(4, KEYS, 2):
            top = tops[first // 2 % 4]
            ptx.inst.max.f32(top, top, *values[first : first + 2])
        top = tops[0].max(tops[1]).max(tops[2].max(tops[3])).max(largest)
        rise, factor = (top - largest) * scale, reg.scalar(f32, init=1.0)
        with ptx.if_(rise > RISE):
            ptx.inst.ex2.approx.ftz.f32(factor, -rise)
            ptx.inst.mov.f32(largest, top)
        return factor

    def correct(self, Out: Any) -> None:
        """Scale the results when the largest score of a row has grown; at the end divide and store them."""
        width, at, window = self.problem.width, self.position(), self.window()
        thread = reg.from_(ptx.special.tid.x(), u32) - 32 * CORRECTION_WARP
        starts = thread % 32 == 0
        parity = reg.scalar(u32, init=0)

        def number_of(numbers: Any, tile: int, written: Any, parity: Any) -> Any:
            """The number of this thread's row, when the softmax has written it."""
            written[tile].wait(parity)
            number = reg.scalar(f32)
            place = reg.from_(numbers, u32) + thread * 4
            ptx.ld(f32, number, ptx.addr(place, tile * ROWS * 4), space="shared")
            return number

        for tile in range(TILES):
            release(self.weighted[tile], starts)  # the first products replace the result
        for _ in ptx.range_(1, at.blocks):
            for tile in range(TILES):
                factor = number_of(self.factors, tile, self.scaled, parity)
                grown = reg.scalar(pred)
                ptx.vote("any", grown, factor != 1.0)
                with ptx.if_(grown):
                    ptx.tcgen05.fence_after_thread_sync()
                    self.rescale(window, tile, factor)
                release(self.weighted[tile], starts)
            parity ^= 1
        panels = ROLES.Panels(self.cta, self.problem.dtype, first=CORRECTION_WARP)
        map_out = Out.tma_desc(box=(1, 32, panels.columns), swizzle="128B")
        for tile in range(TILES):
            inverse = number_of(self.inverses, tile, self.summed, 0)
            self.multiplied[tile].wait(0)
            ptx.tcgen05.fence_after_thread_sync()
            row = at.first_row + reg.from_(panels.warp * 32 + tile * ROWS, s32)

            def copy(panel: Any, first: int, tile: int = tile, row: Any = row) -> None:
                where = first - tile * width, row, at.head
                ptx.cp.async_.bulk.tensor_3d.store(dst=map_out, src=panel, coord=where)

            for first in range(tile * width, (tile + 1) * width, panels.columns):
                values = panels.load(self.result(window, 0), first)
                for value in values:
                    ptx.inst.mul.f32(value, value, inverse)
                panels.store(values, first, copy)
        panels.finish()

    def rescale(self, window: Any, tile: int, factor: Any) -> None:
        """Multiply each row of the result by its factor."""
        factors = pair_of(factor, factor)
        for first in range(0, self.problem.width, LOADED):
            values = reg.array(f32, LOADED)
            part = self.result(window, tile, first)
            ptx.tcgen05.ld(values, part, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_ld()
            for pair in range(0, LOADED, 2):
                both = pair_of(*values[pair : pair + 2])
                ptx.inst.mul.rn.f32x2(both, both, factors)
                ptx.inst.mov.b64(values[pair : pair + 2], both)
            ptx.tcgen05.st(part, values, shape="32x32b", count=LOADED)
        ptx.tcgen05.wait_st()


def exponentials(values: Any, scale: float, below: Any) -> Any:
    """Make scores `exp2(score * scale + below)`, two at a time; their sum."""
    scale_of_both = reg.scalar(f32, init=scale)
    factors, terms = pair_of(scale_of_both, scale_of_both), pair_of(below, below)
    sums: list[Any] = []
    for first in range(0, len(values), 2):
        pair = values[first : first + 2]
        both = pair_of(*pair)
        ptx.inst.fma.rn.f32x2(both, both, factors, terms)
        ptx.inst.mov.b64(pair, both)
        for value in pair:
            ptx.inst.ex2.approx.ftz.f32(value, value)
        both = pair_of(*pair)
        if len(sums) < 2:
            sums.append(both)
        else:
            ptx.inst.add.rn.f32x2(sums[first // 2 % 2], sums[first // 2 % 2], both)
    ptx.inst.add.rn.f32x2(sums[0], sums[0], sums[1])
    left, right = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.mov.b64([left, right], sums[0])
    return left + right


def pair_of(first: Any, second: Any) -> Any:
    """Two numbers in one register, as the instructions for f32x2 take them."""
    both = reg.scalar(b64)
    ptx.inst.mov.b64(both, [first, second])
    return both


def flash_attention_ref(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """The same in NumPy, in f64."""
    return HOPPER.weighted_sums(q, k, v, group=group, causal=causal)


def example(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, dtype: PtxType = bf16
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Q, K and V for a kernel. Later keys are longer, so that the largest scores of the rows grow."""
    rng = np.random.default_rng(heads + queries + keys + width)
    element = ml_dtypes.bfloat16 if dtype == bf16 else np.float16
    q, k, v = (
        rng.standard_normal((count, rows, width))
        for count, rows in ((heads, queries), (heads // group, keys), (heads // group, keys))
    )
    k *= np.linspace(1, 6, keys)[:, None]
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
