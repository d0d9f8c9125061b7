"""The examples for Blackwell: right numbers on the simulator, machine code without spills or advice."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.kernels import build_gemm_grouped_blackwell
from pyptx.sim.native import MISSING
from pyptx.toolchain import ptxas
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import check_issuing_loop, check_report, smallest_loop

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


@keeping
def probe_of(name: str) -> Any:
    return SUITE["PROBES"][name]()


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("name", SUITE["PROBES"])
def test_a_probe_is_right_in_any_order(name: str, schedule: str) -> None:
    probe = probe_of(name)
    made, _ = probe.kernel.run(*probe.inputs, checks="all", schedule=schedule, seed=1)
    expected = np.asarray(probe.expected, np.float64)
    np.testing.assert_allclose(np.asarray(made, np.float64), expected, rtol=0, atol=probe.tolerance)


def test_the_suite_has_thirteen_probes() -> None:
    assert len(SUITE["PROBES"]) == 13


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
@pytest.mark.parametrize("name", SUITE["PROBES"])
def test_a_probe_assembles_without_spills_or_advice(name: str, arch: str) -> None:
    compiled = ptxas.assemble(SUITE["PROBES"][name](arch=arch).kernel.ptx(), arch)
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0


def checked(kernel: Any, schedule: str, *arrays: np.ndarray) -> None:
    """Run a kernel once with all checks."""
    kernel.program().launch(*arrays, grid=kernel.grid, engine="sim", schedule=schedule, seed=5, checks="all")


GEMM = run_path(str(EXAMPLES / "gemm_highperf_blackwell.py"))


def bf16_uniform(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(ml_dtypes.bfloat16)


def builders_of(names: dict[str, Any]) -> list[str]:
    """The builders of kernels that an example defines itself."""
    own = {name: getattr(value, "__code__", None) for name, value in names.items()}
    return [
        name
        for name, code in own.items()
        if name.startswith("build_") and code is not None and code.co_filename == names["__file__"]
    ]


BUILDERS = builders_of(GEMM)


@pytest.mark.parametrize(
    ("sizes", "out"),
    [
        ((128, 256, 64), f16),
        ((200, 264, 328), bf16),
        ((300, 512, 456), f32),
        ((70, 40, 1032), f16),
        ((257, 272, 840), bf16),
    ],
    ids=str,
)
@pytest.mark.parametrize("builder", BUILDERS)
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


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("schedule", ["early", "random"])
def test_gemm_is_free_of_races(builder: str, schedule: str) -> None:
    """A CTA has more tiles than accumulators, so that accumulators are used again."""
    a, b_t, d = bf16_uniform(200, 136), bf16_uniform(776, 136), np.zeros((200, 776), np.float32)
    checked(built(builder, 200, 776, 136, out=f32, sms=2), schedule, a, b_t, d)
    np.testing.assert_allclose(d, GEMM["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
@pytest.mark.parametrize("builder", BUILDERS)
def test_gemm_assembles_without_spills_or_advice(builder: str, arch: str) -> None:
    check_report(GEMM[builder](512, 512, 512, arch=arch))


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("builder", "options"),
    [
        ("build_gemm", {"bias": True, "activation": "silu"}),
        ("build_gemm", {"scaled": True}),
        ("build_gemm_2sm", {"scaled": True, "bias": True, "activation": "gelu"}),
    ],
)
def test_gemm_with_other_terms_assembles_without_spills_or_advice(
    builder: str, options: dict[str, Any]
) -> None:
    kernel = GEMM[builder](4096, 4096, 4096, **options)
    check_report(kernel)
    check_issuing_loop(smallest_loop(kernel, "UTCHMMA"))


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("k", [4096, 4160, 6144])
@pytest.mark.parametrize("builder", BUILDERS)
def test_the_loop_that_issues_is_short(builder: str, k: int) -> None:
    """Also where K leaves a rest after the rounds of the ring."""
    check_issuing_loop(smallest_loop(GEMM[builder](4096, 4096, k), "UTCHMMA"))


EXPERIMENTAL = run_path(str(EXAMPLES / "gemm_experimental_blackwell.py"))
FEW: dict[str, dict[str, Any]] = {"build_gemm_snake": {"out": f32, "sms": 4}, "build_gemm_plain": {}}
EXPERIMENTS = {name: FEW.get(name, {"out": f32}) for name in builders_of(EXPERIMENTAL)}
"""Builders, and their options for a small card."""


@keeping
def built(builder: str, m: int, n: int, k: int, **options: Any) -> Any:
    return (GEMM if builder in BUILDERS else EXPERIMENTAL)[builder](m, n, k, **options)


@pytest.mark.parametrize(
    "sizes", [(128, 256, 64), (200, 264, 136), (70, 520, 8), (257, 36, 200), (300, 1032, 72)], ids=str
)
@pytest.mark.parametrize("builder", EXPERIMENTS)
def test_gemm_experimental(builder: str, sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    a, b_t = bf16_uniform(m, k), bf16_uniform(n, k)
    made = EXPERIMENTAL[builder](m, n, k, **EXPERIMENTS[builder])(a, b_t)
    np.testing.assert_allclose(made, EXPERIMENTAL["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("checks", [None, "all"])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("builder", [*BUILDERS, *EXPERIMENTS])
def test_gemms_run_on_the_native_engine(builder: str, schedule: str, checks: str | None) -> None:
    kernel = built(builder, 200, 520, 136, **EXPERIMENTS.get(builder, {"out": f32, "sms": 2}))
    a, b_t, d = bf16_uniform(200, 136), bf16_uniform(520, 136), np.zeros((200, 520), np.float32)
    report = kernel.program().launch(
        a, b_t, d, grid=kernel.grid, engine="sim", schedule=schedule, seed=3, checks=checks
    )
    assert report.detail.engine == "native"
    np.testing.assert_allclose(d, EXPERIMENTAL["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


def test_gemm_snake_walks_every_tile_of_a_wide_grid() -> None:
    a, b_t = bf16_uniform(600, 8), bf16_uniform(1300, 8)
    made = EXPERIMENTAL["build_gemm_snake"](600, 1300, 8, out=f32, sms=4)(a, b_t)
    np.testing.assert_allclose(made, EXPERIMENTAL["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("builder", EXPERIMENTS)
def test_gemm_experimental_is_free_of_races(builder: str) -> None:
    """Most clusters of a kernel that steals do not start: the others take their tiles."""
    a, b_t, d = bf16_uniform(256, 72), bf16_uniform(776, 72), np.zeros((256, 776), np.float32)
    checked(EXPERIMENTAL[builder](256, 776, 72, **EXPERIMENTS[builder]), "random", a, b_t, d)
    np.testing.assert_allclose(d, EXPERIMENTAL["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
@pytest.mark.parametrize("builder", EXPERIMENTS)
def test_gemm_experimental_assembles_without_spills_or_advice(builder: str, arch: str) -> None:
    kernel = EXPERIMENTAL[builder](4096, 4096, 4096, arch=arch)
    check_report(kernel)
    body = smallest_loop(kernel, "UTCHMMA")
    if builder == "build_gemm_plain":  # its loop also loads
        assert not re.search("ERRBAR|CCTL|LDL|STL", "\n".join(body))
        assert re.findall(r"MEMBAR\S*", "\n".join(body)) == ["MEMBAR.ALL.CTA"]
    else:
        check_issuing_loop(body)


def test_gemm_plain_says_which_k_it_takes() -> None:
    with pytest.raises(ValueError, match="K=12: this kernel takes a multiple of 8"):
        EXPERIMENTAL["build_gemm_plain"](64, 64, 12)


SCALED = run_path(str(EXAMPLES / "gemm_block_scaled.py"))


@pytest.mark.parametrize("numbers", SCALED["FORMATS"])
@pytest.mark.parametrize(
    ("sizes", "out"),
    [
        ((128, 128, 256), f32),
        ((1, 8, 32), bf16),
        ((200, 136, 320), f16),
        ((130, 272, 96), f32),
        ((64, 40, 1440), bf16),
    ],
    ids=str,
)
def test_gemm_block_scaled(numbers: str, sizes: tuple[int, int, int], out: PtxType) -> None:
    inputs, expected = SCALED["example"](*sizes, numbers)
    kernel = SCALED["build_gemm_block_scaled"](*sizes, numbers=numbers, out=out, sms=2)
    made = np.asarray(kernel(*inputs), np.float64)
    relative = {"bf16": 2**-8, "f16": 2**-11, "f32": 1e-5}[str(out)]
    np.testing.assert_allclose(made, expected, rtol=relative, atol=1e-3)


@pytest.mark.parametrize(
    ("numbers", "schedule"), [("mxfp8", "early"), ("mxfp4", "random"), ("nvfp4", "random")]
)
def test_gemm_block_scaled_is_free_of_races(numbers: str, schedule: str) -> None:
    sizes = (130, 136, 800)
    inputs, expected = SCALED["example"](*sizes, numbers)
    made = np.zeros(sizes[:2], np.float32)
    checked(
        SCALED["build_gemm_block_scaled"](*sizes, numbers=numbers, out=f32, sms=1), schedule, *inputs, made
    )
    np.testing.assert_allclose(made, expected, rtol=1e-5, atol=1e-3)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
@pytest.mark.parametrize("numbers", SCALED["FORMATS"])
def test_gemm_block_scaled_assembles_without_spills_or_advice(numbers: str, arch: str) -> None:
    kernel = SCALED["build_gemm_block_scaled"](4096, 4096, 8192, numbers=numbers, arch=arch)
    check_report(kernel)
    check_issuing_loop(smallest_loop(kernel, "MMA"))


@pytest.mark.parametrize(
    ("sizes", "options", "said"),
    [
        ((64, 64, 48), {}, "K=48: this kernel takes a multiple of 32"),
        ((64, 60, 64), {}, "N=60: this kernel takes a multiple of 8"),
        ((64, 64, 64), {"numbers": "fp4"}, "numbers='fp4': this kernel takes 'mxfp8', 'mxfp4', 'nvfp4'"),
    ],
)
def test_gemm_block_scaled_says_what_it_takes(
    sizes: tuple[int, int, int], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        SCALED["build_gemm_block_scaled"](*sizes, **options)


GROUPED = run_path(str(EXAMPLES / "grouped_gemm.py"))


def grouped(n: int, k: int, *sizes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Inputs of a grouped GEMM whose groups have so many rows."""
    ends = np.cumsum(sizes, dtype=np.int32)
    return bf16_uniform(int(ends[-1]), k), bf16_uniform(len(sizes), n, k), ends


