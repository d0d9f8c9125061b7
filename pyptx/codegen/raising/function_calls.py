"""Calls of functions, as Python calls of the objects that declare them.

>>> from pyptx.codegen.raising.facts import Callee, Facts
>>> from pyptx.codegen.texts import line_of
>>> from pyptx.ir import Declaration, Declarator, Function
>>> half = Function("func", "half", (Declaration("param", "b32", (Declarator("x"),)),), None, (), None, ())
>>> facts = Facts(functions={"half": Callee("half", half)})
>>> store = "ptx.inst.st.param.b32"
>>> inside = (
...     Do(Call("ptx.var", (Text('"param"'), Text("b32"), Text('"param0"')))),
...     Do(Call(store, (Call("ptx.addr", (Text('"param0"'), Number("0"))), Name("row")))),
...     Do(Call("ptx.inst.call.uni", (Text('"half"'), Call("ptx.args", (Text('"param0"'),))))),
... )
>>> (made,) = write_function_calls((With(Call("ptx.scope"), "", inside),), facts)
>>> line_of(made)
'half(row, uni=True)'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.words import PARAMETERS
from pyptx.codegen.tree import Assign, Call, Do, Item, Name, Number, Register, Text, With, with_bodies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Declaration


def write_function_calls(body: Body, facts: Facts) -> Body:
    """Write a block that passes arguments, calls a function and loads its result as one call.

    The arguments and the result are the function's parameters, one register each, in their order.
    """
    if not facts.functions:
        return body
    made: list[Statement] = []
    for each in body:
        call = _call(each, facts) if isinstance(each, With) else None
        made.append(each if call is None else call)
    return with_bodies(tuple(made), lambda inner: write_function_calls(inner, facts))


def _call(block: With, facts: Facts) -> Statement | None:
    """Return the call for a block; None for another block."""
    statements = [each for each in block.body if not _is_unused_register(each)]
    called = [each for each in statements if isinstance(each, Do) and _is_call(each)]
    if block.head != Call("ptx.scope") or len(called) != 1 or any(each.note for each in statements):
        return None
    call = called[0].value
    assert isinstance(call, Call)
    target, *operands = [each for each in call.arguments if not _is_group(each)]
    groups = [_names(each) for each in call.arguments if _is_group(each)]
    callee = facts.functions.get(_quoted(target))
    if callee is None or operands or call.keywords:
        return None
    params, returns = callee.head.params or (), callee.head.returns
    if len(groups) != (0 if returns is None and not params else 1 if returns is None else 2):
        return None
    given = groups.pop() if groups else []
    results = groups.pop() if groups else []
    found = _arguments(iter(statements), params, given, called[0])
    if found is None:
        return None
    arguments, rest = found
    uni = (("uni", Text("True")),) if call.function.endswith(".uni") else ()
    made = Call(callee.python, arguments, uni)
    traced = tuple([node for each in block.body for node in each.stands_for])
    if not results and not returns:
        return None if rest else Do(made, traced, block.note)
    return _with_result(made, returns or (), results, rest, traced)


def _arguments(
    statements: Iterator[Statement], params: tuple[Declaration, ...], names: list[str], call: Do
) -> tuple[tuple[Expr, ...], list[Statement]] | None:
    """Return the arguments that statements pass, and the statements of the result around the call."""
    if len(params) != len(names):
        return None
    arguments: list[Expr] = []
    for declaration, name in zip(params, names, strict=True):
        if next(statements, None) != _variable(declaration, name):
            return None
        match next(statements, None):
            case Do(Call(function, (place, value), ())) if (
                function == f"ptx.inst.st.param.{declaration.type}" and place == _place(name)
            ):
                arguments.append(value)
            case _:
                return None
    rest = list(statements)
    if call in rest[:-2] or call not in rest:
        return None
    return tuple(arguments), [each for each in rest if each is not call]


def _with_result(
    call: Call,
    returns: tuple[Declaration, ...],
    results: list[str],
    rest: list[Statement],
    traced: tuple[object, ...],
) -> Statement | None:
    """Return a call with its one result, which the rest of the block declares and loads."""
    if len(returns) != 1 or len(results) != 1 or len(rest) != 2:
        return None
    (declaration,), (name,) = returns, results
    if rest[0] != _variable(declaration, name):
        return None
    load = f"ptx.inst.ld.param.{declaration.type}"
    match rest[1]:
        case Do(Call(function, (Item() | Name() | Register() as target, place), ())) if (
            function == load and place == _place(name)
        ):
            keywords = (("dst", target), *call.keywords)
            return Do(call._replace(keywords=keywords), traced)  # type: ignore[arg-type]
        case Assign(Register() as target, Call(function, (Text(type_), place), ()), sign="") if (
            function == load and place == _place(name) and type_ == declaration.type
        ):
            return Assign(target, call, traced)  # type: ignore[arg-type]
    return None


def _variable(declaration: Declaration, name: str) -> Do | None:
    """Return the statement that declares a `.param` variable of one number; None for other variables."""
    (declarator,) = declaration.declarators
    if declaration.space not in PARAMETERS or declarator.dims or declaration.vector or declaration.align:
        return None
    return Do(Call("ptx.var", (Text('"param"'), Text(declaration.type or ""), Text(f'"{name}"'))))


def _place(name: str) -> Call:
    return Call("ptx.addr", (Text(f'"{name}"'), Number("0")))


def _is_unused_register(statement: Statement) -> bool:
    """Whether a statement declares the register that nvcc declares in each call and never uses."""
    return isinstance(statement, Assign) and statement[:2] == (
        Name("temp_param_reg"),
        Call("reg.scalar", (Text("b32"),), (("name", Text('"temp_param_reg"')),)),
    )


def _is_call(statement: Do) -> bool:
    return isinstance(statement.value, Call) and statement.value.function in (
        "ptx.inst.call",
        "ptx.inst.call.uni",
    )


def _is_group(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == "ptx.args"


def _names(group: Expr) -> list[str]:
    """Return the names in a group of operands; empty texts for others."""
    assert isinstance(group, Call)
    return [_quoted(each) for each in group.arguments]


def _quoted(expr: Expr) -> str:
    """Return the name that an operand is as a text; empty for another operand."""
    return expr.text.strip('"') if isinstance(expr, Text) else ""
