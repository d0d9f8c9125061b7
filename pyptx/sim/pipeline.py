"""The pipeline of a CTA: its warps and the phases of its mbarriers over time, from a timeline."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pyptx.drawings import operations_of
from pyptx.notebook import Displayed
from pyptx.svg import BAD, COLOURS, GOOD, LINE, WAITING, Drawing, width_of

Event = Mapping[str, Any]

_WIDTH = 900
_LACKS = " lacks"
_MOST_ROWS = 32
_MOST_ARROWS = 400


class Span(NamedTuple):
    """A stretch of time.

    Attributes:
        start: Its first time.
        end: Its last time.
        name: What happens.
    """

    start: float
    end: float
    name: str


@dataclass(frozen=True, slots=True)
class Pipeline(Displayed):
    """The warps and the mbarrier phases of a CTA over a part of a launch.

    Attributes:
        title: The kernel, the CTA and the times.
        start: First time shown.
        end: Last time shown.
        runs: Spans in which warps run, by name; warps that run the same lines are one row.
        waits: Spans of their waits.
        copies: Spans of asynchronous operations, by kind.
        phases: Spans of the phases of each mbarrier, from the first arrival or expected byte to completion.
        arrows: Arrivals that let a warp continue: row and time of the arrival, row and time of the warp.
    """

    title: str
    start: float
    end: float
    runs: dict[str, list[Span]]
    waits: dict[str, list[Span]]
    copies: dict[str, list[Span]]
    phases: dict[str, list[Span]]
    arrows: list[tuple[str, float, str, float]]

    def __str__(self) -> str:
        rows = [self.title]
        for name, spans in self.runs.items():
            by: defaultdict[str, float] = defaultdict(float)
            for span in self.waits[name]:
                by[span.name.partition(",")[0]] += span.end - span.start
            waited = ", ".join(
                f"{what} {self._share(time)}" for what, time in sorted(by.items(), key=_longest_first)
            )
            rows.append(f"  {name}: runs {self._share(_total(spans))}" + f"; {waited}" * bool(waited))
        for kind, spans in self.copies.items():
            rows.append(f"  {operations_of(kind)}: {len(spans)}, pending {self._share(_covered(spans))}")
        for name, spans in self.phases.items():
            count = f"{len(spans)} phase{'s' * (len(spans) != 1)}"
            rows.append(f"  {name}: {count}, in progress {self._share(_total(spans))}")
        return "\n".join(rows)

    def _share(self, time: float) -> str:
        return f"{time / max(self.end - self.start, 1):.0%}"

    def _rows(self) -> Iterator[tuple[str, list[tuple[str, Span]]]]:
        """The name of each row, and its spans with their colours."""
        for name, runs in self.runs.items():
            waits = [(WAITING, span) for span in self.waits[name]]
            yield name, [*((GOOD, span) for span in runs), *waits]
        for kind, spans in self.copies.items():
            yield operations_of(kind), [(COLOURS[0], span) for span in spans]
        for name, spans in self.phases.items():
            yield name, [(COLOURS[3 + 2 * (number % 2)], span) for number, span in enumerate(spans)]

    def _picture(self) -> str:
        """A row for each group of warps, each kind of operation and each mbarrier."""
        drawing = Drawing(self.title)
        drawing.text(0, LINE / 2, self.title, bold=True)
        rows = [*self._rows()]
        shown = rows[:_MOST_ROWS]
        left = max((width_of(name) for name, _ in shown), default=0.0) + 8
        scale = _WIDTH / max(self.end - self.start, 1)
        heights = {name: (number + 1.5) * LINE for number, (name, _) in enumerate(shown)}
        for name, coloured in shown:
            drawing.text(left - 6, heights[name] + LINE / 2, name, anchor="end")
            for colour, span in coloured:
                x, width = left + (span.start - self.start) * scale, max((span.end - span.start) * scale, 1)
                hint = f"{span.name}: {span.start:g} to {span.end:g}"
                drawing.box(x, heights[name] + 2, width, LINE - 4, colour=colour, hint=hint)
        for source, at, target, then in self.arrows[:_MOST_ARROWS]:
            if source in heights and target in heights and source != target:
                x1, x2 = (left + (time - self.start) * scale for time in (at, then))
                drawing.line(
                    x1, heights[source] + LINE / 2, x2, heights[target] + LINE / 2, colour=BAD, arrow=True
                )
        y = (len(shown) + 2) * LINE
        x = left
        keys = (
            ("runs", GOOD), ("waits", WAITING), ("operation pending", COLOURS[0]),
            ("phase in progress", COLOURS[3]), ("the next phase", COLOURS[5]),
        )  # fmt: skip
        for words, colour in keys:
            drawing.box(x, y, LINE - 4, LINE - 4, colour=colour)
            drawing.text(x + LINE, y + LINE / 2 - 2, words)
            x += width_of(words) + 2 * LINE
        drawing.line(x, y + LINE / 2 - 2, x + LINE, y + LINE / 2 - 2, colour=BAD, arrow=True)
        drawing.text(x + LINE + 6, y + LINE / 2 - 2, "arrival that a warp waited for")
        if len(rows) > len(shown):
            drawing.text(0, y + 1.5 * LINE, f"{len(rows) - len(shown)} more rows are left out")
        return str(drawing)


def pipeline_of(entry: str, events: Sequence[Event], window: tuple[float, float], cta: int) -> Pipeline:
    """Return the pipeline of a CTA.

    Args:
        entry: Name of the kernel.
        events: The trace events of a `pyptx.sim.timeline.Timeline`.
        window: The first and the last time.
        cta: Number of the CTA in the grid.

    Raises:
        ValueError: The timeline has no such CTA, or the window is empty.
    """
    start, end = window
    processes = {each["pid"]: each["args"]["name"] for each in events if each["name"] == "process_name"}
    if cta + 1 not in processes:
        raise ValueError(f"the timeline has CTAs 0 to {len(processes) - 1}, not {cta}")
    if not start < end:
        raise ValueError(f"a pipeline from {start:g} to {end:g}: the end is after the start")
    own = [event for event in events if event["pid"] == cta + 1]
    threads = {each["tid"]: each["args"]["name"] for each in own if each["name"] == "thread_name"}
    runs, waits = _spans(own, "run", window), _spans(own, "wait", window)
    names = _groups(threads, runs)
    arrows = [
        (names[source["tid"]], source["ts"], names[target["tid"]], target["ts"])
        for source, target in _arrows(own)
        if start <= source["ts"] and target["ts"] <= end
    ]
    first = {name: tid for tid, name in reversed(names.items())}
    return Pipeline(
        f"pipeline of {entry} in {processes[cta + 1]}, {start:g} to {end:g}",
        start,
        end,
        {name: runs.get(first[name], []) for name in dict.fromkeys(names.values())},
        {name: waits.get(first[name], []) for name in dict.fromkeys(names.values())},
        _operations_of(own, window),
        _phases(own, window),
        sorted(set(arrows), key=lambda arrow: arrow[1]),
    )


def _spans(events: Iterable[Event], kind: str, window: tuple[float, float]) -> dict[int, list[Span]]:
    """The spans of each thread of a kind, cut to the window."""
    found: dict[int, list[Span]] = {}
    for event in events:
        if event["ph"] == "X" and event["cat"] == kind:
            span = Span(event["ts"], event["ts"] + event["dur"], event["name"].removeprefix("wait: "))
            found.setdefault(event["tid"], []).extend(_cut(span, window))
    return {tid: sorted(spans) for tid, spans in found.items()}


def _groups(threads: Mapping[int, str], runs: Mapping[int, Sequence[Span]]) -> dict[int, str]:
    """Name the threads; those that run the same lines get one name."""
    alike: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for tid in sorted(threads):
        alike[frozenset(span.name for span in runs.get(tid, ()))].append(tid)
    names: dict[int, str] = {}
    for tids in alike.values():
        numbers = [int(threads[tid].rpartition(" ")[2]) for tid in tids]
        name = f"warp {numbers[0]}" if len(numbers) == 1 else f"warps {_listed(numbers)}"
        names |= dict.fromkeys(tids, name)
    return names


def _listed(numbers: Sequence[int]) -> str:
    """Write numbers in rising order as ranges.

    >>> _listed([0, 1, 2, 3, 6])
    '0-3, 6'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ranges)


