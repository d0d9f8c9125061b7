"""Graphs that torch keeps in its caches call, in other processes, the kernels that they were made with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.needs("torch")
SCRIPT = Path(__file__).with_name("cached_graphs.py")
KERNELS = "softcap", "swiglu", "one", "half", "pair", "negative"
GRADIENTS = "rescaled", "guarded"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """The events of three processes with one cache: the second has other gradients, the third the first's.

    The second is a fork of the process that the first was; the third hashes strings in another way.
    """
    cache = str(tmp_path_factory.mktemp("graphs"))
    named = (*KERNELS, *GRADIENTS), (*KERNELS[::-1], *GRADIENTS), ("softcap", *GRADIENTS)
    words = [f"{factor}:{','.join(names)}" for factor, names in zip((1, 2, 1), named, strict=True)]
    return run(cache, 1, *words[:2]) + run(cache, 2, words[2])


def run(cache: str, seed: int, *words: str) -> list[dict[str, str]]:
    """Run the script in a process with this seed of its hashes, and return the events for each word."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False,
        env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": cache, "PYTHONHASHSEED": str(seed)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    parts = done.stdout.split("end\n")[:-1]
    return [dict(line.split(" ", 1) for line in part.splitlines()) for part in parts]


def test_a_second_process_runs_the_graphs_of_the_first(runs: list[dict[str, str]]) -> None:
    """In any order, after other kernels of the same names, and in a process with other hashes."""
    first, second, third = ({name: run[name] for name in KERNELS if name in run} for run in runs)
    assert first == dict.fromkeys(KERNELS, "miss saved")
    assert second == dict.fromkeys(KERNELS, "hit")
    assert third == {"softcap": "hit"}


def test_a_graph_with_another_gradient_is_not_taken(runs: list[dict[str, str]]) -> None:
    """Neither after a change of what the gradient reads, nor where nothing can compare it."""
    assert [run["rescaled"] for run in runs] == ["miss saved", "miss saved", "hit"]
    assert [run["guarded"] for run in runs] == ["miss saved"] * 3
