"""Python values as keys: equal where the values are the same for a trace, and never otherwise."""

from __future__ import annotations

from typing import Any

from pyptx.errors import PtxError
from pyptx.runtime.arrays import framework_of


def frozen(value: Any) -> object:
    """Return a hashable key of `value` and its type; arrays and lists by content.

    >>> frozen(1) == frozen(1.0), frozen(1) == frozen(True), frozen([1, 2]) == frozen([1, 2])
    (False, False, True)

    Raises:
        TypeError: It is mutable in a way that cannot be read, so that a later change would go unseen.
    """
    kind = type(value)
    if isinstance(value, float):
        return kind, value.hex()  # tells 0.0 from -0.0, and a NaN equals itself
    if isinstance(value, (list, tuple)):
        return kind, tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return kind, tuple((frozen(key), frozen(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(frozen(item) for item in value)
    owner = framework_of(value)
    if owner is not None:
        info, memory = owner.describe(value), owner.host(value)
        return kind, info.dtype, info.shape, memory.tobytes()
    try:
        hash(value)
    except (PtxError, TypeError):  # registers refuse to be keys
        raise TypeError(
            f"{value!r} ({kind.__name__}) is neither hashable nor a list, dict, set or array"
        ) from None
    return kind, value
