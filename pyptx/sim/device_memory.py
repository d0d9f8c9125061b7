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

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import LaunchError
from pyptx.sim.arena import GLOBAL_ALIGN, copied_bits, no_bits, set_bits
from pyptx.sim.declarations import STATIC, Declarations
from pyptx.sim.device import Device
from pyptx.sim.segments import GLOBAL_BASE, REDZONE_BYTES, Allocation, align_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from pyptx.ir import Module
    from pyptx.sim.image import ModuleVariable


class DeviceMemory(Device):
    """A device whose memory is a range of host memory, allocated by address.

    ``.const`` variables lie in it too, so that the host can write to them between launches.

    Args:
        memory: The range, of zeros. Addresses are not reused until a quarter of it was freed, so it is some
            times larger than `most`.
        most: Bytes that may be allocated at a time.
    """

    keeps = STATIC

    def __init__(self, memory: NDArray[np.uint8], most: int) -> None:
        super().__init__()
        self.most = most
        self._memory = memory
        self._most_freed = min(self._most_freed, len(memory) // 4)
        self._variables: dict[int, dict[str, Allocation]] = {}

    def allocate(
        self, size: int, *, name: str, note: str = "", align: int = GLOBAL_ALIGN, initialised: bool = False
    ) -> int:
        """Allocate memory and return its address.

        Args:
            size: Bytes, at least 1.
            name: Its name in reports.
            note: Its kind, for reports.
            align: Alignment of its start; nothing else is allocated up to the next multiple behind its end.
            initialised: Whether kernels may read it before something has written to it.

        Raises:
            MemoryError: There is not as much.
        """
        with self.lock:
            if not 0 < size <= self.most - self._bytes:
                raise MemoryError(f"{size} bytes of {self.most - self._bytes}")
            offset = self._room(size, align)
            if align_up(offset + size, align) + REDZONE_BYTES > len(self._memory):
                raise MemoryError(f"no {size} bytes together")
            allocation = Allocation(
                name, offset, size, note, initialised, written=None if initialised else no_bits(size)
            )
            self._put(allocation, self._memory[offset : offset + size])
            if align > GLOBAL_ALIGN:
                self._segment.extent = align_up(self._segment.extent, align)
            return GLOBAL_BASE + offset

    def release(self, address: int) -> None:
        """Free an allocation: kernels that access it from now on are reported.

        Raises:
            LaunchError: No allocation starts there.
        """
        with self.lock:
            found = self.allocation(address)
            if found is None or GLOBAL_BASE + found.offset != address:
                raise LaunchError(f"no allocation starts at {address:#x}")
            self._remove(found)

    def allocation(self, address: int, size: int = 1) -> Allocation | None:
        """Return the allocation that holds all bytes from an address on, if there is one."""
        found = self._segment.at(address - GLOBAL_BASE)
        inside = found is not None and address - GLOBAL_BASE + size <= found.offset + found.size
        return found if inside else None

    def freed(self, address: int) -> Allocation | None:
        """Return the allocation that was freed at an address, if it is remembered."""
        offset = address - GLOBAL_BASE
        held = (each for each in self._freed if each.offset <= offset < each.offset + each.size)
        return next(held, None)

    def view(self, address: int, size: int) -> NDArray[np.uint8]:
        """Return the bytes from an address on, which the caller has checked."""
        return self._memory[address - GLOBAL_BASE : address - GLOBAL_BASE + size]

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
            if found is not None and found.written is not None and size:
                bits = copied_bits(found.written)
                set_bits(bits, address - GLOBAL_BASE - found.offset, size)
                self._note_written(found, bits)

    def copy_written(self, target: int, source: int, size: int) -> None:
        """Note that bytes are copies of others, and were written as far as those were.

        Both ranges are inside one allocation each.
        """
        with self.lock:
            to, of = self.allocation(target, size), self.allocation(source, size)
            if to is None or of is None or of.written is None or not size:
                self.note_written(target, size)
                return
            start, first = target - GLOBAL_BASE - to.offset, source - GLOBAL_BASE - of.offset
            known = np.unpackbits(of.written, bitorder="little")[first : first + size]
            bits = no_bits(to.size)
            if to.written is not None:
                bits = copied_bits(to.written)
            else:
                set_bits(bits, 0, to.size)
            every = np.unpackbits(bits, bitorder="little")
            every[start : start + size] = known
            to.initialised = False
            self._note_written(to, np.packbits(every, bitorder="little"))
            self._on_device = None

    def load_module(self, module: Module) -> Mapping[str, tuple[int, int]]:
        """Place the ``.global`` and ``.const`` variables of a module and return their addresses and sizes.

        Raises:
            SimFault: A variable is not simulated.
        """
        first = self.first_variable(module)
        declared = Declarations(module, first)
        declared.declare_module()
        declared.place_variables_of_bodies(None)
        self.load(module, first, declared.variables)
        held = self._variables[id(module)].items()
        return {name: (GLOBAL_BASE + each.offset, each.size) for name, each in held}

    def load(self, module: Module, first: int, variables: Iterable[ModuleVariable]) -> None:
        """Place the variables of a module, with their initial values, unless they are placed."""
        variables = list(variables)
        super().load(module, first, variables)
        if id(module) not in self._variables:
            placed: dict[str, Allocation] = {}
            for found in variables:
                variable = found.variable
                if variable.space == "global":
                    allocation = self._segment.at(variable.offset - GLOBAL_BASE)
                    assert allocation is not None
                else:
                    note = ".const variable"
                    address = self.allocate(variable.size, name=variable.name, note=note, initialised=True)
                    self.view(address, variable.size)[...] = 0 if found.content is None else found.content
                    allocation = self._segment.at(address - GLOBAL_BASE)
                    assert allocation is not None
                placed[variable.name] = allocation
            self._variables[id(module)] = placed
        for found in variables:
            if found.variable.space == "const":
                ((_, found.content),) = self._variables[id(module)][found.variable.name].content

    def unload(self, module: Module) -> None:
        """Free the variables of a module."""
        with self.lock:
            for allocation in self._variables.pop(id(module), {}).values():
                self._remove(allocation)
            self._modules.pop(id(module), None)

    def _content(self, offset: int, size: int) -> NDArray[np.uint8]:
        if offset + size + REDZONE_BYTES > len(self._memory):
            raise MemoryError(f"no {size} bytes for a variable")
        return self._memory[offset : offset + size]
