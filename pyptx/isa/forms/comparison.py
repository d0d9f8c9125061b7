"""Comparison and selection (manual sections 9.7.7 and 9.7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import comparison_suits_type, ftz_needs_f32
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import (
    BITS,
    BOOL,
    EQUALITY,
    FLOAT,
    FLOAT_COMPARE,
    INT,
    SIGNED_COMPARE,
    SINT,
    UINT,
    UNSIGNED_COMPARE,
)

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_32 = "u32 s32 f32"
_16_32 = "u16 s16 u32 s32"
_COMPARE = f"{FLOAT_COMPARE} lo ls hi hs"
_ANY = f"{BITS} {INT} {FLOAT}"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.7.1 set",
        form("set.<cmp>.<dtype>.<type>",                "d=<dtype>, a:<type>, b:<type>",
             cmp=EQUALITY, dtype=_32, type=BITS),
        form("set.<cmp>.<dtype>.<type>",                "d=<dtype>, a:<type>, b:<type>",
             cmp=UNSIGNED_COMPARE, dtype=_32, type=UINT),
        form("set.<cmp>.<dtype>.<type>",                "d=<dtype>, a:<type>, b:<type>",
             cmp=SIGNED_COMPARE, dtype=_32, type=SINT),
        form("set.<cmp>{.ftz}.<dtype>.<type>",          "d=<dtype>, a:<type>, b:<type>",
             cmp=FLOAT_COMPARE, dtype=_32, type=FLOAT, rules=(ftz_needs_f32,)),
        form("set.<cmp>.<bool>.<dtype>.<type>",         "d=<dtype>, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=EQUALITY, bool=BOOL, dtype=_32, type=BITS),
        form("set.<cmp>.<bool>.<dtype>.<type>",         "d=<dtype>, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=UNSIGNED_COMPARE, bool=BOOL, dtype=_32, type=UINT),
        form("set.<cmp>.<bool>.<dtype>.<type>",         "d=<dtype>, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=SIGNED_COMPARE, bool=BOOL, dtype=_32, type=SINT),
        form("set.<cmp>.<bool>{.ftz}.<dtype>.<type>",   "d=<dtype>, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL, dtype=_32, type=FLOAT, rules=(ftz_needs_f32,)),
    ),
    *section(
        "9.7.7.1 set",
        form("set.<cmp>.<type>",                        "d=<type>, a:<type>!, b:<type>!",
             cmp=UNSIGNED_COMPARE, type="u8x4 u16x2"),
        form("set.<cmp>.<type>",                        "d=<type>, a:<type>!, b:<type>!",
             cmp=SIGNED_COMPARE, type="s8x4 s16x2"),
    ),
    *section(
        "9.7.7.2 setp",
        form("setp.<cmp>.<type>",                       "p=pred_{|q=pred_}, a:<type>, b:<type>",
             cmp=EQUALITY, type=BITS),
        form("setp.<cmp>.<type>",                       "p=pred_{|q=pred_}, a:<type>, b:<type>",
             cmp=UNSIGNED_COMPARE, type=UINT),
        form("setp.<cmp>.<type>",                       "p=pred_{|q=pred_}, a:<type>, b:<type>",
             cmp=SIGNED_COMPARE, type=SINT),
        form("setp.<cmp>{.ftz}.<type>",                 "p=pred_{|q=pred_}, a:<type>, b:<type>",
             cmp=FLOAT_COMPARE, type=FLOAT, rules=(ftz_needs_f32,)),
        form("setp.<cmp>.<bool>.<type>",                "p=pred_{|q=pred_}, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=EQUALITY, bool=BOOL, type=BITS),
        form("setp.<cmp>.<bool>.<type>",                "p=pred_{|q=pred_}, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=UNSIGNED_COMPARE, bool=BOOL, type=UINT),
        form("setp.<cmp>.<bool>.<type>",                "p=pred_{|q=pred_}, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=SIGNED_COMPARE, bool=BOOL, type=SINT),
        form("setp.<cmp>.<bool>{.ftz}.<type>",          "p=pred_{|q=pred_}, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL, type=FLOAT, rules=(ftz_needs_f32,)),
    ),
    *section(
        "9.7.7.3 selp",
        form("selp.<type>",                             "d=<type>, a:<type>, b:<type>, c:pred(-1..1)~", type=_ANY),
    ),
    *section(
        "9.7.7.4 slct",
        form("slct.<dtype>.s32",                        "d=<dtype>, a:<dtype>, b:<dtype>, c:s32", dtype=_ANY),
        form("slct{.ftz}.<dtype>.f32",                  "d=<dtype>, a:<dtype>, b:<dtype>, c:f32", dtype=_ANY),
    ),
    *section(
        "9.7.8.1 set",
        form("set.<cmp>{.ftz}.f16.<type>",              "d=f16, a:<type>, b:<type>",
             cmp=_COMPARE, type=f"{_ANY} f16", rules=(comparison_suits_type, ftz_needs_f32)),
        form("set.<cmp>.<bool>{.ftz}.f16.<type>",       "d=f16, a:<type>, b:<type>, c:pred(-1..1)~",
             cmp=_COMPARE, bool=BOOL, type=f"{_ANY} f16", rules=(comparison_suits_type, ftz_needs_f32)),
        form("set.<cmp>.bf16.<type>",                   "d=bf16, a:<type>, b:<type>",
             cmp=_COMPARE, type=f"{_ANY} f16 bf16", rules=(comparison_suits_type,)),
        form("set.<cmp>.<bool>.bf16.<type>",            "d=bf16, a:<type>, b:<type>, c:pred~",
             cmp=_COMPARE, bool=BOOL, type=f"{_ANY} f16 bf16", rules=(comparison_suits_type,)),
        form("set.<cmp>{.ftz}.<dtype>.f16",             "d=<dtype>, a:f16, b:f16",
             cmp=FLOAT_COMPARE, dtype=_16_32),
        form("set.<cmp>.<bool>{.ftz}.<dtype>.f16",      "d=<dtype>, a:f16, b:f16, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL, dtype=_16_32),
        form("set.<cmp>.<dtype>.bf16",                  "d=<dtype>, a:bf16, b:bf16",
             cmp=FLOAT_COMPARE, dtype=_16_32),
        form("set.<cmp>.<bool>.<dtype>.bf16",           "d=<dtype>, a:bf16, b:bf16, c:pred~",
             cmp=FLOAT_COMPARE, bool=BOOL, dtype=_16_32),
        form("set.<cmp>{.ftz}.<dtype>.f16x2",           "d=<dtype>, a:f16x2, b:f16x2",
             cmp=FLOAT_COMPARE, dtype="f16x2 u32 s32"),
        form("set.<cmp>.<bool>{.ftz}.<dtype>.f16x2",    "d=<dtype>, a:f16x2, b:f16x2, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL, dtype="f16x2 u32 s32"),
        form("set.<cmp>.<dtype>.bf16x2",                "d=<dtype>, a:bf16x2, b:bf16x2",
             cmp=FLOAT_COMPARE, dtype="bf16x2 u32 s32"),
        form("set.<cmp>.<bool>.<dtype>.bf16x2",         "d=<dtype>, a:bf16x2, b:bf16x2, c:pred~",
             cmp=FLOAT_COMPARE, bool=BOOL, dtype="bf16x2 u32 s32"),
    ),
    *section(
        "9.7.8.2 setp",
        form("setp.<cmp>{.ftz}.f16",                    "p=pred, a:f16, b:f16", cmp=FLOAT_COMPARE),
        form("setp.<cmp>.<bool>{.ftz}.f16",             "p=pred, a:f16, b:f16, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL),
        form("setp.<cmp>{.ftz}.f16x2",                  "p=pred_|q=pred_, a:f16x2, b:f16x2", cmp=FLOAT_COMPARE),
        form("setp.<cmp>.<bool>{.ftz}.f16x2",           "p=pred_|q=pred_, a:f16x2, b:f16x2, c:pred(-1..1)~",
             cmp=FLOAT_COMPARE, bool=BOOL),
        form("setp.<cmp>.bf16",                         "p=pred, a:bf16, b:bf16", cmp=FLOAT_COMPARE),
        form("setp.<cmp>.<bool>.bf16",                  "p=pred, a:bf16, b:bf16, c:pred~",
             cmp=FLOAT_COMPARE, bool=BOOL),
        form("setp.<cmp>.bf16x2",                       "p=pred_|q=pred_, a:bf16x2, b:bf16x2", cmp=FLOAT_COMPARE),
        form("setp.<cmp>.<bool>.bf16x2",                "p=pred_|q=pred_, a:bf16x2, b:bf16x2, c:pred~",
             cmp=FLOAT_COMPARE, bool=BOOL),
    ),
)  # fmt: skip
