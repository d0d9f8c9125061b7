"""A launch of a PTX file, from options and from a description in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyptx.cli import sources
from pyptx.cli.arguments import make
from pyptx.program import from_ptx

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program, Report

Command = TypeVar("Command", bound="Callable[..., Any]")

_OPTIONS = (
    click.option("--entry", help="Entry of a PTX file with several."),
    click.option("--grid", help="CTAs of a PTX file: X[,Y[,Z]]."),
    click.option("--block", help="Threads of a CTA: X[,Y[,Z]]."),
    click.option("--cluster", help="CTAs of a cluster: X[,Y[,Z]]."),
    click.option("--smem", type=int, help="Dynamic shared memory, in bytes."),
    click.option(
        "--arg", "specs", multiple=True, metavar="NAME=SPEC", help="f32[1024]:rand, 7, 2.5, x.npy …"
    ),
    click.option(
        "--launch",
        "description",
        type=click.Path(exists=True, path_type=Path),
        help="JSON file that describes the launch.",
    ),
)


def launch_options(command: Command) -> Command:
    """Give a command the options that describe a launch of a PTX file; `FileLaunch` reads them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class FileLaunch:
    """A launch of a PTX file, from options and a description."""

    def __init__(self, path: Path, options: dict[str, Any]) -> None:
        described = _described(options["description"])
        for name in ("entry", "grid", "block", "cluster", "smem", "engine"):
            if options[name] is not None:
                described[name] = options[name]
        words = dict(pair(word, "NAME=SPEC") for word in options["specs"])
        self.described = described
        self.specs = {**described.get("args", {}), **words}
        self.program = from_ptx(sources.text(path), described.get("entry"))
        self.seed = options["seed"] or 0
        self.argument_seed = argument_seed(options)

    def run(self, **more: Any) -> tuple[Report, dict[str, Any]]:
        """Make the arguments and launch, with `more` options of the engine; return the report and them."""
        described = self.described
        values = _values(self.program, self.specs, self.argument_seed)
        seeded = {} if described.get("engine") in ("gpu", "triage") else {"seed": self.seed}
        report = self.program.launch(
            *values.values(),
            grid=_dim3(described.get("grid")),
            block=_dim3(described.get("block")),
            cluster=_dim3(described.get("cluster")),
            smem=described.get("smem"),
            engine=described.get("engine"),
            **seeded,
            **more,
        )
        return report, values

    def relaunch(self) -> dict[str, Any]:
        """Launch with the initial values of module variables and return the arrays."""
        self.program.forget_variables()
        _, values = self.run()
        return {name: value for name, value in values.items() if hasattr(value, "dtype")}


def argument_seed(options: dict[str, Any]) -> int:
    """Return the seed of random arguments."""
    given = options["arg_seed"] if options["arg_seed"] is not None else options["seed"]
    return int(given or 0)


def _values(program: Program, specs: dict[str, Any], seed: int) -> dict[str, Any]:
    known = [param.name for param in program.params]
    for name in specs:
        if name not in known:
            raise click.UsageError(
                f"{program.entry} has no parameter {name} (it has {', '.join(known) or 'none'})"
            )
    for param in program.params:
        if param.name not in specs:
            raise click.UsageError(
                f"parameter {param.name} (.{param.type}) has no argument; give --arg {param.name}=…"
            )
    return {name: make(specs[name], seed + number) for number, name in enumerate(known)}


def _described(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        described = json.loads(sources.text(path))
    except ValueError as error:
        raise click.UsageError(f"{path} is not JSON: {error}") from None
    if not isinstance(described, dict):
        raise click.UsageError(f"{path} has no JSON object")
    unknown = set(described) - {"entry", "grid", "block", "cluster", "smem", "engine", "args"}
    if unknown:
        raise click.UsageError(f"{path}: a launch has no {sorted(unknown)[0]!r}")
    if not isinstance(described.get("args", {}), dict):
        raise click.UsageError(f"{path}: args is an object of names and arguments")
    return described


def pair(word: str, form: str) -> tuple[str, str]:
    """Return name and value of a word ``NAME=VALUE``.

    Raises:
        UsageError: The word does not have that form.
    """
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise click.UsageError(f"{word!r} is not {form}")
    return name, text


def _dim3(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return tuple(int(number) for number in given.split(","))
    except ValueError:
        raise click.UsageError(f"{given!r} is not one to three numbers with commas between them") from None
