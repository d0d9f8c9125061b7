"""The mutation campaign over the examples: `python tools/mutate.py [NAME…] [--sample N]`, minutes each.

Every example is launched with sizes that use every stage of its rings twice, on as few CTAs as possible. Its
variants are those of `pyptx run --mutate`, without the bounds of unrolled epilogues, of which only the last
matters for a size. With `--sample` N variants of each launch are drawn at random. `docs/testing.md` has the
figures, and explains the variants that are not detected.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import runpy
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx.kernels import build_attention_backward_hopper, build_attention_hopper, decode_attention
from pyptx.program import directing
from pyptx.runtime import require
from pyptx.sim.mutants import KINDS
from pyptx.types import f32

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
BLACKWELL = "blackwell/gemm_highperf_blackwell.py"
VARIATIONS = "blackwell/gemm_experimental_blackwell.py"
SEEDS = 1


def gemm(file: str, build: str, m: int, n: int, k: int, **options: Any) -> Callable[[], None]:
    """Launch a GEMM of A and the transpose of B."""

    def run() -> None:
        kernel = runpy.run_path(str(EXAMPLES / file))[build](m, n, k, **options)
        kernel(_uniform(m, k), _uniform(n, k))

    return run


def highperf(m: int, n: int, k: int, *, pingpong: bool = False) -> Callable[[], None]:
    """Launch the GEMM for Hopper that also adds C, on one cluster."""

    def run() -> None:
        source = runpy.run_path(str(EXAMPLES / "hopper/gemm_highperf_hopper.py"))
        kernel = source["build_gemm_highperf"](scaled=True, pingpong=pingpong, sms=2)
        kernel(*source["example"](m, n, k, scaled=True), alpha=0.5, beta=2.0)

    return run


def fp8(m: int, n: int, k: int) -> Callable[[], None]:
    """Launch the GEMM of fp8 on one cluster."""

    def run() -> None:
        source = runpy.run_path(str(EXAMPLES / "hopper/gemm_fp8.py"))
        source["build_gemm_fp8_hopper"](sms=2)(*source["example"](m, n, k))

    return run


def grouped(file: str, build: str, n: int, k: int, *, sms: int) -> Callable[[], None]:
    """Launch three GEMMs, one of them without rows."""

    def run() -> None:
        ends = require("numpy").array((100, 100, 300), "int32")
        kernel = runpy.run_path(str(EXAMPLES / file))[build](300, 3, n, k, sms=sms)
        kernel(_uniform(300, k), _uniform(3, n, k), ends)

    return run


def equal(file: str, n: int, k: int) -> Callable[[], None]:
    """Launch two GEMMs of 100 rows, with B as it lies, on one CTA."""

    def run() -> None:
        source = runpy.run_path(str(EXAMPLES / file))
        source["build_grouped_gemm"](2, 100, n, k, sms=1)(_uniform(2, 100, k), _uniform(2, k, n))

    return run


def scaled(n: int, k: int, numbers: str) -> Callable[[], None]:
    """Launch a GEMM with block scales, of 128 rows on one CTA."""

    def run() -> None:
        source = runpy.run_path(str(EXAMPLES / "blackwell/gemm_block_scaled.py"))
        kernel = source["build_gemm_block_scaled"](128, n, k, numbers=numbers, out=f32, sms=1)
        kernel(*source["example"](128, n, k, numbers)[0])

    return run


def paged_attention() -> None:
    """Launch attention with a window for the second of two sequences, with NaN after its last key.

    One CTA computes its tiles, one after another.
    """
    numpy = require("numpy")
    pages = _uniform(12, 64, 1, 64)
    table = numpy.array([range(12), range(11, -1, -1)], "int32")
    pages[table[1, 9], 56:] = numpy.nan
    ends, lengths = (numpy.array(numbers, "int32") for numbers in ((0, 0, 200), (0, 632)))
    kernel = build_attention_hopper(64, mask="window", ragged=True, page=64, persistent=True, sms=1)
    kernel(_uniform(200, 1, 64), pages, pages, ends, lengths, table,
           scale=0.125, left=300, right=0, max_queries=200)  # fmt: skip


def decode(keys: int, splits: int) -> Callable[[], None]:
    """Launch attention of one query of two heads over split keys."""

    def run() -> None:
        decode_attention(_uniform(1, 1, 2, 64), *(_uniform(1, keys, 1, 64) for _ in "kv"), splits=splits)

    return run


def attention_gradients(queries: int, keys: int) -> Callable[[], None]:
    """Launch the gradients of attention for one head of 64 columns."""

    def run() -> None:
        kernels, numpy = build_attention_backward_hopper(64), require("numpy")
        q, k, v, do, out = (_uniform(1, rows, 1, 64) for rows in (queries, keys, keys, queries, queries))
        numbers = numpy.zeros((1, 1, queries), "float32")
        stats, sums = kernels.prepare(out, do, numbers, numbers, blocks=-(-queries // kernels.rows))
        kernels.gradients(q, k, v, do, stats, sums, scale=0.125)
        kernels.finish(sums, queries=queries, scale=0.125)

    return run


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
    "hopper/gemm_highperf_hopper":  (False, highperf(256, 512, 320)),
    "hopper/gemm_pingpong":         (False, highperf(256, 512, 328, pingpong=True)),
    "hopper/gemm_fp8":              (False, fp8(280, 264, 608)),
    "hopper/grouped_gemm":          (False, grouped("hopper/grouped_gemm.py", "build_ragged_gemm", 512, 448, sms=2)),  # noqa: E501
    "hopper/grouped_gemm_narrow":   (False, grouped("hopper/grouped_gemm.py", "build_ragged_gemm", 64, 448, sms=1)),  # noqa: E501
    "hopper/grouped_gemm_equal":    (False, equal("hopper/grouped_gemm.py", 512, 448)),
    "hopper/flash_attention":       (False, main_of("hopper/flash_attention.py", heads=1, queries=100, keys=632, width=64)),  # noqa: E501
    "hopper/paged_attention":       (False, paged_attention),
    "hopper/rms_norm":              (True,  main_of("hopper/rms_norm.py", B=2, N=33001)),
    "kernels/attention_decode":    (False, decode(600, 1)),
    "kernels/attention_backward":  (False, attention_gradients(600, 100)),
    "blackwell/gemm":               (False, gemm(BLACKWELL, "build_gemm", 128, 1280, 576, stages=2, out=f32, sms=1)),  # noqa: E501
    "blackwell/gemm_2sm":           (False, gemm(BLACKWELL, "build_gemm_2sm", 256, 1024, 1152, stages=2, out=f32, sms=2)),  # noqa: E501
    "blackwell/gemm_stealing":      (False, gemm(VARIATIONS, "build_gemm_stealing", 384, 768, 320, out=f32)),
    "blackwell/gemm_stealing_2sm":  (False, gemm(VARIATIONS, "build_gemm_stealing_2sm", 1280, 512, 512, out=f32)),  # noqa: E501
    "blackwell/gemm_snake":         (False, gemm(VARIATIONS, "build_gemm_snake", 256, 1024, 832, out=f32, sms=2)),  # noqa: E501
    "blackwell/gemm_plain":         (False, gemm(VARIATIONS, "build_gemm_plain", 100, 100, 200)),
    "blackwell/gemm_mxfp8":         (False, scaled(640, 1152, "mxfp8")),
    "blackwell/gemm_mxfp4":         (False, scaled(640, 2304, "mxfp4")),
    "blackwell/gemm_nvfp4":         (False, scaled(640, 2304, "nvfp4")),
    "blackwell/grouped_gemm":       (False, grouped("blackwell/grouped_gemm.py", "build_ragged_gemm", 512, 832, sms=1)),  # noqa: E501
    "blackwell/grouped_gemm_equal": (False, equal("blackwell/grouped_gemm.py", 512, 832)),
    "blackwell/tcgen05_suite":      (False, main_of("blackwell/tcgen05_suite.py")),
    "blackwell/flash_attention":    (False, main_of("blackwell/flash_attention.py", heads=1, queries=200, keys=600)),  # noqa: E501
    "blackwell/softmax":            (True,  main_of("blackwell/softmax.py", B=3, N=1008)),
    "blackwell/layer_norm":         (True,  main_of("blackwell/layer_norm.py", B=3, N=1008)),
    "blackwell/rms_norm":           (True,  main_of("blackwell/rms_norm.py", B=3, N=1008)),
    "blackwell/swiglu":             (True,  main_of("blackwell/swiglu.py", M=3, F=352)),
    "ampere/gemm_pipelined":        (False, main_of("ampere/gemm_pipelined.py", M=72, N=72, K=168)),
    "ampere/gemm_highperf_ampere":  (False, main_of("ampere/gemm_highperf_ampere.py", M=72, N=72, K=344)),
    "ampere/softmax":               (True,  main_of("ampere/softmax.py", B=3, N=1001)),
    "ampere/layer_norm":            (True,  main_of("ampere/layer_norm.py", B=3, N=1001)),
    "ampere/rms_norm":              (True,  main_of("ampere/rms_norm.py", B=3, N=1001)),
    "ampere/swiglu":                (True,  main_of("ampere/swiglu.py", M=3, F=343)),
    "ampere/vector_add":            (True,  main_of("ampere/vector_add.py", n=1003)),
}  # fmt: skip


def main(arguments: list[str]) -> None:
    """Run campaigns and print the results of their variants."""
    parser = argparse.ArgumentParser(description="Mutate the examples.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="campaigns; all if none is given")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N variants of each launch, with seed 0")
    options = parser.parse_args(arguments)
    outcomes: list[Any] = []
    for name in options.names or CAMPAIGNS:
        bounds, run = CAMPAIGNS[name]
        started = time.perf_counter()
        with directing(
            "mutants",
            seeds=SEEDS,
            kinds=tuple(KINDS - (set() if bounds else {"bound"})),
            sample=options.sample,
        ) as reports:
            run()
        for report in reports:
            outcomes += [outcome for outcome in report.detail.outcomes if outcome.executed]
            print(f"{name}, {time.perf_counter() - started:.0f} s\n{report.detail}\n", flush=True)
    noticed, redundant = (
        sum(bool(getattr(each, name)) for each in outcomes) for name in ("noticed", "redundant")
    )
    print(f"{len(outcomes)} variants, {noticed} noticed, {redundant} without a redundant instruction")


if __name__ == "__main__":
    main(sys.argv[1:])
