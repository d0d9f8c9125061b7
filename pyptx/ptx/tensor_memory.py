"""Instructions of ``ptx.tcgen05`` that allocate, load, store, copy and shift tensor memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ptx.addressing import addr, tensor_place
from pyptx.ptx.matrix import fragment, type_word
from pyptx.trace import at, caller, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate, Reg, RegArray
    from pyptx.trace import Value
    from pyptx.types import PtxType


def alloc(
    tmem_addr: Value,
    ncols: int | Reg,
    *,
    cta_group: int = 1,
    exclusive: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols``, by one warp.

    Manual section 9.7.18.7.1. All 128 lanes of the columns are allocated; a CTA's allocations must not grow.

    Args:
        tmem_addr: Place in shared memory that receives the address of the columns.
        ncols: 32, 64, 128, 256 or 512 columns, of `exclusive` a multiple of 32 up to 576; the warp waits
            until they are free.
        cta_group: 2 for the CTAs of a pair together, one warp in each.
        exclusive: ``tcgen05.alloc.exclusive``, of PTX 9.4.
        pred: Guard.
    """
    words = ["alloc", *(["exclusive"] if exclusive else []), f"cta_group::{cta_group}", "sync", "aligned"]
    emit("tcgen05", (*words, "shared::cta", "b32"), (addr(tmem_addr), ncols), pred)


