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

from bisect import bisect_right, insort
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import LaunchError
from pyptx.sim.abi import RANGE
from pyptx.sim.arena import GLOBAL_ALIGN, no_bits
from pyptx.sim.segments import GLOBAL_BASE, REDZONE_BYTES, Allocation, DeviceAllocations, Segment, align_up
from pyptx.trace.source import UNKNOWN, caller

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import DTypeLike, NDArray

    from pyptx.ir import Module
    from pyptx.sim.image import ModuleVariable
    from pyptx.sim.memory import Memory

MOST_FREED = 1 << 30
"""Bytes of freed allocations that a device remembers, and whose addresses it gives to no other."""


class Device:
    """Arrays and variables of modules that stay in simulated memory between launches.

    `Program.launch` takes it as ``device=``, and so does `pyptx.simulating`, for all launches of a block. A
    launch may have other arrays too, which leave with it.
    """

    def __init__(self) -> None:
        self._segment = Segment("global", GLOBAL_BASE, REDZONE_BYTES)
        self._freed: deque[Allocation] = deque()
        self._segment.freed = self._freed
        self._hosts: list[tuple[int, int]] = []
        self._modules: dict[int, tuple[Module, int]] = {}
        self._made = 0
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
        made, _ = self._make(given.shape, given.dtype, name, initialised=True)
        made[...] = given
        return made

    def empty(self, shape: int | tuple[int, ...], dtype: DTypeLike, *, name: str = "") -> NDArray[Any]:
        """Allocate an array whose elements are undefined: reading one that no kernel has written is a fault.

        Args:
            shape: Its shape.
            dtype: Type of its elements.
            name: Its name in reports; by default, the number of the allocation and the line that made it.

        Returns:
            The array in the device's memory. The host writes to it with `write`, or else kernels take what it
            wrote for undefined.
        """
        return self._make((shape,) if isinstance(shape, int) else shape, dtype, name, initialised=False)[0]

    def write(self, target: NDArray[Any], values: Any) -> None:
        """Copy values to an array of the device, or to a part that is contiguous in memory.

        >>> gpu = Device()
        >>> y = gpu.empty(4, np.float32)
        >>> gpu.write(y[:2], [1.0, 2.0])

        Raises:
            LaunchError: The array is not in the memory of this device, or the part is not contiguous.
        """
        allocation, offset = self._need(target)
        if not target.flags.c_contiguous:
            raise LaunchError(f"the part of shape {target.shape} of {allocation.name} is not contiguous")
        target[...] = values
        if allocation.written is not None:
            known = np.unpackbits(allocation.written, bitorder="little")
            known[offset : offset + target.nbytes] = 1
            self._note_written(allocation, np.packbits(known, bitorder="little"))

    def free(self, array: NDArray[Any]) -> None:
        """Free an array: kernels that access its memory from now on are reported.

        Raises:
            LaunchError: It is not a whole array of this device, or was freed before.
        """
        allocation, offset = self._need(array)
        if offset or array.nbytes != allocation.size:
            part = f"{array.nbytes} of its {allocation.size} bytes"
            raise LaunchError(f"{allocation.name}: free() takes the whole array, not {part}")
        self._segment.remove(allocation)
        self._on_device = None
        self._hosts.remove((allocation.host, allocation.offset))
        self._freed.append(
            Allocation(allocation.name, allocation.offset, allocation.size, f"{allocation.note}, freed")
        )
        while sum(each.size for each in self._freed) > MOST_FREED:
            self._freed.popleft()

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
        return sum(each.size for each in self._segment.allocations)

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
        found = self._modules.setdefault(id(module), (module, self._segment.extent))
        return found[1]

    def load(self, variables: Iterable[ModuleVariable]) -> None:
        """Place the ``.global`` variables of a module, with their initial values, unless they are placed."""
        for found in variables:
            variable = found.variable
            offset = variable.offset - GLOBAL_BASE
            before = self._segment.at(offset)
            if variable.space != "global" or (before is not None and before.offset == offset):
                continue
            content = _aligned_bytes(variable.size)
            if found.content is not None:
                content[: len(found.content)] = found.content
            self._put(Allocation(variable.name, offset, variable.size, note=".global variable"), content)

    def find(self, array: NDArray[Any]) -> tuple[Allocation, int] | None:
        """Return the allocation that an array lies in and its offset in that; None for another array."""
        host = int(array.__array_interface__["data"][0])
        place = bisect_right(self._hosts, (host, self._segment.extent)) - 1
        if place < 0:
            return None
        start, offset = self._hosts[place]
        allocation = self._segment.at(offset)
        assert allocation is not None
        inside = start <= host and host + array.nbytes <= start + allocation.size
        return (allocation, host - start) if inside else None

    def settle(self, memory: Memory) -> None:
        """Take over what a launch has written.

        Args:
            memory: The memory of the launch.
        """
        found = self.on_device
        for allocation in found.undefined:
            self._note_written(allocation, memory.bits_written(allocation))
        for offset in found.allocations.keys() - memory.lent:
            allocation = found.allocations[offset]
            content = memory.content(memory.global_, offset, allocation.size)
            for start, piece in allocation.content:
                piece[...] = content[start : start + len(piece)]

    def _make(
        self, shape: tuple[int, ...], dtype: DTypeLike, name: str, *, initialised: bool
    ) -> tuple[NDArray[Any], Allocation]:
        kind = np.dtype(dtype)
        size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
        if not size:
            raise LaunchError(f"an array of shape {shape} has no memory on a device")
        self._made += 1
        source = caller()
        where = "" if source == UNKNOWN else f", made at {source}"
        content = _aligned_bytes(size)
        allocation = Allocation(
            name or f"array {self._made}",
            self._room(size),
            size,
            note=f"{kind} {shape}{where}",
            initialised=initialised,
            written=None if initialised else no_bits(size),
        )
        self._put(allocation, content)
        return content.view(kind).reshape(shape), allocation

    def _room(self, size: int) -> int:
        """Return the offset of free memory: behind all allocations, or once much was freed, the first gap."""
        extent, taken = self._segment.extent, [*self._segment.allocations, *self._freed]
        end = align_up(extent + REDZONE_BYTES, GLOBAL_ALIGN)
        if extent - sum(each.size for each in taken) <= MOST_FREED:
            return end
        first = align_up(REDZONE_BYTES, GLOBAL_ALIGN)
        for each in sorted(taken, key=lambda each: each.offset):
            if first + size + REDZONE_BYTES <= each.offset:
                break
            first = align_up(each.offset + each.size + REDZONE_BYTES, GLOBAL_ALIGN)
        return min(first, end)

    def _put(self, allocation: Allocation, content: NDArray[np.uint8]) -> None:
        allocation.content = ((0, content),)
        allocation.host = int(content.ctypes.data)
        self._segment.put(allocation)
        self._on_device = None
        insort(self._hosts, (allocation.host, allocation.offset))

    def _note_written(self, allocation: Allocation, bits: NDArray[np.uint8]) -> None:
        """Set the bits of the written bytes of an allocation; none are kept once all were written."""
        allocation.written = bits
        if (bits == 0xFF).all():
            allocation.initialised, allocation.written = True, None
            self._on_device = None

    def _need(self, array: NDArray[Any]) -> tuple[Allocation, int]:
        found = self.find(array)
        if found is None:
            raise LaunchError(f"the array of shape {array.shape} is not in the memory of this device")
        return found


def _aligned_bytes(size: int) -> NDArray[np.uint8]:
    """Return zeros that start at a multiple of the alignment of arrays on a device."""
    room = np.zeros(size + GLOBAL_ALIGN, np.uint8)
    first = -room.ctypes.data % GLOBAL_ALIGN
    return room[first : first + size]
