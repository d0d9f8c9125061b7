"""What a kernel was traced for: one variant for each set of values that its body read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.late import late
from pyptx.record import record, replace

if TYPE_CHECKING:
    import logging
    from collections.abc import Mapping, Sequence

    from pyptx.program import MapParam, Program
    from pyptx.specs import Tile

else:
    logging = late("logging")

Key = tuple[tuple[tuple[str, object], ...], str, bool, int]
"""Template parameters by value, target, whether there are line numbers, and the revision of the module."""


@record(frozen=True, slots=True)
class Variant:
    """A trace of a kernel, and what it is for.

    Attributes:
        traced: The program of this trace.
        read: Size of each dimension that the body read as a number; None for one it met without a size.
        key: What else the body may have read.
        template: Template parameters, as they were passed.
        tensors: Tile of each tensor parameter by name.
    """

    traced: Program
    read: Mapping[str, int | None]
    key: Key
    template: Mapping[str, Any]
    tensors: Mapping[str, Tile | None]

    def serves(self, dims: Mapping[str, int], key: Key) -> bool:
        """Whether the same trace comes of these dimensions and this key."""
        return key == self.key and all(dims.get(name) == size for name, size in self.read.items())

    def program(self, dims: Mapping[str, int]) -> Program:
        """Return the program for these dimensions: the same code, with the tensor maps of their sizes."""
        maps = tuple(self._sized(param, dims) for param in self.traced.tensor_maps)
        return replace(self.traced, tensor_maps=maps) if maps else self.traced

    def explain(self, kernel: str, others: Sequence[Variant]) -> None:
        """Log why it was traced, and what tells it from the nearest of those traced before."""
        log = logging.getLogger("pyptx.kernel")
        if not log.isEnabledFor(logging.INFO):
            return
        mine = self.facts()
        listed = ", ".join(f"{name}={value!r}" for name, value in mine.items())
        if not others:
            log.info("%s is traced for the first time: %s", kernel, listed)
            return
        changes = [
            [
                f"{name} is {value!r}, not {other.get(name)!r}"
                for name, value in mine.items()
                if value != other.get(name)
            ]
            for other in (variant.facts() for variant in others)
        ]
        nearest = min(changes, key=len) or ["what its module declares has changed"]
        log.info("%s is traced again (%d variants): %s", kernel, len(others) + 1, "; ".join(nearest))

    def facts(self) -> dict[str, Any]:
        """Return what the trace depends on, by name."""
        return {**self.read, **self.template, "arch": self.key[1], "lineinfo": self.key[2]}

    def _sized(self, param: MapParam, dims: Mapping[str, int]) -> MapParam:
        """A tensor map for the sizes of `dims`, where they have all of the tensor's."""
        tile = self.tensors[param.tensor]
        if tile is None or param.sized is None or not all(dim in dims for dim in tile.symbolic_dims):
            return param
        return replace(param, map=param.sized(tile.resolve_shape(dims)))
