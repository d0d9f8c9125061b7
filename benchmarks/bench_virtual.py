"""Programs of Numba-CUDA and Triton on the virtual GPU, beside the simulators of their packages.

``python benchmarks/bench_virtual.py`` prints the seconds of a launch on Numba's CUDA simulator
(``NUMBA_ENABLE_CUDASIM=1``) or Triton's interpreter (``TRITON_INTERPRET=1``), those of ``pyptx gpu``, and
their ratio, each the best of three processes. The packages are those of the Python of ``PYPTX_CLIENTS``, or
of this one: ``triton==3.9.0 torch numba-cuda[cu13]==0.30.4 cuda-core==1.2.2``. One that is missing is named.
``--dry`` runs small sizes once: that tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
PYTHON = os.environ.get("PYPTX_CLIENTS", sys.executable)
SIMULATORS = {"numba": "NUMBA_ENABLE_CUDASIM", "triton": "TRITON_INTERPRET"}
SCALES = {"numba": 1, "triton": 4}


def seconds(command: Sequence[str], rounds: int, **variables: str) -> dict[str, float]:
    """Return the seconds of each program, the best of some processes.

    Raises:
        RuntimeError: A process failed, for example because a package is missing.
    """
    best: dict[str, float] = {}
    for _ in range(rounds):
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, **variables}
        )
        if done.returncode:
            raise RuntimeError((done.stderr.strip() or "no output").splitlines()[-1])
        for line in done.stdout.splitlines() + done.stderr.splitlines():
            if line.startswith("time "):
                _, name, found = line.split()
                best[name] = min(best.get(name, float("inf")), float(found))
    return best


def main(words: Sequence[str] | None = None) -> None:
    """Run, and print a row for each program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dry", action="store_true", help="small sizes, once")
    is_dry = parser.parse_args(words).dry
    rounds = 1 if is_dry else 3
    for package, variable in SIMULATORS.items():
        command = [PYTHON, str(HERE / f"{package}_programs.py"), str(1 if is_dry else SCALES[package])]
        try:
            own = seconds(command, rounds, **{variable: "1"})
            virtual = seconds([sys.executable, "-m", "pyptx", "gpu", "--", *command], rounds)
        except RuntimeError as error:
            print(f"{package:7s} not measured: {error}")
            continue
        for name, time in own.items():
            ratio = time / virtual[name]
            print(f"{package:7s} {name:10s} {time:9.4f} s  virtual GPU {virtual[name]:9.4f} s  {ratio:8.1f}")


if __name__ == "__main__":
    main()
