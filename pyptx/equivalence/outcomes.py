"""Results of a run of a side: its outputs with shadows, and the lines that it executed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.sim.shadow.carried import CarriedShadows
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.shadow.provenance import Provenance, Slice

    Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """An array that a side made.

    Attributes:
        value: Its contents; the numbers in bytes that two numbers of four bits share.
        shadow: Its values without rounding; integers and results of NumPy as they are.
        magnitude: Sums of the magnitudes of the terms of each element.
        constants: Changes of the shadows if the constants of the program are half a last place off.
        nodes: Nodes of the values in `Provenance`; None for arrays without shadows.
    """

    value: Array
    shadow: Array
    magnitude: Array
    constants: Array
    nodes: Array | None = None

    @classmethod
    def exact(cls, value: Array) -> Output:
        """Return an array that is its own shadow."""
        shadow = value.astype(np.float64)
        return cls(value, shadow, np.abs(shadow), np.zeros(value.shape))

    @classmethod
    def of(cls, array: Array, carried: CarriedShadows) -> Output:
        """Return an array with the shadows that launches gave it; its own contents without them."""
        shadows = carried.of(array)
        if shadows is None:
            return cls.exact(array)
        return cls(shadows.held, shadows.shadow, shadows.magnitude, shadows.constants, shadows.nodes)

    def reshaped(self, shape: tuple[int, ...]) -> Output:
        """Return the same elements in another shape."""
        words = [word for word in self.__slots__ if getattr(self, word) is not None]
        return replace(self, **{word: getattr(self, word).reshape(shape) for word in words})


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run of a side.

    Attributes:
        name: Name of the side.
        outputs: The arrays that it made, by name.
        lines: The instructions that its launches executed, with what happened at each.
        provenance: The lines behind every element, if they were kept.
        exceeds: Whether a value exceeded the range of float64: infinite elements may come from that.
        polynomials: The coefficients of the polynomials that its launches evaluated.
    """

    name: str
    outputs: Mapping[str, Output]
    lines: tuple[LineErrors, ...] = ()
    provenance: Provenance | None = None
    exceeds: bool = False
    polynomials: frozenset[frozenset[int]] = frozenset()

    def slice(self, name: str, element: tuple[int, ...]) -> Slice | None:
        """The lines behind an element of an output; None if no kernel computed it."""
        nodes = self.outputs[name].nodes
        if self.provenance is None or nodes is None:
            return None
        return self.provenance.slice(int(nodes[element]))

    @property
    def ended(self) -> tuple[str, ...]:
        """The lines at which shadows ended."""
        return tuple(dict.fromkeys(line.place for line in self.lines if line.restarts))

    @property
    def decided(self) -> tuple[str, ...]:
        """The lines at which the shadows take another branch, and a value may jump."""
        return tuple(dict.fromkeys(line.place for line in self.lines if line.disagreements > line.choices))
