"""Text of repeated statements: the slots of a loop, and the sequences it iterates over.

A statement is text around slots; a slot contains a register, a number or a list element. In a loop a slot is
an expression of the counters, ``acc[4 * i + 1]``; elements in a row are a slice, ``acc[4 * i:4 * i + 4]``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Place(NamedTuple):
    """Place of a register: an element of a list or an array."""

    list: str
    number: int

    def __str__(self) -> str:
        return f"{self.list}[{self.number}]"


Value: TypeAlias = "Place | str | int"
"""Contents of a slot: a register, a number, or other text."""


Element: TypeAlias = "tuple[str, tuple[int, ...], int]"
"""An element of a list: its list, the steps of the counters, and the first number."""


def filled(pieces: Sequence[str], values: Sequence[str]) -> str:
    """A statement: the text around its slots, with texts in them."""
    if len(pieces) == 1:
        return pieces[0]
    out = [pieces[0]]
    for value, piece in zip(values, pieces[1:], strict=False):
        out.append(value)
        out.append(piece)
    made = "".join(out)
    if "\2" in made:
        made = _IN_A_ROW.sub(r"\1", made)
    return _NOTHING.sub(r"ptx.addr(\1)", made) if ", 0)" in made else made


class SlotText(NamedTuple):
    """Contents of a slot in a loop: a text, or a list element whose index depends on the counters."""

    text: str
    list: str = ""
    affine: tuple[int, ...] = ()
    counters: tuple[str, ...] = ()


def value_of(token: str, homes: dict[str, Value]) -> Value:
    """Return the value of a token."""
    value = homes.get(token)
    if value is None:
        value = _parse_token(token)
    if type(value) is Place and value.list in homes:
        return Place(str(value_of(value.list, homes)), value.number)
    return value


class Values(dict[str, Value]):
    """Values of tokens, computed on first use.

    Attributes:
        homes: Places of registers that had a name of their own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.homes: dict[str, Value] = {}

    def __missing__(self, token: str) -> Value:
        value = self[token] = value_of(token, self.homes)
        return value

    def move(self, homes: Mapping[str, Value]) -> None:
        """Record new places of registers."""
        self.homes.update(homes)
        self.clear()


@lru_cache(maxsize=1 << 16)
def _parse_token(token: str) -> Value:
    """Parse a token by itself."""
    if token[-1] == "]":
        name, _, number = token[:-1].partition("[")
        return Place(name, int(number))
    if token[0] in "-0123456789" and token.lstrip("-").isdecimal():
        return int(token)
    return token


def affine(indexes: Sequence[int], dims: Sequence[int]) -> tuple[int, ...]:
    """The first of a sequence, and its steps: that of the innermost counter comes last."""
    steps = [indexes[1] - indexes[0]]
    steps += [indexes[period] - indexes[0] for period in dims[:-1]]
    return (indexes[0], *steps[::-1])


class IteratedSequence(NamedTuple):
    """The sequence that a loop iterates over.

    Attributes:
        text: Its expression.
        list: The list that the numbers index; "" if the sequence is the values.
    """

    text: str
    list: str


def gone_over(values: Sequence[Value], sizes: Mapping[str, int]) -> IteratedSequence:
    """Return values as a Python sequence; elements of one list in irregular order as their numbers."""
    text = _spread(values, sizes)
    first = values[0]
    if len(text) > WIDE and type(first) is Place:
        numbers = [str(value.number) for value in values if type(value) is Place and value.list == first.list]
        if len(numbers) == len(values):
            return IteratedSequence(f"({', '.join(numbers)})", first.list)
    return IteratedSequence(text, "")


WIDE = 40
"""Characters of elements of a list, from which on their numbers are said instead."""


def _spread(values: Sequence[Value], sizes: Mapping[str, int]) -> str:
    """A sequence of values as Python.

    >>> _spread(["a", Place("x", 3), Place("x", 4), Place("x", 5)], {}), _spread([3, 1, 2], {})
    ('(a, *x[3:6])', '(3, 1, 2)')
    """
    parts: list[str] = []
    index = 0
    while index < len(values):
        value = values[index]
        end = index + 1
        if isinstance(value, Place):
            step = 0
            while end < len(values):
                other = values[end]
                if not isinstance(other, Place) or other.list != value.list:
                    break
                step = step or other.number - value.number
                if step not in (1, -1) or other.number != value.number + step * (end - index):
                    break
                end += 1
            if end - index > 2:
                parts.append(f"*{sliced(value, end - index, step, sizes)}")
                index = end
                continue
            end = index + 1
        parts.append(str(value))
        index = end
    if len(parts) == 1 and parts[0][0] == "*":
        return parts[0][1:]
    return f"({', '.join(parts)})"


def sliced(first: Place, count: int, step: int, sizes: Mapping[str, int]) -> str:
    """Elements of a list in a row as Python, the whole list by its name."""
    if count == sizes.get(first.list):
        return first.list if step > 0 else f"{first.list}[::-1]"
    if step > 0:
        return f"{first.list}[{first.number}:{first.number + count}]"
    stop = first.number - count
    return f"{first.list}[{first.number}:{stop if stop >= 0 else ''}:-1]"


