"""Every example computes its reference without rounding, and rounds within its bound."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx.kernels
import pyptx.runtime

if TYPE_CHECKING:
    from pyptx.sim.shadow.report import Verdict

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PATHS = sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.py"))

SEVERAL_DEVICES = "it runs on several devices, and shadows do not go from one to another"

EXCLUDED = {
    "distributed/all_reduce.py": SEVERAL_DEVICES,
    "distributed/multicast_all_reduce.py": SEVERAL_DEVICES,
    "ampere/vector_add.py": "its reference is the rounded sum; test_shadows.py has the exact one",
}
"""Examples that are not tested here, with the reason."""

WITHOUT_EXAMPLE = {
    "build_attention_backward_hopper": "test_attention_backward_hopper.py compares it, with a tolerance",
    "build_attention_decode": "test_attention_decode.py compares it, with a tolerance",
}
"""Kernels of the library that no example builds, with what tests them instead."""

SIZES = {
    "softmax": (3, 264),
    "rms_norm": (3, 264),
    "layer_norm": (3, 264),
    "swiglu": (3, 264),
    "grouped_gemm": (128, 64, 20, 0, 40),
    "flash_attention": (1, 64, 64, 64),
    "gemm_block_scaled": (128, 128, 128),
    "gemm": (128, 128, 64),
}
"""Sizes that are small, by the first words of a name; an example that is not here runs with its own."""


def sizes_of(path: str) -> tuple[int, ...]:
    name = Path(path).stem
    return next((SIZES[each] for each in SIZES if name.startswith(each)), ())


@pytest.mark.parametrize("path", PATHS)
def test_an_example_computes_its_reference(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if path in EXCLUDED:
        pytest.skip(EXCLUDED[path])
    verdicts: list[Verdict] = []

    def trial(kernel: Any, inputs: Any, *, expected: Any, tolerance: float, **options: Any) -> None:
        wanted = map(np.asarray, expected if isinstance(expected, tuple) else (expected,))
        numbers = [each for each in wanted if each.dtype.kind not in "biu"]  # integers have no shadows
        found = kernel.run(*inputs, shadow=True, **options).report.detail.shadow
        for output, each in zip(found.outputs, numbers, strict=True):
            verdicts.append(found.compare(each.astype(np.float64), output.name))

    monkeypatch.setattr(pyptx.runtime, "trial", trial)
    run_path(str(EXAMPLES / path))["main"](*sizes_of(path))
    assert verdicts
    for verdict in verdicts:
        assert verdict, verdict


def test_every_kernel_of_the_library_is_in_an_example_or_excluded() -> None:
    assert set(EXCLUDED) <= set(PATHS)
    text = "".join((EXAMPLES / path).read_text() for path in PATHS if path not in EXCLUDED)
    builders = {name for name in pyptx.kernels.__all__ if name.startswith("build_")}
    assert {name for name in builders if name not in text} == set(WITHOUT_EXAMPLE)
