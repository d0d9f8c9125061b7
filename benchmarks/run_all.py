"""All measurements of one card, in order of value, within 40 minutes, and one table of them.

``python benchmarks/run_all.py FOLDER`` runs the tests that need a GPU, the benchmarks for its target and
that of launches, and compares the library with its bars, each in a process of its own, so that a kernel that
fails does not stop the others. FOLDER has the output and the results of each, and `table.md`. ``--dry`` runs
the benchmarks of all targets on the simulator, and that of launches without a GPU.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import torch
from comparison import AMPERE, BLACKWELL, HOPPER

ROOT = Path(__file__).resolve().parents[1]
MINUTES = 40.0
TESTS = ["-m", "pytest", "-q", "-m", "gpu", "tests"]
PROBES = ["-m", "pyptx", "run", "examples/blackwell/tcgen05_suite.py", "--arch"]
LAUNCHES = ["benchmarks/bench_launch.py"]
BARS = {"bars": ["benchmarks/bars.py"]}
BENCHMARKS = {
    "bench_blackwell_gemm": BLACKWELL,
    "bench_hopper_gemm": HOPPER,
    "bench_ampere_kernels": AMPERE,
    "bench_blackwell_kernels": BLACKWELL,
    "bench_hopper_kernels": HOPPER,
}
"""Scripts that compare, with the targets of their kernels, in order of value."""


def steps(folder: Path, capability: tuple[int, int] | None) -> dict[str, list[str]]:
    """Return the arguments of Python for each step, by name; without a capability those of a dry run."""

    def benchmark(name: str) -> list[str]:
        options = ["--dry"] if capability is None else []
        return [f"benchmarks/{name}.py", *options, "--json", str(folder / f"{name}.json")]

    if capability is None:
        return {name: benchmark(name) for name in BENCHMARKS} | {"bench_launch": [*LAUNCHES, "--dry"]} | BARS
    before = {"tests": TESTS}
    if capability in BLACKWELL:
        before["tcgen05_suite"] = [*PROBES, BLACKWELL[capability]]
    compared = {name: benchmark(name) for name, targets in BENCHMARKS.items() if capability in targets}
    return before | compared | {"bench_launch": LAUNCHES} | BARS


def run(name: str, arguments: list[str], folder: Path, seconds: float) -> str:
    """Run a step, keep its output in the folder, and return how it ended."""
    with (folder / f"{name}.txt").open("w") as output:
        try:
            done = subprocess.run(
                [sys.executable, *arguments], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT,
                timeout=seconds, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "out of time"
    return f"failed, see {output.name}" if done.returncode else "done"


def table(folder: Path) -> str:
    """Return the results of the folder as a table in Markdown."""
    lines: list[str] = []
    for name in BENCHMARKS:
        if not (file := folder / f"{name}.json").exists():
            continue
        results = json.loads(file.read_text())
        lines += [", ".join(f"{key} {value}" for key, value in results["conditions"].items()), ""]
        lines += ["| case | candidate | µs | rate | of the first | clock |", "|---|---|---|---|---|---|"]
        for row in results["rows"]:
            clock = row["sensors"].get("clock_mhz", "")
            rate = f"{row['rate']:.4g} {row['unit']}"
            lines.append(
                f"| {row['case']} | {row['name']} | {row['microseconds']:.1f} | {rate} "
                f"| {row['ratio']:.3f} | {clock} |"
            )
        lines.append("")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Run the steps for the card; without arguments take those of the command line.

    Raises:
        SystemExit: There is no GPU, or a step failed.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write the results")
    parser.add_argument("--dry", action="store_true", help="on the simulator, to run every line once")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="time of all steps together")
    given = parser.parse_args(arguments)
    if not given.dry and not torch.cuda.is_available():
        raise SystemExit("torch finds no GPU; --dry runs without one")
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * given.minutes
    ended = {}
    for name, step in steps(folder, None if given.dry else torch.cuda.get_device_capability(0)).items():
        ended[name] = run(name, step, folder, max(0.0, end - time.monotonic()))
        print(f"{name}: {ended[name]}", flush=True)
    (folder / "table.md").write_text(found := table(folder))
    print(found)
    if missing := [name for name, how in ended.items() if how != "done"]:
        raise SystemExit(f"incomplete: {', '.join(missing)}")


if __name__ == "__main__":
    main()
