"""The order of tensor core operations and commits: of one thread, and of threads that met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

LANES, N, K = 128, 32, 16
A, SECOND = 64, 32
"""Columns of A, and of the second accumulator, from the allocated ones."""

SCHEDULES: list[dict[str, Any]] = [
    {"schedule": "late"},
    {"schedule": "early"},
    *({"schedule": "random", "seed": seed} for seed in range(1, 3)),
]
on_every = [
    pytest.mark.parametrize("native", [True, False]),
    pytest.mark.parametrize("options", SCHEDULES, ids=str),
]


def every(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test with every schedule, on both engines."""
    for mark in on_every:
        test = mark(test)
    return test


class Work:
    """The operations of a kernel between the allocation of tensor memory and its end."""

    def __init__(self, base: Any, left: list[Any], b: Any, bars: Any, tid: Any) -> None:
        self.base, self.left, self.b, self.bars, self.tid = base, left, b, bars, tid
        self.shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=N, a=bf16, d=f32)

    def copy(self, which: int) -> None:
        """Copy one of two matrices A to tensor memory."""
        rows = ptx.tcgen05.descriptor(self.left[which], leading_bytes=128, stride_bytes=256, swizzle="NONE")
        ptx.tcgen05.cp(self.base + A, rows, size="128x256b")

    def multiply(self, *, adds: bool = False, column: int = 0) -> None:
        """Multiply A in tensor memory by B."""
        left = ptx.tcgen05.address(self.base, column=A)
        d = self.base + column
        ptx.tcgen05.mma(d, left, self.b, self.shape, a_is_tmem=True, enable_input_d=adds)

    def product(self, which: int, bar: int, *, adds: bool = False) -> None:
        """Copy one of two matrices A, multiply it by B, and commit."""
        self.copy(which)
        self.multiply(adds=adds)
        self.commit(bar)

    def commit(self, bar: int) -> None:
        ptx.tcgen05.commit(self.bars[bar])

    def wait(self, bar: int) -> None:
        ptx.mbarrier.wait(self.bars[bar], 0)
        ptx.tcgen05.fence_after_thread_sync()

    def meet(self) -> None:
        """Order operations of tensor memory before and after a barrier of the CTA."""
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()

    def lanes(self, column: int = 0) -> Any:
        """Address of a warp's lanes."""
        return ptx.tcgen05.address(self.base + ((self.tid >> 5) << 21) + column)


def run(work: Callable[[Work], Any], *, column: int = 0, **options: Any) -> tuple[Any, Any, Any]:
    """Run some work; return D, A0 B and A1 B, and the number that the work gives."""

    @kernel(
        in_specs=(Tile(2 * LANES, 8, u32), Tile(N, 8, u32)),
        out_specs=(Tile(LANES, N, f32), Tile(LANES, 1, u32)),
        block=(LANES, 1, 1),
        arch="sm_100a",
    )
    def ordered(words: Any, right: Any, D: Any, seen: Any) -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        address, bars = smem.alloc(b32, (1,)), smem.mbarrier(3)
        left = [smem.alloc(u32, (LANES, 8), align=128) for _ in range(2)]
        b = smem.alloc(bf16, (N, K), "NONE")
        with ptx.if_(tid == 0):
            for bar in bars:
                ptx.mbarrier.init(bar, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, 128)
            ptx.tcgen05.relinquish_alloc_permit()
        own = reg.array(u32, 8)
        for tile, pointer, rows in ((left[0], words, 0), (left[1], words, LANES), (b, right, 0)):
            with ptx.if_(tid < (N if tile is b else LANES)):
                source = ptx.global_ptrs(pointer)[0] + (tid + rows) * 32
                for half in range(2):  # core matrices of 8 rows of 16 bytes
                    ptx.ld(u32, own[4 * half : 4 * half + 4], ptx.addr(source, 16 * half), vec=4)
                    place = reg.from_(tile, u32) + (tid >> 3) * 256 + (tid & 7) * 16
                    part = own[4 * half : 4 * half + 4]
                    ptx.st(u32, ptx.addr(place, 128 * half), part, vec=4, space="shared")
        ptx.fence.proxy_async_shared_cta()
        right_of = ptx.tcgen05.descriptor(b, leading_bytes=128, stride_bytes=256, swizzle="NONE")
        it = Work(0, left, right_of, bars, tid)
        it.meet()
        it.base = address[0]
        number = work(it)
        if number is not None:
            ptx.inst.st.global_.u32(ptx.addr(ptx.global_ptrs(seen)[0] + tid * 4), number)
        row = reg.array(f32, N)
        ptx.tcgen05.ld(row, it.lanes(column), shape="32x32b", count=N)
        ptx.tcgen05.wait_ld()
        line = ptx.global_ptrs(D)[0] + tid * (N * 4)
        for first in range(0, N, 4):
            ptx.inst.st.global_.v4.f32(ptx.addr(line, first * 4), row[first : first + 4])
        it.meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(it.base, 128)

    rng = np.random.default_rng(7)
    a, b = (rng.integers(-3, 4, (rows, K)).astype(ml_dtypes.bfloat16) for rows in (2 * LANES, N))
    out, seen = ordered.run(a.view(np.uint32), b.view(np.uint32), **options)[0]
    products = a.astype(np.float32) @ b.astype(np.float32).T
    return out, np.split(products, 2), seen


