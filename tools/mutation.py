"""Change lines of one package at random and list the changes that its tests do not notice.

``python tools/mutation.py layouts --sample 25 --seed 1`` copies the tree, draws places in the package and
applies an operator of cosmic-ray at each (a comparison turned, a constant off by one, a condition negated).
A first run of the package's tests records which functions each executes. After each change, the tests that
execute the changed function run, and then, unless one fails, the others: these may use what the function
returned to an earlier test, from a cache or a fixture of their module, or execute it in a process that was
killed. The first failure counts if the test passes without the change. `forked_tests` runs the tests, in
processes that have imported their libraries. The script prints the test that notices each change, a diff of
every other change, and the share noticed. `mutation_rooms` lists the packages and their tests. ``engine`` is
the native engine: `engine_outcomes` changes its C++ and runs the nearest files of tests that pass without a
change. The script needs ``pip install -e '.[mutation]'``. After the first run, a change takes seconds.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cosmic_ray import work_item
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from forked_tests import OUTPUT, first_failure, import_libraries, noticing_test, run_tests
from mutation_rooms import ROOMS

if TYPE_CHECKING:
    from collections.abc import Iterator

Position = tuple[int, int]  # line and column
ROOT = Path(__file__).resolve().parents[1]

_OPERATORS = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Eq|NotEq|Lt|LtE|Gt|GtE)"
    r"|ReplaceComparisonOperator_(Is_IsNot|IsNot_Is)|ReplaceUnaryOperator_USub_UAdd|ReplaceUnaryOperator_Delete_Not"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add|BitAnd_BitOr|BitOr_BitAnd|BitXor_BitOr"
    r"|LShift_RShift|RShift_LShift)|AddNot|NumberReplacer|ZeroIterationForLoop|Replace(True|False|And|Or)With\w+)$"
)
"""Operators whose changes have a meaning of their own; ``==`` as ``is``, for example, often has the same."""

_NO_EDITABLE = """
import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
"""
"""Code after which the copy's modules come before those of an editable installation."""

_CUSTOM = f"""{_NO_EDITABLE}
from tools import function_trace

function_trace.record_process()
"""
"""`sitecustomize` of the copy, for the processes that tests start."""

_NEAREST = 40
"""How many tests run at first: the files of the others take seconds to collect."""

Outcome = tuple[
    str, bool, str
]  # place of a change and the test that notices it, whether one does, and a diff


class Executed(NamedTuple):
    """The record of a test.

    Attributes:
        seconds: How long the test takes while it is recorded.
        functions: The functions that it executes, by file and first line.
    """

    seconds: float
    functions: set[tuple[str, int]]


