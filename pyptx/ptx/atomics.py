"""Atomic operations and reductions on memory: ``ptx.atom("add", u32, old, address, 1)``, ``ptx.red``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Name
from pyptx.ptx.addressing import place
from pyptx.ptx.modifiers import BIT_OPERATIONS, hinted, typed_operation, vector, words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed, typed
from pyptx.reg import array
from pyptx.trace import emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate, Reg, RegArray
    from pyptx.trace import Value
    from pyptx.types import PtxType


@typed("atom")
def atom(
    op: str,
    dtype: PtxType,
    dst: Reg | RegArray | Sequence[Reg] | None,
    addr: Value,
    b: Value | RegArray | Sequence[Value],
    c: Value | None = None,
    *,
    space: str = "global",
    sem: str | None = None,
    scope: str | None = None,
    vec: int | None = None,
    noftz: bool | None = None,
    cache_hint: Value | None = None,
    pred: Predicate | None = None,
) -> None:
    """``atom.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> dst, [addr], b``: change memory, load the old value.

    Manual section 9.7.15.5.

    Args:
        op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor" "exch" "cas"``.
        dtype: Type of the memory; for the last five its width counts, 128 bits among them for the last two.
        dst: The old value, in as many registers as `b` has elements; None if it is not needed.
        addr: Address, aligned to the size of all elements together.
        b: The operand; for ``"cas"`` the value to compare with. A list of 2, 4 or 8 is a vector in global
            memory, each element of which is atomic by itself.
        c: The new value for ``"cas"``.
        space: ``"global"``, ``"shared"``; ``""`` for generic.
        sem: ``"relaxed"``, ``"acquire"``, ``"release"`` or ``"acq_rel"``; relaxed if not given.
        scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; gpu if not given.
        vec: Elements; the number in `b` if not given.
        noftz: Keep subnormal numbers: ``.noftz``. None: only for the half formats, which require it.
        cache_hint: A 64-bit register with a cache policy.
        pred: Guard.

    >>> from pyptx import ptx, reg
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import b128, bf16x2, u64
    >>> with tracing(Trace("k")) as trace:
    ...     p, two, (old, expected, new) = reg.scalar(u64), reg.array(bf16x2, 2), reg.array(b128, 3)
    ...     ptx.atom("max", bf16x2, two, p, two)
    ...     ptx.atom("cas", b128, old, p, expected, new, sem="acquire", scope="gpu")
    >>> for statement in trace.body:
    ...     print(emit_statement(statement).strip())
    atom.global.max.noftz.v2.bf16x2 {%r0, %r1}, [%rd0], {%r0, %r1};
    atom.acquire.gpu.global.cas.b128 %q0, [%rd0], %q1, %q2;
    """
    width, elements = vector(b, vec)
    hint, policy = hinted(cache_hint)
    if dst is None:  # ptxas takes no vector of sinks only
        dst = array(dtype, int(width[1:])) if width else None
    old = Name("_") if dst is None else vector(dst, vec)[1]
    values = (elements,) if c is None else (elements, c)
    modifiers = words(
        sem, scope, space, op, _noftz(op, dtype, noftz), hint, width, typed_operation(op, dtype)
    )
    emit("atom", modifiers, (old, place(addr), *values, *policy), pred)


def _red_async(
    op: str,
    dtype: PtxType,
    addr: Value,
    b: Value,
    mbar: Value | None = None,
    *,
    scope: str = "gpu",
    mmio: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``red.async.relaxed.cluster.….mbarrier::complete_tx::bytes.<op>.<dtype> [addr], b, [mbar]``.

    With `mbar`, a reduction in the shared memory of another CTA of the cluster; the mbarrier there counts its
    bytes. Without, an addition in global memory that releases the earlier writes of this thread
    (``red.async.release.<scope>.global.add.<dtype> [addr], b``, sm_100 and newer). Manual section 9.7.15.7.

    Args:
        op: ``"add"`` u32 s32 u64, ``"min" "max"`` u32 s32, ``"inc" "dec"`` u32, ``"and" "or" "xor"`` of 32
            bits.
        dtype: Type of the memory; for the last three its width counts.
        addr: Where, an address of ``shared::cluster`` as `ptx.mapa` gives it; in another CTA than this.
        b: The operand.
        mbar: The barrier, in the shared memory of the same CTA as `addr`.
        scope: Scope of an addition in global memory: ``"gpu"`` or ``"sys"``.
        mmio: Whether an addition in global memory has ``.mmio``, with the scope ``"sys"``.
        pred: Guard.
    """
    type_ = typed_operation(op, dtype)
    if mbar is None:
        order = words("async", "mmio" if mmio else None, "release", "sys" if mmio else scope, "global", op)
        emit("red", (*order, type_), (place(addr), b), pred)
        return
    order = words("async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes", op, type_)
    emit("red", order, (place(addr), b, place(mbar)), pred)


class Red(Namespace):
    """``ptx.red``: reductions, atomic operations without a result."""

    _opcode = Opcode("red")

    async_ = Typed(_red_async, Opcode("red", ("async",)))

    def __call__(
        self,
        op: str,
        dtype: PtxType,
        addr: Value,
        b: Value | RegArray | Sequence[Value],
        *,
        space: str = "global",
        sem: str | None = None,
        scope: str | None = None,
        vec: int | None = None,
        noftz: bool | None = None,
        cache_hint: Value | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``red.<sem>.<scope>.<space>.<op>.v<vec>.<dtype> [addr], b``: `ptx.atom` without its result.

        Manual section 9.7.15.6.

        Args:
            op: ``"add" "min" "max" "inc" "dec" "and" "or" "xor"``.
            dtype: Type of the memory; for the last three its width counts.
            addr: Address of the first element.
            b: The operand; a list for a vector in global memory.
            space: ``"global"``, ``"shared"``; ``""`` for generic.
            sem: ``"relaxed"`` or ``"release"``; relaxed if not given.
            scope: ``"cta"``, ``"cluster"``, ``"gpu"`` or ``"sys"``; gpu if not given.
            vec: Elements; the number in `b` if not given.
            noftz: Keep subnormal numbers; None if the type determines it.
            cache_hint: A 64-bit register with a cache policy.
            pred: Guard.
        """
        width, elements = vector(b, vec)
        hint, policy = hinted(cache_hint)
        modifiers = words(
            sem, scope, space, op, _noftz(op, dtype, noftz), hint, width, typed_operation(op, dtype)
        )
        emit("red", modifiers, (place(addr), elements, *policy), pred)


red = Red()


def _noftz(op: str, dtype: PtxType, asked: bool | None) -> str | None:
    """Return ``noftz`` if it is requested, or the type requires it."""
    needed = dtype.kind == "f" and dtype.name not in ("f32", "f64") and op not in BIT_OPERATIONS
    return "noftz" if (needed if asked is None else asked) else None
