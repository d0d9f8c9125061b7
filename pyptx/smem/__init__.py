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

Sub-tiles and addresses; `alloc_with_layout` is `alloc` with a layout for `wgmma`:

>>> from pyptx.types import bf16, u32
>>> with tracing(Trace("k")) as trace:
...     ring, full = alloc_with_layout(bf16, (4, 8, 64), "128B", name="ring"), mbarrier(4)
...     place = ring[1].address(2, 0)
...     store(u32, base("ring"), load(u32, apply_swizzle(place, "128B")))
>>> ring[1].stage, ring[1].swizzle, ring[1].shape, full[3].byte_offset
(1, '128B', (8, 64), 24)
>>> isinstance(ring, SharedAlloc), isinstance(ring[1], SharedSlice)
(True, True)
>>> isinstance(full, MbarrierArray), isinstance(full[3], MbarrierRef)
(True, True)
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
