"""Python jumps that end a traced block for good.

``with ptx.if_(p): return`` reads as if the threads with `p` left. But Python returns, once, while the kernel
is traced, and what follows is traced for no thread.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from pyptx.ir import Source
from pyptx.late import late

if TYPE_CHECKING:
    import ast
    import linecache
    from collections.abc import Sequence
else:
    ast = late("ast")
    linecache = late("linecache")


class Jump(NamedTuple):
    """A `return`, `break` or `continue` that skips code."""

    word: str
    source: Source


def early_exit(source: Source) -> Jump | None:
    """The jump that ends the body of the `with` statement at a line and skips code after it.

    None also where the file cannot be read. A jump inside a Python `if` is not told: whether it is taken is
    known to Python only.
    """
    linecache.checkcache(source.file)
    lines = linecache.getlines(source.file)
    known = _KNOWN.get(source.file)
    if known is None or known[0] is not lines:
        known = _KNOWN[source.file] = lines, _jumps(source.file, "".join(lines))
    return known[1].get(source.line)


_KNOWN: dict[str, tuple[list[str], dict[int, Jump]]] = {}

_PARSING = threading.Lock()
"""CPython 3.11 counts the depth of the tree it builds for all threads together: one builds at a time."""


def _jumps(file: str, text: str) -> dict[int, Jump]:
    """The jumps of a file that skip code, by the line of the `with` they end."""
    try:
        with _PARSING:
            tree = ast.parse(text)
    except SyntaxError:
        return {}
    found: dict[int, Jump] = {}
    _search(tree.body, file, found, ends_function=True, ends_loop=False)
    return found


def _search(
    body: Sequence[ast.stmt], file: str, found: dict[int, Jump], *, ends_function: bool, ends_loop: bool
) -> None:
    """Look through statements; whether nothing of the function, or of the loop, comes after them."""
    for statement in body:
        last = statement is body[-1]
        function_end, loop_end = last and ends_function, last and ends_loop
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            function_end, loop_end = True, False
        elif isinstance(statement, (ast.For, ast.While)):
            function_end, loop_end = False, True
        elif isinstance(statement, ast.With):
            jump = next((inner for inner in statement.body if type(inner).__name__ in _WORDS), None)
            harmless = (isinstance(jump, ast.Return) and function_end) or (
                isinstance(jump, ast.Continue) and loop_end
            )
            if jump is not None and not harmless:
                end = max(item.context_expr.end_lineno or statement.lineno for item in statement.items)
                where = Jump(_WORDS[type(jump).__name__], Source(file, jump.lineno))
                found.update(dict.fromkeys(range(statement.lineno, end + 1), where))
        for part in _bodies(statement):
            _search(part, file, found, ends_function=function_end, ends_loop=loop_end)


_WORDS = {"Return": "return", "Break": "break", "Continue": "continue"}


def _bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks inside a statement."""
    parts = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    parts += [handler.body for handler in getattr(statement, "handlers", [])]
    parts += [case.body for case in getattr(statement, "cases", [])]
    return [part for part in parts if part]
