"""Pauses of the collector of cycles."""

from __future__ import annotations

import gc

from pyptx.collection import collection_paused


def test_what_was_made_is_no_work_for_the_next_collection() -> None:
    collections: list[str] = []
    count = gc.get_threshold()[0] * 5

    def note(phase: str, _info: dict[str, int]) -> None:
        collections.append(phase)

    gc.callbacks.append(note)
    try:
        with collection_paused():
            made = [[number] for number in range(count)]
        more = [[number] for number in range(10)]
    finally:
        gc.callbacks.remove(note)
    assert len(made) + len(more) == count + 10
    assert gc.isenabled()
    assert not collections


def test_what_the_caller_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collection_paused():
            made = [[number] for number in range(10)]
        assert gc.get_freeze_count() >= frozen - 100
        assert made
    finally:
        gc.unfreeze()