def refused(work: Callable[[Work], Any], rules: str, **options: Any) -> None:
    with pytest.raises(SimFault) as caught:
        run(work, checks="all", **options)
    assert caught.value.rule in rules.split()


# MMAs, copies and stores


@every
def test_a_copy_of_one_thread_overwrites_what_its_mma_read(options: dict[str, Any], native: bool) -> None:
    """The manual lists `cp` before `mma` only; DeepGEMM relies on both orders."""

    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.copy(0)
            it.multiply()
            it.copy(1)
            it.multiply(adds=True)
            it.commit(0)
        it.wait(0)

    out, (first, second), _ = run(work, checks="all", native=native, **options)
    np.testing.assert_array_equal(out, first + second)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("column", [A, 0])
def test_an_mma_of_another_shape_overwrites_what_one_read_or_wrote(column: int, native: bool) -> None:
    """Only results of MMAs of different shapes need a wait between them."""

    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.copy(0)
            it.base += SECOND
            it.copy(1)
            it.base -= SECOND
            it.multiply()
            left = ptx.tcgen05.address(it.base, column=A + SECOND)
            narrow = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=N // 2, a=bf16, d=f32)
            ptx.tcgen05.mma(it.base + column, left, it.b, narrow, a_is_tmem=True, enable_input_d=False)
            it.commit(0)
        it.wait(0)

    if column == 0:
        refused(work, "tensor-pipeline", native=native)
        return
    out, (first, _), _ = run(work, checks="all", native=native)
    np.testing.assert_array_equal(out, first)


@every
@pytest.mark.parametrize("waits", [True, False])
def test_a_copy_of_another_thread_waits_for_the_mma(
    options: dict[str, Any], native: bool, waits: bool
) -> None:
    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
        it.meet()
        with ptx.if_(it.tid == 32):
            if waits:
                it.wait(0)
            it.product(1, 1, adds=True)
        it.wait(0)
        it.wait(1)

    if not waits:
        refused(work, "tensor-commit", native=native, **options)
        return
    out, (first, second), _ = run(work, checks="all", native=native, **options)
    np.testing.assert_array_equal(out, first + second)


@every
@pytest.mark.parametrize("waits", [True, False])
def test_a_store_waits_for_the_mma_that_reads_its_columns(
    options: dict[str, Any], native: bool, waits: bool
) -> None:
    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
        if waits:
            it.wait(0)
        zeros = reg.array(u32, 8)
        for each in zeros:
            ptx.inst.mov.u32(each, 0)
        ptx.tcgen05.st(it.lanes(A), zeros, shape="32x32b", count=8)
        ptx.tcgen05.wait_st()
        it.wait(0)

    if not waits:
        refused(work, "tensor-commit race", native=native, **options)
        return
    out, (first, _), _ = run(work, checks="all", native=native, **options)
    np.testing.assert_array_equal(out, first)


@every
@pytest.mark.parametrize("waits", [True, False])
def test_shared_memory_is_overwritten_after_the_copy_that_reads_it(
    options: dict[str, Any], native: bool, waits: bool
) -> None:
    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
            if waits:
                it.wait(0)
            ptx.st(u32, ptx.addr(reg.from_(it.left[0], u32)), it.tid, space="shared")
        it.wait(0)

    if not waits:
        refused(work, "race", native=native, **options)
        return
    out, (first, _), _ = run(work, checks="all", native=native, **options)
    np.testing.assert_array_equal(out, first)


# Commits


@pytest.mark.parametrize("native", [True, False])
def test_commits_of_a_thread_arrive_in_any_order(native: bool) -> None:
    def work(it: Work) -> Any:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
            it.commit(1)
        it.wait(1)
        number = reg.scalar(u32)
        ptx.selp(u32, number, 1, 0, ptx.mbarrier.test_wait(it.bars[0], 0))
        return number

    found = {}
    for seed in range(12):
        options = SCHEDULES[seed] if seed < 2 else {"schedule": "random", "seed": seed}
        out, (first, _), seen = run(work, checks="all", native=native, **options)
        np.testing.assert_array_equal(out, first)
        found[options["schedule"], seed] = int(seen.max())
    assert found["late", 0] == 0
    assert found["early", 1] == 1
    assert set(found.values()) == {0, 1}


@every
@pytest.mark.parametrize("pauses", [0, 20])
def test_a_commit_does_not_cover_what_its_thread_starts_behind_it(
    options: dict[str, Any], native: bool, pauses: int
) -> None:
    """Warp 0 waits for the later commit, and the others may wait after both arrived, in either order."""

    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
            it.multiply(column=SECOND)
            it.commit(1)
        with ptx.if_(it.tid < 32):
            it.wait(1)
        with ptx.if_(it.tid >= 32):
            for _ in range(pauses):
                ptx.inst.nanosleep.u32(100)
            it.wait(0)

    refused(work, "tensor-commit uninitialized-tensor-memory", native=native, column=SECOND, **options)


@every
@pytest.mark.parametrize("awaited", [0, 1])
def test_a_cta_ends_behind_the_last_commit(options: dict[str, Any], native: bool, awaited: int) -> None:
    def work(it: Work) -> None:
        with ptx.if_(it.tid == 0):
            it.product(0, 0)
            it.multiply(column=SECOND)
            it.commit(1)
        it.wait(awaited)

    if not awaited:
        refused(work, "tensor-unfinished tensor-commit", native=native, **options)
        return
    out, (first, _), _ = run(work, checks="all", native=native, **options)
    np.testing.assert_array_equal(out, first)
