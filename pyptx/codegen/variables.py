"""The variables of a module, as statements of Python."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pyptx import mangling
from pyptx.codegen.operands import identifier
from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import Assign, Call, Display, Name, Number, Text
from pyptx.ir import Function, Instruction
from pyptx.ir.visit import walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.codegen.raising import Raising
    from pyptx.codegen.tree import Expr
    from pyptx.codegen.writer import Writer
    from pyptx.ir import Declaration, Module


COMMON, SHARED = 24, 64
"""Characters that names share before a list leaves them out, and the names up to which it does."""


class _Alike(NamedTuple):
    """Variables that were declared last and differ in nothing but name and value.

    Attributes:
        key: The other words of the declarations.
        rows: Both of each, as the list of a loop has them.
        start: The line where the first is declared.
        end: The line after the last.
        loop: Lines from the end of the list of names on; 0 where there is one variable.
    """

    key: tuple[object, ...]
    rows: list[str]
    start: int
    end: int
    loop: int = 0


class TakenNames(set[str]):
    """Names of a Python file that have a meaning."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self._numbers: dict[str, int] = {}

    def free(self, stem: str) -> str:
        """Take a Python name that nothing else in the file has."""
        name, count = stem, self._numbers.get(stem, 2)
        while name in self:
            name = f"{stem}_{count}"
            count += 1
        self._numbers[stem] = count
        self.add(name)
        return name


class Variables:
    """The declarations of the variables of a module being written.

    Attributes:
        aliases: Python names of variables with mangled names.
    """

    def __init__(self, module: Module, writer: Writer, raising: Raising | None, taken: TakenNames) -> None:
        """Start with no variable.

        Args:
            module: The module.
            writer: Writer of its file.
            raising: The state of its bodies; None for plain Python.
            taken: Names of the file.
        """
        self.aliases: dict[str, str] = {}
        self._module, self._writer, self._raising, self._taken = module, writer, raising, taken
        self._alike: _Alike | None = None
        self._each: tuple[str, str] | None = None
        self._mentioned: set[str] | None = None

    def _alias(self, item: Declaration) -> str:
        """Return the demangled name of a variable that a raised body names; empty for others."""
        name = item.declarators[0].name
        stem = mangling.stem(name)
        if self._raising is None or stem == name:
            return ""
        if self._mentioned is None:
            names_in = self._raising.mentions.names_in
            self._mentioned = {
                each
                for function in self._module.items
                if isinstance(function, Function)
                for node in walk(function.body or ())
                if type(node) is Instruction
                for each in names_in(node.operands)
            }
        if name not in self._mentioned:
            return ""
        free = self._taken.free(identifier(f"{stem}_" if stem == "k" else stem))  # k is the kernel
        return self.aliases.setdefault(name, free)

    def write(self, call: Call, item: Declaration) -> None:
        """Write a declaration as a call; raised, those that differ in name and value are a loop."""
        alias = self._alias(item)
        if alias:
            self._alike = None
            self._writer.body((Assign(Name(alias), call),))
            return
        writer, alike = self._writer, self._alike
        space, type_, name = call.arguments
        keywords = dict(call.keywords)
        init = keywords.get("init")
        valued = isinstance(init, (Number, Text)) and "\n" not in init.text
        if valued:
            keywords["init"] = Text("")
        row = text_of(Display((name, init), "()") if valued else name)  # type: ignore[arg-type]
        key = (space, type_, *keywords.items())
        start = len(writer.lines)
        if self._raising is None:
            writer.call(call)
        elif alike is None or (alike.key, alike.end) != (key, start):
            writer.call(call)
            self._alike = _Alike(key, [row], start, len(writer.lines))
        elif alike.loop and len(alike.rows) >= SHARED:
            writer.lines.insert(alike.end - alike.loop, f"    {row},")
            self._alike = alike._replace(end=alike.end + 1)
        else:
            del writer.lines[alike.start :]
            alike.rows.append(row)
            if self._each is None:
                self._each = self._taken.free("name"), self._taken.free("init")
            variable, value = self._each
            named: Expr = Name(variable)
            if valued:
                keywords["init"] = Name(value)
                writer.rows(f"for {variable}, {value} in (", alike.rows, "):")
            elif len(alike.rows) < SHARED and len(start_of := _common_start(alike.rows)) >= COMMON:
                rests = [f'"{each[len(start_of) :]}' for each in alike.rows]
                named = Text(f'f"{start_of[1:]}{{{variable}}}"')
                writer.bracket(f"for {variable} in (", rests, "):")
            else:
                writer.rows(f"for {variable} in (", alike.rows, "):")
            loop = len(writer.lines) - 1
            writer.depth += 1
            writer.call(Call(call.function, (space, type_, named), tuple(keywords.items())))
            writer.depth -= 1
            end = len(writer.lines)
            self._alike = alike._replace(end=end, loop=end - loop)


def _common_start(rows: list[str]) -> str:
    r"""Return the characters with which the texts of some names start, up to a length that starts a word.

    >>> _common_start(['"_ZN4cuda5beginE"', '"_ZN4cuda5emptyE"'])
    '"_ZN4cuda'
    """
    first, last = min(rows), max(rows)
    size = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), 0)
    return "" if "\\" in first else re.sub(r"\d?[A-Za-z]*\Z", "", first[:size])
