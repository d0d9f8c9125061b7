"""Rules that rows cite: what modifiers obey beyond the choice of each.

A rule takes the modifiers by slot name and gives None, or the sentence the user sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.isa.form import Modifiers


def ftz_needs_f32(m: Modifiers) -> str | None:
    """``.ftz`` flushes subnormal numbers of f32 only."""
    if "ftz" in m and m.get("type", "f32") != "f32":
        return ".ftz goes with .f32 only"
    return None
