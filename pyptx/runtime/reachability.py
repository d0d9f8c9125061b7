"""The instructions of a program that some thread of a launch may execute.

Each register has an interval of its values in all threads, for the numbers and the sizes of the launch. A
comparison of intervals decides a predicate, and predicates decide branches.
"""

from __future__ import annotations

from collections import ChainMap
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from pyptx.ir import Address, Block, Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import operand_names
from pyptx.isa.vocabulary import ENDS
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.ir import Operand, Statement
    from pyptx.program import Dim3

Ends = tuple[float, float]
_ANY = (-inf, inf)
_MOST_CHANGES = 4
_OF_WARPS = frozenset({"atom", "shfl", "vote", "match", "redux", "activemask", "elect"})
"""Instructions with results of single threads or warps, whatever their operands are."""
_UNMODELLED = frozenset({"hi", "relu", "sat"})
"""Modifiers whose effect on an interval is unknown."""


class Range(NamedTuple):
    """The values of a register: integers from `low` to `high`; those of a predicate are 0 and 1.

    Attributes:
        low: The lowest value.
        high: The highest value.
        uniform: Whether all threads of a launch have the same value.
    """

    low: float
    high: float
    uniform: bool

    def joined(self, other: Range) -> Range:
        """Return a description of both."""
        return Range(min(self.low, other.low), max(self.high, other.high), self.uniform and other.uniform)


def executed(
    statements: Sequence[Statement], numbers: Mapping[str, object], grid: Dim3, block: Dim3
) -> list[Instruction]:
    """Return the instructions that some thread may execute.

    Instructions that the program may skip by a predicate of unknown value, the same in all threads, are left
    out.

    Args:
        statements: Statements of the entry, those of blocks among them.
        numbers: Arguments of the entry; those that are not integers are unknown.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
    """
    guards = _guards(statements, numbers, _values(statements, numbers, _special(grid, block)))
    always = _visited(statements, guards, taken=False) & _visited(statements, guards, taken=True)
    return [each for place, each in enumerate(statements) if place in always]  # type: ignore[misc]


