"""Shared memory: arrays with indices, barriers, and the addresses of both.

An allocation is a `.shared` variable of the kernel. If all of them fit the static 48 KiB they are declared
as they are; a kernel that needs more, or that has `smem=`, places them in one dynamic array, under the same
names.

>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f32
>>> from pyptx.emitter import emit_statement
>>> with tracing(Trace("k")) as trace:
...     tile = alloc(f32, (4, 8))
...     tile[1, 2] = tile[0, 3]
>>> [emit_statement(statement) for statement in trace.body]
['ld.shared.f32 %f0, [smem_0+12];', 'st.shared.f32 [smem_0+40], %f0;']
"""

from __future__ import annotations

from pyptx.smem.addresses import apply_swizzle, base, load, store
from pyptx.smem.allocation import alloc, alloc_with_layout, mbarrier, wgmma_tile
from pyptx.smem.barriers import MbarrierArray, MbarrierRef
from pyptx.smem.tiles import SharedAlloc, SharedSlice

__all__ = [
    "MbarrierArray",
    "MbarrierRef",
    "SharedAlloc",
    "SharedSlice",
    "alloc",
    "alloc_with_layout",
    "apply_swizzle",
    "base",
    "load",
    "mbarrier",
    "store",
    "wgmma_tile",
]
