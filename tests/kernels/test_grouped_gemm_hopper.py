"""The grouped GEMM for Hopper: numbers, groups, races, and its machine code."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels import build_gemm_grouped_blackwell, build_gemm_grouped_hopper
from pyptx.kernels.gemm_grouped_hopper import DESIGNS, choose_design
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import check_issuing_loop, check_report, report_of, smallest_loop

built_gemm_grouped_hopper = keeping(build_gemm_grouped_hopper)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SOURCE = run_path(str(EXAMPLES / "hopper" / "grouped_gemm.py"))
ELEMENTS: dict[PtxType, Any] = {bf16: ml_dtypes.bfloat16, f16: np.float16}
RELATIVE = {bf16: 2**-8, f16: 2**-11, f32: 1e-5}
GROUPS = {
    "ragged": (264, 136, 70, 0, 130, 5),
    "empty ones": (128, 64, 0, 128, 0),
    "small ones": (136, 200, 3, 17, 64, 0, 65, 1),
    "one": (8, 8, 1),
}
"""N, K, and the rows of each group."""


def inputs(name: str, dtype: PtxType = bf16) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n, k, *sizes = GROUPS[name]
    rng, ends = np.random.default_rng(n + k), np.cumsum(sizes, dtype=np.int32)
    a, b_t = rng.uniform(-1, 1, (int(ends[-1]), k)), rng.uniform(-1, 1, (len(ends), n, k))
    return a.astype(ELEMENTS[dtype]), b_t.astype(ELEMENTS[dtype]), ends


def check(made: np.ndarray, given: tuple[np.ndarray, ...], out: PtxType) -> None:
    expected = SOURCE["ragged_gemm_ref"](*given)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=RELATIVE[out], atol=1e-4)


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.parametrize("out", [None, f32], ids=str)
@pytest.mark.parametrize("design", DESIGNS)
def test_groups(design: str, out: PtxType | None, name: str) -> None:
    given = inputs(name)
    check(built_gemm_grouped_hopper(out=out, design=design, sms=2)(*given), given, out or bf16)


@pytest.mark.parametrize("design", DESIGNS)
def test_f16(design: str) -> None:
    given = inputs("ragged", f16)
    check(built_gemm_grouped_hopper(dtype=f16, design=design)(*given), given, f16)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("out", [bf16, f32], ids=str)
def test_rows_behind_the_last_group_stay(design: str, out: PtxType) -> None:
    a, b_t, ends = inputs("ragged")
    made = np.full((len(a), b_t.shape[1]), 99, np.float32 if out == f32 else a.dtype)
    ends[-1] -= 3
    built_gemm_grouped_hopper(out=out, design=design, sms=3)(a, b_t, ends, out=made)
    assert (made[-3:] == 99).all()
    check(made[:-3], (a[:-3], b_t, ends), out)


def test_sizes_are_launch_arguments(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pyptx.kernel")
    kernel = built_gemm_grouped_hopper(sms=2)
    for name in GROUPS:
        given = inputs(name)
        check(kernel(*given), given, bf16)
    assert sum("traced" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.ptx_sim(seeds=5, gpu=False)
@pytest.mark.parametrize("name", ["ragged", "small ones"])
@pytest.mark.parametrize(
    ("design", "out"), [("dense", bf16), ("narrow", f32), ("swapped", bf16), ("swapped", f32)]
)
def test_it_is_free_of_races(design: str, out: PtxType, name: str) -> None:
    """A CTA has several tiles, and the ring goes round."""
    given = inputs(name)
    check(built_gemm_grouped_hopper(design=design, out=out, sms=1)(*given), given, out)


@pytest.mark.parametrize("out", [bf16, f32], ids=str)
@pytest.mark.parametrize("design", DESIGNS)
def test_memory_is_accessed_without_waste(design: str, out: PtxType) -> None:
    """Groups of whole tiles: sectors are as few as the bytes need, but those of the two ends."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (256, 64)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (2, 256, 64)).astype(ml_dtypes.bfloat16)
    ends, made = np.array([128, 256], np.int32), np.zeros((256, 256), np.float32 if out == f32 else a.dtype)
    kernel = built_gemm_grouped_hopper(design=design, out=out)
    sizes = {"K": 64, "N": 256, "groups": 2, "rows": 256}
    report = kernel.program().launch(
        a, b_t, ends, made, *sizes.values(), grid=(2,), engine="sim", profile=True
    )
    check(made, (a, b_t, ends), out)
    traffic = report.detail.profile.traffic
    assert traffic["shared"].conflicts == 0
    assert traffic["global"].sectors == traffic["global"].fewest_sectors


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("design", "options"),
    [*((design, options) for design in DESIGNS for options in ({}, {"out": f32})), ("dense", {"dtype": f16})],
    ids=str,
)
def test_machine_code(design: str, options: dict[str, Any]) -> None:
    kernel = built_gemm_grouped_hopper(design=design, **options)
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448
    body = smallest_loop(kernel, "HGMMA", 4)
    assert sum("HGMMA" in line for line in body) == 4
    assert len(body) - 4 <= 4 * 9
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR|LDG", "\n".join(body))


