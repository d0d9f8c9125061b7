"""The PTX version that each target requires for each instruction form.

``tools/probe_ptxas.py`` runs ptxas on every form and writes ``availability.json``; no version is written by
hand.

>>> lowest_version("sm_90a")
(8, 0)
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

from pyptx.arch import ASSEMBLED
from pyptx.late import late

if TYPE_CHECKING:
    import json
    from collections.abc import Iterable, Iterator

    from pyptx.isa.form import Form, Modifiers
else:
    json = late("json")


Version: TypeAlias = "tuple[int, int]"
"""A PTX version: ``(8, 6)`` for 8.6."""


class Span(NamedTuple):
    """The PTX versions that support something, on one target.

    >>> (6, 2) in Span((6, 0), (6, 3)), (9, 0) in Span((6, 0), (6, 3)), (9, 0) in Span((6, 0))
    (True, False, True)

    Attributes:
        since: The first version.
        until: The last version if later ones dropped it; else None.
    """

    since: Version
    until: Version | None = None

    def __contains__(self, version: object) -> bool:
        """Whether `version` is one of them."""
        assert isinstance(version, tuple)
        return self.since <= version and (self.until is None or version <= self.until)


class Decision(TypedDict):
    """A question about one slot: the rows of `Table.rows` that its answers lead to.

    Attributes:
        slot: The slot of the modifier; an absent modifier is the answer ``""``.
        cases: The answers that lead elsewhere than `other`.
        other: The row or question for every other answer.
    """

    slot: str
    cases: dict[str, int | Decision]
    other: int | Decision


class Table(TypedDict):
    """The contents of ``availability.json``.

    Attributes:
        ptxas: The build of ptxas.
        ptx: The PTX versions that it supports.
        versions: Lowest version of each target; their order is that of a row's columns.
        rows: Lowest version of a form on each target, separated by spaces; ``-`` if no version has it, and
            ``6.0..6.3`` if it was dropped after 6.3.
        forms: The row, or the questions that lead to it, of each form by `key`.
        operands: The same for each operand that `examples.beyond_plain` names, if it requires more than its
            form.
        registers: The row of each special register.
        directives: The row of each directive.
        declarations: The row of each feature of a declaration.
    """

    ptxas: str
    ptx: list[str]
    versions: dict[str, str]
    rows: list[str]
    forms: dict[str, int | Decision]
    operands: dict[str, dict[str, int | Decision]]
    registers: dict[str, int]
    directives: dict[str, int]
    declarations: dict[str, int]


@cache
def table() -> Table:
    """Read the table, once."""
    with open(os.path.join(os.path.dirname(__file__), "availability.json"), encoding="utf-8") as file:
        facts: Table = json.load(file)
    return facts


def key(form: Form) -> str:
    """Return the key of a form in the table: its syntax and its operands."""
    return f"{form.syntax} {' '.join(form.column.split())}".rstrip()


def lowest_version(arch_name: str) -> Version:
    """Return the first PTX version that supports a target.

    >>> lowest_version("sm_52")
    (4, 1)

    Raises:
        ValueError: ptxas does not support the target.
    """
    version = table()["versions"].get(arch_name)
    if version is None:
        raise ValueError(f"no target {arch_name!r}; known: {' '.join(table()['versions'])}")
    return _read_version(version)


@cache
def newest_version() -> Version:
    """Return the newest PTX version in the table.

    >>> newest_version() >= (9, 0)
    True
    """
    return max(span.since for row in _rows() for span in row if span is not None)


def is_version(version: Version) -> bool:
    """Whether a PTX version exists.

    >>> is_version((8, 0)), is_version((5, 7))
    (True, False)
    """
    return f"{version[0]}.{version[1]}" in table()["ptx"]


def following(version: Version) -> Version:
    """Return the PTX version after another one.

    >>> following((6, 3)), following((6, 5))
    ((6, 4), (7, 0))
    """
    numbers = {_read_version(word) for word in table()["ptx"]}
    return min(number for number in numbers if number > version)


def span(form: Form, modifiers: Modifiers, arch_name: str, operands: Iterable[str] = ()) -> Span | None:
    """Return the PTX versions that support this instruction on a target; None if none does.

    Args:
        form: The row.
        modifiers: Modifiers of the instruction.
        arch_name: The target.
        operands: Its operands that `examples.beyond_plain` names.

    >>> from pyptx.isa import lookup
    >>> (shuffle,) = lookup("shfl", ("up", "b32"))
    >>> span(shuffle.form, shuffle.modifiers, "sm_70"), span(shuffle.form, shuffle.modifiers, "sm_80")
    (Span(since=(5, 1), until=(6, 3)), None)
    >>> texture = lookup("tex", ("2d", "v4", "f32", "f32"))[0]
    >>> [span(texture.form, texture.modifiers, "sm_60", present) for present in ((), ("p",))]
    [Span(since=(5, 0), until=None), Span(since=(7, 1), until=None)]

    Raises:
        ValueError: ptxas does not support the target.
        LookupError: The table was derived before the form was written.
    """
    found = _span_in(_row(form, modifiers), arch_name)
    for name in operands:
        row = _row_of_operand(form, modifiers, name)
        found = found and (found if row is None else _both(found, _span_in(row, arch_name)))
    return found


def _both(one: Span, other: Span | None) -> Span | None:
    """Intersect two spans."""
    if other is None:
        return None
    until = min((span.until for span in (one, other) if span.until is not None), default=None)
    since = max(one.since, other.since)
    return Span(since, until) if until is None or since <= until else None


def spans_of_operand(form: Form, modifiers: Modifiers, name: str) -> dict[str, Span]:
    """Return the PTX versions that support an operand of `examples.beyond_plain`, by target.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    row = _row_of_operand(form, modifiers, name)
    return spans(form, modifiers) if row is None else _by_target(row)


