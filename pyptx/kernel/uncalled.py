"""Code that names a function and does not call it: ``ptx.bar.sync``, ``ptx.ret``, ``bars[0].wait``.

Python computes the name and drops it, so the instruction would be missing without a word.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from pyptx import reg, smem
from pyptx.errors import TraceError
from pyptx.ir import Source
from pyptx.kernel.bytecode import chains
from pyptx.late import late
from pyptx.ptx.barriers import NamedBarrier
from pyptx.ptx.functions import Func
from pyptx.ptx.mbarrier import BarrierSlot
from pyptx.ptx.pipeline import PipelineState
from pyptx.ptx.special import Dim
from pyptx.trace import at

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterator

    from pyptx.kernel.bytecode import Chain
else:
    inspect = late("inspect")

_CLASSES = (
    reg.Reg, reg.RegArray, smem.SharedAlloc, smem.SharedSlice, smem.MbarrierArray, smem.MbarrierRef,
    BarrierSlot, NamedBarrier, PipelineState,
)  # fmt: skip


def refuse_uncalled(function: Callable[..., Any]) -> None:
    """Refuse statements of a function, and of those it calls, that name a function and do not call it.

    Raises:
        TraceError: There is such a statement; the message names the line.
    """
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Func):
            found = found.function
        found = inspect.unwrap(found) if callable(found) else None
        if not isinstance(found, FunctionType) or id(found.__code__) in seen or _is_pyptx(found):
            continue
        seen.add(id(found.__code__))
        for chain in chains(found.__code__):
            value = _value(found, chain)
            if chain.lost:
                _check(chain, value, found)
            elif isinstance(value, (FunctionType, Func)):
                waiting.append(value)


def _check(chain: Chain, value: Any, function: FunctionType) -> None:
    if chain.lost != "statement":
        missing = callable(value) and (getattr(value, "__module__", None) or "").startswith("pyptx.")
    elif value is _UNKNOWN:
        missing = bool(chain.attributes) and chain.attributes[-1] in _methods()
    else:
        missing = callable(value)
    if missing:
        written = ".".join(part for part in (chain.name or "(…)", *chain.attributes))
        call = f"{written}.x()" if isinstance(value, Dim) else f"{written}()"
        place = {"condition": " as a condition", "lambda": " as the value of a lambda"}.get(
            chain.lost, " alone"
        )
        raise TraceError(
            f"`{written}`{place} names a function and does not call it: nothing is traced; write {call}"
            f"{at(Source(function.__code__.co_filename, chain.line))}"
        )


def _value(function: FunctionType, chain: Chain) -> Any:
    """Return the value of a chain; `_UNKNOWN` if only a call of the function gives it."""
    if chain.kind == "global":
        value = function.__globals__.get(chain.name, _UNKNOWN)
    elif chain.kind == "free" and chain.name in function.__code__.co_freevars:
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index(chain.name)]
        value = next(_contents(cell), _UNKNOWN)
    else:
        return _UNKNOWN
    for attribute in chain.attributes:
        if not isinstance(value, ModuleType) and not type(value).__module__.startswith("pyptx."):
            return _UNKNOWN  # an attribute of a user's object may be computed
        value = getattr(value, attribute, _UNKNOWN)
    return value


def _contents(cell: Any) -> Iterator[Any]:
    try:
        yield cell.cell_contents
    except ValueError:  # a name that the enclosing function binds later
        return


@cache
def _methods() -> frozenset[str]:
    """Names of the methods of registers, tiles and barriers."""
    return frozenset(
        name
        for kind in _CLASSES
        for name, value in inspect.getmembers(kind, inspect.isfunction)
        if name[:1] != "_"
    )


def _is_pyptx(function: FunctionType) -> bool:
    return (function.__module__ or "").partition(".")[0] == "pyptx"


_UNKNOWN = object()
