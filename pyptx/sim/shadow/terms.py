"""Terms: the values of a launch over the real numbers, as operations on the elements of its inputs.

A term has a number, which travels with the shadow of its value as the node of a slice does. `Terms` keeps the
operations in the order in which they were executed. Operands are arrays of numbers:

>>> import numpy as np
>>> terms = Terms()
>>> x = terms.array(terms.variables("x", (3,)))
>>> total = np.exp2(x[::-1] * 0.5).sum()
>>> print(terms.evaluate({"x": np.array([0.0, 2.0, 4.0])})[total.ids])
7.0
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.shadow.functions import ERF, FUNCTIONS
from pyptx.sim.shadow.provenance import Provenance
from pyptx.sim.shadow.term_arrays import OutsideFragmentError, TermArray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.semantics.registry import Pure
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.steps import Step

    Array = NDArray[Any]

MOST_TERMS = 1 << 24
"""Terms that a proof may keep: half a gigabyte."""

POSITIVE, NOT_NEGATIVE = 1.0, 0.5
"""Signs of terms that depend on an input, in place of their values."""

_NAN = math.nan

OPERATIONS: dict[str, Any] = {
    "add": np.add,
    "sum": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "neg": np.negative,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "exp2": np.exp2,
    "exp": np.exp,
    "log2": np.log2,
    "log": np.log,
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
    "erf": ERF,
}
"""The operations on terms, by name; a sum, a maximum and a minimum have any number of operands."""

_UPDATES: dict[Any, str] = {np.add: "add", np.fmin: "min", np.fmax: "max"}


@dataclass(frozen=True, slots=True)
class Constants:
    """Numbers of the program, or of an input that stays as it is."""

    values: Array


@dataclass(frozen=True, slots=True)
class Variables:
    """The elements of an input."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Operation:
    """Results of an operation, each of operands of its own: `operands` has the shape (operands, results)."""

    name: str
    line: str
    operands: Array


@dataclass(frozen=True, slots=True)
class Product:
    """Elements of D of some MMAs: A, B and C have the shapes (..., M, K), (..., K, N) and (..., M, N)."""

    line: str
    left: Array
    right: Array
    addend: Array

    def operands(self, place: int) -> tuple[Array, Array, int]:
        """The row of A, the column of B and the element of C of a result."""
        *which, row, column = map(int, np.unravel_index(place, self.addend.shape))
        left, right = self.left[tuple(which)], self.right[tuple(which)]
        return left[row], right[:, column], int(self.addend.reshape(-1)[place])


Record = Constants | Variables | Operation | Product


