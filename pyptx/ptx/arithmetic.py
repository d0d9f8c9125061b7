"""Arithmetic, logic, comparison and conversion by type: ``ptx.add(f32, d, a, b)``.

Each function traces one instruction, `ceil_div` a few. Operations that PTX
types by width only (`and`, `shl`, `mov` of bf16) use the width of the type. Attributes write all other
modifiers: ``ptx.add.rz.ftz.f32(d, a, b)``.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, overload

from pyptx.errors import TraceError
from pyptx.isa import lookup
from pyptx.ptx.control import as_predicate
from pyptx.ptx.typed import typed
from pyptx.reg import NegPred, Reg, from_, move, register, scalar
from pyptx.trace import at, caller, checked, emit
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.trace import Value


@typed("mov")
def mov(dtype: PtxType | Reg, dst: Value, src: Value | None = None, *, pred: Predicate | None = None) -> None:
    """``mov.<dtype> dst, src``; a list for `src` or `dst` packs or unpacks.

    ``ptx.mov(dst, src)`` copies a register or a number with the type of `dst`: it is the assignment that runs
    on the GPU (manual section 9.7.10.3).

    Args:
        dtype: Type of the instruction; if left out, the type of `dst`.
        dst: The register to write.
        src: The value to copy.
        pred: Guard.

    Raises:
        TraceError: `src` is missing, or, without `dtype`, the types of `src` and `dst` differ in meaning.

    >>> from pyptx.reg import array
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import b16, b32
    >>> with tracing(Trace("k")) as trace:
    ...     mov(b32, scalar(b32), array(b16, 2))
    >>> trace.body[0].operands[1]
    Vector(items=(Name(name='%rs0'), Name(name='%rs1')), gaps=None)
    >>> with tracing(Trace("k")) as trace:
    ...     mov(scalar(b32), 7)
    >>> trace.body[0].modifiers
    ('b32',)
    """
    if isinstance(dtype, Reg):
        if src is not None:
            raise TraceError(f"ptx.mov: write ptx.mov(dst, src) or ptx.mov(dtype, dst, src){at(caller())}")
        if pred is None:
            move(dtype, dst)
        else:
            mov(dtype.dtype, dtype, dst, pred=pred)
        return
    if src is None:
        raise TraceError(f"ptx.mov: {dst!r} has no source; write ptx.mov(dst, src){at(caller())}")
    moved = dtype.register
    emit("mov", ("b16" if moved == "f16" else moved,), (dst, src), pred)


@typed("add")
def add(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``add.<dtype> dst, a, b``."""
    emit("add", (dtype.name,), (dst, a, b), pred)


