"""Check instructions against the ISA: the one place that joins the tree to the rows.

>>> from pyptx.arch import arch
>>> from pyptx.ir import Instruction, Literal, Name
>>> registers = {"%f1": Symbol("reg", "f32"), "%f2": Symbol("reg", "f32"), "%p1": Symbol("reg", "pred")}
>>> verifier = Verifier(arch("sm_90a"))
>>> match = verifier.verify(Instruction("testp", ("finite", "f32"), (Name("%p1"), Name("%f1"))), registers.get)
>>> match.modifiers, [spec.name for spec in match.operands], match.since
({'op': 'finite', 'type': 'f32'}, ['p', 'a'], (8, 0))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx import types
from pyptx.errors import VerifyError
from pyptx.ir import Address, Expression, Group, Instruction, Literal, Name, Negated, Pair, Vector
from pyptx.isa import availability, forms_of, lookup, opcodes, register_fits, special_register

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Operand
    from pyptx.isa import Candidate, Form, OperandSpec


class Symbol(NamedTuple):
    """What a name stands for.

    Attributes:
        kind: ``"reg"``, ``"var"``, ``"param"``, ``"label"``, ``"function"`` or ``"sreg"``.
        type: Declared type of a register, or of an element of a variable; else ``""``.
        space: State space of a variable; else ``""``.
        elements: Those of a vector register, such as 4 of ``.reg .v4 .f32``.
    """

    kind: str
    type: str = ""
    space: str = ""
    elements: int = 1


Scope: TypeAlias = Callable[[str], Symbol | None]
"""Resolves a name where an instruction stands. Special registers and labels further down need no symbol."""


@dataclass(frozen=True, slots=True)
class Match:
    """An instruction that the ISA defines.

    Attributes:
        form: The row.
        modifiers: Slot name to word.
        operands: What each operand is, aligned with those of the instruction.
        since: The first PTX version that has it on the target.
    """

    form: Form
    modifiers: dict[str, str]
    operands: tuple[OperandSpec, ...]
    since: tuple[int, int]


class Verifier:
    """Checks the instructions of one module.

    Instructions of the same shape are checked once: what can differ between two of them is compared every
    time (names, ranges of constants, guards).
    """

    __slots__ = ("_any_order", "_matches", "arch", "version")

    def __init__(
        self, arch: Arch | None, version: tuple[int, int] | None = None, *, any_order: bool = False
    ) -> None:
        """Take the target.

        Args:
            arch: The target; None leaves availability unchecked.
            version: The PTX version that must suffice; None for any, as `Match.since` tells.
            any_order: Whether modifiers may stand in an order that only ptxas takes.
        """
        self.arch = arch
        self.version = version
        self._any_order = any_order
        self._matches: dict[tuple[object, ...], tuple[tuple[Match, tuple[int, ...]], ...]] = {}

    def verify(self, instruction: Instruction, scope: Scope) -> Match:
        """Find the row of an instruction.

        Raises:
            VerifyError: There is none, or not for this target; the message says what is legal.
        """
        operands = instruction.operands
        shape: list[object] = [instruction.opcode, instruction.modifiers]
        for operand in operands:
            if type(operand) is Name:
                symbol = scope(operand.name)
                shape.append(_undeclared(operand.name) if symbol is None or symbol[0] == "sreg" else symbol)
            elif type(operand) is Literal:
                shape.append(literal_kind(operand.text))
            else:
                shape.append(_shape(operand, scope))
        guard = instruction.guard
        if guard is not None:
            _check_guard(instruction, scope(guard.register))
        key = tuple(shape)
        known = self._matches.get(key)
        if known is None:
            known = self._matches[key] = self._match(instruction, scope)
        furthest, report = -1, ""
        for match, bounded in known:
            for index in bounded:
                wrong = _out_of_bounds(operands[index], match.operands[index])
                if wrong is not None:
                    break
            else:
                return match
            if index > furthest:
                furthest, report = index, _report(instruction, wrong or "", (match.form,))
        raise VerifyError(report)

    def _match(self, instruction: Instruction, scope: Scope) -> tuple[tuple[Match, tuple[int, ...]], ...]:
        """Find the row of an instruction of a new shape, and the operands whose constants have bounds.

        There is more than one row where constants tell them apart.
        """
        candidates = lookup(instruction.opcode, instruction.modifiers)
        if not candidates and self._any_order:
            candidates = lookup_any_order(instruction.opcode, instruction.modifiers)
        if not candidates:
            raise VerifyError(_explain_modifiers(instruction))
        wrong: list[_Misfit] = []
        unavailable: Candidate | None = None
        found: list[tuple[Match, tuple[int, ...]]] = []
        for candidate in candidates:
            fitted = _align(instruction.operands, candidate.operands, scope)
            if isinstance(fitted, _Misfit):
                wrong.append(fitted)
                continue
            since = self._since(candidate, instruction)
            if since is None:
                unavailable = candidate
                continue
            bounded = tuple(
                index
                for index, (operand, spec) in enumerate(zip(instruction.operands, fitted, strict=True))
                if _has_bounds(spec) and type(operand) is not Name
            )
            found.append((Match(candidate.form, candidate.modifiers, fitted, since), bounded))
            if not bounded:
                break
        if found:
            return tuple(found)
        if unavailable is not None:
            raise VerifyError(self._explain_availability(instruction, unavailable))
        furthest = max(wrong, key=lambda misfit: misfit.position)
        raise VerifyError(_report(instruction, furthest.said, [c.form for c in candidates]))

    def _since(self, candidate: Candidate, instruction: Instruction) -> tuple[int, int] | None:
        """The first version with this instruction, None where this module cannot have it."""
        if self.arch is None:
            return (0, 0)
        since = availability.first_version(candidate.form, candidate.modifiers, self.arch.name)
        if since is None or (self.version is not None and since > self.version):
            return None
        return since

    def _explain_availability(self, instruction: Instruction, candidate: Candidate) -> str:
        """Say which targets and versions have an instruction that this module's do not."""
        form, named = candidate.form, candidate.modifiers
        name = self.arch.name if self.arch is not None else ""
        since = availability.first_version(form, named, name)
        if since is not None and self.version is not None:
            said = f"needs PTX >= {_dotted(since)} on {name}; this kernel says {_dotted(self.version)}"
            return _report(instruction, said)
        where = availability.targets(form, named)
        first = min(v for t in where if (v := availability.first_version(form, named, t)) is not None)
        said = f"needs PTX >= {_dotted(first)} and one of {' '.join(where)}; this kernel targets {name}"
        return _report(instruction, said)


