"""Attention on Hopper, forward: the scores of a block of keys exist in registers only.

A CTA of three warpgroups computes 128 rows of `softmax(Q @ K.T / sqrt(width)) @ V` for one head. It walks the
keys in blocks of 176, from the last to the first; each of two consumers has 64 rows.

* The producer loads Q, then blocks of K and V into one ring, in the order in which they are multiplied: the
  keys of a block before the values of the block after it.
* Blocks of 176 keys are the largest that the registers of a consumer hold with its 64 rows of the result. The
  more keys a block has, the fewer instructions are left for each score.
* The softmax is computed block by block: a row keeps its largest score and the sum of its exponentials, and
  when the largest grows, the result and the sum are scaled. Scores are in units of log2, for `ex2`.
* A fragment of D in f32 becomes one of A in 16 bits in registers: no weight is ever stored. V is read in its
  own layout, with adjacent columns.
* While the scores of a block become exponentials, the tensor cores multiply: the values of the block before
  it, and for the other consumer. A barrier makes the two take turns.
* Only blocks that end past the keys, or past the diagonal of causal attention, are masked; blocks beyond the
  diagonal are not loaded.
* Tensor copies store the result from the shared memory of Q.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, b32, bf16, f16, f32, s32, u32

ROWS, KEYS = 128, 176
STAGES = 4
CONSUMERS = 2
PANEL = 64
WIDTHS = (64, 128)
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 24, 240
LOG2_E = math.log2(math.e)


def build_flash_attention(
    heads: int,
    queries: int,
    keys: int,
    width: int,
    *,
    group: int = 1,
    causal: bool = False,
    scale: float | None = None,
    dtype: PtxType = bf16,
    statistics: bool = False,
    arch: str = "sm_90a",
) -> Kernel:
    """Build `softmax(Q @ K.T * scale) @ V` for every head, in bf16 or f16.

    Q and the result have the shape (heads, queries, width), K and V (heads / group, keys, width).

    Args:
        heads: Heads of Q, those of all sequences of a batch.
        queries: Rows of Q.
        keys: Rows of K and V.
        width: Columns: 64 or 128.
        group: Heads of Q that share one of K and V.
        causal: Whether a query sees only the keys up to its own; the last query is that of the last key.
        scale: Factor of the scores, above 0; 1 / sqrt(width) if not given.
        dtype: Element type of all four: bf16 or f16.
        statistics: Whether the logarithms of each query's sum of exponentials, in f32, are the second output.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    check_sizes(heads, queries, keys, width, group=group, causal=causal)
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: this kernel takes bf16 or f16")
    if scale is not None and not 0 < scale < math.inf:
        raise ValueError(f"scale={scale}: this kernel takes a number above 0; negate Q for one below")
    panels = width // PANEL
    query_bytes, stage_bytes = ROWS * width * 2, KEYS * width * 2
    panel_bytes = {"queries": ROWS * PANEL * 2, "keys": KEYS * PANEL * 2}
    shift = keys - queries
    scale = LOG2_E * (scale or 1 / math.sqrt(width))

    def body(Q: Any, K: Any, V: Any, Out: Any, Lse: Any = None) -> None:
        map_q = Q.tma_desc(box=(1, ROWS, PANEL), swizzle="128B")
        map_k = K.tma_desc(box=(1, KEYS, PANEL), swizzle="128B")
        map_v = V.tma_desc(box=(1, KEYS, PANEL), swizzle="128B")
        map_out = Out.tma_desc(box=(1, ROWS // CONSUMERS, PANEL), swizzle="128B")
        tid = reg.from_(ptx.special.tid.x(), s32)
        head = reg.from_(ptx.special.ctaid.y(), s32)
        # The last queries of causal attention see most keys: their CTAs come first.
        first_row = ((queries - 1) // ROWS - reg.from_(ptx.special.ctaid.x(), s32)) * ROWS
        tile_q = smem.alloc(dtype, (panels, ROWS, PANEL), "128B")
        ring = smem.alloc(dtype, (STAGES, panels, KEYS, PANEL), "128B")
        base_q, base_ring = reg.from_(tile_q, u32), reg.from_(ring, u32)
        barriers = smem.alloc(u32, (2 * STAGES + 1, 2))
        full = ptx.mbarrier.array(barriers, 0, STAGES)
        empty = ptx.mbarrier.array(barriers, 8 * STAGES, STAGES)
        (loaded,) = ptx.mbarrier.array(barriers, 16 * STAGES, 1)
        warpgroup = reg.scalar(s32)
        ptx.inst.shfl.sync.idx.b32(warpgroup, tid >> 7, 0, 31, 0xFFFFFFFF)

        visible = (first_row + (ROWS + shift)).min(keys) if causal else reg.scalar(s32, init=keys)
        last = (visible - 1) // KEYS
        # The last block that no row has to be masked in.
        whole = ((first_row + (shift + 1)) // KEYS).min(keys // KEYS) - 1 if causal else last - 1

        with ptx.if_(tid == 0):
            loaded.init(1)
            full.init_all(1)
            empty.init_all(CONSUMERS)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()

        def produce():
            """Load Q, then K and V as they are multiplied."""
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            stages = ptx.pipeline(STAGES)
            with ptx.if_(tid == 0):
                shared_head = head // group

                def load(source, block):
                    """Fill the next stage with a block of K or V."""
                    stage, phase = stages.advance()
                    empty.at(stage).wait(phase ^ 1)
                    full.at(stage).arrive_expect_tx(stage_bytes)
                    for panel in range(panels):
                        ptx.cp.async_.bulk.tensor_3d(
                            dst=ptx.addr(base_ring + stage * stage_bytes, panel * panel_bytes["keys"]),
                            src=source,
                            coord=(panel * PANEL, block * KEYS, shared_head),
                            mbar=full.at(stage),
                        )

                loaded.arrive_expect_tx(query_bytes)
                for panel in range(panels):
                    ptx.cp.async_.bulk.tensor_3d(
                        dst=ptx.addr(base_q, panel * panel_bytes["queries"]),
                        src=map_q,
                        coord=(panel * PANEL, first_row, head),
                        mbar=loaded,
                    )
                load(map_k, last)
                for block in ptx.range_(last - 1, -1, -1):
                    load(map_k, block)
                    load(map_v, block + 1)
                load(map_v, reg.scalar(s32, init=0))

        def consume():
            """Multiply, take the softmax, multiply again."""
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            stages = ptx.pipeline(STAGES)
            half = (warpgroup - 1) * (ROWS // CONSUMERS)
            thread, lane = tid & 127, tid & 31
            row = half + ((thread >> 5) * 16 + (lane >> 2))
            mine = base_q + reg.from_(half * (PANEL * 2), u32)
            matrix_q = ptx.wgmma.masked_descriptor(mine)
            matrix_k = ptx.wgmma.masked_descriptor(base_ring)
            matrix_v = ptx.wgmma.auto_descriptor(base_ring, dtype=dtype, shape=(KEYS, width), major="MN")
            scores = reg.wgmma_frag(m=64, n=KEYS, dtype=f32)
            weights = [reg.array(b32, 4) for _ in range(KEYS // 16)]
            out = reg.wgmma_frag(m=64, n=width, dtype=f32)
            for value in out:
                ptx.inst.mov.f32(value, 0.0)
            largest = [reg.scalar(f32, init=-math.inf) for _ in range(2)]
            total = [reg.scalar(f32, init=0.0) for _ in range(2)]
            turns = [
                ptx.named_barrier(number, count=128 * CONSUMERS) for number in (warpgroup, 3 - warpgroup)
            ]

            def of_row(fragment, upper):
                """The registers of a fragment that belong to the one or the other row of this thread."""
                return [value for i, value in enumerate(fragment) if i >> 1 & 1 == upper]

            def acquire():
                """Wait for the next stage; its number."""
                number, phase = stages.advance()
                full.at(number).wait(phase)
                return number

            def release(number):
                """One thread tells that this warpgroup is done with a stage."""
                with ptx.if_(thread == 0):
                    empty.at(number).arrive()

            def at_stage(matrix, number):
                """The descriptor of the same matrix in a stage."""
                here = reg.scalar(matrix.dtype)
                ptx.inst.mad.wide.u32(here, number, stage_bytes >> 4, matrix)
                return here

            def multiply_keys(number):
                """Start `scores = Q @ K.T`."""
                here = at_stage(matrix_k, number)
                ptx.wgmma.fence()
                for part in range(width // 16):
                    panel, offset = divmod(part * 16, PANEL)
                    ptx.wgmma.mma_async(
                        shape=(64, KEYS, 16), dtype_d=f32, dtype_a=dtype, dtype_b=dtype, d=scores,
                        a=matrix_q, b=here, scale_d=part > 0,
                        a_k_offset=panel * panel_bytes["queries"] + 2 * offset,
                        b_k_offset=panel * panel_bytes["keys"] + 2 * offset,
                    )  # fmt: skip
                ptx.wgmma.commit_group()

            def multiply_values(number):
                """Start `out += weights @ V`."""
                here = at_stage(matrix_v, number)
                ptx.wgmma.fence()
                for part, fragment in enumerate(weights):
                    ptx.wgmma.mma_async(
                        shape=(64, width, 16), dtype_d=f32, dtype_a=dtype, dtype_b=dtype, d=out,
                        a=fragment, b=here, scale_d=True, trans_b=1, b_k_offset=part * 16 * PANEL * 2,
                    )  # fmt: skip
                ptx.wgmma.commit_group()

            def mask(block):
                """Set the score of masked and missing keys to minus infinity."""
                for upper in range(2):
                    end = (first_row + row + (8 * upper + shift + 1)).min(keys) if causal else keys
                    seen = end - block * KEYS - (lane & 3) * 2
                    for i, value in enumerate(of_row(scores, upper)):
                        ptx.inst.mov.f32(value, -math.inf, pred=seen <= i // 2 * 8 + i % 2)

            def soften(*, masked):
                """Make the scores exponentials, and scale the sums; the factors that scale `out`."""
                factors = []
                for upper in range(2):
                    values = of_row(scores, upper)
                    top = reg.from_(largest[upper], f32)
                    for value in values:
                        ptx.inst.max.f32(top, top, value)
                    for distance in (1, 2):
                        other = reg.scalar(f32)
                        ptx.inst.shfl.sync.bfly.b32(other, top, distance, 31, 0xFFFFFFFF)
                        ptx.inst.max.f32(top, top, other)
                    base = top * scale
                    if masked:  # a row that has seen no key yet has no largest score
                        ptx.inst.mov.f32(base, 0.0, pred=top == -math.inf)
                    factor = reg.scalar(f32)
                    ptx.inst.fma.rn.f32(factor, largest[upper], scale, -base)
                    ptx.inst.ex2.approx.ftz.f32(factor, factor)
                    ptx.inst.mov.f32(largest[upper], top)
                    ptx.inst.mul.f32(total[upper], total[upper], factor)
                    below = -base
                    for value in values:
                        ptx.inst.fma.rn.f32(value, value, scale, below)
                        ptx.inst.ex2.approx.ftz.f32(value, value)
                        ptx.inst.add.f32(total[upper], total[upper], value)
                    factors.append(factor)
                return factors

            def weigh(factors):
                """Round the exponentials to fragments of A, and scale what was summed so far."""
                for part, fragment in enumerate(weights):
                    for i, pair in enumerate(fragment):
                        first = 8 * part + 2 * i
                        ptx.inst[f"cvt.rn.{dtype}x2.f32"](pair, scores[first + 1], scores[first])
                for half_row, factor in enumerate(factors):
                    for value in of_row(out, half_row):
                        ptx.inst.mul.f32(value, value, factor)

            def step(block, *, masked):
                """The scores of a block, while the values of the one after it are multiplied."""
                number_k = acquire()
                turns[0].sync()
                multiply_keys(number_k)
                number_v = acquire()
                multiply_values(number_v)
                turns[1].arrive(pred=block + CONSUMERS > warpgroup)  # no consumer follows the last turn
                ptx.wgmma.wait_group(1)
                release(number_k)
                if masked:
                    mask(block)
                factors = soften(masked=masked)
                ptx.wgmma.wait_group(0)
                release(number_v)
                weigh(factors)

            def store_logarithm(tensor, upper):
                """Store the logarithm of a row's sum, one thread of the four that have the row."""
                logarithm, query = reg.scalar(f32), first_row + row + 8 * upper
                ptx.inst.lg2.approx.f32(logarithm, total[upper])
                ptx.inst.fma.rn.f32(logarithm, largest[upper], scale, logarithm)
                (place,) = ptx.global_ptrs(tensor)
                ptx.inst.mad.wide.s32(place, head * queries + query, 4, place)
                mine_alone = ((lane & 3) == 0) & (query < queries)
                ptx.st(f32, ptx.addr(place), logarithm * (1 / LOG2_E), pred=mine_alone)

            with ptx.if_(warpgroup == CONSUMERS):
                turns[1].arrive()
            loaded.wait(0)
            number = acquire()
            multiply_keys(number)
            ptx.wgmma.wait_group(0)
            release(number)
            mask(last)
            weigh(soften(masked=True))
            for block in ptx.range_(last - 1, whole, -1):
                step(block, masked=True)
            for block in ptx.range_((last - 1).min(whole), -1, -1):
                step(block, masked=False)
            number = acquire()
            multiply_values(number)
            ptx.wgmma.wait_group(0)
            release(number)

            for upper in range(2):
                for distance in (1, 2):
                    other = reg.scalar(f32)
                    ptx.inst.shfl.sync.bfly.b32(other, total[upper], distance, 31, 0xFFFFFFFF)
                    ptx.inst.add.f32(total[upper], total[upper], other)
                if Lse is not None:
                    store_logarithm(Lse, upper)
                inverse = reg.scalar(f32)
                ptx.inst.rcp.approx.ftz.f32(inverse, total[upper])
                for value in of_row(out, upper):
                    ptx.inst.mul.f32(value, value, inverse)

            line = mine + reg.from_(((thread >> 5) * 16 + (lane & 15)) * (PANEL * 2), u32)
            for part in range(width // 16):
                panel, offset = divmod(part * 16, PANEL)
                chunk = ((lane >> 4) + offset // 8) ^ (lane & 7)
                rounded = reg.array(b32, 4)
                for i, pair in enumerate(rounded):
                    ptx.inst[f"cvt.rn.{dtype}x2.f32"](pair, out[8 * part + 2 * i + 1], out[8 * part + 2 * i])
                there = line + reg.from_(chunk << 4, u32)
                ptx.stmatrix(smem=ptx.addr(there, panel * panel_bytes["queries"]), regs=rounded)
            ptx.fence.proxy_async_shared_cta()
            ptx.bar.sync(warpgroup + CONSUMERS, 128)
            with ptx.if_(thread == 0):
                for panel in range(panels):
                    ptx.cp.async_.bulk.tensor_3d.store(
                        dst=map_out,
                        src=ptx.addr(mine, panel * panel_bytes["queries"]),
                        coord=(panel * PANEL, first_row + half, head),
                    )
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0, read=True)

        with ptx.if_(warpgroup == 0):
            produce()
        with ptx.else_():
            consume()
        ptx.ret()

    return kernel(
        in_specs=(
            Tile(heads, queries, width, dtype),
            Tile(heads // group, keys, width, dtype),
            Tile(heads // group, keys, width, dtype),
        ),
        out_specs=(Tile(heads, queries, width, dtype), *[Tile(heads, queries, f32)] * statistics),
        grid=(-(-queries // ROWS), heads),
        block=(128 * (1 + CONSUMERS), 1, 1),
        arch=arch,
        name="flash_attention",
    )(
        (lambda Q, K, V, Out, Lse: body(Q, K, V, Out, Lse))
        if statistics
        else (lambda Q, K, V, Out: body(Q, K, V, Out))
    )


def check_sizes(heads: int, queries: int, keys: int, width: int, *, group: int, causal: bool) -> None:
    """Refuse sizes that the kernels for attention do not take.

    Raises:
        ValueError: There is no such kernel.
    """
    if width not in WIDTHS:
        raise ValueError(f"width={width}: this kernel takes one of {WIDTHS}")
    if heads % group:
        raise ValueError(f"heads={heads} do not divide into groups of {group}")
    if causal and keys < queries:
        raise ValueError(f"queries={queries}, keys={keys}: the first queries of causal attention see no key")


def flash_attention_ref(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False,
    scale: float | None = None,
) -> np.ndarray:  # fmt: skip
    """The same in NumPy, in f64."""
    return weighted_sums(q, k, v, group=group, causal=causal, scale=scale)[0]


def weighted_sums(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, group: int = 1, causal: bool = False,
    scale: float | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The result of attention in f64, and the logarithm of each query's sum of exponentials."""
    k, v = (np.repeat(x.astype(np.float64), group, axis=0) for x in (k, v))
    scores = q.astype(np.float64) @ k.swapaxes(1, 2) * (scale or 1 / math.sqrt(q.shape[2]))
    if causal:
        queries, keys = scores.shape[1:]
        scores[:, ~np.tri(queries, keys, keys - queries, dtype=bool)] = -np.inf
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(axis=2, keepdims=True)
    return weights / total @ v, (largest + np.log(total))[..., 0]


def main(
    heads: int = 2, queries: int = 200, keys: int = 320, width: int = 128, *, arch: str = "sm_90a"
) -> None:
    """Run it against the reference, causal and not."""
    rng = np.random.default_rng(0)
    q, k, v = (
        rng.standard_normal((heads, rows, width)).astype(ml_dtypes.bfloat16) for rows in (queries, keys, keys)
    )
    for causal in (False, True):
        attention = build_flash_attention(heads, queries, keys, width, causal=causal, arch=arch)
        trial(attention, (q, k, v), expected=flash_attention_ref(q, k, v, causal=causal), tolerance=2e-2)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
