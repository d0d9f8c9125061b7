"""Run a grid on the native engine (``csrc/engine``).

The engine works in the arena of `Memory` and in arrays that are made here, so its final state can be read. If
it stops, it reports the instruction and the warp; `pyptx.sim.native.stops` writes the message.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault
from pyptx.progress import Underway, launch_state
from pyptx.sim.abi import BROKEN, FINDING, RULE, STOP, STOP_AT, TALLY
from pyptx.sim.faults import Trap, explained_by
from pyptx.sim.lowering import Lowered, Uncovered, lower
from pyptx.sim.machine import cta_warps
from pyptx.sim.native import extension
from pyptx.sim.native.arrays import Arrays, map_words
from pyptx.sim.native.shadows import count_shadows
from pyptx.sim.native.stops import (
    HandedOver,
    explained,
    finding_explained,
    is_of_a_unit,
    suspected,
)
from pyptx.sim.native.traced import step_of, take_events
from pyptx.sim.printing import kinds_of
from pyptx.sim.race_facts import race_facts
from pyptx.sim.scheduler import WARP
from pyptx.sim.steps import following

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.memory import Memory
    from pyptx.sim.native.grid import Grid
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.steps import Block, Code, Step

MAX_STEPS = 2_000_000_000
"""Instructions that one warp issues before the watchdog stops it, unless `max_steps` is given."""

MOST_WARPS = 64
"""Warps of a CTA that the engine supports."""

MOST_WATCHED = 1 << 25
"""Warps of a grid that the engine distinguishes with race checking on."""


def lowered(
    code: Code,
    derived: dict[str, Any],
    *,
    races: bool,
    wraps: bool,
    bounded: Mapping[Step, Sequence[BoundedAccess]],
    follows: bool = False,
    observes: bool = False,
    times: bool = False,
    shadows: Shadows | None = None,
) -> Lowered | Uncovered:
    """Return the program for the engine, or the reason why it cannot run it; found once per program."""
    shares = None if shadows is None else shadows.has_shares
    programs: dict[Any, Lowered | Uncovered] = derived.setdefault("sim.native", {})
    kept = code.unit, races, wraps, bool(bounded), follows, observes, times, shares
    found = programs.get(kept)
    if found is None:
        try:
            found = lower(
                code,
                extension.handlers(),
                races=races,
                wraps=wraps,
                bounded=bounded,
                facts=race_facts(code, derived) if races else None,
                follows=follows,
                observes=observes,
                times=times,
                shadows=None if shadows is None else shadows.copies_of_steps(),
            )
        except Uncovered as reason:
            found = reason
        programs[kept] = found
    return found


def obstacle(code: Code, geometry: Geometry, *, races: bool, shadows: Shadows | None) -> str:
    """Return the reason why the engine runs no launch of this kind; empty for none.

    Raises:
        StaleExtensionError: The engine was built from other sources.
    """
    extension.check()
    if extension.MISSING:
        return extension.MISSING
    if cta_warps(code, geometry) > MOST_WARPS:
        return f"a CTA of more than {MOST_WARPS * WARP} threads"
    if races and geometry.ctas * cta_warps(code, geometry) >= MOST_WATCHED:
        return f"{MOST_WATCHED} warps with race checking"
    return "" if shadows is None else shadows.obstacle


def run_grid(grid: Grid, spare: Arrays | None = None) -> Arrays:
    """Run a launch, and return its arrays, for the next launch of the same kind.

    Args:
        grid: The launch.
        spare: Arrays of a launch of the same kind that has ended, to be used again.

    Raises:
        Stopped: The program broke a rule.
        HandedOver: The outcome of an instruction depends on the reference engine.
    """
    if spare is None:
        made = Arrays(grid)
    else:
        made = spare
        made.renew(grid)
    try:
        with Underway(partial(_state, grid, made)):
            overwritten = extension.engine.engine_run(
                made.address,
                map_words,
                partial(_planned, grid),
                kinds_of,
                grid.output.take,
                partial(take_events, grid),
            )
        grid.memory.keep_journal(overwritten)
    finally:  # an interrupted launch has written, too
        grid.memory.fill_unwritten()
    blocks = grid.code.blocks
    grid.counters.cancelled += int(made.cancelled[0])
    if grid.counts is not None:
        _count(grid, made)
    if grid.shadows is not None:
        count_shadows(grid.shadows, grid.program, made.shadow_counts)
    issues, lanes = _total(made.issues), _total(made.lanes)
    for place in range(len(blocks)):
        grid.counters.issues[place] += issues[place]
        grid.counters.lanes[place] += lanes[place]
    grid.counters.steps += _steps(blocks, issues)
    rule = made.rule.item()
    if rule == RULE["crowded"]:
        raise HandedOver(None, crowded=True)
    if rule:
        finding = {name: int(made.finding[name]) for name in FINDING.names}
        within = finding["access"] or finding["index"] >= grid.memory.batch_start
        raise HandedOver(
            finding_explained(grid, finding) if finding["sure"] else None,
            ordered=True,
            cta=finding["cta"] if within else -1,
        )
    if made.stopped.item():
        _stopped(grid, made)
    return made


def _state(grid: Grid, made: Arrays) -> str:
    """Describe a launch that has not ended, from the counts that its warps write.

    Each warp runs the first block once, unless a branch leads back to it.
    """
    code, issues = grid.code, _total(made.issues)
    first = code.entry_block
    again = any(first in following(block, place) for place, block in enumerate(code.blocks))
    started = None if again else issues[first] // made.warps
    return launch_state(code.entry.node.name, _steps(code.blocks, issues), started, grid.geometry.ctas)


def _steps(blocks: Sequence[Block], issues: Sequence[int]) -> int:
    """Return the instructions in the runs of blocks."""
    return sum(
        count * (len(block.steps) + (block.end is not None))
        for block, count in zip(blocks, issues, strict=True)
    )


def _total(counts: NDArray[np.int64]) -> list[int]:
    """Add the counts of all threads."""
    total: list[int] = (counts[0] if len(counts) == 1 else counts.sum(axis=0)).tolist()
    return total


def restore(memory: Memory) -> None:
    """Undo the writes to global memory of a launch that runs again."""
    if memory.journal is not None:
        extension.engine.engine_restore(memory.journal)
        memory.keep_journal(None)


def _count(grid: Grid, made: Arrays) -> None:
    """Add the counts of the records to those of their instructions."""
    assert grid.counts is not None
    totals = {name: made.tallies[name].sum(axis=0) for name in TALLY.names}
    counted = sum(np.abs(values).reshape(len(values), -1).sum(axis=1) for values in totals.values())
    for number in np.flatnonzero(counted).tolist():
        step, _ = step_of(grid, number)
        grid.counts.add(step, {name: values[number] for name, values in totals.items()})


def _planned(grid: Grid, number: int, given: bytes) -> bytes | None:
    """Return the plan of an operation on tensor memory; None for one that breaks a rule."""
    planner = grid.program.planners[number]
    try:
        plan, level = planner.plan(given)
    except Trap as trap:
        grid.malformed = trap
        return None
    grid.counters.lower_level(planner.name, level)
    return plan


def _stopped(grid: Grid, made: Arrays) -> None:
    """Report a broken rule, or have the launch run again if only the reference engine can decide."""
    stop = {name: int(made.stop[name]) for name in STOP_AT.names}
    kind = STOP.word(stop["kind"])
    asynchronous = grid.program.asynchronous
    if asynchronous and kind in ("deadlock", "livelock"):
        said = (
            "threads wait for what never comes, as warps ran on the native engine with this schedule; "
            "as they ran on the NumPy engine all came to their end"
        )
        fault = SimFault(f"{kind}: {said}\n{explained_by(kind)}", rule=kind)
        raise HandedOver(fault)
    if kind == "undefined":
        raise HandedOver(None, follows=True)
    if kind == "limit":
        raise HandedOver(None)
    if kind in ("handover", *BROKEN) or (asynchronous and is_of_a_unit(grid.code, stop)):
        raise HandedOver(suspected(grid, made, stop), ordered=True)
    found = explained(grid, made, stop)
    if found.trap.rule == "assert":
        raise found  # whatever operations are pending
    undefined = found.trap.rule.startswith("uninitialized")
    exchanged = any(step.operation.exchanges for step in grid.code.steps)
    if asynchronous or (undefined and (grid.program.follows or exchanged)):
        raise HandedOver(found)
    raise found
