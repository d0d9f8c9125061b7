"""Functions of CUDA's device runtime with fixed names: `vprintf`, `__assertfail`, `malloc` and `free`.

Compilers call these for ``printf``, ``assert``, ``new`` and ``delete``; the module declares them and has no
body for them. The arguments of ``printf`` lie in a buffer, each aligned to its size (CUDA C++ Programming
Guide, "Formatted Output"). The launch prints its calls when it has ended (`pyptx.sim.printing`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pyptx.sim.abi import NUMBERS
from pyptx.sim.faults import Trap
from pyptx.sim.printing import kinds_of, record

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array
    from pyptx.sim.symbols import Callee

Run: TypeAlias = Callable[["Machine", "Array", "list[Array]"], "Array"]
"""Takes the machine, the calling lanes and the bytes of each argument, shape (bytes, L); returns the bytes of
the result."""


class SystemCall(NamedTuple):
    """A function of the runtime.

    Attributes:
        takes: Bytes of each parameter.
        run: Executes the call.
    """

    takes: tuple[int, ...]
    run: Run


def _print(m: Machine, lanes: Array, arguments: list[Array]) -> Array:
    """``vprintf(format, arguments)``: store the call of each thread; return the number of arguments."""
    formats, buffers = (_words(argument) for argument in arguments)
    taken = np.zeros(len(lanes), np.int32)
    known: dict[int, bytes] = {}
    for lane in np.flatnonzero(lanes).tolist():
        thread, address = _Thread(m, lane), int(formats[lane])
        form = known.get(address) or thread.string(address)
        known = {address: form}  # usually all lanes have one format
        values = thread.arguments(kinds_of(form).decode(), int(buffers[lane]))
        m.counters.charge(NUMBERS["DROP_STEPS"] * m.output.add(record(form, values)))
        taken[lane] = len(values)
    return taken.view(np.uint8).reshape(-1, 4).T


def _fail(m: Machine, lanes: Array, arguments: list[Array]) -> Array:
    """``__assertfail(message, file, line, function, bytes of a character)``: end the grid."""
    lane = int(lanes.argmax())
    thread = _Thread(m, lane)
    message, file, line, function, _ = (int(_words(argument)[lane]) for argument in arguments)
    file_, function_, message_ = (thread.text(address) for address in (file, function, message))
    raise Trap("assert", f"{file_}:{line}: {function_}: assertion `{message_}` failed", lane)


def _malloc(m: Machine, lanes: Array, arguments: list[Array]) -> Array:
    """``malloc(size)``: allocate a block of the heap for each thread; return their addresses."""
    assert m.memory.heap is not None
    found = np.zeros(len(lanes), np.uint64)
    sizes = _words(arguments[0])
    for lane in np.flatnonzero(lanes).tolist():
        found[lane] = m.memory.heap.malloc(int(sizes[lane]))
    return found.view(np.uint8).reshape(-1, 8).T


def _free(m: Machine, lanes: Array, arguments: list[Array]) -> Array:
    """``free(address)``: free a block of the heap for each thread that gives one."""
    assert m.memory.heap is not None
    addresses = _words(arguments[0])
    for lane in np.flatnonzero(lanes & (addresses != 0)).tolist():
        wrong = m.memory.heap.free(int(addresses[lane]))
        if wrong:
            raise Trap("invalid-free", wrong, lane)
    return np.zeros((0, len(lanes)), np.uint8)


SYSTEM_CALLS = {
    "vprintf": SystemCall((8, 8), _print),
    "__assertfail": SystemCall((8, 8, 4, 8, 8), _fail),
    "malloc": SystemCall((8,), _malloc),
    "free": SystemCall((8,), _free),
}

_OF_LAUNCHES = ("__cudaCDP", "cudaGetParameterBuffer", "cudaLaunchDevice", "cudaGraph")
"""The first letters of functions by which kernels launch kernels and graphs."""

_OF_HEAP = frozenset(("malloc", "free"))


def is_of_heap(callee: Callee) -> bool:
    """Whether a function is one of the heap, which the reference engine alone has."""
    return callee.node.body is None and callee.node.name in _OF_HEAP


class _Thread:
    """Memory as seen by one thread, by generic addresses."""

    def __init__(self, m: Machine, lane: int) -> None:
        self._memory = m.memory
        self._lane = lane
        self._mask: Array = np.zeros(m.lanes, np.bool_)
        self._mask[lane] = True

    def number(self, address: int, size: int) -> int:
        """The unsigned number of `size` bytes at an address."""
        addresses = np.full(len(self._mask), address, np.uint64)
        return int(self._memory.load("", addresses, size, 1, self._mask)[self._lane])

    def string(self, address: int) -> bytes:
        """The bytes from an address to the first zero."""
        found = bytearray()
        while byte := self.number(address + len(found), 1):
            found.append(byte)
        return bytes(found)

    def text(self, address: int) -> str:
        """The same as characters."""
        return self.string(address).decode(errors="replace")

    def arguments(self, kinds: str, buffer: int) -> list[int | bytes]:
        """The arguments of `printf` in a buffer; strings in place of their addresses.

        Args:
            kinds: A letter for each: 4 or 8 for its bytes, s for a string.
            buffer: Address of the buffer.
        """
        values: list[int | bytes] = []
        for kind in kinds:
            size = 4 if kind == "4" else 8
            buffer = -(-buffer // size) * size
            word = self.number(buffer, size)
            values.append(self.string(word) if kind == "s" else word)
            buffer += size
        return values


def _words(argument: Array) -> Array:
    """Return the bytes of an argument as numbers over lanes."""
    return np.ascontiguousarray(argument.T).view(f"u{len(argument)}").reshape(-1)


def missing(name: str) -> str:
    """Say that a function has no body, and what a program can do without it."""
    said = f"{name} has no body in this module, and the simulator has no function of that name"
    is_launch = name.startswith(_OF_LAUNCHES)
    return f"{said}: it does not run launches by kernels; launch from the host" if is_launch else said
