"""``pyptx export``: a kernel as files that launch it without tracing or assembling."""

from __future__ import annotations

from pathlib import Path

import click

from pyptx.cli import sources
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import as_json, reporting, show
from pyptx.kernel import load_ptx
from pyptx.progress import working


@click.command(cls=SizesCommand)
@click.argument("target", metavar="FILE[:NAME]")
@click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
@click.option(
    "--out", "folder", default=".", type=click.Path(file_okay=False, path_type=Path), help="Output folder."
)
@click.option("--name", help="Name of the files and of the functions in them.")
@click.option("--arch", help="Target of the machine code.")
@click.option("--block", help="Threads of a CTA, for a PTX file that leaves them open: X[,Y[,Z]].")
@click.option("--smem", type=int, help="Dynamic shared memory of a PTX file, in bytes.")
@as_json
def export(
    target: str,
    words: tuple[str, ...],
    folder: Path,
    name: str | None,
    arch: str | None,
    block: str | None,
    smem: int | None,
    *,
    as_json: bool,
) -> None:
    """Write machine code, a C header and a Python module.

    FILE is Python or PTX; the C header and the module launch its kernel.

    NAME=VALUE gives sizes of dimensions and template parameters, or the arguments of a build_ function.
    """
    path, wanted = sources.split(target)
    given = sources.values(words)
    with reporting(as_json=as_json), working(f"exporting {target}", quiet=as_json):
        if path.endswith(".ptx"):
            if given:
                raise click.UsageError(f"{words[0]!r}: a PTX file has no dimensions or template parameters")
            threads = None if block is None else _numbers(block)
            files = load_ptx(Path(path), wanted).export(
                folder, name=name, arch=arch, block=threads, smem=smem
            )
        else:
            if block is not None or smem is not None:
                raise click.UsageError("--block and --smem are for PTX files; a kernel declares its own")
            try:
                names = sources.load(path)
            except OSError as error:
                raise click.UsageError(f"cannot read {path}: {error.strerror}") from None
            files = sources.find_kernel(names, wanted, given).export(folder, name=name, arch=arch, **given)
    found = [str(file) for file in (files.cubin, files.header, files.module)]
    show({"files": found}, as_json=as_json, text="\n".join(found))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise click.UsageError(
            f"--block {text}: it must be one to three numbers with commas between them"
        ) from None
