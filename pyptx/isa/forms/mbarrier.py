"""Barriers in shared memory that also track asynchronous copies (manual section 9.7.15.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import semantics_with_scope
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import SHARED_CTA

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_ORDER = "{.<sem>}{.<scope>}"
_OBJECT = "[addr:<ss>@shared]"
_MULTICAST = f"{_ORDER}{{.<ss>}}.<multicast>.b64"
_COUNT = "count:u32(1..1048575)"
_BYTES = "tx_count:u32"
_MASK = "cta_mask:u32(0..4294967295)"
_SCOPES = "cta cluster"
_RULES = (semantics_with_scope,)
_EVERYWHERE = {"sem": "release relaxed", "scope": _SCOPES}
_HERE = {**_EVERYWHERE, "ss": SHARED_CTA}
_THERE = {**_EVERYWHERE, "ss": "shared::cluster"}
_MANY = {**_THERE, "multicast": "multicast::cluster::32b"}
_COUNTED = {**_HERE, "sem": "relaxed"}
_COUNTED_THERE = {**_THERE, "sem": "relaxed"}
_COUNTED_MANY = {**_MANY, "sem": "relaxed"}
_LAST = {"sem": "release", "scope": "cta", "ss": SHARED_CTA}
_WAIT = {"sem": "acquire relaxed", "scope": _SCOPES, "ss": SHARED_CTA}
_PRIMARY = "phase_type::primary"
_PHASES = f"{_PRIMARY} phase_type::conditional"
_REPORT = "wait_complete=pred|report_predicate=pred, report_value=b8?"


# fmt: off
def _arrivals(opcode: str) -> tuple[Form, ...]:
    """The rows that `mbarrier.arrive` and `mbarrier.arrive_drop` share."""
    return (
        form(f"{opcode}{_ORDER}{{.<ss>}}.b64",            f"state=u64_, {_OBJECT}",                     **_HERE,  rules=_RULES),
        form(f"{opcode}{_ORDER}{{.<ss>}}.b64",            f"state=u64_, {_OBJECT}, {_COUNT}",           **_HERE,  rules=_RULES),
        form(f"{opcode}{_ORDER}.<ss>.b64",                f"state=sink, {_OBJECT}, {_COUNT}?",          **_THERE, rules=_RULES),
        form(f"{opcode}{_MULTICAST}",                     f"state=sink, {_OBJECT}, {_COUNT}?, {_MASK}", **_MANY,  rules=_RULES),
        form(f"{opcode}.expect_tx{_ORDER}{{.<ss>}}.b64",  f"state=u64_, {_OBJECT}, {_BYTES}",           **_HERE,  rules=_RULES),
        form(f"{opcode}.expect_tx{_ORDER}.<ss>.b64",      f"state=sink, {_OBJECT}, {_BYTES}",           **_THERE, rules=_RULES),
        form(f"{opcode}.expect_tx{_MULTICAST}",           f"state=sink, {_OBJECT}, {_BYTES}, {_MASK}",  **_MANY,  rules=_RULES),
        form(f"{opcode}.noComplete{_ORDER}{{.<ss>}}.b64", f"state=u64_, {_OBJECT}, {_COUNT}",           **_LAST,  rules=_RULES),
    )


FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.16.12 mbarrier.init",
        form("mbarrier.init{.<layout>}{.<ss>}.b64", f"{_OBJECT}, count:u32(1..1048575)", layout="layout::v0", ss=SHARED_CTA),
        form("mbarrier.init.<layout>{.<ss>}.b64",   f"{_OBJECT}, count:u32(1..511)",     layout="layout::v1", ss=SHARED_CTA),
        effects="asynchronous",
    ),
    *section(
        "9.7.15.16.13 mbarrier.inval",
        form("mbarrier.inval{.<ss>}.b64", _OBJECT, ss=SHARED_CTA),
        effects="asynchronous",
    ),
    *section(
        "9.7.15.16.14 mbarrier.expect_tx",
        form(f"mbarrier.expect_tx{_ORDER}{{.<ss>}}.b64",       f"{_OBJECT}, tx_count:u32",          **_COUNTED, rules=_RULES),
        form(f"mbarrier.expect_tx{_ORDER}.<ss>.b64",         f"{_OBJECT}, tx_count:u32",          **_COUNTED_THERE, rules=_RULES),
        form(f"mbarrier.expect_tx{_MULTICAST}",              f"{_OBJECT}, tx_count:u32, {_MASK}", **_COUNTED_MANY, rules=_RULES),
        effects="asynchronous",
    ),
    *section(
        "9.7.15.16.15 mbarrier.complete_tx",
        form(f"mbarrier.complete_tx{_ORDER}{{.<ss>}}.b64",     f"{_OBJECT}, tx_count:u32",          **_COUNTED, rules=_RULES),
        form(f"mbarrier.complete_tx{_ORDER}.<ss>.b64",         f"{_OBJECT}, tx_count:u32",          **_COUNTED_THERE, rules=_RULES),
        form(f"mbarrier.complete_tx{_MULTICAST}",              f"{_OBJECT}, tx_count:u32, {_MASK}", **_COUNTED_MANY, rules=_RULES),
        effects="asynchronous",
    ),
    *section("9.7.15.16.16 mbarrier.arrive", *_arrivals("mbarrier.arrive"), effects="asynchronous arrives"),
    *section("9.7.15.16.17 mbarrier.arrive_drop", *_arrivals("mbarrier.arrive_drop"), effects="asynchronous arrives"),
    *section(
        "9.7.15.16.19 mbarrier.test_wait",
        form(f"mbarrier.test_wait{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, state:u64!",           phase=_PRIMARY, **_WAIT, rules=_RULES),
        form(f"mbarrier.test_wait.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, state:u64!",                    phase=_PRIMARY, **_WAIT, rules=_RULES),
        form(f"mbarrier.test_wait.parity{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, phase_parity:u32(0..1)", phase=_PHASES, **_WAIT, rules=_RULES),
        form(f"mbarrier.test_wait.parity.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, phase_parity:u32(0..1)",        phase=_PRIMARY, **_WAIT, rules=_RULES),
        effects="asynchronous waits",
    ),
    *section(
        "9.7.15.16.19 mbarrier.try_wait",
        form(f"mbarrier.try_wait{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, state:u64!, time_hint:u32?",           phase=_PRIMARY, **_WAIT, rules=_RULES),
        form(f"mbarrier.try_wait.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, state:u64!, time_hint:u32?",                    phase=_PRIMARY, **_WAIT, rules=_RULES),
        form(f"mbarrier.try_wait.parity{{.<phase>}}{_ORDER}{{.<ss>}}.b64",
             f"wait_complete=pred, {_OBJECT}, phase_parity:u32(0..1), time_hint:u32?", phase=_PHASES, **_WAIT, rules=_RULES),
        form(f"mbarrier.try_wait.parity.<phase>{_ORDER}{{.<ss>}}.b64",
             f"{_REPORT}, {_OBJECT}, phase_parity:u32(0..1), time_hint:u32?",        phase=_PRIMARY, **_WAIT, rules=_RULES),
        effects="asynchronous waits",
    ),
    *section(
        "9.7.15.16.20 mbarrier.pending_count",
        form("mbarrier.pending_count{.<layout>}.b64", "count=u32, state:u64!", layout="layout::v0"),
    ),
    *section(
        "9.7.15.16.21 mbarrier.check_layout",
        form("mbarrier.check_layout.<layout>{.<ss>}.b64", f"p=pred, {_OBJECT}", layout="layout::v0 layout::v1", ss=SHARED_CTA),
    ),
)
# fmt: on
