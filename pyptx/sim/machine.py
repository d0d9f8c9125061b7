"""The machine: the state of a batch of CTAs that run together.

Every warp of every CTA of a batch is a row of 32 lanes in one long vector; an instruction is a few NumPy
operations over all of them. Lanes that do not take part are masked when results are written. Functions over
the state are elsewhere: `interpreter` and `gates` run blocks, `queues` completes asynchronous operations,
`semantics` executes instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from pyptx.sim.asynchrony import NEVER, Asynchrony
from pyptx.sim.barriers import Barriers
from pyptx.sim.calls import CallStack
from pyptx.sim.clusters import ClusterBarriers
from pyptx.sim.cta_barriers import CtaBarriers
from pyptx.sim.definedness import Definedness, Origin
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.observers import Observers
from pyptx.sim.printing import Output
from pyptx.sim.scheduler import PARTS, WARP, Scheduler
from pyptx.sim.unstarted import Unstarted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.counters import Counters
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.image import Image
    from pyptx.sim.memory import Memory
    from pyptx.sim.observers import Observer
    from pyptx.sim.site import Site


class Part:
    """State that a section of the ISA adds to a machine, made when an instruction first needs it.

    A queue of asynchronous operations overrides `advance`, `tick` and `complete`; state that must not outlive
    its CTA overrides `exited`; state that lanes wait for has a name, and overrides `describe_wait`.

    Attributes:
        waits_for: Name, for the timeline, of the wait of lanes that `Machine.park` parked.
    """

    waits_for: ClassVar[str] = ""

    def __init__(self, m: Machine) -> None:
        """Make the part of a machine."""

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Let operations take effect because no warp can run; return whether any did.

        Args:
            m: The machine.
            wanted: Arena indices of the barriers that threads wait for; None for any operation.
        """
        del m, wanted
        return False

    def tick(self, m: Machine, now: int) -> int:
        """Let due operations take effect; return the time of the next one."""
        del m, now
        return NEVER

    def complete(self, m: Machine) -> None:
        """Let the remaining operations take effect at the end of the grid."""

    def exited(self, m: Machine) -> None:
        """Check the state that CTAs leave behind, because lanes of some have exited."""

    def describe_wait(self, m: Machine, lane: int) -> str:
        """Describe, for reports, the wait of a lane that `Machine.park` parked."""
        del m, lane
        return self.waits_for


AnyPart = TypeVar("AnyPart", bound=Part)


