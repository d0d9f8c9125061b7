"""The fastest GEMM for Hopper: numbers, shapes, strides, races, and its machine code."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import report_of, smallest_loop

SOURCE = run_path(
    str(Path(__file__).resolve().parents[2] / "examples" / "hopper" / "gemm_highperf_hopper.py")
)
built_gemm = keeping(SOURCE["build_gemm_highperf"])
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "f32": {"dtype": f16, "out": f32},
    "bias, relu": {"bias": True, "activation": "relu"},
    "scaled": {"scaled": True, "dtype": f16},
    "all": {"scaled": True, "bias": True, "activation": "gelu"},
    "pingpong": {"pingpong": True},
    "pingpong, all": {"pingpong": True, "scaled": True, "bias": True, "activation": "gelu"},
    "pingpong, f32": {"pingpong": True, "scaled": True, "dtype": f16, "out": f32},
    "all in f32": {"scaled": True, "bias": True, "activation": "silu", "out": f32},
}
"""Options of the builder."""
FACTORS = {"alpha": 0.5, "beta": 2.0}


class Problem:
    """A kernel on a small card, with inputs and the expected output."""

    def __init__(self, kind: str, *sizes: int) -> None:
        options = KINDS[kind]
        self.out: PtxType = options.get("out", options.get("dtype", bf16))
        self.kernel = built_gemm(sms=4, **options)
        self.factors = FACTORS if options.get("scaled") else {}
        activation = options.get("activation")
        self.inputs = SOURCE["example"](
            *sizes,
            **{name: value for name, value in options.items() if name not in ("activation", "pingpong")},
        )
        a, b_t, *added = self.inputs
        c = added[0] if options.get("scaled") else None
        bias = added[-1] if options.get("bias") else None
        self.expected = SOURCE["gemm_ref"](a, b_t, c, bias, activation=activation, **self.factors)

    def check(self, made: Any) -> None:
        relative = {bf16: 2**-8, f16: 2**-11, f32: 1e-5}[self.out]
        np.testing.assert_allclose(np.asarray(made, np.float64), self.expected, rtol=relative, atol=1e-4)


@pytest.mark.parametrize("sizes", [(128, 256, 64), (300, 264, 136), (600, 520, 72), (40, 24, 8)], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_gemm(kind: str, sizes: tuple[int, int, int]) -> None:
    problem = Problem(kind, *sizes)
    problem.check(problem.kernel(*problem.inputs, **problem.factors))


def test_sizes_are_launch_arguments(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pyptx.kernel")
    kernel = built_gemm(sms=2)
    for sizes in ((64, 64, 64), (300, 512, 200), (17, 8, 24)):
        problem = Problem("plain", *sizes)
        problem.check(kernel(*problem.inputs))
    traces = [record for record in caplog.records if "traced" in record.getMessage()]
    assert len(traces) == 1


@pytest.mark.parametrize("activation", [None, "relu", "gelu", "silu"])
def test_a_nan_stays_one(activation: str | None) -> None:
    a, b_t = SOURCE["example"](64, 64, 64)
    a[3, 5] = np.nan
    made = built_gemm(activation=activation)(a, b_t)
    np.testing.assert_array_equal(np.isnan(made).all(axis=1), np.arange(64) == 3)
    assert np.isnan(made).sum() == 64


def wider(array: np.ndarray) -> np.ndarray:
    """The same numbers between others; rows are 16 or more bytes longer, and multiples of 16 bytes."""
    columns = array.shape[-1] * array.itemsize // 16 * 16 // array.itemsize + 16
    whole = np.full((array.shape[0], columns), 99, array.dtype)
    whole[:, : array.shape[-1]] = array
    return whole[:, : array.shape[-1]]


@pytest.mark.parametrize("sizes", [(70, 77, 131), (129, 1, 5), (1, 301, 67)], ids=str)
@pytest.mark.parametrize("kind", ["all", "all in f32"])
def test_strides_and_odd_sizes(kind: str, sizes: tuple[int, int, int]) -> None:
    problem = Problem(kind, *sizes)
    *matrices, bias = problem.inputs
    out = wider(np.zeros(problem.expected.shape, matrices[2].dtype))
    problem.kernel(*map(wider, matrices), bias, out=out, **problem.factors)
    problem.check(out)
    assert out.base is not None
    assert (out.base[:, out.shape[1] :] == 99).all()


def test_strides_that_no_tensor_map_has_are_refused() -> None:
    a, b_t = SOURCE["example"](64, 64, 12)
    with pytest.raises(LaunchError, match="16"):
        built_gemm()(a, b_t)


@pytest.mark.ptx_sim(seeds=5, gpu=False)
@pytest.mark.parametrize("kind", ["plain", "all", "all in f32", "pingpong", "pingpong, all", "pingpong, f32"])
def test_it_is_free_of_races(kind: str) -> None:
    """Each CTA has three tiles, and the ring of four stages goes round."""
    problem = Problem(kind, 300, 520, 328)
    problem.check(problem.kernel(*problem.inputs, **problem.factors))


@pytest.mark.parametrize("kind", ["plain", "scaled", "all in f32", "pingpong", "pingpong, f32"])
def test_the_epilogue_has_no_bank_conflicts(kind: str) -> None:
    problem, size = Problem(kind, 256, 256, 256), 256
    out = np.zeros((size, size), np.float32 if problem.out == f32 else problem.inputs[0].dtype)
    report = problem.kernel.program(M=size, N=size, K=size).launch(
        *problem.inputs,
        out,
        *problem.factors.values(),
        size,
        size,
        size,
        grid=(2,),
        engine="sim",
        profile=True,
    )
    problem.check(out)
    assert report.detail.profile.traffic["shared"].conflicts == 0


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("kind", KINDS)
def test_machine_code(kind: str) -> None:
    """CUTLASS has 10.5 other instructions for each `HGMMA`, DeepGEMM 9.0."""
    kernel = built_gemm(**KINDS[kind])
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.registers == 168  # what three warpgroups start with
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448
    body = smallest_loop(kernel, "HGMMA", 4)
    assert sum("HGMMA" in line for line in body) == 4
    assert len(body) - 4 <= 4 * (9.5 if "pingpong" in kind else 9)
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dtype": f32}, "dtype=f32, out=f32: this kernel takes bf16 or f16"),
        ({"out": f16}, "dtype=bf16, out=f16"),
        ({"activation": "tanh"}, "activation='tanh': this kernel has 'relu', 'gelu', 'silu'"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        built_gemm(**options)
