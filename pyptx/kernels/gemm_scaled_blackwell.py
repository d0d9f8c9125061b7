"""GEMM with block scales for Blackwell: mxfp8, mxfp4 and nvfp4, with the factors in tensor memory.

Each 16 or 32 elements along K share a scale factor, and `tcgen05.mma` multiplies by both factors: no other
instruction touches them. Additions to `gemm_blackwell.py`:

* The factors of 128 rows and four blocks are an atom of 512 bytes, in the order in which tensor memory holds
  them: 32 lanes of 16 bytes. A tensor copy brings them with the stage.
* `tcgen05.cp` copies an atom to four columns, and to all four groups of 32 lanes. A warp of its own does it,
  so that the loop of the warp that issues MMAs is short. MMAs are pipelined behind the copies: they are
  issued after them, and nothing waits until the copies have completed.
* Nothing orders an MMA before a later copy to its factors. So there are two sets of columns, and a set is
  written again when the MMAs that read it have completed.
* The instruction descriptor has the byte of a column at which the factors of an MMA start. An MMA takes
  one (mxfp8), two (mxfp4) or four (nvfp4) of the four bytes.
* Two accumulators of 256 columns would fill tensor memory. A tile has 128 columns here, so that the epilogue
  still overlaps the next tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.dependence import follow
from pyptx.kernels.panels_blackwell import Panels
from pyptx.kernels.roles_blackwell import (
    MMA_BYTES,
    ROW_BYTES,
    ROWS,
    SMS,
    THREADS,
    EveryNth,
    Roles,
    Sizes,
    copied,
    in_bands,
)
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b8, bf16, e4m3, f16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

COLUMNS = 128
ATOM_BYTES, ATOM_FACTORS, ATOM_COLUMNS = 512, 4, 4
STAGES, ROUNDS, KEPT, SETS = 4, 4, 2, 2
MULTIPLE = 32


@dataclass(frozen=True)
class Format:
    """A number format with block scales.

    Attributes:
        kind: Kind of `tcgen05.mma`.
        type: Type of the elements.
        block: Elements along K that share a factor.
        vector: Factors of a row in an MMA, as the instruction spells it.
    """

    kind: str
    type: str
    block: int
    vector: str

    @property
    def per_byte(self) -> int:
        """Elements in a byte."""
        return 1 if self.type == "e4m3" else 2

    @property
    def factors(self) -> int:
        """Factors of a row in an MMA."""
        return MMA_BYTES * self.per_byte // self.block


FORMATS = {
    "mxfp8": Format("mxf8f6f4", "e4m3", 32, "1X"),
    "mxfp4": Format("mxf4", "e2m1", 32, "2X"),
    "nvfp4": Format("mxf4nvf4", "e2m1", 16, "4X"),
}
"""Elements and factors: e4m3 or e2m1; ue8m0, and ue4m3 for nvfp4."""


def build_gemm_scaled_blackwell(
    *shape: int, numbers: str = "mxfp8", out: PtxType = bf16, pdl: bool = False, sms: int = SMS,
    arch: str = "sm_100a",
) -> Kernel:  # fmt: skip
    """Build `D = (A * SFA) @ (B_T * SFB).T`, where each factor counts for a block of elements along K.

    SFA and SFB have the shape (blocks of 128 rows, atoms along K, 128) in u32. An atom has 128 rows and
    four factors of each: the factors of row m are the word `4 * (m % 32) + m // 32`, the first one in the
    low byte. Missing factors are zeros.

    Args:
        shape: M, N and K: rows of A, rows of B_T, and their columns; none for a kernel of any sizes. Rows
            of D are a multiple of 16 bytes, and K is one of 32. Two elements of 4 bits share a byte: the
            lower index is in the low half.
        numbers: `"mxfp8"`, `"mxfp4"` or `"nvfp4"`.
        out: Element type of D: bf16, f16 or f32.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU; as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Returns:
        A kernel of A[M, K], B_T[N, K], SFA and SFB.

    Raises:
        ValueError: There is no such format, or a size is not a multiple that a tensor copy needs.

    >>> import numpy
    >>> from ml_dtypes import float8_e4m3fn
    >>> a, b_t = numpy.ones((16, 128), float8_e4m3fn), numpy.ones((32, 128), float8_e4m3fn)
    >>> ones = numpy.full((1, 1, 128), 0x7F7F7F7F, "uint32")  # four ue8m0 factors of 1 in each word
    >>> float(build_gemm_scaled_blackwell()(a, b_t, ones, ones)[0, 0])
    128.0
    """
    if numbers not in FORMATS:
        raise ValueError(f"numbers={numbers!r}: this kernel takes {', '.join(map(repr, FORMATS))}")
    if out not in (bf16, f16, f32):
        raise ValueError(f"out={out}: this kernel gives bf16, f16 or f32")
    form = FORMATS[numbers]
    stored = e4m3 if form.per_byte == 1 else b8
    m, n = shape[:2] if shape else (Dim("M", dynamic=True), Dim("N", dynamic=True))
    held = shape[2] // form.per_byte if shape else Dim("K")
    blocks: list[Any] = [Dim(name, dynamic=True) for name in ("high", "wide", "deep")]
    if shape:
        each = ROWS, COLUMNS, form.block * ATOM_FACTORS
        blocks = [-(-size // one) for size, one in zip(shape, each, strict=True)]

    def grid(M: int, N: int, K: int) -> tuple[int]:
        for name, size, multiple in (("K", K, MULTIPLE), ("N", N, 16 // out.bytes)):
            if size % multiple:
                raise ValueError(f"{name}={size}: this kernel takes a multiple of {multiple}")
        return (min(sms, -(-M // ROWS) * -(-N // COLUMNS)),)

    def any_grid(M: int, N: int, K: int) -> tuple[int]:
        return grid(M, N, K * form.per_byte)

    @kernel(
        in_specs=(
            Tile(m, held, stored), Tile(n, held, stored),
            *(Tile(count, blocks[2], ATOM_BYTES // 4, u32) for count in blocks[:2]),
        ),
        out_specs=(Tile(m, n, out),),
        grid=grid(*shape) if shape else any_grid,
        block=(THREADS + 32, 1, 1),
        pdl=pdl,
        arch=arch,
    )  # fmt: skip
    def gemm_block_scaled(A: Any, B_T: Any, SFA: Any, SFB: Any, D: Any) -> None:
        multiply(form, A, B_T, SFA, SFB, D, pdl=pdl)
        ptx.ret()

    return gemm_block_scaled


def multiply(form: Format, A: Any, B_T: Any, SFA: Any, SFB: Any, D: Any, *, pdl: bool) -> None:
    """Trace the kernel."""
    parts = ROW_BYTES // MMA_BYTES
    atoms = parts * form.factors // ATOM_FACTORS  # of 128 rows, in a stage
    shapes = [
        ptx.tcgen05.make_instr_desc(form.kind, m=ROWS, n=COLUMNS, a=form.type, sfa_id=byte, sfb_id=byte)
        for byte in (part * form.factors % ATOM_FACTORS for part in range(parts))
    ]
    (M, held), (N, _), stored = A.shape, B_T.shape, A.dtype
    high, wide = ptx.ceil_div(M, ROWS), ptx.ceil_div(N, COLUMNS)
    box: dict[str, Any] = {"box": (ROWS, ROW_BYTES), "swizzle": "128B"}
    maps = A.tma_desc(**box), B_T.tma_desc(**box)
    maps_of_factors = [tensor.tma_desc(box=(1, atoms, ATOM_BYTES // 4)) for tensor in (SFA, SFB)]
    ring = smem.alloc(stored, (2, STAGES, ROWS, ROW_BYTES), "128B")
    factors = smem.alloc(u32, (2, STAGES, atoms, ATOM_BYTES // 4), align=128)
    columns_of_set = 2 * atoms * ATOM_COLUMNS
    roles = Roles(
        Sizes(
            ctas=1, stages=STAGES, rounds=ROUNDS, kept=KEPT, columns=COLUMNS, steps=-(-held // ROW_BYTES),
            stage_bytes=2 * (ring[0, 0].nbytes + factors[0, 0].nbytes),
            sets=SETS, more_columns=SETS * columns_of_set,
        )
    )  # fmt: skip
    follow(pdl=pdl)
    panels = Panels(roles, D.dtype)
    map_d = D.tma_desc(box=(32, panels.columns), swizzle="128B")
    first = ptx.tcgen05.masked_descriptor(reg.from_(ring, u32))
    first_atom = ptx.tcgen05.descriptor(factors, stride_bytes=128, swizzle="NONE")
    columns_of_factors = ptx.tcgen05.address(roles.tensor_memory, column=2 * COLUMNS)

    def tiles(act: Callable[..., None]) -> None:
        EveryNth(high * wide, 1).each(lambda tile: act(*in_bands(tile, high, wide)))

    def fill(stage: int, barrier: Any, step: Any, *tile: Any) -> None:
        for matrix, above in enumerate(tile):
            ptx.cp.async_.bulk.tensor_2d(
                dst=ring[matrix, stage], src=maps[matrix], coord=(step * ROW_BYTES, above * ROWS),
                mbar=barrier,
            )  # fmt: skip
            ptx.cp.async_.bulk.tensor_3d(
                dst=factors[matrix, stage], src=maps_of_factors[matrix], coord=(0, step * atoms, above),
                mbar=barrier,
            )  # fmt: skip

    def place(stage: int, matrix: int, atom: int) -> Any:
        """The columns of the factors of four blocks."""
        column = stage % SETS * columns_of_set + (matrix * atoms + atom) * ATOM_COLUMNS
        return ptx.tcgen05.address(columns_of_factors, column=column)

    def load(stage: int) -> None:
        for matrix in range(2):
            for atom in range(atoms):
                distance = ((matrix * STAGES + stage) * atoms + atom) * ATOM_BYTES
                ptx.tcgen05.cp(place(stage, matrix, atom), first_atom + (distance >> 4), size="32x128b")

    def begin() -> Callable[..., None]:
        copies = [copied(first) for _ in range(ROUNDS)]

        def issue(stage: int, turn: int | None, accumulator: Any, later: Any, chosen: Any) -> None:
            base = first if turn is None or stage < KEPT else copies[turn]
            for part, shape in enumerate(shapes):
                a = base + (ring[0, 0].nbytes * stage + part * MMA_BYTES >> 4)
                b = base + (ring[0, 0].nbytes * (STAGES + stage) + part * MMA_BYTES >> 4)
                atom = part * form.factors // ATOM_FACTORS
                ptx.tcgen05.mma(
                    accumulator, a, b, shape, kind=form.kind, scale_vec=form.vector,
                    sfa=place(stage, 0, atom), sfb=place(stage, 1, atom),
                    enable_input_d=True if part else later, pred=chosen,
                )  # fmt: skip

        return issue

    copy_out = panels.copied_to(map_d, COLUMNS)

    def store(release: Callable[[], None], accumulator: Any, row: Any, column: Any) -> None:
        copy_out(release, accumulator, row * ROWS, column * COLUMNS)

    roles.run(tiles, fill=fill, load=load, issue=begin, store=store)
    panels.finish()
