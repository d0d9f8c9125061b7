"""Functions of libraries in f32, found in a program: log, tanh, erf and others.

A library takes exponents from bits, chooses among ranges, and evaluates a polynomial. Over the real numbers
this is not an operation on terms, but it approximates one. The instructions between an argument and a result
are executed on many numbers: if all results are those of a function, except for a few last places, the result
is read as that function.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.ir import Literal, Name, Negated
from pyptx.sim.constants import dtype_of, raw_of
from pyptx.sim.named_registers import numbers_in, registers_read, registers_written
from pyptx.sim.semantics import data_movement, definition_of, floating
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.shadow.cells import as_double
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation
    from pyptx.sim.shadow.idioms import Polynomial
    from pyptx.sim.steps import Code, Step

    Array = NDArray[Any]

ERF = np.vectorize(math.erf, otypes=[np.float64])
"""The error function of an array."""


class LibraryFunction(NamedTuple):
    """A function that libraries have.

    Attributes:
        of_numbers: Computes it for an array of numbers.
        of_terms: Computes it for a `TermArray`, by the operations of those.
    """

    of_numbers: Callable[[Any], Any]
    of_terms: Callable[[Any], Any]


FUNCTIONS = {
    "log": LibraryFunction(np.log, np.log),
    "log2": LibraryFunction(np.log2, np.log2),
    "tanh": LibraryFunction(np.tanh, np.tanh),
    "exp": LibraryFunction(np.exp, np.exp),
    "exp(-x)": LibraryFunction(lambda x: np.exp(-x), lambda x: np.exp(-x)),
    "log1p": LibraryFunction(np.log1p, lambda x: np.log(x + 1.0)),
    "expm1": LibraryFunction(np.expm1, lambda x: np.exp(x) - 1.0),
    "sinh": LibraryFunction(np.sinh, lambda x: (np.exp(x) - np.exp(-x)) * 0.5),
    "erf": LibraryFunction(ERF, lambda x: x.erf()),
    "erfc": LibraryFunction(np.vectorize(math.erfc, otypes=[np.float64]), lambda x: 1.0 - x.erf()),
}
"""The functions that are found, by name."""

PLACES = 8
"""The largest difference of results from a function, in halves of the last place."""

LEAST_SAMPLES = 1000
"""Numbers at which a function must be defined."""

_REACH = 2000
"""Instructions after the first use of an argument among which its function is searched."""

_MOST_FAILURES = 16
"""Polynomials without a function after which none is searched: each takes a tenth of a second or more."""

_MOST_ARGUMENTS = 32
"""Registers that are tried as the argument of a function."""


@dataclass(frozen=True, slots=True)
class Result:
    """An instruction whose result is a function of a register.

    Attributes:
        name: The function, one of `FUNCTIONS`.
        argument: Number of the register with its argument.
        register: Number of the register with the result.
        is_sum: Whether the instruction adds its operand `c` to the function.
    """

    name: str
    argument: int
    register: int
    is_sum: bool = False


@dataclass(slots=True)
class LibraryFunctions:
    """The functions of a program.

    Attributes:
        results: The instructions that write results.
        inner: These, and the instructions whose results only they read.
    """

    results: dict[Step, Result] = field(default_factory=dict)
    inner: set[Step] = field(default_factory=set)


def library_functions(code: Code, polynomials: Iterable[Polynomial]) -> LibraryFunctions:
    """Find the functions to which the polynomials of a program belong, and its instructions that saturate."""
    search, found = _Search(code), LibraryFunctions()
    saturating = (step for step in code.steps if {"sat", "f32"}.issubset(step.operation.words))
    failures = 0
    for seed in (*(each.step for each in polynomials), *saturating):
        if seed in found.inner:
            continue
        if failures == _MOST_FAILURES:
            break
        for argument, start in search.arguments_of(seed).items():
            if made := search.function_of(argument, start, seed):
                found.results |= made.results
                found.inner |= made.inner
                break
        else:
            failures += 1
    return found


class _Tested(NamedTuple):
    """The functions of one register.

    Attributes:
        places: The instructions that compute with the register and constants alone.
        named: The functions that registers hold, by number.
        sums: The multiply-adds that add a function: their places, their factors, and the function.
    """

    places: Sequence[int] = ()
    named: Mapping[int, str] = MappingProxyType({})
    sums: Sequence[tuple[int, tuple[int, int], str]] = ()


class _Search:
    """Searches a program for functions of one register."""

    def __init__(self, code: Code) -> None:
        self._code, self._steps = code, code.steps
        self.places = {step: place for place, step in enumerate(self._steps)}
        self._tested: dict[tuple[int, int], _Tested] = {}
        self._reads = [_read(step) for step in self._steps]
        self._writes = [registers_written(step.operation) for step in self._steps]
        self._starts, count = {}, 0
        for number, block in enumerate(code.blocks):
            self._starts[number] = count
            count += len(block.steps) + (block.end is not None)
        self._writers: dict[int, list[int]] = {}
        self._readers: dict[int, list[int]] = {}
        self._jumps: dict[int, list[int]] = {}  # to each place
        for place, step in enumerate(self._steps):
            for number in self._writes[place]:
                self._writers.setdefault(number, []).append(place)
            for number in self._reads[place]:
                self._readers.setdefault(number, []).append(place)
            for label in step.operation.targets:
                self._jumps.setdefault(self._starts.get(label.block, -1), []).append(place)
        self._constants = {
            number
            for number, places in self._writers.items()
            if len(places) == 1 and self._is_constant(self._steps[places[0]])
        }

    @staticmethod
    def _is_constant(step: Step) -> bool:
        return (
            _is_move(step.operation) and not _read(step) and isinstance(step.operation.pairs()[1][0], Literal)
        )

    def arguments_of(self, step: Step) -> dict[int, int]:
        """The registers of 32 bits that an instruction needs, the nearest first, with their last writers."""
        found: dict[int, int] = {}
        seen, pending = set(self._constants), [self.places[step]]
        while pending and len(found) < _MOST_ARGUMENTS:
            for number in self._reads[pending.pop(0)]:
                places = [each for each in self._writers.get(number, ()) if each < self.places[step]]
                if number in seen or not places:
                    continue
                seen.add(number)
                if self._code.registers[number].bits == 32:
                    found[number] = max(places)
                pending += places
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def function_of(self, argument: int, start: int, seed: Step) -> LibraryFunctions | None:
        """Find the results of functions of a register, if an instruction belongs to them."""
        if (argument, start) not in self._tested:
            self._tested[argument, start] = self._test(argument, start)
        places, named, sums = self._tested[argument, start]
        found = LibraryFunctions()
        needed: set[int] = set()
        for number, name in named.items():
            own = self._needed(places, number)
            if self.places[seed] in own and number != argument:
                needed |= own
                for place in self._writers[number]:
                    found.results[self._steps[place]] = Result(name, argument, number)
        for place, factors, name in () if found.results else sums:
            own = self._needed(places, factors[0]) | self._needed(places, factors[1])
            written = {number for each in own for number in self._writes[each]}
            op = self._steps[place].operation
            if self.places[seed] in own and written.isdisjoint(numbers_in(op, op.operand("c")[0])):
                needed |= {*own, place}
                (register,) = self._writes[place]
                found.results[self._steps[place]] = Result(name, argument, register, is_sum=True)
        found.inner = {self._steps[place] for place in self._inner(needed, found)}
        return found if found.results else None

    def _test(self, argument: int, start: int) -> _Tested:
        """Execute the steps that compute with a register on numbers; compare the results with functions."""
        places = self._region(argument, start)
        steps = [self._steps[each] for each in places]
        values = _evaluate(steps, self._constant_values(), argument, self) if places else None
        if values is None:
            return _Tested()
        x = _SAMPLES.astype(np.float64)
        named = {number: name for number, bits in values.items() if (name := _function(x, _numbers(bits)))}
        sums = []
        for place, factors in self._sums(places, argument, values):
            with np.errstate(all="ignore"):
                product = _numbers(values[factors[0]]) * _numbers(values[factors[1]])
            if name := _function(x, product):
                sums.append((place, factors, name))
        return _Tested(places, named, sums)

    def _sums(
        self, places: list[int], argument: int, values: Mapping[int, Array]
    ) -> Iterator[tuple[int, tuple[int, int]]]:
        """The multiply-adds in a region, and after it, that multiply two of its registers, and these."""
        end = max(places) + 1
        while end < len(self._steps) and not self._steps[end].operation.control:
            if end in self._jumps or argument in self._writes[end]:
                break
            end += 1
        for place in (*places, *range(max(places) + 1, end)):
            op = self._steps[place].operation
            if definition_of(op.instruction.opcode, op.instruction.modifiers) is not floating.fma:
                continue
            factors = [number for name in "ab" for number in numbers_in(op, op.operand(name)[0])]
            if "f32" in op.words and len(factors) == 2 and values.keys() >= set(factors):
                yield place, (factors[0], factors[1])

    def _inner(self, needed: set[int], found: LibraryFunctions) -> set[int]:
        """The places of the results, and of those instructions that only these read."""
        kept = needed
        while True:
            left = {
                place
                for place in kept
                if self._steps[place] in found.results
                or all(kept.issuperset(self._readers.get(each, ())) for each in self._writes[place])
            }
            if left == kept:
                return kept
            kept = left

    def jump_end(self, place: int) -> int:
        """The place to which a branch leads."""
        target = self._steps[place].operation.target
        return -1 if target is None else self._starts.get(target.block, -1)

    def _constant_values(self) -> dict[int, Array]:
        found = {}
        for number in self._constants:
            (target, _), (source, given) = self._steps[self._writers[number][0]].operation.pairs()
            bits = self._code.registers[number].bits
            if (
                isinstance(source, Literal)
                and isinstance(target, Name)
                and given.count is None
                and 8 <= bits <= 64
            ):
                raw = np.frombuffer(raw_of(source.text, from_name(given.type)), np.uint8)
                padded = np.zeros(bits // 8, np.uint8)
                padded[: len(raw)] = raw[: len(padded)]
                found[number] = np.broadcast_to(padded.view(f"u{bits // 8}"), _SAMPLES.shape)
        return found

    def _region(self, argument: int, start: int) -> list[int]:
        """The places of the instructions that compute with a register and constants alone, up to a loop."""
        readers = [each for each in self._readers.get(argument, ()) if each > start]
        if not readers:
            return []
        first, known, found = min(readers), {argument, *self._constants}, []
        skipped = -1  # the end of the instructions that its branches may skip
        foreign = -1  # the end of those that branches of others may skip
        for place in range(first, min(first + _REACH, len(self._steps))):
            step = self._steps[place]
            written, computes = self._writes[place], known.issuperset(self._reads[place])
            jumps = [each for each in self._jumps.get(place, ()) if not first <= each < place]
            if jumps or (argument in written and place > first):
                break
            if step.operation.control:
                end = self.jump_end(place)
                if not (place < end <= first + _REACH and step.guard >= 0 and (computes or place >= skipped)):
                    break
                if computes:
                    skipped = max(skipped, end)
                    found.append(place)
                else:
                    foreign = max(foreign, end)
            elif computes and place >= foreign and argument not in written and _is_pure(step):
                known.update(written)
                found.append(place)
            elif place < skipped:
                return []
        return self._closed(found)

    def _closed(self, places: list[int]) -> list[int]:
        """Leave out registers that other instructions write, too, and what depends on them."""
        while True:
            inside = set(places)
            foreign = {
                number
                for place in places
                for number in self._writes[place]
                if not inside.issuperset(self._writers[number])
            }
            kept = [
                place for place in places if foreign.isdisjoint((*self._reads[place], *self._writes[place]))
            ]
            if len(kept) == len(places):
                return places
            places = kept

    def _needed(self, places: Sequence[int], register: int) -> set[int]:
        """The places of the instructions on which a register depends, with the branches around them."""
        wanted, found = {register}, set[int]()
        for place in reversed(places):
            step = self._steps[place]
            skips = step.operation.control and any(place < each < self.jump_end(place) for each in found)
            if skips or not wanted.isdisjoint(self._writes[place]):
                found.add(place)
                wanted.update(self._reads[place])
        return found


def _read(step: Step) -> list[int]:
    guard = [step.guard_register] if step.guard >= 0 else []
    return [*registers_read(step.operation), *guard]


def _is_move(op: Operation) -> bool:
    return definition_of(op.instruction.opcode, op.instruction.modifiers) is data_movement.move


def _is_pure(step: Step) -> bool:
    """Whether an instruction computes one result from registers and constants."""
    op = step.operation
    if len(registers_written(op)) != 1 or any(spec.count is not None for _, spec in op.pairs()):
        return False
    definition = resolve(op.instruction.opcode, op.instruction.modifiers)
    return _is_move(op) or (definition is not None and not definition.carry)


def _evaluate(
    steps: Sequence[Step], constants: dict[int, Array], argument: int, search: _Search
) -> dict[int, Array] | None:
    """Execute instructions on `_SAMPLES`; return the bits of the registers of 32 bits that they write.

    Registers are left out that keep an earlier value for some samples, or depend on one.
    """
    every = np.ones(_SAMPLES.shape, np.bool_)
    held = {**constants, argument: _SAMPLES.view(np.uint32)}
    known = dict.fromkeys(held, every)  # the samples for which registers have a result
    written: dict[int, Array] = {}
    resumed: dict[int, Array] = {}  # the samples that have jumped to a place
    active = every
    with np.errstate(all="ignore"):
        for step in steps:
            place = search.places[step]
            for end in [each for each in resumed if each <= place]:
                active = active | resumed.pop(end)
            guard = held.get(step.guard_register) if step.guard >= 0 else np.True_
            decided = ~active | (known.get(step.guard_register, ~every) if step.guard >= 0 else every)
            if step.operation.control and (guard is None or not decided.all()):
                return None
            mask = active if guard is None else active & (guard != (step.negated and step.guard >= 0))
            if step.operation.control:
                end = search.jump_end(place)
                resumed[end] = resumed.get(end, np.False_) | mask
                active = active & ~mask
                continue
            (number,) = registers_written(step.operation)
            bits = None if guard is None else _result(step.operation, held)
            sure = np.logical_and.reduce([every, *(known.get(each, ~every) for each in _read(step))])
            before, earlier = held.pop(number, None), known.pop(number, ~every)
            written.pop(number, None)
            if bits is None:
                continue
            held[number] = bits if before is None or mask.all() else np.where(mask, bits, before)
            known[number] = np.where(mask, sure, earlier) & decided
            if bits.dtype == np.uint32 and known[number].all():
                written[number] = held[number]
    return written


def _result(op: Operation, held: dict[int, Array]) -> Array | None:
    """The bits of the result of an instruction; None for operands of other kinds."""
    sources = []
    for operand, spec in op.pairs():
        if spec.role == ":":
            source = _source(op, operand, spec.type, held)
            if source is None:
                return None
            sources.append(source)
    if _is_move(op):
        result: Any = sources[0]
    else:
        definition = resolve(op.instruction.opcode, op.instruction.modifiers)
        assert definition is not None
        result = definition(op.modifiers, *sources)
        result = result[0] if isinstance(result, tuple) else result
    made: Array = np.ascontiguousarray(np.broadcast_to(result, _SAMPLES.shape))
    bits: Array = made if made.dtype == np.bool_ else made.view(f"u{made.itemsize}")
    return bits


def _source(op: Operation, operand: Operand, type_: str, held: dict[int, Array]) -> Array | None:
    """The values of an operand, as an instruction reads them."""
    if isinstance(operand, Negated):
        inner = _source(op, operand.operand, type_, held)
        return None if inner is None else ~inner
    if isinstance(operand, Literal):
        given = from_name(type_)
        return np.broadcast_to(np.frombuffer(raw_of(operand.text, given), dtype_of(given)), _SAMPLES.shape)
    found = op.entity(operand) if isinstance(operand, Name) else None
    bits = held.get(found.number) if isinstance(found, Register) else None
    if bits is None or type_ == "pred" or bits.dtype == np.bool_:
        return bits
    dtype = np.dtype(dtype_of(from_name(type_)))
    if dtype.itemsize != bits.itemsize:
        return None
    return np.ascontiguousarray(bits).view(dtype)


def _numbers(bits: Array) -> Array:
    """The numbers in f32 that bits represent."""
    return as_double(np.ascontiguousarray(bits).view(np.float32))


def _function(x: Array, made: Array) -> str:
    """The function of which results in f32 are values; empty for none."""
    for name, function in FUNCTIONS.items():
        with np.errstate(all="ignore"):
            exact: Array = function.of_numbers(x)
            rounded = exact.astype(np.float32)
            given = np.isfinite(rounded)
            error = np.abs(made - exact)[given]
            allowed = PLACES * 2.0**-24 * np.abs(exact[given]) + 2.0**-126
            others = np.array_equal(made.astype(np.float32)[~given], rounded[~given], equal_nan=True)
        if given.sum() >= LEAST_SAMPLES and others and bool((error <= allowed).all()):
            return name
    return ""


def _samples() -> Array:
    """Numbers of all exponents and signs, and many of moderate size."""
    random = np.random.default_rng(0)
    bits = random.integers(1 << 23, 0x7F800000, 2048, np.uint32)
    signed = (bits | (random.integers(0, 2, 2048, np.uint32) << np.uint32(31))).view(np.float32)
    spread = random.normal(0, 3, 2048).astype(np.float32)
    near = (1 + random.normal(0, 0.01, 512)).astype(np.float32)
    return np.concatenate([signed, spread, near])


_SAMPLES = _samples()
