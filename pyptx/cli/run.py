"""``pyptx run``: a Python file of kernels, or a PTX file with a description of its launch."""

from __future__ import annotations

import contextlib
import inspect
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx.cli import sources
from pyptx.cli.arguments import make, summary
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.program import Program, Report, from_ptx, recording
from pyptx.runtime import require

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ENGINES = {"sim": "simulator", "gpu": "GPU"}


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("words", metavar="[ARGUMENT]...", nargs=-1)
@click.option("--arch", help="Target, for a Python file whose main takes arch.")
@click.option("--entry", help="Entry of a PTX file with several.")
@click.option("--grid", help="CTAs of a PTX file: X[,Y[,Z]].")
@click.option("--block", help="Threads of a CTA: X[,Y[,Z]].")
@click.option("--cluster", help="CTAs of a cluster: X[,Y[,Z]].")
@click.option("--smem", type=int, help="Dynamic shared memory, in bytes.")
@click.option("--arg", "specs", multiple=True, metavar="NAME=SPEC", help="f32[1024]:rand, 7, 2.5, x.npy …")
@click.option(
    "--launch", "description", type=click.Path(exists=True, path_type=Path), help="The same as JSON."
)
@click.option("--engine", type=click.Choice(["sim", "gpu"]), help="Where to run a PTX file.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of random arguments and the simulator.")
@click.option("--save", multiple=True, metavar="NAME=FILE.npy", help="Write an argument after the launch.")
@as_json
def run(path: Path, words: tuple[str, ...], arch: str | None, *, as_json: bool, **options: Any) -> None:
    """Run a file of kernels, or one PTX kernel.

    A Python file: its main runs, with the numbers and NAME=VALUE words given. A PTX file: the options
    describe the launch; each array argument is printed afterwards.
    """
    with reporting(as_json=as_json):
        if path.suffix == ".py":
            _run_python(path, words, arch, as_json=as_json)
        else:
            if words:
                raise click.UsageError(f"{words[0]!r}: arguments of a PTX kernel are given with --arg")
            _run_ptx(path, options, as_json=as_json)


def _run_python(path: Path, words: Sequence[str], arch: str | None, *, as_json: bool) -> None:
    positional = [sources.value(word) for word in words if "=" not in word]
    named = sources.values([word for word in words if "=" in word])
    if arch is not None:
        named["arch"] = arch
    names = sources.load(str(path))
    main = names.get("main")
    if not callable(main):
        raise click.UsageError(f"{path} has no main()")
    _check_call(path, main, positional, named)
    failed = ""
    # In JSON mode stdout belongs to the object.
    aside = contextlib.redirect_stdout(sys.stderr) if as_json else contextlib.nullcontext()
    with recording() as reports, aside:
        try:
            main(*positional, **named)
        except SystemExit as stop:
            failed = str(stop.code) if stop.code else ""
    result = {
        "file": str(path),
        "launches": [_launch(report) for report in reports],
        "failed": failed or None,
    }
    show(
        result, as_json=as_json, text="\n".join(_row(report) for report in reports) or "nothing was launched"
    )
    if failed:
        click.echo(failed, err=True)
        sys.exit(Exit.FINDINGS)


def _check_call(path: Path, main: Callable[..., Any], positional: list[Any], named: dict[str, Any]) -> None:
    signature = inspect.signature(main)
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        raise click.UsageError(f"main{signature} of {path}: {error}") from None


def _run_ptx(path: Path, options: dict[str, Any], *, as_json: bool) -> None:
    described = _described(options["description"])
    for name in ("entry", "grid", "block", "cluster", "smem", "engine"):
        if options[name] is not None:
            described[name] = options[name]
    specs = {**described.get("args", {}), **dict(_pair(word, "NAME=SPEC") for word in options["specs"])}
    program = from_ptx(sources.text(path), described.get("entry"))
    values = _values(program, specs, options["seed"])
    seeded = {"seed": options["seed"]} if described.get("engine") != "gpu" else {}
    report = program.launch(
        *values.values(),
        grid=_dim3(described.get("grid")),
        block=_dim3(described.get("block")),
        cluster=_dim3(described.get("cluster")),
        smem=described.get("smem"),
        engine=described.get("engine"),
        **seeded,
    )
    for word in options["save"]:
        name, file = _pair(word, "NAME=FILE.npy")
        if name not in values:
            raise click.UsageError(f"--save {word}: {program.entry} has no parameter {name}")
        try:
            require("numpy").save(file, values[name])
        except OSError as error:
            raise click.UsageError(f"--save {word}: {error}") from None
    summaries = {name: summary(value) for name, value in values.items() if hasattr(value, "dtype")}
    rows = [_row(report), *(f"  {name}: {found['text']}" for name, found in summaries.items())]
    result = {"file": str(path), "launches": [_launch(report)], "arrays": summaries}
    show(result, as_json=as_json, text="\n".join(rows))


def _values(program: Program, specs: dict[str, Any], seed: int) -> dict[str, Any]:
    known = [param.name for param in program.params]
    for name in specs:
        if name not in known:
            raise click.UsageError(
                f"{program.entry} has no parameter {name} (it has {', '.join(known) or 'none'})"
            )
    for param in program.params:
        if param.name not in specs:
            raise click.UsageError(
                f"parameter {param.name} (.{param.type}) has no argument; give --arg {param.name}=…"
            )
    return {name: make(specs[name], seed + number) for number, name in enumerate(known)}


def _described(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        described = json.loads(sources.text(path))
    except ValueError as error:
        raise click.UsageError(f"{path} is not JSON: {error}") from None
    if not isinstance(described, dict):
        raise click.UsageError(f"{path} has no JSON object")
    unknown = set(described) - {"entry", "grid", "block", "cluster", "smem", "engine", "args"}
    if unknown:
        raise click.UsageError(f"{path}: a launch has no {sorted(unknown)[0]!r}")
    if not isinstance(described.get("args", {}), dict):
        raise click.UsageError(f"{path}: args is an object of names and arguments")
    return described


def _pair(word: str, form: str) -> tuple[str, str]:
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise click.UsageError(f"{word!r} is not {form}")
    return name, text


def _dim3(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return tuple(int(number) for number in given.split(","))
    except ValueError:
        raise click.UsageError(f"{given!r} is not one to three numbers with commas between them") from None


def _launch(report: Report) -> dict[str, Any]:
    return {
        "entry": report.entry,
        "engine": report.engine,
        "grid": report.grid,
        "block": report.block,
        "cluster": report.cluster,
        "seconds": report.seconds,
    }


def _row(report: Report) -> str:
    grid, block = ("x".join(map(str, size)) for size in (report.grid, report.block))
    where = _ENGINES.get(report.engine, report.engine)
    return f"{report.entry}: {where}, grid {grid}, block {block}, {report.seconds:.3f} s"
