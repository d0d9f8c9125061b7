"""Integer arithmetic (manual section 9.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import not_both_unsigned
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import INT

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_16_64 = "u16 u64 s16 s64"
_16_32 = "u16 u32 s16 s32"
_32_64 = "u32 u64 s32 s64"
_32 = "u32 s32"
_SIGNED = "s16 s32 s64"
_PACKED = "u16x2 u8x4 s16x2 s8x4"
_HALF = "lo hi"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.1.1 add",
        form("add.<type>",                  "d=<type>, a:<type>, b:<type>", type=_16_64),
        form("add{.sat}.<type>",            "d=<type>, a:<type>, b:<type>", type=f"{_32} {_PACKED}"),
    ),
    *section(
        "9.7.1.2 sub",
        form("sub.<type>",                  "d=<type>, a:<type>, b:<type>", type=f"{_16_64} u32"),
        form("sub{.sat}.<type>",            "d=<type>, a:<type>, b:<type>", type="s32 u8x4 s8x4"),
    ),
    *section(
        "9.7.1.3 mul",
        form("mul.<mode>.<type>",           "d=<type>, a:<type>, b:<type>", mode=_HALF, type=INT),
        form("mul.wide.<type>",             "d=double(<type>), a:<type>, b:<type>", type=_16_32),
    ),
    *section(
        "9.7.1.4 mad",
        form("mad.<mode>.<type>",           "d=<type>, a:<type>, b:<type>, c:<type>", mode=_HALF, type=INT),
        form("mad.hi.sat.s32",              "d=s32, a:s32, b:s32, c:s32"),
        form("mad.wide.<type>",             "d=double(<type>), a:<type>, b:<type>, c:double(<type>)", type=_16_32),
    ),
    *section(
        "9.7.1.5 clmad",
        form("clmad.<mode>.u64",            "d=u64, a:u64, b:u64, c:u64", mode=_HALF),
    ),
    *section(
        "9.7.1.6 mul24",
        form("mul24.<mode>.<type>",         "d=<type>, a:<type>, b:<type>", mode=_HALF, type=_32),
    ),
    *section(
        "9.7.1.7 mad24",
        form("mad24.<mode>.<type>",         "d=<type>, a:<type>, b:<type>, c:<type>", mode=_HALF, type=_32),
        form("mad24.hi.sat.s32",            "d=s32, a:s32, b:s32, c:s32"),
    ),
    *section(
        "9.7.1.8 sad",
        form("sad.<type>",                  "d=<type>, a:<type>, b:<type>, c:<type>", type=INT),
    ),
    *section(
        "9.7.1.9 div",
        form("div.<type>",                  "d=<type>, a:<type>, b:<type>", type=INT),
    ),
    *section(
        "9.7.1.10 rem",
        form("rem.<type>",                  "d=<type>, a:<type>, b:<type>", type=INT),
    ),
    *section(
        "9.7.1.11 abs",
        form("abs.<type>",                  "d=<type>, a:<type>", type=_SIGNED),
    ),
    *section(
        "9.7.1.12 neg",
        form("neg.<type>",                  "d=<type>, a:<type>", type=f"{_SIGNED} s8x4"),
    ),
    *section(
        "9.7.1.13 min",
        form("min.<type>",                  "d=<type>, a:<type>, b:<type>", type="u16 u32 u64 u16x2 u8x4 s16 s64"),
        form("min{.relu}.<type>",           "d=<type>, a:<type>, b:<type>", type="s16x2 s32 s8x4"),
    ),
    *section(
        "9.7.1.14 max",
        form("max.<type>",                  "d=<type>, a:<type>, b:<type>", type="u16 u32 u64 u16x2 u8x4 s16 s64"),
        form("max{.relu}.<type>",           "d=<type>, a:<type>, b:<type>", type="s16x2 s32 s8x4"),
    ),
    *section(
        "9.7.1.15 popc",
        form("popc.<type>",                 "d=u32, a:<type>", type="b32 b64"),
    ),
    *section(
        "9.7.1.16 clz",
        form("clz.<type>",                  "d=u32, a:<type>", type="b32 b64"),
    ),
    *section(
        "9.7.1.17 bfind",
        form("bfind{.shiftamt}.<type>",     "d=u32, a:<type>", type=_32_64),
    ),
    *section(
        "9.7.1.18 fns",
        form("fns.b32",                     "d=b32, mask:b32, base:b32, offset:s32"),
    ),
    *section(
        "9.7.1.19 brev",
        form("brev.<type>",                 "d=<type>, a:<type>", type="b32 b64"),
    ),
    *section(
        "9.7.1.20 bfe",
        form("bfe.<type>",                  "d=<type>, a:<type>, b:u32(0..255), c:u32(0..255)", type=_32_64),
    ),
    *section(
        "9.7.1.21 bfi",
        form("bfi.<type>",                  "f=<type>, a:<type>, b:<type>, c:u32(0..255), d:u32(0..255)", type="b32 b64"),
    ),
    *section(
        "9.7.1.22 szext",
        form("szext.<mode>.<type>",         "d=<type>, a:<type>, b:u32", mode="clamp wrap", type=_32),
    ),
    *section(
        "9.7.1.23 bmsk",
        form("bmsk.<mode>.b32",             "d=u32, a:u32, b:u32", mode="clamp wrap"),
    ),
    *section(
        "9.7.1.24 dp4a",
        form("dp4a.u32.u32",                "d=u32, a:u32, b:u32, c:u32"),
        form("dp4a.<atype>.<btype>",        "d=s32, a:<atype>, b:<btype>, c:s32", atype=_32, btype=_32,
             rules=(not_both_unsigned,)),
    ),
    *section(
        "9.7.1.25 dp2a",
        form("dp2a.<mode>.u32.u32",         "d=u32, a:u32, b:u32, c:u32", mode="lo hi"),
        form("dp2a.<mode>.<atype>.<btype>", "d=s32, a:<atype>, b:<btype>, c:s32", mode="lo hi", atype=_32, btype=_32,
             rules=(not_both_unsigned,)),
    ),
)  # fmt: skip
