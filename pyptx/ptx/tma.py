"""Copies of matrices whose tensor map splits them into panels of 64 columns: ``ptx.tma``.

>>> from pyptx.emitter.operands import spell_operand
>>> from pyptx.ptx.tma import tma
>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32, u64
>>> with tracing(Trace("k")) as trace:
...     tma.load_3d(scalar(u32), scalar(u64), 8, 64, scalar(u32))
>>> [spell_operand(operand) for operand in trace.body[-1].operands]
['[%r0]', '[%rd0, {0, 8, 1}]', '[%r1]']

A load to two CTAs of a cluster, and a store:

>>> from pyptx.emitter import emit_statement
>>> with tracing(Trace("k")) as trace:
...     tile, tensor, bar = scalar(u32), scalar(u64), scalar(u32)
...     tma.load_3d_multicast(tile, tensor, 8, 64, bar, mask=0b11)
...     tma.store_3d(tensor, tile, 8, 64)
>>> print(emit_statement(trace.body[-1]).strip())
cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%rd0, {0, 8, 1}], [%r0];
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.cluster import cluster
from pyptx.ptx.control import as_predicate
from pyptx.ptx.tensor_transfers import load, store
from pyptx.reg import Reg
from pyptx.specs import PANEL_ELEMENTS
from pyptx.trace import at, caller, checked_methods

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value


@checked_methods("ptx.tma")
class Tma:
    """``ptx.tma``: boxes of a matrix that its tensor map splits into panels of 64 columns.

    The three dimensions of such a map are the column in its panel, the row, and the panel.
    """

    def __repr__(self) -> str:
        return "<ptx.tma>"

    def load_3d(
        self,
        dst: Value,
        src: Value | TensorSpec,
        row: Value | None = None,
        col: Value | None = None,
        mbar: Value | None = None,
        coords: Sequence[Value] | None = None,
        *,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes``.

        Args:
            dst: Destination in shared memory.
            src: The tensor map.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            mbar: The mbarrier that counts the bytes.
            coords: The three coordinates, in place of `row` and `col`.
            pred: Guard.

        Raises:
            TraceError: `row` and `col`, or `coords`, are missing, or `col` is not a
                multiple of 64.
        """
        load(3, dst, src, _panel(row, col, coords), mbar, mode="tile", pred=pred)

    def load_3d_multicast(
        self,
        dst: Value,
        src: Value | TensorSpec,
        row: Value | None = None,
        col: Value | None = None,
        mbar: Value | None = None,
        mask: Value | None = None,
        coords: Sequence[Value] | None = None,
        *,
        issuer: int | Predicate | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.3d.shared::cluster.global.tile.….multicast::cluster``.

        Args:
            dst: Destination in the shared memory of each CTA.
            src: The tensor map.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            mbar: The mbarrier in each CTA that counts the bytes.
            mask: Bit r for the CTA of rank r.
            coords: The three coordinates, in place of `row` and `col`.
            issuer: Rank of the CTA that copies for all, or a predicate; the others do nothing.
            pred: Guard.

        Raises:
            TraceError: The mask is missing.
        """
        if mask is None:
            raise TraceError(f"ptx.tma.load_3d_multicast: pass mask=, the CTAs that get a copy{at(caller())}")
        guard = cluster.rank(issuer) if isinstance(issuer, int) else issuer
        if guard is not None and pred is not None:
            guard = as_predicate(guard) & as_predicate(pred)
        load(
            3,
            dst,
            src,
            _panel(row, col, coords),
            mbar,
            mode="tile",
            multicast_mask=mask,
            pred=pred if guard is None else guard,
        )

    def store_3d(
        self,
        dst: Value | TensorSpec,
        src: Value,
        row: Value | None = None,
        col: Value | None = None,
        coords: Sequence[Value] | None = None,
        *,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group``.

        Args:
            dst: The tensor map.
            src: Source in shared memory.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            coords: The three coordinates, in place of `row` and `col`.
            pred: Guard.

        Raises:
            TraceError: `row` and `col`, or `coords`, are missing, or `col` is not a
                multiple of 64.
        """
        store(3, dst, src, _panel(row, col, coords), mode="tile", pred=pred)


tma = Tma()


def _panel(row: Value | None, col: Value | None, coords: Sequence[Value] | None) -> Sequence[Value]:
    """The coordinates of a row and a column.

    Raises:
        TraceError: They are neither given nor all three coordinates are.
    """
    if coords is not None:
        return coords
    if row is None or not isinstance(col, (int, Reg)):
        raise TraceError(f"ptx.tma takes row= and col=, or coords=(0, row, col / 64){at(caller())}")
    if isinstance(col, int):
        if col % PANEL_ELEMENTS:
            raise TraceError(f"ptx.tma: a box starts at a multiple of 64 columns, not {col}{at(caller())}")
        return (0, row, col // PANEL_ELEMENTS)
    return (0, row, col >> PANEL_ELEMENTS.bit_length() - 1)