def dealloc(
    taddr: Value,
    ncols: int | Reg,
    *,
    cta_group: int = 1,
    exclusive: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.dealloc.cta_group::1.sync.aligned.b32 taddr, ncols``: what `alloc` gave, before the end.

    Manual section 9.7.18.7.1.

    Args:
        taddr: The address that `alloc` wrote, in a register.
        ncols: The number of columns of the allocation.
        cta_group: The same value as for `alloc`.
        exclusive: The same value as for `alloc`.
        pred: Guard.
    """
    words = ["dealloc", *(["exclusive"] if exclusive else []), f"cta_group::{cta_group}", "sync", "aligned"]
    emit("tcgen05", (*words, "b32"), (taddr, ncols), pred)


def relinquish(*, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned``: this CTA allocates no more.

    Manual section 9.7.18.7.1.
    """
    words = ("relinquish_alloc_permit", f"cta_group::{cta_group}", "sync", "aligned")
    emit("tcgen05", words, (), pred)


def cp(
    taddr: Value,
    src: Value,
    *,
    cta_group: int = 1,
    size: str = "128x256b",
    multicast: str | None = None,
    decompress: str | None = None,
    src_is_addr: bool | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.cp.cta_group::1.128x256b [taddr], src``: copy a matrix of shared memory to tensor memory.

    Manual section 9.7.18.9.2; `tensor_memory.COPY_SHAPES` has the lanes of each row.

    Args:
        taddr: Destination in tensor memory.
        src: Descriptor of the matrix.
        cta_group: 2 for the CTAs of a pair, each its own matrix.
        size: ``"128x256b"``, ``"4x256b"``, ``"128x128b"``, ``"64x128b"``, ``"32x128b"``: lanes and bits. The
            other words may be added: ``"64x128b.warpx2::02_13.b8x16.b6x16_p32"``.
        multicast: ``"warpx2::02_13"`` or ``"warpx2::01_23"`` with the shape ``"64x128b"``; ``"warpx4"`` with
            ``"32x128b"``, also if not given.
        decompress: ``"b6x16_p32"`` or ``"b4x16_p64"`` for padded elements of 6 or 4 bits that become bytes.
        src_is_addr: Not true: PTX takes descriptors only.
        pred: Guard.

    Raises:
        TraceError: The source is an address.
    """
    if src_is_addr:
        raise TraceError(
            f"ptx.tcgen05.cp: the source is a descriptor, as ptx.tcgen05.descriptor(…) makes it of an address"
            f"{at(caller())}"
        )
    words = ["cp", f"cta_group::{cta_group}", *size.strip(".").split(".")]
    if multicast is None and words[2:] == ["32x128b"]:
        multicast = "warpx4"
    words += [multicast] if multicast is not None else []
    words += ["b8x16", decompress] if decompress is not None else []
    emit("tcgen05", tuple(words), (tensor_place(taddr), src), pred)


def shift(taddr: Value, *, cta_group: int = 1, pred: Predicate | None = None) -> None:
    """``tcgen05.shift.cta_group::1.down [taddr]``: move 31 of 32 lanes, 8 columns wide, by one (9.7.18.9.3).

    Args:
        taddr: The first lane, a multiple of 32, and the first column.
        cta_group: 2 for both CTAs of a pair.
        pred: Guard.
    """
    emit("tcgen05", ("shift", f"cta_group::{cta_group}", "down"), (tensor_place(taddr),), pred)


def ld(
    dst_regs: RegArray | Sequence[Reg] | Reg,
    taddr: Value,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: PtxType | str = "b32",
    pack: bool = False,
    split: int | None = None,
    reduce: str | None = None,
    reduced: Reg | None = None,
    absolute: bool = False,
    nan: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.ld.sync.aligned.16x128b.x1.b32 dst_regs, [taddr]``: load tensor memory; see `wait_ld`.

    Manual section 9.7.18.8.3; `tensor_memory.transfer_fragment` has the thread of each element. With `reduce`
    it is ``tcgen05.ld.red``, which also gives each thread the smallest or largest of what it loads.

    Args:
        dst_regs: For each count 1 register of ``"32x32b"`` and the 64-bit shapes, 2 of ``"16x128b"``, 4 of
            ``"16x256b"``; 128 at most.
        taddr: Source, the same in all lanes; warp w of four reaches lanes 32 w to 32 w + 31.
        shape: ``"32x32b"``, ``"16x64b"``, ``"16x128b"``, ``"16x256b"`` or ``"16x32bx2"``.
        count: Repetitions along the columns: a power of two up to 128.
        dtype: ``"b32"``; with `reduce` f32, u32 or s32.
        pack: Whether two columns of 16 bits go to a register.
        split: For ``"16x32bx2"``, columns from the first half to the second.
        reduce: ``"min"`` or ``"max"``, of ``"32x32b"`` and ``"16x32bx2"`` with a count of 2 or more.
        reduced: Register for the result of it.
        absolute: Reduce absolute values, of f32.
        nan: Whether one NaN, of f32, makes the result NaN.
        pred: Guard.

    Raises:
        TraceError: An argument is missing that goes with another.
        VerifyError: There is no such transfer, or it takes another number of registers.
    """
    _check_split("ld", shape, split)
    if (reduce is None) != (reduced is None) or (reduce is None and (absolute or nan)):
        raise TraceError(
            "ptx.tcgen05.ld: reduce= and reduced= are given together, and absolute= and nan= only with them"
            f"{at(caller())}"
        )
    words = ["ld", *(["red"] if reduce is not None else []), "sync", "aligned", shape, f"x{count}"]
    words += ["pack::16b"] if pack else []
    words += [reduce] if reduce is not None else []
    words += [*(["abs"] if absolute else []), *(["NaN"] if nan else []), type_word(dtype)]
    results = () if reduced is None else (reduced,)
    splits = () if split is None else (split,)
    emit("tcgen05", tuple(words), (fragment(dst_regs), *results, tensor_place(taddr), *splits), pred)


def ld_spcompress(
    dst_regs: RegArray | Sequence[Reg] | Reg,
    indices: RegArray | Sequence[Reg] | Reg,
    taddr: Value,
    *,
    count: int,
    keep: str = "max",
    reduced: Reg | None = None,
    absolute: bool = False,
    nan: bool = False,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 indices, dst_regs, [taddr]``.

    It keeps the two smallest or largest of every four columns of f32 (PTX 9.4, manual section 9.7.18.8.3).

    Args:
        dst_regs: The kept values: half as many registers as columns.
        indices: Their positions, 2 bits each: a register for each 32 columns, at least one.
        taddr: Source, as for `ld`.
        count: Columns: a power of two from 4 to 128.
        keep: ``"min"`` or ``"max"``.
        reduced: If given, a register for the smallest or largest of all: ``tcgen05.ld.red.spcompress``.
        absolute: Compare absolute values.
        nan: Whether one NaN makes `reduced` NaN.
        pred: Guard.

    Raises:
        TraceError: `nan` is given without `reduced`.
    """
    if nan and reduced is None:
        raise TraceError(f"ptx.tcgen05.ld_spcompress: nan= goes with reduced={at(caller())}")
    words = ["ld", *(["red"] if reduced is not None else []), "spcompress", "sync", "aligned", "32x32b"]
    words += [f"x{count}", keep, "sp::2:4", *(["abs"] if absolute else []), *(["NaN"] if nan else [])]
    results = () if reduced is None else (reduced,)
    operands = (fragment(indices), fragment(dst_regs), *results, tensor_place(taddr))
    emit("tcgen05", (*words, "f32", "b2"), operands, pred)


def st(
    taddr: Value,
    src_regs: RegArray | Sequence[Reg] | Reg,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: PtxType | str = "b32",
    unpack: bool = False,
    split: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.st.sync.aligned.16x128b.x1.b32 [taddr], src_regs``: store to tensor memory; see `wait_st`.

    Manual section 9.7.18.8.4.

    Args:
        taddr: Destination, in the form of `ld`.
        src_regs: Registers, as many as for `ld`.
        shape: The shape, as for `ld`.
        count: Repetitions, as for `ld`.
        dtype: ``"b32"``.
        unpack: Whether the halves of a register go to two columns.
        split: For ``"16x32bx2"``, columns from the first half to the second.
        pred: Guard.

    Raises:
        TraceError: `split` is missing, or the shape has none.
        VerifyError: There is no such transfer, or it takes another number of registers.
    """
    _check_split("st", shape, split)
    unpacked = ("unpack::16b",) if unpack else ()
    words = ("st", "sync", "aligned", shape, f"x{count}", *unpacked, type_word(dtype))
    splits = () if split is None else (split,)
    emit("tcgen05", words, (tensor_place(taddr), *splits, fragment(src_regs)), pred)


def _check_split(name: str, shape: str, split: int | None) -> None:
    """Refuse the shape of two halves without their distance, and other shapes with one.

    Raises:
        TraceError: `split` is missing, or the shape has none.
    """
    if (shape == "16x32bx2") != (split is not None):
        raise TraceError(
            f'ptx.tcgen05.{name}: split= is for shape "16x32bx2" and needed there; not {split} for {shape!r}'
            f"{at(caller())}"
        )
