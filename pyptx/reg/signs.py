"""Refusal of operators with another result on the GPU than in Python: signs, ranges and rounding.

An instruction reads a register by its type: an unsigned one is never below 0, a signed and an unsigned one
with the same bits are different numbers, and a quotient is rounded toward zero. Errors that constants and
types show are refused here; sums, products and bits do not depend on the sign.

>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")):
...     (scalar(u32) - 5).max(0)
Traceback (most recent call last):
    ...
pyptx.errors.TraceError: `max(%r1, 0)`: %r1 is u32, which is never below 0; ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.reg.refusals import refuse
from pyptx.trace import is_written_operand

if TYPE_CHECKING:
    from pyptx.reg.registers import Reg
    from pyptx.types import PtxType


class Hazard(NamedTuple):
    """A hazard: the reason why a register may differ from the number of the Python expression.

    Attributes:
        why: In words, after the name of the register.
        instead: What to write.
        operations: The operations whose results differ.
        below: The operations that differ if the register is known to be below 0 in a thread.
    """

    why: str
    instead: str
    operations: frozenset[str]
    below: frozenset[str] = frozenset()


COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
SIGN_READERS = frozenset({*COMPARISONS, "div", "rem", "max", "min", "shr", "cvt"})
"""Operations whose result depends on whether the bits are a signed or an unsigned number."""
LIMITED = frozenset({"lt", "ge", "max", "min"})
"""Operations with 0 that an unsigned register decides alone."""
_WRITTEN = {**COMPARISONS, "div": "//", "rem": "%", "shl": "<<", "shr": ">>"}

WRAPPED = Hazard(
    "is the negative of an unsigned register, which wraps at 0",
    "negate a signed one: -reg.from_(x, s32)",
    SIGN_READERS | {"float"},
)
NEGATED = Hazard(
    "is a negated register, and the quotient is rounded toward zero, where Python rounds down",
    "write ptx.ceil_div(n, d) for -(-n // d), else negate the quotient: -(n // d)",
    frozenset({"div", "rem"}),
)


BELOW = Hazard(
    "is below 0 in some threads: the quotient is rounded toward zero, where Python rounds down",
    "add a multiple of the divisor before, (x + n) % n, or write `>>` and `&` for powers of two; where the "
    "rounding of C is meant, ptx.inst.div.s32 and ptx.inst.rem.s32",
    frozenset(),
    frozenset({"div", "rem", "amount"}),
)
"""The hazard of a difference of signed numbers; a sum of it with an unsigned number is refused."""
UNDER = Hazard(
    "is unsigned: in some threads the number would be below 0, and wraps to a large one",
    "compute in a signed register, reg.from_(x, s32) - c; where the wrapped number is meant, "
    "reg.from_(x - c, u32)",
    frozenset(),
    SIGN_READERS - {"cvt", "eq", "ne"} | {"float", "widen", "amount"},
)
"""The hazard of an unsigned number less a constant."""
MIXED = Hazard(
    "is computed of an unsigned register and a signed one that may be below 0: it wraps there",
    "convert the unsigned register first: reg.from_(u, s32) + s",
    SIGN_READERS - {"cvt", "eq", "ne"} | {"float"},
)


def written_expression(operation: str, left: object, right: object) -> str:
    """The expression as the user wrote it.

    >>> written_expression("lt", "%r0", 3), written_expression("max", "%r0", 0)
    ('%r0 < 3', 'max(%r0, 0)')
    """
    symbol = _WRITTEN.get(operation)
    return f"{operation}({left}, {right})" if symbol is None else f"{left} {symbol} {right}"


def check_mixed(operation: str, first: tuple[object, PtxType], second: tuple[object, PtxType]) -> None:
    """Refuse a signed register beside an unsigned one where their common type does not hold both numbers.

    Args:
        operation: The instruction, or the comparison.
        first: The left register and its type.
        second: The right one and its type; of another signedness.

    Raises:
        TraceError: The operation reads the sign, and the signed register is not the wider one.
    """
    (left, a), (right, b) = first, second
    signed, unsigned = (a, b) if a.kind == "s" else (b, a)
    if operation in SIGN_READERS and unsigned.kind == "u" and signed.bits <= unsigned.bits:
        refuse(
            f"`{written_expression(operation, left, right)}`: {left} is {a}, {right} is {b}, and no type of "
            f"{unsigned.bits} bits holds the numbers of both",
            f"convert one: reg.from_(x, {signed.name[0]}{unsigned.bits}) or reg.from_(x, {unsigned.name})",
        )


def check_number(operation: str, register: Reg, dtype: PtxType, number: float, *, is_left: bool) -> None:
    """Refuse an integer constant that the type reads as a different number, or that alone decides the result.

    A limit of 0 that comes from a variable, ``u >= j * 8`` in an unrolled loop, decides it as in Python,
    unless the register is a difference.

    Args:
        operation: The instruction, or the comparison as it is with the register on the left.
        register: The register, for the message.
        dtype: Its type, an integer type.
        number: The constant.
        is_left: Whether the constant is the left operand, of an operation that is not a comparison.

    Raises:
        TraceError: The result would differ.
    """
    divides = operation in ("div", "rem")
    limit = number < 0 or (
        number == 0 and operation in LIMITED and (register.dated_hazard is not None or is_written_operand(0))
    )
    if dtype.kind == "s":
        limit = number >= 1 << (dtype.bits - 1) or (divides and number < 0)
    elif operation in ("eq", "ne") and number >= -1 << (dtype.bits - 1):
        limit = False  # a mark such as -1, by its bits; and a difference below 0 has those bits
    if not limit and not (divides and number == 0 and not is_left):
        return
    said = (
        written_expression(operation, number, register)
        if is_left
        else written_expression(operation, register, number)
    )
    if number == 0 and divides and not is_left:
        refuse(f"`{said}` divides by zero", "on the GPU the result of that is undefined")
    if dtype.kind == "s" and number < 0:
        refuse(
            f"`{said}`: the quotient is rounded toward zero, where Python rounds down",
            "divide positive numbers, and negate the result",
        )
    if dtype.kind == "s":
        refuse(
            f"`{said}`: {register} is {dtype}, which has no number {number}",
            f"convert to a wider or an unsigned type: reg.from_(x, u{dtype.bits})",
        )
    refuse(
        f"`{said}`: {register} is {dtype}, which is never below 0",
        f"for negative numbers compute in a signed register: reg.from_(x, s{dtype.bits}), before what "
        "may go below 0",
    )


def check_shift(operation: str, register: object, dtype: PtxType, amount: int) -> None:
    """Refuse a shift by a constant that is not legal in Python, or that shifts out every bit.

    Raises:
        TraceError: The amount is negative, or the width of the register or more.
    """
    if 0 <= amount < dtype.bits:
        return
    said = written_expression(operation, register, amount)
    if amount < 0:
        refuse(f"`{said}`: a shift by {amount}", "shift the other way")
    refuse(
        f"`{said}`: {register} is {dtype}, of which a shift by {amount} leaves nothing",
        f"shift by 0 to {dtype.bits - 1}, or a wider register: reg.from_(x, {dtype.kind}64)",
    )
