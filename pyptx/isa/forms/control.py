"""Control flow instructions (manual section 9.7.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.14.3 bra",
        form("bra{.uni}", "target:label"),
        effects="branches",
    ),
    *section(
        "9.7.14.4 brx.idx",
        form("brx.idx{.uni}", "index:u32, targets:label"),
        effects="branches",
    ),
    *section(
        "9.7.14.5 call",
        form("call{.uni}", "callee:function"),
        form("call{.uni}", "callee:function, (arguments)"),
        form("call{.uni}", "(returns), callee:function"),
        form("call{.uni}", "(returns), callee:function, (arguments)"),
        form("call{.uni}", "callee:u64!, prototype:label"),
        form("call{.uni}", "callee:u64!, (arguments), prototype:label"),
        form("call{.uni}", "(returns), callee:u64!, prototype:label"),
        form("call{.uni}", "(returns), callee:u64!, (arguments), prototype:label"),
        form("call{.uni}", "callee:u64!, table:table"),
        form("call{.uni}", "callee:u64!, (arguments), table:table"),
        form("call{.uni}", "(returns), callee:u64!, table:table"),
        form("call{.uni}", "(returns), callee:u64!, (arguments), table:table"),
        effects="calls",
    ),
    *section("9.7.14.6 ret", form("ret{.uni}"), effects="ends"),
    *section("9.7.14.7 exit", form("exit"), effects="ends"),
)
# fmt: on
