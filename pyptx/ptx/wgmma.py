"""Matrix multiply-accumulate of a warpgroup: ``ptx.wgmma``.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.reg import array
>>> from pyptx.smem import wgmma_tile
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import bf16, f32
>>> with tracing(Trace("k", arch="sm_90a")) as trace:
...     a, b = wgmma_tile(bf16, (64, 16)), wgmma_tile(bf16, (16, 8), "MN")
...     wgmma.fence()
...     wgmma.mma_async(shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16,
...                     d=array(f32, 4), a=a, b=b)
...     wgmma.commit_group()
...     wgmma.wait_group(0)
>>> print(emit_statement(trace.body[-3]).strip())
wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd1, %rd3, 0, 1, 1, 0, 1;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.layouts.descriptors import (
    ADDRESS_MASK,
    WGMMA_MATRIX,
    WGMMA_SWIZZLES,
    LayoutType,
    Major,
    major_of,
)
from pyptx.ptx.accumulators import note_replacing
from pyptx.ptx.matrix import descriptor, encoded, shape_word, type_word
from pyptx.ptx.matrix_tiles import (
    WGMMA,
    DescribedMatrix,
    MatrixUse,
    check_described,
    hand_made,
    layout_of,
    matrix_major,
    matrix_operand,
    remember,
)
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, RegArray
from pyptx.trace import at, caller, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.reg import Predicate
    from pyptx.trace import Value
    from pyptx.types import PtxType

STEP_BYTES = 32  # of A along K, in one MMA
_HALVES = ("f16", "bf16")
_INTEGERS = ("s8", "u8", "b1")


def _fence(*, pred: Predicate | None = None) -> None:
    """``wgmma.fence.sync.aligned``: order accesses to registers before the MMAs that follow.

    It is needed before the first `mma_async`, and after any other access to the registers of an MMA (manual
    section 9.7.17.7.1). Stores to shared memory need ``fence.proxy.async`` instead.
    """
    emit("wgmma", ("fence", "sync", "aligned"), (), pred)


def _commit_group(*, pred: Predicate | None = None) -> None:
    """``wgmma.commit_group.sync.aligned``: close the group of MMAs since the last (9.7.17.7.2)."""
    emit("wgmma", ("commit_group", "sync", "aligned"), (), pred)


def _wait_group(n: int, *, pred: Predicate | None = None) -> None:
    """``wgmma.wait_group.sync.aligned n``: wait until at most the `n` youngest groups run (9.7.17.7.3)."""
    emit("wgmma", ("wait_group", "sync", "aligned"), (n,), pred)


def _mma_async(
    *,
    shape: tuple[int, int, int],
    dtype_d: PtxType | str,
    dtype_a: PtxType | str,
    dtype_b: PtxType | str,
    d: RegArray | Sequence[Reg],
    a: Value,
    b: Value,
    scale_d: Value = False,
    scale_a: int = 1,
    scale_b: int = 1,
    trans_a: int | None = None,
    trans_b: int | None = None,
    a_k_offset: int = 0,
    b_k_offset: int = 0,
    saturate: bool = False,
    sparse_metadata: Value | None = None,
    sparsity_selector: int | None = None,
    pred: Predicate | None = None,
) -> None:
    """``wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 d, a, b, …``: ``d = a @ b``, or added to `d`.

    Manual section 9.7.17.5.2. N is 8 to 256 in steps of 8, of integers and bits from 32 on of 16. D takes N
    / 2 registers, of f16 N / 4; A in registers takes four (`fragments.wgmma_fragment` says which lane has
    what).

    With `sparse_metadata` it is ``wgmma.mma_async.sp`` (9.7.17.6.3): A is 64 by K / 2, the half of its
    elements that `sparsity.metadata_fragment` says.

    Args:
        shape: M = 64, N, and K = 32 bytes of A; of a sparse A the whole K, which is twice that.
        dtype_d: Type of D: f32, f16, s32.
        dtype_a: Type of A; ``"b1"`` by its name.
        dtype_b: Type of B.
        d: One thread's registers of D, as `reg.wgmma_frag` declares them.
        a: A shared tile, its descriptor, or four registers of each thread.
        b: A shared tile or its descriptor.
        scale_d: Whether D is added: a number or a predicate. By default D is replaced, which is an
            error if no instruction has read the result in it.
        scale_a: -1 to negate A.
        scale_b: -1 to negate B.
        trans_a: 1 where A is MN-major: f16 and bf16 in shared memory only. If not given that of the tile or
            the descriptor, which must agree, else 0.
        trans_b: The same for B.
        a_k_offset: Bytes from the start of A to the part of K that is multiplied: 32 for each step in a row
            of a K-major tile. A number of the trace; a part of M that a register chooses is an index:
            ``a=tiles[half]``.
        b_k_offset: The same for B; of an MN-major tile K rows for each step.
        saturate: Clamp an s32 sum: ``.satfinite``.
        sparse_metadata: A 32-bit register with the positions of the elements of A that are stored.
        sparsity_selector: Selects the lanes of each four that have the metadata: 0 or 1, for 8-bit types 0; 0
            if not given.
        pred: Guard.

    Raises:
        TraceError: A tile has no layout that `wgmma` reads, a tile or a descriptor contradicts an argument,
            or the types do not go with one.
        VerifyError: `wgmma` has no such shape and types, or D or A takes another number of registers.
    """
    types = [type_word(dtype) for dtype in (dtype_d, dtype_a, dtype_b)]
    if sparse_metadata is None and sparsity_selector is not None:
        raise TraceError(f"ptx.wgmma.mma_async: sparsity_selector goes with sparse_metadata{at(caller())}")
    registers = isinstance(a, (RegArray, list, tuple))
    depth = STEP_BYTES if sparse_metadata is None else 2 * STEP_BYTES
    size = shape_word("ptx.wgmma.mma_async", shape)
    use_a = MatrixUse(WGMMA, "ptx.wgmma.mma_async", "a", types[1], shape[0], STEP_BYTES)
    use_b = MatrixUse(WGMMA, "ptx.wgmma.mma_async", "b", types[2], shape[1], depth)
    major_a = Major(int(trans_a or 0)) if registers else matrix_major(use_a, a, trans_a)
    major_b = matrix_major(use_b, b, trans_b)
    _check_arguments(types[1], registers, (scale_a, scale_b), (major_a, major_b), a_k_offset)
    words = ["mma_async", *(["sp"] if sparse_metadata is not None else []), "sync", "aligned", size]
    words += [*(["satfinite"] if saturate else []), *types]
    words += ["and", "popc"] if types[1] == "b1" else []
    operands: list[Value] = [
        d,
        a if registers else matrix_operand(use_a, a, major_a, a_k_offset),
        matrix_operand(use_b, b, major_b, b_k_offset),
    ]
    operands += [] if sparse_metadata is None else [sparse_metadata, sparsity_selector or 0]
    operands.append(int(scale_d) if isinstance(scale_d, bool) else scale_d)
    operands += [scale_a, scale_b] if types[1] not in _INTEGERS else []
    if types[1] in _HALVES:
        operands += [int(major_b)] if registers else [int(major_a), int(major_b)]
    mma = emit("wgmma", tuple(words), operands, pred)
    if isinstance(scale_d, (bool, int)) and not scale_d and pred is None:
        note_replacing(mma)


class Wgmma(Namespace):
    """``ptx.wgmma``: asynchronous matrix multiply-accumulate of a warpgroup (manual section 9.7.17)."""

    _opcode = Opcode("wgmma")

    SWIZZLE_NONE = int(LayoutType.INTERLEAVE)
    """Code in a descriptor of a tile without a swizzle."""
    SWIZZLE_128B = int(LayoutType.B128)
    """Code in a descriptor of the 128-byte swizzle."""
    SWIZZLE_64B = int(LayoutType.B64)
    """Code in a descriptor of the 64-byte swizzle."""
    SWIZZLE_32B = int(LayoutType.B32)
    """Code in a descriptor of the 32-byte swizzle."""
    MASKED_DESC_B128 = WGMMA_MATRIX.encode(leading=16, stride=1024, swizzle=LayoutType.B128)
    """Descriptor of a K-major tile with the 128-byte swizzle, without its address."""

    fence = Typed(_fence, Opcode("wgmma", ("fence",)))
    commit_group = Typed(_commit_group, Opcode("wgmma", ("commit_group",)))
    wait_group = Typed(_wait_group, Opcode("wgmma", ("wait_group",)))
    mma_async = Typed(_mma_async, Opcode("wgmma", ("mma_async",)))

    def auto_descriptor(
        self, smem_base: Value, *, dtype: PtxType, shape: tuple[int, int], major: str | int
    ) -> Reg:
        """Trace the descriptor of a tile as `smem.wgmma_tile` lays it out.

        The register remembers type, shape and major: an MMA that contradicts them is refused.

        Args:
            smem_base: Start of the tile; a tile that contradicts the other arguments is refused.
            dtype: Element type.
            shape: Rows and columns: (M, K) or (N, K) if K-major, (K, M) or (K, N) if MN-major.
            major: ``"K"`` or ``"MN"``.

        Raises:
            TraceError: `wgmma` reads no such tile.
        """
        what = "ptx.wgmma.auto_descriptor"
        try:
            along = major_of(major)
        except ValueError as error:
            raise TraceError(f"{what}: {error}{at(caller())}") from None
        layout = layout_of(WGMMA, what, dtype, shape, along)
        check_described(what, smem_base, dtype, shape, layout)
        made = descriptor(smem_base, 0, ADDRESS_MASK, WGMMA.encode(layout))
        matrix = DescribedMatrix(WGMMA, made.name, dtype, tuple(shape), along, layout.swizzle)
        return remember(made, matrix)

    def make_descriptor(
        self,
        smem_base: Value,
        *,
        leading_byte_offset: int,
        stride_byte_offset: int,
        swizzle: int | str = 0,
        base_offset: int = 0,
        addr_byte_offset: int = 0,
    ) -> Reg:
        """Trace a matrix descriptor into a 64-bit register.

        Args:
            smem_base: Start of the tile.
            leading_byte_offset: Leading offset, as in `GmmaLayout`.
            stride_byte_offset: Stride offset, as in `GmmaLayout`.
            swizzle: ``SWIZZLE_NONE``, ``SWIZZLE_128B``, ``SWIZZLE_64B``, ``SWIZZLE_32B``, or ``"NONE"``,
                ``"128B"``, ``"64B"``, ``"32B"``.
            base_offset: 0 where the tile starts on a multiple of the swizzle's period.
            addr_byte_offset: Bytes from `smem_base` to the part that is multiplied.

        Raises:
            TraceError: A number does not fit its field, or the swizzle has another name.
        """
        what = "ptx.wgmma.make_descriptor"
        fields = _fields(what, (leading_byte_offset, stride_byte_offset, base_offset), swizzle)
        return _described(what, smem_base, (addr_byte_offset, ADDRESS_MASK, fields))

    def descriptor_fields(
        self,
        *,
        leading_byte_offset: int,
        stride_byte_offset: int,
        swizzle: int | str = 0,
        base_offset: int = 0,
    ) -> int:
        """Return a matrix descriptor without its address, as `masked_descriptor` takes it: ``const_bits=``.

        >>> hex(wgmma.descriptor_fields(leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B"))
        '0x4000004000010000'

        Args:
            leading_byte_offset: Leading offset, as in `GmmaLayout`.
            stride_byte_offset: Stride offset, as in `GmmaLayout`.
            swizzle: ``SWIZZLE_NONE``, ``SWIZZLE_128B``, ``SWIZZLE_64B``, ``SWIZZLE_32B``, or ``"NONE"``,
                ``"128B"``, ``"64B"``, ``"32B"``.
            base_offset: 0 where the tile starts on a multiple of the swizzle's period.

        Raises:
            TraceError: A number does not fit its field, or the swizzle has another name.
        """
        offsets = leading_byte_offset, stride_byte_offset, base_offset
        return _fields("ptx.wgmma.descriptor_fields", offsets, swizzle)

    def masked_descriptor(
        self,
        smem_addr: Value,
        *,
        byte_offset: int = 0,
        mask: int = 0x3FF80,
        const_bits: int = MASKED_DESC_B128,
    ) -> Reg:
        """Trace ``((smem_addr + byte_offset) & mask) >> 4 | const_bits`` into a 64-bit register.

        Args:
            smem_addr: A place in shared memory.
            byte_offset: Bytes from there.
            mask: The bits of the address that count.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
        return _described("ptx.wgmma.masked_descriptor", smem_addr, (byte_offset, mask, const_bits))

    def cute_descriptor(self, smem_addr: Value, const_bits: int = MASKED_DESC_B128) -> Reg:
        """Trace ``(smem_addr >> 4) & 0x3fff | const_bits`` into a 64-bit register, as CuTe computes it.

        Args:
            smem_addr: A place in shared memory.
            const_bits: The other fields; rows of 128 bytes with their swizzle if not given.
        """
        words = 0, ADDRESS_MASK, const_bits
        return _described("ptx.wgmma.cute_descriptor", smem_addr, words, shifts_first=True)


wgmma = Wgmma()


def _fields(what: str, offsets: tuple[int, int, int], swizzle: int | str) -> int:
    """Encode the fields of a descriptor beside its address: leading, stride and base offset, and swizzle."""
    if isinstance(swizzle, str):
        if swizzle not in WGMMA_SWIZZLES:
            names = ", ".join(map(repr, WGMMA_SWIZZLES))
            raise TraceError(f"{what}: swizzle={swizzle!r} is not one of {names}{at(caller())}")
        swizzle = WGMMA_SWIZZLES.index(swizzle)
    leading, stride, base = offsets
    return encoded(what, WGMMA_MATRIX, leading=leading, stride=stride, base_offset=base, swizzle=swizzle)


def _described(what: str, value: Value, words: tuple[int, int, int], *, shifts_first: bool = False) -> Reg:
    """Trace a descriptor of an offset, a mask and constant fields, which remembers what it describes."""
    swizzle = WGMMA_SWIZZLES[WGMMA_MATRIX.field("swizzle", words[2])]
    return hand_made(WGMMA, what, value, words, swizzle, shifts_first=shifts_first)


def _check_arguments(
    dtype: str, registers: bool, scales: tuple[int, int], majors: tuple[Major, Major], a_k_offset: int
) -> None:
    """Refuse arguments without an operand of the instruction.

    Raises:
        TraceError: It is given all the same.
    """
    if Major.MN in majors and dtype not in _HALVES:
        raise TraceError(
            f"ptx.wgmma.mma_async: {dtype} operands are K-major: trans_a=0 and trans_b=0{at(caller())}"
        )
    if scales != (1, 1) and dtype in _INTEGERS:
        raise TraceError(f"ptx.wgmma.mma_async: {dtype} operands are not negated{at(caller())}")
    if registers and (majors[0] != Major.K or a_k_offset):
        raise TraceError(
            f"ptx.wgmma.mma_async: A in registers has no trans_a and no a_k_offset{at(caller())}"
        )
