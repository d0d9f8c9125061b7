"""Arrays of mbarrier objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.record import field, record
from pyptx.reg import Reg
from pyptx.smem.addresses import Index, advanced, in_range, index_number, moved, symbol_at
from pyptx.smem.tiles import authors_name
from pyptx.trace import (
    Trace,
    active,
    check_owner,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.ir import Operand

MBARRIER_BYTES = 8


@record(frozen=True, slots=True)
class MbarrierArray:
    """An array of mbarrier objects, 8 bytes each.

    Attributes:
        name: The `.shared` variable.
        count: Number of objects.
        byte_offset: Bytes from the variable to the array.
        owner: The trace it was made in, or None.
    """

    name: str
    count: int
    byte_offset: int = 0
    owner: Trace | None = field(default_factory=active, compare=False, repr=False)

    def __str__(self) -> str:
        return authors_name(self.owner, self.name, self.byte_offset)

    def __getitem__(self, idx: Index) -> MbarrierRef:
        if isinstance(idx, Reg):
            return MbarrierRef(self, idx, advanced(moved(self.__ptx__()), idx, MBARRIER_BYTES))
        return MbarrierRef(self, in_range(index_number(idx, self), self.count, self, 0))

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[MbarrierRef]:
        return (self[index] for index in range(self.count))

    def __ptx__(self) -> Operand:
        check_owner(self, self.owner)
        return symbol_at(self.name, self.byte_offset)


@record(frozen=True, slots=True, eq=False)
class MbarrierRef:
    """One mbarrier object of an array; as an operand, its address.

    Attributes:
        array: The array.
        idx: Index of the barrier.
        base: A register with its address, where `idx` is a register.
    """

    array: MbarrierArray
    idx: Index
    base: Reg | None = None

    @property
    def name(self) -> str:
        """Name of its `.shared` variable."""
        return self.array.name

    @property
    def byte_offset(self) -> int:
        """Bytes from the variable to the object, or to the array where `idx` is a register."""
        return self.array.byte_offset + (0 if isinstance(self.idx, Reg) else self.idx * MBARRIER_BYTES)

    def __ptx__(self) -> Operand:
        check_owner(self, self.array.owner)
        return symbol_at(self.name, self.byte_offset) if self.base is None else self.base.__ptx__()
