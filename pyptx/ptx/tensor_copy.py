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
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tensor_forms import (
    Im2colLoad,
    Im2colStore,
    Im2colWideLoad,
    Prefetch,
    Reduction,
    TensorCopy,
    TileLoad,
    TileStore,
)
from pyptx.ptx.tensor_transfers import COPY, four_rows, load, store
from pyptx.ptx.typed import Namespace
from pyptx.trace import at, caller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value


class Tensor(Namespace):
    """``ptx.cp.async_.bulk.tensor``: copies of boxes of a tensor that a tensor map describes."""

    _opcode = Opcode("cp", COPY)

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
            src: The tensor map, or a tensor with its ``tma_box``; without one, the box has the shape of the
                tile.
            coord: Column and four rows; column and row for four consecutive rows.
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
            four_rows(coord),
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
            coord: Column and four rows; column and row for four consecutive rows.
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
        store(2, dst, src, four_rows(coord), mode="tile::scatter4", cache_hint=cache_hint, pred=pred)


tensor = Tensor()


class TensorReduce(Namespace):
    """``ptx.cp.reduce.async_.bulk.tensor``: combine boxes with the tensor's contents."""

    _opcode = Opcode("cp", ("reduce", *COPY))

    tile_1d, tile_2d, tile_3d, tile_4d, tile_5d = (Reduction(rank, "tile") for rank in range(1, 6))
    im2col_3d, im2col_4d, im2col_5d = (Reduction(rank, "im2col_no_offs") for rank in range(3, 6))


tensor_reduce = TensorReduce()
