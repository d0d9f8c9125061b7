"""Origins of values: the lines that computed an element, and the elements of inputs that they read.

While a launch runs with slices, every value that an instruction computes has a number, its node, which
travels with its shadow. `Provenance` keeps the nodes of its operands. Addresses, predicates and integers have
no nodes: a slice has the lines through which the value itself came.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.semantics.registry import Modifiers, Pure
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.steps import Step

    Array = NDArray[Any]

MOST_NODES = 1 << 26
"""Nodes of operands that a launch may keep: half a gigabyte."""

PROBES = 16
"""Random operands on which an instruction is tried to find on what its results depend."""

SHOWN = 12
"""Lines that the text of a slice lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Elements of an input.

    Attributes:
        shape: Shape of the input.
        elements: Their numbers, rising.
    """

    shape: tuple[int, ...]
    elements: Array

    def __repr__(self) -> str:
        """The elements in the short form of `str`."""
        return f"Region({self})"

    def __str__(self) -> str:
        """The elements as a range in each direction, if they fill it."""
        places = np.unravel_index(self.elements, self.shape) if self.shape else ()
        first = [int(each.min()) for each in places]
        last = [int(each.max()) for each in places]
        ranges = ", ".join(
            str(low) if low == high else f"{low}:{high + 1}" for low, high in zip(first, last, strict=True)
        )
        inside = int(np.prod([high + 1 - low for low, high in zip(first, last, strict=True)], dtype=int))
        return (
            f"[{ranges}]" if inside == len(self.elements) else f"[{ranges}] ({len(self.elements):,} elements)"
        )


@dataclass(frozen=True, slots=True)
class Slice:
    """The origin of one element.

    Attributes:
        lines: The lines that computed it, in order of execution.
        reads: The elements of inputs that they read, by input.
    """

    lines: tuple[str, ...]
    reads: Mapping[str, Region]

    def __str__(self) -> str:
        if not self.lines and not self.reads:
            return "no computation on floating-point values leads to it"
        said = f"the value comes from {self.places}" if self.lines else "the value is a copy"
        reads = " and ".join(f"{name}{region}" for name, region in self.reads.items())
        word = "reads" if len(self.lines) <= 1 else "read"
        return f"{said}, which {word} {reads}" if reads else said

    @property
    def places(self) -> str:
        """The lines in words, those of a file together."""
        files: dict[str, list[str]] = {}
        for line in self.lines[:SHOWN]:
            file, _, number = line.rpartition(":")
            files.setdefault(file, []).append(number)
        parts = (f"{file}:{', '.join(each)}" if file else ", ".join(each) for file, each in files.items())
        said = ", ".join(parts)
        return f"{said} and {len(self.lines) - SHOWN} more" if len(self.lines) > SHOWN else said

    def to_json(self) -> dict[str, Any]:
        """The lines, and the number of each element that they read."""
        return {
            "lines": list(self.lines),
            "reads": {name: region.elements.tolist() for name, region in self.reads.items()},
        }


@dataclass(frozen=True, slots=True)
class _Elementwise:
    """Results with operands of their own: the nodes have the shape (operands, results)."""

    line: str
    nodes: Array

    def operands(self, places: Array) -> Array:
        return self.nodes[:, places].reshape(-1)


@dataclass(frozen=True, slots=True)
class _Product:
    """Elements of D of some MMAs: nodes of A, B and C, shape (..., M, K), (..., K, N) and (..., M, N)."""

    line: str
    left: Array
    right: Array
    addend: Array

    def operands(self, places: Array) -> Array:
        rows, columns = self.addend.shape[-2:]
        which, row, column = np.unravel_index(places, (self.addend.size // (rows * columns), rows, columns))
        left, right = (
            self.left.reshape(-1, *self.left.shape[-2:]),
            self.right.reshape(-1, *self.right.shape[-2:]),
        )
        read = (left[which, row].reshape(-1), right[which, :, column].reshape(-1))
        return np.concatenate((*read, self.addend.reshape(-1)[places]))


@dataclass(frozen=True, slots=True)
class _Update:
    """Places that an atomic operation updated: the nodes of their contents, and of the values by place."""

    line: str
    held: Array
    values: Array
    which: Array

    def operands(self, places: Array) -> Array:
        return np.concatenate((self.held[places], self.values[np.isin(self.which, places)]))


def dependences(definition: Pure, modifiers: Modifiers, counts: list[int]) -> list[list[tuple[int, int]]]:
    """The operands and elements of them on which each result of an instruction depends.

    Args:
        definition: The instruction.
        modifiers: Its modifiers.
        counts: The number of elements in each operand.
    """
    random = np.random.default_rng(0)
    assert definition.real is not None
    found: list[set[tuple[int, int]]] = []
    for _ in range(PROBES):
        operands = [random.uniform(0.25, 4.0, (1, each, 1)) * random.choice([-1, 1]) for each in counts]
        with np.errstate(all="ignore"):
            value = np.asarray(definition.real(modifiers, *operands))[0, :, 0]
            found = found or [set() for _ in value]
            for operand, count in enumerate(counts):
                for element in range(count):
                    moved = [each.copy() for each in operands]
                    moved[operand][0, element] = random.uniform(-8.0, 8.0)
                    other = np.asarray(definition.real(modifiers, *moved))[0, :, 0]
                    for result in np.flatnonzero((other != value) & ~(np.isnan(other) & np.isnan(value))):
                        found[result].add((operand, element))
    return [sorted(each) for each in found]


class Provenance:
    """The operands of every value that a launch, or several, computed."""

    def __init__(self) -> None:
        self._records: list[_Elementwise | _Product | _Update] = []
        self._firsts: list[int] = []
        self._next, self._kept = 1, 0
        self._inputs: list[tuple[int, str, tuple[int, ...]]] = []
        self._elements = 0
        self._dependences: dict[Step, list[list[tuple[int, int]]]] = {}

    def visited(self, line: LineErrors) -> None:
        """Note that an instruction executes: nothing here."""

    @property
    def reads_functions(self) -> bool:
        """Whether results of functions of libraries are found: slices show the instructions instead."""
        return False

    def function(self, name: str, line: LineErrors, argument: Array) -> Array:
        """Return nodes for the results of a function of a library: they depend on what its argument does."""
        del name, line
        return np.asarray(argument[1])

    def inputs(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return nodes for the elements of an input: negative numbers."""
        size = int(np.prod(shape, dtype=int))
        self._inputs.append((self._elements, name, shape))
        self._elements += size
        return -1.0 - np.arange(self._elements - size, self._elements).reshape(shape)

    def computed(
        self, step: Step, definition: Pure, line: LineErrors, operands: Sequence[Array], active: Array
    ) -> Array:
        """Return nodes for the results of an instruction.

        Args:
            step: The instruction.
            definition: Its definition.
            line: The record of its line.
            operands: Its operands, here and in the other methods: their values, and their nodes.
            active: The lanes that execute it.
        """
        m = step.operation.modifiers
        held = [each[1] for each in operands]
        found = self._dependences.get(step)
        if found is None:
            found = self._dependences[step] = dependences(definition, m, [len(each) for each in held])
        parents = np.zeros((max(map(len, found)) or 1, len(found), len(active)))
        for result, places in enumerate(found):
            for number, (operand, element) in enumerate(places):
                parents[number, result] = held[operand][element]
        return self._elementwise(line, parents)

    def decided(self, line: LineErrors, operands: Sequence[Array], active: Array) -> None:
        """Note the operands of a comparison: they are in no slice."""

    def varies(self, operand: Array) -> Array:
        """Whether values depend on an input, where decisions by them matter: slices do not ask."""
        return np.zeros(operand.shape[1:], np.bool_)

    def ended(self, line: LineErrors, operands: Sequence[Array], active: Array) -> None:
        """Note the operands of an instruction that ends their shadows: its results begin a slice."""

    def stored_together(self, line: LineErrors, first: Array, second: Array, alike: Array) -> None:
        """Note pairs of values that lanes store to one location: slices have that of the last lane.

        Args:
            line: The record of the line.
            first: The values of some lanes.
            second: Those of others.
            alike: Whether both have one format, and all of their bytes in common.
        """

    def sum(self, line: LineErrors, first: Array, second: Array) -> Array:
        """Return nodes for sums of two."""
        return self._elementwise(line, np.stack((first[1], second[1])))

    def scaled(self, values: Array, factors: Array | float) -> Array:
        """Return nodes for values times constants."""
        del factors
        return np.asarray(values[1])

    def absolute(self, values: Array) -> Array:
        """Return nodes for the sizes of values."""
        return np.asarray(values[1])

    def product(self, line: LineErrors, left: Array, right: Array, addend: Array) -> Array:
        """Return nodes for the elements of D of MMAs; see `_Product`."""
        matrices = (_as_integers(each[1]) for each in (left, right, addend))
        return self._add(_Product(line.source, *matrices), addend.shape[1:])

    def update(
        self, line: LineErrors, held: Array, values: Array, which: Array, combine: Callable[..., Any]
    ) -> Array:
        """Return nodes for places in memory whose contents were combined with the values of lanes."""
        del combine
        record = _Update(line.source, _as_integers(held[1]), _as_integers(values[1]), which)
        return self._add(record, held.shape[1:])

    def _elementwise(self, line: LineErrors, operands: Array) -> Array:
        """Return nodes for results with operands of their own: shape (operands, *results)."""
        flat = _as_integers(operands).reshape(len(operands), -1)
        return self._add(_Elementwise(line.source, flat), operands.shape[1:])

    def _add(self, record: _Elementwise | _Product | _Update, shape: tuple[int, ...]) -> Array:
        size = int(np.prod(shape, dtype=int))
        self._records.append(record)
        self._firsts.append(self._next)
        self._next += size
        self._kept += 3 * size
        if self._kept > MOST_NODES:
            raise LaunchError("slices of this launch do not fit in memory; use smaller sizes")
        return np.arange(self._next - size, self._next, dtype=np.float64).reshape(shape)

    def slice(self, node: int) -> Slice:
        """Follow the operands of a node back to the inputs."""
        pending: dict[int, list[Array]] = {}
        read: list[Array] = []

        def push(nodes: Array) -> None:
            nodes = np.unique(nodes)
            read.append(-1 - nodes[nodes < 0])
            nodes = nodes[nodes > 0]
            owners = np.searchsorted(self._firsts, nodes, side="right") - 1
            for owner in np.unique(owners).tolist():
                pending.setdefault(owner, []).append(nodes[owners == owner])

        push(np.array([node], np.int64))
        lines: list[str] = []
        while pending:
            last = max(pending)
            record = self._records[last]
            places = np.unique(np.concatenate(pending.pop(last))) - self._firsts[last]
            lines.append(record.line)
            push(record.operands(places))
        return Slice(tuple(dict.fromkeys(reversed(lines))), self._regions(np.unique(np.concatenate(read))))

    def _regions(self, elements: Array) -> dict[str, Region]:
        """The elements by input."""
        found: dict[str, Region] = {}
        starts = [start for start, _, _ in self._inputs]
        for place in sorted({bisect_right(starts, int(each)) - 1 for each in elements}):
            start, name, shape = self._inputs[place]
            size = int(np.prod(shape, dtype=int))
            own = elements[(elements >= start) & (elements < start + size)] - start
            found[name] = Region(shape, own)
        return found


def _as_integers(nodes: Array) -> Array:
    return nodes.astype(np.int64)
