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
    """Stand for a module until one of its names is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self._name), name)
        setattr(self, name, value)
        return value
