"""A simulated device: global memory that outlives a launch.

A launch without a device gives its arrays addresses of their own, and forgets which of their bytes were
written. A device keeps both, so that an address stored in memory by one launch is right for the next, and
memory that no launch has written, or that was freed, is reported in every later one.

>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry add(.param .u64 x, .param .u32 y) {
...     .reg .b32 %r<5>;
...     .reg .b64 %rd<4>;
...     ld.param.u64 %rd1, [x];
...     ld.param.u32 %r1, [y];
...     mov.u32 %r2, %tid.x;
...     mul.wide.u32 %rd2, %r2, 4;
...     add.u64 %rd3, %rd1, %rd2;
...     ld.global.u32 %r3, [%rd3];
...     add.u32 %r4, %r3, %r1;
...     st.global.u32 [%rd3], %r4;
...     ret;
... }
... ''')
>>> gpu = Device()
>>> x = gpu.array(np.arange(4, dtype=np.uint32), name="x")
>>> for _ in range(2):
...     _ = program.launch(x, 10, grid=1, block=4, device=gpu)
>>> x.tolist()
[20, 21, 22, 23]
"""

from __future__ import annotations

from collections import deque
from math import prod
from operator import index
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex
from weakref import ref

import numpy as np

from pyptx.errors import LaunchError
from pyptx.sim.abi import RANGE
from pyptx.sim.arena import GLOBAL_ALIGN, all_are_set, copied_bits, no_bits, set_bits
from pyptx.sim.host_memory import HOST_MEMORY, HeldArray
from pyptx.sim.segments import GLOBAL_BASE, REDZONE_BYTES, Allocation, DeviceAllocations, Segment, align_up
from pyptx.trace.source import UNKNOWN, caller

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import DTypeLike, NDArray

    from pyptx.ir import Module
    from pyptx.sim.image import ModuleVariable
    from pyptx.sim.memory import Memory

MOST_FREED = 1 << 30
"""Bytes of freed allocations that a device remembers, and whose addresses it gives to no other."""


