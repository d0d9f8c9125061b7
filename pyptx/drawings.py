"""Drawings of reports: races, deadlocks, timelines, bars."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pyptx.notebook import cell_of
from pyptx.svg import BAD, COLOURS, GOOD, LINE, WAITING, Drawing, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_GAP = 90
"""Pixels between two columns that arrows join."""
_MOST_TRACKS = 24
_TIME_WIDTH = 720
_BAR_WIDTH = 360
_BOX_WIDTH = 260
_THIN = 12
"""Least height and width of a matrix."""
_MOST_WORDS = 60
_SPANS: Mapping[str, str] = {"run": GOOD, "wait": WAITING, "b": COLOURS[0]}
_OPERATIONS = {"copy": "copies", "product": "MMAs (wgmma)", "tensor": "tcgen05 operations"}


def draw_race(first: Mapping[str, Any], second: Mapping[str, Any], place: str) -> Drawing:
    """Draw two accesses of one place that nothing orders.

    Args:
        first: The earlier access: ``did``, ``instruction``, ``thread`` and ``source``.
        second: The later one.
        place: Name of the location.
    """
    drawing = Drawing(f"race on {place}: two accesses without an order")
    drawing.text(0, LINE / 2, drawing.title, bold=True)
    top = 1.5 * LINE
    bottom = top + 3 * LINE + 8
    columns = [
        [_thread(access["thread"]), str(access["instruction"]), _line(access)] for access in (first, second)
    ]
    widths = [max(width_of(words) for words in column) + 12 for column in columns]
    x = 0.0
    for column, width, access in zip(columns, widths, (first, second), strict=True):
        drawing.box(x, top, width, bottom - top, colour=BAD, hint=str(access["did"]))
        for number, words in enumerate(column):
            drawing.text(x + 6, top + 4 + (number + 0.5) * LINE, words, bold=number == 0)
        x += width + _GAP
    left, right = widths[0], widths[0] + _GAP
    level = (top + bottom) / 2
    drawing.line(left, level, right, level, dashed=True, arrow=True)
    drawing.text((left + right) / 2, level - LINE / 2, "no order", anchor="middle")
    middle, target = (left + right) / 2, bottom + 2 * LINE
    width = max(width_of(place) + 12, 40)
    drawing.box(middle - width / 2, target, width, LINE + 4, colour=WAITING, text=place)
    drawing.line(widths[0] / 2, bottom, middle - width / 4, target, arrow=True)
    drawing.line(right + widths[1] / 2, bottom, middle + width / 4, target, arrow=True)
    return drawing


def draw_deadlock(waiting: Iterable[Mapping[str, Any]]) -> Drawing:
    """Draw the groups of lanes that wait, and the object that each of them waits for.

    Args:
        waiting: The facts of `pyptx.errors.SimFault.waiting`.
    """
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for facts in waiting:
        said = str(facts["waits_for"] or "")
        awaited = f"{_barrier(facts)}: lacks {_lacks(facts)}" if "mbarrier" in facts else said
        groups.setdefault((_line(facts), awaited), []).append(facts)
    drawing = Drawing("deadlock: threads and the objects they wait for")
    drawing.text(0, LINE / 2, drawing.title, bold=True)
    top = 1.5 * LINE
    rows = [(f"{_warps(facts)} at {line}", awaited) for (line, awaited), facts in groups.items()]
    left = max((width_of(words) for words, _ in rows), default=0.0) + 12
    objects = {
        awaited: number for number, awaited in enumerate(dict.fromkeys(each for _, each in rows if each))
    }
    for number, (words, awaited) in enumerate(rows):
        y = top + number * 2 * LINE
        drawing.box(0, y, left, LINE + 6, colour=WAITING if awaited else GOOD, text=_cut(words))
        if awaited:
            target = top + objects[awaited] * 2 * LINE + (LINE + 6) / 2
            drawing.line(left, y + (LINE + 6) / 2, left + _GAP, target, arrow=True)
    for awaited, number in objects.items():
        words = _cut(awaited)
        drawing.box(
            left + _GAP,
            top + number * 2 * LINE,
            width_of(words) + 12,
            LINE + 6,
            colour=BAD,
            text=words,
            hint=awaited,
        )
    return drawing


def draw_timeline(entry: str, events: Sequence[Mapping[str, Any]], end: int) -> Drawing:
    """Draw the spans of warps and of asynchronous operations over time.

    Args:
        entry: Name of the kernel.
        events: Trace events, as `pyptx.sim.timeline.Timeline` has them.
        end: The time of the right edge.
    """
    processes = {each["pid"]: each["args"]["name"] for each in events if each["name"] == "process_name"}
    threads = {
        (each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"
    }
    began: dict[tuple[int, int], Mapping[str, Any]] = {}
    tracks: dict[tuple[int, int, str], list[tuple[float, float, str, str]]] = {}
    for event in events:
        kind = event["ph"]
        if kind == "X" and event["cat"] in ("run", "wait"):
            track = event["pid"], event["tid"], threads[event["pid"], event["tid"]]
            span = event["ts"], event["ts"] + event["dur"], _SPANS[event["cat"]], event["name"]
        elif kind == "b":
            began[event["pid"], event["id2"]["local"]] = event
            continue
        elif kind == "e":
            first = began.pop((event["pid"], event["id2"]["local"]))
            track = event["pid"], 0, operations_of(str(first["cat"]))
            span = first["ts"], event["ts"], _SPANS["b"], first["name"]
        else:
            continue
        tracks.setdefault(track, []).append(span)
    drawing = Drawing(f"timeline of {entry}: {end:,} instructions issued")
    drawing.text(0, LINE / 2, drawing.title, bold=True)
    shown = sorted(tracks)[:_MOST_TRACKS]
    labels = {track: f"{processes[track[0]]} {track[2]}" for track in shown}
    left = max(map(width_of, labels.values()), default=0.0) + 8
    scale = _TIME_WIDTH / max(end, 1)
    for number, track in enumerate(shown):
        y = (number + 1.5) * LINE
        drawing.text(left - 6, y + LINE / 2, labels[track], anchor="end")
        for start, stop, colour, name in _joined(tracks[track], 1 / scale):
            width = max((stop - start) * scale, 1)
            drawing.box(
                left + start * scale,
                y + 2,
                width,
                LINE - 4,
                colour=colour,
                hint=f"{name}: {start:g} to {stop:g}",
            )
    y = (len(shown) + 2) * LINE
    keys = (("runs", GOOD), ("waits", WAITING), ("asynchronous operation", COLOURS[0]))
    for number, (words, colour) in enumerate(keys):
        drawing.box(left + number * 90, y, LINE - 4, LINE - 4, colour=colour)
        drawing.text(left + number * 90 + LINE, y + LINE / 2 - 2, words)
    if len(tracks) > len(shown):
        drawing.text(
            0, y + 1.5 * LINE, f"{len(tracks) - len(shown)} more tracks are left out; save() writes all"
        )
    return drawing


def operations_of(kind: str) -> str:
    """Return the name of the asynchronous operations of a kind."""
    return _OPERATIONS.get(kind, f"{kind}s")


def draw_bars(title: str, rows: Iterable[tuple[str, float, str]], *, marked: Iterable[str] = ()) -> Drawing:
    """Draw a bar for each row.

    Args:
        title: Words above them.
        rows: Label, length and words after the bar of each.
        marked: Labels of the bars that stand out.
    """
    drawing, listed, outstanding = Drawing(title), list(rows), set(marked)
    drawing.text(0, LINE / 2, title, bold=True)
    left = max((width_of(label) for label, *_ in listed), default=0.0) + 8
    scale = (
        _BAR_WIDTH / max((length for _, length, _ in listed), default=1)
        if any(row[1] for row in listed)
        else 0
    )
    for number, (label, length, words) in enumerate(listed):
        y = (number + 1.5) * LINE
        drawing.text(left - 6, y + LINE / 2, label, anchor="end")
        drawing.box(left, y + 2, length * scale, LINE - 4, colour=BAD if label in outstanding else COLOURS[0])
        drawing.text(left + length * scale + 6, y + LINE / 2, words)
    return drawing


def draw_box(title: str, sizes: tuple[int, int], box: tuple[int, int]) -> Drawing:
    """Draw a box in the corner of a matrix, in proportion; a thin matrix is drawn thicker.

    Args:
        title: Words above them.
        sizes: Columns and rows of the matrix.
        box: Columns and rows of the box.
    """
    drawing = Drawing(title)
    drawing.text(0, LINE / 2, title, bold=True)
    scale = _BOX_WIDTH / max(*sizes, 1)
    width, height = (max(size * scale, _THIN) for size in sizes)
    left, top = width_of(f"{sizes[1]} ") + 4, 3 * LINE
    drawing.text(left + width / 2, top - LINE / 2, str(sizes[0]), anchor="middle")
    drawing.text(left - 4, top + height / 2, str(sizes[1]), anchor="end")
    drawing.box(left, top, width, height, colour=COLOURS[0], hint=f"{sizes[1]} rows of {sizes[0]} elements")
    shares = [min(extent / size, 1) for extent, size in zip(box, sizes, strict=True)]
    inner = max(width * shares[0], 2), max(height * shares[1], 2)
    drawing.box(left, top, *inner, colour=WAITING, hint=f"a box: {box[1]} rows of {box[0]} elements")
    y = top + height + LINE
    drawing.box(left, y, LINE - 4, LINE - 4, colour=WAITING)
    drawing.text(left + LINE, y + LINE / 2 - 2, f"box: {box[1]} x {box[0]} elements")
    return drawing


def _joined(
    spans: Sequence[tuple[float, float, str, str]], least: float
) -> list[tuple[float, float, str, str]]:
    """Join spans of one colour that are nearer than `least`, so that a long timeline stays small."""
    joined: list[tuple[float, float, str, str]] = []
    for start, stop, colour, name in sorted(spans):
        if joined and joined[-1][2] == colour and start - joined[-1][1] < least:
            first = joined.pop()
            start, stop, name = (
                first[0],
                max(first[1], stop),
                first[3] if first[3] == name else "several lines",
            )
        joined.append((start, stop, colour, name))
    return joined


def _thread(thread: Mapping[str, Any] | None) -> str:
    if thread is None:
        return "several threads"
    return f"CTA {thread['ctaid']}, warp {thread['warp']}, lane {thread['lane']}"


def _line(facts: Mapping[str, Any]) -> str:
    """The Python line of an access or a wait, else its PTX line."""
    source = facts["source"]
    if source is None:
        return f"PTX line {facts['ptx_line']}" if facts.get("ptx_line") else ""
    file, line = (source["file"], source["line"]) if isinstance(source, dict) else (source[0], source[1])
    return f"{cell_of(file) or os.path.basename(file)}:{line}"


def _warps(facts: Sequence[Mapping[str, Any]]) -> str:
    """The warps of some groups of lanes, in a few words."""
    numbers = sorted({each["warp"] for each in facts})
    ctas = len({each["ctaid"] for each in facts})
    warps = f"warp {numbers[0]}" if len(numbers) == 1 else f"warps {', '.join(map(str, numbers[:4]))}"
    more = " …" if len(numbers) > 4 else ""
    return f"{warps}{more} of {'a CTA' if ctas == 1 else f'{ctas} CTAs'}"


def _barrier(facts: Mapping[str, Any]) -> str:
    return str(facts["mbarrier"]).partition(" (")[0]


def _lacks(facts: Mapping[str, Any]) -> str:
    """The arrivals and bytes that an mbarrier lacks."""
    words = {"arrivals": "arrival", "bytes": "byte"}
    counts = {what: facts[f"pending_{what}"] for what in words}
    lacking = [f"{count:,} {words[what] if count == 1 else what}" for what, count in counts.items() if count]
    return f"{' and '.join(lacking) or 'a phase'} in phase {facts['phase']}"


def _cut(words: str) -> str:
    return words if len(words) <= _MOST_WORDS else f"{words[: _MOST_WORDS - 1]}…"
