"""The general launch path: bind the arguments, choose the engine, run it."""

from __future__ import annotations

import reprlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.errors import LaunchError, LaunchTypeError, did_you_mean
from pyptx.layouts.tensor_map import MappedArray
from pyptx.layouts.tensor_map_words import BYTES
from pyptx.program import Report, engine
from pyptx.runtime import arrays
from pyptx.runtime.simulation import options_of, with_environment
from pyptx.runtime.strides import check_strides, check_strides_in_code, tensor_map
from pyptx.runtime.values import check_value
from pyptx.structure import Structure, arrays_in, holding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.program import Dim3, Param, Program


_OF_ARRAYS = frozenset({"uninitialized", "read_only"})
"""Options about the arrays, which an engine without such checks does not have."""


def launch(
    program: Program,
    args: Sequence[object],
    grid: Dim3,
    block: Dim3,
    cluster: Dim3,
    smem: int,
    *,
    chosen: str | None = None,
    options: Mapping[str, Any],
) -> Report:
    """Run `program` with `args` on the engine `chosen`, or the one where its arrays are.

    Raises:
        LaunchError: The arguments do not fit the parameters.
    """
    options = dict(options)
    found = arguments_of(program, args, options.pop("described", {}))
    may_import = options.pop("imports", False)
    imported = [where for where in found.infos if arrays.needs_import(found.memory[where])]
    if imported and not may_import:
        raise LaunchError(
            f"argument {imported[0]} is a JAX array on {found.device}, and those do not change: call the "
            "kernel itself, which returns new ones, or k.launch(…, mutates=…), which says what is written"
        )
    read_only = options.get("read_only", ())
    name = chosen or ("sim" if found.device == "cpu" else "gpu")
    run = engine(name)
    if program.cubin and name != "gpu":
        raise LaunchError(
            f"{program.entry} is machine code, which only a GPU runs; load its PTX to simulate it"
        )
    kept: list[object] = []
    if name == "gpu":
        values, where = on_device(found, options.get("stream"), kept)
        options = {**where, **options}
    else:
        values = _on_host(found, name)
        options = with_environment(options) if name == "sim" else options
    known = options_of(run)
    options = {key: value for key, value in options.items() if key in known or key not in _OF_ARRAYS}
    protected = {
        where
        for only in read_only
        if only in found.values
        for where, _ in arrays_in(only, found.values[only])
    }
    _check_options(name, known, options)
    start = time.perf_counter()
    detail = run(program, values, grid=grid, block=block, cluster=cluster, smem=smem, **options)
    if written := [found.memory[where] for where in found.of_torch if where not in protected]:
        arrays.adapter("torch").changed(written)
    return Report(program.entry, name, grid, block, cluster, time.perf_counter() - start, detail)


class LaunchArguments(NamedTuple):
    """The arguments of a launch.

    Attributes:
        values: Argument of each parameter, tensor maps among them.
        memory: Their arrays, by parameter, and offset in a structure.
        infos: Properties of the arrays.
        framework: Framework that they share.
        device: Their device.
    """

    values: dict[str, object]
    memory: dict[str, object]
    infos: dict[str, arrays.ArrayInfo]
    framework: str
    device: str

    @property
    def of_torch(self) -> list[str]:
        """Names of the arrays that are tensors of torch."""
        return [name for name, info in self.infos.items() if info.framework == "torch"]


def arguments_of(
    program: Program, args: Sequence[object], known: Mapping[str, arrays.ArrayInfo]
) -> LaunchArguments:
    """Return the arguments of a launch, checked.

    Args:
        program: The program.
        args: One for each parameter, those of tensor maps left out.
        known: Properties of arrays that were described already, by parameter.

    Raises:
        LaunchError: The arguments do not fit the parameters.
    """
    maps = {param.name for param in program.tensor_maps}
    params = [param for param in program.params if param.name not in maps]
    if len(args) != len(params):
        names = ", ".join(f"{param.name}: .{param.type}" for param in params) or "none"
        raise LaunchError(f"{program.entry} takes {len(params)} arguments ({names}), but got {len(args)}")
    given = {param.name: _bind(param, value) for param, value in zip(params, args, strict=True)}
    memory = {where: array for name, value in given.items() for where, array in arrays_in(name, value)}
    infos = dict(arrays.arrays_in(memory, known))
    for name, info in infos.items():
        arrays.check_address(name, info)
        if not info.contiguous:
            check_strides(name, None, info, program)
        if name in program.strided:
            check_strides_in_code(name, info, program, given)
    values = dict(given)
    for param in program.tensor_maps:
        array, described = given[param.tensor], infos.get(param.tensor)
        if described is None and param.map is None:
            raise LaunchError(
                f"argument {param.tensor} is {array!r}; its tensor map depends on its shape: pass an "
                "array, or give .program(…) the dimensions"
            )
        values[param.name] = tensor_map(param, described).of(array)
    ordered = {param.name: values[param.name] for param in program.params}
    return LaunchArguments(ordered, memory, infos, *arrays.shared_place(infos))


