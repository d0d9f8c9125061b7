"""The memory of a device by addresses, as a driver hands it out: allocations, copies, variables of modules.

`Device` has arrays, and launches take these. `DeviceMemory` has addresses: an allocation is a number of
bytes, and a launch takes the bytes of its parameters. All of it lies in one range of host memory, which may
be shared with another process: the byte at address ``GLOBAL_BASE + n`` is byte n of the range.

>>> gpu = DeviceMemory(np.zeros(1 << 20, np.uint8), 1 << 16)
>>> x = gpu.allocate(16, name="x")
>>> gpu.write(x, b"abcd")
>>> gpu.view(x, 4).tobytes()
b'abcd'
>>> gpu.release(x)
>>> gpu.allocation(x) is None
True
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import LaunchError
from pyptx.sim.allocations import Allocations
from pyptx.sim.device import Device
from pyptx.sim.segments import GLOBAL_ALIGN, GLOBAL_BASE
from pyptx.sim.touched import Accesses, Spans, Touched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from pyptx.ir import Module
    from pyptx.sim.segments import Allocation


class DeviceMemory(Device):
    """A device whose memory is a range of host memory, allocated by address.

    Args:
        memory: The range, of zeros, which starts at a multiple of 16. Addresses are not reused until a
            quarter of it was freed, so it is some times larger than `most`.
        most: Bytes that may be allocated at a time.
    """

    def __init__(self, memory: NDArray[np.uint8], most: int) -> None:
        super().__init__()
        self.most = most
        self._range = memory
        self._memory = Allocations(self, memory)

    @property
    def start(self) -> int:
        """The address of the first byte."""
        return GLOBAL_BASE

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return GLOBAL_BASE + len(self._range)

    @property
    def free_bytes(self) -> int:
        """Bytes that may still be allocated."""
        return self.most - self._memory.bytes

    def allocate(
        self,
        size: int,
        *,
        name: str,
        note: str = "",
        align: int = GLOBAL_ALIGN,
        phase: int = 0,
        initialised: bool = False,
    ) -> int:
        """Allocate memory and return its address.

        Args:
            size: Bytes, at least 1.
            name: Its name in reports.
            note: Its kind, for reports.
            align: Alignment of its start; nothing else is allocated up to the next multiple after its end.
            phase: Bytes between a multiple of the alignment and its start.
            initialised: Whether kernels may read it before something has written to it.

        Raises:
            MemoryError: There is not as much.
        """
        with self.lock:
            if not 0 < size <= self.free_bytes:
                raise MemoryError(f"{size} bytes of {self.free_bytes}")
            made = self._memory.add(name, size, note, initialised=initialised, align=align, phase=phase)
            return GLOBAL_BASE + made.offset

    def release(self, address: int) -> None:
        """Free an allocation: kernels that access it from now on are reported.

        Raises:
            LaunchError: No allocation starts there.
        """
        with self.lock:
            found = self.allocation(address)
            if found is None or GLOBAL_BASE + found.offset != address:
                raise LaunchError(f"no allocation starts at {address:#x}")
            self._memory.remove(found)

    def allocation(self, address: int, size: int = 1) -> Allocation | None:
        """Return the allocation that holds all bytes from an address on, if there is one."""
        found = self._memory.segment.at(address - GLOBAL_BASE)
        inside = found is not None and address - GLOBAL_BASE + size <= found.offset + found.size
        return found if inside else None

    def heap_blocks(self) -> list[Allocation]:
        """Return the blocks of `malloc` that no kernel has freed."""
        return list(self.heap.blocks().values()) if self.has_heap else []

    def freed(self, address: int) -> Allocation | None:
        """Return the allocation that was freed at an address, if it is remembered."""
        return self._memory.freed(address)

    def view(self, address: int, size: int) -> NDArray[np.uint8]:
        """Return the bytes from an address on, which the caller has checked."""
        return self._range[address - GLOBAL_BASE : address - GLOBAL_BASE + size]

    def write(self, target: NDArray[Any] | int, values: Any) -> None:
        """Copy bytes to an address, or values to an array."""
        if not isinstance(target, int):
            super().write(target, values)
            return
        self.view(target, len(values))[...] = np.frombuffer(values, np.uint8)
        self.note_written(target, len(values))

    def note_written(self, address: int, size: int) -> None:
        """Note that bytes inside one allocation were written."""
        with self.lock:
            found = self.allocation(address, size)
            if found is not None:
                self._memory.note_written(found, address - GLOBAL_BASE - found.offset, size)

    def copy_written(self, target: int, source: int, size: int) -> None:
        """Copy, for bytes that were copied, which of them were written.

        Both ranges are inside one allocation each.
        """
        with self.lock:
            (to, first), (of, start) = self._memory.at(target, size), self._memory.at(source, size)
            self._memory.copy_written(to, first, of, start, size)

    def check_read(self, address: int, size: int) -> None:
        """Check that the bytes from an address on were written, which the host reads.

        >>> gpu = DeviceMemory(np.zeros(1 << 20, np.uint8), 1 << 16)
        >>> x = gpu.allocate(16, name="x")
        >>> gpu.write(x, b"abcd")
        >>> gpu.check_read(x, 4)
        >>> gpu.check_read(x + 2, 4)
        Traceback (most recent call last):
        pyptx.errors.SimFault: uninitialized-memory: the host reads 4 bytes at x+2, and 2 of them were ...

        Raises:
            SimFault: Some of them were never written.
            LaunchError: No allocation holds them all.
        """
        with self.lock:
            found, first = self._memory.at(address, size)
            self._check_read(found, first, found.bytes[first : first + size], None)

    def accesses(self) -> Iterator[tuple[Allocation, Accesses]]:
        """Yield the accesses of launches to each allocation since the last call, as offsets in the memory.

        It yields nothing before `record_accesses`.
        """
        every = self._take_accesses()
        if every is None:
            return
        places = [self._memory.places(spans.first) for spans in every]
        for place in sorted(set().union(*(each.tolist() for each in places))):
            yield self.allocations[place], Accesses(*map(_at, every, places, itertools.repeat(place)))

    def forget_accesses(self) -> None:
        """Discard the accesses since the last call of `accesses`."""
        self._take_accesses()

    def _take_accesses(self) -> Accesses | None:
        touched = self._memory.touched
        return None if touched is None else touched.take(self._memory.segment.extent)

    def record_accesses(self) -> None:
        """Let launches record from now on which bytes they read and write."""
        if self._memory.touched is None:
            self._memory.touched = Touched(len(self._range))

    def load_module(self, module: Module) -> Mapping[str, tuple[int, int]]:
        """Place the ``.global`` and ``.const`` variables of a module and return their addresses and sizes.

        Raises:
            LaunchError: A variable is defined in another module.
            SimFault: A variable is not simulated.
        """
        held = self.loaded(module).by_name.items()
        return {name: (GLOBAL_BASE + each.offset, each.size) for name, each in held}

    def unload(self, module: Module) -> None:
        """Free the variables of a module."""
        with self.lock:
            loaded = self._modules.pop(id(module), None)
            for allocation in loaded.variables if loaded is not None else ():
                self._memory.remove(allocation)


def _at(spans: Spans, places: NDArray[np.int64], place: int) -> Spans:
    """The spans that are at a place, in rising order."""
    some = slice(*np.searchsorted(places, [place, place + 1]))
    return Spans(spans.first[some], spans.end[some])
