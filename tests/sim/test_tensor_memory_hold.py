"""Warps that hold columns of tensor memory and ask for more: the rule against a search."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import text

SMS, COLUMNS = 148, 512
ENGINES = pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
)


def allocation(place: int, columns: int, words: str = "") -> str:
    return f"tcgen05.alloc.{words}cta_group::1.sync.aligned.shared::cta.b32 [slot+{4 * place}], %c{columns};"


def release(place: int, columns: int, words: str = "") -> str:
    load = f"ld.shared.b32 %r1, [slot+{4 * place}];"
    return f"{load} tcgen05.dealloc.{words}cta_group::1.sync.aligned.b32 %r1, %c{columns};"


def run(lines: str, native: bool, *, crowd: int, shared_bytes: int = 0, threads: int = 32) -> None:
    """Run some lines in so many CTAs on each multiprocessor."""
    sizes = " ".join(f".reg .b32 %c{size}; mov.u32 %c{size}, {size};" for size in (32, 64, 96, 128, 256, 512))
    body = f".shared .align 4 .b32 slot[8]; {sizes} {lines}"
    program = from_ptx(text(body, params=".param .u64 out", target="sm_100a", version="9.4"))
    report = simulate(
        program, (np.zeros(1, np.uint32),), grid=(crowd * SMS, 1, 1), block=(threads, 1, 1),
        smem=shared_bytes, native=native,
    )  # fmt: skip
    assert (report.engine == "native") == native


def may_block(sizes: tuple[int, ...], ctas: int) -> bool:
    """Whether CTAs that each make these allocations, and then free all, can all be blocked."""
    start = (0,) * ctas
    seen, todo = {start}, [start]
    while todo:
        made = todo.pop()
        free = COLUMNS - sum(sum(sizes[:count]) for count in made if count < len(sizes))
        after = [
            (*made[:cta], count + 1, *made[cta + 1 :])
            for cta, count in enumerate(made)
            if count < len(sizes) and sizes[count] <= free
        ]
        if not after and any(count < len(sizes) for count in made):
            return True
        fresh = set(after) - seen
        seen |= fresh
        todo += fresh
    return False


@ENGINES
@pytest.mark.parametrize("crowd", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "sizes", [(512,), (256, 256), (256, 128), (128, 128), (128, 64, 64), (64, 32, 32), (256, 32, 32)], ids=str
)
def test_the_rule_is_a_search_of_all_interleavings(sizes: tuple[int, ...], crowd: int, native: bool) -> None:
    """Each is found under the default schedule, in which the CTAs do not block each other."""
    lines = [allocation(place, size) for place, size in enumerate(sizes)]
    lines += [release(place, size) for place, size in enumerate(sizes)]
    wrong = may_block(sizes, crowd)
    with pytest.raises(SimFault, match="tensor-memory-hold") if wrong else nullcontext():
        run("\n".join(lines), native, crowd=crowd)


def test_the_search_finds_both_kinds() -> None:
    assert may_block((256, 256), 2)
    assert may_block((128, 64, 64), 3)
    assert not may_block((128, 128), 3)
    assert not may_block((256, 256), 1)


@ENGINES
@pytest.mark.parametrize(
    ("shared_bytes", "threads", "wrong"), [(0, 32, True), (0, 1024, True), (120_000, 32, False)]
)
def test_only_ctas_that_fit_on_a_multiprocessor_block_each_other(
    shared_bytes: int, threads: int, wrong: bool, native: bool
) -> None:
    both = [allocation(0, 256), allocation(1, 256), release(0, 256), release(1, 256)]
    lines = "\n".join(["mov.u32 %r2, %tid.x; setp.ge.u32 %p1, %r2, 32; @%p1 exit;", *both])
    with pytest.raises(SimFault, match="tensor-memory-hold") if wrong else nullcontext():
        run(lines, native, crowd=2, shared_bytes=shared_bytes, threads=threads)


@ENGINES
def test_columns_that_were_freed_are_not_held(native: bool) -> None:
    again = [allocation(0, 256), release(0, 256), allocation(1, 256), release(1, 256)]
    run("\n".join(again), native, crowd=2)


@ENGINES
@pytest.mark.parametrize("words", [("", "exclusive."), ("exclusive.", ""), ("exclusive.", "exclusive.")])
def test_an_exclusive_allocation_is_the_only_one(words: tuple[str, str], native: bool) -> None:
    lines = [allocation(0, 128, words[0]), allocation(1, 128, words[1])]
    lines += [release(0, 128, words[0]), release(1, 128, words[1])]
    with pytest.raises(SimFault, match=r"tensor-memory-hold: an allocation of 128 .* exclusive"):
        run("\n".join(lines), native, crowd=1)


@ENGINES
@pytest.mark.parametrize(
    ("made", "freed", "said"),
    [
        ("exclusive.", "", "is exclusive, but it is freed without"),
        ("", "exclusive.", "not exclusive, .* freed with "),
    ],
)
def test_an_allocation_is_freed_as_it_was_made(made: str, freed: str, said: str, native: bool) -> None:
    with pytest.raises(SimFault, match=rf"tensor-memory-free: .*{said}"):
        run(allocation(0, 128, made) + release(0, 128, freed), native, crowd=1)
    run(allocation(0, 128, made) + release(0, 128, made), native, crowd=1)
