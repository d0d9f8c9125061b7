"""The report of `perf`: as text, as JSON, and in a notebook."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

from pyptx.drawings import draw_bars
from pyptx.mangling import readable
from pyptx.notebook import Displayed
from pyptx.perf.costs import CHAIN, MEMORY, UNITS
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyptx.inspect import Resources
    from pyptx.ir import Source
    from pyptx.perf.floors import CtaFloor, LaunchFloor, RegionFloor
    from pyptx.perf.lints import Finding
    from pyptx.program import Dim3, Program

SCHEMA = 1
"""Version of the JSON object; it grows when a key changes its meaning or goes."""
LINE = 110
"""Characters of a line for the clocks of the units."""
_SHOWN = 2
"""Units that the table of loops shows."""
_LEAST_SHARE = 0.02
"""Part of the time of a CTA below which the text omits a loop."""


@record(frozen=True, slots=True, eq=False)
class PerfReport(Displayed):
    """Performance of a program as its machine code shows it.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import u32
    >>> @kernel(in_specs=(Tile("N", u32),), grid=lambda N: N // 128, block=128, arch="sm_90a")
    ... def clear(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     px += (ptx.special.ctaid.x() * 128 + ptx.special.tid.x()) * 4
    ...     ptx.inst.st.global_.u32(ptx.addr(px), 0)
    >>> report = clear.perf(N=1 << 20)
    >>> report.target, report.grid, report.resources.registers, report.findings
    ('sm_90a', (8192, 1, 1), 6, ())
    >>> [floor.card.name for floor in report.floors]
    ['H100', 'H200']

    Attributes:
        program: The program.
        target: Target of the machine code.
        resources: Resources of a CTA and its occupancy.
        findings: Slow spots, in the order of the text.
        floors: Lower bounds of the launch, for each card; empty if the grid or the card is unknown.
        notes: Assumptions behind the figures, and reasons for missing ones.
        grid: CTAs in each direction, or None.
        measured: Seconds of the launch on a GPU; None without one.
        guessed: Whether the lengths of some loops are unknown, so that the times are not bounds.
        bytes_in_flight: Most bytes of loads from global memory that the threads of a multiprocessor have
            pending; None without such loads, or with stages in shared memory.
    """

    program: Program
    target: str
    resources: Resources
    findings: tuple[Finding, ...]
    floors: tuple[LaunchFloor, ...]
    notes: tuple[str, ...]
    grid: Dim3 | None = None
    measured: float | None = None
    guessed: bool = False
    bytes_in_flight: int | None = None

    @property
    def bound_by(self) -> str:
        """The unit that bounds the launch on the first card; empty without bounds."""
        return self.floors[0].bound_by if self.floors else ""

    def to_json(self) -> dict[str, Any]:
        """Return the report in lists and dictionaries, as JSON has them."""
        usage = self.resources
        return {
            "schema": SCHEMA,
            "entry": self.program.entry,
            "target": self.target,
            "grid": self.grid,
            "resources": {
                "threads": usage.threads,
                "registers": usage.registers,
                "spill_store_bytes": usage.spill_store_bytes,
                "spill_load_bytes": usage.spill_load_bytes,
                "static_shared_bytes": usage.static_shared_bytes,
                "dynamic_shared_bytes": usage.dynamic_shared_bytes,
                "ctas_per_sm": usage.ctas_per_sm,
                "ctas_per_sm_bound_by": list(usage.bound_by),
                "occupancy": usage.occupancy,
            },
            "cards": [self._card(floor) for floor in self.floors],
            "findings": [
                {
                    "rule": finding.rule,
                    "message": finding.message,
                    "ptx_line": finding.ptx_line,
                    "source": _place(finding.source),
                    "instruction": finding.instruction,
                    "loop": finding.loop,
                }
                for finding in self.findings
            ],
            "notes": list(self.notes),
            "guessed": self.guessed,
            "bytes_in_flight": self.bytes_in_flight,
            "measured_seconds": self.measured,
        }

    def __str__(self) -> str:
        usage = self.resources
        rows = [
            f"{readable(self.program.entry)} for {self.target}: {usage.registers} registers, "
            f"{_ctas(usage.ctas_per_sm)} per SM (bound by {' and '.join(usage.bound_by)}), "
            f"{usage.occupancy:.0%} of the warps"
        ]
        rows += [self._summary(floor) for floor in self.floors]
        if self.floors:
            rows += ["", self._units(self.floors[0]), "", *self._loops(self.floors[0])]
        rows += [f"note: {note}" for note in self.notes]
        rows += ["", *map(str, self.findings)] if self.findings else ["no slow spots found"]
        return "\n".join(rows)

    def _summary(self, floor: LaunchFloor) -> str:
        least, most = ("about", "about") if self.guessed else ("at least", "at most")
        speed = (
            f"{most} {floor.flops_per_second / 1e12:,.0f} TFLOPS, tensor cores busy {floor.tensor_share:.0%}"
            if floor.flops
            else f"{most} {floor.bytes_per_second / 1e9:,.0f} GB/s"
        )
        took = "" if self.measured is None else f"; measured {_time(self.measured)}"
        return (
            f"{floor.card.name}: {least} {_time(floor.seconds)}, {speed}; bound by {floor.bound_by}; "
            f"{floor.waves:.2f} waves of {_ctas(floor.ctas_per_sm)} per SM{took}"
        )

    def _units(self, floor: LaunchFloor) -> str:
        """The clocks of a multiprocessor by unit: as many units as fit, and the number of the others."""
        title, found = f"clocks of a multiprocessor on {floor.card.name}: ", _busiest(floor.slowest.units)
        lines = [title + ", ".join(found)]
        for others in range(1, len(found)):
            rest = f"{others} others" if others > 1 else "1 other"
            lines.append(f"{title}{', '.join(found[:-others])}, and {rest}")
        return next((line for line in lines if len(line) <= LINE), lines[-1])

    def _card(self, floor: LaunchFloor) -> dict[str, Any]:
        slowest = floor.slowest
        return {
            "card": floor.card.name,
            "clock": floor.card.clock,
            "seconds": floor.seconds,
            "clocks": floor.clocks,
            "bound_by": floor.bound_by,
            "flops": floor.flops,
            "flops_per_second": floor.flops_per_second,
            "bytes": floor.bytes,
            "bytes_per_second": floor.bytes_per_second,
            "tensor_share": floor.tensor_share,
            "waves": floor.waves,
            "ctas_per_sm": floor.ctas_per_sm,
            "units": {unit: slowest.units[unit] for unit in UNITS if unit not in (MEMORY, CHAIN)},
            "memory_clocks": floor.memory_clocks,
            "roles": [{"warps": list(warps), "clocks": clocks} for warps, clocks in slowest.roles.items()],
            "loops": [self._loop(region) for region in slowest.regions],
            "measured_ratio": None if self.measured is None else self.measured / floor.seconds,
        }

    def _loop(self, region: RegionFloor) -> dict[str, Any]:
        return {
            "address": None if region.loop is None else region.loop.address,
            "source": _place(self._source(region)),
            "warps": list(region.warps),
            "iterations": region.iterations,
            "instructions": region.instructions,
            "matrices": region.matrices,
            "clocks": dict(region.clocks),
            "bound_by": region.bound_by,
        }

    def _loops(self, floor: LaunchFloor) -> list[str]:
        """The table of loops, with the clocks of an iteration of each."""
        clocks = f"clocks of its {_SHOWN} busiest units on {floor.card.name}"
        rows = [("loop", "warps", "iterations", "instructions", clocks)]
        for region in _longest(floor.slowest):
            per_matrix = (
                f", {(region.instructions - region.matrices) / region.matrices:.1f} other per MMA"
                if region.matrices >= 1
                else ""
            )
            rows.append(
                (
                    self._name(region),
                    str(len(region.warps)),
                    f"{region.iterations:,.0f}",
                    f"{region.instructions:.0f}{per_matrix}",
                    ", ".join(_busiest(region.clocks)[:_SHOWN]),
                )
            )
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return [
            "  ".join([*(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)), row[-1]])
            for row in rows
        ]

    def _name(self, region: RegionFloor) -> str:
        if region.loop is None:
            return "outside of loops"
        source = self._source(region)
        if source is None:
            return f"at {region.loop.address:#x}"
        return f"{os.path.basename(source.file)}:{source.line}"

    def _source(self, region: RegionFloor) -> Source | None:
        """The Python line of a loop: the line of its first PTX line."""
        if region.loop is None:
            return None
        lines = (
            each.ptx_line for each in region.loop.certain_instructions if each.ptx_line in self.program.lines
        )
        first = min((line for line in lines if line is not None), default=None)
        return None if first is None else self.program.lines[first]

    def _picture(self) -> str:
        """Bounds and findings as tables, and the clocks of the units."""
        cards = _table(
            ("card", "at least", "at most", "bound by", "tensor cores busy"),
            (
                (
                    floor.card.name,
                    _time(floor.seconds),
                    f"{floor.flops_per_second / 1e12:,.0f} TFLOPS"
                    if floor.flops
                    else f"{floor.bytes_per_second / 1e9:,.0f} GB/s",
                    floor.bound_by,
                    f"{floor.tensor_share:.0%}",
                )
                for floor in self.floors
            ),
        )
        findings = _table(
            ("rule", "line", "fault"),
            ((finding.rule, _line(finding), finding.message) for finding in self.findings),
        )
        title = f"<b>{html.escape(readable(self.program.entry))}</b> for {self.target}"
        return f"{title}{cards}{self._clocks()}{findings}"

    def _clocks(self) -> str:
        """The clocks of the units of the first card as bars."""
        if not self.floors:
            return ""
        floor = self.floors[0]
        clocks = sorted(floor.slowest.units.items(), key=lambda each: -each[1])
        rows = [(unit, count, f"{count:,.0f}") for unit, count in clocks if count >= 1]
        title = f"clocks of a multiprocessor on {floor.card.name}"
        return str(draw_bars(title, rows, marked=(floor.bound_by,)))


def _longest(sample: CtaFloor) -> list[RegionFloor]:
    """The regions of a CTA that the text shows."""
    return [region for region in sample.regions if region.total >= _LEAST_SHARE * sample.clocks]


def _busiest(clocks: Mapping[str, float]) -> list[str]:
    """Units with their clocks, from the busiest on, without idle ones."""
    found = sorted(clocks.items(), key=lambda each: -each[1])
    return [f"{unit} {count:,.0f}" for unit, count in found if count >= 1]


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{cells}</tr>{body}</table>" if body else ""


def _line(finding: Finding) -> str:
    if finding.source is not None:
        return f"{os.path.basename(finding.source.file)}:{finding.source.line}"
    return f"PTX line {finding.ptx_line}" if finding.ptx_line else ""


def _place(source: Source | None) -> dict[str, Any] | None:
    return None if source is None else {"file": source.file, "line": source.line}


def _ctas(count: int) -> str:
    return "1 CTA" if count == 1 else f"{count} CTAs"


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:,.1f} µs"
