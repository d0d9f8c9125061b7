"""Releases and acquires: fences, and strong accesses that read what other threads released, in their scopes.

An atomic that reads a released value acquires it, with or without ``.acquire``: many locks and counters rely
on that. A read whose value only decides a branch may have read an earlier value, if the branch goes the same
way with that: it acquires what was released with the earliest one (`pyptx.sim.released_values`).
"""

from __future__ import annotations

from collections import deque
from functools import partial, reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.sim.clocks import Rows, merged, shared_clocks
from pyptx.sim.epochs import SCOPE_SHIFT, TIME_SHIFT, WHO
from pyptx.sim.named_registers import registers_changed
from pyptx.sim.order import Order
from pyptx.sim.released_values import ReleasedValue, undo_atomics
from pyptx.sim.scopes import CLUSTER, CTA, GPU, NO_SCOPE, Strength, accumulates
from pyptx.sim.steps import Step
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyptx.sim.clocks import Array, RemoteClocks
    from pyptx.sim.epochs import History, Record
    from pyptx.sim.machine import Machine
    from pyptx.sim.read_tests import ReadTest
    from pyptx.sim.site import Site


def joined_records(records: Iterable[Record | None]) -> Record:
    """Join the clocks that were released at a location."""
    made: Record = {}
    for record in records:
        for key, remote in (record or {}).items():
            made[key] = merged(made.get(key, {}), remote)
    return made


class EarlyRead(NamedTuple):
    """A read that may get an earlier value than it did, with which its thread goes on in the same way.

    Attributes:
        step: The instruction.
        earlier: The earlier value.
        last: The value that it got.
    """

    step: Site | None
    earlier: ReleasedValue[Record]
    last: ReleasedValue[Record]


