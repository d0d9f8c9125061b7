"""The kernels of `examples/ampere` on one card, beside torch and other packages.

GEMMs and the kernels over rows. The options are the same as for `bench_blackwell_gemm.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparison import AMPERE, Case, Place, main
from workloads import example, gemms, row_kernels

if TYPE_CHECKING:
    from collections.abc import Iterator


def cases(place: Place) -> Iterator[Case]:
    """Yield the kernels."""
    highperf = example("ampere/gemm_highperf_ampere.py")["build_gemm_highperf"]
    yield from gemms(
        place,
        {
            "pyptx": lambda *_, arch: highperf(arch=arch),
            "pyptx, 256 columns": lambda *_, arch: highperf(columns=256, arch=arch),
            "pyptx, pipelined (f32)": example("ampere/gemm_pipelined.py")["build_gemm_pipelined"],
        },
    )
    yield from row_kernels(place, "ampere")


if __name__ == "__main__":
    main(__doc__, AMPERE, cases)
