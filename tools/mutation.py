"""Change lines of one package at random and list the changes that its tests do not notice.

``python tools/mutation.py layouts --sample 25 --seed 1`` copies the tree, draws places in the package and
applies an operator of cosmic-ray at each (a comparison turned, a constant off by one, a condition negated).
It runs the tests of the package after each change and prints the share that they notice, with a diff of
every other change. `ROOMS` lists the packages and their tests. ``engine`` is the native engine: `cpp_mutants`
changes its C++ and builds it for one instruction set. The script needs ``pip install -e '.[mutation]'`` and
takes minutes, for the engine a minute or more for each change.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cpp_mutants
from cosmic_ray import work_item
from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db

import pyptx._native

if TYPE_CHECKING:
    from collections.abc import Iterator

Position = tuple[int, int]  # line and column
ROOT = Path(__file__).resolve().parents[1]

RACES = (
    "accesses", "clocks", "epochs", "equal_writes", "meetings", "order", "race_reports", "races",
    "read_tests", "released_values", "releases",
)  # fmt: skip
RACE_TESTS = ("starts_and_groups", "race_idioms", "races", "equal_values", "handing_over", "pipelines")
SLOW_RACE_TESTS = (
    "races.py::test_who_swapped_had_guessed_before[3",
    "races.py::test_what_was_observed_is_before[ld.global.u32",
    "equal_values.py::test_both_engines_agree_on_unordered_accesses",
)
ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "cli": (
        ["pyptx/cli/**/*.py"],
        ["tests/cli", "tests/view", "tests/virtual/test_options.py", "tests/virtual/test_environment.py"],
    ),
    "codegen": (
        ["pyptx/codegen/**/*.py"],
        [
            "pyptx/codegen",
            *(
                f"tests/codegen/test_{name}.py"
                for name in ("golden", "sugar", "pipelines", "names", "functions")
            ),
            "tests/codegen",
        ],
    ),
    "engine": ([f"csrc/engine/*.{suffix}" for suffix in ("cpp", "h", "inl")], ["tests/sim"]),
    "equivalence": (["pyptx/equivalence/**/*.py"], ["tests/equivalence"]),
    "inspect": (["pyptx/inspect/**/*.py"], ["tests/inspect", "tests/view"]),
    "isa": (["pyptx/isa/*.py"], ["pyptx/isa", "tests/isa", "tests/verify"]),
    "kernel": (
        ["pyptx/kernel/*.py"],
        [
            "pyptx/kernel",
            "tests/kernel",
            *(
                f"tests/runtime/test_{name}.py"
                for name in ("launching", "strides", "numpy", "export", "operators", "transforms")
            ),
        ],
    ),
    "kernels": (
        ["pyptx/kernels/*.py"],
        [
            f"tests/kernels/test_{name}.py"
            for name in (
                "arguments",
                "tiles",
                "library",
                "rows",
                "row_functions",
                "attention",
                "operators",
                "gradients",
            )
        ],
    ),
    "launch": (
        ["pyptx/runtime/*.py"],
        [
            "pyptx/runtime",
            *(
                f"tests/runtime/test_{name}.py"
                for name in ("frozen", "cuda_header", "numpy", "driver", "launching", "export", "native")
            ),
            "tests/runtime",
        ],
    ),
    "layouts": (
        ["pyptx/layouts/*.py"],
        ["pyptx/layouts", "tests/layouts", "tests/runtime/test_cuda_header.py"],
    ),
    "parser": (["pyptx/parser/*.py"], ["pyptx/parser", "tests/parser", "tests/properties/test_lossless.py"]),
    "perf": (["pyptx/perf/*.py"], ["tests/perf"]),
    "program": (
        ["pyptx/program/*.py"],
        ["tests/program", "tests/runtime/test_launching.py", "tests/runtime/test_arrays_of_libraries.py"],
    ),
    "races": (
        [f"pyptx/sim/{name}.py" for name in RACES],
        [
            *(f"--deselect=tests/sim/test_{name}" for name in SLOW_RACE_TESTS),
            *(f"tests/sim/test_{name}.py" for name in RACE_TESTS),
        ],
    ),
    "reg": (["pyptx/reg/*.py"], ["pyptx/reg", "tests/reg", "tests/trace"]),
    "smem": (["pyptx/smem/*.py"], ["pyptx/smem", "tests/smem", "tests/trace/test_assigned.py"]),
    "specs": (["pyptx/specs.py"], ["pyptx/specs.py", "tests/specs", "tests/kernel"]),
    "tensor_races": (
        ["pyptx/sim/tensor_races.py"],
        [f"tests/sim/test_tcgen05_{name}.py" for name in ("order", "threads", "dsl", "memory")],
    ),
    "toolchain": (["pyptx/toolchain/*.py"], ["tests/toolchain"]),
    "trace": (
        ["pyptx/trace/*.py"],
        ["pyptx/trace", "tests/trace", "tests/kernel/test_tracing.py", "tests/reg", "tests/ptx"],
    ),
    "triage": (["pyptx/triage/*.py"], ["tests/triage"]),
    "verify": (["pyptx/verify/*.py"], ["pyptx/verify", "tests/verify"]),
    "virtual": (["pyptx/virtual/**/*.py"], ["pyptx/virtual", "tests/virtual"]),
}
"""The files of each package that are changed, and the tests that run, the fastest first.

