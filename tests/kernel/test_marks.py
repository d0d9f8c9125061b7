"""Marks of running kernels: `ptx.mark`, `ptx.timed` and `Kernel.marks`."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import LaunchError, Tile, TraceError, kernel, ptx, reg
from pyptx.toolchain import ptxas
from pyptx.types import u32

if TYPE_CHECKING:
    from pathlib import Path


def rounds(*, count: int = 3, ctas: int = 2, arch: str = "sm_80") -> Any:
    """Two warps of each CTA time so many rounds; lanes from 16 on of the second one come to a mark."""

    @kernel(out_specs=(Tile(64, u32),), grid=(ctas,), block=(64,), arch=arch)
    def work(Y: Any, *, count: int = count) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        total = reg.scalar(u32, init=0)
        for _ in ptx.range_(0, count):
            with ptx.timed("round"):
                total += tid
        with ptx.if_(tid >= 48):
            ptx.mark("tail")
        ptx.st(u32, ptx.addr(py + tid * 4), total)

    return work


@pytest.mark.parametrize("native", [None, False])
def test_each_warp_that_comes_has_a_mark(native: bool | None) -> None:
    work = rounds()
    out, _ = work.run(native=native)
    np.testing.assert_array_equal(out, np.arange(64) * 3)
    found = work.marks()
    assert Counter(each[:2] for each in found) == {
        ("round", "begin"): 12, ("round", "end"): 12, ("tail", "mark"): 2,
    }  # fmt: skip
    assert {(each.cta, each.warp) for each in found if each.name == "tail"} == {(0, 1), (1, 1)}
    assert Counter((begin.cta, begin.warp) for begin, _ in found.spans) == {
        (cta, warp): 3 for cta in range(2) for warp in range(2)
    }
    assert all(begin.time < end.time and begin[4:] == end[4:] for begin, end in found.spans)
    summary, rounds_, tail = str(found).splitlines()
    assert summary == "26 marks"
    assert re.fullmatch(r"  round: 12 spans, \d+ to \d+ instructions, [\d.]+ on average", rounds_)
    start = min(each.time for each in found)
    first, last = sorted(each.time - start for each in found if each.name == "tail")
    assert tail == f"  tail: 2 marks, {first:,} to {last:,} instructions after the first mark"


def test_marks_of_several_launches_come_together_and_once() -> None:
    work = rounds(ctas=1)
    work()
    work()
    assert len(work.marks()) == 2 * 13
    assert len(work.marks()) == 0
    work()
    assert len(work.marks()) == 13


def test_a_full_buffer_counts_what_it_lost() -> None:
    work = rounds(count=5000, ctas=1)
    work()
    found = work.marks()
    assert (len(found), found.lost) == (16_384, 2 * 2 * 5000 + 1 - 16_384)


def test_the_trace_has_a_slice_for_each_span(tmp_path: Path) -> None:
    work = rounds(ctas=1)
    work()
    found = work.marks()
    found.save(str(tmp_path / "marks.json"))
    events = json.loads((tmp_path / "marks.json").read_text())["traceEvents"]
    slices = [each for each in events if each["ph"] == "X"]
    assert len(slices) == len(found.spans) == 6
    assert all(each["dur"] > 0 and each["ts"] >= 0 for each in slices)
    assert [each["name"] for each in events if each["ph"] == "i"] == ["tail"]


def test_a_kernel_without_marks_or_without_a_launch_has_an_error() -> None:
    @kernel(out_specs=(Tile(1, u32),), arch="sm_80")
    def plain(Y: Any) -> None:
        ptx.st(u32, ptx.addr(ptx.global_ptrs(Y)[0]), 1)

    with pytest.raises(LaunchError, match=r"plain has no marks; ptx\.mark and ptx\.timed make them"):
        plain.marks()
    with pytest.raises(LaunchError, match="work was not launched"):
        rounds().marks()


@pytest.mark.parametrize("name", ["", 3, "a\0b"])
def test_a_name_is_a_string(name: Any) -> None:
    @kernel(out_specs=(Tile(1, u32),), arch="sm_80")
    def named(Y: Any) -> None:
        ptx.mark(name)

    with pytest.raises(TraceError, match=r"ptx\.mark: the name is "):
        named.ptx()


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", ["sm_75", "sm_90a", "sm_100a"])
def test_it_assembles(arch: str) -> None:
    assert ptxas.assemble(rounds(arch=arch).ptx(), arch).spill_bytes == 0
