"""The variables of a program's module, as its launches left them: on cards, or else on the simulator."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Protocol

from pyptx.errors import LaunchError
from pyptx.marks import BUFFER, Marks, marks_in
from pyptx.program import VARIABLES
from pyptx.runtime.driver import VIRTUAL, opened

if TYPE_CHECKING:
    from pyptx.program import Program
    from pyptx.runtime.driver import Driver


class Variables(Protocol):
    """The variables of a module in one memory.

    Attributes:
        time_unit: Unit of the timers of the kernels that use this memory.
    """

    time_unit: str

    def read(self, name: str) -> bytes:
        """Return the bytes of a variable."""
        ...

    def clear(self, name: str) -> None:
        """Set a variable to zeros."""
        ...


def marks(program: Program) -> Marks:
    """Return the marks that launches of a program made, and remove them from its memory.

    Raises:
        LaunchError: It has no marks, or was not launched.
    """
    if f"{BUFFER}[" not in program.ptx:
        raise LaunchError(f"{program.entry} has no marks; ptx.mark and ptx.timed make them")
    held = _variables(program)
    found = marks_in(held.read, held.time_unit)
    held.clear(BUFFER)
    return found


def _variables(program: Program) -> Variables:
    found = opened()
    ordinals = [] if found is None else found.ordinals_of(program)
    if len(ordinals) > 1:
        raise LaunchError(
            f"{program.entry} was launched on several GPUs, and its variables have a value on each GPU; "
            "launch it on one GPU to read them"
        )
    if found is not None and ordinals:
        return _OfCard(found, program, ordinals[0])
    device = program.derived.get(VARIABLES)
    if device is None:
        raise LaunchError(f"{program.entry} was not launched, so nothing is in its variables")
    return _Simulated(device, program)


class _Simulated:
    """Variables that the simulator keeps with the program."""

    time_unit = "instructions"

    def __init__(self, device: Any, program: Program) -> None:
        self._held = device.loaded(program.module).by_name

    def read(self, name: str) -> bytes:
        return bytes(self._held[name].bytes)

    def clear(self, name: str) -> None:
        self._held[name].bytes[...] = 0


class _OfCard:
    """Variables in the memory of a GPU."""

    def __init__(self, driver: Driver, program: Program, ordinal: int) -> None:
        self._driver, self._ordinal = driver, ordinal
        self._function = driver.function(program, ordinal, 0)
        self.time_unit = "instructions" if VIRTUAL in os.environ else "ns"

    def read(self, name: str) -> bytes:
        with self._driver.current(self._ordinal):
            address, size = self._place(name)
            data = ctypes.create_string_buffer(size)
            self._driver.call("cuCtxSynchronize")
            self._driver.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
            return data.raw

    def clear(self, name: str) -> None:
        with self._driver.current(self._ordinal):
            address, size = self._place(name)
            self._driver.call("cuMemsetD8_v2", ctypes.c_uint64(address), 0, ctypes.c_size_t(size))

    def _place(self, name: str) -> tuple[int, int]:
        """The address and the size of a variable."""
        module, address, size = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_size_t()
        self._driver.call("cuFuncGetModule", ctypes.byref(module), self._function)
        call = ctypes.byref(address), ctypes.byref(size), module, name.encode()
        self._driver.call("cuModuleGetGlobal_v2", *call)
        return address.value, size.value
