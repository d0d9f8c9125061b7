"""The memory of a simulated grid: accesses by address, with their checks.

Every state space lives in a single byte array that the simulator owns (`pyptx.sim.arena`). An address of the
program is a number in a window of its space (`pyptx.sim.segments`); `Memory.locate` turns it into an index of
the arena after it has checked bounds and alignment. Every access then checks, byte for byte, whether the
memory is writable, or was ever written. Any address that a program computes leads to arena bytes or a `Trap`:
host memory has no address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import agreeing
from pyptx.sim.addresses import Addresses, bytes_at, first_lane
from pyptx.sim.arena import ALLOCATED, BARRIER, INITIALISED, UINT, UNWRITTEN, WRITABLE
from pyptx.sim.faults import Trap
from pyptx.sim.heap import LaunchHeap

if TYPE_CHECKING:
    from pyptx.sim.heap import Heap
    from pyptx.sim.observers import Array, Mask

_READ = ALLOCATED | INITIALISED
_WRITE = ALLOCATED | WRITABLE
_UNITS: dict[int, Any] = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64, 16: np.complex128}
"""NumPy types that move this many bytes at once."""


_LOG2 = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}


class Memory(Addresses):
    """The memory of a grid: accesses of the program, with their checks.

    Attributes:
        heap: The heap of the device, if the program uses it.
    """

    heap: LaunchHeap | None = None

    def use_heap(self, heap: Heap) -> None:
        """Let the program use the heap of the device."""
        self.heap = LaunchHeap(heap, self)

    def load(self, space: str, address: Array, size: int, count: int, mask: Mask) -> Array:
        """Read `count` elements of `size` bytes per lane: shape (L,), or (count, L) where `count` > 1."""
        index = self.locate(space, address, size * count, mask)
        self.need_initialised(space, address, index, size * count, mask)
        for each in self.observers.loaded:
            each.loaded(index, size * count, mask)
        return self.gather(index, size, count)

    def readable(self, space: str, address: Array, size: int, mask: Mask, used: int) -> tuple[Array, bool]:
        """Check and locate the bytes that lanes read; those of shared and local memory may be unwritten.

        Args:
            space: State space, or ``""`` for generic addresses.
            address: One unsigned 64-bit address per lane.
            size: Number of bytes that each lane reads.
            mask: The lanes that read.
            used: The bytes that matter, by bit.

        Returns:
            Arena indices, for `gather`, and whether unwritten bytes are among them.
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

    def unwritten(self, index: Array, size: int, used: int = -1) -> Array:
        """Count the unwritten bytes at each arena index, of those whose bits are set in `used`."""
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
        for each in self.observers.overwritten:
            each.overwritten(index, size if values.ndim == 1 else size * len(values))
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
        """Return bytes at arena indices to their unwritten state."""
        for k in range(size):
            self._state[index + k] &= ALLOCATED | WRITABLE

    def discard(self, space: str, address: Array, size: int, mask: Mask) -> None:
        """Give ranges of global memory an undefined value."""
        index = self.locate(space, address, size, mask)
        self.need_writable(space, address, index, size, mask)
        for each in self.observers.updated:
            each.updated(index, size, mask)
        for each in self.observers.overwritten:
            each.overwritten(index if mask is None else index[mask], size)
        self.discards = True
        for at in np.unique(index if mask is None else index[mask]).tolist():
            self._data[at : at + size] = UNWRITTEN
            self.forget(np.array([at]), size)

    def copy(self, source: Array, target: Array, size: int, read: Array) -> None:
        """Copy `size` bytes per lane with their state; bytes from `read` on are zero-filled."""
        for k in range(size):
            within = k < read
            self._data[target + k] = np.where(within, self._data.take(source + np.where(within, k, 0)), 0)
            state = np.where(within, self._state.take(source + np.where(within, k, 0)), INITIALISED)
            self._state[target + k] = (state & INITIALISED) | ALLOCATED | WRITABLE
        for each in self.observers.copied:
            each.copied(source, target, size, read)

    # Ranges and units, which asynchronous copies move

    def read_span(self, index: int, size: int) -> tuple[Array, Array]:
        """The bytes of a range and their states."""
        if self._absent:
            self.fetch(np.array([index]), size)
        for each in self.observers.moved:
            each.moved(index, size, write=False)
        for each in self.observers.fetched:
            each.fetched(np.array([index]), size, None)
        return self._data[index : index + size].copy(), self._state[index : index + size].copy()

    def write_span(self, index: int, data: Array, state: Array) -> None:
        """Write bytes to a range, with the states of the bytes they were copied from."""
        for each in self.observers.moved:
            each.moved(index, len(data), write=True)
        for each in self.observers.overwritten:
            each.overwritten(np.array([index]), len(data))
        self._data[index : index + len(data)] = data
        self._state[index : index + len(data)] = (state & INITIALISED) | ALLOCATED | WRITABLE

    def gather_units(self, index: Array, unit: int, inside: Mask = None) -> tuple[Array, Array]:
        """Units of up to 16 bytes at arena indices that were checked, and the states of their bytes.

        The caller replaces the units that are not `inside`.
        """
        if self._absent:
            self.fetch(index.reshape(-1), unit)
        self._note_moved(index, index.size * unit, write=False)
        for each in self.observers.fetched:
            each.fetched(index, unit, inside)
        dtype = _UNITS[unit]
        at = index >> _LOG2[unit]
        return self._data.view(dtype).take(at), self._state.view(dtype).take(at)

    def scatter_units(self, index: Array, unit: int, data: Array, state: Array | None) -> None:
        """Write units at arena indices that were checked; initialised where `state` is, all for None."""
        self._note_moved(index, index.size * unit, write=True)
        for each in self.observers.overwritten:
            each.overwritten(index, unit)
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
        """Notify observers of bytes read or written from an arena index on."""
        for each in self.observers.moved:
            if index.size:
                each.moved(int(index.flat[0]), size, write=write)

    def known_units(self, unit: int) -> Any:
        """The state of a unit whose bytes were all written."""
        return np.full(unit, ALLOCATED | INITIALISED | WRITABLE, np.uint8).view(_UNITS[unit])[0]

    # mbarrier objects

    def is_barrier(self, index: Array) -> Array:
        """Whether arena indices are those of live mbarrier objects."""
        live: Array = self._states[8].take(index >> 3) == _bytes_of(BARRIER, 8)
        return live

    def hold_barrier(self, index: Array, *, live: bool) -> None:
        """Reserve memory for mbarrier objects, or return it to the program, unwritten."""
        state = BARRIER if live else ALLOCATED | WRITABLE
        self._states[8][index >> 3] = _bytes_of(state, 8)

    # Rules

    def need_initialised(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte read was allocated and written."""
        need = _READ if "uninitialized" in self.checks else ALLOCATED
        bad = self._lacking(index, size, need)
        if bad is None:
            return
        lane = first_lane(bad, mask)
        if lane is None:
            return
        described = self.described(space, int(address[lane]), size)
        states = self._state[int(index[lane]) : int(index[lane]) + size]
        self._need_memory(states, lane, described)
        missing = int((states & INITIALISED == 0).sum())
        raise Trap(
            "uninitialized-memory",
            f"{missing} of {size} bytes read at {described['text']} {agreeing(missing, 'were')} "
            + ("discarded, or never written" if self.discards else "never written"),
            lane,
            described,
        )

    def need_written(self, index: Array, size: int, lanes: Array) -> None:
        """Check that bytes of shared memory that an operation reads after its start were written."""
        if "uninitialized" not in self.checks:
            return
        for k in range(size):
            bad = (self._state.take(index + k) & INITIALISED) == 0
            if bad.any():
                place = int(bad.argmax())
                said = f"{self.shared_name(int(index[place]) + k)} was never written"
                raise Trap("uninitialized-memory", said, int(lanes[place]))

    def need_allocated(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte read was allocated; unwritten bytes matter only when the copy is used."""
        for k in range(size):
            bad = (self._state.take(index + k) & ALLOCATED) == 0
            lane = first_lane(bad, mask)
            if lane is not None:
                described = self.described(space, int(address[lane]), size)
                raise Trap("out-of-bounds", f"{bytes_at(described)} out of bounds", lane, described)

    def need_writable(self, space: str, address: Array, index: Array, size: int, mask: Mask) -> None:
        """Check that every byte written was allocated and may be written."""
        bad = self._lacking(index, size, _WRITE)
        if bad is None:
            return
        lane = first_lane(bad, mask)
        if lane is None:
            return
        described = self.described(space, int(address[lane]), size)
        states = self._state[int(index[lane]) : int(index[lane]) + size]
        self._need_memory(states, lane, described)
        raise Trap("read-only", f"{bytes_at(described)} read-only", lane, described)

    def need_span(self, space: str, address: int, index: int, size: int, lane: int, *, write: bool) -> None:
        """Check that a range is memory of the program, and for a write that it is writable."""
        states = self._state[index : index + size]
        need = _WRITE if write else ALLOCATED
        lacking = (states & need) != need
        if not lacking.any():
            return
        described = self.described(space, address, size)
        self._need_memory(states, lane, described)
        raise Trap("read-only", f"{bytes_at(described)} read-only", lane, described)

    def need_defined(self, index: int, states: Array, lane: int) -> None:
        """Check that bytes read from an arena index on had been written."""
        if "uninitialized" not in self.checks:
            return
        missing = (states & INITIALISED) == 0
        if missing.any():
            first = index + int(missing.argmax())
            where = self.shared_name(first) if self.is_shared(first) else self.global_name(first)
            count = int(missing.sum())
            said = f"{count} of {len(states)} bytes {agreeing(count, 'are')} undefined, the first at {where}"
            raise Trap("uninitialized-memory", said, lane, unwritten=first)

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
            unit_at = int(index[missing][0])
            first = unit_at + int(((states[missing][0] & INITIALISED) == 0).argmax())
            where = self.shared_name(unit_at) if self.is_shared(unit_at) else self.global_name(unit_at)
            said = f"{int(missing.sum()) * unit} bytes are undefined, the first at {where}"
            raise Trap("uninitialized-memory", said, lane, unwritten=first)

    def need_rows(self, first: Array, size: int, lane: int, *, write: bool) -> None:
        """Check that rows of bytes are global memory of the program, and, if wanted, writable."""
        segment = self.global_
        low, high = int(first.min()), int(first.max()) + size
        if self._absent:
            self.fetch(first, size)
        home = segment.at(low - segment.start) if low >= segment.start else None
        inside = home is not None and high - segment.start <= home.offset + home.size
        if inside and (not write or (home is not None and home.writable)):
            return
        need = _WRITE if write else ALLOCATED
        for start in first.tolist():
            address = start - segment.start + segment.base
            if start < segment.start or start + size > segment.start + segment.extent:
                described = self.described("global", address, size)
                raise Trap("out-of-bounds", f"{bytes_at(described)} out of bounds", lane, described)
            if ((self._state[start : start + size] & need) != need).any():
                self.need_span("global", address, start, size, lane, write=write)

    @staticmethod
    def _need_memory(states: Array, lane: int, described: dict[str, Any]) -> None:
        """Report bytes that are not memory of the program, or that belong to an mbarrier object."""
        if (states & BARRIER).any():
            said = (
                f"{bytes_at(described, 'hold')} a live mbarrier "
                "object; only mbarrier instructions may access it"
            )
            raise Trap("mbarrier-access", said, lane, described)
        if not (states & ALLOCATED).all():
            said = f"{bytes_at(described)} out of bounds"
            raise Trap("out-of-bounds", said, lane, described)

    def _lacking(self, index: Array, size: int, need: int) -> Array | None:
        """Find the lanes that access a byte whose state lacks a bit; None where no lane does."""
        low, high = int(index.min()), int(index.max()) + size
        segment = self.global_
        if segment.start <= low and high <= segment.start + segment.extent:
            home = segment.at(low - segment.start)
            if (
                home is not None
                and high - segment.start <= home.offset + home.size
                and ((home.initialised and not self.discards) or not need & INITIALISED)
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


def _bytes_of(value: int, size: int) -> Any:
    """A number whose every byte is `value`."""
    return UINT[size](int.from_bytes(bytes([value]) * size, "little"))
