"""The arguments of a simulated launch: arrays get allocations, parameters get their bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map import MappedArray
from pyptx.layouts.tensor_map_words import BYTES as MAP_BYTES
from pyptx.program import Param
from pyptx.sim.constants import dtype_of
from pyptx.sim.segments import ARRAY_GAP_BYTES, GLOBAL_ALIGN, Allocation
from pyptx.structure import Structure, arrays_in
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pyptx.arch import Arch
    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Program
    from pyptx.sim.device import Device
    from pyptx.sim.memory import Memory

    _Argument = tuple[str, Param, NDArray[Any]]

HOST_ALIGN = 16
"""Alignment of arrays that the native engine uses in place: that of the widest access."""


_INPUT = ", an input not in mutates="


class Arguments:
    """The arguments of a launch and where they are in simulated memory."""

    def __init__(
        self,
        program: Program,
        args: Sequence[Any],
        uninitialized: frozenset[str],
        read_only: frozenset[str],
        device: Device,
    ) -> None:
        unknown = (uninitialized | read_only) - {param.name for param in program.params}
        if unknown:
            raise LaunchError(f"{program.entry} has no parameter {', '.join(sorted(unknown))}")
        self._args = list(zip(program.params, args, strict=True))
        self._arch = program.arch
        self._uninitialized = uninitialized
        self._read_only = read_only
        self._device = device
        self._arrays: list[_Argument] = []
        self._places: dict[int, tuple[Allocation, int]] = {}
        for param, argument in self._args:
            _check_kind(param, argument)
            for name, array in arrays_in(param.name, argument):
                if isinstance(array, np.ndarray):
                    if not array.flags.c_contiguous:
                        raise LaunchError(f"{name}: the array of shape {array.shape} is not C-contiguous")
                    self._arrays.append((name, param, array))
        self._own: list[_Argument] = []

    def allocate(self, memory: Memory) -> None:
        """Give every array its allocation; arrays that overlap share one, and empty ones overlap none."""
        if self._arrays:
            self._allocate_arrays(memory)
        self._values = [self._value(param.name, param, argument, memory) for param, argument in self._args]

    def _allocate_arrays(self, memory: Memory) -> None:
        on_device: dict[int, list[_Argument]] = {}
        for name, param, array in self._arrays:
            found = self._device.find(array, name)
            if found is None:
                self._own.append((name, param, array))
                continue
            self._places[id(array)] = found
            if param.name in self._uninitialized:
                raise LaunchError(f"{name}: the device has noted which bytes of this array were written")
            if array.size:
                on_device.setdefault(found[0].offset, []).append((name, param, array))
        for grouped in on_device.values():
            writable, is_input = self._access(grouped)
            if is_input or not writable:
                memory.global_.protect(self._places[id(grouped[0][2])][0])
        spans = sorted(
            ((_span(array), number) for number, (_, _, array) in enumerate(self._own)),
            key=lambda each: (each[0][0] == each[0][1], each),
        )
        groups: list[tuple[int, int, list[int]]] = []
        for (start, end), number in spans:
            if groups and start < groups[-1][1] and start < end:
                first, last, members = groups[-1]
                groups[-1] = (first, max(last, end), [*members, number])
            else:
                groups.append((start, end, [number]))
        for start, end, members in sorted(groups, key=lambda group: min(group[2])):
            grouped = [self._own[number] for number in sorted(members)]
            named = _named(grouped)
            arrays = [array for _, _, array in grouped]
            initialised = any(param.name not in self._uninitialized for _, param, _ in named)
            writable, is_input = self._access(grouped)
            phase = _phase(next(array for array in arrays if _span(array)[0] == start))
            protected = writable and is_input
            allocation = Allocation(
                name="/".join(dict.fromkeys(name for name, _, _ in named)),
                offset=0,
                size=end - start,
                note=f"{arrays[0].dtype} {arrays[0].shape}{_INPUT if protected else ''}",
                initialised=initialised,
                writable=writable and not protected,
                content=tuple((_span(array)[0] - start, _raw(array)) for array in arrays),
                host=start if (start - phase) % HOST_ALIGN == 0 and (initialised or writable) else 0,
            )
            memory.global_.add(allocation, GLOBAL_ALIGN, phase, ARRAY_GAP_BYTES)
            for array in arrays:
                self._places[id(array)] = allocation, _span(array)[0] - start

    def _access(self, group: Sequence[_Argument]) -> tuple[bool, bool]:
        """Whether arrays that share memory may all be written, and whether all are inputs."""
        writable = all(array.flags.writeable for _, _, array in group)
        return writable, all(param.name in self._read_only for _, param, _ in _named(group))

    def hosts(self) -> dict[int, Allocation]:
        """The allocations of arrays with elements, by the host address of their first byte."""
        found = {each.host: each for each in self._device.allocations}
        for _, _, array in self._own:
            allocation, offset = self._places[id(array)]
            if allocation.size:
                found[_span(array)[0] - offset] = allocation
        return found

    def placed(self) -> Iterator[tuple[str, NDArray[Any], int]]:
        """Every array with its name and its offset in global memory."""
        for name, _, array in self._arrays:
            allocation, offset = self._places[id(array)]
            yield name, array, allocation.offset + offset

    def numbers(self, memory: Memory) -> Iterator[tuple[int, float, str]]:
        """The floating-point numbers: the offset of each parameter, the number unrounded, the type."""
        for (param, argument), allocation in zip(self._args, memory.param.allocations, strict=True):
            if isinstance(argument, int | float | np.floating) and from_name(param.type).kind == "f":
                yield allocation.offset, float(argument), param.type

    def elements(self) -> list[int]:
        """Bytes of the elements of the tensor maps."""
        return [
            max(mapped.tensor.element.bits // 8, 1)
            for _, argument in self._args
            for mapped in _tensor_maps(argument)
        ]

    def values(self) -> list[bytes]:
        """The bytes of every parameter, once all memory is allocated."""
        return self._values

    def _value(self, name: str, param: Param, argument: Any, memory: Memory) -> bytes:
        """Return the bytes of an argument; allocate a structure that is passed in memory."""
        if isinstance(argument, Structure):
            content = argument.encoded(
                lambda offset, member: self._value(f"{name}+{offset}", _MEMBER, member, memory)
            )
            return content if param.structure else self._placed(name, content, memory)
        if isinstance(argument, MappedArray):
            start = self._address(argument.array, memory)
            tensor = replace(argument.tensor, address=start + argument.tensor.address)
            return _encoded(self._described(name, argument.array), tensor, self._arch)
        if isinstance(argument, np.ndarray):
            address = self._address(argument, memory)
            if argument.size:
                param.check_address(address)
            return address.to_bytes(param.bytes, "little")
        return _scalar(name, param, argument)

    def _described(self, name: str, array: object) -> str:
        """Return the argument of the caller whose array the tensor map `name` has, and the map."""
        place = None if isinstance(array, int) else self._places[id(array)][0].name
        return name if place in (None, name) else f"argument {place} (by its tensor map {name})"

    def _placed(self, name: str, content: bytes, memory: Memory) -> bytes:
        """Allocate memory with this content, which kernels only read, and return its address."""
        allocation = Allocation(
            name,
            0,
            len(content),
            note=f"structure of {len(content)} bytes",
            writable=False,
            content=((0, np.frombuffer(content, np.uint8)),),
        )
        memory.global_.add(allocation, GLOBAL_ALIGN)
        return (memory.global_.base + allocation.offset).to_bytes(_MEMBER.bytes, "little")

    def _address(self, array: object, memory: Memory) -> int:
        if isinstance(array, int):
            return array
        allocation, offset = self._places[id(array)]
        return memory.global_.base + allocation.offset + offset

    def copy_back(self, memory: Memory) -> None:
        """Copy the results into the caller's arrays and to the device."""
        self._device.settle(memory)
        for _, _, array in self._own:
            allocation, offset = self._places[id(array)]
            if array.flags.writeable and array.size and not memory.is_lent(allocation):
                content = memory.content(memory.global_, allocation.offset + offset, array.nbytes)
                array.reshape(-1).view(np.uint8)[...] = content


