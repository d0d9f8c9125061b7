"""The live mbarrier objects of a batch (manual section 9.7.15.16).

An object occupies the 8 bytes of shared memory of its initialisation: only mbarrier instructions access
them from then on. The state that PTX leaves opaque is in arrays with one element for each 8 bytes of shared
memory:

============  ====================================================================================
`phase`       phases completed
`pending`     arrivals missing in this phase
`expected`    arrivals of every phase
`bytes_`      transactions missing in this phase; negative where they came before they were expected
`seen`        phases that a wait found completed
============  ====================================================================================

A phase completes when an arrival or a completed transaction leaves neither arrivals nor transactions pending.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.faults import Trap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pyptx.sim.memory import Memory
    from pyptx.sim.site import Site

MOST_ARRIVALS = (1 << 20) - 1
MOST_TRANSACTIONS = (1 << 20) - 1


@dataclass(slots=True)
class Visits:
    """The operations on an object in a phase: lanes, each with the instruction.

    Attributes:
        arrivals: Arrivals.
        expected: Expectations of bytes, and how many.
        came: Completions of bytes, and how many.
    """

    arrivals: list[tuple[int, Site | None]] = field(default_factory=list)
    expected: list[tuple[int, Site | None, int]] = field(default_factory=list)
    came: list[tuple[int, Site | None, int]] = field(default_factory=list)


class Barriers:
    """The mbarrier objects of a batch, by arena index.

    Attributes:
        visits: The operations on each object in this phase, by slot.
        before: Arrivals of the previous phase.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        slots = (len(memory.cta_start) * memory.shared_stride + 7) // 8
        self.phase = np.zeros(slots, np.int32)
        self.pending = np.zeros(slots, np.int32)
        self.expected = np.zeros(slots, np.int32)
        self.bytes_ = np.zeros(slots, np.int32)
        self.seen = np.zeros(slots, np.int32)
        self.visits: dict[int, Visits] = {}
        self.before: dict[int, Visits] = {}

    def visited(self, slots: NDArray[np.int64], lanes: NDArray[np.int64], step: Site | None) -> None:
        """Note that lanes arrive at objects, before they do."""
        for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):
            self.visits.setdefault(slot, Visits()).arrivals.append((lane, step))

    def counted(
        self,
        slots: NDArray[np.int64],
        lanes: NDArray[np.int64],
        step: Site | None,
        amounts: NDArray[np.int64],
        *,
        came: bool,
    ) -> None:
        """Note that lanes make bytes pending at objects, or that their bytes come, before they do."""
        for slot, lane, amount in zip(slots.tolist(), lanes.tolist(), amounts.tolist(), strict=True):
            visits = self.visits.setdefault(slot, Visits())
            (visits.came if came else visits.expected).append((lane, step, amount))

    def slots(self, index: NDArray[np.int64], lanes: NDArray[np.int64]) -> NDArray[np.int64]:
        """The slots of objects, which must be live, for the lanes that name them.

        Raises:
            Trap: A lane names memory that holds no mbarrier object.
        """
        live = self.memory.is_barrier(index)
        if not live.all():
            bad = int((~live).argmax())
            where = (
                self.memory.shared_name(int(index[bad]))
                if self.memory.is_shared(int(index[bad]))
                else "this address"
            )
            raise Trap(
                "mbarrier-uninitialized",
                f"there is no mbarrier object at {where}: mbarrier.init did not come "
                "first, or mbarrier.inval did",
                int(lanes[bad]),
            )
        return (index - self.memory.batch_start) >> 3

    def initialise(
        self, index: NDArray[np.int64], count: NDArray[np.int64], lanes: NDArray[np.int64]
    ) -> None:
        """Make objects of memory: phase 0, with this many arrivals expected in every phase."""
        live = self.memory.is_barrier(index)
        if live.any():
            bad = int(live.argmax())
            raise Trap(
                "mbarrier-live",
                f"{self.memory.shared_name(int(index[bad]))} holds a live mbarrier "
                "object; mbarrier.inval ends it",
                int(lanes[bad]),
            )
        self.memory.hold_barrier(index, live=True)
        slot = (index - self.memory.batch_start) >> 3
        for each in self.memory.observers.mbarrier_initialised:
            each.mbarrier_initialised(slot, lanes)
        self.phase[slot] = self.bytes_[slot] = self.seen[slot] = 0
        for made in slot.tolist():
            self.visits.pop(made, None)
            self.before.pop(made, None)
        self.pending[slot] = self.expected[slot] = count
        self._note_change(slot)

    def invalidate(self, index: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
        """End objects: their memory is free for other use, its contents are undefined."""
        slots = self.slots(index, lanes)
        for each in self.memory.observers.mbarrier_invalidated:
            each.mbarrier_invalidated(slots, lanes)
        self.memory.hold_barrier(index, live=False)

    def arrive(
        self,
        slot: NDArray[np.int64],
        count: NDArray[np.int64],
        lanes: NDArray[np.int64],
        *,
        drop: bool,
        hold: bool,
    ) -> None:
        """Let arrivals come to objects, each named once.

        Args:
            slot: The objects.
            count: Arrivals at each.
            lanes: The lanes that arrive.
            drop: Whether later phases expect this many fewer.
            hold: Whether they must not complete the phase.
        """
        pending = self.pending[slot]
        beyond = count > pending
        if beyond.any():
            bad = int(beyond.argmax())
            left, came = int(pending[bad]), f"{count[bad]} arrival{'s' * int(count[bad] > 1)}"
            said = f"{came}, but the phase has only {left} pending"
            if not left:
                said = f"{came} too many: the phase has all its arrivals and waits only for bytes"
            earlier = [lane for lane, _ in self.visits.get(int(slot[bad]), Visits()).arrivals]
            said += (
                "; this thread has arrived in it already: before it arrives again it must wait for the end "
                "of the phase, or for the barrier of the empty stage"
                if earlier.count(int(lanes[bad])) > 1
                else "; mbarrier.init must count all arrivals of a phase"
            )
            raise self._trap("mbarrier-arrive", said, slot[bad], lanes[bad])
        lapped = self.seen[slot] < self.phase[slot]
        if lapped.any():
            bad = int(lapped.argmax())
            said = (
                f"an arrival in phase {int(self.phase[slot[bad]])}, but no thread has waited for the phase "
                "before it: mbarrier.test_wait or try_wait must find each phase complete, and mbarrier.init "
                "must count all arrivals of a phase"
            )
            raise self._trap("mbarrier-lapped", said, slot[bad], lanes[bad])
        if drop:
            self.expected[slot] -= count.astype(np.int32)
        self.pending[slot] = pending - count
        if hold and (self.pending[slot] == 0).any():
            bad = int((self.pending[slot] == 0).argmax())
            said = "an arrival with .noComplete is the last of its phase"
            raise self._trap("mbarrier-arrive", said, slot[bad], lanes[bad])
        self._complete_phases(slot, lanes)

    def expect(self, slot: NDArray[np.int64], amount: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
        """Make more bytes pending in the current phase of objects, each named once."""
        total = self.bytes_[slot].astype(np.int64) + amount
        beyond = np.abs(total) > MOST_TRANSACTIONS
        if beyond.any():
            bad = int(beyond.argmax())
            said = f"more than {MOST_TRANSACTIONS} bytes are pending in a phase"
            raise self._trap("mbarrier-tx", said, slot[bad], lanes[bad])
        self.bytes_[slot] = total
        self._note_change(slot)

    def complete(self, slot: NDArray[np.int64], amount: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
        """Let bytes arrive at objects, each named once."""
        self.expect(slot, -amount, lanes)
        self._complete_phases(slot, None)

    def _complete_phases(self, slot: NDArray[np.int64], lanes: NDArray[np.int64] | None) -> None:
        """Complete the phase of the objects where nothing is pending after the arrival of some lanes."""
        complete = (self.pending[slot] == 0) & (self.bytes_[slot] == 0)
        done = slot[complete]
        self.phase[done] += 1
        self.pending[done] = self.expected[done]
        for over in done.tolist():
            self.before[over] = self.visits.pop(over, Visits())
        if len(done):
            for each in self.memory.observers.mbarrier_completed:
                each.mbarrier_completed(done, None if lanes is None else lanes[complete])
        self._note_change(slot)

    def _note_change(self, slots: NDArray[np.int64]) -> None:
        for each in self.memory.observers.mbarrier_changed:
            each.mbarrier_changed(slots)

    def _trap(self, rule: str, said: str, slot: np.int64, lane: np.int64) -> Trap:
        """The fault of a lane at an object, whose report lists the operations of the phase."""
        return Trap(rule, f"{self.name(int(slot))}: {said}", int(lane), slot=int(slot))

    def add_pending(self, slots: NDArray[np.int64]) -> None:
        """Expect one more arrival in the current phase of objects, for each time they are named."""
        np.add.at(self.pending, slots, 1)

    def name(self, slot: int) -> str:
        """The name of an object."""
        return self.memory.shared_name(self.memory.batch_start + 8 * slot)

    def state(self, slot: int) -> str:
        """Describe the phase of an object and its pending arrivals and bytes."""
        return f"phase {int(self.phase[slot])} lacks {self.lacks(slot)}"

    def lacks(self, slot: int) -> str:
        """The arrivals and bytes that the phase of an object lacks, in words."""
        missing = []
        if self.pending[slot]:
            missing.append(f"{int(self.pending[slot])} of {int(self.expected[slot])} arrivals")
        if self.bytes_[slot] > 0:
            missing.append(f"{int(self.bytes_[slot])} bytes")
        if self.bytes_[slot] < 0:
            missing.append(f"the expect_tx of {-int(self.bytes_[slot])} bytes that have come")
        return " and ".join(missing) or "nothing"


def in_turns(index: NDArray[np.int64], lanes: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The lanes in as many turns as it takes for each object to be named once a turn, in rising order.

    >>> [turn.tolist() for turn in in_turns(np.array([8, 8, 16]), np.array([4, 5, 6]))]
    [[4, 6], [5]]
    """
    order = np.argsort(index, kind="stable")
    found = index[order]
    fresh = np.concatenate(([True], found[1:] != found[:-1]))
    if fresh.all():
        yield lanes
        return
    starts = np.flatnonzero(fresh)
    rank: NDArray[Any] = np.arange(len(found)) - starts[np.cumsum(fresh) - 1]
    for turn in range(int(rank.max()) + 1):
        yield lanes[np.sort(order[rank == turn])]
