"""The stub of `pyptx.ptx`: its wrappers with the words that may follow them, and every other opcode."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections import defaultdict
from types import FunctionType
from typing import TYPE_CHECKING

from pyptx import ptx
from pyptx.isa.words import python_word
from pyptx.ptx.typed import Namespace, Typed
from stubs.automaton import State
from stubs.instructions import NOTE, OpcodeStub

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


INSTRUCTIONS = "pyptx.ptx.instructions"


def surface_stub(opcodes: Mapping[str, OpcodeStub]) -> str:
    """The stub of `pyptx.ptx`."""
    surface = _Surface(opcodes)
    surface.name_import(INSTRUCTIONS, "Instructions")
    attributes = [surface.attribute(name) for name in sorted(ptx.__all__) if name != "inst"]
    attributes.append("inst: Instructions\n")
    attributes.append(f"__all__ = {sorted(ptx.__all__)}\n")
    for opcode in sorted(opcodes):
        name = python_word(opcode)
        if name not in ptx.__all__:
            attributes.append(f"{name}: {surface.scope(opcode)}{name}\n")
    parts = (surface.imports(), *surface.classes, *attributes)
    return f"{NOTE}{_docstring(inspect.getdoc(ptx), 0)}{''.join(parts)}"


class _Surface:
    """The contents of the stub."""

    def __init__(self, opcodes: Mapping[str, OpcodeStub]) -> None:
        self.opcodes = opcodes
        self.classes: list[str] = []
        self.origins: dict[str, str] = {}
        self.modules: set[str] = set()

    def imports(self) -> str:
        """Return the imports of all names in it."""
        by_module: dict[str, list[str]] = defaultdict(list)
        for name, module in self.origins.items():
            by_module[module].append(name)
        lines = [
            f"from {module} import {', '.join(sorted(names))}\n"
            for module, names in sorted(by_module.items())
        ]
        lines += [f"from {INSTRUCTIONS} import {name} as _{name}\n" for name in sorted(self.modules)]
        return "".join(lines)

    def attribute(self, name: str) -> str:
        """Return the line or lines of an attribute of `ptx`."""
        value = getattr(ptx, name)
        if isinstance(value, (Typed, Namespace)):
            return f"{name}: {self.wrapper(value, _class_name('_', name))}\n"
        if inspect.ismodule(value):
            self.name_import(value.__name__.rpartition(".")[0], f"{name} as {name}")
        else:
            self.name_import(_home(name), f"{name} as {name}")
        return ""

    def name_import(self, module: str, name: str) -> None:
        """Import a name.

        Raises:
            ValueError: The name is already imported from another module.
        """
        if self.origins.setdefault(name, module) != module:
            raise ValueError(f"{name} is of {module} and of {self.origins[name]}")

    def scope(self, opcode: str) -> str:
        """Return the prefix of names from the stub of an opcode."""
        self.modules.add(python_word(opcode))
        return f"_{python_word(opcode)}."

    def wrapper(self, value: Typed[..., object] | Namespace, name: str) -> str:
        """Write the class of a wrapper; return its name."""
        opcode, *words = value.opcode.words
        state = self.state(opcode, words)
        members = {
            python_word(word): self.opcodes[opcode].attribute(state, word, self.scope(opcode))
            for word in state.following
        }
        if isinstance(value, Typed):
            members["__call__"] = self.method(inspect.unwrap(value), "__call__")
        else:
            members |= self.namespace_members(value, name)
        self.name_import("pyptx.ptx.signatures", "Words")
        said = _docstring(inspect.getdoc(value), 4) if isinstance(value, Namespace) else ""
        self.classes.append(f"class {name}(Words):\n{said}{''.join(members.values())}")
        return name

    def state(self, opcode: str, words: Iterable[str]) -> State:
        """Return the state after an opcode and some words; an empty one if the rows do not have them."""
        nowhere = State({}, None)
        state = self.opcodes[opcode].root if opcode in self.opcodes else nowhere
        for word in words:
            state = state.following.get(word, nowhere)
        return state

    def namespace_members(self, value: Namespace, name: str) -> dict[str, str]:
        """Return the methods, wrappers and constants of a namespace."""
        members: dict[str, str] = {}
        classes = type(value).__mro__[: type(value).__mro__.index(Namespace)]
        for member, thing in {k: v for each in reversed(classes) for k, v in vars(each).items()}.items():
            if isinstance(thing, (Typed, Namespace)):
                members[member] = f"    {member}: {self.wrapper(thing, _class_name(name, member))}\n"
            elif member.startswith("_") and member != "__call__":
                continue
            elif isinstance(thing, property) and isinstance(thing.fget, FunctionType):
                members[member] = f"    @property\n{self.method(thing.fget, member)}"
            elif isinstance(thing, FunctionType):
                members[member] = self.method(thing, member)
            else:
                kind = type(thing)
                if kind.__module__ != "builtins":
                    self.name_import(kind.__module__, kind.__name__)
                members[member] = f"    {member}: {kind.__name__}\n"
        return members

    def method(self, function: FunctionType, name: str) -> str:
        """Write a function as a method of a stub."""
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        if not isinstance(node, ast.FunctionDef):
            raise TypeError(f"{function.__name__} is not a function")
        arguments = node.args
        if not (arguments.args and arguments.args[0].arg == "self"):
            arguments.args.insert(0, ast.arg("self"))
        arguments.defaults = [_default(value) for value in arguments.defaults]
        arguments.kw_defaults = [value and _default(value) for value in arguments.kw_defaults]
        self.import_names(function.__module__, node)
        returns = ast.unparse(node.returns) if node.returns else "object"
        said = _docstring(ast.get_docstring(node), 8)
        return f"    def {name}({ast.unparse(arguments)}) -> {returns}:\n{said or '        ...'}"

    def import_names(self, module: str, node: ast.FunctionDef) -> None:
        """Import the names in the annotations of a function."""
        annotations = [a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg) and a.annotation]
        names = {
            part.id
            for annotation in (*annotations, *([node.returns] if node.returns else []))
            for part in ast.walk(annotation)
            if isinstance(part, ast.Name)
        }
        origins = _origins(module)
        for name in names - _BUILTIN:
            self.name_import(origins.get(name, module), name)


_BUILTIN = frozenset({"bool", "float", "int", "object", "str", "tuple", "list", "dict"})


def _class_name(outer: str, name: str) -> str:
    """Return the name of the class of a wrapper: ``_Cp``, ``_CpAsync``."""
    return outer + name.strip("_").capitalize()


def _docstring(text: str | None, indent: int) -> str:
    """Write a docstring on lines of its own."""
    if text is None:
        return ""
    end = "\n" if "\n" in text else ""
    return textwrap.indent(f'"""{text}{end}"""\n', " " * indent)


def _default(value: ast.expr) -> ast.expr:
    """Write a default value: literals unchanged."""
    return value if isinstance(value, (ast.Constant, ast.UnaryOp)) else ast.Constant(...)


def _home(name: str) -> str:
    """Return the module from which `pyptx.ptx` has a name."""
    return _origins(ptx.__name__)[name]


def _origins(module: str) -> dict[str, str]:
    """Return the modules from which a module imports its names."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
