"""MMAs of a warp on opaque fragments: ``ptx.wmma`` (manual section 9.7.16.4).

The mapping of elements to lanes and registers is unspecified: `load` makes fragments, `mma` multiplies them
and `store` stores them. The fragments of `ptx.mma` have a known layout.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f16, f32, u64
>>> with tracing(Trace("k", arch="sm_80")) as trace:
...     p, shape = scalar(u64), (16, 16, 16)
...     a, b, d = (wmma.fragment(name, shape, f32 if name == "d" else f16) for name in "abd")
...     wmma.load("a", a, addr(p), shape=shape, dtype=f16, space="global")
...     wmma.load("b", b, addr(p), shape=shape, dtype=f16, layout="col", stride=32, space="global")
...     wmma.mma(shape=shape, dtype_d=f32, dtype_c=f32, d=d, a=a, b=b, c=d)
...     wmma.store(addr(p), d, shape=shape, dtype=f32, space="global")
>>> for statement in trace.body[1:]:
...     print(emit_statement(statement).strip()[:60])
wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%r8, %r9,
wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f0, %f1, %
wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd0], {
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.shapes import wmma_fragment
from pyptx.ptx.addressing import addr
from pyptx.ptx.matrix import declared_fragment, fragment, shape_word, type_word
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.trace import emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate, Reg, RegArray
    from pyptx.trace import Value
    from pyptx.types import PtxType


def _load(
    matrix: str,
    dst: RegArray | Sequence[Reg] | Reg,
    src: Value,
    *,
    shape: tuple[int, int, int],
    dtype: PtxType | str,
    layout: str = "row",
    stride: Value | None = None,
    space: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``wmma.load.a.sync.aligned.row.m16n16k16.global.f16 dst, [src], stride``: load a matrix (9.7.16.4.3).

    Args:
        matrix: ``"a"``, ``"b"`` or ``"c"``.
        dst: Registers of the fragment, as `fragment` declares them.
        src: Start of the matrix, the same in all lanes; aligned to a fragment.
        shape: M, N, K of the MMA: (16, 16, 16), (8, 32, 16), (32, 8, 16), and one each for tf32 (16, 16,
            8), f64 (8, 8, 4), 4 bits (8, 8, 32) and single bits (8, 8, 128).
        dtype: Type of the elements; ``"s4"``, ``"u4"``, ``"b1"`` by name.
        layout: ``"row"`` or ``"col"``; of 4 bits and single bits A is ``"row"``, B ``"col"``.
        stride: Elements from one row, or column, to the next; if not given, the matrix is dense.
        space: ``"global"``, ``"shared"``; of a shared array ``"shared"`` if not given, else a generic
            address.
        pred: Guard.
    """
    words = ["load", matrix, "sync", "aligned", layout, shape_word("ptx.wmma.load", shape)]
    words += [*_space(space, src), type_word(dtype)]
    emit("wmma", tuple(words), (fragment(dst), addr(src), *_stride(stride)), pred)


def _store(
    dst: Value,
    regs: RegArray | Sequence[Reg] | Reg,
    *,
    shape: tuple[int, int, int],
    dtype: PtxType | str,
    layout: str = "row",
    stride: Value | None = None,
    space: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [dst], regs, stride``: store D (9.7.16.4.4).

    Args:
        dst: Start of D, as for `load`.
        regs: Registers of D.
        shape: M, N, K of the MMA.
        dtype: Type of D: f16, f32, f64 or s32.
        layout: ``"row"`` or ``"col"``.
        stride: Elements between rows or columns, as for `load`.
        space: State space, as for `load`.
        pred: Guard.
    """
    words = ["store", "d", "sync", "aligned", layout, shape_word("ptx.wmma.store", shape)]
    words += [*_space(space, dst), type_word(dtype)]
    emit("wmma", tuple(words), (addr(dst), fragment(regs), *_stride(stride)), pred)


def _mma(
    *,
    shape: tuple[int, int, int],
    dtype_d: PtxType | str,
    dtype_c: PtxType | str,
    d: RegArray | Sequence[Reg] | Reg,
    a: RegArray | Sequence[Reg] | Reg,
    b: RegArray | Sequence[Reg] | Reg,
    c: RegArray | Sequence[Reg] | Reg,
    dtype_a: PtxType | str = "f16",
    dtype_b: PtxType | str = "f16",
    a_layout: str = "row",
    b_layout: str = "col",
    saturate: bool = False,
    rounding: str | None = None,
    op: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 d, a, b, c``: ``d = a @ b + c`` (9.7.16.4.5).

    Args:
        shape: M, N, K, as for `load`.
        dtype_d: Type of D.
        dtype_c: Type of C.
        d: Registers of D.
        a: Registers of A.
        b: Registers of B.
        c: Registers of C.
        dtype_a: Type of A.
        dtype_b: Type of B, the same as for A.
        a_layout: Layout that A was loaded with.
        b_layout: Layout that B was loaded with.
        saturate: Clamp an s32 sum: ``.satfinite``.
        rounding: Of f64: ``"rn"``, ``"rz"``, ``"rm"`` or ``"rp"``.
        op: For ``"b1"``: ``"xor"`` or ``"and"``, then a population count.
        pred: Guard.
    """
    types = [type_word(dtype) for dtype in (dtype_d, dtype_a, dtype_b, dtype_c)]
    if types[1] == types[2] == "f16":
        types = [types[0], types[3]]
    words = ["mma", *((op, "popc") if op is not None else ()), "sync", "aligned", a_layout, b_layout]
    words += [shape_word("ptx.wmma.mma", shape), *((rounding,) if rounding is not None else ()), *types]
    words += ["satfinite"] if saturate else []
    emit("wmma", tuple(words), [fragment(registers) for registers in (d, a, b, c)], pred)


class Wmma(Namespace):
    """``ptx.wmma``: matrix multiply-accumulate of a warp on opaque fragments (manual section 9.7.16.4)."""

    _opcode = Opcode("wmma")
    load = Typed(_load, Opcode("wmma", ("load",)))
    store = Typed(_store, Opcode("wmma", ("store",)))
    mma = Typed(_mma, Opcode("wmma", ("mma",)))

    def fragment(self, matrix: str, shape: tuple[int, int, int] | str, dtype: PtxType | str) -> RegArray:
        """Declare the registers of one lane's part of a matrix (manual section 9.7.16.4.1).

        Args:
            matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
            shape: M, N, K of the MMA.
            dtype: Type of the elements.

        Raises:
            TraceError: There is no such MMA.
        """
        word, type_ = shape_word("ptx.wmma.fragment", shape), type_word(dtype)
        slot = "c" if matrix == "d" else matrix
        named = {"shape": word, f"{slot}type": type_}
        return declared_fragment("ptx.wmma.fragment", "wmma", wmma_fragment, slot, named)


wmma = Wmma()


def _space(space: str | None, place: Value) -> tuple[str, ...]:
    """The modifier of a state space; none for a generic address."""
    if space is None and isinstance(place, (SharedAlloc, SharedSlice)):
        space = "shared"
    return () if space is None else (space,)


def _stride(stride: Value | None) -> tuple[Value, ...]:
    return () if stride is None else (stride,)