class Releases(Order):
    """The clocks of a batch, with the releases and acquires of its threads.

    Attributes:
        unread: The clocks of strong writes that each lane read and has not acquired, by location: scope of
            the read, clocks, instruction. A fence after it acquires them.
        early: The last read of each lane that might as well have got an earlier value.
    """

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        self._fenced: dict[int, Rows] = {}
        self.unread: dict[int, dict[int, tuple[int, Record, Site | None]]] = {}
        self._inits_fenced: dict[int, dict[int, int]] = {}
        self._later: deque[list[tuple[int, Record, bool]]] = deque()
        self._fresh: list[tuple[int, slice, ReleasedValue[Record]]] = []
        self.early: dict[int, EarlyRead] = {}
        history.released.forget_from(m.memory.batch_start)
        for index in [at for at in history.records if at >= m.memory.batch_start]:
            del history.records[index]

    def fenced(self, mask: Array, scope: int) -> None:
        """Lanes execute a fence: it acquires the clocks that they read, and later strong writes release."""
        lanes = np.flatnonzero(mask)
        self.note_scope(lanes, scope)
        for level in range(CTA, scope + 1):
            if level not in self._fenced:
                self._fenced[level] = self.clocks.table(self.m.lanes)
            self.clocks.snapshot(lanes, self._fenced[level], self.history.time)
        if not self.unread:
            return
        for lane in self.unread.keys() & set(lanes.tolist()):
            for read_scope, record, _ in self.unread[lane].values():
                self._acquire(lane, record, min(scope, read_scope))
        # The values that were read are kept: a fence of a wider scope may follow.
        for level in range(CTA, scope + 1):
            self.clocks.snapshot(lanes, self._fenced[level], self.history.time)

    def note_scope(self, lanes: Array, scope: int) -> None:
        """Record the instruction that orders accesses of lanes to global memory, if its scope is narrow."""
        if scope < GPU and self.m.step is not None:
            found = dict.fromkeys(self.who[lanes].tolist(), (self.m.step, scope))
            self.history.narrow_orders.update(found)
        elif self.history.narrow_orders:
            for who in self.who[lanes].tolist():
                self.history.narrow_orders.pop(who, None)

    def _share_fences(self, lanes: Array, ids: Array) -> None:
        """Let strong writes release fences of others before a barrier: many counters rely on that."""
        if len(lanes):
            for table in self._fenced.values():
                self.clocks.share(table, lanes, ids)

    def inits_fenced(self, mask: Array) -> None:
        """Lanes execute `fence.mbarrier_init`; each keeps the last one before each arrival at a barrier."""
        for lane in np.flatnonzero(mask).tolist():
            fences = self._inits_fenced.setdefault(lane, {})
            fences[int(self.m.clusters.arrivals[lane])] = self.history.time

    def proxy_fenced(self, mask: Array, spaces: Sequence[str]) -> None:
        """Lanes execute `fence.proxy.async`, or release tensor maps (``"maps"``)."""
        lanes = np.flatnonzero(mask)
        for space in spaces:
            self.proxy[space][mask] = self.history.time
            self.clocks.snapshot(lanes, self.proxied[space], self.history.time)

    def synchronise(
        self, index: Array, size: int, lanes: Array, now: int, strong: Strength, *, write: bool, adds: bool
    ) -> None:
        """Order strong accesses, lane by lane; those that add to a value also pass on its released clock.

        Each element of a vector is an access of its own (manual section 8.2.4).
        """
        records = self.history.records
        if not (records or self.history.released or (write and (strong.releases or self._fenced))):
            return
        scoped = "scopes" in self.m.memory.checks
        later: list[tuple[int, Record, bool]] = []
        element = strong.element or size
        first = np.repeat(np.arange(0, size, element), len(index))
        index, lanes = np.tile(index, size // element) + first, np.tile(lanes, size // element)
        test = self.history.facts.read_tests.get(self.m.step)
        earlier: dict[int, Record | None] = {}
        if self.history.released and strong.reads and (test is not None or not write):
            earlier = self._earlier_records(index, element, lanes, now, test)
        accumulating = write and self.m.step is not None and accumulates(self.m.step)
        self._fresh.clear()
        for at, lane, start in zip(index.tolist(), lanes.tolist(), first.tolist(), strict=True):
            record = earlier[lane] if lane in earlier else records.get(at)
            if strong.reads and record:
                if strong.acquires or (write and not scoped):
                    self._acquire(lane, record, strong.scope)
                self.unread.setdefault(lane, {})[at] = strong.scope, record, self.m.step
            elif record and self.m.step in self.history.facts.untested_reads:
                self.unread.setdefault(lane, {}).setdefault(at, (NO_SCOPE, record, self.m.step))
            if not write:
                continue
            clocks = self._release(lane, now, strong)
            if strong.later:
                later.append((at, clocks, adds))
                continue
            self._publish(at, clocks, adds=adds)
            own = clocks if accumulating else None
            if test is not None:
                self.history.released.note_release(at, records.get(at))
            elif self.history.facts.read_tests:
                made = self._follow(at, element, lane, own, self._epoch(lane, strong.scope, now))
                if made is not None:
                    self._fresh.append((lane, slice(start, start + element), made))
        if strong.later:
            self._later.append(later)

    def _epoch(self, lane: int, scope: int, now: int) -> int:
        return int(self.who[lane]) | scope << SCOPE_SHIFT | now << TIME_SHIFT

    def _follow(
        self, at: int, size: int, lane: int, own: Record | None, epoch: int
    ) -> ReleasedValue[Record] | None:
        """Note that a lane writes a value whose clock has been released."""
        before, record = self._content(at, size), self.history.records.get(at)
        made = self.history.released.wrote(at, before, record, own, epoch)
        if made is None:
            return None
        if own is None:
            made.note_read(int(self.who[lane]), epoch)
        elif isinstance(step := self.m.step, Step):
            modifiers = step.operation.modifiers
            made.atomic = modifiers["op"], from_name(modifiers["type"])
            earlier = self.history.released.before(at, made)
            first, later = self._places_before(earlier, lane)
            places = *range(first + 1), *later
            made.after = frozenset(earlier[k].number for k in places)
        return made

    def _content(self, at: int, size: int) -> bytes:
        data, _ = self.m.memory.raw()
        return data[at : at + size].tobytes()

    def note_written_values(self, values: Array, size: int, operand: Array | None = None) -> None:
        """Note the values that strong stores or atomics of lanes leave in memory."""
        written, operands = np.atleast_2d(values, values if operand is None else operand)
        for lane, part, made in self._fresh if len(written) * written.itemsize == size else ():
            made.value, made.operand = (rows[:, lane].tobytes()[part] for rows in (written, operands))
        self._fresh.clear()

    def _earlier_records(
        self, index: Array, size: int, lanes: Array, now: int, test: ReadTest | None
    ) -> dict[int, Record | None]:
        """The clocks that lanes acquire if they read earlier values than the last, by lane."""
        several: dict[int, list[ReleasedValue[Record]]] = {}
        certain: dict[int, list[int]] = {}
        found: dict[int, Record | None] = {}
        epochs: dict[int, int] = {}
        for at, lane in zip(index.tolist(), lanes.tolist(), strict=True):
            values, who = self.history.released.at(at, self._content(at, size)), int(self.who[lane])
            if not values or who in values[-1].read:
                continue
            epochs[lane] = self._epoch(lane, CTA, now)
            if test is None:
                values[-1].note_read(who, epochs[lane])
            else:
                first, later = self._places_before(values, lane)
                several[lane], certain[lane] = values[first:], [k - first for k in later]
        if test is None or not several:
            return found
        outcome = self._decisions({lane: values[-1].value for lane, values in several.items()}, test)
        last = dict(several)
        for place in range(max(map(len, several.values())) - 1):
            left = {
                lane: values[place].value
                for lane, values in several.items()
                if last[lane] is values and max(certain[lane], default=0) <= place < len(values) - 1
            }
            for lane, taken in self._decisions(left, test).items():
                if taken == outcome[lane]:
                    last[lane] = several[lane][: place + 1]
        for lane, values in several.items():
            who, needed = int(self.who[lane]), values
            if len(values) > 1:
                found[lane], needed = self._needed(
                    values, len(last[lane]), certain[lane], lane, test, taken=outcome[lane]
                )
            needed[0].note_read(who, epochs[lane])
            for value in needed[1:]:
                value.note_included(who, epochs[lane])
        return found

    def _needed(
        self,
        values: list[ReleasedValue[Record]],
        count: int,
        certain: Sequence[int],
        lane: int,
        test: ReadTest,
        *,
        taken: bool,
    ) -> tuple[Record | None, list[ReleasedValue[Record]]]:
        """The clocks that a lane acquires if it reads the last of `count` values with the same outcome.

        With them come the last value that it reads in any order of the atomics, and those whose atomics later
        ones include in any order.

        The `certain` values come before the lane (`_places_before`). The other atomics after the first value
        may come in another order: one without which the branch goes the same way may come after the read.
        Those after the last value may come before it. If the branch does not go the same way without all of
        these, one of them comes before the read: what all of them released is ordered.
        """
        first = max((k for k, value in enumerate(values[:count]) if value.own is None), default=0)
        end = next((k for k in range(count, len(values)) if values[k].own is None), len(values))
        needed, early = [values[first]], values[count - 1] if count < len(values) else None
        spare: list[int] = []

        def leave_out(places: Iterable[int], last: int) -> bytes | None:
            value = undo_atomics(values[first:last], [place - first for place in places])
            same = value is not None and self._decisions({lane: value}, test)[lane] == taken
            return value if same else None

        for place in range(first + 1, count):
            for last in (count, end) if end != count else (count,):
                if place not in certain and (value := leave_out([place], last)) is not None:
                    early = ReleasedValue(value, None)
                    spare.append(place)
                    break
            else:
                needed.append(values[place])
        if early is not None:
            self.early[lane] = EarlyRead(self.m.step, early, values[-1])
        if not spare:
            return values[count - 1].record, [values[count - 1]]
        spare += range(count, end)
        records = [values[first].record, *(value.own for value in needed[1:])]
        if leave_out(spare, end) is None:
            records.append(reduce(partial(self._shared_record, lane), [values[k].own or {} for k in spare]))
        return joined_records(records), needed

    def _shared_record(self, lane: int, one: Record, other: Record) -> Record:
        """The clocks that a lane acquires by either of two records."""
        made: Record = {}
        for mine, clocks in one.items():
            for theirs, others in other.items():
                needed = self.scope_with(mine[0], lane), self.scope_with(theirs[0], lane)
                if mine[1] >= needed[0] and theirs[1] >= needed[1]:
                    key = theirs if needed[0] < needed[1] else mine
                    made[key] = merged(made.get(key, {}), shared_clocks(clocks, others))
        return made

    def _places_before(self, values: Sequence[ReleasedValue[Record]], lane: int) -> tuple[int, list[int]]:
        """The last value that was read before a lane, and later atomics that come before what it reads.

        Those are written before the lane, or a thread before it has read values that include them.
        """
        read = self._found_before([(k, value.read) for k, value in enumerate(values)], lane)
        first = max(read, default=0)
        later = [(k, value) for k, value in enumerate(values) if k > first]
        written = [(k, {value.written & WHO: value.written}) for k, value in later if value.written]
        included = [(k, value.included) for k, value in later if value.included]
        return first, self._found_before([*written, *included], lane)

    def _found_before(self, epochs: Iterable[tuple[int, Mapping[int, int]]], lane: int) -> list[int]:
        """The places where one of the epochs, by thread, is before a lane."""
        who, found = int(self.who[lane]), list[tuple[int, int]]()
        for k, each in epochs:
            found += [(k, epoch) for epoch in ([each[who]] if who in each else each.values())]
        if not found:
            return []
        which, numbers = np.array(found, np.int64).T
        mine, at = np.full(len(numbers), who), np.full(len(numbers), lane)
        before = ((numbers & WHO) == who) | self.ordered(numbers, self.clocks.rows, at, mine)
        ordered: list[int] = which[before].tolist()
        return ordered

    def _decisions(self, values: Mapping[int, bytes | None], test: ReadTest) -> dict[int, bool]:
        """The guard of the branch that lanes would find after reading values, for those that are known."""
        m = self.m
        values = {lane: value for lane, value in values.items() if value is not None}
        if not values:
            return {}
        computed = [number for step in test.steps for number in registers_changed(step.operation)]
        registers = [m.code.registers[number] for number in (test.register, *computed)]
        rows = [m.files[register.bits][register.row] for register in registers]
        before, selected, some = (
            [row.copy() for row in rows],
            (m.mask, m.where),
            m.mask_of(np.array([*values])),
        )
        m.select(some, some)
        for lane, value in values.items():
            rows[0][lane] = int.from_bytes(value or b"", "little")
        for step in test.steps:
            step.run(m)
        found = {lane: bool(m.values[test.branch.guard][lane]) for lane in values}
        m.select(*selected)
        for row, content in zip(rows, before, strict=True):
            row[...] = content
        return found

    def release_landed(self) -> None:
        """The first of the asynchronous releases takes effect."""
        for at, clocks, adds in self._later.popleft():
            self._publish(at, clocks, adds=adds)

    def _publish(self, at: int, clocks: Record, *, adds: bool) -> None:
        """Release clocks at a location: with those that are there, or in their place."""
        kept = joined_records([self.history.records.get(at), clocks] if adds else [clocks])
        if kept:
            self.history.records[at] = kept
        else:
            self.history.records.pop(at, None)

    def _release(self, lane: int, now: int, strong: Strength) -> Record:
        """The clocks that a strong write of a lane releases, by CTA and scope."""
        cta = (self.base + lane) // self.cta_lanes
        clocks: Record = {}
        one = np.array([lane])
        if strong.releases:
            table = Rows(1, self.clocks.rows.full.shape[1], self.clocks.warps)
            self.clocks.publish(one, np.zeros(1, np.int64), table, now)
            clocks[cta, strong.scope] = self._far_clock(table, 0, lane)
        for scope, table in self._fenced.items():
            level = min(scope, strong.scope)
            if (lane in table.lanes or table.full[lane].any()) and (cta, level) not in clocks:
                clocks[cta, level] = self._far_clock(table, lane, lane)
        return clocks

    def _far_clock(self, table: Rows, row: int, lane: int) -> RemoteClocks:
        """The clock in a row of a lane; its own cluster is one of the clusters."""
        own = (self.base + lane) // self.cluster_lanes
        return {**table.remote.get(row, {}), own: table.copy(row)}

    def _acquire(self, lane: int, record: Record, scope: int) -> None:
        """Let a lane acquire a record, within the scopes."""
        own = (self.base + lane) // self.cluster_lanes
        for (cta, released), remote in record.items():
            if min(released, scope) < self.scope_with(cta, lane):
                continue
            rest = {cluster: row for cluster, row in remote.items() if cluster != own}
            if own in remote:
                self.clocks.acquire(lane, remote[own])
            if rest:
                rows = self.clocks.rows
                rows.remote[lane] = merged(rows.remote.get(lane, {}), rest)
        self.advance_epoch(np.array([lane]))

    def scope_with(self, cta: int, lane: int) -> int:
        """Return the least scope that includes a CTA and a lane."""
        mine, size = (self.base + lane) // self.cta_lanes, self.m.cluster_size
        return CTA if cta == mine else CLUSTER if cta // size == mine // size else GPU
