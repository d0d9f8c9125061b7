"""Whole C++ programs, right and with a planted bug: a filter, pipelines and barriers of libcu++, a heap."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

CLIENTS = Path(__file__).parent / "clients"
OPTIONS = ("-std=c++17", "-g")
BUGS = {
    ("blur.cu", "sync"): ("race", "blur.cu:26", "reads dynamic shared memory"),
    ("blur.cu", "bounds"): ("out-of-bounds", "blur.cu:27", "bytes of cuMemAllocPitch at blur.cu:34"),
    ("blur.cu", "freed"): ("out-of-bounds", "blur.cu:22", "bytes of cuMemAllocPitch at blur.cu:33, freed)"),
    ("blur.cu", "undefined"): ("uninitialized-memory", "blur.cu:22", "cuMemAllocPitch at blur.cu:33"),
    ("pipeline.cu", "copy"): ("race", "pipeline.cu:25", "which an operation that is pending may still write"),
    ("pipeline.cu", "barrier"): ("race", "pipeline.cu:42", "another thread wrote"),
    ("heap.cu", "bounds"): ("out-of-bounds", "heap.cu:13", "16 bytes of malloc"),
    ("heap.cu", "freed"): ("out-of-bounds", "heap.cu:28", "32 bytes of malloc, freed"),
    ("heap.cu", "twice"): ("invalid-free", "heap.cu:30", "32 bytes of malloc, freed"),
}
"""For each program and bug: the rule, the line of the kernel, and words of the report."""

RIGHT = {"blur.cu": 1, "pipeline.cu": 3, "heap.cu": 1}
"""Launches of each program."""


@pytest.mark.parametrize("name", RIGHT)
def test_right_programs_are_not_reported(
    on_gpu: Callable[..., Ran], compiled: Callable[..., str], name: str
) -> None:
    ran = on_gpu([compiled(name, options=OPTIONS)], "--check", "all", timeout=300)
    assert ran.printed.split("\n") == ["cudaSuccess"] * RIGHT[name] + ["wrong 0"], ran.reported
    assert (ran.code, ran.rules) == (0, []), ran.reported
    if name == "heap.cu":  # its kernels free what they allocate, its host does not
        (left,) = ran.summary["unfreed"]
        assert left == {"what": "16 bytes of cuMemAlloc at heap.cu:41", "count": 1, "bytes": 16}


@pytest.mark.parametrize(("name", "bug"), BUGS)
def test_each_bug_is_reported(
    on_gpu: Callable[..., Ran], compiled: Callable[..., str], name: str, bug: str
) -> None:
    rule, line, words = BUGS[name, bug]
    ran = on_gpu([compiled(name, options=OPTIONS), bug], "--check", "all", timeout=300)
    assert ran.rules[:1] == [rule], ran.reported
    message = ran.summary["faults"][0]["message"]
    assert line in message
    assert words in message


ASSORTED = {
    "counts": ("race", "atomicAdd(&own", "count<<<"),
    "sums": ("out-of-bounds", "sum += x[i]", "cudaLaunchCooperativeKernel"),
    "tiles": ("out-of-bounds", "tile[(threadIdx.y + j) * 33 + threadIdx.x] =", "transpose<double><<<"),
    "buffers": ("stream-race", "scale<<<", "cudaMemcpyAsync(a[k]"),
}
"""For each program of ``assorted.cu``: the rule that its bug breaks, and text of two lines of the report."""


@pytest.mark.parametrize("name", ASSORTED)
def test_assorted_programs_are_right_or_reported_with_both_lines(
    on_gpu: Callable[..., Ran], compiled: Callable[..., str], name: str
) -> None:
    program = compiled("assorted.cu", options=OPTIONS)
    right = on_gpu([program, name], "--check", "all", timeout=300)
    assert right.printed.endswith("wrong 0"), right.reported
    assert (right.code, right.rules) == (0, []), right.reported
    broken = on_gpu([program, name, "bug"], "--check", "all", timeout=300)
    rule, *texts = ASSORTED[name]
    assert broken.rules[:1] == [rule], broken.reported
    lines = (CLIENTS / "assorted.cu").read_text().splitlines()
    for text in texts:
        (number,) = (place for place, line in enumerate(lines, 1) if text in line)
        assert f"assorted.cu:{number}" in broken.reported
