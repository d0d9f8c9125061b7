"""The asynchronous operations of `tcgen05`: products, copies and shifts of tensor memory, and their commits.

Operations of one thread take effect in its order, each some time after its instruction. A commit arrives at
its mbarriers some time after all operations before it have taken effect, so commits arrive in any order.
Operations of different threads take effect in the order of their start if the hardware pipelines them, and in
any order otherwise (manual section 9.7.18.6). The race detector checks that the threads met between them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.asynchrony import NEVER, need_room
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.sim.asynchrony import Work
    from pyptx.sim.machine import Machine


PIPELINES = {"mma": ("mma", "cp", "shift"), "cp": ("shift",), "shift": ("mma",)}
"""The kinds of other threads' operations behind which each kind is pipelined (manual section 9.7.18.6.2)."""


@dataclass(slots=True, eq=False)
class TensorOperation:
    """A product, copy or shift that has not taken effect.

    Attributes:
        work: The operation, for observers.
        kind: ``"mma"``, ``"cp"`` or ``"shift"``.
        lane: The lane that started it.
        act: Lets it take effect.
        ctas: CTAs of the batch whose memory it accesses.
        due: Step at which a random schedule lets it take effect.
        number: How many operations were started before it.
    """

    work: Work
    kind: str
    lane: int
    act: Callable[[], None]
    ctas: tuple[int, ...]
    due: int = NEVER
    number: int = 0

    def follows(self, earlier: TensorOperation) -> bool:
        """Whether the hardware pipelines this operation after an earlier one, of any thread."""
        pipelined = earlier.number < self.number and earlier.kind in PIPELINES[self.kind]
        return pipelined and not set(self.ctas).isdisjoint(earlier.ctas)


@dataclass(slots=True, eq=False)
class Commit:
    """A `tcgen05.commit` whose operations have not all taken effect.

    Attributes:
        work: The commit, for observers.
        lane: The lane that executed it.
        barriers: Arena indices of the mbarrier objects.
        due: Step at which a random schedule lets it arrive.
        number: How many operations were started before it.
    """

    work: Work
    lane: int
    barriers: tuple[int, ...]
    due: int = NEVER
    number: int = 0


@dataclass(slots=True)
class Trail:
    """The operations of a thread that no wait has covered.

    Attributes:
        loose: The last operation since the last commit.
        covered: The last operation before it.
        phases: Slots and phases of the mbarrier objects by which threads observe its completion.
    """

    loose: TensorOperation | None = None
    covered: TensorOperation | None = None
    phases: tuple[tuple[int, int], ...] = ()


