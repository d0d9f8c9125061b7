"""Analysis of a program: machine code, slow spots, lower bounds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError, counted
from pyptx.inspect import resources
from pyptx.layouts.tensor_map_words import ELEMENTS
from pyptx.perf.cards import cards_for
from pyptx.perf.counters import counted_findings
from pyptx.perf.counts import count_executions
from pyptx.perf.estimator import Estimator
from pyptx.perf.lints import Linter
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code
from pyptx.perf.report import PerfReport
from pyptx.program import Arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.perf.cards import Card
    from pyptx.perf.counts import Counts
    from pyptx.program import MapParam, Program, Report


def perf(
    program: Program,
    *,
    grid: Sequence[int] | int | None = None,
    block: Sequence[int] | int | None = None,
    cluster: Sequence[int] | int | None = None,
    smem: int | None = None,
    arguments: Arguments | None = None,
    card: str | None = None,
    profile: Any = None,
) -> PerfReport:
    """Return the performance of a program as its machine code shows it; no GPU is needed.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import u32
    >>> @kernel(in_specs=(Tile("N", u32),), grid=lambda N: N // 128, block=128, arch="sm_90a")
    ... def clear(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     px += (ptx.special.ctaid.x() * 128 + ptx.special.tid.x()) * 4
    ...     ptx.inst.st.global_.u32(ptx.addr(px), 0)
    >>> report = perf(clear.program(N=1024), grid=8)
    >>> report.target, report.grid, [floor.card.name for floor in report.floors]
    ('sm_90a', (8, 1, 1), ['H100', 'H200'])

    Args:
        program: The program.
        grid: CTAs in each direction; None for those of the program. Without a grid there are no bounds.
        block: Threads of a CTA; None for those of the program.
        cluster: CTAs of a cluster; None for those of the program.
        smem: Dynamic shared memory of a CTA; None for that of the program.
        arguments: Known facts about the arguments of the launch.
        card: Name of a card, such as ``"H200"``; None for those of the first generation that runs the code.
        profile: Profile of the same launch on the simulator, for conflicts of banks and scattered accesses.

    Raises:
        ToolError: ptxas or nvdisasm is not installed, or ptxas refuses the text.
        LaunchError: There is no such card, the code does not run on it, or the program is machine code.
    """
    if program.cubin:
        raise LaunchError(f"{program.entry} is machine code; perf reads programs with their PTX")
    given = arguments or Arguments()
    cards, notes = _cards(program, card)
    target = cards[0].target if cards else program.arch.name
    function, compiled = machine_code(program, target)
    graph = FlowGraph(function)
    ctas = grid if grid is not None else program.grid
    sizes = None if ctas is None else program.geometry(grid=ctas, block=block, cluster=cluster, smem=smem)
    usage = resources(
        program,
        target,
        threads=_threads(block) if sizes is None else math.prod(sizes[1]),
        dynamic_shared_bytes=None if sizes is None else sizes[3],
        compiled=compiled,
    )
    linter = Linter(program, graph, compiled)
    findings = linter.findings()
    pending = linter.pending_bytes()
    if cards:
        findings += linter.few_in_flight(
            cards[0], pending, threads=usage.threads, ctas_per_sm=usage.ctas_per_sm
        )
        findings += linter.few_copies(cards[0], threads=usage.threads, ctas_per_sm=usage.ctas_per_sm)
    if profile is not None:
        findings += counted_findings(profile)
    floors, guessed = [], False
    if sizes is None:
        notes.append("the grid is unknown: give the sizes of the launch for its bounds")
    elif cards:
        # Allocators align arrays; the code may branch on that, never on the addresses themselves.
        addresses = {name: place << 40 for place, name in enumerate(given.shapes, 1)}
        counts = count_executions(program, *sizes[:3], {**addresses, **given.scalars})
        boxes = {param.name: _box_bytes(param, given) for param in program.tensor_maps}
        estimator = Estimator(
            program,
            graph,
            counts,
            ctas=math.prod(sizes[0]),
            ctas_per_sm=usage.ctas_per_sm,
            boxes=boxes,
            array_bytes=given.array_bytes,
        )
        stages = [each.stages for each in counts]
        if None not in stages:
            most = max((each for each in stages if each), key=sum, default=())
            findings += linter.few_stages(cards[0], most, ctas_per_sm=usage.ctas_per_sm)
        floors = [estimator.launch_floor(each) for each in cards]
        notes += _assumptions(counts, estimator)
        guessed = any(each.assumed for each in counts)
    return PerfReport(
        program,
        target,
        usage,
        tuple(sorted(findings, key=lambda finding: (finding.ptx_line or 0, finding.rule))),
        tuple(floors),
        tuple(notes),
        None if sizes is None else sizes[0],
        guessed=guessed,
        bytes_in_flight=None if pending is None else pending[0] * usage.threads * usage.ctas_per_sm,
    )


def perf_of_launch(report: Report, *, card: str | None = None) -> PerfReport:
    """Return the performance of a recorded launch; with counts of the simulator if it was profiled.

    >>> import numpy as np
    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.program import recording
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(128, u32),), grid=1, block=128, arch="sm_90a")
    ... def clear(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     ptx.inst.st.global_.u32(ptx.addr(px + ptx.special.tid.x() * 4), 0)
    >>> with recording() as reports:
    ...     _ = clear()
    >>> perf_of_launch(reports[0], card="H200").floors[0].card.name
    'H200'

    Args:
        report: A report of `pyptx.program.recording`.
        card: Name of a card, such as `"H200"`; None for those of the oldest generation that runs it.

    Raises:
        ToolError: ptxas or nvdisasm is not installed.
        LaunchError: The report is not from `recording`, or one of those of `perf`.
    """
    if report.program is None:
        raise LaunchError(f"the report of {report.entry} has no program; take it from program.recording()")
    return perf(
        report.program,
        grid=report.grid,
        block=report.block,
        cluster=report.cluster,
        smem=report.smem,
        arguments=report.arguments,
        card=card,
        profile=getattr(report.detail, "profile", None),
    )


def _cards(program: Program, name: str | None) -> tuple[tuple[Card, ...], list[str]]:
    """The cards to report on, and a note if there are none."""
    try:
        return cards_for(program.arch, name), []
    except LaunchError as error:
        if name is not None:
            raise
        return (), [f"{error}: there are no bounds"]


def _threads(block: Sequence[int] | int | None) -> int | None:
    """Threads of a CTA; None for those of the program."""
    return block if block is None or isinstance(block, int) else math.prod(block)


def _box_bytes(param: MapParam, given: Arguments) -> int:
    """Bytes of a box of a tensor map; 0 if the map is unknown."""
    made = param.map
    if made is None and param.sized is not None and param.tensor in given.shapes:
        made = param.sized(given.shapes[param.tensor], None)
    return 0 if made is None else math.prod(made.box) * ELEMENTS[made.dtype].bits // 8


def _assumptions(counts: Sequence[Counts], estimator: Estimator) -> list[str]:
    """Notes about effects that the bounds ignore."""
    notes = []
    assumed = sorted({line for each in counts for line in each.assumed})
    if assumed:
        listed = "s" * (len(assumed) > 1) + " " + ", ".join(map(str, assumed[:4]))
        listed += " …" * (len(assumed) > 4)
        notes.append(
            f"{counted(len(assumed), 'branch', 'depend')} on data (PTX line{listed}): "
            "loops of unknown length are counted once, and the times are not bounds"
        )
    if any(each.cut_off for each in counts):
        notes.append("the launch is too long to follow: the bounds are of its first instructions")
    if estimator.unknown:
        notes.append("the shapes of some matrix instructions are in registers, and are not counted")
    if any(not size for size in estimator.boxes.values()):
        notes.append("the boxes of some tensor maps are unknown, and their bytes are not counted")
    return notes


__all__ = ["perf", "perf_of_launch"]
