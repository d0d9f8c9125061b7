"""Names of variables, derived from the values they are set to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx import mangling
from pyptx.codegen.operands import Names, identifier
from pyptx.codegen.raising.scopes import plain_name
from pyptx.codegen.raising.words import PARAMETERS
from pyptx.codegen.tree import (
    Assign,
    Call,
    For,
    Number,
    Register,
    Text,
    With,
    expressions_of,
    rebuilt,
    with_expressions,
)
from pyptx.codegen.tree import Name as Variable
from pyptx.ir import Address, Literal, Name
from pyptx.isa import special_register
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Instruction, Operand


LONGEST = 32
"""A name that is longer and has a ``$`` says the function first, and what is meant behind the last."""


def name_registers(body: Body, facts: Facts) -> Body:
    """Give the variables of registers their names, in the order in which they are set.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.tree import Call, Do
    >>> from pyptx.codegen.writer import render_body
    >>> body = Assign(Register("%r7"), Call("f")), Do(Call("g", (Register("%r7"),)))
    >>> print(render_body(name_registers(body, Facts(stems={"%r7": "row"}, names=Names({})))))
    row = f()
    g(row)
    """
    return body if facts.names is None else _Named(facts.names, facts).of(body)


class _Named:
    """The names of one body."""

    def __init__(self, names: Names, facts: Facts) -> None:
        self._names = names
        self._facts = facts
        self._given: dict[Expr, Expr] = {}
        self._shared: dict[str, Variable] = {}

    def of(self, body: Body) -> Body:
        """The statements of a block."""
        out: list[Statement] = []
        for statement in body:
            kind = type(statement)
            if kind is Assign and type(statement.target) is Register:  # type: ignore[union-attr]
                value = self._named(statement.value)  # type: ignore[union-attr]
                target = self._given.get(statement.target) or self._bind(statement.target.name)  # type: ignore[union-attr]
                out.append(with_expressions(statement, (target, value)))
                continue
            made = with_expressions(statement, [self._named(each) for each in expressions_of(statement)])
            if isinstance(made, For):
                target = self._bind(made.target.name) if type(made.target) is Register else made.target
                made = made._replace(target=target, body=self.of(made.body))
            elif isinstance(made, With):
                rest = self._names.variable("rest") if made.name else ""
                if rest:
                    self._given[Register(made.name)] = Variable(rest)
                made = made._replace(name=rest, body=self.of(made.body))
                if rest:
                    self._names.release(rest)
            out.append(made)
        return tuple(out)

    def _bind(self, name: str) -> Variable:
        """Return a name for a register; one for those that have the same name in opened scopes."""
        plain, block = plain_name(name)
        stem = self._facts.stems.get(name) or identifier(plain)
        self._facts.report.variables += 1
        if not block.isdigit():
            made = Variable(self._names.variable(stem))
        elif plain in self._shared:
            made = self._shared[plain]
        else:
            made = self._shared[plain] = Variable(self._names.variable(stem))
        self._given[Register(name)] = made
        return made

    def _named(self, expr: Expr) -> Expr:
        kind = type(expr)
        if kind is Register:
            return self._given.get(expr, expr)
        if kind is Variable or kind is Number:
            return expr
        if kind is Text:
            if expr.text in TYPES:  # type: ignore[union-attr]
                self._facts.types.add(expr.text)  # type: ignore[union-attr]
            return expr
        if kind is Call and expr.function.startswith("reg."):  # type: ignore[union-attr]
            self._facts.uses_registers = True
        return rebuilt(expr, self._named)


class Naming:
    """The names that registers of one body get, in the order in which they are set.

    A special register gives its name, a parameter ``src_ptr`` or ``limit_value``, a variable ``tile_at``.
    Results computed from these are named by their meaning: an address in an array keeps the array's name,
    ``ctaid.x * ntid.x + tid.x`` is ``index_x``, ``nctaid.x * ntid.x`` are the ``threads_x``, and a wide
    product with the size of elements is an ``offset``. If a kernel reads only the x index of its thread,
    ``tid.x & 31`` is its ``lane`` and ``tid.x >> 5`` its ``warp``.
    """

    def __init__(
        self, registers: Collection[str], pointers: Collection[str], roles: Mapping[str, str], *, flat: bool
    ) -> None:
        """Start a body.

        Args:
            registers: Its registers.
            pointers: Parameters that are used as pointers.
            roles: Names of registers by their use, for those whose value gives them none.
            flat: Whether the kernel asks for no ``%tid.y`` and ``%tid.z``.
        """
        self._registers = registers
        self._pointers = pointers
        self._roles = roles
        self._stems: dict[str, str] = {}
        self._flat = flat
        self._special: dict[str, str] = {}
        self._places: dict[str, str] = {}

    def stem(self, name: str, node: Instruction) -> str:
        """Return the name for the register that an instruction sets first."""
        made, sources = "", node.operands[1:]
        if node.opcode in _TELLING:
            made = self._name_from_source(name, node, sources[0]) if len(sources) == 1 else ""
            made = made or self._sum(name, node, sources) or self._part(node, sources)
        plain, block = plain_name(name)
        role = "" if block else self._roles.get(name, "")
        made = role if role in ("barrier", "tile") else made or role
        if not made and node.opcode in ("cvt", "mov") and isinstance(sources[0], Name):
            made = self._stems.get(sources[0].name, "")
        if made:
            self._stems[name] = made
        if not made and not _NUMBERED.fullmatch(identifier(plain)):
            made = identifier(plain)
        return made

    def _name_from_source(self, name: str, node: Instruction, source: Operand) -> str:
        """Return the name of a result with one source."""
        opcode, words = node.opcode, node.modifiers
        if isinstance(source, Name):
            register = special_register(source.name) if opcode == "mov" else None
            if register is not None:
                self._special[name] = source.name
                return identifier(source.name.replace(".", "_"))
            if opcode == "mov" and source.name not in self._registers and words[-1] in _WIDE:
                return self._placed(name, mangling.stem(source.name))
            if opcode == "cvta" and source.name in self._places:
                return self._placed(name, self._places[source.name])
        if opcode == "ld" and isinstance(source, Address):
            if words[0] in PARAMETERS:
                return self._parameter(name, source)
            if isinstance(source.base, Name) and source.base.name in self._places:
                return f"{self._places[source.base.name]}_value"
        return ""

    def _parameter(self, name: str, source: Address) -> str:
        """The name of the object that a parameter holds."""
        if source.offset is not None or not isinstance(source.base, Name):
            return ""
        stem = identifier(source.base.name)
        if source.base.name not in self._pointers:
            return f"{stem}_value"
        self._places[name] = stem
        return f"{stem}_ptr"

    def _sum(self, name: str, node: Instruction, sources: tuple[Operand, ...]) -> str:
        """The name of a sum with a place or of coordinates."""
        if node.opcode not in ("add", "mad") or not all(
            isinstance(each, (Name, Literal)) for each in sources
        ):
            return ""
        names = [each.name for each in sources if isinstance(each, Name)]
        known = [self._special.get(each, "") for each in names]
        if node.opcode == "mad" and len(known) == len(sources):
            for axis in "xyz":
                if {*known[:2]} == {f"%ctaid.{axis}", f"%ntid.{axis}"} and known[2] == f"%tid.{axis}":
                    return f"index_{axis}"
        places = [each for each in names if each in self._places]
        if len(places) != 1 or (node.opcode == "mad" and places[0] != names[-1]):
            return ""
        return self._placed(name, self._places[places[0]])

    def _placed(self, name: str, stem: str) -> str:
        """The name of an address within a named object."""
        if len(stem) > LONGEST and "$" in stem:
            stem = stem.rpartition("$")[2] or stem
        self._places[name] = stem = identifier(stem.lstrip("_") or stem)
        return f"{stem}_at"

    def _part(self, node: Instruction, sources: tuple[Operand, ...]) -> str:
        """Name a part of a thread's index, an index in the grid, or a byte offset of an element."""
        if node.opcode == "mul" and len(sources) == 2 and all(isinstance(each, Name) for each in sources):
            asked = {self._special.get(each.name, "") for each in sources if isinstance(each, Name)}
            for axis in "xyz":
                if asked == {f"%nctaid.{axis}", f"%ntid.{axis}"}:
                    return f"threads_{axis}"
        if node.opcode == "mul" and "wide" in node.modifiers and isinstance(sources[1], Literal):
            return "offset" if sources[1].text in _SIZES else ""
        if len(sources) != 2 or not isinstance(sources[0], Name) or not isinstance(sources[1], Literal):
            return ""
        special = self._special.get(sources[0].name, "")
        if special.startswith("%ctaid.") and node.opcode in ("shl", "mul"):
            return f"start_{special[-1]}"
        stem = "tid" if special == "%tid.x" and self._flat else self._stems.get(sources[0].name, "")
        return _PARTS.get((stem, node.opcode, sources[1].text), "")


_NUMBERED = re.compile(r"[a-z]{1,2}\d+")
"""Names that compilers give."""
_TELLING = frozenset({"add", "and", "cvta", "ld", "mad", "mov", "mul", "shl", "shr"})
"""Opcodes whose results have a name."""
_PARTS = {
    ("tid", "and", "31"): "lane",
    ("tid", "shr", "5"): "warp",
    ("tid", "and", "127"): "thread",
    ("tid", "shr", "7"): "warpgroup",
    ("lane", "shr", "2"): "group",
    ("lane", "and", "3"): "lane_in_group",
}
"""Parts of a thread's number; groups of four lanes are those of a fragment of an MMA."""
_SIZES = frozenset({"2", "4", "8", "16"})
"""Bytes of elements."""
_WIDE = frozenset({"b32", "u32", "s32", "b64", "u64", "s64"})
"""Types of addresses."""
