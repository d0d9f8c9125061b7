"""A profile of a launch, line by line: executions, bytes, shared-memory banks, global sectors and waits.

The simulator has no clock. The counts follow from addresses and from the order of arrivals at barriers, not
from time:

================  ==========================================================================================
wavefronts        passes through the 32 banks of shared memory, 4 bytes wide each, that the accesses of a
                  warp take: a pass gives every bank one word, to all lanes that want it. Accesses of 8 bytes
                  go by half warps, of 16 bytes by quarters, of 32 bytes by eighths; so does `ldmatrix`
sectors           aligned pieces of 32 bytes of global memory that the accesses of a warp touch
bytes             bytes that lanes read and wrote; the whole box of copies
waits             warps that waited at a barrier, and failed polls of mbarriers by warps
================  ==========================================================================================

The profile also has the least number of wavefronts and sectors for the same words: the difference is due to
bank conflicts, or to accesses that are not coalesced. Atomics count as one read and one write, however many
lanes meet at an address. The matrices that `wgmma` reads through descriptors are not counted. A scope that
the text names, between ``// BEGIN name`` and ``// END name``, has the totals of its instructions.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.notebook import Displayed
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP
from pyptx.sim.steps import steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyptx.ir import Source
    from pyptx.sim.asynchrony import Transfer
    from pyptx.sim.counters import Counters
    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.memory import Memory
    from pyptx.sim.observers import Array, Mask
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

BANKS = 32
WORD = 4
SECTOR = 32

_READS, _WRITES = {"reads", "atomic"}, {"writes"}
SPACES = ("global", "shared", "local")


@dataclass(slots=True)
class Traffic:
    """Bytes and accesses of a line, or a launch, in one state space.

    Attributes:
        read: Bytes read.
        written: Bytes written.
        accesses: Accesses of warps; copies of the asynchronous engines have none.
        wavefronts: Passes through the banks; 0 in other spaces than shared memory.
        fewest_wavefronts: Passes that the same words need without conflicts.
        sectors: Sectors touched; 0 in other spaces than global memory.
        fewest_sectors: Sectors that the same bytes would fill.
    """

    read: int = 0
    written: int = 0
    accesses: int = 0
    wavefronts: int = 0
    fewest_wavefronts: int = 0
    sectors: int = 0
    fewest_sectors: int = 0

    @property
    def conflicts(self) -> int:
        """Passes through the banks beyond the fewest."""
        return self.wavefronts - self.fewest_wavefronts

    def add(self, other: Traffic) -> None:
        """Add what another line moved."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class LineProfile:
    """Counts of one instruction of the program.

    Attributes:
        instruction: As PTX text.
        ptx_line: Line of the PTX text, counted from 1.
        source: Python file and line that wrote it, or None.
        executions: Threads that reached it, including those that its guard excluded.
        traffic: Bytes and accesses, by state space.
        waits: Warps that waited at it.
        polls: Failed polls of mbarriers, by warps.
        scopes: Names of the scopes that it is in, outermost first.
    """

    instruction: str
    ptx_line: int
    source: Source | None
    executions: int
    traffic: dict[str, Traffic] = field(default_factory=dict)
    waits: int = 0
    polls: int = 0
    scopes: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        """Instructions that warps of 32 threads issue, plus wavefronts and sectors: an order, not a time."""
        return _cost(self.executions, self.traffic)


@dataclass(slots=True)
class _Totals:
    """Counts of several instructions."""

    executions: int = field(default=0, kw_only=True)
    traffic: dict[str, Traffic] = field(default_factory=dict, kw_only=True)
    waits: int = field(default=0, kw_only=True)
    polls: int = field(default=0, kw_only=True)

    @property
    def cost(self) -> float:
        """Instructions that warps of 32 threads issue, plus wavefronts and sectors: an order, not a time."""
        return _cost(self.executions, self.traffic)

    def add(self, line: LineProfile) -> None:
        """Add the counts of an instruction."""
        self.executions += line.executions
        self.waits += line.waits
        self.polls += line.polls
        _add_traffic(self.traffic, line.traffic)


@dataclass(slots=True)
class ScopeProfile(_Totals):
    """Counts of all instructions in scopes of one name: those of `ptx.scope("name")` or of an `@intrinsic`.

    Attributes:
        name: The name. Scopes inside count for the scopes around them, too.
        executions: Threads that reached its instructions, each as often as it did.
        traffic: Bytes and accesses, by state space.
        waits: Warps that waited in it.
        polls: Failed polls of mbarriers, by warps.
    """

    name: str


@dataclass(slots=True)
class SourceProfile(_Totals):
    """Counts of all instructions that one Python line wrote.

    Attributes:
        source: The file and the line.
        executions: Threads that reached its instructions, each as often as it did.
        traffic: Bytes and accesses, by state space.
        waits: Warps that waited in it.
        polls: Failed polls of mbarriers, by warps.
    """

    source: Source


