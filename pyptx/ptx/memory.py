"""Loads and stores by type: ``ptx.ld(f32, [a, b], address, vec=2)``; stores that complete later.

Where an address is wanted, `ptx.addr(…)`, a register and a shared array all do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address
from pyptx.ptx.addressing import place, register_of
from pyptx.ptx.modifiers import hinted, moved, vector, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed, typed
from pyptx.trace import emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate, Reg, RegArray
    from pyptx.trace import Value
    from pyptx.types import PtxType


@typed("ld")
def ld(
    dtype: PtxType,
    dst: Reg | RegArray | Sequence[Reg],
    addr: Value,
    *,
    space: str = "global",
    cache: str | None = None,
    vec: int | None = None,
    sem: str | None = None,
    scope: str | None = None,
    cache_hint: Value | None = None,
    pred: Predicate | None = None,
) -> None:
    """``ld.<sem>.<scope>.<space>.<cache>.v<vec>.<dtype> dst, [addr]`` (manual section 9.7.10.8).

    Args:
        dtype: Element type.
        dst: A register, or as many as `vec`.
        addr: Source; aligned to the size of all elements together.
        space: ``"global"``, ``"shared"``, ``"local"``, ``"const"``, ``"param"``; ``""`` for generic.
        cache: Cache operator or eviction priority: ``"ca" "cg" "cs" "lu" "cv" "nc" "L1::no_allocate"`` ….
        vec: Elements; the number of registers if not given.
        sem: ``"relaxed"``, ``"acquire"`` or ``"volatile"``; weak if not given.
        scope: Scope of the order: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with the first
            two of `sem`.
        cache_hint: A 64-bit register with a cache policy, as `ptx.createpolicy` makes it.
        pred: Guard.

    >>> from pyptx import ptx, reg
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32, u64
    >>> with tracing(Trace("k")) as trace:
    ...     ptx.ld(f32, reg.array(f32, 4), ptx.addr(reg.scalar(u64), 16), sem="acquire", scope="gpu")
    >>> emit_statement(trace.body[0])
    'ld.acquire.gpu.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0+16];'
    """
    width, elements = vector(dst, vec)
    hint, policy = hinted(cache_hint)
    modifiers = words(sem, scope, space, cache, hint, width, dtype.memory)
    emit("ld", modifiers, (moved(elements, dtype, "ld", *modifiers), place(addr), *policy), pred)


@typed("ldu")
def ldu(
    dtype: PtxType,
    dst: Reg | RegArray | Sequence[Reg],
    addr: Value,
    *,
    space: str = "global",
    vec: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``ldu.<space>.v<vec>.<dtype> dst, [addr]``: a load of read-only data, alike in a warp."""
    width, elements = vector(dst, vec)
    modifiers = words(space, width, dtype.memory)
    emit("ldu", modifiers, (moved(elements, dtype, "ldu", *modifiers), place(addr)), pred)


def _st_async(
    dtype: PtxType,
    addr: Value,
    src: Value | RegArray | Sequence[Value],
    mbar: Value | None = None,
    *,
    vec: int | None = None,
    scope: str = "gpu",
    mmio: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``st.async.shared::cluster.mbarrier::complete_tx::bytes.v<vec>.<dtype> [addr], src, [mbar]``.

    With `mbar`, a store to the shared memory of another CTA of the cluster; the mbarrier there counts its
    bytes. Without, a store to global memory that releases the earlier writes of this thread
    (``st.async.release.<scope>.global.<dtype> [addr], src``, sm_100 and newer). Manual section 9.7.10.12.

    Args:
        dtype: Element type, of 32 or 64 bits, or b128; with ``.global`` of 8 bits and more.
        addr: Destination, an address of ``shared::cluster`` as `ptx.mapa` gives it.
        src: A register or number, or 2 or 4 in a list: at most 128 bits.
        mbar: The barrier, in the shared memory of the same CTA as `addr`.
        vec: Elements; the number of values if not given.
        scope: Scope of a store to global memory: ``"gpu"`` or ``"sys"``.
        mmio: Whether a store to global memory has ``.mmio``, with the scope ``"sys"``.
        pred: Guard.

    >>> from pyptx import ptx, reg, smem
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")) as trace:
    ...     there, bar = ptx.mapa(smem.alloc(u32, 4), 1), ptx.mapa(smem.mbarrier(1), 1)
    ...     ptx.st.async_(u32, there, [1, 2], bar)
    >>> emit_statement(trace.body[-1])
    'st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r0], {1, 2}, [%r1];'
    """
    width, elements = vector(src, vec)
    if mbar is None:
        order = words("async", "mmio" if mmio else None, "release", "sys" if mmio else scope, "global", width)
        emit("st", (*order, dtype.name), (place(addr), elements), pred)
        return
    kind = words("async.shared::cluster.mbarrier::complete_tx::bytes", width)
    emit("st", (*kind, dtype.name), (place(addr), elements, place(mbar)), pred)


def _st_bulk(addr: Value, size: Value, *, pred: Predicate | None = None) -> None:
    """``st.bulk.weak.shared::cta [addr], size, 0``: fill shared memory with zeros (manual section 9.7.10.14).

    Args:
        addr: Destination; 8-byte aligned.
        size: Bytes, a multiple of 8, up to 16777216.
        pred: Guard.
    """
    # ptxas takes the address in a register only.
    emit("st", ("bulk", "weak", "shared::cta"), (Address(register_of(place(addr)).__ptx__()), size, 0), pred)


class Store(Namespace):
    """``ptx.st``: stores."""

    _opcode = Opcode("st")

    async_ = Typed(_st_async, Opcode("st", ("async",)))
    bulk = Typed(_st_bulk, Opcode("st", ("bulk",)))

    def __call__(
        self,
        dtype: PtxType,
        addr: Value,
        src: Value | RegArray | Sequence[Value],
        *,
        space: str = "global",
        cache: str | None = None,
        vec: int | None = None,
        sem: str | None = None,
        scope: str | None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``st.<sem>.<scope>.<space>.<cache>.v<vec>.<dtype> [addr], src`` (manual section 9.7.10.11).

        Args:
            dtype: Element type.
            addr: Destination; aligned to the size of all elements together.
            src: A register or number, or as many as `vec`.
            space: ``"global"``, ``"shared"``, ``"local"``; ``""`` for generic.
            cache: Cache operator or eviction priority: ``"wb" "cg" "cs" "wt" "L1::no_allocate"`` ….
            vec: Elements; the number of values if not given.
            sem: ``"relaxed"``, ``"release"`` or ``"volatile"``; weak if not given.
            scope: Scope of the order: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; with the first two
                of `sem`.
            cache_hint: A 64-bit register with a cache policy, as `ptx.createpolicy` makes it.
            pred: Guard.
        """
        width, elements = vector(src, vec)
        hint, policy = hinted(cache_hint)
        modifiers = words(sem, scope, space, cache, hint, width, dtype.memory)
        emit("st", modifiers, (place(addr), moved(elements, dtype, "st", *modifiers), *policy), pred)


st = Store()
