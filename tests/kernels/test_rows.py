"""The kernels over rows: numbers on all targets, and what their machine code promises about memory."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import sim
from pyptx.arch import arch as find_arch
from pyptx.kernels import build_layer_norm
from pyptx.kernels.rows import divide
from pyptx.perf.lints import Linter
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from pyptx.toolchain import ptxas
from pyptx.types import PtxType, bf16, f16, f32, f64

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NUMPY = {f32: np.float32, bf16: ml_dtypes.bfloat16, f16: np.float16}
FOLDERS = {"sm_80": "ampere", "sm_90a": "hopper", "sm_100a": "blackwell"}
TARGETS = ("sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a")
FILES = {
    "rms_norm": ("rms_norm", 1),
    "layer_norm": ("layer_norm", 2),
    "softmax": ("softmax", 0),
    "swiglu": ("fused_silu_mul", 0),
}
"""File, the name in its functions, and the number of its vectors."""
TOLERANCES = {f32: 1e-5, bf16: 2**-7, f16: 2**-10}


@cache
def source_of(name: str) -> dict[str, Any]:
    """Return the globals of an example."""
    return run_path(str(EXAMPLES / name))


@cache
def kernel_of(
    build: Callable[..., Any], columns: int | None, dtype: PtxType, arch: str, **options: Any
) -> Any:
    """Build a kernel; a kernel of SwiGLU has no number of columns."""
    return build(*(() if columns is None else (columns,)), dtype=dtype, arch=arch, **options)


@dataclass(frozen=True)
class Rows:
    """A kernel over rows, and its inputs.

    Attributes:
        file: Its file.
        rows, columns: Size of its matrices.
        dtype: Element type of its inputs.
        options: Other keywords of its builder.
        arch: Target.
    """

    file: str
    rows: int
    columns: int
    dtype: PtxType = f32
    options: dict[str, Any] = field(default_factory=dict)
    arch: str = "sm_90a"

    @property
    def source(self) -> dict[str, Any]:
        return source_of(f"{FOLDERS.get(self.arch, 'ampere')}/{self.file}.py")

    def kernel(self) -> Any:
        columns = None if self.file == "swiglu" else self.columns
        return kernel_of(
            self.source[f"build_{FILES[self.file][0]}"], columns, self.dtype, self.arch, **self.options
        )

    def inputs(self) -> tuple[np.ndarray, ...]:
        rng = np.random.default_rng(self.columns)
        matrices = 1 + (self.file == "swiglu" or self.options.get("residual", False))
        shapes: list[tuple[int, ...]] = [(self.rows, self.columns)] * matrices
        shapes[1:1] = [(self.columns,)] * FILES[self.file][1]
        numbers = [3 * rng.standard_normal(shape, dtype=np.float32) + 1 for shape in shapes]
        return tuple(array.astype(NUMPY[self.dtype]) for array in numbers)

    def expected(self, *inputs: np.ndarray) -> tuple[np.ndarray, ...]:
        name = FILES[self.file][0]
        made = self.source.get(f"{name}_outputs", self.source[f"{name}_ref"])(*inputs)
        if self.file == "swiglu":
            return (made,)
        first, *others = made
        if self.file != "softmax":
            sums, *others = others
            first = (first, sums) if self.options.get("residual") else (first,)
        else:
            first = (first,)
        return (*first, *others) if self.options.get("statistics") else first

    @property
    def sizes(self) -> dict[str, int]:
        return {"M": self.rows, "F": self.columns} if self.file == "swiglu" else {"B": self.rows}

    def run(self, **launch: Any) -> tuple[np.ndarray, ...]:
        """The outputs, by default of the native engine where there is one."""
        kernel, inputs = self.kernel(), self.inputs()
        shapes = [(self.rows, self.columns)[: len(tile.shape)] for tile in kernel.out_specs]
        types = [NUMPY[tile.dtype] for tile in kernel.out_specs]
        made = tuple(np.zeros(shape, dtype) for shape, dtype in zip(shapes, types, strict=True))
        grid = kernel.grid(**self.sizes)
        kernel.program().launch(*inputs, *made, *self.sizes.values(), grid=grid, engine="sim", **launch)
        return made

    def check(self, **launch: Any) -> None:
        """Compare each output with the reference in f64."""
        outputs, types = self.run(**launch), [tile.dtype for tile in self.kernel().out_specs]
        for made, wanted, dtype in zip(outputs, self.expected(*self.inputs()), types, strict=True):
            tolerance = TOLERANCES[dtype]
            np.testing.assert_allclose(made.astype(np.float64), wanted, rtol=tolerance, atol=tolerance)


SIZES = [(1, 1), (5, 33), (17, 128), (9, 129), (2, 1002), (3, 2055), (2, 8192)]
EVERYTHING = {
    "rms_norm": {"residual": True, "statistics": True},
    "layer_norm": {"residual": True, "statistics": True},
    "softmax": {"statistics": True},
    "swiglu": {},
}


@pytest.mark.parametrize("arch", FOLDERS)
@pytest.mark.parametrize(("rows", "columns"), SIZES)
@pytest.mark.parametrize("file", FILES)
def test_rows(file: str, rows: int, columns: int, arch: str) -> None:
    for dtype in (f32, bf16, f16):
        Rows(file, rows, columns, dtype, EVERYTHING[file], arch).check()
    for dtype, out in ((bf16, f32), (f32, f16)):
        Rows(file, rows, columns, dtype, {"out": out}, arch).check()


LONG = [
    Rows("rms_norm", 2, 32771, options={"residual": True}),
    Rows("rms_norm", 1, 262144),
    Rows("layer_norm", 2, 65536, options={"statistics": True}),
    Rows("layer_norm", 1, 262143, bf16, {"residual": True}),
    Rows("softmax", 2, 40001, f16),
    Rows("softmax", 1, 16392, bf16, {"statistics": True}),
    Rows("layer_norm", 1, 131072, options={"residual": True}, arch="sm_80"),
    Rows("softmax", 1, 70001, bf16, arch="sm_80"),
    Rows("rms_norm", 1, 300000, arch="sm_100a"),
]


@pytest.mark.parametrize("case", LONG, ids=lambda case: f"{case.file}-{case.columns}-{case.arch}")
def test_long_rows_have_a_cluster_or_are_loaded_again(case: Rows) -> None:
    assert (case.kernel().cluster > (1, 1, 1)) == (case.arch != "sm_80")
    case.check()


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("columns", [129, 2055, 33000])
@pytest.mark.parametrize("file", FILES)
def test_no_check_reports_anything(file: str, columns: int, schedule: str) -> None:
    Rows(file, 3, columns, bf16, EVERYTHING[file]).check(checks="all", schedule=schedule, seed=7)


@pytest.mark.parametrize("file", FILES)
def test_sizes_are_launch_arguments(file: str) -> None:
    kernel = Rows(file, 1, 40).kernel()
    texts = set()
    for rows in (1, 3, 40):
        case = Rows(file, rows, 40)
        made = kernel(*case.inputs())
        np.testing.assert_allclose(made, case.expected(*case.inputs())[0], rtol=1e-5, atol=1e-5)
        texts.add(kernel.ptx(**case.sizes))
    assert len(texts) == 1


def test_rows_of_minus_infinity_but_one_element() -> None:
    x = np.full((2, 1001), -np.inf, np.float32)
    x[:, 500] = 3
    wanted = np.zeros_like(x)
    wanted[:, 500] = 1
    np.testing.assert_array_equal(Rows("softmax", 2, 1001).kernel()(x), wanted)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("columns", [1000, 1001, 33000])
@pytest.mark.parametrize("file", FILES)
def test_both_engines_give_the_same_bytes(file: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for native in (True, False):
        monkeypatch.setattr(sim, "simulate", partial(simulate, native=native))
        results.append([made.tobytes() for made in Rows(file, 2, columns, bf16, EVERYTHING[file]).run()])
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("file", "columns", "dtype", "said"),
    [
        ("rms_norm", 0, f32, "N=0"),
        ("softmax", 64, f64, "takes one or more columns of f32, bf16 or f16"),
        ("swiglu", 64, f64, "dtype=f64"),
    ],
)
def test_rows_say_what_they_take(file: str, columns: int, dtype: PtxType, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Rows(file, 1, columns, dtype).kernel()


def test_rows_without_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="the number of columns: give N"):
        build_layer_norm()


def test_swiglu_refuses_what_its_registers_do_not_count() -> None:
    kernel = Rows("swiglu", 1, 1).kernel()
    with pytest.raises(ValueError, match="pass some rows"):
        kernel.grid(M=2**16, F=2**16)


PLAIN = ((136, f32), (1000, bf16), (8192, bf16), (65536, bf16), (16392, f32))
FULL = ((129, f32), (520, bf16), (4104, f32), (12345, bf16), (32768, f32), (100001, bf16), (262144, f32))
BUILT = [
    (file, *case, options)
    for which, file in enumerate(("rms_norm", "layer_norm", "softmax"))
    for cases, options in ((PLAIN, {}), (FULL, EVERYTHING[file]))
    for case in cases[which::3]
]
"""File, columns, element type and options: the files, which load rows alike, take turns at the sizes.

