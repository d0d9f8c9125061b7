"""A virtual GPU in this process: calls of the driver by name, without a program and its library.

>>> gpu = VirtualGpu()
>>> x = gpu.cuMemAllocManaged(16, 1)
>>> gpu.cuMemsetD32(x, 7, 4)
>>> gpu.cuCtxSynchronize(0)
>>> gpu.read(x, 16).view(np.uint32).tolist()
[7, 7, 7, 7]
>>> gpu.cuMemFree(x + 4)
Traceback (most recent call last):
pyptx.errors.SimFault: invalid-free: 0x70000... is allocation 1+4 (16 bytes of cuMemAllocManaged)
for more: pyptx explain invalid-free
"""

from __future__ import annotations

import ctypes
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.arch import arch
from pyptx.errors import LaunchError, SimFault
from pyptx.rules import RULES
from pyptx.sim.device_memory import DeviceMemory
from pyptx.sim.faults import explained_by
from pyptx.virtual.calls import ROWS, symbols
from pyptx.virtual.effects import MOVE, unpacked
from pyptx.virtual.options import Options
from pyptx.virtual.results import RESULTS
from pyptx.virtual.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.virtual.effects import Turn

_NUMBERS = {row.name: number for number, row in enumerate(ROWS)}
_REPLY = struct.Struct("<II")
_ONE = struct.pack("<3I", 1, 1, 1)
_SPAN = 4


class VirtualGpu:
    """A device with a current context, and a method for each call of `pyptx.virtual.calls`.

    A method takes the inputs of the call and returns its outputs: none, one, or a tuple. Its name may leave
    out the number of the form. Memory of the host is an address of this process.

    Args:
        memory: Bytes of its memory.
        late: Whether the work of streams takes effect only when something waits for it.
        checks: Optional checks of the simulator.
        target: Its architecture.
    """

    def __init__(
        self,
        memory: int = 1 << 20,
        *,
        late: bool = False,
        checks: tuple[str, ...] | None = None,
        target: str = "sm_90",
    ) -> None:
        device = DeviceMemory(np.zeros(_SPAN * memory, np.uint8), memory)
        self.session = Session(
            device, Options(arch(target), checks, memory, late=late), self._act, report=lambda _: None
        )
        self.thread = 1
        self.cuInit(0)
        self.cuCtxSetCurrent(self.cuDevicePrimaryCtxRetain(0))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        forms = [symbol for _, symbol in symbols().get(name, [])]
        known = next((form for form in reversed(forms or [name]) if form in _NUMBERS), None)
        if known is None:
            raise AttributeError(f"the virtual GPU has no call {name}")

        def call(*inputs: Any) -> Any:
            return self._call(known, inputs)

        setattr(self, name, call)
        return call

    def launch_in(self, kernel: int, stream: int, parameters: bytes = b"") -> None:
        """Launch a kernel of one thread."""
        self.launch(kernel, _ONE, _ONE, bytes(12), 0, 0, stream, parameters)

    def read(self, address: int, size: int) -> NDArray[np.uint8]:
        """Return bytes as the program reads them, if it may.

        Raises:
            SimFault: They are memory of the device, or an operation may still write them.
        """
        for each in range(address, address + size):
            self.touched(each, 0)
        return self.session.memory.view(address, size).copy()

    def _call(self, name: str, inputs: tuple[Any, ...]) -> Any:
        """Call a function.

        Raises:
            SimFault: It reported a broken rule.
            LaunchError: The function failed.
        """
        row = ROWS[_NUMBERS[name]]
        before = len(self.session.reports.faults)
        reply = self.session.answer(_NUMBERS[name], self.thread, row.pack_inputs(inputs))
        result, _ = _REPLY.unpack_from(reply)
        for fault in self.session.reports.faults[before:]:
            rule, said = fault["rule"], f"{fault['rule']}: {fault['message']}"
            raise SimFault(f"{said}\n{explained_by(rule)}" if rule in RULES else said, rule=rule)
        if result:
            raise LaunchError(f"{name}: {RESULTS[result][0]}, {RESULTS[result][1]}")
        size = row.size_of_outputs(reply[_REPLY.size :])
        self._act(reply[_REPLY.size + size :])
        found = row.unpack_outputs(reply[_REPLY.size : _REPLY.size + size])
        return None if not found else found[0] if len(found) == 1 else tuple(found)

    def _act(self, effects: bytes, _: Turn | None = None) -> None:
        for kind, numbers, _text in unpacked(effects):
            if kind == MOVE:
                self._move(*numbers)

    def _move(self, to: int, to_pitch: int, source: int, pitch: int, width: int, rows: int) -> None:
        for row in range(rows):
            at, of = self._place(to + row * to_pitch), self._place(source + row * pitch)
            ctypes.memmove(at, of, width)

    def _place(self, address: int) -> int:
        memory = self.session.memory
        on_device = memory.start <= address < memory.end
        return int(memory.view(address, 1).ctypes.data) if on_device else address
