"""Tensor cores of a warp: `mma.sync`, and the loads and stores of its fragments.

Which lane and register holds which element is in `pyptx.layouts.fragments`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.addressing import addr
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, RegArray, array, from_, scalar
from pyptx.trace import at, caller, checked, emit
from pyptx.types import PtxType, b16, b32, u32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.trace import Value


def _sync(
    *,
    shape: tuple[int, int, int],
    dtype_d: PtxType | str,
    dtype_a: PtxType | str,
    dtype_b: PtxType | str,
    dtype_c: PtxType | str,
    d: RegArray | Sequence[Reg] | Reg,
    a: RegArray | Sequence[Reg] | Reg,
    b: RegArray | Sequence[Reg] | Reg,
    c: RegArray | Sequence[Value] | Reg,
    a_layout: str = "row",
    b_layout: str = "col",
    saturate: bool = False,
    op: str | None = None,
    kind: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d, a, b, c``: ``d = a @ b + c`` by a warp.

    Args:
        shape: M, N, K.
        dtype_d: Type of D: f16, f32, f64 or s32.
        dtype_a: Type of A; what `pyptx.types` lacks by its name: ``"s4"``, ``"u4"``, ``"b1"``.
        dtype_b: Type of B.
        dtype_c: Type of C.
        d: Registers of D.
        a: Registers of A; two or four elements to a b32.
        b: Registers of B.
        c: Registers of C, often those of D.
        a_layout: ``"row"``, or ``"col"`` where the shape has it.
        b_layout: ``"col"``, or ``"row"`` where the shape has it.
        saturate: Clamp an s32 sum: ``.satfinite``.
        op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
        kind: ``"f8f6f4"`` for the 6 and 4-bit formats, and to mix them with fp8.
        pred: Guard.
    """
    if {type(extent) for extent in shape} != {int}:
        raise TraceError(
            f"ptx.mma.sync: a shape is (M, N, K), such as (16, 8, 16), not {shape!r}{at(caller())}"
        )
    size = "".join(f"{letter}{extent}" for letter, extent in zip("mnk", shape, strict=False))
    words = ["sync", "aligned", size, a_layout, b_layout]
    words += [f"kind::{kind}"] if kind is not None else []
    words += ["satfinite"] if saturate else []
    words += [
        dtype if isinstance(dtype, str) else dtype.name for dtype in (dtype_d, dtype_a, dtype_b, dtype_c)
    ]
    words += [op, "popc"] if op is not None else []
    emit("mma", tuple(words), [_fragment(registers) for registers in (d, a, b, c)], pred)


class Mma(Namespace):
    """``ptx.mma``."""

    _opcode = Opcode("mma")
    sync = Typed(_sync, Opcode("mma", ("sync",)))


mma = Mma()


def _ldmatrix(
    *,
    dst: RegArray | Sequence[Reg] | Reg,
    src: Value,
    layout: str = "x4",
    trans: bool = False,
    shape: str = "m8n8",
    pred: Predicate | None = None,
) -> None:
    """``ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 dst, [src]``: load 8x8 matrices as fragments.

    Args:
        dst: One b32 register for each matrix.
        src: The row this lane points at: lanes 0 to 7 the first matrix's, 8 to 15 the second's, and so on.
        layout: How many: ``"x1"``, ``"x2"``, ``"x4"``; also with the other words, ``"m8n8.x4.trans"``.
        trans: Whether the matrices are transposed on the way.
        shape: ``"m8n8"``; ``"m16n16"`` has 8-bit elements, and `trans`.
        pred: Guard.
    """
    words = _matrix_words(layout, trans, shape, "b8" if shape == "m16n16" or "m16n16" in layout else "b16")
    emit("ldmatrix", words, (_fragment(dst), addr(src)), pred)


ldmatrix = Typed(_ldmatrix, Opcode("ldmatrix"))


