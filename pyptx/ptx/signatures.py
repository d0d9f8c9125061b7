"""Operand kinds of the signatures in `pyptx.ptx.instructions`.

A type checker sees the number and kind of operands. The verifier checks types, widths, counts in braces and
ranges at each call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from pyptx.ptx.opcode import inst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Operand, Pair, Vector
    from pyptx.ptx.opcode import Opcode
    from pyptx.reg import Predicate
    from pyptx.types import PtxType

Given_co = TypeVar("Given_co", covariant=True)


class Words:
    """An opcode and some of its modifiers, after which others may follow."""

    def __getitem__(self, words: str) -> Opcode:
        """Add modifiers as PTX text; what may follow those is not known to type checkers."""
        return inst[words]


class AsOperand(Protocol[Given_co]):
    """A value that converts to an operand of some kind: a `Reg` to a `Name`, a `RegArray` to a `Vector`."""

    def __ptx__(self) -> Given_co:
        """The operand it represents."""
        ...


class Number(Protocol):
    """A Python or NumPy number. It has a real part; a register does not."""

    @property
    def real(self) -> object: ...  # noqa: D102 - Python's own

    def __float__(self) -> float: ...


class Integer(Number, Protocol):
    """An integer, Python's or NumPy's."""

    def __index__(self) -> int: ...


Register: TypeAlias = "AsOperand[Name | Pair] | Name | Pair | str"
"""One register, or a pair ``p|q``; a name may also be the sink ``_`` or a special register."""

Destination: TypeAlias = "AsOperand[Name | Pair] | Name | Pair | str | PtxType | tuple[PtxType, PtxType]"
"""A register that is written; a type for a new one, and two types for a new pair ``d|p``."""

Made: TypeAlias = "Any"
"""The registers that a call made for types; None where it was given registers."""

Source: TypeAlias = (
    "AsOperand[Name | Pair | Literal | Expression] | Number | Name | Pair | Literal | Expression | str"
)
"""A register or a constant."""

Condition: TypeAlias = "AsOperand[Name | Pair | Negated] | Name | Pair | Negated | str"
"""A predicate or its negation."""

Part: TypeAlias = "AsOperand[Name | Pair | Expression] | Name | Pair | Expression | str"
"""A register, a part of it as ``%r1.b0``, or its negation ``-%r1``."""

Registers: TypeAlias = "AsOperand[Vector] | Sequence[Source] | Vector | Name"
"""Registers in braces, or a variable that has several elements."""

Variable: TypeAlias = "AsOperand[Operand] | Name | Expression | str"
"""A register, or what has an address: a variable, a shared array, a function."""

Bracketed: TypeAlias = "AsOperand[Address] | Address"
"""``[a]``: what `ptx.addr` makes."""

Constant: TypeAlias = "Integer | Literal | Expression | Name"
"""An integer constant."""

Symbol: TypeAlias = "AsOperand[Name] | Name | str"
"""A label or a function, by name."""

Parenthesised: TypeAlias = "AsOperand[Group] | Group"
"""``(a, b)``: returns or arguments."""

Guard: TypeAlias = "Predicate | None"
"""``pred=``: the guard of a call."""
