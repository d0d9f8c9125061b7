"""Modifiers and braces from the arguments of wrappers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pyptx.reg import RegArray, as_element

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.trace import Value
    from pyptx.types import PtxType

BIT_OPERATIONS = ("and", "or", "xor", "exch", "cas")
"""Operations whose type is its bits."""


@lru_cache(maxsize=1024)
def words(*parts: str | None) -> tuple[str, ...]:
    """The modifiers of dotted parts, absent ones left out.

    >>> words("relaxed.gpu", None, ".global")
    ('relaxed', 'gpu', 'global')
    """
    return tuple(word for part in parts if part for word in part.strip(".").split("."))


def level(word: str) -> str:
    """The eviction priority of a short name: ``evict_last`` is ``L2::evict_last``."""
    return word if "::" in word or "." in word else f"L2::{word}"


def hinted(policy: Value | None) -> tuple[str | None, tuple[Value, ...]]:
    """The modifier of a cache policy, and the operand; neither where there is none."""
    return (None, ()) if policy is None else ("L2::cache_hint", (policy,))


def vector(values: Value | RegArray | Sequence[Value], vec: int | None = None) -> tuple[str | None, Value]:
    """The modifier of a vector, and its elements; a vector of one is a scalar."""
    if not isinstance(values, (RegArray, list, tuple)):
        return (None if vec is None or vec == 1 else f"v{vec}"), values
    if vec is None:
        vec = len(values)
    return (None, values[0]) if vec == len(values) == 1 else (f"v{vec}", values)


def moved(values: Value, dtype: PtxType, *spelled: str) -> Value:
    """Return the operands of a load or store, `spelled` so, as elements of `dtype`.

    Raises:
        TraceError: A register has another type.
    """
    if isinstance(values, (list, tuple)):
        return [as_element(value, dtype, ".".join(spelled)) for value in values]
    return as_element(values, dtype, ".".join(spelled))


def typed_operation(op: str, dtype: PtxType) -> str:
    """The type in an operation on memory: the bits of `dtype` for some.

    >>> from pyptx.types import f32, s32
    >>> typed_operation("add", s32), typed_operation("exch", f32)
    ('s32', 'b32')
    """
    return f"b{dtype.bits}" if op in BIT_OPERATIONS else dtype.name
