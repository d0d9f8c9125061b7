"""Differences of the outputs of two sides that no rounding explains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import ml_dtypes
import numpy as np

from pyptx.equivalence.inputs import finfo
from pyptx.equivalence.outcomes import Output
from pyptx.errors import LaunchError
from pyptx.sim.shadow.cells import as_double
from pyptx.sim.shadow.nibbles import numbers_of_four_bits
from pyptx.sim.shadow.report import APPROXIMATION, differences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from pyptx.equivalence.outcomes import Outcome

    Array = NDArray[Any]

FOUR_BITS = np.dtype(ml_dtypes.float4_e2m1fn)

ROUNDINGS = 64
"""Rounding errors of the coarsest format, relative to the magnitude, that may explain a difference between
outputs whose shadows ended: a larger difference is not rounding."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The element at which two outputs differ most.

    Attributes:
        name: Name of the output of the first side.
        second_name: Name of that of the second side.
        element: Its place.
        first: Its value without rounding on the first side, an integer as it is; text for a fault.
        second: Value of the second side.
        relative: The difference, relative to the sum of magnitudes.
        wrong: Elements that differ.
        doubts: Reasons why the difference may be rounding: lines at which shadows ended or took another
            branch.
        results: Its results on both sides if only one is infinite or NaN, and the values without rounding
            are the same; else None.
    """

    name: str
    second_name: str
    element: tuple[int, ...]
    first: int | float | str
    second: int | float | str
    relative: float
    wrong: int = 1
    doubts: tuple[str, ...] = ()
    results: tuple[float, float] | None = None


def difference(first: Outcome, second: Outcome, tolerance: float) -> tuple[Difference | None, float]:
    """Find the output that differs most, if one does, and the largest relative difference of any.

    Elements that are not finite because a value exceeded float64 are left out. If the sides evaluate other
    polynomials, the error of the functions that these may approximate is no difference.

    Raises:
        LaunchError: The sides do not have the same outputs.
    """
    found: list[Difference] = []
    largest = 0.0
    if first.polynomials != second.polynomials:
        tolerance = max(tolerance, APPROXIMATION)
    for name, second_name in pairs(first, second):
        one, other = first.outputs[name], second.outputs[second_name]
        if not fit(one.shadow.shape, other.shadow.shape):
            raise LaunchError(
                f"{name} has the shape {one.shadow.shape} on {first.name} and {other.shadow.shape} on "
                f"{second.name}; elements are compared one by one, so both need the same shape"
            )
        relative = _relative(one, other)
        relative[_left_out(first, second, name, second_name)] = 0.0
        largest = max(largest, float(np.minimum(relative, tolerance).max(initial=0.0)))
        wrong = _wrong(one, other, relative, tolerance)
        lost = ~wrong & _finite_on_one_side(one, other) & ~_left_out(first, second, name, second_name)
        wrong, relative = wrong | lost, np.where(lost, np.inf, relative)
        if not wrong.any():
            hidden = _find_hidden_difference(first, second, name, second_name)
            found += [hidden] if hidden is not None else []
            continue
        place = np.unravel_index(int(np.where(wrong, relative, -1.0).argmax()), relative.shape)
        worst = float(relative[place])
        found.append(
            Difference(
                name,
                second_name,
                tuple(map(int, place)),
                _element(one, place),
                _element(other.reshaped(one.shadow.shape), place),
                worst,
                int(wrong.sum()),
                _doubts(first, second, worst),
                _results(one, other, place) if lost[place] else None,
            )
        )
    return max(found, key=lambda each: (not each.doubts, each.relative), default=None), largest


def fit(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether two shapes are the same without dimensions of 1, or one is the other one flat."""
    one, other = (tuple(size for size in shape if size != 1) for shape in (first, second))
    return one == other or (min(len(one), len(other)) == 1 and np.prod(one) == np.prod(other))


class Outputs(Protocol):
    """The outputs of a side."""

    @property
    def name(self) -> str:
        """Name of the side."""

    @property
    def outputs(self) -> Mapping[str, Any]:
        """The outputs by name."""


def pairs(first: Outputs, second: Outputs) -> Iterator[tuple[str, str]]:
    """The outputs of two sides that are compared, by name, or in order if they have other names.

    Raises:
        LaunchError: The sides do not have the same number of outputs.
    """
    one, other = list(first.outputs), list(second.outputs)
    if set(one) == set(other):
        return zip(one, one, strict=True)
    if len(one) != len(other):
        raise LaunchError(
            f"the sides write different arrays: {first.name} {', '.join(one)}, and {second.name} "
            f"{', '.join(other)}; compare functions that return the same ones"
        )
    return zip(one, other, strict=True)


def comparable(first: Outcome, second: Outcome) -> tuple[Outcome, Outcome]:
    """Return outcomes whose numbers of four bits are their own shadows if the other side has plain bytes."""
    sides = dict(first.outputs), dict(second.outputs)
    for names in pairs(first, second):
        held = [outputs[name].value for outputs, name in zip(sides, names, strict=True)]
        is_plain = {each.dtype.kind in "iu" for each in held} == {True, False}
        if is_plain and FOUR_BITS in [each.dtype for each in held]:
            for outputs, name, each in zip(sides, names, held, strict=True):
                outputs[name] = Output.exact(each if each.dtype == FOUR_BITS else numbers_of_four_bits(each))
    return replace(first, outputs=sides[0]), replace(second, outputs=sides[1])


