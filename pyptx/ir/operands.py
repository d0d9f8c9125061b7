"""The operands of an instruction, as they are spelled.

The tree is opcode-agnostic: ``%r1``, ``%tid.x``, ``buffer`` and ``$L_done`` are all a `Name`; the
declaration of a name decides its meaning, not its spelling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyptx.record import field, record

if TYPE_CHECKING:
    from pyptx.ir.spacing import Gaps


@record(frozen=True, slots=True)
class Name:
    """A register, special register, variable, label, function or the sink `_`."""

    name: str


@record(frozen=True, slots=True)
class Literal:
    """A constant as written: ``5``, ``-1``, ``0x10U``, ``0f3F800000``, ``2.5``."""

    text: str


@record(frozen=True, slots=True)
class Expression:
    """More than one word of constants, names and operators, such as ``table + 4 * 8`` (manual section 4.5.5).

    Indexed arrays ``a[2]``, ``generic(a)``, masks ``0xFF(a)`` and video's ``-%r1`` are expressions too.
    """

    words: tuple[str, ...]
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Address:
    """``[base]``, ``[base+offset]``, ``[tensor, {c0, c1}]``.

    Attributes:
        base: Register, variable or absolute address.
        offset: The offset after ``+``, with its own minus sign if any, or None.
        rest: Further operands inside the brackets: coordinates, a sampler.
    """

    base: Operand
    offset: Operand | None = None
    rest: tuple[Operand, ...] = ()
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Vector:
    """``{a, b}``."""

    items: tuple[Operand, ...]
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Pair:
    """``p|q``: two destinations."""

    first: Operand
    second: Operand
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Negated:
    """``!p``."""

    operand: Operand
    gaps: Gaps | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Group:
    """``(a, b)``: the returns or arguments of a `call`."""

    items: tuple[Operand, ...]
    gaps: Gaps | None = field(default=None, compare=False)


Operand: TypeAlias = Name | Literal | Expression | Address | Vector | Pair | Negated | Group
