"""Reports on launches that do not end: where every warp is, and what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault
from pyptx.mangling import brief
from pyptx.sim.barriers import Visits
from pyptx.sim.faults import Trap, bits, lane_ranges
from pyptx.sim.scheduler import (
    BARRIERS,
    CLUSTER_BARRIER,
    PARKED,
    WARP,
    WARPGROUP,
    YIELDED,
)
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step

GROUPS_SHOWN = 16
NEVER_SHOWN = 4

_FOR_PEOPLE = ("text", "more")


class Stall:
    """A launch in which no warp can run, or none makes progress."""

    def __init__(self, m: Machine, code: Code, lines: Lines) -> None:
        self.m, self.code, self.lines = m, code, lines

    def fault(self, rule: str) -> SimFault:
        """Report where every warp is that has not ended, and what it waits for."""
        groups = self._groups()
        heads = {
            "deadlock": "every thread that has not exited waits, and none can continue",
            "livelock": "threads go round in loops, and what they look at changes no more: "
            "no thread has written, arrived or exited for long",
            "max-steps": f"{self.m.counters.steps} instructions were issued and the grid has not ended; "
            "if it has an end, max_steps= lets it come there",
        }
        said = [f"{rule}: {heads[rule]}"]
        shown: set[str] = set()
        for group in groups[:GROUPS_SHOWN]:
            said.append(f"  {group['text']}")
            said += [f"    {more}" for more in group["more"] if more not in shown]
            shown.update(group["more"])
        if len(groups) > GROUPS_SHOWN:
            said.append(f"  ... and {len(groups) - GROUPS_SHOWN} more groups of lanes")
        first = groups[0] if groups else {}
        return SimFault(
            "\n".join(said),
            rule=rule,
            source=first.get("source"),
            ptx_line=first.get("ptx_line"),
            instruction=first.get("instruction"),
            waiting=tuple(
                {key: value for key, value in group.items() if key not in _FOR_PEOPLE} for group in groups
            ),
        )

    def all_await(self) -> bool:
        """Whether all living threads wait: at barriers, or for phases of mbarrier objects."""
        scheduler = self.m.scheduler
        if self.m.awaited is None:
            return False
        return bool(((self.m.awaited >= 0) | (scheduler.parked_at >= 0) | ~scheduler.live).all())

    def _groups(self) -> list[dict[str, Any]]:
        """The lanes that have not exited, warp by warp and place by place."""
        scheduler = self.m.scheduler
        scheduler.diverge()
        at = np.where(scheduler.key == PARKED, scheduler.parked_at, scheduler.key & (YIELDED - 1))
        groups = []
        for warp in range(self.m.lanes // WARP):
            lanes = np.arange(warp * WARP, (warp + 1) * WARP)
            lanes = lanes[scheduler.live[lanes]]
            for block in np.unique(at[lanes]).tolist():
                groups.append(self._group(lanes[at[lanes] == block], int(block)))
        return groups

    def _group(self, lanes: NDArray[np.int64], block: int) -> dict[str, Any]:
        """Describe some lanes of one warp at one block."""
        scheduler = self.m.scheduler
        first = int(lanes[0])
        step = self._first_step(block)
        line, text = self.lines.of(step) if step is not None else (0, "")
        thread = self.m.thread_of(first)
        inside = [lane % WARP for lane in lanes.tolist()]
        some = len(inside) > 1
        parked = bool(scheduler.key[first] == PARKED)
        wait: dict[str, Any] = {"waits_for": None}
        if parked and step is not None:
            wait = self._wait(first, step)
        if not parked and self.m.awaited is not None and self.m.awaited[first] >= 0:
            wait, parked = self._polls(first), True
        who = f"CTA {thread['ctaid']}, warp {thread['warp']}, lane{'s' if some else ''} {lane_ranges(inside)}"
        where = f"{text} at {self.lines.place(step)}" if step is not None else "the end"
        if parked:
            doing = f"{'wait' if some else 'waits'} at {where}: {wait['waits_for']}"
        else:
            doing = f"{'are' if some else 'is'} at {where}{self._loop(first, block)}"
        return {
            "text": f"{who} {doing}",
            "more": [*wait.get("came", ()), *wait.get("absent", ())],
            "ctaid": thread["ctaid"],
            "warp": thread["warp"],
            "lanes": inside,
            "ptx_line": line,
            "source": self.lines.source(step) if step is not None else None,
            "instruction": text,
            **wait,
        }

    def _loop(self, lane: int, block: int) -> str:
        """The innermost loop around a block and what a lane polls there, in words; nothing outside loops."""
        blocks = self.code.blocks
        ends = (
            (last, min(label.block for label in end.operation.targets))
            for last in range(block, len(blocks))
            if (end := blocks[last].end) is not None and end.operation.targets
        )
        last, head = next((loop for loop in ends if loop[1] <= block), (-1, -1))
        first, end = self._first_step(head), blocks[last].end if last >= 0 else None
        if first is None or end is None:
            return ""
        said = f", in a loop of PTX lines {self.lines.of(first)[0]} to {self.lines.of(end)[0]}"
        polled = [step for each in blocks[head : last + 1] for step in each.steps if step.operation.polled]
        places = dict.fromkeys(filter(None, (self._polled(lane, step) for step in polled)))
        return said + (f" that reads {', '.join(places)}" if places else "")

    def _polled(self, lane: int, step: Step) -> str:
        """The location that an instruction of a lane polls, and its current value."""
        assert step.operation.polled is not None
        space, read = step.operation.polled
        address, memory = read(self.m), self.m.memory
        described = memory.described(space, int(address[lane]), 1)
        only = np.arange(self.m.lanes) == lane
        size = from_name(step.operation.modifiers["type"]).bytes
        try:
            index = memory.locate(space, address, size, only)[lane : lane + 1]
        except Trap:  # registers of the lane that it has not come to yet
            return ""
        held = int.from_bytes(memory.gather(index, 1, size).tobytes(), "little")
        where = f"{described['space']} address {described['value']:#x}"
        return f"{brief(described['name'])}{described['offset']:+d} ({where}), which holds {held}"

    def _first_step(self, block: int) -> Step | None:
        """The instruction that lanes at a block run next; that of a later block where it is empty."""
        for found in self.code.blocks[block:]:
            if found.steps:
                return found.steps[0]
            if found.end is not None:
                return found.end
        return None

    def _polls(self, lane: int) -> dict[str, Any]:
        """Describe the wait of a lane that polls an mbarrier object."""
        assert self.m.awaited is not None
        assert self.m.parity is not None
        index, parity = int(self.m.awaited[lane]), int(self.m.parity[lane])
        barriers = self.m.barriers
        slot = (index - self.m.memory.batch_start) >> 3
        pending, bytes_ = int(barriers.pending[slot]), int(barriers.bytes_[slot])
        came, missing = self._visitors(slot)
        return {
            "waits_for": f"mbarrier {barriers.name(slot)}, the end of phase parity {parity}: "
            f"{barriers.state(slot)}",
            "came": came,
            "absent": missing,
            "mbarrier": self.m.memory.shared_name(index),
            "parity": parity,
            "phase": int(barriers.phase[slot]),
            "pending_arrivals": pending,
            "pending_bytes": bytes_,
        }

    def _visitors(self, slot: int) -> tuple[list[str], list[str]]:
        """The arrivals at an mbarrier object in this phase, and those only of the one before, in words."""
        barriers = self.m.barriers
        now, before = barriers.visits.get(slot, Visits()), barriers.before.get(slot)
        pending, bytes_ = int(barriers.pending[slot]), int(barriers.bytes_[slot])
        came = []
        if now.arrivals:
            came.append(f"arrived: {self._listed(now.arrivals)}")
        if bytes_ and now.expected:
            wanted = sum(amount for _, _, amount in now.expected)
            who = self._listed([entry[:2] for entry in now.expected])
            came.append(f"{wanted} bytes are expected by {who}")
        if bytes_ and now.came:
            brought = sum(amount for _, _, amount in now.came)
            came.append(f"{brought} came by {self._listed([entry[:2] for entry in now.came])}")
        missing = []
        if pending and before is not None:
            here = list(now.arrivals)
            absent = []
            for entry in before.arrivals:
                if entry in here:
                    here.remove(entry)
                else:
                    absent.append(entry)
            if absent:
                listed = self._listed(absent, place=True)
                missing.append(f"missing, although they arrived in the previous phase: {listed}")
        elif pending and (never := self._never_run()):
            missing.append(f"never executed: {', '.join(never)}")
        return came, missing

    def _listed(self, visits: Sequence[tuple[int, Site | None]], *, place: bool = False) -> str:
        """Warps that came to an object, by what instruction, and their current place if `place`."""
        groups: dict[tuple[int, int], tuple[Site | None, list[int]]] = {}
        for lane, step in visits:
            groups.setdefault((lane // WARP, id(step)), (step, []))[1].append(lane)
        said = []
        for step, lanes in list(groups.values())[:GROUPS_SHOWN]:
            thread = self.m.thread_of(lanes[0])
            count = f" ({len(lanes)} times)" if len(lanes) > 1 else ""
            by = f" at {self.lines.place(step)}" if step is not None else ""
            now = f", which {self._whereabouts(lanes[0])}" if place else ""
            said.append(f"warp {thread['warp']} of CTA {thread['ctaid']}{by}{count}{now}")
        more = len(groups) - GROUPS_SHOWN
        return ", ".join(said) + (f" and {more} more" if more > 0 else "")

    def _whereabouts(self, lane: int) -> str:
        """The current place of a lane, in words."""
        scheduler = self.m.scheduler
        if not scheduler.live[lane]:
            return "has exited"
        parked = scheduler.parked_at[lane] >= 0
        block = int(scheduler.parked_at[lane] if parked else scheduler.key[lane] & (YIELDED - 1))
        step = self._first_step(block)
        where = self.lines.place(step) if step is not None else "the end"
        return f"{'waits' if parked else 'is'} at {where}"

    def _never_run(self) -> list[str]:
        """The instructions that arrive at mbarrier objects and that no thread ever came to."""
        found = []
        for block, lanes in zip(self.code.blocks, self.m.counters.lanes, strict=True):
            for step in block.steps:
                if not lanes and "arrives" in step.effects:
                    found.append(f"{step.name} at {self.lines.place(step)}")
        if len(found) > NEVER_SHOWN:
            found[NEVER_SHOWN:] = [f"{len(found) - NEVER_SHOWN} more"]
        return found

    def _wait(self, lane: int, step: Step) -> dict[str, Any]:
        """Describe the wait of a parked lane, and the lanes that are missing."""
        scheduler = self.m.scheduler
        number = int(scheduler.barrier[lane])
        if number >= BARRIERS:
            return self._beyond_cta(lane, number)
        if number < 0:
            assert step.operation.members is not None
            members = int(step.operation.members(self.m)[lane])
            here = int(scheduler.warps(scheduler.parked_at == scheduler.parked_at[lane])[lane // WARP])
            alive = int(scheduler.warps(scheduler.live)[lane // WARP])
            absent = bits(members & ~here & alive)
            return {
                "waits_for": f"lanes {lane_ranges(absent)} of member mask {members:#010x} have not come",
                "missing_lanes": absent,
            }
        return self._cta_barrier(lane, number)

    def _beyond_cta(self, lane: int, reason: int) -> dict[str, Any]:
        """Describe the wait of a lane that is not at a barrier of its CTA."""
        scheduler = self.m.scheduler
        part = self.m.awaited_part(lane)
        if part is not None:
            return {"waits_for": part.describe_wait(self.m, lane)}
        if reason == WARPGROUP:
            start = lane // (4 * WARP) * (4 * WARP)
            block = scheduler.parked_at[lane]
            absent = [
                warp
                for warp in range(4)
                if (scheduler.parked_at[start + WARP * warp : start + WARP * (warp + 1)] != block).any()
            ]
            return {
                "waits_for": f"warps {lane_ranges(absent)} of the warpgroup have not come",
                "missing_warps": [self.m.thread_of(start + WARP * warp)["warp"] for warp in absent],
            }
        assert reason == CLUSTER_BARRIER
        missing = self.m.clusters.missing(lane)
        ctas: dict[tuple[int, ...], set[int]] = {}
        for other in missing.tolist():
            thread = self.m.thread_of(other)
            ctas.setdefault(thread["ctaid"], set()).add(thread["warp"])
        groups = "; ".join(
            f"CTA {cta}: warps {lane_ranges(sorted(warps))}" for cta, warps in sorted(ctas.items())
        )
        return {
            "waits_for": f"the barrier of the cluster; not there: {groups or 'no thread'}",
            "missing": [(cta, sorted(warps)) for cta, warps in sorted(ctas.items())],
        }

    def _cta_barrier(self, lane: int, number: int) -> dict[str, Any]:
        """Describe the wait of a lane at a barrier of its CTA."""
        scheduler = self.m.scheduler
        cta = int(scheduler.cta[lane])
        inside = scheduler.cta == cta
        arrived, expected = self.m.cta_barriers.progress(cta, number)
        missing = sorted(
            {int(k) // WARP for k in np.flatnonzero(inside & scheduler.live & (scheduler.barrier != number))}
        )
        first_warp = int(np.flatnonzero(inside)[0]) // WARP
        warps = [warp - first_warp for warp in missing]
        said = f"barrier {number} has {arrived} of {expected} threads"
        if warps:
            said += (
                f"; not there: warps {lane_ranges(warps)}"
                if len(warps) > 1
                else f"; not there: warp {warps[0]}"
            )
        gone = np.flatnonzero(inside & scheduler.exists & ~scheduler.live) // WARP
        exited = sorted({int(warp) - first_warp for warp in gone} - set(warps))
        if exited and arrived < expected:
            said += f"; exited: {'warps' if len(exited) > 1 else 'warp'} {lane_ranges(exited)}"
        return {
            "waits_for": said,
            "exited_warps": exited,
            "barrier": number,
            "arrived": arrived,
            "expected": expected,
            "missing_warps": warps,
        }