def build_grouped(n: int, k: int, *sizes: int, sms: int = 2) -> Any:
    return GROUPED["build_ragged_gemm"](sum(sizes), len(sizes), n, k, sms=sms)


@pytest.mark.parametrize(
    ("n", "k", "sizes", "sms"),
    [
        (136, 136, (70, 0, 130, 5), 2),
        (128, 64, (0, 128), 3),
        (8, 8, (1,), 1),
        (264, 328, (0, 0, 129, 0), 2),
        (256, 584, (3, 1, 4, 1, 5), 1),
        (64, 72, (128, 0), 1),
    ],
)
def test_grouped_gemm(n: int, k: int, sizes: tuple[int, ...], sms: int) -> None:
    inputs = grouped(n, k, *sizes)
    made = build_grouped(n, k, *sizes, sms=sms)(*inputs)
    expected = GROUPED["ragged_gemm_ref"](*inputs)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-8, atol=2e-3)


def test_the_number_of_groups_is_a_launch_argument(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pyptx.kernel")
    kernel = build_gemm_grouped_blackwell(sms=2)
    for sizes in ((70, 5), (3, 0, 9), (1,)):
        inputs = grouped(72, 64, *sizes)
        expected = GROUPED["ragged_gemm_ref"](*inputs)
        np.testing.assert_allclose(kernel(*inputs).astype(np.float64), expected, rtol=2**-8, atol=2e-3)
    assert sum("traced" in record.getMessage() for record in caplog.records) == 1
    with pytest.raises(ValueError, match="641 groups: this kernel has shared memory for the ends of 640"):
        kernel(*grouped(72, 64, *[1] * 641))


@pytest.mark.parametrize("schedule", ["early", "random"])
def test_grouped_gemm_is_free_of_races(schedule: str) -> None:
    sizes = (70, 0, 130, 5)
    inputs = grouped(264, 72, *sizes)
    made = np.zeros((sum(sizes), 264), ml_dtypes.bfloat16)
    checked(build_grouped(264, 72, *sizes), schedule, *inputs, made)
    expected = GROUPED["ragged_gemm_ref"](*inputs)
    np.testing.assert_allclose(made.astype(np.float64), expected, rtol=2**-8, atol=2e-3)


def test_grouped_gemm_leaves_rows_behind_the_last_group_alone() -> None:
    a, b_t, _ = grouped(64, 64, 200)
    made = np.full((200, 64), 7, ml_dtypes.bfloat16)
    checked(build_grouped(64, 64, 200), "late", a, b_t, np.array([150], np.int32), made)
    expected = GROUPED["ragged_gemm_ref"](a[:150], b_t, np.array([150]))
    np.testing.assert_allclose(made[:150].astype(np.float64), expected, rtol=2**-8, atol=2e-3)
    assert (made[150:] == 7).all()


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a"])
def test_grouped_gemm_assembles_without_spills_or_advice(arch: str) -> None:
    kernel = GROUPED["build_ragged_gemm"](4096, 8, 2048, 2048, arch=arch)
    check_report(kernel)
    check_issuing_loop(smallest_loop(kernel, "UTCHMMA"))


@pytest.mark.parametrize(("n", "k", "said"), [(12, 64, "N=12"), (64, 12, "K=12")])
def test_grouped_gemm_says_which_sizes_it_takes(n: int, k: int, said: str) -> None:
    with pytest.raises(ValueError, match=f"{said}: this kernel takes a multiple of 8"):
        build_grouped(n, k, 64)


KERNELS: dict[str, Any] = {
    **{builder: GEMM[builder] for builder in BUILDERS},
    **{builder: EXPERIMENTAL[builder] for builder in EXPERIMENTS if builder != "build_gemm_plain"},
    **{numbers: partial(SCALED["build_gemm_block_scaled"], numbers=numbers) for numbers in SCALED["FORMATS"]},
    "grouped": lambda _m, n, k: build_grouped(n, k, 70, 0, 130),
    "equal": lambda m, n, k, **options: GROUPED["build_grouped_gemm"](2, m // 2, n, k, **options).kernel,
}
"""Builders of kernels with a ring, by M, N and K."""


@pytest.mark.parametrize("name", [*KERNELS, "scaling", "pairing"])
def test_ptxas_of_cuda_13_0_takes_every_form(name: str) -> None:
    """It takes no constant mask, and no default size of scale vectors before PTX 8.8."""
    text = (KERNELS[name](512, 512, 512) if name in KERNELS else SUITE["PROBES"][name]().kernel).ptx()
    assert not re.search(r"multicast::cluster\.b64 \[\S+\], \d|block_scale \[", text)


@pytest.mark.parametrize("name", KERNELS)
def test_the_ring_has_128_kb_in_flight(name: str) -> None:
    """The bytes that all its barriers await together, in each CTA."""
    kernel = KERNELS[name](4096, 4096, 4096)
    awaited = dict(re.findall(r"expect_tx\S* \S+ \[(dynamic_smem\+\d+)\], (\d+);", kernel.ptx()))
    ctas = (kernel.cluster or (1,))[0]
    assert sum(map(int, awaited.values())) // ctas >= 128 * 1024


@pytest.mark.parametrize("out", [f32, bf16])
@pytest.mark.parametrize("name", KERNELS)
def test_the_epilogue_has_no_bank_conflicts(name: str, out: PtxType) -> None:
    m, n, k = 200, 264, 96
    inputs: Any
    element = np.float32 if out == f32 else ml_dtypes.bfloat16
    if name == "grouped":
        kernel, inputs, element = KERNELS[name](m, n, k), grouped(n, k, 70, 0, 130), ml_dtypes.bfloat16
    elif name == "equal":
        kernel, inputs = KERNELS[name](m, n, k, out=out), (bf16_uniform(m, k), bf16_uniform(2, k, n))
    elif name in SCALED["FORMATS"]:
        kernel, inputs = KERNELS[name](m, n, k, out=out), SCALED["example"](m, n, k, name)[0]
    else:
        kernel, inputs = KERNELS[name](m, n, k, out=out), (bf16_uniform(m, k), bf16_uniform(n, k))
    made = np.zeros((m, n), element)
    report = kernel.program().launch(*inputs, made, grid=kernel.grid, engine="sim", profile=True)
    assert report.detail.profile.traffic["shared"].conflicts == 0


def test_every_builder_of_the_examples_is_tested() -> None:
    """By its name in a file of this folder, or in the lists of this one, which are drawn from the example."""
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    for path in EXAMPLES.glob("*.py"):
        for name in builders_of(run_path(str(path))):
            drawn = name in BUILDERS or name in EXPERIMENTS
            assert drawn or f'["{name}"]' in texts, f"{path.name}: no test builds {name}"