@dataclass(frozen=True, slots=True)
class Profile(Displayed):
    """Counts of a launch.

    >>> import numpy as np
    >>> from pyptx import Tile, kernel, ptx
    >>> from pyptx.program import directing
    >>> from pyptx.types import f32
    >>> @kernel(out_specs=(Tile(64, f32),), grid=1, block=64)
    ... def fill(Y):
    ...     (py,) = ptx.global_ptrs(Y)
    ...     with ptx.scope("store"):
    ...         ptx.inst.st.global_.f32(ptx.addr(py + ptx.special.tid.x() * 4), 1.0)
    >>> with directing("sim", profile=True) as reports:
    ...     _ = fill()
    >>> profile = reports[0].detail.profile
    >>> profile.traffic["global"].written, [scope.name for scope in profile.scopes]
    (256, ['store'])
    >>> [(line.source.line, line.executions) for line in profile.sources][:1]
    [(5, 320)]

    Attributes:
        lines: Every instruction that was executed, in the order of the text.
        traffic: Bytes and accesses of all of them, by state space.
    """

    lines: tuple[LineProfile, ...]
    traffic: dict[str, Traffic]

    @property
    def sources(self) -> tuple[SourceProfile, ...]:
        """Totals of the Python lines that wrote instructions, the most costly first."""
        totals: dict[Source, SourceProfile] = {}
        for line in self.lines:
            if line.source is not None:
                totals.setdefault(line.source, SourceProfile(line.source)).add(line)
        return tuple(sorted(totals.values(), key=_by_cost))

    @property
    def scopes(self) -> tuple[ScopeProfile, ...]:
        """Totals of the named scopes, in the order in which the text begins them."""
        totals: dict[str, ScopeProfile] = {}
        for line in self.lines:
            for name in dict.fromkeys(line.scopes):
                totals.setdefault(name, ScopeProfile(name)).add(line)
        return tuple(totals.values())

    def to_json(self) -> dict[str, Any]:
        """The profile in lists and dictionaries, as JSON has them."""
        return {
            "lines": [asdict(line) for line in self.lines],
            "scopes": [asdict(scope) for scope in self.scopes],
            "sources": [asdict(source) for source in self.sources],
            "traffic": _plain(self.traffic),
        }

    def __str__(self) -> str:
        rows = ["executions of threads; waits and failed polls of warps; the most costly first", ""]
        rows += ["bytes moved    read   written"]
        rows += [
            f"  {space:8s} {moved.read:10,d} {moved.written:9,d}" for space, moved in self.traffic.items()
        ]
        if scopes := self.scopes:
            rows += ["", f"{_COUNTS}  scope", *(_counts(scope) + scope.name for scope in scopes)]
        if sources := self.sources:
            rows += ["", f"{_COUNTS}  Python line", *(_counts(line) + line.source.short for line in sources)]
        rows += ["", f"{_COUNTS}  instruction", *map(_row, sorted(self.lines, key=_by_cost))]
        return "\n".join(rows)


_COUNTS = "executions  wavefronts (fewest)  sectors (fewest)  waits  polls"


def _by_cost(line: LineProfile | SourceProfile) -> float:
    return -line.cost


def _cost(executions: int, traffic: dict[str, Traffic]) -> float:
    """Return the instructions that warps issue, and the passes and sectors of their accesses."""
    return executions / WARP + sum(moved.wavefronts + moved.sectors for moved in traffic.values())


def _plain(traffic: dict[str, Traffic]) -> dict[str, Any]:
    return {space: asdict(moved) for space, moved in traffic.items()}


def _add_traffic(total: dict[str, Traffic], traffic: dict[str, Traffic]) -> None:
    for space, moved in traffic.items():
        total.setdefault(space, Traffic()).add(moved)


def _counts(line: LineProfile | _Totals) -> str:
    shared, global_ = line.traffic.get("shared"), line.traffic.get("global")
    banks = f"{shared.wavefronts:,d} ({shared.fewest_wavefronts:,d})" if shared and shared.wavefronts else ""
    sectors = f"{global_.sectors:,d} ({global_.fewest_sectors:,d})" if global_ and global_.sectors else ""
    waited = f"{line.waits or '':>5}  {line.polls or '':>5}"
    return f"{line.executions:10,d}  {banks:>19}  {sectors:>16}  {waited}  "


def _row(line: LineProfile) -> str:
    where = f"{line.source.short}, " if line.source else ""
    return f"{_counts(line)}{line.instruction}  ({where}PTX line {line.ptx_line})"


