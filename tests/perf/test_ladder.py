"""Bounds of known kernels: the steps of a Hopper GEMM in the published order, and the limit of each."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.perf import CARDS
from pyptx.perf.costs import CACHE, ISSUE, MEMORY, SHARED, TENSOR
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel
    from pyptx.perf import PerfReport
    from pyptx.perf.floors import RegionFloor

pytestmark = pytest.mark.ptxas(current=True)

EXAMPLES = Path(__file__).parents[2] / "examples"
SIZE = 4096
LADDER = {
    "CUDA cores": ISSUE,
    "small tiles": CACHE,
    "gemm": CACHE,
    "gemm_warp_specialised": TENSOR,
    "gemm_persistent": TENSOR,
    "gemm_tma_store": TENSOR,
    "gemm_highperf_hopper": TENSOR,
}
"""The steps, each with the limit that binds it."""


def on_cuda_cores(size: int) -> Kernel:
    """Multiply without tensor cores: A transposed, and B; a thread has 8 x 16 elements of 128 x 128."""
    depth, threads = 8, 128

    @kernel(
        in_specs=(Tile(size, size, f32), Tile(size, size, f32)),
        out_specs=(Tile(size, size, f32),),
        grid=(size // 128, size // 128),
        block=(threads,),
        arch="sm_90a",
    )
    def product(A: Any, B: Any, D: Any) -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        down = (tid >> 3) * 8, reg.from_(ptx.special.ctaid.y(), u32) * 128
        across = (tid & 7) * 16, reg.from_(ptx.special.ctaid.x(), u32) * 128
        tiles = [smem.alloc(f32, (depth, 128), align=16) for _ in range(2)]
        *sources, target = ptx.global_ptrs(A, B, D)
        sums = [reg.array(f32, 16) for _ in range(8)]
        for value in (value for row in sums for value in row):
            ptx.mov(value, 0.0)
        words, line, column = reg.array(f32, 4), tid >> 5, (tid & 31) * 4
        for k in ptx.range_(0, size, depth):
            for tile, source, first in zip(tiles, sources, (down[1], across[1]), strict=True):
                for below in range(0, depth, threads // 32):
                    place = source + ((k + line + below) * size + first + column) * 4
                    ptx.ld(f32, words, ptx.addr(place), vec=4)
                    ptx.st(f32, ptx.addr(tile.address(line + below, column)), words, vec=4, space="shared")
            ptx.bar.sync()
            for step in range(depth):
                a, b = reg.array(f32, 8), reg.array(f32, 16)
                for tile, values, own in ((tiles[0], a, down[0]), (tiles[1], b, across[0])):
                    for i in range(0, len(values), 4):
                        held = ptx.addr(tile.address(step, own), 4 * i)
                        ptx.ld(f32, values[i : i + 4], held, vec=4, space="shared")
                for row, left in zip(sums, a, strict=True):
                    for value, right in zip(row, b, strict=True):
                        ptx.inst.fma.rn.f32(value, left, right, value)
            ptx.bar.sync()
        for i, row in enumerate(sums):
            place = target + ((down[0] + down[1] + i) * size + across[0] + across[1]) * 4
            for j in range(0, 16, 4):
                ptx.st(f32, ptx.addr(place, 4 * j), row[j : j + 4], vec=4)

    return product


def perf(path: str, builder: str = "", **options: Any) -> PerfReport:
    """The report of an example for matrices of 4096."""
    if path == "hopper/CUDA cores":
        return on_cuda_cores(SIZE).perf(**options)
    small = path == "hopper/small tiles"
    names = run_path(str(EXAMPLES / ("hopper/gemm.py" if small else f"{path}.py")))
    if small:
        builder = "build_gemm"
        names[builder].__globals__.update(COLUMNS=64, BYTES_B=64 * names["STEP"] * 2)
    wanted = builder or f"build_{path.partition('/')[2]}"
    if path.endswith("gemm_highperf_hopper"):
        report: PerfReport = names["build_gemm_highperf"]().perf(M=SIZE, N=SIZE, K=SIZE, **options)
        return report
    made: PerfReport = names[wanted](SIZE, SIZE, SIZE).perf(**options)
    return made


@pytest.fixture(scope="module")
def ladder() -> dict[str, PerfReport]:
    """The reports of all steps on an H100."""
    return {step: perf(f"hopper/{step}", card="H100") for step in LADDER}


def main_loop(report: PerfReport) -> RegionFloor:
    """The loop with the matrix instructions."""
    return next(region for region in report.floors[0].slowest.regions if region.matrices)


def test_each_step_of_the_ladder_may_be_faster_than_the_one_before(ladder: dict[str, PerfReport]) -> None:
    """Published: 32, 317, 423, 610 to 660 persistent, 758 with stores by TMA, 764 and more with the rest."""
    seconds = [report.floors[0].seconds for report in ladder.values()]
    assert seconds == sorted(seconds, reverse=True)
    assert len(set(seconds)) == len(seconds)


@pytest.mark.parametrize("step", LADDER)
def test_the_limit_of_each_step_is_named(ladder: dict[str, PerfReport], step: str) -> None:
    assert ladder[step].bound_by == LADDER[step]
    assert ladder[step].findings == ()
    assert ladder[step].notes == ()


def test_a_loop_of_a_gemm_has_the_clocks_of_the_tables(ladder: dict[str, PerfReport]) -> None:
    """64x256 by two warpgroups: 128 clocks for each MMA, `4096/n + 64` bytes of shared memory in each."""
    loop = main_loop(ladder["gemm_highperf_hopper"])
    assert len(loop.warps) == 8
    assert loop.iterations == SIZE // 64 * 4
    assert loop.matrices == 4
    assert loop.clocks[TENSOR] == 2 * 4 * 128
    assert loop.clocks[SHARED] == 1024 * (4096 / 256 + 64) / 128
    assert loop.instructions - loop.matrices <= 4 * 9


def test_the_first_step_multiplies() -> None:
    a, b = np.random.default_rng(0).uniform(-1, 1, (2, 128, 128)).astype(np.float32)
    np.testing.assert_allclose(on_cuda_cores(128)(a, b), a.T @ b, rtol=1e-4, atol=1e-4)


def test_no_bound_is_above_the_peak(ladder: dict[str, PerfReport]) -> None:
    for step, report in ladder.items():
        if step == "CUDA cores":  # its operations are not those of matrix instructions
            continue
        floor = report.floors[0]
        assert floor.flops_per_second <= 989.5e12
        assert floor.flops == 2 * SIZE**3
        assert floor.tensor_share <= 1


@pytest.mark.parametrize("name", CARDS)
def test_peaks_of_the_cards(name: str) -> None:
    peaks = {"A100": 312e12, "H100": 989e12, "H200": 989e12, "B200": 2250e12}
    card = CARDS[name]
    assert 2 * card.matrix_bits / 16 * card.sms * card.clock == pytest.approx(peaks[name], rel=0.01)


@pytest.mark.parametrize(("builder", "clocks"), [("build_gemm", 128), ("build_gemm_2sm", 128)])
def test_shapes_of_tcgen05_are_read_from_their_descriptors(builder: str, clocks: int) -> None:
    report = perf("blackwell/gemm_highperf_blackwell", builder)
    (floor,) = report.floors
    loop = main_loop(report)
    assert loop.clocks[TENSOR] == clocks * loop.matrices
    assert floor.flops == 2 * SIZE**3
    assert report.bound_by == TENSOR


def test_shared_memory_bounds_small_tiles_of_an_a100() -> None:
    """Warps of 64 x 32 read as long as they multiply."""
    report = perf("ampere/gemm_pipelined")
    loop = main_loop(report)
    units = report.floors[0].slowest.units
    assert max(units, key=lambda unit: units[unit]) == SHARED
    assert loop.clocks[TENSOR] == 2 * 8 * 32 * 8 / 4  # two CTAs
    assert loop.clocks[SHARED] == pytest.approx(loop.clocks[TENSOR], rel=0.01)


def test_device_memory_bounds_a_kernel_of_rows() -> None:
    kernel = run_path(str(EXAMPLES / "ampere/softmax.py"))["build_softmax"](4096)
    report = kernel.perf(B=8192)
    assert report.bound_by == MEMORY
    moved = 2 * 8192 * 4096 * 4
    assert report.floors[0].bytes == moved
    assert report.floors[0].seconds == pytest.approx(moved / CARDS["A100"].memory_bytes)
    assert report.floors[0].flops == 0
