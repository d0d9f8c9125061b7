"""Addresses between state spaces, and between the CTAs of a cluster: ``ptx.cvta``, ``ptx.mapa``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, typed
from pyptx.reg import Reg, scalar
from pyptx.trace import emit
from pyptx.types import pred as predicate
from pyptx.types import u32, u64

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value


class Cvta(Namespace):
    """``ptx.cvta``: addresses between their state space and the generic one (manual section 9.7.10.23)."""

    _opcode = Opcode("cvta")

    def to_global(self, src: Reg, dst: Reg | None = None) -> Reg:
        """``cvta.to.global.u64 dst, src``: the global address of a generic one."""
        return _converted(("to", "global"), src, dst)

    def to_shared(self, src: Reg, dst: Reg | None = None) -> Reg:
        """``cvta.to.shared.u64 dst, src``: the shared address, in 64 bits, of a generic one."""
        return _converted(("to", "shared"), src, dst)

    def to_local(self, src: Reg, dst: Reg | None = None) -> Reg:
        """``cvta.to.local.u64 dst, src``: the local address of a generic one."""
        return _converted(("to", "local"), src, dst)

    def to_const(self, src: Reg, dst: Reg | None = None) -> Reg:
        """``cvta.to.const.u64 dst, src``: the constant address of a generic one."""
        return _converted(("to", "const"), src, dst)

    def to_param(self, src: Reg, dst: Reg | None = None) -> Reg:
        """``cvta.to.param.u64 dst, src``: the address of a kernel parameter of a generic one."""
        return _converted(("to", "param"), src, dst)

    def from_global(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.global.u64 dst, src``: the generic address of a global one, or of a variable."""
        return _converted(("global",), src, dst)

    def from_shared(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.shared.u64 dst, src``: the generic address of a shared one, in 64 bits, or of a variable."""
        return _converted(("shared",), src, dst)

    def from_local(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.local.u64 dst, src``: the generic address of a local one, or of a variable."""
        return _converted(("local",), src, dst)

    def from_const(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.const.u64 dst, src``: the generic address of a constant one, or of a variable."""
        return _converted(("const",), src, dst)

    def param(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.param.u64 dst, src``: the generic address of a kernel parameter's."""
        return _converted(("param",), src, dst)


cvta = Cvta()


@typed("isspacep")
def isspacep(space: str, addr: Reg, dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``isspacep.<space> dst, addr``: whether a generic address is in a state space.

    Manual section 9.7.10.22.

    Args:
        space: ``"global"``, ``"shared"``, ``"shared::cta"``, ``"shared::cluster"``, ``"local"``,
            ``"const"``, ``"param"``.
        addr: A generic address, in a 64-bit register.
        dst: A predicate; a new one if not given.
        pred: Guard; where it is false, the result is not written.
    """
    result = scalar(predicate) if dst is None else dst
    emit("isspacep", (space,), (result, addr), pred)
    return result


@typed("mapa")
def mapa(
    src: Value,
    cta_rank: Value,
    dst: Reg | None = None,
    *,
    space: str = "shared::cluster",
    pred: Predicate | None = None,
) -> Reg:
    """``mapa.shared::cluster.u32 dst, src, cta_rank``: the same place in another CTA of the cluster.

    Manual section 9.7.10.26.

    Args:
        src: A shared address in 32 bits, or a shared array; with ``space=""`` a generic address in 64 bits.
        cta_rank: Rank of the CTA in the cluster, below ``%cluster_nctarank``.
        dst: The address; a new register if not given.
        space: ``"shared::cluster"``, or ``""`` for generic addresses.
        pred: Guard; where it is false, the result is not written.

    >>> from pyptx import ptx, reg, smem
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32
    >>> with tracing(Trace("k")) as trace:
    ...     there = ptx.mapa(smem.alloc(f32, 64), 1)
    >>> for statement in trace.body:
    ...     print(emit_statement(statement).strip())
    mapa.shared::cluster.u32 %r0, smem_0, 1;
    """
    dtype = u32 if space else u64
    result = scalar(dtype) if dst is None else dst
    emit("mapa", (*([space] if space else []), f"u{result.dtype.bits}"), (result, src, cta_rank), pred)
    return result


@typed("getctarank")
def getctarank(
    src: Value, dst: Reg | None = None, *, space: str = "shared::cluster", pred: Predicate | None = None
) -> Reg:
    """``getctarank.shared::cluster.u32 dst, src``: which CTA of the cluster has a shared address.

    Manual section 9.7.10.27.

    Args:
        src: A shared address in 32 bits, or a shared array; with ``space=""`` a generic address in 64 bits.
        dst: The rank; a new u32 register if not given.
        space: ``"shared::cluster"``, or ``""`` for generic addresses.
        pred: Guard; where it is false, the result is not written.
    """
    result = scalar(u32) if dst is None else dst
    emit("getctarank", (space, "u32") if space else ("u64",), (result, src), pred)
    return result


def _converted(words: tuple[str, ...], src: Value, dst: Reg | None) -> Reg:
    """Trace an address conversion."""
    result = scalar(u64) if dst is None else dst
    emit("cvta", (*words, "u64"), (result, src))
    return result
