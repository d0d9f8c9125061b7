"""Tensor memory and the MMAs into it: ``ptx.tcgen05``.

An address in tensor memory is a 32-bit register, ``lane << 16 | column``.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import scalar
>>> from pyptx.smem import mbarrier
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import b32, u64
>>> with tracing(Trace("k", arch="sm_100a")) as trace:
...     done, d, a, b = mbarrier(1), scalar(b32), scalar(u64), scalar(u64)
...     tcgen05.mma(d, a, b, tcgen05.make_instr_desc_f16bf16_f32(), enable_input_d=False)
...     tcgen05.commit(done[0])
>>> for statement in trace.body[-2:]:
...     print(emit_statement(statement).strip())
tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, 138413200, 0;
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar_0];
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.layouts.column_mask import zero_column_mask
from pyptx.layouts.descriptors import (
    ADDRESS_MASK,
    TCGEN05_D_TYPES,
    TCGEN05_INSTRUCTION,
    TCGEN05_MATRIX,
    TCGEN05_SWIZZLES,
    TCGEN05_TYPES,
    major_of,
)
from pyptx.layouts.instruction import (
    InstructionDescriptor,
    instruction_descriptor,
)
from pyptx.layouts.tensor_memory import COLUMNS, LANE_SHIFT, LANES
from pyptx.ptx import tensor_memory
from pyptx.ptx.addressing import addr, tensor_place
from pyptx.ptx.matrix import descriptor, encoded, type_word
from pyptx.ptx.matrix_tiles import (
    TCGEN05,
    DescribedMatrix,
    MatrixUse,
    check_described,
    check_part,
    hand_made,
    layout_of,
    remember,
)
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.tcgen05_mma import multiply
from pyptx.ptx.typed import Namespace, Typed
from pyptx.record import replace
from pyptx.reg import Reg, scalar
from pyptx.trace import at, caller, emit
from pyptx.types import PtxType, b16, u32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

_MAX_SHIFTS = {0: 0, 1: 1, 2: 2, 3: 3, 8: 1, 16: 2, 32: 3}
_SWIZZLES = {code: name for name, code in TCGEN05_SWIZZLES.items()}
STEP_BYTES = 32  # of a matrix along K, in one MMA
_ROWS = (32, 64, 128, 256)
_AB_DTYPES = ("f16", "bf16", "tf32")


def _commit(
    mbar: Value,
    *,
    cta_group: int = 1,
    multicast: bool = False,
    multicast_mask: Value | None = None,
    multicast_bits: int = 16,
    sync_restrict: bool = False,
    space: str = "cluster",
    pred: Predicate | None = None,
) -> None:
    """``tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]``.

    When all earlier MMAs, copies and shifts of this thread have completed, it arrives at the barrier once
    (manual section 9.7.18.12.1).

    Args:
        mbar: The barrier.
        cta_group: The CTA group of the MMAs.
        multicast: Whether it arrives in several CTAs, at the same place.
        multicast_mask: Bit r for the CTA of rank r; goes with `multicast`. ptxas of CUDA 13.0 takes no
            constant of 16 bits, so a number is moved to a register.
        multicast_bits: Bits of the mask: 16, or 32 (PTX 9.4).
        sync_restrict: Wait only for operations that read A in shared memory:
            ``.sync_restrict::shared::read::mma::a``
            (9.4).
        space: ``"cluster"``; ``"cta"`` is the same, as the CTA's own addresses are addresses of the cluster.
        pred: Guard.

    Raises:
        TraceError: A multicast without its mask, or another space.
    """
    if multicast and multicast_mask is None:
        raise TraceError(f"ptx.tcgen05.commit: multicast=True goes with multicast_mask={at(caller())}")
    if space not in ("cluster", "cta"):
        raise TraceError(f'ptx.tcgen05.commit: space is "cluster" or "cta", not {space!r}{at(caller())}')
    if multicast_bits not in (16, 32):
        raise TraceError(
            f"ptx.tcgen05.commit: multicast_bits is 16 or 32, not {multicast_bits!r}{at(caller())}"
        )
    words = ["commit", f"cta_group::{cta_group}", "mbarrier::arrive::one"]
    words += ["sync_restrict::shared::read::mma::a"] if sync_restrict else []
    words.append("shared::cluster")
    operands: list[Value] = [addr(mbar)]
    if multicast_mask is not None:
        words.append("multicast::cluster" if multicast_bits == 16 else "multicast::cluster::32b")
        if multicast_bits == 16 and not isinstance(multicast_mask, Reg):
            multicast_mask = scalar(b16, init=multicast_mask)
        operands.append(multicast_mask)
    emit("tcgen05", (*words, "b64"), operands, pred)


class Tcgen05(Namespace):
    """``ptx.tcgen05``: tensor memory, and the MMAs of Blackwell (manual section 9.7.18)."""

    _opcode = Opcode("tcgen05")

    BLACKWELL_MASKED_DESC_B128 = TCGEN05_MATRIX.encode(
        leading=16, stride=1024, version=1, swizzle=TCGEN05_SWIZZLES["128B"]
    )
    """Descriptor of a K-major tile with the 128-byte swizzle, without its address."""

    alloc = Typed(tensor_memory.alloc, Opcode("tcgen05", ("alloc",)))
    dealloc = Typed(tensor_memory.dealloc, Opcode("tcgen05", ("dealloc",)))
    relinquish_alloc_permit = Typed(tensor_memory.relinquish, Opcode("tcgen05", ("relinquish_alloc_permit",)))
    commit = Typed(_commit, Opcode("tcgen05", ("commit",)))
    cp = Typed(tensor_memory.cp, Opcode("tcgen05", ("cp",)))
    shift = Typed(tensor_memory.shift, Opcode("tcgen05", ("shift",)))
    ld = Typed(tensor_memory.ld, Opcode("tcgen05", ("ld",)))
    ld_spcompress = Typed(tensor_memory.ld_spcompress, Opcode("tcgen05", ("ld", "spcompress")))
    st = Typed(tensor_memory.st, Opcode("tcgen05", ("st",)))
    mma = Typed(multiply, Opcode("tcgen05", ("mma",)))

    def fence_before_thread_sync(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.fence::before_thread_sync``: order earlier instructions before the following barrier.

        Manual section 9.7.18.11.1.
        """
        emit("tcgen05", ("fence::before_thread_sync",), (), pred)

    def fence_after_thread_sync(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.fence::after_thread_sync``: order later instructions after the preceding barrier.

        Manual section 9.7.18.11.1.
        """
        emit("tcgen05", ("fence::after_thread_sync",), (), pred)

    def wait_ld(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.wait::ld.sync.aligned``: wait until all `ld` have completed (9.7.18.8.5)."""
        emit("tcgen05", ("wait::ld", "sync", "aligned"), (), pred)

    def wait_st(self, *, pred: Predicate | None = None) -> None:
        """``tcgen05.wait::st.sync.aligned``: wait until all `st` so far are done (9.7.18.8.5)."""
        emit("tcgen05", ("wait::st", "sync", "aligned"), (), pred)

    def make_instr_desc(
        self,
        kind: str,
        *,
        m: int,
        n: int,
        a: PtxType | str,
        b: PtxType | str | None = None,
        d: PtxType | str | None = None,
        k: int | None = None,
        cta_group: int = 1,
        ws: bool = False,
        a_major: str = "K",
        b_major: str = "K",
        negate_a: bool = False,
        negate_b: bool = False,
        saturate: bool = False,
        sparse: bool = False,
        sparsity_selector: int = 0,
        sparsity_version: int = 0,
        max_shift: int = 0,
        scale_type: PtxType | str | None = None,
        sfa_id: int = 0,
        sfb_id: int = 0,
        sfa_lanes: int = 32,
    ) -> int:
        """Return the instruction descriptor of an MMA of any kind (manual section 9.7.18.4.2).

        Shapes and types are checked against manual table 48.

        Args:
            kind: ``"f16"``, ``"tf32"``, ``"f8f6f4"``, ``"i8"``, ``"ti16"``, ``"mxf8f6f4"``, ``"mxf4"`` or
                ``"mxf4nvf4"``.
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            a: Type of A; for ``"ti16"`` it is ``"s1z4m11"``.
            b: Type of B; the type of A if not given.
            d: Type of D; f32, of integers s32, if not given.
            k: K, for a sparse A that of the dense matrix; needed only if the kind has several: mxf4 has 64
                and 96.
            cta_group: 2 for a pair of CTAs.
            ws: Whether it is for ``tcgen05.mma.ws``.
            a_major: ``"K"``, or ``"MN"`` for a transposed A.
            b_major: ``"K"``, or ``"MN"`` for a transposed B.
            negate_a: Whether A is negated.
            negate_b: Whether B is negated.
            saturate: Whether an s32 sum is clamped.
            sparse: Whether A is sparse.
            sparsity_selector: For kinds f16 and tf32, the column with the metadata.
            sparsity_version: For kinds mxf4 and mxf4nvf4, 1 on sm_107a, otherwise 0.
            max_shift: For `ws`, the largest shift of B in columns: 0, 8, 16 or 32.
            scale_type: ``"ue8m0"``, ``"ue4m3"`` or ``"ue5m3"``; default ``"ue4m3"``
                for mxf4nvf4, ``"ue8m0"`` for the other kinds.
            sfa_id: Byte of a column where the factors of A start.
            sfb_id: Byte of a column where the factors of B start.
            sfa_lanes: 32, or 128 if the factors of A have a lane for each row (sm_107f).

        Raises:
            TraceError: There is no such MMA; the message lists the options of the kind.

        >>> hex(tcgen05.make_instr_desc("i8", m=128, n=64, a="s8"))
        '0x81004a0'
        """
        try:
            return instruction_descriptor(
                kind.removeprefix("kind::"), m=m, n=n, a=type_word(a), b=None if b is None else type_word(b),
                d=None if d is None else type_word(d), k=k, cta_group=cta_group, ws=ws, a_major=a_major,
                b_major=b_major, negate_a=negate_a, negate_b=negate_b, saturate=saturate, sparse=sparse,
                sparsity_selector=sparsity_selector, sparsity_version=sparsity_version, max_shift=max_shift,
                scale_type=None if scale_type is None else type_word(scale_type),
                sfa_id=sfa_id, sfb_id=sfb_id, sfa_lanes=sfa_lanes,
            )  # fmt: skip
        except ValueError as error:
            raise TraceError(f"ptx.tcgen05.make_instr_desc: {error}{at(caller())}") from None

    def zero_column_mask(
        self,
        *,
        used: int,
        zeroed: int,
        start: Sequence[int] = (0,),
        zeroed_first: Sequence[bool] = (False,),
        shift: int = 0,
    ) -> int:
        """Return the descriptor of the columns of B that a `ws` MMA treats as zero (section 9.7.18.4.3).

        Args:
            used: Columns of a run that are used, 1 to 256.
            zeroed: Columns of the run that follows, which are taken as zero, 1 to 256.
            start: For each part of the mask, the columns left out at its start. It has one
                part with M = 128, two with M = 64, four with M = 32.
            zeroed_first: For each part, whether its first run is taken as zero.
            shift: Column of B that is the first, up to 16 with M = 32, else up to 32.

        Raises:
            TraceError: A number does not fit.

        >>> hex(tcgen05.zero_column_mask(used=4, zeroed=3))
        '0x3028000000000'
        """
        try:
            return zero_column_mask(
                used=used, zeroed=zeroed, start=start, zeroed_first=zeroed_first, shift=shift
            )
        except ValueError as error:
            raise TraceError(f"ptx.tcgen05.zero_column_mask: {error}{at(caller())}") from None

    def address(self, base: Value, *, lane: int | Reg = 0, column: int | Reg = 0) -> Address:
        """Return an address in tensor memory, this many lanes and columns from another (section 9.7.18.1).

        Numbers become the offset of the address; registers are added to `base` before.

        Args:
            base: A register with an address, such as `alloc` wrote, or an address.
            lane: Lanes to add, 0 to 127: 32 for each warp.
            column: Columns to add, 0 to 511.

        Raises:
            TraceError: Tensor memory has no such lane or column.
        """
        place, constant = tensor_place(base), 0
        for number, most, shift in ((lane, LANES, LANE_SHIFT), (column, COLUMNS, 0)):
            if isinstance(number, Reg):
                total = scalar(u32)
                emit("add", ("u32",), (total, place.base, number << shift if shift else number))
                place = replace(place, base=total.__ptx__())
            elif 0 <= number < most:
                constant += number << shift
            else:
                raise TraceError(
                    f"ptx.tcgen05.address: tensor memory has {LANES} lanes and {COLUMNS} columns, not lane "
                    f"{lane} and column {column}{at(caller())}"
                )
        return addr(place, constant)

    def auto_descriptor(
        self,
        smem_addr: Value,
        *,
        dtype: PtxType,
        shape: tuple[int, int],
        major: str | int = "K",
        k_offset: int = 0,
    ) -> Reg:
        """Trace the descriptor of a tile with rows as wide as they can be swizzled (manual section 9.7.18.3).

        It has the swizzle of `smem.wgmma_tile`; 4-byte elements with ``major="MN"`` have ``"128B_32B"``. The
        register remembers type, shape and major: an MMA that contradicts them is
        refused.

        Args:
            smem_addr: Start of the tile; a tile that contradicts the other arguments is refused.
            dtype: Element type; 4 and 6-bit types are bytes. A tile of packed 4-bit elements is one of b8,
                half as wide.
            shape: Rows and columns: (M, K) or (N, K) if K-major, (K, M) or (K, N) if MN-major.
            major: ``"K"`` or ``"MN"``.
            k_offset: Bytes from the start of the tile to the part of K that is described.

        Raises:
            TraceError: `tcgen05` reads no such tile, or no part starts there.
        """
        what = "ptx.tcgen05.auto_descriptor"
        try:
            along = major_of(major)
        except ValueError as error:
            raise TraceError(f"{what}: {error}{at(caller())}") from None
        layout = layout_of(TCGEN05, what, dtype, shape, along)
        check_described(what, smem_addr, dtype, shape, layout)
        matrix = DescribedMatrix(TCGEN05, "the tile", dtype, tuple(shape), along, layout.swizzle, k_offset)
        check_part(MatrixUse(TCGEN05, what, "k_offset", dtype.name, 1, STEP_BYTES), matrix, layout, k_offset)
        made = descriptor(smem_addr, k_offset, ADDRESS_MASK, TCGEN05.encode(layout))
        return remember(made, replace(matrix, label=made.name))

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
        """Return the instruction descriptor of an MMA of 16-bit or tf32 numbers with f32 sums.

        Args:
            m: Rows of D, of both CTAs of a pair.
            n: Columns of D.
            ab_dtype: ``"f16"``, ``"bf16"`` or ``"tf32"``.
            a_major: ``"K"`` or ``"MN"``.
            b_major: ``"K"`` or ``"MN"``.
            scale_a: -1 to negate A.
            scale_b: -1 to negate B.
            saturate: Bit 3, which integer MMAs use.
            sparse: Whether half of A is left out.
            max_shift: For ``.ws``: the largest shift of B in columns: 0, 8, 16 or 32.

        Raises:
            TraceError: An argument has another value.

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
            else f"m is {', '.join(map(str, _ROWS))}, not {m!r}"
            if m not in _ROWS
            else f"n is a multiple of 8 up to 256, not {n!r}"
            if n not in range(8, 257, 8)
            else ""
        )
        if wrong:
            raise TraceError(f"{what}: {wrong}{at(caller())}")
        word = encoded(
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
        return InstructionDescriptor(word, "tf32" if ab_dtype == "tf32" else "f16")

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
        """Trace a matrix descriptor into a 64-bit register (manual section 9.7.18.4.1).

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
        return _described("ptx.tcgen05.descriptor", smem_addr, (byte_offset, ADDRESS_MASK, fields))

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
        return _described("ptx.tcgen05.masked_descriptor", smem_addr, (byte_offset, mask, const_bits))


tcgen05 = Tcgen05()


def _described(what: str, value: Value, words: tuple[int, int, int]) -> Reg:
    """Trace a descriptor of an offset, a mask and constant fields; record its matrix."""
    return hand_made(TCGEN05, what, value, words, _SWIZZLES.get(TCGEN05_MATRIX.field("swizzle", words[2])))
