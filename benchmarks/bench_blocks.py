"""Share of a trace that the checks of the author's names take: at the ends of blocks, and for second names.

``python benchmarks/bench_blocks.py`` traces kernels of the examples, each made anew, with and without the
checks in turn, and prints milliseconds of CPU and the share: the best of each, once all modules are loaded.
``--first`` clears the cached bytecode before each trace, as at the first trace of a kernel; names of shared
arrays read it, too. ``--dry`` traces each kernel twice, which tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from pyptx.trace import bytecode

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from examples.ampere.gemm_pipelined import build_gemm_pipelined
from examples.hopper.flash_attention import build_flash_attention
from examples.hopper.gemm_warp_specialised import build_gemm_warp_specialised
from examples.hopper.grouped_gemm import build_ragged_gemm
from pyptx.kernels.rows_softmax import build_softmax

KERNELS: dict[str, Callable[[], Kernel]] = {
    "ampere/softmax": lambda: build_softmax(4096),
    "ampere/gemm_pipelined": lambda: build_gemm_pipelined(256, 256, 256),
    "hopper/gemm_warp_specialised": lambda: build_gemm_warp_specialised(256, 256, 256),
    "hopper/grouped_gemm": lambda: build_ragged_gemm(256, 4, 256, 128, sms=8),
    "hopper/flash_attention": lambda: build_flash_attention(2, 256, 256, 64, causal=True),
}
CHECKS = "pyptx.reg.registers.check_augmented", "pyptx.trace.emission.check_written"
"""The checks of second names, as those that call them name them."""


class Unwatched:
    """A comparison that does nothing."""

    def __init__(self, *_: object) -> None: ...

    def note_skip(self) -> None:
        """Do nothing."""

    def check(self, **_: Any) -> None:
        """Do nothing."""


def ignore(*_: object) -> None:
    """Check nothing."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15, help="pairs of traces of each kernel")
    parser.add_argument("--first", action="store_true", help="forget the bytecode before each trace")
    parser.add_argument("--dry", action="store_true", help="one pair")
    options = parser.parse_args()
    print(f"{'kernel':<34}{'without':>10}{'with':>10}{'share':>8}")
    for name, build in KERNELS.items():
        pairs = [
            (unwatched(build, first=options.first), traced(build, first=options.first))
            for _ in range(1 + (1 if options.dry else options.pairs))
        ]
        without, with_ = (min(column) for column in zip(*pairs[1:], strict=True))
        print(f"{name:<34}{without:10.2f}{with_:10.2f}{with_ / without - 1:8.1%}")


def unwatched(build: Callable[[], Kernel], *, first: bool = False) -> float:
    """Milliseconds of a trace without the checks."""
    with ExitStack() as patches:
        for module in ("blocks", "loops"):
            patches.enter_context(mock.patch(f"pyptx.ptx.{module}.Watch", Unwatched))
        for check in CHECKS:
            patches.enter_context(mock.patch(check, ignore))
        return traced(build, first=first)


def traced(build: Callable[[], Kernel], *, first: bool = False) -> float:
    """Milliseconds of CPU that tracing a kernel takes."""
    made = build()
    if first:
        bytecode._KNOWN.clear()  # noqa: SLF001
    gc.collect()
    gc.disable()
    start = time.process_time()
    made.module()
    elapsed = time.process_time() - start
    gc.enable()
    return elapsed * 1e3


if __name__ == "__main__":
    main()
