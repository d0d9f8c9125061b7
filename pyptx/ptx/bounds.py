"""The bounds of counted loops: the type in which a loop counts, and their comparison."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, TypeAlias

from pyptx.errors import TraceError
from pyptx.reg import Reg, check_hazard, from_, register
from pyptx.trace import at, caller, current, emit
from pyptx.types import pred as predicate
from pyptx.types import s32, s64, u32, u64

if TYPE_CHECKING:
    from pyptx.types import PtxType

Bound: TypeAlias = "int | Reg"


def trace_comparison(comparison: str, word: str, a: Bound, b: Bound) -> Reg:
    """Trace `setp` to a new predicate."""
    result = Reg(current().scopes.new_register(predicate), predicate)
    emit("setp", (comparison, word), (result, a, b))
    return result


def loop_type(*bounds: Bound) -> PtxType:
    """Return the type a loop counts in.

    Raises:
        TraceError: A bound is neither an integer nor an integer register of 32 or 64 bits.
    """
    registers, numbers = [], []
    for bound in bounds:
        if not isinstance(bound, Reg):
            numbers.append(integer_bound(bound))
        elif bound.dtype.kind in "bus" and bound.dtype.bits in (32, 64) and "x" not in bound.dtype.name:
            registers.append(bound)
        else:
            raise TraceError(
                f"a loop counts in integers of 32 or 64 bits; {bound.name} is {bound.dtype}{at(caller())}"
            )
    if registers:
        wide = any(bound.dtype.bits == 64 for bound in registers)
        signed = registers[0].dtype.kind == "s" or any(number < 0 for number in numbers)
    else:
        start, stop, step = numbers
        last = stop - 1 + step if step > 0 else stop + 1 + step
        wide = any(not -(2**31) <= number < 2**31 for number in (start, stop, step, last))
        signed = True
    return {(False, True): s32, (True, True): s64, (False, False): u32, (True, False): u64}[wide, signed]


def integer_bound(bound: object) -> int:
    """Return a bound as an integer.

    Raises:
        TraceError: The bound is not an integer.
    """
    try:
        return operator.index(bound)  # type: ignore[arg-type]
    except TypeError:
        raise TraceError(f"a bound of a loop is an int or a register, not {bound!r}{at(caller())}") from None


def convert_bound(bound: Bound, dtype: PtxType) -> Bound:
    """Return a bound in the width of the type of a loop.

    Raises:
        TraceError: The bound is not an integer, or its instructions would compare another value.
    """
    if isinstance(bound, Reg):
        check_hazard("lt", bound)
        return bound if bound.dtype.bits == dtype.bits else from_(bound, dtype)
    return integer_bound(bound)


def in_register(bound: Bound) -> Bound:
    """Return a bound that instructions other than `mov` read."""
    return register(bound, bound.dtype) if isinstance(bound, Reg) else bound
