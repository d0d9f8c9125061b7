"""A consumer of the gradients of attention on Hopper: its sums stay in registers while it walks the queries.

Two consumers of a width of 64 or 128 have 64 keys each (`Walk`). Weights and slopes of their keys are then
fragments of A in registers. For a width of 256 see `attention_backward_wide.py`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernels.attention_backward_rows import LINE, PANEL, PART
from pyptx.kernels.attention_backward_writer import barriers_of
from pyptx.kernels.attention_softmax import LOG2_E, cap_scores
from pyptx.types import b32, f32, s32, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN_KEYS = 64  # keys of a consumer
HALF = 64  # queries whose weights are rounded and multiplied together
PIECE = 16  # queries at a time with a softcap, whose derivatives take registers
CONSUMERS, STAGES, BUFFERS = 2, 2, 2
SHARED, OWN = 1, 2  # named barriers: of both consumers, of the first one; the next number is the second one's


class Walk:
    """The registers of a consumer while it walks the queries.

    Attributes:
        sums: Address of the sums of dQ of the head that it walks.
        first: First key, and first panel of columns, of its part of dK and dV; of the CTA's.
        queries: First query, in a block, of its scores.
    """

    sums: Any

    def __init__(self, cta: Any, consumer: Any, thread: Any) -> None:
        """Declare the registers of a warpgroup, and describe the matrices of the first stage.

        Args:
            cta: The `Gradients` of its CTA.
            consumer: Number of the consumer.
            thread: Number of the thread in the warpgroup.
        """
        self.cta, self.consumer, self.thread, self.lane = cta, consumer, thread, thread & 31
        scale = ptx.param(f32, "scale")
        self.inner = None if cta.softcap is None else scale / cta.softcap
        self.scale = (scale if cta.softcap is None else cta.softcap) * LOG2_E
        self.turns, self.buffers = ptx.pipeline(STAGES), ptx.pipeline(BUFFERS)
        self.own = ptx.named_barrier(consumer + OWN, count=128)
        self.free, self.written = barriers_of(consumer)
        self.first: tuple[Any, Any] = (consumer * OWN_KEYS, 0)
        self.queries: Any = 0
        self.declare()
        for value in (*self.dk, *self.dv):
            ptx.inst.mov.f32(value, 0.0)
        key, panel = self.first
        self.corner = reg.from_(key * LINE + panel * cta.key_panel, u32)
        warp, lane = thread >> 5, self.lane
        self.key = key + warp * 16 + (lane >> 2)
        self.number_place = cta.numbers + reg.from_((lane & 3) * 16 + self.queries * 4, u32)
        chunk = (warp * 2 + (lane >> 3 & 1)) ^ (lane & 7)
        line = (lane >> 4) * 8 + (lane & 7) + self.queries
        self.slope_place = cta.ds + reg.from_(line * LINE + (chunk << 4), u32)
        self.describe()

    def declare(self) -> None:
        """Declare the accumulators and the fragments."""
        cta = self.cta
        self.scores, self.changes = (reg.wgmma_frag(m=64, n=cta.rows, dtype=f32) for _ in range(2))
        self.weights, self.slopes = ([reg.array(b32, 4) for _ in range(cta.rows // 16)] for _ in range(2))
        self.dk, self.dv = (reg.wgmma_frag(m=64, n=cta.width, dtype=f32) for _ in range(2))
        self.part = reg.wgmma_frag(m=64, n=PANEL, dtype=f32)

    def describe(self) -> None:
        """Describe the matrices."""
        cta, rows = self.cta, self.cta.rows
        panel = reg.from_(self.consumer, u32)
        self.k, self.v = (ptx.wgmma.masked_descriptor(address + self.corner) for address in (cta.k, cta.v))
        self.q, self.do = (ptx.wgmma.masked_descriptor(address) for address in (cta.q, cta.do))
        self.q_mn, self.do_mn = (self.by_columns(address, rows, cta.width) for address in (cta.q, cta.do))
        # A consumer has half of the columns of dQ, or half of its rows.
        columns, lines = (panel * cta.key_panel, 0) if rows == 64 else (0, panel * (64 * LINE))
        self.k_mn = self.by_columns(cta.k + columns, cta.keys, PANEL)
        self.ds = ptx.wgmma.masked_descriptor(cta.ds + lines)
        self.slope_place = self.slope_place + panel * cta.row_panel
        self.part_place = cta.dq + panel * PART

    def by_columns(self, address: Any, rows: int, columns: int) -> Any:
        """Return the descriptor of a matrix for reads along columns; its rows are the rows of its panels."""
        return ptx.wgmma.auto_descriptor(address, dtype=self.cta.dtype, shape=(rows, columns), major="MN")

    def multiply(
        self, d: Any, a: Any, b: Any, *, depth: int, columns: int, a_panel: int = 0, b_panel: int = 0,
        row: int = 0, adds: bool = False, transposed: bool = False, a_transposed: bool = False,
    ) -> None:  # fmt: skip
        """Start `d = a @ b`, or `d += a @ b`.

        Args:
            d: Registers of D.
            a: Descriptor of A, or its fragments.
            b: Descriptor of B.
            depth: Columns of A.
            columns: Columns of B.
            a_panel: Bytes from a panel of A to the next.
            b_panel: The same for B, if rows of its panels are columns of B.
            row: First row of the panels of B.
            adds: Whether D is added.
            transposed: Whether rows of the panels are rows of B.
            a_transposed: Whether rows of the panels are columns of A.
        """
        ptx.wgmma.fence()
        for part in range(depth // 16):
            panel, offset = divmod(part * 16, PANEL)
            registers = isinstance(a, list)
            there = part * 16 * LINE if a_transposed else panel * a_panel + 2 * offset
            ptx.wgmma.mma_async(
                shape=(64, columns, 16), dtype_d=f32, dtype_a=self.cta.dtype, dtype_b=self.cta.dtype, d=d,
                a=a[part] if registers else a, b=b, scale_d=adds or part > 0, trans_b=int(transposed),
                trans_a=int(a_transposed), a_k_offset=0 if registers else there,
                b_k_offset=row * LINE + (part * 16 * LINE if transposed else panel * b_panel + 2 * offset),
            )  # fmt: skip
        ptx.wgmma.commit_group()

    def at(self, matrix: Any, number: Any, size: int) -> Any:
        """Return the descriptor of the same matrix in a stage."""
        here = reg.scalar(matrix.dtype)
        ptx.inst.mad.wide.u32(here, number, size >> 4, matrix)
        return here

    def numbers(self, place: Any, parts: range) -> Iterator[tuple[int, Any]]:
        """Yield the position of each element of some fragments of A, and the number of its query."""
        for part in parts:
            numbers = reg.array(f32, 4)
            ptx.ld(f32, numbers, ptx.addr(place, part * 64), vec=4, space="shared")
            for i in range(8 * part, 8 * part + 8):
                yield i, numbers[i % 8 // 4 * 2 + i % 2]

    def mask(self, block: Any) -> None:
        """Set the score of masked and missing keys to minus infinity."""
        cta = self.cta
        column = block * cta.rows + self.queries + (self.lane & 3) * 2  # query of this thread's first score
        for upper in range(2):
            key = self.key + 8 * upper
            first = reg.scalar(s32, init=0)  # column of the first query that sees the key
            if cta.right is not None:
                ptx.mov(first, cta.ahead + key - cta.right - column)
            ptx.mov(first, cta.rows, pred=cta.first_key + key >= cta.key_rows.count)
            last = None if cta.left is None else cta.ahead + key + cta.left - column
            for i, value in enumerate(self.scores):
                if i >> 1 & 1 == upper:
                    ptx.inst.mov.f32(value, -math.inf, pred=first > i // 4 * 8 + i % 2)
                    if last is not None:
                        ptx.inst.mov.f32(value, -math.inf, pred=last < i // 4 * 8 + i % 2)

    def weigh(self, logarithms: Any, parts: range, *, masked: bool) -> None:
        """Make scores exponentials; with a softcap round them, too, and multiply them by its derivative."""
        weights: list[Any] = []
        for i, logarithm in self.numbers(logarithms, parts):
            weight = self.scores[i] if self.inner is None else reg.scalar(f32)
            ptx.inst.fma.rn.f32(weight, self.scores[i], self.scale, logarithm)
            ptx.inst.ex2.approx.ftz.f32(weight, weight)
            weights.append(weight)
        if self.inner is None:
            return
        self.round(weights, self.weights, parts)
        for score, weight in zip(self.scores[8 * parts.start : 8 * parts.stop], weights, strict=True):
            if masked:  # the score is minus infinity, and its exponential 0
                ptx.inst.max.f32(score, score, -1.0)
            ptx.inst.fma.rn.f32(score, -(weight * score), score, weight)

    def start(self, block: Any, *, masked: bool) -> tuple[Any, list[Any]]:
        """Wait for a block of queries; return its stage, and the matrices Q and dO in it, twice each."""
        cta = self.cta
        stage, parity = self.turns.advance()
        cta.full.at(stage).wait(parity)
        if masked and cta.foreign:
            missing = cta.query_rows.count - block * cta.rows
            with ptx.if_(missing < cta.rows):
                places = [address + stage * cta.stage_bytes for address in (cta.q, cta.do)]
                cta.clear(places, missing, cta.rows)
        matrices = (self.q, self.q_mn, self.do, self.do_mn)
        return stage, [self.at(matrix, stage, cta.stage_bytes) for matrix in matrices]

    def step(self, block: Any, *, masked: bool) -> None:
        """Trace the work on a block of queries."""
        cta, rows, width = self.cta, self.cta.rows, self.cta.width
        stage, (q, q_mn, do, do_mn) = self.start(block, masked=masked)
        for d, a, b in ((self.scores, self.k, q), (self.changes, self.v, do)):
            self.multiply(d, a, b, depth=width, columns=rows, a_panel=cta.key_panel, b_panel=cta.row_panel)
        buffer, _ = self.buffers.advance()
        slope_bytes = cta.keys // PANEL * cta.row_panel
        slope_place = self.slope_place + buffer * slope_bytes
        logarithms = self.number_place + stage * cta.stats_bytes
        size = HALF if cta.softcap is None else PIECE
        pieces = [range(first // 16, (first + size) // 16) for first in range(0, rows, size)]
        early = pieces if cta.softcap is None else pieces[:1]  # more would not fit into the registers

        def multiply_weights(parts: range) -> None:
            """Start the MMAs that add the contribution of some queries to dV."""
            if cta.softcap is None:
                self.round(self.scores[8 * parts.start : 8 * parts.stop], self.weights, parts)
            self.multiply(
                self.dv, self.weights[parts.start : parts.stop], do_mn, depth=size, columns=width,
                row=parts.start * 16, adds=True, transposed=True,
            )  # fmt: skip

        ptx.wgmma.wait_group(1)
        cap_scores(self.scores, self.inner)
        if masked:
            self.mask(block)
        self.weigh(logarithms, pieces[0], masked=masked)
        multiply_weights(pieces[0])
        for parts in early[1:]:
            self.weigh(logarithms, parts, masked=masked)
        ptx.wgmma.wait_group(1)
        for parts in pieces:
            if parts not in early:
                self.weigh(logarithms, parts, masked=masked)
            if parts.start:
                multiply_weights(parts)
            for i, product in self.numbers(logarithms + rows * 4, parts):
                ptx.inst.add.f32(self.changes[i], self.changes[i], product)
                ptx.inst.mul.f32(self.changes[i], self.changes[i], self.scores[i])
            self.round(self.changes[8 * parts.start : 8 * parts.stop], self.slopes, parts)
            for part in parts:
                place = ptx.addr(slope_place, part * 16 * LINE)
                ptx.stmatrix(smem=place, regs=self.slopes[part], trans=True)
        ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(SHARED, 128 * CONSUMERS)
        self.multiply(
            self.part, self.at(self.ds, buffer, slope_bytes), self.k_mn, depth=cta.keys, columns=PANEL,
            a_panel=cta.row_panel, transposed=True,
        )  # fmt: skip
        self.multiply(self.dk, self.slopes, q_mn, depth=rows, columns=width, adds=True, transposed=True)
        ptx.wgmma.wait_group(1)
        line = self.part_place + reg.from_(self.thread * 16, u32)
        self.free.sync()
        for i in range(len(self.part) // 4):
            ptx.st(f32, ptx.addr(line, i * 2048), list(self.part[4 * i : 4 * i + 4]), vec=4, space="shared")
        ptx.fence.proxy_async_shared_cta()
        self.written.arrive()
        ptx.wgmma.wait_group(0)
        with ptx.if_(self.thread == 0):
            cta.empty.at(stage).arrive()

    def round(self, values: Any, fragments: list[Any], parts: range) -> None:
        """Round elements of these parts of D to fragments of A."""
        for part in parts:
            for i, pair in enumerate(fragments[part]):
                first = 8 * (part - parts.start) + 2 * i
                ptx.inst[f"cvt.rn.{self.cta.dtype}x2.f32"](pair, values[first + 1], values[first])