def _relative(one: Output, other: Output) -> Array:
    """The differences of elements, relative to the larger sum of magnitudes."""
    second, magnitude, constants = (
        getattr(other, word).reshape(one.shadow.shape) for word in ("shadow", "magnitude", "constants")
    )
    scale = np.fmax(one.magnitude, magnitude)
    return differences(one.shadow, second, scale, one.constants + constants)[1]


def _wrong(one: Output, other: Output, relative: Array, tolerance: float) -> Array:
    """The elements that differ: integers are compared as they are, since none is rounded."""
    if one.value.dtype.kind in "iub" and other.value.dtype.kind in "iub":
        return np.asarray(one.value != other.value.reshape(one.value.shape))
    return np.asarray(relative > tolerance)


def _finite_on_one_side(one: Output, other: Output) -> Array:
    """The elements with one finite result, although both shadows are finite."""
    second = other.reshaped(one.shadow.shape)
    with np.errstate(all="ignore"):
        results = [_in_the_format_of(*pair) for pair in ((one, second), (second, one))]
    finite = [np.isfinite(each) for each in results]
    return np.asarray((finite[0] != finite[1]) & np.isfinite(one.shadow) & np.isfinite(second.shadow))


def _find_hidden_difference(
    first: Outcome, second: Outcome, name: str, second_name: str
) -> Difference | None:
    """Find results that differ more than rounding explains, although their shadows do not.

    If shadows ended on the way, as in an exponential out of integers, they may not be those of the results.
    """
    one, other = first.outputs[name], second.outputs[second_name]
    second_one = other.reshaped(one.shadow.shape)
    if not (first.ended or second.ended) or one.value.dtype.kind in "iub" or other.value.dtype.kind in "iub":
        return None
    results = _in_the_format_of(one, second_one), _in_the_format_of(second_one, one)
    with np.errstate(all="ignore"):
        largest = np.maximum(*map(np.abs, results))
        relative = np.nan_to_num(np.abs(results[0] - results[1]) / largest, posinf=0.0)
    relative[_left_out(first, second, name, second_name)] = 0.0
    place = np.unravel_index(int(relative.argmax()), relative.shape)
    eps = max(float(finfo(each.value.dtype).eps) for each in (one, other))
    if relative[place] <= ROUNDINGS * eps:
        return None
    ends = _ends(first, second)
    at = tuple(map(int, place))
    values = _element(one, place), _element(second_one, place)
    counted = int((relative > ROUNDINGS * eps).sum())
    return Difference(
        name, second_name, at, *values, float(relative[place]), counted, ends, _results(one, other, place)
    )


def _ends(first: Outcome, second: Outcome) -> tuple[str, ...]:
    """The lines at which shadows end, in words."""
    sides = (("first", first), ("second", second))
    return tuple(f"shadows end at {line} of the {side} side" for side, each in sides for line in each.ended)


def _in_the_format_of(own: Output, other: Output) -> Array:
    """Results in float64; results of NumPy, which are wider, are rounded to the format of the other side."""
    wide = own.nodes is None and own.value.dtype == np.float64
    value = own.value.astype(other.value.dtype) if wide else own.value
    return as_double(value)


def _results(one: Output, other: Output, place: tuple[Any, ...]) -> tuple[float, float]:
    return float(one.value[place]), float(other.reshaped(one.shadow.shape).value[place])


def _element(output: Output, place: tuple[Any, ...]) -> int | float:
    """An element without rounding; an integer as it is."""
    if output.value.dtype.kind in "iub":
        return int(output.value[place])
    return float(output.shadow[place])


def _beyond(side: Outcome, output: Output) -> Array:
    """The elements that may be infinite or NaN only because a value exceeded float64."""
    return ~np.isfinite(output.shadow) & side.exceeds


def excluded(first: Outcome, second: Outcome) -> bool:
    """Whether elements are not compared because values exceed float64."""
    sides = (first, second)
    return any(_beyond(side, output).any() for side in sides for output in side.outputs.values())


def compared(first: Outcome, second: Outcome) -> int:
    """The number of elements that are compared, those that are NaN left out."""
    return sum(
        int((~np.isnan(first.outputs[name].shadow) & ~_left_out(first, second, name, other)).sum())
        for name, other in pairs(first, second)
    )


def _left_out(first: Outcome, second: Outcome, name: str, second_name: str) -> Array:
    """The elements of an output that are not compared because values exceed float64."""
    one, other = _beyond(first, first.outputs[name]), _beyond(second, second.outputs[second_name])
    return np.asarray(one | other.reshape(one.shape))


def _doubts(first: Outcome, second: Outcome, relative: float) -> tuple[str, ...]:
    """Why a difference may be rounding."""
    sides = (("first", first), ("second", second))
    found = [
        f"{line} of the {side} side decides otherwise without rounding"
        for side, each in sides
        for line in each.decided
    ]
    formats = [
        float(finfo(output.value.dtype).eps)
        for _, each in sides
        for output in each.outputs.values()
        if output.value.dtype.kind not in "iub"
    ]
    if relative <= ROUNDINGS * max(formats, default=0.0):
        found += _ends(first, second)
        found += [
            f"{name} of the {side} side has numbers of 4 bits without shadows"
            for side, each in sides
            for name, output in each.outputs.items()
            if output.value.dtype == FOUR_BITS and output.nodes is None
        ]
    return tuple(found)
