"""Bounds of arrays: checks of the accesses that `pyptx.sim.array_origins` finds.

An access whose array is known has one check. Another one has a check of each padding that it must not touch,
of a tenth of a microsecond for each warp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import SPACE
from pyptx.sim.array_origins import PlacedArray
from pyptx.sim.lowering.records import MASK64, record

if TYPE_CHECKING:
    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows


def bounded(placed: Placed, records: list[Record]) -> list[Record]:
    """Check the addresses of the step before it."""
    rows = placed.rows
    checks = (check for access in rows.bounded.get(placed.step, ()) for check in _checks(rows, access))
    return [*checks, *records]


def _checks(rows: Rows, access: BoundedAccess) -> list[Record]:
    array = access.array
    if isinstance(array, PlacedArray):
        return [_check(rows, access, array, array.first, array.end)]
    return [_check(rows, access, padding, padding.end, padding.first) for padding in array]


def _check(rows: Rows, access: BoundedAccess, array: PlacedArray, first: int, last: int) -> Record:
    base, offset = access.base, access.offset
    if base is not None:
        row = rows.rows[base.number]
    elif array.space == "shared":
        row, offset = rows.shared_address(offset & MASK64, 64), 0
    elif array.framed:
        row = rows.frame()
    else:
        row, offset = rows.constant(np.uint64(offset & MASK64).tobytes()), 0
    return record(
        "arrays.check",
        address=row,
        narrow=int(base is not None and base.bits == 32),
        space=SPACE[array.space],
        frames=rows.frame() if array.framed else -1,
        offset=offset,
        first=first,
        last=last,
        size=access.size,
        givers=access.givers - (access.givers >> 31 << 32),
    )
