"""Kernels of the corpus and what was raised of them give the same bytes on the same random inputs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import retraced
from pyptx.layouts.tensor_map import TensorMap
from pyptx.program import from_ptx

if TYPE_CHECKING:
    from collections.abc import Sequence

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "ptx"


class Floats(NamedTuple):
    """Random numbers of the normal distribution."""

    size: int
    dtype: Any = np.float32

    def draw(self, random: np.random.Generator) -> np.ndarray:
        return random.standard_normal(self.size).astype(self.dtype)


class Integers(NamedTuple):
    """Random integers from `low` up to, not including, `high`."""

    size: int
    low: int = 0
    high: int = 100
    dtype: Any = np.int32

    def draw(self, random: np.random.Generator) -> np.ndarray:
        return random.integers(self.low, self.high, self.size).astype(self.dtype)


class Run(NamedTuple):
    """A launch: the file, the entry as its name has it, and what it is given, of which arrays are drawn."""

    file: str
    entry: str
    args: tuple[Any, ...]
    grid: int | tuple[int, ...] = 1
    block: int | tuple[int, ...] = 32
    smem: int = 0


F16, BF16, F64, F8 = np.float16, ml_dtypes.bfloat16, np.float64, ml_dtypes.float8_e5m2
I64, U8, U16, U32, U64 = np.int64, np.uint8, np.uint16, np.uint32, np.uint64
BITS = Integers(64, 0, 1 << 32, U32)
METADATA = Integers(64, 0x44444444, 0x44444445, U32)
"""Words that sparse products take for metadata, and others for numbers."""
SCRATCH = (0, 0)
"""The last arguments of Triton's kernels."""


