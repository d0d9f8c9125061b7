"""`pyptx.kernels`: the choice of a kernel, its frameworks, and the lines in reports."""

from __future__ import annotations

import logging
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import pyptx.kernels
from pyptx.errors import SimFault
from pyptx.kernels import build_gemm_ampere, gemm, gemm_block_scaled, grouped_gemm
from pyptx.types import PtxType, bf16, f32

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def matrices(m: int, n: int, k: int, dtype: Any = ml_dtypes.bfloat16) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(m + n + k)
    return rng.uniform(-1, 1, (m, k)).astype(dtype), rng.uniform(-1, 1, (n, k)).astype(dtype)


def product(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    return a.astype(np.float64) @ b_t.astype(np.float64).T


@pytest.mark.parametrize("name", pyptx.kernels.__all__)
def test_names(name: str) -> None:
    assert callable(getattr(pyptx.kernels, name))


def test_a_name_that_is_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'gemms'"):
        _ = pyptx.kernels.gemms


def test_import_is_light() -> None:
    code = "import sys, pyptx.kernels; print(*(name for name in sys.modules if 'pyptx.kernels' in name))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pyptx.kernels"]


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
@pytest.mark.parametrize(
    ("arch", "sizes", "kernel"),
    [
        ("sm_90a", (100, 96, 72), "gemm_pingpong_hopper"),
        ("sm_90a", (100, 93, 72), "gemm_ampere"),  # rows of D that no tensor map has
        ("sm_80", (100, 93, 72), "gemm_ampere"),
        ("sm_86", (16, 8, 16), "gemm_ampere"),
        ("sm_100a", (100, 96, 72), "gemm_blackwell"),
        ("sm_103a", (100, 96, 136), "gemm_blackwell"),
        ("sm_100a", (100, 93, 72), "gemm_ampere"),
    ],
)
def test_choice(
    dtype: Any, arch: str, sizes: tuple[int, int, int], kernel: str, caplog: pytest.LogCaptureFixture
) -> None:
    a, b_t = matrices(*sizes, dtype)
    with caplog.at_level(logging.INFO, "pyptx.kernel"):
        made = gemm(a, b_t, arch=arch)
    assert made.dtype == a.dtype
    np.testing.assert_allclose(made.astype(np.float64), product(a, b_t), rtol=2**-8, atol=1e-4)
    assert all(kernel in record.getMessage() for record in caplog.records)


