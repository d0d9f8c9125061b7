"""Addresses in shared memory, and loads and stores through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyptx.errors import TraceError
from pyptx.ir import Address, Expression, Literal, Name
from pyptx.layouts.swizzle import Swizzle, find
from pyptx.reg import Reg, as_element, scalar
from pyptx.reg.refusals import refuse
from pyptx.trace import (
    at,
    caller,
    checked,
    current,
    emit,
    operand,
)
from pyptx.types import PtxType, u32

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.trace import Value

Index: TypeAlias = "int | Reg"


@checked("smem.load")
def load(dtype: PtxType, address: Value) -> Reg:
    """Trace ``ld.shared.<dtype>`` and return the register loaded.

    Args:
        dtype: Type of the element.
        address: Address in shared memory: a register, a number or a part of an array.
    """
    loaded = scalar(dtype)
    emit("ld", ("shared", dtype.memory), (loaded, _address(address)))
    return loaded


@checked("smem.store")
def store(dtype: PtxType, address: Value, value: Value) -> None:
    """Trace ``st.shared.<dtype>``.

    Args:
        dtype: Type of the element.
        address: Address in shared memory: a register, a number or a part of an array.
        value: The value, converted to the type if it is a number.
    """
    emit(
        "st",
        ("shared", dtype.memory),
        (_address(address), as_element(value, dtype, f"st.shared.{dtype.memory}")),
    )


@checked("smem.base")
def base(name: str | None = None) -> Reg:
    """Trace the address of the dynamic shared array, or of the shared variable `name`, into a u32 register.

    The array's first `smem=` bytes are the kernel's own to lay out; `smem.alloc` keeps out of them.

    Raises:
        TraceError: `name` is not a shared variable of this kernel.
    """
    symbol = current().symbol(name) if name else None
    if name and (symbol is None or symbol.space != "shared"):
        raise TraceError(f"smem.base: {name} is not a shared variable of this kernel{at(caller())}")
    return moved(Name(name or current().dynamic_symbol))


@checked("smem.apply_swizzle")
def apply_swizzle(logical_offset: Index, swizzle: str | None) -> Index:
    """Trace the address of a byte in a swizzled tile: three instructions for a register, none for a number.

    Args:
        logical_offset: Byte offset, row-major, from a multiple of the swizzle's period; or an address.
        swizzle: ``"32B"``, ``"64B"``, ``"128B"``; None or ``"NONE"`` changes nothing.

    Raises:
        TraceError: The offset is neither a number nor an integer register, or there is no such
            swizzle.
    """
    pattern = pattern_of(swizzle)
    if pattern is None:
        return logical_offset
    if isinstance(logical_offset, int):
        return pattern.apply(logical_offset)
    if getattr(getattr(logical_offset, "dtype", None), "kind", "f") not in "bus":
        raise TraceError(
            f"smem.apply_swizzle: an offset is a number or an integer register, not {logical_offset!r}"
            f"{at(caller())}"
        )
    return swizzled(logical_offset, pattern)


def advanced(register: Reg, index: Reg, stride: int) -> Reg:
    """Trace ``register + index * stride`` in 32 bits, the width of shared addresses."""
    if index.dtype.kind not in "bus":
        raise TraceError(f"an index is an integer register; {index.name} is {index.dtype}{at(caller())}")
    if index.dtype.bits != u32.bits:
        narrow = scalar(u32)
        emit(
            "cvt",
            ("u32", f"{'u' if index.dtype.kind == 'b' else index.dtype.kind}{index.dtype.bits}"),
            (narrow, index),
        )
        index = narrow
    result = scalar(u32)
    if stride == 1:
        emit("add", ("u32",), (result, register, index))
    else:
        emit("mad", ("lo", "u32"), (result, index, stride, register))
    return result


def swizzled(address: Reg, pattern: Swizzle) -> Reg:
    """Trace the swizzle of an address."""
    lines, chunks, result = scalar(u32), scalar(u32), scalar(u32)
    emit("and", ("b32",), (lines, address, pattern.line_mask))
    emit("shr", ("u32",), (chunks, lines, pattern.shift))
    emit("xor", ("b32",), (result, address, chunks))
    return result


def pattern_of(name: str | None) -> Swizzle | None:
    """The swizzle of a name, an unknown one blamed on the caller."""
    try:
        return find(name)
    except ValueError as error:
        raise TraceError(f"{error}{at(caller())}") from None


def moved(symbol: Operand) -> Reg:
    """Trace an address into a register."""
    register = scalar(u32)
    emit("mov", ("u32",), (register, symbol))
    return register


def _address(value: Value) -> Address:
    """An address operand of a place in shared memory."""
    found = operand(value)
    if isinstance(found, Address):
        return found
    if isinstance(found, Expression):
        symbol, _, offset = found.words
        return Address(Name(symbol), Literal(offset))
    return Address(found)


def symbol_at(name: str, offset: int) -> Operand:
    """``name`` or ``name+offset``."""
    return Expression((name, "+", str(offset))) if offset else Name(name)


def index_number(index: object, array: object) -> int:
    """Return an index as an integer.

    Raises:
        TraceError: The index is not an integer.
    """
    if isinstance(index, slice):
        refuse(
            f"{array} is indexed by a slice: a tile has elements and sub-tiles",
            f"give the leading indices for a sub-tile, {array}[i]; an address is ptx.addr({array}, bytes)",
        )
    if not hasattr(index, "__index__") or isinstance(index, bool):
        raise TraceError(f"{array}[{index!r}]: an index is a number or an integer register{at(caller())}")
    number: int = index.__index__()
    return number


def in_range(index: int, size: int, array: object, axis: int) -> int:
    """The index, counted from the end if negative.

    Raises:
        TraceError: It is outside the dimension.
    """
    if not -size <= index < size:
        raise TraceError(f"{array}: index {index} is outside dimension {axis}, of size {size}{at(caller())}")
    return index % size
