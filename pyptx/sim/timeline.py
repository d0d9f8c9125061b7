"""The timeline of a launch: warps, copies, MMAs and barriers over time.

A `Timeline` is a list of trace events in the JSON format that Chrome's tracing began and Perfetto
(https://ui.perfetto.dev) opens. A CTA is a process in it, a warp a thread; copies and MMAs of warpgroups,
which go on beside the warps, are spans of the CTA, and every mbarrier object is a counter of the arrivals and
bytes it lacks.

The simulator has no clock. Time is the number of instructions it issued, each for all lanes that were
together, shown as microseconds. On the reference engine warps at different instructions take turns; on the
native engine each warp has a clock, and continues after a wait at the clock of the last arrival. Copies last
until the schedule completes them. It shows which warps waited for which, and in which order; not how long.

>>> from pyptx.program import from_ptx
>>> from pyptx.sim import simulate
>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry meet() {
...     bar.sync 0;
...     ret;
... }
... ''')
>>> timeline = simulate(program, (), grid=(1, 1, 1), block=(64, 1, 1), timeline=True).timeline
>>> sorted({event["name"] for event in timeline.events if event["ph"] == "X"})
['PTX line 6', 'PTX line 7']
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.drawings import draw_timeline
from pyptx.errors import counted
from pyptx.notebook import Displayed
from pyptx.sim.observers import Observer
from pyptx.sim.pipeline import Pipeline, pipeline_of
from pyptx.sim.scheduler import BARRIERS, CLUSTER_BARRIER, WARP, WARPGROUP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pyptx.sim.asynchrony import Work
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.lines import Lines, NamedScope
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

Event = dict[str, Any]

UNIT = "one microsecond is one instruction that the simulator issued, for all lanes that were together"
MOST_WARPS = 64
PARKED, POLLS = 1, 2

REASONS = {
    -1: "lanes of the warp",
    **{number: f"barrier {number}" for number in range(BARRIERS)},
    CLUSTER_BARRIER: "the barrier of the cluster",
    WARPGROUP: "warps of the warpgroup",
}
_SPACES = ("shared", "global", "L2")


@dataclass(frozen=True, slots=True)
class Timeline(Displayed):
    """The trace events of a launch.

    Attributes:
        entry: The kernel.
        events: As the JSON has them: ``ph`` is ``"X"`` for a warp's spans (``cat`` is ``"run"``, ``"wait"``,
            or ``"scope"`` for a named scope around those), ``"b"`` and ``"e"`` for the start and the end of a
            copy or MMA, ``"C"`` for what an mbarrier object lacks, ``"s"`` and ``"f"`` for the arrow from
            an arrival to the warp that waited for it, ``"M"`` for names.
        end: Instructions issued.
    """

    entry: str
    events: tuple[Event, ...]
    end: int

    def __str__(self) -> str:
        counts = f"{counted(self.end, 'instruction')} issued, {counted(len(self.events), 'event')}"
        return f"timeline of {self.entry}: {counts}; save() writes it for Perfetto"

    def _picture(self) -> str:
        """The warps and the asynchronous operations over time."""
        return str(draw_timeline(self.entry, self.events, self.end))

    def pipeline(self, cta: int = 0, *, start: float = 0, end: float | None = None) -> Pipeline:
        """Return the warps and mbarrier phases of a CTA over time, for a picture and a table.

        Args:
            cta: Number of the CTA in the grid: x fastest.
            start: First time, in instructions issued.
            end: Last time; None for the end of the launch.

        Raises:
            ValueError: There is no such CTA, or the times are empty.
        """
        return pipeline_of(self.entry, self.events, (start, self.end if end is None else end), cta)

    def to_json(self, *later: Timeline) -> Event:
        """The trace as an object that `json` writes and Perfetto reads; launches `later` follow it."""
        events: list[Event] = []
        start = processes = arrows = 0
        for timeline in (self, *later):
            for event in timeline.events:
                moved = {**event, "pid": event["pid"] + processes}
                for key, shift in (("tid", processes * MOST_WARPS), ("ts", start), ("id", arrows)):
                    if key in moved:
                        moved[key] += shift
                events.append(moved)
            start += timeline.end
            processes += max((event["pid"] for event in timeline.events), default=0)
            arrows += sum(event["ph"] == "s" for event in timeline.events)
        return {
            "traceEvents": events,
            "displayTimeUnit": "ns",
            "otherData": {"kernels": [timeline.entry for timeline in (self, *later)], "time": UNIT},
        }

    def save(self, path: str | Path, *later: Timeline) -> None:
        """Write the trace to a file, and those of launches `later` after it."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.to_json(*later), file)


