"""``pyptx equal``: do two kernels compute one function, rounding aside?"""

from __future__ import annotations

import ast
import operator
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyptx import equivalence as room
from pyptx.cli import sources
from pyptx.cli.arguments import make
from pyptx.cli.launches import FileLaunch, pair
from pyptx.cli.mistakes import SizesCommand
from pyptx.cli.outcome import Exit, as_json, reporting, show
from pyptx.kernel import Kernel
from pyptx.progress import Progress
from pyptx.specs import Tile
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.equivalence import Side

_NAME = re.compile(r"[A-Za-z_]\w*")
"""A name in an expression."""

_TILE = re.compile(r"(?P<dtype>\w+)\[(?P<shape>[^\]]*)\](?::(?P<fill>.+))?\Z")
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}  # fmt: skip
_SIDES = 2


@click.command(cls=SizesCommand)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
@click.option(
    "--arg", "specs", multiple=True, metavar="NAME=SPEC", help="f32[M,K], f32[64]:zeros, 7, M, x.npy …"
)
@click.option("--entry", multiple=True, help="Entry of a PTX file with several.")
@click.option("--grid", multiple=True, help="CTAs of a PTX file: X[,Y[,Z]], such as (M+63)//64,N.")
@click.option("--block", multiple=True, help="Threads of a CTA: X[,Y[,Z]].")
@click.option("--cluster", multiple=True, help="CTAs of a cluster: X[,Y[,Z]].")
@click.option("--smem", multiple=True, type=int, help="Dynamic shared memory, in bytes.")
@click.option(
    "--launch",
    "description",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="JSON file that describes the launch.",
)
@click.option(
    "--multiple", "multiples", multiple=True, metavar="NAME=N", help="Sizes of NAME are multiples of N."
)
@click.option(
    "-k", "kinds", multiple=True, metavar="KIND", help="Only inputs of this kind, such as 'ragged sizes'."
)
@click.option(
    "--draws", type=click.IntRange(1), default=4, show_default=True, help="Inputs of each random kind."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of random inputs.")
@click.option(
    "--max-steps",
    type=click.IntRange(1),
    help="Instructions after which a launch counts as endless; 20 million if not given.",
)
@click.option(
    "--prove", is_flag=True, help="Prove that they are equal over the real numbers, for these sizes."
)
@click.option(
    "--budget",
    type=click.FloatRange(0, min_open=True),
    help="Seconds after which a proof gives up: 120 if not given.",
)
@as_json
def equal(first: str, second: str, words: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Compare the results of two kernels, rounding aside.

    A and B are FILE.py:NAME, a kernel, a build_ function, a function that launches kernels, or a function of
    NumPy, which gets its inputs in float64; or FILE.ptx with --arg, --grid and --block, as for pyptx run. An
    option that describes a launch is given once for both PTX files, or once for each. Sizes are NAME=VALUE;
    in --arg and --grid they are names, such as f32[M,K] and (M+63)//64. An array with a fill, a number and a
    .npy file stay as they are.

    Exit codes: 0 equal, 1 different or undecided, 2 wrong usage. With --prove: 0 proved, 1 otherwise.
    """
    with reporting(as_json=as_json):
        given = sources.values(words)
        sides = _sides((first, second), given, options)
        search = room.Search(
            kinds=options["kinds"],
            draws=options["draws"],
            seed=options["seed"],
            prove=options["prove"],
            **({"max_steps": options["max_steps"]} if options["max_steps"] else {}),
            **({"budget": options["budget"]} if options["budget"] else {}),
            progress=(progress := Progress("inputs", quiet=as_json)),
            note=progress.note,
        )
        pairs = (pair(word, "NAME=N") for word in options["multiples"])
        multiples = {name: _evaluate(text, {}) for name, text in pairs}
        named = _NAME.findall(" ".join(options["specs"]))
        inputs = room.Inputs(_described(sides, options, given), given, multiples, named)
        found = room.compare(sides, inputs, search)
        progress.end()
    show(found.to_json(), as_json=as_json, text=str(found))
    if not found:
        sys.exit(Exit.FINDINGS)


def _sides(targets: Sequence[str], given: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[Side, Side]:
    """The sides of the two targets."""
    python = [sources.split(target)[0].endswith(".py") for target in targets]
    texts = python.count(False)
    launches = ("entry", "grid", "block", "cluster", "smem", "description")
    for word in launches:
        if len(options[word]) > max(texts, 1):
            raise click.UsageError(f"--{word} is given {len(options[word])} times, for {texts} PTX files")
        if options[word] and not texts:
            raise click.UsageError(f"--{word} is for a PTX file")
    made: list[Side] = []
    for target, is_python in zip(targets, python, strict=True):
        if is_python:
            made.append(_of_python(target, given))
            continue
        place = python[: len(made)].count(False)
        own = {
            word: options[word][min(place, len(options[word]) - 1)] if options[word] else None
            for word in launches
        }
        made.append(_of_ptx(target, own, options["specs"] if not place else ()))
    return made[0], made[1]


def _of_python(target: str, given: Mapping[str, Any]) -> Side:
    """The side of a kernel, a builder or a function of a Python file."""
    file, name = sources.split(target)
    if not Path(file).is_file():
        raise click.UsageError(f"there is no file {file}")
    names = sources.load(file)
    found = names.get(name) if name is not None else None
    if callable(found) and not isinstance(found, Kernel) and not str(name).startswith("build_"):
        return room.FunctionSide(target, found)
    built: dict[tuple[Any, ...], Kernel] = {}

    def build(sizes: Mapping[str, Any]) -> Kernel:
        key = tuple(sizes.items())
        if key not in built:
            built[key] = sources.find_kernel(names, name, dict(sizes))
        return built[key]

    build(given)
    return room.KernelSide(target, build, sources.parameters_of(names, name))


def _of_ptx(target: str, own: dict[str, Any], specs: Sequence[str]) -> Side:
    launch = FileLaunch(Path(target), {**own, "engine": None, "specs": specs, "seed": None, "arg_seed": None})
    described = launch.described

    def geometry(sizes: Mapping[str, Any]) -> Any:
        grid, block, cluster = (
            _dimensions(described.get(word), sizes) for word in ("grid", "block", "cluster")
        )
        return room.Geometry(grid, block, cluster, described.get("smem"))

    texts = (described.get(word) for word in ("grid", "block", "cluster"))
    words = _NAME.findall(f"{[*texts, *launch.specs.values()]}")
    return room.ProgramSide(target, launch.program, geometry, launch.specs, words)


def _described(
    sides: Sequence[Side], options: Mapping[str, Any], given: Mapping[str, Any]
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """The arguments of both sides for some sizes."""
    programs = [side for side in sides if isinstance(side, room.ProgramSide)]
    kernels = [side for side in sides if isinstance(side, room.KernelSide)]
    specs = dict(pair(word, "NAME=SPEC") for word in options["specs"])
    for side in programs:
        specs = {**side.specs, **specs}
    if programs:
        params = [param.name for param in programs[0].program.params]
        missing = [name for name in params if name not in specs]
        if missing:
            raise click.UsageError(
                f"{programs[0].name}: parameter {missing[0]} has no argument; give --arg {missing[0]}=…"
            )
        specs = {name: specs[name] for name in (*params, *(name for name in specs if name not in params))}
    elif kernels:
        inputs = room.tiles_of(kernels[0], given)
        if unknown := specs.keys() - inputs.keys():
            raise click.UsageError(
                f"--arg {min(unknown)}: {kernels[0].name} has the inputs {', '.join(inputs) or 'none'}"
            )
    elif not specs:
        raise click.UsageError("neither side has tensors; give --arg NAME=SPEC for each argument, in order")

    def describe(sizes: Mapping[str, Any]) -> dict[str, Any]:
        own = {name: _argument(spec, sizes) for name, spec in specs.items()}
        if programs or not kernels:
            return own
        return {**room.tiles_of(kernels[0], sizes), **own}

    return describe


def _argument(spec: Any, sizes: Mapping[str, Any]) -> Any:
    """The argument of a description: a tile without a fill, else what `make` makes of it."""
    found = _TILE.match(spec) if isinstance(spec, str) else None
    if found is None:
        return _number(spec, sizes)
    dims = [word.strip() for word in found["shape"].split(",") if word.strip()]
    if found["fill"] is not None:
        shape = ",".join(str(_evaluate(dim, sizes)) for dim in dims)
        return make(f"{found['dtype']}[{shape}]:{found['fill']}", 0)
    try:
        dtype = from_name(found["dtype"])
    except ValueError as error:
        raise click.UsageError(f"{spec!r}: {error}") from None
    return Tile(*(dim if dim in sizes else _evaluate(dim, sizes) for dim in dims), dtype)


def _dimensions(given: Any, sizes: Mapping[str, Any]) -> Any:
    """One to three sizes of a launch, as expressions of sizes."""
    if isinstance(given, str):
        given = given.split(",")
    return [_evaluate(str(each), sizes) for each in given] if isinstance(given, list) else given


def _evaluate(text: str, sizes: Mapping[str, Any]) -> int:
    """The value of an expression of sizes.

    >>> _evaluate("(M + 63) // 64 * 2", {"M": 65})
    4

    Raises:
        UsageError: It has other parts than sizes, numbers and ``+ - * // %``.
    """

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and isinstance(sizes.get(node.id), int):
            return int(sizes[node.id])
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        known = ", ".join(sizes) or "none"
        raise click.UsageError(f"{text!r} is not an expression of numbers and sizes (known: {known})")

    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError):
        raise click.UsageError(f"{text!r} is not an expression of numbers and sizes") from None


def _number(spec: Any, sizes: Mapping[str, Any]) -> Any:
    """A size, an expression of sizes, or the result of `make` for the words."""
    if isinstance(spec, str) and spec in sizes:
        return sizes[spec]
    try:
        return make(spec, 0)
    except click.UsageError:
        if not any(name in spec for name in sizes):
            raise
        return _evaluate(spec, sizes)
