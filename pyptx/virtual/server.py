"""The process of one device: it answers the calls of one process of the program until that ends."""

from __future__ import annotations

import json
import mmap
import os
import select
import signal
import socket
import struct
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pyptx.sim.device_memory import DeviceMemory
from pyptx.sim.segments import align_up
from pyptx.virtual.answers.streams import resume, settle
from pyptx.virtual.calls import DIGEST
from pyptx.virtual.effects import PAGE
from pyptx.virtual.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from pyptx.virtual.session import Options

SPAN: Final = 4
"""Addresses of the device for each byte of its memory: freed memory keeps its addresses for a while."""

_HELLO = struct.Struct("<QQ")
_CALL = struct.Struct("<IIQI")
_HANG_UP = 0.5
"""Seconds between looks for the end of the program while a kernel runs."""


class SharedMemory(DeviceMemory):
    """The memory of a device in a file that the program maps too; freed pages are given back."""

    def __init__(self, most: int) -> None:
        self._span = SPAN * most
        self.file = os.memfd_create("pyptx virtual GPU", os.MFD_CLOEXEC)
        os.ftruncate(self.file, self._span)
        self._map = mmap.mmap(self.file, self._span)
        super().__init__(np.frombuffer(self._map, np.uint8), most)

    def release(self, address: int) -> None:
        """Free an allocation."""
        found = self.allocation(address)
        super().release(address)
        if found is not None:
            first, end = align_up(found.offset, PAGE), (found.offset + found.size) // PAGE * PAGE
            if first < end:
                self._map.madvise(mmap.MADV_REMOVE, first, end - first)


def serve(connection: socket.socket, options: Options, summary: Path) -> None:
    """Answer one client until it ends, and write the summary of what happened.

    Args:
        connection: The connection to the client.
        options: How the device runs.
        summary: File for the summary, JSON.
    """
    hello = _receive(connection, _HELLO.size)
    if hello is None:
        return
    digest, client = _HELLO.unpack(hello)
    if digest != DIGEST:
        sys.stderr.write("pyptx gpu: the library is of another version of pyptx; install it again\n")
        return
    memory = SharedMemory(options.memory)
    session = Session(memory, options)
    session.sites.process = client
    greeting = struct.pack("<QQ", 0, SPAN * options.memory)
    socket.send_fds(connection, [greeting], [memory.file])
    warnings.showwarning = _warn
    signal.signal(signal.SIGINT, lambda *_: _interrupt(session))
    signal.signal(signal.SIGTERM, lambda *_: _interrupt(session, ends=True))
    threading.Thread(target=_watch, args=(connection, session), daemon=True).start()
    try:
        _answer_calls(connection, session)
        session.is_finishing, session.site = True, 0
        resume(session)
        settle(session)  # work that nothing waited for may race too
    except _Ended:
        pass
    finally:
        found = {**session.summary(), "process": client, "command": _command(client)}
        if session.timelines:
            session.timelines[0].save(summary.with_suffix(".trace"), *session.timelines[1:])
        part = summary.with_suffix(".part")
        part.write_text(json.dumps(found))
        part.rename(summary)


class _Ended(BaseException):
    """The device is to end."""


def _answer_calls(connection: socket.socket, session: Session) -> None:
    while True:
        head = _receive(connection, _CALL.size)
        if head is None:
            return
        number, size, thread, site = _CALL.unpack(head)
        data = _receive(connection, size)
        if data is None:
            return
        try:
            connection.sendall(session.answer(number, thread, data, site))
        except (BrokenPipeError, ConnectionResetError):
            return


def _receive(connection: socket.socket, size: int) -> bytes | None:
    """Return this many bytes; None if the client has ended."""
    parts: list[bytes] = []
    while size:
        try:
            part = connection.recv(min(size, 1 << 20))
        except ConnectionResetError:
            return None
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _interrupt(session: Session, *, ends: bool = False) -> None:
    """Stop a running kernel; otherwise the program decides what an interrupt is."""
    if ends:
        raise _Ended
    if session.is_running:
        raise KeyboardInterrupt


def _watch(connection: socket.socket, session: Session) -> None:
    """End a kernel whose program has ended."""
    watched = select.poll()
    watched.register(connection.fileno(), select.POLLRDHUP)
    pause = threading.Event()
    while True:
        if session.is_running and watched.poll(0) and not session.is_finishing:
            os.kill(os.getpid(), signal.SIGTERM)
            return
        pause.wait(_HANG_UP)


def _warn(message: Any, *_: Any, **__: Any) -> None:
    sys.stderr.write(f"pyptx gpu: {message}\n")


def _command(process: int) -> str:
    """The name of a process, while it exists."""
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""
