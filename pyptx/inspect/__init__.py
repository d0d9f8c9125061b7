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

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.inspect.comparison import Diff, diff
    from pyptx.inspect.descriptors import explain_descriptor
    from pyptx.inspect.lines import listing
    from pyptx.inspect.occupancy import Resources, ctas_per_sm, resources
    from pyptx.inspect.pictures import fragment, shuffle, swizzle

__all__ = [
    "Diff",
    "Resources",
    "ctas_per_sm",
    "diff",
    "explain_descriptor",
    "fragment",
    "listing",
    "resources",
    "shuffle",
    "swizzle",
]


_PLACES = {
    "Diff": "comparison", "diff": "comparison",
    "explain_descriptor": "descriptors",
    "Resources": "occupancy", "ctas_per_sm": "occupancy", "resources": "occupancy",
    "fragment": "pictures", "shuffle": "pictures", "swizzle": "pictures", "listing": "lines",
}  # fmt: skip

__getattr__, __dir__ = late_names(__name__, _PLACES)
