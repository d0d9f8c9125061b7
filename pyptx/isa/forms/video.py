"""Video instructions: arithmetic on bytes and half-words of 32-bit registers (manual section 9.7.20)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import SIGNED_COMPARE

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_TYPES = {"dtype": "u32 s32", "atype": "u32 s32", "btype": "u32 s32"}
_COMPARED = {"atype": "u32 s32", "btype": "u32 s32", "cmp": SIGNED_COMPARE}
_SHIFTED = {"dtype": "u32 s32", "atype": "u32 s32", "mode": "clamp wrap"}
_PARTS = "a{.part}:<atype>, b{.part}:<btype>"
_SECOND = "add min max"


# fmt: off
def _scalar(opcode: str) -> tuple[Form, ...]:
    """A scalar operation, then a second operation or a merge."""
    name = f"{opcode}.<dtype>.<atype>.<btype>{{.sat}}"
    return (
        form(name,            f"d=<dtype>, {_PARTS}",                 **_TYPES, rules=()),
        form(f"{name}.<op2>", f"d=<dtype>, {_PARTS}, c:<dtype>",      **_TYPES, op2=_SECOND, rules=()),
        form(name,            f"d.part=<dtype>, {_PARTS}, c:<dtype>", **_TYPES, rules=()),
    )


def _shift(opcode: str) -> tuple[Form, ...]:
    """A shift by an unsigned amount, then a second operation or a merge."""
    name, parts = f"{opcode}.<dtype>.<atype>.u32{{.sat}}.<mode>", "a{.part}:<atype>, b{.part}:u32"
    return (
        form(name,            f"d=<dtype>, {parts}",                 **_SHIFTED, rules=()),
        form(f"{name}.<op2>", f"d=<dtype>, {parts}, c:<dtype>",      **_SHIFTED, op2=_SECOND, rules=()),
        form(name,            f"d.part=<dtype>, {parts}, c:<dtype>", **_SHIFTED, rules=()),
    )


def _simd(opcode: str) -> tuple[Form, ...]:
    """The same operation on two half-words or four bytes, then a merge or a sum."""
    name, mask, parts = f"{opcode}.<dtype>.<atype>.<btype>", _MASKS[opcode[-1]], _SOURCES[opcode[-1]]
    return (
        form(f"{name}{{.sat}}", f"d{{{mask}}}=<dtype>, {parts}, c:<dtype>!", **_TYPES, rules=()),
        form(f"{name}.add",     f"d{{{mask}}}=<dtype>, {parts}, c:<dtype>!", **_TYPES, rules=()),
    )


def _simd_comparison(opcode: str) -> Form:
    """The same comparison of two half-words or four bytes, then a merge or a sum."""
    mask, parts = _MASKS[opcode[-1]], _SOURCES[opcode[-1]]
    return form(f"{opcode}.<atype>.<btype>.<cmp>{{.add}}", f"d{{{mask}}}=u32, {parts}, c:u32!", **_COMPARED, rules=())


_MASKS = {"2": ".half_mask", "4": ".byte_mask"}
_SOURCES = {
    "2": "a{.half_words}:<atype>!, b{.half_words}:<btype>!",
    "4": "a{.bytes}:<atype>!, b{.bytes}:<btype>!",
}

FORMS: tuple[Form, ...] = (
    *section(
        "9.7.20.1.1 vadd, vsub, vabsdiff, vmin, vmax",
        *(row for opcode in ("vadd", "vsub", "vabsdiff", "vmin", "vmax") for row in _scalar(opcode)),
    ),
    *section(
        "9.7.20.1.2 vshl, vshr",
        *(row for opcode in ("vshl", "vshr") for row in _shift(opcode)),
    ),
    *section(
        "9.7.20.1.3 vmad",  # either the product or c is negated
        form("vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>}",    "d=<dtype>, {-}a{.part}:<atype>, {-}b{.part}:<btype>, c:<dtype>", **_TYPES, scale="shr7 shr15", rules=()),
        form("vmad.<dtype>.<atype>.<btype>{.sat}{.<scale>}",    f"d=<dtype>, {_PARTS}, {{-}}c:<dtype>", **_TYPES, scale="shr7 shr15", rules=()),
        form("vmad.<dtype>.<atype>.<btype>.po{.sat}{.<scale>}", f"d=<dtype>, {_PARTS}, c:<dtype>",    **_TYPES, scale="shr7 shr15", rules=()),
    ),
    *section(
        "9.7.20.1.4 vset",
        form("vset.<atype>.<btype>.<cmp>",       f"d=u32, {_PARTS}",             **_COMPARED, rules=()),
        form("vset.<atype>.<btype>.<cmp>.<op2>", f"d=u32, {_PARTS}, c:u32",      **_COMPARED, op2=_SECOND, rules=()),
        form("vset.<atype>.<btype>.<cmp>",       f"d.part=u32, {_PARTS}, c:u32", **_COMPARED, rules=()),
    ),
    *section(
        "9.7.20.2 vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4",
        *(
            row
            for width, operation in product("24", ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"))
            for row in _simd(operation + width)
        ),
    ),
    *section("9.7.20.2 vset2, vset4", _simd_comparison("vset2"), _simd_comparison("vset4")),
)
# fmt: on
