"""Kernels of the library: builders, and functions that pick a kernel for the arrays of a call.

Nothing here is imported before it is used: `from pyptx.kernels import gemm`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.kernels.attention_backward_hopper import build_attention_backward_hopper
    from pyptx.kernels.attention_blackwell import build_attention_blackwell
    from pyptx.kernels.attention_decode import build_attention_decode
    from pyptx.kernels.attention_hopper import build_attention_hopper
    from pyptx.kernels.choice import gemm
    from pyptx.kernels.choice_attention import attention
    from pyptx.kernels.choice_decode import decode_attention
    from pyptx.kernels.choice_groups import gemm_block_scaled, grouped_gemm
    from pyptx.kernels.choice_rows import layer_norm, rms_norm, softmax, swiglu
    from pyptx.kernels.gemm_ampere import build_gemm_ampere
    from pyptx.kernels.gemm_blackwell import build_gemm_blackwell
    from pyptx.kernels.gemm_fp8_hopper import build_gemm_fp8_hopper
    from pyptx.kernels.gemm_grouped_blackwell import build_gemm_grouped_blackwell
    from pyptx.kernels.gemm_grouped_hopper import build_gemm_grouped_hopper
    from pyptx.kernels.gemm_hopper import build_gemm_hopper
    from pyptx.kernels.gemm_scaled_blackwell import build_gemm_scaled_blackwell
    from pyptx.kernels.rows_layer_norm import build_layer_norm
    from pyptx.kernels.rows_rms_norm import build_rms_norm
    from pyptx.kernels.rows_softmax import build_softmax
    from pyptx.kernels.rows_swiglu import build_fused_silu_mul

__all__ = [
    "attention",
    "build_attention_backward_hopper",
    "build_attention_blackwell",
    "build_attention_decode",
    "build_attention_hopper",
    "build_fused_silu_mul",
    "build_gemm_ampere",
    "build_gemm_blackwell",
    "build_gemm_fp8_hopper",
    "build_gemm_grouped_blackwell",
    "build_gemm_grouped_hopper",
    "build_gemm_hopper",
    "build_gemm_scaled_blackwell",
    "build_layer_norm",
    "build_rms_norm",
    "build_softmax",
    "decode_attention",
    "gemm",
    "gemm_block_scaled",
    "grouped_gemm",
    "layer_norm",
    "rms_norm",
    "softmax",
    "swiglu",
]

_PLACES = {
    "attention": "choice_attention",
    "build_attention_backward_hopper": "attention_backward_hopper",
    "build_attention_blackwell": "attention_blackwell",
    "build_attention_decode": "attention_decode",
    "build_attention_hopper": "attention_hopper",
    "build_fused_silu_mul": "rows_swiglu",
    "build_gemm_ampere": "gemm_ampere",
    "build_gemm_blackwell": "gemm_blackwell",
    "build_gemm_fp8_hopper": "gemm_fp8_hopper",
    "build_gemm_grouped_blackwell": "gemm_grouped_blackwell",
    "build_gemm_grouped_hopper": "gemm_grouped_hopper",
    "build_gemm_hopper": "gemm_hopper",
    "build_gemm_scaled_blackwell": "gemm_scaled_blackwell",
    "build_layer_norm": "rows_layer_norm",
    "build_rms_norm": "rows_rms_norm",
    "build_softmax": "rows_softmax",
    "decode_attention": "choice_decode",
    "gemm": "choice",
    "gemm_block_scaled": "choice_groups",
    "grouped_gemm": "choice_groups",
    "layer_norm": "choice_rows",
    "rms_norm": "choice_rows",
    "softmax": "choice_rows",
    "swiglu": "choice_rows",
}
"""The file of each name."""

__getattr__, __dir__ = late_names(__name__, _PLACES)
