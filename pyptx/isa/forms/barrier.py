"""Barriers of a CTA, a warp and a cluster (manual sections 9.7.15.1 to 9.7.15.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_BARRIER = "a:u32(0..15)"
_ALL_OR_SOME = "b:u32(0..4096..32)"  # none, or 0: all threads of the CTA
_SOME = "b:u32(32..4096..32)"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.1 bar, barrier",
        form("bar{.cta}.sync",                            f"{_BARRIER}, {_ALL_OR_SOME}?"),
        form("bar{.cta}.arrive",                          f"{_BARRIER}, {_SOME}"),
        form("bar{.cta}.red.popc.u32",                    f"d=u32, {_BARRIER}, {_ALL_OR_SOME}?, c:pred(-1..1)~"),
        form("bar{.cta}.red.<op>.pred",                   f"p=pred, {_BARRIER}, {_ALL_OR_SOME}?, c:pred(-1..1)~", op="and or"),
        form("barrier{.cta}.sync{.aligned}",              f"{_BARRIER}, {_ALL_OR_SOME}?"),
        form("barrier{.cta}.arrive{.aligned}",            f"{_BARRIER}, {_SOME}"),
        form("barrier{.cta}.red.popc{.aligned}.u32",      f"d=u32, {_BARRIER}, {_ALL_OR_SOME}?, c:pred(-1..1)~"),
        form("barrier{.cta}.red.<op>{.aligned}.pred",     f"p=pred, {_BARRIER}, {_ALL_OR_SOME}?, c:pred(-1..1)~", op="and or"),
        effects="waits meets",
    ),
    *section(
        "9.7.15.2 bar.warp.sync",
        form("bar.warp.sync", "membermask:u32"),
        effects="waits",
    ),
    *section(
        "9.7.15.3 barrier.cluster",
        form("barrier.cluster.arrive{.<sem>}{.aligned}", sem="release relaxed"),
        form("barrier.cluster.wait{.<sem>}{.aligned}",   sem="acquire"),
        effects="waits asynchronous gathers",
    ),
)
# fmt: on
