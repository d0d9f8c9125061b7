"""The other kernels of `examples/blackwell` on one card, beside torch and other packages.

Attention, GEMMs with block scales, grouped GEMMs, and the kernels over rows. FlashAttention and QuACK are
measured if they are installed. The options are the same as for `bench_blackwell_gemm.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparison import BLACKWELL, Case, Place, main
from workloads import attentions, example, grouped_gemms, row_kernels, scaled_gemms

if TYPE_CHECKING:
    from collections.abc import Iterator


def cases(place: Place) -> Iterator[Case]:
    """Yield the kernels."""
    yield from attentions(place, {"pyptx": example("blackwell/flash_attention.py")["build_flash_attention"]})
    yield from scaled_gemms(place, example("blackwell/gemm_block_scaled.py")["build_gemm_block_scaled"])
    yield from grouped_gemms(place, {"pyptx": example("blackwell/grouped_gemm.py")["build_ragged_gemm"]})
    yield from row_kernels(place, "blackwell")


if __name__ == "__main__":
    main(__doc__, BLACKWELL, cases)
