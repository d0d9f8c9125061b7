"""Integer instructions of PTX on Python numbers; None is an unknown value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Known = Callable[..., int]
    Compute = Callable[[Sequence[str], Sequence["Type | None"], Sequence[int | None]], int | None]

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

    def read(self, value: int) -> int:
        """A value as a number of this type."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value


def _plain(function: Known) -> Compute:
    """An instruction whose operands and result have its last type."""

    def compute(
        modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
    ) -> int | None:
        del modifiers
        of = types[-1]
        if of is None or None in given:
            return None
        return function(*[of.read(value or 0) for value in given]) & ((1 << of.bits) - 1)

    return compute


def _multiplied(
    modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
) -> int | None:
    """`mul` and `mad`: the low half, the high half or all of a product."""
    of = types[-1]
    if of is None or None in given:
        return None
    first, second = (of.read(value or 0) for value in given[:2])
    wide = "wide" in modifiers
    bits = 2 * of.bits if wide else of.bits
    product = first * second >> (of.bits if "hi" in modifiers else 0)
    return (product + sum(value or 0 for value in given[2:])) & ((1 << bits) - 1)


def _compared(
    modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
) -> int | None:
    """`setp`, also with a further predicate."""
    of = types[-1]
    if of is None or None in given[:2]:
        return None
    first, second = (of.read(value or 0) for value in given[:2])
    result = int(_COMPARISONS[modifiers[0]](first, second))
    if len(given) == 2:
        return result
    joined = _JOINED.get(modifiers[1])
    return None if joined is None or given[2] is None else joined(result, given[2])


def _selected(
    modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
) -> int | None:
    del modifiers, types
    return None if given[2] is None else given[0] if given[2] else given[1]


def _converted(
    modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
) -> int | None:
    del modifiers
    (value,) = given
    to, source = types[-2:]
    if to is None or source is None or value is None:
        return None
    return Type(to.bits, signed=False).read(source.read(value))


def _logical(
    modifiers: Sequence[str], types: Sequence[Type | None], given: Sequence[int | None]
) -> int | None:
    """`lop3`: any function of three bits."""
    del modifiers, types
    if None in given[:4]:
        return None
    a, b, c, table = (value or 0 for value in given[:4])
    return sum(
        (table >> ((a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1) & 1) << bit for bit in range(32)
    )


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

FUNCTIONS: dict[str, Compute] = {
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
"""Functions of opcodes: called with the modifiers, the type that each of them names, and the operands."""
