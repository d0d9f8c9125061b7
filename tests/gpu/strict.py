"""A CUDA driver without a GPU that refuses every call that a driver refuses.

It tracks contexts, modules, streams, captures and memory; its numbers are those of NVIDIA's ``cuda.h``. A
kernel that comes as PTX runs on the simulator, on the memory of the stand-in, when its launch or the replay
of its graph takes place; kernels with tensor maps and machine code only leave a record.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
from ctypes import c_int, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import PtxError
from pyptx.program import Program, from_ptx
from pyptx.runtime.cuda import LaunchConfig
from pyptx.sim import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

PORTABLE_CLUSTER = 8
MAX_CLUSTER = 16
DEFAULT_SHARED = 48 * 1024
MOST_SHARED = 227 * 1024
MOST_PARAM_BYTES = 32764
MOST_THREADS = 1024
PRIORITIES = range(-5, 1)
LEGACY = (0, 1)


class RefusedError(Exception):
    """A call that the driver refuses, by the name of its status."""


@dataclass
class Context:
    """A primary context."""

    device: int
    status: str = ""


@dataclass
class Stream:
    """A stream, and the launches that it captures."""

    context: Context
    blocking: bool
    capture: list[Launch] | None = None
    everywhere: bool = False
    invalid: bool = False


@dataclass
class Function:
    """A loaded entry."""

    context: Context
    name: str
    program: Program | None
    attributes: dict[int, int] = field(default_factory=dict)


@dataclass
class Launch:
    """A launch as the driver got it: parameters by value, in order."""

    function: Function
    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared: int
    attributes: dict[int, tuple[int, ...]]
    params: list[bytes]
    stream: int = 0
    device: int = 0


def exported(*types: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a method as a function of the driver with these parameters."""

    def mark(method: Callable[..., None]) -> Callable[..., None]:
        vars(method)["types"] = types
        return method

    return mark


