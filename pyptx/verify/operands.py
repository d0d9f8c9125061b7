"""Agreement of operands with a form, and explanations of differences."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from pyptx import types
from pyptx.ir import Address, Expression, Group, Literal, Name, Pair, Vector
from pyptx.isa import register_fits, special_register, special_vector
from pyptx.isa.operand import OPAQUE, TENSOR, Each, Interval
from pyptx.record import replace
from pyptx.verify.constants import constant_value
from pyptx.verify.messages import LISTS, must, spell, spell_bounds
from pyptx.verify.symbols import describe, literal_kind
from pyptx.verify.values import (
    PREDEFINED,
    constant_kind,
    constant_words,
    describe_operand,
    explain_value,
    is_in_space,
    names_in,
    sort_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec
    from pyptx.verify.symbols import Scope, Symbol


class Misfit(NamedTuple):
    """Why operands do not match a form.

    Attributes:
        position: Position of the wrong operand; -1 if their number is wrong.
        said: The sentence.
        alike: 2 if that operand has the required braces and count, 1 if it has the required braces, else 0.
    """

    position: int
    said: str
    alike: int = 0


def align(
    operands: Sequence[Operand], specs: tuple[OperandSpec, ...], scope: Scope
) -> tuple[OperandSpec, ...] | Misfit:
    """Assign the operands to `specs`, of which some may be absent."""
    optional = [index for index, spec in enumerate(specs) if spec.optional]
    surplus = len(specs) - len(operands)
    if not surplus:
        return first_misfit(operands, specs, scope) or specs
    furthest = Misfit(-1, explain_count(operands, specs))
    if not 0 <= surplus <= len(optional):
        return furthest
    for absent in combinations(reversed(optional), surplus):
        present = tuple(spec for index, spec in enumerate(specs) if index not in absent)
        misfit = first_misfit(operands, present, scope)
        if misfit is None:
            return present
        furthest = max(furthest, misfit, key=lambda each: (each.position, each.alike))
    return furthest


def beyond_plain(operands: Iterable[Operand], specs: Iterable[OperandSpec], scope: Scope) -> Iterator[str]:
    """Yield the operands of an instruction that `examples.beyond_plain` names."""
    for operand, spec in zip(operands, specs, strict=True):
        if spec.optional:
            yield spec.name
        if spec.sink and operand == Name("_"):
            yield f"{spec.name}_"
        elif isinstance(operand, Vector) and spec.count is None:
            yield f"{{{spec.name}}}"
        elif isinstance(operand, Pair) and spec.second is not None and spec.second.optional:
            yield spec.second.name
        elif isinstance(operand, Address):
            for item, each in zip((operand.base, *operand.rest), (spec, *spec.rest), strict=True):
                if OPAQUE.intersection((each.type, each.space)) and _is_register(item, scope):
                    yield each.name


def _is_register(operand: Operand, scope: Scope) -> bool:
    """Whether an operand is a register, or a part of one."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    return symbol is not None and symbol.kind == "reg"


def explain_count(operands: Sequence[Operand], specs: Sequence[OperandSpec]) -> str:
    """State the number of operands, and the required number."""
    least = sum(not spec.optional for spec in specs)
    takes = f"{least}" if least == len(specs) else f"{least} to {len(specs)}"
    names = ", ".join(f"{spec.name}?" if spec.optional else spec.name for spec in specs)
    plural = "" if len(operands) == 1 else "s"
    pairs = [f"{spec.name}|{spec.second.name}" for spec in specs if spec.second is not None]
    one = f"; {' and '.join(pairs)} is one operand" if pairs and len(operands) > len(specs) else ""
    return f"{len(operands)} operand{plural}; it takes {takes}{': ' + names if names else ''}{one}"


def first_misfit(operands: Iterable[Operand], specs: Iterable[OperandSpec], scope: Scope) -> Misfit | None:
    """Return the first operand that does not match its specification."""
    for position, (operand, spec) in enumerate(zip(operands, specs, strict=True)):
        said = _MISFITS[spec.kind](operand, spec, scope)
        if said is not None:
            items = operand.items if isinstance(operand, Vector) else ()
            alike = 2 if len(items) == (spec.count or 0) else 1 if items and spec.count else 0
            return Misfit(position, said, alike)
    return None


