"""What a program is for the native engine: records, which are calls of handlers, and their rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from pyptx.sim.steps import Step


ROW_BYTES = {1: 4, 8: 64, 16: 64, 32: 128, 64: 256, 128: 512}
"""Bytes of a row of 32 lanes of each width; rows of more than a predicate start at multiples of 64."""

STOP_STEP, STOP_GATE, STOP_CONTROL, STOP_HANDOVER = 1, 2, 3, 7

SPACES = {"": 0, "global": 1, "shared": 2, "local": 3, "const": 4, "param": 5, "shared::cluster": 6}
UNSHARED = (SPACES["local"], SPACES["const"], SPACES["param"])
PERMUTE_MODES = ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
NUMERIC = ("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64")
INTEGRAL = {"rni": 1, "rzi": 2, "rmi": 3, "rpi": 4}
SHARED_START, ZERO = 3, 11
BY_CTA = {
    "%ctaid.x": 0, "%ctaid.y": 1, "%ctaid.z": 2, "%clusterid.x": 4, "%clusterid.y": 5, "%clusterid.z": 6,
    "%cluster_ctaid.x": 7, "%cluster_ctaid.y": 8, "%cluster_ctaid.z": 9, "%cluster_ctarank": 10,
}  # fmt: skip
"""Special registers whose value is a number of the CTA, and which: `Numbers` in csrc/engine/run.cpp."""

MASK64 = 0xFFFF_FFFF_FFFF_FFFF

DEEDS = {
    "ld": 1, "st": 2, "atom": 3, "ldmatrix": 4, "stmatrix": 5, "cp.async": 6, "cp.async.wait": 7,
    "cp.async.mbarrier.arrive": 8, "cp.async.bulk.wait_group": 9, "cp.async.bulk.tensor.in": 10,
    "cp.async.bulk.tensor.out": 10, "cp.async.bulk.prefetch.tensor": 10, "mbarrier.init": 11,
    "mbarrier.tx": 12, "mbarrier.arrive": 13, "mbarrier.wait": 14, "barrier": 15, "members": 16,
    "barrier.cluster.arrive": 17, "barrier.cluster.wait": 18, "fence": 19, "fence.proxy": 20,
    "fence.mbarrier_init": 21, "wgmma.mma_async": 22, "wgmma.wait_group": 23,
    "exchange": 24, "wgmma.fence": 16,
}  # fmt: skip
"""What handlers do that who looks for races must know: `Deed` of csrc/engine/races.h."""

ACQUIRES, RELEASES, RELAXED, IN_SHARED, IN_GLOBAL, ATOM, SWAPS = 1, 2, 4, 8, 16, 32, 64
"""`SiteFlags` of csrc/engine/races.h."""


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


@dataclass(slots=True)
class Record:
    """One call of a handler, as the engine reads it."""

    handler: str
    d: int = -1
    a: int = -1
    b: int = -1
    c: int = -1
    e: int = -1
    f: int = 0
    n: int = 0
    imm: int = 0
    extra: tuple[int, ...] = ()
    site: int = 0
    """What it does, for who looks for races: `Site` of csrc/engine/races.h."""
    finish: Callable[[Record, Followed], None] | None = None
    """Names the registers that the handler follows itself, once it is known which are followed."""


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
    """One step: the records before, of and after it, and what it does to the standing of registers."""

    records: list[Record] = field(default_factory=list)
    after: list[Record] = field(default_factory=list)
    defines: list[int] = field(default_factory=list)
    copies: tuple[int, int] | None = None
    clouds: int = -1
    members: int = -1
    leaving: list[Record] = field(default_factory=list)
    """Records behind all others: lanes go on elsewhere."""
    marks: bool = False
    """Whether its handler itself marks what it defines as written."""
    kept: Collection[int] = ()
    """Registers that it reads whether or not somebody defined them."""
    keeps: tuple[tuple[int, int, int], ...] = ()
    """Those of them that it stores, their offsets and sizes."""
    weighs: tuple[tuple[int, int], ...] = ()
    """Where undefined values are followed: registers that it loads (-1: none), which bytes of each matter."""
    weighed: int = 0
    """Bytes of each of them in memory."""
    added: tuple[int, ...] = ()
    """Registers of an accumulator, which must be written where the product is added to it."""

    @property
    def given(self) -> set[int]:
        """The registers that the instruction gives values."""
        loaded = [number for number, _ in self.weighs if number >= 0]
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
