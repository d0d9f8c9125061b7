"""The values of constant expressions (manual section 4.6).

>>> evaluate(("2", "+", "3", "*", "(", "1", "<<", "2", ")"), {}.get)
14
>>> constant_value(("1.5", "*", "2.0"))
3.0
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, TypeAlias

from pyptx.errors import VerifyError
from pyptx.ir.literals import LITERAL, literal_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Number: TypeAlias = "int | float"


def evaluate(words: Sequence[str], name: Callable[[str], int | None]) -> int:
    """Evaluate a constant expression of integers; `name` returns the address of a variable.

    Raises:
        VerifyError: The words are not a constant expression, or one of floating-point numbers.
    """
    value = _Evaluator(list(words), name).evaluate()
    if isinstance(value, float):
        raise VerifyError(f"{' '.join(words)} is not an integer constant")
    return value


def constant_value(words: Sequence[str]) -> Number:
    """Evaluate a constant expression whose only name may be ``WARP_SZ``.

    Raises:
        VerifyError: The words are not a constant expression.
    """
    return _Evaluator(list(words), lambda _: None).evaluate()


def _divide(left: Number, right: Number) -> Number:
    """Divide; integers toward zero."""
    if right == 0:
        raise VerifyError("a constant expression divides by zero")
    if isinstance(left, float):
        return left / right
    return abs(left) // abs(int(right)) * (1 if (left < 0) == (right < 0) else -1)


def _alike(calculate: Callable[[Number, Number], Number]) -> Callable[[Number, Number], Number]:
    """Make an operator on two integers or two floating-point numbers."""

    def checked(left: Number, right: Number) -> Number:
        if isinstance(left, float) != isinstance(right, float):
            raise VerifyError(f"an operator between {left} and {right} mixes integers and fractions")
        return calculate(left, right)

    return checked


def _of_integers(calculate: Callable[[int, int], int]) -> Callable[[Number, Number], Number]:
    """Make an operator that is only defined for integers."""

    def checked(left: Number, right: Number) -> int:
        if isinstance(left, float) or isinstance(right, float):
            raise VerifyError(f"an operator between {left} and {right} is for integers")
        return calculate(left, right)

    return checked


_BINARY: tuple[dict[str, Callable[[Number, Number], Number]], ...] = (
    {"||": _of_integers(lambda a, b: int(bool(a or b)))},
    {"&&": _of_integers(lambda a, b: int(bool(a and b)))},
    {"|": _of_integers(operator.or_)},
    {"^": _of_integers(operator.xor)},
    {"&": _of_integers(operator.and_)},
    {"==": _alike(lambda a, b: int(a == b)), "!=": _alike(lambda a, b: int(a != b))},
    {"<=": _alike(lambda a, b: int(a <= b)), ">=": _alike(lambda a, b: int(a >= b)),
     "<": _alike(lambda a, b: int(a < b)), ">": _alike(lambda a, b: int(a > b))},
    {"<<": _of_integers(lambda a, b: a << (b & 63)), ">>": _of_integers(lambda a, b: a >> (b & 63))},
    {"+": _alike(lambda a, b: a + b), "-": _alike(lambda a, b: a - b)},
    {"*": _alike(lambda a, b: a * b), "/": _alike(_divide),
     "%": _of_integers(lambda a, b: a - int(_divide(a, b)) * b)},
)  # fmt: skip
"""Operators from loosest to tightest (manual section 4.6.5)."""
_LEVELS = {word: level for level, words in enumerate(_BINARY) for word in words}

_UNARY: dict[str, Callable[[Number], Number]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "!": lambda a: _of_integers(lambda b, _: int(not b))(a, 0),
    "~": lambda a: _of_integers(lambda b, _: ~b)(a, 0),
}


MAX_DEPTH = 32
"""Deepest nesting of parentheses and signs."""


class _Evaluator:
    """Precedence climbing over the words of an expression."""

    def __init__(self, words: list[str], name: Callable[[str], int | None]) -> None:
        self.words = words
        self.name = name
        self.at = 0
        self.depth = 0

    def evaluate(self) -> Number:
        value = self._choice()
        if self.at != len(self.words):
            raise VerifyError(f"{' '.join(self.words)} is not a constant expression")
        return value

    def _peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _take(self, *words: str) -> str | None:
        if self._peek() in words:
            self.at += 1
            return self.words[self.at - 1]
        return None

    def _nested(self, read: Callable[[], Number]) -> Number:
        """Read a nested expression, and check the depth."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise VerifyError(f"constant expressions nest no deeper than {MAX_DEPTH}")
        value = read()
        self.depth -= 1
        return value

    def _choice(self) -> Number:
        condition = self._binary()
        if self._take("?") is None:
            return condition
        if isinstance(condition, float):
            raise VerifyError(f"{condition} before a ? is not an integer")
        yes = self._nested(self._choice)
        if self._take(":") is None:
            raise VerifyError(f"{' '.join(self.words)} has a ? without its :")
        no = self._nested(self._choice)
        if isinstance(yes, float) or isinstance(no, float):
            raise VerifyError(f"{' '.join(self.words)}: the values beside the : of a ? are integers")
        return yes if condition else no

    def _binary(self, loosest: int = 0) -> Number:
        """Read a value and the operators after it that bind as tightly as the loosest, or more."""
        value = self._unary()
        while (level := _LEVELS.get(self._peek(), -1)) >= loosest:
            calculate = _BINARY[level][self.words[self.at]]
            self.at += 1
            value = calculate(value, self._binary(level + 1))
        return value

    def _unary(self) -> Number:
        sign = self._take(*_UNARY)
        if sign is not None:
            return _UNARY[sign](self._nested(self._unary))
        if self._take("("):
            return self._parenthesis()
        word = self._peek()
        self.at += 1
        if literal := LITERAL.fullmatch(word):
            if literal.lastgroup == "single" and any(other not in ("(", ")", word) for other in self.words):
                raise VerifyError(f"{word} is legal in no expression: those are of plain numbers or of .f64")
            return literal_value(word)
        if word == "WARP_SZ":
            return 32
        found = self.name(word)
        if found is None:
            raise VerifyError(f"{' '.join(self.words)}: {word or 'the end'} is not a constant")
        return found

    def _parenthesis(self) -> Number:
        """Read the rest of a parenthesised expression, or of a cast."""
        cast = self._take(".s64", ".u64")
        value: Number = 0 if cast is not None else self._nested(self._choice)
        if self._take(")") is None:
            raise VerifyError(f"{' '.join(self.words)} lacks a closing parenthesis")
        if cast is None:
            return value
        value = self._nested(self._unary)
        if isinstance(value, float):
            raise VerifyError(f"{' '.join(self.words)} casts a fraction; only integers are cast")
        bits = value & 0xFFFF_FFFF_FFFF_FFFF
        return bits - (1 << 64) if cast == ".s64" and bits >> 63 else bits
