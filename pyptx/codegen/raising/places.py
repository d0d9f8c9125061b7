"""Places in shared memory: the variable and the offset that an expression points to, and their uses.

>>> from pyptx.codegen.tree import Do
>>> base = Assign(Name("at"), Call("ptx.inst.mov.b32", (Text("b32"), Text('"smem"'))))
>>> bar = Binary("+", Binary("+", Name("at"), Binary("<<", Name("stage"), Number("3"))), Number("64"))
>>> body = base, Do(Call("ptx.mbarrier.wait", (Call("ptx.addr", (bar,)), Name("phase"))))
>>> for use in Places(body).uses:
...     print(use)
Use(kind='barrier', place=Place(symbol='smem', offset=64, is_indexed=True))
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Display,
    Do,
    For,
    Item,
    Name,
    Number,
    Text,
    With,
    expressions_of,
    parts_of,
    walk_statements,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyptx.codegen.tree import Body, Expr, Statement

MOST = 64
"""Places of one expression, at most: those of a loop over a ring."""


class Place(NamedTuple):
    """A place in shared memory.

    Attributes:
        symbol: The variable.
        offset: Constant bytes from its start.
        is_indexed: Whether a register adds to them.
    """

    symbol: str
    offset: int
    is_indexed: bool = False


class Use(NamedTuple):
    """Use of a place.

    Attributes:
        kind: ``init``, ``barrier`` or ``full`` (which counts bytes) for an mbarrier; ``tile`` for the
            destination of a copy, ``out`` for the source of one, ``a`` and ``b`` for the operands of a matrix
            product, ``data`` for other accesses.
        place: The place.
    """

    kind: str
    place: Place


class Places:
    """The places that the variables of a body hold.

    Attributes:
        uses: Uses of places, in the order of the text.
        names: Names that the body binds.
    """

    def __init__(self, body: Body, symbols: Mapping[str, str] | None = None) -> None:
        """Read a body.

        Args:
            body: The body.
            symbols: Python names of variables, with the variables.
        """
        self.uses: list[Use] = []
        self.names: set[str] = set()
        self._held = {name: {Place(symbol, 0)} for name, symbol in (symbols or {}).items()}
        self._items: dict[tuple[str, int], set[Place]] = {}
        self._counters: dict[str, tuple[int, ...]] = {}
        self._operands: dict[str, str] = {}
        self._values_of: dict[str, Expr] = {}
        self._descriptors: list[tuple[str, Expr]] = []
        self._changed = {name for statement in walk_statements(body) if (name := _changed_by(statement))}
        self._read(body)
        if self._items:  # a loop may go over an address that its own body sets
            self.uses.clear()
            self._descriptors.clear()
            self._read(body)
        for name, kind in tuple(self._operands.items()):
            self._follow(self._values_of.get(name), kind)
        for name, start in self._descriptors:
            self._use(self._operands.get(name, "data"), start)

    def of(self, expr: Expr) -> set[Place]:  # noqa: PLR0911
        """Return the places that an expression may point to; none where it is not an address."""
        match expr:
            case Name(name):
                return self._held.get(name, set())
            case Item(Name(name)):
                return {place for key in self._keys(expr) for place in self._items.get((name, key), ())}
            case Binary("+", left, right):
                return self._sum(left, right)
            case Call("ptx.mad", (_, _, start)):
                return {each._replace(is_indexed=True) for each in self.of(start)}
            case Text(text):
                found = _SYMBOL.fullmatch(text)
                return {Place(found[1], int(found[2] or 0))} if found else set()
            case Call("ptx.addr", (start, *offset)):
                return self._moved(self.of(start), offset[0]) if offset else self.of(start)
            case Call(function, (Text(), start)) if function.startswith("ptx.inst.mov."):
                return self.of(start)
            case Call(function, (Text(), left, right)) if function.startswith("ptx.inst.add."):
                return self._sum(left, right)
            case Call(function, arguments) if function.startswith(_SAME):
                return next(filter(None, map(self.of, arguments)), set())
        return set()

    def _sum(self, left: Expr, right: Expr) -> set[Place]:
        """Return the places of a sum, one of whose operands is an address."""
        first, second = self.of(left), self.of(right)
        if bool(first) == bool(second):
            return set()
        return self._moved(first, right) if first else self._moved(second, left)

    def _moved(self, places: set[Place], added: Expr) -> set[Place]:
        """Return places with an offset added."""
        offsets = self._offsets(added)
        if offsets is None:
            return {each._replace(is_indexed=True) for each in places}
        start, others, is_indexed = offsets
        found = {
            Place(each.symbol, each.offset + start + other, each.is_indexed or is_indexed)
            for each in places
            for other in others
        }
        return found if len(found) <= MOST else set()

    def values_of(self, counter: str) -> tuple[int, ...]:
        """Return the numbers that a variable of a loop around takes; none for another."""
        return self._counters.get(counter, ())

    def _offsets(self, added: Expr) -> tuple[int, tuple[int, ...], bool] | None:
        """Return the constant part, the further values and whether a register adds; None for a register."""
        match added:
            case Number(text):
                return (int(text), (0,), False) if text.lstrip("-").isdecimal() else None
            case Name(name) if name in self._counters:
                return 0, self._counters[name], False
            case Affine(first, terms):
                ranges = [self._counters.get(name) for _, name in terms]
                if None in ranges:
                    return first, (0,), True
                steps = [
                    [step * value for value in values or ()]
                    for (step, _), values in zip(terms, ranges, strict=True)
                ]
                return first, tuple([sum(each) for each in product(*steps)]), False
        return None

    def _read(self, body: Body) -> None:
        """Read statements in the order of the text."""
        for statement in body:
            for expr in expressions_of(statement):
                self._note(expr)
            match statement:
                case Assign(Name(name), value, _, _, ""):
                    self.names.add(name)
                    self._values_of[name] = value
                    if name not in self._changed:
                        self._held.setdefault(name, set()).update(self.of(value))
                    if isinstance(value, Call) and value.function in _DESCRIPTORS:
                        self._descriptors.append((name, value.arguments[0]))
                case Do(Call(function, (Item(Name(name)) as item, *operands))) if function.startswith(_SUMS):
                    places = self.of(Call(function, (_NEW, *operands)))
                    for key in self._keys(item):
                        self._items.setdefault((name, key), set()).update(places)
                case For(_, _, inner):
                    self.enter(statement)
                    self._read(inner)
                case With(_, name, inner):
                    self.names.add(name)
                    self._read(inner)

    def enter(self, loop: For) -> None:
        """Let the variables of a loop have the values of its iterations."""
        for name, column in _columns(loop.target, loop.iterable):
            self.names.add(name)
            self._counters.pop(name, None)
            self._held.pop(name, None)
            values = _numbers(column)
            if values:
                self._counters[name] = values
            elif isinstance(column, Display):
                self._held[name] = {place for each in column.items for place in self.of(each)}

    def _keys(self, item: Item) -> Iterator[int]:
        """Yield the indexes of an item in all iterations of the loops around it."""
        offsets = self._offsets(item.key)
        if offsets is not None and not offsets[2]:
            start, others, _ = offsets
            yield from [start + other for other in others]

    def _note(self, expr: Expr) -> None:
        """Note the uses of places in an expression."""
        if isinstance(expr, Call):
            for at, operand in enumerate(expr.arguments):
                kind = _kind(expr.function, at)
                if kind in ("a", "b"):
                    if isinstance(operand, Name):
                        self._operands.setdefault(operand.text, kind)
                    elif isinstance(operand, Call) and operand.function in _DESCRIPTORS:
                        self._use(kind, operand.arguments[0])
                elif kind and (not _is_instruction(expr) or _is_address(operand)):
                    self._use(kind, operand)
        for part in parts_of(expr):
            self._note(part)

    def _follow(self, value: Expr | None, kind: str) -> None:
        """Note that an operand of a matrix product is computed from descriptors."""
        if isinstance(value, Name):
            self._operands.setdefault(value.text, kind)
        elif value is not None:
            for part in parts_of(value):
                self._follow(part, kind)

    def _use(self, kind: str, address: Expr) -> None:
        self.uses += [Use(kind, place) for place in self.of(address)]


def _is_instruction(expr: Call) -> bool:
    return expr.function.startswith("ptx.inst.")


def _is_address(operand: Expr) -> bool:
    return isinstance(operand, Call) and operand.function == "ptx.addr"


def _changed_by(statement: Statement) -> str:
    """Return the variable whose register a statement writes again; empty for none."""
    match statement:
        case Assign(Name(name), _, _, _, sign) if sign:
            return name
        case Do(Call(function, (Name(name), *_))) if function.startswith("ptx.inst."):
            return name
    return ""


def _columns(target: Expr, iterable: Expr) -> Iterator[tuple[str, Expr]]:
    """Yield the variables of a loop, each with its iterable."""
    targets = target.items if isinstance(target, Display) else (target,)
    columns: tuple[Expr, ...] = (iterable,)
    match iterable:
        case Call("zip", arguments):
            columns = arguments
        case Call("enumerate", (listed,)):
            count = len(listed.items) if isinstance(listed, Display) else 0
            columns = Call("range", (Number(str(count)),)), listed
    for name, column in zip(targets, columns, strict=True):
        if isinstance(name, Name):
            yield name.text, column


def _numbers(column: Expr) -> tuple[int, ...]:
    """Return the numbers of a range or a display; none for another."""
    items = column.arguments if isinstance(column, Call) and column.function == "range" else ()
    items = column.items if isinstance(column, Display) else items
    numbers = [int(each.text) for each in items if isinstance(each, Number) and each.text.isdecimal()]
    if not numbers or len(numbers) != len(items):
        return ()
    return tuple(range(*numbers)) if isinstance(column, Call) else tuple(numbers)


@lru_cache(maxsize=1 << 12)
def _kind(function: str, at: int) -> str:
    """Return the contents at the address in an operand of an instruction; empty for none."""
    return next(
        (kind for pattern, place, kind in _KINDS if place in (at, -1) and pattern.match(function)), ""
    )


_KINDS = tuple(
    (re.compile(pattern), place, kind)
    for pattern, place, kind in (
        (r"ptx\.mbarrier\.wait|ptx\.cluster\.arrive_remote", 0, "barrier"),
        (r"ptx\.inst\.mbarrier\.init\.", 0, "init"),
        (r"ptx\.inst\.mbarrier\..*expect_tx", -1, "full"),
        (r"ptx\.inst\.mbarrier\.|ptx\.inst\.tcgen05\.commit\.", -1, "barrier"),
        (r"ptx\.inst\.cp\.(?:reduce\.)?async_\.bulk\..*global_\.shared__cta", 1, "out"),
        (r"ptx\.inst\.cp\.async_\.bulk\.(?!.*global_\.shared__cta).*shared__", 0, "tile"),
        (r"ptx\.inst\.cp\.async_\.bulk\.tensor\..*mbarrier__complete", 2, "full"),
        (r"ptx\.inst\.cp\.async_\.bulk\.shared__cl.*mbarrier__complete", 3, "full"),
        (r"ptx\.inst\.(?:wgmma\.mma_async|tcgen05\.mma)\.", 1, "a"),
        (r"ptx\.inst\.(?:wgmma\.mma_async|tcgen05\.mma)\.", 2, "b"),
        (r"ptx\.inst\.(?:st|red|stmatrix)\.", 0, "data"),
        (r"ptx\.inst\.(?:ld|ldmatrix|atom)\.", 1, "data"),
    )
)
"""Functions of instructions, the index of an operand (-1 for each), and what is at its address."""
_DESCRIPTORS = frozenset(
    f"ptx.{family}.{name}"
    for family in ("wgmma", "tcgen05")
    for name in ("masked_descriptor", "make_descriptor", "cute_descriptor")
)
_NEW = Text("b32")
"""In place of a destination: the type of a new register."""
_SUMS = ("ptx.inst.add.", "ptx.inst.mov.")
_SAME = ("ptx.inst.cvta.", "ptx.inst.cvt.", "ptx.inst.mapa.", "reg.from_")
"""Functions whose result points where an operand does."""
_SYMBOL = re.compile(r'(?:ptx\.spelled\()?"([\w$%.]+)(?:\+(\d+))?"\)?')
"""A variable, as an operand: its name, and an offset from it as PTX writes it."""
