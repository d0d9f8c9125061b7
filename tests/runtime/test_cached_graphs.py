"""Graphs that torch keeps in its caches call, in other processes, the kernels that they were made with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.needs("torch")
SCRIPT = Path(__file__).with_name("cached_graphs.py")
KERNELS = "softcap", "swiglu", "one", "half", "negative"


def run(cache: Path, *names: str, **environment: str) -> dict[str, str]:
    """Run cases of the script in a process, and return what torch did for each."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *names], capture_output=True, text=True, check=False,
        env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(cache), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


def test_a_second_process_runs_the_graphs_of_the_first(tmp_path: Path) -> None:
    """In any order, after other kernels of the same names, and alone."""
    assert run(tmp_path, *KERNELS) == dict.fromkeys(KERNELS, "miss saved")
    assert run(tmp_path, *KERNELS[::-1]) == dict.fromkeys(KERNELS, "hit")
    assert run(tmp_path, "softcap") == {"softcap": "hit"}


def test_a_graph_with_another_gradient_is_not_taken(tmp_path: Path) -> None:
    """Neither after a change of what the gradient reads, nor where nothing can compare it."""
    for factor, found in (("1", "miss saved"), ("2", "miss saved"), ("1", "hit")):
        made = run(tmp_path, "rescaled", "guarded", FACTOR=factor)
        assert made == {"rescaled": found, "guarded": "miss saved"}
