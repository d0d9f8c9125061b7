"""Helpers for all families of matrix instructions: words of shapes and types, fragments, descriptors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.isa import forms_of
from pyptx.ptx.addressing import addr, register_of
from pyptx.reg import Reg, RegArray, array, scalar
from pyptx.trace import at, caller, emit
from pyptx.types import b64, from_name, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.layouts.descriptors import BitLayout
    from pyptx.trace import Value
    from pyptx.types import PtxType

UNIT_SHIFT = 4  # descriptors count in 16 bytes


def shape_word(what: str, shape: Sequence[int] | str, letters: str = "mnk") -> str:
    """The modifier of a shape: ``"m16n8k16"`` of (16, 8, 16); a string is the modifier already.

    Raises:
        TraceError: The shape does not have one number per letter.
    """
    if isinstance(shape, str):
        return shape.strip(".")
    if len(shape) != len(letters) or not all(_is_extent(extent) for extent in shape):
        raise TraceError(
            f"{what}: a shape is ({', '.join(letters.upper())}), such as {_SHAPES[letters]}, not {shape!r}"
            f"{at(caller())}"
        )
    return "".join(f"{letter}{extent}" for letter, extent in zip(letters, shape, strict=True))


def _is_extent(extent: object) -> bool:
    """Whether it is a Python number, NumPy's included."""
    return hasattr(extent, "__index__") and not isinstance(extent, (bool, Reg))


def type_word(dtype: PtxType | str) -> str:
    """Return the modifier of a type, given by `pyptx.types` or by its name."""
    return dtype if isinstance(dtype, str) else dtype.name


def fragment(registers: RegArray | Sequence[Value] | Reg) -> Value:
    """The registers of a fragment, one alone in a list too."""
    return [registers] if isinstance(registers, Reg) else registers


def declared_fragment(
    what: str,
    opcode: str,
    count: Callable[[Mapping[str, str], str], tuple[str, int | None]],
    matrix: str,
    named: Mapping[str, str],
) -> RegArray:
    """Declare the registers of one lane's part of a matrix, as the rows of an opcode have it.

    Args:
        what: Public name of the function.
        opcode: The opcode.
        count: The function of `pyptx.isa.shapes` that counts the registers.
        matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
        named: Modifiers by slot name: shape and type of the matrix, and ``kind`` and ``sp`` where there are.

    Raises:
        TraceError: No row has these modifiers.
    """
    for row in forms_of(opcode):
        slots = {slot.name: slot.choices for slot in row.slots}
        if {"kind", "sp"} & slots.keys() == {"kind", "sp"} & named.keys() and all(
            word in slots.get(name, ()) for name, word in named.items()
        ):
            type_, registers = count({**{slot: words[0] for slot, words in slots.items()}, **named}, matrix)
            return array(from_name(type_), registers or 1)
    said = ", ".join(f"{name} {word}" for name, word in named.items())
    raise TraceError(f"{what}: {opcode} has no matrix {matrix} with {said}{at(caller())}")


_SHAPES = {"mnk": (16, 8, 16), "mn": (8, 8)}
"""An example shape of each kind, for errors."""


def descriptor(
    start: Value, byte_offset: int | Reg, mask: int, constant: int, *, shifts_first: bool = False
) -> Reg:
    """Trace ``((start + byte_offset) & mask) >> 4 | constant`` into a 64-bit register.

    Args:
        start: A place in shared memory.
        byte_offset: Bytes from there to the operand.
        mask: The bits of the address that count.
        constant: The other fields.
        shifts_first: Whether the shift is traced before the mask, which is then shifted, too.
    """
    place = register_of(addr(start, byte_offset))
    bits, units, wide, result = scalar(u32), scalar(u32), scalar(u64), scalar(b64)
    if shifts_first:
        emit("shr", ("u32",), (bits, place, UNIT_SHIFT))
        emit("and", ("b32",), (units, bits, mask >> UNIT_SHIFT))
    else:
        emit("and", ("b32",), (bits, place, mask))
        emit("shr", ("u32",), (units, bits, UNIT_SHIFT))
    emit("cvt", ("u64", "u32"), (wide, units))
    emit("or", ("b64",), (result, wide, constant))
    return result


def encoded(what: str, layout: BitLayout, **fields: int) -> int:
    """Encode a word, a value that does not fit blamed on the caller.

    Raises:
        TraceError: A value does not fit.
    """
    try:
        return layout.encode(**fields)
    except (ValueError, TypeError) as error:
        raise TraceError(f"{what}: {error}{at(caller())}") from None
