"""Exchanges and votes among the lanes of a warp (manual sections 9.7.10.5, 9.7.10.6, 9.7.15.9 to 9.7.15.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import LANE_MODES

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_NO_SHFL = "it assumes that the lanes of a warp run together, which sm_70 and newer do not; use shfl.sync"
_NO_VOTE = "it assumes that the lanes of a warp run together, which sm_70 and newer do not; use vote.sync"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.5 shfl (deprecated)",
        form("shfl.<mode>.b32", "d=b32{|p=pred_}, a:b32, b:u32, c:u32", mode=LANE_MODES, deprecated=_NO_SHFL),
        effects="exchanges",
    ),
    *section(
        "9.7.10.6 shfl.sync",
        form("shfl.sync.<mode>.b32", "d=b32{|p=pred_}, a:b32, b:u32, c:u32, membermask:u32", mode=LANE_MODES),
        effects="exchanges",
    ),
    *section(
        "9.7.15.9 vote (deprecated)",
        form("vote.<mode>.pred", "d=pred, a:pred(-1..1)~", mode="all any uni", deprecated=_NO_VOTE),
        form("vote.<mode>.b32",  "d=b32, a:pred(-1..1)~",  mode="ballot",      deprecated=_NO_VOTE),
        effects="exchanges",
    ),
    *section(
        "9.7.15.10 vote.sync",
        form("vote.sync.<mode>.pred", "d=pred, a:pred(-1..1)~, membermask:u32", mode="all any uni"),
        form("vote.sync.<mode>.b32",  "d=b32, a:pred(-1..1)~, membermask:u32",  mode="ballot"),
        effects="exchanges",
    ),
    *section(
        "9.7.15.11 match.sync",
        form("match.<mode>.sync.<type>", "d=u32, a:<type>, membermask:u32",              mode="any", type="b32 b64"),
        form("match.<mode>.sync.<type>", "d=u32_{|p=pred_}, a:<type>, membermask:u32",   mode="all", type="b32 b64"),
        effects="exchanges",
    ),
    *section(
        "9.7.15.12 activemask",
        form("activemask.b32", "d=b32"),
    ),
    *section(
        "9.7.15.13 redux.sync",
        form("redux.sync.<op>.<type>",        "dst=<type>, src:<type>, membermask:u32", op="add min max", type="u32 s32"),
        form("redux.sync.<op>.<type>",        "dst=u32,    src:u32,    membermask:u32", op="and or xor",  type="b32"),
        form("redux.sync.<op>{.abs}{.NaN}.<type>", "dst=<type>, src:<type>, membermask:u32", op="min max", type="f32"),
        effects="exchanges",
    ),
    *section(
        "9.7.15.15 elect.sync",
        form("elect.sync", "d=u32_|p=pred, membermask:u32"),
    ),
)
# fmt: on