def numba(array: Floats | Integers, *shape: int) -> tuple[Any, ...]:
    """The parameters of one array of Numba: its owners, sizes and strides around the address."""
    size = np.dtype(array.dtype).itemsize
    strides = [size * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
    return (0, 0, array.size, size, array, *shape, *strides)


def gemm(file: str, dtype: Any, out: Any, tile: int = 64, smem: int = 0, block: int = 128) -> Run:
    """A product of Triton's of 64 rows and columns, over 96."""
    shape = (tile, tile, 96, 96, tile, tile)
    args = (Floats(tile * 96, dtype), Floats(tile * 96, dtype), Floats(tile * tile, out))
    return Run(file, "matmul", (*args, *shape, *SCRATCH), block=block, smem=smem)


RUNS = (
    Run("cuda/saxpy.sm_90", "saxpy", (200, 1.5, Floats(200), Floats(200)), 2, 64),
    Run("cuda/saxpy.sm_75", "saxpy4", (40, -2.5, Floats(160), Floats(160)), 2, 32),
    Run("cuda/saxpy.sm_100", "_Z5scaleIdEvPT_S0_l", (Floats(90, F64), 0.75, 80), 2, 64),
    Run("cuda/saxpy.sm_90", "_Z5scaleIhEvPT_S0_l", (Integers(90, 0, 256, U8), 7, 80), 2, 64),
    Run("cuda/reduce.sm_90", "_Z3sumPKfPfi", (Floats(1000), Floats(3), 1000), 3, 128),
    Run("cuda/reduce.sm_120", "_Z5votesPKiPj", (Integers(32, 0, 6), Integers(8, dtype=U32)), 1, 32),
    Run("cuda/reduce.sm_75", "_Z4scanPi", (Integers(64),), 1, 64, 256),
    Run(
        "cuda/atomics.sm_75",
        "_Z8integersPiPjPyPx",
        tuple(Integers(8, dtype=t) for t in (np.int32, U32, U64, I64)),
    ),
    Run(
        "cuda/atomics.sm_80",
        "_Z14results_unusedPiPfPdPy",
        (Integers(2), Floats(2), Floats(2, F64), Integers(2, dtype=U64)),
    ),
    Run("cuda/atomics.sm_90", "_Z4spinPdPi", (Floats(2, F64), Integers(1, 0, 1)), 3, 1),
    Run("cuda/control.sm_75", "_Z6choosePii", (Integers(64, -999, 999), 2), 1, 64),
    Run("cuda/control.sm_90", "_Z6choosePii", (Integers(64, -999, 999), 4), 1, 64),
    Run("cuda/control.sm_120", "_Z6searchPKiiPi", (Integers(64, -9, 70), 61, Integers(64)), 1, 1),
    Run("cuda/integer.sm_75", "_Z4bitsPjPiPy", (BITS, Integers(64), Integers(32, 0, 1 << 40, U64)), 1, 1),
    Run(
        "cuda/integer.sm_90",
        "_Z8productsPjPiPyPx",
        (BITS, Integers(64, 1), Integers(32, 0, 1 << 40, U64), Integers(32, 1, dtype=I64)),
        1,
        1,
    ),
    Run("cuda/integer.sm_100", "_Z4widePo", (Integers(64, 1, 1 << 30, U32),), 1, 1),
    Run("cuda/memory.sm_80", "_Z6ordersPiPyPd", (Integers(32), Integers(8, dtype=U64), Floats(2, F64)), 1, 1),
    Run("cuda/mma.sm_80", "_Z6amperePjPfPiPd", (METADATA, Floats(16), Integers(16), Floats(4, F64))),
    Run(
        "cuda/wmma.sm_80",
        "_Z6halvesPK6__halfS1_PfPS_",
        (Floats(4096, F16), Floats(4096, F16), Floats(4096), Floats(2048, F16)),
    ),
    Run(
        "cuda/wmma.sm_75",
        "_Z5bytesPKaPKhPi",
        (Integers(4096, -99, 99, np.int8), Integers(4096, 0, 200, U8), Integers(2048)),
    ),
    Run("cuda/half.sm_80", "_Z6halvesP6__halfP7__half2Pf", (Floats(64, F16), Floats(64, F16), Floats(8))),
    Run("cuda/math.sm_75", "_Z6in_f32Pff", (Floats(64), 0.7), 1, 1),
    Run(
        "cuda/pipeline.sm_80",
        "_Z17rows_times_vectorILi4EEvPK6float4S2_Pfi",
        (Floats(3 * 6 * 512), Floats(6 * 512), Floats(3), 6),
        3,
        128,
    ),
    Run("cuda/async_copy.sm_120", "_Z9pipelinedPK6float4PS_i", (Floats(5 * 512), Floats(5 * 512), 5), 1, 128),
    Run("cuda/assembly.sm_80", "_Z5warpsPjPi", (BITS, Integers(64)), 1, 64),
    Run(
        "cuda/fp8.sm_89",
        "_Z7eighthsPtPhP6float2P11__half2_rawPd",
        (Integers(32, dtype=U16), Integers(32, dtype=U8), Floats(32), Floats(32, F16), Floats(8, F64)),
        1,
        1,
    ),
    Run("triton/add.sm_80", "add", (Floats(1500), Floats(1500), Floats(1500), 1500, *SCRATCH), 2, 128),
    Run(
        "triton/softmax.sm_90",
        "softmax",
        (Floats(2 * 900, F16), Floats(2 * 900), 900, 900, *SCRATCH),
        2,
        128,
        128,
    ),
    Run(
        "triton/layer_norm.sm_75",
        "layer_norm",
        (Floats(800, BF16), Floats(400), Floats(400), Floats(800), 400, 1e-5, *SCRATCH),
        2,
        64,
        4096,
    ),
    Run("triton/dropout.sm_80", "dropout", (Floats(500), Floats(500), 500, 7, 0.5, *SCRATCH), 2, 64),
    Run("triton/scans.sm_90", "scans", (Floats(128), Floats(256), Integers(64), *SCRATCH), 1, 32, 2048),
    Run(
        "triton/atomics.sm_75",
        "atomics",
        (Integers(200, 0, 30), Floats(30), Integers(2, 0, 1), 200, *SCRATCH),
        2,
        128,
        128,
    ),
    gemm("triton/matmul_f16.sm_80", F16, F16, smem=32768),
    gemm("triton/matmul_bf16.sm_90", BF16, np.float32, smem=49152),
    gemm("triton/matmul_e5m2.sm_89", F8, np.float32, smem=32768),
    gemm("triton/matmul_tf32.sm_80", np.float32, np.float32, tile=32, smem=32768),
    Run(
        "triton/matmul_of_bytes.sm_80",
        "matmul_of_bytes",
        (
            Integers(32 * 128, -9, 9, np.int8),
            Integers(32 * 128, -9, 9, np.int8),
            Integers(1024),
            128,
            *SCRATCH,
        ),
        1,
        128,
        16384,
    ),
    Run(
        "triton/attention.sm_80",
        "attention",
        (*[Floats(64 * 64, F16)] * 4, 64, 0.125, *SCRATCH),
        1,
        128,
        65536,
    ),
    Run(
        "triton/matmul_by_descriptor.sm_90",
        "matmul_by_descriptor",
        (
            Floats(128 * 128, F16),
            Floats(64 * 128, F16),
            Floats(128 * 64, F16),
            128,
            64,
            128,
            Integers(512, 0, 1, U8),
            0,
        ),
        1,
        128,
        90112,
    ),
    Run("numba/saxpy.sm_75", "saxpy", (200, 1.5, *numba(Floats(200), 200), *numba(Floats(200), 200)), 2, 32),
    Run(
        "numba/matmul.sm_90",
        "matmul",
        numba(Floats(512), 16, 32) + numba(Floats(512), 32, 16) + numba(Floats(256), 16, 16),
        1,
        (16, 16),
    ),
    Run(
        "numba/atomics.sm_90",
        "atomics",
        numba(Integers(32), 32)
        + numba(Floats(32), 32)
        + numba(Floats(32, F64), 32)
        + numba(Integers(32, dtype=U32), 32),
    ),
    Run("numba/warps.sm_75", "warps", numba(Integers(32), 32) + numba(Integers(3), 3)),
    Run("numba/filtered.sm_75", "filtered", numba(Floats(64), 64) + numba(Floats(64), 64), 2, 32),
    Run("numba/mandelbrot.sm_75", "mandelbrot", (*numba(Integers(64), 8, 8), 40), 1, (8, 8)),
    Run(
        "numba/divided.sm_120",
        "divided",
        numba(Integers(64, -99, 99, I64), 64)
        + numba(Integers(64, 1, 9, I64), 64)
        + numba(Floats(64, I64), 64),
        2,
        32,
    ),
    Run("numba/dynamic.sm_75", "dynamic", numba(Floats(64, F64), 64), 1, 64, 512),
    Run("numba/functions32.sm_90", "functions", numba(Floats(32), 32) * 3, 1, 32),
)


@cache
def raised(text: str) -> str:
    """A text raised and traced again."""
    return retraced(ptx_to_python(text, sugar=True))


def arguments_of(run: Run) -> list[Any]:
    """Return the arguments of a launch."""
    random = np.random.default_rng(0)
    return [arg.draw(random) if isinstance(arg, (Floats, Integers)) else arg for arg in run.args]


def launched(text: str, run: Run) -> list[bytes]:
    """Return the contents of the arrays after a launch."""
    entry = next(name for name in entries(text) if run.entry in name)
    args = arguments_of(run)
    from_ptx(text, entry).launch(*args, grid=run.grid, block=run.block, smem=run.smem)
    return [arg.tobytes() for arg in args if isinstance(arg, np.ndarray)]


def entries(text: str) -> Sequence[str]:
    """The names of the kernels of a text."""
    words = text.replace("(", " ").split()
    return [name for word, name in pairwise(words) if word == ".entry"]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run.file}-{run.entry}")
