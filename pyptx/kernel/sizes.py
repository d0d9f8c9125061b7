"""Sizes of tensors in a trace: numbers that the code is made for, or registers that a launch fills.

A trace remembers which dimensions its body read as numbers: the code serves every size of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ptx.addressing import param
from pyptx.specs import UnboundDim
from pyptx.trace import current
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from pyptx.reg import Reg
    from pyptx.specs import Size


class Sizes:
    """Sizes of a kernel's dimensions during its trace.

    Attributes:
        read: The dimensions that the body has read as numbers.
    """

    def __init__(self, known: Mapping[str, int], dynamic: Collection[str]) -> None:
        """Start with no dimension read.

        Args:
            known: Size of each dimension that has one.
            dynamic: Names of the dimensions that are launch parameters.
        """
        self.read: set[str] = set()
        self._known = known
        self._dynamic = dynamic
        self._registers: dict[str, Reg] = {}

    def of(self, dim: Size) -> Any:
        """The size of a dimension: a number, a register where it is dynamic, an `UnboundDim` if unknown."""
        if not isinstance(dim, str):
            return dim
        if dim in self._dynamic:
            return self._register(dim)
        self.read.add(dim)
        return self._known[dim] if dim in self._known else UnboundDim(dim)

    def known_size(self, dim: Size) -> Any:
        """Return a dimension's size in this trace without recording the read; an `UnboundDim` if unknown."""
        return self._known.get(dim, UnboundDim(dim)) if isinstance(dim, str) else dim

    def _register(self, dim: str) -> Reg:
        if dim not in self._registers:
            with current().at_entry():
                self._registers[dim] = param(u32, dim)
        return self._registers[dim]


class Shape(tuple[Any, ...]):
    """The shape of a tensor in a trace: a tuple of sizes that are looked up when they are read."""

    _sizes: Sizes

    def __new__(cls, dims: Sequence[Size], sizes: Sizes) -> Shape:  # noqa: PYI034 - typing has no Self in 3.10
        """Make the shape of a tensor with these dimensions."""
        made = super().__new__(cls, dims)
        made._sizes = sizes
        return made

    def __iter__(self) -> Iterator[Any]:
        return map(self._sizes.of, super().__iter__())

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return tuple(map(self._sizes.of, found)) if isinstance(index, slice) else self._sizes.of(found)

    def __radd__(self, other: Any) -> Any:
        return other + tuple(self)


def _reading(name: str) -> Any:
    """The method of a tuple called `name`, on the sizes."""
    return lambda self, *others: getattr(tuple(self), name)(*others)


for _name in (
    "__add__", "__contains__", "__eq__", "__ge__", "__gt__", "__hash__", "__le__", "__lt__", "__mul__",
    "__ne__", "__repr__", "__rmul__", "count", "index",
):  # fmt: skip
    setattr(Shape, _name, _reading(_name))
