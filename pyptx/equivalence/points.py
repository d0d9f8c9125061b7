"""Values of terms at random points of prime fields, which decide whether two terms are one function.

Two rational functions that agree at a random point of a large field are the same one, up to a chance of their
degree over the size of the field. Sums are not multiplied out, so that the time is that of one more run.

Powers of two have exponents in a field of their own (`pyptx.equivalence.residues`). A root has a value only
at points where its operand has one. Logarithms, sines, and exponentials within exponents are unknown
functions of their operand, and so is a part of each maximum (`pyptx.equivalence.arguments`). So values that
agree prove an equality; values that differ refute it only if no such function is in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.equivalence import residues
from pyptx.equivalence.arguments import Arguments
from pyptx.equivalence.readings import read
from pyptx.equivalence.residues import POINTS
from pyptx.sim.shadow.terms import Constants, Operation, Product, Variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.shadow.terms import Record, Terms

    Array = NDArray[Any]

FEW, MANY = 4, 32
"""Points at which equal terms agree; many if there are roots, whose signs are right at half of the points."""

MOST_DRAWS = 48
"""Draws of `POINTS` points after which an element without enough of them is left open."""

_VALUE, _POWER = 0, 1
"""Rows of residues: those of values, and those of exponents."""


class Points:
    """The values of some terms at points that are drawn anew each time.

    Attributes:
        terms: The terms.
        ids: Terms that are compared.
        valued: Terms that are operands of others than maxima of maxima, and minima of minima.
        rooted: Which of them have a root.
        unknown: Which of them have an unknown function.
        readings: The real numbers that rounded constants represent, by their text.
    """

    def __init__(self, terms: Terms, ids: Array, watch: Callable[[], None]) -> None:
        self.terms, self.ids, self._watch = terms, ids, watch
        self.readings: dict[float, str] = {}
        self.ends = terms.ends
        self.valued = np.zeros(len(self.ends), np.bool_)
        self._records = self._needed()
        self._constants: dict[float, tuple[Array, Array]] = {}
        rooted, unknown = self._kinds()
        self.rooted, self.unknown = rooted[ids], unknown[_VALUE, ids]

    def _needed(self) -> list[tuple[int, Record]]:
        """The records behind the terms that are compared."""
        needed, valued = np.zeros(len(self.ends), np.bool_), self.valued
        needed[self.ids] = valued[self.ids] = True
        records = list(self.terms.records)
        names = np.repeat(
            [record.name if isinstance(record, Operation) else "" for _, record in records],
            [_size(record) for _, record in records],
        )
        kept = []
        for first, record in reversed(records):
            own = needed[first : first + _size(record)]
            if not own.any():
                continue
            kept.append((first, record))
            match record:
                case Operation():
                    operands = record.operands[:, own]
                    needed[operands] = True
                    inner = record.name in ("max", "min") and names[operands] == record.name
                    valued[operands[~np.broadcast_to(inner, operands.shape)]] = True
                case Product():
                    for operand in (record.left, record.right, record.addend):
                        needed[operand] = valued[operand] = True
                case Constants():
                    self.readings |= {
                        value: text
                        for value in record.values[own].tolist()
                        if np.isfinite(value) and (text := read(value).text)
                    }
        return kept[::-1]

    def _kinds(self) -> tuple[Array, Array]:
        """For each term whether it has a root, and an unknown function in its value and as an exponent."""
        rooted: Array = np.zeros(len(self.ends), np.bool_)
        unknown: Array = np.zeros((2, len(self.ends)), np.bool_)
        for first, record in self._records:
            own = slice(first, first + _size(record))
            if isinstance(record, Product):
                for kinds in (rooted[None], unknown):
                    rows = np.asarray(kinds[:, record.left].any(-1))[..., :, None]
                    columns = np.asarray(kinds[:, record.right].any(-2))[..., None, :]
                    kinds[:, own] = (rows | columns | kinds[:, record.addend]).reshape(len(kinds), -1)
            elif isinstance(record, Operation):
                rooted[own] = rooted[record.operands].any(0) | (record.name == "sqrt")
                below = np.asarray(unknown[:, record.operands].any(1))
                if record.name in ("exp", "exp2", "tanh"):
                    unknown[_VALUE, own], unknown[_POWER, own] = below[_POWER], True
                else:
                    is_known = record.name in ("add", "sum", "sub", "mul", "div", "neg", "sqrt")
                    unknown[:, own] = below | (not is_known)
        return rooted, unknown

    def draw(self, seed: int) -> tuple[Array, Array]:
        """Values of the terms that are compared, and where they have none; both for each point."""
        values = _Values(self, seed)
        for number, (first, record) in enumerate(self._records):
            if not number % 64:
                self._watch()
            values.evaluate(first, record)
        return values.found[_VALUE][:, self.ids], values.missing[_VALUE][:, self.ids]

    def constant(self, value: float, log2_e: Array, root_pi: Array) -> tuple[Array, Array]:
        """The residues of a constant, read as the real number that it represents, and where it has none."""
        if not np.isfinite(value):
            none = np.full((2, POINTS), bool(np.isnan(value)))
            return np.zeros((2, POINTS), np.uint64), none
        reading = read(value)
        if value not in self._constants:
            root, is_root = residues.root(residues.residues(reading.under))
            self._constants[value] = residues.multiply(residues.residues(reading.factor), root), ~is_root
        found, missing = self._constants[value]
        for base, power in ((log2_e, reading.log2_e), (root_pi, reading.root_pi)):
            for _ in range(abs(power)):
                found = residues.multiply(found, base if power > 0 else residues.inverse(base))
        return found, missing


class _Values:
    """Values of terms at one draw of points.

    Attributes:
        found: Residues of each term.
        missing: Mask of the residues that a term lacks.
    """

    def __init__(self, points: Points, seed: int) -> None:
        self._points, self._seed = points, seed
        size = len(points.ends)
        self.found = np.zeros((2, POINTS, size), np.uint64)
        self.missing = np.zeros((2, POINTS, size), np.bool_)
        self._log2_e, self._root_pi = np.split(residues.draw_residues([seed], 2), 2, axis=-1)
        self._maxima = Arguments(self.found, self.missing, points.terms, points.valued)

    def evaluate(self, first: int, record: Record) -> None:
        """Compute the terms of a record."""
        own = slice(first, first + _size(record))
        match record:
            case Constants(values):
                bases = self._log2_e[..., 0], self._root_pi[..., 0]
                each = [self._points.constant(value, *bases) for value in values.tolist()]
                made, none = (np.stack(parts, axis=-1) for parts in zip(*each, strict=True))
            case Variables(name, size):
                made = residues.draw_residues([self._seed, *name.encode()], size)
                none = np.zeros_like(made, np.bool_)
            case Product():
                made, none = self._product(record)
            case _:
                made, none = self._operation(record, first)
        infinite = self._points.ends[own] != 0
        self.found[..., own] = np.where(infinite, np.uint64(0), made)
        self.missing[..., own] = np.where(infinite, np.isnan(self._points.ends[own]), none)

    def _product(self, record: Product) -> tuple[Array, Array]:
        left, right, addend = (self.found[..., each] for each in (record.left, record.right, record.addend))
        made = residues.add(residues.product(left, right), addend)
        none = self.missing[..., record.addend]
        rows, columns = (self.missing[..., each] for each in (record.left, record.right))
        if rows.any() or columns.any():
            none = none | np.asarray(rows.any(-1))[..., :, None] | np.asarray(columns.any(-2))[..., None, :]
        return made.reshape(2, POINTS, -1), none.reshape(2, POINTS, -1)

    def _operation(self, record: Operation, first: int) -> tuple[Array, Array]:
        if record.name in ("max", "min", "abs"):
            return self._maxima.of(record, first)
        ends: Array = self._points.ends[record.operands]
        operands = [self.found[..., each] for each in record.operands]
        none: Array = np.asarray(self.missing[..., record.operands].any(2))
        zero = np.zeros(ends.shape[1], np.bool_)  # results of infinite operands
        match record.name:
            case "add" | "sum":
                made = residues.total(np.stack(operands, axis=2), 2)
            case "sub":
                made = residues.add(operands[0], residues.negate(operands[1]))
            case "neg":
                made = residues.negate(operands[0])
            case "mul":
                made = residues.multiply(*operands)
            case "div":
                made, none = self._quotient(record, operands[0], none)
                zero = np.isinf(ends[1]) & (ends[0] == 0)
            case "sqrt":
                made, is_root = residues.root(operands[0])
                none = none | ~is_root
            case "exp2" | "exp":
                exponent = operands[0] if record.name == "exp2" else self._times_log2_e(operands[0])
                made, none = residues.power_of_two(exponent), np.repeat(none[_POWER:], 2, axis=0)
                zero = ends[0] < 0
            case "tanh":
                twice = residues.add(operands[0], operands[0])
                power = residues.power_of_two(self._times_log2_e(twice))
                below = residues.inverse(residues.add(power, np.ones_like(power)))
                made = residues.add(np.ones_like(below), residues.negate(residues.add(below, below)))
                none = np.repeat(none[_POWER:], 2, axis=0)
            case _:
                made = residues.mixed(operands[0], hash_of(record.name))
                none = none | ~operands[0].any((0, 1))  # the logarithm of zero
                if record.name == "log":
                    made = residues.mixed(operands[0], hash_of("log2"))
                    made = residues.multiply(made, residues.inverse(self._log2_e))
        none = ~zero & (none | (ends != 0).any(0))
        return np.where(zero, np.uint64(0), made), none

    def _times_log2_e(self, value: Array) -> Array:
        return residues.multiply(value, self._log2_e)

    def _quotient(self, record: Operation, above: Array, none: Array) -> tuple[Array, Array]:
        """The quotients; of equal divisors the reciprocal is computed once."""
        distinct, places = np.unique(record.operands[1], return_inverse=True)
        below = self.found[..., distinct]
        made = residues.multiply(above, residues.inverse(below)[..., places])
        return made, none | (below == 0)[..., places]


def agreeing(
    first: tuple[Terms, Array], second: tuple[Terms, Array], watch: Callable[[], None]
) -> tuple[Array, Array, dict[float, str]]:
    """Compare terms of two sides.

    Args:
        first: The terms of a side, and the numbers of those that are compared.
        second: Terms of the other side, in the same order.
        watch: Called now and then; may raise.

    Returns:
        Which are equal, which are different for sure, and the real numbers that constants represent.
    """
    one, other = (Points(terms, ids, watch) for terms, ids in (first, second))
    ends = one.ends[one.ids], other.ends[other.ids]
    finite = (ends[0] == 0) & (ends[1] == 0)
    enough = np.where(one.rooted | other.rooted, MANY, FEW)
    agreed = np.zeros(len(one.ids), np.int64)
    differ = np.zeros(len(one.ids), np.bool_)
    for number in range(MOST_DRAWS):
        values, missing = one.draw(number)
        others, none = other.draw(number)
        valid = ~missing & ~none
        agreed += (valid & (values == others)).sum(0)
        differ |= (valid & (values != others)).any(0)
        pending = finite & ~differ & (agreed < enough)
        if not pending.any() or (number >= FEW and not agreed[pending].any()):
            break
    equal = np.where(finite, ~differ & (agreed >= enough), ends[0] == ends[1])
    has_unknown = one.unknown | other.unknown | one.rooted | other.rooted
    return equal, finite & differ & ~has_unknown, {**one.readings, **other.readings}


def hash_of(name: str) -> int:
    """A number for the name of a function."""
    return int.from_bytes(name.encode(), "little")


def _size(record: Record) -> int:
    """The number of terms of a record."""
    match record:
        case Constants(values):
            return len(values)
        case Variables(_, size):
            return size
        case Operation():
            return int(record.operands.shape[1])
    return int(record.addend.size)
