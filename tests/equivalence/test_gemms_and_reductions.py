"""GEMMs and reductions in several forms: each pair is proved to be equal, and bugs are refuted."""

from __future__ import annotations

from typing import Any

import pytest

import pyptx
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.equivalence import Search
from pyptx.kernels import build_gemm_ampere
from pyptx.types import b32, bf16, f32

QUICK = Search(kinds=("uniform",), draws=1, tries=6)
ROWS, DEPTH, STEP = 8, 16, 8
COLUMNS = 32


def loaded(pointer: Any, place: Any) -> Any:
    """An element of a matrix in bf16, as f32."""
    half, value = reg.scalar(bf16), reg.scalar(f32)
    ptx.ld(bf16, half, ptx.addr(pointer + place * 2))
    ptx.inst.cvt.f32.bf16(value, half)
    return value


def stored(pointer: Any, place: Any, total: Any) -> None:
    half = reg.scalar(bf16)
    ptx.inst.cvt.rn.bf16.f32(half, total)
    ptx.st(bf16, ptx.addr(pointer + place * 2), half)


def gemm(body: Any) -> Any:
    """A GEMM of ``A[8, 16] @ B[8, 16].T`` with a thread for each element of the result."""

    @kernel(
        in_specs=(Tile(ROWS, DEPTH, bf16), Tile(ROWS, DEPTH, bf16)),
        out_specs=(Tile(ROWS, ROWS, bf16),),
        grid=1,
        block=ROWS * ROWS,
    )
    def product(A: Any, B: Any, D: Any) -> None:
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        tid = ptx.special.tid.x()
        stored(pd, tid, body(pa, pb, tid // ROWS, tid % ROWS))

    return product


def naive(pa: Any, pb: Any, row: Any, column: Any) -> Any:
    """Products in the order of K, from global memory."""
    total = reg.scalar(f32, 0.0)
    for k in range(DEPTH):
        one, two = loaded(pa, row * DEPTH + k), loaded(pb, column * DEPTH + k)
        ptx.inst.fma.rn.f32(total, one, two, total)
    return total


def tiled(pa: Any, pb: Any, row: Any, column: Any, *, missing: int = 0, first: int = 0) -> Any:
    """Tiles of K through shared memory; `missing`: last columns left out, `first`: of the second tile."""
    a, b = smem.alloc(f32, (ROWS, STEP)), smem.alloc(f32, (ROWS, STEP))
    total = reg.scalar(f32, 0.0)
    for start in range(0, DEPTH, STEP):
        at = start - first if start else 0
        a[row, column] = loaded(pa, row * DEPTH + column + at)
        b[row, column] = loaded(pb, row * DEPTH + column + start)
        ptx.bar.sync(0)
        for k in range(STEP - (missing if start else 0)):
            ptx.inst.fma.rn.f32(total, a[row, k], b[column, k], total)
        ptx.bar.sync(0)
    return total


def test_gemms_by_threads_tiles_and_tensor_cores_are_proved_equal() -> None:
    by_threads = gemm(naive)
    for other in (gemm(tiled), build_gemm_ampere(), lambda a, b: a @ b.T):
        found = pyptx.equal(by_threads, other, search=QUICK, prove=True)
        assert found.verdict == "proved over the reals", found


@pytest.mark.parametrize("bug", [{"missing": 1}, {"first": 1}], ids=["last-element", "tile-off-by-one"])
def test_bugs_of_a_tiled_gemm_are_refuted(bug: dict[str, int]) -> None:
    wrong = gemm(lambda *operands: tiled(*operands, **bug))
    found = pyptx.equal(wrong, build_gemm_ampere(), search=QUICK, prove=True)
    assert found.verdict == "refuted", found


def row_sum(reduce: Any) -> Any:
    """The sum of a row, which every lane of a warp stores."""

    @kernel(in_specs=(Tile(COLUMNS, f32),), out_specs=(Tile(COLUMNS, f32),), grid=1, block=COLUMNS)
    def sum_kernel(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        lane = ptx.special.tid.x()
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(px + lane * 4))
        ptx.st(f32, ptx.addr(py + lane * 4), reduce(value, lane))

    return sum_kernel


def exchanged(value: Any, distance: int) -> Any:
    other, moved = reg.scalar(b32), reg.scalar(f32)
    ptx.inst.shfl.sync.bfly.b32(other, value, distance, 31, 0xFFFFFFFF)
    ptx.inst.mov.b32(moved, other)
    return moved


def by_shuffles(value: Any, lane: Any, *, least: int = 1) -> Any:
    del lane
    for distance in (16, 8, 4, 2, 1):
        value = value + exchanged(value, max(distance, least))
    return value


def by_tree(value: Any, lane: Any, *, last: int = 1) -> Any:
    """Halves of a row in shared memory, each added to the one before it; `last` with a barrier behind it."""
    parts = smem.alloc(f32, (COLUMNS,))
    parts[lane] = value
    ptx.bar.sync(0)
    for distance in (16, 8, 4, 2, 1):
        with ptx.if_(lane < distance):
            parts[lane] = parts[lane] + parts[lane + distance]
        if distance >= last:
            ptx.bar.sync(0)
    return parts[0]


def one_by_one(value: Any, lane: Any) -> Any:
    parts = smem.alloc(f32, (COLUMNS,))
    parts[lane] = value
    ptx.bar.sync(0)
    total = reg.scalar(f32, 0.0)
    for column in range(COLUMNS):
        ptx.inst.add.f32(total, total, parts[column])
    return total


@pytest.mark.parametrize("other", [by_tree, one_by_one])
def test_reductions_are_proved_equal(other: Any) -> None:
    found = pyptx.equal(row_sum(by_shuffles), row_sum(other), search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found


def test_a_reduction_without_its_last_barrier_is_not_proved() -> None:
    racing = row_sum(lambda value, lane: by_tree(value, lane, last=2))
    found = pyptx.equal(racing, racing, search=QUICK, prove=True)
    assert found.verdict == "outside the fragment"
    assert found.proof is not None
    assert "its results are not defined: race: " in found.proof.outside
    assert "test_gemms_and_reductions.py" in found.proof.outside


def stored_by_all_lanes(value: Any, lane: Any, *, store: Any) -> Any:
    """A value of one lane, of those that each lane stores to one place."""
    total = smem.alloc(f32, (1,))
    total[0] = store(value, lane)
    ptx.bar.sync(0)
    return total[0]


def as_number(lane: Any) -> Any:
    number = reg.scalar(f32)
    ptx.inst.cvt.rn.f32.u32(number, lane)
    return number


def sum_of_lane(value: Any, lane: Any) -> Any:
    """The sum of all lanes, which every lane rounds in another way."""
    return by_shuffles(value, lane) + as_number(lane) - as_number(lane)


def partial_sum(value: Any, lane: Any) -> Any:
    """The sum without the last step, of which the halves of the warp have different ones."""
    del lane
    for distance in (16, 8, 4, 2):
        value = value + exchanged(value, distance)
    return value


def test_sums_that_lanes_store_to_one_place_and_round_in_other_ways_are_proved() -> None:
    stored = row_sum(lambda value, lane: stored_by_all_lanes(value, lane, store=sum_of_lane))
    found = pyptx.equal(stored, lambda x: x.sum() + 0 * x, search=QUICK, prove=True)
    assert found.verdict == "proved over the reals", found
    assert found.proof is not None
    assert not found.proof.assumptions


@pytest.mark.parametrize(
    ("store", "reference"),
    [
        (lambda value, lane: as_number(lane), lambda x: 0 * x + 31),
        (lambda value, lane: value, lambda x: x[-1] + 0 * x),
        (partial_sum, lambda x: x[1::2].sum() + 0 * x),
        (
            lambda value, lane: sum_of_lane(value, lane) + as_number(lane),
            lambda x: x.sum() + 31 + 0 * x,
        ),
    ],
    ids=["lane", "element", "partial-sum", "sum-and-lane"],
)
def test_different_values_that_lanes_store_to_one_place_are_not_proved(store: Any, reference: Any) -> None:
    racing = row_sum(lambda value, lane: stored_by_all_lanes(value, lane, store=store))
    found = pyptx.equal(racing, reference, search=QUICK, prove=True)
    assert found.verdict == "outside the fragment", found
    assert found.proof is not None
    assert "lanes of a warp store different values to one location" in found.proof.outside
    assert "test_gemms_and_reductions.py" in found.proof.outside


def test_a_broken_rule_other_than_one_of_races_has_its_own_reason() -> None:
    def reduced(value: Any, lane: Any) -> Any:
        del lane
        ptx.inst.trap(pred=value > 0.0)
        return value

    search = Search(kinds=("zeros",), draws=1)
    found = pyptx.equal(row_sum(reduced), lambda x: x, search=search, prove=True)
    assert found.proof is not None, found
    assert "its results are not defined: trap: " in found.proof.outside
    assert "schedule" not in found.proof.outside


def test_a_shuffle_with_the_wrong_distance_is_refuted() -> None:
    wrong = row_sum(lambda value, lane: by_shuffles(value, lane, least=2))
    assert pyptx.equal(wrong, row_sum(by_tree), search=QUICK, prove=True).verdict == "refuted"
