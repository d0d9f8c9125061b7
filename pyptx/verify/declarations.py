"""Legality of declarations and function heads, and the targets and PTX versions that support them.

>>> from pyptx.arch import arch
>>> from pyptx.ir import Declaration, Declarator
>>> from pyptx.verify import Verifier
>>> lacking(Declaration("reg", "b128", (Declarator("%q", 4),)), Verifier(arch("sm_60")))
'%q is declared as .b128, which needs PTX >= 8.3 and sm_70 or newer; this kernel targets sm_60'
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from pyptx import types
from pyptx.ir import Declaration, Declarator, Directive, Expression, Function, Literal, Name, Vector
from pyptx.isa import availability
from pyptx.isa.declarations import FEATURES, PLAIN_PARAMETER_BYTES
from pyptx.isa.directives import DIRECTIVES
from pyptx.isa.operand import OPAQUE
from pyptx.verify.calls import formal_of
from pyptx.verify.symbols import integer_value, literal_kind
from pyptx.verify.textures import INDEPENDENT
from pyptx.verify.values import names_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from pyptx.ir import Operand
    from pyptx.isa.availability import Span
    from pyptx.verify.verifier import Verifier

    Need: TypeAlias = "tuple[str, Mapping[str, Span]]"


def lacking(item: Declaration | Directive | Function, verifier: Verifier) -> str | None:
    """Explain which part of an item the target or version of a module does not support; None for none."""
    for what, spans in needs(item):
        said = verifier.lacks(spans)
        if said is not None:
            return f"{what} {said}"
    if isinstance(item, Declaration) and item.type == "samplerref" and verifier.samplers is False:
        return f"{item.declarators[0].name} is a .samplerref, which needs .target {INDEPENDENT}"
    return None


def malformed(declaration: Declaration, place: str) -> str | None:
    """Explain why a declaration is malformed; None if it is well-formed.

    Args:
        declaration: A declaration of registers, variables or parameters.
        place: ``"module"``, ``"body"``, ``"entry"`` or ``"func"`` for parameters, or ``"returns"``.
    """
    name, space, type_ = declaration.declarators[0].name, declaration.space, declaration.type or "b8"
    opaque, bits = type_ in OPAQUE, 0 if type_ in OPAQUE else types.from_name(type_).bits
    elements = int((declaration.vector or "v1")[1:])
    said = " ".join(f".{word}" for word in declaration.linkage)
    rules = (
        (type_ == "pred" and space != "reg", f"a .pred in .{space}; predicates live in registers"),
        (type_ == "pred" and elements > 1, "a vector of predicates, of which there is none"),
        (elements not in (1, 2, 4), f"a .v{elements}; a vector has 2 or 4 elements"),
        (bits * elements > _WIDEST, f"a vector of {bits * elements} bits; there are at most {_WIDEST}"),
        (opaque and place == "body", f"a .{type_} in a body; it stands beside the functions, in .global"),
        (
            opaque and place == "module" and space != "global",
            f"a .{type_} in .{space}; it must be in .global",
        ),
        (opaque and place in ("func", "returns"), f"a .{type_}; a function takes its address, as .u64"),
        (type_ == "f16x2" and space == "param", "a .f16x2 in .param; declare it as .b32"),
        (place == "module" and space == "param", "in .param; parameters are of functions and calls"),
        (place == "entry" and space != "param", f"in .{space}; the parameters of a kernel are in .param"),
        (
            place == "func" and declaration.pointer is not None,
            "a .ptr, which only parameters of kernels have",
        ),
        (
            "common" in declaration.linkage and space != "global",
            f".common in .{space}; it must be in .global",
        ),
        (
            "managed" in declaration.attributes and space != "global",
            f".managed in .{space}; it must be in .global",
        ),
        (
            bool(declaration.linkage) and place == "body",
            f"{said} in a body; what has a linkage stands beside the functions",
        ),
        (len(declaration.linkage) > 1, f"{said}; it is one of these"),
        (
            _is_no_power(declaration.align),
            f"aligned to {declaration.align} bytes, which is not a power of two",
        ),
    )
    wrong = next((said for broken, said in rules if broken), None)
    if wrong is not None:
        return f"{name} is {wrong}"
    sizes = (_malformed_size(each, space, place, declaration.linkage) for each in declaration.declarators)
    return next(filter(None, sizes), None)


_WIDEST = 128


def _is_no_power(align: int | None) -> bool:
    return align is not None and (align < 1 or align & (align - 1) != 0)


def _malformed_size(declarator: Declarator, space: str, place: str, linkage: tuple[str, ...]) -> str | None:
    """Explain why the sizes of an array are malformed; None if they are well-formed, or absent."""
    sizes, said = declarator.dims, None
    is_counted = declarator.initializer not in (None, Vector(()))
    values = [integer_value(size.text) if isinstance(size, Literal) else 0 for size in sizes]
    if sizes and space == "reg":
        said = f"is an array of registers; they are numbered, as {declarator.name}<4>"
    elif any(isinstance(size, Expression) for size in sizes):
        said = "has an expression as its size; the size of an array is a number"
    elif len(sizes) > 1 and place in ("entry", "func", "returns"):
        said = f"has {len(sizes)} dimensions; an array that is a parameter has one"
    elif 0 in values[1:]:
        said = "leaves a size behind its first one open or 0; only the first one may be"
    elif _is_open(sizes) and not is_counted and "extern" not in linkage and place != "func":
        said = "has no elements; only .extern arrays and parameters of functions leave their size open"
    return said and f"{declarator.name} {said}"


def _is_open(sizes: Sequence[Literal | Expression | None]) -> bool:
    """Whether the first size of an array is open or 0."""
    return bool(sizes) and (
        sizes[0] is None or (isinstance(sizes[0], Literal) and not integer_value(sizes[0].text))
    )


_NOT_LAST = "leaves its size open; only the last parameter may"


def wide_parameter(declaration: Declaration) -> str | None:
    """Explain that a vector cannot be in ``.param``; None for other declarations.

    Arrays of vectors can be there, and the parameters of functions without a body.
    """
    (name, *_), vector, type_ = declaration.declarators, declaration.vector, declaration.type
    if declaration.space != "param" or vector is None or name.dims or type_ not in types.TYPES:
        return None
    align = types.from_name(type_).bits * int(vector[1:]) // 8
    array = f".align {align} .{type_} {name.name}[{vector[1:]}]"
    return f"{name.name} is a .{vector} in .param; declare it as an array: {array}"


def malformed_prototype(words: Sequence[str]) -> str | None:
    """Explain why an array in the words of a ``.callprototype`` is malformed; None if all are well-formed.

    >>> malformed_prototype("_ ( .param .b8 _ [ 2 * 2 ] )".split())
    'a parameter of .callprototype has an expression as its size; the size of an array is a number'
    """
    lists = ["returns", "func"] if words[0] == "(" else ["func"]
    sizes = list[Literal | Expression | None]()
    rest = iter(words)
    for word in rest:
        if word == "[":
            size = tuple(takewhile("]".__ne__, rest))
            is_number = len(size) == 1 and literal_kind(size[0]) == "i"
            sizes.append((Literal(size[0]) if is_number else Expression(size)) if size else None)
        elif word in (",", ")"):
            name = "a parameter of .callprototype" if lists[0] == "func" else "the result of .callprototype"
            said = _malformed_size(Declarator(name, dims=tuple(sizes)), "param", lists[0], ())
            if word == "," and lists[0] == "func" and _is_open(sizes):
                said = said or f"{name} {_NOT_LAST}"
            if said is not None:
                return said
            sizes.clear()
            del lists[: word == ")"]
    return None


def conflicting(function: Function) -> str | None:
    """Explain why the parts of a function head conflict; None if they do not."""
    names = {directive.name for directive in function.directives}
    for name in sorted(names & DIRECTIVES.keys()):
        places = DIRECTIVES[name].places
        if function.kind not in places and not (
            "entry" in places and function.kind == "func" and name == "pragma"
        ):
            return f"{function.name} has .{name}, which is of {_OF[places[0]]}"
    if {"maxntid", "reqntid"} <= names:
        return f"{function.name} has .maxntid and .reqntid; write one of them"
    if {"maxclusterrank", "reqnctapercluster"} <= names:
        return f"{function.name} has .maxclusterrank and .reqnctapercluster; write one of them"
    if "blocksareclusters" in names and not {"reqntid", "reqnctapercluster"} <= names:
        return (
            f"{function.name} has .blocksareclusters, which needs .reqntid and .reqnctapercluster beside it"
        )
    if len(function.returns or ()) > 1 and any(each.space == "param" for each in function.returns or ()):
        return f"{function.name} returns several values; those are in .reg, one alone may be in .param"
    return _open_too_early(function) or _linked(function)


def _open_too_early(function: Function) -> str | None:
    """Name the parameter of a device function whose size is open though it is not the last."""
    for declaration in (function.params or ())[:-1] if function.kind == "func" else ():
        (declarator,) = declaration.declarators
        if _is_open(declarator.dims):
            return f"{declarator.name} {_NOT_LAST}"
    return None


def _linked(function: Function) -> str | None:
    """Explain why a function cannot have the linkage of its head."""
    if "extern" in function.linkage and function.body is not None:
        return f"{function.name} is .extern, which means defined elsewhere, but has a body"
    if len(function.linkage) > 1 or "common" in function.linkage:
        said = " ".join(f".{word}" for word in function.linkage)
        return f"{function.name} is {said}; a function is .visible, .weak or .extern"
    return None


_OF = {
    "entry": "a kernel",
    "func": "a device function",
    "body": "a body",
    "module": "a module",
    "label": "a label",
}


def needs(item: Declaration | Directive | Function) -> Iterator[Need]:
    """Yield the features of an item that are not supported everywhere, and their versions by target."""
    if isinstance(item, Declaration):
        yield from _of_declaration(item)
    elif isinstance(item, Function):
        yield from _of_function(item)
    elif item.name == "pragma":
        for words in item.words:
            name = words.strip('"').partition(" ")[0]
            if name in FEATURES:
                yield f".pragma {words}", availability.spans_of_feature(name)
    elif item.name in DIRECTIVES and DIRECTIVES[item.name].example:
        yield f".{item.name}", availability.spans_of_directive(item.name)
        for word in item.words if item.name == "callprototype" else ():
            if word[1:] in DIRECTIVES:
                yield f"a .callprototype with {word}", availability.spans_of_directive(word[1:])


def _of_declaration(declaration: Declaration) -> Iterator[Need]:
    """Yield the features of a declaration: its type, attributes, linkage and initial values."""
    name = declaration.declarators[0].name
    if declaration.type in FEATURES:
        yield (
            f"{name} is declared as .{declaration.type}, which",
            availability.spans_of_feature(declaration.type),
        )
    if declaration.pointer is not None:
        yield f"{name} is declared as .ptr, which", availability.spans_of_feature("ptr")
    if "managed" in declaration.attributes:
        yield f"{name} is .managed, which", availability.spans_of_feature("managed")
    yield from _of_linkage(name, declaration.linkage)
    for declarator in declaration.declarators:
        feature = _address_in(declarator.initializer)
        if feature:
            yield (
                f"{declarator.name} starts with {_A_AN[feature]}, which",
                availability.spans_of_feature(feature),
            )


_A_AN = {
    "address": "an address",
    "byte of an address": "a byte of an address",
    "generic address": "a generic address",
}


def _of_linkage(name: str, linkage: tuple[str, ...]) -> Iterator[Need]:
    """Yield the features of a linkage."""
    for word in linkage:
        yield f"{name} is .{word}, which", availability.spans_of_directive(word)


def _address_in(initializer: Operand | None) -> str:
    """Return the feature of the address of a variable or function in an initializer; ``""`` for none."""
    found = ""
    if isinstance(initializer, Vector):
        found = max(map(_address_in, initializer.items), default="")
    elif isinstance(initializer, Expression) and names_in(initializer.words):
        first, second, *_ = initializer.words
        masked = second == "(" and first[0].isdigit()
        found = "byte of an address" if masked else "generic address" if first == "generic" else "address"
    elif isinstance(initializer, Name):
        found = "address"
    return found


def _parameter_end(declaration: Declaration, offset: int) -> int:
    """Return the end of a parameter, in bytes, after this many bytes before it."""
    if declaration.type in OPAQUE:
        align = size = 8
    elif declaration.type in types.TYPES:
        formal = formal_of(declaration)
        align, size = formal.align or types.from_name(formal.type).bytes, max(formal.bytes, 0)
    else:
        align, size = 1, 0
    return -(-offset // align) * align + size


def _of_function(function: Function) -> Iterator[Need]:
    """Yield the features of a function head; its parameters are declarations of their own."""
    yield from _of_linkage(function.name, function.linkage)
    if function.kind == "entry" and function.body is None:
        yield f"{function.name} has no body, which", availability.spans_of_feature("entry without a body")
    for directive in function.directives:
        for what, spans in needs(directive):
            yield f"{function.name} has {what}, which", spans
    size = 0
    for declaration in function.params or ():
        (declarator,) = declaration.declarators
        if None in declarator.dims:
            yield f"{declarator.name} has no size, which", availability.spans_of_feature("open array")
        elif declaration.space == "param":
            size = _parameter_end(declaration, size)
    if function.kind == "entry" and size > PLAIN_PARAMETER_BYTES:
        spans = availability.spans_of_feature("many parameters")
        yield (
            f"{function.name} has {size} bytes of parameters, more than {PLAIN_PARAMETER_BYTES}, which",
            spans,
        )
