"""Computation of lower bounds, from machine code and executions."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from pyptx.ir import Name
from pyptx.ir.operands import Address
from pyptx.perf.cards import FILL_CLOCKS, PORT_BYTES
from pyptx.perf.chain import chain_clocks
from pyptx.perf.costs import (
    BULK_LOADS,
    CACHE,
    CHAIN,
    GLOBAL_LOADS,
    MATRICES,
    QUARTERS,
    SHARED,
    TENSOR,
    UNITS,
    WARP,
    access_bytes,
    clocks_of,
    mma_of,
)
from pyptx.perf.floors import CtaFloor, LaunchFloor, RegionFloor
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.ir import Instruction
    from pyptx.perf.cards import Card
    from pyptx.perf.costs import Mma
    from pyptx.perf.counts import Counts
    from pyptx.perf.loops import FlowGraph, Loop
    from pyptx.perf.machine import MachineInstruction
    from pyptx.program import Program

_STORES = {"STG", "ST", "RED", "ATOMG"}
_BULK_STORES = {"UTMASTG", "UTMAREDG"}
_ANCHORS = (
    MATRICES
    | GLOBAL_LOADS
    | BULK_LOADS
    | _STORES
    | _BULK_STORES
    | {"SYNCS", "BAR", "LDS", "STS", "LDSM", "STSM"}
)
"""Instructions that ptxas writes once for each time that the PTX has them."""


class Estimator:
    """Computes the floors of a program."""

    def __init__(
        self,
        program: Program,
        graph: FlowGraph,
        counts: Sequence[Counts],
        *,
        ctas: int,
        ctas_per_sm: int,
        boxes: Mapping[str, int],
        array_bytes: int = 0,
    ) -> None:
        """Find the shapes of the matrix instructions.

        Args:
            program: The program.
            graph: Its machine code.
            counts: Executions of the warps of some CTAs.
            ctas: CTAs of the launch.
            ctas_per_sm: CTAs that fit on a multiprocessor.
            boxes: Bytes of a box of each tensor map, by parameter.
            array_bytes: Bytes of all arrays of the launch.
        """
        self.graph, self.counts, self.boxes = graph, counts, boxes
        self.ctas, self.ctas_per_sm, self.array_bytes = ctas, ctas_per_sm, array_bytes
        self.written = program.instructions_by_line
        self._maps = {
            each.operands[0].name: each.operands[1].name
            for each in self.written.values()
            if each.opcode in ("cvta", "mov")
            and isinstance(each.operands[0], Name)
            and isinstance(each.operands[1], Name)
        }
        constants = {key: value for each in counts for key, value in each.constants.items()}
        self.mmas: dict[int, Mma] = {}
        self.unknown: set[int] = set()
        for each in graph.instructions:
            if each.name in MATRICES:
                found = mma_of(each, self.written.get(each.ptx_line or 0), constants)
                if found is None:
                    self.unknown.add(each.ptx_line or 0)
                else:
                    self.mmas[each.address] = found

    def launch_floor(self, card: Card) -> LaunchFloor:
        """Return the lower bounds on a card."""
        resident = max(min(self.ctas_per_sm, -(-self.ctas // card.sms)), 1)
        found: dict[tuple[frozenset[tuple[int, int]], ...], CtaFloor] = {}
        samples = []
        for counts in self.counts:
            executed = tuple(frozenset(warp.items()) for warp in counts.warps)
            if executed not in found:
                found[executed] = self._cta(card, counts, resident)
            samples.append(replace(found[executed], cluster=counts.cluster, weight=counts.weight))
        return LaunchFloor(card, tuple(samples), self.ctas, resident, self.array_bytes)

    def _cta(self, card: Card, counts: Counts, resident: int) -> CtaFloor:
        found = (self._regions(card, warps, lines, resident) for warps, lines in counts.roles.items())
        groups = [group for group in found if group]
        roles: dict[frozenset[Loop | None], list[dict[Loop | None, _Part]]] = defaultdict(list)
        for group in groups:
            multiplying: list[Loop | None] = [
                loop for loop, part in group.items() if loop and part.floor.matrices
            ]
            roles[frozenset(multiplying or group.keys())].append(group)
        regions: list[RegionFloor] = []
        units = dict.fromkeys(UNITS, 0.0)
        for members in roles.values():
            each = (next(iter(member.values())).floor.warps for member in members)
            warps = tuple(sorted(itertools.chain.from_iterable(each)))
            for loop in dict.fromkeys(loop for member in members for loop in member):
                regions.append(_merge([member[loop] for member in members if loop in member], warps))
        for region in regions:
            for unit in set(UNITS) - {CHAIN, CACHE}:
                units[unit] += region.iterations * region.clocks[unit]
        parts = [part for group in groups for part in group.values()]
        loaded, stored = sum(part.loaded for part in parts), sum(part.stored for part in parts)
        units[CACHE] = resident * max(loaded / card.cache_bytes, stored / PORT_BYTES)
        totals: dict[tuple[int, ...], float] = defaultdict(float)
        for region in regions:
            totals[region.warps] += region.total
        if loaded:
            totals = {warps: total + FILL_CLOCKS for warps, total in totals.items()}
        regions.sort(key=lambda region: -region.total)
        flops = sum(region.iterations * region.flops for region in regions)
        return CtaFloor(tuple(regions), units, totals, counts.cluster, counts.weight, flops, loaded + stored)

    def _regions(
        self, card: Card, warps: tuple[int, ...], lines: Mapping[int, int], resident: int
    ) -> dict[Loop | None, _Part]:
        """The regions that a group of warps runs, except loops that only wait."""
        places: dict[Loop | None, list[int]] = defaultdict(list)
        executed = self._executed(lines)
        for place, each in enumerate(self.graph.instructions):
            loop = self.graph.innermost(place)
            polls = loop is not None and loop.is_poll
            if self.graph.block_of(place) in executed and each.name != "NOP" and not polls:
                places[loop].append(place)
        return {
            loop: self._region(card, loop, warps, found, lines, resident) for loop, found in places.items()
        }

    def _executed(self, lines: Mapping[int, int]) -> set[int]:
        """The blocks of which a group of warps executes most lines."""
        found = set()
        for number, block in enumerate(self.graph.blocks):
            known = [self._line(place) for place in block]
            voting = [line for line in known if line is not None]
            if 2 * sum(line in lines for line in voting) >= len(voting):
                found.add(number)
        return found

    def _line(self, place: int) -> int | None:
        return self.graph.instructions[place].ptx_line

    def _region(
        self,
        card: Card,
        loop: Loop | None,
        warps: tuple[int, ...],
        places: Sequence[int],
        lines: Mapping[int, int],
        resident: int,
    ) -> _Part:
        """The floors of a region for a group of warps."""
        iterations = self._iterations(loop, places, lines)
        shares = self._shares(loop, places, lines, iterations)
        clocks = dict.fromkeys(UNITS, 0.0)
        loaded = stored = waited = flops = matrices = 0.0
        for place, share in shares.items():
            each = self.graph.instructions[place]
            mma = self.mmas.get(each.address)
            for unit, cost in clocks_of(each, mma, card).items():
                whole = unit == SHARED or (unit == TENSOR and mma is not None and mma.whole)
                clocks[unit] += share * cost * len(warps) * resident / (1 if whole else QUARTERS)
            read, wrote = self._bytes(each)
            loaded += share * read * len(warps)
            stored += share * wrote * len(warps)
            if each.name in _STORES:
                waited += share * len(warps) * wrote / PORT_BYTES
            if each.name in MATRICES:
                matrices += share
                flops += share * len(warps) * (mma.flops if mma is not None else 0.0)
        clocks[CACHE] = waited * resident
        often = [self.graph.instructions[place] for place, share in shares.items() if share > 0.5]
        clocks[CHAIN] = chain_clocks(often, self.mmas, card, repeated=loop is not None)
        floor = RegionFloor(loop, warps, iterations, clocks, matrices, sum(shares.values()), flops)
        return _Part(floor, iterations * loaded, iterations * stored)

    def _iterations(self, loop: Loop | None, places: Sequence[int], lines: Mapping[int, int]) -> float:
        """Times that warps run a region, from the executions of its PTX lines and their copies in it."""
        if loop is None:
            return 1.0
        by_line: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for place in places:
            line = self._line(place)
            if line in lines and line is not None and self.graph.block_of(place) in loop.certain_blocks:
                by_line[line][self.graph.instructions[place].opcode] += 1
        anchored = {
            line: {name: count for name, count in names.items() if _is_anchor(name)}
            for line, names in by_line.items()
            if any(map(_is_anchor, names))
        }
        found = []
        for line, names in (anchored or by_line).items():
            copies = min(names.values())
            around = self._copies_elsewhere(line, min(names, key=lambda name: names[name]), loop)
            if around <= copies or not self._is_in_other_loop(line, loop):
                found.append(max(lines[line] - around, 1) / copies)
        return statistics.median(found) if found else 1.0

    def _copies_elsewhere(self, line: int, opcode: str, loop: Loop) -> int:
        """Copies of an instruction outside of a loop: of iterations that were peeled off."""
        inner = (
            self.graph.innermost(place)
            for place, each in enumerate(self.graph.instructions)
            if each.ptx_line == line and each.opcode == opcode
        )
        return sum(each is not loop and not (each is not None and each.is_poll) for each in inner)

    def _is_in_other_loop(self, line: int, loop: Loop) -> bool:
        """Whether a line has instructions in a loop beside this one."""
        others = {
            self.graph.innermost(place)
            for place in range(len(self.graph.instructions))
            if self._line(place) == line
        }
        return any(
            other not in (loop, None) and not (other.is_poll or loop.blocks < other.blocks)
            for other in others
            if other
        )

    def _shares(
        self, loop: Loop | None, places: Sequence[int], lines: Mapping[int, int], iterations: float
    ) -> dict[int, float]:
        """Number of executions of each instruction in an iteration: less than one in a branch."""
        if loop is None or not iterations:
            return dict.fromkeys(places, 1.0)
        shares: dict[int, float] = {}
        copies = Counter((self._line(place), self.graph.instructions[place].opcode) for place in places)
        by_block: dict[int, list[int]] = defaultdict(list)
        for place in places:
            by_block[self.graph.block_of(place)].append(place)
        for block, of_block in by_block.items():
            counted = [
                lines[line] / (copies[line, self.graph.instructions[place].opcode] * iterations)
                for place in of_block
                if (line := self._line(place)) in lines and line is not None
            ]
            certain = block in loop.certain_blocks or not counted
            shares |= dict.fromkeys(of_block, 1.0 if certain else min(statistics.median(counted), 1.0))
        return shares

    def _bytes(self, each: MachineInstruction) -> tuple[float, float]:
        """Bytes that a warp's execution loads from the L2 cache and stores there.

        Loads through L1 count nothing: other warps may have loaded the same bytes.
        """
        if each.name == "LDGSTS" and "BYPASS" in each.modifiers:
            return WARP * access_bytes(each), 0.0
        if each.name in _STORES:
            return 0.0, WARP * access_bytes(each)
        written = self.written.get(each.ptx_line or 0)
        if written is None or each.name not in BULK_LOADS | _BULK_STORES:
            return 0.0, 0.0
        size = self._box(written)
        return (size, 0.0) if each.name in BULK_LOADS else (0.0, size)

    def _box(self, written: Instruction) -> float:
        """Bytes of the box that a tensor copy moves; 0 if the map is unknown."""
        for operand in written.operands:
            if isinstance(operand, Address) and operand.rest and isinstance(operand.base, Name):
                name = operand.base.name
                return self.boxes.get(self._maps.get(name, name), 0)
        return 0.0


@record(frozen=True, slots=True)
class _Part:
    """A region for a group of warps, and the bytes that a CTA loads and stores there."""

    floor: RegionFloor
    loaded: float
    stored: float


def _merge(parts: Sequence[_Part], warps: tuple[int, ...]) -> RegionFloor:
    """A region for the warps of a role, whose groups differ only in branches."""
    floors = [part.floor for part in parts]
    most = max(floors, key=lambda floor: floor.iterations)
    clocks = {unit: sum(floor.clocks[unit] for floor in floors) for unit in UNITS}
    clocks[CHAIN] = max(floor.clocks[CHAIN] for floor in floors)
    return replace(
        most,
        warps=warps,
        clocks=clocks,
        matrices=max(floor.matrices for floor in floors),
        instructions=max(floor.instructions for floor in floors),
        flops=sum(floor.flops for floor in floors),
    )


def _is_anchor(opcode: str) -> bool:
    return opcode.partition(".")[0] in _ANCHORS