Entries that start with a dash are options of pytest. The doctests of the changed file run first, then the
tests whose names share a word with it.
"""

_OPERATORS = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Eq|NotEq|Lt|LtE|Gt|GtE)"
    r"|ReplaceComparisonOperator_(Is_IsNot|IsNot_Is)|ReplaceUnaryOperator_USub_UAdd|ReplaceUnaryOperator_Delete_Not"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add|BitAnd_BitOr|BitOr_BitAnd|BitXor_BitOr"
    r"|LShift_RShift|RShift_LShift)|AddNot|NumberReplacer|ZeroIterationForLoop|Replace(True|False|And|Or)With\w+)$"
)
"""Operators whose changes have a meaning of their own; ``==`` as ``is``, for example, often has the same."""

_WITHOUT_INSTALLATION = """
import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
"""
"""Written as `sitecustomize`: the copy comes before an editable installation, in processes of tests too."""


Outcome = tuple[str, bool, str]  # place of a change, whether the tests notice it, and its diff

_MEMORY = 16 << 30
"""Bytes of address space of a process of tests: a changed size must not fill the machine."""


def main(arguments: list[str]) -> int:
    """Run the sample that `arguments` ask for; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("room", choices=ROOMS)
    options.add_argument("--sample", type=int, default=25, help="number of changes")
    options.add_argument("--seed", type=int, default=0, help="of the draw")
    chosen = options.parse_args(arguments)
    sources, tests = ROOMS[chosen.room]
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(Path(folder))
        begun = time.perf_counter()
        outcome, output = run_tests(command_of(tests), timeout=3600)
        if outcome is not work_item.TestOutcome.SURVIVED:
            print(output, "the tests fail without a change", sep="\n", file=sys.stderr)
            return 2
        limit = 3 * (time.perf_counter() - begun) + 10
        files = [path for pattern in sources for path in sorted(copy.glob(pattern))]
        dice = random.Random(chosen.seed)
        if chosen.room == "engine":
            outcomes = cpp_outcomes(files, chosen.sample, dice, limit)
        else:
            outcomes = python_outcomes(draw_mutants(files, chosen.sample, dice), tests, limit)
        number = survivors = 0
        for where, noticed, diff in outcomes:
            number += 1
            survivors += not noticed
            print("noticed " if noticed else "survived", where.removeprefix(f"{copy}/"), flush=True)
            if not noticed:
                print(*(line for line in diff.splitlines() if re.match(r"[-+@](?![-+])", line)), sep="\n")
        print(f"{chosen.room}: the tests notice {number - survivors} of {number} changes")
    return 0


def command_of(tests: list[str]) -> str:
    """Return the command that runs some tests up to the first failure."""
    return shlex.join([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests])


def python_outcomes(
    mutants: list[work_item.MutationSpec], tests: list[str], limit: float
) -> Iterator[Outcome]:
    """Yield the outcome of each change of a Python file."""
    options = [test for test in tests if test.startswith("-")]
    listed = (
        file
        for test in tests
        if test not in options
        for file in sorted(Path(test).rglob("test_*.py")) or [Path(test)]
    )
    files = list(dict.fromkeys(listed))
    for mutant in mutants:
        nearest = nearest_first(mutant.module_path, files)
        command = command_of([*options, str(mutant.module_path), *map(str, nearest)])
        result = mutate_and_test([mutant], command, limit)
        where = f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name}"
        yield where, result.test_outcome is work_item.TestOutcome.KILLED, result.diff


