"""Folders for the files that tools read and write."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

HELP = "\n  help: is the folder of temporary files full? TMPDIR names another"


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is gone afterwards.

    Raises:
        ToolError: It cannot be made, or a file in it cannot be read or written.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="pyptx-") as folder:
            yield Path(folder)
    except OSError as error:
        raise ToolError(f"temporary files of a tool cannot be written or read: {error}{HELP}") from error
