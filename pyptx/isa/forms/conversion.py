"""Conversion between types (manual sections 9.7.10.24 and 9.7.10.25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import (
    flushed_f64_is_rounded_to_nearest,
    ftz_has_f32,
    rounds_to_integer,
    rounds_what_is_narrowed,
    saturation_can_clip,
    stays_in_its_format,
)
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import INTEGER_RND, RND

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_INTEGERS = "u8 u16 u32 u64 s8 s16 s32 s64"
_FLOATS = "f16 f32 f64"
_FP8 = "e4m3x2 e5m2x2"
_FP6 = "e2m3x2 e3m2x2"
_FP4 = "e2m1x2"
_NARROW = f"{_FP8} {_FP6} {_FP4}"
_NARROW_X4 = "e4m3x4 e5m2x4 e2m3x4 e3m2x4 e2m1x4"
_PAIRS = "f16x2 bf16x2"
_SCALED_1 = "scaled::n1::ue8m0"
_SCALED_2 = "scaled::n2::ue8m0"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.10.24 cvt",
        form("cvt{.sat}.<dtype>.<atype>",                          "d=wider64(<dtype>), a:wider64(<atype>)%",
             dtype=_INTEGERS, atype=_INTEGERS, rules=(saturation_can_clip,)),
        form("cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype>",            "d=wider64(<dtype>), a:wider64(<atype>)",
             rnd=INTEGER_RND, dtype=_INTEGERS, atype=_FLOATS, rules=(rounds_to_integer, ftz_has_f32)),
        form("cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype>",            "d=wider64(<dtype>), a:wider64(<atype>)",
             rnd=INTEGER_RND, dtype=_FLOATS, atype=_FLOATS, rules=(stays_in_its_format, ftz_has_f32)),
        form("cvt{.<rnd>}{.ftz}{.sat}.<dtype>.<atype>",            "d=wider64(<dtype>), a:wider64(<atype>)",
             rnd=RND, dtype=_FLOATS, atype=f"{_INTEGERS} {_FLOATS}",
             rules=(rounds_what_is_narrowed, ftz_has_f32, flushed_f64_is_rounded_to_nearest)),
        form("cvt.<rnd>.ftz{.sat}.f32.f64",                        "d=f32, a:wider64(f64)", rnd="rz rm rp"),
        # to and from bf16, in registers of that very width
        form("cvt{.<rnd>}.bf16.bf16",                              "d=bf16, a:bf16", rnd=INTEGER_RND),
        form("cvt.<rnd>.<dtype>.<atype>",                          "d=<dtype>, a:<atype>",
             rnd=INTEGER_RND, dtype=_INTEGERS, atype="bf16"),
        form("cvt.<rnd>{.ftz}.<dtype>.<atype>",                    "d=<dtype>, a:<atype>",
             rnd=RND, dtype="bf16", atype=f"{_INTEGERS} f32 f64", rules=(ftz_has_f32,)),
        form("cvt{.<rnd>}.<dtype>.<atype>",                        "d=<dtype>, a:<atype>", rnd=RND, dtype="bf16", atype="f16"),
        form("cvt{.<rnd>}.<dtype>.<atype>",                        "d=<dtype>, a:<atype>", rnd=RND, dtype="f16", atype="bf16"),
        form("cvt{.ftz}.<dtype>.<atype>",                          "d=<dtype>, a:<atype>",
             dtype="f32 f64", atype="bf16", rules=(ftz_has_f32,)),
        # f32 to f16 and bf16, limited or rectified
        form("cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype>", "d=wider64(<dtype>), a:wider64(f32)",
             rnd="rn rz", dtype="f16", atype="f32"),
        form("cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.<atype>", "d=<dtype>, a:f32",
             rnd="rn rz", dtype="bf16", atype="f32"),
        form("cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32",     "d=wider64(<dtype>), a:wider64(f32), b:wider64(f32)",
             rnd="rn rz", dtype="f16x2"),
        form("cvt.<rnd>{.relu}{.satfinite}{.pzo}.<dtype>.f32",     "d=<dtype>, a:f32, b:f32",
             rnd="rn rz", dtype="bf16x2"),
        form("cvt.rs{.relu}{.satfinite}.<dtype>.f32",              "d=<dtype>, a:f32, b:f32, rbits:b32!^", dtype=_PAIRS),
        # f32 to tf32
        form("cvt.rna{.satfinite}.tf32.f32",                       "d=tf32, a:f32!"),
        form("cvt.<rnd>{.satfinite}{.relu}{.pzo}.tf32.f32",        "d=tf32, a:f32", rnd="rn rz"),
        # to and from pairs of fp8, fp6 and fp4
        form("cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.f32",       "d=<dtype>, a:f32, b:f32",
             rnd="rn rz", dtype=_NARROW),
        form("cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.f32", "d=<dtype>, a:f32, b:f32, scale:ue8m0",
             rnd="rn rz", scaled=_SCALED_1, dtype=_NARROW),
        form("cvt.<rnd>.satfinite{.relu}{.pzo}.<dtype>.<atype>",   "d=<dtype>, a:<atype>",
             rnd="rn rz", dtype=_NARROW, atype=_PAIRS),
        form("cvt.<rnd>.satfinite{.relu}{.pzo}.<scaled>.<dtype>.<atype>", "d=<dtype>, a:<atype>, scale:ue8m0",
             rnd="rn rz", scaled=_SCALED_1, dtype=_NARROW, atype=_PAIRS),
        form("cvt.rn{.relu}.f16x2.<atype>",                        "d=f16x2, a:<atype>", atype=_NARROW),
        form("cvt.rn{.relu}{.satfinite}.bf16x2.<atype>",           "d=bf16x2, a:<atype>", atype=_NARROW),
        form("cvt.rn{.relu}{.satfinite}.<scaled>.bf16x2.<atype>",  "d=bf16x2, a:<atype>, scale:ue8m0x2",
             scaled=_SCALED_2, atype=_NARROW),
        form("cvt.rs{.relu}.satfinite.<dtype>.f32",                "d=<dtype>, v:f32*4, rbits:b32!^", dtype=_NARROW_X4),
        # scale factors
        form("cvt.<rnd>{.satfinite}.ue8m0x2.f32",                  "d=ue8m0x2, a:f32, b:f32", rnd="rz rp"),
        form("cvt.<rnd>{.satfinite}.ue8m0x2.bf16x2",               "d=ue8m0x2, a:bf16x2", rnd="rz rp"),
        form("cvt.rn.bf16x2.ue8m0x2",                              "d=bf16x2, a:ue8m0x2"),
        form("cvt.<rnd>{.satfinite}.ue5m3x2.f32",                  "d=ue5m3x2, a:f32, b:f32", rnd="rn rz rp"),
        form("cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.f32",         "d=ue5m3x2, a:f32, b:f32, scale:ue8m0",
             rnd="rn rz", scaled=_SCALED_1),
        form("cvt.<rnd>{.satfinite}.ue5m3x2.<atype>",              "d=ue5m3x2, a:<atype>", rnd="rn rz rp", atype=_PAIRS),
        form("cvt.<rnd>{.satfinite}.<scaled>.ue5m3x2.<atype>",     "d=ue5m3x2, a:<atype>, scale:ue8m0",
             rnd="rn rz", scaled=_SCALED_1, atype=_PAIRS),
        form("cvt.rn.f16x2.ue5m3x2",                               "d=f16x2, a:ue5m3x2"),
        form("cvt.rn{.satfinite}.bf16x2.ue5m3x2",                  "d=bf16x2, a:ue5m3x2"),
        form("cvt.rn{.satfinite}.<scaled>.bf16x2.ue5m3x2",         "d=bf16x2, a:ue5m3x2, scale:ue8m0x2", scaled=_SCALED_2),
        # fixed point
        form("cvt.<rnd>.satfinite{.relu}.s2f6x2.f32",              "d=s2f6x2, a:f32, b:f32", rnd="rn rz"),
        form("cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.f32",     "d=s2f6x2, a:f32, b:f32, scale:ue8m0x2",
             rnd="rn rz", scaled=_SCALED_2),
        form("cvt.<rnd>.satfinite{.relu}.s2f6x2.bf16x2",           "d=s2f6x2, a:bf16x2", rnd="rn rz"),
        form("cvt.<rnd>.satfinite{.relu}.<scaled>.s2f6x2.bf16x2",  "d=s2f6x2, a:bf16x2, scale:ue8m0x2",
             rnd="rn rz", scaled=_SCALED_2),
        form("cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2",            "d=bf16x2, a:s2f6x2"),
        form("cvt.rn{.satfinite}{.relu}.<scaled>.bf16x2.s2f6x2",   "d=bf16x2, a:s2f6x2, scale:ue8m0x2", scaled=_SCALED_2),
    ),
    *section(
        "9.7.10.25 cvt.pack",
        form("cvt.pack.sat.<type>.s32",                            "d=u32, a:s32, b:s32", type="u16 s16"),
        form("cvt.pack.sat.<type>.s32.b32",                        "d=u32, a:s32, b:s32, c:b32",
             type="u2 s2 u4 s4 u8 s8"),
    ),
)  # fmt: skip
