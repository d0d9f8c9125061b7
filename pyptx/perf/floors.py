"""Lower bounds of the time of loops, CTAs and launches."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from pyptx.perf.costs import MEMORY, TENSOR, UNITS
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyptx.perf.cards import Card
    from pyptx.perf.loops import Loop

EVEN = 1.01
"""Ratio of the longest and the shortest CTA below which all CTAs take the same time."""


@record(frozen=True, slots=True)
class RegionFloor:
    """Lower bounds of an iteration of a loop, or of the code outside of loops, for the warps that run it.

    Attributes:
        loop: The loop; None for the code outside of all loops.
        warps: Warps of a CTA that run it.
        iterations: Times that each of them runs it.
        clocks: Clocks of an iteration by unit, for all of these warps on a multiprocessor together.
        matrices: Matrix instructions of an iteration.
        instructions: Instructions of an iteration.
        flops: Floating-point operations of the matrix instructions of an iteration, of all these warps.
    """

    loop: Loop | None
    warps: tuple[int, ...]
    iterations: float
    clocks: Mapping[str, float]
    matrices: float
    instructions: float
    flops: float

    @property
    def bound_by(self) -> str:
        """The unit that needs most clocks."""
        return max(UNITS, key=lambda unit: self.clocks.get(unit, 0.0))

    @property
    def floor(self) -> float:
        """Clocks of an iteration, at least, if these warps run it together."""
        return max(self.clocks.values(), default=0.0)

    @property
    def total(self) -> float:
        """Clocks of all iterations."""
        return self.iterations * self.floor


@record(frozen=True, slots=True)
class CtaFloor:
    """Lower bounds of a CTA, and of the others on its multiprocessor if they are like it.

    Attributes:
        regions: Loops and the code outside of them, by role; the longest first.
        units: Clocks by unit, of all that the multiprocessor runs.
        roles: Clocks by role, if the warps of a role run each loop together.
        cluster: Number of its cluster.
        weight: Number of CTAs of the launch that it represents.
        flops: Floating-point operations of the matrix instructions that its warps execute.
        bytes: Bytes that it reads from and writes to the L2 cache.
    """

    regions: tuple[RegionFloor, ...]
    units: Mapping[str, float]
    roles: Mapping[tuple[int, ...], float]
    cluster: int
    weight: float
    flops: float
    bytes: float

    @property
    def clocks(self) -> float:
        """Clocks of the CTA, at least."""
        return max(*self.units.values(), *self.roles.values(), 1.0)

    @property
    def bound_by(self) -> str:
        """The unit that bounds it."""
        unit = max(self.units, key=lambda unit: self.units[unit])
        slowest = max(self.roles, key=lambda role: self.roles[role])
        if self.units[unit] >= self.roles[slowest]:
            return unit
        by: dict[str, float] = defaultdict(float)
        for region in self.regions:
            if region.warps == slowest:
                by[region.bound_by] += region.total
        return max(by, key=lambda unit: by[unit])


@record(frozen=True, slots=True)
class LaunchFloor:
    """Lower bounds of a launch on a card.

    Attributes:
        card: The card.
        samples: Some of its CTAs.
        ctas: CTAs of the launch.
        ctas_per_sm: CTAs that run on a multiprocessor at a time.
        array_bytes: Bytes of the arrays of the launch; 0 if unknown.
    """

    card: Card
    samples: tuple[CtaFloor, ...]
    ctas: int
    ctas_per_sm: int
    array_bytes: int = 0

    @property
    def slowest(self) -> CtaFloor:
        """The sampled CTA that takes longest."""
        return max(self.samples, key=lambda sample: sample.clocks)

    @property
    def waves(self) -> float:
        """CTAs of the launch, over those that the card runs at a time."""
        return self.ctas / (self.card.sms * self.ctas_per_sm)

    @property
    def memory_clocks(self) -> float:
        """Clocks in which the memory of the card moves all arrays once."""
        return self.array_bytes / self.card.memory_bytes * self.card.clock

    @property
    def clusters(self) -> list[list[CtaFloor]]:
        """The sampled CTAs by cluster."""
        found: dict[int, list[CtaFloor]] = defaultdict(list)
        for sample in self.samples:
            found[sample.cluster].append(sample)
        return list(found.values())

    @property
    def clocks(self) -> float:
        """Clocks of the launch, at least."""
        each = [max(sample.clocks for sample in cluster) for cluster in self.clusters]
        if max(each) < EVEN * min(each):
            on_chip = math.ceil(self.waves) * min(each)
        else:
            on_chip = max(
                *each, self._total(lambda sample: sample.clocks) / (self.card.sms * self.ctas_per_sm)
            )
        return max(on_chip, self.memory_clocks)

    @property
    def bound_by(self) -> str:
        """The unit that bounds the launch."""
        return MEMORY if self.memory_clocks >= self.clocks else self.slowest.bound_by

    @property
    def seconds(self) -> float:
        """Time of the launch, at least, at the clock of the card's peaks."""
        return self.clocks / self.card.clock

    @property
    def flops(self) -> float:
        """Floating-point operations of the matrix instructions of the launch."""
        return self._total(lambda sample: sample.flops)

    @property
    def bytes(self) -> float:
        """Bytes of the arrays; without arrays those to and from the L2 cache."""
        return self.array_bytes or self._total(lambda sample: sample.bytes)

    @property
    def flops_per_second(self) -> float:
        """Floating-point operations of the matrix instructions per second, at most."""
        return self.flops / self.seconds

    @property
    def bytes_per_second(self) -> float:
        """Bytes per second, at most."""
        return self.bytes / self.seconds

    @property
    def tensor_share(self) -> float:
        """The largest part of the slowest CTA's time that the tensor cores can be busy."""
        return min(self.slowest.units[TENSOR] / self.slowest.clocks, 1.0)

    def _total(self, value: Callable[[CtaFloor], float]) -> float:
        """The sum over all CTAs."""
        return sum(sample.weight * value(sample) for sample in self.samples)
