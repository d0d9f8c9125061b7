"""Tensor cores of a warp: `mma.sync`, and the loads and stores of its fragments.

The layouts are in `pyptx.layouts`: lanes and registers of the elements in `fragments`, the metadata of a
sparse A in `sparsity`, the lanes with scale factors in `scaling`.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import array, scalar
>>> from pyptx.smem import alloc
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import b16, bf16, f32
>>> with tracing(Trace("k", arch="sm_80")) as trace:
...     tile = alloc(bf16, (16, 16))
...     a, b, d = (mma.fragment(name, (16, 8, 16), f32 if name == "d" else bf16) for name in "abd")
...     ldmatrix(dst=a, src=tile)
...     mma.sync(shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32, d=d, a=a, b=b, c=d)
...     movmatrix(b[0], b[1])
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [smem_0];
mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, \
{%f0, %f1, %f2, %f3};
movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r5;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.isa.shapes import fragment as count_registers
from pyptx.ptx.addressing import addr
from pyptx.ptx.matrix import declared_fragment, fragment, shape_word, type_word
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
    rounding: str | None = None,
    kind: str | None = None,
    sparse_metadata: Value | None = None,
    sparsity_selector: int | None = None,
    ordered_metadata: bool = False,
    scale_a: Value | None = None,
    scale_b: Value | None = None,
    select_a: Sequence[Value] = (0, 0),
    select_b: Sequence[Value] = (0, 0),
    scale_vec: str | None = None,
    scale_type: PtxType | str = "ue8m0",
    pred: Predicate | None = None,
) -> None:
    """``mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d, a, b, c``: ``d = a @ b + c`` by a warp.

    With `sparse_metadata` it is ``mma.sp`` (manual section 9.7.16.6.3), of A half of whose elements are left
    out; with `scale_a` and `scale_b` blocks of 32 or 16 elements along K are scaled (9.7.16.3). How many
    registers each matrix takes is in sections 9.7.16.5.1 to 9.7.16.5.13; `fragment` declares them.

    Args:
        shape: M, N, K; of a sparse A the whole K.
        dtype_d: Type of D: f16, f32, f64 or s32.
        dtype_a: Type of A; what `pyptx.types` lacks by its name: ``"s4"``, ``"u4"``, ``"b1"``.
        dtype_b: Type of B.
        dtype_c: Type of C.
        d: Registers of D.
        a: Registers of A; two, four or eight elements to a b32, of bits 32.
        b: Registers of B.
        c: Registers of C, often those of D.
        a_layout: ``"row"``, or ``"col"`` where the shape has it.
        b_layout: ``"col"``, or ``"row"`` where the shape has it.
        saturate: Clamp an s32 sum: ``.satfinite``.
        op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
        rounding: Rounding of f64: ``"rn"``, ``"rz"``, ``"rm"`` or ``"rp"``.
        kind: ``"f8f6f4"`` for the 6 and 4-bit formats, and to mix them with fp8; with scale factors
            ``"mxf8f6f4"``, ``"mxf4"``, ``"mxf4nvf4"``.
        sparse_metadata: A 32-bit register that says which half of A there is: `sparsity.metadata_fragment`.
        sparsity_selector: Selects the lanes of each four that have the metadata; 0 if not given.
        ordered_metadata: Whether indices increase: ``mma.sp::ordered_metadata``.
        scale_a: A b32 register with scale factors of the rows of A.
        scale_b: A b32 register with scale factors of the columns of B.
        select_a: Byte id and thread id: the bytes and the lanes with the factors of A.
        select_b: Byte id and thread id of the factors of B.
        scale_vec: Factors of a row or column: ``"1X"``, ``"2X"``, ``"4X"``; kind mxf4nvf4 needs it.
        scale_type: Type of the factors: ``"ue8m0"`` or ``"ue4m3"``.
        pred: Guard.

    Raises:
        TraceError: Scale factors or metadata are missing, or there are some for an MMA that takes none.
        VerifyError: `mma` has no such shape and types, or a matrix takes another number of registers.
    """
    what = "ptx.mma.sync"
    kind = kind.removeprefix("kind::") if kind is not None else None
    scaled = kind is not None and kind.startswith("mx")
    if scaled != (scale_a is not None and scale_b is not None) or (scale_a is None) != (scale_b is None):
        needs = "takes scale factors: scale_a= and scale_b=" if scaled else "takes no scale factors"
        raise TraceError(f"{what}: kind {kind!r} {needs}{at(caller())}")
    if not scaled and (scale_vec is not None or (*select_a, *select_b) != (0, 0, 0, 0)):
        raise TraceError(
            f"{what}: scale_vec, select_a and select_b go with scale_a and scale_b{at(caller())}"
        )
    if sparse_metadata is None and (ordered_metadata or sparsity_selector is not None):
        raise TraceError(
            f"{what}: ordered_metadata and sparsity_selector go with sparse_metadata{at(caller())}"
        )
    words = [] if sparse_metadata is None else ["sp::ordered_metadata" if ordered_metadata else "sp"]
    words += ["sync", "aligned", shape_word(what, shape), a_layout, b_layout]
    words += [f"kind::{kind}"] if kind is not None else []
    words += ["block_scale"] if scaled else []
    words += [f"scale_vec::{scale_vec.removeprefix('scale_vec::')}"] if scale_vec is not None else []
    words += ["satfinite"] if saturate else []
    words += [type_word(dtype) for dtype in (dtype_d, dtype_a, dtype_b, dtype_c)]
    words += [type_word(scale_type)] if scaled else []
    words += [rounding] if rounding is not None else []
    words += [op, "popc"] if op is not None else []
    operands: list[Value] = [fragment(registers) for registers in (d, a, b, c)]
    operands += [] if sparse_metadata is None else [sparse_metadata, sparsity_selector or 0]
    if scale_a is not None and scale_b is not None:
        operands += [scale_a, list(select_a), scale_b, list(select_b)]
    emit("mma", tuple(words), operands, pred)


class Mma(Namespace):
    """``ptx.mma``: matrix multiply-accumulate of a warp (manual section 9.7.16.5)."""

    _opcode = Opcode("mma")
    sync = Typed(_sync, Opcode("mma", ("sync",)))

    def fragment(
        self,
        matrix: str,
        shape: tuple[int, int, int] | str,
        dtype: PtxType | str,
        *,
        kind: str | None = None,
        sparse: bool = False,
    ) -> RegArray:
        """Declare the registers of one lane's part of a matrix of `sync` (manual sections 9.7.16.5.1 to .13).

        Args:
            matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
            shape: M, N, K of the MMA.
            dtype: Type of the elements.
            kind: The kind, as for `sync`; with ``"f8f6f4"`` and ``"mxf8f6f4"`` elements of A and B are bytes.
            sparse: Whether the MMA is of a sparse A.

        Raises:
            TraceError: There is no such MMA.
        """
        word, type_ = shape_word("ptx.mma.fragment", shape), type_word(dtype)
        named = {"shape": word, f"{matrix}type": type_}
        named |= {"kind": f"kind::{kind.removeprefix('kind::')}"} if kind is not None else {}
        named |= {"sp": "sp::ordered_metadata"} if sparse else {}
        return declared_fragment("ptx.mma.fragment", "mma", count_registers, matrix, named)


mma = Mma()


def _ldmatrix(
    dst: RegArray | Sequence[Reg] | Reg,
    src: Value,
    *,
    layout: str = "x4",
    trans: bool = False,
    shape: tuple[int, int] | str = "m8n8",
    source: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 dst, [src]``: load 8x8 matrices as fragments.

    Manual section 9.7.16.5.15; `fragments.matrix_fragment` has the lane of each element.

    Args:
        dst: One b32 register for each matrix, two for one of 16 by 16.
        src: The address of a row, 16-byte aligned. Lanes 0 to 7 give the rows of the first matrix, lanes 8 to
            15 those of the second, and so on; for matrices of 16 rows, lanes 0 to 15 give the first's.
        layout: Number of matrices: ``"x1"``, ``"x2"``, ``"x4"``; also with the other words:
            ``"m8n8.x4.trans"``.
        trans: Whether the matrices are transposed on the way; of 16 by 16 they always are.
        shape: ``"m8n8"`` of 16 bits, ``"m16n16"`` of 8 bits, ``"m8n16"`` of 4 or 6 bits; (8, 8) is the same.
        source: The format that is unpacked to bytes: ``"b6x16_p32"``, ``"b4x16_p64"``, of ``"m8n16"`` also
            ``"s4"``.
        pred: Guard.
    """
    types: tuple[str, ...] = ("b16",)
    word = shape_word("ptx.ldmatrix", shape, "mn")
    if source is not None:
        types = ("s8", "s4") if source == "s4" else ("b8x16", source)
    elif "m16n16" in (word, *layout.split(".")):
        types = ("b8",)
    emit("ldmatrix", _matrix_words(layout, trans, word, types), (fragment(dst), addr(src)), pred)


