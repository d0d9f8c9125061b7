"""Walking and rewriting the tree.

A pass is a function from `Module` to `Module`; nodes are immutable, so it rebuilds what it changes with
`dataclasses.replace` and shares the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import is_
from typing import Any, TypeAlias, TypeVar

from pyptx.ir.nodes import (
    Block,
    Declaration,
    Directive,
    Function,
    Instruction,
    Label,
    Module,
    Statement,
)
from pyptx.ir.operands import Address, Expression, Group, Literal, Name, Negated, Operand, Pair, Vector
from pyptx.ir.spacing import Gaps
from pyptx.record import names_of, replace

T = TypeVar("T")
_Kind = TypeVar("_Kind", bound=Statement)

Rewrite: TypeAlias = Callable[[Statement], "Statement | Iterable[Statement] | None"]
"""Maps a statement to another, to several, or to None, which removes it."""


def is_transparent(block: Block) -> bool:
    """Whether the braces of a block matter for names only: nothing in it is declared but registers."""
    return all(
        isinstance(node, (Instruction, Label, Block))
        or (isinstance(node, Declaration) and node.space == "reg")
        or (isinstance(node, Directive) and node.name in ("loc", "pragma"))
        for node in walk(block.body)
    )


def walk(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield every statement in order; a `Block` comes before its contents.

    >>> from pyptx.ir import Instruction
    >>> [type(s).__name__ for s in walk([Block((Instruction("ret"),))])]
    ['Block', 'Instruction']
    """
    stack = [iter(statements)]
    while stack:
        for statement in stack[-1]:
            yield statement
            if type(statement) is Block:
                stack.append(iter(statement.body))
                break
        else:
            stack.pop()


def instructions(statements: Iterable[Statement]) -> list[Instruction]:
    """The instructions in order, those in blocks among them.

    >>> from pyptx.ir import Instruction
    >>> [each.opcode for each in instructions([Block((Instruction("ret"),)), Instruction("exit")])]
    ['ret', 'exit']
    """
    return _of_kind(Instruction, statements)


def declarations(statements: Iterable[Statement]) -> list[Declaration]:
    """The declarations in order, those in blocks among them.

    >>> from pyptx.ir import Declaration, Instruction
    >>> inner = Declaration("reg", "f32", ())
    >>> declarations([Block((Instruction("ret"), inner))]) == [inner]
    True
    """
    return _of_kind(Declaration, statements)


def labels(statements: Iterable[Statement]) -> list[Label]:
    """The labels in order, those in blocks among them.

    >>> [each.name for each in labels([Block((Label("inner"),)), Label("end")])]
    ['inner', 'end']
    """
    return _of_kind(Label, statements)


def _of_kind(kind: type[_Kind], statements: Iterable[Statement]) -> list[_Kind]:
    """The statements of a kind in order, those in blocks among them."""
    found: list[_Kind] = []
    for statement in statements:
        if type(statement) is kind:
            found.append(statement)
        elif type(statement) is Block:
            found += _of_kind(kind, statement.body)
    return found


