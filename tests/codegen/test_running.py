"""Generated Python runs: the numbers are those of the kernel it came from."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING

import numpy as np

from pyptx.codegen import ptx_to_python

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx import Module

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "ampere"


def test_softmax(executed: Callable[[str], Module]) -> None:
    names = run_path(str(EXAMPLES / "softmax.py"))
    source = names["build_softmax"](100)
    generated = executed(ptx_to_python(source.ptx(B=3), kernel_name="rows"))
    x = np.random.default_rng(1).standard_normal((3, 100), dtype=np.float32)
    out = np.empty_like(x)
    generated.program().launch(x, out, 3, grid=source.grid(B=3))
    np.testing.assert_array_equal(out, source(x))
