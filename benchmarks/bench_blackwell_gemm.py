"""GEMMs of `examples/blackwell` on one card, beside the GEMM that torch takes from cuBLASLt.

``python benchmarks/bench_blackwell_gemm.py`` needs a GPU with the target sm_100a or sm_103a, and torch with
CUDA. ``--dry`` runs every line but the GPU's: small matrices, the simulator, one call of each candidate.
``--only TEXT`` picks cases, ``--json FILE`` also writes the results. The rules are those of `comparison.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from comparison import BLACKWELL, Case, Place, main
from workloads import example, gemms

if TYPE_CHECKING:
    from collections.abc import Iterator

BUILDERS = {
    "pyptx, one CTA": ("gemm_highperf_blackwell", "build_gemm"),
    "pyptx, pairs": ("gemm_highperf_blackwell", "build_gemm_2sm"),
    "pyptx, stealing": ("gemm_experimental_blackwell", "build_gemm_stealing"),
    "pyptx, stealing pairs": ("gemm_experimental_blackwell", "build_gemm_stealing_2sm"),
    "pyptx, snake": ("gemm_experimental_blackwell", "build_gemm_snake"),
}


def cases(place: Place) -> Iterator[Case]:
    """Yield the GEMMs."""
    builders = {
        name: partial(example(f"blackwell/{file}.py")[builder], sms=place.sms)
        for name, (file, builder) in BUILDERS.items()
    }
    return gemms(place, builders)


if __name__ == "__main__":
    main(__doc__, BLACKWELL, cases)
