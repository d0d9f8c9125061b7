"""The general launch path: bind the arguments, choose the engine, run it."""

from __future__ import annotations

import reprlib
import time
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError, LaunchTypeError, did_you_mean
from pyptx.layouts.tensor_map import BYTES, MappedArray
from pyptx.program import Report, engine
from pyptx.runtime import arrays
from pyptx.runtime.simulation import options_of, with_environment
from pyptx.runtime.strides import check_strides, tensor_map
from pyptx.runtime.values import check_value
from pyptx.structure import Structure, arrays_in, holding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.program import Dim3, Param, Program


_FOR_THE_SIMULATOR = frozenset({"uninitialized", "read_only"})
"""Options about the arrays, for checks that only the simulator makes."""


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
    given = _by_parameter(program, args)
    memory = {where: array for name, value in given.items() for where, array in arrays_in(name, value)}
    infos = dict(arrays.arrays_in(memory))
    for name, info in infos.items():
        arrays.check_address(name, info)
        if not info.contiguous:
            check_strides(name, None, info, program)
    arguments = _with_maps(program, given, infos)
    home, device = arrays.one_home(infos)
    lent = [where for where in infos if arrays.is_lent(memory[where])]
    if lent and not options.get("lent"):
        raise LaunchError(
            f"argument {lent[0]} is a JAX array on {device}, and those do not change: call the kernel "
            "itself, which returns new ones, or k.launch(…, mutates=…), which says what is written"
        )
    options = {key: value for key, value in options.items() if key != "lent"}
    read_only = options.get("read_only", ())
    name = chosen or ("sim" if device == "cpu" else "gpu")
    run = engine(name)
    if program.cubin and name != "gpu":
        raise LaunchError(
            f"{program.entry} is machine code, which only a GPU runs; load its PTX to simulate it"
        )
    kept: list[object] = []
    if name == "gpu":
        values, where = _on_device(arguments, memory, infos, home, device, options.get("stream"), kept)
        options = {**where, **{key: value for key, value in options.items() if key not in _FOR_THE_SIMULATOR}}
    else:
        values = _on_host(arguments, infos, name)
        if name == "sim":
            options = with_environment(options)
        else:
            options = {key: value for key, value in options.items() if key != "read_only"}
    protected = {
        where
        for only_read in read_only
        if only_read in given
        for where, _ in arrays_in(only_read, given[only_read])
    }
    _check_options(name, run, options)
    start = time.perf_counter()
    detail = run(program, values, grid=grid, block=block, cluster=cluster, smem=smem, **options)
    written = [where for where, info in infos.items() if info.framework == "torch" and where not in protected]
    if written:
        arrays.door("torch").changed([memory[where] for where in written])
    return Report(program.entry, name, grid, block, cluster, time.perf_counter() - start, detail)


def _by_parameter(program: Program, args: Sequence[object]) -> dict[str, object]:
    """The argument of each parameter that a caller passes."""
    maps = {param.name for param in program.tensor_maps}
    params = [param for param in program.params if param.name not in maps]
    if len(args) != len(params):
        names = ", ".join(f"{param.name}: .{param.type}" for param in params) or "none"
        raise LaunchError(f"{program.entry} takes {len(params)} arguments ({names}), but got {len(args)}")
    return {param.name: _bind(param, value) for param, value in zip(params, args, strict=True)}


def _with_maps(
    program: Program, given: Mapping[str, object], infos: Mapping[str, arrays.ArrayInfo]
) -> dict[str, object]:
    """The argument of each parameter: those given, and the tensor maps of the arrays among them."""
    arguments = dict(given)
    for param in program.tensor_maps:
        array, info = given[param.tensor], infos.get(param.tensor)
        if info is None and param.map is None:
            raise LaunchError(
                f"argument {param.tensor} is {array!r}; its tensor map depends on its shape: pass an "
                "array, or give .program(…) the dimensions"
            )
        arguments[param.name] = tensor_map(param, info).of(array)
    return {param.name: arguments[param.name] for param in program.params}


def _check_options(name: str, run: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Refuse an option that the engine does not have."""
    known = options_of(run)
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
                f"argument {param.name} is {value!r}; it is {param.bytes} bytes by value: pass bytes, "
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


def _on_host(
    arguments: Mapping[str, object], infos: Mapping[str, arrays.ArrayInfo], name: str
) -> list[object]:
    for argument, info in infos.items():
        if info.device != "cpu":
            raise LaunchError(
                f"argument {argument} is on {info.device}; the engine {name!r} takes CPU arrays"
            )
    hosts: dict[int, object] = {}

    def host(array: object) -> object:
        if id(array) not in hosts:
            hosts[id(array)] = arrays.memory(array)
        return hosts[id(array)]

    return [holding(value, host) for value in arguments.values()]


def _on_device(
    arguments: Mapping[str, object],
    memory: Mapping[str, object],
    infos: Mapping[str, arrays.ArrayInfo],
    home: str,
    device: str,
    stream: int | None,
    kept: list[object],
) -> tuple[list[object], dict[str, Any]]:
    """Arguments as the driver takes them (addresses; host arrays to be staged), device and stream.

    Memory exported by libraries is `kept` until the launch has completed; the driver then waits for it.
    """
    if device == "cpu":
        return _on_host(arguments, infos, "gpu"), {}
    stream = arrays.framework(home).stream(device) if stream is None else stream
    addresses = {id(memory[where]): info.address for where, info in infos.items()}
    for array in map(memory.__getitem__, infos):
        if arrays.is_lent(array):
            lent, addresses[id(array)] = arrays.lend(array, stream)
            kept.append(lent)
    values = [holding(value, lambda array: addresses.get(id(array), array)) for value in arguments.values()]
    where = {"device": int(device.partition(":")[2]), "stream": stream}
    return values, {**where, "wait": True} if kept else where
