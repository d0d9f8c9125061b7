"""Asynchronous copies from global to shared memory: ``ptx.cp.async_``; bulk copies: ``ptx.cp.async_.bulk``.

>>> from pyptx.ptx.opcode import inst
>>> cp.async_.ca.shared.global_ == inst.cp.async_.ca.shared.global_
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.addressing import addr
from pyptx.ptx.bulk_copy import bulk, reduce
from pyptx.ptx.modifiers import hinted, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.trace import at, caller, emit

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value


def _ca(
    smem_dst: Value,
    global_src: Value,
    byte_count: int,
    src_size: Value | None = None,
    *,
    ignore_src: Predicate | None = None,
    cache_hint: Value | None = None,
    prefetch: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``cp.async.ca.shared.global [smem_dst], [global_src], byte_count``: cached in L1 and L2.

    Args:
        smem_dst: Destination in shared memory, aligned to `byte_count`.
        global_src: Source in global memory, aligned to `byte_count`.
        byte_count: 4, 8 or 16.
        src_size: Bytes to read; the rest is filled with zeros.
        ignore_src: A predicate; if it is true nothing is read, and all is filled with zeros.
        cache_hint: A 64-bit register with a cache policy.
        prefetch: Bytes that L2 fetches around it: ``"64B"``, ``"128B"`` or ``"256B"``.
        pred: Guard.

    Raises:
        TraceError: Both `src_size` and `ignore_src` are given.
    """
    _copy("ca", smem_dst, global_src, byte_count, src_size, ignore_src, cache_hint, prefetch, pred)


def _cg(
    smem_dst: Value,
    global_src: Value,
    byte_count: int,
    src_size: Value | None = None,
    *,
    ignore_src: Predicate | None = None,
    cache_hint: Value | None = None,
    prefetch: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``cp.async.cg.shared.global [smem_dst], [global_src], 16``: cached in L2 only.

    Args:
        smem_dst: Destination in shared memory; 16-byte aligned.
        global_src: Source in global memory; 16-byte aligned.
        byte_count: 16.
        src_size: Bytes to read; the rest is filled with zeros.
        ignore_src: A predicate; if it is true nothing is read, and all is filled with zeros.
        cache_hint: A 64-bit register with a cache policy.
        prefetch: What L2 fetches around it: ``"64B"``, ``"128B"`` or ``"256B"``.
        pred: Guard.

    Raises:
        TraceError: Both `src_size` and `ignore_src` are given.
    """
    _copy("cg", smem_dst, global_src, byte_count, src_size, ignore_src, cache_hint, prefetch, pred)


class Async(Namespace):
    """``ptx.cp.async_``: each thread's copies, in groups it waits for."""

    _opcode = Opcode("cp", ("async",))

    ca = Typed(_ca, Opcode("cp", ("async", "ca")))
    cg = Typed(_cg, Opcode("cp", ("async", "cg")))
    bulk = bulk

    def commit_group(self, *, pred: Predicate | None = None) -> None:
        """``cp.async.commit_group``: close the group of the copies traced since the last one."""
        emit("cp", ("async", "commit_group"), (), pred)

    def wait_group(self, n: int, *, pred: Predicate | None = None) -> None:
        """``cp.async.wait_group n``: wait until at most the `n` youngest groups are pending."""
        emit("cp", ("async", "wait_group"), (n,), pred)

    def mbarrier_arrive(self, mbar: Value, *, noinc: bool = False, pred: Predicate | None = None) -> None:
        """``cp.async.mbarrier.arrive.shared::cta.b64 [mbar]``: arrive when this thread's copies are done.

        Args:
            mbar: The barrier, of this CTA.
            noinc: Whether the count of `ptx.mbarrier.init` includes this arrival; otherwise it is added to
                the pending count.
            pred: Guard.
        """
        kept = ("noinc",) if noinc else ()
        emit("cp", ("async", "mbarrier", "arrive", *kept, "shared::cta", "b64"), (addr(mbar),), pred)

    def wait_all(self, *, pred: Predicate | None = None) -> None:
        """``cp.async.wait_all``: wait for every copy, committed or not."""
        emit("cp", ("async", "wait_all"), (), pred)


class Cp(Namespace):
    """``ptx.cp``: asynchronous copies, of threads and in bulk (manual section 9.7.10.28)."""

    _opcode = Opcode("cp")
    async_ = Async()
    async_bulk = bulk
    reduce = reduce


cp = Cp()


def _copy(
    cache: str,
    smem_dst: Value,
    global_src: Value,
    byte_count: int,
    src_size: Value | None,
    ignore_src: Predicate | None,
    cache_hint: Value | None,
    prefetch: str | None,
    pred: Predicate | None,
) -> None:
    """Trace one copy.

    Raises:
        TraceError: Both `src_size` and `ignore_src` are given.
    """
    if src_size is not None and ignore_src is not None:
        raise TraceError(f"ptx.cp.async_.{cache} takes src_size= or ignore_src=, not both{at(caller())}")
    less = src_size if src_size is not None else ignore_src
    hint, policy = hinted(cache_hint)
    modifiers = words(
        "async", cache, "shared.global", hint, prefetch and f"L2::{prefetch.removeprefix('L2::')}"
    )
    sizes = (byte_count,) if less is None else (byte_count, less)
    emit("cp", modifiers, (addr(smem_dst), addr(global_src), *sizes, *policy), pred)