_MEMBER = Param("", "u64", 8, 8, pointer=True)
"""The parameter type of an address inside a structure."""


def _named(group: Sequence[_Argument]) -> Sequence[_Argument]:
    """The arguments that name an array, which a tensor map only does where no other does."""
    return [each for each in group if each[1].pointer] or group


def _check_kind(param: Param, argument: Any) -> None:
    """Refuse an array, a tensor map or a structure for a parameter that takes none."""
    if isinstance(argument, np.ndarray) and not param.pointer:
        raise LaunchError(f"{param.name}: a .{param.type} parameter of {param.bytes} bytes takes no array")
    if isinstance(argument, MappedArray) and param.bytes != MAP_BYTES:
        raise LaunchError(f"{param.name}: a parameter of {param.bytes} bytes takes no tensor map")
    if isinstance(argument, Structure) and param.structure and len(argument.content) != param.bytes:
        raise LaunchError(
            f"{param.name}: {len(argument.content)} bytes given; the parameter has {param.bytes}"
        )
    for name, member in arrays_in(param.name, argument):
        if argument is not member and not isinstance(member, np.ndarray | int):
            raise LaunchError(f"{name}: a {type(member).__name__} is neither an array nor an address")


def _tensor_maps(argument: Any) -> Iterator[MappedArray]:
    """The tensor maps of an argument."""
    if isinstance(argument, MappedArray):
        yield argument
    elif isinstance(argument, Structure):
        for member in argument.members.values():
            yield from _tensor_maps(member)