@typed("sub")
def sub(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``sub.<dtype> dst, a, b``."""
    emit("sub", (dtype.name,), (dst, a, b), pred)


@typed("mul")
def mul(
    dtype: PtxType, dst: Reg, a: Value, b: Value, *, mode: str | None = None, pred: Predicate | None = None
) -> None:
    """``mul.lo.<dtype> dst, a, b``; without a mode for floating point.

    Args:
        dtype: Type of the factors.
        dst: Twice as wide for ``"wide"``.
        a: Factor.
        b: Factor.
        mode: ``"lo"``, ``"hi"`` or ``"wide"`` of integers; ``"lo"`` if not given.
        pred: Guard.
    """
    emit("mul", (*_halves(dtype, mode), dtype.name), (dst, a, b), pred)


@typed("mad")
def mad(*args: PtxType | Value, mode: str = "lo", pred: Predicate | None = None) -> Reg:
    """``mad.lo.<dtype> dst, a, b, c``: ``a * b + c``; floating point rounds once, to nearest even.

    Two styles: ``ptx.mad(s32, dst, a, b, c)``, and ``dst = ptx.mad(a, b, c)`` in the type of the first
    register among the factors.

    Args:
        args: Type, destination and operands, or the operands alone.
        mode: ``"lo"``, ``"hi"`` or ``"wide"`` of integers; ``"wide"`` has `c` and the result twice as wide.
        pred: Guard.

    Returns:
        The destination.

    Raises:
        TraceError: No factor is a register, so that the type is not known.
    """
    values = [arg for arg in args if not isinstance(arg, PtxType)]
    if len(args) == 5 and isinstance(args[0], PtxType) and isinstance(values[0], Reg):
        dtype, dst = args[0], values[0]
    elif len(args) == 3 and len(values) == 3:
        dtype = _factor_type(values)
        wide = mode == "wide" and dtype.kind != "f"
        dst = scalar(from_name(f"{dtype.kind}{2 * dtype.bits}") if wide else dtype)
        values.insert(0, dst)
    else:
        raise TraceError(
            f"ptx.mad is ptx.mad(dtype, dst, a, b, c) or dst = ptx.mad(a, b, c), not "
            f"ptx.mad({', '.join(map(repr, args))}){at(caller())}"
        )
    rounds = dtype.kind == "f" and mode == "lo"
    opcode = "fma" if dtype.kind == "f" and dtype.bits == 16 else "mad"
    emit(opcode, ("rn" if rounds else mode, dtype.name), values, pred)
    return dst


def _factor_type(values: Sequence[Value]) -> PtxType:
    """The type of a product: the type of the first factor that is a register."""
    for value in values[:2]:
        if isinstance(value, Reg):
            return from_name(f"u{value.dtype.bits}") if value.dtype.kind == "b" else value.dtype
    raise TraceError(
        f"ptx.mad(a, b, c): neither factor is a register; say the type: ptx.mad(s32, dst, a, b, c)"
        f"{at(caller())}"
    )


@typed("fma")
def fma(
    dtype: PtxType,
    dst: Reg,
    a: Value,
    b: Value,
    c: Value,
    *,
    rounding: str = "rn",
    pred: Predicate | None = None,
) -> None:
    """``fma.<rounding>.<dtype> dst, a, b, c``: ``a * b + c``, rounded once."""
    emit("fma", (rounding, dtype.name), (dst, a, b, c), pred)


@typed("div")
def div(
    dtype: PtxType, dst: Reg, a: Value, b: Value, *, rounding: str = "rn", pred: Predicate | None = None
) -> None:
    """``div.<dtype> dst, a, b``; of floating point ``div.<rounding>``, also ``"approx"`` or ``"full"``."""
    emit("div", (rounding, dtype.name) if dtype.kind == "f" else (dtype.name,), (dst, a, b), pred)


@overload
def ceil_div(a: Reg, b: Reg | int) -> Reg: ...
@overload
def ceil_div(a: int, b: Reg) -> Reg: ...
@overload
def ceil_div(a: int, b: int) -> int: ...
@checked("ptx.ceil_div")
def ceil_div(a: Reg | int, b: Reg | int) -> Reg | int:
    """Return the quotient of two integers, rounded up: the number of pieces of size `b` that hold `a`.

    For Python numbers this is ``-(-a // b)``; for registers that would be wrong, because `div` rounds toward
    zero. For registers it writes `div`, `mul` and `sub`, and adds one to the quotient if the remainder has
    the sign of `b`; no sum can wrap. An unsigned register is shifted where `b` is a constant power of two.

    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace:
    ...     tiles = ceil_div(scalar(u32), 100)
    >>> [instruction.opcode for instruction in trace.body], ceil_div(300, 100)
    (['div', 'mul', 'sub', 'setp', 'selp', 'add'], 3)

    Args:
        a: Dividend.
        b: Divisor; a number is above zero.

    Returns:
        A register of the type that ``a // b`` has; of two Python numbers a number.

    Raises:
        TraceError: The divisor is a number that is not above zero, or there is no ``a // b``.
    """
    if not isinstance(b, Reg) and operator.index(b) <= 0:
        raise TraceError(f"ptx.ceil_div: the divisor is {b}; it must be above zero{at(caller())}")
    if not isinstance(a, Reg) and not isinstance(b, Reg):
        return -(-operator.index(a) // operator.index(b))
    dividend = register(a, a.dtype) if isinstance(a, Reg) else a
    divisor = register(b, b.dtype) if isinstance(b, Reg) else b
    quotient = dividend // divisor
    assert isinstance(quotient, Reg)
    rest = dividend - quotient * divisor
    both_signs = quotient.dtype.kind == "s" and isinstance(divisor, Reg)
    goes_up = (rest != 0) & ((rest ^ divisor) >= 0) if both_signs else rest > 0
    quotient += from_(goes_up, quotient.dtype)
    return quotient


@typed("rem")
def rem(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``rem.<dtype> dst, a, b``: the remainder, with the sign of `a`."""
    emit("rem", (dtype.name,), (dst, a, b), pred)


@typed("min")
def min(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:  # noqa: A001
    """``min.<dtype> dst, a, b``."""
    emit("min", (dtype.name,), (dst, a, b), pred)


@typed("max")
def max(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:  # noqa: A001
    """``max.<dtype> dst, a, b``."""
    emit("max", (dtype.name,), (dst, a, b), pred)


@typed("neg")
def neg(dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None = None) -> None:
    """``neg.<dtype> dst, src``."""
    emit("neg", (dtype.name,), (dst, src), pred)


@typed("abs")
def abs(dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None = None) -> None:  # noqa: A001
    """``abs.<dtype> dst, src``."""
    emit("abs", (dtype.name,), (dst, src), pred)


@typed("and")
def and_(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``and.b<width> dst, a, b``, or ``and.pred``."""
    emit("and", (_bits(dtype),), (dst, a, b), pred)


@typed("or")
def or_(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``or.b<width> dst, a, b``, or ``or.pred``."""
    emit("or", (_bits(dtype),), (dst, a, b), pred)


@typed("xor")
def xor_(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``xor.b<width> dst, a, b``, or ``xor.pred``."""
    emit("xor", (_bits(dtype),), (dst, a, b), pred)


@typed("not")
def not_(dtype: PtxType, dst: Reg, src: Value, *, pred: Predicate | None = None) -> None:
    """``not.b<width> dst, src``, or ``not.pred``."""
    emit("not", (_bits(dtype),), (dst, src), pred)


@typed("shl")
def shl(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``shl.b<width> dst, a, b``: `b` is a u32 for every type."""
    emit("shl", (_bits(dtype),), (dst, a, b), pred)


@typed("shr")
def shr(dtype: PtxType, dst: Reg, a: Value, b: Value, *, pred: Predicate | None = None) -> None:
    """``shr.<dtype> dst, a, b``: for signed types, shift in copies of the sign; `b` is a u32."""
    emit("shr", (dtype.name,), (dst, a, b), pred)


@typed("setp")
def setp(
    cmp_op: str,
    dtype: PtxType,
    pred_out: Value,
    a: Value,
    b: Value,
    *,
    pred_negate: Predicate | None = None,
    pred: Predicate | None = None,
) -> None:
    """``setp.<cmp_op>.<dtype> pred_out, a, b``.

    Args:
        cmp_op: ``"eq" "ne" "lt" "le" "gt" "ge"``, and those of the type.
        dtype: Type of `a` and `b`.
        pred_out: A predicate, or a pair ``p | q`` whose second becomes the opposite.
        a: Left side.
        b: Right side.
        pred_negate: Guard, an older name of `pred`.
        pred: Guard.

    Raises:
        TraceError: Both `pred` and `pred_negate` are given.
    """
    if pred is not None and pred_negate is not None:
        raise TraceError(f"ptx.setp takes one guard: pred= or pred_negate=, not both{at(caller())}")
    emit("setp", (cmp_op, dtype.name), (pred_out, a, b), pred_negate if pred is None else pred)


@typed("selp")
def selp(
    dtype: PtxType,
    dst: Reg,
    true_val: Value,
    false_val: Value,
    pred_reg: Predicate,
    *,
    pred: Predicate | None = None,
) -> None:
    """``selp.<dtype> dst, true_val, false_val, pred_reg``: one value or the other; ``~p`` swaps them."""
    choice = as_predicate(pred_reg)
    if isinstance(choice, NegPred):
        true_val, false_val, choice = false_val, true_val, choice.reg
    moved = dtype.register
    emit("selp", ("b16" if moved == "f16" else moved,), (dst, true_val, false_val, choice), pred)


@typed("cvt")
def cvt(
    dst_type: PtxType,
    src_type: PtxType,
    dst: Reg,
    src: Value,
    *,
    rounding: str | None = None,
    ftz: bool = False,
    sat: bool = False,
    satfinite: bool = False,
    relu: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``cvt.<rounding>.<dst_type>.<src_type> dst, src``.

    Args:
        dst_type: Type of `dst`.
        src_type: Type of `src`.
        dst: Destination; it may be wider than `dst_type`.
        src: For a packed `dst_type` two values, upper half first: ``(high, low)``.
        rounding: The rounding. If PTX requires one, the default is ``"rzi"`` to an integer, ``"rna"`` to
            tf32, else ``"rn"``.
        ftz: Flush subnormal f32 to zero.
        sat: Clamp to the range of an integer, or a floating-point result to [0, 1].
        satfinite: Clamp to the largest finite number.
        relu: Clamp negative results to zero.
        pred: Guard.
    """
    roundings = [(), (_default_rounding(dst_type, src_type),)] if rounding is None else [(rounding,)]
    flags = {"ftz": ftz, "sat": sat, "relu": relu, "satfinite": satfinite}
    said = [word for word, wanted in flags.items() if wanted]
    orders = [said, sorted(said, key=lambda word: word == "relu")]
    choices = [(*rnd, *order, dst_type.name, src_type.name) for rnd in roundings for order in orders]
    chosen = next((choice for choice in choices if lookup("cvt", choice)), choices[-1])
    sources = tuple(src) if isinstance(src, (list, tuple)) and dst_type.name.endswith("x2") else (src,)
    emit("cvt", chosen, (dst, *sources), pred)


def _default_rounding(dst_type: PtxType, src_type: PtxType) -> str:
    """The rounding of C: toward zero to an integer, else to nearest."""
    if src_type.kind == "f" and dst_type.kind != "f":
        return "rzi"
    return "rna" if dst_type.name == "tf32" else "rn"


def _halves(dtype: PtxType, mode: str | None) -> tuple[str, ...]:
    """The mode of an integer product; packed integers and floating point have none."""
    if mode is not None:
        return (mode,)
    return () if dtype.kind == "f" else ("lo",)


def _bits(dtype: PtxType) -> str:
    """The untyped word for an integer of some width; other types as they are."""
    return f"b{dtype.bits}" if dtype.kind in ("u", "s") else dtype.name
