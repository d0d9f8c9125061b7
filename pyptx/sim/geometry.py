"""Grid, block and cluster of a launch, and the special registers that follow from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from numpy.typing import NDArray

Dim3 = tuple[int, int, int]


@dataclass(slots=True)
class Geometry:
    """Grid, block, cluster and shared memory of a launch.

    Attributes:
        order: The CTA that runs in each place, in launch order where None.
        threads: Threads of a CTA.
        cluster_size: CTAs of a cluster.
        ctas: CTAs of the grid.
    """

    grid: Dim3
    block: Dim3
    cluster: Dim3
    static_shared: int
    dynamic_shared: int
    order: NDArray[np.int64] | None = None
    threads: int = field(init=False)
    cluster_size: int = field(init=False)
    ctas: int = field(init=False)

    def __post_init__(self) -> None:
        self.threads, self.cluster_size = math.prod(self.block), math.prod(self.cluster)
        self.ctas = math.prod(self.grid)

    def ctaid(self, place: int) -> Dim3:
        """Coordinates of the CTA at a place of the launch order."""
        cta = place if self.order is None else int(self.order[place])
        x, y, _ = self.grid
        return cta % x, cta // x % y, cta // (x * y)

    def special(self, name: str, places: NDArray[np.int64], thread: NDArray[np.int64]) -> NDArray[Any]:
        """The values of a special register over lanes (manual chapter 10).

        Args:
            name: The register.
            places: Place of every lane's CTA in the launch order.
            thread: Number of every lane's thread in its CTA.
        """
        ctas = places if self.order is None else self.order[places]
        base, _, axis = name.removeprefix("%").partition(".")
        if axis:
            return self._vector(base, "xyzw".index(axis), thread, ctas)
        lane = thread % WARP
        if base.startswith("lanemask_"):
            return _lane_mask(base.removeprefix("lanemask_"), lane)
        values: dict[str, Any] = {
            "laneid": lane,
            "warpid": thread // WARP,
            "nwarpid": 64,
            "smid": 0,
            "nsmid": 1,
            "gridid": 1,
            "is_explicit_cluster": self.cluster != (1, 1, 1),
            "cluster_ctarank": self._rank(ctas),
            "cluster_nctarank": math.prod(self.cluster),
            "total_smem_size": self.static_shared + self.dynamic_shared,
            "aggr_smem_size": self.static_shared + self.dynamic_shared,
            "dynamic_smem_size": self.dynamic_shared,
        }
        return np.broadcast_to(np.asarray(values.get(base, 0)), thread.shape).copy()

    def _vector(
        self, base: str, axis: int, thread: NDArray[np.int64], ctas: NDArray[np.int64]
    ) -> NDArray[Any]:
        if axis == 3:
            return np.full(len(thread), int(base.startswith("n") or base == "cluster_nctaid"))
        cta = _coordinate(ctas, self.grid, axis)
        table: dict[str, Any] = {
            "tid": _coordinate(thread, self.block, axis),
            "ntid": self.block[axis],
            "ctaid": cta,
            "nctaid": self.grid[axis],
            "clusterid": cta // self.cluster[axis],
            "nclusterid": self.grid[axis] // self.cluster[axis],
            "cluster_ctaid": cta % self.cluster[axis],
            "cluster_nctaid": self.cluster[axis],
        }
        return np.broadcast_to(np.asarray(table[base]), (len(thread),)).copy()

    def _rank(self, ctas: NDArray[np.int64]) -> NDArray[np.int64]:
        x, y, z = (_coordinate(ctas, self.grid, axis) % self.cluster[axis] for axis in range(3))
        return x + self.cluster[0] * (y + self.cluster[1] * z)


def launch_order(geometry: Geometry, seed: int) -> NDArray[np.int64] | None:
    """The CTA at every place of the launch order, clusters whole and by rank; None for rising order."""
    size = geometry.cluster_size
    if size == 1:
        return np.random.default_rng(seed).permutation(geometry.ctas) if seed else None
    cta = np.arange(geometry.ctas, dtype=np.int64)
    cluster, within = np.zeros_like(cta), np.zeros_like(cta)
    for axis in (2, 1, 0):
        place = _coordinate(cta, geometry.grid, axis)
        cluster = cluster * (geometry.grid[axis] // geometry.cluster[axis]) + place // geometry.cluster[axis]
        within = within * geometry.cluster[axis] + place % geometry.cluster[axis]
    if seed:
        cluster = np.random.default_rng(seed).permutation(geometry.ctas // size)[cluster]
    order = np.empty_like(cta)
    order[cluster * size + within] = cta
    return order


def _coordinate(index: NDArray[np.int64], size: Dim3, axis: int) -> NDArray[np.int64]:
    x, y, _ = size
    return (index % x, index // x % y, index // (x * y))[axis]


def _lane_mask(which: str, lane: NDArray[np.int64]) -> NDArray[np.int64]:
    own = np.int64(1) << lane
    masks = {"eq": own, "lt": own - 1, "le": 2 * own - 1}
    everyone = np.int64(0xFFFF_FFFF)
    return masks[which] if which in masks else everyone & ~masks["lt" if which == "ge" else "le"]
