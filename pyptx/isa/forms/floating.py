"""Floating-point instructions (manual section 9.7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.3.1 testp",
        form("testp.<op>.<type>", "p=pred, a:<type>", op="finite infinite number notanumber normal subnormal", type="f32 f64"),
    ),
)
# fmt: on
