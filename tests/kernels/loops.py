"""Loops of machine code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code

if TYPE_CHECKING:
    from pyptx.kernel import Kernel


def smallest_loop(kernel: Kernel, opcode: str, times: int = 1) -> list[str]:
    """Instructions of the shortest loop of a kernel that contains an opcode at least so often."""
    function, _ = machine_code(kernel.program())
    loops = [[str(each) for each in loop.instructions] for loop in FlowGraph(function).loops]
    return min((loop for loop in loops if sum(opcode in each for each in loop) >= times), key=len)


def check_issuing_loop(body: list[str]) -> None:
    """A loop has at most 12 instructions beside each four products."""
    products = sum("UTCHMMA" in line for line in body)
    assert 4 * (len(body) - products) <= 12 * products
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL", "\n".join(body))
