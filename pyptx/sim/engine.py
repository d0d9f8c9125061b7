"""The machine: registers and memory of a batch of CTAs, and the loop that executes blocks for its lanes.

Every warp of every CTA of a batch is a row of 32 lanes in one long vector; an instruction is a few NumPy
operations over all of them. Lanes that do not take part are masked when results are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.asynchrony import Asynchrony
from pyptx.sim.barriers import Barriers
from pyptx.sim.clusters import ClusterBarriers
from pyptx.sim.faults import Trap
from pyptx.sim.races import Races
from pyptx.sim.scheduler import WARP, WARPGROUP, Scheduler
from pyptx.sim.semantics.undefined import Origin, given_by, led_round
from pyptx.sim.stamps import EXCHANGES
from pyptx.sim.stillness import Stillness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from pyptx.sim.geometry import Geometry
    from pyptx.sim.memory import Memory
    from pyptx.sim.operands import CtaBarrier
    from pyptx.sim.stamps import History
    from pyptx.sim.steps import Block, Code, Step
    from pyptx.sim.symbols import Callee, Register

CALL_DEPTH = 1024


class Counters:
    """What was executed, over all batches of a launch.

    Attributes:
        steps: Instructions issued, each for all lanes that were together.
        issues: Times each block ran.
        lanes: Lanes it ran for, summed over those times.
        limit: Steps after which the watchdog stops the launch.
    """

    def __init__(self, blocks: int, limit: int) -> None:
        self.steps = 0
        self.issues = [0] * blocks
        self.lanes = [0] * blocks
        self.limit = limit


class Machine:
    """A batch of CTAs that run together.

    Attributes:
        code: The program.
        memory: Its memory.
        geometry: Grid and block.
        lanes: Lanes of the batch, a multiple of 32.
        cta: CTA of every lane, counted within the batch.
        mask: Lanes the current instruction executes for; None for all.
        where: Lanes whose registers it writes; None for all.
        values: The arrays of the pool.
        full: Whether a register is initialised in all lanes, by number.
        initialised: In which lanes it is, where not in all.
        frame: Address of the current call's local memory, by lane.
        step: The current instruction.
        origins: Where values come from that nobody defined, by register.
        kept: The same of values that were stored, by arena index.
        spreads: Whether an instruction met such a value, and made no fault of it.
        doubts: By the block where their ways meet again, branches whose predicate nobody defined: for which
            lanes, the registers given values on the way, and where the predicate came from.
        asynchrony: When asynchronous operations take effect.
        clusters: The barriers of the clusters.
        awaited: Arena index of the mbarrier object that a lane last polled in vain, -1 where it did not.
        parity: The phase it asked for: 0 or 1.
        units: What single sections of the ISA keep for a batch.
        leaving: Called when lanes have exited.
        profiler: Counts what is done; None where nobody asked.
        timeline: Notes when it is done; None where nobody asked.
        races: Looks for races; None where nobody asked.
    """

    def __init__(
        self,
        code: Code,
        memory: Memory,
        geometry: Geometry,
        first: int,
        ctas: int,
        counters: Counters,
        *,
        schedule: str = "late",
        seed: int = 0,
        history: History | None = None,
    ) -> None:
        self.code = code
        self.memory = memory
        self.geometry = geometry
        self.counters = counters
        self.first = first
        warps = cta_warps(code, geometry)
        self.lanes = ctas * warps * WARP
        number = np.arange(self.lanes, dtype=np.int64)
        self.cta = (number // (warps * WARP)).astype(np.int32)
        self.thread = number % (warps * WARP)
        self.scheduler = Scheduler(self.thread < geometry.threads, self.cta, ctas, code.entry_block)
        self.scheduler.warps_per_cta = -(-geometry.threads // WARP)
        self.cluster_size = geometry.cluster_size
        memory.start_batch(self.cta, ctas, self.cluster_size)
        self.clusters = ClusterBarriers(self.scheduler, self.cluster_size)
        self.races = memory.races = self.clusters.races = None if history is None else Races(self, history)
        self.asynchrony = Asynchrony(self, schedule, seed)
        self.scheduler.on_standstill = self.asynchrony.standstill
        self.scheduler.on_quiet = Stillness(self)
        self.scheduler.on_split = self._split
        self.awaited: NDArray[np.int64] | None = None
        self.parity: NDArray[np.int8] | None = None
        self.units: dict[str, Any] = {}
        self.leaving: list[Callable[[Machine], None]] = []
        self.profiler: Any = None
        self.timeline: Any = None
        self._barriers: Barriers | None = None
        self.mask: NDArray[np.bool_] | None = None
        self.where: NDArray[np.bool_] | None = None
        self.files = {bits: _file(bits, rows, self.lanes) for bits, rows in code.rows.items()}
        code.complete()
        self.values: list[Any] = [self._materialise(recipe) for recipe in code.pool.recipes]
        self.full = [False] * len(code.registers)
        self.initialised = np.zeros((len(code.registers), self.lanes), np.bool_)
        self.frame = np.zeros(self.lanes, np.uint64)
        self.depth = np.zeros(self.lanes, np.int32)
        self.returns: list[NDArray[np.int32]] = []
        self.saved: dict[tuple[int, int], NDArray[Any]] = {}
        self.everyone = np.ones(self.lanes, np.bool_)
        self.step: Step | None = None
        self.origins: dict[int, Origin] = {}
        self.kept: dict[int, Origin] = {}
        self.spreads = False
        self.doubts: dict[int, list[tuple[NDArray[np.bool_], frozenset[int], Origin]]] = {}
        self._together = False

    # What instructions use

    def active(self) -> NDArray[np.bool_]:
        """The lanes the current instruction executes for, as an array."""
        return self.everyone if self.mask is None else self.mask

    def mask_of(self, lanes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """The mask that has these lanes."""
        mask = np.zeros(self.lanes, np.bool_)
        mask[lanes] = True
        return mask

    def timer(self, name: str) -> NDArray[np.uint64]:
        """A clock: it counts instructions issued; the timer takes one for a nanosecond."""
        now = self.counters.steps + 1
        if name in ("%clock_hi", "%globaltimer_hi"):
            now >>= 32
        elif name in ("%clock", "%globaltimer_lo"):
            now &= 0xFFFF_FFFF
        return np.full(self.lanes, now, np.uint64)

    @property
    def barriers(self) -> Barriers:
        """The mbarrier objects of the batch."""
        if self._barriers is None:
            self._barriers = Barriers(self.memory)
        return self._barriers

    def await_barrier(self, index: NDArray[np.int64], parity: NDArray[Any], done: NDArray[np.bool_]) -> None:
        """Note which active lanes polled which mbarrier object in vain; let others run if none did not."""
        if self.awaited is None or self.parity is None:
            self.awaited = np.full(self.lanes, -1, np.int64)
            self.parity = np.zeros(self.lanes, np.int8)
        active = self.active() if self.mask is not None else self.scheduler.live
        self.awaited[active] = np.where(done, -1, index)[active]
        self.parity[active] = parity[active]
        if not (done & active).any():
            self.scheduler.fuel = 0

    def cta_running(self, cta: int) -> bool:
        """Whether a CTA of the batch has not ended."""
        return not self.memory.exited[cta]

    def taint(self, register: int, lanes: NDArray[np.bool_], origin: Origin | None = None) -> None:
        """Take from lanes of a register the standing of a defined value, which comes from elsewhere."""
        if self.full[register]:
            self.initialised[register] = True
            self.full[register] = False
        self.initialised[register] &= ~lanes
        if origin is not None:
            self.origins[register] = origin
        else:
            self.origins.pop(register, None)

    def origin(self, register: int) -> Origin:
        """Where the value of a register comes from that the current instruction finds undefined."""
        found = self.origins.get(register)
        lanes = self.undefined(register)
        if found is None and lanes is not None and self.step is not None:
            found = Origin(self.step, lanes, self.code.registers[register].name)
        assert found is not None
        return found

    def thread_of(self, lane: int) -> dict[str, Any]:
        """Which thread of the grid a lane is."""
        return self.place_of(self.first + int(self.cta[lane]), int(self.thread[lane]))

    def place_of(self, cta: int, thread: int) -> dict[str, Any]:
        """Which thread of the grid one is, by the place of its CTA in the launch and its number there."""
        x, y, _ = self.geometry.block
        return {
            "ctaid": self.geometry.ctaid(cta),
            "tid": (thread % x, thread // x % y, thread // (x * y)),
            "warp": thread // WARP,
            "lane": thread % WARP,
        }

    # The loop

    def run(self) -> None:
        """Execute until every lane has exited.

        Raises:
            Trap: A rule was broken; `step` is the instruction.
        """
        scheduler, counters, blocks = self.scheduler, self.counters, self.code.blocks
        issues, lanes = counters.issues, counters.lanes
        asynchrony = self.asynchrony
        while True:
            if counters.steps >= asynchrony.alarm:
                asynchrony.tick()
            if scheduler.converged:
                if scheduler.live_count == 0:
                    break
                self.mask = None if scheduler.all_live else scheduler.live
                self.where = None
                count = scheduler.live_count
            else:
                mask = scheduler.select()
                if mask is None:
                    break
                count = int(np.count_nonzero(mask))
                if count == scheduler.live_count:
                    scheduler.converged = True
                    continue
                self.mask = self.where = mask
            place = scheduler.place
            block = blocks[place]
            issues[place] += 1
            lanes[place] += count
            counters.steps += len(block.steps) + (block.end is not None)
            if counters.steps > counters.limit:
                raise Trap("max-steps", "")
            if place in self.doubts:
                self._meet(place)
            if block.gate is not None:
                self._gate(block.gate, place)
                continue
            for step in block.steps:
                self._execute(step)
            if block.end is not None:
                self._control(block, block.end, place)
            elif scheduler.converged:
                scheduler.place = place + 1
            else:
                scheduler.goto(self.active(), place + 1)
        asynchrony.finish()
        if self.races is not None:
            self.races.finish()

    def _execute(self, step: Step) -> None:
        """Execute one instruction for the active lanes that its guard lets through."""
        self.step = step
        if step.guard < 0:
            self._run(step)
            return
        doubtful = self._doubtful(step) if step.operation.computes else None
        origin = None if doubtful is None else self.origin(step.guard_register)
        mask, where = self.mask, self.where
        taken = self._guard(step, checked=doubtful is not None)
        if taken is None or taken.any():
            if taken is not None:
                self.mask = self.where = taken
            self._run(step)
            self.mask, self.where = mask, where
        if doubtful is not None and origin is not None:
            self._doubt(doubtful, given_by(step.operation), origin)

    def _run(self, step: Step) -> None:
        """Do what an instruction does, for the lanes of the mask."""
        for number in step.reads:
            if not self.full[number] and self.undefined(number) is not None:
                self._spread(step)
                return
        step.run(self)

    def _spread(self, step: Step) -> None:
        """Do what an instruction does with values that nobody defined."""
        operation = step.operation
        found = {number: self.undefined(number) for number in step.reads if not self.full[number]}
        undefined = {number: lanes for number, lanes in found.items() if lanes is not None}
        for number in undefined:
            if operation.spread is None or number not in operation.keeps:
                self.need_defined(number)
        assert operation.spread is not None
        after = operation.spread(self, undefined)
        step.run(self)
        after()
        self.spreads = True

    def _doubtful(self, step: Step) -> NDArray[np.bool_] | None:
        """The active lanes for which nobody defined the guard; None if there are none."""
        return None if self.full[step.guard_register] else self.undefined(step.guard_register)

    def _doubt(self, lanes: NDArray[np.bool_], registers: Iterable[int], origin: Origin) -> None:
        """Take from registers the standing of defined values: whether they were given some is not defined."""
        for number in registers:
            self.taint(number, lanes, origin)
        self.spreads = True

    def _meet(self, place: int) -> None:
        """Lanes come to where the ways of a branch meet whose predicate nobody had defined for them."""
        here, left = self.active(), []
        for lanes, registers, origin in self.doubts.pop(place):
            self._doubt(lanes & here, registers, origin)
            if (lanes & ~here).any():
                left.append((lanes & ~here, registers, origin))
        if left:
            self.doubts[place] = left

    def _guard(self, step: Step, *, checked: bool = False) -> NDArray[np.bool_] | None:
        """The active lanes that a guard lets through, unless `checked` defined in all; None for all lanes."""
        if not checked:
            self.need_defined(step.guard_register)
        guard = self.values[step.guard]
        taken: NDArray[np.bool_] = ~guard if step.negated else guard
        if self.mask is not None:
            return taken & self.mask
        return None if taken.all() else taken.copy()

    def undefined(self, number: int) -> NDArray[np.bool_] | None:
        """The active lanes in which a register has no defined value; None if there are none."""
        if "uninitialized" not in self.memory.checks:
            return None
        bad = ~self.initialised[number]
        if self.mask is not None:
            bad &= self.mask
        return bad if bad.any() else None

    def need_defined(self, number: int) -> None:
        """Fault where a register has no defined value in an active lane."""
        bad = None if self.full[number] else self.undefined(number)
        if bad is not None:
            raise self.origin(number).trap(self, int(bad.argmax()))

    def _control(self, block: Block, step: Step, place: int) -> None:
        """Execute the instruction that closes a block."""
        self.step = step
        scheduler = self.scheduler
        taken: NDArray[np.bool_] | None = None
        if step.guard >= 0:
            doubtful = self._doubtful(step) if step.target is not None else None
            around = None if doubtful is None else led_round(self.code.blocks, place)
            taken = self._guard(step, checked=around is not None)
            if doubtful is not None and around is not None:
                meeting, registers = around
                doubt = doubtful, registers, self.origin(step.guard_register)
                self.doubts.setdefault(meeting, []).append(doubt)
                self.spreads = True
        if step.target is not None:
            if taken is None:
                scheduler.jump(self.mask, step.target.block, polls=block.polls)
            else:
                scheduler.branch(taken, self.mask, step.target.block, place + 1, polls=block.polls)
            return
        scheduler.diverge()
        active = self.active() if self.mask is not None else scheduler.live
        going = active if taken is None else taken & active
        if taken is not None:
            scheduler.goto(active & ~going, place + 1)
        if not going.any():
            return
        self.mask = self.where = going.copy()
        for number in step.reads:
            self.need_defined(number)
        step.run(self)

    def push(self, site: int, callee: Callee, lanes: NDArray[np.bool_]) -> None:
        """Remember where lanes come back to; save the registers of a function that may be running already.

        Raises:
            Trap: The calls are nested too deeply.
        """
        deepest = int(self.depth[lanes].max())
        if deepest >= CALL_DEPTH:
            said = f"calls are nested {CALL_DEPTH} deep"
            raise Trap("stack-overflow", said, int((lanes & (self.depth == deepest)).argmax()))
        while len(self.returns) <= deepest:
            self.returns.append(np.zeros((2, self.lanes), np.int32))
        place = self.scheduler.place + 1
        for depth in np.unique(self.depth[lanes]).tolist():
            here = lanes & (self.depth == depth)
            self.returns[depth][:, here] = np.array([[site], [place]], np.int32)
            if callee.recursive:
                self._save(callee, depth, here)
        self.depth[lanes] += 1

    def pop(self, callee: Callee, lanes: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Call sites and blocks that lanes come back to; give a recursive function its registers back."""
        sites, blocks = np.zeros(self.lanes, np.int32), np.zeros(self.lanes, np.int32)
        self.depth[lanes] -= 1
        for depth in np.unique(self.depth[lanes]).tolist():
            here = lanes & (self.depth == depth)
            sites[here], blocks[here] = self.returns[depth][:, here]
            if callee.recursive:
                self._restore(callee, depth, here)
        return sites, blocks

    def _save(self, callee: Callee, depth: int, lanes: NDArray[np.bool_]) -> None:
        for register in callee.registers:
            kept = self.saved.setdefault((depth, register.number), np.zeros_like(self._row(register)))
            kept[..., lanes] = self._row(register)[..., lanes]

    def _restore(self, callee: Callee, depth: int, lanes: NDArray[np.bool_]) -> None:
        for register in callee.registers:
            self._row(register)[..., lanes] = self.saved[depth, register.number][..., lanes]

    def _row(self, register: Register) -> NDArray[Any]:
        row: NDArray[Any] = self.files[register.bits][register.row]
        return row

    def exit(self, mask: NDArray[np.bool_]) -> None:
        """End lanes, and let go on whom only they held up."""
        scheduler, memory = self.scheduler, self.memory
        scheduler.exit(mask)
        for number in scheduler.barriers_in_use():
            self._settle(number)
        running = np.zeros(scheduler.ctas, np.bool_)
        running[self.cta[scheduler.live]] = True
        ended = ~running & ~memory.exited
        memory.exited = ~running
        memory.any_exited = bool(memory.exited.any())
        if self.races is not None and self.cluster_size > 1:
            self.races.left(np.flatnonzero(ended))
        self.clusters.settle()
        for leave in self.leaving:
            leave(self)

    # Waiting

    def _gate(self, step: Step, place: int) -> None:
        """Execute an instruction at which lanes wait for others."""
        self.step = step
        scheduler = self.scheduler
        active = self.mask
        if step.guard >= 0:
            taken = self._guard(step)
            if taken is not None:
                scheduler.diverge()
                around = (scheduler.live if active is None else active) & ~taken
                scheduler.goto(around, place + 1)
                if not taken.any():
                    return
                self.mask = self.where = taken
        for number in step.reads:
            if number not in step.operation.keeps:
                self.need_defined(number)
        if step.barrier is not None:
            self._barrier(step.barrier, place)
            return
        if step.passing is not None:
            self._pass(step, place)
            return
        assert step.members is not None
        members = step.members(self)
        if scheduler.converged and scheduler.live_count == int(np.count_nonzero(scheduler.exists)):
            together = bool((members == np.uint32(0xFFFF_FFFF)).all())
        else:
            together = False
        self._together = together
        if not together:
            mask = scheduler.live if self.mask is None else self.mask
            ready = scheduler.gather_warps(members, mask, step.name, self._alike(step))
            if ready is None:
                return
            if not scheduler.converged:
                self.mask = self.where = ready
        self._run(step)
        if self.races is not None and step.instruction.opcode in EXCHANGES:
            self.races.exchanged(self.gathered(), members)
        if scheduler.converged:
            scheduler.place = place + 1
        else:
            scheduler.goto(self.active(), place + 1)

    def gathered(self) -> NDArray[np.int64]:
        """The lanes that the gate that now opens brought together, those at gates like it too."""
        if not self._together:
            return np.flatnonzero(self.scheduler.met)
        return np.flatnonzero(self.scheduler.live if self.mask is None else self.mask)

    def _pass(self, step: Step, place: int) -> None:
        """Execute an instruction that decides itself which of its lanes go on."""
        assert step.passing is not None
        scheduler = self.scheduler
        mask = scheduler.live.copy() if self.mask is None else self.mask
        going = step.passing(self, mask)
        if scheduler.converged and going is mask:
            step.run(self)
            scheduler.place = place + 1
            return
        scheduler.diverge()
        if not going.any():
            return
        self.mask = self.where = going
        step.run(self)
        scheduler.goto(going, place + 1)

    def gather_warpgroups(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Bring the four warps of each warpgroup of the mask together at the block that runs.

        Returns:
            The lanes that go on: whole warpgroups, some of whose warps may have waited here.

        Raises:
            Trap: A lane of the warpgroup has exited or does not exist.
        """
        scheduler = self.scheduler
        here = mask
        if scheduler.parked:
            here = mask | ((scheduler.parked_at == scheduler.place) & (scheduler.barrier == WARPGROUP))
        name = self.step.name if self.step is not None else ""
        whole = here.reshape(-1, 4 * WARP).all(1)
        touched = mask.reshape(-1, 4 * WARP).any(1)
        if (whole | ~touched).all():
            ready = mask if here is mask else here & np.repeat(whole, 4 * WARP)
            if ready is not mask:
                scheduler.rejoin(ready)
            return ready
        gone = (~scheduler.live).reshape(-1, 4 * WARP).any(1) & touched
        if gone.any():
            lanes = np.flatnonzero(np.repeat(gone, 4 * WARP) & mask)
            said = f"{name} is for whole warpgroups, but threads of this one have exited or do not exist"
            raise Trap("aligned", said, int(lanes[0]))
        ready = here & np.repeat(whole, 4 * WARP)
        scheduler.rejoin(ready)
        waiting = mask & ~ready
        if waiting.any():
            scheduler.park(waiting, WARPGROUP)
        return ready

    def _split(self, blocks: NDArray[np.int32], lane: int) -> None:
        """Report a warp whose lanes came to one barrier at several instructions that want it whole."""
        steps = [self.code.blocks[block].gate for block in blocks.tolist()]
        for step in steps:
            if step is not None and step.barrier is not None and step.barrier.aligned:
                others = ", ".join(other.name for other in steps if other is not None and other is not step)
                said = (
                    f"{step.name} wants all lanes of a warp to execute it together, "
                    "but some of them came to the "
                    f"barrier at another instruction ({others})"
                )
                raise Trap("aligned", said, lane, step=step)

    def _alike(self, step: Step) -> NDArray[np.bool_] | None:
        """The blocks of ``bar.warp.sync``, which need not be the same one for all lanes; None for others."""
        if step.name != "bar.warp.sync":
            return None
        gates = [block.gate for block in self.code.blocks]
        return np.array([gate is not None and gate.name == step.name for gate in gates])

    def _barrier(self, barrier: CtaBarrier, place: int) -> None:
        """Execute a barrier of a CTA: pass, or park and release those who are complete."""
        scheduler = self.scheduler
        numbers = barrier.number(self)
        counts = barrier.count(self) if barrier.count is not None else None
        if counts is not None and not counts.any():
            counts = None
        predicate = barrier.predicate(self) if barrier.predicate is not None else None
        if barrier.kind != "arrive" and scheduler.passes_at_once(numbers, counts):
            if barrier.write is not None:
                assert predicate is not None
                self._reduce(barrier, scheduler.live, predicate)
            if self.races is not None:
                self.races.barrier_of_all()
            scheduler.place = place + 1
            scheduler.idle = 0
            return
        mask = scheduler.live.copy() if self.mask is None else self.mask
        arrived_at = scheduler.arrive(numbers, counts, predicate, mask, waits=barrier.kind != "arrive")
        if self.races is not None and barrier.kind == "arrive":
            self.races.barrier_arrival(mask, numbers)
        for number in arrived_at:
            self._settle(number)

    def _settle(self, number: int) -> None:
        """Release the lanes whose barrier is complete."""
        more = True
        while more:
            more = self.scheduler.settle(number, self._finish_barrier)
            if self.races is not None:
                self.races.barrier_idle(number)

    def _finish_barrier(self, block: int, lanes: NDArray[np.bool_], complete: NDArray[Any]) -> None:
        """Write the result of a reduction for the lanes that a barrier releases."""
        if self.races is not None:
            self.races.barrier_release(lanes, complete)
        step = self.code.blocks[block].gate
        if step is None or step.barrier is None:
            return
        mask, where = self.mask, self.where
        self.mask = self.where = lanes
        self._reduce(step.barrier, complete, self.scheduler.predicate)
        self.mask, self.where = mask, where

    def _reduce(self, barrier: CtaBarrier, complete: NDArray[np.bool_], predicate: NDArray[np.bool_]) -> None:
        """Reduce a predicate over the lanes of each CTA that took part, where the instruction does."""
        if barrier.write is None:
            return
        counts = np.zeros(self.scheduler.ctas, np.int64)
        np.add.at(counts, self.cta[complete & predicate], 1)
        present = np.zeros(self.scheduler.ctas, np.int64)
        np.add.at(present, self.cta[complete], 1)
        result: NDArray[Any]
        if barrier.reduce == "popc":
            result = counts.astype(np.uint32)
        else:
            result = counts == present if barrier.reduce == "and" else counts > 0
        barrier.write(self, result[self.cta])

    # Arrays

    def _materialise(self, recipe: tuple[Any, ...]) -> NDArray[Any]:
        """Make an array of the pool for this batch."""
        kind = recipe[0]
        if kind == "register":
            _, bits, row, dtype = recipe
            return np.asarray(self.files[bits][row].view(dtype))
        if kind == "registers":
            _, bits, row, count, dtype = recipe
            return np.asarray(self.files[bits][row : row + count].view(dtype))
        if kind == "shared":
            _, offset, dtype = recipe
            return (self.memory.rank_base() + np.uint64(offset)).astype(dtype)
        if kind == "constant":
            _, raw, dtype = recipe
            value = np.frombuffer(raw, dtype)
            whole = np.repeat(value[:, None], self.lanes, axis=1)
            return whole[0] if len(value) == 1 else whole
        _, name, dtype = recipe
        return self.geometry.special(name, self.first + self.cta.astype(np.int64), self.thread).astype(dtype)


def cta_warps(code: Code, geometry: Geometry) -> int:
    """Warps that a CTA takes up: whole warpgroups where the program has instructions of theirs."""
    warps = -(-geometry.threads // WARP)
    return -(-warps // 4) * 4 if code.warpgroups else warps


def _file(bits: int, rows: int, lanes: int) -> NDArray[Any]:
    """The registers of one width: raw unsigned storage, rows over lanes."""
    if bits == 1:
        return np.zeros((rows, lanes), np.bool_)
    if bits == 128:
        return np.zeros((rows, 2, lanes), np.uint64)
    return np.zeros((rows, lanes), np.dtype(f"uint{bits}"))
