"""Replace registers that hold one number by the number.

A register that one unguarded `mov` of a whole number sets has that number wherever the `mov` has run. If it
runs on every path to the uses, and each use may be a constant of the width of the register, the uses hold the
number and the `mov` goes. This does not change the program, so programs are compared in this form.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.ir import Address, Block, Declaration, Directive, Instruction, Label, Literal, Name, Vector
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import names_among, numbered, operand_names, with_names
from pyptx.isa.vocabulary import TERMINATORS
from pyptx.record import replace
from pyptx.trace import operand_rows, written_names
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence

    from pyptx.ir import Operand, Statement
    from pyptx.isa import OperandSpec

WIDEST = 32
"""Bits of the registers whose constants are propagated over blocks of code: ptxas may split wider ones."""
LARGEST = 1 << 32
"""The least constant of 64 bits that keeps its register: a cache policy or a mask, which needs a name."""


class Constant(NamedTuple):
    """The number in a register.

    Attributes:
        text: As the `mov` has it.
        type: The declared type of the register.
    """

    text: str
    type: str


TypeOf: TypeAlias = "Callable[[str], str]"
"""Returns the declared type of a register; empty for another name."""


def first_uses(body: Sequence[Statement], numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each `mov` that goes its number and that of the first statement with its constant.

    >>> from pyptx.parser import parse
    >>> text = '''.version 8.0 .target sm_90a .entry k() { .reg .b32 %r<5>; mov.u32 %r1, 31;
    ...     mov.u32 %r2, %tid.x; { mov.u32 %r4, -1; shfl.sync.idx.b32 %r3, %r2, 0, %r1, %r4; } ret; }'''
    >>> first_uses(parse(text).items[-1].body, range(7))
    [(1, 5), (4, 5)]

    Args:
        body: The statements of a function.
        numbers: A number of each, those of blocks too, in the order of the text.
    """
    code, type_of = flattened(body)
    constants = constants_of(code, type_of)
    found: list[tuple[int, int]] = []
    waiting: dict[str, int] = {}
    for node, number in zip(code, numbers, strict=True):
        if type(node) is Instruction and constants:
            for name in names_among(node.operands):
                if name in waiting:
                    found.append((waiting.pop(name), number))
            if sets_constant(node, constants):
                waiting[node.operands[0].name] = number  # type: ignore[union-attr]
    return found


def flattened(body: Sequence[Statement]) -> tuple[list[Statement], TypeOf]:
    """Return the statements of a body in the order of `walk`, and a function for the types of registers.

    In the statements each name that a block declares has the number of the block: ``%r1@2``. The function
    maps a name to the type of its register; to an empty text for another name, or a part of a vector.
    """
    scopes: list[_Scope] = []
    code: list[Statement] = []
    _flatten(body, _Scope(body, scopes), scopes, code)

    def type_of(unique: str) -> str:
        name, _, number = unique.partition("@")
        return "" if "." in unique else scopes[int(number or 0)].declared(name) or ""

    return code, type_of


def _flatten(body: Sequence[Statement], scope: _Scope, scopes: list[_Scope], code: list[Statement]) -> None:
    for node in body:
        code.append(scope.renamed(node))
        if type(node) is Block:
            _flatten(node.body, _Scope(node.body, scopes, scope), scopes, code)


class _Scope:
    """The names that a body declares, or a block in it.

    Args:
        body: The statements.
        scopes: The scopes made so far, those of blocks by their numbers; this one joins them.
        outer: The scope around a block.
    """

    def __init__(self, body: Sequence[Statement], scopes: list[_Scope], outer: _Scope | None = None) -> None:
        self._outer = outer
        self._mark = f"@{len(scopes)}"
        scopes.append(self)
        self._types: dict[str, str] = {}
        self._groups: dict[str, tuple[int, str]] = {}
        self._known: dict[str, str] = {}
        for node in body:
            if type(node) is Label:
                self._types[node.name] = ""
            elif type(node) is Declaration:
                type_ = (node.type or "") if node.space == "reg" and not node.vector else ""
                for declarator in node.declarators:
                    if declarator.count is None:
                        self._types[declarator.name] = type_
                    else:
                        self._groups[declarator.name] = declarator.count, type_

    def unique(self, name: str) -> str:
        """Return a name with the number of the block that declares it."""
        if self._outer is None:
            return name
        found = self._known.get(name)
        if found is None:
            whole, dot, component = name.partition(".")
            is_own = self.declared(whole) is not None
            found = f"{whole}{self._mark}{dot}{component}" if is_own else self._outer.unique(name)
            self._known[name] = found
        return found

    def renamed(self, node: Statement) -> Statement:
        """Return a statement in unique names."""
        if self._outer is None:
            return node
        if type(node) is Label:
            return Label(self.unique(node.name))
        if type(node) is Directive:
            return replace(node, words=tuple(map(self.unique, node.words)))
        if type(node) is not Instruction:
            return node
        guard = node.guard and replace(node.guard, register=self.unique(node.guard.register))
        operands = tuple([with_names(operand, self.unique) for operand in node.operands])
        return replace(node, operands=operands, guard=guard)

    def constants(self, node: Instruction, constants: Mapping[str, Constant]) -> Mapping[str, Constant]:
        """Return constants by the names that an instruction has for them."""
        if self._outer is None:
            return constants
        names = ((name, self.unique(name)) for name in names_among(node.operands))
        return {name: constants[unique] for name, unique in names if unique in constants}

    def declared(self, name: str) -> str | None:
        """Return the type of a declared register, empty for another declared name; None for any other."""
        if name in self._types:
            return self._types[name]
        for prefix, number in numbered(name):
            count, type_ = self._groups.get(prefix, (0, ""))
            if number < count:
                return type_
        return None


