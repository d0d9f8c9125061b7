"""Time of launches with shadow values, as multiples of the time without on either engine of the simulator.

Prints for each kernel: seconds with shadows, the ratio to the reference engine, the ratio to the native one.
Each is the least of three, taken in turns.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.kernels import build_gemm_hopper
from pyptx.kernels.rows_softmax import build_softmax

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

MODES: dict[str, dict[str, Any]] = {"reference": {"native": False}, "native": {}, "shadow": {"shadow": True}}


def measure(name: str, kernel: Kernel, *arrays: np.ndarray[Any, Any]) -> None:
    """Print the times of a kernel."""
    least = dict.fromkeys(MODES, float("inf"))
    for _ in range(3):
        for mode, options in MODES.items():
            start = time.perf_counter()
            kernel.run(*arrays, **options)
            least[mode] = min(least[mode], time.perf_counter() - start)
    ratios = (least["shadow"] / least[mode] for mode in ("reference", "native"))
    print(f"{name:24} {least['shadow']:8.3f} s", *(f"{ratio:8.1f}" for ratio in ratios))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    a, b = (rng.uniform(-1, 1, (256, 256)).astype(ml_dtypes.bfloat16) for _ in range(2))
    measure("GEMM of 256 (Hopper)", build_gemm_hopper(), a, b)
    measure("softmax of 64 x 1024", build_softmax(1024), rng.standard_normal((64, 1024), dtype=np.float32))
