"""Cost of a launch on the simulator without the work of its kernel, which is empty.

``python benchmarks/bench_empty_launch.py`` prints microseconds, the best of many short batches: a launch with
the memory of a device, and the same as a call of the virtual GPU, both alone and beside 500 allocations, with
and without a stream: once a stream was created, launches record what they access. With ``--dry`` it makes one
batch of each, which tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from pyptx.sim import simulate
from pyptx.virtual.direct import VirtualGpu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EMPTY = b".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry empty() { ret; }\n"
BATCHES, LAUNCHES, ALLOCATIONS = 4000, 5, 500
"""Batches, launches of a batch, which is to end before another process takes the core, and allocations."""


def best(launch: Callable[[], object], batches: int) -> float:
    """Return the microseconds of a launch."""
    seconds = float("inf")
    for _ in range(batches):
        started = time.perf_counter()
        for _ in range(LAUNCHES):
            launch()
        seconds = min(seconds, time.perf_counter() - started)
    return 1e6 * seconds / LAUNCHES


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dry", action="store_true", help="one batch of each")
    batches = 1 if parser.parse_args(words).dry else BATCHES
    gpu = VirtualGpu()
    kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(EMPTY), "empty")
    program, memory = gpu.session.functions[kernel].program, gpu.session.memory
    launches = {
        "launch": lambda: simulate(program, [], grid=(1, 1, 1), block=(1, 1, 1), device=memory),
        "call of the virtual GPU": lambda: gpu.launch_in(kernel, 0),
    }
    for streams in (0, 1):
        made = [gpu.cuStreamCreate(0) for _ in range(streams)]
        for allocations in (0, ALLOCATIONS):
            addresses = [gpu.cuMemAlloc(256) for _ in range(allocations)]
            for name, launch in launches.items():
                beside = f"{len(addresses)} allocations, {len(made)} streams"
                print(f"{name}, {beside}: {best(launch, batches):.1f} µs")
            for address in addresses:
                gpu.cuMemFree(address)


if __name__ == "__main__":
    main()