def test_raised_kernels_compute_the_same(run: Run) -> None:
    text = (CORPUS / f"{run.file}.ptx").read_text()
    made = raised(text)
    expected = launched(text, run)
    assert launched(made, run) == expected
    assert expected != [arg.tobytes() for arg in arguments_of(run) if isinstance(arg, np.ndarray)]


@pytest.mark.parametrize("schedule", ["late", "early"])
def test_a_raised_gemm_of_hopper_computes_the_product(schedule: str) -> None:
    text = (CORPUS / "cuda" / "hopper_gemm.sm_90a.ptx").read_text()
    random = np.random.default_rng(0)
    a, b = (random.integers(-4, 5, (rows, 320)).astype(BF16) for rows in (128, 256))
    maps = [
        TensorMap.tiled("bf16", (320, len(each)), (64, box), swizzle="128B").of(each)
        for each, box in ((a, 128), (b, 128))
    ]
    for program in (text, raised(text)):
        out = np.zeros((128, 256), np.float32)
        from_ptx(program).launch(
            *maps, out, 256, 320, grid=(2, 1), block=384, smem=4 * 256 * 64 * 2, schedule=schedule
        )
        np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32).T)


def test_a_loc_without_its_column_keeps_its_words() -> None:
    text = (
        '.version 8.0\n.target sm_80\n.address_size 64\n.file 1 "a.py"\n'
        ".visible .entry k()\n{\n\t.loc\t1 5\n\tret;\n}\n"
    )
    assert "1 5" in ptx_to_python(text)
