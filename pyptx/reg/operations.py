"""The instructions that the operators of registers trace, and the operands that they accept."""

from __future__ import annotations

import operator

from pyptx.ir import Literal
from pyptx.ir.literals import literal_value
from pyptx.reg.known_values import is_known_below_0
from pyptx.reg.refusals import OnlyOnGpu, refuse
from pyptx.reg.registers import DatedHazard, NegPred, PipeRef, Reg
from pyptx.reg.signs import (
    BELOW,
    COMPARISONS,
    MIXED,
    NEGATED,
    SIGN_READERS,
    UNDER,
    WRAPPED,
    Hazard,
    check_mixed,
    check_number,
    check_shift,
)
from pyptx.reg.words import bits, move_word, word
from pyptx.trace import (
    Place,
    Value,
    current,
    emit,
    operand,
)
from pyptx.types import PtxType, from_name, pred, u32


def arithmetic(operation: str, left: Value, right: Value, into: Reg | None = None) -> Reg:
    """Trace a two-operand instruction of the registers' type."""
    if type(left) is Reg and left.dated_hazard is None and (into is None or into is left):
        quick = _QUICK.get((operation, left.dtype.name))
        if (
            quick
            and left.plain_operand is not None
            and (
                (type(right) in _NUMBERS and (right >= 0 or left.dtype.kind == "f"))  # type: ignore[operator]
                or (
                    type(right) is Reg
                    and right.dtype == left.dtype
                    and right.plain_operand is not None
                    and right.dated_hazard is None
                )
            )
        ):
            target = Reg(current().scopes.new_register(left.dtype), left.dtype) if into is None else left
            emit(operation, quick, (target, left, right))
            return target
    if isinstance(left, (list, tuple)) or isinstance(right, (list, tuple)):
        refuse(
            "a Python list or tuple meets a register: an operator computes one number of each thread",
            "several registers are reg.array(dtype, n), n a number known while tracing; write the operator "
            "for each: [each * x for each in values]; one pointer is `(p,) = ptx.global_ptrs(X)`",
        )
    negates = operation == "sub" and type(left) is int and left == 0
    left, right, dtype = _matched(operation, left, right)
    if dtype == pred:
        refuse(
            f"{operation} of predicates",
            "predicates take &, |, ^ and ~; as a number, 0 or 1: reg.from_(p, u32)",
        )
    floating = dtype.kind == "f"
    if operation == "mul":
        words: tuple[str, ...] = (word(dtype),) if floating or "x" in dtype.name else ("lo", word(dtype))
    elif operation == "truediv":
        if dtype.name not in ("f32", "f64"):
            refuse(f"`/` of {dtype}", "integers divide by //, floating point is f32 or f64")
        operation, words = "div", ("rn", dtype.name)
    elif operation in ("div", "rem") and floating:
        refuse(f"`//` and `%` of {dtype}", "they are integer operations; floating point divides by /")
    elif (shifted := _as_shift(operation, right, dtype)) is not None:
        operation, words, right = shifted
    else:
        words = (word(dtype),)
    if negates:
        hazard = {"u": WRAPPED, "s": NEGATED}.get(dtype.kind)
    else:
        hazard = _hazard_of(operation, left, right, dtype)
    return emitted(operation, words, dtype, left, right, into=into, hazard=hazard)


def _as_shift(operation: str, divisor: Value, dtype: PtxType) -> tuple[str, tuple[str, ...], Value] | None:
    """The shift or mask that equals an unsigned division by a power of two: ptxas would compute a reciprocal.

    Returns:
        Opcode, modifiers and right operand; None for other operations, signed types and other divisors.
    """
    if operation not in ("div", "rem") or dtype.kind == "s" or not isinstance(divisor, Literal):
        return None
    value = literal_value(divisor.text)
    if not isinstance(value, int) or value.bit_count() != 1:
        return None
    if operation == "div":
        return "shr", (word(dtype),), operand(value.bit_length() - 1, u32)
    return "and", (bits(dtype),), operand(value - 1, dtype)


