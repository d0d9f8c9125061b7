"""The copies of boxes of a tensor by their mode: tiles, im2col boxes, prefetches, reductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.addressing import addr
from pyptx.ptx.boxes import check_box
from pyptx.ptx.modifiers import hinted, words
from pyptx.ptx.tensor_transfers import box_of, four_rows, load, store
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.trace import checked, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value


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
            coord: Start of the box, as for the load; column and row for four consecutive rows.
            info: For im2col, the position in the filter, 0 if not given; for its wide modes, halo and offset.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        if self.mode is not None and "gather4" in self.mode:
            coord = four_rows(coord)
        if info is None and self.mode is not None and "im2col" in self.mode:
            info = (0,) * (self.rank - 2 if self.mode == "im2col" else 2)
        hint, policy = hinted(cache_hint)
        modifiers = words("async.bulk.prefetch.tensor", f"{self.rank}d", "L2.global", self.mode, hint)
        emit("cp", modifiers, (box_of(src, coord), *([list(info)] if info else []), *policy), pred)


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
        box = box_of(dst, coord, src)
        check_box(f"ptx.cp.reduce.async_.bulk.tensor.{op}", box, src, rank=self.rank, mode=self.mode)
        emit("cp", modifiers, (box, addr(src), *policy), pred)
