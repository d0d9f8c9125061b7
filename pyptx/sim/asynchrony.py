"""When asynchronous operations take effect: the part of hardware that a program cannot see, but must survive.

Between the instruction that starts a copy or a matrix product and the wait that covers it, PTX leaves open
when the operation reads its sources and writes its results. A schedule chooses:

============  ========================================================================================
``"late"``    when a wait covers it, or where a barrier is told, when all who could go on wait for that
              barrier: who reads too early sees what was there before, every time
``"early"``   at once: who overwrites what is still being waited for spoils it, every time
``"random"``  at a time that the seed chooses, each operation on its own; `mbarrier.try_wait` may also say
              no, and warps, warpgroups or CTAs stand still while others run ahead
============  ========================================================================================

A unit (copies of threads, bulk copies, products of warpgroups) keeps its own operations; `Asynchrony` tells
them when. The native engine has the same rules, and other numbers from a seed (``csrc/engine/turns.h``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.engine import Machine
    from pyptx.sim.site import Site

SCHEDULES = ("late", "early", "random")
NEVER = 1 << 62
MOST_UNDER_WAY = 1 << 18
"""Operations of a kind that a batch keeps; a loop that never waits for any does not fill all memory."""

DELAY = 48
"""Mean number of instructions that a random schedule lets pass before an operation takes effect."""

SPURIOUS = 0.25
"""How often a random schedule lets a `try_wait` give up."""


HELD = (0.125, 0.5, 0.875)
"""Shares of the warps that a random schedule lets stand still, one after the other."""

SHORTEST, LONGEST = 1.0, 12.0
"""Binary logarithms of the number of instructions for which they do."""


class Unit(Protocol):
    """Keeps operations that have not taken effect."""

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Let operations take effect because nobody can go on; whether any did.

        Args:
            m: The machine.
            wanted: Arena indices of the barriers that threads wait for; None for any operation at all.
        """

    def tick(self, m: Machine, now: int) -> int:
        """Let operations take effect whose time has come; when the next one's will have."""

    def finish(self, m: Machine) -> None:
        """Let what is left take effect at the end of the grid."""


def need_room(count: int) -> None:
    """Check that an operation may start beside others that no wait has covered.

    Raises:
        Trap: They are too many.
    """
    if count >= MOST_UNDER_WAY:
        said = f"more than {MOST_UNDER_WAY} asynchronous operations are under way that no wait covers"
        raise Trap("unmodelled", said)


AnyUnit = TypeVar("AnyUnit", bound=Unit)


class Asynchrony:
    """The schedule of a batch.

    Attributes:
        schedule: One of `SCHEDULES`.
        random: The source of the random schedule.
        alarm: The step at which an operation is due, or other warps are to stand still.
    """

    def __init__(self, machine: Machine, schedule: str, seed: int) -> None:
        self.machine = machine
        self.schedule = schedule
        self.random = np.random.default_rng([seed, machine.first])
        self.alarm = self._turn = 0 if schedule == "random" else NEVER
        self._order = np.random.default_rng([seed, machine.first, 1])
        if schedule == "random":
            machine.scheduler.on_freed = self._take_turns
        self._units: dict[type, Any] = {}

    def unit(self, kind: type[AnyUnit]) -> AnyUnit:
        """The unit of a kind, made when it is first needed."""
        found: AnyUnit | None = self._units.get(kind)
        if found is None:
            found = self._units[kind] = kind()
        return found

    def due(self) -> int:
        """The step at which an operation that starts now takes effect; sets the alarm."""
        if self.schedule != "random":
            return NEVER
        due = self.machine.counters.steps + 1 + int(self.random.exponential(DELAY))
        self.alarm = min(self.alarm, due)
        return due

    def gives_up(self) -> bool:
        """Whether a `try_wait` gives up although its phase is complete."""
        if self.schedule != "random":
            return False
        self.machine.scheduler.spurious = True
        return bool(self.random.random() < SPURIOUS)

    def tick(self) -> None:
        """Let take effect what is due, and let others stand still when it is their turn."""
        now = self.machine.counters.steps
        if now >= self._turn:
            self._turn = now + self._hold()
        due = (unit.tick(self.machine, now) for unit in self._units.values())
        self.alarm = min((self._turn, *due))

    def _take_turns(self) -> None:
        """Choose others to stand still before the next block runs."""
        self.alarm = self._turn = 0

    def _hold(self) -> int:
        """Choose who stands still, by warps, warpgroups or CTAs; for how many instructions."""
        scheduler = self.machine.scheduler
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

    def standstill(self) -> bool:
        """Let something take effect because nobody can go on; whether anything did."""
        if not self._units:
            return False
        m = self.machine
        wanted = set(m.awaited[m.awaited >= 0].tolist()) if m.awaited is not None else set()
        for aim in (wanted, None):
            moved = [unit.advance(m, aim) for unit in self._units.values()]
            if any(moved):
                return True
        return False

    def finish(self) -> None:
        """Let take effect what no thread waited for: the grid ends when all of it has."""
        for unit in self._units.values():
            unit.finish(self.machine)


