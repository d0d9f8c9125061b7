"""Floating-point arithmetic in single, double, mixed and low precision (manual sections 9.7.3, 9.7.5 and 9.7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import xorsign_goes_with_abs
from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import FLOAT, RND

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_CLASSES = "finite infinite number notanumber normal subnormal"
_NARROW = "f16 bf16"
_PAIRS = "f16x2 bf16x2"
_F8X4 = "e5m2x4 e4m3x4"
_X4 = f"{_F8X4} e3m2x4 e2m3x4 e2m1x4 e2m1p4x4 ue8m0x4"

_UNROUNDED = "it leaves the rounding to the target; say it, as .rn"
_INEXACT = "it leaves open how exact it is; say .approx, .full or a rounding"
_APPROXIMATE = "what approximates says so; write .approx"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.3.1 testp",
        form("testp.<op>.<type>",                    "p=pred, a:<type>", op=_CLASSES, type=FLOAT),
    ),
    *section(
        "9.7.3.2 copysign",
        form("copysign.<type>",                      "d=<type>, a:<type>, b:<type>", type=FLOAT),
    ),
    *section(
        "9.7.3.3 add",
        form("add{.<rnd>}{.ftz}{.sat}.f32",          "d=f32,   a:f32,   b:f32",   rnd=RND),
        form("add{.<rnd>}{.ftz}.f32x2",              "d=f32x2, a:f32x2, b:f32x2", rnd=RND),
        form("add{.<rnd>}.f64",                      "d=f64,   a:f64,   b:f64",   rnd=RND),
    ),
    *section(
        "9.7.3.4 sub",
        form("sub{.<rnd>}{.ftz}{.sat}.f32",          "d=f32,   a:f32,   b:f32",   rnd=RND),
        form("sub{.<rnd>}{.ftz}.f32x2",              "d=f32x2, a:f32x2, b:f32x2", rnd=RND),
        form("sub{.<rnd>}.f64",                      "d=f64,   a:f64,   b:f64",   rnd=RND),
    ),
    *section(
        "9.7.3.5 mul",
        form("mul{.<rnd>}{.ftz}{.sat}.f32",          "d=f32,   a:f32,   b:f32",   rnd=RND),
        form("mul{.<rnd>}{.ftz}.f32x2",              "d=f32x2, a:f32x2, b:f32x2", rnd=RND),
        form("mul{.<rnd>}.f64",                      "d=f64,   a:f64,   b:f64",   rnd=RND),
    ),
    *section(
        "9.7.3.6 fma",
        form("fma.<rnd>{.ftz}{.sat}.f32",            "d=f32,   a:f32,   b:f32,   c:f32",   rnd=RND),
        form("fma.<rnd>{.ftz}.f32x2",                "d=f32x2, a:f32x2, b:f32x2, c:f32x2", rnd=RND),
        form("fma.<rnd>.f64",                        "d=f64,   a:f64,   b:f64,   c:f64",   rnd=RND),
    ),
    *section(
        "9.7.3.7 mad",
        form("mad.<rnd>{.ftz}{.sat}.f32",            "d=f32, a:f32, b:f32, c:f32", rnd=RND),
        form("mad.<rnd>.f64",                        "d=f64, a:f64, b:f64, c:f64", rnd=RND),
        form("mad{.ftz}{.sat}.f32",                  "d=f32, a:f32, b:f32, c:f32", deprecated=_UNROUNDED),
        form("mad.f64",                              "d=f64, a:f64, b:f64, c:f64", deprecated=_UNROUNDED),
    ),
    *section(
        "9.7.3.8 div",
        form("div.<mode>{.ftz}.f32",                 "d=f32, a:f32, b:f32", mode="approx full"),
        form("div.<rnd>{.ftz}.f32",                  "d=f32, a:f32, b:f32", rnd=RND),
        form("div.<rnd>.f64",                        "d=f64, a:f64, b:f64", rnd=RND),
        form("div.f32",                              "d=f32, a:f32, b:f32", deprecated=_INEXACT),
        form("div.f64",                              "d=f64, a:f64, b:f64", deprecated=_UNROUNDED),
    ),
    *section(
        "9.7.3.9 abs",
        form("abs{.ftz}.f32",                        "d=f32, a:f32"),
        form("abs.f64",                              "d=f64, a:f64"),
    ),
    *section(
        "9.7.3.10 neg",
        form("neg{.ftz}.f32",                        "d=f32, a:f32"),
        form("neg.f64",                              "d=f64, a:f64"),
    ),
    *section(
        "9.7.3.11 min",
        form("min{.ftz}{.NaN}{.xorsign}{.abs}.f32",  "d=f32, a:f32, b:f32", rules=(xorsign_goes_with_abs,)),
        form("min{.ftz}{.NaN}{.abs}.f32",            "d=f32, a:f32, b:f32, c:f32"),
        form("min.f64",                              "d=f64, a:f64, b:f64"),
    ),
    *section(
        "9.7.3.12 max",
        form("max{.ftz}{.NaN}{.xorsign}{.abs}.f32",  "d=f32, a:f32, b:f32", rules=(xorsign_goes_with_abs,)),
        form("max{.ftz}{.NaN}{.abs}.f32",            "d=f32, a:f32, b:f32, c:f32"),
        form("max.f64",                              "d=f64, a:f64, b:f64"),
    ),
    *section(
        "9.7.3.13 rcp",
        form("rcp.approx{.ftz}.f32",                 "d=f32, a:f32"),
        form("rcp.<rnd>{.ftz}.f32",                  "d=f32, a:f32", rnd=RND),
        form("rcp.<rnd>.f64",                        "d=f64, a:f64", rnd=RND),
        form("rcp.f32",                              "d=f32, a:f32", deprecated=_INEXACT),
    ),
    *section(
        "9.7.3.14 rcp.approx.ftz.f64",
        form("rcp.approx.ftz.f64",                   "d=f64, a:f64"),
    ),
    *section(
        "9.7.3.15 sqrt",
        form("sqrt.approx{.ftz}.f32",                "d=f32, a:f32"),
        form("sqrt.<rnd>{.ftz}.f32",                 "d=f32, a:f32", rnd=RND),
        form("sqrt.<rnd>.f64",                       "d=f64, a:f64", rnd=RND),
        form("sqrt.f32",                             "d=f32, a:f32", deprecated=_INEXACT),
        form("sqrt.f64",                             "d=f64, a:f64", deprecated=_UNROUNDED),
    ),
    *section(
        "9.7.3.16 rsqrt",
        form("rsqrt.approx{.ftz}.f32",               "d=f32, a:f32"),
        form("rsqrt.approx.f64",                     "d=f64, a:f64"),
        form("rsqrt.<type>",                         "d=<type>, a:<type>", type=FLOAT, deprecated=_APPROXIMATE),
    ),
    *section(
        "9.7.3.17 rsqrt.approx.ftz.f64",
        form("rsqrt.approx.ftz.f64",                 "d=f64, a:f64"),
    ),
    *section(
        "9.7.3.18 sin",
        form("sin.approx{.ftz}.f32",                 "d=f32, a:f32"),
        form("sin.f32",                              "d=f32, a:f32", deprecated=_APPROXIMATE),
    ),
    *section(
        "9.7.3.19 cos",
        form("cos.approx{.ftz}.f32",                 "d=f32, a:f32"),
        form("cos.f32",                              "d=f32, a:f32", deprecated=_APPROXIMATE),
    ),
    *section(
        "9.7.3.20 lg2",
        form("lg2.approx{.ftz}.f32",                 "d=f32, a:f32"),
        form("lg2.f32",                              "d=f32, a:f32", deprecated=_APPROXIMATE),
    ),
    *section(
        "9.7.3.21 ex2",
        form("ex2.approx{.ftz}.f32",                 "d=f32, a:f32"),
        form("ex2.f32",                              "d=f32, a:f32", deprecated=_APPROXIMATE),
    ),
    *section("9.7.3.22 tanh", form("tanh.approx.f32",      "d=f32, a:f32")),
    *section(
        "9.7.5.1 add",
        form("add{.<rnd>}{.sat}.f32.<atype>",        "d=f32, a:<atype>, c:f32", rnd=RND, atype=_NARROW),
        form("add{.<rnd>}.f32x2.<atype>.f32x2",      "d=f32x2, a:<atype>, c:f32x2", rnd=RND, atype=_PAIRS),
        form("add.rz.ftz.f16x2.f32x2.f32x2",         "d=f16x2, a:f32x2, c:f32x2"),
        form("add.rz.bf16x2.f32x2.f32x2",            "d=bf16x2, a:f32x2, c:f32x2"),
    ),
    *section(
        "9.7.5.2 sub",
        form("sub{.<rnd>}{.sat}.f32.<atype>",        "d=f32, a:<atype>, c:f32", rnd=RND, atype=_NARROW),
        form("sub{.<rnd>}.f32x2.<atype>.f32x2",      "d=f32x2, a:<atype>, c:f32x2", rnd=RND, atype=_PAIRS),
        form("sub.rz.ftz.f16x2.f32x2.f32x2",         "d=f16x2, a:f32x2, c:f32x2"),
        form("sub.rz.bf16x2.f32x2.f32x2",            "d=bf16x2, a:f32x2, c:f32x2"),
    ),
    *section(
        "9.7.5.3 fma",
        form("fma.<rnd>{.sat}.f32.<abtype>",         "d=f32, a:<abtype>, b:<abtype>, c:f32", rnd=RND, abtype=_NARROW),
        form("fma.<rnd>.f32x2.<atype>.f32x2.f32x2",  "d=f32x2, a:<atype>, b:f32x2, c:f32x2", rnd=RND, atype=_PAIRS),
    ),
    *section(
        "9.7.5.4 mul",
        form("mul.ftz.rz.f16x2.f32x2.f32x2",         "d=f16x2,  a:f32x2,  c:f32x2"),
        form("mul.rz.bf16x2.f32x2.f32x2",            "d=bf16x2, a:f32x2,  c:f32x2"),
        form("mul.bf16x2.bf16x2.f16x2",              "d=bf16x2, a:bf16x2, c:f16x2"),
        form("mul.f16x2.f16x2.bf16x2",               "d=f16x2,  a:f16x2,  c:bf16x2"),
    ),
    *section(
        "9.7.6.1 add",
        form("add{.rn}{.satfinite}.<ctype>.<atype>",         "d=<ctype>, a:<atype>, c:<ctype>", ctype=_F8X4, atype=_X4),
    ),
    *section(
        "9.7.6.2 sub",
        form("sub{.rn}{.satfinite}.<ctype>.<atype>",         "d=<ctype>, a:<atype>, c:<ctype>", ctype=_F8X4, atype=_X4),
    ),
    *section(
        "9.7.6.3 mul",
        form("mul{.rn}{.satfinite}.<dtype>.<atype>.<ctype>", "d=<dtype>, a:<atype>, c:<ctype>",
             dtype=_F8X4, atype=_X4, ctype=_X4),
    ),
    *section(
        "9.7.6.4 fma",
        form("fma{.rn}{.satfinite}.<ctype>.<atype>.<btype>", "d=<ctype>, a:<atype>, b:<btype>, c:<ctype>",
             ctype=_F8X4, atype=_X4, btype=_X4),
    ),
)  # fmt: skip
