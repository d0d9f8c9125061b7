"""``pyptx check``: whether a PTX file is PTX."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pyptx.cli import sources
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.emitter import emit_with_lines
from pyptx.errors import ParseError, PtxError
from pyptx.ir import Directive, Module
from pyptx.parser import parse
from pyptx.toolchain import find_or_none, ptxas
from pyptx.verify import verify_module


@click.command()
@click.argument("files", metavar="FILE.ptx...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--no-ptxas", is_flag=True, help="Do not ask ptxas, even if it is installed.")
@as_json
def check(files: tuple[Path, ...], *, no_ptxas: bool, as_json: bool) -> None:
    """Parse and verify PTX files, and ask ptxas where it is installed."""
    with reporting(as_json=as_json):
        tool = None if no_ptxas else find_or_none("ptxas")
        results = [_check(path, ask_ptxas=tool is not None) for path in files]
    by = f"parser, verifier and ptxas {tool.version}" if tool else "parser and verifier"
    rows = []
    for result in results:
        rows += [_row(result["file"], finding) for finding in result["findings"]]
        if not result["findings"]:
            rows.append(f"{result['file']}: no findings by {by}")
    text = "\n".join(rows)
    show({"files": results, "ptxas": tool.version if tool else None}, as_json=as_json, text=text)
    if any(result["findings"] for result in results):
        sys.exit(Exit.FINDINGS)


def _check(path: Path, *, ask_ptxas: bool) -> dict[str, Any]:
    return {"file": str(path), "findings": _findings(sources.text(path), ask_ptxas=ask_ptxas)}


def _findings(text: str, *, ask_ptxas: bool) -> list[dict[str, Any]]:
    try:
        module = parse(text)
    except ParseError as error:
        return [{"by": "parser", "line": error.line, "col": error.col, "message": str(error)}]
    found: list[dict[str, Any]] = []
    try:
        for finding in verify_module(module, lines=emit_with_lines(module)[1]):
            found.append({"by": "verifier", "line": finding.line, "message": finding.message})
    except (PtxError, ValueError) as error:
        found.append({"by": "verifier", "line": None, "message": str(error)})
    target = _target(module)
    if ask_ptxas and target is not None:
        found += [
            {"by": f"ptxas {said.severity}", "line": said.line, "message": said.message}
            for said in ptxas.check(text, target)
        ]
    return found


def _target(module: Module) -> str | None:
    for item in module.items:
        if isinstance(item, Directive) and item.name == "target" and item.words:
            return item.words[0]
    return None


def _row(file: str, finding: dict[str, Any]) -> str:
    line = f":{finding['line']}" if finding["line"] else ""
    return f"{file}{line}: {finding['by']}: {finding['message']}"
