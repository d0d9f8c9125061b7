r"""How a text is spaced, as habits instead of gap by gap.

A compiler writes the same gap in the same place: between a branch and a label, before the operands of an
instruction. `TextLayout` keeps one gap for each such place, and notes of the statements that differ.
`lay_out` adds the gaps of a layout to a tree without gaps; `learn` finds the layout of a tree with gaps.

>>> from pyptx.emitter.module import emit
>>> from pyptx.parser import parse
>>> text = ".version 8.0\n.target sm_80\n.entry k()\n{\n  mov.u32   %r1,2;\n  mov.u32   %r2,3;\n  ret;\n\n}\n"
>>> source = parse(text)
>>> emit(lay_out(source, learn(source))) == text
True
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pyptx.emitter.node_gaps import head_of, spaced, words_of
from pyptx.emitter.templates import filled, template_of
from pyptx.emitter.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyptx.ir import Module


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The spacing of a text.

    Attributes:
        style: Name of a style in `STYLES`, or ``""`` for none.
        habits: Gaps that the text has instead of those of the style, by place.
        notes: Gaps of single statements, by function and text, each with its number among those alike. That
            before a statement has slots for comments (``lead``), or contains them (``gap``).
    """

    style: str = ""
    habits: Mapping[str, Any] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def repeats_places(self) -> bool:
        """Whether a comment after ``.loc`` repeats its place, as LLVM writes it: trees need not have it."""
        known = styles()[self.style] if self.style else {}
        places = [place for habits in (self.habits, known) for place in habits if place[:3] != "in "]
        return any("P" in place.rpartition(" ")[2] for place in places)


@lru_cache(maxsize=1)
def styles() -> dict[str, dict[str, Any]]:
    """The habits of each style by its name."""
    with open(os.path.join(os.path.dirname(__file__), "styles.json"), encoding="utf-8") as file:
        known: dict[str, dict[str, Any]] = json.load(file)
    return known


def lay_out(module: Module, layout: TextLayout | str) -> Module:
    """The module with the gaps of a layout; its comments stay, and its words.

    Args:
        module: The module; of its gaps only the comments count.
        layout: The layout, or the name of a style.

    Raises:
        ValueError: There is no such style.
    """
    chosen = TextLayout(layout) if isinstance(layout, str) else layout
    if chosen.style and chosen.style not in styles():
        raise ValueError(f"no layout {chosen.style!r}; there are {', '.join(styles())}")
    return _Applying(chosen).module(module)


def learn(module: Module, style: str | None = None) -> TextLayout:
    """Return the layout of a module: its differences from a style.

    Args:
        module: The module, with its gaps.
        style: Name of a style, ``""`` for none; None for the closest one.

    Raises:
        ValueError: There is no such style.
    """
    if style and style not in styles():
        raise ValueError(f"no layout {style!r}; there are {', '.join(styles())}")
    counting = _Counting()
    counting.module(module)
    if style is None:
        style = min(["", *styles()], key=lambda name: counting.misses(styles().get(name, {})))
    known = styles().get(style, {})
    habits: dict[str, Any] = {}
    for place, counter in counting.places.items():
        made = json.loads(counter.most_common(1)[0][0])
        if made != known.get(place, _missing(place)):
            habits[place] = made
    noting = _Noting(TextLayout(style, habits))
    noting.module(module)
    return TextLayout(style, habits, noting.resolved())


def habits_of(modules: Iterable[Module]) -> dict[str, Any]:
    """Return the habits that modules of one compiler share, which form a style."""
    counting = _Counting()
    for module in modules:
        counting.module(module)
    found: dict[str, Any] = {}
    for place, counter in sorted(counting.places.items()):
        ((text, count),) = counter.most_common(1)
        made = json.loads(text)
        comment = place.startswith("in ") and "/" in text  # inside a node, a gap keeps its words
        if count > 1 and made != _missing(place) and not comment:
            found[place] = made
    return found


class _Counting(Walk):
    """Counts which gaps each place has."""

    builds = False

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, Counter[str]] = {}
        self._templates: dict[str, str] = {}

    def writes_places(self) -> bool:
        return True

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        made = self._templates.get(gap) if not comments else None
        if made is None:
            made = json.dumps(template_of(gap, self.column))
            if not comments:
                self._templates[gap] = made
        counter = self.places.get(place)
        if counter is None:
            counter = self.places[place] = Counter()
        counter[made] += 1
        return gap

    def spacing(self, place: str, node: Any) -> Any:
        counter = self.places.get(place)
        if counter is None:
            counter = self.places[place] = Counter()
        counter[self.dumped(node)] += 1
        return node

    def misses(self, habits: Mapping[str, Any]) -> int:
        """Return the number of places that differ from some habits."""
        return sum(
            counter.total() - counter[json.dumps(habits.get(place, _missing(place)))]
            for place, counter in self.places.items()
        )


