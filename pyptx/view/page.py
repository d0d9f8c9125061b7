"""The page: tables of lines, joined by the lines that each was made from."""

from __future__ import annotations

import base64
import linecache
import os
import zlib
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from pyptx.errors import MissingToolError, SimFault, shorten_vectors
from pyptx.inspect import diff
from pyptx.mangling import readable
from pyptx.notebook import Displayed, html_of
from pyptx.perf.machine import machine_code
from pyptx.record import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyptx.ir import Source
    from pyptx.perf import PerfReport
    from pyptx.perf.machine import Control, MachineInstruction
    from pyptx.program import Program

CONTEXT = 12
"""Lines of Python around those of a kernel."""
MOST_BYTES = 1_000_000
"""The most bytes of tables that a page has uncompressed."""


@record(frozen=True, slots=True, eq=False)
class View:
    """A program, and the results of its launch that its page shows.

    Attributes:
        program: The program.
        detail: `pyptx.sim.SimReport` of a launch with `profile=True` and `timeline=True`, or the `SimFault`
            that ended it; None without a launch.
        perf: Slow spots and bounds, or None.
    """

    program: Program
    detail: Any = None
    perf: PerfReport | None = None


@record(frozen=True, slots=True)
class Note:
    """A report on a line of PTX.

    Attributes:
        kind: ``"fault"``, ``"other"`` for the access that a fault conflicts with, or ``"slow"``.
        text: The report.
    """

    kind: str
    text: str


@record(slots=True, eq=False)
class _Kernel:
    """The parts of a view that several tables need."""

    view: View
    number: int
    files: dict[str, int] = field(default_factory=dict)
    notes: dict[int, list[Note]] = field(default_factory=dict)

    def key(self, line: int | None) -> str:
        """The keys of a PTX line: its own, and that of the Python line that wrote it."""
        if line is None:
            return ""
        source = self.view.program.lines.get(line)
        own = f"p{self.number}.{line}"
        return own if source is None else f"{own} {self.python_key(source)}"

    def python_key(self, source: Source) -> str:
        """The key of a Python line."""
        return f"y{self.number}.{self.files.setdefault(source.file, len(self.files))}.{source.line}"


def view(views: Sequence[View], *, title: str = "", compare: bool = False) -> str:
    """Return the page of some programs.

    Args:
        views: The programs; each has a tab.
        title: Title of the page; the names of the programs if empty.
        compare: Whether a first tab compares the PTX of the first two.

    Raises:
        ValueError: There are no programs, or fewer than two to compare, or one is machine code.
        ToolError: ptxas refuses a program.
    """
    if len(views) < (2 if compare else 1):
        raise ValueError(f"view: {len(views)} programs; it shows at least {2 if compare else 1}")
    for each in views:
        if each.program.cubin:
            raise ValueError(f"view: {each.program.entry} is machine code; it shows programs with their PTX")
    names = [readable(each.program.entry) for each in views]
    tabs = [(name, _kernel(_Kernel(views[number], number))) for number, name in enumerate(names)]
    if compare:
        tabs.insert(0, ("comparison", _comparison(views[0].program, views[1].program)))
    room = resources.files(__package__)
    style, script = (room.joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    buttons = "".join(f"<button>{escape(name)}</button>" for name, _ in tabs) if len(tabs) > 1 else ""
    body = _packed("".join(f"<main>{content}</main>" for _, content in tabs))
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title or ', '.join(names))}</title>"
        f"<style>{style}</style><nav>{buttons}<span>h: next hottest line · n: next report · click: keep the "
        f"selection</span></nav>{body}<script type=module>{script}</script></html>"
    )


def _packed(body: str) -> str:
    """The tables, compressed if they are large; the script of the page unpacks them."""
    data = body.encode()
    if len(data) <= MOST_BYTES:
        return body
    return f"<template id=packed>{base64.b64encode(zlib.compress(data, 9)).decode()}</template>"


def _kernel(kernel: _Kernel) -> str:
    """The tab of a program."""
    kernel.notes = _notes(kernel.view)
    ptx = "".join(_ptx_rows(kernel))
    machine = _machine_table(kernel)
    columns = [
        ("Python", "".join(_python_rows(kernel))),
        ("PTX" + (": executions, extra wavefronts, extra sectors" if _profile(kernel.view) else ""), ptx),
        ("machine code: stall clocks, barriers waited for (w) and set (s)", machine),
    ]
    tables = "".join(f"<section><h2>{escape(head)}</h2>{_table(body)}</section>" for head, body in columns)
    return f"<div class=columns>{tables}</div><footer>{''.join(_reports(kernel.view))}</footer>"


def _table(rows: str) -> str:
    return rows if not rows.startswith("<tr") else f"<table>{rows}</table>"


def _notes(view: View) -> dict[int, list[Note]]:
    """The reports by PTX line."""
    notes: dict[int, list[Note]] = {}
    fault = view.detail if isinstance(view.detail, SimFault) else None
    if fault is not None and fault.ptx_line is not None:
        notes.setdefault(fault.ptx_line, []).append(Note("fault", str(fault)))
        if fault.other is not None and fault.other["ptx_line"] is not None:
            text = f"{fault.rule}: the other access is on PTX line {fault.ptx_line}"
            notes.setdefault(fault.other["ptx_line"], []).append(Note("other", text))
    for finding in view.perf.findings if view.perf is not None else ():
        if finding.ptx_line is not None:
            notes.setdefault(finding.ptx_line, []).append(Note("slow", f"{finding.rule}: {finding.message}"))
    return notes


