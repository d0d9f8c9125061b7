"""Machine code: its loops, and the bars that kernels for Blackwell hold."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pyptx.inspect import resources
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import LINES, machine_code
from pyptx.toolchain import ptxas

if TYPE_CHECKING:
    from pyptx.inspect import Resources
    from pyptx.kernel import Kernel


def report_of(kernel: Kernel) -> Resources:
    """Report of the build with `-lineinfo`, which `loops_of` and `kernel.perf()` share."""
    program = kernel.program()
    compiled = ptxas.assemble(program.ptx, program.arch.name, LINES, lines=program.lines)
    return resources(program, compiled=compiled)


@cache
def loops_of(kernel: Kernel) -> list[list[str]]:
    """Instructions of each loop of a kernel."""
    function, _ = machine_code(kernel.program())
    return [[str(each) for each in loop.instructions] for loop in FlowGraph(function).loops]


def smallest_loop(kernel: Kernel, opcode: str, times: int = 1) -> list[str]:
    """Instructions of the shortest loop of a kernel that contains an opcode at least so often."""
    loops = loops_of(kernel)
    return min((loop for loop in loops if sum(opcode in each for each in loop) >= times), key=len)


def check_report(kernel: Kernel) -> None:
    """No spills, no advice of ptxas, and room in tensor memory and in shared memory."""
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.tensor_columns <= 512
    assert report.dynamic_shared_bytes + report.static_shared_bytes <= 232_448


def check_issuing_loop(body: list[str]) -> None:
    """A loop has at most 12 other instructions for every four MMAs."""
    products = len(re.findall("UTC[HQO]MMA", "\n".join(body)))
    assert 4 * (len(body) - products) <= 12 * products
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL", "\n".join(body))
