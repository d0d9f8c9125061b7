"""Multimem addresses, which refer to memory on each GPU of a group: ``ptx.multimem``.

Only these instructions take such addresses.

>>> from pyptx import ptx, reg
>>> from pyptx.emitter import emit_statement
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import bf16x2, f32, u32, u64
>>> with tracing(Trace("k")) as trace:
...     everywhere, sums = reg.scalar(u64), reg.array(bf16x2, 4)
...     ptx.multimem.ld_reduce("add", bf16x2, sums, everywhere, acc="f32", sem="relaxed", scope="sys")
...     ptx.multimem.st(bf16x2, everywhere, sums)
...     ptx.multimem.red("add", u32, everywhere, 1, sem="release", scope="sys")
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
multimem.ld_reduce.relaxed.sys.global.add.acc::f32.v4.bf16x2 {%r0, %r1, %r2, %r3}, [%rd0];
multimem.st.weak.global.v4.bf16x2 [%rd0], {%r0, %r1, %r2, %r3};
multimem.red.release.sys.global.add.u32 [%rd0], 1;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.addressing import place
from pyptx.ptx.modifiers import typed_operation, vector, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.trace import emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate, Reg, RegArray
    from pyptx.trace import Value
    from pyptx.types import PtxType


def _ld_reduce(
    op: str,
    dtype: PtxType,
    dst: Reg | RegArray | Sequence[Reg],
    addr: Value,
    *,
    acc: str | None = None,
    vec: int | None = None,
    sem: str | None = None,
    scope: str | None = None,
    space: str = "global",
    pred: Predicate | None = None,
) -> None:
    """``multimem.ld_reduce.<sem>.<scope>.<space>.<op>.acc::<acc>.v<vec>.<dtype> dst, [addr]``.

    Load from every GPU and combine the values. Manual section 9.7.10.15.

    Args:
        op: ``"add" "min" "max" "and" "or" "xor"``.
        dtype: Element type; of the last three its width.
        dst: A register, or 2, 4 or 8: at most 128 bits.
        addr: The multimem address.
        acc: Precision of a sum: ``"f32"`` of half formats, ``"f16"`` of fp8.
        vec: Elements; the number of registers if not given.
        sem: ``"relaxed"`` or ``"acquire"``; weak if not given.
        scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
        space: ``"global"``; ``""`` for generic.
        pred: Guard.
    """
    width, elements = vector(dst, vec)
    type_ = typed_operation(op, dtype)
    precision = acc and f"acc::{acc}"
    modifiers = words("ld_reduce", sem or "weak", scope, space, op, precision, width, type_)
    emit("multimem", modifiers, (elements, place(addr)), pred)


def _st_async(
    dtype: PtxType, addr: Value, src: Value, *, scope: str = "gpu", pred: Predicate | None = None
) -> None:
    """``multimem.st.async.release.<scope>.global.<dtype> [addr], src``: store after earlier operations.

    Args:
        dtype: Element type.
        addr: The multimem address.
        src: A register or number.
        scope: ``"gpu"`` or ``"sys"``.
        pred: Guard.
    """
    emit("multimem", ("st", "async", "release", scope, "global", dtype.name), (place(addr), src), pred)


class Store(Namespace):
    """``ptx.multimem.st``: stores to the memory of every GPU."""

    _opcode = Opcode("multimem", ("st",))

    async_ = Typed(_st_async, Opcode("multimem", ("st", "async")))

    def __call__(
        self,
        dtype: PtxType,
        addr: Value,
        src: Value | RegArray | Sequence[Value],
        *,
        vec: int | None = None,
        sem: str | None = None,
        scope: str | None = None,
        space: str = "global",
        pred: Predicate | None = None,
    ) -> None:
        """``multimem.st.<sem>.<scope>.<space>.v<vec>.<dtype> [addr], src``.

        Args:
            dtype: Element type.
            addr: The multimem address.
            src: A register or number, or 2, 4 or 8: at most 128 bits.
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"`` or ``"release"``; weak if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
        width, elements = vector(src, vec)
        modifiers = words("st", sem or "weak", scope, space, width, dtype.name)
        emit("multimem", modifiers, (place(addr), elements), pred)


def _red_async(
    op: str, dtype: PtxType, addr: Value, src: Value, *, scope: str = "gpu", pred: Predicate | None = None
) -> None:
    """``multimem.red.async.release.<scope>.global.<op>.<dtype> [addr], src``: reduce later.

    Args:
        op: ``"add"``.
        dtype: u32, s32 or u64.
        addr: The multimem address.
        src: A register or number.
        scope: ``"gpu"`` or ``"sys"``.
        pred: Guard.
    """
    emit("multimem", ("red", "async", "release", scope, "global", op, dtype.name), (place(addr), src), pred)


