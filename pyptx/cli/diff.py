"""``pyptx diff``: comparison of two PTX programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import pyptx
from pyptx.cli import sources
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import Exit, as_json, describe, exit_code, show
from pyptx.codegen.selection import select_entries
from pyptx.codegen.sources import read_ptx
from pyptx.errors import PtxError
from pyptx.inspect import diff as compare
from pyptx.parser import parse
from pyptx.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLOURS: dict[str, dict[str, Any]] = {
    "title": {"bold": True}, "place": {"fg": "cyan"}, "removed": {"fg": "red"}, "added": {"fg": "green"},
    "same": {},
}  # fmt: skip


@click.command(cls=SizesCommand)
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
@click.option(
    "--entry", "entries", multiple=True, metavar="PATTERN", help="Only these entries: foo, '*gemm*'."
)
@click.option("--target", metavar="SM", help="Target, for a binary with several PTX texts.")
@click.option(
    "-U",
    "--unified",
    "context",
    default=3,
    show_default=True,
    metavar="N",
    help="Context lines around each difference.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; only set the exit code.")
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal.")
@as_json
def diff(
    first: str,
    second: str,
    words: tuple[str, ...],
    *,
    entries: tuple[str, ...],
    target: str | None,
    context: int,
    quiet: bool,
    color: bool | None,
    as_json: bool,
) -> None:
    """Compare two PTX programs, ignoring names.

    Registers, labels and variables may have other names.

    FIRST and SECOND are PTX, a binary with PTX in it, `-` for the standard input, or FILE.py[:NAME]: the PTX
    of its Module or kernel, for the sizes and template parameters given as NAME=VALUE.

    Exit codes: 0 they are the same, 1 they differ, 2 one cannot be read.
    """
    if words and not any(map(_is_python, (first, second))):
        raise click.UsageError(f"{words[0]}: sizes and parameters are for kernels of a Python file")
    file = first
    try:
        what = f"comparing {Path(first).name} and {Path(second).name}"
        with working(what, quiet=as_json or quiet):
            modules = []
            for file in (first, second):
                text = _traced(file, words) if _is_python(file) else read_ptx(file, target, entries)[0]
                modules.append(select_entries(parse(text), entries))
            found = compare(*modules)
    except PtxError as error:
        if as_json:
            show({"error": describe(error)}, as_json=True)
        else:
            click.echo(f"{type(error).__name__}: {file}: {error}", err=True)
        sys.exit(max(exit_code(error), Exit.USAGE))
    if as_json:
        show({"first": first, "second": second, **found.to_json()}, as_json=True)
    elif found.same and found.note and not quiet:
        click.echo(f"the same program, {found.note}", err=True)
    elif not found.same and not quiet:
        click.echo(click.style(f"--- {first}", **_COLOURS["removed"]), color=color)
        click.echo(click.style(f"+++ {second}", **_COLOURS["added"]), color=color)
        text = found.text(context, lambda line, kind: click.style(line, **_COLOURS[kind]))
        click.echo(f"\n{text}", color=color)
    if not found.same:
        sys.exit(Exit.FINDINGS)


def _is_python(file: str) -> bool:
    return sources.split(file)[0].endswith(".py")


def _traced(target: str, words: Sequence[str]) -> str:
    """The PTX of the module of a Python file, or of a kernel."""
    path, name = sources.split(target)
    try:
        names = sources.load(path)
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {error.strerror}") from None
    modules = {each: found for each, found in names.items() if isinstance(found, pyptx.Module)}
    if name in modules or (name is None and len(modules) == 1):
        module: pyptx.Module = modules[name] if name is not None else next(iter(modules.values()))
        return module.ptx()
    given = sources.values(words)
    return sources.find_kernel(names, name, given).ptx(**given)
