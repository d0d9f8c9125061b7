"""The bars of the library's kernels that need no card, each beside the value of the machine code.

``python benchmarks/bars.py`` compiles the kernels with ptxas and prints a table in Markdown; words after it
select kernels whose names contain one of them. The exit code is 1 if a bar is missed. A value is the number
of instructions in the shortest main loop beside its matrix instructions: for each of these, or for each
score of attention, of a thread. For every kernel spills, advice of ptxas, fences in a loop with matrix
instructions, and shared memory beyond that of a multiprocessor are missed bars.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pyptx import kernels as library
from pyptx.kernels.attention_hopper import DESIGNS
from pyptx.perf.loops import FlowGraph
from pyptx.perf.machine import machine_code
from pyptx.types import bf16, f32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.kernel import Kernel

SHARED = 232_448
"""Bytes of shared memory that a CTA may have on Hopper and Blackwell."""
WIDEST = 262_144
MATRIX = "HGMMA", "QGMMA", "HMMA", "UTCHMMA", "UTCQMMA", "UTCOMMA"
SLOW = "MEMBAR", "ERRBAR", "CCTL", "LDL", "STL"


@dataclass(frozen=True)
class Bar:
    """A kernel, and what its main loop may have.

    Attributes:
        name: The kernel.
        build: Builds it.
        products: Matrix instructions of the main loop; 0 for a kernel without them.
        most: The bar: other instructions for each `unit`.
        unit: Matrix instructions or scores that a thread has in an iteration.
    """

    name: str
    build: Callable[[], Kernel]
    products: int = 0
    most: float = 0.0
    unit: float = 0.0


def attention(width: int, most: float, **options: Any) -> Bar:
    """Return the bar of a kernel of attention, in instructions for each score of a thread."""
    keys = DESIGNS[width, options.get("consumers", 2)].block(None)
    words = [f"{name}={value}" for name, value in options.items()]
    name = ", ".join(["attention forward", f"{width} columns", *words])
    build = partial(library.build_attention_hopper, width, **options)
    return Bar(name, build, (width + keys) // 16, most, keys / 2)


def backward(width: int) -> Kernel:
    """Return the kernel that computes the gradients of keys and values."""
    kernel: Kernel = library.build_attention_backward_hopper(width).gradients
    return kernel


def decode() -> Kernel:
    """Return the kernel that reads the keys of a decode."""
    kernel: Kernel = library.build_attention_decode(128).attend
    return kernel


def bars() -> Iterator[Bar]:
    """Yield the bars, in the order of the table."""
    hopper, grouped = library.build_gemm_hopper, library.build_gemm_grouped_hopper
    yield Bar("GEMM on Hopper, cooperative", hopper, 4, 9.5, 4)
    yield Bar("GEMM on Hopper, pingpong", partial(hopper, pingpong=True), 4, 10.5, 4)
    yield Bar("GEMM of fp8 on Hopper", library.build_gemm_fp8_hopper, 8, 23.0, 8)
    for design in ("dense", "narrow", "swapped"):
        yield Bar(f"grouped GEMM on Hopper, {design}", partial(grouped, design=design), 4, 9.5, 4)
    yield attention(128, 6.45)
    yield attention(128, 7.0, mask="causal")
    yield attention(64, 7.0, mask="causal", consumers=3)
    for width in (64, 128, 256):
        yield Bar(f"attention backward, {width} columns", partial(backward, width))
    yield Bar("attention decode, 128 columns", decode)
    for columns, products in ((128, 64), (256, 128)):
        build = partial(library.build_gemm_ampere, columns=columns)
        yield Bar(f"GEMM on Ampere, 128 x {columns}", build, products, 1.0, products)
    rows: list[Callable[..., Kernel]]
    rows = [library.build_rms_norm, library.build_layer_norm, library.build_softmax]
    for row in rows:
        for dtype in (f32, bf16):
            name = f"{row.__name__.removeprefix('build_')}, {WIDEST:,} columns of {dtype}"
            yield Bar(name, partial(row, WIDEST, dtype=dtype, arch="sm_90a"))
    yield Bar("swiglu", partial(library.build_fused_silu_mul, arch="sm_90a"))


def faults(bar: Bar) -> tuple[float | None, list[str]]:
    """Return the value of a kernel, if it has a main loop, and what it misses."""
    kernel = bar.build()
    report, missed = kernel.report(), []
    if report.spill_store_bytes or report.spill_load_bytes:
        missed.append(f"spills {report.spill_store_bytes + report.spill_load_bytes} bytes")
    missed += [f"ptxas: {message}" for message in report.messages]
    if (shared := report.dynamic_shared_bytes + report.static_shared_bytes) > SHARED:
        missed.append(f"{shared:,} bytes of shared memory")
    if not bar.products:
        return None, missed
    function, _ = machine_code(kernel.program())
    loops = [[str(each) for each in loop.instructions] for loop in FlowGraph(function).loops]
    loops = [loop for loop in loops if count(loop, MATRIX) >= bar.products]
    shortest = min(loops, key=len)
    if slow := count(shortest, SLOW):
        missed.append(f"{slow} of {', '.join(SLOW)} in the main loop")
    value = (len(shortest) - count(shortest, MATRIX)) / bar.unit
    if value > bar.most:
        missed.append("more instructions than the bar")
    return value, missed


def count(loop: list[str], opcodes: tuple[str, ...]) -> int:
    """Return how many instructions of a loop have one of these opcodes."""
    return sum(any(opcode in line for opcode in opcodes) for line in loop)


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
    print("| kernel | bar | here | missed |\n|---|---|---|---|")
    wrong = []
    for bar in chosen:
        value, missed = faults(bar)
        most, here = ("", "") if value is None else (f"{bar.most:g}", f"{value:.2f}")
        if missed:
            wrong.append(bar.name)
        print(f"| {bar.name} | {most} | {here} | {'; '.join(missed) or 'none'} |", flush=True)
    if wrong:
        raise SystemExit(f"missed: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
