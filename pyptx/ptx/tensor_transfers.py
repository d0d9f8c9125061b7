"""One copy of a box between global and shared memory: its words and operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Vector
from pyptx.ptx.addressing import addr
from pyptx.ptx.boxes import check_box, copied_bytes
from pyptx.ptx.tensor_maps import map_place
from pyptx.record import replace
from pyptx.reg import Reg
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.specs import TensorSpec
from pyptx.trace import at, caller, current, emit, operand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

COPY = ("async", "bulk", "tensor")
_BYTES = "mbarrier::complete_tx::bytes"
HINT = "L2::cache_hint"


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
    words = [*COPY, f"{rank}d", into, "global", *([mode] if mode else []), _BYTES]
    box = box_of(src, coord, dst)
    check_box("a tensor load", box, dst, rank=rank, mode=mode)
    operands: list[Value] = [addr(dst), box, addr(mbar)]
    operands += [list(info)] if info else []
    if multicast_mask is not None:
        words.append("multicast::cluster")
        operands.append(multicast_mask)
    words += [f"cta_group::{cta_group}"] if cta_group != 1 else []
    if cache_hint is not None:
        words.append(HINT)
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
    words = (*COPY, f"{rank}d", "global", "shared::cta", *([mode] if mode else []), "bulk_group")
    box = box_of(dst, coord, src)
    check_box("a tensor store", box, src, rank=rank, mode=mode)
    emit("cp", words + ((HINT,) if hints else ()), (box, addr(src), *hints), pred)


def box_of(
    tensor_map: Value | TensorSpec, coord: Sequence[Value] | None, shared: Value | TensorSpec | None = None
) -> Address:
    """``[map, {c0, c1}]``; a tensor without a box has the box of the shared tile."""
    if isinstance(tensor_map, TensorSpec) and shared is not None:
        tensor_map = tensor_map.tile_map(shared)
    place = map_place(tensor_map)
    if coord is not None:
        return replace(place, rest=(Vector(tuple(operand(value, "s32") for value in coord)),))
    if not place.rest:
        raise TraceError(f"a tensor copy starts somewhere: coord=(…){at(caller())}")
    return place


def four_rows(coord: Sequence[Value]) -> Sequence[Value]:
    """Return the column and four rows; of a single row, add the three rows after it."""
    if len(coord) != 2:
        return coord
    column, row = coord
    if isinstance(row, (int, Reg)):
        return (column, row, row + 1, row + 2, row + 3)
    raise TraceError(f"{row!r} is not a row to count from: give all four{at(caller())}")