class TensorCores(Part):
    """The operations of a batch.

    Attributes:
        queues: Those that have not taken effect, by lane, in order.
        trails: Operations that no wait has covered, by lane.
        count: Operations that were started.
    """

    def __init__(self, m: Machine) -> None:
        self.count = 0
        self.queues: dict[int, deque[TensorOperation | Commit]] = {}
        self.trails: dict[int, Trail] = {}

    def start(self, m: Machine, entry: TensorOperation | Commit) -> None:
        """Queue the operation that an instruction started."""
        if isinstance(entry, TensorOperation):
            for each in m.observers.work_started:
                each.work_started(entry.work)
        trail = self.trails.setdefault(entry.lane, Trail())
        entry.number = self.count
        if isinstance(entry, TensorOperation):
            self.count += 1
            trail.loose = entry
        if m.asynchrony.schedule == "early":
            self._finish_entry(m, entry)
            return
        queue = self.queues.setdefault(entry.lane, deque())
        need_room(len(queue))
        entry.due = m.asynchrony.due()
        before = next((each for each in reversed(queue) if isinstance(each, TensorOperation)), None)
        if before is not None and entry.due != NEVER:
            entry.due = max(entry.due, before.due)
        queue.append(entry)

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Let operations take effect up to the commits that threads wait for; up to any commit for None.

        Each thread's first commit of that kind arrives; its later ones do not.
        """
        moved = False
        for queue in list(self.queues.values()):
            chosen: list[TensorOperation | Commit] = []
            for entry in queue:
                if isinstance(entry, TensorOperation):
                    chosen.append(entry)
                elif wanted is None or not wanted.isdisjoint(entry.barriers):
                    self._finish_entries(m, queue, [*chosen, entry])
                    moved = True
                    break
        self._drop_empty()
        return moved

    def tick(self, m: Machine, now: int) -> int:
        """Let the operations take effect that are due."""
        for queue in list(self.queues.values()):
            self._finish_entries(m, queue, [entry for entry in queue if entry.due <= now])
        self._drop_empty()
        return min((entry.due for queue in self.queues.values() for entry in queue), default=NEVER)

    def exited(self, m: Machine) -> None:
        """Report a CTA that ends while an operation may still access its memory.

        Raises:
            Trap: A CTA ends too early.
        """
        for lane, trail in self.trails.items():
            found = self._uncovered(m, lane, trail)
            if found is None or self._is_followed(m, found[0]):
                continue
            operation, commits = found
            gone = [cta for cta in operation.ctas if m.memory.exited[cta]]
            if not gone:
                continue
            whose = "" if gone[0] == int(m.cta[lane]) else f" of rank {gone[0] % m.cluster_size}"
            lacks = (
                "no thread waits for the mbarrier of the tcgen05.commit that follows it"
                if commits
                else "no tcgen05.commit follows it"
            )
            said = (
                f"the CTA{whose} ends while this operation may still access its memory: {lacks}; "
                "tcgen05.commit and a wait for its mbarrier must come before the end"
            )
            raise Trap("tensor-unfinished", said, lane, step=operation.work.step)

    def _uncovered(self, m: Machine, lane: int, trail: Trail) -> tuple[TensorOperation, bool] | None:
        """The last operation of a thread that no wait covers, and whether a commit follows it."""
        if trail.loose is not None and not self._is_committed(lane, trail.loose):
            return trail.loose, False
        queue = self.queues.get(lane, ())
        waiting = [entry for entry in queue if isinstance(entry, TensorOperation)]
        if waiting:
            return waiting[-1], True
        if trail.covered is None or any(m.barriers.seen[slot] > phase for slot, phase in trail.phases):
            return None
        return trail.covered, True

    def _is_followed(self, m: Machine, operation: TensorOperation) -> bool:
        """Whether a thread observed the end of an operation that is pipelined behind this one."""
        return any(
            trail.covered is not None
            and trail.covered.follows(operation)
            and any(m.barriers.seen[slot] > phase for slot, phase in trail.phases)
            for trail in self.trails.values()
        )

    def _is_committed(self, lane: int, operation: TensorOperation) -> bool:
        """Whether a commit follows an operation in the queue of its thread."""
        behind = False
        for entry in self.queues.get(lane, ()):
            if behind and isinstance(entry, Commit):
                return True
            behind = behind or entry is operation
        return False

    def _finish_entries(
        self, m: Machine, queue: deque[TensorOperation | Commit], entries: Sequence[TensorOperation | Commit]
    ) -> None:
        """Let some entries of a queue take effect, in order, except those that others made take effect."""
        for entry in entries:
            if entry in queue:
                queue.remove(entry)
                self._finish_entry(m, entry)

    def _drop_empty(self) -> None:
        self.queues = {lane: queue for lane, queue in self.queues.items() if queue}

    def _finish_entry(self, m: Machine, entry: TensorOperation | Commit) -> None:
        """Let an operation take effect, or a commit arrive; a rule broken then is its instruction's."""
        try:
            if isinstance(entry, Commit):
                self._arrive(m, entry)
            else:
                self._finish_before(m, entry)
                entry.act()
        except Trap as trap:
            trap.step = trap.step or entry.work.step
            trap.lane = entry.lane
            raise
        m.scheduler.note_progress()
        if isinstance(entry, TensorOperation):
            for each in m.observers.work_completed:
                each.work_completed(entry.work, np.array([entry.lane]))

    def _finish_before(self, m: Machine, operation: TensorOperation) -> None:
        """Let the operations of other threads take effect after which one is pipelined."""
        for queue in self.queues.values():
            own = [entry for entry in queue if isinstance(entry, TensorOperation)]
            followed = [place for place, entry in enumerate(own) if operation.follows(entry)]
            if followed:
                self._finish_entries(m, queue, own[: followed[-1] + 1])

    def _arrive(self, m: Machine, commit: Commit) -> None:
        """Let a commit arrive at its mbarrier objects; those that ended with its own CTA miss nothing."""
        index = np.array(commit.barriers, np.int64)
        if m.memory.exited[m.cta[commit.lane]]:
            homes = [m.memory.shared_place(barrier)[0] for barrier in commit.barriers]
            index = index[~m.memory.exited[homes]]
        m.memory.need_running(index, None)
        lanes = np.full(len(index), commit.lane, np.int64)
        barriers = m.barriers
        slots = barriers.slots(index, lanes)
        self._cover(commit, tuple((slot, int(barriers.phase[slot])) for slot in slots.tolist()))
        barriers.visited(slots, lanes, commit.work.step)
        for each in m.observers.tensor_arrived:
            each.tensor_arrived(commit, commit.lane, slots)
        for place in range(len(slots)):
            one = slice(place, place + 1)
            barriers.arrive(slots[one], np.ones(1, np.int64), lanes[one], drop=False, hold=False)

    def _cover(self, commit: Commit, phases: tuple[tuple[int, int], ...]) -> None:
        """Record the mbarrier phases by which threads observe that the operations have completed."""
        trail = self.trails[commit.lane]
        if trail.loose is not None and trail.loose.number < commit.number:
            trail.covered, trail.phases, trail.loose = trail.loose, phases, None
        elif trail.loose is None and (trail.covered is None or trail.covered.number < commit.number):
            trail.phases += phases
