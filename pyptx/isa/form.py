"""One instruction form, written once and read in both directions.

The notation is that of the manual's *Syntax* blocks: ``{.ftz}`` is optional, ``.<rnd>`` is one of the choices
listed beside the row, and ``{.<rnd>}`` is one of them or none. A row lists its operands in the notation of
`pyptx.isa.operand`, and the rules of `pyptx.isa.constraints` that its modifiers obey.

>>> add = form("add{.<rnd>}{.ftz}{.sat}.f32", "d=f32, a:f32, b:f32", rnd="rn rz rm rp")
>>> add.match(("rz", "f32"))
{'rnd': 'rz', 'f32': 'f32'}
>>> add.spell({"rnd": "rz"})
('rz', 'f32')
>>> [".".join(m) for m in (add.spell(named) for named in add.combinations())][:3]
['f32', 'sat.f32', 'ftz.f32']
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from pyptx.isa.operand import OperandColumn, OperandSpec, read_operands
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Modifiers: TypeAlias = "Mapping[str, str]"
"""The chosen modifiers of a form: slot name to word; an absent slot has no entry."""

Rule: TypeAlias = "Callable[[Modifiers], str | None]"
"""A named rule: None if the modifiers obey it, else the sentence of the error message."""


@record(frozen=True, slots=True)
class Slot:
    """One modifier position of a form."""

    name: str
    choices: tuple[str, ...]
    optional: bool


@record(frozen=True, slots=True)
class Form:
    """One row of the ISA.

    Attributes:
        syntax: The modifier column as written.
        opcode: The word before the first dot.
        slots: Modifier positions, in order.
        operands: The operand column.
        rules: Constraints on the modifiers beyond the slots.
        section: Section of the manual, such as ``"9.7.3.3 add"``.
        column: The operand column as written.
        deprecated: Why not to use it, and the replacement; empty if it is not deprecated.
        effects: Effects of its instructions other than writing registers: words of `EFFECTS`.
    """

    syntax: str
    opcode: str
    slots: tuple[Slot, ...]
    operands: tuple[OperandColumn, ...]
    rules: tuple[Rule, ...] = ()
    section: str = ""
    column: str = ""
    deprecated: str = ""
    effects: frozenset[str] = frozenset()

    def match(self, modifiers: Sequence[str]) -> dict[str, str] | None:
        """Name each modifier by its slot; None if they do not fit this form, rules aside."""
        return _match(self.slots, tuple(modifiers), 0, 0)

    def spell(self, named: Modifiers) -> tuple[str, ...]:
        """Order named modifiers as in PTX syntax: the inverse of `match`.

        A required slot with a single choice needs no name.
        """
        return tuple(
            named[slot.name] if slot.name in named else slot.choices[0]
            for slot in self.slots
            if slot.name in named or (not slot.optional and len(slot.choices) == 1)
        )

    def broken_rule(self, named: Modifiers) -> str | None:
        """Return the sentence of the first rule that `named` breaks, or None."""
        return next((said for rule in self.rules if (said := rule(named)) is not None), None)

    def combinations(self) -> Iterator[dict[str, str]]:
        """Yield every combination of modifiers that the slots and the rules allow."""
        options = [((None,) if slot.optional else ()) + slot.choices for slot in self.slots]
        for words in product(*options):
            named = {
                slot.name: word for slot, word in zip(self.slots, words, strict=True) if word is not None
            }
            if self.broken_rule(named) is None:
                yield named

    def operands_for(self, named: Modifiers) -> tuple[OperandSpec, ...]:
        """Return the operands of this form with these modifiers, absent ones omitted."""
        return tuple(spec for column in self.operands if (spec := column.resolve(named)) is not None)


def form(
    syntax: str, operands: str = "", *, rules: Sequence[Rule] = (), deprecated: str = "", **choices: str
) -> Form:
    """Read one row of the table.

    Args:
        syntax: Opcode and modifiers in the manual's notation.
        operands: Operands in the notation of `pyptx.isa.operand`.
        rules: Rules of `pyptx.isa.constraints` that the modifiers obey.
        deprecated: Why not to use it, and the replacement.
        choices: The words of each ``.<name>``, separated by spaces.
    """
    opcode = re.split(r"[.{]", syntax, maxsplit=1)[0]
    slots = []
    for match in _SLOT.finditer(syntax):
        name = match["name"] or match["text"]
        words = tuple(choices[match["name"]].split()) if match["name"] else (match["text"],)
        slots.append(Slot(name, words, optional=match[1] is not None))
    return Form(syntax, opcode, tuple(slots), read_operands(operands), tuple(rules), "", operands, deprecated)


EFFECTS: Mapping[str, str] = {
    "exchanges": "lanes get values of other lanes of their warp",
    "reads": "gives registers values of memory at an address that it names",
    "writes": "writes memory at an address that it names",
    "atomic": "updates memory as one access",
    "copies": "copies memory from one address that it names to another",
    "asynchronous": "starts, tracks or awaits operations that go on beside the program",
    "arrives": "arrives at an mbarrier, at once or when operations complete",
    "meets": "meets other threads at a barrier of the CTA",
    "gathers": "arrives or waits at the barrier of the cluster",
    "cancels": "requests the cancellation of a cluster that has not started",
    "waits": "may wait for other threads or for such operations",
    "branches": "chooses where threads go on",
    "calls": "enters a function",
    "ends": "ends threads, or brings them back to the call of the function",
}
"""Effects of instructions other than writing registers."""


def section(title: str, *forms: Form, effects: str = "") -> tuple[Form, ...]:
    """Set the manual section of forms.

    Args:
        title: Number and name of the section.
        forms: The rows.
        effects: Effects of their instructions other than writing registers: words of `EFFECTS`.
    """
    words = frozenset(effects.split())
    unknown = words - EFFECTS.keys()
    if unknown:
        raise ValueError(
            f"{title}: {', '.join(sorted(unknown))} is not an effect; there are {', '.join(EFFECTS)}"
        )
    return tuple(replace(row, section=title, effects=words) for row in forms)


_SLOT = re.compile(r"(\{)?\.(?:<(?P<name>\w+)>|(?P<text>[\w:]+))(?(1)\})")


def _match(slots: tuple[Slot, ...], words: tuple[str, ...], slot: int, word: int) -> dict[str, str] | None:
    """Match from a slot and a word on; try to match a slot before skipping it."""
    if slot == len(slots):
        return {} if word == len(words) else None
    here = slots[slot]
    if word < len(words) and words[word] in here.choices:
        rest = _match(slots, words, slot + 1, word + 1)
        if rest is not None:
            return {here.name: words[word], **rest}
    return _match(slots, words, slot + 1, word) if here.optional else None
