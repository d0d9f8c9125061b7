"""What a program is for the native engine: records, which are calls of handlers, and their rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.sim.abi import PLACE, SPACE
from pyptx.sim.handlers import operands_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from pyptx.sim.steps import Step


ROW_BYTES = {1: 4, 8: 64, 16: 64, 32: 128, 64: 256, 128: 512}
"""Bytes of a row of 32 lanes of each width; rows of more than a predicate start at multiples of 64."""

UNSHARED = tuple(SPACE[name] for name in ("local", "const", "param"))
MASK64 = 0xFFFF_FFFF_FFFF_FFFF


class Uncovered(Exception):  # noqa: N818 - says what, as `Trap` does
    """An instruction that the native engine does not know.

    Attributes:
        instruction: Opcode and modifiers.
        reason: What of it is not known; empty where it is all of it.
    """

    def __init__(self, instruction: str, reason: str = "") -> None:
        super().__init__(f"{instruction}: {reason}" if reason else instruction)
        self.instruction = instruction
        self.reason = reason


class RowAddress(NamedTuple):
    """An address: the row that it starts from.

    Attributes:
        address: The row.
        narrow: Whether that has 32 bits.
        offset: What is added.
        space: Its number in `SPACE`.
    """

    address: int
    narrow: int
    offset: int
    space: int

    def words(self) -> tuple[int, ...]:
        """It, among the extra words of a record."""
        low, high = self.offset & 0xFFFF_FFFF, self.offset >> 32
        return PLACE.numbers(
            address=self.address,
            narrow=self.narrow,
            offset_low=low - (low >> 31 << 32),
            offset_high=high,
            space=self.space,
        )


@dataclass(slots=True)
class Record:
    """One call of a handler, as the engine reads it.

    Attributes:
        handler: Its name.
        d: A row, as the others: of the operands of an instruction that computes.
        a: The same.
        b: The same.
        c: The same.
        e: The same.
        f: What the handler of an instruction that computes is told beside its operands, as the others.
        n: The same.
        imm: The same.
        operands: Those that `pyptx.sim.abi` names, of every other handler.
        site: What it does that the race detector sees, a `SITE`.
        finish: Names the registers that the handler follows itself, once it is known which are followed.
    """

    handler: str
    d: int = -1
    a: int = -1
    b: int = -1
    c: int = -1
    e: int = -1
    f: int = 0
    n: int = 0
    imm: int = 0
    operands: dict[str, Any] | None = None
    site: int = 0
    finish: Callable[[dict[str, Any], Followed], None] | None = None


def record(
    handler: str,
    *,
    race_site: int = 0,
    finish: Callable[[dict[str, Any], Followed], None] | None = None,
    **operands: Any,
) -> Record:
    """A record, by the names of its handler's operands."""
    if operands_of(handler) is None:
        return Record(handler, site=race_site, **operands)
    return Record(handler, operands=operands, site=race_site, finish=finish)


@dataclass(slots=True)
class Lowered:
    """A program for the native engine.

    Attributes:
        records: One row of eleven words per record.
        extra: Words that records point to.
        blocks: First record of every block.
        gates: The barrier of every block, as a record; -1 where it has none.
        warp_gates: Which blocks are a ``bar.warp.sync``.
        warp_bytes: Bytes of the registers of a warp, and of all other rows, which come after them.
        register_bytes: Bytes of the registers alone.
        rows: Offset of every register, by number.
        constants: Rows with the same value in all lanes, with that value.
        specials: Rows of special registers: offset, name and NumPy type.
        varying: Rows of numbers of the CTA: offset, which number, bytes, what is added to it.
        tracked: Registers that are followed lane by lane, by number.
        asynchronous: Whether it has operations whose state only the engine knows.
        overlooks: Whether it has loads that may read what nobody wrote.
        sites: What every record does, where it was lowered to look for races; else nothing.
        follows: Whether it follows values that nobody defined.
    """

    records: NDArray[np.int64]
    extra: NDArray[np.int32]
    blocks: NDArray[np.int64]
    gates: NDArray[np.int64]
    warp_gates: NDArray[np.uint8]
    warp_bytes: int
    register_bytes: int
    rows: list[int]
    constants: list[tuple[int, bytes]]
    specials: list[tuple[int, str, np.dtype[Any]]]
    varying: list[tuple[int, int, int, int]]
    tracked: list[int]
    asynchronous: bool
    overlooks: bool
    sites: NDArray[np.int64]
    follows: bool


@dataclass(slots=True)
class LoweredStep:
    """One step: the records before, of and after it, and what it does to registers."""

    records: list[Record] = field(default_factory=list)
    after: list[Record] = field(default_factory=list)
    defines: list[int] = field(default_factory=list)
    copies: tuple[int, int] | None = None
    undefines: int = -1
    members: int = -1
    leaving: list[Record] = field(default_factory=list)
    """Records behind all others: lanes go on elsewhere."""
    marks: bool = False
    """Whether its handler itself marks what it defines as written."""
    kept: Collection[int] = ()
    """Registers that it reads whether or not somebody defined them."""
    keeps: tuple[tuple[int, int, int], ...] = ()
    """Those of them that it stores, their offsets and sizes."""
    loads: tuple[tuple[int, int], ...] = ()
    """Where undefined values are followed: registers that it loads (-1: none), which bytes of each matter."""
    loaded_bytes: int = 0
    """Bytes of each of them in memory."""
    added: tuple[int, ...] = ()
    """Registers of an accumulator, which must be written where the product is added to it."""

    @property
    def given(self) -> set[int]:
        """The registers that the instruction gives values."""
        loaded = [number for number, _ in self.loads if number >= 0]
        return {*self.defines, *loaded, *(self.copies or ())[:1]}


class Followed(NamedTuple):
    """The registers of an instruction that are followed while the program runs.

    Attributes:
        step: The instruction.
        made: Its records.
        numbers: Number of every register that is followed.
        unsettled: The registers it reads that may be unwritten.
    """

    step: Step
    made: LoweredStep
    numbers: Mapping[int, int]
    unsettled: Collection[int]
