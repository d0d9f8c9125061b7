"""The CUDA driver by ctypes: load machine code, launch it on a stream.

``PYPTX_LIBCUDA`` names a library to load in place of the system's.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import logging
import math
import os
import re
import threading
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from pyptx.arch import Arch, code_runs_on, for_capability, runs_on
from pyptx.errors import LaunchError, MissingDeviceError
from pyptx.layouts.tensor_map_words import ALIGN as MAP_ALIGN
from pyptx.layouts.tensor_map_words import BYTES as MAP_BYTES
from pyptx.layouts.tensor_map_words import FILLS, INTERLEAVES, PROMOTIONS, SWIZZLES, WIDE_MODES
from pyptx.runtime import cuda
from pyptx.runtime.advice import assemble
from pyptx.runtime.cuda import launch_attribute
from pyptx.runtime.extension import launching
from pyptx.toolchain import find_or_none
from pyptx.verify import module_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.program import Dim3, Program

log = logging.getLogger("pyptx.runtime")

_launches: deque[tuple[str, Dim3]] = deque(maxlen=64)

_STICKY = {
    cuda.CUDA_ERROR_ILLEGAL_ADDRESS: "an illegal address",
    cuda.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: "too few resources",
    cuda.CUDA_ERROR_LAUNCH_TIMEOUT: "a time limit",
    cuda.CUDA_ERROR_ASSERT: "an assertion",
    cuda.CUDA_ERROR_HARDWARE_STACK_ERROR: "a hardware stack error",
    cuda.CUDA_ERROR_ILLEGAL_INSTRUCTION: "an illegal instruction",
    cuda.CUDA_ERROR_MISALIGNED_ADDRESS: "a misaligned address",
    cuda.CUDA_ERROR_INVALID_ADDRESS_SPACE: "an address in the wrong space",
    cuda.CUDA_ERROR_INVALID_PC: "an invalid program counter",
    cuda.CUDA_ERROR_LAUNCH_FAILED: "a failed launch",
    cuda.CUDA_ERROR_TENSOR_MEMORY_LEAK: "tensor memory that was not deallocated",
}
"""Meanings of the statuses that a running kernel caused, not the call that returns them."""
_CAPTURED = {
    cuda.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: (
        "\n  help: nothing can be loaded, allocated or copied while a stream is captured; "
        "call the kernel once before the capture"
    ),
    cuda.CUDA_ERROR_STREAM_CAPTURE_IMPLICIT: (
        "\n  help: the default stream waits for a stream that is captured; launch on another one"
    ),
}
"""Advice for the statuses of calls that a capture does not allow."""
VIRTUAL = "PYPTX_GPU_SOCKET"
"""The environment variable that a program on the virtual GPU has."""
_LAUNCHES_NAMED = 8
_JIT_LOG_CAPACITY = 16384
_JIT_LINE = re.compile(r"line (\d+)")
_TENSOR_MAPS_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Ready:
    """An entry that is loaded, and the configuration of its launch.

    Attributes:
        function: Handle of the entry.
        context: Handle of the context it is loaded in.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        attributes: The ``CUlaunchAttribute`` structures, one after the other.
        device: Ordinal of the GPU.
    """

    function: int
    context: int
    grid: Dim3
    block: Dim3
    smem: int
    attributes: bytes
    device: int = 0


@dataclass(frozen=True, slots=True)
class LaunchAttributes:
    """The launch attributes of a grid.

    Attributes:
        cooperative: Whether all CTAs must run at the same time.
        pdl: Whether it may start before the previous kernel of the stream has ended.
        priority: Priority of the kernel; None for the stream's.
    """

    cooperative: bool = False
    pdl: bool = False
    priority: int | None = None


PLAIN = LaunchAttributes()


class Driver:
    """The loaded driver library, with the contexts and code of this process.

    Attributes:
        pid: The process that initialised it: a forked child may not use it.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self.pid = os.getpid()
        self._library = library
        self._contexts: dict[int, ctypes.c_void_p] = {}
        self._functions: dict[tuple[str | bytes, str, int], ctypes.c_void_p] = {}
        self._loading: dict[tuple[str | bytes, str, int], threading.Lock] = {}
        self._tensor_maps: dict[TensorMap, bytes] = {}
        self._lock = threading.Lock()
        self.call("cuInit", 0)

    def call(self, name: str, *args: Any, entry: str = "") -> None:
        """Call a function of the driver, one that launches `entry` or another one.

        Raises:
            LaunchError: It does not return success; the message has the driver's own words.
        """
        status = getattr(self._library, name)(*args)
        if status:
            self.refuse(name, status, entry)

    def refuse(self, name: str, status: int, entry: str = "") -> NoReturn:
        """Raise the error of a returned `status`, with the kernels that may have caused it.

        Args:
            name: The function that returned it.
            status: The status.
            entry: The entry that the function launches.
        """
        message = f"{name} {f'of {entry} ' if entry else ''}failed: {self._words('cuGetErrorName', status)} "
        message += f"({status}), {self._words('cuGetErrorString', status)}"
        message += _CAPTURED.get(status, "")
        earlier = _last_launches() if status in _STICKY else []
        if status in _STICKY and entry and os.environ.get("CUDA_LAUNCH_BLOCKING") == "1":
            message += f"\n  {entry} met {_STICKY[status]}\n  help: the simulator says where"
        elif earlier:
            rows = "".join(f"\n  {entry}, grid {grid}" for entry, grid in earlier[:_LAUNCHES_NAMED])
            message += (
                f"\n  a kernel launched before met {_STICKY[status]}; the last launches, the newest first:"
                f"{rows}\n  help: CUDA_LAUNCH_BLOCKING=1 finds which one; the simulator says where"
            )
        raise LaunchError(message)

    def addresses(self) -> tuple[int, ...]:
        """Return the addresses of the functions of a launch, for native code; 0 for a missing one."""
        names = (
            "cuLaunchKernelEx",
            "cuCtxGetCurrent",
            "cuCtxPushCurrent_v2",
            "cuCtxPopCurrent_v2",
            "cuTensorMapReplaceAddress",
        )
        found: list[Any] = [getattr(self._library, name, None) for name in names]  # None casts to 0
        return tuple(ctypes.cast(function, ctypes.c_void_p).value or 0 for function in found)

    def device_of(self, address: int) -> int:
        """Return the ordinal of the GPU that has the memory at `address`."""
        device = ctypes.c_int()
        self.call(
            "cuPointerGetAttribute",
            ctypes.byref(device),
            cuda.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
            ctypes.c_uint64(address),
        )
        return device.value

    def current_device(self) -> int:
        """Return the ordinal of the GPU whose context is current; 0 if there is none."""
        device = ctypes.c_int()
        return 0 if self._library.cuCtxGetDevice(ctypes.byref(device)) else device.value

    def devices(self) -> int:
        """Return the number of GPUs."""
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        return count.value

    def name(self, ordinal: int) -> str:
        """Return the name of the GPU."""
        text = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", text, 256, self._device(ordinal))
        return text.value.decode()

    def version(self) -> tuple[int, int]:
        """Return the newest CUDA release the driver supports."""
        number = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(number))
        return number.value // 1000, number.value % 1000 // 10

    def arch(self, ordinal: int) -> Arch:
        """Return the most specific target of a GPU.

        Raises:
            LaunchError: The GPU is older or newer than all supported targets.
        """
        device = self._device(ordinal)
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call(
            "cuDeviceGetAttribute",
            ctypes.byref(major),
            cuda.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
            device,
        )
        self.call(
            "cuDeviceGetAttribute",
            ctypes.byref(minor),
            cuda.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            device,
        )
        try:
            return for_capability(major.value, minor.value)
        except ValueError as error:
            raise LaunchError(str(error)) from None

    @contextlib.contextmanager
    def current(self, ordinal: int) -> Iterator[None]:
        """Make the primary context of a GPU current, the one that torch and JAX use too."""
        with self._lock:
            if ordinal not in self._contexts:
                context = ctypes.c_void_p()
                self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self._device(ordinal))
                self._contexts[ordinal] = context
        self.call("cuCtxPushCurrent_v2", self._contexts[ordinal])
        try:
            yield
        finally:
            self.call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def function(self, program: Program, ordinal: int, stream: int) -> ctypes.c_void_p:
        """Return the loaded entry of `program` on a GPU; each text is loaded once, others meanwhile."""
        name = (program.cubin or program.ptx, program.entry, ordinal)
        if name in self._functions:
            return self._functions[name]
        with self._loading.setdefault(name, threading.Lock()):
            if name not in self._functions:
                capturing = ctypes.c_int()
                self.call("cuStreamIsCapturing", ctypes.c_void_p(stream), ctypes.byref(capturing))
                if capturing.value != cuda.CU_STREAM_CAPTURE_STATUS_NONE:
                    raise LaunchError(
                        f"{program.entry} is not loaded yet, and nothing can be loaded while the stream is "
                        "captured; call the kernel once before the capture"
                    )
                self._functions[name] = self._load(program, self.arch(ordinal))
            return self._functions[name]

    def ordinals_of(self, program: Program) -> list[int]:
        """Return the GPUs on which the entry of a program is loaded."""
        name = (program.cubin or program.ptx, program.entry)
        return [ordinal for *loaded, ordinal in self._functions if (*loaded,) == name]

    def ready(
        self,
        program: Program,
        grid: Dim3,
        block: Dim3,
        cluster: Dim3,
        smem: int,
        ordinal: int,
        stream: int,
        attributes: LaunchAttributes = PLAIN,
    ) -> Ready:
        """Load `program` on a GPU whose context is current; return its function and configuration.

        Raises:
            LaunchError: The GPU cannot run it with these sizes.
        """
        function = self.function(program, ordinal, stream)
        self._check_limits(program, function, block, cluster, smem, ordinal)
        if smem:
            self.call(
                "cuFuncSetAttribute", function, cuda.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, smem
            )
        if math.prod(cluster) > program.arch.max_cluster:
            beyond = cuda.CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
            self.call("cuFuncSetAttribute", function, beyond, 1)
        words = {
            cuda.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: cluster if math.prod(cluster) > 1 else (),
            cuda.CU_LAUNCH_ATTRIBUTE_COOPERATIVE: (1,) * attributes.cooperative,
            cuda.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: (1,)
            * (attributes.pdl or program.pdl),
            cuda.CU_LAUNCH_ATTRIBUTE_PRIORITY: () if attributes.priority is None else (attributes.priority,),
        }
        encoded = b"".join(launch_attribute(which, *given) for which, given in words.items() if given)
        context = self._contexts[ordinal]
        return Ready(function.value or 0, context.value or 0, grid, block, smem, encoded, ordinal)

    def _check_limits(
        self, program: Program, function: ctypes.c_void_p, block: Dim3, cluster: Dim3, smem: int, ordinal: int
    ) -> None:
        """Refuse a launch that the target allows, but this GPU or the registers of the code do not."""
        device = self.arch(ordinal)
        threads, most = (
            math.prod(block),
            self._function_attribute(function, cuda.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
        )
        if threads > most:
            registers = self._function_attribute(function, cuda.CU_FUNC_ATTRIBUTE_NUM_REGS)
            raise LaunchError(
                f"{program.entry}: block {block} has {threads} threads; with {registers} registers for each, "
                f"{self.name(ordinal)} runs at most {most} (.maxntid or .maxnreg makes ptxas use fewer)"
            )
        static = self._function_attribute(function, cuda.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
        if smem + static > device.max_shared_bytes:
            raise LaunchError(
                f"{program.entry} uses {static} + {smem} bytes of shared memory, static and dynamic; a CTA "
                f"of {self.name(ordinal)} ({device.name}) has at most {device.max_shared_bytes}"
            )
        if math.prod(cluster) > device.largest_cluster:
            raise LaunchError(
                f"{program.entry}: cluster {cluster} has {math.prod(cluster)} CTAs; {self.name(ordinal)} "
                f"({device.name}) allows {device.largest_cluster}"
            )

    def _function_attribute(self, function: ctypes.c_void_p, which: int) -> int:
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), which, function)
        return value.value

    def tensor_map(self, tensor: TensorMap) -> bytes:
        """Return the 128 bytes that GPUs read as a tensor map.

        Raises:
            LaunchError: It breaks a rule, or the driver refuses it.
        """
        if tensor not in self._tensor_maps:
            if len(self._tensor_maps) >= _TENSOR_MAPS_KEPT:
                self._tensor_maps.clear()
            self._tensor_maps[tensor] = self._encoded(tensor)
        return self._tensor_maps[tensor]

    def _encoded(self, tensor: TensorMap) -> bytes:
        try:
            tensor.checked()
        except ValueError as error:
            raise LaunchError(f"tensor map: {error}") from None
        swizzle = SWIZZLES[tensor.swizzle].driver
        if swizzle is None:
            raise LaunchError(f"tensor map: the driver has no number for swizzle {tensor.swizzle}")
        storage = ctypes.create_string_buffer(MAP_BYTES + MAP_ALIGN)
        start = -ctypes.addressof(storage) % MAP_ALIGN
        columns = tensor.im2col
        given = (
            ctypes.c_void_p(ctypes.addressof(storage) + start),
            tensor.element.driver,
            ctypes.c_uint(tensor.rank),
            ctypes.c_void_p(tensor.address),
            _numbers(ctypes.c_uint64, tensor.sizes),
            _numbers(ctypes.c_uint64, tensor.strides),
        )
        steps = _numbers(ctypes.c_uint32, tensor.element_strides)
        interleave = INTERLEAVES.index(tensor.interleave)
        last = (swizzle, PROMOTIONS.index(tensor.l2_promotion), FILLS.index(tensor.oob_fill))
        if columns is None:
            box = _numbers(ctypes.c_uint32, tensor.box)
            self.call("cuTensorMapEncodeTiled", *given, box, steps, interleave, *last)
            return storage.raw[start : start + MAP_BYTES]
        counts = ctypes.c_uint(columns.channels), ctypes.c_uint(columns.pixels)
        if columns.wide is None:
            # W first, as CUTLASS gives the corners of its convolutions; the driver's manual lists D, H, W.
            corners = _numbers(ctypes.c_int, columns.lower), _numbers(ctypes.c_int, columns.upper)
            self.call("cuTensorMapEncodeIm2col", *given, *corners, *counts, steps, interleave, *last)
        else:
            width = columns.lower[0], columns.upper[0]
            mode = WIDE_MODES.index(columns.wide)
            self.call("cuTensorMapEncodeIm2colWide", *given, *width, *counts, steps, interleave, mode, *last)
        return storage.raw[start : start + MAP_BYTES]

    def _load(self, program: Program, device: Arch) -> ctypes.c_void_p:
        if program.cubin:
            return self._load_cubin(program, device)
        if not runs_on(program.arch.name, device):
            raise LaunchError(
                f"{program.entry} is built for {program.arch.name}, and the GPU is {device.name}; "
                f'build it with arch="{device.name}" or arch="auto"'
            )
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        if VIRTUAL in os.environ:
            self._assemble(program, module)  # it runs PTX
        elif find_or_none("ptxas") is not None:
            image = assemble(program, device.name).cubin
            self.call("cuModuleLoadData", ctypes.byref(module), image)
        else:
            _say_jit()
            self._assemble(program, module)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, program.entry.encode())
        return function

    def _load_cubin(self, program: Program, device: Arch) -> ctypes.c_void_p:
        if not code_runs_on(program.arch.name, device):
            raise LaunchError(
                f"{program.entry} is machine code for {program.arch.name}, which {device.name} does not run; "
                f"load its PTX, or assemble it for {device.name}"
            )
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), program.cubin)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, program.entry.encode())
        return function

    def _assemble(self, program: Program, module: ctypes.c_void_p) -> None:
        output = ctypes.create_string_buffer(_JIT_LOG_CAPACITY)
        names = (ctypes.c_int * 2)(cuda.CU_JIT_ERROR_LOG_BUFFER, cuda.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(output), _JIT_LOG_CAPACITY)
        text = program.ptx.encode()
        try:
            self.call("cuModuleLoadDataEx", ctypes.byref(module), text, 2, names, values)
        except LaunchError as error:
            messages = _with_sources(output.value.decode(), program)
            raise LaunchError(f"{error}\n{messages}{self._version_advice(program)}") from None

    def _version_advice(self, program: Program) -> str:
        """Advice where the PTX is of a later version than the driver; else empty."""
        version, mine = module_version(program.module), self.version()
        if version is None or (needed := cuda.release_of(version)) <= mine:
            return ""
        ptx, needs, has = (f"{major}.{minor}" for major, minor in (version, needed, mine))
        return (
            f"\n  help: PTX {ptx} needs a driver of CUDA {needs}, and this one is of CUDA {has}: "
            "update the driver, or install ptxas"
        )

    def _device(self, ordinal: int) -> ctypes.c_int:
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), ordinal)
        return device

    def _words(self, function: str, status: int) -> str:
        text = ctypes.c_char_p()
        getattr(self._library, function)(status, ctypes.byref(text))
        return text.value.decode() if text.value else "unknown"


