"""Half-precision arithmetic: f16 and bf16, alone and in pairs (manual section 9.7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.constraints import xorsign_goes_with_abs
from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_F16 = "f16 f16x2"
_BF16 = "bf16 bf16x2"
_ALL = f"{_F16} {_BF16}"

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.4.1 add",
        form("add{.rn}{.ftz}{.sat}.<type>",           "d=<type>, a:<type>, b:<type>", type=_F16),
        form("add{.rn}.<type>",                       "d=<type>, a:<type>, b:<type>", type=_BF16),
    ),
    *section(
        "9.7.4.2 sub",
        form("sub{.rn}{.ftz}{.sat}.<type>",           "d=<type>, a:<type>, b:<type>", type=_F16),
        form("sub{.rn}.<type>",                       "d=<type>, a:<type>, b:<type>", type=_BF16),
    ),
    *section(
        "9.7.4.3 mul",
        form("mul{.rn}{.ftz}{.sat}.<type>",           "d=<type>, a:<type>, b:<type>", type=_F16),
        form("mul{.rn}.<type>",                       "d=<type>, a:<type>, b:<type>", type=_BF16),
    ),
    *section(
        "9.7.4.4 fma",
        form("fma.rn{.ftz}{.sat}.<type>",             "d=<type>, a:<type>, b:<type>, c:<type>", type=_F16),
        form("fma.rn{.ftz}.relu.<type>",              "d=<type>, a:<type>, b:<type>, c:<type>", type=_F16),
        form("fma.rn{.relu}.<type>",                  "d=<type>, a:<type>, b:<type>, c:<type>", type=_BF16),
        form("fma.rn.oob{.relu}.<type>",              "d=<type>, a:<type>, b:<type>, c:<type>", type=_ALL),
    ),
    *section(
        "9.7.4.5 neg",
        form("neg{.ftz}.<type>",                      "d=<type>, a:<type>", type=_F16),
        form("neg.<type>",                            "d=<type>, a:<type>", type=_BF16),
    ),
    *section(
        "9.7.4.6 abs",
        form("abs{.ftz}.<type>",                      "d=<type>, a:<type>", type=_F16),
        form("abs.<type>",                            "d=<type>, a:<type>", type=_BF16),
    ),
    *section(
        "9.7.4.7 min",
        form("min{.ftz}{.NaN}{.xorsign}{.abs}.<type>", "d=<type>, a:<type>, b:<type>", type=_F16,
             rules=(xorsign_goes_with_abs,)),
        form("min{.NaN}{.xorsign}{.abs}.<type>",      "d=<type>, a:<type>, b:<type>", type=_BF16,
             rules=(xorsign_goes_with_abs,)),
    ),
    *section(
        "9.7.4.8 max",
        form("max{.ftz}{.NaN}{.xorsign}{.abs}.<type>", "d=<type>, a:<type>, b:<type>", type=_F16,
             rules=(xorsign_goes_with_abs,)),
        form("max{.NaN}{.xorsign}{.abs}.<type>",      "d=<type>, a:<type>, b:<type>", type=_BF16,
             rules=(xorsign_goes_with_abs,)),
    ),
    *section(
        "9.7.4.9 tanh",
        form("tanh.approx.<type>",                    "d=<type>, a:<type>", type=_ALL),
    ),
    *section(
        "9.7.4.10 ex2",
        form("ex2.approx.<type>",                     "d=<type>, a:<type>", type=_F16),
        form("ex2.approx.ftz.<type>",                 "d=<type>, a:<type>", type=_BF16),
    ),
)  # fmt: skip
