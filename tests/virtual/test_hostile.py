"""A device survives every call: wrong arguments give results, and a reset makes it as new."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyptx.virtual.calls import EXPORTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

PROGRAM = Path(__file__).parent / "clients" / "hostile_program.py"
HOST_ADDRESSES = ("cuMemcpy2D", "cuMemcpy3D", "cuLaunchHostFunc", "cuStreamAddCallback")
"""Calls that take addresses of the program in structures, or functions of it: wrong ones end the program."""


@pytest.mark.parametrize("streams", ["eager", "late"])
@pytest.mark.parametrize("seed", [1, 2])
def test_calls_with_arguments_at_random(on_gpu: Callable[..., Ran], seed: int, streams: str) -> None:
    rows = [
        (row.name, [(each.kind, each.is_output) for each in row.operands])
        for row in EXPORTED
        if not row.name.startswith(HOST_ADDRESSES)
    ]
    command = [sys.executable, str(PROGRAM), str(seed), "400", json.dumps(rows)]
    ran = on_gpu(command, "--streams", streams, timeout=300)
    assert ran.printed == "right [5, 6, 7, 8]", ran.reported[-2000:]
    assert "Traceback" not in ran.reported
    assert "device" not in ran.rules
