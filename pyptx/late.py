"""Modules of the standard library that are imported when they are first used, not when pyptx is.

>>> json = late("json")
>>> json.loads("[1]")
[1]
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["late"]


class late:  # noqa: N801
    """A module that is imported when one of its names is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self._name), name)
        setattr(self, name, value)
        return value
