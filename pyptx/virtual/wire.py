"""Encoding of the arguments of a call: kinds of operands, packing and unpacking.

A row names operands in the order of the C function. ``name:kind`` is an input, ``name=kind`` an output, a
pointer in C; ``name=?kind`` is one that may be null. ``name:?list(n)`` may be null if it is empty.

============  =====================================================================================
kind          in C
============  =====================================================================================
``u32`` …     a number; handles, addresses and sizes are ``u64``
``text``      a string that ends with a zero
``bytes[n]``  a pointer to a structure of n bytes
``image``     a pointer to code, whose size the library finds
``blob``      a pointer, followed by its size in bytes; calls of the library alone
``chars(n)``  an output: room for a string, with the size in operand n
``list(n)``   a pointer to ``u64`` numbers, as many as operand n says
``words(n)``  the same with ``u32`` numbers
============  =====================================================================================

>>> row = Row.parse("cuDeviceGetName name=chars(length), length:i32, device:i32")
>>> row.inputs[0], row.outputs[0].of
(Operand(name='length', kind='i32', size=4, is_output=False, optional=False, of=''), 'length')
>>> row.unpack(row.pack_inputs([20, 0]))
[20, 0]
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBERS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i32": "i", "i64": "q", "f32": "f",
}  # fmt: skip
"""Kinds of numbers, with their letters in `struct`."""

VARIABLE = ("text", "image", "blob", "chars", "list", "words")
"""Kinds whose size is sent before them."""

_OPERAND = re.compile(r"(\w+)([:=])(\??)(\w+)(?:\[(\d+)\]|\((\w+)\))?\Z")
_SIZE = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of a call.

    Attributes:
        name: Its name.
        kind: Its kind, without brackets.
        size: Bytes; 0 where the size is sent.
        is_output: Whether the function writes it through a pointer.
        optional: Whether the pointer may be null.
        of: The operand that has its length, or empty.
    """

    name: str
    kind: str
    size: int
    is_output: bool
    optional: bool
    of: str

    @classmethod
    def parse(cls, text: str) -> Operand:
        """Read an operand as a row has it."""
        found = _OPERAND.match(text)
        if found is None:
            raise ValueError(f"{text!r} is not an operand")
        name, mark, optional, kind, size, of = found.groups()
        if kind not in NUMBERS and kind != "bytes" and kind not in VARIABLE:
            raise ValueError(f"{text!r} has the kind {kind!r}, which does not exist")
        width = struct.calcsize("<" + NUMBERS[kind]) if kind in NUMBERS else int(size or 0)
        return cls(name, kind, width, mark == "=", bool(optional), of or "")


_Layout: TypeAlias = tuple[struct.Struct, tuple[Operand, ...]]


@dataclass(frozen=True)
class Row:
    """A function of the interface.

    Attributes:
        name: Its name, as the library exports it.
        operands: Its operands, in order.
    """

    name: str
    operands: tuple[Operand, ...] = field(default=())

    @classmethod
    def parse(cls, line: str) -> Row:
        """Read a line of the table."""
        name, _, rest = line.strip().partition(" ")
        return cls(name, tuple(Operand.parse(each.strip()) for each in rest.split(",") if each.strip()))

    @cached_property
    def inputs(self) -> tuple[Operand, ...]:
        """The operands that are sent to the device."""
        return tuple(each for each in self.operands if not each.is_output)

    @cached_property
    def outputs(self) -> tuple[Operand, ...]:
        """The operands of the reply."""
        return tuple(each for each in self.operands if each.is_output)

    def pack_inputs(self, values: Sequence[Any]) -> bytes:
        """Return inputs as the library sends them."""
        return _pack(self.inputs, self._sent, values)

    def pack_outputs(self, values: Sequence[Any]) -> bytes:
        """Return outputs as the library reads them."""
        return _pack(self.outputs, self._returned, values)

    @cached_property
    def _sent(self) -> _Layout:
        return _layout(self.inputs)

    @cached_property
    def _returned(self) -> _Layout:
        return _layout(self.outputs)

    def unpack(self, data: bytes) -> list[Any]:
        """Return the inputs of a message.

        Raises:
            ValueError: The message is not of this call.
        """
        head, others = self._sent
        if len(data) < head.size:
            raise ValueError("the message is too short")
        return [*head.unpack_from(data), *_unpack(others, data, head.size)]

    def size_of_outputs(self, data: bytes) -> int:
        """Return the bytes of the outputs at the start of a reply; effects follow."""
        at = 0
        for each in self.outputs if data else ():
            at += 4 + _SIZE.unpack_from(data, at)[0] if each.kind in VARIABLE else each.size
        return at

    def unpack_outputs(self, data: bytes) -> list[Any]:
        """Return the outputs of a reply."""
        return _unpack(self.outputs, data)


def _layout(operands: tuple[Operand, ...]) -> _Layout:
    """The structure of the operands before the first whose size is sent, and the others."""
    sized = [each.kind in VARIABLE for each in operands]
    count = sized.index(True) if any(sized) else len(sized)
    letters = (NUMBERS.get(each.kind, f"{each.size}s") for each in operands[:count])
    return struct.Struct("<" + "".join(letters)), operands[count:]


def _pack(operands: Sequence[Operand], layout: _Layout, values: Sequence[Any]) -> bytes:
    if len(operands) != len(values):
        raise ValueError(f"{len(values)} values for {[each.name for each in operands]}")
    head, others = layout
    count = len(values) - len(others)
    return head.pack(*values[:count]) + b"".join(map(_packed, others, values[count:]))


def _packed(operand: Operand, value: Any) -> bytes:
    if operand.kind in NUMBERS:
        return struct.pack("<" + NUMBERS[operand.kind], value)
    if operand.kind == "bytes":
        return bytes(value)[: operand.size].ljust(operand.size, b"\0")
    if operand.kind in ("list", "words"):
        letter = "Q" if operand.kind == "list" else "I"
        value = struct.pack(f"<{len(value)}{letter}", *value)
    raw = value.encode() if isinstance(value, str) else bytes(value)
    return _SIZE.pack(len(raw)) + raw


def _unpack(operands: Sequence[Operand], data: bytes, at: int = 0) -> list[Any]:
    """Values from a place in a message to its end."""
    values: list[Any] = []
    for each in operands:
        size = each.size
        if each.kind in VARIABLE:
            if at + 4 > len(data):
                raise ValueError("the message is too short")
            (size,) = _SIZE.unpack_from(data, at)
            at += 4
        if at + size > len(data):
            raise ValueError("the message is too short")
        raw = data[at : at + size]
        at += size
        if each.kind in NUMBERS:
            values += struct.unpack("<" + NUMBERS[each.kind], raw)
        elif each.kind in ("list", "words"):
            width = 8 if each.kind == "list" else 4
            values.append(list(struct.unpack(f"<{size // width}{'Q' if width == 8 else 'I'}", raw)))
        else:
            values.append(raw.decode(errors="replace") if each.kind in ("text", "chars") else raw)
    if at != len(data):
        raise ValueError("the message is too long")
    return values
