"""Time and memory of launches with shadow values, as multiples of those without.

Prints for each kernel: seconds with shadows, their ratio to the reference engine, that to the native one, and
the ratio of memory: by how much a launch and its arrays raise the peak of a process. Each time is that of the
processor: that of one run on the reference engine, and else the least of several, taken in turns. ``--dry``
runs a kernel of each shape once, with small sizes: that tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.kernels import (
    build_attention_blackwell,
    build_attention_hopper,
    build_fused_silu_mul,
    build_gemm_blackwell,
    build_gemm_hopper,
    build_softmax,
)
from pyptx.types import bf16

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

MODES: dict[str, dict[str, Any]] = {"reference": {"native": False}, "native": {}, "shadow": {"shadow": True}}
STATUS = Path("/proc/self/status")
KERNELS = (
    ("GEMM (Hopper)", 256, 1024),
    ("GEMM (Blackwell)", 256, 1024),
    ("attention (Hopper)", 256, 1024),
    ("attention (Blackwell)", 256, 1024),
    ("softmax", 64, 1024),
    ("SwiGLU in bf16", 64, 1024),
)
DRY = "GEMM (Hopper)", "attention (Blackwell)", "softmax", "SwiGLU in bf16"
"""One kernel of each shape, for a dry run."""


def main() -> None:
    """Print the times of all kernels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="small sizes, once")
    dry = parser.parse_args().dry
    kernels = [(name, 64, 64) for name in DRY] if dry else KERNELS
    seconds = [times(*build(name, size), 1 if dry else 3) for name, size, _ in kernels]
    # A peak is that of a process which ran nothing before; a dry run measures nothing. Processes start after
    # all times are measured: a start takes time of the processor.
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=None if dry else 1) as pool:
        for (name, size, large), least in zip(kernels, seconds, strict=True):
            ratios = [f"{least['shadow'] / least[mode]:8.1f}" for mode in ("reference", "native")]
            native, shadow = (pool.apply(peak, (name, large, mode)) for mode in ("native", "shadow"))
            print(
                f"{name:21} of {size:4} {least['shadow']:8.3f} s {' '.join(ratios)}   memory of {large:4}: "
                f"{shadow:6.1f} MB, {shadow / max(native, 1e-9):4.1f} times"
            )


def build(name: str, size: int) -> tuple[Kernel, tuple[np.ndarray[Any, Any], ...]]:
    """Return a kernel and its inputs: square matrices, so many queries and keys of 64, or rows of 1024."""
    rng = np.random.default_rng(0)
    if name == "softmax":
        return build_softmax(1024), (rng.standard_normal((size, 1024), dtype=np.float32),)
    attends, on_hopper, by_element = "attention" in name, "Hopper" in name, "SwiGLU" in name
    shape = (1, size, 1, 64) if attends else (size, 1024) if by_element else (size, size)
    arrays = tuple(np.empty(shape, ml_dtypes.bfloat16) for _ in range(3 if attends else 2))
    for array in arrays:
        for row in array.reshape(size, -1):  # without an array of float64
            row[:] = rng.uniform(-1, 1, row.shape)
    if attends:
        return (build_attention_hopper if on_hopper else build_attention_blackwell)(64, scale=0.125), arrays
    if by_element:
        return build_fused_silu_mul(dtype=bf16), arrays
    return (build_gemm_hopper if on_hopper else build_gemm_blackwell)(), arrays


def times(kernel: Kernel, arrays: tuple[np.ndarray[Any, Any], ...], rounds: int) -> dict[str, float]:
    """Return the seconds of each mode: the reference engine runs once."""
    least = dict.fromkeys(MODES, float("inf"))
    for _ in range(rounds):
        for mode, options in MODES.items():
            if mode == "reference" and least[mode] < float("inf"):
                continue  # it is slow, and alike in each round
            for _ in range(1 if mode == "reference" or rounds == 1 else 5):
                start = time.process_time()
                kernel.run(*arrays, **options)
                least[mode] = min(least[mode], time.process_time() - start)
    return least


def peak(name: str, size: int, mode: str) -> float:
    """Return the megabytes by which a launch and its arrays raise the peak of this process, under Linux."""
    if not STATUS.exists():
        return float("nan")
    kernel, small = build(name, 64)
    kernel.run(*small, **MODES[mode])
    before = status("VmRSS")
    _, arrays = build(name, size)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak starts anew
    kernel.run(*arrays, **MODES[mode])
    return status("VmHWM") - before


def status(word: str) -> float:
    """Return a number of megabytes that Linux has of this process."""
    lines = STATUS.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(word))


if __name__ == "__main__":
    main()
