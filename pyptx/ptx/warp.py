"""Operations of the lanes of a warp: reductions, shuffles, votes.

Every lane that a member mask names must execute the same instruction with the same mask.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.warp import elect_sync, warp
>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import pred
>>> with tracing(Trace("k")) as trace:
...     leader = scalar(pred)
...     elect_sync(None, leader)
...     warp.sync()
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
elect.sync _|%p0, 4294967295;
bar.warp.sync 4294967295;

A reduction of each group of eight lanes:

>>> import numpy as np
>>> from pyptx import Tile, kernel, ptx
>>> @kernel(in_specs=(Tile(32, s32),), out_specs=(Tile(32, s32),), grid=1, block=32)
... def smallest(X, Y):
...     px, py = (p + ptx.special.laneid() * 4 for p in ptx.global_ptrs(X, Y))
...     x = scalar(s32)
...     ptx.inst.ld.global_.s32(x, ptx.addr(px))
...     warp.reduce_min(x, width=8)
...     ptx.inst.st.global_.s32(ptx.addr(py), x)
>>> smallest(np.arange(32, dtype=np.int32))[::8]
array([ 0,  8, 16, 24], dtype=int32)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name, Pair
from pyptx.ptx.modifiers import typed_operation, words
from pyptx.ptx.typed import typed
from pyptx.reg import Reg, from_, move, scalar
from pyptx.trace import at, caller, checked, checked_methods, emit, operand
from pyptx.types import PtxType, b32, b64, f32, from_name, s32, u32
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value

WARP_LANES = 32
FULL_MASK = 0xFFFFFFFF
LAST_LANE = WARP_LANES - 1


@checked_methods("ptx.warp")
class Warp:
    """``ptx.warp``: reductions over the lanes of a full warp, in place.

    Each reduces over groups of `width` neighbouring lanes, a power of two, and writes the result in every
    lane. f16 and bf16 are reduced in f32 and rounded once, 8 and 16-bit integers in 32 bits.
    """

    def reduce_sum(self, val: Reg, *, width: int = WARP_LANES) -> None:
        """Compute the sum: ``shfl.sync.bfly`` and ``add``, halving the distance.

        Args:
            val: The register, read and written by each lane.
            width: Lanes of a group: a power of two up to 32.
        """
        reduce("add", val, width)

    def reduce_max(self, val: Reg, *, width: int = WARP_LANES) -> None:
        """Compute the maximum by the signedness of the type.

        Args:
            val: The register, read and written by each lane.
            width: Lanes of a group: a power of two up to 32.
        """
        reduce("max", val, width)

    def reduce_min(self, val: Reg, *, width: int = WARP_LANES) -> None:
        """Compute the minimum by the signedness of the type.

        Args:
            val: The register, read and written by each lane.
            width: Lanes of a group: a power of two up to 32.
        """
        reduce("min", val, width)

    def sync(self, membermask: Value = FULL_MASK, *, pred: Predicate | None = None) -> None:
        """``bar.warp.sync membermask``: wait for the lanes of the mask."""
        emit("bar", ("warp", "sync"), (membermask,), pred)

    def __repr__(self) -> str:
        return "<ptx.warp>"


warp = Warp()


def reduce(op: str, val: Reg, width: int) -> None:
    """Combine `val` of groups of lanes, in place.

    Args:
        op: ``"add"``, ``"max"`` or ``"min"``.
        val: The register, any number or untyped integer but b128.
        width: Lanes of a group.

    Raises:
        TraceError: The width or the type has another value.
    """
    if width not in (1, 2, 4, 8, 16, 32):
        raise TraceError(f"a group of lanes is 1, 2, 4, 8, 16 or 32, not width={width!r}{at(caller())}")
    dtype = getattr(val, "dtype", None)
    if not isinstance(dtype, PtxType) or val.is_special or not _reducible(dtype):
        raise TraceError(
            f"ptx.warp.reduce_* works on a register with a number; this is {val!r}{at(caller())}"
        )
    wide = _WIDENED.get(val.dtype.name)
    work = val if wide is None else from_(val, wide)
    word = f"u{work.dtype.bits}" if work.dtype.kind == "b" else work.dtype.name
    distance = width // 2
    while distance:
        emit(op, (word,), (work, work, _exchanged(work, distance)))
        distance //= 2
    if wide is not None:
        move(val, from_(work, val.dtype))


_WIDENED = {"f16": f32, "bf16": f32, "u8": u32, "u16": u32, "b8": u32, "b16": u32, "s8": s32, "s16": s32}


def _reducible(dtype: PtxType) -> bool:
    """Whether a type can be added and compared, itself or widened."""
    return dtype.name in _WIDENED or (
        dtype.register in ("b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64")
        and dtype.name not in ("f32x2", "u8x4", "s8x4")
        and dtype.name[0] != "e"
    )


def _exchanged(value: Reg, distance: int) -> Reg:
    """The value of the lane whose number differs by the bit `distance`."""
    other = scalar(value.dtype)
    if from_name(value.dtype.register).bits == b32.bits:
        _butterfly(other, value, distance)
        return other
    low, high = scalar(b32), scalar(b32)
    emit("mov", (b64.name,), ([low, high], value))
    _butterfly(low, low, distance)
    _butterfly(high, high, distance)
    emit("mov", (b64.name,), (other, [low, high]))
    return other


def _butterfly(dst: Reg, src: Reg, distance: int) -> None:
    emit("shfl", ("sync", "bfly", "b32"), (dst, src, distance, LAST_LANE, FULL_MASK))


@typed("shfl")
def shfl(
    mode: str,
    dst: Reg,
    a: Value,
    b: Value,
    c: Value | None = None,
    membermask: Value = FULL_MASK,
    *,
    pred_out: Reg | None = None,
    pred: Predicate | None = None,
) -> None:
    """``shfl.sync.<mode>.b32 dst|pred_out, a, b, c, membermask``: read `a` of another lane.

    Args:
        mode: ``"up"``, ``"down"``, ``"bfly"`` or ``"idx"``.
        dst: A 32-bit register.
        a: This lane's value.
        b: Distance, or the lane for ``"idx"``.
        c: Bound and segment mask; whole warps if not given: 0 for ``"up"``, else 31.
        membermask: Lanes that take part.
        pred_out: Set to whether the source lane was in range.
        pred: Guard.
    """
    bound = (0 if mode == "up" else LAST_LANE) if c is None else c
    target = dst if pred_out is None else _pair(dst, pred_out)
    emit("shfl", ("sync", mode, "b32"), (target, a, b, bound, membermask), pred)


@typed("vote")
def vote(
    mode: str, dst: Reg, value: Predicate, membermask: Value = FULL_MASK, *, pred: Predicate | None = None
) -> None:
    """``vote.sync.<mode> dst, value, membermask``.

    Args:
        mode: ``"all"``, ``"any"`` or ``"uni"`` into a predicate, ``"ballot"`` into 32 bits.
        dst: The result.
        value: This lane's predicate, or its negation.
        membermask: Lanes that take part.
        pred: Guard.
    """
    emit("vote", ("sync", mode, "b32" if mode == "ballot" else "pred"), (dst, value, membermask), pred)


@typed("match")
def match(
    mode: str,
    dtype: PtxType,
    dst: Reg,
    a: Value,
    membermask: Value = FULL_MASK,
    *,
    pred_out: Reg | None = None,
    pred: Predicate | None = None,
) -> None:
    """``match.<mode>.sync.b<width> dst|pred_out, a, membermask``: the lanes whose `a` is the same.

    Args:
        mode: ``"any"`` for the lanes that equal this one, ``"all"`` for the mask if all are equal, else 0.
        dtype: Type; only its width matters.
        dst: A 32-bit register.
        a: The value to compare.
        membermask: Lanes that take part.
        pred_out: For ``"all"``, set to whether all are equal.
        pred: Guard.
    """
    target = dst if pred_out is None else _pair(dst, pred_out)
    emit("match", (mode, "sync", f"b{dtype.bits}"), (target, a, membermask), pred)


@typed("redux")
def redux(
    op: str,
    dtype: PtxType,
    dst: Reg,
    src: Value,
    membermask: Value = FULL_MASK,
    *,
    abs: bool = False,  # noqa: A002 - PTX calls it so
    nan: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``redux.sync.<op>.abs.NaN.<dtype> dst, src, membermask``: combine `src` of the lanes.

    Args:
        op: ``"add" "min" "max"`` of integers, ``"and" "or" "xor"`` of bits; ``"min" "max"`` of f32 on some
            targets.
        dtype: Type; for bit operations only its width matters.
        dst: The result, the same in every lane.
        src: This lane's value.
        membermask: Lanes that take part.
        abs: For f32, compare magnitudes.
        nan: For f32, return NaN if a lane has one; otherwise NaNs are ignored.
        pred: Guard.
    """
    modifiers = words("sync", op, "abs" if abs else None, "NaN" if nan else None, typed_operation(op, dtype))
    emit("redux", modifiers, (dst, src, membermask), pred)


