"""Asynchronous copies from global to shared memory: ``ptx.cp.async_``; bulk copies: ``ptx.cp.async_.bulk``.

>>> from pyptx.ptx.opcode import inst
>>> cp.async_.ca.shared.global_ == inst.cp.async_.ca.shared.global_
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.addressing import addr
from pyptx.ptx.bulk_copy import bulk, reduce
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.trace import emit

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value


def _ca(
    smem_dst: Value,
    global_src: Value,
    byte_count: int,
    src_size: Value | None = None,
    *,
    pred: Predicate | None = None,
) -> None:
    """``cp.async.ca.shared.global [smem_dst], [global_src], byte_count``: cached in L1 and L2.

    Args:
        smem_dst: Where to, aligned to `byte_count`.
        global_src: Where from, aligned to `byte_count`.
        byte_count: 4, 8 or 16.
        src_size: Bytes to read; the rest is filled with zeros.
        pred: Guard.
    """
    _copy("ca", smem_dst, global_src, byte_count, src_size, pred)


def _cg(
    smem_dst: Value,
    global_src: Value,
    byte_count: int,
    src_size: Value | None = None,
    *,
    pred: Predicate | None = None,
) -> None:
    """``cp.async.cg.shared.global [smem_dst], [global_src], 16``: cached in L2 only.

    Args:
        smem_dst: Where to, aligned to 16 bytes.
        global_src: Where from, aligned to 16 bytes.
        byte_count: 16.
        src_size: Bytes to read; the rest is filled with zeros.
        pred: Guard.
    """
    _copy("cg", smem_dst, global_src, byte_count, src_size, pred)


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
        """``cp.async.wait_group n``: wait until at most the `n` youngest groups are under way."""
        emit("cp", ("async", "wait_group"), (n,), pred)

    def wait_all(self, *, pred: Predicate | None = None) -> None:
        """``cp.async.wait_all``: wait for every copy, committed or not."""
        emit("cp", ("async", "wait_all"), (), pred)


class Cp(Namespace):
    """``ptx.cp``."""

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
    pred: Predicate | None,
) -> None:
    """Trace one copy."""
    sizes = (byte_count,) if src_size is None else (byte_count, src_size)
    emit("cp", ("async", cache, "shared", "global"), (addr(smem_dst), addr(global_src), *sizes), pred)