# ---- shapes: what the memory of a Verifier tells operands apart by


def _undeclared(name: str) -> str | None:
    """What tells names without a symbol apart: special registers and predefined names are themselves."""
    return name if name in _PREDEFINED or special_register(name) is not None else None


_PREDEFINED = frozenset({"_", "WARP_SZ"})


def _shape(operand: Operand, scope: Scope) -> object:
    """What must be the same of two operands for a match of one to hold for the other."""
    if type(operand) is Name:
        return scope(operand.name) or _undeclared(operand.name)
    if type(operand) is Literal:
        return literal_kind(operand.text)
    if isinstance(operand, (Vector, Group)):
        return (type(operand), *[_shape(item, scope) for item in operand.items])
    if isinstance(operand, Address):
        offset = None if operand.offset is None else _shape(operand.offset, scope)
        return (Address, _shape(operand.base, scope), offset, *(_shape(item, scope) for item in operand.rest))
    if isinstance(operand, Pair):
        return (Pair, _shape(operand.first, scope), _shape(operand.second, scope))
    if isinstance(operand, Negated):
        return (Negated, _shape(operand.operand, scope))
    return (Expression, *(scope(word) or literal_kind(word) for word in operand.words))


@lru_cache(maxsize=65536)
def literal_kind(text: str) -> str:
    """``"f"`` for ``0f3F800000``, ``"d"`` for ``0d…``, ``"."`` for ``2.5``, ``"i"`` for an integer, ``""`` for none.

    >>> [literal_kind(text) for text in ("0f3F800000", "-2.5", "1e3", "0x1F", "-7", "5U", "name")]
    ['f', '.', '.', 'i', 'i', 'i', '']
    """
    found = _LITERAL.match(text)
    return (found.lastgroup or "")[-1:].replace("p", ".") if found else ""


