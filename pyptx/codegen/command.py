"""The command: ``pyptx transpile`` and ``python -m pyptx.codegen``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pyptx.codegen.page import side_by_side
from pyptx.codegen.proof import (
    LeftOut,
    require_same_code,
    require_same_program,
    require_same_tokens,
    retraced,
)
from pyptx.codegen.selection import select_entries
from pyptx.codegen.sources import read_ptx
from pyptx.codegen.transpile import ptx_to_python
from pyptx.emitter import emit
from pyptx.errors import MissingToolError, PtxError, counted
from pyptx.parser import parse
from pyptx.progress import working

REFUSED, MISSING = 1, 3
"""Exit codes: the text is refused; a tool is missing here."""
OTHER_CODE = "the same machine code as the source without {}; with them, ptxas makes other code"
"""Gives what `require_same_code` returns for a function."""


def _left_out(counts: LeftOut) -> str:
    """Words about the moves that the Python leaves out."""
    constants, unread = counted(counts.constants, "number"), counted(counts.unread, "move")
    parts = [
        *([f"{constants} in place of registers that hold one number"] if counts.constants else ()),
        *([f"without {unread} of values that nothing reads"] if counts.unread else ()),
    ]
    return f"{', and '.join(parts)}; all else is the source, in its order"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", metavar="FILE")
@click.option(
    "--sugar", is_flag=True, help="Raise registers and branches to variables, expressions and blocks."
)
@click.option("--name", metavar="NAME", help="Name of the Python function of the only entry.")
@click.option(
    "--entry", "entries", multiple=True, metavar="PATTERN", help="Only these entries: foo, '*gemm*'."
)
@click.option("--target", metavar="SM", help="Of several PTX texts in a binary, that for this target.")
@click.option("--layout", metavar="STYLE", help="Its spacing: nvcc, nvvm, llvm, gcc, fatbin, exact, none.")
@click.option(
    "--harness",
    is_flag=True,
    help="Write a main that launches the kernels on the simulator and lists the values it guesses.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Execute the Python and compare what it prints, and with --sugar its machine code, with the source.",
)
@click.option("--html", is_flag=True, help="A page with PTX and Python side by side, their lines linked.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
def transpile(
    file: str,
    *,
    sugar: bool,
    name: str | None,
    entries: tuple[str, ...],
    target: str | None,
    layout: str | None,
    harness: bool,
    verify: bool,
    html: bool,
    output: Path | None,
) -> None:
    """Print the Python of a PTX file.

    FILE is PTX text, `-` for the standard input, or a cubin, fat binary, library or executable with PTX
    in it.
    """
    if output is not None and not output.parent.is_dir():
        raise click.UsageError(f"cannot write {output}: there is no folder {output.parent}")
    notes: list[str] = []
    try:
        with working(f"transpiling {Path(file).name}", quiet=False, units="statements") as count:
            text, origin = read_ptx(file, target, entries)
            python = ptx_to_python(
                text,
                sugar=sugar,
                kernel_name=name,
                entries=entries,
                layout=layout,
                harness=harness,
                origin=origin,
                progress=count,
            )
            if verify:
                if entries:
                    raise click.UsageError("--verify compares whole modules; leave --entry out")
                made = retraced(python)
                if sugar:
                    left_out = require_same_program(text, made)
                    lacking = require_same_code(text, made)
                    if any(left_out):
                        notes.append(f"{origin or file}: {_left_out(left_out)}")
                    notes += [
                        f"{each}: {OTHER_CODE.format(words)}" for each, words in sorted(lacking.items())
                    ]
                else:
                    require_same_tokens(text, made)
            if html:
                chosen = emit(select_entries(parse(text), entries)) if entries else text
                python = side_by_side(chosen, python, origin or "PTX and Python")
    except PtxError as error:
        where = "" if file == "-" or Path(file).name in str(error) else f"{file}: "
        click.echo(f"{type(error).__name__}: {where}{error}", err=True)
        sys.exit(MISSING if isinstance(error, MissingToolError) else REFUSED)
    for note in notes:
        click.echo(note, err=True)
    if output is None:
        click.echo(python, nl=False)
        return
    try:
        output.write_text(python, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from None
