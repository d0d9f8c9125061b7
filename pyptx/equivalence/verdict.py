"""The verdict of a comparison."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.notebook import Displayed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.equivalence.differences import Difference
    from pyptx.equivalence.inputs import Case
    from pyptx.equivalence.proof import Proof
    from pyptx.sim.shadow.provenance import Slice

EQUAL, DIFFERENT, UNDECIDED = "equal", "different", "undecided"

PROVED, REFUTED, OUTSIDE, UNPROVED = "proved over the reals", "refuted", "outside the fragment", "not proved"
GAVE_UP = "gave up"
"""The verdicts of a proof; `UNDECIDED` is one too."""

SHOWN = 8
"""Nonzero elements, sizes and lines that the text lists."""


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest input that shows a difference.

    Attributes:
        case: The inputs and sizes of the run.
        arguments: The arguments.
        difference: The element.
        slices: The lines behind it on each side; None for a side without lines, such as NumPy.
    """

    case: Case
    arguments: Mapping[str, Any]
    difference: Difference
    slices: tuple[Slice | None, Slice | None] = (None, None)

    def __str__(self) -> str:
        case = self.case
        kinds = sorted(set(case.kinds.values()))
        sizes = "".join(f" {name}={size}" for name, size in case.sizes.items())
        rows = [f"  input: {', '.join(kinds) or 'no arrays'}, seed {case.seed};{sizes or ' no sizes'}"]
        for name, value in self.arguments.items():
            if name in case.kinds:
                rows.append(f"    {_contents(name, value)}")
        return "\n".join(rows)


def _contents(name: str, array: Any) -> str:
    """The elements of an array that are not zero, if they are few."""
    places = np.argwhere(array != 0)
    if not len(places):
        return f"{name} is 0"
    if len(places) > SHOWN:
        return f"{name} has {len(places):,} elements that are not 0"
    elements = ", ".join(
        f"{name}[{', '.join(map(str, place))}] = {_number(array[tuple(place)])}" for place in places
    )
    return f"{elements}; the others are 0" if array.size > len(places) else elements


def verdict_of(proof: Proof | None) -> str:
    """The verdict on sides without a difference."""
    if proof is None:
        return EQUAL
    if proof.gave_up:
        return GAVE_UP
    return OUTSIDE if proof.outside else UNPROVED if proof.unequal else PROVED


@dataclass(frozen=True, slots=True)
class Equivalence(Displayed):
    """The verdict of a comparison; true if the two sides are equal.

    Attributes:
        first: Name of the first side.
        second: Name of the second side.
        verdict: ``"equal"``, ``"different"``, or ``"undecided"`` if the difference may be rounding. With
            ``prove=True``: ``"proved over the reals"``, ``"refuted"`` by an input, ``"outside the fragment"``
            if a side has no canonical form, ``"not proved"`` if forms differ and no input shows it,
            ``"gave up"`` if the time was over, or ``"undecided"``.
        inputs: Number of inputs on which both sides ran.
        kinds: Kinds of these inputs.
        compared: Elements of outputs that were compared, over all inputs, those that are NaN left out.
        largest: The largest difference that is not one, relative to the sums of magnitudes.
        refused: Sizes that were not tried, or that a side refuses, with its message.
        example: The smallest input that shows the difference; None if there is none.
        proof: The proof, or why there is none; None if none was attempted.
    """

    first: str
    second: str
    verdict: str
    inputs: int
    kinds: tuple[str, ...]
    compared: int
    largest: float
    refused: tuple[str, ...] = ()
    example: Example | None = None
    proof: Proof | None = None

    def __bool__(self) -> bool:
        return self.verdict in (EQUAL, PROVED)

    def __str__(self) -> str:
        kinds = "kind" if len(self.kinds) == 1 else "kinds"
        counted = f"{self.inputs} input{'s' * (self.inputs != 1)} of {len(self.kinds)} {kinds}"
        if self.example is None:
            rows = [] if self.proof is None else [f"{self.verdict}: {self.first} and {self.second}"]
            rows += [] if self.proof is None else [str(self.proof)]
            rows.append(
                f"{'  ' if self.proof is not None else ''}equal on {counted}: {', '.join(self.kinds)}"
            )
            rows.append(f"  largest difference {self.largest:.1g} of the sum of magnitudes")
        else:
            found = self.example.difference
            at = f"[{', '.join(map(str, found.element))}]"
            rows = [f"{self.verdict}: {self.first} and {self.second}, on input {self.inputs}"]
            if isinstance(found.first, str) or isinstance(found.second, str):
                rows += [f"  {self.first}: {_side(found.first)}", f"  {self.second}: {_side(found.second)}"]
            else:
                names = (
                    found.name if found.name == found.second_name else f"{found.name} ({found.second_name})"
                )
                both = f"{_number(found.first)} and {_number(found.second)}"
                if found.results is not None:
                    results = " and ".join(map(_number, found.results))
                    rows.append(f"  {names}{at} is {results}; without rounding it is {both}")
                else:
                    rows.append(
                        f"  {names}{at} without rounding: {both}; "
                        f"the difference is {found.relative:.2g} of the sum of magnitudes"
                    )
            rows += [f"  this may be rounding: {doubt}" for doubt in found.doubts[:SHOWN]]
            rows += [
                f"  {name}: {origin}"
                for name, origin in zip((self.first, self.second), self.example.slices, strict=True)
                if origin is not None
            ]
            rows.append(str(self.example))
        rows += [f"  not compared: {each}" for each in self.refused[:SHOWN]]
        if len(self.refused) > SHOWN:
            rows.append(f"  and {len(self.refused) - SHOWN} more sizes not compared")
        return "\n".join(rows)

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        found: dict[str, Any] = {
            "verdict": self.verdict,
            "sides": [self.first, self.second],
            "inputs": self.inputs,
            "kinds": list(self.kinds),
            "compared": self.compared,
            "largest": self.largest,
            "refused": list(self.refused),
            "example": None,
            "proof": None if self.proof is None else self.proof.to_json(),
        }
        if self.example is not None:
            case = self.example.case
            found["example"] = {
                "difference": asdict(self.example.difference),
                "kinds": dict(case.kinds),
                "seed": case.seed,
                "sizes": dict(case.sizes),
                "slices": [origin and origin.to_json() for origin in self.example.slices],
                "nonzero": {
                    name: [
                        [*map(int, place), _plain(value[tuple(place)])] for place in np.argwhere(value != 0)
                    ]
                    for name, value in self.example.arguments.items()
                    if name in case.kinds
                },
            }
        return found


def _plain(value: Any) -> int | float:
    """An element as a number of Python; an integer keeps all of its digits."""
    return int(value) if np.asarray(value).dtype.kind in "iub" else float(value)


def _number(value: Any) -> str:
    plain = _plain(value)
    return str(plain) if isinstance(plain, int) else f"{plain:.9g}"


def _side(said: float | str) -> str:
    return said if isinstance(said, str) else "runs"
