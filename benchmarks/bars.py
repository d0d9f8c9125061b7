"""The bars of the library's kernels that need no card, each beside the value of the kernel.

``python benchmarks/bars.py`` compiles the kernels with ptxas, runs them on the simulator, and prints a table
in Markdown; words after it select kernels whose names contain one of them. The exit code is 1 if a bar is
missed. Every kernel misses a bar by a slow spot of `pyptx perf`, spills, advice of ptxas, conflicts of banks,
or more shared memory than a multiprocessor has. A cell has the value, and the bar after it:

| column | value |
|---|---|
| instructions | those of the main loop beside its MMAs, for each of these, or for each score of attention |
| L2 | bytes that a multiprocessor reads from the L2 cache in a clock of its tensor cores |
| shared memory | part of the time of the tensor cores in which shared memory is busy |
| in flight | KiB of loads that a multiprocessor has pending |
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx import kernels as library
from pyptx.kernels.attention_blackwell import STAGES
from pyptx.kernels.attention_hopper import DESIGNS
from pyptx.kernels.attention_position_blackwell import KEYS
from pyptx.perf.costs import CACHE, MATRICES, SHARED, TENSOR
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code
from pyptx.runtime.simulation import simulating
from pyptx.types import bf16, f32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyptx.kernel import Kernel
    from pyptx.perf import PerfReport

MOST_SHARED = 232_448
"""Bytes of shared memory that a CTA may have on Hopper and Blackwell."""
NARROWEST, WIDEST = 128, 262_144
KIB = 1024
COLUMNS = "instructions", "L2", "shared memory", "in flight"


@dataclass(frozen=True)
class Bar:
    """A kernel and the limits of its resources.

    Attributes:
        name: The kernel.
        build: Builds it.
        run: Calls it with small arrays; None where only tests do.
        sizes: Sizes for its bounds.
        products: Matrix instructions of the main loop; 0 for a kernel without them.
        unit: Matrix instructions or scores that a thread has in an iteration of it.
        instructions: Others for each of these, at most.
        cache: Bytes from the L2 cache in a clock of the tensor cores, at most.
        shared: Part of the time of the tensor cores in which shared memory is busy, at most.
        flying: KiB of pending loads, at least.
    """

    name: str
    build: Callable[[], Kernel]
    run: Callable[[Kernel], Any] | None
    sizes: Mapping[str, int] = field(default_factory=dict)
    products: int = 0
    unit: float = 0
    instructions: float | None = None
    cache: float | None = None
    shared: float | None = None
    flying: float | None = None


def array(*shape: int, dtype: Any = ml_dtypes.bfloat16) -> np.ndarray:
    """Return some numbers."""
    return np.random.default_rng(0).uniform(-1, 1, shape).astype(dtype)


def product(kernel: Kernel) -> Any:
    """Multiply matrices of one tile, and of parts of others."""
    return kernel(array(300, 72), array(264, 72))


def product_of_groups(kernel: Kernel) -> Any:
    """Multiply two groups."""
    return kernel(array(200, 72), array(2, 136, 72), np.array([70, 200], np.int32))


def product_of_fp8(kernel: Kernel) -> Any:
    """Multiply matrices with scales."""
    a, b_t = (array(rows, 272, dtype=ml_dtypes.float8_e4m3fn) for rows in (260, 136))
    return kernel(a, array(3, 260, dtype=np.float32), b_t, array(2, 3, dtype=np.float32))


def product_of_blocks(kernel: Kernel, per_byte: int) -> Any:
    """Multiply matrices with factors of blocks, which are zeros."""
    a, b_t = (array(rows, 256, dtype=ml_dtypes.float8_e4m3fn) for rows in (160, 136))
    factors = [np.zeros((2, 4 * per_byte, 128), np.uint32) for _ in range(2)]
    return kernel(*(x if per_byte == 1 else x.view(np.uint8) for x in (a, b_t)), *factors)


def attend(kernel: Kernel, width: int, **scalars: Any) -> Any:
    """Compute attention of two heads."""
    q, k, v = array(1, 70, 2, width), array(1, 200, 1, width), array(1, 200, 1, width)
    return kernel(q, k, v, scale=0.1, **scalars)


def normalise(kernel: Kernel, columns: int, dtype: Any, vectors: int) -> Any:
    """Run a kernel over two rows."""
    rows, *others = (array(*shape, dtype=dtype) for shape in [(2, columns), *[(columns,)] * vectors])
    return kernel(rows, *others)


def multiply_by(kernel: Kernel, x: Any) -> Any:
    """Run a kernel on two equal matrices."""
    return kernel(x, x)


def attention(width: int, instructions: float, **options: Any) -> Bar:
    """Return the bar of a kernel of attention on Hopper, in instructions for each score of a thread."""
    keys = DESIGNS[width, options.get("consumers", 2)].block(None)
    words = [f"{name}={value}" for name, value in options.items()]
    name = ", ".join([f"attention on Hopper, {width} columns", *words])
    build = partial(library.build_attention_hopper, width, **options)
    return Bar(
        name, build, partial(attend, width=width),
        products=(width + keys) // 16, unit=keys / 2, instructions=instructions,
    )  # fmt: skip


def backward(width: int, **options: Any) -> Kernel:
    """Return the kernel that computes the gradients of keys and values."""
    kernel: Kernel = library.build_attention_backward_hopper(width, **options).gradients
    return kernel


def decode() -> Kernel:
    """Return the kernel that reads the keys of a decode."""
    kernel: Kernel = library.build_attention_decode(128).attend
    return kernel


def on_hopper() -> Iterator[Bar]:
    """Yield the bars of matrix products and attention on Hopper."""
    hopper, grouped = library.build_gemm_hopper, library.build_gemm_grouped_hopper
    square = {"M": 2048, "N": 2048, "K": 256}
    yield Bar(
        "GEMM on Hopper, cooperative", hopper, product, square,
        products=4, unit=4, instructions=9.5, cache=32,
    )  # fmt: skip
    yield Bar(
        "GEMM on Hopper, pingpong", partial(hopper, pingpong=True), product,
        products=4, unit=4, instructions=10.5,
    )  # fmt: skip
    yield Bar(
        "GEMM of fp8 on Hopper", library.build_gemm_fp8_hopper, product_of_fp8,
        products=8, unit=8, instructions=23,
    )  # fmt: skip
    for design in ("dense", "narrow", "swapped"):
        yield Bar(
            f"grouped GEMM on Hopper, {design}", partial(grouped, design=design), product_of_groups,
            {"rows": 1024, "groups": 2, "N": 1024, "K": 256} if design == "dense" else {},
            products=4, unit=4, instructions=9.5, cache=48 if design == "dense" else None,
        )  # fmt: skip
    yield attention(128, 6.45)
    yield attention(128, 7.0, mask="causal")
    yield attention(64, 7.0, mask="causal", consumers=3)
    for width in (64, 128, 256):
        yield Bar(f"attention backward, {width} columns", partial(backward, width), None)
    for width in (64, 128, 256):
        build = partial(backward, width, deterministic=True)
        yield Bar(f"deterministic attention backward, {width} columns", build, None)
    yield Bar("attention decode, 128 columns", decode, partial(attend, width=128, splits=2))


def on_blackwell() -> Iterator[Bar]:
    """Yield the bars of matrix products and attention on Blackwell: three instructions for an MMA."""
    k = {"K": 4096}
    for design in ("single", "pair"):
        build = partial(library.build_gemm_blackwell, design=design)
        yield Bar(f"GEMM on Blackwell, {design}", build, product, k, products=1, instructions=3)
    grouped = library.build_gemm_grouped_blackwell
    yield Bar("grouped GEMM on Blackwell", grouped, product_of_groups, k | {"G": 2}, 1, instructions=3)
    for numbers, per_byte in (("mxfp8", 1), ("nvfp4", 2)):
        yield Bar(
            f"GEMM of {numbers} on Blackwell", partial(library.build_gemm_scaled_blackwell, numbers=numbers),
            partial(product_of_blocks, per_byte=per_byte), {"K": 8192 // per_byte},
            products=1, instructions=3,
        )  # fmt: skip
    for width in (64, 128):
        products = (width // 16 + KEYS // 16) * STAGES[width]
        yield Bar(
            f"attention on Blackwell, {width} columns", partial(library.build_attention_blackwell, width),
            partial(attend, width=width), products=products, instructions=3,
        )  # fmt: skip


def on_ampere() -> Iterator[Bar]:
    """Yield the bars of GEMMs on Ampere."""
    for columns, products in ((128, 64), (256, 128)):
        yield Bar(
            f"GEMM on Ampere, 128 x {columns}", partial(library.build_gemm_ampere, columns=columns), product,
            {"M": 1024, "N": 1024, "K": 512}, products, products, instructions=1, shared=0.75,
        )  # fmt: skip


def of_rows() -> Iterator[Bar]:
    """Yield the bars of kernels over rows: 32 KiB in flight."""
    rows: list[tuple[Callable[..., Kernel], int]]
    rows = [(library.build_rms_norm, 1), (library.build_layer_norm, 2), (library.build_softmax, 0)]
    types = {f32: np.float32, bf16: ml_dtypes.bfloat16}
    for build, vectors in rows:
        for columns in (NARROWEST, WIDEST):
            for dtype, of_numpy in types.items():
                yield Bar(
                    f"{build.__name__.removeprefix('build_')}, {columns:,} columns of {dtype}",
                    partial(build, columns, dtype=dtype, arch="sm_90a"),
                    partial(normalise, columns=columns, dtype=of_numpy, vectors=vectors), flying=32,
                )  # fmt: skip
    for dtype, of_numpy in types.items():
        two = array(3, 1000, dtype=of_numpy)
        build_one = partial(library.build_fused_silu_mul, dtype=dtype, arch="sm_90a")
        yield Bar(f"swiglu of {dtype}", build_one, partial(multiply_by, x=two), flying=32)


def bars() -> Iterator[Bar]:
    """Yield the bars, in the order of the table."""
    for some in (on_hopper, on_blackwell, on_ampere, of_rows):
        yield from some()


def instructions_of(bar: Bar, kernel: Kernel) -> float:
    """Return the other instructions of the shortest main loop, for each of the bar's units."""
    function, _ = machine_code(kernel.program(**bar.sizes))
    loops = [loop.instructions for loop in FlowGraph(function).loops]
    counts = [(len(loop), sum(each.name in MATRICES for each in loop)) for loop in loops]
    length, products = min(each for each in counts if each[1] >= bar.products)
    return (length - products) / (bar.unit or products)


