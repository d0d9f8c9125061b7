"""Races: the accesses and synchronisation of each record, for the race detector."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx.sim.abi import RACE_EVENT, SITE, SITE_FLAG
from pyptx.sim.handlers import operands_of
from pyptx.sim.lowering.records import UNSHARED
from pyptx.sim.scopes import CTA, accumulates, scope_of, strength
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.race_facts import RaceFacts
    from pyptx.sim.steps import Step


MOST_DECIDING = 15
"""Records after a read among which those are that compute the guard of its branch."""

_OF_OBJECTS = ("makes_object", "uses_object", "arrives", "awaits_object")
"""Operations on mbarriers, which order accesses within their scope."""

_OF_UNITS = ("loads_units", "stores_units")
"""Accesses of `wmma`, whose registers have the size of their handler's type."""


def noted(placed: Placed, records: list[Record]) -> list[Record]:
    """Give each record its site if race checking is on."""
    if placed.rows.races:
        for record in records:
            record.site = record.site or site(placed.step, record, placed.rows.facts)
    return records


def decided(records: Sequence[Record], own: Mapping[Step, Sequence[int]], facts: RaceFacts) -> None:
    """Give the reads that decide a branch the records that compute its guard: `deciding` in history.h.

    Args:
        records: All records of the program.
        own: The places of the own records of steps.
        facts: The reads with their tests.
    """
    for read, test in facts.read_tests.items():
        first = next((place for place in own[read] if records[place].site), None)
        if first is None:
            continue
        behind = [place - first - 1 for step in (*test.steps, test.branch) for place in own[step]]
        if max(behind) < MOST_DECIDING:
            records[first].site |= SITE.word(deciding=sum(1 << place for place in behind))


def site(step: Step, record: Record, facts: RaceFacts) -> int:
    """Return the accesses and synchronisation of a record; 0 if no other access can race with it."""
    words, operands = step.operation.words, operands_of(record.handler)
    event = operands.event if operands else ""
    if event not in ("loads", "stores", "updates"):
        scope = scope_of(words, default=CTA) if event in _OF_OBJECTS else 0
        relaxed = "relaxed" in words or step in facts.unread_waits
        named = relaxed * SITE_FLAG["relaxed"] | ("cta" in words) * SITE_FLAG["names_cta"]
        size = from_name(record.handler.rpartition(".")[2]).bytes if event in _OF_UNITS else 0
        return _word(event, scope, 0, size, named)
    given = record.operands or {}
    if given["space"] in UNSHARED or given.get("to") == [-1]:  # a read that only checks for unwritten bytes
        return 0
    strong = strength(step)
    tested = step not in facts.untested_reads
    flags = (strong.acquires and tested) * SITE_FLAG["acquires"] | strong.releases * SITE_FLAG["releases"]
    flags |= (not tested) * SITE_FLAG["relaxed"]
    if "reads" in step.effects and "atomic" in step.effects:
        flags |= tested * SITE_FLAG["atom"] | ("cas" in words) * SITE_FLAG["swaps"]
    flags |= accumulates(step) * SITE_FLAG["accumulates"]
    flags |= ("nc" in words) * SITE_FLAG["reads_constant"]
    flags |= strong.later * SITE_FLAG["releases_later"]
    flags |= (step in facts.exchanges) * SITE_FLAG["volatile"]
    *_, element, wide = record.handler.split(".")
    sizes = (wide, wide) if event == "updates" else (element, wide)
    element_bytes, wide_bytes = (from_name(size).bytes for size in sizes)
    if step in facts.mixed_atomics:
        wide_bytes = 0
    return _word(event, strong.scope, element_bytes, wide_bytes, flags)


@cache
def _word(event: str, scope: int, element: int, wide: int, flags: int) -> int:
    """Return a `SITE`; a program has few."""
    return SITE.word(event=RACE_EVENT[event], scope=scope, element=element, wide=wide, flags=flags)
