"""The places where tested examples use each public name: fences of pages, lessons, pages of instructions."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

GENERATED = ("api", "isa", "rules")
MOST = 3
"""Links of a name."""
_SAME = 2
"""Classes that may have a method of one name, for it to be found without its class."""
_FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^(?:# )?# (?!%%)(.+)$", re.MULTILINE)


class Use(NamedTuple):
    """A page with a tested example.

    Attributes:
        title: Its title.
        link: Its path below ``docs``.
    """

    title: str
    link: str


def find_uses(docs: Path, names: Iterable[str]) -> dict[str, list[Use]]:
    """Return the pages that use each name, at most `MOST`, shortest examples first.

    An instruction of `ptx` that no page uses has the page of the instruction, whose examples call it through
    `ptx.inst`.

    Args:
        docs: The folder of the pages.
        names: Public names as `reference.api` writes them: ``ptx.mbarrier.init``, ``Kernel.run``.
    """
    wanted = set(names)
    methods = {last: paths for last, paths in _by_last_name(wanted).items() if len(paths) <= _SAME}
    found: dict[str, list[Use]] = {}
    for use, code in sorted(_sources(docs), key=lambda row: len(row[1])):
        for name in _names(code):
            owner, _, last = name.rpartition(".")
            for path in (name,) if name in wanted else methods.get(last, ()) if owner else ():
                if use not in found.setdefault(path, []):
                    found[path].append(use)
    pages = {page.stem for page in (docs / "isa").glob("*.md")}
    for name in wanted:
        if name.startswith("ptx.") and (page := _instruction(name, pages)):
            found.setdefault(name, []).insert(0, Use(f"`{page}`", f"isa/{page}.md"))
    return {name: uses[:MOST] for name, uses in found.items()}


def _by_last_name(paths: Iterable[str]) -> dict[str, list[str]]:
    """The names of methods, without their class, and the paths that end in them."""
    found: dict[str, list[str]] = {}
    for path in paths:
        owner, _, last = path.rpartition(".")
        if owner.rpartition(".")[2][:1].isupper():
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


def _names(code: str) -> Iterator[str]:
    r"""The dotted names of a program, as users of the package write them in full.

    >>> sorted(set(_names("from pyptx.sim import BankMap\nfrom pyptx import ptx\nBankMap(ptx.bar.sync)")))
    ['ptx', 'ptx.bar', 'ptx.bar.sync', 'sim.BankMap']
    """
    tree = ast.parse(code)
    full: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pyptx":
            _, _, module = (node.module or "").partition(".")
            prefix = "" if module in ("", "errors") else f"{module}."
            full |= {alias.asname or alias.name: f"{prefix}{alias.name}" for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield full.get(node.id, "")
        elif isinstance(node, ast.Attribute):
            parts: list[str] = []
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            known = full.get(inner.id) if isinstance(inner, ast.Name) else None
            root = known or ("" if isinstance(inner, ast.Name) and inner.id == "pyptx" else "?")
            yield ".".join(filter(None, (root, *reversed(parts))))


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
