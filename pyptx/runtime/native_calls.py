"""Callable objects with a native call path for known launches.

A class made by `native_callable` is a subclass without attributes of its own. Code that inspects it, such as
torch's tracer, finds the ``__call__`` of Python; the interpreter calls native code first if an instance has a
target (`set_native_target`).
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


def native_callable(cls: type[T]) -> type[T]:
    """Return a subclass of `cls` with a native call path; `cls` itself without the native module.

    A debug build of Python refuses such a type: it has a call slot, and the ``__call__`` of its base.
    """
    if launching is None or hasattr(sys, "gettotalrefcount"):
        return cls
    if cls in _made:
        return _made[cls]
    made: type[T] = launching.native_callable(cls)
    made.__name__, made.__qualname__, made.__module__ = cls.__name__, cls.__qualname__, cls.__module__
    made.__doc__ = cls.__doc__
    return _made.setdefault(cls, made)


def set_native_target(instance: object, target: Any) -> None:
    """Let calls of an object try a `Launcher` or an `AddressLaunch` first; None restores the Python call."""
    if launching is not None and (target is None or type(target).__module__ == launching.__name__):
        launching.set_native_target(instance, target)