_LITERAL = re.compile(
    r"-?(?:(?P<hex_f>0[fF][0-9a-fA-F]{8})|(?P<hex_d>0[dD][0-9a-fA-F]{16})"
    r"|(?P<hex_i>0[xX][0-9a-fA-F]+U?)|(?P<bin_i>0[bB][01]+U?)"
    r"|(?P<decimal_p>\d+\.\d*(?:[eE][+-]?\d+)?|\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|(?P<plain_i>\d+U?))\Z"
)


def literal_value(text: str) -> int:
    """The value of an integer constant.

    >>> literal_value("0x1FU"), literal_value("-7"), literal_value("017"), literal_value("0b101")
    (31, -7, 15, 5)
    """
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    digits = digits.removesuffix("U")
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return sign * int(digits, 8)
    return sign * int(digits, 0)


# ---- operands


class _Misfit(NamedTuple):
    """Why operands are not those of a form: the sentence, and how far they were."""

    position: int
    said: str


def _align(
    operands: Sequence[Operand], specs: tuple[OperandSpec, ...], scope: Scope
) -> tuple[OperandSpec, ...] | _Misfit:
    """Give each operand its place among `specs`, of which some may be absent."""
    optional = [index for index, spec in enumerate(specs) if spec.optional]
    surplus = len(specs) - len(operands)
    if not 0 <= surplus <= len(optional):
        return _Misfit(-1, _explain_count(operands, specs))
    furthest: _Misfit | None = None
    for absent in combinations(reversed(optional), surplus):
        present = tuple(spec for index, spec in enumerate(specs) if index not in absent)
        misfit = _first_misfit(operands, present, scope)
        if misfit is None:
            return present
        if furthest is None or misfit.position > furthest.position:
            furthest = misfit
    return furthest or _Misfit(-1, _explain_count(operands, specs))


def _first_misfit(operands: Iterable[Operand], specs: Iterable[OperandSpec], scope: Scope) -> _Misfit | None:
    """The first operand that is not what its place asks for."""
    for position, (operand, spec) in enumerate(zip(operands, specs, strict=True)):
        said = _misfit(operand, spec, scope)
        if said is not None:
            return _Misfit(position, said)
    return None


def _misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not what its place asks for; None if it is."""
    if spec.kind == "value" and not isinstance(operand, Pair) and spec.second is None:
        if spec.count is not None:
            return _vector_misfit(operand, spec, scope)
        if spec.braces and isinstance(operand, Vector) and len(operand.items) == 1:
            return _value_misfit(operand.items[0], spec, scope)
    return _MISFITS[spec.kind](operand, spec, scope)


def _value_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the register or constant asked for."""
    if spec.second is not None:
        return _pair_misfit(operand, spec, scope)
    match operand:
        case Name("_") if spec.sink:
            return None
        case Name("WARP_SZ") if spec.takes_constant and spec.type not in ("f32", "f64", "pred"):
            return None
        case Name(name):
            return _name_misfit(name, spec, scope)
        case Literal(text) if spec.takes_constant:
            if literal_kind(text) in _LITERAL_KINDS[spec.type]:
                return None
            return _must(operand, "a constant of another kind", spec)
        case Literal(_):
            return _must(operand, "a constant", spec)
        case Negated(inner) if spec.negatable:
            return _value_misfit(inner, spec, scope)
        case Expression(words):
            return _expression_misfit(operand, words, spec, scope)
        case Vector(items):
            return _must(operand, f"{len(items)} registers in braces", spec)
    return _must(operand, _SORTS[type(operand)], spec)


