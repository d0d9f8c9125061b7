"""Rules that rows cite: constraints among modifiers, beyond the choices of each slot.

A rule takes the modifiers by slot name and returns None, or the sentence of the error message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import types
from pyptx.isa.shapes import REGISTERS_OF_TRANSFER
from pyptx.isa.vocabulary import EQUALITY, FLOAT_COMPARE, SIGNED_COMPARE, UNSIGNED_COMPARE

if TYPE_CHECKING:
    from pyptx.isa.form import Modifiers


# ---- 9.7.1 integer arithmetic


def not_both_unsigned(m: Modifiers) -> str | None:
    """9.7.1.24: a dot product is signed if one operand is signed."""
    if m["atype"] == m["btype"] == "u32":
        return "unsigned dot products accumulate in .u32"
    return None


# ---- 9.7.3 to 9.7.8 floating point and comparison


def ftz_needs_f32(m: Modifiers) -> str | None:
    """9.7.3: .ftz flushes subnormal numbers of f32 and f16; f64 has no such mode."""
    if "ftz" in m and m["type"] not in ("f32", "f16"):
        return f".ftz flushes subnormal numbers of .f32; there is no .ftz with .{m['type']}"
    return None


def xorsign_goes_with_abs(m: Modifiers) -> str | None:
    """9.7.3.11: .xorsign.abs is one modifier of two words."""
    if ("xorsign" in m) != ("abs" in m):
        return ".xorsign and .abs go together"
    return None


def comparison_suits_type(m: Modifiers) -> str | None:
    """9.3.1: bits compare for equality only; unsigned, signed and floating-point types have more."""
    kind = "f" if m["type"].endswith(("f16", "f32", "f64")) else m["type"][0]
    if m["cmp"] not in _COMPARISONS[kind]:
        return f".{m['cmp']} does not compare .{m['type']}, which takes {' '.join(_COMPARISONS[kind])}"
    return None


_COMPARISONS = {
    "b": EQUALITY.split(),
    "u": UNSIGNED_COMPARE.split(),
    "s": SIGNED_COMPARE.split(),
    "f": FLOAT_COMPARE.split(),
}


# ---- 9.7.10.24 cvt


def rounds_to_integer(m: Modifiers) -> str | None:
    """9.7.10.24: `cvt` needs a rounding from a floating-point type to an integer type."""
    if "rnd" not in m:
        return f"a conversion from .{m['atype']} to .{m['dtype']} needs a rounding: .rni, .rzi, .rmi or .rpi"
    return None


def stays_in_its_format(m: Modifiers) -> str | None:
    """9.7.10.24: a number that `cvt` rounds to an integral value keeps its type."""
    to, of = m["dtype"], m["atype"]
    if to == of:
        return None
    if "rnd" in m:
        return f".{m['rnd']} rounds .{of} to an integer or to an integral .{of}; not to .{to}"
    return rounds_what_is_narrowed(m) or f"a conversion from .{of} to .{to} is exact and takes no rounding"


def rounds_what_is_narrowed(m: Modifiers) -> str | None:
    """9.7.10.24: `cvt` needs a rounding to a narrower floating-point type, and has none to a wider one."""
    to, of = m["dtype"], m["atype"]
    exact = _is_float(of) and _BITS[of] < _BITS[to]
    if to == of:
        return f"a .{of} is a .{to} already; .rni, .rzi, .rmi and .rpi round it to an integral value"
    if "rnd" in m and exact:
        return f"a conversion from .{of} to .{to} is exact and takes no rounding"
    if "rnd" not in m and not exact:
        return f"a conversion from .{of} to .{to} needs a rounding: .rn, .rz, .rm or .rp"
    return None


def ftz_has_f32(m: Modifiers) -> str | None:
    """9.7.10.24: .ftz flushes subnormal f32 numbers, read or written."""
    if "ftz" in m and "f32" not in (m["dtype"], m["atype"]):
        return (
            f".ftz flushes subnormal .f32 numbers; a conversion from .{m['atype']} to .{m['dtype']} has none"
        )
    return None


def flushed_f64_is_rounded_to_nearest(m: Modifiers) -> str | None:
    """9.7.10.24: with .ftz, a register wider than 32 bits takes an f64 rounded to nearest only."""
    if "ftz" in m and m["atype"] == "f64" and m.get("rnd") != "rn":
        return f".{m['rnd']}.ftz from .f64 needs a 32-bit register; a wider one takes .rn only"
    return None


def saturation_can_clip(m: Modifiers) -> str | None:
    """9.7.10.24: .sat between integers is for values that the destination does not have."""
    to, of = m["dtype"], m["atype"]
    if "sat" in m and _holds(to, of):
        return f".{to} has every value of .{of}, so .sat has no effect and is illegal"
    return None


def _is_float(type_: str) -> bool:
    return type_ in ("bf16", "f16", "f32", "f64")


def _holds(to: str, of: str) -> bool:
    """Whether one integer type has every value of another."""
    if to[0] == "u":
        return of[0] == "u" and _BITS[of] <= _BITS[to]
    return _BITS[of] + (of[0] == "u") <= _BITS[to]


_BITS = {f"{kind}{bits}": bits for kind in "usf" for bits in (8, 16, 32, 64)} | {"bf16": 16}


# ---- 9.7.10 data movement


def vector_fits_memory(m: Modifiers) -> str | None:
    """9.7.10.8: an access is at most 128 bits, or 256 bits of global memory: .v8 of 32 or .v4 of 64 bits."""
    if (m.get("vec"), _width(m["type"])) in _256_BITS:
        if m.get("ss", "global") != "global":
            return f"256 bits (.{m['vec']}.{m['type']}) can be accessed in .global memory only"
        return None
    return vector_fits_128_bits(m)


def vector_fits_128_bits(m: Modifiers) -> str | None:
    """9.7.10.8: a vector is at most 128 bits; .v8 is for 32-bit types, and .b128 has no vectors."""
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
    """9.7.10.11: a 256-bit access is .v8 of a 32-bit type or .v4 of a 64-bit type."""
    if (m["vec"], _width(m["type"])) in _256_BITS:
        return None
    return (
        f".{m['vec']}.{m['type']} is not a 256-bit access; .v8 of a 32-bit type and .v4 of a 64-bit type are"
    )


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


# ---- 9.7.15 synchronization


def semantics_with_scope(m: Modifiers) -> str | None:
    """9.7.15.16: .sem and .scope are given together or not at all."""
    if ("sem" in m) != ("scope" in m):
        given, wanted = ("sem", "a scope") if "sem" in m else ("scope", "its semantics, such as .relaxed,")
        return f".{m[given]} needs {wanted} beside it"
    return None


# ---- 9.7.16 warp-level matrix


def same_accumulators(m: Modifiers) -> str | None:
    """9.7.16.5.14: C and D have the same type."""
    if m["ctype"] != m["dtype"]:
        return f"C and D have the same type here, not .{m['ctype']} and .{m['dtype']}"
    return None


def f32_sum_stays_f32(m: Modifiers) -> str | None:
    """9.7.16.5.14: with C of f32, D is f32 too (m8n8k4)."""
    if m["ctype"] == "f32" and m["dtype"] == "f16":
        return "where C is .f32, D is .f32 too"
    return None


def multiplicands_alike(m: Modifiers) -> str | None:
    """9.7.16.4.5: A and B have the same type."""
    if m["atype"] != m["btype"]:
        return f"A and B have the same type here, not .{m['atype']} and .{m['btype']}"
    return None


# ---- 9.7.10.15 multimem, 9.7.10.31 spdecompress


def vector_makes_words(m: Modifiers) -> str | None:
    """9.7.10.15: floating-point data is 32, 64 or 128 bits, and .f64 has no vectors."""
    bits = types.from_name(m["type"]).bits * int(m.get("vec", "v1")[1:])
    if bits not in (32, 64, 128) or (m["type"] == "f64" and "vec" in m):
        vec = f".{m['vec']}" if "vec" in m else ""
        return (
            f"{vec}.{m['type']} is {bits} bits; multimem data is 32, 64 or 128 bits, and .f64 has no vectors"
        )
    return None


def decompression_fits(m: Modifiers) -> str | None:
    """9.7.10.31: kept elements fit one register, an index covers its group, data has 32 to 4096 bits."""
    kept, of = (int(word) for word in m["factor"].removeprefix("sp::").split(":"))
    bits, num = int(m["elemsize"][1:]), int(m["num"][1:])
    if kept * bits > 32:
        return f".{m['factor']} keeps {kept * bits} bits of .{m['elemsize']}; 32 is the most"
    if m["idxsize"] == "b2" and of > 4:
        return f"an index of .b2 covers 4 elements; .{m['factor']} has {of}"
    if not 32 <= of * bits * num <= 4096:
        return f"the data has {of * bits * num} bits; 32 to 4096 are legal"
    return None


# ---- 9.7.12 textures, 9.7.13 surfaces


def reduction_suits_surface(m: Modifiers) -> str | None:
    """9.7.13.3: a reduction of a surface is atomic, as in memory, and takes fewer types."""
    types = _SURFACE_REDUCTIONS[m["op"]]
    if m["type"] not in types:
        return f"`sured.b` does not reduce .{m['type']} by .{m['op']}, which takes {' '.join(types)}"
    return None


_SURFACE_REDUCTIONS = {
    "add": ("u32", "s32", "u64"),
    "min": ("u32", "s32", "u64", "s64"),
    "max": ("u32", "s32", "u64", "s64"),
    "and": ("b32",),
    "or": ("b32",),
}


# ---- 9.7.18 tensor memory and the fifth generation of tensor cores


def at_most_128_registers(m: Modifiers) -> str | None:
    """9.7.18.8.3: a transfer has at most 128 registers: .16x128b to .x64, .16x256b to .x32."""
    registers = REGISTERS_OF_TRANSFER[m["shape"]] * int(m["num"].removeprefix("x"))
    if registers > 128:
        return f".{m['shape']}.{m['num']} has {registers} registers; a transfer has at most 128"
    return None


def formats_go_together(m: Modifiers) -> str | None:
    """9.7.18.9.2: a decompression names a source format and a destination format."""
    if ("dst_fmt" in m) != ("src_fmt" in m):
        return "a decompression names both formats: .b8x16 and .b6x16_p32 or .b4x16_p64"
    return None


def shifted_a_is_not_kept(m: Modifiers) -> str | None:
    """9.7.18.10.10.1: .ashift does not go with .collector::a::fill and .collector::a::use."""
    kept = m.get("collector_a", "")
    if "ashift" in m and kept.endswith(("::fill", "::use")):
        return f".ashift shifts the rows of A, and .{kept} keeps A as it is; they do not go together"
    return None
