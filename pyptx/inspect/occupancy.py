"""Resources of a CTA, and the number of CTAs that fit on a multiprocessor.

The rules are those of the toolkit's occupancy calculation: registers are given to warps in units of 256 and
each quarter of a multiprocessor has its own, shared memory is given in units with what the system reserves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx import toolchain
from pyptx.arch import MAX_CTA_THREADS
from pyptx.arch import arch as find_arch
from pyptx.drawings import draw_bars
from pyptx.errors import LaunchError
from pyptx.ir import Instruction, Literal
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import walk
from pyptx.layouts.tensor_memory import COLUMNS
from pyptx.mangling import readable
from pyptx.notebook import Displayed
from pyptx.program import Program, from_ptx
from pyptx.program.geometry import declared_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.arch import Arch
    from pyptx.ir import Function
    from pyptx.toolchain import Compiled

WARP_LANES = 32
SM_QUARTERS = 4
REGISTER_UNIT = 256
"""Registers are given to a warp in multiples of this."""


@dataclass(frozen=True, slots=True)
class Resources(Displayed):
    """Resources of a thread and a CTA of an entry, and its occupancy.

    >>> text = ".version 8.0 .target sm_90a .address_size 64 .visible .entry idle() { ret; }"
    >>> idle = resources(text, threads=256)
    >>> idle.entry, idle.registers, idle.spill_store_bytes, idle.static_shared_bytes
    ('idle', 4, 0, 0)

    Attributes:
        entry: Name of the entry.
        arch: Target.
        threads: Threads of a CTA.
        registers: Registers per thread.
        stack_bytes: Local memory per thread.
        spill_store_bytes: Bytes of register spills.
        spill_load_bytes: Bytes reloaded from spills.
        static_shared_bytes: Shared memory that the entry declares.
        dynamic_shared_bytes: Shared memory that the launch adds.
        barriers: Named barriers.
        ctas_by: CTAs on one multiprocessor as each resource alone allows.
        messages: Warnings and advisories of ptxas, each with its PTX and Python line.
        tensor_columns: Columns of tensor memory that `tcgen05.alloc` names as numbers, at most all of them.
    """

    entry: str
    arch: Arch
    threads: int
    registers: int
    stack_bytes: int
    spill_store_bytes: int
    spill_load_bytes: int
    static_shared_bytes: int
    dynamic_shared_bytes: int
    barriers: int
    ctas_by: Mapping[str, int] = field(hash=False)
    messages: tuple[str, ...] = ()
    tensor_columns: int = 0

    @property
    def ctas_per_sm(self) -> int:
        """CTAs that run on one multiprocessor at a time."""
        return min(self.ctas_by.values())

    @property
    def bound_by(self) -> tuple[str, ...]:
        """The resources that allow no more CTAs."""
        return tuple(name for name, ctas in self.ctas_by.items() if ctas == self.ctas_per_sm)

    @property
    def occupancy(self) -> float:
        """Warps that run on one multiprocessor at a time, of those that it has room for."""
        limits = self.arch.sm
        assert limits is not None
        return self.ctas_per_sm * _warps(self.threads) / (limits.threads // WARP_LANES)

    def _picture(self) -> str:
        """The CTAs on a multiprocessor as each resource alone allows."""
        rows = [(name, float(ctas), str(ctas)) for name, ctas in self.ctas_by.items()]
        title = f"CTAs per SM of {readable(self.entry)} on {self.arch.name}: {self.ctas_per_sm}"
        return str(draw_bars(title, rows, marked=self.bound_by))

    def __str__(self) -> str:
        spilled = f"{self.spill_store_bytes} bytes spilled, {self.spill_load_bytes} read back"
        if not self.spill_store_bytes + self.spill_load_bytes:
            spilled = "nothing spilled"
        each = ", ".join(f"{name} {ctas}" for name, ctas in self.ctas_by.items())
        return "\n".join(
            (
                f"{readable(self.entry)} on {self.arch.name}",
                f"  threads        {self.threads} per CTA, {_warps(self.threads)} warps",
                f"  registers      {self.registers} per thread, {spilled}",
                f"  stack          {self.stack_bytes} bytes per thread",
                f"  shared memory  {self.static_shared_bytes} bytes static, "
                f"{self.dynamic_shared_bytes} dynamic",
                f"  barriers       {self.barriers}",
                *(
                    [f"  tensor memory  {self.tensor_columns} of {COLUMNS} columns"]
                    if self.tensor_columns
                    else []
                ),
                f"  CTAs per SM    {self.ctas_per_sm}, bound by {' and '.join(self.bound_by)}; "
                f"{self.occupancy:.0%} of the warps",
                f"                 ({each})",
                *(f"  ptxas          {said}".replace("\n", f"\n{' ' * 15}") for said in self.messages),
            )
        )


def resources(
    program: Program | str,
    arch: str | None = None,
    *,
    entry: str | None = None,
    threads: int | None = None,
    dynamic_shared_bytes: int | None = None,
    compiled: Compiled | None = None,
) -> Resources:
    """Assemble a program, and return its resources and occupancy.

    >>> text = ".version 8.0 .target sm_90a .address_size 64 .visible .entry idle() { ret; }"
    >>> print(resources(text, threads=256))
    idle on sm_90a
      threads        256 per CTA, 8 warps
      registers      4 per thread, nothing spilled
      stack          0 bytes per thread
      shared memory  0 bytes static, 0 dynamic
      barriers       0
      CTAs per SM    8, bound by threads; 100% of the warps
                     (CTAs 32, threads 8, registers 32, shared memory 228)

    Args:
        program: A program, or the text of a PTX module.
        arch: Target to assemble for; None for that of the program.
        entry: Name of the entry of a text that has several.
        threads: Threads of a CTA; None for those of the program or its entry.
        dynamic_shared_bytes: Dynamic shared memory of the launch; None for that of the program.
        compiled: Result of ptxas for this program and target, if there is one.

    Raises:
        ToolError: ptxas is not installed, or refuses the text.
        LaunchError: The number of threads or the limits of the target are unknown.
    """
    if isinstance(program, str):
        program = from_ptx(program, entry)
    try:
        target = program.arch if arch is None else find_arch(arch)
    except ValueError as error:
        raise LaunchError(str(error)) from None
    count = _threads(program) if threads is None else threads
    dynamic = program.smem if dynamic_shared_bytes is None else dynamic_shared_bytes
    if compiled is None:
        compiled = toolchain.ptxas.assemble(program.ptx, target.name, lines=program.lines)
    usage = compiled.functions[program.entry]
    return Resources(
        entry=program.entry,
        arch=target,
        threads=count,
        registers=usage.registers,
        stack_bytes=usage.stack_bytes,
        spill_store_bytes=usage.spill_store_bytes,
        spill_load_bytes=usage.spill_load_bytes,
        static_shared_bytes=usage.shared_bytes,
        dynamic_shared_bytes=dynamic,
        barriers=usage.barriers,
        ctas_by=ctas_per_sm(
            target,
            threads=count,
            registers=usage.registers,
            shared_bytes=usage.shared_bytes + dynamic,
            barriers=usage.barriers,
            tensor_columns=(columns := _tensor_columns(program)),
        ),
        tensor_columns=columns,
        messages=tuple(said.report(program.ptx, program.lines) for said in compiled.warnings),
    )


def ctas_per_sm(
    arch: Arch,
    *,
    threads: int,
    registers: int,
    shared_bytes: int = 0,
    barriers: int = 0,
    tensor_columns: int = 0,
) -> dict[str, int]:
    """CTAs on one multiprocessor as each resource alone allows; 0 where a CTA cannot run.

    >>> from pyptx.arch import arch
    >>> ctas_per_sm(arch("sm_80"), threads=256, registers=64, shared_bytes=48 * 1024)
    {'CTAs': 32, 'threads': 8, 'registers': 4, 'shared memory': 3}

    Args:
        arch: Target.
        threads: Threads of a CTA.
        registers: Registers per thread.
        shared_bytes: Shared memory of a CTA, static and dynamic.
        barriers: Named barriers of a CTA.
        tensor_columns: Columns of tensor memory that a CTA allocates.

    Raises:
        LaunchError: The limits of the target are unknown, or a CTA has no threads.
    """
    limits = arch.sm
    if limits is None:
        raise LaunchError(f"the limits of a multiprocessor of {arch.name} are not published")
    if threads < 1:
        raise LaunchError(f"a CTA of {threads} threads")
    warps = _warps(threads)
    by = {
        "CTAs": limits.ctas,
        "threads": limits.threads // WARP_LANES // warps if threads <= MAX_CTA_THREADS else 0,
        "registers": _by_registers(limits.registers, registers, warps, limits.ctas),
        "shared memory": _by_shared_memory(arch, limits.shared_bytes, shared_bytes),
    }
    if barriers and limits.barriers is not None:
        by["barriers"] = limits.barriers // barriers
    if tensor_columns:
        by["tensor memory"] = COLUMNS // tensor_columns
    return by


def _tensor_columns(program: Program) -> int:
    """Sum of the columns of tensor memory that an entry allocates with a constant size."""
    columns = 0
    for statement in walk(program.function.body or ()):
        if isinstance(statement, Instruction) and statement.opcode == "tcgen05":
            said = statement.operands[-1] if statement.modifiers[0] == "alloc" else None
            columns += int(literal_value(said.text)) if isinstance(said, Literal) else 0
    return min(columns, COLUMNS)


def _by_registers(available: int, registers: int, warps: int, most: int) -> int:
    """CTAs that have registers: each quarter of a multiprocessor gives its own to whole warps."""
    if registers == 0:
        return most
    of_warp = _rounded(registers * WARP_LANES, REGISTER_UNIT)
    if of_warp * _rounded(warps, SM_QUARTERS) > available:
        return 0
    return available // SM_QUARTERS // of_warp * SM_QUARTERS // warps


def _by_shared_memory(arch: Arch, available: int, wanted: int) -> int:
    """CTAs that have shared memory, with the part that the system keeps of each."""
    reserved, unit = (1024, 128) if arch.number >= 80 else (0, 256)
    if wanted > arch.max_shared_bytes:
        return 0
    of_cta = _rounded(wanted + reserved, unit)
    return available // of_cta if of_cta else available // unit


def _threads(program: Program) -> int:
    """Threads of a CTA, from the program or its entry."""
    if program.block is not None:
        return math.prod(program.block)
    found = declared_threads(program.function)
    if found is None:
        raise LaunchError(f"{program.entry} does not set the threads of a CTA; pass threads=")
    return found


def declared_threads(entry: Function) -> int | None:
    """Return the threads of a CTA by ``.reqntid`` or ``.maxntid``; None without them.

    Raises:
        LaunchError: They are not numbers.
    """
    size = declared_size(entry, "reqntid") or declared_size(entry, "maxntid")
    return math.prod(size) if size else None


def _warps(threads: int) -> int:
    return -(-threads // WARP_LANES)


def _rounded(value: int, unit: int) -> int:
    """The multiple of `unit` at or above `value`."""
    return -(-value // unit) * unit
