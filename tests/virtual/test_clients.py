"""Programs of other packages run unchanged, and their bugs are reported with their own lines.

The packages are looked for in the Python of ``PYPTX_CLIENTS``, or in that of the tests; a program without its
packages is skipped.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

PYTHON = os.environ.get("PYPTX_CLIENTS", sys.executable)
CLIENTS = Path(__file__).parent / "clients"


@functools.cache
def missing(*modules: str) -> str:
    """Return the first of some modules that the clients' Python does not have; empty if it has all."""
    code = "import importlib.util as u, sys; print(next((m for m in sys.argv[1:] if not u.find_spec(m)), ''))"
    done = subprocess.run([PYTHON, "-c", code, *modules], capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else modules[0]


CASES = {
    "core_program.py": (("cuda", "cuda.core", "cuda.bindings"), "add total", "race", "kernels.cu"),
    "numba_program.py": (
        ("numba", "numba_cuda"), "axpy total product reduce", "out-of-bounds", "numba_program.py"
    ),
    "triton_program.py": (
        ("triton", "cuda", "cuda.bindings"), "add softmax product attention", "out-of-bounds",
        "triton_program.py",
    ),
    "triton_blackwell.py": (
        ("triton", "cuda", "cuda.bindings"), "tiled tma alone", "out-of-bounds", "triton_blackwell.py"
    ),
}  # fmt: skip
"""For each program: packages, results that it checks, the rule that it breaks on request, the file named."""

LAUNCHES = {"numba_program.py": 6}
"""Launches of a program that has more than one for a result."""

ARCHITECTURES = {"triton_blackwell.py": "sm_100a"}
"""The card of a program that needs a certain one."""


@pytest.mark.parametrize("name", CASES)
def test_a_program_of_another_package_runs_unchanged(
    on_gpu: Callable[..., Ran], tmp_path: Path, name: str
) -> None:
    modules, names, rule, file = CASES[name]
    lacks = missing(*modules)
    if lacks:
        pytest.skip(f"needs the package {lacks} in PYPTX_CLIENTS")
    more = {"TRITON_CACHE_DIR": str(tmp_path), "TRITON_DEFAULT_FP_FUSION": "1"}
    command = [PYTHON, str(CLIENTS / name)]
    options = ["--check", "all", "--arch", ARCHITECTURES.get(name, "sm_90a")]
    ran = on_gpu(command, *options, timeout=600, **more)
    assert ran.printed.split("\n") == [f"{each} True" for each in names.split()], ran.reported
    assert ran.code == 0, ran.reported
    assert ran.summary["launches"] == LAUNCHES.get(name, len(names.split()))
    broken = on_gpu([*command, "broken"], *options, timeout=600, **more)
    assert broken.rules == [rule]
    assert broken.code == 1
    assert file in broken.summary["faults"][0]["message"]
