"""The GEMM of fp8 with scales: numbers, hardware order, sizes, races, and its machine code."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels import build_gemm_fp8_hopper
from pyptx.perf.costs import ISSUE, TENSOR
from pyptx.sim.semantics.dot_add import dot_add, unit_of
from pyptx.types import PtxType, bf16, e4m3, e5m2, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import report_of, smallest_loop

built_gemm_fp8_hopper = keeping(build_gemm_fp8_hopper)

SOURCE = run_path(str(Path(__file__).resolve().parents[2] / "examples" / "hopper" / "gemm_fp8.py"))
RELATIVE = {bf16: 2**-8, f16: 2**-11, f32: 1e-5}
SIZES = [(256, 256, 128), (300, 264, 400), (600, 520, 144), (1, 8, 16), (70, 136, 640)]


def check(made: Any, expected: np.ndarray, out: PtxType = bf16) -> None:
    largest = float(np.abs(expected).max())
    made = np.asarray(made).astype(np.float64)
    np.testing.assert_allclose(made, expected, rtol=RELATIVE[out], atol=1e-6 * largest)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("out", [bf16, f32], ids=str)
def test_gemm(out: PtxType, sizes: tuple[int, int, int]) -> None:
    inputs = SOURCE["example"](*sizes)
    check(built_gemm_fp8_hopper(out=out, sms=4)(*inputs), SOURCE["gemm_ref"](*inputs), out)


def test_other_types() -> None:
    a, scales_a, b_t, scales_b = SOURCE["example"](130, 136, 272)
    inputs = a.astype(ml_dtypes.float8_e5m2), scales_a, b_t.astype(ml_dtypes.float8_e5m2), scales_b
    made = built_gemm_fp8_hopper(dtype=e5m2, out=f16)(*inputs)
    assert made.dtype == np.float16
    check(made, SOURCE["gemm_ref"](*inputs), f16)


def in_hardware_order(
    a: np.ndarray, scales_a: np.ndarray, b_t: np.ndarray, scales_b: np.ndarray
) -> np.ndarray:
    """Sums of 128 as the tensor cores give them, promoted one after the other."""
    unit = unit_of(90, "wgmma", "e4m3", "e4m3", 32)
    total = np.zeros((len(a), len(b_t)), np.float32)
    for block in range(scales_b.shape[1]):
        part = slice(128 * block, 128 * block + 128)
        sums = np.zeros_like(total, np.float64)
        assert unit is not None
        sums = dot_add(unit, a[:, part], b_t[:, part].T, sums, ("e4m3", "e4m3", "f32"), "f32")
        scale = scales_a[block][:, None] * scales_b[:, block].repeat(128)[: len(b_t)]
        total = (sums.astype(np.longdouble) * scale + total).astype(np.float32)
    return total


def test_it_is_the_hardware_order() -> None:
    """K is a multiple of an instruction, so that each sum has 32 terms a step."""
    inputs = SOURCE["example"](70, 136, 416)
    made, _ = built_gemm_fp8_hopper(out=f32).run(*inputs, order="hardware")
    np.testing.assert_array_equal(made, in_hardware_order(*inputs))


def test_thirteen_bits_are_promoted() -> None:
    """Beside a product of 2**12 the tensor cores drop those of 2**-3; they keep those of another block."""
    a = np.full((64, 256), 2**-3).astype(ml_dtypes.float8_e4m3fn)
    b_t = np.ones((128, 256)).astype(ml_dtypes.float8_e4m3fn)
    a[:, 0], b_t[:, 0] = 64, 64
    scales_a, scales_b = np.ones((2, 64), np.float32), np.ones((1, 2), np.float32)
    made, _ = built_gemm_fp8_hopper(out=f32).run(a, scales_a, b_t, scales_b, order="hardware")
    np.testing.assert_array_equal(made, in_hardware_order(a, scales_a, b_t, scales_b))
    assert 2**12 + 16 <= made[0, 0] < 2**12 + 127 * 2**-3 + 16


@pytest.mark.ptx_sim(seeds=5, gpu=False)
@pytest.mark.parametrize("out", [bf16, f32], ids=str)
def test_it_is_free_of_races(out: PtxType) -> None:
    """A cluster has three tiles, and the ring of four stages goes round."""
    inputs = SOURCE["example"](600, 264, 400)
    check(built_gemm_fp8_hopper(out=out, sms=4)(*inputs), SOURCE["gemm_ref"](*inputs), out)


@pytest.mark.parametrize("out", [bf16, f32], ids=str)
def test_there_are_no_bank_conflicts(out: PtxType) -> None:
    inputs = SOURCE["example"](256, 256, 256)
    made, report = built_gemm_fp8_hopper(out=out).run(*inputs, profile=True)
    assert report is not None
    check(made, SOURCE["gemm_ref"](*inputs), out)
    assert report.detail.profile.traffic["shared"].conflicts == 0


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("options", [{}, {"out": f32}, {"dtype": e5m2, "out": f16}], ids=str)
def test_machine_code(options: dict[str, Any]) -> None:
    """DeepGEMM has 23.0 other instructions for each `QGMMA`; 16 of them add the product to the sum."""
    kernel = built_gemm_fp8_hopper(**options)
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.registers == 168  # what three warpgroups start with
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448
    body = smallest_loop(kernel, "QGMMA", 8)
    products = sum("QGMMA" in line for line in body)
    assert products == 8
    assert sum("FFMA" in line for line in body) == 16 * products
    assert len(body) - products <= 23 * products
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(("n", "k"), [(4096, 7168), (7168, 16384)])
def test_issue_slots(n: int, k: int) -> None:
    """All warps together issue in at most 40 % of the clocks of the tensor cores, with results and copies."""
    kernel = built_gemm_fp8_hopper()
    units = kernel.perf(card="H100", M=4096, N=n, K=k, blocks=k // 128, high=n // 128).floors[0].slowest.units
    assert units[ISSUE] <= 0.4 * units[TENSOR]


def test_it_says_what_it_takes() -> None:
    with pytest.raises(ValueError, match="dtype=bf16, out=bf16: this kernel takes e4m3 or e5m2"):
        built_gemm_fp8_hopper(dtype=bf16)
    with pytest.raises(ValueError, match="dtype=e4m3, out=e4m3"):
        built_gemm_fp8_hopper(out=e4m3)
    a, scales_a, b_t, scales_b = SOURCE["example"](16, 136, 144)
    with pytest.raises(ValueError, match=r"N=136, K=144: scales_b has the shape \(2, 2\)"):
        built_gemm_fp8_hopper()(a, scales_a, b_t, scales_b[:1])