@dataclass(slots=True, eq=False)
class Transfer:
    """One operation that reads, writes, and then tells a barrier or belongs to a bulk group.

    Attributes:
        step: The instruction.
        lane: Who started it.
        fetch: Reads the source and keeps what it found for `deliver`.
        deliver: Writes the destination and tells the barriers.
        barriers: Arena indices of the barriers it tells.
        group: Bulk group of its thread; -1 for one that tells barriers.
        due: Step at which a random schedule lets it take effect.
        fetched: Whether the source was read.
        covered: Whether a wait made sure of that.
    """

    step: Site | None
    lane: int
    fetch: Callable[[], Any]
    deliver: Callable[[Any], None]
    barriers: tuple[int, ...] = ()
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
        """Read if that is still to do, then write and tell."""
        self.read()
        self._guarded(lambda: self.deliver(self.content))

    def _guarded(self, act: Callable[[], None]) -> None:
        """Act; a rule broken then is the instruction's that started it."""
        try:
            act()
        except Trap as trap:
            trap.step = trap.step or self.step
            trap.lane = self.lane
            raise


@dataclass
class TransferQueue:
    """The bulk copies, remote stores and remote reductions of a batch."""

    tracked: list[Transfer] = field(default_factory=list)
    grouped: list[Transfer] = field(default_factory=list)
    committed: NDArray[np.int64] | None = None

    def groups(self, m: Machine) -> NDArray[np.int64]:
        """How many bulk groups each lane has committed."""
        if self.committed is None:
            self.committed = np.zeros(m.lanes, np.int64)
        return self.committed

    def start(self, m: Machine, transfer: Transfer) -> None:
        """Take an operation that an instruction started."""
        if m.profiler is not None:
            m.profiler.follow(transfer)
        if m.timeline is not None:
            m.timeline.follow(m, transfer)
        if m.asynchrony.schedule == "early":
            transfer.write()
            m.scheduler.idle = 0
            if transfer.group < 0:
                return
            transfer.due = -1
        else:
            transfer.due = m.asynchrony.due()
        need_room(len(self.tracked) + len(self.grouped))
        if transfer.group < 0:
            self.tracked.append(transfer)
            return
        if not self.grouped and self.leave not in m.leaving:
            m.leaving.append(self.leave)
        self.grouped.append(transfer)

    def wait(self, m: Machine, lanes: NDArray[np.bool_], allowed: int, *, reading: bool) -> None:
        """Let the groups of some lanes take effect but for the last `allowed`; `reading` only their reads."""
        before = self.groups(m) - allowed
        rest = []
        for transfer in self.grouped:
            if not lanes[transfer.lane] or transfer.group >= before[transfer.lane]:
                rest.append(transfer)
            elif reading:
                transfer.read()
                transfer.covered = True
                rest.append(transfer)
            else:
                _land(m, transfer)
        self.grouped = rest

    def leave(self, m: Machine) -> None:
        """Report a CTA that ends while its shared memory may still be read.

        Raises:
            Trap: One does.
        """
        for transfer in self.grouped:
            if not transfer.covered and m.memory.exited[m.cta[transfer.lane]]:
                said = (
                    "the CTA ends while this copy may still be reading its shared memory: "
                    "cp.async.bulk.commit_group and wait_group (or wait_group.read) come first"
                )
                raise Trap("unfinished-copy", said, transfer.lane, step=transfer.step)

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Let those take effect whose barriers are awaited, or all that tell one, or else all stores."""
        chosen = [
            transfer
            for transfer in self.tracked
            if wanted is None or not wanted.isdisjoint(transfer.barriers)
        ]
        if wanted is None and not chosen:
            chosen = [transfer for transfer in self.grouped if transfer.due >= 0]
            for transfer in chosen:
                _land(m, transfer)
                transfer.due = -1
            return bool(chosen)
        if chosen:
            picked = set(map(id, chosen))
            self.tracked = [transfer for transfer in self.tracked if id(transfer) not in picked]
            for transfer in chosen:
                _land(m, transfer)
        return bool(chosen)

    def tick(self, m: Machine, now: int) -> int:
        """Let those take effect that are due."""
        landing = [transfer for transfer in (*self.tracked, *self.grouped) if 0 <= transfer.due <= now]
        self.tracked = [transfer for transfer in self.tracked if not 0 <= transfer.due <= now]
        for transfer in landing:
            _land(m, transfer)
            transfer.due = -1
        left = (transfer.due for transfer in (*self.tracked, *self.grouped) if transfer.due >= 0)
        return min(left, default=NEVER)

    def finish(self, m: Machine) -> None:
        """Let the writes to global memory take effect; shared memory is gone with the CTAs."""
        for transfer in self.grouped:
            _land(m, transfer)
        self.tracked, self.grouped = [], []


def _land(m: Machine, transfer: Transfer) -> None:
    """Let an operation take effect unless it has."""
    if transfer.due == -1:
        return
    transfer.write()
    m.scheduler.idle = 0
