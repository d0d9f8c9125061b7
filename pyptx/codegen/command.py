"""The command: ``pyptx transpile`` and ``python -m pyptx.codegen``."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyptx import toolchain
from pyptx.codegen.proof import require_same_code, require_same_program, require_same_tokens, retraced
from pyptx.codegen.transpile import ptx_to_python
from pyptx.errors import MissingToolError, PtxError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.codegen.transpile import Progress

REFUSED, MISSING = 1, 3
"""Exit codes: the text is refused; a tool is missing here."""


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
@click.option("--layout", metavar="STYLE", help="Spacing of the PTX it gives: nvcc, nvvm, llvm, exact, none.")
@click.option(
    "--verify",
    is_flag=True,
    help="Execute the Python and compare what it prints, and with --sugar its machine code, with the source.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
def transpile(
    file: str,
    *,
    sugar: bool,
    name: str | None,
    entries: tuple[str, ...],
    target: str | None,
    layout: str | None,
    verify: bool,
    output: Path | None,
) -> None:
    """Print the Python of a PTX file.

    FILE is PTX text, `-` for the standard input, or a cubin, fat binary, library or executable with PTX
    in it.
    """
    try:
        text, origin = _read(file, target)
        python = ptx_to_python(
            text,
            sugar=sugar,
            kernel_name=name,
            entries=entries,
            layout=layout,
            origin=origin,
            progress=_progress(),
        )
        if verify:
            if entries:
                raise click.UsageError("--verify compares whole modules; leave --entry out")
            made = retraced(python)
            if sugar:
                require_same_program(text, made)
                require_same_code(text, made)
            else:
                require_same_tokens(text, made)
    except PtxError as error:
        click.echo(f"{type(error).__name__}: {error}", err=True)
        sys.exit(MISSING if isinstance(error, MissingToolError) else REFUSED)
    if output is None:
        click.echo(python, nl=False)
        return
    try:
        output.write_text(python, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from None


def _read(file: str, target: str | None) -> tuple[str, str]:
    """The PTX text that is meant, and where it is from."""
    if file == "-":
        content, origin = sys.stdin.buffer.read(), ""
    else:
        try:
            content, origin = Path(file).read_bytes(), Path(file).name
        except OSError as error:
            raise click.UsageError(f"cannot read {file}: {error.strerror}") from None
    if toolchain.is_binary(content):
        if file == "-":
            raise click.UsageError("a binary is read from a file, not from the standard input")
        return _chosen(toolchain.embedded_ptx(file), file, target)
    try:
        return content.decode(), origin
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} is no text: {error}") from None


def _chosen(texts: dict[str, str], file: str, target: str | None) -> tuple[str, str]:
    """One of the texts in a binary."""
    fitting = {
        name: text for name, text in texts.items() if target in (None, toolchain.target_of(name), name)
    }
    if len(fitting) != 1:
        listed = ", ".join(texts) or "none"
        raise click.UsageError(f"{file} has {len(texts)} PTX texts ({listed}); choose one with --target")
    ((name, text),) = fitting.items()
    return text, f"{name} in {Path(file).name}"


def _progress() -> Progress:
    """Tell how far the work is once it takes over a second, on a terminal."""
    start = time.monotonic()
    said = 0.0
    show: Callable[..., None] = click.echo

    def tell(done: int, whole: int) -> None:
        nonlocal said
        now = time.monotonic()
        last = done == whole
        if not sys.stderr.isatty() or now - start < 1 or (now - said < 0.1 and not (last and said)):
            return
        said = now
        show(f"\rtranspiled {done} of {whole} items", err=True, nl=last)

    return tell
