"""Fixtures of the codegen tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Module
from pyptx.kernel import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def executed() -> Callable[[str], Module | Kernel]:
    """Executes generated Python and returns its module, or its only kernel."""

    def run(python: str) -> Module | Kernel:
        names: dict[str, Any] = {"__name__": "generated"}
        exec(compile(python, "generated.py", "exec"), names)
        made = names.get("module", names.get("k"))
        assert isinstance(made, (Module, Kernel))
        return made

    return run
