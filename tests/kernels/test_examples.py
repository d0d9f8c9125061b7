"""Every example gives the right numbers on the simulator and assembles everywhere without a warning."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial, wraps
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
from tests.kernels.loops import report_of, smallest_loop

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


GEMMS = [
    ("ampere/gemm.py", "build_gemm"),
    ("ampere/gemm_pipelined.py", "build_gemm_pipelined"),
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
    ("gemm.py", "build_gemm", (200, 101, 128)),
    ("gemm_pipelined.py", "build_gemm_pipelined", (200, 101, 128)),
    ("gemm_highperf_ampere.py", "build_gemm_highperf", ()),
]


INPUTS: dict[str, Any] = {
    "vector_add.py": lambda n: (normal(n), normal(n)),
    "gemm": lambda m=200, n=102, k=128: (uniform_bf16(m, k), uniform_bf16(n, k)),
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


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("schedule", ["late", "early"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("path", "builder"), HOPPER, ids=HOPPER_IDS)
def test_gemm_of_a_warpgroup_runs_on_the_native_engine(
    path: str, builder: str, threads: int, schedule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = []

    @wraps(simulate)
    def launched(*args: Any, **options: Any) -> Any:
        report = simulate(*args, **options, native=True, schedule=schedule, threads=threads)
        engines.append(report.engine)
        return report

    monkeypatch.setattr(sim, "simulate", launched)
    source = example(path)
    a, b_t = uniform_bf16(300, 136), uniform_bf16(200, 136)
    out = source[builder](300, 200, 136)(a, b_t)
    assert engines == ["native"]
    np.testing.assert_allclose(out, source["gemm_ref"](a, b_t), rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas
@pytest.mark.parametrize(("path", "builder"), HOPPER, ids=HOPPER_IDS)
def test_gemm_of_a_warpgroup_assembles_without_warnings_or_spills(path: str, builder: str) -> None:
    compiled = ptxas.assemble(example(path)[builder](200, 102, 328).ptx(), "sm_90a")
    assert compiled.warnings == ()
    assert compiled.spill_bytes == 0


def attention(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    q = normal(heads, queries, width).astype(ml_dtypes.bfloat16)
    k = normal(heads // group, keys, width).astype(ml_dtypes.bfloat16)
    return q, k, k[:, ::-1].copy()


def grouped(n: int, k: int, *sizes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    ends = np.cumsum(sizes, dtype=np.int32)
    return uniform_bf16(int(ends[-1]), k), uniform_bf16(len(sizes), n, k), ends


@dataclass(frozen=True)
class Trial:
    """A kernel of `examples/hopper`, and what it is tried with.

    Attributes:
        path: The file.
        sizes: Arguments of its builder.
        inputs: Arguments of the kernel.
        options: Keywords of the builder.
        both: Those that the reference takes too.
    """

    path: str
    sizes: tuple[int, ...]
    inputs: tuple[np.ndarray, ...]
    options: dict[str, Any] = field(default_factory=dict)
    both: tuple[str, ...] = ()

    @property
    def source(self) -> dict[str, Any]:
        return example(f"hopper/{self.path}.py")

    def kernel(self) -> Any:
        return self.source[f"build_{self.path}"](*self.sizes, **self.options)

    def check(self, **launch: Any) -> None:
        """Run the kernel, and compare with the reference in f64, as closely as its type of output allows."""
        kernel, source = self.kernel(), self.source
        reference = source[f"{self.path}_ref" if f"{self.path}_ref" in source else "gemm_ref"]
        wanted = reference(*self.inputs, **{name: self.options[name] for name in self.both})
        half = kernel.out_specs[0].dtype.bits == 16
        made = np.zeros(wanted.shape, ml_dtypes.bfloat16 if half else np.float32)
        kernel.program().launch(*self.inputs, made, grid=kernel.grid, engine="sim", **launch)
        rtol, atol = (2**-8, 2e-3) if half else (1e-5, 1e-4)
        np.testing.assert_allclose(made.astype(np.float64), wanted, rtol=rtol, atol=atol)


def gemm_trial(path: str, m: int, n: int, k: int, **options: Any) -> Trial:
    return Trial(path, (m, n, k), (uniform_bf16(m, k), uniform_bf16(n, k)), options)


def attention_trial(
    heads: int, queries: int, keys: int, width: int, *, group: int = 1, causal: bool = False
) -> Trial:
    inputs = attention(heads, queries, keys, width, group=group)
    options = {"group": group, "causal": causal}
    return Trial("flash_attention", (heads, queries, keys, width), inputs, options, ("group", "causal"))


TRIALS = {
    "several tiles a cluster": gemm_trial("gemm_persistent", 300, 271, 136, sms=2),
    "a tile a cluster": gemm_trial("gemm_persistent", 300, 70, 64),
    "panels": gemm_trial("gemm_tma_store", 300, 264, 136, sms=2),
    "less than a panel": gemm_trial("gemm_tma_store", 40, 24, 72),
    "one key": attention_trial(1, 1, 1, 128, causal=True),
    "keys and queries": attention_trial(1, 70, 300, 128),
    "a diagonal": attention_trial(2, 200, 200, 64, causal=True),
    "groups of heads, a late diagonal": attention_trial(2, 130, 390, 64, group=2, causal=True),
}
HARD = ("several tiles a cluster", "panels", "groups of heads, a late diagonal")


@pytest.mark.parametrize("name", TRIALS)
def test_kernels_of_warpgroups(name: str) -> None:
    TRIALS[name].check()


@pytest.mark.parametrize("schedule", ["early", "random"])
@pytest.mark.parametrize("name", HARD)
def test_kernels_of_warpgroups_whenever_copies_land(name: str, schedule: str) -> None:
    TRIALS[name].check(schedule=schedule, seed=5, checks="all")


@pytest.mark.parametrize(
    ("path", "sizes", "options", "said"),
    [
        ("gemm_persistent", (64, 64, 12), {}, "K=12"),
        ("gemm_tma_store", (64, 12, 64), {}, "N=12"),
        ("flash_attention", (1, 64, 64, 96), {}, "width=96"),
        ("flash_attention", (3, 64, 64, 64), {"group": 2}, "heads=3"),
        ("flash_attention", (1, 64, 32, 64), {"causal": True}, "see no key"),
    ],
)
def test_kernels_of_warpgroups_say_what_they_take(
    path: str, sizes: tuple[int, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        example(f"hopper/{path}.py")[f"build_{path}"](*sizes, **options)


FULL_SIZES = [
    ("gemm_persistent", (4096, 4096, 4096), {}),
    ("gemm_persistent", (200, 101, 328), {}),
    ("gemm_tma_store", (4096, 4096, 4096), {}),
    ("flash_attention", (16, 4096, 4096, 64), {}),
    ("flash_attention", (16, 4096, 4096, 128), {"causal": True}),
]


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(("path", "sizes", "options"), FULL_SIZES)
def test_kernels_of_warpgroups_assemble_without_warnings_or_spills(
    path: str, sizes: tuple[int, ...], options: dict[str, Any]
) -> None:
    """No product of a warpgroup is serialised either: ptxas warns of that."""
    kernel = example(f"hopper/{path}.py")[f"build_{path}"](*sizes, **options)
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.registers == 168  # what three warpgroups start with
    products = sizes[-1] // 16 + 176 // 16 if path == "flash_attention" else 4
    body = smallest_loop(kernel, "HGMMA", products)
    assert sum("HGMMA" in line for line in body) == products
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))
    if path != "flash_attention":  # it has the softmax between its products
        assert len(body) - products <= 9 * products


@pytest.mark.parametrize("rank", [0, 3])
def test_a_rank_means_its_share_behind_a_multicast_address(rank: int) -> None:
    """The simulator has one device there: a rank of four sums one vector, and its signals count all ranks."""
    source = example("distributed/multicast_all_reduce.py")
    world, ctas = 4, source["CTAS"]
    share = ctas * source["VECTOR"] * 300
    vector, signals = normal(world * share), np.full(ctas, 2 * world, np.uint32)
    expected = vector.copy()
    expected[rank * share : (rank + 1) * share] /= world
    source["build_multicast_mean"](world, len(vector)).launch()(vector, signals, signals, rank, 0)
    np.testing.assert_array_equal(vector, expected)
    assert signals.tolist() == [2 * world + 2] * ctas
    source["simulated"](ctas * source["VECTOR"])


@pytest.mark.parametrize("world", [1, 2, 5])
def test_all_reduce_on_simulated_ranks(world: int) -> None:
    source = example("distributed/all_reduce.py")
    n = source["CTAS"] * world * 300
    reduce = source["build_all_reduce"](world, n).launch(grid=(source["CTAS"], world))
    signals = [np.zeros(source["CTAS"], np.uint32) for _ in range(world)]
    for epoch in range(2):
        vectors = normal(world, n)
        expected = source["all_reduce_ref"](vectors)
        reduce(*vectors, *signals, 0, epoch)
        np.testing.assert_allclose(vectors, expected, rtol=1e-6, atol=1e-6)