class Device:
    """Arrays and variables of modules that stay in simulated memory between launches.

    `Program.launch` takes it as ``device=``, and so does `pyptx.simulating`, for all launches of a block. A
    launch may have other arrays too, which leave with it. Threads take turns: a device runs one launch at a
    time, and has no copies.

    Attributes:
        lock: Held while a launch uses the memory.
        keeps: State spaces of the variables of modules that the device keeps.
    """

    keeps: tuple[str, ...] = ("global",)

    def __init__(self) -> None:
        self._segment = Segment("global", GLOBAL_BASE, REDZONE_BYTES)
        self._freed: deque[Allocation] = deque()
        self._segment.freed = self._freed
        self._freed_bytes = 0
        self._most_freed = MOST_FREED
        self._bytes = 0
        self._modules: dict[int, tuple[Module, int]] = {}
        self._made = 0
        self.lock = RLock()
        self._on_device: DeviceAllocations | None = None

    def array(self, values: NDArray[Any], *, name: str = "") -> NDArray[Any]:
        """Copy an array to the device.

        Args:
            values: An array of any shape and type; it is copied in row-major order.
            name: Its name in reports; by default, the number of the allocation and the line that made it.

        Returns:
            The array in the device's memory. It shows what kernels write, and may be written by the host.
        """
        given = np.asarray(values)
        made = self._make(given.shape, given.dtype, name, initialised=True)
        made[...] = given
        return made

    def empty(
        self, shape: SupportsIndex | Sequence[SupportsIndex], dtype: DTypeLike, *, name: str = ""
    ) -> NDArray[Any]:
        """Allocate an array whose elements are undefined: reading one that no kernel has written is a fault.

        Args:
            shape: Its shape.
            dtype: Type of its elements.
            name: Its name in reports; by default, the number of the allocation and the line that made it.

        Returns:
            The array in the device's memory. The host writes to it with `write`, or else kernels take what it
            wrote for undefined.
        """
        return self._make(
            (shape,) if isinstance(shape, SupportsIndex) else tuple(shape),
            np.dtype(dtype),
            name,
            initialised=False,
        )

    def write(self, target: NDArray[Any], values: Any) -> None:
        """Copy values to an array of the device, or to a part that is contiguous in memory.

        >>> gpu = Device()
        >>> y = gpu.empty(4, np.float32)
        >>> gpu.write(y[:2], [1.0, 2.0])

        Raises:
            LaunchError: The array is not in the memory of this device, or the part is not contiguous.
        """
        with self.lock:
            allocation, offset = self._need(target)
            if not target.flags.c_contiguous:
                raise LaunchError(f"the part of shape {target.shape} of {allocation.name} is not contiguous")
            target[...] = values
            if allocation.written is not None:
                bits = copied_bits(allocation.written)
                set_bits(bits, offset, target.nbytes)
                self._note_written(allocation, bits)

    def free(self, array: NDArray[Any]) -> None:
        """Free an array: kernels that access its memory from now on are reported.

        Raises:
            LaunchError: It is not a whole array of this device, or was freed before.
        """
        with self.lock:
            allocation, offset = self._need(array)
            if offset or array.nbytes != allocation.size or not array.flags.forc:
                part = f"{array.nbytes} of its {allocation.size} bytes"
                raise LaunchError(f"{allocation.name}: free() takes the whole array, not {part}")
            found = HOST_MEMORY.find(array)
            assert found is not None
            found[0].freed = True
            self._remove(allocation)

    def address(self, array: NDArray[Any]) -> int:
        """Return the address of an array, or of a part of one, that kernels take for a pointer.

        Raises:
            LaunchError: The array is not in the memory of this device.
        """
        allocation, offset = self._need(array)
        return GLOBAL_BASE + allocation.offset + offset

    @property
    def bytes_in_use(self) -> int:
        """Bytes of all arrays and variables."""
        return self._bytes

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Device is neither copied nor pickled: its memory has one address on the host")

    # For the launches of the simulator

    def segment(self) -> Segment:
        """Return the global memory of a launch, to which its own arrays can be added."""
        return self._segment.continued(self.on_device)

    @property
    def on_device(self) -> DeviceAllocations:
        """The allocations, as launches use them."""
        if self._on_device is None:
            found = self._segment.allocations
            rows = [(each.offset, each.offset + each.size, each.host, 0, 1, 0) for each in found]
            self._on_device = DeviceAllocations(
                {each.offset: each for each in found},
                tuple(each for each in found if each.written is not None),
                np.array(rows, RANGE.dtype),
            )
        return self._on_device

    def first_variable(self, module: Module) -> int:
        """Return the offset behind which the variables of a module are placed, the same at every call."""
        return self._modules.get(id(module), (module, self._segment.extent))[1]

    def load(self, module: Module, first: int, variables: Iterable[ModuleVariable]) -> None:
        """Place the ``.global`` variables of a module, with their initial values, unless they are placed.

        Args:
            module: The module.
            first: Offset behind which they are placed.
            variables: Its variables.
        """
        if id(module) in self._modules:
            return
        placed = []
        for found in variables:
            variable = found.variable
            if variable.space != "global":
                continue
            offset = variable.offset - GLOBAL_BASE
            content = self._content(offset, variable.size)
            content[...] = 0
            if found.content is not None:
                content[: len(found.content)] = found.content
            placed.append(
                (Allocation(variable.name, offset, variable.size, note=".global variable"), content)
            )
        for allocation, content in placed:
            self._put(allocation, content)
        self._modules[id(module)] = module, first

    def find(self, array: NDArray[Any], called: str = "an array") -> tuple[Allocation, int] | None:
        """Return the allocation that an array lies in and its offset in that; None for an ordinary array.

        Args:
            array: The array.
            called: Its name in the launch, for the error.

        Raises:
            LaunchError: It was freed, or is in the memory of another device.
        """
        found = HOST_MEMORY.find(array)
        if found is None:
            return None
        held, start = found
        if held.freed:
            raise LaunchError(f"{called} is in memory that was freed: {held.name}")
        if held.owner() is not self:
            said = f"{called} is in the memory of a device that the launch does not have: {held.name}"
            raise LaunchError(f"{said}; give that device as device=, or a copy of the array")
        allocation = self._segment.at(held.offset)
        assert allocation is not None
        return allocation, start

    def settle(self, memory: Memory) -> None:
        """Take over what a launch has written.

        Args:
            memory: The memory of the launch.
        """
        found = memory.global_.on_device
        assert found is not None
        for allocation in found.undefined:
            self._note_written(allocation, memory.bits_written(allocation))
        for offset in found.allocations.keys() - memory.lent:
            allocation = found.allocations[offset]
            content = memory.content(memory.global_, offset, allocation.size)
            for start, piece in allocation.content:
                piece[...] = content[start : start + len(piece)]

    def _make(
        self, given: Sequence[SupportsIndex], kind: np.dtype[Any], name: str, *, initialised: bool
    ) -> NDArray[Any]:
        shape = tuple(map(index, given))
        size = prod(shape) * kind.itemsize
        if kind.hasobject:
            raise LaunchError(f"an array of {kind} has elements that no kernel reads")
        if size <= 0 or min(shape, default=0) < 0:
            raise LaunchError(f"an array of shape {shape} has no memory on a device")
        source = caller()
        where = "" if source == UNKNOWN else f", made at {source}"
        try:
            content = _aligned_bytes(size)
        except (MemoryError, ValueError):
            raise LaunchError(f"this machine lacks the {size} bytes of an array of shape {shape}") from None
        with self.lock:
            self._made += 1
            allocation = Allocation(
                name or f"array {self._made}",
                self._room(size),
                size,
                note=f"{kind} {shape}{where}",
                initialised=initialised,
                written=None if initialised else no_bits(size),
            )
            self._put(allocation, content)
        title = f"{allocation.name}, {allocation.note}"
        HOST_MEMORY.add(
            HeldArray(allocation.host, size, allocation.offset, title, ref(self), ref(content.base))
        )
        return content.view(kind).reshape(shape)

    def _room(self, size: int, align: int = GLOBAL_ALIGN) -> int:
        """Return the offset of free memory: behind all allocations, or once much was freed, the first gap."""
        extent = self._segment.extent
        end = align_up(extent + REDZONE_BYTES, align)
        if extent - self._bytes - self._freed_bytes <= self._most_freed:
            return end
        taken = [*self._segment.allocations, *self._freed]
        first = align_up(REDZONE_BYTES, align)
        for each in sorted(taken, key=lambda each: each.offset):
            if first + size + REDZONE_BYTES <= each.offset:
                break
            first = align_up(each.offset + each.size + REDZONE_BYTES, align)
        return min(first, end)

    def _content(self, offset: int, size: int) -> NDArray[np.uint8]:
        """Return the host memory of a variable that is placed at an offset."""
        return _aligned_bytes(size)

    def _put(self, allocation: Allocation, content: NDArray[np.uint8]) -> None:
        allocation.content = ((0, content),)
        allocation.host = int(content.ctypes.data)
        self._segment.put(allocation)
        self._on_device = None
        self._bytes += allocation.size

    def _remove(self, allocation: Allocation) -> None:
        """Remove an allocation, and remember its place."""
        self._segment.remove(allocation)
        self._on_device = None
        self._bytes -= allocation.size
        self._freed_bytes += allocation.size
        note = f"{allocation.note}, freed"
        self._freed.append(Allocation(allocation.name, allocation.offset, allocation.size, note))
        while self._freed_bytes > self._most_freed:
            self._freed_bytes -= self._freed.popleft().size

    def _note_written(self, allocation: Allocation, bits: NDArray[np.uint8]) -> None:
        """Set the bits of the written bytes of an allocation; none are kept once all were written."""
        allocation.written = bits
        if all_are_set(bits):
            allocation.initialised, allocation.written = True, None
            self._on_device = None

    def _need(self, array: Any) -> tuple[Allocation, int]:
        is_array = isinstance(array, np.ndarray)
        found = self.find(array) if is_array else None
        if found is None:
            said = f"the array of shape {array.shape}" if is_array else repr(array)
            raise LaunchError(f"{said} is not in the memory of this device")
        return found


def _aligned_bytes(size: int) -> NDArray[np.uint8]:
    """Return zeros that start at a multiple of the alignment of arrays on a device."""
    room = np.zeros(size + GLOBAL_ALIGN, np.uint8)
    first = -room.ctypes.data % GLOBAL_ALIGN
    return room[first : first + size]
