"""Softmax on Hopper: the source is `examples/ampere/softmax.py`, built for sm_90a."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path

SOURCE = run_path(str(Path(__file__).resolve().parents[1] / "ampere" / "softmax.py"))

build_softmax = partial(SOURCE["build_softmax"], arch="sm_90a")
softmax_ref, softmax_outputs = SOURCE["softmax_ref"], SOURCE["softmax_outputs"]
main = partial(SOURCE["main"], arch="sm_90a")

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
