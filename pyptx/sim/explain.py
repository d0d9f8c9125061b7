"""Turn a broken rule into the fault that the user sees: place, thread, and who waits for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault
from pyptx.sim.barriers import Visits
from pyptx.sim.faults import Trap, bits, lane_ranges
from pyptx.sim.scheduler import (
    BARRIERS,
    CLUSTER_BARRIER,
    PARKED,
    REGISTER_POOL,
    SPIN_LIMIT,
    STILL_LIMIT,
    WARP,
    WARPGROUP,
    YIELDED,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pyptx.sim.decode import Step
    from pyptx.sim.engine import Machine
    from pyptx.sim.faults import Party

GROUPS_SHOWN = 16


class Lines:
    """Where the statements of a program stand in its text."""

    def __init__(self, text: str, numbers: Sequence[Sequence[int]]) -> None:
        self._text = text.splitlines()
        self._numbers = numbers

    def of(self, step: Step) -> tuple[int, str]:
        """Line number and text of an instruction."""
        function, position = step.place
        numbers = self._numbers[function]
        line = numbers[min(position, len(numbers) - 1)] if numbers else 0
        return line, self._text[line - 1].strip() if 0 < line <= len(self._text) else step.name


def explain(trap: Trap, machine: Machine, lines: Lines) -> SimFault:
    """Say where and in which thread a rule was broken."""
    if trap.rule == "livelock" and _all_await(machine):
        trap = Trap("deadlock", "")
    if trap.rule == "deadlock":
        trap = _named_but_gone(machine) or trap
    if trap.rule in ("deadlock", "livelock", "max-steps"):
        return _standstill(trap.rule, machine, lines)
    step = trap.step or machine.step
    said = [f"{trap.rule}: {trap.message}"]
    thread = machine.thread_of(trap.lane) if trap.lane is not None else None
    line, text, source = None, None, None
    if step is not None:
        line, text = lines.of(step)
        source = step.instruction.source
        said.append(f"  {text}")
        said.append(f"  at {_place(step, line)}")
    if thread is not None:
        said.append(
            f"  in CTA {thread['ctaid']}, thread {thread['tid']} "
            f"(warp {thread['warp']}, lane {thread['lane']})"
        )
    other = None
    if trap.other is not None:
        other = _other(trap.other, lines)
        said.append(f"  {trap.other.who} {trap.other.did}:")
        said += [f"    {line}" for line in other.pop("text")]
    return SimFault(
        "\n".join(said),
        rule=trap.rule,
        source=(source.file, source.line) if source else None,
        ptx_line=line,
        instruction=text,
        thread=thread,
        address=trap.address,
        other=other,
    )


def _other(party: Party, lines: Lines) -> dict[str, Any]:
    """Where the other party is, for programs, and under ``text`` for people."""
    thread, step = party.thread, party.step
    said = []
    line, text = lines.of(step) if step is not None else (None, None)
    source = step.instruction.source if step is not None else None
    if step is not None:
        said += [str(text), f"at {_place(step, line or 0)}"]
    said.append(
        f"in CTA {thread['ctaid']}, thread {thread['tid']} (warp {thread['warp']}, lane {thread['lane']})"
    )
    return {
        "did": party.did,
        "source": {"file": source.file, "line": source.line} if source else None,
        "ptx_line": line,
        "instruction": text,
        "thread": thread,
        "text": said,
    }


def _place(step: Step, line: int) -> str:
    source = step.instruction.source
    return f"{source.file}:{source.line} (PTX line {line})" if source else f"PTX line {line}"


def _standstill(rule: str, machine: Machine, lines: Lines) -> SimFault:
    """Say where every warp is that has not ended, and what it waits for."""
    groups = _groups(machine, lines)
    heads = {
        "deadlock": "every thread that has not exited waits, and none can go on",
        "livelock": f"threads poll memory, and in {SPIN_LIMIT} turns, or {STILL_LIMIT} of all threads, "
        "no thread wrote, arrived or exited",
        "max-steps": f"{machine.counters.limit} instructions were issued and the grid has not ended",
    }
    said = [f"{rule}: {heads[rule]}"]
    said.extend(f"  {group['text']}" for group in groups[:GROUPS_SHOWN])
    if len(groups) > GROUPS_SHOWN:
        said.append(f"  ... and {len(groups) - GROUPS_SHOWN} more groups of lanes")
    first = groups[0] if groups else {}
    return SimFault(
        "\n".join(said),
        rule=rule,
        source=first.get("source"),
        ptx_line=first.get("ptx_line"),
        instruction=first.get("instruction"),
        waiting=tuple({key: value for key, value in group.items() if key != "text"} for group in groups),
    )


def _all_await(machine: Machine) -> bool:
    """Whether all living threads wait: at barriers, or polling mbarrier objects whose phases do not end."""
    scheduler = machine.scheduler
    if machine.awaited is None:
        return False
    return bool(((machine.awaited >= 0) | (scheduler.parked_at >= 0) | ~scheduler.live).all())


def _named_but_gone(machine: Machine) -> Trap | None:
    """The rule that a wait for lanes of a warp breaks where one of them has exited."""
    scheduler = machine.scheduler
    gone = scheduler.warps(scheduler.exists & ~scheduler.live)
    for lane in np.flatnonzero(scheduler.parked_at >= 0).tolist():
        step = machine.code.blocks[int(scheduler.parked_at[lane])].gate
        if step is None or step.members is None:
            continue
        members = int(step.members(machine)[lane])
        missing = bits(members & int(gone[lane // WARP]))
        if missing:
            said = (
                f"{step.name} waits for lanes {lane_ranges(missing)} "
                f"that its member mask {members:#010x} names, but they have exited"
            )
            return Trap("member-mask", said, lane, step=step)
    return None


def _groups(machine: Machine, lines: Lines) -> list[dict[str, Any]]:
    """The lanes that have not exited, warp by warp and place by place."""
    scheduler = machine.scheduler
    scheduler.diverge()
    at = np.where(scheduler.key == PARKED, scheduler.parked_at, scheduler.key & (YIELDED - 1))
    groups = []
    for warp in range(machine.lanes // WARP):
        lanes = np.arange(warp * WARP, (warp + 1) * WARP)
        lanes = lanes[scheduler.live[lanes]]
        for block in np.unique(at[lanes]).tolist():
            groups.append(_group(machine, lines, lanes[at[lanes] == block], int(block)))
    return groups


def _group(machine: Machine, lines: Lines, lanes: NDArray[np.int64], block: int) -> dict[str, Any]:
    """What some lanes of one warp do at one block."""
    scheduler = machine.scheduler
    first = int(lanes[0])
    step = _first_step(machine, block)
    line, text = lines.of(step) if step is not None else (0, "")
    thread = machine.thread_of(first)
    inside = [lane % WARP for lane in lanes.tolist()]
    parked = bool(scheduler.key[first] == PARKED)
    wait: dict[str, Any] = {"waits_for": None}
    if parked and step is not None:
        wait = _wait(machine, first, step)
    if not parked and machine.awaited is not None and machine.awaited[first] >= 0:
        wait, parked = _polls(machine, lines, first), True
    who = f"CTA {thread['ctaid']}, warp {thread['warp']}, lanes {lane_ranges(inside)}"
    where = f"{text} at {_place(step, line)}" if step is not None else "the end"
    doing = f"wait at {where}: {wait['waits_for']}" if parked else f"are at {where}"
    more = "".join(f"\n    {said}" for said in (*wait.get("came", ()), *wait.get("absent", ())))
    return {
        "text": f"{who} {doing}{more}",
        "ctaid": thread["ctaid"],
        "warp": thread["warp"],
        "lanes": inside,
        "ptx_line": line,
        "source": tuple(step.instruction.source) if step is not None and step.instruction.source else None,
        "instruction": text,
        **wait,
    }


def _first_step(machine: Machine, block: int) -> Step | None:
    """The instruction that lanes at a block run next; that of a later block where it is empty."""
    for found in machine.code.blocks[block:]:
        if found.steps:
            return found.steps[0]
        if found.end is not None:
            return found.end
    return None


def _polls(machine: Machine, lines: Lines, lane: int) -> dict[str, Any]:
    """What a lane waits for that polls an mbarrier object, and what the object lacks."""
    assert machine.awaited is not None
    assert machine.parity is not None
    index, parity = int(machine.awaited[lane]), int(machine.parity[lane])
    barriers = machine.barriers
    slot = (index - machine.memory.batch_start) >> 3
    pending, bytes_ = int(barriers.pending[slot]), int(barriers.bytes_[slot])
    came, missing = _visitors(machine, lines, slot)
    return {
        "waits_for": f"mbarrier {barriers.name(slot)}, the end of phase parity {parity}: "
        f"{barriers.state(slot)}",
        "came": came,
        "absent": missing,
        "mbarrier": machine.memory.shared_name(index),
        "parity": parity,
        "phase": int(barriers.phase[slot]),
        "pending_arrivals": pending,
        "pending_bytes": bytes_,
    }


def _visitors(machine: Machine, lines: Lines, slot: int) -> tuple[list[str], list[str]]:
    """Who came to an mbarrier object in this phase, and who only in the one before, in words."""
    barriers = machine.barriers
    now, before = barriers.visits.get(slot, Visits()), barriers.before.get(slot)
    pending, bytes_ = int(barriers.pending[slot]), int(barriers.bytes_[slot])
    came = []
    if now.arrivals:
        came.append(f"arrived: {_listed(machine, lines, now.arrivals)}")
    if bytes_ and now.expected:
        wanted = sum(amount for _, _, amount in now.expected)
        who = _listed(machine, lines, [entry[:2] for entry in now.expected])
        came.append(f"{wanted} bytes are expected by {who}")
    if bytes_ and now.came:
        brought = sum(amount for _, _, amount in now.came)
        came.append(f"{brought} came by {_listed(machine, lines, [entry[:2] for entry in now.came])}")
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
            missing.append(
                f"not yet, who came in the phase before: {_listed(machine, lines, absent, place=True)}"
            )
    elif pending and (never := _never_run(machine, lines)):
        missing.append(f"never executed: {', '.join(never)}")
    return came, missing


def _listed(
    machine: Machine, lines: Lines, visits: Sequence[tuple[int, Step | None]], *, place: bool = False
) -> str:
    """Warps that came to an object, by what instruction, and where they are now if that is wanted."""
    groups: dict[tuple[int, int], tuple[Step | None, list[int]]] = {}
    for lane, step in visits:
        groups.setdefault((lane // WARP, id(step)), (step, []))[1].append(lane)
    said = []
    for step, lanes in list(groups.values())[:GROUPS_SHOWN]:
        thread = machine.thread_of(lanes[0])
        count = f" ({len(lanes)} times)" if len(lanes) > 1 else ""
        by = f" at PTX line {lines.of(step)[0]}" if step is not None else ""
        now = f", which {_whereabouts(machine, lines, lanes[0])}" if place else ""
        said.append(f"warp {thread['warp']} of CTA {thread['ctaid']}{by}{count}{now}")
    more = len(groups) - GROUPS_SHOWN
    return ", ".join(said) + (f" and {more} more" if more > 0 else "")


def _whereabouts(machine: Machine, lines: Lines, lane: int) -> str:
    """Where a lane is now."""
    scheduler = machine.scheduler
    if not scheduler.live[lane]:
        return "has exited"
    parked = scheduler.parked_at[lane] >= 0
    block = int(scheduler.parked_at[lane] if parked else scheduler.key[lane] & (YIELDED - 1))
    step = _first_step(machine, block)
    where = f"PTX line {lines.of(step)[0]}" if step is not None else "the end"
    return f"{'waits' if parked else 'is'} at {where}"


def _never_run(machine: Machine, lines: Lines) -> list[str]:
    """The instructions that arrive at mbarrier objects and that no thread ever came to."""
    found = []
    for block, lanes in zip(machine.code.blocks, machine.counters.lanes, strict=True):
        for step in block.steps:
            if not lanes and ("mbarrier.arrive" in step.name or "arrive_drop" in step.name):
                found.append(f"{step.name} at PTX line {lines.of(step)[0]}")
    return found[:GROUPS_SHOWN]


def _wait(machine: Machine, lane: int, step: Step) -> dict[str, Any]:
    """What a parked lane waits for, and who is missing."""
    scheduler = machine.scheduler
    number = int(scheduler.barrier[lane])
    if number >= BARRIERS:
        return _beyond_cta(machine, lane, number)
    if number < 0:
        assert step.members is not None
        members = int(step.members(machine)[lane])
        here = int(scheduler.warps(scheduler.parked_at == scheduler.parked_at[lane])[lane // WARP])
        alive = int(scheduler.warps(scheduler.live)[lane // WARP])
        absent = bits(members & ~here & alive)
        return {
            "waits_for": f"lanes {lane_ranges(absent)} of member mask {members:#010x} have not come",
            "missing_lanes": absent,
        }
    return _cta_barrier(machine, lane, number)


def _beyond_cta(machine: Machine, lane: int, reason: int) -> dict[str, Any]:
    """What a lane waits for that is no barrier of its CTA."""
    scheduler = machine.scheduler
    if reason == REGISTER_POOL:
        pool = machine.units["registers"]
        return {"waits_for": pool.describe(machine, lane)}
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
            "missing_warps": [machine.thread_of(start + WARP * warp)["warp"] for warp in absent],
        }
    assert reason == CLUSTER_BARRIER
    missing = machine.clusters.missing(lane)
    ctas: dict[tuple[int, ...], set[int]] = {}
    for other in missing.tolist():
        thread = machine.thread_of(other)
        ctas.setdefault(thread["ctaid"], set()).add(thread["warp"])
    who = "; ".join(f"CTA {cta}: warps {lane_ranges(sorted(warps))}" for cta, warps in sorted(ctas.items()))
    return {
        "waits_for": f"the barrier of the cluster; not there: {who or 'nobody'}",
        "missing": [(cta, sorted(warps)) for cta, warps in sorted(ctas.items())],
    }


def _cta_barrier(machine: Machine, lane: int, number: int) -> dict[str, Any]:
    """What a lane waits for at a barrier of its CTA."""
    scheduler = machine.scheduler
    cta = int(scheduler.cta[lane])
    inside = scheduler.cta == cta
    arrived, expected = scheduler.progress(cta, number)
    missing = sorted(
        {int(k) // WARP for k in np.flatnonzero(inside & scheduler.live & (scheduler.barrier != number))}
    )
    first_warp = int(np.flatnonzero(inside)[0]) // WARP
    warps = [warp - first_warp for warp in missing]
    said = f"barrier {number} has {arrived} of {expected} threads"
    if warps:
        said += (
            f"; not there: warps {lane_ranges(warps)}" if len(warps) > 1 else f"; not there: warp {warps[0]}"
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
