"""Operations of tensor cores that several threads start: what is pipelined needs no wait between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

LANES, N, K = 128, 32, 64
STEP = 32
"""Bytes of a row of A and of B in one MMA."""

SCHEDULES: list[dict[str, Any]] = [
    {},
    {"schedule": "early"},
    *({"schedule": "random", "seed": seed} for seed in range(1, 3)),
]


def meet(*, before: bool = True, after: bool = True) -> None:
    """Order operations of tensor memory before and after a barrier of the CTA."""
    if before:
        ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    if after:
        ptx.tcgen05.fence_after_thread_sync()


def building(
    *,
    first: str,
    ordered: bool = True,
    second: bool = True,
    threads: int = 2,
    commits: int = 1,
    before: bool = True,
    after: bool = True,
    descending: bool = False,
) -> Kernel:
    """A B in `threads` threads that never wait for each other's operations.

    Args:
        first: What the first ones do: ``"mma"`` of their part of K, or ``"cp"`` of A to tensor memory.
        ordered: Whether the threads meet.
        second: Whether the last one has an operation of its own before it commits.
        threads: Threads that start operations, each of another warp.
        before: Whether they execute `tcgen05.fence::before_thread_sync` when they meet.
        commits: Commits of the last one; all threads wait for the mbarrier of the last commit.
        after: Whether they execute `tcgen05.fence::after_thread_sync` then.
        descending: Whether the first operations are those of the last warp.
    """
    shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=N, a=bf16, d=f32)

    @kernel(
        in_specs=(Tile(LANES, K, bf16), Tile(N, K, bf16), Tile(LANES, 8, u32)),
        out_specs=(Tile(LANES, N, f32),),
        block=(LANES, 1, 1),
        arch="sm_100a",
    )
    def shared_work(A: Any, B: Any, words: Any, D: Any) -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        address, bars = smem.alloc(b32, (1,)), smem.mbarrier(1 + commits)
        a, b = smem.alloc(bf16, (LANES, K), "128B"), smem.alloc(bf16, (N, K), "128B")
        plain = smem.alloc(u32, (LANES, 8), align=128)
        with ptx.if_(tid == 0):
            for bar in bars:
                ptx.mbarrier.init(bar, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, 64)
            ptx.tcgen05.relinquish_alloc_permit()
        source, own = ptx.global_ptrs(words)[0] + tid * 32, reg.array(u32, 8)
        for half in range(2):  # core matrices of 8 rows of 16 bytes
            ptx.ld(u32, own[4 * half : 4 * half + 4], ptx.addr(source, 16 * half), vec=4)
            place = reg.from_(plain, u32) + (tid >> 3) * 256 + (tid & 7) * 16
            ptx.st(u32, ptx.addr(place, 128 * half), own[4 * half : 4 * half + 4], vec=4, space="shared")
        ptx.fence.proxy_async_shared_cta()
        meet()
        base = address[0]
        with ptx.if_(tid == 0):
            ptx.mbarrier.arrive_expect_tx(bars[0], a.nbytes + b.nbytes)
            for tile, tensor in ((a, A), (b, B)):
                ptx.cp.async_.bulk.tensor_2d(dst=tile, src=tensor, coord=(0, 0), mbar=bars[0])
        ptx.mbarrier.wait(bars[0], 0)
        rows = ptx.tcgen05.descriptor(plain, leading_bytes=128, stride_bytes=256, swizzle="NONE")
        for turn in range(threads):
            last = turn == threads - 1
            with ptx.if_(tid == 32 * (threads - 1 - turn if descending else turn)):
                if first == "cp" and not last:
                    ptx.tcgen05.cp(base + 32, rows, size="128x256b")
                elif first == "cp" and second:
                    left = ptx.tcgen05.address(base, column=32)
                    ptx.tcgen05.mma(base, left, b, shape, a_is_tmem=True, enable_input_d=False)
                elif first == "mma" and (second or not last):
                    at = STEP * turn
                    ptx.tcgen05.mma(base, a, b, shape, a_k_offset=at, b_k_offset=at, enable_input_d=turn > 0)
                for number in range(commits if last else 0):
                    ptx.tcgen05.commit(bars[1 + number])
            if ordered and not last:
                meet(before=before, after=after)
        ptx.mbarrier.wait(bars[commits], 0)
        ptx.tcgen05.fence_after_thread_sync()
        row = reg.array(f32, N)
        lanes = ptx.tcgen05.address(base + ((tid >> 5) << 21))
        ptx.tcgen05.ld(row, lanes, shape="32x32b", count=N)
        ptx.tcgen05.wait_ld()
        line = ptx.global_ptrs(D)[0] + tid * (N * 4)
        for column in range(0, N, 4):
            ptx.inst.st.global_.v4.f32(ptx.addr(line, column * 4), row[column : column + 4])
        meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(base, 64)

    return shared_work


def run(made: Kernel, steps: int, **options: Any) -> None:
    """Run a kernel, and compare D with the product of the first columns of A and B."""
    rng = np.random.default_rng(steps)
    a, b = (rng.integers(-3, 4, (rows, K)).astype(ml_dtypes.bfloat16) for rows in (LANES, N))
    words = np.ascontiguousarray(a[:, :16]).view(np.uint32)
    out, _ = made.run(a, b, words, **options)
    left, right = (matrix[:, : 16 * steps].astype(np.float32) for matrix in (a, b))
    np.testing.assert_array_equal(out, left @ right.T)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("options", SCHEDULES, ids=str)
@pytest.mark.parametrize("checks", ["uninitialized", "all"])
@pytest.mark.parametrize(
    ("first", "threads", "commits"), [("cp", 2, 1), ("cp", 2, 2), ("mma", 2, 1), ("mma", 4, 1), ("mma", 4, 2)]
)
def test_pipelined_operations_of_threads_that_met(
    first: str, threads: int, commits: int, checks: str, options: dict[str, Any], native: bool
) -> None:
    steps = 1 if first == "cp" else threads
    made = building(first=first, threads=threads, commits=commits)
    run(made, steps, checks=checks, native=native, **options)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("options", SCHEDULES, ids=str)
@pytest.mark.parametrize("first", ["cp", "mma"])
def test_threads_that_did_not_meet_race(first: str, options: dict[str, Any], native: bool) -> None:
    with pytest.raises(SimFault) as caught:
        run(building(first=first, ordered=False), 2, checks="all", native=native, **options)
    assert caught.value.rule in ("tensor-commit", "uninitialized-tensor-memory", "tensor-fence")


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("first", "descending"), [("cp", False), ("mma", False), ("mma", True)])
def test_threads_that_met_without_a_fence_before(first: str, descending: bool, native: bool) -> None:
    with pytest.raises(SimFault, match=r"no tcgen05\.fence::before_thread_sync stands between it") as caught:
        run(building(first=first, before=False, descending=descending), 1, checks="all", native=native)
    assert caught.value.rule == "tensor-fence"


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("first", ["cp", "mma"])
def test_threads_that_met_without_a_fence_after(first: str, native: bool) -> None:
    with pytest.raises(SimFault, match=r"has executed no tcgen05\.fence::after_thread_sync") as caught:
        run(building(first=first, after=False), 1, checks="all", native=native)
    assert caught.value.rule == "tensor-fence"


def test_operations_of_a_later_warp_come_first() -> None:
    run(building(first="mma", descending=True, threads=3), 3, checks="all", native=False)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("options", SCHEDULES, ids=str)
def test_a_commit_does_not_cover_operations_of_other_threads(options: dict[str, Any], native: bool) -> None:
    with pytest.raises(SimFault) as caught:
        run(building(first="mma", second=False), 1, checks="all", native=native, **options)
    assert caught.value.rule in ("tensor-commit", "uninitialized-tensor-memory")
