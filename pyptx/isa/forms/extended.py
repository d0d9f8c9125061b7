"""Extended-precision integer arithmetic: the condition code `CC.CF` is one more source and result (section 9.7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_TYPES = "u32 s32 u64 s64"
_HALF = "lo hi"

FORMS: tuple[Form, ...] = (
    *section("9.7.2.1 add.cc",  form("add.cc.<type>",            "d=<type>, a:<type>, b:<type>", type=_TYPES)),
    *section("9.7.2.2 addc",    form("addc{.cc}.<type>",         "d=<type>, a:<type>, b:<type>", type=_TYPES)),
    *section("9.7.2.3 sub.cc",  form("sub.cc.<type>",            "d=<type>, a:<type>, b:<type>", type=_TYPES)),
    *section("9.7.2.4 subc",    form("subc{.cc}.<type>",         "d=<type>, a:<type>, b:<type>", type=_TYPES)),
    *section("9.7.2.5 mad.cc",  form("mad.<mode>.cc.<type>",     "d=<type>, a:<type>, b:<type>, c:<type>",
                                     mode=_HALF, type=_TYPES)),
    *section("9.7.2.6 madc",    form("madc.<mode>{.cc}.<type>",  "d=<type>, a:<type>, b:<type>, c:<type>",
                                     mode=_HALF, type=_TYPES)),
)  # fmt: skip
