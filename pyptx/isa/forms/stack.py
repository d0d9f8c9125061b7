"""Stack manipulation instructions (manual section 9.7.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_ALIGNMENTS = "|".join(str(1 << power) for power in range(24))

# fmt: off
FORMS: tuple[Form, ...] = (
    *section("9.7.19.1 stacksave", form("stacksave.<type>", "d=<type>", type="u32 u64")),
    *section("9.7.19.2 stackrestore", form("stackrestore.<type>", "a:<type>!", type="u32 u64")),
    *section("9.7.19.3 alloca", form("alloca.<type>", f"ptr=<type>, size:<type>, immAlign:imm({_ALIGNMENTS})?", type="u32 u64")),
)
# fmt: on
