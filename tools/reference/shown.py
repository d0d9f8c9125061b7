"""Examples of the pages: kernels of `reference.examples`, and their text."""

from __future__ import annotations

import ast
import inspect
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from pyptx.isa.words import ptx_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.ir import Module
    from pyptx.kernel import Kernel

FILES = (
    "arithmetic",
    "bits",
    "functions",
    "choice",
    "conversion",
    "memory",
    "copies",
    "fabric",
    "images",
    "control",
    "barriers",
    "warps",
    "matrices",
    "tensor_memory",
    "scheduling",
    "video",
)
"""The files of `reference.examples`."""


@dataclass(frozen=True, slots=True)
class Example:
    """A kernel that shows instructions.

    Attributes:
        names: The instructions it shows.
        kernel: The kernel.
        name: Name of its function.
        file: The module with the function.
    """

    names: tuple[str, ...]
    kernel: Kernel
    name: str
    file: str

    def module(self) -> Module:
        """The kernel as PTX."""
        return self.kernel.module()

    def text(self) -> ExampleText:
        """The text that a page shows."""
        return _example_texts(self.file)[self.name]


@dataclass(frozen=True, slots=True)
class ExampleText:
    """The text of an example.

    Attributes:
        said: Description of the kernel.
        code: Python, the imports first.
        calls: A call and its result, as at Python's prompt; empty if it is not run.
        spelled: The instructions written with ``ptx.inst``, in PTX syntax.
    """

    said: str
    code: str
    calls: str
    spelled: frozenset[str]


EXAMPLES: dict[str, Example] = {}
"""Every example by the name of its function, once `examples` has read them."""


def shows(*names: str) -> Callable[[Kernel], Kernel]:
    """List a kernel as an example of instructions.

    The docstring of its function describes it and shows the result of a call.
    """

    def register(kernel: Kernel) -> Kernel:
        name = kernel.__name__
        if name in EXAMPLES:
            raise ValueError(f"{name} is the name of two examples")
        EXAMPLES[name] = Example(names, kernel, name, kernel.__module__)
        return kernel

    return register


@cache
def examples() -> tuple[Example, ...]:
    """Return every example, in the order of the files."""
    for name in FILES:
        import_module(f"reference.examples.{name}")
    return tuple(EXAMPLES.values())


def examples_of(name: str) -> list[Example]:
    """Return the examples of an instruction, with those that list it first before the others."""
    return sorted((each for each in examples() if name in each.names), key=lambda each: each.names[0] != name)


@cache
def _example_texts(module: str) -> dict[str, ExampleText]:
    """Return the text of every kernel of a file."""
    source = inspect.getsource(sys.modules[module])
    tree = ast.parse(source)
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return {
        node.name: _text(node, imports, source.splitlines())
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }


def _text(node: ast.FunctionDef, imports: list[ast.Import | ast.ImportFrom], lines: list[str]) -> ExampleText:
    """Return the text of a kernel: its imports, its decorator, its body without the docstring."""
    docstring = ast.get_docstring(node) or ""
    said, mark, calls = docstring.partition(">>>")
    docs = node.body[0]
    first = node.decorator_list[1].lineno - 1
    kept = [
        *lines[first : docs.lineno - 1],
        *lines[docs.end_lineno : node.end_lineno],
    ]
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    used |= {part.id for part in ast.walk(ast.parse(calls_of(mark + calls))) if isinstance(part, ast.Name)}
    head = [line for statement in imports for line in _imports(statement, used)]
    spelled = frozenset(filter(None, map(_opcode_of, ast.walk(node))))
    return ExampleText(
        " ".join(said.split()), "\n".join((*head, "", "", *kept)), (mark + calls).strip(), spelled
    )


def _opcode_of(node: ast.AST) -> str | None:
    """Return ``add.u32`` for ``ptx.inst.add.u32`` and ``ptx.inst["add.u32"]``; None for anything else."""
    words: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            if node.attr == "inst" and isinstance(node.value, ast.Name) and node.value.id == "ptx":
                return ".".join(reversed(words))
            words.append(ptx_word(node.attr))
        elif isinstance(node.slice, ast.Constant):
            words.append(str(node.slice.value))
        else:
            return None
        node = node.value
    return None


def calls_of(text: str) -> str:
    """Return the lines of code at Python's prompt."""
    return "\n".join(line[4:] for line in text.splitlines() if line.startswith((">>> ", "... ")))


def _imports(statement: ast.Import | ast.ImportFrom, used: set[str]) -> Iterator[str]:
    """Yield the part of an import that is used."""
    names = [alias for alias in statement.names if (alias.asname or alias.name) in used]
    if names and not (isinstance(statement, ast.ImportFrom) and statement.module == "reference.shown"):
        yield ast.unparse(
            ast.Import(names)
            if isinstance(statement, ast.Import)
            else ast.ImportFrom(statement.module, names, statement.level)
        )
