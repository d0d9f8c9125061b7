"""Comparison and selection (manual sections 9.7.6 and 9.7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.sim.semantics.floating import flush
from pyptx.sim.semantics.half import values
from pyptx.sim.semantics.packed import choice, has, join
from pyptx.sim.semantics.registry import pure

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.semantics.registry import Array, Modifiers

BOOLEANS: dict[str, Callable[[Array, Array], Array]] = {
    "and": np.logical_and,
    "or": np.logical_or,
    "xor": np.logical_xor,
}
"""How a comparison combines with predicate `c`."""

_ORDERED: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
}
_UNORDERED = {f"{name}u": name for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_COMPARISONS = (*_ORDERED, *_UNORDERED, "num", "nan")

_HALVES = ("f16x2", "bf16x2")

_RESULT_TYPES: dict[str, np.dtype[Any]] = {
    "u16": np.dtype(np.uint16),
    "s16": np.dtype(np.int16),
    "u32": np.dtype(np.uint32),
    "s32": np.dtype(np.int32),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
}


@pure("setp")
def setp(m: Modifiers, a: Array, b: Array, *c: Array) -> tuple[Array, Array]:
    """``setp``: `p` is the comparison and `q` its contrary; of packed halves, `p` is the low one."""
    truth = _compare(m, a, b)
    if choice(m, _HALVES):
        return _combine(m, truth[..., 0], *c), _combine(m, truth[..., 1], *c)
    return _combine(m, truth, *c), _combine(m, ~truth, *c)


@pure("set")
def set_(m: Modifiers, a: Array, b: Array, *c: Array) -> Array:
    """``set``: all ones or 1.0 where the comparison holds, else 0."""
    truth = _compare(m, a, b)
    result = next(iter(_types(m)))
    if truth.ndim > a.ndim:
        combined = np.stack([_combine(m, truth[..., half], *c) for half in range(2)], axis=-1)
        one = {"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(result, 0xFFFF)
        packed = join(np.where(combined, one, 0).astype(np.uint16), np.uint32)
        return packed if result in _HALVES else packed.view(_RESULT_TYPES[result])
    dtype = _RESULT_TYPES[result]
    combined = _combine(m, truth, *c)
    if dtype.kind in "ui":
        return np.where(combined, -1, 0).astype(dtype)
    return combined.astype(np.float32).astype(dtype)


@pure("selp")
def selp(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``selp``: `a` where `c` is true, else `b`."""
    del m
    return np.where(c, a, b)


@pure("slct")
def slct(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``slct``: `a` where `c` is zero or more, else `b`, also where `c` is NaN."""
    return np.where((flush(c) if has(m, "ftz") else c) >= 0, a, b)


def _types(m: Modifiers) -> list[str]:
    """The type modifiers, in order: of the result and of the sources."""
    return [word for name, word in m.items() if word in _RESULT_TYPES or word in _HALVES]


def _compare(m: Modifiers, a: Array, b: Array) -> Array:
    """The comparison; of packed halves in a new last axis."""
    source = list(m.values())[-1]
    if source in ("f16", "bf16", *_HALVES):
        a, b = values(source, a), values(source, b)
        if has(m, "ftz"):
            a, b = (np.where(np.abs(x) < 2.0**-14, 0.0, x) for x in (a, b))
    elif a.dtype == np.float32 and has(m, "ftz"):
        a, b = flush(a), flush(b)
    name = choice(m, _COMPARISONS)
    unordered = np.isnan(a) | np.isnan(b) if a.dtype.kind == "f" else np.zeros(np.broadcast(a, b).shape, bool)
    if name == "num":
        return ~unordered
    if name == "nan":
        return unordered
    if name in _UNORDERED:
        return _ORDERED[_UNORDERED[name]](a, b) | unordered
    return _ORDERED[name](a, b) & ~unordered


def _combine(m: Modifiers, truth: Array, *c: Array) -> Array:
    """Apply the Boolean operation with predicate `c`, if there is one."""
    return BOOLEANS[choice(m, BOOLEANS)](truth, c[0]) if c else truth
