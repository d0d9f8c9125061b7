"""Bulk copies between global and shared memory: ``ptx.cp.async_.bulk``, ``ptx.cp.reduce.async_.bulk``.

A bulk copy moves a multiple of 16 bytes between 16-byte aligned addresses. An mbarrier in shared memory
counts the bytes of a load; a store belongs to a group of its thread. Tensor copies are in
`pyptx.ptx.tensor_copy`.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.smem import alloc, mbarrier
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f32, u64
>>> with tracing(Trace("k", arch="sm_90a")) as trace:
...     row, full, source = alloc(f32, 256), mbarrier(1), scalar(u64)
...     bulk.load(row, source, 1024, mbar=full[0])
...     bulk.store(source, row, 1024)
...     bulk.commit_group()
>>> for statement in trace.body:
...     print(emit_statement(statement).strip()[:62])
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::by
cp.async.bulk.global.shared::cta.bulk_group [%rd0], [smem_0],
cp.async.bulk.commit_group;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.addressing import place
from pyptx.ptx.boxes import check_span
from pyptx.ptx.modifiers import hinted, typed_operation, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tensor_copy import tensor, tensor_reduce
from pyptx.ptx.typed import Namespace, Typed
from pyptx.trace import at, caller, emit

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value
    from pyptx.types import PtxType

_BYTES = "mbarrier::complete_tx::bytes"


def _commit_group(*, pred: Predicate | None = None) -> None:
    """``cp.async.bulk.commit_group``: close the group of this thread's bulk stores since the last one."""
    emit("cp", ("async", "bulk", "commit_group"), (), pred)


def _wait_group(n: int, *, read: bool = False, pred: Predicate | None = None) -> None:
    """``cp.async.bulk.wait_group n``: wait until at most the `n` youngest groups are pending.

    Args:
        n: Number of groups that may be pending.
        read: Wait only until their sources may be written again: ``.read``.
        pred: Guard.
    """
    emit("cp", ("async", "bulk", "wait_group", *(("read",) if read else ())), (n,), pred)


def _prefetch(
    src: Value, size: Value, *, cache_hint: Value | None = None, pred: Predicate | None = None
) -> None:
    """``cp.async.bulk.prefetch.L2.global [src], size``: load bytes into L2 (manual section 9.7.10.28.4.3).

    Args:
        src: Source in global memory; 16-byte aligned.
        size: Bytes, a multiple of 16.
        cache_hint: A 64-bit register with a cache policy.
        pred: Guard.
    """
    hint, policy = hinted(cache_hint)
    emit("cp", words("async.bulk.prefetch.L2.global", hint), (place(src), size, *policy), pred)


