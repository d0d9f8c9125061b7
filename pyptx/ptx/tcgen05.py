"""Tensor memory and the products into it: ``ptx.tcgen05``.

An address in tensor memory is a 32-bit register, ``lane << 16 | column``.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.smem import mbarrier
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import b32, u64
>>> with tracing(Trace("k", arch="sm_100a")) as trace:
...     done, d, a, b = mbarrier(1), scalar(b32), scalar(u64), scalar(u64)
...     tcgen05.mma(d, a, b, tcgen05.make_instr_desc_f16bf16_f32(), pred_operand=False)
...     tcgen05.commit(done[0])
>>> for statement in trace.body[-2:]:
...     print(emit_statement(statement).strip())
tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, 138413200, %p0;
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar_0];
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.layouts.descriptors import (
    ADDRESS_MASK,
    TCGEN05_D_TYPES,
    TCGEN05_INSTRUCTION,
    TCGEN05_MATRIX,
    TCGEN05_SWIZZLES,
    TCGEN05_TYPES,
    major_of,
)
from pyptx.ptx.addressing import addr
from pyptx.ptx.matrix import descriptor, encoded
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, RegArray, from_, scalar
from pyptx.trace import at, caller, current, emit
from pyptx.types import b32
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

_MAX_SHIFTS = {0: 0, 1: 1, 2: 2, 3: 3, 8: 1, 16: 2, 32: 3}
_AB_DTYPES = ("f16", "bf16", "tf32")


def _alloc(tmem_addr: Value, ncols: int | Reg, *, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols``, by one warp.

    Args:
        tmem_addr: Where in shared memory the address of the columns is written to.
        ncols: 32, 64, 128, 256 or 512 columns; the warp waits until they are free.
        cta_group: 2 for the CTAs of a pair together, one warp in each.
        pred: Guard.
    """
    words = ("alloc", f"cta_group::{cta_group}", "sync", "aligned", "shared::cta", "b32")
    emit("tcgen05", words, (addr(tmem_addr), ncols), pred)