class StrictDriver:
    """The library, as `pyptx.runtime.driver.Driver` uses one of ctypes.

    Attributes:
        launches: Launches that have taken place, those of replayed graphs too.
        memory: Allocations by address: their bytes and their device.
    """

    def __init__(self, numbers: Mapping[str, int], capabilities: Sequence[int] = (90,)) -> None:
        self.launches: list[Launch] = []
        self.memory: dict[int, tuple[Any, int]] = {}
        self._numbers = numbers
        self._capabilities = list(capabilities)
        self._initialised = False
        self._primary: dict[int, int] = {}
        self._current = threading.local()
        self._objects: dict[int, Any] = {}
        self._handles = itertools.count(0x7000, 0x10)
        self._sizes: dict[str, list[int]] = {}
        self._next_status = ""
        self._texts: list[Any] = []
        for name in dir(type(self)):
            method = getattr(self, name)
            if name.startswith("cu") and hasattr(method, "types"):
                setattr(self, name, ctypes.CFUNCTYPE(c_int, *method.types)(self._guarded(name, method)))

    # Settings for the tests

    def expect(self, program: Program) -> None:
        """Have machine code of this program's entry known by its parameters."""
        self._sizes[program.entry] = [param.bytes for param in program.params]

    def fail(self, status: str) -> None:
        """Have the next launch fail while it runs, so that its context is lost."""
        self._next_status = status

    @property
    def depth(self) -> int:
        """Contexts on the stack of this thread."""
        return len(self._stack)

    # The rules

    def _guarded(self, name: str, method: Callable[..., None]) -> Callable[..., int]:
        free = ("cuInit", "cuGetErrorName", "cuGetErrorString", "cuDriverGetVersion")
        of_stack = ("cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuCtxGetCurrent", "cuCtxGetDevice")

        def call(*args: Any) -> int:
            try:
                if not self._initialised and name not in free:
                    raise RefusedError("CUDA_ERROR_NOT_INITIALIZED")  # noqa: TRY301 - one way for all statuses
                if name not in (*free, *of_stack) and self._stack and self._stack[-1].status:
                    raise RefusedError(self._stack[-1].status)  # noqa: TRY301
                method(*args)
            except RefusedError as refusal:
                return self._numbers[str(refusal)]
            return 0

        return call

    @property
    def _stack(self) -> list[Context]:
        if not hasattr(self._current, "stack"):
            self._current.stack = []
        stack: list[Context] = self._current.stack
        return stack

    def _context(self) -> Context:
        if not self._stack:
            raise RefusedError("CUDA_ERROR_INVALID_CONTEXT")
        return self._stack[-1]

    def _new(self, made: Any) -> int:
        handle = next(self._handles)
        self._objects[handle] = made
        return handle

    def _find(self, handle: int | None, kind: type) -> Any:
        found = self._objects.get(handle or 0)
        if not isinstance(found, kind):
            raise RefusedError("CUDA_ERROR_INVALID_HANDLE")
        return found

    def _captures(self) -> Iterator[Stream]:
        yield from (
            each for each in self._objects.values() if isinstance(each, Stream) and each.capture is not None
        )

    def _refuse_capture(self) -> None:
        """Refuse a call that no capture in the mode of the whole process allows, and end the captures."""
        captures = [each for each in self._captures() if each.everywhere]
        for each in captures:
            each.invalid = True
        if captures:
            raise RefusedError("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED")

    def _check_stream(self, handle: int | None) -> Stream | None:
        context = self._context()
        if (handle or 0) in LEGACY:
            blocked = [each for each in self._captures() if each.blocking and each.context is context]
            for each in blocked:
                each.invalid = True
            if blocked:
                raise RefusedError("CUDA_ERROR_STREAM_CAPTURE_IMPLICIT")
            return None
        stream: Stream = self._find(handle, Stream)
        if stream.context is not context:
            raise RefusedError("CUDA_ERROR_INVALID_CONTEXT")
        return stream

    def _number(self, name: str) -> int:
        return self._numbers[name]

    # Devices and contexts

    @exported(c_uint)
    def cuInit(self, flags: int) -> None:  # noqa: N802
        if flags:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        self._initialised = True

    @exported(c_void_p)
    def cuDriverGetVersion(self, version: int) -> None:  # noqa: N802
        _put(version, c_int, 13000)

    @exported(c_void_p)
    def cuDeviceGetCount(self, count: int) -> None:  # noqa: N802
        _put(count, c_int, len(self._capabilities))

    @exported(c_void_p, c_int)
    def cuDeviceGet(self, device: int, ordinal: int) -> None:  # noqa: N802
        if not 0 <= ordinal < len(self._capabilities):
            raise RefusedError("CUDA_ERROR_INVALID_DEVICE")
        _put(device, c_int, ordinal)

    @exported(c_void_p, c_int, c_int)
    def cuDeviceGetName(self, name: int, size: int, device: int) -> None:  # noqa: N802
        ctypes.memmove(name, f"Strict GPU {device}".encode() + b"\0", min(size, 13))

    @exported(c_void_p, c_int, c_int)
    def cuDeviceGetAttribute(self, value: int, which: int, device: int) -> None:  # noqa: N802
        capability = self._capabilities[device]
        known = {
            self._number("CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR"): capability // 10,
            self._number("CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR"): capability % 10,
        }
        if which not in known:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        _put(value, c_int, known[which])

    @exported(c_void_p, c_int)
    def cuDevicePrimaryCtxRetain(self, context: int, device: int) -> None:  # noqa: N802
        if device not in self._primary:
            self._primary[device] = self._new(Context(device))
        _put(context, c_void_p, self._primary[device])

    @exported(c_void_p)
    def cuCtxPushCurrent_v2(self, context: int) -> None:  # noqa: N802
        self._stack.append(self._find(context, Context))

    @exported(c_void_p)
    def cuCtxPopCurrent_v2(self, context: int) -> None:  # noqa: N802
        popped = self._context()
        self._stack.pop()
        _put(context, c_void_p, self._primary[popped.device])

    @exported(c_void_p)
    def cuCtxGetCurrent(self, context: int) -> None:  # noqa: N802
        _put(context, c_void_p, self._primary[self._stack[-1].device] if self._stack else None)

    @exported(c_void_p)
    def cuCtxGetDevice(self, device: int) -> None:  # noqa: N802
        _put(device, c_int, self._context().device)

    @exported()
    def cuCtxSynchronize(self) -> None:  # noqa: N802
        self._context()
        self._refuse_capture()

    @exported(c_int, c_void_p)
    def cuGetErrorName(self, status: int, text: int) -> None:  # noqa: N802
        named = [
            name
            for name, number in self._numbers.items()
            if number == status and name.startswith("CUDA_ERROR_")
        ]
        kept = ctypes.c_char_p((named or ["CUDA_ERROR_UNKNOWN"])[0].encode())
        self._texts.append(kept)
        _put(text, c_void_p, ctypes.cast(kept, c_void_p).value)

    cuGetErrorString = cuGetErrorName  # noqa: N815

    # Code

    @exported(c_void_p, c_void_p)
    def cuModuleLoadData(self, module: int, image: int) -> None:  # noqa: N802
        context = self._context()
        self._refuse_capture()
        if ctypes.string_at(image, 4) != b"\x7fELF":
            raise RefusedError("CUDA_ERROR_INVALID_IMAGE")
        _put(module, c_void_p, self._new((context, None)))

    @exported(c_void_p, c_void_p, c_uint, c_void_p, c_void_p)
    def cuModuleLoadDataEx(self, module: int, image: int, *options: Any) -> None:  # noqa: N802
        context = self._context()
        self._refuse_capture()
        try:
            text = ctypes.string_at(image).decode()
            from_ptx(text, None) if text.count(".entry") == 1 else None
        except PtxError:
            raise RefusedError("CUDA_ERROR_INVALID_PTX") from None
        _put(module, c_void_p, self._new((context, text)))

    @exported(c_void_p, c_void_p, c_void_p)
    def cuModuleGetFunction(self, function: int, module: int, name: int) -> None:  # noqa: N802
        context, text = self._find(module, tuple)
        entry = ctypes.string_at(name).decode()
        program = None
        if text is not None:
            program = from_ptx(text, entry)
            self.expect(program)
        elif entry not in self._sizes:
            raise RefusedError("CUDA_ERROR_NOT_FOUND")
        _put(function, c_void_p, self._new(Function(context, entry, program)))

    @exported(c_void_p, c_int, c_void_p)
    def cuFuncGetAttribute(self, value: int, which: int, function: int) -> None:  # noqa: N802
        known = {
            self._number("CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK"): MOST_THREADS,
            self._number("CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES"): 0,
            self._number("CU_FUNC_ATTRIBUTE_NUM_REGS"): 32,
        }
        self._find(function, Function)
        if which not in known:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        _put(value, c_int, known[which])

    @exported(c_void_p, c_int, c_int)
    def cuFuncSetAttribute(self, function: int, which: int, value: int) -> None:  # noqa: N802
        most = {
            self._number("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"): MOST_SHARED,
            self._number("CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"): 1,
        }
        if which not in most or not 0 <= value <= most[which]:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        self._find(function, Function).attributes[which] = value

    # Memory

    @exported(c_void_p, c_size_t)
    def cuMemAlloc_v2(self, address: int, size: int) -> None:  # noqa: N802
        context = self._context()
        self._refuse_capture()
        if not size:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        kept = np.full(size + 256, 0xA5, np.uint8)
        start = -kept.ctypes.data % 256
        self.memory[kept.ctypes.data + start] = kept[start : start + size], context.device
        _put(address, c_uint64, kept.ctypes.data + start)

    @exported(c_uint64)
    def cuMemFree_v2(self, address: int) -> None:  # noqa: N802
        self._context()
        self._refuse_capture()
        if address not in self.memory:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        del self.memory[address]

    @exported(c_uint64, c_void_p, c_size_t)
    def cuMemcpyHtoD_v2(self, to: int, source: int, size: int) -> None:  # noqa: N802
        self._context()
        self._check_stream(0)
        ctypes.memmove(self._bytes_at(to, size).ctypes.data, source, size)

    @exported(c_void_p, c_uint64, c_size_t)
    def cuMemcpyDtoH_v2(self, to: int, source: int, size: int) -> None:  # noqa: N802
        self._context()
        self._check_stream(0)
        ctypes.memmove(to, self._bytes_at(source, size).ctypes.data, size)

    @exported(c_void_p, c_int, c_uint64)
    def cuPointerGetAttribute(self, value: int, which: int, address: int) -> None:  # noqa: N802
        if which != self._number("CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL"):
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        for start, (held, device) in self.memory.items():
            if start <= address < start + held.size:
                return _put(value, c_int, device)
        raise RefusedError("CUDA_ERROR_INVALID_VALUE")

    def _bytes_at(self, address: int, size: int = 0) -> Any:
        """The memory from an address to the end of its allocation."""
        held = self._allocated(address)
        if held is None or size > held.size:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        return held

    def _allocated(self, address: int) -> Any:
        """The same; None outside allocations."""
        for start, (held, _) in self.memory.items():
            if start <= address < start + held.size:
                return held[address - start :]
        return None

    # Streams and graphs

    @exported(c_void_p, c_uint)
    def cuStreamCreate(self, stream: int, flags: int) -> None:  # noqa: N802
        blocking = flags != self._number("CU_STREAM_NON_BLOCKING")
        _put(stream, c_void_p, self._new(Stream(self._context(), blocking)))

    @exported(c_void_p)
    def cuStreamSynchronize(self, stream: int | None) -> None:  # noqa: N802
        found = self._check_stream(stream)
        if found is not None and found.capture is not None:
            found.invalid = True
            raise RefusedError("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED")

    @exported(c_void_p, c_void_p)
    def cuStreamIsCapturing(self, stream: int | None, status: int) -> None:  # noqa: N802
        found = self._check_stream(stream)
        _put(status, c_int, int(found is not None and found.capture is not None))

    @exported(c_void_p, c_int)
    def cuStreamBeginCapture_v2(self, stream: int | None, mode: int) -> None:  # noqa: N802
        found = self._check_stream(stream)
        if found is None or found.capture is not None:
            raise RefusedError("CUDA_ERROR_ILLEGAL_STATE")
        found.capture, found.invalid = [], False
        found.everywhere = mode == self._number("CU_STREAM_CAPTURE_MODE_GLOBAL")

    @exported(c_void_p, c_void_p)
    def cuStreamEndCapture(self, stream: int, graph: int) -> None:  # noqa: N802
        found = self._find(stream, Stream)
        nodes, found.capture = found.capture, None
        if nodes is None:
            raise RefusedError("CUDA_ERROR_ILLEGAL_STATE")
        if found.invalid:
            raise RefusedError("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED")
        _put(graph, c_void_p, self._new(nodes))

    @exported(c_void_p, c_void_p, c_uint64)
    def cuGraphInstantiateWithFlags(self, instance: int, graph: int, flags: int) -> None:  # noqa: N802
        _put(instance, c_void_p, self._new([*self._find(graph, list)]))

    @exported(c_void_p, c_void_p)
    def cuGraphLaunch(self, instance: int, stream: int) -> None:  # noqa: N802
        nodes = self._find(instance, list)
        self._check_stream(stream)
        for node in nodes:
            self._execute(node)

    # Tensor maps and launches

    @exported(c_void_p, c_int, c_uint, c_void_p, *[c_void_p] * 4, *[c_int] * 4)
    def cuTensorMapEncodeTiled(  # noqa: N802
        self, made: int, kind: int, rank: int, address: int, sizes: int, strides: int, box: int, steps: int,
        interleave: int, swizzle: int, promotion: int, fill: int,
    ) -> None:  # fmt: skip
        aligned = made % 64 == 0 and address % (32 if interleave == 2 else 16) == 0
        extents = (c_uint * rank).from_address(box)
        if not aligned or not 1 <= rank <= 5 or not all(1 <= extent <= 256 for extent in extents):
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        ctypes.memset(made, 0x5A, 128)
        _put(made, c_uint64, address)

    @exported(c_void_p, c_void_p)
    def cuTensorMapReplaceAddress(self, made: int, address: int) -> None:  # noqa: N802
        if made % 64 or address % 16:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        _put(made, c_uint64, address)

    @exported(c_void_p, c_void_p, c_void_p, c_void_p)
    def cuLaunchKernelEx(self, config: int, function: int, params: int, extra: int) -> None:  # noqa: N802
        given = LaunchConfig.from_address(config)
        found: Function = self._find(function, Function)
        context = self._context()
        if found.context is not context:
            raise RefusedError("CUDA_ERROR_INVALID_HANDLE")
        stream = self._check_stream(given.stream)
        attributes = {
            given.attributes[k].id: tuple(given.attributes[k].value) for k in range(given.attribute_count)
        }
        grid, block = tuple(given.grid), tuple(given.block)
        self._check_sizes(found, grid, block, given.shared_bytes)
        self._check_attributes(found, grid, attributes)
        sizes = self._sizes[found.name]
        if sum(sizes) > MOST_PARAM_BYTES:
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")
        pointers = (c_void_p * len(sizes)).from_address(params)
        values = [ctypes.string_at(at or 0, size) for at, size in zip(pointers, sizes, strict=True)]
        made = Launch(
            found, grid, block, given.shared_bytes, attributes, values, given.stream or 0, context.device
        )
        if stream is not None and stream.capture is not None:
            stream.capture.append(made)
        else:
            self._execute(made)

    def _check_sizes(
        self, function: Function, grid: tuple[int, ...], block: tuple[int, ...], shared: int
    ) -> None:
        threads = 1 <= prod(block) <= MOST_THREADS and max(block[:2]) <= MOST_THREADS and block[2] <= 64
        ctas = 0 < grid[0] < 1 << 31 and 0 < grid[1] <= 65535 and 0 < grid[2] <= 65535
        which = self._number("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES")
        if not (threads and ctas and shared <= function.attributes.get(which, DEFAULT_SHARED)):
            raise RefusedError("CUDA_ERROR_INVALID_VALUE")

    def _check_attributes(
        self, function: Function, grid: tuple[int, ...], attributes: dict[int, tuple[int, ...]]
    ) -> None:
        hopper = self._capabilities[function.context.device] >= 90
        beyond = self._number("CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED")
        names = {self._number(f"CU_LAUNCH_ATTRIBUTE_{name}"): name for name in _ATTRIBUTES}
        for which, words in attributes.items():
            name = names.get(which)
            if name in ("CLUSTER_DIMENSION", "PROGRAMMATIC_STREAM_SERIALIZATION") and not hopper:
                raise RefusedError("CUDA_ERROR_NOT_SUPPORTED")
            if name == "CLUSTER_DIMENSION":
                most = MAX_CLUSTER if function.attributes.get(beyond) else PORTABLE_CLUSTER
                whole = all(size % part == 0 for size, part in zip(grid, words[:3], strict=True))
                if prod(words[:3]) > most or not whole:
                    raise RefusedError("CUDA_ERROR_INVALID_CLUSTER_SIZE")
            if name == "PRIORITY" and ctypes.c_int(words[0]).value not in PRIORITIES:
                raise RefusedError("CUDA_ERROR_INVALID_VALUE")
            if name is None:
                raise RefusedError("CUDA_ERROR_INVALID_VALUE")

    def _execute(self, launch: Launch) -> None:
        self.launches.append(launch)
        if self._next_status:
            launch.function.context.status, self._next_status = self._next_status, ""
            return
        program = launch.function.program
        if program is None or any(param.bytes > 8 for param in program.params):
            return
        args: list[Any] = []
        for param, content in zip(program.params, launch.params, strict=True):
            number = int.from_bytes(content, "little")
            held = self._allocated(number) if param.pointer else None
            args.append(number if held is None else held)
        cluster = launch.attributes.get(self._number("CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION"), (1, 1, 1))[:3]
        sizes: dict[str, Any] = {"grid": launch.grid, "block": launch.block, "cluster": cluster}
        simulate(program, args, smem=launch.shared, **sizes)


_ATTRIBUTES = ("CLUSTER_DIMENSION", "COOPERATIVE", "PRIORITY", "PROGRAMMATIC_STREAM_SERIALIZATION")


def _put(address: int, kind: Any, value: Any) -> None:
    kind.from_address(address).value = value
