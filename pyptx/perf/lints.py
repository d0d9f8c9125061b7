"""Slow spots that machine code shows: instructions that cost a loop more than its work."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pyptx.errors import counted
from pyptx.ir import Literal
from pyptx.ir.literals import literal_value
from pyptx.perf.costs import BULK_LOADS, MATRICES, access_bytes
from pyptx.perf.machine import WARPGROUP_MATRICES
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.ir import Instruction, Source
    from pyptx.perf.cards import Card
    from pyptx.perf.loops import FlowGraph, Loop
    from pyptx.perf.machine import MachineInstruction
    from pyptx.program import Program
    from pyptx.toolchain import Advisory, Compiled

IGNORED_SETMAXNREG = ("C7507", "C7508")
"""Codes of ptxas for `setmaxnreg` without effect."""
SERIALIZED = ("C7510", "C7511", "C7512", "C7513", "C7514")
"""Codes of ptxas for `wgmma` that waits for each other."""
INJECTED = ("C7515", "C7516", "C7517", "C7518", "C7519")
"""Codes of ptxas for waits and fences that it inserts, often with the line that makes `wgmma` wait."""

LOADS = {"LDG", "LDGMC", "LDGSTS"}
"""Loads from global memory by threads."""

_FENCES = {"MEMBAR", "ERRBAR", "CCTL"}
_LOCAL = {"LDL", "STL"}
_SHARED_READS = {"LDS", "LDSM"}
_WARP = 32
_MOST_OF_A_TURN = 8
"""Instructions of a loop over lanes, at most: ptxas writes one around a copy whose operands may differ."""


@record(frozen=True, slots=True)
class Finding:
    """A slow spot.

    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.types import u32
    >>> @kernel(in_specs=(Tile("N", u32),), grid=lambda N: N // 128, block=128, arch="sm_90a")
    ... def wrap(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     px += (reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()) * 4
    ...     x = reg.scalar(u32)
    ...     ptx.inst.ld.global_.u32(x, ptx.addr(px))
    ...     ptx.inst.st.global_.u32(ptx.addr(px), x % 7)
    >>> finding, = wrap.perf(N=1024).findings
    >>> finding.rule, finding.instruction, finding.source.line
    ('few-bytes-in-flight', 'ld.global.u32 %r5, [%rd0];', 6)

    Attributes:
        rule: Name of the rule, for `pyptx explain`.
        message: The fault and its cost.
        ptx_line: PTX line, counted from 1; None for the kernel as a whole.
        source: Python file and line, or None.
        instruction: The PTX instruction, or the machine instruction where there is no line.
        loop: Address of the innermost loop around it in the machine code, or None.
    """

    rule: str
    message: str
    ptx_line: int | None = None
    source: Source | None = None
    instruction: str = ""
    loop: int | None = None

    def __str__(self) -> str:
        rows = [f"{self.rule}: {self.message}"]
        if self.instruction:
            rows.append(f"  {self.instruction}" + (f"  (PTX line {self.ptx_line})" if self.ptx_line else ""))
        if self.source is not None:
            rows.append(f"  at {self.source.file}:{self.source.line}")
        return "\n".join([*rows, f"for more: pyptx explain {self.rule}"])


class Linter:
    """Finds the slow spots of a program in its machine code."""

    def __init__(self, program: Program, graph: FlowGraph, compiled: Compiled) -> None:
        self.program, self.graph, self.compiled = program, graph, compiled
        self._rows = program.ptx.splitlines()

    def findings(self) -> list[Finding]:
        """Return the findings in machine code and from ptxas, in the order of the text."""
        found = [
            *self._advice(),
            *self._fences(),
            *self._local_memory(),
            *self._uniform_registers(),
            *self._late_loads(),
            *self._divisions(),
        ]
        return sorted(found, key=lambda finding: (finding.ptx_line or 0, finding.rule))

    def pending_bytes(self) -> tuple[int, int] | None:
        """Return the most bytes of loads from global memory that a thread has pending, and the last load.

        None for kernels without such loads, with matrix instructions, or with copies to stages.
        """
        names = {each.name for each in self.graph.instructions}
        if names & (MATRICES | {"UTMALDG", "UBLKCP"}) or not names & LOADS or any(self._rings()):
            return None
        most, place = self._pending_bytes()
        return (most, place) if most else None

    def few_in_flight(
        self, card: Card, pending: tuple[int, int] | None, *, threads: int, ctas_per_sm: int
    ) -> list[Finding]:
        """Return a finding if the loads of `pending_bytes` are too few for the card."""
        if pending is None or (total := pending[0] * threads * ctas_per_sm) >= card.bytes_in_flight:
            return []
        most, place = pending
        said = (
            f"at most {total:,} bytes of loads are pending on a multiprocessor ({most} of each of {threads} "
            f"threads in {ctas_per_sm} CTAs); {card.name} needs {card.bytes_in_flight:,} to keep memory busy"
        )
        return [self._at("few-bytes-in-flight", said, place)]

    def few_stages(self, card: Card, stages: Sequence[int], *, ctas_per_sm: int) -> list[Finding]:
        """Return a finding if the stages have too few bytes for the card, without the one that is read.

        Kernels whose threads load in a loop, too, have none: copies are a part of their loads.

        Args:
            card: The card.
            stages: Bytes of each stage of a CTA, the most first.
            ctas_per_sm: CTAs of a multiprocessor.
        """
        if not stages or not self._loops_with(BULK_LOADS) or self._loops_with(LOADS):
            return []
        last = max(
            place
            for place, each in enumerate(self.graph.instructions)
            if each.name in BULK_LOADS and self.graph.innermost(place) is not None
        )
        return self._few_pending(card, stages, last, ctas_per_sm)

    def few_copies(self, card: Card, *, threads: int, ctas_per_sm: int) -> list[Finding]:
        """Return a finding for each loop whose copies by `cp.async` have too few bytes for the card.

        Args:
            card: The card.
            threads: Threads of a CTA.
            ctas_per_sm: CTAs of a multiprocessor.
        """
        return [
            finding
            for place, stages in self._rings()
            for finding in self._few_pending(card, [each * threads for each in stages], place, ctas_per_sm)
        ]

    def _few_pending(self, card: Card, stages: Sequence[int], place: int, ctas_per_sm: int) -> list[Finding]:
        """Return a finding at a copy if the stages that are not read have too few bytes for the card."""
        total = sum(stages) * ctas_per_sm - stages[0]
        if total >= card.bytes_in_flight:
            return []
        said = (
            f"at most {total:,} bytes of copies are pending on a multiprocessor while a stage is read "
            f"(stages of a CTA: {len(stages)}, of at most {stages[0]:,} bytes; CTAs: {ctas_per_sm}); "
            f"{card.name} needs {card.bytes_in_flight:,} to keep memory busy"
        )
        return [self._at("few-bytes-in-flight", said, place)]

    def _rings(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the last copy of each loop with groups of `cp.async`, and the bytes of its stages."""
        for loop in self._loops_with({"LDGDEPBAR"}) - self._loops_with({"LDG", "LDGMC"}):
            copies = [
                place
                for place, each in enumerate(self.graph.instructions)
                if each.name == "LDGSTS" and self.graph.innermost(place) is loop
            ]
            if len(copies) == sum(each.name == "LDGSTS" for each in loop.instructions) and (
                stages := _stages_of_groups(loop.instructions)
            ):
                yield copies[-1], stages

    def _at(self, rule: str, message: str, place: int) -> Finding:
        """A finding at an instruction."""
        each = self.graph.instructions[place]
        loop = self.graph.innermost(place)
        written = self._rows[each.ptx_line - 1].strip() if each.ptx_line else str(each)
        source = self.program.lines.get(each.ptx_line) if each.ptx_line else None
        return Finding(rule, message, each.ptx_line, source, written, None if loop is None else loop.address)

    def _by_line(self, rule: str, places: Iterable[int], message: str) -> Iterator[Finding]:
        """A finding for each PTX line, with the machine instructions that it became."""
        lines: dict[int | None, list[int]] = defaultdict(list)
        for place in places:
            lines[self.graph.instructions[place].ptx_line].append(place)
        for found in lines.values():
            names = dict.fromkeys(self.graph.instructions[place].opcode for place in found)
            yield self._at(rule, f"{', '.join(names)} {message}", found[0])

    def _advice(self) -> Iterator[Finding]:
        """The advice of ptxas about `wgmma` and `setmaxnreg`."""
        said = self.compiled.warnings
        injected = [each for each in said if each.code in INJECTED]
        causes = [each.line for each in injected if each.line]
        for each in said:
            if each.code in IGNORED_SETMAXNREG:
                yield self._advised("setmaxnreg-ignored", each, self._lines_of("setmaxnreg"))
        for each in [each for each in said if each.code in SERIALIZED] or injected:
            yield self._advised("wgmma-serialized", each, causes or self._lines_of("wgmma"))

    def _advised(self, rule: str, said: Advisory, others: Sequence[int]) -> Finding:
        """A finding for an advice, on its line, or on the first of others if it has none."""
        line = said.line or next(iter(others), None)
        source = (self.program.lines.get(line) if line else None) or self.program.source
        written = self._rows[line - 1].strip() if line else ""
        return Finding(rule, f"ptxas {said.code}: {said.message}", line, source, written)

    def _lines_of(self, opcode: str) -> list[int]:
        """The PTX lines with an opcode; of `wgmma` and `tcgen05` only those that multiply."""
        products = {"wgmma": "mma_async", "tcgen05": "mma"}
        return sorted(
            line
            for line, each in self.program.instructions_by_line.items()
            if each.opcode == opcode and each.modifiers[:1] == (products.get(opcode, *each.modifiers[:1]),)
        )

    def _fences(self) -> Iterator[Finding]:
        """Fences between threads in loops that multiply matrices, or copy them to shared memory for that."""
        loops = self._loops_with(MATRICES)
        if loops:
            loops |= {_around_lanes(loop) for loop in self._loops_with(BULK_LOADS)}
        places = [
            place
            for place, each in enumerate(self.graph.instructions)
            if each.name in _FENCES and self.graph.innermost(place) in loops and not self._is_of_proxy(each)
        ]
        yield from self._by_line(
            "fence-in-matrix-loop",
            places,
            "in a loop with matrix instructions or their copies: the warp waits for its memory accesses",
        )

    def _is_of_proxy(self, each: MachineInstruction) -> bool:
        """Whether a fence of the CTA belongs to a proxy fence, which has no cheaper form."""
        written = self.program.instructions_by_line.get(each.ptx_line or 0)
        return (
            each.opcode.endswith(".CTA")
            and written is not None
            and written.opcode == "fence"
            and written.modifiers[0] == "proxy"
        )

    def _loops_with(self, names: set[str]) -> set[Loop]:
        """The loops with instructions of these names that are in no inner loop."""
        return {
            loop
            for place, each in enumerate(self.graph.instructions)
            if each.name in names and (loop := self.graph.innermost(place)) is not None
        }

    def _local_memory(self) -> Iterator[Finding]:
        """Accesses to local memory in loops; without those spills elsewhere."""
        accesses = [place for place, each in enumerate(self.graph.instructions) if each.name in _LOCAL]
        in_loops = [place for place in accesses if self.graph.innermost(place) is not None]
        spilled = sum(
            usage.spill_store_bytes + usage.spill_load_bytes for usage in self.compiled.functions.values()
        )
        why = f"; {spilled} bytes of registers are spilled" if spilled else ""
        if places := in_loops or (accesses if spilled else []):
            loads = sum(self.graph.instructions[place].name == "LDL" for place in places)
            where = " in a loop" if in_loops else ""
            both = f"{counted(loads, 'load')} and {counted(len(places) - loads, 'store')}"
            said = f"{both} of local memory{where}{why}"
            yield self._at("local-memory", said, places[0])

    def _uniform_registers(self) -> Iterator[Finding]:
        """Moves to uniform registers; `tcgen05` needs some, but no broadcasts of values of a lane.

        A loop around another one with matrix instructions may have some, such as those of a division.
        """
        lines, loops = self._lines_of("wgmma"), self._loops_with(WARPGROUP_MATRICES)
        uniform = bool(loops)
        if not uniform:
            lines, loops = self._lines_of("tcgen05"), self._loops_with(MATRICES)
        loops -= {outer for loop in loops for outer in loop.around}
        places = [
            place
            for place, each in enumerate(self.graph.instructions)
            if each.name == "R2UR"
            and self.graph.innermost(place) in loops
            and (uniform or "BROADCAST" in each.modifiers)
        ]
        if places and lines:
            said = (
                f"{len(places)} R2UR in a loop with matrix instructions: descriptors are computed from a "
                "value that ptxas does not know to be the same in all lanes"
            )
            near = self.graph.instructions[places[0]].ptx_line or 0
            line = next((line for line in lines if line >= near), lines[-1])
            yield replace(
                self._at("r2ur-in-matrix-loop", said, places[0]),
                ptx_line=line,
                source=self.program.lines.get(line),
                instruction=self._rows[line - 1].strip(),
            )

    def _late_loads(self) -> Iterator[Finding]:
        """Loads after a store that itself waited for a load, in one block."""
        for block in self.graph.blocks:
            waited: set[int] = set()
            pending: set[int] = set()
            stored = False
            late = []
            for place in block:
                each = self.graph.instructions[place]
                cleared = pending & set(each.control.waits)
                waited |= cleared
                pending -= cleared
                if each.name == "STG" and waited:
                    stored = True
                if each.name == "LDG":
                    if stored and "CONSTANT" not in each.modifiers:
                        late.append(place)
                    if each.control.write_barrier is not None:
                        pending.add(each.control.write_barrier)
            if late:
                before = "them" if len(late) > 1 else "it"
                waiting = counted(len(late), "load", "wait")
                said = f"{waiting} for a store before {before}, which waits for an earlier load"
                yield self._at("load-after-store", said, late[0])

    def _divisions(self) -> Iterator[Finding]:
        """Integer divisions by a constant power of two in loops: ptxas does not turn them into shifts."""
        places: dict[int | None, list[int]] = defaultdict(list)
        for place, each in enumerate(self.graph.instructions):
            if self.graph.innermost(place) is not None:
                places[each.ptx_line].append(place)
        for line, written in self.program.instructions_by_line.items():
            if line in places and (divisor := _power_of_2(written)):
                count = counted(len(places[line]), "instruction")
                said = f"a loop has {count} for a division by {divisor}, a power of two"
                yield self._at("division-by-power-of-two", said, places[line][0])

    def _pending_bytes(self) -> tuple[int, int]:
        """Most bytes of loads that a thread has pending at a time, and the load that is the last of them."""
        most, at = 0, 0
        for block in self.graph.blocks:
            pending: dict[int, int] = defaultdict(int)
            copies = 0
            for place in block:
                each = self.graph.instructions[place]
                for barrier in each.control.waits:
                    pending.pop(barrier, None)
                if each.name in ("LDG", "LDGMC") and each.control.write_barrier is not None:
                    pending[each.control.write_barrier] += access_bytes(each)
                elif each.name == "LDGSTS":
                    copies += access_bytes(each)
                if (total := sum(pending.values()) + copies) > most and each.name in LOADS:
                    most, at = total, place
        return most, at


def _power_of_2(written: Instruction) -> int | None:
    """The constant power of two that an integer division or remainder divides by, or None."""
    if written.opcode not in ("div", "rem") or written.modifiers[-1][0] not in "us":
        return None
    divisor = written.operands[-1]
    value = literal_value(divisor.text) if isinstance(divisor, Literal) else 0
    return value if isinstance(value, int) and value > 0 and value.bit_count() == 1 else None


def _around_lanes(loop: Loop) -> Loop:
    """The loop around one over the lanes of a warp; others themselves."""
    return loop.parent if loop.parent is not None and len(loop.instructions) <= _MOST_OF_A_TURN else loop


def _stages_of_groups(instructions: Sequence[MachineInstruction]) -> list[int]:
    """Return the bytes of a thread in the stage that a loop reads, and in those that are pending meanwhile.

    Nothing if the loop does not wait for groups of `cp.async` and read shared memory.
    """
    waits = {
        place: int(each.operands.rsplit(",", 1)[-1], 0)
        for place, each in enumerate(instructions)
        if each.name == "DEPBAR" and each.operands.startswith("SB0")
    }
    read, pending = 0, list[int]()
    groups = [0]  # the last one is open
    # Once a loop has closed as many groups as a wait leaves, every later iteration has the same groups.
    for _ in range(max(waits.values(), default=-2) + 2):
        for place, each in enumerate(instructions):
            if each.name == "LDGSTS":
                groups[-1] += access_bytes(each)
            elif each.name == "LDGDEPBAR":
                groups.append(0)
            elif place in waits:
                first = max(len(groups) - 1 - waits[place], 0)
                read, groups = max(read, *groups[:first], 0), groups[first:]
            elif each.name in _SHARED_READS and sum(groups) >= sum(pending):
                pending = [each for each in groups if each]
    return [read, *pending] if read else []
