"""Reports on launches that do not end: the waits of all threads, those that cause the others first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault
from pyptx.sim.faults import Trap, explained_by
from pyptx.sim.scheduler import PARKED, WARP, YIELDED
from pyptx.sim.visitors import calls_of, describe_lanes, first_step, poll_of
from pyptx.sim.waits import Wait, Waits
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.steps import Code, Step

GROUPS_SHOWN = 16

_HEADS = {
    "livelock": "threads go round in loops, and the values that they read no longer change: "
    "no thread has written, arrived or exited for long",
    "max-steps": "{steps} instructions were issued and the grid has not ended; "
    "if it has an end, max_steps= lets it come there",
}


@dataclass(slots=True, eq=False)
class Group:
    """Lanes that are at the same place; at first of one warp.

    Attributes:
        lanes: The lanes.
        step: Their instruction; None at the end of the program.
        text: Their places and their waits.
        wait: Their wait; None if they run.
        facts: The same for programs, one for each warp.
        after: The groups that they wait for.
    """

    lanes: list[int]
    step: Step | None
    text: str
    wait: Wait | None
    facts: list[dict[str, Any]]
    after: set[Group] = field(default_factory=set)

    def verb(self, described: str) -> str:
        """The verb of the sentence about the lanes, singular or plural as `describe_lanes` names them."""
        is_one = len({lane // WARP for lane in self.lanes}) == 1 and ", lanes " not in described
        if self.wait is not None:
            return "waits" if is_one else "wait"
        return "is" if is_one else "are"


class Stall:
    """A launch in which no warp can run, or none makes progress."""

    def __init__(self, m: Machine, code: Code, lines: Lines) -> None:
        self.m, self.code, self.lines = m, code, lines
        self.waits = Waits(m, code, lines)

    def fault(self, rule: str) -> SimFault:
        """Report the place of every warp that has not ended, and the object of its wait."""
        causes, others = _causes_first(_merged(self._groups()))
        head = _HEADS[rule].format(steps=self.m.counters.steps) if rule in _HEADS else self._summary(causes)
        said = [f"{rule}: {head}"]
        groups = [*causes, *others]
        shown: set[str] = set()
        for place, group in enumerate(groups[:GROUPS_SHOWN]):
            if place == len(causes) and rule == "deadlock":
                said.append("therefore:")
            described = describe_lanes(self.m, group.lanes)
            said.append(f"  {described} {group.verb(described)} {group.text}")
            history = group.wait.history if group.wait is not None and place < len(causes) else ()
            said += [f"    {line}" for line in history if line not in shown]
            shown.update(history)
        if len(groups) > GROUPS_SHOWN:
            said.append(f"  ... and {len(groups) - GROUPS_SHOWN} more groups of lanes")
        gone = np.flatnonzero(self.m.scheduler.exists & ~self.m.scheduler.live).tolist()
        if gone:
            said.append(f"exited: {describe_lanes(self.m, gone)}")
        said.append(explained_by(rule))
        waiting = tuple(facts for group in groups for facts in group.facts)
        first = waiting[0] if waiting else {}
        return SimFault(
            "\n".join(said),
            rule=rule,
            source=first.get("source"),
            ptx_line=first.get("ptx_line"),
            instruction=first.get("instruction"),
            waiting=waiting,
        )

    def all_await(self) -> bool:
        """Whether all living threads wait: at barriers, or for phases of mbarrier objects."""
        scheduler = self.m.scheduler
        if self.m.awaited is None:
            return False
        return bool(((self.m.awaited >= 0) | (scheduler.parked_at >= 0) | ~scheduler.live).all())

    def _summary(self, causes: list[Group]) -> str:
        """The cause of a deadlock in a sentence."""
        waits = [group.wait for group in causes if group.wait is not None]
        sentences = list(dict.fromkeys(wait.sentence for wait in waits))
        if not sentences:
            return "every thread that has not exited waits, and none can continue"
        if not any(group.after for group in causes):
            more = f" (and {len(sentences) - 1} more, below)" if len(sentences) > 1 else ""
            return sentences[0] + more
        said = f"threads wait for each other: {'; '.join(sentences)}"
        if all(wait.is_fresh for wait in waits):
            said += (
                "; no thread has arrived at any of them: the first wait of a thread that fills a buffer is "
                "for parity 1, which is complete from the start"
            )
        return said

    def _groups(self) -> list[Group]:
        """The lanes that have not exited, warp by warp and place by place."""
        scheduler = self.m.scheduler
        scheduler.diverge()
        at = np.where(scheduler.key == PARKED, scheduler.parked_at, scheduler.key & (YIELDED - 1))
        groups = []
        for warp in range(self.m.lanes // WARP):
            alike: dict[tuple[int, int, int, tuple[tuple[int, int], ...]], list[int]] = {}
            for lane in range(warp * WARP, (warp + 1) * WARP):
                if scheduler.live[lane]:
                    block = int(at[lane])
                    key = block, *self._awaited(lane), self._calls(lane, block)
                    alike.setdefault(key, []).append(lane)
            groups += [self._group(alike[key], key[0]) for key in sorted(alike)]
        return groups

    def _awaited(self, lane: int) -> tuple[int, int]:
        """The place of the mbarrier whose phase a lane polls, and the parity; -1 and 0 if it polls none."""
        if poll_of(self.m, lane) is None:
            return -1, 0
        assert self.m.awaited is not None
        assert self.m.parity is not None
        return int(self.m.awaited[lane]), int(self.m.parity[lane])

    def _calls(self, lane: int, block: int) -> tuple[tuple[int, int], ...]:
        """The calls that a lane at a block is in, by their places in the program."""
        step = first_step(self.code, block) if self.code.calls else None
        return () if step is None else tuple(call.place for call in calls_of(self.m, self.code, lane, step))

    def _group(self, lanes: list[int], block: int) -> Group:
        """Describe some lanes of one warp at one block."""
        first = lanes[0]
        poll, step, wait = poll_of(self.m, first), first_step(self.code, block), None
        if poll is not None:
            step, wait = poll, self.waits.of_poll(first)
        elif step is not None and self.m.scheduler.key[first] == PARKED:
            wait = self.waits.of_parked(first, step)
        line, written = self.lines.of(step) if step is not None else (0, "")
        places, source = self.waits.visitors.place(step, first) if step is not None else (["the end"], None)
        place = ", ".join(places)
        shown = written if poll is None else ".".join(poll.name.split(".")[:2])
        where = f"{shown} at {place}" if step is not None else place
        thread = self.m.thread_of(first)
        facts = {
            "ctaid": thread["ctaid"],
            "warp": thread["warp"],
            "lanes": [lane % WARP for lane in lanes],
            "ptx_line": line,
            "source": source,
            "instruction": written,
            **(wait.facts if wait is not None else {"waits_for": None}),
        }
        text = f"at {where}: {wait.text}" if wait is not None else f"at {where}{self._loop(first, block)}"
        return Group(lanes, step, text, wait, [facts])

    def _loop(self, lane: int, block: int) -> str:
        """The innermost loop around a block and the object that a lane polls there; nothing outside loops."""
        blocks = self.code.blocks
        ends = (
            (last, min(label.block for label in end.operation.targets))
            for last in range(block, len(blocks))
            if (end := blocks[last].end) is not None and end.operation.targets
        )
        last, head = next((loop for loop in ends if loop[1] <= block), (-1, -1))
        first, end = first_step(self.code, head), blocks[last].end if last >= 0 else None
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
        except Trap:  # registers of the lane that it has not reached yet
            return ""
        held = int.from_bytes(memory.gather(index, 1, size).tobytes(), "little")
        where = f"{described['space']} address {described['value']:#x}"
        return f"{described['place']} ({where}), which holds {held}"


def _merged(groups: list[Group]) -> list[Group]:
    """Join the groups that do the same, and link those that wait for others."""
    alike: dict[tuple[int, str], Group] = {}
    member: dict[int, Group] = {}
    givers: list[tuple[Group, frozenset[int]]] = []
    for group in groups:
        whole = alike.setdefault((id(group.step), group.text), group)
        if whole is not group:
            whole.lanes += group.lanes
            whole.facts += group.facts
        member.update(dict.fromkeys(group.lanes, whole))
        if group.wait is not None:
            givers.append((whole, group.wait.givers))
    for group, lanes in givers:
        group.after |= {member[lane] for lane in lanes} - {group}
    return list(alike.values())


def _causes_first(groups: list[Group]) -> tuple[list[Group], list[Group]]:
    """The groups that cause the waits of the others, and the others in their order.

    A group is a cause if it waits for no other group, or only for groups that wait for it.
    """
    reached = {group: _reachable(group) for group in groups}
    causes = [group for group in groups if all(group in reached[other] for other in reached[group])]
    causes.sort(key=lambda group: group.wait is not None and not group.wait.began)
    ordered = list(causes)
    while len(ordered) < len(groups):
        known = set(ordered)
        ordered += [group for group in groups if group not in known and group.after & known]
    return causes, ordered[len(causes) :]


def _reachable(group: Group) -> set[Group]:
    """The groups that a group waits for, directly or through others."""
    found: set[Group] = set()
    waiting = list(group.after)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += each.after
    return found
