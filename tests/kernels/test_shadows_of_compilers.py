"""Kernels that nvcc, Numba and CuTe DSL compiled: their shadows are the functions of the sources."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.kernels.test_shadows_of_triton import wide

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parents[1] / "corpus" / "ptx"
Array = np.ndarray[Any, Any]


class Launch(NamedTuple):
    """A launch of a kernel; `expected` are the outputs without rounding, by the number of the array."""

    args: tuple[Any, ...]
    expected: dict[int, Array]
    grid: tuple[int, int, int] = (1, 1, 1)
    block: tuple[int, int, int] = (32, 1, 1)
    smem: int = 0


def numbers(*shape: int, dtype: Any = np.float32, seed: int = 0) -> Array:
    made: Array = np.random.default_rng([seed, *shape]).normal(size=shape).astype(dtype)
    return made


def of_numba(array: Array) -> tuple[Any, ...]:
    """The parameters of an array of Numba: its owners, sizes and strides around the address."""
    return (0, 0, array.size, array.itemsize, array, *array.shape, *array.strides)


def axpy() -> Launch:
    x, y, a = numbers(2048), numbers(2048, seed=1), np.float32(0.7)
    return Launch(
        (x, y, a, 2000), {1: np.where(np.arange(2048) < 2000, wide(x) * a + y, y)}, (16, 1, 1), (128, 1, 1)
    )


def row_sum() -> Launch:
    x = numbers(64, 512)
    return Launch((x, np.zeros(64, np.float32)), {1: wide(x).sum(1)}, (64, 1, 1))


def transpose() -> Launch:
    x = numbers(64, 512)
    return Launch((x, np.zeros((512, 64), np.float32)), {1: wide(x).T}, (16, 2, 1), (32, 8, 1), 4 * 32 * 33)


def saxpy() -> Launch:
    x, y, a = numbers(200), numbers(200, seed=1), np.float32(0.3)
    return Launch((200, a, x, y), {1: float(a) * wide(x) + y}, (2, 1, 1), (64, 1, 1))


def summed() -> Launch:
    x = numbers(1000)
    return Launch((x, np.zeros(1, np.float32), 1000), {1: wide(x).sum(keepdims=True)}, block=(128, 1, 1))


def rows_times_vector() -> Launch:
    a, x = numbers(3, 6 * 512), numbers(6 * 512)
    return Launch((a, x, np.zeros(3, np.float32), 6), {2: wide(a) @ wide(x)}, (3, 1, 1), (128, 1, 1))


def matmul() -> Launch:
    a, b = numbers(16, 32), numbers(32, 16)
    c = np.zeros((16, 16), np.float32)
    return Launch(of_numba(a) + of_numba(b) + of_numba(c), {2: wide(a) @ wide(b)}, block=(16, 16, 1))


def saxpy_of_numba() -> Launch:
    x, y, a = numbers(200), numbers(200, seed=1), np.float32(0.3)
    return Launch((200, a, *of_numba(x), *of_numba(y)), {1: float(a) * wide(x) + y}, (2, 1, 1))


def filtered() -> Launch:
    x = numbers(64)
    padded = np.pad(wide(x), 2, mode="edge")
    exact = sum(weight * padded[k : k + 64] for k, weight in enumerate((1, 4, 6, 4, 1)))
    return Launch(of_numba(x) + of_numba(np.zeros_like(x)), {1: np.asarray(exact)}, (2, 1, 1))


def reversed_() -> Launch:
    x = numbers(64, dtype=np.float64)
    return Launch(of_numba(x), {0: x[::-1].copy()}, block=(64, 1, 1), smem=512)


CASES: dict[str, tuple[str, Callable[[], Launch]]] = {
    "cute/axpy": ("axpy", axpy),
    "cute/row_sum": ("row_sum", row_sum),
    "cute/transpose": ("transpose", transpose),
    "cuda/saxpy": ("saxpy", saxpy),
    "cuda/reduce": ("_Z3sumPKfPfi", summed),
    "cuda/pipeline": ("rows_times_vector", rows_times_vector),
    "numba/matmul": ("matmul", matmul),
    "numba/saxpy": ("saxpy", saxpy_of_numba),
    "numba/filtered": ("filtered", filtered),
    "numba/dynamic": ("dynamic", reversed_),
}
"""The file without its target, the entry, and the launch."""


def files_of(case: str) -> list[str]:
    """The files of a kernel for its first and last target, in the order of names."""
    folder, name = case.split("/")
    found = sorted(file.name for file in (FOLDER / folder).glob(f"{name}.*.ptx"))
    return [f"{folder}/{file}" for file in dict.fromkeys((found[0], found[-1]))]


@pytest.mark.parametrize("file", [file for case in CASES for file in files_of(case)])
def test_a_compiled_kernel_computes_its_source(file: str) -> None:
    text = re.sub(r"\.param \.align 8 \.b8 (\w+)\[8\]", r".param .u64 \1", (FOLDER / file).read_text())
    wanted, make = CASES[file.split(".")[0]]
    words = text.replace("(", " ").split()
    entry = next(name for word, name in pairwise(words) if word == ".entry" and wanted in name)
    made, program = make(), from_ptx(text, entry)
    report = simulate(program, list(made.args), grid=made.grid, block=made.block, smem=made.smem, shadow=True)
    assert report.shadow is not None
    arrays = [number for number, arg in enumerate(made.args) if isinstance(arg, np.ndarray)]
    for number, exact in made.expected.items():
        name = program.params[arrays[number]].name
        verdict = report.shadow.compare(exact, name)
        assert verdict, f"{verdict}\n{report.shadow}"
        spoiled = exact + 0.0
        spoiled.flat[-1] += 1e-6 * (1 + abs(spoiled.flat[-1]))
        assert not report.shadow.compare(spoiled, name)
