"""Run a grid on the native engine (``csrc/engine``).

The engine works in the arena of `Memory` and in arrays that are made here, so that whatever it leaves can be
read. Where it stops it says at which instruction of which warp; `pyptx.sim.native.stops` finds the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import SimFault
from pyptx.sim.abi import FINDING, STOP, STOP_AT
from pyptx.sim.engine import cta_warps
from pyptx.sim.lowering import Lowered, Uncovered, lower
from pyptx.sim.native import extension
from pyptx.sim.native.arrays import Arrays, map_words
from pyptx.sim.native.stops import HandedOver, explained, finding_explained, is_of_a_unit
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.native.grid import Grid
    from pyptx.sim.steps import Code

MAX_STEPS = 2_000_000_000
"""Instructions that one warp issues before the watchdog speaks, unless `max_steps` says otherwise."""

MOST_WARPS = 64
"""Warps of a CTA that the engine takes."""

MOST_WATCHED = 1 << 25
"""Warps of a grid that the engine tells apart where it looks for races."""


def lowered(
    code: Code, derived: dict[str, Any], *, races: bool, follows: bool = False
) -> Lowered | Uncovered:
    """The program for the engine, or what keeps it from it; found once per program."""
    kept = f"sim.native.{code.unit}{'.races' * races}{'.follows' * follows}"
    found: Lowered | Uncovered | None = derived.get(kept)
    if found is None:
        try:
            found = lower(code, extension.handlers(), races=races, follows=follows)
        except Uncovered as reason:
            found = reason
        derived[kept] = found
    return found


def obstacle(code: Code, geometry: Geometry, derived: dict[str, Any], *, races: bool = False) -> str:
    """What keeps a launch from the native engine; empty where nothing does.

    Raises:
        StaleExtensionError: The engine was built from other sources.
    """
    extension.check()
    if extension.MISSING:
        return extension.MISSING
    if cta_warps(code, geometry) > MOST_WARPS:
        return f"a CTA of more than {MOST_WARPS * WARP} threads"
    if races and geometry.ctas * cta_warps(code, geometry) >= MOST_WATCHED:
        return f"{MOST_WATCHED} warps with races looked for"
    found = lowered(code, derived, races=races)
    return str(found) if isinstance(found, Uncovered) else ""


def run_grid(grid: Grid) -> None:
    """Run a launch.

    Raises:
        Stopped: It broke a rule.
        HandedOver: It did something of which only its definition can tell what becomes of it.
    """
    made = Arrays(grid)
    lent = made.ranges["lent"].copy()
    try:
        extension.engine.engine_run(made.launch.ctypes.data, map_words)
    finally:  # an interrupted one wrote, too
        grid.memory.fill_unwritten()
        claimed = lent & ~made.ranges["lent"]
        grid.memory.lent.difference_update(made.ranges["first"][claimed != 0].tolist())
    blocks = grid.code.blocks
    issues, lanes = made.issues.sum(axis=0).tolist(), made.lanes.sum(axis=0).tolist()
    for place, block in enumerate(blocks):
        grid.counters.issues[place] += issues[place]
        grid.counters.lanes[place] += lanes[place]
        grid.counters.steps += issues[place] * (len(block.steps) + (block.end is not None))
    if made.finding["rule"]:
        finding = {name: int(made.finding[name]) for name in FINDING.names}
        raise HandedOver(finding_explained(grid, finding) if finding["sure"] else None)
    if made.stop["kind"]:
        _stopped(grid, made)


def _stopped(grid: Grid, made: Arrays) -> None:
    """Tell of a rule that was broken, or have the launch run again where only the definition can."""
    stop = {name: int(made.stop[name]) for name in STOP_AT.names}
    kind = STOP.word(stop["kind"])
    asynchronous = grid.program.asynchronous
    if asynchronous and kind in ("deadlock", "livelock"):
        said = (
            "threads wait for what never comes, as warps ran on the native engine with this seed; "
            "as they ran on the NumPy engine all came to their end"
        )
        raise HandedOver(SimFault(f"{kind}: {said}", rule=kind) if grid.schedule == "random" else None)
    if kind == "handover" or (asynchronous and is_of_a_unit(grid.code, stop)):
        raise HandedOver(None)
    found = explained(grid, made, stop)
    if asynchronous or (grid.program.follows and found.trap.rule.startswith("uninitialized")):
        raise HandedOver(found)
    raise found
