"""The place that defines each public name, and the pages of the site with these files, highlighted."""

from __future__ import annotations

import ast
import inspect
import operator
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import pyptx
from pyptx.ptx.typed import Namespace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]
FOLDER = "_source"
"""Folder of the site with the pages of the files."""


class Source(NamedTuple):
    """The place of a definition.

    Attributes:
        file: The file, below the root of the repository.
        line: Number of its first line, decorators included.
    """

    file: str
    line: int

    @property
    def link(self) -> str:
        """The address of the line on its page of the site, without the folders above."""
        return f"{FOLDER}/{self.file.removesuffix('.py')}.html#line-{self.line}"


def find_source(path: str, value: object) -> Source:
    """Return the place that defines a public name: a function, a class, or an assignment.

    >>> from pyptx import ptx
    >>> find_source("ptx.cluster.sync", ptx.cluster.sync).file
    'pyptx/ptx/cluster.py'
    >>> file, line = find_source("types.f32", pyptx.types.f32)
    >>> (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1][:25]
    'f16, bf16, tf32, f32, f64'

    Args:
        path: The name as `reference.api` writes it.
        value: What the name means.

    Raises:
        LookupError: No file of the package defines it.
    """
    inner: Any = value.fget if isinstance(value, property) else value
    if isinstance(inner, staticmethod | classmethod) or inspect.ismethod(inner):
        inner = inner.__func__
    inner = inspect.unwrap(inner) if callable(inner) else inner
    if isinstance(inner, FunctionType):
        return _place(inner.__module__, inner.__code__.co_firstlineno)
    if isinstance(inner, Namespace):
        inner = type(inner)
    if inspect.isclass(inner):
        return _place(inner.__module__, inspect.getsourcelines(inner)[1])
    owner, _, name = path.rpartition(".")
    within = operator.attrgetter(owner)(pyptx) if owner else pyptx
    found = _of_module(within.__name__, name) if isinstance(within, ModuleType) else _of_class(within, name)
    if found is None:
        raise LookupError(f"no file of the package defines {path}")
    return found


def pages(sources: Iterable[Source]) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield the name, contents and template of the page of each file, for Sphinx's ``html-collect-pages``.

    The lines have the anchors that `Source.link` names.
    """
    formatter = HtmlFormatter(linenos="inline", lineanchors="line", anchorlinenos=True)
    for file in sorted({source.file for source in sources}):
        code = highlight((ROOT / file).read_text(encoding="utf-8"), PythonLexer(), formatter)
        contents = {"title": file, "body": f"<h1><code>{file}</code></h1>\n{code}"}
        yield f"{FOLDER}/{file.removesuffix('.py')}", contents, "page.html"


def _place(module: str, line: int) -> Source:
    return Source(Path(sys.modules[module].__file__ or "").relative_to(ROOT).as_posix(), line)


def _of_module(module: str, name: str) -> Source | None:
    """The place of a name of a module, in the file that the module imports it from."""
    for statement in _tree(module).body:
        if name in _defined(statement):
            return _place(module, statement.lineno)
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return _of_module(node.module or "", alias.name)
    return None


def _of_class(within: object, name: str) -> Source | None:
    """The place of a name of a class, or of the class of an instance."""
    for kind in (within if inspect.isclass(within) else type(within)).__mro__:
        if name in vars(kind):
            for definition in _tree(kind.__module__).body:
                if isinstance(definition, ast.ClassDef) and definition.name == kind.__name__:
                    lines = [each.lineno for each in definition.body if name in _defined(each)]
                    return _place(kind.__module__, lines[0]) if lines else None
    return None


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


def _defined(statement: ast.stmt) -> set[str]:
    """The names that a statement assigns or defines."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    return {statement.name} if isinstance(statement, ast.FunctionDef | ast.ClassDef) else set()
