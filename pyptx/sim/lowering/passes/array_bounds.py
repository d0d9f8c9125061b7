"""Bounds of arrays: a check of each access whose array is known (`pyptx.sim.array_bounds`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import SPACE
from pyptx.sim.lowering.records import MASK64, record

if TYPE_CHECKING:
    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows


def bounded(placed: Placed, records: list[Record]) -> list[Record]:
    """Check the addresses of the step before it."""
    rows = placed.rows
    return [*(_check(rows, access) for access in rows.bounded.get(placed.step, ())), *records]


def _check(rows: Rows, access: BoundedAccess) -> Record:
    base, offset, array = access.base, access.offset, access.array
    first, last = (array.end, array.first) if array.padding else (array.first, array.end)
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