def backwards(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield every statement from the last to the first; a `Block` comes before its contents.

    >>> from pyptx.ir import Instruction
    >>> [type(s).__name__ for s in backwards([Block((Instruction("ret"),))])]
    ['Block', 'Instruction']
    """
    for statement in reversed(statements):
        yield statement
        if isinstance(statement, Block):
            yield from backwards(statement.body)


def functions(module: Module) -> tuple[Function, ...]:
    """The entries and functions of a module, prototypes included, in order."""
    return tuple(item for item in module.items if isinstance(item, Function))


def entries(module: Module) -> tuple[Function, ...]:
    """The kernels of a module: its ``.entry`` functions that have a body."""
    return tuple(f for f in functions(module) if f.kind == "entry" and f.body is not None)


def find_function(module: Module, name: str) -> Function:
    """The function called `name`, by its body rather than its prototype where it has both.

    Raises:
        KeyError: The module has no function with that name.
    """
    found = [function for function in functions(module) if function.name == name]
    if not found:
        raise KeyError(name)
    return next((function for function in found if function.body is not None), found[0])


def operand_names(operand: Operand) -> tuple[str, ...]:
    """The names in an operand, left to right.

    >>> from pyptx.ir import Literal, Name
    >>> operand_names(Address(Name("%rd1"), Literal("4")))
    ('%rd1',)
    """
    if type(operand) is Name:
        return (operand.name,)
    if type(operand) is Expression:
        return tuple(
            [word for word in operand.words if word[0].isalpha() or (word[0] in "%$_" and word != "%")]
        )
    return names_among(_parts(operand))


def names_among(operands: Iterable[Operand]) -> tuple[str, ...]:
    """The names in operands, left to right.

    >>> from pyptx.ir import Literal, Name
    >>> names_among((Name("%r1"), Vector((Name("%r2"), Literal("4")))))
    ('%r1', '%r2')
    """
    names: list[str] = []
    for operand in operands:
        kind = type(operand)
        if kind is Name:
            names.append(operand.name)  # type: ignore[union-attr]
        elif kind is not Literal:
            names += operand_names(operand)
    return tuple(names)


def with_names(operand: Operand, name_of: Callable[[str], str]) -> Operand:  # noqa: PLR0911
    """The operand with another name for each.

    >>> from pyptx.ir import Literal
    >>> with_names(Address(Name("x"), Literal("4")), str.upper)
    Address(base=Name(name='X'), offset=Literal(text='4'), rest=(), gaps=None)
    """
    match operand:
        case Name(name):
            return replace(operand, name=name_of(name))
        case Expression(words):
            named = set(operand_names(operand))
            return replace(operand, words=tuple([name_of(word) if word in named else word for word in words]))
        case Address(base, offset, rest):
            return replace(
                operand,
                base=with_names(base, name_of),
                offset=None if offset is None else with_names(offset, name_of),
                rest=tuple([with_names(each, name_of) for each in rest]),
            )
        case Vector(items) | Group(items):
            return replace(operand, items=tuple([with_names(item, name_of) for item in items]))
        case Pair(first, second):
            return replace(operand, first=with_names(first, name_of), second=with_names(second, name_of))
        case Negated(inner):
            return replace(operand, operand=with_names(inner, name_of))
    return operand


def names_one(operand: Operand, name: str) -> bool:
    """Whether a name is in an operand, faster than `operand_names` finds all.

    >>> from pyptx.ir import Literal, Name
    >>> names_one(Vector((Name("%r1"), Literal("4"))), "%r1")
    True
    """
    if isinstance(operand, Name):
        return operand.name == name
    if isinstance(operand, Expression):
        return name in operand_names(operand)
    for part in _parts(operand):  # noqa: SIM110
        if part.name == name if type(part) is Name else names_one(part, name):
            return True
    return False


def numbered(name: str) -> Iterator[tuple[str, int]]:
    """The declarations that a name may be of, ``%r<n>``: the prefix, and the number that is below `n`.

    >>> list(numbered("%r12")), list(numbered("%r01")), list(numbered("%r"))
    ([('%r', 12), ('%r1', 2)], [('%r0', 1)], [])
    """
    last = len(name) - 1
    for end in range(len(name.rstrip("0123456789")), len(name)):
        if name[end] != "0" or end == last:
            yield name[:end], int(name[end:])


def map_statements(statements: Iterable[Statement], rewrite: Rewrite) -> tuple[Statement, ...]:
    """Rewrite each statement, those of blocks first; a block that nothing changed is kept as it is."""
    out: list[Statement] = []
    for statement in statements:
        node = statement
        if isinstance(node, Block):
            body = map_statements(node.body, rewrite)
            if len(body) != len(node.body) or any(a is not b for a, b in zip(body, node.body, strict=True)):
                node = replace(node, body=body)
        result = rewrite(node)
        if result is node:
            out.append(node)
        elif result is None:
            continue
        elif isinstance(result, Iterable):
            out.extend(result)
        else:
            out.append(result)
    return tuple(out)


def map_bodies(module: Module, rewrite: Rewrite) -> Module:
    """Rewrite each statement of every function body of a module."""
    return replace(
        module,
        items=tuple(
            replace(item, body=map_statements(item.body, rewrite))
            if isinstance(item, Function) and item.body is not None
            else item
            for item in module.items
        ),
    )


def _parts(operand: Operand) -> tuple[Operand, ...]:
    """The operands directly inside one."""
    if type(operand) is Address:
        offset = () if operand.offset is None else (operand.offset,)
        return (operand.base, *offset, *operand.rest)
    if type(operand) is Vector or type(operand) is Group:
        return operand.items
    if type(operand) is Pair:
        return (operand.first, operand.second)
    return (operand.operand,) if type(operand) is Negated else ()


def without_gaps(node: T) -> T:
    """The node, and the nodes in it, with the spacing that compilers write; words keep their order.

    >>> from pyptx.ir import Literal
    >>> from pyptx.ir.spacing import Gaps
    >>> without_gaps(Vector((Literal("1"),), Gaps("", (("open", 0, " "),))))
    Vector(items=(Literal(text='1'),), gaps=None)
    """
    plain: T = _without_gaps(node)
    return plain


def _without_gaps(node: Any) -> Any:
    kind = type(node)
    if kind in _PLAIN:
        return node
    if kind is tuple:
        if _PLAIN.issuperset(map(type, node)):
            return node
        plain = [_without_gaps(item) for item in node]
        return node if all(map(is_, plain, node)) else tuple(plain)
    changes = {}
    for name in names_of(kind):
        value = getattr(node, name)
        if type(value) in _PLAIN or not value or name == "source":
            continue
        made = _order(value) if name == "gaps" else _without_gaps(value)
        if made is not value:
            changes[name] = made
    return replace(node, **changes) if changes else node


_PLAIN = frozenset({str, int, bool, type(None), Name, Literal})
"""Types without gaps."""


def _order(gaps: Gaps | None) -> Gaps | None:
    """Return the note on the word order of a declaration, which is not spacing."""
    kept = tuple(each for each in gaps.rest if each[0] == "order") if gaps is not None else ()
    return Gaps("\n", kept) if kept else None
