"""Occupancy: blocks and clusters that run on the device at a time."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, Final

from pyptx.errors import LaunchError
from pyptx.inspect.occupancy import ctas_per_sm
from pyptx.virtual.answers.modules import function_of, most_threads, registers, static_shared
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.facts import MULTIPROCESSORS
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.objects import LoadedFunction
    from pyptx.virtual.session import Session

NON_PORTABLE: Final = 14
"""The attribute of a function that permits clusters of more blocks than every device of the target has."""

_DIM3 = struct.Struct("<3I")


def resident_blocks(session: Session, found: LoadedFunction, threads: int, dynamic: int) -> int:
    """Return the number of blocks of a function that run on a multiprocessor at a time.

    Raises:
        CudaError: The number of threads is not possible.
    """
    if threads <= 0:
        raise CudaError("INVALID_VALUE")
    if threads > most_threads(found.program):
        return 0
    arch = session.options.arch
    shared = static_shared(found.program) + dynamic
    if shared > arch.max_shared_bytes:
        return 0
    try:
        by = ctas_per_sm(arch, threads=threads, registers=registers(found.program, arch), shared_bytes=shared)
    except LaunchError:
        return 0
    return min(by.values())


@answer("cuOccupancyMaxActiveBlocksPerMultiprocessor")
def occupancy(session: Session, handle: int, threads: int, shared: int) -> int:
    """Return the number of blocks of a function that run on a multiprocessor at a time."""
    return resident_blocks(session, function_of(session, handle), threads, shared)


@answer("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags")
def occupancy_with(session: Session, handle: int, threads: int, shared: int, flags: int) -> int:
    """Return the number of blocks of a function that run on a multiprocessor at a time."""
    return occupancy(session, handle, threads, shared)


@answer("cuOccupancyAvailableDynamicSMemPerBlock")
def available_shared(session: Session, handle: int, blocks: int, threads: int) -> int:
    """Return the dynamic shared memory with which a number of blocks still run on a multiprocessor."""
    found = function_of(session, handle)
    if blocks <= 0 or not resident_blocks(session, found, threads, 0) >= blocks:
        raise CudaError("INVALID_VALUE")
    low, high = 0, session.options.arch.max_shared_bytes - static_shared(found.program)
    while low < high:
        middle = (low + high + 1) // 2
        if resident_blocks(session, found, threads, middle) >= blocks:
            low = middle
        else:
            high = middle - 1
    return low


@answer("cuOccupancyMaxActiveClusters")
def clusters(session: Session, handle: int, grid: bytes, block: bytes, cluster: bytes, shared: int) -> int:
    """Return the number of clusters of a launch that are on the device at a time."""
    found = function_of(session, handle)
    sizes, group = (_DIM3.unpack(each) for each in (block, cluster))
    try:
        _, _, group, _ = found.program.geometry(
            grid=_DIM3.unpack(grid), block=sizes, cluster=group if any(group) else None, smem=shared
        )
    except LaunchError as error:
        raise CudaError("INVALID_VALUE", str(error), rule="invalid-launch") from None
    blocks = math.prod(group)
    if blocks > _largest_cluster(session, found):
        raise CudaError("INVALID_CLUSTER_SIZE")
    return MULTIPROCESSORS * resident_blocks(session, found, math.prod(sizes), shared) // blocks


@answer("cuOccupancyMaxPotentialClusterSize")
def cluster_size(
    session: Session, handle: int, grid: bytes, block: bytes, cluster: bytes, shared: int
) -> int:
    """Return the number of blocks of the largest cluster of a launch."""
    found = function_of(session, handle)
    resident = resident_blocks(session, found, math.prod(_DIM3.unpack(block)), shared)
    most = min(MULTIPROCESSORS * resident, _largest_cluster(session, found))
    return 1 << most.bit_length() - 1 if most else 0


def _largest_cluster(session: Session, found: LoadedFunction) -> int:
    arch = session.options.arch
    return arch.largest_cluster if found.attributes.get(NON_PORTABLE) else arch.max_cluster
