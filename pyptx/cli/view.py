"""``pyptx view``: a page with the Python, the PTX and the machine code of kernels."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx import view as room
from pyptx.cli import sources
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.errors import MissingToolError, SimFault
from pyptx.perf import PerfReport, perf, perf_of_launch
from pyptx.program import directing, from_ptx
from pyptx.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Report


@click.command(cls=SizesCommand)
@click.argument("target", metavar="FILE[:NAME]")
@click.argument("words", metavar="[ARGUMENT]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    required=True,
    metavar="PAGE.html",
    help="The page to write.",
)
@click.option("--against", metavar="FILE[:NAME]", help="A second kernel; the page compares the two.")
@click.option("--entry", help="Entry of a PTX file with several.")
@click.option(
    "--check",
    "checks",
    multiple=True,
    metavar="NAME",
    help="Optional checks, as of `pyptx run`.",
)
@as_json
def view(
    target: str, words: tuple[str, ...], *, output: Path, against: str | None, as_json: bool, **options: Any
) -> None:
    """Write a page with Python, PTX and machine code side by side.

    Pointing at a line marks the lines that belong to it in the other columns.

    FILE.py or FILE.py:main: its main runs on the simulator, with the numbers and NAME=VALUE words given; the
    page has the counters of each line, slow spots, the timeline, and the fault if there was one. FILE.py:NAME
    and FILE.ptx: the code of one kernel, for the sizes given as NAME=VALUE; nothing runs. The page is one
    file that loads nothing.

    Exit codes: 0 the page is written, 1 it shows a fault or ptxas refused a program, 2 wrong usage.
    """
    with reporting(as_json=as_json), working(f"writing {output.name}", quiet=as_json):
        views = _views(target, words, **options)
        if against is not None:
            views = [views[-1], _second(against, words, **options)]
        page = room.view(views, title=target, compare=against is not None)
    output.write_text(page, encoding="utf-8")
    entries = [each.program.entry for each in views]
    result = {"page": str(output), "entries": entries, "bytes": len(page)}
    show(result, as_json=as_json, text=f"{output}: {', '.join(entries)}, {len(page):,} bytes")
    if any(isinstance(each.detail, SimFault) for each in views):
        sys.exit(Exit.FINDINGS)


def _second(target: str, words: tuple[str, ...], **options: Any) -> room.View:
    """The last program of the target of ``--against``, for the same words.

    Raises:
        UsageError: Its main does not take the words; those of a kernel need the name of one.
    """
    try:
        return _views(target, words, **options)[-1]
    except sources.ArgumentsOfMainError as error:
        if sources.split(target)[1] is not None:
            raise
        raise click.UsageError(
            f"{error.message}; for a kernel of the file: --against {target}:NAME"
        ) from None


def _views(
    target: str, words: tuple[str, ...], entry: str | None, checks: tuple[str, ...]
) -> list[room.View]:
    """The programs of a target, with the results of their launches."""
    path, name = sources.split(target)
    if not path.endswith(".py"):
        program = from_ptx(sources.text(Path(path)), entry)
        return [room.View(program, perf=_perf(lambda: perf(program)))]
    names = sources.load(path)
    if not sources.is_main(names, name):
        given = sources.values(words)
        kernel = sources.find_kernel(names, name, given)
        return [room.View(kernel.program(**given), perf=_perf(lambda: kernel.perf(**given)))]
    views = _run(sources.main_of(names, path, words), checks)
    if not views:
        raise click.UsageError(f"main of {path} launches nothing; name a kernel, as {path}:NAME")
    return views


def _run(main: Callable[[], Any], checks: tuple[str, ...]) -> list[room.View]:
    """Run a main on the simulator, up to the first fault; return the views of its launches."""
    options: dict[str, Any] = {"profile": True, "timeline": True, "checks": checks or None}
    ended: list[room.View] = []
    with directing("sim", **options) as launches, contextlib.redirect_stdout(sys.stderr):
        try:
            main()
        except SimFault as fault:
            if fault.program is None:
                raise
            ended.append(room.View(fault.program, fault))
    return [*ended, *map(_view, sources.different(launches))]


def _view(launch: Report) -> room.View:
    """The view of a launch."""
    assert launch.program is not None
    return room.View(launch.program, launch.detail, _perf(lambda: perf_of_launch(launch)))


def _perf(analyse: Callable[[], PerfReport]) -> PerfReport | None:
    """The slow spots and bounds; without ptxas there are none, as the page says."""
    try:
        return analyse()
    except MissingToolError:
        return None
