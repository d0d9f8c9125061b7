"""Arrays of terms, which record the operations of NumPy on them.

A function of NumPy runs on them unchanged, if it has no other operations than those of the fragment:

>>> import numpy as np
>>> from pyptx.sim.shadow.terms import Terms
>>> terms = Terms()
>>> x = terms.array(terms.variables("x", (2, 3)))
>>> (np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)).shape
(2, 3)
>>> x > 0
Traceback (most recent call last):
pyptx.sim.shadow.term_arrays.OutsideFragmentError: numpy.greater decides by values that depend on an input
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Array = NDArray[Any]


class OutsideFragmentError(LaunchError):
    """A computation that is not a term over the real numbers.

    Attributes:
        reason: Why.
        line: The line that leaves the fragment; empty if it is not known.
    """

    def __init__(self, reason: str, line: str = "") -> None:
        super().__init__(f"{line}: {reason}" if line else reason)
        self.reason, self.line = reason, line


_NAMES = {
    np.add: "add",
    np.subtract: "sub",
    np.multiply: "mul",
    np.divide: "div",
    np.maximum: "max",
    np.minimum: "min",
    np.negative: "neg",
    np.absolute: "abs",
    np.fabs: "abs",
    np.sqrt: "sqrt",
    np.exp2: "exp2",
    np.exp: "exp",
    np.log2: "log2",
    np.log: "log",
    np.tanh: "tanh",
    np.sin: "sin",
    np.cos: "cos",
}

_DECISIONS = frozenset(
    (np.greater, np.greater_equal, np.less, np.less_equal, np.equal, np.not_equal, np.sign, np.isnan)
)


class Recorder(Protocol):
    """The methods of `pyptx.sim.shadow.terms.Terms` that an array calls."""

    def constants(self, values: Any) -> Array:
        """Return terms for numbers."""

    def apply(self, name: str, *operands: Array) -> Array:
        """Return terms for the results of an operation."""

    def dot(self, left: Array, right: Array, addend: Array) -> Array:
        """Return terms for the elements of A B + C."""


class TermArray(NDArrayOperatorsMixin):
    """An array of terms.

    Attributes:
        terms: Their records.
        ids: Their numbers.
    """

    def __init__(self, terms: Recorder, ids: Array) -> None:
        self.terms, self.ids = terms, np.asarray(ids, np.int64)

    # Shapes

    @property
    def shape(self) -> tuple[int, ...]:
        """Size of each dimension."""
        return self.ids.shape

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self.ids.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return self.ids.size

    @property
    def dtype(self) -> Any:
        """Terms represent real numbers: float64."""
        return np.dtype(np.float64)

    @property
    def T(self) -> TermArray:  # noqa: N802
        """The transposed array."""
        return self._like(self.ids.T)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[TermArray]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, key: Any) -> TermArray:
        if isinstance(key, TermArray):
            raise OutsideFragmentError("an index depends on an input")
        return self._like(self.ids[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ids[key] = self._ids(value)

    def __bool__(self) -> bool:
        raise OutsideFragmentError("a condition depends on an input")

    def __float__(self) -> float:
        raise OutsideFragmentError(
            "a function of Python numbers is called with a value that depends on an input"
        )

    __int__ = __index__ = __float__

    def __array__(self, *args: Any, **kwargs: Any) -> Array:
        raise OutsideFragmentError("a function converts values that depend on an input to numbers")

    def astype(self, dtype: Any, **options: Any) -> TermArray:
        """Return the same terms: no conversion between floating-point formats rounds them."""
        del options
        if np.dtype(dtype).kind in "iub":
            raise OutsideFragmentError(f"astype({np.dtype(dtype)}) rounds values that depend on an input")
        return self.copy()

    def copy(self) -> TermArray:
        """Return an array that can change on its own."""
        return self._like(self.ids.copy())

    def reshape(self, *shape: Any) -> TermArray:
        """Return the terms in another shape."""
        return self._like(self.ids.reshape(*shape))

    def transpose(self, *axes: Any) -> TermArray:
        """Return the terms with their axes in another order."""
        return self._like(self.ids.transpose(*axes))

    def swapaxes(self, first: int, second: int) -> TermArray:
        """Return the terms with two axes exchanged."""
        return self._like(self.ids.swapaxes(first, second))

    def erf(self) -> TermArray:
        """Return the error function of each element."""
        return self._like(self.terms.apply("erf", self.ids))

    # Reductions

    def sum(self, axis: Any = None, **options: Any) -> TermArray:
        """Return sums along axes."""
        return self._reduced("sum", axis, **options)

    def max(self, axis: Any = None, **options: Any) -> TermArray:
        """Return maxima along axes."""
        return self._reduced("max", axis, **options)

    def min(self, axis: Any = None, **options: Any) -> TermArray:
        """Return minima along axes."""
        return self._reduced("min", axis, **options)

    def mean(self, axis: Any = None, **options: Any) -> TermArray:
        """Return means along axes."""
        total = self.sum(axis, **options)
        mean: TermArray = total / (self.size / max(total.size, 1))
        return mean

    def var(self, axis: Any = None, *, keepdims: bool = False) -> TermArray:
        """Return variances along axes."""
        distance: TermArray = self - self.mean(axis, keepdims=True)
        squares: TermArray = distance * distance
        return squares.mean(axis, keepdims=keepdims)

    def std(self, axis: Any = None, *, keepdims: bool = False) -> TermArray:
        """Return standard deviations along axes."""
        return self._called(np.sqrt, self.var(axis, keepdims=keepdims))

    def cumsum(self, axis: int | None = None, **options: Any) -> TermArray:
        """Return the sums of the elements up to each one, along an axis."""
        self._check_options("cumsum", options)
        ids = self.ids.reshape(-1).copy() if axis is None else np.moveaxis(self.ids, axis, 0).copy()
        for place in range(1, len(ids)):
            ids[place] = self.terms.apply("add", ids[place - 1], ids[place])
        return self._like(ids if axis is None else np.moveaxis(ids, 0, axis))

    def clip(self, least: Any = None, most: Any = None, **options: Any) -> TermArray:
        """Return the elements, or the bounds of those beyond them; the bounds may be `min=` and `max=`."""
        least, most = options.pop("min", least), options.pop("max", most)
        if options:
            raise OutsideFragmentError(f"clip({'=…, '.join(options)}=…) is not in the fragment")
        made = self if least is None else self._called(np.maximum, self, least)
        return made if most is None else self._called(np.minimum, made, most)

    @staticmethod
    def _check_options(name: str, options: dict[str, Any]) -> None:
        """Refuse other options than a type of floating-point numbers."""
        if options.keys() - {"dtype"} or np.dtype(options.get("dtype") or np.float64).kind in "iub":
            raise OutsideFragmentError(f"{name}({'=…, '.join(options)}=…) is not a reduction of the fragment")

    def _reduced(self, name: str, axis: Any, *, keepdims: bool = False, **options: Any) -> TermArray:
        self._check_options(name, options)
        given = range(self.ndim) if axis is None else np.atleast_1d(axis) % max(self.ndim, 1)
        axes = sorted(map(int, given))
        kept = [number for number in range(self.ndim) if number not in axes]
        flat = self.ids.transpose(*axes, *kept).reshape(-1, *(self.shape[number] for number in kept))
        if not len(flat):
            raise OutsideFragmentError(f"{name} of no elements")
        made = self.terms.apply(name, *flat)
        shape = tuple(1 if number in axes else size for number, size in enumerate(self.shape))
        return self._like(made.reshape(shape) if keepdims else made)

    # Operations of NumPy

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        (out,) = options.pop("out", (None,))
        if not isinstance(out, TermArray | None):
            raise OutsideFragmentError("values that depend on an input are stored in an array of numbers")
        if method == "reduce" and _NAMES.get(ufunc) in ("add", "max", "min"):
            name = {"add": "sum"}.get(_NAMES[ufunc], _NAMES[ufunc])
            made = self._reduced(name, options.pop("axis", 0), **options)
        elif method != "__call__" or options:
            raise OutsideFragmentError(f"numpy.{ufunc.__name__}.{method} is not an operation of the fragment")
        else:
            made = self._called(ufunc, *inputs)
        if out is None:
            return made
        out.ids[...] = made.ids
        return out

    def _called(self, ufunc: Any, *inputs: Any) -> TermArray:
        if ufunc in _DECISIONS:
            raise OutsideFragmentError(f"numpy.{ufunc.__name__} decides by values that depend on an input")
        if ufunc is np.power:
            return self._power(*inputs)
        if ufunc in _COMPOSED:
            made: TermArray = _COMPOSED[ufunc](*inputs)
            return made
        ids = [self._ids(each) for each in inputs]
        apply = self.terms.apply
        if name := "erf" if ufunc.__name__ == "erf" else _NAMES.get(ufunc):  # SciPy has the error function
            return self._like(apply(name, *ids))
        if ufunc is np.positive:
            return self._like(ids[0].copy())
        if ufunc is np.matmul:
            return self._matmul(*ids)
        raise OutsideFragmentError(f"numpy.{ufunc.__name__} is not an operation of the fragment")

    def _matmul(self, left: Array, right: Array) -> TermArray:
        rows = left[None] if left.ndim == 1 else left
        columns = right[:, None] if right.ndim == 1 else right
        outer = np.broadcast_shapes(rows.shape[:-2], columns.shape[:-2])
        if rows.shape[-1] != columns.shape[-2]:
            raise ValueError(f"matmul: shapes {left.shape} and {right.shape} do not fit")
        rows = np.broadcast_to(rows, (*outer, *rows.shape[-2:]))
        columns = np.broadcast_to(columns, (*outer, *columns.shape[-2:]))
        zero = np.zeros((*outer, rows.shape[-2], columns.shape[-1]), np.int64)
        made = self.terms.dot(rows, columns, zero)
        made = made[..., 0, :] if left.ndim == 1 else made
        return self._like(made[..., 0] if right.ndim == 1 else made)

    def _power(self, base: Any, exponent: Any) -> TermArray:
        """A power with a small whole exponent, or half of one; for others the base must be positive."""
        if isinstance(exponent, TermArray) or np.ndim(exponent):
            raise OutsideFragmentError("numpy.power with an array of exponents is not in the fragment")
        if not float(2 * exponent).is_integer():
            power: TermArray = np.exp2(np.log2(base) * exponent)
            return power
        whole, half = divmod(int(abs(2 * exponent)), 2)
        result: Any = np.sqrt(base) if half else 1.0
        for _ in range(whole):
            result = result * base
        result = 1.0 / result if exponent < 0 else result
        if isinstance(result, TermArray):
            return result
        return self._like(np.broadcast_to(self._ids(result), base.shape).copy())

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        del types
        name = function.__name__
        if name in ("sum", "max", "amax", "min", "amin", "mean", "var", "std", "cumsum"):
            return getattr(inputs[0], name.removeprefix("a"))(*inputs[1:], **options)
        if name in ("zeros_like", "ones_like", "empty_like", "full_like"):
            values = {"zeros_like": 0.0, "ones_like": 1.0, "empty_like": np.nan}
            value, *more = inputs[1:] if name == "full_like" else (values[name], *inputs[1:])
            if more or options.keys() - {"dtype"}:
                raise OutsideFragmentError(f"numpy.{name} with these arguments is not in the fragment")
            return self._like(np.broadcast_to(self._ids(value), inputs[0].shape).copy())
        if name == "clip":
            bounds = {word.removeprefix("a_"): bound for word, bound in options.items()}
            return self._like(self._ids(inputs[0])).clip(*inputs[1:], **bounds)
        if name == "where" and len(inputs) == 3 and not isinstance(inputs[0], TermArray):
            return self._like(np.where(inputs[0], self._ids(inputs[1]), self._ids(inputs[2])))
        if name in _MOVES:
            given = (_mapped(self._ids, each) for each in inputs)
            named = {word: _mapped(self._ids, each) for word, each in options.items()}
            made = _MOVES[name](*given, **named)
            return [self._like(each) for each in made] if isinstance(made, list) else self._like(made)
        raise OutsideFragmentError(f"numpy.{name} is not an operation of the fragment")

    def _ids(self, value: Any) -> Array:
        if isinstance(value, TermArray):
            return value.ids
        array = np.asarray(value)
        if array.dtype.kind not in "iuf" and array.dtype.name != "bfloat16":
            raise OutsideFragmentError(f"an operand of the type {array.dtype} is not a real number")
        return self.terms.constants(array)

    def _like(self, ids: Any) -> TermArray:
        return TermArray(self.terms, ids)


_COMPOSED: dict[Any, Callable[..., Any]] = {
    np.square: lambda x: x * x,
    np.reciprocal: lambda x: 1 / x,
    np.log1p: lambda x: np.log(1 + x),
    np.expm1: lambda x: np.exp(x) - 1,
    np.sinh: lambda x: (np.exp(x) - np.exp(-x)) / 2,
    np.cosh: lambda x: (np.exp(x) + np.exp(-x)) / 2,
    np.logaddexp: lambda x, y: np.log(np.exp(x) + np.exp(y)),
}
"""Functions that are read as others."""

_MOVES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (np.concatenate, np.stack, np.transpose, np.swapaxes, np.moveaxis, np.reshape, np.ravel)
} | {
    function.__name__: function
    for function in (
        np.squeeze,
        np.expand_dims,
        np.broadcast_to,
        np.flip,
        np.roll,
        np.tril,
        np.triu,
        np.split,
        np.repeat,
        np.tile,
        np.take,
    )
}
"""Functions that only move elements: they move the numbers of terms alike."""


def _mapped(ids_of: Callable[[Any], Array], given: Any) -> Any:
    """An argument of a function, with the numbers of its terms."""
    if isinstance(given, TermArray):
        return given.ids
    if isinstance(given, tuple | list) and any(isinstance(each, TermArray) for each in given):
        return [ids_of(each) for each in given]
    return given
