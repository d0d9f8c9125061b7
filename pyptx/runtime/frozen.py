"""Python values as keys: equal where the values are the same for a trace, and never otherwise."""

from __future__ import annotations

import sys
from typing import Any

from pyptx.errors import PtxError
from pyptx.runtime.arrays import framework_of

_EXACT = (int, bool, str, bytes, type(None))


def frozen(value: Any) -> object:
    """Return a hashable key of `value` and its type; arrays, lists and dataclasses by content.

    >>> frozen(1) == frozen(1.0), frozen(1) == frozen(True), frozen([1, 2]) == frozen([1, 2])
    (False, False, True)

    Raises:
        TypeError: It is mutable in a way that cannot be read, so that a later change would go unseen.
    """
    kind: Any = type(value)
    if kind in _EXACT:
        return kind, value
    bits = _bits(value)
    if bits is not None:
        return kind, *bits
    if isinstance(value, (list, tuple)):
        return kind, tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return kind, tuple((frozen(key), frozen(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(frozen(item) for item in value)
    try:
        hash(value)
    except (PtxError, TypeError):  # registers refuse to be keys
        raise TypeError(
            f"{value!r} ({kind.__name__}) is neither hashable nor a list, dict, set or array"
        ) from None
    if hasattr(kind, "__dataclass_fields__") and kind.__eq__ is not object.__eq__:
        compared = [name for name, field in kind.__dataclass_fields__.items() if field.compare]
        value = tuple(frozen(getattr(value, name)) for name in compared)
    return kind, value


def _bits(value: Any) -> tuple[object, ...] | None:
    """Return numbers and arrays by their bits: 0.0 is not -0.0, and a NaN equals itself."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return str(value.dtype), value.tobytes()
    if isinstance(value, float):
        return (value.hex(),)
    if isinstance(value, complex):
        return value.real.hex(), value.imag.hex()
    if type(value).__module__ == "decimal" and hasattr(value, "as_tuple"):
        return (value.as_tuple(),)
    owner = framework_of(value)
    if owner is None:
        return None
    info, memory = owner.describe(value), owner.host(value)
    if memory.dtype.hasobject:
        raise TypeError(f"an array of {memory.dtype}, whose contents have no bytes")
    return info.dtype, info.shape, memory.tobytes()