`test_bars.py` has the narrowest and the widest rows of each file, and SwiGLU.
"""


@pytest.mark.ptxas
@pytest.mark.parametrize(("file", "columns", "dtype", "options"), BUILT, ids=str)
def test_many_bytes_are_on_their_way(
    file: str, columns: int, dtype: PtxType, options: dict[str, Any]
) -> None:
    """32 KiB for a multiprocessor, by the registers and threads of a CTA; no spills or slow spots."""
    limits = find_arch("sm_90a").sm
    assert limits is not None
    case = Rows(file, 1, columns, dtype, options)
    kernel = case.kernel()
    program = kernel.program(**case.sizes)
    code, compiled = machine_code(program)
    assert (compiled.spill_bytes, compiled.warnings) == (0, ())
    assert Linter(program, FlowGraph(code), compiled).findings() == []
    threads = int(np.prod(kernel.block))
    registers = -(-compiled.registers // 8) * 8 * threads
    ctas = min(limits.ctas, limits.threads // threads, limits.registers // registers)
    inputs = 1 + case.options.get("residual", False)
    plan = divide(columns, dtype, dtype, arch="sm_90a", inputs=inputs)
    loaded = columns * dtype.bytes * inputs * plan.rows // plan.ctas
    assert ctas * loaded >= 32 * 1024


ASSEMBLED = ((33, bf16), (8192, f32), (1001, bf16), (1000, f32), (65537, f32), (8192, f16))


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", TARGETS)
@pytest.mark.parametrize("file", FILES)
def test_assembles_everywhere_without_spills_or_advice(file: str, arch: str) -> None:
    """Targets take turns at the sizes; the kernel of SwiGLU is one for all."""
    sizes = ASSEMBLED[TARGETS.index(arch) % 2 :: 2]
    for columns, dtype in sizes[:2] if file == "swiglu" else sizes:
        case = Rows(file, 1, columns, dtype, EVERYTHING[file], arch)
        compiled = ptxas.assemble(case.kernel().ptx(**case.sizes), arch)
        assert (compiled.spill_bytes, compiled.warnings) == (0, ())


@pytest.mark.ptxas
@pytest.mark.parametrize(
    ("columns", "out", "arch"), [(65536, f32, "sm_100a"), (131072, f32, "sm_100a"), (32769, bf16, "sm_90a")]
)
def test_weights_and_biases_of_long_rows_have_registers(columns: int, out: PtxType, arch: str) -> None:
    report = build_layer_norm(columns, out=out, arch=arch).report()
    assert (report.spill_store_bytes, report.spill_load_bytes) == (0, 0)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(("file", "reductions"), [("rms_norm", 1), ("layer_norm", 2), ("softmax", 2)])
def test_a_reduction_has_one_barrier(file: str, reductions: int) -> None:
    alone, together = (Rows(file, 4, columns).kernel().sass(B=4) for columns in (8192, 65536))
    assert len(re.findall(r"\bBAR\.SYNC", alone)) == reductions
    assert "BAR.SYNC" not in together
    assert len(re.findall(r"\bUCGABAR_WAIT", together)) == 1
    assert not re.search("MEMBAR|ERRBAR", alone + together)


@pytest.mark.parametrize("dtype", [f32, bf16])
@pytest.mark.parametrize("file", FILES)
def test_blackwell_has_accesses_of_32_bytes(file: str, dtype: PtxType) -> None:
    """Also beside a residual; rows of other sizes have narrower ones."""
    for options in ({}, EVERYTHING[file]):
        cases = [Rows(file, 3, columns, dtype, options, "sm_100a") for columns in (1024, 1028)]
        wide, narrow = (case.kernel().ptx(**case.sizes) for case in cases)
        assert re.search(r"ld\.global\.\S*v8\.[fb]32", wide)
        assert re.search(r"st\.global\.\S*v8\.[fb]32", wide)
        assert ("v8" in narrow) == (file == "swiglu")


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("file", "dtype", "columns"),
    [
        ("rms_norm", f32, 8192), ("rms_norm", bf16, 8191), ("layer_norm", bf16, 8192),
        ("layer_norm", f32, 8191), ("softmax", f32, 8192), ("softmax", bf16, 8191),
    ],
)  # fmt: skip
def test_a_row_is_on_its_way_before_it_is_used(file: str, dtype: PtxType, columns: int) -> None:
    """All its accesses have 16 bytes, but one for the edges, and all precede the first shuffle."""
    code = Rows(file, 4, columns, dtype).kernel().sass(B=4)
    before = code.split("SHFL")[0]
    wide, loads = (len(re.findall(rf"\bLDG\.E\.NA{width}", before)) for width in (r"\.128", ""))
    plan = divide(columns, dtype, dtype, arch="sm_90a")
    assert wide == -(-(columns // plan.vector) // plan.group)
    assert loads - wide == (columns % plan.vector > 0)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("file", "dtype", "columns"),
    [
        ("rms_norm", f32, 1024),
        ("rms_norm", bf16, 8192),
        ("layer_norm", bf16, 1024),
        ("layer_norm", f32, 8192),
    ],
)
def test_weights_are_on_their_way_before_the_reductions(file: str, dtype: PtxType, columns: int) -> None:
    for options in ({}, EVERYTHING[file]):
        code = Rows(file, 4, columns, dtype, options).kernel().sass(B=4)
        assert "LDG" not in code.split("STG", 1)[1]
