"""Threads in words: ``warps 4-11 of 8 CTAs``, and their operations on an mbarrier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.barriers import Visits
from pyptx.sim.faults import lane_ranges
from pyptx.sim.scheduler import PARKED, WARP, YIELDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir import Source
    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step

CTAS_SHOWN = 2
PLACES_SHOWN = 4
"""CTAs that a report lists by their place in the grid, and instructions that a line of it lists."""
CALLS_SHOWN = 4
"""Calls that a report lists for each thread."""


def describe_lanes(m: Machine, lanes: Iterable[int]) -> str:
    """Name the warps of some lanes; the lanes, too, if a warp has others."""
    exists = m.scheduler.exists
    warps: dict[int, list[int]] = {}
    for lane in sorted(set(lanes)):
        warps.setdefault(lane // WARP, []).append(lane % WARP)
    per_cta = len(exists) // WARP // m.scheduler.ctas
    inside: dict[int, tuple[list[int], list[str]]] = {}
    for warp, here in warps.items():
        whole, parts = inside.setdefault(warp // per_cta, ([], []))
        if len(here) == int(exists[warp * WARP : (warp + 1) * WARP].sum()):
            whole.append(warp % per_cta)
        else:
            parts.append(f"warp {warp % per_cta}, lane{'s' * (len(here) > 1)} {lane_ranges(here)}")
    ctas: dict[str, list[int]] = {}
    for cta, (whole, parts) in inside.items():
        said = " and ".join([*parts, *([describe_warps(whole)] if whole else [])])
        ctas.setdefault(said, []).append(cta)
    return "; ".join(f"{who} of {_ctas(m, which)}" for who, which in ctas.items())


def describe_warps(warps: Sequence[int]) -> str:
    """Warps in words.

    >>> describe_warps([3]), describe_warps([0, 1, 2, 5])
    ('warp 3', 'warps 0-2, 5')
    """
    return f"warp{'s' * (len(warps) > 1)} {lane_ranges(list(warps))}"


def _ctas(m: Machine, ctas: list[int]) -> str:
    """CTAs of the batch in words."""
    if len(ctas) > CTAS_SHOWN:
        return f"{len(ctas)} CTAs"
    places = " and ".join(str(m.geometry.ctaid(m.first + cta)) for cta in ctas)
    return f"CTA{'s' * (len(ctas) > 1)} {places}"


def block_of(m: Machine, lane: int) -> int:
    """The block at which a lane is, or waits."""
    key = int(m.scheduler.key[lane])
    return int(m.scheduler.parked_at[lane]) if key == PARKED else key & (YIELDED - 1)


def poll_of(m: Machine, lane: int) -> Step | None:
    """The instruction with which a lane polls an mbarrier; None if it awaits none."""
    if m.awaited is None or m.polling is None or m.awaited[lane] < 0 or m.scheduler.key[lane] == PARKED:
        return None
    step: Step = m.polling[lane]
    return step


def first_step(code: Code, block: int) -> Step | None:
    """The first instruction of a block or, if it is empty, of the next one with instructions."""
    for found in code.blocks[block:]:
        if found.steps:
            return found.steps[0]
        if found.end is not None:
            return found.end
    return None


def calls_of(m: Machine, code: Code, lane: int, step: Site) -> list[Site]:
    """The calls of functions that a lane is in at an instruction, the innermost first."""
    stack, blocks = m.calls, code.blocks
    if not stack.sites:
        depths = reversed(range(int(stack.depth[lane])))
        ends = (blocks[int(stack.returns[depth][1, lane]) - 1].end for depth in depths)
        return [end for end in ends if end is not None]
    found: list[Site] = []
    while (sites := stack.sites.get(step.place[0])) is not None:
        end = blocks[int(sites[lane])].end
        assert end is not None
        step = end
        found.append(end)
    return found


class Visitors:
    """Describes the operations on mbarriers and the threads that did them."""

    def __init__(self, m: Machine, code: Code, lines: Lines) -> None:
        self.m, self.code, self.lines = m, code, lines

    def history(self, slot: int) -> list[str]:
        """The arrivals at an mbarrier in this phase, or else the one before; the bytes expected and come."""
        barriers = self.m.barriers
        now = barriers.visits.get(slot, Visits())
        came = []
        if now.arrivals:
            came.append(f"arrived: {self.listed(now.arrivals)}")
        elif slot in barriers.before:
            came.append(f"arrived in the previous phase: {self.listed(barriers.before[slot].arrivals)}")
        if now.expected:
            wanted = sum(amount for _, _, amount in now.expected)
            came.append(f"{wanted} bytes are expected by {self.listed([each[:2] for each in now.expected])}")
        if now.came:
            brought = sum(amount for _, _, amount in now.came)
            came.append(f"{brought} bytes completed by {self.listed([each[:2] for each in now.came])}")
        return came

    def place(self, step: Site, lane: int) -> tuple[list[str], Source | None]:
        """The places of an instruction of a lane and of the calls around it, in words, and the author's."""
        calls = calls_of(self.m, self.code, lane, step)
        places = [self.lines.place(step)]
        places += [f"called from {self.lines.place(call)}" for call in calls[:CALLS_SHOWN]]
        if len(calls) > CALLS_SHOWN:
            places.append(f"in {len(calls) - CALLS_SHOWN} more calls")
        return places, self.lines.source(step, calls)

    def listed(self, visits: Iterable[tuple[int, Site | None]], *, place: bool = False) -> str:
        """Threads that reached an mbarrier and the instruction, and their current place if `place`."""
        groups: dict[tuple[int, str], tuple[Site | None, list[int]]] = {}
        for lane, step in visits:
            where = f", which {self._whereabouts(lane)}" if place else ""
            groups.setdefault((id(step), where), (step, []))[1].append(lane)
        said = []
        for (_, where), (step, lanes) in list(groups.items())[:PLACES_SHOWN]:
            by = f" at {self.lines.place(step)}" if step is not None else ""
            times = len(lanes) // len(set(lanes))
            count = f" ({times} times)" if times > 1 else ""
            said.append(f"{describe_lanes(self.m, lanes)}{by}{count}{where}")
        more = len(groups) - PLACES_SHOWN
        return "; ".join(said) + (f"; and at {more} more instructions" if more > 0 else "")

    def _whereabouts(self, lane: int) -> str:
        """The current place of a lane, in words."""
        if not self.m.scheduler.live[lane]:
            return "has exited"
        poll = poll_of(self.m, lane)
        step = poll or first_step(self.code, block_of(self.m, lane))
        where = self.lines.place(step) if step is not None else "the end"
        return f"{'waits' if poll or self.m.scheduler.parked_at[lane] >= 0 else 'is'} at {where}"

    def never_run(self) -> list[str]:
        """The instructions that arrive at mbarriers and that no thread ever reached."""
        places: dict[object, str] = {}
        for block, lanes in zip(self.code.blocks, self.m.counters.lanes, strict=True):
            for step in block.steps:
                if not lanes and "arrives" in step.effects:
                    said = f"{'.'.join(step.name.split('.')[:2])} at {self.lines.place(step)}"
                    places.setdefault(self.lines.source(step) or step, said)
        found = list(places.values())
        if len(found) > PLACES_SHOWN:
            found[PLACES_SHOWN:] = [f"{len(found) - PLACES_SHOWN} more"]
        return found
