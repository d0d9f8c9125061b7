"""Which PTX version each target needs for each instruction form.

The facts are those of ptxas, asked form by form by ``tools/probe_ptxas.py`` and kept in
``availability.json``; nobody types a version.

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
"""A PTX version: ``(8, 6)`` of 8.6."""


class Span(NamedTuple):
    """The PTX versions that have something, on one target.

    >>> (6, 2) in Span((6, 0), (6, 3)), (9, 0) in Span((6, 0), (6, 3)), (9, 0) in Span((6, 0))
    (True, False, True)

    Attributes:
        since: The first.
        until: The last, where later ones dropped it; else None.
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
        slot: The modifier asked for; ``""`` among the answers where it is absent.
        cases: The answers that leave `other`.
        other: Where every other answer leads.
    """

    slot: str
    cases: dict[str, int | Decision]
    other: int | Decision


class Table(TypedDict):
    """``availability.json``.

    Attributes:
        ptxas: The build that was asked.
        ptx: The versions that it knows.
        versions: Lowest version of each target; their order is that of a row's columns.
        rows: Lowest version of a form on each target, separated by spaces; ``-`` where no version has it,
            and ``6.0..6.3`` where it was dropped after 6.3.
        forms: The row, or the questions that lead to it, of each form by `key`.
        operands: Likewise what such an instruction needs beside its form to have one of the operands that
            `examples.beyond_plain` names, where that is more.
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
    """The derived facts, read once."""
    with open(os.path.join(os.path.dirname(__file__), "availability.json"), encoding="utf-8") as file:
        facts: Table = json.load(file)
    return facts


def key(form: Form) -> str:
    """What a form is called in the table: its syntax and its operands."""
    return f"{form.syntax} {' '.join(form.column.split())}".rstrip()


def lowest_version(arch_name: str) -> Version:
    """The first PTX version with this target.

    >>> lowest_version("sm_52")
    (4, 1)

    Raises:
        ValueError: ptxas does not know the target.
    """
    version = table()["versions"].get(arch_name)
    if version is None:
        raise ValueError(f"no target {arch_name!r}; known: {' '.join(table()['versions'])}")
    return _read_version(version)


@cache
def newest_version() -> Version:
    """The newest PTX version that anything here came with.

    >>> newest_version() >= (9, 0)
    True
    """
    return max(span.since for row in _rows() for span in row if span is not None)


def is_version(version: Version) -> bool:
    """Whether there is such a PTX version.

    >>> is_version((8, 0)), is_version((5, 7))
    (True, False)
    """
    return f"{version[0]}.{version[1]}" in table()["ptx"]


def following(version: Version) -> Version:
    """The version after another one.

    >>> following((6, 3)), following((6, 5))
    ((6, 4), (7, 0))
    """
    numbers = {_read_version(word) for word in table()["ptx"]}
    return min(number for number in numbers if number > version)


def span(form: Form, modifiers: Modifiers, arch_name: str, operands: Iterable[str] = ()) -> Span | None:
    """The PTX versions with this instruction for this target; None if none has it.

    Args:
        form: The row.
        modifiers: Of the instruction.
        arch_name: The target.
        operands: Which of the operands that `examples.beyond_plain` names it has.

    >>> from pyptx.isa import lookup
    >>> (shuffle,) = lookup("shfl", ("up", "b32"))
    >>> span(shuffle.form, shuffle.modifiers, "sm_70"), span(shuffle.form, shuffle.modifiers, "sm_80")
    (Span(since=(5, 1), until=(6, 3)), None)
    >>> texture = lookup("tex", ("2d", "v4", "f32", "f32"))[0]
    >>> [span(texture.form, texture.modifiers, "sm_60", present) for present in ((), ("p",))]
    [Span(since=(5, 0), until=None), Span(since=(7, 1), until=None)]

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the form was written.
    """
    found = _span_in(_row(form, modifiers), arch_name)
    for name in operands:
        row = _row_of_operand(form, modifiers, name)
        found = found and (found if row is None else _both(found, _span_in(row, arch_name)))
    return found


def _both(one: Span, other: Span | None) -> Span | None:
    """The versions that two spans share."""
    if other is None:
        return None
    until = min((span.until for span in (one, other) if span.until is not None), default=None)
    since = max(one.since, other.since)
    return Span(since, until) if until is None or since <= until else None


def spans_of_operand(form: Form, modifiers: Modifiers, name: str) -> dict[str, Span]:
    """The PTX versions in which an instruction may have an operand of `examples.beyond_plain`, by target.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    row = _row_of_operand(form, modifiers, name)
    return spans(form, modifiers) if row is None else _by_target(row)


def operands_of_their_own(form: Form) -> tuple[str, ...]:
    """The operands of `examples.beyond_plain` that need more than a form does."""
    return tuple(table()["operands"].get(key(form), ()))


def first_version(form: Form, modifiers: Modifiers, arch_name: str) -> Version | None:
    """The first PTX version with this instruction for this target; None if none has it.

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the form was written.
    """
    found = span(form, modifiers, arch_name)
    return found and found.since


def spans(form: Form, modifiers: Modifiers) -> dict[str, Span]:
    """The PTX versions with this instruction, by target; targets without it are left out.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return _by_target(_row(form, modifiers))


