"""``pyptx cache``: the cache of assembled code and its listings."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from pyptx.cli.outcome import Exit, as_json, show
from pyptx.errors import counted
from pyptx.mangling import readable
from pyptx.progress import working
from pyptx.toolchain import cache as stored
from pyptx.toolchain import ptxas
from pyptx.toolchain.disassemble import listed_functions

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_OF_NAME, MOST_OF_NAMES = 60, 160
"""Characters of the name of a kernel, and of all of an entry, that a row has; ``--json`` has all."""
_AGES = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


@click.group()
def cache() -> None:
    """List, empty or check the cache of code and listings."""


@cache.command(name="ls")
@as_json
def list_(*, as_json: bool) -> None:
    """List the entries and their kernels, most recently used first."""
    found = sorted(stored.entries(), key=lambda entry: -entry.used)
    with working("reading the cache", quiet=as_json):
        contents = {entry: _kernels(stored.contents(entry) or b"") for entry in found}
    now = time.time()
    rows = [
        f"{entry.name[:16]}  {entry.bytes / 1e3:9.1f} kB  {_age(max(now - entry.used, 0)):>7}  "
        f"{_described(*contents[entry])}"
        for entry in found
    ]
    size = sum(entry.bytes for entry in found)
    rows.append(
        f"{counted(len(found), 'entry')}, {size / 1e6:.1f} MB of {stored.limit() / 1e6:.0f} MB "
        f"in {stored.directory()}"
    )
    result = {
        "directory": str(stored.directory()),
        "bytes": size,
        "limit": stored.limit(),
        "entries": [
            {
                "name": entry.name,
                "bytes": entry.bytes,
                "used": entry.used,
                "kernels": kernels,
                "listing": is_listing,
            }
            for entry, (kernels, is_listing) in contents.items()
        ],
    }
    show(result, as_json=as_json, text="\n".join(rows))


@cache.command()
@as_json
def clear(*, as_json: bool) -> None:
    """Remove every entry; exit 3 if some cannot be removed."""
    found = list(stored.entries())
    removed = sum(entry.remove() for entry in found)
    stored.sweep()
    left = f"; {len(found) - removed} cannot be" if removed < len(found) else ""
    show({"removed": removed}, as_json=as_json, text=f"{counted(removed, 'entry')} removed{left}")
    if left:
        sys.exit(Exit.ENVIRONMENT)


@cache.command()
@as_json
def verify(*, as_json: bool) -> None:
    """Read every entry, and remove the damaged ones; exit 1 if there were any."""
    found = list(stored.entries())
    with working("checking the cache", quiet=as_json):
        damaged = [entry for entry in found if not entry.is_intact()]
    rows = [
        f"{entry.path} was damaged, and {'is' if entry.remove() else 'cannot be'} removed"
        for entry in damaged
    ]
    rows.append(f"{len(found) - len(damaged)} of {counted(len(found), 'entry', 'are')} intact")
    result = {"entries": len(found), "damaged": [entry.name for entry in damaged]}
    show(result, as_json=as_json, text="\n".join(rows))
    if damaged:
        sys.exit(Exit.FINDINGS)


def _kernels(data: bytes) -> tuple[tuple[str, ...], bool]:
    """The names of the kernels in an entry, and whether it is a listing."""
    listed = listed_functions(data)
    return (ptxas.functions_of(data), False) if listed is None else (listed, True)


def _described(kernels: Sequence[str], is_listing: bool) -> str:
    """The contents of an entry in words."""
    if not kernels:
        return "no kernel"
    names = _cut(", ".join(_cut(readable(name), MOST_OF_NAME) for name in kernels), MOST_OF_NAMES)
    return f"listing of {names}" if is_listing else names


def _age(seconds: float) -> str:
    """A time span in the largest unit that it fills.

    >>> _age(7300), _age(0.2)
    ('2 h', '0 s')
    """
    size, unit = next(((size, unit) for size, unit in _AGES if seconds >= size), (1, "s"))
    return f"{int(seconds // size)} {unit}"


def _cut(text: str, most: int) -> str:
    """The first characters of a text.

    >>> _cut("a::b<c>", 7), _cut("a::b<c>", 5)
    ('a::b<c>', 'a::b…')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