class Trace:
    """The records of an engine from which a timeline is made.

    Attributes:
        now: Instructions issued.
        spans: Of warps: track, start, end and number of the line.
        waits: Waits of warps: track, start, end and object.
        work: Asynchronous operations: process, start, end, name, kind and instruction.
        levels: Of mbarriers: process, time, name, and the arrivals and bytes that are pending.
        arrows: From arrivals to waiting warps: track and time of each.
        places: The CTA of each process.
    """

    def __init__(self, code: Code, lines: Lines) -> None:
        self._blocks, self._lines = code.blocks, lines
        self.now = 0
        self._numbers: dict[Site, int] = {}
        self._numbers_of_lines: dict[tuple[object, ...], int] = {}
        self._ends: list[tuple[Site, Site]] = []
        self.spans: list[tuple[int, int, int, int]] = []
        self.waits: list[tuple[int, int, int, str]] = []
        self.work: list[tuple[int, int, int, str, str, Site | None]] = []
        self.levels: list[tuple[int, int, str, int, int]] = []
        self.arrows: list[tuple[int, float, int, float]] = []
        self.places: dict[int, tuple[int, ...]] = {}

    def clear(self) -> None:
        """Discard the records of an earlier attempt to run the launch."""
        self.now = 0
        for each in (self.spans, self.waits, self.work, self.levels, self.arrows, self.places):
            each.clear()

    def process_of(self, geometry: Geometry, cta: int) -> int:
        """Return the process of a CTA, by its number in launch order."""
        x, y, _ = geometry.grid
        at = geometry.ctaid(cta)
        process = 1 + at[0] + x * (at[1] + y * at[2])
        self.places[process] = at
        return process

    def line_of(self, step: Site, place: int) -> int:
        """The number of the line of Python that an instruction is of, of its block where there is none.

        A line, or a block, has a number for each combination of named scopes that its instructions are in.
        """
        number = self._numbers.get(step)
        if number is None:
            source, scopes = step.instruction.source, self._lines.scopes(step)
            line = (place, scopes) if source is None else (source.file, source.line, scopes)
            number = self._numbers[step] = self._numbers_of_lines.setdefault(line, len(self._ends))
            if number == len(self._ends):
                self._ends.append((step, step) if source is not None else self._ends_of(place, scopes))
        return number

    def _ends_of(self, place: int, scopes: tuple[NamedScope, ...]) -> tuple[Site, Site]:
        """The first and the last instruction of a block in these scopes."""
        block = self._blocks[place]
        steps = [*block.steps, *filter(None, [block.end])]
        inside = [step for step in steps if self._lines.scopes(step) == scopes]
        return inside[0], inside[-1]

    def timeline(self, entry: str) -> Timeline:
        """The recorded events, as trace events."""
        events, lines = [*self._names()], self._lines
        labels = [_label(ends, lines) for ends in self._ends]
        for track, since, until, scope in self._scope_spans():
            events.append(_span(track, since, until, scope.name, "scope", {"PTX line": scope.line}))
        for track, since, until, line in self.spans:
            name, said = labels[line]
            events.append(_span(track, since, until, name, "run", said))
        for track, since, until, what in self.waits:
            events.append(_span(track, since, until, f"wait: {what}", "wait", {}))
        for number, (process, since, until, name, category, step) in enumerate(self.work):
            said = _label((step, step), lines)[1] if step is not None else {}
            shared = {"pid": process, "cat": category, "id2": {"local": number}, "name": name}
            events.append({"ph": "b", "ts": since, **shared, "args": said})
            events.append({"ph": "e", "ts": max(until, since + 1), **shared})
        counting = {(process, name) for process, _, name, _, bytes_ in self.levels if bytes_}
        for process, now, name, arrivals, bytes_ in self.levels:
            lacks = {"arrivals": arrivals, **({"bytes": bytes_} if (process, name) in counting else {})}
            events.append({"ph": "C", "ts": now, "pid": process, "name": f"{name} lacks", "args": lacks})
        for number, (track, at, to, then) in enumerate(self.arrows):
            shared = {"cat": "arrival", "id": number, "name": "completes"}
            events.append({"ph": "s", "ts": at, **_at(track), **shared})
            events.append({"ph": "f", "bp": "e", "ts": then, **_at(to), **shared})
        return Timeline(entry, tuple(events), self.now)

    def _scope_spans(self) -> Iterator[tuple[int, int, int, NamedScope]]:
        """Track, start and end of each stay of a warp in a named scope, those around others first."""
        parts: defaultdict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
        for track, since, until, line in self.spans:
            parts[track].append((since, until, line))
        for track, since, until, _ in self.waits:
            parts[track].append((since, until, None))
        for track, spans in parts.items():
            scopes: tuple[NamedScope, ...] = ()
            inside: list[tuple[int, int, tuple[NamedScope, ...]]] = []
            for since, until, number in sorted(spans, key=lambda span: span[:2]):
                if number is not None:  # a wait belongs to the line before it
                    scopes = self._lines.scopes(self._ends[number][0])
                inside.append((since, until, scopes))
            for stay in _stays(inside):
                yield track, *stay

    def _names(self) -> Iterator[Event]:
        """The names of processes and threads, and their order."""
        tracks = {track for track, *_ in (*self.spans, *self.waits)}
        for process in sorted(self.places):
            place = "CTA (" + ", ".join(map(str, self.places[process])) + ")"
            yield {"ph": "M", "pid": process, "name": "process_name", "args": {"name": place}}
            yield {"ph": "M", "pid": process, "name": "process_sort_index", "args": {"sort_index": process}}
        for track in sorted(tracks):
            warp = track % MOST_WARPS
            yield {"ph": "M", **_at(track), "name": "thread_name", "args": {"name": f"warp {warp}"}}
            yield {"ph": "M", **_at(track), "name": "thread_sort_index", "args": {"sort_index": warp}}


