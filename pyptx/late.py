"""Imports on first use: modules of the standard library, and the names of a package.

>>> json = late("json")
>>> json.loads("[1]")
[1]
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["late", "late_names"]


class late:  # noqa: N801
    """A module that is imported when one of its names is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self._name), name)
        setattr(self, name, value)
        return value


def late_names(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and the `__dir__` of a package that imports names on first use.

    Args:
        package: The ``__name__`` of the package.
        places: The file of each such name, without ``.py``; a name in its own place is a module.

    Returns:
        The two functions. `dir` of the package, and with it completion, lists its ``__all__``.

    >>> find, names = late_names("json", {"JSONDecoder": "decoder", "scanner": "scanner"})
    >>> find("JSONDecoder"), find("scanner")
    (<class 'json.decoder.JSONDecoder'>, <module 'json.scanner' from '...'>)
    >>> names()
    ['JSONDecodeError', 'JSONDecoder', 'JSONEncoder', 'dump', 'dumps', 'load', 'loads']
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f"{package}.{places[name]}")
        return module if places[name] == name else getattr(module, name)

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return find, names
