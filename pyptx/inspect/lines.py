"""Python lines, each followed by the PTX that it wrote."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any, Protocol

from pyptx.emitter import emit
from pyptx.errors import shorten_vectors
from pyptx.ir import Module
from pyptx.program import Program, source_lines

if TYPE_CHECKING:
    from pyptx.ir import Source


class Traceable(Protocol):
    """An object with a program: a kernel, for the arguments of its `ptx`."""

    def program(self, **kwargs: Any) -> Program:
        """Return the program."""
        ...


def listing(program: Module | Program | Traceable, **kwargs: Any) -> str:
    """Return a traced program with its PTX under the Python lines that wrote it.

    Consecutive PTX lines from one Python line are listed under that line, with their numbers in the PTX text.
    PTX without a Python line (the head, registers, labels) follows the line before it. A program that was
    read from PTX shows only PTX. Lists of more than eight operands are shortened: ``{%f0 … %f63}``.

    Args:
        program: A module, a program or a kernel.
        kwargs: For a kernel, the arguments of its `ptx`: template parameters and sizes of dimensions.

    Raises:
        TypeError: `program` has another type, or is not a kernel and there are further arguments.
    """
    if not isinstance(program, (Module, Program)):
        if not hasattr(program, "program"):
            raise TypeError(f"listing shows a kernel, a program or a module, not {program!r}")
        program = program.program(**kwargs)
    elif kwargs:
        raise TypeError(f"listing: only a kernel takes {', '.join(kwargs)}")
    module = program if isinstance(program, Module) else program.module
    text = emit(module) if isinstance(program, Module) else program.ptx
    sources = source_lines(module)
    rows = text.splitlines()
    width = len(str(len(rows)))
    shown: list[str] = []
    current: Source | None = None
    for number, row in enumerate(rows, 1):
        source = sources.get(number)
        if source is not None and source != current:
            current = source
            shown += ["", _python(source)]
        shown.append(f"{number:{width + 4}}  {shorten_vectors(row.expandtabs(4))}".rstrip())
    return "\n".join(shown)


def _python(source: Source) -> str:
    """Return the place and the text of a Python line."""
    said = linecache.getline(source.file, source.line).strip()
    return f"{source.short}  {said}".rstrip()
