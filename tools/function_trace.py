"""Record which functions of this folder's tree a process executes."""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType, FrameType

PROCESSES = "EXECUTED_FUNCTIONS_OF_PROCESSES"
"""The environment variable that names the folder for the records of processes."""

ROOT = f"{Path(__file__).absolute().parents[1]}{os.sep}"
_codes: dict[int, CodeType] = {}  # the code executed since the last record, by identity: its hash takes long


def start() -> None:
    """Record from now on, in threads that start later, too."""
    threading.settrace(_note)
    sys.settrace(_note)


def stop() -> None:
    """Record no more."""
    sys.settrace(None)
    threading.settrace(None)


def take() -> set[tuple[str, int]]:
    """Return the functions executed since the last call: file and first line."""
    executed = list(_codes.values())
    _codes.clear()
    return {
        (code.co_filename.removeprefix(ROOT), code.co_firstlineno)
        for code in executed
        if code.co_filename.startswith(ROOT)
    }


def record_process() -> None:
    """Record this process, if `PROCESSES` is set, in a file that is complete once it has its name.

    A process that ends by `os._exit` or a signal leaves no record.
    """
    folder = os.environ.get(PROCESSES)
    if folder is None:
        return

    def write() -> None:
        stop()
        partial = Path(folder, f"{os.getpid()}.partial")
        partial.write_text(json.dumps(sorted(take())), encoding="utf-8")
        partial.replace(partial.with_suffix(".json"))

    atexit.register(write)
    start()


def _note(frame: FrameType, event: str, argument: object) -> None:
    code = frame.f_code
    _codes[id(code)] = code
