"""Checks that a box of a tensor map fits the shared tile it fills or empties.

A copy writes the rows of a box one after the other and swizzles them as the map says; the tile has a layout
of its own. A contradiction is an error of the copy's line. An address (``ptx.addr(tile, offset)``) or a
register gives only the start of a box; then only the known properties are compared.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.layouts.swizzle import CHUNK_BYTES, LINE_BYTES
from pyptx.layouts.tensor_map_words import GROUP, SWIZZLES
from pyptx.ptx.shared_parts import SharedPart, shared_part
from pyptx.record import record
from pyptx.trace import at, caller, current

if TYPE_CHECKING:
    from pyptx.ir import Address
    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value
    from pyptx.types import PtxType

FOUR_ROWS = 4
_SAME_FORMAT = frozenset({"f32", "tf32"})


@record(frozen=True, slots=True)
class MappedTensor:
    """A tensor and the map of it that a register has the address of.

    Attributes:
        name: Name of the tensor.
        dtype: Its element type.
        map: The map; if the trace has no sizes, it has the sizes of a box.
        given_box: Whether `box=` or `tma_box=` gave the box.
    """

    name: str
    dtype: PtxType
    map: TensorMap
    given_box: bool = True


def mapped_tensor(place: Address) -> MappedTensor | None:
    """Return the tensor whose map is at an address, or None if it is unknown."""
    found = current().facts.get(getattr(place.base, "name", None))
    return found if isinstance(found, MappedTensor) and place.offset is None else None


def copied_bytes(place: Address, mode: str | None) -> int | None:
    """Return the bytes that a load of a box counts at its barrier, or None if the map is unknown."""
    mapped = mapped_tensor(place)
    if mapped is None or (mapped.map.im2col is not None and mapped.map.im2col.wide is not None):
        return None
    if mode is not None and mode.startswith("tile::"):
        return mapped.map.extents[0] * FOUR_ROWS * mapped.map.element.bits // 8
    return mapped.map.transaction_bytes


def check_box(
    what: str, place: Address, shared: Value | TensorSpec, *, rank: int, mode: str | None = None
) -> None:
    """Refuse a copy between a tensor and a tile that contradict each other.

    Args:
        what: Public name of the copy.
        place: The tensor map, as an operand.
        rank: Dimensions of the copy.
        shared: The place in shared memory.
        mode: The mode of the copy; boxes if not given.

    Raises:
        TraceError: Box, swizzle, element size or alignment differ, or the map is for another copy.
    """
    part, mapped = shared_part(shared), mapped_tensor(place)
    other = "" if mapped is None else _wrong_copy(mapped, rank, mode or "tile")
    if other:
        raise TraceError(f"{what}: {other}{at(caller())}")
    if part is None:
        return
    needed = LINE_BYTES if mapped is None else mapped.map.alignment
    wrong = _wrong_start(part, needed)
    if not wrong and mapped is not None:
        gathers = mode is not None and mode.startswith("tile::")
        extents = (mapped.map.extents[0], FOUR_ROWS) if gathers else mapped.map.extents
        wrong = _wrong_format(mapped, part) or _wrong_extent(mapped, extents, part)
        if wrong and not mapped.given_box:
            wrong += f"; give box=, or the tensor itself, {mapped.name}, to take the box of the tile"
    if wrong:
        raise TraceError(f"{what}: {wrong}{at(caller())}")


def check_span(what: str, place: Address, size: Value) -> None:
    """Refuse a bulk copy of a constant number of bytes that does not fit the shared array it starts in.

    Args:
        what: Public name of the copy.
        place: The place in shared memory, as an operand.
        size: Bytes.

    Raises:
        TraceError: The span is not 16-byte aligned, or ends past the array.
    """
    part = shared_part(place)
    if part is None or not part.is_constant or not isinstance(size, int):
        return
    wrong = (
        f"{part} at byte {part.offset}: a bulk copy starts at a multiple of {CHUNK_BYTES} bytes"
        if part.offset % CHUNK_BYTES
        else f"{size} bytes; {part} has {part.bytes_left} from there on"
        if size > part.bytes_left
        else ""
    )
    if wrong:
        raise TraceError(f"{what}: {wrong}{at(caller())}")


def _wrong_copy(mapped: MappedTensor, rank: int, mode: str) -> str:
    """Describe the error of a copy's rank or mode; "" if there is none."""
    if mapped.map.rank != rank:
        return f"the map of {mapped.name} has {mapped.map.rank} dimensions, the copy {rank}"
    made = mapped.map.mode
    if made.startswith("im2col") != mode.startswith("im2col") or (
        made != mode and mode != "im2col_no_offs" and "im2col::" in f"{made} {mode}"
    ):
        return f"the map of {mapped.name} is for mode {made!r}, the copy has mode {mode!r}"
    return ""


