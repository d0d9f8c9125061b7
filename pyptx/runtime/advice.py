"""Assembly of programs, with the advisories of ptxas as Python warnings."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from pyptx.errors import PerformanceWarning
from pyptx.toolchain import ptxas
from pyptx.toolchain import sass as disassemble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.ir import Source
    from pyptx.program import Program
    from pyptx.toolchain import Compiled

_shown: dict[str | tuple[str, type[Warning], int], int] = {}
"""State of the warnings filter, so that its default shows the warning of a line once."""


def assemble(program: Program, target: str | None = None) -> Compiled:
    """Assemble a program, or return the cached result, and warn of slow code.

    A warning is on the Python line that wrote the instruction where ptxas reports it, else on that of the
    kernel.

    Args:
        program: The program.
        target: Target of the machine code; None for the program's.

    Raises:
        ToolError: ptxas is missing, or refused the text; the message names PTX and Python lines.
    """
    compiled = ptxas.assemble(program.ptx, target or program.arch.name, lines=program.lines)
    for message, source in advice(program, compiled):
        if source is not None:
            warnings.warn_explicit(message, PerformanceWarning, source.file, source.line, registry=_shown)
        else:
            warnings.warn(message, PerformanceWarning, stacklevel=2)
    return compiled


def sass(program: Program) -> str:
    """Return the machine code of a program, disassembled.

    Raises:
        ToolError: ptxas or the disassembler is not installed, or refuses it.
    """
    return disassemble(program.cubin or assemble(program).cubin)


def advice(program: Program, compiled: Compiled) -> Iterator[tuple[str, Source | None]]:
    """Yield the advisories and register spills of ptxas, with the Python line of each."""
    for message in compiled.warnings:
        known = None if message.line is None else program.lines.get(message.line)
        yield f"{program.entry}: {message.report(program.ptx)}", known or program.source
    for name, usage in compiled.functions.items():
        if usage.spill_store_bytes or usage.spill_load_bytes:
            yield (
                f"{name} spills registers: {usage.spill_store_bytes} bytes written to local memory and "
                f"{usage.spill_load_bytes} read back per thread, with {usage.registers} registers",
                program.source,
            )