def _hazard_of(operation: str, left: Value, right: Value, dtype: PtxType) -> Hazard | None:
    """The hazard of the result of an operation, from those of its operands."""
    if dtype.kind not in "us" or operation not in ("add", "sub", "mul"):
        return None
    hazards = {
        (each.dtype.kind, hazard)
        for each in (left, right)
        if type(each) is Reg
        and each.dated_hazard is not None
        and (hazard := each.current_hazard()) is not None
    }
    negative = any(type(each) is Literal and each.text[:1] == "-" for each in (left, right))
    if dtype.kind == "s":
        below = operation == "sub" or negative or not hazards.isdisjoint({("s", BELOW), ("s", NEGATED)})
        return BELOW if below else None
    if operation == "mul" and negative:
        return WRAPPED
    if ("u", MIXED) in hazards or (dtype.bits <= 32 and any(kind == "s" for kind, _ in hazards)):
        return MIXED
    return UNDER if operation == "sub" or negative or ("u", UNDER) in hazards else None


_NUMBERS = frozenset({int, float})
_QUICK = {
    (operation, name): ("lo", name) if operation == "mul" and name[0] != "f" else (name,)
    for operation in ("add", "sub", "mul", "max", "min")
    for name in ("u32", "s32", "u64", "s64", "f32", "f64")
    if name[0] == "f" or operation in ("add", "mul")
}
"""The words of operations that do not depend on their operands."""


def bitwise(operation: str, left: Value, right: Value, into: Reg | None = None) -> Reg:
    """Trace `and`, `or` or `xor` of the registers' width."""
    left, right, dtype = _matched(operation, left, right)
    if dtype.kind == "f":
        refuse(f"`{operation}` of {dtype}", "take the bits first: reg.from_(x, b32), of the same width")
    return emitted(operation, (bits(dtype),), dtype, left, right, into=into)


def shift(operation: str, left: Reg, amount: Value, into: Reg | None = None) -> Reg:
    """Trace a shift; the amount is a u32 for every type."""
    source = register(left, left.dtype)
    if source.dtype.kind not in "bus" or source.dtype.bits < 16:
        refuse(
            f"`{source.name}` is {source.dtype}: it has no shift", "shifts take 16, 32 and 64-bit integers"
        )
    if isinstance(amount, (Reg, NegPred, PipeRef)):
        count: Value = register(amount, u32)
        assert isinstance(count, Reg)
        if count.dtype.kind not in "bus":
            refuse(f"a shift by {count.name}, which is {count.dtype}", "the amount is an integer")
        check_hazard("amount", count)
        if from_name(count.dtype.register).bits != 32:
            count = _converted(count, u32)
    else:
        count = operand(amount, u32)
        whole = whole_number(amount)
        if whole is not None:
            check_shift(operation, source, source.dtype, whole)
    if operation == "shr":
        check_hazard(operation, source)
    kind = bits(source.dtype) if operation == "shl" else word(source.dtype)
    return emitted(operation, (kind,), source.dtype, source, count, into=into)


def compare(comparison: str, left: Reg, right: object) -> Reg:
    """Trace `setp`."""
    if right is None or isinstance(right, str):
        refuse(
            f"{left.name} {COMPARISONS[comparison]} {right!r}",
            "compare with a register or a number; test for None with `is`",
        )
    first, second, dtype = _matched(comparison, left, right)  # type: ignore[arg-type]
    if dtype == pred or "x" in dtype.name:
        said = f"{left.name} {COMPARISONS[comparison]} {right!r}"
        if dtype == pred:
            refuse(f"{said}: predicates have no order", "use `p ^ q` for different, `~(p ^ q)` for equal")
        refuse(
            f"{said}: {dtype} is packed, each half compares alone",
            f"use ptx.inst.setp.{comparison}.{dtype}(p | q, a, b)",
        )
    if comparison == "ne" and dtype.kind == "f":
        comparison = "neu"
    return emitted("setp", (comparison, word(dtype)), pred, first, second)


def emitted(
    opcode: str,
    words: tuple[str, ...],
    dtype: PtxType,
    *sources: Value,
    into: Reg | None = None,
    hazard: Hazard | None = None,
) -> Reg:
    """Trace an instruction whose destination is a new register, or `into`."""
    if into is None or into.is_special:
        target = Reg(current().scopes.new_register(dtype), dtype)
        return _computed(target, opcode, words, sources, hazard)
    if from_name(into.dtype.register).bits != from_name(dtype.register).bits:
        refuse(
            f"{into.name} is {into.dtype}, the result is {dtype}: an augmented assignment keeps the register",
            f"write x = x {_SYMBOLS.get(opcode, opcode)} … for a new one, or convert with reg.from_",
        )
    return _computed(into, opcode, words, sources, hazard)