def _wrong_start(part: SharedPart, needed: int) -> str:
    """Describe the error of the place where a box starts; "" if there is none."""
    if part.is_constant and part.offset % LINE_BYTES:
        return f"{part} at byte {part.offset}: a box starts at a multiple of {LINE_BYTES} bytes"
    if part.array.align < min(needed, LINE_BYTES):
        return (
            f"{part} is aligned to {part.array.align} bytes, a box to {LINE_BYTES}: give align={LINE_BYTES}"
        )
    return ""


def _wrong_format(mapped: MappedTensor, part: SharedPart) -> str:
    """Describe the error of element type or swizzle; "" if there is none."""
    tile, tensor, swizzle = part.array.dtype, mapped.dtype, mapped.map.swizzle
    if tile.kind == "f" and not _may_hold(tile, tensor):
        return f"{part} is filled from {mapped.name}, whose elements are {tensor}"
    if part.array.swizzle is not None and part.array.swizzle != swizzle:
        return (
            f"{part} has swizzle={part.array.swizzle!r}, the map of {mapped.name} swizzle={swizzle!r}; give "
            f"both the same"
        )
    if part.array.swizzle is None and part.array.align < mapped.map.alignment:
        return (
            f"the map of {mapped.name} has swizzle={swizzle!r}, {part} none; declare it with "
            f"swizzle={swizzle!r}, or raw memory with align={mapped.map.alignment}"
        )
    return ""


def _may_hold(tile: PtxType, tensor: PtxType) -> bool:
    """Whether a tile of floating point may hold the elements of a tensor."""
    if tile.bits != tensor.bits:
        return False
    return tensor.kind != "f" or tile == tensor or {tile.name, tensor.name} <= _SAME_FORMAT


def _wrong_extent(mapped: MappedTensor, extents: tuple[int, ...], part: SharedPart) -> str:
    """Describe the error of a box's size, whose extents come innermost first; "" if there is none.

    Rows narrower than those of an unswizzled tile are legal where they are chunks of 16 bytes, as `wgmma` and
    `tcgen05.mma` read unswizzled operands, and where the tile is raw memory, with fewer rows than the box.
    """
    element = mapped.map.element
    row_bytes = extents[0] * element.group_bytes // GROUP
    box_bytes = row_bytes * prod(extents[1:])
    sizes = list(extents)
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    box = f"the box of {mapped.name}, {tuple(reversed(sizes))} of {mapped.dtype}"
    within = part.shape is not None and len(part.shape) >= len(sizes)
    left = part.bytes_left
    if within and part.shape is not None:
        left = min(left, prod(part.shape) * part.array.dtype.bytes)
    if box_bytes > left:
        return f"{box}, has {box_bytes} bytes; {part} has {left} from there on"
    if not within or part.shape is None or mapped.map.im2col is not None or element.padded:
        return ""
    tile_row = part.shape[-1] * part.array.dtype.bytes
    if row_bytes == tile_row or len(part.shape) == 1 or len(sizes) == 1:
        return ""
    if mapped.map.swizzle != "NONE":
        width = SWIZZLES[mapped.map.swizzle].row_bytes
        fits = row_bytes == width and tile_row % width == 0
    else:
        rows = prod(part.shape[:-1])
        turned = tuple(reversed(sizes)) == part.shape[::-1]
        narrow = row_bytes < tile_row and (prod(sizes[1:]) > rows or row_bytes == CHUNK_BYTES)
        fits = narrow and not turned
    if fits:
        return ""
    return (
        f"rows of {box} have {row_bytes} bytes, those of {part} {tile_row}: a copy lays the rows of a box "
        "one behind the other"
    )