def cpp_outcomes(files: list[Path], number: int, dice: random.Random, limit: float) -> Iterator[Outcome]:
    """Yield the outcome of each change of a C++ file that compiles, the tests with its words first."""
    tree = Path.cwd()
    tests = sorted(tree.glob("tests/sim/**/test_*.py"))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    for mutant in cpp_mutants.draw(files, dice):
        before = mutant.path.read_text(encoding="utf-8")
        diff = mutant.apply()
        if cpp_mutants.build(tree):
            command = command_of([str(test) for test in nearest_first(mutant.path, tests)])
            outcome, _ = run_tests(command, limit)
            where = f"{mutant.path}:{before.count(chr(10), 0, mutant.start) + 1}"
            yield where, outcome is work_item.TestOutcome.KILLED, diff
            number -= 1
        mutant.path.write_text(before, encoding="utf-8")
        if number == 0:
            return


def nearest_first(source: Path, tests: list[Path]) -> list[Path]:
    """Sort tests: those whose names share a word with the source first.

    >>> [path.name for path in nearest_first(Path("rows.py"), [Path("test_a.py"), Path("test_row.py")])]
    ['test_row.py', 'test_a.py']
    """
    words = {word.rstrip("s") for word in source.stem.split("_")}
    return sorted(tests, key=lambda test: not words & {word.rstrip("s") for word in test.stem.split("_")})


def copy_tree(folder: Path) -> Path:
    """Copy the tree with its compiled parts, work there, and let Python import from there."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    for name in listed:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    compiled = Path(str(pyptx._native.__file__))  # noqa: SLF001 -- the compiled module
    shutil.copy2(compiled, folder / "pyptx")
    libraries = compiled.parent / "virtual" / "libraries"  # those of the virtual GPU: its tests skip without
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "pyptx" / "virtual" / "libraries", dirs_exist_ok=True)
    (folder / "sitecustomize.py").write_text(_WITHOUT_INSTALLATION, encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (folder, folder / "tools", folder / "benchmarks")))
    os.chdir(folder)
    return folder


def draw_mutants(files: list[Path], number: int, dice: random.Random) -> list[work_item.MutationSpec]:
    """Draw places of the files, each at most once, and one change of each that leaves the file Python."""
    places: dict[tuple[Path, Position], list[work_item.MutationSpec]] = {}
    with use_db(":memory:", WorkDB.Mode.create) as database:
        init(files, database, {})
        for item in database.work_items:
            (mutant,) = item.mutations
            if _OPERATORS.match(mutant.operator_name):
                places.setdefault((mutant.module_path, mutant.start_pos), []).append(mutant)
    idle = {path: list(idle_spans(path.read_text(encoding="utf-8"))) for path in files}
    executed = [
        (path, place) for path, place in sorted(places)
        if not any(begin <= place < end for begin, end in idle[path])
    ]  # fmt: skip
    picked = dice.sample(executed, min(number, len(executed)))
    drawn = [dice.choice(places[place]) for place in picked]
    return [mutant for mutant in drawn if compiles(mutant)]


def compiles(mutant: work_item.MutationSpec) -> bool:
    """Whether the changed file is Python: cosmic-ray also changes the ``*`` of keyword-only parameters."""
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    changed = mutate_code(mutant.module_path.read_text(encoding="utf-8"), operator, mutant.occurrence)
    try:
        compile(changed, mutant.module_path, "exec")
    except SyntaxError:
        return False
    return True


def idle_spans(source: str) -> Iterator[tuple[Position, Position]]:
    """Yield the spans without behaviour: annotations, imports for type checkers, cache sizes, ``strict=``.

    >>> list(idle_spans("def f(x: int | None): return x | 1"))
    [((1, 9), (1, 19))]
    """
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.keyword) and node.arg in ("strict", "maxsize"):
            parts.append(node.value)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            if isinstance(part, (ast.expr, ast.stmt)):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
