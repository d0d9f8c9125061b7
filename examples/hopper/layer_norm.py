"""LayerNorm on Hopper: the source is `examples/ampere/layer_norm.py`, built for sm_90a."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path

SOURCE = run_path(str(Path(__file__).resolve().parents[1] / "ampere" / "layer_norm.py"))

build_layer_norm = partial(SOURCE["build_layer_norm"], arch="sm_90a")
layer_norm_ref, layer_norm_outputs = SOURCE["layer_norm_ref"], SOURCE["layer_norm_outputs"]
main = partial(SOURCE["main"], arch="sm_90a")

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
