"""The same work on simulators: this one's two engines, Triton's interpreter and Numba's CUDA simulator.

``python benchmarks/bench_simulators.py`` prints, for a vector sum, RMSNorm and a matrix product, the elements
or multiplications per CPU second of each simulator, best of three, and the speed-up of the native engine.
Each runs a size that takes it about a second; results are compared with NumPy's. A missing package is named:
``pip install triton torch numba``. ``--dry`` runs small sizes once: that tests the script and measures
nothing.
"""

from __future__ import annotations

import argparse
import importlib
import os
import time
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.program import directing
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pyptx.kernel import Kernel

    Array = NDArray[Any]
    Simulator = Callable[[Array, Array], Array]

os.environ["TRITON_INTERPRET"] = "1"
os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

AMPERE = Path(__file__).parents[1] / "examples" / "ampere"
ROUNDS = 3
BLOCK = 1024
TILE, STEP = 64, 32
WORK = ("vector_add", "rms_norm", "gemm")
SIZES: dict[str, dict[str, tuple[int, int]]] = {
    "native": {"vector_add": (2048, 1024), "rms_norm": (4096, 1024), "gemm": (512, 512)},
    "numpy": {"vector_add": (2048, 1024), "rms_norm": (1024, 1024), "gemm": (128, 128)},
    "Triton": {"vector_add": (2048, 1024), "rms_norm": (1024, 1024), "gemm": (512, 512)},
    "Numba": {"vector_add": (8, 1024), "rms_norm": (8, 1024), "gemm": (32, 64)},
}
"""Rows and columns of what each simulator works on: of a product, those of both factors."""


DRY = {"vector_add": (8, 1024), "rms_norm": (8, 1024), "gemm": (64, 64)}


def main() -> None:
    """Time every simulator that is there on every kernel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="small sizes, once")
    rounds = ROUNDS
    if parser.parse_args().dry:
        rounds = 1
        SIZES.update(dict.fromkeys(SIZES, DRY))
    rates: dict[tuple[str, str], float] = {}
    for name in SIZES:
        try:
            simulators = dict(zip(WORK, MAKERS[name](), strict=True))
        except ImportError as error:
            print(f"{name:8s} not measured: {error}")
            continue
        for work, run in simulators.items():
            rows, columns = SIZES[name][work]
            seconds = timed(work, run, rows, columns, rounds)
            count = rows * rows * columns if work == "gemm" else rows * columns
            rate = rates[name, work] = count / seconds / 1e6
            said = f"{name:8s} {work:10s} {rows:5d} x {columns:<5d} {seconds:7.3f} s  {rate:10.3f} M/s"
            native = rates.get(("native", work), 0)
            print(said + (f"  native engine {native / rate:9.1f} times as fast" if native else ""))


def timed(work: str, run: Simulator, rows: int, columns: int, rounds: int) -> float:
    """Seconds of the processor, best of some, of a run whose result is right."""
    rng = np.random.default_rng(0)
    left = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    right = rng.uniform(-1, 1, columns if work == "rms_norm" else (rows, columns)).astype(np.float32)
    if work == "gemm":
        left, right = (
            x.astype(np.float16).astype(ml_dtypes.bfloat16).astype(np.float32) for x in (left, right)
        )
    expected = EXPECTED[work](left.astype(np.float64), right.astype(np.float64))
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        found = run(left, right)
        best = min(best, time.process_time() - started)
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
    return best


EXPECTED: dict[str, Callable[[Array, Array], Array]] = {
    "vector_add": np.add,
    "rms_norm": lambda x, w: x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-6) * w,
    "gemm": lambda a, b: a @ b.T,
}


def pyptx_engine(*, native: bool) -> Iterator[Simulator]:
    """The examples for Ampere on one engine, after their first launches."""
    if native and MISSING:
        raise ImportError(MISSING)
    for work, builder in zip(WORK, ("build_vector_add", "build_rms_norm", "build_gemm"), strict=True):
        build = run_path(str(AMPERE / f"{work}.py"))[builder]
        rows, columns = SIZES["native" if native else "numpy"][work]
        sizes = {"vector_add": (rows * columns,), "rms_norm": (columns,), "gemm": (rows, rows, columns)}
        yield launching(work, build(*sizes[work]), native=native)


def launching(work: str, kernel: Kernel, *, native: bool) -> Simulator:
    """Return a simulator that runs a kernel on an engine."""
    dtype = ml_dtypes.bfloat16 if work == "gemm" else np.float32

    def run(left: Array, right: Array) -> Array:
        arrays = [x.astype(dtype, copy=False) for x in (left, right)]
        if work == "vector_add":
            arrays = [x.reshape(-1) for x in arrays]
        with directing("sim", native=native):
            found: Array = kernel(*arrays)
        return found.reshape(len(left), -1)

    return run


def triton_interpreter() -> Iterator[Simulator]:
    """The kernels in Triton."""
    kernels, torch = map(importlib.import_module, ("interpreted_triton", "torch"))

    def add(x: Array, y: Array) -> Array:
        z = torch.empty(x.shape)
        grid = (-(-x.size // BLOCK),)
        kernels.add[grid](torch.from_numpy(x), torch.from_numpy(y), z, x.size, size=BLOCK)
        found: Array = z.numpy()
        return found

    def rms_norm(x: Array, w: Array) -> Array:
        out = torch.empty(x.shape)
        kernels.rms_norm[len(x),](torch.from_numpy(x), torch.from_numpy(w), out, columns=x.shape[1])
        found: Array = out.numpy()
        return found

    def gemm(a: Array, b: Array) -> Array:
        d = torch.empty(len(a), len(b))
        left, right = (torch.from_numpy(x).half() for x in (a, b))
        grid = (len(a) // TILE, len(b) // TILE)
        kernels.multiply[grid](left, right, d, len(b), a.shape[1], tile=TILE, step=STEP)
        found: Array = d.numpy()
        return found

    yield from (add, rms_norm, gemm)


def numba_simulator() -> Iterator[Simulator]:
    """The kernels in Numba."""
    kernels = importlib.import_module("simulated_numba")

    def add(x: Array, y: Array) -> Array:
        z = np.empty(x.size, np.float32)
        kernels.add[-(-x.size // kernels.THREADS), kernels.THREADS](x.reshape(-1), y.reshape(-1), z)
        return z.reshape(x.shape)

    def rms_norm(x: Array, w: Array) -> Array:
        out = np.empty_like(x)
        kernels.rms_norm[len(x), kernels.THREADS](x, w, out)
        return out

    def gemm(a: Array, b: Array) -> Array:
        d = np.empty((len(a), len(b)), np.float32)
        grid = (len(b) // kernels.TILE, len(a) // kernels.TILE)
        kernels.multiply[grid, (kernels.TILE, kernels.TILE)](a, b, d)
        return d

    yield from (add, rms_norm, gemm)


MAKERS: dict[str, Callable[[], Iterator[Simulator]]] = {
    "native": lambda: pyptx_engine(native=True),
    "numpy": lambda: pyptx_engine(native=False),
    "Triton": triton_interpreter,
    "Numba": numba_simulator,
}


if __name__ == "__main__":
    main()
