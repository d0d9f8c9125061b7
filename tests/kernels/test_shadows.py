"""The kernels compute their functions, rounding aside; bugs smaller than the rounding are found."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernels import build_attention_blackwell, build_gemm_blackwell, build_gemm_hopper, build_softmax
from pyptx.types import bf16, f16, f32, u32
from tests.kernels.test_attention_hopper import exact
from tests.sim.shadow_engines import assert_same

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel
    from pyptx.sim.shadow.report import ShadowReport

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Array = np.ndarray[Any, Any]


def example(path: str) -> dict[str, Any]:
    return run_path(str(EXAMPLES / path))


def double(array: Array) -> Array:
    return array.astype(np.float64)


def uniform(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def shadow_of(built: Kernel, *arrays: Array, compares: bool = True, **options: Any) -> ShadowReport:
    """Run with shadows; compare the native engine, if that runs the kernel, with the reference engine."""
    held = [array.copy() for array in arrays]
    report = built.run(*arrays, shadow=True, **options).report
    assert report is not None
    found: ShadowReport = report.detail.shadow
    if compares and report.detail.engine == "native" and options.get("schedule") != "random":
        other = built.run(*held, shadow=True, native=False, **options).report
        assert other is not None
        assert_same(found, other.detail.shadow)
    return found


def test_kernels_of_each_generation_run_on_the_native_engine() -> None:
    a, b = (
        uniform(64, 64, seed=1).astype(ml_dtypes.bfloat16),
        uniform(64, 64, seed=2).astype(ml_dtypes.bfloat16),
    )
    for built, arrays in (
        (build_softmax(64), (uniform(2, 64).astype(np.float32),)),
        (example("ampere/gemm_pipelined.py")["build_gemm_pipelined"](64, 64, 64), (a, b)),
        (build_gemm_hopper(), (a, b)),
        (build_gemm_blackwell(), (a, b)),
    ):
        report = built.run(*arrays, shadow=True).report
        assert report is not None
        assert report.detail.engine == "native"


GEMMS = [
    ("ampere/gemm.py", lambda names: names["build_gemm"](65, 64, 48), (65, 64, 48)),
    ("ampere/gemm_pipelined.py", lambda names: names["build_gemm_pipelined"](64, 64, 64), (64, 64, 64)),
    ("ampere/gemm_highperf_ampere.py", lambda names: names["build_gemm_highperf"](out=bf16), (130, 136, 72)),
    ("hopper/gemm.py", lambda names: names["build_gemm"](128, 128, 64), (128, 128, 64)),
    ("hopper/gemm_tma_store.py", lambda names: names["build_gemm_tma_store"](128, 128, 64), (128, 128, 64)),
    (
        "hopper/gemm_warp_specialised.py",
        lambda names: names["build_gemm_warp_specialised"](128, 128, 128),
        (128, 128, 128),
    ),
    ("hopper/gemm_highperf_hopper.py", lambda names: names["build_gemm_highperf"](), (130, 136, 72)),
]


@pytest.mark.parametrize(
    ("path", "build", "sizes"), GEMMS, ids=lambda each: each if isinstance(each, str) else ""
)
def test_gemm(path: str, build: Callable[..., Kernel], sizes: tuple[int, int, int]) -> None:
    built = build(example(path))
    m, n, k = sizes
    a, b = uniform(m, k, seed=1).astype(ml_dtypes.bfloat16), uniform(n, k, seed=2).astype(ml_dtypes.bfloat16)
    found = shadow_of(built, a, b)
    verdict = found.compare(double(a) @ double(b).T)
    assert verdict, verdict
    magnitude = abs(double(a)) @ abs(double(b)).T
    assert (found.output().magnitude >= magnitude * (1 - 1e-6)).all()
    assert (found.output().magnitude <= 2 * magnitude * (1 + 2.0**-7)).all()
    assert not found.restarted
    assert found.output().known.all()


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def test_attention() -> None:
    q, k, v = (uniform(1, rows_, 64, seed=rows_).astype(ml_dtypes.bfloat16) for rows_ in (64, 96, 97))
    v = v[:, :96].copy()
    built = example("hopper/flash_attention.py")["build_flash_attention"](1, 64, 96, 64)
    found = shadow_of(built, q, k, v)
    weights = softmax((double(q) @ double(k).transpose(0, 2, 1))[0] / 8)
    verdict = found.compare(weights @ double(v)[0])
    assert verdict, verdict
    assert verdict.rounding > 1e5 * verdict.difference


def test_vector_add() -> None:
    x, y = uniform(100, seed=1).astype(np.float32), uniform(100, seed=2).astype(np.float32)
    assert shadow_of(example("ampere/vector_add.py")["build_vector_add"](100), x, y).compare(double(x) + y)


def test_hopper_fp8_and_a_scale_off_by_one_row() -> None:
    names = example("hopper/gemm_fp8.py")
    a, scales_a, b, scales_b = names["example"](132, 128, 144)
    scales_a = (1 + uniform(*scales_a.shape, seed=5) / 1000).astype(np.float32)
    exact = names["gemm_ref"](a, scales_a, b, scales_b)
    built = names["build_gemm_fp8_hopper"](sms=2)
    assert shadow_of(built, a, scales_a, b, scales_b).compare(exact)
    assert shadow_of(built, a, scales_a, b, scales_b, order="hardware").compare(exact)
    shifted = np.ascontiguousarray(np.roll(scales_a, 1, axis=1))
    verdict = shadow_of(built, a, shifted, b, scales_b, compares=False).compare(exact)
    assert not verdict
    assert verdict.difference < verdict.rounding


def test_bugs_of_an_fp8_gemm_below_its_rounding_are_told_from_it() -> None:
    names = example("hopper/gemm_fp8.py")
    a, scales_a, b, scales_b = names["example"](132, 128, 144)
    scales_a[-1] = 2e-5 * (1 + uniform(132, seed=5) / 4)  # the last block of K is smaller than the rounding
    exact = names["gemm_ref"](a, scales_a, b, scales_b)
    built = names["build_gemm_fp8_hopper"](sms=2)
    assert shadow_of(built, a, scales_a, b, scales_b, compares=False).compare(exact)
    dropped, masked, shifted = a.copy(), a.copy(), scales_a.copy()
    dropped[:, -1] = 0
    masked[-1, 128:] = 0
    shifted[-1] = np.roll(shifted[-1], 1)
    for elements, scales in ((dropped, scales_a), (masked, scales_a), (a, shifted)):
        verdict = shadow_of(built, elements, scales, b, scales_b, compares=False).compare(exact)
        assert not verdict
        assert not verdict.ended
        assert verdict.difference < verdict.rounding


def test_one_element_of_k_that_is_dropped_is_told_from_rounding() -> None:
    names = example("hopper/gemm_highperf_hopper.py")
    a, b = (
        uniform(64, 136, seed=6).astype(ml_dtypes.bfloat16),
        uniform(72, 136, seed=7).astype(ml_dtypes.bfloat16),
    )
    a[:, -1] = 0.001
    exact = double(a) @ double(b).T
    built = names["build_gemm_highperf"]()
    assert shadow_of(built, a, b).compare(exact)
    a[:, -1] = 0  # what a kernel computes that leaves the last element out
    verdict = shadow_of(built, a, b).compare(exact)
    assert not verdict
    assert verdict.difference < verdict.rounding


def sums(columns: int, last: int) -> Kernel:
    """Sums of rows in bf16, by one thread each, over the columns below `last`."""

    @kernel(in_specs=(Tile(32, columns, bf16),), out_specs=(Tile(32, bf16),), grid=1, block=32, arch="sm_90")
    def row_sums(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        row = reg.from_(ptx.special.tid.x(), u32)
        total = reg.scalar(f32, 0.0)
        for column in range(columns):
            value, half = reg.scalar(f32), reg.scalar(bf16)
            ptx.inst.ld.global_.b16(half, ptx.addr(px + row * (2 * columns) + 2 * column))
            ptx.inst.cvt.f32.bf16(value, half)
            with ptx.if_(row * 0 + column < last):
                ptx.inst.add.f32(total, total, value)
        rounded = reg.scalar(bf16)
        ptx.inst.cvt.rn.bf16.f32(rounded, total)
        ptx.inst.st.global_.b16(ptx.addr(py + row * 2), rounded)

    return row_sums


def test_a_last_tile_that_is_masked_wrongly_is_told_from_rounding() -> None:
    x = uniform(32, 24, seed=8)
    x[:, -1] = 1e-3
    x = x.astype(ml_dtypes.bfloat16)
    exact = double(x).sum(1)
    assert shadow_of(sums(24, 24), x).compare(exact)
    verdict = shadow_of(sums(24, 23), x).compare(exact)
    assert not verdict
    assert verdict.difference < verdict.rounding


@pytest.mark.parametrize("schedule", ["early", "random"])
def test_schedules_do_not_change_shadows(schedule: str) -> None:
    a, b = (uniform(128, 64, seed=each).astype(ml_dtypes.bfloat16) for each in (1, 2))
    built = example("hopper/gemm_tma_store.py")["build_gemm_tma_store"](128, 128, 64)
    verdict = shadow_of(built, a, b, schedule=schedule, seed=3).compare(double(a) @ double(b).T)
    assert verdict, verdict


def test_a_gemm_in_tensor_memory() -> None:
    a, b = (uniform(128, 64, seed=each).astype(ml_dtypes.bfloat16) for each in (1, 2))
    exact = double(a) @ double(b).T
    found = shadow_of(build_gemm_blackwell(), a, b)
    assert found.compare(exact)
    assert not found.restarted
    exact[:, 5] += 1e-4 * double(a)[:, 3]
    verdict = found.compare(exact)
    assert not verdict
    assert verdict.element[1] == 5
    assert verdict.difference < verdict.rounding


@pytest.mark.parametrize("numbers", ["mxfp8", "mxfp4", "nvfp4"])
def test_bugs_of_block_scales_below_the_rounding_are_told_from_it(numbers: str) -> None:
    names = example("blackwell/gemm_block_scaled.py")
    form, rows, depth = names["FORMATS"][numbers], 128, 256
    rng = np.random.default_rng(4)
    values = [rng.uniform(1, 4, (rows, depth)).astype(names["ELEMENTS"][form.type]) for _ in range(2)]
    factors = [np.exp2(rng.integers(0, 3, (rows, depth // form.block))) for _ in range(2)]
    factors[0][:, -1] = 2.0 ** -(
        6 + np.arange(rows) % 3
    )  # the last block of K is far smaller than the rounding
    factors = [each.astype(names["FACTORS"][numbers]) for each in factors]
    exact = names["gemm_ref"](*values, *factors)
    built = names["build_gemm_block_scaled"](rows, rows, depth, numbers=numbers, out=bf16)

    def verdict(a: Array, factors_a: Array, *, compares: bool = False) -> Any:
        elements = [names["pack_elements"](each, numbers) for each in (a, values[1])]
        packed = [names["pack_factors"](each) for each in (factors_a, factors[1])]
        return shadow_of(built, *elements, *packed, compares=compares).compare(exact)

    right = verdict(values[0], factors[0], compares=True)
    assert right, right
    dropped, masked = values[0].copy(), values[0].copy()
    dropped[:, -1] = 0  # what a kernel computes that leaves the last element of K out
    masked[-1, -form.block :] = 0  # one that masks the last tile of a row
    shifted = factors[0].copy()
    shifted[:, -1] = np.roll(shifted[:, -1], 1)  # one that reads the factors of another row
    for a, factors_a in ((dropped, factors[0]), (masked, factors[0]), (values[0], shifted)):
        wrong = verdict(a, factors_a)
        assert not wrong
        assert not wrong.ended
        assert wrong.difference < wrong.rounding


def test_attention_on_blackwell_with_exponentials_out_of_integers() -> None:
    names = example("blackwell/flash_attention.py")
    q, k, v = names["example"](1, 128, 128, 64)
    built = names["build_flash_attention"](1, 128, 128, 64)
    found = shadow_of(built, q, k, v)
    assert not found.restarted
    exact, _ = names["flash_attention_ref"](q, k, v)
    polynomial = 2.0**-13  # its error, which is not rounding
    assert not found.compare(exact, "Out")
    assert found.compare(exact, "Out", tolerance=polynomial)
    v[0, -1] += 0.125
    assert not shadow_of(built, q, k, v, compares=False).compare(exact, "Out", tolerance=polynomial)


def test_windows_and_softcaps_of_attention_on_blackwell() -> None:
    """Without an edge of the window, without the bound, or with a key more, the result is another one."""
    q, k, v = (uniform(1, rows_, 1, 64, seed=rows_).astype(np.float16) for rows_ in (20, 100, 101))
    v = v[:, :100].copy()
    built = build_attention_blackwell(64, dtype=f16, mask="window", softcap=True, arch="sm_103a")
    numbers: dict[str, Any] = {"scale": 0.5, "softcap": 2.0, "left": 60, "right": 10}
    found = shadow_of(built, q, k, v, compares=False, **numbers)
    assert not found.restarted
    wanted, _ = exact(q[0], k[0], v[0], **numbers)
    assert found.compare(wanted[None], "Out")
    for name, other in {"softcap": 2.1, "left": 61, "right": 9}.items():
        changed = shadow_of(built, q, k, v, compares=False, **numbers | {name: other})
        assert not changed.compare(wanted[None], "Out")
