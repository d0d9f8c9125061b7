"""Addresses of the program as indices of the arena, and their names in messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import agreeing
from pyptx.mangling import brief
from pyptx.sim.arena import Arena
from pyptx.sim.faults import Trap
from pyptx.sim.segments import (
    GLOBAL_BASE,
    OFFSET_MASK,
    RANK_SHIFT,
    SHARED_MASK,
    SPACE_OF_WINDOW,
    WINDOW_BYTES,
    WINDOWS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.sim.observers import Array, Mask


class Addresses(Arena):
    """An arena that is reached by checked addresses."""

    def locate(self, space: str, address: Array, size: int, mask: Mask, *, align: int | None = None) -> Array:
        """Turn addresses into arena indices.

        Lanes outside `mask` get the index of one inside it, so that a gather may take them all.

        Args:
            space: State space, or ``""`` for generic addresses.
            address: One unsigned 64-bit address per lane.
            size: Bytes each lane accesses.
            mask: The lanes that access.
            align: Alignment needed, in bytes; `size` where None.

        Raises:
            Trap: An address is out of bounds or misaligned.
        """
        if space == "shared" and self._rank_base is not None:
            address = address - self._rank_base
        if mask is not None:
            address = np.where(mask, address, address[mask.argmax()])
        align = size if align is None else align
        if align > 1 and int(np.bitwise_or.reduce(address)) & (align - 1):
            self._report_misaligned(space, address, size, align)
        index = self._index(space, address, size, None) if space else self._generic(address, size)
        if self.any_exited and self.shared_bytes and space in ("", "shared::cluster"):
            self.need_running(index, mask)
        for each in self.observers.located:
            each.located(index, size, mask)
        return index

    def need_running(self, index: Array, mask: Mask) -> None:
        """Check that no shared memory is accessed whose CTA has exited."""
        cta = (index - self.batch_start) // self.shared_stride
        inside = (cta >= 0) & (cta < len(self.exited)) & (index >= self.batch_start)
        gone = inside & self.exited[np.where(inside, cta, 0)]
        lane = first_lane(gone, mask)
        if lane is not None:
            rank = int(cta[lane]) % self.cluster
            raise Trap(
                "exited-cta",
                f"{self.shared_name(int(index[lane]))} belongs to the CTA of rank {rank}, which has exited: "
                "a CTA must not exit while its cluster uses its shared memory (write barrier.cluster at "
                "the end)",
                lane,
            )

    def ranges(self, space: str, address: Array, sizes: Array, mask: Array, align: int) -> Array:
        """Arena indices of ranges of bytes, one per lane, each within one space.

        Args:
            space: State space, or ``""`` for generic addresses.
            address: Start of the range of each lane.
            sizes: Bytes of it.
            mask: The lanes that name one.
            align: Alignment of the starts.

        Raises:
            Trap: A range is out of bounds, or its start is misaligned.
        """
        index = np.zeros(len(address), np.int64)
        for size in np.unique(sizes[mask]).tolist():
            some = mask & (sizes == size)
            index = np.where(some, self.locate(space, address, size, some, align=align), index)
        return index

    def _index(self, space: str, address: Array, size: int, lanes: Array | None) -> Array:
        """Arena indices of addresses of one space; `lanes` are theirs where not all lanes are given."""
        if space == "shared":
            extent, start = self.shared_bytes, self._shared_start
        elif space == "local":
            extent, start = self.local_bytes, self._local_start
        elif space == "shared::cluster":
            return self._cluster_index(address, size, lanes)
        else:
            segment = self._segments[space]
            offset = address - np.uint64(segment.base)
            if int(offset.max()) + size > segment.extent:
                self._report_outside(space, address, offset, segment.extent, size, lanes)
            index = offset.astype(np.int64) + segment.start
            if self._absent and space == "global":
                self.fetch(index, size)
            return index
        if int(address.max()) + size > extent:
            if space == "shared" and int(address.max()) > SHARED_MASK:
                return self._index(space, address & np.uint64(SHARED_MASK), size, lanes)
            self._report_outside(space, address, address, extent, size, lanes)
        return address.astype(np.int64) + (start if lanes is None else start[lanes])

    def _cluster_index(self, address: Array, size: int, lanes: Array | None) -> Array:
        """Arena indices of addresses of the shared memory of a cluster."""
        rank = address >> np.uint64(RANK_SHIFT)
        offset = address & np.uint64(OFFSET_MASK)
        beyond = rank >= np.uint64(self.cluster)
        if beyond.any() and int(address.max()) > SHARED_MASK:
            return self._cluster_index(address & np.uint64(SHARED_MASK), size, lanes)
        if beyond.any():
            culprit = int(beyond.argmax())
            lane = culprit if lanes is None else int(lanes[culprit])
            raise Trap(
                "cluster-rank",
                f"there is no CTA of rank {int(rank[culprit])} in a cluster of {self.cluster}: "
                f"shared address {int(address[culprit]):#x}",
                lane,
                {"space": "shared", "value": int(address[culprit]), "size": size},
            )
        if int(offset.max()) + size > self.shared_bytes:
            self._report_outside("shared", address, offset, self.shared_bytes, size, lanes)
        cta = self._cta_of_lane if lanes is None else self._cta_of_lane[lanes]
        found: Array = self.cta_start[cta // self.cluster * self.cluster + rank.astype(np.int64)]
        return found + offset.astype(np.int64)

    def _generic(self, address: Array, size: int) -> Array:
        """Arena indices of generic addresses."""
        low, high = int(address.min()), int(address.max())
        if low >= GLOBAL_BASE:
            return self._index("global", address, size, None)
        if low // WINDOW_BYTES == high // WINDOW_BYTES and low // WINDOW_BYTES in SPACE_OF_WINDOW:
            space = SPACE_OF_WINDOW[low // WINDOW_BYTES]
            space = "shared::cluster" if space == "shared" else space
            return self._index(space, address - np.uint64(WINDOWS[space.partition("::")[0]]), size, None)
        index = np.empty(len(address), np.int64)
        window = address >> np.uint64(32)
        for value in np.unique(window).tolist():
            space = SPACE_OF_WINDOW.get(value, "global")
            lanes = np.flatnonzero(window == value)
            part = address[lanes] - np.uint64(WINDOWS[space])
            index[lanes] = self._index("shared::cluster" if space == "shared" else space, part, size, lanes)
        return index

    def space_of(self, address: int) -> tuple[str, int]:
        """The state space of a generic address and the address in it."""
        space = SPACE_OF_WINDOW.get(address // WINDOW_BYTES, "global")
        return space, address - WINDOWS[space]

    # Messages

    def _report_outside(
        self, space: str, address: Array, offset: Array, extent: int, size: int, lanes: Array | None
    ) -> None:
        """Report the first address that leaves its space."""
        limit = np.uint64(max(extent - size + 1, 0))
        culprit = int((offset >= limit).argmax())
        if space == "shared" and self._rank_base is not None and lanes is None:
            self._report_foreign(address, size, culprit)
        described = self.described(space, int(address[culprit]), size)
        lane = culprit if lanes is None else int(lanes[culprit])
        raise Trap("out-of-bounds", f"{bytes_at(described)} out of bounds", lane, described)

    def _report_foreign(self, address: Array, size: int, lane: int) -> None:
        """Report a ``.shared::cta`` access whose address belongs to another CTA of the cluster."""
        own = int(self.rank_base()[lane])
        given = (int(address[lane]) + own) & 0xFFFF_FFFF
        rank = given >> RANK_SHIFT
        if rank < self.cluster and rank != own >> RANK_SHIFT:
            raise Trap(
                "out-of-bounds",
                f"shared address {given:#x} belongs to the CTA of rank {rank}; "
                ".shared::cta reaches the own CTA "
                f"only, of rank {own >> RANK_SHIFT}: .shared::cluster reaches all",
                lane,
                {"space": "shared", "value": given, "size": size},
            )

    def _report_misaligned(self, space: str, address: Array, size: int, align: int) -> None:
        """Report the first misaligned address."""
        lane = int(((address & np.uint64(align - 1)) != 0).argmax())
        described = self.described(space, int(address[lane]), size)
        raise Trap(
            "misaligned",
            f"{bytes_at(described)} not aligned to {align} bytes",
            lane,
            described,
        )

    def described(self, space: str, address: int, size: int) -> dict[str, Any]:
        """Name an address: the allocation it is in or near, the offset in it, and the bounds of that."""
        if not space:
            space, address = self.space_of(address)
        space = space.partition("::")[0]
        if space in self._segments:
            segment = self._segments[space]
            offset = address - segment.base
            home = segment.nearest(offset)
            name, start, extent, note = (
                (home.name, home.offset, home.size, home.note) if home else ("", 0, 0, "")
            )
        else:
            names = self.shared_names if space == "shared" else self.local_names
            total = self.shared_bytes if space == "shared" else self.local_bytes
            offset = address
            if space == "shared":  # below a CTA's memory is the end of another's window, where nothing is
                offset = ((address + (1 << RANK_SHIFT - 1)) & OFFSET_MASK) - (1 << RANK_SHIFT - 1)
            name, start, extent = names.at(offset) or (f"{space} memory" if total else "", 0, total)
            note = (
                f"{space} memory of the CTA: {total} bytes" if space == "shared" else f"stack: {total} bytes"
            )
        relative = offset - start
        shown = brief(name)
        inside = space == "shared" and 0 <= relative < extent
        described: dict[str, Any] = {
            "space": space,
            "value": address,
            "name": name,
            "offset": relative,
            "place": self.shared_names.place(offset) if inside else f"{shown}{relative:+d}",
            "size": size,
            "bytes": extent,
        }
        where = f"{space} address {address:#x}"
        if not name:
            described["text"] = f"{where} (there is no {space} memory)"
        elif abs(relative) > max(2 * extent, 1 << 30):
            described["text"] = f"{where} (no allocation is near)"
        else:
            bounds = ", ".join(part for part in (f"{extent} bytes", note) if part)
            described["text"] = f"{described['place']} ({where}; {shown} is {bounds})"
        return described

    def describe_at(self, index: int, size: int) -> tuple[str, dict[str, Any]]:
        """The name of some bytes at an arena index, in words and for programs."""
        if self.is_shared(index):
            cta, offset = self.shared_place(index)
            described = self.described("shared", offset + (cta % self.cluster << RANK_SHIFT), size)
            return self.shared_name(index), described
        described = self.described("global", index - self.global_.start + self.global_.base, size)
        return (
            f"{described['place']} (global address {described['value']:#x})",
            described,
        )

    def shared_name(self, index: int) -> str:
        """The name of a location in shared memory, by arena index."""
        cta, offset = self.shared_place(index)
        address = offset + (cta % self.cluster << RANK_SHIFT)
        name = self.shared_names.place(offset)
        return f"{name} (shared address {address:#x})" if name else f"shared address {address:#x}"

    def global_name(self, index: int) -> str:
        """The name of a location in global memory, by arena index."""
        described = self.described("global", index - self.global_.start + self.global_.base, 1)
        return str(described["text"])

    def need_one_cta(self, index: int, barrier: int, lane: int) -> None:
        """Check that the mbarrier object at which data complete is in the CTA that receives them."""
        cta, home = self.shared_place(index)[0], self.shared_place(barrier)[0]
        if cta != home:
            said = (
                f"{self.shared_name(index)}, which is written, is in the CTA of rank {cta % self.cluster}, "
                f"but the mbarrier {self.shared_name(barrier)} in that of rank {home % self.cluster}: "
                "the CTA that receives the data must have the mbarrier, so mapa takes the same rank for both"
            )
            raise Trap("mbarrier-cta", said, lane)


def first_lane(bad: Array, mask: Mask) -> int | None:
    """The first lane that is bad and takes part."""
    if mask is not None:
        bad = bad & mask
    return int(bad.argmax()) if bad.any() else None


def bytes_at(described: Mapping[str, Any], verb: str = "are") -> str:
    """The bytes of an access and where they are, with a verb that agrees with their number."""
    size = described["size"]
    return f"{size} byte{'s' * (size != 1)} at {described['text']} {agreeing(size, verb)}"
