"""A value in a register of a type: declared, set, converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import types
from pyptx.reg.operations import check_difference, check_hazard, compute, note_negative, register
from pyptx.reg.refusals import refuse
from pyptx.reg.registers import NegPred, PipeRef, Reg
from pyptx.reg.words import bits, move_word, word
from pyptx.trace import check_owner, checked, constant, current, emit, operand
from pyptx.types import PtxType, bf16, f16, f32, from_name, pred, tf32, u16, u32

if TYPE_CHECKING:
    from pyptx.trace import Value


@checked("reg.scalar")
def scalar(dtype: PtxType, init: Value | None = None, name: str | None = None) -> Reg:
    """Declare a register; with `init`, set it.

    Formats that are instruction types only, such as bf16, live in a register of their width: ``.b16``.

    Args:
        dtype: Type of its value.
        init: A number of that type, or any source of `from_`.
        name: Its name; numbered names are given otherwise.
    """
    target = declared(dtype, name)
    if init is not None:
        assign(target, init)
    return target


@checked("reg.from_")
def from_(src: Value, dtype: PtxType) -> Reg:
    """Declare a register and set it to `src`, converted if the types differ.

    A number, special register or variable's address needs one `mov`, and so does a register whose bits are
    kept (same width, integers or ``.b``). Other types need a `cvt`: to an integer it truncates, to a narrower
    floating point it rounds to nearest even. A predicate becomes 0 or 1.

    Args:
        src: A number, register, predicate or name of a variable.
        dtype: Type of the new register.

    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32, s32
    >>> with tracing(Trace("k")) as trace:
    ...     x = from_(from_(3, s32), f32)
    >>> trace.body[-1].modifiers
    ('rn', 'f32', 's32')
    """
    target = declared(dtype)
    assign(target, src)
    return target


@checked("reg.alloc")
def alloc(dtype: PtxType) -> Reg:
    """Declare a register."""
    return scalar(dtype)


def move(target: Reg, source: Value) -> None:
    """Copy a value of the same width to a register with one `mov`; a register to itself with none.

    Args:
        target: The register that is written.
        source: A register, number or predicate.
    """
    if isinstance(source, Reg):
        if source.name == target.name:
            check_owner(source, source.owner)
            return
        of, to = from_name(source.dtype.register), from_name(target.dtype.register)
        if of != to and (of.bits != to.bits or pred in (of, to) or {of.kind, to.kind} in _NUMBERS_APART):
            refuse(
                f"{source.name} is {source.dtype}, {target.name} is {target.dtype}: a copy would change it",
                f"convert it: reg.from_({source.name}, {target.dtype})",
            )
        same = source.dtype.register == target.dtype.register
        emit("mov", (move_word(target.dtype) if same else bits(target.dtype),), (target, source))
        note_negative(target, source)
        return
    if isinstance(source, (NegPred, PipeRef)):
        move(target, register(source, pred))
        return
    word = move_word(target.dtype)
    made = operand(source, target.dtype)
    emit("mov", (word,), (target, made))
    note_negative(target, source)


def as_element(value: Value, dtype: PtxType, what: str) -> Value:
    """A value as an element of `dtype` in memory: a number becomes its bits.

    Registers of other numbers are refused: a move does not convert. Untyped bits take any type, and an
    integer may be wider than it is in memory.

    >>> from pyptx.types import bf16
    >>> as_element(1.5, bf16, "ptx.st")
    Literal(text='0x3FC0')

    Args:
        value: The value.
        dtype: The type of the element.
        what: The instruction, for the message.

    Raises:
        TraceError: Its lower bits are not a value of the type.

    :meta private:
    """
    held = getattr(value, "dtype", None)
    if not isinstance(held, PtxType):
        is_number = isinstance(value, (int, float)) or hasattr(value, "item")
        return operand(value, dtype) if is_number and dtype.kind == "f" else value
    if held == dtype or "b" in (held.kind, dtype.kind) or {held, dtype} == {f32, tf32}:
        return value
    if (held.kind == dtype.kind == "f") or (held.bits != dtype.bits and "f" in (held.kind, dtype.kind)):
        name = getattr(value, "name", value)
        refuse(
            f"{what}: {name} is {held}, in memory it is {dtype}: a move does not convert",
            f"convert it: reg.from_(…, {dtype})",
        )
    return value


_NUMBERS_APART = ({"f", "u"}, {"f", "s"})
"""Kinds of registers whose bits mean different numbers."""


def assign(target: Reg, source: Value) -> None:
    """Set a fresh register, converting."""
    if isinstance(source, (NegPred, PipeRef)):
        if target.dtype == pred:
            compute(target, source)
            return
        source = register(source, pred)
    if isinstance(source, Reg) and source.is_special:
        if from_name(target.dtype.register).bits == source.dtype.bits and target.dtype.kind in "bus":
            emit("mov", (move_word(target.dtype),), (target, source))
            return
        source = from_(source, source.dtype)
    if not isinstance(source, Reg) or not _convert(target, source):
        move(target, source)
    else:
        note_negative(target, source)


def _convert(target: Reg, source: Reg) -> bool:
    """Convert between types; False where the bits may be taken as they are."""
    to, of = target.dtype, source.dtype
    if to == of:
        return False
    if to == pred:
        comparison = "neu" if of.kind == "f" else "ne"
        emit("setp", (comparison, word(of)), (target, source, constant(0, of.name)))
    elif of == pred:
        kept = to.name if to.name in ("f32", "f64") else bits(to)
        emit("selp", (kept,), (target, constant(1, to.name), constant(0, to.name), source))
    elif to.kind != "f" and of.kind != "f":
        if to.bits == of.bits:
            return False
        if to.bits > of.bits:
            check_hazard("cvt", source)
            check_hazard("widen", source)
            check_difference(source, to)
        emit("cvt", (word(to), word(of)), (target, source))
    elif to.kind == "b" or of.kind == "b":
        if to.bits != of.bits:
            refuse(
                f"{source.name} is {of}, {target.name} is {to}: bits of another width",
                "give the register a number's type",
            )
        return False
    else:
        _convert_floating(target, source)
    return True


def _convert_floating(target: Reg, source: Reg) -> None:
    """Convert where one type at least is floating point."""
    to, of = target.dtype, source.dtype
    if of == tf32 and to == f32:
        emit("mov", ("b32",), (target, source))
    elif of == tf32:  # its bits are those of an f32
        _convert_floating(target, Reg(source.name, f32))
    elif f32 not in (to, of) and _has_no_cvt(to, of):
        _convert_floating(target, from_(source, f32))
    elif of.kind != "f":
        check_hazard("float", source)
        emit("cvt", ("rn", to.name, of.name), (target, source))
    elif to.kind != "f":
        emit("cvt", ("rzi", to.name, of.name), (target, source))
    elif to == tf32:
        emit("cvt", ("rna", "tf32", "f32"), (target, source))
    elif of == bf16 and current().arch.number < 90:
        # cvt.f32.bf16 is of sm_90; a bf16 is the upper half of an f32.
        wide = Reg(current().scopes.new_register(u32), u32)
        emit("cvt", ("u32", "u16"), (wide, Reg(source.name, u16)))
        emit("shl", ("b32",), (wide, wide, 16))
        emit("mov", ("b32",), (target, wide))
    elif to.bits < of.bits:
        emit("cvt", ("rn", to.name, of.name), (target, source))
    else:
        emit("cvt", (to.name, of.name), (target, source))


def _has_no_cvt(to: PtxType, of: PtxType) -> bool:
    """Whether the way between two types is through f32, which holds every bf16, f16 and 8-bit integer."""
    if to == tf32 or {to, of} == {f16, bf16}:
        return True
    if bf16 in (to, of) and 8 in (to.bits, of.bits):
        return True
    return of == bf16 and current().arch.number < 90


def declared(dtype: PtxType, name: str | None = None) -> Reg:
    """A new register."""
    check_type(dtype)
    return Reg(current().scopes.new_register(dtype, name), dtype)


def check_type(dtype: object) -> None:
    """Check that a value is a PTX type."""
    if not isinstance(dtype, PtxType):
        meant = (
            dtype if isinstance(dtype, str) and isinstance(getattr(types, dtype, None), PtxType) else "u32"
        )
        refuse(f"{dtype!r} is not a register type", f"write one of pyptx.types, such as {meant}")
