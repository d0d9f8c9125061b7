"""``pyptx perf``: slow spots and lower bounds of the time, from machine code."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx import perf as room
from pyptx.cli import sources
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.program import Arguments, directing, from_ptx
from pyptx.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.perf import PerfReport


@click.command(cls=SizesCommand)
@click.argument("target", metavar="FILE[:NAME]")
@click.argument("words", metavar="[ARGUMENT]...", nargs=-1)
@click.option("--card", metavar="NAME", help="A100, H100, H200 or B200; by default those of the target.")
@click.option("--entry", help="Entry of a PTX file with several.")
@click.option("--grid", help="CTAs of a PTX file: X[,Y[,Z]].")
@click.option("--block", help="Threads of a CTA: X[,Y[,Z]].")
@click.option("--cluster", help="CTAs of a cluster: X[,Y[,Z]].")
@click.option("--smem", type=int, help="Dynamic shared memory, in bytes.")
@as_json
def perf(target: str, words: tuple[str, ...], *, card: str | None, as_json: bool, **launch: Any) -> None:
    """Print slow spots of kernels and lower bounds of their time.

    No GPU is needed.

    FILE.py or FILE.py:main: its main runs on the simulator, with the numbers and NAME=VALUE words given, and
    each launch is reported, with conflicts of banks and scattered accesses. FILE.py:NAME: the machine code of
    one kernel, or of a build_ function's, for the sizes given as NAME=VALUE; nothing runs. FILE.ptx: --grid
    and NAME=VALUE words for its integer parameters describe the launch.

    Exit codes: 0 no slow spots, 1 slow spots, 2 wrong usage, 3 ptxas or nvdisasm is missing.
    """
    path, name = sources.split(target)
    with reporting(as_json=as_json), working(f"analysing {Path(path).name}", quiet=as_json):
        if not path.endswith(".py"):
            reports = [_of_ptx(Path(path), words, card, launch)]
        else:
            given = [f"--{word}" for word, value in launch.items() if value is not None]
            if given:
                raise click.UsageError(f"{given[0]} is for a PTX file")
            reports = _of_python(path, name, words, card)
    result = {"file": path, "launches": [report.to_json() for report in reports]}
    show(result, as_json=as_json, text="\n\n".join(map(str, reports)))
    if any(report.findings for report in reports):
        sys.exit(Exit.FINDINGS)


def _of_python(path: str, name: str | None, words: Sequence[str], card: str | None) -> list[PerfReport]:
    """The reports of a kernel, or of the launches of a file's main."""
    try:
        names = sources.load(path)
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {error.strerror}") from None
    if not sources.is_main(names, name):
        given = sources.values(words)
        kernel = sources.find_kernel(names, name, given)
        return [kernel.perf(card=card, **given)]
    main = sources.main_of(names, path, words)
    with directing("sim", profile=True) as launches, contextlib.redirect_stdout(sys.stderr):
        main()
    if not launches:
        raise click.UsageError(f"main of {path} launches nothing; name a kernel, as {path}:NAME")
    return [room.perf_of_launch(launch, card=card) for launch in sources.different(launches)]


def _of_ptx(path: Path, words: Sequence[str], card: str | None, launch: dict[str, Any]) -> PerfReport:
    """The report of an entry of a PTX file."""
    program = from_ptx(sources.text(path), launch["entry"])
    sizes = {word: _dim3(word, launch[word]) for word in ("grid", "block", "cluster")}
    scalars = sources.values(words)
    known = {param.name for param in program.params}
    for word, value in scalars.items():
        if word not in known or not isinstance(value, int):
            raise click.UsageError(f"{word}={value}: {program.entry} has no integer parameter {word}")
    return room.perf(program, **sizes, smem=launch["smem"], arguments=Arguments(scalars), card=card)


def _dim3(what: str, given: str | None) -> tuple[int, ...] | None:
    try:
        return None if given is None else tuple(int(number) for number in given.split(","))
    except ValueError:
        raise click.UsageError(
            f"--{what} {given!r} is not one to three numbers with commas between them"
        ) from None
