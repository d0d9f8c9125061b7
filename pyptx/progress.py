"""Progress of long work, on stderr: the counts of a command, and the state of the launch on the simulator."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS_BEFORE_LINES = 1.0
SECONDS_BETWEEN_LINES = 5.0
_SECONDS_BETWEEN_NOTES = 0.1

_LAUNCHES: list[Callable[[], str]] = []
"""Functions that describe the launches on the simulator that have not ended, the latest last."""


class Progress:
    """A count on stderr: one line that changes on a terminal, else a line every few seconds."""

    def __init__(self, what: str, *, quiet: bool) -> None:
        self._what, self._quiet = what, quiet
        self._terminal = sys.stderr.isatty()
        self._shown_at = time.monotonic()
        self._pause = SECONDS_BEFORE_LINES
        self._is_shown = False

    def __call__(self, made: int, of: int) -> None:
        """Show how many of all are done."""
        self._show(f"{made:,} of {of:,} {self._what}", 0.0)

    def note(self, text: str) -> None:
        """Show the current stage; on a terminal at most ten times a second."""
        self._show(text, _SECONDS_BETWEEN_NOTES)

    def _show(self, text: str, pause: float) -> None:
        pause = pause if self._terminal else self._pause
        if self._quiet or time.monotonic() - self._shown_at < pause:
            return
        self._shown_at, self._pause, self._is_shown = time.monotonic(), SECONDS_BETWEEN_LINES, True
        sys.stderr.write(f"\r\033[K{text}" if self._terminal else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Clear the line of a terminal."""
        if self._terminal and self._is_shown:
            self._is_shown = False
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


@contextlib.contextmanager
def working(what: str, *, quiet: bool, units: str = "") -> Iterator[Callable[[int, int], None]]:
    """Show that the work of a `with` block goes on: its time, its count, and the state of its launch.

    A thread of its own reads them, so work that reports nothing is shown, too.

    Args:
        what: The work, such as ``"running gemm.py"``.
        quiet: Whether to show nothing.
        units: Name of the things that it counts.

    Yields:
        A function that takes how many of all are done.
    """
    counted: list[tuple[int, int]] = []

    def count(made: int, of: int) -> None:
        counted[:] = [(made, of)]

    if quiet:
        yield count
        return
    progress, start, ended = Progress(units, quiet=False), time.monotonic(), threading.Event()

    def show() -> None:
        while not ended.wait(SECONDS_BEFORE_LINES):
            counts = [f"{made:,} of {of:,} {units}" for made, of in counted if made < of]
            progress.note(", ".join([f"{what}: {time.monotonic() - start:.0f} s", *counts, *states()[-1:]]))

    thread = threading.Thread(target=show, name="pyptx progress", daemon=True)
    thread.start()
    try:
        yield count
    finally:
        ended.set()
        thread.join()
        progress.end()


def states() -> list[str]:
    """Return descriptions of the launches on the simulator that have not ended, the latest last."""
    return [describe() for describe in [*_LAUNCHES]]


class LaunchProgress:
    """Shows a launch on the simulator that takes more than a second, for a process that runs many.

    Another thread calls `look` from time to time, and the thread of the launches `end` after each.
    """

    def __init__(self, name: str, *, quiet: bool) -> None:
        """Show nothing yet.

        Args:
            name: What stands before the state of a launch.
            quiet: Whether to show nothing at all.
        """
        self._name, self._quiet = name, quiet
        self._progress = Progress("", quiet=quiet)
        self._seen: Callable[[], str] | None = None
        self._lock = threading.Lock()

    def look(self) -> None:
        """Show the launch that runs now if it ran at the last look, too."""
        with self._lock:
            newest = next(reversed([*_LAUNCHES]), None)
            if newest is not self._seen:
                self._seen, self._progress = newest, Progress("", quiet=self._quiet)
            elif newest is not None:
                self._progress.note(f"{self._name}: {newest()}")

    def end(self) -> None:
        """Clear the line of a terminal, before others write to it."""
        if self._seen is not None:
            with self._lock:
                self._progress.end()
                self._seen = None


class Underway:
    """A `with` block in which a launch runs.

    A class costs a third of a generator's time, and small launches take microseconds.
    """

    __slots__ = ("_describe",)

    def __init__(self, describe: Callable[[], str]) -> None:
        """Have `working` show the launch.

        Args:
            describe: Describes the state of the launch; called from another thread.
        """
        self._describe = describe

    def __enter__(self) -> None:
        _LAUNCHES.append(self._describe)

    def __exit__(self, *_: object) -> None:
        _LAUNCHES.remove(self._describe)


def launch_state(entry: str, instructions: int, started: int | None, ctas: int) -> str:
    """Describe the state of a launch.

    Args:
        entry: Name of the entry.
        instructions: Instructions issued.
        started: CTAs that have started; None if that is not known.
        ctas: CTAs of the grid.

    >>> launch_state("gemm", 1234567, 512, 4096), launch_state("gemm", 12, None, 1)
    ('gemm: 512 of 4,096 CTAs started, 1,234,567 instructions issued', 'gemm: 12 instructions issued')
    """
    begun = "" if started is None else f"{started:,} of {ctas:,} CTAs started, "
    return f"{entry}: {begun}{instructions:,} instructions issued"
