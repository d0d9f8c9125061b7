"""Support of a feature: its PTX version and targets, in few words.

>>> support = Support({"sm_90a": (8, 0), "sm_100a": (8, 6)})
>>> support.version, support.targets
('8.0', 'sm_90a, sm_100a')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

from pyptx.arch import ARCHS
from pyptx.isa import availability
from pyptx.isa.examples import covering
from pyptx.isa.operand import OPAQUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyptx.isa import Form

    Version = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Support:
    """The first PTX version of something on each target that has it."""

    by_target: Mapping[str, Version]

    @cached_property
    def first(self) -> Version | None:
        """The first version on any target; None if no known target supports it."""
        return min(self.by_target.values(), default=None)

    @property
    def version(self) -> str:
        """The first version, spelled."""
        return "-" if self.first is None else spell_version(self.first)

    @property
    def targets(self) -> str:
        """The targets, with ranges as one word, and those that need a later version with it."""
        if self.first is None:
            return "none of those known here"
        said = spell_targets(self.by_target)
        late: dict[Version, list[str]] = {}
        for target, version in self.by_target.items():
            if version > max(self.first, availability.lowest_version(target)):
                late.setdefault(version, []).append(target)
        return "".join(
            (said, *(f"; PTX {spell_version(v)} on {spell_targets(ts)}" for v, ts in sorted(late.items())))
        )

    def implies(self, other: Support) -> bool:
        """Whether this support requires at least as much as another one."""
        return all(version >= other.by_target.get(name, (99, 0)) for name, version in self.by_target.items())

    @property
    def key(self) -> tuple[tuple[str, Version], ...]:
        """The key of features with the same description."""
        return tuple(self.by_target.items())


def spell_version(version: Version) -> str:
    """Write ``(8, 6)`` as ``8.6``."""
    return f"{version[0]}.{version[1]}"


def spell_targets(targets: Iterable[str]) -> str:
    """Write the names of targets: ``sm_80 and newer``, ``sm_90a, sm_100a/f``.

    A number without a suffix includes those with one.

    >>> spell_targets([name for name in ARCHS if ARCHS[name].number >= 90])
    'sm_90 and newer'
    >>> spell_targets(["sm_75", "sm_103a", "sm_103f"])
    'sm_75, sm_103a/f'
    """
    having = set(targets)
    if having == set(ARCHS):
        return "all targets"
    suffixes: dict[int, list[str]] = {}
    for name, arch in ARCHS.items():
        if name in having:
            suffixes.setdefault(arch.number, []).append(arch.suffix)
    numbers = sorted({arch.number for arch in ARCHS.values()})
    whole = [
        number
        for number in numbers
        if suffixes.get(number) == [a.suffix for a in ARCHS.values() if a.number == number]
    ]
    newest = next(
        (index for index in range(len(numbers)) if numbers[index:] == whole[-(len(numbers) - index) :]), None
    )
    said = []
    for index, number in enumerate(numbers):
        if newest is not None and index == newest and len(numbers) - index > 1:
            said.append(f"sm_{number} and newer")
            break
        if number in whole:
            said.append(f"sm_{number}")
        elif number in suffixes:
            said.append(f"sm_{number}{'/'.join(suffixes[number])}")
    return ", ".join(said)


def of_register(name: str) -> Support:
    """Return the support of a special register."""
    return Support({target: span.since for target, span in availability.spans_of_register(name).items()})


@cache
def of_form(form: Form) -> Support:
    """Return the support of any instruction of a form."""
    return Support(availability.earliest(form))


def of_forms(forms: Iterable[Form]) -> Support:
    """Return the support of any instruction of these forms."""
    return united(of_form(form) for form in forms)


def united(each: Iterable[Support]) -> Support:
    """Return the support of any of several features."""
    found: dict[str, Version] = {}
    for support in each:
        for target, version in support.by_target.items():
            found[target] = min(version, found.get(target, version))
    return Support({name: found[name] for name in ARCHS if name in found})


@cache
def of_words(form: Form) -> dict[tuple[str, str], Support]:
    """Return the support of each word of a form, by slot and word, if narrower than the form's."""
    found: dict[tuple[str, str], dict[str, Version]] = {}
    for named in (*_simple(form), *covering(form)[:_MORE]):
        versions = availability.versions(form, named)
        for choice in named.items():
            best = found.setdefault(choice, {})
            for target, version in versions.items():
                best[target] = min(version, best.get(target, version))
    whole = of_form(form).by_target
    return {
        choice: Support({name: best[name] for name in ARCHS if name in best})
        for choice, best in found.items()
        if best != whole
    }


@cache
def of_operands(form: Form) -> dict[str, Support]:
    """Return the support of each operand that needs more than its form, by its description."""
    found: dict[str, dict[str, Version]] = {}
    for name in availability.operands_of_their_own(form):
        best = found.setdefault(_spell_operand(form, name), {})
        for named in covering(form):
            for target, span in availability.spans_of_operand(form, named, name).items():
                best[target] = min(span.since, best.get(target, span.since))
    return {
        words: Support({name: best[name] for name in ARCHS if name in best}) for words, best in found.items()
    }


def _spell_operand(form: Form, name: str) -> str:
    """Describe an operand of `examples.beyond_plain`."""
    if name.endswith("_"):
        return f"`{name[:-1]}` as `_`"
    if name.startswith("{"):
        return f"`{name[1:-1]}` in braces"
    columns = [column for outer in form.operands for column in (outer, *outer.rest)]
    opaque = {column.spec.name for column in columns if OPAQUE.intersection((column.type, column.space))}
    return f"`{name}` in a register" if name in opaque else f"`{name}`"


_MORE = 512
"""Combinations that are examined beside the simple ones, for words that require several others."""


def _simple(form: Form) -> Iterator[dict[str, str]]:
    """Yield the legal modifiers with at most two optional ones: they show what a word requires by itself."""
    required = [[(slot.name, word) for word in slot.choices] for slot in form.slots if not slot.optional]
    optional = [(slot.name, word) for slot in form.slots if slot.optional for word in slot.choices]
    pairs = [pair for pair in combinations(optional, 2) if pair[0][0] != pair[1][0]]
    for some in ((), *((choice,) for choice in optional), *pairs):
        for chosen in product(*required):
            named = dict((*chosen, *some))
            if form.broken_rule(named) is None:
                yield {slot.name: named[slot.name] for slot in form.slots if slot.name in named}