@pytest.mark.ptxas(current=True)
def test_lines_change_no_machine_code() -> None:
    """Tests read `report_of` in place of the report that users get."""
    kernel = built_gemm_grouped_hopper()
    assert report_of(kernel) == kernel.report()


def test_the_design_goes_by_sizes() -> None:
    assert choose_design(8 * 2048, 8, 4096) == "dense"
    assert choose_design(8 * 2048, 8, 64) == "narrow"
    assert choose_design(8 * 63, 8, 4096) == "swapped"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"design": "wide"}, "design='wide': this kernel has 'dense', 'narrow', 'swapped'"),
        ({"out": f16}, "dtype=bf16, out=f16"),
        ({"design": "swapped", "transposed": True}, "the swapped design takes B_T"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        built_gemm_grouped_hopper(**options)


EQUAL = [(1, 64, 8, 32), (3, 70, 264, 136), (4, 256, 64, 128), (2, 1, 16, 8), (2, 130, 72, 200)]
"""Groups, rows of each, N and K."""


def three(g: int, m: int, n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(m + n)
    a, b = (rng.uniform(-1, 1, shape).astype(ml_dtypes.bfloat16) for shape in ((g, m, k), (g, k, n)))
    return a, b


@pytest.mark.parametrize("folder", ["hopper", "blackwell"])
@pytest.mark.parametrize("sizes", EQUAL, ids=str)
def test_equal_groups(sizes: tuple[int, int, int, int], folder: str) -> None:
    """Also flat arrays; B is then its transpose on Blackwell."""
    n, k = sizes[2:]
    source = run_path(str(EXAMPLES / folder / "grouped_gemm.py"))
    a, b = three(*sizes)
    multiply, expected = source["build_grouped_gemm"](*sizes), source["grouped_gemm_ref"](a, b)
    np.testing.assert_allclose(multiply(a, b), expected, rtol=1e-5, atol=1e-4)
    flat = b.reshape(-1, n) if folder == "hopper" else b.transpose(0, 2, 1).copy().reshape(-1, k)
    made = multiply(a.reshape(-1, k), flat)
    np.testing.assert_allclose(made, expected.reshape(-1, n), rtol=1e-5, atol=1e-4)
    with pytest.raises(ValueError, match=r"B has the shape \(1, 2, 3\): pass"):
        multiply(a, b.reshape(-1)[:6].reshape(1, 2, 3))


@pytest.mark.parametrize("build", [build_gemm_grouped_hopper, build_gemm_grouped_blackwell])
def test_equal_groups_have_all_rows(build: Any) -> None:
    a, b = three(2, 10, 16, 8)
    with pytest.raises(ValueError, match="19 rows cannot be 2 groups of 10"):
        build(rows_each=10, transposed=True)(a.reshape(-1, 8)[:19], b)


@pytest.mark.ptx_sim(seeds=1, gpu=False)
@pytest.mark.parametrize("folder", ["hopper", "blackwell"])
def test_equal_groups_are_free_of_races(folder: str) -> None:
    source = run_path(str(EXAMPLES / folder / "grouped_gemm.py"))
    a, b = three(2, 130, 264, 328)
    multiply = source["build_grouped_gemm"](2, 130, 264, 328, sms=1)
    np.testing.assert_allclose(multiply(a, b), source["grouped_gemm_ref"](a, b), rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("folder", "arch"), [("hopper", "sm_90a"), ("blackwell", "sm_100a"), ("blackwell", "sm_103a")]
)
def test_machine_code_of_equal_groups(folder: str, arch: str) -> None:
    source = run_path(str(EXAMPLES / folder / "grouped_gemm.py"))
    kernel = source["build_grouped_gemm"](8, 2048, 256, 2048, arch=arch).kernel
    check_report(kernel)
    if folder == "blackwell":
        check_issuing_loop(smallest_loop(kernel, "UTCHMMA"))
    else:
        body = smallest_loop(kernel, "HGMMA", 4)
        assert len(body) - 4 <= 4 * 9
        assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR|LDG", "\n".join(body))


def test_it_says_which_sizes_it_takes() -> None:
    a, b_t, ends = inputs("one")
    kernel = built_gemm_grouped_hopper()
    with pytest.raises(ValueError, match="N=4: this kernel takes a multiple of 8"):
        kernel(a, b_t[:, :4].copy(), ends)
    with pytest.raises(ValueError, match="groups=2049: this kernel has shared memory for the ends of 2048"):
        kernel(a, np.zeros((2049, 8, 8), a.dtype), np.ones(2049, np.int32))
