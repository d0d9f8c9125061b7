"""Python's collector of cycles, which has nothing to find in trees and takes longer the more they hold."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def collection_paused() -> Iterator[None]:
    """Let no cycles be collected; the next collection of young objects does not visit what was made.

    >>> with collection_paused():
    ...     gc.isenabled()
    False
    """
    paused = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if paused:
            if not gc.get_freeze_count():  # else unfreezing would undo what the caller has frozen
                gc.freeze()
                gc.unfreeze()  # to the oldest generation
            gc.enable()