def _computed(
    target: Reg, opcode: str, words: tuple[str, ...], sources: tuple[Value, ...], hazard: Hazard | None
) -> Reg:
    """Trace an instruction that writes a register, and note the hazard of its value."""
    emit(opcode, words, (target, *sources))
    target.dated_hazard = None if hazard is None else DatedHazard(hazard, current().last)
    return target


def note_negative(target: Reg, value: object) -> None:
    """Note that a signed register was set to a value, if that is a negative number or may be one.

    >>> from pyptx import reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import s32
    >>> with tracing(Trace("k")):
    ...     x = reg.scalar(s32)
    ...     note_negative(x, -1)
    ...     print(x.current_hazard().why)
    is below 0 in some threads: the quotient is rounded toward zero, where Python rounds down

    Args:
        target: The register that was set.
        value: The number or register that it was set to.

    :meta private:
    """
    if target.dtype.kind != "s":
        return
    hazard = value.current_hazard() if type(value) is Reg and value.dated_hazard is not None else None
    if hazard is not None or (whole_number(value) or 0) < 0:
        target.dated_hazard = DatedHazard(BELOW, current().last)


_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "rem": "%", "and": "&", "or": "|", "xor": "^",
    "shl": "<<", "shr": ">>",
}  # fmt: skip


def _matched(operation: str, left: Value, right: Value) -> tuple[Value, Value, PtxType]:
    """Two operands of one type: numbers become constants, the narrower of two integers is widened.

    Args:
        operation: The operation, which may read the sign of its operands.
        left: Left operand.
        right: Right operand.

    Returns:
        The operands, and their type.

    Raises:
        TraceError: The operation would read a number that an operand is not.
    """
    first = _plain(left)
    second = _plain(right)
    check_hazard(operation, first)
    check_hazard(operation, second, divides=True)
    if isinstance(first, Reg) and isinstance(second, Reg):
        if first.dtype is second.dtype:
            _check_computable(first)
            return first, second, first.dtype
        if {first.dtype.kind, second.dtype.kind} == {"s", "u"}:
            check_mixed(operation, (first, first.dtype), (second, second.dtype))
        return _unified(first, second)
    known = first if isinstance(first, Reg) else second
    assert isinstance(known, Reg)
    dtype = known.dtype
    _check_computable(known)
    if operation in SIGN_READERS and dtype.kind in "bus" and dtype != pred:
        number = whole_number(second if known is first else first)
        if number is not None:
            is_left = known is not first
            check_number(operation, known, dtype, number, is_left=is_left)
    return _constant_or(first, dtype), _constant_or(second, dtype), dtype


def check_hazard(operation: str, value: Value, *, divides: bool = False) -> None:
    """Refuse an operand that is not the number which the operation would read.

    >>> from pyptx import ptx
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")):
    ...     check_hazard("gt", ptx.special.laneid() - 5)
    Traceback (most recent call last):
        ...
    pyptx.errors.TraceError: %r1 is unsigned: in some threads the number would be below 0, ...

    Args:
        operation: The operation.
        value: The operand.
        divides: Whether it is a divisor, which may be negated.

    Raises:
        TraceError: The operand is another number.

    :meta private:
    """
    if type(value) is not Reg or value.dated_hazard is None:
        return
    hazard = value.dated_hazard.hazard
    if divides and hazard is NEGATED:
        return
    is_wrong = operation in hazard.operations
    if not is_wrong and operation in hazard.below and value.dated_hazard.is_open:
        is_wrong = is_known_below_0(value)
        value.dated_hazard = value.dated_hazard._replace(is_open=False)
    if is_wrong and value.current_hazard() is not None:
        refuse(f"{value} {hazard.why}", hazard.instead)


def whole_number(value: object) -> int | None:
    """Return a Python or NumPy number as an integer; None for any other value."""
    if type(value) is int:
        return value
    if isinstance(value, (OnlyOnGpu, float, str)) or not hasattr(type(value), "__index__"):
        return None
    return operator.index(value)  # type: ignore[arg-type]