def versions(form: Form, modifiers: Modifiers) -> dict[str, Version]:
    """The first PTX version with this instruction, by target; targets without it are left out.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return {name: found.since for name, found in spans(form, modifiers).items()}


def spans_of_register(name: str) -> dict[str, Span]:
    """The PTX versions with this special register, by target; targets without it are left out.

    Raises:
        LookupError: The table was derived before the register was listed.
    """
    return _by_target(_rows()[table()["registers"][name]])


def spans_of_directive(name: str) -> dict[str, Span]:
    """The PTX versions with this directive, by target; targets without it are left out.

    Raises:
        LookupError: There is no such directive, or the table was derived before it was listed.
    """
    return _by_target(_rows()[table()["directives"][name]])


def spans_of_feature(name: str) -> dict[str, Span]:
    """The PTX versions with a feature of `pyptx.isa.declarations`, by target; those without it are left out.

    >>> spans_of_feature("b128")["sm_70"], "sm_60" in spans_of_feature("b128")
    (Span(since=(8, 3), until=None), False)

    Raises:
        LookupError: There is no such feature, or the table was derived before it was listed.
    """
    return _by_target(_rows()[table()["declarations"][name]])


def spans_of_all(needed: Iterable[dict[str, Span]]) -> dict[str, Span]:
    """The PTX versions with several things at once, by target; targets without one of them are left out.

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
    """The targets that have this instruction in some PTX version.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return tuple(spans(form, modifiers))


def is_current(form: Form, modifiers: Modifiers) -> bool:
    """Whether a target that ptxas generates code for has this instruction in the newest PTX version.

    >>> from pyptx.isa import lookup
    >>> [is_current(each.form, each.modifiers) for words in ("shfl.up.b32", "shfl.sync.up.b32")
    ...  for each in lookup("shfl", tuple(words.split(".")[1:]))]
    [False, True]

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return any(found.until is None and name in ASSEMBLED for name, found in spans(form, modifiers).items())


def spans_of_form(form: Form, arch_name: str) -> Iterator[Span]:
    """The PTX versions with any instruction of a form for a target.

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the form was written.
    """
    for number in leaves(_decision(form)):
        found = _span_in(_rows()[number], arch_name)
        if found is not None:
            yield found


def earliest(form: Form) -> dict[str, Version]:
    """The first PTX version that has any instruction of a form, for each target that has one.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    found: dict[str, Version] = {}
    for number in leaves(_decision(form)):
        for name, here in _by_target(_rows()[number]).items():
            found[name] = min(here.since, found.get(name, here.since))
    return found


def first_version_of_register(name: str, arch_name: str) -> Version | None:
    """The first PTX version with this special register for this target; None if none has it.

    >>> first_version_of_register("%tid.x", "sm_90a"), first_version_of_register("%cluster_ctarank", "sm_80")
    ((8, 0), None)

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the register was listed.
    """
    found = _span_in(_rows()[table()["registers"][name]], arch_name)
    return found and found.since


def first_version_of_directive(name: str, arch_name: str) -> Version | None:
    """The first PTX version with this directive for this target; None if none has it.

    >>> [first_version_of_directive("explicitcluster", target) for target in ("sm_90a", "sm_80")]
    [(8, 0), None]

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: There is no such directive, or the table was derived before it was listed.
    """
    found = _span_in(_rows()[table()["directives"][name]], arch_name)
    return found and found.since


def spell_targets(names: Iterable[str]) -> str:
    """Targets in words, as few as say it.

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
"""Targets that are listed; of more in a row, the first and the last are told."""


@cache
def _columns() -> dict[str, int]:
    """The position of each target in a row."""
    return {name: column for column, name in enumerate(table()["versions"])}


@cache
def _rows() -> tuple[tuple[Span | None, ...], ...]:
    """Every row, split into its spans."""
    return tuple(tuple(_read_span(word) for word in row.split()) for row in table()["rows"])


def _row(form: Form, modifiers: Modifiers) -> tuple[Span | None, ...]:
    """The versions of a form with these modifiers, target by target."""
    return _decide(_decision(form), modifiers)


def _row_of_operand(form: Form, modifiers: Modifiers, name: str) -> tuple[Span | None, ...] | None:
    """The versions of a form with an operand, target by target; None where they are those of the form."""
    node = table()["operands"].get(key(form), {}).get(name)
    return None if node is None else _decide(node, modifiers)


def _decide(node: int | Decision, modifiers: Modifiers) -> tuple[Span | None, ...]:
    """The row that the modifiers lead to."""
    while not isinstance(node, int):
        node = node["cases"].get(modifiers.get(node["slot"], ""), node["other"])
    return _rows()[node]


def _decision(form: Form) -> int | Decision:
    """The row of a form, or the questions that lead to it."""
    node = table()["forms"].get(key(form))
    if node is None:
        raise LookupError(f"{key(form)!r} is not in availability.json; run python tools/probe_ptxas.py")
    return node


def leaves(node: int | Decision) -> Iterator[int]:
    """The rows that the questions may lead to."""
    if isinstance(node, int):
        yield node
        return
    for answer in (*node["cases"].values(), node["other"]):
        yield from leaves(answer)


def _by_target(row: tuple[Span | None, ...]) -> dict[str, Span]:
    """What a row says, target by target."""
    return {name: found for name, column in _columns().items() if (found := row[column]) is not None}


def _span_in(row: tuple[Span | None, ...], arch_name: str) -> Span | None:
    """What a row says of a target."""
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
