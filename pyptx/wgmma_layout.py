"""Layouts of the operand tiles of `wgmma` in shared memory: the public names of `pyptx.layouts.descriptors`.

>>> from pyptx.types import bf16
>>> layout_for_a(dtype=bf16, m=64, k=64).tma_swizzle
'128B'
"""

from pyptx.layouts.descriptors import (
    GmmaLayout,
    LayoutType,
    Major,
    layout_for_a,
    layout_for_b,
    pick_gmma_layout,
)

__all__ = ["GmmaLayout", "LayoutType", "Major", "layout_for_a", "layout_for_b", "pick_gmma_layout"]