ldmatrix = Typed(_ldmatrix, Opcode("ldmatrix"))


def _stmatrix(
    smem: Value,
    regs: RegArray | Sequence[Reg] | Reg,
    *,
    layout: str = "x4",
    trans: bool = False,
    shape: tuple[int, int] | str = "m8n8",
    pred: Predicate | None = None,
) -> None:
    """``stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [smem], regs``: store fragments as 8x8 matrices.

    Manual section 9.7.16.5.16; `fragments.matrix_fragment` has the lane of each element.

    Args:
        smem: The address of a row, as for `ldmatrix`.
        regs: One b32 register for each matrix.
        layout: Number of matrices: ``"x1"``, ``"x2"``, ``"x4"``; also ``"x4.trans"``.
        trans: Whether the matrices are transposed on the way; of 16 by 8 they always are.
        shape: ``"m8n8"`` of 16 bits, ``"m16n8"`` of 8 bits; (8, 8) is the same.
        pred: Guard.
    """
    word = shape_word("ptx.stmatrix", shape, "mn")
    types = ("b8",) if "m16n8" in (word, *layout.split(".")) else ("b16",)
    emit("stmatrix", _matrix_words(layout, trans, word, types), (addr(smem), fragment(regs)), pred)


stmatrix = Typed(_stmatrix, Opcode("stmatrix"))


