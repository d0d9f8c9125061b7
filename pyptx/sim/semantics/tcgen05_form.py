"""One `tcgen05.mma` as data: its words, descriptors and operands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.layouts.column_mask import decode_mask
from pyptx.layouts.instruction import KINDS
from pyptx.layouts.tensor_memory import data_path
from pyptx.sim.observers import TensorBox
from pyptx.sim.semantics.tcgen05_operands import STORED_BITS, Elements, Tile
from pyptx.sim.tensor_memory import column_of, lane_of

if TYPE_CHECKING:
    from pyptx.layouts.instruction import Instruction
    from pyptx.layouts.tensor_memory import DataPath

PACKED = frozenset({"mxf4", "mxf4nvf4"})
"""Kinds whose elements of 4 bits are two to a byte."""

GROUP_ROWS = 16
"""Rows of D in neighbouring lanes if only half of the lanes is used."""


@dataclass(frozen=True, slots=True)
class Form:
    """The modifiers of a `tcgen05.mma`.

    Attributes:
        kind: The ``.kind``.
        group: CTAs that work together.
        ws: Whether ``.ws`` is given.
        sparse: Whether ``.sp`` is given.
        scaled: Whether the instruction has scale factors.
        scale: The word that gives their number, ``.scale_vec`` or ``.block``; empty for the kind's default.
        shifted: Whether the rows of A are shifted.
        collectors: The collector buffers that are named, and their uses.
    """

    kind: str
    group: int
    ws: bool
    sparse: bool
    scaled: bool
    scale: str
    shifted: bool
    collectors: tuple[tuple[str, str], ...]


class Block(NamedTuple):
    """A part of D that is a rectangle of tensor memory.

    Attributes:
        cta: CTA of the pair.
        rows: Rows of D.
        columns: Columns of D.
        band: Index of the band of columns of D.
        lane: The first lane.
    """

    cta: int
    rows: slice
    columns: slice
    band: int
    lane: int


@dataclass(frozen=True, slots=True)
class Product:
    """One MMA that a thread started.

    Attributes:
        form: The modifiers.
        idesc: The instruction descriptor.
        ctas: CTAs of the batch that work together, by their place in the pair.
        lane: The lane that started it.
        given: The operands, by name: addresses, descriptors.
        adds: Whether D is added.
        scale_d: Binary logarithm of the number by which D is divided first.
        disabled: Lanes of tensor memory that are not written: one bit each, lane 0 lowest.
    """

    form: Form
    idesc: Instruction
    ctas: tuple[int, ...]
    lane: int
    given: dict[str, int]
    adds: bool
    scale_d: int
    disabled: tuple[int, ...]

    @property
    def path(self) -> DataPath:
        """The layout of D."""
        form = self.form
        return data_path(self.idesc.m, cta_group=form.group, sparse=form.sparse, ws=form.ws)

    @property
    def d(self) -> int:
        """The address of D."""
        return self.given["d_tmem"]

    @property
    def rows(self) -> int:
        """Rows of A and D that each CTA has."""
        return self.idesc.m // self.form.group

    @property
    def is_confirmed(self) -> bool:
        """Whether more than one source documents the layout of its operands.

        The following are not confirmed: scale factors of K = 96, metadata of fewer than 128 rows (drawn in
        the manual), and the two copies of A in tensor memory for layout B.
        """
        of_96 = self.form.scaled and self.stored == 96
        of_few = self.form.sparse and self.rows < 128
        return not (of_96 or of_few or len(self.a_boxes()) > 1)

    def elements(self, type_: str) -> Elements:
        """The elements of A or B."""
        return Elements(type_, self.form.kind in PACKED)

    @property
    def stored(self) -> int:
        """Columns of A that are stored."""
        return self.idesc.k // (2 if self.idesc.sparse else 1)

    def a_tile(self) -> Tile | None:
        """A in the shared memory of each CTA; None if A is in tensor memory."""
        if "a_desc" not in self.given:
            return None
        elements = self.elements(self.idesc.a)
        mn_major = self.idesc.transpose_a
        depth = self.stored if mn_major else self.stored * elements.bits // 8
        return Tile(self.given["a_desc"], self.rows, depth, mn_major, elements)

    def b_tile(self) -> Tile:
        """The part of B in the shared memory of each CTA."""
        elements = self.elements(self.idesc.b)
        mn_major = self.idesc.transpose_b
        depth = self.idesc.k if mn_major else self.idesc.k * elements.bits // 8
        extent, first = self.idesc.n // self.form.group, 0
        if mask := self.given.get("zero_column_mask_desc", 0):
            first = decode_mask(mask)["shift"]
        return Tile(self.given["b_desc"], extent, depth, mn_major, elements, first)

    @property
    def shape(self) -> int:
        """A number of its kind and shape: MMAs of the same one are pipelined."""
        kind = list(KINDS).index(self.form.kind)
        return ((kind * 2 + self.form.ws) * 512 + self.idesc.m) * 512 + self.idesc.n

    def blocks(self) -> tuple[Block, ...]:
        """The rectangles of D."""
        return _blocks(self.path, self.idesc.n, lane_of(self.d))

    def d_boxes(self) -> list[TensorBox]:
        """The rectangles of D in tensor memory."""
        width, first = self.path.columns(self.idesc.n), column_of(self.d)
        return [
            TensorBox(
                self.ctas[block.cta],
                (block.lane, block.lane + block.rows.stop - block.rows.start),
                (first, first + width),
            )
            for block in self.blocks()
        ]

    def a_boxes(self) -> list[list[TensorBox]]:
        """The rectangles of A in tensor memory, by copy; none if A is in shared memory."""
        if "a_tmem" not in self.given:
            return []
        path, address = self.path, self.given["a_tmem"]
        lane, first = lane_of(address), column_of(address)
        bits = 4 if self.form.kind in PACKED else max(STORED_BITS[self.idesc.a], 8)
        columns = first, first + self.stored * bits // 32
        step = GROUP_ROWS if path.halved else path.rows
        copies: list[list[TensorBox]] = [[] for _ in path.a_lanes(0, lane=lane)[1]]
        for row in range(0, path.m, step):
            cta, lanes = path.a_lanes(row, lane=lane)
            for copy, start in zip(copies, lanes, strict=True):
                copy.append(TensorBox(self.ctas[cta], (start, start + step), columns))
        return copies


@cache
def _blocks(path: DataPath, n: int, lane: int) -> tuple[Block, ...]:
    """The rectangles of D."""
    step = GROUP_ROWS if path.halved else path.rows
    width = path.columns(n)
    found = []
    for row in range(0, path.m, step):
        for band in range(path.bands):
            cta, first, _ = path.at(row, band * width, n, lane=lane)
            columns = slice(band * width, (band + 1) * width)
            found.append(Block(cta, slice(row, row + step), columns, band, first))
    return tuple(found)
