"""Matrix descriptors in registers: what `wgmma` and `tcgen05` are told about an operand in shared memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.addressing import addr
from pyptx.ptx.mbarrier import register_of
from pyptx.reg import Reg, scalar
from pyptx.trace import at, caller, emit
from pyptx.types import b64, u32, u64

if TYPE_CHECKING:
    from pyptx.layouts.descriptors import BitLayout
    from pyptx.trace import Value

UNIT_SHIFT = 4  # descriptors count in 16 bytes


def descriptor(start: Value, byte_offset: int | Reg, mask: int, constant: int) -> Reg:
    """Trace ``((start + byte_offset) & mask) >> 4 | constant`` into a 64-bit register.

    Args:
        start: A place in shared memory.
        byte_offset: Bytes from there to the operand.
        mask: The bits of the address that count.
        constant: The other fields.
    """
    place = register_of(addr(start, byte_offset))
    bits, wide, result = scalar(u32), scalar(u64), scalar(b64)
    emit("and", ("b32",), (bits, place, mask))
    emit("shr", ("u32",), (bits, bits, UNIT_SHIFT))
    emit("cvt", ("u64", "u32"), (wide, bits))
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
