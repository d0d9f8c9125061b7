"""The warps that add to the sums of dQ, for the gradients of attention on Hopper.

Each consumer has one: an idle warp of the producer's warpgroup. Fences of the whole device, which the order
of CTAs needs, are in its loop, so that the loop of a consumer, which multiplies, has none.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `FREE` | writer | consumer | the consumer may write its part of dQ for the next block |
| `WRITTEN` | consumer | writer | it has done so |

A consumer of a width of 64 or 128 writes to shared memory, from where a bulk copy of the writer adds to the
sums. One of a width of 256 adds to the sums itself, and has a writer only where the order of CTAs is fixed.
"""

from __future__ import annotations

from typing import Any

from pyptx import ptx, reg
from pyptx.kernels.attention_backward_rows import PART
from pyptx.types import f32, pred, u32, u64

FREE, WRITTEN = 4, 6  # named barriers of the first consumer; those of the second one follow


def barriers_of(consumer: Any) -> tuple[Any, Any]:
    """Return the barriers `FREE` and `WRITTEN` of a consumer and its writer."""
    free, written = (ptx.named_barrier(consumer + first, count=160) for first in (FREE, WRITTEN))
    return free, written


def address_of(first: Any, number: Any, size: int) -> Any:
    """Return the address of an element of an array, whose `first` one has that address."""
    address = reg.scalar(u64)
    ptx.inst.mad.wide.u32(address, number, size, first)
    return address


class Writer:
    """A warp that adds what a consumer wrote to the sums, or lets it add when its turn has come."""

    def __init__(self, cta: Any, consumer: Any) -> None:
        """Name the barriers.

        Args:
            cta: The `Gradients` of its CTA.
            consumer: Number of the consumer.
        """
        self.cta, self.consumer, self.first_lane = cta, consumer, cta.tid & 31 == 0
        self.free, self.written = barriers_of(consumer)

    def run(self) -> None:
        """Trace the walk over the queries of all heads, in the order of the consumer."""
        cta, copies, ordered = self.cta, self.cta.dq is not None, self.cta.turns is not None
        if copies:
            self.free.arrive()
        for member in ptx.range_(cta.group):
            head = cta.shared_head * cta.group + member
            sums, counters = (
                None if tensor is None else cta.of_head(tensor, head) for tensor in (cta.sums, cta.turns)
            )
            for block in ptx.range_(cta.blocks.first, cta.blocks.end):
                number = cta.part_number(self.consumer, block)
                if copies:
                    self.written.sync()
                with ptx.if_(self.first_lane):
                    if ordered:
                        counter = address_of(counters, number, 4)
                        self.wait_for_turn(counter, block)
                    if copies:
                        self.add(address_of(sums, number, PART))
                self.free.arrive()
                if not copies:
                    self.written.sync()
                if ordered:
                    with ptx.if_(self.first_lane):
                        if copies:
                            ptx.cp.async_.bulk.wait_group(0)
                        ptx.inst.red.release.gpu.global_.add.u32(ptx.addr(address_of(counters, number, 4)), 1)

    def add(self, target: Any) -> None:
        """Add the part in shared memory to the sums; wait until it has been read."""
        source = self.cta.dq + reg.from_(self.consumer, u32) * PART
        ptx.cp.reduce.async_.bulk.store("add", f32, ptx.addr(target), ptx.addr(source), PART)
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(0, read=True)

    def wait_for_turn(self, counter: Any, block: Any) -> None:
        """Wait until the CTAs with keys before those of this one have added to a block."""
        cta = self.cta
        bits = cta.keys.bit_length() - 1  # shifts: neither number is negative, and keys are a power of two
        turn = cta.first_key >> bits
        if cta.left is not None:
            seen = (block * cta.rows + cta.shift - cta.left).max(0)  # first key that the first query sees
            turn -= seen >> bits
        count, early = reg.scalar(u32), reg.scalar(pred)
        with ptx.loop("turn", pred=early):
            ptx.ld(u32, count, ptx.addr(counter), sem="acquire", scope="gpu")
            ptx.inst.setp.lt.u32(early, count, reg.from_(turn, u32))
