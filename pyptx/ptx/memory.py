"""Loads, stores, atomics and address conversion by type: ``ptx.ld(f32, [a, b], address, vec=2)``.

Where an address is wanted, `ptx.addr(…)`, a register and a shared array all do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pyptx.ir import Address, Name
from pyptx.ptx.addressing import addr as address_operand
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, typed
from pyptx.reg import Reg, RegArray, scalar
from pyptx.trace import emit
from pyptx.types import u64

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
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
    pred: Predicate | None = None,
) -> None:
    """``ld.<space>.<cache>.v<vec>.<dtype> dst, [addr]``.

    Args:
        dtype: Element type.
        dst: A register, or as many as `vec`.
        addr: Where from.
        space: ``"global"``, ``"shared"``, ``"local"``, ``"const"``, ``"param"``; ``""`` for generic.
        cache: Cache operator or eviction priority: ``"ca" "cg" "cs" "lu" "cv" "nc" "L1::no_allocate"`` ….
        vec: Elements; the number of registers if not given.
        pred: Guard.
    """
    width, elements = _vector(dst, vec)
    emit("ld", _words(space, cache, width, dtype.memory), (elements, _place(addr)), pred)


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
    width, elements = _vector(dst, vec)
    emit("ldu", _words(space, width, dtype.memory), (elements, _place(addr)), pred)


@typed("st")
def st(
    dtype: PtxType,
    addr: Value,
    src: Value | RegArray | Sequence[Value],
    *,
    space: str = "global",
    cache: str | None = None,
    vec: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``st.<space>.<cache>.v<vec>.<dtype> [addr], src``.

    Args:
        dtype: Element type.
        addr: Where to.
        src: A register or number, or as many as `vec`.
        space: ``"global"``, ``"shared"``, ``"local"``; ``""`` for generic.
        cache: Cache operator or eviction priority: ``"wb" "cg" "cs" "wt" "L1::no_allocate"`` ….
        vec: Elements; the number of values if not given.
        pred: Guard.
    """
    width, elements = _vector(src, vec)
    emit("st", _words(space, cache, width, dtype.memory), (_place(addr), elements), pred)


@typed("atom")
def atom(
    op: str,
    dtype: PtxType,
    dst: Reg | None,
    addr: Value,
    b: Value,
    c: Value | None = None,
    *,
    space: str = "global",
    sem: str | None = None,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``atom.<sem>.<scope>.<space>.<op>.<dtype> dst, [addr], b``: change memory, give what was there.

    Args:
        op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor" "exch" "cas"``.
        dtype: Type of the memory; for the last five its width counts.
        dst: What was there; None for the sink ``_``.
        addr: Where.
        b: The operand; for ``"cas"`` what must be there.
        c: For ``"cas"`` what to put there then.
        space: ``"global"``, ``"shared"``; ``""`` for generic.
        sem: ``"relaxed"``, ``"acquire"``, ``"release"`` or ``"acq_rel"``.
        scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``.
        pred: Guard.
    """
    values = (b,) if c is None else (b, c)
    words = (*_words(sem, scope, space), *_atomic(op, dtype))
    emit("atom", words, (Name("_") if dst is None else dst, _place(addr), *values), pred)


@typed("red")
def red(
    op: str,
    dtype: PtxType,
    addr: Value,
    b: Value,
    *,
    space: str = "global",
    sem: str | None = None,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> None:
    """``red.<sem>.<scope>.<space>.<op>.<dtype> [addr], b``: `atom` without its result."""
    emit("red", (*_words(sem, scope, space), *_atomic(op, dtype)), (_place(addr), b), pred)


@typed("prefetch")
def prefetch(addr: Value, *, space: str = "global", level: str = "L2", pred: Predicate | None = None) -> None:
    """``prefetch.<space>.<level> [addr]``: bring the line into a cache."""
    emit("prefetch", _words(space, level), (_place(addr),), pred)


class Cvta(Namespace):
    """``ptx.cvta``: addresses between their state space and the generic one."""

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

    def from_global(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.global.u64 dst, src``: the generic address of a global one, or of a variable."""
        return _converted(("global",), src, dst)

    def from_shared(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.shared.u64 dst, src``: the generic address of a shared one, in 64 bits, or of a variable."""
        return _converted(("shared",), src, dst)

    def param(self, src: Value, dst: Reg | None = None) -> Reg:
        """``cvta.param.u64 dst, src``: the generic address of a kernel parameter's."""
        return _converted(("param",), src, dst)


cvta = Cvta()


def _converted(words: tuple[str, ...], src: Value, dst: Reg | None) -> Reg:
    """Trace an address conversion."""
    result = scalar(u64) if dst is None else dst
    emit("cvta", (*words, "u64"), (result, src))
    return result


def _place(addr: Value) -> Address:
    """The address operand of what stands for one."""
    return addr if isinstance(addr, Address) else address_operand(addr)


@lru_cache(maxsize=1024)
def _words(*parts: str | None) -> tuple[str, ...]:
    """The modifiers of dotted parts, absent ones left out."""
    return tuple(word for part in parts if part for word in part.strip(".").split("."))


def _vector(values: Value | RegArray | Sequence[Value], vec: int | None) -> tuple[str | None, Value]:
    """The modifier of a vector, and its elements; a vector of one is a scalar."""
    if not isinstance(values, (RegArray, list, tuple)):
        return (None if vec is None or vec == 1 else f"v{vec}"), values
    if vec is None:
        vec = len(values)
    return (None, values[0]) if vec == len(values) == 1 else (f"v{vec}", values)


def _atomic(op: str, dtype: PtxType) -> tuple[str, ...]:
    """Operation and type of an atomic, as PTX pairs them."""
    if op in ("and", "or", "xor", "exch", "cas"):
        return op, f"b{dtype.bits}"
    unflushed = dtype.kind == "f" and dtype.name not in ("f32", "f64")
    return (op, "noftz", dtype.name) if unflushed else (op, dtype.name)