class _Applying(Walk):
    """Gives each place the gap of a layout."""

    def __init__(self, layout: TextLayout) -> None:
        super().__init__()
        self.known = styles()[layout.style] if layout.style else {}
        self.layout = layout
        self._places = layout.repeats_places
        self._noted: Any = None
        self._seen: dict[str, Counter[str]] = {}

    def writes_places(self) -> bool:
        return self._places

    def with_derived(self, comments: list[str], derived: str) -> list[str]:
        return comments if comments and comments[0].startswith(derived) else [derived, *comments]

    def habit(self, place: str) -> Any:
        """The gap of a place."""
        found = self.layout.habits.get(place, _ABSENT)
        if found is _ABSENT:
            found = self.known.get(place, _ABSENT)
        return _missing(place) if found is _ABSENT else found

    def visit(self, node: Any) -> None:
        self._noted = None
        notes = self.layout.notes.get(self.function)
        if notes is not None:
            text = words_of(node)
            seen = self._seen.setdefault(self.function, Counter())
            self._noted = notes.get(_numbered(text, seen[text]))
            seen[text] += 1

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        noted = {} if self._noted is None else self._noted
        if "gap" in noted:
            return cast("str", noted["gap"])
        template = noted["lead"] if "lead" in noted else self.habit(place)
        return filled(template, comments, self.column, place)

    def spacing(self, place: str, node: Any) -> Any:
        spacing = self.habit(place) if self._noted is None else self._noted.get("inside", _ABSENT)
        return spaced(node, self.habit(place) if spacing is _ABSENT else spacing)


class _Noting(_Applying):
    """Notes where a layout differs from the gaps there are."""

    builds = False

    def __init__(self, layout: TextLayout) -> None:
        super().__init__(layout)
        self._order: dict[str, list[Any]] = {}
        self._missed: dict[str, dict[int, dict[str, Any]]] = {}
        self._expected: dict[str, str] = {}

    def visit(self, node: Any) -> None:
        self._order.setdefault(self.function, []).append(node)

    def lead(self, place: str, gap: str, comments: list[str], node: Any) -> str:
        template = self.habit(place)
        if not comments and template is not None:
            if template != gap:
                self._miss("lead", template_of(gap, self.column))
        elif comments and _UNTRACED.match(place):
            self._miss("gap", gap)
        elif filled(template, comments, self.column, place) != gap:
            made = template_of(gap, self.column)
            same = filled(made, comments, self.column, place) == gap
            self._miss("lead" if same else "gap", made if same else gap)
        return gap

    def spacing(self, place: str, node: Any) -> Any:
        expected = self._expected.get(place)
        if expected is None:
            expected = self._expected[place] = json.dumps(self.habit(place))
        given = self.dumped(node)
        if expected != given:
            self._miss("inside", json.loads(given))
        return node

    def _miss(self, what: str, value: Any) -> None:
        index = len(self._order[self.function]) - 1
        self._missed.setdefault(self.function, {}).setdefault(index, {})[what] = value

    def resolved(self) -> dict[str, dict[str, Any]]:
        """The notes by function, each under the words of its node and its number among those alike."""
        notes: dict[str, dict[str, Any]] = {}
        for function, missed in self._missed.items():
            seen: Counter[str] = Counter()
            found = notes[function] = {}
            order = self._order[function]
            heads = {head_of(order[index]) for index in missed}
            for index, node in enumerate(order[: max(missed) + 1]):
                if head_of(node) not in heads:
                    continue
                text = words_of(node)
                if index in missed:
                    found[_numbered(text, seen[text])] = missed[index]
                seen[text] += 1
        return notes


def _numbered(text: str, number: int) -> str:
    """Return the key of a note."""
    return f"{text} #{number}" if number else text


_ABSENT = object()
_UNTRACED = re.compile(r"(?:param|return|directive) |item \S+>\.(?:target|address_size) ")
"""Places whose comments a trace does not have: the head of a function, and that of a module."""


def _missing(place: str) -> Any:
    """Return the gap of an unknown place: None before a node, no gaps inside one."""
    return [] if place.startswith("in ") else None
