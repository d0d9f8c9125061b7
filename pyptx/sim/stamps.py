"""The memory of the race detector: epochs of granules, asynchronous operations, the time.

An epoch (a stamp) is one number: the thread, or the operation and `ENGINE`; the scope of a strong access; and
the time, which identifies the instruction. 0 means that there was no access. An asynchronous operation has
one number and one line in a table, so that its end needs no second epoch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.sim.faults import Trap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.sim.clocks import Array, Far
    from pyptx.sim.memory import Memory
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

WHO = (1 << 32) - 1
SCOPE_SHIFT, SCOPES = 32, 3
TIME_SHIFT, TIMES = 34, (1 << 28) - 1
ENGINE = 1 << 62
IDENTITY = ENGINE | WHO
"""The bits of an epoch that name the thread or operation."""

PENDING = 1 << 40
"""The end of a pending operation: later than any time."""

CTA, CLUSTER, GPU = 1, 2, 3
_SCOPE = {"cta": CTA, "cluster": CLUSTER, "gpu": GPU, "sys": GPU, "gl": GPU}
_STRONG = frozenset({"volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"})
_GRANULE = 4

_MOVES = frozenset({"ld", "ldu", "st", "atom", "red", "multimem"})


class Strength(NamedTuple):
    """The ordering of an access, as its instruction writes it.

    Attributes:
        scope: 0 for a weak access.
        acquires: Whether its reads may acquire.
        releases: Whether its writes release.
    """

    scope: int = 0
    acquires: bool = False
    releases: bool = False


def scope_of(words: Sequence[str], default: int = GPU) -> int:
    """Return the scope that an instruction names, or its default scope."""
    return next((_SCOPE[word] for word in words if word in _SCOPE), default)


def strength(step: Site) -> Strength:
    """Return the ordering of an instruction's accesses, from its words (manual section 8.4)."""
    words = step.instruction.modifiers
    if "atomic" not in step.effects and _STRONG.isdisjoint(words):
        return Strength()
    return Strength(
        scope_of(words),
        "acquire" in words or "acq_rel" in words,
        "release" in words or "acq_rel" in words,
    )


@dataclass(slots=True, eq=False)
class Shadow:
    """The epochs of a state space.

    Attributes:
        start: Arena index of its first byte.
        stop: Arena index after its last.
        shift: Binary logarithm of the bytes of a granule.
        write: The last weak write of each granule.
        strong: The last strong write of each granule.
        reads: Reads of each granule; warps with different numbers modulo the count do not displace each
            other.
    """

    start: int
    stop: int
    shift: int
    write: Array
    strong: Array
    reads: tuple[Array, ...]

    @property
    def writes(self) -> tuple[Array, Array]:
        """The last writes of each granule: weak ones, then strong ones."""
        return self.write, self.strong

    @classmethod
    def of(cls, start: int, size: int, granule: int, readers: int) -> Shadow:
        """Make the epochs of a range of the arena, none set."""
        count = -(-size // granule)
        reads = tuple(np.zeros(count, np.int64) for _ in range(readers))
        return cls(
            start,
            start + size,
            granule.bit_length() - 1,
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            reads,
        )

    def granules(self, index: Array, size: int) -> Array:
        """Return the granules of accesses: shape (accesses, granules)."""
        first = (index - self.start) >> self.shift
        count = max(size >> self.shift, 1)
        return first[:, None] if count == 1 else first[:, None] + np.arange(count)


@dataclass(slots=True, eq=False)
class Copies:
    """The `cp.async` of some lanes that no wait has covered.

    Attributes:
        lanes: The lanes.
        group: The commit group of each.
        granules: The granules that each lane writes.
        stamps: The epochs of those granules.
        tied: Which of them complete at an mbarrier object.
        step: The instruction.
    """

    lanes: Array
    group: Array
    granules: Array
    stamps: Array
    tied: Array
    step: Site | None

    def only(self, some: Array) -> Copies:
        """Select the copies of some of the lanes."""
        return Copies(
            self.lanes[some],
            self.group[some],
            self.granules[some],
            self.stamps[some],
            self.tied[some],
            self.step,
        )


@dataclass(slots=True, eq=False)
class Operations:
    """The asynchronous operations, by number.

    Attributes:
        end: When each completed; `PENDING` before that.
        thread: The thread that waits for its group; -1 if it has an agent.
        agent: Column of the agent that orders it.
        cluster: Cluster of that agent.
        steps: The instructions.
        starters: Threads that started them.
    """

    end: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    thread: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    agent: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    cluster: Array = field(default_factory=lambda: np.zeros(256, np.int64))
    steps: list[Site | None] = field(default_factory=list)
    starters: list[int] = field(default_factory=list)

    def start(self, step: Site | None, starter: int, thread: int, agent: int, cluster: int) -> int:
        """Number an operation that starts now."""
        number = len(self.steps)
        if number == len(self.end):
            for name in ("end", "thread", "agent", "cluster"):
                setattr(self, name, np.pad(getattr(self, name), (0, number)))
        self.end[number], self.thread[number] = PENDING, thread
        self.agent[number], self.cluster[number] = agent, cluster
        self.steps.append(step)
        self.starters.append(starter)
        return number


class History:
    """The state of the race detector over all batches: global memory, releases, operations, the time.

    Attributes:
        time: Advanced by every access.
        steps: The instruction of every time.
        granule: Bytes that one epoch covers, in shared and in global memory.
        records: Clocks that were released: by arena index, then by CTA and scope.
        strengths: Ordering of the accesses of each instruction.
        compares: Whether the program compares and swaps.
        tensor_fences: The kinds of `tcgen05.fence` in the program, by name.
        observed: Strong writes that strong reads observed, and the epochs of the reads, by arena index.
    """

    def __init__(self, code: Code, memory: Memory, elements: Sequence[int]) -> None:
        self.time = 0
        self.steps: list[Site | None] = [None]
        self.granule = min([_GRANULE, *elements, *_sizes(code)])
        segment = memory.global_
        self.global_ = Shadow.of(segment.start, segment.extent, self.granule, 1)
        self.operations = Operations()
        self.records: dict[int, dict[tuple[int, int], Far]] = {}
        self.strengths: dict[int, Strength] = {}
        self.observed: dict[int, tuple[int, list[int]]] = {}
        steps = [step for block in code.blocks for step in block.steps]
        self.compares = any("cas" in step.instruction.modifiers for step in steps)
        names = {step.name for step in steps}
        self.tensor_fences = {name for name in names if name.startswith("tcgen05.fence")}

    def tick(self, step: Site | None) -> int:
        """Return the time of an access that is made now."""
        if self.time >= TIMES:
            raise Trap("unmodelled", f"more than {TIMES} accesses: checks=('races',) cannot count them")
        self.time += 1
        self.steps.append(step)
        return self.time


def _sizes(code: Code) -> Iterator[int]:
    """Bytes of the elements that instructions access."""
    for block in code.blocks:
        for step in (*block.steps, *((block.end,) if block.end is not None else ())):
            if step.instruction.opcode in _MOVES and "type" in step.operation.modifiers:
                yield _bytes(step.operation.modifiers["type"])
            elif step.name.startswith(("wmma.load", "wmma.store")):
                yield _bytes(step.instruction.modifiers[-1])
            elif step.name.startswith("tensormap.replace"):
                yield 1


def _bytes(type_: str) -> int:
    """Bytes of an element of a type; 1 for smaller ones."""
    return max(int("".join(filter(str.isdigit, type_.partition("x")[0])) or 32) // 8, 1)
