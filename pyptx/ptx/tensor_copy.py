"""Copies of boxes of a tensor between global and shared memory: ``ptx.cp.async_.bulk.tensor``.

A tensor map describes the tensor and the box (`pyptx.ptx.tensor_maps`). Coordinates count elements, the
innermost dimension first. Further modes copy parts of four rows (gather, scatter) and im2col boxes. Modifiers
without a wrapper, such as ``.override`` and ``.report``, are written with `ptx.inst`.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.smem import alloc, mbarrier
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import bf16, u64
>>> with tracing(Trace("k", arch="sm_90a")) as trace:
...     tile, full, tensor_map = alloc(bf16, (64, 64), "128B"), mbarrier(1), scalar(u64)
...     tensor.tensor_2d(dst=tile, src=tensor_map, coord=(0, 64), mbar=full[0])
...     tensor.tensor_2d.store(dst=tensor_map, src=tile, coord=(0, 64))
...     tensor.prefetch_2d(tensor_map, (64, 64))
>>> for statement in trace.body[1:]:
...     print(emit_statement(statement).strip())
cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd0, {0, 64}], [smem_0];
cp.async.bulk.prefetch.tensor.2d.L2.global [%rd0, {64, 64}];
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Vector
from pyptx.ptx.addressing import addr
from pyptx.ptx.boxes import check_box, copied_bytes
from pyptx.ptx.modifiers import hinted, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tensor_maps import map_place
from pyptx.ptx.typed import Namespace
from pyptx.record import replace
from pyptx.reg import Reg
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.specs import TensorSpec
from pyptx.trace import at, caller, checked, current, emit, operand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

_COPY = ("async", "bulk", "tensor")
_BYTES = "mbarrier::complete_tx::bytes"
_HINT = "L2::cache_hint"


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
            dst: Destination in shared memory; 128-byte aligned.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Start of the box; None if `src` is an address with coordinates.
            mbar: The mbarrier that counts the bytes.
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
            dst: Destination in shared memory.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Start of the box.
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
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Start of the box; None if `dst` is an address with coordinates.
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
        into: str = "shared::cluster",
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes``: load a box.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Start of the box.
            mbar: The mbarrier that counts the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6).
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
            into=into,
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
        into: str = "shared::cluster",
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes``.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Channel, the spatial coordinates, the image.
            mbar: The mbarrier that counts the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            offsets: Position in the filter, one for each spatial coordinate; 0 if not given.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6).
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
            into=into,
            pred=pred,
        )


class Im2colWideLoad(_Copy):
    """``ptx.cp.async_.bulk.tensor.im2col_w_4d`` and ``im2col_w128_4d``: load pixels of one row of images."""

    __slots__ = ("mode",)

    name = "ptx.cp.async_.bulk.tensor.im2col_w_Nd"

    def __init__(self, rank: int, mode: str) -> None:
        super().__init__(rank)
        self.mode = mode

    @checked(name)
    def __call__(
        self,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        mbar: Value | None = None,
        halo: Value = 0,
        offset: Value = 0,
        cache_hint: Value | None = None,
        multicast_mask: Value | None = None,
        cta_group: int = 1,
        into: str = "shared::cluster",
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.…``: `im2col_w128` has ``::w::128``.

        Manual section 5.5.5; sm_100 and newer.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Channel, the spatial coordinates, the image.
            mbar: The mbarrier that counts the bytes.
            halo: Pixels beyond those of the map, below 512; for ``::w::128`` after every 32 pixels, below 32.
            offset: Added to the W coordinate and the corners of the map, below 32.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            into: ``"shared::cluster"`` or ``"shared::cta"``.
            pred: Guard.
        """
        load(
            self.rank,
            dst,
            src,
            coord,
            mbar,
            mode=self.mode,
            into=into,
            info=(halo, offset),
            cache_hint=cache_hint,
            multicast_mask=multicast_mask,
            cta_group=cta_group,
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
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Start of the box.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        store(self.rank, dst, src, coord, cache_hint=cache_hint, pred=pred)


class Im2colStore(_Copy):
    """``ptx.cp.async_.bulk.tensor.store_im2col_4d`` and the like: store a column of pixels."""

    __slots__ = ()

    name = "ptx.cp.async_.bulk.tensor.store_im2col_Nd"

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
        """``cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group``: store pixels.

        Args:
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Channel, the spatial coordinates, the image.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        store(self.rank, dst, src, coord, mode="im2col_no_offs", cache_hint=cache_hint, pred=pred)


class Prefetch(_Copy):
    """``ptx.cp.async_.bulk.tensor.prefetch_2d`` and the like: prefetch the box of a load into L2."""

    __slots__ = ("mode",)

    name = "ptx.cp.async_.bulk.tensor.prefetch_Nd"

    def __init__(self, rank: int, mode: str | None = None) -> None:
        super().__init__(rank)
        self.mode = mode

    @checked(name)
    def __call__(
        self,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        info: Sequence[Value] | None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.prefetch.tensor.2d.L2.global.<mode> [src, {coord}], info``.

        Manual section 9.7.10.28.5.5.

        Args:
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Start of the box, as for the load; column and row for four rows in a row.
            info: Of im2col the position in the filter, 0 if not given; of its wide modes halo and offset.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        if self.mode is not None and "gather4" in self.mode:
            coord = _four_rows(coord)
        if info is None and self.mode is not None and "im2col" in self.mode:
            info = (0,) * (self.rank - 2 if self.mode == "im2col" else 2)
        hint, policy = hinted(cache_hint)
        modifiers = words("async.bulk.prefetch.tensor", f"{self.rank}d", "L2.global", self.mode, hint)
        emit("cp", modifiers, (_box(src, coord), *([list(info)] if info else []), *policy), pred)


class Reduction(_Copy):
    """``ptx.cp.reduce.async_.bulk.tensor.tile_2d`` and the like: combine a box with the tensor's contents."""

    __slots__ = ("mode",)

    name = "ptx.cp.reduce.async_.bulk.tensor.tile_Nd"

    def __init__(self, rank: int, mode: str) -> None:
        super().__init__(rank)
        self.mode = mode

    @checked(name)
    def __call__(
        self,
        op: str,
        dst: Value | TensorSpec,
        src: Value | TensorSpec,
        coord: Sequence[Value],
        *,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.reduce.async.bulk.tensor.2d.global.shared::cta.<op>.<mode>.bulk_group [dst, {coord}], [src]``.

        Each element is combined by itself, relaxed at the scope of the GPU. Manual section 9.7.10.28.5.4.

        Args:
            op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor"``, of the element type of the map.
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
            coord: Start of the box; not negative.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        if isinstance(dst, (SharedAlloc, SharedSlice)) and not isinstance(src, (SharedAlloc, SharedSlice)):
            dst, src = src, dst
        hint, policy = hinted(cache_hint)
        modifiers = words(
            "reduce.async.bulk.tensor",
            f"{self.rank}d",
            "global.shared::cta",
            op,
            self.mode,
            "bulk_group",
            hint,
        )
        box = _box(dst, coord, src)
        check_box(f"ptx.cp.reduce.async_.bulk.tensor.{op}", box, src, rank=self.rank, mode=self.mode)
        emit("cp", modifiers, (box, addr(src), *policy), pred)


class Tensor(Namespace):
    """``ptx.cp.async_.bulk.tensor``: copies of boxes of a tensor that a tensor map describes."""

    _opcode = Opcode("cp", _COPY)

    tensor_1d, tensor_2d, tensor_3d, tensor_4d, tensor_5d = map(TensorCopy, range(1, 6))
    tile_1d, tile_2d, tile_3d, tile_4d, tile_5d = map(TileLoad, range(1, 6))
    im2col_3d, im2col_4d, im2col_5d = map(Im2colLoad, range(3, 6))
    im2col_w_3d, im2col_w_4d, im2col_w_5d = (Im2colWideLoad(rank, "im2col::w") for rank in range(3, 6))
    im2col_w128_3d, im2col_w128_4d, im2col_w128_5d = (
        Im2colWideLoad(rank, "im2col::w::128") for rank in range(3, 6)
    )
    store_1d, store_2d, store_3d, store_4d, store_5d = map(TileStore, range(1, 6))
    store_im2col_3d, store_im2col_4d, store_im2col_5d = map(Im2colStore, range(3, 6))
    prefetch_1d, prefetch_2d, prefetch_3d, prefetch_4d, prefetch_5d = map(Prefetch, range(1, 6))
    prefetch_gather4_2d = Prefetch(2, "tile::gather4")
    prefetch_im2col_3d, prefetch_im2col_4d, prefetch_im2col_5d = (
        Prefetch(rank, "im2col") for rank in range(3, 6)
    )
    prefetch_im2col_w_3d, prefetch_im2col_w_4d, prefetch_im2col_w_5d = (
        Prefetch(rank, "im2col::w") for rank in range(3, 6)
    )
    prefetch_im2col_w128_3d, prefetch_im2col_w128_4d, prefetch_im2col_w128_5d = (
        Prefetch(rank, "im2col::w::128") for rank in range(3, 6)
    )

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
        into: str = "shared::cluster",
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.…``: load parts of four rows.

        Args:
            dst: Destination in shared memory; a shared array may be second as well.
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box is that of the tile.
            coord: Column and four rows; column and row for four rows in a row.
            mbar: The mbarrier that counts the bytes.
            cache_hint: A 64-bit register with a cache policy.
            multicast_mask: Bit r for the CTA of rank r.
            cta_group: 2 where the barrier may be that of the other CTA of a pair.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6).
            pred: Guard.

        Raises:
            TraceError: `coord` has two elements and the second is not a row.
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
            into=into,
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
            dst: The tensor map, or the tensor, whose box is then its ``tma_box``, else that of the tile.
            src: Source in shared memory.
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


tensor = Tensor()


class TensorReduce(Namespace):
    """``ptx.cp.reduce.async_.bulk.tensor``: combine boxes with the tensor's contents."""

    _opcode = Opcode("cp", ("reduce", *_COPY))

    tile_1d, tile_2d, tile_3d, tile_4d, tile_5d = (Reduction(rank, "tile") for rank in range(1, 6))
    im2col_3d, im2col_4d, im2col_5d = (Reduction(rank, "im2col_no_offs") for rank in range(3, 6))


tensor_reduce = TensorReduce()


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
        src: The tensor map; `dst` and `src` may be exchanged if one is a shared array.
        coord: The coordinates.
        mbar: The barrier.
        mode: The load mode; tiles if not given.
        into: State space of the destination.
        info: Operands of the mode beside the coordinates.
        cta_group: 2 for the CTAs of a pair.
        multicast_mask: The CTAs that get the box.
        cache_hint: A cache policy.
        pred: Guard.

    Raises:
        TraceError: The mbarrier or the coordinates are missing.
    """
    if mbar is None:
        raise TraceError(
            f"a tensor load completes at an mbarrier, which counts its bytes: pass mbar={at(caller())}"
        )
    if isinstance(src, (SharedAlloc, SharedSlice)) and not isinstance(dst, (SharedAlloc, SharedSlice)):
        dst, src = src, dst
    words = [*_COPY, f"{rank}d", into, "global", *([mode] if mode else []), _BYTES]
    box = _box(src, coord, dst)
    check_box("a tensor load", box, dst, rank=rank, mode=mode)
    operands: list[Value] = [addr(dst), box, addr(mbar)]
    operands += [list(info)] if info else []
    if multicast_mask is not None:
        words.append("multicast::cluster")
        operands.append(multicast_mask)
    words += [f"cta_group::{cta_group}"] if cta_group != 1 else []
    if cache_hint is not None:
        words.append(_HINT)
        operands.append(cache_hint)
    made = emit("cp", tuple(words), operands, pred)
    current().copied[id(made)] = made, copied_bytes(box, mode)


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
    box = _box(dst, coord, src)
    check_box("a tensor store", box, src, rank=rank, mode=mode)
    emit("cp", words + ((_HINT,) if hints else ()), (box, addr(src), *hints), pred)


def _box(
    tensor_map: Value | TensorSpec, coord: Sequence[Value] | None, shared: Value | TensorSpec | None = None
) -> Address:
    """``[map, {c0, c1}]``; the box of a tensor without one is that of the shared tile."""
    if isinstance(tensor_map, TensorSpec) and shared is not None:
        tensor_map = tensor_map.tile_map(shared)
    place = map_place(tensor_map)
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
    raise TraceError(f"{row!r} is not a row to count from: give all four{at(caller())}")
