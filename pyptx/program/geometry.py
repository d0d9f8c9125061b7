"""Sizes of launches, and the limits of targets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyptx.arch import MAX_CTA_DIM, MAX_CTA_THREADS, MAX_GRID_DIM
from pyptx.errors import LaunchError
from pyptx.ir.literals import read_int

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Function

Dim3 = tuple[int, int, int]


def dim3(what: str, value: Sequence[int] | int) -> Dim3:
    """Return one to three numbers as a full triple.

    Args:
        what: Name of the value for an error: `"grid"`.
        value: One to three integers.

    >>> dim3("grid", (4, 2))
    (4, 2, 1)

    Raises:
        LaunchError: It is not one to three integers.

    :meta private:
    """
    try:
        given = (value,) if hasattr(value, "__index__") and not hasattr(value, "__iter__") else tuple(value)
    except TypeError:
        raise LaunchError(
            f"{what} is {value!r}; it must be one to three integers, such as (4, 2, 1)"
        ) from None
    if not 1 <= len(given) <= 3:
        raise LaunchError(f"{what} is {value!r}, {len(given)} numbers; it must be one to three integers")
    numbers = [_integer(what, value, number) for number in given]
    x, y, z = (*numbers, 1, 1)[:3]
    return x, y, z


def check_geometry(target: Arch, grid: Dim3 | None, block: Dim3, cluster: Dim3, smem: int) -> None:
    """Check the sizes of a launch against the limits of `target`.

    >>> from pyptx.arch import arch
    >>> check_geometry(arch("sm_90a"), (4, 1, 1), (2048, 1, 1), (1, 1, 1), 0)
    Traceback (most recent call last):
        ...
    pyptx.errors.LaunchError: block is (2048, 1, 1): x is 2048, and must be from 1 to 1024

    Args:
        target: The target.
        grid: CTAs in each direction; None if unknown.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.

    Raises:
        LaunchError: Something is beyond it; the message names it and the limit.

    :meta private:
    """
    for what, sizes, limits in (("block", block, MAX_CTA_DIM), ("grid", grid or (1, 1, 1), MAX_GRID_DIM)):
        (x, y, z), (most_x, most_y, most_z) = sizes, limits
        if 1 <= x <= most_x and 1 <= y <= most_y and 1 <= z <= most_z:
            continue
        every = zip("xyz", sizes, limits, strict=True)
        axis, size, limit = next(each for each in every if not 1 <= each[1] <= each[2])
        raise LaunchError(f"{what} is {sizes}: {axis} is {size}, and must be from 1 to {limit}")
    if block[0] * block[1] * block[2] > MAX_CTA_THREADS:
        raise LaunchError(
            f"block {block} has {math.prod(block)} threads; a CTA has at most {MAX_CTA_THREADS}"
        )
    if cluster != (1, 1, 1):
        _check_cluster(target, grid, cluster)
    if not hasattr(smem, "__index__"):
        raise LaunchError(f"smem is {smem!r}; it must be a number of bytes")
    if not 0 <= smem <= target.max_shared_bytes:
        raise LaunchError(
            f"smem is {smem} bytes; a CTA of {target.name} has at most {target.max_shared_bytes} bytes of it"
        )


def declared_size(function: Function, name: str) -> Dim3 | None:
    """Return the three numbers of a directive of a function, such as ``.maxntid``; None without it.

    Raises:
        LaunchError: They are not one to three integers.
    """
    words = {item.name: item.words for item in function.directives}.get(name)
    if not words:
        return None
    try:
        numbers = [read_int(word) for word in words if word != ","]
    except ValueError as error:
        raise LaunchError(f"{function.name}: .{name} {' '.join(words)}: {error}") from None
    return dim3(f".{name}", numbers)


def _check_cluster(target: Arch, grid: Dim3 | None, cluster: Dim3) -> None:
    ctas = math.prod(cluster)
    if min(cluster) < 1:
        raise LaunchError(f"cluster is {cluster}; each of its numbers is at least 1")
    if ctas > 1 and target.max_cluster == 1:
        raise LaunchError(
            f"cluster is {cluster}, but {target.name} has no clusters; they need sm_90 or newer"
        )
    if ctas > target.largest_cluster:
        raise LaunchError(
            f"cluster {cluster} has {ctas} CTAs; one of {target.name} has at most {target.largest_cluster}"
        )
    if grid and any(size % part for size, part in zip(grid, cluster, strict=True)):
        raise LaunchError(f"grid {grid} is not a whole number of clusters {cluster} in each direction")


def _integer(what: str, value: object, number: object) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise LaunchError(f"{what} is {value!r}: {number!r} is not an integer")
    index: int = number.__index__()
    return index
