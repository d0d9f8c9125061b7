"""``pyptx check``: whether a PTX file is PTX."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx.cli import sources
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.emitter import emit_with_lines
from pyptx.errors import ParseError, PtxError
from pyptx.parser import parse
from pyptx.progress import working
from pyptx.toolchain import find_or_none, ptxas
from pyptx.verify import module_target, verify_module

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.arch import Arch
    from pyptx.ir import Module
    from pyptx.toolchain import Tool


@click.command()
@click.argument("files", metavar="FILE.ptx...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--no-ptxas", is_flag=True, help="Do not run ptxas, even if it is installed.")
@as_json
def check(files: tuple[Path, ...], *, no_ptxas: bool, as_json: bool) -> None:
    """Parse and verify PTX files, and assemble them with ptxas.

    Without ptxas they are not assembled. - is standard input.

    For a target that ptxas no longer supports, it assembles for the oldest one that runs such code.

    Exit codes: 0 no findings, 1 findings, 2 a file that cannot be read; the others are checked.
    """
    what = f"checking {files[0].name if len(files) == 1 else 'PTX'}"
    with reporting(as_json=as_json), working(what, quiet=as_json, units="files") as count:
        tool = None if no_ptxas else find_or_none("ptxas")
        results, unreadable = [], []
        for made, path in enumerate(files):
            if made:
                count(made, len(files))
            try:
                results.append(_check(path, ask_ptxas=tool is not None))
            except click.UsageError as error:
                unreadable.append(error.message)
    rows = list(unreadable)
    for result in results:
        rows += [_row(result["file"], finding) for finding in result["findings"]]
        if not result["findings"]:
            rows.append(f"{result['file']}: no findings by {_judges(tool, result)}")
    text = "\n".join(rows)
    result = {"files": results, "unreadable": unreadable, "ptxas": tool.version if tool else None}
    show(result, as_json=as_json, text=text)
    if unreadable:
        sys.exit(Exit.USAGE)
    if any(result["findings"] for result in results):
        sys.exit(Exit.FINDINGS)


def _check(path: Path, *, ask_ptxas: bool) -> dict[str, Any]:
    if path.suffix == ".py":
        raise click.UsageError(f"{path} is Python; check its PTX: pyptx emit {path}:KERNEL | pyptx check -")
    text = sources.text(path)
    try:
        module = parse(text)
    except ParseError as error:
        found = [{"by": "parser", "line": error.line, "col": error.col, "message": str(error)}]
        return {"file": str(path), "target": None, "assembled_for": None, "findings": found}
    target = module_target(module)
    return {
        "file": str(path),
        "target": target.name if target is not None else None,
        "assembled_for": target.assembled_for if target is not None and ask_ptxas else None,
        "findings": _findings(module, text, target if ask_ptxas else None),
    }


def _findings(module: Module, text: str, target: Arch | None) -> list[dict[str, Any]]:
    """Return the errors of a module; with a target, also those of ptxas."""
    found: list[dict[str, Any]] = []
    try:
        for finding in verify_module(module, lines=emit_with_lines(module)[1]):
            found.append({"by": "verifier", "line": finding.line, "message": finding.message})
    except (PtxError, ValueError) as error:
        found.append({"by": "verifier", "line": None, "message": str(error)})
    if target is not None:
        found += [
            {"by": f"ptxas {said.severity}", "line": said.line, "message": said.message}
            for said in ptxas.check(text, target.assembled_for)
        ]
    return found


def _judges(tool: Tool | None, result: Mapping[str, Any]) -> str:
    """Describe the tools that accepted the file."""
    if tool is None or result["assembled_for"] is None:
        return "parser and verifier"
    target, taken = result["target"], result["assembled_for"]
    instead = "" if target == taken else f", which does not support {target} and assembled for {taken}"
    return f"parser, verifier and ptxas {tool.version}{instead}"


def _row(file: str, finding: dict[str, Any]) -> str:
    line = f":{finding['line']}" if finding["line"] else ""
    return f"{file}{line}: {finding['by']}: {finding['message']}"
