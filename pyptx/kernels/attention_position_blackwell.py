"""The rows, and the blocks of keys, of a CTA of attention on Blackwell, for each mask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernels.attention_softmax import edges
from pyptx.kernels.attention_tensors import Rows, quotient
from pyptx.kernels.roles_blackwell import ROWS
from pyptx.types import s32

if TYPE_CHECKING:
    from pyptx.types import PtxType

TILES, KEYS = 2, 128


@dataclass(frozen=True)
class Variant:
    """The constants of a kernel's code: options of `build_attention_blackwell`, and the value of `COMPUTED`.

    Attributes:
        axes: Axes of Q, K, V and the result.
    """

    width: int
    dtype: PtxType
    mask: str
    softcap: bool
    scale: float | None
    computed: int
    axes: str


class Position:
    """The work of a CTA, in registers of the role that computes it.

    Attributes:
        queries: The rows of Q and of the result.
        keys: The rows of K and V.
        head: The head of Q.
        first_row: The first row of Q.
        first: The first block of keys that some row sees.
        end: The one after the last of them; there is at least one.
    """

    def __init__(self, variant: Variant, Q: Any, K: Any) -> None:
        """Find the rows and the blocks."""
        self.left, self.right = edges(variant.mask)
        self.head = reg.from_(ptx.special.ctaid.y(), s32)
        sequence = reg.from_(ptx.special.ctaid.z(), s32) if "b" in variant.axes else 0
        self.queries, self.keys = (Rows(tensor, variant.axes, sequence) for tensor in (Q, K))
        # The last queries of causal attention see most keys: their CTAs come first.
        last_tile = quotient((self.queries.count - 1).max(0), TILES * ROWS)
        number = last_tile - reg.from_(ptx.special.ctaid.x(), s32)
        self.first_row = number * (TILES * ROWS)
        last = self.visible(self.first_row + (TILES * ROWS - 1))
        self.end = quotient(last.max(1) + (KEYS - 1), KEYS)
        self.first: Any = 0
        if self.left is not None:
            self.first = quotient(self.first_seen(self.first_row).max(0), KEYS).min(self.end - 1)

    @property
    def blocks(self) -> Any:
        """The number of blocks."""
        return self.end - self.first

    def own(self, query: Any) -> Any:
        """The key of a query; the last query has the last key."""
        return query + (self.keys.count - self.queries.count)

    def visible(self, query: Any) -> Any:
        """The key after the last one that a query sees; at or below 0 for a query that sees none."""
        keys = self.keys.count
        return keys if self.right is None else (self.own(query) + (self.right + 1)).min(keys)

    def first_seen(self, query: Any) -> Any:
        """The first key that a query sees, if there are keys before it."""
        return self.own(query) - self.left

    def unmasked(self, query: Any) -> tuple[Any, Any]:
        """The blocks that the query and the rows of its tile see without a mask: the first, and the end."""
        end = quotient(self.visible(query).max(0), KEYS)
        if self.left is None:
            return 0, end
        first = quotient(self.first_seen(query + (ROWS - 1)).max(0) + (KEYS - 1), KEYS)
        first = first.max(self.first).min(self.end)
        return first, end.max(first)
