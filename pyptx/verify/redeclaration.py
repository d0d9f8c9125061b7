"""Names that are declared more than once: legal and illegal cases.

In a scope of a function a name is declared once. A variable or function of the module may be declared before
it is defined, if the declarations agree (manual sections 5.4, 5.5 and 11.6).

>>> from pyptx.parser import parse
>>> early, late = parse(".extern .global .u32 g; .visible .global .f32 g;").items
>>> redeclared(early, late, "g")
'g is declared as .global .u32 before, here as .global .f32'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyptx.ir import Declaration, Function
from pyptx.ir.visit import numbered
from pyptx.verify.calls import formal_of
from pyptx.verify.values import PREDEFINED

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from pyptx.ir import Directive, Label


Item: TypeAlias = "Declaration | Function | Directive | Label"


def redeclared(earlier: Item, later: Item, name: str) -> str | None:
    """Explain why the module may not declare a name again; None if it may.

    Args:
        earlier: The last declaration of the name.
        later: The new declaration.
        name: The name.
    """
    if isinstance(earlier, Function) and isinstance(later, Function):
        return _function(earlier, later)
    if isinstance(earlier, Declaration) and isinstance(later, Declaration):
        return _variable(earlier, later, name)
    first, second = ("function", "variable") if isinstance(earlier, Function) else ("variable", "function")
    return f"{name} is a {first} before, here a {second}"


def find_taken(
    name: str,
    count: int | None,
    names: Iterable[str],
    ranges: Mapping[str, tuple[int, object]],
    *,
    label: bool = False,
) -> str | None:
    """Explain why a scope may not declare a name: it is declared or predefined; None if it may.

    Args:
        name: The declared name, or the prefix of `count` names.
        count: Number of names, such as 4 for ``%r<4>``; None for one name.
        names: Names that the scope declares individually.
        ranges: Count and symbol of the names of each prefix.
        label: Whether the name is a label: beside ``%r<4>``, ``%r01`` may be a label but not a register.

    >>> find_taken("%r3", None, (), {"%r": (4, None)}), find_taken("%r", 3, ("%r3",), {"%f": (4, None)})
    ('%r3 is declared before in this scope', None)
    """
    if count is None and name in PREDEFINED:
        return f"{name} is a name of PTX itself"
    if count is None:
        places = numbered(name) if label else _read_as(name)
        again = name in names or any(number < ranges.get(prefix, (0, 0))[0] for prefix, number in places)
        found = name if again else None
    elif name in ranges:
        found = f"{name}0"
    else:
        parts = ((other, prefix, number) for other in names for prefix, number in numbered(other))
        found = next((other for other, prefix, number in parts if prefix == name and number < count), None)
    return None if found is None else f"{found} is declared before in this scope"


def _read_as(name: str) -> Iterator[tuple[str, int]]:
    """Yield the ``%r<n>`` names that conflict with a register name: leading zeros of the number are ignored.

    >>> list(_read_as("%r01"))
    [('%r', 1), ('%r0', 1)]
    """
    for end in range(len(name.rstrip("0123456789")), len(name)):
        yield name[:end], int(name[end:])


def wrong_alias(name: str, aliasee: str, items: Mapping[str, Item], aliases: Container[str]) -> str | None:
    """Explain why ``.alias name, aliasee`` is illegal (manual section 11.6.6); None if it is legal.

    Args:
        name: The other name.
        aliasee: Name of the function.
        items: Earlier items of the module.
        aliases: Names with an earlier ``.alias``.
    """
    first, second = items.get(name), items.get(aliasee)
    for each, what in ((first, name), (second, aliasee)):
        if not isinstance(each, Function) or each.kind != "func":
            return f".alias {name}, {aliasee}: {what} is not a .func that is declared before"
    assert isinstance(first, Function)
    assert isinstance(second, Function)
    if first.body is not None or name in aliases:
        return f".alias {name}, {aliasee}: {name} is defined before"
    if name == aliasee:
        return f".alias {name}, {aliasee}: a function cannot be its own alias"
    if {"extern", "weak"} & {*second.linkage}:
        return f".alias {name}, {aliasee}: {aliasee} is {_linkage(second)}, which has no other names"
    differs = _returns(second, first) or _signature(second, first)
    return (
        f".alias {name}, {aliasee}: {aliasee} and {name} are not alike: {name} {differs}" if differs else None
    )


def _variable(earlier: Declaration, later: Declaration, name: str) -> str | None:
    """Explain why a variable of the module may not be declared again."""
    if _describe(earlier, name) != _describe(later, name) and not _completes(earlier, later, name):
        return f"{name} is declared as {_describe(earlier, name)} before, here as {_describe(later, name)}"
    if "extern" in later.linkage:
        return None
    if "extern" not in earlier.linkage:
        return f"{name} is defined before"
    return (
        None if later.linkage else f"{name} is .extern before: what defines it is .visible, .weak or .common"
    )


def _describe(declaration: Declaration, name: str) -> str:
    """Describe a variable: state space, type and size."""
    declarator = next(
        (each for each in declaration.declarators if each.name == name), declaration.declarators[0]
    )
    formal = formal_of(declaration, declarator)
    size = "" if formal.elements is None else f"[{formal.elements if formal.elements >= 0 else ''}]"
    vector = f".{declaration.vector} " if declaration.vector else ""
    return f".{declaration.space} {vector}.{declaration.type}{size}"


def _completes(earlier: Declaration, later: Declaration, name: str) -> bool:
    """Whether one declaration gives the size of an array that the other leaves open."""
    spelled = [_describe(each, name) for each in (earlier, later)]
    return (
        any(each.endswith("[]") for each in spelled)
        and len({each.partition("[")[0] for each in spelled}) == 1
    )


def _function(earlier: Function, later: Function) -> str | None:
    """Explain why a function may not be declared again."""
    name, said = later.name, None
    if earlier.kind != later.kind:
        said = f"is {_KINDS[earlier.kind]} before, here {_KINDS[later.kind]}"
    elif earlier.body is not None:
        said = "is defined before; a declaration precedes the definition"
    elif later.linkage != earlier.linkage and (later.linkage or "extern" in earlier.linkage):
        first, second = (_linkage(each) for each in (earlier, later))
        said = f"is declared {first} before, here {second}"
    else:
        said = _returns(earlier, later) or _signature(earlier, later)
    return None if said is None else f"{name} {said}"


_KINDS = {"entry": "an .entry", "func": "a .func"}


def _linkage(function: Function) -> str:
    return " ".join(f".{word}" for word in function.linkage) or "without a linkage"


def _returns(earlier: Function, later: Function) -> str | None:
    """Explain that only one of two declarations returns a value."""
    if _is_noreturn(earlier) == _is_noreturn(later):
        return None
    return "returns in one declaration, and is .noreturn in the other"


def _is_noreturn(function: Function) -> bool:
    return any(directive.name == "noreturn" for directive in function.directives)


def _signature(earlier: Function, later: Function) -> str | None:
    """Describe the first difference between the parameters of two declarations."""
    for what, first, second in (
        ("returns", earlier.returns or (), later.returns or ()),
        ("takes", earlier.params or (), later.params or ()),
    ):
        if len(first) != len(second):
            return f"{what} {len(first)} before, here {len(second)}"
        for one, other in zip(first, second, strict=True):
            spelled = [f".{each.space} {formal_of(each)}" for each in (one, other)]
            if _passed(one) != _passed(other):
                return f"{what} {spelled[0]} before, here {spelled[1]}"
    return None


def _passed(parameter: Declaration) -> tuple[object, ...]:
    """The properties of a parameter that must agree; its name may differ."""
    formal = formal_of(parameter)
    align = formal.align if formal.elements is not None else None
    return parameter.space, formal.type, formal.elements, align or 1
