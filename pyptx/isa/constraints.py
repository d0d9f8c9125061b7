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


# ---- 9.7.10 data movement


def vector_fits_memory(m: Modifiers) -> str | None:
    """9.7.10.8: an access is at most 128 bits, or 256 bits of global memory as .v8 of 32 or .v4 of 64 bits."""
    if (m.get("vec"), _width(m["type"])) in _256_BITS:
        if m.get("ss", "global") != "global":
            return f"256 bits (.{m['vec']}.{m['type']}) can be accessed in .global memory only"
        return None
    return vector_fits_128_bits(m)


def vector_fits_128_bits(m: Modifiers) -> str | None:
    """9.7.10.8: a vector is at most 128 bits; .v8 is for 32-bit types, and .b128 is no element."""
    vec, width = m.get("vec"), _width(m["type"])
    if vec is None:
        return None
    if width == 128:
        return ".b128 is not the type of a vector element"
    if vec == "v8":
        return ".v8 goes with 32-bit types only"
    if int(vec[1:]) * width > 128:
        return f".{vec}.{m['type']} is {int(vec[1:]) * width} bits; a vector has at most 128"
    return None


def is_256_bits(m: Modifiers) -> str | None:
    """9.7.10.11: what is 256 bits is .v8 of a 32-bit type or .v4 of a 64-bit type."""
    if (m["vec"], _width(m["type"])) in _256_BITS:
        return None
    return f".{m['vec']}.{m['type']} is not 256 bits; those are .v8 of a 32-bit type and .v4 of a 64-bit type"


def l2_eviction_is_256_bits(m: Modifiers) -> str | None:
    """9.7.10.8: an L2 eviction priority needs a 256-bit access."""
    if "l2" in m and (m.get("vec"), _width(m["type"])) not in _256_BITS:
        return f".{m['l2']} needs a 256-bit access: .v8 of a 32-bit type or .v4 of a 64-bit type"
    return None


def cache_hints_are_global(m: Modifiers) -> str | None:
    """9.7.10.8: eviction priorities, cache policies and prefetch sizes are for global memory."""
    space = m.get("ss") or m.get("space") or "global"
    for slot in ("l1", "l2", "hint", "prefetch"):
        if slot in m and space != "global":
            return f".{m[slot]} goes with .global or generic addresses only, not with .{space}"
    return None


_256_BITS = frozenset({("v8", 32), ("v4", 64)})


def _width(type_: str) -> int:
    """Bits of an elementary type."""
    return int(type_.lstrip("busf"))


# ---- 9.7.16 warp-level matrix


def same_accumulators(m: Modifiers) -> str | None:
    """9.7.16.5.14: C and D have one type."""
    if m["ctype"] != m["dtype"]:
        return f"C and D are of one type here, not .{m['ctype']} and .{m['dtype']}"
    return None


def f32_sum_stays_f32(m: Modifiers) -> str | None:
    """9.7.16.5.14: with C of f32, D is f32 too (m8n8k4)."""
    if m["ctype"] == "f32" and m["dtype"] == "f16":
        return "where C is .f32, D is .f32 too"
    return None


def scale_vector_has_its_type(m: Modifiers) -> str | None:
    """9.7.16.3: mxf4nvf4 scales 16 elements by .ue4m3 or .ue8m0 (4X), or 32 by .ue8m0 (2X)."""
    if (m["scale"], m["stype"]) == ("scale_vec::2X", "ue4m3"):
        return ".scale_vec::2X goes with .ue8m0"
    return None