def out_of_bounds(operand: Operand, spec: OperandSpec) -> str | None:
    """Explain why a constant is out of range; None if it is not, or if the operand has no range."""
    if isinstance(operand, (Address, Vector)):
        return next(
            (said for item, each in _inner_operands(operand, spec) if (said := out_of_bounds(item, each))),
            None,
        )
    words = constant_words(operand)
    if words is None or not is_bounded(operand, spec):
        return None
    bounds = spec.bounds or _RANGES[spec.type]
    value = constant_value(words)
    if value in bounds or (not spec.bounds and value - 2**64 in range(_RANGES[spec.type].start, 0)):
        return None
    if spec.bounds:
        return f"{spec.name} is {spell(operand)}; it must be {spell_bounds(bounds)}"
    return f"{spec.name} is {spell(operand)}, which does not fit .{spec.type}"


def above_limit(operands: Sequence[Operand], specs: Sequence[OperandSpec], index: int) -> str | None:
    """Explain why a constant exceeds the operand that limits it; None if it does not."""
    spec = specs[index]
    if not spec.limit:
        return None
    other = next(at for at, each in enumerate(specs) if each.name == spec.limit)
    below, above = constant_words(operands[index]), constant_words(operands[other])
    if below is None or above is None:
        return None
    bits = types.from_name(spec.type).bits
    if int(constant_value(below)) % 2**bits <= int(constant_value(above)) % 2**bits:
        return None
    return f"{spec.name} is {spell(operands[index])}, more than {spec.limit}, {spell(operands[other])}"


def _inner_operands(operand: Address | Vector, spec: OperandSpec) -> Iterable[tuple[Operand, OperandSpec]]:
    """Return the operands in braces, each with its bounds; or those in brackets after an address."""
    if isinstance(operand, Address):
        return zip(operand.rest, spec.rest, strict=True)
    if not isinstance(spec.bounds, Each):
        return ((item, spec) for item in operand.items)
    parts = (replace(spec, bounds=bounds) for bounds in spec.bounds.parts)
    return zip(operand.items, parts, strict=True)


_RANGES = {f"{kind}{bits}": range(-(2 ** (bits - 1)), 2**bits) for kind in "bus" for bits in (8, 16, 32, 64)}
"""Constants of each integer type, signed or unsigned: ptxas would truncate others silently.

Constants have 64 bits (manual section 4.5.1), so a negative one may also be written as an unsigned one:
``0xffffffffffffffffU`` is -1.
"""


def is_bounded(operand: Operand, spec: OperandSpec) -> bool:
    """Whether an operand is or has a constant with a range."""
    if isinstance(operand, Vector):
        return any(is_bounded(item, spec) for item in operand.items)
    if isinstance(operand, Address):
        return any(is_bounded(*each) for each in _inner_operands(operand, spec))
    words = constant_words(operand)
    if words is None:
        return False
    if constant_kind(words) == "i":
        return bool(spec.bounds) or spec.type in _RANGES
    return isinstance(spec.bounds, Interval)


# ---- values: registers, constants and their alternatives


