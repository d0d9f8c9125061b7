"""A resolved launch as data: made once by the general path, executed by native code or by `plain`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.layouts.tensor_map import MappedArray
from pyptx.record import record, replace
from pyptx.runtime.alignment import check_addresses, units
from pyptx.runtime.values import checked_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Program
    from pyptx.runtime.driver import Ready


class MapPatch(NamedTuple):
    """A tensor map in the parameter bytes, which gets an address at each launch.

    Attributes:
        array: Position of the array whose memory it describes.
        offset: Offset of the map in the parameter bytes.
        addend: Bytes from the address of the array to that of the map.
        unit: Alignment of the address, in bytes.
    """

    array: int
    offset: int
    addend: int
    unit: int


class Word(NamedTuple):
    """A keyword argument of the calls that a plan serves.

    Attributes:
        name: Name of the argument.
        value: Its value, which calls must pass if there is no format.
        format: Format of a number that varies, as `struct` and ``csrc/launch`` have it; else empty.
        offset: Offset of that number in the parameter bytes.
    """

    name: str
    value: Any
    format: str
    offset: int


class Allocation(NamedTuple):
    """A way to make another output like the first one.

    Attributes:
        function: Function that makes it on its device.
        args: Positional arguments of the function.
        options: Keyword arguments of the function.
        near: Faster function, for the current device only; None if there is none.
        near_args: Arguments of that function.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    options: dict[str, Any]
    near: Callable[..., Any] | None
    near_args: tuple[Any, ...]


@record(frozen=True, slots=True)
class LaunchPlan:
    """A launch of one signature.

    Attributes:
        ready: Function and configuration of the launch.
        offsets: Offset of each parameter in the parameter bytes.
        blob: The parameter bytes of the call that was resolved.
        addresses: Offset of the address of each array.
        maps: Tensor maps.
        alignment: Alignment of the addresses of all arrays, in bytes.
        words: Keyword arguments.
        outputs: Allocation of each output; None for one that calls pass.
        written: Positions of the arrays that a launch writes, if a call passes them.
    """

    ready: Ready
    offsets: tuple[int, ...]
    blob: bytes
    addresses: tuple[int, ...]
    maps: tuple[MapPatch, ...]
    alignment: int = 1
    words: tuple[Word, ...] = ()
    outputs: tuple[Allocation | None, ...] = ()
    written: tuple[int, ...] = ()


def plan_launch(
    program: Program,
    ready: Ready,
    values: Mapping[str, Any],
    tensors: Sequence[str] = (),
    encode: Callable[[TensorMap], bytes] | None = None,
) -> LaunchPlan:
    """Lay out the parameters of a launch.

    Args:
        program: The program.
        ready: Its function and launch configuration.
        values: The argument of each parameter: an address, a number, `bytes`, or a `MappedArray` of an
            address.
        tensors: Names of the parameters whose addresses vary, in the order in which launches pass them.
        encode: Makes the bytes of a tensor map; None if there is none.

    Raises:
        LaunchError: An argument does not fit its parameter, or an address is misaligned.
    """
    check_addresses(program, values, ready.grid, ready.block)
    offsets, size = parameter_offsets(program)
    at = dict(zip((param.name for param in program.params), offsets, strict=True))
    sources = {param.name: param.tensor for param in program.tensor_maps}
    order = list(tensors)
    blob, patches = bytearray(size), []
    for param in program.params:
        value, offset = values.get(param.name), at[param.name]
        if isinstance(value, MappedArray) and encode is not None:
            described = value.tensor
            if sources.get(param.name) in order:
                array = order.index(sources[param.name])
                patches.append(MapPatch(array, offset, described.address, described.unit))
            content = encode(replace(described, address=value.array + described.address))  # type: ignore[operator]
        else:
            content = checked_bytes(param, value)
        blob[offset : offset + param.bytes] = content
    addresses = tuple(at[name] for name in order)
    wanted = units(program)
    unit = max((wanted.get(name, 1) for name in order), default=1)
    return LaunchPlan(ready, tuple(offsets), bytes(blob), addresses, tuple(patches), unit)


def parameter_offsets(program: Program) -> tuple[list[int], int]:
    """Return the offset of each parameter in the parameter bytes, and their total size."""
    offsets, size = [], 0
    for param in program.params:
        size = -(-size // param.align) * param.align
        offsets.append(size)
        size += param.bytes
    return offsets, size
