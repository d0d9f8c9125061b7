"""A device survives every call: wrong arguments give results, and a reset makes it as new."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from virtual_sources import DRIVER

from pyptx.virtual.calls import EXPORTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

PROGRAM = Path(__file__).parent / "clients" / "hostile_program.py"
HOST_ADDRESSES = (
    "cuMemcpy2D", "cuMemcpy3D", "cuLaunchHostFunc", "cuStreamAddCallback", "cuGraphAddHostNode",
    "cuGraphAddMemcpyNode", "cuGraphDebugDotPrint", "cuGraphHostNodeSetParams", "cuGraphMemcpyNodeSetParams",
    "cuGraphExecHostNodeSetParams", "cuGraphExecMemcpyNodeSetParams",
)  # fmt: skip
"""Calls that take addresses of the program in structures, functions of it or files: wrong ones end it."""


REGISTERING = [
    ("cuMemHostRegister_v2", [("own", False), ("size", False), ("u32", False)]),
    ("cuMemHostUnregister", [("own", False)]),
]
"""Calls outside the table: their operands are memory of the program, which nothing else may change."""

SOURCES = Path(__file__).parents[2] / "csrc" / "virtual"


@pytest.mark.parametrize("streams", ["eager", "late"])
@pytest.mark.parametrize("seed", [1, 2])
def test_calls_with_arguments_at_random(on_gpu: Callable[..., Ran], seed: int, streams: str) -> None:
    check(on_gpu, seed, streams)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables by which a program loads a driver with sanitizers; skip without a compiler that has them."""
    path = tmp_path_factory.mktemp("sanitized") / "libcuda.so.1"
    command = ["gcc", "-std=gnu11", "-g", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-pthread"]
    command += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-o", str(path)]
    try:
        subprocess.run(
            [*command, *(str(SOURCES / name) for name in ("client.c", "sites.c", *DRIVER))],
            capture_output=True,
            check=True,
        )
        said = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"needs gcc with sanitizers: {error}")
    options = "detect_leaks=0:handle_segv=0"
    return {
        "PYPTX_TEST_DRIVER": str(path), "LD_PRELOAD": said.decode().strip(), "ASAN_OPTIONS": options
    }  # fmt: skip


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_calls_with_arguments_at_random_under_sanitizers(
    on_gpu: Callable[..., Ran], sanitized: dict[str, str], streams: str
) -> None:
    check(on_gpu, 3, streams, **sanitized)


def check(on_gpu: Callable[..., Ran], seed: int, streams: str, **environment: str) -> None:
    """Run the program, and check that it survives."""
    rows = [
        (row.name, [(each.kind, each.is_output) for each in row.operands])
        for row in EXPORTED
        if not row.name.startswith(HOST_ADDRESSES)
    ] + REGISTERING * 8
    command = [sys.executable, str(PROGRAM), str(seed), "400", json.dumps(rows)]
    ran = on_gpu(command, "--streams", streams, timeout=300, **environment)
    assert ran.printed == "right [5, 6, 7, 8]", ran.reported[-2000:]
    assert "Traceback" not in ran.reported
    assert "device" not in ran.rules
    assert "Sanitizer" not in ran.reported
    assert "runtime error" not in ran.reported
