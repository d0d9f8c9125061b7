"""The trace that a thread is recording, and the owners of its declarations."""

from __future__ import annotations

import contextlib
import functools
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

from pyptx.errors import TraceError
from pyptx.trace.author_names import Memory
from pyptx.trace.source import at, caller
from pyptx.trace.wording import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.ir import Source
    from pyptx.trace.body import Trace

P = ParamSpec("P")
R = TypeVar("R")

_CURRENT: ContextVar[Trace | None] = ContextVar("pyptx_trace", default=None)
active = _CURRENT.get
"""The trace this thread is recording, or None."""


class Stale(NamedTuple):
    """Owner of a stale handle, whose element was assigned again.

    Attributes:
        name: Name of the register.
        source: The assignment.
    """

    name: str
    source: Source


def current() -> Trace:
    """The trace this thread is recording.

    Raises:
        TraceError: No kernel is being traced.
    """
    trace = _CURRENT.get()
    if trace is None:
        raise TraceError(f"no kernel is being traced: call this inside a @kernel function{at(caller())}")
    return trace


def is_tracing() -> bool:
    """Whether a kernel is being traced."""
    return _CURRENT.get() is not None


@contextlib.contextmanager
def tracing(trace: Trace) -> Iterator[Trace]:
    """Make `trace` the current one inside the block, for this thread and context only."""
    token = _CURRENT.set(trace)
    before, trace.outermost = trace.outermost, sys._getframe(2)  # noqa: SLF001 - behind contextlib's own
    try:
        yield trace
    finally:
        trace.outermost = before
        trace.watched.clear()  # they keep the author's frames alive
        trace.memory = Memory()
        _CURRENT.reset(token)


def intrinsic(fn: Callable[P, R]) -> Callable[P, R]:
    """Name the instructions a function traces, for inspection; calls and results stay as they are.

    The text has ``// BEGIN name`` before them and ``// END name`` after them. Groups nest. Outside a kernel
    the function just runs.

    >>> from pyptx import Tile, kernel, ptx
    >>> @intrinsic
    ... def meet():
    ...     ptx.bar.sync(0)
    >>> @kernel(grid=(1,), block=(64,))
    ... def twice():
    ...     meet()
    >>> [line.strip() for line in twice.ptx().splitlines() if 'meet' in line]
    ['// BEGIN meet', '// END meet']
    """

    @functools.wraps(fn)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        trace = _CURRENT.get()
        if trace is None:
            return fn(*args, **kwargs)
        with trace.named(fn.__name__):
            return fn(*args, **kwargs)

    return named


def check_owner(declared: object, owner: Trace | Stale | Limits | None, *, writes: bool = False) -> None:
    """Refuse declarations of another trace, stale handles, and uses beyond limits.

    Args:
        declared: The register or the array.
        owner: The function it is declared in, or its limits there.
        writes: Whether an instruction writes it.

    Raises:
        TraceError: It was declared elsewhere, so that its name may have another meaning here; or its limits
            do not allow the use.
    """
    if type(owner) is Stale:
        raise TraceError(
            f"{owner.name} was read from its array before the array got another value there, at "
            f"{owner.source}: a handle does not keep the old one; read the array "
            f"again for the new value, or copy the old one before that: old = +acc[i]{at(caller())}"
        )
    trace = _CURRENT.get()
    if type(owner) is Limits:
        if owner.trace is trace:
            owner.check(writes=writes)
        owner = owner.trace
    assert not isinstance(owner, Limits)
    if owner is None or trace is None or owner is trace:
        return
    name = getattr(declared, "name", None) or repr(declared)
    raise TraceError(
        f"{name} was declared in another tracing, of {owner.name}: nothing declared is kept from one to the "
        f"next; declare it in this one{at(caller())}"
    )