class Recorder(Observer):
    """Records the events of a launch on the reference engine.

    Attributes:
        m: The batch that runs.
        trace: What it notes.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @property
    def now(self) -> int:
        """Instructions issued."""
        return self.trace.now

    def attach(self, m: Machine) -> Recorder:
        """Note the operations of a batch, too."""
        self.m = m
        return self

    def started(self) -> None:
        """Begin a batch of CTAs."""
        m = self.m
        ctas = range(m.first, m.first + m.scheduler.ctas)
        self._process = [self.trace.process_of(m.geometry, cta) for cta in ctas]
        number = m.thread[::WARP] // WARP
        self._track = np.array(self._process)[m.cta[::WARP]] * MOST_WARPS + number
        warps = len(number)
        self._line = np.full(warps, -1, np.int64)
        self._since, self._until = np.zeros(warps, np.int64), np.zeros(warps, np.int64)
        self._waiting, self._waits_since = np.zeros(warps, np.int8), np.zeros(warps, np.int64)
        self._waits_for = [""] * warps
        self._completed: dict[int, tuple[int, int]] = {}
        self._began: dict[Work, int] = {}

    def stopped(self) -> None:
        """End a batch."""
        self._close(np.flatnonzero(self._line >= 0))
        self._wake(np.flatnonzero(self._waiting), self.now)

    # Warps

    def issued(self, step: Site, *, branches: bool) -> None:
        """Note that the active lanes reach an instruction."""
        self.trace.now += 1
        lanes = self.m.executing()
        warps = np.flatnonzero(lanes.reshape(-1, WARP).any(1))
        waiting = self._waiting[warps]
        if waiting.any():
            again = (waiting == POLLS) & (branches or step.polls)
            self._wake(warps[(waiting > 0) & ~again], self.now - 1)
            warps = warps[~again]
        self._run(warps, self.trace.line_of(step, self.m.scheduler.place))

    def _run(self, warps: Array, line: int) -> None:
        """Note that warps executed an instruction of a line."""
        fresh = warps[(self._line[warps] != line) | (self._until[warps] != self.now - 1)]
        if len(fresh):
            self._close(fresh[self._line[fresh] >= 0])
            self._line[fresh], self._since[fresh] = line, self.now - 1
        self._until[warps] = self.now

    def _close(self, warps: Array) -> None:
        """Keep the spans of warps that went on to another line, or did not go on at once."""
        parts = (self._track, self._since, self._until, self._line)
        self.trace.spans += zip(*(part[warps].tolist() for part in parts), strict=True)
        self._line[warps] = -1

    # Waiting

    def gated(self, step: Site, place: int, came: Array) -> None:
        """Note which warps wait at a barrier since lanes reached it."""
        del step, place, came
        self.exited()

    def exited(self) -> None:
        """Note which warps wait at a barrier, or have been released, since lanes exited."""
        scheduler = self.m.scheduler
        live = scheduler.live.reshape(-1, WARP)
        parked = scheduler.parked_at.reshape(-1, WARP) >= 0
        still = (parked | ~live).all(1) & live.any(1)
        for warp in np.flatnonzero(still & (self._waiting != PARKED)).tolist():
            if self._waiting[warp]:
                self._wake(np.array([warp]), self.now)
            lane = warp * WARP + int(parked[warp].argmax())
            part = self.m.awaited_part(lane)
            reason = part.waits_for if part is not None else REASONS[int(scheduler.barrier[lane])]
            self._wait(warp, PARKED, reason, self.now)
        self._wake(np.flatnonzero(~still & (self._waiting == PARKED)), self.now)

    def polled(self, index: Array, parity: Array, done: Array) -> None:
        """Note which active lanes polled an mbarrier object, and which found its phase complete."""
        m, lanes = self.m, self.m.executing()
        for warp in np.flatnonzero(lanes.reshape(-1, WARP).any(1)).tolist():
            inside = slice(warp * WARP, (warp + 1) * WARP)
            lane = warp * WARP + int((lanes[inside] & ~done[inside]).argmax())
            vain = bool(lanes[lane] & ~done[lane])
            if vain and not self._waiting[warp]:
                name = object_name(m.memory.shared_name(int(index[lane])))
                self._wait(warp, POLLS, f"{name}, phase of parity {int(parity[lane])}", self.now)
            elif not vain and self._waiting[warp]:
                lane = warp * WARP + int(lanes[inside].argmax())
                slot = (int(index[lane]) - m.memory.batch_start) >> 3
                assert m.step is not None
                self._wake(np.array([warp]), self.now - 1)
                self._run(np.array([warp]), self.trace.line_of(m.step, m.scheduler.place))
                if (by := self._completed.get(slot)) is not None:
                    self.trace.arrows.append((by[0], by[1] - 0.5, int(self._track[warp]), self.now - 0.5))

    def _wait(self, warp: int, kind: int, what: str, since: int) -> None:
        self._waiting[warp], self._waits_since[warp], self._waits_for[warp] = kind, since, what

    def _wake(self, warps: Array, now: int) -> None:
        """Keep the spans of warps that wait no more."""
        for warp in warps.tolist():
            if now > self._waits_since[warp]:
                since, what = int(self._waits_since[warp]), self._waits_for[warp]
                self.trace.waits.append((int(self._track[warp]), since, now, what))
            self._waiting[warp] = 0

    # mbarrier objects

    def mbarrier_initialised(self, slots: Array, lanes: Array) -> None:
        """Forget what completed the phases of an object that was here before."""
        del lanes
        for slot in slots.tolist():
            self._completed.pop(slot, None)

    def mbarrier_changed(self, slots: Array) -> None:
        """Note the arrivals and bytes that mbarrier objects lack."""
        barriers = self.m.barriers
        for slot in slots.tolist():
            index = barriers.memory.batch_start + 8 * slot
            process = self._process[barriers.memory.shared_place(index)[0]]
            lacks = int(barriers.pending[slot]), int(barriers.bytes_[slot])
            self.trace.levels.append((process, self.now, object_name(barriers.name(slot)), *lacks))

    def mbarrier_completed(self, slots: Array, lanes: Array | None) -> None:
        """Note whose arrival completed a phase of mbarrier objects; bytes did it for None."""
        for place, slot in enumerate(slots.tolist()):
            self._completed.pop(slot, None)
            if lanes is not None:
                self._completed[slot] = int(self._track[int(lanes[place]) // WARP]), self.now

    # Asynchronous operations

    def work_started(self, work: Work) -> None:
        """Note when an operation starts."""
        self._began[work] = self.now - 1

    def work_completed(self, work: Work, lanes: Array) -> None:
        """Note that an operation has taken effect now: one span for each warp, or warpgroup."""
        m, together = self.m, 4 * WARP if work.kind == "product" else WARP
        for lane in (np.unique(lanes // together) * together).tolist():
            name = operation_name(work.kind, work.step, int(m.thread[lane]) // together)
            process = self._process[int(m.cta[lane])]
            self.trace.work.append((process, self._began[work], self.now, name, work.kind, work.step))


def _at(track: int) -> Event:
    return {"pid": track // MOST_WARPS, "tid": track}


def _span(track: int, since: int, until: int, name: str, category: str, said: Event) -> Event:
    shared = {"name": name, "cat": category, "args": said}
    return {"ph": "X", "ts": since, "dur": until - since, **_at(track), **shared}


def _stays(
    spans: Sequence[tuple[int, int, tuple[NamedScope, ...]]], depth: int = 0
) -> Iterator[tuple[int, int, NamedScope]]:
    """The stays in scopes of spans of a warp, each with the scopes it is in: start, end and scope.

    >>> from pyptx.sim.lines import NamedScope
    >>> load, first, second = NamedScope("load", 7), NamedScope("copy", 8), NamedScope("copy", 12)
    >>> spans = [(0, 2, ()), (2, 3, (load,)), (5, 9, (load, first)), (9, 10, (load, second))]
    >>> [(since, until, scope.name) for since, until, scope in _stays(spans)]
    [(2, 10, 'load'), (5, 9, 'copy'), (9, 10, 'copy')]
    """
    for scopes, group in groupby(spans, key=lambda span: span[2][depth : depth + 1]):
        if scopes:
            inside = list(group)
            yield inside[0][0], inside[-1][1], scopes[0]
            yield from _stays(inside, depth + 1)


def _label(ends: tuple[Site, Site], lines: Lines) -> tuple[str, Event]:
    """The name of a line, and its description."""
    (first, text), (last, _) = lines.of(ends[0]), lines.of(ends[1])
    source = ends[0].instruction.source
    said: Event = {"PTX line": first, "instruction": text}
    if scopes := lines.scopes(ends[0]):
        said["scope"] = " / ".join(scope.name for scope in scopes)
    if source is not None:
        return source.short, {"file": source.file, "line": source.line, **said}
    return f"PTX line {first}" if first == last else f"PTX lines {first} to {last}", said


def operation_name(kind: str, step: Site | None, warpgroup: int) -> str:
    """The name of an asynchronous operation, by its kind as in `Work`."""
    if kind == "product":
        return f"warpgroup {warpgroup}: wgmma"
    if kind == "copy":
        return _engine_name(step)
    return ".".join(step.name.split(".")[:2]) if step is not None else "tcgen05"


def _engine_name(step: Site | None) -> str:
    """The name of a copy: the opcode, up to where it writes."""
    words = step.name.split(".") if step is not None else ["copy"]
    spaces = [place for place, word in enumerate(words) if word.startswith(_SPACES)]
    return ".".join(words[: spaces[0] + 1] if spaces else words)


def object_name(name: str) -> str:
    """A short name of an mbarrier object."""
    return f"mbarrier {name.partition(' (')[0].removeprefix('dynamic shared memory')}"