_drivers: dict[str, Driver] = {}
_opening = threading.Lock()


def driver() -> Driver:
    """Return the CUDA driver of this process.

    Raises:
        MissingDeviceError: There is none.
        LaunchError: It does not start, or the process was forked after it was initialised.
    """
    found = opened()
    if found is None:
        with _opening:
            found = opened() or _drivers.setdefault(_library(), _open(_library()))
    if found.pid != os.getpid():
        raise LaunchError(
            "the CUDA driver was initialised before this process was forked, and cannot be used in it; "
            "start processes with multiprocessing's 'spawn'"
        )
    return found


def opened() -> Driver | None:
    """Return the driver, if this process has used it."""
    return _drivers.get(_library())


def _library() -> str:
    return os.environ.get("PYPTX_LIBCUDA", "nvcuda.dll" if os.name == "nt" else "libcuda.so.1")


def detect_arch(ordinal: int = 0) -> str:
    """Return the name of the target of a GPU.

    Raises:
        MissingDeviceError: There is no CUDA driver or no GPU.
    """
    found = driver()
    if not found.devices():
        raise MissingDeviceError("the CUDA driver sees no GPU")
    return found.arch(ordinal).name


def _open(path: str) -> Driver:
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise MissingDeviceError(
            f"no CUDA driver: {error}\n  help: install NVIDIA's driver, or pass CPU arrays, which run on the "
            "simulator"
        ) from None
    return Driver(library)


