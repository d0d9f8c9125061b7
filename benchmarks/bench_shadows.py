"""Time of launches with shadow values, as multiples of the time without on either engine of the simulator.

Prints for each kernel: seconds with shadows, the ratio to the reference engine, the ratio to the native one.
Each is the least of three, taken in turns. ``--dry`` runs small sizes once: that tests the script and
measures nothing.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.kernels import build_gemm_hopper
from pyptx.kernels.rows_softmax import build_softmax

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

MODES: dict[str, dict[str, Any]] = {"reference": {"native": False}, "native": {}, "shadow": {"shadow": True}}


def main() -> None:
    """Print the times of all kernels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="small sizes, once")
    dry = parser.parse_args().dry
    rng, rounds, size, rows = np.random.default_rng(0), 1 if dry else 3, 64 if dry else 256, 2 if dry else 64
    a, b = (rng.uniform(-1, 1, (size, size)).astype(ml_dtypes.bfloat16) for _ in range(2))
    measure(f"GEMM of {size} (Hopper)", rounds, build_gemm_hopper(), a, b)
    x = rng.standard_normal((rows, 1024), dtype=np.float32)
    measure(f"softmax of {rows} x 1024", rounds, build_softmax(1024), x)


def measure(name: str, rounds: int, kernel: Kernel, *arrays: np.ndarray[Any, Any]) -> None:
    """Print the times of a kernel."""
    least = dict.fromkeys(MODES, float("inf"))
    for _ in range(rounds):
        for mode, options in MODES.items():
            start = time.perf_counter()
            kernel.run(*arrays, **options)
            least[mode] = min(least[mode], time.perf_counter() - start)
    ratios = (least["shadow"] / least[mode] for mode in ("reference", "native"))
    print(f"{name:24} {least['shadow']:8.3f} s", *(f"{ratio:8.1f}" for ratio in ratios))


if __name__ == "__main__":
    main()