class Terms(Provenance):
    """The operations behind every value that launches and functions of NumPy computed.

    Term 0 is the number zero.

    Attributes:
        line: The line that computes now.
        functions: The functions that are read from the polynomials of libraries, by line.
        shared_stores: Pairs of terms that lanes of a warp stored to one location, by line.

    Args:
        watch: Called with each line that executes; may raise.
    """

    def __init__(self, watch: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.line, self._watch = "", watch
        self.functions: dict[str, str] = {}
        self.shared_stores: dict[str, list[Array]] = {}
        self._kept_records: list[Record] = [Constants(np.zeros(1))]
        self._starts = [0]
        self._size = 1
        self._varies = np.zeros(1024, np.bool_)
        self._values = np.zeros(1024)  # see `_bounded`
        self._constants: dict[float, int] = {0.0: 0}

    # Terms

    def variables(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return terms for the elements of an input that may have any values."""
        size = int(np.prod(shape, dtype=int))
        return self._keep(Variables(name, size), np.ones(size, np.bool_), np.zeros(size)).reshape(shape)

    def constants(self, values: Any) -> Array:
        """Return terms for numbers."""
        values = np.asarray(values, np.float64)
        distinct, places = np.unique(values.reshape(-1), return_inverse=True)
        known = self._constants
        unique = [_NAN if math.isnan(each) else each for each in distinct.tolist()]
        fresh = [each for each in unique if each not in known]
        if fresh:
            made = self._keep(Constants(np.array(fresh)), np.zeros(len(fresh), np.bool_), np.array(fresh))
            known.update(zip(fresh, made.tolist(), strict=True))
        ids = np.array([known[each] for each in unique], np.int64)
        return ids[places.reshape(-1)].reshape(values.shape)

    def apply(self, name: str, *operands: Array) -> Array:
        """Return terms for the results of an operation on arrays of terms."""
        same = np.broadcast_arrays(*operands)
        flat = np.stack([each.reshape(-1) for each in same]).astype(np.int64)
        varies: Array = self._varies[flat]
        values = self._values[flat]
        with np.errstate(all="ignore"):
            exact = _operate(name, values)
            squares = (flat == flat[0]).all(0) & (name == "mul")
            some = np.asarray(varies.any(0))
            bounds = np.where(some, _bounds(name, values, varies, squares=squares), exact)
        return self._keep(Operation(name, self.line, flat), some, bounds).reshape(same[0].shape)

    def dot(self, left: Array, right: Array, addend: Array) -> Array:
        """Return terms for the elements of A B + C; see `Product`."""
        left, right, addend = (np.array(each, np.int64) for each in (left, right, addend))
        varies, values = self._varies, self._values
        rows, columns = np.asarray(varies[left].any(-1)), np.asarray(varies[right].any(-2))
        some: Array = rows[..., :, None] | columns[..., None, :] | varies[addend]
        with np.errstate(all="ignore"):
            exact = np.matmul(values[left], values[right]) + values[addend]
            finite_rows = np.asarray(np.isfinite(values[left]).all(-1))
            finite_columns = np.asarray(np.isfinite(values[right]).all(-2))
            finite = finite_rows[..., :, None] & finite_columns[..., None, :] & np.isfinite(values[addend])
        bounds = np.where(some, np.where(finite, 0.0, np.nan), exact)
        record = Product(self.line, left, right, addend)
        return self._keep(record, some.reshape(-1), bounds.reshape(-1)).reshape(addend.shape)

    def array(self, ids: Array) -> TermArray:
        """Return an array that records the operations of NumPy on it."""
        return TermArray(self, ids)

    def visited(self, line: LineErrors) -> None:
        """Watch the time of a launch."""
        if self._watch is not None:
            self._watch(line.place)

    def _keep(self, record: Record, varies: Array, values: Array) -> Array:
        if self._watch is not None:
            self._watch(self.line)
        first, self._size = self._size, self._size + len(varies)
        self._kept_records.append(record)
        self._starts.append(first)
        if self._size > MOST_TERMS:
            raise OutsideFragmentError("its terms do not fit in memory; use smaller sizes", self.line)
        while self._size > len(self._varies):
            self._varies = np.concatenate((self._varies, np.zeros_like(self._varies)))
            self._values = np.concatenate((self._values, np.zeros_like(self._values)))
        self._varies[first : self._size], self._values[first : self._size] = varies, values
        return np.arange(first, self._size)

    def record(self, term: int) -> tuple[Record, int]:
        """The record of a term, and its place in it."""
        which = bisect_right(self._starts, term) - 1
        return self._kept_records[which], term - self._starts[which]

    @property
    def records(self) -> Iterator[tuple[int, Record]]:
        """The records in order, each with its first term."""
        return zip(self._starts, self._kept_records, strict=True)

    @property
    def ends(self) -> Array:
        """For each term 0 if it is finite for all inputs, an infinity if it is that one, else NaN."""
        values: Array = self._values[: self._size]
        return np.where(np.isfinite(values), 0.0, values)

    @property
    def fixed(self) -> Array:
        """The values of terms that do not depend on an input; NaN for the others."""
        return np.where(self._varies[: self._size], _NAN, self._values[: self._size])

    def evaluate(self, inputs: Mapping[str, Array]) -> Array:
        """The values of all terms in float64, for inputs by name."""
        found = np.zeros(self._size)
        with np.errstate(all="ignore"):
            for first, record in self.records:
                match record:
                    case Constants(values):
                        made: Any = values
                    case Variables(name, _):
                        made = np.asarray(inputs[name], np.float64).reshape(-1)
                    case Operation(name, _, operands):
                        made = _operate(name, found[operands])
                    case _:
                        total = np.matmul(found[record.left], found[record.right])
                        made = (total + found[record.addend]).reshape(-1)
                found[first : first + len(made)] = made
        return found

    # The values of a launch

    def inputs(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return the terms of an array that stays as it is, such as a new output: none, it has its values."""
        del name
        return np.zeros(shape)

    def computed(
        self, step: Step, definition: Pure, line: LineErrors, operands: Sequence[Array], active: Array
    ) -> Array:
        """Return terms for the results of an instruction."""
        self.line = line.place
        m = step.operation.modifiers
        words = set(step.operation.words)
        ids_of = [self._ids(each) for each in operands]
        if "xorsign" in words:
            return self._without_term(line, ids_of, active)
        try:
            if definition.decides == "choice":
                name = "max" if definition.key.startswith("max") else "min"
                given = [self.apply("abs", each) for each in ids_of] if "abs" in words else ids_of
                made = given[0]
                for each in given[1:]:
                    made = self.apply(name, made, each)
            else:
                assert definition.real is not None
                result: Any = definition.real(m, *map(self.array, ids_of))
                made = result.ids
            if words & {"relu", "sat"}:
                made = self.apply("max", made, np.zeros(1, np.int64))
            return self.apply("min", made, self.constants(1.0)) if "sat" in words else made
        except OutsideFragmentError:
            return self._without_term(line, ids_of, active)

    def _without_term(self, line: LineErrors, operands: Sequence[Array], active: Array) -> Array:
        """Return zeros for the results of a function without terms: all of its operands must be constants."""
        self._refuse("computes a function without a term of", line, operands, active)
        return np.zeros(np.broadcast_shapes(*(each.shape for each in operands)))

    @property
    def reads_functions(self) -> bool:
        """Whether results of functions of libraries are found: terms have no bits to compute them with."""
        return True

    def function(self, name: str, line: LineErrors, argument: Array) -> Array:
        """Return terms for the results of a function of a library."""
        self.line = line.place
        self.functions[line.place] = name
        result: TermArray = FUNCTIONS[name].of_terms(self.array(self._ids(argument)))
        return result.ids

    def product(self, line: LineErrors, left: Array, right: Array, addend: Array) -> Array:
        """Return terms for the elements of D of MMAs."""
        self.line = line.place
        return self.dot(*(self._ids(each) for each in (left, right, addend)))

    def sum(self, line: LineErrors, first: Array, second: Array) -> Array:
        """Return terms for sums of two."""
        self.line = line.place
        return self.apply("add", self._ids(first), self._ids(second))

    def scaled(self, values: Array, factors: Array | float) -> Array:
        """Return terms for values times constants."""
        return self.apply("mul", self._ids(values), self.constants(factors))

    def absolute(self, values: Array) -> Array:
        """Return terms for the sizes of values."""
        return self.apply("abs", self._ids(values))

    def update(
        self, line: LineErrors, held: Array, values: Array, which: Array, combine: Callable[..., Any]
    ) -> Array:
        """Return terms for places in memory whose contents were combined with the values of lanes."""
        self.line = line.place
        found, given = self._ids(held), self._ids(values)
        order = np.argsort(which, kind="stable")
        turns = np.arange(len(order)) - np.searchsorted(which[order], which[order])
        for turn in range(int(turns.max(initial=-1)) + 1):
            lanes = order[turns == turn]
            found[which[lanes]] = self.apply(_UPDATES[combine], found[which[lanes]], given[lanes])
        return found

    def decided(self, line: LineErrors, operands: Sequence[Array], active: Array) -> None:
        """Refuse a comparison that depends on an input.

        That of a finite value with an infinity does not, nor that of a positive value with one that is not,
        if the values of this run are defined.
        """
        actual = np.stack(np.broadcast_arrays(*(each[0] for each in operands)))
        ids = [self._ids(each) for each in operands]
        values, varies = (
            np.stack(np.broadcast_arrays(*(each[place] for place in ids)))
            for each in (self._values, self._varies)
        )
        infinite = np.isinf(values).any(0) & (np.isfinite(values) & np.isfinite(actual)).any(0)
        positive = (varies & (values == POSITIVE) & (actual > 0)).any(0) & (~varies & (values <= 0)).any(0)
        self._refuse("compares", line, ids, ~(infinite | positive) & active)

    def varies(self, operand: Array) -> Array:
        """Whether values depend on an input."""
        found: Array = self._varies[self._ids(operand)]
        return found

    def ended(self, line: LineErrors, operands: Sequence[Array], active: Array) -> None:
        """Refuse an instruction without a meaning over the real numbers whose operands depend on an input."""
        self._refuse("reads the bits of", line, [self._ids(each) for each in operands], active)

    def stored_together(self, line: LineErrors, first: Array, second: Array, alike: Array) -> None:
        """Note pairs of terms that lanes store to one location; refuse those of which bytes meet in part."""
        pairs = np.stack((self._ids(first), self._ids(second)))
        self._refuse("stores over parts of", line, list(pairs), ~alike)
        pairs = pairs[:, alike & (pairs[0] != pairs[1])]
        if pairs.size:
            self.shared_stores.setdefault(line.place, []).append(pairs)

    def _refuse(self, verb: str, line: LineErrors, operands: Sequence[Array], lanes: Array) -> None:
        if any((self._varies[each] & lanes).any() for each in operands):
            raise OutsideFragmentError(
                f"{line.instruction} {verb} values that depend on an input", line.place
            )

    def of(self, values: Array, nodes: Array) -> Array:
        """The terms of values with their nodes."""
        return self._ids(np.stack((values, nodes)))

    def _ids(self, operand: Array) -> Array:
        """The terms of values with their nodes; those without one are constants."""
        values, ids = operand[0], operand[1].astype(np.int64)
        unknown = (ids == 0) & (values != 0)
        if unknown.any():
            ids[unknown] = self.constants(values[unknown])
        return np.asarray(ids)


def _operate(name: str, operands: Array) -> Any:
    """The results of an operation on numbers."""
    function = OPERATIONS[name]
    return function.reduce(operands, axis=0) if name in ("sum", "max", "min") else function(*operands)


def _bounds(name: str, values: Array, varies: Array, *, squares: Array) -> Any:
    """Bound results that depend on an input, wherever they are defined.

    Args:
        name: The operation.
        values: The values of operands. Those that vary have `POSITIVE`, `NOT_NEGATIVE` or 0 if they are
            finite, an infinity if they are infinite for any inputs, and NaN if neither is known.
        varies: Which operands vary.
        squares: Which results are products of equal factors.
    """
    finite = np.isfinite(values)
    ends = np.where(finite, 0.0, values)
    if name in ("add", "sum", "sub", "max", "min", "neg", "abs"):
        known = _operate(name, ends)
    elif name == "mul":
        known = np.multiply(*np.where(finite & varies, np.nan, values))
    elif name == "div":
        known = np.where(finite[0], 0.0, np.nan)
    else:
        known = (
            np.where(ends[0] < 0, 0.0, ends[0]) if name in ("exp", "exp2") else np.full(len(ends[0]), np.nan)
        )
    known = np.where(finite.all(0), 0.0, known)
    positive = np.where(varies, values == POSITIVE, values > 0)
    not_negative = np.where(varies, values >= NOT_NEGATIVE, values >= 0)
    signs = {
        "add": (positive.any(0) & not_negative.all(0), not_negative.all(0)),
        "mul": (positive.all(0), not_negative.all(0) | squares),
        "div": (positive.all(0), not_negative.all(0)),
        "max": (positive.any(0), not_negative.any(0)),
        "min": (positive.all(0), not_negative.all(0)),
        "exp2": (finite[0], np.True_),
        "sqrt": (positive[0], np.True_),
        "abs": (np.False_, np.True_),
    }.get({"sum": "add", "exp": "exp2"}.get(name, name), (np.False_, np.False_))
    above, least = map(np.asarray, signs)
    return np.where(known == 0, np.where(above, POSITIVE, np.where(least, NOT_NEGATIVE, 0.0)), known)


def check_lines(lines: Sequence[LineErrors]) -> None:
    """Refuse launches in which the shadow of a value ended.

    Raises:
        OutsideFragmentError: The first line that ended one.
    """
    for line in lines:
        if line.disagreements > line.choices:
            raise OutsideFragmentError(f"{line.instruction} decides otherwise without rounding", line.place)
        if line.restarts:
            raise OutsideFragmentError(
                f"{line.instruction} has no meaning over the real numbers here", line.place
            )
