"""The race detector of `checks=("races",)`: data races, and writes that the async proxy may not see.

This file has the operations of the async proxy: a bulk copy or `wgmma` accesses memory from the instruction
that starts it until a wait covers it, whatever the schedule is. Accesses of threads are in
`pyptx.sim.accesses`, their copies in `pyptx.sim.thread_copies`, their order in `pyptx.sim.order`.

Operations of the async proxy also need a `fence.proxy.async` between a write of a thread and their own
access: by the thread that wrote, or by one after which the write is ordered. For the writes of `st.async` and
`red.async` it is a thread that waited for them. Reads of threads before a write of the async proxy need none
here, though the manual's own sample has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.arena import swizzled
from pyptx.sim.clocks import Rows, minimum
from pyptx.sim.epochs import (
    ENGINE,
    IDENTITY,
    PENDING,
    SCOPE_SHIFT,
    TIME_SHIFT,
    TIMES,
    WHO,
    Swizzled,
    first_of_runs,
)
from pyptx.sim.faults import Trap
from pyptx.sim.race_reports import READ
from pyptx.sim.scheduler import WARP
from pyptx.sim.steps import Step
from pyptx.sim.thread_copies import ThreadCopies

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History, Shadow
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Region

_ROWS_OF_MATRIX, _ROW_OF_MATRIX = 8, 16
"""Rows of a matrix of `ldmatrix`, and bytes of a row."""


class Races(ThreadCopies):
    """The race detector of a batch."""

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        self._phases: dict[int, int] = {}
        self._landing: dict[Hashable, list[int]] = {}
        self._sent: dict[int, list[int]] = {}
        self._maps: dict[tuple[int, int], int] = {}
        self._addresses: set[int] = set()
        self._groups: dict[int, list[tuple[int, int, int]]] = {}
        self._stored: dict[int, tuple[tuple[Any, int, int] | None, int]] = {}
        self._products: dict[int, list[tuple[int, int]]] = {}

    # Copies of engines

    def bulk_started(
        self,
        key: Hashable,
        lane: int,
        read: Region | None,
        targets: Sequence[tuple[Region, int]],
        *,
        scope: int,
        proxy: bool,
    ) -> None:
        """A lane starts a copy that completes at mbarrier objects: an operation for each target."""
        m, operations = self.m, self.history.operations
        now = self.history.tick(m.step)
        who = int(self.who[lane])
        numbers = []
        for region, barrier in targets:
            slot = (barrier - m.memory.batch_start) >> 3
            self.mbarrier_used(np.array([slot]), np.array([lane]))
            self.bytes_started(np.array([slot]), np.array([lane]))
            agent, cluster = self.agent_of(barrier), who // self.cluster_lanes
            number = operations.start(m.step, who, -1, agent, cluster, Swizzled.of(region), generic=not proxy)
            self._engine(lane, number, region, now, write=True, scope=scope, proxy=proxy)
            self._phases[number] = int(m.barriers.phase[slot])
            numbers.append(number)
        if read is not None:
            self._engine(lane, numbers[0], read, now, write=False, scope=0, proxy=proxy)
            if m.memory.is_shared(read.first):
                here, there = (m.memory.shared_place(at)[0] for at in (read.first, targets[0][1]))
                if here != there:
                    self._sent.setdefault(here, []).append(numbers[0])
        self._landing[key] = numbers

    def ctas_exited(self, ctas: Array) -> None:
        """Check that CTAs which end are ordered after the copies that other CTAs wait for.

        Raises:
            Trap: One may end while such a copy reads its shared memory.
        """
        super().ctas_exited(ctas)
        operations, full = self.history.operations, self.clocks.rows.full
        for cta in ctas.tolist():
            first = cta * self.cta_lanes
            for number in self._sent.pop(cta, ()):
                end, agent = operations.end[number], operations.agent[number]
                if end >= PENDING or self._relaxed_meeting:
                    continue
                if full[first : first + self.cta_lanes, agent].max() < end:
                    said = (
                        "the CTA ends while this copy may still access its shared memory: a thread that has "
                        "waited for the copy arrives at a barrier.cluster, or at an mbarrier, and this CTA "
                        "waits for that"
                    )
                    lane = operations.starters[number] - self.base
                    raise Trap("unfinished-copy", said, lane, step=operations.steps[number])

    def bulk_landed(self, key: Hashable, barriers: Sequence[int]) -> None:
        """A copy has written; its objects are completed next.

        Raises:
            Trap: An object completed the phase of a copy without it.
        """
        for number, barrier in zip(self._landing.pop(key), barriers, strict=True):
            slot = (barrier - self.m.memory.batch_start) >> 3
            started, now = self._phases.pop(number), int(self.m.barriers.phase[slot])
            if started != now:
                said = (
                    f"{self.m.barriers.name(slot)}: the bytes of this copy come in phase {now}, but it was "
                    f"started in phase {started}, which completed without them: the expect_tx of that phase "
                    "counts too few bytes, or comes after the last arrival"
                )
                raise Trap("mbarrier-tx", said)
            self._end(number, slot)

    def store_started(self, lane: int, group: int, source: Region, target: Region, *, scope: int) -> None:
        """A lane starts a copy to global memory, which belongs to a bulk group.

        If several lanes of a warp start the same copy, they count as one lane: they write equal bytes.
        """
        m, operations = self.m, self.history.operations
        now = self.history.tick(m.step)
        who = int(self.who[lane])
        reading = operations.start(m.step, who, who, 0, who // self.cluster_lanes)
        self._engine(lane, reading, source, now, write=False, scope=0, proxy=True)
        self._need_swizzle(source, lane)
        what = m.step, source.first, target.first
        before, writing = self._stored.get(lane // WARP, (None, -1))
        if scope or what != before or operations.end[writing] != PENDING:
            writing = operations.start(m.step, who, who, 0, who // self.cluster_lanes)
            self._engine(lane, writing, target, now, write=True, scope=scope, proxy=True)
            if not scope:
                self.need_single_writes(target, lane)
            self._stored[lane // WARP] = what, writing
        self._groups.setdefault(lane, []).append((group, reading, writing))

    def stores_waited(self, lanes: Array, before: Array, *, reading: bool) -> None:
        """Lanes waited for their bulk groups below `before`, or for what those read."""
        operations = self.history.operations
        operations.note_wait(self.m.step, self.who[lanes])
        for lane in np.flatnonzero(lanes).tolist():
            rest = []
            for group, reader, writer in self._groups.get(lane, ()):
                if group < before[lane]:
                    for number in (reader,) if reading else (reader, writer):
                        if operations.end[number] == PENDING:
                            operations.end[number] = self.history.tick(operations.steps[number])
                if reading or group >= before[lane]:
                    rest.append((group, reader, writer))
            if rest:
                self._groups[lane] = rest
            else:
                self._groups.pop(lane, None)

    def _engine(
        self, lane: int, number: int, region: Region, now: int, *, write: bool, scope: int, proxy: bool
    ) -> None:
        """Check the bytes that an operation of a lane will access, and leave its epoch."""
        epoch = ENGINE | now << TIME_SHIFT | scope << SCOPE_SHIFT | number
        for shadow, some in self.spaces(region.index):
            index = region.index if some is None else region.index[some]
            granules = shadow.granules(index, region.size).reshape(-1)
            if shadow is self.shared and self.m.cluster_size > 1:
                self.note_remote_access(index[:1], np.array([lane]))
            floor = self._floor_of(shadow, np.array([lane]))
            kinds = [(kind, epochs.take(granules)) for kind, epochs in enumerate(shadow.writes)]
            if write:
                kinds += [(READ, epochs.take(granules)) for epochs in shadow.reads]
                kinds += [(READ, found) for found in self.displaced_reads(shadow, granules, floor)]
            runs = []
            for kind, found in kinds:
                starts = first_of_runs(found)
                runs.append((kind, granules[starts], found[starts]))
            self._need_order(shadow, lane, runs[:READ], scope, write=write)
            for _, places, found in runs[:READ] if proxy else ():
                self._need_proxy(shadow, places, found, np.array([lane]), write=write)
            self._need_order(shadow, lane, runs[READ:], scope, write=write)
            mine = np.array(epoch)
            if write and scope:
                shadow.record_sums(granules, mine, floor, reads=False, narrow=False)
            elif write:
                shadow.write[granules] = mine
            else:
                shadow.log.add(now, granules, mine)
                shadow.log.leave(shadow.reads[lane // WARP % len(shadow.reads)], granules, mine, floor)

    def _need_order(
        self, shadow: Shadow, lane: int, runs: Sequence[tuple[int, Array, Array]], scope: int, *, write: bool
    ) -> None:
        """Report an access that is not ordered before an operation: of those furthest away the first.

        Args:
            shadow: The epochs of the state space.
            lane: The lane that starts the operation.
            runs: Kinds of epochs, with the first granule and the epoch of each run of granules.
            scope: The scope of a strong operation.
            write: Whether the operation writes.
        """
        floor, widest = self._floor_of(shadow, np.array([lane])), -1
        worst = (0, 0, 0)
        for kind, granules, found in runs:
            places = np.flatnonzero((found > floor) & ((found & IDENTITY) != self.who[lane]))
            if not len(places):
                continue
            several = np.unique(found[places])
            lanes = np.full(len(several), lane)
            bad = ~self.ordered(several, self.clocks.rows, lanes, self.who[lanes])
            if scope:
                bad &= ~self.both_strong(several, lanes, scope)
            if kind >= READ and bad.any():
                bad[bad] = ~self.exchanged_since(several[bad], lanes[bad])
            if not bad.any():
                continue
            of_several = np.where(bad, self._distances(several, lanes), -1)
            distances = of_several[np.searchsorted(several, found[places])]
            if distances.max() > widest:
                first = places[int(distances.argmax())]
                widest, worst = int(distances.max()), (kind, int(found[first]), int(granules[first]))
        if widest >= 0:
            kind, epoch, place = worst
            raise self.race(
                epoch, lane, shadow.start + (place << shadow.shift), kind, write=write, engine=True
            )

    def tensor_read(self, lane: int, number: int, region: Region) -> None:
        """An operation of tensor cores, which a lane starts, reads shared memory."""
        self._engine(lane, number, region, self.history.time, write=False, scope=0, proxy=True)
        self._need_swizzle(region, lane, matrix=True)

    # wgmma

    def wgmma_started(self, group: int, batch: int, operands: Sequence[Region]) -> None:
        """A warpgroup starts a `wgmma` that reads operands in shared memory."""
        m, operations = self.m, self.history.operations
        now = self.history.tick(m.step)
        lanes = np.arange(group * 4 * WARP, (group + 1) * 4 * WARP)
        lane = int(lanes[0])
        pending = self._products.setdefault(group, [])
        if not pending or pending[-1][0] != batch:
            who = int(self.who[lane])
            number = operations.start(m.step, who, -1, self.agent_of_group(group), who // self.cluster_lanes)
            pending.append((batch, number))
        number = pending[-1][1]
        operations.steps[number] = m.step
        for operand in operands:
            self._product(lanes, group % len(self.shared.reads), number, operand, now)

    def _product(self, lanes: Array, slot: int, number: int, operand: Region, now: int) -> None:
        """Check the bytes that a `wgmma` of some lanes reads, and leave its epoch in an array of reads."""
        shadow, lane = self.shared, int(lanes[0])
        granules = shadow.granules(operand.index, operand.size).reshape(-1)
        for kind, epochs in enumerate(shadow.writes):
            found = epochs.take(granules)
            starts = first_of_runs(found)
            places, found = granules[starts], found[starts]
            suspect = np.flatnonzero(found > self.floor[lanes].min())
            if len(suspect):
                known = minimum(self.clocks.rows, lanes)
                at = np.zeros(len(suspect), np.int64)
                whose = np.full(len(suspect), self.who[lane])
                bad = ~self.ordered(found[suspect], known, at, whose)
                if bad.any():
                    several = np.full(len(suspect), lane)
                    first = suspect[int(np.where(bad, self._distances(found[suspect], several), -1).argmax())]
                    place = shadow.start + (int(places[first]) << shadow.shift)
                    raise self.race(int(found[first]), lane, place, kind, write=False, engine=True)
            self._need_proxy(shadow, places, found, lanes, write=False)
        self._need_swizzle(operand, lane, matrix=True)
        epoch = np.array(ENGINE | now << TIME_SHIFT | number)
        shadow.log.add(now, granules, epoch)
        shadow.log.leave(shadow.reads[slot], granules, epoch, self.floor[lane])

    def wgmma_waited(self, warps: Array, before: Array) -> None:
        """Warps waited for the `wgmma` of their warpgroups of the commit groups below `before`."""
        operations = self.history.operations
        operations.note_wait(self.m.step, self.who[np.repeat(warps, WARP)])
        for group, pending in self._products.items():
            mine = np.arange(group * 4, group * 4 + 4)
            mine = mine[warps[mine]]
            if not len(mine):
                continue
            limit = int(before[mine].max())
            for batch, number in pending:
                if batch < limit:
                    operations.end[number] = self.history.tick(operations.steps[number])
            self._products[group] = [entry for entry in pending if entry[0] >= limit]
            lanes = (mine[:, None] * WARP + np.arange(WARP)).reshape(-1)
            self.clocks.rows.full[lanes, self.agent_of_group(group)] = self.history.time

    # The async proxy

    def _need_swizzle(self, region: Region, lane: int, *, matrix: bool = False) -> None:
        """Check that the tensor copies behind an operand had a swizzle with the same effect.

        Two swizzles that differ leave some chunks at the same addresses: all of those whose line is the first
        of its period, for instance. A copy may read those alone. A matrix of an MMA has the layout of the
        whole tile: its swizzle needs the same effect on all that the tensor copy wrote. Memory that something
        else wrote since has no swizzle.
        """
        shadow, swizzle = self.shared, region.swizzle
        if "swizzles" not in self.m.memory.checks or swizzle is None:
            return
        granules = shadow.granules(region.index, region.size).reshape(-1)
        weak = shadow.write.take(granules)
        several = np.unique(weak[first_of_runs(weak)])
        for epoch in several[several & ENGINE != 0].tolist():
            theirs = self.history.operations.swizzles[epoch & WHO]
            if theirs is None or (theirs.name == swizzle and not region.start):
                continue
            places = granules[(weak == epoch) & (shadow.strong.take(granules) == 0)]
            index = shadow.start + (places << shadow.shift)
            lines = index | theirs.lines if matrix else index
            mine = swizzled(lines, swizzle, region.start)
            differ = np.flatnonzero(mine != swizzled(lines, theirs.name))
            if len(differ):
                at = int(index[differ[0]])
                used = f"{swizzle} and a base offset" if region.start else swizzle
                raise self._swizzled(int(shadow.write[places[differ[0]]]), lane, at, used, theirs.name)

    def loaded(self, index: Array, size: int, mask: Array | None) -> None:
        """Note that lanes read; `ldmatrix` reads rows by the swizzle of the copy that wrote them."""
        super().loaded(index, size, mask)
        step = self.m.step
        of_rows = size == _ROW_OF_MATRIX and isinstance(step, Step) and step.operation.row_holders
        if of_rows and "swizzles" in self.m.memory.checks:
            self._need_swizzle_of_rows(index, np.ones(len(index), np.bool_) if mask is None else mask)

    def _need_swizzle_of_rows(self, index: Array, mask: Array) -> None:
        """Check that lanes give the addresses of rows by the swizzle of the tensor copies that wrote them.

        Without the swizzle of their tile, the rows of a matrix are a constant distance apart. If another
        swizzle makes them so, and not that of the copies, the addresses were computed with the wrong one.
        """
        shadow = self.shared
        for group in np.flatnonzero(mask.reshape(-1, _ROWS_OF_MATRIX).all(1)).tolist():
            lane = group * _ROWS_OF_MATRIX
            rows = index[lane : lane + _ROWS_OF_MATRIX].astype(np.int64)
            weak, strong = (epochs.take((rows - shadow.start) >> shadow.shift) for epochs in shadow.writes)
            if not self.m.memory.is_shared(int(rows[0])) or not ((weak & ENGINE != 0) & (strong == 0)).all():
                continue
            written = {self.history.operations.swizzles[number] for number in (weak & WHO).tolist()}
            theirs = {each and each.name for each in written}
            if len(theirs) > 1 or (theirs_ := theirs.pop()) is None or _steady(rows, theirs_):
                continue
            for other in ("NONE", "32B", "64B", "128B"):
                if _steady(rows, other):
                    raise self._swizzled(int(weak[-1]), lane, int(rows[0]), other, theirs_, of_rows=True)

    def _swizzled(
        self, epoch: int, lane: int, at: int, swizzle: str, theirs: str, *, of_rows: bool = False
    ) -> Trap:
        """The fault of a read whose swizzle differs from that of the copy that wrote."""
        other = self.other_access(epoch, "wrote", lane)
        name, address = self.m.memory.describe_at(at, 1 << self.shared.shift)
        who = "this warp" if of_rows else "the operation started here"
        remedy = (
            "the addresses of the rows must have the swizzle of the tensor map"
            if of_rows
            else "the tensor maps and matrix descriptors of a tile must have the same swizzle"
        )
        said = (
            f"{who} reads {name} with swizzle {swizzle}, but a tensor copy wrote it "
            f"with swizzle {theirs}: {remedy}"
        )
        return Trap("swizzle-mismatch", said, lane, address, other=other)

    def tensor_address_written(self) -> None:
        """Note the time of the store: compilers let copies overwrite an address without a proxy fence."""
        self._addresses.add(self.history.time)

    def _need_proxy(
        self, shadow: Shadow, granules: Array, found: Array, lanes: Array, *, write: bool
    ) -> None:
        """Check that a proxy fence separates writes through the generic proxy from one of the async proxy."""
        operations = found & ENGINE != 0
        sent = np.flatnonzero(operations)
        sent = sent[self.history.operations.generic[found[sent] & WHO]]
        some = (found != 0) & ~operations
        if not some.any() and not len(sent):
            return
        space = "shared" if shadow is self.shared else "global"
        fences = self.proxy[space]
        place = (found & WHO) - self.base
        some &= (place >= 0) & (place < self.m.lanes)
        time = found >> TIME_SHIFT & TIMES
        bare = np.flatnonzero(some)
        bare = bare[fences[place[bare]] < time[bare]]
        if write:
            bare = bare[[each not in self._addresses for each in time[bare].tolist()]]
        bare = np.concatenate((bare, sent))
        if not len(bare):
            return
        bare = bare[~self._behind_fences(found[bare], lanes, space)]
        if len(bare):
            at = shadow.start + (int(granules[bare[0]]) << shadow.shift)
            raise self._unfenced(int(found[bare[0]]), int(lanes[0]), at, write=write)

    def _behind_fences(self, epochs: Array, lanes: Array, space: str) -> Array:
        """Find the epochs that come before a proxy fence of a space which comes before lanes."""
        rows, lane, fences = self.clocks.rows, int(lanes[0]), self.proxy[space]
        first = int(self.m.cta[lane]) // self.m.cluster_size * self.cluster_lanes
        others = np.arange(first, first + self.cluster_lanes)
        others = others[fences[others] > 0]
        known = fences[others] <= rows.of_lanes(lane)[others - first]
        others = others[known | np.isin(others, lanes)]
        if not len(others):
            return np.zeros(len(epochs), np.bool_)
        fenced = self.proxied[space]
        behind = Rows(1, fenced.full.shape[1], fenced.warps)
        behind.full[0] = fenced.full[others].max(0)
        behind.join_lanes(0, [fenced.lanes[other] for other in others.tolist()])
        whose = np.full(len(epochs), self.who[lane])
        return self.ordered(epochs, behind, np.zeros(len(epochs), np.int64), whose)

    def map_acquired(self, index: int, cta: int) -> None:
        """A thread of a CTA executed the acquiring fence of a tensor map."""
        self._maps[index, cta] = self.history.time

    def map_used(self, index: int, size: int, lane: int) -> None:
        """Check that a tensor map in global memory was not written by this kernel without a fence."""
        shadow = self.history.global_
        if not shadow.start <= index < shadow.stop:
            return
        granules = shadow.granules(np.array([index]), size).reshape(-1)
        found = np.maximum(*(epochs.take(granules) for epochs in shadow.writes))
        written = np.flatnonzero(found)
        if not len(written):
            return
        lanes = np.full(len(written), lane)
        stranger = (found[written] & IDENTITY) != self.who[lane]
        bad = stranger & ~self.ordered(found[written], self.clocks.rows, lanes, self.who[lanes])
        if bad.any():
            first = written[int(bad.argmax())]
            at = shadow.start + (int(granules[first]) << shadow.shift)
            raise self.race(int(found[first]), lane, at, 0, write=False, engine=True)
        found = found[~self.history.of_earlier_grid(found)]
        latest = int(found.max(initial=0))
        if not latest:
            return
        fenced = self._maps.get((index, int(self.m.cta[lane])), -1)
        if fenced >= latest >> TIME_SHIFT & TIMES:
            latest = self._unreleased_write(found, lane)
        if latest:
            other = self.other_access(latest, "wrote", lane)
            name, address = self.m.memory.describe_at(index, size)
            said = (
                f"the tensor map {name} was written by {other.who} of this kernel; "
                "fence.proxy.tensormap::generic.release after the write and .acquire on the map come "
                "before a copy may use it"
            )
            raise Trap("tensormap-proxy", said, lane, address, other=other)

    def _unreleased_write(self, epochs: Array, lane: int) -> int:
        """The last write to a tensor map by a thread of a lane's cluster without a release; 0 for none."""
        mine = (epochs & WHO) // self.cluster_lanes == self.who[lane] // self.cluster_lanes
        writes = epochs[(epochs != 0) & (epochs & ENGINE == 0) & mine]
        if not len(writes):
            return 0
        released = self._behind_fences(writes, np.array([lane]), "maps")
        return int(writes[~released].max(initial=0))

    def _unfenced(self, epoch: int, lane: int, at: int, *, write: bool) -> Trap:
        """The fault of a write of a thread that the async proxy may not see."""
        other = self.other_access(epoch, "wrote", lane)
        same = (epoch & IDENTITY) == self.who[lane]
        name, address = self.m.memory.describe_at(at, 1 << self.shared.shift)
        does = "writes" if write else "reads"
        executes = f"wrote must execute it, {'after the write' if same else 'before the barrier'}"
        if epoch & ENGINE:
            executes = "waits for the mbarrier of the operation must execute it, after the wait"
        said = (
            f"the operation started here {does} {name} through the async proxy, but {other.who} wrote it "
            f"through the generic proxy, and no fence.proxy.async comes between: the thread that {executes}"
        )
        return Trap("proxy-fence", said, lane, address, other=other)


def _steady(rows: Array, swizzle: str) -> bool:
    """Whether rows are a constant distance apart without a swizzle."""
    return len(set(np.diff(swizzled(rows, swizzle)).tolist())) == 1
