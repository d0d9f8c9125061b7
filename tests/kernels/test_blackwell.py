"""The examples for Blackwell: right numbers on the simulator, machine code without spills or advice."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.toolchain import ptxas
from pyptx.types import PtxType, bf16, f16, f32

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "blackwell"
SUITE = run_path(str(EXAMPLES / "tcgen05_suite.py"))
VARIANTS = [
    *((name, {}) for name in SUITE["PROBES"]),
    *(("transfers", {"shape": shape, "count": 4}) for shape in ("32x32b", "16x64b", "16x128b")),
    *(("multiplication", {"kind": kind}) for kind in ("tf32", "f8f6f4", "i8")),
    ("weight_stationary", {"rows": 64}),
]


def name_of(value: Any) -> str:
    return value if isinstance(value, str) else "-".join(map(str, value.values()))


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=name_of)
def test_a_probe_gives_what_numpy_gives(name: str, options: dict[str, Any]) -> None:
    probe = SUITE["PROBES"][name](**options)
    made = probe.kernel(*probe.inputs)
    np.testing.assert_allclose(
        np.asarray(made, np.float64), np.asarray(probe.expected, np.float64), rtol=0, atol=probe.tolerance
    )


@pytest.mark.ptxas
@pytest.mark.parametrize("name", SUITE["PROBES"])
def test_a_probe_assembles_without_spills_or_advice(name: str) -> None:
    compiled = ptxas.assemble(SUITE["PROBES"][name]().kernel.ptx(), "sm_100a")
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0


GEMM = run_path(str(EXAMPLES / "gemm_highperf_blackwell.py"))


def bf16_uniform(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(ml_dtypes.bfloat16)


@pytest.mark.parametrize("out", [bf16, f16, f32], ids=str)
@pytest.mark.parametrize("sizes", [(128, 256, 64), (200, 264, 328), (300, 512, 456)])
@pytest.mark.parametrize("builder", ["build_gemm", "build_gemm_2sm"])
def test_gemm(builder: str, sizes: tuple[int, int, int], out: PtxType) -> None:
    m, n, k = sizes
    a, b_t = bf16_uniform(m, k), bf16_uniform(n, k)
    made = np.asarray(GEMM[builder](m, n, k, out=out, sms=2)(a, b_t), np.float64)
    relative = {"bf16": 2**-8, "f16": 2**-11, "f32": 1e-6}[str(out)]
    np.testing.assert_allclose(made, GEMM["gemm_ref"](a, b_t), rtol=relative, atol=1e-5)


@pytest.mark.parametrize(("sizes", "said"), [((64, 64, 12), "K=12"), ((64, 100, 64), "N=100")])
def test_gemm_says_which_sizes_it_takes(sizes: tuple[int, int, int], said: str) -> None:
    with pytest.raises(ValueError, match=f"{said}: tensor copies take rows of 16 bytes"):
        GEMM["build_gemm"](*sizes)


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
@pytest.mark.parametrize("builder", ["build_gemm", "build_gemm_2sm"])
def test_gemm_assembles_without_spills_or_advice(builder: str, arch: str) -> None:
    compiled = ptxas.assemble(GEMM[builder](512, 512, 512, arch=arch).ptx(), arch)
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0