def _encoded(name: str, tensor: TensorMap, arch: Arch) -> bytes:
    """The 128 bytes of a tensor map that keeps the driver's rules."""
    try:
        return tensor.checked(arch).encode()
    except ValueError as error:
        raise LaunchError(f"{name}: {error}") from None


def _span(array: NDArray[Any]) -> tuple[int, int]:
    """First and last-plus-one host byte of an array: only compared, never dereferenced."""
    start = int(array.__array_interface__["data"][0])
    return start, start + array.nbytes


def _phase(array: NDArray[Any]) -> int:
    """The place of an array after a multiple of 256 bytes; for a view, its place in the whole array.

    Drivers align allocations to 256 bytes, hosts do not: an array with memory of its own starts at a
    multiple. Where other libraries own the memory, their allocators align to `HOST_ALIGN` bytes at least.
    """
    owner: Any = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    start = _span(array)[0]
    if owner.base is None:
        return (start - _span(owner)[0]) % GLOBAL_ALIGN
    return start % HOST_ALIGN


def _raw(array: NDArray[Any]) -> NDArray[np.uint8]:
    return array.reshape(-1).view(np.uint8) if array.size else np.zeros(0, np.uint8)


def _scalar(name: str, param: Param, argument: Any) -> bytes:
    """The bytes of a parameter that is passed by value."""
    if isinstance(argument, bytes | bytearray):
        if len(argument) != param.bytes:
            raise LaunchError(f"{name}: {len(argument)} bytes given, the parameter has {param.bytes}")
        return bytes(argument)
    type_ = from_name(param.type)
    if param.bytes != type_.bytes:
        raise LaunchError(f"{name}: a structure of {param.bytes} bytes is given as bytes, not {argument!r}")
    if type_.kind == "f":
        return np.asarray(argument, dtype_of(type_)).tobytes()
    if isinstance(argument, float | np.floating):
        raise LaunchError(f"{name}: .{param.type} takes an integer, not {argument!r}")
    number = int(argument)
    if not -(1 << (type_.bits - 1)) <= number < 1 << type_.bits:
        raise LaunchError(f"{name}: {number} does not fit .{param.type}")
    return (number & ((1 << type_.bits) - 1)).to_bytes(param.bytes, "little")