class Counts:
    """The counts of a launch, which either engine makes.

    Attributes:
        traffic: Bytes and accesses, by instruction and state space.
        waits: Warps that waited, by instruction.
        polls: Failed polls, by instruction.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget the counts: the launch runs again."""
        self.traffic: dict[Site, dict[str, Traffic]] = defaultdict(lambda: defaultdict(Traffic))
        self.waits: dict[Site, int] = defaultdict(int)
        self.polls: dict[Site, int] = defaultdict(int)

    def add(self, step: Site, tally: Mapping[str, Any]) -> None:
        """Add the counts of an instruction on the native engine: a `TALLY`."""
        for number, space in enumerate(SPACES):
            made = Traffic(*(int(tally[name][number]) for name in ("read", "written", "accesses")))
            if space == "shared":
                made.wavefronts, made.fewest_wavefronts = (
                    int(tally["wavefronts"]),
                    int(tally["fewest_wavefronts"]),
                )
            elif space == "global":
                made.sectors, made.fewest_sectors = int(tally["sectors"]), int(tally["fewest_sectors"])
            if made != Traffic():
                self.traffic[step][space].add(made)
        self.waits[step] += int(tally["waits"])
        self.polls[step] += int(tally["polls"])

    def profile(self, code: Code, counters: Counters, lines: Lines) -> Profile:
        """The counts, by line of the program."""
        found: list[LineProfile] = []
        total: dict[str, Traffic] = {}
        for block, lanes in zip(code.blocks, counters.lanes, strict=True):
            if not lanes:
                continue
            for step in steps_of(block):
                number, text = lines.of(step)
                traffic = {
                    space: self.traffic[step][space] for space in SPACES if space in self.traffic[step]
                }
                found.append(
                    LineProfile(
                        text,
                        number,
                        step.instruction.source,
                        lanes,
                        traffic,
                        self.waits[step],
                        self.polls[step],
                        tuple(scope.name for scope in lines.scopes(step)),
                    )
                )
                _add_traffic(total, traffic)
        found.sort(key=lambda line: line.ptx_line)
        return Profile(tuple(found), {space: total[space] for space in SPACES if space in total})


