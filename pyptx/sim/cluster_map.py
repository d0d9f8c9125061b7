"""A map of a cluster: the copies, arrivals and accesses that pass between its CTAs.

`ClusterMap` observes a launch on the reference engine: ``gemm.run(a, b, observers=[cluster.attach])``. CTAs
are named by their rank; the counts are sums over all clusters of the launch.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.notebook import Displayed
from pyptx.sim.observers import Observer
from pyptx.svg import COLOURS, LINE, QUIET, Drawing, width_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array, Mask, Region

_COLUMN = 84
"""Pixels of a CTA."""
_KINDS = {
    "copy": COLOURS[0],
    "arrival": COLOURS[2],
    "load": COLOURS[1],
    "store": COLOURS[6],
    "atomic": COLOURS[5],
}


class Message(NamedTuple):
    """Instructions of one line that reach the shared memory of the same CTAs.

    Attributes:
        kind: ``"copy"``, ``"arrival"``, ``"load"``, ``"store"`` or ``"atomic"``.
        source: Rank of the CTA that executes them.
        targets: Ranks of the CTAs that they reach; several for a multicast.
        place: The Python line, else the name of the instruction.
    """

    kind: str
    source: int
    targets: tuple[int, ...]
    place: str


class ClusterMap(Displayed):
    """The messages between the CTAs of the clusters of a launch."""

    def __init__(self) -> None:
        self._size = 1
        self._counts: defaultdict[Message, list[int]] = defaultdict(lambda: [0, 0])

    def attach(self, m: Machine) -> Observer:
        """Make the observer of a batch, for ``observers=`` of a launch on the simulator."""
        self._size = m.cluster_size
        return _Messages(m, self)

    def add(self, message: Message, count: int, size: int) -> None:
        """Record messages and the bytes that each target gets of them together."""
        counts = self._counts[message]
        counts[0] += count
        counts[1] += size

    @property
    def messages(self) -> dict[Message, tuple[int, int]]:
        """The number of messages of each kind, and the bytes that each target gets, in order of first use."""
        return {message: (count, size) for message, (count, size) in self._counts.items()}

    def __str__(self) -> str:
        rows = [self._title()]
        for message, counts in self.messages.items():
            targets = ", ".join(map(str, message.targets))
            rows.append(f"  CTA {message.source} -> {targets}: {_words(message, *counts)}")
        return "\n".join(rows if len(rows) > 1 else [*rows, "  no CTA reaches the memory of another one"])

    def _title(self) -> str:
        return f"clusters of {self._size} CTAs: messages to shared memory"

    def _picture(self) -> str:
        """A column for each CTA, and an arrow for each kind of message."""
        drawing = Drawing(self._title())
        drawing.text(0, LINE / 2, drawing.title, bold=True)
        centres = [(rank + 0.5) * _COLUMN for rank in range(self._size)]
        for rank, centre in enumerate(centres):
            drawing.box(centre - _COLUMN * 0.4, 1.5 * LINE, _COLUMN * 0.8, LINE + 2, text=f"CTA {rank}")
        bottom = 3 * LINE
        for message, counts in self.messages.items():
            y, colour = bottom + LINE / 2, _KINDS[message.kind]
            start = centres[message.source]
            for target in message.targets:
                if target != message.source:
                    drawing.line(start, y, centres[target], y, colour=colour, arrow=True)
            for rank in {message.source, *message.targets}:
                filled = colour if rank in message.targets else ""
                hint = "receives" if filled else "sends"
                drawing.box(centres[rank] - 4, y - 4, 8, 8, colour=filled, hint=f"CTA {rank} {hint}")
            drawing.text(self._size * _COLUMN + 6, y, _words(message, *counts))
            bottom += LINE + 4
        for centre in centres:
            drawing.line(centre, 2.5 * LINE + 2, centre, bottom, colour=QUIET, dashed=True)
        x = 0.0
        for kind in dict.fromkeys(message.kind for message in self._counts):
            drawing.box(x, bottom + 6, LINE - 4, LINE - 4, colour=_KINDS[kind])
            drawing.text(x + LINE, bottom + LINE / 2 + 4, kind)
            x += width_of(kind) + 2 * LINE
        return str(drawing)


class _Messages(Observer):
    """Records the messages of a batch."""

    def __init__(self, m: Machine, found: ClusterMap) -> None:
        self._m, self._found = m, found

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
        """Record a copy, also one to the CTA's own memory: its neighbours may be sent other parts."""
        del key, read, scope, proxy
        written: defaultdict[int, int] = defaultdict(int)
        for region, _ in targets:
            written[self._home(region.first)] += len(region.index) * region.size
        if written:
            self._note("copy", lane, written, max(written.values()))

    def mbarrier_arrived(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Record arrivals at mbarriers of other CTAs."""
        del scope, relaxed
        start = self._m.memory.batch_start
        for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):
            home = self._home(start + 8 * slot)
            if home != int(self._m.cta[lane]):
                self._note("arrival", lane, (home,), 0)

    def tensor_arrived(self, key: Hashable, lane: int, slots: Array) -> None:
        """Record the arrivals of a commit, if some are at other CTAs."""
        del key
        start = self._m.memory.batch_start
        homes = {self._home(start + 8 * slot) for slot in slots.tolist()}
        if homes - {int(self._m.cta[lane])}:
            self._note("arrival", lane, homes, 0)

    def loaded(self, index: Array, size: int, mask: Mask) -> None:
        """Record loads from the memory of other CTAs."""
        self._accessed("load", index, size, mask)

    def stored(self, index: Array, size: int, mask: Mask, values: Array) -> None:
        """Record stores to the memory of other CTAs."""
        self._accessed("store", index, size, mask)

    def updated(self, index: Array, size: int, mask: Mask) -> None:
        """Record atomics in the memory of other CTAs."""
        self._accessed("atomic", index, size, mask)

    def _accessed(self, kind: str, index: Array, size: int, mask: Mask) -> None:
        memory, m = self._m.memory, self._m
        if m.cluster_size == 1:
            return
        home = (index - memory.batch_start) // max(memory.shared_stride, 1)
        remote = (home >= 0) & (home < m.scheduler.ctas) & (home != m.cta)
        if mask is not None:
            remote &= mask
        lanes = np.flatnonzero(remote)
        pairs, counts = np.unique(np.stack([m.cta[lanes], home[lanes]]), axis=1, return_counts=True)
        for (source, target), count in zip(pairs.T.tolist(), counts.tolist(), strict=True):
            lane = int(lanes[(m.cta[lanes] == source) & (home[lanes] == target)][0])
            self._note(kind, lane, (target,), size * count, count)

    def _note(self, kind: str, lane: int, homes: Iterable[int], size: int, count: int = 1) -> None:
        ranks = self._m.cluster_size
        step = self._m.step
        place = ""
        if step is not None:
            source = step.instruction.source
            place = source.short if source is not None else step.name
        targets = tuple(sorted(home % ranks for home in homes))
        self._found.add(Message(kind, int(self._m.cta[lane]) % ranks, targets, place), count, size)

    def _home(self, index: int) -> int:
        """The CTA of the batch whose shared memory holds an arena index."""
        return self._m.memory.shared_place(index)[0]


def _words(message: Message, count: int, size: int) -> str:
    each = f", {size:,} bytes" if size else ""
    plural = {"copy": "copies"}.get(message.kind, f"{message.kind}s")
    return f"{count:,} {message.kind if count == 1 else plural}{each}, {message.place}"
