"""Integer instructions of PTX on Python numbers; None is an unknown value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Known = Callable[..., int]
    Compute = Callable[..., int | None]
    Make = Callable[[Sequence[str], Sequence["Type | None"]], Compute]

_WIDTHS = {"8", "16", "32", "64"}


@record(frozen=True, slots=True)
class Type:
    """An integer type.

    Attributes:
        bits: Its width.
        signed: Whether its values are signed.
    """

    bits: int
    signed: bool

    @classmethod
    def named(cls, word: str) -> Type | None:
        """The type that a modifier names; None for other words and other types."""
        if word == "pred":
            return cls(1, signed=False)
        return cls(int(word[1:]), word[0] == "s") if word[:1] in "usb" and word[1:] in _WIDTHS else None

    @property
    def mask(self) -> int:
        """The number whose bits are all ones."""
        return (1 << self.bits) - 1

    @property
    def sign(self) -> int:
        """The sign bit; 0 for an unsigned type. `(x & mask ^ sign) - sign` is the value of the bits of x."""
        return 1 << self.bits - 1 if self.signed else 0


def _plain(function: Known) -> Make:
    """An instruction whose operands and result have its last type."""

    def make(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
        del modifiers
        of = types[-1]
        if of is None:
            return _unknown
        mask, sign = of.mask, of.sign

        def compute(*given: int | None) -> int | None:
            if None in given:
                return None
            return function(*[((value or 0) & mask ^ sign) - sign for value in given]) & mask

        return compute

    return make


def _multiplied(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
    """`mul` and `mad`: the low half, the high half or all of a product."""
    of = types[-1]
    if of is None:
        return _unknown
    mask, sign, shift = of.mask, of.sign, of.bits if "hi" in modifiers else 0
    result = (1 << (2 * of.bits if "wide" in modifiers else of.bits)) - 1

    def compute(first: int | None, second: int | None, third: int | None = 0) -> int | None:
        if first is None or second is None or third is None:
            return None
        product = ((first & mask ^ sign) - sign) * ((second & mask ^ sign) - sign)
        return (product >> shift) + third & result

    return compute


def _compared(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
    """`setp`, also with a further predicate."""
    of = types[-1]
    if of is None:
        return _unknown
    mask, sign, comparison = of.mask, of.sign, _COMPARISONS[modifiers[0]]
    joined = _JOINED.get(modifiers[1])

    def compute(first: int | None, second: int | None, *further: int | None) -> int | None:
        if first is None or second is None:
            return None
        result = int(comparison((first & mask ^ sign) - sign, (second & mask ^ sign) - sign))
        if not further:
            return result
        return None if joined is None or further[0] is None else joined(result, further[0])

    return compute


def _selected(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
    del modifiers, types
    return lambda first, second, chosen: None if chosen is None else first if chosen else second


def _converted(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
    del modifiers
    to, source = types[-2:]
    if to is None or source is None:
        return _unknown
    mask, sign, result = source.mask, source.sign, to.mask
    return lambda value: None if value is None else (value & mask ^ sign) - sign & result


def _logical(modifiers: Sequence[str], types: Sequence[Type | None]) -> Compute:
    """`lop3`: any function of three bits."""
    del modifiers, types

    def compute(*given: int | None) -> int | None:
        if None in given[:4]:
            return None
        a, b, c, table = (value or 0 for value in given[:4])
        return sum(
            (table >> ((a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1) & 1) << bit
            for bit in range(32)
        )

    return compute


def _unknown(*given: int | None) -> None:
    """The result of an instruction whose type is not an integer."""
    del given


def _shifted_left(value: int, by: int) -> int:
    return value << min(by & 0xFFFFFFFF, 64)


def _shifted_right(value: int, by: int) -> int:
    return value >> min(by & 0xFFFFFFFF, 64)


def _quotient(first: int, second: int) -> int:
    size = abs(first) // abs(second) if second else -1
    return -size if second and (first < 0) != (second < 0) else size


def _remainder(first: int, second: int) -> int:
    return first - second * _quotient(first, second) if second else first


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "le": int.__le__, "gt": int.__gt__,
    "ge": int.__ge__,
    "lo": int.__lt__, "ls": int.__le__, "hi": int.__gt__, "hs": int.__ge__,
}  # fmt: skip
_JOINED: dict[str, Callable[[int, int], int]] = {
    "and": int.__and__,
    "or": int.__or__,
    "xor": int.__xor__,
}

FUNCTIONS: dict[str, Make] = {
    "mov": _plain(lambda a: a),
    "cvta": _plain(lambda a: a),
    "add": _plain(lambda a, b: a + b),
    "sub": _plain(lambda a, b: a - b),
    "and": _plain(lambda a, b: a & b),
    "or": _plain(lambda a, b: a | b),
    "xor": _plain(lambda a, b: a ^ b),
    "not": _plain(lambda a: ~a),
    "neg": _plain(lambda a: -a),
    "abs": _plain(abs),
    "min": _plain(min),
    "max": _plain(max),
    "shl": _plain(_shifted_left),
    "shr": _plain(_shifted_right),
    "div": _plain(_quotient),
    "rem": _plain(_remainder),
    "mul": _multiplied,
    "mad": _multiplied,
    "setp": _compared,
    "selp": _selected,
    "cvt": _converted,
    "lop3": _logical,
}
"""Functions of opcodes: with the modifiers, and the type that each names, they make that of the operands."""

NOT_COMPUTED = {"pack", "relu", "sat"}
"""Modifiers of results that differ from those of `FUNCTIONS`."""
