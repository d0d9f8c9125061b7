"""Changes of the native engine's sources, and whether tests notice them: the C++ half of `mutation.py`."""

from __future__ import annotations

import math
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import cpp_mutants
from engine_build import EngineBuild

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NEAREST = 20
"""Files of tests that run after a change: all would take ten minutes."""

_TESTS = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
_STALLED = ["-o", "faulthandler_timeout=120", "-o", "faulthandler_exit_on_timeout=true"]
"""Options that end the tests when one takes two minutes."""

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
        for mutant in cpp_mutants.draw(sources, dice):
            before = mutant.path.read_text(encoding="utf-8")
            line = before.count("\n", 0, mutant.start) + 1
            nearest = nearest_to(mutant.path, line, tests)[:NEAREST]
            diff = mutant.apply()
            if engine.build(mutant.path, Path("pyptx/_native.abi3.so")):
                done = subprocess.run(
                    [*_TESTS, *_STALLED, *nearest], capture_output=True, text=True, check=False
                )
                failed = re.findall(r"(?m)^(?:FAILED|ERROR) \S+", done.stdout) or [
                    f"exit code {done.returncode}"
                ]
                where = f"{mutant.path.relative_to(folder)}:{line}"
                yield f"{where} {failed[0]}" if done.returncode else where, done.returncode != 0, diff
                number -= 1
            mutant.path.write_text(before, encoding="utf-8")
            if number == 0:
                return


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
