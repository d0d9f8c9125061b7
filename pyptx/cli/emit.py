"""``pyptx emit``: the code of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pyptx.cli import sources
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import as_json, reporting, show
from pyptx.progress import working

if TYPE_CHECKING:
    from pyptx.kernel import Kernel


@click.command(cls=SizesCommand)
@click.argument("target", metavar="FILE[:NAME]")
@click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--lineinfo", is_flag=True, help="Write .file and .loc.")
@click.option("--sass", is_flag=True, help="Print the machine code that ptxas makes.")
@as_json
def emit(target: str, words: tuple[str, ...], *, lineinfo: bool, sass: bool, as_json: bool) -> None:
    """Print the PTX of a kernel in a Python file.

    NAME=VALUE gives sizes of dimensions and template parameters, or the arguments of a build_ function.
    """
    path, name = sources.split(target)
    given = sources.values(words)
    with reporting(as_json=as_json), working(f"emitting {target}", quiet=as_json):
        try:
            names = sources.load(path)
        except OSError as error:
            raise click.UsageError(f"cannot read {path}: {error.strerror}") from None
        kernel = sources.find_kernel(names, name, given)
        options: dict[str, Any] = {**given, "lineinfo": lineinfo}
        text = kernel.sass(**options) if sass else kernel.ptx(**options)
        result = _result(kernel, options, text, sass=sass)
    show(result, as_json=as_json, text=text.rstrip("\n"))


def _result(kernel: Kernel, options: dict[str, Any], text: str, *, sass: bool) -> dict[str, Any]:
    program = kernel.program(**options)
    return {
        "kernel": program.entry,
        "arch": program.arch.name,
        "params": [
            {"name": param.name, "type": param.type, "bytes": param.bytes} for param in program.params
        ],
        "block": kernel.block,
        "dynamic_shared_bytes": program.smem,
        "sass" if sass else "ptx": text,
    }
