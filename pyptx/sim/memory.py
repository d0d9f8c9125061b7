"""The memory of a simulated grid: one arena of bytes behind fake addresses.

Every state space lives in a single byte array that the simulator owns. An address of the program is a number
in a window of its space; `Memory.locate` turns it into an index of the arena after it has checked bounds,
alignment and, byte for byte, whether the memory was ever written. Whatever a program computes, it reaches
arena bytes or a `Trap`: host memory has no address. The native engine takes bytes of the caller's arrays for
their part of the arena, within the same bounds: where the launch may have to run again, until something is
stored to what was written before it.

===========  ===================  =========================================================
space        window               contents
===========  ===================  =========================================================
``.shared``  ``SHARED_WINDOW``    one block per CTA; addresses start at the rank of the CTA in its cluster <<
24 ``.local``   ``LOCAL_WINDOW``     one stack per thread; addresses start at 0
``.const``   ``CONST_WINDOW``     constant variables of the module; addresses start at 0
``.param``   ``PARAM_WINDOW``     parameters of the kernel; addresses start at 0
``.global``  ``GLOBAL_BASE`` up   arrays of the caller and variables of the module
===========  ===================  =========================================================

A generic address of a window is the window plus the address in the space (manual section 6.4.1.1);
everything from `GLOBAL_BASE` up is global memory. Shared addresses carry the rank of their CTA in the bits
from 24 up, so that one address means the same byte to all CTAs of a cluster: ``.shared::cta`` reaches the own
block only, ``.shared::cluster`` and generic addresses those of all CTAs of the cluster.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.mangling import brief
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Observers

if TYPE_CHECKING:
    from numpy.typing import NDArray


Array: TypeAlias = "NDArray[Any]"
Mask: TypeAlias = "NDArray[np.bool_] | None"
"""The lanes that take part; None where all do."""

SHARED_WINDOW = 0x0001_0000_0000
LOCAL_WINDOW = 0x0002_0000_0000
CONST_WINDOW = 0x0003_0000_0000
PARAM_WINDOW = 0x0004_0000_0000
WINDOW_BYTES = 0x0001_0000_0000
SHARED_MASK = 0xFFFF_FFFF
"""Of an address of shared memory in a wider register, the part that counts (manual section 6.4.1)."""
GLOBAL_BASE = 0x7F00_0000_0000

WINDOWS = {
    "shared": SHARED_WINDOW,
    "local": LOCAL_WINDOW,
    "const": CONST_WINDOW,
    "param": PARAM_WINDOW,
    "global": 0,
}
"""What `cvta` adds to an address of a space to make it generic; global addresses are generic as they are."""

SPACE_OF_WINDOW = {1: "shared", 2: "local", 3: "const", 4: "param"}

RANK_SHIFT = 24
OFFSET_MASK = (1 << RANK_SHIFT) - 1
"""Where the rank of a CTA stands in a shared address, and the offset in its block."""

UNWRITTEN = 0xFF
"""The bytes of an output that the program never wrote: the same in every run, hard to take for a result."""

REDZONE_BYTES = 256
GLOBAL_ALIGN = 256
SHARED_ALIGN = 1024
"""Alignment of the shared memory of a CTA in the arena: swizzled addresses may be taken of arena indices."""

ALLOCATED = 1
INITIALISED = 2
WRITABLE = 4
BARRIER = 8
"""State of a byte; 0 is a redzone, and `BARRIER` alone a byte of a live mbarrier object."""

_READ = ALLOCATED | INITIALISED
_WRITE = ALLOCATED | WRITABLE
_UNITS: dict[int, Any] = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64, 16: np.complex128}
"""What moves so many bytes at once."""

_UINT = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


@dataclass(slots=True)
class Allocation:
    """One array, module variable or parameter.

    Attributes:
        name: What the program calls it.
        offset: First byte, from the start of its segment.
        size: Bytes.
        note: What it is, for messages: ``"float32 (4, 8)"``.
        initialised: Whether every byte was written before the kernel started.
        writable: Whether a kernel may write to it.
        content: Bytes to start with, each piece with its offset; zeros elsewhere.
        host: Host address of the caller's bytes, where all of it is his and the native engine may use them
            where they are; 0 otherwise.
    """

    name: str
    offset: int
    size: int
    note: str = ""
    initialised: bool = True
    writable: bool = True
    content: tuple[tuple[int, Array], ...] = ()
    host: int = 0


@dataclass(slots=True)
class Segment:
    """A state space that all threads of the grid see alike: ``.global``, ``.const`` or kernel ``.param``.

    Attributes:
        space: Its state space.
        base: Address of its first byte.
        redzone: Bytes between allocations that no program may touch.
        start: Index of its first byte in the arena.
        extent: Bytes.
    """

    space: str
    base: int
    redzone: int
    start: int = 0
    extent: int = 0
    allocations: list[Allocation] = field(default_factory=list)
    _offsets: list[int] = field(default_factory=list)

    def add(self, allocation: Allocation, align: int) -> Allocation:
        """Give an allocation its offset; allocations are added in rising order."""
        offset = (
            -(-(self.extent + self.redzone) // align) * align
            if self.redzone
            else align_up(self.extent, align)
        )
        allocation.offset = offset
        self.allocations.append(allocation)
        self._offsets.append(offset)
        self.extent = offset + allocation.size
        return allocation

    def at(self, offset: int) -> Allocation | None:
        """The last allocation that starts at or before an offset."""
        index = bisect_right(self._offsets, offset) - 1
        return self.allocations[index] if index >= 0 else None

    def nearest(self, offset: int) -> Allocation | None:
        """The allocation that an offset lies in, or the nearer one of those around it."""
        before = self.at(offset)
        index = bisect_right(self._offsets, offset)
        after = self.allocations[index] if index < len(self.allocations) else None
        if before is None or after is None:
            return before or after
        return before if offset - (before.offset + before.size) <= after.offset - offset else after


@dataclass(slots=True)
class Symbols:
    """Names of the variables of a per-CTA or per-thread space, for messages."""

    names: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def add(self, name: str, offset: int, size: int) -> None:
        """Add a variable."""
        self.names.append(name)
        self.offsets.append(offset)
        self.sizes.append(size)

    def extend(self, other: Symbols) -> None:
        """Add the variables of another table."""
        self.names += other.names
        self.offsets += other.offsets
        self.sizes += other.sizes

    def at(self, offset: int) -> tuple[str, int, int] | None:
        """Name, offset and size of the variable that an offset is in, or the one before; else the first."""
        best = None
        for name, start, size in zip(self.names, self.offsets, self.sizes, strict=True):
            if best is None or (best[1] <= start <= offset or start < best[1] > offset):
                best = (name, start, size)
        return best


class Memory:
    """The arena and the checks before it.

    Segments are filled with allocations first; `build` then lays the arena out; `start_batch` gives every CTA
    and thread of a batch fresh shared and local memory.

    Attributes:
        checks: Rules that are looked at; bounds always are.
        batch_start: Arena index of the first byte of shared memory.
        cta_start: Arena index of the shared memory of each CTA of the batch.
        cluster: CTAs of a cluster; those of one follow each other in the batch.
        exited: Which CTAs of the batch have ended; `any_exited` whether one has.
        lent: Offsets in global memory of the allocations whose bytes are those of the caller: the arena has
            neither them nor their states.
        written: By the offset of each allocation that nobody wrote before the launch, a bit for every byte,
            from the lowest: whether it was written since. The NumPy engine has states in the arena instead.
        observers: Observers of the batch.
    """

    def __init__(self, checks: frozenset[str]) -> None:
        self.checks = checks
        self.global_ = Segment("global", GLOBAL_BASE, REDZONE_BYTES)
        self.const = Segment("const", 0, REDZONE_BYTES)
        self.param = Segment("param", 0, 0)
        self.shared_bytes = 0
        self.local_bytes = 0
        self.shared_names = Symbols()
        self.local_names = Symbols()
        self._segments = {"global": self.global_, "const": self.const, "param": self.param}
        self.batch_start = 0
        self.cta_start: Array = np.zeros(0, np.int64)
        self.exited: Array = np.zeros(0, np.bool_)
        self.any_exited = False
        self.cluster = 1
        self._cta_of_lane: Array = np.zeros(0, np.int64)
        self.observers = Observers()
        self._rank_base: Array | None = None
        self._shared_start: Array = np.zeros(0, np.int64)
        self._local_start: Array = np.zeros(0, np.int64)
        self.lent: set[int] = set()
        self.written: dict[int, NDArray[np.uint8]] = {}
        self._fills_late = False

    def build(self, batch_bytes: int, *, lend: bool = False, overlooks: bool = False) -> None:
        """Lay the arena out, with room for the shared and local memory of one batch.

        Args:
            batch_bytes: Its size.
            lend: Whether arrays stay where the caller has them, as far as their allocations allow it, and
                what is written of global memory is noted in bits.
            overlooks: Whether the program may read what nobody wrote although that is looked at.
        """
        end = REDZONE_BYTES
        for segment in self._segments.values():
            segment.start = end
            end = align_up(end + segment.extent + REDZONE_BYTES, GLOBAL_ALIGN)
        self.batch_start = align_up(end, SHARED_ALIGN)
        total = align_up(self.batch_start + batch_bytes, 64)
        self._data = np.zeros(total, np.uint8)
        self._state = np.zeros(total, np.uint8)
        self.views = {size: self._data.view(dtype) for size, dtype in _UINT.items()}
        self._states = {size: self._state.view(dtype) for size, dtype in _UINT.items()}
        self.lent = {each.offset for each in self.global_.allocations if lend and each.host}
        self._fills_late = lend and not overlooks and "uninitialized" in self.checks
        self.written = {
            each.offset: _no_bits(each.size)
            for each in self.global_.allocations
            if lend and not each.initialised
        }
        for segment in self._segments.values():
            for allocation in segment.allocations:
                if segment is not self.global_ or allocation.offset not in self.lent:
                    self._fill(segment, allocation)
                elif not allocation.initialised and not self._fills_late:
                    for _, piece in allocation.content:
                        piece[...] = UNWRITTEN

    def _fill(self, segment: Segment, allocation: Allocation) -> None:
        """Give an allocation its first bytes and their states."""
        first = segment.start + allocation.offset
        for offset, piece in allocation.content:
            place = slice(first + offset, first + offset + len(piece))
            self._data[place] = piece if allocation.initialised else UNWRITTEN
        self._state[first : first + allocation.size] = (
            ALLOCATED
            | (INITIALISED if allocation.initialised else 0)
            | (WRITABLE if allocation.writable else 0)
        )

    def take_in(self) -> None:
        """Copy into the arena what the caller lent, as it is, with the states that go with it."""
        for allocation in self.global_.allocations:
            place = slice(first := self.global_.start + allocation.offset, first + allocation.size)
            if allocation.offset in self.lent:
                for offset, piece in allocation.content:
                    self._data[first + offset : first + offset + len(piece)] = piece
            known: Any = INITIALISED
            if not allocation.initialised:
                bits = self.written[allocation.offset]
                known = np.unpackbits(bits, count=allocation.size, bitorder="little") * np.uint8(INITIALISED)
            self._state[place] = known | ALLOCATED | (WRITABLE if allocation.writable else 0)

    def fill_unwritten(self) -> None:
        """Give the bytes of lent arrays that nobody wrote their value.

        Where every read is looked at nobody sees what they are before; elsewhere they have it from the start.
        """
        for allocation in self.global_.allocations:
            bits = self.written.get(allocation.offset)
            if bits is None or allocation.offset not in self.lent or not self._fills_late:
                continue
            if np.bitwise_and.reduce(bits.view(np.uint64)) == _ALL_BITS:
                continue
            for offset, piece in allocation.content:
                for first in range(0, len(piece), _PART):
                    part = piece[first : first + _PART]
                    start = offset + first
                    held = bits[start // 8 : -(-(start + len(part)) // 8)]
                    if not held.any():
                        part[...] = UNWRITTEN
                        continue
                    known = np.unpackbits(held, bitorder="little")[start % 8 : start % 8 + len(part)]
                    np.copyto(part, UNWRITTEN, where=known == 0)

    def start_batch(self, cta_of_lane: Array, ctas: int, cluster: int = 1) -> None:
        """Give a batch fresh shared memory for each CTA and fresh local memory for each lane."""
        lanes = len(cta_of_lane)
        shared = self.shared_stride
        local = align_up(self.local_bytes, 16)
        end = self.batch_start + ctas * shared + lanes * local
        self._data[self.batch_start : end] = 0
        self._state[self.batch_start : end] = ALLOCATED | WRITABLE
        self.cta_start = self.batch_start + np.arange(ctas, dtype=np.int64) * shared
        self.exited = np.zeros(ctas, np.bool_)
        self.any_exited = False
        self.cluster = cluster
        self._cta_of_lane = cta_of_lane.astype(np.int64)
        self._rank_base = None
        if cluster > 1:
            self._rank_base = (self._cta_of_lane % cluster).astype(np.uint64) << np.uint64(RANK_SHIFT)
        self._shared_start = self.cta_start[cta_of_lane]
        self._local_start = self.batch_start + ctas * shared + np.arange(lanes, dtype=np.int64) * local

    def end_ctas(self, living: Array) -> Array:
        """Note that only these CTAs still have lanes; return those that have ended since the last call."""
        exited = np.ones(len(self.exited), np.bool_)
        exited[living] = False
        ended = np.flatnonzero(exited & ~self.exited)
        self.exited = exited
        self.any_exited = bool(exited.any())
        return ended

    @property
    def shared_stride(self) -> int:
        """Bytes from the shared memory of one CTA to that of the next, a multiple of the widest swizzle."""
        return align_up(self.shared_bytes, SHARED_ALIGN)

    def rank_base(self) -> Array:
        """What each lane adds to an offset in its CTA's shared memory to make it an address."""
        if self._rank_base is None:
            return np.zeros(len(self._cta_of_lane), np.uint64)
        return self._rank_base

    def shared_place(self, index: int) -> tuple[int, int]:
        """CTA of the batch and offset in its shared memory of an arena index."""
        cta, offset = divmod(index - self.batch_start, self.shared_stride)
        return cta, offset

    def is_shared(self, index: int) -> bool:
        """Whether an arena index lies in shared memory."""
        return 0 <= index - self.batch_start < len(self.cta_start) * self.shared_stride

    def shared_name(self, index: int) -> str:
        """What the program calls a place in shared memory, by arena index."""
        cta, offset = self.shared_place(index)
        address = offset + (cta % self.cluster << RANK_SHIFT)
        found = self.shared_names.at(offset)
        if found is None:
            return f"shared address {address:#x}"
        return f"{brief(found[0])}{offset - found[1]:+d} (shared address {address:#x})"

    def need_one_cta(self, index: int, barrier: int, lane: int) -> None:
        """Fault where the mbarrier object that is told of data is not in the CTA that receives them."""
        cta, home = self.shared_place(index)[0], self.shared_place(barrier)[0]
        if cta != home:
            said = (
                f"{self.shared_name(index)}, which is written, is in the CTA of rank {cta % self.cluster}, "
                f"but the mbarrier {self.shared_name(barrier)} in that of rank {home % self.cluster}: "
                "who receives data has the barrier, too, so mapa takes the same rank for both"
            )
            raise Trap("mbarrier-cta", said, lane)

    def describe_at(self, index: int, size: int) -> tuple[str, dict[str, Any]]:
        """What the program calls some bytes at an arena index, in words and for programs."""
        if self.is_shared(index):
            cta, offset = self.shared_place(index)
            described = self.described("shared", offset + (cta % self.cluster << RANK_SHIFT), size)
            return self.shared_name(index), described
        described = self.described("global", index - self.global_.start + self.global_.base, size)
        return (
            f"{brief(described['name'])}{described['offset']:+d} (global address {described['value']:#x})",
            described,
        )

    def content(self, segment: Segment, offset: int, size: int) -> Array:
        """The bytes of a range of a segment."""
        return self._data[segment.start + offset : segment.start + offset + size]

    def raw(self) -> tuple[Array, Array]:
        """The bytes of the arena, and their states."""
        return self._data, self._state

    # Addresses

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
            self._misaligned(space, address, size, align)
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
        lane = _first(gone, mask)
        if lane is not None:
            rank = int(cta[lane]) % self.cluster
            raise Trap(
                "exited-cta",
                f"{self.shared_name(int(index[lane]))} belongs to the CTA of rank {rank}, which has exited: "
                "a CTA stays until its cluster needs its shared memory no more (barrier.cluster at the end)",
                lane,
            )

    def load(self, space: str, address: Array, size: int, count: int, mask: Mask) -> Array:
        """Read `count` elements of `size` bytes per lane: shape (L,), or (count, L) where `count` > 1."""
        index = self.locate(space, address, size * count, mask)
        self.need_initialised(space, address, index, size * count, mask)
        for each in self.observers.loaded:
            each.loaded(index, size * count, mask)
        return self.gather(index, size, count)

    def readable(self, space: str, address: Array, size: int, mask: Mask, used: int) -> tuple[Array, bool]:
        """Check what lanes read, and find it; what nobody wrote of shared and local memory may be read.

        Args:
            space: State space, or ``""`` for generic addresses.
            address: One unsigned 64-bit address per lane.
            size: Bytes each lane reads.
            mask: The lanes that read.
            used: The bytes that matter, by bit.

        Returns:
            Arena indices, for `gather`, and whether there are bytes among them that nobody wrote.
        """
        index = self.locate(space, address, size, mask)
        for each in self.observers.loaded:
            each.loaded(index, size, mask)
        bad = self._lacking(index, size, _READ if "uninitialized" in self.checks else ALLOCATED)
        if bad is None:
            return index, False
        bad = bad if mask is None else bad & mask
        strange = self._lacking(index, size, ALLOCATED)
        if strange is not None:
            self.need_initialised(space, address, index, size, bad & strange)
        inside = self.private(index)
        public = bad & ~inside
        if used < 0:
            self.need_initialised(space, address, index, size, public)
        elif public.any():
            for k in range(size):
                if used >> k & 1:
                    self.need_initialised(space, address + np.uint64(k), index + k, 1, public)
        return index, bool((bad & inside).any())

    def private(self, index: Array) -> Array:
        """Which arena indices are of shared or local memory."""
        found: Array = index >= self.batch_start
        return found

    def unwritten(self, index: Array, size: int, used: int = -1) -> Array:
        """How many of the bytes at each arena index nobody wrote, of those whose bits are set in `used`."""
        count = np.zeros(len(index), np.int64)
        for k in range(size):
            if used >> k & 1:
                count += self._state.take(index + k) & INITIALISED == 0
        return count

    def store(self, space: str, address: Array, size: int, values: Array, mask: Mask) -> None:
        """Write elements of `size` bytes: `values` is (L,) or (count, L); the highest lane wins a clash."""
        count = 1 if values.ndim == 1 else len(values)
        index = self.locate(space, address, size * count, mask)
        self.need_writable(space, address, index, size * count, mask)
        for each in self.observers.stored:
            each.stored(index, size * count, mask, values)
        if mask is not None:
            index = index[mask]
            values = values[..., mask]
        self.scatter(index, size, values)

    def gather(self, index: Array, size: int, count: int) -> Array:
        """Read elements at arena indices that were checked."""
        view = self.views[size]
        if count == 1:
            return view.take(index >> _LOG2[size])
        if size * count in _LOG2:
            return view.reshape(-1, count).take(index >> _LOG2[size * count], axis=0).T
        first = index >> _LOG2[size]
        return np.stack([view.take(first + k) for k in range(count)])

    def scatter(self, index: Array, size: int, values: Array) -> None:
        """Write elements at arena indices that were checked, and mark them initialised."""
        self._note_moved(index, values.size * size, write=True)
        first = index >> _LOG2[size]
        view, state = self.views[size], self._states[size]
        written = _bytes_of(ALLOCATED | INITIALISED | WRITABLE, size)
        for k, value in enumerate(values if values.ndim > 1 else values[None]):
            view[first + k] = value
            state[first + k] = written

    def peek(self, address: Array, size: int, mask: Mask) -> Array:
        """The bytes of a local variable, written or not: shape (size, L)."""
        index = self.locate("local", address, size, mask, align=1)
        return np.stack([self._data.take(index + k) for k in range(size)])

    def poke(self, address: Array, values: Array, mask: Mask) -> None:
        """Write the bytes of a local variable."""
        self.store_bytes(self.locate("local", address, len(values), mask, align=1), values, mask)

    def store_bytes(self, index: Array, values: Array, mask: Mask) -> None:
        """Write bytes at arena indices that were checked."""
        if mask is not None:
            index, values = index[mask], values[:, mask]
        self.scatter(index, 1, values)

    def forget(self, index: Array, size: int) -> None:
        """Make the bytes at arena indices what they were before anything was written."""
        for k in range(size):
            self._state[index + k] &= ALLOCATED | WRITABLE

    def copy(self, source: Array, target: Array, size: int, read: Array) -> None:
        """Copy `size` bytes per lane with their state; bytes from `read` on are zero-filled."""
        for k in range(size):
            within = k < read
            self._data[target + k] = np.where(within, self._data.take(source + np.where(within, k, 0)), 0)
            state = np.where(within, self._state.take(source + np.where(within, k, 0)), INITIALISED)
            self._state[target + k] = (state & INITIALISED) | ALLOCATED | WRITABLE

    # Ranges, which asynchronous copies move

    def ranges(self, space: str, address: Array, sizes: Array, mask: Array, align: int) -> Array:
        """Arena indices of ranges of bytes, one per lane, each within one space.

        Args:
            space: State space, or ``""`` for generic addresses.
            address: Where the range of each lane starts.
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

    def read_span(self, index: int, size: int) -> tuple[Array, Array]:
        """The bytes of a range and their states."""
        for each in self.observers.moved:
            each.moved(index, size, write=False)
        return self._data[index : index + size].copy(), self._state[index : index + size].copy()

    def write_span(self, index: int, data: Array, state: Array) -> None:
        """Write bytes to a range, initialised where the ones they come from were."""
        for each in self.observers.moved:
            each.moved(index, len(data), write=True)
        self._data[index : index + len(data)] = data
        self._state[index : index + len(data)] = (state & INITIALISED) | ALLOCATED | WRITABLE

    def need_span(self, space: str, address: int, index: int, size: int, lane: int, *, write: bool) -> None:
        """Check that a range is memory of the program, and may be written if that is wanted."""
        states = self._state[index : index + size]
        need = _WRITE if write else ALLOCATED
        lacking = (states & need) != need
        if not lacking.any():
            return
        described = self.described(space, address, size)
        self._need_memory(states, lane, described)
        raise Trap("read-only", f"{size} bytes at {described['text']} are read-only", lane, described)

    def need_defined(self, index: int, states: Array, lane: int) -> None:
        """Check that bytes that were read from an arena index on had been written."""
        if "uninitialized" not in self.checks:
            return
        missing = (states & INITIALISED) == 0
        if missing.any():
            first = index + int(missing.argmax())
            where = self.shared_name(first) if self.is_shared(first) else self._global_name(first)
            said = f"{int(missing.sum())} of {len(states)} bytes were never written, the first at {where}"
            raise Trap("uninitialized-memory", said, lane)

    def gather_units(self, index: Array, unit: int) -> tuple[Array, Array]:
        """Units of up to 16 bytes at arena indices that were checked, and the states of their bytes."""
        self._note_moved(index, index.size * unit, write=False)
        dtype = _UNITS[unit]
        at = index >> _LOG2[unit]
        return self._data.view(dtype).take(at), self._state.view(dtype).take(at)

    def scatter_units(self, index: Array, unit: int, data: Array, state: Array | None) -> None:
        """Write units at arena indices that were checked; initialised where `state` is, all for None."""
        self._note_moved(index, index.size * unit, write=True)
        dtype = _UNITS[unit]
        at = index >> _LOG2[unit]
        self._data.view(dtype)[at] = data
        if state is None:
            self._state.view(dtype)[at] = self.known_units(unit)
            return
        bytes_ = np.ascontiguousarray(state).view(np.uint8)
        kept = (bytes_ & np.uint8(INITIALISED)) | np.uint8(ALLOCATED | WRITABLE)
        self._state.view(dtype)[at] = kept.view(dtype).reshape(np.shape(at))

    def _note_moved(self, index: Array, size: int, *, write: bool) -> None:
        """Let observers see that bytes are read or written, the first of them at an arena index."""
        for each in self.observers.moved:
            if index.size:
                each.moved(int(index.flat[0]), size, write=write)

    def known_units(self, unit: int) -> Any:
        """The state of a unit whose bytes were all written."""
        return np.full(unit, ALLOCATED | INITIALISED | WRITABLE, np.uint8).view(_UNITS[unit])[0]

    def need_known_units(
        self, index: Array, state: Array, inside: Array | None, unit: int, lane: int
    ) -> None:
        """Check that the bytes of units that were read, those `inside`, had been written."""
        if "uninitialized" not in self.checks:
            return
        states = np.ascontiguousarray(state).view(np.uint8).reshape(*np.shape(index), unit)
        missing = ((states & INITIALISED) == 0).any(-1)
        if inside is not None:
            missing &= inside
        if missing.any():
            first = int(index[missing][0])
            where = self.shared_name(first) if self.is_shared(first) else self._global_name(first)
            said = f"{int(missing.sum()) * unit} bytes were never written, the first at {where}"
            raise Trap("uninitialized-memory", said, lane)

    def need_rows(self, first: Array, size: int, lane: int, *, write: bool) -> None:
        """Check that rows of bytes are global memory of the program, and may be written if wanted."""
        segment = self.global_
        low, high = int(first.min()), int(first.max()) + size
        home = segment.at(low - segment.start) if low >= segment.start else None
        inside = home is not None and high - segment.start <= home.offset + home.size
        if inside and (not write or (home is not None and home.writable)):
            return
        need = _WRITE if write else ALLOCATED
        for start in first.tolist():
            address = start - segment.start + segment.base
            if start < segment.start or start + size > segment.start + segment.extent:
                described = self.described("global", address, size)
                raise Trap(
                    "out-of-bounds", f"{size} bytes at {described['text']} are out of bounds", lane, described
                )
            if ((self._state[start : start + size] & need) != need).any():
                self.need_span("global", address, start, size, lane, write=write)

    def _global_name(self, index: int) -> str:
        """What the program calls a place in global memory, by arena index."""
        described = self.described("global", index - self.global_.start + self.global_.base, 1)
        return str(described["text"])

    # mbarrier objects

    def is_barrier(self, index: Array) -> Array:
        """Whether arena indices are those of live mbarrier objects."""
        live: Array = self._states[8].take(index >> 3) == _bytes_of(BARRIER, 8)
        return live

    def hold_barrier(self, index: Array, *, live: bool) -> None:
        """Take memory from the program for mbarrier objects, or give it back, unwritten."""
        state = BARRIER if live else ALLOCATED | WRITABLE
        self._states[8][index >> 3] = _bytes_of(state, 8)

    # Rules

    def need_initialised(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte read was allocated and written."""
        need = _READ if "uninitialized" in self.checks else ALLOCATED
        bad = self._lacking(index, size, need)
        if bad is None:
            return
        lane = _first(bad, mask)
        if lane is None:
            return
        described = self.described(space, int(address[lane]), size)
        states = self._state[int(index[lane]) : int(index[lane]) + size]
        self._need_memory(states, lane, described)
        missing = int((states & INITIALISED == 0).sum())
        raise Trap(
            "uninitialized-memory",
            f"{missing} of {size} bytes read at {described['text']} were never written",
            lane,
            described,
        )

    def need_written(self, index: Array, size: int, lanes: Array) -> None:
        """Check that bytes of shared memory that an operation reads later than it started were written."""
        if "uninitialized" not in self.checks:
            return
        for k in range(size):
            bad = (self._state.take(index + k) & INITIALISED) == 0
            if bad.any():
                place = int(bad.argmax())
                said = f"{self.shared_name(int(index[place]) + k)} was never written"
                raise Trap("uninitialized-memory", said, int(lanes[place]))

    def need_allocated(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte read was allocated; whether it was written is left to who uses the copy."""
        for k in range(size):
            bad = (self._state.take(index + k) & ALLOCATED) == 0
            lane = _first(bad, mask)
            if lane is not None:
                described = self.described(space, int(address[lane]), size)
                raise Trap(
                    "out-of-bounds", f"{size} bytes at {described['text']} are out of bounds", lane, described
                )

    def is_global(self, index: int) -> bool:
        """Whether an arena index lies in global memory."""
        return self.global_.start <= index < self.global_.start + self.global_.extent

    def need_writable(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte written was allocated and may be written."""
        bad = self._lacking(index, size, _WRITE)
        if bad is None:
            return
        lane = _first(bad, mask)
        if lane is None:
            return
        described = self.described(space, int(address[lane]), size)
        states = self._state[int(index[lane]) : int(index[lane]) + size]
        self._need_memory(states, lane, described)
        raise Trap("read-only", f"{size} bytes at {described['text']} are read-only", lane, described)

    @staticmethod
    def _need_memory(states: Array, lane: int, described: dict[str, Any]) -> None:
        """Report bytes that are no memory of the program, or that an mbarrier object takes up."""
        if (states & BARRIER).any():
            said = (
                f"{described['size']} bytes at {described['text']} hold a live mbarrier "
                "object; only mbarrier instructions may access it"
            )
            raise Trap("mbarrier-access", said, lane, described)
        if not (states & ALLOCATED).all():
            said = f"{described['size']} bytes at {described['text']} are out of bounds"
            raise Trap("out-of-bounds", said, lane, described)

    def _lacking(self, index: Array, size: int, need: int) -> Array | None:
        """Which lanes touch a byte whose state lacks a bit; None where no lane does."""
        low, high = int(index.min()), int(index.max()) + size
        segment = self.global_
        if segment.start <= low and high <= segment.start + segment.extent:
            home = segment.at(low - segment.start)
            if (
                home is not None
                and high - segment.start <= home.offset + home.size
                and (home.initialised or not need & INITIALISED)
                and (home.writable or not need & WRITABLE)
            ):
                return None
        width = min(size & -size, 8)
        wanted = _bytes_of(need, width)
        state = self._states[width]
        first = index >> _LOG2[width]
        bad: Array | None = None
        for k in range(size // width):
            lacking = (state.take(first + k) & wanted) != wanted
            if lacking.any():
                bad = lacking if bad is None else bad | lacking
        return bad

    # Spaces

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
                self._outside(space, address, offset, segment.extent, size, lanes)
            return offset.astype(np.int64) + segment.start
        if int(address.max()) + size > extent:
            if space == "shared" and int(address.max()) > SHARED_MASK:
                return self._index(space, address & np.uint64(SHARED_MASK), size, lanes)
            self._outside(space, address, address, extent, size, lanes)
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
                "out-of-bounds",
                f"shared address {int(address[culprit]):#x} names the CTA of rank "
                f"{int(rank[culprit])} of a cluster "
                f"of {self.cluster}",
                lane,
                {"space": "shared", "value": int(address[culprit]), "size": size},
            )
        if int(offset.max()) + size > self.shared_bytes:
            self._outside("shared", address, offset, self.shared_bytes, size, lanes)
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

    def _outside(
        self, space: str, address: Array, offset: Array, extent: int, size: int, lanes: Array | None
    ) -> None:
        """Report the first address that leaves its space."""
        limit = np.uint64(max(extent - size + 1, 0))
        culprit = int((offset >= limit).argmax())
        if space == "shared" and self._rank_base is not None and lanes is None:
            self._not_own(address, size, culprit)
        described = self.described(space, int(address[culprit]), size)
        lane = culprit if lanes is None else int(lanes[culprit])
        raise Trap("out-of-bounds", f"{size} bytes at {described['text']} are out of bounds", lane, described)

    def _not_own(self, address: Array, size: int, lane: int) -> None:
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

    def _misaligned(self, space: str, address: Array, size: int, align: int) -> None:
        """Report the first address that is not a multiple of what the access needs."""
        lane = int(((address & np.uint64(align - 1)) != 0).argmax())
        described = self.described(space, int(address[lane]), size)
        raise Trap(
            "misaligned",
            f"{size} bytes at {described['text']} are not aligned to {align} bytes",
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
        described: dict[str, Any] = {
            "space": space,
            "value": address,
            "name": name,
            "offset": relative,
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
            shown = brief(name)
            described["text"] = f"{shown}{relative:+d} ({where}; {shown} is {bounds})"
        return described


_ALL_BITS = (1 << 64) - 1
_PART = 1 << 18
"""Bytes whose bits are looked at together."""

_LOG2 = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}


def align_up(offset: int, align: int) -> int:
    """The next multiple of `align`."""
    return -(-offset // align) * align


def _no_bits(count: int) -> NDArray[np.uint8]:
    """Bits of which the first `count` are not set, and those up to a multiple of 64 are."""
    bits = np.zeros(align_up(count, 64) // 8, np.uint8)
    if count % 64:
        bits[-8:].view("<u8")[0] = _ALL_BITS >> count % 64 << count % 64
    return bits


def _bytes_of(value: int, size: int) -> Any:
    """A number whose every byte is `value`."""
    return _UINT[size](int.from_bytes(bytes([value]) * size, "little"))


def _first(bad: Array, mask: Mask) -> int | None:
    """The first lane that is bad and takes part."""
    if mask is not None:
        bad = bad & mask
    return int(bad.argmax()) if bad.any() else None
