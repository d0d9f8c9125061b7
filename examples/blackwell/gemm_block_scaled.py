"""GEMM with block scales on Blackwell: mxfp8, mxfp4 and nvfp4.

The kernel is in the library, `pyptx/kernels/gemm_scaled_blackwell.py`. Here are the functions that pack
elements and factors for it, and the reference.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.gemm_scaled_blackwell import ATOM_FACTORS, FORMATS
from pyptx.kernels.gemm_scaled_blackwell import build_gemm_scaled_blackwell as build_gemm_block_scaled
from pyptx.kernels.roles_blackwell import ROWS
from pyptx.runtime import trial
from pyptx.types import f32

ELEMENTS = {"e4m3": ml_dtypes.float8_e4m3fn, "e2m1": ml_dtypes.float4_e2m1fn}
FACTORS = {
    "mxfp8": ml_dtypes.float8_e8m0fnu,
    "mxfp4": ml_dtypes.float8_e8m0fnu,
    "nvfp4": ml_dtypes.float8_e4m3fn,
}


def pack_elements(values: np.ndarray, numbers: str) -> np.ndarray:
    """Round values to the elements of a format; two of 4 bits in a byte, the lower index in the low half."""
    elements = values.astype(ELEMENTS[FORMATS[numbers].type])
    if FORMATS[numbers].per_byte == 1:
        return elements
    nibbles = elements.view(np.uint8)
    return nibbles[:, ::2] | nibbles[:, 1::2] << 4


def pack_factors(factors: np.ndarray) -> np.ndarray:
    """Put factors, one row for each row of A or B_T, into atoms: 128 rows, four factors, 512 bytes.

    The array has the shape (blocks of rows, atoms along K, 128) of u32; missing elements are zeros.
    """
    rows, count = factors.shape
    high, wide = -(-rows // ROWS), -(-count // ATOM_FACTORS)
    whole = np.zeros((high * ROWS, wide * ATOM_FACTORS), np.uint8)
    whole[:rows, :count] = factors.view(np.uint8)
    bands = whole.reshape(high, 4, 32, wide, ATOM_FACTORS)  # row m of 128: lane m % 32, word m // 32
    return np.ascontiguousarray(bands.transpose(0, 3, 2, 1, 4)).view(np.uint32).reshape(high, wide, ROWS)


def gemm_ref(a: np.ndarray, b_t: np.ndarray, sfa: np.ndarray, sfb: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64, from elements and factors that are not packed."""

    def scaled(values: np.ndarray, factors: np.ndarray) -> np.ndarray:
        block = values.shape[1] // factors.shape[1]
        return values.astype(np.float64) * np.repeat(factors.astype(np.float64), block, axis=1)

    return scaled(a, sfa) @ scaled(b_t, sfb).T


def example(M: int, N: int, K: int, numbers: str) -> tuple[list[np.ndarray], np.ndarray]:
    """The inputs of a kernel, and its output."""
    form, rng = FORMATS[numbers], np.random.default_rng(M + N + K)
    plain = [rng.uniform(-4, 4, (rows, K)).astype(ELEMENTS[form.type]) for rows in (M, N)]
    factors = [
        np.exp2(rng.integers(-3, 4, (rows, K // form.block))).astype(FACTORS[numbers]) for rows in (M, N)
    ]
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