class Machine:
    """A batch of CTAs that run together.

    Attributes:
        code: The program, without its instructions.
        memory: The memory of the batch.
        geometry: Grid and block.
        counters: Counts of executed instructions.
        output: The buffer of `printf`.
        first: Place of its first CTA in the launch order.
        lanes: Lanes of the batch, a multiple of 32.
        cta: CTA of every lane, counted within the batch.
        thread: Number of every lane's thread in its CTA.
        scheduler: Program counters of lanes, and their waits.
        cta_barriers: The barriers of the CTAs.
        cluster_size: CTAs of a cluster.
        unstarted: The clusters of the grid that may be cancelled.
        clusters: The barriers of the clusters.
        asynchrony: The times at which asynchronous operations take effect.
        observers: The observers of the batch.
        files: The registers of each width.
        values: The arrays of the pool.
        defined: The registers with defined values.
        calls: The call stacks.
        everyone: A mask of all lanes.
        mask: Lanes for which the current instruction executes; None for all.
        where: Lanes whose registers it writes; None for all.
        step: The current instruction.
        awaited: Arena index of the mbarrier object that each lane last polled before its phase was complete;
            -1 where it did not.
        parity: The phase of the wait: 0 or 1.
        polling: The instruction with which it polled.
    """

    def __init__(
        self,
        code: Image,
        memory: Memory,
        geometry: Geometry,
        places: tuple[int, int],
        counters: Counters,
        *,
        schedule: tuple[str, int] = ("late", 0),
        observers: Sequence[Callable[[Machine], Observer]] = (),
        unstarted: Unstarted | None = None,
        output: Output | None = None,
        in_turns: bool = False,
    ) -> None:
        """Make the state in which a batch starts.

        Args:
            code: The program.
            memory: The memory of the batch, built.
            geometry: Grid and block.
            places: Place of the first CTA in the launch order, and how many there are.
            counters: Counts of executed instructions.
            schedule: The schedule of asynchronous operations, and the seed.
            observers: Functions that make an observer of a machine.
            unstarted: The clusters of the grid that may be cancelled; none if not given.
            output: The buffer of `printf` of the launch; one of its own if not given.
            in_turns: Whether warps run one after the other.
        """
        code.complete()
        self.code, self.memory, self.geometry, self.counters = code, memory, geometry, counters
        self.output = Output() if output is None else output
        self.first, ctas = places
        warps = cta_warps(code, geometry)
        self.lanes = ctas * warps * WARP
        number = np.arange(self.lanes, dtype=np.int64)
        self.cta = (number // (warps * WARP)).astype(np.int32)
        self.thread = number % (warps * WARP)
        self.scheduler = Scheduler(
            self.thread < geometry.threads, self.cta, ctas, code.entry_block, in_turns=in_turns
        )
        self.cta_barriers = CtaBarriers(self.scheduler)
        self.cluster_size = geometry.cluster_size
        self.unstarted = unstarted or Unstarted(geometry.ctas, geometry.ctas, self.cluster_size)
        memory.start_batch(self.cta, ctas, self.cluster_size)
        self.asynchrony = Asynchrony(schedule[0], (schedule[1], self.first), self.scheduler, counters)
        self.observers = Observers([make(self) for make in observers])
        memory.observe(self.observers)
        self.clusters = ClusterBarriers(self.scheduler, self.cluster_size, self.observers)
        self.awaited: NDArray[np.int64] | None = None
        self.parity: NDArray[np.int8] | None = None
        self.polling: NDArray[Any] | None = None
        self._barriers: Barriers | None = None
        self._parts: dict[type[Part], Any] = {}
        self.mask: NDArray[np.bool_] | None = None
        self.where: NDArray[np.bool_] | None = None
        self.files = {bits: _file(bits, rows, self.lanes) for bits, rows in code.rows.items()}
        self.values: list[Any] = [self._materialise(recipe) for recipe in code.pool.recipes]
        self.defined = Definedness(len(code.registers), self.lanes)
        self.calls = CallStack(self.lanes, self.files)
        self.everyone = np.ones(self.lanes, np.bool_)
        self.step: Site | None = None

    # Parts

    @property
    def barriers(self) -> Barriers:
        """The mbarrier objects of the batch."""
        if self._barriers is None:
            self._barriers = Barriers(self.memory)
        return self._barriers

    def part(self, kind: type[AnyPart]) -> AnyPart:
        """The part of a class, made at its first use."""
        found: AnyPart | None = self._parts.get(kind)
        if found is None:
            found = self._parts[kind] = kind(self)
        return found

    def reason(self, part: Part) -> int:
        """The number in `Scheduler.barrier` of lanes that wait for a part."""
        return PARTS + list(self._parts.values()).index(part)

    def park(self, lanes: NDArray[np.bool_], part: Part) -> None:
        """Park lanes at the current block until `release` resumes the lanes that wait for this part."""
        self.scheduler.park(lanes, self.reason(part))

    def waiting(self, part: Part) -> NDArray[np.bool_]:
        """The lanes that wait for a part."""
        waiting: NDArray[np.bool_] = self.scheduler.barrier == self.reason(part)
        return waiting

    def awaited_part(self, lane: int) -> Part | None:
        """The part that a parked lane waits for; None for other reasons."""
        number = int(self.scheduler.barrier[lane]) - PARTS
        return list(self._parts.values())[number] if number >= 0 else None

    def parts(self) -> Collection[Part]:
        """The parts that instructions have needed so far."""
        return self._parts.values()

    # The current instruction

    def begin(self, step: Site) -> None:
        """Execute an instruction from now on."""
        self.step = step

    def select(self, mask: NDArray[np.bool_] | None, where: NDArray[np.bool_] | None) -> None:
        """Execute for the lanes of a mask from now on, and write registers of those in `where`."""
        self.mask, self.where = mask, where

    def active(self) -> NDArray[np.bool_]:
        """The lanes the current instruction executes for, as an array."""
        return self.everyone if self.mask is None else self.mask

    def executing(self) -> NDArray[np.bool_]:
        """The living lanes that the current instruction executes for."""
        return self.scheduler.live if self.mask is None else self.mask

    def mask_of(self, lanes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """The mask that has these lanes."""
        mask = np.zeros(self.lanes, np.bool_)
        mask[lanes] = True
        return mask

    def timer(self, name: str) -> NDArray[np.uint64]:
        """Read a clock, which counts issued instructions; the nanosecond timer counts one for each."""
        now = self.counters.steps + 1
        if name in ("%clock_hi", "%globaltimer_hi"):
            now >>= 32
        elif name in ("%clock", "%globaltimer_lo"):
            now &= 0xFFFF_FFFF
        return np.full(self.lanes, now, np.uint64)

    def await_barrier(self, index: NDArray[np.int64], parity: NDArray[Any], done: NDArray[np.bool_]) -> None:
        """Note which active lanes wait for which mbarrier object; let others run if all of them do."""
        if self.awaited is None or self.parity is None or self.polling is None:
            self.awaited = np.full(self.lanes, -1, np.int64)
            self.parity = np.zeros(self.lanes, np.int8)
            self.polling = np.full(self.lanes, None, np.object_)
        active = self.executing()
        self.awaited[active] = np.where(done, -1, index)[active]
        self.parity[active] = parity[active]
        self.polling[active] = self.step
        if not (done & active).any():
            self.scheduler.yield_soon()
        for each in self.observers.polled:
            each.polled(index, parity, done)

    def exit(self, mask: NDArray[np.bool_]) -> None:
        """End lanes; `gates.complete_exits` then releases the lanes that waited only for them."""
        self.scheduler.exit(mask)
        ended = self.memory.end_ctas(self.cta[self.scheduler.live])
        if len(ended):
            for each in self.observers.ctas_exited:
                each.ctas_exited(ended)
        self.clusters.complete_phases()
        for part in tuple(self._parts.values()):
            part.exited(self)

    # Undefined values

    def undefined(self, number: int) -> NDArray[np.bool_] | None:
        """The active lanes in which a register has no defined value; None if there are none."""
        if self.defined.full[number] or "uninitialized" not in self.memory.checks:
            return None
        return self.defined.undefined(number, self.mask)

    def origin(self, register: int) -> Origin:
        """Return the origin of the undefined value that the current instruction finds in a register."""
        lanes = self.undefined(register)
        found = None if lanes is None else self.defined.origin(register, int(lanes.argmax()))
        if found is None and lanes is not None and self.step is not None:
            found = Origin(self.step, lanes, self.code.registers[register].name)
        assert found is not None
        return found

    def need_defined(self, number: int) -> None:
        """Fault if a register has no defined value in an active lane.

        Raises:
            Trap: The register is undefined in an active lane.
        """
        bad = self.undefined(number)
        if bad is not None:
            raise self._undefined_read(self.origin(number), int(bad.argmax()))

    def _undefined_read(self, origin: Origin, lane: int) -> Trap:
        """Describe the fault of an instruction that consumes an undefined value in a lane."""
        first = lane if origin.lanes[lane] else int(origin.lanes.argmax())
        need = None
        if origin.step is not self.step:
            need = OtherAccess(self.step, self.thread_of(lane), "a value computed from it", "is used here")
        if origin.space == "tensor" and origin.address is not None:
            row, column = divmod(int(origin.address[first]), 1 << 16)
            said = f"lane {row}, column {column} of tensor memory, which is read here, was never written"
            return Trap("uninitialized-tensor-memory", said, first, step=origin.step, other=need)
        if origin.givers is not None:
            said = (
                f"{origin.register} gets the value of lane {origin.givers[first]}, which does not take part: "
                "a lane that gives a value executes the instruction, and the member mask names it"
            )
            return Trap("uninitialized-register", said, first, step=origin.step, other=need)
        if origin.said:
            return Trap(origin.rule, origin.said, first, step=origin.step, other=need)
        if origin.address is None or origin.missing is None:
            said = (
                f"{origin.register} is read, but this thread never wrote it (or wrote a value that no thread "
                "defined)"
            )
            return Trap("uninitialized-register", said, first, step=origin.step, other=need)
        described = self.memory.described(origin.space, int(origin.address[first]), origin.size)
        said = (
            f"{origin.missing[first]} of {origin.size} bytes read at {described['text']} were never written"
        )
        return Trap("uninitialized-memory", said, first, described, origin.step, need)

    # Threads

    def thread_of(self, lane: int) -> dict[str, Any]:
        """Return the thread of the grid that a lane runs."""
        return self.place_of(self.first + int(self.cta[lane]), int(self.thread[lane]))

    def place_of(self, cta: int, thread: int) -> dict[str, Any]:
        """Return a thread of the grid, by the place of its CTA in the launch order and its number there."""
        x, y, _ = self.geometry.block
        return {
            "ctaid": self.geometry.ctaid(cta),
            "tid": (thread % x, thread // x % y, thread // (x * y)),
            "warp": thread // WARP,
            "lane": thread % WARP,
        }

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


def cta_warps(code: Image, geometry: Geometry) -> int:
    """Return the warps that a CTA occupies: whole warpgroups if the program has warpgroup instructions."""
    warps = -(-geometry.threads // WARP)
    return -(-warps // 4) * 4 if code.warpgroups else warps


def _file(bits: int, rows: int, lanes: int) -> NDArray[Any]:
    """The registers of one width: raw unsigned storage, rows over lanes."""
    if bits == 1:
        return np.zeros((rows, lanes), np.bool_)
    if bits == 128:
        return np.zeros((rows, 2, lanes), np.uint64)
    return np.zeros((rows, lanes), np.dtype(f"uint{bits}"))
