"""The examples as torch operators: what `torch.library.opcheck` says of each."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.frameworks import torch

if TYPE_CHECKING:
    from pyptx.specs import Tile

pytestmark = pytest.mark.needs("torch")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CASES = [
    ("ampere/vector_add.py", "build_vector_add", (33,)),
    ("ampere/rms_norm.py", "build_rms_norm", (33,)),
    ("ampere/layer_norm.py", "build_layer_norm", (33,)),
    ("ampere/softmax.py", "build_softmax", (33,)),
    ("ampere/swiglu.py", "build_fused_silu_mul", ()),
    ("ampere/gemm.py", "build_gemm", (16, 8, 16)),
    ("ampere/gemm_pipelined.py", "build_gemm_pipelined", (16, 8, 16)),
    ("ampere/gemm_highperf_ampere.py", "build_gemm_highperf", ()),
    ("hopper/gemm.py", "build_gemm", (64, 64, 64)),
    ("hopper/gemm_warp_specialised.py", "build_gemm_warp_specialised", (256, 128, 64)),
]


def tensor(tile: Tile) -> Any:
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}[tile.dtype.name]
    return torch.rand([16 if isinstance(size, str) else size for size in tile.shape]).to(dtype)


@pytest.mark.parametrize(("path", "builder", "sizes"), CASES, ids=[path for path, *_ in CASES])
def test_examples_are_operators(path: str, builder: str, sizes: tuple[int, ...]) -> None:
    found = runpy.run_path(str(EXAMPLES / path))[builder](*sizes)
    inputs = tuple(map(tensor, found.in_specs))
    torch.library.opcheck(found.operator, inputs)
