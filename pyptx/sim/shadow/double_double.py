"""Arrays of double-double numbers: each the sum of two float64 numbers, with about 106 bits.

NumPy's functions take them as they take arrays of float64: rules of shadows need no second form. A function
that would lose the second number raises a `TypeError`.

>>> import numpy as np
>>> one = DoubleDouble.of(np.array([1e20]))
>>> (one + 1 - one).high
array([1.])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from pyptx.sim.shadow.pairs import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[Any]
    Pair = tuple[Array, Array]


class DoubleDouble(NDArrayOperatorsMixin):
    """An array of numbers that are sums of two float64 numbers; an infinity or NaN has a zero as its second.

    Args:
        high: The numbers rounded to float64.
        low: The rest.
    """

    __slots__ = ("high", "low")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, high: Array, low: Array) -> None:
        self.high, self.low = high, low

    @classmethod
    def of(cls, values: Array | DoubleDouble) -> DoubleDouble:
        """Return numbers of float64 as double-double numbers."""
        return values if isinstance(values, DoubleDouble) else cls(values, np.zeros_like(values))

    # As an array

    dtype = np.dtype(np.float64)
    shape = property(lambda self: self.high.shape)
    ndim = property(lambda self: self.high.ndim)
    T = property(lambda self: self._each(lambda part: part.T))

    def _each(self, function: Callable[[Array], Array]) -> DoubleDouble:
        return DoubleDouble(function(self.high), function(self.low))

    def __len__(self) -> int:
        return len(self.high)

    def __iter__(self) -> Iterator[DoubleDouble]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> DoubleDouble:
        return self._each(lambda part: np.asarray(part[key]))

    def __setitem__(self, key: Any, value: Any) -> None:
        self.high[key], self.low[key] = _parts(value)

    def __array__(self, *_: Any, **__: Any) -> Array:
        raise TypeError("an array of float64 would lose the second half of double-double numbers")

    def reshape(self, *shape: int) -> DoubleDouble:
        """Return a view or copy with another shape."""
        return self._each(lambda part: part.reshape(*shape))

    def transpose(self, *axes: int) -> DoubleDouble:
        """Return a view with the axes in another order."""
        return self._each(lambda part: part.transpose(*axes))

    def swapaxes(self, first: int, second: int) -> DoubleDouble:
        """Return a view with two axes exchanged."""
        return self._each(lambda part: part.swapaxes(first, second))

    def take(self, places: Array, axis: int | None = None) -> DoubleDouble:
        """Return the elements at some places."""
        return self._each(lambda part: part.take(places, axis=axis))

    def copy(self) -> DoubleDouble:
        """Return a copy."""
        return self._each(np.copy)

    def any(self, axis: int | None = None) -> Any:
        """Whether a number is other than zero."""
        return self.high.any(axis)

    def max(self) -> float:
        """Return the largest number, rounded to float64."""
        return float(self.high.max())

    # NumPy's functions

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        """Compute a function that has a definition here."""
        if method == "at":
            total, places, terms = inputs
            for place, term in zip(places.tolist(), DoubleDouble.of(terms), strict=True):
                total[place] = ufunc(total[place], term)
            return None
        function = FUNCTIONS.get(ufunc)
        if method != "__call__" or function is None or options:
            raise TypeError(f"numpy.{ufunc.__name__} has no meaning for double-double numbers")
        with np.errstate(all="ignore"):
            made = function(*(_parts(each) for each in inputs))
            if not isinstance(made, tuple):
                return made
            high, low = made
            result = DoubleDouble(np.asarray(high), np.where(np.isfinite(high), low, 0.0))
        if np.isinf(result.high).any():
            _signal_overflow(ufunc, [_parts(each)[0] for each in inputs])
        if out is None:
            return result
        out[0][...] = result
        return out[0]

    def __array_function__(
        self, function: Any, _: Any, given: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Move elements: those of both halves alike."""
        moved = _MOVED.get(function)
        if moved is None:
            raise TypeError(f"numpy.{function.__name__} has no meaning for double-double numbers")
        halves = [function(*_half(given, moved, half), **options) for half in (0, 1)]
        if halves[0] is None:
            return None
        if isinstance(halves[0], list | tuple):
            return [DoubleDouble(*pair) for pair in zip(*halves, strict=True)]
        return DoubleDouble(*halves)


_MOVED: dict[Any, tuple[int, ...]] = {
    np.where: (1, 2), np.put_along_axis: (0, 2), np.concatenate: (0,), np.stack: (0,), np.repeat: (0,),
    np.moveaxis: (0,), np.broadcast_to: (0,), np.split: (0,), np.delete: (0,), np.take: (0,),
    np.take_along_axis: (0,), np.zeros_like: (0,), np.copy: (0,),
}  # fmt: skip
"""Functions that move elements, with the places of those arguments that are numbers."""


def as_double_double(values: ArrayLike | DoubleDouble) -> DoubleDouble:
    """Return numbers of any type as double-double numbers: those of `numpy.longdouble` keep their bits."""
    if isinstance(values, DoubleDouble):
        return values
    given = np.asarray(values)
    rounded = given.astype(np.float64)
    with np.errstate(invalid="ignore"):
        rest = given - rounded if given.dtype == np.longdouble else np.zeros(given.shape)
    return DoubleDouble(rounded, np.where(np.isfinite(rounded), rest, 0.0).astype(np.float64))


def high(values: Any) -> Any:
    """Return numbers rounded to float64."""
    return values.high if isinstance(values, DoubleDouble) else values


def low(values: Any) -> Any:
    """Return the remainders of numbers that are rounded to float64."""
    return values.low if isinstance(values, DoubleDouble) else np.zeros_like(values)


def _signal_overflow(ufunc: Any, inputs: list[Array]) -> None:
    """Let NumPy signal an overflow: signals are off while a function computes."""
    if ufunc in _SIGNALLING:
        ufunc(*inputs)


def _half(given: Iterable[Any], moved: tuple[int, ...], half: int) -> list[Any]:
    """The arguments of a function, one half of those that are numbers."""
    return [
        ([_parts(each)[half] for each in value] if isinstance(value, list | tuple) else _parts(value)[half])
        if place in moved
        else value
        for place, value in enumerate(given)
    ]


def _parts(values: Any) -> Pair:
    """Both halves of numbers."""
    if isinstance(values, DoubleDouble):
        return values.high, values.low
    found = np.asarray(values, np.float64)
    return found, np.zeros_like(found)


_SIGNALLING = (np.add, np.subtract, np.multiply, np.divide, np.reciprocal, np.exp2)
"""Those that may exceed the range of float64."""
