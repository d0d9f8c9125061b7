"""The other kernels for Hopper on one card, beside torch and other packages.

Attention, its gradients, attention of one query, grouped GEMMs, and the kernels over rows. The options are
the same as for `bench_blackwell_gemm.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from comparison import HOPPER, Case, Place, main
from workloads import attention_gradients, attentions, decodes, example, grouped_gemms, row_kernels

from pyptx.kernels import attention, decode_attention

if TYPE_CHECKING:
    from collections.abc import Iterator


def cases(place: Place) -> Iterator[Case]:
    """Yield the kernels."""
    yield from attentions(place, {"pyptx": example("hopper/flash_attention.py")["build_flash_attention"]})
    yield from attention_gradients(place, {"pyptx": partial(attention, arch=place.arch)})
    yield from decodes(place, {"pyptx": partial(decode_attention, arch=place.arch)})
    yield from grouped_gemms(place, {"pyptx": example("hopper/grouped_gemm.py")["build_ragged_gemm"]})
    yield from row_kernels(place, "hopper")


if __name__ == "__main__":
    main(__doc__, HOPPER, cases)