def written_names(each: Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction writes."""
    if not each.operands or type(each.operands[0]) is Address or each.opcode == "bra":
        return ()
    return tuple(operand_names(each.operands[0]))


def constant(operand: Operand) -> int | None:
    """Return the value of an integer literal; None for any other operand."""
    value = literal_value(operand.text) if type(operand) is Literal else None
    return value if isinstance(value, int) else None


def is_of_param(each: Instruction) -> bool:
    """Whether a load reads a parameter of the entry."""
    return each.opcode == "ld" and each.modifiers[:1] in (("param",), ("param::entry",))


# Control flow


def _guards(
    statements: Sequence[Statement], numbers: Mapping[str, object], values: Mapping[str, Range]
) -> dict[int, Range]:
    """Return the predicates of guarded instructions: 1 if they run, by the last write in front of them."""
    here: dict[str, Range] = {}
    latest = ChainMap(here, values)  # type: ignore[arg-type]  # only `here` is written
    guards: dict[int, Range] = {}
    scopes = any(type(each) is Block for each in statements)  # a name may be two registers
    for place, each in enumerate(statements):
        if type(each) is Label or scopes:
            here.clear()
        if type(each) is not Instruction:
            continue
        if each.guard is not None:
            low, high, uniform = latest.get(each.guard.register, _UNKNOWN)
            guards[place] = (
                Range(1 - high, 1 - low, uniform) if each.guard.negated else Range(low, high, uniform)
            )
        for name in written_names(each):
            made = _result(each, numbers, latest)
            if each.guard is not None:
                made = made.joined(latest.get(name, _UNKNOWN))
                made = made._replace(uniform=made.uniform and guards[place].uniform)
            here[name] = made
    return guards


def _visited(statements: Sequence[Statement], guards: Mapping[int, Range], *, taken: bool) -> set[int]:
    """Return the places of instructions that run if uniform predicates of unknown value are all `taken`.

    A loop ends: where such a predicate repeats it, the instructions after it run, too.
    """
    places = _labels(statements)
    loops = _loops(statements)
    seen: set[int] = set()
    found: set[int] = set()
    pending = [0]
    while pending:
        place = pending.pop()
        if place in seen or place >= len(statements):
            continue
        seen.add(place)
        each = statements[place]
        if type(each) is not Instruction:
            pending.append(place + 1)
            continue
        target = each.operands[0] if each.opcode == "bra" else None
        jumps = target is not None or each.opcode in ENDS
        low, high, uniform = guards.get(place, Range(1, 1, uniform=True))
        if low != high and uniform:  # the program chooses
            after = places.get(target.name, place) if type(target) is Name else len(statements)
            leaves = any(place in loop and after not in loop for loop in loops)
            if not jumps or not (after <= place if taken else leaves):
                low = high = taken if jumps else 0
        if high:
            found.add(place)
        if high and type(target) is Name:
            pending.append(places.get(target.name, len(statements)))
        if not (low and jumps):
            pending.append(place + 1)
    return found


# Values


_UNKNOWN = Range(-inf, inf, uniform=False)
_UNIFORM = Range(-inf, inf, uniform=True)


def _special(grid: Dim3, block: Dim3) -> dict[str, Range]:
    """The values of special registers."""
    found = {"%laneid": Range(0, 31, uniform=False)}
    for axis, ctas, threads in zip("xyz", grid, block, strict=True):
        found[f"%tid.{axis}"] = Range(0, threads - 1, uniform=threads == 1)
        found[f"%ctaid.{axis}"] = Range(0, ctas - 1, uniform=ctas == 1)
        found[f"%ntid.{axis}"] = Range(threads, threads, uniform=True)
        found[f"%nctaid.{axis}"] = Range(ctas, ctas, uniform=True)
        found[f"%nclusterid.{axis}"] = Range(1, ctas, uniform=True)
    return found


def _values(
    statements: Sequence[Statement], numbers: Mapping[str, object], special: Mapping[str, Range]
) -> dict[str, Range]:
    """Return the values of registers, for any order of the instructions."""
    body = [each for each in statements if type(each) is Instruction and written_names(each)]
    written = {name for each in body for name in written_names(each)}
    read = [tuple(name for part in each.operands[1:] for name in operand_names(part)) for each in body]
    repeated = {
        name
        for loop in _loops(statements)
        for each in statements[loop.start : loop.stop]
        if type(each) is Instruction
        for name in written_names(each)
    }
    values = dict(special)
    changes: dict[str, int] = {}
    seen: list[object] = [None] * len(body)
    changed = True
    while changed:
        changed = False
        for place, each in enumerate(body):
            operands = tuple(map(values.get, read[place]))
            if operands == seen[place] or any(
                value is None and name in written for name, value in zip(read[place], operands, strict=True)
            ):
                continue
            seen[place] = operands
            made = _result(each, numbers, values)
            for name in written_names(each):
                before = values.get(name, made)
                after = before.joined(made._replace(uniform=made.uniform and name not in repeated))
                if after == before and name in values:
                    continue
                changes[name] = changes.get(name, 0) + 1
                if changes[name] > _MOST_CHANGES:
                    after = Range(
                        -inf if after.low < before.low else after.low,
                        inf if after.high > before.high else after.high,
                        after.uniform,
                    )
                values[name] = after
                changed = True
        for name in _varying(statements, values):
            if name in values and values[name].uniform:
                values[name] = values[name]._replace(uniform=False)
                changed = True
    return values


def _varying(statements: Sequence[Statement], values: Mapping[str, Range]) -> set[str]:
    """Return the registers with several writes, one of which only some threads execute."""
    places = _labels(statements)
    once: set[str] = set()
    several: set[str] = set()
    skipped: set[str] = set()
    end = 0  # of the instructions that some threads skip
    for place, each in enumerate(statements):
        if type(each) is not Instruction:
            continue
        if place < end or (each.guard is not None and not values.get(each.guard.register, _UNIFORM).uniform):
            target = each.operands[0] if each.opcode == "bra" else None
            end = max(end, places.get(target.name, 0) if type(target) is Name else place + 1)
            skipped.update(written_names(each))
        several.update(once.intersection(written_names(each)))
        once.update(written_names(each))
    return skipped & several


def _loops(statements: Sequence[Statement]) -> list[range]:
    """Return the places from each label to a later branch to it."""
    places = _labels(statements)
    branches = {
        place: each.operands[0].name
        for place, each in enumerate(statements)
        if type(each) is Instruction and each.opcode == "bra" and type(each.operands[0]) is Name
    }
    return [
        range(places[name], place + 1) for place, name in branches.items() if places.get(name, place) < place
    ]


def _labels(statements: Sequence[Statement]) -> dict[str, int]:
    """Return the places of labels."""
    return {each.name: place for place, each in enumerate(statements) if type(each) is Label}


def _result(each: Instruction, numbers: Mapping[str, object], values: Mapping[str, Range]) -> Range:
    """Return the values that an instruction computes."""
    names = [name for operand in each.operands[1:] for name in operand_names(operand)]
    if is_of_param(each):
        place = each.operands[1]
        whole = type(place) is Address and place.offset is None and type(each.operands[0]) is Name
        number = numbers.get(names[0]) if whole and names else None
        ends = (number, number) if type(number) is int else _ANY
        return Range(*_in_type(ends, each.modifiers[-1:]), uniform=True)
    uniform = each.opcode not in _OF_WARPS and all(name in values and values[name].uniform for name in names)
    words = [word for word in each.modifiers if word in TYPES]
    operands = [_in_type(_of(operand, values), words[-1:]) for operand in each.operands[1:]]
    made: Ends | None = None
    if each.opcode == "not" and words == ["pred"]:
        made = 1 - min(operands[0][1], 1), 1 - max(operands[0][0], 0)
    elif type(each.operands[0]) is Name and each.opcode == "setp" and len(operands) == 2:
        made = _compared(each.modifiers[0], *operands) if _ANY not in operands else None
    elif (
        type(each.operands[0]) is Name and each.opcode in _COMPUTED and _UNMODELLED.isdisjoint(each.modifiers)
    ):
        made = _COMPUTED[each.opcode](*operands)
    if each.opcode == "setp" or "pred" in each.modifiers:
        low, high = made or (0, 1)
        return Range(max(low, 0), min(high, 1), uniform)
    return Range(*_in_type(made or _ANY, words[:1], wide="wide" in each.modifiers), uniform)


def _of(operand: Operand, values: Mapping[str, Range]) -> Ends:
    number = constant(operand)
    if number is not None:
        return number, number
    return values.get(operand.name, _UNKNOWN)[:2] if type(operand) is Name else _ANY


def _in_type(ends: Ends, words: Sequence[str], *, wide: bool = False) -> Ends:
    """The ends of an interval; unknown if a type may not hold them, or is not one of single integers."""
    if words == ["pred"]:
        return ends
    kind = TYPES[words[0]].kind if words and words[0] in TYPES and "x" not in words[0] else ""
    if kind not in ("u", "s", "b"):
        return _ANY
    bits = TYPES[words[0]].bits << wide
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind == "s" else (0, (1 << bits) - 1)
    # The counter of a loop has no end here; programs do not let it overflow.
    return ends if low <= ends[0] and (ends[1] <= high or ends[1] == inf) else _ANY


def _compared(how: str, one: Ends, other: Ends) -> Ends:
    """The values of a comparison."""
    (a, b), (c, d) = one, other
    always, never = {
        "lt": (b < c, a >= d), "le": (b <= c, a > d), "gt": (a > d, b <= c), "ge": (a >= d, b < c),
        "lo": (b < c, a >= d), "ls": (b <= c, a > d), "hi": (a > d, b <= c), "hs": (a >= d, b < c),
        "eq": (a == b == c == d, b < c or d < a), "ne": (b < c or d < a, a == b == c == d),
    }.get(how, (False, False))  # fmt: skip
    return int(always), int(not never)


def _product(one: Ends, other: Ends) -> Ends:
    ends = [0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(ends), max(ends)


def _sum(one: Ends, other: Ends) -> Ends:
    return one[0] + other[0], one[1] + other[1]


def _shifted(one: Ends, by: Ends) -> Ends | None:
    return _product(one, (1 << int(by[0]),) * 2) if 0 <= by[0] == by[1] < 64 else None


def _halved(one: Ends, by: Ends) -> Ends | None:
    if not (0 <= by[0] == by[1] < 64 and one[0] >= 0):
        return None
    return int(one[0]) >> int(by[0]), one[1] if one[1] == inf else int(one[1]) >> int(by[0])


def _masked(one: Ends, mask: Ends) -> Ends | None:
    ends = [end for low, end in (one, mask) if low >= 0]
    return (0, min(ends)) if ends else None


_COMPUTED: dict[str, Callable[..., Ends | None]] = {
    "mov": lambda one: one,
    "cvt": lambda one: one,
    "add": _sum,
    "sub": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "mul": _product,
    "mad": lambda one, other, added: _sum(_product(one, other), added),
    "min": lambda one, other: (min(one[0], other[0]), min(one[1], other[1])),
    "max": lambda one, other: (max(one[0], other[0]), max(one[1], other[1])),
    "and": _masked,
    "or": lambda one, other: (
        (max(one[0], other[0]), _sum(one, other)[1]) if one[0] >= 0 <= other[0] else None
    ),
    "shl": _shifted,
    "shr": _halved,
    "selp": lambda one, other, _: (min(one[0], other[0]), max(one[1], other[1])),
}
"""The ends of the interval of a result, from those of the operands; None if it is unknown."""
