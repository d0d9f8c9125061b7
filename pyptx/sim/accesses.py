"""Races of accesses by threads: each is compared with the epochs of its granules, then leaves its own.

An access that conflicts with an epoch is ordered if the clock of its thread includes it (`pyptx.sim.order`);
if not, it is a race under any schedule.

The following are not reported: a write that stores the value already in memory, and a thread that reads the
value it wrote while another thread writes the same; two strong accesses (volatile, relaxed and stronger,
atomics) whose scopes include both threads, except atomics of two sizes and volatile accesses by which lanes
of a warp exchange values through shared memory; an access after a strong read of the value that the other
wrote, if the program tests it; a weak read whose thread then compares and swaps, and so detects a change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.epochs import ENGINE, IDENTITY, PENDING, SCOPE_SHIFT, SCOPES, TIME_SHIFT, TIMES, WHO
from pyptx.sim.equal_writes import EqualWrites
from pyptx.sim.exchanges import Exchanges
from pyptx.sim.faults import Trap
from pyptx.sim.race_reports import READ, RaceReports
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import CLUSTER, CTA, GPU, Strength, strength
from pyptx.sim.steps import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History, Shadow
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site

WEAK, STRONG = 0, 1
"""Kinds of epochs that an access is compared with, before `READ`: weak writes and strong writes."""

READERS = 64
"""Number of readers of a write that are kept."""


class Accesses(RaceReports):
    """The accesses of threads of a batch."""

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        self._equal = EqualWrites(self.base, m.lanes)
        self._guesses: dict[tuple[int, int], Trap] = {}
        self._confirmations: dict[tuple[int, int], int] = {}
        self._exchanges = Exchanges(m.lanes // WARP)

    def loaded(self, index: Array, size: int, mask: Array | None) -> None:
        """Note that lanes read."""
        self._access(index, size, mask, write=False)

    def stored(self, index: Array, size: int, mask: Array | None, values: Array) -> None:
        """Note that lanes write values, shape (L,) or (count, L), before they do."""
        self._access(index, size, mask, write=True, values=values)
        self.note_written_values(values, size)

    def updated(self, index: Array, size: int, mask: Array | None) -> None:
        """Note that lanes read, combine and write atomically."""
        self._access(index, size, mask, write=True)

    def combined(self, size: int, values: Array, operand: Array) -> None:
        """Note the values that the last updates of lanes left."""
        self.note_written_values(values, size, operand)

    def _access(
        self, index: Array, size: int, mask: Array | None, *, write: bool, values: Array | None = None
    ) -> None:
        step = self.m.step
        now = self.history.tick(step)
        strong = self._strength(step)
        lanes = np.arange(self.m.lanes) if mask is None else np.flatnonzero(mask)
        index = index if mask is None else index[mask]
        if isinstance(step, Step) and step.operation.row_holders:
            givers, lanes = lanes, lanes - lanes % WARP + np.array(step.operation.row_holders)[lanes % WARP]
            if values is not None:
                rows, values = values, np.zeros_like(values)
                values[:, lanes] = rows[:, givers]
            order = np.argsort(lanes)
            index, lanes = index[order], lanes[order]
        for shadow, some in self.spaces(index):
            at, who = (index, lanes) if some is None else (index[some], lanes[some])
            if shadow is self.shared and self.m.cluster_size > 1:
                self.note_remote_access(at, who)
                self.need_started(at, who)
                self.visited(at, who)
            if strong.constant and shadow is not self.shared:
                self._need_constant(shadow, at, size, who)
            self.touch(shadow, at, size, who, now, strong.scope, write=write, values=values)
            if write and strong.scope and self.history.compares:
                self._find_out(shadow, shadow.granules(at, size), who)
            if strong.scope:
                if self.history.narrow and shadow is not self.shared:
                    self.note_scope(who, strong.scope)
                adds = write and values is None
                self.synchronise(at, size, who, now, strong, write=write, adds=adds)
            elif write and (self.history.records or self.history.released):
                gone = set(np.add.outer(at, np.arange(0, size, strong.element or size)).ravel().tolist())
                self.history.released.forget(gone)
                for each in self.history.records.keys() & gone:
                    del self.history.records[each]

    def _strength(self, step: Site | None) -> Strength:
        if step is None:
            return Strength()
        found = self.history.strengths.get(id(step))
        if found is None:
            found = strength(step)
            if step in self.history.facts.untested_reads:
                found = found._replace(acquires=False, reads=False)
            self.history.strengths[id(step)] = found
        return found

    def spaces(self, index: Array) -> Iterator[tuple[Shadow, Array | None]]:
        """The checked spaces that are accessed, with the accesses to each; None for all."""
        if not len(index):
            return
        low, high = int(index.min()), int(index.max())
        for shadow in (self.shared, self.history.global_):
            if shadow.start <= low and high < shadow.stop:
                yield shadow, None
            elif low < shadow.stop and high >= shadow.start:
                some = (index >= shadow.start) & (index < shadow.stop)
                if some.any():
                    yield shadow, some

    def touch(
        self,
        shadow: Shadow,
        index: Array,
        size: int,
        lanes: Array,
        now: int,
        scope: int,
        *,
        write: bool,
        values: Array | None = None,
    ) -> None:
        """Compare accesses of lanes with the epochs of their granules, and leave theirs."""
        granules = shadow.granules(index, size)
        who, floor = self.who[lanes][:, None], self._floor_of(shadow, lanes)[:, None]
        for kind, epochs in enumerate((*shadow.writes, *shadow.reads) if write else shadow.writes):
            found = epochs.take(granules)
            suspect = found > floor
            if suspect.any():
                suspect &= (found & IDENTITY) != who
                self._judge(shadow, granules, found, suspect, lanes, scope, kind, write=write, values=values)
        if write:
            for found in self.displaced_reads(shadow, granules, floor):
                suspect = (found > floor) & ((found & IDENTITY) != who)
                suspect &= ~self._confirmed(granules, found)
                self._judge(shadow, granules, found, suspect, lanes, scope, READ, write=True, values=values)
        for found in self._equal.replaced_epochs(shadow, granules):
            suspect = (found > floor) & ((found & IDENTITY) != who)
            self._judge(shadow, granules, found, suspect, lanes, scope, WEAK, write=write, values=values)
        for found in self._displaced_sums(shadow, granules, floor, lanes, scope, write=write):
            suspect = (found > floor) & ((found & IDENTITY) != who)
            self._judge(shadow, granules, found, suspect, lanes, scope, STRONG, write=write, values=values)
        mine = (self.who[lanes] | (scope << SCOPE_SHIFT) | (now << TIME_SHIFT))[:, None]
        if not write:
            self._record_reads(shadow, granules, lanes, mine, floor)
            return
        if scope:
            reads = self._strength(self.m.step).reads
            narrow = self.history.narrow and self._has_scopes(shadow)
            shadow.record_sums(granules, mine, floor, reads=reads, narrow=narrow)
        else:
            shadow.write[granules] = mine
        if scope == GPU or (not scope and values is None):
            return
        lost = shadow.writes[scope > 0].take(granules) != mine
        if lost.any() and scope:
            self._meet(shadow, granules, lost, lanes, scope)
        elif lost.any() and values is not None:
            self._clash(shadow, granules, lost, lanes, values)

    def _record_reads(self, shadow: Shadow, granules: Array, lanes: Array, mine: Array, floor: Array) -> None:
        mine = np.broadcast_to(mine, granules.shape)
        shadow.log.add(self.history.time, granules, mine)
        which = lanes // WARP % len(shadow.reads)
        for slot in range(len(shadow.reads)):
            some = which == slot
            shadow.log.leave(shadow.reads[slot], granules[some], mine[some], floor[some])

    def _floor_of(self, shadow: Shadow, lanes: Array) -> Array:
        """The epochs up to which all accesses of threads to a space are ordered before each lane."""
        return self.floor[lanes] if shadow is self.shared else np.zeros(len(lanes), np.int64)

    def displaced_reads(self, shadow: Shadow, granules: Array, floor: Array) -> Iterator[Array]:
        """The epochs of displaced reads of granules that are written now; those before a write are over."""
        suspect = shadow.log.displaced.take(granules) > floor >> TIME_SHIFT
        if suspect.any():
            last = np.maximum(*(epochs.take(granules[suspect]) for epochs in shadow.writes))
            since = int((last >> TIME_SHIFT & TIMES).min())
            yield from shadow.log.find(np.where(suspect, granules, -1), since)
        shadow.log.displaced[granules] = 0

    def _displaced_sums(
        self, shadow: Shadow, granules: Array, floor: Array, lanes: Array, scope: int, *, write: bool
    ) -> Iterator[Array]:
        """The epochs of displaced strong writes, as of `red`, that may race with an access to granules now.

        A strong read of the sum comes after all of them. A strong access races only where its scope or theirs
        does not include both threads.
        """
        suspect = shadow.sums.displaced.take(granules) > floor >> TIME_SHIFT
        if not suspect.any():
            return
        row, column = np.nonzero(suspect)
        places, who = granules[row, column], lanes[row]
        last = shadow.strong.take(places)
        if scope:
            if min(scope, shadow.sums.scope) < GPU and self._has_scopes(shadow):
                for found in shadow.sums.find(
                    np.where(suspect, granules, -1), self._since(shadow, granules, suspect)
                ):
                    row, column = np.nonzero(found)
                    strong = self.both_strong(found[row, column], lanes[row], scope)
                    found[row[strong], column[strong]] = 0
                    yield found
            if not write and self._strength(self.m.step).reads:
                self._observe(shadow, places, last, who, scope)
            return
        read = self._before(shadow, places, last, who)
        suspect[row[read], column[read]] = False
        observed = shadow.observed.take(granules)
        for found in shadow.sums.find(
            np.where(suspect, granules, -1), self._since(shadow, granules, suspect)
        ):
            yield np.where(found >> TIME_SHIFT & TIMES >= observed, found, 0)
        if write:
            shadow.sums.displaced[granules] = 0

    def _has_scopes(self, shadow: Shadow) -> bool:
        """Whether threads that the scope of the CTA does not include may access a space."""
        return shadow is not self.shared or self.m.cluster_size > 1

    def _since(self, shadow: Shadow, granules: Array, suspect: Array) -> int:
        """Return the time of the earliest of the last weak writes of the suspects."""
        return int((shadow.write.take(granules) >> TIME_SHIFT & TIMES)[suspect].min(initial=TIMES))

    def _confirmed(self, granules: Array, found: Array) -> Array:
        """Find the weak reads whose threads have compared and swapped since."""
        confirmed = np.zeros(found.shape, np.bool_)
        for place in np.argwhere(found) if self._confirmations else ():
            epoch = int(found[tuple(place)])
            time = self._confirmations.get((epoch & WHO, int(granules[tuple(place)])), 0)
            confirmed[tuple(place)] = not epoch & ENGINE and epoch >> TIME_SHIFT & TIMES <= time
        return confirmed

    def _need_constant(self, shadow: Shadow, index: Array, size: int, lanes: Array) -> None:
        """Check that this launch wrote nothing to memory that lanes load as constant.

        Raises:
            Trap: Something was.
        """
        granules = shadow.granules(index, size)
        epochs = np.maximum(*(written.take(granules) for written in shadow.writes))
        epochs[self.history.of_earlier_grid(epochs)] = 0
        if not epochs.any():
            return
        row, column = np.argwhere(epochs)[0]
        lane, epoch = int(lanes[row]), int(epochs[row, column])
        other = self.other_access(epoch, "wrote", lane)
        at = shadow.start + (int(granules[row, column]) << shadow.shift)
        name, address = self.m.memory.describe_at(at, 1 << shadow.shift)
        said = (
            f"this thread loads {name} with .nc, but {other.who} {other.did} it in this launch: .nc is for "
            "memory that nothing writes while the kernel runs; ld.global reads what was written"
        )
        raise Trap("read-only-load", said, lane, address, other=other)

    # Judging

    def _judge(
        self,
        shadow: Shadow,
        granules: Array,
        found: Array,
        suspect: Array,
        lanes: Array,
        scope: int,
        kind: int,
        *,
        write: bool,
        values: Array | None,
    ) -> None:
        """Report an unordered suspect: of those that need the widest scope of order, the first."""
        row, column = np.nonzero(suspect)
        if not row.size:
            return
        epochs, who, places = found[row, column], lanes[row], granules[row, column]
        bad = ~self.ordered(epochs, self.clocks.rows, who, self.who[who])
        if not bad.any():
            return
        if scope:
            strong = bad & self.both_strong(epochs, who, scope) & ~self._other_sizes(epochs)
            if write == (kind >= READ):
                strong &= ~self._volatile_exchanges(shadow, granules, lanes, epochs, who)
            if kind == STRONG and not write and self._strength(self.m.step).reads and strong.any():
                self._observe(shadow, places[strong], epochs[strong], who[strong], scope)
            bad &= ~strong
        if kind == STRONG and self.history.observed and bad.any():
            bad[bad] = ~self._before(shadow, places[bad], epochs[bad], who[bad])
        unordered = bad.copy()
        if kind == WEAK and write and not scope and values is not None and bad.any():
            differs = self._differs(shadow, places[bad], row[bad], column[bad], lanes, values)
            bad[bad] = differs | (self._pending(epochs[bad]) & ~self.history.of_earlier_grid(epochs[bad]))
            for k in np.flatnonzero(unordered & ~bad & (epochs & ENGINE == 0)).tolist():
                mine = int(self.who[who[k]]) | self.history.time << TIME_SHIFT
                self._equal.add(shadow, int(places[k]), int(epochs[k]), mine)
        if kind >= READ and write and values is not None and bad.any():
            changes = self._differs(shadow, places[bad], row[bad], column[bad], lanes, values)
            own, by = self._equal.own_writes(shadow, places[bad], epochs[bad]), who[bad]
            bad[bad] = changes | (own == 0) | self.ordered(own, self.clocks.rows, by, self.who[by])
        if kind and bad.any():
            some = np.flatnonzero(bad & ((kind >= READ) | ((epochs & WHO) // WARP == self.who[who] // WARP)))
            bad[some] = ~self.exchanged_since(epochs[some], who[some])
        some = np.flatnonzero(bad)
        if not some.size:
            return
        for k in some[np.argsort(-self._distances(epochs[some], who[some]), kind="stable")].tolist():
            epoch, lane, place = int(epochs[k]), int(who[k]), int(places[k])
            if kind == WEAK and self._wrote_too(shadow, epoch, place, lane, write=write):
                continue
            guess = self._guesser(epoch, lane, kind, scope, write=write)
            if (guess, place) in self._guesses:
                continue
            race = self.race(epoch, lane, shadow.start + (place << shadow.shift), kind, write=write)
            if guess < 0:
                raise race
            race.step = self.m.step
            self._guesses[guess, place] = race

    def _other_sizes(self, epochs: Array) -> Array:
        """Find the epochs of atomics of another size than the atomic that is executed now."""
        sizes: Mapping[Site | None, int] = self.history.facts.mixed_atomics
        size = sizes.get(self.m.step)
        found: Array = np.zeros(len(epochs), np.bool_)
        if size is not None:
            steps = [self.history.steps[time] for time in (epochs >> TIME_SHIFT & TIMES).tolist()]
            found[:] = [sizes.get(step, size) != size for step in steps]
            found &= epochs & ENGINE == 0
        return found

    def _distances(self, epochs: Array, lanes: Array) -> Array:
        """Return the distance of the threads of epochs from lanes: of one warp 0, CTA 1, cluster 2 or grid 3.

        Waits order asynchronous operations; these have no distance.
        """
        theirs, mine = epochs & WHO, self.who[lanes]
        apart = [theirs // size != mine // size for size in (WARP, self.cta_lanes, self.cluster_lanes)]
        distances: Array = np.where(epochs & ENGINE == 0, np.sum(apart, axis=0), 0)
        return distances

    def _volatile_exchanges(
        self, shadow: Shadow, granules: Array, lanes: Array, epochs: Array, who: Array
    ) -> Array:
        """Find the volatile accesses by which lanes of a warp exchange values through shared memory.

        Kernels older than Volta have them in place of a barrier. Lanes that all name one location use
        a flag.
        """
        found = (epochs & ENGINE == 0) & (((epochs & WHO) - self.base) // WARP == who // WARP)
        if shadow is not self.shared or self.m.step not in self.history.facts.exchanges:
            found[:] = False
        for k in np.flatnonzero(found).tolist():
            earlier = self.history.steps[int(epochs[k]) >> TIME_SHIFT & TIMES]
            first = granules[lanes // WARP == who[k] // WARP, 0]
            found[k] = earlier in self.history.facts.exchanges and bool((first != first[0]).any())
        return np.asarray(found)

    def values_exchanged(self, lanes: Array, members: Array) -> None:
        """Lanes got values of others of their warp."""
        self._exchanges.note(lanes, members, self.clocks.released, self.history.tick(self.m.step))

    def exchanged_since(self, epochs: Array, lanes: Array) -> Array:
        """Find the reads of threads that then exchanged values with a lane, or with one ordered before it."""
        found = np.zeros(len(epochs), np.bool_)
        for k, (epoch, lane) in enumerate(zip(epochs.tolist(), lanes.tolist(), strict=True)):
            place = (epoch & WHO) - self.base
            if epoch & ENGINE or not 0 <= place < self.m.lanes:
                continue
            others, times = self._exchanges.since(place, epoch >> TIME_SHIFT & TIMES)
            rows = np.full(len(others), lane)
            after = self.who[others] | times << TIME_SHIFT
            known = (others == lane) | self.ordered(after, self.clocks.rows, rows, self.who[rows])
            found[k] = known.any()
        return found

    def _observe(self, shadow: Shadow, places: Array, writes: Array, lanes: Array, scope: int) -> None:
        """Note that strong reads found strong writes: these are ordered before later accesses."""
        epochs = self.who[lanes] | scope << SCOPE_SHIFT | self.history.time << TIME_SHIFT
        index = shadow.start + (places << shadow.shift)
        for at, write, reader in zip(index.tolist(), writes.tolist(), epochs.tolist(), strict=True):
            found = self.history.observed.get(at)
            if found is None or found[0] != write:
                found = self.history.observed[at] = write, []
            readers = [held for held in found[1] if (held ^ reader) & WHO]
            found[1][:] = [*readers, reader][-READERS:]

    def _before(self, shadow: Shadow, places: Array, writes: Array, lanes: Array) -> Array:
        """Find the strong writes that the thread of an access, or one ordered before it, has read."""
        known = np.zeros(len(places), np.bool_)
        index = shadow.start + (places << shadow.shift)
        for k, (at, write, lane) in enumerate(
            zip(index.tolist(), writes.tolist(), lanes.tolist(), strict=True)
        ):
            found = self.history.observed.get(at)
            if found is not None and found[0] == write:
                readers, who = np.array(found[1]), np.full(len(found[1]), self.who[lane])
                rows = np.full(len(readers), lane)
                known[k] = ((readers & WHO) == who).any() or self.ordered(
                    readers, self.clocks.rows, rows, who
                ).any()
        return known

    def _pending(self, epochs: Array) -> Array:
        """Find the epochs of pending operations."""
        engine: Array = (epochs & ENGINE) != 0
        engine[engine] = self.history.operations.end[epochs[engine] & WHO] >= PENDING
        return engine

    def both_strong(self, epochs: Array, lanes: Array, scope: int) -> Array:
        """Find the epochs of strong accesses whose scope, like this one's, includes both threads."""
        theirs = epochs >> SCOPE_SHIFT & SCOPES
        identity = epochs & WHO
        engine = (epochs & ENGINE) != 0
        if engine.any():
            identity = identity.copy()
            starters = self.history.operations.starters
            identity[engine] = [starters[number] for number in identity[engine].tolist()]
        mine = self.who[lanes]
        needed = np.full(len(epochs), GPU)
        needed[identity // self.cluster_lanes == mine // self.cluster_lanes] = CLUSTER
        needed[identity // self.cta_lanes == mine // self.cta_lanes] = CTA
        both: Array = (theirs != 0) & (np.minimum(theirs, scope) >= needed)
        return both

    def _wrote_too(self, shadow: Shadow, epoch: int, place: int, lane: int, *, write: bool) -> bool:
        """Whether a lane wrote the same as an epoch: it reads its own value.

        Lanes that wrote the value with one instruction continue in lockstep, so that they may also write.
        """
        who = int(self.who[lane])
        time = self._equal.time_of(shadow, place, epoch, who)
        in_step = (epoch & IDENTITY) // WARP == who // WARP and time == epoch >> TIME_SHIFT & TIMES
        return time > 0 and (in_step or not write)

    def _guesser(self, epoch: int, lane: int, kind: int, scope: int, *, write: bool) -> int:
        """The thread with a weak read of bytes that the other writes strongly; -1 for another race.

        A thread that then compares and swaps there detects that its value was stale.
        """
        if not self.history.compares or epoch & ENGINE:
            return -1
        if not write and not scope and kind == STRONG:
            return int(self.who[lane])
        if write and kind >= READ and scope:
            return epoch & WHO
        return -1

    def _find_out(self, shadow: Shadow, granules: Array, lanes: Array) -> None:
        """Forget the weak reads of lanes that compare and swap."""
        assert self.m.step is not None
        if "cas" not in self.m.step.instruction.modifiers:
            return
        whose = np.broadcast_to(self.who[lanes][:, None], granules.shape)
        pairs = zip(whose.reshape(-1).tolist(), granules.reshape(-1).tolist(), strict=True)
        self._confirmations.update(dict.fromkeys(pairs, self.history.time))
        for epochs in shadow.reads:
            mine = (epochs.take(granules) & IDENTITY) == whose
            epochs[granules[mine]] = 0
        if self._guesses:
            for guess in zip(whose.reshape(-1).tolist(), granules.reshape(-1).tolist(), strict=True):
                self._guesses.pop(guess, None)

    def completed(self) -> None:
        """Report the weak reads that no compare-and-swap has confirmed by the end of the batch."""
        for race in self._guesses.values():
            raise race

    def _differs(
        self, shadow: Shadow, places: Array, row: Array, column: Array, lanes: Array, values: Array
    ) -> Array:
        """Find the granules whose contents a store changes."""
        new = self._bytes(shadow, values)[lanes[row], column]
        first = shadow.start + (places << shadow.shift)
        data, _ = self.m.memory.raw()
        old = data[first[:, None] + np.arange(new.shape[1])]
        return np.asarray((new != old).any(1))

    def _bytes(self, shadow: Shadow, values: Array) -> Array:
        """The bytes that a store writes: shape (lanes, granules, bytes)."""
        content = np.ascontiguousarray(values.reshape(-1, self.m.lanes).T).view(np.uint8)
        shaped: Array = content.reshape(self.m.lanes, -1, min(1 << shadow.shift, content.shape[1]))
        return shaped

    def _meet(self, shadow: Shadow, granules: Array, lost: Array, lanes: Array, scope: int) -> None:
        """Report lanes that write to one location with one instruction whose scope excludes them."""
        row, column = np.nonzero(lost)
        epochs = shadow.strong.take(granules[row, column])
        bad = ~self.both_strong(epochs, lanes[row], scope)
        if bad.any():
            k = int(bad.argmax())
            at = shadow.start + (int(granules[row[k], column[k]]) << shadow.shift)
            raise self.race(int(epochs[k]), int(lanes[row[k]]), at, 0, write=True)

    def _clash(self, shadow: Shadow, granules: Array, lost: Array, lanes: Array, values: Array) -> None:
        """Report lanes that write different values to one place with one instruction."""
        row, column = np.nonzero(lost)
        content = self._bytes(shadow, values)
        epochs = shadow.write.take(granules[row, column])
        winner = (epochs & WHO) - self.base
        theirs = np.searchsorted(lanes, winner)
        other = granules[row, column] - granules[theirs, 0]
        differ = (content[lanes[row], column] != content[winner, other]).any(1)
        if differ.any():
            k = int(differ.argmax())
            at = shadow.start + (int(granules[row[k], column[k]]) << shadow.shift)
            raise self.race(int(epochs[k]), int(lanes[row[k]]), at, 0, write=True)
        self._equal.add_together(shadow, granules[row, column], lanes[row], epochs)