class Profiler(Observer):
    """Counts while a launch runs on the reference engine.

    Attributes:
        m: The batch that runs.
        counts: The counts of the launch.
        step: The instruction whose accesses are counted.
        copying: Whether an asynchronous engine reads or writes for it.
    """

    def __init__(self, m: Machine, counts: Counts) -> None:
        self.m, self.counts = m, counts
        self.step: Site | None = None
        self.copying = False
        self._fresh = False

    def issued(self, step: Site, *, branches: bool) -> None:
        """Start to count for an instruction."""
        del branches
        self.step, self._fresh = step, True

    def gated(self, step: Site, place: int, came: Array) -> None:
        """Count the warps that reached an instruction and wait there."""
        waiting = came & (self.m.scheduler.parked_at == place)
        self.counts.waits[step] += int(waiting.reshape(-1, WARP).any(1).sum())

    def polled(self, index: Array, parity: Array, done: Array) -> None:
        """Count the warps that polled an mbarrier object before its phase was complete."""
        del index, parity
        assert self.step is not None
        failed = self.m.executing() & ~done
        self.counts.polls[self.step] += int(failed.reshape(-1, WARP).any(1).sum())

    def transfer_started(self, transfer: Transfer) -> None:
        """Count the bytes of a copy when it completes, for the instruction that started it."""
        transfer.fetch = self._copying(transfer.work.step, transfer.fetch)
        transfer.deliver = self._copying(transfer.work.step, transfer.deliver)

    def _copying(self, step: Site | None, act: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            kept = self.step, self.copying
            self.step, self.copying = step, True
            try:
                return act(*given)
            finally:
                self.step, self.copying = kept

        return counted

    def located(self, index: Array, size: int, mask: Mask) -> None:
        """Count the access of lanes to `size` bytes each at arena indices."""
        step = self.step
        if step is None or self.copying:
            return
        copy = "copies" in step.effects and "bulk" not in step.instruction.modifiers
        reads, writes = not step.effects.isdisjoint(_READS), not step.effects.isdisjoint(_WRITES)
        if not (reads or writes or copy):
            return
        if not copy and not self._fresh:
            return  # the parts of an access that was counted as a whole
        self._fresh = False
        memory = self.m.memory
        for space, lanes in _spaces(memory, index, np.ones(len(index), np.bool_) if mask is None else mask):
            moved = self.counts.traffic[step][space]
            bytes_ = size * int(np.count_nonzero(lanes))
            if reads or (copy and space == "global"):
                moved.read += bytes_
            if writes or (copy and space == "shared"):
                moved.written += bytes_
            moved.accesses += int(lanes.reshape(-1, WARP).any(1).sum())
            if space == "shared":
                offset = index - memory.batch_start
                for own in _of_each_cta(offset // memory.shared_stride, lanes):
                    self.banks_accessed(step, moved, bank_words(offset, size, own))
            elif space == "global":
                touched, least = sectors(index, size, lanes)
                moved.sectors += touched
                moved.fewest_sectors += least

    def banks_accessed(self, step: Site, moved: Traffic, words: Array) -> None:
        """Count the passes of an access to shared memory; `words` is the result of `bank_words`."""
        del step
        passes, fewest = _passes(words)
        moved.wavefronts += passes
        moved.fewest_wavefronts += fewest

    def moved(self, index: int, size: int, *, write: bool) -> None:
        """Count bytes that an asynchronous engine moves."""
        if not self.copying or self.step is None or not size:
            return
        space = "shared" if self.m.memory.is_shared(index) else "global"
        moved = self.counts.traffic[self.step][space]
        if write:
            moved.written += size
        else:
            moved.read += size


def _of_each_cta(cta: Array, lanes: Array) -> Iterator[Array]:
    """Divide the lanes of each warp by the CTA that they access: each has banks of its own."""
    cta, left = cta.reshape(-1, WARP), lanes.reshape(-1, WARP)
    while left.any():
        first = np.take_along_axis(cta, left.argmax(1)[:, None], 1)
        own = left & (cta == first)
        yield own.reshape(-1)
        left = left & ~own


def _spaces(memory: Memory, index: Array, mask: Array) -> list[tuple[str, Array]]:
    """Divide the lanes of a mask by the space that they access."""
    beyond = memory.batch_start + len(memory.cta_start) * memory.shared_stride
    shared = (index >= memory.batch_start) & (index < beyond)
    local = index >= beyond
    start, extent = memory.global_.start, memory.global_.extent
    global_ = (index >= start) & (index < start + extent)
    found = (("shared", shared & mask), ("local", local & mask), ("global", global_ & mask))
    return [(space, lanes) for space, lanes in found if lanes.any()]


def wavefronts(offset: Array, size: int, lanes: Array) -> tuple[int, int]:
    """Passes through the banks that accesses to shared memory take, and the fewest for the same words.

    Args:
        offset: Offset of each lane, in bytes.
        size: Bytes of each.
        lanes: Which lanes access.

    >>> every = np.ones(32, np.bool_)
    >>> [wavefronts(stride * np.arange(32), 4, every) for stride in (0, 4, 8, 128)]
    [(1, 1), (1, 1), (2, 1), (32, 1)]
    >>> wavefronts(16 * np.arange(32), 16, every), wavefronts(64 * np.arange(32), 16, every)
    ((4, 4), (16, 4))
    """
    return _passes(bank_words(offset, size, lanes))


def bank_words(offset: Array, size: int, lanes: Array) -> Array:
    """Count the words that accesses to shared memory need from each bank: shape (groups of lanes, banks).

    The lanes of a group access together: a warp, or a half, quarter or eighth of one. The arguments are the
    same as for `wavefronts`.
    """
    words = max(size // WORD, 1)
    together = max(WARP // words, 1)
    at = offset[:, None] // WORD + np.arange(words)
    at = np.where(lanes[:, None], at, -1).reshape(-1, together * words)
    at.sort(axis=1)
    first = at >= 0
    first[:, 1:] &= at[:, 1:] != at[:, :-1]
    row, column = np.nonzero(first)
    return np.bincount(row * BANKS + at[row, column] % BANKS, minlength=len(at) * BANKS).reshape(-1, BANKS)


def _passes(words: Array) -> tuple[int, int]:
    """Return the passes that the words of each bank take, and the fewest that as many words need."""
    return int(words.max(1).sum()), int((-(-words.sum(1) // BANKS)).sum())


def sectors(address: Array, size: int, lanes: Array) -> tuple[int, int]:
    """Sectors that accesses to global memory touch, and the fewest that the same bytes would fill.

    Args:
        address: Address of each lane, in bytes, a multiple of `size`.
        size: Bytes of each, at most a sector.
        lanes: Which lanes access.

    >>> every = np.ones(32, np.bool_)
    >>> [sectors(stride * np.arange(32), 4, every) for stride in (0, 4, 8, 128)]
    [(1, 1), (4, 4), (8, 4), (32, 4)]
    """
    kept = np.where(lanes, address, -1).reshape(-1, WARP)
    kept = np.sort(kept, axis=1)
    inside = kept >= 0
    own = inside.copy()
    own[:, 1:] &= kept[:, 1:] != kept[:, :-1]
    touched = inside.copy()
    touched[:, 1:] &= kept[:, 1:] // SECTOR != kept[:, :-1] // SECTOR
    return int(touched.sum()), int((-(-own.sum(1) * size // SECTOR)).sum())
