"""Tensor memory: 128 lanes by 512 columns of 32 bits, and the parts of its users (manual section 9.7.18).

>>> hex(address(96, 0x80)), lane_and_column(0x00600080)
('0x600080', (96, 128))
>>> transfer_fragment("16x128b", 4).at(9, 3, 0)
(10, 5)
>>> data_path(64).at(37, 5, 8)
(0, 69, 5)

The manual only draws these maps. Tests check that loads and stores (`transfer_fragment`), D of MMAs
(`data_path`) and copies (`CopyShape`) cover the right lanes and columns, and the maps agree with other public
libraries. Lane numbers, alignments, register counts and the warps that share data are tested against the
manual's tables. A map with a single source is marked *unproven*.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx.layouts.fragments import WARP_LANES, Fragment
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable

LANES = 128
COLUMNS = 512
COLUMN_BYTES = 4
ALLOCATIONS = (32, 64, 128, 256, 512)
"""Legal numbers of columns of an allocation."""

LANE_SHIFT = 16  # an address is lane << 16 | column


def address(lane: int, column: int) -> int:
    """Return the address of a lane and a column (manual section 9.7.18.1).

    Raises:
        ValueError: The lane or column is out of range.
    """
    if not (0 <= lane < LANES and 0 <= column < COLUMNS):
        raise ValueError(
            f"tensor memory has lanes 0 to {LANES - 1} and columns 0 to {COLUMNS - 1}, not {lane}, {column}"
        )
    return lane << LANE_SHIFT | column


def lane_and_column(word: int) -> tuple[int, int]:
    """Return the lane and the column of an address: the inverse of `address`."""
    return word >> LANE_SHIFT, word & ((1 << LANE_SHIFT) - 1)


@cache
def transfer_fragment(shape: str, num: int = 1, *, packed: bool = False) -> Fragment:
    """Return the fragment that `tcgen05.ld` loads and `tcgen05.st` stores (section 9.7.18.2.3.1).

    Rows are lanes of tensor memory, counted from that of the address; columns are its columns. ``"16x32bx2"``
    has two matrices: the second starts `imm_half_splitoff` columns after the first.

    With `packed` (``.pack::16b``, ``.unpack::16b``) a register holds the 16-bit elements of two neighbouring
    columns, the low one first. Unproven: the other half of a column after ``.unpack::16b``.

    Args:
        shape: ``"32x32b"``, ``"16x64b"``, ``"16x128b"``, ``"16x256b"`` or ``"16x32bx2"``.
        num: Repetitions along the columns: a power of two, with at most 128 registers.
        packed: Whether a register holds two columns.

    Raises:
        ValueError: The transfer does not exist.

    >>> transfer_fragment("16x64b").at(7, 0, 0), transfer_fragment("16x256b", 2).at(9, 6, 0)
    ((9, 1), (10, 10))
    """
    if shape not in _TRANSFERS:
        raise ValueError(f"no transfer of {shape!r}; there are {', '.join(_TRANSFERS)}")
    rows, columns, registers, at = _TRANSFERS[shape]
    if num < 1 or num & (num - 1) or num * registers > 128:
        raise ValueError(f"{shape} is repeated 1, 2, 4 … {128 // registers} times, not {num}")
    width = 2 if packed else 1

    def place(lane: int, register: int, element: int) -> tuple[int, int]:
        row, column = at(lane, register)
        return row, column * width + element

    halves = 2 if shape == "16x32bx2" else 1
    which: Callable[[int, int], int] = lambda lane, register: lane // 16 if halves == 2 else 0  # noqa: E731
    return Fragment(
        rows,
        columns * num * width,
        halves,
        registers * num,
        width,
        32 // width,
        place,
        which,
        range(WARP_LANES),
    )


@record(frozen=True, slots=True)
class DataPath:
    """The layout of D in tensor memory, named by a letter of the manual (section 9.7.18.10.5).

    Attributes:
        name: Letter, ``"A"`` to ``"G"``.
        m: Rows of D, in both CTAs of a pair together.
        ctas: 2 for the CTAs of a pair.
        bands: Number of bands of columns into which D is cut; they are side by side in the lanes.
        halved: Whether only 16 of 32 lanes are used: the lower ones, or the upper if the address has lane 16.
    """

    name: str
    m: int
    ctas: int
    bands: int
    halved: bool

    @property
    def rows(self) -> int:
        """Rows of D in each CTA."""
        return self.m // self.ctas

    @property
    def alignments(self) -> tuple[int, ...]:
        """Legal lanes of the address of D, of A and of the metadata."""
        return (0, 16) if self.halved else (0,)

    def columns(self, n: int) -> int:
        """Return the columns of D: one for each element of any type."""
        return n // self.bands

    def at(self, row: int, column: int, n: int, *, lane: int = 0) -> tuple[int, int, int]:
        """Return the place of an element of D: CTA of the pair, lane, and column relative to the address.

        Args:
            row: Row of D, 0 to `m` - 1.
            column: Column of D.
            n: Columns of D.
            lane: Lane of the address, one of `alignments`.

        Raises:
            ValueError: The element is outside D.
        """
        if not (0 <= row < self.m and 0 <= column < n and n % self.bands == 0 and lane in self.alignments):
            raise ValueError(
                f"layout {self.name}: D is {self.m} x {n} at lane {' or '.join(map(str, self.alignments))}, "
                f"without ({row}, {column}) at lane {lane}"
            )
        cta, own = divmod(row, self.rows)
        band, within = divmod(column, self.columns(n))
        return cta, self._lane(own) + band * self.rows + lane, within

    def a_lanes(self, row: int, *, lane: int = 0) -> tuple[int, tuple[int, ...]]:
        """Return the place of a row of A in tensor memory: CTA of the pair, and lanes that must all hold it.

        Its elements are along the columns, packed from the low bits on (section 9.7.18.10.4). Unproven: the
        duplication of A in layout B has one source, and the use of the first lanes by E and G has none.
        """
        cta, own = divmod(row, self.rows)
        first = self._lane(own) + lane
        return cta, (first, first + self.rows) if self.name == "B" else (first,)

    def _lane(self, row: int) -> int:
        return row % 16 + 32 * (row // 16) if self.halved else row


@cache
def data_path(m: int, *, cta_group: int = 1, sparse: bool = False, ws: bool = False) -> DataPath:
    """Return the layout of D in tensor memory for an MMA (table in manual section 9.7.18.10.5).

    Args:
        m: Rows of D, in both CTAs of a pair together.
        cta_group: 2 for a pair.
        sparse: Whether A is sparse.
        ws: Whether the instruction is ``tcgen05.mma.ws``.

    Raises:
        ValueError: The MMA does not exist.

    >>> [data_path(m, ws=True).name for m in (32, 64, 128)], data_path(128, cta_group=2).at(70, 200, 256)
    (['G', 'E', 'D'], (1, 70, 72))
    """
    for rows, group, is_sparse, is_ws, path in _DATA_PATHS:
        if (m, cta_group) == (rows, group) and is_sparse in (None, sparse) and is_ws in (None, ws):
            return path
    raise ValueError(
        f"tcgen05.mma{'.ws' if ws else ''}.cta_group::{cta_group} has no M of {m}; it is 64 or 128, "
        "of a pair 128 or 256, of .ws 32, 64 or 128"
    )


@record(frozen=True, slots=True)
class CopyShape:
    """A shape of `tcgen05.cp` from shared to tensor memory (manual section 9.7.18.9.2).

    Attributes:
        rows: Rows in shared memory.
        row_bytes: Bytes of a row, after decompression: byte `b` goes to byte ``b % 4`` of column ``b // 4``.
        multicast: Modifier that names the receivers; empty if each row goes to one lane.
    """

    rows: int
    row_bytes: int
    multicast: str = ""

    @property
    def columns(self) -> int:
        """Columns of tensor memory that are written."""
        return self.row_bytes // COLUMN_BYTES

    def lanes(self, row: int) -> tuple[int, ...]:
        """Return the lanes that receive a row, counted from that of the address.

        The manual's text defines the warps that share the data. The lane of each row has one other source,
        and so does the mapping of the four rows of ``4x256b`` to one lane of each warp.
        """
        if self.rows == 4:
            return (WARP_LANES * row,)
        within, part = row % WARP_LANES, row // WARP_LANES
        return tuple(within + WARP_LANES * warp for warp in _RECEIVERS[self.multicast][part])


COPY_SHAPES: dict[str, CopyShape] = {
    "128x256b":                 CopyShape(128, 32),
    "128x128b":                 CopyShape(128, 16),
    "4x256b":                   CopyShape(4,   32),
    "64x128b.warpx2::02_13":    CopyShape(64,  16, "warpx2::02_13"),
    "64x128b.warpx2::01_23":    CopyShape(64,  16, "warpx2::01_23"),
    "32x128b.warpx4":           CopyShape(32,  16, "warpx4"),
}  # fmt: skip
"""The shapes of `tcgen05.cp`, with the multicast of each."""

_RECEIVERS = {
    # of each 32 rows, the warps whose lanes receive them
    "":              ((0,), (1,), (2,), (3,)),
    "warpx2::02_13": ((0, 2), (1, 3)),
    "warpx2::01_23": ((0, 1), (2, 3)),
    "warpx4":        ((0, 1, 2, 3),),
}  # fmt: skip

_TRANSFERS: dict[str, tuple[int, int, int, Callable[[int, int], tuple[int, int]]]] = {
    # lanes, columns and registers of one repetition; (thread, register) -> (lane, column)
    "32x32b":   (32, 1, 1, lambda t, r: (t, r)),
    "16x64b":   (16, 2, 1, lambda t, r: (t // 4 + 8 * (t % 2), 2 * r + t // 2 % 2)),
    "16x128b":  (16, 4, 2, lambda t, r: (t // 4 + 8 * (r % 2), t % 4 + 4 * (r // 2))),
    "16x256b":  (16, 8, 4, lambda t, r: (t // 4 + 8 * (r // 2 % 2), t % 4 * 2 + r % 2 + 8 * (r // 4))),
    "16x32bx2": (16, 1, 1, lambda t, r: (t % 16, r)),
}  # fmt: skip

_DATA_PATHS: tuple[tuple[int, int, bool | None, bool | None, DataPath], ...] = (
    # M, CTAs, sparse, .ws
    (256, 2, None,  False, DataPath("A", 256, 2, bands=1, halved=False)),
    (128, 2, False, False, DataPath("B", 128, 2, bands=2, halved=False)),
    (128, 2, True,  False, DataPath("C", 128, 2, bands=1, halved=True)),
    (128, 1, None,  None,  DataPath("D", 128, 1, bands=1, halved=False)),
    (64,  1, None,  True,  DataPath("E", 64,  1, bands=2, halved=False)),
    (64,  1, None,  False, DataPath("F", 64,  1, bands=1, halved=True)),
    (32,  1, None,  True,  DataPath("G", 32,  1, bands=4, halved=False)),
)  # fmt: skip
