"""The ``pyptx`` command: run kernels, look at their code and speed, check, compare, transpile PTX, diagnose.

Exit codes: 0 all is well, 1 findings (a fault, wrong numbers, PTX that is refused), 2 wrong usage, 3
something is missing here.
"""

from __future__ import annotations

import click

import pyptx
from pyptx.cli.cache import cache
from pyptx.cli.check import check
from pyptx.cli.diff import diff
from pyptx.cli.doctor import doctor
from pyptx.cli.emit import emit
from pyptx.cli.equal import equal
from pyptx.cli.explain import explain
from pyptx.cli.export import export
from pyptx.cli.gpu import gpu
from pyptx.cli.perf import perf
from pyptx.cli.run import run
from pyptx.cli.triage import triage
from pyptx.cli.view import view
from pyptx.codegen.command import transpile


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pyptx.__version__, prog_name="pyptx")
def main() -> None:
    """Write NVIDIA PTX kernels in Python, and run them on a GPU or on the CPU."""


for command in (
    run, gpu, emit, perf, view, export, check, transpile, diff, equal, triage, explain, cache, doctor,
):  # fmt: skip
    main.add_command(command)
