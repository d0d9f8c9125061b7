"""Reports of races: the two accesses, and the instruction that would order them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.clocks import Rows, merged
from pyptx.sim.epochs import ENGINE, PENDING, TIME_SHIFT, TIMES, WHO
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.meetings import Meetings
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import CLUSTER, CTA, GPU, NO_SCOPE, strength

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyptx.sim.clocks import RemoteClocks
    from pyptx.sim.epochs import Record
    from pyptx.sim.observers import Region
    from pyptx.sim.site import Site

READ = 2
"""The kind of epochs of reads, after those of weak and of strong writes."""


class RaceReports(Meetings):
    """The race detector's reports about accesses of a batch."""

    def race(self, epoch: int, lane: int, at: int, kind: int, *, write: bool, engine: bool = False) -> Trap:
        """The fault of two unordered accesses."""
        other = self.other_access(epoch, "read" if kind >= READ else "wrote", lane, at)
        name, address = self.m.memory.describe_at(at, 1 << self.shared.shift)
        who = "the operation started here" if engine else "this thread"
        does = "writes" if write else "reads"
        said = (
            f"{who} {does} {name}, which {other.who} {other.did}, and nothing orders the two: "
            f"{self._advice(epoch, lane, read=kind >= READ)}"
        )
        earlier = bool(self.history.of_earlier_grid(np.array(epoch)))
        return Trap("grid-dependency" if earlier else "race", said, lane, address, other=other)

    def need_single_writes(self, target: Region, lane: int) -> None:
        """Report an operation that writes bytes of global memory twice: nothing orders its own writes."""
        places, counts = np.unique(target.index, return_counts=True)
        twice = places[counts > 1]
        if len(twice):
            name, address = self.m.memory.describe_at(int(twice[0]), target.size)
            said = (
                f"the operation started here writes {name} more than once, "
                "and nothing orders its own writes: "
                "the rows of a scatter, or of a tensor map, must not overlap"
            )
            raise Trap("race", said, lane, address)

    def other_access(self, epoch: int, did: str, lane: int, at: int | None = None) -> OtherAccess:
        """The access that left an epoch, as a report about a lane names it.

        Args:
            epoch: The epoch.
            did: The action, in words.
            lane: The lane.
            at: Arena index of the location, if the threads of an operation access one each.
        """
        identity = epoch & WHO
        if not epoch & ENGINE:
            step = self.history.steps[epoch >> TIME_SHIFT & TIMES]
            who = "the same thread" if identity == self.who[lane] else "another thread"
            return OtherAccess(step, self._thread(identity), who, did)
        if identity in self.history.earlier_grid:
            before = identity >= self.history.grid_before
            return OtherAccess(None, None, "the grid before this one" if before else "an earlier grid", did)
        operations = self.history.operations
        step = operations.steps[identity]
        starter = self._starter_of(identity, at)
        thread = self._thread(starter)
        if operations.end[identity] >= PENDING:
            waits = [
                each
                for each, threads in operations.waits.items()
                if starter in threads and (did == "read" or "read" not in each.instruction.modifiers)
            ]
            action = f"that is pending may still {_PRESENT[did]}"
            return OtherAccess(step, thread, "an operation", action, waits)
        return OtherAccess(step, thread, "an operation", did)

    def _starter_of(self, operation: int, at: int | None) -> int:
        """The thread that started an operation at a location."""
        del at
        return self.history.operations.starters[operation]

    def _thread(self, who: int) -> dict[str, Any]:
        return self.m.place_of(who // self.cta_lanes, who % self.cta_lanes)

    def _advice(self, epoch: int, lane: int, *, read: bool) -> str:
        """The instruction that would order an epoch, of a read or a write, before an access of a lane."""
        identity, mine = epoch & WHO, int(self.who[lane])
        if epoch & ENGINE:
            return self._limit(epoch, (lane,), CLUSTER) or self._wait_for(identity, read=read)
        sizes: Mapping[Site | None, int] = self.history.facts.mixed_atomics
        made = self.history.steps[epoch >> TIME_SHIFT & TIMES]
        if self.m.step in sizes and made in sizes and sizes[made] != sizes[self.m.step]:
            return "two atomics order each other only if they have one size"
        home = identity // self.cta_lanes == mine // self.cta_lanes
        near = identity // self.cluster_lanes == mine // self.cluster_lanes
        both = identity - self.base, lane
        limited = self._limit(epoch, both, CTA if home else CLUSTER) if near else ""
        if limited or (limited := self._early_read(epoch, lane)):
            return limited
        if home:
            same_warp = identity // WARP == mine // WARP
            return _advice_in_cta(made, same_warp=same_warp, warps_of_cta=self.cta_lanes // WARP, read=read)
        if near:
            return self._too_narrow(epoch, lane, CLUSTER) or (
                "barrier.cluster, or an mbarrier, must come between them in both threads"
            )
        return (
            self._too_narrow(epoch, lane, GPU)
            or self._release_not_acquired(epoch, lane)
            or self._read_not_released(epoch, lane)
            or (
                "CTAs share memory by atomics, or by a release (or fence) and a flag of .gpu scope that the "
                "other acquires; a barrier orders only threads of its CTA, and a second launch sees all that "
                "the first one wrote"
            )
        )

    def _limit(self, epoch: int, lanes: Iterable[int], needed: int) -> str:
        """The arrival or wait of lanes after an access that orders less than a scope; empty for none."""
        for each in lanes:
            step, scope, time = self.limited.get(each, (None, needed, 0))
            if step is not None and scope < needed and time >= epoch >> TIME_SHIFT & TIMES:
                if step in self.history.facts.unread_waits:
                    return f"no instruction reads the result of {step.name}: repeat it until that is true"
                if scope == NO_SCOPE:
                    return f"{step.name} orders accesses only with a fence: leave out .relaxed"
                return f"{step.name} orders only threads of its CTA: give it the scope .cluster"
        return ""

    def _readers(self, lane: int) -> Iterable[int]:
        """The lanes whose reads may order accesses of a lane: itself, then those of its CTA."""
        first = lane // self.cta_lanes * self.cta_lanes
        return lane, *range(first, first + self.cta_lanes)

    def _early_read(self, epoch: int, lane: int) -> str:
        """The read in the CTA of a lane that would order an access if it waited for the value it got."""
        for reader in self._readers(lane) if self.early else ():
            read = self.early.get(reader)
            if read is None or read.step is None or not read.last.record:
                continue
            table, at, who = self._as_rows(read.last.record, reader), np.array([0]), self.who[[reader]]
            if self.ordered(np.array([epoch]), table, at, who):
                got, earlier = (
                    int.from_bytes(each.value or b"", "little") for each in (read.last, read.earlier)
                )
                if got == earlier and not read.earlier.written:
                    return (
                        f"{read.step.name} waits for too early a value: it reads {got:,}, which is there "
                        "before any thread writes it; wait for another value, or start with another one"
                    )
                if got == earlier:
                    return (
                        f"{read.step.name} waits for too early a value: it reads {got:,}, which the atomics "
                        "of further threads can make before the other thread releases; wait for a value that "
                        "includes its atomic"
                    )
                return (
                    f"{read.step.name} waits for too early a value, which comes before the other thread "
                    f"releases: it reads {got:,} here, but goes on with {earlier:,} too. Wait for a later "
                    f"value; or write {earlier:,} after that access, with a barrier or fence between; or, if "
                    "memory is reused, let the other thread wait for this one"
                )
        return ""

    def _release_not_acquired(self, epoch: int, lane: int) -> str:
        """Describe why the CTA of a lane reads a release after an access without acquiring it.

        The text is empty if there is no such read.
        """
        epochs, at = np.array([epoch]), np.array([0])
        for reader in self._readers(lane):
            who = self.who[[reader]]
            if self.ordered(epochs, self.clocks.rows, np.array([reader]), who):
                continue
            for _, record, step in self.unread.get(reader, {}).values():
                releases = [
                    key
                    for key, clocks in record.items()
                    if self.ordered(epochs, self._as_rows({key: clocks}, reader), at, who)
                ]
                if step is not None and releases:
                    said = self._narrow_release(releases, reader) or self._read_without_acquire(step)
                    if said:
                        return said
        return ""

    def _narrow_release(self, releases: Sequence[tuple[int, int]], reader: int) -> str:
        """Name the scope of releases that all exclude a lane, in words; empty if one includes it.

        Args:
            releases: CTA and scope of each.
            reader: The lane.
        """
        if any(scope >= self.scope_with(cta, reader) for cta, scope in releases):
            return ""
        cta, scope = max(releases, key=lambda release: release[1])
        wider = "gpu" if self.scope_with(cta, reader) == GPU else "cluster"
        return (
            f"another thread releases with the scope of its {_HOMES[scope]}, which excludes this one: "
            f"its fence or release needs .{wider}"
        )

    def _read_without_acquire(self, step: Site) -> str:
        """Name what a read lacks to acquire the release that it reads, in words; empty if nothing."""
        if step in self.history.facts.untested_reads:
            remedy = "no instruction tests the value: repeat it until the value has come"
        elif strength(step).acquires:
            return ""
        else:
            remedy = "make it .acquire, or write a fence after it"
        return f"{step.name} reads what another thread released, but acquires nothing: {remedy}"

    def _read_not_released(self, epoch: int, lane: int) -> str:
        """Name what a flag lacks that the CTA of an epoch wrote after it and the CTA of a lane has read.

        The text is empty if there is no such flag.
        """
        history, writer = self.history, epoch & WHO
        found: list[tuple[bool, bool, bool, int, Site]] = []
        for at, (flag, readers) in history.observed.items():
            near = not flag & ENGINE and (flag & WHO) // self.cta_lanes == writer // self.cta_lanes
            if not near or flag >> TIME_SHIFT & TIMES <= epoch >> TIME_SHIFT & TIMES:
                continue
            step, tests = history.steps[flag >> TIME_SHIFT & TIMES], self._tests_of_cta(readers, lane)
            if step is not None and tests:
                record = history.records.get(at) or {}
                table, who = self._as_rows(record, lane), self.who[[lane]]
                covers = bool(self.ordered(np.array([epoch]), table, np.array([0]), who)[0])
                polled = not tests.isdisjoint(history.facts.read_tests)
                found.append((polled, covers, bool(record), flag, step))
        if not found:
            return ""
        _, covers, releases, flag, step = max(found, key=lambda each: each[:2])
        if covers:
            return "a barrier of this CTA must come between the read of the flag and this access"
        if not releases:
            return (
                f"{step.name} writes a flag that this CTA reads, but releases nothing: make it .release, "
                "or write a fence before it"
            )
        if flag & WHO != writer:
            return (
                f"{step.name} does not release what other threads of its CTA did: a barrier of that CTA "
                "must come before it"
            )
        return ""

    def _tests_of_cta(self, readers: Iterable[int], lane: int) -> set[Site]:
        """The reads, of those with these epochs, in the CTA of a lane whose values decide what follows."""
        mine, facts = int(self.who[lane]) // self.cta_lanes, self.history.facts
        steps = (
            self.history.steps[reader >> TIME_SHIFT & TIMES]
            for reader in readers
            if (reader & WHO) // self.cta_lanes == mine
        )
        return {step for step in steps if step is not None and step not in facts.untested_reads}

    def _as_rows(self, record: Record, lane: int) -> Rows:
        """A table whose row is the clock released at a location, as a lane would acquire it."""
        table = Rows(1, self.clocks.rows.full.shape[1], self.clocks.warps)
        clocks: RemoteClocks = {}
        for remote in record.values():
            clocks = merged(clocks, remote)
        own = int(self.who[lane]) // self.cluster_lanes
        table.remote[0] = {cluster: row for cluster, row in clocks.items() if cluster != own}
        if own in clocks:
            table.set(0, clocks[own])
        return table

    def _wait_for(self, operation: int, *, read: bool) -> str:
        """The instruction that would order a read, or a write, of an operation before another access."""
        operations = self.history.operations
        engine = "grid" if operation in self.history.earlier_grid else _engine_of(operations.steps[operation])
        found = _WAITS.get(engine + ".read" * (read and engine == "store"), "wait for the operation first")
        if operations.end[operation] >= PENDING:
            return f"{found}, in the thread that started the operation" if engine == "store" else found
        passed_on = (
            "in one that then passes it on, by a barrier, a release, or an arrival that is not relaxed"
        )
        return f"{found}, in this thread or {passed_on}"

    def _too_narrow(self, epoch: int, lane: int, needed: int) -> str:
        """The instruction of one of two threads whose scope excludes the other, in words; empty for none."""
        history, mine = self.history, int(self.who[lane])
        own = [step for step in (self.m.step, history.steps[epoch >> TIME_SHIFT & TIMES]) if step is not None]
        found = [(step, strength(step).scope) for step in own]
        found += [history.narrow_orders[who] for who in (epoch & WHO, mine) if who in history.narrow_orders]
        for step, scope in found:
            if 0 < scope < needed:
                home, wider = _HOMES[scope], "gpu" if needed == GPU else "cluster"
                return f"{step.name} has the scope of its {home}, which excludes the other: it needs .{wider}"
        return ""

    def _not_initialised(self, epoch: int, lane: int, slot: int) -> Trap:
        """The fault of a use of an object that is not ordered after its initialisation."""
        other = self.other_access(epoch, "initialised it", lane)
        name, address = self.m.memory.describe_at(slot * 8 + self.m.memory.batch_start, 8)
        remote = (epoch & WHO) // self.cta_lanes != int(self.who[lane]) // self.cta_lanes
        how = (
            "fence.mbarrier_init.release.cluster and the barrier of the cluster must come first"
            if remote
            else "a barrier of the CTA must come between mbarrier.init and the use by other threads"
        )
        said = (
            f"this thread uses the mbarrier {name}, which {other.who} initialised, "
            f"and nothing orders the two: {how}"
        )
        return Trap("mbarrier-init", said, lane, address, other=other)


_HOMES = {CTA: "CTA", CLUSTER: "cluster"}
_PRESENT = {"read": "read", "wrote": "write"}
_WAITS = {
    "cp.async": "cp.async.wait_group (and a barrier, for other threads), or a wait for the mbarrier of "
    "cp.async.mbarrier.arrive, must come first",
    "bulk": "a wait for the mbarrier of the copy must come first, and its expect_tx counts all bytes",
    "store": "cp.async.bulk.wait_group, without .read, must come first",
    "store.read": "cp.async.bulk.wait_group.read must come first",
    "tcgen05": "tcgen05.commit and a wait for its mbarrier must come first",
    "grid": "griddepcontrol.wait must come first, in this thread or in one that it synchronises with",
    "wgmma": "wgmma.wait_group must come first, in the warpgroup, before a barrier or release to others",
    "remote": "a wait for the mbarrier of the operation must come first",
}


def _advice_in_cta(step: Site | None, *, same_warp: bool, warps_of_cta: int, read: bool) -> str:
    """The instruction that would order an access of a thread before another thread of its CTA.

    Args:
        step: The instruction of the access.
        same_warp: Whether one warp has both threads.
        warps_of_cta: Number of warps of the CTA.
        read: Whether the access is a read.
    """
    if not read and _engine_of(step) == "cp.async":
        return "the thread that copied must execute cp.async.wait_group, and a barrier must follow"
    if same_warp:
        said = "bar.warp.sync must come between accesses of different lanes of a warp"
        return (
            said
            if warps_of_cta == 1
            else f"{said}, or a barrier of the CTA if other warps access the memory, too"
        )
    return "a barrier of the CTA, or an mbarrier, must come between them in both threads"


def _engine_of(step: Site | None) -> str:
    """The engine that executes an instruction."""
    if step is None:
        return ""
    if step.instruction.opcode in ("wgmma", "tcgen05"):
        return step.instruction.opcode
    if step.name.startswith(("cp.async.bulk", "cp.reduce")):
        return "store" if "bulk_group" in step.instruction.modifiers else "bulk"
    return "cp.async" if step.instruction.opcode == "cp" else "remote"
