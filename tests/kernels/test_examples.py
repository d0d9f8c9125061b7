"""Every example gives the right numbers on the simulator and assembles everywhere without a warning."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import sim
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from pyptx.toolchain import ptxas

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TARGETS = ("sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a")


def example(path: str) -> dict[str, Any]:
    return run_path(str(EXAMPLES / path))


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape, dtype=np.float32)


def uniform_bf16(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(ml_dtypes.bfloat16)


@pytest.mark.parametrize("n", [1, 3, 4, 255, 1024, 5000])
def test_vector_add(n: int) -> None:
    source = example("ampere/vector_add.py")
    x, y = normal(n), normal(n) + 1
    np.testing.assert_array_equal(source["build_vector_add"](n)(x, y), x + y)


ROWS = [(1, 1), (3, 33), (4, 128), (5, 1000), (2, 1002), (2, 4096), (7, 5000)]


@pytest.mark.parametrize(("rows", "columns"), ROWS)
def test_rms_norm(rows: int, columns: int) -> None:
    source = example("ampere/rms_norm.py")
    x, w = normal(rows, columns), normal(columns)
    out = source["build_rms_norm"](rows, columns)(x, w)
    np.testing.assert_allclose(out, source["rms_norm_ref"](x, w), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("rows_per_cta", [None, 1, 2, 4])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 33), (5, 512), (6, 1000)])
def test_layer_norm(rows: int, columns: int, rows_per_cta: int | None) -> None:
    source = example("ampere/layer_norm.py")
    x, w, b = normal(rows, columns), normal(columns), normal(columns)
    out = source["build_layer_norm"](rows, columns, rows_per_cta=rows_per_cta)(x, w, b)
    np.testing.assert_allclose(out, source["layer_norm_ref"](x, w, b), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("rows", "columns"), ROWS)
def test_softmax(rows: int, columns: int) -> None:
    source = example("ampere/softmax.py")
    x = normal(rows, columns) * 10
    out = source["build_softmax"](rows, columns)(x)
    np.testing.assert_allclose(out, source["softmax_ref"](x), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize(("rows", "columns"), ROWS)
def test_swiglu(rows: int, columns: int) -> None:
    source = example("ampere/swiglu.py")
    gate, up = normal(rows, columns) * 4, normal(rows, columns)
    out = source["build_fused_silu_mul"](rows, columns)(gate, up)
    np.testing.assert_allclose(out, source["fused_silu_mul_ref"](gate, up), rtol=1e-5, atol=1e-5)


GEMMS = [
    ("ampere/gemm.py", "build_gemm"),
    ("ampere/gemm_pipelined.py", "build_gemm_pipelined"),
    ("ampere/gemm_highperf_ampere.py", "build_gemm_highperf"),
]


@pytest.mark.parametrize("sizes", [(16, 8, 16), (64, 64, 64), (100, 51, 48), (130, 70, 160), (256, 128, 96)])
@pytest.mark.parametrize(("path", "builder"), GEMMS, ids=[builder for _, builder in GEMMS])
def test_gemm(path: str, builder: str, sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    source = example(path)
    a, b_t = uniform_bf16(m, k), uniform_bf16(n, k)
    out = source[builder](m, n, k)(a, b_t)
    np.testing.assert_allclose(out, source["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("path", "builder"), GEMMS[1:], ids=[builder for _, builder in GEMMS[1:]])
def test_gemm_takes_a_ragged_k(path: str, builder: str) -> None:
    source = example(path)
    a, b_t = uniform_bf16(40, 72), uniform_bf16(24, 72)
    out = source[builder](40, 24, 72)(a, b_t)
    np.testing.assert_allclose(out, source["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("path", "builder"), GEMMS, ids=[builder for _, builder in GEMMS])
def test_gemm_says_which_k_it_takes(path: str, builder: str) -> None:
    with pytest.raises(ValueError, match="K=12: this kernel takes a multiple of"):
        example(path)[builder](64, 64, 12)


BUILDERS = [
    ("vector_add.py", "build_vector_add", (1000,)),
    ("rms_norm.py", "build_rms_norm", (8, 1000)),
    ("layer_norm.py", "build_layer_norm", (9, 1000)),
    ("softmax.py", "build_softmax", (8, 4096)),
    ("swiglu.py", "build_fused_silu_mul", (8, 1000)),
    ("gemm.py", "build_gemm", (200, 101, 128)),
    ("gemm_pipelined.py", "build_gemm_pipelined", (200, 101, 128)),
    ("gemm_highperf_ampere.py", "build_gemm_highperf", (200, 102, 128)),
]


INPUTS: dict[str, Any] = {
    "vector_add.py": lambda n: (normal(n), normal(n)),
    "rms_norm.py": lambda rows, columns: (normal(rows, columns), normal(columns)),
    "layer_norm.py": lambda rows, columns: (normal(rows, columns), normal(columns), normal(columns)),
    "softmax.py": lambda rows, columns: (normal(rows, columns),),
    "swiglu.py": lambda rows, columns: (normal(rows, columns), normal(rows, columns)),
    "gemm": lambda m, n, k: (uniform_bf16(m, k), uniform_bf16(n, k)),
}


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(("path", "builder", "sizes"), BUILDERS, ids=[path for path, _, _ in BUILDERS])
def test_both_engines_give_the_same_bytes(
    path: str, builder: str, sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = example(f"ampere/{path}")[builder](*sizes)
    inputs = INPUTS["gemm" if path.startswith("gemm") else path](*sizes)
    results = []
    for native in (True, False):
        monkeypatch.setattr(sim, "simulate", partial(simulate, native=native))
        results.append(kernel(*inputs))
    mine, theirs = results
    assert mine.tobytes() == theirs.tobytes()


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", TARGETS)
@pytest.mark.parametrize(("path", "builder", "sizes"), BUILDERS, ids=[path for path, _, _ in BUILDERS])
def test_assembles_without_warnings_or_spills(
    path: str, builder: str, sizes: tuple[int, ...], arch: str
) -> None:
    compiled = ptxas.assemble(example(f"ampere/{path}")[builder](*sizes, arch=arch).ptx(), arch)
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0


@pytest.mark.parametrize(("folder", "arch"), [("hopper", "sm_90a"), ("blackwell", "sm_100a")])
@pytest.mark.parametrize(
    ("path", "builder"),
    [(path, builder) for path, builder, _ in BUILDERS[1:5]],
)
def test_other_folders_build_the_same_source(path: str, builder: str, folder: str, arch: str) -> None:
    kernel = example(f"{folder}/{path}")[builder](4, 256)
    assert kernel.arch == arch
    assert f".target {arch}" in kernel.ptx()


HOPPER = [
    ("hopper/gemm.py", "build_gemm"),
    ("hopper/gemm_warp_specialised.py", "build_gemm_warp_specialised"),
]
HOPPER_IDS = [builder for _, builder in HOPPER]


@pytest.mark.parametrize("sizes", [(64, 128, 64), (100, 51, 72), (256, 128, 328)])
@pytest.mark.parametrize(("path", "builder"), HOPPER, ids=HOPPER_IDS)
def test_gemm_of_a_warpgroup(path: str, builder: str, sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    source = example(path)
    a, b_t = uniform_bf16(m, k), uniform_bf16(n, k)
    out = source[builder](m, n, k)(a, b_t)
    np.testing.assert_allclose(out, source["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("schedule", ["early", "random"])
@pytest.mark.parametrize(("path", "builder"), HOPPER, ids=HOPPER_IDS)
def test_gemm_of_a_warpgroup_whenever_copies_land(path: str, builder: str, schedule: str) -> None:
    source = example(path)
    a, b_t = uniform_bf16(130, 392), uniform_bf16(64, 392)
    out = np.zeros((130, 64), np.float32)
    kernel = source[builder](130, 64, 392)
    kernel.program().launch(a, b_t, out, grid=kernel.grid, engine="sim", schedule=schedule, seed=11)
    np.testing.assert_allclose(out, source["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas
@pytest.mark.parametrize(("path", "builder"), HOPPER, ids=HOPPER_IDS)
def test_gemm_of_a_warpgroup_assembles_without_warnings_or_spills(path: str, builder: str) -> None:
    compiled = ptxas.assemble(example(path)[builder](200, 102, 328).ptx(), "sm_90a")
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0