def test_large_matrices_have_large_tiles(caplog: pytest.LogCaptureFixture) -> None:
    """K is short: the choice goes by the tiles."""
    a, b_t = matrices(4352, 2048, 8)
    with caplog.at_level(logging.INFO, "pyptx.kernel"):
        for arch in ("sm_90a", "sm_80", "sm_100a"):
            made = gemm(a, b_t, out_dtype=f32, arch=arch)
            np.testing.assert_allclose(made, product(a, b_t), rtol=1e-5, atol=1e-4)
    hopper, ampere, blackwell = (
        record.getMessage() for record in caplog.records if "traced" in record.getMessage()
    )
    assert "gemm_hopper" in hopper
    assert "gemm_ampere" in ampere
    assert "gemm_pair_blackwell" in blackwell


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
@pytest.mark.parametrize("out_dtype", [bf16, f32])
def test_all_terms_and_an_output(out_dtype: PtxType, arch: str) -> None:
    a, b_t = matrices(70, 64, 40)
    element = np.float32 if out_dtype == f32 else a.dtype
    c, bias = matrices(70, 64, 64, element)[0], matrices(1, 1, 64, element)[0][0]
    out = np.zeros((70, 64), element)
    gemm(a, b_t, c, bias, alpha=0.5, beta=2.0, activation="relu", out_dtype=out_dtype, out=out, arch=arch)
    expected = np.maximum(0.5 * product(a, b_t) + 2 * c.astype(float) + bias.astype(float), 0)
    np.testing.assert_allclose(out.astype(float), expected, rtol=2**-8, atol=1e-4)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"k": 12},
            "gemm: K=12: rows of a and b_t are a multiple of 16 bytes; pad K with zeros to a multiple of 8",
        ),
        ({"alpha": 2.0}, "alpha=2.0: gemm scales the product only with a C"),
        ({"arch": "sm_80", "activation": "relu"}, "here are sm_80 and N=8"),
        ({"dtype": np.float32}, "gemm takes bf16 or f16, not float32"),
        ({"arch": "sm_75"}, "gemm needs sm_80 or newer, not sm_75"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    a, b_t = matrices(16, 8, options.pop("k", 16), options.pop("dtype", np.float16))
    with pytest.raises(ValueError, match=said):
        gemm(a, b_t, **options)


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
def test_torch_takes_it_into_a_graph(arch: str) -> None:
    """Also where a graph has two kernels, and where sizes are symbols."""
    torch: Any = pytest.importorskip("torch")

    def both(a: Any, b_t: Any, c: Any) -> Any:
        return gemm(a, b_t, out_dtype=f32) + gemm(a, b_t, c, alpha=2.0, out_dtype=f32, arch=arch)

    compiled = torch.compile(both, fullgraph=True, backend="eager")
    b_t = torch.rand(96, 72).to(torch.bfloat16)
    for rows in (100, 50, 30):
        a, c = torch.rand(rows, 72).to(torch.bfloat16), torch.rand(rows, 96)
        torch.testing.assert_close(compiled(a, b_t, c), 3 * (a.float() @ b_t.float().T) + c)


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
def test_jax_takes_it_into_a_graph(arch: str) -> None:
    jax: Any = pytest.importorskip("jax")
    a, b_t = matrices(40, 24, 16)
    jitted = jax.jit(lambda a, b_t: gemm(a, b_t, out_dtype=f32, arch=arch))
    made = jitted(jax.numpy.asarray(a), jax.numpy.asarray(b_t))
    np.testing.assert_allclose(np.asarray(made), product(a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
def test_grouped_gemm_is_a_function_of_arrays_and_of_graphs(arch: str) -> None:
    torch: Any = pytest.importorskip("torch")
    a, b_t = torch.rand(90, 72).to(torch.bfloat16), torch.rand(3, 40, 72).to(torch.bfloat16)
    for ends in ((30, 30, 90), (0, 80, 90)):
        numbers = torch.tensor(ends, dtype=torch.int32)
        expected = torch.empty(90, 40)
        for group, (first, last) in enumerate(zip((0, *ends), ends, strict=False)):
            expected[first:last] = a[first:last].float() @ b_t[group].float().T
        compiled = torch.compile(lambda *x: grouped_gemm(*x, arch=arch), fullgraph=True, backend="eager")
        b = b_t.transpose(1, 2).contiguous()
        turned = grouped_gemm(a, b, numbers, transposed=True, arch=arch)
        for made in (grouped_gemm(a, b_t, numbers, arch=arch), compiled(a, b_t, numbers), turned):
            torch.testing.assert_close(made.float(), expected, rtol=2**-8, atol=1e-2)


@pytest.mark.parametrize("numbers", ["mxfp8", "nvfp4"])
def test_block_scales(numbers: str) -> None:
    source = runpy.run_path(str(EXAMPLES / "blackwell" / "gemm_block_scaled.py"))
    for sizes in ((70, 40, 160), (130, 72, 96)):
        inputs, expected = source["example"](*sizes, numbers)
        made = gemm_block_scaled(*inputs, numbers=numbers, out_dtype=f32)
        np.testing.assert_allclose(made, expected, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda a: grouped_gemm(a, a[None], np.zeros(1, "int32"), arch="sm_80"),
            "kernels for sm_90a and sm_100a and sm_103a",
        ),
        (
            lambda a: grouped_gemm(a[:, :12], a[None, :, :12], np.zeros(1, "int32")),
            "K=12: rows are a multiple of 16 bytes",
        ),
        (lambda a: gemm_block_scaled(a, a, a, a, arch="sm_90a"), "for sm_100a and sm_103a, not sm_90a"),
        (lambda a: gemm_block_scaled(a, a, a, a, numbers="fp4"), "numbers='fp4': gemm_block_scaled takes"),
    ],
)
def test_other_gemms_say_what_they_take(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call(np.zeros((16, 16), np.float16))


def test_reports_name_the_lines_of_the_kernel() -> None:
    """D has fewer bytes than its sizes say."""
    a, b_t = matrices(128, 128, 32)
    program = build_gemm_ampere(dtype=bf16).program()
    with pytest.raises(SimFault, match=r"(?s)out-of-bounds: .* D\+.*.*gemm_ampere\.py:\d+"):
        program.launch(
            a, b_t, np.zeros((64, 128), a.dtype), 32, 32, 128, 32, 128, 128, grid=(1,), engine="sim"
        )