def _unified(first: Reg, second: Reg) -> tuple[Reg, Reg, PtxType]:
    """Two registers of one type: the left one's, unless the other is wider or the left is untyped bits."""
    _check_computable(first)
    _check_computable(second)
    a, b = first.dtype, second.dtype
    if a == b:
        return first, second, a
    if a.bits == b.bits and "x" not in a.name + b.name and pred not in (a, b):
        if {a.kind, b.kind} <= {"b", "u", "s"}:
            return first, second, b if a.kind == "b" else a
        if "b" in (a.kind, b.kind):
            return first, second, b if a.kind == "b" else a
    if {a.kind, b.kind} <= {"b", "u", "s"} and a.bits != b.bits and "x" not in a.name + b.name:
        narrow, wide = (first, b) if a.bits < b.bits else (second, a)
        check_difference(narrow, wide)
        widened = _widened(narrow, wide)
        return (widened, second, b) if narrow is first else (first, widened, a)
    refuse(
        f"{first.name} is {a}, {second.name} is {b}: there is no operation on both",
        f"convert one: reg.from_({second.name}, {a})",
    )


def check_difference(source: Reg, to: PtxType) -> None:
    """Refuse a difference of unsigned registers as a wider signed number, where one below 0 is a large one.

    Raises:
        TraceError: The register is such a difference.
    """
    if to.kind != "s" or source.dtype.kind == "s" or source.dtype.bits >= to.bits:
        return
    writer = current().writer(source.name)
    if writer is None or writer.opcode != "sub":
        return
    refuse(
        f"{source} is a difference of unsigned numbers, which wraps at 0 before it is widened to {to}",
        f"widen before: reg.from_(a, {to}) - reg.from_(b, {to})",
    )


def _widened(source: Reg, to: PtxType) -> Reg:
    """The register converted to the width of `to` by its own signedness."""
    kind = "s" if source.dtype.kind == "s" else "u"
    return _converted(source, from_name(f"{kind}{to.bits}"))


def _converted(source: Reg, to: PtxType) -> Reg:
    """The integer in a new register of another width.

    Raises:
        TraceError: Its sign is uncertain.
    """
    check_hazard("cvt", source)
    target = Reg(current().scopes.new_register(to), to)
    emit("cvt", (to.name, word(source.dtype)), (target, source))
    return target


def _check_computable(source: Reg) -> None:
    """Refuse types that no operator computes in."""
    if source.dtype.bits < 16 and source.dtype != pred:
        refuse(
            f"{source.name} is {source.dtype}: PTX computes in 16 bits and more",
            f"convert it: reg.from_({source.name}, u32)",
        )


def _constant_or(value: Value, dtype: PtxType) -> Value:
    """A register as it is, a number as a constant, or in a register where the type has no constants."""
    if isinstance(value, Reg):
        return value
    if dtype.kind == "f" and dtype.name not in ("f32", "f64"):
        return loaded(value, dtype)
    if "x" in dtype.name:
        return loaded(value, from_name(dtype.register))
    return operand(value, dtype)


def _plain(value: Value) -> Value:
    """The value, with special registers moved and predicate expressions computed."""
    if type(value) is int:
        return value
    if isinstance(value, (NegPred, PipeRef)) or (isinstance(value, Reg) and value.is_special):
        return register(value, pred)
    if isinstance(value, Place):
        value.refuse_number()
    return value


def register(value: Value, dtype: PtxType) -> Reg:
    """The register that a value is, or a new one of `dtype` set to it.

    Args:
        value: A register, number or predicate.
        dtype: Type of the new register.
    """
    if isinstance(value, Reg):
        return loaded(value, value.dtype) if value.is_special else value
    if isinstance(value, (NegPred, PipeRef)):
        target = Reg(current().scopes.new_register(pred), pred)
        compute(target, value)
        return target
    return loaded(value, dtype)


def loaded(value: Value, dtype: PtxType) -> Reg:
    """A new register that one `mov` sets to a number or a register of the same type."""
    target = Reg(current().scopes.new_register(dtype), dtype)
    emit("mov", (move_word(dtype),), (target, value if isinstance(value, Reg) else operand(value, dtype)))
    if (
        type(value) is Reg
        and value.dated_hazard is not None
        and (hazard := value.current_hazard()) is not None
    ):
        target.dated_hazard = DatedHazard(hazard, current().last)
    return target


def compute(target: Reg, value: NegPred | PipeRef) -> None:
    """Set a predicate to the value of an expression of predicates.

    Raises:
        TraceError: A predicate that the expression reads was written since.
    """
    value.check()
    if isinstance(value, NegPred):
        emit("not", ("pred",), (target, value.reg))
    else:
        emit("or", ("pred",), (target, value.left, value.right))
