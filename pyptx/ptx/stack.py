"""The stack of a thread: ``ptx.alloca``, ``ptx.stacksave``, ``ptx.stackrestore`` (manual section 9.7.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.typed import typed
from pyptx.reg import Reg, scalar
from pyptx.trace import emit
from pyptx.types import u64

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value


@typed("alloca")
def alloca(
    size: Value, align: int | None = None, dst: Reg | None = None, *, pred: Predicate | None = None
) -> Reg:
    """``alloca.u64 dst, size, align``: local memory until the function ends, or `stackrestore` frees it.

    Args:
        size: Bytes, in a 64-bit register or a number.
        align: A power of two up to 8388608; 8 if not given.
        dst: Its local address; a new u64 register if not given.
        pred: Guard; where it is false, the result is not written.

    >>> from pyptx import ptx
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     top = ptx.stacksave()
    ...     buffer = ptx.alloca(256, 16)
    ...     ptx.stackrestore(top)
    >>> for statement in trace.body:
    ...     print(emit_statement(statement).strip())
    stacksave.u64 %rd0;
    alloca.u64 %rd1, 256, 16;
    stackrestore.u64 %rd0;
    """
    result = scalar(u64) if dst is None else dst
    emit("alloca", (f"u{result.dtype.bits}",), (result, size, *(() if align is None else (align,))), pred)
    return result


@typed("stacksave")
def stacksave(dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``stacksave.u64 dst``: the stack pointer; into a new register if none is given."""
    result = scalar(u64) if dst is None else dst
    emit("stacksave", (f"u{result.dtype.bits}",), (result,), pred)
    return result


@typed("stackrestore")
def stackrestore(src: Reg, *, pred: Predicate | None = None) -> None:
    """``stackrestore.u64 src``: free the allocations since the `stacksave` that returned `src`."""
    emit("stackrestore", (f"u{src.dtype.bits}",), (src,), pred)