def operands_of_their_own(form: Form) -> tuple[str, ...]:
    """Return the operands of `examples.beyond_plain` that require more than their form."""
    return tuple(table()["operands"].get(key(form), ()))


def first_version(form: Form, modifiers: Modifiers, arch_name: str) -> Version | None:
    """Return the first PTX version that supports this instruction on a target; None if none does.

    Raises:
        ValueError: ptxas does not support the target.
        LookupError: The table was derived before the form was written.
    """
    found = span(form, modifiers, arch_name)
    return found and found.since


def spans(form: Form, modifiers: Modifiers) -> dict[str, Span]:
    """Return the PTX versions that support this instruction, by target; targets without it are omitted.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return _by_target(_row(form, modifiers))


def versions(form: Form, modifiers: Modifiers) -> dict[str, Version]:
    """Return the first PTX version that supports this instruction, by target; targets without it are omitted.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return {name: found.since for name, found in spans(form, modifiers).items()}


def spans_of_register(name: str) -> dict[str, Span]:
    """Return the PTX versions with this special register, by target; targets without it are omitted.

    Raises:
        LookupError: The table was derived before the register was listed.
    """
    return _by_target(_rows()[table()["registers"][name]])


def spans_of_directive(name: str) -> dict[str, Span]:
    """Return the PTX versions with this directive, by target; targets without it are omitted.

    Raises:
        LookupError: There is no such directive, or the table was derived before it was listed.
    """
    return _by_target(_rows()[table()["directives"][name]])


def spans_of_feature(name: str) -> dict[str, Span]:
    """Return the PTX versions with a feature of `pyptx.isa.declarations`, by target, omitting those without.

    >>> spans_of_feature("b128")["sm_70"], "sm_60" in spans_of_feature("b128")
    (Span(since=(8, 3), until=None), False)

    Raises:
        LookupError: There is no such feature, or the table was derived before it was listed.
    """
    return _by_target(_rows()[table()["declarations"][name]])


def spans_of_all(needed: Iterable[dict[str, Span]]) -> dict[str, Span]:
    """Return the PTX versions that support several things at once, by target, omitting those without.

    >>> clusters = spans_of_register("%cluster_ctarank")
    >>> spans_of_all([clusters, spans_of_feature("b128")])["sm_90"]
    Span(since=(8, 3), until=None)
    """
    first, *others = needed
    for other in others:
        first = {
            name: both for name, span in first.items() if (both := _both(span, other.get(name))) is not None
        }
    return first


def targets(form: Form, modifiers: Modifiers) -> tuple[str, ...]:
    """Return the targets that support this instruction in some PTX version.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return tuple(spans(form, modifiers))


def is_current(form: Form, modifiers: Modifiers) -> bool:
    """Whether the newest PTX version supports this instruction on a target that ptxas still compiles for.

    >>> from pyptx.isa import lookup
    >>> [is_current(each.form, each.modifiers) for words in ("shfl.up.b32", "shfl.sync.up.b32")
    ...  for each in lookup("shfl", tuple(words.split(".")[1:]))]
    [False, True]

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return any(found.until is None and name in ASSEMBLED for name, found in spans(form, modifiers).items())


def spans_of_form(form: Form, arch_name: str) -> Iterator[Span]:
    """Yield the PTX versions that support any instruction of a form on a target.

    Raises:
        ValueError: ptxas does not support the target.
        LookupError: The table was derived before the form was written.
    """
    for number in leaves(_decision(form)):
        found = _span_in(_rows()[number], arch_name)
        if found is not None:
            yield found


