"""Arrays as they lie in memory: strides that a launch can take, tensor maps of them, and overlaps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import column_major, framework, in_order
from pyptx.runtime.needs import require
from pyptx.specs import multiple_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import MapParam, Program
    from pyptx.runtime.arrays import ArrayInfo
    from pyptx.specs import Tile

_LARGEST_STRIDE = 2**32
_MOST_WORK = 1000
"""Candidates that NumPy tries to find a byte that two arrays share."""


def bind_strides(name: str, tile: Tile, info: ArrayInfo, *, written: bool = False) -> dict[str, int]:
    """Return the strides of the argument `name` in elements, by the names that its tile has for them.

    A dimension of one index has any stride, and binds none.

    Args:
        name: Its name.
        tile: Its tile, which has strides.
        info: Its properties.
        written: Whether the kernel writes to it.

    Raises:
        LaunchError: The tile does not allow the strides.
    """
    size = tile.dtype.bytes
    found: dict[str, int] = {}
    if 0 in info.shape:
        return found
    steps = info.strides or _contiguous(info.shape, size)
    for count, step, wanted in zip(info.shape, steps, tile.strides or (), strict=True):
        if count == 1:
            continue
        number = found.setdefault(wanted, step // size) if isinstance(wanted, str) else wanted
        if step != number * size or number % multiple_of(wanted) or not 0 <= step < _LARGEST_STRIDE:
            legal = ", ".join(
                f"a multiple of {multiple_of(each) * size}" if isinstance(each, str) else str(each * size)
                for each in tile.strides or ()
            )
            raise LaunchError(
                f"argument {name} {_describe(info)}: the kernel takes strides of ({legal}) bytes, below "
                f"2^32; {_advise(name, tile, info, written=written)}"
            )
    return found


def check_strides_in_code(name: str, info: ArrayInfo, program: Program, given: Mapping[str, Any]) -> None:
    """Check that the argument `name` has the strides that the code has, or that other arguments pass.

    Args:
        name: Its name.
        info: Its properties.
        program: The program.
        given: The arguments of the launch.

    Raises:
        LaunchError: The argument has other strides.
    """
    wanted = program.strided[name]
    if len(wanted) != len(info.shape) or 0 in info.shape:
        return
    size = _element_bytes(info)
    for axis, (count, step, place) in enumerate(zip(info.shape, _strides(info), wanted, strict=True)):
        number = given[place] if isinstance(place, str) else place
        if count > 1 and number is not None and step != number * size:
            taken = f"{place}={number}" if isinstance(place, str) else number
            raise LaunchError(
                f"argument {name} {_describe(info)}: {program.entry} takes a stride of {taken} elements in "
                f"dimension {axis}, {number * size} bytes"
            )


def check_new_strides(kernel: str, name: str, tile: Tile, dims: Mapping[str, int]) -> None:
    """Check that the code takes a new array, which is contiguous, as the output `name`.

    Args:
        kernel: Name of the kernel.
        name: Name of the output.
        tile: Its tile.
        dims: Sizes of dimensions and strides.

    Raises:
        LaunchError: A stride has another value.
    """
    shape = tile.resolve_shape(dims)
    steps = zip(shape, _contiguous(shape, 1), tile.strides or (), strict=True)
    for axis, (size, made, step) in enumerate(steps):
        wanted = dims[step] if isinstance(step, str) else step
        if size > 1 and 0 not in shape and (made != wanted or made % multiple_of(step)):
            named = f"{step}={wanted}" if isinstance(step, str) else wanted
            taken = named if made != wanted else f"a multiple of {multiple_of(step)}"
            raise LaunchError(
                f"{kernel}: a new array of shape {shape} for {name} is contiguous, with a stride of {made} "
                f"elements in dimension {axis}, but the kernel takes {taken} there; pass an array as out="
            )


def check_strides(
    name: str, tile: Tile | None, info: ArrayInfo, program: Program, *, written: bool = False
) -> None:
    """Check that a program can take the argument `name`, which is not contiguous.

    Tensor maps have its strides, or the code has them, as those that a tile names.

    Args:
        name: Its name.
        tile: Its tile; None for raw memory.
        info: Its properties.
        program: The program.
        written: Whether the program writes to it.

    Raises:
        LaunchError: The program reads the address of the argument, or no tensor map has its strides.
    """
    maps = [param for param in program.tensor_maps if param.tensor == name]
    if name not in program.strided and (not maps or program.reads_param(name)):
        taken = f"{tile or 'a kernel'} takes memory as it lies"
        if maps:
            taken = f"{program.entry} reads its address; strides are for arrays that tensor maps alone reach"
        raise LaunchError(
            f"argument {name} (shape {info.shape}) is not contiguous in {_order(tile)}-major order, and "
            f"{taken}; {_advise(name, tile, info, written=written)}"
        )
    for param in maps:
        tensor_map(param, info, tile, written=written)
    if written and _overlaps_itself(info):
        raise LaunchError(
            f"argument {name} {_describe(info)} has elements that share memory, and the kernel writes to "
            "it; pass an array without"
        )


def tensor_map(
    param: MapParam, info: ArrayInfo | None = None, tile: Tile | None = None, *, written: bool = False
) -> TensorMap:
    """Return the tensor map of an array, its address left out.

    Args:
        param: The parameter that holds the map.
        info: Properties of the array; None for a contiguous array of the known sizes.
        tile: Its tile, to refuse contiguous memory in the other order.
        written: Whether the kernel writes to it.

    Raises:
        LaunchError: No tensor map has the strides or the address of the array.
    """
    dense = info is None or (info.contiguous if tile is None else in_order(tile, info))
    made = _make_map(param, info, dense=dense)
    unit = 16 if made is None else made.unit
    if made is None or not made.has_legal_strides:
        advice = "pass a view of an array with longer rows"
        if info is not None and not dense:
            advice = _advise(param.tensor, tile, info, written=written)
        described = "" if info is None else f" {_describe(info)}"
        raise LaunchError(
            f"argument {param.tensor}{described}: a tensor map takes strides of one element in the innermost "
            f"dimension, and of a multiple of {unit} bytes below 2^40 in the others; {advice}"
        )
    if info is not None and info.device != "cpu" and (info.address + made.address) % unit:
        raise LaunchError(
            f"argument {param.tensor} is at {info.address:#x}: a tensor map takes addresses that are a "
            f"multiple of {unit} bytes; pass a copy"
        )
    return made


def overlapping(
    written: Mapping[str, ArrayInfo], others: Mapping[str, ArrayInfo], *, whole: bool = False
) -> tuple[str, str] | None:
    """Return the names of the first written array and another that share memory, or None.

    Args:
        written: Arrays that are written.
        others: These, and those that are read.
        whole: Whether an array that is written and one that is read may be the same memory.
    """
    for name, info in written.items():
        for other, also in others.items():
            same = whole and other not in written
            same = same and (info.address, info.bytes, info.span) == (also.address, also.bytes, also.span)
            if name != other and not same and _overlap(info, also):
                return name, other
    return None


def _make_map(param: MapParam, info: ArrayInfo | None, *, dense: bool) -> TensorMap | None:
    """Return the tensor map of an array, `dense` or with its strides; None if it cannot be made."""
    if info is None or param.sized is None or (dense and param.map is not None):
        return param.map if dense else None
    try:
        return param.sized(info.shape, None if dense else _strides(info))
    except ValueError:  # the innermost dimension is not contiguous
        return None


def _overlap(one: ArrayInfo, other: ArrayInfo) -> bool:
    if not (one.address and other.address and one.bytes and other.bytes) or one.device != other.device:
        return False
    (start, end), (first, last) = one.span, other.span
    if start >= last or first >= end:
        return False
    return (one.contiguous and other.contiguous) or _share_bytes(one, other)


def _share_bytes(one: ArrayInfo, other: ArrayInfo) -> bool:
    """Whether arrays with gaps share a byte; True where that takes long to find out."""
    numpy = require("numpy")
    try:
        shared = numpy.shares_memory(
            *(numpy.asarray(_Place(each)) for each in (one, other)), max_work=_MOST_WORK
        )
    except numpy.exceptions.TooHardError:
        return True
    return bool(shared)


class _Place:
    """The memory of an array, for NumPy; no byte of it is read."""

    def __init__(self, info: ArrayInfo) -> None:
        self.__array_interface__: dict[str, Any] = {
            "shape": info.shape,
            "typestr": f"|V{_element_bytes(info)}",
            "strides": _strides(info),
            "data": (info.address, True),
            "version": 3,
        }


def _overlaps_itself(info: ArrayInfo) -> bool:
    """Whether two elements of an array may share memory."""
    reached = _element_bytes(info)
    for stride, size in sorted(zip(_strides(info), info.shape, strict=True)):
        if size > 1 and stride < reached:
            return True
        reached += stride * (size - 1)
    return False


def _element_bytes(info: ArrayInfo) -> int:
    """Return the size of an element in bytes."""
    return info.bytes // max(math.prod(info.shape), 1)


def _strides(info: ArrayInfo) -> tuple[int, ...]:
    """Return the strides of an array in bytes, those of row-major order if its library has none."""
    if info.strides is not None:
        return info.strides
    return _contiguous(info.shape, _element_bytes(info))


def _contiguous(shape: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the strides of row-major order, for elements of some size."""
    return tuple(math.prod(shape[axis + 1 :]) * size for axis in range(len(shape)))


def _order(tile: Tile | None) -> str:
    return "column" if column_major(tile) else "row"


def _advise(name: str, tile: Tile | None, info: ArrayInfo, *, written: bool) -> str:
    """Return the advice to pass a contiguous array, and not a copy if the kernel writes to it."""
    if written:
        return f"the kernel writes to it, so pass an array that is {_order(tile)}-major"
    return f"pass {framework(info.framework).advice('layout', name, _order(tile))}"


def _describe(info: ArrayInfo) -> str:
    return f"(shape {info.shape}, strides {_strides(info)} bytes)"
