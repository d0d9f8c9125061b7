r"""The output of `printf` on the simulator: a buffer of calls, which are printed when the launch has ended.

A card stores the format and the arguments of each call in a ring of 1 MiB, and its driver prints them when
the host waits for the kernel. If the ring is full, a new call replaces the oldest ones. Here a launch has
such a ring too, so the output of a kernel that never stops printing stays bounded:

>>> import sys
>>> output = Output(room=64)
>>> for number in range(100):
...     replaced = output.add(record(b"%d and %d\n", [number, number]))
>>> output.flush(sys.stdout)
98 and 98
99 and 99
>>> output.dropped
98
"""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING, Final

from pyptx.errors import agreeing, counted
from pyptx.printf import argument_kinds, formatted
from pyptx.sim.abi import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

ROOM: Final = NUMBERS["PRINT_BYTES"]


def record(form: bytes, values: Sequence[int | bytes]) -> bytes:
    """Return a call as the buffer holds it: the format, then words of 8 bytes, and strings.

    Args:
        form: The format string.
        values: The arguments: words, unsigned, and strings.
    """
    parts = [each.to_bytes(8, "little") if isinstance(each, int) else each + b"\0" for each in values]
    return b"".join((form, b"\0", *parts))


def kinds_of(form: bytes) -> bytes:
    """Return a letter for each argument of a format: 4 or 8 for its bytes, s for a string."""
    return argument_kinds(form.decode(errors="replace")).encode()


def _text(call: bytes) -> str:
    """The text of a call."""
    form, _, rest = call.partition(b"\0")
    values: list[int | str] = []
    for kind in kinds_of(form).decode():
        if kind == "s":
            string, _, rest = rest.partition(b"\0")
            values.append(string.decode(errors="replace"))
        else:
            values.append(int.from_bytes(rest[:8], "little"))
            rest = rest[8:]
    return formatted(form.decode(errors="replace"), values)


class Output:
    """The calls of `printf` of a launch; the newest of them if they do not fit.

    Attributes:
        room: Bytes of the buffer.
        dropped: Calls that did not fit.
    """

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.dropped = 0
        self._calls: deque[bytes] = deque()
        self._bytes = 0

    def add(self, call: bytes) -> int:
        """Store a call; return how many older ones it replaces."""
        self._calls.append(call)
        self._bytes += len(call)
        before = self.dropped
        while self._bytes > self.room:
            self._bytes -= len(self._calls.popleft())
            self.dropped += 1
        return self.dropped - before

    def take(self, calls: Sequence[bytes], dropped: int) -> None:
        """Store the calls that the native engine kept, after it dropped some."""
        self.dropped += dropped
        for call in calls:
            self.add(call)

    def clear(self) -> None:
        """Forget all calls: the launch runs again."""
        self._calls.clear()
        self._bytes = self.dropped = 0

    def flush(self, file: TextIO | None = None) -> None:
        """Print the calls, to standard output by default; a line on standard error counts those dropped."""
        if self.dropped:
            left_out = f"{counted(self.dropped, 'call')} of printf {agreeing(self.dropped, 'are')} not shown"
            sys.stderr.write(
                f"pyptx: {left_out}: "
                f"they came before those that fit into the buffer of {self.room:,d} bytes\n"
            )
        if self._calls:
            (file or sys.stdout).write("".join(map(_text, self._calls)))
        self._calls.clear()
        self._bytes = 0
