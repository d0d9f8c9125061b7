"""GEMMs of `examples/hopper` on one card, beside the GEMM that torch takes from cuBLASLt.

It needs a GPU with the target sm_90a. The options are the same as for `bench_blackwell_gemm.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from comparison import HOPPER, Case, Place, main
from workloads import example, fp8_gemms, gemms

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = {
    "pyptx, tensor stores": "gemm_tma_store",
    "pyptx, persistent (f32)": "gemm_persistent",
}


def cases(place: Place) -> Iterator[Case]:
    """Yield the GEMMs."""
    highperf = example("hopper/gemm_highperf_hopper.py")["build_gemm_highperf"]
    builders = {
        "pyptx": lambda *_, arch: highperf(sms=place.sms, arch=arch),
        "pyptx, pingpong": lambda *_, arch: highperf(pingpong=True, sms=place.sms, arch=arch),
    } | {
        name: partial(example(f"hopper/{file}.py")[f"build_{file}"], sms=place.sms)
        for name, file in STEPS.items()
    }
    yield from gemms(place, builders)
    yield from fp8_gemms(place, example("hopper/gemm_fp8.py")["build_gemm_fp8_hopper"])


if __name__ == "__main__":
    main(__doc__, HOPPER, cases)
