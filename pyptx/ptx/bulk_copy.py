"""Bulk copies between global and shared memory: ``ptx.cp.async_.bulk``, and with tensor maps ``ptx.tma``.

A tensor map is named by a 64-bit register with its generic address, or by the name of a kernel parameter that
is one, whose generic address is taken first. Coordinates count elements, the innermost dimension first. A
load tells a barrier in shared memory how many bytes it brought; a store belongs to a group of its thread.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.smem import alloc, mbarrier
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import bf16, u64
>>> with tracing(Trace("k", arch="sm_90a")) as trace:
...     tile, full, tensor_map = alloc(bf16, (64, 64), "128B"), mbarrier(1), scalar(u64)
...     bulk.tensor_2d(dst=tile, src=tensor_map, coord=(0, 64), mbar=full[0])
...     bulk.tensor_2d.store(dst=tensor_map, src=tile, coord=(0, 64))
...     bulk.commit_group()
>>> for statement in trace.body[1:]:
...     print(emit_statement(statement).strip())
cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd0, {0, 64}], [smem_0];
cp.async.bulk.commit_group;
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address, Name, Vector
from pyptx.ptx.addressing import addr
from pyptx.ptx.cluster import cluster
from pyptx.ptx.control import as_predicate
from pyptx.ptx.memory import cvta
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.specs import TensorSpec
from pyptx.trace import at, caller, checked, current, emit, operand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.trace import Value

_COPY = ("async", "bulk", "tensor")
_BYTES = "mbarrier::complete_tx::bytes"
_HINT = "L2::cache_hint"
PANEL_ELEMENTS = 64  # of the innermost dimension of the maps `ptx.tma` reads


class _Copy:
    """A copy of tensors of some rank.

    Attributes:
        rank: Dimensions of the tensor.
    """

    __slots__ = ("rank",)

    name = ""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __repr__(self) -> str:
        return f"<{self.name.replace('N', str(self.rank))}>"


class TensorCopy(_Copy):
    """``ptx.cp.async_.bulk.tensor_2d`` and the like: copies of boxes of a tensor."""

    __slots__ = ()

    name = "ptx.cp.async_.bulk.tensor_Nd"

    @checked(name)
    def __call__(
        self,
        *,
        dst: Value,
        src: Value | TensorSpec,
        coord: Sequence[Value] | None = None,
        mbar: Value | None = None,
        cta_group: int = 1,
        multicast_mask: Value | None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes``: load a box.

        Args:
            dst: Where to in shared memory, a multiple of 128 bytes.
            src: The tensor map.
            coord: Where the box starts; None where `src` is an address that says it.
            mbar: The barrier that is told the bytes.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            multicast_mask: Bit r for the CTA of rank r: it gets the box, and its barrier the bytes, at the
                same places.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        load(
            self.rank,
            dst,
            src,
            coord,
            mbar,
            cta_group=cta_group,
            multicast_mask=multicast_mask,
            cache_hint=cache_hint,
            pred=pred,
        )

    @checked(f"{name}.shared_cta_global_tile")
    def shared_cta_global_tile(
        self,
        *,
        dst: Value,
        src: Value | TensorSpec,
        coord: Sequence[Value] | None = None,
        mbar: Value,
        cta_group: int = 1,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cta.global.tile.…``: load a box into the CTA's own memory.

        Args:
            dst: Where to in shared memory.
            src: The tensor map.
            coord: Where the box starts.
            mbar: The barrier; with ``cta_group=2`` it may be the other CTA's, as `ptx.cluster.map_shared_u32`
                finds it.
            cta_group: 2 for the CTAs of a pair.
            pred: Guard.
        """
        load(
            self.rank, dst, src, coord, mbar, mode="tile", into="shared::cta", cta_group=cta_group, pred=pred
        )

    @checked(f"{name}.store")
    def store(
        self,
        *,
        dst: Value | TensorSpec,
        src: Value,
        coord: Sequence[Value] | None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.bulk_group``: store a box.

        Args:
            dst: The tensor map.
            src: Where from in shared memory.
            coord: Where the box starts; None where `dst` is an address that says it.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        store(self.rank, dst, src, coord, cache_hint=cache_hint, pred=pred)


class TileLoad(_Copy):
    """``ptx.cp.async_.bulk.tensor.tile_2d`` and the like: `TensorCopy` with positions."""

    __slots__ = ()

    name = "ptx.cp.async_.bulk.tensor.tile_Nd"

    @checked(name)
    def __call__(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        mbar: Value | None = None,
        cache_hint: Value | None = None,
        multicast_mask: Value | None = None,
        cta_group: int = 1,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes``: load a box.

        Args:
            dst: Where to in shared memory; a shared array may be second as well.
            src: The tensor map.
            coord: Where the box starts.
            mbar: The barrier that is told the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            pred: Guard.
        """
        load(
            self.rank,
            dst,
            src,
            coord,
            mbar,
            cache_hint=cache_hint,
            multicast_mask=multicast_mask,
            cta_group=cta_group,
            pred=pred,
        )


class Im2colLoad(_Copy):
    """``ptx.cp.async_.bulk.tensor.im2col_4d`` and the like: load the pixels that a convolution reads."""

    __slots__ = ()

    name = "ptx.cp.async_.bulk.tensor.im2col_Nd"

    @checked(name)
    def __call__(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        mbar: Value | None = None,
        cache_hint: Value | None = None,
        multicast_mask: Value | None = None,
        offsets: Sequence[Value] | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes``.

        Args:
            dst: Where to in shared memory; a shared array may be second as well.
            src: The tensor map.
            coord: Channel, the spatial coordinates, the image.
            mbar: The barrier that is told the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            offsets: Position in the filter, one for each spatial coordinate; 0 if not given.
            pred: Guard.
        """
        load(
            self.rank,
            dst,
            src,
            coord,
            mbar,
            mode="im2col",
            info=(0,) * (self.rank - 2) if offsets is None else offsets,
            cache_hint=cache_hint,
            multicast_mask=multicast_mask,
            pred=pred,
        )


class TileStore(_Copy):
    """``ptx.cp.async_.bulk.tensor.store_2d`` and the like: `TensorCopy.store` with positions."""

    __slots__ = ()

    name = "ptx.cp.async_.bulk.tensor.store_Nd"

    @checked(name)
    def __call__(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.bulk_group``: store a box.

        Args:
            dst: The tensor map.
            src: Where from in shared memory.
            coord: Where the box starts.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        store(self.rank, dst, src, coord, cache_hint=cache_hint, pred=pred)


class Tensor(Namespace):
    """``ptx.cp.async_.bulk.tensor``."""

    _opcode = Opcode("cp", _COPY)

    tensor_1d, tensor_2d, tensor_3d, tensor_4d, tensor_5d = map(TensorCopy, range(1, 6))
    tile_1d, tile_2d, tile_3d, tile_4d, tile_5d = map(TileLoad, range(1, 6))
    im2col_3d, im2col_4d, im2col_5d = map(Im2colLoad, range(3, 6))
    store_1d, store_2d, store_3d, store_4d, store_5d = map(TileStore, range(1, 6))

    def gather4_2d(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        mbar: Value | None = None,
        cache_hint: Value | None = None,
        multicast_mask: Value | None = None,
        cta_group: int = 1,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Where to in shared memory; a shared array may be second as well.
            src: The tensor map.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: The barrier that is told the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            pred: Guard.
        """
        load(
            2,
            dst,
            src,
            _four_rows(coord),
            mbar,
            mode="tile::gather4",
            cache_hint=cache_hint,
            multicast_mask=multicast_mask,
            cta_group=cta_group,
            pred=pred,
        )

    def scatter4_2d(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        mbar: None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group``: store parts of four rows.

        Args:
            dst: The tensor map.
            src: Where from in shared memory.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: Not given: a store belongs to a group.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.

        Raises:
            TraceError: A barrier is given.
        """
        if mbar is not None:
            raise TraceError(
                "ptx.cp.async_.bulk.tensor.scatter4_2d: a store signals no barrier; wait for it with "
                f"ptx.cp.async_.bulk.commit_group() and wait_group(…){at(caller())}"
            )
        store(2, dst, src, _four_rows(coord), mode="tile::scatter4", cache_hint=cache_hint, pred=pred)


def _commit_group(*, pred: Predicate | None = None) -> None:
    """``cp.async.bulk.commit_group``: close the group of this thread's bulk stores since the last one."""
    emit("cp", ("async", "bulk", "commit_group"), (), pred)


def _wait_group(n: int, *, read: bool = False, pred: Predicate | None = None) -> None:
    """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are under way.

    Args:
        n: How many.
        read: Wait only until their sources may be written again: ``.read``.
        pred: Guard.
    """
    emit("cp", ("async", "bulk", "wait_group", *(("read",) if read else ())), (n,), pred)


class Bulk(Namespace):
    """``ptx.cp.async_.bulk``."""

    _opcode = Opcode("cp", ("async", "bulk"))

    tensor = Tensor()
    tensor_1d, tensor_2d, tensor_3d, tensor_4d, tensor_5d = (
        tensor.tensor_1d,
        tensor.tensor_2d,
        tensor.tensor_3d,
        tensor.tensor_4d,
        tensor.tensor_5d,
    )
    commit_group = Typed(_commit_group, Opcode("cp", ("async", "bulk", "commit_group")))
    wait_group = Typed(_wait_group, Opcode("cp", ("async", "bulk", "wait_group")))


bulk = Bulk()


class Tma:
    """``ptx.tma``: boxes of a matrix that its tensor map sees as panels of 64 columns.

    The three dimensions of such a map are the column in its panel, the row, and the panel.
    """

    def __repr__(self) -> str:
        return "<ptx.tma>"

    @checked("ptx.tma.load_3d")
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
            dst: Where to in shared memory.
            src: The tensor map.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            mbar: The barrier that is told the bytes.
            coords: The three coordinates, in place of `row` and `col`.
            pred: Guard.
        """
        load(3, dst, src, _panel(row, col, coords), mbar, mode="tile", pred=pred)

    @checked("ptx.tma.load_3d_multicast")
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
            dst: Where to in the shared memory of each CTA.
            src: The tensor map.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            mbar: The barrier in each CTA that is told the bytes.
            mask: Bit r for the CTA of rank r.
            coords: The three coordinates, in place of `row` and `col`.
            issuer: Rank of the CTA that copies for all, or a predicate; the others do nothing.
            pred: Guard.

        Raises:
            TraceError: There is no mask.
        """
        if mask is None:
            raise TraceError(f"ptx.tma.load_3d_multicast: mask= says which CTAs get the box{at(caller())}")
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

    @checked("ptx.tma.store_3d")
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
            src: Where from in shared memory.
            row: First row of the box.
            col: First column of the box, a multiple of 64.
            coords: The three coordinates, in place of `row` and `col`.
            pred: Guard.
        """
        store(3, dst, src, _panel(row, col, coords), mode="tile", pred=pred)


tma = Tma()


def load(
    rank: int,
    dst: Value | TensorSpec,
    src: Value | TensorSpec,
    coord: Sequence[Value] | None,
    mbar: Value | None,
    *,
    mode: str | None = None,
    into: str = "shared::cluster",
    info: Sequence[Value] = (),
    cta_group: int = 1,
    multicast_mask: Value | None = None,
    cache_hint: Value | None = None,
    pred: Predicate | None = None,
) -> None:
    """Trace one ``cp.async.bulk.tensor`` from global to shared memory.

    Args:
        rank: Dimensions of the tensor.
        dst: The place in shared memory.
        src: The tensor map; the two may be the other way round where one is a shared array.
        coord: The coordinates.
        mbar: The barrier.
        mode: The load mode; tiles if not given.
        into: State space of the destination.
        info: What the mode needs beside the coordinates.
        cta_group: 2 for the CTAs of a pair.
        multicast_mask: The CTAs that get the box.
        cache_hint: A cache policy.
        pred: Guard.

    Raises:
        TraceError: There is no barrier, or no coordinates.
    """
    if mbar is None:
        raise TraceError(f"a tensor load tells a barrier how many bytes it brought: mbar={at(caller())}")
    if isinstance(src, (SharedAlloc, SharedSlice)) and not isinstance(dst, (SharedAlloc, SharedSlice)):
        dst, src = src, dst
    words = [*_COPY, f"{rank}d", into, "global", *([mode] if mode else []), _BYTES]
    operands: list[Value] = [addr(dst), _box(src, coord), addr(mbar)]
    operands += [list(info)] if info else []
    if multicast_mask is not None:
        words.append("multicast::cluster")
        operands.append(multicast_mask)
    words += [f"cta_group::{cta_group}"] if cta_group != 1 else []
    if cache_hint is not None:
        words.append(_HINT)
        operands.append(cache_hint)
    emit("cp", tuple(words), operands, pred)


def store(
    rank: int,
    dst: Value | TensorSpec,
    src: Value | TensorSpec,
    coord: Sequence[Value] | None,
    *,
    mode: str | None = None,
    cache_hint: Value | None = None,
    pred: Predicate | None = None,
) -> None:
    """Trace one ``cp.async.bulk.tensor`` from shared to global memory.

    Args:
        rank: Dimensions of the tensor.
        dst: The tensor map.
        src: The place in shared memory; the two may be the other way round where one is a shared array.
        coord: The coordinates.
        mode: The mode; tiles if not given.
        cache_hint: A cache policy.
        pred: Guard.
    """
    if isinstance(dst, (SharedAlloc, SharedSlice)) and not isinstance(src, (SharedAlloc, SharedSlice)):
        dst, src = src, dst
    hints = () if cache_hint is None else (cache_hint,)
    words = (*_COPY, f"{rank}d", "global", "shared::cta", *([mode] if mode else []), "bulk_group")
    emit("cp", words + ((_HINT,) if hints else ()), (_box(dst, coord), addr(src), *hints), pred)


def _box(tensor_map: Value | TensorSpec, coord: Sequence[Value] | None) -> Address:
    """``[map, {c0, c1}]``."""
    if isinstance(tensor_map, TensorSpec):
        tensor_map = tensor_map.tma_desc()
    place = addr(tensor_map) if not (isinstance(tensor_map, Address) and tensor_map.rest) else tensor_map
    symbol = current().symbol(place.base.name) if isinstance(place.base, Name) else None
    if symbol is not None and symbol.kind == "param":
        place = replace(place, base=cvta.param(place.base).__ptx__())
    if coord is not None:
        return replace(place, rest=(Vector(tuple(operand(value, "s32") for value in coord)),))
    if not place.rest:
        raise TraceError(f"a tensor copy starts somewhere: coord=(…){at(caller())}")
    return place


def _four_rows(coord: Sequence[Value]) -> Sequence[Value]:
    """Column and four rows, the last three of a row in a row filled in."""
    if len(coord) != 2:
        return coord
    column, row = coord
    if isinstance(row, (int, Reg)):
        return (column, row, row + 1, row + 2, row + 3)
    raise TraceError(f"{row!r} is no row to count from: give all four{at(caller())}")


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
