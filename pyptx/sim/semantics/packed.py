"""Small values packed in one register: `.u16x2`, `.s8x4`, `.f16x2`, `.f32x2` and matrix elements.

>>> import numpy as np
>>> lanes = split(np.array([0x00020001], np.uint32), np.int16)
>>> lanes.tolist(), [hex(word) for word in join(lanes, np.uint32)]
([[1, 2]], ['0x20001'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from pyptx.sim.semantics.registry import Array, Modifiers

PACKED_INTEGERS: dict[str, np.dtype[Any]] = {
    "u16x2": np.dtype(np.uint16),
    "s16x2": np.dtype(np.int16),
    "u8x4": np.dtype(np.uint8),
    "s8x4": np.dtype(np.int8),
}
"""Element type of each packed integer type."""


def split(a: Array, element: DTypeLike) -> Array:
    """The elements of each value in a new last axis, lowest bits first."""
    element = np.dtype(element)
    return np.ascontiguousarray(a).view(element).reshape(*a.shape, a.dtype.itemsize // element.itemsize)


def join(a: Array, word: DTypeLike) -> Array:
    """The inverse of `split`."""
    return np.ascontiguousarray(a).view(word).reshape(a.shape[:-1])


def choice(m: Modifiers, words: Any, default: str = "") -> str:
    """The first modifier that is one of `words`."""
    return next((word for word in m.values() if word in words), default)


def has(m: Modifiers, word: str) -> bool:
    """Whether the instruction carries this modifier."""
    return word in m.values()
