"""Agreement of operands with a form, and explanations of differences."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from pyptx import types
from pyptx.errors import VerifyError
from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Pair, Vector
from pyptx.isa import register_fits, special_register, special_vector
from pyptx.isa.operand import OPAQUE, SELECTORS, TENSOR, Each, Interval
from pyptx.record import replace
from pyptx.verify.constants import constant_value
from pyptx.verify.messages import must, spell, spell_bounds
from pyptx.verify.symbols import describe, literal_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec
    from pyptx.verify.symbols import Scope, Symbol

PREDEFINED = frozenset({"_", "WARP_SZ"})
"""Names that need no declaration."""


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
    if _constant_kind(words) == "i":
        return bool(spec.bounds) or spec.type in _RANGES
    return isinstance(spec.bounds, Interval)


def constant_words(operand: Operand) -> tuple[str, ...] | None:
    """Return the words of a constant or constant expression; None for anything else."""
    if isinstance(operand, Literal):
        return (operand.text,)
    if isinstance(operand, Expression):
        return None if names_in(operand.words) else operand.words
    return ("WARP_SZ",) if operand == Name("WARP_SZ") else None


def _constant_kind(words: Sequence[str]) -> str:
    """Return the kind of `literal_kind` of a constant, or of an expression's value; ``""`` for none."""
    if len(words) == 1 and words[0] != "WARP_SZ":
        return literal_kind(words[0])
    try:
        return "." if isinstance(constant_value(words), float) else "i"
    except VerifyError:
        return ""


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
        return _one(operand.items[0], spec, scope)
    return _one(operand, spec, scope)