def _arrows(events: Iterable[Event]) -> Iterator[tuple[Event, Event]]:
    """The starts and ends of the arrows from arrivals to waiting warps."""
    begun: dict[int, Event] = {}
    for event in events:
        if event["ph"] == "s":
            begun[event["id"]] = event
        elif event["ph"] == "f" and event["id"] in begun:
            yield begun.pop(event["id"]), event


def _operations_of(events: Iterable[Event], window: tuple[float, float]) -> dict[str, list[Span]]:
    """The spans of asynchronous operations by kind."""
    begun: dict[int, Event] = {}
    found: dict[str, list[Span]] = {}
    for event in events:
        if event["ph"] == "b":
            begun[event["id2"]["local"]] = event
        elif event["ph"] == "e":
            first = begun.pop(event["id2"]["local"])
            span = Span(first["ts"], event["ts"], first["name"])
            found.setdefault(first["cat"], []).extend(_cut(span, window))
    return {kind: sorted(spans) for kind, spans in found.items() if spans}


def _phases(events: Iterable[Event], window: tuple[float, float]) -> dict[str, list[Span]]:
    """The phases of each mbarrier: from the first arrival or expected byte to the completion.

    A phase completes when the pending arrivals rise to the count again, without pending bytes. If the count
    is 1, the arrivals before and after are equal. Then no bytes were pending before: an arrival adds none.
    """
    found: dict[str, list[Span]] = {}
    states: dict[str, tuple[int, int, float]] = {}
    for event in events:
        if event["ph"] != "C":
            continue
        name, lacks, now = event["name"].removesuffix(_LACKS), event["args"], event["ts"]
        arrivals, bytes_ = lacks["arrivals"], lacks.get("bytes", 0)
        if name not in states:  # the initialisation
            states[name], found[name] = (arrivals, bytes_, -1.0), []
            continue
        before, pending, since = states[name]
        completes = not bytes_ and (arrivals > before or (arrivals == before and not pending))
        began = now if since < 0 else since
        if completes:
            span = Span(min(began, now - 1), now, f"phase {len(found[name])} of {name}")
            found[name].append(span)
        states[name] = arrivals, bytes_, -1.0 if completes else began
    cut = {name: [each for span in spans for each in _cut(span, window)] for name, spans in found.items()}
    return {name: spans for name, spans in cut.items() if spans}


def _cut(span: Span, window: tuple[float, float]) -> Iterator[Span]:
    """The part of a span inside the window, if there is one."""
    start, end = max(span.start, window[0]), min(span.end, window[1])
    if start < end:
        yield Span(start, end, span.name)


def _total(spans: Iterable[Span]) -> float:
    return sum(span.end - span.start for span in spans)


def _covered(spans: Iterable[Span]) -> float:
    """Time in which at least one span lasts."""
    covered, last = 0.0, float("-inf")
    for span in sorted(spans):
        covered += max(span.end - max(span.start, last), 0)
        last = max(last, span.end)
    return covered


def _longest_first(row: tuple[str, float]) -> float:
    return -row[1]