def texts_of(pieces: Sequence[str], values: list[Value]) -> list[str]:
    """The texts of slots; elements in a row, in brackets, as a slice."""
    texts = [str(value) for value in values]
    return _joined(
        pieces,
        texts,
        [(value.list, (), value.number) if isinstance(value, Place) else _element(value) for value in values],
        lambda place, count: f"{place[0]}[{place[2]}:{place[2] + count}]",
    )


def _element(value: Value) -> Element | None:
    if isinstance(value, str) and value[-1:] == "]":
        name, _, index = value[:-1].partition("[")
        return (name, (), int(index)) if index.isdecimal() else None
    return None


def loop_texts(pieces: Sequence[str], said: Sequence[SlotText]) -> list[str]:
    """As `texts_of`, in a loop."""
    texts: list[str] = []
    for number, each in enumerate(said):
        if not each.affine:
            texts.append(each.text)
            continue
        formula = _formula(each.affine, each.counters)
        if each.list:
            texts.append(f"{each.list}[{formula}]")
        else:
            piece = pieces[number]
            texts.append(formula[1:-1] if piece.rfind("\5") > piece.rfind("\6") else formula)
    places = [
        (each.list, each.affine[1:], each.affine[0]) if each.affine and each.list else _element(each.text)
        for each in said
    ]
    counters = next((each.counters for each in said if each.affine), ())
    return _joined(
        pieces,
        texts,
        places,
        lambda place, count: (
            f"{place[0]}[{place[2]}:{place[2] + count}]"
            if not place[1]
            else f"{place[0]}[{_formula((place[2], *place[1]), counters)}:"
            f"{_formula((place[2] + count, *place[1]), counters)}]"
        ),
    )


def _joined(
    pieces: Sequence[str],
    texts: list[str],
    places: Sequence[Element | None],
    row: Callable[[Element, int], str],
) -> list[str]:
    """Put one slice where all elements of a list in brackets are in a row; the other slots become empty."""
    start = 0
    while start < len(texts):
        if pieces[start][-1:] != "[" or places[start] is None or pieces[start][-2:-1] in _SUBSCRIPT:
            start += 1
            continue
        end = start + 1
        while end < len(texts) and pieces[end] == ", ":
            end += 1
        first = places[start]
        assert first is not None
        name, steps, index = first
        if (
            end - start >= 2
            and pieces[end][:1] == "]"
            and all(places[at] == (name, steps, index + at - start) for at in range(start, end))
        ):
            texts[start] = "\2" + row(first, end - start) + "\3"
            for at in range(start + 1, end):
                texts[at] = "\4"
        start = end
    return texts


def _formula(affine: Sequence[int], counters: Sequence[str]) -> str:
    """Return a number that depends on counters, in the form that `_pretty` reads."""
    first, *steps = affine
    terms = [
        f"{name}_{'n' if step < 0 else ''}{abs(step)}"
        for step, name in zip(steps, counters, strict=True)
        if step
    ]
    return f"\5{' '.join([*terms, str(first)])}\6"


def with_formulas(text: str) -> str:
    """Return a statement with its counter-dependent numbers as Python expressions."""
    return _FORMULA.sub(_pretty, text)


def _pretty(found: re.Match[str]) -> str:
    """``4 * i + j + 2``, in brackets where it stands among other signs."""
    *words, last = found[1].split(" ")
    terms: list[tuple[int, str]] = []
    for word in words:
        name, _, step = word.partition("_")
        size = int(step.lstrip("n"))
        terms.append((-1 if step[0] == "n" else 1, name if size == 1 else f"{size} * {name}"))
    if last.isidentifier():
        terms.append((1, last))
    elif last != "0" or not terms:
        sign = -1 if last[0] == "-" else 1
        terms.insert(0 if terms and terms[0][0] < 0 else len(terms), (sign, last.lstrip("-")))
    terms.sort(key=lambda term: term[0] < 0)
    text = f"{'-' if terms[0][0] < 0 else ''}{terms[0][1]}"
    for sign, term in terms[1:]:
        text += f" {'-' if sign < 0 else '+'} {term}"
    whole, start, end = found.string, found.start(), found.end()
    alone = whole[:start].rstrip(" ")[-1:] in ("(", ",", "[", "=", ":") and whole[end : end + 1] in (
        ",",
        ")",
        "]",
        ":",
    )
    return text if alone or text.isidentifier() or text.isdecimal() else f"({text})"


def taken_apart(text: str) -> str:
    """A statement with its slices as lists: ``r[4:7]`` as ``[r[4], r[5], r[6]]``."""
    return _SLICE.sub(_elements, text)


def _elements(found: re.Match[str]) -> str:
    """``r[4:7]`` as ``[r[4], r[5], r[6]]``."""
    return f"[{', '.join([f'{found[1]}[{index}]' for index in range(int(found[2]), int(found[3]))])}]"


_SUBSCRIPT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_]")
_NOTHING = re.compile(r"ptx\.addr\(([^(),]+), 0\)")
_IN_A_ROW = re.compile("\\[\2([^\3]*)\3(?:, \4)*\\]")
_SLICE = re.compile(r"(?<=[(, ])([A-Za-z_]\w*)\[(\d+):(\d+)\]")
_FORMULA = re.compile("\5([^\6]*)\6")
