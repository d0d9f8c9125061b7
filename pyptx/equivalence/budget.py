"""The time that a proof may take, and its progress."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 120.0
"""The time of a proof, unless `Search` has another one."""


class GaveUpError(LaunchError):
    """A proof took more time than its budget."""


class Budget:
    """The time of a proof, from now on.

    Args:
        seconds: The time.
        note: Called with the present stage and its time, many times a second.
    """

    def __init__(self, seconds: float = SECONDS, note: Callable[[str], None] | None = None) -> None:
        self._seconds, self._note = seconds, note
        self._start = time.monotonic()
        self._stage = ""

    def enter(self, stage: str) -> None:
        """Begin a stage, such as ``"canonical forms of Y[3]"``."""
        self._stage = stage
        self.check()

    def check(self, line: str = "") -> None:
        """Note the progress.

        Raises:
            GaveUpError: The time is over.
        """
        passed = time.monotonic() - self._start
        if passed > self._seconds:
            at = f", at {line}" if line else ""
            raise GaveUpError(f"{self._seconds:g} s are over, in the stage: {self._stage}{at}")
        if self._note is not None:
            self._note(f"{self._stage} ({passed:.0f} of {self._seconds:g} s)")
