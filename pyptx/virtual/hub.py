"""``pyptx gpu``: start a program, give each of its processes a device, and add up what the devices report.

The hub listens at a socket. When a process of the program connects, the hub forks: the child is the device of
that process, with the simulator loaded. Devices end with their processes.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyptx.errors import counted
from pyptx.runtime.driver import VIRTUAL
from pyptx.virtual import answers, server

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.virtual.options import Options

assert answers.ANSWERS  # loaded before the first fork

PATIENCE: Final = 5.0
"""Seconds in which the processes of a program end after it."""

FINISH: Final = 60.0
"""Seconds that a device has after its program: for work that nothing waited for, and for its summary."""

_PEER = struct.Struct("3i")


class _Device(NamedTuple):
    """The process of a device: the file of its summary, and the process of the program that has it."""

    summary: Path
    client: int

    @property
    def has_client(self) -> bool:
        """Whether that process exists."""
        try:
            os.kill(self.client, 0)
        except ProcessLookupError:
            return False
        return True


@dataclass
class Outcome:
    """The results of a program on virtual GPUs.

    Attributes:
        status: Its exit status; negative for a signal.
        clients: The processes that had a device.
        kernels: Launches, seconds, the reason for the slower engine, and the profile, by kernel.
        faults: Broken rules.
        refused: Functions that are not built, with the number of calls.
        most_bytes: Most memory that was allocated on one device.
        warnings: Copies of undefined bytes to the host.
        unfreed: Allocations that the program left: ``what`` they are, their ``count`` and ``bytes``.
        traces: Files with timelines.
    """

    status: int = 0
    clients: int = 0
    kernels: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    most_bytes: int = 0
    warnings: list[str] = field(default_factory=list)
    unfreed: list[dict[str, Any]] = field(default_factory=list)
    traces: list[str] = field(default_factory=list)

    @property
    def launches(self) -> int:
        """Launches of all kernels."""
        return sum(each["launches"] for each in self.kernels.values())

    def add(self, found: Mapping[str, Any]) -> None:
        """Add the summary of a device."""
        self.clients += 1
        for name, each in found["kernels"].items():
            known = self.kernels.setdefault(name, {"launches": 0, "seconds": 0.0, "slow": "", "profile": ""})
            known["launches"] += each["launches"]
            known["seconds"] += each["seconds"]
            for word in ("slow", "profile"):
                known[word] = known[word] or each[word]
        self.faults += found["faults"]
        self.warnings += found["warnings"]
        self.unfreed += found["unfreed"]
        for name, count in found["refused"].items():
            self.refused[name] = self.refused.get(name, 0) + count
        self.most_bytes = max(self.most_bytes, found["most_bytes"])


def run(
    command: Sequence[str],
    options: Options,
    environment: Mapping[str, str],
    *,
    quiet: bool = False,
    trace: Path | None = None,
) -> Outcome:
    """Run a command whose processes have virtual GPUs.

    Args:
        command: The program and its arguments.
        options: How the devices run.
        environment: Variables for the program, which find the libraries.
        quiet: Whether its standard output goes to standard error.
        trace: File for the timeline of the first device that ran a kernel, if `options` ask for it; those of
            others get a number after its name.

    Raises:
        OSError: The program cannot be started.
    """
    folder = Path(tempfile.mkdtemp(prefix="pyptx-gpu-"))
    devices: dict[int, _Device] = {}
    outcome = Outcome()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            path = folder / "device"
            listener.bind(str(path))
            listener.listen(64)
            listener.settimeout(0)
            program = subprocess.Popen(
                command,
                env={**environment, VIRTUAL: str(path)},
                stdout=sys.stderr if quiet else None,
            )
            with _interrupts_are_the_program_s():
                _serve(listener, program, options, folder, devices)
                outcome.status = program.wait()
                _end(devices, outcome)
        for summary, _ in devices.values():
            if summary.is_file():
                outcome.add(json.loads(summary.read_text()))
            timeline = summary.with_suffix(".trace")
            if trace is not None and timeline.is_file():
                count = len(outcome.traces)
                path = trace.with_stem(f"{trace.stem}-{count + 1}") if count else trace
                shutil.move(timeline, path)
                outcome.traces.append(str(path))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


@contextlib.contextmanager
def _interrupts_are_the_program_s() -> Iterator[None]:
    """Let Ctrl-C go to the program, which is in the same group, and wait for its end."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(
    listener: socket.socket,
    program: subprocess.Popen[bytes],
    options: Options,
    folder: Path,
    devices: dict[int, _Device],
) -> None:
    """Give a device to each process that connects, until the program ends."""
    with selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)
        ended = _end_of(program)
        if ended is not None:
            selector.register(ended, selectors.EVENT_READ)
        while program.poll() is None:
            for key, _ in selector.select(None if ended is not None else 0.05):
                if key.fileobj is listener:
                    with contextlib.suppress(BlockingIOError):
                        connection, _ = listener.accept()
                        _fork(connection, listener, options, folder, devices)
        if ended is not None:
            os.close(ended)


def _end_of(program: subprocess.Popen[bytes]) -> int | None:
    """A file that is readable when a program has ended; None where the system has none."""
    try:
        return os.pidfd_open(program.pid)
    except OSError:
        return None


def _fork(
    connection: socket.socket,
    listener: socket.socket,
    options: Options,
    folder: Path,
    devices: dict[int, _Device],
) -> None:
    summary = folder / f"summary-{len(devices)}"
    client, _, _ = _PEER.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    process = os.fork()
    if process:
        devices[process] = _Device(summary, client)
        connection.close()
        return
    status = 0
    try:
        listener.close()
        connection.settimeout(None)
        server.serve(connection, options, summary)
    except BaseException:  # a device never returns into the hub
        traceback.print_exc()
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _end(devices: Mapping[int, _Device], outcome: Outcome) -> None:
    """Wait for the devices; end those of processes that outlive the program."""
    waiting = set(devices)
    start = time.monotonic()
    told: set[int] = set()
    while waiting:
        for process in list(waiting):
            found, status = os.waitpid(process, os.WNOHANG)
            if found:
                waiting.discard(process)
                if status:
                    said = f"the process of the device ended with {_status(status)}"
                    outcome.faults.append({"rule": "device", "message": said, "call": ""})
        late = time.monotonic() - start
        living = {each for each in waiting - told if late > PATIENCE and devices[each].has_client}
        if living:
            said = f"{counted(len(living), 'process', 'outlive')} the program; their devices end"
            sys.stderr.write(f"pyptx gpu: {said}\n")
        slow = waiting - told - living if late > FINISH else set()
        for _ in slow:
            said = f"the device ran for {FINISH:.0f} s after the end of its process; the rest is not checked"
            outcome.faults.append({"rule": "device", "message": said, "call": ""})
        _signal(living | slow, signal.SIGTERM)
        told |= living | slow
        if late > FINISH + PATIENCE:
            _signal(waiting, signal.SIGKILL)
        if waiting:
            time.sleep(0.005)


def _signal(processes: set[int], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def _status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"status {code}"