def _movmatrix(dst: Reg, src: Reg, *, pred: Predicate | None = None) -> None:
    """``movmatrix.sync.aligned.m8n8.trans.b16 dst, src``: transpose an 8x8 matrix of 16 bits in registers.

    Manual section 9.7.16.5.17. Both are fragments as `ldmatrix` loads them.

    Args:
        dst: A b32 register.
        src: A b32 register.
        pred: Guard.
    """
    emit("movmatrix", ("sync", "aligned", "m8n8", "trans", "b16"), (dst, src), pred)


movmatrix = Typed(_movmatrix, Opcode("movmatrix"))


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

    >>> from pyptx import ptx, reg, smem
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import bf16, f32, u32
    >>> with tracing(Trace("k")) as trace:
    ...     acc, tile = reg.wgmma_frag(m=64, n=16, dtype=f32), smem.alloc(bf16, (16, 64))
    ...     lane = reg.from_(ptx.special.tid.x(), u32)
    ...     ptx.stmatrix_x4_trans_f32_bf16(frag=acc, smem_base=tile, lane=lane, row_stride=64)
    >>> opcodes = [instruction.opcode for instruction in trace.body]
    >>> {name: opcodes.count(name) for name in ("cvt", "stmatrix")}
    {'cvt': 8, 'stmatrix': 1}

    Args:
        frag: Accumulator of one thread, in the order of `wgmma`.
        smem_base: The tile.
        lane: Number of the thread in its warpgroup.
        row_stride: Elements from one row to the next.
        tmp_bf16: Eight b16 registers to work in; new ones if not given.
        tmp_pack: Four b32 registers to work in; new ones if not given.

    Raises:
        TraceError: `frag` does not have a multiple of 8 registers, `tmp_bf16` not 8, or
            `tmp_pack` not 4.
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


def _matrix_words(layout: str, trans: bool, shape: str, types: tuple[str, ...]) -> tuple[str, ...]:
    """Modifiers of `ldmatrix` and `stmatrix`; `layout` may say shape and transposition too."""
    said = layout.strip(".").split(".")
    if "trans" in said:
        trans = True
    shapes = [word for word in said if word.startswith("m")]
    counts = [word for word in said if word != "trans" and word not in shapes]
    transposed = ("trans",) if trans else ()
    return ("sync", "aligned", *(shapes or [shape]), *counts, *transposed, "shared", *types)
