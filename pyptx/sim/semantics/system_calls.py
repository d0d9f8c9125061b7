"""Functions of CUDA's device runtime with fixed names: `vprintf` and `__assertfail`.

Compilers call these for ``printf`` and ``assert``; the module declares them and has no body for them. The
arguments of ``printf`` lie in a buffer, each aligned to its size (CUDA C++ Programming Guide, "Formatted
Output"). Text is printed at once, one thread after the other.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pyptx.sim.faults import Trap

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array

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
    """``vprintf(format, arguments)``: print, one thread after the other; return the number of arguments."""
    formats, buffers = (_words(argument) for argument in arguments)
    taken = np.zeros(len(lanes), np.int32)
    for lane in np.flatnonzero(lanes).tolist():
        thread = _Thread(m, lane)
        said = _Formatted(thread, int(buffers[lane]))
        sys.stdout.write(said.text(thread.string(int(formats[lane]))))
        taken[lane] = said.taken
    return taken.view(np.uint8).reshape(-1, 4).T


def _fail(m: Machine, lanes: Array, arguments: list[Array]) -> Array:
    """``__assertfail(message, file, line, function, bytes of a character)``: end the grid."""
    lane = int(lanes.argmax())
    thread = _Thread(m, lane)
    message, file, line, function, _ = (int(_words(argument)[lane]) for argument in arguments)
    where = f"{thread.string(file)}:{line}: {thread.string(function)}"
    raise Trap("assert", f"{where}: assertion `{thread.string(message)}` failed", lane)


SYSTEM_CALLS = {
    "vprintf": SystemCall((8, 8), _print),
    "__assertfail": SystemCall((8, 8, 4, 8, 8), _fail),
}


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

    def string(self, address: int) -> str:
        """The characters from an address to the first zero."""
        found = bytearray()
        while byte := self.number(address + len(found), 1):
            found.append(byte)
        return found.decode(errors="replace")


_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?(?P<size>hh|h|ll|l|j|z|t)?"
    r"(?P<kind>[diouxXcspfFeEgGaA%])"
)
_SIZES = {"hh": 1, "h": 2, "l": 8, "ll": 8, "j": 8, "z": 8, "t": 8}


class _Formatted:
    """A format string and the arguments of one call."""

    def __init__(self, thread: _Thread, buffer: int) -> None:
        self._thread = thread
        self._next = buffer
        self.taken = 0

    def text(self, form: str) -> str:
        """Return the text; a conversion that C does not define stays as written."""
        return _CONVERSION.sub(self._convert, form)

    def _convert(self, found: re.Match[str]) -> str:
        kind, flags = found["kind"], found["flags"]
        if kind == "%":
            return "%"
        width = str(self._signed(4)) if found["width"] == "*" else found["width"]
        precision = found["precision"] or ""
        if precision == ".*":
            asked = self._signed(4)
            precision = f".{asked}" if asked >= 0 else ""
        if kind in "csp" or kind in "aA":
            shown = self._word(kind)
            return f"%{flags.replace('0', '')}{width}{precision if kind == 's' else ''}s" % shown
        if kind in "fFeEgG":
            return f"%{flags}{width}{precision}{kind}" % self._double()
        size = _SIZES.get(found["size"] or "", 4)
        value = self._signed(size) if kind in "di" else self._argument(size)
        if kind == "o" and "#" in flags:
            return f"%{flags.replace('#', '')}{width}s" % f"{'0' if value else ''}{value:o}"
        if not value:
            flags = flags.replace("#", "")
        return f"%{flags}{width}{precision}{'d' if kind in 'diu' else kind}" % value

    def _word(self, kind: str) -> str:
        """The next argument, of a kind that is a word."""
        if kind == "c":
            return chr(self._argument(4) & 0xFF)
        if kind == "s":
            return self._thread.string(self._argument(8))
        if kind == "p":
            return f"{self._argument(8):#x}"
        shown = float.hex(self._double())
        return shown.upper() if kind == "A" else shown

    def _double(self) -> float:
        value: float = struct.unpack("<d", self._argument(8).to_bytes(8, "little"))[0]
        return value

    def _argument(self, size: int) -> int:
        """The next argument, which takes at least four bytes."""
        held = max(size, 4)
        at = -(-self._next // held) * held
        self._next = at + held
        self.taken += 1
        return self._thread.number(at, held) & ((1 << 8 * size) - 1)

    def _signed(self, size: int) -> int:
        value = self._argument(size)
        return value - (1 << 8 * size) if value >> (8 * size - 1) else value


def _words(argument: Array) -> Array:
    """Return the bytes of an argument as numbers over lanes."""
    return np.ascontiguousarray(argument.T).view(f"u{len(argument)}").reshape(-1)
