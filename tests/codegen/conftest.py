"""What the tests of codegen share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx.kernel import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def executed() -> Callable[[str], Kernel]:
    """Executes generated Python and returns its kernel."""

    def run(python: str) -> Kernel:
        names: dict[str, Any] = {"__name__": "generated"}
        exec(compile(python, "generated.py", "exec"), names)
        (kernel,) = [found for found in names.values() if isinstance(found, Kernel)]
        return kernel

    return run
