"""A witness: PTX files. Each instruction must be of a row, and each file is written back as it was read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyptx.emitter import emit, emit_with_lines
from pyptx.errors import PtxError
from pyptx.ir import Function, Instruction
from pyptx.ir.visit import walk
from pyptx.parser import parse
from pyptx.verify import verify_module

if TYPE_CHECKING:
    from pathlib import Path


def differences(folder: Path) -> list[str]:
    """Files that are read or written wrongly, and instructions that are of no row, one of each kind."""
    found: list[str] = []
    kinds: Counter[str] = Counter()
    first: dict[str, str] = {}
    paths = sorted(folder.rglob("*.ptx"))
    instructions = 0
    for path in paths:
        name = path.relative_to(folder).as_posix()
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        try:
            module = parse(text)
        except PtxError as error:
            found.append(f"{name}: {error}")
            continue
        if emit(module) != text:
            found.append(f"{name} is not written as it was read")
        bodies = [item.body or () for item in module.items if isinstance(item, Function)]
        instructions += sum(isinstance(each, Instruction) for body in bodies for each in walk(body))
        _, lines = emit_with_lines(module)
        for finding in verify_module(module, lines=lines):
            said = finding.message.splitlines()[0]
            kind = f"{said.split()[0].rstrip(':')}: {said.partition(': ')[2]}"
            kinds[kind] += 1
            first.setdefault(kind, f"{name}:{finding.line}: {said}")
    print(f"{len(paths)} files, {instructions} instructions, {kinds.total()} of no row")
    return found + [f"{number} times, first {first[kind]}" for kind, number in kinds.most_common()]