def constants_of(
    code: Sequence[Statement], type_of: TypeOf, kept: Container[str] = ()
) -> dict[str, Constant]:
    """Return the registers that hold one number wherever they are read, if each use may be a constant.

    Args:
        code: The statements, those of blocks too, in the order of the text.
        type_of: Returns the declared type of a register.
        kept: Registers to leave out.

    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.parser import parse
    >>> text = '''.version 8.0 .target sm_90a .entry k() { .reg .b32 %r<4>;
    ...     mov.u32 %r1, 31; mov.u32 %r2, -1; shfl.sync.idx.b32 %r3, %r0, 0, %r1, %r2; ret; }'''
    >>> body = parse(text).items[-1].body
    >>> found = constants_of(*flattened(body))
    >>> print({name: each.text for name, each in found.items()})
    {'%r1': '31', '%r2': '-1'}
    >>> print(emit_statement(with_constants(body, found)[1]).strip())
    shfl.sync.idx.b32 %r3, %r0, 0, 31, -1;
    """
    candidates: dict[str, int] = {}
    for at, node in enumerate(code):
        if type(node) is Instruction and node.opcode == "mov" and _sets_whole(node, type_of):
            candidates.setdefault(node.operands[0].name, at)  # type: ignore[union-attr]
    candidates = {name: at for name, at in candidates.items() if name not in kept}
    if not candidates:
        return {}
    uses = _uses_of(code, candidates)
    dominance = _Dominance(code)
    found: dict[str, Constant] = {}
    for name, at in candidates.items():  # in the order of the text: the source may be a constant before
        node, places = code[at], uses.get(name, ())
        assert type(node) is Instruction
        text, type_ = _text_of(node.operands[1], found), type_of(name)
        if not text or not places or places[0] <= at:
            continue
        if TYPES[type_].bits <= WIDEST:
            reaches = dominance.dominates(at, places[-1])
        else:
            reaches = dominance.is_straight(at, places[-1]) and abs(literal_value(text)) < LARGEST
        alone = {name: Constant(text, type_)}
        if reaches and all(_placed(code[place], alone) is not None for place in places):  # type: ignore[arg-type]
            found |= alone
    return found


def _text_of(source: Operand, constants: Mapping[str, Constant]) -> str:
    """Return the constant that a `mov` moves, as it is written; empty for another source."""
    if type(source) is Literal:
        return source.text
    return constants[source.name].text if type(source) is Name and source.name in constants else ""


def _sets_whole(node: Instruction, type_of: TypeOf) -> bool:
    """Whether a `mov` sets a whole register to a number, or to another register."""
    if len(node.operands) != 2 or node.guard is not None or len(node.modifiers) != 1:
        return False
    target, source = node.operands
    if type(target) is not Name:
        return False
    declared, moved = TYPES.get(type_of(target.name)), TYPES.get(node.modifiers[0])
    if declared is None or moved is None or declared.name == "pred" or declared.bits != moved.bits:
        return False
    if "f" in (declared.kind, moved.kind):
        return False
    return type(source) is Name or (type(source) is Literal and _WHOLE.match(source.text) is not None)


def _uses_of(code: Sequence[Statement], candidates: dict[str, int]) -> dict[str, list[int]]:
    """Return where registers are used; candidates that are written again are dropped."""
    uses: dict[str, list[int]] = {}
    for at, node in enumerate(code):
        if type(node) is not Instruction:
            continue
        named = names_among(node.operands)
        if node.guard is not None:
            candidates.pop(node.guard.register, None)
        mentioned = {name for name in named if name.partition(".")[0] in candidates}
        if not mentioned:
            continue
        written = written_names(node)
        for name in mentioned:
            if name not in candidates or (name in written and candidates[name] != at):
                candidates.pop(name.partition(".")[0], None)
            elif candidates[name] != at:
                uses.setdefault(name, []).append(at)
    return uses


