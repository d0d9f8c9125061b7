"""The form of a `wgmma.mma_async`: shape, types, layouts and registers (manual section 9.7.17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.layouts.fragments import mma_shape
from pyptx.sim.named_registers import registers_in
from pyptx.sim.semantics.dot_add import Unit, unit_of

if TYPE_CHECKING:
    from pyptx.sim.operands import Operation
    from pyptx.sim.symbols import Register


ROWS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The modifiers, immediates and registers of a `wgmma.mma_async`.

    Attributes:
        n: Columns of D.
        k: Columns of A, including those not stored.
        shape: The word for the shape.
        a_type: Type of A.
        b_type: Type of B.
        d_type: Type of D.
        sparse: Whether A is sparse.
        selector: Sparsity selector: the lanes that hold the metadata.
        mn_major_a: Whether A in shared memory is MN-major.
        mn_major_b: Whether B is MN-major.
        negate: Whether A times B is subtracted.
        saturates: Whether integers are clamped.
        d: Registers of the accumulator.
        a: Registers of A; empty for a descriptor.
        unit: The matrix unit whose sums are reproduced; None for sums in any order.
    """

    n: int
    k: int
    shape: str
    a_type: str
    b_type: str
    d_type: str
    sparse: bool
    selector: int
    mn_major_a: bool
    mn_major_b: bool
    negate: bool
    saturates: bool
    d: tuple[Register, ...]
    a: tuple[Register, ...]
    unit: Unit | None

    @property
    def layout_of_b(self) -> tuple[str, bool]:
        """The type of B, and whether it is MN-major."""
        return self.b_type, self.mn_major_b

    @property
    def joins(self) -> bool:
        """Whether consecutive MMAs may be summed at once."""
        return self.d_type == "f32" and self.unit is None

    @property
    def key(self) -> tuple[int, ...]:
        """The registers of the accumulator, by number."""
        return tuple([register.number for register in self.d])

    @property
    def fragment_key(self) -> tuple[int, ...]:
        """The registers of A, by number."""
        return tuple([register.number for register in self.a])


def form_of(op: Operation) -> Form:
    """Read the modifiers, the immediates and the registers."""
    words = op.modifiers
    sparse = op.words[1] == "sp"
    _, n, k = mma_shape(words["shape"])
    unit = None
    if op.unit is not None and not sparse and words["dtype"] != "s32":
        unit = unit_of(op.unit, "wgmma", words["atype"], words["btype"], k)

    def immediate(name: str, default: int) -> int:
        return op.constant(name) if op.has(name) else default

    return Form(
        n=n,
        k=k,
        shape=words["shape"],
        a_type=words["atype"],
        b_type=words["btype"],
        d_type=words["dtype"],
        sparse=sparse,
        selector=immediate("sp_sel", 0),
        mn_major_a=immediate("imm_trans_a", 0) == 1,
        mn_major_b=immediate("imm_trans_b", 0) == 1,
        negate=immediate("imm_scale_a", 1) * immediate("imm_scale_b", 1) < 0,
        saturates="satfinite" in op.words,
        d=tuple(registers_in(op, op.operand("d")[0])),
        a=tuple(registers_in(op, op.operand("a")[0])) if op.has("a") else (),
        unit=unit,
    )
