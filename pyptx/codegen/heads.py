"""The heads of functions: arguments of ``module.kernel`` and ``module.func``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.declarations import directive_items, launch_sizes, parameter
from pyptx.codegen.operands import identifier, quoted
from pyptx.codegen.tree import Name
from pyptx.errors import CodegenError, LaunchError
from pyptx.isa import availability
from pyptx.isa.directives import DIRECTIVES
from pyptx.program import check_geometry, dim3
from pyptx.trace import is_identifier
from pyptx.verify import require_type, symbol_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.operands import Names
    from pyptx.ir import Declaration, Directive, Function
    from pyptx.trace import Unit

CALL_WORDS = ("engine", "lineinfo", "out")
"""Keywords of a call of a kernel: parameters of these names are declared as PTX text."""


def func_options(head: Function, unit: Unit, room: int, types: set[str] | None = None) -> list[str]:
    """Return the arguments of ``module.func`` and ``module.prototype``.

    Args:
        head: The function, without its body.
        unit: The module that it is in.
        room: Characters of a list with several rows on one line; 0 for a line each.
        types: Types that the file names, to which those of parameters without names are added; None where all
            parameters have names.

    Raises:
        CodegenError: A trace would refuse one of its directives.
    """
    options: list[str] = []
    for word, listed in (("params", head.params), ("returns", head.returns)):
        if listed:
            rows = [parameter(each, ()) for each in listed]
            if word == "params" and types is not None:
                rows = _without_names(head, listed, rows, types)
            options.append("\n".join([word, *rows]))
        elif word == "returns" and listed is not None:
            options.append("returns=[]")
    if head.params is None:
        options.append("parenthesised=False")
    if head.linkage:
        options.append(f"linkage={quoted(head.linkage[0])}")
    if head.directives:
        for directive in head.directives:
            row = DIRECTIVES.get(directive.name)
            if row is None or "func" not in row.places or directive.semicolon:
                raise CodegenError(f".{directive.name} of a function")
            _check_directive(directive, unit)
        options.append(f"directives=[{', '.join(directive_items(head.directives))}]")
    if head.attributes:
        options.append(f"attributes=[{', '.join(map(quoted, head.attributes))}]")
    return [_joined(option, room) for option in options]


def _without_names(
    head: Function, listed: Sequence[Declaration], rows: list[str], types: set[str]
) -> list[str]:
    """Return rows with a type for each parameter that has the name that a trace gives it."""
    given = [f'("{each.type}", "{head.name}_param_{index}")' for index, each in enumerate(listed)]
    types.update(each.type or "" for each, row, name in zip(listed, rows, given, strict=True) if row == name)
    return [
        each.type or "" if row == name else row for each, row, name in zip(listed, rows, given, strict=True)
    ]


def kernel_options(head: Function, unit: Unit, room: int) -> list[str] | None:
    """Return the arguments of ``module.kernel``; None where no kernel is declared like this.

    The arguments are the same as for `func_options`.

    Raises:
        CodegenError: A trace would refuse one of its directives, or its geometry.
    """
    if head.linkage not in ((), ("visible",), ("weak",)) or head.attributes:
        return None
    options: list[str] = []
    if head.params:
        options.append("\n".join(["raw_params", *(parameter(each, CALL_WORDS) for each in head.params)]))
    if head.params is None:
        options.append("parenthesised=False")
    names = [directive.name for directive in head.directives]
    for directive in head.directives:
        row = DIRECTIVES.get(directive.name)
        if (
            row is None
            or "entry" not in row.places
            or (names.count(directive.name) > 1 and directive.name != "pragma")
        ):
            return None
        _check_directive(directive, unit)
    sizes = launch_sizes(head.directives)
    for name, size in sizes.items():
        options.append(f"{name}={size}")
    try:
        block, cluster = (dim3(name, sizes.get(name, 1)) for name in ("block", "cluster"))
        check_geometry(unit.arch, None, block, cluster, 0)
    except LaunchError as error:
        raise CodegenError(str(error)) from None
    alone = names == ["reqntid"] and len(sizes["block"]) == 3
    if head.directives and not alone:
        options.append("\n".join(["raw_directives", *directive_items(head.directives)]))
    if not {"reqntid", "maxntid"} & set(names):
        options.append("reqntid=()")
    if head.linkage != ("visible",):
        options.append(f"linkage={quoted(head.linkage[0]) if head.linkage else 'None'}")
    return [_joined(option, room) for option in options]


def bring_parameters(head: Function, names: Names) -> list[str]:
    """Bring the parameters of a function into scope; return those that its Python function takes.

    Raises:
        CodegenError: A parameter is an array of registers, or its name is taken.
    """
    taken: list[str] = []
    for declaration in (*(head.returns or ()), *(head.params or ())):
        require_type(declaration)
        (declarator,) = declaration.declarators
        name = declarator.name
        if declarator.count is not None or not is_identifier(name) or names.is_taken(name, None, here=False):
            raise CodegenError(f"parameter {name}")
        result = head.returns is not None and declaration in head.returns
        role = "returned" if result else "entry" if head.kind == "entry" else "given"
        symbol = symbol_of(declaration, role)
        python = None
        if identifier(name) == name and (declaration.space != "reg" or declaration.vector is None):
            python = Name(names.variable(name))
            taken.append(python.text)
        names.add(name, python, symbol)
    return taken


def _joined(option: str, room: int) -> str:
    """``raw_params=[…]`` on one line where it has one row; raised, where there is room for more."""
    name, *rows = option.split("\n")
    line = f"{name}=[{', '.join(rows)}]"
    return line if len(rows) == 1 or (rows and len(line) <= room) else option


def _check_directive(directive: Directive, unit: Unit) -> None:
    """Refuse a directive that a trace would refuse."""
    span = availability.spans_of_directive(directive.name).get(unit.arch.name)
    if span is None or (unit.asked is not None and unit.asked not in span):
        raise CodegenError(f".{directive.name} is not there")
