"""Slow spots planted into kernels: each is named, on its Python line; the kernels without them have none."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernels import build_gemm_ampere, build_gemm_blackwell, build_gemm_hopper
from pyptx.perf import perf
from pyptx.program import from_ptx
from pyptx.types import bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel
    from pyptx.perf import Finding, PerfReport

pytestmark = pytest.mark.ptxas

STAGES, ROWS, COLUMNS, STEP = 2, 64, 64, 64


def gemm(spot: str = "") -> Kernel:
    """A GEMM on Hopper, with a slow spot in its loop or without one."""

    @kernel(
        in_specs=(Tile(ROWS, 512, bf16), Tile(COLUMNS, 512, bf16)),
        out_specs=(Tile(ROWS, COLUMNS, f32),),
        grid=(1,),
        block=(128,),
        arch="sm_90a",
    )
    def product(A: Any, B: Any, D: Any) -> None:
        maps = [each.tma_desc(box=(64, STEP), swizzle="128B") for each in (A, B)]
        rings = [smem.alloc(bf16, (STAGES, 64, STEP), "128B") for _ in range(2)]
        bases = [reg.from_(ring, u32) for ring in rings]
        full = ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES)
        tid = reg.from_(ptx.special.tid.x(), u32)

        def fill(stage: Any, k: Any) -> None:
            full.at(stage).arrive_expect_tx(2 * 64 * STEP * 2)
            for base, source in zip(bases, maps, strict=True):
                place = ptx.addr(base + stage * (64 * STEP * 2))
                ptx.cp.async_.bulk.tensor_2d(dst=place, src=source, coord=(k, 0), mbar=full.at(stage))

        with ptx.if_(tid == 0):
            full.init_all(1)
            ptx.fence.mbarrier_init()
            for number in range(STAGES):
                fill(reg.scalar(u32, init=number), number * STEP)
        ptx.bar.sync()
        d = reg.wgmma_frag(m=ROWS, n=COLUMNS, dtype=f32)
        for value in d:
            ptx.mov(value, 0.0)
        descriptors = [ptx.wgmma.masked_descriptor(base) for base in bases]
        stage, phase = reg.scalar(u32, init=0), reg.scalar(u32, init=0)
        for k in ptx.range_(0, 512, STEP):
            full.at(stage).wait(phase)
            if spot == "fence":
                ptx.inst.fence.acq_rel.gpu()  # planted: fence-in-matrix-loop
            here = [reg.scalar(each.dtype) for each in descriptors]
            for each, first in zip(here, descriptors, strict=True):
                ptx.inst.mad.wide.u32(each, stage, 64 * STEP * 2 >> 4, first)
            ptx.wgmma.fence()
            for part in range(STEP // 16):
                ptx.wgmma.mma_async(
                    shape=(ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d,
                    a=here[0], b=here[1], scale_d=True, a_k_offset=32 * part, b_k_offset=32 * part,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            if spot == "accumulator":
                ptx.inst.add.f32(d[0], d[0], 1.0)  # planted: wgmma-serialized
            ptx.wgmma.wait_group(0)
            ptx.bar.sync()
            with ptx.if_((tid == 0) & (k + STAGES * STEP < 512)):
                fill(stage, k + STAGES * STEP)
            ptx.inst.xor.b32(stage, stage, 1)
            with ptx.if_(stage == 0):
                ptx.inst.xor.b32(phase, phase, 1)
        (pd,) = ptx.global_ptrs(D)
        place = pd + ((tid >> 5) * 16 + ((tid & 31) >> 2)) * (COLUMNS * 4) + (tid & 3) * 8
        for half in range(2):
            for j in range(COLUMNS // 8):
                values = d[4 * j + 2 * half : 4 * j + 2 * half + 2]
                ptx.st(f32, ptx.addr(place, 8 * half * COLUMNS * 4 + 32 * j), values, vec=2)

    return product


def rows(spot: str = "") -> Kernel:
    """A transpose through shared memory, with a slow spot or without one."""
    pitch = 32 if spot == "banks" else 33

    @kernel(
        in_specs=(Tile(32, 32, f32),),
        out_specs=(Tile(32, 32, f32),),
        grid=(1,),
        block=(32, 32),
        arch="sm_80",
    )
    def transpose(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        row, column = (reg.from_(axis, u32) for axis in (ptx.special.tid.y(), ptx.special.tid.x()))
        tile, x = smem.alloc(f32, (32, pitch)), reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px + (row * 32 + column) * 4))
        tile[row, column] = x
        ptx.bar.sync()
        value = reg.scalar(f32, init=0.0)
        ptx.mov(value, tile[column, row])  # planted: bank-conflict
        if spot == "scattered":
            ptx.st(f32, ptx.addr(py + (column * 32 + row) * 4), value)  # planted: scattered-access
        else:
            ptx.st(f32, ptx.addr(py + (row * 32 + column) * 4), value)

    return transpose


def spilling(registers: int) -> Kernel:
    """A loop with 64 sums, for threads with some registers."""

    @kernel(
        in_specs=(Tile(4096, f32),),
        out_specs=(Tile(1024, 64, f32),),
        grid=(1,),
        block=(1024 if registers == 64 else 256,),
        arch="sm_80",
    )
    def sums(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        values, totals = reg.array(f32, 4), reg.array(f32, 64)
        for total in totals:
            ptx.mov(total, 0.0)
        for place in ptx.range_(0, 4096, 4):  # planted: local-memory-in-loop
            ptx.ld(f32, values, ptx.addr(px + place * 4), vec=4)
            for number, total in enumerate(totals):
                ptx.inst.fma.rn.f32(total, total, values[number % 4], values[number % 3])
        for number in range(0, 64, 4):
            ptx.st(f32, ptx.addr(py + tid * 256, 4 * number), totals[number : number + 4], vec=4)

    return sums


def planted(rule: str) -> int:
    """The line of this file with the comment about a rule."""
    lines = inspect.getsource(inspect.getmodule(planted) or planted).splitlines()
    return 1 + next(number for number, line in enumerate(lines) if line.endswith(f"# planted: {rule}"))


def sole_finding(report: PerfReport) -> Finding:
    """The one finding of a report."""
    (found,) = report.findings
    return found


@pytest.mark.parametrize(
    ("spot", "rule"), [("fence", "fence-in-matrix-loop"), ("accumulator", "wgmma-serialized")]
)
def test_a_spot_in_the_loop_of_a_gemm_is_found_on_its_line(spot: str, rule: str) -> None:
    found = sole_finding(gemm(spot).perf())
    assert found.rule == rule
    assert found.source is not None
    assert (found.source.file, found.source.line) == (__file__, planted(rule))
    assert str(found).endswith(f"\nfor more: pyptx explain {rule}")


def test_a_gemm_without_a_spot_has_no_findings() -> None:
    report = gemm().perf()
    assert report.findings == ()
    assert report.notes == ()


@pytest.mark.parametrize(("spot", "rule"), [("banks", "bank-conflict"), ("scattered", "scattered-access")])
def test_counters_of_the_simulator_show_a_spot_where_the_kernel_runs(spot: str, rule: str) -> None:
    x = np.arange(1024, dtype=np.float32).reshape(32, 32)
    found = sole_finding(rows(spot).perf(x))
    assert found.rule == rule
    assert found.source is not None
    assert found.source.line == planted(rule)
    assert "times the fewest" in found.message
    assert rows(spot).perf().findings == ()  # nothing runs, nothing is counted


def test_a_transpose_without_conflicts_has_no_findings() -> None:
    assert rows().perf(np.ones((32, 32), np.float32)).findings == ()


def test_spills_in_a_loop_are_found() -> None:
    found = sole_finding(spilling(64).perf())
    assert found.rule == "local-memory-in-loop"
    assert "bytes of registers are spilled" in found.message
    assert found.source is not None
    assert abs(found.source.line - planted("local-memory-in-loop")) <= 3
    assert spilling(255).perf().findings == ()


LIBRARY: dict[str, Any] = {
    "sm_80": (build_gemm_ampere, {}, {}, "mma.sync", "cp.async.cg"),
    "sm_90a": (build_gemm_hopper, {}, {}, "wgmma.mma_async", "cp.async.bulk.tensor.2d.shared"),
    "sm_100a": (
        build_gemm_blackwell,
        {"arch": "sm_100a"},
        {"K": 4096},
        "tcgen05.mma.",
        "cp.async.bulk.tensor.2d.shared",
    ),
}
"""A GEMM of each generation: its builder and sizes; its matrix instruction and its copy to shared memory."""


def findings_with(text: str, opcode: str, planted: str, *, number: int = 1, before: bool = False) -> Any:
    """The rules and lines that are found with an instruction beside another, and the line of it."""
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if opcode in line and "prefetch" not in line]
    place = places[number] + (not before)
    lines.insert(place, planted)
    found = perf(from_ptx("\n".join(lines))).findings
    return [(finding.rule, finding.ptx_line) for finding in found], place + 1


@pytest.fixture(scope="module", params=LIBRARY)
def library(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """The text of a GEMM, its matrix instruction, its copy."""
    build, options, sizes, product, copy = LIBRARY[request.param]
    return build(**options).program(**sizes).ptx, product, copy


def test_a_fence_is_found_beside_products_and_copies_of_each_generation(
    library: tuple[str, str, str],
) -> None:
    text, *opcodes = library
    assert perf(from_ptx(text)).findings == ()
    for opcode, number in zip(opcodes, (1, -1), strict=True):
        found, line = findings_with(text, opcode, "fence.acq_rel.gpu;", number=number)
        assert found == [("fence-in-matrix-loop", line)]


@pytest.mark.parametrize("target", ["sm_90a", "sm_100a"])
def test_a_descriptor_that_differs_between_lanes_is_found(target: str) -> None:
    build, options, sizes, product, _ = LIBRARY[target]
    text = build(**options).program(**sizes).ptx
    used = [line for line in text.split("\n") if product in line][1]
    descriptor = re.findall(r"%rd\d+", used)[-1]
    lane = f"{{ .reg .b64 %l; cvt.u64.u32 %l, %laneid; add.u64 {descriptor}, {descriptor}, %l; }}"
    found, _ = findings_with(text, product, lane, before=True)
    lines = [place for place, line in enumerate(text.split("\n"), 1) if product in line]
    assert [rule for rule, _ in found] == ["r2ur-in-matrix-loop"]
    assert lines[0] <= found[0][1] <= lines[-1] + 1


def test_setmaxnreg_without_the_threads_of_a_cta_is_found() -> None:
    text = re.sub(r"\.(maxn|req)ntid.*", "", build_gemm_hopper().program().ptx)
    first = next(place for place, line in enumerate(text.split("\n"), 1) if "setmaxnreg" in line)
    (found, *_) = perf(from_ptx(text), block=384).findings
    assert (found.rule, found.ptx_line) == ("setmaxnreg-ignored", first)
