"""The marks that ``ptx.mark`` and ``ptx.timed`` left in the memory of a module."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.late import late
from pyptx.notebook import Displayed

if TYPE_CHECKING:
    import json
    from collections.abc import Callable, Iterator, Sequence
else:
    json = late("json")

BUFFER = "pyptx_marks"
"""The variable of the marks: how many there are, in the first four bytes, and from `HEAD_BYTES` on each."""
HEAD_BYTES, MARK_BYTES = 16, 32
MOST_MARKS = 16_384
KINDS = ("mark", "begin", "end")
_MARK = struct.Struct("<QQIIII")


def name_variable(number: int) -> str:
    """Return the variable that holds the name of a mark, with a zero after it."""
    return f"{BUFFER}_name_{number}"


class Mark(NamedTuple):
    """A warp that came to a mark.

    Attributes:
        name: Name of the mark or of the span.
        kind: ``"mark"``, or ``"begin"`` or ``"end"`` of a span.
        time: Nanoseconds by ``%globaltimer``, which all multiprocessors share; instructions on the simulator.
        clock: Clocks of the multiprocessor by ``%clock64``.
        cta: Number of the CTA in the grid; x is the fastest dimension.
        warp: Number of the warp in its CTA.
        sm: The multiprocessor.
    """

    name: str
    kind: str
    time: int
    clock: int
    cta: int
    warp: int
    sm: int


class Marks(Displayed):
    """The marks of launches, by time.

    Attributes:
        lost: Marks that came when the buffer was full.
        unit: Unit of the times: ``"ns"`` on a card, ``"instructions"`` on the simulator.
    """

    def __init__(self, marks: Sequence[Mark], lost: int = 0, unit: str = "ns") -> None:
        self._marks = tuple(sorted(marks, key=lambda each: (each.time, each.clock, each.cta, each.warp)))
        self.lost = lost
        self.unit = unit

    def __iter__(self) -> Iterator[Mark]:
        return iter(self._marks)

    def __len__(self) -> int:
        return len(self._marks)

    @property
    def spans(self) -> tuple[tuple[Mark, Mark], ...]:
        """The begin and the end of each span, by begin; those that do not end are left out."""
        open_: dict[tuple[str, int, int], list[Mark]] = {}
        found = []
        for each in self._marks:
            waiting = open_.setdefault((each.name, each.cta, each.warp), [])
            if each.kind == "begin":
                waiting.append(each)
            elif each.kind == "end" and waiting:
                found.append((waiting.pop(), each))
        return tuple(sorted(found))

    def __str__(self) -> str:
        rows = [f"{len(self)} marks" + (f", {self.lost} lost: the buffer was full" if self.lost else "")]
        durations: dict[str, list[int]] = {}
        for begin, end in self.spans:
            durations.setdefault(begin.name, []).append(end.time - begin.time)
        for name, each in durations.items():
            mean = sum(each) / len(each)
            between = f"{min(each):,} to {max(each):,} {self.unit}"
            rows.append(f"  {name}: {len(each)} spans, {between}, {mean:,.1f} on average")
        counts: dict[str, list[int]] = {}
        for each_mark in self._marks:
            if each_mark.kind == "mark":
                counts.setdefault(each_mark.name, []).append(each_mark.time)
        start = self._start
        for name, times in counts.items():
            first, last = times[0] - start, times[-1] - start
            rows.append(
                f"  {name}: {len(times)} marks, {first:,} to {last:,} {self.unit} after the first mark"
            )
        return "\n".join(rows)

    @property
    def _start(self) -> int:
        return self._marks[0].time if self._marks else 0

    def to_json(self) -> dict[str, Any]:
        """Return a trace for Perfetto: a process for each CTA, a track for each warp.

        Perfetto shows nanoseconds; an instruction of the simulator is one. ``otherData`` has the `unit`.
        """
        start = self._start

        def event(phase: str, mark: Mark, **more: Any) -> dict[str, Any]:
            place = {"pid": mark.cta, "tid": mark.warp, "ts": (mark.time - start) / 1000}
            return {
                "name": mark.name,
                "ph": phase,
                **place,
                "args": {"sm": mark.sm, "clock": mark.clock},
                **more,
            }

        events = [event("X", begin, dur=(end.time - begin.time) / 1000) for begin, end in self.spans]
        events += [event("i", each, s="t") for each in self._marks if each.kind == "mark"]
        for cta in sorted({each.cta for each in self._marks}):
            events.append({"name": "process_name", "ph": "M", "pid": cta, "args": {"name": f"CTA {cta}"}})
        return {
            "traceEvents": events,
            "displayTimeUnit": "ns",
            "otherData": {"lost": self.lost, "unit": self.unit},
        }

    def save(self, path: str) -> None:
        """Write `to_json` to a file."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.to_json(), file)


def marks_in(read: Callable[[str], bytes], unit: str) -> Marks:
    """Return the marks in the variables of a module.

    Args:
        read: Returns the bytes of a variable.
        unit: Unit of the times.
    """
    data, names = read(BUFFER), {}
    (count,) = struct.unpack_from("<I", data)
    found = []
    for place in range(min(count, MOST_MARKS)):
        time, clock, number, cta, warp, sm = _MARK.unpack_from(data, HEAD_BYTES + place * MARK_BYTES)
        name, kind = divmod(number, len(KINDS))
        if name not in names:
            names[name] = read(name_variable(name)).partition(b"\0")[0].decode()
        found.append(Mark(names[name], KINDS[kind], time, clock, cta, warp, sm))
    return Marks(found, max(count - MOST_MARKS, 0), unit)
