"""Units of a multiprocessor that an instruction of machine code occupies, and for how many clocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.ir import Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.layouts.instruction import KINDS, decode_instruction
from pyptx.perf.cards import INTEGER_LANES, SHARED_BYTES, SPECIAL_LANES
from pyptx.perf.machine import WARPGROUP_MATRICES
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.ir import Instruction
    from pyptx.perf.cards import Card
    from pyptx.perf.machine import MachineInstruction

TENSOR, ISSUE, MUFU, ALU, FMA, SHARED, CACHE, MEMORY, CHAIN = UNITS = (
    "tensor pipe", "issue slots", "MUFU", "ALU", "FMA", "shared memory", "L2 to SM", "device memory",
    "dependent chain",
)  # fmt: skip
"""The units that can bound a loop."""

QUARTERS = 4
WARP = 32
TENSOR_MEMORY_MATRICES = {"UTCHMMA", "UTCQMMA", "UTCIMMA", "UTCOMMA", "UTCMXQMMA"}
"""Matrix instructions of one thread: `tcgen05.mma`."""
MATRICES = {"HMMA", "IMMA", "BMMA", "DMMA", "QMMA", "OMMA"} | WARPGROUP_MATRICES | TENSOR_MEMORY_MATRICES
GLOBAL_LOADS = {"LDG", "LDGSTS", "LD"}
BULK_LOADS = {"UTMALDG", "UBLKCP", "UBLKPF"}

_SPECIAL = {"MUFU", "I2F", "F2I", "F2F", "FRND", "POPC", "FLO", "BREV"}
_FMA = {"FFMA", "FADD", "FMUL", "FFMA32I", "FADD32I", "FMUL32I", "HFMA2", "HADD2", "HMUL2"}
_PAIRS = {"FFMA2", "FADD2", "FMUL2"}
_ALU = {
    "FMNMX", "FMNMX3", "FSEL", "FSET", "FSETP", "FCHK", "IADD3", "IMNMX", "IMNMX3", "ISETP", "LEA",
    "LOP3", "PLOP3", "PRMT", "SEL", "SGXT", "SHF", "VABSDIFF", "VIADD", "VIADDMNMX", "VIMNMX",
    "VIMNMX3", "F2FP", "I2FP", "IABS", "BMSK", "HMNMX2", "HSETP2", "HSET2", "LOP", "ISCADD", "IADD",
}  # fmt: skip
_SHARED = {"LDS", "STS", "LDSM", "STSM", "ATOMS", "LDGSTS", "LDG", "STG"}
"""Instructions that pass the 128 bytes per clock of shared memory and L1."""
_WIDE_SHAPE = re.compile(r"(\d+)x(\d+)x(\d+)")
_SHAPE = re.compile(r"(8|16)(8)(\d+)")
_BITS = re.compile(r"(?:U|S)?(8|16|32|64|128|256)")
_PACKED = re.compile(r"B?F(16|32)x(\d+)")
_STEP_BITS = 256
"""Bits of K of each row that a matrix instruction of a warpgroup or of tensor memory multiplies, dense."""


@record(frozen=True, slots=True)
class Mma:
    """The multiplication of a matrix instruction, as one multiprocessor does it.

    Attributes:
        bits: Multiplications, times the bits of an element: in each quarter for an instruction of one warp or
            warpgroup, in the multiprocessor for one of a single thread.
        flops: Floating-point operations of one warp that executes it; those of both CTAs of a pair.
        whole: Whether it occupies all quarters.
        shared_bytes: Bytes of operands that it reads from shared memory, for one warp.
    """

    bits: float
    flops: float
    whole: bool
    shared_bytes: float = 0

    def clocks(self, card: Card) -> float:
        """Clocks that the tensor cores need."""
        return self.bits / (card.matrix_bits if self.whole else card.matrix_bits / QUARTERS)


def mma_of(
    instruction: MachineInstruction, written: Instruction | None, constants: Mapping[tuple[int, str], int]
) -> Mma | None:
    """Return the multiplication of a matrix instruction; None if its shape is unknown.

    Args:
        instruction: The instruction.
        written: The PTX instruction that it was made from.
        constants: Descriptors in registers, by PTX line and register.
    """
    if instruction.name in TENSOR_MEMORY_MATRICES:
        return _tensor_memory_mma(instruction, written, constants)
    sparse = "SP" in instruction.modifiers
    for modifier in instruction.modifiers:
        if found := _WIDE_SHAPE.fullmatch(modifier):
            m, n, k = map(int, found.groups())
            operands = instruction.operands.partition(",")[2].lstrip()
            read = _STEP_BITS / 8 * ((m if operands.startswith("gdesc") else 0) + n)
            # Each of the four warps has a quarter of the rows.
            return Mma(m * n * _STEP_BITS / 4, 2 * m * n * k / 4, whole=False, shared_bytes=read / 4)
        if found := _SHAPE.fullmatch(modifier):
            m, n, k = map(int, found.groups())
            dense = m * n * k * _element_bits(instruction) * (0.5 if sparse else 1)
            return Mma(dense, 2 * m * n * k, whole=False)
    return None


def _element_bits(instruction: MachineInstruction) -> int:
    """Bits of an element of A."""
    if "TF32" in instruction.modifiers:
        return 32
    of_names = {"HMMA": 16, "IMMA": 8, "QMMA": 8, "OMMA": 4, "BMMA": 1, "DMMA": 64}
    if instruction.name == "IMMA" and {"S4", "U4"} & set(instruction.modifiers):
        return 4
    return of_names[instruction.name]


def _tensor_memory_mma(
    instruction: MachineInstruction, written: Instruction | None, constants: Mapping[tuple[int, str], int]
) -> Mma | None:
    if written is None or len(written.operands) < 4:
        return None
    kind = next((word[6:] for word in written.modifiers if word.startswith("kind::")), "")
    word = _descriptor(written, instruction.ptx_line, constants)
    if word is None or kind not in KINDS:
        return None
    ctas = 2 if "cta_group::2" in written.modifiers else 1
    try:
        found = decode_instruction(
            word, kind, cta_group=ctas, ws="ws" in written.modifiers, sparse="sp" in written.modifiers
        )
    except ValueError:
        return None
    m = found.m / ctas
    from_memory = "tmem" not in instruction.operands.partition(",")[0]
    read = _STEP_BITS / 8 * ((m if from_memory else 0) + found.n / ctas)
    return Mma(m * found.n * _STEP_BITS, 2 * found.m * found.n * found.k, whole=True, shared_bytes=read)


def _descriptor(
    written: Instruction, line: int | None, constants: Mapping[tuple[int, str], int]
) -> int | None:
    """The instruction descriptor of a `tcgen05.mma`, where it is a constant."""
    operand = written.operands[3]
    if isinstance(operand, Literal):
        return int(literal_value(operand.text))
    return constants.get((line or 0, operand.name)) if isinstance(operand, Name) else None


NEVER = "@!PT"
"""Guard of instructions that ptxas adds for their distance, and no unit executes."""


def clocks_of(instruction: MachineInstruction, mma: Mma | None, card: Card) -> dict[str, float]:
    """Return the clocks for which one warp's execution occupies units, of a quarter or of the multiprocessor.

    `SHARED` is of the multiprocessor, and so is `TENSOR` of an MMA of one thread; the others are of the
    warp's quarter.
    """
    name = instruction.name
    found = {ISSUE: 1.0}
    if instruction.guard == NEVER:
        return found
    if mma is not None:
        found[TENSOR] = mma.clocks(card)
        found[SHARED] = mma.shared_bytes / SHARED_BYTES
    elif name in _SPECIAL:
        found[MUFU] = WARP * QUARTERS / SPECIAL_LANES
    elif name in _FMA:
        found[FMA] = WARP * QUARTERS / card.float_lanes
    elif name in _PAIRS:
        found[FMA] = 2 * WARP * QUARTERS / card.float_lanes
    elif name == "IMAD":
        found[FMA] = WARP * QUARTERS / INTEGER_LANES
    elif name in _ALU:
        found[ALU] = WARP * QUARTERS / INTEGER_LANES
    elif name == "SHFL":
        found[SHARED] = 1
    elif name in _SHARED:
        found[SHARED] = access_bytes(instruction) * WARP / SHARED_BYTES
    return found


def access_bytes(instruction: MachineInstruction) -> int:
    """Return the bytes that a lane reads or writes: 4 where the opcode names no width.

    >>> from pyptx.perf.machine import MachineInstruction, decode_control
    >>> [access_bytes(MachineInstruction(0, "", name, "", decode_control(0), None))
    ...  for name in ("LDG.E.128", "LDS.U8", "LDSM.16.M88.4", "STS")]
    [16, 1, 16, 4]
    """
    if instruction.name in ("LDSM", "STSM"):
        return 4 * int(instruction.modifiers[-1]) if instruction.modifiers[-1] in "124" else 4
    if packed := next((found for word in instruction.modifiers if (found := _PACKED.fullmatch(word))), None):
        return int(packed[1]) * int(packed[2]) // 8
    widths = [int(found[1]) for word in instruction.modifiers if (found := _BITS.fullmatch(word))]
    return max(widths) // 8 if widths else 4