def noting(entry: str, grid: Dim3) -> Callable[[], None]:
    """Return a function that records a launch, in one list with those of native code."""
    if launching is None:
        return functools.partial(_launches.appendleft, (entry, grid))
    return functools.partial(launching.note_launch, entry, grid)


def _last_launches() -> list[tuple[str, Dim3]]:
    """The last launches of this process, the newest first."""
    made: list[tuple[str, Dim3]] = list(_launches) if launching is None else launching.last_launches()
    return made


@functools.cache
def _say_jit() -> None:
    log.warning(
        "ptxas was not found, so the driver assembles kernels: slower to start, and spills are not "
        "reported; pip install nvidia-cuda-nvcc"
    )


def _numbers(kind: Any, values: Sequence[int]) -> Any:
    """An array of C; one of none has a place all the same."""
    return (kind * max(len(values), 1))(*values)


def _with_sources(messages: str, program: Program) -> str:
    """The driver's log with PTX and Python lines below each message that names one."""
    rows = program.ptx.splitlines()
    reported: list[str] = []
    for message in messages.strip().splitlines():
        reported.append(message)
        found = _JIT_LINE.search(message)
        if found and int(found[1]) <= len(rows):
            line = int(found[1])
            reported.append(f"  PTX line {line}: {rows[line - 1].strip()}")
            if source := program.lines.get(line):
                reported.append(f"  at {source}")
    return "\n".join(reported)
