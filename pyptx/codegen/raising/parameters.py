"""Parameters that a compiler numbered are named after their use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.words import PARAMETERS
from pyptx.ir import Address, Block, Expression, Function, Instruction, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import walk
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from pyptx.codegen.raising.words import Mentions
    from pyptx.ir import Declaration, Operand, Statement


def name_parameters(
    function: Function, is_taken: Callable[[str], bool], mentions: Mentions
) -> tuple[Function, int]:
    """Name ``<function>_param_<n>`` after its use in the body; return the number of named parameters.

    A pointer that the body reads through is ``src``, one it writes through ``dst``, one with both ``data``.
    The map of a tensor copy is a ``tensor_map``, a compared scalar ``limit``, a factor ``stride`` if it is an
    integer and ``scale`` if not. A number follows if several are alike.

    Args:
        function: A function with a body.
        is_taken: Whether a name has another meaning in the module or the function.
        mentions: Returns the names in operands.
    """
    prefix = f"{function.name}_param_"
    given = [declaration.declarators[0].name for declaration in function.params or ()]
    params = [name for name in given if name.startswith(prefix) and name[len(prefix) :].isdecimal()]
    if not params:
        return function, 0
    stems = _stems(function, params)
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for param in params:
        stem = stems[param]
        alone = sum(other == stem for other in stems.values()) == 1
        name = stem
        while not name or (not alone and name == stem) or is_taken(name):
            name = f"{stem}{counts.get(stem, 0)}"
            counts[stem] = counts.get(stem, 0) + 1
        names[param] = name
    declared = tuple(_declared(declaration, names) for declaration in function.params or ())
    body = _renamed(function.body or (), names, mentions)
    return replace(function, params=declared, body=body), len(names)


def _stems(function: Function, params: Sequence[str]) -> dict[str, str]:
    """Return the use of each parameter, from one pass over the instructions."""
    declared = [(each, given) for given in function.params or () for each in given.declarators]
    structures = {each.name for each, _ in declared if each.dims}
    pointers = structures | {each.name for each, given in declared if (given.type or "")[1:] == "64"}
    origin: dict[str, str] = {name: name for name in params}
    roles: dict[str, set[str]] = {name: set() for name in params}
    for node in walk(function.body or ()):
        if type(node) is not Instruction or node.opcode not in _READ or not node.operands:
            continue
        if node.opcode in _PRODUCTS and all(isinstance(each, Name) for each in node.operands[1:3]):
            factors = {origin.get(name, "") for name in map(_base, node.operands[1:3])} - pointers - {""}
            for factor in factors:
                roles[factor].add("stride" if node.modifiers[-1][:1] in "us" else "scale")
        if node.opcode in _ACCESSES and PARAMETERS.isdisjoint(node.modifiers):
            address = next((each for each in node.operands if isinstance(each, Address)), None)
            name = origin.get(_base(address)) if address is not None else None
            if name in pointers:
                roles[name] |= _ACCESSES[node.opcode]
        elif node.opcode == "cp":
            places = [each for each in node.operands if isinstance(each, Address)]
            for address, role in zip(places, ("written", "read"), strict=False):
                name = origin.get(_base(address))
                if name in pointers:
                    roles[name].add("map" if address.rest else role)
        elif node.opcode == "setp":
            for operand in node.operands[1:]:
                name = origin.get(operand.name) if isinstance(operand, Name) else None
                if name is not None and name not in structures:  # one field says little about the others
                    roles[name].add("compared")
        elif node.opcode in _PASSING and isinstance(node.operands[0], Name):
            found = [origin[name] for name in map(_base, node.operands[1:]) if name in origin]
            if node.opcode in _SUMS:  # one of the terms is the pointer, the others are its offset
                found = [name for name in found if name in pointers]
            if len(found) == 1:
                origin.setdefault(node.operands[0].name, found[0])
    return {name: _stem(found) for name, found in roles.items()}


def _stem(roles: set[str]) -> str:
    """Return the name for some uses: pointers count first, then comparisons."""
    if roles - _SCALAR:
        roles = roles - _SCALAR
    elif "compared" in roles:
        roles = {"compared"}
    return _STEMS.get(frozenset(roles), "arg")


def _base(operand: Operand) -> str:
    """The name of a register, or of a parameter in an address."""
    if isinstance(operand, Address):
        operand = operand.base
    return operand.name if isinstance(operand, Name) else ""


def _declared(declaration: Declaration, names: dict[str, str]) -> Declaration:
    (declarator,) = declaration.declarators
    name = names.get(declarator.name)
    return (
        declaration if name is None else replace(declaration, declarators=(replace(declarator, name=name),))
    )


def _renamed(body: Iterable[Statement], names: dict[str, str], mentions: Mentions) -> tuple[Statement, ...]:
    out: list[Statement] = []
    for node in body:
        made = node
        if type(node) is Instruction:
            if not names.keys().isdisjoint(mentions.names_in(node.operands)):
                made = replace(node, operands=tuple([_operand(each, names) for each in node.operands]))
        elif type(node) is Block:
            made = replace(node, body=_renamed(node.body, names, mentions))
        out.append(made)
    return tuple(out)


def _operand(operand: Operand, names: dict[str, str]) -> Operand:
    match operand:
        case Name(name) if name in names:
            return Name(names[name])
        case Address(Name(name)) if name in names:
            return replace(operand, base=Name(names[name]))
        case Expression(words) if not names.keys().isdisjoint(words):
            return replace(operand, words=tuple([names.get(word, word) for word in words]))
    return operand


_ACCESSES = {
    "ld": {"read"}, "ldu": {"read"}, "st": {"written"}, "atom": {"read", "written"},
    "red": {"read", "written"},
}  # fmt: skip
_PASSING = frozenset({"ld", "cvta", "mov", "add", "mad", "cvt"})
_SUMS = frozenset({"add", "mad"})
_PRODUCTS = frozenset({"mul", "mad", "fma"})
_READ = _PASSING.union(_PRODUCTS, _ACCESSES, {"cp", "setp"})
"""Opcodes that show the use of a parameter."""
_SCALAR = frozenset({"compared", "scale", "stride"})
_STEMS = {
    frozenset({"read"}): "src",
    frozenset({"written"}): "dst",
    frozenset({"read", "written"}): "data",
    frozenset({"compared"}): "limit",
    frozenset({"map"}): "tensor_map",
    frozenset({"scale"}): "scale",
    frozenset({"stride"}): "stride",
}

_MOST_STEPS = 16
"""Registers through which an address is followed to its parameter or variable."""
_ADDRESSES = 1 << 32
"""Constants of additions count modulo this: a negative one may be written as a number of 32 or 64 bits."""


def distance_from_start(
    place: Address, setters: Mapping[str, Sequence[Instruction]], registers: Container[str]
) -> int | None:
    """Return the bytes from the start of a parameter or variable to a place in it; None if unknown.

    Args:
        place: The address of the place: a register or symbol, and an offset.
        setters: The instructions that set each register.
        registers: All registers; other names are symbols.
    """
    base: Operand | None = place.base
    step = 0 if place.offset is None else _integer(place.offset)
    total = 0
    for _ in range(_MOST_STEPS):
        if step is None or not isinstance(base, Name):
            return None
        total += step
        if base.name not in registers:
            signed = (total + _ADDRESSES // 2) % _ADDRESSES - _ADDRESSES // 2
            return signed if signed >= 0 else None
        nodes = setters.get(base.name, ())
        if len(nodes) != 1:
            return None
        base, step = _addition(nodes[0])
    return None


def _addition(node: Instruction) -> tuple[Operand | None, int | None]:
    """Return the address and the constant whose sum an instruction computes; None for others."""
    match node.opcode, node.operands[1:]:
        case "mov", (Expression((name, "+" | "-" as sign, number)),):
            return Name(name), _integer(Literal(f"{sign}{number}".lstrip("+")))
        case "mov", (source,):
            return source, 0
        case ("add", (Literal() as constant, base)) | ("add", (base, Literal() as constant)):
            return base, _integer(constant)
        case "sub", (base, Literal() as constant):
            subtracted = _integer(constant)
            return base, None if subtracted is None else -subtracted
    return None, None


def _integer(operand: Operand) -> int | None:
    """The value of an integer constant."""
    value = literal_value(operand.text) if isinstance(operand, Literal) else None
    return value if isinstance(value, int) else None
