"""Run every check: format, C++ format, lint, types, import contract, generated files, site, tests.

``python tools/check.py`` runs them all and exits 1 if any fails; ``python tools/check.py types tests`` runs
those named. Arguments after ``--`` go to pytest. Two further tiers:

``python tools/check.py quick``
    Format, lint and imports of everything, types of the files that differ from the branch ``main``, and the
    tests of their folders, as many as fit into `QUICK_SECONDS`.
``python tools/check.py slow``
    Everything, then the links of the site to other sites, which need the network, and the wheels:
    `python -m build` makes them, and the tests run with the wheel installed.
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
TYPED = ("pyptx/", "tests/", "examples/", "tools/", "benchmarks/")
CLANG_FORMAT = shutil.which("clang-format", path=f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}")

PARALLEL = ("-n", str(os.cpu_count() or 1), "--dist", "worksteal")
"""A process for each core runs a part of the tests in order, so that few files are set up in two of them."""

CHECKS: dict[str, list[str]] = {
    "format":    [str(BIN / "ruff"), "format", "--check", "--quiet", "."],
    "c-format":  [CLANG_FORMAT or str(BIN / "clang-format"), "--dry-run", "--Werror", *CSRC],
    "lint":      [str(BIN / "ruff"), "check", "--quiet", "."],
    "types":     [str(BIN / "mypy")],
    "imports":   [str(BIN / "lint-imports")],
    "generated": [PYTHON, "tools/generate.py", "--check"],
    "site":      [PYTHON, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going", "docs", "build/site"],
    "tests":     [PYTHON, "-m", "pytest", "--quiet", "-p", "quick_tests", *PARALLEL],
}  # fmt: skip
SLOW: dict[str, list[str]] = {
    "links":     [PYTHON, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going", "--builder", "linkcheck",
                  "--define", "nb_execution_mode=off", "--define", "suppress_warnings=myst-nb.lexer",
                  "docs", "build/links"],
    "wheels":    [PYTHON, "tools/wheels.py"],
}  # fmt: skip
QUICK_SECONDS = 12
"""Time of the tests of the quick tier, as they took it before; their collection comes on top."""


def main(arguments: list[str]) -> int:
    """Run the checks named in `arguments`, or all; return the exit code."""
    names, _, for_pytest = partition(arguments, "--")
    every = {**CHECKS, **SLOW}
    if names == ["quick"]:
        chosen = quick(changed())
    elif names == ["slow"]:
        chosen = every
    else:
        chosen = {name: every.get(name, []) for name in names or CHECKS}
    unknown = [name for name in chosen if name not in every]
    if unknown:
        print(
            f"no check called {', '.join(unknown)}; there are: {' '.join(every)}, quick, slow",
            file=sys.stderr,
        )
        return 2
    failed = []
    # pytest runs on every core: threads of BLAS in each of its processes would only wait for one another.
    # Without compiled files on disk pytest would rewrite the assertions of every test file each time.
    path = os.pathsep.join(filter(None, (str(ROOT / "tools"), os.environ.get("PYTHONPATH"))))
    environment = {
        "OPENBLAS_NUM_THREADS": "1",
        **os.environ,
        "PYTHONPATH": path,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    for name, command in chosen.items():
        start = time.perf_counter()
        print(f"--- {name}", flush=True)
        given = for_pytest if name == "tests" else []
        if subprocess.run(command + given, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(name)
        print(f"    {time.perf_counter() - start:.1f} s", flush=True)
    print(f"failed: {' '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def changed() -> list[str]:
    """Return the files that differ from the branch ``main``, without those that are deleted."""
    git = ("git", "-C", str(ROOT))

    def lines(*words: str) -> list[str]:
        return subprocess.run([*git, *words], capture_output=True, text=True, check=True).stdout.splitlines()

    base = lines("merge-base", "HEAD", "main")[0]
    found = {*lines("diff", "--name-only", base), *lines("ls-files", "--others", "--exclude-standard")}
    return sorted(name for name in found if (ROOT / name).is_file())


def quick(files: list[str]) -> dict[str, list[str]]:
    """Return the commands of the quick tier for files that have changed.

    >>> sorted(quick(["README.md"]))
    ['format', 'imports', 'lint']
    >>> quick(["pyptx/emitter/walk.py"])["tests"][-2:]
    ['pyptx/emitter/walk.py', 'tests/emitter']
    """
    chosen = {name: CHECKS[name] for name in ("format", "lint", "imports")}
    if any(name.startswith("csrc/") for name in files):
        chosen["c-format"] = CHECKS["c-format"]
    typed = [name for name in files if name.endswith(".py") and name.startswith(TYPED)]
    if typed:
        chosen["types"] = [*CHECKS["types"], *typed]
    tested = dict.fromkeys(place for name in files for place in related_tests(name))
    if tested:
        limit = ["-p", "quick_tests", "--seconds", str(QUICK_SECONDS)]
        chosen["tests"] = [PYTHON, "-m", "pytest", "--quiet", *limit, *tested]
    return chosen


def related_tests(name: str) -> list[str]:
    """Return the files and folders of tests for a file: its doctests, and the folder named as its package.

    >>> [related_tests(name) for name in ("csrc/launch/xla.c", "csrc/virtual/runtime.c")]
    [['tests/runtime'], ['tests/virtual']]
    >>> [related_tests(name) for name in ("tests/conftest.py", "pyptx/arch.py")]
    [[], ['pyptx/arch.py']]
    """
    top, *rest = name.split("/")
    room = rest[0].removesuffix(".py") if rest else ""
    if top == "csrc":
        room = {"engine": "sim", "launch": "runtime", "virtual": "virtual"}.get(room, "sim")
    own = [name] if name.endswith(".py") and top in ("pyptx", "tests") and "conftest" not in name else []
    if top == "tests":
        return own
    folder = f"tests/{room}"
    return own + [folder] * (top in ("pyptx", "csrc") and (ROOT / folder).is_dir())


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
