"""Barriers in shared memory that also track asynchronous copies (manual section 9.7.15.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import semantics_with_scope
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import SHARED_CTA

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_ORDER = "{.<sem>}{.<scope>}"
_OBJECT = "[addr:<ss>]"
_MULTICAST = f"{_ORDER}{{.<ss>}}.<multicast>.b64"
_MASK = "cta_mask:u32"
_SCOPES = "cta cluster"
_EVERYWHERE = {"sem": "release relaxed", "scope": _SCOPES, "rules": (semantics_with_scope,)}
_HERE = {**_EVERYWHERE, "ss": SHARED_CTA}
_THERE = {**_EVERYWHERE, "ss": "shared::cluster"}
_MANY = {**_THERE, "multicast": "multicast::cluster::32b"}
_COUNTED = {**_HERE, "sem": "relaxed"}
_COUNTED_THERE = {**_THERE, "sem": "relaxed"}
_COUNTED_MANY = {**_MANY, "sem": "relaxed"}
_LAST = {"sem": "release", "scope": "cta", "ss": SHARED_CTA, "rules": (semantics_with_scope,)}
_WAIT = {"sem": "acquire relaxed", "scope": _SCOPES, "ss": SHARED_CTA, "rules": (semantics_with_scope,)}
_PRIMARY = "phase_type::primary"
_PHASES = f"{_PRIMARY} phase_type::conditional"
_REPORT = "wait_complete=pred|report_predicate=pred, report_value=b8?"


def _arrivals(opcode: str) -> tuple[Form, ...]:
    """The rows that `mbarrier.arrive` and `mbarrier.arrive_drop` share."""
    return (
        form(f"{opcode}{_ORDER}{{.<ss>}}.b64", f"state=b64_, {_OBJECT}, count:u32?", **_HERE),
        form(f"{opcode}{_ORDER}.<ss>.b64", f"state=sink, {_OBJECT}, count:u32?", **_THERE),
        form(f"{opcode}{_MULTICAST}", f"state=sink, {_OBJECT}, count:u32?, {_MASK}", **_MANY),
        form(f"{opcode}.expect_tx{_ORDER}{{.<ss>}}.b64", f"state=b64_, {_OBJECT}, tx_count:u32", **_HERE),
        form(f"{opcode}.expect_tx{_ORDER}.<ss>.b64", f"state=sink, {_OBJECT}, tx_count:u32", **_THERE),
        form(f"{opcode}.expect_tx{_MULTICAST}", f"state=sink, {_OBJECT}, tx_count:u32, {_MASK}", **_MANY),
        form(f"{opcode}.noComplete{_ORDER}{{.<ss>}}.b64", f"state=b64_, {_OBJECT}, count:u32", **_LAST),
    )


# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.16.12 mbarrier.init",
        form("mbarrier.init{.<layout>}{.<ss>}.b64", f"{_OBJECT}, count:u32(1..1048575)", layout="layout::v0", ss=SHARED_CTA),
        form("mbarrier.init.<layout>{.<ss>}.b64",   f"{_OBJECT}, count:u32(1..511)",     layout="layout::v1", ss=SHARED_CTA),
    ),
    *section(
        "9.7.15.16.13 mbarrier.inval",
        form("mbarrier.inval{.<ss>}.b64", _OBJECT, ss=SHARED_CTA),
    ),
    *section(
        "9.7.15.16.14 mbarrier.expect_tx",
        form(f"mbarrier.expect_tx{_ORDER}{{.<ss>}}.b64",       f"{_OBJECT}, tx_count:u32",          **_COUNTED),
        form(f"mbarrier.expect_tx{_ORDER}.<ss>.b64",         f"{_OBJECT}, tx_count:u32",          **_COUNTED_THERE),
        form(f"mbarrier.expect_tx{_MULTICAST}",              f"{_OBJECT}, tx_count:u32, {_MASK}", **_COUNTED_MANY),
    ),
    *section(
        "9.7.15.16.15 mbarrier.complete_tx",
        form(f"mbarrier.complete_tx{_ORDER}{{.<ss>}}.b64",     f"{_OBJECT}, tx_count:u32",          **_COUNTED),
        form(f"mbarrier.complete_tx{_ORDER}.<ss>.b64",         f"{_OBJECT}, tx_count:u32",          **_COUNTED_THERE),
        form(f"mbarrier.complete_tx{_MULTICAST}",              f"{_OBJECT}, tx_count:u32, {_MASK}", **_COUNTED_MANY),
    ),
    *section("9.7.15.16.16 mbarrier.arrive", *_arrivals("mbarrier.arrive")),
    *section("9.7.15.16.17 mbarrier.arrive_drop", *_arrivals("mbarrier.arrive_drop")),
    *section(
        "9.7.15.16.19 mbarrier.test_wait",
        form(f"mbarrier.test_wait{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, state:b64!",           phase=_PRIMARY, **_WAIT),
        form(f"mbarrier.test_wait.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, state:b64!",                    phase=_PRIMARY, **_WAIT),
        form(f"mbarrier.test_wait.parity{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, phase_parity:u32(0..1)", phase=_PHASES, **_WAIT),
        form(f"mbarrier.test_wait.parity.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, phase_parity:u32(0..1)",        phase=_PRIMARY, **_WAIT),
    ),
    *section(
        "9.7.15.16.19 mbarrier.try_wait",
        form(f"mbarrier.try_wait{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, state:b64!, time_hint:u32?",           phase=_PRIMARY, **_WAIT),
        form(f"mbarrier.try_wait.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, state:b64!, time_hint:u32?",                    phase=_PRIMARY, **_WAIT),
        form(f"mbarrier.try_wait.parity{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, phase_parity:u32(0..1), time_hint:u32?", phase=_PHASES, **_WAIT),
        form(f"mbarrier.try_wait.parity.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, phase_parity:u32(0..1), time_hint:u32?",        phase=_PRIMARY, **_WAIT),
    ),
    *section(
        "9.7.15.16.20 mbarrier.pending_count",
        form("mbarrier.pending_count{.<layout>}.b64", "count=u32, state:b64!", layout="layout::v0"),
    ),
    *section(
        "9.7.15.16.21 mbarrier.check_layout",
        form("mbarrier.check_layout.<layout>{.<ss>}.b64", f"p=pred, {_OBJECT}", layout="layout::v0 layout::v1", ss=SHARED_CTA),
    ),
)
# fmt: on
