"""``pyptx triage``: is the program at fault, or ptxas?"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx import triage as room
from pyptx.cli import sources
from pyptx.cli.launches import FileLaunch, launch_options
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.program import directing, from_ptx
from pyptx.progress import working
from pyptx.triage.builds import KINDS, LEVELS, builds_of

if TYPE_CHECKING:
    from pyptx.triage import Outcome, Verdict


@click.command(cls=SizesCommand)
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("words", metavar="[ARGUMENT]...", nargs=-1)
@launch_options
@click.option("--seed", type=click.IntRange(0), help="Seed of random arguments; default 0.")
@click.option(
    "--ptxas",
    "paths",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="A ptxas to compare; default: all that are installed.",
)
@click.option(
    "-O", "levels", multiple=True, type=click.IntRange(0, 3), help="An optimization level; default: all four."
)
@click.option("--symptom", type=click.Choice(KINDS), help="The symptom to search; default: the first found.")
@click.option(
    "--timeout", type=float, default=30.0, show_default=True, help="Seconds until ptxas counts as hung."
)
@click.option(
    "--reduce", "seconds", type=float, default=60.0, show_default=True, help="Seconds to reduce; 0: do not."
)
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="File for the reduced PTX."
)
@as_json
def triage(
    path: Path,
    words: tuple[str, ...],
    *,
    paths: tuple[str, ...],
    levels: tuple[int, ...],
    symptom: str | None,
    timeout: float,
    seconds: float,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Answer "is it me or ptxas?", and reduce the program.

    The reduced program has only the lines that show the symptom.

    The simulator runs the launch under four schedules with all checks, and each ptxas assembles the program
    at each level. Symptoms, in this order: fault (of the simulator), schedule (results depend on it), crash,
    hang, refused (of ptxas), differs (machine code from run to run), values (on a GPU, compared with the
    simulator).

    FILE.py: its main runs, until a launch shows a symptom. FILE.ptx: with --grid, --block and --arg the entry
    is launched, too; without them only ptxas and the verifier read it.

    Exit codes: 0 no symptom, 1 a symptom.
    """
    what, units = f"triage of {path.name}", "instructions removed"
    with reporting(as_json=as_json), working(what, quiet=as_json, units=units) as count:
        chosen: dict[str, Any] = {
            "builds": builds_of(paths, levels or LEVELS),
            "symptom": symptom,
            "timeout": timeout,
            "seconds": seconds,
            "progress": count,
        }
        if path.suffix == ".py":
            verdicts = _of_python(path, words, options, chosen)
        else:
            verdicts = [_of_ptx(path, words, options, chosen)]
    found = [verdict for verdict in verdicts if verdict.symptom is not None]
    if out is not None and found and found[0].reduced:
        out.write_text(found[0].reduced, encoding="utf-8", newline="")
    result = {"file": str(path), "launches": [_data(verdict) for verdict in verdicts]}
    show(result, as_json=as_json, text="\n\n".join(map(str, verdicts)) or "nothing was launched")
    if found:
        sys.exit(Exit.FINDINGS)


def _of_python(
    path: Path, words: tuple[str, ...], options: dict[str, Any], chosen: dict[str, Any]
) -> list[Verdict]:
    """The verdicts on the launches of a file's ``main``, up to the first with a symptom."""
    given = [name for name, value in options.items() if value not in (None, ())]
    if given:
        option = {"description": "launch", "specs": "arg"}.get(given[0], given[0])
        raise click.UsageError(f"--{option} is for a PTX file")
    main = sources.main_of(sources.load(str(path)), path, words)
    with (
        directing("triage", **chosen, stop=True) as reports,
        contextlib.redirect_stdout(sys.stderr),
        contextlib.suppress(SystemExit),
    ):
        try:
            main()
        except room.SymptomFound as found:
            return [*(report.detail for report in reports), found.verdict]
    return [report.detail for report in reports]


def _of_ptx(path: Path, words: tuple[str, ...], options: dict[str, Any], chosen: dict[str, Any]) -> Verdict:
    """The verdict on a PTX file, launched if a launch is described."""
    if words:
        raise click.UsageError(f"{words[0]!r}: arguments of a PTX kernel are given with --arg")
    described = ("grid", "block", "cluster", "smem", "specs", "description")
    if all(options[name] in (None, ()) for name in described):
        return room.triage(from_ptx(sources.text(path), options["entry"]), None, **chosen)
    launch = FileLaunch(path, {**options, "engine": "triage", "arg_seed": options["seed"], "seed": None})
    verdict = launch.run(**chosen)[0].detail
    assert isinstance(verdict, room.Verdict)
    return verdict


def _data(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON data."""
    symptom = verdict.symptom
    return {
        "entry": verdict.entry,
        "answer": verdict.answer,
        "symptom": symptom
        and {
            "kind": symptom.kind,
            "said": symptom.said,
            "build": symptom.build and str(symptom.build),
            "sound": symptom.sound and str(symptom.sound),
            "report": symptom.report,
        },
        "builds": [_build(outcome) for outcome in verdict.outcomes],
        "findings": verdict.findings,
        "notes": verdict.notes,
        "reduced": verdict.reduced,
        "instructions": verdict.instructions,
        "tests": verdict.tests,
        "finished": verdict.finished,
    }


def _build(outcome: Outcome) -> dict[str, Any]:
    build = outcome.build
    return {
        "version": build.tool.version,
        "path": build.tool.path,
        "level": build.level,
        "outcome": outcome.kind,
        "messages": outcome.messages,
        "advice": outcome.advice,
        "registers": outcome.registers,
        "spill_bytes": outcome.spill_bytes,
    }
