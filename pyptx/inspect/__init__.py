"""Looking at programs: Python beside PTX, what a CTA uses, where matrices and swizzled tiles lie.

>>> print(swizzle("32B", rows=4))
32B swizzle, rows of 32 bytes: the banks of each 16-byte chunk
row      0     1
  0    0-3   4-7
  1   8-11 12-15
  2  16-19 20-23
  3  24-27 28-31
"""

from pyptx.inspect.lines import listing
from pyptx.inspect.occupancy import Resources, ctas_per_sm, resources
from pyptx.inspect.pictures import fragment, swizzle

__all__ = ["Resources", "ctas_per_sm", "fragment", "listing", "resources", "swizzle"]
