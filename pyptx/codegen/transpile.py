"""PTX as Python: a text or a tree becomes the text of a Python file."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from pyptx.codegen.file import File
from pyptx.codegen.selection import select_entries
from pyptx.codegen.spacing import layout_of
from pyptx.collection import collection_paused
from pyptx.errors import CodegenError
from pyptx.parser import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.file import Progress
    from pyptx.ir import Module


def ptx_to_python(
    source: str,
    *,
    sugar: bool = False,
    kernel_name: str | None = None,
    entries: Sequence[str] = (),
    layout: str | None = None,
    harness: bool = False,
    origin: str = "",
    progress: Progress | None = None,
) -> str:
    """Return the Python of a PTX text.

    When executed it defines ``module``, whose ``.ptx()`` has the tokens of the source, and a kernel for each
    entry, the only one as ``k``, too; run as a script it prints the PTX. The
    idiomatic form of a module with one kernel and nothing else is that kernel alone, without ``module``.

    Args:
        source: A whole module.
        sugar: Raise registers and branches to variables, expressions and ``with`` blocks; see `raising`.
        kernel_name: Name of the Python function of the only entry; None for that of the entry.
        entries: Names or patterns of the wanted entries, which keep their dependencies; all by default.
        layout: Spacing of the PTX that the Python writes: the name of a style, ``"none"``, ``"exact"`` for
            the gaps of the source, or None for these where a compiler wrote it.
        harness: Write a ``main`` that launches each kernel on the simulator instead of printing PTX; it
            lists the sizes and data that it guesses, because PTX does not contain them.
        origin: Source of the text, for the head of the file.
        progress: Called with the statements done and their number, now and then.

    Raises:
        ParseError: The text is not PTX.
        CodegenError: The text is not a module, or `kernel_name` is not a Python name, or is given for
            several entries; or a harness is wanted for a module without a kernel that Python can launch.
    """
    with collection_paused():  # the collector runs again after the trees are freed
        return _transpile(
            select_entries(parse(source), entries),
            sugar=sugar,
            kernel_name=kernel_name,
            layout=layout,
            harness=harness,
            origin=origin,
            progress=progress,
        )


def ir_to_python(module: Module, *, sugar: bool = False) -> str:
    """Return the Python of a module; as `ptx_to_python` of its text.

    Raises:
        CodegenError: The module has no ``.version`` and ``.target``.
    """
    return _transpile(module, sugar=sugar)


def _transpile(
    module: Module,
    *,
    sugar: bool,
    kernel_name: str | None = None,
    layout: str | None = None,
    harness: bool = False,
    origin: str = "",
    progress: Progress | None = None,
) -> str:
    if sugar and layout == "exact":
        raise CodegenError("sugar: the words change, so no layout is exact; name a style, or none")
    if kernel_name is not None and (not kernel_name.isidentifier() or keyword.iskeyword(kernel_name)):
        raise CodegenError(f"kernel_name is {kernel_name!r}, which is not a Python name")
    spaced = layout_of(module, layout) if not sugar or layout is not None else None
    file = File(module, kernel_name, origin, spaced, sugar=sugar, harness=harness)
    file.write(progress)
    return file.text()
