"""Address arithmetic: the flags of `pyptx.sim.wraps`, and a check of them at each access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.address_chains import ARITHMETIC
from pyptx.sim.lowering.records import record
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from pyptx.sim.address_chains import Link, Source
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows

_KEEPS = {"same": "keep", "signed": "signed", "unsigned": "unsigned"}


def followed(placed: Placed, records: list[Record]) -> list[Record]:
    """Check the addresses of the step before it, and compute the flags of its results."""
    rows, step, chains = placed.rows, placed.step, placed.rows.chains
    assert chains is not None
    access = chains.accesses.get(step)
    checks = []
    if access is not None:
        size = -1 if access.size is None else _row(rows, access.size)
        checks = [
            record("wraps.check", flags=rows.flags[register.number], size=size)
            for register in access.registers
        ]
    return [*checks, *(_flags(rows, link) for link in chains.links.get(step, ())), *records]


def _flags(rows: Rows, link: Link) -> Record:
    target = rows.flags[link.target.number]
    flags = [_flags_of(rows, source) for source in link.sources]
    if link.kind in ARITHMETIC:
        operands = [_row(rows, source) for source in link.sources]
        return record(f"wraps.{link.kind}", target=target, operands=operands, flags=flags)
    return record(f"wraps.{_KEEPS[link.kind]}", target=target, sources=[row for row in flags if row >= 0])


def _flags_of(rows: Rows, source: Source) -> int:
    return rows.flags.get(source.number, -1) if isinstance(source, Register) else -1


def _row(rows: Rows, source: Source) -> int:
    if isinstance(source, Register):
        return rows.rows[source.number]
    return rows.constant((source % (1 << 32)).to_bytes(4, "little"))
