"""Marks with times in running kernels: ``ptx.mark`` and ``ptx.timed``.

The first lane of each warp that comes to a mark writes the time to a buffer of the module, on cards and on
the simulator. `Kernel.marks` reads the buffer.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.marks import BUFFER, HEAD_BYTES, KINDS, MARK_BYTES, MOST_MARKS, name_variable
from pyptx.ptx import special
from pyptx.ptx.addressing import addr
from pyptx.ptx.directives import variable
from pyptx.reg import scalar
from pyptx.trace import at, caller, checked, current, emit
from pyptx.types import b8, b32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.reg import Reg


@checked("ptx.mark")
def mark(name: str) -> None:
    """Record the time when each warp comes here.

    It costs an atomic and two stores of one lane. The buffer keeps the first 16,384 marks.

    Args:
        name: Name of the mark in `Kernel.marks`.

    Raises:
        TraceError: The name is empty, or no string.

    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.types import u32
    >>> @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,))
    ... def count(Y):
    ...     (py,) = ptx.global_ptrs(Y)
    ...     with ptx.timed("store"):
    ...         tid = reg.from_(ptx.special.tid.x(), u32)
    ...         ptx.st(u32, ptx.addr(py + tid * 4), tid)
    >>> from pyptx import reg
    >>> _ = count()
    >>> [(each.name, each.kind, each.warp) for each in count.marks()][:2]
    [('store', 'begin', 0), ('store', 'begin', 1)]
    """
    _record(name, "mark")


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Record the times at which each warp begins and ends the instructions traced inside.

    Args:
        name: Name of the span in `Kernel.marks`.

    Raises:
        TraceError: The name is empty, or no string.
    """
    _record(name, "begin")
    yield
    _record(name, "end")


def _record(name: object, kind: str) -> None:
    if not isinstance(name, str) or not name or "\0" in name:
        raise TraceError(f"ptx.mark: the name is {name!r}; it must be a string with characters{at(caller())}")
    trace = current()
    known = trace.unit.marks
    if not known:
        size = HEAD_BYTES + MOST_MARKS * MARK_BYTES
        trace.declare(variable("global", b8, BUFFER, size=size, align=16, linking="visible"))
    if name not in known:
        known[name] = len(known)
        text = name.encode() + b"\0"
        trace.declare(
            variable("global", b8, name_variable(known[name]), align=1, linking="visible", init=text)
        )
    end = trace.scopes.fresh_label("marked")
    active, before, taken, place = scalar(b32), scalar(b32), scalar(u32), scalar(u64)
    skips = scalar(pred)
    emit("activemask", ("b32",), (active,))
    emit("and", ("b32",), (before, active, special.lanemask_lt()))
    emit("setp", ("ne", "u32"), (skips, before, 0))
    emit("bra", (), (Name(end),), skips)
    emit("atom", ("global", "add", "u32"), (taken, addr(BUFFER), 1))
    emit("setp", ("ge", "u32"), (skips, taken, MOST_MARKS))
    emit("bra", (), (Name(end),), skips)
    base = scalar(u64)
    emit("mov", ("u64",), (base, Name(BUFFER)))
    emit("mad", ("wide", "u32"), (place, taken, MARK_BYTES, base))
    emit("st", ("global", "v2", "u64"), (addr(place, HEAD_BYTES), [special.globaltimer(), special.clock64()]))
    words = [_number(known[name], kind), _linear("ctaid"), _warp(), special.smid()]
    emit("st", ("global", "v4", "u32"), (addr(place, HEAD_BYTES + 16), words))
    trace.label(end)


def _number(name: int, kind: str) -> Reg:
    """The number of a name and a kind."""
    return scalar(u32, init=name * len(KINDS) + KINDS.index(kind))


def _linear(what: str) -> Reg:
    """The number of a CTA in the grid, or of a thread in its CTA; x is the fastest dimension."""
    place, size = getattr(special, what), getattr(special, f"n{what}")
    number: Reg = (place.z() * size.y() + place.y()) * size.x() + place.x()
    return number


def _warp() -> Reg:
    return _linear("tid") // 32
