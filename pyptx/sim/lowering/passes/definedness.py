"""Registers are written before they are read: the registers that a step checks, and those that it marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import RowAddress, record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def checked(placed: Placed, records: list[Record]) -> list[Record]:
    """Check before the step that the registers it reads were written, where that is not sure."""
    maybe_undefined = placed.maybe_undefined
    if not maybe_undefined:
        return records
    step, index, stop = placed.step, placed.assignment.index, placed.stop
    kept = step.operation.keeps if placed.spreads else placed.made.kept
    wanted = [number for number in step.reads if number in maybe_undefined and number not in kept]
    return [*(record("check", source=index[number], kind=stop) for number in wanted), *records]


def finished(placed: Placed, records: list[Record]) -> list[Record]:
    """Name the registers that the handler of the step follows itself."""
    made = placed.made
    if made.finish is not None:
        made.finish(made.records[-1].operands or {}, placed.followed)
    return records


def marked(placed: Placed, records: list[Record]) -> list[Record]:
    """Narrow the results after the step, and mark its registers as written; a call goes last."""
    made, index, unmarked = placed.made, placed.assignment.index, placed.unmarked
    if not index:
        return [*records, *made.after, *made.leaving] if made.after or made.leaving else records
    records, maybe_undefined = [*records, *made.after], placed.maybe_undefined
    for number, offset, size in made.keeps if maybe_undefined else ():
        if number in maybe_undefined:
            to = made.records[-1].operands or {}
            stored = RowAddress(*(to[name] for name in RowAddress._fields))
            at = stored._replace(offset=stored.offset + offset)
            records.append(record("forget", **at._asdict(), source=index[number], size=size))
    if not made.marks:
        records += [record("mark", target=index[number]) for number in made.defines if number in unmarked]
    if made.copies is not None and made.copies[0] in unmarked:
        target, source = made.copies
        if source in maybe_undefined and source in index:
            records.append(record("mark_as", target=index[target], source=index[source]))
        else:
            records.append(record("mark", target=index[target]))
    return [*records, *made.leaving]
