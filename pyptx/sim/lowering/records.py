"""Records, which are calls of the native engine's handlers, and the program made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.sim.abi import PLACE, SPACE
from pyptx.sim.handlers import operands_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pyptx.sim.lowering.shadow_program import ShadowProgram
    from pyptx.sim.steps import Step

    Plans = Callable[[bytes], tuple[bytes, str]]


ROW_BYTES = {1: 4, 8: 64, 16: 64, 32: 128, 64: 256, 128: 512}
"""Bytes of a row of 32 lanes of each width; rows of more than a predicate start at multiples of 64."""

UNSHARED = tuple(SPACE[name] for name in ("local", "const", "param"))
MASK32 = 0xFFFF_FFFF
MASK64 = 0xFFFF_FFFF_FFFF_FFFF


class Uncovered(Exception):  # noqa: N818 - says what, as `Trap` does
    """An instruction that the native engine does not support.

    Attributes:
        instruction: Opcode and modifiers.
        reason: The unsupported part of the instruction; empty if it is the whole instruction.
    """

    def __init__(self, instruction: str, reason: str = "") -> None:
        super().__init__(f"{instruction}: {reason}" if reason else instruction)
        self.instruction = instruction
        self.reason = reason


class RowAddress(NamedTuple):
    """An address operand: a row and an offset.

    Attributes:
        address: The row that holds the base address.
        narrow: Whether the base address has 32 bits.
        offset: The constant added to the base.
        space: Number of the state space in `SPACE`.
    """

    address: int
    narrow: int
    offset: int
    space: int

    def words(self) -> tuple[int, ...]:
        """The address as extra words of a record."""
        low, high = self.offset & 0xFFFF_FFFF, self.offset >> 32
        return PLACE.numbers(
            address=self.address,
            narrow=self.narrow,
            offset_low=low - (low >> 31 << 32),
            offset_high=high,
            space=self.space,
        )


class Planner(NamedTuple):
    """The planner of the operations on tensor memory that an instruction starts.

    Attributes:
        name: The words of the instruction.
        plan: Makes a `TENSOR_PLAN` of `TENSOR_OPERANDS`, both as bytes, with the fidelity if these operands
            lower it, else an empty string.
    """

    name: str
    plan: Plans


@dataclass(slots=True)
class Record:
    """One call of a handler, as the engine reads it.

    Attributes:
        handler: Name of the handler.
        d: Row of the result, for an instruction that computes.
        a: Row of the first source.
        b: Row of the second source.
        c: Row of the third source.
        e: Row of the fourth source.
        f: First parameter of the handler of an instruction that computes.
        n: Second parameter of that handler.
        imm: Third parameter of that handler, of 64 bits.
        operands: Operands of any other handler, by the names in `pyptx.sim.handlers`.
        site: Access or synchronisation for the race detector, a `SITE`.
        observed: The counts for observers, an `OBSERVED`.
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
    observed: int = 0


def record(handler: str, *, race_site: int = 0, **operands: Any) -> Record:
    """Make a record from the names of its handler's operands."""
    if operands_of(handler) is None:
        return Record(handler, site=race_site, **operands)
    return Record(handler, operands=operands, site=race_site)


