"""The engine ``"gpu"``: arguments become parameter bytes, and the driver launches them."""

from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map import MappedArray
from pyptx.record import replace
from pyptx.runtime.driver import LaunchAttributes, driver
from pyptx.runtime.needs import require
from pyptx.runtime.plain import execute
from pyptx.runtime.plan import plan_launch
from pyptx.structure import Structure, holding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.program import Dim3, Program
    from pyptx.runtime.driver import Driver
    from pyptx.runtime.plan import LaunchPlan


def launch(
    program: Program,
    args: Sequence[Any],
    *,
    grid: Dim3,
    block: Dim3,
    cluster: Dim3,
    smem: int,
    device: int | None = None,
    stream: Any = 0,
    cooperative: bool = False,
    pdl: bool = False,
    priority: int | None = None,
    tensors: Sequence[str] = (),
    wait: bool = False,
) -> LaunchPlan:
    """Start `program` on a GPU and return without waiting, unless host arrays must come back.

    Args:
        program: The program.
        args: Addresses and numbers, `bytes` or a `Structure` for structures, a `MappedArray` for a tensor
            map; NumPy arrays are copied there and back, structures where an address belongs only there.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        device: Ordinal of the GPU; None for the current one.
        stream: Handle of the stream, or a stream of torch, CuPy or ``cuda.core``; 0 for the default.
        cooperative: Whether all CTAs must run at the same time.
        pdl: Whether it may start before the previous kernel of the stream has ended (``griddepcontrol``).
        priority: Priority of the kernel, in the numbers of streams; None for the stream's.
        tensors: Names of the parameters that are arrays of the GPU, whose addresses the plan leaves open.
        wait: Whether to return when it has ended.

    Returns:
        The launch, to repeat it.

    Raises:
        LaunchError: There is no driver, or it refuses the launch.
    """
    found = driver()
    device = found.current_device() if device is None else device
    stream = stream_handle(stream)
    attributes = LaunchAttributes(cooperative, pdl, priority)
    with found.current(device), contextlib.ExitStack() as cleanup:
        ready = found.ready(program, grid, block, cluster, smem, device, stream, attributes)
        values, copied = values_on(found, program, args, cleanup)
        plan = plan_launch(program, ready, values, tensors, found.tensor_map)
        execute(found, plan, stream, program.entry)
        if wait or (copied and stream):
            found.call("cuStreamSynchronize", ctypes.c_void_p(stream))
    return plan


def values_on(
    found: Driver, program: Program, args: Sequence[Any], cleanup: contextlib.ExitStack
) -> tuple[dict[str, Any], bool]:
    """Return the arguments of a launch by parameter, as `plan_launch` takes them, and whether any was copied.

    Args:
        found: The driver, with the context of the launch current.
        program: The program.
        args: The arguments, as `launch` takes them.
        cleanup: Takes copies of host arrays back, and frees them, when it closes.
    """
    copies: dict[int, int] = {}
    tables: list[Any] = []

    def address(held: Any) -> Any:
        """Return the device address of a host array, copied once; any other value as it is."""
        if isinstance(held, (int, float, bytes)):
            return held
        if id(held) not in copies:
            copies[id(held)] = _staged(found, held, cleanup)
        return copies[id(held)]

    def encoded(value: Any, *, by_value: bool) -> Any:
        """Return the bytes of a structure, or its address in memory; any other value as it is."""
        if not isinstance(value, Structure):
            return value
        content = value.encoded(lambda _, member: _bytes(found, encoded(member, by_value=False)))
        if by_value:
            return content
        tables.append(require("numpy").frombuffer(content, "u1"))
        return _staged(found, tables[-1], cleanup)

    values = {
        param.name: encoded(holding(value, address), by_value=param.structure)
        for param, value in zip(program.params, args, strict=True)
    }
    return values, bool(copies or tables)


def stream_handle(stream: Any) -> int:
    """Return the handle of a stream: an integer, a stream of torch or CuPy, or one of ``cuda.core``.

    Raises:
        LaunchError: The value is not a stream.
    """
    try:
        _, found = stream.__cuda_stream__() if hasattr(stream, "__cuda_stream__") else (0, stream)
    except (TypeError, ValueError):  # not the pair of the protocol
        found = None
    for name in ("cuda_stream", "ptr"):
        found = getattr(stream, name) if isinstance(getattr(stream, name, None), int) else found
    if isinstance(found, bool) or not hasattr(found, "__index__"):
        raise LaunchError(
            f"stream is {stream!r}; it must be a handle, or a stream of torch, CuPy or cuda.core"
        )
    handle = int(found.__index__())
    if not 0 <= handle < 1 << 64:
        raise LaunchError(f"stream is {handle}; a handle is a number of 64 bits, not negative")
    return handle


def _bytes(found: Driver, value: Any) -> bytes:
    """A tensor map, or an address."""
    if isinstance(value, MappedArray):
        return found.tensor_map(replace(value.tensor, address=value.array + value.tensor.address))  # type: ignore[operator]  # an address
    return bytes((value % (1 << 64)).to_bytes(8, "little"))


def _staged(found: Driver, value: Any, cleanup: contextlib.ExitStack) -> int:
    """The device address of a copy of a host array, which comes back when `cleanup` closes."""
    require("numpy")
    size = max(value.nbytes, 1)
    address = ctypes.c_uint64()
    found.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
    cleanup.callback(found.call, "cuMemFree_v2", address)
    if value.nbytes:
        memory = ctypes.c_void_p(value.ctypes.data)
        found.call("cuMemcpyHtoD_v2", address, memory, ctypes.c_size_t(value.nbytes))
        if value.flags.writeable:
            cleanup.callback(found.call, "cuMemcpyDtoH_v2", memory, address, ctypes.c_size_t(value.nbytes))
    return address.value
