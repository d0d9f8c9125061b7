"""``python -m pyptx.codegen FILE.ptx``: the Python of a kernel.

Exit codes: 0 all is well, 1 the text is refused, 2 wrong usage.
"""

from __future__ import annotations

import sys
from typing import TextIO

import click

from pyptx.codegen.transpile import ptx_to_python
from pyptx.errors import PtxError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.File(encoding="utf-8"), metavar="FILE.ptx")
@click.option("--sugar", is_flag=True, help="Raise registers and branches to expressions, loops and blocks.")
@click.option("--name", metavar="NAME", help="Name of the Python function; that of the entry by default.")
def main(file: TextIO, *, sugar: bool, name: str | None) -> None:
    """Print the Python of the kernel of a PTX file; ``-`` reads the standard input."""
    try:
        text = ptx_to_python(file.read(), sugar=sugar, kernel_name=name)
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file.name} is no text: {error}") from None
    except PtxError as error:
        click.echo(f"{type(error).__name__}: {error}", err=True)
        sys.exit(1)
    click.echo(text, nl=False)


if __name__ == "__main__":
    main(prog_name="python -m pyptx.codegen")
