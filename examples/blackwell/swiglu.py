"""SwiGLU on Blackwell: the source is `examples/ampere/swiglu.py`, with loads and stores of 256 bits."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path

SOURCE = run_path(str(Path(__file__).resolve().parents[1] / "ampere" / "swiglu.py"))

build_fused_silu_mul = partial(SOURCE["build_fused_silu_mul"], arch="sm_100a")
fused_silu_mul_ref = SOURCE["fused_silu_mul_ref"]
main = partial(SOURCE["main"], arch="sm_100a")

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
