"""Instructions of machine code, from the listing of nvdisasm: control bits, and the PTX line of each.

An instruction has 128 bits from Volta on; bits 105 to 125 are for the scheduler, and `Control` names them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx import toolchain
from pyptx.errors import ToolError
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.program import Program
    from pyptx.toolchain import Compiled

LINES = ("-lineinfo",)
"""The option of ptxas that keeps the PTX line of each instruction; the instructions stay the same."""

WARPGROUP_MATRICES = {"HGMMA", "QGMMA", "IGMMA", "BGMMA"}
"""Matrix instructions of a warpgroup: `wgmma.mma_async`."""

_SECTION = re.compile(r"//-+ \.text\.(\S+)")
_LABEL = re.compile(r"(\.L\w+):")
_LINE = re.compile(r'\s*//## File "\.nv_debug_ptx_txt", line (\d+)')
_CODE = re.compile(
    r"\s+/\*([0-9a-f]{4,})\*/\s+\{?\s*(@!?U?P\w)?\s*([A-Z][\w.]*)\s*(.*?)\s*;?\s*\}?"
    r"\s*/\* (0x[0-9a-f]{16}) \*/"
)
_SECOND_HALF = re.compile(r"\s+/\* (0x[0-9a-f]{16}) \*/")
_CONTROL_BIT = 105 - 64
_NO_BARRIER = 7
_BARRIERS = 6
_REUSE_SLOTS = 4


@record(frozen=True, slots=True)
class Control:
    """The part of an instruction that is for the scheduler.

    Attributes:
        stall: Clocks until the warp may issue its next instruction, at least.
        yields: Whether the scheduler should prefer another warp next.
        write_barrier: Scoreboard that is released when the result is written; None for a fixed latency.
        read_barrier: Scoreboard that is released when the operands are read, or None.
        waits: Scoreboards that must be free before the instruction is issued.
        reuse: Source operands that stay in the operand cache.
    """

    stall: int
    yields: bool
    write_barrier: int | None
    read_barrier: int | None
    waits: tuple[int, ...]
    reuse: tuple[int, ...]


def decode_control(high: int) -> Control:
    """Decode the control bits in the upper 64 bits of an instruction.

    >>> decode_control(0x000E2E0000002100)
    Control(stall=7, yields=False, write_barrier=0, read_barrier=None, waits=(), reuse=())
    """
    bits = high >> _CONTROL_BIT
    write, read, waits, reuse = bits >> 5 & 7, bits >> 8 & 7, bits >> 11, bits >> 17
    return Control(
        stall=bits & 15,
        yields=not bits >> 4 & 1,
        write_barrier=None if write == _NO_BARRIER else write,
        read_barrier=None if read == _NO_BARRIER else read,
        waits=tuple(number for number in range(_BARRIERS) if waits >> number & 1),
        reuse=tuple(slot for slot in range(_REUSE_SLOTS) if reuse >> slot & 1),
    )


@record(frozen=True, slots=True)
class MachineInstruction:
    """An instruction of machine code.

    Attributes:
        address: Bytes from the start of its function.
        guard: Its predicate, such as ``"@!P0"``; empty without one.
        opcode: Name and modifiers, such as ``"HGMMA.64x128x16.F32.BF16"``.
        operands: The operands as nvdisasm writes them.
        control: Its control bits.
        ptx_line: PTX line that it was made from, counted from 1; None if unknown.
    """

    address: int
    guard: str
    opcode: str
    operands: str
    control: Control
    ptx_line: int | None

    @property
    def name(self) -> str:
        """The opcode without modifiers."""
        return self.opcode.partition(".")[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The modifiers of the opcode."""
        return tuple(self.opcode.split(".")[1:])

    def __str__(self) -> str:
        return " ".join(filter(None, (self.guard, self.opcode, self.operands)))


@record(frozen=True, slots=True)
class MachineFunction:
    """A function of machine code.

    Attributes:
        name: Its name.
        instructions: Its instructions, in the order of their addresses.
        labels: Number of the instruction that a label precedes, by label.
    """

    name: str
    instructions: tuple[MachineInstruction, ...]
    labels: dict[str, int]


def read_machine_code(cubin: bytes) -> dict[str, MachineFunction]:
    """Return the functions of a cubin, by name.

    Raises:
        ToolError: nvdisasm is not installed, or the bytes are not a cubin.
    """
    return {function.name: function for function in _functions(toolchain.sass(cubin, annotated=True))}


def machine_code(program: Program, target: str | None = None) -> tuple[MachineFunction, Compiled]:
    """Assemble a program and return the instructions of its entry, and the result of ptxas.

    Args:
        program: The program.
        target: Target of the machine code; None for that of the program.

    Raises:
        ToolError: A tool is not installed, or ptxas refuses the text.
    """
    compiled = toolchain.ptxas.assemble(program.ptx, target or program.arch.name, LINES, lines=program.lines)
    return _with_lines_of_wgmma(read_machine_code(compiled.cubin)[program.entry], program), compiled


def _with_lines_of_wgmma(function: MachineFunction, program: Program) -> MachineFunction:
    """Give matrix instructions of warpgroups their lines: ptxas records none for them, but keeps their order.

    They have no line where their number differs from that of the PTX, since ptxas copied a loop.
    """
    lines = [
        line
        for line, each in sorted(program.instructions_by_line.items())
        if each.opcode == "wgmma" and each.modifiers[0] == "mma_async"
    ]
    found = [each for each in function.instructions if each.name in WARPGROUP_MATRICES]
    numbers: list[int] | list[None] = lines if len(lines) == len(found) else [None] * len(found)
    lined = iter(numbers)
    return replace(
        function,
        instructions=tuple(
            replace(each, ptx_line=next(lined)) if each.name in WARPGROUP_MATRICES else each
            for each in function.instructions
        ),
    )


def _functions(listing: str) -> Iterator[MachineFunction]:
    """The functions of a listing."""
    rows = listing.splitlines()
    starts = [(number, found[1]) for number, row in enumerate(rows) if (found := _SECTION.match(row))]
    ends = [number for number, _ in starts[1:]] + [len(rows)]
    for (start, name), end in zip(starts, ends, strict=True):
        yield _function(name, rows[start:end])


def _function(name: str, rows: list[str]) -> MachineFunction:
    """The function that rows of a listing describe.

    Raises:
        ToolError: The second half of an instruction is missing.
    """
    instructions: list[MachineInstruction] = []
    labels: dict[str, int] = {}
    line: int | None = None
    following = iter(rows)
    for row in following:
        if found := _LINE.match(row):
            line = int(found[1])
        elif found := _LABEL.match(row):
            labels[found[1]] = len(instructions)
        elif found := _CODE.match(row):
            second = _SECOND_HALF.match(next(following, ""))
            if second is None:
                raise ToolError(f"nvdisasm wrote half an instruction: {row.strip()}")
            control = decode_control(int(second[1], 16))
            address, guard, opcode, operands = int(found[1], 16), found[2] or "", found[3], found[4]
            instructions.append(MachineInstruction(address, guard, opcode, operands, control, line))
    return MachineFunction(name, tuple(instructions), labels)
