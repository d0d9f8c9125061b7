"""Kernels that Triton compiled: their shadows are the functions of the sources, and none is called wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

import pyptx
from pyptx import Tile
from pyptx.equivalence import Geometry, ProgramSide, Search
from pyptx.program import from_ptx
from pyptx.types import bf16, f16, f32
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.program import Program

FOLDER = Path(__file__).parents[1] / "corpus" / "ptx" / "triton"
Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(0)
TILE = 64
E5M2 = 3
"""The output of `conversions` in that format."""

SMEM = {
    "sm_75": 65_536,
    **dict.fromkeys(("sm_80", "sm_86", "sm_89", "sm_120"), 100_000),
    "sm_90": 120_000,
} | {"sm_100": 120_000}


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel.

    Attributes:
        args: Arguments, in order.
        expected: The outputs without rounding, by the number of their argument.
        grid: CTAs.
        threads: Threads of a CTA.
    """

    args: Sequence[Any]
    expected: dict[int, Array]
    grid: tuple[int, int, int]
    threads: int = 128


def numbers(*shape: int, dtype: Any = np.float32) -> Array:
    """Random numbers in a format."""
    made: Array = RNG.normal(size=shape).astype(dtype)
    return made


def wide(array: Array) -> Array:
    """An array in float64."""
    return array.astype(np.float64)


def add() -> Launch:
    x, y = numbers(1100), numbers(1100)
    return Launch((x, y, np.zeros_like(x), 1100), {2: wide(x) + wide(y)}, (2, 1, 1))


def softmax() -> Launch:
    x = numbers(4, 300, dtype=np.float16)
    powers = np.exp(wide(x))
    exact = powers / powers.sum(1, keepdims=True)
    return Launch((x, np.zeros(x.shape, np.float32), 300, 300), {1: exact}, (4, 1, 1))


def matmul(dtype: Any, out: Any, tile: int = TILE, tiles: int = 1, k: int = 64) -> Launch:
    m, n = tiles * tile, tile
    a, b = numbers(m, k, dtype=dtype), numbers(k, n, dtype=dtype)
    args = (a, b, np.zeros((m, n), out), m, n, k, k, n, n)
    return Launch(args, {2: wide(a) @ wide(b)}, (tiles, 1, 1))


def matmul_by_descriptor() -> Launch:
    a, b = numbers(128, 96, dtype=np.float16), numbers(64, 96, dtype=np.float16)
    args = (a, b, np.zeros((128, 64), np.float16), 128, 64, 96)
    return Launch(args, {2: wide(a) @ wide(b).T}, (1, 1, 1))


def causal(q: Array, k: Array, v: Array) -> Array:
    """Attention in base 2, of which each row sees the keys up to its own."""
    scores = np.where(np.tri(len(q), len(k)) > 0, q @ k.T / 8, -np.inf)
    powers = np.exp2(scores - scores.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True) @ v)


def attention() -> Launch:
    q, k, v = (numbers(64, 64, dtype=np.float16) for _ in range(3))
    args = (q, k, v, np.zeros_like(q), 64, np.float32(0.125))
    return Launch(args, {3: causal(wide(q), wide(k), wide(v))}, (1, 1, 1))


def layer_norm() -> Launch:
    x, w, b = numbers(3, 500, dtype=ml_dtypes.bfloat16), numbers(500), numbers(500)
    centred = wide(x) - wide(x).mean(1, keepdims=True)
    eps = np.float32(1e-5)
    exact = centred / np.sqrt((centred**2).mean(1, keepdims=True) + float(eps)) * wide(w) + wide(b)
    return Launch((x, w, b, np.zeros(x.shape, np.float32), 500, eps), {3: exact}, (3, 1, 1), 64)


def dropout() -> Launch:
    x = numbers(500)
    return Launch((x, np.zeros_like(x), 500, 7, np.float32(0.5)), {1: 2 * wide(x)}, (2, 1, 1), 64)


def scans() -> Launch:
    x = np.abs(numbers(128))
    sums = 2 * np.cumsum(wide(x))
    args = (x, np.zeros(256, np.float32), np.zeros(64, np.int32))
    return Launch(args, {1: np.append(sums, np.sort(wide(x)))}, (1, 1, 1), 32)


def atomics() -> Launch:
    keys = RNG.integers(0, 5, 200).astype(np.int32)
    sums = np.zeros(8, np.float32)
    args = (keys, sums, np.zeros(2, np.int32), 200)
    return Launch(args, {1: np.bincount(keys, minlength=8).astype(np.float64)}, (2, 1, 1))


def conversions() -> Launch:
    x = numbers(256)
    outputs = (np.zeros(256, dtype) for dtype in (np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2))
    args = (x, *outputs, np.zeros(256, np.int64), 256)
    return Launch(args, {number: wide(x) for number in (1, 2, 3)}, (1, 1, 1), 64)


