"""The tested examples that use each public name: of docstrings, pages, lessons and instructions."""

from __future__ import annotations

import ast
import re
from doctest import DocTestParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

GENERATED = ("api", "isa", "rules")
MOST = 3
"""Links of a name."""
_PARSER = DocTestParser()
_SAME = 2
"""Classes that may have a method of one name, for it to be found without its class."""
_FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^(?:# )?# (?!%%)(.+)$", re.MULTILINE)


class Use(NamedTuple):
    """A page, or a section of one, with a tested example.

    Attributes:
        title: Its title.
        link: Its path below ``docs``.
    """

    title: str
    link: str


class Docstring(NamedTuple):
    """A docstring with examples, which the tests run.

    Attributes:
        path: The public name that it describes; empty for a module.
        use: Its section.
        text: The docstring.
        known: The full names of names that it may use without an import: those of its module.
    """

    path: str
    use: Use
    text: str
    known: Mapping[str, str]


def find_uses(docs: Path, names: Iterable[str], docstrings: Iterable[Docstring]) -> dict[str, list[Use]]:
    """Return the examples that use each name, at most `MOST`: of pages, shortest first, then of docstrings.

    An instruction of `ptx` also has the page of the instruction, whose examples call it through `ptx.inst`.

    Args:
        docs: The folder of the pages.
        names: Public names as `reference.api` writes them: ``ptx.mbarrier.init``, ``Kernel.run``.
        docstrings: Docstrings of public names, whose examples may use other ones.
    """
    wanted = set(names)
    methods = {last: paths for last, paths in _by_last_name(wanted).items() if len(paths) <= _SAME}
    found: dict[str, list[Use]] = {}

    def note(use: Use, code: str, known: Mapping[str, str], documented: str = "") -> None:
        of_class = documented if documented.rpartition(".")[2][:1].isupper() else ""
        for name in _names(code, known):
            owner, _, last = name.rpartition(".")
            member = f"{of_class}.{last}"
            paths = (name,) if name in wanted else (member,) if member in wanted else methods.get(last, ())
            for path in paths if owner or name in wanted else ():
                uses = found.setdefault(path, [])
                if path != documented and use not in uses:
                    uses.append(use)

    for use, code in sorted(_sources(docs), key=lambda row: len(row[1])):
        note(use, code, {})
    for doc in docstrings:
        code = "\n".join(example.source for example in _PARSER.get_examples(doc.text))
        note(doc.use, code, doc.known, doc.path)
    pages = {page.stem for page in (docs / "isa").glob("*.md")}
    for name in wanted:
        if name.startswith("ptx.") and (page := _instruction(name, pages)):
            found.setdefault(name, []).insert(0, Use(f"`{page}`", f"isa/{page}.md"))
    return {name: uses[:MOST] for name, uses in found.items() if uses}


def _by_last_name(paths: Iterable[str]) -> dict[str, list[str]]:
    """The names of methods, without their class, and the paths that end in them."""
    found: dict[str, list[str]] = {}
    for path in paths:
        owner, _, last = path.rpartition(".")
        if owner.rpartition(".")[2][:1].isupper() or owner.endswith((")", "]")):
            found.setdefault(last, []).append(path)
    return found


def _sources(docs: Path) -> Iterator[tuple[Use, str]]:
    """The Python of each page that the tests run."""
    for page in sorted(docs.rglob("*.md")):
        if page.relative_to(docs).parts[0] not in GENERATED:
            text = page.read_text(encoding="utf-8")
            yield _use(page, docs, text), "\n".join(_FENCE.findall(text))
    for lesson in sorted((docs / "learn").glob("*.py")):
        text = lesson.read_text(encoding="utf-8")
        yield _use(lesson, docs, text), text


def _use(page: Path, docs: Path, text: str) -> Use:
    title = _TITLE.search(text)
    return Use(title[1] if title else page.stem, page.relative_to(docs).as_posix())


def _names(code: str, known: Mapping[str, str]) -> Iterator[str]:
    r"""The dotted names of a program, as users of the package write them in full.

    >>> code = "from pyptx.sim import BankMap\nfrom pyptx import ptx\nBankMap(ptx.bar.sync, alloc(1))"
    >>> sorted(set(_names(code, {"alloc": "smem.alloc"})))
    ['ptx', 'ptx.bar', 'ptx.bar.sync', 'sim.BankMap', 'smem.alloc']
    """
    tree = ast.parse(code)
    full, kernels = dict(known), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pyptx":
            _, _, module = (node.module or "").partition(".")
            package = module if module.startswith("layouts.") else module.partition(".")[0]
            prefix = "" if package in ("", "errors", "kernel") else f"{package}."
            full |= {alias.asname or alias.name: f"{prefix}{alias.name}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef) and any(_is_kernel(each) for each in node.decorator_list):
            kernels[node.name] = "Kernel"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield full.get(node.id, "")
        elif isinstance(node, ast.Attribute):
            parts: list[str] = []
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            imported = {**full, **kernels}.get(inner.id) if isinstance(inner, ast.Name) else None
            root = imported or ("" if isinstance(inner, ast.Name) and inner.id == "pyptx" else "?")
            yield ".".join(filter(None, (root, *reversed(parts))))


def _is_kernel(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id == "kernel"


def _instruction(name: str, pages: set[str]) -> str:
    """The page of the instruction that a name of `ptx` begins with; empty for none.

    >>> _instruction("ptx.cp.async_.bulk.tensor.tile_2d", {"cp.async", "cp.async.bulk.tensor"})
    'cp.async.bulk.tensor'
    """
    words = [word.rstrip("_") for word in name.split(".")[1:]]
    for end in range(len(words), 0, -1):
        if ".".join(words[:end]) in pages:
            return ".".join(words[:end])
    return ""
