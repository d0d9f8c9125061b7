"""Kernels that a graph captured by torch calls by name."""

from __future__ import annotations

import functools
import sys
import weakref
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")


class Callee(Protocol):
    """A kernel as the operators of a graph call it."""

    def run_tensors(self, tensors: Sequence[Any], written: int, options: Mapping[str, Any]) -> list[Any]:
        """Run on real tensors; the last `written` of them are outputs that the caller allocated."""

    def output_shapes(
        self, shapes: Sequence[Sequence[Any]], options: Mapping[str, Any]
    ) -> list[tuple[tuple[Any, ...], str]]:
        """Return shape and dtype of each output; sizes may be symbols."""


_callees: weakref.WeakValueDictionary[str, Callee] = weakref.WeakValueDictionary()


def register(key: str, callee: Callee) -> str:
    """Let graphs find `callee`, and return its name: `key`, numbered if a living kernel has it already."""
    name, number = key, 1
    while name in _callees:
        number += 1
        name = f"{key}_{number}"
    _callees[name] = callee
    return name


def callee(key: str) -> Callee:
    """Return the kernel called `key`.

    Raises:
        LaunchError: This process has not defined it.
    """
    found = _callees.get(key)
    if found is None:
        raise LaunchError(
            f"the compiled graph calls the kernel {key}, which this process has not defined (or no longer "
            "holds); import the module that defines it first"
        )
    return found


def capturing() -> bool:
    """Whether torch is capturing a graph of the running Python code."""
    torch = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def untraced(function: Callable[..., T]) -> Callable[..., T]:
    """Return `function` as torch's tracer leaves it alone, also in the rest of a function it gave up on."""
    dynamo = sys.modules.get("torch._dynamo")
    return function if dynamo is None else _disabled(function)


@functools.cache
def _disabled(function: Callable[..., T]) -> Callable[..., T]:
    disabled: Callable[..., T] = sys.modules["torch._dynamo"].disable(function)
    return disabled


def torch_door() -> Any:
    """Return `pyptx.runtime.torch` in a way that torch's tracer can follow."""
    # torch's tracer follows an import statement, and nothing else that imports.
    import pyptx.runtime.torch as door  # noqa: PLC0415

    return door