class Red(Namespace):
    """``ptx.multimem.red``: reductions in the memory of every GPU."""

    _opcode = Opcode("multimem", ("red",))

    async_ = Typed(_red_async, Opcode("multimem", ("red", "async")))

    def __call__(
        self,
        op: str,
        dtype: PtxType,
        addr: Value,
        src: Value | RegArray | Sequence[Value],
        *,
        vec: int | None = None,
        sem: str | None = None,
        scope: str | None = None,
        space: str = "global",
        pred: Predicate | None = None,
    ) -> None:
        """``multimem.red.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> [addr], src``.

        Args:
            op: ``"add" "min" "max" "and" "or" "xor"``; of floating point ``"add"``.
            dtype: Element type; of the last three its width.
            addr: The multimem address.
            src: A register or number, or 2, 4 or 8: at most 128 bits.
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"`` or ``"release"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
            space: ``"global"``; ``""`` for generic.
            pred: Guard.
        """
        width, elements = vector(src, vec)
        modifiers = words("red", sem, scope, space, op, width, typed_operation(op, dtype))
        emit("multimem", modifiers, (place(addr), elements), pred)


def _copy(
    dst: Value,
    src: Value,
    size: Value,
    *,
    byte_mask: Value | None = None,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``multimem.cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size``: copy to every GPU.

    Args:
        dst: The multimem address, a multiple of 16.
        src: Source in shared memory, a multiple of 16.
        size: Bytes, a multiple of 16.
        byte_mask: A 16-bit mask of the bytes of each 16 to write.
        scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy; weak if not given.
        pred: Guard.
    """
    order = "weak" if scope is None else f"relaxed.{scope}"
    mask = () if byte_mask is None else (byte_mask,)
    modifiers = words(
        f"cp.async.bulk.{order}.global.shared::cta.bulk_group", "cp_mask" if mask else None, scope and "b128"
    )
    emit("multimem", modifiers, (place(dst), place(src), size, *mask), pred)


def _copy_reduce(
    op: str,
    dtype: PtxType,
    dst: Value,
    src: Value,
    size: Value,
    *,
    sem: str | None = None,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.<op>.<dtype> [dst], [src], size``.

    Args:
        op: The operation, as for ``ptx.cp.reduce.async_.bulk.store``.
        dtype: Element type; of ``"and" "or" "xor"`` its width.
        dst: The multimem address, a multiple of 16.
        src: Source in shared memory, a multiple of 16.
        size: Bytes, a multiple of 16.
        sem: ``"relaxed"``.
        scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
        pred: Guard.
    """
    kept = "noftz" if op == "add" and dtype.name in ("f16", "bf16") else None
    order = words("cp.reduce.async.bulk", sem, scope, "global.shared::cta.bulk_group", op, kept)
    emit("multimem", (*order, typed_operation(op, dtype)), (place(dst), place(src), size), pred)


class CopyAsync(Namespace):
    """``ptx.multimem.cp.async_``: asynchronous copies to a multimem address."""

    _opcode = Opcode("multimem", ("cp", "async"))

    bulk = Typed(_copy, Opcode("multimem", ("cp", "async", "bulk")))


class CopyReduceAsync(Namespace):
    """``ptx.multimem.cp.reduce.async_``: asynchronous reductions at a multimem address."""

    _opcode = Opcode("multimem", ("cp", "reduce", "async"))

    bulk = Typed(_copy_reduce, Opcode("multimem", ("cp", "reduce", "async", "bulk")))


class CopyReduce(Namespace):
    """``ptx.multimem.cp.reduce``: reductions at a multimem address."""

    _opcode = Opcode("multimem", ("cp", "reduce"))

    async_ = CopyReduceAsync()


class Copy(Namespace):
    """``ptx.multimem.cp``: bulk copies to the memory of every GPU (manual sections 9.7.10.28.4.4 and .5)."""

    _opcode = Opcode("multimem", ("cp",))

    async_ = CopyAsync()
    reduce = CopyReduce()


class Multimem(Namespace):
    """``ptx.multimem``: accesses to the memory of several GPUs at once."""

    _opcode = Opcode("multimem")

    ld_reduce = Typed(_ld_reduce, Opcode("multimem", ("ld_reduce",)))
    st = Store()
    red = Red()
    cp = Copy()


multimem = Multimem()
