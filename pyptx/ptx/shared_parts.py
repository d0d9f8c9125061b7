"""Parts of shared arrays given by operands: of tensor copies and of descriptors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Expression, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.record import record
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.trace import active

if TYPE_CHECKING:
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value


@record(frozen=True, slots=True)
class SharedPart:
    """A part of a shared array.

    Attributes:
        array: The array.
        shape: Sizes of the part; None if an address gives it, which has only a start.
        offset: Constant bytes from the array to the part.
        is_constant: Whether no register adds to the offset.
    """

    array: SharedAlloc
    shape: tuple[int, ...] | None
    offset: int
    is_constant: bool = True

    @property
    def bytes_left(self) -> int:
        """Bytes from the start of the part to the end of the array, at most."""
        return self.array.nbytes - self.offset

    def __str__(self) -> str:
        shape = self.array.shape if self.shape is None else self.shape
        return f"{self.array} of {self.array.dtype} {shape}"


def shared_part(value: Value | TensorSpec) -> SharedPart | None:
    """Return the part of a shared array that an operand names, or None if it is unknown.

    A sub-tile at zeros is the whole array: ``tile[0]`` and ``tile`` are one address.

    >>> from pyptx import smem
    >>> from pyptx.ptx.addressing import addr
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import bf16
    >>> with tracing(Trace("k")):
    ...     ring = smem.alloc(bf16, (4, 64, 64), "128B")
    ...     stage, place = shared_part(ring[1]), shared_part(addr(ring, 32))
    >>> (stage.shape, stage.offset), (place.shape, place.offset)
    (((64, 64), 8192), (None, 32))
    """
    if isinstance(value, SharedAlloc):
        return SharedPart(value, value.shape, 0)
    if isinstance(value, SharedSlice):
        array = value.alloc
        if len(value.shape) < 2 and all(type(index) is int and index == 0 for index in value.index):
            return SharedPart(array, array.shape, 0)
        return SharedPart(array, value.shape, value.byte_offset - array.byte_offset, value.base is None)
    trace = active()
    if trace is None:
        return None
    offset = 0
    if isinstance(value, Address) and not value.rest:
        if value.offset is not None:
            if not isinstance(value.offset, Literal):
                return None
            offset = int(literal_value(value.offset.text))
        value = value.base
    if isinstance(value, Expression) and len(value.words) == 3 and value.words[1] == "+":
        offset += int(literal_value(value.words[2]))
        value = Name(value.words[0])
    found = trace.facts.get(value.name) if isinstance(value, Name) else None
    return SharedPart(found, None, offset - found.byte_offset) if isinstance(found, SharedAlloc) else None
