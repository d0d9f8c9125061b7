"""Logic and shifts (manual section 9.7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import BITS, INT

if TYPE_CHECKING:
    from pyptx.isa.form import Form

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.9.1 and",
        form("and.pred",             "d=pred, a:pred(-1..1)~, b:pred(-1..1)~"),
        form("and.<type>",           "d=<type>, a:<type>, b:<type>", type=BITS),
    ),
    *section(
        "9.7.9.2 or",
        form("or.pred",              "d=pred, a:pred(-1..1)~, b:pred(-1..1)~"),
        form("or.<type>",            "d=<type>, a:<type>, b:<type>", type=BITS),
    ),
    *section(
        "9.7.9.3 xor",
        form("xor.pred",             "d=pred, a:pred(-1..1)~, b:pred(-1..1)~"),
        form("xor.<type>",           "d=<type>, a:<type>, b:<type>", type=BITS),
    ),
    *section(
        "9.7.9.4 not",
        form("not.pred",             "d=pred, a:pred(-1..1)~"),
        form("not.<type>",           "d=<type>, a:<type>", type=BITS),
    ),
    *section(
        "9.7.9.5 cnot",
        form("cnot.<type>",          "d=<type>, a:<type>", type=BITS),
    ),
    *section(
        "9.7.9.6 lop3",
        form("lop3.b32",             "d=b32, a:b32, b:b32, c:b32, immLut:imm(0..255)"),
        form("lop3.<bool>.b32",      "d=b32_|p=pred, a:b32, b:b32, c:b32, immLut:imm(0..255), q:pred~", bool="or and"),
    ),
    *section(
        "9.7.9.7 shf",
        form("shf.<dir>.<mode>.b32", "d=b32, a:b32, b:b32, c:u32", dir="l r", mode="clamp wrap"),
    ),
    *section(
        "9.7.9.8 shl",
        form("shl.<type>",           "d=<type>, a:<type>, b:u32", type=BITS),
    ),
    *section(
        "9.7.9.9 shr",
        form("shr.<type>",           "d=<type>, a:<type>, b:u32", type=f"{BITS} {INT}"),
    ),
)  # fmt: skip
