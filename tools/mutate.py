"""The mutation campaign over the examples: `python tools/mutate.py [NAME…]`, minutes each.

Every example is launched with sizes that use every stage of its rings twice, on as few CTAs as possible. Its
variants are those of `pyptx run --mutate`, without the bounds of unrolled epilogues, of which only the last
matters for a size. `docs/testing.md` has the figures, and explains the variants that are not detected.
"""

from __future__ import annotations

import contextlib
import io
import runpy
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx.program import directing
from pyptx.runtime import require
from pyptx.sim.mutants import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SEEDS = 1


def gemm(file: str, build: str, m: int, n: int, k: int, **options: int) -> Callable[[], None]:
    """Launch a GEMM of A and the transpose of B."""

    def run() -> None:
        kernel = runpy.run_path(str(EXAMPLES / file))[build](m, n, k, **options)
        kernel(_uniform(m, k), _uniform(n, k))

    return run


def grouped() -> None:
    """Launch three GEMMs, one of them without rows."""
    ends = require("numpy").array((100, 100, 300), "int32")
    build = runpy.run_path(str(EXAMPLES / "hopper/gemm_grouped.py"))["build_gemm_grouped"]
    build(300, 3, 256, 448, sms=2)(_uniform(300, 448), _uniform(3, 256, 448), ends)


def main_of(file: str, **sizes: int) -> Callable[[], None]:
    """Run the ``main`` of an example."""

    def run() -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(EXAMPLES / file))["main"](**sizes)

    return run


def _uniform(*shape: int) -> Any:
    numbers = require("numpy").random.default_rng(0).uniform(-1, 1, shape)
    return numbers.astype(require("ml_dtypes").bfloat16)


CAMPAIGNS: dict[str, tuple[bool, Callable[[], None]]] = {
    # name                        bounds too, launch
    "hopper/gemm":                  (False, gemm("hopper/gemm.py", "build_gemm", 128, 128, 320)),
    "hopper/gemm_warp_specialised": (False, gemm("hopper/gemm_warp_specialised.py", "build_gemm_warp_specialised", 256, 256, 576)),  # noqa: E501
    "hopper/gemm_persistent":       (False, gemm("hopper/gemm_persistent.py", "build_gemm_persistent", 512, 512, 320, sms=2)),  # noqa: E501
    "hopper/gemm_tma_store":        (False, gemm("hopper/gemm_tma_store.py", "build_gemm_tma_store", 512, 512, 320, sms=2)),  # noqa: E501
    "hopper/gemm_grouped":          (False, grouped),
    "hopper/flash_attention":       (False, main_of("hopper/flash_attention.py", heads=1, queries=100, keys=632, width=64)),  # noqa: E501
    "ampere/gemm_pipelined":        (False, main_of("ampere/gemm_pipelined.py", M=72, N=72, K=168)),
    "ampere/gemm_highperf_ampere":  (False, main_of("ampere/gemm_highperf_ampere.py", M=72, N=72, K=168)),
    "ampere/softmax":               (True,  main_of("ampere/softmax.py", B=3, N=1001)),
    "ampere/layer_norm":            (True,  main_of("ampere/layer_norm.py", B=3, N=1001)),
    "ampere/rms_norm":              (True,  main_of("ampere/rms_norm.py", B=3, N=1001)),
    "ampere/swiglu":                (True,  main_of("ampere/swiglu.py", M=3, F=1001)),
    "ampere/vector_add":            (True,  main_of("ampere/vector_add.py", n=1003)),
}  # fmt: skip


def main(names: list[str]) -> None:
    """Run campaigns and print the results of their variants."""
    made = noticed = 0
    for name in names or CAMPAIGNS:
        bounds, run = CAMPAIGNS[name]
        started = time.perf_counter()
        with directing(
            "mutants", seeds=SEEDS, kinds=tuple(KINDS - (set() if bounds else {"bound"}))
        ) as reports:
            run()
        for report in reports:
            made += len(report.detail.outcomes)
            noticed += len(report.detail.outcomes) - len(report.detail.survivors)
            print(f"{name}, {time.perf_counter() - started:.0f} s\n{report.detail}\n", flush=True)
    print(f"{made} variants, {noticed} noticed")


if __name__ == "__main__":
    main(sys.argv[1:])