@typed("activemask")
def activemask(dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``activemask.b32 dst``: the lanes that are executing this; a new register if none is given."""
    result = scalar(b32) if dst is None else dst
    emit("activemask", ("b32",), (result,), pred)
    return result


@typed("elect")
def elect(membermask: Value = FULL_MASK, *, pred: Predicate | None = None) -> Reg:
    """``elect.sync _|chosen, membermask``: choose one lane (manual section 9.7.15.15).

    Args:
        membermask: Lanes that take part.
        pred: Guard; where it is false, the result is not written.

    Returns:
        Whether it is this lane: a predicate.

    >>> from pyptx import ptx
    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     one = ptx.elect()
    >>> emit_statement(trace.body[0])
    'elect.sync _|%p0, 4294967295;'
    """
    chosen = scalar(predicate)
    emit("elect", ("sync",), (_pair("_", chosen), membermask), pred)
    return chosen


@checked("ptx.elect_sync")
def elect_sync(dst: Reg | None, pred_out: Reg, membermask: Value = FULL_MASK) -> None:
    """``elect.sync dst|pred_out, membermask``: choose one lane.

    Args:
        dst: Its number; None for the sink ``_``.
        pred_out: Whether it is this lane.
        membermask: Lanes that take part.
    """
    emit("elect", ("sync",), (_pair("_" if dst is None else dst, pred_out), membermask))


@typed("nanosleep")
def nanosleep(t: Value, *, pred: Predicate | None = None) -> None:
    """``nanosleep.u32 t``: sleep about `t` nanoseconds, 0 to twice as many (manual section 9.7.21.2).

    Args:
        t: At most 1000000, a millisecond.
        pred: Guard.
    """
    emit("nanosleep", ("u32",), (t,), pred)


@checked("ptx.setmaxnreg")
def setmaxnreg(count: int, *, inc: bool = True, pred: Predicate | None = None) -> None:
    """``setmaxnreg.inc.sync.aligned.u32 count``: change the registers of each thread of a warpgroup.

    Args:
        count: 24 to 256, a multiple of 8.
        inc: Whether they grow; else ``setmaxnreg.dec``.
        pred: Guard.
    """
    emit("setmaxnreg", ("inc" if inc else "dec", "sync", "aligned", "u32"), (count,), pred)


@checked("ptx.setmaxnreg_inc")
def setmaxnreg_inc(reg_count: int, *, pred: Predicate | None = None) -> None:
    """``setmaxnreg.inc.sync.aligned.u32 reg_count``."""
    setmaxnreg(reg_count, inc=True, pred=pred)


@checked("ptx.setmaxnreg_dec")
def setmaxnreg_dec(reg_count: int, *, pred: Predicate | None = None) -> None:
    """``setmaxnreg.dec.sync.aligned.u32 reg_count``."""
    setmaxnreg(reg_count, inc=False, pred=pred)


def _pair(first: Reg | str, second: Reg) -> Pair:
    """``first|second``."""
    return Pair(Name(first) if isinstance(first, str) else operand(first), operand(second))