@dataclass(slots=True)
class Lowered:
    """A program for the native engine.

    Attributes:
        records: One row of eleven words per record.
        extra: Words that records point to.
        blocks: First record of every block.
        gates: The barrier of every block, as a record; -1 for none.
        warp_gates: What each block does for a warp, of `WARP_GATE`.
        warp_bytes: Bytes of all rows of a warp: its registers, then the others.
        register_bytes: Bytes of the registers alone.
        rows: Offset of every register, by number.
        constants: Rows with the same value in all lanes: offset and value.
        specials: Rows of special registers: offset, name and NumPy type.
        varying: Rows of numbers that depend on the CTA: offset, number, bytes, and the constant added.
        tracked: Registers that are tracked lane by lane, by number.
        detours: Branches whose lanes with a defined predicate are tracked, after the registers.
        asynchronous: Whether it has asynchronous operations, whose state only the native engine has.
        overlooks: Whether it has loads that may read unwritten bytes.
        sites: The site of every record if lowered for race checking, else empty.
        follows: Whether it propagates undefined values.
        tensor_memory: Whether it uses tensor memory.
        planners: The planners of its operations on tensor memory, by number.
        observed: The counts of every record for observers if lowered for them, else empty.
        frames: The row of the start of each lane's current frame; -1 if it calls no function.
        call_sites: The row of the active call of each function, by its index; none if functions recurse.
        shadows: The instructions and constants whose shadows it follows; None without shadow values.
        spare: Arrays of launches that have ended, for the next launch of the same kind.
    """

    records: NDArray[Any]
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
    detours: int
    asynchronous: bool
    overlooks: bool
    sites: NDArray[np.int64]
    follows: bool
    tensor_memory: bool
    planners: list[Planner]
    observed: NDArray[np.int64]
    frames: int
    call_sites: dict[int, int]
    shadows: ShadowProgram | None
    spare: dict[Any, Any] = field(default_factory=dict)


@dataclass(eq=False)
class LoweredStep:
    """One step: its records, and the registers that it reads and writes.

    Attributes:
        records: The records of the instruction itself.
        defines: The registers that it writes.
        copies: Target and source of a copy of a register.
        after: Records after them, which narrow or extend results.
        leaving: Records after all others, which move lanes to another block.
        undefines: Registers that may be undefined after it, and that its handler marks.
        members: The row of the mask of the lanes that execute it together; -1 for none.
        marks: Whether the handler itself marks its results as written.
        finish: Adds to the operands of the last record the registers that its handler tracks itself, once
            the tracked registers are known.
        kept: Registers that it may read undefined.
        keeps: Offsets and sizes of the values that it stores.
        loads: If undefined values are tracked: registers that it loads (-1: none), and the used bytes of
            each.
        loaded_bytes: Bytes of each loaded register in memory.
        added: Registers of an accumulator, which must be written if the MMA adds to it.
        spread_matrices: If undefined values are tracked, of an MMA: makes the operands of its `SpreadMatrix`.
    """

    records: list[Record]
    defines: list[int]
    copies: tuple[int, int] | None = None
    after: Sequence[Record] = field(init=False, default=())
    leaving: Sequence[Record] = field(init=False, default=())
    undefines: Sequence[int] = field(init=False, default=())
    members: int = field(init=False, default=-1)
    marks: bool = field(init=False, default=False)
    finish: Callable[[dict[str, Any], Followed], None] | None = field(init=False, default=None)
    kept: Collection[int] = field(init=False, default=())
    keeps: Sequence[tuple[int, int, int]] = field(init=False, default=())
    loads: Sequence[tuple[int, int]] = field(init=False, default=())
    loaded_bytes: int = field(init=False, default=0)
    added: Sequence[int] = field(init=False, default=())
    spread_matrices: Callable[[Followed], dict[str, Any]] | None = field(init=False, default=None)

    @property
    def is_surrounded(self) -> bool:
        """Whether records come before or after its own."""
        return self.members >= 0 or bool(self.after or self.leaving or self.finish)

    @property
    def given(self) -> Collection[int]:
        """The registers that the instruction writes."""
        if self.copies is None and not self.loads:
            return self.defines
        loaded = [number for number, _ in self.loads if number >= 0]
        return {*self.defines, *loaded, *(self.copies or ())[:1]}


class Followed(NamedTuple):
    """An instruction and its registers that are tracked while the program runs.

    Attributes:
        step: The instruction.
        made: The records of the instruction.
        numbers: Number of every tracked register.
        maybe_undefined: The registers it reads that may be unwritten.
    """

    step: Step
    made: LoweredStep
    numbers: Mapping[int, int]
    maybe_undefined: Collection[int]
