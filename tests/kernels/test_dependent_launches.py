"""Kernels of the library that start before the kernel before them has ended."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, kernels, ptx, reg
from pyptx.errors import SimFault, TraceError
from pyptx.kernels import build_attention_backward_hopper, build_attention_decode
from pyptx.kernels.gradients import prepared
from pyptx.runtime.simulation import simulating
from pyptx.trace import current
from pyptx.types import f16, u32
from tests.kernels.test_attention_backward_hopper import Problem

if TYPE_CHECKING:
    from collections.abc import Callable


class Decode:
    """Attention with three splits."""

    def __init__(self, arch: str = "sm_90a") -> None:
        found = build_attention_decode(64, dtype=f16, arch=arch)
        assert found.combine is not None
        self.kernels = found.attend, found.combine
        rng = np.random.default_rng(0)
        self.q, self.k, self.v = (
            rng.standard_normal((2, rows, 2, 64)).astype(np.float16) for rows in (1, 150, 150)
        )

    def launches(self) -> list[Callable[[Any], Any]]:
        """Return the launches, each a function of what the one before it returned."""
        attend, combine = self.kernels
        return [
            lambda _: attend(self.q, self.k, self.v, scale=1 / 8, splits=3),
            lambda made: combine(*made),
        ]

    def check(self, made: Any) -> None:
        q, k, v = (x.astype(float) for x in (self.q, self.k, self.v))
        weights = np.exp(np.einsum("bqhd,bkhd->bhqk", q, k) / 8)
        wanted = np.einsum("bhqk,bkhd->bqhd", weights / weights.sum(3, keepdims=True), v)
        np.testing.assert_allclose(made[0], wanted, atol=2e-3)


class Backward:
    """Gradients of attention: the sums of dQ, then dQ."""

    def __init__(self, heads: int = 1) -> None:
        self.problem = Problem(1, 140, 70, heads, 1, 64, dtype=f16)
        found = build_attention_backward_hopper(64, dtype=f16)
        self.kernels = found.prepare, found.gradients, found.finish

    def launches(self) -> list[Callable[[Any], Any]]:
        """Return the launches, each a function of what the one before it returned."""
        given = self.problem
        scale: dict[str, Any] = {"scale": given.scale}
        prepare, gradients, finish = self.kernels

        def add(made: Any) -> Any:
            gradients(given.q, given.k, given.v, given.do, *made, **scale)
            return made[1]

        return [
            lambda _: prepare(given.out, given.do, given.lse, given.dlse, blocks=2),
            add,
            lambda sums: finish(sums, queries=140, **scale),
        ]

    def check(self, made: Any) -> None:
        wanted = self.problem.expected[0]
        assert np.abs(made.astype(float) - wanted).max() < 4e-3 * np.abs(wanted).max()


def run_overlapped(launches: list[Callable[[Any], Any]]) -> tuple[Any, list[Any]]:
    """Run each launch as if it started before the one before it has ended; return the result and reports."""
    made: Any = None
    details: list[Any] = []
    for launch in launches:
        before = details[-1] if details else None
        with simulating(checks="all", footprint=True, after=before) as reports:
            made = launch(made)
        (report,) = reports
        details.append(report.detail)
    return made, details


@pytest.mark.parametrize(("chain", "options"), [(Decode, {}), (Backward, {"heads": 2})])
def test_dependent_kernels_are_right_when_they_overlap(chain: Any, options: dict[str, int]) -> None:
    """Two heads of queries share one of keys in the gradients."""
    found = chain(**options)
    made, details = run_overlapped(found.launches())
    found.check(made)
    assert all("griddepcontrol.launch_dependents" in detail.histogram for detail in details[:-1])
    assert [kernel.program().pdl for kernel in found.kernels] == [False] + [True] * (len(details) - 1)


@pytest.mark.parametrize(
    ("chain", "name"),
    [
        (Decode, "attention_decode_combine"),
        (Backward, "attention_backward"),
        (Backward, "attention_backward_finish"),
    ],
)
def test_a_missing_wait_is_reported(chain: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = type(ptx.griddepcontrol).wait

    def wait(self: Any, **options: Any) -> None:
        if current().name != name:
            write(self, **options)

    monkeypatch.setattr(type(ptx.griddepcontrol), "wait", wait)
    with pytest.raises(
        SimFault, match=r"^grid-dependency: .*which (the grid before this one|an earlier grid) wrote"
    ):
        run_overlapped(chain().launches())


def test_older_targets_have_no_dependent_launches() -> None:
    found = Decode("sm_80")
    assert [kernel.program().pdl for kernel in found.kernels] == [False, False]
    assert all("griddepcontrol" not in kernel.ptx() for kernel in found.kernels)


ROWS, WIDTH, COLUMNS = 20, 64, 24


def numbers(*shape: int) -> np.ndarray:
    """Some numbers in f16."""
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float16)


def fp8_product(x: np.ndarray, **options: Any) -> Any:
    """A GEMM of fp8 whose A are the bits of X."""
    a, scales = x.view(ml_dtypes.float8_e4m3fn), np.ones((1, 1), np.float32)
    b_t = np.ones((COLUMNS, 2 * WIDTH), ml_dtypes.float8_e4m3fn)
    return kernels.build_gemm_fp8_hopper(**options)(a, scales.repeat(ROWS, 1), b_t, scales)


def scaled_product(x: np.ndarray, **options: Any) -> Any:
    """A GEMM with scales of blocks, whose A are the bits of X."""
    a, ones = x.view(ml_dtypes.float8_e4m3fn), np.full((1, 1, 128), 0x7F7F7F7F, np.uint32)
    return kernels.gemm_block_scaled(
        a, np.ones((COLUMNS, 2 * WIDTH), ml_dtypes.float8_e4m3fn), ones, ones, **options
    )


def heads(x: np.ndarray) -> list[np.ndarray]:
    """Rows of one head, as Q, K and V."""
    return [x.reshape(1, ROWS, 1, WIDTH)] * 3


SOURCE = np.random.default_rng(0).integers(0x20, 0x38, (ROWS, 2 * WIDTH), np.uint8).view(np.float16)
"""Numbers above 0, also as bytes of e4m3."""
BIAS, WEIGHT, ENDS = numbers(COLUMNS), numbers(WIDTH), np.array([7, 7, ROWS], np.int32)
CALLS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "gemm": (lambda x, **o: kernels.gemm(x, numbers(COLUMNS, WIDTH), bias=BIAS, **o), ("sm_90a", "sm_100a")),
    "gemm, odd columns": (lambda x, **o: kernels.gemm(x, numbers(23, WIDTH), **o), ("sm_90a",)),
    "fp8": (fp8_product, ("sm_90a",)),
    "grouped_gemm": (
        lambda x, **o: kernels.grouped_gemm(x, numbers(3, COLUMNS, WIDTH), ENDS, **o),
        ("sm_90a", "sm_100a"),
    ),
    "gemm_block_scaled": (scaled_product, ("sm_100a",)),
    "attention": (lambda x, **o: kernels.attention(*heads(x), **o), ("sm_90a", "sm_100a")),
    "decode_attention": (lambda x, **o: kernels.decode_attention(*heads(x), **o), ("sm_90a",)),
    "rms_norm": (lambda x, **o: kernels.rms_norm(x, WEIGHT, **o), ("sm_90a", "sm_100a")),
    "layer_norm": (lambda x, **o: kernels.layer_norm(x, WEIGHT, WEIGHT, **o), ("sm_90a",)),
    "softmax": (lambda x, **o: kernels.softmax(x, **o), ("sm_90a",)),
    "swiglu": (lambda x, **o: kernels.swiglu(x, x, **o), ("sm_90a",)),
}
"""Functions of the rows X, each with targets."""
CASES = [(name, arch) for name, (_, archs) in CALLS.items() for arch in archs]


@kernel(in_specs=(Tile("N", u32),), out_specs=(Tile("N", u32),), grid=(1,), block=(32,), arch="sm_90")
def copy(X: Any, Y: Any) -> None:
    """Copy words, and let the next kernel start before."""
    ptx.griddepcontrol.launch_dependents()
    word = reg.scalar(u32)
    px, py = (x + reg.from_(ptx.special.tid.x(), u32) * 4 for x in ptx.global_ptrs(X, Y))
    for place in ptx.range_(0, X.shape[0] * 4, 128):
        ptx.ld(u32, word, ptx.addr(px + place))
        ptx.st(u32, ptx.addr(py + place), word)


def run_behind_a_copy(name: str, arch: str) -> tuple[Any, Any]:
    """Run a call as if it started before X is copied; return its result, and the report."""
    x = np.zeros_like(SOURCE)

    def words(array: np.ndarray) -> np.ndarray:
        return array.view(np.uint32).reshape(-1)

    launches = [
        lambda _: copy(words(SOURCE), out=words(x)),
        lambda _: CALLS[name][0](x, pdl=True, arch=arch),
    ]
    made, (_, report) = run_overlapped(launches)
    np.testing.assert_array_equal(x, SOURCE)
    return made, report


def test_every_function_of_the_library_may_be_dependent() -> None:
    functions = {name for name in kernels.__all__ if not name.startswith("build_")}
    assert functions <= CALLS.keys()
    options = {name: signature(getattr(kernels, name)).parameters for name in kernels.__all__}
    assert {name for name, of in options.items() if "pdl" not in of} == {"build_attention_backward_hopper"}


@pytest.mark.parametrize(("name", "arch"), CASES)
def test_a_dependent_kernel_of_the_library_is_right(name: str, arch: str) -> None:
    made, report = run_behind_a_copy(name, arch)
    np.testing.assert_array_equal(made, CALLS[name][0](SOURCE, arch=arch))
    assert report.histogram["griddepcontrol.launch_dependents"]


@pytest.mark.parametrize(("name", "arch"), CASES)
def test_a_kernel_of_the_library_that_does_not_wait_is_reported(
    name: str, arch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(ptx.griddepcontrol), "wait", lambda _: None)
    for place in list(vars(prepared)):
        monkeypatch.delattr(prepared, place)
    with pytest.raises(SimFault, match=r"^grid-dependency: .*which the grid before this one wrote"):
        run_behind_a_copy(name, arch)


def test_graphs_launch_dependent_kernels() -> None:
    torch: Any = pytest.importorskip("torch")
    jax: Any = pytest.importorskip("jax")
    x, w = numbers(ROWS, WIDTH), numbers(COLUMNS, WIDTH)

    def both(x: Any, w: Any) -> Any:
        return kernels.gemm(kernels.softmax(x, pdl=True), w, pdl=True)

    expected = kernels.gemm(kernels.softmax(x), w)
    compiled = torch.compile(both, fullgraph=True, backend="eager")
    calls: list[Callable[[], Any]] = [
        lambda: compiled(torch.from_numpy(x), torch.from_numpy(w)).numpy(),
        lambda: jax.block_until_ready(jax.jit(both)(x, w)),
    ]
    for call in calls:
        with simulating() as reports:
            np.testing.assert_array_equal(call(), expected)
        assert [report.program is not None and report.program.pdl for report in reports] == [True, True]


def test_an_older_target_is_named() -> None:
    with pytest.raises(TraceError, match=r"^pdl=True: sm_80 has no dependent launches"):
        kernels.softmax(numbers(ROWS, WIDTH), pdl=True, arch="sm_80")