class Bulk(Namespace):
    """``ptx.cp.async_.bulk``: copies of consecutive bytes that one thread starts; below it tensor copies."""

    _opcode = Opcode("cp", ("async", "bulk"))

    tensor = tensor
    tensor_1d, tensor_2d, tensor_3d, tensor_4d, tensor_5d = (
        tensor.tensor_1d,
        tensor.tensor_2d,
        tensor.tensor_3d,
        tensor.tensor_4d,
        tensor.tensor_5d,
    )
    commit_group = Typed(_commit_group, Opcode("cp", ("async", "bulk", "commit_group")))
    wait_group = Typed(_wait_group, Opcode("cp", ("async", "bulk", "wait_group")))
    prefetch = Typed(_prefetch, Opcode("cp", ("async", "bulk", "prefetch")))

    def load(
        self,
        dst: Value,
        src: Value,
        size: Value,
        *,
        mbar: Value,
        multicast_mask: Value | None = None,
        ignore_oob: tuple[Value, Value] | None = None,
        cache_hint: Value | None = None,
        into: str | None = None,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar]``.

        Global to shared memory. Manual section 9.7.10.28.4.1.

        Args:
            dst: Destination in shared memory; 16-byte aligned.
            src: Source in global memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes.
            multicast_mask: Bit r for the CTA of rank r: it gets the bytes, and its mbarrier counts them, at
                the same offsets.
            ignore_oob: Number of bytes at either end, 0 to 15, that may be outside the memory; they become
                undefined (PTX 9.2).
            cache_hint: A 64-bit register with a cache policy.
            into: ``"shared::cluster"``, or ``"shared::cta"`` for this CTA's own memory (PTX 8.6; required by
                `ignore_oob`). By default the other arguments decide.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.

        Raises:
            TraceError: Bytes are ignored in a copy to several CTAs.
        """
        if into is None:
            into = "shared::cta" if ignore_oob is not None else "shared::cluster"
        if ignore_oob is not None and multicast_mask is not None:
            raise TraceError(
                "ptx.cp.async_.bulk.load: ignore_oob= is for a copy to this CTA's own memory, and has no "
                f"multicast_mask={at(caller())}"
            )
        hint, policy = hinted(cache_hint)
        modifiers = words(
            f"async.bulk{_order(scope)}.{into}.global.{_BYTES}",
            None if multicast_mask is None else "multicast::cluster",
            hint,
            None if ignore_oob is None else "ignore_oob",
            scope and "b128",
        )
        mask = () if multicast_mask is None else (multicast_mask,)
        ends = () if ignore_oob is None else ignore_oob
        check_span("ptx.cp.async_.bulk.load", place(dst), size)
        emit("cp", modifiers, (place(dst), place(src), size, *ends, place(mbar), *mask, *policy), pred)

    def store(
        self,
        dst: Value,
        src: Value,
        size: Value,
        *,
        byte_mask: Value | None = None,
        cache_hint: Value | None = None,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size``: shared to global memory.

        Args:
            dst: Destination in global memory; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            byte_mask: A 16-bit mask of the bytes of each 16 to write (sm_100 and newer).
            cache_hint: A 64-bit register with a cache policy.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"`` for a relaxed copy in units of 16 bytes;
                weak if not given.
            pred: Guard.
        """
        hint, policy = hinted(cache_hint)
        mask = () if byte_mask is None else (byte_mask,)
        modifiers = words(
            f"async.bulk{_order(scope)}.global.shared::cta.bulk_group",
            hint,
            "cp_mask" if mask else None,
            scope and "b128",
        )
        check_span("ptx.cp.async_.bulk.store", place(src), size)
        emit("cp", modifiers, (place(dst), place(src), size, *policy, *mask), pred)

    def send(
        self,
        dst: Value,
        src: Value,
        size: Value,
        *,
        mbar: Value,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.async.bulk.shared::cluster.shared::cta.….complete_tx::bytes [dst], [src], size, [mbar]``.

        This CTA's shared memory to that of another of the cluster.

        Args:
            dst: Destination, an address of ``shared::cluster`` as `ptx.mapa` gives it; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes, in the same CTA as `dst`.
            scope: ``"cta"`` or ``"cluster"`` for a relaxed copy in units of 16 bytes; weak if not given.
            pred: Guard.
        """
        modifiers = words(f"async.bulk{_order(scope)}.shared::cluster.shared::cta.{_BYTES}", scope and "b128")
        emit("cp", modifiers, (place(dst), place(src), size, place(mbar)), pred)


bulk = Bulk()


class BulkReduce(Namespace):
    """``ptx.cp.reduce.async_.bulk``: combine bytes with those in memory (manual section 9.7.10.28.4.2)."""

    _opcode = Opcode("cp", ("reduce", "async", "bulk"))

    tensor = tensor_reduce

    def store(
        self,
        op: str,
        dtype: PtxType,
        dst: Value,
        src: Value,
        size: Value,
        *,
        noftz: bool = False,
        cache_hint: Value | None = None,
        sem: str | None = None,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.reduce.async.bulk.global.shared::cta.bulk_group.<op>.<dtype> [dst], [src], size``.

        Args:
            op: ``"add"`` u32 s32 u64 f32 f64 f16 bf16, ``"min" "max"`` u32 s32 u64 s64 f16 bf16,
                ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of 32 and 64 bits.
            dtype: Element type; of the last three its width.
            dst: Destination in global memory; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            noftz: Keep subnormal numbers of f32 (PTX 9.4); f16 and bf16 always do.
            cache_hint: A 64-bit register with a cache policy.
            sem: ``"relaxed"``.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with `sem`.
            pred: Guard.
        """
        hint, policy = hinted(cache_hint)
        kept = noftz or (op == "add" and dtype.name in ("f16", "bf16"))
        modifiers = words(
            "reduce.async.bulk",
            sem,
            scope,
            "global.shared::cta.bulk_group",
            hint,
            op,
            "noftz" if kept else None,
            typed_operation(op, dtype),
        )
        emit("cp", modifiers, (place(dst), place(src), size, *policy), pred)

    def send(
        self,
        op: str,
        dtype: PtxType,
        dst: Value,
        src: Value,
        size: Value,
        *,
        mbar: Value,
        sem: str | None = None,
        scope: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``cp.reduce.async.bulk.shared::cluster.shared::cta.….<op>.<dtype> [dst], [src], size, [mbar]``.

        Args:
            op: ``"add"`` u32 s32 u64, ``"min" "max"`` u32 s32, ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of
                32 bits.
            dtype: Element type; of the last three its width.
            dst: Destination, an address of ``shared::cluster``; 16-byte aligned.
            src: Source in shared memory; 16-byte aligned.
            size: Bytes, a multiple of 16.
            mbar: The mbarrier that counts the bytes, in the same CTA as `dst`.
            sem: ``"relaxed"``.
            scope: ``"cta"`` or ``"cluster"``; with `sem`.
            pred: Guard.
        """
        modifiers = words(
            "reduce.async.bulk",
            sem,
            scope,
            f"shared::cluster.shared::cta.{_BYTES}",
            op,
            typed_operation(op, dtype),
        )
        emit("cp", modifiers, (place(dst), place(src), size, place(mbar)), pred)


class ReduceAsync(Namespace):
    """``ptx.cp.reduce.async_``: asynchronous reductions."""

    _opcode = Opcode("cp", ("reduce", "async"))

    bulk = BulkReduce()


class Reduce(Namespace):
    """``ptx.cp.reduce``: copies that combine with the values in memory."""

    _opcode = Opcode("cp", ("reduce",))

    async_ = ReduceAsync()


reduce = Reduce()


def _order(scope: str | None) -> str:
    """The modifiers that order a copy in memory."""
    return "" if scope is None else f".relaxed.{scope}"