def _dealloc(taddr: Value, ncols: int | Reg, *, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.dealloc.cta_group::1.sync.aligned.b32 taddr, ncols``: what `alloc` gave, before the end."""
    words = ("dealloc", f"cta_group::{cta_group}", "sync", "aligned", "b32")
    emit("tcgen05", words, (taddr, ncols), pred)


def _relinquish(*, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned``: this CTA allocates no more."""
    words = ("relinquish_alloc_permit", f"cta_group::{cta_group}", "sync", "aligned")
    emit("tcgen05", words, (), pred)


def _commit(
    mbar: Value,
    *,
    cta_group: int = 1,
    multicast: bool = False,
    multicast_mask: Value | None = None,
    space: str = "cluster",
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]``.

    When all products, copies and shifts of this thread so far are done, it arrives at the barrier once.

    Args:
        mbar: The barrier.
        cta_group: That of the products.
        multicast: Whether it arrives in several CTAs, at the same place.
        multicast_mask: Bit r for the CTA of rank r, 16 bits; goes with `multicast`.
        space: ``"cluster"``; ``"cta"`` is the same, as the CTA's own addresses are addresses of the cluster.
        pred: Guard.

    Raises:
        TraceError: A multicast without its mask, or another space.
    """
    if multicast and multicast_mask is None:
        raise TraceError(f"ptx.tcgen05.commit: multicast=True goes with multicast_mask={at(caller())}")
    if space not in ("cluster", "cta"):
        raise TraceError(f'ptx.tcgen05.commit: space is "cluster" or "cta", not {space!r}{at(caller())}')
    words = ["commit", f"cta_group::{cta_group}", "mbarrier::arrive::one", "shared::cluster"]
    operands: list[Value] = [addr(mbar)]
    if multicast_mask is not None:
        words.append("multicast::cluster")
        operands.append(multicast_mask)
    emit("tcgen05", (*words, "b64"), operands, pred)


def _cp(
    taddr: Value,
    src: Value,
    *,
    cta_group: int = 1,
    size: str = "128x256b",
    src_is_addr: bool | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.cp.cta_group::1.128x256b [taddr], src``: copy a matrix of shared memory to tensor memory.

    Args:
        taddr: Where to.
        src: Descriptor of the matrix.
        cta_group: 2 for the CTAs of a pair, each its own matrix.
        size: ``"128x256b"``, ``"4x256b"``, ``"128x128b"``, ``"64x128b.warpx2::02_13"``,
            ``"64x128b.warpx2::01_23"`` or ``"32x128b.warpx4"``, and the formats to decompress.
        src_is_addr: Not true: PTX takes descriptors only.
        pred: Guard.

    Raises:
        TraceError: The source is said to be an address.
    """
    if src_is_addr:
        raise TraceError(
            f"ptx.tcgen05.cp: the source is a descriptor, as ptx.tcgen05.descriptor(…) makes it of an address"
            f"{at(caller())}"
        )
    emit("tcgen05", ("cp", f"cta_group::{cta_group}", *size.strip(".").split(".")), (addr(taddr), src), pred)


def _shift(taddr: Value, *, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.shift.cta_group::1.down [taddr]``: move 31 of 32 lanes by one."""
    emit("tcgen05", ("shift", f"cta_group::{cta_group}", "down"), (addr(taddr),), pred)


def _ld(
    dst_regs: RegArray | Sequence[Reg] | Reg,
    taddr: Value,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: str = "b32",
    pack: bool = False,
    split: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.ld.sync.aligned.16x128b.x1.b32 dst_regs, [taddr]``: load tensor memory; see `wait_ld`.

    Args:
        dst_regs: For each count 1 register of ``"32x32b"`` and the 64-bit shapes, 2 of ``"16x128b"``, 4 of
            ``"16x256b"``.
        taddr: Where from, the same in all lanes; warp w of four reaches lanes 32 w to 32 w + 31.
        shape: ``"32x32b"``, ``"16x64b"``, ``"16x128b"``, ``"16x256b"`` or ``"16x32bx2"``.
        count: Repetitions along the columns: a power of two up to 128.
        dtype: ``"b32"``.
        pack: Whether two columns of 16 bits go to a register.
        split: For ``"16x32bx2"``, columns from the first half to the second.
        pred: Guard.
    """
    packed = ("pack::16b",) if pack else ()
    words = ("ld", "sync", "aligned", shape, f"x{count}", *packed, dtype)
    splits = () if split is None else (split,)
    emit("tcgen05", words, (_registers(dst_regs), addr(taddr), *splits), pred)


def _st(
    taddr: Value,
    src_regs: RegArray | Sequence[Reg] | Reg,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: str = "b32",
    unpack: bool = False,
    split: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.st.sync.aligned.16x128b.x1.b32 [taddr], src_regs``: store to tensor memory; see `wait_st`.

    Args:
        taddr: Where to, as for `ld`.
        src_regs: As many as for `ld`.
        shape: As for `ld`.
        count: As for `ld`.
        dtype: ``"b32"``.
        unpack: Whether the halves of a register go to two columns.
        split: For ``"16x32bx2"``, columns from the first half to the second.
        pred: Guard.
    """
    unpacked = ("unpack::16b",) if unpack else ()
    words = ("st", "sync", "aligned", shape, f"x{count}", *unpacked, dtype)
    splits = () if split is None else (split,)
    emit("tcgen05", words, (addr(taddr), *splits, _registers(src_regs)), pred)


def _mma(
    d_tmem: Value,
    a_desc: Value,
    b_desc: Value,
    idesc: Value,
    *,
    cta_group: int = 1,
    kind: str = "f16",
    enable_input_d: Value | None = True,
    scale_d: Value | None = None,
    sparse: bool = False,
    ashift: bool = False,
    collector_a: str | None = None,
    a_is_tmem: bool = False,
    sparse_metadata: Value | None = None,
    pred_operand: Value | None = None,
    scale_c: int | None = None,
    sfa: Value | None = None,
    sfb: Value | None = None,
    scale_vec: str | None = None,
    disable_output_lane: RegArray | Sequence[Value] | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.mma.cta_group::1.kind::f16 [d_tmem], a_desc, b_desc, idesc, p``: D = A B, or D + A B.

    Whether D is added is said by the first of `pred_operand`, `scale_d` and `enable_input_d` that is given.

    Args:
        d_tmem: D in tensor memory.
        a_desc: Descriptor of A, or its address in tensor memory.
        b_desc: Descriptor of B.
        idesc: Instruction descriptor.
        cta_group: 2 for the CTAs of a pair together.
        kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``; with scale factors ``"mxf8f6f4"``, ``"mxf4"``,
            ``"mxf4nvf4"``.
        enable_input_d: A number or predicate.
        scale_d: The same.
        sparse: Whether half of A is left out: ``tcgen05.mma.sp``.
        ashift: Shift the rows of A in tensor memory by one.
        collector_a: What becomes of A in the collector: ``"fill"``, ``"use"``, ``"lastuse"``, ``"discard"``.
        a_is_tmem: Whether A is in tensor memory.
        sparse_metadata: Which half of A there is, in tensor memory.
        pred_operand: The same as `enable_input_d`.
        scale_c: Scale D by two to the power of minus this before it is added, 0 to 15.
        sfa: Scale factors of A in tensor memory.
        sfb: Scale factors of B in tensor memory.
        scale_vec: Their size: ``"1X"``, ``"2X"``, ``"4X"``, ``"block16"``, ``"block32"``.
        disable_output_lane: 4 registers, or 8 for a pair: bit i of number j leaves out lane 32 j + i of D.
        pred: Guard.

    Raises:
        TraceError: Scale factors, or the metadata of a sparse A, are missing or too many.
    """
    kind = kind.removeprefix("kind::")
    scaled = kind.startswith("mx")
    if scaled != (sfa is not None and sfb is not None) or (sfa is None) != (sfb is None):
        needs = "takes scale factors: sfa= and sfb=" if scaled else "takes no scale factors"
        raise TraceError(f"ptx.tcgen05.mma: kind {kind!r} {needs}{at(caller())}")
    if sparse != (sparse_metadata is not None):
        raise TraceError(f"ptx.tcgen05.mma: sparse=True goes with sparse_metadata={at(caller())}")
    words = ["mma", *(["sp"] if sparse else []), f"cta_group::{cta_group}", f"kind::{kind}"]
    words += ["block_scale"] if scaled else []
    words += [scale_vec if scale_vec[0] == "b" else f"scale_vec::{scale_vec}"] if scale_vec else []
    words += ["ashift"] if ashift else []
    words += [f"collector::a::{collector_a}"] if collector_a is not None else []
    operands: list[Value] = [_bits_address(d_tmem), _bits_address(a_desc) if a_is_tmem else a_desc, b_desc]
    operands += [_bits_address(place) for place in (sparse_metadata,) if place is not None]
    operands += [idesc, *(_bits_address(factors) for factors in (sfa, sfb) if factors is not None)]
    operands += [disable_output_lane] if disable_output_lane is not None else []
    said = (pred_operand, scale_d, enable_input_d, True)
    operands.append(_predicate(next(value for value in said if value is not None)))
    operands += [scale_c] if scale_c is not None else []
    emit("tcgen05", tuple(words), operands, pred)


class Tcgen05(Namespace):
    """``ptx.tcgen05``."""

    _opcode = Opcode("tcgen05")

    BLACKWELL_MASKED_DESC_B128 = TCGEN05_MATRIX.encode(
        leading=16, stride=1024, version=1, swizzle=TCGEN05_SWIZZLES["128B"]
    )

    alloc = Typed(_alloc, Opcode("tcgen05", ("alloc",)))
    dealloc = Typed(_dealloc, Opcode("tcgen05", ("dealloc",)))
    relinquish_alloc_permit = Typed(_relinquish, Opcode("tcgen05", ("relinquish_alloc_permit",)))
    commit = Typed(_commit, Opcode("tcgen05", ("commit",)))
    cp = Typed(_cp, Opcode("tcgen05", ("cp",)))
    shift = Typed(_shift, Opcode("tcgen05", ("shift",)))
    ld = Typed(_ld, Opcode("tcgen05", ("ld",)))
    st = Typed(_st, Opcode("tcgen05", ("st",)))
    mma = Typed(_mma, Opcode("tcgen05", ("mma",)))

    def fence_before_thread_sync(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.fence::before_thread_sync``: what came before stays before a barrier that follows."""
        emit("tcgen05", ("fence::before_thread_sync",), (), pred)

    def fence_after_thread_sync(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.fence::after_thread_sync``: what follows stays after a barrier that came before."""
        emit("tcgen05", ("fence::after_thread_sync",), (), pred)

    def wait_ld(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.wait::ld.sync.aligned``: wait until the registers of all `ld` so far are there."""
        emit("tcgen05", ("wait::ld", "sync", "aligned"), (), pred)

    def wait_st(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.wait::st.sync.aligned``: wait until all `st` so far are done."""
        emit("tcgen05", ("wait::st", "sync", "aligned"), (), pred)

    def make_instr_desc_f16bf16_f32(
        self,
        *,
        m: int = 128,
        n: int = 256,
        ab_dtype: str = "bf16",
        a_major: str = "K",
        b_major: str = "K",
        scale_a: int = 1,
        scale_b: int = 1,
        saturate: bool = False,
        sparse: bool = False,
        max_shift: int = 0,
    ) -> int:
        """Return the instruction descriptor of products of 16-bit or tf32 numbers that add up in f32.

        Args:
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            ab_dtype: ``"f16"``, ``"bf16"`` or ``"tf32"``.
            a_major: ``"K"`` or ``"MN"``.
            b_major: ``"K"`` or ``"MN"``.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            saturate: Bit 3, which integer products use.
            sparse: Whether half of A is left out.
            max_shift: Of ``.ws`` products: columns that B is shifted by at most: 0, 8, 16 or 32.

        Raises:
            TraceError: An argument is none of these.

        >>> hex(tcgen05.make_instr_desc_f16bf16_f32(m=64, n=64, ab_dtype="tf32"))
        '0x4100910'
        """
        what = "ptx.tcgen05.make_instr_desc_f16bf16_f32"
        try:
            majors = major_of(a_major), major_of(b_major)
        except ValueError as error:
            raise TraceError(f"{what}: {error}{at(caller())}") from None
        wrong = (
            f"ab_dtype is one of {', '.join(_AB_DTYPES)}, not {ab_dtype!r}"
            if ab_dtype not in _AB_DTYPES
            else f"scale_a and scale_b are 1 or -1, not {scale_a!r} and {scale_b!r}"
            if not {scale_a, scale_b} <= {1, -1}
            else f"max_shift is 0, 8, 16 or 32, not {max_shift!r}"
            if max_shift not in _MAX_SHIFTS
            else ""
        )
        if wrong:
            raise TraceError(f"{what}: {wrong}{at(caller())}")
        return encoded(
            what,
            TCGEN05_INSTRUCTION,
            m=m,
            n=n,
            d_type=TCGEN05_D_TYPES["f32"],
            a_type=TCGEN05_TYPES[ab_dtype],
            b_type=TCGEN05_TYPES[ab_dtype],
            negate_a=scale_a < 0,
            negate_b=scale_b < 0,
            transpose_a=majors[0],
            transpose_b=majors[1],
            saturate=saturate,
            sparse=sparse,
            max_shift=_MAX_SHIFTS[max_shift],
        )

    def descriptor(
        self,
        smem_addr: Value,
        *,
        byte_offset: int = 0,
        stride_bytes: int,
        leading_bytes: int = 16,
        swizzle: str = "128B",
        version: int = 1,
        base_offset: int = 0,
        lbo_mode: int = 0,
    ) -> Reg:
        """Trace a matrix descriptor into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there to the matrix.
            stride_bytes: Bytes between groups of eight rows, as in `GmmaLayout`.
            leading_bytes: Bytes between blocks of rows, as in `GmmaLayout`.
            swizzle: ``"NONE"``, ``"32B"``, ``"64B"``, ``"128B"``, or ``"128B_32B"`` for 32 bytes at a time.
            version: 1.
            base_offset: 0 where the matrix starts on a multiple of the swizzle's period.
            lbo_mode: 1 where `leading_bytes` is an address (sm_103a).

        Raises:
            TraceError: A number does not fit its field, or there is no such swizzle.
        """
        if swizzle not in TCGEN05_SWIZZLES:
            known = ", ".join(map(repr, TCGEN05_SWIZZLES))
            raise TraceError(f"ptx.tcgen05.descriptor: swizzle is {known}, not {swizzle!r}{at(caller())}")
        fields = encoded(
            "ptx.tcgen05.descriptor",
            TCGEN05_MATRIX,
            leading=leading_bytes,
            stride=stride_bytes,
            version=version,
            base_offset=base_offset,
            leading_mode=lbo_mode,
            swizzle=TCGEN05_SWIZZLES[swizzle],
        )
        return descriptor(smem_addr, byte_offset, ADDRESS_MASK, fields)

    def masked_descriptor(
        self,
        smem_addr: Value,
        *,
        byte_offset: int = 0,
        mask: int = 0x3FFF0,
        const_bits: int = BLACKWELL_MASKED_DESC_B128,
    ) -> Reg:
        """Trace ``((smem_addr + byte_offset) & mask) >> 4 | const_bits`` into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there.
            mask: The bits of the address that count.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
        return descriptor(smem_addr, byte_offset, mask, const_bits)


tcgen05 = Tcgen05()


def _bits_address(value: Value) -> Address:
    """An address in tensor memory as `tcgen05.mma` takes it: in a .b32 register."""
    place = addr(value)
    symbol = current().symbol(place.base.name) if isinstance(place.base, Name) else None
    if symbol is None or symbol.kind != "reg" or symbol.type == b32.name:
        return place
    return replace(place, base=from_(place.base, b32).__ptx__())


def _registers(given: RegArray | Sequence[Reg] | Reg) -> Value:
    """The registers of a transfer, one alone in braces too."""
    return [given] if isinstance(given, Reg) else given


def _predicate(value: Value) -> Value:
    """A predicate register of what says whether D is added."""
    if isinstance(value, int):
        return scalar(predicate, init=bool(value))
    if isinstance(value, Reg) and value.dtype != predicate:
        return value != 0
    return value