def _stmatrix(
    *,
    smem: Value,
    regs: RegArray | Sequence[Reg] | Reg,
    layout: str = "x4",
    trans: bool = False,
    shape: str = "m8n8",
    pred: Predicate | None = None,
) -> None:
    """``stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [smem], regs``: store fragments as 8x8 matrices.

    Args:
        smem: The row this lane points at, as for `ldmatrix`.
        regs: One b32 register for each matrix.
        layout: How many: ``"x1"``, ``"x2"``, ``"x4"``; also ``"x4.trans"``.
        trans: Whether the matrices are transposed on the way.
        shape: ``"m8n8"``; ``"m16n8"`` has 8-bit elements, and `trans`.
        pred: Guard.
    """
    words = _matrix_words(layout, trans, shape, "b8" if shape == "m16n8" or "m16n8" in layout else "b16")
    emit("stmatrix", words, (addr(smem), _fragment(regs)), pred)


stmatrix = Typed(_stmatrix, Opcode("stmatrix"))


@checked("ptx.stmatrix_x4_trans_f32_bf16")
def stmatrix_x4_trans_f32_bf16(
    *,
    frag: RegArray | Sequence[Reg],
    smem_base: Value,
    lane: Reg,
    row_stride: int,
    tmp_bf16: Sequence[Reg] | None = None,
    tmp_pack: Sequence[Reg] | None = None,
) -> None:
    """Round an f32 accumulator to bf16 and store it transposed: 8 `cvt`, 4 `mov`, `stmatrix` for 8 registers.

    The tile in shared memory has one row of `row_stride` bf16 for each column of the accumulator. A warp
    writes 16 elements of each row, warp `w` of the warpgroup from element ``16 * w`` on; each 8 registers are
    16 rows.

    Args:
        frag: Accumulator of one thread, in the order of `wgmma`.
        smem_base: The tile.
        lane: Number of the thread in its warpgroup.
        row_stride: Elements from one row to the next.
        tmp_bf16: Eight b16 registers to work in; new ones if not given.
        tmp_pack: Four b32 registers to work in; new ones if not given.
    """
    values = list(frag)
    halves = array(b16, 8).regs() if tmp_bf16 is None else list(tmp_bf16)
    packed = array(b32, 4).regs() if tmp_pack is None else list(tmp_pack)
    if len(values) % 8 or not values:
        raise TraceError(f"frag has {len(values)} registers; it takes a multiple of 8{at(caller())}")
    if len(halves) != 8 or len(packed) != 4:
        raise TraceError(
            f"tmp_bf16 has {len(halves)} registers and tmp_pack {len(packed)}: they take 8 and 4"
            f"{at(caller())}"
        )
    place = scalar(u32)
    emit("mad", ("lo", "u32"), (place, lane & 7, row_stride, lane & 8))
    emit("mad", ("lo", "u32"), (place, (lane >> 4) & 1, row_stride * 8, place))
    emit("mad", ("lo", "u32"), (place, lane >> 5, 16, place))
    start = from_(smem_base, u32) + (place << 1)
    for group in range(len(values) // 8):
        for half, value in zip(halves, values[group * 8 :], strict=False):
            emit("cvt", ("rn", "bf16", "f32"), (half, value))
        for index, pair in enumerate(packed):
            emit("mov", ("b32",), (pair, halves[index * 2 : index * 2 + 2]))
        stmatrix(smem=addr(start, group * row_stride * 32), regs=packed, layout="x4", trans=True)


def _matrix_words(layout: str, trans: bool, shape: str, type_: str) -> tuple[str, ...]:
    """Modifiers of `ldmatrix` and `stmatrix`; `layout` may say shape and transposition too."""
    said = layout.strip(".").split(".")
    if "trans" in said:
        trans = True
    shapes = [word for word in said if word.startswith("m")]
    counts = [word for word in said if word != "trans" and word not in shapes]
    transposed = ("trans",) if trans else ()
    return ("sync", "aligned", *(shapes or [shape]), *counts, *transposed, "shared", type_)


def _fragment(registers: RegArray | Sequence[Value] | Reg) -> Value:
    """The registers of a fragment, one alone in a list too."""
    return [registers] if isinstance(registers, Reg) else registers
