"""Run every check: format, C++ format, lint, types, import contract, generated files, site, tests.

``python tools/check.py`` runs them all and exits 1 if any fails; ``python tools/check.py types tests`` runs
those named. Whatever follows ``--`` goes to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = sys.executable
BIN = Path(PYTHON).parent
CSRC = sorted(str(path) for path in (ROOT / "csrc").rglob("*.*"))
CLANG_FORMAT = shutil.which("clang-format", path=f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}")

CHECKS: dict[str, list[str]] = {
    "format":    [str(BIN / "ruff"), "format", "--check", "--quiet", "."],
    "c-format":  [CLANG_FORMAT or str(BIN / "clang-format"), "--dry-run", "--Werror", *CSRC],
    "lint":      [str(BIN / "ruff"), "check", "--quiet", "."],
    "types":     [str(BIN / "mypy")],
    "imports":   [str(BIN / "lint-imports")],
    "generated": [PYTHON, "tools/generate.py", "--check"],
    "site":      [PYTHON, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going", "docs", "build/site"],
    "tests":     [PYTHON, "-m", "pytest", "--quiet", "-n", str(os.cpu_count() or 1)],
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run the checks named in `arguments`, or all; return the exit code."""
    names, _, for_pytest = partition(arguments, "--")
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"no check called {', '.join(unknown)}; there are: {' '.join(CHECKS)}", file=sys.stderr)
        return 2
    failed = []
    # pytest runs on every core: threads of BLAS in each of its processes would only wait for one another.
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
    for name in names or CHECKS:
        command = CHECKS[name] + (for_pytest if name == "tests" else [])
        start = time.perf_counter()
        print(f"--- {name}", flush=True)
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(name)
        print(f"    {time.perf_counter() - start:.1f} s", flush=True)
    print(f"failed: {' '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def partition(words: list[str], separator: str) -> tuple[list[str], list[str], list[str]]:
    """Split `words` at the first `separator`, as `str.partition` does.

    >>> partition(["tests", "--", "-k", "ld"], "--")
    (['tests'], ['--'], ['-k', 'ld'])
    """
    if separator not in words:
        return words, [], []
    index = words.index(separator)
    return words[:index], [separator], words[index + 1 :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