LAUNCHES: dict[str, Callable[[], Launch]] = {
    "add": add,
    "softmax": softmax,
    "matmul_f16": lambda: matmul(np.float16, np.float16),
    "matmul_f16.sm_80": lambda: matmul(np.float16, np.float16, tiles=2, k=96),
    "matmul_bf16": lambda: matmul(ml_dtypes.bfloat16, np.float32),
    "matmul_tf32": lambda: matmul(np.float32, np.float32, 32),
    "matmul_e5m2": lambda: matmul(ml_dtypes.float8_e5m2, np.float32),
    "matmul_by_descriptor": matmul_by_descriptor,
    "attention": attention,
    "layer_norm": layer_norm,
    "dropout": dropout,
    "scans": scans,
    "atomics": atomics,
    "conversions": conversions,
}
"""The launch of a kernel for all targets, or for one of them."""
FILES = [file.name for file in sorted(FOLDER.glob("*.ptx")) if file.name.split(".")[0] in LAUNCHES]


APART = {"atomics": 2.0}
"""The factor by which bounds of errors differ by engine: warps add to one place in another order."""


def program(file: str) -> Program:
    return from_ptx((FOLDER / file).read_text())


def scratch(program: Program, args: Sequence[Any]) -> list[Array]:
    """The memory that a kernel has after its arguments."""
    return [np.zeros(1 << 16, np.uint8) for _ in range(len(program.params) - len(args))]


@pytest.mark.parametrize("file", FILES)
def test_a_compiled_kernel_computes_its_source(file: str) -> None:
    name, target, _ = file.split(".")
    made, found = LAUNCHES.get(f"{name}.{target}", LAUNCHES[name])(), program(file)
    report = simulate_both(
        found,
        [*made.args, *scratch(found, made.args)],
        grid=made.grid,
        block=(made.threads, 1, 1),
        smem=SMEM[target],
        shadow=True,
        apart=APART.get(name, 1.0),
    )
    assert report.shadow is not None
    for number, exact in made.expected.items():
        kept = exact if name != "dropout" else np.where(made.args[number] != 0, exact, 0.0)
        verdict = report.shadow.compare(kept, found.params[number].name)
        software = file == "conversions.sm_80.ptx" and number == E5M2  # integer instructions round
        assert verdict or (software and verdict.ended), f"{verdict}\n{report.shadow}"
        assert not software or "may be rounding" in str(verdict)


ATTENTION = (*(Tile(64, 64, f16) for _ in range(3)), np.zeros((64, 64), np.float16), 64, np.float32(0.125))
EQUAL: dict[str, tuple[str, str, Sequence[Any]]] = {
    "softmax": ("sm_75", "sm_90", (Tile(3, 100, f16), np.zeros((3, 100), np.float32), 100, 100)),
    "layer_norm": (
        "sm_75",
        "sm_90",
        (
            *(Tile(3, 100, bf16), Tile(100, f32), Tile(100, f32)),
            *(np.zeros((3, 100), np.float32), 100, np.float32(1e-5)),
        ),
    ),
    "matmul_f16": (
        "sm_75",
        "sm_100",
        (Tile(64, 32, f16), Tile(32, 64, f16), np.zeros((64, 64), np.float16), 64, 64, 32, 32, 64, 64),
    ),
    "attention": ("sm_80", "sm_90", ATTENTION),
}
"""Kernels by name: two targets, and the arguments."""


def side(name: str, target: str) -> ProgramSide:
    """One compilation of a kernel."""
    rows = 3 if name in ("softmax", "layer_norm") else 1
    geometry = Geometry(rows, 64 if name == "layer_norm" else 128, smem=SMEM[target])
    return ProgramSide(target, program(f"{name}.{target}.ptx"), lambda sizes: geometry, {})


@pytest.mark.parametrize("name", EQUAL)
def test_compilations_for_two_targets_are_equal(name: str) -> None:
    first, second, inputs = EQUAL[name]
    sides = side(name, first), side(name, second)
    more = scratch(max((each.program for each in sides), key=lambda each: len(each.params)), inputs)
    search = Search(kinds=("uniform", "zeros", "large and small", "one-hot rows"), draws=1)
    found = pyptx.equal(*sides, *inputs, *more, search=search)
    assert found, found


def test_a_key_less_is_different() -> None:
    compiled = side("attention", "sm_80")
    args = (*ATTENTION, *scratch(compiled.program, ATTENTION))
    search = Search(kinds=("uniform",), draws=1, tries=5)
    assert pyptx.equal(compiled, lambda q, k, v: causal(q, k, v), *args, search=search)
    found = pyptx.equal(compiled, lambda q, k, v: causal(q, k[:-1], v[:-1]), *args, search=search)
    assert found.verdict == "different"