def _value(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required value, values in braces, or pair."""
    if spec.second is not None:
        return _pair(operand, spec, spec.second, scope)
    if isinstance(operand, Vector) and operand.items and len(operand.items) in (spec.padded, spec.count):
        return _items(operand, spec, scope)
    if spec.count is not None:
        return _vector(operand, spec, spec.count, scope)
    if spec.braces and isinstance(operand, Vector) and len(operand.items) == 1:
        return explain_value(operand.items[0], spec, scope)
    return explain_value(operand, spec, scope)


def _items(operand: Vector, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why registers in braces, of the required number, do not match."""
    count = len(operand.items)
    if not spec.leading:
        return _vector(operand, spec, count, scope)
    first, *others = operand.items
    said = explain_value(first, replace(spec, type=spec.leading, count=None), scope)
    return said or _vector(replace(operand, items=tuple(others)), spec, count - 1, scope)


def _vector(operand: Operand, spec: OperandSpec, count: int, scope: Scope) -> str | None:
    """Explain why an operand is not the required registers in braces."""
    if not isinstance(operand, Vector):
        return _named_vector(operand, spec, count, scope)
    if len(operand.items) != count:
        return must(operand, f"{len(operand.items)} of them", spec)
    if all(item == Name("_") for item in operand.items):
        return must(operand, "of sinks alone", spec)
    for item in operand.items:
        said = explain_value(item, spec, scope)
        if said is not None:
            return said
    symbols = [scope(item.name) for item in operand.items if isinstance(item, Name)]
    declared = [
        types.from_name(symbol.type) for symbol in symbols if symbol is not None and symbol.kind == "reg"
    ]
    kinds = {_KINDS[type_.kind] for type_ in declared}
    kinds |= {_KINDS[constant_kind(words)] for item in operand.items if (words := constant_words(item))}
    if len({type_.bits for type_ in declared}) > 1:
        return must(operand, "of several widths", spec)
    return must(operand, "integers and fractions together", spec) if len(kinds - {""}) > 1 else None


_KINDS = {"u": "i", "s": "i", "i": "i", "f": "f", "d": "f", ".": "f", "b": "", "pred": ""}
"""Kinds that may not be mixed in braces: integers, in registers or as constants, and floating point."""


def _named_vector(operand: Operand, spec: OperandSpec, count: int, scope: Scope) -> str | None:
    """Explain why an operand without braces is not the name of this many registers."""
    name = operand.name if isinstance(operand, Name) else ""
    symbol, element = scope(name), special_vector(name)
    if symbol is not None and symbol.elements > 1:
        fits = symbol.elements == count and register_fits(symbol.type, spec.type, wider=spec.wider)
        return None if fits else must(operand, describe(symbol), spec)
    if element is not None and spec.special:
        fits = any(register_fits(type_, spec.type) for type_ in (element.type, *element.also))
        what = f"{_SPECIAL_VECTOR} special registers of type .{element.type}"
        return None if fits and count == _SPECIAL_VECTOR else must(operand, what, spec)
    return must(operand, "not in braces", spec)


_SPECIAL_VECTOR = 4


def _pair(operand: Operand, spec: OperandSpec, second: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required one or two destinations."""
    first = replace(spec, second=None)
    if isinstance(operand, Pair):
        if operand.first == operand.second == Name("_"):
            return must(operand, "a pair of sinks", spec)
        return _value(operand.first, first, scope) or explain_value(operand.second, second, scope)
    if not second.optional:
        return must(operand, "one destination", spec)
    return _value(operand, first, scope)


# ---- addresses


def _address(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required address."""
    if not isinstance(operand, Address):
        return f"{must(operand, 'not in brackets', spec)}, in Python by ptx.addr(…)"
    if (spec.rest or spec.type in OPAQUE) and (
        operand.offset is not None or not isinstance(operand.base, Name)
    ):
        return must(operand, "no name", spec)
    said = _base(operand.base, spec, scope) or _offset(operand, scope)
    if said is not None:
        return said
    if any(constant_words(item) is not None for item in operand.rest):
        return must(operand, "with a constant in brackets that is not in braces", spec)
    if len(operand.rest) != len(spec.rest):
        return must(operand, f"with {len(operand.rest)} further operands", spec)
    misfit = first_misfit(operand.rest, spec.rest, scope)
    return misfit.said if misfit is not None else None


def _base(base: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand cannot be the base of the required address."""
    words = constant_words(base)
    if words is not None and (spec.register or spec.rest or spec.type in (TENSOR, "handle")):
        return must(base, "a number", spec)
    if words is not None:
        return _integer(words, f"the address {spell(base)}")
    if isinstance(base, Expression):
        return f"{spell(base)} is not an address: a register or a variable, plus a constant"
    name = spell(base)
    symbol = scope(name)
    return f"{name} is not declared" if symbol is None else _base_symbol(name, symbol, spec)


def _base_symbol(name: str, symbol: Symbol, spec: OperandSpec) -> str | None:
    """Explain why a symbol cannot be the base of the required address."""
    if symbol.kind == "reg":
        return _base_register(name, symbol, spec)
    if spec.type in OPAQUE or spec.type in (TENSOR, "handle"):
        return None if is_in_space(symbol, spec.type) else must(Name(name), describe(symbol), spec)
    if spec.register or symbol.kind in ("function", "label") or symbol.type in OPAQUE:
        return must(Name(name), describe(symbol), spec)
    wanted = spec.type or spec.space
    if symbol.space and not is_in_space(symbol, wanted):
        said = f"{name} is {describe(symbol)}; {spec.name} must be in .{wanted}"
        held = symbol.role == "entry" and wanted == "global" and symbol.type == "u64"
        return said + (f": load the address that it holds, ptx.global_ptrs({name})" if held else "")
    if not wanted and symbol.space in ("param", "const"):
        return f"{name} is {describe(symbol)}, which has no generic address; say .{symbol.space}"
    return None


def _base_register(name: str, symbol: Symbol, spec: OperandSpec) -> str | None:
    """Explain why a register cannot be the base of the required address."""
    declared = types.from_name(symbol.type)
    if spec.type in OPAQUE or spec.type == "handle":
        bits = 32 if spec.type == "handle" else 64
        fits = declared.kind in "bus" and declared.bits == bits and symbol.elements == 1
        return None if fits else must(Name(name), describe(symbol), spec)
    if spec.type == TENSOR:
        declared = types.from_name(symbol.text_type)
        kinds = "b" if spec.exact else "bus"
        fits = declared.kind in kinds and declared.bits == 32 and symbol.elements == 1
        return None if fits else must(Name(name), describe(symbol), spec)
    if declared.kind in "bus" and declared.bits in (32, 64) and symbol.elements == 1:
        return None
    return f"{name} is {describe(symbol)}; an address is an integer register of 32 or 64 bits"


def _offset(operand: Address, scope: Scope) -> str | None:
    """Explain why the offset after the ``+`` of an address is not a legal constant."""
    offset = operand.offset
    names = names_in(offset.words) if isinstance(offset, Expression) else []
    if isinstance(offset, Name) and offset.name not in PREDEFINED:
        names = [offset.name]
    for name in names:
        symbol = scope(name)
        what = "not declared" if symbol is None else describe(symbol)
        return f"the offset of {spell(operand)} is {what}; it must be a constant"
    words = None if offset is None else constant_words(offset)
    return None if words is None else _integer(words, f"the offset of {spell(operand)}")


def _integer(words: Sequence[str], what: str) -> str | None:
    """Explain why a constant in an address is not an integer of 64 bits."""
    if constant_kind(words) != "i":
        return f"{what} must be an integer constant"
    if not -(1 << 63) <= constant_value(words) < 1 << 64:
        return f"{what} does not fit 64 bits; it must be from -9223372036854775808 to 18446744073709551615"
    return None


# ---- the other kinds


def _imm(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required constant."""
    match operand:
        case Literal(text) if literal_kind(text) == "i":
            said = None
        case Name("WARP_SZ"):
            said = None
        case Expression(words) if constant_kind(words) == "i":
            said = None
        case Name(name) if (symbol := scope(name)) is not None:
            said = must(operand, describe(symbol), spec)
        case _:
            said = must(operand, sort_of(operand), spec)
    return said


def _label(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a label; a later label is not declared yet."""
    if not isinstance(operand, Name):
        return must(operand, sort_of(operand), spec)
    symbol = scope(operand.name)
    if symbol is None and (operand.name in PREDEFINED or special_register(operand.name) is not None):
        return must(operand, "a predefined name", spec)
    if "." in operand.name:
        return must(operand, "part of a register", spec)
    if symbol is None or (symbol.kind == "label" and symbol.type in ("", *LISTS.get(spec.name, ("code",)))):
        return None
    return must(operand, describe(symbol), spec)


def _function(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a function."""
    if not isinstance(operand, Name):
        return must(operand, sort_of(operand), spec)
    symbol = scope(operand.name)
    if symbol is None:
        return f"{operand.name} is not declared"
    return None if symbol.kind == "function" else must(operand, describe(symbol), spec)


def _table(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the call table of an indirect call."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    fits = symbol is not None and symbol.kind == "var" and symbol.type in ("u8", "u32", "u64")
    if symbol is None or not fits or symbol.space not in ("global", "const"):
        return must(operand, describe_operand(operand, scope), spec)
    return None


def _sreg(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a special register."""
    if isinstance(operand, Name) and special_register(operand.name) is not None:
        return None
    return must(operand, describe_operand(operand, scope), spec)


def _sink(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the sink, if nothing else is legal."""
    return None if operand == Name("_") else must(operand, describe_operand(operand, scope), spec)


def _group(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the parenthesised list of a call."""
    if not isinstance(operand, Group):
        return must(operand, sort_of(operand), spec)
    for item in operand.items:
        symbol = scope(item.name) if isinstance(item, Name) else None
        if symbol is None and isinstance(item, Name) and item.name not in PREDEFINED:
            return f"{item.name} is not declared"
        passed = symbol is not None and symbol.kind in _PASSED and symbol.space in ("", "param")
        dropped = spec.name == "returns" and item == Name("_")
        known = spec.name != "returns" and constant_words(item) is not None
        if not passed and not dropped and not known:
            return f"{spell(item)} is none of the {spec.name}: registers, parameters, as arguments constants"
    return None


_PASSED = ("reg", "param", "var")


_MISFITS: dict[str, Callable[[Operand, OperandSpec, Scope], str | None]] = {
    "value": _value,
    "address": _address,
    "imm": _imm,
    "label": _label,
    "function": _function,
    "table": _table,
    "sreg": _sreg,
    "sink": _sink,
    "group": _group,
}
