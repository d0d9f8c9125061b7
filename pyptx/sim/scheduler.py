"""The schedule of lanes: program counters, waits, and stalls in which no lane can run.

All lanes of a batch of CTAs share one dispatch loop. While every living lane is at the same block, the place
is a single number and nothing is masked. Otherwise every lane has a key, and the lanes with the lowest key
run:

================  ===============================================================
key               lane
================  ===============================================================
block             ready to run that block
YIELDED + block   ready, but it spun without effect: others first
PARKED            waits at a barrier, for lanes of its warp or warpgroup, or for registers
EXITED            done, or padding of the last warp of a CTA
================  ===============================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import WARPGROUP_LANES
from pyptx.sim.abi import NUMBERS
from pyptx.sim.faults import Trap, bits, lane_ranges

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


WARP = NUMBERS["LANES"]
YIELDED = 1 << 24
PARKED = 1 << 28
EXITED = 1 << 29

FUEL = 4096
POLL_COST = 512
"""A group of lanes yields after eight turns of a polling loop, or 4096 turns of any other."""

SPIN_LIMIT = 200_000
"""Turns of polling loops without any change of memory, arrival or exit, after which they are a livelock."""

STILL_LIMIT = 1_000
"""Times that the polls of all threads failed one after the other, after which they are a livelock."""

ALIKE_LIMIT = 2
SPURIOUS_LIMIT = 30
"""Repetitions of the machine state in a row, after which it is a livelock; and where waits may time out."""

BARRIERS = NUMBERS["BARRIERS"]

CLUSTER_BARRIER = 16
WARPGROUP = 17
PARTS = 18
"""Reasons for which a lane is parked, after the barriers of its CTA; from `PARTS` on, parts of the machine.
"""


class Scheduler:
    """The places of the lanes of one batch.

    Attributes:
        converged: Whether all living lanes are at block `place`.
        place: The block that runs.
        key: The key of every lane; only meaningful while not converged.
        count: Number of lanes that `select` chose last.
        live: Lanes that have not exited.
        live_count: Number of lanes that have not exited.
        all_live: Whether no lane has exited.
        parked_at: Block at which a parked lane waits; -1 for others.
        idle: Turns of polling loops since anything changed.
        held: Lanes of warps that are paused while others can run; None where no warp is.
        barrier: Reason for the wait of a parked lane: a barrier's number, or a number such as
            `CLUSTER_BARRIER`; -1 for lanes of its warp.
        met: Lanes that met last, at this instruction or one like it.
        spurious: Whether polls may have failed although their phase was complete.
        in_turns: Whether warps run one after the other, each until it waits, yields or exits, as on the
            native engine.
    """

    def __init__(
        self,
        exists: NDArray[np.bool_],
        cta: NDArray[np.int32],
        ctas: int,
        entry: int,
        *,
        in_turns: bool = False,
    ) -> None:
        self.lanes = len(exists)
        self.cta = cta
        self.ctas = ctas
        self.exists = exists
        self.live = exists.copy()
        self.live_count = int(exists.sum())
        self.all_live = self.live_count == self.lanes
        self.converged = True
        self.place = entry
        self.count = self.live_count
        self.key = np.full(self.lanes, EXITED, np.int32)
        self.parked_at = np.full(self.lanes, -1, np.int32)
        self.barrier = np.full(self.lanes, -1, np.int8)
        self.parked = 0
        self.fuel = FUEL
        self.idle = 0
        self.held: NDArray[np.bool_] | None = None
        self.met = self.live
        self.spurious = False
        self._exited: NDArray[np.bool_] | None = None
        self._alone = np.zeros(self.lanes, np.bool_)
        self._on_stall: Callable[[], bool] = _nothing
        self._is_repeated: Callable[..., bool] | None = None
        self._on_freed: Callable[[], Any] = _nothing
        self._turns = 0
        self._worked = False
        self._still = 0
        self._alike = 0
        self._mark = (0, 0)
        self.in_turns = in_turns
        self._turn = 0
        if in_turns:
            self.diverge()

    def call_back(
        self,
        *,
        stalled: Callable[[], bool],
        repeated: Callable[..., bool],
        freed: Callable[[], Any],
    ) -> None:
        """Set the functions to call at a stall.

        Args:
            stalled: Called when all lanes have yielded or wait; returns whether it changed anything.
            repeated: Called after `stalled`, with whether nothing was written since the last call; returns
                whether the machine repeats an earlier state.
            freed: Called when paused warps may continue because no others can run.
        """
        self._on_stall, self._is_repeated, self._on_freed = stalled, repeated, freed

    # Places

    def select(self) -> NDArray[np.bool_] | None:
        """Choose the lanes that run next, while not converged; None if all lanes have exited.

        If these are all living lanes, they have converged.

        Raises:
            Trap: Lanes wait and none can run.
        """
        if self.in_turns:
            return self._select_warp()
        if self.held is not None:
            free = np.where(self.held, np.int32(EXITED), self.key)
            lowest = int(free.min())
            if lowest < YIELDED:
                self.place = lowest
                selected: NDArray[np.bool_] = free == lowest
                return self._count_selected(selected)
            self.held = None
            self._on_freed()
        if int(self.key.min()) >= YIELDED and not self._resume():
            return None
        self.place = int(self.key.min())
        mask: NDArray[np.bool_] = self.key == self.place
        return self._count_selected(mask)

    def _select_warp(self) -> NDArray[np.bool_] | None:
        """Choose the lanes that run next of the warp whose turn it is; None if all lanes have exited."""
        while True:
            ready = np.asarray((self.key < YIELDED).reshape(-1, WARP).any(1))
            first = self._turn
            if self.barrier[first * WARP] == WARPGROUP:  # there the native engine does not wait
                first -= first % (WARPGROUP_LANES // WARP)
            if ready[first:].any():
                self._turn = first + int(ready[first:].argmax())
                break
            self._turn = 0
            if ready.any():
                self.key[self.key < PARKED] &= YIELDED - 1
            elif not self._resume():
                return None
        warp = slice(self._turn * WARP, (self._turn + 1) * WARP)
        self.place = int(self.key[warp].min())
        mask = np.zeros(self.lanes, np.bool_)
        mask[warp] = self.key[warp] == self.place
        return self._count_selected(mask)

    def _resume(self) -> bool:
        """Let lanes that have yielded run again, after a stall; return whether any lane is left.

        Raises:
            Trap: Lanes wait and none can run.
        """
        lowest = int(self.key.min())
        if lowest == EXITED:
            return False
        moved = self.stall()
        if lowest == PARKED and not moved:
            raise Trap("deadlock", "")
        self.key[self.key < PARKED] &= YIELDED - 1
        if int(self.key.min()) == PARKED:
            raise Trap("deadlock", "")
        return True

    def _count_selected(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Record the number of lanes that run next, and whether these are all."""
        self.count = int(np.count_nonzero(mask))
        self.converged = self.count == self.live_count
        return mask

    def diverge(self) -> None:
        """Give every lane its own key."""
        if self.converged:
            self.key[...] = np.where(self.live, np.int32(self.place), np.int32(EXITED))
            self.converged = False

    def hold(self, warps: NDArray[np.bool_]) -> None:
        """Pause these warps, and no others, until all others wait, yield or have exited."""
        if warps.any():
            self.diverge()
            self.held = np.repeat(warps, WARP)
        else:
            self.held = None

    def goto(self, mask: NDArray[np.bool_], block: int) -> None:
        """Send lanes to a block; only while not converged."""
        self.key[mask] = block

    def proceed(self, mask: NDArray[np.bool_], block: int) -> None:
        """Send the lanes that run, which are those of `mask`, to a block."""
        if self.converged:
            self.place = block
        else:
            self.goto(mask, block)

    def note_progress(self) -> None:
        """Record a change that lanes may poll for."""
        self.idle = 0

    def yield_soon(self) -> None:
        """Let the lanes that run yield at their next turn of a loop."""
        self.fuel = 0

    def expect_spurious(self) -> None:
        """Record that polls may fail although their phase is complete."""
        self.spurious = True

    def restore(
        self,
        live: NDArray[np.bool_],
        blocks: NDArray[Any],
        parked: NDArray[np.bool_],
        yielded: NDArray[np.bool_],
    ) -> None:
        """Set lanes to the state of another engine: the block of each, parked or yielded."""
        self.converged = False
        self.live, self.live_count, self.all_live = live, int(live.sum()), bool(live.all())
        ready = blocks + np.where(yielded, YIELDED, 0)
        self.key[...] = np.where(live, np.where(parked, PARKED, ready), EXITED)
        self.parked_at[...] = np.where(parked, blocks, -1)
        self.parked = int(parked.sum())

    def stand_at(self, block: int) -> None:
        """Run a block next, regardless of the order of keys."""
        self.place = block

    def branch(
        self,
        taken: NDArray[np.bool_],
        mask: NDArray[np.bool_] | None,
        target: int,
        beyond: int,
        *,
        polls: bool,
    ) -> None:
        """Send the lanes of `mask` that take a branch to `target`, the others to `beyond`."""
        if self.converged:
            count = int(np.count_nonzero(taken if mask is None else taken & mask))
            if count == 0:
                self.place = beyond
                return
            if count == self.live_count:
                if self.turn(target, polls=polls):
                    self.stall()
                self.place = target
                return
            self.diverge()
            mask = self.live
        assert mask is not None
        spent = self.turn(target, polls=polls) if (taken & mask).any() else False
        there = np.int32(target + YIELDED if spent else target)
        self.key[...] = np.where(mask, np.where(taken, there, np.int32(beyond)), self.key)

    def jump(self, mask: NDArray[np.bool_] | None, target: int, *, polls: bool) -> None:
        """Send all lanes of `mask` to `target`."""
        spent = self.turn(target, polls=polls)
        if self.converged:
            if spent:
                self.stall()
            self.place = target
        else:
            self.key[mask] = target + YIELDED if spent else target

    def stall(self) -> bool:
        """Complete operations once all lanes have run and now poll or wait; return whether any completed.

        Raises:
            Trap: So many calls without any change are a livelock.
        """
        moved = self._on_stall()
        turns, idle = self._mark
        self._turns += 1
        self.idle += 1
        self._mark = self._turns, self.idle
        quiet = self._turns - turns == self.idle - idle and not moved
        alike = self._is_repeated is not None and self._is_repeated(quiet=quiet)
        self._alike = self._alike + 1 if alike else 0
        self._still = self._still + 1 if quiet and not self._worked else 0
        limit = SPURIOUS_LIMIT if self.spurious and not self._worked else ALIKE_LIMIT
        self._worked = False
        if self._still > STILL_LIMIT or self._alike >= limit:
            raise Trap("livelock", "")
        return moved

    def turn(self, target: int, *, polls: bool) -> bool:
        """Count a turn of a loop; return whether its lanes should let others run."""
        if target > self.place:
            return False
        if polls:
            self.idle += 1
            self._turns += 1
            if self.idle > SPIN_LIMIT:
                raise Trap("livelock", "")
        self.fuel -= POLL_COST if polls else 1
        if self.fuel > 0:
            return False
        self.fuel = FUEL
        self._worked = self._worked or not polls
        return True

    def return_to(self, mask: NDArray[np.bool_], blocks: NDArray[np.int32]) -> None:
        """Send each lane to its own block; only while not converged."""
        self.key[mask] = blocks[mask]

    def exit(self, mask: NDArray[np.bool_]) -> None:
        """End lanes; barriers for all threads of a CTA and lanes of their warps no longer wait for them."""
        self.diverge()
        self.live &= ~mask
        self.key[mask] = EXITED
        if self.parked:
            left = np.repeat(self.warps(mask) != 0, WARP)
            alone = left & (self.barrier < 0) & (self.parked_at >= 0)
            self.retry(alone)
            self._alone |= alone
        self.live_count = int(np.count_nonzero(self.live))
        self.all_live = False
        self.idle = 0
        self._exited = mask.copy() if self._exited is None else self._exited | mask

    def take_exits(self) -> tuple[NDArray[np.bool_] | None, NDArray[np.bool_]]:
        """The lanes that have exited since the last call, None for none; and those that waited for them."""
        exited, self._exited = self._exited, None
        alone = self._alone
        if exited is not None:
            self._alone = np.zeros(self.lanes, np.bool_)
        return exited, alone

    def park(self, lanes: NDArray[np.bool_], reason: int | NDArray[Any]) -> None:
        """Park lanes at the current block until `release` or their turn to continue.

        Args:
            lanes: A mask of the lanes.
            reason: The reason, one number or one per lane: see `barrier`.
        """
        self.diverge()
        self.key[lanes] = PARKED
        self.parked_at[lanes] = self.place
        self.barrier[lanes] = reason
        self.parked += int(np.count_nonzero(lanes))

    def rejoin(self, lanes: NDArray[np.bool_]) -> None:
        """Add waiting lanes to the group that runs now."""
        woken = lanes & (self.parked_at >= 0)
        self.parked -= int(np.count_nonzero(woken))
        self.parked_at[woken] = -1
        self.barrier[woken] = -1

    def retry(self, lanes: NDArray[np.bool_]) -> None:
        """Let waiting lanes execute their instruction again."""
        again = lanes & (self.parked_at >= 0)
        self.key[again] = self.parked_at[again]
        self.rejoin(again)

    # Warps

    def meet(self, lanes: NDArray[np.bool_]) -> None:
        """Record that the running lanes have met without a wait."""
        self.met = lanes

    def warps(self, lanes: NDArray[np.bool_]) -> NDArray[np.uint32]:
        """Return one word per warp with a bit for each lane of `lanes`."""
        bits = np.packbits(lanes.reshape(-1, WARP), axis=1, bitorder="little")
        return bits.view(np.uint32).reshape(-1)

    def gather_warps(
        self,
        members: NDArray[np.uint32],
        mask: NDArray[np.bool_],
        what: str,
        alike: NDArray[np.bool_] | None,
        *,
        whole: bool,
    ) -> NDArray[np.bool_] | None:
        """Gather the lanes named by a member mask at the current block.

        Named lanes that have exited are not awaited (manual section 9.7.15.2: all non-exited threads).

        Args:
            members: The member mask of every lane.
            mask: The lanes that arrive.
            what: The instruction, for messages.
            alike: Other blocks at which lanes may wait; None if they must meet at this one.
            whole: Whether the instruction is undefined if a lane of the warp has exited.

        Returns:
            The lanes that continue, some of which may have waited here; None for none.

        Raises:
            Trap: A lane is not in its own mask, or a lane has exited and `whole` is true.
        """
        own = np.uint32(1) << (np.arange(self.lanes, dtype=np.uint32) & np.uint32(31))
        stranger = mask & ((members & own) == 0)
        if stranger.any():
            lane = int(stranger.argmax())
            raise Trap(
                "member-mask",
                f"{what} by lane {lane % WARP}, "
                f"which its member mask {int(members[lane]):#010x} does not name",
                lane,
            )
        here = mask
        if self.parked:
            standing = self.parked_at == self.place if alike is None else alike[self.parked_at]
            here = mask | (standing & (self.parked_at >= 0))
        if whole:
            self._need_whole_warps(mask, what)
        alive = np.repeat(self.warps(self.live), WARP)
        present = np.repeat(self.warps(here), WARP)
        ready: NDArray[np.bool_] = here & ((members & alive & ~present) == 0)
        waiting = mask & ~ready
        if waiting.any():
            self.diverge()
            self.key[waiting] = PARKED
            self.parked_at[waiting] = self.place
            self.parked += int(np.count_nonzero(waiting))
        if not ready.any():
            return None
        self.met = ready.copy()
        if self.parked:
            woken = ready & (self.parked_at >= 0)
            elsewhere = woken & (self.parked_at != self.place)
            self.key[elsewhere] = self.parked_at[elsewhere] + 1
            ready &= ~elsewhere
            self.parked -= int(np.count_nonzero(woken))
            self.parked_at[woken] = -1
        return ready

    def _need_whole_warps(self, mask: NDArray[np.bool_], what: str) -> None:
        """Check that in the warps of some lanes no lane has exited.

        Raises:
            Trap: A lane has.
        """
        gone = np.repeat(self.warps(self.exists & ~self.live), WARP)
        missed = mask & (gone != 0)
        if missed.any():
            lane = int(missed.argmax())
            exited = lane_ranges(bits(int(gone[lane])))
            raise Trap(
                "member-mask", f"{what} needs all lanes of a warp, but lanes {exited} have exited", lane
            )

    def release(self, lanes: NDArray[np.bool_]) -> None:
        """Let waiting lanes continue after the instruction at which they wait."""
        self.key[lanes] = self.parked_at[lanes] + 1
        self.parked_at[lanes] = -1
        self.barrier[lanes] = -1
        self.parked -= int(np.count_nonzero(lanes))


def _nothing() -> bool:
    """Do nothing: no asynchronous operation is pending, and no warp is paused."""
    return False
