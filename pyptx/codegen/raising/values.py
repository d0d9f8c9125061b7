"""Registers become Python variables where they are first written."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.declarations import register_type
from pyptx.codegen.operands import is_offset
from pyptx.ir import (
    Address,
    Block,
    Declaration,
    Directive,
    Group,
    Instruction,
    Literal,
    Name,
    Negated,
    Pair,
    Vector,
)
from pyptx.ir.visit import walk, without_gaps
from pyptx.trace import operand_types, written_positions
from pyptx.trace.names import CLASSES
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from pyptx.codegen.raising.words import Mentions
    from pyptx.ir import Operand, Statement


class Array(NamedTuple):
    """Registers that become one array.

    Attributes:
        stem: Its name.
        type: As declared.
        names: The registers, in the order in which an instruction takes them first.
    """

    stem: str
    type: str
    names: list[str]


@dataclass(slots=True)
class Values:
    """Roles of the registers that are declared at the head of a body.

    Attributes:
        declared: Declared type of each register.
        variables: Registers that are Python variables from their first write on.
        counts: Number of uses of each register.
        arrays: Arrays of registers.
        pinned: Registers that keep their names, because PTX text names them.
        views: Type that Python uses for a register whose instructions prefer one.
        vetoed: Registers that stay bits, as declared.
    """

    declared: dict[str, str]
    variables: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    arrays: list[Array] = field(default_factory=list)
    pinned: list[str] = field(default_factory=list)
    views: dict[str, str] = field(default_factory=dict)
    vetoed: set[str] = field(default_factory=set)


def plan_values(
    body: Sequence[Statement],
    mentions: Mentions,
    given: AbstractSet[str] = frozenset(),
    *,
    untyped: bool = False,
) -> Values | None:
    """Decide the role of each register; None if names could clash.

    A register is a variable if it is first named, in the order of the text, as the first operand of an
    instruction outside `{ }` that writes it, or in a pair there whose members are both new: the trace then
    gives it another name, and every later mention follows.

    Args:
        body: The statements.
        mentions: Returns the names in operands.
        given: Registers that are parameters and results of the function.
        untyped: Whether floating-point registers are declared as bits; one without another use then has its
            floating-point type.
    """
    declared: dict[str, str] = {}
    for statement in body:
        if type(statement) is not Declaration:
            break
        dtype = register_type(without_gaps(statement))
        if dtype is None or CLASSES.get(dtype.name, ("", ""))[1] not in (dtype.name, f"b{dtype.bits}"):
            continue
        (declarator,) = statement.declarators
        if declarator.count is None:
            declared[declarator.name] = dtype.name
        elif declarator.count <= MOST:
            declared.update(
                dict.fromkeys([f"{declarator.name}{n}" for n in range(declarator.count)], dtype.name)
            )
        else:
            return None
    if not declared or _clashes(body, declared):
        return None
    reading = _Reading(declared, mentions, untyped=untyped)
    values = reading.of(body)
    return values if reading.undeclared <= given else None  # a trace gives such names to other registers


MOST = 1 << 17
"""Registers of one declaration; more are left alone."""


def _clashes(body: Sequence[Statement], declared: dict[str, str]) -> bool:
    """Whether a name that stays might equal a name that a trace gives, or might hide one that is removed."""
    leading = True
    for statement in body:
        leading = leading and type(statement) is Declaration
        for node in walk((statement,)) if type(statement) is Block else (statement,):
            if type(node) is not Declaration:
                continue
            for declarator in node.declarators:
                first = declarator.name if declarator.count is None else f"{declarator.name}0"
                if (not leading or first not in declared) and (first in declared or _GIVEN.match(first)):
                    return True
    return False


def members_of(pair: Pair) -> tuple[str, ...]:
    """Return the names of the two registers of a pair; fewer if one is not a name."""
    return tuple([each.name for each in (pair.first, pair.second) if type(each) is Name])


class _Reading:
    """Reads a body once.

    Attributes:
        undeclared: Names that a trace gives to registers, and that nothing declares.
    """

    def __init__(self, declared: dict[str, str], mentions: Mentions, *, untyped: bool) -> None:
        self.undeclared: set[str] = set()
        self._declared = declared
        self._untyped = untyped
        self._floats: dict[str, str] = {}
        self._vectors: list[list[str]] = []
        self._others: set[str] = set()
        self._mentions = mentions
        self._values = Values(declared)
        self._seen: set[str] = set()
        self._uses: list[str] = []
        self._votes: dict[str, Counter[str]] = {}
        self._rows: dict[str, list[str]] = {}
        self._written: dict[str, str] = {}
        self._pinned: dict[str, None] = {}
        self._vetoed: set[str] = set()
        self._alike: list[tuple[str, str]] = []
        self._set_by: dict[tuple[str, tuple[str, ...], str], list[str]] = {}

    def of(self, body: Sequence[Statement]) -> Values:
        values = self._values
        for statement in body:
            if type(statement) is Block:
                for node in walk((statement,)):
                    self._read(node, outside=False)
            else:
                self._read(statement, outside=True)
        values.counts.update(self._uses)
        for result, source in reversed(self._alike):
            if result in self._votes:
                self._votes.setdefault(source, Counter()).update(self._votes[result])
        values.pinned = list(self._pinned)
        values.variables -= self._pinned.keys()
        values.variables -= self._written.keys()
        together = self._types_in_braces()
        for stem, type_, names in self._arrays(together):
            left = [name for name in names if name not in self._pinned]
            if left:
                values.arrays.append(Array(stem, type_, left))
                votes: Counter[str] = Counter()
                for name in left:
                    votes.update(self._votes.get(name, {}))
                if votes and self._vetoed.isdisjoint(left):
                    values.views.update(dict.fromkeys(left, _elected(votes)))
        for name in values.variables:
            if name in self._votes and name not in self._vetoed:
                values.views[name] = _elected(self._votes[name])
        for names in self._set_by.values():  # results of one instruction that say nothing are like the others
            views = {values.views[name] for name in names if name in values.views}
            if len(views) == 1:
                (view,) = views
                silent = [name for name in names if name not in values.views and name not in self._vetoed]
                values.views.update(dict.fromkeys(silent, view))
        alone = self._floats.keys() & values.variables - self._others
        for name, view in ({name: self._floats[name] for name in alone} | together).items():
            if view and name not in self._pinned:
                values.views[name] = view
                self._vetoed.discard(name)
        values.vetoed = self._vetoed
        return values

    def _types_in_braces(self) -> dict[str, str]:
        """Return the registers in braces with the floating-point type of their uses; "" for none.

        Registers in the same braces have one type, and so have their partners.
        """
        parents: dict[str, str] = {}

        def root(name: str) -> str:
            while parents[name] != name:
                parents[name] = name = parents[parents[name]]
            return name

        for names in self._vectors:
            for name in names:
                parents.setdefault(name, name)
                parents[root(name)] = root(names[0])
        views: dict[str, str] = {}
        for name in parents:
            first, view = root(name), self._floats.get(name, "")
            if name in self._others or (view and views.get(first, view) != view):
                view = OTHER
            if view:
                views[first] = view
        return {name: views.get(root(name), "").removeprefix(OTHER) for name in parents}

    def _arrays(self, views: dict[str, str]) -> Iterator[Array]:
        """The registers that instructions write in braces, by instruction; then those that come too early."""
        groups: dict[tuple[str, str, str], list[str]] = {}
        for name, opcode in self._written.items():
            key = _STEMS.get(opcode, "v"), self._declared[name], views.get(name, "")
            groups.setdefault(key, []).append(name)
        for (stem, type_, _), names in groups.items():
            yield Array(stem, type_, names)
        for type_, names in self._rows.items():
            yield Array(
                _LETTERS.get(type_, "r"), type_, [name for name in names if name not in self._written]
            )

    def _read(self, node: Statement, *, outside: bool) -> None:
        if type(node) is Directive:
            self._pinned.update(dict.fromkeys(word for word in node.words if word in self._declared))
        if type(node) is not Instruction:
            return
        rules = _rules_of(node.opcode, node.modifiers, len(node.operands))
        if self._untyped:
            self._float(node, rules)
        declared, seen, uses = self._declared, self._seen, self._uses
        for index, operand in enumerate(node.operands):
            kind = type(operand)
            if kind is Name:
                name = operand.name  # type: ignore[union-attr]
                if name in seen:
                    uses.append(name)
                elif name in declared:
                    fresh = index == 0 and outside and 0 in rules.written
                    if fresh and declared[name] in _BITS and node.opcode not in _COPYING:
                        key = node.opcode, node.modifiers, declared[name]
                        self._set_by.setdefault(key, []).append(name)
                    self._name(name, fresh=fresh)
                else:
                    self._unknown(name)
            elif kind is Pair and index == 0 and outside and 0 in rules.written and self._is_new(operand):  # type: ignore[arg-type]
                for member in members_of(operand):  # type: ignore[arg-type]
                    self._name(member, fresh=True)
            elif kind is not Literal:
                self._other(operand)
                if kind is Vector and len(operand.items) > 1:  # type: ignore[union-attr]
                    self._braces(node, rules, index, operand)  # type: ignore[arg-type]
        if node.guard is not None:
            if node.guard.register in self._declared:
                self._name(node.guard.register, fresh=False)
            else:
                self._unknown(node.guard.register)
        self._vote(node, rules)

    def _float(self, node: Instruction, rules: _Rules) -> None:
        """Record the registers that an instruction reads as floating-point or other numbers."""
        declarations = self._declared
        for operand, expected in zip(node.operands, rules.types, strict=True):
            kind = type(operand)
            if kind is Literal:
                continue
            if kind is not Name and kind is not Vector:
                self._others.update(self._mentions.of(operand))
                continue
            names = [name for name in self._mentions.of(operand) if name in declarations]
            if kind is Vector and names:
                self._vectors.append(names)
            type_ = expected
            if not expected and node.opcode == "mov" and len(rules.words) == 1 and names:
                parts = len(operand.items) if type(operand) is Vector else 1
                type_ = f"b{TYPES[rules.words[0]].bits // parts}"
            bits = FLOATS.get(type_)
            for name in names:
                declared = declarations[name]
                if bits == declared:
                    if node.opcode in _ARITHMETIC:
                        self._floats[name] = type_
                elif type_ != declared:
                    self._others.add(name)

    def _name(self, name: str, *, fresh: bool) -> None:
        self._uses.append(name)
        if name in self._seen:
            return
        self._seen.add(name)
        if fresh:
            self._values.variables.add(name)
        else:
            self._rows.setdefault(self._declared[name], []).append(name)

    def _is_new(self, pair: Pair) -> bool:
        """Whether no instruction has named the two registers of a pair."""
        members = members_of(pair)
        if len(set(members)) < 2 or not self._seen.isdisjoint(members):
            return False
        types = [self._declared.get(each) for each in members]
        return "pred" in types and None not in types

    def _other(self, operand: Operand) -> None:
        """Read an operand that is more than a name."""
        names: list[str] = []
        for name in self._mentions.of(operand):
            if name in self._declared:
                names.append(name)
                self._name(name, fresh=False)
            else:
                self._unknown(name)
        if names and not self._is_said(operand):
            self._pinned.update(dict.fromkeys(names))

    def _braces(self, node: Instruction, rules: _Rules, index: int, operand: Vector) -> None:
        """Note registers that an instruction writes in braces."""
        if index in rules.written:
            for item in operand.items:
                if type(item) is Name and item.name in self._declared:
                    self._written.setdefault(item.name, node.opcode)

    def _unknown(self, name: str) -> None:
        """Read a name other than a register: if it is a part, ``%r1.h0``, keep the name of its register."""
        whole = name.partition(".")[0]
        if _GIVEN.match(whole) and whole not in self._declared:
            self.undeclared.add(whole)
        if whole in self._declared:
            self._name(whole, fresh=False)
            self._pinned[whole] = None

    def _is_said(self, operand: Operand) -> bool:
        """Whether Python says an operand by variables."""
        match operand:
            case Address(Name(), None, ()):
                return True
            case Address(Name(), Literal() as offset, ()):
                return is_offset(offset)
            case Address(Name(), None, (Vector(items),)) | Vector(items) | Group(items):
                return all(
                    isinstance(item, Literal) or (isinstance(item, Name) and item.name in self._declared)
                    for item in items
                )
            case Pair(Name(first), Name(second)):
                return "pred" in (self._declared.get(first), self._declared.get(second)) and (
                    first in self._declared and second in self._declared
                )
            case Negated(Name(name)):
                return self._declared.get(name) == "pred"
        return False

    def _vote(self, node: Instruction, rules: _Rules) -> None:
        """Let an instruction vote for the type of its registers."""
        declared, operands = self._declared, node.operands
        if node.opcode in _BITWISE and len(operands) > 1 and rules.words:
            first, second = operands[:2]
            if type(first) is Name and type(second) is Name and {first.name, second.name} <= declared.keys():
                self._alike.append((first.name, second.name))
            return
        for index, word in rules.votes:
            operand = operands[index]
            kind = type(operand)
            if kind is Literal:
                continue
            names = (operand.name,) if type(operand) is Name else self._mentions.of(operand)
            if kind is Address and word == FLOATING:
                if (node.opcode, *node.modifiers[:1]) == ("tcgen05", "mma"):
                    self._vetoed.update(declared.keys() & names)
                continue
            for name in names:
                type_ = declared.get(name)
                if type_ is None:
                    continue
                if word in _FLOATS:
                    if type_ not in _FLOATS:
                        self._vetoed.add(name)
                elif kind is Name and type_ in _BITS and CLASSES.get(word, ("", ""))[1] == type_:
                    votes = self._votes.get(name)
                    if votes is None:
                        votes = self._votes[name] = Counter()
                    votes[word] = votes.get(word, 0) + (1 if node.opcode == "mov" else 4)


class _Rules(NamedTuple):
    """How instructions with one opcode, modifiers and number of operands take their operands.

    Attributes:
        words: The types among the modifiers.
        types: Type of each operand; empty for several.
        votes: Position and type of the operands that say it; `FLOATING` for all if one is floating point or
            a pair.
        written: Positions of the operands that may be written.
    """

    words: tuple[str, ...]
    types: tuple[str, ...]
    votes: tuple[tuple[int, str], ...]
    written: frozenset[int]


@lru_cache(maxsize=4096)
def _rules_of(opcode: str, modifiers: tuple[str, ...], count: int) -> _Rules:
    words = tuple([word for word in modifiers if word in TYPES])
    types = operand_types(opcode, modifiers, count)
    return _Rules(words, types, _votes(opcode, words, count), written_positions(opcode, modifiers, count))


def _votes(opcode: str, words: tuple[str, ...], count: int) -> tuple[tuple[int, str], ...]:
    if opcode == "cvt" and len(words) == count == 2:
        return tuple(enumerate(words))
    if not words or any(word in _FLOATS or "x" in word for word in words):
        return tuple([(index, FLOATING) for index in range(count)])
    if opcode not in _TYPED:
        return ()
    sources = range(count)[1:3] if opcode == "mad" else range(count)[1:]
    return tuple([(index, words[-1]) for index in (*range(count if opcode in _LIKE else 0)[:1], *sources)])


def _elected(votes: Counter[str]) -> str:
    """The type with most votes."""
    return max(votes, key=lambda name: (votes[name], name))


_STEMS = {
    "mma": "acc", "wgmma": "acc", "wmma": "acc", "ldmatrix": "frag", "tcgen05": "t", "tex": "texel",
}  # fmt: skip
"""Names of arrays, by the opcode that writes them in braces."""
_LETTERS = {"pred": "p", "b16": "h", "f16": "h", "b32": "r", "f32": "f", "b64": "d", "f64": "d", "b128": "q"}
_TYPED = frozenset(
    {"add", "sub", "mul", "div", "rem", "setp", "min", "max", "neg", "abs", "shr", "mad", "mov"}
)
"""Opcodes whose last word is the type of the operator."""
_LIKE = frozenset({"add", "sub", "div", "rem", "min", "max", "neg", "abs", "shr", "mov"})
"""Those of them whose result is of that type too."""
FLOATS = {"f32": "b32", "f64": "b64"}
"""Types of floating point, and the bits that they are declared as where nothing says more."""
_ARITHMETIC = frozenset(
    {"add", "sub", "mul", "div", "fma", "neg", "abs", "min", "max", "setp", "mma", "wgmma", "wmma"}
)
"""Opcodes that show that a register holds floating point."""
OTHER = "b"
"""Stands for registers that are taken for several kinds of numbers."""
FLOATING = "f32"
"""Stands for all types whose registers are taken for nothing but what they are declared."""
_FLOATS = frozenset(name for name, dtype in TYPES.items() if dtype.kind == "f")
_BITS = frozenset(name for name, dtype in TYPES.items() if dtype.kind == "b")
_COPYING = frozenset({"ld", "mov", "cvta"})
"""Opcodes whose results have nothing in common."""
_BITWISE = frozenset({"and", "or", "xor", "not", "shl"})
"""Opcodes whose result is taken for what their first source is."""
_GIVEN = re.compile(r"%(?:p|rs|r|h|f|rd|fd|q)_*\d+\Z")
"""Names that a trace gives."""
