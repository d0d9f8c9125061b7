"""Live registers along the machine code of a program, as nvdisasm counts them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx import toolchain
from pyptx.errors import ToolError
from pyptx.ir import Literal
from pyptx.ir.literals import literal_value
from pyptx.mangling import readable
from pyptx.notebook import Displayed
from pyptx.perf.machine import machine_code
from pyptx.record import record
from pyptx.svg import BAD, COLOURS, LINE, QUIET, WAITING, Drawing, width_of

if TYPE_CHECKING:
    from pyptx.ir import Source
    from pyptx.program import Program

_SECTION = re.compile(r"//-+ \.text\.(\S+)")
_HEAD = re.compile(r"\s*// \|([ \w|]*GPR[ \w|]*)\|$")
_ROW = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s.*// \|([ \d|]*)\|$")
_WIDTH, _HEIGHT = 720, 180
_MOST_LINES = 16
_BAR_WIDTH = 240


@record(frozen=True, slots=True)
class LivePoint:
    """The registers that are live at an instruction of machine code.

    Attributes:
        address: Bytes from the start of the function.
        instruction: The instruction.
        live: Live registers of a thread.
        uniform: Live uniform registers of the warp.
        ptx_line: PTX line that the instruction was made from, counted from 1; None if unknown.
        source: Python line that wrote it, or None.
    """

    address: int
    instruction: str
    live: int
    uniform: int
    ptx_line: int | None
    source: Source | None


@record(frozen=True, slots=True, eq=False)
class RegisterPressure(Displayed):
    """Live registers along the machine code of an entry.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.perf import register_pressure
    >>> from pyptx.types import u32
    >>> @kernel(in_specs=(Tile("N", u32),), grid=1, block=128, arch="sm_90a")
    ... def clear(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     ptx.inst.st.global_.u32(ptx.addr(px + ptx.special.tid.x() * 4), 0)
    >>> pressure = register_pressure(clear.program(N=128))
    >>> pressure.registers, pressure.spill_bytes, max(point.live for point in pressure.points)
    (6, 0, 3)

    Attributes:
        entry: Name of the entry.
        target: Target of the machine code.
        registers: Registers per thread that ptxas allocated.
        spill_bytes: Bytes of register spills, stores and loads together.
        budgets: Registers that the `setmaxnreg` of the program set, in the order of the text.
        points: Every instruction, in the order of addresses.
    """

    entry: str
    target: str
    registers: int
    spill_bytes: int
    budgets: tuple[int, ...]
    points: tuple[LivePoint, ...]

    @property
    def most(self) -> LivePoint:
        """The first instruction with most live registers."""
        return max(self.points, key=lambda point: point.live)

    @property
    def lines(self) -> tuple[tuple[Source, int], ...]:
        """The most live registers at each Python line, in the order of the machine code."""
        found: dict[Source, int] = {}
        for point in self.points:
            if point.source is not None:
                found[point.source] = max(found.get(point.source, 0), point.live)
        return tuple(found.items())

    def __str__(self) -> str:
        rows = [self._title()]
        if self.budgets:
            rows.append(f"  setmaxnreg sets {', '.join(map(str, self.budgets))}")
        rows += [f"  {live:4}  {source.short}" for source, live in self.lines]
        return "\n".join(rows)

    def _title(self) -> str:
        spilled = f", {self.spill_bytes:,} bytes spilled and reloaded" if self.spill_bytes else ""
        return (
            f"live registers of {readable(self.entry)} for {self.target}: at most {self.most.live} of "
            f"{self.registers} allocated{spilled}"
        )

    def _picture(self) -> str:
        """The live registers over the machine code, and the most of each Python line."""
        drawing = Drawing(self._title())
        drawing.text(0, LINE / 2, drawing.title, bold=True)
        left, top = width_of("setmaxnreg 232 "), 1.5 * LINE
        levels = {self.registers: ("allocated", QUIET)}
        levels |= dict.fromkeys(self.budgets, ("setmaxnreg", WAITING))
        highest = max(self.most.live, *levels, 1)
        drawing.box(left, top, _WIDTH, _HEIGHT)
        across, up = _WIDTH / len(self.points), _HEIGHT / highest
        for level, (words, colour) in levels.items():
            y = top + _HEIGHT - level * up
            drawing.line(left, y, left + _WIDTH, y, colour=colour, dashed=True)
            drawing.text(left - 4, y, f"{words} {level}", anchor="end")
        points = []
        for number, point in enumerate(self.points):
            y = top + _HEIGHT - point.live * up
            points += [(left + number * across, y), (left + (number + 1) * across, y)]
        drawing.curve(points)
        words = f"{len(self.points):,} instructions in the order of the machine code"
        drawing.text(left + _WIDTH / 2, top + _HEIGHT + LINE / 2, words, anchor="middle")
        self._draw_lines(drawing, top + _HEIGHT + 1.5 * LINE)
        return str(drawing)

    def _draw_lines(self, drawing: Drawing, top: float) -> None:
        """Draw a bar for each of the Python lines with most live registers, in the order of the code."""
        kept = sorted(self.lines, key=lambda row: -row[1])[:_MOST_LINES]
        shown = [row for row in self.lines if row in kept]
        left = max((width_of(source.short) for source, _ in shown), default=0.0) + 8
        for number, (source, live) in enumerate(shown):
            y = top + number * LINE
            colour = BAD if live == self.most.live else COLOURS[0]
            length = live / max(self.most.live, 1) * _BAR_WIDTH
            drawing.text(left - 6, y + LINE / 2, source.short, anchor="end")
            drawing.box(left, y + 2, length, LINE - 4, colour=colour)
            drawing.text(left + length + 6, y + LINE / 2, str(live))


def register_pressure(program: Program, *, target: str | None = None) -> RegisterPressure:
    """Assemble a program, and return the live registers at each instruction of its machine code.

    Args:
        program: The program.
        target: Target of the machine code; None for that of the program.

    Raises:
        ToolError: ptxas or nvdisasm is not installed, or ptxas refuses the text.
    """
    function, compiled = machine_code(program, target)
    counts = _counts(toolchain.life_ranges(compiled.cubin), program.entry)
    points = []
    for each in function.instructions:
        if each.address not in counts:  # the padding after the last instruction
            break
        live, uniform = counts[each.address]
        source = None if each.ptx_line is None else program.lines.get(each.ptx_line)
        points.append(LivePoint(each.address, str(each), live, uniform, each.ptx_line, source))
    if len(points) != len(counts) or not points:
        raise ToolError(
            f"nvdisasm counts the live registers at {len(counts)} instructions of {program.entry}, but lists "
            f"{len(function.instructions)} instructions of it"
        )
    usage = compiled.functions[program.entry]
    return RegisterPressure(
        program.entry,
        target or program.arch.name,
        usage.registers,
        usage.spill_store_bytes + usage.spill_load_bytes,
        _budgets(program),
        tuple(points),
    )


def _counts(listing: str, entry: str) -> dict[int, tuple[int, int]]:
    """The live registers and live uniform registers at each address of an entry."""
    found: dict[int, tuple[int, int]] = {}
    inside, columns = False, [""]
    for row in listing.splitlines():
        if section := _SECTION.match(row):
            inside = section[1] == entry
        elif head := _HEAD.match(row):
            columns = [name.strip() for name in head[1].split("|")]
        elif inside and (match := _ROW.match(row)):
            counts = dict(zip(columns, match[2].split("|"), strict=True))
            live, uniform = (int(counts.get(name, "").strip() or 0) for name in ("GPR", "UGPR"))
            found[int(match[1], 16)] = live, uniform
    return found


def _budgets(program: Program) -> tuple[int, ...]:
    """The numbers of registers that `setmaxnreg` sets, each once."""
    found: dict[int, None] = {}
    for _, each in sorted(program.instructions_by_line.items()):
        if each.opcode == "setmaxnreg" and isinstance(each.operands[0], Literal):
            found[int(literal_value(each.operands[0].text))] = None
    return tuple(found)
