"""The files of the simulator: imports form no circle, types counted, and state is written by its owner."""

import ast
import functools
from pathlib import Path

import pytest

import pyptx.sim

ROOT = Path(pyptx.sim.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
OWNED = (
    "m",
    "machine",
    "memory",
    "scheduler",
    "barriers",
    "clusters",
    "asynchrony",
    "observers",
    "defined",
    "calls",
)
"""Names under which functions hold the state of a machine."""


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def module_of(path: Path) -> str:
    """The dotted name of a file.

    >>> module_of(ROOT / "semantics" / "__init__.py")
    'pyptx.sim.semantics'
    """
    parts = ("pyptx", "sim", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def imports(tree: ast.Module, known: set[str]) -> set[str]:
    """The modules of `known` that a file imports, in whatever place: also where only types need them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports of pyptx name the whole path"
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= named & known or {node.module or ""}
    return found & known


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules that all reach each other, of two and more.

    >>> [sorted(each) for each in circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})]
    [['b', 'c']]
    """
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for after in graph[waiting.pop()] - seen:
                seen.add(after)
                waiting.append(after)
        reach[start] = seen
    found = {frozenset(each for each in reach[start] if start in reach[each]) for start in graph}
    return [set(each) for each in found if len(each) > 1]


def test_files_form_no_circle() -> None:
    known = {module_of(path): parsed(path) for path in FILES}
    graph = {name: imports(tree, set(known)) - {name} for name, tree in known.items()}
    assert circles(graph) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_state_is_written_by_its_owner(path: Path) -> None:
    """No function assigns an attribute of the machine or of a part of its state, but calls a method."""
    assignments = (ast.Assign, ast.AugAssign, ast.AnnAssign)
    written = [
        f"line {part.lineno}: {ast.unparse(part)}"
        for node in ast.walk(parsed(path))
        if isinstance(node, assignments)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for part in (target.elts if isinstance(target, ast.Tuple) else [target])
        if isinstance(part, ast.Attribute) and holder(part.value) in OWNED
    ]
    assert written == []


def holder(node: ast.expr) -> str:
    """The name under which code reaches an object: the last one of ``self.m.scheduler``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