def earliest(form: Form) -> dict[str, Version]:
    """Return the first PTX version with any instruction of a form, for each target that has one.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    found: dict[str, Version] = {}
    for number in leaves(_decision(form)):
        for name, here in _by_target(_rows()[number]).items():
            found[name] = min(here.since, found.get(name, here.since))
    return found


def first_version_of_directive(name: str, arch_name: str) -> Version | None:
    """Return the first PTX version with this directive on a target; None if none has it.

    >>> [first_version_of_directive("explicitcluster", target) for target in ("sm_90a", "sm_80")]
    [(8, 0), None]

    Raises:
        ValueError: ptxas does not support the target.
        LookupError: There is no such directive, or the table was derived before it was listed.
    """
    found = _span_in(_rows()[table()["directives"][name]], arch_name)
    return found and found.since


def spell_targets(names: Iterable[str]) -> str:
    """Write targets in words, as briefly as possible.

    >>> spell_targets(table()["versions"]), spell_targets(["sm_90a"])
    ('every target', 'sm_90a')
    >>> from pyptx.arch import ARCHS
    >>> spell_targets(name for name, arch in ARCHS.items() if arch.number >= 80)
    'sm_80 or newer'
    >>> spell_targets(["sm_100a", "sm_103a", "sm_103f"]), spell_targets(["sm_70", "sm_72", "sm_75", "sm_80"])
    ('sm_100a, sm_103a or sm_103f', 'sm_70 to sm_80')
    """
    known, wanted = tuple(table()["versions"]), frozenset(names)
    having = tuple(name for name in known if name in wanted)
    if having == known:
        return "every target"
    if len(having) > 1 and having == known[-len(having) :]:
        return f"{having[0]} or newer"
    start = known.index(having[0]) if having else 0
    if len(having) > _MANY and having == known[start : start + len(having)]:
        return f"{having[0]} to {having[-1]}"
    *first, last = having
    return f"{', '.join(first)} or {last}" if first else last


_MANY = 3
"""Most targets in a row that are listed one by one; of more, only the first and the last are named."""


@cache
def _columns() -> dict[str, int]:
    """Return the position of each target in a row."""
    return {name: column for column, name in enumerate(table()["versions"])}


@cache
def _rows() -> tuple[tuple[Span | None, ...], ...]:
    """Read every row, split into its spans."""
    return tuple(tuple(_read_span(word) for word in row.split()) for row in table()["rows"])


def _row(form: Form, modifiers: Modifiers) -> tuple[Span | None, ...]:
    """Return the versions of a form with these modifiers, target by target."""
    return _decide(_decision(form), modifiers)


def _row_of_operand(form: Form, modifiers: Modifiers, name: str) -> tuple[Span | None, ...] | None:
    """Return the versions of a form with an operand, target by target; None for those of the form itself."""
    node = table()["operands"].get(key(form), {}).get(name)
    return None if node is None else _decide(node, modifiers)


def _decide(node: int | Decision, modifiers: Modifiers) -> tuple[Span | None, ...]:
    """Follow the questions with these modifiers to a row."""
    while not isinstance(node, int):
        node = node["cases"].get(modifiers.get(node["slot"], ""), node["other"])
    return _rows()[node]


def _decision(form: Form) -> int | Decision:
    """Return the row of a form, or the questions that lead to it."""
    node = table()["forms"].get(key(form))
    if node is None:
        raise LookupError(f"{key(form)!r} is not in availability.json; run python tools/probe_ptxas.py")
    return node


def leaves(node: int | Decision) -> Iterator[int]:
    """Yield the rows that the questions can lead to."""
    if isinstance(node, int):
        yield node
        return
    for answer in (*node["cases"].values(), node["other"]):
        yield from leaves(answer)


def _by_target(row: tuple[Span | None, ...]) -> dict[str, Span]:
    """Return the spans of a row, by target."""
    return {name: found for name, column in _columns().items() if (found := row[column]) is not None}


def _span_in(row: tuple[Span | None, ...], arch_name: str) -> Span | None:
    """Return the span of a row for one target."""
    column = _columns().get(arch_name)
    if column is None:
        raise ValueError(f"no target {arch_name!r}; known: {' '.join(_columns())}")
    return row[column]


@cache
def _read_span(text: str) -> Span | None:
    """``"8.6"``, ``"6.0..6.3"`` or ``"-"`` as versions."""
    since, dots, until = text.partition("..")
    return None if since == "-" else Span(_read_version(since), _read_version(until) if dots else None)


def _read_version(text: str) -> Version:
    """``"8.6"`` as numbers."""
    major, _, minor = text.partition(".")
    return int(major), int(minor)
