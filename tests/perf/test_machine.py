"""Machine code read back: control bits, PTX lines, blocks and loops."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from pyptx import Tile, kernel, ptx, reg, toolchain
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import LINES, decode_control, machine_code, read_machine_code
from pyptx.types import f32, u32

EXAMPLES = Path(__file__).parents[2] / "examples"
TARGETS = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120a"]

pytestmark = pytest.mark.ptxas


def nested(arch: str) -> Any:
    """A loop in a loop; the inner one loads, the outer one stores."""

    @kernel(in_specs=(Tile(4096, f32),), out_specs=(Tile(64, f32),), grid=(1,), block=(32,), arch=arch)
    def sums(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        for row in ptx.range_(0, reg.from_(ptx.special.nctaid.x(), u32), 1):
            total, x = reg.scalar(f32, init=0.0), reg.scalar(f32)
            for column in ptx.range_(0, tid, 1):
                ptx.ld(f32, x, ptx.addr(px + (row * 64 + column) * 4))
                ptx.inst.add.f32(total, total, x)
            ptx.st(f32, ptx.addr(py + row * 4), total)

    return sums


@pytest.mark.parametrize("arch", TARGETS)
def test_each_instruction_has_the_line_of_the_ptx_that_it_was_made_from(arch: str) -> None:
    program = nested(arch).program()
    rows = program.ptx.splitlines()
    function, _ = machine_code(program)
    for name, words in {"LDG": "ld.global.f32", "STG": "st.global.f32", "FADD": "add.f32"}.items():
        found = [each for each in function.instructions if each.name == name]
        assert found
        assert all(words in rows[(each.ptx_line or 0) - 1] for each in found)
        lines = {program.lines[each.ptx_line or 0].line for each in found}
        assert len(lines) == 1


@pytest.mark.parametrize("arch", TARGETS)
def test_loops_nest_as_in_the_source(arch: str) -> None:
    function, _ = machine_code(nested(arch).program())
    graph = FlowGraph(function)
    (store,) = [place for place, each in enumerate(function.instructions) if each.name == "STG"]
    outer = graph.innermost(store)
    assert outer is not None
    assert outer.depth == 1
    loads = [place for place, each in enumerate(function.instructions) if each.name == "LDG"]
    assert loads
    for load in loads:
        inner = graph.innermost(load)
        if inner is not None and inner is not outer:  # else a remainder of the unrolled loop
            assert inner.parent is outer
            assert inner.blocks < outer.blocks
    assert any(graph.innermost(load) not in (outer, None) for load in loads)
    assert function.instructions[store] in outer.certain_instructions


@pytest.mark.parametrize("arch", TARGETS)
def test_every_load_sets_a_scoreboard_that_an_instruction_waits_for(arch: str) -> None:
    function, _ = machine_code(nested(arch).program())
    for place, each in enumerate(function.instructions):
        assert each.control.stall <= 15
        if each.name == "LDG":
            barrier = each.control.write_barrier
            assert barrier is not None
            graph_after = function.instructions[place + 1 :] + function.instructions[:place]
            assert any(barrier in later.control.waits for later in graph_after)
        if each.name == "FADD":
            assert each.control.write_barrier is None


def test_control_bits() -> None:
    """`S2UR UR8, SR_CTAID.Y` and the `USHF` that needs it; two `FADD`, the second with a reused operand."""
    assert decode_control(0x000E620000002200).write_barrier == 1
    assert decode_control(0x002FE2000800063F).waits == (1,)
    control = decode_control(0x000FCA0000000205)
    assert (control.stall, control.write_barrier, control.read_barrier) == (5, None, None)
    assert control.reuse == ()
    assert decode_control(0x040FCA0000000205).reuse == (0,)


@pytest.mark.parametrize(
    ("path", "builder", "loop", "matrices"),
    [
        ("hopper/gemm_warp_specialised.py", "build_gemm_warp_specialised", "HGMMA", 4),
        ("blackwell/gemm_highperf_blackwell.py", "build_gemm", "UTCHMMA", 32),
    ],
)
def test_recorded_lines_change_no_instruction(path: str, builder: str, loop: str, matrices: int) -> None:
    program = run_path(str(EXAMPLES / path))[builder](4096, 4096, 4096).program()
    plain, lined = (
        toolchain.ptxas.assemble(program.ptx, program.arch.name, options).cubin for options in ((), LINES)
    )
    assert toolchain.machine_code(plain) == toolchain.machine_code(lined)
    text = toolchain.sass(plain)
    function = read_machine_code(lined)[program.entry]
    addresses = [int(address, 16) for address in re.findall(r"^\s+/\*([0-9a-f]{4,})\*/", text, re.MULTILINE)]
    assert [each.address for each in function.instructions] == addresses
    for each in function.instructions:
        assert f"{each.opcode} " in text
    counts = [
        sum(each.name == loop for each in found.certain_instructions) for found in FlowGraph(function).loops
    ]
    assert matrices in counts


def test_instructions_of_a_branch_are_in_the_loop_but_not_in_every_iteration() -> None:
    @kernel(out_specs=(Tile(64, f32),), grid=(1,), block=(32,), arch="sm_90a")
    def stores(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        for row in ptx.range_(0, reg.from_(ptx.special.nctaid.x(), u32), 1):
            ptx.bar.sync()
            with ptx.if_(tid == row):
                for place in range(4):
                    ptx.inst.atom.global_.add.u32(reg.scalar(u32), ptx.addr(py + place * 4), row)
                ptx.inst.membar.gl()

    function, _ = machine_code(stores.program())
    loop = FlowGraph(function).loops[-1]
    everything = [each.name for each in loop.instructions]
    always = [each.name for each in loop.certain_instructions]
    assert "BAR" in always
    assert "MEMBAR" in everything
    assert "MEMBAR" not in always
