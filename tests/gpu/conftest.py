"""A machine for the tests of this folder: a card, or the strict stand-in of its driver."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import PtxError
from pyptx.runtime import driver as drivers
from pyptx.runtime import native
from tests.cuda_header import enumerators
from tests.gpu.strict import StrictDriver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_numbers = itertools.count()


class DeviceArray:
    """Memory of a device, as libraries without torch or JAX export it."""

    def __init__(self, machine: Machine, address: int, count: int, typestr: str) -> None:
        self._machine = machine
        self.address = address
        self.count = count
        self.typestr = typestr
        self.__cuda_array_interface__ = {
            "version": 3, "shape": (count,), "typestr": typestr, "data": (address, False), "strides": None,
        }  # fmt: skip

    def write(self, values: Any) -> None:
        """Copy a host array there."""
        to, size = ctypes.c_uint64(self.address), ctypes.c_size_t(values.nbytes)
        self._machine.call("cuMemcpyHtoD_v2", to, ctypes.c_void_p(values.ctypes.data), size)

    def read(self) -> Any:
        """Return a copy on the host."""
        made = np.empty(self.count, self.typestr)
        source, size = ctypes.c_uint64(self.address), ctypes.c_size_t(made.nbytes)
        self._machine.call("cuMemcpyDtoH_v2", ctypes.c_void_p(made.ctypes.data), source, size)
        return made


class Machine:
    """The driver as an application beside pyptx uses it; a primary context is current in its calls.

    Attributes:
        strict: The stand-in; None on a card.
    """

    def __init__(self, strict: StrictDriver | None) -> None:
        self.strict = strict
        self.driver = drivers.driver()
        self.numbers = enumerators()
        self.device = 0

    def call(self, name: str, *args: Any) -> None:
        """Call a function of the driver in the primary context of the device."""
        with self.driver.current(self.device):
            self.driver.call(name, *args)

    def array(self, values: Any) -> DeviceArray:
        """Return a copy of a host array on the device."""
        values = np.ascontiguousarray(values)
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(values.nbytes))
        made = DeviceArray(self, address.value, values.size, values.dtype.str)
        made.write(values)
        return made

    def stream(self, *, blocking: bool = False) -> int:
        """Return a new stream; a blocking one waits for the legacy stream."""
        made = ctypes.c_void_p()
        flags = 0 if blocking else self.numbers["CU_STREAM_NON_BLOCKING"]
        self.call("cuStreamCreate", ctypes.byref(made), ctypes.c_uint(flags))
        return made.value or 0

    @contextlib.contextmanager
    def capturing(self, stream: int) -> Iterator[list[Callable[[], None]]]:
        """Capture a stream; the list gets the function that replays the graph."""
        mode = self.numbers["CU_STREAM_CAPTURE_MODE_GLOBAL"]
        self.call("cuStreamBeginCapture_v2", ctypes.c_void_p(stream), mode)
        replays: list[Callable[[], None]] = []
        graph, instance = ctypes.c_void_p(), ctypes.c_void_p()
        try:
            yield replays
        finally:
            self.call("cuStreamEndCapture", ctypes.c_void_p(stream), ctypes.byref(graph))
        self.call("cuGraphInstantiateWithFlags", ctypes.byref(instance), graph, ctypes.c_uint64(0))

        def replay() -> None:
            self.call("cuGraphLaunch", instance, ctypes.c_void_p(stream))
            self.call("cuStreamSynchronize", ctypes.c_void_p(stream))

        replays.append(replay)

    def synchronize(self) -> None:
        """Wait for the device."""
        self.call("cuCtxSynchronize")

    def in_thread(self, function: Callable[[], None]) -> None:
        """Run a function in a thread of its own, which has no context, and raise what it raises."""
        raised: list[BaseException] = []

        def run() -> None:
            try:
                function()
            except BaseException as error:
                raised.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if raised:
            raise raised[0]


@pytest.fixture
def capabilities() -> tuple[int, ...]:
    """Compute capabilities of the GPUs of the stand-in; tests override it."""
    return (90,)


@pytest.fixture(params=["card", "stand-in"])
def machine(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capabilities: tuple[int, ...]
) -> Machine:
    """A card, skipped with the reason where there is none; and the stand-in."""
    if request.param == "card":
        try:
            found = drivers.driver()
            count = found.devices()
        except PtxError as error:
            pytest.skip(f"needs an NVIDIA GPU: {str(error).splitlines()[0]}")
        if count < len(capabilities):
            pytest.skip(f"needs {len(capabilities)} NVIDIA GPUs; there are {count}")
        if found.arch(0).name < f"sm_{min(capabilities)}":
            pytest.skip(
                f"needs compute capability {min(capabilities) / 10}; this GPU is {found.arch(0).name}"
            )
        return Machine(None)
    strict = StrictDriver(enumerators(), capabilities)
    path = f"strict-{next(_numbers)}"
    monkeypatch.setenv("PYPTX_LIBCUDA", path)
    monkeypatch.setitem(drivers._drivers, path, drivers.Driver(strict))  # type: ignore[arg-type]  # a library
    monkeypatch.setattr(drivers, "find_or_none", lambda name: None)  # PTX text, which the stand-in simulates
    monkeypatch.setattr(native, "driver", drivers.driver)
    return Machine(strict)
