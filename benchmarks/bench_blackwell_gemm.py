"""GEMMs of `examples/blackwell` on one card, beside the GEMM that torch takes from cuBLASLt.

``python benchmarks/bench_blackwell_gemm.py [SIZE …]`` needs a GPU with the target sm_100a or sm_103a, and
torch with CUDA. ``--dry`` runs every line but the GPU's: small matrices, the simulator, one call of each
candidate. ``--json FILE`` also writes the results with the card, its driver and the versions.

The rules of a fair comparison:

* Inputs are uniform in [-1, 1]: zeros or small integers need less power and let the clock rise.
* Inputs rotate through more than twice the L2 cache, so that no call finds its own in the cache.
* Candidates take turns in one process, and a row is the median of its turns.
* The first seconds are not counted. The clock and the power that `nvidia-smi` reads at the end stand beside.
* Each candidate's first output is compared with a product in f32.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import torch

import pyptx

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "blackwell"
TARGETS = {(10, 0): "sm_100a", (10, 3): "sm_103a"}
SIZES = (2048, 4096, 8192)
WARM_UP = 3.0
"""Seconds before the first measurement: until then the clock settles."""
TURNS, CALLS = 21, 50
"""Turns of each candidate, and calls of a turn."""
TOLERANCE = 2e-2
"""Largest error, relative to the largest element: outputs are bf16."""


@dataclass(frozen=True)
class Place:
    """The device that runs the candidates, or the simulator.

    Attributes:
        device: Name of the device for torch.
        arch: Target of the kernels.
        sms: Multiprocessors.
        cache_bytes: Size of the L2 cache.
        turns: Turns of each candidate.
        calls: Calls of a turn.
        warm_up: Seconds of calls that are not counted.
    """

    device: str
    arch: str
    sms: int
    cache_bytes: int
    turns: int = TURNS
    calls: int = CALLS
    warm_up: float = WARM_UP

    @property
    def dry(self) -> bool:
        """Whether the simulator runs the kernels."""
        return self.device == "cpu"

    def seconds(self, work: Callable[[], None]) -> float:
        """Return how long some calls take on the device."""
        if self.dry:
            start = time.perf_counter()
            work()
            return time.perf_counter() - start
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        work()
        last.record()
        last.synchronize()
        return float(first.elapsed_time(last)) * 1e-3


@dataclass(frozen=True)
class Row:
    """A result.

    Attributes:
        name: The candidate.
        size: M, N and K.
        microseconds: Median time of a call.
        tflops: Floating-point operations in a second, in 10**12.
        error: Largest error, relative to the largest element of the product.
    """

    name: str
    size: int
    microseconds: float
    tflops: float
    error: float


def card() -> Place:
    """Return the first GPU.

    Raises:
        SystemExit: There is none, or its target is another.
    """
    if not torch.cuda.is_available():
        raise SystemExit("torch finds no GPU; --dry runs without one")
    capability = torch.cuda.get_device_capability(0)
    if capability not in TARGETS:
        raise SystemExit(
            f"the GPU has compute capability {capability}; these kernels need {', '.join(TARGETS.values())}"
        )
    properties = torch.cuda.get_device_properties(0)
    return Place("cuda", TARGETS[capability], properties.multi_processor_count, properties.L2_cache_size)


def candidates(size: int, place: Place) -> dict[str, Callable[[Any, Any], Any]]:
    """Return the products of A and the transpose of B_T, by name."""
    source = run_path(str(EXAMPLES / "gemm_highperf_blackwell.py"))
    options = {"sms": place.sms, "arch": place.arch}
    return {
        "cuBLASLt (torch)": lambda a, b_t: torch.matmul(a, b_t.T),
        "pyptx, one CTA": source["build_gemm"](size, size, size, **options),
        "pyptx, pairs": source["build_gemm_2sm"](size, size, size, **options),
    }


def inputs(size: int, place: Place) -> list[tuple[Any, Any]]:
    """Return pairs of matrices that fill more than twice the L2 cache, two at least."""
    count = max(2, 2 * place.cache_bytes // (2 * size * size * 2) + 1)
    generator = torch.Generator(place.device).manual_seed(0)

    def matrix() -> Any:
        plain = torch.rand(size, size, generator=generator, device=place.device) * 2 - 1
        return plain.to(torch.bfloat16)

    return [(matrix(), matrix()) for _ in range(count)]


def measure(size: int, place: Place) -> list[Row]:
    """Check and time the candidates for one size."""
    rotated, found = inputs(size, place), candidates(size, place)
    a, b_t = rotated[0]
    expected = a.float() @ b_t.float().T
    errors = {
        name: float((call(a, b_t).float() - expected).abs().max() / expected.abs().max())
        for name, call in found.items()
    }
    next_input = 0

    def turn(call: Callable[[Any, Any], Any]) -> float:
        nonlocal next_input
        chosen = [rotated[(next_input + k) % len(rotated)] for k in range(place.calls)]
        next_input += place.calls

        def work() -> None:
            for pair in chosen:
                call(*pair)

        return place.seconds(work) / place.calls

    warm = time.perf_counter() + place.warm_up
    while time.perf_counter() < warm:
        for call in found.values():
            turn(call)
    times: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(place.turns):
        for name, call in found.items():
            times[name].append(turn(call))
    rows = []
    for name, taken in times.items():
        seconds = statistics.median(taken)
        rows.append(Row(name, size, seconds * 1e6, 2 * size**3 / seconds * 1e-12, errors[name]))
    return rows


def conditions(place: Place) -> dict[str, str]:
    """Return the card, its clock and power now, its driver, and the versions."""
    found = {"pyptx": pyptx.__version__, "torch": torch.__version__, "python": platform.python_version()}
    if place.dry:
        return {"card": "none: the simulator", **found}
    fields = ("name", "driver_version", "clocks.sm", "power.draw", "temperature.gpu")
    query = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader", "--id=0"]
    values = subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip().split(", ")
    return dict(zip(fields, values, strict=True)) | {"cuda": str(torch.version.cuda), **found}


def main(arguments: list[str]) -> None:
    """Measure the sizes that were given, or the usual ones; print a table."""
    parser = argparse.ArgumentParser(description="GEMMs of examples/blackwell beside cuBLASLt")
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE", help="M, N and K")
    parser.add_argument("--dry", action="store_true", help="on the simulator, to run every line once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to write the results")
    given = parser.parse_args(arguments)
    place = Place("cpu", "sm_100a", 2, 1 << 16, turns=1, calls=1, warm_up=0.0) if given.dry else card()
    rows = []
    print(f"{'size':>6} {'us':>10} {'TFLOPS':>8} {'error':>8}  candidate")
    for size in given.sizes or ((256,) if given.dry else SIZES):
        for row in measure(size, place):
            rows.append(row)
            print(f"{size:6} {row.microseconds:10.1f} {row.tflops:8.1f} {row.error:8.1e}  {row.name}")
    context = conditions(place)
    print(", ".join(f"{name} {value}" for name, value in context.items()))
    if given.json:
        given.json.write_text(json.dumps({"conditions": context, "rows": list(map(asdict, rows))}, indent=1))
    if wrong := [row.name for row in rows if not row.error <= TOLERANCE]:
        raise SystemExit(f"wrong numbers: {', '.join(sorted(set(wrong)))}")


if __name__ == "__main__":
    main(sys.argv[1:])
