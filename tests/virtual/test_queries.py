"""Questions about kernels, libraries, streams and managed memory, and memory of three dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

ANSWERS = [
    "name 0 1", "parameters 0001 161832", "count 0 3 1",
    "library 0 2 1", "variable 4 7", "kernel 500 3 0 42", "attribute 0 101", "unloaded 0 98",
    "clusters 4 2 largest 8 16 wrong 1", "stream 1 0 4 -2 1",
    "advice -2 -1 -2 0 1 0 1", "attributes 0 0 -2 -2 0 2", "outside 101", "context 1 1 called 1",
    "slices 0 1 100 5 wrong 0 nothing 0",
]  # fmt: skip


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_answers(on_gpu: Callable[..., Ran], compiled: Callable[..., str], streams: str) -> None:
    program = compiled("queries.cu")
    ran = on_gpu([program], "--streams", streams, timeout=300)
    assert ran.printed.split("\n") == ANSWERS, ran.reported
    assert not ran.summary["refused"]


def test_a_fill_of_one_slice_too_many(on_gpu: Callable[..., Ran], compiled: Callable[..., str]) -> None:
    ran = on_gpu([compiled("queries.cu"), "broken"], timeout=300)
    assert ran.printed.endswith("broken 1"), ran.reported
    assert "of cuMemAllocPitch" in ran.summary["faults"][-1]["message"]
