"""Changes of the native engine's sources, and whether tests notice them: the C++ half of `mutation.py`."""

from __future__ import annotations

import math
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import cpp_mutants
from engine_build import EngineBuild

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NEAREST = 20
"""Files of tests that run after a change, of those that pass without one: all would take ten minutes."""

_TESTS = [
    *(sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"),
    "--continue-on-collection-errors",  # with exit code 1, as for a test that fails
]
_START = 120
"""Seconds for the start of a run of tests."""

_MEMORY = 16 << 30
"""Bytes of address space of a process of tests: a changed size must not fill the machine."""


def engine_outcomes(
    root: Path, files: list[Path], tests: list[Path], number: int, dice: random.Random
) -> Iterator[tuple[str, bool, str]]:
    """Yield changes that compile: the place and the first test that fails, whether one fails, and a diff.

    Args:
        root: A checkout whose extension is built.
        files: The files that may change, of a copy in the current folder, where the tests run.
        tests: Files of tests.
        number: How many changes.
        dice: Draws them.
    """
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        engine = EngineBuild(root, Path(folder))
        sources = [engine.sources / file.relative_to(Path.cwd() / "csrc") for file in files]
        extension, unchanged = Path("pyptx/_native.abi3.so"), Path(folder, "unchanged.so")
        compiled = next(source for source in sources if source.suffix == ".cpp")
        if not engine.build(compiled, unchanged):
            raise RuntimeError(f"{compiled.name} does not compile or link without a change")
        seconds = cache(seconds_unchanged)
        for mutant in cpp_mutants.draw(sources, dice):
            before = mutant.path.read_text(encoding="utf-8")
            line = before.count("\n", 0, mutant.start) + 1
            extension.unlink(missing_ok=True)  # a process may have mapped it
            shutil.copy2(unchanged, extension)
            chosen = list(islice(filter(seconds, nearest_to(mutant.path, line, tests)), NEAREST))
            if not chosen:
                raise RuntimeError("all files of tests fail without a change")
            diff = mutant.apply()
            if engine.build(mutant.path, extension):
                failure = first_failure(chosen, 4 * sum(map(seconds, chosen)) + _START)
                yield f"{mutant.path.relative_to(folder)}:{line} {failure}".rstrip(), failure != "", diff
                number -= 1
            mutant.path.write_text(before, encoding="utf-8")
            if number == 0:
                return


def seconds_unchanged(test: Path) -> float:
    """Return how long a file of tests takes without a change, or 0 if one fails or none runs."""
    begun = time.perf_counter()
    done = subprocess.run([*_TESTS, test], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return time.perf_counter() - begun
    print(f"{test} is left out: without a change it ends with exit code {done.returncode}", file=sys.stderr)
    return 0


def first_failure(tests: list[Path], limit: float) -> str:
    """Run files of tests; return the first that fails, the signal or the time that ends them, or ''."""
    try:
        done = subprocess.run([*_TESTS, *tests], capture_output=True, text=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"no end after {limit:.0f} s"
    if done.returncode > 1:
        raise RuntimeError(f"pytest ends with exit code {done.returncode}\n{done.stdout}{done.stderr}")
    failed = re.findall(r"(?m)^(?:FAILED|ERROR) \S+", done.stdout)
    return failed[0] if failed else f"exit code {done.returncode}" if done.returncode else ""


def nearest_to(source: Path, line: int, tests: list[Path]) -> list[Path]:
    """Sort files of tests: those first whose words are those of a source around a line.

    A word counts more, the fewer tests have it.
    """
    lines = source.read_text(encoding="utf-8").splitlines()
    near = [source.stem] * 4 + lines[max(0, line - 25) : line + 25]
    known = {test: words_of([test.stem] * 8 + [test.read_text(encoding="utf-8")]) for test in tests}
    files = Counter(word for words in known.values() for word in words)
    rarity = {word: math.log(len(tests) / number) for word, number in files.items()}
    asked = {
        word: (1 + math.log(number)) * rarity.get(word, 0) ** 2 for word, number in words_of(near).items()
    }

    def nearness(test: Path) -> float:
        weights = {word: 1 + math.log(number) for word, number in known[test].items()}
        size = math.hypot(*(weight * rarity[word] for word, weight in weights.items()))
        return sum(weights.get(word, 0) * weight for word, weight in asked.items()) / (size or 1)

    return sorted(tests, key=nearness, reverse=True)


def words_of(texts: list[str]) -> Counter[str]:
    """Count the words of texts and of the names in them.

    >>> sorted(words_of(["test_rows", "SharedRow"]).items())
    [('row', 2), ('shared', 1), ('test', 1)]
    """
    words = re.findall(r"[A-Z]?[a-z]+\d*|[A-Z]+|\d+", "\n".join(texts))
    return Counter(word.lower().rstrip("s") for word in words)
