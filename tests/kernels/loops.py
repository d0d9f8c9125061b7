"""Machine code: its loops, and the bars that kernels for Blackwell hold."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pyptx.inspect import resources
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code

if TYPE_CHECKING:
    from pyptx.inspect import Resources
    from pyptx.kernel import Kernel
    from pyptx.perf.machine import MachineFunction


@cache
def _assembled(kernel: Kernel) -> tuple[MachineFunction, Resources]:
    """Machine code with lines, as `kernel.perf()` has it: one run of each tool serves both."""
    program = kernel.program()
    function, compiled = machine_code(program)
    return function, resources(program, compiled=compiled)


def report_of(kernel: Kernel) -> Resources:
    """The report of a kernel, about the machine code of `loops_of`."""
    return _assembled(kernel)[1]


@cache
def loops_of(kernel: Kernel) -> list[list[str]]:
    """Instructions of each loop of a kernel."""
    graph = FlowGraph(_assembled(kernel)[0])
    return [[str(each) for each in loop.instructions] for loop in graph.loops]


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
