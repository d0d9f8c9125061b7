"""Accesses that leave the array of their address: the check `checks=("arrays",)`.

``tile[i]`` with `i` beyond the tile is in the shared memory of the CTA, or in the local memory of the thread,
all the same, where another array begins. `pyptx.sim.array_origins` finds the array that an address was
computed from, and the check reports accesses outside it; an access whose array is not known must stay out of
the padding between shared arrays. Lanes that access nothing may compute any address.
An access outside all shared or local memory is `out-of-bounds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.mangling import brief
from pyptx.sim.array_origins import PlacedArray
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP
from pyptx.sim.segments import OFFSET_MASK
from pyptx.sim.steps import Step
from pyptx.sim.wraps import let_through

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array
    from pyptx.sim.site import Site


class ArrayBounds(Observer):
    """Reports accesses outside the array that their address comes from."""

    def __init__(self, m: Machine, bounded: Mapping[Step, Sequence[BoundedAccess]]) -> None:
        self.m = m
        self._bounded = bounded
        arrays = (access.array for accesses in bounded.values() for access in accesses)
        paddings = next((array for array in arrays if not isinstance(array, PlacedArray)), ())
        self._paddings = np.array([(each.first, each.end) for each in paddings], np.int64).reshape(-1, 2).T

    def issued(self, step: Site, *, branches: bool) -> None:
        """Check the addresses of an instruction."""
        del branches
        assert isinstance(step, Step)
        accesses = self._bounded.get(step)
        if accesses is None:
            return
        lanes = let_through(self.m, step)
        for access in accesses:
            at, array, memory = self._offsets(access), access.array, self.m.memory
            end, extent = at + access.size, memory.shared_bytes
            if isinstance(array, PlacedArray):
                extent = extent if array.space == "shared" else memory.local_bytes
                first = self._first(array)
                outside = (at < first) | (end > first + array.end - array.first)
            else:
                outside = self._touches_padding(at, end)
            wrong = lanes & outside & (end <= extent)
            if access.givers + 1 < 1 << WARP:
                wrong &= np.tile(
                    [bool(access.givers >> lane & 1) for lane in range(WARP)], self.m.lanes // WARP
                )
            if wrong.any():
                lane = int(wrong.argmax())
                explain = self._trap if isinstance(array, PlacedArray) else self._trap_of_padding
                raise explain(access, lane, int(at[lane]))

    def _touches_padding(self, at: Array, end: Array) -> Array:
        """Whether the bytes of an access, of each lane, touch padding."""
        firsts, ends = self._paddings
        place = np.searchsorted(ends, at, side="right")
        found: Array = np.append(firsts, np.iinfo(np.int64).max)[place] < end
        return found

    def _first(self, array: PlacedArray) -> Array:
        """The first byte of an array, of each lane."""
        start = self.m.calls.frame if array.framed else np.zeros(self.m.lanes, np.uint64)
        return start.astype(np.int64) + array.first

    def _offsets(self, access: BoundedAccess) -> Array:
        """The bytes of the shared memory of a CTA, or the local memory of a thread, that lanes access."""
        found: Array = np.full(self.m.lanes, access.offset, np.int64)
        if access.base is not None:
            found += self.m.files[access.base.bits][access.base.row].astype(np.int64)
        elif isinstance(access.array, PlacedArray) and access.array.framed:
            found += self.m.calls.frame.astype(np.int64)
        is_local = isinstance(access.array, PlacedArray) and access.array.space == "local"
        return found & (0xFFFF_FFFF if is_local else OFFSET_MASK)

    def _trap(self, access: BoundedAccess, lane: int, at: int) -> Trap:
        assert isinstance(access.array, PlacedArray)
        array, memory = access.array, self.m.memory
        first = int(self._first(array)[lane])
        described, name, there = memory.described(array.space, at, access.size), array.name, ""
        if not array.framed:
            names = memory.shared_names if array.space == "shared" else memory.local_names
            home = names.at(first)
            name = home[0] if home else name
            there = f", in {brief(described['name'])}" if described["name"] != name else ""
        name = brief(name)
        bytes_ = f"{access.size} bytes at " if access.size > 1 else ""
        said = (
            f"{bytes_}{name}{at - first:+d} ({array.space} address {at:#x}{there}) are outside {name}, "
            f"from which their address was computed: it has {array.end - array.first} bytes"
        )
        return Trap("array-bounds", said, lane, described)

    def _trap_of_padding(self, access: BoundedAccess, lane: int, at: int) -> Trap:
        assert not isinstance(access.array, PlacedArray)
        memory = self.m.memory
        padding = next(each for each in access.array if at < each.end)
        home = memory.shared_names.at(padding.first - 1)
        name = brief(home[0] if home else padding.name)
        bytes_ = f" to {access.size} bytes" if access.size > 1 else ""
        said = (
            f"the access{bytes_} at shared address {at:#x} touches the {padding.end - padding.first} bytes "
            f"of padding behind {name}, which are in no array"
        )
        return Trap("array-bounds", said, lane, memory.described("shared", at, access.size))
