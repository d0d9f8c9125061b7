"""Live registers along machine code, and rooflines."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.ir import Source
from pyptx.perf import CARDS, RegisterPressure, register_pressure, roofline
from pyptx.perf.pressure import LivePoint
from pyptx.svg import FONT_SIZE, width_of
from pyptx.types import b32, f32, u32

pytestmark = pytest.mark.ptxas

GEMM = Path(__file__).parents[2] / "examples" / "hopper" / "gemm.py"


def holding(count: int) -> Any:
    """A kernel whose threads hold some values across a barrier."""

    @kernel(in_specs=(Tile(count, 32, f32),), out_specs=(Tile(count, 32, f32),), grid=(1,), block=(32,))
    def hold(X: Any, Y: Any) -> None:
        px, py = (p + reg.from_(ptx.special.tid.x(), u32) * 4 for p in ptx.global_ptrs(X, Y))
        values = reg.array(f32, count)
        for number, value in enumerate(values):
            ptx.inst.ld.volatile.global_.f32(value, ptx.addr(px, number * 128))
        ptx.bar.sync(0)
        for number, value in enumerate(values):
            ptx.inst.st.volatile.global_.f32(ptx.addr(py, number * 128), value)

    return hold


@pytest.mark.parametrize(
    ("count", "target"), [(32, "sm_75"), (4, "sm_80"), (32, "sm_80"), (96, "sm_90"), (32, "sm_120")]
)
def test_values_that_cross_a_barrier_are_live_there(count: int, target: str) -> None:
    found = register_pressure(holding(count).program(), target=target)
    (barrier,) = (point for point in found.points if point.instruction.startswith("BAR"))
    assert count < barrier.live <= count + 8
    assert barrier.source is not None
    assert dict(found.lines)[barrier.source] == barrier.live
    assert barrier.live <= found.most.live <= found.registers
    assert found.points[0].live <= 2
    assert f"{barrier.live:4}  {barrier.source.short}" in str(found)


def test_the_picture_has_the_lines_with_most_live_registers() -> None:
    live = [7, 30, 2, 15, 28, 9, 1, 22, 18, 3, 12, 26, 11, 5, 20, 24, 14, 6, 17, 8]
    points = tuple(
        LivePoint(16 * at, "MOV", count, 0, None, Source("k.py", 100 + at)) for at, count in enumerate(live)
    )
    found = RegisterPressure("k", "sm_80", 32, 0, (), points)
    drawn = re.findall(r"k\.py:(\d+)", found._repr_mimebundle_()["text/html"].partition("</svg>")[0])
    fewest = sorted(live)[:4]
    assert drawn == [str(100 + at) for at, count in enumerate(live) if count not in fewest]


def test_spills_and_budgets_are_in_the_report() -> None:
    gemm = run_path(str(GEMM.with_name("gemm_warp_specialised.py")))["build_gemm_warp_specialised"]
    found = register_pressure(gemm(256, 256, 256).program())
    assert len(found.budgets) == 2
    assert f"setmaxnreg sets {', '.join(map(str, found.budgets))}" in str(found)
    assert found.spill_bytes == 0
    assert "spilled" not in str(found)


def gemm_of(size: int) -> Any:
    return run_path(str(GEMM))["build_gemm"](size, size, size)


@pytest.mark.parametrize("size", [256, 4096])
def test_intensity_and_roofs_are_those_of_the_problem(size: int) -> None:
    kernel_ = gemm_of(size)
    report = kernel_.perf()
    drawn = roofline(report, card="H200")
    (bytes_,) = {floor.array_bytes for floor in report.floors}
    found = re.match(
        r".* on H200: ([\d,.]+) FLOP per byte\n  roof +([\d,.]+) TFLOPS, (.*)\n  bound +([\d,.]+)", drawn
    )
    assert found is not None
    intensity = 2 * size**3 / bytes_
    assert float(found[1].replace(",", "")) == pytest.approx(intensity, abs=0.05)
    memory = CARDS["H200"].memory_bytes * intensity / 1e12
    assert float(found[2].replace(",", "")) == pytest.approx(min(memory, 989.4), rel=1e-3)
    assert found[3] == ("memory" if memory < 989 else "tensor cores")
    assert float(found[4].replace(",", "")) <= float(found[2].replace(",", ""))


def test_the_roof_is_that_of_the_ctas_with_matrix_instructions() -> None:
    @kernel(out_specs=(Tile(32, f32),), grid=(2,), block=(32,), arch="sm_90a")
    def multiply(Y: Any) -> None:
        """The first CTA multiplies; the second one takes longer."""
        (py,) = ptx.global_ptrs(Y)
        d, a, b = reg.array(f32, 4), reg.array(b32, 4), reg.array(b32, 2)
        for value in (*d, *a, *b):
            ptx.inst.mov.b32(value, 0)
        with ptx.if_(ptx.special.ctaid.x() == 0):
            ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(d, a, b, d)
        with ptx.else_():
            for _ in ptx.range_(ptx.special.ntid.x()):
                ptx.inst.add.f32(d[0], d[0], 1.0)
        ptx.st(f32, ptx.addr(py + reg.from_(ptx.special.tid.x(), u32) * 4), d[0])

    drawn = roofline(multiply.perf(), card="H100")
    intensity = 2 * 16 * 8 * 16 / (32 * 4)
    memory = CARDS["H100"].memory_bytes * intensity / 1e12
    assert f"roof       {memory:,.4g} TFLOPS, memory" in drawn


def test_a_roofline_needs_bounds_matrices_and_arrays() -> None:
    with pytest.raises(ValueError, match="no bounds on B200: the report has H100, H200"):
        roofline(gemm_of(256).perf(), card="B200")
    with pytest.raises(ValueError, match="hold has no matrix instructions"):
        roofline(holding(4).perf())


@pytest.mark.parametrize("slower", [1.0, 1.05, 20.0])
def test_labels_of_a_roofline_do_not_overlap(slower: float) -> None:
    report = gemm_of(4096).perf()
    floor = next(floor for floor in report.floors if floor.card.name == "H100")
    report = replace(report, measured=slower * floor.flops / floor.flops_per_second)
    labels = re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)"( text-anchor="end")?>([^<]*FLOPS)<',
        roofline(report, card="H100").svg,
    )
    places = []
    for x, y, ends, words in labels:
        right = float(x) if ends else float(x) + width_of(words)
        places.append((float(y), right - width_of(words), right))
    assert len({words.split()[0] for *_, words in labels} & {"tensor", "bound", "measured"}) == 3
    for (y, left, right), (other, first, last) in itertools.combinations(places, 2):
        assert abs(y - other) >= FONT_SIZE or right <= first or last <= left


def test_pictures_are_static_and_the_same_each_time() -> None:
    hold, gemm = holding(8), gemm_of(256)
    drawn = [
        [register_pressure(hold.program())._repr_mimebundle_(), roofline(gemm.perf())._repr_mimebundle_()]
        for _ in range(2)
    ]
    assert drawn[0] == drawn[1]
    for each in drawn[0]:
        assert each["text/html"].count("<svg") == each["text/html"].count("<polyline") == 1
        assert "<script" not in each["text/html"]
