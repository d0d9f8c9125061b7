"""Reports of launches; faults of traced kernels name the Python line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.program import directing, from_ptx
from pyptx.sim import SimFault, SimReport
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable


def test_histogram_and_fidelity(run: Callable[..., SimReport], own: str) -> None:
    out = np.zeros(96, np.float32)
    report = run(
        own
        + """
        cvt.rn.f32.u32 %f1, %r33;
        ex2.approx.f32 %f2, %f1;
        add.f32 %f2, %f2, %f1;
        st.global.f32 [%rd32], %f2;
        """,
        grid=2,
        block=48,
        out=out,
    )
    assert report.threads == 96
    assert report.histogram["add.f32"] == 96
    assert report.histogram["mov.u32"] == 3 * 96
    assert report.lane_instructions == 12 * 96
    assert report.steps == 12
    assert report.approximate == ("ex2.approx.f32",)
    assert report.batches == 1
    assert {entry.level for entry in report.fidelity} == {"exact", "rounded"}
    printed = str(report)
    assert printed.startswith(f"{report.engine} engine: 12 instructions issued, 1,152 executed by 96 threads")
    assert "\n             288  mov.u32\n" in printed
    assert printed.endswith("\n  not exact: ex2.approx.f32")


def test_batches_do_not_change_results(run: Callable[..., SimReport], own: str) -> None:
    out = np.zeros(40 * 1024, np.uint32)
    report = run(own + "st.global.u32 [%rd32], %r33;", grid=40, block=1024, out=out)
    assert np.array_equal(out, np.arange(40 * 1024))
    assert report.batches > 1


def test_faults_of_traced_kernels_name_the_python_line() -> None:
    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=(1,), block=(64,), arch="sm_80")
    def beyond(X, Y):  # type: ignore[no-untyped-def]
        px, py = ptx.global_ptrs(X, Y)
        i = reg.from_(ptx.special.tid.x(), u32)
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px + i * 4))  # here
        ptx.inst.st.global_.f32(ptx.addr(py + i * 4), x)

    with pytest.raises(SimFault) as caught:
        beyond(np.zeros(40, np.float32))
    here = next(
        number for number, line in enumerate(Path(__file__).read_text().splitlines(), 1) if "# here" in line
    )
    fault = caught.value
    assert fault.source == (__file__, here)
    assert f"at {__file__}:{here} (PTX line {fault.ptx_line})" in str(fault)
    assert "ld.global.f32" in (fault.instruction or "")
    assert json.loads(fault.to_json())["source"] == {"file": __file__, "line": here}
    assert fault.address is not None
    assert (fault.address["name"], fault.address["offset"]) == ("X", 160)


def test_a_fault_has_the_frames_of_the_user_only() -> None:
    @kernel(out_specs=(Tile(40, f32),), grid=(1,), block=(64,), arch="sm_80")
    def beyond(Y):  # type: ignore[no-untyped-def]
        (py,) = ptx.global_ptrs(Y)
        ptx.inst.st.global_.f32(ptx.addr(py + reg.from_(ptx.special.tid.x(), u32) * 4), 1.0)

    for run in (beyond, lambda: beyond.program().launch(np.zeros(40, np.float32), grid=1)):
        with pytest.raises(SimFault) as caught:
            run()
        names = [frame.name for frame in caught.traceback]
        assert names[-1] in ("__call__", "launch")
        assert sum("pyptx" in Path(frame.path).parts[-3:-1] for frame in caught.traceback) == 1
        assert caught.value.__context__ is None or caught.value.__suppress_context__


def test_long_lists_of_operands_are_shortened() -> None:
    @kernel(out_specs=(Tile(64, f32),), grid=(1,), block=(32,), arch="sm_100a")
    def load(Y):  # type: ignore[no-untyped-def]
        ptx.tcgen05.ld(reg.array(f32, 16), reg.scalar(u32, init=0), shape="32x32b", count=16)

    with pytest.raises(SimFault) as caught:
        load()
    assert "{%f0 … %f15}, [%r0];" in str(caught.value)


def test_outputs_that_a_call_allocates_start_undefined() -> None:
    @kernel(out_specs=(Tile(32, f32),), grid=(1,), block=(32,), arch="sm_80")
    def accumulate(Y):  # type: ignore[no-untyped-def]
        (py,) = ptx.global_ptrs(Y)
        y = reg.scalar(f32)
        address = py + reg.from_(ptx.special.tid.x(), u32) * 4
        ptx.inst.ld.global_.f32(y, ptx.addr(address))
        ptx.inst.st.global_.f32(ptx.addr(address), y + 1.0)

    with pytest.raises(SimFault, match=r"read at Y\+0 .* were never written"):
        accumulate()
    given = np.ones(32, np.float32)
    accumulate(out=given)
    assert given.tolist() == [2.0] * 32


def test_names_of_compiled_code_are_read_as_they_were_written(run: Callable[..., object]) -> None:
    module = ".shared .align 4 .b8 _ZZ4tilePfE6shared[64];"
    with pytest.raises(SimFault, match=r"tile::shared\+64") as caught:
        run("mov.u32 %r1, _ZZ4tilePfE6shared; ld.shared.u32 %r2, [%r1+64];", module=module)
    assert caught.value.address is not None
    assert caught.value.address["name"] == "_ZZ4tilePfE6shared"


@pytest.mark.parametrize(("address", "said"), [("s+-8", "s-8"), ("t+4", "t\\+4")])
def test_addresses_around_shared_variables(run: Callable[..., object], address: str, said: str) -> None:
    module = ".shared .align 8 .b8 s[60]; .shared .align 8 .b8 t[4];"
    with pytest.raises(SimFault, match=rf"out-of-bounds: .* {said} ") as caught:
        run(f"mov.u32 %r1, {address}; ld.shared.u32 %r2, [%r1];", module=module)
    assert caught.value.address is not None


def test_long_names_of_compiled_code_are_cut(run: Callable[..., object]) -> None:
    name = "_ZZN7cutlass13device_kernelINS_4gemm9UniversalIiffEEEEvT_E4smem"
    module = f".shared .align 4 .b8 {name}[64];"
    with pytest.raises(SimFault, match=r"at device_kernel::smem\+64 "):
        run(f"mov.u32 %r1, {name}; ld.shared.u32 %r2, [%r1+64];", module=module)


def test_the_source_that_a_compiler_names_is_said(run: Callable[..., object]) -> None:
    body = """
        .loc 1 7 3
        mov.u64 %rd1, 64;
        .loc 2 31 5
        ld.global.u32 %r1, [%rd1];
        .loc 1 9 1
    """
    with pytest.raises(SimFault, match=r"at kernel\.cuh:31 \(PTX line \d+\)") as caught:
        run(body, module='.file 1 "main.py"\n.file 2 "kernel.cuh"')
    assert caught.value.source == ("kernel.cuh", 31)


INLINED = [
    (".loc 1 32 5\n.loc 2 78 3, function_name $n, inlined_at 1 32 5", "main.cu:32 (inlined prim.cuh:78)", 32),
    (
        ".loc 1 15 5\n"
        ".loc 1 6 5, function_name $n, inlined_at 1 15 5\n"
        ".loc 2 448 9, function_name $n, inlined_at 1 6 5",
        "main.cu:6 (inlined prim.cuh:448), called from main.cu:15",
        6,
    ),
    (".loc 1 6 5, function_name $n, inlined_at 1 15 5", "main.cu:6, called from main.cu:15", 6),
    (".loc 2 3 5, function_name $n, inlined_at 2 9 5\n.loc 1 4 1", "main.cu:4", 4),
    (".loc 1 32 5\n.loc 2 0 0, function_name $n, inlined_at 1 32 5", "main.cu:32", 32),
    (".loc 1 0 0\n.loc 1 32 5, function_name $n, inlined_at 1 0 0", "main.cu:32", 32),
]


@pytest.mark.parametrize(("locs", "place", "line"), INLINED)
def test_a_report_on_an_inlined_function_names_the_line_of_the_kernel(
    run: Callable[..., object], locs: str, place: str, line: int
) -> None:
    module = '.section .debug_str { $n: .b8 102, 0 }\n.file 1 "main.cu"\n.file 2 "prim.cuh"'
    with pytest.raises(SimFault, match=rf"at {re.escape(place)} \(PTX line \d+\)") as caught:
        run(f"mov.u64 %rd1, 64;\n{locs}\nld.global.u32 %r1, [%rd1];", module=module)
    assert caught.value.source == ("main.cu", line)


@pytest.mark.parametrize(
    "locs", [".loc 1 0 0", ".loc 1 7 3\n.loc 1 0 0", ".loc 1 0 0, function_name $n, inlined_at 1 0 0"]
)
def test_line_0_of_a_compiler_is_no_line(run: Callable[..., object], locs: str) -> None:
    module = '.section .debug_str { $n: .b8 102, 0 }\n.file 1 "main.cu"'
    with pytest.raises(SimFault, match=r"\n  at PTX line \d+\n") as caught:
        run(f"mov.u64 %rd1, 64;\n{locs}\nld.global.u32 %r1, [%rd1];", module=module)
    assert caught.value.source is None


def test_an_instruction_that_shares_its_line_is_shown_alone(run: Callable[..., object]) -> None:
    """Inline assembly and macros have several statements in a line; a label is another one, too."""
    body = """
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 1;
        LOAD: ld.global.u32 %r3, [%rd1+4096];   mov.u32 %r4, %r3;
    """
    with pytest.raises(SimFault) as caught:
        run(body, x=np.zeros(32, np.uint32))
    assert caught.value.instruction == "ld.global.u32 %r3, [%rd1+4096];"
    assert "\n  ld.global.u32 %r3, [%rd1+4096];\n  at PTX line " in str(caught.value)
    with pytest.raises(SimFault, match=r"waits? at bar.sync 0; at PTX line \d+: barrier 0"):
        run(
            "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @!%p1 bra E; bar.sync 0; E: bar.sync 1;", block=64
        )


CALLS = """
.version 8.0
.target sm_80
.address_size 64
.file 1 "kernel.cu"
.file 2 "helpers.cuh"
.shared .align 8 .b64 full;
.func leaf(.param .b64 place) {
    .reg .pred %p;
    .reg .b32 %r;
    .reg .b64 %rd;
    ld.param.u64 %rd, [place];
    .loc 2 3 1
    ld.global.u32 %r, [%rd];
    WAIT
    ret;
}
.func inner(.param .b64 place) {
    .reg .b64 %rd;
    ld.param.u64 %rd, [place];
    .loc 2 7 1
    { .param .b64 to; st.param.b64 [to], %rd; call leaf, (to); }
    ret;
}
.visible .entry kernel(.param .u64 x) {
    .reg .pred %p;
    .reg .b32 %r;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r, %tid.x;
    mul.wide.u32 %rd2, %r, 4;
    add.u64 %rd1, %rd1, %rd2;
    setp.eq.u32 %p, %r, 0;
    @%p mbarrier.init.shared.b64 [full], 1;
    setp.gt.u32 %p, %r, 3;
    @%p bra FAR;
    .loc 1 20 1
    { .param .b64 to; st.param.b64 [to], %rd1; call leaf, (to); }
    ret;
FAR:
    .loc 1 30 1
    { .param .b64 to; st.param.b64 [to], %rd1; call inner, (to); }
    ret;
}
"""
POLL = "again: mbarrier.test_wait.parity.shared.b64 %p, [full], 0; @!%p bra again;"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("elements", "calls", "line"),
    [
        (3, ["kernel.cu:20 (PTX line 38)"], 20),
        (5, ["helpers.cuh:7 (PTX line 22)", "kernel.cu:30 (PTX line 42)"], 30),
    ],
)
def test_a_report_on_a_function_has_the_calls_of_its_thread(
    native: bool | None, elements: int, calls: list[str], line: int
) -> None:
    x = np.zeros(elements, np.uint32)
    with directing("sim", native=native), pytest.raises(SimFault) as caught:
        from_ptx(CALLS.replace("WAIT", "")).launch(x, grid=1, block=6)
    said = str(caught.value).splitlines()
    assert said[2] == "  at helpers.cuh:3 (PTX line 14)"
    assert said[3:-2] == [f"  called from {call}" for call in calls]
    assert caught.value.source == ("kernel.cu", line)


@pytest.mark.parametrize("native", [None, False])
def test_threads_that_wait_in_a_function_are_listed_by_its_calls(native: bool | None) -> None:
    x = np.zeros(6, np.uint32)
    with directing("sim", native=native), pytest.raises(SimFault) as caught:
        from_ptx(CALLS.replace("WAIT", POLL)).launch(x, grid=1, block=6)
    said = str(caught.value)
    wait = "of CTA (0, 0, 0) wait at mbarrier.test_wait at helpers.cuh:3 (PTX line 15), called from "
    assert f"lanes 0-3 {wait}kernel.cu:20 (PTX line 38): full lacks 1 of 1" in said
    assert f"lanes 4-5 {wait}helpers.cuh:7 (PTX line 22), called from kernel.cu:30 (PTX line 42): " in said
    assert [each["source"] for each in caught.value.waiting] == [("kernel.cu", 30), ("kernel.cu", 20)]


def test_a_deep_recursion_is_cut() -> None:
    """A function that calls itself until the stack overflows."""
    deep = CALLS.replace("ld.global.u32 %r, [%rd];", "").replace("call leaf, (to)", "call inner, (to)")
    with directing("sim", native=False), pytest.raises(SimFault) as caught:
        from_ptx(deep.replace("WAIT", "")).launch(np.zeros(6, np.uint32), grid=1, block=1)
    said = str(caught.value).splitlines()
    assert caught.value.rule == "stack-overflow"
    assert said[3:7] == ["  called from helpers.cuh:7 (PTX line 22)"] * 4
    assert re.fullmatch(r"  in \d+ more calls", said[7])
    assert caught.value.source == ("kernel.cu", 20)
