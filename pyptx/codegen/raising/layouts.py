"""Offsets in shared memory that have a meaning, as names at the head of a body.

>>> from pyptx.codegen.raising.facts import Facts
>>> from pyptx.codegen.raising.report import Report
>>> from pyptx.codegen.tree import Do, Text, line_of
>>> from pyptx.ir import Instruction
>>> base = Assign(Name("smem_at"), Call("ptx.inst.mov.b32", (Text("b32"), Text('"smem"'))))
>>> at = Assign(Name("barrier"), Binary("+", Name("smem_at"), Number("73728")))
>>> arrive = Instruction("mbarrier", ("arrive", "expect_tx", "shared", "b64"))
>>> use = Do(Call("ptx.inst.mbarrier", (Call("ptx.addr", (Name("barrier"),)), Number("73728"))), (arrive,))
>>> for each in name_offsets((base, at, use), Facts(frozenset(), Report())):
...     print(line_of(each))
full_offset = 73728
smem_at = ptx.inst.mov.b32(b32, "smem")
barrier = smem_at + full_offset
ptx.inst.mbarrier(ptx.addr(barrier), 73728)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Name,
    Number,
    Text,
    expressions_of,
    parts_of,
    rebuilt,
    walk_statements,
    with_bodies,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LEAST = 1024
"""Smaller offsets are parts of a ring of barriers or of a tile, whose start is a multiple of this."""


def name_offsets(body: Body, facts: Facts) -> Body:
    """Name the offsets in shared memory of barriers, copied tiles and operands of matrix products.

    An offset has a name only where it is added to the address of a variable; an equal byte count stays a
    number. Barriers that expect bytes are ``full``, the others ``barrier``.
    """
    opcodes = {each.opcode for statement in walk_statements(body) for each in statement.stands_for}
    if not {"mbarrier", "wgmma", "tcgen05"} & opcodes:
        return body
    places = _Places(body)
    names = places.names(facts.taken)
    if not names:
        return body
    first, *others = [Assign(Name(name), Number(str(offset))) for offset, name in names.items()]
    return (first._replace(note="in shared memory"), *others, *_named(body, places, names))


class _Places:
    """Addresses in shared memory.

    Attributes:
        bases: Variables that hold the address of a shared variable, or one in it.
    """

    def __init__(self, body: Body) -> None:
        self.bases: set[str] = set()
        self._offsets: dict[str, set[int]] = {}
        self._kinds: dict[int, str] = {}
        self._taken: set[str] = set()
        statements = tuple(walk_statements(body))
        for statement in statements:
            match statement:
                case Assign(Name(name), value, _, _, ""):
                    self._taken.add(name)
                    if self.is_place(value):
                        self.bases.add(name)
                        self._offsets.setdefault(name, set()).update(self._added(value))
        for statement in statements:
            kind = _kind(statement)
            if kind:
                for expr in expressions_of(statement):
                    self._note(expr, kind)

    def is_place(self, expr: Expr) -> bool:
        """Whether an expression is an address in a shared variable."""
        match expr:
            case Name(name):
                return name in self.bases
            case Call(function, (Text(), Text(symbol))):
                return function in _MOVES and symbol[:1] == '"'
            case Binary("+", left, right):
                return self.is_place(left) != self.is_place(right)
        return False

    def _added(self, expr: Expr) -> Iterator[int]:
        """Yield the offset of an address, where it is a sum with a number; also that of the address in it."""
        match expr:
            case Name(name):
                yield from self._offsets.get(name, ())
            case Binary("+", left, Number(text)) if self.is_place(left) and text.isdecimal():
                yield int(text)
            case Binary("+", left, Affine(first)) if self.is_place(left):
                yield first
            case Binary("+", left, right):
                yield from self._added(left if self.is_place(left) else right)

    def _note(self, expr: Expr, kind: str) -> None:
        """Note the offsets of the addresses in an operand."""
        if self.is_place(expr):
            for offset in self._added(expr):
                if self._kinds.get(offset) != "full":
                    self._kinds[offset] = kind
            return
        for part in parts_of(expr):
            self._note(part, kind)

    def names(self, taken: AbstractSet[str]) -> dict[int, str]:
        """Return a name for each offset."""
        used = {*taken, *self._taken}
        names: dict[int, str] = {}
        for offset, stem in sorted(self._kinds.items()):
            if offset < LEAST or (stem == "tile" and offset % LEAST):
                continue
            name, number = f"{stem}_offset", 2
            while name in used:
                name, number = f"{stem}_offset_{number}", number + 1
            used.add(name)
            names[offset] = name
        return names


def _named(body: Body, places: _Places, names: dict[int, str]) -> Body:
    """Return a body with offsets by name."""

    def expression(expr: Expr) -> Expr:
        made = rebuilt(expr, expression)
        match made:
            case Binary("+", left, Number(text)) if places.is_place(left) and text.isdecimal():
                name = names.get(int(text))
                return made if name is None else made._replace(right=Name(name))
            case Binary("+", left, Affine(first, terms)) if places.is_place(left) and first in names:
                return made._replace(right=Affine(0, ((1, names[first]), *terms)))
        return made

    def statement(each: Statement) -> Statement:
        return with_expressions(each, [expression(part) for part in expressions_of(each)])

    return with_bodies(tuple([statement(each) for each in body]), lambda inner: _named(inner, places, names))


def _kind(statement: Statement) -> str:
    """Return the name of what is at the addresses that a statement uses; empty for none."""
    for each in statement.stands_for:
        if each.opcode == "mbarrier":
            return "full" if "expect_tx" in each.modifiers else "barrier"
        if each.opcode == "cp" and "bulk" in each.modifiers and "tensor" in each.modifiers:
            return "tile"
    match statement:
        case Assign(_, Call("ptx.wgmma.masked_descriptor" | "ptx.wgmma.make_descriptor")):
            return "tile"
    return ""


_MOVES = frozenset({f"ptx.inst.mov.{type_}" for type_ in ("b32", "u32", "b64", "u64")})
