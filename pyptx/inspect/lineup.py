"""Functions as lines to compare: the words without names, and the symbols that the names refer to."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.emitter import emit_statement
from pyptx.ir import (
    Address,
    Block,
    Declaration,
    Directive,
    Expression,
    Function,
    Group,
    Instruction,
    Label,
    Literal,
    Name,
    Negated,
    Pair,
    Vector,
)
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import is_transparent, numbered, operand_names, without_gaps
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from pyptx.ir import Module, Operand, Statement

Symbol: TypeAlias = tuple[int, str]
"""The scope that a name is declared in, 0 for that of the module, and the name."""

FOR_DEBUGGERS = frozenset({"loc", "file", "@@DWARF"})
"""Directives that generate no machine code."""


class Line(NamedTuple):
    """One statement of a function, or a part of its head.

    Attributes:
        shape: Its words without the names.
        symbols: Its names resolved to symbols, from left to right.
        kind: Key of a line; different lines with equal keys may still be aligned.
        node: The statement, or the text of a line of a head.
        number: Line of the PTX text, from 1; None in a head.
    """

    shape: Hashable
    symbols: tuple[Symbol, ...]
    kind: Hashable
    node: Statement | str
    number: int | None = None

    @property
    def text(self) -> str:
        """The PTX of the line, in its own names."""
        return self.node if isinstance(self.node, str) else emit_statement(without_gaps(self.node))


def lines_of_items(module: Module) -> list[Line]:
    """The directives and variables of a module outside functions."""
    scopes = Scopes(module)
    return [
        line
        for item in module.items
        if isinstance(item, (Directive, Declaration))
        for line in scopes.lines(item, None)
    ]


def lines_of_function(scopes: Scopes, function: Function, numbers: Iterable[int]) -> list[Line]:
    """The head of a function and its statements.

    Left out are declarations of registers, braces around those alone, what is for debuggers, and labels that
    nothing names; labels of one place are one.

    Args:
        scopes: The names of the module that it is in.
        function: A function of the module.
        numbers: Line of the PTX text of each statement, in the order of `pyptx.ir.visit.walk`.
    """
    scopes.open(())
    words = " ".join(f".{word}" for word in (*function.linkage, function.kind, *function.attributes))
    lines = [Line(words, ((0, function.name),), "head", f"{words} {function.name}")]
    for place, listed in (("returns", function.returns), ("takes", function.params)):
        for declaration in listed or ():
            scopes.declare(declaration.declarators[0].name)
            (line,) = scopes.lines(replace(declaration, space="param"), None)
            lines.append(line._replace(shape=(place, line.shape), kind=place, node=line.text.rstrip(";")))
    for directive in function.directives:
        lines += scopes.lines(directive, None)
    lines += scopes.function(function.body or (), iter(numbers))
    scopes.close()
    named = {symbol for line in lines if line.kind != ":" for symbol in line.symbols}
    return [line for line in lines if line.kind != ":" or not named.isdisjoint(line.symbols)]


class Scopes:
    """The names in scope, at first those of a module."""

    def __init__(self, module: Module) -> None:
        self._opened = 0
        self._places: dict[Symbol, Symbol] = {}
        self._open: list[tuple[int, dict[str, Symbol], dict[str, int]]] = [(0, {}, {})]
        self._known: dict[str, Symbol | None] = {}
        self._shapes: dict[int, tuple[Hashable, tuple[Symbol, ...]]] = {}
        for item in module.items:
            if isinstance(item, Function):
                self.declare(item.name)
            elif isinstance(item, Declaration):
                for declarator in item.declarators:
                    self.declare(declarator.name)

    def declare(self, name: str) -> None:
        """Bring a name into scope."""
        self._open[-1][1][name] = self._open[-1][0], name
        self._known, self._shapes = {}, {}

    def open(self, body: Sequence[Statement]) -> None:
        """Enter a scope, with all the names of its statements."""
        self._opened += 1
        scope = self._opened
        names: dict[str, Symbol] = {}
        groups: dict[str, int] = {}
        self._open.append((scope, names, groups))
        for statement in body:
            if isinstance(statement, Label):
                names[statement.name] = self._places[scope, statement.name]
            elif isinstance(statement, Declaration):
                for declarator in statement.declarators:
                    if declarator.count is None:
                        names[declarator.name] = scope, declarator.name
                    else:
                        groups[declarator.name] = declarator.count
        self._known, self._shapes = {}, {}

    def close(self) -> None:
        """Leave a scope; those of each function are numbered from 1."""
        self._open.pop()
        if len(self._open) == 1:
            self._opened = 0
        self._known, self._shapes = {}, {}

    def function(self, body: Sequence[Statement], numbers: Iterator[int]) -> Iterator[Line]:
        """The statements of a function whose parameters are in scope."""
        self._places.clear()
        _place_labels(body, count(self._opened + 1), None, self._places)
        yield from self._body(body, numbers)

    def _body(self, body: Sequence[Statement], numbers: Iterator[int]) -> Iterator[Line]:
        self.open(body)
        scope, places = self._opened, self._places
        for statement in body:
            number = next(numbers, None)
            if isinstance(statement, Block):
                if is_transparent(statement):
                    yield from self._body(statement.body, numbers)
                else:
                    yield Line("{", (), "{", "{", number)
                    yield from self._body(statement.body, numbers)
                    yield Line("}", (), "}", "}")
            elif not isinstance(statement, Label) or places[scope, statement.name] == (scope, statement.name):
                yield from self.lines(statement, number)
        self.close()

    def lines(self, node: Statement, number: int | None) -> Iterator[Line]:
        """Yield the lines of a statement other than a block: one, or one for each variable."""
        symbols: list[Symbol] = []
        match node:
            case Instruction(opcode, modifiers, operands, guard):
                condition = None
                if guard is not None:
                    condition = guard.negated, self._word(guard.register, symbols)
                shapes = []
                for operand in operands:
                    shape, named = self._shapes.get(id(operand)) or self._remember(operand)
                    shapes.append(shape)
                    symbols += named
                yield Line((opcode, modifiers, condition, *shapes), tuple(symbols), opcode, node, number)
            case Label(name):
                found = self._symbol(name)
                yield Line(":", (found,) if found else (), ":", node, number)
            case Directive(name, words):
                if name in FOR_DEBUGGERS:
                    return
                shapes = []
                for word in words:
                    found = self._symbol(word)
                    shapes.append(word if found is None else None)
                    symbols += [found] if found else []
                yield Line((name, *shapes), tuple(symbols), f".{name}", node, number)
            case Declaration():
                if node.space == "reg":
                    return
                for declarator in node.declarators:
                    yield self._variable(replace(node, declarators=(declarator,)), number)

    def _variable(self, node: Declaration, number: int | None) -> Line:
        (declarator,) = node.declarators
        symbols: list[Symbol] = []
        self._word(declarator.name, symbols)
        initializer: Hashable = None
        if declarator.initializer is not None:
            initializer = self._shape(declarator.initializer, symbols)
        dims = tuple([None if dim is None else self._shape(dim, symbols) for dim in declarator.dims])
        words = (node.space, node.type, node.linkage, node.align, node.vector, node.pointer, node.attributes)
        return Line((*words, dims, initializer), tuple(symbols), (".", node.space), node, number)

    def _remember(self, operand: Operand) -> tuple[Hashable, tuple[Symbol, ...]]:
        """The shape and the symbols of an operand of the tree, which is in other places, too."""
        symbols: list[Symbol] = []
        made = self._shapes[id(operand)] = self._shape(operand, symbols), tuple(symbols)
        return made

    def _shape(self, operand: Operand, symbols: list[Symbol]) -> Hashable:  # noqa: PLR0911
        match operand:
            case Name(name):
                return self._word(name, symbols)
            case Literal(text):
                return _constant(text)
            case Address(base, offset, rest):
                beside = _constant("0") if offset is None else self._shape(offset, symbols)
                return "[", self._shape(base, symbols), beside, *[self._shape(each, symbols) for each in rest]
            case Vector(items):
                return "{", *[self._shape(each, symbols) for each in items]
            case Group(items):
                return "(", *[self._shape(each, symbols) for each in items]
            case Pair(first, second):
                return "|", self._shape(first, symbols), self._shape(second, symbols)
            case Negated(inner):
                return "!", self._shape(inner, symbols)
            case Expression(words):
                named = set(operand_names(operand))
                return "=", *[
                    self._word(word, symbols) if word in named else _constant(word) for word in words
                ]

    def _word(self, name: str, symbols: list[Symbol]) -> Hashable:
        """The shape of a name: none but its component if it is declared here, else itself."""
        found = self._symbol(name)
        if found is not None:
            symbols.append(found)
            return None
        whole, dot, component = name.rpartition(".")
        if dot and (found := self._symbol(whole)) is not None:
            symbols.append(found)
            return ".", component
        return name

    def _symbol(self, name: str) -> Symbol | None:
        """Return the symbol of a name; None for a name that PTX defines."""
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def _found(self, name: str) -> Symbol | None:
        places = list(numbered(name))
        for scope, names, groups in reversed(self._open):
            if name in names:
                return names[name]
            if any(number < groups.get(prefix, 0) for prefix, number in places):
                return scope, name
        return None


def _constant(word: str) -> Hashable:
    """A constant as its value, an operator as itself."""
    try:
        value = literal_value(word)
    except ValueError:
        return word
    return value if isinstance(value, int) else word.lower()


def _place_labels(
    body: Sequence[Statement], scopes: Iterator[int], place: Symbol | None, found: dict[Symbol, Symbol]
) -> Symbol | None:
    """Note for each label the first one of its place, which braces around registers do not end.

    Args:
        body: The statements of a scope.
        scopes: The numbers of the scope and of those in it, in the order of the text.
        place: The first label of the place where it starts.
        found: The first label by each label.

    Returns:
        The first label of the place where it ends.
    """
    scope = next(scopes)
    for statement in body:
        if isinstance(statement, Label):
            own = scope, statement.name
            place = found[own] = place or own
        elif isinstance(statement, Block):
            is_open = is_transparent(statement)
            place = _place_labels(statement.body, scopes, place if is_open else None, found)
            place = place if is_open else None
        elif not isinstance(statement, Declaration) and not _is_for_debuggers(statement):
            place = None
    return place


def _is_for_debuggers(statement: Statement) -> bool:
    return isinstance(statement, Directive) and statement.name in FOR_DEBUGGERS
