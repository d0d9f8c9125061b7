"""The schedule of asynchronous operations: the times at which they take effect.

Between the instruction that starts a copy or a matrix product and the wait that covers it, PTX leaves open
when the operation reads its sources and writes its results. A schedule chooses:

============  ========================================================================================
``"late"``    when a wait covers it, or, if it completes at a barrier, when all threads that could run wait
              for that barrier: a read that comes too early gets the old value, on every run
``"early"``   at once: a write that comes too early spoils what is still awaited, on every run
``"random"``  at a time that the seed chooses, each operation on its own; `mbarrier.try_wait` may also time
              out, and warps, warpgroups or CTAs are paused while others run ahead
============  ========================================================================================

A queue (of `cp.async`, bulk copies or `wgmma`: a part of the machine) keeps its operations; the schedule
chooses the times. The native engine has the same rules, and other numbers from a seed
(``csrc/engine/random_schedule.h``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from pyptx.sim.abi import SCHEDULE
from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyptx.sim.counters import Counters
    from pyptx.sim.scheduler import Scheduler
    from pyptx.sim.site import Site

WorkKind: TypeAlias = Literal["copy", "product", "tensor", "commit"]
"""A type, so that a comparison with another word is an error of types."""

SCHEDULES = tuple(SCHEDULE)
NEVER = 1 << 62
MOST_UNDER_WAY = 1 << 18
"""Operations of a kind that a batch keeps; a loop that never waits for any does not fill all memory."""

DELAY = 48
"""Mean number of instructions that a random schedule lets pass before an operation takes effect."""

SPURIOUS = 0.25
"""Share of `try_wait` that times out under a random schedule."""


HELD = (0.125, 0.5, 0.875)
"""Shares of the warps that a random schedule pauses, one after the other."""

SHORTEST, LONGEST = 1.0, 12.0
"""Binary logarithms of the number of instructions for which they are paused."""


def need_room(count: int) -> None:
    """Check that an operation may start beside others that no wait has covered.

    Raises:
        Trap: Too many operations are pending.
    """
    if count >= MOST_UNDER_WAY:
        said = f"more than {MOST_UNDER_WAY} asynchronous operations are pending that no wait covers"
        raise Trap("unmodelled", said)


class Asynchrony:
    """The schedule of a batch.

    Attributes:
        schedule: One of `SCHEDULES`.
        random: The source of the random schedule.
        alarm: The step at which an operation is due, or other warps are to be paused.
    """

    def __init__(
        self, schedule: str, seed: tuple[int, int], scheduler: Scheduler, counters: Counters
    ) -> None:
        self.schedule = schedule
        self.random = np.random.default_rng(seed)
        self.alarm = self._turn = 0 if schedule == "random" else NEVER
        self._order = np.random.default_rng([*seed, 1])
        self._scheduler, self._counters = scheduler, counters

    def due(self) -> int:
        """The step at which an operation that starts now takes effect; sets the alarm."""
        if self.schedule != "random":
            return NEVER
        due = self._counters.steps + 1 + int(self.random.exponential(DELAY))
        self.alarm = min(self.alarm, due)
        return due

    def times_out(self) -> bool:
        """Whether a `try_wait` times out although its phase is complete."""
        if self.schedule != "random":
            return False
        self._scheduler.expect_spurious()
        return bool(self.random.random() < SPURIOUS)

    def pause(self, now: int) -> None:
        """Pause other warps if it is time to."""
        if now >= self._turn:
            self._turn = now + self._hold()

    def wake(self, due: Iterable[int]) -> None:
        """Set the alarm to the first time at which an operation is due, or other warps are to be paused."""
        self.alarm = min((self._turn, *due))

    def take_turns(self) -> None:
        """Choose other warps to pause before the next block runs, if the schedule does so at all."""
        if self.schedule == "random":
            self.alarm = self._turn = 0

    def _hold(self) -> int:
        """Choose the warps, warpgroups or CTAs to pause, and for how many instructions."""
        scheduler = self._scheduler
        warps = scheduler.lanes // WARP
        together = int(self._order.choice((1, 4, warps // scheduler.ctas)))
        share = self._order.choice(HELD)
        chosen = self._order.random(-(-warps // together)) < share
        held = np.repeat(chosen, together)[:warps]
        if warps > 1:
            scheduler.hold(held)
        if held.all() or not held.any():
            return 1
        return int(2 ** self._order.uniform(SHORTEST, LONGEST))


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """An asynchronous operation, for observers.

    Attributes:
        step: The instruction that started it.
        kind: ``"product"`` is of a warpgroup, ``"tensor"`` an operation of `tcgen05`.
    """

    step: Site | None
    kind: WorkKind


@dataclass(slots=True, eq=False)
class Transfer:
    """One operation that reads, writes, and then completes at barriers or belongs to a bulk group.

    Attributes:
        work: The operation, for observers.
        lane: The lane that started it.
        fetch: Reads the source and keeps the data for `deliver`.
        deliver: Writes the destination and completes the barriers.
        barriers: Arena indices of the barriers at which it completes.
        ctas: Returns the CTAs whose shared memory it accesses.
        group: Bulk group of its thread; -1 for one that completes at barriers.
        due: Step at which a random schedule lets it take effect.
        fetched: Whether the source was read.
        covered: Whether a wait made sure of that.
    """

    work: Work
    lane: int
    fetch: Callable[[], Any]
    deliver: Callable[[Any], None]
    barriers: tuple[int, ...] = ()
    ctas: Callable[[], frozenset[int]] = frozenset
    group: int = -1
    due: int = NEVER
    fetched: bool = False
    covered: bool = False
    content: Any = None

    def read(self) -> None:
        """Read the source, once."""
        if not self.fetched:
            self._guarded(lambda: setattr(self, "content", self.fetch()))
            self.fetched = True

    def write(self) -> None:
        """Read if that is still to do, then write and complete."""
        self.read()
        self._guarded(lambda: self.deliver(self.content))

    def _guarded(self, act: Callable[[], None]) -> None:
        """Act; a rule broken then is the instruction's that started it."""
        try:
            act()
        except Trap as trap:
            trap.step = trap.step or self.work.step
            trap.lane = self.lane
            raise
