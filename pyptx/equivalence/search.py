"""The search for an input on which two sides differ, and for the smallest one.

>>> import numpy as np
>>> from pyptx import Tile, kernel, ptx, reg
>>> from pyptx.types import f32
>>> @kernel(in_specs=(Tile("N", 32, f32),), out_specs=(Tile("N", 32, f32),), grid=lambda N: N, block=32)
... def halve(X, Y):
...     px, py = ptx.global_ptrs(X, Y)
...     offset = (ptx.special.ctaid.x() * 32 + ptx.special.tid.x()) * 4
...     value = reg.scalar(f32)
...     ptx.ld(f32, value, ptx.addr(px + offset))
...     ptx.inst.mul.f32(value, value, 0.5)
...     ptx.st(f32, ptx.addr(py + offset), value)
>>> print(equal(halve, lambda x: x / 2, sizes={"N": 4}, search=Search(kinds=("uniform", "zeros"))))
equal on 5 inputs of 2 kinds: uniform, zeros
  largest difference 0 of the sum of magnitudes
>>> found = equal(halve, lambda x: x / 2 + (x > 0.9) * 1e-6, sizes={"N": 4})
>>> found.verdict, found.example.case.sizes, int((found.example.arguments["X"] != 0).sum())
('different', {'N': 1}, 1)
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.equivalence.budget import SECONDS, Budget
from pyptx.equivalence.differences import Difference, comparable, compared, difference, excluded
from pyptx.equivalence.inputs import KINDS, RAGGED, Case, Inputs, cases
from pyptx.equivalence.proof import prove as attempt
from pyptx.equivalence.sides import MAX_STEPS, KernelSide, side_of
from pyptx.equivalence.verdict import DIFFERENT, REFUTED, UNDECIDED, Equivalence, Example, verdict_of
from pyptx.errors import LaunchError, SimFault, did_you_mean
from pyptx.sim.shadow.carried import CarriedShadows
from pyptx.sim.shadow.provenance import Provenance
from pyptx.sim.shadow.report import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyptx.equivalence.outcomes import Outcome
    from pyptx.equivalence.proof import Proof
    from pyptx.equivalence.sides import Side
    from pyptx.sim.shadow.provenance import Slice


@dataclass(frozen=True, slots=True)
class Search:
    """The inputs to try.

    Attributes:
        kinds: Kinds of inputs; all if empty. `pyptx.equivalence.KINDS` and `RAGGED` have their names.
        draws: Inputs of each random kind.
        seed: Seed of random values.
        tolerance: Largest difference that counts as equal, relative to the sum of magnitudes.
        tries: Runs spent to make the input that shows a difference smaller.
        progress: Called with the number of inputs tried, and of all.
        prove: Whether to attempt a proof if there is no difference.
        max_steps: Instructions that a launch, natively a warp, issues before it counts as endless.
        budget: Seconds after which a proof gives up.
        note: Called with the present stage of a proof, in words.
    """

    kinds: tuple[str, ...] = ()
    draws: int = 4
    seed: int = 0
    tolerance: float = TOLERANCE
    tries: int = 150
    progress: Callable[[int, int], None] | None = None
    prove: bool = False
    max_steps: int = MAX_STEPS
    budget: float = SECONDS
    note: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        """Check the names.

        Raises:
            LaunchError: There is no such kind, or nothing to draw.
        """
        known = (*KINDS, RAGGED)
        for kind in self.kinds:
            if kind not in known:
                raise LaunchError(
                    f"no kind {kind!r}{did_you_mean(kind, known)}; there are {', '.join(known)}"
                )
        for word, least in (("draws", 1), ("tries", 0), ("max_steps", 1)):
            if getattr(self, word) < least:
                raise LaunchError(f"{word}={getattr(self, word)}; it must be at least {least}")
        if not self.budget > 0:
            raise LaunchError(f"budget={self.budget}; it must be more than 0 seconds")
        if not self.tolerance >= 0:
            raise LaunchError(f"tolerance={self.tolerance}; it must be at least 0")


def equal(
    first: Any,
    second: Any,
    *inputs: Any,
    sizes: Mapping[str, Any] | None = None,
    multiples: Mapping[str, int] | None = None,
    search: Search | None = None,
    prove: bool = False,
) -> Equivalence:
    """Compare two kernels, or a kernel and a function of NumPy, on random and adversarial inputs.

    Both run on the simulator with shadows, so that they may round differently. The first input on which they
    differ is made as small as possible.

    Args:
        first: A kernel, a launch by address, a function that launches kernels and returns their results, or a
            function of NumPy, which gets its inputs in float64.
        second: Another one.
        inputs: The inputs of both, in order: a `Tile` for an array of any contents, an array or a number for
            one that stays as it is. If there are none, the tiles of a kernel.
        sizes: The size of each dimension that tiles name, and further keywords of the kernels. Ragged sizes
            are smaller than these.
        multiples: Divisors of the sizes, by dimension.
        search: The inputs to try.
        prove: Whether to prove, for these sizes, that sides without a difference are equal over the real
            numbers.

    Raises:
        LaunchError: The sides do not take these inputs, or do not have the same outputs.
        SimFault: Both sides fault on an input of these sizes.
    """
    sides = side_of(first), side_of(second)
    described = dict(enumerate(inputs)) if inputs else None
    given = dict(sizes or {})
    kernels = [side for side in sides if isinstance(side, KernelSide)]
    if described is None and not kernels:
        raise LaunchError('neither side is a kernel; give the inputs, such as Tile("M", "K", bf16)')
    names = _names(sides[0], given) or _names(sides[1], given)

    def describe(now: Mapping[str, Any]) -> Mapping[str, Any]:
        if described is None:
            return tiles_of(kernels[0], now)
        return {
            names[number] if number < len(names) else f"input {number}": each
            for number, each in described.items()
        }

    chosen = dataclasses.replace(search or Search(), prove=prove)
    return compare(sides, Inputs(describe, given, multiples or {}), chosen)


def tiles_of(side: KernelSide, sizes: Mapping[str, Any]) -> dict[str, Any]:
    """The tiles of the inputs of a kernel, by name.

    Raises:
        LaunchError: The kernel declares no tiles.
    """
    kernel = side.build(sizes)
    if kernel.in_specs is None:
        raise LaunchError(f"{side.name} declares no tensors; compare functions that launch it")
    return dict(zip(kernel.tensor_names, kernel.in_specs, strict=False))


def _names(side: Side, sizes: Mapping[str, Any]) -> list[str]:
    """The names of the inputs of a kernel; none for other sides."""
    return list(tiles_of(side, sizes)) if isinstance(side, KernelSide) else []


def compare(sides: tuple[Side, Side], inputs: Inputs, search: Search) -> Equivalence:
    """Compare two sides; see `equal`."""
    _check_sizes(sides, inputs)
    for side in sides:
        side.max_steps = search.max_steps
    chosen = search.kinds or (*KINDS, RAGGED)
    runner = _Runner(sides, inputs, search.tolerance)
    if RAGGED in chosen:
        inputs = runner.inputs = dataclasses.replace(inputs, multiples=runner.steps())
    tried = list(cases(inputs, chosen, search.draws, search.seed))
    kinds: dict[str, None] = {}
    undecided: tuple[Case, Difference] | None = None
    number = 0
    for place, case in enumerate(tried):
        found = runner.run(case)
        if search.progress is not None:
            search.progress(place + 1, len(tried))
        if found is _REFUSED:
            continue
        number += 1
        kinds[case.label] = None
        if isinstance(found, Difference):
            if not found.doubts:
                small, shown = _Shrinking(runner, case, found, search.tries).result()
                word = REFUTED if search.prove else DIFFERENT
                return runner.verdict(word, number, kinds, runner.example(small, shown))
            undecided = undecided or (case, found)
    if undecided is not None:
        case, found = undecided
        return runner.verdict(UNDECIDED, number, kinds, runner.example(case, found))
    if not number:
        raise LaunchError(f"nothing was compared: {runner.refused[0]}")
    if not runner.compared:
        raise LaunchError(
            f"nothing was compared: on all {number} inputs every element is NaN or exceeds float64, "
            "or the outputs have none"
        )
    proof = attempt(sides, runner.inputs, Budget(search.budget, search.note)) if search.prove else None
    return runner.verdict(verdict_of(proof), number, kinds, None, proof)


def _check_sizes(sides: tuple[Side, Side], inputs: Inputs) -> None:
    """Check that each size is one of a tile, or that a side takes it.

    Raises:
        LaunchError: One is unknown: it would have no effect.
    """
    named = inputs.varying
    for name in inputs.sizes:
        if name not in (*named, *inputs.named) and not any(side.takes(name, inputs.sizes) for side in sides):
            dims = ", ".join(named) or "none"
            raise LaunchError(
                f"nothing has the size {name!r}: tiles have {dims}, and neither {sides[0].name} nor "
                f"{sides[1].name} takes a keyword of that name"
            )


def _first_line(error: Exception) -> str:
    """The first line of a message; the type of an exception without one."""
    return next(iter(str(error).splitlines()), type(error).__name__)


_REFUSED = object()
"""The result of a case that a side refuses."""


class _Runner:
    """Runs both sides on cases, and collects the comparisons."""

    def __init__(self, sides: tuple[Side, Side], inputs: Inputs, tolerance: float) -> None:
        self._sides, self.inputs, self._tolerance = sides, inputs, tolerance
        self.refused: list[str] = []
        self.compared, self._largest = 0, 0.0

    def steps(self) -> dict[str, int]:
        """For each size that varies, the least power of two whose multiples both sides take."""
        inputs = self.inputs
        found = dict(inputs.multiples)
        for dim in inputs.varying:
            size, step = inputs.sizes[dim], 1
            while dim not in found and step < size:
                sizes = {**inputs.sizes, dim: (size - 1) // step * step}
                if self.run(Case(dict.fromkeys(inputs.tiles, "uniform"), sizes, 0, RAGGED)) is not _REFUSED:
                    found[dim] = step
                step *= 2
            found.setdefault(dim, size)
        self.refused = [f"{dim} is a multiple of {step}" for dim, step in found.items() if step > 1]
        return found

    def run(self, case: Case) -> Any:
        """The difference of the sides on a case; None if there is none, `_REFUSED` if a side refuses it."""
        ends: list[Outcome | SimFault] = []
        for side in self._sides:
            try:
                with np.errstate(all="ignore"):
                    ends.append(side.run(case.arguments(self.inputs), case.sizes))
            except SimFault as fault:
                ends.append(fault)
            except Exception as error:  # kernels refuse sizes in many ways
                if case.sizes == self.inputs.sizes:
                    raise
                sizes = " ".join(f"{name}={size}" for name, size in case.sizes.items())
                self.refused.append(f"{sizes}: {side.name} refuses it: {_first_line(error)}")
                return _REFUSED
        first, second = ends
        if isinstance(first, SimFault) and isinstance(second, SimFault):
            if case.sizes == self.inputs.sizes:
                raise first
            self.refused.append(f"{dict(case.sizes)}: both sides fault: {_first_line(first)}")
            return _REFUSED
        if isinstance(first, SimFault) or isinstance(second, SimFault):
            said = [f"faults: {end}" if isinstance(end, SimFault) else 0.0 for end in ends]
            return Difference("", "", (), said[0], said[1], np.inf)
        self._need_used(case)
        first, second = comparable(first, second)
        found, largest = difference(first, second, self._tolerance)
        if excluded(first, second):
            left_out = f"elements beyond the range of float64, on inputs of the kind {case.label}"
            self.refused += [left_out] * (left_out not in self.refused)
        self._largest = max(self._largest, largest)
        self.compared += compared(first, second)
        return found

    def _need_used(self, case: Case) -> None:
        """Check that each argument is one of a side.

        Raises:
            LaunchError: Neither takes it.
        """
        given = self.inputs.describe(case.sizes)
        unused = [name for name in given if not any(name in side.used for side in self._sides)]
        if unused:
            names = " nor ".join(side.name for side in self._sides)
            raise LaunchError(f"neither {names} takes the argument {unused[0]}")

    def example(self, case: Case, found: Difference) -> Example:
        """A case that shows a difference, with the lines behind the element on each side."""
        names = (found.name, found.second_name)
        faults = any(isinstance(said, str) for said in (found.first, found.second))
        slices = [
            None if faults else self._slice(side, case, name, found.element)
            for side, name in zip(self._sides, names, strict=True)
        ]
        return Example(case, case.arguments(self.inputs), found, (slices[0], slices[1]))

    def _slice(self, side: Side, case: Case, name: str, element: tuple[int, ...]) -> Slice | None:
        with np.errstate(all="ignore"):
            slicing = CarriedShadows(Provenance())
            outcome = side.run(case.arguments(self.inputs), case.sizes, slicing)
        shape = outcome.outputs[name].shadow.shape
        if len(shape) != len(element):  # the sides have other shapes of as many elements
            return None
        return outcome.slice(name, element)

    def verdict(
        self,
        word: str,
        inputs: int,
        kinds: Mapping[str, None],
        example: Example | None,
        proof: Proof | None = None,
    ) -> Equivalence:
        """The verdict, with the runs until now."""
        first, second = (side.name for side in self._sides)
        return Equivalence(
            first,
            second,
            word,
            inputs,
            tuple(kinds),
            self.compared,
            self._largest,
            tuple(self.refused),
            example,
            proof,
        )


class _Shrinking:
    """Makes an input that shows a difference smaller: the smallest sizes, the fewest nonzero elements."""

    def __init__(self, runner: _Runner, case: Case, found: Difference, tries: int) -> None:
        self._runner, self._case, self._found, self._tries = runner, case, found, tries

    def result(self) -> tuple[Case, Difference]:
        """The smallest case found, and its difference."""
        refused = list(self._runner.refused)
        self._shrink_sizes()
        for name in self._case.kinds:
            self._shrink_elements(name)
        self._take(dataclasses.replace(self._case, ones=True))
        self._runner.refused[:] = refused
        return self._case, self._found

    def _take(self, case: Case) -> bool:
        """Take a case if it shows a difference for sure."""
        if self._tries <= 0:
            return False
        self._tries -= 1
        try:
            found = self._runner.run(case)
        except Exception:  # neither side runs on these elements
            return False
        if not isinstance(found, Difference) or found.doubts:
            return False
        if isinstance(found.first, str) != isinstance(self._found.first, str) or isinstance(
            found.second, str
        ) != isinstance(self._found.second, str):
            return False  # a fault is another finding
        self._case, self._found = case, found
        return True

    def _shrink_sizes(self) -> None:
        inputs = self._runner.inputs
        smaller = True
        while smaller and self._tries > 0:
            smaller = False
            for dim in inputs.varying:
                for size in inputs.smaller(dim, self._case.sizes[dim]):
                    if self._take(dataclasses.replace(self._case, sizes={**self._case.sizes, dim: size})):
                        smaller = True
                        break

    def _shrink_elements(self, name: str) -> None:
        """Set elements of an array to zero, half of the others at first, as long as the difference stays."""
        values = self._case.arguments(self._runner.inputs)[name]
        alive = np.flatnonzero(values.reshape(-1) != 0)
        parts = 1
        while len(alive) and self._tries > 0:
            kept = next(self._zeroed(name, values.shape, alive, parts), None)
            if kept is not None:
                alive, parts = kept, max(parts - 1, 1)
            elif parts >= len(alive):
                return
            else:
                parts = min(2 * parts, len(alive))

    def _zeroed(self, name: str, shape: Any, alive: Any, parts: int) -> Iterator[Any]:
        """The elements that are left, if one part of them can be zero."""
        for part in np.array_split(alive, parts):
            kept = np.setdiff1d(alive, part)
            zeros = np.ones(int(np.prod(shape)), np.bool_)
            zeros[kept] = False
            if self._take(
                dataclasses.replace(self._case, zeros={**self._case.zeros, name: zeros.reshape(shape)})
            ):
                yield kept
                return
