"""Labels and branches, and `fixed`, which lets a Python name keep the value of the trace.

Blocks and loops that write their own labels are in `pyptx.ptx.blocks` and `pyptx.ptx.loops`.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.special import tid
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     i = tid.x()
...     bra("end", pred=i >= 4)
...     trap()
...     label("end")
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mov.u32 %r0, %tid.x;
setp.ge.u32 %p0, %r0, 4;
@%p0 bra end;
trap;
end:
"""

from __future__ import annotations

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.reg import NegPred, PipeRef, Predicate, Reg, register
from pyptx.trace import at, caller, checked, current, emit
from pyptx.types import pred as predicate


@checked("ptx.fixed")
def fixed(*names: str) -> None:
    """Let Python names change in blocks that run on the GPU, where each keeps the value of the trace.

    Without it a name that changes in a block is refused if its old value is read in the next iteration, or
    its new one after the block. With a source file, ``# pyptx: fixed`` at the end of a line does the same for
    that line alone.

    >>> from pyptx.ptx.loops import range_
    >>> from pyptx.reg import scalar
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace:
    ...     total, uses = scalar(u32, init=0), 0
    ...     fixed("uses")
    ...     for i in range_(4):
    ...         total += i
    ...         uses += 1
    >>> uses
    1

    Args:
        names: Variables of functions and modules; a list or an object includes its contents.

    Raises:
        TraceError: A name is not that of a variable.
    """
    for name in names:
        if not name.isidentifier():
            raise TraceError(f"ptx.fixed names Python variables, not {name!r}{at(caller())}")
    current().fixed.update(names)


@checked("ptx.label")
def label(name: str) -> None:
    """Place a label: ``name:``. Labels inside a `scope` are visible only there.

    Python names that change between a label and a `bra` back to it are refused as in a `loop`.
    """
    trace = current()
    trace.label(name)
    trace.watch_label(name)


@checked("ptx.bra")
def bra(label: str, *, pred: Predicate | None = None, uni: bool = False) -> None:
    """Branch to a label, placed before or after this: ``@pred bra label;``.

    Args:
        label: Name of the label.
        pred: Guard.
        uni: Whether all active threads of the warp branch alike: ``bra.uni``.
    """
    emit("bra", ("uni",) if uni else (), (Name(label),), pred)


@checked("ptx.ret")
def ret(*, pred: Predicate | None = None) -> None:
    """Return: the thread ends, as this is the entry."""
    emit("ret", (), (), pred)


@checked("ptx.exit")
def exit(*, pred: Predicate | None = None) -> None:  # noqa: A001 - PTX's word
    """End the thread."""
    emit("exit", (), (), pred)


@checked("ptx.trap")
def trap(*, pred: Predicate | None = None) -> None:
    """Abort the kernel with an error."""
    emit("trap", (), (), pred)


def as_predicate(condition: Predicate | bool) -> Reg | NegPred:
    """Return the predicate of a condition; a pair ``p|q`` is the `or` of both.

    Raises:
        TraceError: The condition is not a predicate.
    """
    if isinstance(condition, NegPred):
        return condition
    if isinstance(condition, PipeRef) or (isinstance(condition, Reg) and condition.is_special):
        condition = register(condition, predicate)
    if isinstance(condition, Reg) and condition.dtype == predicate:
        return condition
    if isinstance(condition, Reg):
        what = f"{condition.name} is {condition.dtype}"
    else:
        what = f"{condition!r} is known while tracing: use a Python `if`"
    raise TraceError(f"a condition is a predicate, such as `a < b`; {what}{at(caller())}")
