"""The PTX input of a command: text, or the contents of a binary."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyptx import toolchain
from pyptx.codegen.selection import LISTED, is_meant
from pyptx.errors import counted
from pyptx.mangling import stem

if TYPE_CHECKING:
    from collections.abc import Sequence


def read_ptx(file: str, target: str | None = None, entries: Sequence[str] = ()) -> tuple[str, str]:
    """Return the PTX text that is meant, and where it is from, for the head of a file.

    Args:
        file: Path of a PTX text, or of a cubin, fat binary, library or executable with PTX in it; ``"-"`` for
            the standard input.
        target: Target or name that selects one of several texts in a binary.
        entries: Names or patterns of entries that select one of several texts in a binary.

    Raises:
        UsageError: The file cannot be read, is Python, is not text, is empty, or has no or several matching
            texts.
        MissingToolError: It is a binary, and cuobjdump is not installed.
        ToolError: cuobjdump refuses it.
    """
    if file == "-":
        content, name = sys.stdin.buffer.read(), "the standard input"
    elif file.endswith(".py"):
        raise click.UsageError(f"{file} is Python; use its PTX: pyptx emit {file}:KERNEL | pyptx transpile -")
    else:
        try:
            content, name = Path(file).read_bytes(), Path(file).name
        except OSError as error:
            raise click.UsageError(f"cannot read {file}: {error.strerror}") from None
    if toolchain.is_binary(content):
        return _embedded(file, content, name, target, entries)
    if not content.strip(b"\0\t\n\r "):
        raise click.UsageError(f"{name} is empty: no PTX is in it")
    try:
        return content.decode(), "" if file == "-" else name
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{name} is neither text nor a binary that may hold PTX: {error}") from None


def _embedded(
    file: str, content: bytes, name: str, target: str | None, entries: Sequence[str]
) -> tuple[str, str]:
    """One of the texts in a binary."""
    if file == "-":
        with tempfile.TemporaryDirectory(prefix="pyptx-") as folder:
            path = Path(folder, "input")
            path.write_bytes(content)
            texts = toolchain.embedded_ptx(path)
    else:
        texts = toolchain.embedded_ptx(file)
    if not texts:
        raise click.UsageError(f"{name} has no PTX in it: it was built with machine code alone")
    fitting = [each for each in texts if target in (None, toolchain.target_of(each), each)]
    if len(fitting) > 1 and entries:
        fitting = [
            each for each in fitting if any(is_meant(entry, entries) for entry in _ENTRY.findall(texts[each]))
        ]
    if len(fitting) == 1:
        return texts[fitting[0]], f"{fitting[0]} in {name}"
    shown = fitting or list(texts)
    rows = [f"  {each}  {_summary(texts[each])}" for each in shown[:LISTED]]
    if len(shown) > LISTED:
        rows.append(f"  and {counted(len(shown) - LISTED, 'other')}")
    raise click.UsageError(
        f"{name} has {len(texts)} PTX texts, of which {len(fitting) or 'none'} fit; choose one with "
        "--target, by target or name, or with --entry:\n" + "\n".join(rows)
    )


_ENTRY = re.compile(r"\.entry\s+([\w$%]+)")


def _summary(text: str) -> str:
    """Return the first kernels of a text, for one line."""
    names = list(dict.fromkeys(map(stem, _ENTRY.findall(text))))
    rest = f" and {counted(len(names) - 4, 'other')}" if len(names) > 4 else ""
    return ", ".join(names[:4]) + rest
