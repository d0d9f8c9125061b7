"""The softmax of attention in registers: the keys that a query sees, and sums that follow the blocks of keys.

Scores of 64 queries are the accumulator of a warpgroup. A thread has two rows of it, and a quarter of the
columns of each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from pyptx import ptx, reg
from pyptx.kernels.attention_tensors import quotient
from pyptx.types import f32, s32

LOG2_E = math.log2(math.e)
MASKS = ("full", "causal", "window")


def edges(mask: str) -> tuple[Any, Any]:
    """Return the keys before a query's own and after it that it sees; None for all of a side."""
    if mask == "window":
        return ptx.param(s32, "left"), ptx.param(s32, "right")
    return None, 0 if mask == "causal" else None


@dataclass(frozen=True)
class Blocks:
    """Numbers of the blocks of keys that a tile of queries sees, from `last` down to `first`.

    Attributes:
        first: The lowest block.
        last: The highest one, which is always masked.
        whole_first: The lowest one that no query has to be masked in.
        whole_last: The highest one.
    """

    first: Any
    last: Any
    whole_first: Any
    whole_last: Any


@dataclass(frozen=True)
class Band:
    """The mask: a query sees keys from `left` before its own to `right` after it.

    The last query's own key is the last one.

    Attributes:
        queries: Number of queries.
        keys: Number of keys.
        left: Keys before a query's own; None for all.
        right: Keys after it; None for all, 0 for causal attention.
    """

    queries: Any
    keys: Any
    left: Any = None
    right: Any = None

    def blocks(self, row: Any, rows: int, size: int) -> Blocks:
        """Return the blocks of `size` keys that the queries from `row` on attend to; at least one."""
        own = row + (self.keys - self.queries)
        end = full = self.keys
        if self.right is not None:
            end = (own + (self.right + rows)).min(self.keys)
            full = (own + (self.right + 1)).min(self.keys)
        last = quotient((end - 1).max(0), size)
        whole_last = last - 1 if self.right is None else quotient(full.max(0), size) - 1
        if self.left is None:
            return Blocks(0, last, 0, whole_last)
        first = quotient((own - self.left).max(0), size).min(last)
        whole_first = quotient((own + (rows - 1) - self.left).max(0) + (size - 1), size)
        return Blocks(first, last, whole_first.max(first), whole_last)

    def apply(self, scores: Any, row: Any, key: Any) -> None:
        """Set scores that are masked, and those of missing keys, to minus infinity.

        Args:
            scores: The accumulator.
            row: Query of this thread's first row; the query of its second row comes eight later.
            key: Key of this thread's first column.
        """
        for upper in range(2):
            own = row + (self.keys - self.queries) + 8 * upper
            end = self.keys if self.right is None else (own + (self.right + 1)).min(self.keys)
            seen = end - key
            for i, value in enumerate(of_row(scores, upper)):
                ptx.inst.mov.f32(value, -math.inf, pred=seen <= i // 2 * 8 + i % 2)
            if self.left is None:
                continue
            unseen = own - self.left - key
            for i, value in enumerate(of_row(scores, upper)):
                ptx.inst.mov.f32(value, -math.inf, pred=unseen > i // 2 * 8 + i % 2)


class OnlineSoftmax:
    """Exponentials of scores that come block by block, and their sums.

    A row keeps its largest score and the sum of its exponentials. When the largest grows, sums are scaled.
    Scores are in units of log2, for `ex2`.
    """

    def __init__(self, scale: Any, softcap: Any = None) -> None:
        """Compute the factors.

        Args:
            scale: Factor of the scores, a number or a register.
            softcap: Bound c of the scores, which become `c * tanh(score / c)`; None for none.
        """
        self.inner = None if softcap is None else scale / softcap
        self.scale = (scale if softcap is None else softcap) * LOG2_E
        self.largest, self.total = reg.array(f32, 2), reg.array(f32, 2)

    def start(self) -> None:
        """Start with no key."""
        for largest, total in zip(self.largest, self.total, strict=True):
            ptx.inst.mov.f32(largest, -math.inf)
            ptx.inst.mov.f32(total, 0.0)

    def cap(self, scores: Any) -> None:
        """Bound the scores, in units of the softcap."""
        cap_scores(scores, self.inner)

    def take(self, scores: Any, *, masked: bool) -> list[Any]:
        """Make the scores exponentials and add them; return the factors of earlier sums of both rows."""
        factors = []
        for upper in range(2):
            values, largest, total = of_row(scores, upper), self.largest[upper], self.total[upper]
            top = reg.from_(largest, f32)
            for value in values:
                ptx.inst.max.f32(top, top, value)
            for distance in (1, 2):
                ptx.inst.max.f32(top, top, exchanged(top, distance))
            base = top * self.scale
            if masked:  # a row that has seen no key yet has no largest score
                ptx.inst.mov.f32(base, 0.0, pred=top == -math.inf)
            factor = reg.scalar(f32)
            ptx.inst.fma.rn.f32(factor, largest, self.scale, -base)
            ptx.inst.ex2.approx.ftz.f32(factor, factor)
            ptx.inst.mov.f32(largest, top)
            ptx.inst.mul.f32(total, total, factor)
            below = -base
            for value in values:
                ptx.inst.fma.rn.f32(value, value, self.scale, below)
                ptx.inst.ex2.approx.ftz.f32(value, value)
                ptx.inst.add.f32(total, total, value)
            factors.append(factor)
        return factors

    def finish(self) -> list[Any]:
        """Complete the sums; return the inverse for both rows, 0 for a row that has seen no key."""
        inverses = []
        for total in self.total:
            for distance in (1, 2):
                ptx.inst.add.f32(total, total, exchanged(total, distance))
            inverse = reg.scalar(f32)
            ptx.inst.rcp.approx.ftz.f32(inverse, total)
            ptx.inst.mov.f32(inverse, 0.0, pred=total == 0.0)
            inverses.append(inverse)
        return inverses

    def logarithm(self, upper: int) -> Any:
        """Return the natural logarithm of a row's sum of exp(scores), after `finish`."""
        logarithm = reg.scalar(f32)
        ptx.inst.lg2.approx.f32(logarithm, self.total[upper])
        ptx.inst.fma.rn.f32(logarithm, self.largest[upper], self.scale, logarithm)
        return logarithm * (1 / LOG2_E)


def cap_scores(scores: Any, inner: Any) -> None:
    """Bound the scores, in units of the softcap: `inner` is their factor over it; None without one."""
    if inner is not None:
        for value in scores:
            ptx.inst.mul.f32(value, value, inner)
            ptx.inst.tanh.approx.f32(value, value)


def exchanged(value: Any, distance: int) -> Any:
    """Return the value of the lane at a distance."""
    other = reg.scalar(f32)
    ptx.inst.shfl.sync.bfly.b32(other, value, distance, 31, 0xFFFFFFFF)
    return other


def of_row(fragment: Any, upper: int) -> list[Any]:
    """Return the registers of a fragment that belong to the one or the other row of this thread."""
    return [value for i, value in enumerate(fragment) if i >> 1 & 1 == upper]
