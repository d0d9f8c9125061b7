"""Which PTX version each target needs for each instruction form.

The facts are those of ptxas, asked form by form by ``tools/probe_ptxas.py`` and kept in
``availability.json``; nobody types a version.

>>> lowest_version("sm_90a")
(8, 0)
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.isa.form import Form, Modifiers


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
        versions: Lowest version of each target; their order is that of a row's columns.
        rows: Lowest version of a form on each target, separated by spaces; ``-`` where no version has it.
        forms: The row, or the questions that lead to it, of each form by `key`.
        registers: The row of each special register.
        directives: The row of each directive.
    """

    ptxas: str
    versions: dict[str, str]
    rows: list[str]
    forms: dict[str, int | Decision]
    registers: dict[str, int]
    directives: dict[str, int]


@cache
def table() -> Table:
    """The derived facts, read once."""
    with open(os.path.join(os.path.dirname(__file__), "availability.json"), encoding="utf-8") as file:
        facts: Table = json.load(file)
    return facts


def key(form: Form) -> str:
    """What a form is called in the table: its syntax and its operands."""
    return f"{form.syntax} {' '.join(form.column.split())}".rstrip()


def lowest_version(arch_name: str) -> tuple[int, int]:
    """The first PTX version with this target.

    Raises:
        ValueError: ptxas does not know the target.
    """
    version = table()["versions"].get(arch_name)
    if version is None:
        raise ValueError(f"no target {arch_name!r}; known: {' '.join(table()['versions'])}")
    return _read_version(version)


@cache
def newest_version() -> tuple[int, int]:
    """The newest PTX version that anything here came with.

    >>> newest_version() >= (9, 0)
    True
    """
    return max(_read_version(word) for row in _rows() for word in row if word != "-")


def first_version(form: Form, modifiers: Modifiers, arch_name: str) -> tuple[int, int] | None:
    """The first PTX version with this instruction for this target; None if none has it.

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the form was written.
    """
    return _version_in(_row(form, modifiers), arch_name)


def versions(form: Form, modifiers: Modifiers) -> dict[str, tuple[int, int]]:
    """The first PTX version with this instruction, by target; those without it are left out.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return _by_target(_row(form, modifiers))


def versions_of_register(name: str) -> dict[str, tuple[int, int]]:
    """The first PTX version with this special register, by target; those without it are left out.

    Raises:
        LookupError: The table was derived before the register was listed.
    """
    return _by_target(_rows()[table()["registers"][name]])


def targets(form: Form, modifiers: Modifiers) -> tuple[str, ...]:
    """The targets that have this instruction in some PTX version.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    return tuple(versions(form, modifiers))


def earliest(form: Form) -> dict[str, tuple[int, int]]:
    """The first PTX version that has any instruction of a form, for each target that has one.

    Raises:
        LookupError: The table was derived before the form was written.
    """
    found: dict[str, tuple[int, int]] = {}
    for number in _leaves(_decision(form)):
        for name, word in zip(table()["versions"], _rows()[number], strict=True):
            if word != "-":
                version = _read_version(word)
                found[name] = min(version, found.get(name, version))
    return found


def first_version_of_register(name: str, arch_name: str) -> tuple[int, int] | None:
    """The first PTX version with this special register for this target; None if none has it.

    >>> first_version_of_register("%tid.x", "sm_90a"), first_version_of_register("%cluster_ctarank", "sm_80")
    ((8, 0), None)

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: The table was derived before the register was listed.
    """
    return _version_in(_rows()[table()["registers"][name]], arch_name)


def first_version_of_directive(name: str, arch_name: str) -> tuple[int, int] | None:
    """The first PTX version with this directive for this target; None if none has it.

    >>> [first_version_of_directive("explicitcluster", target) for target in ("sm_90a", "sm_80")]
    [(8, 0), None]

    Raises:
        ValueError: ptxas does not know the target.
        LookupError: There is no such directive, or the table was derived before it was listed.
    """
    return _version_in(_rows()[table()["directives"][name]], arch_name)


@cache
def _columns() -> dict[str, int]:
    """The position of each target in a row."""
    return {name: column for column, name in enumerate(table()["versions"])}


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    """Every row, split into its versions."""
    return tuple(tuple(row.split()) for row in table()["rows"])


def _row(form: Form, modifiers: Modifiers) -> tuple[str, ...]:
    """The versions of a form with these modifiers, target by target."""
    node = _decision(form)
    while not isinstance(node, int):
        node = node["cases"].get(modifiers.get(node["slot"], ""), node["other"])
    return _rows()[node]


def _decision(form: Form) -> int | Decision:
    """The row of a form, or the questions that lead to it."""
    node = table()["forms"].get(key(form))
    if node is None:
        raise LookupError(f"{key(form)!r} is not in availability.json; run python tools/probe_ptxas.py")
    return node


def _leaves(node: int | Decision) -> Iterator[int]:
    """The rows that the questions may lead to."""
    if isinstance(node, int):
        yield node
        return
    for answer in (*node["cases"].values(), node["other"]):
        yield from _leaves(answer)


def _by_target(row: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """What a row says, target by target."""
    return {name: _read_version(row[column]) for name, column in _columns().items() if row[column] != "-"}


def _version_in(row: tuple[str, ...], arch_name: str) -> tuple[int, int] | None:
    """What a row says of a target."""
    column = _columns().get(arch_name)
    if column is None:
        raise ValueError(f"no target {arch_name!r}; known: {' '.join(_columns())}")
    return None if row[column] == "-" else _read_version(row[column])


def _read_version(text: str) -> tuple[int, int]:
    """``"8.6"`` as numbers."""
    major, _, minor = text.partition(".")
    return int(major), int(minor)