def _check_options(name: str, known: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuse an option that the engine does not have."""
    for option in options:
        if option not in known:
            raise LaunchTypeError(
                f"the engine {name!r} has no option {option!r}{did_you_mean(option, known)}; it has "
                f"{', '.join(known) or 'none'}"
            )


def _bind(param: Param, value: object) -> object:
    """The argument as an array, number or bytes that fits `param`."""
    if arrays.framework_of(value) is not None:
        if param.pointer:
            return value
        shape = arrays.describe(param.name, value).shape
        if shape or param.structure or param.opaque:
            raise LaunchError(f"argument {param.name} is an array, but the parameter is a .{param.type}")
        value = value.item()  # type: ignore[attr-defined]  # what every framework calls it
    if isinstance(value, MappedArray):
        if param.bytes != BYTES:
            raise LaunchError(f"argument {param.name} is a tensor map of {BYTES} bytes, not of {param.bytes}")
        return value
    if isinstance(value, Structure):
        _check_structure(param, value)
        return value
    if param.structure:
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise LaunchError(
                f"argument {param.name} is {value!r}; it must be {param.bytes} bytes by value: pass bytes, "
                "or a pyptx.Structure if there are arrays in it"
            )
        data = bytes(value)
        if len(data) != param.bytes:
            raise LaunchError(f"argument {param.name} has {len(data)} bytes; the parameter has {param.bytes}")
        return data
    if param.pointer and isinstance(value, bool):
        raise LaunchError(f"argument {param.name} is {value!r}; a pointer takes an array or an address")
    if param.opaque:
        raise LaunchError(
            f"parameter {param.name} is a texture, sampler or surface, which cannot be launched"
        )
    return check_value(param.name, param.type, value)


def _check_structure(param: Param, value: Structure) -> None:
    if param.structure and len(value.content) != param.bytes:
        raise LaunchError(
            f"argument {param.name} is a structure of {len(value.content)} bytes; the parameter is "
            f"{param.bytes} bytes by value"
        )
    if not param.structure and not param.pointer:
        raise LaunchError(
            f"argument {param.name} is a structure of {len(value.content)} bytes; the parameter is a "
            f".{param.type}"
        )
    for where, member in arrays_in(param.name, value):
        if not isinstance(member, int) and arrays.framework_of(member) is None:
            raise LaunchError(
                f"argument {where} is {reprlib.repr(member)}; a member of a structure is an array, a tensor "
                "map of one, an address, or a structure in memory"
            )


def _on_host(found: LaunchArguments, name: str) -> list[object]:
    for argument, info in found.infos.items():
        if info.device != "cpu":
            raise LaunchError(
                f"argument {argument} is on {info.device}; the engine {name!r} takes CPU arrays"
            )
    hosts: dict[int, object] = {}

    def host(array: object) -> object:
        if id(array) not in hosts:
            hosts[id(array)] = arrays.memory(array)
        return hosts[id(array)]

    return [holding(value, host) for value in found.values.values()]


def on_device(
    found: LaunchArguments, stream: int | None, kept: list[object]
) -> tuple[list[object], dict[str, Any]]:
    """Return arguments as the driver takes them (addresses; host arrays to be copied), and launch options.

    Memory exported by libraries is `kept` until the launch has completed; the driver then waits for it.
    """
    if found.device == "cpu":
        return _on_host(found, "gpu"), {}
    stream = arrays.framework(found.framework).stream(found.device) if stream is None else stream
    addresses = {id(found.memory[where]): info.address for where, info in found.infos.items()}
    for array in map(found.memory.__getitem__, found.infos):
        if arrays.needs_import(array):
            owner, addresses[id(array)] = arrays.import_array(array, stream)
            kept.append(owner)
    values = [
        holding(value, lambda array: addresses.get(id(array), array)) for value in found.values.values()
    ]
    where = {"device": int(found.device.partition(":")[2]), "stream": stream, "wait": bool(kept)}
    return values, {**where, "tensors": [name for name in found.infos if name in found.values]}
