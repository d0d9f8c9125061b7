"""Races in tensor memory: operations that may start while an earlier one on the same location is pending.

An operation of tensor cores is ordered before a thread that waited for the mbarrier of a later commit. A load
or store is ordered before its warp when `tcgen05.wait` covers it, and before other threads when the warp
releases that to them. Pipelined operations need no wait (manual section 9.7.18.6.4).

Fences are required in addition: ``tcgen05.fence::before_thread_sync`` before a load or store is released,
or an operation of tensor cores after which another thread's are pipelined, and ``::after_thread_sync``
after that is acquired. A commit implies the first. Each kind is required only of programs that contain it,
because some compilers emit none and their kernels work.

A location is `BAND` lanes of one column.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.layouts.tensor_memory import COLUMNS, LANE_SHIFT, LANES
from pyptx.sim.clocks import Rows
from pyptx.sim.epochs import PENDING
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.races import Races
from pyptx.sim.scheduler import WARP
from pyptx.sim.steps import Step
from pyptx.sim.tensor_cores import PIPELINES
from pyptx.sim.tensor_memory import lane_of

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import TensorBox, TensorFootprint
    from pyptx.sim.site import Site

BAND = 16
BANDS = LANES // BAND
"""Bytes of shared memory that operations read together."""


class Access(NamedTuple):
    """One operation that accesses tensor memory.

    Attributes:
        kind: ``"ld"``, ``"st"``, ``"mma"``, ``"cp"`` or ``"shift"``.
        lane: The lane that started it; for a warp, its first.
        agent: Column of the clock that orders operations of its kind.
        fenced: Column of the clock for those that a fence has released.
        number: Number of the operation.
        shape: A number that pipelined MMAs must share.
        time: Time of its start.
    """

    kind: str
    lane: int
    agent: int
    fenced: int
    number: int
    shape: int
    time: int

    @property
    def of_cores(self) -> bool:
        """Whether it runs on tensor cores."""
        return self.kind not in ("ld", "st")


@dataclass(slots=True, eq=False)
class Committed:
    """A commit that has not arrived.

    Attributes:
        lane: The lane that executed it.
        accesses: Operations that the lane started since its previous commit.
        known: Clock that the arrival releases.
        is_over: Whether the operations have completed, with those of a later commit.
    """

    lane: int
    accesses: list[Access]
    known: Rows
    is_over: bool = False


class TensorRaces(Races):
    """The race detector of a batch, including tensor memory."""

    def __init__(self, m: Machine, history: History, lack_windows: Collection[Site] = ()) -> None:
        super().__init__(m, history)
        self._lack_windows = lack_windows
        self._accesses: list[Access | None] = [None]
        self._transfers: dict[tuple[bool, int], list[int]] = {}
        self._uncommitted: dict[int, list[Access]] = {}
        self._open_fences: set[int] = set()
        self._commits: dict[Hashable, Committed] = {}
        self._followed: dict[int, set[Access]] = {}
        self._open: dict[int, list[Access]] = {}
        self._covered: dict[int, dict[int, int]] = {}
        self._needs_before = "tcgen05.fence::before_thread_sync" in history.tensor_fences
        self._needs_after = "tcgen05.fence::after_thread_sync" in history.tensor_fences

    @cached_property
    def _box_writes(self) -> Array:
        """The last write of each location, by number of access."""
        return np.zeros(self.m.scheduler.ctas * BANDS * COLUMNS, np.int32)

    @cached_property
    def _box_reads(self) -> tuple[Array, ...]:
        """Reads of each location: by the loads of two groups of four warps, and by tensor cores."""
        return tuple(np.zeros_like(self._box_writes) for _ in range(3))

    @cached_property
    def _acquired(self) -> Rows:
        """The clock of each lane at its last ``tcgen05.fence::after_thread_sync``."""
        return self.clocks.table(self.m.lanes)

    # Operations

    def tensor_transferred(
        self, warps: Sequence[int], boxes: Sequence[Sequence[TensorBox]], *, write: bool
    ) -> None:
        """Record that warps start a load or a store."""
        if self.m.step in self._lack_windows:
            self._need_windows(warps)
        for warp, found in zip(warps, boxes, strict=True):
            lane = warp * WARP
            access = self._begin_tensor("st" if write else "ld", lane, self._agent("transfer", warp), 0)
            self._transfers.setdefault((write, warp), []).append(access.number)
            for box in found:
                self._access_box(access, box, write=write)

    def tensor_waited(self, warps: Sequence[int], *, write: bool) -> None:
        """Record that warps waited for their loads or stores, which completes them for all lanes."""
        for warp in warps:
            numbers = self._transfers.pop((write, warp), ())
            if numbers:
                now, agent = self.history.tick(self.m.step), self._agent("transfer", warp)
                self.history.operations.end[list(numbers)] = now
                self.clocks.rows.full[warp * WARP : (warp + 1) * WARP, agent] = now

    def tensor_started(self, lane: int, footprint: TensorFootprint) -> None:
        """Record that a lane starts an MMA, a copy or a shift."""
        access = self._begin_tensor(footprint.kind, lane, self._agent("tensor", lane), footprint.shape)
        self._uncommitted.setdefault(lane, []).append(access)
        self._open_fences.add(lane)
        self._open.setdefault(lane, []).append(access)
        for region in footprint.shared:
            self.tensor_read(lane, access.number, region)
        for box in footprint.reads:
            self._access_box(access, box, write=False)
        for box in footprint.writes:
            self._access_box(access, box, write=True)

    def tensor_committed(self, key: Hashable, lane: int, slots: Array) -> None:
        """Record a commit: the first one after some of the lane's operations, which releases its clock."""
        lanes = np.full(len(slots), lane)
        self.mbarrier_used(slots, lanes)
        self.bytes_started(slots, lanes, arrives=True)
        self._fence_cores(lane)
        known = Rows(1, self.clocks.rows.full.shape[1], self.clocks.warps)
        self.clocks.publish(np.array([lane]), np.zeros(1, np.int64), known, self.history.time)
        self._commits[key] = Committed(lane, self._uncommitted.pop(lane, []), known)

    def tensor_arrived(self, key: Hashable, lane: int, slots: Array) -> None:
        """Record the arrival of a commit: its operations are ordered before threads that wait for it."""
        for other, commit in self._commits.items():
            if commit.lane == lane:
                self._complete(commit)
            if other is key:
                break
        known = self._commits.pop(key).known
        known.resize(1, self.released.full.shape[1])
        for slot in slots.tolist():
            self.released.join(self.number[slot : slot + 1], known, np.zeros(1, np.int64))

    def _complete(self, commit: Committed) -> None:
        """Record that the operations before a commit have completed, which its arrival shows to threads."""
        if commit.is_over:
            return
        commit.is_over = True
        now, known = self.history.tick(self.m.step), commit.known
        end, lane = self.history.operations.end, commit.lane
        covered = self._covered.setdefault(lane, {})
        for each in (*commit.accesses, *self._followed_by([each.number for each in commit.accesses])):
            end[each.number] = min(end[each.number], now)
            covered[each.agent] = max(covered.get(each.agent, 0), int(end[each.number]))
        known.resize(1, self.released.full.shape[1])
        for column, time in covered.items():  # by this commit and the lane's earlier ones
            known.full[0, column] = max(known.full[0, column], time)
        self._open[lane] = [each for each in self._open.get(lane, ()) if end[each.number] == PENDING]

    def _followed_by(self, numbers: Sequence[int]) -> Iterator[Access]:
        """The operations of other threads that have completed because some after them have.

        These are the ones after which those are pipelined, and the ones before them in their threads.
        """
        found, behind = set(numbers), list(numbers)
        while behind:
            for last in self._followed.pop(behind.pop(), ()):
                for earlier in self._open[last.lane]:
                    if earlier.number <= last.number and earlier.number not in found:
                        found.add(earlier.number)
                        behind.append(earlier.number)
                        yield earlier

    def tensor_fenced(self, lanes: Array, *, after: bool) -> None:
        """Record that lanes execute a fence."""
        if after:
            self.clocks.snapshot(lanes, self._acquired, self.history.time)
            return
        rows = self.clocks.rows
        for warp in np.unique(lanes // WARP).tolist():
            own = lanes[lanes // WARP == warp]
            agent, fenced = self._agent("transfer", warp), self._agent("fenced", warp)
            rows.full[own, fenced] = rows.full[own, agent]
            for lane in own.tolist():
                self._fence_cores(lane)

    def _fence_cores(self, lane: int) -> None:
        """Record that a lane's operations of tensor cores are ordered before its later releases."""
        if lane in self._open_fences:
            self._open_fences.remove(lane)
            self.clocks.rows.full[lane, self._agent("fenced tensor", lane)] = self.history.time

    def tensor_freed(self, lane: int, box: TensorBox) -> None:
        """Check that all accesses to columns that a warp frees have completed."""
        places, access = self._places(box), Access("dealloc", lane, -1, -1, 0, 0, 0)
        for epochs in (self._box_writes, *self._box_reads):
            for found in np.unique(epochs[places]).tolist():
                earlier = self._accesses[found]
                if earlier is not None and not self._has_observed(earlier, lane):
                    raise self._unfinished(earlier, access, box)
            epochs[places] = 0

    # Judging

    def _need_windows(self, warps: Sequence[int]) -> None:
        """Report a warp whose address, without a window, names the lanes of another.

        Raises:
            Trap: There is one.
        """
        assert isinstance(self.m.step, Step)
        addresses = self.m.step.operation.place("taddr").read(self.m).astype(np.int64)
        for warp in warps:
            lane = warp * WARP
            quarter, address = int(self.m.thread[lane]) // WARP % 4, int(addresses[lane])
            if lane_of(address) // WARP != quarter:
                low = WARP * quarter
                said = (
                    f"{address:#x} is the address of lane {lane_of(address)} of tensor memory, but warp "
                    f"{quarter} of four has lanes {low} to {low + WARP - 1}: add the window of the warp to "
                    f"the allocated address, {low << LANE_SHIFT:#x} here"
                )
                raise Trap("tensor-memory-lane", said, lane)

    def _begin_tensor(self, kind: str, lane: int, agent: int, shape: int) -> Access:
        """Number an operation that starts now."""
        operations, now = self.history.operations, self.history.tick(self.m.step)
        who = int(self.who[lane])
        transfers = kind in ("ld", "st")
        released = self._agent("fenced", lane // WARP) if transfers else self._agent("fenced tensor", lane)
        number = operations.start(self.m.step, who, -1, agent, who // self.cluster_lanes)
        access = Access(kind, lane, agent, released, number, shape, now)
        self._accesses.append(access)
        return access

    def _access_box(self, access: Access, box: TensorBox, *, write: bool) -> None:
        """Check an access against earlier ones to its locations, and record it."""
        places = self._places(box)
        for kind, epochs in enumerate((self._box_writes, *self._box_reads) if write else (self._box_writes,)):
            for found in np.unique(epochs[places]).tolist():
                earlier = self._accesses[found]
                if earlier is not None and earlier.number != access.number:
                    self._judge_boxes(earlier, access, box, both_write=write and kind == 0)
        mine = len(self._accesses) - 1
        if write:
            self._box_writes[places] = mine
        else:
            self._box_reads[2 if access.of_cores else access.lane // WARP // 4 % 2][places] = mine

    def _judge_boxes(self, earlier: Access, access: Access, box: TensorBox, *, both_write: bool) -> None:
        """Report an access that may start while an earlier one to the same location is pending.

        Raises:
            Trap: The accesses are not ordered.
        """
        lane = access.lane
        same = earlier.lane == lane
        pipelined = earlier.of_cores and access.of_cores and (same or earlier.kind in PIPELINES[access.kind])
        if pipelined and self._in_order(earlier, lane, self.clocks.rows):
            differ = earlier.kind == access.kind == "mma" and earlier.shape != access.shape
            if not (both_write and differ) or self._has_observed(earlier, lane):
                fenced = earlier.time <= self.clocks.rows.full[lane, earlier.fenced]
                if not same and self._needs_before and not fenced:
                    raise self._not_fenced(earlier, access, box, "it")
                if self._needs_after and not self._in_order(earlier, lane, self._acquired):
                    raise self._not_acquired(earlier, access, box)
                if not same and self.history.operations.end[earlier.number] == PENDING:
                    self._followed.setdefault(access.number, set()).add(earlier)
                return
            said = (
                f"this MMA writes {_named(box)}, which {self._whose(earlier)} of another kind or "
                "shape may still write: only MMAs of the same kind and shape are pipelined; "
                "tcgen05.commit and a wait for its mbarrier must come between others"
            )
            raise Trap("tensor-pipeline", said, lane, other=self._started_by(earlier))
        if not self._has_observed(earlier, lane):
            raise self._unfinished(earlier, access, box)
        if earlier.agent == access.agent:
            return
        transferred = self._needs_before and not earlier.of_cores
        if transferred and not self._has_observed(earlier, lane, fenced=True):
            raise self._not_fenced(earlier, access, box, "its tcgen05.wait")
        end = self.history.operations.end[earlier.number]
        released = earlier.fenced if transferred else earlier.agent
        if self._needs_after and self._acquired.full[lane, released] < end:
            raise self._not_acquired(earlier, access, box)

    def _not_fenced(self, earlier: Access, access: Access, box: TensorBox, last: str) -> Trap:
        """Describe an access after an operation that no fence of its thread released."""
        said = (
            f"{_does(access)} {_named(box)}, which {self._whose(earlier)} accessed, and no "
            f"tcgen05.fence::before_thread_sync stands between {last} and the barrier"
        )
        return Trap("tensor-fence", said, access.lane, other=self._started_by(earlier))

    def _not_acquired(self, earlier: Access, access: Access, box: TensorBox) -> Trap:
        """Describe an access without a fence after the barrier that orders it after an earlier one."""
        said = (
            f"{_does(access)} {_named(box)}, which {self._whose(earlier)} accessed, and this thread "
            "has executed no tcgen05.fence::after_thread_sync since it waited for that"
        )
        return Trap("tensor-fence", said, access.lane, other=self._started_by(earlier))

    def _in_order(self, earlier: Access, lane: int, rows: Rows) -> bool:
        """Whether two tensor core operations start in this order: from one thread, or from two that met."""
        if earlier.lane == lane:
            return True
        return bool(earlier.time <= rows.of_lanes(lane)[earlier.lane % self.cluster_lanes])

    def _has_observed(self, earlier: Access, lane: int, *, fenced: bool = False) -> bool:
        """Whether a lane has observed that an operation is over."""
        end = self.history.operations.end[earlier.number]
        column = earlier.fenced if fenced else earlier.agent
        return bool(end <= self.clocks.rows.full[lane, column])

    def _unfinished(self, earlier: Access, access: Access, box: TensorBox) -> Trap:
        """Describe an access to a location where an earlier operation may be pending."""
        open_ = self.history.operations.end[earlier.number] > self.history.time
        rule, need = "race", "a barrier of the CTA, or an mbarrier, must come between them in both threads"
        if earlier.of_cores:
            rule, need = "tensor-commit", "tcgen05.commit and a wait for its mbarrier must come first"
        elif open_:
            rule, need = f"tensor-wait-{earlier.kind}", f"tcgen05.wait::{earlier.kind} must come first"
            if earlier.kind == "ld":
                need += ", even where the loaded registers have been used"
        state = "may still access" if open_ else "accessed, and nothing orders the two"
        said = f"{_does(access)} {_named(box)}, which {self._whose(earlier)} {state}: {need}"
        return Trap(rule, said, access.lane, other=self._started_by(earlier))

    def _whose(self, earlier: Access) -> str:
        return _KINDS[earlier.kind]

    def _started_by(self, earlier: Access) -> OtherAccess:
        step = self.history.operations.steps[earlier.number]
        thread = self.m.thread_of(earlier.lane)
        return OtherAccess(step, thread, _KINDS[earlier.kind], "was started")

    # Places

    def _agent(self, name: str, who: int) -> int:
        """Return the column of the clocks of a warp or of a lane, among those of its cluster."""
        lanes = self.cluster_lanes
        return self.clocks.agent(name, who % (lanes if name.endswith("tensor") else lanes // WARP))

    def _places(self, box: TensorBox) -> Array:
        """Return the locations of a rectangle."""
        bands = np.arange(box.lanes[0] // BAND, -(-box.lanes[1] // BAND))
        columns = np.arange(*box.columns)
        first = (box.cta * BANDS + bands) * COLUMNS
        return (first[:, None] + columns).reshape(-1)


_KINDS = {
    "ld": "a tcgen05.ld",
    "st": "a tcgen05.st",
    "mma": "a tcgen05.mma",
    "cp": "a tcgen05.cp",
    "shift": "a tcgen05.shift",
}
_VERBS = {
    "ld": "this warp loads",
    "st": "this warp stores to",
    "mma": "this MMA accesses",
    "cp": "this copy writes",
    "shift": "this shift moves",
    "dealloc": "this warp frees",
}


def met_in_tensor_memory(
    kind: str, earlier: str, address: int, thread: dict[str, Any], *, pending: bool
) -> tuple[str, OtherAccess]:
    """Describe a race that the native engine found: the bytes and the earlier access.

    Args:
        kind: The kind of the access.
        earlier: The kind of the earlier one.
        address: An address that both access, or where both start.
        thread: The thread that started the earlier one.
        pending: Whether that may be pending.

    >>> met_in_tensor_memory("ld", "mma", 0x200010, {}, pending=False)[0]
    'this warp loads tensor memory at 0x200010, which a tcgen05.mma accessed, and nothing orders the two'
    """
    state = "may still access" if pending else "accessed"
    which = f"{_VERBS[kind]} tensor memory at {address:#x}, which {_KINDS[earlier]}"
    return f"{which} {state}, and nothing orders the two", OtherAccess(
        None, thread, _KINDS[earlier], "was started"
    )


def _does(access: Access) -> str:
    return _VERBS[access.kind]


def _named(box: TensorBox) -> str:
    """Describe a rectangle."""
    lanes, columns = box.lanes, box.columns
    return f"lanes {lanes[0]} to {lanes[1] - 1}, columns {columns[0]} to {columns[1] - 1} of tensor memory"
