"""Miscellaneous instructions (manual section 9.7.21, and griddepcontrol of 9.7.15.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

# fmt: off
FORMS: tuple[Form, ...] = (
    *section("9.7.15.14 griddepcontrol", form("griddepcontrol.<action>", action="launch_dependents wait"), effects="waits"),
    *section("9.7.21.1 brkpt", form("brkpt")),
    *section("9.7.21.2 nanosleep", form("nanosleep.u32", "t:u32")),
    *section("9.7.21.3 pmevent", form("pmevent", "a:imm(0..15)"), form("pmevent.mask", "a:imm(0..65535)")),
    *section("9.7.21.4 trap", form("trap")),
    *section("9.7.21.5 setmaxnreg", form("setmaxnreg.<action>.sync.aligned.u32", "count:imm(24..256..8)", action="inc dec"), effects="waits"),
)
# fmt: on
