"""The process of one device: it answers the calls of one process of the program until that ends."""

from __future__ import annotations

import contextlib
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
from pyptx.virtual.answers.streams import settle
from pyptx.virtual.calls import DIGEST
from pyptx.virtual.effects import PAGE, PAUSE, Effects, Turn
from pyptx.virtual.session import THREAD, Session

if TYPE_CHECKING:
    from pathlib import Path

    from pyptx.virtual.options import Options

SPAN: Final = 4
"""Addresses of the device for each byte of its memory: freed memory keeps its addresses for a while."""

_HELLO = struct.Struct("<QQ")
_CALL = struct.Struct("<IIQI")
_REPLY = struct.Struct("<II")
GO_ON: Final = 0xFFFFFFFF
"""The number of the message by which a thread has acted, and the result of a reply that lets it act."""

SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between looks for the end of the program, and at the kernel that runs."""


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
    line = _Line(connection)
    session = line.session = Session(memory, options, line.act)
    session.reports.sites.process = client
    greeting = struct.pack("<QQ", 0, SPAN * options.memory)
    socket.send_fds(connection, [greeting], [memory.file])
    warnings.showwarning = _warn
    signal.signal(signal.SIGINT, lambda *_: _interrupt(session))
    signal.signal(signal.SIGTERM, lambda *_: _interrupt(session, ends=True))
    threading.Thread(target=_watch, args=(connection, session), daemon=True).start()
    try:
        with contextlib.suppress(_HungUp):
            line.answer_calls()
        session.is_finishing, session.site = True, 0
        settle(session)  # work that nothing waited for may race too
    except _Ended:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the summary names lines, which may take seconds
        found = {**session.summary(), "process": client, "command": _command(client)}
        if session.reports.timelines:
            session.reports.timelines[0].save(summary.with_suffix(".trace"), *session.reports.timelines[1:])
        part = summary.with_suffix(".part")
        part.write_text(json.dumps(found))
        part.rename(summary)


class _Ended(BaseException):
    """The device is to end."""


class _HungUp(BaseException):
    """The client has ended."""


class _Line:
    """The connection to the client, and the calls in whose middle the client acts."""

    session: Session

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._turns: list[Turn] = []

    def answer_calls(self) -> None:
        """Answer calls until the innermost turn of the client has ended.

        Raises:
            _HungUp: The client has ended.
        """
        while True:
            number, size, thread, site = _CALL.unpack(self._receive(_CALL.size))
            data = self._receive(size)
            if number != GO_ON:
                self._send(self.session.answer(number, thread, data, site))
                continue
            turn = next(each for each in reversed(self._turns) if each.thread == thread & THREAD)
            turn.is_done = True
            if turn is self._turns[-1]:
                return
            pause = Effects()  # calls end in the reverse order of their starts
            pause.add(PAUSE)
            self._let_act(pause.take())

    def act(self, effects: bytes, turn: Turn) -> None:
        """Let the client carry out effects in the middle of a call, and answer others until it has."""
        self._let_act(effects)
        self._turns.append(turn)
        self.answer_calls()
        self._turns.pop()

    def _let_act(self, effects: bytes) -> None:
        self._send(_REPLY.pack(GO_ON, len(effects)) + effects)

    def _send(self, data: bytes) -> None:
        try:
            self._connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            raise _HungUp from None

    def _receive(self, size: int) -> bytes:
        found = _receive(self._connection, size)
        if found is None:
            raise _HungUp
        return found


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
    """End a kernel whose program has ended, and show one that takes long."""
    watched = select.poll()
    watched.register(connection.fileno(), select.POLLRDHUP)
    pause = threading.Event()
    while True:
        if session.is_running and watched.poll(0) and not session.is_finishing:
            os.kill(os.getpid(), signal.SIGTERM)
            return
        pause.wait(SECONDS_BETWEEN_LOOKS)
        session.progress.look()


def _warn(message: Any, *_: Any, **__: Any) -> None:
    sys.stderr.write(f"pyptx gpu: {message}\n")


def _command(process: int) -> str:
    """The name of a process, while it exists."""
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""
