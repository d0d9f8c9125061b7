"""A consumer of the gradients of attention with 256 columns on Hopper.

dK and dV of 64 keys and 256 columns fill half of the registers of an SM, so that a CTA has no more keys. Two
consumers have 128 columns each, of dK, dV and dQ. The scores of a block of 64 queries are divided, too: each
consumer computes those of 32 queries, and rounds their weights and slopes to shared memory, where both read
all of them as A, transposed for dK and dV. There are two buffers, so that one barrier a block is enough.

Shared memory has no room for elements of dQ in f32: each thread adds its own to the sums, four at once.
"""

from __future__ import annotations

from typing import Any

from pyptx import ptx, reg
from pyptx.kernels.attention_backward_consumer import CONSUMERS, SHARED, Walk
from pyptx.kernels.attention_backward_rows import LINE, PART
from pyptx.kernels.attention_backward_writer import address_of
from pyptx.kernels.attention_softmax import cap_scores
from pyptx.types import b32, f32, u32, u64


class WideWalk(Walk):
    """The registers of a consumer of 128 of 256 columns."""

    def declare(self) -> None:
        """Declare the accumulators and the fragments."""
        cta = self.cta
        rows, self.columns = cta.rows // CONSUMERS, cta.width // CONSUMERS
        self.first, self.queries = (0, self.consumer * (cta.panels // CONSUMERS)), self.consumer * rows
        self.scores, self.changes = (reg.wgmma_frag(m=64, n=rows, dtype=f32) for _ in range(2))
        self.weights, self.slopes = ([reg.array(b32, 4) for _ in range(rows // 16)] for _ in range(2))
        self.dk, self.dv, self.part = (reg.wgmma_frag(m=64, n=self.columns, dtype=f32) for _ in range(3))

    def describe(self) -> None:
        """Describe the matrices."""
        cta, rows, panels = self.cta, self.cta.rows, reg.from_(self.first[1], u32)
        lines = reg.from_(self.queries * LINE, u32)
        self.k, self.v = (ptx.wgmma.masked_descriptor(address) for address in (cta.k, cta.v))
        self.q, self.do = (ptx.wgmma.masked_descriptor(address + lines) for address in (cta.q, cta.do))
        self.q_mn, self.do_mn = (
            self.by_columns(address + panels * cta.row_panel, rows, self.columns)
            for address in (cta.q, cta.do)
        )
        self.k_mn = self.by_columns(cta.k + self.corner, cta.keys, self.columns)
        self.ds = ptx.wgmma.masked_descriptor(cta.ds)
        self.ds_mn = self.by_columns(cta.ds, rows, cta.keys)

    def step(self, block: Any, *, masked: bool) -> None:
        """Trace the work on a block of queries."""
        cta, rows = self.cta, self.cta.rows
        stage, (q, q_mn, do, do_mn) = self.start(block, masked=masked)
        for d, a, b in ((self.scores, self.k, q), (self.changes, self.v, do)):
            self.multiply(
                d, a, b, depth=cta.width, columns=rows // CONSUMERS, a_panel=cta.key_panel,
                b_panel=cta.row_panel,
            )  # fmt: skip
        buffer, _ = self.buffers.advance()
        buffer_bytes, parts = cta.design.rounded * cta.row_panel, range(len(self.weights))
        logarithms = self.number_place + stage * cta.stats_bytes
        ptx.wgmma.wait_group(1)
        cap_scores(self.scores, self.inner)
        if masked:
            self.mask(block)
        self.weigh(logarithms, parts, masked=masked)
        if self.inner is None:
            self.round(self.scores, self.weights, parts)
        ptx.wgmma.wait_group(0)
        for i, product in self.numbers(logarithms + rows * 4, parts):
            ptx.inst.add.f32(self.changes[i], self.changes[i], product)
            ptx.inst.mul.f32(self.changes[i], self.changes[i], self.scores[i])
        self.round(self.changes, self.slopes, parts)
        place = self.slope_place + buffer * buffer_bytes
        for offset, fragments in ((0, self.slopes), (cta.row_panel, self.weights)):
            for part in parts:
                there = ptx.addr(place, offset + part * 16 * LINE)
                ptx.stmatrix(smem=there, regs=fragments[part], trans=True)
        ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(SHARED, 128 * CONSUMERS)
        ds, ds_mn = (self.at(matrix, buffer, buffer_bytes) for matrix in (self.ds, self.ds_mn))
        weights = ds_mn + (cta.row_panel >> 4)
        self.multiply(self.part, ds, self.k_mn, depth=cta.keys, columns=self.columns, transposed=True)
        for d, a, b in ((self.dv, weights, do_mn), (self.dk, ds_mn, q_mn)):
            self.multiply(
                d, a, b, depth=rows, columns=self.columns, adds=True, transposed=True, a_transposed=True
            )
        ptx.wgmma.wait_group(2)
        self.add(block)
        ptx.wgmma.wait_group(0)
        with ptx.if_(self.thread == 0):
            cta.empty.at(stage).arrive()

    def add(self, block: Any) -> None:
        """Add this consumer's part of dQ to the sums."""
        ordered = self.cta.turns is not None
        place = address_of(self.sums, self.cta.part_number(self.consumer, block), PART) + reg.from_(
            self.thread * 16, u64
        )
        if ordered:
            self.free.sync()
        for i in range(0, len(self.part), 4):
            ptx.inst.red.relaxed.gpu.global_.add.v4.f32(ptx.addr(place, i * 512), list(self.part[i : i + 4]))
        if ordered:
            self.written.arrive()