def main(arguments: list[str]) -> int:
    """Run the sample that `arguments` ask for; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("room", choices=ROOMS)
    options.add_argument("--sample", type=int, default=25, help="number of changes")
    options.add_argument("--seed", type=int, default=0, help="of the draw")
    chosen = options.parse_args(arguments)
    sources, tests = ROOMS[chosen.room]
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(Path(folder).resolve())
        files = [path for pattern in sources for path in sorted(copy.glob(pattern))]
        dice = random.Random(chosen.seed)
        if chosen.room == "engine":
            from engine_outcomes import engine_outcomes  # noqa: PLC0415 - it imports the package, not the copy

            outcomes = engine_outcomes(ROOT, files, sorted(copy.glob(*tests)), chosen.sample, dice)
        else:
            outcomes = python_outcomes(draw_mutants(files, chosen.sample, dice), record_tests(tests))
        number = survivors = 0
        for where, noticed, diff in outcomes:
            number += 1
            survivors += not noticed
            print("noticed " if noticed else "survived", where.removeprefix(f"{copy}/"), flush=True)
            if not noticed:
                print(*(line for line in diff.splitlines() if re.match(r"[-+@](?![-+])", line)), sep="\n")
        print(f"{chosen.room}: the tests notice {number - survivors} of {number} changes")
    return 0


def record_tests(tests: list[str]) -> dict[str, Executed]:
    """Run tests without a change; return what `executed_functions` records of those that pass.

    A test may fail because the record slows it. If it passes without, it stays, with the functions that it
    executed before it failed.
    """
    record = Path("executed_functions.json").absolute()
    os.environ["EXECUTED_FUNCTIONS"] = str(record)
    if (code := run_tests(["-p", "executed_functions", *tests])) not in (0, 1):
        raise SystemExit(f"{Path(OUTPUT).read_text(encoding='utf-8')}\npytest ends with exit code {code}")
    read = json.loads(record.read_text(encoding="utf-8"))
    import_libraries(read["libraries"])
    recorded = {}
    for test, (seconds, functions, passed) in read["tests"].items():
        if passed or not first_failure({test: seconds}):
            recorded[test] = Executed(seconds, {(file, line) for file, line in functions})
        else:
            print(f"{test} fails without a change and is left out", file=sys.stderr)
    return recorded


def python_outcomes(mutants: list[work_item.MutationSpec], tests: dict[str, Executed]) -> Iterator[Outcome]:
    """Yield the outcome of each change of a Python file."""
    imports = tests.pop("").functions
    files = [Path(file) for file in dict.fromkeys(test.partition("::")[0] for test in tests)]
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    for mutant in mutants:
        path = mutant.module_path.relative_to(Path.cwd())
        before, after = path.read_text(encoding="utf-8"), changed_source(mutant)
        line = first_line_around(mutant.start_pos, before)
        anywhere = line == 0 or (str(path), line) in imports
        ranks = {str(file): rank for rank, file in enumerate(nearest_first(path, files))}
        ordered = sorted(tests, key=lambda test: (ranks[test.partition("::")[0]], tests[test].seconds))
        executing = [test for test in ordered if anywhere or (str(path), line) in tests[test].functions]
        others = [test for test in ordered if test not in executing]
        groups = executing[:_NEAREST], executing[_NEAREST:], others
        seconds = ({test: tests[test].seconds for test in group} for group in groups)
        failure = next(filter(None, (noticing_test(path, after, group) for group in seconds if group)), "")
        diff = "\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm=""))
        where = f"{path}:{mutant.start_pos[0]} {mutant.operator_name} {failure}".rstrip()
        yield where, failure != "", diff


def first_line_around(place: Position, source: str) -> int:
    r"""Return the first line, decorators included, of the innermost function whose body has a place, or 0.

    >>> first_line_around((4, 11), "@cache\ndef f(x=1):\n    y = x\n    return y + 1")
    1
    >>> first_line_around((2, 8), "@cache\ndef f(x=1):\n    y = x\n    return y + 1")
    0
    """
    start: ast.stmt | ast.expr
    around = 0
    for node in ast.walk(ast.parse(source)):  # outer functions first
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            start, first = node.body[0], min(part.lineno for part in (node, *node.decorator_list))
        elif isinstance(node, ast.Lambda):
            start, first = node.body, node.lineno
        else:
            continue
        if (start.lineno, start.col_offset) <= place < (node.end_lineno or 0, node.end_col_offset or 0):
            around = first
    return around


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
    installed = find_spec("pyptx")
    for package in (installed and installed.submodule_search_locations) or ():
        for compiled in Path(package).glob("_native*.so"):
            shutil.copy2(compiled, folder / "pyptx")
        libraries = Path(package, "virtual", "libraries")  # those of the virtual GPU: its tests skip without
        if libraries.is_dir():
            shutil.copytree(libraries, folder / "pyptx" / "virtual" / "libraries", dirs_exist_ok=True)
    (folder / "sitecustomize.py").write_text(_CUSTOM, encoding="utf-8")
    first = [str(folder), str(folder / "tools"), str(folder / "benchmarks")]
    os.environ["PYTHONPATH"] = os.pathsep.join(first)
    sys.path[:0] = first
    exec(_NO_EDITABLE)
    os.chdir(folder)
    return folder


def draw_mutants(files: list[Path], number: int, dice: random.Random) -> list[work_item.MutationSpec]:
    """Draw places of the files, each at most once, and one change of each that leaves the file Python."""
    places: dict[tuple[Path, Position], list[work_item.MutationSpec]] = {}
    operators = [(name, get_operator(name)()) for name in operator_names() if _OPERATORS.match(name)]
    for path in files:
        nodes = list(ast_nodes(get_ast_from_path(path)))
        for name, operator in operators:
            spans = [span for node in nodes for span in operator.mutation_positions(node)]
            for occurrence, (start, end) in enumerate(spans):
                mutant = work_item.MutationSpec(path, name, occurrence, start, end)
                places.setdefault((path, start), []).append(mutant)
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
    try:
        compile(changed_source(mutant), mutant.module_path, "exec")
    except SyntaxError:
        return False
    return True


def changed_source(mutant: work_item.MutationSpec) -> str:
    """Return the text of the file after the change."""
    operator = get_operator(mutant.operator_name)(**mutant.operator_args)
    changed: str | None = mutate_code(
        mutant.module_path.read_text(encoding="utf-8"), operator, mutant.occurrence
    )
    assert changed is not None  # the operator found its occurrence when the change was drawn
    return changed


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