def _profile(view: View) -> Any:
    return getattr(view.detail, "profile", None)


def _ptx_rows(kernel: _Kernel) -> Iterator[str]:
    """The lines of the PTX, with the counters of the profile and the reports."""
    profile = _profile(kernel.view)
    counts = {} if profile is None else {each.ptx_line: each for each in profile.lines}
    most = max((each.executions for each in counts.values()), default=1) or 1
    for number, text in enumerate(kernel.view.program.ptx.splitlines(), 1):
        line = counts.get(number)
        cells, heat = "<td><td><td>", ""
        if line is not None:
            wasted = (f"<td class=bad>+{more:,}" if more else "<td>" for more in _wasted(line.traffic))
            cells = f"<td style=--h:{line.executions / most:.2g}>{line.executions:,}{''.join(wasted)}"
            heat = f" data-h={line.executions}"
        yield _row(kernel.key(number), number, shorten_vectors(text), cells, heat)
        for note in kernel.notes.get(number, ()):
            yield f"<tr class={note.kind}><td><td colspan=4><pre>{escape(note.text)}</pre>"


def _wasted(traffic: Mapping[str, Any]) -> tuple[int, int]:
    """Wavefronts and sectors beyond the fewest."""
    shared, device = traffic.get("shared"), traffic.get("global")
    return (
        shared.wavefronts - shared.fewest_wavefronts if shared else 0,
        device.sectors - device.fewest_sectors if device else 0,
    )


def _python_rows(kernel: _Kernel) -> Iterator[str]:
    """The Python lines that wrote the PTX, and those around them."""
    written = kernel.view.program.lines
    if not written:
        yield "<p>The program was read from PTX."
        return
    notes: dict[Source, list[Note]] = {}
    for line, listed in kernel.notes.items():
        if line in written:
            notes.setdefault(written[line], []).extend(listed)
    sources = dict.fromkeys(written.values())
    for file in dict.fromkeys(source.file for source in sources):
        used = {source.line: source for source in sources if source.file == file}
        text = linecache.getlines(file)
        yield f"<tr><td><td class=side>{escape(os.path.basename(file))}"
        before = 0
        for number in _lines_around(used, len(text)):
            if before and number != before + 1:
                yield "<tr><td>⋮<td>"
            before, source = number, used.get(number)
            key = "" if source is None else kernel.python_key(source)
            yield _row(key, number, text[number - 1].rstrip("\n"))
            for note in notes.get(source, ()) if source is not None else ():
                first = note.text.partition("\n")[0]
                yield f"<tr class={note.kind}><td><td><pre>{escape(first)}</pre>"


def _lines_around(used: Iterable[int], end: int) -> list[int]:
    """The numbers of lines, and of those around them, up to the last line of the file."""
    near = {each for line in used for each in range(line - CONTEXT, line + CONTEXT + 1)}
    return sorted(near.intersection(range(1, end + 1)))


def _machine_table(kernel: _Kernel) -> str:
    """The machine code, or the reason for its absence."""
    try:
        function, _ = machine_code(kernel.view.program, kernel.view.perf.target if kernel.view.perf else None)
    except MissingToolError as error:
        return f"<p>{escape(str(error))}"
    return "".join(_machine_row(kernel, each) for each in function.instructions)


def _machine_row(kernel: _Kernel, each: MachineInstruction) -> str:
    return _row(kernel.key(each.ptx_line), f"{each.address:04x}", str(each), f"<td>{_control(each.control)}")


def _control(control: Control) -> str:
    """The control bits in few letters: the stall, then the barriers of its waits and those that it sets."""
    waits = "".join(map(str, control.waits))
    sets = "".join(str(each) for each in (control.write_barrier, control.read_barrier) if each is not None)
    return f"{control.stall}{f' w{waits}' if waits else ''}{f' s{sets}' if sets else ''}"


def _reports(view: View) -> Iterator[str]:
    """The reports of the whole launch."""
    if isinstance(view.detail, Displayed):
        yield html_of(view.detail)
    if isinstance(view.detail, SimFault) and view.detail.timeline is not None:
        yield html_of(view.detail.timeline)
    if view.perf is not None:
        yield html_of(view.perf)


def _comparison(first: Program, second: Program) -> str:
    """The PTX of two programs side by side, line by line."""
    rows = []
    for function in diff(first, second).functions:
        rows.append(f"<tr><td><td class=side colspan=3>{escape(function.name)}")
        for change in function.changes:
            sides = "".join(
                f"<td>{line.number or ''}<td class=side>{escape(shorten_vectors(line.text))}"
                if line is not None
                else "<td><td>"
                for line in (change.first, change.second)
            )
            rows.append(f"<tr class={change.kind}>{sides}")
    return f"<div class=columns><section><h2>PTX of both</h2><table>{''.join(rows)}</table></section></div>"


def _row(key: str, number: int | str, text: str, cells: str = "", more: str = "") -> str:
    keys = f' data-k="{key}"' if key else ""
    return f"<tr{keys}{more}><td>{number}{cells}<td>{escape(text.expandtabs(4), quote=False)}"