class _Dominance:
    """The statements of a function that run before others on every path, from its labels and branches."""

    def __init__(self, code: Sequence[Statement]) -> None:
        labels: dict[str, list[int]] = {}
        self._stops: list[int] = []
        for at, node in enumerate(code):
            if type(node) is Label:
                labels.setdefault(node.name, []).append(at)
            if type(node) is Label or (type(node) is Instruction and node.opcode in _BOUNDS):
                self._stops.append(at)
        sources: dict[str, list[int]] = {}
        for at, node in enumerate(code):
            if type(node) is Directive:
                for word in node.words:
                    sources.setdefault(word, []).append(-1)
            elif type(node) is Instruction and node.opcode in _BOUNDS:
                for operand in node.operands:
                    for name in operand_names(operand):
                        sources.setdefault(name, []).append(at)
        self._labels = sorted(
            [
                (at, min(sources[name]), max(sources[name]))
                for name, places in labels.items()
                if name in sources
                for at in places
            ]
        )
        self._places = [at for at, *_ in self._labels]

    def is_straight(self, first: int, last: int) -> bool:
        """Whether no label and no branch is between two statements."""
        return bisect_right(self._stops, first) == bisect_right(self._stops, last)

    def dominates(self, first: int, last: int) -> bool:
        """Whether every path to the statements after one, up to another, runs through the first.

        It does if all branches to labels between them come from there, or from after them and so on.
        """
        index = bisect_right(self._places, first)
        while index < len(self._labels):
            at, earliest, latest = self._labels[index]
            if at > last:
                break
            if earliest < first:
                return False
            last = max(last, latest)
            index += 1
        return True


_BOUNDS = TERMINATORS | {"brkpt", "call"}
"""Opcodes that end a block of code."""


def with_constants(body: Sequence[Statement], constants: Mapping[str, Constant]) -> list[Statement]:
    """Return statements with constants in place of registers, without the moves to these.

    Args:
        body: The statements.
        constants: The constants by the names that the registers have in `flattened`.
    """
    scopes: list[_Scope] = []
    return _with_constants(body, constants, _Scope(body, scopes), scopes)


def _with_constants(
    body: Sequence[Statement], constants: Mapping[str, Constant], scope: _Scope, scopes: list[_Scope]
) -> list[Statement]:
    out: list[Statement] = []
    for node in body:
        if type(node) is Block:
            inner = _with_constants(node.body, constants, _Scope(node.body, scopes, scope), scopes)
            out.append(replace(node, body=tuple(inner)))
        elif type(node) is not Instruction:
            out.append(node)
        else:
            named = scope.constants(node, constants)
            if not sets_constant(node, named):
                made = _placed(node, named)
                assert made is not None
                out.append(made)
    return out


def sets_constant(node: Statement, constants: Mapping[str, Constant]) -> bool:
    """Whether a statement is the `mov` of one of some constants."""
    if type(node) is not Instruction:
        return False
    target = node.operands[0] if node.opcode == "mov" else None
    return type(target) is Name and target.name in constants


def _placed(node: Instruction, constants: Mapping[str, Constant]) -> Instruction | None:
    """Return an instruction with constants in place of registers; None where one has to be a register."""
    if constants.keys().isdisjoint(names_among(node.operands)):
        return node
    rows = operand_rows(node.opcode, node.modifiers, len(node.operands))
    made: list[Operand] = []
    for operand, specs in zip(node.operands, rows, strict=True):
        filled = _filled(operand, specs, constants)
        if filled is None:
            return None
        made.append(filled)
    return replace(node, operands=tuple(made))


def _filled(
    operand: Operand, specs: Sequence[OperandSpec], constants: Mapping[str, Constant]
) -> Operand | None:
    """Return an operand with constants in place of registers; None where one has to be a register."""
    if constants.keys().isdisjoint(operand_names(operand)):
        return operand
    if type(operand) is Name:
        return _constant(constants[operand.name], [spec for spec in specs if spec.count is None])
    if type(operand) is Vector:
        fitting = [spec for spec in specs if spec.count == len(operand.items)]
        made = [
            _constant(constants[item.name], fitting)
            if type(item) is Name and item.name in constants
            else item
            for item in operand.items
        ]
        return None if None in made else replace(operand, items=tuple(made))  # type: ignore[arg-type]
    if type(operand) is Address and len({len(spec.rest) for spec in specs}) == 1:
        columns = [[spec.rest[at] for spec in specs] for at in range(len(operand.rest))]
        parts = [operand.base, *([] if operand.offset is None else [operand.offset])]
        rest = [_filled(each, column, constants) for each, column in zip(operand.rest, columns, strict=True)]
        if not constants.keys().isdisjoint(names_among(parts)):
            return None
        return None if None in rest else replace(operand, rest=tuple(rest))  # type: ignore[arg-type]
    return None


def _constant(constant: Constant, specs: Sequence[OperandSpec]) -> Literal | None:
    """Return a constant as an operand of some forms; None where it has to be a register.

    An operand of the width of the register converts a number to the bits that the register has.
    """
    text, bits = constant.text, TYPES[constant.type].bits
    for spec in specs:
        type_ = TYPES.get(spec.type)
        if type_ is None or type_.bits != bits or type_.kind == "f":
            return None
        if not spec.takes_constant or spec.limit or (spec.bounds and literal_value(text) not in spec.bounds):
            return None
    return Literal(text) if specs else None


_WHOLE = re.compile(r"-?(?!0[fFdD][0-9a-fA-F]{8})\d\w*\Z")
"""A whole number as PTX writes it; floating-point ones are the start of sums and maxima, or coefficients."""