def _one(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required register or constant."""
    said: str | None
    match operand:
        case Name(name):
            said = _name(name, spec, scope)
        case Literal(text):
            said = _constant(text, spec)
        case Negated(inner) if spec.negatable:
            said = _one(inner, spec, scope)
        case Expression(("-", name)) if spec.signed:
            said = _name(name, spec, scope)
        case Expression(words):
            said = _expression(operand, words, spec, scope)
        case Vector(items):
            said = must(operand, f"{len(items)} operands in braces", spec)
        case _:
            said = must(operand, _sort(operand), spec)
    return said


def _constant(text: str, spec: OperandSpec) -> str | None:
    """Explain why a constant does not have the required type."""
    if not spec.takes_constant:
        return must(Literal(text), "a constant", spec)
    kind, type_ = literal_kind(text), spec.type
    if kind == "f" and text[0] in "+-":
        return f"{spec.name} is {text}; the bits of an .f32 have no sign but their own"
    if kind in _LITERAL_KINDS[type_]:
        return None
    if type_ in ("f32", "f64"):
        return f"{spec.name} is {text}, an integer; a constant of .{type_} has a point, as {text}.0, or bits"
    if kind == ".":
        return f"{spec.name} is {text}, a fraction; a constant of .{type_} is an integer"
    return f"{spec.name} is {text}, the bits of another type than .{type_}"


_LITERAL_KINDS = {
    "f32": "fd.", "f64": "fd.", "b32": "if", "b64": "id.", "pred": "i",
    **dict.fromkeys(("b8", "b16", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"), "i"),
}  # fmt: skip
"""The kinds of `literal_kind` that are constants of each type (manual section 4.5)."""


def _name(name: str, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why a name is not the required register."""
    symbol, selector = select(name, scope)
    if symbol is None or symbol.kind == "sreg":
        return _undeclared(name, spec)
    said = None
    if selector and (
        symbol.kind != "reg" or not spec.selector or not SELECTORS[spec.selector].fullmatch(selector)
    ):
        said = must(Name(name), f"part .{selector} of {describe(symbol)}", spec)
    elif spec.selected and not selector:
        said = must(Name(name), "a whole register", spec)
    elif symbol.kind == "reg":
        held = symbol.text_type if spec.exact else symbol.type
        fits = register_fits(held, spec.type, wider=spec.wider, exact=spec.exact)
        if symbol.elements != 1 or not fits:
            said = must(Name(name), describe(symbol), spec)
    elif not (
        spec.variable and symbol.kind in ("var", "param", "function") and _is_in(symbol, spec.space)
    ) or (
        symbol.type in OPAQUE and not spec.type.endswith("64")  # its address is a handle of 64 bits
    ):
        said = must(Name(name), describe(symbol), spec)
    return said


def select(name: str, scope: Scope) -> tuple[Symbol | None, str]:
    """Resolve a name and, if it has a selector, the part: ``%r1.b0`` is part ``b0`` of ``%r1``."""
    symbol = scope(name)
    if symbol is not None or "." not in name or special_register(name) is not None:
        return symbol, ""
    whole, _, selector = name.partition(".")
    return scope(whole), selector


def _is_in(symbol: Symbol, space: str) -> bool:
    """Whether a variable is in a state space, or of an opaque type; ``""`` matches any."""
    if space in OPAQUE:
        return symbol.type == space or (symbol.space == "tex" and space == "texref")
    return not space or symbol.space == space.partition("::")[0]


def _undeclared(name: str, spec: OperandSpec) -> str | None:
    """Explain why a name without a symbol, such as the sink or a special register, does not match."""
    said = None
    if name == "_":
        said = None if spec.sink else must(Name(name), "the sink", spec)
    elif name == "WARP_SZ":
        fits = spec.takes_constant and spec.type[0] in "bus"
        said = None if fits else must(Name(name), "an integer", spec)
    elif (register := special_register(name)) is None:
        parts = [f"{name}.{part}" for part in "xyzw" if special_register(f"{name}.{part}") is not None]
        said = f"{name} is not declared" + (f"; its parts are {' '.join(parts)}" if parts else "")
    elif spec.role != ":":
        said = must(Name(name), "a special register, which is read-only", spec)
    elif not spec.special:
        said = (
            f"{spec.name} is {name}, a special register; mov it to a register of type .{register.type} first"
        )
    elif not any(register_fits(type_, spec.type) for type_ in (register.type, *register.also)):
        said = must(Name(name), f"a special register of type .{register.type}", spec)
    return said


def _expression(operand: Expression, words: Sequence[str], spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an expression is not the required constant, or address of a variable."""
    names = names_in(words)
    if not names:
        try:
            kind = "." if isinstance(constant_value(words), float) else "i"
        except VerifyError as error:
            return f"{spec.name} is not a constant: {error}"
        fits = spec.takes_constant and kind in _LITERAL_KINDS[spec.type]
        return None if fits else must(operand, "a constant expression", spec)
    symbol = scope(names[0])
    if symbol is None:
        return f"{names[0]} is not declared"
    if not _has_address(symbol, spec):
        return must(operand, f"an expression with {describe(symbol)}", spec)
    if words[1] == "+" and names == [words[0]] and _constant_kind(words[2:]) == "i":
        return None
    return f"{spec.name} is {spell(operand)}; to the address of a variable a constant may be added, no more"


def _has_address(symbol: Symbol, spec: OperandSpec) -> bool:
    """Whether an operand may be the address of a symbol plus a constant.

    ptxas accepts it wherever an integer constant is legal; the address alone only where the row allows it.
    """
    if spec.variable:
        return symbol.kind in ("var", "param") and _is_in(symbol, spec.space)
    return (
        symbol.kind == "var"
        and spec.takes_constant
        and spec.kind == "value"
        and spec.type[0] in "bus"
        and spec.count is None
    )


def names_in(words: Iterable[str]) -> list[str]:
    """Return the names of an expression that need a declaration."""
    return [word for word in words if _IDENTIFIER.match(word) and word not in PREDEFINED]


_IDENTIFIER = re.compile(r"(?:[A-Za-z]|[_$%][\w$])[\w$.]*\Z", re.ASCII)


def _items(operand: Vector, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why registers in braces, of the required number, do not match."""
    count = len(operand.items)
    if not spec.leading:
        return _vector(operand, spec, count, scope)
    first, *others = operand.items
    said = _one(first, replace(spec, type=spec.leading, count=None), scope)
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
        said = _one(item, spec, scope)
        if said is not None:
            return said
    symbols = [scope(item.name) for item in operand.items if isinstance(item, Name)]
    declared = [
        types.from_name(symbol.type) for symbol in symbols if symbol is not None and symbol.kind == "reg"
    ]
    kinds = {_KINDS[type_.kind] for type_ in declared}
    kinds |= {_KINDS[_constant_kind(words)] for item in operand.items if (words := constant_words(item))}
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
        return _value(operand.first, first, scope) or _one(operand.second, second, scope)
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
        return None if _constant_kind(words) == "i" else f"{spell(base)} is not an address"
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
        return None if _is_in(symbol, spec.type) else must(Name(name), describe(symbol), spec)
    if spec.register or symbol.kind in ("function", "label") or symbol.type in OPAQUE:
        return must(Name(name), describe(symbol), spec)
    wanted = spec.type or spec.space
    if symbol.space and not _is_in(symbol, wanted):
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
    """Explain why the offset after the ``+`` of an address is not a constant."""
    offset = operand.offset
    names = names_in(offset.words) if isinstance(offset, Expression) else []
    if isinstance(offset, Name) and offset.name not in PREDEFINED:
        names = [offset.name]
    for name in names:
        symbol = scope(name)
        what = "not declared" if symbol is None else describe(symbol)
        return f"the offset of {spell(operand)} is {what}; it must be a constant"
    words = None if offset is None else constant_words(offset)
    if words is not None and _constant_kind(words) != "i":
        return f"the offset of {spell(operand)} must be an integer constant"
    return None


# ---- the other kinds


def _imm(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required constant."""
    match operand:
        case Literal(text) if literal_kind(text) == "i":
            said = None
        case Name("WARP_SZ"):
            said = None
        case Expression(words) if _constant_kind(words) == "i":
            said = None
        case Name(name) if (symbol := scope(name)) is not None:
            said = must(operand, describe(symbol), spec)
        case _:
            said = must(operand, _sort(operand), spec)
    return said


def _label(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a label; a later label is not declared yet."""
    if not isinstance(operand, Name):
        return must(operand, _sort(operand), spec)
    symbol = scope(operand.name)
    if symbol is None and (operand.name in PREDEFINED or special_register(operand.name) is not None):
        return must(operand, "a predefined name", spec)
    if "." in operand.name:
        return must(operand, "part of a register", spec)
    if symbol is None or (symbol.kind == "label" and symbol.type in ("", *_LISTS.get(spec.name, ("code",)))):
        return None
    return must(operand, describe(symbol), spec)


_LISTS = {"targets": ("branchtargets",), "prototype": ("callprototype", "calltargets")}
"""Statements after the labels of lists, tables and prototypes, by operand: they are not branch targets."""


def _function(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a function."""
    if not isinstance(operand, Name):
        return must(operand, _sort(operand), spec)
    symbol = scope(operand.name)
    if symbol is None:
        return f"{operand.name} is not declared"
    return None if symbol.kind == "function" else must(operand, describe(symbol), spec)


def _table(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the call table of an indirect call."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    fits = symbol is not None and symbol.kind == "var" and symbol.type in ("u8", "u32", "u64")
    if symbol is None or not fits or symbol.space not in ("global", "const"):
        return must(operand, _what(operand, scope), spec)
    return None


def _sreg(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not a special register."""
    if isinstance(operand, Name) and special_register(operand.name) is not None:
        return None
    return must(operand, _what(operand, scope), spec)


def _sink(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the sink, if nothing else is legal."""
    return None if operand == Name("_") else must(operand, _what(operand, scope), spec)


def _group(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the parenthesised list of a call."""
    if not isinstance(operand, Group):
        return must(operand, _sort(operand), spec)
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


def _what(operand: Operand, scope: Scope) -> str:
    """Describe an operand; for a name, describe its symbol."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    return _sort(operand) if symbol is None else describe(symbol)


def _sort(operand: Operand) -> str:
    """Describe the kind of an operand."""
    return _SORTS[type(operand)]


_SORTS: dict[type, str] = {
    Address: "an address",
    Expression: "an expression",
    Group: "a list in parentheses",
    Literal: "a constant",
    Name: "a name",
    Negated: "negated",
    Pair: "a pair",
    Vector: "a vector",
}
