"""Turn a broken rule into the fault that the user sees: place, thread, and who waits for whom."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault, cut
from pyptx.mangling import brief
from pyptx.sim.barriers import Visits
from pyptx.sim.faults import Trap, bits, lane_ranges
from pyptx.sim.scheduler import (
    BARRIERS,
    CLUSTER_BARRIER,
    PARKED,
    REGISTER_POOL,
    WARP,
    WARPGROUP,
    YIELDED,
)
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pyptx.sim.engine import Machine
    from pyptx.sim.faults import Party
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Step

GROUPS_SHOWN = 16
NEVER_SHOWN = 4

_FOR_PEOPLE = ("text", "more")

_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"')
_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)")
_FUNCTION = re.compile(r"(?:\s*\.(?:visible|extern|weak|common))*\s*\.(?:entry|func)\b")


class Lines:
    """Where the statements of a program stand in its text, and in the source that its ``.loc`` name."""

    def __init__(self, text: str, numbers: Sequence[Sequence[int]]) -> None:
        self._text = text.split("\n")
        self._numbers = numbers

    @cached_property
    def _sources(self) -> tuple[list[int], list[tuple[str, int] | None]]:
        """The lines from which on something else is the source, and what; None at the head of a function."""
        files: dict[str, str] = {}
        lines: list[int] = []
        places: list[tuple[str, int] | None] = []
        for number, line in enumerate(self._text, 1):
            if (file := _FILE.match(line)) is not None:
                files[file[1]] = file[2]
            elif _FUNCTION.match(line) is not None:
                lines.append(number)
                places.append(None)
            elif (place := _LOC.match(line)) is not None:
                lines.append(number)
                places.append((place[1], int(place[2])))
        sources = [None if at is None else (files.get(at[0], f"file {at[0]}"), at[1]) for at in places]
        return lines, sources

    def source(self, step: Site) -> tuple[str, int] | None:
        """The file and line that wrote an instruction: of Python, or what the ``.loc`` before it says."""
        source = step.instruction.source
        if source is not None:
            return source.file, source.line
        lines, sources = self._sources
        last = bisect_right(lines, self.of(step)[0]) - 1
        return sources[last] if last >= 0 else None

    def place(self, step: Site) -> str:
        """Where an instruction stands, in words."""
        source, line = self.source(step), self.of(step)[0]
        return f"{source[0]}:{source[1]} (PTX line {line})" if source else f"PTX line {line}"

    def of(self, step: Site) -> tuple[int, str]:
        """Line number and text of an instruction."""
        function, position = step.place
        numbers = self._numbers[function]
        line = numbers[min(position, len(numbers) - 1)] if numbers else 0
        return line, cut(self._text[line - 1].strip()) if 0 < line <= len(self._text) else step.name


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
        source = lines.source(step)
        said.append(f"  {text}")
        said.append(f"  at {lines.place(step)}")
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
        source=source,
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
    source = lines.source(step) if step is not None else None
    if step is not None:
        said += [str(text), f"at {lines.place(step)}"]
    said.append(
        f"in CTA {thread['ctaid']}, thread {thread['tid']} (warp {thread['warp']}, lane {thread['lane']})"
    )
    return {
        "did": party.did,
        "source": {"file": source[0], "line": source[1]} if source else None,
        "ptx_line": line,
        "instruction": text,
        "thread": thread,
        "text": said,
    }


def _standstill(rule: str, machine: Machine, lines: Lines) -> SimFault:
    """Say where every warp is that has not ended, and what it waits for."""
    groups = _groups(machine, lines)
    heads = {
        "deadlock": "every thread that has not exited waits, and none can go on",
        "livelock": "threads go round in loops, and what they look at changes no more: "
        "no thread has written, arrived or exited for long",
        "max-steps": f"{machine.counters.steps} instructions were issued and the grid has not ended; "
        "if it has an end, max_steps= lets it come there",
    }
    said = [f"{rule}: {heads[rule]}"]
    told: set[str] = set()
    for group in groups[:GROUPS_SHOWN]:
        said.append(f"  {group['text']}")
        said += [f"    {more}" for more in group["more"] if more not in told]
        told.update(group["more"])
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
    some = len(inside) > 1
    parked = bool(scheduler.key[first] == PARKED)
    wait: dict[str, Any] = {"waits_for": None}
    if parked and step is not None:
        wait = _wait(machine, first, step)
    if not parked and machine.awaited is not None and machine.awaited[first] >= 0:
        wait, parked = _polls(machine, lines, first), True
    who = f"CTA {thread['ctaid']}, warp {thread['warp']}, lane{'s' if some else ''} {lane_ranges(inside)}"
    where = f"{text} at {lines.place(step)}" if step is not None else "the end"
    if parked:
        doing = f"{'wait' if some else 'waits'} at {where}: {wait['waits_for']}"
    else:
        doing = f"{'are' if some else 'is'} at {where}{_loop(machine, lines, first, block)}"
    return {
        "text": f"{who} {doing}",
        "more": [*wait.get("came", ()), *wait.get("absent", ())],
        "ctaid": thread["ctaid"],
        "warp": thread["warp"],
        "lanes": inside,
        "ptx_line": line,
        "source": lines.source(step) if step is not None else None,
        "instruction": text,
        **wait,
    }


def _loop(machine: Machine, lines: Lines, lane: int, block: int) -> str:
    """The innermost loop around a block and what a lane polls there, in words; nothing outside loops."""
    blocks = machine.code.blocks
    ends = (
        (last, min(label.block for label in end.targets))
        for last in range(block, len(blocks))
        if (end := blocks[last].end) is not None and end.targets
    )
    last, head = next((loop for loop in ends if loop[1] <= block), (-1, -1))
    first, end = _first_step(machine, head), blocks[last].end if last >= 0 else None
    if first is None or end is None:
        return ""
    said = f", in a loop of PTX lines {lines.of(first)[0]} to {lines.of(end)[0]}"
    polled = [step for each in blocks[head : last + 1] for step in each.steps if step.operation.polled]
    places = dict.fromkeys(filter(None, (_polled(machine, lane, step) for step in polled)))
    return said + (f" that reads {', '.join(places)}" if places else "")


def _polled(machine: Machine, lane: int, step: Step) -> str:
    """What an instruction of a lane reads that others may write, and what is there."""
    assert step.operation.polled is not None
    space, read = step.operation.polled
    address, memory = read(machine), machine.memory
    described = memory.described(space, int(address[lane]), 1)
    only = np.arange(machine.lanes) == lane
    size = from_name(step.operation.modifiers["type"]).bytes
    try:
        index = memory.locate(space, address, size, only)[lane : lane + 1]
    except Trap:  # registers of the lane that it has not come to yet
        return ""
    held = int.from_bytes(memory.gather(index, 1, size).tobytes(), "little")
    where = f"{described['space']} address {described['value']:#x}"
    return f"{brief(described['name'])}{described['offset']:+d} ({where}), which holds {held}"


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
    machine: Machine, lines: Lines, visits: Sequence[tuple[int, Site | None]], *, place: bool = False
) -> str:
    """Warps that came to an object, by what instruction, and where they are now if that is wanted."""
    groups: dict[tuple[int, int], tuple[Site | None, list[int]]] = {}
    for lane, step in visits:
        groups.setdefault((lane // WARP, id(step)), (step, []))[1].append(lane)
    said = []
    for step, lanes in list(groups.values())[:GROUPS_SHOWN]:
        thread = machine.thread_of(lanes[0])
        count = f" ({len(lanes)} times)" if len(lanes) > 1 else ""
        by = f" at {lines.place(step)}" if step is not None else ""
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
    where = lines.place(step) if step is not None else "the end"
    return f"{'waits' if parked else 'is'} at {where}"


def _never_run(machine: Machine, lines: Lines) -> list[str]:
    """The instructions that arrive at mbarrier objects and that no thread ever came to."""
    found = []
    for block, lanes in zip(machine.code.blocks, machine.counters.lanes, strict=True):
        for step in block.steps:
            if not lanes and ("mbarrier.arrive" in step.name or "arrive_drop" in step.name):
                found.append(f"{step.name} at {lines.place(step)}")
    if len(found) > NEVER_SHOWN:
        found[NEVER_SHOWN:] = [f"{len(found) - NEVER_SHOWN} more"]
    return found


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