_LITERAL_KINDS = {
    "f32": "fd.", "f64": "fd.", "b32": "if", "b64": "id", "pred": "i", "": "i",
    **dict.fromkeys(("b8", "b16", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"), "i"),
}  # fmt: skip
"""The kinds of `literal_kind` that are constants of each type (manual section 4.5)."""

_SORTS: dict[type, str] = {
    Address: "an address",
    Expression: "an expression",
    Group: "a parenthesised list",
    Literal: "a constant",
    Name: "a name",
    Negated: "a negated predicate",
    Pair: "a pair",
    Vector: "a vector",
}


def _name_misfit(name: str, spec: OperandSpec, scope: Scope) -> str | None:
    """Why a name is not the register asked for."""
    symbol = scope(name)
    if symbol is None or symbol.kind == "sreg":
        register = special_register(name)
        if register is None:
            return f"{name} is not declared" if name != "_" else _must(Name(name), "the sink", spec)
        if not spec.special:
            said = _must(Name(name), "a special register", spec)
            return f"{said}; only `mov` reads special registers"
        if spec.type in register.also or register_fits(register.type, spec.type):
            return None
        return _must(Name(name), f"a special register of type .{register.type}", spec)
    if symbol.kind == "reg":
        if symbol.elements != 1:
            return _must(Name(name), f"a vector of {symbol.elements} registers", spec)
        if register_fits(symbol.type, spec.type, wider=spec.wider, exact=spec.exact):
            return None
        return _must(Name(name), f"a register of type .{symbol.type}", spec)
    if spec.variable and symbol.kind in ("var", "param", "function"):
        return _space_misfit(name, symbol, spec)
    return _must(Name(name), _describe(symbol), spec)


def _space_misfit(name: str, symbol: Symbol, spec: OperandSpec) -> str | None:
    """Why the address of a variable is not of the state space asked for."""
    if spec.space and symbol.kind != "function" and symbol.space != spec.space.partition("::")[0]:
        return f"{name} is {_describe(symbol)}; its address is not one in .{spec.space}"
    return None


def _expression_misfit(
    operand: Expression, words: Sequence[str], spec: OperandSpec, scope: Scope
) -> str | None:
    """Why an expression is not the constant, or the address of a variable, asked for."""
    names = [word for word in words if _IDENTIFIER.match(word) and word != "WARP_SZ"]
    if not names:
        kinds = {kind for word in words if (kind := literal_kind(word))}
        if spec.takes_constant and kinds <= set(_LITERAL_KINDS[spec.type]):
            return None
        return _must(operand, "a constant expression", spec)
    for name in names:
        symbol = scope(name)
        if symbol is None:
            return f"{name} is not declared"
        if symbol.kind == "reg" or not spec.variable:
            return _must(operand, f"an expression with {_describe(symbol)}", spec)
        said = _space_misfit(name, symbol, spec)
        if said is not None:
            return said
    return None


_IDENTIFIER = re.compile(r"[A-Za-z_$%][\w$]*\Z")


def _vector_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the registers in braces asked for."""
    if isinstance(operand, Name) and (symbol := scope(operand.name)) is not None and symbol.elements > 1:
        fits = symbol.elements == spec.count and register_fits(
            symbol.type, spec.type, wider=spec.wider, exact=spec.exact
        )
        return None if fits else _must(operand, f"a vector of {symbol.elements} .{symbol.type}", spec)
    if not isinstance(operand, Vector):
        return _must(operand, "not in braces", spec)
    if len(operand.items) != spec.count:
        return _must(operand, f"{len(operand.items)} registers", spec)
    for item in operand.items:
        said = _value_misfit(item, spec, scope)
        if said is not None:
            return said
    widths = {
        types.from_name(declared).bits for item in operand.items if (declared := _register(item, scope))
    }
    return _must(operand, "registers of several widths", spec) if len(widths) > 1 else None


def _register(operand: Operand, scope: Scope) -> str | None:
    """The type a register is declared with; None for what is no register."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    return symbol.type if symbol is not None and symbol.kind == "reg" else None


def _pair_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the one or two destinations asked for."""
    second = spec.second
    if second is None:
        return _must(operand, "a pair", spec)
    if isinstance(operand, Pair):
        first = _value_misfit(operand.first, replace(spec, second=None), scope)
        return first or _value_misfit(operand.second, second, scope)
    if not second.optional:
        return _must(operand, "one destination", spec)
    return _value_misfit(operand, replace(spec, second=None), scope)


def _address_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the address asked for."""
    if not isinstance(operand, Address):
        return _must(operand, "not in brackets", spec)
    base = operand.base
    if isinstance(base, Name):
        symbol = scope(base.name)
        if symbol is None:
            return f"{base.name} is not declared"
        said = _base_misfit(base.name, symbol, spec)
        if said is not None:
            return said
    if isinstance(operand.offset, Name):
        symbol = scope(operand.offset.name)
        said = "not declared" if symbol is None else _describe(symbol)
        return f"the offset of {spell(operand)} is {said}; it must be a constant"
    if len(operand.rest) != len(spec.rest):
        return _must(operand, f"an address with {len(operand.rest)} further operands", spec)
    misfit = _first_misfit(operand.rest, spec.rest, scope)
    return misfit.said if misfit is not None else None


def _base_misfit(name: str, symbol: Symbol, spec: OperandSpec) -> str | None:
    """Why a name cannot be the base of the address asked for."""
    if symbol.kind == "reg":
        kind = types.from_name(symbol.type)
        if kind.kind in "bus" and kind.bits in (32, 64):
            return None
        return f"{name} is {_describe(symbol)}; an address is an integer register of 32 or 64 bits"
    if symbol.kind == "function" or symbol.kind == "label":
        return None if spec.type == "" else _must(Name(name), _describe(symbol), spec)
    space = spec.type.partition("::")[0]
    if not space and symbol.space == "param":
        return f"{name} is {_describe(symbol)}; a parameter has no generic address, say .param"
    if space and symbol.space and symbol.space != space:
        return f"{name} is {_describe(symbol)}; address {spec.name} must be in .{spec.type}"
    return None


def _imm_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the constant asked for."""
    match operand:
        case Literal(text) if literal_kind(text) == "i":
            return None
        case Name("WARP_SZ"):
            return None
        case Expression(words) if not any(_IDENTIFIER.match(word) for word in words):
            return None
        case Name(name) if (symbol := scope(name)) is not None:
            return _must(operand, _describe(symbol), spec)
    return _must(operand, _SORTS[type(operand)], spec)


def _label_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not a label; one further down is not declared yet."""
    if not isinstance(operand, Name):
        return _must(operand, _SORTS[type(operand)], spec)
    symbol = scope(operand.name)
    if symbol is None and _undeclared(operand.name) is not None:
        return _must(operand, "a predefined name", spec)
    if symbol is None or symbol.kind == "label":
        return None
    return _must(operand, _describe(symbol), spec)


def _function_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not a function."""
    if not isinstance(operand, Name):
        return _must(operand, _SORTS[type(operand)], spec)
    symbol = scope(operand.name)
    if symbol is None:
        return f"{operand.name} is not declared"
    return None if symbol.kind == "function" else _must(operand, _describe(symbol), spec)


def _sreg_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not a special register."""
    del scope
    if isinstance(operand, Name) and special_register(operand.name) is not None:
        return None
    return _must(operand, _SORTS[type(operand)], spec)


def _sink_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the sink, where nothing else may be written."""
    del scope
    return None if operand == Name("_") else _must(operand, _SORTS[type(operand)], spec)


def _group_misfit(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Why an operand is not the parenthesised list of a call."""
    if not isinstance(operand, Group):
        return _must(operand, _SORTS[type(operand)], spec)
    for item in operand.items:
        if isinstance(item, Name) and item.name != "_" and scope(item.name) is None:
            return f"{item.name} is not declared"
    return None


_MISFITS: dict[str, Callable[[Operand, OperandSpec, Scope], str | None]] = {
    "value": _value_misfit,
    "address": _address_misfit,
    "imm": _imm_misfit,
    "label": _label_misfit,
    "function": _function_misfit,
    "sreg": _sreg_misfit,
    "sink": _sink_misfit,
    "group": _group_misfit,
}


def _has_bounds(spec: OperandSpec) -> bool:
    """Whether constants of an operand have a range."""
    return bool(spec.bounds)


def _out_of_bounds(operand: Operand, spec: OperandSpec) -> str | None:
    """Why a constant is not in its range; None where it is, or where the operand is no constant."""
    if isinstance(operand, Vector):
        return next((said for item in operand.items if (said := _out_of_bounds(item, spec))), None)
    if not isinstance(operand, Literal) or literal_value(operand.text) in spec.bounds:
        return None
    return f"{spec.name} is {operand.text}; it must be {_spell_bounds(spec.bounds)}"


def _check_guard(instruction: Instruction, symbol: Symbol | None) -> None:
    """Guards are predicate registers (manual section 9.3).

    Raises:
        VerifyError: This one is not.
    """
    if symbol is not None and symbol.type == "pred" and symbol.kind == "reg":
        return
    name = instruction.guard.register if instruction.guard is not None else ""
    what = "not declared" if symbol is None else _describe(symbol)
    raise VerifyError(
        _report(instruction, f"the guard {name} is {what}; a guard is a register of type .pred")
    )


# ---- modifiers


@lru_cache(maxsize=16384)
def lookup_any_order(opcode: str, modifiers: tuple[str, ...]) -> tuple[Candidate, ...]:
    """The candidates whose modifiers are these in another order, or with one of them repeated.

    The manual fixes the order; ptxas takes others, and compilers write them.
    """
    orders = {
        form.spell(named)
        for form in forms_of(opcode)
        for named in _in_any_order(form, modifiers)
        if form.broken_rule(named) is None
    }
    return tuple(candidate for order in sorted(orders) for candidate in lookup(opcode, order))


def _in_any_order(form: Form, modifiers: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """The ways to give each different modifier its slot."""

    def fill(slot: int, left: tuple[str, ...]) -> Iterator[dict[str, str]]:
        if slot == len(form.slots):
            if not left:
                yield {}
            return
        here = form.slots[slot]
        for word in dict.fromkeys(left):
            if word in here.choices:
                index = left.index(word)
                for rest in fill(slot + 1, left[:index] + left[index + 1 :]):
                    yield {here.name: word, **rest}
        if here.optional:
            yield from fill(slot + 1, left)

    if len(modifiers) <= len(form.slots):
        yield from fill(0, modifiers)


class _Reach(NamedTuple):
    """How far the modifiers of an instruction follow a form, and what the form has there."""

    form: Form
    words: int
    following: tuple[str, ...]
    complete: bool


def _reach(form: Form, modifiers: tuple[str, ...]) -> _Reach:
    """Follow a form as far as the modifiers go."""
    states, reached = {0}, 0
    for word in modifiers:
        after = {
            slot + 1
            for start in states
            for slot in _open_slots(form, start)
            if word in form.slots[slot].choices
        }
        if not after:
            break
        states, reached = after, reached + 1
    following = {
        word: None
        for start in sorted(states)
        for slot in _open_slots(form, start)
        for word in form.slots[slot].choices
    }
    complete = any(all(slot.optional for slot in form.slots[start:]) for start in states)
    return _Reach(form, reached, tuple(following), complete)


def _open_slots(form: Form, start: int) -> Iterator[int]:
    """The slots that the next modifier may fill."""
    for slot in range(start, len(form.slots)):
        yield slot
        if not form.slots[slot].optional:
            return


def _explain_modifiers(instruction: Instruction) -> str:
    """Say why no form has the modifiers of an instruction."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    forms = forms_of(opcode)
    if not forms:
        close = get_close_matches(opcode, opcodes(), n=1, cutoff=0.5)
        said = f"no instruction `{opcode}` is known"
        return _report(instruction, said, guess=close[0] if close else "")
    broken = [
        (form, said)
        for form in forms
        if (named := form.match(modifiers)) is not None and (said := form.broken_rule(named)) is not None
    ]
    guess = _nearest_spelling(opcode, modifiers)
    if broken:
        sentences = "; ".join(dict.fromkeys(said for _, said in broken))
        return _report(instruction, sentences, [form for form, _ in broken], guess)
    reaches = [_reach(form, modifiers) for form in forms]
    furthest = max(reach.words for reach in reaches)
    reaches = [reach for reach in reaches if reach.words == furthest]
    before = ".".join((opcode, *modifiers[:furthest]))
    following = list(dict.fromkeys(f".{word}" for reach in reaches for word in reach.following))
    legal = (
        f"after `{before}` may come {' '.join(following)}" if following else f"nothing may follow `{before}`"
    )
    if furthest == len(modifiers):
        said = f"a modifier is missing; {legal}"
    else:
        said = f".{modifiers[furthest]} cannot stand here; {legal}"
    return _report(instruction, said, [reach.form for reach in reaches], guess)


def _nearest_spelling(opcode: str, modifiers: tuple[str, ...]) -> str:
    """The legal modifiers nearest to those written; empty where none is near."""
    reordered = lookup_any_order(opcode, modifiers)
    if reordered:
        first = reordered[0]
        return ".".join((opcode, *first.form.spell(first.modifiers)))
    reach = max((_reach(form, modifiers) for form in forms_of(opcode)), key=lambda reach: reach.words)
    words = {word for form in forms_of(opcode) for slot in form.slots for word in slot.choices}
    at, written = reach.words, ".".join(modifiers)
    edits = {modifiers[:index] + modifiers[index + 1 :] for index in range(len(modifiers))}
    for index in sorted({at, *range(len(modifiers))}):
        edits |= {modifiers[:index] + (word,) + modifiers[index + 1 :] for word in words}
        edits |= {modifiers[:index] + (word,) + modifiers[index:] for word in words}
    legal = [".".join(edit) for edit in sorted(edits) if lookup(opcode, edit)]
    close = get_close_matches(written, legal, n=1, cutoff=0.3)
    return f"{opcode}.{close[0]}".rstrip(".") if close else (f"{opcode}.{legal[0]}" if legal else "")


# ---- messages


def _report(instruction: Instruction, said: str, forms: Sequence[Form] = (), guess: str = "") -> str:
    """What was written, what is wrong with it, what is legal, and perhaps what was meant."""
    lines = [f"{spell_instruction(instruction)}: {said}"]
    rows = list(dict.fromkeys((_spell_syntax(form), _spell_choices(form)) for form in forms))
    shown = rows[:_FORMS_SHOWN]
    column = max((len(syntax) for syntax, _ in shown), default=0)
    lines += [f"  {syntax:{column}}    {choices}".rstrip() for syntax, choices in shown]
    if len(rows) > len(shown):
        lines.append(f"  … and {len(rows) - len(shown)} more forms")
    if guess:
        lines.append(f"  did you mean {guess}?")
    return "\n".join(lines)


_FORMS_SHOWN = 8
_WORDS_SHOWN = 16


def _spell_syntax(form: Form) -> str:
    """A row as the manual would write it: modifiers and names of operands."""
    names = "".join(
        _spell_column(column.spec, column.second is not None and column.second.spec.name, first=index == 0)
        for index, column in enumerate(form.operands)
    )
    return f"{form.syntax} {names}".rstrip()


def _spell_column(spec: OperandSpec, second: str | bool, *, first: bool) -> str:
    """The name of an operand as a syntax line has it."""
    name = f"[{spec.name}]" if spec.kind == "address" else spec.name
    if second:
        name = f"{name}|{second}"
    name = name if first else f", {name}"
    return f"{{{name}}}" if spec.optional else name


def _spell_choices(form: Form) -> str:
    """The choices of each slot that has several."""
    return "; ".join(
        f"{slot.name}: {' '.join(slot.choices[:_WORDS_SHOWN])}{' …' if len(slot.choices) > _WORDS_SHOWN else ''}"
        for slot in form.slots
        if len(slot.choices) > 1
    )


def _explain_count(operands: Sequence[Operand], specs: Sequence[OperandSpec]) -> str:
    """Say how many operands there are, and how many there should be."""
    least = sum(not spec.optional for spec in specs)
    takes = f"{least}" if least == len(specs) else f"{least} to {len(specs)}"
    names = ", ".join(f"{spec.name}?" if spec.optional else spec.name for spec in specs)
    return f"{len(operands)} operands; it takes {takes}{': ' + names if names else ''}"


def _must(operand: Operand, what: str, spec: OperandSpec) -> str:
    """``a is %f2, a register of type .f32; it must be a register or constant of type .u32``."""
    article = (
        what if what.startswith(("a ", "an ", "not ", "the ", "one ")) or what[0].isdigit() else f"a {what}"
    )
    return f"{spec.name} is {spell(operand)}, {article}; it must be {describe_operand(spec)}"


def describe_operand(spec: OperandSpec) -> str:
    """What an operand must be, in words."""
    match spec.kind:
        case "address":
            return f"an address in .{spec.type}, in brackets" if spec.type else "an address in brackets"
        case "imm":
            return (
                f"a constant {_spell_bounds(spec.bounds)}".rstrip() if spec.bounds else "an integer constant"
            )
        case "label" | "function":
            return f"a {spec.kind}"
        case "sreg":
            return "a special register"
        case "sink":
            return "the sink _"
        case "group":
            return "a list in parentheses"
    fitting = _fitting_registers(spec)
    what = "a predicate register" if spec.type == "pred" else f"a register of type {fitting}"
    if spec.count is not None:
        return f"{spec.count} of {what.removeprefix('a ')} in braces".replace("of register", "registers")
    if spec.second is not None:
        optional = "one or two" if spec.second.optional else "a pair of"
        return f"{optional} destinations, {what}"
    if spec.takes_constant:
        what += " or a constant"
        if spec.bounds:
            what += f" {_spell_bounds(spec.bounds)}"
    if spec.variable:
        what += " or a variable"
    if spec.special:
        what += " or a special register"
    if spec.sink:
        what += " or _"
    return what


def _fitting_registers(spec: OperandSpec) -> str:
    """The register types that fit an instruction type, the plainest first."""
    if spec.wider:
        return f".{spec.type} or wider"
    register = types.from_name(spec.type).register if spec.type else ""
    fitting = [name for name in _REGISTER_NAMES if register_fits(name, spec.type)]
    fitting.sort(key=lambda name: (name != spec.type, name != register))
    return " ".join(f".{name}" for name in fitting)


_REGISTER_NAMES = (
    "b16", "b32", "b64", "b128", "u16", "u32", "u64", "s16", "s32", "s64", "f16", "f32", "f64", "pred",
)  # fmt: skip


def _describe(symbol: Symbol) -> str:
    """What a name stands for, in words."""
    match symbol.kind:
        case "reg":
            return f"a register of type .{symbol.type}"
        case "var":
            return f"a variable in .{symbol.space}"
        case "param":
            return "a parameter"
        case "sreg":
            return f"a special register of type .{symbol.type}"
    return f"a {symbol.kind}"


def _spell_bounds(bounds: range | tuple[int, ...]) -> str:
    """``in 0..15``, ``4, 8 or 16``."""
    if isinstance(bounds, range):
        return f"in {bounds.start}..{bounds.stop - 1}"
    return " or ".join(str(value) for value in bounds)


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def spell_instruction(instruction: Instruction) -> str:
    """An instruction as PTX, in one line."""
    guard = instruction.guard
    before = "" if guard is None else f"@{'!' if guard.negated else ''}{guard.register} "
    operands = ", ".join(spell(operand) for operand in instruction.operands)
    return f"{before}{'.'.join((instruction.opcode, *instruction.modifiers))} {operands}".rstrip()


def spell(operand: Operand) -> str:
    """An operand as PTX."""
    match operand:
        case Name(text) | Literal(text):
            return text
        case Expression(words):
            return " ".join(words)
        case Address(base, offset, rest):
            inside = spell(base) + (f"+{spell(offset)}" if offset is not None else "")
            return f"[{', '.join((inside, *map(spell, rest)))}]"
        case Vector(items):
            return f"{{{', '.join(map(spell, items))}}}"
        case Group(items):
            return f"({', '.join(map(spell, items))})"
        case Pair(first, second):
            return f"{spell(first)}|{spell(second)}"
        case Negated(inner):
            return f"!{spell(inner)}"