def figures(bar: Bar, kernel: Kernel, report: PerfReport) -> Iterator[tuple[float, float] | None]:
    """Yield the value and the bar of each column; None where there is no bar."""
    yield None if bar.instructions is None else (instructions_of(bar, kernel), bar.instructions)
    floor = report.floors[0] if report.floors else None
    if bar.cache is None or floor is None:
        yield None
    else:
        units = floor.slowest.units
        yield units[CACHE] * floor.card.cache_bytes / units[TENSOR], bar.cache
    if bar.shared is None or floor is None:
        yield None
    else:
        loop = next(each for each in floor.slowest.regions if each.matrices)
        yield loop.clocks[SHARED] / loop.clocks[TENSOR], bar.shared
    yield None if bar.flying is None else ((report.bytes_in_flight or 0) / KIB, bar.flying)


def conflicts_of(bar: Bar, kernel: Kernel) -> int:
    """Return the passes through the banks of shared memory over the fewest, in the run of a bar."""
    if bar.run is None:
        return 0
    with simulating(profile=True) as launches:
        bar.run(kernel)
    traffic = launches[-1].detail.profile.traffic
    return traffic["shared"].conflicts if "shared" in traffic else 0


def measure(bar: Bar) -> tuple[list[str], list[str]]:
    """Return the cells of a kernel, and the bars that it misses."""
    kernel = bar.build()
    report = kernel.perf(card=None, **bar.sizes)
    usage, missed = report.resources, [f"{found.rule}: {found.message}" for found in report.findings]
    if spilled := usage.spill_store_bytes + usage.spill_load_bytes:
        missed.append(f"spills {spilled} bytes")
    missed += [f"ptxas: {message}" for message in usage.messages]
    if (shared := usage.dynamic_shared_bytes + usage.static_shared_bytes) > MOST_SHARED:
        missed.append(f"{shared:,} bytes of shared memory")
    if conflicts := conflicts_of(bar, kernel):
        missed.append(f"{conflicts} conflicts of banks")
    cells = []
    for column, figure in zip(COLUMNS, figures(bar, kernel, report), strict=True):
        cells.append("" if figure is None else f"{figure[0]:.2f} of {figure[1]:g}")
        if figure is not None and (figure[0] < figure[1] if column == "in flight" else figure[0] > figure[1]):
            missed.append(column)
    return cells, missed


def main(arguments: list[str] | None = None) -> None:
    """Print the table; without arguments take those of the command line.

    Raises:
        SystemExit: A bar is missed, or no kernel has such a name.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="kernels whose names contain it; else all")
    words = parser.parse_args(arguments).words
    chosen = [bar for bar in bars() if not words or any(word in bar.name for word in words)]
    if not chosen:
        raise SystemExit(f"no kernel has one of these words in its name: {' '.join(words)}")
    print(f"| kernel | {' | '.join(COLUMNS)} | missed |\n{'|---' * (len(COLUMNS) + 2)}|")
    wrong = []
    for bar in chosen:
        cells, missed = measure(bar)
        if missed:
            wrong.append(bar.name)
        print(f"| {bar.name} | {' | '.join(cells)} | {'; '.join(missed) or 'none'} |", flush=True)
    if wrong:
        raise SystemExit(f"missed: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
