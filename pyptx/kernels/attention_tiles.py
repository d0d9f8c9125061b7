"""The order in which the tiles of attention are computed.

Tiles of one head read the same keys and values, so tiles that are computed together should belong to few
heads. With a causal mask, tiles differ in length, and long ones that begin late would leave multiprocessors
idle at the end.

Heads are taken in sections whose keys and values fit in the L2 cache together. In a section the last rows of
all heads come first: with a causal mask they see most keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyptx.kernels.attention_softmax import Band, Blocks
    from pyptx.kernels.attention_tensors import Pages, Rows

SECTION_BYTES = 1 << 24
"""Keys and values of a section: a third of the L2 cache of an H100."""


@dataclass(frozen=True)
class QueryTile:
    """A tile of queries of a head, and the keys that they see.

    Attributes:
        head: Head of the queries.
        row: First query of the tile; below 0 for a tile that the sequence does not have.
        queries: Queries of the sequence.
        keys: Keys and values of the sequence.
        band: The mask.
        blocks: Blocks of keys that the tile sees.
    """

    head: Any
    row: Any
    queries: Rows
    keys: Rows | Pages
    band: Band
    blocks: Blocks


@dataclass(frozen=True)
class TileOrder:
    """Numbers of tiles, from 0 on.

    Attributes:
        high: Tiles of the longest sequence.
        heads: Heads of a sequence.
        lines: Heads of all sequences together.
        together: Lines of a section.
    """

    high: Any
    heads: Any
    lines: Any
    together: Any

    @classmethod
    def of(cls, high: Any, heads: Any, shared: Any, sequences: Any, line_bytes: Any) -> TileOrder:
        """Return the order for some sizes.

        Args:
            high: Tiles of the longest sequence.
            heads: Heads of a sequence, a multiple of `shared`.
            shared: Heads of keys and values.
            sequences: Number of sequences.
            line_bytes: Keys and values of a shared head.
        """
        lines = heads * sequences
        fitting = (SECTION_BYTES // line_bytes).max(1).min(lines)
        return cls(high, heads, lines, (fitting * (heads // shared)).min(lines))

    @property
    def count(self) -> Any:
        """Number of tiles."""
        return self.high * self.lines

    def place(self, number: Any) -> tuple[Any, Any, Any]:
        """Return the place of a tile: tiles below it in its sequence, head, sequence."""
        size = self.together * self.high
        section = number // size
        rest, wide = number - section * size, (self.lines - section * self.together).min(self.together)
        above = rest // wide
        line = section * self.together + rest % wide
        sequence = line // self.heads
        return above, line - sequence * self.heads, sequence
