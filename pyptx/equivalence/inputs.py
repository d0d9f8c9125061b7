"""Inputs on which two kernels are compared: random ones, and ones at which kernels go wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import column_major, numpy_dtype
from pyptx.specs import Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]
    Shape = tuple[int, ...]
    Random = np.random.Generator

RAGGED = "ragged sizes"
"""The kind of inputs whose sizes are not those that the caller names."""

_INTEGERS = 8
"""Random integers of more than 8 bits are smaller than this, since they may be indices."""


def finfo(dtype: Any) -> Any:
    """Return the limits of a floating-point format, in the manner of `numpy.finfo`."""
    return ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]


def _signs(random: Random, shape: Shape) -> Array:
    return np.asarray(random.choice([-1.0, 1.0], shape))


def _powers_of_two(random: Random, shape: Shape, info: Any) -> Array:
    return np.asarray(_signs(random, shape) * 2.0 ** random.integers(-3, 4, shape))


def _one_hot_rows(random: Random, shape: Shape, info: Any) -> Array:
    """A one in each row, each time at another column if there are enough; the first row has it last."""
    found = np.zeros(shape)
    if found.size:
        length = shape[-1] if shape else 1
        rows = found.reshape(-1, length)
        columns = length - 1 - np.arange(len(rows)) % length
        rows[np.arange(len(rows)), columns] = 1.0
    return found


def _permutations(random: Random, shape: Shape, info: Any) -> Array:
    """A permutation of whole numbers in each row: 16 values, each in as many places."""
    found = np.broadcast_to(np.arange(1.0, shape[-1] + 1) if shape else np.ones(()), shape)
    return random.permuted(found % 16, axis=-1) if shape else found.copy()


def _constant_rows(random: Random, shape: Shape, info: Any) -> Array:
    return np.broadcast_to(random.uniform(-1, 1, (*shape[:-1], 1) if shape else ()), shape).copy()


def _magnitudes(random: Random, shape: Shape, info: Any) -> Array:
    """Rows of very large and of very small numbers: products of four of them stay in the range."""
    most = max(int(np.log2(float(info.max))) // 4, 1)
    rows = 2.0 ** (most * random.choice([-1.0, 1.0], (*shape[:-1], 1) if shape else ()))
    return np.asarray(random.uniform(-1, 1, shape) * rows)


def _subnormals(random: Random, shape: Shape, info: Any) -> Array:
    least, normal = float(info.smallest_subnormal), float(info.smallest_normal)
    return _signs(random, shape) * least * random.integers(1, max(int(normal / least), 2), shape)


KINDS: dict[str, Callable[[Random, Shape, Any], Array]] = {
    "uniform": lambda random, shape, info: random.uniform(-1, 1, shape),
    "positive": lambda random, shape, info: random.uniform(0.5, 2, shape),
    "zeros": lambda random, shape, info: np.zeros(shape),
    "ones": lambda random, shape, info: np.ones(shape),
    "powers of two": _powers_of_two,
    "one-hot rows": _one_hot_rows,
    "permutations": _permutations,
    "constant rows": _constant_rows,
    "large and small": _magnitudes,
    "subnormals": _subnormals,
}
"""The kinds of inputs, by name."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The arguments of two kernels.

    Attributes:
        describe: The arguments for some sizes, by name: a `Tile` for an array that varies, an array or a
            number for a constant argument.
        sizes: The largest size of each dimension that the tiles name, and other numbers.
        multiples: Divisors of the sizes, by dimension; 1 for others.
        named: Sizes in the descriptions of arguments, besides the dimensions of tiles.
    """

    describe: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    sizes: Mapping[str, Any]
    multiples: Mapping[str, int] = field(default_factory=dict)
    named: Collection[str] = ()

    def __post_init__(self) -> None:
        """Check sizes, multiples and element types.

        Raises:
            LaunchError: The options contradict each other.
        """
        for name in self.varying:
            size = self.sizes.get(name, 1)
            if not isinstance(size, int) or size < 1:
                raise LaunchError(f"{name}={size!r} is not a size: it must be a whole number from 1 up")
        for name, tile in self.tiles.items():
            tile.resolve_shape(self.sizes)
            if tile.dtype.numpy is None:
                raise LaunchError(f"{name}: there are no arrays of {tile.dtype}; use b{tile.dtype.bits}")
        for name, multiple in self.multiples.items():
            size = self.sizes.get(name)
            if not isinstance(size, int):
                known = ", ".join(self.sizes) or "none"
                raise LaunchError(
                    f"there is no size {name}, of which multiples are given (there are: {known})"
                )
            if multiple < 1 or size % multiple:
                raise LaunchError(f"{name}={size} is not a multiple of {multiple}")

    @property
    def tiles(self) -> dict[str, Tile]:
        """The arrays that vary."""
        return {name: each for name, each in self.describe(self.sizes).items() if isinstance(each, Tile)}

    @property
    def varying(self) -> list[str]:
        """The sizes that vary: those that tiles name, and those with a divisor."""
        named = (dim for tile in self.tiles.values() for dim in tile.symbolic_dims)
        return list(dict.fromkeys([*named, *self.multiples]))

    def smaller(self, dim: str, size: int) -> list[int]:
        """The sizes of a dimension to try instead of one, the smallest first."""
        step = self.multiples.get(dim, 1)
        halves = {max(size >> shift, 1) // step * step for shift in range(1, 8)}
        return sorted({*halves, step, 2 * step, 3 * step, size - step} & set(range(step, size)))


@dataclass(frozen=True, slots=True)
class Case:
    """One set of arguments.

    Attributes:
        kinds: The kind of each array that varies.
        sizes: The size of each dimension.
        seed: Seed of the random values.
        label: Its kind, for the count of kinds.
        zeros: Elements of some arrays that are set to zero.
        ones: Whether all other elements are set to one.
    """

    kinds: Mapping[str, str]
    sizes: Mapping[str, int]
    seed: int
    label: str
    zeros: Mapping[str, Array] = field(default_factory=dict)
    ones: bool = False

    def arguments(self, inputs: Inputs) -> dict[str, Any]:
        """Make the arguments: new arrays each time."""
        made: dict[str, Any] = {}
        for number, (name, argument) in enumerate(inputs.describe(self.sizes).items()):
            if not isinstance(argument, Tile):
                made[name] = argument.copy() if isinstance(argument, np.ndarray) else argument
                continue
            values = _values(
                argument, argument.resolve_shape(self.sizes), self.kinds[name], self.seed + number
            )
            zeros = self.zeros.get(name)
            if self.ones:
                values[...] = np.where(values == 0, values, np.ones((), values.dtype))
            if zeros is not None:
                values[zeros] = 0
            made[name] = values
        return made


def _values(tile: Tile, shape: Shape, kind: str, seed: int) -> Array:
    dtype, random = numpy_dtype(str(tile.dtype.numpy)), np.random.default_rng(seed)
    if tile.dtype.kind in "bus":
        info = np.iinfo(dtype)
        low, high = (info.min, info.max + 1) if info.bits == 8 else (0, _INTEGERS)
        return random.integers(low, high, shape).astype(dtype)
    info = finfo(dtype)
    found = KINDS[kind](random, shape, info)
    most = float(info.max)
    made = np.clip(found, -most, most).astype(dtype)
    return np.asfortranarray(made) if column_major(tile) else made


def cases(inputs: Inputs, chosen: Sequence[str], draws: int, seed: int) -> Iterator[Case]:
    """The inputs to try, uniform ones first: each kind for all arrays, for some of them, and ragged sizes.

    Args:
        inputs: The arguments.
        chosen: The kinds.
        draws: Inputs of each random kind.
        seed: Seed of all of them.
    """
    names, sizes = list(inputs.tiles), dict(inputs.sizes)
    random = np.random.default_rng(seed)

    def alike(kind: str, number: int, **more: Any) -> Case:
        made = {"kinds": dict.fromkeys(names, kind), "sizes": sizes, "label": kind, **more}
        return Case(seed=seed + 1000 * number, **made)

    number = 0
    for kind in (kind for kind in KINDS if kind in chosen):
        constant = kind in ("zeros", "ones", "one-hot rows")
        for _ in range(1 if constant or not names else draws):
            number += 1
            yield alike(kind, number)
        if kind != "uniform" and len(names) > 1:
            for name in names:  # an array of the kind among others that do not hide its effect
                number += 1
                yield alike(kind, number, kinds={**dict.fromkeys(names, "uniform"), name: kind})
    if RAGGED in chosen:
        for odd in _ragged(inputs, random, draws):
            number += 1
            yield alike("uniform", number, sizes={**sizes, **odd}, label=RAGGED)


def _ragged(inputs: Inputs, random: Random, draws: int) -> Iterator[dict[str, int]]:
    """Sizes below those of the inputs: one step less, the least, and random ones."""
    found: list[dict[str, int]] = []
    steps = {dim: inputs.multiples.get(dim, 1) for dim in inputs.varying}
    largest = {dim: inputs.sizes[dim] for dim in steps}
    found += [{dim: size - steps[dim]} for dim, size in largest.items()]
    found += [{dim: steps[dim]} for dim in largest]
    found.append(steps)
    for _ in range(draws):
        found.append(
            {
                dim: int(random.integers(1, size // steps[dim] + 1)) * steps[dim]
                for dim, size in largest.items()
            }
        )
    seen = [largest]
    for sizes in found:
        whole = {**largest, **sizes}
        if all(whole.values()) and whole not in seen:
            seen.append(whole)
            yield whole
