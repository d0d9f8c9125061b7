"""Diagnosis of modifiers that no form has: the nearest legal ones, and other orders."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, takewhile
from string import digits
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx import types
from pyptx.errors import did_you_mean
from pyptx.isa import forms_of, lookup, opcodes
from pyptx.late import late
from pyptx.verify.messages import report

if TYPE_CHECKING:
    import difflib
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.ir import Instruction
    from pyptx.isa import Candidate, Form
else:
    difflib = late("difflib")

Fits: TypeAlias = "Callable[[Candidate], bool]"
"""Whether a candidate accepts the operands written."""


@lru_cache(maxsize=16384)
def lookup_any_order(opcode: str, modifiers: tuple[str, ...]) -> tuple[Candidate, ...]:
    """Find the candidates with these modifiers in another order; types must keep their order.

    The manual fixes the order; ptxas accepts others, and compilers write them. The order of types never
    changes: ``cvt.s32.u8`` is not ``cvt.u8.s32``.

    >>> [".".join(c.form.spell(c.modifiers)) for c in lookup_any_order("add", ("f32", "ftz", "rn"))]
    ['rn.ftz.f32']

    If several orders are legal, the one with the fewest swapped words comes first.

    >>> words = "sync aligned m16n8k32 row col s32 u8 s8 s32 satfinite".split()
    >>> [(c.modifiers["atype"], c.modifiers["btype"]) for c in lookup_any_order("mma", tuple(words))]
    [('u8', 's8')]
    """
    given = _types_of(modifiers)
    orders = {
        order
        for form in forms_of(opcode)
        for named in _in_any_order(form, modifiers)
        if form.broken_rule(named) is None and _types_of(order := form.spell(named)) == given
    }
    nearest = sorted(orders, key=lambda order: (_swaps(order, modifiers), order))
    return tuple(candidate for order in nearest for candidate in lookup(opcode, order))


def _types_of(words: tuple[str, ...]) -> list[str]:
    """The types among modifiers."""
    return [word for word in words if word in types.TYPES]


def _swaps(order: tuple[str, ...], written: tuple[str, ...]) -> int:
    """Count the pairs of words in reverse order."""
    left = list(enumerate(written))
    places = []
    for word in order:
        place = next(item for item in left if item[1] == word)
        left.remove(place)
        places.append(place[0])
    return sum(first > second for first, second in combinations(places, 2))


def _in_any_order(form: Form, modifiers: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Yield the ways to give each modifier a slot of its own."""

    def fill(slot: int, left: tuple[str, ...]) -> Iterator[dict[str, str]]:
        if slot == len(form.slots):
            if not left:
                yield {}
            return
        here = form.slots[slot]
        for word in dict.fromkeys(left):
            if word in here.choices:
                index = left.index(word)
                for rest in fill(slot + 1, left[:index] + left[index + 1 :]):
                    yield {here.name: word, **rest}
        if here.optional:
            yield from fill(slot + 1, left)

    least = sum(not slot.optional for slot in form.slots)
    if least <= len(modifiers) <= len(form.slots):
        yield from fill(0, modifiers)


class _Reach(NamedTuple):
    """The longest prefix of modifiers that a form accepts, and the words that may follow."""

    form: Form
    words: int
    following: tuple[str, ...]


def _reach(form: Form, modifiers: tuple[str, ...]) -> _Reach:
    """Match modifiers against a form until one does not fit."""
    states, reached = [0], 0
    for word in modifiers:
        after = [
            slot + 1
            for start in states
            for slot in _open_slots(form, start)
            if word in form.slots[slot].choices
        ]
        if not after:
            break
        states, reached = after, reached + 1
    following = dict.fromkeys(
        word for start in states for slot in _open_slots(form, start) for word in form.slots[slot].choices
    )
    return _Reach(form, reached, tuple(following))


def _open_slots(form: Form, start: int) -> Iterator[int]:
    """The slots that the next modifier may fill."""
    for slot in range(start, len(form.slots)):
        yield slot
        if not form.slots[slot].optional:
            return


def explain_modifiers(instruction: Instruction, fits: Fits, offers: Callable[[Form], bool]) -> str:
    """Say why no form has the modifiers of an instruction.

    Args:
        instruction: The instruction, as written.
        fits: Whether a candidate accepts its operands, on this target.
        offers: Whether the target supports a form; if it supports none of the opcode, all forms are listed.
    """
    opcode, modifiers = instruction.opcode, instruction.modifiers
    forms = tuple(filter(offers, forms_of(opcode))) or forms_of(opcode)
    if not forms:
        guess = did_you_mean(opcode, sorted(opcodes()))
        return report(instruction, f"PTX has no instruction {opcode}{guess}")
    nearest = nearest_spelling(opcode, modifiers, fits)
    meant = [candidate.form for candidate in lookup(opcode, nearest or ())]
    guess = ".".join((opcode, *nearest)) if nearest is not None else ""
    broken = [
        (form, said)
        for form in forms
        if (named := form.match(modifiers)) is not None and (said := form.broken_rule(named)) is not None
    ]
    if broken:
        sentences = "; ".join(dict.fromkeys(said for _, said in broken))
        return report(instruction, sentences, [*meant, *(form for form, _ in broken)], guess)
    reaches = [_reach(form, modifiers) for form in forms]
    furthest = max(reach.words for reach in reaches)
    reaches = [reach for reach in reaches if reach.words == furthest]
    said = _explain_next(opcode, modifiers, furthest, reaches)
    return report(instruction, said, [*meant, *(reach.form for reach in reaches)], guess)


