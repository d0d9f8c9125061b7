"""Hints to the caches: policies, prefetches, priorities.

>>> from pyptx import ptx, reg
>>> from pyptx.emitter import emit_statement
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f32, u64
>>> with tracing(Trace("k", arch="sm_80")) as trace:
...     p, x = reg.scalar(u64), reg.scalar(f32)
...     ptx.ld(f32, x, p, cache_hint=ptx.createpolicy.fractional("evict_first", fraction=0.5))
...     ptx.prefetch(p, level="L2::evict_last")
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
createpolicy.fractional.L2::evict_first.b64 %rd1, 0f3F000000;
ld.global.L2::cache_hint.f32 %f0, [%rd0], %rd1;
prefetch.global.L2::evict_last [%rd0];
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.addressing import place
from pyptx.ptx.modifiers import level as eviction
from pyptx.ptx.modifiers import words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tensor_maps import map_place
from pyptx.ptx.typed import Namespace, Typed, typed
from pyptx.reg import Reg, scalar
from pyptx.trace import emit
from pyptx.types import b64

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.specs import TensorSpec
    from pyptx.trace import Value

LINE_BYTES = 128


def _fractional(
    primary: str = "evict_last",
    secondary: str | None = None,
    *,
    fraction: Value | None = None,
    dst: Reg | None = None,
    pred: Predicate | None = None,
) -> Reg:
    """``createpolicy.fractional.L2::<primary>.L2::<secondary>.b64 dst, fraction``.

    Args:
        primary: Priority of a part of the accesses: ``"evict_last"``, ``"evict_normal"``, ``"evict_first"``
            or ``"evict_unchanged"``.
        secondary: Priority of the other accesses: ``"evict_first"`` or ``"evict_unchanged"``, which
            is the default.
        fraction: Share of accesses with the primary priority, above 0.0 and up to 1.0; all if not given.
        dst: A 64-bit register; a new one if not given.
        pred: Guard.

    Returns:
        The policy, for ``cache_hint=``.
    """
    result = scalar(b64) if dst is None else dst
    modifiers = words("fractional", eviction(primary), secondary and eviction(secondary), "b64")
    emit("createpolicy", modifiers, (result,) if fraction is None else (result, fraction), pred)
    return result


def _range(
    addr: Value,
    primary_size: Value,
    total_size: Value,
    primary: str = "evict_last",
    secondary: str | None = None,
    *,
    space: str = "global",
    dst: Reg | None = None,
    pred: Predicate | None = None,
) -> Reg:
    """``createpolicy.range.global.L2::<primary>.L2::<secondary>.b64 dst, [addr], primary_size, total_size``.

    Args:
        addr: Start of the range.
        primary_size: Bytes from there on that have the primary priority.
        total_size: Bytes of the range, at most 4 GiB; the rest has the secondary priority.
        primary: Primary priority, as for `fractional`.
        secondary: Secondary priority, as for `fractional`.
        space: ``"global"``; ``""`` for generic.
        dst: A 64-bit register; a new one if not given.
        pred: Guard.

    Returns:
        The policy, for ``cache_hint=``.
    """
    result = scalar(b64) if dst is None else dst
    modifiers = words("range", space, eviction(primary), secondary and eviction(secondary), "b64")
    emit("createpolicy", modifiers, (result, place(addr), primary_size, total_size), pred)
    return result


def _cvt(policy: Value, dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``createpolicy.cvt.L2.b64 dst, policy``: the policy of an access property of CUDA.

    Args:
        policy: The property, in a 64-bit register.
        dst: A 64-bit register; a new one if not given.
        pred: Guard.
    """
    result = scalar(b64) if dst is None else dst
    emit("createpolicy", ("cvt", "L2", "b64"), (result, policy), pred)
    return result


class CreatePolicy(Namespace):
    """``ptx.createpolicy``: cache policies in registers (manual section 9.7.10.21)."""

    _opcode = Opcode("createpolicy")

    fractional = Typed(_fractional, Opcode("createpolicy", ("fractional",)))
    range = Typed(_range, Opcode("createpolicy", ("range",)))
    cvt = Typed(_cvt, Opcode("createpolicy", ("cvt",)))


createpolicy = CreatePolicy()


def _prefetch_tensormap(src: Value | TensorSpec, *, pred: Predicate | None = None) -> None:
    """``prefetch.tensormap [src]``: load a tensor map into its cache.

    Args:
        src: The tensor map, as tensor copies take it.
        pred: Guard.
    """
    emit("prefetch", ("tensormap",), (map_place(src),), pred)


class Prefetch(Namespace):
    """``ptx.prefetch`` (manual section 9.7.10.16)."""

    _opcode = Opcode("prefetch")

    tensormap = Typed(_prefetch_tensormap, Opcode("prefetch", ("tensormap",)))

    def __call__(
        self, addr: Value, *, space: str = "global", level: str = "L2", pred: Predicate | None = None
    ) -> None:
        """``prefetch.<space>.<level> [addr]``: load the line into a cache.

        Args:
            addr: Address in the line.
            space: ``"global"`` or ``"local"``; ``""`` for generic.
            level: ``"L1"`` or ``"L2"``; of global memory also ``"L2::evict_last"``, ``"L2::evict_normal"``.
            pred: Guard.
        """
        emit("prefetch", words(space, level), (place(addr),), pred)


prefetch = Prefetch()


@typed("prefetchu")
def prefetchu(addr: Value, *, pred: Predicate | None = None) -> None:
    """``prefetchu.L1 [addr]``: load the line of a generic address into the uniform cache."""
    emit("prefetchu", ("L1",), (place(addr),), pred)


@typed("applypriority")
def applypriority(addr: Value, *, space: str = "global", pred: Predicate | None = None) -> None:
    """``applypriority.<space>.L2::evict_normal [addr], 128``: let a line be evicted like any other.

    Manual section 9.7.10.17.

    Args:
        addr: Address of the line, a multiple of 128 bytes.
        space: ``"global"``; ``""`` for generic.
        pred: Guard.
    """
    emit("applypriority", words(space, "L2::evict_normal"), (place(addr), LINE_BYTES), pred)


@typed("discard")
def discard(addr: Value, *, space: str = "global", pred: Predicate | None = None) -> None:
    """``discard.<space>.L2 [addr], 128``: drop a line; its contents become undefined.

    Manual section 9.7.10.20.

    Args:
        addr: Address of the line, a multiple of 128 bytes.
        space: ``"global"``; ``""`` for generic.
        pred: Guard.
    """
    emit("discard", words(space, "L2"), (place(addr), LINE_BYTES), pred)
