"""GEMM with block scales on Blackwell: mxfp8, mxfp4 and nvfp4, with the factors in tensor memory.

Each 16 or 32 elements along K share a scale factor, and `tcgen05.mma` multiplies by both factors: no other
instruction touches them. What this adds to `gemm_highperf_blackwell.py`:

* The factors of 128 rows and four blocks are an atom of 512 bytes, in the order in which tensor memory holds
  them: 32 lanes of 16 bytes. `pack_factors` makes atoms, a tensor copy brings them with the stage.
* `tcgen05.cp` copies an atom to four columns, and to all four groups of 32 lanes. The thread that issues the
  products issues it: a copy is ordered before products of the same thread, without a wait.
* Nothing orders a product before a later copy to its factors. So each stage has columns of its own: they are
  written again when the stage has been filled again, after its products have completed.
* The instruction descriptor says in which byte of a column the factors of a product start. A product takes
  one (mxfp8), two (mxfp4) or four (nvfp4) of the four bytes.
* Two accumulators of 256 columns would fill tensor memory. A tile has 128 columns here, so that the epilogue
  still overlaps the next tile.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, b8, bf16, e4m3, f32, u32

ROLES: Any = SimpleNamespace(**run_path(str(Path(__file__).with_name("gemm_roles.py"))))
ROWS, THREADS = ROLES.ROWS, ROLES.THREADS
COLUMNS = 128
ROW_BYTES, MMA_BYTES = 128, 32  # of A and B_T: in a stage, and in a product
ATOM_BYTES, ATOM_FACTORS, ATOM_COLUMNS = 512, 4, 4
STAGES = 5
SMS = 148
MULTIPLE = 32


@dataclass(frozen=True)
class Format:
    """A number format with block scales.

    Attributes:
        kind: Kind of `tcgen05.mma`.
        type: Type of the elements.
        element: The same in NumPy.
        block: Elements along K that share a factor.
        factor: Type of the factors in NumPy.
        vector: Factors of a row in a product, as the instruction spells it; None where it is the only one.
    """

    kind: str
    type: str
    element: Any
    block: int
    factor: Any
    vector: str | None = None

    @property
    def per_byte(self) -> int:
        """Elements in a byte."""
        return 1 if self.type == "e4m3" else 2

    @property
    def factors(self) -> int:
        """Factors of a row in a product."""
        return MMA_BYTES * self.per_byte // self.block


FORMATS = {
    "mxfp8": Format("mxf8f6f4", "e4m3", ml_dtypes.float8_e4m3fn, 32, ml_dtypes.float8_e8m0fnu),
    "mxfp4": Format("mxf4", "e2m1", ml_dtypes.float4_e2m1fn, 32, ml_dtypes.float8_e8m0fnu),
    "nvfp4": Format("mxf4nvf4", "e2m1", ml_dtypes.float4_e2m1fn, 16, ml_dtypes.float8_e4m3fn, "4X"),
}


def build_gemm_block_scaled(
    M: int, N: int, K: int, *, numbers: str = "mxfp8", out: PtxType = bf16, sms: int = SMS,
    arch: str = "sm_100a",
) -> Kernel:  # fmt: skip
    """Build `D = (A * SFA) @ (B_T * SFB).T`, where each factor counts for a block of elements along K.

    Args:
        M: Rows of A and D.
        N: Rows of B_T, columns of D; D's rows are a multiple of 16 bytes.
        K: Columns of A and B_T, a multiple of 32. Two elements of 4 bits share a byte.
        numbers: `"mxfp8"`, `"mxfp4"` or `"nvfp4"`.
        out: Element type of D: bf16, f16 or f32.
        sms: Multiprocessors of the GPU; as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Returns:
        A kernel of A[M, K], B_T[N, K], SFA and SFB, the last two as `pack_factors` makes them.

    Raises:
        ValueError: There is no such format, or a size is not a multiple of what a tensor copy needs.
    """
    if numbers not in FORMATS:
        raise ValueError(f"numbers={numbers!r}: this kernel takes {', '.join(map(repr, FORMATS))}")
    for name, size, multiple in (("K", K, MULTIPLE), ("N", N, 16 // out.bytes)):
        if size % multiple:
            raise ValueError(f"{name}={size}: this kernel takes a multiple of {multiple}")
    form = FORMATS[numbers]
    stored, held = (e4m3, K) if form.per_byte == 1 else (b8, K // 2)
    parts = ROW_BYTES // MMA_BYTES
    atoms = parts * form.factors // ATOM_FACTORS  # of 128 rows, in a stage
    atoms_of_k = -(-K // (form.block * ATOM_FACTORS))
    high, wide = -(-M // ROWS), -(-N // COLUMNS)
    ctas = min(sms, high * wide)
    shapes = [
        ptx.tcgen05.make_instr_desc(form.kind, m=ROWS, n=COLUMNS, a=form.type, sfa_id=byte, sfb_id=byte)
        for byte in (part * form.factors % ATOM_FACTORS for part in range(parts))
    ]

    @kernel(
        in_specs=(
            Tile(M, held, stored), Tile(N, held, stored),
            Tile(high, atoms_of_k, ATOM_BYTES // 4, u32), Tile(wide, atoms_of_k, ATOM_BYTES // 4, u32),
        ),
        out_specs=(Tile(M, N, out),), grid=(ctas,), block=(THREADS, 1, 1), arch=arch,
    )  # fmt: skip
    def gemm_block_scaled(A, B_T, SFA, SFB, D):
        box = {"box": (ROWS, ROW_BYTES), "swizzle": "128B"}
        maps = A.tma_desc(**box), B_T.tma_desc(**box)
        maps_of_factors = [tensor.tma_desc(box=(1, atoms, ATOM_BYTES // 4)) for tensor in (SFA, SFB)]
        ring = smem.alloc(stored, (2, STAGES, ROWS, ROW_BYTES), "128B")
        factors = smem.alloc(u32, (2, STAGES, atoms, ATOM_BYTES // 4), align=128)
        columns_of_stage = 2 * atoms * ATOM_COLUMNS
        roles = ROLES.Roles(
            ROLES.Sizes(
                ctas=1, stages=STAGES, rounds=1, kept=STAGES, columns=COLUMNS, steps=-(-held // ROW_BYTES),
                stage_bytes=2 * (ring[0, 0].nbytes + factors[0, 0].nbytes),
                more_columns=STAGES * columns_of_stage,
            )
        )  # fmt: skip
        panels = ROLES.Panels(roles, out)
        map_d = D.tma_desc(box=(32, panels.columns), swizzle="128B")
        first = ptx.tcgen05.masked_descriptor(reg.from_(ring, u32))
        first_atom = ptx.tcgen05.descriptor(factors, stride_bytes=128, swizzle="NONE")
        columns_of_factors = ptx.tcgen05.address(roles.tensor_memory, column=2 * COLUMNS)

        def tiles(act):
            for tile in ptx.range_(reg.from_(ptx.special.ctaid.x(), u32), high * wide, ctas):
                act(*ROLES.in_bands(tile, high, wide))

        def fill(stage, barrier, step, *tile):
            for matrix, above in enumerate(tile):
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ring[matrix, stage], src=maps[matrix], coord=(step * ROW_BYTES, above * ROWS),
                    mbar=barrier,
                )  # fmt: skip
                ptx.cp.async_.bulk.tensor_3d(
                    dst=factors[matrix, stage], src=maps_of_factors[matrix], coord=(0, step * atoms, above),
                    mbar=barrier,
                )  # fmt: skip

        def issue(stage, _turn, accumulator, later, chosen):
            def place(matrix, atom):
                """The columns of the factors of four blocks."""
                column = stage * columns_of_stage + (matrix * atoms + atom) * ATOM_COLUMNS
                return ptx.tcgen05.address(columns_of_factors, column=column)

            for matrix in range(2):
                for atom in range(atoms):
                    distance = ((matrix * STAGES + stage) * atoms + atom) * ATOM_BYTES
                    ptx.tcgen05.cp(
                        place(matrix, atom), first_atom + (distance >> 4), size="32x128b", pred=chosen
                    )
            for part, shape in enumerate(shapes):
                a = first + (ring[0, 0].nbytes * stage + part * MMA_BYTES >> 4)
                b = first + (ring[0, 0].nbytes * (STAGES + stage) + part * MMA_BYTES >> 4)
                atom = part * form.factors // ATOM_FACTORS
                ptx.tcgen05.mma(
                    accumulator, a, b, shape, kind=form.kind, scale_vec=form.vector,
                    sfa=place(0, atom), sfb=place(1, atom), enable_input_d=True if part else later,
                    pred=chosen,
                )  # fmt: skip

        copy_out = panels.copied_to(map_d, COLUMNS)

        def store(release, accumulator, row, column):
            copy_out(release, accumulator, row * ROWS, column * COLUMNS)

        roles.run(tiles, fill=fill, issue=lambda: issue, store=store)
        panels.finish()
        ptx.ret()

    return gemm_block_scaled


def pack_elements(values: np.ndarray, numbers: str) -> np.ndarray:
    """Round values to the elements of a format; two of 4 bits in a byte, the lower index in the low half."""
    elements = values.astype(FORMATS[numbers].element)
    if FORMATS[numbers].per_byte == 1:
        return elements
    nibbles = elements.view(np.uint8)
    return nibbles[:, ::2] | nibbles[:, 1::2] << 4


def pack_factors(factors: np.ndarray) -> np.ndarray:
    """Put factors, one row for each row of A or B_T, into atoms: 128 rows, four factors, 512 bytes.

    The array has the shape (blocks of rows, atoms along K, 128) of u32; what is missing is filled with zeros.
    """
    rows, count = factors.shape
    high, wide = -(-rows // ROWS), -(-count // ATOM_FACTORS)
    whole = np.zeros((high * ROWS, wide * ATOM_FACTORS), np.uint8)
    whole[:rows, :count] = factors.view(np.uint8)
    bands = whole.reshape(high, 4, 32, wide, ATOM_FACTORS)  # row m of 128: lane m % 32, word m // 32
    return np.ascontiguousarray(bands.transpose(0, 3, 2, 1, 4)).view(np.uint32).reshape(high, wide, ROWS)


def gemm_ref(a: np.ndarray, b_t: np.ndarray, sfa: np.ndarray, sfb: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64, from elements and factors that are not packed."""

    def scaled(values: np.ndarray, factors: np.ndarray) -> np.ndarray:
        block = values.shape[1] // factors.shape[1]
        return values.astype(np.float64) * np.repeat(factors.astype(np.float64), block, axis=1)

    return scaled(a, sfa) @ scaled(b_t, sfb).T


def example(M: int, N: int, K: int, numbers: str) -> tuple[list[np.ndarray], np.ndarray]:
    """The inputs of a kernel, and its output."""
    form, rng = FORMATS[numbers], np.random.default_rng(M + N + K)
    plain = [rng.uniform(-4, 4, (rows, K)).astype(form.element) for rows in (M, N)]
    factors = [np.exp2(rng.integers(-3, 4, (rows, K // form.block))).astype(form.factor) for rows in (M, N)]
    packed = [pack_elements(values, numbers) for values in plain]
    return packed + [pack_factors(each) for each in factors], gemm_ref(*plain, *factors)


def main(M: int = 256, N: int = 256, K: int = 512, *, arch: str = "sm_100a") -> None:
    """Run each format once against the reference."""
    for numbers in FORMATS:
        inputs, expected = example(M, N, K, numbers)
        made = build_gemm_block_scaled(M, N, K, numbers=numbers, out=f32, arch=arch)
        trial(made, inputs, expected=expected, tolerance=1e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
