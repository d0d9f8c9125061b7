"""Races: what each record does to memory and to order, for the engine that looks for races."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import ACQUIRES, ATOM, DEEDS, RELAXED, RELEASES, SWAPS, UNSHARED
from pyptx.sim.stamps import CTA, scope_of, strength
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.steps import Step


def noted(placed: Placed, records: list[Record]) -> list[Record]:
    """Give each record its site, where races are looked for."""
    if placed.rows.races:
        for record in records:
            record.site = record.site or site(placed.step, record)
    return records


def site(step: Step, record: Record) -> int:
    """What a record of a step does; 0 where others cannot race with it."""
    head, words = record.handler.partition(".")[0], step.operation.words
    moves = head in ("ld", "st", "atom") and record.handler != "st.async"
    deed = DEEDS.get(head if moves else record.handler, 0)
    if not moves:
        scope = scope_of(words, default=CTA) if head == "mbarrier" else 0
        return deed | scope << 8 | (RELAXED << 32 if "relaxed" in words else 0)
    if record.f in UNSHARED:
        return 0
    strong = strength(step)
    flags = strong.acquires * ACQUIRES | strong.releases * RELEASES
    if "reads" in step.effects and "atomic" in step.effects:
        flags |= ATOM | ("cas" in words) * SWAPS
    *_, element, wide = record.handler.split(".")
    sizes = (element, wide) if head != "atom" else (wide, wide)
    element_bytes, wide_bytes = (from_name(size).bytes for size in sizes)
    return deed | strong.scope << 8 | element_bytes << 16 | wide_bytes << 24 | flags << 32
