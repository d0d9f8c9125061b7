"""Inspection of programs: Python beside PTX, resources, layouts of matrices and swizzled tiles.

>>> from pyptx.inspect import swizzle
>>> print(swizzle("32B", rows=4))
32B swizzle, rows of 32 bytes: the banks of each 16-byte chunk
row      0     1
  0    0-3   4-7
  1   8-11 12-15
  2  16-19 20-23
  3  24-27 28-31
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyptx.inspect.comparison import Diff, diff
    from pyptx.inspect.descriptors import explain_descriptor
    from pyptx.inspect.lines import listing
    from pyptx.inspect.occupancy import Resources, ctas_per_sm, resources
    from pyptx.inspect.pictures import fragment, swizzle

__all__ = [
    "Diff",
    "Resources",
    "ctas_per_sm",
    "diff",
    "explain_descriptor",
    "fragment",
    "listing",
    "resources",
    "swizzle",
]


_MODULES = {
    "Diff": "comparison", "diff": "comparison",
    "explain_descriptor": "descriptors",
    "Resources": "occupancy", "ctas_per_sm": "occupancy", "resources": "occupancy",
    "fragment": "pictures", "swizzle": "pictures", "listing": "lines",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"pyptx.inspect.{_MODULES[name]}"), name)
