"""Hints for options that a command does not have: a size as an option, the value of an option as one."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIZE = re.compile(r"[A-Za-z_]\w*=\d+\Z")
_OTHER_NAMES = {
    "target": "--arch", "threads": "--block", "ctas": "--grid", "input": "--arg", "output": "--save",
    "timeline": "--trace", "schedules": "--explore", "mutants": "--mutate",
}  # fmt: skip
"""Names by which other tools call an option."""


class SizesCommand(click.Command):
    """A command that takes sizes as words, ``NAME=NUMBER``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words, and say of an option that does not exist what was meant."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            hint = next(_hints(self, error, given), "")
            if not hint:
                raise
            raise click.NoSuchOption(error.option_name, f"{error.message} {hint}", ctx=ctx) from None


def _hints(command: click.Command, error: click.NoSuchOption, given: Sequence[str]) -> Iterator[str]:
    """Yield what may have been meant, the most likely first."""
    option, name = error.option_name, error.option_name.lstrip("-")
    place, word = next(each for each in enumerate(given) if each[1].startswith(option))
    value = word.removeprefix(option).removeprefix("=") or "".join(given[place + 1 : place + 2])
    size = value if _SIZE.match(value) else f"{name}={value}"
    if _SIZE.match(size) and (size == value or len(name) < 3 or not error.possibilities):
        is_ptx = any(each.endswith(".ptx") for each in given)
        yield f"Did you mean --arg {size}?" if is_ptx else f"A size is a word without an option: {size}"
    options = [each for each in command.params if isinstance(each, click.Option)]
    checks = importlib.import_module("pyptx.sim.checks")
    for each in options:
        choices = each.type.choices if isinstance(each.type, click.Choice) else ()
        if name in choices or (each.name == "check" and name in {*checks.OPTIONAL, checks.ALL}):
            yield f"Did you mean {each.opts[0]} {name}?"
    other = _OTHER_NAMES.get(name)
    if any(other in each.opts for each in options):
        yield f"Did you mean {other}?"
