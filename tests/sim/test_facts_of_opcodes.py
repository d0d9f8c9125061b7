"""Facts of an instruction are on its row or beside its definition, not in comparisons of names.

Comparisons of opcodes and names of handlers that are left are counted here by file: none may be added.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "pyptx" / "sim"

LEFT = {
    "mutants.py": 9,  # patterns of what is mutated
    "semantics/dot_add.py": 1,  # a key of measured units
    "semantics/machine.py": 1,  # the registry itself
    "epochs.py": 3,
    "race_reports.py": 3,  # names of engines in reports
    "tensor_windows.py": 1,  # loads and stores of tensor memory
}
"""Files that still compare names, and how often."""


def compares_names(node: ast.AST) -> bool:
    """Whether an expression compares an opcode, the name of an instruction or of a handler with words."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
    elif (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith"
    ):
        sides = [node.func.value, *node.args]
    else:
        return False
    return any(map(is_name, sides)) and any(map(is_words, sides))


def is_name(node: ast.AST) -> bool:
    """Whether an expression is an opcode, or a name of an instruction or of a handler."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("opcode", "handler") or (
            node.attr == "name" and ast.unparse(node.value).endswith(("step", "gate"))
        )
    return isinstance(node, ast.Name) and node.id in ("opcode", "handler", "head")


def is_words(node: ast.AST) -> bool:
    """Whether an expression is a word, or a collection of words."""
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        return any(map(is_words, node.elts))
    if isinstance(node, ast.Name):
        return node.id.strip("_").isupper()
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_file_compares_more_names_than_it_did() -> None:
    found = Counter(
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if compares_names(node)
    )
    assert dict(found) == LEFT


def test_a_comparison_is_seen() -> None:
    tests = (
        "step.instruction.opcode == 'mov'",
        "handler.startswith('shfl.')",
        "opcode in _MOVES",
        "step.name != 'bar'",
    )
    assert all(compares_names(ast.parse(text, mode="eval").body) for text in tests)
    others = (
        "space == 'shared'",
        "'cas' in step.instruction.modifiers",
        "definition.chooses",
        "variable.name == 'x'",
    )
    assert not any(compares_names(ast.parse(text, mode="eval").body) for text in others)
