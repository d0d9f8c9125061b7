"""Objects that are called in C once their launches are known, and as Python says until then.

A class made by `hasty` is a subclass with nothing of its own. What looks at it, torch's tracer too, finds the
``__call__`` of Python; the interpreter goes to native code first, where `hasten` has named some.
"""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from pyptx.program import on_recording
from pyptx.runtime.extension import launching

T = TypeVar("T")

_made: dict[type[Any], type[Any]] = {}

if launching is not None:
    on_recording(launching.hold)


def hasty(cls: type[T]) -> type[T]:
    """Return a subclass of `cls` whose instances native code can call; `cls` itself where there is none.

    A debug build of Python refuses such a type: it has a way to be called, and ``__call__`` of its base.
    """
    if launching is None or hasattr(sys, "gettotalrefcount"):
        return cls
    if cls in _made:
        return _made[cls]
    made: type[T] = launching.hasty(cls)
    made.__name__, made.__qualname__, made.__module__ = cls.__name__, cls.__qualname__, cls.__module__
    made.__doc__ = cls.__doc__
    return _made.setdefault(cls, made)


def hasten(instance: object, target: Any) -> None:
    """Have calls of an object go to a `Launcher` or a `Bound` first; None to have them go as Python says.

    The caller keeps the target alive for as long.
    """
    if launching is not None and (target is None or type(target).__module__ == launching.__name__):
        launching.hasten(instance, target)
