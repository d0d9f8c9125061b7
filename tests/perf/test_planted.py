"""Slow spots planted into kernels: each is named, on its Python line; the kernels without them have none."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Dim, Tile, kernel, ptx, reg, smem
from pyptx.kernels import (
    build_gemm_ampere,
    build_gemm_blackwell,
    build_gemm_hopper,
    build_softmax,
    grouped_gemm,
    rms_norm,
)
from pyptx.kernels import gemm as gemm_of_library
from pyptx.perf import perf, perf_of_launch
from pyptx.program import directing, from_ptx
from pyptx.rules import SECTIONS
from pyptx.types import bf16, f32, s32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel
    from pyptx.perf import Finding, PerfReport

pytestmark = pytest.mark.ptxas

ROWS, COLUMNS, STEP = 64, 64, 64
SHARED_BYTES = 120 * 1024
"""Other shared memory of a CTA, so that a multiprocessor has one."""


def gemm(spot: str = "", *, stages: int = 2, crowded: bool = False) -> Kernel:
    """A GEMM on Hopper, with a slow spot in its loop or without one."""

    @kernel(
        in_specs=(Tile(ROWS, 512, bf16), Tile(COLUMNS, 512, bf16)),
        out_specs=(Tile(ROWS, COLUMNS, f32),),
        grid=(1,),
        block=(128,),
        arch="sm_90a",
        raw_directives=[("maxnreg", 168)] if spot == "limited registers" else [],
    )
    def product(A: Any, B: Any, D: Any) -> None:
        if crowded:
            smem.alloc(f32, (SHARED_BYTES // 4,))
        maps = [each.tma_desc(box=(64, STEP), swizzle="128B") for each in (A, B)]
        rings = [smem.alloc(bf16, (stages, 64, STEP), "128B") for _ in range(2)]
        bases = [reg.from_(ring, u32) for ring in rings]
        full = ptx.mbarrier.array(smem.mbarrier(stages), 0, stages)
        tid = reg.from_(ptx.special.tid.x(), u32)
        if "registers" in spot:
            ptx.setmaxnreg_dec(104)  # planted: setmaxnreg-ignored

        def fill(stage: Any, k: Any) -> None:
            full.at(stage).arrive_expect_tx(2 * 64 * STEP * 2)
            for base, source in zip(bases, maps, strict=True):
                place = ptx.addr(base + stage * (64 * STEP * 2))
                copy = {"dst": place, "src": source, "coord": (k, 0), "mbar": full.at(stage)}
                ptx.cp.async_.bulk.tensor_2d(**copy)  # planted: few-bytes-in-flight in a ring

        with ptx.if_(tid == 0):
            full.init_all(1)
            ptx.fence.mbarrier_init()
            for number in range(stages):
                fill(reg.scalar(u32, init=number), number * STEP)
        ptx.bar.sync()
        d = reg.wgmma_frag(m=ROWS, n=COLUMNS, dtype=f32)
        for value in d:
            ptx.mov(value, 0.0)
        descriptors = [ptx.wgmma.masked_descriptor(base) for base in bases]
        stage, phase = reg.scalar(u32, init=0), reg.scalar(u32, init=0)
        for k in ptx.range_(0, 512, STEP):
            full.at(stage).wait(phase)
            if spot == "loads of threads":
                ptx.ld(f32, reg.scalar(f32), ptx.addr(ptx.global_ptrs(D)[0] + k * 4), sem="volatile")
            if spot == "fence":
                ptx.inst.fence.acq_rel.gpu()  # planted: fence-in-matrix-loop
            here = [reg.scalar(each.dtype) for each in descriptors]
            for each, first in zip(here, descriptors, strict=True):
                place = stage + tid if spot == "lanes" else stage
                ptx.inst.mad.wide.u32(each, place, 64 * STEP * 2 >> 4, first)
            ptx.wgmma.fence()
            for part in range(STEP // 16):
                ptx.wgmma.mma_async(  # planted: r2ur-in-matrix-loop
                    shape=(ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d,
                    a=here[0], b=here[1], scale_d=True, a_k_offset=32 * part, b_k_offset=32 * part,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            if spot == "accumulator":
                ptx.inst.add.f32(d[0], d[0], 1.0)  # planted: wgmma-serialized
            ptx.wgmma.wait_group(0)
            ptx.bar.sync()
            with ptx.if_((tid == 0) & (k + stages * STEP < 512)):
                fill(stage, k + stages * STEP)
            ptx.inst.xor.b32(stage, stage, stages - 1)
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
        for place in ptx.range_(0, 4096, 4):  # planted: local-memory
            ptx.ld(f32, values, ptx.addr(px + place * 4), vec=4)
            for number, total in enumerate(totals):
                ptx.inst.fma.rn.f32(total, total, values[number % 4], values[number % 3])
        for number in range(0, 64, 4):
            ptx.st(f32, ptx.addr(py + tid * 256, 4 * number), totals[number : number + 4], vec=4)

    return sums


def double(spot: str = "") -> Kernel:
    """Twice the elements of an array, with a slow spot or without one."""
    threads, width = (32, 1) if spot == "narrow" else (1024, 4)

    @kernel(
        in_specs=(Tile(4, 4 * threads, f32),),
        out_specs=(Tile(4, 4 * threads, f32),),
        grid=(4 // width,),
        block=(threads,),
        arch="sm_80",
    )
    def doubled(X: Any, Y: Any) -> None:
        first = reg.from_(ptx.special.ctaid.x(), u32) * threads + ptx.special.tid.x()
        px, py = (pointer + first * (4 * width) for pointer in ptx.global_ptrs(X, Y))
        if spot == "narrow":
            x = reg.scalar(f32)
            ptx.ld(f32, x, ptx.addr(px))  # planted: few-bytes-in-flight
            ptx.st(f32, ptx.addr(py), x + x)
            return
        values = reg.array(f32, 16)
        for part in range(0, 16, 4):
            each = values[part : part + 4]
            ptx.ld(f32, each, ptx.addr(px, 4096 * part), vec=4)  # planted: load-after-store
            if spot == "chain":
                ptx.st(f32, ptx.addr(py, 4096 * part), [x + x for x in each], vec=4)
        if spot != "chain":
            for part in range(0, 16, 4):
                ptx.st(f32, ptx.addr(py, 4096 * part), [x + x for x in values[part : part + 4]], vec=4)

    return doubled


def quotients(dtype: Any) -> Kernel:
    """The quotients of some numbers by 32: a signed one is not shifted."""

    @kernel(out_specs=(Tile(4096, s32),), grid=(1,), block=(128,), arch="sm_80")
    def divided(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        for i in ptx.range_(reg.from_(ptx.special.tid.x(), dtype), 4096, 128):
            place = ptx.addr(py + reg.from_(i, u64) * 4)
            ptx.st(s32, place, i // 32)  # planted: division-by-power-of-two

    return divided


TABLE = np.arange(1024, dtype=np.float32).reshape(32, 32)
SPOTS: dict[str, tuple[Callable[[], PerfReport], Callable[[], PerfReport]]] = {
    "fence-in-matrix-loop": (lambda: gemm("fence").perf(), lambda: gemm().perf()),
    "local-memory": (lambda: spilling(64).perf(), lambda: spilling(255).perf()),
    "r2ur-in-matrix-loop": (lambda: gemm("lanes").perf(), lambda: gemm().perf()),
    "wgmma-serialized": (lambda: gemm("accumulator").perf(), lambda: gemm().perf()),
    "setmaxnreg-ignored": (lambda: gemm("registers").perf(), lambda: gemm("limited registers").perf()),
    "load-after-store": (lambda: double("chain").perf(), lambda: double().perf()),
    "bank-conflict": (lambda: rows("banks").perf(TABLE), lambda: rows().perf(TABLE)),
    "scattered-access": (lambda: rows("scattered").perf(TABLE), lambda: rows().perf(TABLE)),
    "division-by-power-of-two": (lambda: quotients(s32).perf(), lambda: quotients(u32).perf()),
    "few-bytes-in-flight": (lambda: double("narrow").perf(), lambda: double().perf()),
}
"""For each rule the report of a kernel with its spot, and that of the kernel without it."""
RULES = [rule.name for section in SECTIONS if section.performance for rule in section.rules]


def planted(rule: str) -> int:
    """The line of this file with the comment about a rule."""
    lines = inspect.getsource(inspect.getmodule(planted) or planted).splitlines()
    return 1 + next(number for number, line in enumerate(lines) if line.endswith(f"# planted: {rule}"))


def sole_finding(report: PerfReport) -> Finding:
    """The one finding of a report."""
    (found,) = report.findings
    return found


@pytest.mark.parametrize("rule", RULES)
def test_the_spot_of_each_rule_is_found_on_its_line(rule: str) -> None:
    slow, clean = SPOTS[rule]
    report = slow()
    found = sole_finding(report)
    assert found.rule == rule
    assert found.source is not None
    # The machine code of a spill has the line of an instruction near it.
    near = 3 if rule == "local-memory" else 0
    assert found.source.file == __file__
    assert abs(found.source.line - planted(rule)) <= near
    assert str(found).endswith(f"\nfor more: pyptx explain {rule}")
    cells = f"<td>{rule}</td><td>test_planted.py:{found.source.line}</td><td>"
    assert cells in report._repr_mimebundle_()["text/html"]
    (data,) = report.to_json()["findings"]
    assert (data["rule"], data["source"]["line"]) == (rule, found.source.line)
    assert clean().findings == ()


@pytest.mark.ptxas(current=True)  # 13.0 moves descriptors of the loop with R2UR
def test_a_ring_with_one_stage_leaves_the_memory_idle() -> None:
    found = sole_finding(gemm(stages=1, crowded=True).perf())
    assert found.rule == "few-bytes-in-flight"
    assert found.source is not None
    assert found.source.line == planted("few-bytes-in-flight in a ring")
    assert found.message.startswith(
        "at most 0 bytes of copies are pending on a multiprocessor while a stage is read "
        "(stages of a CTA: 1, of at most 16,384 bytes; CTAs: 1); H100 needs "
    )
    assert gemm(stages=2, crowded=True).perf().findings == ()
    assert gemm("loads of threads", stages=1, crowded=True).perf().findings == ()


def ring(stages: int, *, read: str = "between", crowded: bool = True) -> Kernel:
    """Sums over rows that `cp.async` copies to a ring, which is read between the copies or after them."""
    threads, step = 128, 128 * 16

    @kernel(
        in_specs=(Tile(Dim("R", dynamic=True), 512, f32),),
        out_specs=(Tile(512, f32),),
        grid=(1,),
        block=(threads,),
        arch="sm_80",
    )
    def sums(X: Any, Y: Any) -> None:
        if crowded:
            smem.alloc(f32, (SHARED_BYTES // 4,))
        buffer = reg.from_(smem.alloc(f32, (stages, 512)), u32)
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        place, source = buffer + tid * 16, px + tid * 16
        total, values = reg.array(f32, 4), reg.array(f32, 4)
        for each in total:
            ptx.mov(each, 0.0)

        def fill(row: Any) -> None:
            with ptx.if_(row < X.shape[0]):
                ptx.cp.async_.cg(  # planted: few-bytes-in-flight in a ring of threads
                    ptx.addr(place + row % stages * step), ptx.addr(source + row * 2048), 16
                )
            ptx.cp.async_.commit_group()

        ahead = max(stages - 1, 1) if read == "between" else stages
        for first in range(ahead if stages > 1 else 0):
            fill(reg.scalar(u32, init=first))
        for row in ptx.range_(X.shape[0]):
            if stages == 1:
                fill(row)
            ptx.cp.async_.wait_group(max(ahead - 1, 0))
            ptx.bar.sync()
            if stages > 1 and read == "between":
                fill(row + ahead)
            ptx.ld(f32, values, ptx.addr(place + row % stages * step), vec=4, space="shared")
            for each, value in zip(total, values, strict=True):
                each += value
            if stages > 1 and read == "behind":
                fill(row + ahead)
        ptx.st(f32, ptx.addr(py + tid * 16), total, vec=4)

    return sums


def test_a_ring_of_threads_with_few_stages_leaves_the_memory_idle() -> None:
    for stages, pending in ((1, 0), (2, 2048), (4, 3 * 2048)):
        found = sole_finding(ring(stages).perf(R=64))
        assert found.rule == "few-bytes-in-flight"
        assert found.source is not None
        assert found.source.line == planted("few-bytes-in-flight in a ring of threads")
        assert found.message.startswith(
            f"at most {pending:,} bytes of copies are pending on a multiprocessor while a stage is read "
            f"(stages of a CTA: {stages}, of at most 2,048 bytes; CTAs: 1); A100 needs 7,551"
        )
    assert ring(5).perf(R=64).findings == ()
    assert ring(2, crowded=False).perf(R=64).findings == ()


@pytest.mark.parametrize("stages", [2, 4, 5])
def test_copies_behind_the_reads_of_a_ring_count_as_those_before(stages: int) -> None:
    before, behind = (ring(stages, read=read).perf(R=64).findings for read in ("between", "behind"))
    assert [each.message for each in before] == [each.message for each in behind]


def test_a_ring_of_threads_computes_the_sums() -> None:
    x = np.random.default_rng(0).uniform(-1, 1, (64, 512)).astype(np.float32)
    for stages in (1, 2, 4):
        for read in ("between", "behind"):
            np.testing.assert_allclose(ring(stages, read=read)(x), x.sum(0), rtol=1e-5, atol=1e-4)


def test_a_gemm_without_a_spot_has_no_notes() -> None:
    assert gemm().perf().notes == ()


@pytest.mark.parametrize("spot", ["banks", "scattered"])
def test_nothing_is_counted_where_nothing_runs(spot: str) -> None:
    assert rows(spot).perf().findings == ()


def test_spills_are_counted() -> None:
    assert "bytes of registers are spilled" in sole_finding(spilling(64).perf()).message


def test_a_spill_outside_of_loops_is_found() -> None:
    text = build_softmax(8192, arch="sm_90a").program().ptx
    assert perf(from_ptx(text)).findings == ()
    report = perf(from_ptx(re.sub(r"\.minnctapersm \d+", ".minnctapersm 8", text)))
    found = sole_finding(report)
    assert found.rule == "local-memory"
    assert f"<td>PTX line {found.ptx_line}</td>" in report._repr_mimebundle_()["text/html"]
    assert re.search(r"stores of local memory; \d+ bytes of registers are spilled", found.message)
    assert found.ptx_line


@pytest.mark.parametrize("stride", [2, 4])
def test_a_stride_between_lanes_is_found(stride: int) -> None:
    @kernel(
        in_specs=(Tile(256 * stride, f32),),
        out_specs=(Tile(256, f32),),
        grid=(1,),
        block=(256,),
        arch="sm_80",
    )
    def every(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, x = reg.from_(ptx.special.tid.x(), u32), reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px + tid * (4 * stride)))
        ptx.st(f32, ptx.addr(py + tid * 4), x)

    report = every.perf(np.zeros(256 * stride, np.float32))
    (found,) = (finding for finding in report.findings if finding.rule == "scattered-access")
    assert f"{stride:.1f} times the fewest" in found.message


@pytest.mark.parametrize(
    "call",
    [
        lambda x: gemm_of_library(x(100, 40), x(72, 40), x(100, 72), arch="sm_100a"),
        lambda x: grouped_gemm(x(200, 40), x(2, 72, 40), np.array([17, 200], np.int32)),
        lambda x: grouped_gemm(x(40, 192), x(2, 264, 192), np.array([17, 40], np.int32)),
        lambda x: rms_norm(x(8, 1023).astype("float32"), x(1023).astype("float32"), arch="sm_80"),
    ],
    ids=["rows read in turns", "rows with ends", "columns with ends", "elements one by one"],
)
def test_parts_of_sectors_at_the_ends_of_rows_are_no_scattered_accesses(call: Callable[..., Any]) -> None:
    with directing("sim", profile=True) as launches:
        call(lambda *shape: np.ones(shape, np.float16))
    (launch,) = launches
    rules = [finding.rule for finding in perf_of_launch(launch).findings]
    assert "scattered-access" not in rules


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


@pytest.mark.ptxas(current=True)  # 13.0 serialises the wgmma beside a fence
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
