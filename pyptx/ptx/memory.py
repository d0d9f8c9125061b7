"""Loads, stores, atomics and address conversion by type: ``ptx.ld(f32, [a, b], address, vec=2)``.

Where an address is wanted, `ptx.addr(…)`, a register and a shared array all do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Name
from pyptx.ptx.addressing import addr as place
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
    words, elements = _vector(dst, vec)
    emit("ld", (*_words(space, cache), *words, dtype.memory), (elements, place(addr)), pred)


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
    words, elements = _vector(dst, vec)
    emit("ldu", (*_words(space), *words, dtype.memory), (elements, place(addr)), pred)


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
    words, elements = _vector(src, vec)
    emit("st", (*_words(space, cache), *words, dtype.memory), (place(addr), elements), pred)


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
    emit("atom", words, (Name("_") if dst is None else dst, place(addr), *values), pred)


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
    emit("red", (*_words(sem, scope, space), *_atomic(op, dtype)), (place(addr), b), pred)


@typed("prefetch")
def prefetch(addr: Value, *, space: str = "global", level: str = "L2", pred: Predicate | None = None) -> None:
    """``prefetch.<space>.<level> [addr]``: bring the line into a cache."""
    emit("prefetch", _words(space, level), (place(addr),), pred)


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


def _words(*parts: str | None) -> tuple[str, ...]:
    """The modifiers of dotted parts, absent ones left out."""
    return tuple(word for part in parts if part for word in part.strip(".").split("."))


def _vector(values: Value | RegArray | Sequence[Value], vec: int | None) -> tuple[tuple[str, ...], Value]:
    """The modifier of a vector, and its elements; a vector of one is a scalar."""
    elements = list(values) if isinstance(values, (RegArray, list, tuple)) else None
    if elements is None:
        return ((f"v{vec}",) if vec is not None and vec != 1 else ()), values
    if len(elements) == 1 and vec in (None, 1):
        return (), elements[0]
    return (f"v{len(elements) if vec is None else vec}",), elements


def _atomic(op: str, dtype: PtxType) -> tuple[str, ...]:
    """Operation and type of an atomic, as PTX pairs them."""
    if op in ("and", "or", "xor", "exch", "cas"):
        return op, f"b{dtype.bits}"
    unflushed = dtype.kind == "f" and dtype.name not in ("f32", "f64")
    return (op, "noftz", dtype.name) if unflushed else (op, dtype.name)
