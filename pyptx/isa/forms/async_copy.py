"""Asynchronous copies that are not bulk copies (manual section 9.7.10.28.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import CACHE_HINT, L2_PREFETCH, SHARED_CTA

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_COPY = "cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>}"
_ADDRESSES = "[dst:<ss>], [src:global]"
_POLICY = "policy:u64?hint"
_CA = {"cop": "ca", "ss": SHARED_CTA, "hint": CACHE_HINT, "prefetch": L2_PREFETCH}
_CG = {**_CA, "cop": "cg"}

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.28.3.1 cp.async",
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(4|8|16), {_POLICY}",                          **_CA, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(4),  src_size:u32(0..4),  {_POLICY}",         **_CA, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(8),  src_size:u32(0..8),  {_POLICY}",         **_CA, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(16), src_size:u32(0..16), {_POLICY}",         **_CA, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(4|8|16), ignore_src:pred~, {_POLICY}",        **_CA, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(16), {_POLICY}",                              **_CG, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(16), src_size:u32(0..16), {_POLICY}",         **_CG, rules=()),
        form(_COPY, f"{_ADDRESSES}, cp_size:imm(16), ignore_src:pred~, {_POLICY}",            **_CG, rules=()),
        effects="copies asynchronous",
    ),
    *section(
        "9.7.10.28.3.2 cp.async.commit_group",
        form("cp.async.commit_group"),
        effects="asynchronous",
    ),
    *section(
        "9.7.10.28.3.3 cp.async.wait_group, cp.async.wait_all",
        form("cp.async.wait_group", "n:imm(0..2147483647)"),
        form("cp.async.wait_all"),
        effects="asynchronous waits",
    ),
    *section(
        "9.7.15.16.18 cp.async.mbarrier.arrive",
        form("cp.async.mbarrier.arrive{.noinc}{.<ss>}.b64", "[addr:<ss>@shared]", ss=SHARED_CTA),
        effects="asynchronous arrives",
    ),
)
# fmt: on
