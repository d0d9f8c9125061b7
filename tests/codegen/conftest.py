"""Fixtures of the codegen tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Module

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def executed() -> Callable[[str], Module]:
    """Executes generated Python and returns its module."""

    def run(python: str) -> Module:
        names: dict[str, Any] = {"__name__": "generated"}
        exec(compile(python, "generated.py", "exec"), names)
        module = names["module"]
        assert isinstance(module, Module)
        return module

    return run
