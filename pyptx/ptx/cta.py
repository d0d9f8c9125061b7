"""Reductions over the threads of a CTA: ``ptx.cta.reduce_sum(total, threads=256)``.

>>> import numpy as np
>>> from pyptx import Tile, kernel, ptx, reg
>>> from pyptx.types import u32
>>> @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_80")
... def most(Y):
...     (py,) = ptx.global_ptrs(Y)
...     tid = reg.from_(ptx.special.tid.x(), u32)
...     value = reg.scalar(u32)
...     ptx.inst.mov.u32(value, tid)
...     ptx.cta.reduce_max(value, threads=64)
...     ptx.st(u32, ptx.addr(py + tid * 4), value)
>>> set(most().tolist())
{63}
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address
from pyptx.ptx import special
from pyptx.ptx.barriers import bar
from pyptx.ptx.warp import WARP_LANES, reduce
from pyptx.reg import Reg, move, scalar
from pyptx.smem import alloc
from pyptx.trace import at, caller, checked_methods, emit
from pyptx.types import u32

if TYPE_CHECKING:
    from pyptx.types import PtxType

MAX_WARPS = 32


@checked_methods("ptx.cta")
class Cta:
    """``ptx.cta``: reductions over the threads of a CTA, in place.

    All threads of the CTA take part, in groups of `threads` neighbours, x fastest; each gets the result of
    its group. Warps reduce by shuffles, then combine through shared memory and barrier 0. The type has 32 or
    64 bits; for groups of one warp, any type of `ptx.warp`.
    """

    def reduce_sum(self, val: Reg, *, threads: int, groups: int = 1) -> None:
        """Compute the sum.

        Args:
            val: The register, read and written.
            threads: Threads of a group: a multiple of 32.
            groups: Groups in the CTA.

        Raises:
            TraceError: A group is not of whole warps, the groups have more than 32 warps,
                or the register does not have 32 or 64 bits.
        """
        _reduce("add", val, threads, groups)

    def reduce_max(self, val: Reg, *, threads: int, groups: int = 1) -> None:
        """Find the largest by the signedness of the type.

        Args:
            val: The register, read and written.
            threads: Threads of a group: a multiple of 32.
            groups: Groups in the CTA.

        Raises:
            TraceError: A group is not of whole warps, the groups have more than 32 warps,
                or the register does not have 32 or 64 bits.
        """
        _reduce("max", val, threads, groups)

    def reduce_min(self, val: Reg, *, threads: int, groups: int = 1) -> None:
        """Find the smallest by the signedness of the type.

        >>> import numpy as np
        >>> from pyptx import Tile, kernel, ptx, reg
        >>> from pyptx.types import s32
        >>> @kernel(in_specs=(Tile(64, s32),), out_specs=(Tile(1, s32),), grid=1, block=64)
        ... def smallest(X, Y):
        ...     px, py = ptx.global_ptrs(X, Y)
        ...     x = reg.scalar(s32)
        ...     ptx.inst.ld.global_.s32(x, ptx.addr(px + ptx.special.tid.x() * 4))
        ...     ptx.cta.reduce_min(x, threads=64)
        ...     ptx.inst.st.global_.s32(ptx.addr(py), x)
        >>> smallest(np.arange(64, dtype=np.int32) - 40)
        array([-40], dtype=int32)

        Args:
            val: The register, read and written.
            threads: Threads of a group: a multiple of 32.
            groups: Groups in the CTA.

        Raises:
            TraceError: A group is not of whole warps, the groups have more than 32 warps,
                or the register does not have 32 or 64 bits.
        """
        _reduce("min", val, threads, groups)

    def __repr__(self) -> str:
        return "<ptx.cta>"


cta = Cta()


def _reduce(op: str, val: Reg, threads: int, groups: int) -> None:
    """Reduce in warps, then across the warps of each group."""
    warps, rest = divmod(threads, WARP_LANES)
    if rest or warps < 1 or groups < 1 or warps * groups > MAX_WARPS:
        raise TraceError(
            f"ptx.cta.reduce_* takes groups of whole warps, at most {MAX_WARPS} of them in the CTA; "
            f"threads={threads}, groups={groups}{at(caller())}"
        )
    reduce(op, val, WARP_LANES)
    if warps == 1:
        return
    if val.dtype.bits not in (32, 64):
        raise TraceError(
            f"ptx.cta.reduce_* works on 32 and 64 bits; {val.name} is {val.dtype}: widen it with reg.from_"
            f"{at(caller())}"
        )
    partials = alloc(val.dtype, warps * groups)
    thread = _linear_thread()
    warp, lane = thread >> 5, thread & (WARP_LANES - 1)
    slots = 1 << (warps - 1).bit_length()
    slot = lane & (slots - 1)
    emit("st", ("shared", val.dtype.memory), (Address(partials.address(warp).__ptx__()), val), lane == 0)
    bar.sync(0)
    inside = None
    if slots != warps:
        move(val, _identity(op, val.dtype))
        inside = slot < warps
    source = partials.address(slot if groups == 1 else slot + warp // warps * warps)
    emit("ld", ("shared", val.dtype.memory), (val, Address(source.__ptx__())), inside)
    reduce(op, val, slots)
    bar.sync(0)


def _linear_thread() -> Reg:
    """The number of the thread in its CTA, x fastest."""
    row, thread = scalar(u32), scalar(u32)
    emit("mad", ("lo", "u32"), (row, special.tid.z(), special.ntid.y(), special.tid.y()))
    emit("mad", ("lo", "u32"), (thread, row, special.ntid.x(), special.tid.x()))
    return thread


def _identity(op: str, dtype: PtxType) -> float:
    """Return the identity element of a sum, maximum or minimum."""
    if op == "add":
        return 0
    if dtype.kind == "f":
        return -inf if op == "max" else inf
    least = -(1 << dtype.bits - 1) if dtype.kind == "s" else 0
    return least if op == "max" else least + (1 << dtype.bits) - 1