_WORDS_SHOWN = 40
"""Most words to list as alternatives; beyond that, only the most similar ones are."""


def _explain_next(opcode: str, modifiers: tuple[str, ...], furthest: int, reaches: Sequence[_Reach]) -> str:
    """Explain which modifier is wrong or missing, and list the legal ones."""
    following = tuple(dict.fromkeys(f".{word}" for reach in reaches for word in reach.following))
    before = ".".join((opcode, *modifiers[:furthest]))
    if len(following) > _WORDS_SHOWN and furthest < len(modifiers):
        likest = difflib.get_close_matches(f".{modifiers[furthest]}", following, n=_WORDS_SHOWN, cutoff=0.0)
        following = (*(word for word in following if word in likest), "…")
    legal = f"after {before} comes {' '.join(following)}" if following else f"{before} is complete"
    if furthest == len(modifiers):
        return f"a modifier is missing; {legal}"
    return f".{modifiers[furthest]} cannot stand here; {legal}"


def nearest_spelling(opcode: str, modifiers: tuple[str, ...], fits: Fits) -> tuple[str, ...] | None:
    """Return the legal modifiers nearest to those written; None if none is near.

    The same modifiers in another order are nearest, then those with a word changed, added or omitted.
    Modifiers that accept the operands come first; among equally near ones, those that keep more of the first
    words.
    """
    if not lookup(opcode, modifiers):
        reordered = [candidate for candidate in lookup_any_order(opcode, modifiers) if fits(candidate)]
        if reordered:
            return reordered[0].form.spell(reordered[0].modifiers)
    legal = {edit: cost for edit, cost in _edits(opcode, modifiers).items() if lookup(opcode, edit)}
    fitting = [edit for edit in legal if any(fits(candidate) for candidate in lookup(opcode, edit))]
    least = min((legal[edit] for edit in fitting or legal), default=0)
    written = difflib.SequenceMatcher(b=".".join(modifiers), autojunk=False)

    def likeness(edit: tuple[str, ...]) -> tuple[float, int]:
        written.set_seq1(".".join(edit))
        kept = takewhile(lambda pair: pair[0] == pair[1], zip(edit, modifiers, strict=False))
        return written.ratio(), sum(1 for _ in kept)

    return max((edit for edit in fitting or legal if legal[edit] == least), key=likeness, default=None)


def _widths_between(word: str, other: str) -> int | None:
    """Count the doublings of width between two types of one kind; None for anything else.

    >>> _widths_between("f16", "f64"), _widths_between("f16", "s32")
    (2, None)
    """
    if (
        word == other
        or word.rstrip(digits) != other.rstrip(digits)
        or not {word, other} <= types.TYPES.keys()
    ):
        return None
    return abs(types.from_name(word).bits.bit_length() - types.from_name(other).bits.bit_length())


def _edits(opcode: str, modifiers: tuple[str, ...]) -> dict[tuple[str, ...], float]:
    """Return modifiers with one word changed, added or omitted, two omitted or two joined, and the distance.

    A replaced word costs more the less similar the words are, at most as much as one omitted and one added.
    Types of one kind compare by width: .f32 is nearer to .f64 than .f16 is. A word that only completes the
    written one costs least.
    """
    forms = forms_of(opcode)
    changed = 1 + max((_reach(form, modifiers).words for form in forms), default=0)
    edits: dict[tuple[str, ...], float] = {}

    def note(edit: tuple[str, ...], cost: float) -> None:
        if edit != modifiers:
            edits[edit] = min(cost, edits.get(edit, cost))

    # The legal modifiers differ in one of the matching words, or in the word after them.
    for index in range(min(changed, len(modifiers) + 1)):
        before, after = modifiers[:index], modifiers[index:]
        written = difflib.SequenceMatcher(b=after[0] if after else "", autojunk=False)
        reaches = (_reach(form, before) for form in forms)
        for word in dict.fromkeys(
            word for reach in reaches if reach.words == index for word in reach.following
        ):
            note((*before, word, *after), 1 if after else 0)
            if after:
                written.set_seq1(word)
                steps = _widths_between(word, after[0])
                alike = written.ratio() if steps is None else max(0, 1 - 0.4 * steps)
                note((*before, word, *after[1:]), 2 * (1 - alike))
        if len(after) > 1:
            note((*before, f"{after[0]}::{after[1]}", *after[2:]), 0)
    for count in (1, 2):
        for kept in combinations(modifiers, max(len(modifiers) - count, 0)):
            note(kept, count)
    return edits
