"""Descriptors of matrices and instructions, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import did_you_mean
from pyptx.layouts.descriptors import (
    TCGEN05_D_TYPES,
    TCGEN05_MATRIX,
    TCGEN05_SWIZZLES,
    WGMMA_MATRIX,
    ZERO_COLUMN_MASK,
    BitLayout,
    LayoutType,
)
from pyptx.layouts.instruction import KINDS, InstructionDescriptor, type_code
from pyptx.notebook import Picture
from pyptx.svg import COLOURS, LINE, QUIET, Drawing, width_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_BIT = 11
"""Width of a bit in the drawing."""
_WORDS: Mapping[str, tuple[BitLayout, int]] = {
    "wgmma": (WGMMA_MATRIX, 64),
    "tcgen05": (TCGEN05_MATRIX, 64),
    "zero_column_mask": (ZERO_COLUMN_MASK, 64),
    **{name: (kind.word, 32) for name, kind in KINDS.items()},
}
_SWIZZLES: Mapping[str, Mapping[int, str]] = {
    "wgmma": {code: "none" if code == 0 else f"{code.name[1:]}B" for code in LayoutType},
    "tcgen05": {code: "none" if name == "NONE" else name for name, code in TCGEN05_SWIZZLES.items()},
}


def explain_descriptor(word: int, of: str | None = None) -> Picture:
    """Decode a descriptor field by field, those that no instruction accepts too.

    The result is a string; notebooks show its drawing. The layouts are those of manual sections 9.7.17.5 for
    `wgmma` and 9.7.18.4 for `tcgen05`.

    >>> print(explain_descriptor(0x4000004000010040, "wgmma"))
    wgmma descriptor 0x4000004000010040
      bits  field        value
      0-13  address      1,024 bytes
     16-29  leading      16 bytes
     32-45  stride       1,024 bytes
     49-51  base_offset  0
     62-63  swizzle      128B

    Args:
        word: The descriptor.
        of: ``"wgmma"`` or ``"tcgen05"`` for a matrix descriptor, the kind of a `tcgen05.mma` such as
            ``"f16"`` for an instruction descriptor, or ``"zero_column_mask"``. None for an instruction
            descriptor with a kind, as `ptx.tcgen05` makes it.

    Raises:
        ValueError: There is no such descriptor, or the word has more bits.
    """
    if of is None and isinstance(word, InstructionDescriptor):
        of = word.kind
    if of is None or of not in _WORDS:
        said = "a number needs of=," if of is None else f"of={of!r} is not"
        hint = "" if of is None else did_you_mean(of, _WORDS)
        raise ValueError(f"explain_descriptor: {said} one of {', '.join(_WORDS)}{hint}")
    layout, bits = _WORDS[of]
    if not 0 <= word < 1 << bits:
        raise ValueError(f"explain_descriptor: a descriptor of {of} has {bits} bits, not {word:#x}")
    fields = [
        (field.low, field.low + field.bits - 1, name, _meaning(of, layout, name, word))
        for name, field in sorted(layout.fields.items(), key=lambda each: each[1].low)
    ]
    rows = sorted([*fields, *_stray_bits(layout, word, bits)])
    title = f"{layout.name} {word:#0{bits // 4 + 2}x}"
    width = max(len(row[2]) for row in rows)
    text = [title, f"  bits  {'field':{width}}  value"]
    text += [f"{_range(low, high):>6}  {name:{width}}  {value}" for low, high, name, value in rows]
    return Picture("\n".join(text), _drawing(title, rows, word, bits))


def _meaning(of: str, layout: BitLayout, name: str, word: int) -> str:
    """The value of a field, in words where it is a code."""
    value = layout.field(name, word)
    if name == "swizzle" and of in _SWIZZLES:
        return _SWIZZLES[of].get(value, f"{value}, which no swizzle has")
    if name in ("a_type", "b_type", "d_type") and of in KINDS:
        return _type(of, name, value)
    return f"{value:,} bytes" if name in ("address", "leading", "stride") else f"{value:,}"


def _type(kind: str, name: str, code: int) -> str:
    """The name of the type that a code represents."""
    if name == "d_type":
        names = {TCGEN05_D_TYPES[type_]: type_ for type_ in KINDS[kind].d}
    else:
        names = {type_code(kind, type_): type_ for type_ in KINDS[kind].types}
    return names.get(code, f"{code}, which no type has")


def _stray_bits(layout: BitLayout, word: int, bits: int) -> list[tuple[int, int, str, str]]:
    """The bits outside of all fields that are set."""
    inside = 0
    for field in layout.fields.values():
        inside |= field.mask
    stray = word & ~inside
    return [(bit, bit, "(unused)", "1, but must be 0") for bit in range(bits) if stray >> bit & 1]


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _drawing(title: str, rows: list[tuple[int, int, str, str]], word: int, bits: int) -> Drawing:
    """Draw the bits of a word, the high ones on the left, and a line for each field."""
    drawing = Drawing(title)
    drawing.text(0, LINE / 2, title, bold=True)
    colours = {
        bit: COLOURS[number % (len(COLOURS) - 1)]
        for number, (low, high, *_) in enumerate(rows)
        for bit in range(low, high + 1)
    }
    for bit in range(bits):
        x, digit = (bits - 1 - bit) * _BIT, str(word >> bit & 1)
        drawing.box(x, 1.5 * LINE, _BIT, LINE, colour=colours.get(bit, QUIET), text=digit, hint=f"bit {bit}")
    for number, (low, high, name, value) in enumerate(rows):
        y = (number + 3) * LINE
        drawing.box(0, y + 2, LINE - 4, LINE - 4, colour=colours[low])
        drawing.text(LINE, y + LINE / 2, f"{_range(low, high):>5}")
        drawing.text(LINE + width_of("00-00 "), y + LINE / 2, f"{name}: {value}")
    return drawing
