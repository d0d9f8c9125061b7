"""Effects: actions of the library in the process of the program before a call returns."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MOVE, PROTECT, PRINT, CALL, STREAM_CALLBACK, PAUSE, WAKE = range(1, 8)
"""Kinds, by the numbers of ``csrc/virtual/client.h``."""

NONE, ALL, READ_ONLY = range(3)
"""Accesses to a page that `PROTECT` leaves to the program."""

PAGE: Final = 4096

_EFFECT = struct.Struct("<II6Q")


@dataclass(slots=True)
class Turn:
    """A turn of the program in the middle of a call.

    Attributes:
        thread: The thread that made the call, and acts.
        is_done: Whether it has acted.
    """

    thread: int
    is_done: bool = False


@dataclass
class Effects:
    """The effects of a call, in order.

    Attributes:
        has_moves: Whether the library is to copy bytes, so that work after the copy needs it first.
    """

    has_moves: bool = False
    _list: list[tuple[int, tuple[int, ...], bytes]] = field(default_factory=list)

    def add(self, kind: int, *numbers: int, text: bytes = b"") -> None:
        """Add an effect."""
        self.has_moves |= kind == MOVE
        self._list.append((kind, numbers, text))

    def take(self) -> bytes:
        """Return the effects as the library reads them, and forget them."""
        if not self._list:
            return b""
        packed = b"".join(
            _EFFECT.pack(kind, len(text), *(*numbers, *(0,) * (6 - len(numbers)))) + text
            for kind, numbers, text in self._list
        )
        self._list.clear()
        self.has_moves = False
        return packed


def unpacked(data: bytes) -> Iterator[tuple[int, tuple[int, ...], bytes]]:
    """Yield the effects of a reply."""
    at = 0
    while at < len(data):
        kind, size, *numbers = _EFFECT.unpack_from(data, at)
        at += _EFFECT.size + size
        yield kind, tuple(numbers), data[at - size : at]
