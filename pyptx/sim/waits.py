"""Waits of threads: the object, its missing arrivals or bytes, and the threads that may provide them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import counted
from pyptx.sim.barriers import Visits
from pyptx.sim.faults import bits, lane_ranges
from pyptx.sim.scheduler import BARRIERS, CLUSTER_BARRIER, PARKED, WARP, WARPGROUP
from pyptx.sim.steps import following, steps_of
from pyptx.sim.visitors import Visitors, block_of, describe_lanes, describe_warps, poll_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step


@dataclass(slots=True)
class Wait:
    """The wait of a lane.

    Attributes:
        text: The object and its missing arrivals or bytes; the same words for the same object of another CTA.
        sentence: Expected and received bytes or arrivals.
        facts: The same for programs.
        givers: The lanes that may still provide them.
        began: Whether a part of the arrivals or bytes has come.
        is_fresh: Whether the object is an mbarrier at which no thread has arrived yet.
        history: Lines with the operations on the object.
    """

    text: str
    sentence: str
    facts: dict[str, Any]
    givers: frozenset[int] = frozenset()
    began: bool = True
    is_fresh: bool = False
    history: tuple[str, ...] = field(default=())


class Waits:
    """The waits of the lanes of a stopped machine, in words."""

    def __init__(self, m: Machine, code: Code, lines: Lines) -> None:
        self.m, self.code = m, code
        self.visitors = Visitors(m, code, lines)
        self._sources: dict[object, frozenset[int]] = {}

    def of_poll(self, lane: int) -> Wait:
        """Describe the wait of a lane that polls an mbarrier."""
        m, barriers = self.m, self.m.barriers
        assert m.awaited is not None
        assert m.parity is not None
        slot, parity = (int(m.awaited[lane]) - m.memory.batch_start) >> 3, int(m.parity[lane])
        now, before = barriers.visits.get(slot, Visits()), barriers.before.get(slot)
        phase, pending = int(barriers.phase[slot]), int(barriers.pending[slot])
        came = self.visitors.history(slot)
        absent: list[str] = []
        if pending:
            sentence, givers = self._lacking_arrivals(slot)
            late = _exclude(before.arrivals, now.arrivals) if before is not None else []
            if late:
                listed = self.visitors.listed(late, place=True)
                absent.append(f"missing, although they arrived in the previous phase: {listed}")
            elif before is None and not now.arrivals and (never := self.visitors.never_run()):
                absent.append(f"never executed: {', '.join(never)}")
        else:
            sentence, givers = self._lacking_bytes(slot)
        name = barriers.name(slot)
        return Wait(
            f"{_without_address(name)} lacks {barriers.lacks(slot)} in phase {phase}, parity {parity}",
            sentence,
            {
                "waits_for": f"mbarrier {name}, the end of phase parity {parity}: {barriers.state(slot)}",
                "came": came,
                "absent": absent,
                "mbarrier": name,
                "parity": parity,
                "phase": phase,
                "pending_arrivals": pending,
                "pending_bytes": int(barriers.bytes_[slot]),
            },
            givers,
            began=bool(now.arrivals or now.came),
            is_fresh=not phase and not now.arrivals,
            history=(*came, *absent),
        )

    def _lacking_arrivals(self, slot: int) -> tuple[str, frozenset[int]]:
        """The arrivals that an mbarrier lacks as a sentence, and the lanes that may still arrive.

        These are the lanes that arrived in the previous phase and not in this one. In the first phase they
        are the lanes of the cluster that can reach an instruction that arrived there, or any that arrives;
        a lane that awaits the phase itself cannot.
        """
        m, barriers = self.m, self.m.barriers
        expected, pending = int(barriers.expected[slot]), int(barriers.pending[slot])
        now, before = barriers.visits.get(slot, Visits()), barriers.before.get(slot)
        said = (
            f"{_without_address(barriers.name(slot))} expected {expected} arrival{'s' * (expected > 1)} in "
            f"phase {int(barriers.phase[slot])}, {expected - pending or 'none'} arrived"
        )
        if before is not None:
            late = _exclude(before.arrivals, now.arrivals)
            gone = [visit for visit in late if not m.scheduler.live[visit[0]]]
            if gone:
                who = self.visitors.listed(gone)
                said += f"; {who} arrived in the previous phase and exited since"
            return said, frozenset(lane for lane, _ in late if m.scheduler.live[lane])
        known = {id(step) for _, step in now.arrivals}
        cta, _ = m.memory.shared_place(m.memory.batch_start + 8 * slot)
        near = m.scheduler.cta // m.cluster_size == cta // m.cluster_size
        awaiting = (m.awaited == m.memory.batch_start + 8 * slot) & (m.scheduler.key != PARKED)
        here = m.scheduler.cta == cta
        may_come = near & m.scheduler.live & ~awaiting
        givers = self._that_reach(
            np.flatnonzero(may_come & here).tolist(),
            tuple(sorted(known)),
            lambda step: "arrives" in step.effects and (not known or id(step) in known),
        ) | self._that_reach(
            np.flatnonzero(may_come & ~here).tolist(),
            ("remote", *sorted(known)),
            lambda step: _arrives_elsewhere(step) and (not known or id(step) in known),
        )
        if not givers:
            which = "the instruction that arrives there" if known else "an instruction that arrives"
            exited = np.flatnonzero(near & m.scheduler.exists & ~m.scheduler.live).tolist()
            said += f"; no thread can reach {which} any more"
            said += f"; exited: {describe_lanes(m, exited)}" if exited and known else ""
        return said, givers

    def _lacking_bytes(self, slot: int) -> tuple[str, frozenset[int]]:
        """The bytes that an mbarrier lacks as a sentence, and the lanes that may still start copies."""
        barriers = self.m.barriers
        now = barriers.visits.get(slot, Visits())
        wanted, brought = (sum(amount for _, _, amount in each) for each in (now.expected, now.came))
        name, phase = _without_address(barriers.name(slot)), int(barriers.phase[slot])
        givers = self._that_reach(
            [] if brought else [lane for lane, _, _ in now.expected if self.m.scheduler.live[lane]],
            "copies",
            lambda step: "asynchronous" in step.effects and "arrives" not in step.effects,
        )
        return f"{name} expected {wanted} bytes in phase {phase}, {brought or 'none'} arrived", givers

    def of_parked(self, lane: int, step: Step) -> Wait:
        """Describe the condition that a parked lane waits for, and the lanes that have not arrived."""
        number, part = int(self.m.scheduler.barrier[lane]), self.m.awaited_part(lane)
        if part is not None:
            said = part.describe_wait(self.m, lane)
            return Wait(said, f"{step.name} waits for {said}", {"waits_for": said})
        if number == WARPGROUP:
            return self._warpgroup(lane, step)
        if number == CLUSTER_BARRIER:
            return self._cluster(lane)
        if number >= 0:
            assert number < BARRIERS
            return self._cta_barrier(lane, number)
        return self._warp(lane, step)

    def _warp(self, lane: int, step: Step) -> Wait:
        """Describe the wait of a lane for lanes of its warp."""
        scheduler = self.m.scheduler
        assert step.operation.members is not None
        members = int(step.operation.members(self.m)[lane])
        here = int(scheduler.warps(scheduler.parked_at == scheduler.parked_at[lane])[lane // WARP])
        alive = int(scheduler.warps(scheduler.live)[lane // WARP])
        absent = bits(members & ~here & alive)
        said = (
            f"lane{'s' * (len(absent) > 1)} {lane_ranges(absent)} of member mask {members:#010x} "
            f"{_has(absent)} not arrived"
        )
        givers = frozenset(lane // WARP * WARP + each for each in absent)
        return Wait(said, f"{step.name}: {said}", {"waits_for": said, "missing_lanes": absent}, givers)

    def _warpgroup(self, lane: int, step: Step) -> Wait:
        """Describe the wait of a lane for the other warps of its warpgroup."""
        scheduler = self.m.scheduler
        start = lane // (4 * WARP) * (4 * WARP)
        lanes = np.arange(start, start + 4 * WARP)
        meetings, place = self.m.code.meetings, scheduler.parked_at[lane]
        at = scheduler.parked_at[lanes].reshape(-1, WARP)
        wanted = at[:, :1].copy()  # the lanes of one warp meet at one instruction
        wanted[(lane - start) // WARP] = place
        there = ((at == wanted) & (meetings[at] == meetings[place])).reshape(-1)
        late = lanes[~there | (scheduler.barrier[lanes] != WARPGROUP)]
        absent = sorted({int(each - start) // WARP for each in late})
        said = f"{describe_warps(absent)} of the warpgroup {_has(absent)} not arrived"
        missing = [self.m.thread_of(start + WARP * warp)["warp"] for warp in absent]
        givers = frozenset(late[scheduler.live[late]].tolist())
        return Wait(said, f"{step.name}: {said}", {"waits_for": said, "missing_warps": missing}, givers)

    def _cluster(self, lane: int) -> Wait:
        """Describe the wait of a lane at the barrier of its cluster."""
        m = self.m
        missing = m.clusters.missing(lane).tolist()
        ctas: dict[int, set[int]] = {}
        for other in missing:
            ctas.setdefault(int(m.scheduler.cta[other]), set()).add(m.thread_of(other)["warp"])
        ranks: dict[str, list[int]] = {}
        for cta, warps in sorted(ctas.items()):
            ranks.setdefault(describe_warps(sorted(warps)), []).append(cta % m.cluster_size)
        absent = "; ".join(
            f"{warps} of the CTA{'s' * (len(of) > 1)} of rank {lane_ranges(of)}"
            for warps, of in ranks.items()
        )
        said = f"the barrier of the cluster; missing: {absent or 'no thread'}"
        givers = self._that_reach(missing, "cluster", _arrives_at_cluster)
        sentence = f"the barrier of the cluster needs every thread; missing: {absent or 'no thread'}"
        return Wait(
            said,
            sentence if givers else f"{sentence}, which cannot reach it any more",
            {
                "waits_for": said,
                "missing": [(m.geometry.ctaid(m.first + cta), sorted(ctas[cta])) for cta in sorted(ctas)],
            },
            givers,
        )

    def _cta_barrier(self, lane: int, number: int) -> Wait:
        """Describe the wait of a lane at a barrier of its CTA."""
        scheduler = self.m.scheduler
        inside = scheduler.cta == int(scheduler.cta[lane])
        arrived, expected = self.m.cta_barriers.progress(int(scheduler.cta[lane]), number)
        late = np.flatnonzero(inside & scheduler.live & (scheduler.barrier != number))
        first_warp = int(np.flatnonzero(inside)[0]) // WARP
        missing = sorted({int(each) // WARP - first_warp for each in late})
        gone = np.flatnonzero(inside & scheduler.exists & ~scheduler.live) // WARP
        exited = sorted({int(warp) - first_warp for warp in gone} - set(missing))
        givers = self._that_reach(late.tolist(), "cta", _meets_cta)
        said = f"barrier {number} has {arrived} of {expected} threads"
        sentence = f"barrier {number} expected {counted(expected, 'thread')}, {arrived or 'none'} arrived"
        if missing:
            said += f"; missing: {describe_warps(missing)}"
            if not givers:
                sentence += f"; {describe_warps(missing)} cannot reach it any more"
        if exited and arrived < expected:
            said += f"; exited: {describe_warps(exited)}"
            sentence += f"; {describe_warps(exited)} {_has(exited)} exited" if not givers else ""
        facts = {
            "waits_for": said,
            "exited_warps": exited,
            "barrier": number,
            "arrived": arrived,
            "expected": expected,
            "missing_warps": missing,
        }
        return Wait(said, sentence, facts, givers)

    # Instructions that lanes may still reach

    def _that_reach(
        self, lanes: Iterable[int], kind: object, is_wanted: Callable[[Step], bool]
    ) -> frozenset[int]:
        """The lanes that may reach an instruction of a kind."""
        if self.code.calls:  # the places that functions return to are not followed
            return frozenset(lanes)
        sources = self._sources.get(kind)
        if sources is None:
            sources = self._sources[kind] = self._blocks_before(is_wanted)
        found: dict[tuple[int, Step | None], bool] = {}
        chosen = []
        for lane in lanes:
            spot = self._spots[lane]
            if spot not in found:
                block, poll = spot
                steps = steps_of(self.code.blocks[block])
                rest = steps[steps.index(poll) + 1 if poll in steps else 1 :]
                beyond = self._blocks_after(block)
                found[spot] = any(map(is_wanted, rest)) or any(each in sources for each in beyond)
            if found[spot]:
                chosen.append(lane)
        return frozenset(chosen)

    @cached_property
    def _spots(self) -> list[tuple[int, Step | None]]:
        """The block and the poll of each lane."""
        return [(block_of(self.m, lane), poll_of(self.m, lane)) for lane in range(self.m.lanes)]

    def _blocks_after(self, block: int) -> list[int]:
        """The blocks after a block."""
        blocks = self.code.blocks
        return [each for each in following(blocks[block], block) if each < len(blocks)]

    def _blocks_before(self, is_wanted: Callable[[Step], bool]) -> frozenset[int]:
        """The blocks from whose start lanes may reach an instruction of a kind."""
        found = {
            place for place, block in enumerate(self.code.blocks) if any(map(is_wanted, steps_of(block)))
        }
        waiting = list(found)
        while waiting:
            fresh = self._before[waiting.pop()] - found
            found |= fresh
            waiting += fresh
        return frozenset(found)

    @cached_property
    def _before(self) -> list[set[int]]:
        """The blocks before each block."""
        before: list[set[int]] = [set() for _ in self.code.blocks]
        for place in range(len(before)):
            for each in self._blocks_after(place):
                before[each].add(place)
        return before


def _meets_cta(step: Step) -> bool:
    return "meets" in step.effects


def _arrives_at_cluster(step: Step) -> bool:
    return "gathers" in step.effects and "arrive" in step.instruction.modifiers


def _arrives_elsewhere(step: Step) -> bool:
    return "arrives" in step.effects and "shared::cta" not in step.name.split(".")


def _exclude(
    visits: Sequence[tuple[int, Site | None]], others: Sequence[tuple[int, Site | None]]
) -> list[tuple[int, Site | None]]:
    """The visits of lanes that are not among others, or not as often."""
    rest = Counter(lane for lane, _ in others)
    found = []
    for visit in visits:
        if rest[visit[0]]:
            rest[visit[0]] -= 1
        else:
            found.append(visit)
    return found


def _without_address(name: str) -> str:
    """The name of an mbarrier, without its address."""
    return name.partition(" (")[0].removesuffix("+0")


def _has(things: Sequence[object]) -> str:
    return "have" if len(things) > 1 else "has"
